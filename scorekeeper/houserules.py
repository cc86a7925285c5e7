"""House rules that an account keeps: taken in by the text of their link, named, copied, dropped, told as a file.

Knows the account's list. What the settings mean and whether they go together the rule set says.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser, User
from django.db import transaction

from referee.engine.rummy.ruledoc import Json, RulesError, dump_rules
from referee.engine.rummy.rulelink import LONGEST, PREFIX, named_document, named_rules, packed
from referee.engine.rummy.rules import RuleSet
from scorekeeper.models import Circle, HouseRules

MOST_RULES = 100
LONGEST_NAME = 80


class NotKept(ValueError):
    """Rules that the list does not take. ``code``: ``unreadable``, ``name``, ``taken``, ``long`` or ``full``."""

    def __init__(self, code: str) -> None:
        super().__init__(f"expected rules that an account can keep, got {code!r}")
        self.code = code


@dataclass(frozen=True, slots=True)
class Own:
    """House rules in the list of the account that is signed in."""

    row: int
    key: str
    name: str

    @property
    def packed(self) -> str:
        """The text by which the editor opens them."""
        return self.key.removeprefix(PREFIX)

    @property
    def rules(self) -> RuleSet:
        return named_rules(self.key)


def own_rules(user: User | AnonymousUser) -> tuple[Own, ...]:
    """The account's rules, those changed last first; none for somebody without one.

    Rules that this version of the site cannot read any more are left out.
    """
    if not user.is_authenticated:
        return ()
    rows = HouseRules.objects.filter(circle__user=user)
    return tuple(Own(row.pk, row.key, row.name) for row in rows if _read(row.key) is not None)


def own_choices(user: User | AnonymousUser) -> list[tuple[str, str]]:
    """The account's rules as choices of a form."""
    return [(own.key, own.name) for own in own_rules(user)]


def _read(key: str) -> RuleSet | None:
    try:
        return named_rules(key) if key.startswith(PREFIX) else None
    except RulesError:
        return None


def rules_keep(circle: Circle, key: str) -> HouseRules:
    """Take rules into the list by the text of their link; a new version of rules takes the place of its name.

    Rules that nobody has named get a name of their own.

    :raises NotKept: what cannot be read or played, one too many.
    """
    rules = _read(key)
    if rules is None:
        raise NotKept("unreadable")
    with transaction.atomic():
        document = named_document(key)
        if isinstance(document, dict) and "name" not in document:
            return _add(circle, free_name(circle, rules.name), key)
        known = circle.rules.filter(name=rules.name).first()
        if known is None:
            return _add(circle, rules.name, key)
        known.key = key
        known.save(update_fields=["key", "changed"])
        return known


def rules_rename(row: HouseRules, name: str) -> HouseRules:
    """Give the rules another name, which is part of their document.

    :raises NotKept: a name that is none, or that others of the list have.
    """
    name = " ".join(name.split())
    if not 1 <= len(name) <= LONGEST_NAME:
        raise NotKept("name")
    with transaction.atomic():
        if HouseRules.objects.filter(circle=row.circle_id, name=name).exclude(pk=row.pk).exists():
            raise NotKept("taken")
        row.name, row.key = name, _renamed(row.key, name)
        row.save(update_fields=["name", "key", "changed"])
    return row


def rules_fork(row: HouseRules) -> HouseRules:
    """A copy of the rules under a name of its own, to be changed while the first ones stay."""
    with transaction.atomic():
        return _add(row.circle, free_name(row.circle, row.name), row.key)


def free_name(circle: Circle, name: str) -> str:
    """The name, with a number behind it where the list has it already."""
    known = set(circle.rules.values_list("name", flat=True))
    if name not in known:
        return name
    tried = (f"{name[: LONGEST_NAME - 4]} {number}" for number in range(2, MOST_RULES + 3))
    return next(one for one in tried if one not in known)


def _add(circle: Circle, name: str, key: str) -> HouseRules:
    if circle.rules.count() >= MOST_RULES:
        raise NotKept("full")
    return HouseRules.objects.create(circle=circle, name=name, key=_renamed(key, name))


def _renamed(key: str, name: str) -> str:
    """The text of the same rules under the name."""
    document = named_document(key)
    if isinstance(document, str):
        raise NotKept("unreadable")
    text = packed({**document, "name": name})
    if len(text) > LONGEST:
        raise NotKept("long")
    return PREFIX + text


def dump_own(circle: Circle, home: str) -> list[Json]:
    """The account's rules for its file, each with its address under ``home`` and every setting."""
    rows = ((row, _read(row.key)) for row in circle.rules.all())
    return [
        {"name": row.name, "address": f"{home}{row.key}/", "document": dump_rules(rules) if rules else None}
        for row, rules in rows
    ]
