"""The secrets of a sheet's addresses.

Whoever knows the edit key may write. The sheet keeps only its digest; the view key and the edit key of the rematch
follow from the edit key, so that everybody at the table finds the same ones.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
from collections.abc import Sequence

KEY_BYTES = 16
"""128 bits: beyond all guessing."""
LENGTH = 22
"""Characters of a key."""


def new_key() -> str:
    """A fresh edit key."""
    return secrets.token_urlsafe(KEY_BYTES)


def is_key(text: str) -> bool:
    """Whether a text has the form of a key, whoever made it: this site, or a phone without a network."""
    return re.fullmatch(rf"[A-Za-z0-9_-]{{{LENGTH}}}", text) is not None


def digest(key: str) -> str:
    """What a sheet keeps of its edit key."""
    return hashlib.sha256(key.encode()).hexdigest()


def view_key(key: str) -> str:
    """The key of the address that only shows; it tells nothing of the edit key."""
    return _derived(key, "view")


def rematch_key(key: str) -> str:
    """The edit key of the next game at this table."""
    return _derived(key, "rematch")


def seal(key: str, secret: str) -> str:
    """The key as an account keeps it: of no use without the site's secret."""
    return _text(_masked(_bytes(key), digest(key), secret))


def unseal(sealed: str, known_digest: str, secrets_tried: Sequence[str]) -> str:
    """The key of this digest that was sealed by one of the secrets; empty: by none."""
    for secret in secrets_tried:
        key = _text(_masked(_bytes(sealed), known_digest, secret))
        if hmac.compare_digest(digest(key), known_digest):
            return key
    return ""


def _masked(data: bytes, known_digest: str, secret: str) -> bytes:
    """The bytes with a mask over them that is drawn from the secret for this sheet alone; twice: as they were."""
    mask = hmac.digest(secret.encode(), f"kept:{known_digest}".encode(), "sha256")
    return bytes(one ^ other for one, other in zip(data, mask, strict=False))


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(f"{text}==")


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _derived(key: str, purpose: str) -> str:
    mac = hmac.digest(key.encode(), purpose.encode(), "sha256")[:KEY_BYTES]
    return _text(mac)
