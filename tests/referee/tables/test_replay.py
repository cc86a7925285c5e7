"""Looking back: moments, records, fair deals. Nothing of a hand that is still played."""

import re
from typing import cast

import pytest

from referee.engine.rummy.recordtext import loads
from referee.engine.rummy.seatview import SeatView
from referee.engine.rummy.shuffle import commitment
from referee.models import Table
from referee.tables import replay
from referee.tables.selectors import proofs_of, snapshot_for
from referee.tables.services import nonce_set
from tests.referee.tables.gatherings import Gathering, gathered, state_of

pytestmark = pytest.mark.django_db


def play_hands(here: Gathering, hands: int) -> None:
    seed = 0
    while len(here.state.scores) < hands:
        here.play_bot_step(seed)
        seed += 1


def test_nothing_of_a_running_hand_can_be_looked_back_at() -> None:
    here = gathered()
    for seed in range(6):
        here.play_bot_step(seed)
    assert replay.finished_hands(here.table) == ()
    assert all(replay.moment(here.table, seq) is None for seq in range(here.table.version + 2))
    text = replay.record_text(here.table)
    assert re.search(r"d shuffle \?\? \?\?", text)
    assert "secret" not in text
    assert replay.fairness(here.table) == ()


def test_every_moment_of_a_finished_hand_shows_all_cards() -> None:
    here = gathered()
    play_hands(here, 1)
    (span,) = replay.finished_hands(here.table)
    assert (span.hand, span.first) == (1, 1)
    for seq in (1, 2, span.last - 1, span.last):
        found = replay.moment(here.table, seq)
        assert found is not None
        views = [cast(SeatView, view) for view in found.views]
        assert [view.seat for view in views] == [0, 1, 2]
        assert [len(view.own) for view in views] == [seen.cards for seen in views[0].seats]
        assert (found.before, found.after) == (seq - 1 or None, None if seq == span.last else seq + 1)
    last = replay.moment(here.table, span.last)
    assert last is not None
    assert cast(SeatView, last.views[0]).scores == state_of(here.table).scores
    assert replay.moment(here.table, span.last + 1) is None


def test_record_of_a_running_game_opens_its_finished_hands_only() -> None:
    here = gathered(4)
    play_hands(here, 1)
    here.play_bot_step(1)
    here.play_bot_step(2)
    record = replay.record_text(here.table)
    shuffles = re.findall(r'"d shuffle ([^"]*)"', record)
    assert len(shuffles) == 2
    assert "??" not in shuffles[0]
    assert set(shuffles[1].split()) == {"??"}
    assert record.count("secret = ") == 1
    assert record.count("commitment = ") == 2


def test_finished_game_has_a_record_with_its_result() -> None:
    here = gathered(3)
    seed = 0
    while not here.state.is_over:
        here.play_bot_step(seed)
        seed += 1
    record = loads(replay.record_text(here.table))
    assert record.result is not None
    assert record.result.totals == here.state.totals
    assert record.players == ("Ana", "Ben", "Cem")
    assert len(replay.finished_hands(here.table)) == 7
    assert [finding.fault for finding in replay.fairness(here.table)] == [None] * 7


def test_deal_can_be_checked_from_what_was_published_before() -> None:
    """S50: promise, nonces, secret, one tap."""
    here = gathered()
    promised = snapshot_for(here.table, None, here.now).proofs
    assert [proof.secret for proof in promised] == [None, None]
    nonce_set(table=here.table, player=here.owner(1), nonce="my own luck")
    play_hands(here, 1)
    play_hands(here, 2)
    proofs = snapshot_for(here.table, None, here.now).proofs
    assert [proof.commitment for proof in proofs[:2]] == [proof.commitment for proof in promised]
    for proof in proofs[:2]:
        assert proof.secret is not None
        assert commitment(proof.secret) == proof.commitment
    assert [proof.nonces for proof in proofs[:2]] == [("", "", ""), ("", "my own luck", "")]
    findings = replay.fairness(here.table)
    assert [(finding.hand, finding.fault) for finding in findings] == [(1, None), (2, None)]
    assert all(finding.checked >= 1 for finding in findings)


def test_rigged_deal_is_found() -> None:
    here = gathered()
    play_hands(here, 1)
    Table.objects.filter(pk=here.table.pk).update(nonces=[["", "", "other"]])
    here.table.refresh_from_db()
    (finding,) = replay.fairness(here.table)
    assert finding.fault is not None


def test_secret_of_a_hand_says_nothing_of_the_next() -> None:
    here = gathered()
    play_hands(here, 1)
    proofs = proofs_of(here.table, None)
    assert proofs[0].secret is None
    shown = snapshot_for(here.table, here.owner(0), here.now).proofs
    assert bytes(here.table.secret) not in {proof.secret for proof in shown}
