"""The pictures of a model that adds learned numbers by distance to its scores: one curve for each head, and the
selected head's numbers as the map to which they are added.

Shapes: H heads, N distances, Q queries, M keys. Lengths are logical pixels.
"""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

from viz_app.charts.line_chart import CurvePlot
from viz_app.charts.plot_area import Curve
from viz_app.data.maps.colormaps import Scale
from viz_app.data.number_format import fmt_score
from viz_app.system.language import tr
from viz_app.views.positions.panels import NumberedMap, Panel
from viz_app.views.positions.position_table import DistanceBias
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.layout import row_of, show_part

_COLUMNS = 560  # px at text size 100 %: a narrower place has the curves alone
_NAMED = 8  # heads that are distinguished by colour; of more, only the chosen one is strong


class BiasPictures(QWidget):
    """Panels "curves" and "map"."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.curves, self.map = CurvePlot(self), NumberedMap(self)
        by_distance = tr("What each head adds to a score, by distance from the row's token to the one it reads")
        by_cell = tr("What the selected head adds to each score, row by column")
        for part, words in ((self.curves, by_distance), (self.map.map, by_cell)):
            part.setAccessibleName(words)
            painting.set_tip(part, f"{words}.")
        self.panels = {
            "curves": Panel(tr("Learned number by distance"), self.curves, (), None, self),
            "map": Panel(tr("Added to the scores"), self.map, (self.map.scale,), None, self),
        }
        row_of((self.panels["curves"], 58), (self.panels["map"], 42), parent=self, spacing=24)
        self._bias: DistanceBias | None = None
        self._head = 0
        self.curves.describe = self._curve_text
        self.curves.hovered.connect(self.curves.set_marked)
        self.map.map.describe = self._cell_text

    def show_bias(self, bias: DistanceBias, head: int) -> None:
        """Shows the numbers of all heads as curves, those of one as a map."""
        head = min(head, len(bias.maps) - 1)
        self._bias, self._head = bias, head
        many = len(bias.by_distance) > _NAMED
        curves = [
            Curve("" if many and at != head else tr("head {head}", head=at + 1), values, at, None, many and at != head)
            for at, values in enumerate(bias.by_distance)
        ]
        curves.sort(key=lambda curve: not curve.pale)
        self.curves.set_curves(bias.distances, curves)
        self.panels["curves"].remark.set_text(tr("0: itself; left: earlier tokens; right: later ones"))
        self.panels["map"].remark.set_text(tr("head {head}, in every layer", head=head + 1))
        self.map.show_numbers(bias.maps[head], Scale.fitted(bias.maps[head], "diverging"))

    def fit(self, size: tuple[int, int]) -> None:
        """Leaves the map out if space is tight, px."""
        for panel in self.panels.values():
            panel.restyle()
        show_part(self.panels["map"], size[0] >= themes.px(_COLUMNS))

    def sizeHint(self) -> QSize:
        return QSize(640, 240)

    def _curve_text(self, distance: int) -> str:
        if self._bias is None:
            return ""
        (place,) = np.flatnonzero(self._bias.distances == distance)
        where = tr("to itself")
        if distance > 0:
            where = tr("to the token {distance} later", distance=distance)
        elif distance < 0:
            where = tr("to the token {distance} earlier", distance=-distance)
        rows = self._bias.by_distance
        heads = sorted(range(len(rows)), key=lambda head: head != self._head)[:_NAMED]  # the chosen one first
        values = [tr("head {head}: {number}", head=at + 1, number=fmt_score(float(rows[at][place]), 3)) for at in heads]
        return "\n".join((where, *values))

    def _cell_text(self, row: int, column: int) -> str:
        value = 0.0 if self._bias is None else float(self._bias.maps[self._head][row, column])
        way = tr(
            "from position {row} to position {column}, {distance:+d}", row=row, column=column, distance=column - row
        )
        return f"{way}: {fmt_score(value, 3)}".replace("-", "\u2212")
