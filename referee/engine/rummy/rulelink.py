"""A rule set's document as text short enough for a link and for the value of a form.

Knows nothing of what the settings mean: ``ruledoc`` judges what comes out.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Mapping

from referee.engine.quoting import shown
from referee.engine.rummy.presets import PRESETS
from referee.engine.rummy.ruledoc import SETTINGS, Json, RulesError, load_rules
from referee.engine.rummy.rules import RuleSet

LONGEST = 1200
"""The most characters of such a text."""
LARGEST = 20_000
"""The most characters of a document."""
PREFIX = "house:"
"""What stands before the text where a preset's key could stand too."""


def packed(document: Mapping[str, Json]) -> str:
    """The document as text for a link."""
    text = json.dumps(document, separators=(",", ":"), sort_keys=True)
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


def named_rules(name: str) -> RuleSet:
    """The rules by a preset's key or, after ``house:``, by a link's text.

    :raises RulesError: where there are none, or they do not go together.
    """
    if not name.startswith(PREFIX):
        return load_rules(name)
    document = unpacked(name.removeprefix(PREFIX))
    if document is None:
        raise RulesError(f"expected house rules from a link, got {shown(name)}", code="rules.unknown")
    return load_rules(document)
