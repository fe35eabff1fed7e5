"""Which numbers get which colour: the range of one head's map and of all heads together.

Weights start at 0, scores are symmetric about 0. Colours may be stretched (per row, per head) or spread
logarithmically; the numbers written in cells are always the recorded ones. Columns that take most of the weight but
mean little (the first or the last token) can be dimmed: that changes the picture, not the numbers. No Qt. Shapes: H
heads, Q queries (rows), K keys (columns).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from model_core.record.mask_reasons import VISIBLE
from viz_app.data.maps.colormaps import FloatArray, Scale

STRETCHES = ("same", "row", "head", "log")
"""same: weights from 0 to 1, scores up to the largest of all heads; row, head: up to the largest number of each row or
of the head; log: weights by their logarithm, from `log_minimum` to 1 (scores, which have signs, as "same")."""

Tick = tuple[float, str]
Columns = Mapping[tuple[int, int], Sequence[int]]
"""(layer, head), from 0 -> columns that no range is stretched to."""

_USUAL, _FAR = 0.99, 2.5  # the share of numbers that are coloured apart where others lie this many times further
_TINY = 1e-30  # below this numbers are not a reason to stretch colours
_AWAY = np.float32(-1.0)  # the shade of a weight below the threshold where shades are stretched


@dataclass(frozen=True)
class Colouring:
    """How numbers are coloured: a word of STRETCHES, the weight below which cells stay blank (0: none), and the colour
    ramp of weights (a name of colormaps.RAMPS). Scores have signs: threshold and ramp apply to weights only. Raises
    ValueError for an unknown stretch or a threshold outside 0 to 1."""

    stretch: str = "same"
    threshold: float = 0.0
    ramp: str = "weights"

    def __post_init__(self) -> None:
        if self.stretch not in STRETCHES:
            raise ValueError(f"unknown stretch {self.stretch!r}; known are {', '.join(STRETCHES)}")
        if not 0.0 <= self.threshold <= 1.0:
            raise ValueError(f"a threshold lies between 0 and 1, got {self.threshold}")

    def scale(self, high: float, columns: int, *, signed: bool) -> Scale:
        """The scale for numbers up to `high` in this many columns; logarithmic for weights on request."""
        if signed:
            return Scale(-high, high, "diverging")
        if self.stretch == "log":
            return Scale(log_minimum(columns), 1.0, self.ramp, log=True, cut=self._cut)
        return Scale(0.0, high, self.ramp, cut=self._cut)

    @property
    def _cut(self) -> float:
        if self.threshold == 0.0:
            return -math.inf
        return 0.0 if self.stretch == "row" else self.threshold


@dataclass(frozen=True, eq=False)
class Range:
    """The scale of a map, what is coloured instead of its numbers (None: they themselves), and the words of its bar.

    ticks  (place 0-1 along the colour bar, word), from left to right
    blank  place 0-1 up to which the bar is blank, because smaller weights are
    """

    scale: Scale
    shades: FloatArray | None = None
    ticks: tuple[Tick, ...] = ()
    blank: float = 0.0


def largest_magnitude(values: npt.ArrayLike, axis: int | tuple[int, ...] | None = None) -> FloatArray:
    """The largest distance from 0 of the finite numbers, along `axis` (kept as length 1) or of all; 0 if there are
    none."""
    numbers, kept = np.asarray(values, dtype=np.float32), axis is not None
    found: FloatArray = np.asarray(_farthest(numbers, axis, kept))
    if not np.isfinite(found).all():
        found = np.asarray(_farthest(np.where(np.isfinite(numbers), numbers, np.float32(0)), axis, kept))
    return found


def _farthest(values: FloatArray, axis: int | tuple[int, ...] | None, kept: bool) -> FloatArray:
    """The largest distance from 0, without a copy of the numbers."""
    above = values.max(axis=axis, keepdims=kept, initial=0.0)
    return np.maximum(above, -values.min(axis=axis, keepdims=kept, initial=0.0))


def without_masked(scores: FloatArray, masks: np.ndarray | None) -> FloatArray:
    """Masked scores [..., Q, K] with 0 where the mask put a number such as -1e9, so that it does not stretch the range.
    With a mask of −∞ the same array."""
    hidden = None if masks is None else masks != VISIBLE
    if hidden is None or not np.isfinite(scores[..., hidden]).any():
        return scores
    return np.where(hidden, np.float32(0), scores)


def color_limit(maps: Iterable[npt.ArrayLike]) -> float:
    """The largest distance from 0 of all maps; 1 if all are close to nothing."""
    most = max((float(largest_magnitude(layer)) for layer in maps), default=0.0)
    return most if most > _TINY else 1.0


def robust_limit(numbers: npt.ArrayLike) -> float:
    """The distance from 0 up to which numbers differ in colour: the largest, or if a few are far beyond the others
    their 99th percentile, so that one outlier does not wash out the map. 1 if all are close to nothing."""
    found = np.abs(np.asarray(numbers, np.float32)).ravel()
    most = color_limit([found]) if found.size else 1.0
    usual = float(np.quantile(found, _USUAL)) if found.size else 0.0
    return usual if _TINY < usual < most / _FAR else most


def head_range(values: FloatArray, how: Colouring, *, signed: bool, most: float, dimmed: Sequence[int] = ()) -> Range:
    """The range of one head's numbers [Q, K]; `most` is the largest score of all heads (not asked for weights).

    Rows and head are stretched to their largest number outside the `dimmed` columns.
    """
    seen = _without(values, dimmed)
    own = color_limit([seen]) if how.stretch in ("row", "head") else most if signed else 1.0
    scale = how.scale(own, values.shape[1], signed=signed)
    if how.stretch == "row":
        shades = _stretched(values, seen, own, axis=-1)
        return Range(scale, _blanked(shades, values, how, signed), _ticks(own, signed, "max"))
    if scale.log:
        return Range(scale, None, _powers(scale.lo), _place(how.threshold, scale))
    return Range(scale, None, _ticks(own, signed), 0.0 if signed else _place(how.threshold, scale))


def thumbnail_colours(
    maps: Sequence[FloatArray], how: Colouring, *, signed: bool, most: float, dimmed: Columns | None = None
) -> tuple[list[FloatArray], Scale]:
    """The values to colour in the small maps [H, Q, K] of each layer, and their common scale."""
    high = most if signed else 1.0
    if how.stretch not in ("row", "head"):
        return list(maps), how.scale(high, maps[0].shape[2] if len(maps) else 1, signed=signed)
    axis: int | tuple[int, ...] = -1 if how.stretch == "row" else (-2, -1)
    found = []
    for layer, values in enumerate(maps):
        seen = _without_any(values, layer, dimmed or {})
        found.append(_blanked(_stretched(values, seen, high, axis), values, how, signed))
    cut = 0.0 if how.threshold and not signed else -math.inf
    return found, Scale(-high, high, "diverging") if signed else Scale(0.0, high, how.ramp, cut=cut)


def _without(values: FloatArray, columns: Sequence[int]) -> FloatArray:
    """The numbers [Q, K] with 0 in some columns; the same array if there are none."""
    if not columns:
        return values
    seen = np.array(values)
    seen[:, list(columns)] = 0.0
    return seen


def _without_any(values: FloatArray, layer: int, dimmed: Columns) -> FloatArray:
    """The numbers [H, Q, K] of a layer with 0 in each head's dimmed columns."""
    heads = {head: columns for (number, head), columns in dimmed.items() if number == layer and columns}
    if not heads:
        return values
    seen = np.array(values)
    for head, columns in heads.items():
        seen[head][:, list(columns)] = 0.0
    return seen


def _stretched(values: FloatArray, seen: FloatArray, high: float, axis: int | tuple[int, ...]) -> FloatArray:
    """The numbers scaled so that the largest visible one of each row or head becomes `high`; zeros stay zero."""
    own = largest_magnitude(seen, axis)
    shades = np.divide(values, np.where(own > _TINY, own, np.float32(1)), dtype=np.float32)
    if seen is not values:
        np.clip(shades, -1.0, 1.0, out=shades)
    np.multiply(shades, np.float32(high), out=shades)
    return shades


def _blanked(shades: FloatArray, values: FloatArray, how: Colouring, signed: bool) -> FloatArray:
    """The shades, marked where a weight is below the threshold; modifies the array."""
    if how.threshold == 0.0 or signed:
        return shades
    np.copyto(shades, _AWAY, where=values < np.float32(how.threshold))
    return shades


def _place(value: float, scale: Scale) -> float:
    """Position of a number along the bar of a scale, 0 to 1."""
    if scale.log:
        share = math.log(max(value, scale.lo) / scale.lo) / math.log(scale.hi / scale.lo)
    else:
        share = (value - scale.lo) / (scale.hi - scale.lo)
    return min(1.0, max(0.0, share))


def log_minimum(columns: int) -> float:
    """The weight at which a logarithmic range begins: 0.001, or a power of ten below an even share of the columns."""
    return 10.0 ** min(-3, math.floor(math.log10(0.5 / max(1, columns))))


def _powers(low: float, high: float = 1.0) -> tuple[Tick, ...]:
    """The labels of a logarithmic bar from `low` to 1: each power of ten, or every other if there are more than four;
    of one up to `high`, each tenth of it."""
    count = round(-math.log10(low))
    steps = range(0, count + 1, 1 if count <= 3 else 2 if count % 2 == 0 else count)
    words = [(step / count, short_number(high * 10.0 ** (step - count))) for step in steps]
    return tuple((place, word if place else f"≤ {word}") for place, word in words)


def ticks_to(reach: float, found: Range, stretch: str) -> tuple[Tick, ...]:
    """The labels of a range of shares as numbers, where a share of 1 is `reach`."""
    if found.scale.log:
        return _powers(found.scale.lo, reach)
    return _ticks(float(largest_magnitude(found.scale.hi * reach)), False, "max" if stretch == "row" else "")


def _ticks(high: float, signed: bool, end: str = "") -> tuple[Tick, ...]:
    """The labels of a bar from 0 (or from below, `signed`) to `high`, which is labelled `end` if given."""
    if signed:
        return ((0.0, f"−{end or short_number(high)}"), (0.5, "0"), (1.0, end or short_number(high)))
    middle = () if end else ((0.5, short_number(high / 2)),)
    return ((0.0, "0"), *middle, (1.0, end or short_number(high)))


def short_number(value: float) -> str:
    """A positive number in as few digits as a colour bar needs: 1, 0.5, 0.37, 0.004, 23.4, 1204."""
    if value >= 100:
        return f"{value:.0f}"
    return f"{value:.3g}" if value >= 1 else f"{value:.2g}"
