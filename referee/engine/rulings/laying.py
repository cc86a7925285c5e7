"""Questions about laying cards: meld, contract, layoff, swap."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from referee.engine.rulings.answers import describe, listed, meld_cards, reading, verdict_answer
from referee.engine.rulings.questions import MOST_CARDS, Question
from referee.engine.rummy.cards import format_card
from referee.engine.rummy.going_down import Piece, judge_contract
from referee.engine.rummy.layoff import ENDS, judge_layoff, lay_off, misfits, normal, open_ends
from referee.engine.rummy.meldruling import read_meld
from referee.engine.rummy.melds import Laid
from referee.engine.rummy.ruledoc import Json
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.swap import judge_swap, swap_choices, to_hand
from referee.engine.rummy.swap import swap as swap_in


def meld(question: Question) -> dict[str, Json]:
    """Is this a meld, in which readings, and if not in which order would it be one?"""
    cards = question.laid(question.values["cards"], "cards")
    size = question.integer("size", 1, MOST_CARDS) if question.has("size") else None
    on_table = question.choice("on", "contract", "table", default="contract") == "table"
    ruling = read_meld(cards, question.rules, bag=question.boolean("bag"), on_table=on_table, size=size)
    yes = f"Legal: {' or '.join(describe(one) for one in ruling.readings)}."
    answer = verdict_answer(ruling.verdict, "meld", yes)
    answer["readings"] = [reading(one) for one in ruling.readings]
    if ruling.nearest:
        answer["nearest"] = meld_cards(ruling.nearest)
    return answer


def contract(question: Question) -> dict[str, Json]:
    """Are these melds the contract of the hand?"""
    rules, hand = question.rules, question.hand
    melds = question.laid_melds("melds")
    held = question.cards("held") if question.has("held") else None
    declared = judge_contract(rules, hand, melds, held=held, down=question.boolean("down"))
    split = [_split(index, piece) for index, piece in enumerate(declared.pieces) if piece.layoffs]
    yes = f"Legal: the contract {rules.contract(hand)} of hand {hand}: {listed(map(describe, declared.melds))}."
    if split:
        longer = listed(format_card(card) for piece in declared.pieces for card, _ in piece.layoffs)
        yes = f"{yes[:-1]}, with {longer} laid off in the same turn."
    answer = verdict_answer(declared.verdict, "contract", yes)
    answer["readings"] = [reading(one) for one in declared.melds]
    answer["split"] = cast("list[Json]", split)
    if held is not None:
        answer["out"] = declared.out
    if not declared.verdict.legal:
        nearest: list[Json] = [_nearest(rules, cards) for cards in melds]
        if any(nearest):
            answer["nearest"] = nearest
    return answer


def _nearest(rules: RuleSet, cards: Sequence[Laid]) -> list[Json] | None:
    """The nearest legal order of a declared meld; None where there is none, or the order is legal."""
    found = read_meld(cards, rules).nearest
    return meld_cards(found) if found else None


def _split(index: int, piece: Piece) -> dict[str, Json]:
    layoffs: list[Json] = [{"card": format_card(card), "end": end} for card, end in piece.layoffs]
    return {"meld": index, "contract": meld_cards(piece.exact), "layoffs": layoffs}


def layoff(question: Question) -> dict[str, Json]:
    """May this card be laid off on that meld?"""
    rules = question.rules
    on, card, end = question.table_meld(question.values["meld"], "meld"), question.card("card"), question.end("end")
    choices = [choice for choice in open_ends(rules, on, card) if choice is not None]
    open_question = on.kind == "run" and end is None and len(choices) == 2
    if on.kind == "set":
        end = None
    elif end is None:
        end = min(ENDS, key=lambda one: len(misfits(rules, on, card, one)))
    down = question.boolean("down")
    verdict = judge_layoff(rules, on, card, end, down=down, same_turn=question.boolean("same_turn"))
    grown = normal(rules, lay_off(on, card, end)) if verdict.legal else on
    yes = (
        f"{format_card(card)} fits at either end"
        if open_question
        else f"{format_card(card)} makes it {describe(grown)}"
    )
    answer = verdict_answer(verdict, "layoff", f"Legal: {yes}.")
    # Two open ends and none named: the choice is the player's.
    answer["meld"] = None if verdict.legal and open_question else meld_cards(grown)
    answer["choices"] = list(choices)
    return answer


def swap(question: Question) -> dict[str, Json]:
    """May this card take the joker's place, and where may the joker go?"""
    rules = question.rules
    on, card, to = question.table_meld(question.values["meld"], "meld"), question.card("card"), question.end("to")
    down = question.boolean("down")
    verdict = judge_swap(rules, on, card, to, down=down, same_turn=question.boolean("same_turn"))
    choices = swap_choices(rules, on, card) if rules.joker_swap != "none" else ()
    ends = [end for end in choices if end is not None]
    chosen = to if to in ends else choices[0] if len(choices) == 1 else None
    settled = chosen is not None or to_hand(rules)
    if to_hand(rules):
        where = "the joker comes to your hand"
    else:
        where = f"the joker moves to the {chosen} end" if chosen else "the joker may move to either end"
    answer = verdict_answer(verdict, "swap", f"Legal: {format_card(card)} goes in and {where}.")
    if verdict.legal:
        answer["meld"] = meld_cards(swap_in(rules, on, card, chosen)) if settled else None
    else:
        answer["meld"] = meld_cards(on)
    answer["choices"] = list(ends)
    return answer
