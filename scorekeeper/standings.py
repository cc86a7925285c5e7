"""What follows from a ledger: who plays which hand, totals, ranks, the deal, what is open and what is over.

Everything here is worked out again from the ledger and the game at each look; nothing is kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from referee.engine.rummy.contracts import Contract
from scorekeeper.games import MOST_HANDS, Game
from scorekeeper.sheets import Ledger, Place, Player


@dataclass(frozen=True, slots=True)
class Rank:
    """A player's place: total and rank from 1; players with equal totals share it. No rank: the player has left."""

    player: str
    total: int
    rank: int | None


# Not slotted: each figure is worked out once.
@dataclass(frozen=True)
class Standings:
    ledger: Ledger
    game: Game

    # Players and hands ---------------------------------------------------------------------------------------------

    def playing(self, hand: int) -> tuple[Player, ...]:
        """Who takes part in the hand, in the order of the seats."""
        return tuple(player for player in self.ledger.players if player.plays(hand))

    @cached_property
    def written(self) -> int:
        """The last hand in which anything is written; 0: none."""
        known = {player.id for player in self.ledger.players}
        scored = [hand for (player, hand), cell in self.ledger.cells if cell.score is not None and player in known]
        return max(scored, default=0)

    @cached_property
    def hands(self) -> int:
        """How many rows the sheet has: those of the rule set and extra ones, or one more than are written."""
        if self.ledger.ended is not None:
            return self.ledger.ended
        if self.game.hands is None:
            if self._last_by_contract is not None:
                return max(self._last_by_contract, self.written)
            return min(max(self.written, 1) if self._has_open(self.written) else self.written + 1, MOST_HANDS)
        return min(max(self.game.hands, self.ledger.extra, self.written), MOST_HANDS)

    @cached_property
    def _last_by_contract(self) -> int | None:
        """The closed hand with which a game of everybody's own contracts ends, for the last one was met (Rule 1.4)."""
        rules = self.game.rules
        if rules is None or not self.game.is_personal:
            return None
        for hand in range(1, self.written + 1):
            most = max((self.met_before(player.id, hand + 1) for player in self.ledger.players), default=0)
            if self.is_closed(hand) and (most >= rules.hands or hand >= rules.most_hands):
                return hand
        return None

    # Contracts of everybody's own ----------------------------------------------------------------------------------

    def has_met(self, player: str, hand: int) -> bool:
        """Whether the player went down with a contract of their own in the hand: told so, or went out by it."""
        score = self.ledger.score(player, hand)
        return self.game.is_personal and score is not None and (score.met or score.out)

    def met_before(self, player: str, hand: int) -> int:
        """How many contracts are behind the player when the hand begins."""
        return sum(self.has_met(player, one) for one in range(1, hand))

    def own_contract(self, player: str, hand: int) -> Contract | None:
        """The contract that the player is at in the hand; None where the hand has one for all."""
        contracts = self.game.own_contracts
        return contracts[min(self.met_before(player, hand), len(contracts) - 1)] if contracts else None

    @cached_property
    def tells_contracts(self) -> bool:
        """Whether it is kept who met which contract; as long as nobody has marked any, points alone make the ranks."""
        scores = [cell.score for _, cell in self.ledger.cells]
        return self.game.is_personal and any(score and score.met and not score.out for score in scores)

    def _has_open(self, last: int) -> bool:
        return any(not self.is_closed(hand) for hand in range(1, last + 1))

    def is_closed(self, hand: int) -> bool:
        """Whether nobody who takes part in the hand is blank."""
        playing = self.playing(hand)
        return bool(playing) and all(self.ledger.score(player.id, hand) is not None for player in playing)

    @cached_property
    def current(self) -> int | None:
        """The first hand that is not closed; None: all are."""
        return next((hand for hand in range(1, self.hands + 1) if not self.is_closed(hand)), None)

    @cached_property
    def closed(self) -> int:
        """How many hands are closed."""
        return sum(self.is_closed(hand) for hand in range(1, self.hands + 1))

    @cached_property
    def is_over(self) -> bool:
        """Whether no hand is open: the last one is closed, or the players ended early."""
        return self.closed > 0 and (self.ledger.ended is not None or self.current is None)

    def _blanks(self, first: int) -> Iterator[Place]:
        """The blank cells from a hand on, in the order in which they are filled."""
        for hand in range(first, self.hands + 1):
            for player in self.playing(hand):
                if self.ledger.score(player.id, hand) is None:
                    yield (player.id, hand)

    @cached_property
    def next_blank(self) -> Place | None:
        """The next cell to fill: the first blank one of the first open hand."""
        return next(self._blanks(self.current), None) if self.current else None

    def next_blank_of(self, number: int) -> Place | None:
        """The next cell to fill for the player with this number; 0 or one who has none: for all."""
        own = {player.id for player in self.ledger.players if player.number + 1 == number}
        found = (place for place in self._blanks(self.current or 1) if place[0] in own)
        return next(found, None) or self.next_blank

    def blank_after(self, player: str, hand: int) -> Place | None:
        """The next cell to fill after this one: further right in the hand, else the first blank one of the sheet."""
        seats = [one.id for one in self.playing(hand)]
        behind = seats[seats.index(player) + 1 :] if player in seats else []
        right = ((one, hand) for one in behind if self.ledger.score(one, hand) is None)
        other = (place for place in self._blanks(self.current or 1) if place != (player, hand))
        return next(right, None) or next(other, None)

    # Points --------------------------------------------------------------------------------------------------------

    @cached_property
    def starts(self) -> dict[str, int]:
        """With what total each late player began: a share of the others' totals before that hand."""
        found: dict[str, int] = {}
        for player in sorted(self.ledger.players, key=lambda player: player.joined):
            if player.joined == 1 or player.start == "zero":
                continue
            others = [
                self._sum(other.id, player.joined - 1) + found.get(other.id, 0)
                for other in self.ledger.players
                if other.joined < player.joined and other.plays(player.joined)
            ]
            if others:
                average = (2 * sum(others) + len(others)) // (2 * len(others))  # halves round up
                found[player.id] = max(others) if player.start == "highest" else average
        return found

    def _sum(self, player: str, hand: int) -> int:
        """The player's points in hands and adjustments up to a hand, without what a late one began with."""
        return sum(self._points.get((player, one), 0) for one in range(1, hand + 1))

    @cached_property
    def _points(self) -> dict[Place, int]:
        found: dict[Place, int] = {}
        for place, cell in self.ledger.cells:
            if cell.score is not None and place[1] <= self.hands:
                found[place] = cell.score.points
        for one in self.ledger.adjustments:
            # What is agreed after the last hand still counts: it stands with the last row.
            place = (one.player, min(one.hand, self.hands))
            found[place] = found.get(place, 0) + one.points
        return found

    def running(self, player: str, hand: int) -> int:
        """The player's total after the hand."""
        joined = self.ledger.player(player)
        start = self.starts.get(player, 0) if joined and min(joined.joined, self.hands) <= hand else 0
        return start + self._sum(player, hand)

    def total(self, player: str) -> int:
        return self.running(player, self.hands)

    @cached_property
    def ranking(self) -> tuple[Rank, ...]:
        """Everybody, the best first; those who have left behind.

        Where everybody has contracts of their own, whoever has more of them behind comes before all who have fewer.
        """
        last = self.current or self.hands
        totals = {player.id: self.total(player.id) for player in self.ledger.players}
        staying = [player.id for player in self.playing(last)]
        sign = 1 if self.game.wins == "lowest" else -1
        met = {one: self.met_before(one, self.hands + 1) if self.tells_contracts else 0 for one in staying}
        places = {one: (-met[one], sign * totals[one]) for one in staying}
        ranked = [
            Rank(player, totals[player], 1 + sum(places[other] < places[player] for other in staying))
            for player in staying
        ]
        ranked.sort(key=lambda rank: rank.rank or 0)
        return (*ranked, *(Rank(player, total, None) for player, total in totals.items() if player not in staying))

    @cached_property
    def leaders(self) -> tuple[str, ...]:
        """Who is ahead; empty as long as nothing is written."""
        if self.written == 0:
            return ()
        return tuple(rank.player for rank in self.ranking if rank.rank == 1)

    @property
    def is_tied(self) -> bool:
        """Whether the game is over and nobody is alone ahead."""
        return self.is_over and len(self.leaders) > 1

    # The deal ------------------------------------------------------------------------------------------------------

    @cached_property
    def dealers(self) -> tuple[str | None, ...]:
        """Who deals each hand, from hand 1 to one behind the last: the deal moves left past those who sit out."""
        chosen = dict(self.ledger.dealers)
        order = [player.id for player in self.ledger.players]
        dealers: list[str | None] = []
        for hand in range(1, self.hands + 2):
            playing = {player.id for player in self.playing(hand)}
            last = dealers[-1] if dealers else None
            if chosen.get(hand) in playing:
                dealers.append(chosen[hand])
            elif last in order:
                place = order.index(last)
                around = order[place + 1 :] + order[: place + 1]
                dealers.append(next((one for one in around if one in playing), None))
            else:
                dealers.append(next((one for one in order if one in playing), None))
        return tuple(dealers)

    def dealer(self, hand: int) -> str | None:
        """Who deals the hand, from 1 to one behind the last row."""
        return self.dealers[hand - 1]

    # Names ---------------------------------------------------------------------------------------------------------

    @cached_property
    def names(self) -> dict[str, str]:
        """What each player is called on the sheet: of two Anas the second one is "Ana 2"."""
        taken: set[str] = set()
        names: dict[str, str] = {}
        for player in sorted(self.ledger.players, key=lambda player: player.number):
            name, number = player.name, 1
            while name.casefold() in taken:
                number += 1
                name = f"{player.name} {number}"
            taken.add(name.casefold())
            names[player.id] = name
        return names
