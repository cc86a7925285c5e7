"""What the tables' pages say in words: contracts, paces, and why something is refused that no rule of the game forbids.

Sentences about what happened stand in the template ``said.html``, beside the cards that they name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, ngettext

from referee.engine.rummy.cards import Card, pack_of
from referee.engine.rummy.contracts import Contract, Slot
from referee.engine.rummy.rules import RuleSet
from referee.models import Pace
from referee.tables.games import GAMES

MINUS = "\u2212"
SYMBOLS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
COLOURS = {
    "R": gettext_lazy("red"),
    "G": gettext_lazy("green"),
    "Y": gettext_lazy("yellow"),
    "B": gettext_lazy("black"),
}
PACES: dict[str, str | Promise] = {
    Pace.LIVE: gettext_lazy("a minute a turn, six seconds to claim"),
    Pace.RELAXED: gettext_lazy("four minutes a turn"),
    Pace.SLOW: gettext_lazy("two days a turn"),
}
DICE_PACES: dict[str, str | Promise] = PACES | {Pace.LIVE: gettext_lazy("a minute a turn")}
"""The same where nobody is asked for a discard."""


def listed(words: Sequence[str]) -> str:
    """Words in a row: "Ana, Ben and Cy"."""
    if len(words) < 2:
        return "".join(words)
    return gettext("%(names)s and %(last)s") % {"names": ", ".join(words[:-1]), "last": words[-1]}


def number_text(number: int) -> str:
    """A number with a true minus sign."""
    return f"{MINUS}{-number}" if number < 0 else str(number)


def contract_words(contract: Contract) -> str:
    """A contract: "2 sets of 3 and 1 run of 4"."""
    return listed([_slots_words(slot, count) for slot, count in Counter(contract.slots).items()])


def _slots_words(slot: Slot, count: int) -> str:
    values = {"number": count, "size": slot.size}
    if slot.kind == "set":
        return ngettext("%(number)s set of %(size)s", "%(number)s sets of %(size)s", count) % values
    return ngettext("%(number)s run of %(size)s", "%(number)s runs of %(size)s", count) % values


def slot_words(slot: Slot) -> str:
    """One meld of a contract: "Set of 3"."""
    pattern = gettext("Set of %(size)s") if slot.kind == "set" else gettext("Run of %(size)s")
    return pattern % {"size": slot.size}


def card_text(card: Card) -> str:
    """``"7♥"``; a Rook card ``"red 7"``."""
    if not card.rank:
        return gettext("joker")
    rank = pack_of(card).letters.get(card.rank, str(card.rank)).replace("T", "10")
    if card.suit in COLOURS:
        return f"{COLOURS[card.suit]} {rank}"
    return f"{rank}{SYMBOLS.get(card.suit, '')}"


def rules_name(rules: RuleSet) -> str:
    """What the rule set is called."""
    return name_of_rules(rules.name)


def name_of_rules(name: str) -> str:
    """What a rule set of that English name is called."""
    return gettext(name) if name else gettext("House rules")


def presets() -> list[tuple[str, str]]:
    """The rule sets of all games that a host can choose from, by key."""
    return [(key, gettext(name)) for game in GAMES.values() for key, name in game.presets.items()]


REFUSED: dict[str, str | Promise] = {
    "not-yours": gettext_lazy("That is not yours to do."),
    "too-many": gettext_lazy("You have too many open tables. Finish or leave one first."),
    "too-few": gettext_lazy("There are too few players for these rules. Let a bot take an empty chair."),
    "started": gettext_lazy("The game has begun already."),
    "playing": gettext_lazy("The game is not over yet."),
    "not-playing": gettext_lazy("No game is being played here."),
    "paused": gettext_lazy("The table has paused. Go on first."),
    "full": gettext_lazy("Every chair is taken."),
    "taken": gettext_lazy("Somebody sits there already."),
    "seated": gettext_lazy("This device has another chair at the table. Leave that one first."),
    "chat-off": gettext_lazy("The host has closed the chat. The quick phrases still work."),
    "silenced": gettext_lazy("The host has asked you to be quiet for now."),
    "too-fast": gettext_lazy("That is a lot at once. Wait a few seconds."),
    "too-long": gettext_lazy("That is too long."),
    "empty": gettext_lazy("There is nothing to say in that."),
    "unknown": gettext_lazy("The table does not know that."),
    "pick-one": gettext_lazy("Pick the one card that is meant first."),
    "pick-some": gettext_lazy("Pick one or more cards first."),
    "no-coach": gettext_lazy("The coach only helps who plays with bots alone, or where the host lets everybody ask."),
    "no-suggestion": gettext_lazy("Your hand cannot meet the contract yet."),
    "unreadable": gettext_lazy("The table cannot read that. Nothing has happened."),
    "no-meld": gettext_lazy("No melds lie on the table yet."),
    "no-table": gettext_lazy("There is no table with this code."),
    "wrong-seat": gettext_lazy("This link opens no seat any more. Ask for a new one on the other device."),
    "name": gettext_lazy("A name has 1 to 24 characters."),
}


def refusal_words(code: str) -> str:
    """The sentence for a refusal that is none of the game's."""
    return str(REFUSED.get(code, REFUSED["unreadable"]))


def initials(name: str) -> str:
    """Up to two letters for a badge."""
    parts = name.split()
    if len(parts) > 1:
        return (parts[0][:1] + parts[-1][:1]).upper()
    return name[:2].capitalize()
