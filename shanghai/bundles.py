"""Files that pages load together, as one file each once they are collected: a phone far from the mast waits for every
request. What is not collected, in development and in tests, is linked part by part.

Knows the parts and how to join them. A script's parts are modules that import one another by name only; joined, they
share one scope, so that no two may have a name of the top level in common.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

PARTS = {
    "site.css": tuple(
        f"css/{name}.css" for name in ("tokens", "base", "page", "controls", "panels", "cards", "utilities")
    ),
    # What is imported comes before what imports it; the last one is the page's own.
    "sheet.js": (
        *(f"js/sheet/{name}.js" for name in ("cells", "waiting", "paint", "pad", "watch", "comfort")),
        "js/sheet.js",
    ),
    "desk.js": ("js/toasts.js", "js/desk.js"),
    "house.js": ("js/toasts.js", "js/house.js"),
}
FOLDER = "bundles"
_IMPORT = re.compile(r"^import\b[^;]*;\n", re.MULTILINE)
_NAME = re.compile(r"^(?:export )?(?:const|let|function|class) (\w+)", re.MULTILINE)
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


def linked(name: str) -> tuple[str, ...]:
    """The static files that a page has to link: the bundle, else its parts, of a script only the last one."""
    if _is_joined():
        return (f"{FOLDER}/{name}",)
    return PARTS[name] if name.endswith(".css") else PARTS[name][-1:]


def files(name: str) -> tuple[str, ...]:
    """All static files that a bundle's pages load for it."""
    return linked(name) if _is_joined() else PARTS[name]


def _is_joined() -> bool:
    # With DEBUG a manifest storage gives the plain names of what the apps hold, which no bundle is part of.
    return not settings.DEBUG and hasattr(staticfiles_storage, "bundle")


def join_styles(parts: list[str]) -> str:
    """The style sheets in one, without comments and indentation."""
    lines = _COMMENT.sub("", "\n".join(parts)).splitlines()
    return "\n".join(line.strip() for line in lines if line.strip())


def join_modules(parts: list[str]) -> str:
    """The modules in one, without comments and indentation.

    :raises ValueError: two parts have a name in common, or a text runs over the end of its line.
    """
    text = "\n".join(_IMPORT.sub("", part) for part in parts)
    twice = [name for name, count in Counter(_NAME.findall(text)).items() if count > 1]
    if twice:
        raise ValueError(f"expected modules without a name in common, got {', '.join(twice)}")
    lines = [line.strip() for line in text.splitlines()]
    kept = [line.removeprefix("export ") for line in lines if line and not line.startswith(("//", "/**"))]
    for line in kept:
        if line.count("`") % 2:
            raise ValueError(f"expected no text over several lines, got {line!r}")
    return "\n".join(kept) + "\n"


class BundledStaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # whitenoise has no types
    """Collected files with hashed names, compressed; the bundles are made of them before they get their names."""

    def bundle(self, name: str) -> str:
        """Join a bundle's collected parts; where it lies."""
        texts = []
        for part in PARTS[name]:
            with self.open(part) as file:
                texts.append(file.read().decode())
        joined = join_styles(texts) if name.endswith(".css") else join_modules(texts)
        path = f"{FOLDER}/{name}"
        self.delete(path)
        self.save(path, ContentFile(joined.encode()))
        return path

    # Any: the storage above takes whatever collectstatic hands to its own base.
    def post_process(self, paths: dict[str, Any], *args: Any, **kwargs: Any) -> Iterator[tuple[str, str, Any]]:
        if not kwargs.get("dry_run"):
            paths |= {path: (self, path) for path in map(self.bundle, PARTS)}
        yield from super().post_process(paths, *args, **kwargs)
