"""`python -m drills load …`, `… chaos …` or `… feed …`; `--help` after each says what can be chosen."""

import sys

from drills import chaos, feed, load

DRILLS = {"load": load.main, "chaos": chaos.main, "feed": feed.main}

if __name__ == "__main__":
    if sys.argv[1:2] == [] or sys.argv[1] not in DRILLS:
        sys.exit(f"expected one of {', '.join(DRILLS)}")
    sys.exit(DRILLS[sys.argv[1]](sys.argv[2:]))
