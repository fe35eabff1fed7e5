"""One row of one head on its way through the mask: scores, scores after the mask, weights, column under column.

As many columns as fit are shown around the chosen one; nothing overlaps and nothing shrinks. Lengths are logical px.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize
from PySide6.QtGui import QColor, QFontMetricsF, QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from viz_app.data import cell_reasons, colormaps, mask_rows, number_format
from viz_app.data.mask_rows import MaskRow
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.theme import Theme

_NAMES = ("score", "after the mask", "weight")
_SHORT = ("score", "masked", "weight")
_NARROWEST, _WIDEST = 46.0, 84.0  # px of a column at text size 100 %
_AIR = 5.0  # px above and below a line of text


@dataclass(frozen=True)
class _Plan:
    """Where the numbers of a strip lie: its words and their room, a line, a cell, and which columns are shown."""

    names: tuple[str, ...]
    gutter: float
    line: float
    cell: float
    columns: range

    @classmethod
    def of(cls, widget: QWidget, count: int, key: int) -> _Plan:
        """For `count` columns around `key`, in the widget as it is now."""
        metrics, scale = QFontMetricsF(widget.font()), themes.text_scale()
        names, gutter = _NAMES, _gutter(metrics, _NAMES)
        if gutter > widget.width() * 0.25:
            names, gutter = _SHORT, _gutter(metrics, _SHORT)
        remark = metrics.horizontalAdvance(f"00 of {count}") + 16
        room = max(1.0, widget.width() - gutter - remark)
        least = max(_NARROWEST * scale, metrics.horizontalAdvance("−00.00") + 12)
        fitting = min(count, max(1, int(room // least)))
        first = min(max(0, key - fitting // 2), count - fitting)
        cell = min(room / max(1, fitting), _WIDEST * scale)
        return cls(names, gutter, _line(widget), cell, range(first, first + fitting))


def _gutter(metrics: QFontMetricsF, names: tuple[str, ...]) -> float:
    return math.ceil(max(metrics.horizontalAdvance(name) for name in names)) + 12


def _line(widget: QWidget) -> float:
    """Px of one line of numbers."""
    return math.ceil(QFontMetricsF(widget.font()).height()) + _AIR


class ScoreStrip(QWidget):
    """A table of three lines for one MaskRow, the chosen column outlined."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row: MaskRow | None = None
        self._key = 0
        self._planned: tuple[tuple[object, ...], _Plan | None] = ((), None)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Score, score after the mask, weight"))
        themes.changed.connect(self._restyle)

    def show_row(self, row: MaskRow | None, key: int = 0) -> None:
        """Shows another row with the column `key` chosen; None shows nothing."""
        self._row, self._key = row, key
        self.setAccessibleDescription("" if row is None else row.at(key).sentence())
        self.update()

    @property
    def row(self) -> MaskRow | None:
        """The row that is shown."""
        return self._row

    def number_at(self, point: QPointF) -> tuple[int, int] | None:
        """(line, column) of the number under a point: line 1 score, 2 after the mask, 3 weight; None for none."""
        key = self.key_at(point) if self._row is not None else None
        if key is None:
            return None
        lines = (line for line in (1, 2, 3) if self.cell_rect(line, key).contains(point))
        return next(((line, key) for line in lines), None)

    def _restyle(self) -> None:
        self.updateGeometry()
        self.update()

    # ---- where things are

    def _plan(self) -> _Plan:
        """The geometry for the size, the font and the row of now, measured once."""
        key = (self.width(), self.font().key(), self._key, 0 if self._row is None else len(self._row.columns))
        if key != self._planned[0] or self._planned[1] is None:
            self._planned = key, _Plan.of(self, key[3], self._key)
        plan = self._planned[1]
        assert plan is not None
        return plan

    def columns(self) -> range:
        """The columns that are shown: all, or as many as fit around the chosen one."""
        return self._plan().columns

    def cell_rect(self, line: int, key: int) -> QRectF:
        """The place of a number: line 0 the token, 1 score, 2 after the mask, 3 weight."""
        plan = self._plan()
        return QRectF(plan.gutter + (key - plan.columns.start) * plan.cell, line * plan.line, plan.cell, plan.line)

    def key_at(self, point: QPointF) -> int | None:
        """The column under a point, or None."""
        found = [key for key in self.columns() if self.cell_rect(0, key).united(self.cell_rect(3, key)).contains(point)]
        return found[0] if found else None

    def sizeHint(self) -> QSize:
        """Four lines of text."""
        return QSize(480, round(4 * _line(self)) + 2)

    def minimumSizeHint(self) -> QSize:
        """Room for one column."""
        return QSize(160, self.sizeHint().height())

    # ---- painting

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paints the table."""
        painter = QPainter(self)
        self.draw(painter, themes.current())
        painter.end()

    def paint_to(self, painter: QPainter, rect: QRectF) -> None:
        """Paints the table as shapes and text with its corner at that of `rect`."""
        painter.save()
        painter.translate(rect.topLeft())
        self.draw(painter, themes.current(), vector=True)
        painter.restore()

    def draw(self, painter: QPainter, theme: Theme, vector: bool = False) -> None:
        """Paints names, tokens and numbers; hidden cells hatched, weights on their colour."""
        row = self._row
        if row is None:
            return
        painter.setFont(self.font())
        plan, metrics = self._plan(), QFontMetricsF(self.font())
        for line, name in enumerate(plan.names, start=1):
            left = plan.gutter - 12 - metrics.horizontalAdvance(name)
            painter.setPen(theme.q("muted"))
            painter.drawText(QPointF(left, (line + 0.5) * plan.line + metrics.capHeight() / 2), name)
        for key in self.columns():
            self._draw_column(painter, theme, row, key, vector)
        self._draw_remarks(painter, theme, row)
        chosen = self.cell_rect(0, self._key).united(self.cell_rect(3, self._key))
        painting.draw_rounded(painter, chosen.adjusted(1, 1, -1, -1), corner=4, line=theme.q("source"), width=1.5)

    def _draw_column(self, painter: QPainter, theme: Theme, row: MaskRow, key: int, vector: bool) -> None:
        chosen, cell = key == self._key, row.at(key)
        token_font = themes.font("strong") if chosen else self.font()
        ink = theme.q("source") if chosen else theme.q("muted")
        place = self.cell_rect(0, key).adjusted(4, 0, -4, 0)
        painting.draw_token(painter, place, row.columns[key], ink, font=token_font)
        painter.setFont(self.font())
        muted = cell.reason != cell_reasons.VISIBLE and not chosen
        self._draw_number(painter, self.cell_rect(1, key), cell.score, theme.q("muted") if muted else theme.q("ink"))
        self._draw_masked(painter, theme, self.cell_rect(2, key), cell, vector)
        self._draw_weight(painter, theme, self.cell_rect(3, key), cell.weight)

    def _draw_number(self, painter: QPainter, place: QRectF, value: float | None, ink: QColor) -> None:
        text = "–" if value is None else number_format.fmt_masked(value)
        painter.setPen(ink)
        painting.draw_number(painter, place.center(), text, QFontMetricsF(self.font()))

    def _draw_masked(
        self, painter: QPainter, theme: Theme, place: QRectF, cell: mask_rows.MaskCell, vector: bool
    ) -> None:
        """The score after the mask; a hidden cell is hatched, its −∞ on a clear ground."""
        if cell.reason != cell_reasons.VISIBLE:
            box = place.adjusted(1, 1, -1, -1)
            if vector:
                painting.draw_hatched(painter, box, theme, cell.reason)
            else:
                painter.setBrushOrigin(box.topLeft())
                painter.fillRect(box, painting.hatch(theme, cell.reason, self.devicePixelRatioF()))
            width = QFontMetricsF(self.font()).horizontalAdvance("−∞") + 8
            clear = QRectF(place.center().x() - width / 2, place.top() + 4, width, place.height() - 8)
            painting.draw_rounded(painter, clear, corner=3, fill=theme.q("panel"))
        self._draw_number(painter, place, cell.masked, theme.q("ink"))

    def _draw_weight(self, painter: QPainter, theme: Theme, place: QRectF, weight: float | None) -> None:
        if weight is None or not math.isfinite(weight):
            self._draw_number(painter, place, weight, theme.q("ink"))
            return
        ramp = colormaps.table("weights", theme.dark)
        entry = int(colormaps.index(np.array([weight], np.float32), 0.0, 1.0)[0])
        painter.fillRect(place.adjusted(1, 1, -1, -1), QColor.fromRgb(int(ramp[entry])))
        painter.setPen(QColor.fromRgb(int(colormaps.inks(ramp, dark=theme.dark)[entry])))
        text = number_format.fmt_chance(weight)
        painting.draw_number(painter, place.center(), text, QFontMetricsF(self.font()))

    def _draw_remarks(self, painter: QPainter, theme: Theme, row: MaskRow) -> None:
        """The sum of the weights behind the last column, and marks where columns are left out."""
        shown = self.columns()
        painter.setPen(theme.q("muted"))
        painter.setFont(self.font())
        metrics = QFontMetricsF(self.font())
        if row.weight is not None and len(shown):
            last = self.cell_rect(3, shown[-1])
            at = QPointF(last.right() + 10, last.center().y() + metrics.capHeight() / 2)
            painter.drawText(at, f"Σ {float(np.asarray(row.weight, np.float64).sum()):.2f}")
        if len(shown) < len(row.columns):
            last = self.cell_rect(0, shown[-1])
            at = QPointF(last.right() + 10, last.center().y() + metrics.capHeight() / 2)
            painter.drawText(at, f"{len(shown)} of {len(row.columns)}")

    def event(self, event: QEvent) -> bool:
        """Answers the question for a tool tip; everything else as usual."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            key = self.key_at(QPointF(event.pos()))
            text = self._row.at(key).sentence() if self._row is not None and key is not None else ""
            QToolTip.showText(event.globalPos(), painting.tip(text), self)
            return True
        return super().event(event)


__all__ = ["ScoreStrip"]
