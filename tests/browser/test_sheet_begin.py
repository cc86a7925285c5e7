"""A sheet begun where there is no network: on a phone that was here before."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser.sheets import Taps, installed, points, sent, totals
from tests.browser.watch import Watch

NewContext = Callable[..., BrowserContext]
KEPT = """
  async () => {
    const isKept = () => caches.match("/s/shell/?game=shanghai-7", { ignoreVary: true });
    while (!(await isKept())) await new Promise((go) => setTimeout(go, 50));
  }
"""


@pytest.fixture
def ready(page: Page, watch: Watch) -> Page:
    """A phone that has once opened the form for a new sheet."""
    for word in ("ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "fetching the script"):
        watch.allow(word)
    page.goto("/s/new/")
    installed(page)
    page.evaluate(KEPT)
    return page


def begin(page: Page, *names: str, dealer: int = 1) -> None:
    for seat, name in enumerate(names, start=1):
        page.get_by_label(f"Player {seat}", exact=True).fill(name)
    page.locator(f'input[name="dealer"][value="{dealer}"]').check()
    page.get_by_label("Game").select_option("shanghai-7")
    page.get_by_role("button", name="Start").click()
    expect(page).to_have_url(re.compile(r"/s/[\w-]{22}/$"))


def test_sheet_is_begun_and_played_without_signal_and_told_later(
    ready: Page, context: BrowserContext, new_context: NewContext
) -> None:
    context.set_offline(True)
    ready.goto("/")  # the home screen's first page
    ready.get_by_role("link", name="Keep score").click()
    begin(ready, "Ana", "Zoë & <b>", "Ana", dealer=2)
    path = ready.url[ready.url.index("/s/") :]
    expect(ready.locator(".head__name")).to_have_text(["Ana", "Zoë & <b>", "Ana 2"])
    expect(ready.locator("h1")).to_have_text("Hand 1 of 7")
    expect(ready.locator(".chip--dealer")).to_have_text("Zoë & <b> deals")
    expect(ready.locator(".unsent")).to_have_text("1 not sent yet")
    taps = Taps(ready)
    taps.out()
    taps.cards("9K3")
    taps.cards("A6*")
    expect(ready.locator("h1")).to_have_text("Hand 2 of 7")
    expect(ready.locator(".chip--dealer")).to_have_text("Ana 2 deals")
    ready.reload()
    expect(totals(ready)).to_have_text(["0", "25", "75"])
    expect(ready.locator(".unsent")).to_have_text("4 not sent yet")
    ready.goto("/s/")
    ready.get_by_role("link", name="Ana, Zoë & <b>, Ana").click()
    expect(ready.locator("[data-total]")).to_have_text(["0", "25", "75"])
    context.set_offline(False)
    expect(ready.locator(".unsent")).to_have_text("")
    sent(ready)
    expect(totals(ready)).to_have_text(["0", "25", "75"])
    other = new_context().new_page()
    other.goto(path)
    expect(totals(other)).to_have_text(["0", "25", "75"])
    expect(points(other, 1)).to_have_text(["0", "25", "75"])
    expect(other.locator(".chip--dealer")).to_have_text("Ana 2 deals")
    ready.goto("/s/")
    expect(ready.locator("[data-begun]")).to_be_hidden()
    expect(ready.get_by_role("link", name="Ana, Zoë & <b>, Ana 2")).to_have_count(1)


def test_answer_that_is_lost_begins_one_sheet(ready: Page) -> None:
    lost: list[int] = []

    def lose(route: Route) -> None:
        if route.request.method == "POST":
            lost.append(route.fetch(max_redirects=0).status)
            route.abort()
        else:
            route.continue_()

    ready.route("**/s/new/", lose)
    begin(ready, "Ana", "Ben")
    assert lost == [302]
    expect(ready.locator(".unsent")).to_have_text("")
    Taps(ready).cards("A")
    sent(ready)
    ready.goto("/s/")
    expect(ready.locator(".kept__sheet")).to_have_count(1)


def test_game_that_was_never_kept_is_told(ready: Page, context: BrowserContext) -> None:
    context.set_offline(True)
    for seat, name in enumerate(("Ana", "Ben"), start=1):
        ready.get_by_label(f"Player {seat}", exact=True).fill(name)
    ready.get_by_label("Game").select_option("rook-10")
    ready.get_by_role("button", name="Start").click()
    expect(ready.get_by_text("this phone has not kept a sheet of this game yet")).to_be_visible()
    ready.get_by_label("Game").select_option("lowest")
    ready.get_by_role("button", name="Start").click()
    expect(ready).to_have_url(re.compile(r"/s/[\w-]{22}/$"))
    expect(ready.locator("h1")).to_have_text("Hand 1")


def test_names_that_are_missing_are_asked_for(ready: Page, watch: Watch) -> None:
    watch.allow("422")
    ready.get_by_label("Player 1", exact=True).fill("Ana")
    ready.get_by_role("button", name="Start").click()
    expect(ready.get_by_text("Write at least two names.").first).to_be_visible()
