"""Texts that run from right to left inside sentences that run the other way. Standard library only.

A word that runs the other way would draw the signs and digits beside it to its own side. Between two isolates (Unicode
Annex #9: U+2068 … U+2069) it stands as one piece. `viz_app.system.language.tr` isolates what it fills in, `isolated`
is for texts that are put together otherwise, `plain` for what leaves the program as data.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

FIRST, LAST = "\u2068", "\u2069"
"""FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE: they draw nothing."""

_SHARE = re.compile(r"(\S+)( \d/\d[₀-₉]*)")
_INNERMOST = re.compile(f"{FIRST}[^{FIRST}{LAST}]*{LAST}")


def isolated(text: str) -> str:
    """The text between isolates where something in it runs from right to left and stands in none yet; else the text.

    Of a byte's name, "ש 1/2", only the letter: its number stays behind it.
    """
    if text.isascii() or not runs_left(outside(text)):
        return text
    share = _SHARE.fullmatch(text)
    return f"{FIRST}{share[1]}{LAST}{share[2]}" if share else f"{FIRST}{text}{LAST}"


def plain(text: str) -> str:
    """The text without isolates, as files and the clipboard have it."""
    return text if text.isascii() else text.replace(FIRST, "").replace(LAST, "")


def plain_row(row: Iterable[Any]) -> list[Any]:
    """Texts and numbers of a table, the texts without isolates."""
    return [plain(one) if isinstance(one, str) else one for one in row]


def outside(text: str) -> str:
    """The part of a text outside isolates."""
    while FIRST in text and (shorter := _INNERMOST.sub("", text)) != text:
        text = shorter
    return text


@lru_cache(maxsize=4096)
def runs_left(text: str) -> bool:
    """Whether a letter of the text runs from right to left."""
    return any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in text)


@lru_cache(maxsize=4096)
def right_to_left(text: str) -> bool:
    """Whether the first letter with a direction runs from right to left."""
    found = (unicodedata.bidirectional(letter) for letter in text)
    return next((direction for direction in found if direction in ("L", "R", "AL")), "L") != "L"


def quoted(text: str) -> str:
    """The text in quotation marks, for a sentence."""
    return f"“{isolated(text)}”"


def in_order(texts: Iterable[str]) -> str:
    """Texts joined by spaces in this order, whichever way they run."""
    return " ".join(map(isolated, texts))
