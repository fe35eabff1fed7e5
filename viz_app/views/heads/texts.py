"""The text as it is above the text that is written without the chosen part, changed words marked.

Lengths are logical pixels.
"""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import accumulate

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QWidget

from model_core.direction import in_order
from viz_app.data.number_format import ELLIPSIS
from viz_app.system.language import tr
from viz_app.views.heads.text_lines import TextLine
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.canvas import Canvas
from viz_app.widgets.theme import Theme

_PAD, _GAP = 10.0, 14.0
_BEFORE = 4  # words before the first one that changed, where the beginning is left out


class TextPair(Canvas):
    """Two or three lines in a frame; words that do not fit are left out at the end."""

    passive = True
    least = 120, 0
    steady = True

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, tr("The text as it is, and without the selected part"))
        self.lines: tuple[TextLine, ...] = ()

    def show_lines(self, lines: tuple[TextLine, ...]) -> None:
        """Shows these lines."""
        if lines != self.lines:
            again, self.lines = len(lines) != len(self.lines), lines
            if again:
                self.updateGeometry()
            spoken = "\n".join(map(_spoken, lines))
            self.setAccessibleDescription(spoken)
            painting.set_tip(self, spoken)
            self.update()

    def _line(self) -> float:
        return math.ceil(self.line("body")) + 4.0

    def sizeHint(self) -> QSize:
        return QSize(themes.px(320), round(max(2, len(self.lines)) * self._line() + _PAD))

    def draw(self, painter: QPainter, theme: Theme) -> None:
        frame = QRectF(self.rect())
        painting.draw_rounded(painter, frame, fill=theme.q("panel"), line=theme.q("line"))
        small, body = self.font_of("small"), self.metrics_of("body")
        name = max((painting.fitted(line.name, small, math.inf)[1] for line in self.lines), default=0.0)
        name = min(name, frame.width() * 0.3)
        for place, line in enumerate(self.lines):
            rect = QRectF(_PAD, _PAD / 2 + place * self._line(), frame.width() - 2 * _PAD, self._line())
            tone = "target" if line.strong else "muted"
            painting.draw_words(painter, rect.adjusted(0, 0, name - rect.width(), 0), line.name, theme.q(tone),
                                font=self.font_of("small"))  # fmt: skip
            numbers = min(painting.fitted(line.numbers, small, math.inf)[1], rect.width() * 0.45)
            right = QRectF(rect.right() - numbers, rect.top(), numbers, rect.height())
            painting.draw_words(painter, right, line.numbers, theme.q("muted"), align="right",
                                font=self.font_of("small"))  # fmt: skip
            rect.setLeft(rect.left() + name + _GAP)
            rect.setRight(right.left() - _GAP)
            self._draw_text(painter, theme, rect, line, body)

    def _first(self) -> int:
        """The word that lines too long for their room begin with: a few before the first one that changed."""
        places = [line.changed.index(True) for line in self.lines if True in line.changed]
        return max(0, min(places) - _BEFORE) if places else 0

    def _draw_text(self, painter: QPainter, theme: Theme, rect: QRectF, line: TextLine, metrics: QFontMetricsF) -> None:
        left, dots, blank = rect.left(), metrics.horizontalAdvance(ELLIPSIS), metrics.horizontalAdvance(" ")
        font, whole = self.font_of("body"), list(enumerate(zip(line.words, line.changed, strict=True)))
        wide = (metrics.horizontalAdvance(painting.visible_words(word, font)) + blank for word in line.words)
        if (first := self._first()) > 0 and any(needed > rect.width() for needed in accumulate(wide)):
            painting.draw_words(painter, rect, ELLIPSIS, theme.q("muted"), font=font)
            left, whole = left + dots + blank, whole[first:]
        for place, (word, changed) in whole:
            width = metrics.horizontalAdvance(painting.visible_words(word, font))
            last = place == len(line.words) - 1
            if left + width + (0 if last else blank + dots) > rect.right():
                painting.draw_words(painter, QRectF(left, rect.top(), dots + 1, rect.height()), ELLIPSIS,
                                    theme.q("muted"), font=font)  # fmt: skip
                return
            tone = "target" if changed else "ink"
            used = painting.draw_token(painter, QRectF(left, rect.top(), width + 2, rect.height()), word,
                                       theme.q(tone), align="left", font=font)  # fmt: skip
            if changed:
                painter.setPen(theme.q("target"))
                under = rect.center().y() + metrics.capHeight() / 2 + 3
                painter.drawLine(QPointF(used.left(), under), QPointF(used.left() + width, under))
            left += width + blank


def _spoken(line: TextLine) -> str:
    """A line with its numbers, as far as there are any words and numbers."""
    text = tr("{name}, from step 1: {text}", name=line.name, text=_read(line.words)) if line.words else line.name
    return "; ".join(filter(None, (text, line.numbers)))


@lru_cache(maxsize=4)
def _read(words: tuple[str, ...]) -> str:
    """What a line says, whatever stands beside it."""
    return in_order(words)
