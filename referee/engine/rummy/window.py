"""The open discard: who may claim it, who is waited for, and who gets it (Rule 7).

A seat says one thing and can only take it back. The window is settled as soon as nobody who is silent could outrank
the best call; the dealer's ``Close`` counts the silent as passed. The seat in turn is not waited for once all others
have passed: it draws, and may still take the discard.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Protocol

from referee.engine.rummy.actions import Buy, DrawStock, Pass, Shanghai, Take, Word
from referee.engine.rummy.cards import JOKER
from referee.engine.rummy.claims import Call, ClaimWindow, How, judge_call, rank
from referee.engine.rummy.layoff import fits_table
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.state import Option, Phase, Rank, State, Window

_HOWS: dict[type, How] = {Take: "take", Buy: "buy", Shanghai: "shanghai"}


def how_of(word: Word | None) -> How | None:
    """What the word calls; None for silence, a pass and the wish to draw from the stock."""
    return _HOWS.get(type(word))


def claim_window(state: State, discarder: int | None) -> ClaimWindow:
    """All that decides who gets the top discard."""
    return ClaimWindow(
        rules=state.rules,
        hand=state.hand,
        players=len(state.seats),
        turn=state.turn,
        discarder=discarder,
        card=state.pile[-1],
        down=frozenset(seat for seat, record in enumerate(state.seats) if record.down),
        buys=tuple(record.buys for record in state.seats),
        declared=state.top == "protected",
        table=tuple(laid.meld for laid in state.table),
        stock=len(state.stock),
        discards=len(state.pile) if state.reshuffles < state.rules.max_reshuffles else 1,
    )


def late_window(state: State) -> ClaimWindow:
    """The same after the player in turn has drawn from the stock: no discard is shuffled to pay for a late buy."""
    return replace(claim_window(state, discarder_of(state)), discards=1)


def discarder_of(state: State) -> int | None:
    """Who discarded the top card before this turn; None: it is the upcard."""
    before = (state.turn - 1) % len(state.seats)
    return before if state.seats[before].discards else None


def offer(state: State, discarder: int | None) -> Window:
    """The open discard before anybody has spoken."""
    rules = state.rules
    # The card and the table are the same for all: what the seat in turn may call, all but the discarder may. Most cards
    # fit nowhere, and then there is nothing to judge.
    fits = discarder is not None and rules.shanghai_call and _fits(state)
    shanghai = fits and judge_call(claim_window(state, discarder), state.turn, "shanghai").legal
    # Of buys and stock only counts whether there is one left and it can pay: few windows differ, most are found ready.
    limit = rules.buys_in(state.hand)
    recycled = len(state.pile) if state.reshuffles < rules.max_reshuffles else 1
    options = _all_options(
        rules,
        state.hand,
        state.turn,
        discarder,
        tuple([(record.down, limit is not None and record.buys >= limit) for record in state.seats]),
        min(len(state.stock), rules.price),
        min(recycled, rules.price + 1),
        shanghai=shanghai,
    )
    return Window(discarder, options, (None,) * len(state.seats))


def _fits(state: State) -> bool:
    """Whether the top discard could be laid off right now."""
    return bool(state.table) and fits_table(state.rules, tuple([laid.meld for laid in state.table]), state.pile[-1])


@lru_cache(maxsize=1 << 14)
def _all_options(
    rules: RuleSet,
    hand: int,
    turn: int,
    discarder: int | None,
    seats: tuple[tuple[bool, bool], ...],
    stock: int,
    discards: int,
    *,
    shanghai: bool,
) -> tuple[tuple[Option, ...], ...]:
    """What each seat, down or not and with all its buys made or not, may call for a card that is not declared.

    ``shanghai``: it fits the table.
    """
    limit = rules.buys_in(hand) or 0
    window = ClaimWindow(
        rules=rules,
        hand=hand,
        players=len(seats),
        turn=turn,
        discarder=discarder,
        card=JOKER,  # which card it is matters for Shanghai only, and that is known
        down=frozenset(seat for seat, (down, _) in enumerate(seats) if down),
        buys=tuple(limit if spent else 0 for _, spent in seats),
        declared=False,
        table=(),
        stock=stock,
        discards=discards,
    )
    return tuple(_options(window, seat, shanghai=shanghai) for seat in range(len(seats)))


def open_discard(state: State, discarder: int | None) -> State:
    """The state in which the top discard waits for its claims; the draw where it is only for the seat in turn."""
    if state.top == "protected":
        return state._replace(phase=Phase.DRAW, window=None)
    window = offer(state, discarder)
    others = sum(map(bool, window.options)) - bool(window.options[state.turn])
    if not others and _only_takes(window, state.turn):
        return state._replace(phase=Phase.DRAW, window=None)
    return state._replace(phase=Phase.CLAIM, window=window)


def _options(window: ClaimWindow, seat: int, *, shanghai: bool) -> tuple[Option, ...]:
    """The calls of one seat, the one that comes first among all calls first."""
    hows: list[How] = []
    if shanghai and seat != window.discarder:
        hows.append("shanghai")
    if seat == window.turn:
        if judge_call(window, seat, "take").legal:
            hows.append("take")
    elif judge_call(window, seat, "buy").legal:
        hows.append("buy")
    return tuple(Option(how, rank(window, Call(seat, how))) for how in hows)


def _best_call(window: Window, speaker: int, words: tuple[Word | None, ...]) -> tuple[Rank, int] | None:
    """Rank and seat of the call that gets the card when the speaker has said the last of these words; None: nobody's.

    Of calls with one rank, possible where the first caller is served, the one stays that was the best before.
    """
    best = window.best
    if best is not None and best[1] == speaker:
        best = None
    elif how_of(words[speaker]) is None:
        return best  # a pass of somebody who was not served anyway
    for seat, word in enumerate(words):
        how = how_of(word)
        if how is not None:
            for option in window.options[seat]:
                if option.how == how and (best is None or option.rank < best[0]):
                    best = (option.rank, seat)
    return best


def awaited(window: Window, turn: int) -> tuple[int, ...]:
    """The silent seats whose word can still change who gets the card."""
    silent = [seat for seat, word in enumerate(window.words) if word is None and window.options[seat]]
    if window.best is not None:
        # The first option of a seat is its best.
        best, _ = window.best
        return tuple([seat for seat in silent if window.options[seat][0].rank < best])
    return () if silent == [turn] and _only_takes(window, turn) else tuple(silent)


def _only_takes(window: Window, turn: int) -> bool:
    """Whether the seat in turn has no call left that it could not make as its draw as well."""
    options = window.options[turn]
    return not options or (len(options) == 1 and options[0].how == "take")


class Course(Protocol):
    """A game as far as it tells whose turn it is: a state, or the view of a seat."""

    @property
    def phase(self) -> Phase: ...
    @property
    def turn(self) -> int: ...
    @property
    def window(self) -> Window | None: ...
    @property
    def asking(self) -> tuple[int, ...]: ...


def waiting(state: Course) -> tuple[int, ...]:
    """The seats whose action the game waits for; empty while it waits for the dealer, and at its end."""
    match state.phase:
        case Phase.CLAIM if state.window is not None:
            return awaited(state.window, state.turn)
        case Phase.REPLACE:
            return state.asking[:1]
        case Phase.DRAW | Phase.PLAY:
            return (state.turn,)
        case _:
            return ()


def say(window: Window, seat: int, word: Word) -> Window:
    """The window with the seat's word."""
    words = (*window.words[:seat], word, *window.words[seat + 1 :])
    return Window(window.discarder, window.options, words, _best_call(window, seat, words))


def may_speak(window: Window, seat: int) -> bool:
    """Whether the seat may still say something: it could claim the card and has been silent."""
    return window.words[seat] is None and bool(window.options[seat])


def may_call(window: Window, seat: int, how: How) -> bool:
    """Whether the seat may still make this call; what it may call was judged when the discard was opened."""
    return window.words[seat] is None and any(option.how == how for option in window.options[seat])


def may_withdraw(window: Window, seat: int) -> bool:
    """Whether the seat has a call to take back."""
    return how_of(window.words[seat]) is not None


def may_draw(window: Window, turn: int) -> bool:
    """Whether the seat in turn may settle for the stock: it has called nothing, or has passed."""
    word = window.words[turn]
    return word is None or word == Pass()


def wants_stock(window: Window, turn: int) -> bool:
    """Whether the seat in turn has said that it draws from the stock."""
    return isinstance(window.words[turn], DrawStock)
