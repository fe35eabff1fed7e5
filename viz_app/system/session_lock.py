"""A lock on a session file: at most one window writes it, others open it read-only.

The lock is a file in the program's own folder, named after the session file's real path, so that nothing appears beside
that; it is released when the window closes, and ignored when its program has ended. Whether a program on another
machine that shares the home folder has ended is unknown: its lock is ignored if nothing was saved with it for hours.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from pathlib import Path

from PySide6.QtCore import QLockFile, QSysInfo

from viz_app.system.settings import home, make_folder

FOLDER = "locks"
OTHER_MACHINE = 12 * 3_600_000  # ms without a save after which the lock of another machine is ignored


def lock_at(path: Path) -> QLockFile:
    """The lock file, not taken yet: stale at any age when its program has ended, or as described above."""
    lock = QLockFile(str(path))
    lock.setStaleLockTime(OTHER_MACHINE if elsewhere(lock) else 0)
    return lock


def elsewhere(lock: QLockFile) -> bool:
    """Whether a program on another machine holds a lock."""
    return lock.getLockInfo()[1] not in ("", QSysInfo.machineHostName())


def touch(lock: QLockFile) -> None:
    """Shows other machines that a lock is still in use."""
    with contextlib.suppress(OSError):
        os.utime(lock.fileName())


class SessionLock:
    """The lock of one session file, taken by `take`."""

    def __init__(self) -> None:
        self._lock: QLockFile | None = None
        self._path = ""

    def take(self, path: Path) -> bool:
        """Locks this file and releases the previous one; False, keeping the previous one, if another window holds it.

        If no lock can be made at all (a read-only folder), the file counts as locked: a session must not become
        unsaveable because of that.
        """
        real = os.path.realpath(path)
        if real == self._path:
            return True
        folder = home() / FOLDER
        try:
            make_folder(folder)
        except OSError:
            return True
        lock = lock_at(folder / f"{hashlib.sha256(os.fsencode(real)).hexdigest()[:32]}.lock")
        if not lock.tryLock(0):
            return lock.error() != QLockFile.LockError.LockFailedError
        self.release()
        self._lock, self._path = lock, real
        return True

    def keep(self) -> None:
        """Renews the lock after the file was saved."""
        if self._lock is not None:
            touch(self._lock)

    def release(self) -> None:
        """Releases the lock. A second call does nothing."""
        if self._lock is not None:
            self._lock.unlock()
        self._lock, self._path = None, ""
