"""A table of a game in which everybody is at a contract of their own: what each seat's page says."""

import pytest

from tests.referee.tables.visitors import company


@pytest.mark.django_db
def test_a_seat_reads_its_own_contract_and_those_of_others():
    here = company(3, rules="frustration")
    page = here.at(1).get(here.path).text
    assert "Hand 1, contract 1 of 14" in page
    assert "3 sets of 3" in page
    assert "1 of 14: 3 sets of 3" in here.at(1).get(f"{here.path}player/0/").text


@pytest.mark.django_db
def test_who_shares_the_hands_contract_reads_of_the_hand_alone():
    here = company(3)
    assert "Hand 1 of 7" in here.at(1).get(here.path).text
