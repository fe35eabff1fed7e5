"""Paints a page of the calculation: cells coloured by their sign, bars, formulas, code; the present step is
highlighted.

Lengths are logical pixels.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from typing import cast

import numpy as np
import numpy.typing as npt
import shiboken6
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QRegion

from model_core.analysis import map_blocks
from model_core.record.trace import VISIBLE
from viz_app.charts.number_table import coloured
from viz_app.data.maps.colormaps import Scale
from viz_app.data.number_format import figures
from viz_app.views.calculate.blocks import Number, PageRow
from viz_app.views.calculate.math_line import MathLine
from viz_app.views.calculate.page_layout import EDGE, WRAP, PageLayout, PlacedBlock, PlacedNumber, PlacedRow
from viz_app.widgets import icons, painting
from viz_app.widgets import theme as themes
from viz_app.widgets.canvas import Canvas
from viz_app.widgets.painting import draw_words
from viz_app.widgets.theme import Role, Theme

_QUIET = 0.4  # how much of its colour a cell keeps that is not of the present step
_APART = 2.0  # px from cell to cell of a mask, from which on there is a gap between them
_READABLE = 4.5  # : 1, contrast of text
_WEIGHTS = Scale()
_CHECK = "\u2713"


class Rects:
    """Many QRectF filled by NumPy: made one by one they take four times as long as painting them.

    pyqtgraph has the same, but importing it takes a quarter of a second, which this view need not wait for.
    """

    def __init__(self) -> None:
        self._numbers, self._made = np.empty((0, 4)), list[QRectF]()

    def filled(self, *numbers: npt.ArrayLike) -> list[QRectF]:
        """Rectangles from lefts, an array, and from tops, widths and heights, arrays as long or one number for all;
        valid until the next call."""
        if (count := np.size(numbers[0])) > len(self._made):
            self._numbers = np.empty((count, 4))
            places = range(self._numbers.ctypes.data, self._numbers.ctypes.data + self._numbers.nbytes, 32)
            self._made = [cast(QRectF, shiboken6.wrapInstance(place, QRectF)) for place in places]
        for column, values in enumerate(numbers):
            self._numbers[:count, column] = values
        return self._made[:count]


_BARS = Rects()


class PagePainter:
    """Paints `page` with `step` highlighted. `lit` are numbers that are inputs of `held`, the hovered one."""

    def __init__(self, page: PageLayout, step: int) -> None:
        self.page, self.step = page, step
        self.theme: Theme = themes.current()
        self._own = {id(row) for one in page.blocks if page.card and one.card == page.card for row in one.rows}
        self.scales = page.scales
        self.colours = {name: Scale(-most, most, "diverging") for name, most in self.scales.items()}
        self.held: PlacedNumber | None = None
        self.lit: Collection[int] = ()

    def paint(self, painter: QPainter, seen: QRegion | None = None) -> None:
        """Paints what intersects `seen`, everything by default."""

        def reaches(rect: QRectF) -> bool:
            return seen is None or seen.intersects(rect.toAlignedRect())

        for card in (one for one in self.page.cards if reaches(one.rect)):
            self._card(painter, card)
        for row in (one for one in self.page.rows if reaches(one.rect)):
            self._row(painter, row)
        shown = [(at, one) for at, one in enumerate(self.page.numbers) if reaches(one.rect)]
        ringed = {at for at, placed in shown if placed is self.held or at in self.lit}
        for at, placed in shown:
            self._number(painter, placed, at in ringed or self._is_loud(self.page.rows[placed.row].row))
        for at in sorted(ringed):
            placed = self.page.numbers[at]
            line = self.theme.q("target" if placed is self.held else "focus")
            painting.draw_rounded(painter, placed.rect.adjusted(1, 1, -1, -1), corner=3, line=line, width=2.0)

    def _is_loud(self, row: PageRow) -> bool:
        """Whether a row belongs to the present step, or to the card shown in its place."""
        return id(row) in self._own if self._own else row.step == self.step

    # ---- cards and rows

    def _card(self, painter: QPainter, card: PlacedBlock) -> None:
        theme, block, title = self.theme, card.block, card.title
        small, strong, muted = Canvas.font_of("small"), Canvas.font_of("strong"), theme.q("muted")
        ink = theme.q("ink") if any(map(self._is_loud, block.rows)) else muted
        painting.draw_rounded(painter, card.rect, fill=theme.q("panel"), line=theme.q("line"))
        used = painting.draw_token(painter, title, block.title, ink, align="left", font=strong)
        end = card.pager.left() if card.pager.width() else title.right()
        about = QRectF(used.right() + 10, title.top(), end - used.right() - 22, title.height())
        if about.width() > 60 and block.about:
            draw_words(painter, about, block.about, muted, font=small)
        if card.pager.width():
            draw_words(painter, card.pager, card.words, muted, font=small)
            for rect, name in zip(card.arrows, ("back", "forward"), strict=False):
                painting.draw_rounded(painter, rect.adjusted(2, 2, -2, -2), corner=4, line=theme.q("edge"))
                icons.draw_icon(painter, name, rect.adjusted(5, 5, -5, -5), theme.q("ink"))
        for at, (rect, word) in enumerate(zip(card.heads, block.columns, strict=False)):
            ink, font = (theme.q(block.tone), strong) if at == block.chosen else (muted, small)
            painting.draw_token(painter, rect.adjusted(3, 0, -3, 0), word, ink, font=font)

    def _row(self, painter: QPainter, placed: PlacedRow) -> None:
        theme, row = self.theme, placed.row
        if self._is_loud(row):
            bar = QRectF(EDGE + 1, placed.rect.top() + 1, 3, placed.rect.height() - 2)
            painter.fillRect(bar, theme.q("primary"))
            painter.fillRect(placed.rect.adjusted(EDGE + 4, 0, -1, 0), theme.wash("ink", 0.03))
        self._label(painter, placed)
        for role, text, rect in placed.texts:
            painter.setFont(Canvas.font_of(role))
            painter.setPen(theme.q("ink" if role != "small" and self._is_loud(row) else "muted"))
            if role == "body" and text in self.page.maths:
                self.page.maths[text].draw(painter, rect.topLeft())
            else:
                painter.drawText(rect, int(WRAP), text)
        if placed.texts:
            return
        if self.page.depth == "picture":
            self._bars(painter, placed)
        if placed.note.width() > 20:
            words, number = self.page.result_words(row)
            room = placed.note.adjusted(0, 0, 0 if number is None else -self.page.measures.unit, 0)
            draw_words(painter, room, words, theme.q("muted"), font=Canvas.font_of("small"))

    def _label(self, painter: QPainter, placed: PlacedRow) -> None:
        """The number of the step, and the row's name in its colour."""
        theme, row, badge, loud = self.theme, placed.row, self.page.line + 2, self._is_loud(placed.row)
        if placed.first:
            spot = QRectF(placed.label.left() - 3, placed.label.top(), badge, placed.label.height())
            draw_words(painter, spot, str(row.step), theme.q("muted"), align="centre", font=Canvas.font_of("small"))
        tone = "muted" if row.tone == "ink" and not loud else row.tone
        font = Canvas.font_of("strong" if loud else "body")
        rect = placed.label.adjusted(badge, 0, -6, 0)
        if "^" in row.label or "√" in row.label:
            formula = MathLine(row.label, font, rect.width())
            painter.setPen(theme.q(tone))
            formula.draw(painter, QPointF(rect.left(), rect.center().y() - formula.height / 2))
        else:
            painting.draw_token(painter, rect, row.label, theme.q(tone), align="left", font=font)

    # ---- numbers

    def _number(self, painter: QPainter, placed: PlacedNumber, loud: bool) -> None:
        number, box, row = placed.number, placed.rect.adjusted(1, 1, -1, -1), self.page.rows[placed.row].row
        result = placed.column == len(row.numbers)
        role: Role = "strong" if loud and (row.strong or result) else "body"
        painter.setFont(font := Canvas.font_of(role))
        if number.look == "mask":
            self._mask(painter, box, number.reason)
            return
        if number.look == "plain":
            picture = self.page.depth == "picture"
            painter.setPen(self.theme.q("ink" if loud or picture else "muted"))
        else:
            ground, ink = self._colours(number, row) if loud else self._quiet(number, row)
            painter.fillRect(box, ground)
            painter.setPen(ink)
        exact = number.value == 0.0 and number.look != "signed"
        text = "0" if exact else figures(number.value, 0 if number.look == "whole" else self.page.decimals)
        if number.value > 0 and not text.strip("0.") and all(one.value >= 0 for one in row.numbers):
            text = f"<{figures(10.0**-self.page.decimals, self.page.decimals)}"
        x = box.left() + painting.text_width(text, font) / 2 if result else box.center().x()
        painting.draw_number(painter, QPointF(x, box.center().y()), text)

    def _colours(self, number: Number, row: PageRow) -> tuple[QColor, QColor]:
        """(background, text colour) of a cell."""
        scale = self.colours.get(row.scale, _WEIGHTS) if number.look in ("signed", "whole") else _WEIGHTS
        return coloured(number.value if math.isfinite(number.value) else 0.0, scale, self.theme)

    def _quiet(self, number: Number, row: PageRow) -> tuple[QColor, QColor]:
        """The same, paler, with the palest text colour that is legible on it."""
        full, panel, share = self._colours(number, row)[0], self.theme.q("panel"), _QUIET
        if number.look == "weight" and math.isfinite(number.value):  # the ramp's dark end would pale to a grey
            full, share = self.theme.q("source"), _QUIET * min(1.0, max(0.0, number.value))
        pairs = (full.redF(), panel.redF()), (full.greenF(), panel.greenF()), (full.blueF(), panel.blueF())
        ground = QColor.fromRgbF(*(below + (own - below) * share for own, below in pairs))
        inks = (self.theme.q("muted"), self.theme.wash("ink", 0.7), self.theme.q("ink"))
        return ground, next((ink for ink in inks if themes.contrast(ink, ground) >= _READABLE), inks[-1])

    def _mask(self, painter: QPainter, box: QRectF, reason: int) -> None:
        if reason != VISIBLE:
            painting.draw_hatched(painter, box, self.theme, reason)
            return
        painter.setPen(self.theme.q("good"))
        painting.draw_number(painter, box.center(), _CHECK)

    # ---- bars

    def _bars(self, painter: QPainter, placed: PlacedRow) -> None:
        """All values of a row as bars up and down from a middle line; at most one per pixel, the largest of its
        group."""
        row, theme = placed.row, self.theme
        body = placed.body.adjusted(0, 3, 0, -3)
        if row.numbers and row.numbers[0].look == "mask":
            self._mask_bars(painter, placed, body)
            return
        values, card = _pooled(row.whole, max(1, int(body.width() // 2))), placed.card
        signed = bool(row.numbers) and row.numbers[0].look == "signed"
        most = self.scales.get(row.scale, 1.0)
        negative = signed or bool((values < 0).any())
        middle = body.center().y() if negative else body.bottom()
        reach = body.height() / 2 if negative else body.height()
        wide = self.page.bar_width(card, len(values))
        painter.setPen(theme.q("line"))
        painter.drawLine(QPointF(body.left(), middle), QPointF(body.left() + wide * len(values), middle))
        gap = wide * 0.5 if card.heads else 1.0 if wide >= 4 else 0.0
        tall = np.minimum(1.0, np.abs(values) / most) * reach
        tops = np.where(values >= 0, middle - tall, middle)
        lefts = body.left() + np.arange(len(values)) * wide + (gap / 2 if card.heads else 0.0)
        up = (values >= 0) & (row.scale not in ("weight", "raised"))
        painter.setPen(Qt.PenStyle.NoPen)
        for tone, chosen in (("target", up), ("source", ~up)):
            painter.setBrush(theme.q(tone))
            painter.drawRects(_BARS.filled(lefts[chosen], tops[chosen], max(1.0, wide - gap), tall[chosen]))
        painter.setBrush(Qt.BrushStyle.NoBrush)

    def _mask_bars(self, painter: QPainter, placed: PlacedRow, body: QRectF) -> None:
        """Every key's cell, without a check mark if it does not fit; if even gaps do not fit, neighbours hidden for the
        same reason form one cell."""
        cells = np.asarray(placed.row.whole, np.int64)
        wide = self.page.bar_width(placed.card, len(cells))
        gap = 1 if wide >= _APART else 0
        starts = np.arange(len(cells)) if gap else np.flatnonzero(np.diff(cells, prepend=-1))
        painter.setFont(Canvas.font_of("body"))
        for at, end in zip(starts.tolist(), [*starts[1:].tolist(), len(cells)], strict=True):
            box = QRectF(body.left() + at * wide, body.top(), max(1.0, (end - at) * wide - gap), body.height())
            if (reason := int(cells[at])) != VISIBLE or wide > self.page.line:
                self._mask(painter, box, reason)


def _pooled(values: np.ndarray, most: int) -> np.ndarray:
    """At most `most` values: of each group of neighbours the one farthest from 0; NaN counts as 0."""
    array = np.asarray(values, np.float32)
    if not np.isfinite(array).all():
        array = np.nan_to_num(array, posinf=0.0, neginf=0.0)
    if len(array) <= most:
        return array
    starts = map_blocks.block_starts(len(array), most)
    high, low = np.maximum.reduceat(array, starts), np.minimum.reduceat(array, starts)
    return np.where(high >= -low, high, low)
