"""What a mishap is made of, and the cases that several of them share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

type Text = str | Promise


class Remedy(NamedTuple):
    """What is done, and in which case where it depends."""

    case: Text
    text: Text


@dataclass(frozen=True, slots=True)
class Mishap:
    """Something that went wrong: what the rules say, what is done about it, and the rules that it touches.

    ``is_custom``: no rule says so, the remedy is what tables usually do.
    """

    key: str
    title: Text
    ruling: Text
    remedies: tuple[Remedy, ...]
    rules: tuple[str, ...]
    is_custom: bool = True


ALWAYS = _("In any case")
NOTICED = _("Noticed at once")
NOTICED_LATE = _("Noticed after the next player has drawn")
