"""Two captains at a table of dice: the pages, from opening to the record, and what they say before each choice."""

from __future__ import annotations

import re
import tomllib

import pytest
from django.test import Client
from django.utils import timezone

from referee.engine.shanghaien.fairness import check
from referee.engine.shanghaien.recordtext import loads
from referee.engine.shanghaien.seatview import SeatView
from referee.engine.shanghaien.state import Phase, State
from referee.models import Table
from referee.tables import clock, told
from referee.tables.choices import Choice, choices_of
from referee.tables.fold import fold_of
from referee.tables.games.shanghaien import DicePosition
from referee.tables.options import Options
from referee.tables.selectors import snapshot_for
from referee.tables.services import Made, chair_bot, chair_take, move_make, table_open, table_options, table_start
from referee.tables.tavern import Tavern, tavern_of
from tests.referee.tables.visitors import Company, Visitor

pytestmark = pytest.mark.django_db


def two_captains(rules: str = "shanghaien", *, bot: str = "", seed: int = 0) -> Company:
    """Ana and Ben, or Ana and a bot, at a table whose clock stands still; Ana begins."""
    visitors = (Visitor.named("Ana"), Visitor.named("Ben"))[: 1 if bot else 2]
    host = visitors[0].player
    assert host is not None
    table = table_open(host=host, game="shanghaien", rules=rules, pace="slow", seats=2)
    for visitor in visitors:
        assert visitor.player is not None
        chair_take(table=table, player=visitor.player, name=visitor.player.name)
    if bot:
        chair_bot(table=table, player=host, seat=1, bot=bot)
    Table.objects.filter(pk=table.pk).update(secret=bytes([seed]) * 32)
    table.refresh_from_db()
    table_start(table=table, player=host, dealer=0)
    table.refresh_from_db()
    return Company(table, visitors)


def state_of(company: Company) -> State:
    company.table.refresh_from_db()
    position = fold_of(company.table).position
    assert isinstance(position, DicePosition)
    return position.state


def move(company: Company, action: str) -> None:
    """The move of the captain in turn, by the service alone."""
    state = state_of(company)
    player, seen = company.at(state.turn).player, company.table.version
    outcome = move_make(table=company.table, player=player, seen=seen, key=f"move {seen}", action=action)
    assert isinstance(outcome, Made)


def play_on(company: Company, *, until: str = "", pages: bool = False, most: int = 400) -> State:
    """Both captains do what the plain bot would, by services or through their pages, until the phase or the end."""
    for number in range(most):
        state = state_of(company)
        if state.is_over or (until and state.phase.value == until):
            return state
        action = DicePosition(state).bots_action("plain", state.turn, number)
        if pages:
            answer = company.play(state.turn, f"say {action}")
            assert answer.status_code == 200, answer.content
        else:
            move(company, action)
    raise AssertionError("expected the game to end")


def board(company: Company, seat: int | None) -> Tavern:
    snap = company.snapshot(seat)
    assert isinstance(snap.view, SeatView)
    return tavern_of(snap, snap.view)


def page(company: Company, seat: int, part: str = "") -> str:
    answer = company.at(seat).get(company.path + part)
    assert answer.status_code == 200
    return answer.content.decode()


def test_lobby_opens_a_table_of_dice_with_two_chairs_and_a_bot(client: Client) -> None:
    page = client.get("/t/?rules=shanghaien-basic").content.decode()
    assert re.search(r'value="shanghaien-basic"[^>]*checked', page)
    data = {"name": "Ana", "rules": "shanghaien", "seats": 4, "pace": "live", "do": "bots"}
    answer = client.post("/t/open/", data, follow=True)
    table = Table.objects.get()
    assert (table.game, table.chairs.count(), table.phase) == ("shanghaien", 2, "playing")
    assert set(table.chairs.values_list("bot", flat=True)) == {"", "top"}
    assert "Round 1 of 8" in answer.content.decode()


def test_waiting_room_offers_every_bot(client: Client) -> None:
    data = {"name": "Ana", "rules": "shanghaien-basic", "seats": 2, "pace": "slow", "do": "friends"}
    page = client.post("/t/open/", data, follow=True).content.decode()
    assert re.findall(r'<option value="(\w+)"', page) == ["random", "plain", "exact", "top"]
    code = Table.objects.get().code
    page = client.post(f"/t/{code}/chair/", {"seat": 1, "do": "bot", "bot": "exact"}, follow=True).content.decode()
    assert "Mate" in page
    assert client.get(f"/t/{code}/shuffle/").status_code == 200


def test_whole_game_through_the_pages_ends_with_a_sound_record() -> None:
    company = two_captains("shanghaien-basic")
    assert play_on(company, pages=True).is_over
    end = page(company, 0)
    assert "The game is over." in end
    assert "Points by nationality" in end
    answer = company.at(1).get(f"{company.path}record/")
    record = loads(answer.content.decode())
    assert check(record).fault is None
    assert record.result is not None
    assert tomllib.loads(answer.content.decode())["starter"] == "p1"
    shuffle = page(company, 0, "shuffle/?check=1")
    assert "As promised." in shuffle
    assert company.at(0).post(f"{company.path}rematch/").status_code == 303


def test_record_of_a_game_that_goes_on_keeps_back_the_cards_face_down() -> None:
    company = two_captains()
    play_on(company, until="place")
    text = company.at(0).get(f"{company.path}record/").content.decode()
    assert text.count("??") == 42
    assert "secret" not in text
    assert "The game is not over yet." in page(company, 0, "shuffle/?check=1")


def test_every_choice_says_what_it_would_bring() -> None:
    company = two_captains()
    state = play_on(company, until="place")
    choices = choices_of(board(company, state.turn))
    assert choices is not None
    assert {choice.end for choice in choices.places} == {"left", "right"}
    assert all(len(choice.at) == 1 and choice.at[0].why == "unopposed" for choice in choices.places)
    first = choices.places[0]
    assert first.label.startswith(f"Place {first.dice[0]}, counted from the left.")
    assert f"If the round ended then: {first.mine} to {first.theirs}." in first.label
    shown = page(company, state.turn)
    assert all(f'value="say {choice.action}"' in shown for choice in choices.places)
    assert company.play(state.turn, f"say {first.action}").status_code == 200
    assert board(company, 0).then.points[state.turn] == first.mine


def test_what_a_choice_promises_comes_true() -> None:
    company = two_captains(seed=4)
    promised = 0
    for number in range(60):
        state = state_of(company)
        seat = state.turn
        choices = choices_of(board(company, seat))
        action = DicePosition(state).bots_action("plain", seat, number)
        assert choices is not None
        offered = [*choices.places, *([choices.call] if choices.call else [])]
        offered += [choice for trick in choices.tricks for choice in trick.choices if not choice.turned]
        chosen = next((choice for choice in offered if choice.action == action), None)
        assert company.play(seat, f"say {action}").status_code == 200
        if chosen is not None:
            after = board(company, seat)
            points = after.now.points if action == "shanghai" else after.then.points
            assert (points[seat], points[1 - seat]) == (chosen.mine, chosen.theirs), chosen
            promised += 1
    assert promised > 20


def trick_choices(company: Company) -> list[Choice]:
    """Choices of tricks in the first position of a game in which one can be used."""
    for number in range(300):
        state = state_of(company)
        choices = choices_of(board(company, state.turn))
        assert choices is not None
        found = [choice for one in choices.tricks if not one.why_not for choice in one.choices]
        if found:
            return found
        action = DicePosition(state).bots_action("random", state.turn, number)
        move(company, action)
    raise AssertionError("expected a trick that can be used")


def test_tricks_are_offered_with_what_they_bring_and_can_be_played() -> None:
    company = two_captains(seed=2)
    found = trick_choices(company)
    state = state_of(company)
    assert 'id="tricks"' in page(company, state.turn)
    assert all(choice.what for choice in found)
    assert company.play(state.turn, f"say {found[0].action}").status_code == 200
    seen = choices_of(board(company, state.turn))
    assert seen is None or all(trick.why_not for trick in seen.tricks)


def test_refusals_cite_the_rule_and_write_nothing() -> None:
    company = two_captains()
    answer = company.play(0, "say shanghai")
    assert answer.status_code == 422
    assert "It is too early for Shanghai" in answer.content.decode()
    assert "/rules/shanghaien/#rule-9.5" in answer.content.decode()
    assert company.play(1, "say roll").status_code == 422
    assert company.play(0, "discard", "7H").status_code == 422
    assert company.play(0, "say place " + "9" * 60).status_code == 422
    assert company.play(0, "say roll", seen=0).status_code == 409
    assert company.snapshot(0).version == 1


def test_pages_work_without_scripts() -> None:
    company = two_captains()
    answer = company.play(0, "say roll", scripted=False)
    assert answer.status_code == 303
    assert "place one die, and choose from which end" in page(company, 0)


def test_settled_round_is_explained_card_by_card() -> None:
    company = two_captains()
    state = state_of(company)
    while state.settled is None:
        action = DicePosition(state).bots_action("plain", state.turn, 1)
        company.play(state.turn, f"say {action}")
        state = state_of(company)
    shown = page(company, 0)
    assert shown.count('<li class="fate') == 6
    assert "Rule 9.6" in shown
    settled = board(company, 0).settled
    assert settled is not None
    won = [one.card for one in settled.verdicts if one.owner is not None]
    assert len(won) == sum(fate.owner is not None for fate in state.settled.fates)
    replay = page(company, 0, "replay/")
    assert "Round 1, played again" in replay
    starter = state.turn
    assert '<details class="settled" id="settled-1-new" open>' in page(company, starter)
    company.play(starter, "say roll")
    assert '<details class="settled" id="settled-1">' in page(company, starter), "hides the row where a die goes to"
    assert company.at(0).get(f"{company.path}replay/{company.table.version + 1}/").status_code == 404


def test_replay_of_a_round_begins_with_the_dice_of_which_it_tells() -> None:
    company = two_captains()
    while (state := state_of(company)).settled is None or state.settled.round < 2:
        move(company, DicePosition(state).bots_action("plain", state.turn, 1))
    replay = page(company, 0, "replay/")
    assert re.search(r"<strong>0/\d+</strong> \w+ rolls? ", replay)
    assert 'class="rolled"' in replay


def test_hint_ranks_the_choices_where_the_table_allows_it() -> None:
    company = two_captains("shanghaien-basic")
    play_on(company, until="place")
    assert company.at(0).get(f"{company.path}hint/").status_code == 422
    assert 'id="deed-hint"' not in page(company, 0)
    table_options(table=company.table, player=company.visitors[0].player, options=Options(coach=True))
    assert 'id="deed-hint"' in page(company, 0)
    shown = page(company, 0, "hint/")
    worths = [float(text.replace("−", "-")) for text in re.findall(r"<strong>([+−]?[0-9.]+)</strong></button>", shown)]
    assert worths == sorted(worths, reverse=True)
    assert len(worths) in (2, 4)
    assert "on average" in shown
    assert "nothing for you to decide" in page(company, 1, "hint/")
    alone = two_captains(bot="exact")
    assert 'id="deed-hint"' in page(alone, 0)
    table_options(table=alone.table, player=alone.visitors[0].player, options=Options(hints=False))
    assert alone.at(0).get(f"{alone.path}hint/").status_code == 422


def test_spectators_see_the_tavern_and_no_choices() -> None:
    company = two_captains()
    play_on(company, until="place")
    shown = Client().get(company.path).content.decode()
    assert "You are watching." in shown
    assert 'name="do"' not in shown
    assert choices_of(board(company, None)) is None


def test_sheets_show_points_crews_and_captains() -> None:
    company = two_captains()
    play_on(company)
    for part in ("points/", "player/0/", "player/1/", "more/", "talk/"):
        assert page(company, 1, part)
    assert "Danes" in page(company, 0, "points/")
    assert company.at(0).get(f"{company.path}player/2/").status_code == 404


def test_bot_plays_its_turns_by_the_clock() -> None:
    company = two_captains(bot="exact")
    company.play(0, "say roll")
    choices = choices_of(board(company, 0))
    assert choices is not None
    company.play(0, f"say {choices.places[0].action}")
    company.table.refresh_from_db()
    assert company.table.due is not None
    clock.advance(company.table, company.table.due)
    state = state_of(company)
    assert (state.turn, state.phase) == (1, Phase.PLACE)


def test_everything_that_happens_is_told() -> None:
    company = two_captains(seed=2)
    kinds: set[str] = set()
    while not (state := state_of(company)).is_over:
        action = DicePosition(state).bots_action("random", state.turn, company.table.version)
        move(company, action)
        snap = snapshot_for(company.table, company.at(0).player, timezone.now())
        kinds |= {event.kind for event in snap.events}
        for line in told.lines(snap.events[-6:], snap):
            assert line
            assert "%(" not in line
    assert kinds >= {"tavern-opened", "dice-rolled", "from-left", "die-placed", "called", "tavern-won", "trick-reroll"}
