"""Contracts and ranks in words: "2 sets of 3 and a run of 4"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from django.utils.translation import gettext, ngettext

from referee.desk.words.cards import card_text
from referee.engine.rummy.cards import Pack, format_rank
from referee.engine.rummy.contracts import Contract, Slot
from referee.engine.rummy.rules import ValueClass


def contract_words(contract: Contract) -> str:
    """``"2 sets of 3 and a run of 4"``."""
    return listed([_slots_words(slot, count) for slot, count in Counter(contract.slots).items()])


def slot_words(slot: Slot) -> str:
    """``"set of 3"``: one meld of a contract, without an article."""
    pattern = gettext("set of %(size)s") if slot.kind == "set" else gettext("run of %(size)s")
    return pattern % {"size": slot.size}


def _slots_words(slot: Slot, count: int) -> str:
    values = {"count": count, "size": slot.size}
    if slot.kind == "set":
        return ngettext("a set of %(size)s", "%(count)s sets of %(size)s", count) % values
    return ngettext("a run of %(size)s", "%(count)s runs of %(size)s", count) % values


def listed(words: Sequence[str]) -> str:
    """``"a, b and c"``."""
    if len(words) < 2:
        return "".join(words)
    return gettext("%(first)s and %(last)s") % {"first": ", ".join(words[:-1]), "last": words[-1]}


def rank_label(rank: int, pack: Pack) -> str:
    """A rank as a sentence names it: ``"10"``, not ``"T"``."""
    return "10" if rank == 10 else format_rank(rank, pack)


def class_label(label: str) -> str:
    """The label of a value class as it is printed: ``"8–K"``, ``"joker"``."""
    return gettext("joker") if label == "joker" else label.replace("T", "10").replace("-", "–")


def kind_label(kind: ValueClass) -> str:
    """The value class as it is printed, the cards of a class of single ones by their signs: ``"A♥, A♦"``."""
    return ", ".join(map(card_text, kind.cards)) if kind.cards else class_label(kind.label)
