"""How the table of the lens is painted. Lengths are logical px."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from model_core.direction import isolated
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
        colours = self._colours()
        for line in range(self.places.lines):
            self._draw_name(painter, line)
            for column in range(self.places.count):
                self._draw_cell(painter, line, column, colours)
        self._draw_marks(painter)

    def _draw_corner(self, painter: QPainter) -> None:
        """Which rows are seen, where it is not all of them."""
        places, rows = self.places, self.content.rows
        if places.count >= rows:
            return
        half = places.top / 2
        ends = {"first": places.first + 1, "last": places.first + places.count}
        which = tr("steps {first}–{last}", **ends) if self.content.decodes else tr("tokens {first}–{last}", **ends)
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
            above = self.content.read[row] if self.content.decodes else str(row + 1)
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

    def _draw_cell(
        self, painter: QPainter, line: int, column: int, colours: tuple[np.ndarray, np.ndarray] | None
    ) -> None:
        """The cell's token on the colour of the row's own; a frame where it stands out."""
        place, row = self.top - line, self.places.first + column
        rect = self.places.cell_rect(line, column).adjusted(1.0, 1.0, -1.0, -1.0)
        if colours is None or row >= self.shown:
            painting.draw_rounded(painter, rect, corner=3.0, line=self.theme.q("line"))
            return
        fill, ink = (QColor.fromRgb(int(pixels[place, row])) for pixels in colours)
        painting.draw_rounded(painter, rect, corner=3.0, fill=fill)
        framed = self.content.framed(place, row)
        edge = self.theme.q("target" if framed else "line")
        painting.draw_rounded(painter, rect, corner=3.0, line=edge, width=1.6 if framed else 1.0)
        word = self.content.shown_word(place, row)
        painting.draw_token(painter, rect.adjusted(2, 0, -2, 0), word, ink, align="centre",
                            font=self.canvas.font_of("small"))  # fmt: skip

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
