"""The house rules of an account: the list, and what can be done with each."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.forms import CharField, Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from scorekeeper.circles import circle_of
from scorekeeper.houserules import NotKept, own_rules, rules_fork, rules_keep, rules_rename
from scorekeeper.models import Circle, HouseRules

type View = Callable[..., HttpResponse]

REFUSED: dict[str, str | Promise] = {
    "unreadable": _("This link holds no house rules that can be read."),
    "name": _("Rules need a name of 1 to 80 characters."),
    "taken": _("Other rules in your list have this name."),
    "long": _("With this name the rules are too long for a link. Choose a shorter one."),
    "full": _("Your list is full. Delete rules that you no longer use."),
}


class KeyForm(Form):
    """House rules by the text of their link."""

    key = CharField(max_length=1210)


class NameForm(Form):
    """A new name; what is allowed the list itself says."""

    name = CharField(max_length=200, required=False, strip=False)


def with_circle(view: View) -> View:
    """The view gets the circle of the account that is signed in; without one it leads to the page of accounts."""

    @wraps(view)
    def opened(request: HttpRequest, **place: object) -> HttpResponse:
        circle = circle_of(request.user)
        return redirect("scorekeeper:account") if circle is None else view(request, circle, **place)

    return opened


def with_rules(view: View) -> View:
    """The view gets rules of the account that is signed in; any others are 404."""

    @wraps(view)
    @with_circle
    def opened(request: HttpRequest, circle: Circle, row: int) -> HttpResponse:
        return view(request, get_object_or_404(HouseRules, pk=row, circle=circle))

    return opened


@require_safe
@never_cache
@with_circle
def mine(request: HttpRequest, circle: Circle) -> HttpResponse:  # the list is found by the visitor
    return _listed(request, circle)


def _listed(request: HttpRequest, circle: Circle, refused: str = "") -> HttpResponse:
    context = {"own": own_rules(circle.user), "refused": REFUSED.get(refused, "")}
    return render(request, "scorekeeper/houserules.html", context, status=422 if refused else 200)


def _changed(request: HttpRequest, circle: Circle, change: Callable[[], HouseRules]) -> HttpResponse:
    """The list after the change, or with what stands against it."""
    try:
        change()
    except NotKept as error:
        return _listed(request, circle, error.code)
    return redirect("scorekeeper:rules")


@require_POST
@with_circle
def keep(request: HttpRequest, circle: Circle) -> HttpResponse:
    """Take rules into the list by the text of their link."""
    form = KeyForm(request.POST)
    key = form.cleaned_data["key"] if form.is_valid() else ""
    return _changed(request, circle, lambda: rules_keep(circle, key))


@require_POST
@with_rules
def rename(request: HttpRequest, row: HouseRules) -> HttpResponse:
    form = NameForm(request.POST)
    name = form.cleaned_data["name"] if form.is_valid() else ""
    return _changed(request, row.circle, lambda: rules_rename(row, name))


@require_POST
@with_rules
def fork(request: HttpRequest, row: HouseRules) -> HttpResponse:
    """Copy the rules; the copy is next to them in the list."""
    return _changed(request, row.circle, lambda: rules_fork(row))


@require_POST
@with_rules
def drop(request: HttpRequest, row: HouseRules) -> HttpResponse:  # any answer is the same list
    """Take the rules off the list. Sheets and tables that were opened by them keep theirs."""
    row.delete()
    return redirect("scorekeeper:rules")
