"""Which number gets which colour: the range of one head's map and of all heads together.

Weights run from 0, scores lie symmetrically about 0. What is coloured may be stretched (row by row, head by head);
what is written into cells are always the recorded numbers.

Shapes: H heads, Q queries (rows), K keys (columns).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from viz_app.colours import FloatArray, Scale

STRETCHES = ("same", "head", "row")
"""same: one range for all heads; head: up to the largest number of the head; row: up to the largest of each row."""

Tick = tuple[float, str]
_TINY = 1e-30  # below this numbers are no reason to stretch colours


@dataclass(frozen=True, eq=False)
class Range:
    """The scale of a map, what is coloured instead of its numbers (None: they themselves), and the words of its bar.

    ticks  (place 0-1 along the colour bar, word), from left to right
    """

    scale: Scale
    shades: FloatArray | None = None
    ticks: tuple[Tick, ...] = ()


def reach(values: npt.ArrayLike, axis: int | tuple[int, ...] | None = None) -> FloatArray:
    """The largest distance from 0 of the finite numbers, along `axis` (kept as length 1) or of all; 0 without any."""
    numbers = np.abs(np.asarray(values, dtype=np.float32))
    if not np.isfinite(numbers.max(initial=0.0)):
        numbers = np.where(np.isfinite(numbers), numbers, np.float32(0))
    found: FloatArray = np.asarray(numbers.max(axis=axis, keepdims=axis is not None, initial=0.0))
    return found


def largest(maps: Iterable[npt.ArrayLike]) -> float:
    """The largest distance from 0 of all maps; 1 where all are next to nothing."""
    most = max((float(reach(layer)) for layer in maps), default=0.0)
    return most if most > _TINY else 1.0


def of_head(values: FloatArray, stretch: str, *, signed: bool, most: float) -> Range:
    """The range of one head's numbers [Q, K]; `most` is the largest score of all heads (not asked for weights).

    Raises ValueError for an unknown stretch.
    """
    if stretch not in STRETCHES:
        raise ValueError(f"unknown stretch {stretch!r}; known are {', '.join(STRETCHES)}")
    own = largest([values])
    high = (most if signed else 1.0) if stretch == "same" else own
    scale = Scale(-high, high, "diverging") if signed else Scale(0.0, high)
    if stretch == "row":
        return Range(scale, _stretched(values, high, axis=-1), _ticks(high, signed, "max"))
    return Range(scale, None, _ticks(high, signed))


def of_heads(maps: Sequence[FloatArray], stretch: str, *, signed: bool, most: float) -> tuple[list[FloatArray], Scale]:
    """What to colour in the small maps [H, Q, K] per layer, and their common scale."""
    high = most if signed else 1.0
    scale = Scale(-high, high, "diverging") if signed else Scale(0.0, high)
    if stretch == "same":
        return list(maps), scale
    axis: int | tuple[int, ...] = -1 if stretch == "row" else (-2, -1)
    return [_stretched(layer, high, axis) for layer in maps], scale


def _stretched(values: FloatArray, high: float, axis: int | tuple[int, ...]) -> FloatArray:
    """The numbers times what brings the largest of each row or head to `high`; a row of zeros stays one."""
    own = reach(values, axis)
    shares = np.divide(values, np.where(own > _TINY, own, np.float32(1)), dtype=np.float32)
    return shares * np.float32(high)


def _ticks(high: float, signed: bool, end: str = "") -> tuple[Tick, ...]:
    """The words of a bar from 0 (or from below, `signed`) to `high`, which is called `end` where that is given."""
    if signed:
        return ((0.0, f"−{end or short(high)}"), (0.5, "0"), (1.0, end or short(high)))
    middle = () if end else ((0.5, short(high / 2)),)
    return ((0.0, "0"), *middle, (1.0, end or short(high)))


def short(value: float) -> str:
    """A positive number in as few figures as a colour bar needs: 1, 0.5, 0.37, 0.004, 23.4, 1204."""
    if value >= 100:
        return f"{value:.0f}"
    return f"{value:.3g}" if value >= 1 else f"{value:.2g}"
