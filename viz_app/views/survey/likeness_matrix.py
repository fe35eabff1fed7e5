"""How alike heads read as an ordered map: dark where two read the same."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from viz_app.data.map_text import RowLabel
from viz_app.data.maps.colormaps import Scale
from viz_app.data.snapshot import Cell
from viz_app.maps.editable_heatmap import EditableHeatMap
from viz_app.maps.heatmap_figure import HeatMapFigure
from viz_app.maps.legend import LegendContent
from viz_app.system.language import tr
from viz_app.views.survey.likeness import Head, Likeness, number, pair_words
from viz_app.widgets import painting


class LikenessMatrix(HeatMapFigure):
    """Rows and columns are heads. `chosen` carries the head (layer, head) of a row that was clicked."""

    chosen = Signal(object)
    hovered = Signal(object)
    hinted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        heat = EditableHeatMap()
        super().__init__(parent, heat)
        self._found: Likeness | None = None
        heat.held, heat.motion = Qt.KeyboardModifier.NoModifier, False
        heat.setAccessibleName(tr("How alike heads read, pair by pair"))
        painting.set_tip(heat, tr("Rows and columns are heads, similar ones side by side. Click to open a head."))
        heat.describe = lambda one, other: "" if self._found is None else pair_words(self._found, one, other)
        heat.moved.connect(heat.point_at)
        for signal in (heat.clicked, heat.chosen):
            signal.connect(lambda cell: self._choose(cell[0]))
        heat.row_clicked.connect(self._choose)
        heat.hovered.connect(self.hovered)
        heat.hovered.connect(self._hint)

    def show_heads(self, found: Likeness | None, head: Head) -> None:
        """Shows these heads and marks one of them."""
        heat = self.heat
        if found is None:
            heat.clear()
        elif found is not self._found:
            heat.set_rows([RowLabel(found.called(at)) for at in range(len(found.heads))])
            heat.set_columns([number(one) for one in found.heads])
            heat.set_values(found.apart, None, Scale(0.0, found.largest), found.largest - found.apart)
            ends = (0.0, f"{found.largest:.2f}"), (1.0, "0")
            self.set_key(LegendContent(tr("bits apart"), "weights", ends))
        self._found = found
        row = found.heads.index(head) if found is not None and head in found.heads else None
        heat.set_marks(None, None, None, row=row)

    def _choose(self, row: int) -> None:
        if self._found is not None:
            self.chosen.emit(self._found.heads[row])

    def _hint(self, cell: Cell | None) -> None:
        if self._found is None or cell is None:
            self.hinted.emit("")
        else:
            self.hinted.emit(tr("Click to select head {head}.", head=self._found.called(cell[0])))
