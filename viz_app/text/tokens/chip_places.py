"""Where the chips of a row stand: in one line, which scrolls sideways, or in more where they all fit."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from PySide6.QtCore import QEasingCurve, QObject, QRectF, QVariantAnimation, Signal

from viz_app.text.tokens.token_chip import Chip, ChipFace

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
        """Gives each chip its place: in up to that many lines of that many px, else in one line of any length."""
        self._fill(width if self.lines_needed(width, lines) > 1 else float("inf"))

    def lines_needed(self, width: float, lines: int) -> int:
        """The lines that are taken where there is room for that many of that many px: 1 where the chips scroll."""
        needed, end = 1, 0.0
        for place, (gap, wide) in enumerate(zip(self._gaps, self.widths, strict=True)):
            new = place > 0 and end + gap + wide > width
            needed, end = needed + new, wide if new or not place else end + gap + wide
        return needed if needed <= lines else 1

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


_GLIDE = 140  # ms


class HorizontalScroll(QObject):
    """Px by which something `length` px long is scrolled to the right in a row `width` px wide; never past its ends."""

    moved = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.length, self.width = 0.0, 0.0
        self.shift = 0.0
        self._glide = QVariantAnimation(self, duration=_GLIDE, easingCurve=QEasingCurve(QEasingCurve.Type.OutCubic))
        self._glide.valueChanged.connect(self._to)

    def resize(self, length: float, width: float) -> None:
        """Other sizes: the place stays as far as it can, and no glide continues."""
        self.length, self.width = length, width
        self._glide.stop()
        self.shift = self._clamped(self.shift)

    @property
    def more_left(self) -> bool:
        return self.shift > 0.5

    @property
    def more_right(self) -> bool:
        return self.length - self.shift > self.width + 0.5

    @property
    def goal(self) -> float:
        """Where a glide will end; the present place without one."""
        running = self._glide.state() == QVariantAnimation.State.Running
        return float(self._glide.endValue()) if running else self.shift

    def scroll_to(self, shift: float, glide: bool) -> None:
        """Scrolls to a place, at once or in a glide."""
        goal = self._clamped(shift)
        if abs(goal - self.goal) < 0.5:
            return
        if not glide:
            self.jump(goal)
            return
        self._glide.stop()
        self._glide.setStartValue(self.shift)
        self._glide.setEndValue(goal)
        self._glide.start()

    def jump(self, shift: float) -> None:
        """Scrolls to a place at once; a glide ends."""
        self._glide.stop()
        self._to(shift)

    def _to(self, shift: float) -> None:
        before, self.shift = self.shift, self._clamped(float(shift))
        if self.shift != before:  # the first moment of a glide moves nothing
            self.moved.emit()

    def _clamped(self, shift: float) -> float:
        return max(0.0, min(shift, self.length - self.width))
