"""The rule book of one rule set as a page shows it: what is on the one sheet, every rule in full, frequent questions.

Puts together what the rule book says in general, what the rule set's settings say, and examples that the engine judges.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from referee.desk.examples import Example, drawn, examples
from referee.desk.words import contract_words, sentences
from referee.desk.words.contracts import kind_label
from referee.engine.rulebook import CHAPTERS, DICE_CHAPTER, RULEBOOK, Rule, reasons_of
from referee.engine.rummy.melds import Meld
from referee.engine.rummy.rules import RuleSet

type Text = str | Promise


class HandRow(NamedTuple):
    """One hand of the game. ``buys`` None: no limit; ``least_buys``: how many the contract needs."""

    number: int
    contract: str
    melds: tuple[Meld, ...]
    cards: int
    dealt: int
    buys: int | None
    least_buys: int
    is_all_cards: bool


class ValueRow(NamedTuple):
    label: str
    points: int


class Facts(NamedTuple):
    """A heading of the sheet with the sentences below it."""

    title: Text
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """A rule with what the rule set says about it, examples, and the codes of refusals that cite it, in words."""

    rule: Rule
    title: str
    text: str
    source: str
    sentences: tuple[str, ...]
    examples: tuple[Example, ...]
    codes: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    number: str
    title: str
    entries: tuple[Entry, ...]


class Question(NamedTuple):
    """A frequent question, the settings that answer it, and the rule that says it in full.

    ``quoted_if`` names a setting: where it is on, the rule's own text is part of the answer.
    """

    text: Text
    settings: tuple[str, ...]
    rule: str
    quoted_if: str = ""


class Answered(NamedTuple):
    question: Text
    sentences: tuple[str, ...]
    rule: Rule


# Settings that belong together wherever they are listed.
MELDS = ("set_min", "run_min", "aces", "first_rank", "max_run")
JOKERS = (
    "wild_ranks",
    "contract_jokers",
    "table_jokers",
    "wilds_at_most_naturals",
    "adjacent_wilds",
    "jokerless_hands",
    "joker_swap",
    "set_swap",
    "swap_all_wilds",
    "swap_when",
    "discard_wild",
)
CLAIMS = (
    "buys",
    "price",
    "down_may_buy",
    "down_may_take",
    "down_blocks",
    "call_order",
    "claims_until",
    "binding_calls",
    "own_discard_buyable",
    "upcard_buyable",
    "wild_upcard",
    "shanghai_call",
    "shanghai_effect",
)

# The sheet: every setting once, but for those that stand in its two tables.
SHEET: tuple[tuple[Text, tuple[str, ...]], ...] = (
    (
        gettext_lazy("Cards and deal"),
        ("players", "deck", "decks", "jokers", "dealt", "direction", "progress", "most_hands"),
    ),
    (gettext_lazy("Sets and runs"), MELDS),
    (gettext_lazy("Jokers"), JOKERS),
    (
        gettext_lazy("Going down"),
        ("contract_size", "same_rank_sets", "consecutive_runs", "same_suit_runs", "layoff_same_turn"),
    ),
    (
        gettext_lazy("Going out"),
        (
            "discard_to_go_out",
            "discard_taken",
            "last_hand_all_cards",
            "out_bonus",
            "blind",
            "first_down_bonus",
            "cut_bonus",
            "max_reshuffles",
            "tie",
        ),
    ),
    (gettext_lazy("Buying and Shanghai"), CLAIMS),
)
IN_TABLES = ("contracts", "points", "card_points", "joker_points")
"""The settings that the sheet shows in its tables."""

QUESTIONS = (
    Question(gettext_lazy("How many can play, and with how many decks?"), ("players", "decks", "jokers"), "1.1"),
    Question(gettext_lazy("Is the ace high or low?"), ("aces",), "2.4"),
    Question(gettext_lazy("How many jokers may be in one meld?"), ("contract_jokers", "table_jokers"), "2.8"),
    Question(gettext_lazy("Can a meld of my contract be longer than asked for?"), ("contract_size",), "3.3"),
    Question(gettext_lazy("Do two sets of the same rank count?"), ("same_rank_sets",), "3.4"),
    Question(gettext_lazy("May my two runs be of one suit?"), ("consecutive_runs",), "3.5"),
    Question(gettext_lazy("May I lay off in the turn in which I go down?"), ("layoff_same_turn",), "5.2"),
    Question(gettext_lazy("May I take a joker from the table?"), ("joker_swap",), "6.1"),
    Question(gettext_lazy("What does “May I?” mean, and what does it cost?"), ("price", "buys"), "7.4"),
    Question(gettext_lazy("May I buy when I am down?"), ("down_may_buy", "down_blocks"), "7.6"),
    Question(gettext_lazy("May the first card turned up be bought?"), ("upcard_buyable",), "7.3"),
    Question(gettext_lazy("What does “Shanghai!” mean?"), ("shanghai_call",), "7.10", "shanghai_call"),
    Question(gettext_lazy("Do I need a discard to go out?"), ("discard_to_go_out", "last_hand_all_cards"), "4.5"),
    Question(gettext_lazy("What if the stock runs out?"), ("max_reshuffles",), "4.6"),
    Question(gettext_lazy("What does going out in one go earn?"), ("blind",), "8.3"),
    Question(gettext_lazy("Who wins a tie?"), ("tie",), "8.5"),
)


def hand_rows(rules: RuleSet) -> tuple[HandRow, ...]:
    """The hands in order."""
    return tuple(
        HandRow(
            hand,
            contract_words(contract),
            drawn(contract, rules),
            contract.cards,
            rules.dealt_in(hand),
            rules.buys_in(hand),
            rules.least_buys(hand),
            rules.is_all_cards(hand),
        )
        for hand, contract in enumerate(rules.contracts, start=1)
    )


def value_rows(rules: RuleSet) -> tuple[ValueRow, ...]:
    """What cards cost, the joker last."""
    return tuple(ValueRow(kind_label(found), found.points) for found in rules.value_classes)


def sheet(rules: RuleSet) -> tuple[Facts, ...]:
    """The sentences of the one sheet, by heading."""
    return tuple(Facts(title, sentences(rules, settings)) for title, settings in SHEET)


def chapters(rules: RuleSet) -> tuple[Chapter, ...]:
    """The chapters on the card game with every rule."""
    shown = examples(rules)
    return tuple(_chapter(number, rules, shown) for number in CHAPTERS if number != DICE_CHAPTER)


def dice_chapter() -> Chapter:
    """The rules of Shanghaien, which has no settings."""
    return _chapter(DICE_CHAPTER, None, {})


def _chapter(number: str, rules: RuleSet | None, shown: dict[str, tuple[Example, ...]]) -> Chapter:
    entries = tuple(
        Entry(
            rule,
            gettext(rule.title),
            gettext(rule.text),
            gettext(rule.source),
            sentences(rules, rule.settings) if rules else (),
            shown.get(rule.number, ()),
            tuple((reason.code, gettext(reason.plain or reason.text)) for reason in reasons_of(rule.number)),
        )
        for rule in RULEBOOK.values()
        if rule.chapter == number
    )
    return Chapter(number, gettext(CHAPTERS[number]), entries)


def answered(rules: RuleSet) -> tuple[Answered, ...]:
    """The frequent questions with the rule set's answers."""
    return tuple(Answered(question.text, _answer(rules, question), RULEBOOK[question.rule]) for question in QUESTIONS)


def _answer(rules: RuleSet, question: Question) -> tuple[str, ...]:
    told = sentences(rules, question.settings)
    is_quoted = question.quoted_if and getattr(rules, question.quoted_if)
    return (*told, gettext(RULEBOOK[question.rule].text)) if is_quoted else told
