"""The secrets of a sheet's addresses.

Whoever knows the edit key may write. The sheet keeps only its digest; the view key and the edit key of the rematch
follow from the edit key, so that everybody at the table finds the same ones.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets

KEY_BYTES = 16
"""128 bits: beyond all guessing."""
LENGTH = 22
"""Characters of a key."""


def new_key() -> str:
    """A fresh edit key."""
    return secrets.token_urlsafe(KEY_BYTES)


def digest(key: str) -> str:
    """What a sheet keeps of its edit key."""
    return hashlib.sha256(key.encode()).hexdigest()


def view_key(key: str) -> str:
    """The key of the address that only shows; it tells nothing of the edit key."""
    return _derived(key, "view")


def rematch_key(key: str) -> str:
    """The edit key of the next game at this table."""
    return _derived(key, "rematch")


def _derived(key: str, purpose: str) -> str:
    mac = hmac.digest(key.encode(), purpose.encode(), "sha256")[:KEY_BYTES]
    return base64.urlsafe_b64encode(mac).rstrip(b"=").decode()
