"""The mouse over a map: until lines, both tokens and the number under it are painted."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QPointF, QRect
from PySide6.QtWidgets import QWidget

from benchmarks.report import Line, Section, compared
from benchmarks.samples import Work, in_turns
from benchmarks.window import screen
from benchmarks.window.floors import BareMap, random_maps
from benchmarks.window.plots import PlottedMap, viewport
from benchmarks.window.recorded import WORDS
from benchmarks.window.screen import Paints
from viz_app.data.map_text import RowLabel
from viz_app.data.maps.colormaps import Scale
from viz_app.maps.heatmap import HeatMap

ABOUT = (
    "One mouse move over a map of N × N tokens, until it is painted. Ours outlines the cell, leads lines to "
    "both tokens and sets them off, and names the cell for screen readers; the floor lays a kept picture and "
    "paints two lines and a word; pyqtgraph moves two InfiniteLines and a TextItem (its limit of 100 moves a "
    "second lifted). Each move goes to another cell."
)


def measure(quick: bool) -> Section:
    """Maps of 64, 512 and (not with --quick) 2048 tokens."""
    screen.application()
    lines: list[Line] = []
    for cells in (64, 512) if quick else (64, 512, 2048):
        lines += _sized(cells, 60 if quick else 600)
    return Section("hovering", "Hover", ABOUT, tuple(lines))


def _sized(cells: int, rounds: int) -> list[Line]:
    values = random_maps(1, 1, cells, cells)[0, 0]
    own, bare, plot = HeatMap(), BareMap(cells, QRect(60, 10, 560, 560)), PlottedMap(cells)
    own.set_rows([RowLabel(word) for word in _words(cells)])
    own.set_columns(_words(cells))
    own.set_values(values, None, Scale())
    bare.set_values(values)
    plot.set_values(values)
    for window in (own, bare, plot):
        screen.show(window, 760, 640)
    bare.keep_picture()
    told: list[object] = []
    own.hovered.connect(told.append)
    rect = own.grid().rect
    works: dict[str, Work] = {
        "ours": _moves(own, own, rect.topLeft(), rect.bottomRight()),
        "floor": _moves(bare, bare, QPointF(60, 10), QPointF(620, 570)),
        "plot": _moves(viewport(plot), viewport(plot), *plot.image_area()),
    }
    warm = 10
    pictures = own.pictures
    found = in_turns(works, rounds, warm=warm)
    assert own.pictures == pictures, "the map itself was painted again"
    moves = Line(f"N = {cells}: moves told", len(told), "", against="moves made", other=rounds + warm)
    moves = Line(**{**moves.__dict__, "ratio": len(told) / (rounds + warm), "goal": "S3 moves"})
    for window in (own, bare, plot):
        window.close()
        window.deleteLater()
    others = [("floor: kept picture, two lines, a word", found["floor"], "S3"), ("pyqtgraph", found["plot"], "")]
    return [*compared(f"N = {cells}", found["ours"], others, p95="S3 p95"), moves]


def _words(count: int) -> list[str]:
    return [WORDS[index % len(WORDS)] for index in range(count)]


def _moves(painted: QWidget, target: QWidget, corner: QPointF, end: QPointF) -> Callable[[], float]:
    """Moves to places spread over the map, no two neighbours in one cell."""
    paints = Paints(painted)
    state = np.array([0.137, 0.731])
    steps = np.array([0.6180339887, 0.3819660113 + 0.1])

    def move() -> float:
        state[:] = (state + steps) % 1.0
        x, y = 0.01 + 0.98 * state
        point = QPointF(corner.x() + x * (end.x() - corner.x()), corner.y() + y * (end.y() - corner.y()))
        return screen.until_painted(paints, lambda: screen.move_mouse(target, point))

    return move
