"""A push service on this machine, and a device that it keeps letters for: what a browser and its maker do, in small."""

from __future__ import annotations

import base64
import json
import os
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


def base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


@dataclass
class Device:
    """The keys that a browser makes when somebody wants notices."""

    private: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    secret: bytes = field(default_factory=lambda: os.urandom(16))

    @property
    def public(self) -> str:
        return base64url(self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))

    def form(self, endpoint: str) -> dict[str, str]:
        """What the page sends to the site."""
        return {"do": "keep", "endpoint": endpoint, "p256dh": self.public, "auth": base64url(self.secret)}

    def opened(self, body: bytes) -> dict[str, Any]:
        """What stands in a letter to this device."""
        text = http_ece.decrypt(body, private_key=self.private, auth_secret=self.secret, version="aes128gcm")
        return dict(json.loads(text))


@dataclass
class Received:
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class PushService:
    """Keeps what it is sent. ``status`` and ``headers`` are its answer."""

    address: str = ""
    status: int = 201
    headers: dict[str, str] = field(default_factory=dict)
    received: list[Received] = field(default_factory=list)


@contextmanager
def push_service(context: ssl.SSLContext | None = None) -> Iterator[PushService]:
    """The service until the block ends; with a context by TLS."""
    service = PushService()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            service.received.append(Received(self.path, dict(self.headers), body))
            self.send_response(service.status)
            for name, value in service.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    if context is not None:
        server.socket = context.wrap_socket(server.socket, server_side=True)
    scheme = "http" if context is None else "https"
    service.address = f"{scheme}://localhost:{server.server_address[1]}"
    thread = Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    try:
        yield service
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
