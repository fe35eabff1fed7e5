"""Token + position = input, in numbers: the three vectors of one token, dimension by dimension.

Lengths are logical pixels. Shapes: D width; positions and dimensions count from 0.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from model_core.direction import isolated
from model_core.explain.provenance import Source
from model_core.record.trace import Trace
from viz_app.charts.number_table import NumberCell, NumberLine, NumberTable
from viz_app.data import number_format
from viz_app.data.maps.colormaps import Scale
from viz_app.system.language import tr
from viz_app.views.positions.position_table import PositionTable
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.labels import Caption
from viz_app.widgets.layout import column_of, row_of
from viz_app.widgets.segmented import DropDown

_TOKEN = 130.0  # px at text size 100 % for a token
_TOTALS = {"input": tr("input"), "sum": tr("sum")}
"""What token + position is called (PositionTable.total) -> its word."""
_NORMED = tr("In this model a norm follows the sum; the normalised sum is the input of the first layer.")


class SumTable(NumberTable):
    """Three lines of coloured numbers: token, position, input. Further dimensions follow below if there is room."""

    wraps, steady = True, False
    head = NumberLine(tr("dim", "short for dimension"))
    spare = 1

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, tr("Token + position = input"))
        self._table: PositionTable | None = None
        self.position = 0
        self._scale = Scale()
        self.source = self._number
        self.answers(click=True)

    def show_position(self, table: PositionTable | None, position: int) -> None:
        """Shows the vectors of another position; None clears it."""
        self._table, self.position = table, position
        if table is None:
            self.show_numbers((), (), None, "")
            return
        self._scale = Scale.fitted(np.stack(self.vectors()), "diverging")
        tone = "source" if table.side == "encoder" else "target"
        lines = (
            NumberLine(painting.visible_text(table.words[position], self.font()), tone=tone),
            NumberLine(tr("+ position {position}", position=position)),
            NumberLine(f"= {_TOTALS[table.total]}", tone="ink", ruled=True),
        )
        first = "; ".join(self.tip_of((1, dimension)) for dimension in range(min(4, table.width)))
        self.show_numbers(lines, [str(dimension) for dimension in range(table.width)], None, first)

    def gutter(self, metrics: QFontMetricsF, names: Sequence[str]) -> float:
        """The same for every position of the table, so that nothing moves from one to the next."""
        last = 0 if self._table is None else self._table.used - 1
        longest = max(
            metrics.horizontalAdvance(tr("+ position {position}", position=last)), _TOKEN * themes.text_scale()
        )
        return math.ceil(min(longest, self.width() * 0.3)) + 12

    def start(self) -> tuple[int, int] | None:
        """The first number of the input."""
        return None if self._table is None else (3, 0)

    def vectors(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Token, position and input (D,) of the current position. Only with a table."""
        assert self._table is not None
        at = self.position
        return self._table.tokens[at], self._table.table[at], self._table.inputs[at]

    def _number(self, place: tuple[int, int]) -> tuple[Trace, Source] | None:
        """The source of a number on a line (from 1)."""
        (line, dimension), table = place, self._table
        if table is None or not line:
            return None
        name = f"{table.side}.embed.{('tokens', 'positions', table.total)[line - 1]}"
        at = (self.position, dimension) if line == 2 else (table.sentence, self.position, dimension)
        return table.trace, Source(name, at)

    def figure(self, line: int, column: int) -> NumberCell:
        value = float(self.vectors()[line - 1][column])
        return NumberCell(number_format.fmt_score(value, 2), value=value, scale=self._scale)

    def tip_of(self, place: tuple[int, int]) -> str:
        """One dimension's sum with five decimals."""
        if self._table is None:
            return ""
        at = place[1]
        token, position, total = (number_format.fmt_score(float(vector[at]), 5) for vector in self.vectors())
        dimension = tr("dim {dimension}", dimension=at)
        return f"{dimension}: {token} + {position} = {total}".replace("+ \u2212", "\u2212 ")


class SumCard(QFrame):
    """The sum with a choice of the token, and the proof that it is what the model recorded."""

    chosen = Signal(int)  # a position

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Token and position, summed"))
        self.setProperty("card", True)
        self.title = Caption("strong", "ink", elastic=False, parent=self)
        self.title.set_text(tr("Token + position = input"))
        self.token = DropDown(self, tr("Token"), tr("The token whose sum is shown."))
        self.token.currentIndexChanged.connect(self.chosen)
        self.check = Caption("body", "muted", parent=self)
        self.numbers = SumTable(self)
        self._listed: tuple[tuple[str, ...], str] = ((), "")  # which tokens, in which font
        top = row_of(self.title, self.token, (self.check, 1), spacing=12)
        column_of(top, (self.numbers, 1), parent=self, margins=(14, 8, 14, 8), spacing=4)

    def show_position(self, table: PositionTable, position: int) -> None:
        self._list_tokens(table.words)
        with QSignalBlocker(self.token):
            self.token.setCurrentIndex(position)
        error, named = table.sum_error(position), _TOTALS[table.total]
        note = _NORMED if table.total == "sum" else ""
        self.title.set_text(tr("Token + position = {total}", total=named), note)
        if table.sum_holds(position):
            words = tr("✓ equals the recorded {total} in all {width} dimensions", total=named, width=table.width)
            rounding = tr("largest difference {error:.1e}, from float32 rounding.", error=error)
            short = tr("✓ equals the recorded {total}", total=named)
            self.check.set_text(words, f"{words}: {rounding}", "good", (short,))
        else:
            words = tr("✗ differs from the recorded {total} by up to {error:.2g}", total=named, error=error)
            self.check.set_text(words, tone="error")
        self.numbers.show_position(table, position)

    def _entry(self, place: int, word: str) -> str:
        """An entry of the list; & is no mnemonic in a list, so it stays."""
        return f"{place}  {isolated(painting.visible_text(word, self.font()))}"

    def _list_tokens(self, words: tuple[str, ...]) -> None:
        """Makes the list of tokens as wide as its longest entry at once: the box itself would wait a moment."""
        metrics, font = QFontMetricsF(self.token.font()), self.token.font().key()
        if (words, font) == self._listed:
            return
        self._listed = words, font
        entries = [self._entry(place, word) for place, word in enumerate(words)]
        self.token.fill(entries, 0)
        widest = max(map(metrics.horizontalAdvance, entries), default=0.0)
        self.token.setFixedWidth(round(min(widest, themes.px(180))) + themes.px(52))

    def set_tall(self, tall: bool) -> None:
        """Whether the card takes all available room, for further dimensions, or stays as low as possible."""
        policy = QSizePolicy.Policy.Expanding if tall else QSizePolicy.Policy.Fixed
        self.setSizePolicy(QSizePolicy.Policy.Expanding, policy)
