"""Looking back at a game: replay, shuffles, record."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from referee.engine.rummy.seatview import SeatView
from referee.engine.shanghaien.seatview import SeatView as DiceView
from referee.tables import limits
from referee.tables.board import MeldShown, seats_of
from referee.tables.dock import hand_cards
from referee.tables.errors import TableRefused
from referee.tables.hand import sorted_cards
from referee.tables.history import moments
from referee.tables.replay import Moment, fairness, finished_hands, moment, record_text
from referee.tables.review import review_of, trial_of, why
from referee.tables.selectors import TableSnapshot
from referee.tables.services.lesson import is_lesson
from referee.tables.tavern import tavern_of
from referee.tables.visits import Visit, address_of, at_table, too_many
from referee.tables.words import contract_words


@require_safe
@at_table
def replay(request: HttpRequest, visit: Visit, seq: int | None = None) -> HttpResponse:
    """A finished hand, or round of dice, after the move of that number, all cards open; without a number the last
    one's beginning."""
    return _replayed(request, visit, seq)


@require_safe
@at_table
def tried(request: HttpRequest, visit: Visit, seq: int) -> HttpResponse:
    """The same after a move that the coach would have made otherwise, with what came of playing both out."""
    if not (limits.tried(limits.TRIALS, address_of(request)) and limits.tried(limits.ALL_TRIALS, "")):
        return too_many(request, limits.TRIALS)
    return _replayed(request, visit, seq, is_tried=True)


def _replayed(request: HttpRequest, visit: Visit, seq: int | None, *, is_tried: bool = False) -> HttpResponse:
    snap = visit.snapshot()
    spans = finished_hands(visit.table)
    shown = moment(visit.table, seq if seq is not None else spans[-1].first) if spans else None
    if shown is None:
        raise Http404
    span = spans[shown.hand - 1]
    told = moments(visit.table, span, snap)
    numbers = [one.seq for one in told]
    at = max((place for place, number in enumerate(numbers) if number <= shown.seq), default=0)
    if shown.seq != numbers[at]:
        # Nobody noticed that move, such as the asking for dice: what is shown belongs to the words.
        shown = moment(visit.table, numbers[at]) or shown
    context = {
        "snap": snap,
        "code": snap.code,
        "hand": shown.hand,
        "spans": spans,
        "at": at,
        "last": len(told) - 1,
        "words": told[at].words,
        "ends": (numbers[0], numbers[-1]),
        "before": numbers[at - 1] if at else None,
        "after": numbers[at + 1] if at + 1 < len(numbers) else None,
        "moments": told,
    }
    match shown.views[0]:
        case DiceView() as view:
            return render(request, "referee/tables/tavern_replay.html", context | {"board": tavern_of(snap, view)})
        case SeatView() as view:
            found = None if snap.seat is None else review_of(visit.table, span, snap.seat)
            trial = trial_of(visit.table, numbers[at]) if is_tried else None
            more: dict[str, object] = {
                "step": _shown(shown, view, snap),
                "seq": numbers[at],
                "why": why(visit.table, numbers[at]),
                "trial": trial,
                "review": found,
            }
            return render(request, "referee/tables/replay.html", context | more)


def _shown(shown: Moment, view: SeatView, snap: TableSnapshot) -> dict[str, object]:
    """A moment of a card game for its template: every hand lies open, since the hand is over."""
    views = [own for own in shown.views if isinstance(own, SeatView)]
    seats = seats_of(snap, view)
    hands = [
        (seat, hand_cards(sorted_cards(own.own, "suit", view.contract, view.rules)))
        for seat, own in zip(seats, views, strict=True)
    ]
    return {
        "seq": shown.seq,
        "hands": hands,
        "melds": [MeldShown(index, seats[laid.owner], laid.meld) for index, laid in enumerate(view.table)],
        "view": view,
        "top": view.pile[-1] if view.pile else None,
        "deck": view.rules.deck,
        "contract": contract_words(view.contract),
    }


@require_safe
@at_table
def shuffle(request: HttpRequest, visit: Visit) -> HttpResponse:
    """What was promised before each hand and revealed after it; ``?check`` computes it all again."""
    snap = visit.snapshot()
    found = {finding.hand: finding for finding in fairness(visit.table)} if "check" in request.GET else {}
    context = {
        "snap": snap,
        "code": snap.code,
        "proofs": [(proof, proof.secret.hex() if proof.secret else "", found.get(proof.hand)) for proof in snap.proofs],
        "finished": sum(proof.secret is not None for proof in snap.proofs),
        "nonce": snap.mine.nonce if snap.mine else "",
        "is_lesson": is_lesson(visit.table),
        "is_sealed": all(proof.nonces for proof in snap.proofs),
    }
    return render(request, "referee/tables/shuffle.html", context)


@require_safe
@at_table
def record(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The record as a file; what the players do not know yet is kept back."""
    snap = visit.snapshot()
    if snap.view is None:
        raise TableRefused("not-playing", "expected a table that has been started")
    answer = HttpResponse(record_text(visit.table), content_type="application/toml; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="shanghai-{snap.code}.toml"'
    return answer
