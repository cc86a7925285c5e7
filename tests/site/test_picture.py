"""The picture of the house in docs/ is the one that its imports give."""

import runpy
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_picture_of_the_house_is_that_of_its_imports() -> None:
    drawn = runpy.run_path(str(ROOT / "bin" / "picture"))["draw"]()
    assert (ROOT / "docs" / "architecture.svg").read_text(encoding="utf-8") == drawn, "run `make picture`"
