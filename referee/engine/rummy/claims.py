"""Who gets a discard: takes, buys and Shanghai calls against each other (Rule 7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, assert_never

from referee.engine.rummy.cards import Card
from referee.engine.rummy.layoff import fits_table
from referee.engine.rummy.melds import Meld
from referee.engine.rummy.rules import RuleSet
from referee.engine.verdicts import Breach, Verdict, breach

type How = Literal["take", "buy", "shanghai"]


class Call(NamedTuple):
    """One seat's call for the discard."""

    seat: int
    how: How


@dataclass(frozen=True, slots=True)
class ClaimWindow:
    """A discard that may be claimed and all that decides who gets it.

    ``turn`` is the seat in turn, ``discarder`` None for the first upcard. ``buys`` are those used, by seat. ``stock``
    and ``discards`` count cards, the claimed one included; ``discards`` is 1 where the pile may not be recycled again.
    """

    rules: RuleSet
    hand: int
    players: int
    turn: int
    discarder: int | None
    card: Card
    down: frozenset[int]
    buys: tuple[int, ...]
    declared: bool
    table: tuple[Meld, ...]
    stock: int
    discards: int

    def turns_away(self, seat: int) -> int:
        """How many turns until the seat's: 0 for the seat in turn."""
        return (seat - self.turn) % self.players


@dataclass(frozen=True, slots=True)
class Resolution:
    """Who got the card, how, and at what cost; every call that got nothing with its code.

    ``cost`` counts the stock cards that the winner draws besides the card. ``then`` is what the seat in turn may draw.
    """

    who: int | None
    how: Literal["take", "buy", "shanghai", "none"]
    cost: int
    refused: tuple[tuple[int, str], ...]
    then: Literal["stock", "stock-or-discard"] | None


def judge_call(window: ClaimWindow, seat: int, how: How) -> Verdict:
    """Whether the call could win the card if nobody else called, with every breach."""
    match how:
        case "take":
            return Verdict(tuple(_judge_take(window, seat)))
        case "buy":
            return Verdict(tuple(_judge_buy(window, seat)))
        case "shanghai":
            return Verdict(tuple(_judge_shanghai(window, seat)))
        case _:
            assert_never(how)


def _judge_take(window: ClaimWindow, seat: int) -> list[Breach]:
    breaches = []
    if seat != window.turn:
        breaches.append(breach("turn.not-yours"))
    if window.declared:
        breaches.append(breach("turn.protected", cards=[window.card]))
    if seat in window.down and not window.rules.down_may_take:
        breaches.append(breach("turn.stock-only"))
    return breaches


def _judge_buy(window: ClaimWindow, seat: int) -> list[Breach]:
    rules = window.rules
    limit = rules.buys_in(window.hand)
    if limit == 0 or (window.discarder is None and not rules.upcard_buyable):
        return [breach("buy.off")]
    breaches = []
    if seat == window.discarder and not rules.own_discard_buyable:
        breaches.append(breach("buy.own-discard"))
    if seat == window.turn:
        breaches.append(breach("buy.in-turn"))
    if window.declared:
        breaches.append(breach("buy.protected", cards=[window.card]))
    if seat in window.down and not rules.down_may_buy:
        breaches.append(breach("buy.down"))
    if limit is not None and window.buys[seat] >= limit:
        breaches.append(breach("buy.limit", values={"limit": limit}))
    # The discards under the claimed card are shuffled into a new stock before a buy is called short.
    payable = window.stock + (max(0, window.discards - 1) if rules.max_reshuffles else 0)
    if payable < rules.price:
        breaches.append(breach("buy.stock-short", values={"stock": payable, "price": rules.price}))
    return breaches


def can_be_called(rules: RuleSet, hand: int, table: tuple[Meld, ...], card: Card) -> bool:
    """Whether the card fits a meld on the table; where all cards go down at once there is none before the end."""
    return not rules.is_all_cards(hand) and fits_table(rules, table, card)


def _judge_shanghai(window: ClaimWindow, seat: int) -> list[Breach]:
    if not window.rules.shanghai_call:
        return [breach("shanghai.off")]
    breaches = []
    if seat == window.discarder:
        breaches.append(breach("shanghai.own-discard"))
    if window.declared:
        breaches.append(breach("shanghai.declared", cards=[window.card]))
    if window.discarder is None or not can_be_called(window.rules, window.hand, window.table, window.card):
        breaches.append(breach("shanghai.no-fit", cards=[window.card]))
    return breaches


def rank(window: ClaimWindow, call: Call) -> tuple[int, int]:
    """How early the call comes among others: the lowest wins, and of equals the one that was made first."""
    away = window.turns_away(call.seat)
    match call.how:
        case "shanghai":
            return (0, away)
        case "take":
            held_back = call.seat in window.down and not window.rules.down_blocks
            return (3 if held_back else 1, 0)
        case "buy":
            return (2, away if window.rules.call_order == "turn" else 0)
        case _:
            assert_never(call.how)


_OUTRANKED: dict[How, str] = {"take": "turn.outranked", "buy": "buy.outranked", "shanghai": "shanghai.outranked"}


def resolve(window: ClaimWindow, calls: Sequence[Call]) -> Resolution:
    """Who gets the card when all who want it have called; silence counts as a pass, a repeated call as one.

    The calls come in the order in which they were made, which counts where the first caller is served. A seat that
    calls in several ways has the code of the first of its calls that got nothing.
    """
    verdicts = {call: judge_call(window, call.seat, call.how) for call in dict.fromkeys(calls)}
    good = [call for call, verdict in verdicts.items() if verdict.legal]
    winner = min(good, key=lambda call: rank(window, call), default=None)
    refused: dict[int, str] = {}
    for call, verdict in verdicts.items():
        if call != winner:
            refused.setdefault(call.seat, _OUTRANKED[call.how] if verdict.legal else verdict.codes[0])
    if winner is None:
        closed = window.declared or (window.turn in window.down and not window.rules.down_may_take)
        return Resolution(None, "none", 0, tuple(refused.items()), "stock" if closed else "stock-or-discard")
    cost = window.rules.price if winner.how == "buy" else 0
    return Resolution(winner.seat, winner.how, cost, tuple(refused.items()), None if winner.how == "take" else "stock")
