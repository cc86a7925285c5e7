"""Exact counts of the ways in which tiny games can go, against an enumerator that shares nothing with the engine.

The tiny pack has two suits of five ranks. The enumerator keeps plain lists and dictionaries and plays from the text of
RULES; it knows no jokers and none of the special rules of presets.
"""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from referee.engine.rummy import cards as card_module
from referee.engine.rummy.actions import DrawStock, GoDown, Pass, Pick, Shuffle
from referee.engine.rummy.cards import Card, Pack
from referee.engine.rummy.contracts import parse_contract
from referee.engine.rummy.dealer import new_deck
from referee.engine.rummy.legal import legal_actions
from referee.engine.rummy.play import play
from referee.engine.rummy.problems import problems
from referee.engine.rummy.shuffle import HandSecret, shuffled, stream
from referee.engine.rummy.state import State, new_game
from tests.engine.play.tables import rules

TINY = Pack("tiny", "SH", 5, {})


@pytest.fixture(autouse=True)
def tiny_pack(monkeypatch):
    monkeypatch.setitem(card_module.PACKS, "tiny", TINY)


def tiny_rules(**settings):
    """One hand with two decks of ten cards, four dealt to each of two players, a set of three as the contract."""
    plain = {
        "players": (2, 3), "deck": "tiny", "decks": 2, "jokers": 0, "dealt": 4,
        "contracts": (parse_contract("S3"),), "aces": "low", "max_run": 5, "run_min": 3, "buys": 1, "price": 1,
        "shanghai_call": False, "last_hand_all_cards": False, "max_reshuffles": 0, "points": (("1-5", 5),),
    }  # fmt: skip
    return replace(rules(), **(plain | settings))


CASES = {
    "set": {},
    "run": {"contracts": (parse_contract("R3"),)},
    "set and run": {"contracts": (parse_contract("S3+R3"),), "dealt": 6, "buys": 0},
    "two sets": {"contracts": (parse_contract("2S3"),), "dealt": 6, "buys": 0},
    "later lay-offs": {"layoff_same_turn": False, "down_may_buy": False, "down_blocks": False},
    "three players": {"players": (3, 3), "dealt": 3},
    "Shanghai": {"shanghai_call": True, "dealt": 5},
    "discard required": {"discard_to_go_out": "required", "dealt": 5},
    "discard forbidden": {"discard_to_go_out": "never", "dealt": 5},
}
DEPTH = 6


# The engine's count -------------------------------------------------------------------------------------------------


def engine_counts(state: State, depth: int) -> list[int]:
    """How many sequences of one, two, … players' actions there are; the dealer's picks are no choice of theirs."""
    counts = [0] * depth
    _count(state, depth, counts, 0)
    return counts


def _count(state, depth, counts, level):
    if level == depth:
        return
    for seat in range(state.players):
        for action in legal_actions(state, seat, most_ways=None):
            counts[level] += 1
            after = play(state, seat, action)
            if after.claim is not None:
                # What the dealer draws is fixed here, as in the enumerator: the lowest card.
                after = play(after, None, Pick(0))
            assert problems(after) == ()
            _count(after, depth, counts, level + 1)


# The enumerator's count ---------------------------------------------------------------------------------------------


class Plain:
    """A game in lists: hands, table of (kind, cards), stock (next last), pile (top last)."""

    def __init__(self, rule_set, deck, players, dealer):
        self.rules = rule_set
        self.n = players
        self.turn = (dealer + 1) % players
        deal = rule_set.dealt
        self.hands = [None] * players
        for k in range(players):
            self.hands[(self.turn + k) % players] = sorted(deck[k : players * deal : players])
        self.pile = [deck[players * deal]]
        self.stock = list(reversed(deck[players * deal + 1 :]))
        self.table = []
        self.down = [False] * players
        self.bought = [0] * players
        self.opened = False
        self.over = False
        self.offer(None)

    def copy(self):
        other = object.__new__(Plain)
        other.__dict__ = {k: (v.copy() if isinstance(v, list) else v) for k, v in self.__dict__.items()}
        other.hands = [hand.copy() for hand in self.hands]
        other.table = [(kind, meld.copy()) for kind, meld in self.table]
        other.said = dict(self.said)
        return other

    # The open discard

    def offer(self, discarder):
        """Open the claims on the top discard, or go straight to the draw when only the player in turn could want it."""
        self.discarder = discarder
        self.dead = False
        self.said = {}
        self.wants = False
        self.phase = "claim"
        if not any(self.calls(seat) for seat in range(self.n) if seat != self.turn):
            self.phase = "draw" if "shanghai" not in [c[0] for c in self.calls(self.turn)] else "claim"

    def calls(self, seat):
        r = self.rules
        found = []
        if r.shanghai_call and self.discarder is not None and seat != self.discarder:
            found += [("shanghai", place) for place in self.places(self.pile[-1])]
        if seat == self.turn:
            found.append(("take",))
        elif (
            seat != self.discarder
            and self.bought[seat] < r.buys
            and len(self.stock) >= r.price
            and (r.down_may_buy or not self.down[seat])
        ):
            found.append(("buy",))
        return found

    def rank(self, seat, call):
        away = (seat - self.turn) % self.n
        if call == "shanghai":
            return (0, away)
        if call == "take":
            return (3, 0) if self.down[seat] and not self.rules.down_blocks else (1, 0)
        return (2, away)

    def places(self, card):
        """Meld and end where the card could be laid off."""
        for index, (kind, meld) in enumerate(self.table):
            if kind == "set":
                if meld[0][0] == card[0]:
                    yield (index, None)
            elif meld[0][1] == card[1]:
                if card[0] == meld[0][0] - 1:
                    yield (index, "low")
                if card[0] == meld[-1][0] + 1:
                    yield (index, "high")

    # Choices

    def choices(self):
        if self.over:
            return
        if self.phase == "claim":
            for seat in range(self.n):
                yield from ((seat, choice) for choice in self.claim_choices(seat))
        elif self.phase == "draw":
            yield self.turn, ("draw",)
            if not self.dead:
                yield self.turn, ("take",)
        else:
            yield from ((self.turn, choice) for choice in self.plays())

    def claim_choices(self, seat):
        word = self.said.get(seat)
        if word is None and self.calls(seat):
            yield ("pass",)
            yield from self.calls(seat)
        if seat == self.turn and word in (None, ("pass",)):
            yield ("draw",)
        if word is not None and word[0] in ("take", "buy", "shanghai"):
            yield ("withdraw",)

    def plays(self):
        seat, r = self.turn, self.rules
        hand = self.hands[seat]
        if not self.down[seat]:
            for melds in self.contracts(hand):
                left = Counter(hand)
                for _, meld in melds:
                    left.subtract(meld)
                if self.may_leave(list(left.elements()), self.table + list(melds), True):
                    yield ("down", melds)
        elif r.layoff_same_turn or not self.opened:
            for card in set(hand):
                for index, end in self.places(card):
                    left = hand.copy()
                    left.remove(card)
                    if self.may_leave(left, self.laid(index, end, card), self.opened):
                        yield ("layoff", card, index, end)
        for card in set(hand):
            if len(hand) > 1 or r.discard_to_go_out != "never":
                yield ("discard", card, False)
                if r.shanghai_call and any(True for _ in self.places(card)):
                    yield ("discard", card, True)

    def laid(self, index, end, card):
        table = [(kind, meld.copy()) for kind, meld in self.table]
        table[index][1].insert(0 if end == "low" else len(table[index][1]), card)
        return table

    def may_leave(self, left, table, same_turn):
        how = self.rules.discard_to_go_out
        if how == "required":
            return bool(left)
        if how == "never" and len(left) == 1:
            other = self.copy()
            other.table = table
            return (not same_turn or self.rules.layoff_same_turn) and any(True for _ in other.places(left[0]))
        return True

    def contracts(self, hand):
        """The ways to lay the contract: sets of melds that the hand holds and that do not stand in each other's way."""
        pools = []
        for kind, size in self.rules.contracts[0].slots:
            pools.append({("set", tuple(sorted(c))) for c in combinations(hand, size) if len({x[0] for x in c}) == 1}
                         if kind == "set" else
                         {("run", tuple((low + i, suit) for i in range(size)))
                          for suit in TINY.suits for low in range(1, 7 - size)})  # fmt: skip
        seen = set()
        for chosen in _product(pools):
            key = tuple(sorted(chosen))
            used = Counter(card for _, meld in chosen for card in meld)
            if key in seen or used - Counter(hand) or _clash(chosen):
                continue
            seen.add(key)
            yield tuple((kind, list(meld)) for kind, meld in chosen)

    # Doing it

    def do(self, seat, choice):
        new = self.copy()
        new._do(seat, choice)
        return new

    def _do(self, seat, choice):
        name = choice[0]
        if self.phase == "claim":
            self.said[seat] = ("pass",) if name == "withdraw" else choice
            self.settle()
        elif name == "draw":
            self.draw()
        elif name == "take":
            self.take()
        elif name == "down":
            for _, meld in choice[1]:
                for card in meld:
                    self.hands[seat].remove(card)
            self.table += [(kind, list(meld)) for kind, meld in choice[1]]
            self.down[seat] = self.opened = True
            self.over = not self.hands[seat]
        elif name == "layoff":
            _, card, index, end = choice
            self.hands[seat].remove(card)
            self.table = self.laid(index, end, card)
            self.over = not self.hands[seat]
        else:
            _, card, declared = choice
            self.hands[seat].remove(card)
            self.pile.append(card)
            if not self.hands[seat]:
                self.over = True
                return
            self.turn = (seat + 1) % self.n
            self.opened = False
            self.offer(seat)
            if declared:
                self.phase, self.dead = "draw", True

    def settle(self):
        called = [(self.rank(s, w[0]), s, w) for s, w in self.said.items() if w[0] in ("take", "buy", "shanghai")]
        best = min(called, default=None)
        silent = [s for s in range(self.n) if s not in self.said and self.calls(s)]
        if best is None:
            only_takes = all(call[0] == "take" for call in self.calls(self.turn))
            if silent and not (silent == [self.turn] and only_takes):
                return
            self.phase = "draw"
            if self.said.get(self.turn) == ("draw",):
                self.draw()
            return
        if any(min(self.rank(s, call[0]) for call in self.calls(s)) < best[0] for s in silent):
            return
        wants = self.said.get(self.turn) == ("draw",)
        _, seat, word = best
        if word[0] == "take":
            self.take()
            return
        card = self.pile.pop()
        self.dead, self.phase = True, "draw"
        if word[0] == "buy":
            self.hands[seat] += [card, *[self.stock.pop() for _ in range(self.rules.price)]]
            self.bought[seat] += 1
        else:
            _, (index, end) = word
            self.table = self.laid(index, end, card)
            given = min(self.hands[self.discarder])
            self.hands[self.discarder].remove(given)
            self.hands[seat].append(given)
            if not self.hands[self.discarder]:
                self.over = True
                return
        if wants:
            self.draw()

    def draw(self):
        if not self.stock:
            self.over = True
            return
        self.hands[self.turn].append(self.stock.pop())
        self.phase = "play"

    def take(self):
        self.hands[self.turn].append(self.pile.pop())
        self.phase = "play"


def _product(pools):
    if not pools:
        yield ()
        return
    for first in pools[0]:
        for rest in _product(pools[1:]):
            yield (first, *rest)


def _clash(chosen):
    for (kind, one), (other_kind, two) in combinations(chosen, 2):
        if kind == other_kind == "set" and one[0][0] == two[0][0]:
            return True
        low, high = sorted((one, two))
        if kind == other_kind == "run" and low[0][1] == high[0][1] and low[-1][0] + 1 == high[0][0]:
            return True
    return False


def plain_counts(game: Plain, depth: int) -> list[int]:
    counts = [0] * depth

    def walk(state, level):
        if level == depth:
            return
        for seat, choice in state.choices():
            counts[level] += 1
            walk(state.do(seat, choice), level + 1)

    walk(game, 0)
    return counts


# Side by side -------------------------------------------------------------------------------------------------------


def both(case, seed, depth):
    under = tiny_rules(**CASES[case])
    players = under.players[0]
    secret = HandSecret(seed.to_bytes(32, "big"))
    deck = shuffled(new_deck(under, players), stream(secret, "shuffle"))
    start = play(new_game(under, players, dealer=0), None, Shuffle(deck))
    return engine_counts(start, depth), plain_counts(Plain(under, deck, players, 0), depth)


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("seed", [1, 2])
def test_the_engine_counts_what_the_enumerator_counts(case, seed):
    engine, plain = both(case, seed, DEPTH)
    assert engine == plain


@pytest.mark.long
@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("seed", range(3, 23))
def test_the_engine_counts_what_the_enumerator_counts_deeper_and_in_more_deals(case, seed):
    engine, plain = both(case, seed, DEPTH + 3)
    assert engine == plain


def test_the_counts_of_one_deal_never_change():
    assert both("set", 1, DEPTH)[0] == [5, 16, 48, 134, 390, 1151]


def test_the_games_that_are_counted_go_down():
    under = tiny_rules()
    found = 0
    for seed in range(40):
        deck = shuffled(new_deck(under, 2), stream(HandSecret(seed.to_bytes(32, "big")), "shuffle"))
        state = play(new_game(under, 2), None, Shuffle(deck))
        state = play(play(state, 0, Pass()), 1, DrawStock())
        found += any(isinstance(action, GoDown) for action in legal_actions(state, 1))
    assert found


def test_the_tiny_pack_is_as_it_is_told():
    assert new_deck(tiny_rules(), 2)[:3] == (Card(1, "S"), Card(1, "S"), Card(2, "S"))
    assert len(new_deck(tiny_rules(), 2)) == 20
