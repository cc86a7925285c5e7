"""The look of the site in a real browser: parts, cards, light and dark, error pages."""

import gzip
import itertools
from collections.abc import Callable

from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.screens import assert_easy_to_hit, box_of
from tests.browser.watch import Watch

NewContext = Callable[..., BrowserContext]


def test_parts_are_accessible(audit: Callable[..., None]) -> None:
    audit("/design/")


def test_appearance_is_accessible(audit: Callable[..., None]) -> None:
    audit("/appearance/")


def test_missing_page_is_accessible(audit: Callable[..., None], watch: Watch) -> None:
    watch.allow("404")
    audit("/no-such-page/")


def test_suits_of_the_sprite_are_drawn(page: Page) -> None:
    page.goto("/design/")
    heart = page.locator(".hero use, .card--heart .card__suit use").first
    expect(heart).to_be_visible()
    box = heart.bounding_box()
    assert box
    assert box["width"] > 10
    assert box["height"] > 10


def test_hand_of_25_has_targets_of_44_pixels_without_overlap(page: Page) -> None:
    page.goto("/design/")
    cards = page.locator(".cards--hand .card").all()
    for card in cards:
        assert_easy_to_hit(card)
    places = [(box["x"], box["y"], box["width"]) for box in map(box_of, cards)]
    assert len(places) == 25
    row = sorted(x for x, y, _width in places if y == places[1][1])
    assert all(right - left >= places[1][2] for left, right in itertools.pairwise(row))
    assert len(row) >= 6


def test_theme_changes_in_place_and_stays(page: Page) -> None:
    page.goto("/")
    page.evaluate("window.kept = 'this page'")
    page.get_by_role("button", name="Dark").click()
    root = page.locator("html")
    expect(root).to_have_attribute("data-theme", "dark")
    expect(page.get_by_role("button", name="Dark")).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("window.kept") == "this page"
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(23, 18, 16)"
    page.reload()
    expect(root).to_have_attribute("data-theme", "dark")


def test_theme_works_without_javascript(new_context: NewContext) -> None:
    page = new_context(java_script_enabled=False).new_page()
    page.goto("/appearance/")
    page.get_by_role("button", name="Dark").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.get_by_label("Two colours, as in print").check()
    page.get_by_role("button", name="Keep these").click()
    expect(page.locator("html")).to_have_attribute("data-suits", "two")
    expect(page.get_by_label("Two colours, as in print")).to_be_checked()


def test_chosen_look_is_shown_at_once(page: Page) -> None:
    page.goto("/appearance/")
    club = page.locator(".card--club").first
    before = club.evaluate("card => getComputedStyle(card).color")
    page.get_by_label("Two colours, as in print").check()
    assert before == "rgb(0, 115, 103)"
    assert club.evaluate("card => getComputedStyle(card).color") == "rgb(0, 0, 0)"


def test_dialog_holds_the_focus_and_gives_it_back(page: Page) -> None:
    page.goto("/design/")
    opener = page.get_by_role("button", name="Open a dialog")
    opener.click()
    expect(page.get_by_role("dialog", name="End the game now?")).to_be_visible()
    expect(page.get_by_role("button", name="End it")).to_be_focused()
    page.keyboard.press("Escape")
    expect(opener).to_be_focused()


def test_htmx_leaves_the_page_alone_when_an_answer_is_no_part_of_it(page: Page) -> None:
    page.goto("/design/")
    statuses = page.evaluate("htmx.config.noSwap.map(String)")
    assert {"404", "5xx"} <= set(statuses)
    assert not {"409", "422", "4xx"} & set(statuses)


def test_skip_link_is_the_first_stop_and_leads_to_the_content(page: Page) -> None:
    page.goto("/")
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="To the content")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()


def test_first_visit_of_the_frame_weighs_little(page: Page) -> None:
    bodies: dict[str, bytes] = {}
    page.on("response", lambda answer: bodies.update({answer.url: answer.body()}))
    page.goto("/appearance/")
    page.wait_for_load_state("networkidle")
    styles = sum(len(gzip.compress(body)) for url, body in bodies.items() if ".css" in url)
    total = sum(len(gzip.compress(body)) for body in bodies.values())
    assert 0 < styles < 12_000
    assert total < 40_000
