"""How a visitor wants the site to look: kept in cookies, read into attributes of the page, no account needed."""

from collections.abc import Mapping
from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django.views.decorators.http import require_http_methods

from referee.engine.rummy.cards import JOKER, Card
from shanghai import cardfaces

_SAMPLE = (Card(10, "S"), Card(12, "H"), Card(7, "D"), Card(1, "C"), JOKER)
_YEAR = 60 * 60 * 24 * 365  # seconds


class Choice(NamedTuple):
    """One possible look: the cookie's value, its name on the page, a symbol of ``icons/ui.svg``."""

    value: str
    title: str | Promise
    icon: str = ""


class Setting(NamedTuple):
    """Something about the look that can be chosen. The first choice is what counts without a cookie."""

    key: str
    title: str | Promise
    choices: tuple[Choice, ...]

    def chosen(self, cookies: Mapping[str, str]) -> str:
        """The value kept in the cookies, or the first choice's."""
        value = cookies.get(self.key, "")
        return value if value in {choice.value for choice in self.choices} else self.choices[0].value


SETTINGS = (
    Setting(
        "theme",
        _("Light or dark"),
        (
            Choice("system", pgettext_lazy("colour theme", "Auto"), "system"),
            Choice("light", pgettext_lazy("colour theme", "Light"), "light"),
            Choice("dark", pgettext_lazy("colour theme", "Dark"), "dark"),
        ),
    ),
    Setting(
        "suits",
        _("Colours of the suits"),
        (Choice("four", _("Four colours")), Choice("two", _("Two colours, as in print"))),
    ),
    Setting(
        "index",
        _("Numbers on the cards"),
        (Choice("normal", pgettext_lazy("size", "Normal")), Choice("big", pgettext_lazy("size", "Large"))),
    ),
)
THEME = SETTINGS[0]


def chosen_attributes(cookies: Mapping[str, str]) -> dict[str, str]:
    """Attributes of the page's root element, ``{"data-theme": "dark"}``; first choices need none."""
    chosen = {setting.key: setting.chosen(cookies) for setting in SETTINGS}
    return {f"data-{s.key}": chosen[s.key] for s in SETTINGS if chosen[s.key] != s.choices[0].value}


@require_http_methods(["GET", "HEAD", "POST"])
def appearance(request: HttpRequest) -> HttpResponse:
    """The page where the look is chosen. A POST keeps what it names and leads back to ``next``."""
    if request.method != "POST":
        rows = [(setting, setting.chosen(request.COOKIES)) for setting in SETTINGS]
        faces = [cardfaces.card_face(card) for card in _SAMPLE]
        return render(request, "appearance.html", {"settings": rows, "faces": faces})
    response = redirect(_way_back(request))
    for setting in SETTINGS:
        if setting.key in request.POST:
            value = setting.chosen({setting.key: request.POST[setting.key]})
            response.set_cookie(
                setting.key, value, max_age=_YEAR, samesite="Lax", secure=settings.SESSION_COOKIE_SECURE
            )
    return response


def _way_back(request: HttpRequest) -> str:
    wanted = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure())
    return wanted if safe else reverse("appearance")
