"""The glossary: one plain sentence for each term, with its formula and where it was published. No Qt.

resources/glossary.json has the terms in the order of a course. The window explains a term wherever it appears in a
label (`explained`), and lists all of them in Help ▸ Glossary.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from model_core.io.resources import folder
from viz_app.system.language import LANGUAGES, chosen, searched

MOST = 3
"""Terms of one label that are explained: those that stand first."""

_QUOTED = re.compile(r"“[^”]*”")
_WORD = re.compile(r"\w+")
_PLURALS = {"ón": "ones", "z": "ces", "y": "ies"}
"""How a word ends, and what its plural has instead; others add -s or -es."""


@dataclass(frozen=True, eq=False)
class GlossaryTerm:
    """One term; texts by language."""

    name: Mapping[str, str]  # what it is called, in both languages
    sentence: Mapping[str, str]  # what it is, in one plain sentence
    labels: tuple[str, ...] = ()  # what else labels call it
    formula: str = ""
    paper: str = ""  # author, year, section

    def words(self, language: str = "") -> str:
        """Name, definition, formula and paper on up to two lines, by default in the window's language."""
        language = language or current_language()
        return "\n".join(filter(None, (f"{self.name[language]}: {self.sentence[language]}", self.source())))

    def source(self) -> str:
        """Formula and paper: "q = x · W_q (Vaswani et al. 2017, 3.2)"; "" if there is neither."""
        paper = f"({self.paper})" if self.paper and self.formula else self.paper
        return " ".join(filter(None, (self.formula, paper)))

    def matches(self, typed: str) -> bool:
        """Whether it contains all typed words, in either language, with or without accents."""
        whole = searched(" ".join((*self.name.values(), *self.sentence.values(), *self.labels, self.paper)))
        return all(word in whole for word in searched(typed).split())


@cache
def glossary() -> tuple[GlossaryTerm, ...]:
    """The bundled terms."""
    terms = json.loads((folder() / "glossary.json").read_text(encoding="utf-8"))["terms"]
    return tuple(GlossaryTerm(**{**one, "labels": tuple(one.get("labels", ()))}) for one in terms)


def term_names() -> list[str]:
    """The names of the terms in the window's language and in English, in alphabetical order."""
    return sorted({term.name[code] for term in glossary() for code in (current_language(), "en")}, key=str.casefold)


def current_language() -> str:
    """The window's language; English if the glossary lacks it."""
    return chosen() if chosen() in LANGUAGES else "en"


@cache
def _pattern(language: str) -> tuple[re.Pattern[str], tuple[GlossaryTerm, ...]]:
    """A pattern that finds terms in lower case, the longest first, also in the plural; and the term of each of its
    groups."""
    named = {form.casefold(): term for term in glossary() for form in (term.name[language], *term.labels)}
    forms = sorted(named.items(), key=lambda one: len(one[0]), reverse=True)
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
    """The terms in a label in a language, by default the window's, each once, in order; quoted text does not count."""
    pattern, terms = _pattern(language or current_language())
    own = _QUOTED.sub(" ", label).casefold()
    return tuple(dict.fromkeys(terms[found.lastindex - 1] for found in pattern.finditer(own) if found.lastindex))


def explained(label: str, about: str = "") -> str:
    """A label's tooltip: `about`, and under it the terms in the label."""
    return "\n".join(filter(None, (about, *(term.words() for term in terms_in(label)[:MOST]))))
