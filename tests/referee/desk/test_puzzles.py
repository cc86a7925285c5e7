"""Puzzles: real hands, honest answers, the same for everybody."""

from random import Random

import pytest
import time_machine
from django.test import Client

from referee.engine.bots.puzzles import LEVELS, puzzle
from referee.engine.rummy.going_down import judge_contract
from referee.engine.rummy.melds import laid_cards
from referee.engine.rummy.solver import can_meet, distance


@pytest.mark.parametrize("level", range(1, len(LEVELS) + 1))
def test_a_puzzle_says_the_truth(level):
    found = [puzzle(str(number), level, Random) for number in range(1, 5)]
    assert len({one.cards for one in found}) == 4
    for one in found:
        assert (one.rules.base, one.hand) in LEVELS[level - 1]
        assert can_meet(one.rules, one.hand, one.cards) == one.can
        assert distance(one.rules, one.hand, one.cards, 4) == one.lacking <= 1
        if one.melds is not None:
            melds = [laid_cards(meld) for meld in one.melds]
            assert judge_contract(one.rules, one.hand, melds, held=one.cards).verdict.legal


def test_both_answers_occur_and_the_same_text_is_the_same_puzzle():
    found = [puzzle(str(number), 1, Random) for number in range(1, 13)]
    assert {one.can for one in found} == {True, False}
    puzzle.cache_clear()
    assert [puzzle(str(number), 1, Random) for number in range(1, 13)] == found


@pytest.mark.parametrize("day", ["2026-11-30", "2026-12-06"])
def test_the_daily_puzzle_takes_an_answer_without_scripts(client: Client, day):
    with time_machine.travel(f"{day}T12:00:00Z", tick=False):
        page = client.get("/puzzles/").text
        assert 'name="answer"' in page
        answered = [client.get("/puzzles/", {"answer": answer}).text for answer in ("yes", "no")]
    assert sorted("notice--legal" in text for text in answered) == [False, True]
    assert all('name="answer"' not in text for text in answered)


def test_levels_lead_to_puzzles_and_from_one_to_the_next(client: Client):
    page = client.get("/puzzles/").text
    assert all(f'href="/puzzles/{level}/"' in page for level in range(1, len(LEVELS) + 1))
    landed = client.get("/puzzles/2/", follow=True)
    assert landed.redirect_chain
    assert 'href="/puzzles/3/8/"' in client.get("/puzzles/3/7/").text
    for path in ("/puzzles/0/", "/puzzles/6/", "/puzzles/0/1/", "/puzzles/1/0/", "/puzzles/1/10000/"):
        assert client.get(path).status_code == 404
