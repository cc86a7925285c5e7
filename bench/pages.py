"""How long the live site takes to answer, beside Django's own ASGI handler."""

import http.client
import json
import re
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import urlencode

from bench.figures import Figure, measure, medians
from tests.live import LiveSite

TIMES = 200


class StockSite(LiveSite):
    """The same site, served by Django's own ASGI handler."""

    def command(self) -> list[str]:
        return [sys.executable, "-m", "bench.stock"]


@contextmanager
def served(kind: type[LiveSite]) -> Iterator[LiveSite]:
    """A fresh installation, served until the block ends."""
    with tempfile.TemporaryDirectory() as folder:
        site = kind(Path(folder))
        site.start()
        try:
            yield site
        finally:
            site.stop()


def caller(
    site: LiveSite, path: str, stack: ExitStack, *, body: str = "", headers: dict[str, str] | None = None
) -> Callable[[], object]:
    """A call that asks for the path over one connection that stays open; with a body it is a POST."""
    connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=10)
    stack.callback(connection.close)
    sent = {"Accept-Encoding": "br", **(headers or {})}

    def call() -> None:
        connection.request("POST" if body else "GET", path, body=body or None, headers=sent)
        response = connection.getresponse()
        response.read()
        if response.status != 200:
            raise RuntimeError(f"expected 200 for {path!r}, got {response.status}")

    return call


def new_sheet(site: LiveSite) -> str:
    """The address of a fresh score sheet of four players."""
    connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=10)
    connection.request("GET", "/s/new/")
    page = connection.getresponse()
    page.read()
    token = re.search(r"csrftoken=(\w+)", page.headers["Set-Cookie"])
    if token is None:
        raise RuntimeError("expected a cookie with a token")
    players = {f"name{seat}": name for seat, name in enumerate(("Ana", "Ben", "Cy", "Dee"), start=1)}
    form = urlencode({"csrfmiddlewaretoken": token[1], "game": "shanghai-7", "dealer": "1"} | players)
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": token[0]}
    connection.request("POST", "/s/new/", body=form, headers=headers)
    made = connection.getresponse()
    made.read()
    connection.close()
    if made.status != 302:
        raise RuntimeError(f"expected a new sheet, got {made.status}")
    return str(made.headers["Location"])


MELD = "rules=shanghai-7&cards=4H+5H+JK+7H"
QUESTION = json.dumps({"ask": "meld", "rules": "shanghai-7", "cards": "4H 5H JK 7H"})


def calls(site: LiveSite, stack: ExitStack) -> dict[str, Callable[[], object]]:
    """What is asked of a site, by name."""
    style = next((site.folder / "static" / "css").glob("base.????????????.css")).name
    return {
        "home page": caller(site, "/", stack),
        "static file": caller(site, f"/static/css/{style}", stack),
        "score sheet": caller(site, new_sheet(site), stack),
        "ruling, page": caller(site, f"/referee/meld/?{MELD}", stack),
        "ruling, live part": caller(site, f"/referee/meld/?{MELD}", stack, headers={"HX-Request": "true"}),
        "ruling, protocol": caller(site, "/api/v1/rulings", stack, body=QUESTION),
    }


@measure
def pages() -> Iterable[Figure]:
    with served(LiveSite) as site, served(StockSite) as stock, ExitStack() as stack:
        beside = calls(stock, stack)
        for name, call in calls(site, stack).items():
            own, peer = medians(call, beside[name], times=TIMES)
            yield Figure(name=f"{name}, median", value=own, unit="ms", against=peer, peer="Django's ASGI handler")
