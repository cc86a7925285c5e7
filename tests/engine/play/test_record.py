"""Records: written, read, followed, kept back, verified."""

import json
import re
from dataclasses import replace
from io import StringIO
from pathlib import Path
from random import Random

import pytest
from django.core.management import CommandError, call_command

from referee.engine.bots.arena import RummyArena
from referee.engine.rummy.actions import UNKNOWN, Close, Discard, Move, Pick, Reshuffle, Shuffle
from referee.engine.rummy.cards import JOKER
from referee.engine.rummy.fairness import check
from referee.engine.rummy.presets import PRESETS
from referee.engine.rummy.record import (
    Entry,
    HandProof,
    Record,
    RecordError,
    follow,
    redacted,
    replay,
    result_of,
    states,
)
from referee.engine.rummy.recordtext import dumps, loads, salvage
from referee.engine.rummy.ruledoc import VERSION
from referee.engine.rummy.state import Phase
from tests.engine.play.playouts import random_game
from tests.engine.play.tables import rules

RECORDS = Path(__file__).parents[2] / "records"


@pytest.fixture(scope="module")
def golden() -> str:
    return (RECORDS / "shanghai-7.toml").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def game(golden: str) -> Record:
    return loads(golden)


@pytest.mark.parametrize("preset", PRESETS)
def test_the_golden_game_of_each_preset_replays_to_its_result(preset):
    """A missing one is made by ``manage.py selfplay --bots plain --seats 4 --games 1 --records``.

    Those written with older versions of the rules' document stay as they are, and are read all the same.
    """
    text = (RECORDS / f"{preset}.toml").read_text(encoding="utf-8")
    record = loads(text)
    assert loads(dumps(record)) == record
    assert dumps(record) == text or f"\nversion = {VERSION}\n" not in text
    assert record.result is not None
    assert result_of(replay(record)) == record.result
    findings = check(record)
    assert len(findings) == len(record.result.points)
    assert [found.fault for found in findings] == [None] * len(findings)


@pytest.mark.parametrize("seed", range(2))
def test_a_random_game_is_read_as_it_was_written(seed):
    source = Random(seed)
    under = rules(source.choice(tuple(PRESETS)))
    moves = [(move, state) for move, state in random_game(under, 4, source)]
    state = moves[-1][1]
    entries = tuple(Entry(move, source.choice(("", 'a "remark" # \\ ♥', "x"))) for move, _ in moves if move)
    record = Record(under, ("Ana", "Bé", "C\tC", '"D"'), moves[0][1].dealer, entries, result=result_of(state))
    assert loads(dumps(record)) == record
    assert replay(record) == state


def test_rules_with_no_limit_survive():
    record = Record(rules("shanghai-10", buys=None, wild_ranks=["2"]), ("A", "B", "C"))
    assert loads(dumps(record)) == record


def test_a_preset_may_be_named_by_its_key(game):
    text = re.sub(r"\[rules\].*?\n\n\[\[hands", "\n[[hands", dumps(game), count=1, flags=re.DOTALL)
    assert loads(text.replace("moves = [", 'rules = "shanghai-7"\nmoves = [')).rules == rules()


# Faults -----------------------------------------------------------------------------------------------------------


def test_the_strict_reader_names_the_move_that_cannot_be_read(golden):
    lines = golden.split("\n")
    first = lines.index("moves = [") + 1
    lines[first + 6] = '  "p1 flies",'
    with pytest.raises(RecordError, match=r"^move 7: ") as caught:
        loads("\n".join(lines))
    assert caught.value.move == 7
    found = salvage("\n".join(lines))
    assert len(found.record.entries) == 6
    assert found.error is not None
    assert found.error.move == 7


@pytest.mark.parametrize(
    ("broken", "told"),
    [
        ('  "p1 pass,', '"p1 pass,'),
        ('  p1 pass",', 'p1 pass",'),
        ("  p1 pass,", "p1 pass,"),
        ('  "p1 pass"', '"p1 pass"'),
        ('  "p1 \\q",', "expected a move in quotes and a comma"),
    ],
)
def test_a_line_that_is_no_toml_costs_nothing_of_what_was_played_before(golden, broken, told):
    lines = golden.split("\n")
    first = lines.index("moves = [") + 1
    lines[first + 6 : first + 7] = ["  # what follows was typed by hand", "", broken]
    found = salvage("\n".join(lines))
    assert found.error is not None
    assert found.error.move == 7
    assert told in str(found.error)
    assert found.record == replace(loads(golden), entries=loads(golden).entries[:6], result=None)


def test_a_text_that_ends_within_its_moves_has_no_rules_to_be_read_by(golden):
    with pytest.raises(RecordError, match="expected TOML"):
        salvage(golden[: golden.index("]\n\n[rules]")])


def test_the_strict_player_names_the_move_that_is_not_legal(game):
    wrong = replace(game, entries=(*game.entries[:4], Entry(Move(None, Close())), *game.entries[4:]))
    at = next(number for number in range(1, 99) if follow(replace(wrong, entries=wrong.entries[:number])).error)
    with pytest.raises(RecordError) as caught:
        replay(wrong)
    assert caught.value.move == at
    found = follow(wrong)
    assert found.moves == at - 1
    assert found.state == follow(replace(wrong, entries=wrong.entries[: at - 1])).state


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda result: {"totals": (0, 0, 0, 0)}, "as the totals"),
        (lambda result: {"winners": (0, 1)}, "to have won, got p1, p2"),
        (lambda result: {"points": result.points[:-1]}, "the points of 7 hands, got 6"),
        (lambda result: {"points": ((1, 2, 3, 4), *result.points[1:])}, "as the points of hand 1"),
    ],
)
def test_another_result_than_the_one_played_is_a_fault(game, change, message):
    with pytest.raises(RecordError, match=message):
        replay(replace(game, result=replace(game.result, **change(game.result))))


def test_a_result_of_a_game_that_is_not_over_is_a_fault(game):
    with pytest.raises(RecordError, match="not over after 20 moves"):
        replay(replace(game, entries=game.entries[:20]))


def test_a_record_that_cannot_begin_is_a_fault(game):
    with pytest.raises(RecordError, match="3 to 5 players"):
        follow(replace(game, players=("A", "B")))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("format = 1", "format = 2", "format 1"),
        ("format = 1", "format = ", "TOML"),
        ('game = "rummy"', 'game = "chess"', "'rummy'"),
        ("dealer = ", "fly = 1\ndealer = ", "'fly'"),
        ("dealer = ", 'dealer = "d" #', "dealer"),
        ("dealer = ", "dealer = 1 #", "dealer"),
        ("dealer = ", 'dealer = "pp" #', "dealer"),
        ("players = ", "players = 3 #", "names"),
        ("moves = [", "moves = [ 5,", "move 1"),
        ('base = "shanghai-7"', 'base = "bridge"', "rules"),
        ("buys = 2", "buys = -2", "buys"),
        ("commitment = ", "promise = ", "commitment"),
        ('secret = "', 'secret = "x', "hexadecimal"),
        ('secret = "', 'nonces = 3\nsecret = "', "nonces"),
        ("winners = ", "winner = ", "points, totals and winners"),
        ("totals = [", 'totals = ["x", ', "points, totals and winners"),
    ],
)
def test_a_text_that_is_no_record_says_why(golden, old, new, message):
    assert old in golden
    with pytest.raises(RecordError, match=message):
        loads(golden.replace(old, new, 1))


@pytest.mark.parametrize(("key", "value"), [("moves", "3"), ("rules", "3"), ("hands", "3")])
def test_a_key_of_another_kind_is_a_fault(key, value):
    with pytest.raises(RecordError):
        loads(f'format = 1\ngame = "rummy"\nplayers = ["A"]\ndealer = "p1"\n{key} = {value}\n')


# Keeping back -----------------------------------------------------------------------------------------------------


def at_a_pick_or_reshuffle(game):
    """The record up to a moment in its third hand."""
    trail = list(states(game))
    end = next(number for number, state in enumerate(trail) if state.hand == 3 and state.phase is Phase.PLAY) + 40
    return replace(game, entries=game.entries[:end], result=None)


def test_a_running_hand_is_kept_back_and_finished_ones_lie_open(game):
    begun = at_a_pick_or_reshuffle(game)
    kept = redacted(begun)
    shuffles = [move.action for move in kept.moves if isinstance(move.action, Shuffle)]
    assert [UNKNOWN in shuffle.cards for shuffle in shuffles] == [False, False, True]
    assert [proof.secret is None for proof in kept.proofs[:3]] == [False, False, True]
    assert kept.proofs[2].commitment == begun.proofs[2].commitment
    assert [m for m in kept.moves if m.seat is not None] == [m for m in begun.moves if m.seat is not None]
    assert loads(dumps(kept)) == kept
    assert follow(kept).moves == follow(kept).error.move - 1


def test_everything_of_a_finished_game_lies_open(game):
    assert redacted(game) == game


# Fairness ---------------------------------------------------------------------------------------------------------


def test_an_exchanged_card_is_found(game):
    cards = game.moves[0].action.cards
    other = next(place for place in range(1, len(cards)) if cards[place] != cards[0])
    swapped = (cards[other], *cards[1:other], cards[0], *cards[other + 1 :])
    begun = replace(game, entries=(Entry(Move(None, Shuffle(swapped))),), result=None)
    assert [found.fault for found in check(begun)] == ["the dealer's cards are not those that the secret gives"]


@pytest.mark.parametrize(
    ("proofs", "fault"),
    [
        ((), "nothing was promised"),
        ((HandProof("00"),), "the secret is not revealed"),
        ((HandProof("00", bytes(32)),), "the secret is not the one that was promised"),
    ],
)
def test_a_promise_that_is_missing_or_broken_is_found(game, proofs, fault):
    begun = replace(game, entries=game.entries[:1], proofs=proofs, result=None)
    assert [found.fault for found in check(begun)] == [fault]


def test_nonces_decide_the_cards_too(game):
    salted = replace(game.proofs[0], nonces=("salt",))
    begun = replace(game, entries=game.entries[:1], proofs=(salted,), result=None)
    assert [found.checked for found in check(begun)] == [0]


def test_every_action_of_the_dealer_is_checked(game):
    dealers = [m for m in game.moves if isinstance(m.action, Shuffle | Reshuffle | Pick)]
    assert sum(found.checked for found in check(game)) == len(dealers)


# Commands ---------------------------------------------------------------------------------------------------------


def run(name, *args):
    out = StringIO()
    call_command(name, *args, stdout=out)
    return out.getvalue()


def test_verify_tells_of_every_hand():
    said = run("verify", str(RECORDS / "shanghai-7.toml"))
    assert said.count("agree with the promised secret") == 7
    assert "every shuffle is as promised" in said


def test_verify_does_not_praise_a_result_that_is_not_stated(tmp_path, game):
    other = tmp_path / "game.toml"
    other.write_text(dumps(replace(game, entries=game.entries[:20], proofs=game.proofs[:1], result=None)))
    assert "the moves are legal, no result is stated" in run("verify", str(other))


def test_verify_refuses_what_was_exchanged(golden, tmp_path, game):
    other = tmp_path / "game.toml"
    other.write_text(golden.replace(f'secret = "{game.proofs[1].secret.hex()}"', f'secret = "{bytes(32).hex()}"'))
    with pytest.raises(CommandError, match="could not all be verified"):
        run("verify", str(other))


def test_verify_refuses_a_move_that_is_not_legal_and_a_text_that_is_no_record(golden, tmp_path):
    other = tmp_path / "game.toml"
    for text in (
        golden.replace('"p1 pass"', '"p1 withdraw"', 1),
        "nonsense =",
        'game = "bridge"',
        f"moves = {'[' * 9_999}",
    ):
        other.write_text(text)
        with pytest.raises(CommandError):
            run("verify", str(other))
    with pytest.raises(CommandError, match="expected a record at"):
        run("verify", str(tmp_path / "nowhere.toml"))


@pytest.mark.parametrize(("preset", "bots"), [("shanghai-7", "plain,random"), ("shanghaien", "random,plain")])
def test_selfplay_gives_the_same_games_for_the_same_seed_and_they_verify(preset, bots, tmp_path, capfd):
    texts = []
    for folder in (tmp_path / "one", tmp_path / "two"):
        args = ("--rules", preset, "--bots", bots, "--games", "1", "--seed", "5", "--records", str(folder), "--json")
        assert '"games": 1' in run("selfplay", *args)
        (file,) = folder.iterdir()
        texts.append(file.read_text(encoding="utf-8"))
    assert texts[0] == texts[1]
    assert "every shuffle is as promised" in run("verify", str(file))
    assert "1/1 games" in capfd.readouterr().err


def test_selfplay_prints_a_table():
    said = run("selfplay", "--rules", "shanghaien", "--bots", "random", "--games", "2")
    assert said.startswith("2 games, 2 hands")
    assert "points a game" in said


def test_selfplay_of_bots_that_forget_to_declare_counts_what_the_others_call():
    args = ("--rules", "shanghai-7", "--bots", "plain", "--seats", "4", "--games", "1", "--forgetful")
    (row,) = json.loads(run("selfplay", *args, "--json"))["bots"]
    assert 0 < row["calls"] <= row["chances"] - row["down"] - row["other"]
    assert f"plain: {row['calls']} Shanghai calls at {row['chances']} chances" in run("selfplay", *args)
    with pytest.raises(CommandError, match="nothing to declare"):
        run("selfplay", "--rules", "shanghaien", "--forgetful")


@pytest.mark.parametrize(
    "args",
    [
        ("--seats", "9"),
        ("--bots", "plain,plain,plain,plain", "--seats", "3"),
        ("--bots", "captain cook"),
        ("--games", "0"),
        ("--records", __file__),
    ],
)
def test_selfplay_refuses_what_cannot_be_played(args):
    with pytest.raises(CommandError):
        run("selfplay", *args)


def test_bots_do_not_see_each_others_order_of_seats():
    arena = RummyArena()
    played = arena.play("shanghai-7", ("plain", "plain", "random"), game="three", seed=Random)
    assert played.bots == ("plain", "plain", "random")
    assert len(played.totals) == 3
    assert played.totals[2] == max(played.totals)


def test_a_discard_of_a_joker_can_be_recorded():
    record = Record(rules(), ("A", "B", "C"), entries=(Entry(Move(0, Discard(JOKER))),))
    assert loads(dumps(record)) == record
