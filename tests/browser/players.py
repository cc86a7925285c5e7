"""People at a table in browsers: they read the page and press what it offers, nothing else.

What they think up is thought up with the cards that their page shows.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from playwright.sync_api import BrowserContext, Page, expect

from referee.engine.rummy.cards import JOKER, Card, parse_card
from referee.engine.rummy.ruledoc import load_rules
from referee.engine.rummy.rules import RuleSet
from referee.engine.rummy.scoring import points
from referee.engine.rummy.solver import distance

# What a person sees at one glance: the prompt, the hand, the open discard, and the buttons that can be pressed.
GLANCE = """() => {
  const text = (one) => one?.innerText.replace(/\\s+/g, " ").trim() ?? "";
  const seen = (one) => one.checkVisibility() && !one.disabled;
  return {
    prompt: text(document.querySelector("#prompt")),
    hand: [...document.querySelectorAll("#hand input")].map((input) => input.getAttribute("aria-label")),
    open: document.querySelector(".pile--open .card")?.getAttribute("aria-label") ?? "",
    number: Number(/\\d+/.exec(text(document.querySelector(".bar h1")))?.[0] ?? 0),
    panel: text(document.querySelector("#panel")),
    melds: [...document.querySelectorAll(".melds .meld")].map((meld) => meld.getAttribute("aria-label")),
    buttons: [...document.querySelectorAll(".dock button, #panel button")].filter(seen).map(text),
  };
}"""

# Picks the cards of these names, presses the button of that text, and waits until the answer is in the page.
PRESS = """async ([cards, words, taps]) => {
  const text = (one) => one.innerText.replace(/\\s+/g, " ").trim();
  for (const input of document.querySelectorAll("#hand input")) {
    const at = cards.indexOf(input.getAttribute("aria-label"));
    if (input.checked !== at >= 0) input.click();
    if (at >= 0) cards.splice(at, 1);
  }
  const buttons = [...document.querySelectorAll("#panel button, .dock button")];
  const button = buttons.find((one) => one.checkVisibility() && !one.disabled && text(one).startsWith(words));
  if (!button) return `no button ${words}`;
  const answered = new Promise((resolve) =>
    document.addEventListener("htmx:finally:request", resolve, { once: true }));
  for (let tap = 0; tap < taps; tap += 1) button.click();
  await answered;
  while (document.querySelector(".htmx-request")) await new Promise((resolve) => setTimeout(resolve, 10));
  return "";
}"""

# Everything that the polite regions have said, in order.
LISTEN = """() => {
  window.heard = [];
  const note = () => {
    for (const region of document.querySelectorAll("#news, #prompt")) {
      const said = `${region.id}: ${region.textContent.replace(/\\s+/g, " ").trim()}`;
      if (region.textContent.trim() && window.heard.findLast((one) => one.startsWith(region.id)) !== said) {
        window.heard.push(said);
      }
    }
  };
  note();
  new MutationObserver(note).observe(document.querySelector("#board"), {
    childList: true, characterData: true, subtree: true });
}"""


MOST_MISSES = 20
"""How often a button may have gone between the look and the tap, since others act meanwhile."""


class Glance(NamedTuple):
    """What the page shows at one moment."""

    prompt: str
    hand: list[str]
    open: str
    number: int
    panel: str
    melds: list[str]
    buttons: list[str]

    def offers(self, words: str) -> bool:
        return any(button.startswith(words) for button in self.buttons)


def look(page: Page) -> Glance:
    """What somebody sees who looks at the page now."""
    return Glance(**page.evaluate(GLANCE))


@dataclass
class Person:
    """Somebody with a phone. ``taps``: how often every button is tapped; ``reloads``: in each of the own turns."""

    name: str
    page: Page
    rules: RuleSet = field(default_factory=lambda: load_rules("shanghai-7"))
    taps: int = 1
    reloads: bool = False
    is_quiet: bool = False
    misses: int = 0

    def look(self) -> Glance:
        return look(self.page)

    def press(self, words: str, *cards: str) -> None:
        """Pick the cards, and press the button whose words begin so; it may have gone since the last look."""
        missing = self.page.evaluate(PRESS, [list(cards), words, self.taps])
        self.misses += bool(missing)
        assert self.misses < MOST_MISSES, (self.name, missing, self.look())

    def act(self) -> bool:
        """Do what the page asks for, if it asks for anything."""
        seen = self.look()
        if seen.offers("Next hand"):
            self.press("Next hand")
        elif "May I?" in seen.prompt:
            self.claim(seen)
        elif "Your turn:" not in seen.prompt:
            return False
        elif seen.offers("Draw"):
            if self.reloads:
                self.page.reload()
                seen = self.look()
            self.press("Take" if seen.offers("Take") and self.wants(seen) else "Draw")
        elif seen.offers("Lay off"):
            self.lay_off(seen) or self.discard(self.look())
        else:
            self.go_down(seen) or self.discard(self.look())
        return True

    def claim(self, seen: Glance) -> None:
        """Buy what helps, or pass; the one who likes it quiet passes for the whole hand."""
        if self.is_quiet:
            self.press("Pass all this hand")
        elif seen.offers("Buy") and self.wants(seen) and len(seen.hand) < 14:
            self.press("Buy")
        else:
            self.press("Pass")

    def wants(self, seen: Glance) -> bool:
        """Whether the open card brings the hand nearer to its contract."""
        card, hand = self.card(seen.open), self.cards(seen)
        before = distance(self.rules, seen.number, hand) or 0
        return card == JOKER or (distance(self.rules, seen.number, [*hand, card]) or 0) < before

    def go_down(self, seen: Glance) -> bool:
        """Lay down what the table suggests; whether that was all there is to do."""
        if distance(self.rules, seen.number, self.cards(seen)) != 0:
            return False
        self.page.evaluate("document.querySelector('#build').open = true")
        self.press("Suggest")
        self.press("Lay these down")
        after = self.look()
        if after.panel:
            self.close_panel()
            return False
        return "Your turn:" not in after.prompt

    def lay_off(self, seen: Glance) -> bool:
        """Put cards on the table that fit; where the table asks, its first answer. Whether the turn ended."""
        for card in seen.hand:
            if not any(fits(card, meld) for meld in seen.melds):
                continue
            self.press("Lay off", card)
            after = self.look()
            if "Where does it go?" in after.panel:
                self.press(next(button for button in after.buttons if button.startswith(("Lay it off", "Swap it"))))
                after = self.look()
            if "Your turn:" not in after.prompt:
                return True
            if after.panel:
                self.close_panel()
        return False

    def close_panel(self) -> None:
        self.page.evaluate("document.querySelector('#panel [data-close]').click()")

    def discard(self, seen: Glance) -> None:
        """Discard the dearest card of those that the contract misses least."""
        hand = self.cards(seen)
        is_down = seen.offers("Lay off")

        def cost(name: str) -> tuple[int, int]:
            left = list(hand)
            left.remove(self.card(name))
            lacking = 0 if is_down else distance(self.rules, seen.number, left) or 0
            return (lacking, -points(self.rules, [self.card(name)]))

        plain = [name for name in dict.fromkeys(seen.hand) if name != "joker"]
        self.press("Discard", min(plain, key=cost, default="joker"))
        after = self.look()
        if after.panel:
            self.press("Declare" if after.offers("Declare Shanghai") else "Yes, discard")

    def card(self, name: str) -> Card:
        return card_named(name, self.rules)

    def cards(self, seen: Glance) -> list[Card]:
        return [self.card(name) for name in seen.hand]


RANKS = ["ace", *map(str, range(2, 11)), "jack", "queen", "king", "ace"]


def fits(card: str, meld: str) -> bool:
    """Whether a card may belong to a meld, as somebody sees who reads "run, 6 to 9 of clubs"."""
    if meld.startswith("set of"):
        return card.split()[0] in meld
    found = re.match(r"run, (\w+) to (\w+) of (\w+)", meld)
    if not found or card == "joker" or not card.endswith(found[3]):
        return card == "joker"
    low, high = RANKS.index(found[1]), len(RANKS) - 1 - RANKS[::-1].index(found[2])
    return card.split()[0] in (RANKS[max(low - 1, 0)], RANKS[min(high + 1, len(RANKS) - 1)])


def card_named(name: str, rules: RuleSet) -> Card:
    """The card of a name such as "queen of hearts"."""
    if name.startswith("joker"):
        return JOKER
    rank, _, suit = name.partition(" of ")
    letters = {"ace": "A", "jack": "J", "queen": "Q", "king": "K"}
    return parse_card(f"{letters.get(rank, rank)}{suit[:1].upper()}", rules.pack)


def seat_people(contexts: list[BrowserContext], names: list[str], *, open_at: Callable[[Page], None]) -> list[Person]:
    """The first opens a table, the others come by its link and sit down."""
    people = [Person(name, context.new_page()) for name, context in zip(names, contexts, strict=True)]
    host = people[0].page
    open_at(host)
    for person in people[1:]:
        person.page.goto(host.url)
        person.page.get_by_label("Your name").fill(person.name)
        person.page.get_by_role("button", name="Sit down").click()
        expect(person.page.get_by_text("The host deals when everybody is here.")).to_be_visible()
    return people


def open_table(
    page: Page, name: str, *, chairs: int, rules: str = "Shanghai Rummy, seven hands", site: str = ""
) -> None:
    """A table of the host's own, from the lobby; of the ``site`` of that address, if not of the tests' shared one."""
    page.goto(f"{site}/t/")
    page.get_by_label("Your name").fill(name)
    page.locator(".lobby__choices > summary").click()
    page.get_by_label(rules).check()
    page.locator(f'input[name="seats"][value="{chairs}"]').check()
    page.get_by_role("button", name="Open a table").click()
    page.wait_for_url(re.compile(r"/t/[A-Z0-9]{6}/$"))


def set_turns(page: Page, *, seconds: int) -> None:
    """The host gives every turn so long; then a bot plays for whoever is not there."""
    page.get_by_role("link", name="Settings of the table").click()
    page.get_by_label("Seconds for a turn").fill(str(seconds))
    page.get_by_role("button", name="Keep these").click()
    expect(page.get_by_role("button", name=re.compile("^Deal")).first).to_be_visible()
