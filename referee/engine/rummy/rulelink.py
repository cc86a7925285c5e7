"""A rule set's document as text short enough for a link and for the value of a form.

Knows nothing of what the settings mean: ``ruledoc`` judges what comes out.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Mapping
from functools import lru_cache

from referee.engine.quoting import shown
from referee.engine.rummy.presets import PRESETS
from referee.engine.rummy.ruledoc import (
    SETTINGS,
    VERSION,
    Json,
    RulesError,
    changed_settings,
    load_rules,
    preset_rules,
)
from referee.engine.rummy.rules import RuleSet

LONGEST = 1200
"""The most characters of such a text."""
LARGEST = 20_000
"""The most characters of a document."""
PREFIX = "house:"
"""What stands before the text where a preset's key could stand too."""


def packed(document: Mapping[str, Json]) -> str:
    """The document as text for a link; the rows of its tables keep their order."""
    text = json.dumps(document, separators=(",", ":"))
    return base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def unpacked(text: str) -> dict[str, Json] | None:
    """The document of a link; None where the text is none, or is too large. Its settings are not judged here."""
    if len(text) > LONGEST:
        return None
    try:
        reader = zlib.decompressobj()
        plain = reader.decompress(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)), LARGEST)
        document = json.loads(plain)
    except (ValueError, zlib.error, binascii.Error, RecursionError):
        return None
    if not isinstance(document, dict) or document.get("base") not in PRESETS or reader.unconsumed_tail:
        return None
    changes = document.get("set", {})
    if (
        not isinstance(changes, dict)
        or not set(changes) <= set(SETTINGS)
        or not isinstance(document.get("name", ""), str)
    ):
        return None
    return document


def named_document(name: str) -> str | dict[str, Json]:
    """A preset's key as it is; the document of a link's text after ``house:``. Its settings are not judged here.

    :raises RulesError: where the text after ``house:`` holds no document.
    """
    if not name.startswith(PREFIX):
        return name
    document = unpacked(name.removeprefix(PREFIX))
    if document is None:
        raise RulesError(f"expected house rules from a link, got {shown(name)}", code="rules.unknown")
    return document


@lru_cache(maxsize=256)
def named_rules(name: str) -> RuleSet:
    """The rules by a preset's key or, after ``house:``, by a link's text.

    :raises RulesError: where there are none, or they do not go together.
    """
    return load_rules(named_document(name))


@lru_cache(maxsize=256)
def name_of(rules: RuleSet) -> str:
    """The shortest name by which ``named_rules`` finds the rules: a preset's key, or ``house:`` and what differs."""
    if rules == preset_rules(rules.base):
        return rules.base
    changes = changed_settings(rules)
    return PREFIX + packed({"version": VERSION, "base": rules.base, "name": rules.name, "set": changes})
