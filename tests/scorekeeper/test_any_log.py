"""Whatever a log holds can be folded, ranked, questioned and shown: the log is written by strangers' phones."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.books import Book
from scorekeeper.changes import (
    STARTS,
    Adjust,
    Buy,
    Change,
    Clear,
    Confirm,
    Deal,
    End,
    Enter,
    Extra,
    Join,
    Leave,
    Redo,
    Rename,
    Reopen,
    Reorder,
    Return,
    Score,
    Settle,
    Undo,
)
from scorekeeper.games import Game, named_game
from scorekeeper.grid import disputes, make_grid
from scorekeeper.history import history
from scorekeeper.models import Sheet
from scorekeeper.pages import result_text
from scorekeeper.questions import open_questions
from scorekeeper.sheets import undo_target
from scorekeeper.standings import Standings
from tests.scorekeeper.sheet_logs import Log

players = st.sampled_from(["ana", "ben", "cy", "nobody"])
hands = st.integers(1, 9)
scores = st.builds(Score, st.integers(-60, 400), st.booleans(), st.tuples() | st.tuples(*[st.integers(0, 9)] * 4))
targets = st.integers(3, 30).map(lambda number: f"op{number}")
changes: st.SearchStrategy[Change] = st.one_of(
    st.builds(Enter, players, hands, scores),
    st.builds(Clear, players, hands),
    st.builds(Settle, players, hands, st.none() | scores),
    st.builds(Adjust, players, hands, st.integers(-60, 60), st.just("fine")),
    st.builds(Join, players, st.sampled_from(["Ana", "ana", "Cy"]), hands, st.sampled_from(STARTS)),
    st.builds(Leave, players, hands),
    st.builds(Return, players, hands),
    st.builds(Rename, players, st.sampled_from(["Ana", "Ben"])),
    st.builds(Reorder, st.lists(players, min_size=1).map(tuple)),
    st.builds(Extra, hands),
    st.builds(End, hands),
    st.builds(Reopen),
    st.builds(Deal, hands, players),
    st.builds(Buy, players, hands, st.sampled_from([-1, 1])),
    st.builds(Confirm, st.just("nobody-out:1")),
    st.builds(Undo, targets),
    st.builds(Redo, targets),
)


@st.composite
def any_logs(draw: st.DrawFn) -> Log:
    log = Log("Ana", "Ben", game=draw(st.sampled_from([named_game("shanghai-7"), named_game("highest")])))
    for _ in range(draw(st.integers(0, 25))):
        saw = draw(st.integers(0, len(log.entries)))
        log.add(draw(changes), device=draw(st.sampled_from("ab")), saw=saw)
    return log


class Opened(Book):
    """A sheet that was never in a database."""

    def __init__(self, log: Log) -> None:
        super().__init__(Sheet(view_key="v"), "k")
        self.__dict__.update(entries=log.entries, game=log.game)


@settings(max_examples=40)
@given(any_logs())
def test_any_log_has_standings_and_questions(log: Log) -> None:
    standings = log.standings
    open_questions(standings)
    assert {rank.player for rank in standings.ranking} == {player.id for player in log.ledger.players}
    assert len(standings.dealers) == standings.hands + 1
    assert len(set(standings.names.values())) == len(standings.names)
    for hand in range(1, standings.hands + 1):
        assert standings.dealer(hand) in {None, *(player.id for player in standings.playing(hand))}
    totals = {rank.player: rank.total for rank in standings.ranking}
    written = sum(
        score.points
        for player in log.ledger.players
        for hand in range(1, standings.hands + 1)
        if (score := log.ledger.score(player.id, hand))
    )
    agreed = sum(one.points for one in log.ledger.adjustments if log.ledger.player(one.player))
    assert sum(totals.values()) == written + agreed + sum(standings.starts.values())


@settings(max_examples=40)
@given(any_logs())
def test_any_log_can_be_shown(log: Log) -> None:
    book = Opened(log)
    grid = make_grid(book)
    assert all(len(row.cells) == len(grid.columns) for row in grid.rows)
    assert len(history(book, "a")) == len(log.entries)
    disputes(book)
    result_text(book)


@settings(max_examples=40)
@given(any_logs())
def test_undoing_everything_leads_back_to_the_beginning(log: Log) -> None:
    start = Standings(Log("Ana", "Ben").ledger, log.game)
    for device in ("a", "b"):
        while target := undo_target(log.entries, device):
            log.add(Undo(target.uuid), device=device)
    assert log.ledger.cells == ()
    assert log.standings.names == start.names


@pytest.mark.parametrize("key", ["shanghai-7", "shanghai-10", "lowest"])
def test_empty_log_can_be_shown(key: str) -> None:
    game: Game = named_game(key)
    assert make_grid(Opened(Log(game=game))).columns == ()
