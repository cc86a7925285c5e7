"""Writing on a sheet through its pages, on one phone and on several."""

import pytest
from django.core.cache import cache

from scorekeeper import services
from scorekeeper.models import Operation
from tests.scorekeeper.tables import Phone

pytestmark = pytest.mark.django_db

UUID = "0192f6a0-0000-7000-8000-000000000001"


@pytest.fixture
def phone() -> Phone:
    cache.clear()
    phone = Phone()
    phone.begin("Ana", "Ben", "Cy", "Dee")
    return phone


def counted(phone: Phone, name: str, hand: int, taps: str) -> str:
    return phone.send("score", player=phone.player(name), hand=hand, taps=taps)


# Scores -----------------------------------------------------------------------------------------------------------


def test_source_example_by_class_keys(phone: Phone) -> None:
    phone.send("score", player=phone.player("Ana"), hand=3, out=0)
    counted(phone, "Ben", 3, "1,1,0")
    counted(phone, "Cy", 3, "2,0,3")
    counted(phone, "Dee", 3, "0,0,1,0")
    assert [phone.total(name) for name in ("Ana", "Ben", "Cy", "Dee")] == [0, 25, 75, 25]
    score = phone.book.ledger.score(phone.player("Dee"), 3)
    assert score is not None
    assert score.counts == (3, 1, 0, 0)


def test_points_come_from_the_cards_and_not_from_the_sender(phone: Phone) -> None:
    phone.send("score", player=phone.player("Ben"), hand=1, taps="3", points=5, total=5)
    assert phone.total("Ben") == 50


def test_score_leads_to_the_next_player_then_to_the_next_hand(phone: Phone) -> None:
    assert phone.score("Ana", 1, 0) == phone.url()
    assert "Ben" in phone.page().split("pad__name")[1][:40]
    assert phone.score("Ana", 3, 5) == phone.url("hand/3/2/")


def test_next_without_a_score_leaves_the_cell_blank(phone: Phone) -> None:
    assert phone.send("score", player=phone.player("Ana"), hand=1) == phone.url("hand/1/2/")
    assert phone.book.ledger.cells == ()
    assert phone.send("score", player="nobody", hand="x") == phone.url()


def test_s42_negative_total_is_written_with_any_minus_sign(phone: Phone) -> None:
    for total in ("-25", "\u221225", "\u201325"):
        phone.score("Ben", 1, total)
        assert phone.total("Ben") == -25
    assert "\u221225" in phone.page()


def test_s42_sign_key_works_without_a_script(phone: Phone) -> None:
    fields = {"player": phone.player("Ben"), "hand": 2, "total": "25", "cards": "", "sign": "1"}
    answer = phone.client.post(phone.url("operations/"), fields)
    assert answer["Location"] == phone.url("hand/2/2/?taps=&total=-25&cards=")
    text = phone.client.get(answer["Location"] + "&by=total").text
    assert 'name="total" value="-25"' in text
    fields |= {"total": "-25"}
    assert "total=25&" in phone.client.post(phone.url("operations/"), fields)["Location"]


@pytest.mark.parametrize("total", ["x", "1.5", "10000", "²", "--5"])
def test_total_that_is_no_number_is_refused(phone: Phone, total: str) -> None:
    assert "whole number" in phone.send("score", status=422, player=phone.player("Ben"), hand=1, total=total)
    assert phone.book.ledger.cells == ()


@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "score", "player": "nobody", "hand": 1, "total": 5},
        {"kind": "score", "hand": 8, "total": 5},
        {"kind": "score", "hand": 1, "taps": "4"},
        {"kind": "score", "hand": 1, "taps": "1,,2"},
        {"kind": "score", "hand": 1, "out": -25},
        {"kind": "score", "hand": 1, "total": 5, "saw": -1},
        {"kind": "score", "hand": 1, "total": 5, "uuid": "x"},
        {"kind": "shout"},
        {"kind": "adjust", "hand": 1, "points": 5, "reason": ""},
        {"kind": "adjust", "hand": 1, "points": "", "reason": "fine"},
        {"kind": "join", "hand": 9, "name": "Eve"},
        {"kind": "join", "hand": 1, "name": " "},
        {"kind": "settle", "hand": 1, "choice": 99},
        {"kind": "undo", "target": UUID},
        {"kind": "undo"},
        {"kind": "end", "hand": 8},
        {"kind": "confirm"},
    ],
)
def test_operation_that_does_not_fit_is_refused_and_not_written(phone: Phone, fields: dict[str, object]) -> None:
    lines = Operation.objects.count()
    sent = {"player": phone.player("Ben"), "saw": 5, "uuid": UUID, **fields}
    answer = phone.client.post(phone.url("operations/"), sent)
    assert answer.status_code == 422
    assert "This was not written" in answer.text
    assert Operation.objects.count() == lines


def test_typed_zero_means_went_out_where_all_cards_count(phone: Phone) -> None:
    phone.score("Ana", 1, 0)
    score = phone.book.ledger.score(phone.player("Ana"), 1)
    assert score is not None
    assert score.out


def test_going_out_blind_scores_less_than_nothing() -> None:
    phone = Phone()
    phone.begin("Ana", "Ben", "Cy", game="shanghai-10")
    assert "Blind \u221225" in phone.page()
    phone.send("score", player=phone.player("Ana"), hand=6, out=-25)
    assert phone.total("Ana") == -25
    assert "no cards make" not in phone.page()


def test_operation_sent_twice_is_one(phone: Phone) -> None:
    for _ in range(3):
        phone.send("score", uuid=UUID, saw=0, player=phone.player("Ben"), hand=1, total=25)
    assert Operation.objects.filter(uuid=UUID).count() == 1
    assert phone.total("Ben") == 25


def test_known_operation_gets_its_first_answer_whatever_it_says_now(phone: Phone) -> None:
    fields = {"kind": "score", "uuid": UUID, "saw": 5, "player": phone.player("Ben"), "hand": 1}
    first = phone.client.post(phone.url("operations/"), fields | {"total": 25}, headers={"X-Sheet": "1"})
    second = phone.client.post(phone.url("operations/"), fields | {"total": 35}, headers={"X-Sheet": "1"})
    assert first["X-Outcome"] == second["X-Outcome"] == "applied"
    assert phone.total("Ben") == 25


def test_log_that_is_full_takes_no_more(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MOST_OPERATIONS", 5)
    assert "no room" in phone.send("score", status=422, player=phone.player("Ben"), hand=1, total=25)


def test_s38_three_hands_are_there_after_a_restart(phone: Phone) -> None:
    for hand in (1, 2, 3):
        phone.hand(hand, Ana=0, Ben=25, Cy=75, Dee=25)
    restarted = Phone(phone.key)
    text = restarted.page()
    assert "Hand 4 of 7" in text
    assert [restarted.total(name) for name in ("Ana", "Ben", "Cy", "Dee")] == [0, 75, 225, 75]


def test_s40_correction_of_an_old_hand_keeps_who_and_when(phone: Phone) -> None:
    for hand in (1, 2, 3):
        phone.hand(hand, Ana=0, Ben=25, Cy=75, Dee=25)
    phone.client.post(phone.url("device/"), {"who": "Ana"})
    others = {name: phone.total(name) for name in ("Ana", "Cy", "Dee")}
    phone.score("Ben", 2, 10)
    assert phone.total("Ben") == 60
    assert {name: phone.total(name) for name in others} == others
    line = phone.book.entries[-1]
    assert (line.who, line.at.year > 2000) == ("Ana", True)
    assert "Ben, hand 2: 10 instead of 25" in phone.page("history/")


def test_s41_old_page_never_overwrites_newer_hands(phone: Phone) -> None:
    other = Phone(phone.key)
    old = phone.book.ledger.revision
    phone.score("Ben", 1, 25)
    phone.score("Ben", 2, 30)
    other.send("score", saw=old, player=phone.player("Ben"), hand=1, total=35)
    assert phone.total("Ben") == 55
    for page in (phone.page(), other.page()):
        assert "Ben, hand 1: which is right?" in page
        assert "<strong>25</strong> <small>phone 1</small>" in page
        assert "<strong>35</strong> <small>phone 2</small>" in page
    other.send("settle", player=phone.player("Ben"), hand=1, choice=phone.book.entries[-1].seq)
    assert phone.total("Ben") == 65
    assert "which is right?" not in phone.page()


def test_dispute_with_a_cleared_cell_can_be_settled_blank(phone: Phone) -> None:
    old = phone.book.ledger.revision
    phone.score("Ben", 1, 25)
    Phone(phone.key).send("clear", saw=old, player=phone.player("Ben"), hand=1)
    assert "<strong>blank</strong>" in phone.page()
    phone.send("settle", player=phone.player("Ben"), hand=1, choice=phone.book.entries[-1].seq)
    assert phone.book.ledger.score(phone.player("Ben"), 1) is None


def test_saw_from_the_future_is_brought_back(phone: Phone) -> None:
    phone.score("Ben", 1, 25, saw=999_999)
    Phone(phone.key).score("Ben", 1, 35, saw=5)
    assert "which is right?" in phone.page()


def test_s46_questions_are_asked_once(phone: Phone) -> None:
    phone.score("Ben", 1, 33)
    assert "no cards make 33 for Ben" in phone.page()
    question = phone.page().split('name="question" value="')[1].split('"')[0]
    phone.send("confirm", question=question)
    assert "no cards make 33" not in phone.page()
    phone.score("Cy", 1, 20, cards=8)
    assert "20 for Cy cannot be 8 cards; they make 40 to 280" in phone.page()


def test_nobody_and_two_out_are_questioned(phone: Phone) -> None:
    phone.hand(1, Ana=5, Ben=25, Cy=75, Dee=25)
    assert "Hand 1: nobody went out. Did the stock run out?" in phone.page()
    phone.hand(2, Ana=0, Ben=0, Cy=75, Dee=25)
    assert "Hand 2: Ana and Ben are all said to have gone out." in phone.page()


def test_too_many_jokers_are_questioned(phone: Phone) -> None:
    counted(phone, "Ben", 1, "3,3,3")
    counted(phone, "Cy", 1, "3,3")
    assert "5 × Joker are counted, the decks hold 4" in phone.page()


# Undo and redo ----------------------------------------------------------------------------------------------------


def test_undo_and_redo_on_the_page(phone: Phone) -> None:
    phone.score("Ben", 1, 25)
    wrong = phone.score("Ben", 1, 52)
    assert wrong
    target = phone.book.entries[-1].uuid
    assert "Undo: Ben, hand 1: 52" in phone.page()
    phone.send("undo", target=target)
    assert phone.total("Ben") == 25
    assert "Redo: Ben, hand 1: 52" in phone.page()
    phone.send("redo", target=target)
    assert phone.total("Ben") == 52
    history = phone.page("history/")
    assert "Undone: Ben, hand 1: 52 instead of 25" in history
    assert "Redone:" in history


def test_undo_is_for_this_phones_own_entries_and_history_for_all(phone: Phone) -> None:
    other = Phone(phone.key)
    other.score("Ben", 1, 25)
    assert "Undo: Ben" not in phone.page()
    assert phone.send("undo", target=phone.book.entries[-1].uuid, next="history") == phone.url("history/")
    assert phone.total("Ben") == 0
    assert "<s>Ben, hand 1: 25</s>" in phone.page("history/")


def test_clearing_makes_a_cell_blank(phone: Phone) -> None:
    phone.score("Ben", 1, 25)
    assert "Make blank" in phone.page("hand/1/2/")
    phone.send("clear", player=phone.player("Ben"), hand=1)
    assert phone.book.ledger.score(phone.player("Ben"), 1) is None
    assert "Ben, hand 1: blank instead of 25" in phone.page("history/")


# Players and hands ------------------------------------------------------------------------------------------------


def test_adjustment_with_sign_and_reason_is_shown_and_taken_back(phone: Phone) -> None:
    phone.send("adjust", player=phone.player("Ben"), hand=1, points="\u221210", reason="misdeal", next="players")
    assert phone.total("Ben") == -10
    text = phone.page()
    assert "\u221210</strong> <span>Ben, hand 1: misdeal" in text
    phone.send("undo", target=phone.book.entries[-1].uuid)
    assert phone.total("Ben") == 0


def test_late_player_is_shown_as_an_adjustment(phone: Phone) -> None:
    phone.hand(1, Ana=0, Ben=25, Cy=75, Dee=25)
    assert phone.send("join", name="Eve", hand=2, start="average", next="players") == phone.url("players/")
    assert phone.total("Eve") == 31
    assert "+31</strong> <span>Eve, hand 2: joined late, average of the others" in phone.page()
    phone.send("join", name="Fay", hand=2, start="highest")
    assert "joined late, highest total" in phone.page()


def test_join_sent_twice_is_one_player(phone: Phone) -> None:
    for _ in range(2):
        phone.send("join", uuid=UUID, name="Eve", hand=1, start="zero")
    assert len(phone.book.ledger.players) == 5


def test_player_leaves_and_comes_back(phone: Phone) -> None:
    cy = phone.player("Cy")
    phone.send("leave", player=cy, hand=2, next="players")
    phone.hand(1, Ana=0, Ben=25, Cy=75, Dee=25)
    assert phone.client.get(phone.url("hand/2/3/")).status_code == 404
    assert "Cy is back in hand 2" in phone.page("players/")
    phone.send("return", player=cy, hand=2)
    assert phone.client.get(phone.url("hand/2/3/")).status_code == 200


def test_s44_seats_are_changed_with_buttons(phone: Phone) -> None:
    text = phone.page("players/")
    assert 'aria-label="Move Ben up"' in text
    phone.send("reorder", player=phone.player("Ben"), move=-1, next="players")
    assert [player.name for player in phone.book.ledger.players] == ["Ben", "Ana", "Cy", "Dee"]
    phone.send("reorder", player=phone.player("Ben"), move=-1)
    assert [player.name for player in phone.book.ledger.players] == ["Ben", "Ana", "Cy", "Dee"]


def test_s45_two_anas_keep_their_columns() -> None:
    phone = Phone()
    phone.begin("Ana", "Ana", "Ben")
    first, second = phone.player("Ana"), phone.player("Ana 2")
    phone.send("score", player=first, hand=1, total=0)
    phone.send("score", player=second, hand=1, total=25)
    phone.send("rename", player=first, name="Anna")
    phone.send("reorder", player=second, move=-1)
    assert (phone.book.standings.total(first), phone.book.standings.total(second)) == (0, 25)
    assert phone.book.standings.names == {second: "Ana", first: "Anna", phone.player("Ben"): "Ben"}


def test_dealer_can_be_changed(phone: Phone) -> None:
    phone.send("dealer", player=phone.player("Cy"), hand=1)
    assert "Cy deals" in phone.page()


def test_game_of_seven_hands_ends_with_a_winner(phone: Phone) -> None:
    for hand in range(1, 8):
        phone.hand(hand, Ana=0, Ben=25, Cy=75, Dee=25)
    text = phone.page()
    assert "<h1>Ana wins with 0</h1>" in text
    assert "Rematch, Dee deals" in text
    assert 'id="pad"' not in text


def test_tie_is_shared_with_the_offer_of_one_more_hand(phone: Phone) -> None:
    for hand in range(1, 8):
        phone.hand(hand, Ana=5, Ben=5, Cy=75, Dee=25)
    text = phone.page()
    assert "Ana and Ben share the win with 35" in text
    assert "Play one more hand" in text
    phone.send("extra", hand=8)
    assert "Hand 8 of 8" in phone.page()


def test_early_end_and_going_on(phone: Phone) -> None:
    phone.hand(1, Ana=0, Ben=25, Cy=75, Dee=25)
    assert "End the game early" in phone.page()
    phone.send("end", hand=1)
    assert "Ana wins with 0" in phone.page()
    phone.send("reopen")
    assert "Hand 2 of 7" in phone.page()


def test_needed_buys_are_told() -> None:
    phone = Phone()
    phone.begin("Ana", "Ben", "Cy", game="shanghai-10")
    text = phone.page()
    assert "15 cards, at least 2 buys" in text
    assert "6 cards, up to 3 buys" in text


def test_typed_sheet_has_no_cards_and_goes_on() -> None:
    phone = Phone()
    phone.begin("Ana", "Ben", game="highest")
    text = phone.page()
    assert "Went out" not in text
    assert "Count cards" not in text
    phone.hand(1, Ana=12, Ben=7)
    assert "Hand 2" in phone.page()
    assert "nobody went out" not in phone.page()
    assert phone.book.standings.leaders == (phone.player("Ana"),)


# Pages ------------------------------------------------------------------------------------------------------------


def test_live_part_comes_once_and_then_304(phone: Phone) -> None:
    first = phone.client.get(phone.url("live/"))
    assert first.status_code == 200
    assert first.text.startswith('<div id="live"')
    same = phone.client.get(phone.url("live/"), headers={"If-None-Match": first["ETag"]})
    assert (same.status_code, same.content) == (304, b"")
    packed = phone.client.get(phone.url("live/"), headers={"Accept-Encoding": "gzip"})
    assert packed["Content-Encoding"] == "gzip"
    assert phone.client.get(phone.url("live/"), headers={"If-None-Match": packed["ETag"]}).status_code == 304
    phone.score("Ben", 1, 25)
    assert phone.client.get(phone.url("live/"), headers={"If-None-Match": first["ETag"]}).status_code == 200
    dutch = phone.client.get(phone.url("live/"), headers={"Accept-Language": "nl"})
    assert dutch["ETag"] != phone.client.get(phone.url("live/"))["ETag"]


def test_keys_of_the_pad_work_without_a_script(phone: Phone) -> None:
    fields = {"player": phone.player("Ben"), "hand": 1, "taps": "", "uuid": UUID, "saw": 5, "kind": "score"}
    answer = phone.client.post(phone.url("operations/"), fields | {"plus": "1"})
    assert answer["Location"] == phone.url("hand/1/2/?taps=1&total=&cards=")
    assert '<span class="key__count">1</span>' in phone.client.get(answer["Location"]).text
    answer = phone.client.post(phone.url("operations/"), fields | {"taps": "1,0", "back": "1"})
    assert "taps=1&" in answer["Location"]
    answer = phone.client.post(phone.url("operations/"), fields | {"total": "2", "digit": "5"})
    assert "total=25" in answer["Location"]
    assert phone.book.ledger.cells == ()
    assert phone.client.post(phone.url("operations/"), fields | {"player": "x", "plus": "1"}).status_code == 404


def test_choice_to_type_totals_is_kept_for_the_sheet(phone: Phone) -> None:
    assert 'data-entry="cards"' in phone.page()
    assert 'data-entry="total"' in phone.page("hand/1/1/?by=total")
    assert 'data-entry="total"' in phone.page()
    assert phone.client.cookies["entry"]["path"] == phone.url()


def test_draft_in_the_address_cannot_carry_markup(phone: Phone) -> None:
    assert "<b>" not in phone.page("hand/1/1/?taps=<b>&total=<b>")


def test_hand_leads_to_its_first_blank_cell(phone: Phone) -> None:
    phone.score("Ana", 1, 0)
    assert phone.client.get(phone.url("hand/1/"))["Location"] == phone.url("hand/1/2/")
    phone.hand(1, Ben=25, Cy=75, Dee=25)
    assert phone.client.get(phone.url("hand/1/"))["Location"] == phone.url("hand/1/1/")
    assert phone.client.get(phone.url("hand/9/")).status_code == 404
    assert phone.client.get(phone.url("hand/9/1/")).status_code == 404
    assert phone.client.get(phone.url("hand/1/9/")).status_code == 404


def test_share_page_has_both_addresses_as_codes_without_styles(phone: Phone) -> None:
    text = phone.page("share/")
    assert f"http://testserver/s/{phone.key}/" in text
    assert f"http://testserver/s/v/{phone.book.row.view_key}/" in text
    assert text.count("<svg") >= 2
    assert "style=" not in text


def test_few_queries_for_a_long_sheet(phone: Phone, django_assert_max_num_queries: object) -> None:
    for hand in range(1, 5):
        phone.hand(hand, Ana=0, Ben=25, Cy=75, Dee=25)
    with django_assert_max_num_queries(4):  # type: ignore[operator]
        phone.page()


def test_history_tells_every_kind_of_operation(phone: Phone) -> None:
    phone.hand(1, Ana=0, Ben=25, Cy=75, Dee=25)
    cy = phone.player("Cy")
    phone.send("leave", player=cy, hand=2)
    phone.send("return", player=cy, hand=3)
    phone.send("rename", player=cy, name="Cyril")
    phone.send("reorder", player=cy, move=1)
    phone.send("extra", hand=8)
    phone.send("dealer", player=cy, hand=3)
    phone.send("confirm", question="nobody-out:1")
    phone.send("join", name="Eve", hand=2, start="zero")
    phone.send("end", hand=1)
    phone.send("reopen")
    text = phone.page("history/")
    for line in (
        "Cyril left before hand 2",
        "Cyril came back in hand 3",
        "Cyril is now called Cyril",
        "Seats: Ana, Ben, Dee, Cyril",
        "One more hand: hand 8",
        "Cyril deals hand 3",
        "An unlikely entry was confirmed",
        "Eve joined in hand 2",
        "The game ended with hand 1",
        "The game goes on",
    ):
        assert line in text
    phone.send("undo", target=next(entry.uuid for entry in phone.book.entries if "Eve" in str(entry.change)))
    assert "Undone: Eve joined in hand 2" in phone.page("history/")


def test_sheet_has_room_for_twenty_players(phone: Phone) -> None:
    for number in range(16):
        phone.send("join", name=f"Player {number}", hand=1, start="zero")
    assert "no room for more players" in phone.send("join", status=422, name="One more", hand=1, start="zero")
