"""Numbers as text: weights, probabilities, scores, in one style. No Qt."""

from __future__ import annotations

import math

MINUS = "\u2212"


ELLIPSIS = "\u2026"


def fmt_weight(value: float, decimals: int = 2) -> str:
    """A weight or probability, always with the same number of decimals: 0.81; never "-0.00"; NaN for not-a-number."""
    return _fixed(value, decimals)


def fmt_chance(value: float, decimals: int = 2) -> str:
    """A probability: 0.81; what would read 0.00 and is more than that is "<0.01", what is exactly 0 is "0"."""
    if value == 0.0:
        return "0"
    digits = _fixed(value, decimals)
    return digits if value < 0 or digits.strip("0.") else f"<{10.0**-decimals:.{decimals}f}"


def p_words(value: float, decimals: int = 2) -> str:
    """A probability with its sign: "p = 0.81", "p < 0.01"."""
    digits = fmt_chance(value, decimals)
    return f"p < {digits[1:]}" if digits.startswith("<") else f"p = {digits}"


def fmt_score(value: float, decimals: int | None = None) -> str:
    """A signed number with a true minus sign; without `decimals` about three digits: 0.041, 2.93, 23.4, 1204."""
    return _fixed(value, score_decimals(value) if decimals is None else decimals)


def score_decimals(largest: float) -> int:
    """How many decimals numbers up to `largest` (any sign) deserve, so that a column of them keeps one format."""
    size = abs(largest)
    if not math.isfinite(size) or size >= 99.95:
        return 0
    if size >= 9.995:
        return 1
    return 2 if size >= 0.0995 or size == 0 else 3


def _fixed(value: float, decimals: int) -> str:
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return f"{MINUS if value < 0 else ''}\u221e"
    digits = f"{abs(value):.{decimals}f}"
    return f"{MINUS}{digits}" if value < 0 and digits.strip("0.") else digits
