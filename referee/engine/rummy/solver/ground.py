"""One hand before the search for its best lay-down: its cards as bits, and what on the table can take cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from referee.engine.rummy.solver.board import NO_LIMIT, Board
from referee.engine.rummy.solver.growth import covered, reach
from referee.engine.rummy.solver.hand import FIELD, spread, stack
from referee.engine.rummy.solver.plan import ACE, Window
from referee.engine.rummy.solver.shares import Asking
from referee.engine.rummy.solver.task import Task, room_on_sets


class Run(NamedTuple):
    """A run to lay or on the table: its suit's index and places, and the ranks of the held cards that it can use.

    ``room``: for how many more jokers a run on the table has room. ``number``: its index on the table; -1 for a run to
    lay, which has a window. ``wraps``: it could have a card at both ends. ``wild_ends``: whether wild cards lie at
    the low and at the high end of a run on the table. ``others``: the low places of further windows from which
    it comes to use the same, where it is laid whole; ``common``: the ranks that all of these windows have.
    """

    suit: int
    low: int
    high: int
    uses: int
    room: int
    number: int
    window: Window | None
    wraps: bool
    wild_ends: tuple[bool, bool] = (False, False)
    others: tuple[int, ...] = ()
    common: int = -1

    @property
    def asking(self) -> Asking:
        """The run among those that ask for cards."""
        return Asking(self.suit, self.uses, self.window.masks[0] if self.window else 0)


class Ground:
    """Cards, and what on the table can take some.

    ``open``: ranks of which a set lies on the table; ``shut``: all others. ``total``: what the natural cards are worth;
    ``lost``: what those of them are worth that fit no set on the table. ``idle``: jokers that find no place at all.
    Cards of wild ranks count as jokers; ``wilds`` has the worth of all of them, the dearest first. ``looked``: the ways
    to lay that have been looked at so far; ``limit``: ways that lose so much are of no interest.
    """

    def __init__(self, task: Task, board: Board) -> None:
        self.task = task
        self.board = board
        self.looked = 0
        self.limit = NO_LIMIT**4
        plan = board.plan
        self.wilds = [task.worth[card.rank] for card in task.pool]
        self.jokers = len(self.wilds)
        self.counts = 0
        self.planes: list[list[int]] = [[0] for _ in plan.suits]
        for (rank, suit), copies in task.cards.items():
            if rank and rank not in plan.wild_ranks:
                own, bit = self.planes[_INDEX[suit]], 1 << rank
                own[0] |= bit
                if copies > 1:
                    own += [0] * (copies - len(own))
                    for plane in range(1, copies):
                        own[plane] |= bit
                self.counts += copies << FIELD * rank
        self.open = 0
        self.room_on_sets = 0
        self.runs: list[Run] = []
        self.strange = board.whole and self._is_beyond_caps()
        if task.layoffs:
            self.room_on_sets = room_on_sets(task)
            self._look_at_table()
        self.shut = (2 << plan.top) - 2 & ~self.open
        self.total = sum([board.of[plane] for own in self.planes for plane in own])
        self.lost = self.total
        if self.open:
            self.lost = sum([board.of[plane & self.shut] for own in self.planes for plane in own])
        self.idle = self._idle()

    def kept(self, idle: int) -> int:
        """What so many wild cards that stay in the hand are worth at least: the cheapest do."""
        return sum(self.wilds[self.jokers - idle :])

    def _is_beyond_caps(self) -> bool:
        """Whether there could be a set larger than the board tells how many jokers it may hold."""
        board = self.board
        return board.sets_grow and 0 < len(board.set_caps) <= max(self.counts.to_bytes(16, "little")) + self.jokers

    def _look_at_table(self) -> None:
        board = self.board
        for index, meld in enumerate(self.task.table):
            if meld.kind == "set":
                self.open |= 1 << meld.rank
                self.strange = self.strange or meld.rank in board.plan.wild_ranks
                continue
            if meld.suit not in board.plan.suits:
                continue
            if len(meld) > board.longest or (
                not board.circle and not board.first <= meld.low <= meld.high <= board.last
            ):
                self.strange = True
                continue
            wild = meld.wild_places
            room = min(self.jokers, max(0, board.cap - len(wild)))
            wild_ends = (0 in wild, len(meld.cards) - 1 in wild) if wild else (False, False)
            self.runs.append(self.run(_INDEX[meld.suit], meld.low, meld.high, room, index, wild_ends=wild_ends))

    def run(
        self,
        suit: int,
        low: int,
        high: int,
        room: int,
        number: int = -1,
        window: Window | None = None,
        wild_ends: tuple[bool, bool] = (False, False),
    ) -> Run:
        """A run with what it can come to use; one to lay may leave the rest to windows below."""
        board = self.board
        held = board.places(self.planes[suit][0])
        below = self._below(window) if window else NO_LIMIT
        uses, wraps = reach(board, held, low, high, room, below)
        own = board.ranks(uses)
        if own & ACE and below < NO_LIMIT and not wraps:  # jokers below could lead to the ace that lies above
            _, wraps = reach(board, board.places(own), low, high, room)
        if number >= 0:
            uses &= ~covered(board, low, high)
        return Run(suit, low, high, board.ranks(uses), room, number, window, wraps, wild_ends)

    def _below(self, window: Window) -> int:
        """How many places below the window its run may have to grow.

        Of all choices of windows within the runs as they lie in the end one with the lowest will do. Each lower window
        could be taken, but for those near to others and those with too many jokers.
        """
        board, cap = self.board, window.size - window.need
        if cap == board.cap or (
            window.need <= 1 and cap < board.cap and (not board.sinks or self.jokers < window.size)
        ):
            return board.sinks
        return NO_LIMIT

    def _idle(self) -> int:
        """How many jokers at least stay in the hand for want of a place."""
        board, task = self.board, self.task
        places = board.jokers
        if board.grows:
            places += self.room_on_sets + sum(run.room for run in self.runs)
            if board.cap == NO_LIMIT and (task.table or task.contract.slots):
                return 0
        return max(0, self.jokers - places)

    def reached(self, suit: int, runs: Sequence[Run]) -> tuple[int, int]:
        """What the runs of a suit can save together at most, and the cards of each rank that they can use, packed."""
        planes, of, shut = self.planes[suit], self.board.of, self.shut
        if len(runs) == 1 and not runs[0].wraps:
            used = runs[0].uses & planes[0]
            return of[used & shut], spread(used)
        masks = [run.uses for run in runs] + [ACE for run in runs if run.wraps]
        worth = packed = 0
        for level, plane in zip(stack(masks), planes, strict=False):
            used = level & plane
            worth += of[used & shut]
            packed += spread(used)
        return worth, packed


_INDEX = {letter: index for letters in ("SHDC", "RGYB") for index, letter in enumerate(letters)}
