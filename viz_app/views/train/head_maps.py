"""All heads on the sentence at the selected snapshot: a grid for each attention.

Layers and heads count from 0.
"""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from model_core.record.snapshots import SnapshotReading
from model_core.spec import KINDS
from viz_app.data.maps.colormaps import Scale
from viz_app.data.vocabulary import ATTENTIONS
from viz_app.maps.head_grid import HeadGrid
from viz_app.system.language import tr
from viz_app.views.train.content import Head, TrainContent, head_name
from viz_app.widgets.labels import Caption
from viz_app.widgets.layout import column_of, row_of, show_part


class HeadMaps(QWidget):
    """Three grids; where there is little room that of the chosen attention alone. `picked` carries a head."""

    picked = Signal(str, int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kind, self._wide = "cross", True
        self._content: TrainContent | None = None
        self._reading: SnapshotReading | None = None
        self.grids = {kind: HeadGrid(self, largest=96.0, fills=True) for kind in KINDS}
        self._columns: dict[str, QWidget] = {}
        for kind, grid in self.grids.items():
            column = self._columns[kind] = QWidget(self)
            title = Caption("strong", "ink", parent=column)
            title.set_text(ATTENTIONS[kind].title)
            column_of(title, (grid, 1), parent=column, spacing=4)
            grid.setAccessibleName(
                tr("All heads, {attention}, at this snapshot", attention=ATTENTIONS[kind].title.lower())
            )
            grid.setToolTip(tr("Rows are layers, columns are heads. Click a map to select it; arrow keys move."))
            grid.picked.connect(lambda layer, head, kind=kind: self.picked.emit(kind, layer, head))
            grid.describe = lambda layer, head, kind=kind: self._tip((kind, layer, head))
        row_of(*((self._columns[kind], 1) for kind in KINDS), parent=self, spacing=16)

    def show_content(self, content: TrainContent, head: Head) -> None:
        """The maps of a snapshot, `head` framed."""
        self._content, self._kind = content, head[0]
        reading, before = content.reading, self._reading
        self._reading = reading
        for kind, grid in self.grids.items():
            maps = reading.maps.get(kind) if reading is not None else None
            grid.setVisible(maps is not None and maps.size > 0)
            if maps is not None and maps.size:
                if reading is not before:
                    grid.set_maps(np.asarray(maps, np.float32), None, Scale())
                grid.set_names(content.names(kind))
                grid.set_current(*(head[1:] if kind == head[0] else (-1, -1)))
        self._arrange()

    def _tip(self, head: Head) -> str:
        name = self._content.names(head[0]).get(head[1:], "") if self._content is not None else ""
        return f"{head_name(head)}{f', {name}' if name else ''}"

    def fit(self, width: int, unit: float) -> None:
        """All grids where the view is wide enough."""
        self._wide = width >= 760 * unit
        self._arrange()

    def _arrange(self) -> None:
        for kind, column in self._columns.items():
            show_part(column, self._wide or kind == self._kind)
