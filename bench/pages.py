"""How long the live site takes to answer, beside Django's own ASGI handler."""

import http.client
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

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


def getter(site: LiveSite, path: str, stack: ExitStack) -> Callable[[], object]:
    """A call that fetches the path over one connection that stays open."""
    connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=10)
    stack.callback(connection.close)

    def get() -> None:
        connection.request("GET", path, headers={"Accept-Encoding": "br"})
        response = connection.getresponse()
        response.read()
        if response.status != 200:
            raise RuntimeError(f"expected 200 for {path!r}, got {response.status}")

    return get


@measure
def pages() -> Iterable[Figure]:
    with served(LiveSite) as site, served(StockSite) as stock, ExitStack() as stack:
        style = next((site.folder / "static" / "css").glob("base.????????????.css")).name
        for name, path in (("home page", "/"), ("static file", f"/static/css/{style}")):
            own, peer = medians(getter(site, path, stack), getter(stock, path, stack), times=TIMES)
            yield Figure(name=f"{name}, median", value=own, unit="ms", against=peer, peer="Django's ASGI handler")
