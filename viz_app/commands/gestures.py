"""What the mouse does in pictures, and the keys that do the same: the last part of the key sheet (F1).

Each picture tells its own in its tool tip and in the status bar; here they stand together.
"""

from __future__ import annotations

from typing import NamedTuple


class Gesture(NamedTuple):
    """A gesture, the keys that do the same in portable words, what they do; `parts` are the classes that take it."""

    mouse: str
    keys: tuple[str, ...]
    does: str
    parts: tuple[str, ...] = ()


TITLE = "In a picture that has the focus"

GESTURES = (
    Gesture("point, click", ("Shift+Left", "Return"), "From place to place, and choose it", (
        "Canvas", "PanCanvas", "CursorMap", "HeatMap", "ChipRow", "CurvePlot")),
    Gesture("point, click", ("Left",), "The same in lists, rows of tokens, trees and the model", ("Mosaic", "LineMap")),
    Gesture("wheel", ("+", "-"), "Closer, further", ("PanCanvas", "CurvePlot", "TreeMap")),
    Gesture("double click", ("0",), "Everything again", ("PanCanvas", "CurvePlot", "Diagram", "CursorMap")),
    Gesture("double click on a cell", ("G",), "Follow its number", ("HeatMap",)),
    Gesture("double click on a head", ("Return",), "Open it", ("EffectMatrix", "HeadSquares", "HeadRanking")),
    Gesture("double click on a head's number", ("Shift+Return",), "That head alone", ("HeadChips",)),
    Gesture("right click", ("Shift+F10",), "Where a number comes from; what a token may become", ("ChipRow",)),
    Gesture("click on a switch", ("Space",), "Switch a head off or on; with Shift its layer", ("Switches",)),
    Gesture("draw on a mask", ("Shift+Left", "Return"), "Forbid or allow cells, after X", ("CursorMap",)),
    Gesture("drag a weight", ("Tab",), "Type it into the box beside the map", ("WeightMap",)),
    Gesture("wheel over a list", ("PgDown",), "Scroll", ("ScrolledCanvas", "ChipRow")),
    Gesture("click in the rail with Ctrl", ("Ctrl+Shift+B",), "View beside", ()),
)  # fmt: skip

MOUSE_ALONE = {"CellPen": "the pen draws on a projected picture and changes nothing"}
"""What has no key, and why it needs none."""
