"""Totals, ranks, the deal, and what is open: worked out from the ledger."""

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.changes import Adjust, Clear, Deal, End, Extra, Join, Leave, Rename, Reorder, Return
from scorekeeper.games import Game, dump_game, load_game, named_game
from tests.scorekeeper.sheet_logs import Log

SOURCE_EXAMPLE = {"ana": 0, "ben": 25, "cy": 75, "dee": 25}


def test_source_example_in_hand_3() -> None:
    log = Log("Ana", "Ben", "Cy", "Dee")
    log.hand(3, **SOURCE_EXAMPLE)
    assert {player: log.standings.total(player) for player in SOURCE_EXAMPLE} == SOURCE_EXAMPLE


def test_s39_zero_is_a_score_and_blank_is_not_yet() -> None:
    log = Log("Ana", "Ben")
    log.hand(1, ana=0)
    assert not log.standings.is_closed(1)
    assert log.standings.next_blank == ("ben", 1)
    log.hand(1, ben=5)
    assert log.standings.is_closed(1)
    assert (log.standings.current, log.standings.closed) == (2, 1)
    log.add(Clear("ben", 1))
    assert not log.standings.is_closed(1)
    assert log.standings.current == 1


def test_s40_edit_of_an_earlier_hand_moves_totals_and_ranks_and_nothing_else() -> None:
    log = Log("Ana", "Ben")
    log.hand(1, ana=0, ben=25)
    log.hand(2, ana=40, ben=0)
    log.hand(3, ana=5, ben=0)
    assert log.standings.leaders == ("ben",)
    log.score("ben", 2, 60)
    standings = log.standings
    assert [standings.running("ben", hand) for hand in (1, 2, 3)] == [25, 85, 85]
    assert [standings.running("ana", hand) for hand in (1, 2, 3)] == [0, 40, 45]
    assert standings.leaders == ("ana",)


def test_equal_totals_share_a_rank() -> None:
    log = Log("Ana", "Ben", "Cy")
    log.hand(1, ana=25, ben=0, cy=25)
    assert [(rank.player, rank.rank) for rank in log.standings.ranking] == [("ben", 1), ("ana", 2), ("cy", 2)]


def test_nobody_leads_before_anything_is_written() -> None:
    assert Log("Ana", "Ben").standings.leaders == ()


def test_highest_total_wins_where_the_game_says_so() -> None:
    log = Log("Ana", "Ben", game=named_game("highest"))
    log.hand(1, ana=40, ben=-25)
    assert log.standings.leaders == ("ana",)


def test_adjustments_count_and_can_be_negative() -> None:
    log = Log("Ana", "Ben")
    log.hand(1, ana=10, ben=0)
    log.add(Adjust("ana", 1, -25, "went out blind"))
    assert log.standings.running("ana", 1) == -15
    assert log.standings.leaders == ("ana",)


def test_adjustment_after_the_last_hand_still_counts() -> None:
    log = Log("Ana", "Ben")
    log.hand(1, ana=10, ben=0)
    log.add(End(1))
    log.add(Adjust("ben", 2, 20, "late fine"))
    assert log.standings.total("ben") == 20


# Late players -----------------------------------------------------------------------------------------------------


def test_late_player_begins_with_the_average_of_the_others() -> None:
    log = Log("Ana", "Ben")
    log.hand(1, ana=0, ben=25)
    log.join("Cy", 2, "average")
    assert log.standings.starts == {"cy": 13}
    assert log.standings.running("cy", 1) == 0
    assert log.standings.running("cy", 2) == 13


def test_late_player_begins_with_the_highest_or_with_nothing() -> None:
    log = Log("Ana", "Ben")
    log.hand(1, ana=0, ben=25)
    log.join("Cy", 2, "highest")
    log.join("Dee", 2, "zero")
    assert (log.standings.total("cy"), log.standings.total("dee")) == (25, 0)


def test_late_start_follows_corrections_and_other_late_players() -> None:
    log = Log("Ana", "Ben")
    log.hand(1, ana=0, ben=20)
    log.join("Cy", 2, "average")
    log.hand(2, ana=0, ben=0, cy=30)
    log.join("Dee", 3, "average")
    assert log.standings.starts == {"cy": 10, "dee": 20}
    log.score("ben", 1, 40)
    assert log.standings.starts == {"cy": 20, "dee": 30}


def test_late_start_of_one_alone_is_nothing() -> None:
    log = Log("Ana")
    log.add(Leave("ana", 2))
    log.join("Cy", 2, "average")
    assert log.standings.total("cy") == 0


def test_late_player_need_not_fill_earlier_hands() -> None:
    log = Log("Ana", "Ben")
    log.hand(1, ana=0, ben=25)
    log.join("Cy", 2)
    assert log.standings.is_closed(1)
    log.hand(2, ana=0, ben=5)
    assert log.standings.next_blank == ("cy", 2)


def test_one_who_left_is_not_waited_for_and_not_ranked() -> None:
    log = Log("Ana", "Ben", "Cy")
    log.hand(1, ana=0, ben=25, cy=10)
    log.add(Leave("cy", 2))
    log.hand(2, ana=5, ben=0)
    assert log.standings.current == 3
    assert [(rank.player, rank.rank) for rank in log.standings.ranking] == [("ana", 1), ("ben", 2), ("cy", None)]
    log.add(Return("cy", 3))
    assert log.standings.next_blank == ("ana", 3)
    assert [player.id for player in log.standings.playing(3)] == ["ana", "ben", "cy"]


# The course of a game ---------------------------------------------------------------------------------------------


def test_game_is_over_after_the_last_hand() -> None:
    log = Log("Ana", "Ben")
    for hand in range(1, 8):
        assert not log.standings.is_over
        log.hand(hand, ana=0, ben=5)
    standings = log.standings
    assert (standings.hands, standings.current, standings.next_blank) == (7, None, None)
    assert standings.is_over
    assert not standings.is_tied


def test_tie_may_be_played_off_in_one_more_hand() -> None:
    log = Log("Ana", "Ben")
    log.hand(1, ana=25, ben=25)
    for hand in range(2, 8):
        log.hand(hand, ana=0, ben=0)
    assert log.standings.is_tied
    log.add(Extra(8))
    log.add(Extra(8))
    assert (log.standings.hands, log.standings.current) == (8, 8)
    log.hand(8, ana=0, ben=5)
    assert log.standings.leaders == ("ana",)


def test_early_end_leaves_out_later_hands() -> None:
    log = Log("Ana", "Ben")
    assert not log.standings.is_over
    log.hand(1, ana=0, ben=25)
    log.hand(2, ana=50)
    log.add(End(1))
    standings = log.standings
    assert standings.is_over
    assert (standings.hands, standings.total("ana")) == (1, 0)


def test_open_ended_sheet_always_has_one_more_hand() -> None:
    log = Log("Ana", "Ben", game=named_game("lowest"))
    assert log.standings.hands == 1
    log.hand(1, ana=0)
    assert log.standings.hands == 1
    log.hand(1, ben=7)
    assert (log.standings.hands, log.standings.current) == (2, 2)
    log.score("ana", 4, 3)
    assert log.standings.hands == 4
    assert not log.standings.is_over


def test_next_cell_is_further_right_then_the_first_blank_one() -> None:
    log = Log("Ana", "Ben", "Cy")
    assert log.standings.blank_after("ana", 1) == ("ben", 1)
    assert log.standings.blank_after("cy", 1) == ("ana", 1)
    log.hand(1, ana=0, ben=5)
    assert log.standings.blank_after("cy", 1) == ("ana", 2)
    assert log.standings.blank_after("ana", 1) == ("cy", 1)
    assert log.standings.blank_after("nobody", 3) == ("cy", 1)


def test_next_cell_after_the_last_one_is_none() -> None:
    log = Log("Ana", game=named_game("lowest"))
    assert log.standings.blank_after("ana", 1) is None


# The deal ---------------------------------------------------------------------------------------------------------


def test_deal_moves_left_from_the_first_dealer() -> None:
    log = Log("Ana", "Ben", "Cy")
    log.add(Deal(1, "ben"))
    assert [log.standings.dealer(hand) for hand in (1, 2, 3, 4)] == ["ben", "cy", "ana", "ben"]
    assert log.standings.dealer(8) == "cy"


def test_deal_passes_those_who_sit_out_and_can_be_changed() -> None:
    log = Log("Ana", "Ben", "Cy")
    log.add(Leave("ben", 2))
    log.add(Deal(4, "cy"))
    assert [log.standings.dealer(hand) for hand in (1, 2, 3, 4, 5)] == ["ana", "cy", "ana", "cy", "ana"]
    log.add(Deal(5, "nobody"))
    assert log.standings.dealer(5) == "ana"


def test_sheet_without_players_has_no_dealer() -> None:
    standings = Log().standings
    assert standings.dealer(1) is None
    assert standings.ranking == ()


# Names ------------------------------------------------------------------------------------------------------------


def test_s45_two_players_of_one_name_are_told_apart_and_keep_their_columns() -> None:
    log = Log("Ana", "Ben")
    log.add(Join("other", "ana"))
    log.hand(1, ana=5, other=25)
    assert log.standings.names == {"ana": "Ana", "ben": "Ben", "other": "ana 2"}
    log.add(Reorder(("other", "ana", "ben")))
    assert log.standings.names == {"other": "ana 2", "ana": "Ana", "ben": "Ben"}
    assert [log.standings.total(player.id) for player in log.ledger.players] == [25, 5, 0]
    log.add(Rename("ben", "Ana 2"))
    assert len(set(log.standings.names.values())) == 3


@given(st.lists(st.dictionaries(st.sampled_from(["ana", "ben", "cy"]), st.integers(-50, 300)), max_size=7))
def test_totals_are_sums(hands: list[dict[str, int]]) -> None:
    log = Log("Ana", "Ben", "Cy")
    for number, scores in enumerate(hands, start=1):
        log.hand(number, **scores)
    for player in ("ana", "ben", "cy"):
        assert log.standings.total(player) == sum(scores.get(player, 0) for scores in hands)


# The games --------------------------------------------------------------------------------------------------------


def test_game_is_read_back_from_its_document() -> None:
    for key in ("shanghai-7", "shanghai-10", "rook-10", "lowest", "highest"):
        game: Game = named_game(key)
        assert load_game(dump_game(game)) == game


def test_copies_follow_the_chart_of_decks() -> None:
    assert named_game("shanghai-7").copies(4) == (48, 48, 8, 4)
    assert named_game("shanghai-10").copies(6) == (108, 36, 12, 6)
    assert named_game("lowest").copies(4) == ()
