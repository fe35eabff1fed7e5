"""The weights of one box beside the diagram: a trained array as a map, the distribution of its numbers, its singular
values.

Shapes: R rows, C columns of the array; a vector is one row.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from math import prod, sqrt
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QSignalBlocker, QSize, Signal
from PySide6.QtWidgets import QComboBox, QFrame, QSizePolicy, QToolButton, QWidget

from model_core.errors import Refused
from model_core.explain.anatomy import Part, Weight, lengths
from model_core.explain.provenance import Source
from model_core.explain.tensor_summary import Summary, singular_values, summary
from model_core.record.trace import Trace
from viz_app.charts.bar_list import Fact, Facts
from viz_app.data import vocabulary
from viz_app.data.map_text import RowLabel
from viz_app.data.maps import color_range
from viz_app.data.maps.colormaps import Scale
from viz_app.data.number_format import fmt_digits
from viz_app.data.snapshot import Cell
from viz_app.data.tables import Context
from viz_app.maps.editable_heatmap import EditableHeatMap
from viz_app.maps.legend import LegendContent, MapLegend
from viz_app.system.background_writer import BackgroundWriter
from viz_app.system.language import tr, translated
from viz_app.views.model.array_table import ArrayTable
from viz_app.views.model.row_plot import RowPlot
from viz_app.views.model.tensor import whole_weight
from viz_app.views.model.tensor_text import choices_of, weights_of
from viz_app.views.model.text import shape_words
from viz_app.widgets import icons, painting
from viz_app.widgets import theme as themes
from viz_app.widgets.labels import Caption, plain_label
from viz_app.widgets.layout import column_of, row_of, show_part

_MOST = 1024  # rows and columns that are drawn
_BINS = 41
_AT_ONCE = 4_000_000  # numbers; of a larger array more than its map is computed beside the window
_LOW = 420  # px at text size 100 %: a lower panel has no facts


class BoxPanel(QFrame):
    """Numbers of one box as a map under their name; requests are emitted as signals."""

    closed = Signal()
    tensor_chosen = Signal(str)  # other numbers of the same box

    def __init__(self, parent: QWidget | None, name: str) -> None:
        super().__init__(parent)
        self.setProperty("card", True)
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)  # its own parts shrink, not others
        self._shown: tuple[object, ...] = ()  # what the map shows
        self.title = Caption("strong", "ink", parent=self)
        self.close_button = QToolButton(self)
        self.close_button.setProperty("role", "flat")
        self.close_button.clicked.connect(self.closed)
        self.choice = QComboBox(self)
        self.choice.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.choice.activated.connect(lambda place: self.tensor_chosen.emit(self.choice.itemData(place)))
        self.words = plain_label(self, "body", muted=True, wrapped=True, centred=True)

    def make_map(self) -> None:
        """Makes the map and its legend, which come next in the tab order."""
        self.map, self.key = EditableHeatMap(self, surface="panel"), MapLegend(self)
        self.map.counted = True
        self.map.describe, self.map.source = self.text_of, self._number

    def fill_map(
        self, values: np.ndarray, rows: Sequence[RowLabel], columns: Sequence[str], scale: Scale,
        reasons: np.ndarray | None = None,
    ) -> None:  # fmt: skip
        self.map.clear()
        self.map.set_rows(rows)
        self.map.set_columns(columns)
        self.map.set_values(values, reasons, scale)

    def fill_key(self, scale: Scale, numbers: np.ndarray, reasons: tuple[int, ...] = ()) -> None:
        """The meaning of the colours; if a few numbers are extreme outliers, the ends say so."""
        known = numbers[~np.isnan(numbers)]
        low, high = (float(known.min()), float(known.max())) if known.size else (scale.lo, scale.hi)
        ends = "≤ " if low < scale.lo else "", "≥ " if high > scale.hi else ""
        ticks = (0.0, ends[0] + fmt_digits(scale.lo)), (1.0, ends[1] + fmt_digits(scale.hi))
        broken = (vocabulary.BROKEN,) if self.map.broken else ()
        self.key.set_key(LegendContent("", scale.ramp, ticks, (*reasons, *broken)))

    def text_of(self, row: int, column: int) -> str:
        raise NotImplementedError

    def _number(self, cell: Cell) -> tuple[Trace, Source] | None:
        """The source of a number; None while there is none."""
        raise NotImplementedError

    def restyle(self) -> None:
        self.close_button.setIcon(icons.icon("close", role="muted"))
        self.close_button.setIconSize(QSize(themes.px(14), themes.px(14)))
        self.map.setFont(themes.font("small"))
        self._shown = ()


class WeightNumbers(NamedTuple):
    """Statistics of a whole array (R, C): how many numbers lie in each of equal intervals around 0, and the `edges` of
    these; the singular values, none for one row or column, which has only its length; the summary."""

    counts: np.ndarray
    edges: np.ndarray
    stretches: np.ndarray
    whole: Summary

    @classmethod
    def of(cls, matrix: np.ndarray) -> WeightNumbers:
        """Computes them; for 30 million numbers takes seconds."""
        found = summary(matrix)
        most = max(-found.least, found.most, 1e-12)
        stretches = singular_values(matrix) if min(matrix.shape) > 1 else np.zeros(0)
        return cls(*np.histogram(matrix, _BINS, (-most, most)), stretches, found)


class WeightPanel(BoxPanel):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, tr("Weights"))
        self.matrix: np.ndarray | None = None
        self._beside = BackgroundWriter(self)
        self.close_button.setAccessibleName(tr("Close the weights"))
        painting.set_tip(self.close_button, tr("Closes the weights to make room for the diagram. (Esc)"))
        self.choice.setAccessibleName(tr("Numbers of this box"))
        painting.set_tip(self.choice, tr("What passes through this box in this sentence, or its trained weights."))
        self.remark = Caption("small", "muted", parent=self)
        self.make_map()
        self.map.moved.connect(self.map.point_at)
        self._weight: tuple[Trace, Source] | None = None  # the whole array, as it was trained
        self.map.setAccessibleName(tr("Weights"))
        painting.set_tip(self.map, tr("Point at a number to read it; wheel to zoom, double-click to show all."))
        self.spread, self.stretch = RowPlot(self), RowPlot(self)
        self.spread.explains = self.stretch.explains = False
        self.spread.setAccessibleName(tr("Distribution of the numbers"))
        self.stretch.setAccessibleName(tr("Singular values"))
        self.spread_title, self.stretch_title = (Caption("small", "muted", parent=self) for _ in range(2))
        self.facts = Facts(4, self)
        self._lay_out()

    def _lay_out(self) -> None:
        top = row_of((self.title, 1), self.close_button, spacing=None)
        above = top, self.choice, self.remark, (self.words, 1), (self.map, 4), self.key
        below = self.spread_title, (self.spread, 1), self.stretch_title, (self.stretch, 1), self.facts
        column_of(*above, *below, parent=self, margins=(12, 8, 12, 12), spacing=4)
        self.restyle()

    def show_weight(self, trace: Trace, part: Part, weight: Weight) -> None:
        """Shows a trained array of a part."""
        key = trace.model.hash, trace.model.folder, weight.name, themes.current().name
        if key == self._shown:
            return
        self.title.set_text(tr("Weights · {name}", name=weight.name.rsplit(".", 2)[-2]))
        fill_box(self.choice, choices_of(part), weights_of(weight))
        self._shown, self._weight, self.matrix, missing = key, None, None, ""
        try:
            whole = whole_weight(trace, weight)
            self._weight, self.matrix = (trace, whole), np.atleast_2d(np.asarray(whole.found))
        except Refused as refusal:
            missing = f"{translated(refusal.message)}."
        self.words.setText(missing)
        show_part(self.words, bool(missing))
        for plot in (self.remark, self.map, self.key, self.spread_title, self.spread, self.facts):
            show_part(plot, not missing)
        for plot in (self.stretch_title, self.stretch):
            show_part(plot, self.matrix is not None and min(self.matrix.shape) > 1)
        if self.matrix is not None:
            self._show_map(self.matrix, weight.name, shape_words(weight.shape, lengths(trace.spec)))
            self._tell(self.matrix)

    def _show_map(self, matrix: np.ndarray, *words: str) -> None:
        drawn = matrix[:_MOST, :_MOST]
        most = color_range.robust_limit(drawn)
        scale = Scale(-most, most, "diverging")
        rows, columns = (list(map(str, range(count))) for count in drawn.shape)
        self.fill_map(drawn, list(map(RowLabel, rows)), columns, scale)
        self.map.setMaximumHeight(themes.px(72) + len(drawn) * themes.px(17))
        part = f"; {tr('drawn: the first {count:,}', count=_MOST)}" if drawn.shape != matrix.shape else ""
        self.remark.set_text(" · ".join(filter(None, words)) + part)
        self.fill_key(scale, drawn)

    def _tell(self, matrix: np.ndarray) -> None:
        """Shows the statistics of the whole array; of a large one they are computed in the background."""
        if matrix.size <= _AT_ONCE:
            self._show_numbers(WeightNumbers.of(matrix))
            return
        for title, plot in ((self.spread_title, self.spread), (self.stretch_title, self.stretch)):
            title.set_text(tr("being computed"))
            plot.show_row(np.zeros(0))
        self.facts.set_facts([])
        found: list[WeightNumbers] = []

        def compute() -> None:
            if self.matrix is matrix:  # else another one has been chosen before its turn came
                found.append(WeightNumbers.of(matrix))

        self._beside.add(compute, partial(self._computed, matrix, found))

    def _computed(self, matrix: np.ndarray, found: list[WeightNumbers], error: Exception | None) -> None:
        if error is not None:
            raise error
        if self.matrix is matrix and found:
            self._show_numbers(found[0])

    def _show_numbers(self, of: WeightNumbers) -> None:
        """The distribution of the numbers, the singular values if there are any, the facts."""
        edges, values = of.edges, of.stretches
        least, most = (fmt_digits(float(edges[at])) for at in (0, -1))
        self.spread_title.set_text(tr("distribution of the numbers, from {least} to {most}", least=least, most=most))
        self.spread.show_row(of.counts.astype(np.float32))
        self.spread.describe = lambda at: tr(
            "{least} to {most}: {count:,} of {total:,}",
            least=fmt_digits(float(edges[at])), most=fmt_digits(float(edges[at + 1])), count=of.counts[at],
            total=prod(of.whole.shape),
        )  # fmt: skip
        if values.size:
            first, last = fmt_digits(float(values[0])), fmt_digits(float(values[-1]))
            self.stretch_title.set_text(tr("singular values, {first} to {last}", first=first, last=last))
        self.stretch.show_row(values.astype(np.float32))
        self.stretch.describe = lambda at: tr(
            "singular value {at} of {count}: {number}",
            at=at + 1, count=len(values), number=fmt_digits(float(values[at])),
        )  # fmt: skip
        whole, count = of.whole, prod(of.whole.shape)
        facts = {
            tr("numbers"): f"{count:,}",
            tr("smallest to largest"): tr(
                "{least} to {most}", least=fmt_digits(whole.least), most=fmt_digits(whole.most)
            ),
            tr("mean ± std"): f"{fmt_digits(whole.mean)} ± {fmt_digits(whole.deviation)}",
            tr("length √Σw²"): fmt_digits(sqrt(count * (whole.mean**2 + whole.deviation**2))),
        }
        self.facts.set_facts([Fact(name, value) for name, value in facts.items()])

    def text_of(self, row: int, column: int) -> str:
        if self.matrix is None:
            return ""
        number = fmt_digits(float(self.matrix[row, column]))
        return tr("row {row}, column {column}: {number}", row=row, column=column, number=number)

    def table(self, context: Context) -> ArrayTable | None:
        """The whole array; None if the model's files no longer have it."""
        if self._weight is None or self.matrix is None:
            return None
        name = self._weight[1].name
        return ArrayTable(name, replace(context, what=tr("weights"), hook=name), self.matrix)

    def _number(self, cell: Cell) -> tuple[Trace, Source] | None:
        if self._weight is None:
            return None
        trace, whole = self._weight
        return trace, replace(whole, index=cell[len(cell) - len(whole.index) :])  # a vector is one row, of one place

    def resizeEvent(self, event: object) -> None:
        show_part(self.facts, self.matrix is not None and self.height() >= themes.px(_LOW))


def fill_box(box: QComboBox, entries: Sequence[tuple[str, object]], value: object) -> None:
    """Sets the entries of a box (text, value) and selects that of a value, if there is one; emits nothing."""
    values = [one for _, one in entries]
    with QSignalBlocker(box):
        box.clear()
        for text, one in entries:
            box.addItem(text, one)
        box.setCurrentIndex(values.index(value) if value in values else -1)
