"""The least that somebody absent can do: pass, draw from the stock, discard the dearest card that may go."""

from __future__ import annotations

from random import Random

from referee.engine.rummy.actions import Discard, DrawStock, GoDown, Pass, PlayerAction
from referee.engine.rummy.discarding import judge_discard
from referee.engine.rummy.melds import laid_cards
from referee.engine.rummy.scoring import points
from referee.engine.rummy.seatview import SeatView
from referee.engine.rummy.solver import witness
from referee.engine.rummy.state import Phase


def stand_in(view: SeatView, chance: Random) -> PlayerAction:
    """A legal action for the seat whose view it is."""
    match view.phase:
        case Phase.CLAIM:
            return DrawStock() if view.is_my_turn else Pass()
        case Phase.DRAW:
            return DrawStock()
        case _:
            table = tuple(laid.meld for laid in view.table)
            found = None if view.me.down else witness(view.rules, view.hand, view.own)
            if found is not None:
                return GoDown(tuple(laid_cards(meld) for meld in found))
            allowed = [
                card
                for card in dict.fromkeys(view.own)
                if judge_discard(view.rules, view.hand, card, held=view.own, declared=False, table=table).legal
            ]
            dearest = max(points(view.rules, [card]) for card in allowed)
            return Discard(chance.choice([card for card in allowed if points(view.rules, [card]) == dearest]))
