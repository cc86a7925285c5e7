"""Playing through the web: moves, rulings, questions, the own hand; and what never reaches the wrong person."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from django.core.cache import cache

from referee.engine.rummy.cards import JOKER, format_card
from referee.models import Move
from tests.referee.tables.visitors import Company, Visitor, cards_of, company

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def fresh_limits() -> None:
    cache.clear()


@pytest.fixture
def here() -> Company:
    return company()


def discardable(here: Company, seat: int) -> str:
    return next(format_card(card) for card in here.view(seat).own if card != JOKER)


def test_page_shows_the_own_hand_and_no_other(here: Company) -> None:
    for seat in range(3):
        page = here.at(seat).get(here.path).text
        assert Counter(cards_of(page)) == Counter(here.hand(seat))
    watcher = Visitor().get(here.path).text
    assert cards_of(watcher) == []
    assert "You are watching" in watcher


def test_claim_prompt_has_the_price_and_the_buys_left(here: Company) -> None:
    view = here.view(None)
    buyer = next(seat for seat in view.waiting if seat != view.turn)
    page = here.at(buyer).get(here.path).text
    assert "May I?" in page
    assert "and 2 from the stock" in page
    assert "2 buys left" in page
    assert "Pass all this hand" in page
    assert 'data-remaining="' in page


def test_move_without_scripts_leads_back_to_the_table(here: Company) -> None:
    seat = here.to_turn()
    card = discardable(here, seat)
    answer = here.play(seat, "discard", card, scripted=False)
    assert answer.status_code == 303
    assert here.view(None).pile[-1] == here.view(None).seats[seat].discards[-1]
    assert format_card(here.view(None).pile[-1]) == card


def test_move_with_scripts_brings_the_board_alone(here: Company) -> None:
    seat = here.to_turn()
    answer = here.play(seat, "discard", discardable(here, seat))
    assert answer.status_code == 200
    assert "<html" not in answer.text
    assert 'id="state"' in answer.text
    assert 'hx-swap-oob="innerHTML"' in answer.text


def test_refused_move_shows_the_ruling_and_changes_nothing(here: Company) -> None:
    seat = here.to_turn()
    other = next(number for number in range(3) if number != seat)
    before = here.table.version
    answer = here.play(other, "discard", discardable(here, other))
    assert answer.status_code == 422
    assert "Not legal" in answer.text
    assert "Rule 4" in answer.text
    here.table.refresh_from_db()
    assert here.table.version == before
    full = here.play(other, "discard", discardable(here, other), scripted=False)
    assert full.status_code == 422
    assert "<html" in full.text
    assert "Not legal" in full.text


def test_stale_page_gets_the_fresh_table(here: Company) -> None:
    seat = here.to_turn()
    answer = here.play(seat, "discard", discardable(here, seat), seen=here.table.version - 1)
    assert answer.status_code == 409
    assert "The table has moved on" in answer.text
    assert cards_of(answer.text)


@pytest.mark.parametrize(
    ("do", "cards", "words"),
    [
        ("discard", 0, "Pick the one card"),
        ("discard", 2, "Pick the one card"),
        ("layoff", 0, "Pick one or more cards"),
        ("put 0", 0, "Pick one or more cards"),
        ("dance", 1, "cannot read that"),
        ("take 9 9", 0, "cannot read that"),
        ("put 99", 1, "cannot read that"),
        ("meld x", 1, "cannot read that"),
        ("say fly away", 0, "cannot read that"),
        ("layoff", 1, "No melds lie on the table"),
    ],
)
def test_form_that_comes_to_nothing_says_why(here: Company, do: str, cards: int, words: str) -> None:
    seat = here.to_turn()
    answer = here.play(seat, do, *here.hand(seat)[:cards])
    assert answer.status_code == 422
    assert words in answer.text


def test_spectator_cannot_act(here: Company) -> None:
    for visitor in (Visitor(), Visitor.named("Zoe")):
        for path, data in (
            ("play/", {"do": "say draw", "seen": here.table.version}),
            ("ready/", {}),
            ("wish/", {"pass": "1"}),
            ("pause/", {"wants": "1"}),
            ("time/", {"more": "1"}),
            ("talk/", {"phrase": "hello"}),
            ("mute/", {"seat": "0", "muted": "1"}),
            ("report/", {"remark": "1"}),
            ("leave/", {}),
            ("link/", {}),
            ("luck/", {}),
            ("chair/", {"do": "offer", "seat": "1"}),
            ("rematch/", {}),
            ("settings/", {}),
        ):
            assert visitor.post(here.path + path, **data).status_code == 403, path
    assert Move.objects.filter(seat__isnull=False).count() == 0


def test_closed_table_shows_nothing_to_others(here: Company) -> None:
    here.at(0).post(f"{here.path}settings/", hints="on")
    for path in ("", "board/", "shuffle/", "record/"):
        assert Visitor().get(here.path + path).status_code == 403, path
    assert here.at(1).get(here.path).status_code == 200


def test_hand_is_sorted_and_arranged_by_its_owner(here: Company) -> None:
    by_rank = cards_of(here.play(0, "sort rank").text)
    assert [card[0] for card in by_rank if card != "JK"] == sorted(
        (card[0] for card in by_rank if card != "JK"), key="23456789TJQKA".index
    )
    moved = cards_of(here.play(0, "last", by_rank[0]).text)
    assert moved == [*by_rank[1:], by_rank[0]]
    assert cards_of(here.at(0).get(here.path).text) == moved
    again = cards_of(here.play(0, "left", by_rank[0]).text)
    assert again == [*by_rank[1:-1], by_rank[0], by_rank[-1]]
    page = here.play(0, "before 0-0", by_rank[0]).text
    assert cards_of(page)[-1] == by_rank[0]
    assert Counter(cards_of(here.at(1).get(here.path).text)) == Counter(here.hand(1))


def test_building_takes_cards_and_gives_them_back(here: Company) -> None:
    hand = cards_of(here.at(0).get(here.path).text)
    built = here.play(0, "put 0", hand[0], hand[1]).text
    assert len(cards_of(built)) == len(hand) - 2
    assert 'value="take 0 0"' in built
    assert len(cards_of(here.play(0, "take 0 0").text)) == len(hand) - 1
    assert Counter(cards_of(here.play(0, "clear").text)) == Counter(hand)


def test_suggestions_can_be_switched_off(here: Company) -> None:
    assert 'value="suggest"' in here.at(0).get(here.path).text
    here.at(0).post(f"{here.path}settings/", chat="on")
    assert 'value="suggest"' not in here.at(0).get(here.path).text
    assert here.play(0, "suggest").status_code == 422


def test_talk_is_escaped_heard_and_hidden(here: Company) -> None:
    here.at(0).post(f"{here.path}talk/", words="<b>hi</b>")
    page = here.at(1).get(f"{here.path}talk/").text
    assert "&lt;b&gt;hi&lt;/b&gt;" in page
    assert "<b>hi</b>" not in page
    here.at(0).post(f"{here.path}talk/", phrase="good-luck", words="not this")
    assert "Good luck." in here.at(2).get(f"{here.path}talk/").text
    assert "not this" not in here.at(2).get(f"{here.path}talk/").text
    remark = here.table.remarks.get(kind="chat")
    here.at(1).post(f"{here.path}report/", remark=remark.pk)
    assert "&lt;b&gt;" not in here.at(1).get(f"{here.path}talk/").text
    here.at(2).post(f"{here.path}mute/", seat="0", muted="1")
    assert "&lt;b&gt;" not in here.at(2).get(f"{here.path}talk/").text


def test_host_closes_the_chat_and_silences(here: Company) -> None:
    here.at(0).post(f"{here.path}settings/", hints="on", spectators="on")
    assert "The host has closed the chat" in here.at(1).post(f"{here.path}talk/", scripted=True, words="psst").text
    assert 'name="words"' not in here.at(1).get(f"{here.path}talk/").text
    here.at(0).post(f"{here.path}chair/", do="silence", seat="1")
    answer = here.at(1).post(f"{here.path}talk/", scripted=True, phrase="hello")
    assert answer.status_code == 422
    assert "quiet" in answer.text


def test_wishes_are_kept_and_pass_at_once(here: Company) -> None:
    view = here.view(None)
    seat = next(number for number in view.waiting if number != view.turn)
    answer = here.at(seat).post(f"{here.path}wish/", scripted=True, **{"pass": "1", "buy": "7h, jk"})
    assert answer.status_code == 200
    assert 'value="7h jk"' in here.at(seat).get(f"{here.path}wish/").text.lower()
    assert seat not in here.snapshot(None).waiting
    assert here.at(seat).post(f"{here.path}wish/", scripted=True, buy="elephant").status_code == 422


def test_pause_begins_when_all_agree_and_ends_when_one_goes_on(here: Company) -> None:
    for seat in range(3):
        here.at(seat).post(f"{here.path}pause/", wants="1")
    page = here.at(0).get(here.path).text
    assert "The table has paused." in page
    waited = here.snapshot(None).waiting[0]
    assert here.play(waited, "say pass").status_code == 422
    here.at(1).post(f"{here.path}pause/", wants="0")
    assert "The table has paused." not in here.at(0).get(here.path).text


def test_more_time_is_shown_to_all(here: Company) -> None:
    here.at(1).post(f"{here.path}time/", more="1")
    assert "Takes more time" in here.at(0).get(f"{here.path}player/1/").text


def test_poll_is_answered_with_304_until_something_changes(here: Company) -> None:
    first = here.at(0).get(f"{here.path}board/")
    assert first.status_code == 200
    etag = first["ETag"]
    again = here.at(0).get(f"{here.path}board/", **{"If-None-Match": etag})
    assert again.status_code == 304
    assert not again.content
    here.to_turn()
    assert here.at(0).get(f"{here.path}board/", **{"If-None-Match": etag}).status_code == 200
    assert here.at(1).get(f"{here.path}board/", **{"If-None-Match": first["ETag"]}).status_code == 200


def test_rook_cards_are_played_too() -> None:
    here = company(rules="rook-10")
    seat = here.to_turn()
    page = here.at(seat).get(here.path).text
    assert len(cards_of(page)) == 12
    card = next(card for card in cards_of(page) if card != "JK")
    assert here.play(seat, "discard", card).status_code == 200


@pytest.mark.parametrize("path", ["player/1/", "points/", "talk/", "more/", "wish/"])
def test_sheet_is_a_page_and_for_scripts_a_part(here: Company, path: str) -> None:
    visitor = here.at(0)
    whole = visitor.get(here.path + path)
    part = visitor.get(here.path + path, **{"HX-Request": "true"})
    assert (whole.status_code, part.status_code) == (200, 200)
    assert "<html" in whole.text
    assert part.text.lstrip().startswith('<div class="sheet"')
    assert "csrfmiddlewaretoken" in part.text or path in ("player/1/", "points/")
    assert here.hand(1)[0] not in re.findall(r'value="([^"]+)"', part.text)
    assert visitor.get(f"{here.path}player/9/").status_code == 404


def test_passing_the_whole_hand_is_one_button(here: Company) -> None:
    view = here.view(None)
    seat = next(number for number in view.waiting if number != view.turn)
    assert here.play(seat, "pass-hand").status_code == 200
    assert seat not in here.snapshot(None).waiting
    mine = here.snapshot(seat).mine
    assert mine is not None
    assert mine.wishes.pass_hand
