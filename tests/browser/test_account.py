"""An account by passkey, with a lock that Chromium plays."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, CDPSession, Page, expect

from tests.browser.sheets import new_sheet
from tests.browser.watch import Watch
from tests.live import LiveSite

NewContext = Callable[..., BrowserContext]
LOCK = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture
def home(live_site: LiveSite, watch: Watch) -> str:
    """The site by a name: a passkey is made for no bare address."""
    home = f"http://localhost:{live_site.port}"
    watch.hosts += (home,)
    return home


def lock(page: Page) -> tuple[CDPSession, str]:
    """A phone's own lock, which always opens."""
    tools = page.context.new_cdp_session(page)
    tools.send("WebAuthn.enable")
    return tools, tools.send("WebAuthn.addVirtualAuthenticator", {"options": LOCK})["authenticatorId"]


def test_passkey_begins_an_account_and_opens_it_on_another_phone(new_context: NewContext, home: str) -> None:
    first = new_context().new_page()
    path = new_sheet(first, "Ana", "Ben", site=home)
    tools, authenticator = lock(first)
    first.goto(f"{home}/s/")
    first.get_by_role("link", name="On all your phones").click()
    expect(first.get_by_text("The 1 sheet of this phone comes along.")).to_be_visible()
    first.get_by_role("button", name="New account with a passkey").click()
    expect(first.get_by_role("heading", name="Your account")).to_be_visible()
    expect(first.get_by_text("Players: Ana, Ben")).to_be_visible()
    [passkey] = tools.send("WebAuthn.getCredentials", {"authenticatorId": authenticator})["credentials"]

    second = new_context().new_page()
    tools, authenticator = lock(second)
    tools.send("WebAuthn.addCredential", {"authenticatorId": authenticator, "credential": passkey})
    second.goto(f"{home}/s/account/")
    second.get_by_role("button", name="Sign in with a passkey").click()
    expect(second.get_by_role("heading", name="Your account")).to_be_visible()
    second.get_by_role("link", name="My sheets").click()
    expect(second.locator(f'a[href="{path}"]')).to_have_text("Ana, Ben")

    second.goto(f"{home}/s/account/")
    second.get_by_role("button", name="Sign out").click()
    second.goto(f"{home}/s/")
    expect(second.locator(f'a[href="{path}"]')).to_have_count(0)

    first.get_by_text("Delete the account").click()
    first.get_by_role("button", name="Delete for good").click()
    second.goto(f"{home}/s/account/")
    second.get_by_role("button", name="Sign in with a passkey").click()
    expect(second.get_by_role("button", name="Sign in with a passkey")).to_be_visible()
    expect(second.get_by_role("heading", name="Your account")).to_have_count(0)


def test_lock_that_stays_shut_is_told(new_context: NewContext, home: str) -> None:
    page = new_context().new_page()
    tools, authenticator = lock(page)
    tools.send("WebAuthn.setUserVerified", {"authenticatorId": authenticator, "isUserVerified": False})
    page.goto(f"{home}/s/account/")
    page.get_by_role("button", name="New account with a passkey").click()
    expect(page.get_by_text("No passkey was used.")).to_be_visible()


def test_pages_of_an_account_are_accessible(page: Page, home: str, audit: Callable[..., None], base_url: str) -> None:
    audit("/s/account/")
    page.goto(f"{home}/s/account/")
    lock(page)
    page.get_by_role("button", name="New account with a passkey").click()
    expect(page.get_by_role("heading", name="Your account")).to_be_visible()
    audit(f"{home}/s/account/", storage_state=page.context.storage_state())
