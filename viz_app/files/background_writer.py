"""Work that may take its time (packing a picture, a slow disk), done one after the other beside the window."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

PATIENCE = 10.0  # s that a closing window waits for what is being written

Work = Callable[[], None]
Then = Callable[[BaseException | None], None]


class BackgroundWriter(QObject):
    """`add` returns at once; what comes after the work is called in the window's thread."""

    _ended = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lock = threading.Lock()
        self._waiting: deque[tuple[Work, Then]] = deque()
        self._thread: threading.Thread | None = None
        self._open = 0  # added, and not told about yet
        self._ended.connect(self._tell)

    @property
    def busy(self) -> bool:
        """Whether something is still to be done, or to be told about."""
        return self._open > 0

    def add(self, work: Work, then: Then) -> None:
        """Does `work` in a thread when the errands before it are done, then calls `then` with its exception or None."""
        self._open += 1
        with self._lock:
            self._waiting.append((work, then))
            if self._thread is None:
                self._thread = threading.Thread(target=self._do, name="errands", daemon=True)
                self._thread.start()

    def finish(self, patience: float = PATIENCE) -> bool:
        """Waits for what is under way; False if it takes longer than `patience` seconds."""
        thread = self._thread
        if thread is not None:
            thread.join(patience)
            return not thread.is_alive()
        return True

    def _do(self) -> None:
        """In the thread, until nothing waits."""
        while True:
            with self._lock:
                if not self._waiting:
                    self._thread = None
                    return
                work, then = self._waiting.popleft()
            error: BaseException | None = None
            try:
                work()
            except Exception as raised:
                error = raised
            try:
                self._ended.emit((then, error))
            except RuntimeError:  # the window is gone
                return

    def _tell(self, ended: tuple[Then, BaseException | None]) -> None:
        self._open -= 1
        then, error = ended
        then(error)


__all__ = ["BackgroundWriter"]
