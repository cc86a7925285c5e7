"""Codes that people read to each other, and secrets that nobody has to read."""

from __future__ import annotations

import hashlib
import secrets

ALPHABET = "23456789BCDFGHJKMNPQRSTVWXZ"
"""No letter that looks like a digit, and no vowels, so that no code is a word."""
CODE_LENGTH = 6


def new_code() -> str:
    """A table's code: one of some 387 million."""
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def read_code(text: str) -> str:
    """The code as it is kept, of text as people type it: any case, spaces and hyphens anywhere."""
    return "".join(text.upper().split()).replace("-", "")


def is_code(text: str) -> bool:
    """Whether the text could be a code at all."""
    return len(text) == CODE_LENGTH and all(letter in ALPHABET for letter in text)


def new_secret() -> str:
    """128 bits from the system's source, for an address or a cookie."""
    return secrets.token_urlsafe(16)


def digest(secret: str) -> str:
    """What is kept of a secret: its SHA-256. A secret of 128 bits needs no salt."""
    return hashlib.sha256(secret.encode()).hexdigest()
