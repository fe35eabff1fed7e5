"""A new result on the screen: 48 maps, from float32 arrays to painted."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from PySide6.QtGui import QImage

from benchmarks.report import Line, Section, compared
from benchmarks.samples import Work, in_turns
from benchmarks.window import screen
from benchmarks.window.floors import BareMosaic, Floats, block_maxima, random_maps
from benchmarks.window.plots import PlottedMosaic, viewport
from benchmarks.window.screen import Paints
from viz_app.data.maps import colormaps
from viz_app.data.maps.colormaps import Scale
from viz_app.maps.head_grid import HeadGrid
from viz_app.widgets import theme as themes

LAYERS, HEADS = 6, 8
SIDE = 64
_BORDER = 4  # px of a thumbnail that its round corners and hairline touch
ABOUT = (
    "48 maps (6 layers × 8 heads) of new float32 numbers, until painted. Ours is the mosaic of the window with "
    "hatches, round corners and numbers of layers and heads; the floor is one bare QImage of the same maxima "
    "and the same size; the plots are 48 views of pyqtgraph, each with an image, in one window."
)


def measure(quick: bool) -> Section:
    """48 maps of 64² and of 512²."""
    screen.application()
    lines: list[Line] = []
    checks: list[str] = []
    for cells, goal in ((64, ""), (512, "S1")):
        lines += _sized(cells, goal, 8 if quick else 60)
        checks.append(f"{cells}²: every pixel within the 48 thumbnails shows the largest number of its block")
    return Section("painting", "A new result: 48 maps painted", ABOUT, tuple(lines), tuple(checks))


def _sized(cells: int, goal: str, rounds: int) -> list[Line]:
    """The three ways to show maps of one size, in turns."""
    own, bare, plots = HeadGrid(), BareMosaic(LAYERS, HEADS, cells, SIDE, 4), PlottedMosaic(LAYERS, HEADS)
    for window in (own, bare, plots):
        screen.show(window, 620, 480)
    pool = [random_maps(LAYERS, HEADS, cells, seed) for seed in range(4)]
    shown = {"ours": 0, "floor": 1, "plots": 2}
    scale = Scale()

    def painted(name: str, paints: Paints, show: Callable[[Floats], object]) -> float:
        """Milliseconds for other numbers than in the round before."""
        shown[name] += 1
        maps = pool[shown[name] % len(pool)]
        return screen.until_painted(paints, lambda: show(maps))

    seen = {"ours": Paints(own.viewport()), "floor": Paints(bare), "plots": Paints(viewport(plots))}
    works: dict[str, Work] = {
        "ours": lambda: painted("ours", seen["ours"], lambda maps: own.set_maps(maps, None, scale)),
        "floor": lambda: painted("floor", seen["floor"], bare.set_maps),
        "plots": lambda: painted("plots", seen["plots"], plots.set_maps),
    }
    found = in_turns(works, rounds)
    check_maxima(own, pool[shown["ours"] % len(pool)])
    for window in (own, bare, plots):
        window.close()
        window.deleteLater()
    others = [("floor: one bare QImage", found["floor"], goal), ("48 pyqtgraph views", found["plots"], "")]
    return compared(f"48 maps of {cells}²", found["ours"], others)


def check_maxima(mosaic: HeadGrid, maps: Floats) -> None:
    """Compares what stands on the screen with the arrays. Raises AssertionError where they differ."""
    places = mosaic.places()
    side = round(places.side)
    assert side == SIDE, f"thumbnails are {side} px large, not {SIDE}"
    entries = colormaps.index(block_maxima(maps, side), 0.0, 1.0)
    wanted = colormaps.table("weights", themes.current().dark)[entries]
    image = mosaic.viewport().grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    width = image.bytesPerLine() // 4
    pixels = np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), width)
    for layer in range(maps.shape[0]):
        for head in range(maps.shape[1]):
            rect = mosaic.head_rect(layer, head)
            top, left = round(rect.top()) + _BORDER, round(rect.left()) + _BORDER
            inside = side - 2 * _BORDER
            seen = pixels[top : top + inside, left : left + inside]
            expected = wanted[layer, head, _BORDER : side - _BORDER, _BORDER : side - _BORDER]
            assert np.array_equal(seen, expected), f"layer {layer + 1}, head {head + 1} shows other numbers"
