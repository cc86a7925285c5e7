"""Tournaments: who sits where, what the games come to, and the command that plays them."""

import json
from collections import Counter
from io import StringIO
from itertools import pairwise

import pytest
from django.core.management import CommandError, call_command

from referee.engine.bots.arena import ARENAS
from referee.engine.bots.seatings import seatings, usual_seats
from referee.engine.bots.standings import Game, differences, figure, results, share
from referee.management.charts import as_svg, as_text
from referee.management.tournaments import Plan, milliseconds, play_deal, time_bin


def tournament(capsys, *args):
    """What the command prints, and what it says on the error output."""
    out = StringIO()
    call_command("tournament", "--processes=1", *args, stdout=out)
    return out.getvalue(), capsys.readouterr().err


# Seats ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bots", "seats", "ways"),
    [("ab", 2, 2), ("ab", 4, 6), ("ab", 3, 6), ("abc", 3, 6), ("abcd", 4, 24), ("abc", 4, 36), ("ab", 5, 20)],
)
def test_seatings_are_all_distinct_ways_and_fair(bots, seats, ways):
    found = seatings(tuple(bots), seats)
    assert len(found) == len(set(found)) == ways
    for seat in range(seats):
        assert len(set(Counter(order[seat] for order in found).values())) == 1


def test_seatings_need_a_seat_for_each_bot():
    with pytest.raises(ValueError, match="expected a seat"):
        seatings(("a", "b", "c"), 2)


@pytest.mark.parametrize(
    ("bots", "players", "seats"), [(2, (3, 5), 4), (3, (3, 5), 3), (5, (3, 5), 5), (2, (2, 2), 2), (6, (3, 5), None)]
)
def test_the_usual_number_of_seats_is_even_and_near_four(bots, players, seats):
    assert usual_seats(bots, players) == seats


# Figures ----------------------------------------------------------------------------------------------------------


def test_a_figure_has_students_interval_over_its_deals():
    found = figure([1, 2, 3, 4, 5])
    assert found.mean == 3
    assert found.high - found.mean == pytest.approx(2.776 * 1.5811 / 5**0.5, rel=1e-3)
    assert figure([2] * 9) == figure([2])


def test_the_share_of_deals_all_alike_is_not_certain():
    found = share([1.0] * 10)
    assert found.mean == found.high == 1
    assert 0.7 < found.low < 0.75
    assert 0 < share([0.5, 0.6, 0.4]).low < 0.5 < share([0.5, 0.6, 0.4]).high < 1


def test_results_put_the_greater_share_first_and_split_shared_wins():
    deals = [
        [Game(("a", "b"), ((5, 10), (0, 20)), (0,), 0), Game(("b", "a"), ((5, 5), (7, 7)), (0, 1), 1)],
        [Game(("a", "b"), ((5, 10), (0, 20)), (0,), 0), Game(("b", "a"), ((9, 5), (9, 7)), (1,), 0)],
    ]
    first, second = results(("b", "a"), deals, fewest_win=True)
    assert (first.bot, second.bot) == ("a", "b")
    assert first.share.mean == pytest.approx(0.875)
    assert first.share.mean + second.share.mean == pytest.approx(1)
    assert first.points.mean == pytest.approx((5 + 12 + 5 + 12) / 4)
    assert first.rating > second.rating
    (pair,) = differences(["a", "b"], deals)
    assert pair.points.mean < 0
    assert len(pair.by_hand) == 2


def test_the_rating_follows_points_the_way_the_game_counts():
    deals = [[Game(("a", "b"), ((5, 10),), (1,), 0)]]
    fewest = {row.bot: row.rating for row in results(("a", "b"), deals, fewest_win=True)}
    most = {row.bot: row.rating for row in results(("a", "b"), deals, fewest_win=False)}
    assert fewest["a"] == most["b"] > fewest["b"] == most["a"]


def test_times_are_counted_in_bins_that_rise():
    bins = [time_bin(microseconds / 1_000_000) for microseconds in (1, 9, 100, 1_000, 50_000)]
    assert all(one < other for one, other in pairwise(bins))
    counts = Counter({time_bin(0.001): 99, time_bin(0.2): 1})
    assert 1 <= milliseconds(counts, 0.5) < 1.2
    assert 200 <= milliseconds(counts, 1.0) < 230


# Games ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["shanghai-7", "shanghaien"])
def test_the_same_deal_has_the_same_games(rules):
    plan = Plan(rules, ("plain", "random") if rules == "shanghaien" else ("top", "plain", "cook"), 0, 3)
    plan = Plan(plan.rules, plan.bots, len(plan.bots), plan.seed)
    assert play_deal(plan, 4).games == play_deal(plan, 4).games
    assert play_deal(plan, 4).games != play_deal(plan, 5).games


@pytest.mark.parametrize("arena", ARENAS)
def test_every_family_has_the_strongest_rung_by_its_name(arena):
    assert arena.bots[-1] == "top"
    assert set(arena.names()) == set(arena.bots)


# The command ------------------------------------------------------------------------------------------------------


def test_tournament_prints_results_best_first(capsys):
    text, errors = tournament(capsys, "--rules=shanghai-7", "--bots=random,top", "--deals=1", "--seats=3", "--json")
    found = json.loads(text)
    assert [row["bot"] for row in found["results"]] == ["top", "random"]
    for row in found["results"]:
        assert row["low"] <= row["share"] <= row["high"]
        assert row["points"] > 0
    assert sum(row["share"] for row in found["results"]) == pytest.approx(1, abs=0.001)
    assert (found["games"], found["seatings"], found["seats"]) == (6, 6, 3)
    assert found["differences"][0]["points"] < -40
    assert "1/1 deals" in errors


def test_tournament_prints_a_table_and_draws_a_picture(capsys, tmp_path):
    picture = tmp_path / "shares.svg"
    text, _ = tournament(capsys, "--rules=shanghaien", "--bots=plain,random", "--deals=2", f"--svg={picture}")
    assert "points a hand" in text
    assert "plain" in text
    assert picture.read_text().startswith("<svg")


def test_tournament_goes_on_where_it_was_broken_off(capsys, tmp_path):
    kept = tmp_path / "kept.jsonl"
    args = ("--rules=shanghaien", "--bots=plain,random", "--seed=5", "--json")
    tournament(capsys, *args, "--deals=2", f"--resume={kept}")
    with kept.open("a") as file:
        file.write('{"deal": 3, "ga')  # broken off while writing
    before = kept.read_text().splitlines()
    going_on, errors = tournament(capsys, *args, "--deals=3", f"--resume={kept}")
    assert "3/3 deals" in errors
    at_once, _ = tournament(capsys, *args, "--deals=3")
    for key in ("results", "differences"):
        parts = [json.loads(text)[key] for text in (going_on, at_once)]
        for part in parts:
            for row in part:
                row.pop("milliseconds", None)
        assert parts[0] == parts[1]
    assert kept.read_text().splitlines()[: len(before) - 1] == before[:-1]
    again, _ = tournament(capsys, *args, "--deals=3", f"--resume={kept}")
    assert json.loads(again)["results"] == json.loads(going_on)["results"]


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--rules=bridge"], "expected a rule set among shanghai-7, .*, got 'bridge'"),
        (["--bots=top,knave"], "expected bots among random, cook, plain, mate, top under shanghai-7, got 'knave'"),
        (["--bots=top"], "expected at least two bots"),
        (["--bots=top,top"], "expected each bot once"),
        (["--seats=9"], "expected 3 to 5 seats"),
        (["--bots=top,mate,plain,cook", "--seats=3"], "expected at most 3 bots at 3 seats"),
        (["--rules=shanghaien", "--bots=top,exact,plain"], "expected at most 2 bots"),
        (["--deals=0"], "expected at least 1 deal"),
    ],
)
def test_tournament_refuses_what_cannot_be_played(args, message):
    with pytest.raises(CommandError, match=message):
        call_command("tournament", *args)


def test_tournament_does_not_go_on_with_another_one(capsys, tmp_path):
    kept = tmp_path / "kept.jsonl"
    tournament(capsys, "--rules=shanghaien", "--bots=plain,random", "--deals=1", f"--resume={kept}")
    with pytest.raises(CommandError, match=r"expected the tournament of top, random .* got of plain, random"):
        tournament(capsys, "--rules=shanghaien", "--bots=top,random", "--deals=1", f"--resume={kept}")
    kept.write_text("a shopping list\n")
    with pytest.raises(CommandError, match="expected a tournament in"):
        tournament(capsys, "--rules=shanghaien", "--bots=plain,random", "--deals=1", f"--resume={kept}")


def test_the_chart_names_every_bot_with_its_share():
    deals = [[Game(("top", "plain"), ((5, 10),), (0,), 0), Game(("plain", "top"), ((9, 3),), (1,), 0)]]
    found = results(("top", "plain"), deals, fewest_win=True)
    assert "100.0 %" in as_svg("a title & more", found)
    assert "&amp; more" in as_svg("a title & more", found)
    text = as_text(found, differences(["top", "plain"], deals), {"top": [0.1, 0.5], "plain": [0.1, 0.4]})
    assert text.index("top") < text.index("plain")
