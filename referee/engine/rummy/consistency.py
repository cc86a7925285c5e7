"""Whether the settings of a rule set go together: what contradicts is refused by the names of the two settings.

Each setting by itself is judged in ``settings``; what is legal but tight is said in ``advice``.
"""

from __future__ import annotations

from referee.engine.rummy.contracts import Contract, Slot
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
            raise contradict(
                name, "contracts", f"one value a hand ({rules.hands} hands)", list(value), hands=rules.hands
            )
    for hand in rules.jokerless_hands:
        if hand > rules.hands:
            allowed, given = f"hands from 1 to {rules.hands}", list(rules.jokerless_hands)
            raise contradict("jokerless_hands", "contracts", allowed, given, hands=rules.hands)


def _check_progress(rules: RuleSet) -> None:
    """A game in which everybody has a contract of their own has no last hand that all know beforehand."""
    if not rules.is_personal:
        return
    if rules.last_hand_all_cards:
        raise contradict("last_hand_all_cards", "progress", "false, where everybody has a contract of their own", True)
    if rules.tie == "extra-hand":
        raise contradict("tie", "progress", '"share", where everybody has a contract of their own', rules.tie)
    if rules.most_hands < rules.hands:
        allowed = f"a hand for each of {rules.hands} contracts"
        raise contradict("most_hands", "contracts", allowed, rules.most_hands, hands=rules.hands)


def _check_contract(rules: RuleSet, hand: int, contract: Contract) -> None:
    """Whether the contract of the hand can be held and laid at all."""
    for slot in contract.slots:
        least, name = (rules.set_min, "set_min") if slot.kind == "set" else (rules.run_min, "run_min")
        if slot.size < least:
            allowed = f"a {slot.kind} of at least {least} cards in hand {hand}"
            raise contradict("contracts", name, allowed, str(slot), hand=hand, least=least, slot=str(slot))
        if slot.kind == "run" and slot.size > rules.longest_run:
            other = "max_run" if rules.max_run <= len(rules.places) else "aces"
            allowed, most = f"a run of at most {rules.longest_run} cards in hand {hand}", rules.longest_run
            raise contradict("contracts", other, allowed, str(slot), hand=hand, most=most, slot=str(slot))
        _check_copies(rules, hand, slot)
    if not rules.same_suit_runs and len(contract.runs) > len(rules.pack.suits):
        allowed = f"true, since hand {hand} has more runs than there are suits"
        raise contradict("same_suit_runs", "contracts", allowed, False, hand=hand)
    _check_cards(rules, hand, contract)


def _check_copies(rules: RuleSet, hand: int, slot: Slot) -> None:
    """Whether the fewest decks hold a set's natural cards, its wild ones left out."""
    if slot.kind == "run":
        return
    decks = min(rules.shoe(players).decks for players in range(rules.players[0], rules.players[1] + 1))
    copies = decks * len(rules.pack.suits)
    natural = slot.size - rules.in_hand(hand).wild_cap("set", slot.size, on_table=False)
    if natural > copies:
        allowed = f"a set with at most {copies} natural cards in hand {hand}"
        raise contradict("contracts", "decks", allowed, str(slot), hand=hand, slot=str(slot), copies=copies)


def _check_cards(rules: RuleSet, hand: int, contract: Contract) -> None:
    """Whether so many cards can be held, and one more where going out needs a discard."""
    buys = rules.buys_in(hand)
    least = rules.least_buys(hand)
    if buys is not None and least > buys:
        allowed = f"at least {least} buys in hand {hand}, which needs {contract.cards} cards"
        raise contradict("buys", "contracts", allowed, buys, hand=hand, cards=contract.cards, least=least, buys=buys)
    keeps_one = rules.discard_to_go_out == "required" and not rules.is_all_cards(hand)
    if buys is not None and keeps_one and rules.held_after_draw(hand, buys) == contract.cards:
        allowed = f'"optional", since the contract of hand {hand} leaves no card to discard'
        raise contradict("discard_to_go_out", "contracts", allowed, "required", hand=hand, cards=contract.cards)


def _check_runs(rules: RuleSet) -> None:
    if rules.aces == "round" and rules.first_rank > 1:
        raise contradict("first_rank", "aces", "1 where runs go round the corner", rules.first_rank)
    if rules.joker_swap == "runs-to-play" and rules.swap_when != "down":
        # Only who is down can lay the joker off in the same turn.
        raise contradict("swap_when", "joker_swap", '"down" where a swapped joker has to be played', rules.swap_when)
    if rules.swap_when == "at-once" and rules.joker_swap == "runs":
        # Out of turn nothing is laid but the card in the joker's place.
        raise contradict("swap_when", "joker_swap", "anything else unless the joker comes to the hand", "at-once")
    if rules.set_swap and rules.joker_swap == "runs":
        # In a set there is no end to which the joker could move.
        raise contradict("set_swap", "joker_swap", "false unless a swapped joker comes to the hand", True)


def _check_deal(rules: RuleSet) -> None:
    dealt = rules.most_dealt
    for players in range(rules.players[0], rules.players[1] + 1):
        cards = rules.shoe(players).cards
        if players * dealt + 1 > cards:
            most = (cards - 1) // players
            allowed = f"at most {most} cards for {players} players of {cards} cards"
            raise contradict("dealt", "decks", allowed, dealt, players=players, cards=cards, most=most)
