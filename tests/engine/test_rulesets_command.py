"""``manage.py rulesets``: every preset with key, name, source, players and hands."""

import json
from io import StringIO

from django.core.management import call_command

from referee.engine.rummy.presets import PRESETS
from referee.engine.shanghaien.rules import PRESETS as DICE

ALL = {**PRESETS, **DICE}


def listed(*options):
    out = StringIO()
    call_command("rulesets", *options, stdout=out)
    return out.getvalue()


def test_presets_are_listed_as_json():
    rows = json.loads(listed("--json"))
    assert [row["key"] for row in rows] == list(ALL)
    figures = {row["key"]: (row["players"], row["hands"]) for row in rows}
    expected = {
        "shanghai-7": ([3, 5], 7),
        "shanghai-7-ten": ([3, 5], 10),
        "shanghai-10": ([3, 8], 10),
        "rook-10": ([3, 8], 10),
        "liverpool": ([3, 5], 7),
        "may-i": ([3, 8], 6),
        "toonerville-rook": ([3, 5], 11),
        "shanghaien": ([2, 2], 8),
        "shanghaien-basic": ([2, 2], 6),
    }
    assert {key: figures[key] for key in expected} == expected
    for row in rows:
        assert list(row) == ["key", "name", "source", "players", "hands"]
        assert row["name"] == ALL[row["key"]].name
        assert row["source"] == ALL[row["key"]].source


def test_presets_are_listed_one_a_line():
    lines = listed().splitlines()
    assert [line.split()[0] for line in lines] == list(ALL)
    assert "3-5 players" in lines[0]
    assert "7 hands  Shanghai Rummy, seven hands (" in lines[0]
    assert all(ALL[line.split()[0]].source in line for line in lines)
