"""Figures of a circle's finished games, against sums done by hand."""

import pytest
from django.core.cache import cache

from scorekeeper.figures import Play, Seat, make_figures
from tests.scorekeeper.tables import Phone


def seat(name: str, *points: int, won: bool = False) -> Seat:
    plays = tuple(Play(hand, value, value == 0, f"contract {hand}") for hand, value in enumerate(points, start=1))
    return Seat(name, sum(points), won, plays)


MATCHES = (
    (seat("Ana", 0, 10, won=True), seat("Ben", 25, 0)),
    (seat("ana", 0, 0, won=True), seat("Ben", 30, 20), seat("Cy", 5, 5)),
    (seat("Ana", 50, 5), seat("Ben", 0, 0, won=True)),
    (seat("Ana", 0, 20, won=True), seat("Cy", 10, 15)),
)


def test_wins_averages_best_and_worst_hands() -> None:
    figures = make_figures("Shanghai", MATCHES, lowest=True)
    assert figures.games == 4
    ana, ben, cy = figures.people
    assert (ana.name, ana.games, ana.wins, ana.share) == ("Ana", 4, 3, "75 %")
    assert (ana.average, ana.hand_average) == ("21.3", "10.6")  # 85 / 4 and 85 / 8, halves up
    assert (ana.best, ana.worst, ana.outs) == ("0", "50", "50 %")
    assert (ana.streak, ana.running) == (2, 1)
    assert (ben.games, ben.wins, ben.share, ben.streak, ben.running) == (3, 1, "33 %", 1, 1)
    assert (cy.games, cy.wins, cy.average) == (2, 0, "17.5")


def test_head_to_head_counts_only_games_together() -> None:
    figures = make_figures("Shanghai", MATCHES, lowest=True)
    assert [duel.name for duel in figures.duels] == ["Ana", "Ben", "Cy"]
    assert [duel.cells for duel in figures.duels] == [
        (None, "2/3", "2/2"),
        ("1/3", None, "0/1"),
        ("0/2", "1/1", None),
    ]


def test_contracts_say_what_they_cost_and_who_went_out() -> None:
    first, second = make_figures("Shanghai", MATCHES, lowest=True).contracts
    assert (first.hand, first.contract, first.average, first.played) == (1, "contract 1", "13.3", 9)
    assert first.best == "Ana (3)"
    assert second.average == "8.3"


def test_highest_wins_turns_best_and_ahead_around() -> None:
    matches = ((seat("Ana", 10, 40, won=True), seat("Ben", 5, 0)),)
    figures = make_figures("Any", matches, lowest=False)
    assert (figures.people[0].best, figures.people[0].worst) == ("40", "10")
    assert figures.duels[0].cells == (None, "1/1")
    assert figures.chart is None  # one game makes no line


def test_negative_averages_round_away_from_zero() -> None:
    figures = make_figures("Any", ((seat("Ana", -25, -50, won=True), seat("Ben", 0, 5)),), lowest=True)
    assert figures.people[0].average == "−75.0"
    assert figures.people[0].hand_average == "−37.5"


@pytest.mark.django_db
def test_page_shows_only_finished_games_of_this_phone() -> None:
    cache.clear()
    phone = Phone()
    phone.begin("Ana", "Ben")
    phone.hand(1, Ana=0, Ben=25)
    assert "is finished yet" in phone.client.get("/s/figures/").text
    phone.send("end", hand=1)
    for _game in range(2):
        phone.begin("Ana", "Ben")
        phone.hand(1, Ana=20, Ben=0)
        phone.send("end", hand=1)
    page = phone.client.get("/s/figures/").text
    assert "3 games" in page
    assert "2 (67 %)" in page
    assert "polyline" in page
    assert "Ana" not in Phone().client.get("/s/figures/").text
