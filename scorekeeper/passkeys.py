"""Accounts by passkey alone: no name, no address, no word to remember.

The ceremony and what is kept of a passkey are allauth's. Two things differ: an account begins without an address, and a
passkey is the way in, never a second step behind another one.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from typing import Any

from allauth.account.internal.flows.login import perform_login
from allauth.account.models import Login
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.forms import LoginWebAuthnForm, SignupWebAuthnForm
from allauth.mfa.webauthn.internal import auth
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.utils.formats import date_format
from django.utils.timezone import now
from django.utils.translation import gettext as _

NEW_USER = "passkey-user"
"""Where the visitor's session keeps, between the two steps, the number that a new account will have."""


class PasskeyAdapter(DefaultMFAAdapter):  # type: ignore[misc]  # allauth has no types
    def is_mfa_enabled(self, user: AbstractBaseUser, types: Iterable[str] | None = None) -> bool:
        """Never: who came by a mail's code must get in although the passkey is lost."""
        return False

    def get_public_key_credential_user_entity(self, user: AbstractBaseUser) -> dict[str, Any]:
        # What the phone shows in its list of passkeys.
        entity: dict[str, Any] = super().get_public_key_credential_user_entity(user)
        label = getattr(user, "email", "") or _("Score sheets, %(date)s") % {"date": date_format(now(), "DATE_FORMAT")}
        return entity | {"name": label, "display_name": label}


class _Readable:
    """A form that refuses what is no credential at all, where reading it fails in whatever way."""

    def _clean_form(self) -> None:
        try:
            super()._clean_form()  # type: ignore[misc]  # of the form beside this
        except (ValueError, TypeError, KeyError, AttributeError, IndexError):
            self.add_error(None, _("This is no passkey."))  # type: ignore[attr-defined]

    def _clean_fields(self) -> None:
        try:
            super()._clean_fields()  # type: ignore[misc]
        except (ValueError, TypeError, KeyError, AttributeError, IndexError):
            self.add_error(None, _("This is no passkey."))  # type: ignore[attr-defined]


class LoginForm(_Readable, LoginWebAuthnForm):  # type: ignore[misc]  # allauth has no types
    pass


class NewPasskeyForm(_Readable, SignupWebAuthnForm):  # type: ignore[misc]
    pass


def begin_passkey(request: HttpRequest) -> dict[str, Any]:
    """What a browser needs to make a passkey, for the one who is signed in or for a new account."""
    user = request.user
    if not user.is_authenticated:
        # The passkey holds the account's number, so that is drawn before there is an account.
        request.session[NEW_USER] = secrets.randbelow(2**31 - 2**20) + 2**20
        user = User(pk=request.session[NEW_USER])
    return dict(auth.begin_registration(user, passwordless=True))


def add_passkey(request: HttpRequest, user: User) -> bool:
    """Keep the passkey that the browser of an account's user has made; whether it is one."""
    form = NewPasskeyForm(request.POST, user=user)
    if form.is_valid():
        auth.WebAuthn.add(user, form.cleaned_data["name"], form.cleaned_data["credential"])
        return True
    return False


def begin_account(request: HttpRequest) -> HttpResponse | None:
    """Make an account for a new passkey and sign in; None: it is no passkey, or none was asked for."""
    number = request.session.pop(NEW_USER, None)
    if number is None:
        return None
    user = User(pk=number, username=f"passkey-{secrets.token_urlsafe(12)}")
    user.set_unusable_password()
    try:
        with transaction.atomic():
            user.save(force_insert=True)
            if not add_passkey(request, user):
                transaction.set_rollback(True)
                return None
    except IntegrityError:
        return None
    response: HttpResponse = perform_login(request, Login(user=user))
    return response


def passkeys_of(user: AbstractBaseUser) -> list[Authenticator]:
    return list(Authenticator.objects.filter(user_id=user.pk, type=Authenticator.Type.WEBAUTHN).order_by("created_at"))
