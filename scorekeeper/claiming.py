"""Who gets this card? Asked at the table with the seats, the deal and the buys of the sheet already known.

Knows the cases that need no cards on view; melds on the table and Shanghai calls are for the referee's desk.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from referee.engine import rulebook
from referee.engine.rummy.cards import JOKER, Card, format_card
from referee.engine.rummy.claims import Call, ClaimWindow, How, Resolution, resolve
from referee.engine.rummy.rules import RuleSet
from referee.engine.verdicts import Breach
from scorekeeper.books import Book
from scorekeeper.sheets import Player

NOBODY = "nobody"
"""Who discarded the card that was turned up at the start."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat in the form, with what was ticked for it."""

    player: str
    number: int
    name: str
    discards: bool
    wants: bool
    is_down: bool
    buys: int


@dataclass(frozen=True, slots=True)
class Answer:
    """Who gets it and why; ``buyer`` is the player whose buy is to be counted, empty for none."""

    title: str
    said: tuple[str, ...]
    buyer: str
    name: str


@dataclass(frozen=True, slots=True)
class Claim:
    """The question as far as it was filled in: ``discarder`` is a player's id, or nobody's."""

    seats: tuple[Seat, ...]
    discarder: str
    is_joker: bool
    is_rook: bool
    answer: Answer | None
    desk_query: str


def read_claim(book: Book, fields: Mapping[str, str]) -> Claim | None:
    """The question that a form's fields ask, answered as soon as somebody wants the card; None: a game without buys."""
    rules, standings = book.game.rules, book.standings
    hand = min(standings.current or standings.hands, rules.hands) if rules else 0
    playing = standings.playing(hand)
    if rules is None or not playing:
        return None
    discarder = fields.get("discarder", "")
    seats = tuple(_seat(book, player, hand, fields) for player in playing)
    is_joker = "joker" in fields
    wanted = [index for index, seat in enumerate(seats) if seat.wants]
    known = discarder == NOBODY or any(seat.discards for seat in seats)
    answer = _answer(book, rules, hand, seats, is_joker=is_joker) if wanted and known else None
    query = {"hand": hand, "players": len(seats)} | {f"buys{index}": seat.buys for index, seat in enumerate(seats)}
    return Claim(seats, discarder, is_joker, rules.deck == "rook", answer, urlencode(query))


def _seat(book: Book, player: Player, hand: int, fields: Mapping[str, str]) -> Seat:
    number = book.ledger.number(player.id)
    return Seat(
        player=player.id,
        number=number,
        name=book.standings.names[player.id],
        discards=fields.get("discarder") == player.id,
        wants=f"wants{number}" in fields,
        is_down=f"down{number}" in fields,
        buys=book.ledger.bought(player.id, hand),
    )


def _answer(book: Book, rules: RuleSet, hand: int, seats: tuple[Seat, ...], *, is_joker: bool) -> Answer:
    discarder = next((index for index, seat in enumerate(seats) if seat.discards), None)
    turn = _first_turn(book, hand, seats) if discarder is None else (discarder + 1) % len(seats)
    window = ClaimWindow(
        rules=rules,
        hand=hand,
        players=len(seats),
        turn=turn,
        discarder=discarder,
        card=JOKER if is_joker else Card(5, next(iter(rules.pack.faces)).suit),
        down=frozenset(index for index, seat in enumerate(seats) if seat.is_down),
        buys=tuple(seat.buys for seat in seats),
        declared=False,
        table=(),
        stock=1000,
        discards=1,
    )
    calls = [Call(index, _how(index, turn)) for index, seat in enumerate(seats) if seat.wants]
    return _told(resolve(window, calls), seats)


def _first_turn(book: Book, hand: int, seats: tuple[Seat, ...]) -> int:
    """The seat behind the dealer's, who may have the card that was turned up."""
    dealer = book.standings.dealer(hand)
    return (next((index for index, seat in enumerate(seats) if seat.player == dealer), -1) + 1) % len(seats)


def _how(index: int, turn: int) -> How:
    return "take" if index == turn else "buy"


def _told(result: Resolution, seats: tuple[Seat, ...]) -> Answer:
    refused = tuple(f"{seats[seat].name}: {_sentence(code)}" for seat, code in result.refused)
    if result.who is None:
        return Answer(_("Nobody gets it"), refused, "", "")
    seat = seats[result.who]
    title = _("%(name)s gets it") % {"name": seat.name}
    if result.how == "take":
        return Answer(title, (_("It is the draw of the turn."), *refused), "", seat.name)
    text = ngettext(
        "It is a buy: the card and one card from the stock.",
        "It is a buy: the card and %(count)s cards from the stock.",
        result.cost,
    )
    return Answer(title, (text % {"count": result.cost}, *refused), seat.player, seat.name)


def _sentence(code: str) -> str:
    return rulebook.sentence(Breach(code), format_card, _)
