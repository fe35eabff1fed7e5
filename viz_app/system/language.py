"""The window's texts in the chosen language. No Qt.

English is in the code: `tr("Layer {layer}", layer=2)`. The other languages are Qt Linguist files
(`resources/languages/es.ts`), updated by `python -m tests.catalogue` and edited in Qt Linguist. They are read here
rather than through QTranslator, since most texts are chosen in rooms without Qt.

The language belongs to a process and is chosen before any room of the window is imported, since tables of texts are
made on import; a new choice takes effect at the next start.
"""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from numbers import Integral
from pathlib import Path
from typing import Any

from model_core.direction import isolated
from model_core.errors import Message
from model_core.io.resources import folder

VARIABLE = "HEADSCOPE_LANGUAGE"
LANGUAGES = {"en": "English", "es": "Español"}
"""Code (ISO 639-1) -> the language's own name for itself."""

_wanted = "system"


def tr(source: str, note: str = "", /, **values: Any) -> str:
    """A text in the chosen language, with its fields filled in.

    source  the English text, with fields as in str.format if there are values; a right-to-left value is isolated, see
            `model_core.direction`, a `Message` is translated, and a whole number gets thousands separators: pass one
            that is a name (an id, a seed) as text
    note    distinguishes two uses of one English text that another language translates differently
    """
    text = _translations().get((source, note)) or source
    return _filled(text, {name: _grouped(one) for name, one in values.items()}) if values else text


class _Grouped(int):
    """A number written as 1,923 unless its field has a format of its own."""

    def __format__(self, spec: str) -> str:
        return super().__format__(spec or ",")


def _grouped(value: Any) -> Any:
    return _Grouped(value) if isinstance(value, Integral) and abs(int(value)) > 999 else value


def translated(text: str) -> str:
    """A text of the core in the chosen language; one that is no `Message` as it is."""
    if not isinstance(text, Message) or chosen() == "en":
        return text
    known = _translations().get((text.template, ""), text.template)
    return _filled(known, text.fields) if text.fields else known


def as_sentence(text: str) -> str:
    """A text of the core in the chosen language with a capital first letter; a name at its start is unchanged."""
    words = translated(text)
    first = words.partition(" ")[0]
    named = not set("._/\\").isdisjoint(first) or (isinstance(text, Message) and text.template.startswith("{"))
    return words if named else capitalised(words)


def capitalised(text: str) -> str:
    """The text with a capital first letter; `str.capitalize` also makes the others small."""
    return text[:1].upper() + text[1:]


@lru_cache(maxsize=4096)
def searched(text: str) -> str:
    """A text normalised for searching: without case and accents."""
    return "".join(sign for sign in unicodedata.normalize("NFD", text.casefold()) if not unicodedata.combining(sign))


def text_of_resource(text: str) -> str:
    """A text from a file in `resources` or a table of the core, which the catalogue has beside those of the code."""
    return tr(text)


def _filled(text: str, values: Mapping[str, Any]) -> str:
    return text.format(
        **{name: isolated(translated(one)) if isinstance(one, str) else one for name, one in values.items()}
    )


def view_word(name: str) -> str:
    """The name of a view in rail and menu, which is also its title: its module's name as a word."""
    return tr(_english_word(name))


def english_view(title: str, names: Iterable[str]) -> str:
    """The English title of one of these views, used in files in every language; any other title unchanged."""
    return next((_english_word(name) for name in names if view_word(name) == title), title)


def _english_word(name: str) -> str:
    return name.replace("_", " ").capitalize()


def counted(number: int, one: str, more: str) -> str:
    """A number with its noun: "1 token", "1,200 tokens". Both words come through `tr`."""
    return f"{number:,} {one if number == 1 else more}"


def choose(language: str) -> None:
    """Sets the language of this process and of those that it starts; "system" is that of the environment."""
    os.environ[VARIABLE] = system_language() if language == "system" else language
    chosen.cache_clear()
    _translations.cache_clear()


@cache
def chosen() -> str:
    """The code of the language in force."""
    return os.environ.get(VARIABLE, "en")


def language_option() -> list[str]:
    """The command-line option for the language in force; nothing for the default one."""
    return ["--language", chosen()] if chosen() in LANGUAGES and chosen() != "en" else []


def chosen_for_next_start() -> str:
    """The language of the next start: a code, or "system"."""
    return _wanted


def want(choice: str) -> None:
    """Sets the language of the next start."""
    global _wanted
    _wanted = choice


def system_language() -> str:
    """The language of the environment (LANGUAGE, LC_ALL, LC_MESSAGES, LANG; else the platform's),
    English if unknown."""
    named = [os.environ.get(name, "") for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")]
    found = next((name for name in named if name), "")
    if not found:
        import locale  # here: it takes 2 ms, and the first window waits for this module

        found = locale.getlocale()[0] or ""
    code = found.split(":")[0].split("_")[0].split(".")[0].lower()
    code = {"spanish": "es"}.get(code, code)  # as Windows says it
    return code if code in LANGUAGES else "en"


def catalogue_file(language: str) -> Path:
    """The Qt Linguist file of a language."""
    return folder() / "languages" / f"{language}.ts"


def read_catalogue(path: Path) -> Mapping[tuple[str, str], str]:
    """Source and note -> translation, for the translated texts of a Qt Linguist file. An unreadable file counts as
    empty: the window is English then."""
    from xml.etree import ElementTree

    try:
        root = ElementTree.parse(path).getroot()
    except (OSError, ElementTree.ParseError):
        return {}
    found = {}
    for message in root.iter("message"):
        text = message.find("translation")
        if text is not None and text.text and text.get("type") is None:
            found[message.findtext("source", ""), message.findtext("comment", "")] = text.text
    return found


@cache
def _translations() -> Mapping[tuple[str, str], str]:
    return {} if chosen() == "en" else read_catalogue(catalogue_file(chosen()))
