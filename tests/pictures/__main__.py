"""Take a picture of every page and state on every screen: `make screenshots`, or python -m tests.pictures WORD...

Each WORD keeps the pictures whose name holds it, as in "table phone-dark". `--docs` takes the few of the README.
"""

from __future__ import annotations

import base64
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

from tests import chromium
from tests.live import ROOT, LiveSite
from tests.pictures.scenes import Scene, scenes

FOLDER = ROOT / "var" / "screenshots"
DOCS = ROOT / "docs" / "pictures"


class Look(NamedTuple):
    """A screen, a scheme and a language."""

    name: str
    width: int
    height: int
    scheme: str = "light"
    language: str = "en-GB"
    scale: float = 1


LOOKS = (
    Look("phone-light", 390, 844),
    Look("phone-dark", 390, 844, "dark"),
    Look("small-light", 320, 568),
    Look("small-dark", 320, 568, "dark"),
    Look("tablet-light", 820, 1180),
    Look("tablet-dark", 820, 1180, "dark"),
    Look("desktop-light", 1280, 800),
    Look("desktop-dark", 1280, 800, "dark"),
    Look("phone-dutch", 390, 844, language="nl-NL"),
    Look("small-dutch", 320, 568, language="nl-NL"),
)
README = {
    "sheet-pad": Look("phone", 390, 720),
    "desk-meld-illegal": Look("phone", 390, 720),
    "table-lay": Look("phone", 390, 720),
    "learn": Look("phone", 390, 720, "dark"),
}
"""What the README shows."""


def take(browser: Browser, site: LiveSite, scene: Scene, look: Look, file: Path) -> None:
    """One picture of a scene, of the whole page's length."""
    context = browser.new_context(
        base_url=site.address,
        viewport={"width": look.width, "height": look.height},
        color_scheme="dark" if look.scheme == "dark" else "light",
        locale=look.language,
        device_scale_factor=look.scale,
        has_touch=look.width < 1000,
        reduced_motion="reduce",
        **scene.own,
    )
    page = context.new_page()
    page.goto(scene.path)
    if scene.act:
        scene.act(page)
    page.wait_for_load_state("networkidle") if "/t/" not in page.url else page.wait_for_timeout(400)
    file.parent.mkdir(parents=True, exist_ok=True)
    if file.suffix == ".webp":
        file.write_bytes(_webp(page))
    else:
        page.screenshot(path=file, full_page=True)
    context.close()


def _webp(page: Page) -> bytes:
    """What stands on the screen, small enough to be kept with the source."""
    shot: dict[str, Any] = page.context.new_cdp_session(page).send(
        "Page.captureScreenshot", {"format": "webp", "quality": 82}
    )
    return base64.b64decode(shot["data"])


def main(words: Sequence[str]) -> None:
    """Take all pictures, or those whose names hold every word."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.program(), args=chromium.switches())
        site = LiveSite(Path(folder))
        site.start()
        try:
            files = [file for scene in scenes(browser, site) for file in _taken(browser, site, scene, words)]
        finally:
            site.stop()
            browser.close()
    where = f"in {files[0].parent.relative_to(ROOT)}" if files else "have such a name"
    print(f"{len(files)} pictures {where}")  # noqa: T201 - for whoever asked for them


def _taken(browser: Browser, site: LiveSite, scene: Scene, words: Sequence[str]) -> Iterator[Path]:
    """The scene's pictures as they are taken."""
    for look, file in _wanted(scene, words):
        take(browser, site, scene, look, file)
        yield file


def _wanted(scene: Scene, words: Sequence[str]) -> list[tuple[Look, Path]]:
    if "--docs" in words:
        look = README.get(scene.name)
        return [(look, DOCS / f"{scene.name}.webp")] if look else []
    names = [(look, f"{scene.name}--{look.name}") for look in LOOKS]
    return [(look, FOLDER / f"{name}.png") for look, name in names if all(word in name for word in words)]


if __name__ == "__main__":
    main(sys.argv[1:])
