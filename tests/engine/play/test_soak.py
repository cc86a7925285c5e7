"""Mixed games: drawn by lot, looked at while they go on, kept and gone on with."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from referee.engine.bots.arena import play_game
from referee.engine.bots.ladder import BOTS
from referee.engine.rummy.actions import Discard
from referee.engine.rummy.cards import parse_card
from referee.engine.rummy.presets import PRESETS
from referee.engine.rummy.ruledoc import load_rules
from referee.management import mixedgames
from referee.management.chances import chance_of
from referee.management.mixedgames import mixed, play_mixed
from tests.engine.play.tables import position, rules


def soak(*args):
    out = StringIO()
    call_command("soak", *args, stdout=out)
    return out.getvalue()


def test_mixed_games_are_of_all_rule_sets_with_all_bots_and_seats():
    games = [mixed(1, number) for number in range(3000)]
    assert {game.rules for game in games} == set(PRESETS)
    assert {bot for game in games for bot in game.bots} == set(BOTS)
    for key in PRESETS:
        least, most = load_rules(key).players
        assert {len(game.bots) for game in games if game.rules == key} == set(range(least, most + 1))
    assert mixed(1, 7) == mixed(1, 7)
    assert len({mixed(seed, 7) for seed in range(9)}) > 1


def test_a_soak_goes_on_where_it_was_cut_off(tmp_path, capsys):
    file = tmp_path / "games.jsonl"
    whole = soak("--games=2", f"--resume={file}")
    assert whole.splitlines()[-1].split()[:2] == ["all", "2"]
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join(lines[:2]) + lines[2][:30])
    assert soak("--games=2", f"--resume={file}") == whole
    assert "2/2 games" in capsys.readouterr().err
    first, second = map(json.loads, file.read_text().splitlines()[1:])
    assert (first["number"], second["number"]) == (1, 2)
    assert first["error"] == second["error"] == ""
    with pytest.raises(CommandError, match="games of seed 2 "):
        soak("--games=2", f"--resume={file}", "--seed=2")


def test_what_goes_wrong_in_a_game_is_told_and_fails_the_soak(monkeypatch, capsys):
    monkeypatch.setattr(mixedgames, "MOST_MOVES", 3)
    game = play_mixed(1, 1)
    assert game.error == "GameFaultError: expected a hand to be over after 3 moves"
    with pytest.raises(CommandError, match="1 did not"):
        soak("--games=1")
    assert "after 3 moves" in capsys.readouterr().err


def test_a_broken_state_and_what_is_wrongly_offered_are_seen(monkeypatch):
    state = position("turn: p1; p1: 7H 7S 7D 9H 9S 9D KS; pile: 2C")
    look = mixedgames._Look()
    look._look_closely(state)
    assert look.offered > 3
    with pytest.raises(mixedgames.GameFaultError, match="not those of the deck"):
        look._look_closely(state._replace(stock=state.stock[1:]))
    monkeypatch.setattr(mixedgames, "legal_in", lambda view, **most: iter([Discard(parse_card("4D"))]))
    with pytest.raises(mixedgames.GameFaultError, match="was offered to seat 0"):
        look._look_closely(state)


@pytest.mark.parametrize("args", [("--games=0",), ("--processes=0",), ("--games=1", f"--resume={__file__}")])
def test_a_soak_refuses_what_cannot_be(args):
    with pytest.raises(CommandError):
        soak(*args)


def test_a_game_shows_every_state_to_who_looks_on():
    seen = []
    state, record = play_game(
        rules(contracts=["2S3"]), [BOTS["cook"]] * 3, game="one", seed=chance_of, look=seen.append
    )
    assert len(seen) == len(record.entries)
    assert seen[-1] == state
