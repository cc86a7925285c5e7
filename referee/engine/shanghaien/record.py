"""Games as TOML text: rule set, players, moves one line each, result.

Knows how a record is written and how it is followed. The only secret of a game is its shuffle; `public` keeps back
the cards that nobody has seen, as `??`, and what is left can still be followed as far as it goes.
"""

import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, assert_never

from referee.engine.rummy.cards import NotationError
from referee.engine.rummy.ruledoc import RulesError
from referee.engine.shanghaien.actions import Action, Shuffle
from referee.engine.shanghaien.notation import format_move, parse_move
from referee.engine.shanghaien.play import play
from referee.engine.shanghaien.rules import Rules, changed_settings, load_rules, preset_rules
from referee.engine.shanghaien.state import Pair, State, new_game, score
from referee.engine.shanghaien.tavern import ROW
from referee.engine.verdicts import IllegalAction

FORMAT = 1
GAME = "shanghaien"
_KEYS = {"format", "game", "rules", "players", "starter", "moves", "result"}


class RecordError(ValueError):
    """A record that cannot be read or followed; `move` is the 1-based number of the faulty move, if it is one."""

    def __init__(self, message: str, *, move: int | None = None) -> None:
        super().__init__(message if move is None else f"move {move}: {message}")
        self.move = move


@dataclass(frozen=True, slots=True)
class Move:
    """What a seat, or with None the dealer, did; `comment` is anybody's remark on it, on one line."""

    seat: int | None
    action: Action
    comment: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """The final points of both seats; `winner` is a seat, or None when the game is shared."""

    points: Pair[int]
    winner: Literal[0, 1] | None


@dataclass(frozen=True, slots=True)
class Record:
    """A game as it was played; `result` is None while it goes on."""

    rules: Rules
    players: Pair[str]
    starter: int = 0
    moves: tuple[Move, ...] = ()
    result: Result | None = None


@dataclass(frozen=True, slots=True)
class Followed:
    """How far a record could be followed: the state reached after `moves` moves, and what stopped it."""

    state: State
    moves: int
    error: RecordError | None


def result_of(state: State) -> Result | None:
    """The result of a finished game, None for one that goes on."""
    if not state.is_over:
        return None
    count = score(state)
    match count.winner:
        case None:
            return Result(count.points, None)
        case 1:
            return Result(count.points, 0)
        case 2:
            return Result(count.points, 1)
        case _:
            assert_never(count.winner)


def dumps(record: Record) -> str:
    """The record as TOML; `loads` gives the same record back."""
    first, second = record.players
    lines = [
        f"format = {FORMAT}",
        f"game = {_text(GAME)}",
        f"rules = {_rules_text(record.rules)}",
        f"players = [{_text(first)}, {_text(second)}]",
        f'starter = "p{record.starter + 1}"',
        "moves = [",
        *(f"  {_text(_move_text(move))}," for move in record.moves),
        "]",
    ]
    if record.result is not None:
        winner = "shared" if record.result.winner is None else f"p{record.result.winner + 1}"
        lines += ["", "[result]", f"points = {list(record.result.points)}", f"winner = {_text(winner)}"]
    return "\n".join(lines) + "\n"


def loads(text: str) -> Record:
    """The record that the text holds. Whether its moves are legal is for `replay` to say.

    :raises RecordError: when the text is no record, with the number of the first move that cannot be read.
    """
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RecordError(f"expected TOML: {error}") from error
    unknown = sorted(set(document) - _KEYS)
    if unknown:
        raise RecordError(f"expected the keys {', '.join(sorted(_KEYS))}, got {unknown[0]!r}")
    if document.get("format") != FORMAT or document.get("game") != GAME:
        raise RecordError(f"expected format {FORMAT} of {GAME!r}, got {document.get('format')!r}")
    return Record(
        rules=_read_rules(document.get("rules")),
        players=_read_players(document.get("players")),
        starter=_seat(document.get("starter"), "starter"),
        moves=tuple(_read_moves(document.get("moves"))),
        result=_read_result(document.get("result")),
    )


def states(record: Record) -> Iterator[State]:
    """The game before the first move and after each one.

    :raises RecordError: at the first move that is not legal, with its number.
    """
    state = new_game(record.rules, starter=record.starter)
    yield state
    for number, move in enumerate(record.moves, 1):
        try:
            state = play(state, move.seat, move.action)
        except IllegalAction as error:
            raise RecordError(f"{format_move(move.seat, move.action)!r}: {error}", move=number) from error
        yield state


def replay(record: Record) -> State:
    """The state after the last move; a stated result must be the one that was played.

    :raises RecordError: when a move is not legal or the result is another.
    """
    *_, state = states(record)
    if record.result is not None and record.result != result_of(state):
        raise RecordError(f"expected the result {result_of(state)!r}, got {record.result!r}")
    return state


def follow(record: Record) -> Followed:
    """The record as far as it can be followed, with what stopped it."""
    reached: list[State] = []
    error: RecordError | None = None
    try:
        for state in states(record):
            reached.append(state)
    except RecordError as found:
        error = found
    return Followed(reached[-1], len(reached) - 1, error)


def public(record: Record) -> Record:
    """The record with the cards that still lie face down written as `??`."""
    state = follow(record).state
    if state.phase == "shuffle":
        return replace(record, moves=())
    seen = ROW * state.round
    moves = tuple(_kept_back(move, seen) for move in record.moves)
    return replace(record, moves=moves)


def _kept_back(move: Move, seen: int) -> Move:
    match move.action:
        case Shuffle(order):
            return replace(move, action=Shuffle((*order[:seen], *(None,) * (len(order) - seen))))
        case _:
            return move


def _text(value: str) -> str:
    """A TOML basic string; JSON writes every string so that TOML reads the same."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _move_text(move: Move) -> str:
    text = format_move(move.seat, move.action)
    return f"{text} # {move.comment}" if move.comment else text


def _rules_text(rules: Rules) -> str:
    base = preset_rules(rules.base)
    if rules == base:
        return _text(rules.base)
    parts = [f"base = {_text(rules.base)}"]
    if rules.name != base.name:
        parts.append(f"name = {_text(rules.name)}")
    settings = ", ".join(f"{name} = {json.dumps(value)}" for name, value in changed_settings(rules).items())
    parts.append(f"set = {{ {settings} }}")
    return f"{{ {', '.join(parts)} }}"


def _read_rules(value: object) -> Rules:
    if not isinstance(value, str | Mapping):
        raise RecordError(f"expected rules, got {value!r}")
    try:
        return load_rules(value)
    except RulesError as error:
        raise RecordError(f"rules: {error}") from error


def _read_players(value: object) -> Pair[str]:
    match value:
        case [str() as first, str() as second]:
            return first, second
        case _:
            raise RecordError(f"expected the names of two players, got {value!r}")


def _seat(value: object, where: str) -> Literal[0, 1]:
    match value:
        case "p1":
            return 0
        case "p2":
            return 1
        case _:
            raise RecordError(f"{where}: expected 'p1' or 'p2', got {value!r}")


def _read_moves(value: object) -> Iterator[Move]:
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise RecordError(f"expected a list of moves, got {value!r}")
    for number, line in enumerate(value, 1):
        if not isinstance(line, str):
            raise RecordError(f"expected a move as text, got {line!r}", move=number)
        text, _, comment = line.partition(" # ")
        try:
            seat, action = parse_move(text)
        except NotationError as error:
            raise RecordError(str(error), move=number) from error
        yield Move(seat, action, comment)


def _read_result(value: object) -> Result | None:
    match value:
        case None:
            return None
        case {"points": [int() as first, int() as second], "winner": winner, **rest} if not rest:
            return Result((first, second), None if winner == "shared" else _seat(winner, "winner"))
        case _:
            raise RecordError(f"expected points and winner as the result, got {value!r}")
