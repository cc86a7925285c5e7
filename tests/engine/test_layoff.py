"""Laying off: every card at every end of melds on the table, and every reason on both of its sides."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.engine.rummy.cards import FRENCH, JOKER, Card, format_card, parse_card
from referee.engine.rummy.layoff import ENDS, fits_table, judge_layoff, lay_off, normal, open_ends
from referee.engine.rummy.meldruling import read_meld, readings
from referee.engine.rummy.melds import format_meld, laid_cards, parse_laid, run_of, set_of
from tests.engine.brute import Row, is_row, is_within_limits
from tests.engine.rulesets import ROOK, SEVEN, TEN, meld_rules, variant

CARDS = st.sampled_from([*FRENCH.faces, JOKER, JOKER])


def meld(text, rules=SEVEN):
    laid = [parse_laid(word, rules.pack, rules.wild_ranks) for word in text.split()]
    return read_meld(laid, rules, on_table=True).readings[0]


@st.composite
def melds_on_the_table(draw):
    """A rule set and a set, or a run anywhere in its suit, with a joker or without."""
    rules = draw(meld_rules)
    if draw(st.booleans()):
        cards = [Card(5, draw(st.sampled_from("SHDC"))) for _ in range(draw(st.integers(3, 4)))]
        return rules, set_of([*cards, *draw(st.sampled_from([[], [JOKER]]))], 5)
    size = draw(st.integers(4, rules.longest_run))
    low = draw(st.sampled_from([low for low in rules.places if rules.run_fits(low, size)]))
    cards = [Card(rules.rank_at(low + step), "H") for step in range(size)]
    if draw(st.booleans()):
        cards[draw(st.integers(0, size - 1))] = JOKER
    return rules, run_of(cards, "H", low)


def longer_rows(rules, on, card):
    """The meld with the card at each end, as the plain enumeration sees it."""
    if on.kind == "set":
        return {None: Row("set", (*on.cards, card), rank=on.rank)}
    below = 13 if rules.aces == "round" and on.low == 1 else on.low - 1
    return {
        "low": Row("run", (card, *on.cards), suit=on.suit, low=below),
        "high": Row("run", (*on.cards, card), suit=on.suit, low=on.low),
    }


@given(melds_on_the_table(), CARDS)
def test_a_card_fits_where_the_longer_meld_is_one(drawn, card):
    rules, on = drawn
    rows = longer_rows(rules, on, card)
    fits = {end for end, row in rows.items() if is_row(rules, row) and is_within_limits(rules, row, on_table=True)}
    assert set(open_ends(rules, on, card)) == fits
    assert fits_table(rules, (on,), card) == bool(fits)
    for end in rows:
        verdict = judge_layoff(rules, on, card, end, down=True, same_turn=False)
        assert verdict.legal == (end in fits)
        assert ("layoff.no-fit" in verdict.codes) == (not is_row(rules, rows[end]))


@given(melds_on_the_table(), CARDS)
def test_the_grown_meld_is_read_as_itself_and_no_joker_drifts(drawn, card):
    rules, on = drawn
    for end in open_ends(rules, on, card):
        grown = normal(rules, lay_off(on, card, end))
        assert grown in readings(laid_cards(grown), rules)
        before = [format_card(on.stands_for(index)) for index in range(len(on))]
        after = [format_card(grown.stands_for(index)) for index in range(len(grown))]
        assert before == (after[1:] if end == "low" else after[:-1])


@pytest.mark.parametrize(
    ("rules", "on", "card", "end", "reasons"),
    [
        (SEVEN, "5H 6H 7H 8H", "9H", "high", ()),
        (SEVEN, "5H 6H 7H 8H", "4H", "low", ()),
        (SEVEN, "5H 6H 7H 8H", "TH", "high", ("layoff.no-fit",)),
        (SEVEN, "5H 6H 7H 8H", "9H", "low", ("layoff.no-fit",)),
        (SEVEN, "5H 6H 7H 8H", "9S", "high", ("layoff.no-fit",)),
        (SEVEN, "5H 6H 7H 8H", "9H", None, ("layoff.no-fit",)),
        (SEVEN, "5H 6H 7H 8H", "JK", "high", ()),
        (SEVEN, "5H 6H 7H JK", "JK", "low", ("joker.cap",)),
        (SEVEN, "2H 3H 4H JK", "JK", "low", ("layoff.no-fit", "joker.cap")),
        (SEVEN, "5H 6H 7H JK", "4H", "low", ()),
        (SEVEN, "2H 3H 4H 5H", "AH", "low", ("layoff.no-fit",)),
        (TEN, "2H 3H 4H 5H", "AH", "low", ()),
        (TEN, "JH QH KH AH", "2H", "high", ("layoff.no-fit",)),
        (TEN, "JH QH KH AH", "JK", "high", ("layoff.no-fit",)),
        (TEN, "5H JK JK 8H", "JK", "low", ()),
        (ROOK, "11R 12R 13R 14R", "1R", "high", ()),
        (ROOK, "12R 13R 14R 1R", "2R", "high", ("layoff.no-fit",)),
        (SEVEN, "7H 7S 7D", "7H", None, ()),
        (SEVEN, "7H 7S 7D", "8H", None, ("layoff.no-fit",)),
        (SEVEN, "7H 7S 7D", "JK", None, ()),
        (SEVEN, "7H 7S JK", "JK", None, ("joker.cap",)),
        (TEN, "7H 7S JK", "JK", None, ()),
        (variant("shanghai-10", adjacent_wilds=False), "JK 6H 7H 8H", "JK", "low", ("joker.adjacent",)),
        (variant("shanghai-10", adjacent_wilds=False), "JK 6H 7H 8H", "JK", "high", ()),
        (variant(max_run=5), "5H 6H 7H 8H 9H", "TH", "high", ("layoff.no-fit",)),
        (variant(aces="round"), "JH QH KH AH", "2H", "high", ()),
        (variant(aces="round"), "AH 2H 3H 4H", "KH", "low", ()),
        (variant(wild_ranks=["2"]), "7H 7S 7D", "2C", None, ()),
    ],
)
def test_what_fits_and_what_does_not(rules, on, card, end, reasons):
    verdict = judge_layoff(rules, meld(on, rules), parse_card(card, rules.pack), end, down=True, same_turn=False)
    assert verdict.codes == reasons


def test_only_who_is_down_lays_off_and_in_the_same_turn_where_it_is_allowed():
    on, card = meld("5H 6H 7H 8H"), Card(9, "H")
    verdicts = {
        (rules.base, down, same_turn): judge_layoff(rules, on, card, "high", down=down, same_turn=same_turn).codes
        for rules in (SEVEN, TEN)
        for down, same_turn in ((True, False), (True, True), (False, False))
    }
    assert verdicts == {
        ("shanghai-7", True, False): (),
        ("shanghai-7", True, True): (),
        ("shanghai-7", False, False): ("layoff.not-down",),
        ("shanghai-10", True, False): (),
        ("shanghai-10", True, True): ("layoff.same-turn",),
        ("shanghai-10", False, False): ("layoff.not-down",),
    }


def test_more_jokers_than_a_rule_set_allows_do_not_stop_a_natural_card():
    crowded = run_of((JOKER, JOKER, Card(7, "H"), Card(8, "H")), "H", 5)
    assert open_ends(SEVEN, crowded, Card(9, "H")) == ("high",)
    assert open_ends(SEVEN, crowded, JOKER) == ()


def test_a_run_that_goes_round_is_counted_within_one_round():
    rules = variant(aces="round")
    grown = normal(rules, lay_off(meld("AH 2H 3H 4H", rules), Card(13, "H"), "low"))
    assert (grown.low, format_meld(grown)) == (13, "KH AH 2H 3H 4H")
    whole = run_of([Card(rank, "H") for rank in range(1, 14)], "H", 1)
    assert open_ends(rules, whole, Card(1, "H")) == ()


def test_a_set_takes_its_new_card_last():
    assert format_meld(lay_off(meld("7H 7S JK"), Card(7, "D"), None)) == "7H 7S JK=7 7D"
    assert {end: format_meld(lay_off(meld("5H 6H 7H 8H"), JOKER, end)) for end in ENDS} == {
        "low": "JK=4H 5H 6H 7H 8H",
        "high": "5H 6H 7H 8H JK=9H",
    }
