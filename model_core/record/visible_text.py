"""Readable texts for characters that draw nothing, combining marks without a letter, and bytes of UTF-8."""

import unicodedata
from collections.abc import Iterable, Sequence

CIRCLE = "\u25cc"
"""◌, on which a mark without a letter stands."""

LONGEST_CHARACTER = 4
"""Bytes of the longest character of UTF-8."""


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


def _encoded_length(first: int) -> int:
    """How many bytes a UTF-8 character has that begins with this byte."""
    if first < 0x80:
        return 1
    if 0xC2 <= first < 0xE0:
        return 2
    return 3 if 0xE0 <= first < 0xF0 else 4
