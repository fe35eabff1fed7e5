"""The probability of the end of sentence over the steps, as bars: why a text stopped, or why it goes on and on.

Steps count from 0 here and from 1 on the screen; entropies are in bits.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from model_core.explain.provenance import Source
from model_core.record.trace import Trace
from viz_app.data import number_format
from viz_app.views.decoding.step_columns import Columns
from viz_app.widgets import painting
from viz_app.widgets.canvas import Canvas
from viz_app.widgets.number_query import answer
from viz_app.widgets.theme import Theme

_MOVES = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
_WIDEST = 150.0  # px of a step at text size 100 %
_ROUND = 10.0  # px of a step from which bars have round corners
_LOW = 2.6  # heights of a line: lower charts have no words under their bars


class StepBars(Canvas):
    """One number per step as bars from 0 to `most` (None = the largest); `role` is their colour.

    `name` names the numbers above them, `words` says what stands under each bar, `unit` what they count.
    """

    asks = "Right click: where its number comes from."
    stepped = Signal(int)

    def __init__(self, name: str, role: str, unit: str, most: float | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name, self.role, self.unit, self.most = name, role, unit, most
        self.values: np.ndarray = np.zeros(0)
        self.words: tuple[str, ...] = ()
        self.step = 0
        self.rows_shown: int | None = None
        self.source: Callable[[int], tuple[Trace, Source] | None] | None = None  # step -> the number that its bar is
        self.follow: Callable[[], Columns | None] | None = None  # columns of another picture that the bars stand under
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(name)
        self.setToolTip(painting.tip(f"{name}; Shift and an arrow key go to another step."))
        answer(self, self.number_at)

    def show_steps(self, values: np.ndarray, words: Sequence[str], step: int, rows_shown: int | None = None) -> None:
        """Shows numbers (T,) with the tokens written, around a step."""
        self.values, self.words, self.step, self.rows_shown = values, tuple(words), step, rows_shown
        self.setAccessibleDescription(self.value_words(step))
        self.update()

    def value_words(self, step: int) -> str:
        """The number of a step, in words."""
        if not 0 <= step < len(self.values):
            return ""
        word = f" (“{self.words[step]}” is written)" if step < len(self.words) else ""
        return f"{self.name} at step {step + 1}: {self._figure(step, 2 if self.unit else 4)}{self._unit_word}{word}"

    def _figure(self, step: int, decimals: int = 2) -> str:
        """The number of a step; without a unit it is a probability."""
        write = number_format.fmt_weight if self.unit else number_format.fmt_chance
        return write(float(self.values[step]), decimals)

    @property
    def _unit_word(self) -> str:
        return f" {self.unit}" if self.unit else ""

    def sizeHint(self) -> QSize:
        return QSize(480, round(6 * self.line("body")))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, round(3.2 * self.line("small")))

    # ---- where things are

    def _gutter(self) -> float:
        metrics = self.metrics_of("small")
        return metrics.horizontalAdvance("0.00") + 10

    def _worded(self) -> bool:
        """Whether tokens stand under the bars."""
        return self.height() > (_LOW + 2.4) * self.line("small")

    def area(self) -> QRectF:
        """Where the bars stand."""
        line, foot = self.line("small"), self.line("small") + 6 if self._worded() else 3
        gutter = self._gutter()
        return QRectF(gutter, line + 6, max(1.0, self.width() - gutter - 4), max(8.0, self.height() - line - 6 - foot))

    def columns(self) -> Columns:
        """All steps, in the width that there is, or under those of the picture that is followed."""
        followed = self.follow() if self.follow is not None else None
        if followed is not None:
            return followed
        area, unit = self.area(), self.line("body") / 15.6
        return Columns.fitted(max(1, len(self.values)), area.left(), area.width(), 0.0, _WIDEST * unit)

    def place_at(self, point: QPointF) -> int | None:
        """The step under a point."""
        step = self.columns().column_at(point.x())
        return step if step is not None and step < len(self.values) else None

    def tip_of(self, place: object) -> str:
        return self.value_words(place) if isinstance(place, int) else ""

    def hint_of(self, place: object) -> str:
        return f"{self.value_words(place)}. Click to go there." if isinstance(place, int) else ""

    def number_at(self, point: QPoint | None) -> tuple[Trace, Source] | None:
        """The number under a point, that of the step for None."""
        step = self.step if point is None else self.place_at(QPointF(point))
        return None if step is None or self.source is None else self.source(step)

    # ---- what the user does

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        step = self.place_at(event.position())
        if step is not None and event.button() == Qt.MouseButton.LeftButton:
            self.stepped.emit(step)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Shift and an arrow go to the step before or after."""
        move = _MOVES.get(Qt.Key(event.key()))
        if move is None or not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            event.ignore()
        elif 0 <= self.step + move < len(self.values):
            self.stepped.emit(self.step + move)

    # ---- painting

    def draw(self, painter: QPainter, theme: Theme) -> None:
        """Name and value above, two lines of the scale, bars, tokens."""
        if not len(self.values):
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        finite = self.values[np.isfinite(self.values)]
        most = self.most or max(1.0, math.ceil(float(finite.max()) if finite.size else 1.0))
        area, columns = self.area(), self.columns()
        self._draw_scale(painter, theme, area, most)
        self._draw_bars(painter, theme, columns, most)
        self._draw_mark(painter, theme, columns, area)
        self._draw_head(painter, theme)
        if self._worded():
            self._draw_words(painter, theme, columns, area)

    def _draw_scale(self, painter: QPainter, theme: Theme, area: QRectF, most: float) -> None:
        font, metrics = self.font_of("small"), self.metrics_of("small")
        painter.setFont(font)
        for share, text in ((0.0, "0"), (1.0, f"{most:g}")):
            y = round(area.bottom() - share * area.height()) + 0.5
            painter.setPen(QPen(theme.q("line"), 1))
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
            painter.setPen(theme.q("muted"))
            x = area.left() - 6 - metrics.horizontalAdvance(text)
            painter.drawText(QPointF(x, y + metrics.capHeight() / 2), text)

    def _draw_bars(self, painter: QPainter, theme: Theme, columns: Columns, most: float) -> None:
        """The bars; narrow ones as plain rectangles, so that hundreds of them take no time."""
        area, air = self.area(), min(6.0, columns.pitch * 0.15)
        strong, pale = theme.q(self.role), theme.wash(self.role, 0.5)
        wide = columns.pitch >= _ROUND
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, wide)
        for step, value in enumerate(self.values[: self.rows_shown].tolist()):
            share = min(1.0, max(0.0, value / most)) if math.isfinite(value) else 0.0
            height = max(1.0, share * area.height())
            bar = QRectF(columns.x_of(step) + air, area.bottom() - height, max(1.0, columns.pitch - 2 * air), height)
            fill = strong if step in (self.step, self.pointed) else pale
            if wide:
                painting.draw_rounded(painter, bar, corner=min(3.0, height / 2), fill=fill)
            else:
                painter.fillRect(bar, fill)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)

    def _draw_mark(self, painter: QPainter, theme: Theme, columns: Columns, area: QRectF) -> None:
        """A frame around the chosen step."""
        if 0 <= self.step < len(self.values):
            rect = QRectF(columns.x_of(self.step), area.top() - 2, max(3.0, columns.pitch), area.height() + 4)
            painting.draw_rounded(painter, rect, corner=4, line=theme.q("target"), width=1.5)

    def _draw_head(self, painter: QPainter, theme: Theme) -> None:
        strong, font = self.font_of("strong"), self.font_of("small")
        metrics = QFontMetricsF(font)
        step = self.pointed if isinstance(self.pointed, int) else self.step
        painter.setFont(font)
        painter.setPen(theme.q("muted"))
        painter.drawText(QPointF(0, metrics.ascent() + 1), self.name)
        if 0 <= step < len(self.values):
            value = f"{self._figure(step)}{self._unit_word}"
            wide = QFontMetricsF(strong)
            words = f"step {step + 1}:"
            x = metrics.horizontalAdvance(self.name) + 16
            painter.drawText(QPointF(x, metrics.ascent() + 1), words)
            painter.setFont(font)
            painter.setPen(theme.q("ink"))
            if x + metrics.horizontalAdvance(words) + wide.horizontalAdvance(value) + 6 < self.width():
                painter.drawText(QPointF(x + metrics.horizontalAdvance(words) + 6, metrics.ascent() + 1), value)

    def _draw_words(self, painter: QPainter, theme: Theme, columns: Columns, area: QRectF) -> None:
        """Tokens under their bars, thinned out where bars are narrow; the chosen one always."""
        font, metrics = self.font_of("small"), self.metrics_of("small")
        least = metrics.horizontalAdvance("mmmm")
        every = 1 if columns.pitch >= least else math.ceil(least * 1.3 / columns.pitch)
        count = min(len(self.words), len(self.values))
        for step in sorted({*range(0, count, every), min(self.step, count - 1)}):
            chosen, word = step == self.step, self.words[step]
            if not chosen and every > 1 and abs(step - self.step) < every:
                continue
            width = max(columns.pitch, least * 1.2 if every > 1 else 0.0)
            left = columns.x_of(step) + columns.pitch / 2 - width / 2
            left = min(max(0.0, left), self.width() - width)
            rect = QRectF(left + 1, area.bottom() + 4, width - 2, metrics.height())
            painting.draw_token(painter, rect, word, theme.q("target" if chosen else "muted"), font=font)


__all__ = ["StepBars"]
