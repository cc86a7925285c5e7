"""Parts of a page that are kept: rendered anew when a value has changed, and never shown to somebody else."""

from types import SimpleNamespace

import pytest
from django.template import Context, Engine
from django.template.loader import render_to_string

from drills import games
from referee.models import Table
from referee.tables.fold import extended, game_of, start_of
from referee.tables.presentation import parts
from referee.tables.recent import Recent
from referee.tables.selectors import reading_of
from referee.templatetags import kept
from referee.templatetags.kept import MOST, PARTS, Parts
from tests.referee.tables.gatherings import NOON

ENGINE = Engine(libraries={"kept": "referee.templatetags.kept"})


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    PARTS.clear()


def shown(template: str, *, seat: int | None = 0, code: str = "BCDFGH", **values: object) -> str:
    snap = SimpleNamespace(code=code, phase="playing", seat=seat, is_host=False)
    return ENGINE.from_string("{% load kept %}" + template).render(Context({"snap": snap, **values}))


def test_part_is_rendered_anew_only_when_a_value_has_changed() -> None:
    template = "{% kept one %}{{ one }} {{ other }}{% endkept %}"
    assert shown(template, one=1, other=1) == "1 1"
    assert shown(template, one=1, other=2) == "1 1"
    assert shown(template, one=2, other=2) == "2 2"


def test_part_is_the_viewers_own_unless_it_is_for_all() -> None:
    own, common = "{% kept one %}{{ who }}{% endkept %}", "{% kept all one %}{{ who }}{% endkept %}"
    assert [shown(own, seat=seat, one=1, who=seat) for seat in (0, 1, None)] == ["0", "1", "None"]
    assert [shown(common, seat=seat, one=1, who=seat) for seat in (0, 1, None)] == ["0", "0", "0"]
    assert shown(common, code="XXXXXX", one=1, who="x") == "x"


def test_parts_of_one_template_are_told_apart() -> None:
    assert shown("{% kept one %}a{% endkept %}{% kept one %}b{% endkept %}", one=1) == "ab"


def test_nothing_is_kept_with_the_token_of_a_request() -> None:
    template = "{% kept one %}{{ csrf_token }}{% endkept %}"
    assert shown(template, one=1, csrf_token="first") == "first"
    assert shown(template, one=1, csrf_token="second") == "second"
    assert len(PARTS) == 0


def test_only_so_many_parts_are_kept() -> None:
    template = "{% load kept %}{% kept one %}{{ one }}{% endkept %}"
    compiled = ENGINE.from_string(template)
    snap = SimpleNamespace(code="BCDFGH", phase="playing", seat=0, is_host=False)
    for one in range(MOST + 10):
        compiled.render(Context({"snap": snap, "one": one}))
    assert len(PARTS) == MOST


@pytest.mark.django_db
def test_pages_of_a_game_are_the_same_with_parts_that_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a part shows and its tag does not name would be seen here: somebody else's, or of an earlier move."""
    (plan,) = games.plan(["kept"], 4, 160)
    table = Table.objects.get(code=games.open_tables(["kept"], 4)[0]["code"])
    chairs, fold, compared = tuple(table.chairs.order_by("seat")), start_of(table), 0
    kept_parts = Parts()
    for line in plan["lines"]:
        fold = extended(fold, *game_of(table).parse(fold.position, line))
        table.version = table.revision = fold.version
        table.told = fold.version - 1
        reading = reading_of(Recent(table, chairs, fold, ()))
        for viewer in (*(chair.player_id for chair in chairs), None):
            snap = reading.seen_by(viewer, NOON)
            template, context = parts(snap)
            monkeypatch.setattr(kept, "PARTS", kept_parts)
            page = render_to_string(template, context)
            monkeypatch.setattr(kept, "PARTS", Parts())
            assert page == render_to_string(template, context)
            compared += 1
    assert compared > 700
    assert 0 < len(kept_parts) < 10 * compared
