"""The records of a game that are made past their constructors are what the constructors would make."""

from itertools import islice
from random import Random

import pytest

from referee.engine.rummy.ruledoc import load_rules
from referee.engine.rummy.seatview import SeatView, SeenSeat, view_for
from referee.engine.rummy.state import Seat, State, new_game
from tests.engine.play.playouts import random_game


def as_constructed(record, **changes):
    return type(record)(**(record._asdict() | changes))


@pytest.mark.parametrize("changes", [{}, {"turn": 2}, {"pile": (), "stock": (), "fresh": ((0, None),), "drawn": True}])
def test_a_replaced_state_is_the_one_constructed_with_the_changes(changes):
    state = new_game(load_rules("shanghai-7"), 4)
    replaced = state._replace(**changes)
    assert type(replaced) is State
    assert replaced == as_constructed(state, **changes)
    assert state == new_game(load_rules("shanghai-7"), 4)


def test_a_replaced_seat_is_the_one_constructed_with_the_changes():
    assert Seat()._replace(buys=2, down=True) == Seat(down=True, buys=2)


@pytest.mark.parametrize("record", [Seat(), new_game(load_rules("shanghai-7"), 4)])
def test_a_field_that_a_record_does_not_have_is_refused(record):
    with pytest.raises(KeyError, match="buy"):
        record._replace(buy=2)


def test_the_views_of_a_game_are_those_that_constructors_make():
    for _, state in islice(random_game(load_rules("shanghai-10"), 4, Random(3)), 0, 400, 7):
        for seat in (None, 2):
            view = view_for(state, seat)
            assert type(view) is SeatView
            assert view == SeatView(*view)
            assert [type(seen) for seen in view.seats] == [SeenSeat] * 4
            assert [SeenSeat(*seen) for seen in view.seats] == list(view.seats)
