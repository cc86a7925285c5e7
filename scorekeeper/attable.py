"""The hand that is being played, as one reads it from an arm away: contract, deal, buys, jokers, values."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from referee.engine.rummy.contracts import Contract, Slot
from referee.engine.rummy.rules import RuleSet
from scorekeeper.books import Book
from scorekeeper.grid import Own, hand_title, hue_of, letters_of, needs_text, own_contracts
from scorekeeper.wording import class_name, contract_text, meld_name, number_text


@dataclass(frozen=True, slots=True)
class Buyer:
    """A player of the hand with the buys used. ``may_buy`` and ``may_unbuy``: whether the buttons have work."""

    player: str
    number: int
    name: str
    letters: str
    hue: int
    used: int
    text: str
    may_buy: bool
    may_unbuy: bool


@dataclass(frozen=True, slots=True)
class TableHand:
    """``jokers``: how many a meld of the contract may hold, by kind of meld; ``values``: points by class of cards;
    ``has_buys``: whether there is a hand of the game in which cards are bought; ``own``: who is at which contract of
    their own."""

    hand: int
    title: str
    contract: str
    slots: tuple[tuple[str, int], ...]
    needs: str
    dealer: str
    own: tuple[Own, ...]
    jokers: tuple[tuple[str, str], ...]
    values: tuple[tuple[str, str], ...]
    buyers: tuple[Buyer, ...]
    has_buys: bool


def table_hand(book: Book) -> TableHand:
    """What the table needs to know now."""
    standings, rules = book.standings, book.game.rules
    hand = standings.current or standings.hands
    contract, dealer = book.game.contract(hand), standings.dealer(hand)
    return TableHand(
        hand=hand,
        title=hand_title(book, hand),
        contract=contract_text(contract) if contract else "",
        slots=contract.slots if contract else (),
        needs=needs_text(book, hand),
        dealer=standings.names[dealer] if dealer else "",
        own=own_contracts(book, hand),
        jokers=_joker_caps(rules, contract) if rules and contract else (),
        values=tuple((class_name(kind, book.game), number_text(kind.points)) for kind in book.game.classes),
        buyers=tuple(_buyer(book, player.id, hand) for player in standings.playing(hand)),
        has_buys=rules is not None and any(rules.buys_in(one) != 0 for one in range(1, rules.hands + 1)),
    )


def _buyer(book: Book, player: str, hand: int) -> Buyer:
    name, number = book.standings.names[player], book.ledger.number(player)
    used = book.ledger.bought(player, hand)
    most = book.game.rules.buys_in(hand) if book.game.rules else 0
    text = str(used) if most is None else _("%(used)s of %(most)s") % {"used": used, "most": most}
    return Buyer(
        player=player,
        number=number,
        name=name,
        letters=letters_of(name),
        hue=hue_of(number),
        used=used,
        text=text,
        may_buy=most is None or used < most,
        may_unbuy=used > 0,
    )


def _joker_caps(rules: RuleSet, contract: Contract) -> tuple[tuple[str, str], ...]:
    """How many jokers each kind of meld of the contract may hold."""
    slots = dict.fromkeys(contract.slots)
    return tuple((meld_name(slot), _cap_text(rules, slot)) for slot in slots)


def _cap_text(rules: RuleSet, slot: Slot) -> str:
    cap = rules.wild_limit(slot.kind, slot.size, on_table=False)
    if cap is None:
        return _("any number")
    return _("none") if cap == 0 else _("at most %(cap)s") % {"cap": cap}
