"""Tokens, and how their text is made readable: characters that draw nothing, marks without a letter, bytes of UTF-8."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from model_core.errors import Message
from model_core.spec import SPACE

BYTE_SPACE = "\u0120"
"""Ġ: the sign of the space in tables of bytes, where each byte has a letter (GPT-2)."""

CIRCLE = "\u25cc"
"""◌, on which a mark without a letter stands."""

LONGEST_CHARACTER = 4
"""Bytes of the longest character of UTF-8."""


@dataclass(frozen=True)
class Token:
    """One piece of text as the model sees it.

    id     row of the embedding table
    piece  the vocabulary's own spelling ("▁house", "<0xC3>", "</s>")
    text   readable spelling for the screen ("house", "C3", "</s>"); never empty
    kind   "word" (begins a word), "part" (continues one), "byte", "special", "unknown" or "pad"
    note   one plain sentence more for a tooltip ("byte 1 of 2 of “ñ”"), may be empty
    word   index of the word of the line this piece belongs to, -1 for special tokens
    """

    id: int
    piece: str
    text: str
    kind: str = "word"
    note: str = ""
    word: int = -1

    @property
    def inner(self) -> str:
        """The text as it is written inside a word: a combining mark without the circle that carries it when alone."""
        circled = self.text.startswith(CIRCLE) and not self.piece.lstrip(SPACE).startswith(CIRCLE)
        return self.text.removeprefix(CIRCLE) if circled else self.text

    @property
    def spaced(self) -> bool:
        """Whether its piece begins with the sign of a space, which its text does without."""
        return len(self.piece) > 1 and self.piece[0] in (SPACE, BYTE_SPACE) and self.text[:1] != self.piece[0]

    @property
    def spelt(self) -> str:
        """The text with the sign of the space before it: as candidates, "qué" and "▁qué" are two."""
        return f"{SPACE}{self.text}" if self.spaced else self.text


UNSEEN = Message("never seen in training: do not trust how it is translated")
"""Beginning of the note of a token whose word the training data did not have."""


def fragment(values: Iterable[int]) -> str:
    """Bytes that are not a whole character: ‹E2 82›."""
    return f"‹{' '.join(f'{value:02X}' for value in values)}›"


def visible(text: str) -> str:
    """The text with characters that draw nothing (controls, bidi marks, zero width) spelled as U+XXXX, and a mark that
    stands on no letter on a circle, ◌."""
    seen = "".join(f"U+{ord(ch):04X}" if unicodedata.category(ch)[0] in "CZ" and ch != " " else ch for ch in text)
    return CIRCLE + seen if unicodedata.category(seen[:1] or " ").startswith("M") else seen


def character_bytes(values: Sequence[int | None]) -> int:
    """How many of the leading byte values encode one UTF-8 character; 1 where they encode none."""
    length = _encoded_length(values[0] or 0)
    run = values[:length]
    if len(run) < length or any(value is None for value in run):
        return 1
    try:
        bytes(value for value in run if value is not None).decode()
    except UnicodeDecodeError:
        return 1
    return length


@cache
def letter_bytes() -> dict[str, int]:
    """Letter -> byte in a table of bytes: printable ones stand for themselves, the others for the letters from 256 on
    (as in GPT-2)."""
    own = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = [byte for byte in range(256) if byte not in own]
    return {chr(byte): byte for byte in own} | {chr(256 + at): byte for at, byte in enumerate(others)}


def _encoded_length(first: int) -> int:
    """How many bytes a UTF-8 character has that begins with this byte."""
    if first < 0x80:
        return 1
    if 0xC2 <= first < 0xE0:
        return 2
    return 3 if 0xE0 <= first < 0xF0 else 4
