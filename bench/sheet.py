"""The score sheet on a slow phone: what the page weighs, and how long until a key answers."""

from __future__ import annotations

import statistics
from collections.abc import Iterable

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from bench.figures import Figure, measure
from bench.pages import new_sheet, served
from tests import chromium
from tests.live import LiveSite

# Slow 4G: 150 ms for each request, 1.6 Mbit a second down. And a processor four times slower than this one.
SLOW_4G = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8}
SLOWER = 4
VISITS = 5
PHONE: ViewportSize = {"width": 390, "height": 844}

# When a tap on a key is first answered. Modules run before DOMContentLoaded, and a tap before that would be the form's.
READY = """
  () => new Promise((resolve) => {
    const key = document.querySelector(".pad__keys .key");
    const look = () => {
      const { domContentLoadedEventEnd } = performance.getEntriesByType("navigation")[0];
      if (domContentLoadedEventEnd) key.click();
      if (key.querySelector(".key__count").textContent) resolve(performance.now());
      else setTimeout(look, 10);
    };
    look();
  })
"""


def _visit(browser: Browser, address: str) -> tuple[float, float, float]:
    """A first visit: milliseconds until a key answers, bytes of the page in all, bytes of our scripts."""
    context = browser.new_context(viewport=PHONE, has_touch=True, service_workers="block")
    page = context.new_page()
    sizes: dict[str, int] = {}
    page.on("requestfinished", lambda request: sizes.update({request.url: request.sizes()["responseBodySize"]}))
    tools = context.new_cdp_session(page)
    tools.send("Network.enable")
    tools.send("Network.emulateNetworkConditions", SLOW_4G)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(address, wait_until="commit")
    page.wait_for_selector("#pad", state="attached")
    ready = _ready(page)
    page.wait_for_load_state("networkidle")
    scripts = sum(size for url, size in sizes.items() if url.endswith(".js"))
    total = sum(size for url, size in sizes.items() if not url.endswith("/live/"))
    context.close()
    return ready, float(total), float(scripts)


def _ready(page: Page) -> float:
    return float(page.evaluate(READY))


@measure
def sheet() -> Iterable[Figure]:
    executable = chromium.program()
    if executable is None:
        return
    with served(LiveSite) as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=chromium.switches())
        address = f"{site.address}{new_sheet(site)}"
        visits = [_visit(browser, address) for _visit_number in range(VISITS)]
        browser.close()
    ready, total, scripts = (statistics.median(figures) for figures in zip(*visits, strict=True))
    yield Figure(name="sheet interactive, processor 4x slower, slow 4G", value=ready, unit="ms", against=2000)
    yield Figure(name="sheet, first visit in all", value=total / 1000, unit="kB", against=60)
    yield Figure(name="sheet, own scripts", value=scripts / 1000, unit="kB", against=8)
