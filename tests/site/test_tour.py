"""The tour in docs/ is true: every example is run, and what it shows is what comes back."""

import doctest
from pathlib import Path

TOUR = Path(__file__).parents[2] / "docs" / "tour.md"


def test_every_example_of_the_tour_gives_what_it_shows() -> None:
    found = doctest.testfile(str(TOUR), module_relative=False, encoding="utf-8")
    assert found.attempted > 15
    assert found.failed == 0
