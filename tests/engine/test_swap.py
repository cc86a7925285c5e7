"""The joker swap: single moves, the runs that they lead to, and every reason on both of its sides."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.engine.rummy.cards import FRENCH, JOKER, Card, parse_card, parse_cards
from referee.engine.rummy.layoff import open_ends
from referee.engine.rummy.meldruling import read_meld
from referee.engine.rummy.melds import format_meld, laid_cards, run_of
from referee.engine.rummy.ruledoc import RulesError
from referee.engine.rummy.swap import freed_jokers, joker_for, judge_swap, swap, swap_choices
from tests.engine.rulesets import SEVEN, TEN, variant
from tests.engine.test_layoff import meld

TO_HAND = variant("shanghai-10", joker_swap="runs-to-hand")
APART = variant("shanghai-10", adjacent_wilds=False)
WHOLE = "AH 2H 3H 4H 5H 6H JK=7H 8H 9H TH JH QH KH AH"


@st.composite
def runs_with_jokers(draw, most=3):
    """A run of hearts with up to so many jokers, one natural card at least."""
    size = draw(st.integers(4, 14))
    low = draw(st.integers(1, 15 - size))
    cards = [Card((low + step - 1) % 13 + 1, "H") for step in range(size)]
    for at in draw(st.sets(st.integers(0, size - 1), max_size=most)):
        cards[at] = JOKER
    return run_of(cards, "H", low)


@given(runs_with_jokers(), st.sampled_from([*FRENCH.faces, JOKER]), st.sampled_from(["low", "high", None]))
def test_a_swap_is_legal_where_the_joker_stands_for_the_card_and_an_end_is_free(run, card, to):
    lowest, highest = run.low > 1, run.high < 14
    ends = {"low": lowest, "high": highest, None: lowest or highest}
    wanted = {run.stands_for(index) for index in run.wild_places}
    verdict = judge_swap(TEN, run, card, to, down=True, same_turn=False)
    assert verdict.legal == (card in wanted and ends[to])
    assert ("swap.wrong-card" in verdict.codes) == (card not in wanted and (bool(wanted) or card == JOKER))
    assert ("swap.no-room" in verdict.codes) == (bool(wanted) and not ends[to])
    assert ("swap.no-joker" in verdict.codes) == (not wanted)


@given(runs_with_jokers(), st.sampled_from(FRENCH.faces))
def test_a_swap_keeps_every_card_and_every_place_but_the_jokers(run, card):
    for to in swap_choices(TEN, run, card):
        after = swap(TEN, run, card, to)
        assert sorted(after.cards) == sorted((*run.cards, card))
        assert len(after.wild_places) == len(run.wild_places)
        before = {run.stands_for(index) for index in run.wild_places}
        moved = after.stands_for(0 if to == "low" else len(after) - 1)
        assert {after.stands_for(index) for index in after.wild_places} == before - {card} | {moved}
        assert after in read_meld(laid_cards(after), TEN, on_table=True).readings


def states(run, cards):
    """Every run, with what is left in the hand, that swaps and lay-offs one at a time lead to."""
    seen, todo = set(), [(run, tuple(sorted(cards)))]
    while todo:
        state = todo.pop()
        if state in seen:
            continue
        seen.add(state)
        on, held = state
        for card in set(held):
            left = list(held)
            left.remove(card)
            for to in swap_choices(TEN, on, card):
                todo.append((swap(TEN, on, card, to), tuple(left)))
            for end in open_ends(TEN, on, card):
                grown = (card, *on.cards) if end == "low" else (*on.cards, card)
                todo.append((run_of(grown, "H", on.low - (end == "low")), tuple(left)))
    return seen


@given(runs_with_jokers(most=2), st.lists(st.builds(Card, st.integers(1, 13), st.just("H")), max_size=4))
def test_what_can_be_reached_is_a_run_of_the_places_in_between(run, held):
    """The swap lemma: a run that swaps and lay-offs lead to is told by its places alone, the jokers fill the rest.

    Each card played makes the run one place longer, so that any run that is reached covers the first one, as many
    places as cards, within the ace rule; and no natural card ever leaves it.
    """
    for reached, left in states(run, held):
        assert reached.low <= run.low
        assert reached.high >= run.high
        assert len(reached) == len(run) + len(held) - len(left)
        assert TEN.run_fits(reached.low, len(reached))
        assert len(reached.wild_places) == len(run.wild_places)
        naturals = [card for card in run.cards if card != JOKER]
        assert all(reached.cards.count(card) >= naturals.count(card) for card in naturals)


@pytest.mark.parametrize(
    ("rules", "on", "card", "to", "reasons"),
    [
        (TEN, "5C 6C JK=7C 8C 9C", "7C", "low", ()),
        (TEN, "5C 6C JK=7C 8C 9C", "7C", None, ()),
        (TEN, "5C 6C JK=7C 8C JK=9C", "9C", "high", ()),
        (TEN, "JK=AH 2H 3H 4H", "AH", "high", ()),
        (TEN, "5H 6H 7H JK=8H", "4H", "low", ("swap.wrong-card",)),
        (TEN, "5H 6H 7H JK=8H", "JK", "low", ("swap.wrong-card",)),
        (TEN, "5H 6H 7H 8H", "JK", "low", ("swap.no-joker", "swap.wrong-card")),
        (TEN, "5H 6H 7H 8H", "7H", "low", ("swap.no-joker",)),
        (TEN, "7H 7S JK=7", "7D", None, ("swap.not-run",)),
        (TEN, "7H 7S 7D", "7D", None, ("swap.not-run", "swap.no-joker")),
        (TEN, "AH JK=2H 3H 4H", "2H", "low", ("swap.no-room",)),
        (TEN, "AH JK=2H 3H 4H", "2H", None, ()),
        (TEN, WHOLE, "7H", "low", ("swap.no-room",)),
        (TEN, WHOLE, "7H", None, ("swap.no-room",)),
        (TEN, WHOLE, "8H", None, ("swap.wrong-card", "swap.no-room")),
        (APART, "JK=4H 5H JK=6H 7H", "6H", "low", ("swap.no-room",)),
        (APART, "JK=4H 5H JK=6H 7H", "6H", "high", ()),
        (TO_HAND, WHOLE, "7H", None, ()),
        (TO_HAND, WHOLE, "8H", None, ("swap.wrong-card",)),
        (SEVEN, "5C 6C JK=7C 8C", "7C", "high", ("swap.off",)),
    ],
)
def test_what_may_be_swapped_and_what_not(rules, on, card, to, reasons):
    assert judge_swap(rules, meld(on, rules), parse_card(card), to, down=True, same_turn=False).codes == reasons


def test_only_who_went_down_on_an_earlier_turn_swaps():
    on, card = meld("5C 6C JK=7C 8C", TEN), Card(7, "C")
    assert judge_swap(TEN, on, card, None, down=False, same_turn=False).codes == ("swap.not-down",)
    assert judge_swap(TEN, on, card, None, down=True, same_turn=True).codes == ("swap.same-turn",)
    assert judge_swap(SEVEN, on, card, None, down=False, same_turn=True).codes == ("swap.off",)


def test_the_joker_goes_where_it_is_sent():
    on, card = meld("5C 6C JK=7C 8C 9C", TEN), Card(7, "C")
    assert swap_choices(TEN, on, card) == ("low", "high")
    assert format_meld(swap(TEN, on, card, "low")) == "JK=4C 5C 6C 7C 8C 9C"
    assert format_meld(swap(TEN, on, card, "high")) == "5C 6C 7C 8C 9C JK=TC"
    assert freed_jokers(TEN, on, card) == ()


def test_the_joker_comes_to_the_hand_where_the_rules_say_so():
    on, card = meld("5C 6C JK=7C 8C 9C", TEN), Card(7, "C")
    assert swap_choices(TO_HAND, on, card) == (None,)
    assert format_meld(swap(TO_HAND, on, card, None)) == "5C 6C 7C 8C 9C"
    assert freed_jokers(TO_HAND, on, card) == (JOKER,)
    assert freed_jokers(TO_HAND, on, Card(8, "C")) == ()


def test_a_card_for_which_no_joker_stands_cannot_be_swapped():
    on = meld("5C 6C JK=7C 8C", TEN)
    assert joker_for(SEVEN, on, Card(8, "C")) is None
    assert swap_choices(TEN, on, Card(8, "C")) == ()
    with pytest.raises(AssertionError, match="no wild card stands for 8C"):
        swap(TEN, on, Card(8, "C"), "low")


# Jokers of sets, and wild cards that are no jokers ----------------------------------------------------------------

SETS = variant("onze")
JOKERS_ONLY = variant("may-i", joker_swap="runs-to-hand", swap_when="always")


def test_any_card_of_the_rank_takes_a_jokers_place_in_a_set():
    on = meld("7H JK 2D 7S", SETS)
    assert swap_choices(SETS, on, Card(7, "C")) == (None,)
    assert swap_choices(SETS, on, Card(8, "C")) == ()
    # The joker goes before the wild two.
    assert freed_jokers(SETS, on, Card(7, "C")) == (JOKER,)
    after = swap(SETS, on, Card(7, "C"), None)
    assert (after.kind, after.rank, sorted(after.cards)) == ("set", 7, sorted(parse_cards("7H 7C 2D 7S")))
    assert freed_jokers(SETS, after, Card(7, "C")) == (Card(2, "D"),)


def test_joker_of_a_set_is_judged_by_the_setting():
    on = meld("7H JK 7S", SETS)
    assert judge_swap(SETS, on, Card(7, "C"), None, down=False, same_turn=False).legal
    assert judge_swap(SETS, on, Card(8, "C"), None, down=True, same_turn=False).codes == ("swap.wrong-card",)
    natural = meld("7H 7D 7S", SETS)
    assert judge_swap(SETS, natural, Card(7, "C"), None, down=True, same_turn=False).codes == ("swap.no-joker",)
    runs = variant("onze", set_swap=False)
    assert judge_swap(runs, on, Card(7, "C"), None, down=True, same_turn=False).codes == ("swap.not-run",)


def test_only_jokers_are_swapped_where_the_rules_say_so():
    two, joker = meld("5C 2H=6C 7C 8C", JOKERS_ONLY), meld("5C JK=6C 7C 8C", JOKERS_ONLY)
    assert judge_swap(JOKERS_ONLY, joker, Card(6, "C"), None, down=False, same_turn=False).legal
    assert judge_swap(JOKERS_ONLY, two, Card(6, "C"), None, down=False, same_turn=False).codes == ("swap.no-joker",)
    all_wild = variant("may-i", swap_when="always", swap_all_wilds=True)
    assert freed_jokers(all_wild, two, Card(6, "C")) == (Card(2, "H"),)


def test_swapping_in_sets_needs_a_hand_to_which_the_joker_goes():
    with pytest.raises(RulesError) as refused:
        variant(joker_swap="runs", set_swap=True)
    assert (refused.value.setting, refused.value.other) == ("set_swap", "joker_swap")
    off = variant(joker_swap="none", set_swap=True)
    assert judge_swap(off, meld("7H JK 7S", off), Card(7, "C"), None, down=True, same_turn=False).codes == ("swap.off",)
    assert swap_choices(off, meld("7H JK 7S", off), Card(7, "C")) == ()
