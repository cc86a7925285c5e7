"""What happened in a game of dice, in sentences; ``told`` asks for them."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.translation import gettext, gettext_lazy

from referee.engine.shanghaien.cards import PEOPLE, card_words
from referee.tables.games import Event
from referee.tables.words import listed

# A kind's sentence about somebody else and about the listener.
_SENTENCES = {
    "tavern-opened": (
        gettext_lazy("Round %(number)s: %(crew)s sit in the tavern. %(who)s begins."),
        gettext_lazy("Round %(number)s: %(crew)s sit in the tavern. You begin."),
    ),
    "dice-rolled": (gettext_lazy("%(who)s rolls %(dice)s."), gettext_lazy("You roll %(dice)s.")),
    "from-left": (
        gettext_lazy("%(who)s counts the row from the left."),
        gettext_lazy("You count the row from the left."),
    ),
    "from-right": (
        gettext_lazy("%(who)s counts the row from the right."),
        gettext_lazy("You count the row from the right."),
    ),
    "die-placed": (
        gettext_lazy("%(who)s places the %(dice)s: %(crew)s."),
        gettext_lazy("You place the %(dice)s: %(crew)s."),
    ),
    "called": (
        gettext_lazy("%(who)s calls Shanghai and ends round %(number)s."),
        gettext_lazy("You call Shanghai and end round %(number)s."),
    ),
    "tavern-won": (gettext_lazy("%(who)s gets %(crew)s."), gettext_lazy("You get %(crew)s.")),
    "tavern-left": (gettext_lazy("Nobody gets %(crew)s."),) * 2,
    "trick-reroll": (
        gettext_lazy("%(who)s plays a trick: both dice are rolled again."),
        gettext_lazy("You play a trick: both dice are rolled again."),
    ),
    "trick-change": (
        gettext_lazy("%(who)s plays a trick: the %(first)s becomes a %(last)s."),
        gettext_lazy("You play a trick: the %(first)s becomes a %(last)s."),
    ),
    "trick-both": (
        gettext_lazy("%(who)s plays a trick: both dice are placed."),
        gettext_lazy("You play a trick: both dice are placed."),
    ),
    "trick-joker": (
        gettext_lazy("%(who)s plays a trick: a joker of strength 2 joins the %(nation)s."),
        gettext_lazy("You play a trick: a joker of strength 2 joins the %(nation)s."),
    ),
    "dice-shared": (gettext_lazy("The game is shared with %(number)s points each."),) * 2,
}
KINDS = frozenset(_SENTENCES)


def sentence(event: Event, name_of: Callable[[int], str], *, mine: int | None = None) -> str:
    """What happened, in the language of the page; ``mine`` is the seat that is spoken to."""
    others, own = _SENTENCES[event.kind]
    pattern = own if event.seat is not None and event.seat == mine else others
    dice = [str(number) for number in event.dice]
    return str(pattern) % {
        "who": "" if event.seat is None else name_of(event.seat),
        "number": event.number,
        "crew": listed([card_words(card, gettext) for card in event.crew]),
        "dice": listed(dice),
        "first": dice[0] if dice else "",
        "last": dice[-1] if dice else "",
        "nation": gettext(PEOPLE[event.word]) if event.word in PEOPLE else "",
    }
