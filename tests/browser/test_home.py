"""The home page in a real browser."""

import re
from collections.abc import Callable

from playwright.sync_api import BrowserContext, Page, expect


def test_home_has_one_heading(page: Page) -> None:
    page.goto("/")
    expect(page.locator("h1")).to_have_count(1)


def test_home_is_accessible(audit: Callable[..., None]) -> None:
    audit("/")


def test_home_works_without_javascript(new_context: Callable[..., BrowserContext]) -> None:
    page = new_context(java_script_enabled=False).new_page()
    page.goto("/")
    expect(page.locator("h1")).to_be_visible()


def test_static_files_have_hashed_names_and_are_kept(page: Page) -> None:
    kept: dict[str, str] = {}
    page.on("response", lambda answer: kept.update({answer.url: answer.headers.get("cache-control", "")}))
    page.goto("/")
    static = {url: rule for url, rule in kept.items() if "/static/" in url}
    assert static
    assert all(re.search(r"\.[0-9a-f]{12}\.\w+$", url) and "immutable" in rule for url, rule in static.items()), static
