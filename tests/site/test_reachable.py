"""Addresses to share lead to this machine from another one."""

import pytest
from django.test import RequestFactory, override_settings

from shanghai.reachable import Request


@override_settings(ALLOWED_HOSTS=["*"])
@pytest.mark.parametrize(
    ("lan", "host", "shared"),
    [
        ("192.168.1.7", "localhost:8000", "http://192.168.1.7:8000/s/abc/?a=1"),
        ("192.168.1.7", "127.0.0.1", "http://192.168.1.7/s/abc/?a=1"),
        ("192.168.1.7", "192.168.1.7:8000", "http://192.168.1.7:8000/s/abc/?a=1"),
        ("192.168.1.7", "cards.example", "http://cards.example/s/abc/?a=1"),
        ("", "localhost:8000", "http://localhost:8000/s/abc/?a=1"),
    ],
)
def test_shared_address(monkeypatch: pytest.MonkeyPatch, lan: str, host: str, shared: str) -> None:
    monkeypatch.setattr(Request, "lan_address", lan)
    request = Request(RequestFactory().get("/", headers={"Host": host}).environ)
    assert request.build_absolute_uri("/s/abc/?a=1") == shared


@override_settings(ALLOWED_HOSTS=["*"])
def test_address_of_another_site_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Request, "lan_address", "192.168.1.7")
    request = Request(RequestFactory().get("/", headers={"Host": "localhost"}).environ)
    assert request.build_absolute_uri("https://cards.example/x") == "https://cards.example/x"
