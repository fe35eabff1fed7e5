"""The layout of a row of chips: on one line, which scrolls sideways, or on several if they all fit."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from PySide6.QtCore import QEasingCurve, QObject, QRectF, QVariantAnimation, Signal

from viz_app.text.tokens.token_chip import Chip, ChipFace

BETWEEN = 4  # px between two lines


class ChipPlaces:
    """Measured once for each set of chips; px from the upper left corner of the row, before scrolling."""

    def __init__(self) -> None:
        self.widths: list[float] = []
        self.lefts: list[float] = []
        self.length = 0.0  # px of the longest line
        self._gaps: list[float] = []
        self._starts: list[int] = []  # the first chip of each line
        self._step, self._height = 1.0, 0.0

    def measure(self, chips: Sequence[Chip], face: ChipFace) -> None:
        self.widths, self._gaps = [face.width(chip) for chip in chips], [face.gap(chip) for chip in chips]
        self._height, self._step = face.height, face.height + BETWEEN

    def place(self, width: float, lines: int) -> None:
        """Lays the chips out: on up to `lines` lines of this width, otherwise on one line of any length."""
        self._fill(width if self.lines_needed(width, lines) > 1 else float("inf"))

    def lines_needed(self, width: float, lines: int) -> int:
        """The number of lines used if `lines` of this width are allowed: 1 if the chips scroll."""
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
        """The rectangle of a chip; IndexError for one that does not exist."""
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
        """The chips on a line that overlap an interval of it; on several lines all chips."""
        if len(self._starts) > 1:
            return range(len(self.lefts))
        return range(max(0, bisect_right(self.lefts, left) - 1), bisect_right(self.lefts, right))


_GLIDE = 140  # ms


class HorizontalScroll(QObject):
    """The scroll offset in px of content `length` px long in a row `width` px wide; clamped."""

    moved = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.length, self.width = 0.0, 0.0
        self.shift = 0.0
        self._glide = QVariantAnimation(self, duration=_GLIDE, easingCurve=QEasingCurve(QEasingCurve.Type.OutCubic))
        self._glide.valueChanged.connect(self._to)

    def resize(self, length: float, width: float) -> None:
        """Sets other sizes: the offset stays as far as possible, and an animation ends."""
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
        """The offset at which an animation will end; without one the present offset."""
        running = self._glide.state() == QVariantAnimation.State.Running
        return float(self._glide.endValue()) if running else self.shift

    def scroll_to(self, shift: float, glide: bool) -> None:
        """Scrolls to an offset, at once or animated."""
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
        """Scrolls to an offset at once; an animation ends."""
        self._glide.stop()
        self._to(shift)

    def _to(self, shift: float) -> None:
        before, self.shift = self.shift, self._clamped(float(shift))
        if self.shift != before:  # the first moment of a glide moves nothing
            self.moved.emit()

    def _clamped(self, shift: float) -> float:
        return max(0.0, min(shift, self.length - self.width))
