"""What can happen to a score sheet, each as a value, and how it is written down.

A change says what a person did and nothing that follows from it. Whether it takes effect is told by the fold
(``sheets``). Readers check shapes and bounds, so that whatever the log holds can be folded.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, assert_never, get_args

type Start = Literal["zero", "average", "highest"]
"""With what total a player who joins late begins."""

type Json = bool | int | str | list[int] | list[str] | None

LONGEST_NAME = 24
LONGEST_REASON = 80
MOST_PLAYERS = 20
MOST_POINTS = 9999
LAST_HAND = 60
MOST_CARDS = 99
STARTS: tuple[Start, ...] = get_args(Start.__value__)


class ChangeError(ValueError):
    """A change that cannot be read: what was expected and what came."""


@dataclass(frozen=True, slots=True)
class Score:
    """One player's result in one hand.

    ``counts``: cards of each value class, in the order of the rule set's table; empty when a total was typed.
    ``cards``: how many cards a typed total is said to be of, if that was said. ``met``: the player went down with the
    contract in this hand; told only where everybody has a contract of their own.
    """

    points: int
    out: bool = False
    counts: tuple[int, ...] = ()
    cards: int | None = None
    met: bool = False

    def agrees(self, other: Score | None) -> bool:
        """Whether both say the same result, however it was entered."""
        return other is not None and (self.points, self.out, self.met) == (other.points, other.out, other.met)


@dataclass(frozen=True, slots=True)
class Enter:
    player: str
    hand: int
    score: Score


@dataclass(frozen=True, slots=True)
class Clear:
    """Make a cell blank again: "not yet", which is not zero."""

    player: str
    hand: int


@dataclass(frozen=True, slots=True)
class Settle:
    """The table's answer to a disputed cell; None: it is blank."""

    player: str
    hand: int
    score: Score | None


@dataclass(frozen=True, slots=True)
class Adjust:
    """Points agreed on at the table beside the hand's cards, with a sign and a reason."""

    player: str
    hand: int
    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class Join:
    """A player takes part from ``hand`` on; joining after hand 1 begins with a total by ``start``."""

    player: str
    name: str
    hand: int = 1
    start: Start = "zero"


@dataclass(frozen=True, slots=True)
class Leave:
    """A player takes no part from ``hand`` on."""

    player: str
    hand: int


@dataclass(frozen=True, slots=True)
class Return:
    """A player who left takes part again from ``hand`` on."""

    player: str
    hand: int


@dataclass(frozen=True, slots=True)
class Rename:
    player: str
    name: str


@dataclass(frozen=True, slots=True)
class Reorder:
    """The seats, clockwise; whoever is not named keeps the place behind."""

    order: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Extra:
    """One hand more than the rule set has: the hand's number, so that two phones asking for it ask for one."""

    hand: int


@dataclass(frozen=True, slots=True)
class End:
    """The game ends early: ``hand`` is the last one that counts."""

    hand: int


@dataclass(frozen=True, slots=True)
class Reopen:
    """An early end is taken back."""


@dataclass(frozen=True, slots=True)
class Deal:
    """Who deals a hand; from there the deal moves on as usual."""

    hand: int
    player: str


@dataclass(frozen=True, slots=True)
class Buy:
    """One buy more in the hand, or one less (``by`` is 1 or -1): steps, so that two phones counting both count."""

    player: str
    hand: int
    by: int


@dataclass(frozen=True, slots=True)
class Confirm:
    """A question about something unlikely was answered: it is right as it stands."""

    question: str


@dataclass(frozen=True, slots=True)
class Undo:
    """The operation with this UUID no longer counts."""

    target: str


@dataclass(frozen=True, slots=True)
class Redo:
    """The operation with this UUID counts again."""

    target: str


type Change = (
    Enter
    | Clear
    | Settle
    | Adjust
    | Join
    | Leave
    | Return
    | Rename
    | Reorder
    | Extra
    | End
    | Reopen
    | Deal
    | Buy
    | Confirm
    | Undo
    | Redo
)


# Writing ----------------------------------------------------------------------------------------------------------


def dump_score(score: Score) -> dict[str, Json]:
    """A score as plain JSON, without what is at its default."""
    payload: dict[str, Json] = {"points": score.points}
    if score.out:
        payload["out"] = True
    if score.counts:
        payload["counts"] = list(score.counts)
    if score.cards is not None:
        payload["cards"] = score.cards
    if score.met:
        payload["met"] = True
    return payload


def dump_change(change: Change) -> tuple[str, dict[str, Json]]:
    """The kind and the payload: ``load_change(*dump_change(change)) == change``."""
    match change:
        case Enter(player, hand, score):
            return "score", {"player": player, "hand": hand, **dump_score(score)}
        case Clear(player, hand):
            return "clear", {"player": player, "hand": hand}
        case Settle(player, hand, score):
            return "settle", {"player": player, "hand": hand, **(dump_score(score) if score else {})}
        case Adjust(player, hand, points, reason):
            return "adjust", {"player": player, "hand": hand, "points": points, "reason": reason}
        case Join(player, name, hand, start):
            return "join", {"player": player, "name": name, "hand": hand, "start": start}
        case Leave(player, hand):
            return "leave", {"player": player, "hand": hand}
        case Return(player, hand):
            return "return", {"player": player, "hand": hand}
        case Rename(player, name):
            return "rename", {"player": player, "name": name}
        case Reorder(order):
            return "reorder", {"order": list(order)}
        case Extra(hand):
            return "extra", {"hand": hand}
        case End(hand):
            return "end", {"hand": hand}
        case Reopen():
            return "reopen", {}
        case Deal(hand, player):
            return "dealer", {"hand": hand, "player": player}
        case Buy(player, hand, by):
            return "buy", {"player": player, "hand": hand, "by": by}
        case Confirm(question):
            return "confirm", {"question": question}
        case Undo(target):
            return "undo", {"target": target}
        case Redo(target):
            return "redo", {"target": target}
        case _:
            assert_never(change)


# Reading ----------------------------------------------------------------------------------------------------------


class _Fields:
    """A payload's fields, each read within its bounds."""

    def __init__(self, payload: Mapping[str, object]) -> None:
        self.payload = payload

    def number(self, name: str, least: int, most: int) -> int:
        value = self.payload.get(name)
        if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
            return value
        raise ChangeError(f"expected {name} from {least} to {most}, got {value!r}")

    def text(self, name: str, longest: int) -> str:
        value = self.payload.get(name)
        if isinstance(value, str) and 0 < len(value.strip()) <= longest:
            return " ".join(value.split())
        raise ChangeError(f"expected {name} of 1 to {longest} characters, got {value!r}")

    def texts(self, name: str) -> tuple[str, ...]:
        match self.payload.get(name):
            case [*parts] if parts and all(isinstance(part, str) for part in parts):
                return tuple(map(str, parts))
        raise ChangeError(f"expected a list of words in {name}, got {self.payload.get(name)!r}")

    @property
    def player(self) -> str:
        return self.text("player", 40)

    @property
    def hand(self) -> int:
        return self.number("hand", 1, LAST_HAND)

    @property
    def start(self) -> Start:
        for start in STARTS:
            if self.payload.get("start") == start:
                return start
        raise ChangeError(f"expected {', '.join(STARTS)}, got {self.payload.get('start')!r}")

    @property
    def score(self) -> Score:
        counts: tuple[int, ...] = ()
        match self.payload.get("counts", []):
            case [*parts] if all(type(part) is int and 0 <= part <= MOST_CARDS for part in parts):
                counts = tuple(part for part in parts if isinstance(part, int))
            case other:
                raise ChangeError(f"expected numbers of cards, got {other!r}")
        cards = None if self.payload.get("cards") is None else self.number("cards", 0, MOST_CARDS)
        out = self.payload.get("out", False) is True
        met = self.payload.get("met", False) is True
        return Score(self.number("points", -MOST_POINTS, MOST_POINTS), out, counts, cards, met)


def load_change(kind: str, payload: Mapping[str, object]) -> Change:
    """The change that a kind and a payload write down.

    :raises ChangeError: an unknown kind, a missing field or one out of bounds.
    """
    fields = _Fields(payload)
    match kind:
        case "score":
            return Enter(fields.player, fields.hand, fields.score)
        case "clear":
            return Clear(fields.player, fields.hand)
        case "settle":
            return Settle(fields.player, fields.hand, fields.score if "points" in payload else None)
        case "adjust":
            points = fields.number("points", -MOST_POINTS, MOST_POINTS)
            return Adjust(fields.player, fields.hand, points, fields.text("reason", LONGEST_REASON))
        case "join":
            return Join(fields.player, fields.text("name", LONGEST_NAME), fields.hand, fields.start)
        case "leave":
            return Leave(fields.player, fields.hand)
        case "return":
            return Return(fields.player, fields.hand)
        case "rename":
            return Rename(fields.player, fields.text("name", LONGEST_NAME))
        case "reorder":
            return Reorder(fields.texts("order"))
        case "extra":
            return Extra(fields.hand)
        case "end":
            return End(fields.hand)
        case "reopen":
            return Reopen()
        case "dealer":
            return Deal(fields.hand, fields.player)
        case "buy":
            return Buy(fields.player, fields.hand, fields.number("by", -1, 1))
        case "confirm":
            return Confirm(fields.text("question", 400))
        case "undo":
            return Undo(fields.text("target", 40))
        case "redo":
            return Redo(fields.text("target", 40))
        case _:
            raise ChangeError(f"expected a kind of change, got {kind!r}")
