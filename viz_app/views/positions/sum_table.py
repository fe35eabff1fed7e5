"""Token + position = input, in numbers: the three vectors of one token, dimension by dimension.

Lengths are logical pixels. Shapes: D width; positions and dimensions count from 0.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSignalBlocker, QSize, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QHelpEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout, QSizePolicy, QToolTip, QVBoxLayout, QWidget

from viz_app.data import colormaps, number_format
from viz_app.data.colormaps import Scale
from viz_app.data.position_table import PositionTable
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.labels import Caption
from viz_app.widgets.theme import Theme

_AIR = 5.0  # px above and below a line of text
_TOKEN = 130.0  # px at text size 100 % for a token
_BLOCKS = 8.0  # px between two blocks of dimensions
_NORMED = "In this model a norm follows on the sum; the normed sum is the input of the first layer."


@dataclass(frozen=True)
class _Plan:
    """Where the numbers of a SumTable lie: the words' room on the left, a line, a cell, how many in a line, in all."""

    gutter: float
    line: float
    cell: float
    columns: int
    shown: int

    @classmethod
    def of(cls, widget: SumTable) -> _Plan:
        """For the widget as it is now."""
        metrics, scale, table = QFontMetricsF(widget.font()), themes.text_scale(), widget.table
        last, width = (0, 1) if table is None else (table.used - 1, table.width)
        longest = max(metrics.horizontalAdvance(f"+ position {last}"), _TOKEN * scale)
        gutter = math.ceil(min(longest, widget.width() * 0.3)) + 12
        least = metrics.horizontalAdvance("\u221200.00") + 12
        columns = max(1, min(width, int((widget.width() - gutter) // least)))
        line = _line(widget)
        blocks = max(1, int((widget.height() + _BLOCKS) // (4 * line + _BLOCKS)))
        cell = min((widget.width() - gutter) / columns, 84 * scale)
        return cls(gutter, line, cell, columns, 0 if table is None else min(width, blocks * columns))


def _line(widget: QWidget) -> float:
    """Px of one line of numbers."""
    return math.ceil(QFontMetricsF(widget.font()).height()) + _AIR


class SumTable(QWidget):
    """Three lines of coloured numbers: token, position, input. Further dimensions follow below where there is room."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._table: PositionTable | None = None
        self._position = 0
        self._planned: tuple[tuple[object, ...], _Plan | None] = ((), None)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(self.tr("Token + position = input"))
        themes.changed.connect(self._restyle)

    def show_position(self, table: PositionTable | None, position: int) -> None:
        """Shows the vectors of another position; None shows nothing."""
        self._table, self._position = table, position
        first = range(0 if table is None else min(4, table.width))
        self.setAccessibleDescription("; ".join(self.text_of(dimension) for dimension in first))
        self.update()

    def _restyle(self) -> None:
        self.updateGeometry()
        self.update()

    # ---- where things are

    def _plan(self) -> _Plan:
        """The geometry for the size, the font and the table of now, measured once."""
        key = (self.width(), self.height(), self.font().key(), self._table)
        if key != self._planned[0] or self._planned[1] is None:
            self._planned = key, _Plan.of(self)
        plan = self._planned[1]
        assert plan is not None
        return plan

    @property
    def table(self) -> PositionTable | None:
        """What is shown."""
        return self._table

    def shown(self) -> range:
        """The dimensions that are shown."""
        return range(self._plan().shown)

    def cell_rect(self, line: int, dimension: int) -> QRectF:
        """The place of a number: line 0 the dimension's own, 1 token, 2 position, 3 input."""
        plan = self._plan()
        block, column = divmod(dimension, plan.columns)
        top = block * (4 * plan.line + _BLOCKS) + line * plan.line
        return QRectF(plan.gutter + column * plan.cell, top, plan.cell, plan.line)

    def dimension_at(self, point: QPointF) -> int | None:
        """The dimension under a point, or None."""
        for dim in self.shown():
            if self.cell_rect(0, dim).united(self.cell_rect(3, dim)).contains(point):
                return dim
        return None

    def number_at(self, point: QPointF | None) -> tuple[int, int, int] | None:
        """(line, position, dimension) of the number under a point: line 1 token, 2 position, 3 input; None for none.
        Without a point the first number of the input."""
        if self._table is None:
            return None
        if point is None:
            return 3, self._position, 0
        dimension = self.dimension_at(point)
        lines = () if dimension is None else (1, 2, 3)
        line = next((one for one in lines if self.cell_rect(one, dimension or 0).contains(point)), None)
        return None if line is None or dimension is None else (line, self._position, dimension)

    def sizeHint(self) -> QSize:
        """Four lines of text."""
        return QSize(480, round(4 * _line(self)) + 1)

    def minimumSizeHint(self) -> QSize:
        """Four lines, two numbers."""
        return QSize(160, self.sizeHint().height())

    # ---- words and numbers

    def vectors(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Token, position and input (D,) of the position that is shown. Only with a table."""
        assert self._table is not None
        at = self._position
        return self._table.tokens[at], self._table.table[at], self._table.inputs[at]

    def _words(self) -> tuple[str, str, str]:
        """What the three lines are."""
        word = "" if self._table is None else painting.visible_text(self._table.words[self._position], self.font())
        room = _TOKEN * themes.text_scale()
        return painting.elided(word, QFontMetricsF(self.font()), room), f"+ position {self._position}", self._total()

    def _total(self) -> str:
        return "" if self._table is None else f"= {self._table.total}"

    def text_of(self, dimension: int) -> str:
        """One dimension's sum with five decimals."""
        token, position, total = (f"{float(vector[dimension]):.5f}".replace("-", "\u2212") for vector in self.vectors())
        return f"dim {dimension}: {token} + {position} = {total}".replace("+ \u2212", "\u2212 ")

    # ---- painting

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paints the numbers."""
        painter = QPainter(self)
        self.paint_to(painter, QRectF(self.rect()))
        painter.end()

    def paint_to(self, painter: QPainter, rect: QRectF) -> None:
        """Paints the numbers as shapes and text with the upper left corner at that of `rect`."""
        if self._table is None:
            return
        theme, metrics = themes.current(), QFontMetricsF(self.font())
        painter.save()
        painter.translate(rect.topLeft())
        painter.setFont(self.font())
        vectors = self.vectors()
        scale = Scale.of(np.stack(vectors), "diverging")
        for block in range(-(-len(self.shown()) // self._plan().columns)):
            self._draw_words(painter, theme, metrics, block)
        for dimension in self.shown():
            painter.setPen(theme.q("muted"))
            painting.draw_number(painter, self.cell_rect(0, dimension).center(), str(dimension), metrics)
            for line, vector in enumerate(vectors, start=1):
                self._draw_number(painter, theme, self.cell_rect(line, dimension), float(vector[dimension]), scale)
        painter.restore()

    def _draw_words(self, painter: QPainter, theme: Theme, metrics: QFontMetricsF, block: int) -> None:
        """What each line is, on the left; a rule above the sum."""
        plan = self._plan()
        first = block * plan.columns
        role = "source" if self._table is not None and self._table.side == "encoder" else "target"
        for line, (word, tone) in enumerate(zip(("dim", *self._words()), ("muted", role, "muted", "ink"), strict=True)):
            place = self.cell_rect(line, first)
            painter.setPen(theme.q(tone))
            left = plan.gutter - 12 - metrics.horizontalAdvance(word)
            painter.drawText(QPointF(left, place.center().y() + metrics.capHeight() / 2), word)
        last = min(first + plan.columns, plan.shown) - 1
        rule, end = self.cell_rect(3, first), self.cell_rect(3, last)
        painter.setPen(QPen(theme.q("edge"), 1))
        painter.drawLine(QPointF(0, rule.top() + 0.5), QPointF(end.right(), rule.top() + 0.5))

    def _draw_number(self, painter: QPainter, theme: Theme, place: QRectF, value: float, scale: Scale) -> None:
        ramp = colormaps.table(scale.ramp, theme.dark)
        entry = int(colormaps.index(np.array([value], np.float32), scale.lo, scale.hi)[0])
        painter.fillRect(place.adjusted(1, 1, -1, -1), QColor.fromRgb(int(ramp[entry])))
        painter.setPen(QColor.fromRgb(int(colormaps.inks(ramp, dark=theme.dark)[entry])))
        painting.draw_number(painter, place.center(), number_format.fmt_score(value, 2), QFontMetricsF(self.font()))

    def event(self, event: QEvent) -> bool:
        """Answers the question for a tool tip; everything else as usual."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            dimension = self.dimension_at(QPointF(event.pos())) if self._table is not None else None
            QToolTip.showText(
                event.globalPos(), painting.tip("" if dimension is None else self.text_of(dimension)), self
            )
            return True
        return super().event(event)


class SumCard(QFrame):
    """The sum with the choice of the token and the proof that it is what the model recorded."""

    chosen = Signal(int)  # a position

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("card", True)
        self.title = Caption("strong", "ink", elastic=False, parent=self)
        self.title.set_text("Token + position = input")
        self.token = QComboBox(self)
        self.token.setAccessibleName("Token")
        self.token.setToolTip(painting.tip("Which token of the sentence is added up."))
        self.token.setMaxVisibleItems(16)
        self.token.currentIndexChanged.connect(self.chosen)
        self.check = Caption("body", "muted", parent=self)
        self.numbers = SumTable(self)
        self._words: tuple[str, ...] = ()
        self._fitted: tuple[tuple[str, ...], str] = ((), "")
        top = QHBoxLayout()
        top.setSpacing(12)
        top.addWidget(self.title)
        top.addWidget(self.token)
        top.addWidget(self.check, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 8, 14, 8)
        column.setSpacing(4)
        column.addLayout(top)
        column.addWidget(self.numbers, 1)

    def show_position(self, table: PositionTable, position: int) -> None:
        """Shows another table or position."""
        blocked = QSignalBlocker(self.token)
        if table.words != self._words:
            self._words = table.words
            self.token.clear()
            self.token.addItems([self._entry(place, word) for place, word in enumerate(table.words)])
        self.token.setCurrentIndex(position)
        blocked.unblock()
        self._fit_token()
        error, named = table.sum_error(position), table.total
        self.title.set_text(f"Token + position = {named}", _NORMED if table.spec.embedding_norm else "")
        if table.sum_holds(position):
            words = f"\u2713 equals the recorded {named} in all {table.width} dimensions"
            self.check.set_text(words, f"{words}: largest difference {error:.1e}, the rounding of float32.", "good")
        else:
            self.check.set_text(f"\u2717 differs from the recorded {named} by up to {error:.2g}", tone="error")
        self.numbers.show_position(table, position)

    def _entry(self, place: int, word: str) -> str:
        """An entry of the list; & would be taken for a mnemonic nowhere in a list, so it stays."""
        return f"{place}  {painting.visible_text(word, self.font())}"

    def _fit_token(self) -> None:
        """The list of tokens as wide as its longest entry, at once: the box itself waits a moment before it grows."""
        metrics, font = QFontMetricsF(self.token.font()), self.token.font().key()
        if (self._words, font) == self._fitted:
            return
        self._fitted = self._words, font
        entries = (self.token.itemText(place) for place in range(self.token.count()))
        widest = max((metrics.horizontalAdvance(entry) for entry in entries), default=0.0)
        self.token.setFixedWidth(round(min(widest, themes.px(180))) + themes.px(52))

    def set_tall(self, tall: bool) -> None:
        """Whether the card takes all the room it gets, for further dimensions, or stays as low as it can be."""
        policy = QSizePolicy.Policy.Expanding if tall else QSizePolicy.Policy.Fixed
        self.setSizePolicy(QSizePolicy.Policy.Expanding, policy)

    def dress(self) -> None:
        """Fonts in the text size of now."""
        self.numbers.setFont(themes.font("body"))


__all__ = ["SumCard", "SumTable"]
