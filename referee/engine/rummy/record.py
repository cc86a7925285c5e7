"""Games as TOML text: rule set, players, moves one line each with comments, secrets, result.

Knows how a record is written and how it is followed. ``docs/record-format.md`` describes the format; whether the
shuffles are those that were promised is for ``fairness``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from referee.engine.rummy.actions import Move, public
from referee.engine.rummy.notation import format_move, format_seat
from referee.engine.rummy.play import play
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.shuffle import HandSecret
from referee.engine.rummy.state import Phase, State, new_game, winners
from referee.engine.verdicts import IllegalAction


class RecordError(ValueError):
    """A record that cannot be read or followed; ``move`` is the number of the faulty move, counted from 1."""

    def __init__(self, message: str, *, move: int | None = None) -> None:
        super().__init__(message if move is None else f"move {move}: {message}")
        self.move = move


@dataclass(frozen=True, slots=True)
class Entry:
    """A move with anybody's remark on it, on one line."""

    move: Move
    comment: str = ""


@dataclass(frozen=True, slots=True)
class HandProof:
    """What was promised before a hand, and what was revealed after it (``secret`` None: not yet)."""

    commitment: str
    secret: bytes | None = None
    nonces: tuple[str, ...] = ()

    def revealed(self) -> HandSecret | None:
        """What decided the hand, if it is known."""
        return None if self.secret is None else HandSecret(self.secret, self.nonces)


@dataclass(frozen=True, slots=True)
class Result:
    """The points of every hand, one a seat, their totals, and the seats that won."""

    points: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """A game as it was played. ``dealer`` deals the first hand; ``result`` is None while the game goes on."""

    rules: RuleSet
    players: tuple[str, ...]
    dealer: int = 0
    entries: tuple[Entry, ...] = ()
    proofs: tuple[HandProof, ...] = ()
    result: Result | None = None

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves without the remarks."""
        return tuple(entry.move for entry in self.entries)


@dataclass(frozen=True, slots=True)
class Followed:
    """How far a record could be followed: the state reached after ``moves`` moves, and what stopped it."""

    state: State
    moves: int
    error: RecordError | None


def result_of(state: State) -> Result | None:
    """The result of a finished game; None for one that goes on."""
    if not state.is_over:
        return None
    return Result(tuple(score.points for score in state.scores), state.totals, winners(state))


def start(record: Record) -> State:
    """The game before its first move.

    :raises RecordError: a number of players or a dealer that the rule set does not have.
    """
    try:
        return new_game(record.rules, len(record.players), dealer=record.dealer)
    except ValueError as error:
        raise RecordError(str(error)) from error


def states(record: Record) -> Iterator[State]:
    """The game before the first move and after each one.

    :raises RecordError: at the first move that is not legal, with its number.
    """
    state = start(record)
    yield state
    for number, entry in enumerate(record.entries, 1):
        move = entry.move
        try:
            state = play(state, move.seat, move.action)
        except IllegalAction as error:
            raise RecordError(f"{format_move(move)!r}: {error}", move=number) from error
        yield state


def replay(record: Record) -> State:
    """The state after the last move; a stated result must be the one that was played.

    :raises RecordError: when a move is not legal or the result is another.
    """
    state = start(record)
    for after in states(record):
        state = after
    if record.result is not None:
        _compare(record.result, result_of(state), moves=len(record.entries))
    return state


def _compare(stated: Result, played: Result | None, *, moves: int) -> None:
    """Raise an error that names the first part of the result that is not as it was played."""
    if played is None:
        raise RecordError(f"expected no result, since the game is not over after {moves} moves, got {stated.totals!r}")
    if len(stated.points) != len(played.points):
        raise RecordError(f"result: expected the points of {len(played.points)} hands, got {len(stated.points)}")
    for hand, (ours, theirs) in enumerate(zip(played.points, stated.points, strict=True), 1):
        if ours != theirs:
            raise RecordError(f"result: expected {ours!r} as the points of hand {hand}, got {theirs!r}")
    if stated.totals != played.totals:
        raise RecordError(f"result: expected {played.totals!r} as the totals, got {stated.totals!r}")
    if stated.winners != played.winners:
        got = ", ".join(map(format_seat, stated.winners))
        raise RecordError(f"result: expected {', '.join(map(format_seat, played.winners))} to have won, got {got}")


def follow(record: Record) -> Followed:
    """The record as far as it can be followed, with what stopped it.

    :raises RecordError: only where not even the beginning can be set up.
    """
    state, count = start(record), -1
    try:
        for after in states(record):
            state, count = after, count + 1
    except RecordError as error:
        return Followed(state, count, error)
    return Followed(state, count, None)


def redacted(record: Record) -> Record:
    """The record with everything kept back that the players do not know yet: the hand that is being played.

    Hands that are over lie open; so does the whole record of a game that is over.
    """
    finished, hand = 0, 0
    for count, state in enumerate(states(record)):
        if state.phase in (Phase.SCORED, Phase.OVER):
            finished, hand = count, len(state.scores)
    entries = record.entries[:finished] + tuple(
        replace(entry, move=public(entry.move)) for entry in record.entries[finished:]
    )
    hidden = tuple(replace(proof, secret=None) for proof in record.proofs[hand:])
    return replace(record, entries=entries, proofs=record.proofs[:hand] + hidden)
