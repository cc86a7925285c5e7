"""Browser tests: Chromium on a phone's screen against the live site, watched for anything that goes wrong.

- `page`, `context`, `new_context`: a phone's screen, relative addresses lead to the live site; a console error, a
  breach of the content security policy or a request to another host fails the test at its end (`watch.allow(text)`
  lets one pass that the test provokes).
- `audit(path)`: axe and the width of the page, on four screens, light and dark.
- `whole_browser` is for what the quick headless shell, in which all other tests run, does not have.
- `live_site` serves all tests of a run; `own_site` serves one test alone, which may stop and start it.
"""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests import chromium
from tests.browser.screens import (
    PHONE,
    SCREENS,
    Screen,
    assert_accessible,
    assert_no_sideways_scrolling,
    assert_room_for_large_text,
    turn_to,
)
from tests.browser.watch import Watch
from tests.live import LiveSite

NewContext = Callable[..., BrowserContext]
Audit = Callable[..., None]

# No test measures time: a busy machine is no fault of the code. Whoever waits for a bound of the site's names it.
expect.set_options(timeout=30_000)

PHONE_CONTEXT: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "locale": "en-GB"}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of this folder, and put them last: Playwright keeps an event loop in the main thread to the end of
    the run, and with one running there Django refuses its database."""
    here = Path(__file__).parent
    mine = [item for item in items if here in item.path.parents]
    for item in mine:
        item.add_marker("browser")
    items[:] = [item for item in items if here not in item.path.parents] + mine


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    executable = chromium.quickest()
    if executable is None and os.environ.get("CI") == "true":
        pytest.fail("no Chromium on the path; `make test` installs Debian's where it can")
    if executable is None:
        pytest.skip("NO CHROMIUM FOUND: the browser tests are skipped")
    return browser_type_launch_args | {"executable_path": executable, "args": chromium.switches()}


@pytest.fixture(scope="session")
def whole_browser(launch_browser: Callable[..., Browser]) -> Iterator[Browser]:
    """Chromium with all that a phone's has; a module whose tests need that makes this its `browser`."""
    browser = launch_browser(executable_path=chromium.program())
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def live_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveSite]:
    """The site that all browser tests of a run share, so each makes what it needs and relies on nothing else."""
    site = LiveSite(tmp_path_factory.mktemp("site"))
    site.start()
    yield site
    site.stop()
    assert "Traceback" not in site.complaints(), site.complaints()


@pytest.fixture
def own_site(tmp_path: Path) -> Iterator[LiveSite]:
    """A site with an empty database for one test, which may stop and start it; its pages are at `own_site.address`."""
    site = LiveSite(tmp_path)
    site.start()
    yield site
    if site.process is not None:
        site.stop()
    assert "Traceback" not in site.complaints(), site.complaints()


@pytest.fixture(scope="session")
def base_url(live_site: LiveSite) -> str:
    return live_site.address


@pytest.fixture
def watch(request: pytest.FixtureRequest, base_url: str) -> Watch:
    own = [request.getfixturevalue("own_site").address] if "own_site" in request.fixturenames else []
    return Watch(hosts=(base_url, *own))


@pytest.fixture
def new_context(new_context: NewContext, watch: Watch) -> Iterator[NewContext]:
    """Make a browser context of its own (another phone), watched like the first; takes Playwright's options."""

    def make(**options: Any) -> BrowserContext:
        context = new_context(**(PHONE_CONTEXT | options))
        watch.follow(context)
        return context

    yield make
    watch.assert_quiet()


@pytest.fixture
def audit(new_context: NewContext) -> Audit:
    """Check a page on every screen: axe finds nothing, nothing scrolls sideways, not even with text of twice the size.

    `act(page)` brings the page into the state to check; `screens` and Playwright's options (such as `storage_state`
    for a page that only its own visitor sees) can be given. The page is opened once and turned from screen to screen.
    Pages that are looked at with the same options are looked at in one tab.
    """
    tabs: dict[str, Page] = {}

    def tab(options: dict[str, Any]) -> Page:
        # axe brings its own script, which the site's policy would rightly stop: so in a context of its own. A colour on
        # its way from one scheme to the other has no contrast worth measuring: so without motion.
        key = repr(options)
        if key not in tabs:
            tabs[key] = new_context(reduced_motion="reduce", bypass_csp=True, **options).new_page()
        return tabs[key]

    def check(
        path: str,
        *,
        act: Callable[[Page], object] | None = None,
        screens: tuple[Screen, ...] = SCREENS,
        **options: Any,
    ) -> None:
        page = tab(options)
        turn_to(page, screens[0])
        page.goto(path)
        if act:
            act(page)
        for screen in screens:
            turn_to(page, screen)
            assert_no_sideways_scrolling(page)
            assert_accessible(page, looks_only=screen.again)
        assert_room_for_large_text(page)

    return check
