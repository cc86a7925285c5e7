"""Buttons that only some rules bring, pressed as pages offer them: a buy until the discard, an early joker swap."""

from __future__ import annotations

import re

import pytest
from django.core.cache import cache

from referee.engine.rummy.cards import JOKER, format_card
from referee.engine.rummy.melds import format_meld
from referee.engine.rummy.ruledoc import dump_rules
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.state import State
from referee.tables.fold import FOLDS, Fold
from referee.tables.games.rummy import RummyPosition
from referee.tables.recent import RECENT
from tests.engine.play.tables import after, position, rules
from tests.referee.tables.gatherings import state_of
from tests.referee.tables.visitors import Company, company

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def fresh_limits() -> None:
    cache.clear()


def placed(text: str, under: RuleSet, *moves: str) -> Company:
    """Three people at a table where the game stands as the position and the moves say."""
    here = company(3, rules=dump_rules(under))
    version = here.table.version
    RECENT.clear()
    FOLDS.clear()
    FOLDS.keep(here.table.code, Fold(version, RummyPosition(after(position(text, under), *moves)), asked=version))
    return here


def state(here: Company) -> State:
    here.table.refresh_from_db()
    return state_of(here.table)


def buttons(page: str) -> dict[str, str]:
    """What the buttons of the play form send, by their ids."""
    return {one[1]: one[2] for one in re.finditer(r'id="(deed-[a-z-]+)" name="do" value="([^"]+)"', page)}


LATE = rules("shanghai-10", claims_until="discard")
OPEN = "phase: claim; pile: 7H 9D; dealer: p3; turn: p2; p1 discards: 9D; open: p1"
DRAWN = ("p3 pass", "p2 draw")


def test_open_card_can_be_bought_while_the_player_in_turn_plays() -> None:
    here = placed(OPEN, LATE, *DRAWN)
    page = here.at(2).get(here.path).text
    assert "Until the discard you may still buy the" in page
    assert "dock--late" in page
    before = len(here.hand(2))
    assert here.play(2, buttons(page)["deed-buy"]).status_code == 200
    found = state(here)
    assert (found.phase, found.turn, found.seats[2].buys) == ("play", 1, 1)
    assert len(here.hand(2)) == before + 2  # the card, and one from the stock
    assert "9D" in here.hand(2)
    page = here.at(2).get(here.path).text
    assert "deed-buy" not in page
    assert here.play(2, "say buy").status_code == 422
    # The turn goes on: it is still the same player's.
    card = here.hand(1)[0]
    assert "deed-discard" in buttons(here.at(1).get(here.path).text)
    assert here.play(1, "discard", card).status_code == 200


def test_late_buy_is_offered_to_nobody_whom_the_rules_refuse_it() -> None:
    here = placed(OPEN, LATE, *DRAWN)
    assert "deed-buy" not in here.at(1).get(here.path).text  # in turn
    assert "deed-buy" not in here.at(0).get(here.path).text  # the own discard
    for seat in (0, 1):
        assert here.play(seat, "say buy").status_code == 422
    never = placed(OPEN, rules("shanghai-10"), *DRAWN)
    assert "deed-buy" not in never.at(2).get(never.path).text
    assert never.play(2, "say buy").status_code == 422


EARLY = rules("shanghai-10", joker_swap="runs-to-hand", swap_when="before")
JOKER_LIES = "turn: p1; p1: 7C KS 4D; table: p2 5C 6C JK=7C 8C / p2 9H 9S 9D; p2 is: down; pile: 2C"


def test_joker_is_swapped_for_by_a_tap_before_going_down() -> None:
    here = placed(JOKER_LIES, EARLY)
    page = here.at(0).get(here.path).text
    assert "Swap a joker" in page
    assert re.search(r'class="meldbox__tap" form="play" name="do" value="meld 0"', page)
    answer = here.play(0, "meld 0", "7C")
    if "Where does it go?" in answer.text:
        action = re.search(r'name="do" value="(say swap [^"]+)"', answer.text)
        assert action is not None
        answer = here.play(0, action[1])
    assert answer.status_code == 200
    found = state(here)
    assert format_meld(found.table[0].meld) == "5C 6C 7C 8C"
    assert format_card(JOKER) in here.hand(0)
    assert "7C" not in here.hand(0)
    assert not found.seats[0].down
    # By the button, without a meld: the card that fits no joker is told why.
    refused = here.play(0, "layoff", "KS")
    assert refused.status_code == 422
    assert 'data-ruling="illegal"' in refused.text
    assert here.play(0, "discard", "KS").status_code == 200


def test_melds_cannot_be_tapped_before_going_down_where_swaps_come_after() -> None:
    here = placed(JOKER_LIES, rules("shanghai-10"))
    page = here.at(0).get(here.path).text
    assert "Swap a joker" not in page
    assert "meldbox__tap" not in page
    assert here.play(0, "say swap 7C 0 low").status_code == 422
    assert format_meld(state(here).table[0].meld) == "5C 6C JK=7C 8C"
    down = placed(JOKER_LIES.replace("p2 9H 9S 9D;", "p1 9H 9S 9D; p1 is: down;"), EARLY)
    assert "Lay off" in down.at(0).get(down.path).text
    assert "Swap it for the joker" not in down.play(0, "meld 0", "7C").text
