"""A phone's memory with each answer: in its cookie, and in the account where somebody is signed in."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse

from scorekeeper.circles import circle_of, keep_sheet, remember_names
from scorekeeper.devices import Device, keep_device


def remember(request: HttpRequest, response: HttpResponse, device: Device, names: Sequence[str] = ()) -> None:
    """Keep the phone, which has just used its first sheet. ``names``: of a sheet that was begun."""
    keep_device(response, device)
    if not request.user.is_authenticated or not device.sheets:
        return
    keep_sheet(request.user, device.sheets[0])
    circle = circle_of(request.user)
    if names and circle is not None:
        remember_names(circle, names, device.game)
