"""The chosen look: cookies in, attributes out."""

from django.test import Client


def test_theme_is_kept_and_shown(client: Client) -> None:
    response = client.post("/appearance/", {"theme": "dark", "next": "/"})
    assert response.status_code == 302
    assert response.headers["Location"] == "/"
    assert '<html lang="en" data-theme="dark">' in client.get("/").text


def test_first_choice_needs_no_attribute(client: Client) -> None:
    client.post("/appearance/", {"theme": "dark"})
    client.post("/appearance/", {"theme": "system"})
    assert '<html lang="en">' in client.get("/").text


def test_unknown_looks_count_as_the_first(client: Client) -> None:
    client.cookies["theme"] = '"><script>'
    assert '<html lang="en">' in client.get("/").text
    client.post("/appearance/", {"theme": "plaid"})
    assert client.cookies["theme"].value == "system"


def test_cards_of_two_colours_with_large_numbers(client: Client) -> None:
    client.post("/appearance/", {"suits": "two", "index": "big"})
    page = client.get("/appearance/").text
    assert '<html lang="en" data-suits="two" data-index="big">' in page
    assert 'value="two" checked' in page


def test_way_back_stays_on_this_site(client: Client) -> None:
    response = client.post("/appearance/", {"theme": "light", "next": "https://elsewhere.example/"})
    assert response.headers["Location"] == "/appearance/"
