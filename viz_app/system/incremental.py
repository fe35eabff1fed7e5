"""Work that would hold the window for long, done in turns of the event loop: at most a few milliseconds in each.

Steps are a generator: what it does between two `yield`s is done in one turn. A step that yields a function wants it
called in a thread of its own; the next turn comes when that is done.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator

from PySide6.QtCore import QObject, Qt, QTimer, Signal, SignalInstance

Beside = Callable[[], object]
"""What is to be done beside the window; it makes nothing of Qt."""

Steps = Iterator[Beside | None]

UNSEEN = 250
"""Milliseconds after which a window that nobody sees is built all the same."""

TURN = 0.006
"""Seconds after which a turn ends, as soon as its step is done."""


def at_once(steps: Steps) -> None:
    """Does all steps in one go."""
    for beside in steps:
        if beside is not None:
            beside()


PAUSE = 8
"""Milliseconds between two of several turns: Qt waits for 5 before it paints what has changed."""


class Turns(QObject):
    """Does what it is given in turns of the event loop, one thing in each; what has changed is painted in between."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._waiting: list[Callable[[], object]] = []

    def add(self, what: Callable[[], object]) -> None:
        """To be done in a turn of its own, after what was added before."""
        self._waiting.append(what)
        if len(self._waiting) == 1:
            QTimer.singleShot(PAUSE, self, self._turn)

    def _turn(self) -> None:
        self._waiting[0]()
        del self._waiting[0]
        if self._waiting:
            QTimer.singleShot(PAUSE, self, self._turn)


class Builder(QObject):
    """Does the steps while the window lives. `failure` is what ended them too early; `over` is told in any case."""

    over = Signal()
    _again = Signal()

    def __init__(self, steps: Steps, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.failure: BaseException | None = None
        self._steps: Steps | None = steps
        self._thread: threading.Thread | None = None
        self._started = False
        self._again.connect(self._turn, Qt.ConnectionType.QueuedConnection)

    def start(self) -> None:
        """The first turn comes with the next round of the event loop. A second call does nothing."""
        if not self._started:
            self._started = True
            self._again.emit()

    def start_after(self, seen: SignalInstance | None) -> None:
        """The first turn comes with this signal; where it never comes, a little later."""
        if seen is not None:
            seen.connect(self.start, Qt.ConnectionType.QueuedConnection)
        QTimer.singleShot(UNSEEN, self, self.start)

    def stop(self) -> None:
        """No step more; waits for the one in the thread."""
        self._steps = None
        if self._thread is not None:
            self._thread.join()

    def _turn(self) -> None:
        """One share of the work; what is waiting in the event loop comes before the next one."""
        end = time.perf_counter() + TURN
        while self._steps is not None and time.perf_counter() < end:
            try:
                if self.failure is not None:
                    raise self.failure
                beside = next(self._steps)
            except StopIteration:
                self._finish()
                return
            except Exception as error:
                self.failure = error
                self._finish()
                return
            if beside is not None:
                self._thread = threading.Thread(target=self._do, args=(beside,), name="loading", daemon=True)
                self._thread.start()
                return
        if self._steps is not None:
            QTimer.singleShot(0, self, self._turn)

    def _do(self, beside: Beside) -> None:
        """Body of the thread."""
        try:
            beside()
        except BaseException as error:
            self.failure = error
        self._again.emit()

    def _finish(self) -> None:
        self._steps = None
        self.over.emit()
