"""How far a game of rummy is, in words: the hand, the contract, and everybody's own where they have one."""

from __future__ import annotations

from django.utils.translation import gettext

from referee.engine.rummy.seatview import SeatView
from referee.tables.words import contract_words


def title(view: SeatView) -> str:
    """Which hand is played and, where contracts are everybody's own, which one is the viewer's."""
    of = {"hand": view.deal, "hands": view.rules.hands, "number": view.hand}
    if not view.rules.is_personal:
        return gettext("Hand %(hand)s of %(hands)s") % of
    if view.seat is None:
        return gettext("Hand %(hand)s") % of
    return gettext("Hand %(hand)s, contract %(number)s of %(hands)s") % of


def contract(view: SeatView) -> str:
    """What the viewer's contract asks for; for somebody who watches a game of contracts of one's own, that."""
    if view.rules.is_personal and view.seat is None:
        return gettext("everybody has a contract of their own")
    return contract_words(view.contract)


def own_contract(view: SeatView, seat: int) -> str:
    """The contract that a seat is at, where everybody has one of their own; else nothing."""
    if not view.rules.is_personal:
        return ""
    number = view.asked(seat)
    of = {"number": number, "all": view.rules.hands, "contract": contract_words(view.rules.contract(number))}
    return gettext("%(number)s of %(all)s: %(contract)s") % of
