"""Actions and games as text: round trips, replay, faults with their place, cards kept back."""

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.engine.bots.shanghaien import STOWAWAY
from referee.engine.bots.shanghaien_playout import playout
from referee.engine.rummy.cards import NotationError
from referee.engine.rummy.shuffle import HandSecret
from referee.engine.shanghaien.actions import (
    CallShanghai,
    Change,
    Direction,
    Enlist,
    Move,
    Place,
    PlaceBoth,
    Reroll,
    Roll,
    RollDice,
    Shuffle,
    public,
)
from referee.engine.shanghaien.cards import NATION_KEYS
from referee.engine.shanghaien.dealer import DueRoll, dealers_action
from referee.engine.shanghaien.fairness import Finding, check
from referee.engine.shanghaien.notation import format_action, format_move, parse_action, parse_move
from referee.engine.shanghaien.record import (
    Entry,
    Proof,
    Record,
    RecordError,
    Result,
    follow,
    redacted,
    replay,
    result_of,
    states,
)
from referee.engine.shanghaien.recordtext import dumps, loads, salvage
from referee.engine.shanghaien.rules import load_rules
from referee.engine.shanghaien.seatview import view_for
from tests.engine.shanghaien.playouts import BASIC, FULL, LEFT, dealt, random_game, random_rules

SHORT = """\
format = 1
game = "shanghaien"
players = ["Ana", "Ben \\"Red\\" Wu"]
starter = "p2"
moves = [
  "d shuffle R4 R3 R3 B4 B3 G1 R1 R2 B1 B2 B3 G2 G3 G3 G4 Y1 Y2 Y3 Y3 Y4 O1 O2 O3 O3 O4 P1 P2 P3 P3 P4 K1 K2 K3 K3 K4 \
W1 W2 W3 W3 W4",
  "p2 roll",
  "d dice 1 4",
  "p2 place 1 left # the strongest Dane",
  "p1 roll",
  "d dice 4 4",
  "p1 place 4",
  "p2 roll",
  "d dice 2 5",
  "p2 place 2",
  "p1 roll",
  "d dice 6 6",
  "p1 place 6",
  "p2 shanghai",
]

[rules]
base = "shanghaien-basic"
name = "One round"

[rules.set]
tricks = false
rounds = 1
trick_cards = "*rc *rb *rj *cb *cj *bj *rc *rc"
tie_break = "pips"
next_starter = "uncalled"
equal = "nobody"
tie = "share"

[proof]
commitment = "ab"
nonces = ["x", "y"]

[result]
points = [5, 7]
winners = ["p2"]
"""

ACTIONS = [
    "roll",
    "shanghai",
    "place 3",
    "place 3 left",
    "dice 6 1",
    "reroll *rb",
    "change *rc 3 4",
    "both *cb",
    "both *bj right",
    "joker *rj white",
    "shuffle R4 *rc ??",
]


def recorded(rules, source):
    steps = list(random_game(rules, source))
    entries = tuple(Entry(Move(seat, action)) for _, seat, action, _ in steps)
    last = steps[-1][3]
    return Record(rules, ("Ana", "Ben"), steps[0][0].starter, entries, result=result_of(last)), last


@pytest.mark.parametrize("text", ACTIONS)
def test_action_notation_round_trip(text):
    assert format_action(parse_action(text)) == text
    assert format_move(parse_move(f"p2 {text}")) == f"p2 {text}"


faces, tricks = st.integers(1, 6), st.sampled_from(FULL.trick_cards)
directions = st.none() | st.sampled_from(Direction)
any_action = st.one_of(
    st.just(RollDice()),
    st.just(CallShanghai()),
    st.builds(Place, faces, directions),
    st.builds(Roll, st.tuples(faces, faces)),
    st.builds(Reroll, tricks),
    st.builds(Change, tricks, faces, st.integers(0, 7)),
    st.builds(PlaceBoth, tricks, directions),
    st.builds(Enlist, tricks, st.sampled_from(NATION_KEYS)),
    st.builds(Shuffle, st.lists(st.none() | st.sampled_from(FULL.deck)).map(tuple)),
)
any_move = st.builds(Move, st.sampled_from((None, 0, 1)), any_action)
line = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)


@given(any_move)
def test_any_move_notation_round_trip(move):
    assert parse_move(format_move(move)) == move


@given(st.lists(st.builds(Entry, any_move, line), max_size=5).map(tuple), st.tuples(line, line))
def test_any_record_round_trip(entries, players):
    record = Record(BASIC, players, 1, entries, Proof("c", None, ("n",)), Result((1, 2), (1,)))
    assert loads(dumps(record)) == record


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("", "action"),
        ("place", "action"),
        ("place 33", "action[1]"),
        ("place x", "action[1]"),
        ("place 3 up", "direction"),
        ("place 3 left now", "action"),
        ("dice 1 ²", "action[2]"),
        ("joker *rj pink", "nation"),
        ("shuffle R4 R5", "action[2]"),
    ],
)
def test_parse_action_refuses_with_the_place(text, where):
    with pytest.raises(NotationError) as caught:
        parse_action(text)
    assert caught.value.where == where


def test_parse_move_refuses_an_unknown_actor():
    with pytest.raises(NotationError, match="got 'p3'"):
        parse_move("p3 roll")


def test_record_by_hand_replays_to_its_result():
    record = loads(SHORT)
    assert dumps(record) == SHORT
    assert record.rules == load_rules({"base": "shanghaien-basic", "name": "One round", "set": {"rounds": 1}})
    assert record.entries[3] == Entry(Move(1, Place(1, LEFT)), "the strongest Dane")
    assert record.proof == Proof("ab", None, ("x", "y"))
    state = replay(record)
    assert state.is_over
    assert result_of(state) == record.result


def test_random_records_round_trip_and_replay():
    source = random.Random(11)
    for _ in range(40):
        record, last = recorded(random_rules(source), source)
        read = loads(dumps(record))
        assert read == record
        assert replay(read) == last


def test_record_of_a_shared_game():
    shared = SHORT.replace("d dice 1 4", "d dice 6 4").replace("place 1 left #", "place 6 left #")
    shared = shared.replace("d dice 6 6", "d dice 6 5").replace("p1 place 6", "p1 place 5")
    shared = shared.replace("shuffle R4 R3 R3 B4 B3 G1 R1", "shuffle R1 R4 R3 B4 B3 R3 G1")
    shared = shared.replace("[5, 7]", "[7, 7]").replace('winners = ["p2"]', 'winners = ["p1", "p2"]')
    record = loads(shared)
    assert record.result == Result((7, 7), (0, 1))
    assert result_of(replay(record)) == record.result
    assert dumps(record) == shared


def test_replay_names_the_first_illegal_move():
    record = loads(SHORT.replace("p2 place 2", "p2 place 3"))
    with pytest.raises(RecordError, match=r"move 10: 'p2 place 3': .*tavern\.wrong-place") as caught:
        replay(record)
    assert caught.value.move == 10
    followed = follow(record)
    assert (followed.moves, followed.error is not None) == (9, True)
    assert followed.state == list(states(loads(SHORT)))[9]


def test_follow_reaches_the_end_of_a_sound_record():
    followed = follow(loads(SHORT))
    assert (followed.moves, followed.error, followed.state.is_over) == (14, None, True)


def test_replay_refuses_another_result():
    with pytest.raises(RecordError, match="expected the result"):
        replay(loads(SHORT.replace("[5, 7]", "[6, 7]")))


def test_loads_names_the_move_that_cannot_be_read():
    text = SHORT.replace("p1 roll", "p1 role", 1)
    with pytest.raises(RecordError, match="move 5") as caught:
        loads(text)
    assert caught.value.move == 5
    salvaged = salvage(text)
    assert salvaged.error is not None
    assert salvaged.record == replace(loads(SHORT), entries=loads(SHORT).entries[:4], result=None)


def test_salvage_keeps_the_moves_before_a_line_that_is_no_toml():
    salvaged = salvage(SHORT.replace('"p1 roll', "p1 roll", 1))
    assert salvaged.error is not None
    assert salvaged.error.move == 5
    assert salvaged.record == replace(loads(SHORT), entries=loads(SHORT).entries[:4], result=None)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("format = 1", "format = 2"),
        ("format = 1", "format ="),
        ('game = "shanghaien"', 'game = "rummy"'),
        ("shanghaien-basic", "shanghaien-tiny"),
        ("[rules]", "[[rules]]"),
        ('nonces = ["x", "y"]', "nonces = [1]"),
        ('nonces = ["x", "y"]', "nonce = []"),
        ('nonces = ["x", "y"]', 'secret = "ab"'),
        ('nonces = ["x", "y"]', 'secret = "xy"'),
        ('["Ana", ', '["Ana", "Eve", '),
        ('"p2"\nmoves', '"p3"\nmoves'),
        ('"p1 roll",', "7,"),
        ("points = [5, 7]", "points = [5]"),
        ('winners = ["p2"]', 'winners = ["d"]'),
        ('winners = ["p2"]', "winners = []"),
        ("starter", "beginner"),
    ],
)
def test_loads_refuses(old, new):
    assert old in SHORT
    with pytest.raises(RecordError):
        loads(SHORT.replace(old, new))


def test_loads_refuses_moves_that_are_no_list():
    with pytest.raises(RecordError, match="list of moves"):
        loads(SHORT[: SHORT.index("moves")] + 'moves = "p1 roll"\n' + SHORT[SHORT.index("[rules]") :])


def test_result_of_a_game_that_goes_on_is_none():
    assert result_of(dealt()) is None


def test_record_keeps_odd_names_and_remarks():
    record = Record(FULL, ('A"\\\x7f\n', "é # ü"), entries=(Entry(Move(0, Place(3)), "no # end"),))
    assert loads(dumps(record)) == record


def test_redacted_record_keeps_back_what_lies_face_down():
    whole, _ = recorded(BASIC, random.Random(3))
    whole = replace(whole, proof=Proof("ab", bytes(32)))
    for cut in (1, 9, 30, len(whole.moves) - 1):
        record = replace(whole, entries=whole.entries[:cut], result=None)
        hidden = redacted(record)
        reached, shown = follow(record).state, follow(loads(dumps(hidden)))
        assert shown.error is None
        assert view_for(shown.state, None) == view_for(reached, None)
        shuffle = hidden.moves[0].action
        assert isinstance(shuffle, Shuffle)
        assert shuffle.order.count(None) == len(reached.unseen)
        assert hidden.proof == Proof("ab")
    assert redacted(whole) == whole


def test_redacted_record_before_the_shuffle_is_unchanged():
    assert redacted(Record(FULL, ("Ana", "Ben"))) == Record(FULL, ("Ana", "Ben"))


def test_public_keeps_back_the_shuffle_and_nothing_else():
    assert public(Move(None, Shuffle(BASIC.deck))) == Move(None, Shuffle((None,) * 40))
    assert public(Move(0, Place(3))) == Move(0, Place(3))


def promised(rules, secret):
    """A random game whose cards and dice come from a secret, with its proof revealed."""
    return playout(rules, (STOWAWAY, STOWAWAY), secret, random.Random(1))


def test_fairness_agrees_with_the_secret_of_a_whole_game():
    record = promised(FULL, HandSecret(b"s" * 32, ("Ana", "Ben")))
    record = loads(dumps(record))
    chance = [move for move in record.moves if move.seat is None]
    assert check(record) == Finding(None, len(chance))
    assert replay(record).rolls == len(chance) - 1


def test_fairness_finds_a_die_that_was_turned():
    record = promised(BASIC, HandSecret(b"s" * 32))
    first, second = record.moves[2].action.values
    turned = Entry(Move(None, Roll((second, first % 6 + 1))))
    entries = (*record.entries[:2], turned)
    assert check(replace(record, entries=entries, result=None)) == Finding("move 3 is not what the secret gives", 1)


def test_fairness_needs_a_kept_promise():
    record = promised(BASIC, HandSecret(b"s" * 32))
    assert check(replace(record, proof=None)).fault == "nothing was promised"
    assert check(replace(record, proof=replace(record.proof, secret=None))).fault == "the secret is not revealed"
    other = replace(record.proof, secret=b"t" * 32)
    assert check(replace(record, proof=other)).fault == "the secret is not the one that was promised"


def test_dealer_rolls_every_face_about_equally():
    secret, counts = HandSecret(b"x" * 32), [0] * 7
    for number in range(1, 3001):
        for face in dealers_action(DueRoll(number), secret).values:
            counts[face] += 1
    assert counts[0] == 0
    assert all(900 < count < 1100 for count in counts[1:])
