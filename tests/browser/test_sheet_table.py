"""The score sheet at the table: several phones and a large screen, the screen lock, seats, buys, who gets a card."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Error, Page, expect

from tests.browser.screens import assert_no_sideways_scrolling
from tests.browser.sheets import Taps, installed, new_sheet, on_the_phone, scored, totals
from tests.browser.watch import Watch

NewContext = Callable[..., BrowserContext]
SOON = 2000
"""Milliseconds; the page asks every second."""

# A phone whose screen lock can be refused and is lost when another app is opened.
LOCK = """
  window.asked = 0; window.held = []; window.refuse = false;
  navigator.wakeLock.request = async () => {
    window.asked += 1;
    if (window.refuse) throw new DOMException("low battery", "NotAllowedError");
    const lock = new EventTarget();
    lock.release = async () => lock.dispatchEvent(new Event("release"));
    window.held.push(lock);
    return lock;
  };
"""
AWAY_AND_BACK = """
  const hide = (hidden) => {
    Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  };
  hide(true); window.held.at(-1)?.release(); hide(false);
"""
# Sends the form "Somebody joins" for each name.
JOIN = """
  async (names) => {
    const form = document.querySelector("[name=kind][value=join]").form;
    for (const name of names) {
      const fields = Object.fromEntries(new FormData(form));
      const body = new URLSearchParams({ ...fields, name, uuid: outbox.uuid() });
      await fetch(form.action, { method: "POST", headers: { "X-Sheet": "1" }, body });
    }
  }
"""


@pytest.fixture
def offline(context: BrowserContext, watch: Watch) -> Callable[[bool], None]:
    watch.allow("ERR_INTERNET_DISCONNECTED")
    watch.allow("ERR_FAILED")
    return lambda on: context.set_offline(on)


def test_what_one_phone_writes_is_on_every_screen_within_a_second(page: Page, new_context: NewContext) -> None:
    path = new_sheet(page, "Ana", "Ben")
    page.goto(f"{path}table/")
    board = page.get_by_role("link", name="Board for a large screen").get_attribute("href")
    assert board
    other, screen = new_context().new_page(), new_context(viewport={"width": 1280, "height": 800}).new_page()
    other.goto(path)
    screen.goto(board)
    page.goto(path)
    Taps(page).cards("A")
    expect(other.locator("[data-total]").first).to_have_text("20", timeout=SOON)
    expect(screen.locator(".board__place strong").last).to_have_text("20", timeout=SOON)
    Taps(page).out()
    expect(screen.get_by_role("heading")).to_have_text("Hand 2 of 7", timeout=SOON)
    expect(screen.locator("polyline")).to_have_count(2)
    expect(screen.get_by_role("button")).to_have_count(0)


def test_s43_screen_stays_on_and_is_asked_for_again_on_return(page: Page) -> None:
    page.add_init_script(LOCK)
    new_sheet(page, "Ana", "Ben")
    awake = page.get_by_role("button", name="Keep the screen on")
    assert page.evaluate("window.asked") == 0
    awake.click()
    expect(awake).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_text("The screen stays on.")).to_be_visible()
    page.evaluate(AWAY_AND_BACK)
    expect(awake).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("window.asked") == 2
    page.reload()
    expect(awake).to_have_attribute("aria-pressed", "true")
    awake.click()
    expect(awake).to_have_attribute("aria-pressed", "false")
    expect(page.locator(".comfort__said")).to_be_empty()


def test_s43_refused_lock_is_told_and_breaks_nothing(page: Page) -> None:
    page.add_init_script(f"{LOCK} window.refuse = true;")
    new_sheet(page, "Ana", "Ben")
    awake = page.get_by_role("button", name="Keep the screen on")
    awake.click()
    expect(page.get_by_text("This browser lets the screen go dark.")).to_be_visible()
    expect(awake).to_have_attribute("aria-pressed", "false")
    Taps(page).cards("A")
    expect(totals(page).first).to_have_text("20")


def test_s44_seats_change_by_buttons_also_without_signal(
    page: Page, context: BrowserContext, offline: Callable[[bool], None]
) -> None:
    path = new_sheet(page, "Ana", "Ben", "Cy")
    installed(page)
    page.goto(f"{path}players/")
    names = page.locator(".people__name")
    with page.expect_response("**/operations/"):
        page.get_by_role("button", name="Move Cy up").click()
    expect(names).to_have_text(["Ana", "Cy", "Ben"])
    expect(page.locator(".unsent")).to_have_text("")
    expect(page.get_by_role("button", name="Move Cy up")).to_be_focused()
    offline(True)
    page.get_by_role("button", name="Move Cy up").click()
    expect(names).to_have_text(["Cy", "Ana", "Ben"])
    expect(page.locator(".unsent")).to_have_text("1 not sent yet")
    offline(False)
    expect(page.locator(".unsent")).to_have_text("")
    page.goto(path)
    expect(page.locator(".head__name")).to_have_text(["Cy", "Ana", "Ben"])


def test_s45_two_anas_are_told_apart_also_without_signal(
    page: Page, context: BrowserContext, offline: Callable[[bool], None]
) -> None:
    new_sheet(page, "Ana", "Ben", "Ana")
    installed(page)
    offline(True)
    taps = Taps(page)
    taps.cards("A")
    taps.out()
    taps.cards("9")
    on_the_phone(page, 3)
    page.reload()
    expect(page.locator(".head__name")).to_have_text(["Ana", "Ben", "Ana 2"])
    expect(page.locator("[data-total]")).to_have_text(["20", "0", "10"])
    offline(False)
    expect(page.locator(".unsent")).to_have_text("")
    expect(totals(page)).to_have_text(["20", "0", "10"])


def test_s46_unlikely_total_typed_without_signal_is_asked_about_later(
    page: Page, context: BrowserContext, offline: Callable[[bool], None]
) -> None:
    new_sheet(page, "Ana", "Ben")
    page.get_by_role("button", name="Type total").tap()
    offline(True)
    taps = Taps(page)
    taps.digits("33")
    taps.next()
    expect(totals(page).first).to_have_text("33")
    offline(False)
    expect(page.get_by_text("no cards make 33 for Ana")).to_be_visible()
    page.get_by_role("button", name="It is right").tap()
    expect(page.get_by_text("no cards make 33 for Ana")).to_have_count(0)


def test_buys_are_counted_also_without_signal(
    page: Page, context: BrowserContext, offline: Callable[[bool], None]
) -> None:
    path = new_sheet(page, "Ana", "Ben")
    installed(page)
    page.goto(f"{path}table/")
    used = page.locator(".buys__used").first
    offline(True)
    page.get_by_role("button", name="Ana: one buy more").click()
    expect(used).to_have_text(re.compile("^1"))
    on_the_phone(page, 1)
    page.reload()
    expect(used).to_have_text(re.compile("^1"))
    offline(False)
    expect(page.locator(".unsent")).to_have_text("")
    expect(used).to_have_text(re.compile("^1"))
    page.get_by_role("button", name="Ana: one buy less").click()
    expect(used).to_have_text(re.compile("^0"))


def test_who_gets_this_card_is_one_tap_away_and_the_buy_is_counted(page: Page) -> None:
    path = new_sheet(page, "Ana", "Ben", "Cy")
    page.goto(f"{path}table/")
    page.get_by_role("link", name="Who gets this card?").click()
    page.get_by_role("group", name="Who discarded it?").get_by_text("Ana").click()
    page.get_by_role("group", name="Who wants it?").get_by_text("Cy").click()
    page.get_by_role("button", name="Say who gets it").click()
    expect(page.get_by_role("heading", name="Cy gets it")).to_be_visible()
    page.get_by_role("button", name="Count the buy for Cy").click()
    expect(page.locator(".buys__used").nth(2)).to_have_text(re.compile("^1"))


def test_answer_of_another_moment_is_never_shown_without_signal(page: Page, offline: Callable[[bool], None]) -> None:
    path = new_sheet(page, "Ana", "Ben", "Cy")
    installed(page)
    seat = page.locator("th[data-player]").first.get_attribute("data-player")
    asked = f"{path}claim/?discarder={seat}&wants3=on"
    page.goto(asked)
    expect(page.get_by_role("heading", name="Cy gets it")).to_be_visible()
    offline(True)
    with pytest.raises(Error, match="ERR_INTERNET_DISCONNECTED"):
        page.goto(asked)
    offline(False)


def test_player_who_joins_without_signal_is_not_lost(page: Page, offline: Callable[[bool], None]) -> None:
    path = new_sheet(page, "Ana", "Ben")
    installed(page)
    page.goto(f"{path}players/")
    offline(True)
    joins = page.locator("form").filter(has_text="Somebody joins")
    joins.get_by_label("Name").fill("Cy")
    joins.get_by_role("button", name="Add").click()
    expect(page.locator(".unsent")).to_have_text("1 not sent yet")
    offline(False)
    expect(page.locator(".people__name")).to_have_text(["Ana", "Ben", "Cy"])
    joins.get_by_label("Name").fill("Dee")
    joins.get_by_role("button", name="Add").click()
    expect(page.locator(".people__name")).to_have_text(["Ana", "Ben", "Cy", "Dee"])


def test_no_more_buys_than_the_rules_allow_without_signal(page: Page, offline: Callable[[bool], None]) -> None:
    path = new_sheet(page, "Ana", "Ben")
    installed(page)
    page.goto(f"{path}table/")
    more = page.get_by_role("button", name="Ana: one buy more")
    offline(True)
    more.click()
    more.click()
    expect(page.locator(".buys__used").first).to_have_text("2 of 2")
    expect(more).to_be_disabled()
    page.get_by_role("button", name="Ana: one buy less").click()
    expect(more).to_be_enabled()
    offline(False)


@pytest.mark.parametrize("count", [10, 20])
def test_board_shows_all_players_with_long_names(page: Page, count: int) -> None:
    path = new_sheet(page, *[f"Maximiliane Charlotte {seat}" for seat in range(8)])
    page.goto(f"{path}players/")
    page.evaluate(JOIN, [f"Wolfeschlegelsteinhaus{number}" for number in range(9, count + 1)])
    page.set_viewport_size({"width": 320, "height": 568})
    page.reload()
    expect(page.locator(".people__name")).to_have_count(count)
    assert_no_sideways_scrolling(page)
    page.goto(f"{path}table/")
    page.goto(str(page.get_by_role("link", name="Board for a large screen").get_attribute("href")))
    page.set_viewport_size({"width": 1280, "height": 800})
    box = page.locator(".board__place").last.bounding_box()
    assert box
    assert box["y"] + box["height"] <= 800


def test_large_letters_stay_chosen(page: Page) -> None:
    path = new_sheet(page, "Ana", "Ben")
    size = "parseFloat(getComputedStyle(document.querySelector('.head__total')).fontSize)"
    before = page.evaluate(size)
    page.get_by_role("button", name="Large letters").click()
    assert page.evaluate(size) == before * 1.25
    page.goto(path)
    assert page.evaluate(size) == before * 1.25


def test_pages_at_the_table_are_accessible(page: Page, audit: Callable[..., None]) -> None:
    path = new_sheet(page, "Ana", "Ben", "Cy")
    for cards in ("A", "9"):
        Taps(page).cards(cards)
    Taps(page).out()
    scored(page, 1, "20", "10", "0")
    audit(f"{path}table/")
    page.goto(f"{path}table/")
    page.get_by_role("link", name="Who gets this card?").click()
    page.get_by_role("group", name="Who discarded it?").get_by_text("Ana").click()
    page.get_by_role("group", name="Who wants it?").get_by_text("Cy").click()
    page.get_by_role("button", name="Say who gets it").click()
    audit(page.url)
    page.goto(f"{path}table/")
    audit(str(page.get_by_role("link", name="Board for a large screen").get_attribute("href")))


def test_large_letters_fit_the_phone(page: Page, audit: Callable[..., None]) -> None:
    path = new_sheet(page, "Ana", "Ben", "Cy", "Dee")
    audit(path, act=lambda one: one.get_by_role("button", name="Large letters").click())
