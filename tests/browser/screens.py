"""The screens that pages must fit, and what is checked on each."""

from typing import Literal, NamedTuple

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, ViewportSize

PHONE: ViewportSize = {"width": 390, "height": 844}
SMALL_PHONE: ViewportSize = {"width": 320, "height": 568}
DESKTOP: ViewportSize = {"width": 1280, "height": 800}


class Screen(NamedTuple):
    size: ViewportSize
    scheme: Literal["light", "dark"]


# Each size and each scheme; contrast differs by scheme, the size of targets by width.
SCREENS = (Screen(SMALL_PHONE, "light"), Screen(PHONE, "dark"), Screen(DESKTOP, "light"), Screen(DESKTOP, "dark"))

AXE_OPTIONS = {
    "resultTypes": ["violations"],
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]},
}


def assert_accessible(page: Page) -> None:
    """axe finds no breach of WCAG 2.2 AA; its rule for target sizes is off by default and on here."""
    results = Axe().run(page, options=AXE_OPTIONS | {"rules": {"target-size": {"enabled": True}}})
    assert results.violations_count == 0, f"{page.url}\n{results.generate_report()}"


def assert_no_sideways_scrolling(page: Page) -> None:
    """The page is no wider than its screen; the message names what sticks out."""
    width, shown = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    if width > shown:
        wide = page.evaluate(
            """shown => [...document.querySelectorAll("body *")]
            .filter(part => part.getBoundingClientRect().right > shown + 0.5)
            .map(part => `${part.tagName.toLowerCase()}.${part.getAttribute("class") ?? ""}`)""",
            shown,
        )
        raise AssertionError(f"{page.url} is {width} px wide on a screen of {shown} px: {', '.join(wide[:8])}")
