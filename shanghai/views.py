"""The site's own pages: home, and the manifest by which phones install it."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from referee.engine.rummy.cards import JOKER, Card
from referee.engine.rummy.melds import run_of

# The run on the home page's felt: the joker has to be the 6.
_SHOWN = run_of((Card(4, "H"), Card(5, "H"), JOKER, Card(7, "H")), "H", 4)


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    return render(request, "home.html", {"shown": _SHOWN})


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """What a phone needs to keep the site on its home screen."""
    icons = [
        {"src": static("icons/logo.svg"), "sizes": "any", "type": "image/svg+xml"},
        {"src": static("icons/icon-192.png"), "sizes": "192x192", "type": "image/png"},
        {"src": static("icons/icon-512.png"), "sizes": "512x512", "type": "image/png"},
        {"src": static("icons/icon-maskable.png"), "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
    ]
    content = {
        "name": "Shanghai",
        "short_name": "Shanghai",
        "description": gettext("Score sheets, a referee and tables for Shanghai Rummy."),
        "id": "/",
        "start_url": reverse("home"),
        "scope": "/",
        "display": "standalone",
        "background_color": "#f8f3ea",
        "theme_color": "#9c1f18",
        "icons": icons,
    }
    return JsonResponse(content, content_type="application/manifest+json")
