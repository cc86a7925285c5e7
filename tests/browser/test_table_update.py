"""A new version of the site while tables are open."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable

from playwright.sync_api import BrowserContext, expect

from tests.browser.test_table import made
from tests.browser.watch import Watch
from tests.live import LiveSite

NewContext = Callable[..., BrowserContext]
NEW = "0123456789ab"


def rebuilt(site: LiveSite) -> None:
    """Another build of the site: the tables' style has another name, the old one is gone."""
    folder = site.folder / "static"
    manifest = folder / "staticfiles.json"
    build = json.loads(manifest.read_text())
    old = build["paths"]["css/table.css"]
    new = old.replace(old.split(".")[1], NEW)
    for ending in ("", ".gz", ".br"):
        if (file := folder / f"{old}{ending}").exists():
            shutil.move(file, folder / f"{new}{ending}")
    build["paths"]["css/table.css"], build["hash"] = new, NEW
    manifest.write_text(json.dumps(build))


def test_s49_new_version_is_taken_up_between_hands_only(
    own_site: LiveSite, new_context: NewContext, watch: Watch
) -> None:
    for trouble in ("ERR_CONNECTION", "ERR_INCOMPLETE", "ERR_NETWORK", "htmx"):
        watch.allow(trouble)
    pages = {}
    for moment, until in (("playing", "state.phase == 'draw'"), ("between", "position.is_between")):
        path, options = made(own_site, until, players=3)
        pages[moment] = new_context(**options).new_page()
        pages[moment].goto(own_site.address + path)
        expect(pages[moment].locator("#state")).to_have_count(1)
    own_site.stop()
    rebuilt(own_site)
    own_site.start()
    for page in pages.values():
        page.evaluate("dispatchEvent(new Event('online'))")
        expect(page.locator(f'#state[data-build="{NEW}"]')).to_have_count(1)
    expect(pages["between"].locator(f'link[href*="{NEW}"]')).to_have_count(1)
    expect(pages["playing"].locator(f'link[href*="{NEW}"]')).to_have_count(0)
    expect(pages["playing"].locator("#hand")).to_be_visible()
