"""Games that go everywhere: random ones that lean towards what seldom happens."""

from dataclasses import replace
from functools import lru_cache
from random import Random

from referee.engine.rummy.actions import (
    Action,
    Buy,
    Close,
    Discard,
    DrawStock,
    GoDown,
    LayOff,
    Move,
    Pass,
    PlayerAction,
    Shanghai,
    Swap,
    Take,
    Withdraw,
)
from referee.engine.rummy.dealer import DueShuffle, dealers_action, due
from referee.engine.rummy.judge import chosen_end
from referee.engine.rummy.legal import legal_actions
from referee.engine.rummy.play import play
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.shuffle import HandSecret
from referee.engine.rummy.solver import witness
from referee.engine.rummy.state import Phase, State, new_game
from referee.engine.rummy.window import waiting

WEIGHTS: dict[type, int] = {
    GoDown: 30, LayOff: 12, Swap: 12, Shanghai: 4, Take: 2, Buy: 2, DrawStock: 6, Pass: 4, Withdraw: 1, Discard: 1
}  # fmt: skip
"""How often each kind of action is chosen when it is listed, against the others."""


@lru_cache(maxsize=32)
def listed(state: State, seat: int, most_ways: int = 3) -> tuple[PlayerAction, ...]:
    """The seat's legal actions; kept for a while, since checks and the choice of a move ask for the same ones."""
    return tuple(legal_actions(state, seat, most_ways=most_ways))


def spelled(state: State, action: Action) -> Action:
    """The action as the lists spell it: a swap names the end that the table leaves, and none where it means nothing."""
    match action:
        case Swap(card, meld, to) if 0 <= meld < len(state.table):
            return Swap(card, meld, chosen_end(state.rules, state.table[meld].meld, card, to))
        case _:
            return action


def random_move(state: State, source: Random, *, hurry: float = 0.05, most_ways: int = 3) -> Move:
    """A legal move of somebody who may act; now and then the dealer closes the window."""
    if state.phase is Phase.CLAIM and source.random() < hurry:
        return Move(None, Close())
    if state.phase is Phase.CLAIM and source.random() < 0.1:
        seats = [seat for seat in range(state.players) if listed(state, seat)]
    else:
        seats = list(waiting(state))
    seat = source.choice(seats)
    actions = listed(state, seat, most_ways)
    return Move(seat, source.choices(actions, [WEIGHTS[type(action)] for action in actions])[0])


def helped(state: State, source: Random) -> State:
    """The state with the cards dealt so that the seat in turn can go down soon: a way to get melds on the table.

    The cards are the same ones: the hand swaps cards with the stock.
    """
    seat = state.turn
    record = state.seats[seat]
    if record.down or state.phase is not Phase.PLAY or not state.stock:
        return state
    pool = sorted((*record.hand, *state.stock))
    melds = witness(_in_short(state.rules), state.asked(seat), pool)
    if melds is None:
        return state
    wanted = sorted(card for meld in melds for card in meld.cards)[: len(record.hand)]
    for card in wanted:
        pool.remove(card)
    source.shuffle(pool)
    more = len(record.hand) - len(wanted)
    hand = tuple(sorted((*wanted, *pool[:more])))
    record = record._replace(hand=hand, known=())
    return state._replace(seats=state.with_seat(seat, record), stock=tuple(pool[more:]))


@lru_cache
def _in_short(rules: RuleSet) -> RuleSet:
    """Rules under which melds are soon found in so many cards, and are mostly those of the true rules.

    Nobody could lay the whole stock, and with all its natural cards wild ones seldom come together.
    """
    return replace(rules, last_hand_all_cards=False, adjacent_wilds=True)


def dealers_move(state: State, source: Random, secret: HandSecret | None) -> tuple[Move, HandSecret] | None:
    """What the dealer does, if it is due, with the secret that decided it."""
    what = due(state)
    if what is None:
        return None
    if secret is None or isinstance(what, DueShuffle):
        secret = HandSecret(source.randbytes(32))
    return Move(None, dealers_action(what, secret)), secret


def random_game(rules: RuleSet, players: int, source: Random, *, help_one_in: int = 0):
    """Every state of a random game with the move that led to it, the first with None.

    ``help_one_in``: on average one turn in so many, the player in turn is dealt the contract; 0: never.
    """
    state = new_game(rules, players, dealer=source.randrange(players))
    yield None, state
    secret: HandSecret | None = None
    while not state.is_over:
        dealt = dealers_move(state, source, secret)
        if dealt is not None:
            move, secret = dealt
        else:
            if help_one_in and not source.randrange(help_one_in):
                state = helped(state, source)
            move = random_move(state, source)
        state = play(state, *move)
        yield move, state


def any_action(state: State, source: Random) -> tuple[int | None, Action]:
    """Something that somebody might try, legal or not."""
    hand = [card for seat in state.seats for card in seat.hand] + list(state.pile) + list(state.stock)
    card = source.choice(hand) if hand else (1, "S")
    meld = source.randrange(-1, len(state.table) + 1)
    end = source.choice((None, "low", "high"))
    tries: list[PlayerAction] = [
        DrawStock(), Take(), Buy(), Pass(), Withdraw(), Shanghai(meld, end), LayOff(card, meld, end),
        Swap(card, meld, source.choice((None, "low", "high"))), Discard(card), Discard(card, declare=True),
    ]  # fmt: skip
    return source.choice((None, *range(state.players))), source.choice(tries)
