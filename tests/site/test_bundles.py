"""Files that are joined when they are collected."""

import posixpath
import re
from pathlib import Path

import pytest

from shanghai.bundles import PARTS, files, join_modules, join_styles, linked

STATIC = Path(__file__).parents[2] / "shanghai" / "static"


def parts(name: str) -> list[str]:
    return [(STATIC / part).read_text(encoding="utf-8") for part in PARTS[name]]


def test_modules_are_joined_in_one_scope_without_comments() -> None:
    one = '// What it is.\nexport const a = 1;\n/** Two. */\nexport const b = () => {\n  return "//"; // b\n};\n'
    other = 'import { a } from "./one.js";\nimport {\n  b,\n} from "./one.js";\nimport "./three.js";\n\nb(a);\n'
    assert join_modules([one, other]) == 'const a = 1;\nconst b = () => {\nreturn "//"; // b\n};\nb(a);\n'


def test_modules_with_a_name_in_common_are_refused() -> None:
    with pytest.raises(ValueError, match="got a"):
        join_modules(["export const a = 1;\n", "let a = 2;\n"])


def test_text_over_several_lines_is_refused() -> None:
    with pytest.raises(ValueError, match="over several lines"):
        join_modules(["const a = `\n  b`;\n"])


def test_styles_are_joined_without_comments() -> None:
    assert join_styles(["/* One\n   of two. */\n@layer a;\n", "b {\n  color: red; /* c */\n}\n"]) == (
        "@layer a;\nb {\ncolor: red;\n}"
    )


@pytest.mark.parametrize("name", [name for name in PARTS if name.endswith(".js")])
def test_every_import_of_a_script_is_part_of_its_bundle(name: str) -> None:
    for part, text in zip(PARTS[name], parts(name), strict=True):
        for imported in re.findall(r'^import\b[^;]*"(.+)";$', text, re.MULTILINE):
            assert posixpath.normpath(f"{posixpath.dirname(part)}/{imported}") in PARTS[name]
    joined = join_modules(parts(name))
    assert "import " not in joined
    assert "\nexport " not in joined


def test_every_part_of_the_sheets_script_is_in_its_bundle() -> None:
    for module in (STATIC / "js" / "sheet").glob("*.js"):
        assert f"js/sheet/{module.name}" in PARTS["sheet.js"]


def test_uncollected_files_are_linked_part_by_part() -> None:
    assert linked("site.css") == files("site.css") == PARTS["site.css"]
    assert linked("sheet.js") == ("js/sheet.js",)
    assert files("sheet.js") == PARTS["sheet.js"]
