"""Time as an input: windows that close, turns that run out, bots that stand in, wishes, pauses."""

from datetime import timedelta

import pytest

from referee.engine.rummy.cards import format_card
from referee.engine.rummy.state import Phase
from referee.models import Chair, Move, MoveMaker, TablePhase
from referee.tables import clock
from referee.tables.errors import TableRefused
from referee.tables.games import Wishes
from referee.tables.options import MORE_TIME, WAITS, Options, OptionsError, dump_options, load_options
from referee.tables.selectors import snapshot_for
from referee.tables.services import (
    Made,
    Refused,
    chair_bot,
    chair_leave,
    chair_offer,
    chair_take,
    hand_ready,
    more_time_set,
    owner_back,
    table_open,
    table_pause,
    table_start,
    wishes_set,
)
from tests.referee.tables.gatherings import NOON, Gathering, gathered, of_hands, person, position_of

pytestmark = pytest.mark.django_db

WINDOW, TURN = WAITS["live"].window.total_seconds(), WAITS["live"].turn.total_seconds()


def away(here: Gathering) -> list[int]:
    return [chair.seat for chair in here.table.chairs.filter(away_since__isnull=False)]


def test_window_closes_for_everybody_at_once() -> None:
    """S22."""
    here = gathered(4)
    assert here.state.phase is Phase.CLAIM
    here.wait(WINDOW - 0.1)
    assert here.state.phase is Phase.CLAIM
    here.wait(0.2)
    assert here.state.phase is Phase.DRAW
    assert Move.objects.get(text="d close").by == MoveMaker.CLOCK
    late = here.move(2, "buy")
    assert isinstance(late, Refused)
    assert late.verdict.codes[0] == "buy.closed"


def test_others_words_do_not_make_the_window_longer() -> None:
    here = gathered(4)
    here.now += timedelta(seconds=WINDOW - 1)
    here.move(2, "pass")
    here.wait(1.1)
    assert here.state.phase is Phase.DRAW


def test_window_is_longer_for_all_when_one_who_is_asked_needs_time() -> None:
    here = gathered(4)
    more_time_set(table=here.table, player=here.owner(3), more_time=True)
    here.table.refresh_from_db()
    assert here.table.deadline == NOON + WAITS["live"].window * MORE_TIME
    here.move(3, "pass")
    assert here.table.deadline == NOON + WAITS["live"].window


def test_bot_stands_in_after_the_agreed_time_and_not_before() -> None:
    """S35: the seat is kept, then a bot plays, then the owner is back."""
    here = gathered()
    here.pass_all()
    here.wait(50)
    assert away(here) == []
    assert here.state.phase is Phase.DRAW
    here.wait(TURN - 49)
    assert away(here) == [1]
    here.wait(2)
    assert Move.objects.filter(seat=1).last().by == MoveMaker.BOT
    owner_back(table=here.table, chair=here.table.chairs.get(seat=1), now=here.now)
    assert away(here) == []


def test_owner_takes_over_at_once_in_the_middle_of_the_turn() -> None:
    """S32: nobody is skipped, no second player appears."""
    here = gathered()
    here.pass_all()
    here.wait(TURN + 1)
    while here.state.phase is not Phase.PLAY:
        here.wait(2)
    held = here.state.seats[1].hand
    card = format_card(held[0])
    assert isinstance(here.move(1, f"discard {card}"), Made)
    assert away(here) == []
    assert here.table.chairs.count() == 3


def test_clock_belongs_to_the_one_who_is_waited_for() -> None:
    """S36: what somebody else does changes nothing."""
    here = gathered()
    here.pass_all()
    here.move(1, "draw")
    before = here.table.deadline
    here.now += timedelta(seconds=30)
    owner_back(table=here.table, chair=here.table.chairs.get(seat=2), now=here.now)
    here.move(2, "discard KH")
    here.table.refresh_from_db()
    assert here.table.deadline == before
    here.wait(TURN - 30 + 0.1)
    assert away(here) == [1]


def test_table_without_stand_ins_waits_for_ever() -> None:
    here = gathered(options=Options(stand_in=False))
    here.pass_all()
    assert here.table.deadline is None
    here.wait(86400 * 30)
    assert away(here) == []
    assert here.state.turn == 1


def test_deserted_table_stands_still_until_somebody_is_back() -> None:
    """Bots play for the absent, not for nobody."""
    here = gathered()
    for _ in range(3 * 40):
        here.wait(TURN + 1)
    assert away(here) == [0, 1, 2]
    assert (here.table.due, here.table.deadline) == (None, None)
    before = here.table.version
    here.wait(86400)
    assert here.table.version == before
    owner_back(table=here.table, chair=here.table.chairs.get(seat=2), now=here.now)
    here.table.refresh_from_db()
    assert away(here) == [0, 1]
    assert here.table.due is not None
    assert here.table.due > here.now
    here.wait(2)
    here.wait(2)
    assert here.table.version > before


def test_bots_move_after_a_short_pause_and_one_at_a_time() -> None:
    host = person("Ana")
    table = table_open(host=host, game="rummy", rules="shanghai-7", pace="live", seats=4)
    chair_take(table=table, player=host, name="Ana")
    table_start(table=table, player=host, fill="plain", dealer=0, now=NOON)
    here = Gathering(table, (host,))
    here.table.refresh_from_db()
    assert here.table.due is not None
    assert timedelta(milliseconds=600) < here.table.due - NOON < timedelta(seconds=2)
    before = here.table.version
    here.wait(0.5)
    assert here.table.version == before
    for _ in range(12):
        here.wait(2)
    assert Move.objects.filter(by=MoveMaker.BOT).count() > 5
    assert len(here.state.seats) == 4


def test_table_of_bots_alone_plays_its_game_to_the_end() -> None:
    """S7: with the host gone the bots go on."""
    host = person("Ana")
    table = table_open(host=host, game="rummy", rules=of_hands("2S3", "S3+R4"), pace="live", seats=3)
    chair_take(table=table, player=host, name="Ana")
    table_start(table=table, player=host, fill="plain", now=NOON)
    chair_leave(table=table, player=host)
    here = Gathering(table, ())
    for _ in range(4000):
        here.wait(3)
        if here.table.phase == TablePhase.OVER:
            break
    assert here.table.phase == TablePhase.OVER
    assert here.table.due is None
    assert len(here.state.scores) == 2


def test_standing_wishes_are_said_at_once_and_gone_at_the_next_deal() -> None:
    """S24."""
    here = gathered(4)
    card = here.state.pile[-1]
    here.move(3, "pass")
    wishes_set(table=here.table, player=here.owner(0), wishes=Wishes(pass_hand=True), now=here.now)
    here.table.refresh_from_db()
    assert position_of(here.table).waiting == (1, 2)
    rank = format_card(card)[:-1] if card.suit else "JK"
    wishes_set(table=here.table, player=here.owner(2), wishes=Wishes(buy=(rank,)), now=here.now)
    here.move(1, "draw")
    assert here.state.seats[2].buys == 1
    assert Move.objects.filter(by=MoveMaker.WISH).count() == 2
    seed = 0
    while here.state.hand == 1:
        here.play_bot_step(seed)
        seed += 1
    assert [chair.wishes for chair in here.table.chairs.all()] == [{}] * 4
    assert [record.buys for record in here.state.seats] == [0] * 4


def test_next_hand_waits_until_all_are_ready_or_the_time_is_up() -> None:
    here = gathered()
    seed = 0
    while here.state.phase is not Phase.SCORED:
        here.play_bot_step(seed)
        seed += 1
    hand_ready(table=here.table, player=here.owner(0), now=here.now)
    hand_ready(table=here.table, player=here.owner(1), now=here.now)
    assert here.state.phase is Phase.SCORED
    hand_ready(table=here.table, player=here.owner(2), now=here.now)
    assert (here.state.hand, here.table.chairs.filter(ready=True).count()) == (2, 0)
    while here.state.phase is not Phase.SCORED:
        here.play_bot_step(seed)
        seed += 1
    here.wait(WAITS["live"].between.total_seconds() + 0.1)
    assert here.state.hand == 3


def test_pause_begins_when_all_agree_and_stops_every_clock() -> None:
    here = gathered()
    here.pass_all()
    for seat in (0, 1):
        table_pause(table=here.table, player=here.owner(seat), wants=True, now=here.now)
    here.table.refresh_from_db()
    assert here.table.paused is None
    table_pause(table=here.table, player=here.owner(2), wants=True, now=here.now)
    here.wait(86400)
    assert here.table.paused is not None
    assert away(here) == []
    with pytest.raises(TableRefused):
        here.move(1, "draw")
    table_pause(table=here.table, player=here.owner(0), wants=False, now=here.now)
    here.table.refresh_from_db()
    assert here.table.deadline == here.now + WAITS["live"].turn
    assert isinstance(here.move(1, "draw"), Made)


def test_host_replaces_somebody_lost_and_another_takes_the_seat_over() -> None:
    here = gathered()
    with pytest.raises(TableRefused):
        chair_bot(table=here.table, player=here.owner(0), seat=1, bot="plain")
    here.pass_all()
    here.wait(TURN + 1)
    chair_bot(table=here.table, player=here.owner(0), seat=1, bot="plain")
    with pytest.raises(TableRefused):
        chair_take(table=here.table, player=person("Dot"), name="Dot")
    chair_offer(table=here.table, player=here.owner(0), seat=1, offered=True)
    chair, _ = chair_take(table=here.table, player=person("Dot"), name="Dot")
    assert (chair.seat, chair.name, chair.bot) == (1, "Dot", "")


def test_snapshot_says_who_may_be_away_before_anything_happens() -> None:
    here = gathered()
    Chair.objects.filter(table=here.table).update(seen=NOON, here=False)
    Chair.objects.filter(table=here.table, seat=2).update(here=True)
    later = NOON + timedelta(seconds=21)
    chairs = snapshot_for(here.table, None, later).chairs
    assert [chair.may_be_away for chair in chairs] == [True, True, False]
    assert [chair.is_away for chair in chairs] == [False] * 3


def test_tick_applies_what_is_due_at_tables_that_nobody_looks_at() -> None:
    here = gathered(4)
    other = gathered(3)
    other.pass_all()
    assert clock.tick(NOON + timedelta(seconds=WINDOW + 1)) == 1
    assert here.state.phase is Phase.DRAW
    assert clock.tick(NOON + timedelta(seconds=WINDOW + 1)) == 0


def test_advance_applies_a_thing_once_however_often_it_is_asked() -> None:
    here = gathered(4)
    stale = type(here.table).objects.get(pk=here.table.pk)
    here.wait(WINDOW + 1)
    clock.advance(stale, here.now)
    assert Move.objects.filter(text="d close").count() == 1


def test_options_are_read_and_refused_by_name() -> None:
    options = Options(chat=False, window_seconds=12)
    assert load_options(dump_options(options)) == options
    for name, value in (("chat", 1), ("window_seconds", 2), ("turn_seconds", True), ("luck", True)):
        with pytest.raises(OptionsError) as refusal:
            load_options({name: value})
        assert refusal.value.option == name
