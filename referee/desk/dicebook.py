"""What the rules of the dice game are shown with: its cards, and examples that the engine judges."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from referee.engine.shanghaien.actions import Direction
from referee.engine.shanghaien.cards import EFFECTS, NATIONS, SAILORS, TRICKS, Card, Effect, Sailor, Trick, parse_card
from referee.engine.shanghaien.rules import PRESETS, Rules, preset_rules
from referee.engine.shanghaien.scoring import nation_points
from referee.engine.shanghaien.state import column
from referee.engine.shanghaien.tavern import NO_DICE, ROW, Counts, distribute, explain

type Text = str | Promise


class Berth(NamedTuple):
    """A card of an example's tavern, from left to right; ``owner`` is 0 for nobody."""

    card: Card
    number: int
    first: int
    second: int
    owner: int
    why: str


@dataclass(frozen=True, slots=True)
class TavernExample:
    """A tavern with what it shows."""

    rule: str
    text: Text
    direction: str
    berths: tuple[Berth, ...]


@dataclass(frozen=True, slots=True)
class ScoreExample:
    """Two crews of one nationality, and the points of first and second captain."""

    first: tuple[Card, ...]
    second: tuple[Card, ...]
    strengths: tuple[int, int]
    points: tuple[int, int]


class GameRow(NamedTuple):
    """One of the two games: its name, cards, rounds, cards left out."""

    name: str
    sailors: int
    tricks: int
    rounds: int
    left_out: int
    key: str


class EffectRow(NamedTuple):
    """What a trick can do, with its symbol."""

    effect: Effect
    name: str
    text: Text


_EFFECTS: dict[Effect, Text] = {
    Effect.REROLL: gettext_lazy("Roll both dice again, and place one of what comes."),
    Effect.CHANGE: gettext_lazy("Turn one rolled die one up or down, within one to six, then place one of the two."),
    Effect.BOTH: gettext_lazy("Place both rolled dice, each at its card. None goes back to the supply."),
    Effect.JOKER: gettext_lazy(
        "The card joins your crew as a sailor of strength 2 of the nationality that you name, for good. You still "
        "place one of the two dice."
    ),
}


def games() -> tuple[GameRow, ...]:
    """The full and the basic game side by side."""
    return tuple(_game(key, preset_rules(key)) for key in PRESETS)


def _game(key: str, rules: Rules) -> GameRow:
    tricks = len(rules.deck) - len(SAILORS)
    return GameRow(gettext(rules.name), len(SAILORS), tricks, rules.rounds, rules.left_out, key)


def effects() -> tuple[EffectRow, ...]:
    """What tricks do."""
    return tuple(EffectRow(effect, gettext(EFFECTS[effect]), text) for effect, text in _EFFECTS.items())


def tricks() -> tuple[Trick, ...]:
    """The eight trick cards."""
    return TRICKS


def nations() -> tuple[tuple[str, tuple[Sailor, ...]], ...]:
    """Each nationality with its five sailors."""
    return tuple((nation.key, tuple(sailor for sailor in SAILORS if sailor.nation == nation.key)) for nation in NATIONS)


def taverns() -> tuple[TavernExample, ...]:
    """The examples of the chapter."""
    return tuple(_tavern(*example) for example in _TAVERNS)


_ROW = "R4 B3 G1 Y2 *rc O3"
_TAVERNS: tuple[tuple[str, Text, str, Direction, Counts, Counts], ...] = (
    (
        "9.3",
        gettext_lazy("Counted from the left, a 2 lies at the second card."),
        _ROW,
        Direction.LEFT,
        (0, 1, 0, 0, 0, 0),
        NO_DICE,
    ),
    (
        "9.4",
        gettext_lazy("Counted from the right, the same 2 lies at the last card but one: here a trick."),
        _ROW,
        Direction.RIGHT,
        (0, 1, 0, 0, 0, 0),
        NO_DICE,
    ),
    (
        "9.6",
        gettext_lazy(
            "The 4 is tied with a die each. Beside it the square dice show 3 and 5, eight pips; the round one shows 5. "
            "So the square die wins it. The 5 is tied as well, and beside it both have one 4: it leaves the game."
        ),
        "R4 B3 G1 Y2 P4 O3",
        Direction.LEFT,
        (0, 0, 1, 1, 1, 0),
        (2, 0, 0, 1, 1, 0),
    ),
    (
        "9.6",
        gettext_lazy(
            "The 1 and the 6 are no neighbours. Both have one die at the 1 and none at the 2: the card leaves the "
            "game, although two square dice lie at the 6."
        ),
        "K3 W2 G4 B1 O2 Y3",
        Direction.LEFT,
        (1, 0, 0, 0, 0, 2),
        (1, 0, 1, 0, 0, 0),
    ),
)


def _tavern(rule: str, text: Text, row: str, direction: Direction, first: Counts, second: Counts) -> TavernExample:
    cards = [parse_card(word) for word in row.split()]
    berths: list[Berth | None] = [None] * ROW
    for fate in distribute(ROW, first, second):
        place = column(fate.position, direction)
        berths[place] = Berth(cards[place], fate.position, *fate.dice, fate.owner or 0, explain(fate, gettext))
    return TavernExample(rule, text, direction, tuple(berth for berth in berths if berth is not None))


def scores() -> tuple[ScoreExample, ...]:
    """What two crews of one nationality score."""
    return tuple(
        _score(*example) for example in (("R4 R3 R3 R2", "R1"), ("B3 B4", "B3 B2 B1"), ("G4 G3 G3", ""), ("Y3", "Y3"))
    )


def _score(first: str, second: str) -> ScoreExample:
    crews = [tuple(parse_card(word) for word in text.split()) for text in (first, second)]
    sums = [sum(card.value for card in crew if isinstance(card, Sailor)) for crew in crews]
    return ScoreExample(crews[0], crews[1], (sums[0], sums[1]), nation_points(sums[0], sums[1]))
