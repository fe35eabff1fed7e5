"""Where the chips of a row stand: in one line, or in more where they all fit and nothing has to be scrolled."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from PySide6.QtCore import QRectF

from viz_app.text.token_chip import Chip, ChipFace

BETWEEN = 4  # px between two lines


class ChipPlaces:
    """Measured once for each set of chips; px from the upper left corner of the row, before any scrolling."""

    def __init__(self) -> None:
        self.widths: list[float] = []
        self.lefts: list[float] = []
        self.length = 0.0  # px of the longest line
        self._gaps: list[float] = []
        self._starts: list[int] = []  # the first chip of each line
        self._step, self._height = 1.0, 0.0

    def measure(self, chips: Sequence[Chip], face: ChipFace) -> None:
        """Takes the sizes of other chips, or of the same ones in another font."""
        self.widths, self._gaps = [face.width(chip) for chip in chips], [face.gap(chip) for chip in chips]
        self._height, self._step = face.height, face.height + BETWEEN

    def place(self, width: float, lines: int) -> None:
        """Gives each chip its place: in up to so many lines of so many px, else in one line of any length."""
        self._fill(width)
        if len(self._starts) > max(1, lines):
            self._fill(float("inf"))

    def _fill(self, width: float) -> None:
        self.lefts, self._starts, self.length, end = [], [], 0.0, 0.0
        for place, (gap, wide) in enumerate(zip(self._gaps, self.widths, strict=True)):
            if not place or end + gap + wide > width:
                self._starts.append(place)
                end = 0.0
            else:
                end += gap
            self.lefts.append(end)
            end += wide
            self.length = max(self.length, end)

    def rect(self, index: int) -> QRectF:
        """Where a chip stands; IndexError for one that is not there."""
        line = bisect_right(self._starts, index) - 1
        return QRectF(self.lefts[index], 1 + line * self._step, self.widths[index], self._height)

    def at(self, x: float, y: float) -> int | None:
        """The chip at a point, None between chips."""
        line = int(y // self._step)
        if not 0 <= line < len(self._starts):
            return None
        ends = [*self._starts[1:], len(self.lefts)]
        index = bisect_right(self.lefts, x, self._starts[line], ends[line]) - 1
        inside = index >= self._starts[line] and x < self.lefts[index] + self.widths[index]
        return index if inside else None

    def between(self, left: float, right: float) -> range:
        """The chips of a line that reach into a stretch of it; of several lines all chips."""
        if len(self._starts) > 1:
            return range(len(self.lefts))
        return range(max(0, bisect_right(self.lefts, left) - 1), bisect_right(self.lefts, right))
