"""The house's own rules, read off the source."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = ("shanghai", "scorekeeper", "referee")


def test_files_stay_short() -> None:
    files = [file for package in PACKAGES for file in (ROOT / package).rglob("*.py") if "migrations" not in file.parts]
    assert files
    long = {str(file.relative_to(ROOT)): lines for file in files if (lines := file.read_text().count("\n")) > 400}
    assert not long
