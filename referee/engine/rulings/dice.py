"""Questions about the dice game: who wins the cards of a tavern, and what the crews score."""

from __future__ import annotations

from collections.abc import Mapping

from referee.engine.rulings.answers import cited
from referee.engine.rulings.questions import Question, QuestionError, integer, value_error
from referee.engine.rummy.ruledoc import Json, RulesError
from referee.engine.shanghaien.rules import Rules, load_rules, preset_rules
from referee.engine.shanghaien.scoring import score_crews
from referee.engine.shanghaien.tavern import DICE, ROW, distribute, explain, owners

_MOST_NATIONS = 16
_MOST_SAILORS = 16
_STRONGEST = 4
_MOST_TRICKS = 8


def tavern(question: Question) -> dict[str, Json]:
    """Who gets each card of the tavern?"""
    row = question.integer("row", ROW, ROW, ROW)
    first, second = (_dice(question, key) for key in ("first", "second"))
    fates = distribute(row, first, second, tie_break=_rules(question).tie_break)
    told = (f"{fate.position}: {f'player {fate.owner}' if fate.owner else 'nobody'}, {explain(fate)}" for fate in fates)
    return {"won": list(owners(fates)), "text": f"{'; '.join(told)}.", "rules": cited("dice.tavern")}


def _rules(question: Question) -> Rules:
    """The dice game's rule set that is asked for; the full game where none is named."""
    if not question.has("rules"):
        return preset_rules("shanghaien")
    try:
        return load_rules(question.values["rules"])
    except RulesError as error:
        where = f"rules.{error.where}" if error.where else "rules"
        raise QuestionError(error.code, where, str(error)) from None


def _dice(question: Question, key: str) -> list[int]:
    counts = [integer(count, 0, DICE, f"{key}[{i}]") for i, count in enumerate(question.items(key))]
    if len(counts) != ROW or sum(counts) > DICE:
        raise value_error(key, f"{ROW} counts of at most {DICE} dice in all", counts)
    return counts


def score(question: Question) -> dict[str, Json]:
    """What do the two crews score, and who wins?"""
    crews = question.items("crews")
    if len(crews) != 2:
        raise value_error("crews", "two crews", crews)
    first, second = (_crew(crew, f"crews[{index}]") for index, crew in enumerate(crews))
    tricks = [
        integer(left, 0, _MOST_TRICKS, f"tricks[{i}]") for i, left in enumerate(question.items("tricks") or [0, 0])
    ]
    if len(tricks) != 2:
        raise value_error("tricks", "two numbers of tricks", tricks)
    rules = _rules(question)
    found = score_crews(first, second, (tricks[0], tricks[1]), equal=rules.equal, tie=rules.tie)
    who = f"Player {found.winner} wins" if found.winner else "The game is shared"
    high, low = sorted(found.points, reverse=True)
    return {
        "points": list(found.points),
        "winner": found.winner,
        "text": f"{who}, {high} to {low}.",
        "rules": cited("dice.score"),
    }


def _crew(crew: object, where: str) -> dict[str, list[int]]:
    if not isinstance(crew, Mapping):
        raise value_error(where, "nationalities with lists of values", crew)
    if len(crew) > _MOST_NATIONS:
        raise QuestionError(
            "too-large", where, f"{where}: expected at most {_MOST_NATIONS} nationalities, got {len(crew)}"
        )
    return {str(nation): _sailors(values, f"{where}.{nation!s:.40}") for nation, values in crew.items()}


def _sailors(values: object, where: str) -> list[int]:
    if not isinstance(values, list | tuple) or len(values) > _MOST_SAILORS:
        raise value_error(where, f"a list of at most {_MOST_SAILORS} values", values)
    return [integer(value, 1, _STRONGEST, f"{where}[{index}]") for index, value in enumerate(values)]
