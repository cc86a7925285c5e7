"""Games to test with: positions from a few words, and random games step by step."""

import random
from collections.abc import Iterator
from dataclasses import replace

from referee.engine.shanghaien.actions import Action, Direction, Roll, Shuffle
from referee.engine.shanghaien.cards import NATION_KEYS, Card, parse_card, parse_trick
from referee.engine.shanghaien.dealer import DueRoll, DueShuffle, due
from referee.engine.shanghaien.legal import legal_actions
from referee.engine.shanghaien.play import play
from referee.engine.shanghaien.rules import Rules, preset_rules
from referee.engine.shanghaien.state import Crew, Held, Phase, State, new_game

FULL = preset_rules("shanghaien")
BASIC = preset_rules("shanghaien-basic")
LEFT, RIGHT = Direction.LEFT, Direction.RIGHT


def cards(text: str) -> tuple[Card, ...]:
    return tuple(parse_card(word) for word in text.split())


def dealt(rules: Rules = FULL, front: str = "", starter: int = 0) -> State:
    """The game after the shuffle, with the cards of `front` first and the others in printed order."""
    first = cards(front)
    rest = list(rules.deck)
    for card in first:
        rest.remove(card)
    return play(new_game(rules, starter=starter), None, Shuffle((*first, *rest)))


def holding(state: State, seat: int, *tricks: str, won: int = 1) -> State:
    """The position one round after `won`, with these tricks in the seat's hands, taken from the cards face down.

    No sailors are taken with them: such a position has more cards face down than a played one.
    """
    unseen = list(state.unseen)
    held = []
    for text in tricks:
        trick = parse_trick(text)
        unseen.remove(trick)
        held.append(Held(trick, won))
    crew = Crew(tricks=tuple(held))
    crews = (crew, state.crews[1]) if seat == 0 else (state.crews[0], crew)
    return replace(state, crews=crews, unseen=tuple(unseen), round=max(state.round, won + 1))


def position(
    first: tuple[int, ...],
    second: tuple[int, ...],
    *,
    turn: int = 0,
    rolled: tuple[int, int] | None = None,
    rules: Rules = FULL,
    direction: Direction | None = LEFT,
) -> State:
    """A position within the first round with these dice in the tavern."""
    return replace(
        dealt(rules),
        dice=(first, second),
        turn=turn,
        direction=direction,
        rolled=rolled,
        phase=Phase.TURN if rolled is None else Phase.PLACE,
    )


def shuffled(rules: Rules, source: random.Random) -> Shuffle:
    order = list(rules.deck)
    source.shuffle(order)
    return Shuffle(tuple(order))


def random_game(rules: Rules, source: random.Random) -> Iterator[tuple[State, int | None, Action, State]]:
    """A random game: the state before, the actor, the action, the state after, step by step."""
    state = new_game(rules, starter=source.randrange(2))
    while not state.is_over:
        seat: int | None = None
        action: Action
        match due(state):
            case DueShuffle():
                action = shuffled(rules, source)
            case DueRoll():
                action = Roll((source.randint(1, 6), source.randint(1, 6)))
            case None:
                seat = state.turn
                action = source.choice(legal_actions(state, seat))
        after = play(state, seat, action)
        yield state, seat, action, after
        state = after


def random_rules(source: random.Random) -> Rules:
    """Either preset, now and then with settings on top."""
    rules = source.choice((FULL, BASIC))
    if source.random() < 0.2:
        rules = replace(rules, rounds=source.randint(1, rules.rounds))
    return rules


def any_action(source: random.Random, state: State) -> Action:
    """An action of any kind with loosely chosen parts, most of them not allowed now."""
    from referee.engine.shanghaien import actions

    trick = source.choice(FULL.trick_cards)
    direction = source.choice((None, LEFT, RIGHT))
    number = source.randint(0, 7)
    return source.choice(
        (
            actions.RollDice(),
            actions.CallShanghai(),
            actions.Place(number, direction),
            actions.Reroll(trick),
            actions.Change(trick, number, number + source.choice((-1, 1, 2))),
            actions.PlaceBoth(trick, direction),
            actions.Enlist(trick, source.choice((*NATION_KEYS, "pink"))),
            actions.Roll((number, source.randint(1, 6))),
            actions.Shuffle(state.rules.deck),
        )
    )
