"""Races between processes, on SQLite and on PostgreSQL: one outcome, the same game everywhere, no card lost."""

from __future__ import annotations

import re
from typing import Any

from tests.referee.tables.racer import Racer, at_once

ROUNDS = 200
"""Random interleavings on each database, three processes in each."""


def settled(racers: list[Racer], table: int) -> dict[str, Any]:
    """The game, which is the same in every process and in one that reads it anew."""
    states = [racer.ask("state", table=table) for racer in racers]
    fresh: dict[str, Any] = racers[0].ask("state", table=table, fresh=True)
    assert all(state == fresh for state in states)
    assert fresh["problems"] == []
    assert fresh["moves"] == list(range(1, fresh["version"] + 1))
    return fresh


def names(outcomes: list[Any]) -> list[str]:
    return sorted(outcome[0] for outcome in outcomes)


def test_two_buys_in_the_same_instant_have_one_winner(racers: list[Racer]) -> None:
    """S17, S19, S29: the nearer one gets the card whoever was heard first; the other one's buy is not counted."""
    for _ in range(5):
        here = racers[0].ask("gather", players=4)
        table, seen = here["table"], here["version"]
        racers[0].ask("move", table=table, seat=0, action="pass")
        racers[0].ask("move", table=table, seat=1, action="draw")
        outcomes = at_once(
            racers[:2],
            ("move", {"table": table, "seat": 2, "action": "buy", "seen": seen}),
            ("move", {"table": table, "seat": 3, "action": "buy", "seen": seen}),
        )
        after = settled(racers, table)
        assert after["buys"] == [0, 0, 1, 0]
        assert after["cards"] == [11, 12, 14, 11]
        assert outcomes[0][0] == "Made"
        assert outcomes[1][0] == "Made" or outcomes[1][1].startswith("buy.")


def test_claim_and_take_in_the_same_instant_leave_the_card_in_one_place(racers: list[Racer]) -> None:
    """S20."""
    for _ in range(5):
        here = racers[0].ask("gather", players=4)
        table, seen = here["table"], here["version"]
        outcomes = at_once(
            racers[:2],
            ("move", {"table": table, "seat": 1, "action": "take", "seen": seen}),
            ("move", {"table": table, "seat": 2, "action": "buy", "seen": seen}),
        )
        after = settled(racers, table)
        assert after["buys"] == [0, 0, 0, 0]
        assert after["cards"] == [11, 12, 11, 11]
        assert outcomes[0][0] == "Made"


def test_two_devices_of_one_seat_make_one_move(racers: list[Racer]) -> None:
    """S4: also when both discard another card, and when both draw."""
    for _ in range(5):
        here = racers[0].ask("gather", players=3)
        table = here["table"]
        racers[0].ask("move", table=table, seat=1, action="take")
        before = racers[0].ask("state", table=table)
        hand = re.search(r"^p2: (.*)$", before["position"], re.MULTILINE)
        assert hand is not None
        first, *_rest, last = hand[1].split()
        outcomes = at_once(
            racers[:2],
            ("move", {"table": table, "seat": 1, "action": f"discard {first}", "seen": before["version"]}),
            ("move", {"table": table, "seat": 1, "action": f"discard {last}", "seen": before["version"]}),
        )
        assert names(outcomes) == ["Made", "Stale"]
        assert settled(racers, table)["cards"] == [11, 11, 11]


def test_one_request_sent_to_three_processes_is_made_once(racers: list[Racer]) -> None:
    """S19, S28: the same key."""
    for number in range(5):
        here = racers[0].ask("gather", players=4)
        table = here["table"]
        sent = {"table": table, "seat": 2, "action": "buy", "seen": here["version"], "key": f"one {number}"}
        outcomes = at_once(racers, *[("move", sent)] * 3)
        assert names(outcomes) == ["Made", "Repeated", "Repeated"]
        assert len({outcome[1] for outcome in outcomes}) == 1
        assert settled(racers, table)["version"] == here["version"] + 1


def test_random_interleavings_agree_in_every_process(racers: list[Racer]) -> None:
    here = racers[0].ask("gather", players=4, rules="shanghai-7")
    table = here["table"]
    seen: dict[str, int] = {}
    for number in range(ROUNDS):
        commands = [
            ("anything", {"table": table, "seed": 3 * number + place, "stale": place if number % 3 == 0 else 0})
            for place in range(3)
        ]
        for outcome in at_once(racers, *commands):
            seen[outcome[0]] = seen.get(outcome[0], 0) + 1
        if number % 10 == 9:
            settled(racers, table)
    assert seen["Made"] >= ROUNDS
    assert seen["Stale"] > 0
    after = settled(racers, table)
    assert after["version"] >= ROUNDS
