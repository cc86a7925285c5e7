"""A whole hand at a table by keyboard alone: Tab, arrows, space and Enter; and what a screen reader is told of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.players import LISTEN, Glance, fits, look, open_table, seat_people
from tests.browser.screens import DESKTOP
from tests.browser.watch import Watch
from tests.live import LiveSite

NewContext = Callable[..., BrowserContext]

# One set of three, and one deck without jokers: a whole game of one short hand.
SHORT = """
from referee.models import Table
table = Table.objects.get(code="{code}")
table.rules["set"] |= {{"contracts": ["S3"], "last_hand_all_cards": False, "buys": 0, "max_reshuffles": 0}}
table.rules["set"] |= {{"decks": 1, "jokers": 0, "players": [3, 3]}}
table.save()
"""


@dataclass
class Keyboard:
    """Somebody who only has keys."""

    page: Page
    did: set[str] = field(default_factory=set)

    def look(self) -> Glance:
        return look(self.page)

    def tab_to(self, selector: str) -> None:
        for key in ("Tab", "Shift+Tab"):
            for _ in range(60):
                if self.page.evaluate("selector => document.activeElement.matches(selector)", selector):
                    return
                self.page.keyboard.press(key)
        pytest.fail(f"no key leads to {selector}")

    def press(self, selector: str, what: str) -> None:
        """Go to the button and press it; come back when it has been answered."""
        self.tab_to(selector)
        with self.page.expect_response(re.compile(r"/play/|/ready/")):
            self.page.keyboard.press("Enter")
        expect(self.page.locator(".htmx-request")).to_have_count(0)
        assert self.page.evaluate("Boolean(document.activeElement.closest('.dock, .result'))"), what
        self.did.add(what)

    def pick(self, card: str) -> None:
        """Walk through the hand with the arrows, and pick the card with the space bar."""
        self.tab_to("#hand input")
        for _ in range(30):
            if self.page.evaluate("document.activeElement.getAttribute('aria-label')") == card:
                break
            self.page.keyboard.press("ArrowRight")
        self.page.keyboard.press("Space")
        assert self.page.locator("#hand input:checked").count() == 1

    def act(self) -> bool:
        """Do what the page asks for, if it asks for anything."""
        seen = self.look()
        if "Your turn:" not in seen.prompt:
            return False
        if seen.offers("Draw"):
            self.press("#deed-draw", "draw")
            return True
        if self.page.locator("#build").count():
            self.go_down()
            seen = self.look()
        if seen.offers("Lay off"):
            fitting = next((card for card in seen.hand if any(fits(card, meld) for meld in seen.melds)), None)
            if fitting and len(seen.hand) > 1:
                self.pick(fitting)
                self.press("#deed-layoff", "lay off")
                return True
        if "Your turn:" in seen.prompt:
            self.pick(seen.hand[-1])
            self.press("#deed-discard", "discard")
            if self.page.locator("#panel form").count():
                self.press("#panel form button:last-of-type", "answer")
        return True

    def go_down(self) -> None:
        if not self.page.locator("#build[open]").count():
            self.tab_to("#build > summary")
            self.page.keyboard.press("Enter")
        self.press('[value="suggest"]', "suggest")
        if self.page.locator("#panel [data-close]").count():  # no set yet
            self.tab_to("#panel [data-close]")
            self.page.keyboard.press("Enter")
            return
        self.press("#deed-down", "go down")


@pytest.mark.long
def test_whole_hand_is_played_by_keyboard_alone(new_context: NewContext, live_site: LiveSite, watch: Watch) -> None:
    watch.allow("422")
    contexts = [new_context(viewport=DESKTOP, has_touch=False) for _ in range(3)]
    people = seat_people(contexts, ["Ana", "Ben", "Cem"], open_at=lambda page: open_table(page, "Ana", chairs=3))
    host = people[0].page
    live_site.carry_out(SHORT.format(code=host.url.split("/")[-2]))
    keyboards = [Keyboard(person.page) for person in people]
    keyboards[0].tab_to('button[name="fill"]')
    host.keyboard.press("Enter")
    for one in keyboards:
        expect(one.page.locator("#hand")).to_be_visible()
        one.page.evaluate(LISTEN)
    for _ in range(400):
        if "is over" in keyboards[0].look().prompt:
            break
        if not any(one.act() for one in keyboards):
            host.wait_for_timeout(30)
    for one in keyboards:
        expect(one.page.locator("#prompt")).to_have_text("The game is over.")
    assert {"draw", "suggest", "go down", "lay off", "discard"} <= set().union(*(one.did for one in keyboards))

    # One composed sentence for each event in one polite region, whose turn it is in another; neither is assertive.
    heard = host.evaluate("window.heard")
    news = [one.removeprefix("news: ") for one in heard if one.startswith("news: ")]
    assert any(re.search(r"(Ben|Cem) draws from the stock\.", one) for one in news)
    assert any(re.search(r"(Ben|Cem|You) (lays|lay) down a set of \w+\.", one) for one in news)
    assert any(re.search(r"(Ben|Cem) discards the \w+ of \w+\.", one) for one in news)
    assert all(one.endswith((".", "?")) for one in news)
    assert any(one.startswith("prompt: Your turn:") for one in heard)
    assert host.locator("#news, #prompt").evaluate_all("all => all.map((one) => one.getAttribute('role'))") == [
        "status",
        "status",
    ]
    assert host.locator("[aria-live=assertive]").count() == 0
