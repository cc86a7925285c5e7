"""What the tables know of whoever asks: shown, given as a file, erased; and where to tell them of their turns."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_POST, require_safe

from referee.tables.identity import COOKIE, player_of
from referee.tables.limits import NOTICES_ASKED, tried
from referee.tables.notices import keys
from referee.tables.notices.subscriptions import SubscriptionRefused, subscription_drop, subscription_keep
from referee.tables.selectors import tables_of
from referee.tables.services import person_data, person_erase
from referee.tables.visits import address_of, too_many


@require_safe
def me(request: HttpRequest) -> HttpResponse:
    player = player_of(request.COOKIES)
    context = {
        "player": player,
        "mine": tables_of(player) if player else [],
        "told_at": player.push_subscriptions.count() if player else 0,
        "erased": "erased" in request.GET,
    }
    answer = render(request, "referee/tables/me.html", context)
    answer["Cache-Control"] = "no-store"
    return answer


@require_safe
def export(request: HttpRequest) -> HttpResponse:
    """A file of all that is known; to a stranger one that says nothing."""
    player = player_of(request.COOKIES)
    answer = JsonResponse(person_data(player) if player else {}, json_dumps_params={"ensure_ascii": False, "indent": 2})
    answer["Content-Disposition"] = 'attachment; filename="shanghai-me.json"'
    answer["Cache-Control"] = "no-store"
    return answer


@require_POST
def notices(request: HttpRequest) -> HttpResponse:
    """Tell the player at this device (`do=keep`), no more at this device (`do=stop`), or nowhere (`do=none`)."""
    player = player_of(request.COOKIES)
    if not keys.is_on():
        raise Http404
    if player is None:
        raise PermissionDenied
    if not tried(NOTICES_ASKED, address_of(request)):
        return too_many(request, NOTICES_ASKED)
    data = request.POST
    match data.get("do"):
        case "keep":
            try:
                subscription_keep(
                    player=player,
                    endpoint=data.get("endpoint", ""),
                    p256dh=data.get("p256dh", ""),
                    auth=data.get("auth", ""),
                    language=get_language() or "en",
                    site=request.build_absolute_uri("/").rstrip("/"),
                )
            except SubscriptionRefused:
                return HttpResponse(status=422)
            return HttpResponse(status=204)
        case "stop":
            subscription_drop(player=player, endpoint=data.get("endpoint", ""))
            return HttpResponse(status=204)
        case _:
            subscription_drop(player=player)
            return HttpResponseRedirect(reverse("tables:me"), status=303)


@require_POST
def erase(request: HttpRequest) -> HttpResponse:
    """Erase the player of this device, for good."""
    player = player_of(request.COOKIES)
    if player is not None:
        person_erase(player)
    answer = HttpResponseRedirect(f"{reverse('tables:me')}?erased", status=303)
    answer.delete_cookie(COOKIE, samesite="Lax")
    return answer
