"""Is this a meld? Every legal reading, or every reason why there is none and the nearest legal order (Rule 2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import pairwise

from referee.engine.rummy.cards import JOKER, Card
from referee.engine.rummy.contracts import Kind
from referee.engine.rummy.melds import Laid, Meld, Placed
from referee.engine.rummy.misreading import misread
from referee.engine.rummy.readings import all_readings, run_readings, set_readings
from referee.engine.rummy.rules import RuleSet
from referee.engine.verdicts import Breach, Verdict, breach


@dataclass(frozen=True, slots=True)
class MeldRuling:
    """The verdict, every legal reading (the preferred first), and for an illegal order the nearest legal one."""

    verdict: Verdict
    readings: tuple[Meld, ...]
    nearest: Meld | None = None


def read_meld(
    cards: Sequence[Laid],
    rules: RuleSet,
    *,
    bag: bool = False,
    on_table: bool = False,
    size: int | None = None,
    kind: Kind | None = None,
) -> MeldRuling:
    """How the cards, in the order laid, are a meld.

    ``bag``: the order means nothing. ``on_table``: the joker cap of the table instead of the contract's. ``size``: what
    the contract asks for. ``kind``: read only as a set or only as a run.
    """
    found = readings(cards, rules, kind, bag=bag)
    judged = [(meld, judge_reading(meld, rules, on_table=on_table)) for meld in found]
    whole = _judge_whole(cards, rules, size)
    legal = tuple(meld for meld, breaches in judged if not breaches) if not whole else ()
    if legal:
        return MeldRuling(Verdict(), legal)
    if any(not breaches for _, breaches in judged):
        reasons: list[Breach] = []
    elif judged:
        reasons = min((breaches for _, breaches in judged), key=len)
    else:
        reasons = misread(cards, rules, kind, bag=bag, on_table=on_table)
    nearest = None if bag or whole else _nearest(cards, rules, kind, on_table=on_table)
    return MeldRuling(Verdict(tuple(_sorted(whole + reasons))), (), nearest)


def readings(cards: Sequence[Laid], rules: RuleSet, kind: Kind | None = None, *, bag: bool = False) -> list[Meld]:
    """Every way to read the cards, the sets first, whether or not a cap or a least size stands against it."""
    match kind:
        case None:
            return all_readings(cards, rules, bag=bag)
        case "set":
            return set_readings(cards, rules)
        case "run":
            return run_readings(cards, rules, bag=bag)


def judge_reading(meld: Meld, rules: RuleSet, *, on_table: bool) -> list[Breach]:
    """What is wrong with a meld of known places: its least size and its wild cards."""
    breaches = []
    size = len(meld)
    least = rules.set_min if meld.kind == "set" else rules.run_min
    if size < least:
        breaches.append(breach("meld.too-short", values={"count": size, "least": least}))
    wild = meld.wild_places
    cap = rules.wild_cap(meld.kind, size, on_table=on_table)
    if len(wild) > cap:
        cards = [meld.cards[index] for index in wild]
        breaches.append(breach("joker.cap", cards=cards, values={"count": len(wild), "cap": cap}))
    if meld.kind == "run" and not rules.adjacent_wilds and any(after == before + 1 for before, after in pairwise(wild)):
        breaches.append(breach("joker.adjacent"))
    return breaches


def _judge_whole(cards: Sequence[Laid], rules: RuleSet, size: int | None) -> list[Breach]:
    """What is wrong with the cards however they are read."""
    breaches = too_many(cards, rules)
    if size is not None and len(cards) != size:
        breaches.append(breach("contract.size", values={"count": len(cards), "size": size}))
    return breaches


def too_many(cards: Iterable[Laid], rules: RuleSet, players: int | None = None) -> list[Breach]:
    """A breach where there are more copies of a card than the decks hold; players unknown: the largest shoe."""
    shoe = rules.largest_shoe if players is None else rules.shoe(players)
    counted = Counter(laid.card if isinstance(laid, Placed) else laid for laid in cards)
    over = [card for card, copies in counted.items() if copies > (shoe.jokers if card == JOKER else shoe.decks)]
    if not over:
        return []
    return [breach("card.too-many", cards=over, values={"copies": shoe.jokers if over[0] == JOKER else shoe.decks})]


_ORDER = ("card.too-many", "joker.all", "meld.too-short", "run.suit", "set.rank", "run.ace", "run.duplicate", "run.gap")


def _sorted(breaches: list[Breach]) -> list[Breach]:
    """The most useful first: what the cards are before how many of them there may be."""
    return sorted(breaches, key=lambda found: _ORDER.index(found.code) if found.code in _ORDER else len(_ORDER))


def _nearest(cards: Sequence[Laid], rules: RuleSet, kind: Kind | None, *, on_table: bool) -> Meld | None:
    """The legal order of the same cards that moves the fewest of them, or None."""
    legal = [
        meld for meld in readings(cards, rules, kind, bag=True) if not judge_reading(meld, rules, on_table=on_table)
    ]
    faces = [laid.card if isinstance(laid, Placed) else laid for laid in cards]

    def kept(meld: Meld) -> int:
        return max(_common(faces, meld.cards), _common(faces[::-1], meld.cards))

    return max(legal, key=kept, default=None)


def _common(given: Sequence[Card], wanted: Sequence[Card]) -> int:
    """How many cards stay in their order."""
    return sum(block.size for block in SequenceMatcher(None, given, wanted, autojunk=False).get_matching_blocks())
