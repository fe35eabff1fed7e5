"""Words of the home-made sentence pairs: names, nouns with their gender, adjectives, verbs with their forms.

They stand in `homemade.txt` beside the models, written for this program; nothing is taken from a corpus.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from model_core.io import resources


class NounForms(NamedTuple):
    """English singular and plural, Spanish singular and plural, gender "m" or "f"."""

    english: str
    englishes: str
    spanish: str
    spanishes: str
    gender: str


class Adjective(NamedTuple):
    """English, then Spanish by gender and number."""

    english: str
    m: str
    f: str
    ms: str
    fs: str

    def form(self, gender: str, many: bool) -> str:
        if gender == "m":
            return self.ms if many else self.m
        return self.fs if many else self.f


class VerbForms(NamedTuple):
    """English base and third person, Spanish forms of yo, tú, él, nosotros, ellos, infinitive, and fitting objects."""

    base: str
    third: str
    yo: str
    tu: str
    el: str
    nosotros: str
    ellos: str
    infinitive: str
    objects: tuple[tuple[str, str], ...]


IRREGULAR = {
    "man": "men", "woman": "women", "child": "children", "foot": "feet", "tooth": "teeth", "mouse": "mice",
    "knife": "knives", "leaf": "leaves", "wife": "wives", "life": "lives", "person": "people", "fish": "fish",
    "matrix": "matrices", "sheep": "sheep",
}  # fmt: skip


def english_plural(word: str) -> str:
    """Regular plural, or the irregular one from the table; of several words the last one counts."""
    start, blank, last = word.rpartition(" ")
    if last in IRREGULAR:
        return start + blank + IRREGULAR[last]
    if last.endswith("y") and last[-2] not in "aeiou":
        return word[:-1] + "ies"
    return word + ("es" if last.endswith(("s", "x", "ch", "sh")) or last in ("potato", "tomato") else "s")


def spanish_plural(word: str) -> str:
    """Plural of a Spanish noun or adjective; of several words the first one, and an adjective after it."""
    parts = word.split()
    if len(parts) > 1:
        rest = parts[1:] if parts[1] == "de" else [spanish_plural(part) for part in parts[1:]]
        return " ".join([spanish_plural(parts[0]), *rest])
    if word in ODD_PLURALS:
        return ODD_PLURALS[word]
    if word.endswith(("s", "x")) and not word.endswith(("és", "ús", "ís")):
        return word
    if word[-1] in "aeiouéáó" or word in FOREIGN:
        return word + "s"
    if word.endswith("z"):
        return word[:-1] + "ces"
    for accented, plain in (("ón", "on"), ("án", "an"), ("ín", "in"), ("és", "es"), ("ús", "us")):
        if word.endswith(accented):
            return word[: -len(accented)] + plain + "es"
    return word + "es"


ODD_PLURALS = {"examen": "exámenes", "joven": "jóvenes", "imagen": "imágenes", "mes": "meses", "gris": "grises"}
FOREIGN = frozenset({"transformer", "token", "embedding", "robot"})


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def ended(source: str, target: str, mark: str = ".") -> tuple[str, str]:
    """A sentence of both, with the same end mark; Spanish questions and calls are opened as well."""
    source, target = capital(source), capital(target)
    if mark in "?!":
        return source + mark, {"?": "¿", "!": "¡"}[mark] + target + mark
    return source + mark, target + mark


@cache
def _sections() -> dict[str, list[str]]:
    """The lines of each section of the file."""
    found: dict[str, list[str]] = {}
    for line in (resources.folder() / "homemade.txt").read_text("utf-8").splitlines():
        if line.startswith("["):
            found[line.strip("[]")] = lines = []
        elif line and not line.startswith("#"):
            lines.append(line)
    return found


def rows(section: str) -> tuple[tuple[str, ...], ...]:
    """The columns of each line of a section."""
    return tuple(tuple(line.split("\t")) for line in _sections()[section])


def pairs_of(section: str) -> tuple[tuple[str, str], ...]:
    """English and Spanish of each line of a section; a line without a tab is the same in both."""
    return tuple((row[0], row[-1]) for row in rows(section))


def _names(section: str) -> tuple[str, ...]:
    return tuple(name for line in _sections()[section] for name in line.split())


def _nouns(section: str) -> tuple[NounForms, ...]:
    return tuple(
        NounForms(english, english_plural(english), spanish, spanish_plural(spanish), gender)
        for english, spanish, gender in rows(section)
    )


def _adjective(english: str, m: str) -> Adjective:
    if m == "marrón":
        return Adjective(english, m, m, "marrones", "marrones")
    f = m[:-1] + "a" if m.endswith("o") else m
    return Adjective(english, m, f, spanish_plural(m), spanish_plural(f))


def _verb(*forms: str) -> VerbForms:
    things = [thing.partition("=") for thing in forms[8].split("; ")]
    base, third, yo, tu, el, nosotros, ellos, infinitive = forms[:8]
    objects = tuple((english, spanish) for english, _, spanish in things)
    return VerbForms(base, third, yo, tu, el, nosotros, ellos, infinitive, objects)


NOUNS, FIELD = _nouns("nouns"), _nouns("field")
ADJECTIVES = tuple(_adjective(*row) for row in rows("adjectives"))
STATES = tuple(_adjective(*row) for row in rows("states"))
JOBS, OTHER_WORDS, NUMBER_WORDS = rows("jobs"), pairs_of("other words"), pairs_of("number words")
UNCOUNTED, PEOPLE = frozenset(_names("uncounted")), frozenset(_names("people"))
THINGS = tuple(noun for noun in NOUNS if noun.english not in PEOPLE | UNCOUNTED)
STRESSED_A = frozenset({"agua"})
"""Feminine nouns that take "el"."""
MONTHS = tuple(pair for pair in OTHER_WORDS if pair[0] in _names("months"))
DAYS = tuple(pair for pair in OTHER_WORDS if pair[0].endswith("day") and pair[0][0].isupper())
MEN, WOMEN, FAMILIES = _names("men"), _names("women"), _names("families")
CITIES, ACTIONS, CLASS_RULES = pairs_of("cities"), pairs_of("actions"), pairs_of("class rules")
VERBS = tuple(_verb(*row) for row in rows("verbs"))
