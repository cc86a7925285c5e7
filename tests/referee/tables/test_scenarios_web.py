"""What goes wrong in programs like this one, tried through the web. Each test has the number of its scenario."""

from __future__ import annotations

import re
from collections import Counter
from datetime import timedelta

import pytest
import time_machine
from django.core.cache import cache
from django.utils import timezone

from referee.engine.rummy.cards import JOKER, format_card
from referee.models import Chair, Move
from referee.tables.fold import fold_of
from referee.tables.identity import COOKIE
from tests.referee.tables.gatherings import state_of
from tests.referee.tables.visitors import Company, Visitor, cards_of, company

pytestmark = pytest.mark.django_db


BOT_PLAYS = '<span class="seat__word seat__word--away">bot plays</span>'


@pytest.fixture(autouse=True)
def fresh_limits() -> None:
    cache.clear()


def order_from_turn(here: Company) -> list[int]:
    """The seats from the one in turn onward."""
    view = here.view(None)
    return [(view.turn + step) % view.players for step in range(view.players)]


def plain_card(here: Company, seat: int) -> str:
    return next(format_card(card) for card in here.view(seat).own if card != JOKER)


# Claims -----------------------------------------------------------------------------------------------------------


def test_s17_nearest_asker_buys_and_the_others_pay_nothing() -> None:
    here = company(4)
    turn, near, far, last = order_from_turn(here)
    card = here.view(None).pile[-1]
    here.play(far, "say buy")
    here.play(near, "say buy")
    here.play(last, "say pass")
    here.play(turn, "say draw")
    view = here.view(None)
    assert [view.seats[seat].buys for seat in (turn, near, far, last)] == [0, 1, 0, 0]
    assert card in view.seats[near].known
    page = here.at(far).get(here.path).text
    assert "was nearer than you" in page


def test_s17_nobody_buys_what_the_player_in_turn_takes() -> None:
    here = company(4)
    turn, near, far, _last = order_from_turn(here)
    here.play(far, "say buy")
    here.play(near, "say buy")
    here.play(turn, "say take")
    view = here.view(None)
    assert [seat.buys for seat in view.seats] == [0, 0, 0, 0]
    assert view.turn == turn
    assert view.phase == "play"
    assert "is in turn and comes before you" in here.at(far).get(here.path).text


def test_s18_claims_out_of_place_are_refused_each_with_its_reason() -> None:
    here = company(3)
    seat = here.to_turn()
    late = here.play((seat + 1) % 3, "say buy")
    assert late.status_code == 422
    assert "Rule 7" in late.text
    here.play(seat, "discard", plain_card(here, seat))
    own = here.play(seat, "say buy")
    assert own.status_code == 422
    assert "Rule 7" in own.text
    assert Visitor().post(f"{here.path}play/", do="say buy", seen=here.table.version).status_code == 403


def test_s19_claim_sent_twice_is_one_buy() -> None:
    here = company(4)
    turn, near, *others = order_from_turn(here)
    seen = here.table.version
    first = here.play(near, "say buy", seen=seen)
    second = here.play(near, "say buy", seen=seen)
    assert (first.status_code, second.status_code) == (200, 200)
    assert Move.objects.filter(text__endswith=" buy").count() == 1
    here.play(turn, "say draw")
    assert here.view(None).seats[near].buys == 1
    assert here.play(near, "say buy", seen=here.snapshot(None).version).status_code == 422
    assert others


def test_s22_window_that_closes_is_told_to_everybody_at_once() -> None:
    here = company(4, pace="live")
    with time_machine.travel(timezone.now() + timedelta(seconds=30), tick=False):
        pages = [here.at(seat).get(f"{here.path}board/").text for seat in range(4)]
    assert all("Nobody claims the" in page for page in pages)
    assert not any('value="say buy"' in page for page in pages)


def test_s24_wishes_end_with_the_hand() -> None:
    here = company(3)
    here.at(1).post(f"{here.path}wish/", **{"pass": "1", "buy": "7"})
    gathering = here.gathering()
    for seed in range(1000):
        here.table.refresh_from_db()
        if state_of(here.table).is_between:
            break
        gathering.now = timezone.now()
        gathering.play_bot_step(seed)
    for seat in range(3):
        assert here.at(seat).post(f"{here.path}ready/", scripted=True).status_code == 200
    here.table.refresh_from_db()
    assert fold_of(here.table).position.hand == 2
    mine = here.snapshot(1).mine
    assert mine is not None
    assert (mine.wishes.pass_hand, mine.wishes.buy) == (False, ())


# Trust ------------------------------------------------------------------------------------------------------------


def test_s27_server_believes_nothing_that_it_knows_better() -> None:
    here = company(3)
    seat = here.to_turn()
    held = set(here.hand(seat))
    foreign = next(card for card in ("2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S") if card not in held)
    before = here.snapshot(None).version
    for do, cards in (
        ("discard", [foreign]),
        ("say discard " + foreign, []),
        ("say draw", []),
        ("say draw 5", []),
        ("say layoff 7H 99 high", []),
        ("say shuffle 7H", []),
        ("say close", []),
        ("say pick 0", []),
    ):
        assert here.play(seat, do, *cards).status_code == 422, do
    other = (seat + 1) % 3
    answer = here.at(other).post(
        f"{here.path}play/", do=f"say discard {here.hand(seat)[0]}", seen=before, seat=seat, player=seat
    )
    assert answer.status_code == 422
    assert here.snapshot(None).version == before


def test_s28_button_tapped_three_times_has_one_effect() -> None:
    here = company(3)
    seat = here.to_turn()
    card = plain_card(here, seat)
    seen = here.snapshot(None).version
    answers = [here.play(seat, "discard", card, seen=seen).status_code for _ in range(3)]
    assert answers == [200, 200, 200]
    assert Move.objects.filter(seat=seat, text__contains="discard").count() == 1


def test_s30_no_answer_of_a_hand_shows_a_card_that_is_not_the_viewers() -> None:
    here = company(3)
    gathering = here.gathering()
    for seed in range(60):
        here.table.refresh_from_db()
        state = state_of(here.table)
        if state.is_between:
            break
        for seat in (*range(3), None):
            visitor = Visitor() if seat is None else here.at(seat)
            page = visitor.get(here.path).text
            shown = Counter(cards_of(page))
            own = Counter() if seat is None else Counter(here.hand(seat))
            assert shown == own
            # Whatever a page names lies open or is the viewer's own.
            open_now = Counter(format_card(card) for card in state.pile) + Counter(
                format_card(card) for laid in state.table for card in laid.meld.cards
            )
            known = Counter(format_card(card) for record in state.seats for card in (*record.known, *record.discards))
            named = set(re.findall(r'data-card="([^"]+)"|value="([0-9TJQKA][SHDC]|JK)"', page))
            cards = {one for pair in named for one in pair if one}
            assert cards <= set(own) | set(open_now) | set(known)
        gathering.now = timezone.now()
        gathering.play_bot_step(seed)


# Coming back --------------------------------------------------------------------------------------------------------


def test_s31_reload_in_turn_keeps_turn_cards_and_arrangement() -> None:
    here = company(3)
    seat = here.to_turn()
    arranged = cards_of(here.play(seat, "last", plain_card(here, seat)).text)
    built = cards_of(here.play(seat, "put 0", arranged[0], arranged[1]).text)
    page = here.at(seat).get(here.path).text
    assert cards_of(page) == built
    assert 'value="take 0 1"' in page
    assert "Your turn:" in page
    assert here.view(None).turn == seat


def test_s32_rejoining_in_turn_is_the_same_seat() -> None:
    here = company(3)
    seat = here.to_turn()
    before = here.hand(seat)
    browser = Visitor()  # closed and opened again: nothing is left but the cookie
    browser.client.cookies[COOKIE] = here.at(seat).client.cookies[COOKIE].value
    page = browser.get(here.path).text
    assert Counter(cards_of(page)) == Counter(before)
    assert "Your turn:" in page
    answer = browser.post(f"{here.path}sit/", scripted=True, name="Somebody")
    assert answer.status_code == 200
    assert here.table.chairs.count() == 3
    assert here.view(None).turn == seat


def test_s33_name_already_in_use_gives_no_seat() -> None:
    here = company(3)
    stranger = Visitor.named("Ana")
    assert cards_of(stranger.get(here.path).text) == []
    answer = stranger.post(f"{here.path}sit/", scripted=True, name="Ana")
    assert answer.status_code == 422
    assert cards_of(stranger.get(here.path).text) == []
    forged = Visitor()
    forged.client.cookies[COOKIE] = "somebody:else"
    assert cards_of(forged.get(here.path).text) == []


def test_s33_second_ana_in_the_lobby_is_told_apart() -> None:
    here = company(3, started=False)
    host = here.at(0)
    host.post("/t/open/", name="Ana", rules="shanghai-7", seats="3", pace="slow")
    table = Chair.objects.exclude(table=here.table).first()
    assert table is not None
    Visitor().post(f"/t/{table.table.code}/sit/", name="Ana")
    assert sorted(table.table.chairs.exclude(name="").values_list("name", flat=True)) == ["Ana", "Ana 2"]


def test_s34_seat_link_moves_the_seat_to_another_browser() -> None:
    here = company(3)
    seat = here.to_turn()
    page = here.at(seat).post(f"{here.path}link/").text
    found = re.search(r"/t/seat/([\w-]+)/", page)
    assert found
    link = found[0]
    phone = Visitor()
    assert "Go on as" in phone.get(link).text
    assert cards_of(here.at(seat).get(here.path).text), "opening the link alone moves nothing"
    answer = phone.post(link)
    assert answer["Location"] == here.path
    assert len(cards_of(phone.get(here.path).text)) == 12
    pages = [visitor.get(here.path).text for visitor in here.visitors]
    assert [bool(cards_of(page)) for page in pages].count(False) == 1
    assert any("You are watching" in page for page in pages)
    again = Visitor()
    assert again.get(link).status_code == 404
    assert again.post(link).status_code == 404


def test_s34_new_link_voids_the_old_one_and_guesses_are_stopped() -> None:
    here = company(3)
    links = [re.search(r"/t/seat/[\w-]+/", here.at(0).post(f"{here.path}link/").text) for _ in range(2)]
    assert links[0]
    assert links[1]
    assert Visitor().post(links[0][0]).status_code == 404
    guesses = [Visitor().get(f"/t/seat/guess-{number}/").status_code for number in range(12)]
    assert guesses[0] == 404
    assert guesses[-1] == 429


def test_s35_absent_player_keeps_the_seat_until_the_agreed_time_and_has_it_back_at_once() -> None:
    here = company(3, pace="relaxed")
    seat = here.to_turn()
    other = here.at((seat + 1) % 3)
    here.table.refresh_from_db()
    start = timezone.now()
    with time_machine.travel(start + timedelta(seconds=50), tick=False):
        page = other.get(here.path).text
        assert "away?" in page
        assert "data-remaining" in page
        assert here.view(None).turn == seat
        assert not here.table.chairs.get(seat=seat).away_since
    with time_machine.travel(start + timedelta(minutes=4, seconds=10), tick=False):
        page = other.get(here.path).text
        assert BOT_PLAYS in page
        own = here.at(seat).get(here.path).text
        assert BOT_PLAYS not in own
        assert Counter(cards_of(own)) == Counter(here.hand(seat))
        assert here.table.chairs.get(seat=seat).away_since is None


def test_s36_clock_belongs_to_the_one_who_is_waited_for() -> None:
    here = company(3, pace="relaxed")
    seat = here.to_turn()
    other = (seat + 1) % 3
    here.table.refresh_from_db()
    deadline = here.table.deadline
    here.play(other, "sort rank")
    here.play(other, "last", here.hand(other)[0])
    here.table.refresh_from_db()
    assert here.table.deadline == deadline
    assert here.table.chairs.get(seat=seat).away_since is None


def test_s37_guest_who_follows_an_invitation_lands_at_the_table() -> None:
    here = company(3, started=False)
    here.at(0).post("/t/open/", name="Ana", rules="shanghai-7", seats="3", pace="live")
    chair = Chair.objects.exclude(table=here.table).first()
    assert chair is not None
    guest = Visitor()
    answer = guest.get(f"/t/{chair.table.code}/")
    assert answer.status_code == 200
    assert "Your name" in answer.text
    assert "password" not in answer.text.lower()
    answer = guest.post(f"/t/{chair.table.code}/sit/", name="Ben")
    assert answer["Location"] == f"/t/{chair.table.code}/"
    assert "you" in guest.get(answer["Location"]).text


def test_s50_every_shuffle_can_be_checked_with_one_tap() -> None:
    here = company(3)
    page = here.at(0).get(f"{here.path}shuffle/").text
    promise = re.search(r"<code>([0-9a-f]{64})</code>", page)
    assert promise
    assert "revealed when the hand is over" in page
    gathering = here.gathering()
    for seed in range(1000):
        here.table.refresh_from_db()
        if state_of(here.table).is_between:
            break
        gathering.now = timezone.now()
        gathering.play_bot_step(seed)
    page = here.at(0).get(f"{here.path}shuffle/?check=1").text
    assert promise[1] in page
    assert "As promised." in page
    assert "Not as promised" not in page
