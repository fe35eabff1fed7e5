"""What an open window does in the background while it is idle.

It imports the modules and builds the pages of views that are not open, and prepares the slow parts of their first
pictures, so that each view opens at once; and it collects garbage.
"""

from __future__ import annotations

import gc
import importlib
import sys
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, SignalInstance

from viz_app.system.in_turns import StepRunner, Steps
from viz_app.views import VIEWS

if TYPE_CHECKING:
    from viz_app.document.store import Store
    from viz_app.window.workspace import Workspace


PARTS = (
    "numpy",
    "model_core.record.model_info",
    "model_core.engine.messages",
    "viz_app.document.session",
    "viz_app.system.crash_report",
    "viz_app.document.store",
    "viz_app.document.autosave",
    "viz_app.system.engine_client",
    "viz_app.window.assembly",
    "viz_app.views.attention.view",
)
"""What the parts of a window are made of; they import the rest. The last one is the view that most starts show."""


def load_parts() -> None:
    """Imports modules in a thread of an open window. No widget is made there: Qt's objects belong to the thread that
    makes them. While one thread imports, the other runs every few milliseconds."""
    for name in PARTS:
        importlib.import_module(name)


LATER = (
    "viz_app.charts.line_chart", *(f"viz_app.views.{name}.view" for name in VIEWS),
    "viz_app.views.positions.panels", "viz_app.views.train.curves",
)  # fmt: skip
"""The first one imports pyqtgraph, which takes longest; the last ones are imported by a view when its page is made."""

IDLE = 1500
"""Milliseconds without a change, after which the next one is made ready."""
BETWEEN = 100
"""Milliseconds from one to the next."""

QUIET = 200
"""Milliseconds without a change, after which garbage is collected: longer than from one key to the next."""
SELDOM = 700, 10, 500
"""The collector's thresholds meanwhile: where there is no quiet moment, what survived once is looked through in every
tenth gesture, which takes 1 ms (at five times the second threshold in every fiftieth, which takes 5), the rest hardly
ever."""
MANY = 50
"""Collections of the second generation after which the third is collected, too."""


def modules() -> Steps:
    """Imports the modules of LATER one by one, each in a thread. A module that fails is left to the view that needs it,
    which reports the failure when opened."""
    for name in LATER:
        yield partial(importlib.import_module, name)


def preparations(desk: Workspace, store: Store) -> Steps:
    """Imports the modules, then builds the pages of all views, one per turn of the event loop; data that they need of
    the current model is read in a thread."""
    yield from modules()
    for name in VIEWS if all(name in sys.modules for name in LATER) else ():
        page = desk.made_page(name)
        yield None
        if page is not None and store.trace is not None:
            yield page.view.preparation(store.trace)


class IdleLoader(QObject):
    """Runs steps one by one while nothing changes."""

    def __init__(self, changed: SignalInstance, steps: Steps, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._steps: Steps | None = steps
        self._loading: StepRunner | None = None
        self._timer = QTimer(self, singleShot=True, interval=IDLE)
        self._timer.timeout.connect(self._next)
        changed.connect(lambda _: self._timer.start(IDLE) if self._timer.isActive() else None)
        self._timer.start()

    def _next(self) -> None:
        gc.freeze()  # what was made stays: to look through it would take 25 ms each time, the first time within a step
        try:
            beside = None if self._steps is None else next(self._steps)
        except StopIteration:
            self._steps = None
        if self._steps is None:
            return
        self._loading = StepRunner(iter([] if beside is None else [beside]), self)
        self._loading.over.connect(lambda: self._timer.start(BETWEEN))
        self._loading.start()

    def stop(self) -> None:
        """Stops, and waits for the step running in a thread."""
        self._steps = None
        self._timer.stop()
        if self._loading is not None:
            self._loading.stop()


class IdleCollector(QObject):
    """Collects garbage while nothing changes. Otherwise Python would do so during every tenth gesture, which then takes
    a tenth longer."""

    def __init__(self, changed: SignalInstance, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._usual = gc.get_threshold()
        gc.set_threshold(*SELDOM)
        self._timer = QTimer(self, singleShot=True, interval=QUIET)
        self._timer.timeout.connect(self._collect)
        changed.connect(lambda _: self._timer.start())

    @staticmethod
    def _collect() -> None:
        gc.collect(2 if gc.get_count()[2] >= MANY else 1)

    def stop(self) -> None:
        """Hands garbage collection back to Python."""
        self._timer.stop()
        gc.set_threshold(*self._usual)
