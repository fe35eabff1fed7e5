"""Paints a page of the calculation: cells coloured by their sign, bars, formulas, code; the present step stands out."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QFontMetricsF, QPainter

from model_core.record.trace import VISIBLE
from viz_app.data import colormaps
from viz_app.data.number_format import figures
from viz_app.views.calculate.blocks import Number, PageRow
from viz_app.views.calculate.page_layout import EDGE, WRAP, PageLayout, Placed, PlacedBlock, PlacedRow
from viz_app.widgets import icons, painting
from viz_app.widgets import theme as themes
from viz_app.widgets.theme import Theme

_QUIET = 0.4  # how much of its colour a cell keeps that is not of the present step
_READABLE = 4.5  # : 1, contrast of text
_CHECK = "\u2713"


class PagePainter:
    """Paints `page` with `step` standing out. `lit` are numbers that are inputs of `held`, the one pointed at."""

    def __init__(self, page: PageLayout, step: int, vector: bool = False) -> None:
        self.page, self.step, self.vector = page, step, vector
        self.theme: Theme = themes.current()
        self.scales = _scales(page)
        self.held: Placed | None = None
        self.lit: Collection[int] = ()

    def paint(self, painter: QPainter) -> None:
        """Everything, from the page's corner on."""
        for card in self.page.cards:
            self._card(painter, card)
        for row in self.page.rows:
            self._row(painter, row)
        for at, placed in enumerate(self.page.numbers):
            near = placed is self.held or at in self.lit
            self._number(painter, placed, near or self._is_loud(self.page.rows[placed.row].row))
        for at, placed in enumerate(self.page.numbers):
            if placed is self.held or at in self.lit:
                self._ring(painter, placed, placed is self.held)

    def _is_loud(self, row: PageRow) -> bool:
        """Whether a row belongs to the present step."""
        return row.step == self.step

    # ---- cards and rows

    def _card(self, painter: QPainter, card: PlacedBlock) -> None:
        theme, fonts, block = self.theme, self.page.fonts, card.block
        ink = theme.q("ink" if self.step in block.steps() else "muted")
        painting.draw_rounded(painter, card.rect, fill=theme.q("panel"), line=theme.q("line"))
        used = painting.draw_token(painter, card.title, block.title, ink, align="left", font=fonts.strong)
        end = card.pager.left() if card.pager.width() else card.title.right()
        about = QRectF(used.right() + 10, card.title.top(), end - used.right() - 22, card.title.height())
        metrics = QFontMetricsF(fonts.small)
        if about.width() > 60 and block.about:
            painter.setFont(fonts.small)
            painter.setPen(theme.q("muted"))
            baseline = card.title.top() + (card.title.height() + metrics.capHeight()) / 2
            painter.drawText(QPointF(about.left(), baseline), painting.elided(block.about, metrics, about.width()))
        self._pager(painter, card)
        for at, (rect, word) in enumerate(zip(card.heads, block.columns, strict=False)):
            chosen = at == block.chosen
            ink = theme.q(block.tone) if chosen else theme.q("muted")
            painter.setFont(fonts.small)
            font = fonts.strong if chosen else fonts.small
            painting.draw_token(painter, rect.adjusted(3, 0, -3, 0), word, ink, font=font)

    def _pager(self, painter: QPainter, card: PlacedBlock) -> None:
        if card.block.pager is None or not card.pager.width():
            return
        metrics = QFontMetricsF(self.page.fonts.small)
        words = painting.elided(card.words, metrics, card.pager.width()) if card.words else ""
        painter.setFont(self.page.fonts.small)
        painter.setPen(self.theme.q("muted"))
        baseline = card.pager.top() + (card.pager.height() + metrics.capHeight()) / 2
        painter.drawText(QPointF(card.pager.left(), baseline), words)
        for rect, name in zip(card.arrows or (), ("back", "forward"), strict=False):
            painting.draw_rounded(painter, rect.adjusted(2, 2, -2, -2), corner=4, line=self.theme.q("edge"))
            icons.draw_icon(painter, name, rect.adjusted(5, 5, -5, -5), self.theme.q("ink"))

    def _row(self, painter: QPainter, placed: PlacedRow) -> None:
        theme, fonts, row = self.theme, self.page.fonts, placed.row
        if row.step == self.step:
            bar = QRectF(EDGE + 1, placed.rect.top() + 1, 3, placed.rect.height() - 2)
            painter.fillRect(bar, theme.q("primary"))
            painter.fillRect(placed.rect.adjusted(EDGE + 4, 0, -1, 0), theme.wash("ink", 0.03))
        self._label(painter, placed)
        for name, text, rect in placed.texts:
            painter.setFont(getattr(fonts, name))
            painter.setPen(theme.q("ink" if name != "small" and self._is_loud(row) else "muted"))
            painter.drawText(rect, int(WRAP), text)
        if placed.texts:
            return
        if self.page.depth == "picture":
            self._bars(painter, placed)
        note = "" if self.page.depth == "picture" and row.note.endswith("=") else row.note
        if note and placed.note.width() > 20:
            metrics = QFontMetricsF(fonts.small)
            painter.setFont(fonts.small)
            painter.setPen(theme.q("muted"))
            baseline = placed.note.center().y() + metrics.capHeight() / 2
            painter.drawText(QPointF(placed.note.left(), baseline), painting.elided(note, metrics, placed.note.width()))

    def _label(self, painter: QPainter, placed: PlacedRow) -> None:
        """Number of the step, and the row's name in the colour of whose it is."""
        theme, fonts, row = self.theme, self.page.fonts, placed.row
        badge = fonts.line + 2
        if placed.first:
            painter.setFont(fonts.small)
            painter.setPen(theme.q("muted"))
            spot = QPointF(placed.label.left() + badge / 2 - 3, placed.label.center().y())
            painting.draw_number(painter, spot, str(row.step), QFontMetricsF(fonts.small))
        rect = placed.label.adjusted(badge, 0, -6, 0)
        loud = self._is_loud(row)
        tone = "muted" if row.tone == "ink" and not loud else row.tone
        painting.draw_token(
            painter, rect, row.label, theme.q(tone), align="left", font=fonts.strong if loud else fonts.body
        )

    # ---- numbers

    def _number(self, painter: QPainter, placed: Placed, loud: bool) -> None:
        number, box = placed.number, placed.rect.adjusted(1, 1, -1, -1)
        row = self.page.rows[placed.row].row
        fonts, theme = self.page.fonts, self.theme
        result = placed.column == len(row.numbers)
        painter.setFont(fonts.strong if loud and (row.strong or result) else fonts.body)
        metrics = QFontMetricsF(painter.font())
        if number.look == "mask":
            self._mask(painter, box, number.reason)
            return
        if number.look == "plain":
            painter.setPen(theme.q("ink" if loud else "muted"))
        else:
            ground, ink = self._colours(number, row) if loud else self._quiet(number, row)
            painter.fillRect(box, ground)
            painter.setPen(ink)
        exact = number.value == 0.0 and number.look != "signed"
        text = "0" if exact else figures(number.value, self.page.decimals)
        if result:
            painting.draw_number(
                painter, QPointF(box.left() + metrics.horizontalAdvance(text) / 2, box.center().y()), text, metrics
            )
        else:
            painting.draw_number(painter, box.center(), text, metrics)

    def _colours(self, number: Number, row: PageRow) -> tuple[QColor, QColor]:
        """(ground, ink) of a cell."""
        signed = number.look == "signed"
        ramp = colormaps.table("diverging" if signed else "weights", self.theme.dark)
        most = self.scales.get(row.scale, 1.0) if signed else 1.0
        value = number.value if math.isfinite(number.value) else 0.0
        entry = int(colormaps.index(np.array([value], np.float32), -most if signed else 0.0, most)[0])
        ink = int(colormaps.inks(ramp, dark=self.theme.dark)[entry])
        return QColor.fromRgb(int(ramp[entry])), QColor.fromRgb(ink)

    def _quiet(self, number: Number, row: PageRow) -> tuple[QColor, QColor]:
        """The same, paler, and the quietest ink that can still be read on it."""
        full, panel, share = self._colours(number, row)[0], self.theme.q("panel"), _QUIET
        if number.look == "weight" and math.isfinite(number.value):  # the ramp's dark end would pale to a grey
            full, share = self.theme.q("source"), _QUIET * min(1.0, max(0.0, number.value))
        pairs = (full.redF(), panel.redF()), (full.greenF(), panel.greenF()), (full.blueF(), panel.blueF())
        ground = QColor.fromRgbF(*(below + (own - below) * share for own, below in pairs))
        inks = (self.theme.q("muted"), self.theme.wash("ink", 0.7), self.theme.q("ink"))
        return ground, next((ink for ink in inks if themes.contrast(ink, ground) >= _READABLE), inks[-1])

    def _mask(self, painter: QPainter, box: QRectF, reason: int) -> None:
        if reason == VISIBLE:
            painter.setPen(self.theme.q("good"))
            painting.draw_number(painter, box.center(), _CHECK, QFontMetricsF(painter.font()))
            return
        painting.draw_hatched(painter, box, self.theme, reason)

    def _ring(self, painter: QPainter, placed: Placed, held: bool) -> None:
        box = placed.rect.adjusted(1, 1, -1, -1)
        line = self.theme.q("target") if held else self.theme.q("focus")
        painting.draw_rounded(painter, box, corner=3, line=line, width=2.0)

    # ---- bars

    def _bars(self, painter: QPainter, placed: PlacedRow) -> None:
        """All values of a row as bars up and down from a middle line; as many as there are pixels, each the largest."""
        row, theme = placed.row, self.theme
        body = placed.body.adjusted(0, 3, 0, -3)
        if row.numbers and row.numbers[0].look == "mask":
            self._mask_bars(painter, placed, body)
            return
        values, card = _pooled(row.whole, max(1, int(body.width() // 2))), self.page.cards_of(placed)
        signed = bool(row.numbers) and row.numbers[0].look == "signed"
        most = self.scales.get(row.scale, 1.0)
        negative = signed or bool((values < 0).any())
        middle = body.center().y() if negative else body.bottom()
        reach = body.height() / 2 if negative else body.height()
        wide = self.page.bar_width(card, len(values))
        painter.setPen(theme.q("line"))
        painter.drawLine(QPointF(body.left(), middle), QPointF(body.left() + wide * len(values), middle))
        gap = wide * 0.5 if card.heads else 1.0 if wide >= 4 else 0.0
        colour = {True: theme.q("target"), False: theme.q("source")}
        for at, value in enumerate(values):
            tall = min(1.0, abs(float(value)) / most) * reach
            top = middle - tall if value >= 0 else middle
            up = value >= 0 and row.scale not in ("weight", "raised")
            left = body.left() + at * wide + (gap / 2 if card.heads else 0.0)
            painter.fillRect(QRectF(left, top, max(1.0, wide - gap), tall), colour[up])

    def _mask_bars(self, painter: QPainter, placed: PlacedRow, body: QRectF) -> None:
        """Every key's cell, without a check mark where there is no room for it."""
        cells = placed.row.whole
        wide = self.page.bar_width(self.page.cards_of(placed), len(cells))
        painter.setFont(self.page.fonts.body)
        for at, reason in enumerate(cells):
            box = QRectF(body.left() + at * wide, body.top(), max(1.0, wide - 1), body.height())
            if reason != VISIBLE or wide > self.page.fonts.line:
                self._mask(painter, box, int(reason))


def _pooled(values: tuple[float, ...], most: int) -> np.ndarray:
    """At most `most` values: of each group of neighbours the one farthest from 0; what is no number counts 0."""
    array = np.nan_to_num(np.asarray(values, np.float32), posinf=0.0, neginf=0.0)
    if len(array) <= most:
        return array
    starts = colormaps.block_starts(len(array), most)
    high, low = np.maximum.reduceat(array, starts), np.minimum.reduceat(array, starts)
    return np.where(high >= -low, high, low)


def _scales(page: PageLayout) -> Mapping[str, float]:
    """The largest size of each group of rows that share a scale."""
    found: dict[str, float] = {}
    for placed in page.rows:
        values = [*placed.row.whole, *(number.value for number in placed.row.numbers if not placed.row.whole)]
        sizes = [abs(value) for value in values if math.isfinite(value)]
        found[placed.row.scale] = max([found.get(placed.row.scale, 1e-9), *sizes])
    found["weight"] = 1.0
    return found


__all__ = ["PagePainter"]
