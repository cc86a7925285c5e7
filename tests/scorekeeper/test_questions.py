"""Unlikely entries are asked about, once, and never refused."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.changes import Clear, Confirm, Enter, Score
from scorekeeper.games import named_game
from scorekeeper.questions import (
    NobodyOut,
    NoSuchTotal,
    SeveralOut,
    TooManyCards,
    open_questions,
    question_key,
    totals,
    totals_of,
)
from tests.scorekeeper.sheet_logs import Log


def test_likely_hand_raises_no_question() -> None:
    log = Log("Ana", "Ben", "Cy", "Dee")
    log.hand(3, ana=0, ben=25, cy=75, dee=25)
    assert open_questions(log.standings) == ()


def test_two_players_out_is_questioned_until_confirmed() -> None:
    log = Log("Ana", "Ben")
    log.hand(1, ana=0, ben=0)
    question = SeveralOut(1, ("ana", "ben"))
    assert open_questions(log.standings) == (question,)
    log.add(Confirm(question_key(question)))
    assert open_questions(log.standings) == ()


def test_nobody_out_is_questioned_when_the_hand_is_closed() -> None:
    log = Log("Ana", "Ben")
    log.hand(1, ana=5)
    assert open_questions(log.standings) == ()
    log.hand(1, ben=10)
    assert open_questions(log.standings) == (NobodyOut(1),)
    log.add(Confirm("nobody-out:1"))
    assert open_questions(log.standings) == ()


def test_s46_total_of_33_is_questioned_and_kept() -> None:
    log = Log("Ana", "Ben")
    log.hand(1, ana=0, ben=33)
    question = NoSuchTotal(1, "ben", 33)
    assert open_questions(log.standings) == (question,)
    assert log.standings.total("ben") == 33
    log.add(Confirm(question_key(question)))
    assert open_questions(log.standings) == ()
    log.score("ben", 1, 34)
    assert open_questions(log.standings) == (NoSuchTotal(1, "ben", 34),)


def test_s46_20_points_for_8_cards_is_questioned() -> None:
    log = Log("Ana", "Ben")
    log.hand(1, ana=0)
    log.add(Enter("ben", 1, Score(20, cards=8)))
    assert open_questions(log.standings) == (NoSuchTotal(1, "ben", 20, 8, least=40, most=280),)
    log.add(Enter("ben", 1, Score(40, cards=8)))
    assert open_questions(log.standings) == ()


def test_negative_total_is_questioned_unless_going_out_blind_scores_it() -> None:
    log = Log("Ana", "Ben")
    log.hand(1, ben=5)
    log.add(Enter("ana", 1, Score(-25, out=True)))
    assert open_questions(log.standings) == (NoSuchTotal(1, "ana", -25),)
    log.game = named_game("shanghai-10")
    assert open_questions(log.standings) == ()


def test_more_jokers_than_the_decks_hold_is_questioned() -> None:
    log = Log("Ana", "Ben", "Cy")
    log.hand(1, ana=0)
    log.add(Enter("ben", 1, Score(150, counts=(0, 0, 0, 3))))
    assert open_questions(log.standings) == ()
    log.add(Enter("cy", 1, Score(100, counts=(0, 0, 0, 2))))
    question = TooManyCards(1, 3, 5, 4)
    assert open_questions(log.standings) == (question,)
    log.add(Confirm(question_key(question)))
    assert open_questions(log.standings) == ()


def test_blank_cells_and_typed_games_raise_no_question() -> None:
    log = Log("Ana", "Ben")
    log.hand(1, ana=33)
    log.add(Clear("ana", 1))
    assert open_questions(log.standings) == ()
    other = Log("Ana", "Ben", game=named_game("lowest"))
    other.hand(1, ana=33, ben=1)
    assert open_questions(other.standings) == ()


tables = st.lists(st.tuples(st.integers(-10, 20), st.integers(0, 3)), min_size=1, max_size=4)


@given(tables, st.integers(0, 5))
def test_totals_are_those_of_every_hand_of_cards(table: list[tuple[int, int]], cards: int) -> None:
    values, copies = (tuple(column) for column in zip(*table, strict=True))
    hands = [
        (sum(counts), sum(count * value for count, value in zip(counts, values, strict=True)))
        for counts in product(*(range(held + 1) for held in copies))
    ]
    assert totals(values, copies) == {total for _, total in hands}
    assert totals_of(values, copies, cards) == {total for number, total in hands if number == cards}
