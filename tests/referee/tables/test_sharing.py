"""A seat's page is rendered once for the answer and the stream, and never kept beyond what it shows."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from referee.tables.presentation import render_for
from referee.tables.sharing import MOMENT, SHARED, SharedPages
from tests.referee.tables.visitors import company

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)


def test_page_is_shared_by_the_same_seat_for_a_moment() -> None:
    here = company(3)
    snap, kept = here.snapshot(1), SharedPages()
    kept.keep(snap, "en", "page")
    assert kept.get(snap, "en") == "page"
    assert kept.get(replace(snap, now=snap.now + MOMENT / 2), "en") == "page"
    assert kept.get(replace(snap, now=snap.now + MOMENT), "en") is None
    assert kept.get(snap, "nl") is None
    assert kept.get(here.snapshot(2), "en") is None


def test_page_is_another_one_after_a_move_and_after_the_hand_was_laid_out_anew() -> None:
    here = company(3)
    turn = here.to_turn()
    before = here.snapshot(turn)
    SHARED.clear()
    SHARED.keep(before, "en", "page")
    here.play(turn, "sort rank")
    assert SHARED.get(replace(here.snapshot(turn), now=before.now), "en") != "page"
    here.play(turn, "say discard " + here.hand(turn)[0])
    assert SHARED.get(replace(here.snapshot(turn), now=before.now), "en") != "page"


def test_answer_and_stream_of_one_revision_are_the_same_text() -> None:
    here = company(3)
    turn = here.to_turn()
    SHARED.clear()
    answer = here.play(turn, "say discard " + here.hand(turn)[0]).text
    assert render_for(here.snapshot(turn)) in answer


def test_few_pages_are_kept() -> None:
    here = company(3)
    snap, kept = here.snapshot(0), SharedPages()
    for revision in range(150):
        kept.keep(replace(snap, revision=revision, now=NOW), "en", str(revision))
    assert [kept.get(replace(snap, revision=one, now=NOW), "en") for one in (49, 50, 149)] == [None, "50", "149"]
