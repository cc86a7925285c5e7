"""Rummy of the Shanghai family, as tables host it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass

from referee.engine.bots.ladder import BOTS
from referee.engine.rummy.actions import Action, Buy, DrawStock, Pass, Shanghai, Take, Withdraw, public
from referee.engine.rummy.cards import NotationError, parse_card
from referee.engine.rummy.dealer import DueShuffle, dealers_action, due
from referee.engine.rummy.fairness import check
from referee.engine.rummy.judge import judge
from referee.engine.rummy.notation import format_action, format_move, format_seat, parse_move
from referee.engine.rummy.play import play
from referee.engine.rummy.presets import PRESETS
from referee.engine.rummy.record import Entry, HandProof, Record, redacted, replay, result_of
from referee.engine.rummy.recordtext import dumps, loads
from referee.engine.rummy.ruledoc import dump_rules, load_rules
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.seatview import SeatView, view_for
from referee.engine.rummy.shuffle import HandSecret
from referee.engine.rummy.state import Phase, State, new_game, winners
from referee.engine.rummy.window import may_speak, waiting
from referee.engine.verdicts import Verdict
from referee.tables.games.protocol import BotChoice, DealerDue, Event, Finding, GameLog, Json, Position, Wishes
from referee.tables.games.rummy_events import happened

MOST_TEXT = 400
"""Characters of an action; a contract of the longest hands with every joker placed takes half of it."""


@dataclass(frozen=True, slots=True)
class RummyPosition:
    """A state with its moves as text."""

    state: State

    @property
    def rules(self) -> RuleSet:
        return self.state.rules

    @property
    def players(self) -> int:
        return self.state.players

    @property
    def hand(self) -> int:
        return self.state.hand

    @property
    def is_over(self) -> bool:
        return self.state.is_over

    @property
    def is_between(self) -> bool:
        return self.state.is_between

    @property
    def finished(self) -> int:
        return len(self.state.scores)

    @property
    def is_window(self) -> bool:
        return self.state.phase in (Phase.CLAIM, Phase.REPLACE)

    @property
    def window_round(self) -> int:
        """One for each discard of the game, the upcards included, and one for a joker that is laid after it."""
        state = self.state
        before = state.hand * 1_000_000
        return before + 2 * sum(len(record.discards) for record in state.seats) + (state.phase is Phase.REPLACE)

    @property
    def waiting(self) -> tuple[int, ...]:
        return waiting(self.state)

    @property
    def turn(self) -> int | None:
        return None if self.state.is_between else self.state.turn

    @property
    def totals(self) -> tuple[int, ...]:
        return self.state.totals

    @property
    def winners(self) -> tuple[int, ...]:
        return winners(self.state)

    def is_word(self, text: str) -> bool:
        return isinstance(self.action(0, text), Take | Buy | Shanghai | Pass | DrawStock | Withdraw)

    def judge(self, seat: int, text: str) -> Verdict:
        return judge(self.state, seat, self.action(seat, text))

    def play(self, seat: int | None, text: str) -> RummyPosition:
        return RummyPosition(play(self.state, seat, self.action(seat, text)))

    def format(self, seat: int | None, text: str) -> str:
        return f"{format_seat(seat)} {format_action(self.action(seat, text))}"

    def action(self, seat: int | None, text: str) -> Action:
        """The action that the seat writes so.

        :raises NotationError: text that is no action, or too long to be one.
        """
        if seat is not None and len(text) > MOST_TEXT:
            raise NotationError(
                f"expected an action of at most {MOST_TEXT} characters, got {len(text)}",
                code="move.unknown",
                where="action",
            )
        return parse_move(f"{format_seat(seat)} {text}", self.rules).action

    def dealer_due(self) -> DealerDue | None:
        what = due(self.state)
        match what:
            case None:
                return None
            case DueShuffle(hand):
                return DealerDue(hand, deals=True)
            case _:
                return DealerDue(self.state.hand, deals=False)

    def dealers_action(self, secret: HandSecret) -> str:
        what = due(self.state)
        if what is None:
            raise AssertionError(f"expected something for the dealer to do, got {self.state.phase}")
        return format_action(dealers_action(what, secret))

    def closing(self) -> str:
        return "close"

    def view(self, seat: int | None) -> SeatView:
        return view_for(self.state, seat)

    def wished(self, seat: int, wishes: Wishes) -> str | None:
        if self.state.phase is Phase.REPLACE:
            return "pass" if wishes.pass_hand and seat in self.waiting else None
        window = self.state.window
        if window is None or not self.is_window or not may_speak(window, seat) or seat == self.state.turn:
            return None
        hows = {option.how for option in window.options[seat]}
        card = self.state.pile[-1]
        for wish in wishes.buy:
            face = parse_wish(self.rules, wish)
            if "buy" in hows and face[0] == card.rank and face[1] in ("", card.suit):
                return "buy"
        return "pass" if wishes.pass_hand else None

    def happened(self, before: Position, seat: int | None, text: str) -> tuple[Event, ...]:
        if not isinstance(before, RummyPosition):
            raise AssertionError(f"expected a position of rummy, got {type(before).__name__}")
        return tuple(happened(before.state, seat, before.action(seat, text), self.state))

    def bots_action(self, bot: str, seat: int, seed: int) -> str:
        chance = random.Random(seed)  # noqa: S311 - play, not secrets
        return format_action(BOTS[bot].act(self.view(seat), chance))


def parse_wish(rules: RuleSet, wish: str) -> tuple[int, str]:
    """Rank and suit of a wished card; without a suit any will do.

    :raises NotationError: text that is neither a card nor a rank of the deck.
    """
    text = wish.strip().upper()
    try:
        card = parse_card(text, rules.pack)
    except NotationError:
        # A rank alone: any suit completes it to a card.
        card = parse_card(f"{text}{next(iter(rules.pack.suits))}", rules.pack)
        return (card.rank, "")
    return (card.rank, card.suit)


@dataclass(frozen=True, slots=True)
class Rummy:
    """The game as a table's host offers it."""

    key: str = "rummy"
    stand_in: str = "plain"
    has_claims: bool = True

    @property
    def bots(self) -> Mapping[str, BotChoice]:
        return {bot.key: BotChoice(bot.key, bot.name, bot.about) for bot in BOTS.values()}

    @property
    def presets(self) -> Mapping[str, str]:
        return {preset.key: preset.name for preset in PRESETS.values()}

    def rules_document(self, document: object) -> dict[str, Json]:
        return dump_rules(load_rules(document))

    def seats(self, document: object) -> tuple[int, int]:
        return load_rules(document).players

    def rules_name(self, document: object) -> str:
        return load_rules(document).name

    def hands(self, document: object) -> int | None:
        rules = load_rules(document)
        return None if rules.is_personal else rules.hands

    def check_wishes(self, document: object, wishes: Wishes) -> None:
        rules = load_rules(document)
        for wish in wishes.buy:
            parse_wish(rules, wish)

    def start(self, document: object, players: int, dealer: int) -> RummyPosition:
        return RummyPosition(new_game(load_rules(document), players, dealer=dealer))

    def parse(self, position: Position, line: str) -> tuple[int | None, str]:
        move = parse_move(line, _rules(position))
        return move.seat, format_action(move.action)

    def public(self, position: Position, line: str) -> str:
        return format_move(public(parse_move(line, _rules(position))))

    def record(self, document: object, log: GameLog) -> str:
        rules = load_rules(document)
        proofs = tuple(HandProof(proof.commitment, proof.secret, proof.nonces) for proof in log.proofs)
        entries = tuple(Entry(parse_move(line, rules)) for line in log.moves)
        record = Record(rules, log.names, log.dealer, entries, proofs)
        finished = Record(rules, log.names, log.dealer, entries, proofs, result_of(replay(record)))
        return dumps(redacted(finished))

    def check(self, record: str) -> tuple[Finding, ...]:
        return tuple(Finding(found.hand, found.fault, found.checked) for found in check(loads(record)))


def _rules(position: Position) -> RuleSet:
    if not isinstance(position, RummyPosition):
        raise AssertionError(f"expected a position of rummy, got {type(position).__name__}")
    return position.rules


RUMMY = Rummy()
