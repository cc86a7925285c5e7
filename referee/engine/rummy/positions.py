"""A game at one moment as text, for tests and bug reports: one ``key: value`` a line, or all on one with ``;`` between.

    hand: 2
    dealer: p4
    turn: p1
    phase: claim
    p1: AS 2H 3H JK              the hand
    p1 is: down, bought 1        where it is not "up, bought 0"
    p1 known: 7H                 cards in it that were seen to come
    p1 discards: 5C 9D           oldest first
    table: p1 7H 7S JK=7 / p2 4C 5C 6C 7C
    stock: 2H 9C …               the next card first; "rest" is every card that is nowhere else, in a new deck's order
    pile: 5C 9D KS               the top last
    top: dead                    or protected
    open: p4, p2 buy, p3 pass    who discarded (d: the upcard), then what was said
    claim: p2 from p4 shanghai 0 high
    turn is: opened, wild, drawn
    taken: KS                    the discard that was this turn's draw
    counts: reshuffles 1, picks 0, idle 3, owed 1
    scores: 0 15 40 10 by p1 / 25 5 30 60
    met: 2 0 1 1                 contracts behind each seat, where everybody has one of their own
    asked: p2 p3                 who may still take a joker laid just now, the one that is asked first
    jokers: 0 6C / 2 9           those jokers: the meld of each, and what it stands for (in a set the rank)

What is left out has its value at the beginning of a hand; ``#`` begins a comment. The rule set is not part of it.
"""

from __future__ import annotations

from collections import Counter

from referee.engine.rummy.actions import Buy, DrawStock, Pass, Shanghai, Take
from referee.engine.rummy.cards import Card, NotationError, format_card, format_cards, parse_card, parse_cards
from referee.engine.rummy.dealer import new_deck
from referee.engine.rummy.melds import Meld, format_meld, parse_laid
from referee.engine.rummy.notation import format_action, format_seat, parse_move, parse_seat
from referee.engine.rummy.problems import all_cards
from referee.engine.rummy.readings import all_readings
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.state import Claim, HandScore, Phase, Seat, State, TableMeld, Top
from referee.engine.rummy.window import offer, say

REST = "rest"


# Writing ----------------------------------------------------------------------------------------------------------


def format_position(state: State) -> str:
    """The state's text, a line a key."""
    lines = [
        f"hand: {state.hand}",
        f"dealer: {format_seat(state.dealer)}",
        f"turn: {format_seat(state.turn)}",
        f"phase: {state.phase}",
    ]
    for seat, record in enumerate(state.seats):
        lines += _seat_lines(format_seat(seat), record)
    table = " / ".join(f"{format_seat(owner)} {format_meld(meld)}" for owner, meld in state.table)
    lines += _line("table", table)
    lines += _line("stock", format_cards(reversed(state.stock)))
    lines += _line("pile", format_cards(state.pile))
    lines += _line("top", "" if state.top == "open" else state.top)
    lines += _line("open", _open_text(state))
    if state.claim is not None:
        caller, discarder, call = state.claim
        lines.append(f"claim: {format_seat(caller)} from {format_seat(discarder)} {format_action(call)}")
    marks = {"opened": state.opened, "wild": state.wild, "drawn": state.drawn}
    lines += _line("turn is", ", ".join(mark for mark, holds in marks.items() if holds))
    counts = {"reshuffles": state.reshuffles, "picks": state.picks, "idle": state.idle, "owed": state.owed}
    lines += _line("taken", format_cards([state.taken]) if state.taken else "")
    lines += _line("counts", ", ".join(f"{name} {count}" for name, count in counts.items() if count))
    lines += _line("scores", " / ".join(map(_score_text, state.scores)))
    lines += _line("asked", " ".join(map(format_seat, state.asking)))
    lines += _line("jokers", " / ".join(f"{index} {_stands_text(card)}" for index, card in state.fresh))
    lines += _line("met", " ".join(map(str, state.met)) if any(state.met) else "")
    return "\n".join(lines)


def _line(key: str, value: str) -> list[str]:
    """The line, or none for an empty value."""
    return [f"{key}: {value}"] if value else []


def _seat_lines(name: str, record: Seat) -> list[str]:
    marks = (["down"] if record.down else []) + ([f"bought {record.buys}"] if record.buys else [])
    return [
        f"{name}: {format_cards(record.hand)}",
        *_line(f"{name} is", ", ".join(marks)),
        *_line(f"{name} known", format_cards(record.known)),
        *_line(f"{name} discards", format_cards(record.discards)),
    ]


def _open_text(state: State) -> str:
    if state.window is None:
        return ""
    best = state.window.best[1] if state.window.best else None
    # The best call first: where the first caller is served, the order says who that was.
    spoken = sorted(enumerate(state.window.words), key=lambda said: said[0] != best)
    words = [f"{format_seat(seat)} {format_action(word)}" for seat, word in spoken if word is not None]
    return ", ".join((format_seat(state.window.discarder), *words))


def _score_text(score: HandScore) -> str:
    points = " ".join(map(str, score.points))
    return points if score.winner is None else f"{points} by {format_seat(score.winner)}"


# Reading ----------------------------------------------------------------------------------------------------------


def parse_position(text: str, rules: RuleSet) -> State:
    """The state that the text describes.

    :raises NotationError: a line that cannot be read, with its key as ``where``.
    """
    values = _lines(text)
    names = [format_seat(seat) for seat in range(rules.most_players + 1)]
    players = next(seat for seat, name in enumerate(names) if name not in values)
    seats = tuple(_seat(values, format_seat(seat), rules) for seat in range(players))
    dealer = _seat_of(values.pop("dealer", "p1"), players, "dealer")
    turn = values.pop("turn", format_seat((dealer + 1) % max(players, 1)))
    counts = _counts(values.pop("counts", ""))
    marks = _marks(values.pop("turn is", ""), ("opened", "wild", "drawn"), "turn is")
    stock = values.pop("stock", "")
    said = values.pop("open", "")
    taken = parse_cards(values.pop("taken", ""), rules.pack, where="taken")
    state = State(
        rules=rules,
        seats=seats,
        dealer=dealer,
        turn=_seat_of(turn, players, "turn"),
        hand=_number(values.pop("hand", "1"), "hand"),
        phase=_phase(values.pop("phase", "play")),
        table=_table(values.pop("table", ""), players, rules),
        stock=() if stock == REST else parse_cards(stock, rules.pack, where="stock")[::-1],
        pile=parse_cards(values.pop("pile", ""), rules.pack, where="pile"),
        top=_top(values.pop("top", "open")),
        claim=_claim(values.pop("claim", ""), players, rules),
        opened="opened" in marks,
        wild="wild" in marks,
        drawn="drawn" in marks,
        scores=_scores(values.pop("scores", ""), players),
        met=_met(values.pop("met", ""), players, rules),
        asking=tuple(_seat_of(word, players, "asked") for word in values.pop("asked", "").split()),
        fresh=_fresh(values.pop("jokers", ""), rules),
        reshuffles=counts.get("reshuffles", 0),
        picks=counts.get("picks", 0),
        idle=counts.get("idle", 0),
        taken=taken[0] if taken else None,
        owed=counts.get("owed", 0),
    )
    for key in values:
        raise NotationError(f"expected a key of a position, got {key!r}", code="key.unknown", where=key)
    if stock == REST:
        rest = Counter(new_deck(rules, players))
        rest.subtract(all_cards(state))
        state = state._replace(stock=tuple(rest.elements())[::-1])
    return _opened(state, said, players, rules) if said else state


def _stands_text(card: Card) -> str:
    """What a joker stands for: a card, or in a set the rank alone."""
    return format_card(card) if card.suit else str(card.rank)


def _fresh(text: str, rules: RuleSet) -> tuple[tuple[int, Card], ...]:
    """The jokers laid just now: ``0 6C / 2 9``."""
    found = []
    for part in filter(None, map(str.strip, text.split("/"))):
        index, _, stands = part.partition(" ")
        card = Card(int(stands), "") if stands.isdigit() else parse_card(stands, rules.pack, where="jokers")
        found.append((_number(index, "jokers"), card))
    return tuple(found)


def _met(text: str, players: int, rules: RuleSet) -> tuple[int, ...]:
    """The contracts behind each seat; none given: all at the first, or all sharing the hand's."""
    usual = (0,) * players if rules.is_personal else ()
    found = tuple(_number(word, "met") for word in text.split())
    if found and len(found) != len(usual):
        raise NotationError(f"expected {len(usual)} counts of contracts, got {text!r}", code="value", where="met")
    return found or usual


def _lines(text: str) -> dict[str, str]:
    values: dict[str, str] = {}
    for line in text.replace(";", "\n").splitlines():
        line = line.partition("#")[0].strip()
        if not line:
            continue
        key, colon, value = line.partition(":")
        if not colon or key in values:
            raise NotationError(f"expected each key once, as key: value, got {line!r}", code="value", where=key)
        values[key.strip()] = value.strip()
    return values


def _seat(values: dict[str, str], name: str, rules: RuleSet) -> Seat:
    def cards(key: str) -> tuple[Card, ...]:
        return parse_cards(values.pop(key, ""), rules.pack, where=key)

    marks = _words(values.pop(f"{name} is", ""))
    bought = [mark.removeprefix("bought ") for mark in marks if mark.startswith("bought ")]
    for mark in marks:
        if mark not in ("down", "up") and not mark.startswith("bought "):
            raise NotationError(f"expected down, up or bought 1, got {mark!r}", code="value", where=f"{name} is")
    return Seat(
        hand=tuple(sorted(cards(name))),
        down="down" in marks,
        buys=_number(bought[0], f"{name} is") if bought else 0,
        known=cards(f"{name} known"),
        discards=cards(f"{name} discards"),
    )


def _table(text: str, players: int, rules: RuleSet) -> tuple[TableMeld, ...]:
    laid = []
    for index, part in enumerate(_words(text, "/")):
        owner, _, cards = part.partition(" ")
        laid.append(TableMeld(_seat_of(owner, players, f"table[{index}]"), parse_meld(cards, rules)))
    return tuple(laid)


def parse_meld(text: str, rules: RuleSet) -> Meld:
    """The meld that is written so, its wild cards with what they stand for.

    :raises NotationError: text that is no set or run in table order.
    """
    cards = [parse_laid(word, rules.pack, rules.wild_ranks) for word in text.split()]
    for meld in all_readings(cards, rules, bag=False):
        if format_meld(meld) == " ".join(text.split()):
            return meld
    raise NotationError(f"expected a meld in table order, got {text!r}", code="value", where="table")


def _opened(state: State, said: str, players: int, rules: RuleSet) -> State:
    """The state with the open discard and what was said to it."""
    if not state.pile:
        raise NotationError("expected a discard in the pile, since one is open", code="value", where="open")
    discarder, *said_by = _words(said)
    window = offer(state, None if discarder == "d" else _seat_of(discarder, players, "open"))
    for text in said_by:
        seat, action = parse_move(text, rules)
        if seat is None or seat >= players or not isinstance(action, Take | Buy | Shanghai | Pass | DrawStock):
            raise NotationError(f"expected what a seat says to the discard, got {text!r}", code="value", where="open")
        window = say(window, seat, action)
    return state._replace(window=window)


def _claim(text: str, players: int, rules: RuleSet) -> Claim | None:
    match text.split():
        case []:
            return None
        case [caller, "from", discarder, *call]:
            action = parse_move(" ".join((caller, *call)), rules).action
            if isinstance(action, Shanghai):
                return Claim(_seat_of(caller, players, "claim"), _seat_of(discarder, players, "claim"), action)
    raise NotationError(f"expected p2 from p4 shanghai 0 high, got {text!r}", code="value", where="claim")


def _scores(text: str, players: int) -> tuple[HandScore, ...]:
    scores: list[HandScore] = []
    totals: tuple[int, ...] = (0,) * players
    for hand, part in enumerate(_words(text, "/"), start=1):
        points, _, winner = part.partition(" by ")
        try:
            values = tuple(int(word) for word in points.split())
        except ValueError:
            raise NotationError(f"expected points, got {points!r}", code="value", where="scores") from None
        if len(values) != players:
            raise NotationError(f"expected {players} numbers, got {points!r}", code="value", where="scores")
        totals = tuple(before + now for before, now in zip(totals, values, strict=True))
        scores.append(HandScore(hand, _seat_of(winner, players, "scores") if winner else None, values, totals))
    return tuple(scores)


def _counts(text: str) -> dict[str, int]:
    counts = {}
    for part in _words(text):
        name, _, number = part.partition(" ")
        if name not in ("reshuffles", "picks", "idle"):
            raise NotationError(f"expected reshuffles, picks or idle, got {name!r}", code="value", where="counts")
        counts[name] = _number(number, "counts")
    return counts


def _marks(text: str, allowed: tuple[str, ...], where: str) -> list[str]:
    marks = _words(text)
    for mark in marks:
        if mark not in allowed:
            raise NotationError(f"expected {', '.join(allowed)}, got {mark!r}", code="value", where=where)
    return marks


def _words(text: str, between: str = ",") -> list[str]:
    return [word.strip() for word in text.split(between) if word.strip()]


def _phase(text: str) -> Phase:
    if text not in {*Phase}:
        raise NotationError(f"expected {', '.join(Phase)}, got {text!r}", code="value", where="phase")
    return Phase(text)


def _top(text: str) -> Top:
    match text:
        case "open" | "dead" | "protected":
            return text
    raise NotationError(f"expected open, dead or protected, got {text!r}", code="value", where="top")


def _seat_of(text: str, players: int, where: str) -> int:
    seat = parse_seat(text)
    if seat is None or seat >= players:
        raise NotationError(f"expected a seat from p1 to p{players}, got {text!r}", code="seat.range", where=where)
    return seat


def _number(text: str, where: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 4):
        raise NotationError(f"expected a number from 0 upward, got {text!r}", code="value", where=where)
    return int(text)
