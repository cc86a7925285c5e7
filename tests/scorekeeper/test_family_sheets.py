"""Sheets of games that count otherwise: contracts of one's own, and bonuses that no hand of cards tells."""

import re

import pytest
from django.test import Client

from referee.engine.rummy.ruledoc import load_rules
from scorekeeper.changes import Enter, Score, dump_change, load_change
from scorekeeper.exchange import dump_json, load_json
from scorekeeper.games import Game, named_game
from scorekeeper.models import Sheet
from scorekeeper.spreadsheet import dump_csv, load_csv
from scorekeeper.standings import Standings
from tests.scorekeeper.sheet_logs import Log
from tests.scorekeeper.tables import Phone

FRUSTRATION = named_game("frustration")


def begin(client: Client, game: str) -> str:
    sent = {"game": game, "name1": "Ana", "name2": "Ben", "dealer": "1"}
    return client.post("/s/new/", sent, follow=True).request["PATH_INFO"]


def test_a_game_of_ones_own_contracts_has_no_last_hand():
    game = named_game("frustration")
    assert game.hands is None
    assert game.contract(1) is None
    assert str(named_game("shanghai-7").contract(2)) == "S3+R4"


@pytest.mark.django_db
def test_a_sheet_of_ones_own_contracts_goes_on_and_names_everybodys(client: Client):
    page = client.get(begin(client, "frustration"))
    assert page.status_code == 200
    assert "Hand 1" in page.text
    assert re.findall(r'data-own="(\d)">([^<]*)<', page.text) == [("1", "3 sets of 3"), ("2", "3 sets of 3")]


@pytest.mark.django_db
def test_a_table_of_ones_own_contracts_says_what_it_knows(client: Client):
    home = begin(client, "frustration")
    table = client.get(f"{home}table/").text
    assert "3 sets of 3" in table
    assert "1 of 14" in table
    assert "Points left in the hand" in table
    assert "Jokers when going down" not in table


@pytest.mark.django_db
def test_where_nobody_buys_no_buys_are_counted(client: Client):
    table = client.get(f"{begin(client, 'carioca-8')}table/").text
    assert "Jokers when going down" in table
    assert "Buys used" not in table
    assert "Who gets this card?" not in table


@pytest.mark.django_db
def test_wild_card_of_a_rook_deck_is_no_joker(client: Client):
    page = client.get(f"{begin(client, 'rook-10')}claim/").text
    assert "<span>Rook</span>" in page
    assert "It is a joker" not in page


@pytest.mark.django_db
def test_an_exact_cut_is_one_tap_where_the_rules_have_it(client: Client):
    home = begin(client, "liverpool")
    players = client.get(f"{home}players/")
    assert "Exact cut \N{MINUS SIGN}50" in players.text
    assert [bonus.points for bonus in named_game("liverpool").bonuses] == [-50]
    assert named_game("shanghai-7").bonuses == ()
    assert "Exact cut" not in client.get(f"{begin(client, 'shanghai-7')}players/").text
    assert Sheet.objects.count() == 2


# Who has met which contract ---------------------------------------------------------------------------------------


def strip(phone: Phone) -> list[str]:
    """The contracts of the strip, in the order of the seats."""
    return re.findall(r'data-own="\d">([^<]*)<', phone.page())


def met_log(*hands: tuple[tuple[int, bool], tuple[int, bool]], game: Game = FRUSTRATION) -> Log:
    """Ana's and Ben's points and whether they met their contract, hand by hand."""
    log = Log("Ana", "Ben", game=game)
    for hand, scores in enumerate(hands, start=1):
        for player, (points, met) in zip(("ana", "ben"), scores, strict=True):
            log.add(Enter(player, hand, Score(points, out=points == 0, met=met)))
    return log


@pytest.mark.django_db
def test_contract_that_was_met_leads_to_the_next_one():
    phone = Phone()
    phone.begin("Ana", "Ben", game="frustration")
    phone.score("Ana", 1, 0)  # whoever goes out has met the contract
    phone.score("Ben", 1, 25, met="1")
    assert strip(phone) == ["1 set of 3 and 1 run of 4"] * 2
    phone.send("score", player=phone.player("Ana"), hand=2, out=0)
    phone.score("Ben", 2, 40)
    assert strip(phone) == ["2 sets of 3 and 1 run of 4", "1 set of 3 and 1 run of 4"]
    assert phone.page().count('data-met="1"') == 3
    assert "Ben, hand 1: 25, contract met" in phone.page("history/")
    assert "2 of 14" in phone.page("table/")


@pytest.mark.django_db
def test_pad_names_the_players_own_contract_and_keeps_the_mark_without_a_script():
    phone = Phone()
    phone.begin("Ana", "Ben", game="frustration")
    phone.score("Ana", 1, 30, met="1")
    phone.score("Ben", 1, 30)
    for number, words in (("1", "1 set of 3 and 1 run of 4"), ("2", "3 sets of 3")):
        assert f'<span class="pad__asks">{words}</span>' in phone.page(f"hand/2/{number}/")
    assert 'name="met" value="1" checked' in phone.page("hand/1/1/")
    assert 'name="met" value="1" checked' not in phone.page("hand/1/2/")
    pressed = {"kind": "score", "player": phone.player("Ben"), "hand": 2, "taps": "1", "met": "1", "plus": "0"}
    again = phone.client.post(phone.url("operations/"), pressed)
    assert 'name="met" value="1" checked' in phone.client.get(again["Location"]).text


@pytest.mark.django_db
def test_mark_is_taken_back_with_its_score():
    phone = Phone()
    phone.begin("Ana", "Ben", game="frustration")
    phone.score("Ana", 1, 30, met="1")
    phone.score("Ana", 1, 30)
    assert not phone.book.standings.has_met(phone.player("Ana"), 1)
    phone.send("undo", target=phone.book.entries[-1].uuid)
    assert phone.book.standings.has_met(phone.player("Ana"), 1)


@pytest.mark.django_db
def test_two_phones_that_differ_on_a_contract_are_asked():
    phone = Phone()
    phone.begin("Ana", "Ben", game="frustration")
    other, saw = Phone(phone.key), phone.book.ledger.revision
    phone.score("Ben", 1, 30, met="1", saw=saw)
    other.score("Ben", 1, 30, saw=saw)
    page = phone.page()
    assert "Ben, hand 1: which is right?" in page
    assert "<strong>30, contract met</strong>" in page
    last = phone.book.entries[-1].seq
    phone.send("settle", player=phone.player("Ben"), hand=1, choice=last - 1)
    assert phone.book.standings.has_met(phone.player("Ben"), 1)


@pytest.mark.django_db
def test_other_games_keep_no_contracts():
    phone = Phone()
    phone.begin("Ana", "Ben")
    phone.score("Ana", 1, 25, met="1")
    page = phone.page("hand/1/1/")
    assert "data-met" not in page
    assert 'name="met"' not in page
    assert phone.book.ledger.score(phone.player("Ana"), 1) == Score(25)


def test_score_with_a_mark_is_written_and_read():
    change = Enter("ana", 1, Score(25, met=True))
    assert load_change(*dump_change(change)) == change
    assert dump_change(Enter("ana", 1, Score(25)))[1] == {"player": "ana", "hand": 1, "points": 25}
    assert not Score(25, met=True).agrees(Score(25))


def test_more_contracts_come_before_fewer_points():
    log = met_log(((0, True), (50, False)), ((90, True), (10, False)))
    assert log.standings.leaders == ("ana",)
    assert [rank.rank for rank in log.standings.ranking] == [1, 2]
    assert log.standings.total("ana") > log.standings.total("ben")


def test_as_long_as_nobody_marks_points_alone_make_the_ranks():
    log = met_log(((0, True), (10, False)), ((90, False), (0, True)), ((90, False), (40, False)))
    assert not log.standings.tells_contracts
    assert log.standings.leaders == ("ben",)


def test_game_ends_with_the_hand_in_which_the_last_contract_is_met():
    game = Game(rules=load_rules({"base": "frustration", "set": {"contracts": ["2S3", "S3+R4"]}}))
    log = met_log(((0, True), (50, True)), ((20, False), (30, False)), game=game)
    assert not log.standings.is_over
    log.score("ana", 3, 40)
    assert not log.standings.is_over
    log.add(Enter("ben", 3, Score(15, met=True)))
    assert log.standings.is_over
    assert log.standings.hands == 3
    assert log.standings.leaders == ("ben",)


def test_game_ends_with_the_most_hands_that_the_rules_allow():
    settings = {"contracts": ["2S3", "S3+R4"], "most_hands": 3}
    game = Game(rules=load_rules({"base": "frustration", "set": settings}))
    log = met_log(*([((20, False), (30, False))] * 3), game=game)
    assert (log.standings.is_over, log.standings.hands) == (True, 3)


@pytest.mark.django_db
def test_marks_go_out_and_in_as_table_and_as_log():
    phone = Phone()
    phone.begin("Ana", "Ben", game="frustration")
    phone.score("Ana", 1, 0)
    phone.score("Ben", 1, 25, met="1")
    phone.score("Ana", 2, 45)
    phone.score("Ben", 2, 30, met="1")
    table = dump_csv(phone.book)
    assert "1 met,1,1" in table
    assert "2 met,,1" in table
    for loaded in (load_csv(table, FRUSTRATION), load_json(dump_json(phone.book))):
        log = Log(game=loaded.game)
        log.entries = list(loaded.entries)
        standings: Standings = log.standings
        ana, ben = (player.id for player in standings.ledger.players)
        assert [standings.met_before(player, 3) for player in (ana, ben)] == [1, 2]
        assert standings.total(ben) == 55


def test_marks_of_a_game_without_own_contracts_are_not_read():
    loaded = load_csv("hand,Ana,Ben\n1,0,25\n1 met,1,1\n2,5,0\n", named_game("shanghai-7"))
    scores = [entry.change.score for entry in loaded.entries if isinstance(entry.change, Enter)]
    assert [score.points for score in scores] == [0, 25, 5, 0]
    assert not any(score.met for score in scores)
