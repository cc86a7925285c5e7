"""Every page and state worth a look: its address, whose browser sees it, and what is done there first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, Page

from tests.browser import dice_tables
from tests.browser.sheets import Taps, new_sheet
from tests.browser.test_table import made
from tests.live import LiveSite

type Act = Callable[[Page], object]

LONG = ("Maximiliaan-Alexander", "Wilhelmina van der Berg", "Ólafur Þór Guðmundsson", "Konstantinos Papadopo")
EIGHT = ("Ana", "Ben", "Cem", "Dot", "Eva", "Fay", "Gus", "Hal")


@dataclass(frozen=True, slots=True)
class Scene:
    """A page in a state. ``own``: Playwright's options for the browser of whom it is shown to."""

    name: str
    path: str
    act: Act | None = None
    own: dict[str, Any] = field(default_factory=dict)


PLAIN = {
    "home": "/",
    "missing": "/no-such-page/",
    "appearance": "/appearance/",
    "design": "/design/",
    "desk": "/referee/",
    "desk-meld": "/referee/meld/",
    "desk-meld-legal": "/referee/meld/?rules=shanghai-7&cards=4H+5H+JK+7H",
    "desk-meld-illegal": "/referee/meld/?rules=shanghai-7&cards=QH+KH+AH+JK",
    "desk-contract": "/referee/contract/?rules=shanghai-7&hand=5&m1=7H+7S+8D&m2=9S+9H+9D&m3=4H+5H+7H+JK",
    "desk-hand": "/referee/hand/?rules=shanghai-7&hand=1&cards=7H+7S+KD+KC+2S+3D",
    "desk-hand-25": "/referee/hand/?rules=shanghai-10&hand=10&cards=AS+2S+3S+4S+5S+6S+7S+8S+9S+TS+JS+QS+KS+AH+2H+3H+4H"
    "+5H+6H+7H+8H+9H+TH+JH+JK",
    "desk-claim": "/referee/claim/?rules=shanghai-7&card=9C&call2=buy&call3=buy&t1=9S+9H+9D",
    "desk-fit": "/referee/fit/?rules=shanghai-7&card=8S&t1=5S+6S+7S+JK&t2=8H+8D+8C",
    "desk-swap": "/referee/swap/?rules=shanghai-10&meld=5C+6C+JK+8C+9C&card=7C",
    "desk-shanghai": "/referee/shanghai/?rules=shanghai-7&card=9S&t1=9C+9H+9D",
    "desk-count": "/referee/count/?rules=shanghai-7&cards=AS+6D+JK+2S+2S",
    "desk-rook": "/referee/meld/?rules=rook-10",
    "desk-wrong": "/referee/wrong/",
    "desk-wrong-case": "/referee/wrong/?case=drew-twice",
    "desk-last": "/referee/last/",
    "desk-protocol": "/referee/protocol/",
    "desk-tavern": "/referee/tavern/",
    "desk-crews": "/referee/crews/",
    "rules": "/rules/",
    "rules-book": "/rules/shanghai-7/",
    "rules-rook": "/rules/rook-10/",
    "rules-dice": "/rules/shanghaien/",
    "rules-house": "/rules/house/",
    "puzzles": "/puzzles/",
    "puzzle": "/puzzles/4/2/",
    "puzzle-answer": "/puzzles/4/2/?answer=yes",
    "sheets-none": "/s/",
    "sheet-new": "/s/new/",
    "sheet-load": "/s/import/",
    "sheet-blank": "/s/blank/",
    "sheet-captains": "/s/captains/",
    "account": "/s/account/",
    "tables": "/t/",
    "tables-me": "/t/me/",
}


def scenes(browser: Browser, site: LiveSite) -> Iterator[Scene]:
    """All scenes; what they need is made on the way, as people would make it."""
    yield from (Scene(name, path) for name, path in PLAIN.items())
    yield from _sheets(browser, site)
    yield from _tables(site)
    yield from _dice(site)
    yield Scene("learn", "/", lambda page: page.locator(".hero__learn button").click())


def _sheets(browser: Browser, site: LiveSite) -> Iterator[Scene]:
    context = browser.new_context(base_url=site.address, has_touch=True, locale="en-GB")
    page = context.new_page()
    path = new_sheet(page, *EIGHT[:4])
    taps = Taps(page)
    taps.out()
    for cards in ("9K3", "A6*", "22Q7"):
        taps.cards(cards)
    page.wait_for_timeout(500)
    own = {"storage_state": context.storage_state()}
    yield Scene("sheet", path, own=own)
    yield Scene("sheet-pad", f"{path}hand/2/2/", own=own)
    for name in ("table", "claim", "players", "history", "share", "delete"):
        yield Scene(f"sheet-{name}", f"{path}{name}/", own=own)
    yield Scene("sheet-eight", new_sheet(page, *EIGHT, game="shanghai-10"), own=own)
    yield Scene("sheet-long-names", new_sheet(page, *LONG), own=own)
    yield Scene("sheets", "/s/", own={"storage_state": context.storage_state()})
    yield Scene("figures", "/s/figures/", own={"storage_state": context.storage_state()})
    context.close()


def _tables(site: LiveSite) -> Iterator[Scene]:
    def table(until: str, **given: Any) -> tuple[str, dict[str, Any]]:
        return made(site, until, **given)

    path, own = table("state.phase == 'claim'", players=3)
    yield Scene("table-claim", path, own=own)
    yield Scene("table-watched", path)
    path, own = table("state.phase == 'play' and state.table and state.seats[state.turn].down", players=4)
    yield Scene("table-lay", path, own=own)
    yield Scene("table-more", path, lambda page: page.locator(".bar a").last.click(), own)
    yield Scene("table-talk", path, lambda page: page.locator(".bar a").nth(2).click(), own)
    yield Scene("table-hint-refused", f"{path}hint/", own=own)
    yield Scene("table-settings", f"{path}settings/", own=own)
    path, own = table("state.phase == 'play'", players=3)
    yield Scene("table-build", path, lambda page: page.locator("#build > summary").click(), own)
    yield Scene("table-illegal", path, _throw_nothing, own)
    path, own = table("state.phase == 'play' and state.hand == 3", players=8, rules="shanghai-10")
    yield Scene("table-eight", path, own=own)
    many = {"base": "shanghai-10", "set": {"dealt": 24}}
    path, own = table("state.phase == 'play'", players=8, rules=many)
    yield Scene("table-eight-25-cards", path, own=own)
    path, own = table("position.is_between and len(state.scores) == 2", players=3)
    yield Scene("table-result", path, own=own)
    for name in ("points", "player/1", "replay", "shuffle", "link"):
        yield Scene(f"table-{name.partition('/')[0]}", f"{path}{name}/", own=own)
    path, own = table("position.is_over", players=3, rules="shanghai-7")
    yield Scene("table-over", path, own=own)
    yield Scene("tables-mine", "/t/", own=own)


def _throw_nothing(page: Page) -> None:
    """Going down with nothing built: the ruling beside the table."""
    page.evaluate(
        """() => { const down = document.querySelector("#deed-down");
        if (down) { down.disabled = false; document.querySelector("#build").open = true; down.click(); } }"""
    )
    page.wait_for_selector("#panel .notice")


def _dice(site: LiveSite) -> Iterator[Scene]:
    path, own = dice_tables.made(site, "number == 12")
    yield Scene("tavern", path, own=own)
    path, own = dice_tables.made(site, "False", seat="0")
    yield Scene("tavern-over", path, own=own)
