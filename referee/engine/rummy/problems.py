"""What is wrong with a state: the invariants that every action has to keep."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from referee.engine.rummy.cards import Card
from referee.engine.rummy.dealer import due, new_deck
from referee.engine.rummy.meldruling import judge_reading
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.state import Phase, State
from referee.engine.rummy.window import waiting


def problems(state: State) -> tuple[str, ...]:
    """A sentence for every broken invariant; none: the state is sound."""
    return (*_cards(state), *_hands(state), *_table(state), *_course(state), *_scores(state))


def all_cards(state: State) -> list[Card]:
    """Every card of the hand wherever it lies, in card order."""
    cards = [*state.stock, *state.pile]
    for record in state.seats:
        cards += record.hand
    for laid in state.table:
        cards += laid.meld.cards
    return sorted(cards)


def _cards(state: State) -> Iterator[str]:
    if state.phase is Phase.SHUFFLE:
        if all_cards(state):
            yield "cards lie about before the shuffle"
    elif all_cards(state) != _deck(state.rules, state.players):
        yield "the cards are not those of the deck"


@lru_cache
def _deck(rules: RuleSet, players: int) -> list[Card]:
    """All cards of a hand, in card order."""
    return sorted(new_deck(rules, players))


def _hands(state: State) -> Iterator[str]:
    limit = state.rules.buys_in(state.hand)
    for seat, record in enumerate(state.seats):
        if list(record.hand) != sorted(record.hand):
            yield f"the hand of seat {seat} is out of order"
        if not record.hand and not state.is_between:
            yield f"seat {seat} has no card and the hand goes on"
        rest = list(record.hand)
        for card in record.known:
            if card not in rest:
                yield f"seat {seat} does not hold the {card} that everybody knows of"
            else:
                rest.remove(card)
        if limit is not None and record.buys > limit:
            yield f"seat {seat} has bought more often than is allowed"
        if any(laid.owner == seat for laid in state.table) != record.down:
            yield f"seat {seat} is down without a meld, or has one and is not down"


def _table(state: State) -> Iterator[str]:
    rules = state.rules
    for index, (_, meld) in enumerate(state.table):
        found = [breach.code for breach in judge_reading(meld, rules, on_table=True)]
        # A contract's meld may hold more jokers than the table allows to add.
        if found and found != ["joker.cap"]:
            yield f"meld {index} on the table breaks {', '.join(found)}"
        if meld.kind == "set" and any(card.rank != meld.rank and not rules.is_wild(card) for card in meld.cards):
            yield f"set {index} holds another rank"
        if meld.kind == "run":
            if not rules.run_fits(meld.low, len(meld)):
                yield f"run {index} goes beyond the ends of a run"
            if any(not rules.is_wild(meld.cards[place]) for place in meld.wild_places):
                yield f"run {index} holds a card out of its place"


def _course(state: State) -> Iterator[str]:
    if state.phase is not Phase.OVER and due(state) is None and not waiting(state):
        yield "nobody can act"
    if due(state) is not None and waiting(state):
        yield "the dealer and a player are both waited for"
    if (state.phase is Phase.CLAIM) != (state.window is not None) and state.phase is not Phase.RESHUFFLE:
        yield "an open discard and the phase disagree"
    if (state.phase is Phase.REPLACE) != bool(state.asking) or bool(state.asking) != bool(state.fresh):
        yield "a joker to be taken at once and the phase disagree"
    if (state.phase is Phase.PICK) != (state.claim is not None):
        yield "a Shanghai call and the phase disagree"
    if state.phase is Phase.RESHUFFLE and not state.can_recycle:
        yield "there is nothing to make a new stock of"
    if state.phase is Phase.RESHUFFLE and state.window is not None and state.window.best is None:
        yield "a new stock waits for a claim that nobody made"
    if state.reshuffles > state.rules.max_reshuffles:
        yield "the discards were recycled too often"


def _scores(state: State) -> Iterator[str]:
    finished = state.hand if state.phase in (Phase.SCORED, Phase.OVER) else state.hand - 1
    if [score.hand for score in state.scores] != list(range(1, finished + 1)):
        yield "the scored hands are not those that were played"
    totals = (0,) * state.players
    for score in state.scores:
        if len(score.points) != state.players:
            yield f"hand {score.hand} is not scored for every seat"
        totals = tuple(before + now for before, now in zip(totals, score.points, strict=False))
        if score.totals != totals:
            yield f"the totals after hand {score.hand} are not the sums of the points"
