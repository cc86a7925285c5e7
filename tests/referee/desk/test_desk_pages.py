"""The desk's pages: what is asked by address, and how the ruling is told."""

import re
from html import unescape

import pytest
from django.test import Client
from django.utils.html import strip_tags

from referee.desk.mishaps import MISHAPS
from referee.desk.pages import PAGES
from referee.engine.rulebook import RULEBOOK

HTMX = {"HX-Request": "true"}


def said(client: Client, page: str, **asked: str) -> str:
    """The live ruling as plain text."""
    response = client.get(f"/referee/{page}/", asked, headers=HTMX)
    assert response.status_code == 200
    return re.sub(r"\s+", " ", unescape(strip_tags(response.text))).strip()


@pytest.mark.parametrize("key", [*PAGES, "", "last", "protocol"])
def test_page_answers_without_a_question(client: Client, key: str) -> None:
    response = client.get(f"/referee/{key}/" if key else "/referee/")
    assert response.status_code == 200
    assert response.text.count("<h1") == 1


def test_home_asks_as_people_do(client: Client) -> None:
    page = client.get("/referee/").text
    for asked in PAGES.values():
        assert str(asked.title) in page


# Meld ---------------------------------------------------------------------------------------------------------------


def test_meld_legal_shows_where_the_joker_stands(client: Client) -> None:
    response = client.get("/referee/meld/", {"rules": "shanghai-7", "cards": "5h 6♥ 7H jk"}, headers=HTMX)
    assert 'aria-label="run, 5 to 8 of hearts, joker as 8"' in response.text
    assert "a run of hearts from 5 to 8" in response.text


def test_meld_with_ace_and_joker_offers_the_legal_order(client: Client) -> None:
    """S13: illegal as laid, and the answer says which order is legal."""
    response = client.get("/referee/meld/", {"rules": "shanghai-7", "cards": "QH KH AH JK"}, headers=HTMX)
    assert "Not legal" in response.text
    assert "/rules/shanghai-7/#rule-2.4" in response.text
    offered = re.search(r'href="/referee/meld/(\?[^"]+)"', response.text)
    assert offered
    again = client.get("/referee/meld/" + unescape(offered[1]), headers=HTMX)
    assert "run, jack to ace of hearts, joker as jack" in again.text


def test_meld_in_a_bag_offers_every_reading(client: Client) -> None:
    text = said(client, "meld", rules="shanghai-7", cards="5H 6H 7H JK", bag="on")
    assert "several ways" in text
    assert text.count("I mean this one") == 2


def test_meld_points_at_the_card_that_is_wrong(client: Client) -> None:
    response = client.get("/referee/meld/", {"rules": "shanghai-7", "cards": "7H 7S 8D"}, headers=HTMX)
    pointed = re.findall(r'card--pointed" role="img" aria-label="([^"]+)"', response.text)
    assert pointed == ["8 of diamonds"]


def test_meld_on_the_table_has_the_table_limit(client: Client) -> None:
    jokers = {"rules": "shanghai-10", "cards": "5H JK JK 8H"}
    assert said(client, "meld", **jokers).startswith("Not legal")
    assert said(client, "meld", **jokers, on="table").startswith("Legal")


def test_meld_of_rook_cards(client: Client) -> None:
    assert said(client, "meld", rules="rook-10", cards="13R 14R 1R JK").startswith("Not legal")
    assert said(client, "meld", rules="rook-10", cards="12R 13R 14R JK").startswith("Legal")


@pytest.mark.parametrize(
    ("cards", "told"),
    [("7H 7X", "“7X” is no card here"), ("7H " * 61, "At most 60 cards"), ("<b>", "“<b>” is no card here")],
)
def test_meld_that_cannot_be_read_is_told(client: Client, cards: str, told: str) -> None:
    assert told in said(client, "meld", rules="shanghai-7", cards=cards)


def test_page_without_script_shows_the_ruling(client: Client) -> None:
    page = client.get("/referee/meld/", {"rules": "shanghai-7", "cards": "7H 7S 7D"}).text
    assert 'data-ruling="legal"' in page
    assert 'value="7H 7S 7D"' in page


# Contract -----------------------------------------------------------------------------------------------------------


def test_contract_has_a_row_for_each_meld(client: Client) -> None:
    page = client.get("/referee/contract/", {"rules": "shanghai-7", "hand": "5"}).text
    assert re.findall(r'name="(m\d)"', page) == ["m1", "m2", "m3"]


def test_contract_longer_run_is_shorthand(client: Client) -> None:
    asked = {"rules": "shanghai-7", "hand": "2", "m1": "7H 7S 7D", "m2": "4H 5H 6H 7H 8H"}
    text = said(client, "contract", **asked)
    assert text.startswith("Legal This is the contract of hand 2.")
    assert "laid off on it in the same turn" in text
    assert said(client, "contract", **asked | {"rules": "shanghai-10"}).startswith("Not legal")


def test_contract_of_one_rank_twice_is_refused_with_its_rule(client: Client) -> None:
    asked = {"rules": "shanghai-7", "hand": "1", "m1": "8H 8S 8D", "m2": "8C 8H 8S"}
    response = client.get("/referee/contract/", asked, headers=HTMX)
    assert "Not legal" in response.text
    assert "#rule-3.4" in response.text


def test_contract_order_of_melds_is_free(client: Client) -> None:
    """S8: run first, set second."""
    asked = {"rules": "shanghai-7", "hand": "2", "m1": "4H 5H 6H 7H", "m2": "7C 7S 7D"}
    assert said(client, "contract", **asked).startswith("Legal")


def test_contract_unfinished_says_what_is_missing(client: Client) -> None:
    text = said(client, "contract", rules="shanghai-7", hand="5", m1="7H 7S 7D")
    assert text.startswith("So far")
    assert "2 melds are still missing" in text
    assert "Good by itself" in text


def test_contract_with_a_card_not_held_names_it(client: Client) -> None:
    """S10: the card that the player does not hold is named."""
    asked = {"rules": "shanghai-7", "hand": "1", "m1": "8H 8S 8D", "m2": "KS KH KD", "held": "8H 8S 8D KS KH 2C"}
    response = client.get("/referee/contract/", asked, headers=HTMX)
    assert re.findall(r'card--pointed" role="img" aria-label="([^"]+)"', response.text) == ["king of diamonds"]


def test_contract_that_empties_the_hand_says_so(client: Client) -> None:
    cards = {"m1": "8H 8S 8D", "m2": "KS KH KD"}
    text = said(client, "contract", rules="shanghai-7", hand="1", **cards, held=" ".join(cards.values()))
    assert "the hand is over" in text


# Table --------------------------------------------------------------------------------------------------------------


def test_fit_shows_every_place(client: Client) -> None:
    """S9: a card that fits a set and a run; nobody guesses."""
    text = said(client, "fit", rules="shanghai-7", card="8S", t1="5S 6S 7S JK=4S", t2="8H 8D 8C")
    assert "The card fits in several places" in text


def test_fit_keeps_the_joker_in_its_place(client: Client) -> None:
    """S11: the joker is still the 4 after the 8 was laid off."""
    asked = {"rules": "shanghai-7", "card": "8S", "t1": "JK 5S 6S 7S"}
    page = client.get("/referee/fit/", asked, headers=HTMX).text
    assert 'aria-label="run, 4 to 8 of spades, joker as 4"' in page


def test_fit_of_another_suit_is_refused(client: Client) -> None:
    assert said(client, "fit", rules="shanghai-7", card="8H", t1="4S 5S 6S 7S").startswith("Not legal")


def test_fit_in_the_turn_of_going_down_depends_on_the_rules(client: Client) -> None:
    asked = {"card": "8S", "t1": "4S 5S 6S 7S", "when": "now"}
    assert said(client, "fit", rules="shanghai-7", **asked).startswith("Legal")
    assert said(client, "fit", rules="shanghai-10", **asked).startswith("Not legal")


def test_fit_on_what_is_no_meld_is_told(client: Client) -> None:
    assert "no meld" in said(client, "fit", rules="shanghai-7", card="8S", t1="4S 9H")


def test_swap_offers_both_ends(client: Client) -> None:
    text = said(client, "swap", rules="shanghai-10", meld="5C 6C JK 8C 9C", card="7C")
    assert text.startswith("Legal")
    assert text.count("Move it there") == 2


def test_swap_of_the_wrong_card_is_refused(client: Client) -> None:
    """S14: the 4 is not what the joker stands for."""
    text = said(client, "swap", rules="shanghai-10", meld="5H 6H 7H JK=8H", card="4H")
    assert "Only the very card" in text


def test_swap_without_room_is_refused(client: Client) -> None:
    """S16: both ends of the run are blocked."""
    run = "AH 2H 3H 4H 5H 6H JK 8H 9H TH JH QH KH AH"
    assert "no free place" in said(client, "swap", rules="shanghai-10", meld=run, card="7H")


def test_swap_is_off_in_the_seven_hand_rules(client: Client) -> None:
    assert "no joker swap" in said(client, "swap", rules="shanghai-7", meld="5C 6C JK 8C", card="7C")


def test_shanghai_call_needs_a_card_that_fits(client: Client) -> None:
    table = {"rules": "shanghai-7", "hand": "2", "t1": "9C 9H 9D"}
    assert said(client, "shanghai", **table, card="9S").startswith("Legal")
    assert said(client, "shanghai", **table, card="8S").startswith("Not legal")
    assert "no Shanghai call" in said(client, "shanghai", **table | {"rules": "shanghai-10"}, card="9S")


def test_shanghai_declared_protects(client: Client) -> None:
    asked = {"rules": "shanghai-7", "hand": "2", "t1": "9C 9H 9D", "card": "9S"}
    assert "protected" in said(client, "shanghai", **asked, who="me")
    assert said(client, "shanghai", **asked, declared="on").startswith("Not legal")


# Claim, count, hand -------------------------------------------------------------------------------------------------


def test_claim_goes_to_the_one_whose_turn_comes_sooner(client: Client) -> None:
    """S17: seat 3 asks first, seat 2 second; seat 2 gets it and pays."""
    text = said(client, "claim", rules="shanghai-7", card="9C", call2="buy", call3="buy")
    assert text.startswith("Player 3 gets it")
    assert "2 cards from the stock" in text
    assert "Player 4:" in text


def test_claim_by_a_player_who_is_down(client: Client) -> None:
    """S21: in the ten-hand rules a player who is down is refused."""
    text = said(client, "claim", rules="shanghai-10", card="9C", call2="buy", down2="on")
    assert text.startswith("Nobody gets it")
    assert "does not buy" in text


def test_claim_beyond_the_limit(client: Client) -> None:
    assert "no buy left" in said(client, "claim", rules="shanghai-7", card="9C", call2="buy", buys2="2")


def test_claim_shanghai_before_buyer(client: Client) -> None:
    """S23: Shanghai beats a buyer."""
    asked = {"rules": "shanghai-7", "hand": "2", "card": "9C", "t1": "9S 9H 9D", "call2": "buy", "call3": "shanghai"}
    assert said(client, "claim", **asked).startswith("Player 4 gets it")
    assert said(client, "claim", **asked, declared="on").startswith("Nobody gets it")


@pytest.mark.parametrize(("players", "rows"), [("3", 3), ("5", 5), ("99", 5), ("x", 4)])
def test_claim_has_a_row_for_each_player(client: Client, players: str, rows: int) -> None:
    page = client.get("/referee/claim/", {"rules": "shanghai-7", "players": players}).text
    assert page.count('class="seat"') == rows


@pytest.mark.parametrize(
    ("rules", "cards", "told"),
    [
        ("shanghai-7", "9S KD 3C", "25 points"),
        ("shanghai-7", "AS 6D JK", "75 points"),
        ("shanghai-10", "AS 6D JK", "50 points"),
        ("rook-10", "1R 14G", "30 points"),
    ],
)
def test_count_adds_up(client: Client, rules: str, cards: str, told: str) -> None:
    assert said(client, "count", rules=rules, cards=cards).startswith(told)


def test_hand_that_can_go_out_is_found(client: Client) -> None:
    """S5: the seven of hearts belongs in the run; the first three sevens would miss it."""
    asked = {"rules": "shanghai-7", "hand": "2", "cards": "7H 7S 7D 7C 4H 5H 6H KS"}
    page = client.get("/referee/hand/", asked, headers=HTMX).text
    assert "You can go out now" in page
    assert "run, 4 to 7 of hearts" in page
    assert re.search(r"Discard the last one.*king of spades", page, flags=re.DOTALL)


def test_hand_lays_off_on_the_table_s_melds(client: Client) -> None:
    cards = "7H 7S 7D 9C 9S 9D 2S 2D QH QD QC"
    asked = {"rules": "shanghai-7", "hand": "1", "cards": cards, "t1": "2H 2C 2S", "t2": "QS QH QC"}
    text = said(client, "hand", **asked)
    assert "on meld 1 of the table" in text or "on meld 2 of the table" in text


def test_hand_says_what_to_wait_for(client: Client) -> None:
    asked = {"rules": "shanghai-7", "hand": "1", "players": "4", "cards": "7H 7S KD KC 2S 3D 4H 9C JS AC QC"}
    text = said(client, "hand", **asked)
    assert text.startswith("2 cards away")
    # Of 108 cards 97 are unseen; two sevens and two kings of the hand are not among the eight of each rank.
    found = re.search(r"Of the 97 cards you cannot see (\d+) help", text)
    assert found
    assert int(found[1]) > 12


def test_hand_says_what_to_throw_after_the_draw(client: Client) -> None:
    asked = {"rules": "shanghai-7", "hand": "1", "players": "4", "cards": "7H 7S KD KC 2S 3D 4H 9C JS AC QC 5D"}
    page = client.get("/referee/hand/", asked).text
    assert re.search(r"No near way to the contract uses these.*ace of clubs.*2 of spades", page, flags=re.DOTALL)
    before = asked | {"cards": "7H 7S KD KC 2S 3D 4H 9C JS AC QC"}
    assert "throw the dearest first" not in client.get("/referee/hand/", before).text


def test_hand_does_not_wait_for_cards_that_were_seen(client: Client) -> None:
    asked = {"rules": "shanghai-7", "hand": "1", "cards": "7H 7S KD KC KH 2S 3D 4H 9C JS"}
    helps = [said(client, "hand", **asked), said(client, "hand", **asked, seen="7D 7D 7C 7C")]
    counts = [int(re.search(r"cannot see (\d+) help", text)[1]) for text in helps]  # type: ignore[index]
    unseen = [int(re.search(r"Of the (\d+) cards", text)[1]) for text in helps]  # type: ignore[index]
    assert unseen[0] - unseen[1] == 4
    assert counts[0] - counts[1] == 4


# The choice of the game ---------------------------------------------------------------------------------------------


def test_choice_is_remembered(client: Client) -> None:
    client.get("/referee/meld/", {"rules": "shanghai-10", "hand": "8"})
    page = client.get("/referee/contract/").text
    assert "Hand 8: a set of 3 and a run of 10" in page


@pytest.mark.parametrize("asked", [{"rules": "none"}, {"hand": "99"}, {"hand": "-1"}, {"hand": "٣"}])
def test_choice_out_of_range_is_mended(client: Client, asked: dict[str, str]) -> None:
    assert client.get("/referee/meld/", asked).status_code == 200


def test_choice_in_a_broken_cookie_is_ignored(client: Client) -> None:
    client.cookies["desk"] = "nonsense"
    assert "Shanghai Rummy, seven hands" in client.get("/referee/meld/").text


# The log ------------------------------------------------------------------------------------------------------------


def log(client: Client) -> list[str]:
    return re.findall(r'class="log__title" href="([^"]+)"', client.get("/referee/last/").text)


def test_log_shows_the_last_rulings(client: Client) -> None:
    client.get("/referee/meld/?rules=shanghai-7&cards=7H+7S+7D")
    client.get("/referee/count/?rules=shanghai-7&cards=AS+AS")
    client.get("/referee/wrong/?case=drew-twice")
    kept = log(client)
    assert [address.split("?")[0] for address in kept] == ["/referee/wrong/", "/referee/count/", "/referee/meld/"]
    assert client.get(unescape(kept[2])).status_code == 200


def test_log_keeps_a_growing_question_once(client: Client) -> None:
    for cards in ("7H+7S+7D", "7H+7S+7D+JK", "7H+7S+7D+JK+7C"):
        client.get(f"/referee/meld/?rules=shanghai-7&cards={cards}", headers=HTMX)
    assert len(log(client)) == 1
    client.get("/referee/meld/?rules=shanghai-7&cards=2S+2D+2C", headers=HTMX)
    assert len(log(client)) == 2


def test_log_is_short_and_fits_a_cookie(client: Client) -> None:
    for rank in "23456789TJQK":
        for other in "SH":
            query = f"rules=shanghai-7&hand=5&m1={rank}S+{rank}H+{rank}D&m2=A{other}+A{other}+AD&m3=2H+3H+4H+5H"
            client.get(f"/referee/contract/?{query}")
    assert 5 <= len(log(client)) <= 20
    assert len(client.cookies["rulings"].value) < 4000


def test_log_can_be_forgotten(client: Client) -> None:
    client.get("/referee/count/?rules=shanghai-7&cards=AS+AS")
    assert client.post("/referee/last/forget/").status_code == 302
    assert log(client) == []


def test_log_that_was_tampered_with_is_empty(client: Client) -> None:
    client.cookies["rulings"] = "forged:1"
    assert log(client) == []


def test_unfinished_questions_are_not_logged(client: Client) -> None:
    client.get("/referee/contract/?rules=shanghai-7&hand=5&m1=7H+7S+7D")
    assert log(client) == []


# Something went wrong -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", MISHAPS)
def test_mishap_names_rules_and_remedies(client: Client, key: str) -> None:
    mishap = MISHAPS[key]
    assert mishap.remedies
    assert all(number in RULEBOOK for number in mishap.rules)
    page = unescape(client.get(f"/referee/wrong/?case={key}").text)
    assert str(mishap.title) in page
    assert ("table custom" in page) == mishap.is_custom
    assert all(f"#rule-{number}" in page for number in mishap.rules)


def test_mishap_unknown_is_missing(client: Client) -> None:
    assert client.get("/referee/wrong/?case=none").status_code == 404


def test_table_has_room_for_twelve_melds(client: Client) -> None:
    full = {f"t{number}": f"{rank}H {rank}S {rank}D" for number, rank in enumerate("23456789TJQK", start=1)}
    asked = {"rules": "shanghai-7", "hand": "2", "card": "KC"}
    assert "a set of rank K" in said(client, "fit", **asked, **full)
    assert "Meld 12 on the table" in client.get("/referee/fit/").text


def test_claim_counts_the_pile_that_would_be_shuffled(client: Client) -> None:
    asked = {"rules": "shanghai-7", "hand": "1", "card": "9C", "call2": "buy", "stock": "0"}
    assert "Nobody gets it" in said(client, "claim", **asked, discards="2")
    assert "Player 3 gets it" in said(client, "claim", **asked, discards="3")


def test_hand_seven_with_a_card_too_many_is_held_up(client: Client) -> None:
    """The three runs are there, but a hand that has to go down whole leaves no card."""
    cards = "3S 4S 5S 6S 8H 9H TH JH 2C 3C 4C 5C 9D"
    response = client.get("/referee/hand/", {"rules": "shanghai-7", "hand": "7", "cards": cards}, headers=HTMX)
    assert "Not yet" in response.text
    assert "all cards have to go down at once" in response.text
    assert re.search(
        r'Left over at best.*card--pointed" role="img" aria-label="9 of diamonds"', response.text, re.DOTALL
    )
    assert "#rule-3.7" in response.text


def test_hand_page_lists_the_ways_to_go_down(client: Client) -> None:
    asked = {"rules": "shanghai-7", "hand": "1", "cards": "7H 7S 7D 7C 9H 9S 9D 9C KD"}
    page = client.get("/referee/hand/", asked).text
    assert "All 16 ways to go down" in page
    assert "The first 10 are shown" in page
    assert page.count("<summary>") >= 1
    listed = page[page.index("data-folded") :]
    assert listed.count('<ul class="shown" role="list">') == 10
    few = client.get("/referee/hand/", asked | {"cards": "7H 7S 7D 7C 9H 9S 9D KD"}).text
    assert "All 4 ways to go down" in few
    assert "are shown, those with" not in few


def test_hand_page_lists_no_ways_where_there_is_but_one(client: Client) -> None:
    page = client.get("/referee/hand/", {"rules": "shanghai-7", "hand": "1", "cards": "7H 7S 7D 9H 9S 9D KD"}).text
    assert "You can go out now" in page
    assert "data-folded" not in page
