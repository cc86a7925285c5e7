"""What a move of rummy brought about, as everybody at the table sees it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeGuard, assert_never

from referee.engine.rummy.actions import (
    Action,
    Buy,
    Close,
    Discard,
    DrawStock,
    GoDown,
    LayOff,
    Pass,
    Pick,
    Reshuffle,
    Shanghai,
    Shuffle,
    Swap,
    Take,
    Withdraw,
)
from referee.engine.rummy.state import Phase, State, winners
from referee.engine.rummy.window import how_of, say
from referee.tables.games.protocol import Event


def happened(before: State, seat: int | None, action: Action, after: State) -> Iterator[Event]:
    """The events of one move in the order in which they are told; nothing that a seat alone may know."""
    yield from _done(before, seat, action, after)
    yield from _settled(before, seat, action, after)
    if len(after.scores) > len(before.scores):
        yield from _ended(after)


def _done(before: State, seat: int | None, action: Action, after: State) -> Iterator[Event]:
    """What was done, without what followed from it."""
    match action:
        case Shuffle():
            yield Event("dealt", after.dealer, number=after.hand, cards=after.pile[-1:])
            if after.phase is Phase.DRAW:
                yield Event("turn", after.turn)
        case Reshuffle():
            yield Event("reshuffled")
        case GoDown() if seat is not None:
            # The hand may have ended with it: the melds lie on the table all the same.
            for laid in after.table[len(before.table) :]:
                yield Event("down", seat, melds=(laid.meld,))
        case LayOff(card, meld) | Swap(card, meld):
            kind = "laid" if isinstance(action, LayOff) else "swapped"
            yield Event(kind, seat, other=before.table[meld].owner, cards=(card,), melds=(after.table[meld].meld,))
        case Discard(card, declare):
            yield Event("declared" if declare else "discarded", seat, cards=(card,))
        case Buy() | Shanghai() if before.window is not None and after.window is not None:
            yield Event("asked", seat, cards=before.pile[-1:])
        case Withdraw():
            yield Event("withdrew", seat)
        case Pick() if before.claim is not None:
            yield Event("picked", before.claim.caller, other=before.claim.discarder)
        case Buy() | Shanghai() | Pick() | Close() | Pass() | Take() | DrawStock() | GoDown():
            pass
        case _:
            assert_never(action)


def _settled(before: State, seat: int | None, action: Action, after: State) -> Iterator[Event]:
    """Who got the open discard, and who drew."""
    if isinstance(action, Shuffle):
        return
    card = before.pile[-1:]
    for buyer, (old, new) in enumerate(zip(before.seats, after.seats, strict=True)):
        if new.buys > old.buys:
            yield Event("bought", buyer, cards=card, number=after.rules.price)
    if after.claim is not None and before.claim is None:
        index = after.claim.call.meld
        laid = after.table[index]
        yield Event("shanghai", after.claim.caller, other=laid.owner, cards=card, melds=(laid.meld,))
    bought = any(new.buys > old.buys for old, new in zip(before.seats, after.seats, strict=True))
    discarder = _took_back(before, after)
    if discarder is not None:
        yield Event("took-back", discarder, cards=card, number=len(before.stock) - len(after.stock))
        bought = True
    if after.phase is Phase.PLAY and before.phase not in (Phase.PLAY, Phase.REPLACE):
        took = len(after.pile) < len(before.pile) and not bought and before.claim is None
        yield Event("took", after.turn, cards=card) if took else Event("drew", after.turn)
    elif after.phase is Phase.DRAW and before.phase is Phase.CLAIM and not bought:
        yield Event("unclaimed", after.turn, cards=card)
    yield from _unserved(before, action, seat, after)


def _took_back(before: State, after: State) -> int | None:
    """Who had to take the open discard back after a Shanghai call."""
    discarder = before.window.discarder if before.window is not None else None
    if discarder is None or len(after.seats[discarder].discards) >= len(before.seats[discarder].discards):
        return None
    return discarder


def _unserved(before: State, action: Action, seat: int | None, after: State) -> Iterator[Event]:
    """Who asked for the open discard and did not get it, each with who did and why that one comes first."""
    if before.window is None or after.window is not None:
        return
    settled = say(before.window, seat, action) if seat is not None and _is_call(action) else before.window
    words = settled.words
    callers = [caller for caller, word in enumerate(words) if how_of(word) is not None]
    if after.claim is not None:
        winner, why = after.claim.caller, "shanghai-first"
    elif after.phase is Phase.PLAY and isinstance(words[before.turn], Take):
        winner, why = before.turn, "in-turn"
    elif _took_back(before, after) is not None and settled.best is not None:
        winner, why = settled.best[1], "shanghai-first"
    else:
        bought = [n for n in callers if after.seats[n].buys > before.seats[n].buys]
        if not bought:
            return
        winner, why = bought[0], "nearer"
    for caller in callers:
        if caller != winner:
            yield Event(why, caller, other=winner, cards=before.pile[-1:])


def _is_call(action: Action) -> TypeGuard[Take | Buy | Shanghai]:
    return isinstance(action, Take | Buy | Shanghai)


def _ended(after: State) -> Iterator[Event]:
    score = after.scores[-1]
    yield Event("out" if score.winner is not None else "unwon", score.winner, number=score.hand)
    for seat, points in enumerate(score.points):
        yield Event("scored", seat, number=points)
    if after.is_over:
        for seat in winners(after):
            yield Event("won", seat, number=after.totals[seat])
