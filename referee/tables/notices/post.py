"""Carries a letter to a push service: an address that came from a browser, and so from anybody.

Only https to a public address, looked up once and connected to as it was looked up; no redirect is followed, nothing
but the status is read, and all of it has ten seconds.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
import socket
import ssl
from enum import Enum
from functools import lru_cache
from urllib.parse import urlsplit

from django.conf import settings
from py_vapid import VapidException

from referee.tables.notices import keys
from referee.tables.notices.due import Letter
from referee.tables.notices.subscriptions import SubscriptionRefused, check_endpoint

PATIENCE = 10.0
"""Seconds for looking up, connecting, sending and the answer together."""
STATUS = re.compile(rb"HTTP/1\.[01] (\d{3})\b")


class Delivery(Enum):
    """What became of a letter. ``GONE``: the device, or this site's right to write to it, is no more."""

    TAKEN = "taken"
    GONE = "gone"
    FAILED = "failed"


class NoPushService(OSError):
    """An address that leads into a private network, or nowhere."""


async def deliver(letter: Letter) -> Delivery:
    """Hand the letter over. Never raises for what the other side does."""
    try:
        check_endpoint(letter.endpoint)
        async with asyncio.timeout(PATIENCE):
            status = await _post(letter)
    except (OSError, TimeoutError, ValueError, SubscriptionRefused, VapidException):
        return Delivery.FAILED
    if status in (201, 200, 202, 204):
        return Delivery.TAKEN
    return Delivery.GONE if status in (401, 403, 404, 410) else Delivery.FAILED


async def _post(letter: Letter) -> int:
    """The status of the answer. :raises ValueError: an answer that is not HTTP's."""
    parts = urlsplit(letter.endpoint)
    host = parts.hostname or ""
    is_safe = parts.scheme == "https"
    port = parts.port or (443 if is_safe else 80)
    address = await public_address(host, port)
    reader, writer = await asyncio.open_connection(
        address, port, ssl=_context() if is_safe else None, server_hostname=host if is_safe else None
    )
    try:
        writer.write(_request(letter))
        await writer.drain()
        found = STATUS.match(await reader.readline())
    finally:
        writer.close()
    if found is None:
        raise ValueError("expected an answer in HTTP/1.1")
    return int(found[1])


def _request(letter: Letter) -> bytes:
    parts = urlsplit(letter.endpoint)
    target = f"{parts.path or '/'}{f'?{parts.query}' if parts.query else ''}"
    head = {
        "Host": parts.netloc,
        "Authorization": keys.authorization(f"{parts.scheme}://{parts.netloc}"),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "Content-Length": str(len(letter.body)),
        "TTL": str(letter.ttl),
        "Topic": letter.topic,
        "Urgency": "high" if letter.is_urgent else "normal",
        "Connection": "close",
    }
    lines = "".join(f"{name}: {value}\r\n" for name, value in head.items())
    return f"POST {target} HTTP/1.1\r\n{lines}\r\n".encode("ascii") + letter.body


async def public_address(host: str, port: int) -> str:
    """The address of the host, all of whose addresses are on the open net.

    :raises NoPushService: where any is not.
    """
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = [str(one[4][0]) for one in found]
    if not addresses or not (settings.PUSH_LOCAL or all(map(is_public, addresses))):
        raise NoPushService("expected a host on the open net")
    return addresses[0]


# Addresses that lead to an IPv4 address written inside them: 6to4, Teredo, NAT64.
_WRAPPED = tuple(map(ipaddress.ip_network, ("2002::/16", "2001::/32", "64:ff9b::/96", "64:ff9b:1::/48")))


def is_public(text: str) -> bool:
    """Whether the address is one of the open net, and not a way round into another."""
    address = ipaddress.ip_address(text.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            address = address.ipv4_mapped
        elif any(address in network for network in _WRAPPED):
            return False
    return address.is_global and not address.is_multicast


@lru_cache(maxsize=1)
def _context() -> ssl.SSLContext:
    return ssl.create_default_context()
