"""`manage.py serve`: the site by ASGI, stopped within two seconds."""

import contextlib
import io
import socket
from collections.abc import Callable
from typing import Any

import segno
import uvicorn
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.http.request import validate_host
from django.utils import autoreload

from referee.tables.hub import HUB
from shanghai import local
from shanghai.reachable import Request
from shanghai.single import AlreadyServed, only_one

try:
    import resource
except ImportError:  # not on Windows, where nothing is bounded so
    resource = None  # type: ignore[assignment]  # so that the name exists

# Open connections get this long to finish when the server stops (seconds).
GRACE = 1
BACKLOG = 2048
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - named, not bound: the caller chooses


def qr_code(address: str) -> str:
    """The QR code of the address, drawn with block characters for a terminal."""
    drawing = io.StringIO()
    segno.make(address, micro=False).terminal(drawing, compact=True)
    return drawing.getvalue()


def lan_addresses() -> list[str]:
    """The addresses on the local network under which the site may be asked for, the likeliest first."""
    return [address for address in local.lan_addresses() if validate_host(address, settings.ALLOWED_HOSTS)]


def listen_on(host: str, port: int) -> socket.socket:
    """A socket that listens there. :raises OSError: when it cannot."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=BACKLOG)


def allow_many_files() -> None:
    """Have the system let the process hold as many sockets as it lets anybody: each open screen is one."""
    if resource is not None:
        _soft, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


class Server(uvicorn.Server):
    """Uvicorn, which says when it can be reached, and ends the tables' streams before it waits for open answers."""

    def __init__(self, config: uvicorn.Config, *, reachable: Callable[[], None]) -> None:
        super().__init__(config)
        self.reachable = reachable

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.reachable()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        HUB.close_all()
        await super().shutdown(sockets)


class Command(BaseCommand):
    help = "Serve the site by ASGI."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--host", default="127.0.0.1", help="address to listen on; 0.0.0.0: all (default: %(default)s)"
        )
        parser.add_argument("--port", type=int, default=8000, help="port; 0: any free one (default: %(default)s)")
        parser.add_argument(
            "--proxies", default="127.0.0.1", help="addresses of proxies whose X-Forwarded-* are believed"
        )
        parser.add_argument(
            "--fd", type=int, help="listen on the socket of this number, which systemd holds (deploy/shanghai.socket)"
        )
        parser.add_argument("--reload", action="store_true", help="start again when the code changes (for development)")

    def handle(self, *, host: str, port: int, proxies: str, fd: int | None, reload: bool, **options: Any) -> None:
        # Without the list of hashed names every page would fail, one by one.
        if not settings.DEBUG and getattr(staticfiles_storage, "hashed_files", None) == {}:
            raise CommandError("static files are not collected: run manage.py collectstatic first")
        if reload:
            autoreload.run_with_reloader(self.serve, host, port, proxies, fd)
        else:
            self.serve(host, port, proxies, fd)

    def serve(self, host: str, port: int, proxies: str, fd: int | None) -> None:
        """Listen until a signal says to stop.

        :raises CommandError: when the address cannot be listened on.
        """
        allow_many_files()
        try:
            listener = socket.socket(fileno=fd) if fd is not None else listen_on(host, port)
        except OSError as error:
            where = f"{host} port {port}" if fd is None else f"the socket {fd}"
            raise CommandError(f"cannot listen on {where}: {error.strerror} (choose another port)") from error
        config = uvicorn.Config(
            "shanghai.asgi:application",
            lifespan="on",
            log_config=None,
            access_log=False,  # an address can be a key
            server_header=False,
            forwarded_allow_ips=proxies,
            timeout_graceful_shutdown=GRACE,
        )
        if host in EVERYWHERE:
            Request.lan_address = next(iter(lan_addresses()), "")
        server = Server(config, reachable=lambda: self.announce(host, listener.getsockname()[1]))
        try:
            with only_one(settings.DATABASES["default"]), contextlib.suppress(KeyboardInterrupt):
                server.run(sockets=[listener])
        except AlreadyServed as error:
            raise CommandError(str(error)) from error

    def announce(self, host: str, port: int) -> None:
        """Print the addresses of the site, and the one for phones as a QR code too."""
        if host not in EVERYWHERE:
            self.stdout.write(f"Shanghai: http://{f'[{host}]' if ':' in host else host}:{port}/")
        else:
            self.stdout.write(f"Shanghai, on this machine: http://localhost:{port}/")
            addresses = lan_addresses()
            for address in addresses:
                self.stdout.write(f"On the local network:      http://{address}:{port}/")
            if addresses:
                with contextlib.suppress(UnicodeEncodeError):  # a terminal without block characters
                    self.stdout.write(qr_code(f"http://{addresses[0]}:{port}/"))
        self.stdout.write("Stop with Ctrl+C.")
        self.stdout.flush()
