"""Typed text that differs from the training data: lines of capitals, wrong letters, unseen words.

A model folder may have a `training-words.bin`, a Bloom filter (Bloom 1970) of the source words of its training. With
it, lines of capitals are read in sentence case, and words with wrong letters are corrected.
"""

from __future__ import annotations

import hashlib
import re
import struct
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from model_core.errors import Message, Refused
from model_core.record.tokens import UNSEEN, Token

if TYPE_CHECKING:
    from model_core.tokenizers.vocab import Vocabulary

WORDS_NAME = "training-words.bin"
MAGIC = b"headscope-words1"
_HEAD = struct.Struct("<16sII")
HASHES = 10
BITS_A_WORD = 15
"""Bits per word: with ten hashes one unseen word in 1,300 is taken for a seen one."""
MOST_BYTES = 4_000_000

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")


def words_of(text: str) -> list[str]:
    """The words of a text: runs of letters with inner apostrophes, in lower case, with straight apostrophes."""
    return [word.casefold().replace("’", "'") for word in _WORD.findall(text)]


NAME, ACRONYM = "^", "^^"
"""Marks before words that are mostly capitalised inside a sentence, or written in capitals."""


def words_with_case(texts: Iterable[str]) -> set[str]:
    """The words of texts; words that are mostly capitalised inside sentences occur a second time with a mark."""
    found: set[str] = set()
    forms: Counter[tuple[str, str]] = Counter()
    for text in texts:
        for place, word in enumerate(_WORD.findall(unicodedata.normalize("NFC", text))):
            small = words_of(word)[0]
            found.add(small)
            if place:
                forms[small, _case_of(word)] += 1
    marks = {small for small, _ in forms}
    for small in marks:
        kind = max(("", NAME, ACRONYM), key=lambda kind: forms[small, kind])
        found |= {kind + small} if kind else set()
    return found


def _case_of(word: str) -> str:
    """ACRONYM for capitals, NAME for an initial capital, "" for lower case."""
    if len(word) > 1 and word.isupper():
        return ACRONYM
    return NAME if word[0].isupper() else ""


@dataclass(frozen=True)
class SeenWords:
    """A Bloom filter: "unseen" is certain, "seen" has a small chance of being wrong."""

    bits: bytes
    count: int

    @classmethod
    def from_words(cls, words: Iterable[str]) -> SeenWords:
        """The filter of these words; it takes about two bytes a word."""
        distinct = sorted({form for word in words for form in (word, word.replace("'", ""))})
        bits = bytearray(max(8, (len(distinct) * BITS_A_WORD + 7) // 8))
        for word in distinct:
            for place in _places(word, 8 * len(bits)):
                bits[place >> 3] |= 1 << (place & 7)
        return cls(bytes(bits), len(distinct))

    def __contains__(self, word: str) -> bool:
        """Whether the word was seen; a final "'s" is ignored."""
        word = word.removesuffix("'s")
        return all(self.bits[place >> 3] >> (place & 7) & 1 for place in _places(word, 8 * len(self.bits)))

    def to_bytes(self) -> bytes:
        return _HEAD.pack(MAGIC, self.count, len(self.bits)) + self.bits

    @classmethod
    def read(cls, path: Path) -> SeenWords | None:
        """The filter of a model folder, None if there is none. Raises Refused for a damaged file."""
        try:
            data = path.read_bytes() if path.stat().st_size <= MOST_BYTES else b""
        except FileNotFoundError:
            return None
        except OSError as error:
            raise Refused(
                "E-FILE-READ", "cannot read {path}: {error}", path=path.name, error=error.strerror or error
            ) from None
        if len(data) < _HEAD.size + 1:
            raise Refused("E-VOC-WORDS", "{path} is not a list of training words", path=path.name)
        magic, count, length = _HEAD.unpack(data[: _HEAD.size])
        if magic != MAGIC or length != len(data) - _HEAD.size:
            raise Refused("E-VOC-WORDS", "{path} is not a list of training words, or is incomplete", path=path.name)
        return cls(data[_HEAD.size :], count)


def _places(word: str, size: int) -> list[int]:
    """The bits of a word, all derived from two hashes (Kirsch and Mitzenmacher 2006)."""
    digest = hashlib.blake2b(word.encode("utf-8", "replace"), digest_size=16).digest()
    first, second = int.from_bytes(digest[:8], "little"), int.from_bytes(digest[8:], "little") | 1
    return [(first + number * second) % size for number in range(HASHES)]


# ---------------------------------------------------------------- capitals and wrong letters


def sentence_case(text: str) -> str:
    """The text in lower case, except the first letter of each sentence and the word "I"."""
    small = re.sub(r"\bi\b", "I", text.lower())
    starts = _sentence_starts(small)
    return "".join(letter.upper() if at in starts else letter for at, letter in enumerate(small))


def _sentence_starts(text: str) -> set[int]:
    """Where the first word of each sentence starts; the time is linear in the text."""
    words = [found.span() for found in re.finditer(r"\w+", text)]
    ends = [0, *(end for _, end in words)]
    return {start for (start, _), end in zip(words, ends, strict=False) if not end or _END.search(text, end, start)}


class Reading(NamedTuple):
    """A line as the model reads it, whether it was changed to sentence case, and its corrections (typed, read)."""

    text: str
    capitals: bool = False
    words: tuple[tuple[str, str], ...] = ()

    def notes(self) -> list[str]:
        found = ["capitals are read in sentence case"] if self.capitals else []
        return found + [f"{typed} is read as {word}" for typed, word in self.words]


def as_read(line: str, vocab: Vocabulary) -> Reading:
    """The line as the model reads it; unchanged where the words of its training are not known.

    A letter and its accent are one character, as in the vocabulary (Unicode's form NFC). A sentence without lower case
    is read in sentence case if that has fewer pieces; names and acronyms of the training keep their capitals (Tom,
    Monday, USA). A contraction gets its apostrophe back (dont). An unseen word is read as the only training word that
    differs by one accent, or else by a swap of two neighbouring letters or a doubled letter.
    """
    if vocab.seen is None:
        return Reading(line)
    line, words = _corrected(unicodedata.normalize("NFC", line), vocab.seen)
    sentences = _BETWEEN.split(line)
    shouted = [at for at, text in enumerate(sentences) if text == text.upper() != text.lower()]
    if not shouted:
        return Reading(line, words=words)
    seen, capitals = vocab.seen, False
    cased = [_WORD.sub(lambda one: _with_capitals(one[0], seen), sentence_case(sentences[at])) for at in shouted]
    read, typed = vocab.ids(cased), vocab.ids([sentences[at] for at in shouted])
    for at, text, few, many in zip(shouted, cased, read, typed, strict=True):
        if len(few) < len(many):
            sentences[at], capitals = text, True
    read_text = "".join(sentences)
    cases = ((typed, (meant, meant.capitalize(), meant.lower())) for typed, meant in words)
    words = tuple((typed, next((one for one in forms if one in read_text), forms[0])) for typed, forms in cases)
    return Reading(read_text, capitals, words)


_SHORT_FORMS = """
I'm I've you're you've you'll you'd we've they're they've they'll they'd he's she's that's what's who's where's there's
here's how's it'll don't doesn't didn't isn't aren't wasn't weren't haven't hasn't hadn't won't can't couldn't wouldn't
shouldn't mustn't needn't o'clock everybody's everything's nobody's something's
"""
_DROPPED = {form.lower().replace("'", ""): form for form in _SHORT_FORMS.split()}
"""Contractions by their form without apostrophe, except those that are other words (its, were, well, hell, lets)."""

SHORTEST, LONGEST = 4, 60
"""Fewest and most letters of a word that is corrected: too many shorter words differ by one letter only, and the time
that a word takes grows with the square of its length."""

MEANT = frozenset(("causal", "tensor", "tensors", "token", "tokens", "vector", "vectors"))
"""Words of this program's field that are never corrected, although the training did not have them."""

_END = re.compile(r"[.!?…]\s")
"""The end of a sentence."""
_BETWEEN = re.compile(r"(?<=[.!?…])(\s)")
"""The blank after a sentence."""


def _corrected(line: str, seen: SeenWords) -> tuple[str, tuple[tuple[str, str], ...]]:
    """(the corrected line, the corrections); names inside a sentence are not corrected."""
    words: list[tuple[str, str]] = []
    starts = _sentence_starts(line)

    def corrected(word: str, meant: str) -> str:
        if word.isupper():
            meant = meant.upper()
        elif word[0].isupper():
            meant = meant.capitalize()
        words.append((word, meant))
        return meant

    def other(found: re.Match[str]) -> str:
        word = found[0]
        small = words_of(word)[0]
        if (form := _DROPPED.get(small)) and form.lower() in seen:
            return corrected(word, form)
        shaped = word.isupper() or word.islower() or (word.istitle() and found.start() in starts)
        if not SHORTEST <= len(word) <= LONGEST or small in seen or small in MEANT or not shaped:
            return word
        for likely in (_accented, _one_slip_away):
            meant = {one for one in likely(small) if one in seen}
            if meant:
                return corrected(word, meant.pop()) if len(meant) == 1 else word
        return word

    return _WORD.sub(other, line), tuple(dict.fromkeys(words))


_ACCENTED = {"a": "á", "e": "é", "i": "í", "o": "ó", "u": "úü", "n": "ñ"}


def _accented(word: str) -> Iterator[str]:
    """The word with an accent or a tilde on one letter."""
    for at, letter in enumerate(word):
        for other in _ACCENTED.get(letter, ""):
            yield word[:at] + other + word[at + 1 :]


def _one_slip_away(word: str) -> Iterator[str]:
    """The word with two neighbouring letters swapped, one of two equal letters removed, or one letter doubled."""
    for at, (one, other) in enumerate(pairwise(word)):
        if one.isalpha() and other.isalpha():
            yield word[:at] + (one if one == other else other + one) + word[at + 2 :]
    for at, letter in enumerate(word):
        if letter.isalpha():
            yield word[:at] + letter + word[at:]


def _with_capitals(word: str, seen: SeenWords) -> str:
    """The word with the capitals that it has most often in the training data."""
    small = words_of(word)[0]
    if NAME + small not in seen and ACRONYM + small not in seen:
        return word
    return word.upper() if ACRONYM + small in seen else word[:1].upper() + word[1:]


# ---------------------------------------------------------------- words never seen


def unseen_words(line: str, vocab: Vocabulary) -> dict[int, str]:
    """Number in `vocab.split` -> word, of those that were not in the model's training; {} where that is not known."""
    if (seen := vocab.seen) is None:
        return {}
    return {
        number: word.strip("▁")
        for number, word in enumerate(vocab.split(line))
        if any(len(one) > 1 and one not in seen for one in words_of(word))
    }


def with_unseen_marked(tokens: Iterable[Token], line: str, vocab: Vocabulary) -> tuple[tuple[Token, ...], list[str]]:
    """(the tokens of a line, those of unseen words with the note UNSEEN; these words)."""
    tokens, unseen = tuple(tokens), unseen_words(line, vocab)
    found = tuple(
        replace(token, note=Message("{unseen}; {note}", unseen=UNSEEN, note=token.note) if token.note else UNSEEN)
        if token.word in unseen
        else token
        for token in tokens
    )
    return found, list(dict.fromkeys(unseen.values()))
