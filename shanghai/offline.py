"""The service worker, by which score sheets open without a network. See also: ``static/js/worker.js``."""

import hashlib

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.http import require_safe

from shanghai import bundles

KEPT = (
    "css/sheet.css",
    "css/table-strip.css",
    *(
        f"js/{name}.js"
        for name in (
            "appearance",
            "outbox",
            "sheet-share",
            "sheet-qr",
            "sheet-receive",
            "sheet-begin",
            "sheet-picture",
            "times",
        )
    ),
    *(f"icons/{name}" for name in ("ui.svg", "suits.svg", "logo.svg", "icon-192.png", "icon-maskable.png")),
)
"""What the pages of the score sheets are made of, beside the bundles."""
BUNDLES = ("site.css", "sheet.js", "house.js")
PAGES = ("home", "scorekeeper:sheets", "scorekeeper:new", "scorekeeper:load")
GAMES = ("shanghai-7", "lowest")
"""Of which a sheet can be begun without a network on a phone that never began one. The last chosen one is kept too."""


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The worker's script. It names the build's files by their hashes: another build is another worker."""
    files = [static(name) for name in (*(file for name in BUNDLES for file in bundles.files(name)), *KEPT)]
    shell = reverse("scorekeeper:shell")
    pages = [reverse(name) for name in PAGES] + [f"{shell}?game={game}" for game in GAMES]
    build = hashlib.sha256("".join(files).encode()).hexdigest()[:12]
    response = render(
        request, "sw.js", {"files": files, "pages": pages, "build": build}, content_type="text/javascript"
    )
    response.headers["Cache-Control"] = "no-cache"
    return response
