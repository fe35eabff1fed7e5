"""What the mouse does in pictures, and the keys that do the same: the last part of the key sheet (F1).

Each picture tells its own in its tool tip and in the status bar; here they stand together.
"""

from __future__ import annotations

from typing import NamedTuple

from viz_app.system.language import tr


class Gesture(NamedTuple):
    """A gesture, the keys that do the same in portable words, what they do; `parts` are the classes that take it."""

    mouse: str
    keys: tuple[str, ...]
    does: str
    parts: tuple[str, ...] = ()


TITLE = tr("In a picture that has the focus")

GESTURES = (
    Gesture(
        tr("point, click"),
        ("Shift+Left", "Return"),
        tr("From place to place, and choose it"),
        ("Canvas", "PanCanvas", "EditableHeatMap", "HeatMap", "ChipRow", "CurvePlot"),
    ),
    Gesture(
        tr("point, click"),
        ("Left",),
        tr("The same in lists, rows of tokens, trees and the model"),
        ("HeadGrid", "LineMap"),
    ),
    Gesture(tr("wheel"), ("+", "-"), tr("Closer, further"), ("PanCanvas", "CurvePlot", "TreeMap")),
    Gesture(
        tr("double click"), ("0",), tr("Everything again"), ("PanCanvas", "CurvePlot", "Diagram", "EditableHeatMap")
    ),
    Gesture(tr("double click on a cell"), ("G",), tr("Follow its number"), ("HeatMap",)),
    Gesture(tr("double click on a head"), ("Return",), tr("Open it"), ("EffectMatrix", "HeadSquares", "HeadRanking")),
    Gesture(tr("double click on a head's number"), ("Shift+Return",), tr("That head alone"), ("HeadChips",)),
    Gesture(
        tr("right click"),
        ("Shift+F10",),
        tr("What can be done with a number, a token or an arrow"),
        ("ChipRow", "Diagram"),
    ),
    Gesture(
        tr("click on a switch"), ("Space",), tr("Switch a head off or on; with Shift its layer"), ("HeadSwitches",)
    ),
    Gesture(tr("draw on a mask"), ("Shift+Left", "Return"), tr("Forbid or allow cells, after X"), ("EditableHeatMap",)),
    Gesture(tr("drag a weight"), ("Tab",), tr("Type it into the box beside the map"), ("WeightMap",)),
    Gesture(tr("wheel over a list"), ("PgDown",), tr("Scroll"), ("ScrolledCanvas", "ChipRow")),
    Gesture(tr("click in the rail with Ctrl"), ("Ctrl+Shift+B",), tr("View beside")),
)

MOUSE_ALONE = {"CellPen": tr("the pen draws on a projected picture and changes nothing")}
"""What has no key, and why it needs none."""
