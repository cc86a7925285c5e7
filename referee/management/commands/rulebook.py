"""`manage.py rulebook`: the rule book as Markdown, from which `docs/rules.md` is made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from django.core.management.base import BaseCommand

from referee.engine.rulebook import CHAPTERS, RULEBOOK, SOURCES, Rule, reasons_of

PREAMBLE = """\
# The rule book

Made from `referee/engine/rulebook/` by `python manage.py rulebook > docs/rules.md`; change it there.

These rules hold under every rule set. Where a rule says “the rule set says”, the settings named below it decide, and
the pages of the site show their values. A refusal and a ruling cite a rule by its number; the codes are public and
stable. The site says each refusal with the cards and figures of the case in it; here it stands without them.
"""


class Command(BaseCommand):
    help = "Print the rule book as Markdown."
    requires_system_checks = ()

    def handle(self, **options: Any) -> None:
        self.stdout.write("\n".join(markdown()))


def markdown() -> Iterator[str]:
    """The lines of the whole book: sources, then the rules by chapter."""
    yield PREAMBLE
    yield "## Sources"
    yield ""
    for source, meaning in SOURCES.items():
        yield f"- *{source}*: {meaning}"
    for chapter, title in CHAPTERS.items():
        yield ""
        yield f"## {chapter}. {title}"
        for rule in RULEBOOK.values():
            if rule.chapter == chapter:
                yield from _rule(rule)


def _rule(rule: Rule) -> Iterator[str]:
    yield ""
    yield f'### <a id="{rule.anchor}"></a>{rule.number} {rule.title}'
    yield ""
    yield rule.text
    yield ""
    yield f"Source: {rule.source}." + _names("Settings", rule.settings) + _names("Cited in answers to", rule.facts)
    reasons = reasons_of(rule.number)
    if reasons:
        yield ""
    for reason in reasons:
        yield f"- `{reason.code}`: {reason.plain or reason.text}"


def _names(label: str, names: Iterable[str]) -> str:
    """A labelled list of names to go on a line, or nothing."""
    listed = ", ".join(f"`{name}`" for name in names)
    return f" {label}: {listed}." if listed else ""
