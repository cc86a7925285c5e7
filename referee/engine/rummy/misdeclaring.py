"""Why melds are not the contract of a hand: every reason that holds (Rule 3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product

from referee.engine.rummy.clashing import clash
from referee.engine.rummy.contracts import Contract, Kind
from referee.engine.rummy.meldruling import judge_reading, read_meld
from referee.engine.rummy.melds import Laid, Meld, format_laid, run_of
from referee.engine.rummy.rules import RuleSet
from referee.engine.verdicts import Breach, breach

type Cards = Sequence[Laid]


def misdeclared(
    rules: RuleSet, contract: Contract, melds: Sequence[Cards], shapes: Sequence[Sequence[Meld]]
) -> list[Breach]:
    """Every reason why the melds are not the contract; ``shapes`` are the readings of each, legal or not."""
    breaches: list[Breach] = []
    kinds = _kinds(rules, contract, melds, shapes)
    if kinds is None:
        breaches.append(breach("contract.shape", values={"contract": str(contract)}))
        kinds = [None] * len(melds)
    else:
        breaches += _sizes(rules, contract, melds, kinds)
        # One natural card among wild ones can be read as both: only what the contract asks for counts.
        shapes = [[meld for meld in found if meld.kind == kind] for found, kind in zip(shapes, kinds, strict=True)]
    for index, (cards, kind) in enumerate(zip(melds, kinds, strict=True)):
        faults = _faults(rules, cards, kind) or _partless(rules, contract, shapes[index])
        breaches += [breach(b.code, at=index, cards=b.cards, values=dict(b.values)) for b in faults]
    breaches += _clashes(rules, contract, shapes)
    if breaches:
        return breaches
    # No meld and no pair is at fault: only together do the runs stand in each other's way.
    return [breach("contract.consecutive-runs" if rules.same_suit_runs else "contract.same-suit", at=len(shapes) - 1)]


def _kinds(
    rules: RuleSet, contract: Contract, melds: Sequence[Cards], shapes: Sequence[Sequence[Meld]]
) -> list[Kind | None] | None:
    """The kind that each meld is or is meant to be, where sets and runs are as many as the contract asks; else None.

    A meld that cannot be read, or can be read as both, takes what the others leave over: of several such ones those
    that are most like a run are the runs.
    """
    if len(melds) != len(contract.slots):
        return None
    can = [{meld.kind for meld in found} or {"set", "run"} for found in shapes]
    either = [index for index, kinds in enumerate(can) if len(kinds) == 2]
    runs = len(contract.runs) - sum(kinds == {"run"} for kinds in can)
    if not 0 <= runs <= len(either):
        return None
    likely = sorted(either, key=lambda index: _likeness(rules, melds[index]), reverse=True)[:runs]
    return ["run" if index in likely or can[index] == {"run"} else "set" for index in range(len(melds))]


def _likeness(rules: RuleSet, cards: Cards) -> tuple[bool, int, str]:
    """How like a run the cards are: by what disturbs them, then by their number; the rest only settles ties."""
    near = any(found.code.startswith("run.") for found in read_meld(cards, rules).verdict.breaches)
    return near, len(cards), " ".join(sorted(map(format_laid, cards)))


def _sizes(rules: RuleSet, contract: Contract, melds: Sequence[Cards], kinds: Sequence[Kind | None]) -> list[Breach]:
    """The melds that are shorter than any slot left for them, or longer where a longer one is no shorthand."""
    breaches = []
    kind: Kind
    for kind in ("set", "run"):
        longer_allowed = rules.layoff_same_turn or rules.may_be_longer(kind)
        declared = sorted((i for i, k in enumerate(kinds) if k == kind), key=lambda i: len(melds[i]), reverse=True)
        for index, size in zip(declared, contract.sizes(kind), strict=True):
            count = len(melds[index])
            if count < size or (count > size and not longer_allowed):
                breaches.append(breach("contract.size", at=index, values={"count": count, "size": size}))
    return breaches


def _faults(rules: RuleSet, cards: Cards, kind: Kind | None) -> list[Breach]:
    """What is wrong with the meld by itself: by the table's joker cap where a longer one is shorthand for lay-offs."""
    ruling = read_meld(cards, rules, kind=kind)
    if ruling.readings or (rules.layoff_same_turn and read_meld(cards, rules, kind=kind, on_table=True).readings):
        return []
    faults = [found for found in ruling.verdict.breaches if found.code != "card.too-many"]
    plain = read_meld(cards, rules).verdict.breaches if kind else ()
    return faults + [found for found in plain if found.code == "meld.mixed"]


# Together ---------------------------------------------------------------------------------------------------------


def _exact_forms(rules: RuleSet, contract: Contract, found: Sequence[Meld]) -> Iterator[Meld]:
    """What the meld may stand for in the contract: itself, and every exact part that lay-offs would make whole."""
    for whole in found:
        sizes = {size for size in contract.sizes(whole.kind) if size < len(whole)} if rules.layoff_same_turn else ()
        if whole.kind == "set" or not sizes or len(whole) in contract.runs or rules.may_be_longer("run"):
            yield whole
        if whole.kind == "run":
            for size in sizes:
                for skip in range(len(whole) - size + 1):
                    yield run_of(whole.cards[skip : skip + size], whole.suit, whole.low + skip)


def _clashes(rules: RuleSet, contract: Contract, shapes: Sequence[Sequence[Meld]]) -> list[Breach]:
    """The pairs of melds that are in each other's way, however they are read and split."""
    forms = [list(_exact_forms(rules, contract, found)) for found in shapes]
    breaches = []
    for (_, one), (index, other) in combinations(enumerate(forms), 2):
        code = None
        for mine, theirs in product(one, other):
            code = clash(rules, mine, theirs)
            if not code:
                break
        if code:
            breaches.append(breach(code, at=index))
    return breaches


def _partless(rules: RuleSet, contract: Contract, found: Sequence[Meld]) -> list[Breach]:
    """What is wrong with a meld that the table would let lie: wild cards in every part of it or in the whole of it."""
    forms = [judge_reading(meld, rules, on_table=False) for meld in _exact_forms(rules, contract, found)]
    longer = [meld for meld in found if len(meld) not in contract.sizes(meld.kind)]
    for judged in (forms, [judge_reading(meld, rules, on_table=True) for meld in longer]):
        if judged and all(judged):
            return min(judged, key=len)
    return []
