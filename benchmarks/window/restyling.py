"""Another theme and another text size, in a window in which every view was opened."""

from __future__ import annotations

import gc
from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QWidget

from benchmarks.machine import import_processor_seconds, scaled
from benchmarks.report import Line, Section
from benchmarks.samples import Samples, in_turns
from benchmarks.window import recorded, screen
from viz_app.document.state import State
from viz_app.document.store import Store
from viz_app.views import VIEWS
from viz_app.window.main_window import Window

ABOUT = (
    "A window of 1440 × 900 in which every view was opened and Attention is seen, with a recorded run of 12 tokens: "
    "from the choice of another theme or text size until nothing is left to be laid out or painted; processor time, "
    "divided by how much more of it `import torch` takes here, in turns with it, than the 0.85 s for which the goal is "
    "given."
)
CALM = 3
"""Turns of the event loop after which nothing is left to be done."""


def measure(quick: bool) -> Section:
    """Both ways of each choice, in turns."""
    trace = recorded.trace(12, 3, 4)
    screen.application()
    store = Store(State(run=trace.run))
    window = Window(store)
    screen.show(window, 1440, 900)
    store.accept(trace)
    for name in (*VIEWS, "attention"):
        store.desk(views=(name,))
        screen.settle(0.2)
    choices: dict[str, tuple[dict[str, Any], ...]] = {
        "another theme": ({"theme": "dark"}, {"theme": "light"}),
        "another text size": ({"text_scale": 1.25}, {"text_scale": 1.0}),
    }
    works = {name: partial(_there_and_back, store, both) for name, both in choices.items()}
    imports: list[float] = []
    works["import torch"] = lambda: imports.append(import_processor_seconds())  # type: ignore[assignment]
    found = in_turns(works, 4 if quick else 15, warm=1)
    scale, divided = scaled(imports[1:])
    parts = len(window.findChildren(QWidget))
    away(window)
    lines = tuple(_line(name, found[name], scale) for name in choices)
    checks = divided, f"the window has {parts:,} parts"
    return Section("restyling", "Another theme or text size", ABOUT, lines, checks)


def _line(name: str, found: Samples, scale: float) -> Line:
    return Line(name, found.median / scale, "ms", found.p95 / scale, goal="F7 theme")


def _there_and_back(store: Store, both: tuple[dict[str, Any], ...]) -> float:
    """Milliseconds of one change, the mean of both ways."""
    return sum(until_calm(partial(store.desk, **one)) for one in both) / len(both)


def until_calm(change: Callable[[], object], turns: int = CALM) -> float:
    """Milliseconds until nothing that follows from a change is left to be laid out or painted, so many turns of the
    event loop behind it."""
    began = screen.CLOCK()
    change()
    for _ in range(turns):
        QApplication.processEvents()
    return (screen.CLOCK() - began) * 1e3


def away(window: QWidget) -> None:
    """Closes a window and all that belongs to it."""
    window.close()
    window.deleteLater()
    screen.settle()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # no event loop runs here that would
    gc.collect()
