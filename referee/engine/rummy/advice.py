"""What follows from a rule set's settings: legal, but tight, idle or of a size that a table should know beforehand.

What cannot be at all is refused in ``consistency``. Knows the arithmetic, not the words.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from referee.engine.rummy.rules import RuleSet

MANY_WILD = 6
"""One wild card among fewer cards than this is a lot."""
ROUNDS = 3
"""So many turns of everybody the stock should last for before it is renewed."""


class Advice(NamedTuple):
    """A consequence: its code, the setting from which it follows, and the figures in it.

    ``is_tight``: something may run short or be of no use; else it is only good to know.
    """

    code: str
    setting: str
    values: dict[str, int | str]
    is_tight: bool = True


def advice(rules: RuleSet) -> tuple[Advice, ...]:
    """Every consequence worth saying, those of single hands in their order."""
    return (*_hands(rules), *_stock(rules), *_wild_cards(rules), *_idle(rules), *_blind(rules))


def _hands(rules: RuleSet) -> Iterator[Advice]:
    """Hands whose contract needs more cards than are dealt and drawn."""
    for hand, contract in enumerate(rules.contracts, start=1):
        least, most = rules.least_buys(hand), rules.buys_in(hand)
        if not least:
            continue
        values: dict[str, int | str] = {"hand": hand, "cards": contract.cards, "least": least}
        if most is None:
            yield Advice("buys.needed", "buys", values, is_tight=False)
        else:
            yield Advice("buys.tight" if least == most else "buys.some", "buys", values | {"buys": most}, least == most)


def _stock(rules: RuleSet) -> Iterator[Advice]:
    """Whether the cards that the deal leaves last for a few turns and pay for the buys."""
    dealt = rules.most_dealt
    most_buys = [count for hand in range(1, rules.hands + 1) if (count := rules.buys_in(hand)) is not None]
    for players in range(rules.players[1], rules.players[0] - 1, -1):
        left = rules.shoe(players).cards - players * dealt - 1
        if left < ROUNDS * players:
            yield Advice("stock.short", "decks", {"players": players, "left": left, "dealt": dealt})
            return
    if most_buys and len(most_buys) == rules.hands:
        players = rules.players[1]
        left = rules.shoe(players).cards - players * dealt - 1
        cost = players * max(most_buys) * rules.price
        if cost > left:
            yield Advice("stock.buys", "price", {"players": players, "left": left, "cost": cost}, is_tight=False)


def _wild_cards(rules: RuleSet) -> Iterator[Advice]:
    """Wild cards without end, none at all, or natural ones that a set would ask too many of."""
    fewest = rules.players[0]
    shoe = rules.shoe(fewest)
    wild = shoe.jokers + shoe.decks * len(rules.pack.suits) * len(rules.wild_ranks)
    if wild * MANY_WILD > shoe.cards:
        yield Advice("wild.many", "jokers", {"wild": wild, "cards": shoe.cards, "players": fewest})
    if not wild and rules.joker_swap != "none":
        yield Advice("swap.idle", "joker_swap", {})
    if rules.wild_ranks and rules.contract_jokers == 0:
        yield Advice("wild.idle", "contract_jokers", {})


def _idle(rules: RuleSet) -> Iterator[Advice]:
    """Settings that another one leaves nothing to do."""
    sells = any(rules.buys_in(hand) != 0 for hand in range(1, rules.hands + 1))
    if not sells and (rules.own_discard_buyable or rules.binding_calls or rules.call_order == "first"):
        yield Advice("buys.idle", "buys", {})
    if not rules.shanghai_call and rules.shanghai_effect == "penalty":
        yield Advice("shanghai.idle", "shanghai_effect", {})
    if rules.last_hand_all_cards and rules.discard_to_go_out == "required":
        yield Advice("last.no-discard", "last_hand_all_cards", {"hand": rules.hands}, is_tight=False)
    if rules.is_personal:
        yield Advice("progress.long", "progress", {"least": rules.hands, "most": rules.most_hands}, is_tight=False)
    elif rules.most_hands != type(rules).most_hands:
        yield Advice("hands.idle", "most_hands", {})


def _blind(rules: RuleSet) -> Iterator[Advice]:
    """Where nothing is laid off in the turn of going down, a hand goes out at once only where the contract takes it."""
    if rules.blind == "none" or rules.layoff_same_turn or rules.contract_size != "exact":
        return
    hands = [hand for hand in range(1, rules.hands + 1) if _goes_at_once(rules, hand)]
    if not hands:
        yield Advice("blind.never", "blind", {})
    elif len(hands) < rules.hands:
        yield Advice("blind.some", "blind", {"hands": ", ".join(map(str, hands))}, is_tight=False)


def _goes_at_once(rules: RuleSet, hand: int) -> bool:
    """Whether some number of buys makes a hand of just the contract, with or without a card to discard."""
    most = rules.buys_in(hand)
    cards = rules.contract(hand).cards
    left = {"optional": (0, 1), "never": (0,), "required": (1,)}[rules.discard_to_go_out]
    return any(rules.held_after_draw(hand, buys) - cards in left for buys in range((20 if most is None else most) + 1))
