"""A claim on a session file: at most one window writes it, the others open it to read.

The lock lies in the program's own folder under a name made of the file's real path, so nothing appears beside the file;
it is released when the window closes, and ignored when its program is gone. Whether a program of another machine, in
a home that both share, is gone cannot be told: its lock is ignored when nothing was saved with it for hours.
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
    """The lock that such a file is, not taken yet: stale when its program is gone, however old it is, or as above."""
    lock = QLockFile(str(path))
    lock.setStaleLockTime(OTHER_MACHINE if elsewhere(lock) else 0)
    return lock


def elsewhere(lock: QLockFile) -> bool:
    """Whether a program of another machine holds a lock."""
    return lock.getLockInfo()[1] not in ("", QSysInfo.machineHostName())


def touch(lock: QLockFile) -> None:
    """Says to other machines that a lock is still in use."""
    with contextlib.suppress(OSError):
        os.utime(lock.fileName())


class SessionLock:
    """The lock of one session file, taken by `take`."""

    def __init__(self) -> None:
        self._lock: QLockFile | None = None
        self._path = ""

    def take(self, path: Path) -> bool:
        """Claims this file and releases the one before; False, with that one kept, where another window holds it.

        Where no lock can be made at all (a folder that cannot be written), the file counts as claimed: a session must
        not become unsaveable because of that.
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
        """The file was saved: it is still this window's."""
        if self._lock is not None:
            touch(self._lock)

    def release(self) -> None:
        """Lets the file go. A second call does nothing."""
        if self._lock is not None:
            self._lock.unlock()
        self._lock, self._path = None, ""
