"""What follows from a rule set's settings, and why settings do not go together, in the language of the page."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from referee.engine.rummy.advice import Advice
from referee.engine.rummy.settings import RulesError

_ADVICE: Mapping[str, str | Promise] = {
    "buys.needed": gettext_lazy("Hand %(hand)s needs %(cards)s cards: at least %(least)s bought."),
    "buys.some": gettext_lazy("Hand %(hand)s needs %(cards)s cards: at least %(least)s of the %(buys)s buys."),
    "buys.tight": gettext_lazy(
        "Hand %(hand)s needs %(cards)s cards: at least %(least)s buys, and you allow %(buys)s. That is tight."
    ),
    "stock.short": gettext_lazy(
        "With %(players)s players and %(dealt)s cards each only %(left)s are left for the stock: it is soon used up."
    ),
    "stock.buys": gettext_lazy(
        "If all %(players)s players used all their buys, they would cost %(cost)s cards; the deal leaves %(left)s."
    ),
    "wild.many": gettext_lazy(
        "%(wild)s of the %(cards)s cards are wild with %(players)s players: contracts will be met early."
    ),
    "swap.idle": gettext_lazy("No card is wild, so that there is no joker to swap."),
    "wild.idle": gettext_lazy("Wild cards may not be in a contract: they only serve to lay off."),
    "buys.idle": gettext_lazy("Nobody buys, so that the other settings on buying say nothing."),
    "shanghai.idle": gettext_lazy("There is no Shanghai call, so that it brings nothing either."),
    "last.no-discard": gettext_lazy("Hand %(hand)s is laid without a discard, whatever the rule on the last card."),
    "progress.long": gettext_lazy("The game takes at least %(least)s hands, and %(most)s at most."),
    "hands.idle": gettext_lazy("All play the same contract: the game has as many hands as contracts."),
    "blind.never": gettext_lazy("No hand can go out blind: contracts are smaller, and nothing is laid off at once."),
    "blind.some": gettext_lazy("Only in these hands can somebody go out blind: %(hands)s."),
}


def advice_words(found: Advice) -> str:
    """The consequence as a sentence."""
    return str(_ADVICE[found.code]) % found.values


_OWN_CONTRACTS = gettext_lazy("Where everybody has a contract of their own, one value holds for all hands.")
_PER_HAND = gettext_lazy("Give one value, or one for each of the %(hands)s hands.")
_CONTRADICTIONS: Mapping[tuple[str, str], str | Promise] = {
    ("points", "deck"): gettext_lazy("The points are not for the ranks of these cards."),
    ("dealt", "progress"): _OWN_CONTRACTS,
    ("buys", "progress"): _OWN_CONTRACTS,
    ("out_bonus", "progress"): _OWN_CONTRACTS,
    ("dealt", "contracts"): _PER_HAND,
    ("out_bonus", "contracts"): _PER_HAND,
    ("jokerless_hands", "contracts"): gettext_lazy("The hands are numbered from 1 to %(hands)s."),
    ("last_hand_all_cards", "progress"): gettext_lazy(
        "Where everybody has a contract of their own there is no last hand for all."
    ),
    ("tie", "progress"): gettext_lazy("Where everybody has a contract of their own a tie is shared."),
    ("most_hands", "contracts"): gettext_lazy("%(hands)s contracts need at least as many hands."),
    ("contracts", "set_min"): gettext_lazy("Hand %(hand)s asks for %(slot)s, and a set has at least %(least)s cards."),
    ("contracts", "run_min"): gettext_lazy("Hand %(hand)s asks for %(slot)s, and a run has at least %(least)s cards."),
    ("contracts", "max_run"): gettext_lazy("Hand %(hand)s asks for %(slot)s, and a run has at most %(most)s cards."),
    ("contracts", "aces"): gettext_lazy("Hand %(hand)s asks for %(slot)s, and there are only %(most)s ranks in a row."),
    ("contracts", "decks"): gettext_lazy(
        "Hand %(hand)s asks for %(slot)s, and the decks hold only %(copies)s cards of a rank."
    ),
    ("same_suit_runs", "contracts"): gettext_lazy("Hand %(hand)s has more runs than there are suits."),
    ("discard_to_go_out", "contracts"): gettext_lazy(
        "The contract of hand %(hand)s takes all %(cards)s cards, and then there is none left to discard."
    ),
    ("first_rank", "aces"): gettext_lazy("Runs that go round the corner have no lowest rank: it stays 1."),
    ("swap_when", "joker_swap"): gettext_lazy(
        "Only who is down can lay a swapped joker in the same turn, and who takes a joker at once takes it to the hand."
    ),
    ("dealt", "decks"): gettext_lazy(
        "%(players)s players with %(cards)s cards in all can be dealt at most %(most)s cards each."
    ),
}
_BUYS = gettext_lazy("Hand %(hand)s needs %(cards)s cards: at least %(least)s buys, and you allow %(buys)s.")


def error_words(error: RulesError) -> str:
    """Why the settings do not go together, or what one may be: the engine's own words where there are no others."""
    found = _BUYS if "least" in error.values and error.setting == "buys" else _pattern(error)
    if found:
        return str(found) % error.values
    said = str(error).partition(": ")[2] or str(error)
    return gettext("This cannot be read: %(said)s.") % {"said": said}


def _pattern(error: RulesError) -> str | Promise:
    if (error.setting, error.other) == ("buys", "contracts"):
        return _PER_HAND
    return _CONTRADICTIONS.get((error.setting, error.other), "")
