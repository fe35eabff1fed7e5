"""The maps of all heads in the grid of small ones; those of a long text are made one after the other, between other
turns of the event loop.

The maps of a long text are not in its Trace: each is made from queries and keys when it is requested (Trace.map). Here
all heads of a kind are made once, reduced to blocks by their largest number, so that a bright cell stays visible, and
released. Shapes: L layers, H heads, Q queries, K keys, R and C rows and columns of blocks.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any

import numpy as np
from PySide6.QtCore import QObject, Signal

from model_core.analysis.heads import dimmed_columns
from model_core.analysis.map_blocks import BlockMaps
from model_core.explain.provenance import ALL, Source
from model_core.record.trace import Trace
from viz_app.data.maps import color_range, map_options
from viz_app.data.maps.map_options import MapChoice
from viz_app.maps.head_grid import HeadGrid
from viz_app.system.in_turns import Head, HeadTask
from viz_app.widgets.number_card import Pointed

SIDE = 128
"""Most blocks along a side of a small map."""


class ThumbnailMaker(HeadTask):
    """Makes the requested thumbnails, the selected head first, and caches those of the last Trace."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._trace: Trace | None = None
        self._kept: dict[tuple[str, str, int], BlockMaps] = {}
        self._asked = ("", "", 0)

    def of(self, trace: Trace, kind: str, what: str, sentence: int, first: Head) -> BlockMaps:
        """The thumbnails made so far, at least that of `first`; `grown` announces more."""
        if trace is not self._trace:
            self._trace, self._kept = trace, {}
        self._asked = kind, what, sentence
        if self._asked not in self._kept:
            self._kept[self._asked] = self._empty_maps(trace, kind, sentence)
        small = self._kept[self._asked]
        self.left = small.left
        if first in self.left:
            self.make(first)
        self.go_on()
        return small

    def forget(self) -> None:
        """Stops making thumbnails and releases the Trace, which for a long text takes many MB."""
        self.pause()
        self._trace, self._kept, self.left = None, {}, []

    def _empty_maps(self, trace: Trace, kind: str, sentence: int) -> BlockMaps:
        rows, columns = trace.size(kind, sentence)
        height, width = max(1, -(-rows // SIDE)), max(1, -(-columns // SIDE))
        layers, heads = trace.spec.layers(kind), trace.spec.heads_of(kind)
        shape = heads, -(-rows // height), -(-columns // width)
        maps = [np.zeros(shape, np.float32) for _ in range(layers)]
        return BlockMaps(maps, height, width, list(product(range(layers), range(heads))))

    def make(self, head: Head) -> None:
        assert self._trace is not None
        kind, what, sentence = self._asked
        self.left.remove(head)
        values = self._trace.map_uncached(kind, *head, what, sentence)
        if what == "masked" and kind in self._trace.reasons:  # a block shows its largest number: none of a mask's
            values = color_range.without_masked(values, self._trace.reason(kind, sentence))
        self._kept[self._asked].take(head, values, signed=what != "weights")


Maps = tuple[list[np.ndarray], np.ndarray | None, dict[tuple[int, int], Any]]
"""[H, Q, K] per layer, the mask [Q, K], (layer, head) -> dimmed columns."""


class AllHeads(QObject):
    """Fills a grid. `most` is the largest score of all heads; `grown`: more maps of a long text have arrived."""

    grown = Signal()

    def __init__(self, grid: HeadGrid, parent: QObject) -> None:
        super().__init__(parent)
        self.most = 1.0
        self._grid = grid
        self._height = 1  # rows of a map in one row of the grid's
        self._overview = ThumbnailMaker(self)
        self._overview.grown.connect(self.grown)

    @property
    def working(self) -> bool:
        """Whether maps of a long text are still missing."""
        return self._overview.working

    def pause(self) -> None:
        """Stops making maps; finished ones are kept."""
        self._overview.pause()

    def show(self, trace: Trace, place: MapChoice) -> None:
        """Gives new arrays to the grid."""
        what = next((what for what in (place.what, "weights") if map_options.recorded(trace, place.kind, what)), None)
        if what is None:
            return
        signed, (maps, masks, columns) = what != "weights", self._maps(trace, place, what)
        if what == "masked":
            maps = [color_range.without_masked(one, masks) for one in maps]
        self.most = color_range.color_limit(maps) if signed else 1.0
        shades, scale = color_range.thumbnail_colours(maps, place.how, signed=signed, most=self.most, dimmed=columns)
        self._grid.set_maps(shades, masks, scale)
        self._grid.set_dimmed(columns)
        self._grid.sources_of = partial(_numbers, trace, replace(place, what=what))

    def set_rows_shown(self, last: int | None) -> None:
        """Sets the last visible row, None for all."""
        self._grid.set_rows_shown(None if last is None else last // self._height)

    def _maps(self, trace: Trace, place: MapChoice, what: str) -> Maps:
        """The maps of all heads, their mask and their dimmed columns; of a long text reduced maps, as far as made."""
        self._height, masks = 1, map_options.masks(trace, place)
        if trace.whole(place.kind, what):
            self._overview.forget()
            columns = dimmed_columns.heads_dimming(trace, place.kind, place.sentence, place.dimmed)
            return trace.maps(place.kind, what, place.sentence), masks, columns
        small = self._overview.of(trace, place.kind, what, place.sentence, (place.layer, place.head))
        self._height = small.rows
        return small.maps, None if masks is None else small.reasons(masks), {}


def _numbers(trace: Trace, place: MapChoice, head: Head) -> Pointed:
    layer, at = head
    return trace, (Source(trace.name(place.kind, place.what, layer), (place.sentence, at, ALL, ALL)),)
