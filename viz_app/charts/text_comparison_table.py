"""Two texts of one sentence, token below token, with the probability of each; where they diverge is marked.

As many steps as fit are shown around the first difference; nothing overlaps and nothing shrinks. Lengths are logical
px; steps count from 0 here.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QWidget

from model_core.analysis.edit_effects import Comparison
from model_core.direction import in_order, isolated
from model_core.record.tokens import Token
from viz_app.charts.number_table import NumberLine, NumberTable
from viz_app.data.number_format import fmt_near_chance, fmt_weight
from viz_app.system.language import tr
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.theme import Theme

_PAD = 16.0  # px between two tokens
_WIDEST = 150.0  # px of a token at text size 100 %


class TextComparison(NumberTable):
    """Lines: the first text's tokens (and probabilities), the second one's. A place is (line, step)."""

    air = 4.0
    spare = 1

    def __init__(self, parent: QWidget | None = None, *, chances: bool = True) -> None:
        super().__init__(parent, tr("The text without and with the edits"))
        self._found: Comparison | None = None
        self.chances = chances
        self.rows = 4 if chances else 2

    def show_texts(self, found: Comparison | None, names: tuple[str, str], short: tuple[str, str] = ("", "")) -> None:
        """Shows another comparison under these names (the `short` ones where space is tight); None shows nothing."""
        self._found = found
        self.head, second = NumberLine(names[0], short[0]), NumberLine(names[1], short[1], "target")
        lines = (NumberLine(""), second, NumberLine("")) if self.chances else (second,)
        self.show_numbers(lines, [""] * (found.steps if found is not None else 0), None, "")
        self.setAccessibleDescription(self.text())

    def _ways(self) -> list[tuple[str, Sequence[Token], np.ndarray]]:
        """Name, tokens and probabilities of both texts; [] if there are none."""
        found = self._found
        if found is None:
            return []
        names = (line.name for line in (self.head, *self.lines) if line.name)
        return list(zip(names, (found.before, found.after), found.chances, strict=True))

    def text(self) -> str:
        """Both texts as two lines."""
        return "\n".join(f"{name}: {in_order(token.text for token in tokens)}" for name, tokens, _ in self._ways())

    # ---- where things are

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.sizeHint().height())

    def gutter(self, metrics: QFontMetricsF, names: Sequence[str]) -> float:
        return min(super().gutter(metrics, names), self.width() * 0.35)

    def _width(self, metrics: QFontMetricsF, step: int) -> float:
        """Width of a step in px: that of its longer token or its probability."""
        strong, ways = QFontMetricsF(themes.font("strong")), [way for way in self._ways() if step < len(way[1])]
        words = (painting.visible_words(tokens[step].text, self.font()) for _, tokens, _ in ways)
        wide = min(max(map(strong.horizontalAdvance, words)), _WIDEST * themes.text_scale())
        if self.chances:
            figures = (fmt_near_chance(float(chances[step])) for _, _, chances in ways)
            wide = max(wide, *map(metrics.horizontalAdvance, ("0.000", *figures)))
        return math.ceil(wide) + _PAD

    def fitted(self, metrics: QFontMetricsF, room: float) -> tuple[range, list[float]]:
        """As many steps as fit, from the beginning if possible, including the important one."""
        found = self._found
        if found is None:
            return range(0), [room]
        moved = found.most_moved()
        important = found.first if found.first is not None else moved[0] if moved is not None else 0
        first = max(0, min(important, found.steps - 1))
        widths = [self._width(metrics, first)]
        grown = True
        while grown:
            grown = False
            for step in (first - 1, first + len(widths)):
                if 0 <= step < found.steps and sum(widths) + (more := self._width(metrics, step)) <= room:
                    widths.insert(0 if step < first else len(widths), more)
                    first, grown = min(first, step), True
                    break
        return range(first, first + len(widths)), widths

    # ---- painting

    def draw(self, painter: QPainter, theme: Theme) -> None:
        super().draw(painter, theme)
        first = None if self._found is None else self._found.first
        if first is not None and first in self.columns():  # a line before the first step that differs
            column = self.plan().column_rect(first)
            x = round(column.left() - _PAD / 2) + 0.5
            painter.setPen(QPen(theme.q("target"), 1))
            painter.drawLine(QPointF(x, 2), QPointF(x, column.bottom() - 2))

    def draw_column(self, painter: QPainter, theme: Theme, column: int) -> None:
        """The tokens of a step, each with its probability."""
        found, ways = self._found, self._ways()
        assert found is not None
        for way, (_, tokens, chances) in enumerate(ways):
            if column >= len(tokens):
                continue
            other, line = ways[1 - way][1], way * self.rows // 2
            parted = found.first is not None and column >= found.first
            differs = parted and way and (column >= len(other) or other[column].id != tokens[column].id)
            font, ink = themes.font("strong" if differs else "body"), theme.q("target" if differs else "ink")
            place = self.cell_rect(line, column).adjusted(0, 0, 4 - _PAD, 0)
            painting.draw_token(painter, place, tokens[column].text, ink, align="left", font=font)
            if self.chances and column < len(chances):
                before = float(found.chances[0][column]) if way and column < found.shared else None
                self._draw_chance(painter, theme, self.cell_rect(line + 1, column), float(chances[column]), before)

    @staticmethod
    def _draw_chance(painter: QPainter, theme: Theme, place: QRectF, value: float, before: float | None) -> None:
        """A probability; for a shared step the background shows whether it rose (orange) or fell (blue)."""
        font, text, ink = themes.font("body"), fmt_near_chance(value), theme.q("muted")
        change = 0.0 if before is None else value - before
        if abs(change) >= 5e-3:
            width = QFontMetricsF(font).horizontalAdvance(text) + 8
            box = QRectF(place.left() - 4, place.top() + 1, width, place.height() - 2)
            fill = theme.wash("target" if change > 0 else "source", 0.12 + 0.3 * min(1.0, abs(change)))
            painting.draw_rounded(painter, box, corner=4, fill=fill)
            ink = theme.q("ink")
        painting.draw_words(painter, place, text, ink, font=font)

    # ---- words

    def chance_at(self, point: QPointF) -> tuple[int, int] | None:
        """(text, step) of the probability under a point: text 0 without, 1 with the edits; None for none."""
        place = self.place_at(point)
        if place is None or not self.chances:
            return None
        text, line = divmod(place[0], 2)
        return (text, place[1]) if line == 1 and place[1] < len(self._ways()[text][2]) else None

    def tip_of(self, place: tuple[int, int]) -> str:
        return self.step_text(place[1])

    def step_text(self, step: int) -> str:
        found = self._found
        assert found is not None
        lines = [tr("Step {step}", step=step + 1)]
        for name, tokens, chances in self._ways():
            if step < len(tokens):
                lines.append(f"{name}: {isolated(tokens[step].text)}, p = {fmt_weight(float(chances[step]), 4)}")
        if step >= found.shared:
            lines.append(tr("After the first difference the two texts continue separately."))
        return "\n".join(lines)
