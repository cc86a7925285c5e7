"""Reading melds: equal to plain enumeration, and every reason on both of its sides."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.engine.rummy.cards import FRENCH, JOKER, Card, NotationError, parse_cards
from referee.engine.rummy.meldruling import read_meld
from referee.engine.rummy.melds import Placed, format_meld, laid_cards, parse_laid, run_of, set_of
from referee.engine.rummy.readings import run_readings, set_readings
from tests.engine.brute import arrangements, is_within_limits, written
from tests.engine.rulesets import ROOK, SEVEN, TEN, meld_rules, variant

ranks = st.sampled_from([1, 1, 2, 3, 4, 11, 12, 13])
naturals = st.builds(Card, ranks, st.sampled_from("HHHHS"))
few_cards = st.lists(st.one_of(naturals, naturals, naturals, st.just(JOKER)), min_size=1, max_size=6)


@st.composite
def nearly_a_meld(draw):
    """Cards that are a meld or nearly one: neighbours in a suit or cards of a rank, some of them jokers, some moved."""
    size = draw(st.integers(1, 6))
    if draw(st.booleans()):
        rank = draw(st.integers(1, 13))
        cards = [Card(rank, draw(st.sampled_from("SHDC"))) for _ in range(size)]
    else:
        low = draw(st.integers(1, 14))
        cards = [Card((low + step - 1) % 13 + 1, "H") for step in range(size)]
        cards = cards if draw(st.booleans()) else cards[::-1]
    for at in draw(st.lists(st.integers(0, size - 1), max_size=3)):
        cards[at] = draw(st.one_of(st.just(JOKER), st.just(JOKER), naturals))
    return draw(st.one_of(st.just(cards), st.permutations(cards)))


cards_to_read = st.one_of(few_cards, nearly_a_meld())


def masked(meld):
    """A reading as the plain enumeration writes it."""
    texts = [
        f"*={text.partition('=')[2]}" if "=" in text else text
        for text in (format_meld(meld).split(" ") if meld.cards else [])
    ]
    return (meld.kind, *(sorted(texts) if meld.kind == "set" else texts))


@given(rules=meld_rules, cards=cards_to_read, bag=st.booleans())
def test_structural_readings_equal_plain_enumeration(rules, cards, bag):
    found = [*set_readings(cards, rules), *run_readings(cards, rules, bag=bag)]
    assert {masked(meld) for meld in found} == {written(rules, row) for row in arrangements(rules, cards, bag=bag)}


@given(rules=meld_rules, cards=cards_to_read, bag=st.booleans(), on_table=st.booleans())
def test_legal_readings_equal_plain_enumeration(rules, cards, bag, on_table):
    ruling = read_meld(cards, rules, bag=bag, on_table=on_table)
    possible = "card.too-many" not in ruling.verdict.codes
    rows = [row for row in arrangements(rules, cards, bag=bag) if is_within_limits(rules, row, on_table=on_table)]
    assert {masked(meld) for meld in ruling.readings} == {written(rules, row) for row in rows if possible}
    assert ruling.verdict.legal == (possible and bool(rows))


@given(rules=meld_rules, cards=cards_to_read, on_table=st.booleans())
def test_nearest_order_is_a_legal_order_of_the_same_cards(rules, cards, on_table):
    ruling = read_meld(cards, rules, on_table=on_table)
    if ruling.verdict.legal or "card.too-many" in ruling.verdict.codes:
        assert ruling.nearest is None
        return
    in_some_order = read_meld(cards, rules, bag=True, on_table=on_table).readings
    assert (ruling.nearest is None) == (not in_some_order)
    if ruling.nearest:
        assert sorted(ruling.nearest.cards) == sorted(cards)
        assert ruling.nearest in read_meld(laid_cards(ruling.nearest), rules, on_table=on_table).readings


@given(rules=meld_rules, cards=cards_to_read, bag=st.booleans())
def test_a_reading_with_its_jokers_placed_is_read_as_itself(rules, cards, bag):
    for meld in read_meld(cards, rules, bag=bag).readings:
        words = format_meld(meld).split(" ")
        assert tuple(parse_laid(word, FRENCH, rules.wild_ranks) for word in words) == laid_cards(meld)
        assert masked(meld) in {masked(one) for one in read_meld(laid_cards(meld), rules).readings}


@given(rules=meld_rules, cards=cards_to_read, bag=st.booleans(), on_table=st.booleans())
def test_a_refusal_has_reasons_each_known_and_once(rules, cards, bag, on_table):
    verdict = read_meld(cards, rules, bag=bag, on_table=on_table).verdict
    codes = [found.code for found in verdict.breaches]
    assert len(codes) == len(set(codes))
    assert verdict.legal == (not codes)


def codes(cards, rules=SEVEN, **how):
    return read_meld(parse_cards(cards, rules.pack), rules, **how).verdict.codes


MAX_FIVE = variant(max_run=5)
LOW = variant(aces="low")
ROUND = variant(aces="round")
APART = variant("shanghai-10", adjacent_wilds=False)


@pytest.mark.parametrize(
    ("rules", "refused", "reasons", "accepted"),
    [
        (SEVEN, "7H 7S", ["meld.too-short"], "7H 7S 7D"),
        (SEVEN, "QH KH AH", ["meld.too-short"], "JH QH KH AH"),
        (SEVEN, "5H 6S 7H", ["meld.too-short", "run.suit"], "5H 6H 7H 8H"),
        (SEVEN, "", ["meld.too-short"], "7H 7S JK"),
        (SEVEN, "5H 9S KD 2C", ["meld.mixed"], "5H 5S 5D 5C"),
        (SEVEN, "7H 7S 8D", ["set.rank"], "7H 7S 7D"),
        (SEVEN, "7H 7H 8H", ["meld.too-short", "set.rank", "run.duplicate"], "7H 7H 7S"),
        (SEVEN, "5H 6S 7H 8H", ["run.suit"], "5H 6H 7H 8H"),
        (SEVEN, "KH AS 2H 3H", ["run.suit", "run.ace"], "JH QH KH AH"),
        (SEVEN, "5H 6H 8H TH", ["run.gap"], "5H 6H 7H 8H"),
        (SEVEN, "5H JK 6H 7H", ["run.gap"], "JK 5H 6H 7H"),
        (SEVEN, "2H 3H 4H 5H 5H", ["run.duplicate"], "2H 3H 4H 5H 6H"),
        (SEVEN, "2H 2H 4H 6H 7H", ["run.duplicate", "run.gap"], "2H 3H 4H 5H 6H"),
        (SEVEN, "AH AH 2H 3H 4H", ["run.duplicate", "run.ace"], "2H 3H 4H 5H"),
        (SEVEN, "AH 2H 3H 4H", ["run.ace"], "JH QH KH AH"),
        (SEVEN, "KH AH 2H 3H", ["run.ace"], "QH JH KH AH"),
        (SEVEN, "JK 2H 3H 4H", ["run.ace"], "2H 3H 4H JK"),
        (SEVEN, "QH KH AH JK", ["run.ace"], "JK QH KH AH"),
        (TEN, "KH AH 2H 3H", ["run.ace"], "AH 2H 3H 4H"),
        (TEN, "JK AH 2H 3H", ["run.ace"], "AH 2H 3H JK"),
        (LOW, "JH QH KH AH", ["run.ace"], "AH 2H 3H 4H"),
        (LOW, "JH QH KH JK", ["run.ace"], "JK JH QH KH"),
        (ROOK, "13Y 14Y 1Y 2Y", ["run.ace"], "12R 13R 14R 1R"),
        (MAX_FIVE, "2H 3H 4H 5H 6H 7H", ["run.too-long"], "2H 3H 4H 5H 6H"),
        (MAX_FIVE, "2H 3H 4H 6H 7H 8H", ["run.gap", "run.too-long"], "2H 3H 4H 5H 6H"),
        (SEVEN, "JK JK JK JK", ["joker.all", "joker.cap"], "7H 7S 7D JK"),
        (SEVEN, "7H JK JK", ["joker.cap"], "7H 7S JK"),
        (TEN, "5H JK JK 8H", ["joker.cap"], "5H JK 7H 8H"),
        (TEN, "4C JK JK JK JK 9C TC", ["joker.cap"], "4C 5C JK JK JK 9C TC"),
        (APART, "4C 5C JK JK 8C 9C", ["joker.adjacent"], "4C JK 6C JK 8C 9C"),
        (SEVEN, "7H 7H 7H", ["card.too-many"], "7H 7H 7S"),
        (TEN, "7H 7H 7H 7H 7H", ["card.too-many"], "7H 7H 7H 7H"),
    ],
)
def test_reasons_hold_where_they_are_given_and_not_beside(rules, refused, reasons, accepted):
    assert sorted(codes(refused, rules)) == sorted(reasons)
    assert codes(accepted, rules) == ()


def test_a_contract_size_is_held_and_a_table_has_its_own_cap():
    assert codes("5H 6H 7H 8H", size=5) == ("contract.size",)
    assert codes("5H 6H 7H 8H", size=4) == ()
    assert codes("5H JK JK 8H", TEN) == ("joker.cap",)
    assert codes("5H JK JK 8H", TEN, on_table=True) == ()


def test_a_run_from_ace_to_ace_needs_a_rule_that_lets_it():
    whole = "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH"
    assert set(codes(whole, bag=True)) == {"run.ace", "run.duplicate", "run.too-long"}
    assert codes(whole, TEN, bag=True) == ()
    short = variant(max_run=7)
    assert set(codes("5H 6H 7H 8S 9H TH JH QH", short)) == {"run.suit", "run.too-long"}
    doubled = "AH 2H 3H 4H 5H 5H 7H 8H 9H TH JH QH KH JK"
    assert codes(doubled, TEN, bag=True) == ("run.duplicate",)
    one_ace = read_meld(parse_cards("2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH JK"), TEN, bag=True)
    ends = [format_meld(meld).split()[:: len(meld) - 1] for meld in one_ace.readings]
    assert ends == [["AH", "JK=AH"], ["JK=AH", "AH"]]


def test_round_the_corner_is_a_run_where_the_rule_set_says_so():
    ruling = read_meld(parse_cards("KH AH 2H 3H"), ROUND)
    assert [format_meld(meld) for meld in ruling.readings] == ["KH AH 2H 3H"]
    assert ruling.readings[0].low == 13


def test_the_order_says_at_which_end_a_run_of_thirteen_has_its_ace():
    low, high = "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH", "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH"
    for text in (low, high, low.replace("AH", "JK=AH"), high.replace("AH", "JK=AH")):
        laid = [parse_laid(word, FRENCH) for word in text.split()]
        assert [format_meld(meld) for meld in read_meld(laid, TEN).readings] == [text]
        assert [format_meld(meld) for meld in read_meld(laid[::-1], TEN).readings] == [text]
        assert len(read_meld(laid, TEN, bag=True).readings) == 2


def test_cards_whose_order_is_no_run_round_the_corner_are_read_in_every_order():
    """Any three ranks rise round the corner one way or the other: only a stretch as long as the meld is an order."""
    readings = {text: read_meld(parse_cards(text), ROUND).readings for text in ("3D 4D JK 2D", "QD KD JK 2D")}
    assert [format_meld(meld) for meld in readings["3D 4D JK 2D"]] == ["2D 3D 4D JK=5D", "JK=AD 2D 3D 4D"]
    assert [format_meld(meld) for meld in readings["QD KD JK 2D"]] == ["QD KD JK=AD 2D"]
    assert codes("QD KD 2D JK", ROUND) == ("run.gap",)


def test_read_only_as_one_kind():
    one_natural = parse_cards("7H JK JK JK")
    kinds = {kind: read_meld(one_natural, TEN, on_table=True, kind=kind).readings for kind in ("set", "run")}
    assert [format_meld(meld) for meld in kinds["set"]] == ["7H JK=7 JK=7 JK=7"]
    assert [format_meld(meld) for meld in kinds["run"]] == ["7H JK=8H JK=9H JK=TH"]
    assert codes("7H 7S 7D", kind="run") == ("meld.too-short", "run.suit", "run.duplicate")
    assert codes("5H 6H 7H 8H", kind="set") == ("set.rank",)


def test_a_placed_joker_keeps_its_place_and_may_name_the_rank_alone():
    readings = [
        read_meld([*parse_cards("5H 6H 7H"), Placed(JOKER, stands)], SEVEN).readings
        for stands in (Card(8, "H"), Card(8, ""))
    ]
    assert readings[0] == readings[1]
    assert [format_meld(meld) for meld in readings[0]] == ["5H 6H 7H JK=8H"]
    assert read_meld([*parse_cards("5H 6H 7H"), Placed(JOKER, Card(8, "S"))], SEVEN).verdict.codes == ("run.suit",)
    assert read_meld([*parse_cards("7H 7S"), Placed(JOKER, Card(8, ""))], SEVEN).verdict.codes == ("set.rank",)


def test_only_a_wild_card_stands_for_another():
    with pytest.raises(NotationError, match="'7S=8H'"):
        parse_laid("7S=8H", FRENCH)
    with pytest.raises(NotationError, match="stand for a card"):
        parse_laid("JK=JK", FRENCH)
    assert parse_laid("2S=8H", FRENCH, (2,)) == Placed(Card(2, "S"), Card(8, "H"))
    assert parse_laid("joker=10", FRENCH) == Placed(JOKER, Card(10, ""))


def test_a_meld_tells_its_places():
    run = run_of(parse_cards("QH KH JK"), "H", 12)
    assert (len(run), run.high, run.wild_places) == (3, 14, (2,))
    assert run.stands_for(2) == Card(1, "H")
    assert set_of(parse_cards("7H JK"), 7).wild_places == (1,)
