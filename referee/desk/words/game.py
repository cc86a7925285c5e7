"""The sentences on players, cards, the deal and the hands."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from django.utils.translation import gettext, ngettext

from referee.desk.words.contracts import contract_words, listed
from referee.engine.rummy.rules import RuleSet


def _players(rules: RuleSet) -> str:
    least, most = rules.players
    if least == most:
        return gettext("%(count)s people play.") % {"count": least}
    return gettext("%(least)s to %(most)s people play.") % {"least": least, "most": most}


def _deck(rules: RuleSet) -> str:
    if rules.deck == "rook":
        return gettext(
            "You play with Rook® cards: 1 to 14 in red, green, yellow and black. The 1 is the ace and the bird is the "
            "joker."
        )
    return gettext("You play with French cards, ace to king in four suits.")


def _decks(rules: RuleSet) -> str:
    if isinstance(rules.decks, int):
        return ngettext("One deck is used.", "%(count)s decks are shuffled together.", rules.decks) % {
            "count": rules.decks
        }
    steps = [
        ngettext("%(decks)s deck for up to %(most)s players", "%(decks)s decks for up to %(most)s players", decks)
        % {"most": most, "decks": decks}
        for most, decks in rules.decks
    ]
    return gettext("%(steps)s; beyond that one more deck for every two further players.") % {"steps": listed(steps)}


def _jokers(rules: RuleSet) -> str:
    if isinstance(rules.jokers, tuple):
        parts = [
            ngettext("%(count)s joker for up to %(most)s players", "%(count)s jokers for up to %(most)s players", count)
            % {"count": count, "most": most}
            for most, count in rules.jokers
        ]
        return gettext("Into the cards go %(parts)s.") % {"parts": listed(parts)}
    values = {"count": rules.jokers}
    if not rules.jokers:
        return gettext("There are no jokers.")
    if rules.deck == "rook" and rules.jokers_per_deck:
        return ngettext("Each deck has one bird.", "There are %(count)s birds a deck.", rules.jokers) % values
    if rules.deck == "rook":
        return ngettext("One bird goes in.", "%(count)s birds go in.", rules.jokers) % values
    if rules.jokers_per_deck:
        return ngettext("Each deck has one joker.", "Each deck has %(count)s jokers.", rules.jokers) % values
    return ngettext("One joker goes in.", "%(count)s jokers go in.", rules.jokers) % values


def _dealt(rules: RuleSet) -> str:
    if isinstance(rules.dealt, int):
        return gettext("Everybody is dealt %(count)s cards.") % {"count": rules.dealt}
    parts = [
        gettext("%(count)s cards in %(hands)s") % {"count": count, "hands": hands}
        for count, hands in by_value(rules.dealt)
    ]
    return gettext("Everybody is dealt %(parts)s.") % {"parts": listed(parts)}


def by_value[T](values: Sequence[T]) -> list[tuple[T, str]]:
    """Each value with the hands in which it holds: ``(3, "hands 1 to 8")``, ``(4, "hands 9 and 10")``."""
    rows = []
    for value, group in groupby(enumerate(values, start=1), key=lambda pair: pair[1]):
        hands = [hand for hand, _value in group]
        rows.append((value, _hands(hands[0], hands[-1])))
    return rows


def _hands(first: int, last: int) -> str:
    values = {"first": first, "last": last}
    if first == last:
        return gettext("hand %(first)s") % values
    if last == first + 1:
        return gettext("hands %(first)s and %(last)s") % values
    return gettext("hands %(first)s to %(last)s") % values


def _contracts(rules: RuleSet) -> str:
    rows = [
        gettext("hand %(hand)s: %(contract)s") % {"hand": hand, "contract": contract_words(contract)}
        for hand, contract in enumerate(rules.contracts, start=1)
    ]
    return gettext("The contracts are %(rows)s.") % {"rows": "; ".join(rows)}


def _direction(rules: RuleSet) -> str:
    if rules.direction == "left":
        return gettext("The deal and the turn pass to the left.")
    return gettext("The deal and the turn pass to the right, against the clock.")


def _progress(rules: RuleSet) -> str:
    if not rules.is_personal:
        return gettext("All play the contract of the hand.")
    return gettext("Everybody stays at a contract of their own until they have gone down with it.")


def _most_hands(rules: RuleSet) -> str:
    if not rules.is_personal:
        return ""
    return gettext(
        "The game ends with the hand in which somebody meets the last contract, after %(count)s hands at the latest."
    ) % {"count": rules.most_hands}


SENTENCES = {
    "progress": _progress,
    "most_hands": _most_hands,
    "direction": _direction,
    "players": _players,
    "deck": _deck,
    "decks": _decks,
    "jokers": _jokers,
    "dealt": _dealt,
    "contracts": _contracts,
}
