"""People around a game: a pause by agreement, a seat that moves to another device, somebody lost who is replaced."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser.players import Person, open_table, seat_people, set_turns
from tests.browser.watch import Watch

NewContext = Callable[..., BrowserContext]


def gathered(new_context: NewContext, *, turn: int | None = None) -> list[Person]:
    """Ana, Ben and a bot whose game has begun; ``turn``: seconds for a turn."""
    people = seat_people(
        [new_context(), new_context()], ["Ana", "Ben"], open_at=lambda page: open_table(page, "Ana", chairs=3)
    )
    host = people[0].page
    if turn:
        set_turns(host, seconds=turn)
    host.get_by_role("button", name="Deal, with a bot in the free chair").click()
    for person in people:
        expect(person.page.locator("#hand")).to_be_visible()
    return people


def hand(page: Page) -> list[str]:
    names = page.locator("#hand input").evaluate_all("all => all.map((one) => one.getAttribute('aria-label'))")
    return sorted(names)


def test_pause_begins_when_all_agree_and_ends_when_one_goes_on(new_context: NewContext) -> None:
    ana, ben = (person.page for person in gathered(new_context))
    ana.get_by_role("link", name="More", exact=True).tap()
    ana.get_by_role("button", name="Ask for a pause").tap()
    expect(ana.locator("#pausing")).to_contain_text("The table pauses when all agree.")
    expect(ben.locator("#pausing")).to_contain_text("Would like a pause: Ana")
    ben.get_by_role("button", name="Agree").tap()
    for page in (ana, ben):
        expect(page.locator("#prompt")).to_have_text("The table has paused.")
        expect(page.locator("[data-clock]")).to_have_count(0)
    ana.get_by_role("button", name="Go on").tap()
    for page in (ana, ben):
        expect(page.locator("#prompt")).not_to_have_text("The table has paused.")


def test_s34_seat_moves_to_another_device_and_the_old_one_lets_go(new_context: NewContext, watch: Watch) -> None:
    watch.allow("404")  # what the link answers when it has been used
    ana, ben = (person.page for person in gathered(new_context))
    ana.get_by_role("link", name="More", exact=True).tap()
    ana.get_by_role("link", name="Play on on another device").tap()
    ana.get_by_role("button", name="Show the link").tap()
    address = ana.get_by_label("Link").input_value()
    ana.get_by_role("link", name="Back to the table").tap()
    expect(ana.locator("#hand")).to_be_visible()
    other = new_context().new_page()
    other.goto(address)
    expect(ana.locator("#hand")).to_be_visible()  # opening the link alone moves nothing
    other.get_by_role("button", name="Play on here").tap()
    expect(other.locator("#hand")).to_be_visible()
    assert len(hand(other)) >= 11
    expect(ana.locator("#hand")).to_have_count(0)
    expect(ana.get_by_text("You are watching.")).to_be_visible()
    expect(ben.locator("#hand")).to_be_visible()
    other.reload()
    expect(other.locator("#hand")).to_be_visible()
    again = new_context().new_page()
    again.goto(address)
    expect(again.get_by_text("This link opens no seat any more.")).to_be_visible()


@pytest.mark.long
def test_host_replaces_somebody_lost_and_another_plays_on(new_context: NewContext) -> None:
    people = gathered(new_context, turn=15)
    ana, ben = (person.page for person in people)
    ben.close()
    chip = ana.locator(".seat", has_text="Ben")
    expect(chip).to_contain_text("away?", timeout=40_000)
    for _ in range(600):
        if "bot plays" in chip.inner_text():
            break
        seen = people[0].look()
        if "May I?" in seen.prompt or "Your turn:" in seen.prompt:
            people[0].act()
        ana.wait_for_timeout(100)
    chip.locator("a").tap()
    ana.get_by_role("button", name="Replace by a bot for good").tap()
    expect(chip).not_to_contain_text("bot plays")
    chip.locator("a").tap()
    ana.get_by_role("button", name="Offer this seat to whoever comes").tap()
    guest = new_context().new_page()
    guest.goto(ana.url)
    guest.get_by_role("link", name="Play on for Ben").tap()
    guest.get_by_label("Your name").fill("Dot")
    guest.get_by_role("button", name="Take over this seat").tap()
    expect(guest.locator("#hand")).to_be_visible()
    expect(ana.locator(".seat", has_text="Dot")).to_be_visible()
    expect(ana.locator(".seat", has_text=re.compile("Ben"))).to_have_count(0)


def test_sound_is_off_until_somebody_wants_it(new_context: NewContext) -> None:
    context = new_context()
    context.add_init_script(
        "window.sounds = 0; const Real = AudioContext;"
        "window.AudioContext = class extends Real { constructor() { super(); window.sounds += 1; } };"
    )
    page = context.new_page()
    open_table(page, "Ana", chairs=3)
    page.get_by_role("button", name=re.compile("Deal, with bots")).click()
    expect(page.locator("#hand")).to_be_visible()
    expect(page).to_have_title(re.compile("^● (May I|Your turn)"), timeout=30_000)
    assert page.evaluate("window.sounds") == 0
    page.get_by_role("link", name="More", exact=True).tap()
    sound = page.get_by_role("button", name="Sound when it is my turn")
    expect(sound).to_have_attribute("aria-pressed", "false")
    sound.tap()
    expect(sound).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("window.sounds") == 1
    page.reload()
    page.get_by_role("link", name="More", exact=True).tap()
    expect(page.get_by_role("button", name="Sound when it is my turn")).to_have_attribute("aria-pressed", "true")


def test_tab_in_the_background_hears_that_it_is_ones_turn(new_context: NewContext, watch: Watch) -> None:
    for trouble in ("ERR_FAILED", "htmx", "422"):  # a page that is not told can be behind
        watch.allow(trouble)
    page = new_context().new_page()
    open_table(page, "Ana", chairs=3)
    page.get_by_role("button", name=re.compile("Deal, with bots")).click()
    expect(page.locator("#hand")).to_be_visible()
    page.route("**/board/", lambda route: route.abort())  # the poll, which would bring it later
    page.evaluate(
        "Object.defineProperty(document, 'hidden', { get: () => true });"
        "document.dispatchEvent(new Event('visibilitychange'));"
    )
    ana = Person("Ana", page)
    for _ in range(100):
        if not ana.act():
            break
    expect(page).to_have_title(re.compile("^● (May I|Your turn)"), timeout=60_000)


def test_stream_opens_however_late_its_script_comes(new_context: NewContext) -> None:
    """On a slow network htmx began before its extension was there, and the table lived by its poll alone."""
    page = new_context().new_page()

    def late(route: Route) -> None:
        page.wait_for_timeout(1500)
        route.continue_()

    page.route("**/hx-sse*", late)
    open_table(page, "Ana", chairs=3)
    with page.expect_request("**/events?v=*"):
        page.reload()
