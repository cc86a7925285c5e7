"""A table as HTML: what a page shows at first, what a stream pushes and what a poll answers are the same text.

Everything comes from the viewer's snapshot. A new game is shown here by a template of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from hashlib import sha256
from uuid import uuid4

from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.translation import get_language

from referee.engine.rummy.seatview import SeatView
from referee.engine.shanghaien.seatview import SeatView as DiceView
from referee.models import TablePhase
from referee.tables import told
from referee.tables.advice import may_ask
from referee.tables.board import Board, board_of
from referee.tables.choices import choices_of
from referee.tables.games import GAMES, View
from referee.tables.guide import guide_for
from referee.tables.results import hand_result
from referee.tables.selectors import TableSnapshot
from referee.tables.services import PHRASES, REACTIONS
from referee.tables.sharing import SHARED
from referee.tables.tavern import Tavern, tavern_of
from referee.tables.words import DICE_PACES, PACES, name_of_rules

NOW = timedelta(seconds=15)
"""What was said in this time is shown over the table."""
LINES = 4
"""Sentences of the log that stand open on the table; the others are one tap away."""


def render_for(snap: TableSnapshot, viewer: object = None, *, request: HttpRequest | None = None) -> str:
    """The board of the snapshot for its viewer, in the language that is active.

    ``viewer`` is not looked at: the snapshot is already the viewer's own. Without a ``request`` forms have no token
    of their own; scripts send it in a header.
    """
    is_shared = request is None and snap.seat is not None and snap.phase == TablePhase.PLAYING
    page = SHARED.get(snap, get_language()) if is_shared else None
    if page is None:
        template, context = parts(snap)
        page = render_to_string(template, context, request)
        if is_shared:
            SHARED.keep(snap, get_language(), page)
    return page


def parts(snap: TableSnapshot) -> tuple[str, dict[str, object]]:
    """The board's template and what it is given."""
    common: dict[str, object] = {"snap": snap, "code": snap.code, "build": build()}
    if snap.phase == TablePhase.LOBBY:
        return "referee/tables/room.html", common | room(snap)
    match snap.view:
        case SeatView() as view:
            return "referee/tables/board.html", common | playing(snap, view)
        case DiceView() as view:
            return "referee/tables/tavern.html", common | dicing(snap, view)
        case _:
            raise AssertionError(f"expected a game with a template, got {snap.game!r}")


def build() -> str:
    """A word that changes with the site's scripts and styles, so that an open page notices a new version of them."""
    return str(getattr(staticfiles_storage, "manifest_hash", ""))


def room(snap: TableSnapshot) -> dict[str, object]:
    """The waiting room."""
    game = GAMES[snap.game]
    least, most = game.seats(snap.rules)
    return {
        "game": name_of_rules(game.rules_name(snap.rules)),
        "bots": list(game.bots.values()),
        "pace": (PACES if game.has_claims else DICE_PACES).get(snap.pace, ""),
        "best_bot": list(game.bots)[-1],
        "least": least,
        "most": most,
        "taken": sum(not chair.is_free for chair in snap.chairs),
        "free": sum(chair.is_free for chair in snap.chairs),
    }


def playing(snap: TableSnapshot, view: SeatView) -> dict[str, object]:
    """A table that plays, or has played."""
    board = board_of(snap, view)
    return told_now(snap, board) | {
        "board": board,
        "may_ask": may_ask(snap) and not board.is_between,
        "guide": guide_for(board),
        "result": hand_result(board) if board.is_between else None,
    }


def dicing(snap: TableSnapshot, view: DiceView) -> dict[str, object]:
    """A table of dice that plays, or has played."""
    board = tavern_of(snap, view)
    return told_now(snap, board) | {
        "board": board,
        "choices": choices_of(board),
        "may_ask": may_ask(snap),
    }


def told_now(snap: TableSnapshot, board: Board | Tavern) -> dict[str, object]:
    """What a table of any game tells beside the board: the last remark, what is new, the last lines of the log."""
    return {
        "said": said_now(snap, board),
        "news": " ".join(told.lines([event for event in snap.events if event.seq > snap.told], snap)),
        "lines": told.lines(snap.events[-LINES:], snap),
    }


def sheet(snap: TableSnapshot, view: View, which: str, seat: int | None = None) -> dict[str, object]:
    """What is one tap away: a player, the points, the talk, the wishes, or everything else."""
    board: Board | Tavern = board_of(snap, view) if isinstance(view, SeatView) else tavern_of(snap, view)
    context: dict[str, object] = {"snap": snap, "code": snap.code, "board": board, "sheet": which}
    match which:
        case "player" if seat is not None:
            return context | {"seat": board.seats[seat]}
        case "points":
            return context | {"scores": hand_result(board) if isinstance(board, Board) else None}
        case "talk":
            said = {"talk": talk(snap, board), "talk_key": uuid4().hex}
            return context | said | {"phrases": PHRASES.items(), "reactions": REACTIONS.items()}
        case "more":
            asks = isinstance(view, SeatView) and may_ask(snap) and not view.is_over
            return context | {"log": told.lines(snap.events, snap), "may_ask": asks}
        case _:
            return context


def talk(snap: TableSnapshot, board: Board | Tavern) -> list[Mapping[str, object]]:
    """What was said, newest last."""
    return [{"remark": remark, "seat": board.seats[remark.seat], "words": _said(remark)} for remark in snap.remarks]


def said_now(snap: TableSnapshot, board: Board | Tavern) -> Mapping[str, object] | None:
    """What was said last, if that is just now."""
    if not snap.remarks or snap.now - snap.remarks[-1].at > NOW:
        return None
    return talk(snap, board)[-1]


def _said(remark: object) -> str:
    kind, text = getattr(remark, "kind", ""), getattr(remark, "text", "")
    return PHRASES.get(text, text) if kind == "phrase" else REACTIONS.get(text, text) if kind == "reaction" else text


def etag_for(snap: TableSnapshot) -> str:
    """A name for what the board shows: changes with every revision, the viewer, the hand's layout, who is away and the
    site's version."""
    mine = snap.mine
    seen = (
        snap.code,
        snap.revision,
        build(),
        snap.seat,
        snap.is_host,
        mine.arrangement if mine else "",
        tuple(chair.may_be_away for chair in snap.chairs),
        get_language(),
    )
    return f'"{sha256(repr(seen).encode()).hexdigest()[:32]}"'
