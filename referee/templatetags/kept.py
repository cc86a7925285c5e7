"""`{% kept VALUES %}…{% endkept %}`: a part of a table's page, rendered anew only when what it shows has changed.

A move changes little of what every screen shows. The rendered part is kept by its place, the language, the table, who
looks, and the values named in the tag, which must be all that it depends on and can be hashed. `{% kept all VALUES %}`
is for parts that are the same for everybody. With a form's token of one request in the page nothing is kept.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock

from django import template
from django.template.base import FilterExpression, NodeList, Parser, Token
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()

MOST = 10_000
"""Parts kept in one process; at some 2 KB each, 20 MB."""


class Parts:
    """The rendered parts that were asked for last."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, SafeString] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable) -> SafeString | None:
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
            return found

    def keep(self, key: Hashable, part: SafeString) -> None:
        with self._lock:
            self._kept[key] = part
            if len(self._kept) > MOST:
                self._kept.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()

    def __len__(self) -> int:
        return len(self._kept)


PARTS = Parts()


class KeptNode(template.Node):
    child_nodelists = ("nodelist",)

    def __init__(
        self, place: tuple[str, int], values: list[FilterExpression], nodelist: NodeList, *, all: bool
    ) -> None:
        self.place = place
        self.values = values
        self.nodelist = nodelist
        self.all = all

    def render(self, context: template.Context) -> SafeString:
        if "csrf_token" in context:
            return self.nodelist.render(context)
        snap = context["snap"]
        viewer = () if self.all else (snap.seat, snap.is_host)
        values = tuple(value.resolve(context, ignore_failures=True) for value in self.values)
        key = (self.place, get_language(), snap.code, snap.phase, *viewer, values)
        part = PARTS.get(key)
        if part is None:
            part = self.nodelist.render(context)
            PARTS.keep(key, part)
        return part


@register.tag
def kept(parser: Parser, token: Token) -> KeptNode:
    words = token.split_contents()[1:]
    is_all = words[:1] == ["all"]
    values = [parser.compile_filter(word) for word in words[is_all:]]
    nodelist = parser.parse(("endkept",))
    parser.delete_first_token()
    # A template has several on one line, hence the number of those read so far.
    parser.kept_parts = getattr(parser, "kept_parts", 0) + 1  # type: ignore[attr-defined]  # our own mark on the parser
    place = (parser.origin.name if parser.origin else "", parser.kept_parts)  # type: ignore[attr-defined]  # as above
    return KeptNode(place, values, nodelist, all=is_all)
