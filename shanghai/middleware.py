"""What neither Django nor its packages do for every request: a header, bounds, a page for a database that is away."""

import logging
from collections.abc import Callable

from django.conf import settings
from django.core.cache import caches
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse

from shanghai import errors

log = logging.getLogger(__name__)

type Answerer = Callable[[HttpRequest], HttpResponse]

MINUTE = 60

# Powers of the browser that no page of this site uses. Sharing, vibration, the wake lock and the camera (to read a
# sheet's code) are left to the pages.
_UNUSED = (
    "accelerometer",
    "autoplay",
    "display-capture",
    "encrypted-media",
    "geolocation",
    "gyroscope",
    "hid",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "serial",
    "usb",
)
PERMISSIONS_POLICY = ", ".join(f"{power}=()" for power in _UNUSED)


def permissions_policy(get_response: Answerer) -> Answerer:
    """Every answer says which powers of the browser its page gives up."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
        return response

    return middleware


def bounded(get_response: Answerer) -> Answerer:
    """A body that is too large is refused before anything reads it, and so is an address that writes without end."""

    def middleware(request: HttpRequest) -> HttpResponse:
        # The protocol says it in its own words; Django does not read such a body either.
        if _length(request) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE and not request.path_info.startswith("/api/"):
            return errors.too_large(request)
        if request.method == "POST" and _writes(request) > settings.POSTS_A_MINUTE:
            return errors.too_many_requests(request, seconds=MINUTE)
        return get_response(request)

    return middleware


def _length(request: HttpRequest) -> int:
    text = request.META.get("CONTENT_LENGTH") or "0"
    return int(text) if text.isascii() and text.isdigit() and len(text) < 20 else 0


def _writes(request: HttpRequest) -> int:
    """How often this address has written since its count began, at most a minute ago; with this time."""
    slot = f"posts:{request.META.get('REMOTE_ADDR', '')}"
    cache = caches["process"]
    if cache.add(slot, 1, MINUTE):
        return 1
    try:
        return cache.incr(slot)
    except ValueError:  # it ran out between the two
        return 1


def database_away(get_response: Answerer) -> Answerer:
    """A page that could not be made because the database is away or full says so, with 503: it will be back."""

    def middleware(request: HttpRequest) -> HttpResponse:
        return get_response(request)

    def process_exception(request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, OperationalError | InterfaceError):
            return None
        log.error("the database did not answer: %s", type(exception).__name__)
        return errors.unavailable(request)

    middleware.process_exception = process_exception  # type: ignore[attr-defined]  # where Django looks for it
    return middleware
