"""The toy task of scripts: Greek, Cyrillic and Hebrew letters, one beside the other, become Latin ones by standards.

    Greek      ISO 843:1997, type 1 (transliteration): υ is u after α, ε and ο, else y
    Cyrillic   ISO 9:1995, Russian and Ukrainian letters
    Hebrew     ISO 259:1984, letters without points; read from right to left, its first letter is token 1 anyway
    Latin      letters, digits and the signs . , ! ? - are kept

What a model must learn: which letter stands for which, that one letter may become two (θ th, χ ch, ψ ps, and what
Unicode writes with a mark of its own, as ש s̀), what stands before an υ, and where each word ends. Of a capital that
becomes two letters the second one stays small.

Words are drawn letter by letter, so none of them means anything; real ones are read anyway.
Standard library only.
"""

from __future__ import annotations

import unicodedata
from random import Random
from zlib import crc32

from model_core.errors import Message
from model_core.synthetic.task import Pair, Task


def _table(letters: str, latin: str) -> dict[str, str]:
    """Each letter with the Latin ones, which stand apart."""
    return dict(zip(letters, latin.split(), strict=True))


_GREEK = _table("αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ",
                "a v g d e z ī th i k l m n x o p r s s t y f ch ps ō á é ī́ í ó ý ṓ ï ÿ ḯ ÿ́")  # fmt: skip
_CYRILLIC = _table("абвгдеёжзийклмнопрстуфхцчшщъыьэюяіїєґ",
                   "a b v g d e ë ž z i j k l m n o p r s t u f h c č š ŝ ʺ y ʹ è û â ì ï ê g̀")  # fmt: skip
_HEBREW = _table("אבגדהוזחטיכךלמםנןסעפףצץקרשת", "ʾ b g d h w z ḥ ṭ y k k l m m n n s ʿ p p ṣ ṣ q r s̀ t")
_LATIN = {letter: letter for letter in "abcdefghijklmnopqrstuvwxyz"}
_KEPT = {sign: sign for sign in "0123456789.,!?-"}
_FINAL = {"σ": "ς", "כ": "ך", "מ": "ם", "נ": "ן", "פ": "ף", "צ": "ץ"}
"""Letters that have another shape at the end of a word."""
_AFTER = {"υ": "u", "ύ": "ú"}
"""What an υ becomes after α, ε or ο."""

_SMALL = {**_GREEK, **_CYRILLIC, **_HEBREW, **_LATIN, **_KEPT}
_CAPITAL = {letter.upper(): latin[:1].upper() + latin[1:] for letter, latin in _SMALL.items()
            if letter.upper() != letter and len(letter.upper()) == 1}  # fmt: skip
LATIN = {**_CAPITAL, **_SMALL}
"""For each letter the Latin ones, an υ after α, ε or ο aside."""
MOST = 16
"""Letters and signs of a source, blanks aside."""


def is_held_out(word: str) -> bool:
    """Whether a word is held out for testing: one in ten of those with three letters or more, fixed by its checksum."""
    return len(word) >= 3 and crc32(word.encode()) % 10 == 0


def spelt(source: str) -> Pair:
    """The pair of this source, every Latin letter and mark linked to the letter that it comes from. Raises KeyError."""
    words, links = [], []
    place = row = 0
    for word in source.split():
        latin = [_letter(word, at) for at in range(len(word))]
        for letters in latin:
            links += [(place, row + number) for number in range(len(letters))]
            place, row = place + 1, row + len(letters)
        words.append("".join(latin))
    return Pair(" ".join(source.split()), " ".join(words), tuple(links))


def _letter(word: str, at: int) -> str:
    letter = word[at]
    if letter.lower() in _AFTER and at and word[at - 1].lower() in "αεο":
        latin = _AFTER[letter.lower()]
        return latin if letter.islower() else latin.upper()
    return LATIN[letter]


def draw_text(rng: Random, held_out: bool) -> Pair:
    """A pair of the wanted side: one to three words, each of its own script; at least one of a held-out pair is new."""
    while True:
        words: list[str] = []
        for _ in range(rng.choice((1, 1, 2, 2, 3))):
            room = MOST - sum(map(len, words))
            if room:
                words.append(_word(rng, rng.randint(1, min(room, 12))))
        if any(map(is_held_out, words)) == held_out:
            return spelt(" ".join(words))


def _word(rng: Random, length: int) -> str:
    """A word of one script: small, with a capital, or of capitals; at times with a sign at its end."""
    table = rng.choices((_GREEK, _CYRILLIC, _HEBREW, _LATIN, _KEPT), (9, 9, 9, 3, 1))[0]
    letters = [letter for letter in table if letter not in _FINAL.values()]
    word = ""
    while len(word) < length:
        follows = table is _GREEK and word[-1:] in ("α", "ε", "ο") and rng.random() < 0.35
        word += rng.choice("υύ" if follows else letters)
    word = word[:-1] + _FINAL.get(word[-1], word[-1])
    if length > 1 and rng.random() < 0.1:
        word = word[:-1] + rng.choice(".,!?")
    shape = rng.random()
    cased = word
    if shape < 0.1:
        cased = word.upper()
    elif shape < 0.3:
        cased = word[0].upper() + word[1:]
    return cased if len(cased) == len(word) else word


def answer_text(source: str) -> Pair:
    """The pair of a text of at most MOST letters; ValueError names what does not fit."""
    text = unicodedata.normalize("NFC", source)
    unknown = [letter for letter in "".join(text.split()) if letter not in LATIN]
    if unknown:
        raise ValueError(f"{unknown[0]!r} is not one of this task's Greek, Cyrillic, Hebrew and Latin letters")
    pair = spelt(text)
    count = len("".join(pair.source.split()))
    if not 1 <= count <= MOST:
        raise ValueError(f"{count} letters: this task takes 1 to {MOST}")
    return pair


SCRIPTS = Task(
    name="scripts",
    title=Message("Spell in Latin letters"),
    about="Greek, Cyrillic and Hebrew letters become Latin ones by ISO 843, 9 and 259: attention follows the reading.",
    words=tuple(dict.fromkeys("".join((*LATIN, *LATIN.values(), *_AFTER.values(), "UÚ")))),
    examples=("שלום мир κόσμος", "Αθήνα", "Москва 1147", "תל אביב", "ευτυχία!", "щука ψάρι דג"),
    draw=draw_text,
    answer=answer_text,
    letters=True,
    languages=("Greek, Cyrillic or Hebrew", "Latin letters"),
)
