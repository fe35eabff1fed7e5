"""Whatever is written to a disk, one after the other in the background: pictures, numbers, sessions, the autosave; and
what takes long to compute of one array.

A thread of Python's that the program does not wait for at its end, and no QThreadPool: that one waits in its destructor
for a disk that may never answer.
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
    """`add` returns at once; what comes after a write is called in the window's thread, in the order of the writes."""

    _ended = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lock = threading.Lock()
        self._waiting: deque[tuple[Write, Then]] = deque()
        self._done: deque[tuple[Then, Exception | None]] = deque()
        self._thread: threading.Thread | None = None
        self._open = 0  # added, and not told about yet
        self._ended.connect(self._notify)

    @property
    def busy(self) -> bool:
        """Whether something is still to be written, or its callback to be run."""
        return self._open > 0

    def add(self, write: Write, then: Then) -> None:
        """Calls `write` in a thread when those before it are done, then `then` with its exception, or None."""
        self._open += 1
        with self._lock:
            self._waiting.append((write, then))
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="background writer", daemon=True)
                self._thread.start()

    def finish(self, patience: float = PATIENCE) -> bool:
        """Waits until all is written and its callbacks have run; False if that takes longer than `patience` seconds."""
        thread = self._thread
        if thread is not None:
            thread.join(patience)
        self._notify()
        return thread is None or not thread.is_alive()

    def _work(self) -> None:
        """In the thread, until nothing waits."""
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
            with contextlib.suppress(RuntimeError):  # the window is gone
                self._ended.emit()

    def _notify(self) -> None:
        while self._done:
            then, error = self._done.popleft()
            self._open -= 1
            then(error)
