"""Which lines are drawn: those above a threshold, and of too many the strongest. No Qt.

Shapes: N series, R rows (queries), C columns (keys); S lines. Everything counts from 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from viz_app.data.snapshot import Cell

BETWEEN, EARLIER_SIDE, LATER_SIDE = 0, 1, 2
"""Where a line runs: from column to column, or as an arc on the outer side of the first or of the second column."""

MOST = 1500
"""So many lines are drawn at most."""

_PART = 1 << 16
"""Numbers that are read at a time: 256 KB."""


@dataclass(frozen=True, eq=False)
class LineSet:
    """Lines in the order in which they are painted, the strongest last; arrays of length S.

    run       BETWEEN, EARLIER_SIDE or LATER_SIDE
    series    place of the series in its arrangement
    query     row, key  column, of the arrangement
    strength  0-1, the number as a share of what the widest line stands for
    number    what the line stands for
    found     how many cells reach the threshold, of `cells` that are visible
    """

    run: np.ndarray
    series: np.ndarray
    query: np.ndarray
    key: np.ndarray
    strength: np.ndarray
    number: np.ndarray
    found: int = 0
    cells: int = 0

    def __len__(self) -> int:
        return len(self.run)

    def at(self, run: int, cell: Cell) -> np.ndarray:
        """(S,) bool: the lines of one cell."""
        found: np.ndarray = (self.run == run) & (self.query == cell[0]) & (self.key == cell[1])
        return found

    def touching(self, side: int, place: int) -> np.ndarray:
        """(S,) bool: the lines that end at a token of the first (0) or the second (1) column."""
        arc = self.run == (LATER_SIDE if side else EARLIER_SIDE)
        between = self.run == BETWEEN
        end = self.query if side else self.key
        found: np.ndarray = (between & (end == place)) | (arc & ((self.query == place) | (self.key == place)))
        return found


def select_lines(
    values: np.ndarray, reach: float, threshold: float, *, rows: int | None = None, run: int = BETWEEN, most: int = MOST
) -> LineSet:
    """The lines of numbers (N, R, C) that are at least `threshold`, the strongest `most` of them; one of `reach` is the
    widest.

    `rows` is how many rows are there so far, None for all. What is not a finite number or not above 0 has no line: a
    masked cell, unless its mask hides nothing.
    """
    seen, least = values if rows is None else values[:, :rows], np.float32(threshold)
    flat = seen.reshape(-1)
    chosen, cells = _reaching(flat, least)
    numbers = flat[chosen]
    finite = np.isfinite(numbers)  # what is not a number is not chosen at all
    cells -= int(np.count_nonzero(~finite))
    chosen, numbers = chosen[finite], numbers[finite]
    found = len(chosen)
    if found > most:
        kept = np.argpartition(numbers, found - most)[found - most :]
        chosen, numbers = chosen[kept], numbers[kept]
    order = np.argsort(numbers, kind="stable")
    chosen, numbers = chosen[order], numbers[order]
    series, query, key = np.unravel_index(chosen, seen.shape)
    strength = np.clip(numbers / np.float32(reach), 0.0, 1.0)
    return LineSet(np.full(len(chosen), run), series, query, key, strength, numbers, found, cells)


def _reaching(numbers: np.ndarray, least: np.float32) -> tuple[np.ndarray, int]:
    """The places of the numbers (S,) above 0 that are at least `least`, and how many are above 0. A million are read
    once, a part at a time that stays in the processor's cache."""
    found, cells = [np.zeros(0, np.intp)], 0
    for first in range(0, len(numbers), _PART):
        part = numbers[first : first + _PART]
        visible = part > 0
        cells += int(np.count_nonzero(visible))
        found.append(np.flatnonzero(part >= least if least > 0 else visible) + first)
    return np.concatenate(found), cells


def together(parts: Sequence[LineSet], most: int = MOST) -> LineSet:
    """The lines of several attentions in one drawing, again the strongest `most`."""
    if not parts:
        none, nothing = np.zeros(0, int), np.zeros(0)
        return LineSet(none, none, none, none, nothing, nothing)
    order = np.argsort(np.concatenate([part.strength for part in parts]), kind="stable")[-most:]
    names = ("run", "series", "query", "key", "strength", "number")
    joined = {name: np.concatenate([getattr(part, name) for part in parts])[order] for name in names}
    return LineSet(**joined, found=sum(part.found for part in parts), cells=sum(part.cells for part in parts))


@dataclass(frozen=True)
class Target:
    """What is under the pointer: a token (`side` 0 or 1 and `place`), or a line (`run`, its cell and its series)."""

    side: int = -1
    place: int = -1
    run: int = -1
    cell: Cell = (-1, -1)
    series: int = -1

    @property
    def is_token(self) -> bool:
        return self.side >= 0
