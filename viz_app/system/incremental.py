"""Work that would hold the window for long, done in a few turns of the event loop: the window is painted in between.

Steps are a generator: what it does between two `yield`s is done in one turn. A step that yields a function wants it
called in a thread of its own; the next turn comes when that is done.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

from PySide6.QtCore import QObject, QTimer, Signal, SignalInstance

Steps = Iterator[Callable[[], object] | None]

UNSEEN = 250
"""Milliseconds after which a window that is not seen is built all the same."""

BETWEEN = 1
"""Milliseconds from one step to the next: with 0 the next one would come in the same turn, before keys and timers."""


class StepRunner(QObject):
    """Does the steps while the window is open. `failure` is what ended them early; `over` is emitted in any case."""

    over = Signal()
    _done_beside = Signal()  # from the thread: the next turn is the window's

    def __init__(self, steps: Steps, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.failure: BaseException | None = None
        self._steps: Steps | None = steps
        self._thread: threading.Thread | None = None
        self._started = False
        self._done_beside.connect(self._turn)

    def start(self) -> None:
        """The first turn comes with the next round of the event loop. A second call does nothing."""
        if not self._started:
            self._started = True
            QTimer.singleShot(0, self, self._turn)

    def start_after(self, seen: SignalInstance | None) -> None:
        """The first turn comes with this signal; where it never comes, a little later."""
        if seen is not None:
            seen.connect(self.start)
        QTimer.singleShot(UNSEEN, self, self.start)

    def stop(self) -> None:
        """No step more; waits for the one in the thread."""
        self._steps = None
        if self._thread is not None:
            self._thread.join()

    def _turn(self) -> None:
        """One step; what is waiting in the event loop comes before the next one."""
        if self._steps is None:
            return
        try:
            if self.failure is not None:
                raise self.failure
            beside = next(self._steps)
        except StopIteration:
            self._finish()
        except Exception as error:
            self.failure = error
            self._finish()
        else:
            if beside is None:
                QTimer.singleShot(BETWEEN, self, self._turn)
            else:
                self._thread = threading.Thread(target=self._run_steps, args=(beside,), name="loading", daemon=True)
                self._thread.start()

    def _run_steps(self, beside: Callable[[], object]) -> None:
        """Body of the thread."""
        try:
            beside()
        except BaseException as error:
            self.failure = error
        self._done_beside.emit()

    def _finish(self) -> None:
        self._steps = None
        self.over.emit()
