"""Notices on a phone: the switch, the letter that really goes out, and what the worker makes of it.

Only the browser maker's push service is replaced, by one on this machine: no test may talk to it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.players import open_table, seat_people
from tests.browser.watch import Watch
from tests.live import LiveSite
from tests.referee.tables.pushed import Device, PushService, base64url, push_service

NewContext = Callable[..., BrowserContext]

# What the browser answers who has asked its maker's push service for an address.
ADDRESS = """(() => {
  const given = %s;
  const made = () => {
    const kept = localStorage.getItem("address");
    if (!kept) return null;
    return {
      endpoint: given.endpoint,
      options: { applicationServerKey: new Uint8Array(JSON.parse(kept)).buffer },
      toJSON: () => ({ endpoint: given.endpoint, keys: given.keys }),
      unsubscribe: async () => localStorage.removeItem("address"),
    };
  };
  PushManager.prototype.getSubscription = async () => made();
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    localStorage.setItem("address", JSON.stringify([...applicationServerKey]));
    return made();
  };
})();"""

NOTICES = """async () => {
  const worker = await navigator.serviceWorker.ready;
  return (await worker.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
}"""


@pytest.fixture(scope="module")
def browser(whole_browser: Browser) -> Browser:
    return whole_browser


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as service:
        yield service


@pytest.fixture
def own_site(tmp_path: Path) -> Iterator[LiveSite]:
    """A site that sends notices, to this machine too."""
    site = LiveSite(
        tmp_path, environment={"SHANGHAI_PUSH_CONTACT": "mailto:host@example.org", "SHANGHAI_PUSH_LOCAL": "1"}
    )
    site.start()
    yield site
    site.stop()
    assert "Traceback" not in site.complaints(), site.complaints()


def phone(new_context: NewContext, site: LiveSite, service: PushService, device: Device) -> BrowserContext:
    """A phone whose push service is the one on this machine."""
    context = new_context(permissions=["notifications"])
    keys = {"p256dh": device.public, "auth": base64url(device.secret)}
    context.add_init_script(ADDRESS % json.dumps({"endpoint": f"{service.address}/device", "keys": keys}))
    return context


def deliver(page: Page, site: LiveSite, letter: dict[str, Any]) -> None:
    """Have the browser hand a letter to the site's worker, as it does when its push service brings one."""
    protocol = page.context.new_cdp_session(page)
    found: list[str] = []
    protocol.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(one["registrationId"] for one in event["registrations"]),
    )
    protocol.send("ServiceWorker.enable")
    while not found:
        page.wait_for_timeout(20)
    protocol.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": site.address, "registrationId": found[-1], "data": json.dumps(letter)},
    )


def test_phone_is_told_by_push_after_the_switch_and_the_notice_opens_the_table(
    own_site: LiveSite, new_context: NewContext, service: PushService, watch: Watch
) -> None:
    watch.allow("ERR_")  # a page that is left while its parts are under way
    device = Device()
    ana, ben = (
        person.page
        for person in seat_people(
            [new_context(), phone(new_context, own_site, service, device)],
            ["Ana", "Ben"],
            open_at=lambda page: open_table(page, "Ana", chairs=3, site=own_site.address),
        )
    )
    ana.get_by_role("button", name="Deal, with a bot in the free chair").click()
    expect(ben.locator("#hand")).to_be_visible()
    table = ben.url
    ben.get_by_role("link", name="More", exact=True).tap()
    switch = ben.get_by_role("button", name="Tell this device when I am waited for")
    expect(switch).to_have_attribute("aria-pressed", "false")
    switch.tap()
    expect(switch).to_have_attribute("aria-pressed", "true")
    expect(ben.get_by_text("On. It comes once")).to_be_visible()
    # The phone goes into the pocket; the table comes to a question of Ben's.
    ben.goto(f"{own_site.address}/t/me/")
    expect(ben.get_by_text("You are told on 1 device")).to_be_visible()
    for _ in range(900):
        if service.received:
            break
        for words in ("Pass", "Draw", "Next hand"):
            button = ana.get_by_role("button", name=words, exact=True)
            if button.count() and button.is_visible():
                button.click()
        if "go down, or discard" in ana.locator("#prompt").inner_text():
            ana.locator("#hand label").first.click()
            ana.locator("#deed-discard").click()
            yes = ana.locator("#panel").get_by_role("button", name=re.compile("Declare|Yes"))
            if yes.count():
                yes.click()
        ana.wait_for_timeout(100)
    assert len(service.received) == 1
    letter = device.opened(service.received[0].body)
    assert letter["notification"]["navigate"] == table
    # The browser hands the letter to the worker, which shows it, though not over the table itself.
    deliver(ben, own_site, letter)
    ben.wait_for_function("async () => (await (await navigator.serviceWorker.ready).getNotifications()).length")
    (shown,) = ben.evaluate(NOTICES)
    assert shown == {name: letter["notification"][name] for name in ("title", "body", "tag")}
    # Whoever looks at the table needs it no more.
    ben.goto(table)
    expect(ben.locator("#board")).to_be_visible()
    ben.wait_for_function("async () => !(await (await navigator.serviceWorker.ready).getNotifications()).length")
    deliver(ben, own_site, letter)
    ben.wait_for_timeout(500)
    assert ben.evaluate(NOTICES) == []
    ben.get_by_role("link", name="More", exact=True).tap()
    expect(switch).to_have_attribute("aria-pressed", "true")
    switch.tap()
    expect(switch).to_have_attribute("aria-pressed", "false")
    ben.goto(f"{own_site.address}/t/me/")
    expect(ben.get_by_text("You are told on")).to_have_count(0)


def test_browser_that_forbids_notices_is_told_so(own_site: LiveSite, new_context: NewContext) -> None:
    page = new_context(permissions=[]).new_page()
    page.add_init_script("Notification.requestPermission = async () => 'denied';")
    open_table(page, "Ana", chairs=3, site=own_site.address)
    page.get_by_role("button", name=re.compile("Deal, with bots")).click()
    page.get_by_role("link", name="More", exact=True).tap()
    page.get_by_role("button", name="Tell this device when I am waited for").tap()
    expect(page.get_by_text("The browser forbids it.")).to_be_visible()


def test_site_that_sends_no_notices_offers_none(new_context: NewContext) -> None:
    page = new_context().new_page()
    open_table(page, "Ana", chairs=3)
    page.get_by_role("button", name=re.compile("Deal, with bots")).click()
    page.get_by_role("link", name="More", exact=True).tap()
    expect(page.get_by_role("button", name="Sound when it is my turn")).to_be_visible()
    expect(page.get_by_role("button", name="Tell this device when I am waited for")).to_have_count(0)
