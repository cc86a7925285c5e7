"""The fullest table there is: eight players, a hand of 26 cards and more, on phones and desktops, light and dark."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from referee.engine.rummy.ruledoc import dump_rules, load_rules
from tests.browser.screens import DESKTOP, PHONE, SMALL_PHONE, Screen, assert_no_sideways_scrolling
from tests.browser.test_table import made
from tests.live import LiveSite

NewContext = Callable[..., BrowserContext]

LEAST_TARGET = 44
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
FULL = "state.phase == 'play' and len(state.seats[state.turn].hand) >= 26 and len(state.table) >= 8"

# Of each card: is it on the screen, how large is what can be tapped, and is it on top wherever a thumb may meet it?
REACHED = """() => [...document.querySelectorAll("#hand label")].map((label) => {
  const box = label.getBoundingClientRect();
  const points = [[0.5, 0.5], [0.1, 0.1], [0.9, 0.1], [0.1, 0.9], [0.9, 0.9]];
  return {
    name: label.querySelector("input").getAttribute("aria-label"),
    size: Math.min(box.width, box.height),
    isInside: box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight,
    isOnTop: points.every(([x, y]) =>
      label.contains(document.elementFromPoint(box.x + box.width * x, box.y + box.height * y))),
  };
})"""


@pytest.fixture(scope="module")
def full(live_site: LiveSite) -> tuple[str, dict[str, Any]]:
    """A table where somebody with more cards than usual is in turn, and the others' melds lie on the felt."""
    rules = dump_rules(load_rules("shanghai-10"))
    return made(live_site, FULL, players=8, rules=rules | {"set": {"dealt": 25}}, seat="state.turn")


def at_table(new_context: NewContext, full: tuple[str, dict[str, Any]], **options: Any) -> Page:
    path, storage = full
    page = new_context(reduced_motion="reduce", **options, **storage).new_page()
    page.goto(path)
    expect(page.locator("#hand")).to_be_visible()
    return page


@pytest.mark.parametrize("size", [PHONE, SMALL_PHONE, DESKTOP])
def test_every_card_of_a_full_hand_is_seen_and_can_be_tapped(
    new_context: NewContext, full: tuple[str, dict[str, Any]], size: Any
) -> None:
    page = at_table(new_context, full, viewport=size)
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        assert_no_sideways_scrolling(page)
        cards = page.evaluate(REACHED)
        assert len(cards) >= 26
        lost = [card for card in cards if card["size"] < LEAST_TARGET or not card["isInside"] or not card["isOnTop"]]
        assert lost == [], scheme
    for place, label in enumerate(page.locator("#hand label").all()):
        label.tap() if size is not DESKTOP else label.click()
        assert page.locator("#hand input").nth(place).is_checked()
    assert page.locator("#hand input:checked").count() == len(cards)
    expect(page.locator("#deed-discard")).to_be_in_viewport(ratio=1)


def test_felt_of_a_full_table_shows_its_melds_and_seats_on_the_smallest_phone(
    new_context: NewContext, full: tuple[str, dict[str, Any]]
) -> None:
    page = at_table(new_context, full, viewport=SMALL_PHONE)
    expect(page.locator(".seat")).to_have_count(8)
    for seat in page.locator(".seat__button").all():
        expect(seat).to_be_in_viewport(ratio=1)
    last = page.locator(".meldbox").last
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport(ratio=0.9)
    expect(page.locator("#hand")).to_be_in_viewport(ratio=1)  # only the felt has scrolled


def test_s48_labels_have_contrast_in_both_themes_and_suits_are_told_by_shape_and_letter(
    audit: Callable[..., None], new_context: NewContext, full: tuple[str, dict[str, Any]]
) -> None:
    path, storage = full
    audit(path, screens=(Screen(PHONE, "light"), Screen(PHONE, "dark", again=True)), **storage)
    page = at_table(new_context, full)
    told = page.evaluate(
        """() => [...document.querySelectorAll("#hand label")].map((label) => ({
          name: label.querySelector("input").getAttribute("aria-label"),
          rank: label.querySelector(".card__rank")?.textContent.trim() ?? "",
          shape: label.querySelector("use")?.getAttribute("href").split("#")[1] ?? "",
        }))"""
    )
    shapes = {(one["name"].rpartition(" of ")[2], one["shape"]) for one in told}
    assert len(shapes) == len({suit for suit, _ in shapes}) == len({shape for _, shape in shapes}) == 5  # and jokers
    letters = {one["name"].split(" of ")[0]: one["rank"] for one in told}
    assert letters["ace"] == "A"
    assert letters["king"] == "K"
    assert all(rank for rank in letters.values())
