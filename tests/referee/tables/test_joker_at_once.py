"""A joker that the others may take at once, at a table: who is asked, what each reads, and how it ends."""

from __future__ import annotations

import pytest
from django.utils import timezone

from referee.engine.rummy.actions import Swap
from referee.engine.rummy.legal import legal_in
from referee.engine.rummy.notation import format_action
from referee.engine.rummy.state import Phase
from tests.referee.tables.gatherings import state_of
from tests.referee.tables.visitors import Company, company

pytestmark = pytest.mark.django_db

RULES = {"base": "king", "set": {"jokers": 24}}
ASKED, WAITING = "has laid a joker.", "Does anybody take the joker?"


def laid(*, holds: bool) -> Company:
    """A table at which somebody has just laid a joker, whose card the seat asked first holds or not."""
    here = company(3, rules=RULES)
    gathering = here.gathering()
    for step in range(900):
        view = here.view(state_of(here.table).turn)
        if view.phase is Phase.REPLACE:
            first = here.view(view.asking[0])
            if any(isinstance(action, Swap) for action in legal_in(first)) == holds:
                return here
        if view.phase in (Phase.SCORED, Phase.OVER):
            break
        gathering.now = timezone.now()
        gathering.play_bot_step(step)
    raise AssertionError("expected a joker to be laid")


def test_seat_that_is_asked_reads_what_it_may_do_and_others_wait() -> None:
    here = laid(holds=False)
    view = here.view(None)
    first, second = view.asking[:2]
    page = here.at(first).get(here.path).text
    assert ASKED in page
    assert "You hold no card that could take its place." in page
    assert 'value="say pass"' in page
    for seat in (view.turn, second):
        other = here.at(seat).get(here.path).text
        assert WAITING in other
        assert ASKED not in other
        assert 'value="say pass"' not in other


def test_passing_leads_on_to_the_next_and_back_to_the_turn() -> None:
    here = laid(holds=False)
    asking, turn = here.view(None).asking, here.view(None).turn
    for seat in asking:
        assert here.view(None).waiting == (seat,)
        assert here.play(seat, "say pass").status_code == 200
    view = here.view(None)
    assert (view.phase, view.waiting) == (Phase.PLAY, (turn,))


def test_joker_is_taken_by_one_tap_and_told() -> None:
    here = laid(holds=True)
    first = here.view(None).asking[0]
    action = next(one for one in legal_in(here.view(first)) if isinstance(one, Swap))
    page = here.at(first).get(here.path).text
    assert "You may put in its card and take it." in page
    assert f'value="say {format_action(action)}"' in page
    before = len(here.view(first).own)
    assert here.play(first, f"say {format_action(action)}").status_code == 200
    view = here.view(first)
    assert len(view.own) == before
    assert any(not card.suit for card in view.me.known)
    assert "in the joker" in here.at(view.turn).get(here.path).text


def test_time_that_is_up_ends_the_asking() -> None:
    here = laid(holds=False)
    gathering = here.gathering()
    gathering.now = timezone.now()
    here.table.refresh_from_db()
    turn, deadline = here.view(None).turn, here.table.deadline
    assert deadline is not None
    gathering.wait((deadline - gathering.now).total_seconds() + 1)
    view = here.view(None)
    assert (view.phase, view.turn) == (Phase.PLAY, turn)
    assert here.table.moves.latest("seq").text.endswith("close")


def test_who_passes_the_whole_hand_is_not_asked() -> None:
    here = laid(holds=False)
    first, second = here.view(None).asking[:2]
    assert here.play(first, "pass-hand").status_code == 200
    assert here.view(None).asking[0] == second
