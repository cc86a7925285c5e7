"""The screens that pages must fit, and what is checked on each."""

from typing import Literal, NamedTuple

from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.sync_api import FloatRect, Locator, Page, ViewportSize

PHONE: ViewportSize = {"width": 390, "height": 844}
SMALL_PHONE: ViewportSize = {"width": 320, "height": 568}
DESKTOP: ViewportSize = {"width": 1280, "height": 800}


class Screen(NamedTuple):
    """A size and a scheme; `again` says that another screen shows the same parts, so that only looks can differ."""

    size: ViewportSize
    scheme: Literal["light", "dark"]
    again: bool = False


SCREENS = (
    Screen(SMALL_PHONE, "light"),
    Screen(PHONE, "dark", again=True),
    Screen(DESKTOP, "light"),
    Screen(DESKTOP, "dark", again=True),
)

# For long pages, where axe takes its time.
TWO_SCREENS = (Screen(SMALL_PHONE, "light"), Screen(DESKTOP, "dark"))

# axe's rule for target sizes is off by default and on here.
WHOLE = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]},
    "rules": {"target-size": {"enabled": True}},
}
# What depends on the scheme and on the width, where the parts themselves have been looked at before.
LOOKS = {"runOnly": {"type": "rule", "values": ["color-contrast", "target-size"]}}
# Half a megabyte of script for each page, not for each run; and only what is wrong comes back.
RUN = "options => axe.run(options).then(({ violations }) => ({ violations }))"
# After a change of scheme Chromium may keep a colour of the other one in a part that it has no other reason to style:
# so a property that all inherit changes. Two pictures later whatever moves has begun, and is waited for.
SETTLED = """() => new Promise(done => {
    document.documentElement.style.setProperty("--styled-anew", Math.random());
    requestAnimationFrame(() => requestAnimationFrame(() =>
        Promise.allSettled(document.getAnimations().map(one => one.finished)).then(() => done())));
})"""
# Stronger, and not for every page: what is scrolled inside the page goes back to its beginning.
STYLED_ANEW = """() => new Promise(done => {
    const root = document.documentElement;
    root.style.display = "none";
    requestAnimationFrame(() => {
        root.style.display = "";
        requestAnimationFrame(() => requestAnimationFrame(() => done()));
    });
})"""


def turn_to(page: Page, screen: Screen) -> None:
    """Show the page on the screen."""
    page.set_viewport_size(screen.size)
    page.emulate_media(color_scheme=screen.scheme)
    page.evaluate(SETTLED)


def assert_accessible(page: Page, *, looks_only: bool = False) -> None:
    """axe finds no breach of WCAG 2.2 AA, or, with `looks_only`, none in contrast and in the size of targets."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    options = {"resultTypes": ["violations"]} | (LOOKS if looks_only else WHOLE)
    results = AxeResults(page.evaluate(RUN, options))
    if results.violations_count:  # what is wrong in truth is so with all styles worked out anew
        page.evaluate(STYLED_ANEW)
        results = AxeResults(page.evaluate(RUN, options))
    assert results.violations_count == 0, f"{page.url}\n{results.generate_report()}"


def box_of(target: Locator) -> FloatRect:
    """The box of a part that is shown, in CSS pixels; a page scrolled by a part of one leaves parts of one in it."""
    box = target.bounding_box()
    assert box, f"{target} is not shown"
    return {"x": box["x"], "y": box["y"], "width": round(box["width"], 2), "height": round(box["height"], 2)}


def assert_easy_to_hit(target: Locator) -> None:
    """The target is at least 44 by 44 pixels large."""
    box = box_of(target)
    assert min(box["width"], box["height"]) >= 44, f"{target.inner_text()!r} is {box['width']} by {box['height']}"


# What stands on the page and is cut off: its box is smaller than its text or buttons, and nothing scrolls or says so.
CUT = """() => [...document.querySelectorAll("body *")].filter((part) => {
    const told = [...part.childNodes].some((node) => node.nodeType === 3 && node.data.trim())
      || part.matches(":has(> label, > button, > a)");
    if (!told || !part.checkVisibility() || part.closest("select, .visually-hidden")) return false;
    const style = getComputedStyle(part);
    const hides = [style.overflowX, style.overflowY].some((how) => how === "hidden" || how === "clip");
    if (!hides || style.clipPath !== "none" || style.textOverflow === "ellipsis") return false;
    return part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 3;
  }).map((part) => `${part.tagName.toLowerCase()}.${part.className}: ${part.textContent.trim().slice(0, 30)}`)"""


def assert_room_for_large_text(page: Page) -> None:
    """With text of twice the size on a phone nothing is wider than the screen, and no text or button is cut off."""
    page.set_viewport_size(PHONE)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    page.evaluate("new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)))")
    assert_no_sideways_scrolling(page)
    cut = page.evaluate(CUT)
    assert cut == [], f"{page.url} cuts off {cut}"


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
