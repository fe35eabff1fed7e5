"""Numbers as text: weights, probabilities, scores, in one style; long text cut to a length. No Qt."""

from __future__ import annotations

import math
import re

from viz_app.document.hiding import unknown
from viz_app.system.language import tr

MINUS = "\u2212"
ELLIPSIS = "\u2026"
_SUBSCRIPT = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def shortened(text: str, most: int) -> str:
    """A text on one line of at most `most` characters; a longer one ends in an ellipsis."""
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 1]}{ELLIPSIS}"


def subscript(number: int) -> str:
    """A number as an index below the line: 12 -> "₁₂"."""
    return str(number).translate(_SUBSCRIPT)


def fmt_weight(value: float, decimals: int = 2) -> str:
    """A weight or probability, always with the same number of decimals: 0.81; never "-0.00"; NaN for not-a-number."""
    return _fixed(value, decimals)


def fmt_chance(value: float, decimals: int = 2) -> str:
    """A probability: 0.81; one that would read 0.00 without being 0 is "<0.01"; exactly 0 is "0"."""
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


def fmt_signed(value: float, decimals: int = 2) -> str:
    """A number with its sign, plus included: "+0.16", "−2.90"; what reads 0.00 has none."""
    return f"{'+' if round(value, decimals) > 0 else ''}{fmt_score(value, decimals)}"


def score_decimals(largest: float) -> int:
    """How many decimals numbers up to `largest` (any sign) deserve, so that a column of them keeps one format."""
    size = abs(largest)
    if not math.isfinite(size) or size >= 99.95:
        return 0
    if size >= 9.995:
        return 1
    return 2 if size >= 0.0995 or size == 0 else 3


def figures(value: float, decimals: int = 4) -> str:
    """A number with this many decimals, fewer if it is large: about seven digits in all."""
    size = abs(value)
    if math.isfinite(size) and size >= 100:
        decimals = max(0, decimals - (1 if size < 1000 else 2 if size < 10_000 else 4))
    return _fixed(value, decimals)


def factor(value: float, decimals: int = 4) -> str:
    """A number as a factor of a product: negative ones in brackets."""
    text = figures(value, decimals)
    return f"({text})" if value < 0 else text


def fmt_digits(value: float) -> str:
    """A number with four digits: 0.0412, −2.931, 1204; very small and very large ones in scientific notation."""
    if not math.isfinite(value) or value == 0.0:
        return fmt_score(value)
    size = int(f"{value:.3e}".split("e")[1])  # of the rounded number: 0.99999 is 1.000
    if size < -4 or size > 6:
        return f"{value:.3e}".replace("-", MINUS)
    return _fixed(value, max(0, 3 - size))


def fmt_masked(value: float) -> str:
    """A score, masked or not, with two decimals; very large and very small ones by their power of ten: −1e9."""
    if math.isfinite(value) and value and not 1e-9 <= abs(value) < 1e6:
        digits, _, power = f"{abs(value):.2e}".partition("e")
        return f"{MINUS if value < 0 else ''}{float(digits):g}e{int(power)}"
    return _fixed(value, 2)


def fmt_setting(value: float | None, figures: int = 3) -> str:
    """A setting in its shortest form: "−1e9", "0.5", "1e-20"; None is "−∞", the mask value of most models."""
    if value is None:
        return f"{MINUS}\u221e"
    return re.sub(r"e([+-])0*(\d)", r"e\1\2", f"{value:.{figures}g}").replace("e+", "e").replace("-", MINUS, value < 0)


def fmt_change(before: float, after: float) -> tuple[str, str]:
    """Two probabilities with as many decimals, up to four, as distinguish them."""
    pairs = [(fmt_near_chance(before), fmt_near_chance(after))]
    pairs += [(fmt_chance(before, decimals), fmt_chance(after, decimals)) for decimals in (3, 4)]
    return next((one for one in pairs if one[0].rstrip("0") != one[1].rstrip("0")), pairs[-1])


def fmt_near_chance(value: float) -> str:
    """A probability with two decimals, or up to four if it would read 0.00 or 1.00 without being so."""
    if math.isnan(value):
        return unknown()
    texts = (f"{value:.{decimals}f}" for decimals in (2, 3, 4))
    told = (text for text in texts if float(text) not in (0.0, 1.0) or value in (0.0, 1.0))
    return next(told, fmt_chance(value, 4))


def fmt_percent(share: float, decimals: int = 0) -> str:
    """A share in per cent: "83 %", "−4 %"; one that would read 0 without being 0 is "<1 %"."""
    if share > 0.0 and not _fixed(100 * share, decimals).strip("0."):
        return f"<{10.0**-decimals:.{decimals}f} %"
    return f"{_fixed(100 * share, decimals)} %"


def fmt_time(seconds: float) -> str:
    """A measured time with its unit: "4.1 ms", "38 ms", "1.2 s"."""
    return f"{seconds:.1f} s" if seconds >= 1 else f"{1e3 * seconds:.{int(seconds < 0.01)}f} ms"


def fmt_duration(seconds: float) -> str:
    """How long something takes: "40 s", "3 min"."""
    return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min"


def fmt_bytes(count: int) -> str:
    """A size on disk: "22.2 MB", "48 kB"."""
    return f"{count / 1e6:,.1f} MB" if count >= 100_000 else f"{count / 1e3:,.0f} kB"


def fmt_count(count: int) -> str:
    """Three digits and a letter that stays beside them: 912, 65.8 k, 2.05 M."""
    if count < 1000:
        return str(count)
    size, letter = (count / 1e6, "\N{NO-BREAK SPACE}M") if count >= 999_500 else (count / 1e3, "\N{NO-BREAK SPACE}k")
    decimals = 2 if size < 9.995 else 1 if size < 99.95 else 0
    return f"{size:.{decimals}f}{letter}"


def weight_words(value: float) -> str:
    """A weight with three decimals; 0 only if it is exactly 0."""
    if value == 0.0:
        return tr("exactly 0")
    return tr("below 0.001") if 0.0 < value < 0.0005 else _fixed(value, 3)


def _fixed(value: float, decimals: int) -> str:
    if math.isnan(value):
        return unknown()
    if math.isinf(value):
        return f"{MINUS if value < 0 else ''}\u221e"
    digits = f"{abs(value):.{decimals}f}"
    return f"{MINUS}{digits}" if value < 0 and digits.strip("0.") else digits
