"""The terms of the field: one plain sentence for each, with its formula and where it was published. No Qt.

resources/glossary.json has them in the order of a course. The window explains a term wherever it stands in a label
(`explained`), and lists all of them in Help ▸ Glossary.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Annotated

from model_core.errors import Refused
from model_core.io.limits import parse_json
from model_core.io.resources import folder
from model_core.io.safe_files import read_plain
from model_core.schema import Codes, Length, read
from viz_app.system.language import LANGUAGES, chosen, marked, tr

MOST = 3
"""Terms of one label that are explained: those that stand first."""

_BYTES = 200_000
_QUOTED = re.compile(r"“[^”]*”")
_WORD = re.compile(r"\w+")
_PLURALS = {"ón": "ones", "z": "ces", "y": "ies"}
"""How a word ends, and what its plural has instead; others add -s or -es."""
_CODES = Codes.uniform("E-GLOSSARY")
_SUBJECT = tr("the glossary")


@dataclass(frozen=True, eq=False)
class GlossaryTerm:
    """One term; texts by language."""

    name: Annotated[Mapping[str, str], "what it is called, in both languages"]
    sentence: Annotated[Mapping[str, str], "what it is, in one plain sentence"]
    labels: Annotated[tuple[str, ...], Length(0, 12), "what else labels call it"] = ()
    formula: Annotated[str, Length(0, 120), '"" for none'] = ""
    paper: Annotated[str, Length(0, 120), 'author, year, section; "" for none'] = ""

    def words(self, language: str = "") -> str:
        """Name, sentence, formula and paper on up to two lines, by default in the window's language."""
        language = language or current_language()
        return marked("\n".join(filter(None, (f"{self.name[language]}: {self.sentence[language]}", self.source()))))

    def source(self) -> str:
        """Formula and paper: "q = x · W_q (Vaswani et al. 2017, 3.2)"; "" for neither."""
        paper = f"({self.paper})" if self.paper and self.formula else self.paper
        return " ".join(filter(None, (self.formula, paper)))

    def matches(self, typed: str) -> bool:
        """Whether all typed words stand in it, in either language."""
        whole = " ".join((*self.name.values(), *self.sentence.values(), *self.labels, self.paper)).casefold()
        return all(word in whole for word in typed.casefold().split())


@cache
def glossary(path: Path | None = None) -> tuple[GlossaryTerm, ...]:
    """The terms of a file, of the bundled one for None. Raises Refused for any other file."""
    path = path or folder() / "glossary.json"
    whole = parse_json(read_plain(path, _BYTES).decode("utf-8", "replace"), path.name)
    if not isinstance(whole, dict) or not isinstance(whole.get("terms"), list):
        raise Refused(_CODES.type, tr("{name} is not a glossary: it has no list of terms", name=path.name))
    terms = tuple(read(GlossaryTerm, one, _CODES, _SUBJECT, f"terms[{at}]") for at, one in enumerate(whole["terms"]))
    for term in terms:
        if set(term.name) != set(LANGUAGES) or set(term.sentence) != set(LANGUAGES):
            raise Refused(
                _CODES.missing,
                tr(
                    "{name}: {term} must be in {languages}",
                    name=path.name,
                    term=dict(term.name),
                    languages=", ".join(LANGUAGES),
                ),
            )
    return terms


def term_names() -> list[str]:
    """What the terms are called in the window's language and in English, in alphabetical order."""
    return sorted({term.name[code] for term in glossary() for code in (current_language(), "en")}, key=str.casefold)


def current_language() -> str:
    """The window's language, English where the glossary has no other."""
    return chosen() if chosen() in LANGUAGES else "en"


@cache
def _forms(language: str) -> dict[str, GlossaryTerm]:
    """What labels call a term, in small letters -> the term."""
    return {form.casefold(): term for term in glossary() for form in (term.name[language], *term.labels)}


@cache
def _pattern(language: str) -> tuple[re.Pattern[str], tuple[GlossaryTerm, ...]]:
    """Finds terms in small letters, the longest first, also in the plural; and the term of each of its groups."""
    forms = sorted(_forms(language).items(), key=lambda one: len(one[0]), reverse=True)
    found = "|".join(f"({_WORD.sub(_in_both_numbers, re.escape(form))})" for form, _ in forms)
    return re.compile(rf"(?<!\w)(?:{found})(?!\w)"), tuple(term for _, term in forms)


def _in_both_numbers(word: re.Match[str]) -> str:
    """A pattern of a word and its plural, in English or Spanish."""
    for ending, plural in _PLURALS.items():
        if word[0].endswith(ending):
            return f"{word[0].removesuffix(ending)}(?:{ending}s?|{plural})"
    return f"{word[0]}(?:e?s)?"


@lru_cache(maxsize=1024)
def terms_in(label: str, language: str = "") -> tuple[GlossaryTerm, ...]:
    """The terms that a label in a language, by default the window's, names, each once, in their order; what it quotes
    is not its own."""
    pattern, terms = _pattern(language or current_language())
    own = _QUOTED.sub(" ", label).casefold()
    return tuple(dict.fromkeys(terms[found.lastindex - 1] for found in pattern.finditer(own) if found.lastindex))


def without_terms(label: str) -> str:
    """The label without the words that are terms or quoted, in small letters."""
    return _pattern(current_language())[0].sub(" ", _QUOTED.sub(" ", label).casefold())


def explained(label: str, about: str = "") -> str:
    """What a label's tool tip says: `about`, and under it the terms that stand in the label."""
    return "\n".join(filter(None, (about, *(term.words() for term in terms_in(label)[:MOST]))))
