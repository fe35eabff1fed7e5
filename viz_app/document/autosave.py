"""Keeps the present session in the program's own folder, so that the next start resumes where this one ended.

A change is written at most every few seconds, in a thread, because a disk may be slow; the last one is written when the
window closes. Only one window keeps the session: a second one that runs at the same time does not.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QLockFile, QObject, QTimer, Signal

from model_core.errors import Refused
from viz_app.document.session import Session, keep_before, last_file, save_last, session_of
from viz_app.document.store import Store
from viz_app.system.background_writer import BackgroundWriter
from viz_app.system.language import tr, translated
from viz_app.system.session_lock import elsewhere, lock_at, touch
from viz_app.system.settings import make_folder

PAUSE = 1.5  # s between two saves: with the time of one, not more than the last two seconds of typing are lost
RETRY = 5.0  # s between two looks whether a session that cannot be kept can be kept now
PATIENCE = 2.0  # s that the closing window waits for a save that is under way
NOT_KEPT = tr("The session is not kept for the next start")
HELP = tr("File ▸ Save session keeps it in a file of your own.")
DRAWERS = frozenset({"run", "look", "options", "desk", "pin", "alignments"})


class Autosave(QObject):
    """See module. `failed` says once why the session cannot be kept; `recovered` carries the same words when it can.

    `problem` is why it cannot be kept now, "" if it can.
    """

    failed = Signal(str)
    recovered = Signal(str)

    def __init__(self, store: Store, pause: float = PAUSE, retry: float = RETRY, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._kept: Session | None = None  # what is on disk
        self.typed: Callable[[], tuple[str, ...]] = tuple  # Session.typed: set by who knows it
        self._writer = BackgroundWriter(self)
        self.problem = ""
        self._timer = QTimer(self, singleShot=True, interval=round(pause * 1000))
        self._timer.timeout.connect(self._write)
        self._retry = QTimer(self, interval=round(retry * 1000))
        self._retry.timeout.connect(self._start_again)
        self._lock: QLockFile | None = None

    def start(self) -> bool:
        """Starts keeping the session. False if it cannot: `failed` says why, and it tries again until it can."""
        problem = self._locked_out()
        self._tell(problem)
        if problem:
            self._retry.start()
            return False
        self._retry.stop()
        keep_before()
        self._store.changed.connect(self._changed)
        return True

    def _start_again(self) -> None:
        """As `start`; changes made meanwhile are written as well."""
        if self.start():
            self._timer.start()

    def _locked_out(self) -> str:
        """Takes the lock, or returns why it cannot."""
        try:
            make_folder(last_file().parent)
        except OSError as error:
            return tr("{folder} cannot be created ({error})", folder=last_file().parent, error=error.strerror)
        lock = lock_at(last_file().with_suffix(".lock"))
        if not lock.tryLock(0):
            return _why_locked(lock)
        self._lock = lock
        return ""

    def _tell(self, reason: str) -> None:
        """Reports why the session is not kept, or with "" that it is, when that has changed."""
        words = f"{NOT_KEPT}: {reason.rstrip('.')}. {HELP}" if reason else ""
        before, self.problem = self.problem, words
        if words and words != before:
            self.failed.emit(words)
        elif before and not words:
            self.recovered.emit(before)

    def finish(self) -> None:
        """Writes unsaved changes and releases the lock. A second call does nothing."""
        self._timer.stop()
        self._retry.stop()
        if self._lock is None:
            return
        self._store.changed.disconnect(self._changed)
        if self._writer.finish(PATIENCE):
            self._write()
            self._writer.finish(PATIENCE)
        self._timer.stop()
        self._lock.unlock()
        self._lock = None

    def _present(self) -> Session:
        session, typed = session_of(self._store.hiding.own or self._store.wanted, self._store.trace), self.typed()
        return session if typed == session.state.run.source else replace(session, typed=typed)

    def _changed(self, names: frozenset[str]) -> None:
        if names & DRAWERS and not self._timer.isActive():
            self._timer.start()

    def _write(self) -> None:
        """Writes the present session, unless it is on disk already or a write is in progress."""
        session = self._present()
        if session == self._kept:
            return
        if self._writer.busy:
            self._timer.start()
            return
        self._kept = session
        self._writer.add(lambda: save_last(session), self._written)

    def _written(self, error: Exception | None) -> None:
        """Back in the window's thread."""
        problem = _reason(error)
        if problem:
            self._kept = None
            if isinstance(error, Refused) and self._lock is not None:  # a disk may have room again
                self._timer.start()
        elif self._lock is not None:
            touch(self._lock)
        self._tell(problem)


def _why_locked(lock: QLockFile) -> str:
    """The reason why a lock cannot be taken."""
    if lock.error() != QLockFile.LockError.LockFailedError:
        return tr("{folder} cannot be written", folder=last_file().parent)
    if elsewhere(lock):
        return tr("headscope on {machine} keeps one in the same folder", machine=lock.getLockInfo()[1])
    return tr("another headscope window keeps its own")


def _reason(error: Exception | None) -> str:
    """Why the session could not be kept; "" if it was. Unforeseen errors are reported as everywhere."""
    if error is None or isinstance(error, Refused):
        return "" if error is None else translated(error.message)
    if isinstance(error, MemoryError):
        return tr("there is not enough memory")
    sys.excepthook(type(error), error, error.__traceback__)
    return tr("something went wrong in the program")
