"""The most that a hand can lay in this turn: by going down, or for a player who is down already."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from referee.engine.rummy.cards import JOKER, Card
from referee.engine.rummy.contracts import Contract
from referee.engine.rummy.melds import Meld
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.solver.atonce import at_once
from referee.engine.rummy.solver.bylayouts import by_layouts, idle_jokers, least_loss, left_worth
from referee.engine.rummy.solver.bysuits import BySuits
from referee.engine.rummy.solver.layouts import holds
from referee.engine.rummy.solver.onebyone import OneByOne, goes_one_by_one
from referee.engine.rummy.solver.oneless import one_less
from referee.engine.rummy.solver.state import Outcome
from referee.engine.rummy.solver.steps import Played, Step, Swap, TooNear, play_out
from referee.engine.rummy.solver.sweep import Sweep
from referee.engine.rummy.solver.task import NOTHING, Task, plainly, task_for

SMALL = 18
"""Up to so many cards one pass over all suits may be quicker than one over each."""

MANY_IN_SUIT = 9
"""So many natural cards of one suit have many layouts."""


@dataclass(frozen=True, slots=True)
class LayDown:
    """What to lay so that the least penalty is left.

    ``melds``: the contract's, exactly, in its order; empty for a player who was down before. ``steps``: lay-offs and
    swaps in order, own melds counted before those of the table. ``left``: the cards that stay in the hand, before any
    discard, worth ``points``. ``out``: whether that ends the hand, by itself or with the discard of the last card.
    ``swaps``: those done before going down, where the rules let them be; their melds are counted on the table alone.
    """

    melds: tuple[Meld, ...]
    steps: tuple[Step, ...]
    left: tuple[Card, ...]
    points: int
    out: bool
    swaps: tuple[Swap, ...] = ()


def to_beat(rules: RuleSet, best: LayDown | None) -> int | None:
    """What may be left at most to be better than that; None: anything.

    It is so too where cards can cost less than nothing.
    """
    return best.points - 1 if best is not None and rules.least_points >= 0 else None


def lay_down(
    rules: RuleSet, hand: int, cards: Sequence[Card], table: Sequence[Meld], slack: int | None = None
) -> LayDown | None:
    """The best way to go down with these cards, without a swap, that leaves no more than ``slack`` points.

    None where there is none. In a last hand that has to be laid whole only a way that leaves nothing counts.
    """
    contract = rules.contract(hand)
    if len(cards) < contract.cards:
        return None
    rules = rules.in_hand(hand)
    if rules.is_all_cards(hand):
        return whole_laydown(rules, contract, cards, table)
    return _best(rules, contract, cards, table, slack)


def lay_off(rules: RuleSet, cards: Sequence[Card], table: Sequence[Meld], slack: int | None = None) -> LayDown | None:
    """The best that a player who is down can lay off, without a swap to the hand, that leaves no more than ``slack``.

    None also where the rules let no lay-off leave what is left.
    """
    return _best(rules, NOTHING, cards, table, slack)


def nothing_laid(rules: RuleSet, cards: Sequence[Card]) -> LayDown:
    return _finished(rules, Played((), (), tuple(sorted(cards))))


def goes_out(rules: RuleSet, hand: int, cards: Sequence[Card], table: Sequence[Meld], *, down: bool) -> bool:
    """Whether the hand can be emptied in this turn without a swap to the hand, the discard of the last card included.

    ``down``: the player went down in an earlier turn.
    """
    contract, rules = NOTHING if down else rules.contract(hand), rules.in_hand(hand)
    if rules.is_all_cards(hand):
        return bool(cards) and not down and whole_laydown(rules, contract, cards, table) is not None
    if len(cards) < contract.cards:
        return False
    allowed = may_be_left(rules)
    if contract.slots and rules.contract_size == "exact" and not rules.layoff_same_turn:
        return len(cards) - contract.cards in allowed and holds(rules, contract, cards)
    keep, slack = frozenset[int](), max(allowed)
    if contract.slots and rules.contract_size != "exact":
        keep = frozenset(number for number in never_left(rules) if number <= slack)
    task = task_for(rules, cards, contract, table, counting=True, slack=slack, keep=keep, enough=slack)
    found = _solve(rules, task)
    if found is None or len(found.left) in allowed:
        return found is not None
    # Where all can be laid and a card has to be left to discard, the last one to be laid off can be.
    return not found.left and bool(found.steps)


def may_be_left(rules: RuleSet) -> set[int]:
    """With how many cards left the hand ends, the discard of the last one included."""
    match rules.discard_to_go_out:
        case "optional":
            return {0, 1}
        case "never":
            return {0}
        case "required":
            return {1}


def never_left(rules: RuleSet) -> frozenset[int]:
    """How many cards may not be left after laying: none where a discard is due, one where it cannot be discarded."""
    return _NEVER_LEFT[rules.discard_to_go_out]


_NEVER_LEFT: Mapping[str, frozenset[int]] = {
    "optional": frozenset(),
    "never": frozenset({1}),
    "required": frozenset({0}),
}


def least_left(
    rules: RuleSet,
    contract: Contract,
    cards: Sequence[Card],
    table: Sequence[Meld],
    *,
    slack: int | None,
    counting: bool,
) -> int | None:
    """The least that is left without a swap to the hand: in points, or where it is ``counting`` in cards.

    None where that is more than ``slack``, or the contract cannot be made. Every number of cards may be left.
    """
    task = task_for(rules, cards, contract, table, counting=counting, slack=slack)
    found = _solve(rules, task)
    return None if found is None else sum([task.worth[card.rank] for card in found.left])


def any_melds(rules: RuleSet, contract: Contract, cards: Sequence[Card]) -> tuple[Meld, ...] | None:
    """Melds of the contract that the cards hold, found by a sweep; None where they hold none."""
    sweep = Sweep(task_for(rules, cards, contract, only_contract=True))
    outcome = sweep.best()
    return play_out(sweep, outcome).melds if outcome else None


def whole_laydown(rules: RuleSet, contract: Contract, cards: Sequence[Card], table: Sequence[Meld]) -> LayDown | None:
    """A way to lay every card, or None."""
    if not (table and rules.layoff_same_turn) and _runs_due(rules, contract, cards) > len(contract.runs):
        return None
    if not holds(rules, contract, cards):
        return None
    task = task_for(rules, cards, contract, table, counting=True, slack=0)
    if _is_crowded(task):
        played = _by_sweep(plainly(task))
        found = _finished(rules, played) if played else None
    else:
        found = _solve(rules, task)
    return replace(found, out=True) if found and not found.left else None


def _runs_due(rules: RuleSet, contract: Contract, cards: Sequence[Card]) -> int:
    """How many runs there have to be at least for every card to lie in a run or in one of the contract's sets."""
    twice = 1 if rules.longest_run > rules.pack.top else 0  # the rank that one run can have at both of its ends
    # By suit and copy how many ranks there are; the sets can take all of these in where they have as many ranks.
    ranks: dict[tuple[str, int], int] = {}
    for card, copies in Counter(cards).items():
        if not rules.is_wild(card):
            for copy in range(copies if card.rank != twice else (copies + 1) // 2):
                ranks[card.suit, copy] = ranks.get((card.suit, copy), 0) + 1
    sets = len(contract.sets)
    return sum([count > sets for count in ranks.values()])


def _is_crowded(task: Task) -> bool:
    """Whether there are so many layouts that a sweep, which leaves most ways at once, is quicker."""
    naturals = Counter([card.suit for card in task.cards.elements() if card.rank])
    return max(naturals.values(), default=0) > MANY_IN_SUIT


def _best(
    rules: RuleSet, contract: Contract, cards: Sequence[Card], table: Sequence[Meld], slack: int | None = None
) -> LayDown | None:
    """The best that leaves no more than ``slack`` points."""
    if not rules.card_points:
        return _best_by_rank(rules, contract, cards, table, slack=slack)
    cheapest, dearest = _worths(rules, cards)
    cheap = [card for card in cards if rules.value(card) < dearest[card.rank]]
    best = _best_with(rules, contract, cards, table, dearest, (), slack)
    if best is None and slack is None and not never_left(rules):
        return None  # the contract cannot be made
    least = sum([dearest[own.rank] for own in best.left]) if best else (slack or 0) + 1
    slack = slack if best is None else to_beat(rules, best)
    choices = [*_choices(cheap)][1:]
    if len(choices) > 1 and rules.least_points >= 0:
        # Where every card costs what the cheapest of its rank does, no less is left.
        found = _best_by_rank(rules, contract, cards, table, cheapest, slack=slack)
        if found is None:
            return best
        if best is None or found.points < best.points:
            best, slack = found, to_beat(rules, found)
        if best.points == sum([cheapest[card.rank] for card in found.left]):
            return best
        kept = Counter([card for card in found.left if card in cheap])  # likely to be what the best way leaves
        choices.sort(key=lambda some: sum([abs(kept[own] - some.count(own)) for own in {*kept, *some}]))
    for some in choices:
        # What a choice leaves, with its cards as dear as any of their rank, is left without it as well.
        if slack is not None and least - sum([dearest[own.rank] - rules.value(own) for own in some]) > slack:
            continue
        found = _best_with(rules, contract, cards, table, dearest, some, slack)
        if found is not None and (best is None or found.points < best.points):
            best, slack = found, to_beat(rules, found)
    return best


def _worths(rules: RuleSet, cards: Sequence[Card]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """By rank what the cheapest and what the dearest of these cards costs."""
    values: dict[int, set[int]] = {}
    for card in set(cards):
        values.setdefault(card.rank, set()).add(rules.value(card))
    every = [values.get(rank) or {rules.dearest_points[rank]} for rank in range(rules.pack.top + 1)]
    return tuple(map(min, every)), tuple(map(max, every))


def _choices(cards: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    """Every choice of the cards, alike ones once, none at all first."""
    counted = Counter(cards)
    for counts in product(*(range(copies + 1) for copies in counted.values())):
        yield tuple(card for card, number in zip(counted, counts, strict=True) for _ in range(number))


def _best_with(
    rules: RuleSet,
    contract: Contract,
    cards: Sequence[Card],
    table: Sequence[Meld],
    worth: tuple[int, ...],
    kept: tuple[Card, ...],
    slack: int | None,
) -> LayDown | None:
    """The best way that leaves these cards, which cost less than others of their rank, in the hand for certain.

    All other cards are taken to cost their ``worth``, what the dearest of their rank costs. Of all choices to keep one
    is what the best way leaves of the cheap cards, and there nothing is overrated; so the best of these ways is the
    best of all.
    """
    rest = tuple((Counter(cards) - Counter(kept)).elements())
    never = frozenset(number - len(kept) for number in never_left(rules) if number >= len(kept))
    more = None if slack is None else slack - sum(map(rules.value, kept))
    found = _best_by_rank(rules, contract, rest, table, worth, never, more) if len(rest) >= contract.cards else None
    if found is None:
        return None
    left = tuple(sorted((*found.left, *kept)))
    return _finished(rules, Played(found.melds, found.steps, left))


def _best_by_rank(
    rules: RuleSet,
    contract: Contract,
    cards: Sequence[Card],
    table: Sequence[Meld],
    worth: tuple[int, ...] = (),
    never: frozenset[int] | None = None,
    slack: int | None = None,
) -> LayDown | None:
    """The best where all cards of a rank cost the same, given by ``worth``; ``never``: so many are not left."""
    never = never_left(rules) if never is None else never
    if slack is not None and slack < 0:
        return None
    task = task_for(rules, cards, contract, table, slack=slack, worth=worth)
    found = _solve(rules, task)
    if found is None or len(found.left) not in never:
        return found
    if len(never) == 1 and min(task.worth) > 0:
        # Fewer cards cannot be left, since that would cost less: so more have to be.
        less = one_less(rules, task, Played(found.melds, found.steps, found.left))
        if less is None or (task.slack is not None and left_worth(task, less) > task.slack):
            return _leaving(rules, task, len(found.left) + 1, task.slack)
        return _leaving(rules, task, len(less.left), left_worth(task, less) - 1) or _finished(rules, less)
    return _solve(rules, replace(task, keep=never))


def _leaving(
    rules: RuleSet, whole: Task, count: int, slack: int | None, first: tuple[int, Card] | None = None
) -> LayDown | None:
    """The best that leaves so many cards at least: each card is kept for certain in turn, the cheapest first.

    ``first``: none of them comes before this one in the order of worth.
    """
    best: LayDown | None = None
    look = True
    if whole.cards.total() - count >= whole.contract.cards:
        cheapest = sorted([whole.worth[card.rank] for card in whole.cards.elements()])[:count]
        for worth, card in sorted((whole.worth[card.rank], card) for card in whole.cards):
            # Beside it the cheapest others stay, or all but the last of the cheapest where it is one of them.
            if slack is not None and sum(cheapest[:-1]) + max(worth, cheapest[-1]) > slack:
                break
            if first is None or (worth, card) >= first:
                rest, task = None if slack is None else slack - worth, whole.without(card)
                found, sure = _told(rules, replace(task, slack=rest), look=look)
                look = sure or rules.aces != "round"  # round a circle layouts that left a doubt will do so again
                if found is not None and len(found.left) < count - 1:
                    found = _leaving(rules, task, count - 1, rest, (worth, card))
                if found is not None:
                    best = _finished(rules, Played(found.melds, found.steps, tuple(sorted((*found.left, card)))))
                    slack = sum([whole.worth[own.rank] for own in best.left]) - 1
    return best


def _solve(rules: RuleSet, task: Task) -> LayDown | None:
    """The best for the task: by layouts, or by a sweep where those leave a doubt. None where there is nothing."""
    return _told(rules, task)[0]


def _told(rules: RuleSet, task: Task, *, look: bool = True) -> tuple[LayDown | None, bool]:
    """The same, and whether the layouts left no doubt; they are only looked through if asked."""
    task = plainly(task)
    if task.slack is not None and task.slack < least_loss(task):
        return None, True
    played, sure = by_layouts(task) if look else (None, False)
    if not sure and not (played and left_worth(task, played) <= task.enough):
        if played:
            task = replace(task, slack=left_worth(task, played) - 1)
        played = _by_sweep(task) or played
    return _finished(rules, played) if played else None, sure


def _by_sweep(task: Task) -> Played | None:
    """What a sweep finds within the task's slack."""
    idle = idle_jokers(task)
    if idle:
        # Jokers for which there is no place in any case would only multiply the ways to play.
        slack = None if task.slack is None else task.slack - idle * task.worth[JOKER.rank]
        cards = task.cards - Counter({JOKER: idle})
        played = _by_sweep(replace(task, cards=cards, pool=task.pool[idle:], slack=slack))
        return replace(played, left=tuple(sorted((*played.left, *[JOKER] * idle)))) if played else None
    if task.contract.slots and not holds(task.rules, task.contract, [*task.cards.elements()]):
        return None
    try:
        return _swept(task, loose=True)
    except TooNear:
        return _swept(task)


def _swept(task: Task, *, loose: bool = False) -> Played | None:
    """The best that passes over the ranks find: all suits at once where that is quicker or what is kept counts.

    :raises TooNear: where a ``loose`` one does not tell.
    """
    sweep = Sweep(task, loose=loose)
    outcome = _best_outcome(sweep)
    if outcome is None or (task.slack is not None and sweep.bounds.ideal - outcome.worth > task.slack):
        return None
    return play_out(sweep, outcome)


def _best_outcome(sweep: Sweep) -> Outcome | None:
    """The best end, by the search that is likely to find it soonest."""
    task = sweep.task
    if task.keep or min(task.worth) < 0:
        return sweep.best()
    if goes_one_by_one(sweep):
        one_by_one = OneByOne(sweep)
        outcome = one_by_one.best()
        return BySuits(sweep).best(one_by_one.certain) if one_by_one.gave_up else outcome
    few = task.rules.contract_size == "exact" or len(task.contract.runs) < 2
    if sweep.course.circle and few and not task.layoffs and task.cards.total() <= SMALL:
        return sweep.best()
    found = at_once(sweep)
    outcome = found.best() if found else None
    if found and not found.gave_up:
        return outcome
    return BySuits(sweep).best(found.certain if found else 0)


def _finished(rules: RuleSet, played: Played) -> LayDown:
    by_rank = rules.rank_points
    if rules.card_points:
        points = sum(map(rules.value, played.left))
    else:
        points = sum([by_rank[card[0]] for card in played.left])
    out = len(played.left) in may_be_left(rules)
    return LayDown(played.melds, played.steps, played.left, points, out)
