"""What goes wrong in programs like this one, asked as questions: by the names of the scenarios."""

import pytest

from referee.engine.rulings import rule

WINDOW = {
    "ask": "claim",
    "rules": "shanghai-7",
    "players": 4,
    "turn": 1,
    "discarder": 0,
    "card": "7S",
    "hand": 1,
    "down": [],
    "buys": [0, 0, 0, 0],
    "declared": False,
    "table": [],
    "stock": 40,
    "discards": 5,
}
BOTH = ("shanghai-7", "shanghai-10")


def contract(hand, *melds, rules="shanghai-7", **known):
    return rule({"ask": "contract", "rules": rules, "hand": hand, "melds": list(melds), **known})


def meld(cards, rules="shanghai-7", **known):
    return rule({"ask": "meld", "rules": rules, "cards": cards, **known})


def claim(*calls, **known):
    said = [{"seat": seat, "call": call} for seat, call in calls]
    return rule({**WINDOW, **known, "calls": said})


def readings(answer):
    return [" ".join(one["cards"]) for one in answer["readings"]]


@pytest.mark.parametrize("rules", BOTH)
def test_s5_the_set_without_the_card_that_the_run_needs(rules):
    held = "7H 7S 7D 7C 4H 5H 6H KS"
    answer = contract(2, "7S 7D 7C", "4H 5H 6H 7H", rules=rules, held=held)
    assert (answer["legal"], answer["out"]) == (True, False)
    greedy = contract(2, "7H 7S 7D", "4H 5H 6H 7H", rules=rules, held=held)
    assert greedy["reasons"] == ["card.not-held"]
    assert "7H" in greedy["text"]


def test_s6_wild_twos_lie_as_themselves_in_a_set_of_twos():
    rules = {"base": "shanghai-7", "set": {"wild_ranks": ["2"]}}
    assert readings(meld("2S 2H 2D", rules)) == ["2S 2H 2D"]
    assert meld("2S 7H 2D", rules)["reasons"] == ["joker.cap"]
    assert readings(meld("2S 7H 7D", rules)) == ["2S=7 7H 7D"]


def test_s8_melds_are_matched_whatever_their_order():
    assert contract(2, "4H 5H 6H 7H", "7S 7D 7C")["legal"]
    assert contract(6, "4H 5H 6H 7H", "7S 7D 7C", "9C TC JC QC")["legal"]
    rules = {"base": "shanghai-10", "set": {"contracts": ["R4+R5"], "buys": 3}}
    assert contract(1, "4H 5H 6H 7H 8H", "9C TC JC QC", rules=rules)["legal"]
    assert contract(1, "9C TC JC QC", "4H 5H 6H 7H 8H", rules=rules)["legal"]


def test_s9_a_card_that_fits_at_both_ends_is_not_placed_by_guess():
    run = "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH"
    question = {"ask": "layoff", "rules": "shanghai-10", "meld": run, "card": "AH", "down": True, "same_turn": False}
    answer = rule({**question, "end": None})
    assert (answer["legal"], answer["meld"], answer["choices"]) == (True, None, ["low", "high"])
    assert rule({**question, "end": "low"})["meld"][0] == rule({**question, "end": "high"})["meld"][-1] == "AH"


def test_s10_a_card_that_is_not_held_is_named_and_two_equal_cards_are_fine():
    missing = contract(1, "7S 7D 7C", "9S 9D 9C", held="7S 7D 9S 9D 9C KH QH")
    assert (missing["reasons"], missing["at"]) == (["card.not-held"], [0])
    assert "7C" in missing["text"]
    twice = contract(1, "7S 7S 7C", "9S 9D 9C", held="7S 7D 7C 9S 9D 9C KH")
    assert (twice["reasons"], twice["at"]) == (["card.not-held"], [0])
    assert contract(1, "7S 7S 7C", "9S 9D 9C", held="7S 7S 7C 9S 9D 9C KH")["legal"]
    assert contract(1, "7S 7D 7C", "7S 9D 9C", held="7S 7D 7C 9D 9C KH")["at"] == [1, 1]


@pytest.mark.parametrize("table", ["JK 5S 6S 7S", "JK=4S 5S 6S 7S"])
def test_s11_a_joker_never_drifts(table):
    question = {"ask": "layoff", "rules": "shanghai-7", "meld": table, "down": True, "same_turn": False}
    assert rule({**question, "card": "8S", "end": "high"})["meld"] == ["JK=4S", "5S", "6S", "7S", "8S"]
    assert rule({**question, "card": "4S", "end": "low"})["reasons"] == ["layoff.no-fit"]
    assert rule({**question, "card": "3S", "end": "low"})["meld"] == ["3S", "JK=4S", "5S", "6S", "7S"]


def test_s12_no_joker_above_the_ace():
    cards = "JH QH KH JK JK"
    nine, ten = "JK=9H JK=TH JH QH KH", "JK=TH JH QH KH JK=AH"
    assert set(readings(meld(cards, "shanghai-10", bag=True, size=5))) == {nine, ten}
    assert meld(cards, bag=True)["reasons"] == ["joker.cap"]
    assert meld(cards, "shanghai-10")["reasons"] == ["run.ace"]


@pytest.mark.parametrize("rules", BOTH)
def test_s13_an_illegal_order_comes_with_a_legal_one(rules):
    answer = meld("QH KH AH JK", rules)
    assert answer["reasons"] == ["run.ace"]
    assert answer["nearest"] == ["JK=JH", "QH", "KH", "AH"]
    assert meld(answer["nearest"], rules)["legal"]


def test_s14_a_wrong_card_for_a_swap_may_still_be_laid_off():
    known = {"rules": "shanghai-10", "meld": "5H 6H 7H JK=8H", "card": "4H", "down": True, "same_turn": False}
    assert rule({"ask": "swap", **known, "to": "low"})["reasons"] == ["swap.wrong-card"]
    assert rule({"ask": "layoff", **known, "end": "low"})["meld"] == ["4H", "5H", "6H", "7H", "JK=8H"]


@pytest.mark.parametrize("rules", BOTH)
@pytest.mark.parametrize("count", range(1, 5))
def test_s15_jokers_alone_are_no_meld(rules, count):
    answer = meld(["JK"] * count, rules, on="table")
    assert "joker.all" in answer["reasons"]
    assert answer["readings"] == []


def test_s16_a_swap_without_room_is_refused():
    whole = "AH 2H 3H 4H 5H 6H JK=7H 8H 9H TH JH QH KH AH"
    question = {"ask": "swap", "rules": "shanghai-10", "meld": whole, "card": "7H", "down": True, "same_turn": False}
    for to in ("low", "high", None):
        answer = rule({**question, "to": to})
        assert (answer["reasons"], answer["choices"], answer["meld"]) == (["swap.no-room"], [], whole.split())


def test_s17_the_buyer_whose_turn_comes_sooner_gets_the_card():
    answer = claim((3, "buy"), (2, "buy"))
    assert (answer["who"], answer["cost"], answer["refused"]) == (2, 2, {"3": "buy.outranked"})
    taken = claim((3, "buy"), (2, "buy"), (1, "take"))
    assert (taken["who"], taken["how"], taken["cost"]) == (1, "take", 0)


def test_s18_a_claim_out_of_place_has_its_reason():
    assert claim((0, "buy"))["refused"] == {"0": "buy.own-discard"}
    assert rule({**WINDOW, "calls": [{"seat": 4, "call": "buy"}]})["error"]["code"] == "seat.range"


def test_s19_a_call_made_twice_is_one_buy():
    answer = claim((2, "buy"), (2, "buy"))
    assert (answer["who"], answer["cost"], answer["refused"]) == (2, 2, {})


def test_s21_a_player_who_is_down_neither_buys_nor_holds_back_a_buyer():
    down = {"rules": "shanghai-10", "down": [1, 2]}
    answer = claim((1, "take"), (2, "buy"), (3, "buy"), **down)
    assert (answer["who"], answer["refused"]) == (3, {"1": "turn.outranked", "2": "buy.down"})
    assert claim((1, "take"), (2, "buy"), **down)["how"] == "take"


def test_s23_shanghai_beats_a_buy_and_a_declared_card_goes_to_nobody():
    table = {"table": ["7H 7D 7C"]}
    answer = claim((2, "buy"), (3, "shanghai"), **table)
    assert (answer["how"], answer["cost"], answer["refused"]) == ("shanghai", 0, {"2": "buy.outranked"})
    declared = claim((1, "take"), (2, "buy"), (3, "shanghai"), declared=True, **table)
    assert (declared["who"], declared["how"], declared["then"]) == (None, "none", "stock")


def test_s25_discards_are_recycled_except_the_claimed_card():
    assert claim((2, "buy"), stock=1, discards=2)["how"] == "buy"
    assert claim((2, "buy"), stock=1, discards=1)["refused"] == {"2": "buy.stock-short"}
