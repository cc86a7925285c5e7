"""Who somebody is: cookies, codes, seat links."""

import pytest
from django.http import HttpResponse
from django.test import RequestFactory

from referee.models import Chair, Player
from referee.tables import codes, identity
from referee.tables.errors import NotYours, TableRefused
from referee.tables.services import chair_link, chair_move, chair_take, table_open
from tests.referee.tables.gatherings import gathered, person

pytestmark = pytest.mark.django_db


def test_cookie_names_its_player_and_nobody_else() -> None:
    player, cookie = identity.player_make("Ana")
    assert identity.player_of({identity.COOKIE: cookie}) == player
    for other in ("", "x", cookie[:-1], cookie.replace(":", "x:", 1), "a" * 5000, f"{player.token_hash}:x"):
        assert identity.player_of({identity.COOKIE: other}) is None


def test_database_does_not_hold_the_cookies_secret() -> None:
    player, cookie = identity.player_make("Ana")
    secret = cookie.partition(":")[0]
    assert len(secret) >= 22
    assert secret not in str(Player.objects.filter(pk=player.pk).values())


def test_cookie_is_kept_from_scripts() -> None:
    response = HttpResponse()
    identity.keep_player(response, identity.player_make("Ana")[1])
    cookie = response.cookies[identity.COOKIE]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"


def test_name_is_tidied_or_refused() -> None:
    assert identity.read_name("  Ana \u200b  Maria\n") == "Ana Maria"
    for name in ("", "   ", "\u202e", "x" * 25):
        with pytest.raises(identity.NameRefused):
            identity.read_name(name)


def test_request_without_a_player_gets_one_with_a_cookie() -> None:
    request = RequestFactory().get("/")
    player, cookie = identity.player_or_new(request, "Ana")
    assert cookie is not None
    request.COOKIES[identity.COOKIE] = cookie
    assert identity.player_or_new(request, "Anna") == (player, None)
    player.refresh_from_db()
    assert player.name == "Anna"


def test_codes_are_clear_and_read_as_people_type_them() -> None:
    made = {codes.new_code() for _ in range(200)}
    assert len(made) == 200
    for code in made:
        assert codes.is_code(code)
        assert not set(code) & set("01OIL")
        assert codes.read_code(f" {code[:3].lower()}-{code[3:]} ") == code


def test_seat_link_moves_the_seat_and_is_void_then() -> None:
    """S34: opened in a chat app's own browser, which is another person to the server."""
    here = gathered()
    phone = person("the other browser")
    _, secret = chair_link(table=here.table, player=here.people[1])
    chair = chair_move(seat_secret=secret, player=phone)
    assert (chair.seat, chair.player, chair.name) == (1, phone, "Ben")
    with pytest.raises(NotYours):
        chair_move(seat_secret=secret, player=person("thief"))
    with pytest.raises(NotYours):
        chair_link(table=here.table, player=here.people[1])


def test_new_seat_link_voids_the_old_one() -> None:
    here = gathered()
    _, old = chair_link(table=here.table, player=here.people[1])
    _, new = chair_link(table=here.table, player=here.people[1])
    with pytest.raises(NotYours):
        chair_move(seat_secret=old, player=person("thief"))
    assert chair_move(seat_secret=new, player=person("phone")).seat == 1


def test_guessed_secret_opens_nothing() -> None:
    here = gathered()
    assert Chair.objects.filter(table=here.table, secret_hash="").count() == 0
    for guess in ("", "x", here.table.code, "A" * 22):
        with pytest.raises(NotYours):
            chair_move(seat_secret=guess, player=person("thief"))


def test_stranger_with_a_name_in_use_gets_no_seat_of_others() -> None:
    """S33, S45: the name is told apart, the seat stays its owner's."""
    ana, other = person("Ana"), person("Ana")
    table = table_open(host=ana, game="rummy", rules="shanghai-7", pace="live", seats=3)
    first, _ = chair_take(table=table, player=ana, name="Ana")
    second, _ = chair_take(table=table, player=other, name="ana")
    assert (first.seat, second.seat, second.name) == (0, 1, "ana 2")
    again, _ = chair_take(table=table, player=ana, name="Ana")
    assert again.seat == 0
    with pytest.raises(TableRefused):
        chair_take(table=table, player=person("Cem"), name="Cem", seat=1)


def test_seat_cannot_be_moved_to_somebody_who_sits_at_the_table() -> None:
    here = gathered()
    _, secret = chair_link(table=here.table, player=here.people[1])
    with pytest.raises(TableRefused):
        chair_move(seat_secret=secret, player=here.people[2])
    assert here.owner(1) == here.people[1]
