"""Several picked cards put on the table at once: in an order that works, or with a question, or not at all."""

from __future__ import annotations

from itertools import pairwise

import pytest
from django.utils import timezone

from referee.engine.rummy.cards import Card, format_card, parse_cards
from referee.engine.rummy.legal import laying
from referee.engine.rummy.melds import Meld, run_of, set_of
from referee.engine.rummy.ruledoc import load_rules
from referee.models import Move
from referee.tables.board import MeldShown, board_of
from referee.tables.laying import Laid, lay
from tests.referee.tables.gatherings import state_of
from tests.referee.tables.visitors import Company, company

RULES = load_rules("shanghai-10")


def shown(*melds: Meld) -> tuple[MeldShown, ...]:
    """The melds as a board shows them; whose they are does not matter here."""
    return tuple(MeldShown(index, None, meld) for index, meld in enumerate(melds))  # type: ignore[arg-type]  # as above


def run(cards: str, low: int) -> Meld:
    found = parse_cards(cards)
    return run_of(found, next(card.suit for card in found if card.suit), low)


def laid(cards: str, *melds: Meld) -> Laid:
    return lay(RULES, shown(*melds), parse_cards(cards))


def test_cards_go_on_in_the_order_in_which_they_fit() -> None:
    assert laid("9H 8H 3H", run("4H 5H 6H 7H", 4)).actions == (
        "layoff 8H 0 high",
        "layoff 9H 0 high",
        "layoff 3H 0 low",
    )


def test_cards_go_to_several_melds() -> None:
    found = laid("8H KS", run("4H 5H 6H 7H", 4), set_of(parse_cards("KH KD KC"), 13))
    assert found.actions == ("layoff 8H 0 high", "layoff KS 1")
    assert found.choice is None


def test_card_that_swaps_a_joker_makes_room_for_the_next() -> None:
    found = laid("6H 8H", run("4H 5H JK 7H", 4))
    assert found.choice is not None
    assert found.choice.card == Card(6, "H")
    assert [place.action for place in found.choice.swaps] == ["swap 6H 0 low", "swap 6H 0 high"]
    assert found.actions == ("layoff 8H 0 high",)


def test_card_with_two_places_is_asked_about_after_the_certain_ones() -> None:
    found = laid(
        "7S KS", set_of(parse_cards("7H 7D 7C"), 7), run("3S 4S 5S 6S", 3), set_of(parse_cards("KH KD KC"), 13)
    )
    assert found.actions == ("layoff KS 2",)
    assert found.choice is not None
    assert [place.action for place in found.choice.places] == ["layoff 7S 0", "layoff 7S 1 high"]


def test_nothing_is_laid_where_one_card_fits_nowhere() -> None:
    assert laid("8H 2C", run("4H 5H 6H 7H", 4)).actions == ("layoff 2C 0 high",)


@pytest.mark.django_db
def test_picked_cards_are_laid_off_at_once_and_a_second_tap_does_nothing() -> None:
    here, seat, cards = with_two_to_lay()
    seen = here.snapshot(None).version
    held = len(here.hand(seat))
    answers = [here.play(seat, "layoff", *cards, seen=seen) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert len(here.hand(seat)) == held - len(cards)
    assert Move.objects.filter(seat=seat, text__contains="layoff", seq__gt=seen).count() == len(cards)


@pytest.mark.django_db
def test_card_that_fits_nowhere_keeps_the_others_in_the_hand() -> None:
    here, seat, cards = with_two_to_lay()
    view = here.view(seat)
    strange = next(format_card(card) for card in view.own if not fits(here, seat, card))
    answer = here.play(seat, "layoff", cards[0], strange)
    assert answer.status_code == 422
    assert "Not legal" in answer.text
    assert here.hand(seat).count(cards[0]) == [format_card(card) for card in view.own].count(cards[0])


def melds_of(here: Company, seat: int) -> tuple[MeldShown, ...]:
    return board_of(here.snapshot(seat), here.view(seat)).melds


def fits(here: Company, seat: int, card: Card) -> bool:
    return card in {action.card for action in laying(here.view(seat))}


def with_two_to_lay() -> tuple[Company, int, list[str]]:
    """A table where the seat in turn is down and holds two cards, beside others, that each fit one place."""
    here = company(3, rules="shanghai-10")
    gathering = here.gathering()
    for seed in range(3000):
        here.table.refresh_from_db()
        state = state_of(here.table)
        if state.phase == "play" and state.seats[state.turn].down and len(state.seats[state.turn].hand) > 3:
            view = here.view(state.turn)
            cards = list({action.card: None for action in laying(view)})
            for pair in pairwise(cards):
                found = lay(view.rules, melds_of(here, state.turn), pair)
                if len(found.actions) == 2 and found.choice is None:
                    return here, state.turn, [format_card(card) for card in pair]
        gathering.now = timezone.now()
        gathering.play_bot_step(seed)
    raise AssertionError("nobody ever had two cards to lay off")
