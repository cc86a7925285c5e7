"""Shanghaien, the dice game for two captains, as tables host it.

The whole game is one hand: one secret, with the words of both captains, decides the deck and every roll.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass

from referee.engine.bots.shanghaien import BOTS
from referee.engine.rummy.cards import NotationError
from referee.engine.rummy.shuffle import HandSecret
from referee.engine.shanghaien.actions import Action, public
from referee.engine.shanghaien.dealer import DueShuffle, dealers_action, due
from referee.engine.shanghaien.fairness import check
from referee.engine.shanghaien.judge import judge
from referee.engine.shanghaien.notation import format_action, format_move, format_seat, parse_action, parse_move
from referee.engine.shanghaien.play import play
from referee.engine.shanghaien.record import Entry, Proof, Record, redacted, replay, result_of
from referee.engine.shanghaien.recordtext import dumps, loads
from referee.engine.shanghaien.rules import PRESETS, Rules, dump_rules, load_rules
from referee.engine.shanghaien.seatview import SeatView, view_for
from referee.engine.shanghaien.state import Phase, State, new_game, score, winners
from referee.engine.verdicts import Verdict
from referee.tables.games.protocol import BotChoice, DealerDue, Event, Finding, GameLog, Json, Position, Wishes
from referee.tables.games.shanghaien_events import happened

CAPTAINS = 2
MOST_TEXT = 40
"""Characters of an action; the longest, `joker *rj orange`, takes half of it."""


@dataclass(frozen=True, slots=True)
class DicePosition:
    """A state with its moves as text."""

    state: State

    @property
    def rules(self) -> Rules:
        return self.state.rules

    @property
    def players(self) -> int:
        return CAPTAINS

    @property
    def hand(self) -> int:
        return 1

    @property
    def is_over(self) -> bool:
        return self.state.is_over

    @property
    def is_between(self) -> bool:
        return self.state.phase in (Phase.SHUFFLE, Phase.OVER)

    @property
    def finished(self) -> int:
        settled = self.state.settled
        return settled.round if settled else 0

    @property
    def is_window(self) -> bool:
        return False

    @property
    def window_round(self) -> int:
        return 0

    @property
    def waiting(self) -> tuple[int, ...]:
        return self.state.actors

    @property
    def turn(self) -> int | None:
        return None if self.is_between else self.state.turn

    @property
    def totals(self) -> tuple[int, ...]:
        return score(self.state).points

    @property
    def winners(self) -> tuple[int, ...]:
        return winners(self.state)

    def is_word(self, text: str) -> bool:
        return False

    def judge(self, seat: int, text: str) -> Verdict:
        return judge(self.state, seat, read_action(text))

    def play(self, seat: int | None, text: str) -> DicePosition:
        return DicePosition(play(self.state, seat, parse_action(text)))

    def format(self, seat: int | None, text: str) -> str:
        return f"{format_seat(seat)} {format_action(parse_action(text))}"

    def dealer_due(self) -> DealerDue | None:
        what = due(self.state)
        return None if what is None else DealerDue(self.hand, deals=isinstance(what, DueShuffle))

    def dealers_action(self, secret: HandSecret) -> str:
        what = due(self.state)
        if what is None:
            raise AssertionError(f"expected something for the dealer to do, got {self.state.phase}")
        return format_action(dealers_action(what, secret))

    def closing(self) -> str:
        raise AssertionError("expected a game that asks several seats at once, got dice")

    def view(self, seat: int | None) -> SeatView:
        return view_for(self.state, seat)

    def wished(self, seat: int, wishes: Wishes) -> str | None:
        return None

    def happened(self, before: Position, seat: int | None, text: str) -> tuple[Event, ...]:
        if not isinstance(before, DicePosition):
            raise AssertionError(f"expected a position of dice, got {type(before).__name__}")
        return tuple(happened(before.state, parse_action(text), self.state))

    def bots_action(self, bot: str, seat: int, seed: int) -> str:
        chance = random.Random(seed)  # noqa: S311 - play, not secrets
        return format_action(BOTS[bot].act(self.view(seat), chance))


def read_action(text: str) -> Action:
    """The action that a captain writes so.

    :raises NotationError: text that is no action, or too long to be one.
    """
    if len(text) > MOST_TEXT:
        raise NotationError(
            f"expected an action of at most {MOST_TEXT} characters, got {len(text)}",
            code="move.unknown",
            where="action",
        )
    return parse_action(text)


@dataclass(frozen=True, slots=True)
class Shanghaien:
    """The game as a table's host offers it."""

    key: str = "shanghaien"
    stand_in: str = "plain"
    has_claims: bool = False

    @property
    def bots(self) -> Mapping[str, BotChoice]:
        return {bot.key: BotChoice(bot.key, bot.name, bot.about) for bot in BOTS.values()}

    @property
    def presets(self) -> Mapping[str, str]:
        return {preset.key: preset.name for preset in PRESETS.values()}

    def rules_document(self, document: object) -> dict[str, Json]:
        return dump_rules(load_rules(document))

    def seats(self, document: object) -> tuple[int, int]:
        return (CAPTAINS, CAPTAINS)

    def rules_name(self, document: object) -> str:
        return load_rules(document).name

    def hands(self, document: object) -> int | None:
        return 1

    def check_wishes(self, document: object, wishes: Wishes) -> None:
        if wishes.buy:
            raise NotationError("expected no cards to buy in a game of dice", code="card.unknown", where="buy")

    def start(self, document: object, players: int, dealer: int) -> DicePosition:
        return DicePosition(new_game(load_rules(document), starter=dealer))

    def parse(self, position: Position, line: str) -> tuple[int | None, str]:
        move = parse_move(line)
        return move.seat, format_action(move.action)

    def public(self, position: Position, line: str) -> str:
        return format_move(public(parse_move(line)))

    def record(self, document: object, log: GameLog) -> str:
        """The record; the only proof is that of the whole game."""
        proof = next((Proof(one.commitment, one.secret, one.nonces) for one in log.proofs), None)
        first, second = log.names
        record = Record(
            rules=load_rules(document),
            players=(first, second),
            starter=log.dealer,
            entries=tuple(Entry(parse_move(line)) for line in log.moves),
            proof=proof,
        )
        finished = Record(
            record.rules, record.players, record.starter, record.entries, proof, result_of(replay(record))
        )
        return dumps(redacted(finished))

    def check(self, record: str) -> tuple[Finding, ...]:
        found = check(loads(record))
        return (Finding(1, found.fault, found.checked),)


SHANGHAIEN = Shanghaien()
