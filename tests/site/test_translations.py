"""The catalogues: sound sentences, the compiled file beside them, and pages that speak them."""

import gettext
import re
from pathlib import Path

import pytest
from django.conf import settings

LOCALE = Path(__file__).parents[2] / "locale"
PLACEHOLDER = re.compile(r"%\((\w+)\)[sd]")


@pytest.fixture(params=[code for code, _ in settings.LANGUAGES if code != "en"])
def catalogue(request: pytest.FixtureRequest) -> Path:
    """The folder of each language's sentences."""
    return LOCALE / str(request.param) / "LC_MESSAGES"


def entries_of(catalogue):
    return (catalogue / "django.po").read_text().split("\n\n")[1:]


def sentences_of(catalogue):
    return {entry.partition("msgstr")[0] for entry in entries_of(catalogue)}


def compiled(catalogue):
    with (catalogue / "django.mo").open("rb") as file:
        return gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined]  # the only way to list the sentences


def test_no_sentence_is_marked_as_doubtful(catalogue):
    assert "#, fuzzy" not in (catalogue / "django.po").read_text()


def test_every_sentence_of_the_catalogue_is_translated(catalogue):
    empty = [entry for entry in entries_of(catalogue) if re.search(r'^msgstr(\[\d\])? ""$(?!\n")', entry, re.MULTILINE)]
    assert empty == []


def test_plurals_have_every_form_of_the_language(catalogue):
    text = (catalogue / "django.po").read_text()
    forms = int(re.search(r"nplurals=(\d)", text)[1])
    plurals = [entry for entry in entries_of(catalogue) if "msgid_plural" in entry]
    assert [entry for entry in plurals if entry.count("\nmsgstr[") != forms] == []


def test_catalogues_have_the_same_sentences(catalogue):
    asked = [re.sub(r"^#.*\n", "", entry, flags=re.MULTILINE) for entry in sentences_of(catalogue)]
    dutch = [re.sub(r"^#.*\n", "", entry, flags=re.MULTILINE) for entry in sentences_of(LOCALE / "nl" / "LC_MESSAGES")]
    assert sorted(asked) == sorted(dutch)


def test_compiled_catalogue_holds_every_sentence(catalogue):
    words = {key[0] if isinstance(key, tuple) else key for key in compiled(catalogue)} - {""}
    assert len([entry for entry in entries_of(catalogue) if "msgid " in entry]) == len(words)


def test_translations_keep_the_placeholders(catalogue):
    # Plural forms are left to msgfmt: the compiled file knows them by their singular, which may say "a" for the number.
    plain = {text: said for text, said in compiled(catalogue).items() if isinstance(text, str) and text}
    wrong = [text for text, said in plain.items() if set(PLACEHOLDER.findall(text)) != set(PLACEHOLDER.findall(said))]
    assert wrong == []


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "path", "says"),
    [
        ("nl", "/", "Houd de score"),
        ("nl", "/referee/", "Scheidsrechter"),
        ("es", "/", "Llevar los puntos"),
        ("es", "/referee/", "Árbitro"),
    ],
)
def test_pages_speak_the_language(client, language, path, says):
    answer = client.get(path, headers={"accept-language": language})
    assert f'lang="{language}"' in answer.text
    assert says.lower() in answer.text.lower()
