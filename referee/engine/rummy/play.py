"""What an action brings about.

Knows the course of the game. Asks ``judge`` once at the door and trusts the action from there on.
"""

from __future__ import annotations

from typing import assert_never

from referee.engine.rummy.actions import (
    Action,
    Buy,
    Close,
    Discard,
    DrawStock,
    GoDown,
    LayOff,
    Melds,
    Pass,
    Pick,
    Reshuffle,
    Shanghai,
    Shuffle,
    Swap,
    Take,
    Withdraw,
    cards_in,
)
from referee.engine.rummy.cards import Card
from referee.engine.rummy.deal import deal, reshuffle
from referee.engine.rummy.dealer import new_deck
from referee.engine.rummy.endings import end_hand
from referee.engine.rummy.holding import with_card, without, without_all
from referee.engine.rummy.judge import chosen_end, declaration, judge
from referee.engine.rummy.layoff import End, lay_off, normal
from referee.engine.rummy.melds import Meld
from referee.engine.rummy.settling import buy, draw_stock, pick, settle, take_discard
from referee.engine.rummy.state import Phase, State, TableMeld
from referee.engine.rummy.swap import at_once, freed_jokers, fresh_jokers, swap, swappable, taken_of, to_hand
from referee.engine.rummy.window import open_discard, say
from referee.engine.verdicts import IllegalAction


def play(state: State, seat: int | None, action: Action) -> State:
    """The game after the action of ``seat`` or (None) of the dealer.

    :raises IllegalAction: with the verdict, when the action is not allowed.
    """
    verdict = judge(state, seat, action)
    if not verdict.legal:
        raise IllegalAction(verdict)
    match action:
        case Shuffle(cards):
            return deal(state, cards)
        case Reshuffle(cards):
            return reshuffle(state, cards)
        case Pick(index) if state.claim is not None:
            return pick(state, state.claim, index)
        case Close() | Pass() if state.phase is Phase.REPLACE:
            return _asked(state, () if isinstance(action, Close) else state.asking[1:], state.fresh)
        case Close() if state.window is not None:
            return settle(state, state.window, closed=True)
        case DrawStock() | Take() | Buy() | Shanghai() | Pass() if state.window is not None and seat is not None:
            return settle(state, say(state.window, seat, action))
        case Withdraw() if state.window is not None and seat is not None:
            return settle(state, say(state.window, seat, Pass()))
        case DrawStock():
            return draw_stock(state)
        case Buy() if seat is not None and state.phase is Phase.PLAY:
            return buy(state, seat)
        case Take():
            return take_discard(state)
        case GoDown(melds):
            return _go_down(state, melds)
        case LayOff(card, meld, end):
            return _lay_off(state, card, meld, end)
        case Swap(card, meld) if state.phase is Phase.REPLACE and seat is not None:
            return _take_joker(state, seat, card, meld)
        case Swap(card, meld, to):
            return _swap(state, card, meld, to)
        case Discard(card, declare):
            return _discard(state, card, declare=declare)
        case Buy() | Shanghai() | Pass() | Withdraw() | Close() | Pick():
            raise AssertionError(f"expected {action} to be refused where nothing is open")
        case _:
            assert_never(action)


def _go_down(state: State, melds: Melds) -> State:
    seat = state.turn
    record = state.seats[seat]
    ruling = declaration(state.rules, state.asked(seat), len(state.seats), melds, record.hand, down=record.down)
    laid = state._replace(
        table=(*state.table, *(TableMeld(seat, meld) for meld in ruling.melds)),
        opened=True,
    )
    first = len(state.table)
    fresh = [(first + at, card) for at, meld in enumerate(ruling.melds) for card in fresh_jokers(state.rules, meld)]
    return _offered(_out_or_on(_leave_hand(laid, cards_in(melds), down=True)), tuple(fresh))


def _lay_off(state: State, card: Card, index: int, end: End | None) -> State:
    grown = normal(state.rules, lay_off(state.table[index].meld, card, end))
    laid = _out_or_on(_leave_hand(_with_meld(state, index, grown), (card,)))
    at = 0 if end == "low" else len(grown) - 1
    is_fresh = at_once(state.rules) and at in swappable(state.rules, grown)
    return _offered(laid, ((index, grown.stands_for(at)),)) if is_fresh else laid


def _offered(state: State, fresh: tuple[tuple[int, Card], ...]) -> State:
    """The state in which the others are asked, in the order of play, whether they take a joker laid just now."""
    if not fresh or state.phase is not Phase.PLAY:
        return state
    others = tuple((state.turn + away) % len(state.seats) for away in range(1, len(state.seats)))
    return _asked(state, others, fresh)


def _asked(state: State, asking: tuple[int, ...], fresh: tuple[tuple[int, Card], ...]) -> State:
    """The state with these seats still to be asked; the turn goes on where none is, or no joker is left."""
    if asking and fresh:
        return state._replace(phase=Phase.REPLACE, asking=asking, fresh=fresh)
    return state._replace(phase=Phase.PLAY, asking=(), fresh=())


def _take_joker(state: State, seat: int, card: Card, index: int) -> State:
    """The state after a seat that is not in turn has put its card in the place of a joker laid just now."""
    laid = state.table[index].meld
    taken = taken_of(state.fresh, index, laid, card)
    if taken is None:
        raise AssertionError(f"expected a judged swap, no joker laid just now stands for {card} in {laid}")
    record = state.seats[seat]
    hand, known = without(record.hand, card), without(record.known, card) if record.known else ()
    for joker in freed_jokers(state.rules, laid, card):
        hand, known = with_card(hand, joker), (*known, joker)
    swapped = _with_meld(state, index, swap(state.rules, laid, card, None))
    swapped = swapped._replace(seats=swapped.with_seat(seat, record._replace(hand=hand, known=known)), idle=0)
    rest = list(state.fresh)
    rest.remove(taken)
    return _asked(swapped, state.asking, tuple(rest))


def _swap(state: State, card: Card, index: int, to: End | None) -> State:
    laid = state.table[index].meld
    end = chosen_end(state.rules, laid, card, to)
    if end is None and not to_hand(state.rules):
        raise AssertionError(f"expected a judged swap, no end is open for {card} in {laid}")
    swapped = _leave_hand(_with_meld(state, index, swap(state.rules, laid, card, end)), (card,))
    for joker in freed_jokers(state.rules, laid, card):
        swapped = _to_hand(swapped, joker)
        if state.rules.joker_swap == "runs-to-play":
            swapped = swapped._replace(owed=swapped.owed + 1)
    return _out_or_on(swapped)


def _to_hand(state: State, card: Card) -> State:
    """The state after everybody has seen the card go to the hand of the seat in turn."""
    record = state.seats[state.turn]
    record = record._replace(hand=with_card(record.hand, card), known=(*record.known, card))
    return state._replace(seats=state.with_seat(state.turn, record))


def _leave_hand(state: State, cards: tuple[Card, ...], *, down: bool = False) -> State:
    """The state after the cards have gone from the hand of the seat in turn to the table."""
    record = state.seats[state.turn]
    record = record._replace(
        hand=without_all(record.hand, cards),
        known=without_all(record.known, cards) if record.known else (),
        down=record.down or down,
    )
    wild = state.wild or any(map(state.rules.is_wild, cards))
    owed = max(0, state.owed - sum(map(state.rules.is_wild, cards))) if state.owed else 0
    return state._replace(seats=state.with_seat(state.turn, record), wild=wild, idle=0, owed=owed)


def _with_meld(state: State, index: int, meld: Meld) -> State:
    laid = state.table[index]._replace(meld=meld)
    return state._replace(table=(*state.table[:index], laid, *state.table[index + 1 :]))


def _out_or_on(state: State) -> State:
    """The end of the hand when the seat in turn has no card left, else the turn as it is (Rule 4.4)."""
    return state if state.seats[state.turn].hand else end_hand(state, state.turn)


def _discard(state: State, card: Card, *, declare: bool) -> State:
    seat = state.turn
    record = state.seats[seat]
    record = record._replace(
        hand=without(record.hand, card),
        known=without(record.known, card) if record.known else (),
        discards=(*record.discards, card),
    )
    seats, pile = state.with_seat(seat, record), (*state.pile, card)
    if not record.hand or _stands_still(state):
        return end_hand(state._replace(seats=seats, pile=pile), None if record.hand else seat)
    turned = state._replace(
        seats=seats,
        pile=pile,
        turn=state.after(seat),
        opened=False,
        wild=False,
        top="protected" if declare else "open",
        phase=Phase.DRAW,
        taken=None,
        owed=0,
    )
    return open_discard(turned, seat)


def _stands_still(state: State) -> bool:
    """Whether discards have gone round for so long that the hand has to end unwon, or it might never end.

    As many turns in a row as there are cards in the game brought no card out of the stock and none to the table.
    """
    return state.idle > 0 and state.idle >= len(new_deck(state.rules, len(state.seats)))
