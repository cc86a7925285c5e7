"""Tables for tests: people who sit down, and a game that they play with the services alone."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from uuid import uuid4

from referee.engine.rummy.problems import problems
from referee.engine.rummy.ruledoc import dump_rules, load_rules
from referee.engine.rummy.state import State
from referee.models import Player, Table
from referee.tables import clock
from referee.tables.codes import digest
from referee.tables.fold import fold_of
from referee.tables.games.rummy import RummyPosition
from referee.tables.options import Options
from referee.tables.services import (
    Made,
    MoveOutcome,
    Refused,
    chair_take,
    hand_ready,
    move_make,
    table_open,
    table_start,
)

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
NAMES = ("Ana", "Ben", "Cem", "Dot", "Eva", "Fay", "Gus", "Hal")


def person(name: str) -> Player:
    return Player.objects.create(token_hash=digest(uuid4().hex), name=name)


def position_of(table: Table) -> RummyPosition:
    position = fold_of(table).position
    assert isinstance(position, RummyPosition)
    return position


def state_of(table: Table) -> State:
    return position_of(table).state


@dataclass
class Gathering:
    """A table with its people by seat, and the time there."""

    table: Table
    people: tuple[Player, ...]
    now: datetime = NOON

    @property
    def state(self) -> State:
        self.table.refresh_from_db()
        return state_of(self.table)

    def owner(self, seat: int) -> Player:
        player = self.table.chairs.get(seat=seat).player
        assert player is not None
        return player

    def move(self, seat: int, action: str, *, seen: int | None = None, key: str = "") -> MoveOutcome:
        """The seat's move, from a page that shows the newest version unless it says otherwise."""
        self.table.refresh_from_db()
        outcome = move_make(
            table=self.table,
            player=self.owner(seat),
            seen=self.table.version if seen is None else seen,
            key=key or uuid4().hex,
            action=action,
            now=self.now,
        )
        self.table.refresh_from_db()
        return outcome

    def wait(self, seconds: float) -> None:
        """Let time pass, and somebody look."""
        self.now += timedelta(seconds=seconds)
        self.table.refresh_from_db()
        clock.advance(self.table, self.now)

    def pass_all(self) -> None:
        """Everybody who is asked passes: the seat in turn is to draw."""
        while self.state.phase == "claim":
            assert isinstance(self.move(position_of(self.table).waiting[-1], "pass"), Made)

    def play_bot_step(self, seed: int) -> None:
        """What a bot would do in the seat that is waited for, as that seat's owner."""
        self.table.refresh_from_db()
        position = position_of(self.table)
        if position.is_between:
            for player in self.people:
                hand_ready(table=self.table, player=player, now=self.now)
            self.table.refresh_from_db()
            return
        seat = Random(seed).choice(position.waiting)
        outcome = self.move(seat, position.bots_action("plain", seat, seed))
        assert not isinstance(outcome, Refused), outcome
        assert not problems(self.state)


def of_hands(*contracts: str) -> dict[str, object]:
    """Shanghai with these hands alone, for a game that is to come to its end."""
    rules = dump_rules(load_rules("shanghai-7"))
    return rules | {"set": {"contracts": list(contracts), "last_hand_all_cards": False}}


def gathered(
    players: int = 3,
    *,
    rules: object = "shanghai-7",
    pace: str = "live",
    options: Options | None = None,
    dealer: int = 0,
    now: datetime = NOON,
) -> Gathering:
    """People at a table whose first hand is dealt; ``dealer`` dealt it, so the next seat is in turn."""
    people = tuple(person(name) for name in NAMES[:players])
    table = table_open(host=people[0], game="rummy", rules=rules, pace=pace, seats=players, options=options)
    for player in people:
        chair_take(table=table, player=player, name=player.name)
    Table.objects.filter(pk=table.pk).update(secret=bytes(range(32)))
    table.refresh_from_db()
    table_start(table=table, player=people[0], dealer=dealer, now=now)
    table.refresh_from_db()
    return Gathering(table, people, now)
