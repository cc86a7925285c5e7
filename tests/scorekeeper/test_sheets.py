"""The fold: what stands in a cell when several phones write, undo and redo."""

import dataclasses
from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.changes import (
    Adjust,
    Buy,
    Change,
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
)
from scorekeeper.sheets import Entry, Outcome, fold, outcome, place_of, redo_target, undo_target
from tests.scorekeeper.sheet_logs import NOON, Log


def outcome_of(log: Log) -> Outcome:
    """What became of the log's last operation."""
    return outcome(fold(log.entries[:-1]), log.ledger, log.entries[-1].change)


def values(log: Log, player: str = "ben", hand: int = 1) -> list[int | None]:
    cell = log.ledger.cell(player, hand)
    assert cell is not None
    return [voice.score.points if voice.score else None for voice in cell.choices]


# One cell, several phones -----------------------------------------------------------------------------------------


def test_score_is_applied_to_a_blank_cell() -> None:
    log = Log("Ana", "Ben")
    log.score("ben", 1, 25)
    assert outcome_of(log) == Outcome.APPLIED
    assert values(log) == [25]
    assert log.ledger.score("ana", 1) is None


def test_equal_values_of_two_phones_agree() -> None:
    log = Log("Ana", "Ben")
    log.score("ben", 1, 25, device="a", saw=2)
    log.score("ben", 1, 25, device="b", saw=2)
    assert outcome_of(log) == Outcome.SAME
    assert values(log) == [25]


def test_own_later_value_is_applied_though_the_answer_was_lost() -> None:
    log = Log("Ana", "Ben")
    log.score("ben", 1, 25, device="a", saw=2)
    log.score("ben", 1, 35, device="a", saw=2)
    assert outcome_of(log) == Outcome.APPLIED
    assert values(log) == [35]


def test_seen_value_of_another_phone_is_replaced() -> None:
    log = Log("Ana", "Ben")
    seen = log.score("ben", 1, 25, device="a")
    log.score("ben", 1, 35, device="b", saw=seen.seq)
    assert outcome_of(log) == Outcome.APPLIED
    assert values(log) == [35]


def test_unseen_value_of_another_phone_is_disputed_and_both_are_kept() -> None:
    log = Log("Ana", "Ben")
    log.score("ben", 1, 25, device="a", saw=2)
    log.score("ben", 1, 35, device="b", saw=2)
    assert outcome_of(log) == Outcome.DISPUTED
    assert values(log) == [25, 35]
    assert log.ledger.score("ben", 1) == Score(25)


def test_three_phones_may_differ() -> None:
    log = Log("Ana", "Ben")
    for device, points in (("a", 25), ("b", 35), ("c", 45)):
        log.score("ben", 1, points, device=device, saw=2)
    assert values(log) == [25, 35, 45]


def test_answer_to_a_dispute_settles_it() -> None:
    log = Log("Ana", "Ben")
    log.score("ben", 1, 25, device="a", saw=2)
    last = log.score("ben", 1, 35, device="b", saw=2)
    log.add(Settle("ben", 1, Score(35)), device="a", saw=last.seq)
    assert outcome_of(log) == Outcome.APPLIED
    assert values(log) == [35]


def test_answer_that_takes_the_standing_value_is_a_change_too() -> None:
    log = Log("Ana", "Ben")
    log.score("ben", 1, 25, device="a", saw=2)
    last = log.score("ben", 1, 35, device="b", saw=2)
    log.add(Settle("ben", 1, Score(25)), device="c", saw=last.seq)
    assert outcome_of(log) == Outcome.APPLIED
    assert values(log) == [25]


def test_answer_does_not_settle_what_came_in_meanwhile() -> None:
    log = Log("Ana", "Ben")
    log.score("ben", 1, 25, device="a", saw=2)
    second = log.score("ben", 1, 35, device="b", saw=2)
    log.score("ben", 1, 45, device="c", saw=2)
    log.add(Settle("ben", 1, Score(35)), device="a", saw=second.seq)
    assert outcome_of(log) == Outcome.DISPUTED
    assert values(log) == [35, 45]


def test_changed_mind_can_end_a_dispute() -> None:
    log = Log("Ana", "Ben")
    log.score("ben", 1, 25, device="a", saw=2)
    log.score("ben", 1, 35, device="b", saw=2)
    log.score("ben", 1, 25, device="b", saw=2)
    assert values(log) == [25]


def test_agreeing_phone_still_has_its_say_when_the_first_one_changes() -> None:
    log = Log("Ana", "Ben")
    log.score("ben", 1, 25, device="a", saw=2)
    log.score("ben", 1, 25, device="b", saw=2)
    log.score("ben", 1, 30, device="a", saw=2)
    assert outcome_of(log) == Outcome.DISPUTED
    assert sorted(filter(None, values(log))) == [25, 30]


def test_clearing_makes_a_cell_blank_and_can_be_disputed() -> None:
    log = Log("Ana", "Ben")
    log.score("ben", 1, 25, device="a", saw=2)
    log.add(Clear("ben", 1), device="b", saw=2)
    assert values(log) == [25, None]
    log.add(Clear("ben", 1))
    assert values(log) == [None]
    assert log.ledger.score("ben", 1) is None
    log.add(Clear("ben", 1))
    assert outcome_of(log) == Outcome.SAME


def test_zero_of_one_who_went_out_differs_from_zero_points() -> None:
    log = Log("Ana", "Ben")
    log.add(Enter("ben", 1, Score(0, out=True)), device="a", saw=2)
    log.add(Enter("ben", 1, Score(0)), device="b", saw=2)
    assert outcome_of(log) == Outcome.DISPUTED


def test_disputed_cell_keeps_who_said_what() -> None:
    log = Log("Ana", "Ben")
    log.add(Enter("ben", 1, Score(25)), device="a", saw=2, who="Ana")
    log.add(Enter("ben", 1, Score(35)), device="b", saw=2, who="Ben")
    cell = log.ledger.cell("ben", 1)
    assert cell is not None
    assert [(voice.who, voice.seq) for voice in cell.choices] == [("Ana", 3), ("Ben", 4)]


# Whole logs, drawn at random --------------------------------------------------------------------------------------


@st.composite
def phone_logs(draw: st.DrawFn, cells: int = 2, devices: str = "abc", size: int = 14) -> list[Entry]:
    """Scores of several phones in few cells. What a phone has seen never gets less."""
    saw = dict.fromkeys(devices, 2)
    log = Log("Ana", "Ben")
    for _ in range(draw(st.integers(0, size))):
        device = draw(st.sampled_from(devices))
        saw[device] = draw(st.integers(saw[device], len(log.entries)))
        points = draw(st.sampled_from([0, 5, 25]))
        log.score("ben", draw(st.integers(1, cells)), points, device=device, saw=saw[device])
    return log.entries


@given(phone_logs())
def test_no_value_is_overwritten_unseen(entries: list[Entry]) -> None:
    """Whatever another phone wrote is on show until somebody who had seen it wrote, or its own phone did."""
    ledger = fold(entries)
    for entry in entries[2:]:
        place = place_of(entry.change)
        assert place is not None
        assert isinstance(entry.change, Enter)
        replaced = any(
            place_of(later.change) == place and (later.device == entry.device or later.saw >= entry.seq)
            for later in entries[entry.seq :]
        )
        cell = ledger.cell(*place)
        assert cell is not None
        assert replaced or any(entry.change.score.agrees(voice.score) for voice in cell.voices)


@given(phone_logs(devices="a"))
def test_one_phone_alone_is_never_in_dispute(entries: list[Entry]) -> None:
    assert not any(cell.is_disputed for _, cell in fold(entries).cells)


@given(phone_logs(cells=1), st.sampled_from([0, 5, 25]))
def test_answer_of_one_who_has_seen_all_settles_any_cell(entries: list[Entry], points: int) -> None:
    log = Log()
    log.entries = entries
    log.add(Settle("ben", 1, Score(points)), device="z")
    assert values(log) == [points]


@given(phone_logs(), phone_logs())
def test_operations_on_different_cells_commute(one: list[Entry], other: list[Entry]) -> None:
    """Two logs on different cells give the same cells however they are woven together."""

    def moved(entry: Entry) -> Entry:
        assert isinstance(entry.change, Enter)
        change = dataclasses.replace(entry.change, player="ana")
        return dataclasses.replace(entry, uuid=f"x{entry.uuid}", change=change)

    scores, others = one[2:], [moved(entry) for entry in other[2:]]
    woven = [entry for pair in zip(scores, others, strict=False) for entry in pair]
    woven += scores[len(others) :] + others[len(scores) :]
    apart, together = fold([*scores, *others]), fold(woven)
    assert apart.cells == together.cells


@given(phone_logs())
def test_fold_of_a_log_is_always_the_same(entries: list[Entry]) -> None:
    assert fold(entries) == fold(list(entries))
    assert hash(fold(entries)) == hash(fold(list(entries)))


def test_players_hands_and_confirmations_commute() -> None:
    changes: tuple[Change, ...] = (Join("cy", "Cy", 3), Extra(8), Confirm("nobody-out:1"), Enter("cy", 3, Score(5)))
    ledgers = set()
    for order in permutations(changes):
        log = Log("Ana", "Ben")
        for change in order:
            log.add(change)
        ledger = log.ledger
        ledgers.add((ledger.players, ledger.extra, ledger.confirmed, ledger.score("cy", 3)))
    assert len(ledgers) == 1


# Undo and redo ----------------------------------------------------------------------------------------------------


def test_undo_brings_back_the_value_before_and_redo_the_one_after() -> None:
    log = Log("Ana", "Ben")
    log.score("ben", 1, 25)
    wrong = log.score("ben", 1, 52)
    log.add(Undo(wrong.uuid))
    assert outcome_of(log) == Outcome.APPLIED
    assert values(log) == [25]
    log.add(Redo(wrong.uuid))
    assert values(log) == [52]


@given(phone_logs(), st.data())
def test_redo_is_the_inverse_of_undo(entries: list[Entry], data: st.DataObject) -> None:
    log = Log()
    log.entries = list(entries)
    target = data.draw(st.sampled_from(entries))
    before = log.ledger
    log.add(Undo(target.uuid))
    log.add(Redo(target.uuid))
    assert dataclasses.replace(log.ledger, revision=before.revision) == before


def test_undo_of_what_is_unknown_or_undone_changes_nothing() -> None:
    log = Log("Ana", "Ben")
    score = log.score("ben", 1, 25)
    log.add(Undo("nothing"))
    assert outcome_of(log) == Outcome.SAME
    undo = log.add(Undo(score.uuid))
    log.add(Undo(undo.uuid))
    assert outcome_of(log) == Outcome.SAME
    log.add(Redo("nothing"))
    assert outcome_of(log) == Outcome.SAME
    assert log.ledger.undone == {score.uuid}


def test_undo_targets_this_phones_last_operation() -> None:
    log = Log("Ana", "Ben")
    assert undo_target(log.entries, "a") is None
    mine = log.score("ben", 1, 25, device="a")
    log.score("ana", 1, 5, device="b")
    assert undo_target(log.entries, "a") == mine
    assert redo_target(log.entries, "a") is None
    log.add(Undo(mine.uuid), device="a")
    assert undo_target(log.entries, "a") is None
    assert redo_target(log.entries, "a") == mine
    assert redo_target(log.entries, "b") is None


def test_redo_walks_back_through_several_undos_and_a_new_edit_ends_it() -> None:
    log = Log("Ana", "Ben")
    first, second = log.score("ben", 1, 25), log.score("ben", 2, 35)
    log.add(Undo(second.uuid))
    log.add(Undo(first.uuid))
    assert redo_target(log.entries, "a") == first
    log.add(Redo(first.uuid))
    assert redo_target(log.entries, "a") == second
    log.score("ben", 3, 5)
    assert redo_target(log.entries, "a") is None


def test_redo_of_nothing_in_a_log_of_redos() -> None:
    log = Log("Ana", "Ben")
    only = log.score("ben", 1, 25)
    log.add(Undo(only.uuid))
    log.add(Redo(only.uuid))
    log.entries = log.entries[3:]
    assert redo_target(log.entries, "a") is None


# The rest of the sheet --------------------------------------------------------------------------------------------


def test_names_and_order_take_the_last_word() -> None:
    log = Log("Ana", "Ben", "Cy")
    log.add(Rename("ben", "Benno"), device="a", saw=3)
    log.add(Rename("ben", "Bennie"), device="b", saw=3)
    log.add(Reorder(("cy", "cy", "nobody", "ana")))
    assert [player.name for player in log.ledger.players] == ["Cy", "Ana", "Bennie"]
    assert [player.number for player in log.ledger.players] == [2, 0, 1]


def test_second_join_of_one_player_changes_nothing() -> None:
    log = Log("Ana", "Ben")
    log.add(Join("ben", "Other", 4))
    assert outcome_of(log) == Outcome.SAME


def test_players_leave_and_return() -> None:
    log = Log("Ana", "Ben")
    log.add(Join("cy", "Cy", 2))
    log.add(Leave("cy", 4))
    log.add(Return("cy", 6))
    cy = log.ledger.player("cy")
    assert cy is not None
    assert [cy.plays(hand) for hand in range(1, 8)] == [False, True, True, False, False, True, True]
    log.add(Return("cy", 4))
    cy = log.ledger.player("cy")
    assert cy is not None
    assert cy.plays(4)
    assert cy.plays(5)


def test_adjustments_ends_and_deals_are_kept() -> None:
    log = Log("Ana", "Ben")
    given = log.add(Adjust("ben", 2, -10, "misdeal"), who="Ana")
    log.add(Deal(2, "ben"))
    log.add(Deal(2, "ana"))
    log.add(End(5))
    ledger = log.ledger
    assert [(one.uuid, one.points, one.reason, one.who) for one in ledger.adjustments] == [
        (given.uuid, -10, "misdeal", "Ana")
    ]
    assert ledger.dealers == ((2, "ana"),)
    assert ledger.ended == 5
    log.add(Reopen())
    assert log.ledger.ended is None


def test_empty_log_is_an_empty_sheet() -> None:
    ledger = fold([])
    assert (ledger.revision, ledger.players, ledger.cells) == (0, (), ())


def test_entry_keeps_the_time_it_was_written() -> None:
    log = Log("Ana", "Ben")
    log.score("ben", 1, 25)
    cell = log.ledger.cell("ben", 1)
    assert cell is not None
    assert cell.voices[0].at > NOON


def test_buys_counted_on_two_phones_all_count() -> None:
    log = Log("Ana", "Ben")
    for device in ("a", "b", "a"):
        log.add(Buy("ana", 1, 1), device=device, saw=2)
    log.add(Buy("ana", 1, -1), device="b", saw=2)
    log.add(Buy("ben", 1, -1), device="b", saw=2)
    assert log.ledger.bought("ana", 1) == 2
    assert log.ledger.bought("ben", 1) == 0
    assert log.ledger.bought("ana", 2) == 0
    log.add(Undo("op3"))
    assert log.ledger.bought("ana", 1) == 1
