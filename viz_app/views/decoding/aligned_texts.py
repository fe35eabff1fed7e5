"""Two texts beside each other, token under token, with the probability of each and where they part.

As many steps as have room are seen around the chosen one. Steps count from 0 here and from 1 on the screen.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from model_core.analysis.text_comparison import first_difference
from viz_app.data import number_format
from viz_app.data.decoded_texts import DecodedText
from viz_app.views.decoding.step_columns import Columns, StepCanvas
from viz_app.views.decoding.tree_painting import text_colour
from viz_app.widgets import painting
from viz_app.widgets.painting import draw_words
from viz_app.widgets.theme import Theme

_LEAST, _MOST = 62.0, 128.0  # px from step to step at text size 100 %
_BAR = 4.0  # px, height of a probability's bar at 100 %


class AlignedTexts(StepCanvas):
    """The main text above, one alternative below where there is one; a place is (text, step)."""

    asks = "Right click: where its number comes from."

    def __init__(self, parent: QWidget | None = None) -> None:
        tip = "Each token with its probability; Shift and an arrow key go to another step."
        super().__init__(parent, "Two texts, token under token", tip)
        self.texts: tuple[DecodedText, ...] = ()
        self.others: tuple[int, ...] = ()
        self.parted: int | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.answers()

    def show_texts(self, texts: Sequence[DecodedText], others: Sequence[int], step: int) -> None:
        """Shows two texts around a step; `alternatives` are their places among the texts (0 = the main text)."""
        self.texts, self.others, self.step = tuple(texts), tuple(others), step
        self.parted = first_difference(texts[0].ids, texts[1].ids) if len(texts) > 1 else None
        self.setAccessibleDescription(self.parted_words())
        self.update()

    def parted_words(self) -> str:
        """Where the texts part, in one sentence."""
        if len(self.texts) < 2:
            return ""
        if self.parted is None:
            return "Both texts are the same."
        a, b = (self._word(text, self.parted) for text in self.texts[:2])
        return f"First difference at step {self.parted + 1}: {a} and {b}."

    @staticmethod
    def _word(text: DecodedText, step: int) -> str:
        if step >= len(text.written):
            return f"nothing more in “{text.name}”"
        share = text.number("probability", step)
        return f"“{text.written[step].text}” ({'–' if share is None else number_format.fmt_chance(share)})"

    # ---- where things are

    def _row_height(self, barred: bool | None = None) -> float:
        """Px of one text; without the bars where there is no room for them."""
        barred = self._barred() if barred is None else barred
        return self.line("body") + self.line("small") + (16 if barred else 7) * self.unit

    def _barred(self) -> bool:
        """Whether there is room for a bar under each number."""
        return self.height() >= self._whole(True)

    def set_room(self, room: int) -> None:
        """As high as the texts need: with bars where `room` px are enough for them."""
        self.setFixedHeight(self._whole(self._whole(True) <= room))

    def _whole(self, barred: bool) -> int:
        """Px of everything."""
        return math.ceil(self.line("small") + 8 + max(1, len(self.texts)) * (self._row_height(barred) + 4))

    def sizeHint(self) -> QSize:
        return QSize(480, self._whole(True))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self._whole(False))

    def _gutter(self) -> float:
        metrics = self.metrics_of("small")
        names = [metrics.horizontalAdvance(text.name) for text in self.texts]
        return min(max(names, default=0.0) + 14, self.width() * 0.3)

    def columns(self) -> Columns:
        """The steps that are seen, around the chosen one."""
        count = max((len(text.written) for text in self.texts), default=1)
        gutter, unit = self._gutter(), self.unit
        found = Columns.fitted(count, gutter, self.width() - gutter - 2, _LEAST * unit, _MOST * unit)
        return found.around(self.step)

    def cell(self, row: int, step: int) -> QRectF:
        """Where a token stands."""
        columns, height = self.columns(), self._row_height()
        top = self.line("small") + 6 + row * (height + 4)
        return QRectF(columns.x_of(step) + 2, top, columns.pitch - 4, height)

    def steps(self) -> int:
        return len(self.texts[0].written) if self.texts else 0

    def start(self) -> tuple[int, int]:
        return 0, self.step

    def place_at(self, point: QPointF) -> tuple[int, int] | None:
        """The text and the step under a point; above and between the texts the main one."""
        step = self.columns().column_at(point.x())
        if step is None:
            return None
        return next((row for row in range(len(self.texts)) if self.cell(row, step).contains(point)), 0), step

    def tip_of(self, place: object) -> str:
        step = place[1] if isinstance(place, tuple) else 0
        return "\n".join([f"step {step + 1}", *(f"{text.name}: {self._word(text, step)}" for text in self.texts)])

    # ---- painting

    def draw(self, painter: QPainter, theme: Theme) -> None:
        """Names, step numbers, tokens with their bars, the line where they part."""
        if not self.texts:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        columns = self.columns()
        painter.save()
        painter.setClipRect(QRectF(columns.left, 0, columns.width + 2, self.height()), Qt.ClipOperation.IntersectClip)
        self._draw_steps(painter, theme, columns)
        for row, (text, other) in enumerate(zip(self.texts, self.others, strict=True)):
            for step in columns.visible():
                if step < len(text.written):
                    self._draw_cell(painter, theme, text, row, step, text_colour(theme, other))
        self._draw_parting(painter, theme, columns)
        painter.restore()
        for row, (text, other) in enumerate(zip(self.texts, self.others, strict=True)):
            self._draw_name(painter, text_colour(theme, other), text, row)

    def _draw_name(self, painter: QPainter, colour: QColor, text: DecodedText, row: int) -> None:
        cell = self.cell(row, 0)
        place = QRectF(2, cell.top(), self._gutter() - 10, cell.height())
        draw_words(painter, place, text.name, colour, font=self.font_of("small"))

    def _draw_steps(self, painter: QPainter, theme: Theme, columns: Columns) -> None:
        for step in columns.visible():
            ink = theme.q("target" if step in (self.step, self.pointed_step) else "muted")
            text = f"step {step + 1}" if step == self.step else f"{step + 1}"
            draw_words(
                painter,
                columns.rect(step, 1, self.line("small")),
                text,
                ink,
                align="centre",
                font=self.font_of("small"),
            )

    def _draw_cell(
        self, painter: QPainter, theme: Theme, text: DecodedText, row: int, step: int, colour: QColor
    ) -> None:
        cell, unit = self.cell(row, step), self.unit
        other = self.texts[1 - row] if len(self.texts) > 1 else text
        same = step < len(other.written) and other.written[step].id == text.written[step].id
        chosen = step == self.step
        pointed = theme.wash("ink", 0.05) if step == self.pointed_step else None
        fill = theme.wash("target", 0.12) if chosen else pointed
        painting.draw_rounded(painter, cell, fill=fill or theme.q("panel"), line=theme.q("line") if same else colour,
                           width=1.0 if same else 1.5)  # fmt: skip
        share = text.number("probability", step) or 0.0
        upper = QRectF(cell.left() + 4, cell.top() + 3 * unit, cell.width() - 8, self.line("body"))
        ink = theme.q("muted") if same and not chosen else theme.q("ink")
        font = self.font_of("body" if same else "strong")
        painting.draw_token(painter, upper, text.written[step].text, ink, font=font)
        lower = QRectF(cell.left(), upper.bottom(), cell.width(), self.line("small"))
        figure = number_format.fmt_chance(share)
        draw_words(painter, lower, figure, theme.q("muted"), align="centre", font=self.font_of("small"))
        if not self._barred():
            return
        bar = QRectF(cell.left() + 6, cell.bottom() - 4 * unit - _BAR * unit, cell.width() - 12, _BAR * unit)
        painting.draw_rounded(painter, bar, corner=2, fill=theme.wash("ink", 0.07))
        painting.draw_bar(painter, bar, share, colour, corner=2)

    def _draw_parting(self, painter: QPainter, theme: Theme, columns: Columns) -> None:
        """A line before the first difference, and words beside it."""
        if self.parted is None or self.parted not in columns.visible():
            return
        x = columns.x_of(self.parted)
        painter.setPen(QPen(theme.q("ink"), 1.5, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(x, self.line("small") + 4), QPointF(x, self.height() - 2))
