"""The key by which push services know this site (VAPID, RFC 8292).

It follows from the site's secret key, so that there is no other secret to keep, and all processes of a site have the
same. When the secret key changes, browsers ask again with the new one as soon as a table is opened.
"""

from __future__ import annotations

import base64
from functools import lru_cache

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from py_vapid import Vapid02, VapidException

_INFO = b"referee.tables.notices"
_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""Of the curve P-256."""


def is_on() -> bool:
    """Whether this site sends notices at all: push services want to know whom to write to about them."""
    return bool(settings.PUSH_CONTACT)


def is_contact_known() -> bool:
    """Whether the contact is one that a letter can be signed with."""
    try:
        authorization("https://push.example")
    except VapidException:
        return False
    return True


def public_key() -> str:
    """The key that a browser subscribes with, in base64url without padding."""
    numbers = _key(settings.SECRET_KEY).public_key()
    return base64url(numbers.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def authorization(origin: str) -> str:
    """The header by which the push service at the origin knows the site; good for a day."""
    vapid = Vapid02(private_key=_key(settings.SECRET_KEY))
    return str(vapid.sign({"aud": origin, "sub": settings.PUSH_CONTACT})["Authorization"])


def base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


@lru_cache(maxsize=4)
def _key(secret: str) -> ec.EllipticCurvePrivateKey:
    # 16 bytes more than the order has, so that no key is likelier than another.
    drawn = HKDF(SHA256(), length=48, salt=None, info=_INFO).derive(secret.encode())
    return ec.derive_private_key(int.from_bytes(drawn) % (_ORDER - 1) + 1, ec.SECP256R1())
