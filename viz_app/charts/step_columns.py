"""Columns of equal width, one per step, of which a window is visible. Lengths are px."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from PySide6.QtCore import QRectF

_ROUNDING = 1e-6  # px by which columns of a width divided by their number may be wider than it


@dataclass(frozen=True)
class Columns:
    """`count` columns of `pitch` px in a window of `width` px that begins at `left`; `shift` px are scrolled away."""

    count: int
    pitch: float
    left: float
    width: float
    shift: float = 0.0

    @classmethod
    def fitted(cls, count: int, left: float, width: float, least: float, most: float, zoom: float = 1.0) -> Columns:
        """All columns if each can have at least `least` px, otherwise as many whole ones of that width as fit; times
        `zoom`."""
        pitch = min(most, max(least, width / max(1, count)))
        if count * pitch > width + _ROUNDING and width >= pitch:
            pitch = min(max(most, pitch), width / math.floor(width / pitch + _ROUNDING))
        pitch *= zoom
        return cls(count, pitch, left, max(1.0, width))

    @property
    def whole(self) -> float:
        """Width of all columns, px."""
        return self.count * self.pitch

    @property
    def scrolls(self) -> bool:
        """Whether some columns are out of view."""
        return self.whole > self.width + 0.5

    def shifted(self, shift: float) -> Columns:
        """The same columns scrolled to `shift`, clamped."""
        return replace(self, shift=min(max(0.0, self.whole - self.width), max(0.0, shift)))

    def around(self, column: int) -> Columns:
        """Scrolled so that a column is centred where possible; the window begins with a whole one."""
        before = max(0.0, column + 0.5 - self.width / self.pitch / 2)
        return self.shifted(math.floor(before + 1e-6) * self.pitch)

    def x_of(self, column: float) -> float:
        """The left edge of a column; may lie outside the window."""
        return self.left - self.shift + column * self.pitch

    def rect(self, column: int, top: float, height: float) -> QRectF:
        return QRectF(self.x_of(column), top, self.pitch, height)

    def column_at(self, x: float) -> int | None:
        """The visible column at a position, or None."""
        if not self.left <= x < self.left + self.width:
            return None
        column = math.floor((x - self.left + self.shift) / self.pitch)
        return column if 0 <= column < self.count else None

    def visible(self) -> range:
        """The columns that are at least partly visible."""
        first = math.floor(self.shift / self.pitch + 1e-6)
        last = math.ceil((self.shift + self.width) / self.pitch - 1e-6)
        return range(max(0, first), min(self.count, last))
