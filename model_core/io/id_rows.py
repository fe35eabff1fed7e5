"""Rows of token ids in printed form: "1 5 6", "[1, 5, 6]", "tensor([[1, 5], [1, 8]])"."""

from __future__ import annotations

import re
from collections.abc import Iterable

_ROW = re.compile(r"\[([^\[\]]*)(?:\]|$)")
_BETWEEN = re.compile(r"[\s,;]+")
_TENSOR = re.compile(r"[\s\w.]*\(?[\s\[]*\[[\d\s,\[\]]+\][^\[\]]*")


def id_rows(text: str) -> tuple[str, ...]:
    """The rows of ids in a text, blanks between them: its lines, or where it has brackets the innermost ones.

    A bracket that is still open ends with the text; text around brackets, such as "tensor(…)", is left out.
    """
    rows = _ROW.findall(text) if "[" in text else text.split("\n")
    return tuple(filter(None, (" ".join(filter(None, _BETWEEN.split(row))) for row in rows)))


def rows_of(lines: Iterable[str]) -> tuple[str, ...]:
    """The rows of several texts, one after the other; an empty text is an empty row."""
    return tuple(row for line in lines for row in id_rows(line) or ("",))


def is_tensor(text: str) -> bool:
    """Whether a text is ids in closed brackets and nothing else, as Python prints a list or a tensor of them."""
    return _TENSOR.fullmatch(text) is not None
