"""For everybody: text of twice the size, forced colours, less motion, a sheet and a ruling by keyboard alone."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.screens import DESKTOP, SMALL_PHONE, assert_room_for_large_text
from tests.browser.sheets import points, totals

NewContext = Callable[..., BrowserContext]


def test_a_table_with_text_of_twice_the_size_is_scrolled_to_its_end(new_context: NewContext) -> None:
    page = new_context(viewport=SMALL_PHONE, reduced_motion="reduce").new_page()
    page.goto("/")
    page.get_by_role("button", name="Learn by playing").click()
    expect(page.locator("#hand")).to_be_visible()
    assert_room_for_large_text(page)
    for last in (page.locator("#hand li").last, page.locator(".tools a:visible").last):
        last.scroll_into_view_if_needed()
        expect(last).to_be_in_viewport(ratio=0.9)


@pytest.fixture
def forced(new_context: NewContext) -> Page:
    return new_context(forced_colors="active", reduced_motion="reduce").new_page()


def style(part: Locator, *names: str) -> list[str]:
    return part.evaluate("(part, names) => names.map((name) => getComputedStyle(part)[name])", list(names))


def test_cards_are_told_apart_where_colours_are_forced(forced: Page) -> None:
    forced.goto("/appearance/")
    shapes, inks = set(), set()
    for suit in ("spade", "heart", "diamond", "club"):
        card = forced.locator(f".card--{suit}").first
        shapes.add(card.locator("use").first.get_attribute("href"))
        drawn, ground = style(card.locator("svg").first, "fill")[0], style(card, "backgroundColor")[0]
        assert drawn != ground
        inks.add(style(card, "color")[0])
        assert style(card, "borderTopStyle", "borderTopWidth") == ["solid", "1px"]
    assert len(shapes) == 4
    assert len(inks) == 4


def test_what_is_picked_and_where_the_focus_is_shows_where_colours_are_forced(forced: Page) -> None:
    forced.goto("/")
    forced.get_by_role("button", name="Learn by playing").click()
    cards = forced.locator("#hand label")
    expect(cards.first).to_be_visible()
    assert style(cards.nth(1), "outlineStyle") == ["none"]
    forced.locator("#hand input").nth(1).check(force=True)
    assert style(cards.nth(1), "outlineStyle", "outlineWidth") == ["solid", "3px"]
    forced.locator("#hand input").first.focus()
    forced.keyboard.press("ArrowRight")
    forced.keyboard.press("ArrowRight")
    focused = forced.locator("#hand label:has(input:focus-visible)")
    expect(focused).to_have_count(1)
    assert style(focused, "outlineStyle") != ["none"]
    for button in forced.locator(".deeds .btn:visible").all():
        assert style(button, "borderTopStyle") == ["solid"]
    assert style(forced.locator(".guide"), "borderTopStyle") == ["solid"]


def test_a_ruling_says_so_where_colours_are_forced(forced: Page) -> None:
    forced.goto("/referee/meld/?rules=shanghai-7&cards=QH+KH+AH+JK")
    expect(forced.locator("#ruling .notice__word")).to_have_text("Not legal")
    pointed, other = forced.locator("#ruling .card--pointed").first, forced.locator("#ruling .card").first
    assert style(pointed, "outlineStyle", "boxShadow", "borderTopWidth") != style(
        other, "outlineStyle", "boxShadow", "borderTopWidth"
    )


def test_nothing_moves_where_less_motion_is_asked_for(new_context: NewContext) -> None:
    page = new_context(reduced_motion="reduce").new_page()
    moving = """() => [...document.querySelectorAll("*")].filter((part) => {
        const style = getComputedStyle(part);
        const longest = (text) => Math.max(...text.split(",").map(parseFloat));
        const moves = style.animationName !== "none" && longest(style.animationDuration) > 0.01;
        return moves || longest(style.transitionDuration) > 0.01;
    }).map((part) => part.className)"""
    page.goto("/")
    assert page.evaluate(moving) == []
    page.get_by_role("button", name="Learn by playing").click()
    expect(page.locator("#hand")).to_be_visible()
    assert page.evaluate(moving) == []
    page.locator(".bar a").last.click()
    expect(page.locator("#sheet")).to_be_visible()
    assert page.evaluate(moving) == []


# Whether what has the focus, or what it is part of, has a ring.
RINGED = """() => {
  for (let part = document.activeElement; part !== document.body; part = part.parentElement) {
    if (getComputedStyle(part).outlineStyle !== "none") return true;
  }
  return false;
}"""


class Keys:
    """Somebody who only has keys, and sees where the focus is."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def to(self, selector: str) -> None:
        """Tab to the first thing that is meant."""
        for _ in range(80):
            if self.page.evaluate("selector => document.activeElement.matches(selector)", selector):
                assert self.page.evaluate(RINGED), f"nothing shows that the focus is on {selector}"
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab never came to {selector} on {self.page.url}")

    def press(self, selector: str, key: str = "Enter") -> None:
        self.to(selector)
        self.page.keyboard.press(key)

    def type(self, selector: str, text: str) -> None:
        self.to(selector)
        self.page.keyboard.type(text)


@pytest.fixture
def keys(new_context: NewContext) -> Keys:
    return Keys(new_context(viewport=DESKTOP, has_touch=False).new_page())


def test_a_sheet_is_begun_scored_and_corrected_by_keyboard_alone(keys: Keys) -> None:
    page = keys.page
    page.goto("/")
    keys.press(".door--first a")
    expect(page).to_have_url(re.compile(r"/s/new/$"))
    for seat, name in enumerate(("Ana", "Ben"), start=1):
        keys.type(f'input[name="name{seat}"]', name)
    keys.press("main form button.btn--primary")
    expect(page).to_have_url(re.compile(r"/s/[\w-]{22}/$"))
    keys.press('#pad [name="out"]')
    expect(page.locator(".pad__who")).to_contain_text("Ben")
    for _ in range(2):
        keys.press("#pad .pad__keys .key")
    keys.press(".pad__next")
    expect(page.locator("[data-total]").nth(1)).to_have_text("10")
    # Ben has counted one card too few: back to his cell, one more.
    keys.press(".score tbody tr:nth-child(1) td:nth-of-type(2) a")
    expect(page.locator(".pad__who")).to_contain_text("Ben")
    keys.press("#pad .pad__keys .key")
    keys.press(".pad__next")
    expect(page.locator("[data-total]").nth(1)).to_have_text("15")
    expect(totals(page)).to_have_text(["0", "15"])
    expect(points(page, 1)).to_have_text(["0", "15"])


def test_a_dispute_is_settled_by_keyboard_alone(keys: Keys) -> None:
    page = keys.page
    page.goto("/")
    keys.press('.doorbar a[href="/referee/"]')
    expect(page).to_have_url(re.compile(r"/referee/$"))
    keys.press('main a[href^="/referee/meld/"]')
    expect(page).to_have_url(re.compile(r"/referee/meld/"))
    for suit in "HSD":
        keys.press('.pad [data-rank="7"]')
        keys.press(f'.pad [data-suit="{suit}"]')
    expect(page.locator("#ruling .notice__word")).to_have_text("Legal")
    keys.press('#ruling a[href*="#rule-"]')
    expect(page.locator(".rule:target")).to_be_in_viewport()
