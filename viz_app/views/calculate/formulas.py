"""The mathematics of each row in plain Unicode, with its numbers put in. No Qt; numbers come in, texts go out."""

from __future__ import annotations

from collections.abc import Sequence

from viz_app.data.number_format import ELLIPSIS, factor, figures

TERMS = 3
"""How many terms of a sum are written before the dots."""

_LOW = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def low(number: int) -> str:
    """A number as an index below the line: 12 -> "₁₂"."""
    return str(number).translate(_LOW)


def sum_of_products(left: Sequence[float], right: Sequence[float], total: float, decimals: int = 4) -> str:
    """ "0.41·0.90 + (−1.20)·(−1.60) + … = 23.41"; the first TERMS terms."""
    terms = [f"{factor(a, decimals)}·{factor(b, decimals)}" for a, b in zip(left[:TERMS], right[:TERMS], strict=True)]
    terms += [ELLIPSIS] if len(left) > TERMS else []
    return f"{' + '.join(terms)} = {figures(total, decimals)}"


def vector(values: Sequence[float], decimals: int = 4) -> str:
    """ "(0.41, −1.20, 0.88, …)"."""
    shown = [figures(value, decimals) for value in values[:TERMS]] + ([ELLIPSIS] if len(values) > TERMS else [])
    return f"({', '.join(shown)})"


__all__ = ["TERMS", "low", "sum_of_products", "vector"]
