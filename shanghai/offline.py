"""The service worker, by which score sheets open without a network. See also: ``static/js/worker.js``."""

import hashlib

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.views.decorators.http import require_safe

KEPT = (
    *(
        f"css/{name}.css"
        for name in ("tokens", "base", "page", "controls", "panels", "cards", "utilities", "sheet", "table-strip")
    ),
    *(
        f"js/{name}.js"
        for name in ("appearance", "outbox", "sheet", "sheet-comfort", "sheet-share", "sheet-qr", "sheet-receive")
    ),
    *(f"icons/{name}" for name in ("ui.svg", "suits.svg", "logo.svg", "icon-192.png", "icon-maskable.png")),
)
"""What the pages of the score sheets are made of."""


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The worker's script. It names the build's files by their hashes: another build is another worker."""
    files = [static(name) for name in KEPT]
    build = hashlib.sha256("".join(files).encode()).hexdigest()[:12]
    response = render(request, "sw.js", {"files": files, "build": build}, content_type="text/javascript")
    response.headers["Cache-Control"] = "no-cache"
    return response
