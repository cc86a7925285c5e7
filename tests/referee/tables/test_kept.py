"""Parts of a page that are kept: rendered anew when a value has changed, and never shown to somebody else."""

from types import SimpleNamespace

import pytest
from django.template import Context, Engine

from referee.templatetags.kept import MOST, PARTS

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
