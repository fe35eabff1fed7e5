"""One row of a tensor as bars: one for each column if they fit, otherwise the largest of each pixel's columns.

Signed numbers have the colours of every signed map: orange above zero, blue below. Lengths are logical pixels. Shapes:
N columns.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QAccessible, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QWidget

from model_core.analysis.map_blocks import block_starts
from viz_app.data import number_format
from viz_app.system.language import tr
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.canvas import Canvas
from viz_app.widgets.theme import Theme

_LABELLED = 26.0  # px: columns from this width on carry their words
_APART = 8.0  # px: bars from this width on have a gap between them


class RowPlot(Canvas):
    """See module; a place is a column. `describe` puts one into words, a click shows the source of its number."""

    accessible_role = QAccessible.Role.Chart
    clicked = Signal(int)
    explains = True  # a click asks where a number comes from
    usual = 200, 76
    least = 80, 56

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, tr("Numbers of the row"))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the map above has the same numbers for the keyboard
        self.describe: Callable[[int], str] = lambda _column: ""
        self.values: np.ndarray = np.zeros(0, np.float32)
        self.words: tuple[str, ...] = ()
        self.role = "source"
        self.marked: int | None = None

    def show_row(self, values: np.ndarray, words: Sequence[str] = (), role: str = "source") -> None:
        """Shows `values` (N,); `words` name the columns (() for none), `role` is a colour of the theme."""
        self.values, self.words, self.role = values, tuple(words), role
        self.marked = None
        self.unpoint()
        self.update()

    def mark(self, column: int | None) -> None:
        if column != self.marked:
            self.marked = column
            self.update()

    # ---- where things are

    def ends(self) -> tuple[float, float]:
        """The lowest and the highest number drawn; 0 lies between them."""
        finite = self.values[np.isfinite(self.values)]
        low, high = (float(min(0.0, finite.min())), float(max(0.0, finite.max()))) if finite.size else (0.0, 1.0)
        return (low, high) if high > low else (low, low + 1.0)

    def area(self) -> QRectF:
        """The rectangle of the bars: beside the numbers at the ends, above the words."""
        metrics = self.metrics_of("small")
        wide = max(metrics.horizontalAdvance(number_format.fmt_score(end)) for end in self.ends()) + 6
        foot = metrics.height() if self._is_labelled(self.width() - wide) else 0.0
        return QRectF(wide, 3, max(1.0, self.width() - wide - 1), max(1.0, self.height() - 6 - foot))

    def _is_labelled(self, width: float) -> bool:
        return bool(self.words) and width / max(1, len(self.words)) >= _LABELLED * themes.text_scale()

    def place_at(self, point: QPointF) -> int | None:
        """The column under a point."""
        area, count = self.area(), len(self.values)
        place = math.floor((point.x() - area.left()) / area.width() * count) if count else -1
        return place if 0 <= place < count else None

    def tip_of(self, place: int) -> str:
        return self.describe(place)

    def hint_of(self, place: int) -> str:
        return f"{self.tip_of(place)}. {tr('Click to see where it comes from.')}" if self.explains else ""

    def pick(self, place: int) -> None:
        self.clicked.emit(place)

    def bars(self) -> list[tuple[QRectF, int]]:
        """(bar, column) of every column or, if they are narrower than a pixel, of the largest of each pixel."""
        area, count = self.area(), len(self.values)
        if not count:
            return []
        low, high = self.ends()
        unit = area.height() / (high - low)
        zero = area.bottom() + low * unit
        values = np.nan_to_num(self.values.astype(np.float64), nan=0.0, posinf=high, neginf=low)
        blocks = min(count, max(1, int(area.width())))
        starts = block_starts(count, blocks)
        lasts = np.append(starts[1:], count)
        wide = area.width() / blocks
        gap = 1.0 if wide >= _APART else 0.0
        made = []
        for place, (first, last) in enumerate(zip(starts.tolist(), lasts.tolist(), strict=True)):
            column = first + int(np.abs(values[first:last]).argmax())
            end = zero - float(values[column]) * unit
            bar = QRectF(area.left() + place * wide, min(zero, end), max(1.0, wide - gap), max(0.5, abs(end - zero)))
            made.append((bar, column))
        return made

    # ---- painting

    def draw(self, painter: QPainter, theme: Theme) -> None:
        if not len(self.values):
            return
        metrics, area, (low, high) = self.metrics_of("small"), self.area(), self.ends()
        painter.setFont(self.font_of("small"))
        painter.setPen(theme.q("muted"))
        zero = area.bottom() + low * area.height() / (high - low)
        ends = [high] if high > 0 else [0.0]
        ends += [low] if low < 0 and area.height() > 2 * metrics.height() else []
        for end in ends:
            text = number_format.fmt_score(end)
            y = area.top() + metrics.ascent() - 2 if end == ends[0] else area.bottom()
            painter.drawText(QPointF(area.left() - 6 - metrics.horizontalAdvance(text), y), text)
        for bar, column in self.bars():
            role = self.role if low >= 0 else "target" if float(self.values[column]) >= 0 else "source"
            painter.fillRect(bar, theme.q("ink" if column == self.marked else role))
        painter.setPen(QPen(theme.q("edge"), 1))
        painter.drawLine(QPointF(area.left(), zero), QPointF(area.right(), zero))
        self._draw_words(painter, area, metrics)

    def _draw_words(self, painter: QPainter, area: QRectF, metrics: QFontMetricsF) -> None:
        if not self._is_labelled(area.width()):
            return
        wide = area.width() / len(self.words)
        painter.setPen(themes.current().q("muted"))
        for place, word in enumerate(self.words):
            text = painting.elided(painting.visible_words(word, painter.font()), metrics, wide - 4)
            left = area.left() + (place + 0.5) * wide - metrics.horizontalAdvance(text) / 2
            painter.drawText(QPointF(left, self.height() - metrics.descent()), text)
