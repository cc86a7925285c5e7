"""How fast whole games go: replayed from records, and played by bots."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from time import process_time

from bench.figures import Figure, measure, medians
from referee.engine.bots.arena import many_games, play_game
from referee.engine.bots.ladder import BOTS
from referee.engine.rummy.play import play
from referee.engine.rummy.record import Record, start
from referee.engine.rummy.recordtext import loads
from referee.engine.rummy.ruledoc import load_rules
from referee.engine.rummy.rules import RuleSet

RECORDS = Path(__file__).parents[1] / "tests" / "records"
PRESETS = ("shanghai-7", "shanghai-10")
ACTIONS_A_SECOND = 60_000
HANDS_A_SECOND = 100
GROWTH = 1.25
"""How much longer an action may take on average in a game four times as long; 1 is linear."""


def core_rate(call: Callable[[], object], *, seconds: float = 1.0) -> float:
    """How often the call can be made in a second of one core's time, whatever else the machine does."""
    call()
    number, start = 0, process_time()
    while (elapsed := process_time() - start) < seconds:
        call()
        number += 1
    return number / elapsed


def replay(record: Record, actions: int) -> None:
    """Play the first so many actions of the record."""
    state = start(record)
    for move in record.moves[:actions]:
        state = play(state, *move)


@measure
def replayed_actions() -> Iterable[Figure]:
    for preset in PRESETS:
        record = loads((RECORDS / f"{preset}.toml").read_text(encoding="utf-8"))
        length = len(record.moves)
        whole, quarter = partial(replay, record, length), partial(replay, record, length // 4)
        yield Figure(
            name=f"{preset}: actions replayed",
            value=core_rate(whole) * length,
            unit="/s",
            against=ACTIONS_A_SECOND,
            higher_is_better=True,
        )
        short, long = medians(quarter, whole, times=15)
        yield Figure(
            name=f"{preset}: time an action, long game to short",
            value=long / length / (short / (length // 4)),
            unit="",
            against=GROWTH,
        )


def play_next(rules: RuleSet, numbers: Iterator[int]) -> None:
    """Let four plain bots play the next game."""
    play_game(rules, [BOTS["plain"]] * 4, game=f"bench {next(numbers)}", seed=Random)


@measure
def played_hands() -> Iterable[Figure]:
    for preset in PRESETS:
        rules = load_rules(preset)
        with many_games():
            games = core_rate(partial(play_next, rules, count()), seconds=4)
        yield Figure(
            name=f"{preset}: hands of four plain bots",
            value=games * rules.hands,
            unit="/s",
            against=HANDS_A_SECOND,
            higher_is_better=True,
        )
