"""Discarding: what may go, what may be declared."""

import pytest

from referee.engine.rummy.cards import parse_card, parse_cards
from referee.engine.rummy.discarding import judge_discard
from referee.engine.rummy.melds import set_of
from tests.engine.rulesets import SEVEN, TEN, variant

NEVER = variant(discard_to_go_out="never")
REQUIRED = variant(discard_to_go_out="required")
SEVENS = (set_of(parse_cards("7H 7D 7C"), 7),)


@pytest.mark.parametrize(
    ("rules", "hand", "card", "held", "known", "codes"),
    [
        (SEVEN, 1, "7S", "7S 8S", {}, ()),
        (SEVEN, 1, "9S", "7S 8S", {}, ("card.not-held",)),
        (SEVEN, 1, "9S", "", {}, ("card.not-held",)),
        (SEVEN, 1, "7S", "7S", {"down": True}, ()),
        (NEVER, 1, "7S", "7S", {"down": True}, ("discard.last-card",)),
        (NEVER, 1, "7S", "7S 8S", {"down": True}, ()),
        (REQUIRED, 1, "7S", "7S", {"down": True}, ()),
        (SEVEN, 7, "7S", "7S 8S", {}, ()),
        (SEVEN, 7, "7S", "7S", {}, ("discard.not-allowed",)),
        (SEVEN, 7, "7S", "7S 8S", {"down": True}, ("discard.not-allowed",)),
        (TEN, 10, "7S", "7S", {"down": True}, ()),
        (SEVEN, 1, "7S", "7S 8S", {"declared": True, "table": SEVENS}, ()),
        (SEVEN, 1, "8S", "7S 8S", {"declared": True, "table": SEVENS}, ("shanghai.no-fit",)),
        (SEVEN, 1, "8S", "7S 8S", {"declared": True}, ("shanghai.no-fit",)),
        (SEVEN, 7, "7S", "7S 8S", {"declared": True, "table": SEVENS}, ("shanghai.no-fit",)),
        (TEN, 1, "7S", "7S 8S", {"declared": True, "table": SEVENS}, ("shanghai.off",)),
        (TEN, 1, "7S", "7S 8S", {"table": SEVENS}, ()),
    ],
)
def test_what_may_be_discarded(rules, hand, card, held, known, codes):
    known = {"declared": False, "table": (), **known}
    verdict = judge_discard(rules, hand, parse_card(card), held=parse_cards(held), **known)
    assert verdict.codes == codes
