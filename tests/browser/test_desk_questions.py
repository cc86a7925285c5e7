"""Each question of the desk asked on a phone by tapping, and without scripts by typing."""

from collections.abc import Callable

from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.test_desk import tap

NewContext = Callable[..., BrowserContext]

WORD = "#ruling .notice__word"


def row(page: Page, name: str) -> None:
    """Choose the row whose cards are tapped next."""
    page.get_by_role("button", name=f"Put cards here: {name}", exact=True).tap()


def test_hand_tells_what_to_wait_for_and_then_how_to_go_down(page: Page) -> None:
    page.goto("/referee/hand/?rules=shanghai-7&hand=1")
    tap(page, "7", "hearts", "spades", "K", "diamonds", "clubs", "hearts")
    expect(page.locator(WORD)).to_have_text("1 card away")
    expect(page.locator("#ruling")).to_contain_text("10 help")
    tap(page, "joker")
    expect(page.locator(WORD)).to_have_text("You can go out now")
    tap(page, "3", "clubs", "4", "diamonds")
    expect(page.locator(WORD)).to_have_text("You can go down")
    expect(page.get_by_label("set of 7s with joker")).to_be_visible()


def test_hand_counts_what_lies_on_the_table(page: Page) -> None:
    page.goto("/referee/hand/?rules=shanghai-7&hand=1&cards=7H+7S+7D+KD+KC+KH+9S+9D")
    expect(page.locator(WORD)).to_have_text("You can go down")
    page.get_by_text("What you can see").tap()
    row(page, "Meld 1 on the table")
    tap(page, "9", "hearts", "clubs", "diamonds")
    expect(page.locator("#ruling")).to_contain_text("Lay off on meld 1 of the table")
    expect(page.locator(WORD)).to_have_text("You can go out now")
    expect(page.get_by_text("Meld 2 on the table")).to_be_visible()
    expect(page.get_by_text("Meld 3 on the table")).to_be_hidden()


def test_card_fits_on_a_run_of_the_table(page: Page) -> None:
    page.goto("/referee/fit/?rules=shanghai-7")
    tap(page, "9", "spades")
    row(page, "Meld 1 on the table")
    tap(page, "5", "spades", "+1", "+1", "joker")
    expect(page.locator(WORD)).to_have_text("Legal")
    expect(page.get_by_label("run, 5 to 9 of spades, joker as 8")).to_be_visible()
    page.get_by_role("radio", name="not yet").check()
    expect(page.locator(WORD)).to_have_text("Not legal")


def test_joker_is_swapped_to_the_chosen_end(page: Page) -> None:
    page.goto("/referee/swap/?rules=shanghai-10")
    row(page, "The meld with the joker")
    tap(page, "5", "clubs", "+1", "joker", "8", "clubs", "+1")
    row(page, "Your card")
    tap(page, "7", "clubs")
    expect(page.locator(WORD)).to_have_text("Legal")
    page.get_by_role("link", name="Move it there").first.tap()
    expect(page.get_by_label("run, 4 to 9 of clubs, joker as 4")).to_be_visible()
    expect(page.get_by_role("radio", name="the low end")).to_be_checked()


def test_shanghai_is_called_and_declared(page: Page) -> None:
    page.goto("/referee/shanghai/?rules=shanghai-7&hand=2")
    row(page, "The discard")
    tap(page, "9", "spades")
    row(page, "Meld 1 on the table")
    tap(page, "9", "clubs", "hearts", "diamonds")
    expect(page.locator(WORD)).to_have_text("Legal")
    expect(page.get_by_role("link", name="Rule 7.10")).to_be_visible()
    page.get_by_role("radio", name="I discard it and say so").check()
    expect(page.locator("#ruling")).to_contain_text("protected")


def test_cards_are_counted_and_taken_back(page: Page) -> None:
    page.goto("/referee/count/?rules=shanghai-7")
    tap(page, "A", "spades", "joker", "9", "hearts", "×2")
    expect(page.locator(WORD)).to_have_text("90 points")
    page.get_by_role("button", name="Take back the last card").tap()
    expect(page.locator(WORD)).to_have_text("80 points")


def test_mishap_leads_to_its_remedy_and_back(page: Page) -> None:
    page.goto("/referee/wrong/")
    page.get_by_role("link", name="Somebody drew two cards").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Somebody drew two cards")
    expect(page.get_by_text("table custom")).to_be_visible()
    page.get_by_role("link", name="Something went wrong").tap()
    expect(page.get_by_role("link", name="Somebody drew two cards")).to_be_visible()


TYPED = (
    ("meld/?rules=shanghai-7", {"cards": "5H 6H JK 8H"}, "Legal"),
    ("hand/?rules=shanghai-7&hand=1", {"cards": "7H 7S KD KC KH"}, "1 card away"),
    ("fit/?rules=shanghai-7", {"card": "9S", "t1": "5S 6S 7S 8S"}, "Legal"),
    ("swap/?rules=shanghai-10", {"meld": "5C 6C JK 8C", "card": "9C"}, "Not legal"),
    ("shanghai/?rules=shanghai-7&hand=2", {"card": "9S", "t1": "8C 8H 8D"}, "Not legal"),
    ("count/?rules=rook-10", {"cards": "1R 14G JK"}, "55 points"),
)


def test_every_question_is_answered_without_scripts(new_context: NewContext) -> None:
    page = new_context(java_script_enabled=False).new_page()
    for path, typed, word in TYPED:
        page.goto(f"/referee/{path}")
        for name, cards in typed.items():
            page.locator(f"input[name={name}]").fill(cards)
        page.get_by_role("button", name="Ask the referee").click()
        expect(page.locator(WORD)).to_have_text(word)


def test_protocol_is_tried_without_scripts(new_context: NewContext) -> None:
    page = new_context(java_script_enabled=False).new_page()
    page.goto("/referee/protocol/")
    field = page.locator("textarea[name=question]")
    field.fill('{"ask": "deck", "rules": "shanghai-7", "players": 4}')
    field.locator("xpath=ancestor::form").get_by_role("button").click()
    expect(page.locator("main")).to_contain_text('"cards": 108')
