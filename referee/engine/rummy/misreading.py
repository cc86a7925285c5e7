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
from referee.engine.rummy.rules import ACE_RULES, Aces, RuleSet
from referee.engine.verdicts import Breach, breach


def misread(cards: Sequence[Laid], rules: RuleSet, kind: Kind | None, *, bag: bool, on_table: bool) -> list[Breach]:
    """Every reason why the cards are neither a set nor a run."""
    fixed = [laid.stands if isinstance(laid, Placed) else laid for laid in cards if not _free(laid, rules)]
    wild = sum(1 for laid in cards if isinstance(laid, Placed) or rules.is_wild(laid))
    breaches: list[Breach] = []
    if wild < len(cards):
        breaches = _misshaped(cards, fixed, rules, kind, bag=bag)
    elif cards:
        breaches = [breach("joker.all", cards=[JOKER] * wild)]
    runs = kind == "run" or (kind is None and any(found.code.startswith("run.") for found in breaches))
    least = rules.run_min if runs else rules.set_min
    if len(cards) < least:
        breaches.insert(0, breach("meld.too-short", values={"count": len(cards), "least": least}))
    kinds: tuple[Kind, ...] = (kind,) if kind else ("set", "run")
    caps = [rules.wild_limit(one, len(cards), on_table=on_table) for one in kinds]
    if None not in caps and wild > (cap := max(filter(None, caps), default=0)):
        breaches.append(breach("joker.cap", cards=[JOKER] * wild, values={"count": wild, "cap": cap}))
    return breaches


def _free(laid: Laid, rules: RuleSet) -> bool:
    return not isinstance(laid, Placed) and rules.is_wild(laid)


def _misshaped(
    cards: Sequence[Laid], fixed: Sequence[Card], rules: RuleSet, kind: Kind | None, *, bag: bool
) -> list[Breach]:
    """What disturbs the set or the run that the cards come nearest to."""
    ranks = Counter(card.rank for card in fixed)
    suits = Counter(card.suit for card in fixed if card.suit)
    rank, most = ranks.most_common(1)[0]
    strangers = [card for card in fixed if card.rank != rank]
    set_rank = [breach("set.rank", cards=strangers)]
    nearly_a_set = kind is None and len(strangers) == 1 and most > 1
    if kind == "set" or (nearly_a_set and len(suits) > 1):
        return set_rank
    suit = suits.most_common(1)[0][0]
    disturbed = _disturbed_run([_in_suit(laid, suit, rules) for laid in cards], rules, bag=bag)
    if len(suits) == 1:
        return [*set_rank, *disturbed] if nearly_a_set else disturbed
    off_suit = breach("run.suit", cards=[card for card in fixed if card.suit not in (suit, "")])
    only_long = len(cards) <= rules.pack.top + 1 and [found.code for found in disturbed] == ["run.too-long"]
    if kind == "run" or not disturbed or only_long or disturbed[0].code == "run.ace":
        return [off_suit, *disturbed]
    return [breach("meld.mixed", cards=fixed)]


def _in_suit(laid: Laid, suit: str, rules: RuleSet) -> Laid:
    """The card as it would be in the suit."""
    if isinstance(laid, Placed):
        return Placed(laid.card, Card(laid.stands.rank, suit))
    return laid if rules.is_wild(laid) else Card(laid.rank, suit)


def _disturbed_run(cards: Sequence[Laid], rules: RuleSet, *, bag: bool) -> list[Breach]:
    """What keeps cards of one suit from being a run; empty when nothing does."""
    too_long = []
    if len(cards) > rules.longest_run:
        too_long = [breach("run.too-long", values={"count": len(cards), "most": rules.longest_run})]
    if _is_run(cards, rules, bag=bag):
        return too_long
    single, doubled = _without_duplicates(cards, rules)
    duplicate = [breach("run.duplicate", cards=doubled)]
    ace = [breach("run.ace", cards=[laid for laid in cards if isinstance(laid, Card) and laid.rank == 1])]
    if _is_run_by_another_ace_rule(cards, rules, bag=bag):
        return [*ace, *(duplicate if doubled and _is_run(single, rules, bag=bag) else ()), *too_long]
    if not doubled:
        # More cards than any ace rule has places for cannot be told apart from a gap: their number is the fault.
        return too_long if len(cards) > rules.pack.top + 1 else [breach("run.gap"), *too_long]
    if _is_run(single, rules, bag=bag):
        return [*duplicate, *too_long]
    if _is_run_by_another_ace_rule(single, rules, bag=bag):
        return [*duplicate, *ace, *too_long]
    return [*duplicate, breach("run.gap"), *too_long]


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


def _is_run(cards: Sequence[Laid], rules: RuleSet, *, bag: bool) -> bool:
    """Whether the cards are a run if it may be as long as the ace rule lets it."""
    return bool(run_readings(cards, _with_aces(rules, rules.aces), bag=bag))


def _is_run_by_another_ace_rule(cards: Sequence[Laid], rules: RuleSet, *, bag: bool) -> bool:
    """Whether the cards were a run if the ace stood elsewhere, going round the corner included."""
    return any(run_readings(cards, _with_aces(rules, aces), bag=bag) for aces in ACE_RULES if aces != rules.aces)


@lru_cache(maxsize=256)
def _with_aces(rules: RuleSet, aces: Aces) -> RuleSet:
    return replace(rules, aces=aces, max_run=rules.pack.top + 1)
