"""The pictures that the README shows are there, each used, and small."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
MOST_BYTES = 60_000


def test_pictures_of_the_readme_are_there_and_small() -> None:
    shown = re.findall(r'<img src="([^"]+)" width="\d+" alt="[^"]{20,}">', (ROOT / "README.md").read_text())
    kept = sorted((ROOT / "docs" / "pictures").iterdir())
    assert sorted(ROOT / path for path in shown) == kept
    assert all(0 < picture.stat().st_size < MOST_BYTES for picture in kept)
