"""The house's own rules, read off the source: who may import whom, how long a file may be, what a template may hold.

See also: referee/engine/ruff.toml, which says the same of the engine to an editor.
"""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("shanghai", "scorekeeper", "referee")
LONGEST = 400

# Which of our own modules each part may import, longest prefix first; a module may always import its own part.
ALLOWED = {
    "referee.engine": (),
    "referee.desk": ("referee.engine", "referee.models"),
    "referee.tables": ("referee.engine", "referee.models"),
    "referee": ("referee.engine", "referee.desk", "referee.tables"),
    "scorekeeper": ("referee.engine",),
    "shanghai": ("scorekeeper", "referee"),
}
# Of the standard library, what would bring chance, a clock or the outside world into the engine.
IMPURE = {"random", "secrets", "datetime", "time", "os", "pathlib", "socket", "subprocess", "threading", "asyncio"}


def modules() -> Iterator[tuple[str, Path]]:
    """Name and file of each module of the site, migrations left out."""
    for package in PACKAGES:
        for file in sorted((ROOT / package).rglob("*.py")):
            if "migrations" not in file.parts:
                parts = file.relative_to(ROOT).with_suffix("").parts
                yield ".".join(part for part in parts if part != "__init__"), file


def imports(name: str, file: Path) -> set[str]:
    """Full names of the modules that a file imports, wherever in it."""
    package = name if file.name == "__init__.py" else name.rpartition(".")[0]
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            source = ".".join([*above, *([node.module] if node.module else [])])
            found |= {f"{source}.{alias.name}" for alias in node.names}
    return found


def within(module: str, part: str) -> bool:
    return module == part or module.startswith(f"{part}.")


def part_of(module: str) -> str:
    return next(part for part in sorted(ALLOWED, key=len, reverse=True) if within(module, part))


def is_allowed(importer: str, imported: str) -> bool:
    """Whether a module of ours may import another one of ours."""
    home = part_of(importer)
    if part_of(imported) == home:
        return True
    return any(within(imported, part) for part in ALLOWED[home])


def is_pure(top: str) -> bool:
    return top in sys.stdlib_module_names and top not in IMPURE


def test_every_import_keeps_to_the_layout() -> None:
    breaches = [
        f"{name} imports {imported}"
        for name, file in modules()
        for imported in imports(name, file)
        if imported.partition(".")[0] in PACKAGES and not is_allowed(name, imported)
    ]
    assert not breaches


def test_engine_imports_only_the_pure_standard_library() -> None:
    breaches = [
        f"{name} imports {imported}"
        for name, file in modules()
        if within(name, "referee.engine")
        for imported in imports(name, file)
        if not within(imported, "referee") and not is_pure(imported.partition(".")[0])
    ]
    assert not breaches


def test_importing_the_engine_loads_no_framework() -> None:
    names = [name for name, _ in modules() if within(name, "referee.engine")]
    program = f"import sys, {', '.join(names)}; print([m for m in sys.modules if m.partition('.')[0] == 'django'])"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(
    ("importer", "imported", "allowed"),
    [
        ("shanghai.urls", "scorekeeper.views", True),
        ("scorekeeper.views", "referee.engine.rulings", True),
        ("scorekeeper.views", "referee.desk.views", False),
        ("scorekeeper.views", "shanghai.local", False),
        ("referee.desk.views", "referee.engine.rulings", True),
        ("referee.desk.views", "referee.tables.services", False),
        ("referee.engine.rulings", "referee.models", False),
        ("referee.engine.rulings", "referee.engine.verdicts", True),
        ("referee.tables.services", "referee.models", True),
    ],
)
def test_layout_says_who_may_import_whom(importer: str, imported: str, *, allowed: bool) -> None:
    assert is_allowed(importer, imported) is allowed


def test_files_stay_short() -> None:
    lines = {str(file.relative_to(ROOT)): len(file.read_text(encoding="utf-8").splitlines()) for _, file in modules()}
    assert len(lines) > 10
    assert not {file: count for file, count in lines.items() if count > LONGEST}


def committed(*patterns: str) -> list[Path]:
    """The files of the repository of these patterns, new ones not yet added included."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *patterns]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return [ROOT / line for line in done.stdout.splitlines() if (ROOT / line).is_file()]


# The policy without nonces stops these, so a page that has one is broken.
INLINE = {
    "style attribute": re.compile(r"<[^>]*\sstyle\s*=", re.IGNORECASE),
    "style element": re.compile(r"<style\b", re.IGNORECASE),
    "script body": re.compile(r"<script\b(?![^>]*\bsrc=)(?![^>]*type=\"application/json\")[^>]*>", re.IGNORECASE),
    "event attribute": re.compile(r"<[^>]*\son[a-z]+\s*=", re.IGNORECASE),
    "hx-on attribute": re.compile(r"\shx-on[:-]", re.IGNORECASE),
    "javascript address": re.compile(r"javascript:", re.IGNORECASE),
}


def test_templates_hold_no_inline_style_or_script() -> None:
    templates = committed("*.html")
    assert templates
    breaches = [
        f"{file.relative_to(ROOT)}: {what}"
        for file in templates
        for what, pattern in INLINE.items()
        if pattern.search(file.read_text(encoding="utf-8"))
    ]
    assert not breaches


@pytest.mark.parametrize(
    ("what", "text"),
    [
        ("style attribute", '<p class="a" style="color: red">'),
        ("style element", "<style>p {}</style>"),
        ("script body", "<script>go()</script>"),
        ("script body", '<script type="module">go()</script>'),
        ("event attribute", '<button onclick="go()">'),
        ("hx-on attribute", '<button hx-on:click="go()">'),
        ("javascript address", '<a href="javascript:go()">'),
    ],
)
def test_inline_style_and_script_are_recognised(what: str, text: str) -> None:
    assert INLINE[what].search(text)
    assert not INLINE[what].search('<script type="module" src="/static/js/a.js"></script><p data-style="x" class="on">')


def test_nothing_is_loaded_from_another_host() -> None:
    """No page, style or script of ours names a resource with a host."""
    loads = re.compile(
        r"""(?:src|<link[^>]*href|@import|url\(|import\s.*from|import\()\s*=?\s*["'(]?\s*(?:https?:)?//"""
    )
    files = [file for file in committed("*.html", "*.css", "*.js") if "vendor" not in file.parts]
    assert not [str(file.relative_to(ROOT)) for file in files if loads.search(file.read_text(encoding="utf-8"))]


def test_nothing_names_a_place_on_somebodys_machine() -> None:
    place = re.compile(r"(?<![\w./:-])/(?:home|root|Users|work|private/var)/\w")
    texts = [file for file in committed() if file.suffix not in {".png", ".webp", ".ico", ".mo", ".woff2", ".gz"}]
    assert texts
    assert not [str(file.relative_to(ROOT)) for file in texts if place.search(file.read_text(encoding="utf-8"))]
