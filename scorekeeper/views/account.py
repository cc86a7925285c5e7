"""An account, for those who want their sheets on all their phones: in, out, what it holds, and its end."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import wraps

from allauth.account.internal.flows.logout import logout as allauth_logout
from django.forms import EmailField, Form
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.timezone import now
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe

from scorekeeper.access import may_try, too_often
from scorekeeper.circles import adopt, circle_of, kept_books
from scorekeeper.devices import device_of, keep_device, new_device
from scorekeeper.exchange import dump_json
from scorekeeper.houserules import dump_own
from scorekeeper.mailcodes import can_mail, send_code
from scorekeeper.passkeys import add_passkey, begin_account, begin_passkey, passkeys_of

MOST_TRIES = 30
"""New passkeys and mailed codes an hour from one address; of mails to one address a third."""


class MailForm(Form):
    email = EmailField(label=_("E-mail address"), max_length=254)


def _bounded(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """No address makes accounts or mails without end."""

    @wraps(view)
    def bounded(request: HttpRequest) -> HttpResponse:
        if not may_try(f"account:{request.META.get('REMOTE_ADDR', '')}", MOST_TRIES):
            return too_often(request)
        return view(request)

    return bounded


@require_safe
@never_cache
def account(request: HttpRequest) -> HttpResponse:
    """What the account holds; for those who have none: how to get one."""
    device = device_of(request)
    circle = circle_of(request.user)
    if circle is None:
        context = {"form": MailForm(), "can_mail": can_mail(), "failed": "failed" in request.GET, "device": device}
        return render(request, "scorekeeper/account.html", context)
    adopt(request.user, device)
    circle.refresh_from_db()
    context = {
        "failed": "failed" in request.GET,
        "circle": circle,
        "sheets": circle.kept.count(),
        "rules": circle.rules.count(),
        "passkeys": passkeys_of(circle.user),
        "added": "added" in request.GET,
    }
    return render(request, "scorekeeper/account.html", context)


@require_safe
@_bounded
@never_cache
def passkey_options(request: HttpRequest) -> HttpResponse:
    """What a browser needs to make a passkey."""
    return JsonResponse(begin_passkey(request))


@require_POST
@sensitive_post_parameters("credential")
def passkey(request: HttpRequest) -> HttpResponse:
    """Keep a passkey; with none signed in, it begins an account."""
    home = reverse("scorekeeper:account")
    if request.user.is_authenticated:
        return redirect(f"{home}?{'added' if add_passkey(request, request.user) else 'failed'}")
    return begin_account(request) or redirect(f"{home}?failed")


@require_POST
@_bounded
def mail(request: HttpRequest) -> HttpResponse:
    """Send a code to an address."""
    form = MailForm(request.POST)
    if not can_mail() or not form.is_valid():
        context = {"form": form, "can_mail": can_mail(), "device": device_of(request)}
        return render(request, "scorekeeper/account.html", context, status=422)
    email = form.cleaned_data["email"].strip().lower()
    if not may_try(f"account:{email}", MOST_TRIES // 3):
        return too_often(request)
    send_code(request, email)
    return redirect("account_confirm_login_code")


@require_POST
def leave(request: HttpRequest) -> HttpResponse:
    """Sign out; the phone forgets what the account remembers."""
    allauth_logout(request)
    response = redirect("scorekeeper:account")
    keep_device(response, new_device())
    return response


@require_safe
@never_cache
def export(request: HttpRequest) -> HttpResponse:
    """All that the account holds, as a file: its names, its rules, and its sheets with their histories."""
    circle = circle_of(request.user)
    if circle is None:
        return redirect("scorekeeper:account")
    home = request.build_absolute_uri(reverse("scorekeeper:sheets"))
    document = {
        "format": "shanghai account",
        "version": 1,
        "names": circle.names,
        "mail": getattr(request.user, "email", ""),
        "passkeys": [{"name": one.wrap().name, "made": one.created_at.isoformat()} for one in passkeys_of(circle.user)],
        "rules": dump_own(circle, request.build_absolute_uri(reverse("desk:rules"))),
        "sheets": [
            {"address": f"{home}{book.key}/", "sheet": json.loads(dump_json(book))} for book in kept_books(circle)
        ],
    }
    text = json.dumps(document, ensure_ascii=False, indent=1)
    name = f"shanghai-account-{now():%Y-%m-%d}.json"
    return HttpResponse(
        text,
        content_type="application/json; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@require_POST
def erase(request: HttpRequest) -> HttpResponse:
    """Delete the account with all that it remembers. The sheets are the table's, and stay with their addresses."""
    user = request.user
    if user.is_authenticated:
        allauth_logout(request)
        user.delete()
    response = redirect("scorekeeper:account")
    keep_device(response, new_device())
    return response
