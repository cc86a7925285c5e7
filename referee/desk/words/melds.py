"""The sentences on sets, runs, the ace, jokers and the contract."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, ngettext

from referee.desk.words.contracts import listed, rank_label
from referee.engine.rummy.rules import RuleSet


def _aces(rules: RuleSet) -> str:
    return str((_ROOK_ACES if rules.deck == "rook" else _ACES)[rules.aces])


_ACES: Mapping[str, str | Promise] = {
    "high": gettext_lazy("The ace is high only: Q-K-A is part of a run, A-2-3 is not."),
    "low": gettext_lazy("The ace is low only: A-2-3 is part of a run, Q-K-A is not."),
    "either": gettext_lazy("The ace is high or low, but never in the middle: Q-K-A and A-2-3 are good, K-A-2 is not."),
    "round": gettext_lazy("Runs go round the corner: Q-K-A-2-3 is a run."),
}
_ROOK_ACES: Mapping[str, str | Promise] = {
    "high": gettext_lazy("The 1 stands above the 14 only: 13-14-1 is part of a run, 1-2-3 is not."),
    "low": gettext_lazy("The 1 stands below the 2 only: 1-2-3 is part of a run, 13-14-1 is not."),
    "either": gettext_lazy(
        "The 1 stands above the 14 or below the 2, but never in the middle: 13-14-1 and 1-2-3 are good, 14-1-2 is not."
    ),
    "round": gettext_lazy("Runs go round the corner: 13-14-1-2 is a run."),
}


def _max_run(rules: RuleSet) -> str:
    return gettext("A run has at most %(count)s cards.") % {"count": rules.longest_run}


def _set_min(rules: RuleSet) -> str:
    return gettext("A set has at least %(count)s cards.") % {"count": rules.set_min}


def _run_min(rules: RuleSet) -> str:
    return gettext("A run has at least %(count)s cards.") % {"count": rules.run_min}


def _wild_ranks(rules: RuleSet) -> str:
    if not rules.wild_ranks:
        return gettext("Only jokers are wild.")
    ranks = listed([rank_label(rank, rules.pack) for rank in rules.wild_ranks])
    return gettext("Cards of these ranks are wild as well: %(ranks)s.") % {"ranks": ranks}


def _contract_jokers(rules: RuleSet) -> str:
    limit = rules.contract_jokers
    if limit is None:
        return gettext("A meld of the contract may hold any number of jokers, as long as one card is natural.")
    if isinstance(limit, int):
        return (
            ngettext(
                "A meld of the contract may hold one joker.",
                "A meld of the contract may hold %(count)s jokers.",
                limit,
            )
            % {"count": limit}
            if limit
            else gettext("A meld of the contract holds no joker.")
        )
    return gettext("Jokers in a meld of the contract, at most: %(steps)s.") % {"steps": listed(_steps(limit))}


def _steps(chart: Sequence[tuple[str, int]]) -> list[str]:
    """The chart's caps in words; sizes that follow each other and hold as many jokers are told together."""
    groups: list[tuple[str, int, int, int]] = []
    for key, cap in chart:
        kind, size = key[0], int(key[1:])
        if groups and (groups[-1][0], groups[-1][2], groups[-1][3]) == (kind, size - 1, cap):
            groups[-1] = (kind, groups[-1][1], size, cap)
        else:
            groups.append((kind, size, size, cap))
    return [_step(*group) for group in groups]


def _step(kind: str, first: int, last: int, cap: int) -> str:
    pattern = gettext("%(cap)s in a set of %(size)s") if kind == "S" else gettext("%(cap)s in a run of %(size)s")
    return pattern % {"cap": cap, "size": first if first == last else f"{first}–{last}"}


def _table_jokers(rules: RuleSet) -> str:
    limit = rules.table_jokers
    if limit is None:
        return gettext("Once a meld lies on the table, any number of jokers may join it.")
    if limit == 0:
        return gettext("No joker may lie in a meld on the table.")
    return ngettext(
        "A meld on the table never holds more than one joker, whoever adds the cards.",
        "A meld on the table never holds more than %(count)s jokers, whoever adds the cards.",
        limit,
    ) % {"count": limit}


def _wilds_at_most_naturals(rules: RuleSet) -> str:
    if rules.wilds_at_most_naturals:
        return gettext("A meld of the contract has no more wild cards than natural ones.")
    return ""


def _adjacent_wilds(rules: RuleSet) -> str:
    if rules.adjacent_wilds:
        return gettext("Jokers may lie side by side in a run.")
    return gettext("Two jokers never lie side by side in a run.")


def _first_rank(rules: RuleSet) -> str:
    if rules.first_rank == 1:
        return ""
    return gettext("No run begins below %(rank)s.") % {"rank": rank_label(rules.first_rank, rules.pack)}


def _jokerless_hands(rules: RuleSet) -> str:
    hands = rules.jokerless_hands
    if not hands:
        return ""
    return ngettext(
        "In hand %(hands)s the contract is laid without jokers.",
        "In hands %(hands)s the contract is laid without jokers.",
        len(hands),
    ) % {"hands": listed([str(hand) for hand in hands])}


def _same_suit_runs(rules: RuleSet) -> str:
    if rules.same_suit_runs:
        return ""
    return gettext("Each run of your contract has a suit of its own.")


def _contract_size(rules: RuleSet) -> str:
    if rules.contract_size == "at-least":
        return gettext("The melds of the contract have at least the size asked for; they may be longer.")
    if rules.contract_size == "runs-at-least":
        return gettext("The sets of the contract have exactly the size asked for; its runs may be longer.")
    if rules.layoff_same_turn:
        return gettext(
            "The melds of the contract have exactly the size asked for. A longer one is the exact one with cards laid "
            "off on it, and you may put it down in one go."
        )
    return gettext("The melds of the contract have exactly the size asked for, neither more nor less.")


def _same_rank_sets(rules: RuleSet) -> str:
    if rules.same_rank_sets:
        return gettext("Your contract may hold two sets of the same rank.")
    return gettext("Two sets in your contract never have the same rank: six eights are one set, not two.")


def _consecutive_runs(rules: RuleSet) -> str:
    gap = rules.run_gap
    if not rules.same_suit_runs:
        return ""
    if gap == 0:
        return gettext("Two runs of one suit in your contract may follow each other.")
    return ngettext(
        "Two runs of one suit in your contract never follow each other directly, as 6-7-8-9 and 10-J-Q-K do.",
        "Between two runs of one suit in your contract at least %(count)s ranks are missing.",
        gap,
    ) % {"count": gap}


SENTENCES = {
    "first_rank": _first_rank,
    "jokerless_hands": _jokerless_hands,
    "same_suit_runs": _same_suit_runs,
    "aces": _aces,
    "max_run": _max_run,
    "set_min": _set_min,
    "run_min": _run_min,
    "wild_ranks": _wild_ranks,
    "contract_jokers": _contract_jokers,
    "table_jokers": _table_jokers,
    "wilds_at_most_naturals": _wilds_at_most_naturals,
    "adjacent_wilds": _adjacent_wilds,
    "contract_size": _contract_size,
    "same_rank_sets": _same_rank_sets,
    "consecutive_runs": _consecutive_runs,
}
