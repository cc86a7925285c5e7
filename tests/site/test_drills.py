"""The drills themselves: their plans are what a site does, and what is lost, doubled or made by nobody is seen."""

from __future__ import annotations

from pathlib import Path

import pytest

from drills import chaos, games, load
from drills.crowd import TableCrowd, Tally
from drills.places import Place
from tests.live import LiveSite


class Kept(LiveSite):
    """A site that is asked, and never served."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.log.touch()


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    return Place([Kept(tmp_path_factory.mktemp("drill"))], None, "kept")


def test_plan_is_what_the_table_does_and_a_loss_is_seen(place: Place) -> None:
    (site,) = place.sites
    (plan,) = games.plans(site, games=1, players=3, steps=40, seed="a test")
    (table,) = games.opened(site, [plan], 3)
    assert any(step.action.startswith("discard") for step in plan.steps)
    assert [step.log for step in plan.steps] == sorted(step.log for step in plan.steps)
    good, told, other = (TableCrowd(plan, table, list, Tally(), seed=1) for _ in range(3))
    told.log = len(plan.lines)  # somebody was told of moves that are not there
    other.plan = games.Plan(plan.seed, plan.steps, ("deal", *plan.lines[1:]))  # a line that nobody planned
    wrong = load.moves_lost(place, [good, told, other], [table] * 3)
    assert len(wrong) == 2
    assert f"acknowledged were {len(plan.lines)}" in wrong[0]


def test_operation_that_is_missing_is_seen(place: Place) -> None:
    (sheet,) = games.sheets(place.sites[0], 1)
    assert len(sheet.players) == 4
    tally = Tally()
    tally.sent[sheet.key] = ["7f0d0f3e-8d0b-4c59-a1a5-5f4b24d0c111"]
    assert len(load.operations_lost(place, [sheet], tally)) == 1


@pytest.mark.long
def test_load_and_chaos_run_and_lose_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert load.main(["--tables", "4", "--seconds", "2", "--processes", "2"]) == 0
    assert "PostgreSQL, 2 processes" in capsys.readouterr().out
    assert chaos.main(["--games", "4", "--steps", "60", "--streams", "100", "--patience", "240"]) == 0
    assert "kill -9, PostgreSQL" in capsys.readouterr().out
