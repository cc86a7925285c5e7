"""Addresses of allauth's own pages, as far as this site uses them, by the names that allauth knows them by."""

from allauth.account.views import confirm_login_code
from allauth.mfa.webauthn.views import login_webauthn
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path
from django.views.decorators.http import require_safe


@require_safe
def to_account(request: HttpRequest) -> HttpResponse:
    """Where allauth sends people who have to sign in, or who came too late with a code."""
    return redirect("scorekeeper:account")


urlpatterns = [
    path("in/", to_account, name="account_login"),
    path("closed/", to_account, name="account_inactive"),
    path("ask/", to_account, name="account_request_login_code"),
    path("code/", confirm_login_code, name="account_confirm_login_code"),
    path("in/passkey/", login_webauthn, name="mfa_login_webauthn"),
]
