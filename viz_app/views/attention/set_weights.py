"""Setting single weights of a head by hand: by dragging on the map, or by typing a number for the pinned cell.

The map follows at once; the run changes when the drag ends, so that one drag is one change.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QDoubleSpinBox, QWidget

from model_core.analysis import arithmetic
from model_core.record.edits import EDIT_LIMITS, Edits, HeadPlace, WeightOverride, with_override, without_override
from model_core.record.mask_reasons import VISIBLE
from model_core.record.overridden_row import overridden_row
from viz_app.data import map_text
from viz_app.data.maps.map_options import MapChoice
from viz_app.data.number_format import fmt_weight
from viz_app.data.selection import key_name, query_name
from viz_app.data.snapshot import Cell, Snapshot, options_of
from viz_app.document.changes import other_edits
from viz_app.system.language import tr
from viz_app.views.attention.map_content import overridden_here
from viz_app.views.attention.options import MapOptions, inside
from viz_app.views.attention.weight_map import WeightMap
from viz_app.widgets.labels import Caption, push_button
from viz_app.widgets.layout import row_of, show_part
from viz_app.widgets.painting import set_tip

_CLICKS = tr(
    "Click to pin this cell, double-click to calculate it; click a label to read along it; Ctrl+drag to set its "
    "weight; wheel to zoom. Right-click: where the number comes from."
)
_UNSET_CLICKS = tr(
    "Click to pin this cell, double-click to calculate it; click a label to read along it; wheel to zoom. "
    "Right-click: where the number comes from."
)
DRAG = tr("Drag a cell up or down, or pin one and type its weight.")
_OTHER = tr("To set weights, show the weights of one head.")
ShowRow = Callable[[tuple[int, np.ndarray] | None], None]
"""Shows the map with other numbers (C,) in one of its rows; None: its own again."""
_ROUND = 2  # digits of a weight that is dragged


@dataclass(frozen=True)
class _WeightStroke:
    """A weight being set: its cell, the weight, and the resulting row."""

    cell: Cell
    weight: float
    row: np.ndarray


class SetWeights(QWidget):
    """The line above the map while weights are set. `asked` carries a Wish, `hinted` a description of the drag."""

    asked = Signal(object)
    hinted = Signal(str)

    _shot: Snapshot
    _place: MapChoice

    def __init__(self, heat: WeightMap, show_row: ShowRow, parent: QWidget) -> None:
        super().__init__(parent)
        self.heat, self._show_row = heat, show_row
        self._drawn: _WeightStroke | None = None
        self._said = ""  # what was drawn last, in words
        self.words = Caption("small", parent=self)
        self.number = QDoubleSpinBox(self)
        self.number.setRange(0.0, 1.0)
        self.number.setDecimals(3)
        self.number.setSingleStep(0.05)
        self.number.setKeyboardTracking(False)
        self.number.setAccessibleName(tr("Weight of the pinned cell"))
        set_tip(self.number, tr("From 0 to 1. The other weights of the row share the rest."))
        about = tr("Restores the weight that the head computes.")
        self.own = push_button(self, tr("Reset"), about, self._take_back, role="flat")
        row_of((self.words, 100), self.number, self.own, 1, parent=self, spacing=8)
        heat.setToolTip(_UNSET_CLICKS)
        heat.lifted.connect(self._lift)
        heat.released.connect(self._release)
        heat.dropped.connect(self._drop)
        heat.typed.connect(self._begin)
        self.number.valueChanged.connect(self._type)
        self.hide()

    # ---- what is shown

    def show_state(self, shot: Snapshot, place: MapChoice) -> None:
        """The weights that are set in the map, and those of the pinned cell; a drag on another run is cancelled."""
        if self._drawn is not None and (self._shot.trace is not shot.trace or self._place != place):
            self._draw(None)
        self._shot, self._place = shot, place
        computed = not shot.trace.model.recorded and shot.trace.has(place.kind, "weights", place.layer)
        can = place.plain and place.what == "weights" and computed
        on = options_of(shot, MapOptions).override and not shot.trace.model.recorded
        self.heat.weighs, self.heat.by_ctrl = on and can, can
        self.heat.setToolTip(_CLICKS if can else _UNSET_CLICKS)
        self.heat.set_marked(tuple(self._set_here()) if can else ())
        self.heat.counts = False
        show_part(self, on)
        if on:
            self._show_pinned(shot.pinned if can else None, can)

    def _set_here(self) -> dict[Cell, float]:
        """The weights of this head that are set, by cell."""
        return overridden_here(self._shot.state.run.edits, self._place)

    def _show_pinned(self, pinned: Cell | None, can: bool) -> None:
        cell = inside(pinned, self._shot.trace.size(self._place.kind, self._place.sentence))
        cell = cell if cell is not None and self._readable(cell[0])[cell[1]] else None
        words = _OTHER if not can else DRAG if cell is None else f"{self._name(cell)}:"
        self.words.set_text(words, tr("The other weights of its row keep their proportions and share the rest."))
        self.words.setMaximumWidth(self.words.sizeHint().width())
        for part in (self.number, self.own):
            show_part(part, cell is not None)
        self.heat.counts = cell is not None
        if cell is None:
            return
        self.own.setEnabled(cell in self._set_here())
        if self._drawn is None and not self.number.hasFocus():
            with QSignalBlocker(self.number):
                self.number.setValue(float(self._row(cell[0])[cell[1]]))

    def _name(self, cell: Cell) -> str:
        """ "casa ▸ blanca looks at “white”"."""
        one = self._shot.trace.sentences[self._place.sentence]
        row = map_text.row_name(*query_name(one, self._place.kind, cell[0]))
        return tr("{row} reads “{token}”", row=row, token=key_name(one, self._place.kind, cell[1]))

    def _row(self, query: int) -> np.ndarray:
        place = self._place
        return self._shot.trace.row(place.kind, place.layer, place.head, query, "weights", place.sentence)

    def _unset_row(self, query: int) -> np.ndarray:
        """The row as the head computes it, without the weights that this run sets in it."""
        trace, place, row = self._shot.trace, self._place, self._row(query)
        pattern = HeadPlace(place.kind, place.layer, place.head) in {one.place for one in trace.run.edits.patterns}
        untouched = all(cell[0] != query for cell in overridden_here(trace.run.edits, place))
        if untouched or pattern or not trace.has(place.kind, "masked", place.layer):
            return row
        names = "kind", "layer", "head", "sentence"
        at: dict[str, Any] = {"query": query, **{name: getattr(place, name) for name in names}}
        own: np.ndarray = arithmetic.raised(trace, **at) / arithmetic.raised_sum(trace, **at)
        return own[: len(row)]

    def _readable(self, query: int) -> np.ndarray:
        """(M,) which keys of a row are not masked."""
        if self._place.kind not in self._shot.trace.reasons:
            return np.ones(len(self._row(query)), bool)
        readable: np.ndarray = self._shot.trace.reason(self._place.kind, self._place.sentence)[query] == VISIBLE
        return readable

    # ---- what the user does

    def _lift(self, cell: Cell, rise: float) -> None:
        if not self._readable(cell[0])[cell[1]]:
            return
        weight = round(min(max(float(self._row(cell[0])[cell[1]]) + rise, 0.0), 1.0), _ROUND)
        self._set(cell, weight)

    def _set(self, cell: Cell, weight: float) -> None:
        others = {key: one for (query, key), one in self._set_here().items() if query == cell[0] and key != cell[1]}
        row = overridden_row(self._unset_row(cell[0]), self._readable(cell[0]), {**others, cell[1]: weight})
        self._draw(_WeightStroke(cell, weight, row.astype(np.float32)))
        now, rest = (fmt_weight(float(one), 3) for one in (row[cell[1]], max(0.0, 1.0 - row[cell[1]])))
        words = tr("The others in this row share {rest}, so that it sums to 1.", rest=rest)
        self._said = f"{self._name(cell)}: {now}. {words}"
        self.hinted.emit(f"{self._said} {tr('Press Esc to undo.')}")
        with QSignalBlocker(self.number):
            if self._shot.pinned == cell:
                self.number.setValue(weight)

    def _draw(self, drawn: _WeightStroke | None) -> None:
        """The map with the row being set, or as recorded."""
        self._drawn = drawn
        self._show_row(None if drawn is None else (drawn.cell[0], drawn.row))
        marked = dict.fromkeys([*self._set_here(), *([drawn.cell] if drawn is not None else [])])
        self.heat.set_marked(tuple(marked))

    def _release(self) -> None:
        """Ends the drag: one change of the run."""
        drawn, place = self._drawn, self._place
        if drawn is None:
            return
        if (
            len(self._shot.state.run.edits.overrides) >= (EDIT_LIMITS["overrides"] or 0)
            and drawn.cell not in self._set_here()
        ):
            self._drop()
            most = EDIT_LIMITS["overrides"]
            self.hinted.emit(tr("At most {most:,} weights can be set; nothing was changed.", most=most))
            return
        one = WeightOverride(place.kind, place.layer, place.head, *drawn.cell, drawn.weight, place.sentence)

        def change(edits: Edits) -> Edits:
            found = with_override(edits, one)
            if found == edits:  # no other run will come
                self._drop()
            return found

        self.hinted.emit(self._said)  # Esc ends a drag only
        self.asked.emit(other_edits(change))

    def _drop(self) -> None:
        self._draw(None)
        self.hinted.emit("")

    def _begin(self, text: str) -> None:
        """Typing starts on the map: it continues in the number field."""
        self.number.setFocus(Qt.FocusReason.OtherFocusReason)
        self.number.selectAll()
        self.number.lineEdit().insert(text)

    def _type(self, weight: float) -> None:
        """Applies the number typed for the pinned cell."""
        if self._shot.pinned is not None:
            self._set(self._shot.pinned, weight)
            self._release()

    def _take_back(self) -> None:
        if self._shot.pinned is not None:
            place = self._place
            one = WeightOverride(place.kind, place.layer, place.head, *self._shot.pinned, 0.0, place.sentence)
            self.asked.emit(other_edits(partial(without_override, one=one)))
