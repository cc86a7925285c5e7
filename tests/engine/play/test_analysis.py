"""Choices played out in imagined worlds, and whole games looked at again."""

import json
from io import StringIO
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from django.core.management import CommandError, call_command

from referee.engine.bots.analysis import ROUND, hands_of, try_all, turning_points
from referee.engine.bots.arena import play_game
from referee.engine.bots.coach import advise
from referee.engine.bots.figures import MATCHES
from referee.engine.bots.ladder import BOTS
from referee.engine.bots.tryout import FEWEST, Trial, tried
from referee.engine.rummy.actions import Discard
from referee.engine.rummy.cards import parse_card
from referee.engine.rummy.recordtext import dumps
from referee.engine.rummy.resample import resample
from referee.engine.rummy.seatview import view_for
from tests.engine.play.tables import position, rules

SHORT = rules(contracts=["2S3", "S3+R4"], last_hand_all_cards=False)


@pytest.fixture(scope="module")
def record():
    bots = [BOTS["random"], BOTS["plain"], BOTS["mate"]]
    return play_game(SHORT, bots, game="looked at again", seed=Random)[1]


# Trying out -------------------------------------------------------------------------------------------------------

READY = "turn: p1; p1: 7H 7S 7D 9H 9S 9D KS KD; pile: 2C"


def trial(state, worlds, before=None):
    view = view_for(state, 0)
    other = advise(view).action
    thrown = Discard(parse_card("9D"))
    return tried(view, thrown, other, before or Trial(), worlds=worlds, name="ready", seed=Random)


def test_a_contract_thrown_away_is_plainly_worse():
    found = trial(position(READY), 6 * FEWEST)
    assert found.gain > 0
    assert found.is_plain


def test_a_trial_can_be_gone_on_with_and_knows_nothing_hidden():
    state = position(READY)
    assert trial(state, 4, trial(state, 3)) == trial(state, 7)
    assert trial(resample(state, 0, Random(5)), 4) == trial(state, 4)


def test_the_same_choice_is_never_plainly_better_than_itself():
    view = view_for(position(READY), 0)
    thrown = Discard(parse_card("KS"))
    found = tried(view, thrown, thrown, Trial(), worlds=FEWEST, name="same", seed=Random)
    assert found.gains == (0,) * FEWEST
    assert not found.is_plain


def test_few_worlds_or_a_wide_spread_show_nothing():
    assert not Trial((9,) * (FEWEST - 1)).is_plain
    assert Trial((9, 10) * FEWEST).is_plain
    assert not Trial((90, -80) * FEWEST).is_plain
    assert (Trial().gain, Trial().error, Trial((3,)).error) == (0, 0, 0)


# Whole games ------------------------------------------------------------------------------------------------------


def test_every_seats_hands_are_looked_at(record):
    hands = list(hands_of(record, {0, 1, 2}, Random))
    assert [(one.hand, one.seat) for one in hands] == [(hand, seat) for hand in (1, 2) for seat in range(3)]
    assert all(one.review.decisions > 0 for one in hands)
    only = list(hands_of(record, {1}, Random))
    assert [(one.hand, one.seat) for one in only] == [(1, 1), (2, 1)]
    assert only[0].review.decisions == hands[1].review.decisions


def test_turning_points_are_the_dearest_in_the_order_of_play(record):
    points = turning_points(list(hands_of(record, {0, 1, 2}, Random)), 4)
    numbers = [point.judged.number for point in points]
    assert numbers == sorted(numbers)
    assert len(points) == 4
    everything = turning_points(list(hands_of(record, {0, 1, 2}, Random)), 100)
    assert min(point.judged.cost for point in points) == sorted(point.judged.cost for point in everything)[-4]


def test_trying_ends_when_there_is_no_time_left(record):
    points = turning_points(list(hands_of(record, {0}, Random)), 3)
    parts = []

    def goes_on(done, of):
        parts.append((done, of))
        return done < 4

    found = try_all(points, worlds=2 * ROUND, seed=Random, goes_on=goes_on)
    assert parts == [(done, 6) for done in range(5)]
    assert [point.trial.worlds for point in found] == [2 * ROUND, ROUND, ROUND]


# The command ------------------------------------------------------------------------------------------------------


@pytest.fixture
def file(record, tmp_path):
    path = tmp_path / "game.toml"
    path.write_text(dumps(record), encoding="utf-8")
    return path


def analysed(*args):
    out = StringIO()
    call_command("analyse", *map(str, args), stdout=out)
    return out.getvalue()


def test_analyse_tells_hands_and_turning_points(file, capsys):
    text = analysed(file, "--points=2", "--worlds=8", "--seconds=100")
    assert "dealt lacking" in text
    assert text.count("8 worlds)") == 2
    assert "0/2" in capsys.readouterr().err


def test_analyse_as_json_is_the_same_twice(file):
    args = (file, "--points=2", "--worlds=8", "--seconds=100", "--json", "--seat=1")
    found = json.loads(analysed(*args))
    assert {one["seat"] for one in found["hands"]} == {1}
    assert [point["worlds"] for point in found["turning_points"]] == [8, 8]
    assert json.loads(analysed(*args)) == found


def test_analyse_without_time_tries_nothing(file):
    assert "not tried" in analysed(file, "--seconds=0")


@pytest.mark.parametrize(
    ("args", "message"),
    [(["--seat=4"], "expected a seat from 1 to 3, got 4"), (["--worlds=-1"], "expected worlds from 0")],
)
def test_analyse_refuses_what_it_cannot_do(file, args, message):
    with pytest.raises(CommandError, match=message):
        analysed(file, *args)


def test_analyse_refuses_what_is_no_record(tmp_path):
    with pytest.raises(CommandError, match="expected a record at"):
        analysed(tmp_path / "none.toml")
    other = tmp_path / "other.toml"
    other.write_text('game = "shanghaien"\n')
    with pytest.raises(CommandError, match="expected a record of a game of cards"):
        analysed(other)


# The figures ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("match", MATCHES)
def test_the_documents_show_the_same_figures_as_the_site(match):
    share, points = match.share, match.points
    row = (
        f"| `{match.rules}` | `{match.bot}` v `{match.other}` | {match.deals} | {match.seed} | {share.mean:.3f} | "
        f"{share.low:.3f} to {share.high:.3f} | {points.mean:.1f} | {points.low:.1f} to {points.high:.1f} |"
    )
    assert row in Path("docs/bots.md").read_text(encoding="utf-8").splitlines()


def test_every_rung_has_been_measured_against_the_one_below():
    ladder = list(BOTS)
    pairs = {(match.bot, match.other) for match in MATCHES}
    assert {(upper, lower) for lower, upper in pairwise(ladder)} <= pairs
