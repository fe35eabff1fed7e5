"""Editing the masks: brush strokes over the maps, the switches, the mask value; and what a click would do.

The maps follow at once as a sketch; the run changes when the stroke ends, so that one drag is one change.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Qt, Signal

from model_core.errors import Refused
from model_core.record.edits import MaskEdits
from model_core.record.mask_reasons import VISIBLE
from viz_app.data.vocabulary import ALLOWED, OPENED
from viz_app.system.language import tr, translated
from viz_app.views.masks import edits
from viz_app.views.masks.edits import Cell
from viz_app.views.masks.toolbar import TOOLS, MaskBar

if TYPE_CHECKING:
    from model_core.record.trace import Trace
    from viz_app.maps.editable_heatmap import EditableHeatMap

RECORDED = tr("You can look at the masks of a recording, but not change them without its model.")

_HINTS = {
    ("edit", True): tr(
        "Click to forbid this cell; drag to forbid all cells you cross; Enter does it from the keyboard."
    ),
    ("edit", False): tr(
        "Click to allow this cell; drag to allow all cells you cross; Enter does it from the keyboard."
    ),
    ("inspect", True): tr("Click to pin this cell; Shift+click to forbid it. Shift+arrow keys move to the next one."),
    ("inspect", False): tr("Click to pin this cell; Shift+click to allow it. Shift+arrow keys move to the next one."),
}
"""What is done by a click, and whether the cell may be read -> what a click would do."""


class MaskEditor(QObject):
    """`edited` carries MaskEdits -> MaskEdits for the masks in force, `refused` why nothing was changed."""

    edited = Signal(object)
    refused = Signal(str)

    def __init__(self, bar: MaskBar, maps: Mapping[str, EditableHeatMap], parent: QObject) -> None:
        super().__init__(parent)
        self._bar, self._maps = bar, maps
        self._trace: Trace | None = None
        self._sentence, self._tool = 0, "inspect"
        self._masks = MaskEdits()
        self._rules = lru_cache(maxsize=len(maps))(edits.own_reasons)  # for each cell that is pointed at
        self._stroke: tuple[str, dict[Cell, None], bool] | None = None  # map, cells, whether it allows
        bar.changed.connect(lambda changes: self._change(lambda masks: replace(masks, **changes)))
        bar.reset.connect(lambda: self._change(lambda _: MaskEdits()))
        for kind, map_ in maps.items():
            self._connect(kind, map_)

    def _connect(self, kind: str, map_: EditableHeatMap) -> None:
        map_.shift_brush = True
        map_.pressed_on.connect(lambda cell: self._press(kind, cell))
        map_.brushed.connect(lambda cell: self._draw_on(kind, cell))
        map_.lifted.connect(self._lift)
        map_.dropped.connect(self._drop)
        map_.row_brushed.connect(lambda row: self._set_line(kind, 0, row))
        map_.column_brushed.connect(lambda column: self._set_line(kind, 1, column))

    # ---- showing

    def show(self, trace: Trace, sentence: int, masks: MaskEdits, tool: str) -> None:
        """Shows the requested masks; the Trace may still be that of others."""
        if trace is not self._trace:
            self._rules.cache_clear()  # it would keep runs of before where there are fewer maps than it has room for
        if sentence != self._sentence:
            self._stroke = None
        recorded = trace.model.recorded  # nothing can be computed again
        tool = tool if tool in TOOLS and not recorded else "inspect"
        shown = self._trace, self._sentence, self._masks, self._tool
        if trace is shown[0] and shown[1:] == (sentence, masks, tool):
            return  # another head, layer or row alone
        self._trace, self._sentence, self._masks, self._tool = trace, sentence, masks, tool
        self._bar.show_edits(masks, tool, edits.own_words(trace.spec))
        self._bar.setEnabled(not recorded)
        self._bar.setToolTip(RECORDED * recorded)
        for kind, map_ in self._maps.items():
            map_.brush = tool == "edit"
            map_.setCursor(Qt.CursorShape.CrossCursor if map_.brush else Qt.CursorShape.ArrowCursor)
            if kind in trace.reasons and not recorded:
                self._sketch(kind)

    def _own_reasons(self, kind: str) -> np.ndarray:
        """(Q, M) uint8: the mask of a map without the cells set by hand."""
        assert self._trace is not None
        return self._rules(self._trace, kind, self._sentence, replace(self._masks, cells=(), value=None))

    def _cells(self, kind: str) -> dict[Cell, bool]:
        """The cells set by hand in a map, including those of the current stroke."""
        cells = edits.by_hand(self._masks, kind, self._sentence)
        if self._stroke is not None and self._stroke[0] == kind:
            cells |= dict.fromkeys(self._stroke[1], self._stroke[2])
        return cells

    def _sketch(self, kind: str) -> None:
        """Dots, and the cells that the Trace does not yet show as they will be."""
        assert self._trace is not None
        own, cells, shown = self._own_reasons(kind), self._cells(kind), self._trace.reasons[kind][self._sentence]
        map_ = self._maps[kind]
        map_.set_dots(edits.allowed_by_hand(own, cells))
        before = edits.by_hand(self._trace.run.edits.masks, kind, self._sentence)
        if cells == before:
            map_.set_sketch((), ())
            return
        touched = [cell for cell in {**before, **cells} if cell[0] < shown.shape[0] and cell[1] < shown.shape[1]]
        now = {cell: cells.get(cell, bool(own[cell] == 0)) for cell in touched}
        changed = [cell for cell in touched if now[cell] != (shown[cell] == 0)]
        map_.set_sketch(
            tuple(cell for cell in changed if not now[cell]), tuple(cell for cell in changed if now[cell])
        )  # fmt: skip

    def allowed(self, kind: str, cell: Cell) -> int:
        """The code of why a cell may be read: by hand, because a rule is off, or by the model's own mask."""
        map_ = self._maps[kind]
        if cell in map_.dots:
            return ALLOWED
        opened = any(row == cell[0] and first <= cell[1] < end for row, first, end in map_.opened)
        return OPENED if opened else VISIBLE

    # ---- what the user does

    def hint(self, kind: str, cell: Cell) -> str:
        """What a click on a cell would do."""
        assert self._trace is not None
        return RECORDED if self._trace.model.recorded else _HINTS[self._tool, self._may_read(kind, cell)]

    def _may_read(self, kind: str, cell: Cell) -> bool:
        return self._cells(kind).get(cell, bool(self._own_reasons(kind)[cell] == 0))

    def toggle(self, kind: str, cell: Cell) -> None:
        """Masks a cell that may be read, unmasks one that may not."""
        self._press(kind, cell)
        self._lift()

    def _press(self, kind: str, cell: Cell) -> None:
        """Starts a stroke; its first cell decides what it does."""
        if self._trace is None or kind not in self._trace.reasons:
            return
        if self._trace.model.recorded:
            self.refused.emit(RECORDED)
            return
        allows = not self._may_read(kind, cell)
        self._stroke = (kind, {cell: None}, allows)
        self._sketch(kind)

    def _draw_on(self, kind: str, cell: Cell) -> None:
        """Continues the stroke; a quick one leaves no gap."""
        if self._stroke is None or self._stroke[0] != kind:
            return
        cells = self._stroke[1]
        last = next(reversed(cells))
        cells.update(dict.fromkeys(edits.between(last, cell)))
        cells[cell] = cells.pop(cell)  # the last one is where the stroke continues
        self._sketch(kind)

    def _lift(self) -> None:
        """Ends the stroke: one change of the run."""
        if self._stroke is None:
            return
        (kind, cells, allows), self._stroke = self._stroke, None
        self._set(kind, list(cells), allows)

    def _drop(self) -> None:
        """Cancels the stroke: its cells belong to another text."""
        self._stroke = None

    def _set_line(self, kind: str, axis: int, place: int) -> None:
        """Masks a whole row (axis 0) or column (1), or returns it to the model's own mask."""
        if self._trace is None or kind not in self._trace.reasons or self._trace.model.recorded:
            return
        own = self._own_reasons(kind)
        if place >= own.shape[axis]:
            return
        count = own.shape[1 - axis]
        line = [(place, other) if axis == 0 else (other, place) for other in range(count)]
        cells, allows = edits.whole_line(edits.readable(own, self._cells(kind)), own, line)
        self._set(kind, cells, allows)

    def _set(self, kind: str, cells: list[Cell], allows: bool) -> None:
        trace, sentence = self._trace, self._sentence
        assert trace is not None

        def change(masks: MaskEdits) -> MaskEdits:
            own = edits.own_reasons(trace, kind, sentence, masks)
            try:
                return edits.with_cells(masks, own, (kind, sentence), cells, allows)
            except Refused as refusal:
                self.refused.emit(translated(refusal.message))
                return masks

        self._change(change)
        self._sketch(kind)

    def _change(self, change: Callable[[MaskEdits], MaskEdits]) -> None:
        masks = change(self._masks)
        if masks != self._masks and self._trace is not None:
            self._masks = masks
            self._bar.show_edits(masks, self._tool, edits.own_words(self._trace.spec))
            self.edited.emit(change)
