"""How the table of the lens is painted. Lengths are logical px."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from model_core.direction import isolated
from model_core.spec import SPACE
from viz_app.data.maps.colormaps import index, inks, table
from viz_app.data.words.parts import place_name
from viz_app.system.language import tr
from viz_app.views.lens.content import LensContent
from viz_app.widgets import painting
from viz_app.widgets.canvas import Canvas
from viz_app.widgets.theme import Theme

if TYPE_CHECKING:
    from viz_app.views.lens.table import TablePlaces

PAD = 6.0  # px beside a name
_CORNER = 3.0  # px of a cell


@dataclass(frozen=True)
class TablePicture:
    """What is painted: `top` is the place of the stack in the first line, (place, step) the chosen cell, rows from
    `visible_words` on are not written yet, `by` is what colours say."""

    canvas: Canvas
    theme: Theme
    places: TablePlaces
    content: LensContent
    top: int
    place: int
    step: int
    shown: int
    by: str

    def draw(self, painter: QPainter) -> None:
        """Paints all of it."""
        self._draw_corner(painter)
        self._draw_columns(painter)
        for line in range(self.places.lines):
            self._draw_name(painter, line)
        self._draw_cells(painter)
        self._draw_marks(painter)

    def _draw_corner(self, painter: QPainter) -> None:
        """Which rows are seen, where it is not all of them."""
        places, rows = self.places, self.content.rows
        if places.count >= rows:
            return
        half = places.top / 2
        ends = {"first": places.first + 1, "last": places.first + places.count}
        which = tr("steps {first}–{last}", **ends) if self.content.decodes else tr("tokens {first}–{last}", **ends)
        if self.canvas.metrics_of("small").horizontalAdvance(which) > places.left - 2 * PAD:
            which = "{first:,}–{last:,}".format(**ends)
        seen = which, tr("of {count}", count=rows)
        for line, text in enumerate(seen):
            rect = QRectF(PAD, line * half, places.left - 2 * PAD, half)
            painting.draw_words(painter, rect, text, self.theme.q("muted"), font=self.canvas.font_of("small"))

    def _draw_columns(self, painter: QPainter) -> None:
        places, half = self.places, self.places.top / 2
        for column in range(places.count):
            row = places.first + column
            rect = QRectF(places.left + column * places.cell + 1, 0.0, places.cell - 2, half)
            chosen = row == self.step
            above = self.content.read[row] if self.content.decodes else f"{row + 1:,}"
            painting.draw_token(painter, rect, above, self.theme.q("muted"), align="centre",
                                font=self.canvas.font_of("small"))  # fmt: skip
            tone = "target" if chosen else "ink"
            font = self.canvas.font_of("strong" if chosen else "small")
            written = painting.visible_words(self.content.written[row], font)
            if self.content.decodes:
                written = f" ▸ {isolated(written)}"  # read on after what stands above it
            painting.draw_words(painter, rect.translated(0, half - 2), written, self.theme.q(tone), align="centre",
                                font=font)  # fmt: skip

    def _draw_name(self, painter: QPainter, line: int) -> None:
        place, places = self.top - line, self.places
        rect = QRectF(PAD, places.top + line * places.row, places.left - 2 * PAD, places.row)
        tone = "target" if place == self.place else "ink"
        painting.draw_words(painter, rect, place_name(self.content.places[place]), self.theme.q(tone), align="right",
                            font=self.canvas.font_of("small"))  # fmt: skip

    def _colours(self) -> tuple[np.ndarray, np.ndarray] | None:
        """(P, T) the pixels of the cells' grounds, and of what is written on them; None where nothing is read yet."""
        if self.content.reading is None:
            return None
        ramp = table("weights", self.theme.dark)
        entries = index(self.content.shade(self.by).astype(np.float32), 0.0, 1.0)
        return ramp[entries], inks(ramp, dark=self.theme.dark)[entries]

    def _draw_cells(self, painter: QPainter) -> None:
        """The cells' tokens on the colours of the rows' own; a frame where one stands out. All grounds come first, then
        all frames and words: a change of pen takes longer than a cell."""
        colours, places = self._colours(), self.places
        read = range(min(places.count, max(0, self.shown - places.first)) if colours is not None else 0)
        rects = [
            [places.cell_rect(line, column).adjusted(1.0, 1.0, -1.0, -1.0) for column in range(places.count)]
            for line in range(places.lines)
        ]
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._draw_grounds(painter, rects, read, None if colours is None else colours[0])
        self._draw_frames(painter, rects, read)
        painter.restore()
        if colours is not None:
            self._draw_tokens(painter, rects, read, colours[1])

    def _draw_grounds(
        self, painter: QPainter, rects: list[list[QRectF]], read: range, pixels: np.ndarray | None
    ) -> None:
        """Every cell with its quiet frame, and in its colour where it is read already."""
        painter.setPen(QPen(self.theme.q("line"), 1.0))
        for line, row in enumerate(rects):
            found = [] if pixels is None else pixels[self.top - line, self.places.first :][: len(read)].tolist()
            for colour, rect in zip_longest(found, row):
                painter.setBrush(Qt.BrushStyle.NoBrush if colour is None else QColor.fromRgb(colour))
                painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), _CORNER, _CORNER)

    def _draw_frames(self, painter: QPainter, rects: list[list[QRectF]], read: range) -> None:
        """A frame around each cell that stands out."""
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self.theme.q("target"), 1.6))
        for line, row in enumerate(rects):
            for column in read:
                if self.content.framed(self.top - line, self.places.first + column):
                    painter.drawRoundedRect(row[column].adjusted(0.8, 0.8, -0.8, -0.8), _CORNER, _CORNER)

    def _draw_tokens(self, painter: QPainter, rects: list[list[QRectF]], read: range, pixels: np.ndarray) -> None:
        """As painting.draw_token, all of one ink together."""
        font, texts, blanks = self.canvas.font_of("small"), defaultdict(list), defaultdict(list)
        cap, sign = self.canvas.metrics_of("small").capHeight(), painting.BLANK + 2
        for line, row in enumerate(rects):
            inks = pixels[self.top - line, self.places.first :][: len(row)].tolist()
            for column in read:
                word, rect = self.content.shown_word(self.top - line, self.places.first + column), row[column]
                apart = sign if len(word) > 1 and word[0] == SPACE else 0.0
                left, room = rect.left() + 2 + apart, rect.width() - 4 - apart
                words = painting.visible_words(word[1:] if apart else word, font)
                text, width = painting.fitted(words, font, room)
                left += (room - width) / 2
                baseline = rect.top() + (rect.height() + cap) / 2
                texts[inks[column]].append((QPointF(left, baseline), text))
                if apart:
                    y = round(baseline) + 1.5
                    blanks[inks[column]].append(QLineF(left - sign, y, left - sign + painting.BLANK, y))
        painter.setFont(font)
        for ink, found in texts.items():
            colour = QColor.fromRgb(ink)
            painter.setPen(colour)
            for at, text in found:
                painting.draw_text(painter, at, text)
            colour.setAlphaF(0.6 * colour.alphaF())
            painter.setPen(QPen(colour, 1.0, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
            painter.drawLines(blanks[ink])

    def _draw_marks(self, painter: QPainter) -> None:
        """The frame of the step's column, and of the chosen cell."""
        places = self.places
        column, line = self.step - places.first, self.top - self.place
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if not 0 <= column < places.count:
            return
        whole = places.cell_rect(0, column).united(places.cell_rect(places.lines - 1, column))
        painting.draw_rounded(painter, whole, corner=4.0, line=self.theme.q("target"), width=2.0)
        if 0 <= line < places.lines:
            painting.draw_rounded(painter, places.cell_rect(line, column), corner=4.0, line=self.theme.q("ink"),
                                  width=2.0)  # fmt: skip
