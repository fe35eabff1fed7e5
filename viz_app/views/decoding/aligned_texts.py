"""Two texts beside each other, token under token, with the probability of each and where they part.

Tokens are set under each other by the smallest edit distance; a token that the other text lacks stands over a gap. As
many columns as have room are seen around the chosen step. Steps count from 0 here and from 1 on the screen.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from model_core.analysis.text_comparison import Pair, aligned, first_difference
from viz_app.data import number_format
from viz_app.data.decoded_texts import DecodedText
from viz_app.views.decoding.tree_painting import text_colour
from viz_app.widgets import painting
from viz_app.widgets.painting import draw_words
from viz_app.widgets.step_columns import Columns, StepCanvas
from viz_app.widgets.theme import Theme

_LEAST, _MOST = 62.0, 128.0  # px from step to step at text size 100 %
_BAR = 4.0  # px, height of a probability's bar at 100 %


class AlignedTexts(StepCanvas):
    """The main text above, one alternative below where there is one; a place is (text, its step)."""

    asks = "Right click: where its number comes from."

    def __init__(self, parent: QWidget | None = None) -> None:
        tip = "Each token with its probability; Shift and an arrow key go to another step."
        super().__init__(parent, "Two texts, token under token", tip)
        self.texts: tuple[DecodedText, ...] = ()
        self.others: tuple[int, ...] = ()
        self.parted: int | None = None
        self.pairs: tuple[Pair, ...] = ()  # the steps in each column
        self._column_of: tuple[dict[int, int], dict[int, int]] = ({}, {})  # of each text, step -> column
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.answers()

    def show_texts(self, texts: Sequence[DecodedText], others: Sequence[int], step: int) -> None:
        """Shows two texts around a step; `alternatives` are their places among the texts (0 = the main text)."""
        if [text.ids for text in texts] != [text.ids for text in self.texts] or not self.pairs:
            ids = [text.ids for text in texts]
            self.pairs = aligned(*ids) if len(ids) > 1 else tuple((at, None) for at in range(len(ids[0])))
            sides = ({pair[row]: at for at, pair in enumerate(self.pairs)} for row in (0, 1))
            one, other = ({step: at for step, at in side.items() if step is not None} for side in sides)
            self._column_of = one, other
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
        """The columns that are seen, around the chosen step."""
        count = max(1, len(self.pairs))
        gutter, unit = self._gutter(), self.unit
        words = (token.text for text in self.texts for token in text.written)
        need = max(map(self.metrics_of("strong").horizontalAdvance, words), default=0.0) + 14
        least = min(max(_LEAST * unit, need), _MOST * unit)
        found = Columns.fitted(count, gutter, self.width() - gutter - 2, least, _MOST * unit)
        return found.around(self.column_of(0, self.step))

    def column_of(self, row: int, step: int) -> int:
        """The column of a step of a text; of one that it does not have the last."""
        return self._column_of[row].get(step, max(0, len(self.pairs) - 1))

    def cell(self, row: int, step: int) -> QRectF:
        """Where the token of a step of a text stands."""
        return self._box(row, self.column_of(row, step))

    def _box(self, row: int, column: int) -> QRectF:
        columns, height = self.columns(), self._row_height()
        top = self.line("small") + 6 + row * (height + 4)
        return QRectF(columns.x_of(column) + 2, top, columns.pitch - 4, height)

    def steps(self) -> int:
        return len(self.texts[0].written) if self.texts else 0

    def start(self) -> tuple[int, int]:
        return 0, self.step

    def place_at(self, point: QPointF) -> tuple[int, int] | None:
        """The text and its step under a point; above and between the texts the main one."""
        column = self.columns().column_at(point.x())
        if column is None or column >= len(self.pairs):
            return None
        row = next((row for row in range(len(self.texts)) if self._box(row, column).contains(point)), 0)
        step = self.pairs[column][row]
        return None if step is None else (row, step)

    def _pointed_column(self) -> int:
        place = self.pointed
        return self.column_of(*place) if isinstance(place, tuple) else -1

    def pick(self, place: object) -> None:
        """Goes to the main text's step of the column."""
        step = self.pairs[self.column_of(*place)][0] if isinstance(place, tuple) else place
        super().pick(step)

    def hint_of(self, place: object) -> str:
        step = self.pairs[self.column_of(*place)][0] if isinstance(place, tuple) else None
        return "" if step is None else super().hint_of(step)

    def tip_of(self, place: object) -> str:
        pair = self.pairs[self.column_of(*place)] if isinstance(place, tuple) else (0, 0)
        words = (
            f"{text.name}, step {step + 1}: {self._word(text, step)}" if step is not None else f"{text.name}: no token"
            for text, step in zip(self.texts, pair, strict=False)
        )
        return "\n".join(words)

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
            for column in columns.visible():
                if self.pairs[column][row] is not None:
                    self._draw_cell(painter, theme, text, row, column, text_colour(theme, other))
        self._draw_parting(painter, theme, columns)
        painter.restore()
        for row, (text, other) in enumerate(zip(self.texts, self.others, strict=True)):
            self._draw_name(painter, text_colour(theme, other), text, row)

    def _draw_name(self, painter: QPainter, colour: QColor, text: DecodedText, row: int) -> None:
        cell = self._box(row, 0)
        place = QRectF(2, cell.top(), self._gutter() - 10, cell.height())
        draw_words(painter, place, text.name, colour, font=self.font_of("small"))

    def _draw_steps(self, painter: QPainter, theme: Theme, columns: Columns) -> None:
        for column in columns.visible():
            step = self.pairs[column][0]
            if step is None:
                continue
            ink = theme.q("target" if step == self.step or column == self._pointed_column() else "muted")
            text = f"step {step + 1}" if step == self.step else f"{step + 1}"
            draw_words(
                painter,
                columns.rect(column, 1, self.line("small")),
                text,
                ink,
                align="centre",
                font=self.font_of("small"),
            )

    def _draw_cell(
        self, painter: QPainter, theme: Theme, text: DecodedText, row: int, column: int, colour: QColor
    ) -> None:
        cell, unit, pair = self._box(row, column), self.unit, self.pairs[column]
        other, step, beside = self.texts[-1 - row], pair[row] or 0, pair[1 - row]
        same = len(self.texts) < 2 or (beside is not None and other.ids[beside] == text.ids[step])
        chosen = pair[0] == self.step
        pointed = theme.wash("ink", 0.05) if column == self._pointed_column() else None
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
        if (
            row
            and same
            and beside is not None
            and abs(moved := share - (other.number("probability", beside) or 0)) >= 0.005
        ):
            figure = f"{figure} ({'+' if moved > 0 else ''}{number_format.fmt_score(moved, 2)})"
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
