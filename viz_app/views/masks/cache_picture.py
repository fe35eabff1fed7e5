"""The decoder's mask in training and while writing: which rows are computed at a step, with and without a cache.

Three small pictures of the same mask rows: all at once; all up to the step, recomputed; only the new row, whose keys
and values join the cached ones. The counts are those of scores of one head in one layer, by definition. Shapes: T
decoder rows. Lengths are logical px; rows and steps count from 0 here and from 1 on the screen.
"""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, QSize
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from model_core.direction import in_order
from model_core.record.trace import VISIBLE
from viz_app.maps.cells import areas
from viz_app.system.language import counted, tr
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.canvas import Canvas
from viz_app.widgets.theme import Theme

TITLES = (tr("Training"), tr("Writing, no cache"), tr("Writing, with a cache"))
_SIDE, _BAR, _GAP, _BETWEEN = 84.0, 7.0, 12.0, 24.0  # px at text size 100 %: a square, the keys under it, to its words
_NARROWEST = 240.0  # px at text size 100 % of one picture with its words
_RULED = 6.0  # px: smaller cells get no lines between them


def counts(step: int, rows: int) -> tuple[tuple[int, int], ...]:
    """(scores computed at this step, in all) of training, writing without and with a cache: of one head in one layer.

    Without a cache step t computes (t + 1)² scores, with one t + 1 scores of a single row.
    """
    again = sum((at + 1) ** 2 for at in range(rows))
    return (rows * rows, rows * rows), ((step + 1) ** 2, again), (step + 1, rows * (rows + 1) // 2)


def summary(step: int, rows: int, future: bool = True) -> str:
    """The three pictures in a sentence or two; `future` False if later tokens may be read."""
    if rows == 1:
        return tr("One row only: all three ways compute the same single score.")
    first = tr("Training reads the whole target at once: all {rows} rows, and only the mask hides what comes later.")
    later = tr("While writing, what comes later does not exist: no step can peek, whatever the mask says.")
    if future:
        later = f"{tr('Writing goes row by row.')} {step_summary(step, rows)}"
    return f"{first.format(rows=rows)} {later}"


def step_summary(step: int, rows: int) -> str:
    """What is computed at a step without and with a cache."""
    if step == 0:
        return tr("Step 1 of {rows}: row 1, or with a cache row 1 alone (nothing to keep yet).", rows=rows)
    keys = counted(step, tr("key"), tr("keys"))
    words = {"now": step + 1, "rows": rows, "keys": keys}
    return tr("Step {now} of {rows}: rows 1–{now} again, or with a cache only row {now} ({keys} kept).", **words)


class MaskSteps(Canvas):
    """See module."""

    passive = True

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, tr("Rows of the decoder's mask in training and while writing"))
        self._reasons = np.zeros((1, 1), np.uint8)
        self._step = 0
        painting.set_tip(self, tr("The decoder's mask: rows computed at this step are filled, cached ones are pale."))
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_step(self, reasons: np.ndarray, step: int) -> None:
        """Shows the mask (T, T) at another step."""
        self._reasons, self._step = reasons, max(0, min(step, len(reasons) - 1))
        self.setAccessibleDescription(
            "; ".join(f"{title}: {in_order(self.words(at))}" for at, title in enumerate(TITLES))
        )
        self.update()

    # ---- words

    def words(self, picture: int) -> tuple[str, ...]:
        """The text beside a picture: what is computed now, how much, and the total."""
        rows, now = len(self._reasons), self._step + 1
        here, whole = counts(self._step, rows)[picture]
        scores = counted(here, tr("score"), tr("scores"))
        if picture == 0:
            hidden = int(np.count_nonzero(self._reasons != VISIBLE))
            every = tr("all {rows} rows at once", rows=rows) if rows > 1 else tr("its one row")
            return every, tr("{scores}, {hidden:,} masked", scores=scores, hidden=hidden), tr("one pass")
        if picture == 1:
            again = tr("step {now}: rows 1–{now} again", now=now) if now > 1 else tr("step 1: row 1")
        elif now > 1:
            again = tr("step {now}: row {now}, 1 new key, {kept} kept", now=now, kept=self._step)
        else:
            again = tr("step 1: row 1, 1 new key")
        every = tr("{scores:,} in all {rows} steps", scores=whole, rows=rows) if rows > 1 else tr("one step")
        return again, scores, every

    # ---- where things are

    def _columns(self, width: float) -> int:
        return 3 if width >= 3 * _NARROWEST * themes.text_scale() else 1

    def _high(self) -> float:
        """Height in px of one picture with the keys under it, or of its four lines of text."""
        line = QFontMetricsF(themes.font("small")).height()
        return math.ceil(max((_SIDE + _BAR) * themes.text_scale(), 4 * line)) + 2

    def heightForWidth(self, width: int) -> int:
        count = 3 // self._columns(width)
        return round(count * self._high() + (count - 1) * 8)

    def sizeHint(self) -> QSize:
        return QSize(round(3 * _NARROWEST * themes.text_scale()), round(self._high()))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, round(self._high()))

    def picture_rect(self, picture: int, width: float) -> QRectF:
        """The square of one picture in a widget of that width."""
        columns, side = self._columns(width), _SIDE * themes.text_scale()
        line, column = divmod(picture, columns)
        return QRectF(column * (width + _BETWEEN) / columns + 1, line * (self._high() + 8) + 1, side, side)

    # ---- painting

    def draw(self, painter: QPainter, theme: Theme) -> None:
        for picture, title in enumerate(TITLES):
            square = self.picture_rect(picture, self.width())
            self._draw_square(painter, theme, square, picture)
            self._draw_keys(painter, theme, square, picture)
            self._draw_words(painter, theme, square, picture, title)

    def _now(self, picture: int) -> range:
        """The rows computed at this step."""
        rows = len(self._reasons)
        return (range(rows), range(self._step + 1), range(self._step, self._step + 1))[picture]

    def _draw_square(self, painter: QPainter, theme: Theme, square: QRectF, picture: int) -> None:
        """The rows of this step filled, earlier ones pale, later ones left out; hidden cells hatched."""
        rows, x, y = len(self._reasons), square.left(), square.top()
        cell, now = square.width() / rows, self._now(picture)
        there = rows if picture == 0 else self._step + 1  # columns that exist
        right, bottom = x + there * cell, y + now.stop * cell
        painter.fillRect(square, theme.q("background"))
        painter.fillRect(QRectF(x, y, there * cell, now.stop * cell), theme.q("panel"))
        painter.fillRect(QRectF(x, y + now.start * cell, there * cell, len(now) * cell), theme.wash("target", 0.35))
        for reason, r0, r1, c0, c1 in areas(np.ascontiguousarray(self._reasons[: now.stop, :there])):
            box = QRectF(x + c0 * cell, y + r0 * cell, (c1 - c0) * cell, (r1 - r0) * cell)
            painting.draw_hatched(painter, box, theme, reason)
        if cell >= _RULED:
            painter.setPen(theme.q("line"))
            painter.drawLines([QLineF(x, y + at * cell, right, y + at * cell) for at in range(1, now.stop + 1)])
            painter.drawLines([QLineF(x + at * cell, y, x + at * cell, bottom) for at in range(1, there + 1)])
        painting.draw_rounded(painter, square, corner=1, line=theme.q("edge"))

    def _draw_keys(self, painter: QPainter, theme: Theme, square: QRectF, picture: int) -> None:
        """The keys and values under the square: computed now, or cached."""
        cell, now = square.width() / len(self._reasons), self._now(picture)
        strip = QRectF(square.left(), square.bottom() + 2, square.width(), (_BAR - 2) * themes.text_scale())
        fresh = strip.left() + now.start * cell
        painter.fillRect(strip, theme.q("background"))
        painter.fillRect(
            QRectF(strip.left(), strip.top(), now.start * cell, strip.height()), theme.wash("source", 0.35)
        )
        painter.fillRect(QRectF(fresh, strip.top(), len(now) * cell, strip.height()), theme.q("target"))
        painting.draw_rounded(painter, strip, corner=1, line=theme.q("edge"))

    def _draw_words(self, painter: QPainter, theme: Theme, square: QRectF, picture: int, title: str) -> None:
        left, room = square.right() + _GAP, (self.width() + _BETWEEN) / self._columns(self.width()) - _BETWEEN
        top = square.top()
        for line, words in enumerate((title, *self.words(picture))):
            font = themes.font("small")
            font.setBold(line == 0)
            metrics = QFontMetricsF(font)
            painter.setFont(font)
            painter.setPen(theme.q("ink" if line < 2 else "muted"))
            text = painting.elided(words, metrics, max(8.0, room - square.width() - _GAP))
            painter.drawText(QPointF(left, top + metrics.ascent()), text)
            top += metrics.height()
