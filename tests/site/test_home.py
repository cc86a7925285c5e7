"""The home page."""

from django.test import Client


def test_home_answers(client: Client) -> None:
    response = client.get("/")
    assert response.status_code == 200
    assert "<h1" in response.text
