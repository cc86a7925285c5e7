"""Sheets that leave and come: as a code from phone to phone without a network, as files, on paper, and for good."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import segno
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.sheets import Taps, installed, new_sheet, points, scored, totals
from tests.browser.watch import Watch

NewContext = Callable[..., BrowserContext]
MODULE = "import(document.querySelector('[data-over]').dataset.over)"


def drawn(page: Page, text: str) -> list[list[int]]:
    """The squares of the site's own code."""
    found: list[list[int]] = page.evaluate(f"(text) => {MODULE}.then((qr) => qr.encode(text))", text)
    return found


def mask_of(grid: list[list[int]]) -> int:
    """Which of the eight masks lies over the code, as it says itself."""
    return int("".join(str(grid[8][x]) for x in (2, 3, 4)), 2) ^ 0b101


def read_code(grid: list[list[int]]) -> bytes:
    """What a small code (versions 2 to 5, one block) says, without correcting anything."""
    size = len(grid)
    mask = mask_of(grid)
    flips = (lambda x, y: (x + y) % 2, lambda x, y: y % 2, lambda x, y: x % 3, lambda x, y: (x + y) % 3,
             lambda x, y: (x // 3 + y // 2) % 2, lambda x, y: x * y % 2 + x * y % 3,
             lambda x, y: (x * y % 2 + x * y % 3) % 2, lambda x, y: ((x + y) % 2 + x * y % 3) % 2)  # fmt: skip

    def is_free(x: int, y: int) -> bool:
        corner = (x < 9 and y < 9) or (x < 9 and y >= size - 8) or (x >= size - 8 and y < 9)
        return not (corner or 6 in (x, y) or (abs(x - size + 7) < 3 and abs(y - size + 7) < 3))

    bits, upward = "", True
    for right in (*range(size - 1, 6, -2), *range(5, 0, -2)):
        for y in range(size - 1, -1, -1) if upward else range(size):
            for x in (right, right - 1):
                if is_free(x, y):
                    bits += str(grid[y][x] ^ (flips[mask](x, y) == 0))
        upward = not upward
    length = int(bits[4:12], 2)
    assert bits[:4] == "0100"
    return bytes(int(bits[at : at + 8], 2) for at in range(12, 12 + 8 * length, 8))


# Texts that fill their version to the last byte: beyond the text the other encoder pads in a way of its own.
LENGTHS = (17, 32, 53, 134, 154, 230, 271, 367, 586, 858, 1465, 2953)


def test_code_is_the_one_that_another_encoder_draws(page: Page) -> None:
    new_sheet(page, "Ana", "Ben")
    for length in LENGTHS:
        text = ("https://cards.example/s/import/#Zoë,Бен;0,25;" * 70).encode()[:length].decode(errors="ignore")
        text += "." * (length - len(text.encode()))
        own = drawn(page, text)
        peer = segno.make(
            text, error="l", boost_error=False, micro=False, mode="byte", encoding="utf-8", mask=mask_of(own)
        )
        assert own == [list(row) for row in peer.matrix], length


def test_code_of_any_length_says_its_text(page: Page) -> None:
    new_sheet(page, "Ana", "Ben")
    for length in range(18, 107, 11):
        text = ("#Zoë,Бен;0,25;" * 9)[:length]
        if len(text.encode()) <= 106:
            assert read_code(drawn(page, text)).decode() == text


def test_whole_sheet_goes_to_another_phone_without_a_network(page: Page, context: BrowserContext, watch: Watch) -> None:
    watch.allow("ERR_INTERNET_DISCONNECTED")
    path = new_sheet(page, "Ana", "Ben", "Zoë, K")
    installed(page)
    taps = Taps(page)
    taps.out()
    taps.cards("A")
    context.set_offline(True)
    taps.cards("9")
    taps.cards("*")
    page.get_by_role("button", name="Hand over without a network").click()
    expect(page.locator("dialog svg")).to_be_visible()
    address = page.get_by_label("The same as text").input_value()
    assert len(drawn(page, address)) <= 65
    page.goto(address)  # what the other phone's camera opens; it has been here before, and has no signal either
    expect(page.get_by_text("3 players, 2 hands.")).to_be_visible()
    expect(page.locator("[data-shown] tbody tr")).to_have_text(["102010", "250"])
    page.get_by_role("button", name="Make a sheet of it").click()
    context.set_offline(False)
    page.goto("/s/import/")
    expect(page.get_by_text("3 players, 2 hands.")).to_be_visible()  # kept
    page.get_by_role("button", name="Make a sheet of it").click()
    expect(page).to_have_url(re.compile(r"/s/[\w-]{22}/$"))
    assert page.url[-len(path) :] != path
    expect(page.locator(".head__name")).to_have_text(["Ana", "Ben", "Zoë, K"])
    expect(totals(page)).to_have_text(["50", "20", "10"])
    expect(points(page, 1)).to_have_text(["0", "20", "10"])


def test_file_of_a_sheet_is_read_back(page: Page, tmp_path: Path) -> None:
    path = new_sheet(page, "Ana", "Ben")
    Taps(page).cards("A")
    Taps(page).out()
    scored(page, 1, "20", "0")
    page.goto(f"{path}share/")
    with page.expect_download() as download:
        page.get_by_role("link", name=re.compile("JSON")).click()
    file = tmp_path / "sheet.json"
    download.value.save_as(file)
    assert json.loads(file.read_text())["version"] == 1
    page.goto("/s/")
    page.get_by_role("link", name="Read a sheet").click()
    page.get_by_label("File").set_input_files(file)
    page.get_by_role("button", name="Make a sheet of it").click()
    expect(page.locator("h1")).to_have_text("Hand 2 of 7")
    expect(totals(page)).to_have_text(["20", "0"])


SHARING = """
  navigator.canShare = ({ files }) => files.every(({ type }) => type === "image/png");
  navigator.share = async ({ files, title }) => { window.shared = { file: files[0], title }; };
"""
MEASURED = """
  async () => {
    while (!window.shared) await new Promise((go) => setTimeout(go, 50));
    const picture = await createImageBitmap(window.shared.file);
    const pen = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
    pen.drawImage(picture, 0, 0);
    const { data } = pen.getImageData(0, 0, picture.width, picture.height);
    const colors = new Set(new Uint32Array(data.buffer)).size;
    return { title: window.shared.title, name: window.shared.file.name, width: picture.width, colors };
  }
"""


def test_picture_of_the_table_goes_to_the_share_menu(page: Page) -> None:
    page.add_init_script(SHARING)
    path = new_sheet(page, "Ana", "Zoë & <b>")
    page.goto(f"{path}share/")
    expect(page.get_by_role("button", name="Send a picture of the table")).to_have_count(0)  # there is nothing on it
    page.goto(path)
    Taps(page).cards("A")
    Taps(page).out()
    scored(page, 1, "20", "0")
    page.goto(f"{path}share/")
    page.get_by_role("button", name="Send a picture of the table").click()
    found = page.evaluate(MEASURED)
    assert found["title"] == "Hand 2 of 7"
    assert re.fullmatch(r"shanghai-\d{4}-\d\d-\d\d\.png", found["name"])
    assert found["width"] == 1080
    assert found["colors"] > 20


def test_picture_is_saved_where_no_share_menu_takes_it(page: Page, tmp_path: Path) -> None:
    page.add_init_script("navigator.canShare = undefined")
    path = new_sheet(page, *[f"Maximiliane {number}" for number in range(8)])
    Taps(page).cards("A")
    scored(page, 1, "20")
    page.goto(f"{path}share/")
    with page.expect_download() as download:
        page.get_by_role("button", name="Send a picture of the table").click()
    download.value.save_as(tmp_path / "picture.png")
    assert (tmp_path / "picture.png").read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    expect(page.get_by_role("button", name="Saved")).to_be_visible()


def test_button_says_copied_only_if_it_was(page: Page) -> None:
    page.add_init_script("navigator.clipboard.writeText = async () => { throw new Error(); }")
    page.add_init_script("document.execCommand = () => window.works ?? false")
    path = new_sheet(page, "Ana", "Ben")
    page.goto(f"{path}share/")
    button = page.locator("[data-copy]").first
    button.click()
    expect(button).to_have_text("Copy")
    page.evaluate("window.works = true")
    button.click()
    expect(button).to_have_text("Copied")


def test_deleted_sheet_leaves_no_copy_on_the_phone(page: Page, context: BrowserContext, watch: Watch) -> None:
    watch.allow("ERR_INTERNET_DISCONNECTED")
    watch.allow("404")
    path = new_sheet(page, "Ana", "Ben")
    installed(page)
    page.goto(f"{path}delete/")
    page.get_by_role("button", name="Delete for good").click()
    expect(page.get_by_role("heading", name="My sheets")).to_be_visible()
    kept = page.evaluate("caches.open('pages').then((one) => one.keys()).then((all) => all.map(({ url }) => url))")
    assert not [url for url in kept if path in url]


def test_pages_of_files_and_figures_are_accessible(page: Page, audit: Callable[..., None]) -> None:
    for _game in range(2):
        new_sheet(page, "Ana", "Ben")
        for _hand in range(2):
            Taps(page).cards("A")
            Taps(page).out()
        scored(page, 2, "20", "0")
        page.reload()
        page.get_by_text("End the game early").click()
        page.get_by_role("button", name="End the game").click()
        expect(page.locator("h1")).to_contain_text("wins with")
    state = page.context.storage_state()
    audit("/s/figures/", storage_state=state)
    audit("/s/import/")
    audit("/s/blank/")
    audit(f"{page.url}share/")
    audit(f"{page.url}delete/")


def test_code_in_its_dialog_is_accessible(page: Page, audit: Callable[..., None]) -> None:
    path = new_sheet(page, "Ana", "Ben")
    audit(path, act=lambda one: one.get_by_role("button", name="Hand over without a network").click())
