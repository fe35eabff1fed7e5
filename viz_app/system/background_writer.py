"""Everything written to a disk, in order, in the background: pictures, numbers, sessions, the autosave; and slow
computations on one array.

A Python thread that the program does not wait for at its end, rather than a QThreadPool, whose destructor waits for a
disk that may never answer.
"""

from __future__ import annotations

import contextlib
import threading
from collections import deque
from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

PATIENCE = 10.0
"""Seconds that a closing window waits for what is being written."""

Write = Callable[[], object]
Then = Callable[[Exception | None], object]


class BackgroundWriter(QObject):
    """`add` returns at once; callbacks run in the window's thread, in the order of the writes."""

    _ended = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lock = threading.Lock()
        self._waiting: deque[tuple[Write, Then]] = deque()
        self._done: deque[tuple[Then, Exception | None]] = deque()
        self._thread: threading.Thread | None = None
        self._open = 0  # added, and not reported yet
        self._ended.connect(self._notify)

    @property
    def busy(self) -> bool:
        """Whether a write or its callback is still pending."""
        return self._open > 0

    def add(self, write: Write, then: Then) -> None:
        """Calls `write` in a thread after those before it, then `then` with its exception, or None."""
        self._open += 1
        with self._lock:
            self._waiting.append((write, then))
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="background writer", daemon=True)
                self._thread.start()

    def finish(self, patience: float = PATIENCE) -> bool:
        """Waits until everything is written and all callbacks have run; False if that takes longer than `patience`
        seconds."""
        thread = self._thread
        if thread is not None:
            thread.join(patience)
        self._notify()
        return thread is None or not thread.is_alive()

    def _work(self) -> None:
        """Body of the thread, until nothing is pending."""
        while True:
            with self._lock:
                if not self._waiting:
                    self._thread = None
                    return
                write, then = self._waiting.popleft()
            error: Exception | None = None
            try:
                write()
            except Exception as raised:
                error = raised
            self._done.append((then, error))
            with contextlib.suppress(RuntimeError):  # the window was deleted
                self._ended.emit()

    def _notify(self) -> None:
        while self._done:
            then, error = self._done.popleft()
            self._open -= 1
            then(error)
