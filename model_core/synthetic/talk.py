"""Pairs of a class's talk made by rule: quoted words, titles, how people are, weather, two statements in one."""

from __future__ import annotations

import random
from collections.abc import Sequence

from model_core.synthetic import words as w
from model_core.synthetic.words import capital, ended

Made = tuple[str, str]
Random = random.Random

_QUOTED, _TITLED, _TITLES = w.pairs_of("quoted"), w.pairs_of("titled"), w.rows("titles")
_WEATHER, _WHEN = w.pairs_of("weather"), w.pairs_of("when")
_FEELERS = tuple(row for row in w.rows("subjects") if row[0] not in ("you are",))


def quoted(rng: Random, strange: str) -> Made:
    """A sentence about a word in quotation marks, which is copied; `strange` is an unknown word."""
    known = (rng.choice(w.VERBS).base, rng.choice(w.ADJECTIVES).english, rng.choice(w.FIELD).english)
    word = strange.lower() if rng.random() < 0.3 else rng.choice((*known, rng.choice(w.OTHER_WORDS)[0]))
    source, target = rng.choice(_QUOTED)
    return source.format(q=word), target.format(q=word)


def titled(rng: Random, strange: str) -> Made:
    """A sentence with a title and a family name; `strange` is an invented name."""
    family = strange if rng.random() < 0.3 else rng.choice(w.FAMILIES)
    english, short, long = rng.choice(_TITLES)
    source, target = rng.choice(_TITLED)
    fill = {"f": family, "t": english, "s": short, "l": long, "L": capital(long), "al": _joined("a", long)}
    return source.format(**fill), target.format(**fill | {"del": _joined("de", long)})


def _joined(word: str, name: str) -> str:
    """ "a" or "de" and an article, in one word where Spanish writes one."""
    return word + name[1:] if name.startswith("el ") else f"{word} {name}"


def talk(rng: Random) -> Made:
    """How somebody is, what the weather is like, and two statements side by side."""
    kind = rng.random()
    if kind < 0.2:
        return _asked_after(rng)
    if kind < 0.4:
        (weather, tiempo), (when, cuando) = rng.choice(_WEATHER), rng.choice(_WHEN)
        return ended(f"{weather} {when}".strip(), f"{tiempo} {cuando}".strip())
    if kind < 0.7:
        return _two_feelings(rng)
    return _two_people(rng)


def _asked_after(rng: Random) -> Made:
    """How is your mother?"""
    noun = rng.choice([noun for noun in w.NOUNS if noun.english in w.PEOPLE])
    owner, mi = rng.choice((("your", "tu"), ("your", "tu"), ("your", "tu"), ("his", "su"), ("her", "su")))
    many = rng.random() < 0.25
    thing, cosa = (noun.englishes, noun.spanishes) if many else (noun.english, noun.spanish)
    be = rng.choice((" are", " are") if many else (" is", "'s"))
    now, hoy = rng.choice((("", ""), ("", ""), (" today", " hoy"), (" now", " ahora")))
    return ended(f"how{be} {owner} {thing}{now}", f"cómo está{'n' * many} {mi}{'s' * many} {cosa}{hoy}", "?")


def _feeling(person: Sequence[str], state: w.Adjective) -> str:
    return state.form(person[2], person[3] == "many")


def _two_feelings(rng: Random) -> Made:
    """I'm sad and tired."""
    person = rng.choice(_FEELERS)
    one, other = rng.sample(w.STATES, 2)
    link, y = rng.choice((("and", "y"), ("and", "y"), ("but", "pero")))
    source = f"{person[0]} {one.english} {link} {other.english}"
    return ended(source, f"{person[1]} {_feeling(person, one)} {y} {_feeling(person, other)}")


def _two_people(rng: Random) -> Made:
    """My sister is sad, but my brother is happy."""
    left, right = rng.sample(_FEELERS, 2)
    one, other = rng.sample(w.STATES, 2)
    link, y = rng.choice(((", but", ", pero"), (", but", ", pero"), (" because", " porque")))
    source = f"{left[0]} {one.english}{link} {right[0]} {other.english}"
    return ended(source, f"{left[1]} {_feeling(left, one)}{y} {right[1]} {_feeling(right, other)}")
