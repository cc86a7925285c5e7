"""Malformed questions: good ones with something in them changed, as careless or hostile programs send them."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

from referee.engine.rummy.settings import SETTINGS
from tests.engine.vectors import load

type Question = Any

FILES = ("rulings.jsonl", "ours.jsonl", "solver.jsonl")
GOOD = [vector["question"] for name in FILES for vector in load(name)]
CARDS = ["AS", "7H", "TD", "9C", "JK", "*", "14R", "1G", "JK=8H", "JK=8", "2C=7", "1H", "", "=", "JK=", "10♥", "??"]
STRANGE: list[Any] = [
    None,
    True,
    False,
    0,
    -1,
    1,
    2.5,
    1e308,
    -1e-308,
    10**30,
    -(10**400),
    10**5000,
    float("nan"),
    float("inf"),
    "",
    " ",
    "0",
    "\x00",
    "\ud800",
    "\u202e7H",
    "７Ｈ",
    "é" * 300,
    "7H " * 60,
    "7H " * 61,
    "9" * 5000,
    [],
    {},
    [[]],
    [None],
    {"": None},
    {"base": "shanghai-7"},
    {"base": "shanghai-10", "set": {"buys": None}},
    ["7H"] * 60,
    ["JK"] * 60,
    ["7H"] * 61,
    [["7H", "7S", "7D"]] * 20,
    list(range(100)),
    {str(number): number for number in range(100)},
]


def _nested(depth: int, *, lists: bool) -> Any:
    value: Any = "7H"
    for _ in range(depth):
        value = [value] if lists else {"set": value}
    return value


class Mutator:
    """Changes questions; the same seed gives the same ones."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def questions(self, count: int) -> Iterator[Question]:
        for _ in range(count):
            question = json.loads(json.dumps(self.random.choice(GOOD)))
            for _ in range(self.random.choice([1, 1, 1, 2, 3])):
                question = self.random.choice(self.changes)(self, question)
            yield question

    def strange(self) -> Any:
        if self.random.random() < 0.1:
            return _nested(self.random.choice([5, 60, 400]), lists=self.random.random() < 0.5)
        return self.random.choice(STRANGE)

    def _replace_value(self, question: Question) -> Question:
        """Another value somewhere, at any depth."""
        if isinstance(question, dict) and question and self.random.random() < 0.9:
            key = self.random.choice(list(question))
            question[key] = self._replace_value(question[key]) if self.random.random() < 0.6 else self.strange()
            return question
        if isinstance(question, list) and question and self.random.random() < 0.9:
            at = self.random.randrange(len(question))
            question[at] = self._replace_value(question[at]) if self.random.random() < 0.6 else self.strange()
            return question
        return self.strange()

    def _swap_values(self, question: Question) -> Question:
        """Two values at each other's keys."""
        if isinstance(question, dict) and len(question) > 1:
            one, other = self.random.sample(list(question), 2)
            question[one], question[other] = question[other], question[one]
        return question

    def _drop_or_add_key(self, question: Question) -> Question:
        if isinstance(question, dict):
            if question and self.random.random() < 0.5:
                del question[self.random.choice(list(question))]
            else:
                question[self.random.choice(["id", "hand", "extra", "ask", "held", "\ud83c", "x" * 500])] = (
                    self.strange()
                )
        return question

    def _change_rules(self, question: Question) -> Question:
        if isinstance(question, dict):
            base = self.random.choice(["shanghai-7", "shanghai-10", "rook-10", "shanghai-7-ten"])
            names = self.random.sample(SETTINGS, self.random.choice([1, 1, 2, 4]))
            sensible = [0, 1, 2, 4, True, False, None, "round", "either", "at-least", ["2", "7"], "never", {"R4": 3}]
            values = {name: self.random.choice([*sensible, self.strange()]) for name in names}
            question["rules"] = {"base": base, "set": values}
        return question

    def _change_cards(self, question: Question) -> Question:
        """Random cards, many of them, where cards are."""
        if isinstance(question, dict):
            for key in ("cards", "meld", "held", "melds", "table", "card"):
                if key in question:
                    question[key] = self._cards(key)
        return question

    def _cards(self, key: str) -> Any:
        if key == "card":
            return self.random.choice(CARDS)
        if key in ("melds", "table"):
            return [self._cards("cards") for _ in range(self.random.choice([1, 2, 3, 8, 60]))]
        count = self.random.choice([0, 1, 4, 13, 14, 15, 60, 61])
        if self.random.random() < 0.5:
            pool = [*"23456789TJQKA"]
            return [self.random.choice(["JK", self.random.choice(pool) + "H"]) for _ in range(count)]
        return " ".join(self.random.choice(CARDS) for _ in range(count))

    changes: tuple[Callable[[Mutator, Question], Question], ...] = (
        _replace_value,
        _replace_value,
        _replace_value,
        _swap_values,
        _drop_or_add_key,
        _change_rules,
        _change_cards,
    )
