"""A head's measures, one per line: its position among all heads, and that of the current sentence. Lengths are logical
pixels."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QAccessible, QFontMetricsF, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from viz_app.data.words.measures import measure_name
from viz_app.system.language import tr
from viz_app.views.survey import text as wording
from viz_app.views.survey.head_summary import MeasureRow
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.canvas import Canvas
from viz_app.widgets.theme import Theme

_AIR = 10.0  # px between two lines
_BESIDE, _APART = 9.0, 16.0  # px between a sign and its words, between two entries of the key
_GAP = 10.0  # px between name, line and number
_NARROW = 260  # px at text size 100 %: below this the ranks are only in tooltips


class MeasureStrips(Canvas):
    """Shows Rows: name, a line from 0 with every head as a tick, number, rank. The measure that distinguishes the head
    has the full text colour."""

    accessible_role = QAccessible.Role.List
    passive = True
    steady = True

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, tr("Measures of the head"))
        self.rows: tuple[MeasureRow, ...] = ()
        self._now = ""

    def set_rows(self, rows: tuple[MeasureRow, ...], now: str) -> None:
        """Replaces the measures; `now` is the sentence of the hollow marks, "" if there are none."""
        if (rows, now) != (self.rows, self._now):
            self.rows, self._now = rows, now
            self.setAccessibleDescription("; ".join(wording.row_tip(row).replace("\n", ", ") for row in rows))
            self.updateGeometry()
            self.update()

    def _row(self) -> float:
        return math.ceil(self.line("small")) + _AIR

    def needed_height(self) -> int:
        """The height in px of all lines and the legend."""
        return round((len(self.rows) + 1) * self._row()) + 4

    def sizeHint(self) -> QSize:
        return QSize(themes.px(320), self.needed_height())

    def minimumSizeHint(self) -> QSize:
        return QSize(themes.px(120), round(2 * self._row()))

    def shown(self) -> tuple[MeasureRow, ...]:
        """The lines that fit: all of them, or the one that distinguishes the head and those before."""
        room = max(1, int(self.height() // self._row()) - 1)
        if room >= len(self.rows):
            return self.rows
        apart = [row for row in self.rows if row.apart]
        kept = [*apart, *(row for row in self.rows if not row.apart)][:room]
        return tuple(row for row in self.rows if row in kept)

    def place_at(self, point: QPointF) -> MeasureRow | None:
        place, rows = int(point.y() // self._row()), self.shown()
        return rows[place] if 0 <= place < len(rows) and point.y() >= 0 else None

    def tip_of(self, place: MeasureRow) -> str:
        return wording.row_tip(place)

    def label_of(self, place: MeasureRow) -> str:
        return measure_name(place.measure.name)

    # ---- painting

    def draw(self, painter: QPainter, theme: Theme) -> None:
        metrics = self.metrics_of("small")
        names = max((metrics.horizontalAdvance(measure_name(row.measure.name)) for row in self.rows), default=0.0)
        numbers = max((metrics.horizontalAdvance(wording.value(row, row.value)) for row in self.rows), default=0.0)
        places = max((metrics.horizontalAdvance(row.place) for row in self.rows), default=0.0)
        ranks = places if self.width() >= themes.px(_NARROW) else 0.0
        end = self.width() - numbers - _GAP - (ranks + _GAP if ranks else 0.0)
        strip = QRectF(names + _GAP, 0, max(24.0, end - names - 2 * _GAP), self._row())
        painter.setFont(self.font_of("small"))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for place, row in enumerate(self.shown()):
            top = place * self._row()
            self._draw_words(painter, row, top, theme, (strip.right() + _GAP, numbers, ranks))
            self._draw_strip(painter, row, strip.translated(0, top), theme)
        self._draw_key(painter, len(self.shown()) * self._row(), metrics, theme)

    def _draw_words(
        self, painter: QPainter, row: MeasureRow, top: float, theme: Theme, right: tuple[float, float, float]
    ) -> None:
        """Name on the left; number, right-aligned, and rank on the right."""
        (left, numbers, ranks), high, tone = right, self._row(), theme.q("ink" if row.apart else "muted")
        painting.draw_words(painter, QRectF(0, top, self.width(), high), measure_name(row.measure.name), tone)
        number = wording.value(row, row.value)
        painting.draw_words(painter, QRectF(left, top, numbers, high), number, theme.q("ink"), align="right")
        if ranks:
            painting.draw_words(painter, QRectF(left + numbers + _GAP, top, ranks, high), row.place, tone)

    @staticmethod
    def _draw_strip(painter: QPainter, row: MeasureRow, strip: QRectF, theme: Theme) -> None:
        middle = strip.center().y()
        painter.setPen(QPen(theme.q("line"), 1))
        painter.drawLine(QPointF(strip.left(), round(middle) + 0.5), QPointF(strip.right(), round(middle) + 0.5))

        def x_of(value: float) -> float:
            share = value / row.most if math.isfinite(value) and math.isfinite(row.most) else 0.0
            return strip.left() + min(1.0, max(0.0, share)) * strip.width()

        for value in row.others:
            _tick(painter, QPointF(x_of(value), middle), theme)
        if row.now is not None:
            _diamond(painter, QPointF(x_of(row.now), middle), theme)
        _dot(painter, QPointF(x_of(row.value), middle), theme)

    def _draw_key(self, painter: QPainter, top: float, metrics: QFontMetricsF, theme: Theme) -> None:
        """The meaning of dot, diamond and tick, on one line: in short words if space is tight."""
        middle, x = top + self._row() / 2, 5.0
        base = middle + metrics.capHeight() / 2
        for sign, words in self._key(metrics):
            _SIGNS[sign](painter, QPointF(x, middle), theme)
            painter.setPen(theme.q("muted"))
            painter.drawText(QPointF(x + _BESIDE, base), words)
            x += _BESIDE + metrics.horizontalAdvance(words) + _APART

    def _key(self, metrics: QFontMetricsF) -> list[tuple[str, str]]:
        """(mark, text): the sentence is shortened to fit."""
        texts = {
            True: (tr("this head"), tr("other heads"), tr("this text")),
            False: (tr("head"), tr("others", "heads"), tr("this text")),
        }
        for long, (own, others, now) in texts.items():
            found = [("dot", own), ("tick", others), *([("diamond", now)] if self._now else [])]
            used = sum(_BESIDE + _APART + metrics.horizontalAdvance(words) for _, words in found) - _APART + 5
            if used <= self.width() or not long:
                break
        spare = self.width() - used + metrics.horizontalAdvance(now)
        if self._now and spare >= metrics.horizontalAdvance(tr("in “{text}”", text="mmmmmm…")):
            found[-1] = ("diamond", painting.elided(tr("in “{text}”", text=self._now), metrics, spare))
        return found


def _dot(painter: QPainter, centre: QPointF, theme: Theme) -> None:
    """A filled mark: the head itself."""
    painter.setPen(QPen(theme.q("background"), 1))
    painter.setBrush(theme.q("source"))
    painter.drawEllipse(centre, 4.5, 4.5)
    painter.setBrush(Qt.BrushStyle.NoBrush)


def _tick(painter: QPainter, centre: QPointF, theme: Theme) -> None:
    """A short line: another head."""
    painter.setPen(QPen(theme.wash("muted", 0.75, "background"), 1.2))
    painter.drawLine(centre - QPointF(0, 4), centre + QPointF(0, 4))


def _diamond(painter: QPainter, centre: QPointF, theme: Theme) -> None:
    """A hollow mark in the colour of the current selection."""
    x, y = centre.x(), centre.y()
    painter.setPen(QPen(theme.q("target"), 1.6))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPolygon(QPolygonF([QPointF(x, y - 5), QPointF(x + 5, y), QPointF(x, y + 5), QPointF(x - 5, y)]))


_SIGNS = {"dot": _dot, "tick": _tick, "diamond": _diamond}
