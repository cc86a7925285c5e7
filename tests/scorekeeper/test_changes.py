"""Changes written down and read back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.changes import (
    STARTS,
    Adjust,
    Buy,
    Change,
    ChangeError,
    Clear,
    Confirm,
    Deal,
    End,
    Enter,
    Extra,
    Join,
    Leave,
    Redo,
    Rename,
    Reopen,
    Reorder,
    Return,
    Score,
    Settle,
    Undo,
    dump_change,
    load_change,
)

ids = st.uuids().map(str)
hands = st.integers(1, 60)
points = st.integers(-9999, 9999)
names = st.text(st.characters(codec="utf-8", categories=("L", "N", "S")), min_size=1, max_size=24)
scores = st.builds(
    Score,
    points,
    st.booleans(),
    st.lists(st.integers(0, 99), max_size=6).map(tuple),
    st.none() | st.integers(0, 99),
)
changes: st.SearchStrategy[Change] = st.one_of(
    st.builds(Enter, ids, hands, scores),
    st.builds(Clear, ids, hands),
    st.builds(Settle, ids, hands, st.none() | scores),
    st.builds(Adjust, ids, hands, points, names),
    st.builds(Join, ids, names, hands, st.sampled_from(STARTS)),
    st.builds(Leave, ids, hands),
    st.builds(Return, ids, hands),
    st.builds(Rename, ids, names),
    st.builds(Reorder, st.lists(ids, min_size=1).map(tuple)),
    st.builds(Extra, hands),
    st.builds(End, hands),
    st.builds(Reopen),
    st.builds(Deal, hands, ids),
    st.builds(Buy, ids, hands, st.sampled_from([-1, 1])),
    st.builds(Confirm, names),
    st.builds(Undo, ids),
    st.builds(Redo, ids),
)


@given(changes)
def test_change_is_read_back_as_it_was_written(change: Change) -> None:
    assert load_change(*dump_change(change)) == change


@pytest.mark.parametrize(
    ("kind", "payload", "about"),
    [
        ("shout", {}, "kind"),
        ("clear", {"player": "ana"}, "hand"),
        ("clear", {"player": "", "hand": 1}, "player"),
        ("clear", {"player": "ana", "hand": True}, "hand"),
        ("score", {"player": "ana", "hand": 61, "points": 5}, "hand"),
        ("score", {"player": "ana", "hand": 1, "points": "5"}, "points"),
        ("score", {"player": "ana", "hand": 1, "points": 10000}, "points"),
        ("score", {"player": "ana", "hand": 1, "points": 5, "counts": [-1]}, "cards"),
        ("score", {"player": "ana", "hand": 1, "points": 5, "counts": 3}, "cards"),
        ("adjust", {"player": "ana", "hand": 1, "points": 5, "reason": "  "}, "reason"),
        ("join", {"player": "ana", "name": "A" * 25, "hand": 1, "start": "zero"}, "name"),
        ("join", {"player": "ana", "name": "Ana", "hand": 1, "start": "best"}, "zero"),
        ("reorder", {"order": []}, "order"),
    ],
)
def test_unreadable_change_says_what_was_expected(kind: str, payload: dict[str, object], about: str) -> None:
    with pytest.raises(ChangeError, match=about):
        load_change(kind, payload)


def test_names_lose_needless_spaces() -> None:
    assert load_change("rename", {"player": "ana", "name": "  Ana   Maria "}) == Rename("ana", "Ana Maria")
