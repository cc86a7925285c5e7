"""The rule book in a real browser: accessible, addressable, printable on one sheet."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.screens import TWO_SCREENS

KEYS = ("shanghai-7", "shanghai-7-ten", "shanghai-10", "rook-10")


def test_shelf_is_accessible(audit: Callable[..., None]) -> None:
    audit("/rules/", screens=TWO_SCREENS)


@pytest.mark.parametrize("path", ["/rules/shanghai-7/", "/rules/rook-10/", "/rules/shanghaien/"])
def test_book_is_accessible(audit: Callable[..., None], path: str) -> None:
    audit(path, screens=TWO_SCREENS)


@pytest.mark.parametrize("key", KEYS)
def test_book_prints_on_one_sheet(page: Page, key: str) -> None:
    page.goto(f"/rules/{key}/")
    printed = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1


def test_ruling_leads_to_its_rule(page: Page) -> None:
    page.goto("/referee/meld/?rules=shanghai-7&cards=QH+KH+AH+JK")
    page.get_by_role("link", name="Rule 2.4").click()
    expect(page.locator("#rule-2\\.4")).to_be_in_viewport()
    expect(page.locator("#rule-2\\.4")).to_contain_text("The ace is high only")
