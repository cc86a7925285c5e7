"""What this installation makes for itself: its secret key, and the names that its machine answers to.

Nothing here reads Django's settings, because the settings are made from it.
"""

import os
import secrets
import socket
import tempfile
from pathlib import Path

# One address in each private range and one on the open net (kept for documents, RFC 5737). Connecting a UDP socket
# sends nothing; it only makes the system choose the address from which it would send.
_TOWARDS = ("10.255.255.254", "172.31.255.254", "192.168.255.254", "203.0.113.1")


def secret_key(path: Path) -> str:
    """The key in the file, made at the first call, readable by its owner only.

    Processes that start at once agree on one key: the first to link its file into place wins.
    """
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, draft = tempfile.mkstemp(dir=path.parent, prefix=".secret-")  # mode 0600 from the start
        try:
            with os.fdopen(handle, "w", encoding="ascii") as file:
                file.write(secrets.token_urlsafe(64) + "\n")
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            Path(draft).unlink()
    return path.read_text(encoding="ascii").strip()


def lan_addresses() -> tuple[str, ...]:
    """This machine's own IPv4 addresses on its networks, the one that phones most likely reach first."""
    found: dict[str, None] = {}
    for target in reversed(_TOWARDS):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((target, 9))
            except OSError:  # no network, or no route that way
                continue
            found[probe.getsockname()[0]] = None
    return tuple(address for address in found if not address.startswith(("127.", "0.")))


def own_hosts() -> list[str]:
    """Names and addresses under which a browser on this machine or on its local network may ask for the site.

    They are this machine's own and exact, never a wildcard: a foreign name that is pointed at a private address
    (DNS rebinding) is refused.
    """
    name = socket.gethostname().lower()
    names = (name, f"{name.split('.')[0]}.local") if name else ()
    return list(dict.fromkeys(("localhost", "127.0.0.1", "[::1]", *names, *lan_addresses())))
