"""The first hand of who has never played: one tap from the home page, then whatever the guide says, to the result."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Audit
from tests.browser.screens import TWO_SCREENS

MOST_STEPS = 60


def test_newcomer_plays_a_whole_hand_by_the_guide(page: Page, audit: Audit) -> None:
    page.goto("/")
    page.get_by_role("button", name="Learn by playing").click()
    expect(page.locator("#hand")).to_be_visible()
    guide = page.locator("#guide-words")
    did = []
    for _ in range(MOST_STEPS):
        # The guide has a deed in bold whenever it is for the newcomer to do something.
        page.wait_for_selector("#guide-words strong, .result")
        if page.locator(".result").count():
            break
        did.append(obey(page, page.locator("#guide-words strong").inner_text()))
        if did == ["draw"]:
            audit(page.url, storage_state=page.context.storage_state(), screens=TWO_SCREENS)
    assert {"draw", "take", "pass", "suggest", "lay these down", "lay off", "discard"} <= set(did)
    expect(page.get_by_role("heading", name="Guest wins hand 1")).to_be_visible()
    expect(guide).to_contain_text("Press “Next hand”")
    page.get_by_role("button", name="Play without the guide").click()
    expect(guide).to_have_count(0)
    page.get_by_role("button", name="Next hand").click()
    expect(page.get_by_role("heading", name="Hand 2 of 7")).to_be_visible()


def obey(page: Page, words: str) -> str:
    """Do what the guide says, as somebody who can read and tap; what was done."""
    guide = page.locator("#guide-words")
    told = guide.inner_text()
    laid = re.match(r"Pick the (.+?) and tap (?:your|.+’s) (.+)\.$", words)
    if laid:
        pick(page, laid[1])
        page.locator(".meldbox__tap", has=page.get_by_role("img", name=laid[2], exact=True)).first.click()
        done = "lay off"
    elif thrown := re.match(r"Pick the (.+?)(?: and|,) press “Discard”", words):
        pick(page, thrown[1])
        page.locator("#deed-discard").click()
        if "Declare Shanghai" in words:
            page.get_by_role("button", name="Declare Shanghai").click()
        done = "discard"
    else:
        button = re.findall(r"“([^”]+)”", words)[-1]
        if "Open “Go down”" in words:
            page.evaluate("document.querySelector('#build').open = true")
        page.locator(".dock").get_by_role("button", name=re.compile(f"^{button}")).first.click()
        done = button.lower()
    expect(guide).not_to_have_text(told)
    return done


def pick(page: Page, card: str) -> None:
    page.locator("#hand").get_by_label(card, exact=True).first.check(force=True)


def test_game_against_bots_is_two_taps_away(page: Page) -> None:
    page.goto("/")
    page.locator(".door", has_text="bots").get_by_role("link").click()
    page.locator("button[name=do][value=bots]").click()
    expect(page.locator("#hand")).to_be_visible()
