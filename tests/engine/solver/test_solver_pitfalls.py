"""Hands on which simple methods go wrong, each with the reason."""

import pytest

from referee.engine.rummy.cards import Card, parse_cards
from referee.engine.rummy.melds import Meld, run_of, set_of
from referee.engine.rummy.ruledoc import load_rules
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.solver import best_laydown, best_layoffs, can_go_out, can_meet, distance, improving, witness
from tests.engine.solver.hands import house
from tests.engine.solver.oracle import check_contract
from tests.engine.solver.tables import check_laydown

SEVEN = load_rules("shanghai-7")
TEN = load_rules("shanghai-10")


def run(text: str, low: int) -> Meld:
    cards = parse_cards(text)
    suit = next(card.suit for card in cards if card.suit)
    return run_of(cards, suit, low)


def set_(text: str) -> Meld:
    cards = parse_cards(text)
    return set_of(cards, next(card.rank for card in cards if card.rank))


def laid(rules: RuleSet, hand: int, text: str, *table: Meld) -> int | None:
    """The points that the best lay-down leaves, after every part of it has been checked."""
    cards = parse_cards(text)
    found = best_laydown(rules, hand, cards, table)
    if found is None:
        return None
    check_laydown(rules, hand, cards, table, found)
    return found.points


def test_natural_cards_are_not_always_laid_first() -> None:
    # The run has to give up its own 8H, since a set of 8S and two jokers breaks the cap.
    cards = parse_cards("5H 6H 7H 8H 8S JK JK")
    melds = witness(SEVEN, 2, cards)
    assert melds is not None
    check_contract(SEVEN, SEVEN.contract(2), cards, melds)
    assert Card(8, "H") in melds[0].cards


def test_sets_of_one_rank_share_its_cards() -> None:
    # Full 8 8 8 first leaves 8 and 7 7 for two sets and three jokers: one too many in the set of the last 8.
    cards = parse_cards("8S 8H 8D 8C 7S 7H JK JK JK")
    melds = witness(TEN, 4, cards)
    assert melds is not None
    check_contract(TEN, TEN.contract(4), cards, melds)
    assert sorted(meld.rank for meld in melds) == [7, 8, 8]
    assert all(len(meld.wild_places) == 1 for meld in melds)


def test_laying_off_is_not_greedy() -> None:
    # 8H on the queen's run would strand 9H on neither; on the low run both go.
    table = (run("4H 5H 6H 7H", 4), run("9H TH JH QH", 9))
    found = best_layoffs(SEVEN, parse_cards("8H 9H"), table)
    check_laydown(SEVEN, 1, parse_cards("8H 9H"), table, found, down=True)
    assert found.points == 0


def test_jokers_are_spent_in_place_of_cheap_cards() -> None:
    # Without lay-offs in the same turn a joker in the set frees only a nine, worth less than the joker.
    assert laid(TEN, 1, "9S 9H 9D KS KH KD JK 3C") == 5 + 5 + 5 - 5
    assert laid(TEN, 1, "9S 9H 9D KS KH KD 3C") == 5


def test_overlapping_and_equal_runs_do_not_follow_each_other() -> None:
    assert can_meet(SEVEN, 3, parse_cards("5S 6S 7S 8S 8S 9S TS JS"))
    assert can_meet(SEVEN, 3, parse_cards("5S 6S 7S 8S 5S 6S 7S 8S"))
    assert not can_meet(SEVEN, 3, parse_cards("6S 7S 8S 9S TS JS QS KS"))
    assert can_meet(TEN, 3, parse_cards("6S 7S 8S 9S TS JS QS KS"))


def test_a_joker_that_doubles_a_card_avoids_following() -> None:
    # 6 7 8 JK and 9 T J Q, the joker standing for a second 9; the other way to place it would follow.
    cards = parse_cards("6H 7H 8H JK 9H TH JH QH")
    melds = witness(SEVEN, 3, cards)
    assert melds is not None
    check_contract(SEVEN, SEVEN.contract(3), cards, melds)


def test_runs_may_come_to_follow_by_lay_offs() -> None:
    # 3-6 and 8-J, then the 7 on either: they follow only afterwards.
    assert laid(SEVEN, 3, "3H 4H 5H 6H 8H 9H TH JH 7H") == 0


def test_the_last_hand_is_contract_and_lay_offs() -> None:
    # Clubs 4-7 and 9-Q, then the 8; as a partition into runs every split would follow.
    cards = parse_cards("4C 5C 6C 7C 8C 9C TC JC QC 2S 3S 4S 5S")
    assert can_meet(SEVEN, 7, cards)
    assert can_go_out(SEVEN, 7, cards)
    assert not can_meet(SEVEN, 7, parse_cards("2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH"))
    assert not can_meet(SEVEN, 7, (*cards, Card(13, "D")))


def test_the_joker_cap_of_the_table_holds_for_the_whole_meld() -> None:
    # The second joker finds no place: one in the set, none more in the run that has one.
    assert laid(SEVEN, 2, "8S 8H JK 4D 5D 7D JK JK") == 50


def test_a_longer_run_may_hold_what_no_shorter_one_does() -> None:
    rules = house({"contract_size": "at-least", "contract_jokers": {"R4": 1, "R5": 2}, "contracts": ["R4"]})
    assert can_meet(rules, 1, parse_cards("4H JK JK 7H 8H"))
    assert not can_meet(
        house({"contract_jokers": {"R4": 1, "R5": 2}, "contracts": ["R4"]}), 1, parse_cards("4H JK JK 7H 8H")
    )


def test_two_sets_of_one_rank_where_the_rules_forbid_them() -> None:
    cards = parse_cards("8S 8H 8D 8C 8S 8H")
    assert not can_meet(SEVEN, 1, cards)
    assert can_meet(TEN, 1, cards)


@pytest.mark.parametrize(
    ("aces", "most", "text", "meets"),
    [
        ("high", 13, "AH 2H 3H 4H", False),
        ("high", 13, "JH QH KH AH", True),
        ("low", 13, "AH 2H 3H 4H", True),
        ("low", 13, "JH QH KH AH", False),
        ("either", 14, "QH KH AH 2H", False),
        ("round", 13, "QH KH AH 2H", True),
    ],
)
def test_aces_in_runs(aces: str, most: int, text: str, *, meets: bool) -> None:
    rules = house({"aces": aces, "max_run": most, "contracts": ["R4"]})
    assert can_meet(rules, 1, parse_cards(text)) == meets


def test_one_ace_serves_one_end() -> None:
    rules = house({"aces": "either", "max_run": 14, "contracts": ["R14"], "buys": 4, "last_hand_all_cards": False})
    cards = "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH"
    assert not can_meet(rules, 1, parse_cards(cards))
    assert can_meet(rules, 1, parse_cards(cards + " AH"))
    assert distance(rules, 1, parse_cards(cards)) == 1
    assert improving(rules, 1, parse_cards(cards)) == (Card(1, "H"), Card(0, ""))


def test_a_low_ace_still_counts_twenty() -> None:
    assert laid(TEN, 2, "7S 7H 7D AH 2H 3H 4H AD") == 20


def test_a_swapped_joker_needs_a_free_end() -> None:
    full = run("AH 2H 3H 4H 5H JK 7H 8H 9H TH JH QH KH AH", 1)
    assert best_layoffs(TEN, parse_cards("6H"), [full]).points == 5
    open_ = run("2H 3H 4H 5H JK 7H 8H 9H TH JH QH KH AH", 2)
    found = best_layoffs(TEN, parse_cards("6H"), [open_])
    check_laydown(TEN, 1, parse_cards("6H"), [open_], found, down=True)
    assert found.points == 0


def test_a_swapped_joker_can_make_way_for_further_cards() -> None:
    # 6H goes in, its joker becomes the 8, and the 9 fits; without the swap the 9 stays.
    table = [run("4H 5H JK 7H", 4)]
    found = best_layoffs(TEN, parse_cards("6H 9H"), table)
    check_laydown(TEN, 1, parse_cards("6H 9H"), table, found, down=True)
    assert found.points == 0


def test_a_drawn_joker_does_not_always_help() -> None:
    # Both caps are used: a fourth joker leaves the set one natural card short.
    cards = parse_cards("JK JK JK 8S 4D 5D 9C KC")
    assert distance(SEVEN, 2, cards) == 2
    assert Card(0, "") not in improving(SEVEN, 2, cards)


def test_distance_looks_beyond_the_size_of_the_hand() -> None:
    assert distance(TEN, 10, parse_cards("2S 3S 4S 5S 6S 8D 9D TD JD QD 4C")) == 4


def test_what_is_seen_cannot_come() -> None:
    cards = parse_cards("8S 8H 4D 5D 6D 7D")
    assert distance(SEVEN, 2, cards) == 1
    gone = parse_cards("8S 8H 8D 8D 8C 8C JK JK JK JK")
    assert distance(SEVEN, 2, cards, seen=gone) == 3
    assert Card(8, "D") not in improving(SEVEN, 2, cards, seen=gone)


@pytest.mark.parametrize(("discard", "out"), [("optional", True), ("never", False), ("required", True)])
def test_the_last_card_may_have_to_be_discarded_or_not(discard: str, *, out: bool) -> None:
    rules = house({"discard_to_go_out": discard})
    assert can_go_out(rules, 1, parse_cards("8S 8H 8D KS KH KD 2C")) == out


@pytest.mark.parametrize(("discard", "out"), [("optional", True), ("never", True), ("required", False)])
def test_nothing_may_be_left_or_has_to(discard: str, *, out: bool) -> None:
    rules = house({"discard_to_go_out": discard})
    assert can_go_out(rules, 1, parse_cards("8S 8H 8D KS KH KD")) == out


def test_one_card_is_kept_where_a_discard_is_due() -> None:
    found = best_laydown(house({"discard_to_go_out": "required"}), 1, parse_cards("8S 8H 8D KS KH KD KC"))
    assert found is not None
    assert len(found.left) == 1
    assert found.points == 10


def test_two_cards_are_kept_where_the_last_cannot_be_discarded() -> None:
    found = best_laydown(house({"discard_to_go_out": "never"}), 1, parse_cards("8S 8H 8D 8C KS KH KD 2C"))
    assert found is not None
    assert len(found.left) == 2
    assert found.points == 15


def test_a_joker_is_no_jack() -> None:
    assert not can_meet(SEVEN, 1, parse_cards("JK JK JD 8S 8H 8D"))
    assert can_meet(SEVEN, 1, parse_cards("JS JK JD 8S 8H 8D"))


def test_values_differ_between_the_games() -> None:
    assert laid(SEVEN, 1, "7S 7H 7D KS KH KD 9C") == 10
    assert laid(TEN, 1, "7S 7H 7D KS KH KD 9C") == 5


def test_wild_twos_are_natural_in_their_own_place() -> None:
    rules = house({"wild_ranks": ["2"], "aces": "low", "contract_jokers": 1, "contracts": ["R4"]})
    assert can_meet(rules, 1, parse_cards("2H 2S 4H 5H"))  # 2H natural, 2S for the three
    assert not can_meet(rules, 1, parse_cards("2C 2S 4H 5H"))


def test_wild_cards_lie_apart_where_they_have_to() -> None:
    rules = house({"adjacent_wilds": False, "contract_jokers": 2, "table_jokers": 2, "contracts": ["R5"]})
    assert not can_meet(rules, 1, parse_cards("4H JK JK 7H 8H"))
    assert can_meet(rules, 1, parse_cards("4H JK 6H JK 8H"))
    assert distance(rules, 1, parse_cards("4H JK JK 7H 8H")) == 1


def test_more_than_the_joker_cap_comes_from_a_set_on_the_table() -> None:
    assert laid(SEVEN, 1, "8S 8H 8D KS KH KD JK", set_("4S 4H 4D")) == 0
    assert laid(SEVEN, 1, "8S 8H JK KS KH JK JK", set_("4S 4H 4D")) == 0
    assert laid(SEVEN, 1, "8S 8H JK KS KH JK JK", set_("4S 4H JK")) == 50


def test_the_one_ace_of_a_run_from_ace_to_ace_lies_where_it_keeps_jokers_apart() -> None:
    # Below the two it would leave king and ace side by side to the jokers.
    settings = {"aces": "either", "max_run": 14, "contracts": ["R14"], "contract_jokers": 4, "buys": 4}
    rules = house(settings | {"adjacent_wilds": False, "last_hand_all_cards": False})
    cards = parse_cards("JK 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH JK AH")
    assert can_meet(rules, 1, cards)
    melds = witness(rules, 1, cards)
    assert melds is not None
    check_contract(rules, rules.contract(1), cards, melds)
    assert melds[0].cards[-1] == Card(1, "H")


def test_no_card_of_a_run_helps_where_only_the_larger_set_lacks_one() -> None:
    # Sets of different sizes that may share a rank are bounded by the smaller ones; the bound alone says that nothing
    # is lacking beside any run.
    rules = house({"contracts": ["S4+S3+R4"], "same_rank_sets": True, "last_hand_all_cards": False})
    cards = parse_cards("TH TH TC JH JC JC 2C 3C 4C 5C 6C 7C 8C 5H 6H 7H 9H 9H")
    assert distance(rules, 1, cards) == 1
    assert [str(card) for card in improving(rules, 1, cards)] == ["TS", "JS", "JH", "TD", "JD", "TC", "JK"]
