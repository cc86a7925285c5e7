"""Scenarios about claims and the stock, through the web. Each test has the number of its scenario."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest
from django.core.cache import cache
from django.utils import timezone

from referee.engine.rummy.cards import JOKER, format_card
from referee.engine.rummy.layoff import open_ends
from referee.engine.rummy.problems import problems
from referee.engine.rummy.state import State
from tests.referee.tables.gatherings import state_of
from tests.referee.tables.visitors import Company, company

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def fresh_limits() -> None:
    cache.clear()


def state(here: Company) -> State:
    """The game as the server knows it, sound: no card lost, none twice."""
    here.table.refresh_from_db()
    found = state_of(here.table)
    assert not problems(found)
    return found


def played_until(here: Company, wanted: Callable[[State], bool], *, most: int = 4000) -> State:
    """The game played by bots in the owners' names until it is so."""
    gathering = here.gathering()
    for seed in range(most):
        if wanted(found := state(here)):
            return found
        gathering.now = timezone.now()
        gathering.play_bot_step(seed)
    raise AssertionError("it never came to that")


def played_dully(here: Company, wanted: Callable[[State], bool], *, most: int = 2000) -> State:
    """Everybody passes, draws and discards what comes first, until it is so."""
    gathering = here.gathering()
    for _ in range(most):
        if wanted(found := state(here)):
            return found
        gathering.now = timezone.now()
        view = here.view(None)
        seat = view.waiting[-1]
        if view.phase == "claim" and seat != view.turn:
            action = "pass"
        elif view.phase == "play":
            action = f"discard {next(format_card(card) for card in here.view(seat).own if card != JOKER)}"
        else:
            action = "draw"
        gathering.move(seat, action)
    raise AssertionError("it never came to that")


def after(here: Company, *, besides: tuple[int, ...] = ()) -> list[int]:
    """The seats after the one in turn, in order, without those named."""
    view = here.view(None)
    order = [(view.turn + step) % view.players for step in range(1, view.players)]
    return [seat for seat in order if seat not in besides]


# Claims -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("first", ["take", "buy"])
def test_s20_take_and_claim_on_one_card_leave_it_in_one_place(first: str) -> None:
    """Both from pages that had not seen the other's word; over the wire at one time: ``test_scenarios_wire``."""
    here = company(4)
    turn, near = here.view(None).turn, after(here)[0]
    card = here.view(None).pile[-1]
    held = {seat: Counter(here.view(seat).own)[card] for seat in (turn, near)}
    seen = here.snapshot(None).version
    words = {"take": turn, "buy": near}
    for word in (first, *(set(words) - {first})):
        answer = here.play(words[word], f"say {word}", seen=seen)
        assert answer.status_code in (200, 422)
    found = state(here)
    assert found.turn == turn
    assert Counter(found.seats[turn].hand)[card] == held[turn] + 1
    assert Counter(found.seats[near].hand)[card] == held[near]
    assert found.seats[near].buys == 0


def test_s21_who_is_down_cannot_buy_and_cannot_hold_back_a_buy() -> None:
    here = company(4, rules="shanghai-10")

    def down_may_speak(found: State) -> bool:
        if found.phase != "claim" or found.window is None or not found.seats[found.turn].down:
            return False
        options = found.window.options
        return any("buy" in {option.how for option in own} for own in options)

    found = played_until(here, down_may_speak)
    turn = found.turn
    assert found.window is not None
    buyers = [seat for seat, own in enumerate(found.window.options) if "buy" in {option.how for option in own}]
    down = [seat for seat, record in enumerate(found.seats) if record.down and seat != turn]
    for seat in down:
        refused = here.play(seat, "say buy")
        assert refused.status_code == 422
        assert "Rule 7" in refused.text
    here.play(turn, "say take")
    assert here.play(buyers[0], "say buy").status_code == 200
    for seat in here.view(None).waiting:
        if here.view(None).phase == "claim" and seat != turn:
            here.play(seat, "say pass")
    buys = [record.buys for record in state(here).seats]
    assert sum(buys) == sum(record.buys for record in found.seats) + 1
    assert buys[turn] == found.seats[turn].buys


def fitting_discard(found: State) -> str:
    """A card of the player in turn, not the last one, that somebody could call Shanghai on; empty where none is."""
    hand = found.seats[found.turn].hand
    if found.phase != "play" or len(hand) < 2 or not found.rules.shanghai_call:
        return ""
    fits = [card for card in hand if any(open_ends(found.rules, laid.meld, card) for laid in found.table)]
    return format_card(fits[0]) if fits else ""


def test_s23_shanghai_comes_before_a_buy_which_is_not_counted() -> None:
    here = company(4)

    def callable_and_buyable(found: State) -> bool:
        fresh = [seat for seat, record in enumerate(found.seats) if record.buys < 2 and seat != found.turn]
        return bool(fitting_discard(found)) and len(fresh) == 3

    found = played_until(here, callable_and_buyable)
    card = fitting_discard(found)
    answer = here.play(found.turn, f"say discard {card}")
    assert answer.status_code == 200
    _turn, (buyer, caller, *_rest) = here.view(None).turn, after(here, besides=(found.turn,))
    place = next(
        f"{index} {end or ''}".strip()
        for index, laid in enumerate(found.table)
        for end in open_ends(found.rules, laid.meld, here.view(None).pile[-1])
    )
    page = here.at(caller).get(here.path).text
    assert "Shanghai!" in page
    assert here.play(buyer, "say buy").status_code == 200
    assert here.play(caller, f"say shanghai {place}").status_code == 200
    for seat in here.view(None).waiting:
        if here.view(None).phase == "claim":
            here.play(seat, "say pass")
    after_call = state(here)
    assert after_call.claim is None or after_call.claim.caller == caller
    assert after_call.seats[buyer].buys == found.seats[buyer].buys
    assert "Shanghai" in here.at(buyer).get(here.path).text
    laid = [card for laid in after_call.table for card in laid.meld.cards]
    assert len(laid) == sum(len(one.meld.cards) for one in found.table) + 1


def test_s23_nobody_gets_a_card_discarded_with_shanghai_declared() -> None:
    here = company(4)
    found = played_until(here, lambda found: bool(fitting_discard(found)))
    card = fitting_discard(found)
    asked = here.play(found.turn, "discard", card)
    assert "Declare Shanghai" in asked.text
    assert here.play(found.turn, f"say discard {card} shanghai").status_code == 200
    pages = [here.at(seat).get(here.path).text for seat in range(4)]
    assert not any('value="say buy"' in page or 'value="say take"' in page for page in pages)
    seat = after(here, besides=(found.turn,))[0]
    assert here.play(seat, "say buy").status_code == 422
    assert format_card(state(here).pile[-1]) == card


# The stock --------------------------------------------------------------------------------------------------------

SMALL = {"version": 2, "base": "shanghai-7", "set": {"players": [3, 3], "decks": 1, "jokers": 0}}
"""One deck for three, so that the stock of a hand is soon used up."""


def with_rules(**settings: object) -> dict[str, object]:
    return SMALL | {"set": {**SMALL["set"], **settings}}  # type: ignore[dict-item]  # a mapping, as above


def test_s25_buy_of_two_with_one_card_left_takes_up_the_discards() -> None:
    here = company(3, rules=with_rules(max_reshuffles=3))
    found = played_dully(here, lambda found: found.phase == "claim" and len(found.stock) == 1)
    card, turn = found.pile[-1], found.turn
    buyer = after(here)[0] if after(here)[0] != (turn - 1) % 3 else after(here)[1]
    assert here.play(buyer, "say buy").status_code == 200
    for seat in here.view(None).waiting:
        if here.view(None).phase == "claim" and seat != turn:
            here.play(seat, "say pass")
    if here.view(None).phase == "claim":
        here.play(turn, "say draw")
    then = state(here)
    assert then.seats[buyer].buys == 1
    assert len(then.seats[buyer].hand) == len(found.seats[buyer].hand) + 3
    assert card in then.seats[buyer].hand
    assert then.reshuffles == 1
    assert "The discards become the new stock." in here.at(buyer).get(f"{here.path}more/").text
    assert then.phase == "play"


def test_s25_buy_that_cannot_be_paid_is_refused_and_the_game_goes_on() -> None:
    here = company(3, rules=with_rules(max_reshuffles=0))
    found = played_dully(here, lambda found: found.phase in ("claim", "draw") and len(found.stock) == 1)
    buyer = next(seat for seat in after(here) if seat != (found.turn - 1) % 3)
    page = here.at(buyer).get(here.path).text
    assert 'value="say buy"' not in page
    refused = here.play(buyer, "say buy")
    assert refused.status_code == 422
    assert "Rule 7" in refused.text
    assert state(here).seats[buyer].buys == 0
    played_dully(here, lambda found: found.is_between)


def test_s26_empty_stock_is_made_of_the_discards_and_ends_the_hand_after_the_last_time() -> None:
    here = company(3, rules=with_rules(max_reshuffles=1))
    found = played_dully(here, lambda found: not found.stock and found.phase != "play")
    top = found.pile[-1]
    then = played_dully(here, lambda found: found.reshuffles == 1 or found.is_between)
    assert then.reshuffles == 1
    assert then.pile[-1] == top or then.pile[-2:-1] == (top,)
    played_dully(here, lambda found: found.is_between)
    page = here.at(0).get(here.path).text
    assert "Nobody wins hand 1: the stock is used up" in page
    ended = state(here)
    assert ended.scores[-1].winner is None
    assert all(points > 0 for points in ended.scores[-1].points)
