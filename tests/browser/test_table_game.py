"""A whole game in real browsers, played by scripts that use only what a person sees."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from referee.engine.rummy.ruledoc import load_rules
from tests.browser.players import Person, open_table, seat_people, set_turns
from tests.browser.watch import Watch
from tests.live import LiveSite

NewContext = Callable[..., BrowserContext]

TURN = 15

SHORT = """
from referee.models import Table
table = Table.objects.get(code="{code}")
table.rules["set"]["max_reshuffles"] = 0
table.save()
"""


@pytest.mark.long
@pytest.mark.parametrize("hands", [1, 7])
def test_game_of_four_browsers(
    new_context: NewContext, watch: Watch, live_site: LiveSite, tmp_path: Path, hands: int
) -> None:
    """One is offline for a minute in mid-hand, one reloads in each turn, one taps everything twice."""
    for trouble in ("409", "422", "ERR_INTERNET_DISCONNECTED", "ERR_NETWORK", "ERR_ABORTED", "ERR_INCOMPLETE", "htmx"):
        watch.allow(trouble)
    contexts = [new_context() for _ in range(4)]
    names = ["Ana", "Ben", "Cem", "Dot"]
    people = seat_people(contexts, names, open_at=lambda page: open_table(page, "Ana", chairs=4))
    ana, ben, cem, dot = people
    # The house's own rule: the discards are not shuffled again, so that no hand lasts for ever.
    live_site.carry_out(SHORT.format(code=ana.page.url.split("/")[-2]))
    set_turns(ana.page, seconds=TURN)
    ben.reloads, cem.taps = True, 2
    ana.page.get_by_role("button", name="Deal", exact=True).click()
    for person in people:
        expect(person.page.locator("#hand")).to_be_visible()

    outage = Outage(contexts[3], at_hand=min(hands, 2))
    while True:
        seen = ana.look()
        if seen.prompt == "The game is over." or (hands == 1 and seen.offers("Next hand")):
            break
        outage.watch(seen.number)
        for place, person in enumerate(people):
            # In each hand another one claims; the others pass once for all, or the game would take an hour.
            person.is_quiet = seen.number % len(people) != place
        acted = sum(person.act() for person in people if not (outage.is_on and person is dot))
        if not acted:
            ana.page.wait_for_timeout(30)
    assert outage.is_over

    if hands == 7:
        for person in people:
            expect(person.page.locator("#prompt")).to_have_text("The game is over.")
        assert len({person.page.locator(".counts").inner_text() for person in people}) == 1
    ana.page.get_by_role("link", name="Points", exact=True).click()
    rows = ana.page.locator("#sheet tbody tr")
    expect(rows).to_have_count(hands)
    for seat, total in enumerate(ana.page.locator("#sheet tfoot td").all_inner_texts()):
        points = rows.locator(f"td:nth-of-type({seat + 1})").all_inner_texts()
        assert sum(map(int, points)) == int(total)
    # The record replays to the same end: every move was legal, every shuffle as promised, nothing counted twice.
    record = tmp_path / "game.toml"
    record.write_bytes(ana.page.request.get(f"{ana.page.url}record/").body())
    live_site.manage("verify", str(record))


@pytest.mark.long
def test_ten_hands_of_one_browser_with_bots_for_the_rest(new_context: NewContext, watch: Watch, tmp_path: Path) -> None:
    """One person plays all ten hands against bots that do not pause to think, from the lobby to the final table."""
    for trouble in ("409", "422", "htmx", "ERR_ABORTED", "ERR_INCOMPLETE"):
        watch.allow(trouble)
    site = LiveSite(tmp_path, environment={"SHANGHAI_BOT_PAUSE": "0"})
    site.start()
    watch.hosts = (*watch.hosts, site.address)
    try:
        page = new_context().new_page()
        open_table(page, "Ana", chairs=4, rules="Shanghai Rum, ten hands", site=site.address)
        # As above: no hand lasts for ever.
        site.carry_out(SHORT.format(code=page.url.split("/")[-2]))
        page.get_by_role("button", name=re.compile("^Deal, with bots")).click()
        ana = Person("Ana", page, rules=load_rules("shanghai-10"), is_quiet=True)
        expect(page.locator("#hand")).to_be_visible()
        hands: set[int] = set()
        while (seen := ana.look()).prompt != "The game is over.":
            hands.add(seen.number)
            if not ana.act():
                page.wait_for_timeout(20)
        assert hands - {0} == set(range(1, 11))
        page.get_by_role("link", name="Points", exact=True).click()
        expect(page.locator("#sheet tbody tr")).to_have_count(10)
        record = tmp_path / "game.toml"
        record.write_bytes(page.request.get(f"{page.url}record/").body())
        site.manage("verify", str(record))
    finally:
        site.stop()
    assert "Traceback" not in site.complaints(), site.complaints()


class Outage:
    """A phone without a network for a while, in the middle of a hand."""

    SECONDS = 60

    def __init__(self, context: BrowserContext, *, at_hand: int) -> None:
        self.context = context
        self.at_hand = at_hand
        self.began: float | None = None
        self.is_over = False

    @property
    def is_on(self) -> bool:
        return self.began is not None and not self.is_over

    def watch(self, hand: int) -> None:
        now = time.monotonic()
        if self.began is None and hand == self.at_hand:
            self.context.set_offline(True)
            self.began = now
        elif self.is_on and self.began is not None and now - self.began > self.SECONDS:
            self.context.set_offline(False)
            self.is_over = True
