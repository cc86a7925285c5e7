"""Positions for tests: written as text, played with moves as text."""

from referee.engine.rummy.judge import judge
from referee.engine.rummy.notation import parse_move
from referee.engine.rummy.play import play
from referee.engine.rummy.positions import parse_position
from referee.engine.rummy.problems import problems
from referee.engine.rummy.ruledoc import load_rules
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.state import State


def rules(base: str = "shanghai-7", **settings: object) -> RuleSet:
    """A preset, or one with some settings changed."""
    return load_rules({"base": base, "set": settings}) if settings else load_rules(base)


def position(text: str, under: RuleSet | str = "shanghai-7", *, fewest: int = 3) -> State:
    """The position; players who are not named hold five cards each, and the stock is the rest unless it is told."""
    rule_set = rules(under) if isinstance(under, str) else under
    lines = [line.partition("#")[0].strip() for line in text.replace(";", "\n").splitlines()]
    keys = {line.partition(":")[0] for line in lines}
    filler = [["3C", "5D", "8S", "TD", "QC"], ["4C", "6D", "8C", "JD", "KC"], ["2C", "6S", "9S", "JC", "QD"]]
    for seat in range(1, fewest + 1):
        if f"p{seat}" not in keys:
            lines.append(f"p{seat}: {' '.join(filler[seat % 3])}")
    if "stock" not in keys:
        lines.append("stock: rest")
    state = parse_position("\n".join(lines), rule_set)
    assert problems(state) == ()
    return state


def after(state: State, *moves: str) -> State:
    """The position after the moves; every one of them leaves a sound position."""
    for text in moves:
        state = play(state, *parse_move(text, state.rules))
        assert problems(state) == (), text
    return state


def codes(state: State, move: str) -> tuple[str, ...]:
    """Why the move is refused; empty when it is legal."""
    return judge(state, *parse_move(move, state.rules)).codes
