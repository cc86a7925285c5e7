"""Questions about a discard: who gets it, and may it be made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from referee.engine.rulebook import rule_of, sentence
from referee.engine.rulings.answers import cited, verdict_answer
from referee.engine.rulings.questions import Question, integer, value_error
from referee.engine.rummy.cards import format_card
from referee.engine.rummy.claims import Call, ClaimWindow, How, Resolution, resolve
from referee.engine.rummy.discarding import judge_discard
from referee.engine.rummy.ruledoc import Json
from referee.engine.rummy.rules import RuleSet
from referee.engine.verdicts import Breach

_MOST_CALLS = 60
_MOST_CARDS_IN_A_PILE = 1000


def claim(question: Question) -> dict[str, Json]:
    """Who gets the discard?"""
    window = _window(question)
    result = resolve(window, _calls(question, window.players))
    return {
        "who": result.who,
        "how": result.how,
        "cost": result.cost,
        "refused": {str(seat): code for seat, code in result.refused},
        "then": result.then,
        "text": _told(question.rules, result),
        "rules": _rests_on(window, result),
    }


_UPCARD, _BUYING, _PENALTY = "7.3", "7.4", "7.11"


def _rests_on(window: ClaimWindow, result: Resolution) -> list[Json]:
    """The rules behind the outcome: who comes first, what this way to get the card means, and why others failed."""
    is_penalty = result.how == "shanghai" and window.rules.shanghai_effect == "penalty"
    beside_the_point = {
        _UPCARD: window.discarder is not None,
        _BUYING: result.how != "buy",
        _PENALTY: not is_penalty,
    }
    rules = [number for number in cited("claim") if not beside_the_point.get(str(number), False)]
    if result.how == "shanghai" and not is_penalty:
        rules.append(rule_of("shanghai.no-fit").number)
    rules += [rule_of(code).number for _, code in result.refused]
    return list(dict.fromkeys(rules))


def _window(question: Question) -> ClaimWindow:
    rules = question.rules
    players = question.players()
    discarder = question.values["discarder"]
    buys = question.items("buys") or [0] * players
    if len(buys) != players:
        raise value_error("buys", f"the buys used by each of the {players} seats", buys)
    down = question.items("down")
    return ClaimWindow(
        rules=rules,
        hand=question.hand,
        players=players,
        turn=question.seat(question.values["turn"], players, "turn"),
        discarder=None if discarder is None else question.seat(discarder, players, "discarder"),
        card=question.card("card"),
        down=frozenset(question.seat(seat, players, f"down[{index}]") for index, seat in enumerate(down)),
        buys=tuple(integer(used, 0, 99, f"buys[{index}]") for index, used in enumerate(buys)),
        declared=question.boolean("declared"),
        table=question.table(),
        # A question that leaves the piles out means that there are cards enough.
        stock=question.integer("stock", 0, _MOST_CARDS_IN_A_PILE, _MOST_CARDS_IN_A_PILE),
        discards=question.integer("discards", 0, _MOST_CARDS_IN_A_PILE, 1),
    )


def _calls(question: Question, players: int) -> list[Call]:
    calls = []
    for index, call in enumerate(question.items("calls", _MOST_CALLS)):
        where = f"calls[{index}]"
        if not isinstance(call, Mapping) or set(call) != {"seat", "call"}:
            raise value_error(where, 'a call such as {"seat": 2, "call": "buy"}', call)
        how = call["call"]
        if how not in ("take", "buy", "shanghai"):
            raise value_error(f"{where}.call", "take, buy or shanghai", how)
        calls.append(Call(question.seat(call["seat"], players, f"{where}.seat"), cast("How", how)))
    return calls


def _told(rules: RuleSet, result: Resolution) -> str:
    """The outcome in one sentence."""
    match result.how:
        case "take":
            return f"Seat {result.who} takes the card as the draw of the turn."
        case "buy":
            paid = f" and draws {result.cost} from the stock" if result.cost else ""
            return f"Seat {result.who} buys the card{paid}."
        case "shanghai" if rules.shanghai_effect == "penalty":
            return f"Seat {result.who} calls Shanghai: the discarder takes the card back and draws two from the stock."
        case "shanghai":
            return f"Seat {result.who} calls Shanghai: lays the card on a meld and takes one from the discarder's hand."
    if result.refused:
        return f"Nobody gets the card; {'; '.join(_told_no(seat, code) for seat, code in result.refused)}."
    return "Nobody claims the card."


def _told_no(seat: int, code: str) -> str:
    """Why a seat's call fails, as a part of a sentence."""
    said = sentence(Breach(code), format_card).rstrip(".")
    return f"to seat {seat}: {said[0].lower()}{said[1:]}"


def discard(question: Question) -> dict[str, Json]:
    """May this card be discarded, and does it end the hand?"""
    card, held = question.card("card"), question.cards("held")
    verdict = judge_discard(
        question.rules,
        question.hand,
        card,
        held=held,
        declared=question.boolean("declared"),
        table=question.table(),
        down=question.boolean("down"),
        taken=question.card("taken") if question.has("taken") else None,
    )
    out = verdict.legal and len(held) == 1
    yes = f"Legal: {format_card(card)} is discarded{' and the hand is over' if out else ''}."
    return verdict_answer(verdict, "discard", yes) | {"out": out}
