"""How alike heads read as an ordered matrix: dark where two read the same. Lengths are logical pixels."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QWidget

from viz_app.charts.images import image_of, ramp_image
from viz_app.data.maps.colormaps import Scale
from viz_app.system.language import tr
from viz_app.views.survey.likeness import Head, Likeness, number, pair_words
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.canvas import ARROWS, ENDS, Canvas, across
from viz_app.widgets.theme import Theme

_PAD, _KEY = 6.0, 16.0  # px beside words; of the key below
_MOST_CELL = 34.0  # px at text size 100 %


class LikenessMatrix(Canvas):
    """Rows and columns are heads. `chosen` carries the head (layer, head) of a row that was clicked."""

    chosen = Signal(object)

    moves = {**ARROWS, **ENDS}
    held = Qt.KeyboardModifier.NoModifier
    shared = True
    corner = 2.0
    usual = 360, 320

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, tr("How alike heads read, pair by pair"))
        self._found: Likeness | None = None
        self._head: Head = (0, 0)
        self._image: QImage | None = None
        painting.set_tip(self, tr("Rows and columns are heads, similar ones side by side. Click to open a head."))

    def show_heads(self, found: Likeness | None, head: Head) -> None:
        """Shows these heads and marks one of them."""
        if found is not self._found:
            self._found, self._image = found, None
            self.point_at(None)
        self._head = head
        self.update()

    # ---- places

    def _square(self) -> QRectF:
        """The cells: below the numbers of columns, at the right of the names of rows."""
        found, line = self._found, math.ceil(self.line("small"))
        if found is None:
            return QRectF()
        metrics = self.metrics_of("small")
        names = max(metrics.horizontalAdvance(found.called(at)) for at in range(len(found.heads)))
        left = min(names + 2 * _PAD, self.width() * 0.4)
        top = line + 4.0
        room = min(self.width() - left - 1, self.height() - top - _KEY - line)
        cell = min(themes.px(_MOST_CELL), max(1.0, room / len(found.heads)))
        if cell > 4:
            cell = math.floor(cell)
        side = cell * len(found.heads)
        return QRectF(left, top, side, side)

    def place_at(self, point: QPointF) -> object:
        square = self._square()
        if self._found is None or square.isEmpty() or not square.top() <= point.y() < square.bottom():
            return None
        cell = square.height() / len(self._found.heads)
        row = int((point.y() - square.top()) / cell)
        if 0 <= point.x() < square.left():
            return row, row
        return (row, int((point.x() - square.left()) / cell)) if point.x() < square.right() else None

    def rect_of(self, place: object) -> QRectF | None:
        if not isinstance(place, tuple) or self._found is None:
            return None
        square = self._square()
        cell = square.width() / len(self._found.heads)
        return QRectF(square.left() + place[1] * cell, square.top() + place[0] * cell, cell, cell)

    def walk(self, place: object, down: int, right: int) -> object:
        count = len(self._found.heads) if self._found is not None else 0
        return across(place, down, right, count, count)

    # ---- words

    def tip_of(self, place: tuple[int, int]) -> str:
        return pair_words(self._found, *place) if self._found is not None else ""

    def hint_of(self, place: tuple[int, int]) -> str:
        if self._found is None:
            return ""
        return tr("Click to select head {head}.", head=self._found.called(place[0]))

    def pick(self, place: tuple[int, int]) -> None:
        if self._found is not None:
            self.chosen.emit(self._found.heads[place[0]])

    def restyled(self) -> None:
        self._image = None

    # ---- painting

    def draw(self, painter: QPainter, theme: Theme) -> None:
        found, square = self._found, self._square()
        if found is None or square.width() < 8:
            return
        painter.drawImage(square, self._picture(found, theme))
        self._draw_names(painter, theme, found, square)
        cell = square.width() / len(found.heads)
        if self._head in found.heads:
            at = found.heads.index(self._head)
            painting.draw_rounded(painter, QRectF(square.left(), square.top() + at * cell, square.width(), cell),
                                  corner=2.0, line=theme.q("target"), width=1.5)  # fmt: skip
        rect = self.rect_of(self.pointed)
        if rect is not None:
            painting.draw_rounded(painter, rect.adjusted(-1, -1, 1, 1), corner=2.0, line=theme.q("ink"), width=1.5)
        self._draw_key(painter, theme, found, square)

    def _picture(self, found: Likeness, theme: Theme) -> QImage:
        """One pixel for each pair."""
        if self._image is None:
            self._image = image_of(1.0 - found.apart / found.largest, Scale(), theme)
        return self._image

    def _draw_names(self, painter: QPainter, theme: Theme, found: Likeness, square: QRectF) -> None:
        font, line = self.font_of("small"), math.ceil(self.line("small"))
        cell = square.width() / len(found.heads)
        down = max(1, math.ceil(line / cell))
        widest = max(self.metrics_of("small").horizontalAdvance(number(head)) for head in found.heads)
        right = max(1, math.ceil((widest + 4) / cell))
        for at, head in enumerate(found.heads):
            tone = theme.q("target" if head == self._head else "ink")
            if at % down == 0 or head == self._head:
                middle = square.top() + (at + 0.5) * cell
                words = QRectF(0, middle - line / 2, square.left() - _PAD, line)
                if down == 1 or at % down == 0:
                    painting.draw_words(painter, words, found.called(at), tone, align="right", font=font)
            if at % right == 0:
                above = QRectF(square.left() + at * cell - cell, square.top() - line - 3, 3 * cell, line)
                painting.draw_words(painter, above, number(head), tone, align="centre", font=font)

    def _draw_key(self, painter: QPainter, theme: Theme, found: Likeness, square: QRectF) -> None:
        """The ramp from alike to the largest divergence."""
        line = math.ceil(self.line("small"))
        top = square.bottom() + _KEY - 6
        bar = QRectF(square.left(), top + (line - 8) / 2, min(themes.px(110), square.width() * 0.5), 8)
        painter.drawImage(bar, ramp_image("weights", theme, backwards=True))
        painting.draw_rounded(painter, bar, corner=0.0, line=theme.q("line"))
        words = QRectF(bar.right() + _PAD, top, self.width() - bar.right() - _PAD, line)
        text = tr("0 to {most:.2f} bits apart", most=found.largest)
        painting.draw_words(painter, words, text, theme.q("muted"), font=self.font_of("small"))
