"""What happened, in words: one text for each change, and nothing that was not seen by all."""

import pytest
from django.utils import translation

from referee.engine.rummy.cards import format_card
from referee.tables.fold import fold_of
from referee.tables.games.protocol import Event
from referee.tables.selectors import snapshot_for
from referee.tables.told import _SENTENCES, card_name, lines, news, sentence
from tests.referee.tables.gatherings import Gathering, gathered

pytestmark = pytest.mark.django_db


def heard(here: Gathering, seat: int | None) -> str:
    here.table.refresh_from_db()
    player = None if seat is None else here.owner(seat)
    return news(snapshot_for(here.table, player, here.now))


def test_deal_is_told_with_what_is_asked() -> None:
    here = gathered()
    upcard = card_name(here.state.pile[-1], "en")
    assert heard(here, 0) == f"You deal hand 1. The {upcard} lies open. Do you want it?"
    assert heard(here, 2) == f"Ana deals hand 1. The {upcard} lies open. Do you want it?"
    assert heard(here, None) == f"Ana deals hand 1. The {upcard} lies open."


def test_discard_is_one_text_with_what_follows() -> None:
    here = gathered()
    here.move(1, "take")
    card = here.state.seats[1].hand[-1]
    here.move(1, f"discard {format_card(card)}")
    name = card_name(card, "en")
    assert heard(here, 2).startswith(f"Ben discards the {name}.")
    assert heard(here, 1) == f"You discard the {name}."


def test_buy_is_told_with_its_price() -> None:
    here = gathered(4)
    card = card_name(here.state.pile[-1], "en")
    here.move(2, "buy")
    here.move(3, "pass")
    here.move(0, "pass")
    assert "bought" not in [event.kind for event in fold_of(here.table).events]
    here.move(1, "draw")
    assert heard(here, 0) == f"Cem buys the {card} and draws 2 from the stock. Ben draws from the stock."
    assert heard(here, 1).endswith("You draw from the stock. It is your turn.")


def test_draw_names_no_card() -> None:
    here = gathered()
    here.pass_all()
    here.move(1, "draw")
    assert fold_of(here.table).events[-1] == Event("drew", 1, seq=here.table.version)


def test_every_event_of_a_game_has_its_sentence() -> None:
    here = gathered(4, rules="shanghai-10")
    kinds: set[str] = set()
    for seed in range(260):
        here.play_bot_step(seed)
        here.table.refresh_from_db()
        table = snapshot_for(here.table, here.people[0], here.now)
        kinds |= {event.kind for event in table.events}
        assert all("%" not in line and line.endswith(".") for line in lines(table.events[-4:], table))
    assert kinds >= {"dealt", "drew", "discarded"}
    assert kinds <= set(_SENTENCES)


@pytest.mark.parametrize("kind", _SENTENCES)
def test_every_sentence_can_be_said_to_both(kind: str) -> None:
    here = gathered()
    card = here.state.pile[-1]
    here.table.refresh_from_db()
    event = Event(kind, 1, other=2, number=3, cards=(card,))
    for mine in (None, 1):
        text = sentence(event, ("Ana", "Ben", "Cem").__getitem__, mine=mine)
        assert text.endswith(".")
        assert "%" not in text


def test_sentences_follow_the_language() -> None:
    here = gathered()
    with translation.override("nl"):
        assert heard(here, 0)


def test_who_asked_and_was_further_away_hears_who_was_nearer_and_why() -> None:
    here = gathered(4)
    card = card_name(here.state.pile[-1], "en")
    here.move(3, "buy")
    here.move(2, "buy")
    here.move(1, "draw")
    assert f"Cem was nearer than you: you do not get the {card}, and nothing is counted." in heard(here, 3)
    assert "Cem was nearer than Dot." in heard(here, 0)
    assert here.state.seats[3].buys == 0


def test_who_asked_hears_that_the_player_in_turn_comes_first() -> None:
    here = gathered(4)
    here.move(3, "buy")
    here.move(1, "take")
    assert "Ben is in turn and comes before you" in heard(here, 3)
    assert "nearer" not in heard(here, 0)
