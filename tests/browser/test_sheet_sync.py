"""What is not answered is sent again: by the page after a pause, or sooner by the worker when the browser lets it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.sheets import Taps, lose_answers, new_sheet, sent
from tests.browser.watch import Watch

PAUSE = 15_000
"""Milliseconds until the page sends again what was not answered."""


@pytest.fixture(scope="module", params=["page", "worker"])
def sender(request: pytest.FixtureRequest) -> str:
    """Who sends again."""
    return str(request.param)


@pytest.fixture(scope="module")
def browser(sender: str, browser: Browser, whole_browser: Browser) -> Browser:
    """The worker is woken by Background Sync, which only a whole browser has."""
    return whole_browser if sender == "worker" else browser


def test_answer_that_is_lost_does_not_write_twice(page: Page, watch: Watch, sender: str) -> None:
    watch.allow("ERR_FAILED")
    if sender == "page":
        page.clock.install()
    path = new_sheet(page, "Ana", "Ben", "Cy", "Dee")
    lost = lose_answers(page, 1)
    with page.expect_event("requestfailed"):
        Taps(page).cards("A")
    if sender == "page":
        page.clock.fast_forward(PAUSE)
    sent(page)
    assert lost == [200]
    page.goto(f"{path}history/")
    expect(page.get_by_text("Ana, hand 1: 20", exact=True)).to_have_count(1)
