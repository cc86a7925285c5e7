"""The Dutch catalogue: sound sentences, the compiled file beside them, and pages that speak it."""

import gettext
import re
from pathlib import Path

import pytest

CATALOGUE = Path(__file__).parents[2] / "locale" / "nl" / "LC_MESSAGES"
PLACEHOLDER = re.compile(r"%\((\w+)\)[sd]")


def compiled():
    with (CATALOGUE / "django.mo").open("rb") as file:
        return gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined]  # the only way to list the sentences


def test_no_sentence_is_marked_as_doubtful():
    assert "#, fuzzy" not in (CATALOGUE / "django.po").read_text()


def test_every_sentence_of_the_catalogue_is_translated():
    entries = (CATALOGUE / "django.po").read_text().split("\n\n")[1:]
    empty = [entry for entry in entries if re.search(r'^msgstr(\[\d\])? ""$(?!\n")', entry, re.MULTILINE)]
    assert empty == []


def test_compiled_catalogue_holds_every_sentence():
    entries = (CATALOGUE / "django.po").read_text().split("\n\n")[1:]
    words = {key[0] if isinstance(key, tuple) else key for key in compiled()} - {""}
    assert len([entry for entry in entries if "msgid " in entry]) == len(words)


def test_translations_keep_the_placeholders():
    # Plural forms are left to msgfmt: the compiled file knows them by their singular, which may say "a" for the number.
    plain = {text: said for text, said in compiled().items() if isinstance(text, str) and text}
    wrong = [text for text, said in plain.items() if set(PLACEHOLDER.findall(text)) != set(PLACEHOLDER.findall(said))]
    assert wrong == []


@pytest.mark.django_db
@pytest.mark.parametrize(("path", "says"), [("/", "Houd de score"), ("/referee/", "Scheidsrechter")])
def test_pages_speak_dutch(client, path, says):
    answer = client.get(path, headers={"accept-language": "nl"})
    assert 'lang="nl"' in answer.text
    assert says.lower() in answer.text.lower()
