"""The large map of the Attention view: what a Figure shows of one head, or of what is made of several."""

from __future__ import annotations

from functools import partial

import numpy as np
from PySide6.QtCore import QPoint, QPointF

from model_core.explain.provenance import Source
from model_core.record.trace import Trace
from viz_app.data import map_text
from viz_app.data.maps import derived_text
from viz_app.data.maps.derived_map import CellMapping, DerivedMap, DerivedMapMaker
from viz_app.data.maps.map_options import MapChoice
from viz_app.data.selection import key_names, step_of
from viz_app.data.snapshot import Snapshot
from viz_app.maps.heatmap_figure import HeatMapFigure
from viz_app.system.language import tr
from viz_app.views.attention import map_content, options


class ChosenMap:
    """Fills a Figure; `places` is the way between the cells that it shows and the model's own."""

    _trace: Trace
    _place: MapChoice

    def __init__(self, figure: HeatMapFigure) -> None:
        self.figure = figure
        self.places = CellMapping(None, (0, 0))
        self._arranger = DerivedMapMaker()
        self.offered: dict[str, object] = {}  # the options that show more of a map that is nearly empty
        self._labels: object = None  # what rows and columns are labelled with
        self._most = 1.0

    def part_of(self, trace: Trace, place: MapChoice) -> DerivedMap | None:
        """What is made of the heads; None where the map is one head's, as it was recorded."""
        return None if place.plain else self._arranger.arrange(trace, map_content.request(place))

    def show(self, trace: Trace, place: MapChoice, most: float) -> None:
        """The numbers of the chosen head, or of what is made of the heads, or why there are none; `most` is the largest
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
        """The same map with other numbers (C,) in one of its rows; None for its own again. Until the next `show`."""
        if not self.figure.words:
            self._fill(row)

    def _fill(self, row: tuple[int, np.ndarray] | None = None) -> None:
        """Numbers, colours and key."""
        trace, place, part = self._trace, self._place, self.places.derived
        dims = part is not None and place.dim in ("sink", "special")
        weights = self._arranger.arrange(trace, map_content.weights_request(place)) if dims else None
        heat, shown = self.figure.heat, map_content.content(trace, place, part, weights, self._most, row)
        off = place.plain and options.is_off(trace, place)
        heat.set_dimmed(range(shown.values.shape[1]) if off else shown.dim.columns)
        heat.set_values(shown.values, shown.masks, shown.found.scale, shown.found.shades)
        heat.setAccessibleName(map_content.title(trace, place))
        heat.summarise = partial(map_content.summary, trace, place)
        self.offered, words = map_content.offer(place, shown)
        self.figure.set_offer(words, tr("Only the colours change."))
        self.figure.set_key(map_content.key(trace, place, part, shown, options.reasons(shown.masks, heat.broken)))

    def _take_words(self, trace: Trace, place: MapChoice, part: DerivedMap | None) -> None:
        """The words of rows and columns, where other ones are needed."""
        joined = None if part is None else (part.queries, part.keys, part.columns)
        labels = trace, place.sentence, place.kind, joined
        if labels != self._labels:
            self._labels, one = labels, trace.sentences[place.sentence]
            self.figure.heat.set_rows(map_text.row_labels(one, place.kind) if part is None else part.row_labels)
            self.figure.heat.set_columns(key_names(one, place.kind) if part is None else part.column_labels)

    def mark(self, shot: Snapshot, place: MapChoice) -> None:
        """The step, the pin, the pointer, and what is written so far."""
        written, places = place.kind != "encoder", self.places
        last = shot.last_row(place.kind)
        row = places.row(shot.look.query if shot.look.reading == "row" and shot.look.key is None else None)
        step = places.row(step_of(shot.trace, shot.look) if written else None)
        column = places.column(map_content.column_read(shot, place))
        heat = self.figure.heat
        heat.set_marks(
            places.shown(shot.pinned), places.shown(shot.hover), step, places.row(last), row=row, column=column
        )

    def describe(self, query: int, key: int) -> str:
        """All that is known of one cell."""
        return map_content.described(self._trace, self._place, self.places.derived, (query, key))

    def number_at(self, point: QPoint | None) -> tuple[Trace, Source] | None:
        """The number under a point, or for the keyboard in the marked cell."""
        heat = self.figure.heat
        cell = heat.marks.hovered or heat.marks.pinned if point is None else heat.cell_at(QPointF(point))
        if cell is None:
            return None
        found = map_content.source(self._trace, self._place, self.places.derived, cell)
        return None if found is None else (self._trace, found)
