"""Headers that neither Django nor its packages set."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

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


def permissions_policy(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Every answer says which powers of the browser its page gives up."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
        return response

    return middleware
