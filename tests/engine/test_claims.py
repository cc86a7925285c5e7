"""Who gets a discard: every small window settled a second way, and every refusal."""

from itertools import product

import pytest

from referee.engine.rummy.cards import JOKER, Card, parse_cards
from referee.engine.rummy.claims import Call, ClaimWindow, judge_call, rank, resolve
from referee.engine.rummy.melds import set_of
from tests.engine.rulesets import SEVEN, TEN, variant

SEVENS = set_of(parse_cards("7H 7D 7C"), 7)
EIGHTS = set_of(parse_cards("8H 8D 8C"), 8)
HOWS = ("take", "buy", "shanghai")


def window(rules=SEVEN, **known):
    values = {
        "rules": rules,
        "hand": 1,
        "players": 4,
        "turn": 1,
        "discarder": 0,
        "card": Card(7, "S"),
        "down": frozenset(),
        "buys": (0, 0, 0, 0),
        "declared": False,
        "table": (),
        "stock": 40,
        "discards": 5,
    }
    return ClaimWindow(**{**values, **known})


def settle(rules, *, turn, discarder, down, used, declared, fits, stock, players, calls):
    """The order of Rule 7 told step by step, apart from the engine; only who gets the card, and how.

    ``calls`` are what each seat calls.
    """
    away = sorted(range(players), key=lambda seat: (seat - turn) % players)
    if not declared and rules.shanghai_call and fits and discarder is not None:
        for seat in away:
            if seat != discarder and "shanghai" in calls[seat]:
                return seat, "shanghai"

    def may_buy(seat):
        return (
            "buy" in calls[seat]
            and seat != turn
            and (seat != discarder or rules.own_discard_buyable)
            and (discarder is not None or rules.upcard_buyable)
            and (seat not in down or rules.down_may_buy)
            and (rules.buys is None or used[seat] < rules.buys)
            and stock >= rules.price
        )

    if declared:
        return None, "none"
    takes = "take" in calls[turn]
    if takes and (turn not in down or rules.down_blocks):
        return turn, "take"
    for seat in away:
        if may_buy(seat):
            return seat, "buy"
    return (turn, "take") if takes else (None, "none")


RULE_SETS = [
    variant(buys=1),
    variant("shanghai-10", buys=4),
    variant(own_discard_buyable=True, upcard_buyable=False, buys=None),
    variant("shanghai-10", buys=4, shanghai_call=True, price=3),
    variant(down_may_buy=False, down_blocks=False, shanghai_call=False, price=0),
]


@pytest.mark.parametrize("rules", RULE_SETS, ids=range(len(RULE_SETS)))
@pytest.mark.parametrize("stock", [0, 40])
@pytest.mark.parametrize("declared", [False, True])
def test_every_window_of_three_is_settled_as_the_rules_tell_it(rules, stock, declared):
    said = [(), *((how,) for how in HOWS), ("shanghai", "buy"), ("take", "shanghai")]
    for calls in product(said, repeat=3):
        order = [Call(seat, how) for seat in (2, 0, 1) for how in calls[seat]]
        for turn, discarder in ((1, 0), (2, 1), (0, None)):
            for down, used, fits in ((set(), (0, 1, 0), True), ({0, 1}, (1, 0, 0), False), ({2}, (0, 0, 1), True)):
                table = (SEVENS,) if fits else (EIGHTS,)
                found = resolve(
                    window(
                        rules,
                        players=3,
                        turn=turn,
                        discarder=discarder,
                        down=frozenset(down),
                        buys=used,
                        declared=declared,
                        table=table,
                        stock=stock,
                        discards=1,
                    ),
                    order,
                )
                expected = settle(
                    rules,
                    turn=turn,
                    discarder=discarder,
                    down=down,
                    used=used,
                    declared=declared,
                    fits=fits,
                    stock=stock,
                    players=3,
                    calls=calls,
                )
                assert (found.who, found.how) == expected, (calls, turn, discarder, down, used, fits)
                losing = {call.seat for call in order if call != Call(*expected)}
                assert {seat for seat, _ in found.refused} == losing
                assert found.cost == (rules.price if found.how == "buy" else 0)
                drawn = {"take": None, "buy": "stock", "shanghai": "stock"}
                assert found.then == drawn.get(found.how, "stock" if declared else "stock-or-discard")


def refused(calls, rules=SEVEN, **known):
    return dict(resolve(window(rules, **known), [Call(seat, how) for seat, how in calls]).refused)


@pytest.mark.parametrize(
    ("call", "code", "rules", "known"),
    [
        ((2, "take"), "turn.not-yours", SEVEN, {}),
        ((1, "take"), "turn.protected", SEVEN, {"declared": True}),
        ((2, "buy"), "buy.off", variant(buys=0), {}),
        ((2, "buy"), "buy.off", variant(upcard_buyable=False), {"discarder": None}),
        ((0, "buy"), "buy.own-discard", SEVEN, {}),
        ((1, "buy"), "buy.in-turn", SEVEN, {}),
        ((2, "buy"), "buy.protected", SEVEN, {"declared": True}),
        ((2, "buy"), "buy.down", TEN, {"down": frozenset({2})}),
        ((2, "buy"), "buy.limit", SEVEN, {"buys": (0, 0, 2, 0)}),
        ((2, "buy"), "buy.stock-short", SEVEN, {"stock": 1, "discards": 1}),
        ((2, "buy"), "buy.stock-short", variant(max_reshuffles=0), {"stock": 1}),
        ((2, "shanghai"), "shanghai.off", TEN, {"table": (SEVENS,)}),
        ((0, "shanghai"), "shanghai.own-discard", SEVEN, {"table": (SEVENS,)}),
        ((2, "shanghai"), "shanghai.declared", SEVEN, {"table": (SEVENS,), "declared": True}),
        ((2, "shanghai"), "shanghai.no-fit", SEVEN, {"table": (EIGHTS,)}),
        ((2, "shanghai"), "shanghai.no-fit", SEVEN, {"table": (SEVENS,), "discarder": None}),
        ((2, "shanghai"), "shanghai.no-fit", SEVEN, {"table": (SEVENS,), "hand": 7}),
        ((2, "shanghai"), "shanghai.no-fit", SEVEN, {"table": (set_of((*SEVENS.cards, JOKER), 7),), "card": JOKER}),
    ],
)
def test_a_call_is_refused_with_its_code(call, code, rules, known):
    assert refused([call], rules, **known) == {call[0]: code}
    assert resolve(window(rules, **known), [Call(*call)]).who is None


def test_the_first_of_several_refusals_is_told():
    all_at_once = {"down": frozenset({0, 1, 2}), "buys": (3, 3, 3, 3), "stock": 0, "discards": 1, "declared": True}
    codes = judge_call(window(TEN, turn=2, discarder=2, **all_at_once), 2, "buy").codes
    assert codes == ("buy.own-discard", "buy.in-turn", "buy.protected", "buy.down", "buy.limit", "buy.stock-short")
    lonely = {"declared": True, "table": (EIGHTS,)}
    assert judge_call(window(**lonely), 0, "shanghai").codes == (
        "shanghai.own-discard",
        "shanghai.declared",
        "shanghai.no-fit",
    )
    assert judge_call(window(TEN, **lonely), 0, "shanghai").codes == ("shanghai.off",)


def test_outranked_calls_cost_nothing_and_are_told():
    both = window(table=(SEVENS,))
    calls = [Call(3, "buy"), Call(2, "buy"), Call(1, "take"), Call(3, "shanghai")]
    found = resolve(both, calls)
    assert (found.who, found.how, found.cost, found.then) == (3, "shanghai", 0, "stock")
    assert dict(found.refused) == {3: "buy.outranked", 2: "buy.outranked", 1: "turn.outranked"}
    assert refused([(3, "shanghai"), (2, "shanghai")], table=(SEVENS,)) == {3: "shanghai.outranked"}


def test_a_failed_call_of_the_winner_is_told_too():
    found = resolve(window(), [Call(2, "shanghai"), Call(2, "buy")])
    assert (found.who, found.how, dict(found.refused)) == (2, "buy", {2: "shanghai.no-fit"})


def test_a_call_made_twice_is_one():
    found = resolve(window(), [Call(2, "buy"), Call(2, "buy")])
    assert (found.who, found.cost, found.refused) == (2, 2, ())


def test_discards_under_the_card_pay_for_a_buy():
    assert resolve(window(stock=0, discards=3), [Call(2, "buy")]).who == 2
    assert resolve(window(stock=0, discards=2), [Call(2, "buy")]).who is None
    assert resolve(window(variant(price=0), stock=0, discards=0), [Call(2, "buy")]).who == 2


def test_a_joker_fits_where_the_cap_leaves_room():
    assert resolve(window(card=JOKER, table=(SEVENS,)), [Call(3, "shanghai")]).how == "shanghai"


def test_rank_tells_who_could_still_come_first():
    on_turn_down = window(TEN, down=frozenset({1}))
    assert rank(on_turn_down, Call(2, "buy")) < rank(on_turn_down, Call(3, "buy")) < rank(on_turn_down, Call(0, "buy"))
    assert rank(on_turn_down, Call(0, "buy")) < rank(on_turn_down, Call(1, "take"))
    assert rank(window(), Call(1, "take")) < rank(window(), Call(2, "buy"))
    assert rank(window(), Call(0, "shanghai")) < rank(window(), Call(1, "take"))


def test_two_melds_of_which_one_fits():
    assert resolve(window(table=(EIGHTS, SEVENS)), [Call(2, "shanghai")]).who == 2
