"""Everything that is written at a table. Each service is one transaction, announced with its commit.

Views call these with the player of the request's cookie; nothing here trusts a seat or a name that a request states.
"""

from referee.tables.services.lesson import lesson_open
from referee.tables.services.lobby import (
    chair_bot,
    chair_by_secret,
    chair_leave,
    chair_link,
    chair_move,
    chair_offer,
    chair_remove,
    chair_take,
    table_open,
    table_options,
    table_pause,
    table_rematch,
    table_start,
)
from referee.tables.services.person import person_data, person_erase
from referee.tables.services.play import Made, MoveOutcome, Refused, Repeated, Stale, hand_ready, move_make
from referee.tables.services.seats import (
    arrangement_set,
    guide_set,
    more_time_set,
    nonce_set,
    owner_back,
    wishes_set,
)
from referee.tables.services.talk import PHRASES, REACTIONS, remark_add, remark_report, seat_mute, seat_silence

__all__ = [
    "PHRASES",
    "REACTIONS",
    "Made",
    "MoveOutcome",
    "Refused",
    "Repeated",
    "Stale",
    "arrangement_set",
    "chair_bot",
    "chair_by_secret",
    "chair_leave",
    "chair_link",
    "chair_move",
    "chair_offer",
    "chair_remove",
    "chair_take",
    "guide_set",
    "hand_ready",
    "lesson_open",
    "more_time_set",
    "move_make",
    "nonce_set",
    "owner_back",
    "person_data",
    "person_erase",
    "remark_add",
    "remark_report",
    "seat_mute",
    "seat_silence",
    "table_open",
    "table_options",
    "table_pause",
    "table_rematch",
    "table_start",
    "wishes_set",
]
