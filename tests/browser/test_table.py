"""A table in a browser: phone screens, keys, no script, live regions, and what must not lie over the hand."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.players import LISTEN, Person, open_table, seat_people
from tests.browser.screens import DESKTOP, PHONE, SMALL_PHONE, TWO_SCREENS, Screen, assert_easy_to_hit
from tests.browser.watch import Watch
from tests.live import LiveSite

NewContext = Callable[..., BrowserContext]

# A table of any size at any moment, made by the services: code and cookie of the seat that is waited for.
MAKE = """
import random
from uuid import uuid4
from referee.models import Table
from referee.tables.fold import fold_of
from referee.tables.identity import player_make
from referee.tables.services import chair_take, hand_ready, move_make, table_open, table_start
made = [player_make(f"Player {{n}}") for n in range({players})]
table = table_open(host=made[0][0], game="rummy", rules={rules!r}, pace="slow", seats={players})
for player, _cookie in made:
    chair_take(table=table, player=player, name=player.name)
Table.objects.filter(pk=table.pk).update(secret=bytes([{seed}]) * 32)
table.refresh_from_db()
table_start(table=table, player=made[0][0], dealer=0)
owners = {{chair.seat: chair.player for chair in table.chairs.all()}}
chance = random.Random({seed})
for _ in range(4000):
    table.refresh_from_db()
    position = fold_of(table).position
    state = position.state
    if {until}:
        break
    if position.is_between:
        for owner in owners.values():
            hand_ready(table=table, player=owner)
        continue
    seat = chance.choice(position.waiting)
    action = position.bots_action("plain", seat, chance.randrange(10**6))
    if position.is_window and seat != position.turn and position.judge(seat, "buy").legal and chance.random() < 0.7:
        action = "buy"
    move_make(table=table, player=owners[seat], seen=table.version, key=uuid4().hex, action=action)
seat = {seat}
print("MADE", table.code, next(cookie for player, cookie in made if player == owners[seat]))
"""
WAITED = "(position.waiting or (0,))[0]"
BIGGEST = "max(range(len(state.seats)), key=lambda seat: len(state.seats[seat].hand))"


def made(
    site: LiveSite, until: str, *, players: int = 4, rules: object = "shanghai-7", seed: int = 1, seat: str = WAITED
) -> tuple[str, dict[str, Any]]:
    """Address of the table, and Playwright's options for the browser of one of its seats."""
    said = site.carry_out(MAKE.format(until=until, players=players, rules=rules, seed=seed, seat=seat))
    code, cookie = re.search(r"MADE (\S+) (\S+)", said).groups()  # type: ignore[union-attr]  # printed at its end
    state: dict[str, Any] = {
        "cookies": [{"name": "player", "value": cookie, "domain": "127.0.0.1", "path": "/"}],
        "origins": [],
    }
    for one in state["cookies"]:
        one |= {"expires": -1, "httpOnly": True, "secure": False, "sameSite": "Lax"}
    return f"/t/{code}/", {"storage_state": state}


@pytest.fixture
def two(new_context: NewContext) -> list[Person]:
    """Two people and a bot whose game has begun."""
    people = seat_people(
        [new_context(), new_context()], ["Ana", "Ben"], open_at=lambda page: open_table(page, "Ana", chairs=3)
    )
    people[0].page.get_by_role("button", name="Deal, with a bot in the free chair").click()
    for person in people:
        expect(person.page.locator("#hand")).to_be_visible()
    return people


def test_lobby_and_waiting_room_are_accessible(audit: Callable[..., None], page: Page) -> None:
    open_table(page, "Ana", chairs=4)
    storage = page.context.storage_state()
    audit("/t/", storage_state=storage, screens=TWO_SCREENS)
    audit(page.url, storage_state=storage, screens=TWO_SCREENS)


@pytest.mark.parametrize(
    ("players", "rules", "until"),
    [
        (3, "shanghai-7", "state.phase == 'claim'"),
        (8, "shanghai-10", "state.phase == 'play' and len(state.seats[state.turn].hand) > 14"),
    ],
)
def test_table_is_accessible(
    audit: Callable[..., None], live_site: LiveSite, players: int, rules: str, until: str
) -> None:
    path, options = made(live_site, until, players=players, rules=rules)
    audit(path, screens=TWO_SCREENS, **options)


@pytest.fixture(scope="module")
def finished(live_site: LiveSite) -> tuple[str, dict[str, Any]]:
    """A table between its second hand and its third."""
    return made(live_site, "position.is_between and len(state.scores) == 2", players=3)


def test_finished_hand_sheets_and_looking_back_are_accessible(
    audit: Callable[..., None], finished: tuple[str, dict[str, Any]]
) -> None:
    path, options = finished
    audit(path, screens=TWO_SCREENS, **options)
    phone = (Screen(SMALL_PHONE, "dark"),)
    for part in ("player/1/", "points/", "talk/", "more/", "replay/", "shuffle/?check=1", "link/"):
        audit(path + part, screens=phone, **options)
    audit(path, act=lambda page: page.locator(".bar a").last.click(), screens=phone, **options)


def test_a_turning_point_is_played_out_on_request(
    audit: Callable[..., None], finished: tuple[str, dict[str, Any]]
) -> None:
    path, options = finished

    def play_both_out(page: Page) -> None:
        page.get_by_role("link", name="Hand 1", exact=True).click()
        page.locator(".replay__review li a").first.click()
        page.get_by_role("link", name="Play both out").click()
        expect(page.get_by_label("Why", exact=True)).to_contain_text("imagined deals of what the seat could not see")

    audit(f"{path}replay/", act=play_both_out, screens=(Screen(PHONE, "light"),), **options)


def test_what_the_bots_did_against_each_other_is_accessible(audit: Callable[..., None]) -> None:
    audit("/t/bots/", act=the_captain_is_above_the_mate, screens=TWO_SCREENS)


def the_captain_is_above_the_mate(page: Page) -> None:
    row = page.get_by_role("row").filter(has=page.get_by_role("rowheader", name="Captain against Mate")).first
    expect(row.get_by_role("cell").nth(2)).to_have_text(re.compile(r"5\d % "))


@pytest.mark.parametrize("size", [PHONE, SMALL_PHONE])
def test_s47_nothing_floats_over_the_hand_and_the_deeds_are_on_the_screen(
    new_context: NewContext, live_site: LiveSite, size: Any
) -> None:
    until = "state.phase == 'claim' and len(state.seats[state.turn].hand) > 13"
    path, options = made(live_site, until, players=8, rules="shanghai-10", seat="state.turn")
    page = new_context(viewport=size, **options).new_page()
    page.goto(path)
    page.evaluate("window.scrollTo(0, 9999)")
    for deed in page.locator("#deeds button").all():
        expect(deed).to_be_in_viewport(ratio=0.95)
    cards = page.locator("#hand input")
    assert cards.count() > 13
    covered = page.evaluate(
        """() => [...document.querySelectorAll("#hand label")].filter((label) => {
          const box = label.getBoundingClientRect();
          const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
          return !label.contains(top);
        }).length"""
    )
    assert covered == 0
    for label in page.locator("#hand label").all():
        assert_easy_to_hit(label)


def test_s47_drag_moves_a_card_and_one_that_ends_nowhere_changes_nothing(
    new_context: NewContext, live_site: LiveSite
) -> None:
    path, options = made(live_site, "state.phase == 'play'")
    page = new_context(viewport=DESKTOP, has_touch=False, **options).new_page()
    page.goto(path)
    values = "inputs => inputs.map(input => input.id)"
    before = page.locator("#hand input").evaluate_all(values)
    first, third = page.locator("#hand li").nth(0).bounding_box(), page.locator("#hand li").nth(3).bounding_box()
    assert first
    assert third
    page.mouse.move(first["x"] + 20, first["y"] + 20)
    page.mouse.down()
    page.mouse.move(first["x"] + 60, first["y"] - 300, steps=4)
    page.mouse.up()
    assert page.locator("#hand input").evaluate_all(values) == before
    assert page.locator("#hand input:checked").count() == 0
    page.mouse.move(first["x"] + 20, first["y"] + 20)
    page.mouse.down()
    page.mouse.move(third["x"] + 20, third["y"] + 20, steps=4)
    with page.expect_response("**/play/"):
        page.mouse.up()
    moved = [*before[1:3], before[0], *before[3:]]
    expect(page.locator("#hand li").nth(2).locator("input")).to_have_id(moved[2])
    assert page.locator("#hand input").evaluate_all(values) == moved
    page.reload()
    assert page.locator("#hand input").evaluate_all(values) == moved


def test_card_is_placed_by_taps(new_context: NewContext, live_site: LiveSite) -> None:
    path, options = made(live_site, "state.phase == 'play'")
    page = new_context(**options).new_page()
    page.goto(path)
    ids = page.locator("#hand input").evaluate_all("inputs => inputs.map(input => input.id)")
    page.locator("#hand label").nth(5).tap()
    page.get_by_role("button", name="Place").tap()
    page.locator("#hand label").nth(1).tap()
    expect(page.locator("#hand li").nth(1).locator("input")).to_have_id(ids[5])
    expect(page.locator("#hand li").nth(2).locator("input")).to_have_id(ids[1])


def test_whole_turn_works_without_javascript(new_context: NewContext, live_site: LiveSite) -> None:
    path, options = made(live_site, "state.phase == 'draw' and not state.seats[state.turn].down")
    page = new_context(java_script_enabled=False, **options).new_page()
    page.goto(path)
    page.locator("#deed-draw").click()
    expect(page.locator("#prompt")).to_contain_text("go down, or discard a card.")
    page.get_by_role("button", name="Rank", exact=True).click()
    expect(page.get_by_role("button", name="Rank", exact=True)).to_have_attribute("aria-pressed", "true")
    cards = page.locator("#hand input")
    count = cards.count()
    cards.first.check(force=True)
    page.locator("#build summary").click()
    page.locator(".tray__put").first.click()
    expect(cards).to_have_count(count - 1)
    page.locator(".tray__card").first.click()
    expect(cards).to_have_count(count)
    page.locator('#hand input:not([value="JK"])').first.check(force=True)
    page.locator("#deed-discard").click()
    expect(page.locator("#prompt")).not_to_contain_text("Your turn:")
    page.get_by_role("link", name="Points", exact=True).click()
    page.get_by_role("link", name="Back to the table").click()
    expect(cards).to_have_count(count - 1)


def test_turn_is_announced_and_focus_is_not_taken(two: list[Person]) -> None:
    """One sentence for each thing that happens, in one polite region; the prompt in another."""
    for person in two:
        page = person.page
        assert page.locator("#news").get_attribute("role") == "status"
        assert page.locator("#prompt").get_attribute("role") == "status"
    for _ in range(200):
        actor = next((person for person in two if "Your turn:" in person.look().prompt), None)
        other = next(person for person in two if person is not actor)
        if actor and actor.look().offers("Discard"):
            break
        for person in two:
            seen = person.look()
            if "May I?" in seen.prompt:
                person.press("Pass")
            elif seen.offers("Draw"):
                person.press("Draw")
        two[0].page.wait_for_timeout(50)
    assert actor
    other.page.locator("#hand input").first.focus()
    focused = other.page.evaluate("document.activeElement.id")
    other.page.evaluate(LISTEN)
    card = next(name for name in actor.look().hand if name != "joker")
    actor.press("Discard", card)
    # It may be followed at once by what comes of it.
    said = f"{actor.name} discards the {card}."
    other.page.wait_for_function("said => window.heard.some((one) => one.includes(said))", arg=said)
    assert other.page.evaluate("document.activeElement.id") == focused
    expect(other.page).to_have_title(re.compile("May I|Your turn|Hand 1 of 7"))


def test_turn_is_played_by_keyboard_alone(new_context: NewContext, live_site: LiveSite) -> None:
    """From the draw to the discard: only Tab, arrows, space, Escape and Enter."""
    path, options = made(live_site, "state.phase == 'draw' and not state.seats[state.turn].down")
    page = new_context(viewport=DESKTOP, has_touch=False, **options).new_page()
    page.goto(path)

    def tab_to(selector: str) -> None:
        for _ in range(80):
            page.keyboard.press("Tab")
            if page.evaluate("selector => document.activeElement.matches(selector)", selector):
                return
        pytest.fail(f"Tab does not reach {selector}")

    tab_to("#deed-draw")
    page.keyboard.press("Enter")
    expect(page.locator("#deed-discard")).to_be_visible()
    page.evaluate("document.querySelector('#main').focus()")
    tab_to("#hand input")
    first = page.evaluate("document.activeElement.id")
    page.keyboard.press("ArrowRight")
    second = page.evaluate("document.activeElement.id")
    assert second != first
    page.keyboard.press("Alt+ArrowLeft")
    expect(page.locator("#hand input").first).to_have_id(second)
    assert page.evaluate("document.activeElement.id") == second, "a move keeps the focus"
    page.keyboard.press("Escape")
    assert page.locator("#hand input:checked").count() == 0
    page.keyboard.press("Space")
    assert page.locator("#hand input:checked").count() == 1
    page.evaluate("document.querySelector('#main').focus()")
    tab_to("#deed-discard")
    page.keyboard.press("Enter")
    expect(page.locator("#prompt")).not_to_contain_text("Your turn:")


def test_refusal_is_shown_and_put_away(new_context: NewContext, live_site: LiveSite, watch: Watch) -> None:
    watch.allow("422")
    path, options = made(live_site, "state.phase == 'play'")
    page = new_context(**options).new_page()
    page.goto(path)
    page.locator("#deed-discard").tap()
    expect(page.get_by_role("alert")).to_contain_text("Pick the one card")
    page.get_by_role("link", name="All right").tap()
    expect(page.locator("#panel")).to_be_empty()


def test_sheets_open_over_the_table_and_close(new_context: NewContext, live_site: LiveSite) -> None:
    path, options = made(live_site, "state.phase == 'play'")
    page = new_context(**options).new_page()
    page.goto(path)
    page.get_by_role("link", name="Talk").tap()
    expect(page.locator("#sheet")).to_be_visible()
    page.get_by_role("button", name="Good luck.").tap()
    expect(page.locator("#sheet .remarks")).to_contain_text("Good luck.")
    page.locator("#sheet [data-hide]").tap()
    expect(page.locator("#sheet")).to_be_hidden()
    assert page.url.endswith(path)


def test_scripts_of_the_table_are_small() -> None:
    scripts = Path(__file__).parents[2] / "shanghai/static/js"
    assert sum((scripts / name).stat().st_size for name in ("table.js", "drag.js")) < 12_000


def test_joker_is_taken_in_the_moment_when_it_is_laid(new_context: NewContext, live_site: LiveSite) -> None:
    holds = "any(card in state.seats[position.waiting[0]].hand for _, card in state.fresh)"
    path, options = made(live_site, f"state.phase.value == 'replace' and {holds}", rules="king", seed=4)
    page = new_context(**options).new_page()
    page.goto(path)
    expect(page.locator("#prompt")).to_contain_text("has laid a joker. You may put in its card and take it.")
    hand = page.locator("#hand input")
    jokers = hand.and_(page.get_by_label("joker", exact=True))
    before, cards = jokers.count(), hand.count()
    page.locator(".deeds .btn--primary").first.click()
    expect(jokers).to_have_count(before + 1)
    expect(hand).to_have_count(cards)
    expect(page.locator("#prompt")).not_to_contain_text("You may put in its card")
