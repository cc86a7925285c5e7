"""Opening tables, sitting down, starting, playing again, talking."""

import pytest

from referee.models import Remark, Table
from referee.tables.errors import NotYours, TableRefused
from referee.tables.options import Options
from referee.tables.selectors import open_tables, read_table, snapshot_for, table_by_code, tables_of
from referee.tables.series import series_of
from referee.tables.services import (
    chair_bot,
    chair_leave,
    chair_remove,
    chair_take,
    remark_add,
    remark_report,
    seat_mute,
    seat_silence,
    table_open,
    table_options,
    table_rematch,
    table_start,
)
from referee.tables.services.lobby import MOST_OPEN
from tests.referee.tables.gatherings import NOON, gathered, of_hands, person

pytestmark = pytest.mark.django_db


def test_table_is_found_by_its_code_however_it_is_typed() -> None:
    table = gathered().table
    assert table_by_code(f" {table.code[:3].lower()} {table.code[3:]}") == table
    for text in ("", "ABC", table.code + "B", "0" * 6):
        assert table_by_code(text) is None


def test_unknown_game_rules_pace_and_seats_are_refused() -> None:
    host = person("Ana")
    good = {"host": host, "game": "rummy", "rules": "shanghai-7", "pace": "live", "seats": 3}
    for wrong in ({"game": "chess"}, {"rules": "shanghai-9"}, {"pace": "never"}, {"seats": 2}, {"seats": 6}):
        with pytest.raises(ValueError, match=r"expected|valid"):
            table_open(**{**good, **wrong})
    assert Table.objects.count() == 0


def test_house_rules_stay_with_the_table() -> None:
    document = {"base": "shanghai-7", "name": "Ours", "set": {"buys": 3}}
    table = table_open(host=person("Ana"), game="rummy", rules=document, pace="live", seats=4)
    assert table.rules["name"] == "Ours"
    assert table.rules["set"]["buys"] == 3
    assert len(table.rules["set"]) > 20


def test_host_has_so_many_open_tables() -> None:
    host = person("Ana")
    for _ in range(MOST_OPEN):
        table_open(host=host, game="rummy", rules="shanghai-7", pace="live", seats=3)
    with pytest.raises(TableRefused) as refusal:
        table_open(host=host, game="rummy", rules="shanghai-7", pace="live", seats=3)
    assert refusal.value.code == "too-many"


def test_start_fills_free_chairs_with_bots_or_takes_them_away() -> None:
    for fill, names in (("plain", 5), ("", 3)):
        people = [person(name) for name in ("Ana", "Ben", "Cem")]
        table = table_open(host=people[0], game="rummy", rules="shanghai-7", pace="live", seats=5)
        for player, seat in zip(people, (0, 2, 4), strict=True):
            chair_take(table=table, player=player, name=player.name, seat=seat)
        table_start(table=table, player=people[0], fill=fill, now=NOON)
        chairs = list(table.chairs.all())
        assert [chair.seat for chair in chairs] == list(range(names))
        assert sum(chair.is_person for chair in chairs) == 3
        assert len({chair.name for chair in chairs}) == names


def test_only_the_host_starts_once_and_with_enough_players() -> None:
    host, guest = person("Ana"), person("Ben")
    table = table_open(host=host, game="rummy", rules="shanghai-7", pace="live", seats=3)
    chair_take(table=table, player=host, name="Ana")
    chair_take(table=table, player=guest, name="Ben")
    with pytest.raises(NotYours):
        table_start(table=table, player=guest, fill="plain")
    with pytest.raises(TableRefused) as refusal:
        table_start(table=table, player=host)
    assert refusal.value.code == "too-few"
    assert table.chairs.count() == 3
    table_start(table=table, player=host, fill="plain", now=NOON)
    with pytest.raises(TableRefused) as refusal:
        table_start(table=table, player=host, fill="plain")
    assert refusal.value.code == "started"


def test_shuffled_seats_keep_everybody() -> None:
    orders = set()
    for _ in range(12):
        people = [person(name) for name in ("Ana", "Ben", "Cem", "Dot")]
        options = Options(shuffle_seats=True)
        table = table_open(host=people[0], game="rummy", rules="shanghai-7", pace="live", seats=4, options=options)
        for player in people:
            chair_take(table=table, player=player, name=player.name)
        table_start(table=table, player=people[0], now=NOON)
        names = tuple(chair.name for chair in table.chairs.order_by("seat"))
        assert sorted(names) == ["Ana", "Ben", "Cem", "Dot"]
        orders.add(names)
    assert len(orders) > 1


def test_leaving_the_lobby_frees_the_chair_and_passes_the_host_on() -> None:
    host, guest = person("Ana"), person("Ben")
    table = table_open(host=host, game="rummy", rules="shanghai-7", pace="live", seats=3)
    chair_take(table=table, player=host, name="Ana")
    chair_take(table=table, player=guest, name="Ben")
    chair_leave(table=table, player=host)
    table.refresh_from_db()
    assert table.host == guest
    assert table.chairs.get(seat=0).is_free
    chair_remove(table=table, player=guest, seat=1)
    assert table.chairs.filter(player__isnull=False).count() == 0


def test_host_seats_a_bot_and_takes_it_away_again() -> None:
    host = person("Ana")
    table = table_open(host=host, game="rummy", rules="shanghai-7", pace="live", seats=3)
    chair_bot(table=table, player=host, seat=2, bot="plain")
    assert table.chairs.get(seat=2).name
    with pytest.raises(ValueError, match="expected a bot"):
        chair_bot(table=table, player=host, seat=1, bot="cheat")
    chair_bot(table=table, player=host, seat=2, bot="")
    assert table.chairs.get(seat=2).is_free


def test_open_tables_are_listed_only_where_the_host_wants_it() -> None:
    host = person("Ana")
    table = table_open(host=host, game="rummy", rules="shanghai-7", pace="live", seats=3, options=Options(listed=True))
    table_open(host=host, game="rummy", rules="shanghai-7", pace="live", seats=3)
    chair_take(table=table, player=host, name="Ana")
    (line,) = open_tables(table.changed)
    assert (line.code, line.names, line.free) == (table.code, ("Ana",), 2)
    assert len(tables_of(host)) == 2


def test_watchers_see_a_game_only_where_they_may() -> None:
    here = gathered()
    assert read_table(here.table.pk).may_see(None)
    table_options(table=here.table, player=here.owner(0), options=Options(spectators=False))
    reading = read_table(here.table.pk)
    assert not reading.may_see(None)
    assert not reading.may_see(person("Eve").pk)
    assert reading.may_see(here.people[1].pk)


def finished() -> Table:
    """A table whose game, of a single hand, is over."""
    here = gathered(3, rules=of_hands("2S3"))
    step = 0
    while not here.state.is_over:
        here.play_bot_step(step)
        step += 1
    return here.table


def test_rematch_is_made_once_with_the_same_seats_and_the_deal_moved_on() -> None:
    table = finished()
    players = [chair.player for chair in table.chairs.order_by("seat")]
    again = table_rematch(table=table, player=players[1])
    assert table_rematch(table=table, player=players[2]) == again
    assert [chair.player for chair in again.chairs.order_by("seat")] == players
    assert snapshot_for(table, players[0], NOON).rematch == again.code
    table_start(table=again, player=players[0], now=NOON)
    again.refresh_from_db()
    assert again.dealer == (table.dealer + 1) % 3
    assert again.secret != table.secret
    games = series_of(again)
    assert [game.code for game in games.games] == [table.code]
    assert games.totals == games.games[0].totals
    assert sum(games.won) >= 1


def test_rematch_waits_for_the_end() -> None:
    here = gathered()
    with pytest.raises(TableRefused):
        table_rematch(table=here.table, player=here.owner(0))


def said(table: Table, seat: int | None) -> list[str]:
    player = None if seat is None else table.chairs.get(seat=seat).player
    return [remark.text for remark in snapshot_for(table, player, NOON).remarks]


def test_talk_is_heard_by_all_and_kept_as_it_was_said() -> None:
    here = gathered()
    remark_add(table=here.table, player=here.owner(0), kind="phrase", text="hello")
    remark_add(table=here.table, player=here.owner(1), kind="chat", text="  <b>hi</b>\n\u202ethere ", key="one")
    remark_add(table=here.table, player=here.owner(1), kind="chat", text="again", key="one")
    assert said(here.table, 2) == ["hello", "<b>hi</b> there"]


@pytest.mark.parametrize(
    ("kind", "text", "code"),
    [
        ("phrase", "curse", "unknown"),
        ("shout", "hello", "unknown"),
        ("chat", " \n", "empty"),
        ("chat", "x" * 201, "too-long"),
    ],
)
def test_talk_that_is_not_understood_is_refused(kind: str, text: str, code: str) -> None:
    here = gathered()
    with pytest.raises(TableRefused) as refusal:
        remark_add(table=here.table, player=here.owner(0), kind=kind, text=text)
    assert refusal.value.code == code
    assert Remark.objects.count() == 0


def test_chat_can_be_closed_and_a_seat_silenced_by_the_host() -> None:
    here = gathered(options=Options(chat=False))
    with pytest.raises(TableRefused) as refusal:
        remark_add(table=here.table, player=here.owner(0), kind="chat", text="hi")
    assert refusal.value.code == "chat-off"
    with pytest.raises(NotYours):
        seat_silence(table=here.table, player=here.owner(1), seat=2, silenced=True)
    seat_silence(table=here.table, player=here.owner(0), seat=2, silenced=True)
    with pytest.raises(TableRefused):
        remark_add(table=here.table, player=here.owner(2), kind="phrase", text="hello")


def test_muted_and_reported_talk_is_not_shown() -> None:
    here = gathered(4)
    bad = remark_add(table=here.table, player=here.owner(1), kind="chat", text="bad words")
    seat_mute(table=here.table, player=here.owner(2), seat=1, muted=True)
    assert (said(here.table, 2), said(here.table, 3)) == ([], ["bad words"])
    remark_report(table=here.table, player=here.owner(3), remark_id=bad.pk)
    assert (said(here.table, 3), said(here.table, 1)) == ([], ["bad words"])
    remark_report(table=here.table, player=here.owner(2), remark_id=bad.pk)
    assert said(here.table, None) == []
    with pytest.raises(NotYours):
        remark_report(table=gathered().table, player=here.owner(2), remark_id=bad.pk)


def test_talk_has_its_limit() -> None:
    here = gathered()
    for _ in range(8):
        remark_add(table=here.table, player=here.owner(0), kind="phrase", text="hello")
    with pytest.raises(TableRefused) as refusal:
        remark_add(table=here.table, player=here.owner(0), kind="phrase", text="hello")
    assert refusal.value.code == "too-fast"
