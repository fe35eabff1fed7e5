"""Work of the window that is split over turns of the event loop: long sequences of steps; heads, for a few milliseconds
at a time; and layout passes of a widget that trigger each other.

Steps are a generator: what it does between two `yield`s runs in one turn. If it yields a function, that is called in a
thread, and the next turn comes when it has finished.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal, SignalInstance

Steps = Iterator[Callable[[], object] | None]

UNSEEN = 250
"""Milliseconds after which a window that is not seen is built anyway."""

BETWEEN = 1
"""Milliseconds from one step to the next: with 0 the next one would come in the same turn, before keys and timers."""

TURN = 0.012
"""Seconds after which a turn begins no further head."""

EVERY = 0.08
"""Seconds between two tellings of what is there."""

MOST_ARRANGEMENTS = 4
"""So often in a row a widget is arranged, each time because the one before changed its size."""

Head = tuple[int, int]
"""(layer, head)"""

Own = TypeVar("Own", bound=QObject)
Given = ParamSpec("Given")


def one_at_a_time(arrange: Callable[Concatenate[Own, Given], None]) -> Callable[Concatenate[Own, Given], None]:
    """A method that lays out a widget and may be called again by its own effects, when a part that is shown changes the
    widget's size. Such a call is deferred until the present one ends, and only the last is made; two layouts that each
    trigger the other end in one of them."""
    name = f"_{arrange.__name__}_asked"

    @wraps(arrange)
    def arranged(self: Own, *args: Given.args, **named: Given.kwargs) -> None:
        asked = vars(self).get(name)
        if asked is not None:
            asked[:] = [(args, named)]
            return
        asked = vars(self)[name] = [(args, named)]
        try:
            for _ in range(MOST_ARRANGEMENTS):
                if asked:
                    args, named = asked.pop()
                    arrange(self, *args, **named)
        finally:
            del vars(self)[name]

    return arranged


class HeadTask(QObject):
    """Subclasses return in `left` the heads still to do, the next one first, and take one off that list in `make`."""

    grown = Signal()  # more heads are done than were reported before

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.left: list[Head] = []
        self._told = 0.0
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._turn)

    @property
    def working(self) -> bool:
        """Whether heads are still to do."""
        return self._timer.isActive()

    def make(self, head: Head) -> None:
        raise NotImplementedError

    def go_on(self) -> None:
        """Schedules the next turn, if there is one."""
        if self.left:
            self._timer.start(0)
        else:
            self._timer.stop()

    def pause(self) -> None:
        """Stops; finished heads are kept."""
        self._timer.stop()

    def _turn(self) -> None:
        """Processes at least one head."""
        ends = time.perf_counter() + TURN
        while self.left:
            self.make(self.left[0])
            if time.perf_counter() >= ends:
                break
        self.go_on()
        now = time.perf_counter()
        if not self.left or now - self._told >= EVERY:
            self._told = now
            self.grown.emit()


class StepRunner(QObject):
    """Runs the steps while the window is open. `failure` is the exception that ended them early; `over` is emitted in
    any case."""

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
        """Starts with the next turn of the event loop. A second call does nothing."""
        if not self._started:
            self._started = True
            QTimer.singleShot(0, self, self._turn)

    def start_after(self, seen: SignalInstance | None) -> None:
        """Starts with this signal, or a little later if it never comes."""
        if seen is not None:
            seen.connect(self.start)
        QTimer.singleShot(UNSEEN, self, self.start)

    def stop(self) -> None:
        """Stops; waits for the step in the thread."""
        self._steps = None
        if self._thread is not None:
            self._thread.join()

    def _turn(self) -> None:
        """Runs one step; events that are waiting come before the next one."""
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
