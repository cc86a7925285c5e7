"""Every action that a seat may do now.

Going down is listed once for every way to choose the contract's melds, each wild card in a fixed place. Melds have the
contract's sizes: longer ones are the same as laying off right afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from referee.engine.rummy.actions import (
    Buy,
    Discard,
    DrawStock,
    GoDown,
    LayOff,
    Pass,
    PlayerAction,
    Shanghai,
    Swap,
    Take,
    Withdraw,
)
from referee.engine.rummy.cards import Card
from referee.engine.rummy.claims import ClaimWindow, judge_call
from referee.engine.rummy.discarding import judge_discard
from referee.engine.rummy.holding import Hand, without, without_all
from referee.engine.rummy.lastcard import after_layoff, after_swap, last_card, owes_joker
from referee.engine.rummy.layoff import End, fits_table, open_ends
from referee.engine.rummy.melds import Meld, laid_cards
from referee.engine.rummy.seatview import SeatView, view_for
from referee.engine.rummy.state import Phase, State
from referee.engine.rummy.swap import freed_jokers, is_stuck, may_swap, swap_choices, taken_of
from referee.engine.rummy.ways import some_ways, ways
from referee.engine.rummy.window import how_of

MOST_WAYS = 200
"""How many ways of going down are listed; hands with several jokers have thousands that differ in nothing."""


def legal_actions(state: State, seat: int, *, most_ways: int | None = MOST_WAYS) -> Iterator[PlayerAction]:
    """The seat's legal actions, each once; none when it has nothing to do.

    ``most_ways`` bounds the ways of going down, and the search for them; None lists all. Cards are listed once a face.
    """
    return legal_in(view_for(state, seat), most_ways=most_ways)


def legal_in(view: SeatView, *, most_ways: int | None = MOST_WAYS) -> Iterator[PlayerAction]:
    """The legal actions of the seat whose view it is."""
    match view.phase:
        case Phase.CLAIM:
            yield from _claims(view)
        case Phase.DRAW if view.is_my_turn:
            yield DrawStock()
            if may_take(view):
                yield Take()
        case Phase.REPLACE if view.seat in view.asking[:1]:
            yield Pass()
            yield from taking_joker(view)
        case Phase.PLAY if not view.is_my_turn:
            if may_buy_late(view):
                yield Buy()
        case Phase.PLAY:
            found = ways if most_ways is None else some_ways
            yield from islice(_going_down(view, found(view.rules, view.hand, view.own)), most_ways)
            yield from laying(view)
            yield from _discards(view)
        case _:
            return


def taking_joker(view: SeatView) -> Iterator[Swap]:
    """Every way in which the seat that is asked may take a joker laid just now."""
    melds = melds_of(view)
    for card in dict.fromkeys(view.own):
        for index in dict.fromkeys(index for index, _ in view.fresh):
            joker = taken_of(view.fresh, index, melds[index], card)
            if joker is not None and None in swap_choices(view.rules, melds[index], card):
                yield Swap(card, index)


def _claims(view: SeatView) -> Iterator[PlayerAction]:
    me = view.me
    if me.word is None and me.options:
        yield Pass()
        for option in me.options:
            match option.how:
                case "take":
                    yield Take()
                case "buy":
                    yield Buy()
                case "shanghai":
                    for index, laid in enumerate(view.table):
                        for end in open_ends(view.rules, laid.meld, view.pile[-1]):
                            yield Shanghai(index, end)
    if view.is_my_turn and me.word in (None, Pass()):
        yield DrawStock()
    if how_of(me.word) is not None and not view.rules.binding_calls:
        yield Withdraw()


def may_take(view: SeatView) -> bool:
    """Whether the rules let the seat in turn take the top discard."""
    return view.top == "open" and (view.rules.down_may_take or not view.me.down)


def may_buy_late(view: SeatView) -> bool:
    """Whether the seat may still buy the discard that the player in turn has left, where the rules let it till then."""
    rules = view.rules
    if rules.claims_until != "discard" or view.top != "open" or view.phase is not Phase.PLAY or view.seat is None:
        return False
    before = (view.turn - 1) % view.players
    window = ClaimWindow(
        rules=rules,
        hand=view.hand,
        players=view.players,
        turn=view.turn,
        discarder=before if view.seats[before].discards else None,
        card=view.pile[-1],
        down=frozenset(seat for seat, seen in enumerate(view.seats) if seen.down),
        buys=tuple(seen.buys for seen in view.seats),
        declared=False,
        table=(),
        stock=view.stock,
        discards=1,
    )
    return judge_call(window, view.seat, "buy").legal


def _going_down(view: SeatView, found: Iterator[tuple[Meld, ...]]) -> Iterator[GoDown]:
    if view.me.down:
        return
    for melds in found:
        left = without_all(view.own, (card for meld in melds for card in meld.cards))
        if view.rules.is_all_cards(view.hand) or may_leave(view, left, (*melds_of(view), *melds), same_turn=True):
            yield GoDown(tuple(laid_cards(meld) for meld in melds))


def laying(view: SeatView) -> Iterator[LayOff | Swap]:
    """Every lay-off and swap that the seat in turn may do after the draw."""
    rules, down = view.rules, view.me.down
    swaps = may_swap(rules, down=down, same_turn=view.opened)
    lays = down and (rules.layoff_same_turn or not view.opened)
    if not lays and not swaps:
        return
    melds = melds_of(view)
    for card in dict.fromkeys(view.own):
        for index, meld in enumerate(melds):
            if lays:
                for end in open_ends(rules, meld, card):
                    if _may_lay_off(view, melds, card, index, end):
                        yield LayOff(card, index, end)
            if swaps:
                for to in swap_choices(rules, meld, card):
                    if _may_swap(view, melds, card, index, to):
                        yield Swap(card, index, to)


def _may_lay_off(view: SeatView, melds: tuple[Meld, ...], card: Card, index: int, end: End | None) -> bool:
    """Whether the rule on the last card lets a card be laid where it fits."""
    if len(view.own) > MANY:
        return True
    grown = after_layoff(view.rules, melds, index, card, end)
    return may_leave(view, without(view.own, card), grown, same_turn=view.opened)


def _may_swap(view: SeatView, melds: tuple[Meld, ...], card: Card, index: int, to: End | None) -> bool:
    """Whether the joker that a swap frees can be laid where it has to be, and the last card be left."""
    rules = view.rules
    if len(view.own) > MANY and rules.joker_swap != "runs-to-play":
        return True
    grown = after_swap(rules, melds, index, card, to)
    freed = freed_jokers(rules, melds[index], card)
    if is_stuck(rules, grown, freed):
        return False
    left = (*without(view.own, card), *freed)
    return may_leave(view, left, grown, same_turn=view.opened, down=view.me.down)


MANY = 2
"""Of more cards than these one can always be laid: what is left is not the last card."""


def may_leave(view: SeatView, left: Hand, table: tuple[Meld, ...], *, same_turn: bool, down: bool = True) -> bool:
    """Whether the rule on the last card lets so many cards be laid."""
    return len(left) > 1 or not any(last_card(view.rules, left, table, same_turn=same_turn, down=down))


def _discards(view: SeatView) -> Iterator[Discard]:
    rules = view.rules
    table = melds_of(view)
    if owes_joker(rules, view.owed, view.own, table):
        return
    for card in dict.fromkeys(view.own):
        if judge_discard(rules, view.hand, card, held=view.own, declared=False, table=table, taken=view.taken).legal:
            yield Discard(card)
            if rules.shanghai_call and fits_table(rules, table, card):
                yield Discard(card, declare=True)


def melds_of(view: SeatView) -> tuple[Meld, ...]:
    """The melds on the table."""
    return tuple(laid.meld for laid in view.table)
