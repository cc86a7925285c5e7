"""What sheets are kept for, beyond the presets: house rules."""

import pytest

from referee.engine.rummy.ruledoc import RulesError, load_rules
from scorekeeper.books import Book
from scorekeeper.games import Game, dump_game, load_game, named_game
from scorekeeper.grid import needs_text
from scorekeeper.models import Sheet
from scorekeeper.pads import make_pad
from scorekeeper.wording import class_name
from tests.scorekeeper.sheet_logs import Log


def house(**settings: object) -> Game:
    return Game(load_rules({"base": "shanghai-7", "set": settings}))


def test_house_rules_are_kept_with_the_sheet() -> None:
    game = house(buys=3, joker_points=25)
    assert load_game(dump_game(game)) == game
    assert load_game(dump_game(game)) != house()


def test_unknown_document_is_refused() -> None:
    with pytest.raises(RulesError, match="expected a sheet's game"):
        load_game({"game": "chess"})


def test_blind_may_score_25_or_50() -> None:
    assert house(blind="25-or-50").blind(1) == (-25, -50)
    assert house().blind(1) == ()
    assert Game().blind(1) == ()
    bonus = house(blind="10", out_bonus=[5, 10, 15, 20, 25, 30, 35])
    assert [(bonus.out(hand), bonus.blind(hand)) for hand in (1, 7)] == [(-5, (-15,)), (-35, (-45,))]


def test_game_without_jokers_has_no_key_for_them() -> None:
    game = house(jokers=0)
    assert [kind.label for kind in game.classes] == ["2-7", "8-K", "A"]
    assert game.points((1, 1, 1)) == 35
    assert game.copies(4) == (48, 48, 8)


def test_zero_is_no_sign_of_going_out_where_cards_may_count_nothing() -> None:
    assert house().zero_is_out
    assert not house(joker_points=0).zero_is_out
    assert not Game().zero_is_out


@pytest.mark.parametrize(
    ("buys", "words"),
    [(None, "6 cards, any number of buys"), (0, "6 cards, no buys"), (1, "6 cards, up to 1 buy")],
)
def test_buys_are_told_in_words(buys: int | None, words: str) -> None:
    assert needs_text(opened(Log("Ana", "Ben", game=house(buys=buys))), 1) == words


def test_pad_offers_both_ways_of_going_out_blind() -> None:
    log = Log("Ana", "Ben", game=house(blind="25-or-50"))
    pad = make_pad(opened(log), ("ana", 1), typing=False, draft={})
    assert [(key.points, key.label) for key in pad.outs] == [(0, "Went out"), (-25, "Blind −25"), (-50, "Blind −50")]
    assert pad.following == "Next: Ben"


def test_pad_of_the_last_blank_cell_is_done() -> None:
    log = Log("Ana", game=house(contracts=["2S3"]))
    assert make_pad(opened(log), ("ana", 1), typing=False, draft={}).following == "Done"


def opened(log: Log) -> Book:
    book = Book(Sheet(), "k")
    book.__dict__.update(entries=log.entries, game=log.game)
    return book


def test_single_cards_with_a_value_have_a_key_of_their_own() -> None:
    game = named_game("kalooki")
    names = [class_name(kind, game) for kind in game.classes]
    assert names[-3:] == ["Ace", "A♥ A♦", "Joker"]
    aces = game.classes.index(next(kind for kind in game.classes if kind.cards))
    assert game.copies(4)[aces] == 4
    assert sum(game.copies(4)) == 108
    counts = tuple(2 if index == aces else 1 if names[index] == "Ace" else 0 for index in range(len(names)))
    assert game.points(counts) == 17
