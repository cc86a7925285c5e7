"""bin/database finds PostgreSQL's server for the tests where it is on the path."""

import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_server_on_the_path_is_taken(tmp_path: Path) -> None:
    for name in ("bash", "env"):
        (tmp_path / name).symlink_to(Path("/usr/bin") / name)
    (tmp_path / "initdb").write_text("#!/bin/sh\n")
    (tmp_path / "initdb").chmod(0o755)
    done = subprocess.run(
        [ROOT / "bin" / "database"],
        env={"PATH": str(tmp_path), "CI": "true"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
