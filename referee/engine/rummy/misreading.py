"""Why cards are no meld: every reason that holds (Rule 2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from referee.engine.rummy.cards import JOKER, Card
from referee.engine.rummy.contracts import Kind
from referee.engine.rummy.melds import Laid, Placed
from referee.engine.rummy.readings import run_readings
from referee.engine.rummy.rules import RuleSet
from referee.engine.verdicts import Breach, breach


def misread(cards: Sequence[Laid], rules: RuleSet, kind: Kind | None, *, bag: bool, on_table: bool) -> list[Breach]:
    """Every reason why the cards are neither a set nor a run."""
    fixed = [laid.stands if isinstance(laid, Placed) else laid for laid in cards if not _free(laid, rules)]
    breaches = _short(cards, fixed, rules, kind)
    wild = len(cards) - sum(1 for laid in cards if not isinstance(laid, Placed) and not rules.is_wild(laid))
    if cards and wild == len(cards):
        breaches.append(breach("joker.all", cards=[JOKER] * wild))
    else:
        breaches += _misshaped(cards, fixed, rules, kind, bag=bag)
    caps = {
        meld: rules.wild_cap(meld, len(cards), on_table=on_table) for meld in ("set", "run") if kind in (None, meld)
    }
    cap = max(0, *caps.values())
    if wild > cap:
        breaches.append(breach("joker.cap", cards=[JOKER] * wild, values={"count": wild, "cap": cap}))
    return breaches


def _free(laid: Laid, rules: RuleSet) -> bool:
    return not isinstance(laid, Placed) and rules.is_wild(laid)


def _short(cards: Sequence[Laid], fixed: Sequence[Card], rules: RuleSet, kind: Kind | None) -> list[Breach]:
    one_suit = len(cards) > 1 and len({card.suit for card in fixed}) == 1 and len({card.rank for card in fixed}) > 1
    least = rules.run_min if kind == "run" or (kind is None and one_suit) else rules.set_min
    if len(cards) >= least:
        return []
    return [breach("meld.too-short", values={"count": len(cards), "least": least})]


def _misshaped(
    cards: Sequence[Laid], fixed: Sequence[Card], rules: RuleSet, kind: Kind | None, *, bag: bool
) -> list[Breach]:
    """What disturbs the set or the run that the cards come nearest to."""
    ranks = Counter(card.rank for card in fixed)
    suits = Counter(card.suit for card in fixed)
    rank, most = ranks.most_common(1)[0] if ranks else (0, 0)
    strangers = [card for card in fixed if card.rank != rank]
    if kind == "set" or (kind is None and len(suits) > 1 and len(strangers) == 1 and most > 1):
        return [breach("set.rank", cards=strangers)]
    suit = suits.most_common(1)[0][0] if suits else ""
    one_suit = [_in_suit(laid, suit, rules) for laid in cards]
    disturbed = _disturbed_run(one_suit, rules, bag=bag)
    if len(suits) == 1:
        return disturbed
    off_suit = breach("run.suit", cards=[card for card in fixed if card.suit != suit])
    if kind == "run":
        return [off_suit, *disturbed]
    if not disturbed or disturbed[0].code == "run.ace":
        return [off_suit, *disturbed]
    return [breach("meld.mixed", cards=fixed)]


def _in_suit(laid: Laid, suit: str, rules: RuleSet) -> Laid:
    """The card as it would be in the suit."""
    if isinstance(laid, Placed):
        return Placed(laid.card, Card(laid.stands.rank, suit))
    return laid if rules.is_wild(laid) else Card(laid.rank, suit)


def _disturbed_run(cards: Sequence[Laid], rules: RuleSet, *, bag: bool) -> list[Breach]:
    """What keeps cards of one suit from being a run; empty when nothing does."""
    breaches = []
    if len(cards) > rules.longest_run:
        breaches.append(breach("run.too-long", values={"count": len(cards), "most": rules.longest_run}))
    if run_readings(cards, rules, bag=bag):
        return breaches
    single, doubled = _without_duplicates(cards, rules)
    if _runs_by_another_ace_rule(cards, rules, bag=bag):
        return [
            breach("run.ace", cards=[laid for laid in cards if isinstance(laid, Card) and laid.rank == 1]),
            *breaches,
        ]
    if doubled:
        breaches.insert(0, breach("run.duplicate", cards=doubled))
        if run_readings(single, rules, bag=bag):
            return breaches
        if _runs_by_another_ace_rule(single, rules, bag=bag):
            return [*breaches, breach("run.ace")]
    if breaches and not doubled:
        return breaches
    return [*breaches, breach("run.gap")]


def _without_duplicates(cards: Sequence[Laid], rules: RuleSet) -> tuple[list[Laid], list[Card]]:
    """The cards without those whose rank stands there already, and those left out."""
    single: list[Laid] = []
    doubled: list[Card] = []
    seen: set[int] = set()
    for laid in cards:
        stands = laid.stands if isinstance(laid, Placed) else laid
        if not _free(laid, rules) and stands.rank in seen:
            doubled.append(stands)
        else:
            seen.add(stands.rank)
            single.append(laid)
    return single, doubled


def _runs_by_another_ace_rule(cards: Sequence[Laid], rules: RuleSet, *, bag: bool) -> bool:
    """Whether the cards were a run if the ace stood elsewhere, going round the corner included."""
    others = (_with_aces(rules, aces) for aces in ("high", "low", "either", "round") if aces != rules.aces)
    return any(run_readings(cards, other, bag=bag) for other in others)


@lru_cache(maxsize=256)
def _with_aces(rules: RuleSet, aces: str) -> RuleSet:
    return replace(rules, aces=aces, max_run=15)  # type: ignore[arg-type]  # one of the four literals above
