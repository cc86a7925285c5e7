"""``manage.py referee`` as a process of its own: in order, at once, through anything, to status 0."""

import json
import os
import subprocess
import sys
from pathlib import Path
from select import select

import pytest

from referee.engine.rulings import LARGEST_QUESTION, rule
from tests.engine.vectors import load

ROOT = Path(__file__).parent.parent.parent
GOOD = {"ask": "score", "rules": "shanghai-7", "cards": "9C KD 3H"}


@pytest.fixture
def referee(tmp_path):
    """The running command; ended with the test."""
    process = subprocess.Popen(
        [sys.executable, "manage.py", "referee"],
        cwd=ROOT,
        env={**os.environ, "SHANGHAI_VAR": str(tmp_path)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    yield process
    process.kill()
    process.communicate()


def answers(process, sent):
    """Everything that the command says to the bytes, each line read; it ends well and in silence."""
    out, err = process.communicate(sent, timeout=60)
    assert (process.returncode, err) == (0, b"")
    return [json.loads(line) for line in out.splitlines()]


def test_answers_come_in_the_order_of_the_questions(referee):
    vectors = [vector["question"] for vector in load("rulings.jsonl")]
    asked = [{**question, "id": number} for number, question in enumerate(vectors)]
    told = answers(referee, "".join(json.dumps(question) + "\n" for question in asked).encode())
    assert told == [rule(question) for question in asked]


def test_an_answer_comes_before_the_next_question(referee):
    for number in range(3):
        referee.stdin.write(json.dumps({**GOOD, "id": number}).encode() + b"\n")
        referee.stdin.flush()
        ready, _, _ = select([referee.stdout], [], [], 60)
        assert ready
        assert json.loads(referee.stdout.readline()) == {**rule(GOOD), "id": number}
    assert answers(referee, b"") == []


def test_it_goes_on_after_lines_that_cannot_be_read(referee):
    good = json.dumps(GOOD).encode()
    lines = [
        b"no json",
        good,
        b"\xff\xfe",
        b"[]",
        b"[" * 60_000,
        b'{"ask": NaN}',
        b'{"id": "\\ud800", "ask": "x"}',
        good + b"\r",
        b"",
        b"   ",
        good,
    ]
    told = answers(referee, b"\n".join(lines))
    codes = [one.get("error", {}).get("code", one.get("points")) for one in told]
    assert codes == ["json", 25, "json", "json", "json", "json", "ask.unknown", 25, 25]
    assert told[6]["id"] == "\ud800"


def test_long_lines_are_refused_once_and_the_next_line_is_read(referee):
    text = json.dumps(GOOD).encode()
    full = text + b" " * (LARGEST_QUESTION - len(text))
    lines = [full, full + b" ", b"x" * (5 * LARGEST_QUESTION), full + b"\r", text, b"y" * (LARGEST_QUESTION + 1)]
    told = answers(referee, b"\n".join(lines))
    codes = [one.get("error", {}).get("code", one.get("points")) for one in told]
    assert codes == [25, "too-large", "too-large", 25, 25, "too-large"]


def test_no_question_no_answer(referee):
    assert answers(referee, b"") == []


def test_a_reader_that_goes_away_ends_it_without_a_word(referee):
    referee.stdout.close()
    referee.stdout = None
    _, err = referee.communicate(json.dumps(GOOD).encode() + b"\n" + json.dumps(GOOD).encode() + b"\n", timeout=60)
    assert (referee.returncode, err) == (0, b"")
