"""The score sheet without a network, with a bad one, and beside other tabs and phones."""

import json
import random
import re
import shutil
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, Request, Route, expect

from tests.browser.sheets import Taps, installed, lose_answers, new_sheet, on_the_phone, points, sent, totals
from tests.browser.watch import Watch
from tests.live import LiveSite

NewContext = Callable[..., BrowserContext]
FOUR = ("Ana", "Ben", "Cy", "Dee")


@pytest.fixture
def cut(watch: Watch) -> None:
    """The test cuts the network, which the browser complains about."""
    for word in ("ERR_INTERNET_DISCONNECTED", "ERR_CONNECTION_REFUSED", "ERR_FAILED", "ERR_EMPTY_RESPONSE"):
        watch.allow(word)
    watch.allow("ERR_CONNECTION_RESET")


@pytest.fixture
def posts(context: BrowserContext) -> list[Request]:
    """The operations that were sent, by pages and by the worker."""
    found: list[Request] = []
    context.on("request", lambda request: found.append(request) if request.url.endswith("/operations/") else None)
    return found


def written(page: Page, path: str) -> list[str]:
    """The history's lines, the newest first."""
    page.goto(f"{path}history/")
    return [" ".join(text.split()) for text in page.locator(".log__what").all_text_contents()]


def all_sent(page: Page) -> None:
    expect(page.locator(".unsent")).to_have_text("")
    sent(page)


def test_entry_counts_as_kept_once_it_is_on_the_disk(page: Page, context: BrowserContext, cut: None) -> None:
    new_sheet(page, *FOUR)
    installed(page)
    context.set_offline(True)
    page.evaluate(
        """() => {
            const put = outbox.put;
            window.slow = [];
            outbox.put = async (entry) => {
                await new Promise((go) => slow.push(go));
                return put(entry);
            };
        }"""
    )
    taps = Taps(page)
    taps.out()
    taps.cards("9K3")
    expect(points(page, 1)).to_have_text(["0", "25", "", ""])
    expect(page.locator(".unsent")).to_have_text("")
    for kept in (1, 2):
        page.evaluate("slow.shift()()")
        expect(page.locator(".unsent")).to_have_text(f"{kept} not sent yet")


def test_first_visit_then_no_signal(page: Page, context: BrowserContext, posts: list[Request], cut: None) -> None:
    path = new_sheet(page, *FOUR)
    installed(page)
    context.set_offline(True)
    taps = Taps(page)
    taps.out()
    taps.cards("9K3")
    taps.cards("A6*")
    expect(page.locator(".unsent")).to_have_text("3 not sent yet")
    posts.clear()
    page.reload()
    expect(page.locator(".unsent")).to_have_text("3 not sent yet")
    expect(totals(page)).to_have_text(["0", "25", "75", "0"])
    expect(points(page, 1)).to_have_text(["0", "25", "75", ""])
    expect(page.locator(".pad__name")).to_have_text("Dee")
    page.goto(f"{path}hand/2/1/")  # never visited: the sheet itself is shown
    expect(page.locator("[data-total]")).to_have_text(["0", "25", "75", "0"])
    context.set_offline(False)
    all_sent(page)
    expect(totals(page)).to_have_text(["0", "25", "75", "0"])
    assert written(page, path)[:3] == ["Cy, hand 1: 75", "Ben, hand 1: 25", "Ana, hand 1: out"]


def test_s38_three_hands_are_there_after_a_restart_without_signal(
    page: Page, context: BrowserContext, cut: None
) -> None:
    path = new_sheet(page, "Ana", "Ben")
    installed(page)
    taps = Taps(page)
    taps.out()
    taps.cards("9")
    sent(page)  # the first hand reaches the server after the page was kept
    context.set_offline(True)
    for _hand in (2, 3):
        taps.cards("A")
        taps.out()
    expect(page.locator("h1")).to_have_text("Hand 4 of 7")  # the strip goes on without the server
    expect(page.locator(".strip__words")).to_have_text("3 sets of 3")
    page.close()
    page = context.new_page()
    page.goto(path)
    expect(page.locator("[data-total]")).to_have_text(["40", "10"])
    expect(page.locator("h1")).to_have_text("Hand 4 of 7")
    expect(page.locator(".unsent")).to_have_text("4 not sent yet")
    context.set_offline(False)
    all_sent(page)
    expect(totals(page)).to_have_text(["40", "10"])


@pytest.mark.parametrize("game", ["lowest", "frustration"])
def test_game_without_a_last_hand_goes_on_without_signal(
    page: Page, context: BrowserContext, cut: None, game: str
) -> None:
    new_sheet(page, "Ana", "Ben", game=game)
    if game == "frustration":
        page.get_by_role("button", name="Type total").tap()
    installed(page)
    context.set_offline(True)
    taps = Taps(page)
    for hand in (1, 2, 3):
        for total in ("10", "5"):
            taps.digits(total)
            taps.next()
        expect(page.locator("h1")).to_have_text(f"Hand {hand + 1}")
    deals = ["Ana deals", "Ben deals", "Ana deals", "Ben deals"]
    assert page.locator(".score tbody tr").evaluate_all("rows => rows.map((row) => row.dataset.dealer)") == deals
    on_the_phone(page, 6)
    page.reload()
    expect(totals(page)).to_have_text(["30", "15"])
    expect(points(page, 3)).to_have_text(["10", "5"])
    expect(page.locator(".pad__name")).to_have_text("Ana")
    context.set_offline(False)
    all_sent(page)
    page.reload()
    expect(totals(page)).to_have_text(["30", "15"])
    expect(page.locator("h1")).to_have_text("Hand 4")
    assert page.locator(".score tbody tr").evaluate_all("rows => rows.map((row) => row.dataset.dealer)") == deals


def test_s39_zero_is_a_score_and_blank_is_not_without_signal(page: Page, context: BrowserContext, cut: None) -> None:
    new_sheet(page, "Ana", "Ben")
    installed(page)
    context.set_offline(True)
    taps = Taps(page)
    taps.out()
    taps.next()  # Ben: not yet
    on_the_phone(page, 1)
    page.reload()
    expect(page.locator(".unsent")).to_have_text("1 not sent yet")
    expect(points(page, 1)).to_have_text(["0", ""])
    expect(page.locator("h1")).to_have_text("Hand 1 of 7")
    taps = Taps(page)
    taps.cards("3")
    expect(page.locator("h1")).to_have_text("Hand 2 of 7")
    context.set_offline(False)
    all_sent(page)
    expect(page.locator("h1")).to_have_text("Hand 2 of 7")


def test_s40_hand_corrected_without_signal_changes_totals_and_nothing_else(
    page: Page, context: BrowserContext, cut: None
) -> None:
    path = new_sheet(page, "Ana", "Ben")
    installed(page)
    taps = Taps(page)
    for _hand in range(3):
        taps.out()
        taps.cards("9")
    sent(page)
    context.set_offline(True)
    page.get_by_role("link", name="Ben, hand 2: 10", exact=True).tap()
    page.get_by_label("Take back one card").tap()
    taps.cards("A")
    expect(totals(page)).to_have_text(["0", "40"])
    expect(page.locator(".score tbody tr:nth-child(3) .cell__running")).to_have_text(["0", "40"])
    context.set_offline(False)
    all_sent(page)
    expect(totals(page)).to_have_text(["0", "40"])
    for hand, row in enumerate((["0", "10"], ["0", "20"], ["0", "10"]), 1):
        expect(points(page, hand)).to_have_text(row)
    assert written(page, path)[0] == "Ben, hand 2: 20 instead of 10"


def test_s41_old_page_coming_back_overwrites_nothing(
    page: Page, context: BrowserContext, new_context: NewContext, cut: None
) -> None:
    path = new_sheet(page, *FOUR)
    installed(page)
    context.set_offline(True)
    other = new_context().new_page()
    other.goto(path)
    ben = Taps(other)
    ben.out()
    ben.cards("9")
    sent(other)
    Taps(page).cards("A")  # Ana's cell, which the other phone has filled meanwhile
    context.set_offline(False)
    for screen in (page, other):
        expect(screen.get_by_text("Ana, hand 1: which is right?")).to_be_visible()
        expect(screen.locator("[data-total]").first).to_have_text("0")
        expect(screen.locator("[data-total]").nth(1)).to_have_text("10")
    other.get_by_role("button", name=re.compile("^20")).tap()
    for screen in (page, other):
        expect(screen.get_by_text("which is right?")).to_have_count(0)
        expect(screen.locator("[data-total]").first).to_have_text("20")


def test_s42_negative_total_without_signal(page: Page, context: BrowserContext, cut: None) -> None:
    new_sheet(page, *FOUR)
    installed(page)
    context.set_offline(True)
    page.get_by_role("button", name="Type total").tap()
    taps = Taps(page)
    taps.digits("25-")
    taps.next()
    on_the_phone(page, 1)
    page.reload()
    expect(page.locator("[data-total]").first).to_have_text("−25")
    context.set_offline(False)
    all_sent(page)
    expect(totals(page).first).to_have_text("−25")


def test_undo_of_what_was_not_sent_yet(page: Page, context: BrowserContext, cut: None) -> None:
    new_sheet(page, *FOUR)
    installed(page)
    context.set_offline(True)
    taps = Taps(page)
    taps.cards("A")
    taps.cards("9")
    page.get_by_role("button", name=re.compile("^Undo")).tap()
    expect(points(page, 1)).to_have_text(["20", "", "", ""])
    expect(totals(page)).to_have_text(["20", "0", "0", "0"])
    context.set_offline(False)
    all_sent(page)
    expect(points(page, 1)).to_have_text(["20", "", "", ""])


def test_answer_lost_twice_after_the_commit_is_one_operation(new_context: NewContext, cut: None, watch: Watch) -> None:
    watch.allow("registration blocked")
    # What the worker sends cannot be caught; here the page alone sends.
    page = new_context(service_workers="block").new_page()
    posts: list[Request] = []
    page.on("request", lambda request: posts.append(request) if request.url.endswith("/operations/") else None)
    path = new_sheet(page, *FOUR)
    lost = lose_answers(page, 2)
    Taps(page).cards("A")
    for _again in range(2):
        page.evaluate("dispatchEvent(new Event('online'))")
        page.wait_for_timeout(300)
    all_sent(page)
    assert lost == [200, 200]
    assert len({request.post_data for request in posts}) == 1
    assert written(page, path)[0] == "Ana, hand 1: 20"
    assert written(page, path).count("Ana, hand 1: 20") == 1


def test_lone_phone_is_never_in_dispute_with_itself(page: Page, cut: None) -> None:
    new_sheet(page, *FOUR)
    lose_answers(page, 1)
    taps = Taps(page)
    taps.cards("A")
    page.get_by_role("link", name="Ana, hand 1: 20", exact=True).tap()
    page.get_by_label("Take back one card").tap()
    taps.cards("9")
    page.evaluate("dispatchEvent(new Event('online'))")
    all_sent(page)
    expect(page.get_by_text("which is right?")).to_have_count(0)
    expect(totals(page).first).to_have_text("10")


def test_server_is_killed_and_comes_back(own_site: LiveSite, new_context: NewContext, cut: None) -> None:
    page = new_context().new_page()
    path = own_site.address + new_sheet(page, *FOUR, site=own_site.address)
    installed(page)
    own_site.stop(at_once=True)
    taps = Taps(page)
    taps.out()
    on_the_phone(page, 1)
    page.reload()  # the worker has it
    expect(page.locator(".unsent")).to_have_text("1 not sent yet")
    taps = Taps(page)
    taps.cards("9K3")
    expect(page.locator(".unsent")).to_have_text("2 not sent yet")
    expect(totals(page)).to_have_text(["0", "25", "0", "0"])
    own_site.start()
    page.evaluate("dispatchEvent(new Event('online'))")
    all_sent(page)
    assert written(page, path)[:2] == ["Ben, hand 1: 25", "Ana, hand 1: out"]


def come_to(page: Page, key: str) -> None:
    """Bring the pad to a cell; once more where the grid moved under the thumb, as who looks at the pad would."""
    cell = page.locator(f'[data-cell="{key}"]')
    for _tap in range(3):
        cell.tap()
        if cell.get_attribute("aria-current") == "true":
            return
    raise AssertionError(f"three taps did not bring the pad to {key}")


def test_sixty_edits_under_random_loss_end_exact(page: Page, posts: list[Request], cut: None) -> None:
    path = new_sheet(page, *FOUR)
    page.get_by_role("button", name="Type total").tap()
    chance = random.Random(6)

    def lose(route: Route) -> None:
        fate = chance.random()
        if fate < 0.25:
            route.abort()  # never arrives
        elif fate < 0.5:
            route.fetch()
            route.abort()  # the answer never arrives
        else:
            route.continue_()

    page.route("**/operations/", lose)
    taps = Taps(page)
    expected = [["" for _ in FOUR] for _ in range(7)]
    for _edit in range(60):
        hand, seat, total = chance.randrange(7), chance.randrange(4), chance.randrange(1, 20) * 5
        come_to(page, f"{seat + 1}:{hand + 1}")
        page.get_by_label("Total", exact=True).fill(str(total))
        taps.next()
        expected[hand][seat] = str(total)
        if chance.random() < 0.3:
            page.evaluate("dispatchEvent(new Event('online'))")
    page.unroute_all(behavior="wait")
    page.evaluate("dispatchEvent(new Event('online'))")
    all_sent(page)
    for hand, row in enumerate(expected, 1):
        expect(points(page, hand)).to_have_text(row)
    assert page.evaluate("outbox.list()") == []
    page.reload()
    for hand, row in enumerate(expected, 1):
        expect(points(page, hand)).to_have_text(row)
    assert len([line for line in written(page, path) if ", hand " in line]) == 60


def test_two_tabs_and_a_worker_send_once(page: Page, context: BrowserContext, posts: list[Request], cut: None) -> None:
    path = new_sheet(page, *FOUR)
    installed(page)
    other = context.new_page()
    other.goto(path)
    context.set_offline(True)
    Taps(page).cards("A")
    expect(other.locator("[data-total]").first).to_have_text("20")  # painted in both, sent by neither
    expect(other.locator(".unsent")).to_have_text("1 not sent yet")
    page.wait_for_timeout(500)
    posts.clear()
    context.set_offline(False)
    for tab in (page, other):
        all_sent(tab)
    page.wait_for_timeout(500)
    assert len(posts) == 1, [request.url for request in posts]


def test_what_the_sheet_refuses_is_shown_and_not_thrown_away(page: Page, context: BrowserContext, watch: Watch) -> None:
    watch.allow("422")
    path = new_sheet(page, *FOUR)
    page.evaluate("document.querySelectorAll('[data-player]').forEach((one) => (one.dataset.player = 'x'))")
    Taps(page).cards("A")
    expect(page.get_by_text("The sheet did not take this")).to_be_visible()
    expect(page.locator(".refused li")).to_have_text("Ana, hand 1: 20")
    page.goto(path)
    expect(page.locator(".refused li")).to_have_text("Ana, hand 1: 20")
    expect(totals(page).first).to_have_text("0")
    page.get_by_role("button", name="Seen").tap()
    expect(page.locator(".refused")).to_be_hidden()
    page.reload()
    expect(page.locator(".refused")).to_be_hidden()


def rebuilt(site: LiveSite) -> None:
    """Another build of the site: its style has another name, the old one is gone."""
    manifest = site.folder / "static" / "staticfiles.json"
    build = json.loads(manifest.read_text())
    old = build["paths"]["css/sheet.css"]
    new = old.replace(old.split(".")[1], "0123456789ab")
    for ending in ("", ".gz", ".br"):
        file = site.folder / "static" / f"{old}{ending}"
        if file.exists():
            shutil.move(file, site.folder / "static" / f"{new}{ending}")
    build["paths"]["css/sheet.css"], build["hash"] = new, "0123456789ab"
    manifest.write_text(json.dumps(build))


def test_s49_new_version_is_taken_up_between_hands_and_loses_no_page(
    own_site: LiveSite, new_context: NewContext, watch: Watch, cut: None
) -> None:
    context = new_context()
    page = context.new_page()
    path = own_site.address + new_sheet(page, "Ana", "Ben", site=own_site.address)
    installed(page)
    taps = Taps(page)
    taps.out()
    sent(page)
    own_site.stop()
    taps.cards("9")  # the hand is closed while the new version is being put up
    rebuilt(own_site)
    on_the_phone(page, 1)
    page.reload()  # the old page, from the worker, in its old clothes
    pad = page.locator("#pad")
    assert pad.evaluate("(pad) => getComputedStyle(pad).position") == "sticky"
    expect(page.locator(".unsent")).to_have_text("1 not sent yet")
    own_site.start()
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator('link[href*="0123456789ab"]')).to_have_count(1)
    all_sent(page)
    expect(totals(page)).to_have_text(["0", "10"])
    page.evaluate("navigator.serviceWorker.ready.then((one) => one.update())")
    page.wait_for_timeout(1500)
    context.set_offline(True)
    page.goto(path)
    assert page.locator("#pad").evaluate("(pad) => getComputedStyle(pad).position") == "sticky"
    expect(totals(page)).to_have_text(["0", "10"])


def test_s49_new_version_waits_while_a_hand_is_being_entered(
    own_site: LiveSite, new_context: NewContext, cut: None
) -> None:
    page = new_context().new_page()
    new_sheet(page, "Ana", "Ben", site=own_site.address)
    taps = Taps(page)
    taps.out()
    sent(page)
    own_site.stop()
    rebuilt(own_site)
    own_site.start()
    page.evaluate("dispatchEvent(new Event('online'))")
    page.wait_for_timeout(2500)
    expect(page.locator('link[href*="0123456789ab"]')).to_have_count(0)
    taps.cards("9")
    expect(page.locator('link[href*="0123456789ab"]')).to_have_count(1)


def test_contract_of_ones_own_goes_on_without_a_network(page: Page, context: BrowserContext, cut: None) -> None:
    path = new_sheet(page, "Ana", "Ben", game="frustration")
    installed(page)
    context.set_offline(True)
    taps = Taps(page)
    own, asks = page.locator(".strip__own [data-own]"), page.locator(".pad__asks")
    expect(asks).to_have_text("3 sets of 3")
    taps.out()
    page.get_by_label("Contract met:").check()
    page.locator('#pad [name="plus"]').first.tap()
    page.locator(".pad__next").tap()
    expect(own).to_have_text(["1 set of 3 and 1 run of 4"] * 2)
    expect(asks).to_have_text("1 set of 3 and 1 run of 4")
    expect(page.get_by_label("Contract met:")).not_to_be_checked()
    taps.out()
    page.locator('#pad [name="plus"]').first.tap()
    page.locator(".pad__next").tap()
    met = ["2 sets of 3 and 1 run of 4", "1 set of 3 and 1 run of 4"]
    expect(own).to_have_text(met)
    on_the_phone(page, 4)
    page.reload()
    expect(page.locator(".unsent")).to_have_text("4 not sent yet")
    expect(own).to_have_text(met)
    context.set_offline(False)
    all_sent(page)
    page.reload()
    expect(own).to_have_text(met)
    assert [line.endswith("contract met") for line in written(page, path)[:4]] == [False, False, True, False]
