"""Layout and painting of the matrix of effects: labels, coloured cells with numbers, frames, the legend. Lengths are
logical px."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from model_core.record.effects import Component
from viz_app.charts.images import ramp_image
from viz_app.data.number_format import fmt_score
from viz_app.system.language import tr
from viz_app.views.heads import words
from viz_app.views.heads.cell_colours import Cell, CellColours
from viz_app.views.heads.content import EffectContent, EffectRow, Line
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.canvas import Canvas
from viz_app.widgets.theme import Role, Theme

CELL_MOST = 80.0  # px at text size 100 %: short texts leave room at the right
SHORTENED = 0.8  # of the longest word that a level word above its column keeps at least
TURNED = 0.7  # sine and cosine of the slope of the tokens above the columns
PAD = 8.0  # px beside a name
WORD = 84.0  # px at text size 100 %: the longest turned word
_IMAGE = 6.0  # px: narrower cells are painted as one image


@dataclass(frozen=True)
class MatrixLayout:
    """A grid of `columns` tokens, and one more column for the whole text, under `top` px of words.

    row    px from one row to the next; `left` where the cells begin, beside the names
    cell   px that a column is wide; `total` those of the column of sums, `gap` before it
    """

    top: float
    left: float
    row: float
    cell: float
    gap: float
    total: float
    columns: int
    level: bool = False  # the words above the columns are not turned
    upright: bool = False  # they are turned by a right angle, not to a slope
    head: float = 0.0  # px of a line of words

    @property
    def right(self) -> float:
        """The right edge of the last token column."""
        return self.left + self.cell * self.columns

    def column(self, at: int | None) -> QRectF:
        """The rectangle of a column at the top of its cells, 1 px high; None is that of the sums."""
        if at is None:
            return QRectF(self.right + self.gap, self.top, self.total, 1.0)
        return QRectF(self.left + at * self.cell, self.top, self.cell, 1.0)

    def cell_rect(self, line: int, at: int | None) -> QRectF:
        """A cell in the line of rows counted from the top."""
        rect = self.column(at)
        return QRectF(rect.left(), self.top + line * self.row, rect.width(), self.row)

    def line_rect(self, line: int) -> QRectF:
        return QRectF(0.0, self.top + line * self.row, self.right + self.gap + self.total, self.row)

    def at(self, point: QPointF) -> tuple[int, int | None] | None:
        """(line, column; −1 on a name, None on the sums) under a point; line −1 is above the cells. None outside."""
        line = -1 if point.y() < self.top else math.floor((point.y() - self.top) / self.row)
        if point.x() < self.left:
            return line, -1
        column = math.floor((point.x() - self.left) / self.cell) if self.cell else self.columns
        if column < self.columns:
            return line, column
        sums = self.column(None)
        return (line, None) if sums.left() <= point.x() < sums.right() else None

    def every(self, line: float) -> int:
        """The interval at which columns can have a rotated label of this height."""
        if self.level:
            return 1
        needed = line / (1.0 if self.upright else TURNED) * 0.95
        return max(1, math.ceil(needed / self.cell)) if self.cell else 1


def matrix_layout(
    width: float, columns: int, names: float, word: float, row: float, total: float, unit: float, bold: float,
    line: float = 0.0,
) -> MatrixLayout:  # fmt: skip
    """The arrangement in `width` px of names, words and sums of these sizes; `bold` is that of the longest word where
    it is chosen, `unit` px are 1 at 100 %.

    Words are horizontal unless many would have to be shortened for it, then at a slope; where that would leave out
    words that are `line` px high, upright.
    """
    gap = 12.0 * unit
    level = min(CELL_MOST * unit, (width - names - gap - total) / max(1, columns))
    if SHORTENED * word + 4 * unit <= level:
        return MatrixLayout(math.ceil(row * 1.1), names, row, level, gap, total, columns, True)
    beside = max(gap, row)  # the last word passes over the one that names the sums
    room = width - names - beside - total - bold * TURNED * 0.6
    cell = min(CELL_MOST * unit, max(1.0, room) / max(1, columns))
    found = MatrixLayout(math.ceil(bold * TURNED + row * 0.6), names, row, cell, beside, total, columns)
    if found.every(line) > 1:
        cell = max(1.0, width - names - gap - total) / columns
        return MatrixLayout(math.ceil(bold + row * 0.6), names, row, cell, gap, total, columns, upright=True)
    return found


class MatrixMarks(NamedTuple):
    """The column that rows are sorted by, None for the sums; the step that is framed, the part that is chosen, and
    whether the weak rows are seen, too."""

    column: int | None = None
    step: int = 0
    part: Component | None = None
    everything: bool = False


@dataclass(frozen=True)
class MatrixPicture:
    """What is painted: the visible `lines`, from the top; `colours` keeps those of the rows."""

    canvas: Canvas
    theme: Theme
    places: MatrixLayout
    content: EffectContent
    lines: tuple[Line, ...]
    marks: MatrixMarks
    colours: CellColours

    def draw(self, painter: QPainter) -> None:
        self._draw_columns(painter)
        for line, row in enumerate(self.lines):
            if isinstance(row, int):
                folded = words.fold_words(row, self.content, self.lines, self.marks.column)
                self._words(painter, self.places.line_rect(line).adjusted(PAD, 0, 0, 0), folded)
            else:
                self._draw_name(painter, line, row)
                self._draw_values(painter, line, row)
        self._draw_marks(painter)
        self._draw_legend(painter)

    def _words(self, painter: QPainter, rect: QRectF, text: str, tone: str = "muted", align: str = "left") -> None:
        painting.draw_words(painter, rect, text, self.theme.q(tone), align=align, font=self.canvas.font_of("small"))

    def _draw_columns(self, painter: QPainter) -> None:
        places = self.places
        every = places.every(self.canvas.line("small"))
        count = len(self.content.columns)
        for at in sorted({*range(0, count, every), *([self.marks.step] if self.marks.step < count else [])}):
            chosen, word = at == self.marks.step, self.content.columns[at]
            if not chosen and every > 1 and abs(at - self.marks.step) < every:
                continue
            role: Role = "strong" if chosen else "small"
            font, metrics = self.canvas.font_of(role), self.canvas.metrics_of(role)
            if places.level:
                above = QRectF(places.column(at).left(), places.top - places.head, places.cell, places.head)
                tone = "target" if chosen else "ink"
                painting.draw_token(painter, above, word, self.theme.q(tone), align="centre", font=font)
                continue
            painter.save()
            painter.setFont(font)
            painter.setPen(self.theme.q("target" if chosen else "ink"))
            painter.translate(places.column(at).center().x() + metrics.capHeight() / 2, places.top - 5)
            painter.rotate(-90.0 if places.upright else -math.degrees(math.asin(TURNED)))
            words = painting.visible_words(word, font)
            painter.drawText(QPointF(0, 0), painting.elided(words, metrics, themes.px(WORD)))
            painter.restore()
        above = QRectF(0, places.top - places.head, places.left - PAD, places.head)
        if any(row.read is not None for row in self.content.rows):
            self._words(painter, above, tr("read with"), align="right")
        sums = places.column(None)
        head = QRectF(sums.left(), above.top(), sums.width(), places.head)
        self._words(painter, head, tr("whole text"), "target" if self.marks.column is None else "muted", "centre")

    def _draw_name(self, painter: QPainter, line: int, row: EffectRow) -> None:
        """The name and, at its right, what the part reads or how much of it is read."""
        places = self.places
        rect = QRectF(PAD, places.top + line * places.row, places.left - 2 * PAD, places.row)
        ink = "target" if row.part == self.marks.part else "muted" if row.off else "ink"
        label, font = words.row_label(row), self.canvas.font_of("body")
        used = painting.draw_token(painter, rect, label, self.theme.q(ink), align="left", font=font)
        rect.setLeft(used.right() + PAD)
        note = row.side_text(self.marks.column)
        if note and rect.width() > 12:
            self._words(painter, rect, note, align="right")

    def _draw_values(self, painter: QPainter, line: int, row: EffectRow) -> None:
        """The changes of a row; with two replacements one in the left half of each cell, one in the right."""
        painter.setFont(self.canvas.font_of("small"))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        self._draw_changes(painter, line, row.values, (0.0, 1.0 if row.other is None else 0.5))
        if row.other is not None:
            self._draw_changes(painter, line, row.other, (0.5, 1.0))

    def _draw_changes(self, painter: QPainter, line: int, changes: np.ndarray, share: tuple[float, float]) -> None:
        """Changes (T,) in this share of the cells' width; cells drawn as one image use this share of their height."""
        places, count = self.places, len(changes)
        if np.isnan(changes).all() and share == (0.0, 1.0) and places.cell >= _IMAGE:
            cells = [places.cell_rect(line, at).adjusted(0.5, 0.5, -0.5, -0.5) for at in (*range(count), None)]
            painter.setPen(self.theme.q("line"))
            painter.drawRects(cells)
            return
        blocks = min(count, max(1, int(count * places.cell))) if places.cell < _IMAGE else 0
        limits = self.content.limit, self.content.total_limit
        row = self.colours.of(changes, limits, self.theme.dark, blocks)
        if row.strip is not None:
            whole = places.cell_rect(line, 0).united(places.cell_rect(line, count - 1)).adjusted(0, 1, 0, -1)
            top, high = whole.top() + share[0] * whole.height(), (share[1] - share[0]) * whole.height()
            if not row.waiting:
                painter.drawImage(QRectF(whole.left(), top, whole.width(), high), row.strip)
            else:
                painter.setPen(self.theme.q("line"))
                painter.drawRect(QRectF(whole.left(), top, whole.width(), high).adjusted(0.5, 0, -0.5, 0))
        top, high = places.top + line * places.row + 0.5, places.row - 1.0
        for cell, (left, wide) in zip(row.cells, self._columns, strict=False):
            self._draw_cell(painter, QRectF(left + share[0] * wide, top, (share[1] - share[0]) * wide, high), cell)

    @cached_property
    def _columns(self) -> list[tuple[float, float]]:
        """(left, width) of the cells that are not in an image: of each column, those of the sums last."""
        places = self.places
        found = (places.column(at) for at in (*range(places.columns if places.cell >= _IMAGE else 0), None))
        return [(column.left() + 0.5, column.width() - 1.0) for column in found]

    @cached_property
    def _decimals(self) -> int:
        return words.decimals_of(self.content.limit)

    def _draw_cell(self, painter: QPainter, rect: QRectF, cell: Cell) -> None:
        """A cell in its colour, with its number if that fits."""
        if math.isnan(cell.value):
            painter.setPen(self.theme.q("line"))
            painter.drawRect(rect)
            return
        painter.fillRect(rect, QColor.fromRgb(cell.colour))
        text = words.change_words(cell.value, cell.limit, self._decimals)
        if not text:
            return
        if rect.width() >= painting.text_width(text, painter.font()) + 3:
            painter.setPen(QColor.fromRgb(cell.ink))
            painting.draw_number(painter, rect.center(), text)

    def _draw_marks(self, painter: QPainter) -> None:
        """The frame of the step's column, and of the chosen row."""
        places = self.places
        rows = [line for line, row in enumerate(self.lines) if isinstance(row, EffectRow)]
        if self.marks.step < places.columns and rows:
            ends = (places.cell_rect(line, self.marks.step) for line in (rows[0], rows[-1]))
            frame = next(ends).united(next(ends)).adjusted(-1, -1, 1, 1)
            painting.draw_rounded(painter, frame, corner=3.0, line=self.theme.q("target"), width=2.0)
        for line, row in enumerate(self.lines):
            if isinstance(row, EffectRow) and row.part == self.marks.part:
                painting.draw_rounded(painter, places.line_rect(line), corner=3.0, line=self.theme.q("muted"))

    def _draw_legend(self, painter: QPainter) -> None:
        """The colour ramp between the words of its two ends, under the rows; where sums end if they differ."""
        places, metrics = self.places, self.canvas.metrics_of("small")
        limits = self.content.limit, self.content.total_limit
        end, total = (fmt_score(limit, words.decimals_of(limit)) for limit in limits)
        loses, gains = tr("loses {limit} or more", limit=end), tr("gains {limit} or more", limit=end)
        left, room = places.left + metrics.horizontalAdvance(loses) + 10, self.canvas.width() - 12
        more = [tr("whole text: {limit} or more", limit=total)] if total != end else []
        for word in (*more, words.legend(self.content)):
            longer = f"{gains}  ·  {word}"
            gains = longer if left + themes.px(24) + metrics.horizontalAdvance(longer) <= room else gains
        wide = max(themes.px(24), min(themes.px(120), math.floor(room - left - metrics.horizontalAdvance(gains))))
        bar = QRectF(left, places.top + len(self.lines) * places.row + 8, wide, 8)
        painter.drawImage(bar, ramp_image("diverging", self.theme))
        height, right = bar.center().y() - places.head / 2, bar.right() + 10
        self._words(painter, QRectF(places.left, height, left - places.left, places.head), loses)
        self._words(painter, QRectF(right, height, self.canvas.width() - right - 2, places.head), gains)
