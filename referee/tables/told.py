"""What happened at a table, in sentences: one composed text for screen readers, one line an event for the log.

Knows the words for what everybody saw; the engine's names of cards and melds come from the site's templates.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from django.template import Context, Template, engines
from django.template.backends.django import DjangoTemplates
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from referee.engine.rummy.cards import Card
from referee.engine.rummy.melds import Meld
from referee.tables import told_dice
from referee.tables.games import Event
from referee.tables.selectors import TableSnapshot

# A kind's sentence about somebody else and about the listener. `who` and `whom` are names.
_SENTENCES = {
    "dealt": (
        gettext_lazy("%(who)s deals hand %(number)s. The %(card)s lies open."),
        gettext_lazy("You deal hand %(number)s. The %(card)s lies open."),
    ),
    "turn": (gettext_lazy("%(who)s begins."), gettext_lazy("You begin.")),
    "reshuffled": (gettext_lazy("The discards become the new stock."),) * 2,
    "drew": (gettext_lazy("%(who)s draws from the stock."), gettext_lazy("You draw from the stock.")),
    "took": (gettext_lazy("%(who)s takes the %(card)s."), gettext_lazy("You take the %(card)s.")),
    "asked": (gettext_lazy("%(who)s asks for the %(card)s."), gettext_lazy("You ask for the %(card)s.")),
    "withdrew": (gettext_lazy("%(who)s withdraws."), gettext_lazy("You withdraw.")),
    "bought": (
        gettext_lazy("%(who)s buys the %(card)s and draws %(number)s from the stock."),
        gettext_lazy("You buy the %(card)s and draw %(number)s from the stock."),
    ),
    "nearer": (
        gettext_lazy("%(whom)s was nearer than %(who)s."),
        gettext_lazy("%(whom)s was nearer than you: you do not get the %(card)s, and nothing is counted."),
    ),
    "in-turn": (
        gettext_lazy("%(whom)s is in turn and comes before %(who)s."),
        gettext_lazy("%(whom)s is in turn and comes before you: you do not get the %(card)s, and nothing is counted."),
    ),
    "shanghai-first": (
        gettext_lazy("Shanghai comes before %(who)s."),
        gettext_lazy("%(whom)s called Shanghai, which comes first: you do not get the %(card)s; nothing is counted."),
    ),
    "unclaimed": (gettext_lazy("Nobody claims the %(card)s."),) * 2,
    "shanghai": (
        gettext_lazy("%(who)s calls Shanghai and lays the %(card)s: %(meld)s."),
        gettext_lazy("You call Shanghai and lay the %(card)s: %(meld)s."),
    ),
    "took-back": (
        gettext_lazy("%(who)s takes the %(card)s back, since it fits the table, and draws from the stock."),
        gettext_lazy("You take the %(card)s back, since it fits the table, and draw from the stock."),
    ),
    "picked": (
        gettext_lazy("%(who)s draws a card from %(whom)s."),
        gettext_lazy("You draw a card from %(whom)s."),
    ),
    "down": (gettext_lazy("%(who)s lays down a %(meld)s."), gettext_lazy("You lay down a %(meld)s.")),
    "laid": (
        gettext_lazy("%(who)s lays off the %(card)s: %(meld)s."),
        gettext_lazy("You lay off the %(card)s: %(meld)s."),
    ),
    "swapped": (
        gettext_lazy("%(who)s puts the %(card)s in the joker's place: %(meld)s."),
        gettext_lazy("You put the %(card)s in the joker's place: %(meld)s."),
    ),
    "discarded": (gettext_lazy("%(who)s discards the %(card)s."), gettext_lazy("You discard the %(card)s.")),
    "declared": (
        gettext_lazy("%(who)s discards the %(card)s and declares Shanghai."),
        gettext_lazy("You discard the %(card)s and declare Shanghai."),
    ),
    "out": (gettext_lazy("%(who)s goes out and wins hand %(number)s."), gettext_lazy("You go out and win the hand.")),
    "unwon": (gettext_lazy("The stock is used up: nobody wins hand %(number)s."),) * 2,
    "scored": (gettext_lazy("%(who)s scores %(number)s."), gettext_lazy("You score %(number)s.")),
    "won": (
        gettext_lazy("%(who)s wins the game with %(number)s points."),
        gettext_lazy("You win the game with %(number)s points."),
    ),
}


def news(table: TableSnapshot) -> str:
    """Everything that the newest moves brought about, and what the viewer may do now, as one text."""
    sentences = lines([event for event in table.events if event.seq > table.told], table)
    if table.seat is not None and table.seat in table.waiting:
        sentences.append(_asked(table))
    return " ".join(sentences)


def _asked(table: TableSnapshot) -> str:
    """That the viewer is waited for."""
    return _("Do you want it?") if len(table.waiting) > 1 or _is_question(table) else _("It is your turn.")


def _is_question(table: TableSnapshot) -> bool:
    return table.view is not None and table.seat != table.view.turn


def lines(events: Sequence[Event], table: TableSnapshot) -> list[str]:
    """A sentence for each of the events, in order."""
    names = {chair.seat: chair.name for chair in table.chairs}
    return [sentence(event, names.__getitem__, mine=table.seat) for event in events]


def sentence(event: Event, name_of: Callable[[int], str], *, mine: int | None = None) -> str:
    """What happened, in the language of the page; ``mine`` is the seat that is spoken to."""
    if event.kind in told_dice.KINDS:
        return told_dice.sentence(event, name_of, mine=mine)
    others, own = _SENTENCES[event.kind]
    pattern = own if event.seat is not None and event.seat == mine else others
    return str(pattern) % {
        "who": "" if event.seat is None else name_of(event.seat),
        "whom": "" if event.other is None else name_of(event.other),
        "number": event.number,
        "card": card_name(event.cards[0], get_language()) if event.cards else "",
        "meld": meld_name(event.melds[0], get_language()) if event.melds else "",
    }


@lru_cache(maxsize=1024)
def card_name(card: Card, language: str | None) -> str:
    """The card's name as the site's pages say it."""
    return _templates()[0].render(Context({"card": card}, autoescape=False))


@lru_cache(maxsize=4096)
def meld_name(meld: Meld, language: str | None) -> str:
    """The meld's name as the site's pages say it: ``run, 4 to 7 of hearts, joker as 6``."""
    return _templates()[1].render(Context({"meld": meld}, autoescape=False))


@lru_cache(maxsize=1)
def _templates() -> tuple[Template, Template]:
    backend = engines["django"]
    if not isinstance(backend, DjangoTemplates):
        raise AssertionError("expected Django's template engine")
    engine = backend.engine
    return (
        engine.from_string("{% load cards %}{{ card|card_name }}"),
        engine.from_string("{% load cards %}{% meld_face meld as face %}{{ face.label }}"),
    )
