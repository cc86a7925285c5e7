"""Whether an action is allowed, and every reason why not.

Pure and total: any state, any seat, any action gives a verdict. Looks at the seat's own cards and at what lies open,
never at anything else, so that a refusal tells nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import assert_never

from referee.engine.rummy.actions import (
    Action,
    Buy,
    Close,
    DealerAction,
    Discard,
    DrawStock,
    GoDown,
    LayOff,
    Melds,
    Pass,
    Pick,
    PlayerAction,
    Reshuffle,
    Shanghai,
    Shuffle,
    Swap,
    Take,
    Withdraw,
    cards_in,
)
from referee.engine.rummy.cards import Card, Pack
from referee.engine.rummy.claims import judge_call
from referee.engine.rummy.dealer import new_deck
from referee.engine.rummy.discarding import judge_discard
from referee.engine.rummy.going_down import Declaration, judge_contract
from referee.engine.rummy.holding import without, without_all
from referee.engine.rummy.lastcard import last_card, owes_joker
from referee.engine.rummy.layoff import End, judge_layoff, lay_off, normal, open_ends
from referee.engine.rummy.melds import Laid, Meld, Placed
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.state import Phase, State
from referee.engine.rummy.swap import at_once, freed_jokers, is_stuck, judge_swap, swap, swap_choices, taken_of, to_hand
from referee.engine.rummy.window import (
    claim_window,
    discarder_of,
    late_window,
    may_call,
    may_draw,
    may_speak,
    may_withdraw,
)
from referee.engine.verdicts import LEGAL, Breach, Verdict, breach


def judge(state: State, seat: int | None, action: Action) -> Verdict:
    """Every breach of the action, done by ``seat`` or (None) by the dealer; the one most easily mended first."""
    match action:
        case Shuffle() | Reshuffle() | Pick() | Close():
            breaches = tuple(_dealer(state, seat, action))
        case _:
            breaches = tuple(_player(state, seat, action))
    return Verdict(breaches) if breaches else LEGAL


# The dealer -------------------------------------------------------------------------------------------------------


def _dealer(state: State, seat: int | None, action: DealerAction) -> Iterator[Breach]:
    if seat is not None or state.phase not in _DEALS[type(action)]:
        yield breach("dealer.not-due")
        return
    match action:
        case Shuffle(cards):
            if sorted(cards) != sorted(new_deck(state.rules, len(state.seats))):
                yield breach("dealer.cards")
        case Reshuffle(cards):
            if sorted(cards) != sorted(state.pile[:-1]):
                yield breach("dealer.cards")
        case Pick(index):
            claim = state.claim
            if claim is None or not 0 <= index < len(state.seats[claim.discarder].hand):
                yield breach("dealer.cards")
        case Close():
            pass
        case _:
            assert_never(action)


_DEALS: dict[type, tuple[Phase, ...]] = {
    Shuffle: (Phase.SHUFFLE, Phase.SCORED),
    Reshuffle: (Phase.RESHUFFLE,),
    Pick: (Phase.PICK,),
    Close: (Phase.CLAIM, Phase.REPLACE),
}


# The players ------------------------------------------------------------------------------------------------------


def _player(state: State, seat: int | None, action: PlayerAction) -> Iterable[Breach]:
    if seat is None or not 0 <= seat < len(state.seats):
        return [breach("turn.not-yours")]
    if state.is_between:
        return [breach("hand.over")]
    match action:
        case Pass():
            return _pass(state, seat)
        case DrawStock():
            return _draw(state, seat)
        case Discard(card, declare):
            return _discard(state, seat, card, declare=declare)
        case Take():
            return _take(state, seat)
        case Buy():
            return _buy(state, seat)
        case Shanghai(meld, end):
            return _shanghai(state, seat, meld, end)
        case Withdraw():
            return _withdraw(state, seat)
        case GoDown(melds):
            return _go_down(state, seat, melds)
        case LayOff(card, meld, end):
            return _lay_off(state, seat, card, meld, end)
        case Swap(card, meld, to) if state.phase is Phase.REPLACE:
            return _take_joker(state, seat, card, meld, to)
        case Swap(card, meld, to):
            return _swap(state, seat, card, meld, to)
        case _:
            assert_never(action)


def _must_play(state: State, seat: int) -> Iterator[Breach]:
    """What all that is done after the draw has in common."""
    if seat != state.turn or state.phase is Phase.REPLACE:
        yield breach("turn.not-yours")
    elif state.phase is not Phase.PLAY:
        yield breach("turn.draw-first")


def _draw(state: State, seat: int) -> Iterator[Breach]:
    if seat != state.turn:
        yield breach("turn.not-yours")
    elif state.phase is Phase.PLAY or state.drawn:
        yield breach("turn.already-drew")
    elif state.phase is Phase.CLAIM and state.window is not None:
        if not may_draw(state.window, seat):
            yield breach("turn.already-drew")
    elif state.phase is not Phase.DRAW:
        yield breach("turn.not-yours")


def _withdraw(state: State, seat: int) -> Iterator[Breach]:
    if state.phase is not Phase.CLAIM or state.window is None or not may_withdraw(state.window, seat):
        yield breach("turn.not-yours")
    elif state.rules.binding_calls:
        yield breach("buy.binding")


def _take(state: State, seat: int) -> Iterator[Breach]:
    window = state.window
    if state.phase is Phase.CLAIM and window is not None:
        if may_call(window, seat, "take"):
            return
        yield from judge_call(claim_window(state, discarder_of(state)), seat, "take").breaches
        if seat == state.turn and not may_speak(window, seat):
            yield breach("turn.not-yours" if window.words[seat] == Pass() else "turn.already-drew")
        return
    yield from _draw(state, seat)
    if state.seats[seat].down and not state.rules.down_may_take:
        yield breach("turn.stock-only")
    if state.top == "dead":
        yield breach("turn.pile-dead")
    elif state.top == "protected":
        yield breach("turn.protected", cards=state.pile[-1:])


def _buy(state: State, seat: int) -> Iterator[Breach]:
    window = state.window
    if window is not None and state.phase is Phase.CLAIM and may_call(window, seat, "buy"):
        return
    lies_open = state.top == "open" and bool(state.pile)
    if state.phase is Phase.PLAY and lies_open and state.rules.claims_until == "discard":
        yield from judge_call(late_window(state), seat, "buy").breaches
    elif state.phase in (Phase.CLAIM, Phase.DRAW) and lies_open:
        found = judge_call(claim_window(state, discarder_of(state)), seat, "buy").breaches
        yield from found
        if not found and (window is None or not may_speak(window, seat)):
            yield breach("buy.closed")
    elif state.rules.buys_in(state.hand) == 0:
        yield breach("buy.off")
    else:
        yield breach({"open": "buy.closed", "dead": "buy.dead", "protected": "buy.protected"}[state.top])


def _shanghai(state: State, seat: int, meld: int, end: End | None) -> Iterator[Breach]:
    window = state.window
    if state.phase is Phase.CLAIM and window is not None:
        if not may_call(window, seat, "shanghai"):
            found = judge_call(claim_window(state, discarder_of(state)), seat, "shanghai").breaches
            yield from found or (breach("shanghai.closed"),)
            if found:
                return
        card = state.pile[-1]
        if not 0 <= meld < len(state.table) or end not in open_ends(state.rules, state.table[meld].meld, card):
            yield breach("shanghai.no-fit", at=meld, cards=[card])
    elif not state.rules.shanghai_call:
        yield breach("shanghai.off")
    else:
        yield breach("shanghai.declared" if state.top == "protected" else "shanghai.closed")


def _pass(state: State, seat: int) -> Iterator[Breach]:
    if state.phase is Phase.CLAIM and state.window is not None:
        if not may_speak(state.window, seat):
            yield breach("turn.not-yours")
    elif state.phase is Phase.REPLACE:
        if seat not in state.asking[:1]:
            yield breach("turn.not-yours")
    elif seat != state.turn or state.phase not in (Phase.DRAW, Phase.PLAY):
        yield breach("turn.not-yours")
    else:
        yield breach("turn.draw-first" if state.phase is Phase.DRAW else "turn.discard-first")


# Playing cards ----------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def declaration(
    rules: RuleSet, hand: int, players: int, melds: Melds, held: tuple[Card, ...], *, down: bool
) -> Declaration:
    """The ruling on going down, kept because playing a declaration asks for it right after judging it."""
    return judge_contract(rules, hand, melds, held=held, down=down, players=players)


def _go_down(state: State, seat: int, melds: Melds) -> Iterator[Breach]:
    yield from _must_play(state, seat)
    record = state.seats[seat]
    asked = state.asked(seat)
    strange = [laid for meld in melds for laid in meld if not _is_known(state.rules.pack, laid)]
    if strange:
        # Of a card that the pack does not have nothing more can be said.
        yield breach("card.not-held", cards=cards_in((tuple(strange),)))
        return
    ruling = declaration(state.rules, asked, len(state.seats), melds, record.hand, down=record.down)
    yield from ruling.verdict.breaches
    if ruling.verdict.legal and not state.rules.is_all_cards(asked):
        left = without_all(record.hand, cards_in(melds))
        table = (*(laid.meld for laid in state.table), *ruling.melds)
        yield from last_card(state.rules, left, table, same_turn=True)


def _is_known(pack: Pack, laid: Laid) -> bool:
    """Whether the pack has the card, and the one that it stands for; in a set that is a rank without a suit."""
    if not isinstance(laid, Placed):
        return pack.has(laid)
    rank, suit = laid.stands
    return pack.has(laid.card) and rank > 0 and pack.has(Card(rank, suit or pack.suits[0]))


def _lay_off(state: State, seat: int, card: Card, meld: int, end: End | None) -> Iterator[Breach]:
    yield from _must_play(state, seat)
    record = state.seats[seat]
    if card not in record.hand:
        yield breach("card.not-held", cards=[card])
    if not 0 <= meld < len(state.table):
        yield breach("layoff.no-fit", at=meld, cards=[card])
        return
    laid = state.table[meld].meld
    if laid.kind == "set" and end is not None:
        # A set has no ends: there is one way to write the action.
        yield breach("layoff.no-fit", at=meld, cards=[card])
    found = judge_layoff(state.rules, laid, card, end, down=record.down, same_turn=_same_turn(state, seat)).breaches
    yield from found
    if not found and state.rules.discard_to_go_out != "optional":
        grown = normal(state.rules, lay_off(laid, card, end))
        yield from last_card(
            state.rules, without(record.hand, card), _with_meld(state, meld, grown), same_turn=_same_turn(state, seat)
        )


def _swap(state: State, seat: int, card: Card, meld: int, to: End | None) -> Iterator[Breach]:
    yield from _must_play(state, seat)
    if at_once(state.rules):
        yield breach("swap.at-once")
    record = state.seats[seat]
    if card not in record.hand:
        yield breach("card.not-held", cards=[card])
    if state.rules.joker_swap != "none" and not 0 <= meld < len(state.table):
        yield breach("swap.not-run", at=meld)
        return
    laid = state.table[meld].meld if 0 <= meld < len(state.table) else _NO_MELD
    found = judge_swap(state.rules, laid, card, to, down=record.down, same_turn=_same_turn(state, seat)).breaches
    yield from found
    if found or card not in record.hand:
        return
    chosen = chosen_end(state.rules, laid, card, to)
    if chosen is None and not to_hand(state.rules):
        # Two open ends and none named: the choice is the player's.
        yield breach("swap.no-room", at=meld)
        return
    table = _with_meld(state, meld, swap(state.rules, laid, card, chosen))
    freed = freed_jokers(state.rules, laid, card)
    if is_stuck(state.rules, table, freed):
        yield breach("swap.no-room", at=meld)
    left = (*without(record.hand, card), *freed)
    yield from last_card(state.rules, left, table, same_turn=_same_turn(state, seat), down=record.down)


def _take_joker(state: State, seat: int, card: Card, meld: int, to: End | None) -> Iterator[Breach]:
    """What stands against taking a joker that somebody else has laid just now."""
    if seat not in state.asking[:1]:
        yield breach("turn.not-yours")
    record = state.seats[seat]
    if card not in record.hand:
        yield breach("card.not-held", cards=[card])
    if not 0 <= meld < len(state.table):
        yield breach("swap.not-run", at=meld)
        return
    laid = state.table[meld].meld
    found = judge_swap(state.rules, laid, card, to, down=record.down, same_turn=False).breaches
    yield from found
    if not found and (to is not None or taken_of(state.fresh, meld, laid, card) is None):
        yield breach("swap.no-room" if to is not None else "swap.at-once", at=meld)


_NO_MELD = Meld("run", (), suit="S", low=2)


def chosen_end(rules: RuleSet, meld: Meld, card: Card, to: End | None) -> End | None:
    """The end to which a swapped joker goes: the one named, or the only open one; None: to the hand, or not known."""
    if to_hand(rules):
        return None
    choices = swap_choices(rules, meld, card)
    return choices[0] if to is None and len(choices) == 1 else to


def _discard(state: State, seat: int, card: Card, *, declare: bool) -> Iterator[Breach]:
    yield from _must_play(state, seat)
    table = tuple([laid.meld for laid in state.table]) if declare or state.owed else ()
    held = state.seats[seat].hand
    taken = state.taken if seat == state.turn else None
    yield from judge_discard(
        state.rules, state.asked(seat), card, held=held, declared=declare, table=table, taken=taken
    ).breaches
    if owes_joker(state.rules, state.owed, held, table) and seat == state.turn:
        yield breach("discard.owed-joker")


def _same_turn(state: State, seat: int) -> bool:
    """Whether the seat went down in this very turn."""
    return state.opened and seat == state.turn


def _with_meld(state: State, index: int, meld: Meld) -> tuple[Meld, ...]:
    """The table's melds with one replaced."""
    return tuple(meld if place == index else laid.meld for place, laid in enumerate(state.table))
