"""A ruling as a page shows it, and how the referee's answers become one.

Knows the words around an answer, in the language of the page; the answer itself comes from ``rulings.rule``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, cast

from django.utils.translation import gettext

from referee.desk.words.cards import card_text
from referee.engine import rulebook, rulings
from referee.engine.rulebook import RULEBOOK, Rule
from referee.engine.rummy.cards import Card, parse_card
from referee.engine.rummy.contracts import Kind
from referee.engine.rummy.melds import Meld, Placed, parse_laid, run_of, set_of
from referee.engine.rummy.ruledoc import Json
from referee.engine.rummy.rules import RuleSet
from referee.engine.verdicts import Breach

type Answer = dict[str, Json]
type Tone = Literal["legal", "illegal", "question"]


class Pointed(NamedTuple):
    """A card of a row, and whether the ruling points at it."""

    card: Card
    is_pointed: bool


@dataclass(frozen=True, slots=True)
class Row:
    """Cards that a ruling shows: a meld as the referee reads it, or the cards as they came.

    ``query`` leads to the question with this row chosen, ``choose`` says so.
    """

    title: str = ""
    meld: Meld | None = None
    cards: tuple[Pointed, ...] = ()
    note: str = ""
    query: str = ""
    choose: str = ""


@dataclass(frozen=True, slots=True)
class Folded:
    """What a ruling shows on demand: groups of rows under a title, and a note below."""

    title: str
    groups: tuple[tuple[Row, ...], ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the referee says: one word, plain sentences, the cards, and the rules that it rests on."""

    tone: Tone
    word: str
    sentences: tuple[str, ...] = ()
    rules: tuple[Rule, ...] = ()
    rows: tuple[Row, ...] = ()
    is_whole: bool = True
    folded: Folded | None = None

    @property
    def icon(self) -> str:
        return {"legal": "check", "illegal": "cross", "question": "question"}[self.tone]


def ask(question: Mapping[str, object]) -> Answer:
    """The referee's answer."""
    return rulings.rule(question)


def breaches(answer: Answer, rules: RuleSet) -> tuple[Breach, ...]:
    """What the answer refuses, as the engine found it."""
    codes = cast("list[str]", answer["reasons"])
    places = cast("list[int | None]", answer["at"])
    pointed = cast("list[list[str]]", answer["cards"])
    values = cast("list[dict[str, str | int]]", answer["values"])
    return tuple(
        Breach(code, at, tuple(parse_card(text, rules.pack) for text in cards), tuple(given.items()))
        for code, at, cards, given in zip(codes, places, pointed, values, strict=True)
    )


def sentence(breach: Breach) -> str:
    """What is wrong, in the language of the page."""
    return rulebook.sentence(breach, card_text, gettext)


def cited(answer: Answer) -> tuple[Rule, ...]:
    """The rules that the answer rests on."""
    return tuple(RULEBOOK[number] for number in cast("list[str]", answer["rules"]))


def legal(answer: Answer, *sentences: str, rows: Sequence[Row] = ()) -> Ruling:
    """The ruling that nothing is wrong."""
    return Ruling("legal", gettext("Legal"), sentences, cited(answer), tuple(rows))


def illegal(answer: Answer, rules: RuleSet, *sentences: str, rows: Sequence[Row] = ()) -> Ruling:
    """The ruling that names everything that is wrong."""
    said = dict.fromkeys(map(sentence, breaches(answer, rules)))
    return Ruling("illegal", gettext("Not legal"), (*said, *sentences), cited(answer), tuple(rows))


def unanswered(answer: Answer) -> Ruling:
    """The ruling in place of an answer where the question could not be read."""
    error = cast("dict[str, str]", answer["error"])
    if error["code"] == "too-large":
        said = gettext("These are more cards than the referee looks at in one question.")
    elif error["where"].startswith(("table", "meld")):
        said = gettext("Something lies on the table that is no meld. Check each meld there, jokers in their places.")
    else:
        said = gettext("The referee cannot read this question.")
    return Ruling("question", gettext("Please look again"), (said, error["text"]), is_whole=False)


def faces(texts: Sequence[str], rules: RuleSet) -> list[Card]:
    """The cards of the texts, without what jokers stand for."""
    laid = [parse_laid(text, rules.pack, rules.wild_ranks) for text in texts]
    return [one.card if isinstance(one, Placed) else one for one in laid]


def pointed(cards: Sequence[Card], at: Sequence[Card]) -> tuple[Pointed, ...]:
    """The cards with those marked that a breach points at, each as often as it is named."""
    left = list(at)
    row = []
    for card in cards:
        hit = card in left
        if hit:
            left.remove(card)
        row.append(Pointed(card, hit))
    return tuple(row)


def meld_of(texts: Sequence[str], rules: RuleSet, kind: Kind | None = None) -> Meld:
    """The meld of an answer's cards, whose jokers all say what they stand for."""
    laid = [parse_laid(text, rules.pack, rules.wild_ranks) for text in texts]
    faces = [one.card if isinstance(one, Placed) else one for one in laid]
    stands = [one.stands if isinstance(one, Placed) else one for one in laid]
    if kind is None:
        kind = "set" if len({card.rank for card in stands}) == 1 else "run"
    if kind == "set":
        return set_of(faces, stands[0].rank)
    return run_of(faces, stands[0].suit, stands[0].rank)


def reading_meld(reading: object, rules: RuleSet) -> Meld:
    """The meld of a reading in an answer."""
    found = cast("dict[str, object]", reading)
    return meld_of(cast("list[str]", found["cards"]), rules, cast("Kind", found["kind"]))
