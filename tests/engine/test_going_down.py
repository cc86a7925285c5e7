"""Going down: equal to plain enumeration of splits and lay-offs, and every reason on both of its sides."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.engine.rummy.cards import JOKER, Card, format_cards, parse_cards
from referee.engine.rummy.going_down import clash, judge_contract
from referee.engine.rummy.layoff import judge_layoff, lay_off
from referee.engine.rummy.meldruling import judge_reading
from referee.engine.rummy.melds import Placed, format_meld, laid_cards, run_of, set_of
from tests.engine.brute import is_contract
from tests.engine.rulesets import SEVEN, SEVEN_TEN, TEN, variant

_CONTRACTS = ["2S3", "S3+R4", "2R4", "S3+R5", "R4+R5"]
laying_rules = st.builds(
    variant,
    st.sampled_from(["shanghai-7", "shanghai-10"]),
    contracts=st.just(_CONTRACTS),
    buys=st.just(2),
    last_hand_all_cards=st.just(False),
    aces=st.sampled_from(["high", "either", "round"]),
    contract_size=st.sampled_from(["exact", "exact", "at-least"]),
    contract_jokers=st.sampled_from([0, 1, 1, 2, {"S3": 1, "R4": 1}]),
    table_jokers=st.sampled_from([1, 2, None]),
    same_rank_sets=st.booleans(),
    consecutive_runs=st.sampled_from([False, False, True, 2]),
    layoff_same_turn=st.booleans(),
    adjacent_wilds=st.sampled_from([True, True, False]),
)


@st.composite
def a_meld(draw, suit=None):
    """A set of few ranks, or a run of few suits; now and then with jokers or a stray card."""
    size = draw(st.integers(3, 6))
    if draw(st.booleans()):
        rank = draw(st.sampled_from([7, 8]))
        cards = [Card(rank, draw(st.sampled_from("SHDC"))) for _ in range(size)]
    else:
        low = draw(st.integers(2, 11))
        colour = suit or draw(st.sampled_from("HHS"))
        cards = [Card((low + step - 1) % 13 + 1, colour) for step in range(size)]
    for at in draw(st.sets(st.integers(0, size - 1), max_size=2)):
        cards[at] = draw(st.sampled_from([JOKER, JOKER, JOKER, cards[at], Card(9, "C")]))
    return cards


OPEN = variant(table_jokers=None)
"""One joker in a meld of the contract, any number once it lies."""

two_melds = st.lists(a_meld(), min_size=2, max_size=2)


@given(rules=laying_rules, hand=st.integers(1, len(_CONTRACTS)), melds=two_melds)
def test_a_declaration_is_legal_exactly_where_some_split_is(rules, hand, melds):
    declared = judge_contract(rules, hand, melds)
    slots = [(slot.kind, slot.size) for slot in rules.contract(hand).slots]
    enough = "card.too-many" not in declared.verdict.codes
    assert declared.verdict.legal == (enough and is_contract(rules, slots, melds))


@given(rules=laying_rules, hand=st.integers(1, len(_CONTRACTS)), melds=two_melds)
def test_the_pieces_are_the_contract_and_lay_offs_step_by_step(rules, hand, melds):
    declared = judge_contract(rules, hand, melds)
    exact = [piece.exact for piece in declared.pieces]
    assert all(not judge_reading(meld, rules, on_table=False) for meld in exact)
    assert not any(clash(rules, one, other) for one in exact for other in exact if one is not other)
    if rules.contract_size == "exact" and declared.verdict.legal:
        asked = Counter((slot.kind, slot.size) for slot in rules.contract(hand).slots)
        assert Counter((meld.kind, len(meld)) for meld in exact) == asked
    for piece, given_cards in zip(declared.pieces, melds, strict=False):
        meld = piece.exact
        for card, end in piece.layoffs:
            assert judge_layoff(rules, meld, card, end, down=True, same_turn=True).legal
            meld = lay_off(meld, card, end)
        assert sorted(laid_cards(meld), key=str) == sorted(laid_cards(piece.whole), key=str)
        assert sorted(piece.whole.cards) == sorted(given_cards)


@given(rules=laying_rules, hand=st.integers(1, len(_CONTRACTS)), melds=st.lists(a_meld(), max_size=3))
def test_the_order_of_the_melds_changes_nothing(rules, hand, melds):
    there, back = judge_contract(rules, hand, melds), judge_contract(rules, hand, melds[::-1])
    assert there.verdict.legal == back.verdict.legal
    assert set(there.verdict.codes) == set(back.verdict.codes)


@given(hand=st.integers(1, 3), melds=two_melds, extra=st.lists(st.just(Card(3, "D")), max_size=2))
def test_out_when_the_melds_empty_the_hand(hand, melds, extra):
    held = [*melds[0], *melds[1], *extra]
    declared = judge_contract(SEVEN, hand, melds, held=held)
    assert declared.out == (declared.verdict.legal and not extra)


def codes(rules, hand, melds, **known):
    return judge_contract(rules, hand, [parse_cards(meld) for meld in melds], **known).verdict.codes


@pytest.mark.parametrize(
    ("rules", "hand", "refused", "reasons", "accepted"),
    [
        (SEVEN, 2, ["7S 7D 7C", "9S 9D 9C"], ["contract.shape"], ["7S 7D 7C", "4H 5H 6H 7H"]),
        (SEVEN, 1, [], ["contract.shape"], ["7S 7D 7C", "9S 9D 9C"]),
        (SEVEN, 1, ["7S 7D 7C"], ["contract.shape"], ["9S 9D 9C", "7S 7D 7C"]),
        (SEVEN, 1, ["7S 7D", "9S 9D 9C"], ["contract.size", "meld.too-short"], ["7S 7D JK", "9S 9D JK"]),
        (TEN, 2, ["7S 7D 7C", "4H 5H 6H 7H 8H"], ["contract.size"], ["7S 7D 7C", "4H 5H 6H 7H"]),
        (TEN, 5, ["7S 7D 7C", "4H 5H 6H 7H"], ["contract.size"], ["7S 7D 7C", "4H 5H 6H 7H 8H 9H TH"]),
        (TEN, 2, ["7S 7D 7C 7H", "4H 5H 6H 7H"], ["contract.size"], ["4H 5H 6H 7H", "7S 7D 7C"]),
        (SEVEN, 1, ["7S 7D 7C", "7H 7C 7D"], ["contract.same-rank"], ["7S 7D 7C 7H", "8H 8C 8D"]),
        (SEVEN, 3, ["6H 7H 8H 9H", "TH JH QH KH"], ["contract.consecutive-runs"], ["6H 7H 8H 9H", "TS JS QS KS"]),
        (SEVEN, 3, ["TH JH QH KH", "6H 7H 8H JK"], ["contract.consecutive-runs"], ["JH QH KH AH", "6H 7H 8H JK"]),
        (SEVEN, 3, ["4H 5H 6H 7H", "8H 9H TH JH"], ["contract.consecutive-runs"], ["3H 4H 5H 6H 7H", "8H 9H TH JH"]),
        (SEVEN, 1, ["7S JK JK", "9S 9D 9C"], ["joker.cap"], ["7S 7D JK", "9S 9D 9C"]),
        (SEVEN, 1, ["7S 7D 7C JK JK", "9S 9D 9C"], ["joker.cap"], ["7S 7D 7C JK", "9S 9D 9C"]),
        (SEVEN, 1, ["7S 7D 8C", "9S 9D 9C"], ["set.rank"], ["7S 7D 7C", "9S 9D 9C"]),
        (SEVEN, 1, ["5H 9S KD", "9S 9D 9C"], ["set.rank", "meld.mixed"], ["KH KS KD", "9S 9D 9C"]),
        (SEVEN, 2, ["5H 6H 8H 9H", "7S 7D 8C"], ["run.gap", "set.rank"], ["5H 6H 7H 8H", "7S 7D 7C"]),
        (SEVEN, 2, ["QH KH AH JK", "7S 7D 7C"], ["run.ace"], ["JK QH KH AH", "7S 7D 7C"]),
        (SEVEN, 1, ["7S 7S 7S", "9S 9D 9C"], ["card.too-many"], ["7S 7S 7D", "9S 9D 9C"]),
        (SEVEN, 1, ["8C 8H 8D", "8C JK JK"], ["joker.cap", "contract.same-rank"], ["8C 8H 8D", "7C 7D JK"]),
        (OPEN, 1, ["8C 8H 8D", "8C JK JK"], ["joker.cap", "contract.same-rank"], ["8C 8H 8D JK", "7C 7D JK JK"]),
        (OPEN, 1, ["8C 8H 8D", "7C JK JK"], ["joker.cap"], ["8C 8H 8D", "7C 7D JK JK"]),
    ],
)
def test_reasons_hold_where_they_are_given_and_not_beside(rules, hand, refused, reasons, accepted):
    assert sorted(codes(rules, hand, refused)) == sorted(reasons)
    assert codes(rules, hand, accepted) == ()


def test_the_meld_that_is_meant_is_pointed_at():
    melds = [parse_cards(meld) for meld in ("7S 7D 7C", "9S 9D TC", "JS JD")]
    found = {one.code: one.at for one in judge_contract(SEVEN, 4, melds).verdict.breaches}
    assert found == {"set.rank": 1, "contract.size": 2, "meld.too-short": 2}


def test_a_good_split_of_two_runs_is_no_reason_against_a_third():
    assert codes(SEVEN, 7, ["3H 4H 5H 6H 7H", "8H 9H TH JH", "2S 3S 5S 6S"]) == ("run.gap",)


def test_a_joker_in_every_part_stops_a_longer_run():
    none_down = variant(contract_jokers=0, table_jokers=1)
    assert codes(none_down, 2, ["7S 7D 7C", "4H 5H JK 7H 8H"]) == ("joker.cap",)
    assert codes(none_down, 2, ["7S 7D 7C", "4H 5H 6H 7H JK"]) == ()


def test_three_runs_in_each_others_way_have_no_good_split():
    tight = variant(consecutive_runs=4)
    assert codes(tight, 7, ["2H 3H 4H 5H", "TH JH QH KH", "5H 6H 7H 8H 9H"]) == ("contract.consecutive-runs",)


def test_runs_that_pair_by_pair_have_a_split_may_have_none_together():
    melds = ["AH 2H 3H 4H", "4H 5H 6H 7H 8H", "8H 9H TH JH"]
    rules = variant(aces="either")
    assert codes(rules, 7, melds) == ("contract.consecutive-runs",)
    assert codes(rules, 3, melds[:2]) == codes(rules, 3, melds[1:]) == ()


def test_already_down_and_cards_not_held():
    melds = ["7S 7D 7C", "9S 9D 9C"]
    assert codes(SEVEN, 1, melds, down=True) == ("contract.already-down",)
    held = parse_cards("7S 7D 9S 9D 9C KH QH")
    found = judge_contract(SEVEN, 1, [parse_cards(meld) for meld in melds], held=held).verdict.breaches
    assert [(one.code, one.at, format_cards(one.cards)) for one in found] == [("card.not-held", 0, "7C")]
    assert codes(SEVEN, 1, melds, held=parse_cards("7S 7D 7C 9S 9D 9C KH")) == ()


def test_more_copies_held_than_there_are():
    held = parse_cards("7S 7D 7C 9S 9D 9C 9C 9C")
    assert codes(SEVEN, 1, ["7S 7D 7C", "9S 9D 9C"], held=held) == ("card.too-many",)
    assert codes(TEN, 1, ["7S 7D 7C", "9S 9D 9C"], held=held) == ()
    assert codes(TEN, 1, ["7S 7D 7C", "9S 9D 9C"], held=held, players=4) == ("card.too-many",)


def test_the_last_hand_takes_every_card_held():
    melds = ["2H 3H 4H 5H", "7S 8S 9S TS", "JD QD KD AD"]
    whole = parse_cards(" ".join(melds))
    assert codes(SEVEN, 7, melds, held=whole) == ()
    assert codes(SEVEN, 7, melds, held=(*whole, *parse_cards("4C 6D 9H"))) == ("contract.all-cards",)
    assert codes(SEVEN, 7, melds) == ()


def test_a_required_discard_needs_a_card_left():
    rules = variant(discard_to_go_out="required")
    melds = ["7S 7D 7C", "4H 5H 6H 7H"]
    whole = parse_cards(" ".join(melds))
    assert codes(rules, 2, melds, held=whole) == ("discard.required",)
    assert codes(rules, 2, melds, held=(*whole, Card(9, "C"))) == ()


def test_the_split_is_named():
    declared = judge_contract(SEVEN, 3, [parse_cards("3H 4H 5H 6H 7H"), parse_cards("8H 9H TH JH")])
    assert [format_meld(piece.exact) for piece in declared.pieces] == ["3H 4H 5H 6H", "8H 9H TH JH"]
    assert declared.pieces[0].layoffs == ((Card(7, "H"), "high"),)
    assert [format_meld(meld) for meld in declared.melds] == ["3H 4H 5H 6H 7H", "8H 9H TH JH"]


def test_a_set_lays_its_jokers_off_last():
    rules = variant(table_jokers=None)
    declared = judge_contract(rules, 1, [parse_cards("JK JK 7S 7D"), parse_cards("9S 9D 9C")])
    assert declared.verdict.legal
    assert declared.pieces[0].layoffs == ((JOKER, None),)


def test_natural_cards_lengthen_a_meld_with_more_jokers_than_the_table_takes():
    """Step by step nothing is wrong: the contract takes two jokers, and the limit of the table stops jokers alone."""
    rules = variant(contract_jokers=None)
    kings, queens = "KC JK KS", "QS JK JK QC QH"
    assert codes(rules, 1, [kings, queens]) == ()
    assert codes(rules, 2, [kings, "4H JK JK 7H 8H"]) == ()
    assert codes(rules, 1, [kings, "QS JK JK JK QC"]) == ("joker.cap",)
    assert codes(rules, 2, [kings, "JK 5H JK 7H JK"]) == ("joker.cap",)


def test_slots_of_several_sizes_are_matched():
    melds = [parse_cards("7S 7D 7C"), parse_cards("2H 3H 4H 5H"), parse_cards("5S 6S 7S 8S 9S")]
    rules = variant(contracts=["S3+R4+R5"], last_hand_all_cards=False, layoff_same_turn=False)
    for order in ([0, 1, 2], [2, 1, 0], [1, 0, 2], [2, 0, 1]):
        assert judge_contract(rules, 1, [melds[index] for index in order]).verdict.legal


def test_ten_hands_with_the_rules_of_seven_take_longer_runs():
    assert codes(SEVEN_TEN, 5, ["KS KD KC", "3H 4H 5H 6H 7H 8H 9H TH"]) == ()
    assert codes(TEN, 5, ["KS KD KC", "3H 4H 5H 6H 7H 8H 9H TH"]) == ("contract.size",)


def test_a_placed_joker_is_declared_as_it_is():
    run = [*parse_cards("5H 6H 7H"), Placed(JOKER, Card(4, "H"))]
    declared = judge_contract(SEVEN, 3, [run, parse_cards("9H TH JH QH")])
    assert [format_meld(meld) for meld in declared.melds] == ["JK=4H 5H 6H 7H", "9H TH JH QH"]


def test_clashes_are_between_melds_of_one_kind():
    low, high = run_of(parse_cards("2H 3H 4H 5H"), "H", 2), run_of(parse_cards("6H 7H 8H 9H"), "H", 6)
    sevens = set_of(parse_cards("7H 7S 7D"), 7)
    assert clash(SEVEN, low, high) == clash(SEVEN, high, low) == "contract.consecutive-runs"
    assert clash(SEVEN, low, sevens) is clash(SEVEN, low, low) is clash(TEN, low, high) is None
    assert clash(SEVEN, sevens, sevens) == "contract.same-rank"
    round_the_corner = variant(aces="round")
    top = run_of(parse_cards("TH JH QH KH"), "H", 10)
    assert clash(round_the_corner, run_of(parse_cards("AH 2H 3H 4H"), "H", 1), top) == "contract.consecutive-runs"
