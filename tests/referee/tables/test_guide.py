"""The guide of who learns by playing: told from what the seat sees, right whatever was done, easily switched off."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from html import unescape
from random import Random
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.utils import timezone
from django.utils.translation import override

from referee.engine.rummy.cards import format_card
from referee.engine.rummy.legal import legal_in
from referee.engine.rummy.notation import format_action
from referee.engine.rummy.seatview import SeatView
from referee.models import Player, Table
from referee.tables import clock
from referee.tables.board import board_of
from referee.tables.guide import GuideShown, guide_for
from referee.tables.identity import COOKIE, player_of
from referee.tables.options import Options
from referee.tables.selectors import snapshot_for
from referee.tables.services import Made, guide_set, hand_ready, move_make, table_options
from referee.tables.told import card_name, meld_name
from tests.referee.tables.visitors import Visitor, company

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def fresh_limits() -> None:
    cache.clear()


@dataclass
class Learner:
    """Somebody at the table to learn at. Time passes at every look, so that the bots have played."""

    visitor: Visitor
    path: str
    now: datetime = field(default_factory=timezone.now)

    @property
    def table(self) -> Table:
        return Table.objects.get(code=self.path.split("/")[2])

    @property
    def player(self) -> Player:
        player = player_of({COOKIE: self.visitor.client.cookies[COOKIE].value})
        assert player is not None
        return player

    def wait(self) -> None:
        """Let the bots play until somebody waits for the learner."""
        for _ in range(200):
            self.now += timedelta(seconds=5)
            table = clock.advance(self.table, self.now)
            if 0 in snapshot_for(table, self.player, self.now).waiting or table.due is None:
                return

    def guide(self) -> GuideShown | None:
        """What the guide says to the learner now, as values."""
        snap = snapshot_for(self.table, self.player, self.now)
        assert isinstance(snap.view, SeatView)
        return guide_for(board_of(snap, snap.view))

    def view(self) -> SeatView:
        view = snapshot_for(self.table, self.player, self.now).view
        assert isinstance(view, SeatView)
        return view

    def reads(self) -> str:
        """What the guide says on the page; nothing where there is none."""
        page = self.visitor.get(self.path).text
        found = re.search(r'id="guide-words" role="status">(.*?)</p>', page, re.DOTALL)
        return " ".join(unescape(re.sub(r"<[^>]+>", "", found[1])).split()) if found else ""

    def code(self, name: str) -> str:
        """The card of the own hand that is called so."""
        return format_card(next(card for card in self.view().own if card_name(card, "en") == name))

    def obey(self, words: str) -> str:
        """Do what the guide says, and nothing else; what was done."""
        press = {"Press “Draw”": "say draw", "Press “Take”": "say take", "Press “Pass”": "say pass"}
        for begin, do in press.items():
            if words.startswith(begin):
                return self.play(do)
        if words.startswith("You have your contract! Open “Go down” and press “Suggest”."):
            return self.play("suggest")
        if words.startswith("Your contract lies ready: press “Lay these down”."):
            return self.play("down")
        if laid := re.match(r"Pick the (.+?) and tap (?:your|(.+)’s) (.+?)\. ", words):
            self.play(f"meld {self.meld(laid[2] or 'Guest', laid[3])}", self.code(laid[1]))
            return "lay off"
        found = re.match(r"Pick the (.+?)(?: and|,) press “Discard”( and then “Declare Shanghai”)?", words)
        assert found, words
        card = self.code(found[1])
        return self.play(f"say discard {card} shanghai") if found[2] else self.play("discard", card)

    def meld(self, owner: str, name: str) -> int:
        """The meld on the table that is its owner's and called so."""
        owners = [chair.name for chair in self.table.chairs.order_by("seat")]
        melds = [(owners[laid.owner], meld_name(laid.meld, "en")) for laid in self.view().table]
        return melds.index((owner, name))

    def play(self, do: str, *cards: str) -> str:
        answer = self.visitor.post(f"{self.path}play/", scripted=True, do=do, card=cards, seen=self.table.version)
        assert answer.status_code == 200, answer.text
        return do.split()[1] if do.startswith("say ") else do


def learner() -> Learner:
    """Somebody who has just pressed “Learn by playing”."""
    visitor = Visitor()
    answer = visitor.post("/t/learn/")
    assert answer.status_code == 303
    return Learner(visitor, answer.headers["Location"])


def test_who_does_what_the_guide_says_wins_the_first_hand() -> None:
    one = learner()
    did = []
    while not one.view().scores:
        one.wait()
        did.append(one.obey(one.reads()))
        assert len(did) < 60
    # The hand was chosen to show all of this, and in few turns.
    assert {"draw", "take", "pass", "suggest", "down", "lay off", "discard"} <= set(did)
    assert did.count("discard") == 5
    assert one.view().scores[0].winner == 0
    assert one.reads().startswith("Press “Next hand”: its contract is another one. What is left in a hand counts")


def test_the_guide_explains_a_buy_while_one_may_be_made() -> None:
    one = learner()
    asked = []
    while not one.view().scores:
        one.wait()
        words = one.reads()
        if "May I?" in words:
            asked.append(words)
            assert one.view().turn != 0
        one.obey(words)
    assert asked
    assert all(words.startswith("Press “Pass”. “May I?”: out of turn you may have the ") for words in asked)
    assert any("with 2 from the stock on top" in words for words in asked)


@pytest.mark.parametrize("seed", range(4))
def test_the_guide_holds_whatever_else_is_done(seed: int) -> None:
    """Random legal moves and a muddled hand for a while: the guide still says what can be done, and doing it works."""
    one, chance = learner(), Random(seed)
    for _ in range(25):
        one.wait()
        if one.view().scores:
            break
        shown = one.guide()
        assert shown is not None
        assert shown.deed
        assert shown.why
        action = format_action(chance.choice(list(legal_in(one.view(), most_ways=1))))
        made = move_make(
            table=one.table, player=one.player, seen=one.table.version, key=uuid4().hex, action=action, now=one.now
        )
        assert isinstance(made, Made)
    while not one.view().scores:
        one.wait()
        if one.view().scores:
            break
        one.obey(one.reads())


def test_a_card_in_a_tray_is_taken_back_before_it_is_thrown() -> None:
    one = learner()
    one.obey(one.reads())
    one.wait()
    words = one.reads()
    thrown = re.match(r"Pick the (.+?) and press “Discard”", words)
    assert thrown
    one.play("put 0", one.code(thrown[1]))
    assert one.reads().startswith(f"Open “Go down” and press “Take all back”, then discard the {thrown[1]}.")
    one.play("clear")
    assert one.reads() == words


def test_the_guide_is_switched_off_and_on_again() -> None:
    one = learner()
    assert "Play without the guide" in one.visitor.get(f"{one.path}more/").text
    one.visitor.post(f"{one.path}guide/", guide="0")
    assert one.reads() == ""
    assert "Play with the guide" in one.visitor.get(f"{one.path}more/").text
    one.visitor.post(f"{one.path}guide/", guide="1")
    assert one.reads()


def test_coming_back_to_learn_leads_to_the_hand_that_goes_on() -> None:
    one = learner()
    one.visitor.post(f"{one.path}guide/", guide="0")
    assert one.visitor.post("/t/learn/").headers["Location"] == one.path
    assert one.reads()
    while not one.view().scores:
        one.wait()
        one.obey(one.reads())
    hand_ready(table=one.table, player=one.player, now=one.now)
    assert one.visitor.post("/t/learn/").headers["Location"] != one.path


def test_nobody_waits_for_a_learner() -> None:
    """There is no deadline by which a bot would play, however long somebody reads."""
    one = learner()
    one.wait()
    assert one.table.deadline is None
    one.now += timedelta(days=3)
    clock.advance(one.table, one.now)
    assert one.table.chairs.get(seat=0).away_since is None


def test_a_learner_may_have_a_name_already() -> None:
    visitor = Visitor.named("Ana")
    path = visitor.post("/t/learn/").headers["Location"]
    assert Table.objects.get(code=path.split("/")[2]).chairs.get(seat=0).name == "Ana"


def test_among_people_there_is_no_guide_unless_all_may_ask_the_coach() -> None:
    here = company(3)
    assert here.at(0).post(f"{here.path}guide/", guide="1").status_code == 422
    guide_set(table=here.table, player=here.visitors[0].player, guide=True)
    assert 'id="guide"' not in here.at(0).get(here.path).text
    table_options(table=here.table, player=here.visitors[0].player, options=Options(coach=True))
    assert 'id="guide"' in here.at(0).get(here.path).text
    assert 'id="guide"' not in here.at(1).get(here.path).text


def test_the_page_about_shuffles_says_that_these_cards_were_chosen() -> None:
    one = learner()
    assert "were chosen" in one.visitor.get(f"{one.path}shuffle/").text
    here = company(3)
    assert "were chosen" not in here.at(0).get(f"{here.path}shuffle/").text


def test_the_guide_speaks_dutch() -> None:
    one = learner()
    with override("nl"):
        shown = one.guide()
    assert shown is not None
    assert shown.deed.startswith("Druk op")


def test_against_bots_nobody_needs_a_name() -> None:
    visitor = Visitor()
    form = {"rules": "shanghai-7", "seats": "4", "pace": "live", "name": ""}
    assert visitor.post("/t/open/", do="friends", **form).status_code == 422
    answer = visitor.post("/t/open/", do="bots", **form)
    assert answer.status_code == 303
    assert 'id="hand"' in visitor.get(answer.headers["Location"]).text
    # What stands for a name is not offered as one.
    assert 'value="Guest"' not in visitor.get("/t/").text
