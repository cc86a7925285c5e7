"""The referee's desk on a phone: tapping, typing, with and without scripts."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.screens import SMALL_PHONE, Screen

NewContext = Callable[..., BrowserContext]
Audit = Callable[..., None]

PAGES = (
    "/referee/?rules=shanghai-7",
    "/referee/meld/?rules=shanghai-7&cards=QH+KH+AH+JK",
    "/referee/meld/?rules=rook-10",
    "/referee/contract/?rules=shanghai-7&hand=5&m1=7H+7S+8D&m2=9S+9H+9D&m3=4H+5H+7H+JK",
    "/referee/hand/?rules=shanghai-7&hand=1&cards=7H+7S+KD+KC+2S+3D",
    "/referee/claim/?rules=shanghai-7&card=9C&call2=buy&call3=buy&t1=9S+9H+9D",
    "/referee/fit/?rules=shanghai-7&card=8S&t1=5S+6S+7S+JK&t2=8H+8D+8C",
    "/referee/swap/?rules=shanghai-10&meld=5C+6C+JK+8C+9C&card=7C",
    "/referee/shanghai/?rules=shanghai-7&card=9S&t1=9C+9H+9D",
    "/referee/count/?rules=shanghai-7&cards=AS+6D+JK+2S+2S",
    "/referee/wrong/",
    "/referee/wrong/?case=drew-twice",
    "/referee/last/",
    "/referee/protocol/",
    "/puzzles/4/2/?answer=yes",
)


@pytest.mark.parametrize("path", PAGES)
def test_page_is_accessible_and_no_wider_than_a_phone(audit: Audit, path: str) -> None:
    audit(path, screens=(Screen(SMALL_PHONE, "light"), Screen({"width": 390, "height": 844}, "dark")))


def tap(page: Page, *keys: str) -> None:
    """Tap keys of the pad by what stands on them: ranks, suits by name, ``joker``, ``×2``, ``+1``."""
    pad = page.get_by_role("group", name="Card pad")
    names = {"×2": "the same card again", "+1": "the next higher card of the same suit"}
    for key in keys:
        pad.get_by_role("button", name=names.get(key, key), exact=key not in names).tap()


def test_legal_contract_by_tapping(page: Page) -> None:
    """Hand 2: three sevens, and the run 4 to 7 of hearts with a joker."""
    page.goto("/referee/contract/?rules=shanghai-7&hand=2")
    tap(page, "7", "hearts", "spades", "diamonds")
    page.get_by_role("button", name="Put cards here: Run of 4").tap()
    tap(page, "4", "hearts", "+1", "joker", "+1")
    expect(page.locator("#ruling .notice__word")).to_have_text("Legal")
    expect(page.get_by_label("run, 4 to 7 of hearts, joker as 6")).to_be_visible()
    expect(page.locator("input[name=m2]")).to_have_value("4H 5H JK 7H")


def test_illegal_contract_by_tapping_and_its_mending(page: Page) -> None:
    page.goto("/referee/contract/?rules=shanghai-7&hand=1")
    tap(page, "8", "hearts", "spades", "clubs")
    page.get_by_role("button", name="Put cards here: Set of 3").last.tap()
    tap(page, "8", "diamonds", "hearts", "spades")
    expect(page.locator("#ruling .notice__word")).to_have_text("Not legal")
    expect(page.locator("#ruling")).to_contain_text("Two sets of one rank")
    rule = page.get_by_role("link", name="Rule 3.4")
    assert (rule.get_attribute("href") or "").endswith("/rules/shanghai-7/#rule-3.4")
    for _card in range(3):
        page.get_by_role("group", name="Card pad").get_by_role("button", name="Take back the last card").tap()
    tap(page, "K", "hearts", "×2", "joker")
    expect(page.locator("#ruling .notice__word")).to_have_text("Legal")


def test_illegal_order_is_mended_by_one_tap(page: Page) -> None:
    page.goto("/referee/meld/?rules=shanghai-7")
    tap(page, "Q", "hearts", "+1", "+1", "joker")
    expect(page.locator("#ruling .notice__word")).to_have_text("Not legal")
    page.get_by_role("link", name="Lay it like this").tap()
    expect(page.locator("#ruling .notice__word")).to_have_text("Legal")
    expect(page.locator("input[name=cards]")).to_have_value("JK=JH QH KH AH")


def test_card_is_taken_away_by_a_tap_on_it(page: Page) -> None:
    page.goto("/referee/meld/?rules=shanghai-7&cards=7H+7S+8D")
    page.get_by_role("button", name="Take away: 8 of diamonds").tap()
    expect(page.locator("input[name=cards]")).to_have_value("7H 7S")
    tap(page, "7", "clubs")
    expect(page.locator("#ruling .notice__word")).to_have_text("Legal")


def test_ruling_has_an_address_to_share(page: Page, new_context: NewContext) -> None:
    page.goto("/referee/meld/?rules=shanghai-7")
    tap(page, "9", "clubs", "hearts", "spades")
    expect(page.locator("#ruling .notice__word")).to_have_text("Legal")
    expect(page).to_have_url(re.compile("cards=9C"))
    other = new_context().new_page()
    other.goto(page.url)
    expect(other.get_by_label("set of 9s")).to_be_visible()


def test_last_rulings_can_be_shown_again(page: Page) -> None:
    page.goto("/referee/count/?rules=shanghai-7")
    tap(page, "A", "spades", "6", "diamonds", "joker")
    expect(page.locator("#ruling .notice__word")).to_have_text("75 points")
    page.goto("/referee/last/")
    expect(page.locator(".log__row")).to_have_count(1)
    page.get_by_role("link", name="75 points").tap()
    expect(page.locator("#ruling .notice__word")).to_have_text("75 points")


def test_typing_is_one_tap_away(page: Page) -> None:
    page.goto("/referee/meld/?rules=shanghai-7")
    page.get_by_role("button", name="type").tap()
    page.get_by_role("textbox", name="Cards, in the order laid").fill("10s jS qs ks")
    expect(page.locator("#ruling .notice__word")).to_have_text("Legal")


def test_rook_cards_have_their_own_pad(page: Page) -> None:
    page.goto("/referee/meld/?rules=rook-10")
    tap(page, "11", "red", "+1", "+1", "+1")
    expect(page.locator("input[name=cards]")).to_have_value("11R 12R 13R 14R")
    expect(page.locator("#ruling .notice__word")).to_have_text("Legal")


def test_claim_is_settled_by_tapping(page: Page) -> None:
    page.goto("/referee/claim/?rules=shanghai-7")
    tap(page, "9", "clubs")
    for player in ("Player 4", "Player 3"):
        page.get_by_role("group", name=player).get_by_role("radio", name="May I?").tap()
    expect(page.locator("#ruling .notice__word")).to_have_text("Player 3 gets it")
    page.get_by_role("group", name="Player 2").get_by_role("radio", name="takes it").tap()
    expect(page.locator("#ruling .notice__word")).to_have_text("Player 2 gets it")


def test_other_rules_keep_the_cards(page: Page) -> None:
    page.goto("/referee/meld/?rules=shanghai-7&cards=AC+2C+3C+4C")
    expect(page.locator("#ruling .notice__word")).to_have_text("Not legal")
    page.locator(".game summary").tap()
    page.locator("select[name=rules]").select_option("shanghai-10")
    expect(page.locator("#ruling .notice__word")).to_have_text("Legal")


def test_one_screen_holds_question_ruling_and_pad(page: Page) -> None:
    page.goto("/referee/meld/?rules=shanghai-7&cards=7H+7S")
    page.get_by_role("button", name="Put cards here").tap()
    tap(page, "7", "diamonds")
    for part in ("#ruling .notice__word", "[data-tray]", ".pad__acts", ".pad__ranks"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)


def test_typed_form_works_without_scripts(new_context: NewContext) -> None:
    page = new_context(java_script_enabled=False).new_page()
    page.goto("/referee/contract/?rules=shanghai-7&hand=2")
    page.get_by_role("textbox", name="Set of 3").fill("7H 7S 7D")
    page.get_by_role("textbox", name="Run of 4").fill("4H 5H 6H 7H")
    page.get_by_role("button", name="Ask the referee").click()
    expect(page.locator("#ruling .notice__word")).to_have_text("Legal")
    page.get_by_role("textbox", name="Run of 4").fill("4H 5H 6S 7H")
    page.get_by_role("button", name="Ask the referee").click()
    expect(page.locator("#ruling .notice__word")).to_have_text("Not legal")


def test_claim_works_without_scripts(new_context: NewContext) -> None:
    page = new_context(java_script_enabled=False).new_page()
    page.goto("/referee/claim/?rules=shanghai-7")
    page.get_by_role("textbox", name="The discard").fill("9C")
    page.get_by_role("group", name="Player 3").get_by_role("radio", name="May I?").check()
    page.get_by_role("button", name="Ask the referee").click()
    expect(page.locator("#ruling .notice__word")).to_have_text("Player 3 gets it")
