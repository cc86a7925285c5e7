"""The dice game in browsers: a whole game of two captains, one of them without anything but a keyboard, and every page
on small screens."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.dice_tables import made
from tests.browser.players import open_table, seat_people
from tests.browser.screens import SMALL_PHONE, TWO_SCREENS, Screen
from tests.live import LiveSite

NewContext = Callable[..., BrowserContext]
Audit = Callable[..., None]


# What a captain does who wants short rounds: call as soon as it is allowed, else roll, else place the first die.
WANTED = ("#deed-shanghai", "#deed-roll", ".choose")
MINE = ".dock--mine"
MOST_TABS = 40
MOST_TABS_LATER = 3
"""How far the choice is once a move has been made by key: the dock keeps the focus."""


def wanted(page: Page) -> str | None:
    """The button that the captain would press now; None while the other one plays."""
    return next((which for which in WANTED if page.locator(which).count()), None)


def by_touch(page: Page) -> None:
    which = wanted(page)
    assert which is not None
    with page.expect_response(re.compile("/play/$")) as answer:
        page.locator(which).first.tap()
    assert answer.value.status == 200


def by_keyboard(page: Page) -> int:
    """Tab to the button and press Enter; how many tabs it took."""
    which = wanted(page)
    assert which is not None
    tabs = 0
    while not tabs or not page.evaluate("which => document.activeElement.matches(which)", which):
        assert tabs < MOST_TABS, f"expected {which} within {MOST_TABS} tabs"
        page.keyboard.press("Tab")
        tabs += 1
    with page.expect_response(re.compile("/play/$")) as answer:
        page.keyboard.press("Enter")
    assert answer.value.status == 200
    return tabs


def test_whole_game_of_two_browsers_one_by_keyboard_alone(new_context: NewContext) -> None:
    def open_at(page: Page) -> None:
        open_table(page, "Ana", chairs=2, rules="Shanghaien without dirty tricks")

    people = seat_people([new_context(), new_context(has_touch=False)], ["Ana", "Ben"], open_at=open_at)
    ana, ben = (person.page for person in people)
    ana.get_by_role("button", name="Deal", exact=True).click()
    for page in (ana, ben):
        expect(page.locator(".captains")).to_be_visible()
    page, other = (ana, ben) if ana.locator(MINE).count() else (ben, ana)
    tabs: list[int] = []
    for _ in range(200):
        expect(page.locator(f"{MINE}, .result").first).to_be_attached()
        if page.locator(".result").count():
            break
        revision = page.locator("#state").get_attribute("data-revision") or ""
        if page is ana:
            by_touch(page)
        else:
            tabs.append(by_keyboard(page))
        expect(page.locator("#state")).not_to_have_attribute("data-revision", revision)
        if not page.locator(MINE).count():
            page, other = other, page
    assert max(tabs[1:]) <= MOST_TABS_LATER, tabs
    for page in (ana, ben):
        expect(page.get_by_text("The game is over.")).to_be_visible()
        expect(page.locator(".count-table tfoot")).to_contain_text("Total")
    ana.get_by_role("link", name="Were deck and dice fair?").click()
    ana.get_by_role("button", name="Check deck and dice").click()
    expect(ana.get_by_text("As promised.")).to_be_visible()


def test_table_of_dice_is_accessible(audit: Audit, live_site: LiveSite) -> None:
    ready = "any(held.won < state.round for held in state.crews[state.turn].tricks)"
    until = f"state.phase.value == 'place' and state.direction and {ready} and not state.tricked[state.turn]"
    path, options = made(live_site, until, seed=7, bot="random")

    def unfold(page: Page) -> None:
        for fold in page.locator("details").all():
            fold.evaluate("fold => { fold.open = true; }")

    audit(path, act=unfold, screens=TWO_SCREENS, **options)
    phone = (Screen(SMALL_PHONE, "dark"),)
    for part in ("hint/", "player/1/", "points/", "replay/"):
        audit(path + part, screens=phone, **options)
    audit(path, act=lambda page: page.locator("#deed-hint").click(), screens=phone, **options)


def test_finished_game_of_dice_is_accessible(audit: Audit, live_site: LiveSite) -> None:
    path, options = made(live_site, "False", rules="shanghaien-basic", bot="random")
    audit(path, screens=TWO_SCREENS, **options)
    audit(path + "shuffle/?check=1", screens=(Screen(SMALL_PHONE, "dark"),), **options)


def test_pages_for_real_cards_are_accessible(audit: Audit) -> None:
    word = f"{'1203' * 10}-{'0' * 14}10-12"
    for path in (
        "/referee/tavern/?first=102110&second=012002",
        f"/referee/crews/?c={word}",
        f"/s/captains/?first=Ana&second=Ben&c={word}&was=-",
        "/s/captains/round/?first=Ana&second=Ben&row=2.7.t.12.39.30&way=right&a=110010&b=012100",
    ):
        audit(path, screens=(Screen(SMALL_PHONE, "dark" if "tavern" in path else "light"),))


def test_long_names_and_long_words_fit_a_small_phone(audit: Audit) -> None:
    names = f"first={'W' * 24}&second={'m' * 24}"
    small = (Screen(SMALL_PHONE, "light"),)
    audit(f"/s/captains/?{names}&was=-", screens=small)
    audit(f"/s/captains/round/?{names}&row=2.7.t.12.39.30&a=110010&b=012100", screens=small)
    audit("/rules/shanghaien/", screens=small, locale="nl-NL")


def test_taps_on_dice_are_undone_by_the_way_back(page: Page) -> None:
    page.goto("/referee/tavern/")
    page.locator("#first-put-3").tap()
    expect(page.locator("#ruling")).to_contain_text("3 First captain: unopposed")
    page.locator("#second-put-3").tap()
    expect(page.locator("#ruling")).to_contain_text("still equal")
    assert page.url.endswith("/referee/tavern/?first=001000&second=001000")
    page.go_back()
    expect(page.locator("#ruling")).to_contain_text("unopposed")
    page.goto("/s/captains/?first=Ana&second=Ben")
    page.get_by_role("button", name="Danes 4: nobody").tap()
    expect(page.get_by_role("button", name="Danes 4: Ana")).to_be_visible()
    page.get_by_role("button", name="Undo the last tap").tap()
    expect(page.get_by_role("button", name="Danes 4: nobody")).to_be_visible()
