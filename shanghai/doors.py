"""The site's doors: the parts that a visitor can enter, for the bar at the top and the home page."""

from typing import NamedTuple

from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Door(NamedTuple):
    """A part of the site; ``view`` is the name of its first page, ``icon`` a symbol of ``icons/ui.svg``."""

    key: str
    view: str
    icon: str
    short: str | Promise
    title: str | Promise
    text: str | Promise


class OpenDoor(NamedTuple):
    """A door with its address, and whether the visitor is behind it."""

    door: Door
    url: str
    is_current: bool


DOORS = (
    Door(
        "score",
        "scorekeeper:new",
        "sheet",
        _("Score"),
        _("Keep score"),
        _("A sheet for cards on a real table. Tap the cards that are left; the sheet does the sums."),
    ),
    Door(
        "referee",
        "desk:home",
        "scales",
        _("Referee"),
        _("Settle a dispute"),
        _("Is this meld legal, and who gets the discard? An answer at once, with the rule it rests on."),
    ),
    Door(
        "tables",
        "tables:lobby",
        "cards",
        _("Tables"),
        _("Play"),
        _("A table with friends by a link, or with bots that take the empty chairs."),
    ),
    Door(
        "rules",
        "desk:rules",
        "book",
        _("Rules"),
        _("Read the rules"),
        _("Seven hands, ten hands or Rook cards: every rule with its number and where it comes from."),
    ),
)


def open_doors(request: HttpRequest | None) -> tuple[OpenDoor, ...]:
    """The doors whose pages exist on this site, in order."""
    match = request.resolver_match if request else None
    behind = match.view_name if match else ""
    found = []
    for door in DOORS:
        try:
            found.append(OpenDoor(door, reverse(door.view), _is_behind(door, behind)))
        except NoReverseMatch:
            continue
    return tuple(found)


def _is_behind(door: Door, view_name: str) -> bool:
    app, _colon, page = view_name.partition(":")
    if page.startswith(("rule", "house")):  # the rule book's pages belong to the desk but have a door of their own
        return door.key == "rules"
    return door.key != "rules" and app == door.view.partition(":")[0]
