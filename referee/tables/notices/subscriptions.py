"""Which devices of a player are told, and where: as the browser gave it."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Collection
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from django.db import transaction

from referee.models import Player, PushSubscription
from referee.tables.sitting import write_lock

LONGEST_ENDPOINT = 800
MOST_OF_A_PLAYER = 6
HTTPS_PORT = 443


class SubscriptionRefused(ValueError):
    """What no browser's subscription looks like, or leads where no push service is."""


def check_endpoint(endpoint: str) -> None:
    """Nothing, for an address that may be a push service's: https under a name, on its usual port.

    Where the name leads is looked at when something is sent there.

    :raises SubscriptionRefused: for any other.
    """
    if len(endpoint) > LONGEST_ENDPOINT or not endpoint.isascii() or not endpoint.isprintable() or " " in endpoint:
        raise SubscriptionRefused(f"expected an address of at most {LONGEST_ENDPOINT} plain characters")
    try:
        parts = urlsplit(endpoint)
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise SubscriptionRefused("expected an address that can be read") from error
    if not host or parts.username is not None or parts.fragment:
        raise SubscriptionRefused("expected an address with a host, without a user and a fragment")
    if not settings.PUSH_LOCAL and (parts.scheme != "https" or port not in (None, HTTPS_PORT)):
        raise SubscriptionRefused(f"expected https on port {HTTPS_PORT}, got {parts.scheme!r} and {port}")
    if parts.scheme not in ("https", "http"):
        raise SubscriptionRefused(f"expected https, got {parts.scheme!r}")


def from_base64url(text: str, *, length: int) -> bytes:
    """The bytes of the text. :raises SubscriptionRefused: when it has not so many."""
    try:
        data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)) if len(text) < 200 else b""
    except (binascii.Error, ValueError) as error:
        raise SubscriptionRefused("expected base64url") from error
    if len(data) != length:
        raise SubscriptionRefused(f"expected {length} bytes, got {len(data)}")
    return data


def subscription_keep(
    *, player: Player, endpoint: str, p256dh: str, auth: str, language: str, site: str
) -> PushSubscription:
    """Tell the player at this device from now on; ``site`` is where the letters lead back to.

    Of too many devices the oldest is told no more.

    :raises SubscriptionRefused: what is no browser's subscription.
    """
    check_endpoint(endpoint)
    from_base64url(auth, length=16)
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), from_base64url(p256dh, length=65))
    except ValueError as error:
        raise SubscriptionRefused("expected a key on the curve P-256") from error
    with write_lock(), transaction.atomic():
        kept, _is_new = PushSubscription.objects.update_or_create(
            endpoint=endpoint,
            defaults={"player": player, "p256dh": p256dh, "auth": auth, "language": language, "site": site},
        )
        newest = player.push_subscriptions.order_by("-pk").values_list("pk", flat=True)
        player.push_subscriptions.filter(pk__in=list(newest[MOST_OF_A_PLAYER:])).delete()
    return kept


def subscription_drop(*, player: Player, endpoint: str | None = None) -> int:
    """Tell the player no more at this device, or at none; how many there were."""
    mine = player.push_subscriptions.all()
    return (mine if endpoint is None else mine.filter(endpoint=endpoint)).delete()[0]


def subscriptions_gone(pks: Collection[int]) -> None:
    """Forget devices that their push service does not know any more."""
    PushSubscription.objects.filter(pk__in=list(pks)).delete()
