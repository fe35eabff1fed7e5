"""A window on the screen and the time until it has painted: the same way for everything that is compared."""

from __future__ import annotations

import os
import time
from collections.abc import Callable

from PySide6.QtCore import QEvent, QEventLoop, QObject, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget

from viz_app.widgets import theme as themes

CLOCK = time.process_time if "offscreen" in os.environ.get("QT_QPA_PLATFORM", "") else time.perf_counter
"""Seconds. Offscreen this process does all the work of a picture, without waiting: its processor time leaves out what
other programs do meanwhile. Elsewhere the wall's clock counts, with the display server's part."""

PATIENCE = 30.0
"""Seconds after which a picture that does not come is an error."""


def application() -> QApplication:
    """The application, dressed in the light theme."""
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        app = QApplication(["benchmarks"])
        themes.apply(app, themes.LIGHT, 1.0)
    return app


class Paints(QObject):
    """Counts the paint events of a widget. Costs every widget it watches the same."""

    def __init__(self, watched: QWidget) -> None:
        super().__init__(watched)
        self.count = 0
        watched.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Sees every event, keeps none."""
        self.count += event.type() == QEvent.Type.Paint
        return False


def show(window: QWidget, width: int, height: int) -> None:
    """Puts a window on the screen and waits until it stands there, painted."""
    window.resize(width, height)
    window.show()
    wait(lambda: window.windowHandle() is not None and window.windowHandle().isExposed())
    settle()


def settle(seconds: float = 0.05) -> None:
    """Lets everything that was put off happen."""
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        QApplication.processEvents()


def wait(until: Callable[[], bool], seconds: float = PATIENCE) -> None:
    """Handles events until something is so. Raises TimeoutError when it takes too long."""
    end = time.perf_counter() + seconds
    while not until():
        QApplication.processEvents()
        if time.perf_counter() > end:
            raise TimeoutError("what was waited for did not happen")


def rest(until: Callable[[], bool], seconds: float = PATIENCE) -> None:
    """As `wait`, but sleeping in the event loop as the program itself does, so that nothing is taken from threads and
    processes that work meanwhile. Raises TimeoutError when it takes too long."""
    waker = QTimer()
    waker.start(20)  # the loop wakes up for an event; what is waited for may come without one
    end = time.perf_counter() + seconds
    while not until():
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
        if time.perf_counter() > end:
            raise TimeoutError("what was waited for did not happen")
    waker.stop()


def until_painted(paints: Paints, change: Callable[[], object]) -> float:
    """Milliseconds from before `change` until the picture it asks for is painted and has reached the display server."""
    before = paints.count
    began = CLOCK()
    change()
    while paints.count == before:
        QApplication.processEvents()
        if CLOCK() - began > PATIENCE:
            raise TimeoutError("the change was not painted")
    QGuiApplication.sync()
    return (CLOCK() - began) * 1e3


def move_mouse(widget: QWidget, point: QPointF) -> None:
    """A mouse move without buttons at a point of the widget, as the window system would tell it."""
    everywhere = QPointF(widget.mapToGlobal(QPoint(0, 0))) + point
    button = Qt.MouseButton.NoButton
    event = QMouseEvent(QEvent.Type.MouseMove, point, everywhere, button, button, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(widget, event)
