"""Accounts by a code in a mail, where the site can send mail. The code, its bounds and its page are allauth's."""

from __future__ import annotations

import secrets

from allauth.account.internal.flows.login_by_code import LoginCodeVerificationProcess
from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction
from django.http import HttpRequest


def can_mail() -> bool:
    """Whether this site was told how to send mail."""
    return bool(settings.MAIL_IS_SENT)


def send_code(request: HttpRequest, email: str) -> None:
    """Send a code that opens the account of the address; a new address gets one, so that nobody learns which is."""
    LoginCodeVerificationProcess.initiate(request=request, user=_user_of(email), email=email)


def _user_of(email: str) -> AbstractBaseUser:
    known = EmailAddress.objects.filter(email__iexact=email).select_related("user").first()
    if known is not None:
        return known.user  # type: ignore[no-any-return]  # allauth has no types
    with transaction.atomic():
        user = get_user_model()(username=f"mail-{secrets.token_urlsafe(12)}", email=email)
        user.set_unusable_password()
        user.save()
        EmailAddress.objects.create(user=user, email=email, primary=True, verified=False)
    return user
