"""Whether the settings of a rule set go together: what contradicts is refused by the names of the two settings.

Each setting by itself is judged in ``settings``; what is legal but tight is said in ``advice``.
"""

from __future__ import annotations

from referee.engine.rummy.contracts import Contract
from referee.engine.rummy.rules import RuleSet, class_ranks
from referee.engine.rummy.settings import contradict, refuse


def check(rules: RuleSet) -> None:
    """Refuse settings that contradict each other.

    :raises RulesError: naming the setting to change and the one that it contradicts.
    """
    _check_points(rules)
    _check_hands(rules)
    _check_progress(rules)
    for number, contract in enumerate(rules.contracts, start=1):
        _check_contract(rules, number, contract)
    _check_runs(rules)
    _check_deal(rules)


def _check_points(rules: RuleSet) -> None:
    counted: list[int] = []
    for label, _ in rules.points:
        ranks = class_ranks(label, rules.pack)
        if not ranks:
            raise contradict("points", "deck", f"classes of the {rules.pack.name} deck's ranks such as 2-7 or A", label)
        counted += ranks
    if sorted(counted) != list(range(1, rules.pack.top + 1)):
        raise refuse("points", "every rank in exactly one class", dict(rules.points))


def _check_hands(rules: RuleSet) -> None:
    for name in ("dealt", "buys", "out_bonus"):
        value = getattr(rules, name)
        if isinstance(value, tuple) and rules.is_personal:
            raise contradict(name, "progress", "one value, where everybody has a contract of their own", list(value))
        if isinstance(value, tuple) and len(value) != rules.hands:
            raise contradict(name, "contracts", f"one value a hand ({rules.hands} hands)", list(value))
    for hand in rules.jokerless_hands:
        if hand > rules.hands:
            raise contradict(
                "jokerless_hands", "contracts", f"hands from 1 to {rules.hands}", list(rules.jokerless_hands)
            )


def _check_progress(rules: RuleSet) -> None:
    """A game in which everybody has a contract of their own has no last hand that all know beforehand."""
    if not rules.is_personal:
        return
    if rules.last_hand_all_cards:
        raise contradict("last_hand_all_cards", "progress", "false, where everybody has a contract of their own", True)
    if rules.tie == "extra-hand":
        raise contradict("tie", "progress", '"share", where everybody has a contract of their own', rules.tie)
    if rules.most_hands < rules.hands:
        raise contradict("most_hands", "contracts", f"a hand for each of {rules.hands} contracts", rules.most_hands)


def _check_contract(rules: RuleSet, number: int, contract: Contract) -> None:
    """Whether the contract of that number can be held and laid at all."""
    for slot in contract.slots:
        least, name = (rules.set_min, "set_min") if slot.kind == "set" else (rules.run_min, "run_min")
        if slot.size < least:
            raise contradict("contracts", name, f"a {slot.kind} of at least {least} cards in hand {number}", str(slot))
        if slot.kind == "run" and slot.size > rules.longest_run:
            other = "max_run" if rules.max_run <= len(rules.places) else "aces"
            raise contradict(
                "contracts", other, f"a run of at most {rules.longest_run} cards in hand {number}", str(slot)
            )
    buys = rules.buys_in(number)
    if buys is not None and rules.least_buys(number) > buys:
        needed = f"at least {rules.least_buys(number)} buys in hand {number}, which needs {contract.cards} cards"
        raise contradict("buys", "contracts", needed, buys)
    if not rules.same_suit_runs and len(contract.runs) > len(rules.pack.suits):
        raise contradict(
            "same_suit_runs", "contracts", f"true, since hand {number} has more runs than there are suits", False
        )


def _check_runs(rules: RuleSet) -> None:
    if rules.aces == "round" and rules.first_rank > 1:
        raise contradict("first_rank", "aces", "1 where runs go round the corner", rules.first_rank)
    if rules.joker_swap == "runs-to-play" and rules.swap_when != "down":
        # Only who is down can lay the joker off in the same turn.
        raise contradict("swap_when", "joker_swap", '"down" where a swapped joker has to be played', rules.swap_when)


def _check_deal(rules: RuleSet) -> None:
    dealt = max(rules.dealt_in(number) for number in range(1, rules.hands + 1))
    for players in range(rules.players[0], rules.players[1] + 1):
        cards = rules.shoe(players).cards
        if players * dealt + 1 > cards:
            most = (cards - 1) // players
            raise contradict("dealt", "decks", f"at most {most} cards for {players} players of {cards} cards", dealt)
