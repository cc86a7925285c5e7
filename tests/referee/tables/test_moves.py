"""Making moves: one effect for each, refusals that write nothing, pages that are too old."""

import pytest

from referee.engine.rummy.cards import NotationError, format_card
from referee.models import Move, Table
from referee.tables.errors import NotYours, TableRefused
from referee.tables.fold import FOLDS, fold_at, fold_of
from referee.tables.selectors import snapshot_for
from referee.tables.services import Made, Refused, Repeated, Stale, arrangement_set, move_make
from tests.referee.tables.gatherings import gathered, person, state_of

pytestmark = pytest.mark.django_db


def test_move_is_made_once_for_its_key() -> None:
    here = gathered()
    here.pass_all()
    here.move(1, "draw")
    card = format_card(here.state.seats[1].hand[0])
    first = here.move(1, f"discard {card}", key="one")
    again = here.move(1, f"discard {card}", seen=here.table.version - 1, key="one")
    assert isinstance(first, Made)
    assert again == Repeated(first.seq)
    assert Move.objects.filter(text__startswith="p2 discard").count() == 1


def test_move_taken_three_times_from_one_page_has_one_effect() -> None:
    """S28: three fast taps, each a request with a key of its own."""
    here = gathered()
    here.pass_all()
    here.move(1, "draw")
    seen = here.table.version
    card = format_card(here.state.seats[1].hand[0])
    outcomes = [here.move(1, f"discard {card}", seen=seen) for _ in range(3)]
    assert [type(outcome) for outcome in outcomes] == [Made, Stale, Stale]
    assert Move.objects.filter(text__startswith="p2 discard").count() == 1


def test_refusal_writes_nothing() -> None:
    here = gathered()
    before = (here.table.version, here.table.revision, Move.objects.count())
    outcome = here.move(2, "discard KH")
    here.table.refresh_from_db()
    assert isinstance(outcome, Refused)
    assert "turn.not-yours" in outcome.verdict.codes
    assert (here.table.version, here.table.revision, Move.objects.count()) == before


def test_client_cannot_send_another_card_seat_or_draw() -> None:
    """S27: the server knows its own state only."""
    here = gathered()
    here.pass_all()
    for text in ("draw 3", "draw KH", "p2 draw", "shuffle KH", "close", "pick 1", "discard ZZ", "x" * 900):
        with pytest.raises(NotationError):
            here.move(1, text)
    here.move(1, "draw")
    foreign = next(card for card in here.state.seats[2].hand if card not in here.state.seats[1].hand)
    outcome = here.move(1, f"discard {format_card(foreign)}")
    assert isinstance(outcome, Refused)
    assert outcome.verdict.codes[0] == "card.not-held"


def test_stranger_has_no_move() -> None:
    here = gathered()
    for player in (None, person("Ana")):
        with pytest.raises(NotYours):
            move_make(table=here.table, player=player, seen=here.table.version, key="", action="draw", now=here.now)


def test_table_in_its_lobby_has_no_moves() -> None:
    here = gathered()
    Table.objects.filter(pk=here.table.pk).update(phase="lobby")
    with pytest.raises(TableRefused) as refusal:
        here.move(1, "draw")
    assert refusal.value.code == "not-playing"


def test_claim_is_heard_although_another_seat_spoke_meanwhile() -> None:
    here = gathered(4)
    opened = here.table.version
    assert here.state.phase == "claim"
    assert isinstance(here.move(3, "buy", seen=opened), Made)
    assert isinstance(here.move(2, "pass", seen=opened), Made)
    assert isinstance(here.move(0, "pass", seen=opened), Made)


def test_late_claim_gets_its_reason_and_one_for_an_older_discard_is_stale() -> None:
    """S18, S29: the polite refusal."""
    here = gathered(4)
    opened = here.table.version
    here.move(1, "take", seen=opened)
    late = here.move(2, "buy", seen=opened)
    assert isinstance(late, Refused)
    assert late.verdict.codes[0] in ("buy.dead", "buy.closed")
    card = format_card(here.state.seats[1].hand[0])
    here.move(1, f"discard {card}")
    assert isinstance(here.move(3, "buy", seen=opened), Stale)


def test_fold_is_the_same_from_the_beginning_and_in_any_process() -> None:
    here = gathered()
    for seed in range(40):
        here.play_bot_step(seed)
    kept = here.state
    FOLDS.clear()
    assert state_of(here.table) == kept
    assert fold_at(here.table, here.table.version) == fold_of(here.table)


def test_move_numbers_have_no_gaps() -> None:
    here = gathered()
    for seed in range(30):
        here.play_bot_step(seed)
    here.table.refresh_from_db()
    assert list(here.table.moves.values_list("seq", flat=True)) == list(range(1, here.table.version + 1))


def test_own_discard_a_dead_card_and_a_watchers_claim_are_refused() -> None:
    """S18."""
    here = gathered(4)
    here.move(1, "take")
    dead = here.move(2, "buy")
    assert isinstance(dead, Refused)
    assert dead.verdict.codes[0] in ("buy.dead", "buy.closed")
    here.move(1, f"discard {format_card(here.state.seats[1].hand[-1])}")
    own = here.move(1, "buy")
    assert isinstance(own, Refused)
    assert own.verdict.codes[0] == "buy.own-discard"
    with pytest.raises(NotYours):
        move_make(table=here.table, player=person("Eve"), seen=here.table.version, key="", action="buy", now=here.now)
    assert [record.buys for record in here.state.seats] == [0] * 4


def test_arrangement_is_kept_for_its_owner_until_the_next_deal() -> None:
    """S31: the same cards in the same order after a reload, and on nobody else's page."""
    here = gathered()
    hand = here.state.seats[1].hand
    order = " ".join(format_card(card) for card in reversed(hand))
    arrangement_set(table=here.table, player=here.owner(1), arrangement=order)
    snaps = [snapshot_for(here.table, here.owner(seat), here.now) for seat in range(3)]
    assert [snap.mine.arrangement if snap.mine else None for snap in snaps] == ["", order, ""]
    assert snaps[1].version == here.table.version
    here.move(1, "take")
    again = snapshot_for(here.table, here.owner(1), here.now)
    assert again.mine is not None
    assert again.mine.arrangement == order
    with pytest.raises(TableRefused):
        arrangement_set(table=here.table, player=here.owner(1), arrangement="x" * 401)
    with pytest.raises(NotYours):
        arrangement_set(table=here.table, player=None, arrangement=order)
