"""Keys beside those of the actions, for the key sheet (F1): what the mouse does in pictures and the keys that do the
same, and the keys of a lesson and of presenting.

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


TITLE = tr("In a picture with the keyboard focus")

GESTURES = (
    Gesture(
        tr("point, click"),
        ("Shift+Left", "Return"),
        tr("Move from item to item, and select"),
        ("Canvas", "PanCanvas", "EditableHeatMap", "HeatMap", "ChipRow", "CurvePlot"),
    ),
    Gesture(
        tr("point, click"),
        ("Left",),
        tr("The same in lists, token rows, trees and the model"),
        ("HeadGrid", "LineMap"),
    ),
    Gesture(tr("wheel"), ("+", "-"), tr("Zoom in or out"), ("PanCanvas", "CurvePlot", "TreeMap")),
    Gesture(tr("double-click"), ("0",), tr("Fit to view"), ("PanCanvas", "CurvePlot", "Diagram", "EditableHeatMap")),
    Gesture(tr("double-click a cell"), ("G",), tr("Follow its number"), ("HeatMap",)),
    Gesture(tr("double-click a head"), ("Return",), tr("Open it"), ("EffectMatrix", "HeadSquares", "HeadRanking")),
    Gesture(tr("double-click a head's number"), ("Shift+Return",), tr("That head alone"), ("HeadChips",)),
    Gesture(
        tr("right-click"),
        ("Shift+F10",),
        tr("What you can do with a number, a token or an arrow"),
        ("ChipRow", "Diagram"),
    ),
    Gesture(tr("click a switch"), ("Space",), tr("Switch a head off or on; with Shift its layer"), ("HeadSwitches",)),
    Gesture(tr("draw on a mask"), ("Shift+Left", "Return"), tr("Forbid or allow cells, after X"), ("EditableHeatMap",)),
    Gesture(tr("drag a weight"), ("Tab",), tr("Type it in the box beside the map"), ("WeightMap",)),
    Gesture(tr("wheel over a list"), ("PgDown",), tr("Scroll"), ("ScrolledCanvas", "ChipRow")),
    Gesture(tr("Ctrl+click in the rail"), ("Ctrl+Shift+B",), tr("View beside")),
)

TAUGHT: dict[str, tuple[tuple[tuple[str, ...], str], ...]] = {
    tr("In a lesson or a guess"): (
        (("Right", "PgDown"), tr("Next scene")),
        (("Left", "PgUp"), tr("Previous scene")),
        (("1",), tr("Choose the first answer; 2 to 9 choose the others")),
        (("Return",), tr("Show the answer, then the next scene")),
        (("Esc",), tr("Leave")),
    ),
    tr("While presenting"): (
        (("S",), tr("Spotlight")),
        (("B",), tr("Black screen, and back")),
        (("P",), tr("Pen: a click marks a cell")),
        (("N",), tr("Next sentence")),
        (("R",), tr("Show the answer, then the next scene")),
        (("T",), tr("Words of the lesson, or the view alone")),
        (("+", "-"), tr("Larger or smaller text")),
        (("X",), tr("The picture on the other screen")),
        (("Esc",), tr("End presenting")),
    ),
}
"""Heading -> (keys, what they do): those of LessonDesk and of Presenter."""
