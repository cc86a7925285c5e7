"""The coach at a table of cards: for who is alone with bots, for others only where the table lets them."""

from __future__ import annotations

from html import unescape

import pytest
from django.core.cache import cache
from django.utils import timezone

from referee.tables.options import Options
from referee.tables.replay import finished_hands
from referee.tables.review import review_of, why
from referee.tables.selectors import snapshot_for
from referee.tables.services import chair_take, table_open, table_options, table_start
from tests.referee.tables.test_views_looking import played_to
from tests.referee.tables.visitors import Company, Visitor, company

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def fresh_limits() -> None:
    cache.clear()


def alone_with_bots() -> tuple[Visitor, str]:
    """Somebody at a table of bots, and the table's path."""
    visitor = Visitor.named("Ana")
    assert visitor.player is not None
    table = table_open(host=visitor.player, game="rummy", rules="shanghai-7", pace="slow", seats=3)
    chair_take(table=table, player=visitor.player, name="Ana")
    table_start(table=table, player=visitor.player, fill="cook")
    return visitor, f"/t/{table.code}/"


def test_who_is_alone_with_bots_may_ask_the_coach() -> None:
    visitor, path = alone_with_bots()
    assert 'id="hint"' in visitor.get(path).text
    assert f'href="{path}hint/"' in visitor.get(f"{path}more/").text
    page = visitor.get(f"{path}hint/").text
    assert "Hint" in page
    assert "nothing for you to decide" in page or "estimate" in page


def test_nobody_asks_the_coach_against_others_unless_the_table_lets_everybody() -> None:
    here = company(3)
    host = here.visitors[0].player
    for visitor in here.visitors:
        assert visitor.get(f"{here.path}hint/").status_code == 422
        assert 'id="hint"' not in visitor.get(here.path).text
    table_options(table=here.table, player=host, options=Options(coach=True))
    for seat in range(3):
        assert here.at(seat).get(f"{here.path}hint/").status_code == 200
        assert 'id="hint"' in here.at(seat).get(here.path).text
    assert Visitor().get(f"{here.path}hint/").status_code in (403, 422)


def test_a_hint_says_what_to_do_and_why() -> None:
    here = open_to_all(company(3))
    asked = [seat for seat in range(3) if seat in here.snapshot(None).waiting]
    page = here.at(asked[0]).get(f"{here.path}hint/").text
    assert any(word in page for word in ("Take the", "Draw from the stock", "Buy the", "Pass"))
    assert "estimate" in page


def open_to_all(here: Company) -> Company:
    """The table whose coach helps everybody."""
    table_options(table=here.table, player=here.visitors[0].player, options=Options(coach=True))
    assert snapshot_for(here.table, here.visitors[0].player, timezone.now()).options.coach
    return here


def test_the_replay_says_why_and_shows_the_turning_points() -> None:
    here = played_to(company(3), hands=1)
    (span,) = finished_hands(here.table)
    page = here.at(0).get(f"{here.path}replay/").text
    assert "Your turning points" in page
    assert "were left on the table" in page
    told = [why(here.table, seq) for seq in range(span.first, span.last + 1)]
    assert told[0] is None  # the dealer shuffles
    given = [one for one in told if one is not None]
    assert given
    assert all(one.words and one.reason for one in given)
    shown = review_of(here.table, span, 0)
    assert shown is not None
    assert [one.cost for one in shown.points] == sorted((one.cost for one in shown.points), reverse=True)
    assert all(one.better and one.cost >= 2 for one in shown.points)
    last = here.at(0).get(f"{here.path}replay/{given[-1].seq}/").text
    assert given[-1].reason in unescape(last)


def test_who_looks_on_has_no_turning_points() -> None:
    here = played_to(company(3), hands=1)
    assert "Your turning points" not in Visitor().get(f"{here.path}replay/").text
