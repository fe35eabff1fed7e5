"""What an idle window loads: the modules of the views that are not open, so that each opens at once."""

from __future__ import annotations

import importlib
from functools import partial

from PySide6.QtCore import QObject, QTimer, SignalInstance

from viz_app.system.incremental import StepRunner
from viz_app.views import VIEWS

LATER = (
    "viz_app.charts.line_chart", *(f"viz_app.views.{name}.view" for name in VIEWS),
    "viz_app.views.positions.panels", "viz_app.views.train.curves",
)  # fmt: skip
"""The first one imports pyqtgraph, which takes longest; the last ones are imported by a view when its page is made."""

IDLE = 1500
"""Milliseconds without a change, after which the next one is loaded."""
BETWEEN = 100
"""Milliseconds from one to the next."""


class IdleLoader(QObject):
    """Imports the modules of LATER one by one, each in a thread, while nothing changes. What fails is left to the view
    that needs it, which reports it when it is opened."""

    def __init__(self, changed: SignalInstance, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.left = list(LATER)
        self._loading: StepRunner | None = None
        self._timer = QTimer(self, singleShot=True, interval=IDLE)
        self._timer.timeout.connect(self._next)
        changed.connect(lambda _: self._timer.start(IDLE) if self._timer.isActive() else None)
        self._timer.start()

    def _next(self) -> None:
        if not self.left:
            return
        self._loading = StepRunner(iter([partial(importlib.import_module, self.left.pop(0))]), self)
        self._loading.over.connect(lambda: self._timer.start(BETWEEN))
        self._loading.start()

    def stop(self) -> None:
        """Loads nothing more; waits for what is being loaded."""
        self.left.clear()
        self._timer.stop()
        if self._loading is not None:
            self._loading.stop()
