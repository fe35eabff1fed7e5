"""The maps of all heads in the grid of small ones; those of a long text as they are made.

Shapes: L layers, H heads, Q queries (rows), K keys (columns).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from PySide6.QtCore import QObject, Signal

from model_core.record.trace import Trace
from viz_app.data import color_range, map_options
from viz_app.data.map_options import MapChoice
from viz_app.maps.head_grid import Mosaic
from viz_app.views.attention.long_text_thumbnails import Overview

Maps = tuple[list[np.ndarray], np.ndarray | None, dict[tuple[int, int], Any]]
"""[H, Q, K] per layer, the mask [Q, K], (layer, head) -> dimmed columns."""


class AllHeads(QObject):
    """Fills a grid. `most` is the largest score of all heads; `grown`: there are more maps of a long text."""

    grown = Signal()

    def __init__(self, grid: Mosaic, parent: QObject) -> None:
        super().__init__(parent)
        self.most = 1.0
        self._grid = grid
        self._height = 1  # rows of a map in one row of the grid's
        self._overview = Overview(self)
        self._overview.grown.connect(self.grown)

    @property
    def working(self) -> bool:
        """Whether maps of a long text are still to come."""
        return self._overview.working

    def show(self, trace: Trace, place: MapChoice) -> None:
        """New arrays for the grid."""
        what = next((what for what in (place.what, "weights") if map_options.recorded(trace, place.kind, what)), None)
        if what is None:
            return
        signed, (maps, masks, columns) = what != "weights", self._maps(trace, place, what)
        self.most = color_range.largest(maps) if signed else 1.0
        shades, scale = color_range.of_heads(maps, place.how, signed=signed, most=self.most, dimmed=columns)
        self._grid.set_maps(shades, masks, scale)
        self._grid.set_dimmed(columns)

    def set_rows_shown(self, last: int | None) -> None:
        """The last row that is written so far, None for all."""
        self._grid.set_rows_shown(None if last is None else last // self._height)

    def _maps(self, trace: Trace, place: MapChoice, what: str) -> Maps:
        """The maps of all heads, their mask and what is dimmed in them; of a long text small ones, as far as made."""
        self._height, masks = 1, map_options.masks(trace, place)
        if trace.whole(place.kind, what):
            self._overview.rest()
            columns = color_range.heads_dimming(trace, place.kind, place.sentence, place.dimmed)
            return trace.maps(place.kind, what, place.sentence), masks, columns
        small = self._overview.of(trace, place.kind, what, place.sentence, (place.layer, place.head))
        self._height = small.rows
        return small.maps, None if masks is None else small.reasons(masks), {}
