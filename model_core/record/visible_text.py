"""How what draws nothing by itself is seen: codes for controls, a circle under a mark without its letter."""

import unicodedata
from collections.abc import Iterable

CIRCLE = "\u25cc"
"""◌, on which a mark without a letter stands."""


def fragment(values: Iterable[int]) -> str:
    """Bytes that are no whole character: ‹E2 82›."""
    return f"‹{' '.join(f'{value:02X}' for value in values)}›"


def visible(text: str) -> str:
    """The text with characters that draw nothing (controls, bidi marks, zero width) spelled as U+XXXX, and a mark that
    stands on no letter on a circle, ◌."""
    seen = "".join(f"U+{ord(ch):04X}" if unicodedata.category(ch)[0] in "CZ" and ch != " " else ch for ch in text)
    return CIRCLE + seen if unicodedata.category(seen[:1] or " ").startswith("M") else seen
