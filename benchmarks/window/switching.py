"""Another head, layer, kind or step of a result that is there: until it is painted."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QWidget

from benchmarks.report import Line, Section, compared
from benchmarks.samples import Samples, Work, in_turns
from benchmarks.window import recorded, screen
from benchmarks.window.floors import BareMap, BareMosaic, random_maps
from benchmarks.window.plots import PlottedMap, viewport
from benchmarks.window.screen import Paints
from model_core.record.trace import Trace
from viz_app.data.snapshot import Snapshot
from viz_app.document.state import Look, State
from viz_app.views.attention.view import Attention
from viz_app.widgets import theme as themes

LAYERS, HEADS = 6, 8
ABOUT = (
    "A recorded run of 6 layers × 8 heads; every switch shows other numbers than the one before. Ours is the "
    "whole Attention view (choices, mosaic, map with labels, legend), from the choice to the painted picture; "
    "the floors are one bare QImage: of one map made anew (head, layer), of 48 thumbnails reduced beforehand "
    "(kind, step). The moving step marker is switched off, so that the first picture is the last."
)


class Shown:
    """The Attention view in a window of its own, with the choices that are being made."""

    def __init__(self, trace: Trace) -> None:
        self.view = Attention()
        self.trace, self.look = trace, Look()
        screen.show(self.view, 1100, 640)
        self.choose(kind="cross")
        self.view.figure.heat.motion = False
        screen.settle(0.2)
        self.map, self.mosaic = Paints(self.view.figure.heat), Paints(self.view.pick.mosaic.viewport())

    def choose(self, **changes: Any) -> None:
        """Draws another look."""
        self.look = Look(**{**self.look.__dict__, **changes})
        options = Attention.Options()
        self.view.draw(Snapshot(State(look=self.look), self.trace, themes.current(), None, None, options))


def measure(quick: bool) -> Section:
    """Runs of 64 and 512 tokens."""
    screen.application()
    lines: list[Line] = []
    for cells in (16, 64, 512):
        lines += _view(recorded.trace(cells, LAYERS, HEADS), cells, 16 if quick else 96)
    return Section("switching", "Another head, layer, kind, step", ABOUT, tuple(lines))


def _view(trace: Trace, cells: int, rounds: int) -> list[Line]:
    """The view against both floors and a plot."""
    shown = Shown(trace)
    rect = shown.view.figure.heat.grid().rect.toRect()
    bare, scrub, plot = BareMap(cells, QRect(0, 0, rect.width(), rect.height())), _thumbnails(cells), PlottedMap(cells)
    screen.show(bare, 760, 640)
    screen.show(plot, 760, 640)
    heads, layers, steps = _others(HEADS), _others(LAYERS), _others(cells)
    kinds = itertools.cycle(("decoder", "cross"))
    spots = itertools.cycle([(layer, head) for layer in range(LAYERS) for head in range(HEADS)])
    maps = {(layer, head): trace.map("cross", layer, head) for layer in range(LAYERS) for head in range(HEADS)}
    painted = screen.until_painted
    seen = Paints(bare), Paints(viewport(plot))
    works: dict[str, Work] = {
        "head": lambda: painted(shown.map, lambda: shown.choose(head=next(heads))),
        "layer": lambda: painted(shown.map, lambda: shown.choose(layer=next(layers))),
        "kind": lambda: painted(shown.mosaic, lambda: shown.choose(kind=next(kinds))),
        "step": lambda: painted(shown.map, lambda: shown.choose(step=next(steps))),
        "floor of one map": lambda: painted(seen[0], lambda: bare.set_values(maps[next(spots)])),
        "floor of all maps": scrub,
        "plot": lambda: painted(seen[1], lambda: plot.set_values(maps[next(spots)])),
    }
    found = in_turns(works, rounds)
    rate = _sustained(shown, steps, 1.0)
    for window in (shown.view, bare, plot):
        _away(window)
    return _lines(found, cells, rate)


def _lines(found: dict[str, Samples], cells: int, rate: float) -> list[Line]:
    one, every, plot = found["floor of one map"], found["floor of all maps"], found["plot"]
    whole = ("floor: 48 bare thumbnails", every)
    return [
        *compared(f"head, {cells}²", found["head"], [("floor: one bare map", one, ""), ("pyqtgraph", plot, "")]),
        *compared(f"layer, {cells}²", found["layer"], [("floor: one bare map", one, "")]),
        *compared(f"kind, {cells}²", found["kind"], [(*whole, "")]),
        *compared(f"step, {cells}²", found["step"], [(*whole, "")]),
        Line(f"steps one after the other, {cells}²", rate, "per s"),
    ]


def _thumbnails(cells: int) -> Callable[[], float]:
    """The floor of an overview whose maps were reduced when the result came."""
    bare = BareMosaic(LAYERS, HEADS, cells, 64, 4)
    pool = itertools.cycle([bare.reduce(random_maps(LAYERS, HEADS, cells, seed)).copy() for seed in range(3)])
    screen.show(bare, 620, 480)
    paints = Paints(bare)
    return lambda: screen.until_painted(paints, lambda: bare.set_blocks(next(pool)))


def _others(count: int) -> Iterator[int]:
    """Numbers below `count`, each another one than before, near and far ones mixed; the first is not 0."""
    order = sorted(range(count), key=lambda index: index * 0.6180339887 % 1.0)
    return itertools.cycle([*order[1:], order[0]])


def _sustained(shown: Shown, steps: Iterator[int], seconds: float) -> float:
    """Pictures a second when one step follows the other as fast as they are painted."""
    took: list[float] = []
    while sum(took) < seconds * 1e3:
        took.append(screen.until_painted(shown.map, lambda: shown.choose(step=next(steps))))
    return 1e3 * len(took) / sum(took)


def _away(window: QWidget) -> None:
    window.close()
    window.deleteLater()
    screen.settle()
