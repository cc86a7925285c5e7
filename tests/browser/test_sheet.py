"""The score sheet on a phone: the taps it takes, and that what is tapped is kept."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, Response, expect

from tests.browser.screens import assert_easy_to_hit, assert_no_sideways_scrolling, box_of
from tests.browser.sheets import Taps, begin_sheet, new_sheet, points, sent, totals
from tests.browser.watch import Watch

NewContext = Callable[..., BrowserContext]
FOUR = ("Ana", "Ben", "Cy", "Dee")

# Every hand of a game: who went out is "", the others' cards as they are tapped.
GAME = (
    ("", "9K3", "A6*", "22Q7"),
    ("2", "", "KK", "A"),
    ("", "9K3", "A6*", "22Q7"),
    ("3333", "8", "", "*"),
    ("AA", "", "2345", "9T"),
    ("7", "T", "J", ""),
    ("", "K", "A", "23"),
)
VALUES = dict.fromkeys("234567", 5) | dict.fromkeys("89TJQK", 10) | {"A": 20, "*": 50}


def test_source_example_is_14_taps(page: Page) -> None:
    path = begin_sheet(page, *FOUR)
    page.goto(f"{path}hand/3/1/")
    page.evaluate("document.addEventListener('click', () => (window.taps = (window.taps ?? 0) + 1))")
    taps = Taps(page)
    taps.out()
    taps.cards("9K3")
    taps.cards("A6*")
    taps.cards("22Q7")
    assert taps.count == 14
    assert page.evaluate("window.taps") == 14
    sent(page)
    expect(totals(page)).to_have_text(["0", "25", "75", "25"])
    page.reload()
    expect(totals(page)).to_have_text(["0", "25", "75", "25"])
    expect(points(page, 3)).to_have_text(["0", "25", "75", "25"])


def test_hand_of_six_cards_is_seven_taps(page: Page) -> None:
    new_sheet(page, *FOUR)
    taps = Taps(page)
    taps.cards("2389KA")
    assert taps.count == 7
    sent(page)
    expect(totals(page).first).to_have_text("60")


def test_whole_game_of_seven_hands_for_four_players(page: Page) -> None:
    path = new_sheet(page, *FOUR)
    taps = Taps(page)
    for number, hand in enumerate(GAME, start=1):
        expect(page.locator("h1")).to_have_text(f"Hand {number} of 7")
        for cards in hand:
            if cards:
                taps.cards(cards)
            else:
                taps.out()
    expected = [str(sum(VALUES[card] for hand in GAME for card in hand[seat])) for seat in range(4)]
    expect(page.locator("h1")).to_have_text("Ana wins with 70")
    expect(totals(page)).to_have_text(expected)
    expect(page.locator("#pad")).to_be_hidden()
    page.goto(path)
    expect(totals(page)).to_have_text(expected)
    page.get_by_role("button", name="Rematch, Dee deals").click()
    expect(page.locator("h1")).to_have_text("Hand 1 of 7")
    assert page.url[-len(path) :] != path


def test_keys_are_large_and_no_target_is_small(page: Page) -> None:
    new_sheet(page, *FOUR)
    for key in page.locator(".pad__keys .key").all():
        box = box_of(key)
        assert box["height"] >= 96
        assert box["y"] > 844 / 2
    for target in page.locator("main :is(a, button:not([tabindex='-1'])):visible").all():
        assert_easy_to_hit(target)


def test_keys_of_a_value_for_every_rank_are_as_wide_as_a_thumb(page: Page) -> None:
    new_sheet(page, *FOUR, game="carioca-8")
    for width in (320, 360, 390, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        keys = page.locator(".pad__keys .key").all()
        assert len(keys) == 11
        for key in keys:
            assert_easy_to_hit(key)
            assert key.evaluate("(one) => one.scrollWidth <= one.clientWidth"), (width, key.inner_text())
        assert_no_sideways_scrolling(page)


def test_take_back_and_correct(page: Page) -> None:
    new_sheet(page, *FOUR)
    taps = Taps(page)
    page.locator('.pad__keys [value="3"]').tap()
    page.get_by_label("Take back one card").tap()
    taps.cards("5")
    sent(page)
    expect(totals(page).first).to_have_text("5")
    page.get_by_role("link", name="Ana, hand 1: 5", exact=True).tap()
    expect(page.locator(".pad__name")).to_have_text("Ana")
    expect(page.locator('.pad__keys [value="0"] .key__count')).to_have_text("1")
    taps.cards("K")
    sent(page)
    expect(totals(page).first).to_have_text("15")
    page.get_by_role("button", name="Undo: Ana, hand 1").tap()
    expect(page.locator("[data-total]").first).to_have_text("5")
    page.get_by_role("button", name="Redo: Ana, hand 1").tap()
    expect(page.locator("[data-total]").first).to_have_text("15")
    page.get_by_role("link", name="Ana, hand 1: 15", exact=True).tap()
    page.get_by_role("button", name="Make blank").tap()
    expect(page.get_by_role("link", name="Ana, hand 1: blank", exact=True)).to_be_visible()
    expect(totals(page).first).to_have_text("0")


def test_s42_negative_total_on_the_sheets_own_keys(page: Page) -> None:
    new_sheet(page, *FOUR)
    page.get_by_role("button", name="Type total").tap()
    taps = Taps(page)
    taps.digits("25-")
    expect(page.get_by_label("Total", exact=True)).to_have_value("-25")
    taps.next()
    sent(page)
    expect(totals(page).first).to_have_text("−25")
    expect(page.locator(".pad__name")).to_have_text("Ben")
    expect(page.get_by_label("Total", exact=True)).to_be_visible()
    page.reload()
    expect(page.get_by_label("Total", exact=True)).to_be_visible()


def test_total_can_be_typed_on_a_keyboard(page: Page) -> None:
    new_sheet(page, *FOUR)
    page.get_by_role("button", name="Type total").click()
    total = page.get_by_label("Total", exact=True)
    expect(total).to_be_focused()
    page.keyboard.type("x7a5")
    expect(total).to_have_value("75")
    page.keyboard.press("Enter")
    expect(page.locator(".pad__name")).to_have_text("Ben")
    sent(page)
    expect(totals(page).first).to_have_text("75")


def test_s46_unlikely_total_is_asked_about_once(page: Page) -> None:
    new_sheet(page, *FOUR)
    page.get_by_role("button", name="Type total").tap()
    Taps(page).digits("33")
    page.locator(".pad__next").tap()
    asked = page.get_by_text("no cards make 33 for Ana")
    expect(asked).to_be_visible()
    page.get_by_role("button", name="It is right").tap()
    expect(asked).to_have_count(0)
    expect(totals(page).first).to_have_text("33")


def test_two_phones_see_each_other_and_settle_a_dispute(page: Page, new_context: NewContext, watch: Watch) -> None:
    watch.allow("ERR_INTERNET_DISCONNECTED")
    watch.allow("fetching the script")
    path = new_sheet(page, *FOUR)
    other = new_context().new_page()
    other.goto(path)
    other.context.set_offline(True)  # or it would hear of the first phone's entry within a second
    Taps(page).out()
    sent(page)
    Taps(other).cards("9")  # Ana too
    other.context.set_offline(False)
    for screen in (page, other):
        expect(screen.get_by_text("Ana, hand 1: which is right?")).to_be_visible()
    page.get_by_role("button", name=re.compile("^10")).tap()
    for screen in (page, other):
        expect(screen.get_by_text("which is right?")).to_have_count(0)
        expect(screen.locator("[data-total]").first).to_have_text("10")


def test_onlooker_sees_scores_come_in(page: Page, new_context: NewContext) -> None:
    path = new_sheet(page, *FOUR)
    page.goto(f"{path}share/")
    view = page.get_by_label("Address to look on", exact=True).input_value()
    onlooker = new_context().new_page()
    onlooker.goto(view)
    page.goto(path)
    Taps(page).cards("A")
    expect(onlooker.locator("[data-total]").first).to_have_text("20")
    expect(onlooker.locator("main form")).to_have_count(0)


def test_entries_wait_for_the_network_and_are_sent_once(page: Page, context: BrowserContext, watch: Watch) -> None:
    watch.allow("ERR_INTERNET_DISCONNECTED")
    watch.allow("fetching the script")
    path = new_sheet(page, *FOUR)
    context.set_offline(True)
    taps = Taps(page)
    taps.out()
    taps.cards("9K3")
    expect(page.get_by_text("2 not sent yet")).to_be_visible()
    expect(totals(page)).to_have_text(["0", "25", "0", "0"])
    context.set_offline(False)
    expect(page.get_by_text("not sent yet")).to_have_count(0)
    sent(page)
    page.goto(f"{path}history/")
    expect(page.get_by_text("Ben, hand 1: 25", exact=True)).to_have_count(1)


def test_hand_is_entered_without_javascript(new_context: NewContext) -> None:
    page = new_context(java_script_enabled=False).new_page()
    begin_sheet(page, *FOUR)
    taps = Taps(page, scripted=False)
    taps.out()
    taps.cards("9K3")
    taps.cards("A6*")
    with page.expect_navigation():
        page.get_by_role("button", name="Type total").tap()
    page.get_by_label("Total", exact=True).fill("25")
    taps.digits("--")
    taps.next()
    expect(page.locator("[data-total]")).to_have_text(["0", "25", "75", "25"])
    expect(page.locator("h1")).to_have_text("Hand 2 of 7")
    page.get_by_role("button", name="Undo").tap()
    expect(page.locator("[data-total]")).to_have_text(["0", "25", "75", "0"])


def test_times_are_those_of_the_phone(new_context: NewContext) -> None:
    page = new_context(timezone_id="Pacific/Auckland").new_page()
    path = new_sheet(page, "Ana", "Ben")
    Taps(page).out()
    sent(page)
    page.goto(f"{path}history/")
    time = page.locator(".log__when time").first
    own = "(one) => new Date(one.dateTime).toLocaleTimeString(navigator.language, { timeStyle: 'short' })"
    expect(time).to_have_text(time.evaluate(own))


def test_typed_sheet_grows_by_a_hand(page: Page) -> None:
    new_sheet(page, "Ana", "Ben", game="lowest")
    taps = Taps(page)
    for hand in (1, 2):
        for total in ("12", "7"):
            taps.digits(total)
            taps.next()
        expect(page.locator("h1")).to_have_text(f"Hand {hand + 1}")
    sent(page)
    expect(totals(page)).to_have_text(["24", "14"])


def test_first_visit_weighs_at_most_60_kilobytes(page: Page, new_context: NewContext) -> None:
    path = new_sheet(page, *FOUR)
    answers: list[Response] = []
    visitor = new_context().new_page()
    visitor.on("response", lambda answer: answers.append(answer))
    visitor.goto(path)
    visitor.wait_for_load_state("networkidle")
    sizes = {answer.url: answer.request.sizes()["responseBodySize"] for answer in answers}
    assert any("sheet" in url and ".js" in url for url in sizes)
    assert sum(sizes.values()) <= 60_000, sizes


# Every page on every screen, light and dark -----------------------------------------------------------------------


@pytest.fixture
def played(page: Page) -> str:
    """A sheet with scores, a dispute's worth of trouble and an adjustment."""
    path = new_sheet(page, "Ana", "Ben", "Ana", "Dee")
    taps = Taps(page)
    taps.out()
    taps.cards("9K3")
    taps.out()
    taps.cards("22Q7")
    sent(page)
    page.goto(f"{path}players/")
    page.locator("summary").first.click()
    page.locator('[name="points"]').first.fill("-10")
    page.locator('[name="reason"]').first.fill("misdeal")
    page.get_by_role("button", name="Adjust").first.click()
    return path


def test_pages_of_a_sheet_are_accessible(played: str, audit: Callable[..., None]) -> None:
    for name in ("", "hand/1/2/", "hand/2/1/?by=total", "history/", "share/"):
        audit(f"{played}{name}")
    audit(f"{played}players/", act=lambda page: page.locator("summary").first.click())


def test_disputed_and_finished_sheet_are_accessible(
    page: Page, new_context: NewContext, audit: Callable[..., None], watch: Watch
) -> None:
    watch.allow("ERR_INTERNET_DISCONNECTED")
    watch.allow("fetching the script")
    path = new_sheet(page, "Ana", "Ben")
    other = new_context().new_page()
    other.goto(path)
    other.context.set_offline(True)  # or it would hear of the first phone's entry within a second
    Taps(page).out()
    Taps(page).cards("A")
    sent(page)
    Taps(other).cards("9")
    other.context.set_offline(False)
    expect(other.get_by_text("which is right?")).to_be_visible()
    audit(path)
    page.reload()
    page.get_by_text("End the game early").click()
    page.get_by_role("button", name="End the game").click()
    expect(page.locator("h1")).to_contain_text("wins with")
    audit(path)
    page.goto(f"{path}share/")
    audit(page.get_by_label("Address to look on", exact=True).input_value())


def test_start_and_list_are_accessible(page: Page, audit: Callable[..., None]) -> None:
    audit("/s/new/")
    audit("/s/")
    new_sheet(page, *FOUR)
    audit("/s/", storage_state=page.context.storage_state())


def test_sheet_of_eight_players_and_ten_hands_fits(page: Page, audit: Callable[..., None]) -> None:
    path = new_sheet(page, "Ana", "Ben", "Cy", "Dee", "Maximiliane", "Finn", "Gus", "Hal", game="shanghai-10")
    audit(path)


def test_name_being_typed_stays_when_another_phone_writes(page: Page, new_context: NewContext) -> None:
    path = new_sheet(page, "Ana", "Ben")
    page.goto(f"{path}players/")
    joins = page.locator("form").filter(has=page.get_by_role("heading", name="Somebody joins"))
    name = joins.get_by_label("Name")
    name.press_sequentially("Do")
    other = new_context().new_page()
    other.goto(path)
    Taps(other).cards("A")
    expect(page.locator(".people__head .num")).to_have_text(["20", "0"])
    expect(name).to_be_focused()
    page.keyboard.type("t")
    expect(name).to_have_value("Dot")
    joins.get_by_role("button", name="Add").click()
    expect(page.locator(".people__name")).to_have_text(["Ana", "Ben", "Dot"])
    expect(name).to_have_value("")


def test_tap_on_a_cell_is_not_lost_when_the_sheet_is_drawn_anew_under_it(page: Page) -> None:
    new_sheet(page, *FOUR)
    cell = page.locator('[data-cell="3:5"]')
    cell.scroll_into_view_if_needed()
    box = box_of(cell)
    finger = page.context.new_cdp_session(page)
    place = {"x": box["x"] + box["width"] / 2, "y": box["y"] + 12}
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [place]})
    page.evaluate(
        """async () => {
            const live = document.getElementById("live");
            live.dataset.before = "1";
            const url = new URL(live.dataset.operations, location.href).href;
            outbox.tell({ url, html: live.outerHTML.replace("data-before", "data-after"), tag: "" });
            await new Promise((go) => setTimeout(go, 300));
        }"""
    )
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator(".pad__name")).to_have_text("Cy")
    expect(page.locator(".pad__hand")).to_have_text("hand 5")
    expect(page.locator("#live[data-after]")).to_have_count(1)
