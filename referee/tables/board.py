"""A table of rummy as its page shows it: plain values for the templates, made from a snapshot.

Everything here comes from what the viewer may know. Knows no rule: what can be done is asked of the engine's view.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, NamedTuple

from referee.engine.rummy.actions import Buy, DrawStock, Pass, Shanghai, Take, Word
from referee.engine.rummy.cards import Card, format_card
from referee.engine.rummy.layoff import End, open_ends
from referee.engine.rummy.legal import may_buy_late, taking_joker
from referee.engine.rummy.melds import Meld
from referee.engine.rummy.seatview import SeatView
from referee.engine.rummy.state import Phase
from referee.engine.rummy.swap import may_swap
from referee.tables import progress
from referee.tables.dock import Dock, dock_of
from referee.tables.selectors import ChairView, TableSnapshot
from referee.tables.words import initials, rules_name

type Situation = Literal[
    "watch",
    "between",
    "claim",
    "called",
    "passed",
    "wait-claim",
    "take-or-draw",
    "draw",
    "settled",
    "lay",
    "late",
    "replace",
    "wait-replace",
    "wait",
]
WORDS: dict[type, str] = {Take: "take", Buy: "buy", Shanghai: "shanghai", Pass: "pass", DrawStock: "draw"}


class SeatShown(NamedTuple):
    """A seat as everybody sees it.

    ``hue`` names its colour; ``word`` is what it has said to the open discard; ``known`` are cards in its hand that
    were seen to come; ``contract`` is its own, where everybody has one.
    """

    chair: ChairView
    letters: str
    hue: int
    cards: int
    total: int
    buys_left: int | None
    is_down: bool
    is_me: bool
    is_turn: bool
    is_awaited: bool
    is_dealer: bool
    word: str
    known: tuple[Card, ...]
    discards: tuple[Card, ...]
    contract: str

    @property
    def seat(self) -> int:
        return self.chair.seat

    @property
    def name(self) -> str:
        return self.chair.name

    @property
    def chip(self) -> Hashable:
        """All that shows of the seat around the table: where it is equal, the same is drawn."""
        return (
            self.chair,
            self.letters,
            self.hue,
            self.cards,
            self.total,
            self.is_down,
            self.is_me,
            self.is_turn,
            self.word,
        )


@dataclass(frozen=True, slots=True)
class MeldShown:
    """A meld on the table, with its owner and its index there."""

    index: int
    owner: SeatShown
    meld: Meld

    @property
    def looks(self) -> Hashable:
        """All that shows of it on the felt: where it is equal, the same is drawn."""
        return self.index, self.meld, self.owner.name, self.owner.letters, self.owner.hue


class Place(NamedTuple):
    """Somewhere a card can go, with the action that puts it there."""

    action: str
    meld: MeldShown
    end: str


class Replacing(NamedTuple):
    """A card of the hand that may take the place of a joker laid just now."""

    card: Card
    place: Place


class ClaimShown(NamedTuple):
    """The open discard for the viewer's seat."""

    card: Card
    price: int
    buys_left: int | None
    may_buy: bool
    may_take: bool
    places: tuple[Place, ...]
    word: str


@dataclass(frozen=True, slots=True)
class Board:
    """The whole table. ``remaining`` counts milliseconds to the deadline, ``span`` those of the whole wait."""

    snap: TableSnapshot
    view: SeatView
    situation: Situation
    title: str
    contract: str
    hands: int
    game: str
    deck: str
    seats: tuple[SeatShown, ...]
    melds: tuple[MeldShown, ...]
    dock: Dock | None
    claim: ClaimShown | None
    remaining: int | None
    span: int

    @property
    def has_dock(self) -> bool:
        return self.dock is not None

    @property
    def has_clock(self) -> bool:
        """Whether a clock runs for what the table waits for."""
        return self.remaining is not None and not self.is_over

    @property
    def turn(self) -> SeatShown:
        return self.seats[self.view.turn]

    @property
    def me(self) -> SeatShown | None:
        return None if self.snap.seat is None else self.seats[self.snap.seat]

    @property
    def top(self) -> Card | None:
        return self.view.pile[-1] if self.view.pile else None

    @property
    def may_lay(self) -> bool:
        """Whether the viewer may put cards of the hand on the table's melds now: lay off, or swap a joker."""
        view = self.view
        if self.situation != "lay" or not self.melds:
            return False
        return view.me.down or may_swap(view.rules, down=False, same_turn=view.opened)

    @property
    def replacing(self) -> tuple[Replacing, ...]:
        """How the viewer may take a joker that was laid just now."""
        if self.situation != "replace":
            return ()
        swaps = taking_joker(self.view)
        return tuple(
            Replacing(one.card, place_at(self.melds[one.meld], None, "swap", format_card(one.card))) for one in swaps
        )

    @property
    def is_mine(self) -> bool:
        """Whether the viewer is waited for."""
        return self.snap.seat is not None and self.snap.seat in self.snap.waiting and not self.snap.is_paused

    @property
    def awaited(self) -> tuple[SeatShown, ...]:
        return tuple(seat for seat in self.seats if seat.is_awaited)

    @property
    def awaited_names(self) -> tuple[tuple[str, bool], ...]:
        """Who is waited for, and whether each may be away."""
        return tuple((seat.name, seat.chair.may_be_away) for seat in self.awaited)

    @property
    def pausers(self) -> tuple[SeatShown, ...]:
        return tuple(seat for seat in self.seats if seat.chair.wants_pause)

    @property
    def is_over(self) -> bool:
        return self.view.is_over

    @property
    def is_between(self) -> bool:
        return self.situation == "between"

    @property
    def has_replay(self) -> bool:
        return bool(self.view.scores)

    @property
    def opening(self) -> SeatShown | None:
        """Who discarded the card that is open."""
        discarder = self.view.discarder
        return None if discarder is None else self.seats[discarder]


def board_of(snap: TableSnapshot, view: SeatView) -> Board:
    """The board that the snapshot's viewer sees."""
    seats = seats_of(snap, view)
    melds = tuple(MeldShown(index, seats[laid.owner], laid.meld) for index, laid in enumerate(view.table))
    remaining, span = clock_of(snap.now, snap.since, snap.deadline)
    return Board(
        snap=snap,
        view=view,
        situation=_situation(view),
        title=progress.title(view),
        contract=progress.contract(view),
        hands=view.rules.hands,
        game=rules_name(view.rules),
        deck=view.rules.deck,
        seats=seats,
        melds=melds,
        dock=None if view.seat is None or view.phase in _BETWEEN else dock_of(snap, view),
        claim=_claim(view, melds),
        remaining=None if snap.is_paused else remaining,
        span=span,
    )


def clock_of(now: datetime, since: datetime | None, deadline: datetime | None) -> tuple[int | None, int]:
    """Milliseconds to the deadline, None without one, and those of the whole wait."""
    if deadline is None or since is None:
        return None, 0
    left = int((deadline - now).total_seconds() * 1000)
    return max(left, 0), int((deadline - since).total_seconds() * 1000)


def seats_of(snap: TableSnapshot, view: SeatView) -> tuple[SeatShown, ...]:
    """The seats in order."""
    return tuple(
        SeatShown(
            chair=chair,
            letters=initials(chair.name),
            hue=chair.seat % 8 + 1,
            cards=seen.cards,
            total=seen.total,
            buys_left=seen.buys_left,
            is_down=seen.down,
            is_me=chair.seat == snap.seat,
            is_turn=chair.seat == view.turn and view.phase not in _BETWEEN,
            is_awaited=chair.seat in snap.waiting,
            is_dealer=chair.seat == view.dealer,
            word=word_of(seen.word),
            known=seen.known,
            discards=seen.discards,
            contract=progress.own_contract(view, chair.seat),
        )
        for chair, seen in zip(snap.chairs, view.seats, strict=True)
    )


def word_of(word: Word | None) -> str:
    return WORDS.get(type(word), "")


_BETWEEN = (Phase.SHUFFLE, Phase.SCORED, Phase.OVER)


def _situation(view: SeatView) -> Situation:
    """What the viewer can do, or whom they wait for."""
    if view.phase in _BETWEEN:
        return "between"
    if view.seat is None:
        return "watch"
    if view.phase is Phase.CLAIM:
        me = view.me
        if view.is_my_turn and me.word in (None, Pass()):
            return "take-or-draw"
        match me.word:
            case Take() | Buy() | Shanghai():
                return "called"
            case Pass() | DrawStock():
                return "passed"
            case _:
                return "claim" if me.options else "wait-claim"
    if view.phase is Phase.REPLACE:
        return "replace" if view.seat in view.asking[:1] else "wait-replace"
    if not view.is_my_turn:
        return "late" if may_buy_late(view) else "wait"
    if view.phase is Phase.DRAW:
        return "take-or-draw" if view.top == "open" else "draw"
    return "lay" if view.phase is Phase.PLAY else "settled"


def _claim(view: SeatView, melds: tuple[MeldShown, ...]) -> ClaimShown | None:
    """The open discard, while the seat may still say something to it or waits for what it has said."""
    is_late = may_buy_late(view)
    if view.seat is None or not view.pile or (view.phase not in (Phase.CLAIM, Phase.DRAW) and not is_late):
        return None
    me = view.me
    hows = {option.how for option in me.options} if me.word is None else set()
    card = view.pile[-1]
    can_draw = view.is_my_turn and view.phase is Phase.DRAW and view.top == "open"
    return ClaimShown(
        card=card,
        price=view.rules.price,
        buys_left=me.buys_left,
        may_buy="buy" in hows or is_late,
        may_take="take" in hows or can_draw,
        places=_calls(view, melds, card) if "shanghai" in hows else (),
        word=word_of(me.word),
    )


def _calls(view: SeatView, melds: tuple[MeldShown, ...], card: Card) -> tuple[Place, ...]:
    """Where on the table the card fits, each with the call of Shanghai that lays it there."""
    return tuple(place_at(shown, end, "shanghai") for shown in melds for end in open_ends(view.rules, shown.meld, card))


def place_at(shown: MeldShown, end: End | None, *words: str) -> Place:
    """The place at that end of a meld, with the action that begins with these words."""
    return Place(" ".join((*words, str(shown.index), *filter(None, (end,)))), shown, end or "")
