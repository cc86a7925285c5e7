"""House rules in a browser: contracts by taps, the device's own list, and the rules chosen from it everywhere."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Audit
from tests.browser.screens import TWO_SCREENS
from tests.browser.watch import Watch

EDITOR = "/rules/house/"


def show(page: Page) -> None:
    page.get_by_role("button", name="Check and show these rules").click()
    expect(page.locator("#result")).to_be_visible()


def test_a_contract_is_built_by_taps(page: Page) -> None:
    page.goto(f"{EDITOR}?base=shanghai-7")
    page.locator("summary", has_text="Contracts").click()
    builder = page.locator("[data-builder]")
    field = page.locator("#set-contracts")
    expect(builder.locator("li")).to_have_count(7)
    builder.get_by_role("button", name="Hand 1: take away a set of 3").first.click()
    builder.locator("[data-add=R4]").click()
    expect(field).to_have_value(re.compile(r"^S3\+R4 S3\+R4 2R4 "))
    builder.get_by_role("button", name="One more hand").click()
    builder.locator("[data-add=S5]").click()
    builder.locator("[data-add=S5]").click()
    expect(field).to_have_value(re.compile(" 3R4 2S5$"))
    show(page)
    expect(page.locator("#result tbody tr").nth(7)).to_contain_text("2 sets of 5")
    expect(page.locator("#result mark", has_text="A set of 3 and a run of 4")).to_have_count(1)


def test_a_contract_can_be_typed_and_what_cannot_be_read_is_left_alone(page: Page) -> None:
    page.goto(f"{EDITOR}?base=shanghai-7")
    page.locator("summary", has_text="Contracts").click()
    page.locator("#set-contracts").fill("2S3 S3+R4")
    expect(page.locator("[data-builder] li")).to_have_count(2)
    page.locator("#set-contracts").fill("2S3 nonsense")
    expect(page.locator("[data-builder]")).to_be_hidden()


def test_rules_are_kept_on_the_device_and_chosen_everywhere(page: Page) -> None:
    page.goto(f"{EDITOR}?base=shanghai-7&name=Grandma's+rules&buys=3")
    page.get_by_role("button", name="Keep on this device").click()
    expect(page.get_by_text("Kept on this device, in your list.")).to_be_visible()
    page.goto("/rules/")
    page.get_by_role("link", name="Grandma's rules").click()
    expect(page.get_by_role("heading", name="Grandma's rules", level=1)).to_be_visible()
    expect(page.locator("#sheet mark", has_text="You may buy 3 times a hand.")).to_have_count(1)
    page.goto("/referee/meld/")
    page.locator(".game summary").click()
    page.locator("select[name=rules]").select_option(label="Grandma's rules")
    expect(page).to_have_url(re.compile("rules=house"))
    expect(page.locator(".game__name")).to_have_text("Grandma's rules")
    page.goto("/s/new/")
    page.locator("select[name=game]").select_option(label="Grandma's rules")
    page.locator("[name=name1]").fill("Ana")
    page.locator("[name=name2]").fill("Ben")
    page.get_by_role("button", name="Start").click()
    page.wait_for_url(re.compile("/s/(?!new)"))
    page.goto("/t/")
    page.locator("summary", has_text="Rules, chairs and pace").click()
    page.get_by_label("Grandma's rules").check()
    page.get_by_label("Your name").first.fill("Ana")
    page.get_by_role("button", name="Open a table").click()
    expect(page.get_by_role("heading", name="Grandma's rules")).to_be_visible()
    page.goto("/rules/")
    page.get_by_role("button", name="Drop Grandma's rules from the list").click()
    expect(page.get_by_role("heading", name="My rules, kept on this device")).to_be_hidden()


@pytest.mark.parametrize("dropped", ["not json", "{}", '[{"key":"javascript:alert(1)","name":"x"}]'])
def test_a_spoilt_list_shows_nothing(page: Page, dropped: str) -> None:
    page.goto("/rules/")
    page.evaluate("text => localStorage.setItem('shanghai-house-rules', text)", dropped)
    page.reload()
    expect(page.locator("[data-house-mine]")).to_be_hidden()


def test_a_contradiction_leads_to_both_settings(page: Page, watch: Watch) -> None:
    watch.allow("422")
    page.goto(f"{EDITOR}?base=shanghai-10&buys=1")
    notice = page.get_by_role("alert")
    expect(notice).to_contain_text("Hand 10 needs 15 cards: at least 2 buys, and you allow 1.")
    notice.get_by_role("link", name=re.compile("^Buys")).click()
    expect(page.locator("#set-buys")).to_be_in_viewport()


def test_the_editor_and_a_book_of_house_rules_can_be_read_by_all(audit: Audit, page: Page, watch: Watch) -> None:
    watch.allow("422")
    page.goto(f"{EDITOR}?base=shanghai-7&name=Ours&buys=3&contracts=2S3+S3%2BR4")
    book = page.get_by_role("link", name="Read them as a rule book").get_attribute("href")
    assert book
    audit(f"{EDITOR}?base=frustration&name=Ours&buys=3", screens=TWO_SCREENS)
    audit(f"{EDITOR}?base=shanghai-10&buys=1", screens=TWO_SCREENS[:1])
    audit(book, screens=TWO_SCREENS)
