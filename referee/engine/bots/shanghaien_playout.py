"""Whole games of Shanghaien between bots, as records.

Knows how to let two bots play to the end. What decides cards and dice, and the bots' own chance, come from outside,
so that the same call gives the same game.
"""

from referee.engine.bots.protocol import Chance
from referee.engine.bots.shanghaien import DiceBot
from referee.engine.rummy.shuffle import HandSecret
from referee.engine.shanghaien.actions import Move
from referee.engine.shanghaien.dealer import dealers_action, due
from referee.engine.shanghaien.play import play
from referee.engine.shanghaien.record import Entry, Proof, Record, result_of
from referee.engine.shanghaien.rules import Rules
from referee.engine.shanghaien.seatview import view_for
from referee.engine.shanghaien.state import Pair, new_game


def playout(rules: Rules, bots: Pair[DiceBot], secret: HandSecret, chance: Chance, *, starter: int = 0) -> Record:
    """The game that two bots play, seat 0 first, with the proof of its cards and dice revealed."""
    state = new_game(rules, starter=starter)
    entries: list[Entry] = []
    while not state.is_over:
        what = due(state)
        if what is None:
            move = Move(state.turn, bots[state.turn].act(view_for(state, state.turn), chance))
        else:
            move = Move(None, dealers_action(what, secret))
        entries.append(Entry(move))
        state = play(state, move.seat, move.action)
    proof = Proof(secret.commitment, secret.secret, secret.nonces)
    return Record(rules, (bots[0].name, bots[1].name), starter, tuple(entries), proof, result_of(state))
