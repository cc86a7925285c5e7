"""A score sheet in the browser, used by its keys."""

import re
from contextlib import nullcontext

from playwright.sync_api import Locator, Page, Route, expect

CLASSES = {
    "shanghai-7": {rank: index for index, ranks in enumerate(("234567", "89TJQK", "A", "*")) for rank in ranks},
}


def new_sheet(page: Page, *names: str, game: str = "shanghai-7", site: str = "") -> str:
    """A fresh sheet, open on the page; the first player deals. Its path. ``site``: the address of the test's own."""
    asked = page.context.request
    token = re.search(r"csrftoken=(\w+)", asked.get(f"{site}/s/new/").headers["set-cookie"])
    assert token
    fields = {f"name{seat}": name for seat, name in enumerate(names, start=1)}
    made = asked.post(
        f"{site}/s/new/",
        form={"csrfmiddlewaretoken": token[1], "game": game, "dealer": "1", **fields},
        max_redirects=0,
    )
    page.goto(f"{site}{made.headers['location']}")
    return made.headers["location"]


def begin_sheet(page: Page, *names: str, game: str = "shanghai-7", site: str = "") -> str:
    """The same by filling in the form."""
    page.goto(f"{site}/s/new/")
    for seat, name in enumerate(names, start=1):
        page.get_by_label(f"Player {seat}", exact=True).fill(name)
    page.locator('input[name="dealer"][value="1"]').check()
    page.get_by_label("Game").select_option(game)
    page.get_by_role("button", name="Start").click()
    expect(page).to_have_url(re.compile(r"/s/[\w-]{22}/$"))
    return page.url[page.url.index("/s/") :]


KEPT = """
  async () => {
    await navigator.serviceWorker.ready;
    const isKept = () => caches.match(location.href.split("#")[0], { ignoreVary: true });
    for (let round = 0; !navigator.serviceWorker.controller || !(await isKept()); round++) {
      if (round > 300) throw new Error("the worker has not kept the page");
      await new Promise((go) => setTimeout(go, 50));
    }
  }
"""


def installed(page: Page) -> None:
    """Wait until the worker has kept the page."""
    page.evaluate(KEPT)


class Taps:
    """The pad under a thumb; counts the taps. ``scripted`` is false where every key loads the page anew."""

    def __init__(self, page: Page, *, scripted: bool = True) -> None:
        self.page = page
        self.scripted = scripted
        self.count = 0

    def _tap(self, selector: str) -> None:
        with nullcontext() if self.scripted else self.page.expect_navigation():
            self.page.locator(selector).tap()
        self.count += 1

    def out(self) -> None:
        self._tap('#pad [name="out"]')

    def cards(self, cards: str) -> None:
        """Tap these cards (``T`` ten, ``*`` joker) and go on."""
        for card in cards:
            self._tap(f'.pad__keys [value="{CLASSES["shanghai-7"][card]}"]')
        self.next()

    def next(self) -> None:
        self._tap(".pad__next")

    def digits(self, text: str) -> None:
        for char in text:
            self._tap('[name="sign"]' if char == "-" else f'[name="digit"][value="{char}"]')


def totals(page: Page) -> Locator:
    """The running totals in the grid's head, left to right; what is unsent is added once the outbox is read."""
    return page.locator("[data-total]")


def points(page: Page, hand: int) -> Locator:
    """What stands in a hand's row."""
    return page.locator(f".score tbody tr:nth-child({hand}) .cell__points")


def lose_answers(page: Page, count: int) -> list[int]:
    """Let the server do so many writes whose answers never arrive; their statuses, as they come."""
    lost: list[int] = []

    def lose(route: Route) -> None:
        if len(lost) < count:
            lost.append(route.fetch().status)
            route.abort()
        else:
            route.continue_()

    page.route("**/operations/", lose)
    return lost


def sent(page: Page) -> None:
    """Wait until the server has answered everything."""
    expect(page.locator(".cell--unsent")).to_have_count(0)


def scored(page: Page, hand: int, *values: str) -> None:
    """Wait until a hand's row begins like that and the server has answered everything."""
    for number, value in enumerate(values):
        expect(points(page, hand).nth(number)).to_have_text(value)
    sent(page)


def on_the_phone(page: Page, count: int) -> None:
    """Wait until so many entries lie in the outbox: they are shown a moment before, and no thumb is as fast as this."""
    expect(page.locator(".unsent")).to_have_text(f"{count} not sent yet")
