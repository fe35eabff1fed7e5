"""The large map of the Attention view: one head, or what is derived from several, and what clicks on it request.

Above it are the lines for setting weights and drawing an alignment, while in use.
"""

from __future__ import annotations

from functools import partial

import numpy as np
from PySide6.QtCore import QPoint, QPointF
from PySide6.QtWidgets import QWidget

from model_core.explain.provenance import Source
from model_core.record.trace import Trace
from viz_app.data import map_text
from viz_app.data.maps import derived_text
from viz_app.data.maps.derived_map import CellMapping, DerivedMap, DerivedMapMaker
from viz_app.data.maps.map_options import MapChoice
from viz_app.data.selection import Changes, key_names, moved_cell, step_of
from viz_app.data.snapshot import Cell, Snapshot, options_of
from viz_app.maps.heatmap_figure import ROOMY, HeatMapFigure
from viz_app.system.language import tr
from viz_app.views.attention import map_content, options
from viz_app.views.attention.draw_alignment import HOW, HOW_MORE, DrawAlignment
from viz_app.views.attention.options import MapOptions
from viz_app.views.attention.set_weights import DRAG, SetWeights
from viz_app.views.attention.weight_map import WeightMap
from viz_app.widgets.layout import column_of
from viz_app.widgets.number_card import answer
from viz_app.widgets.view import View

_ZOOMED_CLICKS = tr(
    "Click to pin this cell; drag to pan, double-click or 0 to show the whole map. "
    "Right-click: where the number comes from."
)


class LargeMap(QWidget):
    """`places` converts between its cells and the model's own. Requests are emitted by the signals of the view."""

    _trace: Trace
    _place: MapChoice
    _shot: Snapshot

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self._view = view
        self.heat = heat = WeightMap(roomy=ROOMY)
        self.figure = HeatMapFigure(self, heat)
        self.places = CellMapping(None, (0, 0))
        self._arranger = DerivedMapMaker()
        self._offered: dict[str, object] = {}  # the options that show more of a map that is nearly empty
        self._labels: object = None  # what rows and columns are labelled with
        self._most = 1.0
        self.weights, self.alignment = SetWeights(heat, self.show_row, self), DrawAlignment(heat, self)
        column_of(self.weights, self.alignment, (self.figure, 1), parent=self)
        self.weights.asked.connect(view.asked)
        self.weights.hinted.connect(view.hinted)
        self.alignment.asked.connect(view.aligned)
        self.alignment.commanded.connect(view.commanded)
        self.figure.offer.clicked.connect(lambda: view.opted.emit(self._offered))
        heat.describe, heat.echoed = self.describe, True
        heat.hovered.connect(self._point_at)
        heat.clicked.connect(self._pin)
        heat.followed.connect(lambda _cell: view.commanded.emit("follow"))
        heat.row_clicked.connect(self._read_row)
        heat.column_clicked.connect(self._read_column)
        answer(heat, self.number_at)

    # ---- what it shows

    def part_of(self, trace: Trace, place: MapChoice) -> DerivedMap | None:
        """The map derived from the heads; None if it is one head's, as recorded."""
        return None if place.plain else self._arranger.arrange(trace, map_content.request(place))

    def show_map(self, trace: Trace, place: MapChoice, most: float) -> None:
        """The numbers of the chosen head, or those derived from the heads, or why there are none; `most` is the largest
        score of all heads."""
        self._trace, self._place, self._most = trace, place, most
        part = self.part_of(trace, place)
        self.places = CellMapping(part, trace.size(place.kind, place.sentence))
        if part is None and not (place.plain and trace.has(place.kind, place.what, place.layer)):
            self.figure.set_offer("")
            self.figure.show_message(derived_text.missing_reason(trace, map_content.request(place)))
            return
        self._take_words(trace, place, part)
        self._fill()
        self.figure.show_message("")

    def show_row(self, row: tuple[int, np.ndarray] | None) -> None:
        """The same map with other numbers (C,) in one row, until the next call; None restores it."""
        if not self.figure.words:
            self._fill(row)

    def _fill(self, row: tuple[int, np.ndarray] | None = None) -> None:
        """Updates numbers, colours and legend."""
        trace, place, part = self._trace, self._place, self.places.derived
        dims = part is not None and place.dim in ("sink", "special")
        weights = self._arranger.arrange(trace, map_content.weights_request(place)) if dims else None
        heat, shown = self.heat, map_content.content(trace, place, part, weights, self._most, row)
        off = place.plain and options.is_off(trace, place)
        heat.set_dimmed(range(shown.values.shape[1]) if off else shown.dim.columns)
        heat.set_values(shown.values, shown.masks, shown.found.scale, shown.found.shades)
        heat.setAccessibleName(map_content.title(trace, place))
        heat.summarise = partial(map_content.summary, trace, place)
        self._offered, words = map_content.offer(place, shown)
        self.figure.set_offer(words, tr("Only the colours change."))
        self.figure.set_key(map_content.key(trace, place, part, shown, options.reasons(shown.masks, heat.broken)))

    def _take_words(self, trace: Trace, place: MapChoice, part: DerivedMap | None) -> None:
        """Updates the labels of rows and columns if they have changed."""
        joined = None if part is None else (part.queries, part.keys, part.columns)
        labels = trace, place.sentence, place.kind, joined
        if labels != self._labels:
            self._labels, one = labels, trace.sentences[place.sentence]
            self.heat.set_rows(map_text.row_labels(one, place.kind) if part is None else part.row_labels)
            self.heat.set_columns(key_names(one, place.kind) if part is None else part.column_labels)

    def mark(self, shot: Snapshot, place: MapChoice) -> None:
        """The step, the pin, the pointer, what is written so far, weights that are set, and words that are linked."""
        self._shot = shot
        self.heat.set_numbers(options_of(shot, MapOptions).numbers)
        written, places = place.kind != "encoder", self.places
        last = shot.last_row(place.kind)
        row = places.row(shot.look.query if shot.look.reading == "row" and shot.look.key is None else None)
        step = places.row(step_of(shot.trace, shot.look) if written else None)
        column = places.column(map_content.column_read(shot, place))
        self.heat.set_marks(
            places.shown(shot.pinned), places.shown(shot.hover), step, places.row(last), row=row, column=column
        )
        self.weights.show_state(shot, place)
        self.alignment.show_state(shot, place)

    def describe(self, query: int, key: int) -> str:
        """Everything known about one cell."""
        return map_content.described(self._trace, self._place, self.places.derived, (query, key))

    def number_at(self, point: QPoint | None) -> tuple[Trace, Source] | None:
        """The number under a point, or for the keyboard at the marked cell."""
        heat = self.heat
        cell = heat.marks.hovered or heat.marks.pinned if point is None else heat.cell_at(QPointF(point))
        if cell is None:
            return None
        found = map_content.source(self._trace, self._place, self.places.derived, cell)
        return None if found is None else (self._trace, found)

    # ---- what the user does

    def _point_at(self, cell: Cell | None) -> None:
        self._view.hovered.emit(None if cell is None else self.places.piece(cell))
        self._view.hinted.emit("" if cell is None else self._hint())

    def _hint(self) -> str:
        """What a click on a cell does."""
        if self.heat.linking:
            return f"{HOW} {HOW_MORE}"
        if self.heat.weighs:
            return DRAG
        return _ZOOMED_CLICKS if self.heat.zoom > 1.0 else self.heat.toolTip()

    def _pin(self, cell: Cell) -> None:
        """Pins or unpins a cell; while an alignment is drawn it is always pinned."""
        linked = self.alignment.take(cell)
        self._view.picked.emit(self._pinned(cell) if linked else options.pinned(self._shot.look, self.places, cell))

    def _pinned(self, cell: Cell) -> Changes:
        query, key = self.places.piece(cell)
        return {"query": query, "key": key}

    def move_pin(self, move: tuple[int, int]) -> None:
        """Pins the neighbouring cell; without a pin, the first cell of the step's row."""
        cell = moved_cell(self._shot.look, self.places, move, self._shot.step)
        self._view.picked.emit(self._pinned(cell))
        self.heat.show_cell(*cell)

    def _read_row(self, row: int) -> None:
        written = self._place.kind != "encoder"
        self._view.picked.emit(options.row_read(self._shot.look, self.places, row, written))

    def _read_column(self, column: int) -> None:
        self._view.picked.emit(options.column_read(self._shot.look, self.places, column))
