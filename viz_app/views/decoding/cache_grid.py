"""The key/value cache at one step: tokens × layers, strong where computed now, muted where reused.

Steps, layers and tokens count from 0 here and from 1 on the screen.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QAccessible, QPainter, QPen
from PySide6.QtWidgets import QWidget

from viz_app.charts.step_columns import Columns
from viz_app.system.language import counted, tr
from viz_app.views.decoding.parts import StepCanvas
from viz_app.widgets import painting
from viz_app.widgets.painting import draw_words
from viz_app.widgets.theme import Theme

_WIDEST = 72.0  # px of a token at text size 100 %
_RULED = 6.0  # px of a cell from which cells are distinguished by lines
_OWN = (
    tr("Cache of the decoder's self-attention"),
    tr("Each cell is the key and the value of one token in one layer; Shift+arrow keys move to another step."),
)
_CROSS = tr("Cache of the cross-attention"), tr("Each cell is the key and the value of one token in one layer.")
"""Name and tooltip."""


class CacheGrid(StepCanvas):
    """One attention: `own` = the decoder's own tokens, a new one at each step; otherwise the source, all at step 1.

    Cells before the step are reused, those of the step computed now, later ones empty. A place is (layer, token).
    """

    accessible_role = QAccessible.Role.Table

    def __init__(self, own: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent, *(_OWN if own else _CROSS))
        self.own = own
        self.words: tuple[str, ...] = ()
        self.layers = 1
        self.widths = 0, 0  # numbers in a key and in a value, over all heads

    def show_cache(self, words: Sequence[str], layers: int, step: int, widths: tuple[int, int]) -> None:
        """Shows the cache of tokens × `layers` at a step; a key and a value have `widths` numbers."""
        self.words, self.layers, self.step, self.widths = tuple(words), layers, step, widths
        self.setAccessibleDescription(self.summary())
        self.update()

    def state_of(self, token: int) -> str:
        """ "new", "reused" or "none" for a token at the present step."""
        if not self.own:
            return "new" if self.step == 0 else "reused"
        return "new" if token == self.step else "reused" if token < self.step else "none"

    def summary(self) -> str:
        """What is computed and what is reused, in a sentence."""
        states = [self.state_of(token) for token in range(len(self.words))]
        new, old = (states.count(state) * self.layers for state in ("new", "reused"))
        pairs = counted(new, tr("key–value pair"), tr("key–value pairs"))
        return tr("{pairs} computed now, {old:,} reused", pairs=pairs, old=old)

    # ---- where things are

    def _gutter(self) -> float:
        return self.metrics_of("small").horizontalAdvance(tr("layer {layer}", layer=self.layers)) + 10

    def columns(self) -> Columns:
        """The columns of all tokens at the present width."""
        gutter = self._gutter()
        return Columns.fitted(max(1, len(self.words)), gutter, self.width() - gutter - 4, 0.0, _WIDEST * self.unit)

    def _row(self) -> float:
        """Height of one layer, px."""
        room = self.height() - self.line("small") - 10
        return max(3.0, min(30.0 * self.unit, room / max(1, self.layers)))

    def cell(self, layer: int, token: int) -> QRectF:
        """One cell; layer 1 is the lowest line, as in the model."""
        columns, row = self.columns(), self._row()
        top = self.line("small") + 6 + layer * row
        return QRectF(columns.x_of(token), top, columns.pitch, row)

    def sizeHint(self) -> QSize:
        return QSize(400, math.ceil(self.line("small") + 12 + self.layers * 22 * self.unit))

    def most_height(self) -> int:
        """The height in px beyond which more would not help."""
        return math.ceil(self.line("small") + 12 + self.layers * 30 * self.unit)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, math.ceil(self.line("small") + 12 + min(self.layers, 6) * 8))

    def place_at(self, point: QPointF) -> tuple[int, int] | None:
        """(layer, token) under a point."""
        token = self.columns().column_at(point.x())
        layer = math.floor((point.y() - self.line("small") - 6) / self._row())
        return (layer, token) if token is not None and 0 <= layer < self.layers and token < len(self.words) else None

    def tip_of(self, place: tuple[int, int]) -> str:
        layer, token = place
        state = {
            "new": tr("computed at this step"),
            "reused": tr("computed at step {step}, reused from the cache now", step=token + 1 if self.own else 1),
            "none": tr("not written yet"),
        }[self.state_of(token)]
        return tr(
            "layer {layer}, “{token}”: key and value ({keys} and {values} numbers) {state}",
            layer=layer + 1, token=self.words[token], keys=self.widths[0], values=self.widths[1], state=state,
        )  # fmt: skip

    def hint_of(self, place: tuple[int, int]) -> str:
        return super().hint_of(place) if self.own else ""

    def steps(self) -> int:
        return len(self.words) if self.own else 0

    # ---- painting

    def draw(self, painter: QPainter, theme: Theme) -> None:
        """Tokens above, one line of cells per layer."""
        if not self.words:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        columns = self.columns()
        role, chosen = ("target", self.step) if self.own else ("source", None)
        self.draw_tokens(painter, theme, self.words, 1, role, "mmm", 1.4, chosen)
        self._draw_layers(painter, theme)
        for layer in range(self.layers):
            self._draw_row(painter, theme, layer, columns)
        if isinstance(self.pointed, tuple):
            rect = self.cell(*self.pointed).adjusted(0.5, 0.5, -0.5, -0.5)
            painting.draw_rounded(painter, rect, corner=2, line=theme.q("ink"), width=1.5)

    def _draw_layers(self, painter: QPainter, theme: Theme) -> None:
        for layer in range(0, self.layers, max(1, math.ceil(self.line("small") / self._row()))):
            cell = self.cell(layer, 0)
            place = QRectF(0, cell.top(), self.width(), cell.height())
            words = tr("layer {layer}", layer=layer + 1)
            draw_words(painter, place, words, theme.q("muted"), font=self.font_of("small"))

    def _draw_row(self, painter: QPainter, theme: Theme, layer: int, columns: Columns) -> None:
        """Draws each run of equal cells as one rectangle, so that long texts cost no more than short ones."""
        role = "target" if self.own else "source"
        fills = {"new": theme.q(role), "reused": theme.wash(role, 0.16), "none": None}
        ends = sorted({0, len(self.words), *([self.step, self.step + 1] if self.own else [])})
        for first, end in pairwise(ends):
            if first >= len(self.words):
                break
            run = self.cell(layer, first).united(self.cell(layer, min(end, len(self.words)) - 1))
            fill, box = fills[self.state_of(first)], run.adjusted(0.5, 1, -0.5, -1)
            painting.draw_rounded(painter, box, corner=2, fill=fill, line=None if fill else theme.q("line"))
            if columns.pitch >= _RULED:
                painter.setPen(QPen(theme.q("panel"), 1))
                for token in range(first + 1, min(end, len(self.words))):
                    x = columns.x_of(token)
                    painter.drawLine(QPointF(x, box.top()), QPointF(x, box.bottom()))
