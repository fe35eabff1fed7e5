"""The four pictures of a positional table: curves, products by distance, the table itself, and its similarity.

They show what they are given and report user actions; the selected position is decided elsewhere. Shapes: P positions,
D width, both counted from 0. Lengths are logical pixels.
"""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QLineEdit, QWidget

from model_core.errors import Refused
from viz_app.charts.line_chart import CurvePlot
from viz_app.charts.plot_area import Curve
from viz_app.data.maps.colormaps import Scale
from viz_app.data.number_format import fmt_score
from viz_app.maps.editable_heatmap import EditableHeatMap
from viz_app.maps.heatmap import Cell
from viz_app.system.language import tr
from viz_app.views.positions import position_table
from viz_app.views.positions.panels import NumberedMap, Panel
from viz_app.views.positions.position_table import PositionTable
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.labels import Caption
from viz_app.widgets.layout import show_part

_ROW = 117  # px at text size 100 %: a row of pictures that would be lower is left out
_COLUMNS = 560  # px at text size 100 %: in a narrower place each picture has a row of its own
_ROWS = (("curves", "distance"), ("map", "alike"))


class PositionPictures(QWidget):
    """Panels by name: "curves", "distance", "map", "alike"."""

    apart = 10  # px between two rows of pictures
    clicks = tr("Click a cell to draw its dimension as a curve; click a row's number to see that token's sum.")

    pointed = Signal(object)  # a position, or None
    chosen = Signal(int)  # a position
    stepped = Signal(int)  # -1 or 1 position
    drawn = Signal(object)  # the dimensions (a tuple) to be drawn as curves
    refused = Signal(str)  # why the typed dimensions cannot be drawn

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.curves, self.distance = CurvePlot(self), CurvePlot(self)
        self.table, self.alike = NumberedMap(self), NumberedMap(self)
        self.field, self._field_word = QLineEdit(self), Caption("small", "muted", elastic=False, parent=self)
        self.dimensions: tuple[int, ...] = ()  # those that are drawn as curves of this table
        self._table: PositionTable | None = None
        self._rows = 0
        self.products = self.mean = self.spread = np.zeros(1)
        self._places: tuple[tuple[str, ...], ...] | None = None
        self._name_parts()
        self._lay_out()
        self._connect()

    def _name_parts(self) -> None:
        for part, words in (
            (self.curves, tr("Curves of the selected dimensions over position")),
            (self.distance, tr("Dot product of two positions by distance")),
            (self.table.map, tr("Positional table, position by dimension")),
            (self.alike.map, tr("Dot product of every pair of positions")),
        ):
            part.setAccessibleName(words)
            painting.set_tip(part, tr("{picture}. Shift+arrow keys move along it.", picture=words))
        self.field.setAccessibleName(tr("Dimensions"))
        self.field.setMaxLength(60)
        self.field.setAcceptDrops(False)  # the window takes files
        painting.set_tip(self.field, tr("Dimensions to draw, separated by commas; click the table to add one."))
        self._field_word.set_text(tr("dimensions"))

    def _lay_out(self) -> None:
        self.panels = {
            "curves": Panel(tr("Curves"), self.curves, (self._field_word, self.field), self.field, self),
            "distance": Panel(tr("Dot product by distance"), self.distance, (), self.field, self),
            "map": Panel(tr("Table"), self.table, (self.table.scale,), None, self),
            "alike": Panel(tr("Similarity"), self.alike, (self.alike.scale,), None, self),
        }
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(24)
        self._grid.setVerticalSpacing(self.apart)

    def _connect(self) -> None:
        self.curves.hovered.connect(self.pointed)
        self.curves.clicked.connect(self.chosen)
        self.curves.stepped.connect(self.stepped)
        self.distance.hovered.connect(self.distance.set_marked)
        self.distance.stepped.connect(self._step_distance)
        for map_ in (self.table.map, self.alike.map):
            map_.motion = False  # the row follows the pointer, it does not slide after it
            map_.hovered.connect(lambda cell: self.pointed.emit(None if cell is None else cell[0]))
            map_.row_clicked.connect(self.chosen)
        self.table.map.clicked.connect(lambda cell: self._toggle(cell[1]))
        self.table.map.chosen.connect(lambda cell: self._toggle(cell[1]))
        self.table.map.moved.connect(lambda cell: self._move(self.table.map, cell))
        self.alike.map.clicked.connect(lambda cell: self.chosen.emit(cell[0]))
        self.alike.map.chosen.connect(lambda cell: self.chosen.emit(cell[0]))
        self.alike.map.moved.connect(lambda cell: self._move(self.alike.map, cell))
        self.field.editingFinished.connect(self._read_field)
        self.curves.describe, self.distance.describe = self._curve_text, self._distance_text
        self.table.map.describe, self.alike.map.describe = self._cell_text, self._alike_text

    # ---- drawing

    def show_table(self, table: PositionTable, rows: int) -> None:
        """Shows the first `rows` positions of another table."""
        part = table.table[:rows]
        before = (self._table.table[: self._rows], self._table.own) if self._table is not None else ()
        same = bool(before) and all(map(_same, before, (part, table.own)))
        self._table, self._rows = table, rows
        self.curves.set_shade((-0.5, table.used - 0.5) if rows > table.used else None)
        self._show_message(table, rows)
        if same:  # another sentence through the same model, as during typing
            return
        self.dimensions = ()
        self.products = position_table.similarity(part)
        self.mean, self.spread = position_table.by_distance(self.products)
        for picture, values, scale in (
            (self.table, part, Scale.fitted(part, "diverging")),
            (self.alike, self.products, _product_scale(self.products)),
        ):
            picture.show_numbers(values, scale)
            picture.map.set_numbers(False)
        self._draw_distances()

    def _show_message(self, table: PositionTable, rows: int) -> None:
        """The remarks beside the titles."""
        count = len(table.table)
        of = tr("{rows} positions", rows=rows)
        if rows != count:
            of = tr("first {rows} of {count} positions", rows=rows, count=count)
        if not table.whole:
            of = tr("the {rows} positions of this sentence", rows=rows)
        self.panels["map"].remark.set_text(tr("{rows} × {width} dimensions", rows=of, width=table.width), self.clicks)
        self.panels["alike"].remark.set_text("PE · PEᵀ", tr("The dot product of every pair of position vectors."))
        first = tr("pale: the model's own") if self._own_rows() is not None else tr("across: position")
        shaded = [tr("shaded: this sentence")] if rows > table.used else []
        self.panels["curves"].remark.set_text("; ".join([first, *shaded]), shorter=(first, ""))

    def _draw_distances(self) -> None:
        """The chart of distances with its remark."""
        agree = position_table.depends_on_distance_only(self.mean, self.spread)
        words = tr("all pairs at a distance are equal"), tr("The dot product depends only on the distance.")
        if not agree:
            more = tr("Line: mean over all pairs at this distance; pale: plus and minus their standard deviation.")
            words = tr("mean, ± {spread:.2g} at most", spread=float(self.spread.max())), more
        self.panels["distance"].remark.set_text(*words, shorter=("",))
        band = None if agree else (self.mean - self.spread, self.mean + self.spread)
        curves = [Curve("", self.mean, 0, band)]
        if (own := self._own_rows()) is not None:
            mean, _ = position_table.by_distance(position_table.similarity(own))
            curves.insert(0, Curve("", mean, 0, None, True))
        self.distance.set_curves(np.arange(self._rows), curves)
        self.distance.set_marked(None)

    def _own_rows(self) -> np.ndarray | None:
        """(P, D) as many rows of the model's own table, to compare with."""
        own = None if self._table is None else self._table.own
        return None if own is None or len(own) < self._rows else np.asarray(own[: self._rows], np.float64)

    def show_dimensions(self, dimensions: tuple[int, ...]) -> None:
        """Draws these dimensions as curves. Only with a table."""
        assert self._table is not None
        if dimensions == self.dimensions:
            return
        self.dimensions = dimensions
        curves = _curves(self._table, dimensions, self._rows)
        if (own := self._own_rows()) is not None:
            curves = [Curve("", own[:, dim], number, None, True) for number, dim in enumerate(dimensions)] + curves
        self.curves.set_curves(np.arange(self._rows), curves)
        self.table.set_chosen(dimensions)
        if not self.field.hasFocus():
            self.field.setText(position_table.dimension_text(dimensions))

    def mark(self, position: int) -> None:
        """Marks a position in curves and maps."""
        self.curves.set_marked(min(position, self._rows - 1))
        for map_ in (self.table.map, self.alike.map):
            hovered = map_.marks.hovered
            map_.set_marks(None, hovered if hovered is not None and hovered[0] == position else None, position)

    # ---- what the user does

    def _move(self, map_: EditableHeatMap, cell: Cell) -> None:
        """Keys lead to another cell of a map, which counts as hovered."""
        map_.set_marks(None, cell, cell[0])
        self.pointed.emit(cell[0])

    def _step_distance(self, step: int) -> None:
        at = 0 if self.distance.marked is None else self.distance.marked + step
        self.distance.set_marked(min(max(0, at), len(self.mean) - 1))

    def _toggle(self, dimension: int) -> None:
        """Adds a dimension to the curves, or removes it."""
        found = position_table.toggled(self.dimensions, dimension)
        self.field.setText(position_table.dimension_text(found))
        self.drawn.emit(found)

    def _read_field(self) -> None:
        """Takes the dimensions that were typed; if invalid, restores those that are drawn."""
        if self._table is None:
            return
        found = self.dimensions
        try:
            found = position_table.parse_dimensions(self.field.text(), self._table.width)
        except Refused as refusal:
            self.refused.emit(tr("{reason}. The curves are unchanged.", reason=refusal.message))
        self.field.setText(position_table.dimension_text(found))
        if found != self.dimensions:
            self.drawn.emit(found)

    # ---- words

    def _curve_text(self, position: int) -> str:
        assert self._table is not None
        values = self._table.table[position]
        lines = [f"{_dimension(dim)}: {fmt_score(float(values[dim]), 3)}" for dim in self.dimensions]
        return "\n".join((self._table.place_words(position), *lines))

    def _cell_text(self, position: int, dimension: int) -> str:
        assert self._table is not None
        words = f"{_dimension(dimension)}{position_table.wave_words(self._table, dimension)}"
        number = fmt_score(float(self._table.table[position, dimension]), 3)
        return f"{self._table.place_words(position)}, {words}: {number}"

    def _alike_text(self, one: int, other: int) -> str:
        assert self._table is not None
        product = fmt_score(float(self.products[one, other]), 3)
        apart = tr("{distance} apart: dot product {product}", distance=abs(one - other), product=product)
        return f"{self._table.place_words(one)} · {self._table.place_words(other)}, {apart}"

    def _distance_text(self, distance: int) -> str:
        """The dot product of the pairs at a distance."""
        pairs, mean = len(self.mean) - distance, fmt_score(float(self.mean[distance]), 3)
        if pairs == 1:
            return tr("{distance} apart: dot product {mean}, of the only pair", distance=distance, mean=mean)
        given = {"distance": distance, "mean": mean, "pairs": pairs, "spread": self.spread[distance]}
        return tr("{distance} apart: mean dot product {mean} over {pairs:,} pairs, ± {spread:.3g}", **given)

    # ---- room

    def fit(self, size: tuple[int, int], wanted: tuple[str, ...]) -> None:
        """Lays out the wanted pictures in a width and a height, px: those that do not fit are left out, last first."""
        width, height = size
        rows: tuple[tuple[str, ...], ...] = tuple(row for row in _ROWS if row[0] in wanted)
        if width < themes.px(_COLUMNS):
            rows = tuple((name,) for row in rows for name in row)
        fitting = max(1, (height + self.apart) // (themes.px(_ROW) + self.apart))
        for panel in self.panels.values():
            panel.restyle()
        wide = self.field.fontMetrics().horizontalAdvance("000, 000, 000, 000") + themes.px(20)
        self.field.setFixedWidth(min(wide, max(60, width // 4)))
        self._place_panels(rows[:fitting])

    def shown(self) -> list[str]:
        """The names of the visible panels."""
        return [name for row in self._places or () for name in row]

    def _place_panels(self, rows: tuple[tuple[str, ...], ...]) -> None:
        """Puts the named panels into rows of one or two and hides the others."""
        if rows == self._places:
            return
        self._places = rows
        for panel in self.panels.values():
            self._grid.removeWidget(panel)
        for number in range(len(self.panels)):
            self._grid.setRowStretch(number, 1 if number < len(rows) else 0)
        for number, row in enumerate(rows):
            for column, name in enumerate(row):
                self._grid.addWidget(self.panels[name], number, column)
        self._grid.setColumnStretch(0, 58)
        self._grid.setColumnStretch(1, 42 if any(len(row) > 1 for row in rows) else 0)
        for name, panel in self.panels.items():  # showing one may resize everything, which places them again
            show_part(panel, name in self.shown())


def _curves(table: PositionTable, dimensions: tuple[int, ...], rows: int) -> list[Curve]:
    """Dimensions over the first `rows` positions; the sinusoids are smooth between them."""
    values = np.asarray(table.table[:rows], np.float64)
    return [
        Curve(_dimension(dim), values[:, dim], number, fine=position_table.wave(table, dim, rows))
        for number, dim in enumerate(dimensions)
    ]


def _same(one: np.ndarray | None, other: np.ndarray | None) -> bool:
    """Whether both are None, or the same numbers."""
    return one is other or (one is not None and other is not None and np.array_equal(one, other))


def _product_scale(products: np.ndarray) -> Scale:
    """If no product is below 0, one colour from the least to the largest distinguishes them better than two."""
    products = products[np.isfinite(products)]
    least, largest = (float(products.min()), float(products.max())) if products.size else (0.0, 0.0)
    if least < 0:
        return Scale.fitted(products, "diverging")
    return Scale(least if largest - least > 1e-6 * largest else 0.0, largest or 1.0)


def _dimension(dim: int) -> str:
    return tr("dim {dimension}", dimension=dim)
