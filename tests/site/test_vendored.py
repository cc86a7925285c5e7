"""The scripts of others are the files that they published."""

import hashlib
import json
from pathlib import Path

import shanghai

VENDOR = Path(shanghai.__file__).parent / "static" / "vendor"
LISTED = json.loads((VENDOR / "vendored.json").read_text())


def test_vendored_files_have_their_checksums() -> None:
    sums = {name: hashlib.sha256((VENDOR / name).read_bytes()).hexdigest() for name in LISTED}
    assert sums == {name: entry["sha256"] for name, entry in LISTED.items()}


def test_vendored_files_are_all_listed() -> None:
    found = {str(path.relative_to(VENDOR)) for path in VENDOR.rglob("*.js")}
    assert found == set(LISTED)
