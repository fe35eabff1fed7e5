"""A, B and B − A side by side: three maps with one selection.

Cells of A and of the difference are reported as those of B. Lengths are logical pixels.
"""

from __future__ import annotations

from functools import partial

import numpy as np
from PySide6.QtCore import QPoint, QPointF, QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from model_core.analysis.known_masks import reasons_in
from model_core.analysis.text_comparison import first_difference
from model_core.explain.provenance import Source
from model_core.record.mask_reasons import VISIBLE
from model_core.record.trace import Trace
from viz_app.data import number_format, vocabulary
from viz_app.data.map_text import RowLabel, row_labels
from viz_app.data.maps.colormaps import Scale
from viz_app.data.selection import key_names, query_names
from viz_app.data.snapshot import Cell, Snapshot
from viz_app.maps.heatmap_figure import HeatMapFigure, end_together
from viz_app.maps.legend import LegendContent
from viz_app.system.language import tr
from viz_app.views.compare import words
from viz_app.views.compare.content import CHANGE, MAPS, A, B, RunComparison, RunSide
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.labels import Caption
from viz_app.widgets.layout import column_of, fit_at_once, row_of, show_part
from viz_app.widgets.number_card import answer

IMPORTANT = (CHANGE, B, A)
"""Which maps are left out last if not all fit."""
_LEAST = 190  # px of a map at text size 100 %
SMALLEST = 1e-6
"""Differences below this are none."""
_SHARED = 4  # common first letters that are written once
_TICKS = ((0.0, "0"), (0.5, "0.5"), (1.0, "1"))


class MapPane(QWidget):
    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.title, self.figure = Caption("small", "muted", parent=self), HeatMapFigure(self)
        self.figure.heat.setAccessibleName(name)
        column_of(self.title, (self.figure, 1), parent=self, spacing=4)


class ThreeMaps(QWidget):
    """`picked` carries changes of the look, `hovered` the cell of B."""

    picked = Signal(object)
    hovered = Signal(object)
    hinted = Signal(str)

    _shown: RunComparison

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._seen: object = None  # what is shown, and how it is coloured
        self._count = 0  # maps that have room
        self.panes = {which: MapPane(name, self) for which, name in words.NAMES.items()}
        row_of(*((self.panes[which], 1) for which in MAPS), parent=self, spacing=16)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        for which, pane in self.panes.items():
            heat = pane.figure.heat
            painting.set_tip(heat, tr("{map}. Click a cell to pin it in all three maps.", map=words.NAMES[which]))
            heat.hovered.connect(partial(self._point, which))
            heat.clicked.connect(partial(self._pick, which))
            heat.row_clicked.connect(partial(self._step, which))
            heat.describe = partial(self._describe, which)
            heat.hinted.connect(self.hinted)
            answer(heat, partial(self._number, which))

    def heat(self, which: str) -> QWidget:
        """The map of A, of B or of their difference."""
        return self.panes[which].figure.heat

    # ---- what it shows

    def show_runs(self, found: RunComparison, shot: Snapshot, palette: str, whole: bool) -> None:
        """Shows two runs; `palette` colours weights, `whole` lets colours of differences end at 1."""
        if self._seen != (seen := (found, palette, whole)):
            self._shown, self._seen = found, seen
            keys = {A: self._show_side(A, found.a, palette), B: self._show_side(B, found.b, palette)}
            keys[CHANGE] = self._show_change(found, whole)
            for which, key in keys.items():
                if key is not None:
                    self.panes[which].figure.legend.set_key(key)
            self._end_together()
        self.mark(found, shot)

    def _show_side(self, which: str, side: RunSide, palette: str) -> LegendContent | None:
        """The map of a run; returns its legend, None if there is none."""
        pane = self.panes[which]
        pane.title.set_text(words.side(which.upper(), side))
        figure, weights = pane.figure, side.weights
        if weights is None:
            figure.show_message(words.NOTHING)
            return None
        figure.heat.set_rows(row_labels(side.texts, side.kind))
        figure.heat.set_columns(key_names(side.texts, side.kind))
        reasons = side.reasons
        figure.show_message("")
        figure.heat.set_values(weights, reasons, Scale(0.0, 1.0, palette))
        codes = () if reasons is None else tuple(sorted(reasons_in(reasons) - {VISIBLE}))
        return LegendContent(tr("weight"), palette, _TICKS, (*codes, *_broken(pane)))

    def _show_change(self, found: RunComparison, whole: bool) -> LegendContent | None:
        """The map of the difference; returns its legend, None if there is none."""
        pane, change = self.panes[CHANGE], found.change
        none = change is not None and (np.abs(change) < SMALLEST).all()  # not where one is not a number
        pane.title.set_text(f"{words.NAMES[CHANGE]} · {words.NO_WEIGHT}" if none else words.NAMES[CHANGE])
        if change is None or found.alignment is None:
            pane.figure.show_message(found.why)
            return None
        pane.figure.show_message("")
        heat, limit = pane.figure.heat, 1.0 if whole else max(found.limit, SMALLEST)
        heat.set_rows(change_rows(found))
        keys = key_names(found.b.texts, found.b.kind)
        heat.set_columns(tuple(keys[b] for _, b in found.alignment.both_columns))
        heat.set_values(change, None, Scale(-limit, limit, "diverging"))
        end = number_format.fmt_weight(limit, 2 if limit >= 0.005 else 6)
        ticks = ((0.0, f"{number_format.MINUS}{end}"), (0.5, "0"), (1.0, end))
        return LegendContent("B − A", "diverging", ticks, _broken(pane), 0.0)

    def mark(self, found: RunComparison, shot: Snapshot) -> None:
        """Marks the same cells and the same step in all three."""
        step = shot.step if shot.look.kind != "encoder" else None
        last = shot.last_row(shot.look.kind)
        both = () if found.alignment is None else found.alignment.both_rows
        seen = both if last is None else tuple(pair for pair in both if pair[1] <= last)
        whole = last is None or found.held is not None or found.alignment is None
        steps = {which: found.row_in(which, step) for which in MAPS} | {B: step}
        if found.held is not None and step is not None:
            steps[A] = found.held
        lasts = {
            A: None if whole else max((a for a, _ in seen), default=-1), B: last,
            CHANGE: None if last is None else len(seen) - 1,
        }  # fmt: skip
        for which, pane in self.panes.items():
            pinned, hovered = (found.cell_in(which, cell) for cell in (shot.pinned, shot.hover))
            pane.figure.heat.set_marks(pinned, hovered, steps[which], lasts[which])

    # ---- what the user does

    def _point(self, which: str, cell: Cell | None) -> None:
        own = None if cell is None else self._shown.cell_in(B, cell, which)
        self.hovered.emit(own)
        self.hinted.emit(words.ALONE if cell is not None and own is None else "")

    def _pick(self, which: str, cell: Cell) -> None:
        own = self._shown.cell_in(B, cell, which)
        if own is not None:
            self.picked.emit({"query": own[0], "key": own[1]})

    def _step(self, which: str, row: int) -> None:
        step = row if which == B else self._shown.row_in(B, row, which)
        if step is not None and self._shown.b.kind != "encoder":
            self.picked.emit({"step": step})

    def pointed(self) -> str:
        """The hovered map, otherwise that of the difference."""
        return next((which for which, pane in self.panes.items() if pane.figure.heat.underMouse()), CHANGE)

    def _describe(self, which: str, row: int, column: int) -> str:
        return words.cell(self._shown, which, (row, column))

    def _number(self, which: str, point: QPoint | None) -> tuple[Trace, Source] | None:
        """The source of a cell; for None of the pinned one."""
        heat = self.panes[which].figure.heat
        cell = heat.marks.pinned if point is None else heat.cell_at(QPointF(point))
        return None if cell is None else words.cell_source(self._shown, which, cell)

    # ---- room

    def resizeEvent(self, event: QResizeEvent) -> None:
        fit_at_once(self, self.fit)

    def fit(self) -> None:
        """Shows as many maps side by side as fit."""
        count = max(1, min(len(IMPORTANT), self.width() // themes.px(_LEAST)))
        if count != self._count:
            self._count = count
            for place, which in enumerate(IMPORTANT):
                show_part(self.panes[which], place < count)
            self._end_together()

    def _end_together(self) -> None:
        """Visible maps end at the same height, even if their labels and legends differ in size."""
        end_together([pane.figure for pane in self.panes.values() if not (pane.isHidden() or pane.figure.words)])

    def restyle(self) -> None:
        """Applies the current text size."""
        for pane in self.panes.values():
            pane.figure.arrange()
        self._count = 0
        self.fit()

    def minimumSizeHint(self) -> QSize:
        return QSize(120, 80)


def _broken(pane: MapPane) -> tuple[int, ...]:
    """The hatch reason for cells that are not numbers, if the map has any."""
    return (vocabulary.BROKEN,) if pane.figure.heat.broken else ()


def both_tokens(a: str, b: str) -> str:
    """A's token and B's if they differ, shortened to where they differ: "hermano / …a"."""
    shared = first_difference(a, b)
    if shared is None:
        return b
    elided = _SHARED <= shared < len(b) and b.isalpha()
    return f"{a} / …{b[shared:]}" if elided else f"{a} / {b}"


def change_rows(found: RunComparison) -> list[RowLabel]:
    """The rows of the difference: those of B, with A's token if it differs."""
    assert found.alignment is not None
    a, b = (query_names(side.texts, side.kind) for side in (found.a, found.b))
    labels = []
    for i, j in found.alignment.both_rows:
        (read_a, written_a), (read_b, written_b) = a[i], b[j]
        if not written_b:
            labels.append(RowLabel(both_tokens(read_a, read_b)))
            continue
        labels.append(RowLabel(read_b, both_tokens(written_a or "", written_b)))
    return labels
