"""A game as it was played: rule set, players, moves with remarks, proof of chance, result; and following it.

Knows what a record means. How it is written is in `recordtext`; whether chance was as promised is for `fairness`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from referee.engine.rummy.shuffle import HandSecret
from referee.engine.shanghaien.actions import Move, Shuffle
from referee.engine.shanghaien.notation import format_move
from referee.engine.shanghaien.play import play
from referee.engine.shanghaien.rules import Rules
from referee.engine.shanghaien.state import Pair, Phase, State, new_game, score, winners
from referee.engine.shanghaien.tavern import ROW
from referee.engine.verdicts import IllegalAction


class RecordError(ValueError):
    """A record that cannot be read or followed; `move` is the number of the faulty move, counted from 1."""

    def __init__(self, message: str, *, move: int | None = None) -> None:
        super().__init__(message if move is None else f"move {move}: {message}")
        self.move = move


@dataclass(frozen=True, slots=True)
class Entry:
    """A move with anybody's remark on it, on one line."""

    move: Move
    comment: str = ""


@dataclass(frozen=True, slots=True)
class Proof:
    """What was promised before the game, and what was revealed after it (`secret` None: not yet)."""

    commitment: str
    secret: bytes | None = None
    nonces: tuple[str, ...] = ()

    def revealed(self) -> HandSecret | None:
        """What decided the game, if it is known."""
        return None if self.secret is None else HandSecret(self.secret, self.nonces)


@dataclass(frozen=True, slots=True)
class Result:
    """The final points of both seats and the seats that won, both of them when the game is shared."""

    points: Pair[int]
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """A game as it was played. `starter` begins the first round; `result` is None while the game goes on."""

    rules: Rules
    players: Pair[str]
    starter: int = 0
    entries: tuple[Entry, ...] = ()
    proof: Proof | None = None
    result: Result | None = None

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves without the remarks."""
        return tuple(entry.move for entry in self.entries)


@dataclass(frozen=True, slots=True)
class Followed:
    """How far a record could be followed: the state reached after `moves` moves, and what stopped it."""

    state: State
    moves: int
    error: RecordError | None


def result_of(state: State) -> Result | None:
    """The result of a finished game; None for one that goes on."""
    if not state.is_over:
        return None
    return Result(score(state).points, winners(state))


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
            raise RecordError(f"{format_move(move)!r}: {error}", move=number) from error
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


def redacted(record: Record) -> Record:
    """The record with everything kept back that the captains do not know yet.

    These are the cards that still lie face down, and the secret. What is left can be followed like the whole. A game
    that is over lies open.
    """
    state = follow(record).state
    if state.is_over:
        return record
    seen = 0 if state.phase is Phase.SHUFFLE else ROW * state.round
    entries = tuple(replace(entry, move=_kept_back(entry.move, seen)) for entry in record.entries)
    proof = None if record.proof is None else replace(record.proof, secret=None)
    return replace(record, entries=entries, proof=proof)


def _kept_back(move: Move, seen: int) -> Move:
    match move.action:
        case Shuffle(order):
            return Move(move.seat, Shuffle((*order[:seen], *(None,) * (len(order) - seen))))
        case _:
            return move
