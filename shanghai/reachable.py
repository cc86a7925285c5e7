"""Addresses that are given away: whoever opened the site as localhost shares links that phones can follow."""

from typing import ClassVar

from django.core.handlers.wsgi import WSGIRequest
from django.http.request import split_domain_port

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


class Request(WSGIRequest):
    """A request that names this machine, in whole addresses, as other machines reach it.

    ``lan_address`` is set by who serves the site to the local network, and else empty.
    """

    lan_address: ClassVar[str] = ""

    def build_absolute_uri(self, location: str | None = None) -> str:
        built = super().build_absolute_uri(location)
        name, port = split_domain_port(self.get_host())
        if not self.lan_address or name not in LOOPBACK:
            return built
        here = f"{self.scheme}://{self.get_host()}"
        shared = f"{self.scheme}://{self.lan_address}{f':{port}' if port else ''}"
        return shared + built.removeprefix(here) if built.startswith(here) else built
