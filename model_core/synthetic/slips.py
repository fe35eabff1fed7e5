"""Sources as hurried people type them: dropped apostrophes, wrong letters, other capitals, no end marks.

Every slip keeps the number of words, so that what is known about a word's place stays true; only end marks go.
"""

from __future__ import annotations

import random
import re
import string

from model_core.synthetic.words import CITIES, MEN, WOMEN
from model_core.tokenizers.typed_text import sentence_case

Random = random.Random

_NEIGHBOURS = {
    letter: row[max(0, place - 1) : place] + row[place + 1 : place + 2]
    for row in ("qwertyuiop", "asdfghjkl", "zxcvbnm")
    for place, letter in enumerate(row)
}
_WORD = re.compile(r"[A-Za-z]{4,}")
_CHAT = {"you": "u", "are": "r", "please": "pls", "thanks": "thx", "your": "ur", "because": "cuz", "and": "n"}
_FINAL_SIGNS = re.compile(r"[\s.!?…]+$")


def vary(source: str, rng: random.Random, rate: float) -> str:
    """The source as people type it: at `rate`, a third each lower-cased, without final punctuation, or both."""
    draw = rng.random()
    if draw >= rate:
        return source
    lower, bare = draw < rate * 2 / 3, draw >= rate / 3
    text = source.lower() if lower else source
    return (_FINAL_SIGNS.sub("", text) or text) if bare else text


def slipped(source: str, rng: Random, rate: float) -> str:
    """The source with slips at `rate`; apostrophes are also dropped, at half that rate."""
    if "'" in source and rng.random() < rate / 2:
        source = re.sub(r"(?<=\w)'(?=\w)", "", source)
    draw = rng.random() / rate if rate else 1.0
    if draw >= 1:
        return source
    if draw < 0.56:
        wrong = misspelt(source, rng, 1 if rng.random() < 0.75 else 2)
        return vary(wrong, rng, 0.35)
    if draw < 0.84:
        return vary(source, rng, 1.0)
    if draw < 0.93:
        return sentence_case(source) if rng.random() < 0.7 else string.capwords(source, " ")
    if draw < 0.96:
        return chatted(source, rng)
    return source.replace(", ", ",") if "," in source else source + rng.choice(("!", "!!", " !", "..", " "))


def misspelt(source: str, rng: Random, count: int) -> str:
    """The source with `count` wrong letters in words of four letters and more; sentences of two words stay."""
    if len(source.split()) < 3:
        return source
    for _ in range(count):
        words = list(_WORD.finditer(source))
        if not words:
            return source
        found = rng.choice(words)
        source = source[: found.start()] + wrong_letter(found.group(), rng) + source[found.end() :]
    return source


def wrong_letter(word: str, rng: Random) -> str:
    """The word with one slip: spelt as it sounds, or two letters swapped, one left out, doubled, replaced or added."""
    if rng.random() < 0.2 and (heard := as_heard(word, rng)) != word:
        return heard
    at = rng.randrange(0 if rng.random() < 0.15 else 1, len(word) - 1)
    kind = rng.random()
    if kind < 0.4:
        return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    if kind < 0.6:
        return word[:at] + word[at + 1 :]
    if kind < 0.72:
        return word[:at] + word[at] + word[at:]
    near = rng.choice(_NEIGHBOURS.get(word[at].lower(), "e") or "e")
    return word[:at] + near + word[at + (kind < 0.88) :]


_SOUNDS = tuple(
    (re.compile(pattern), other)
    for pattern, other in (
        (r"(?<=\w)([bcdfglmnprst])\1", r"\1"), (r"(?<=[aeiou])([lmnprst])(?=[aeiouy])", r"\1\1"),
        (r"ie", "ei"), (r"ei", "ie"), (r"er$", "or"), (r"or$", "er"), (r"our", "or"), (r"ea", "e"), (r"ee", "ea"),
        (r"ou", "u"), (r"gh", ""), (r"wh", "w"), (r"ck", "k"), (r"(?<=\w)le$", "el"), (r"(?<=\w)re$", "er"),
        (r"(?<=[^aeiou])e$", ""), (r"(?<=[aeiou])s(?=[ei])", "c"), (r"c(?=[ei])", "s"), (r"(?<=\w)y$", "ey"),
        (r"(?<=\w)a(?=\w{2})", "e"), (r"(?<=\w)e(?=\w{2})", "a"), (r"(?<=\w)i(?=\w{2})", "e"), (r"tion", "sion"),
        (r"(?<=\w)r(?=ar|er|or)", ""), (r"(?<=[aeiou])n(?=[mgd])", ""), (r"(?<=s)c|(?<=c)h", ""),
    )
)  # fmt: skip
"""What is heard alike, or hardly, and what is written for it."""


def as_heard(word: str, rng: Random) -> str:
    """The word with one place spelt as it might sound: letters not doubled, "ei" for "ie", "or" for "er"."""
    places = [(found, other) for pattern, other in _SOUNDS for found in pattern.finditer(word)]
    if not places:
        return word
    found, other = rng.choice(places)
    return word[: found.start()] + found.expand(other) + word[found.end() :]


def exclaimed(source: str, target: str, rng: Random, rate: float) -> tuple[str, str]:
    """A statement called out, at `rate`: with the marks of an exclamation on both sides."""
    if rng.random() >= rate or not _STATED.match(source) or not _STATED.match(target):
        return source, target
    return source[:-1] + "!", f"¡{target[:-1]}!"


def unaccented(source: str, rng: Random, rate: float) -> str:
    """Spanish as it is typed on an English keyboard, at `rate`: no accents, "n" for "ñ", no marks at the beginning."""
    if rng.random() >= rate:
        return source
    bare = source.translate(_BARE) if rng.random() < 0.8 else source
    return bare.lstrip("¿¡") or bare


_BARE = str.maketrans("áéíóúüñÁÉÍÓÚÜÑ", "aeiouunAEIOUUN")

_STATED = re.compile(r"^[^.!?¡¿…]+\.$")


def chatted(source: str, rng: Random) -> str:
    """The source with short forms of a chat."""
    return re.sub(r"\w+", lambda found: _CHAT.get(found[0].lower() if rng.random() < 0.8 else "", found[0]), source)


_TOM, _MARY, _BOSTON = re.compile(r"\bTom\b"), re.compile(r"\bMary\b"), re.compile(r"\bBoston\b")
_MARIA = re.compile(r"\b(Mary|María)\b")


def renamed(source: str, target: str, rng: Random, rate: float) -> tuple[str, str]:
    """The pair with other names for its Tom, Mary and Boston, on both sides, at `rate`."""
    if rng.random() >= rate:
        return source, target
    for name, theirs, others in ((_TOM, _TOM, MEN), (_MARY, _MARIA, WOMEN)):
        if len(name.findall(source)) == len(theirs.findall(target)) > 0:
            new = rng.choice(others)
            source, target = name.sub(new, source), theirs.sub(new, target)
    if _BOSTON.search(source) and _BOSTON.search(target):
        english, spanish = rng.choice([pair for pair in CITIES if " " not in pair[0] + pair[1]])
        source, target = _BOSTON.sub(english, source), _BOSTON.sub(spanish, target)
    return source, target
