"""Whatever the mouse does in a picture has keys, and the key sheet names them."""

from __future__ import annotations

import ast
import importlib
import pkgutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QKeySequence

import viz_app
from viz_app.commands.key_page import GESTURES, TITLE
from viz_app.widgets.canvas import Canvas
from viz_app.window.dialogs import gesture_rows

HANDLERS = {"mousePressEvent", "mouseDoubleClickEvent", "wheelEvent", "contextMenuEvent"}
"""By which a widget takes a gesture of its own."""
BESIDE = {"RowPlot": "the map above it has the same numbers", "LineMap": "the view takes its arrow keys"}
"""Pictures whose places can be clicked and whose keys another part has."""


def taking() -> Iterator[str]:
    """The classes that take a gesture of their own."""
    for path in Path(viz_app.__file__).parent.rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(source)) if any(name in source for name in HANDLERS) else ():
            if isinstance(node, ast.ClassDef):
                names = {one.name for one in node.body if isinstance(one, ast.FunctionDef)}
                if names & HANDLERS:
                    yield node.name


def canvases(kind: type = Canvas) -> Iterator[type]:
    """Every canvas of the program."""
    for one in kind.__subclasses__():
        if one.__module__.startswith("viz_app."):
            yield one
        yield from canvases(one)


def test_every_gesture_has_keys() -> None:
    known = {part for gesture in GESTURES for part in gesture.parts}
    known.add("CellPen")  # the pen draws on a projected picture and changes nothing
    found = set(taking())
    assert len(found) > 10
    assert found - known == set(), "what the mouse does here has no key in the table of gestures"


@pytest.mark.usefixtures("qapp")
def test_everything_clickable_can_be_reached_by_keyboard() -> None:
    for module in pkgutil.walk_packages(viz_app.__path__, "viz_app."):
        if ".views." in module.name or ".maps" in module.name or ".text" in module.name:
            importlib.import_module(module.name)
    clicked = [one for one in set(canvases()) if one.pick is not Canvas.pick and one.__name__ not in BESIDE]
    assert len(clicked) > 10
    assert [one.__name__ for one in clicked if not one.moves or one.walk is Canvas.walk] == []


def test_the_key_sheet_names_every_gesture() -> None:
    rows = gesture_rows()
    assert rows[0] == (TITLE,) and len(rows) == len(GESTURES) + 1
    for gesture, (keys, words) in zip(GESTURES, rows[1:], strict=True):
        assert keys and gesture.does in words and gesture.mouse in words
        assert all(not QKeySequence.fromString(key).isEmpty() for key in gesture.keys)
