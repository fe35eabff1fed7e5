"""A claim on a session file: at most one window writes it, the others open it to read.

The lock lies in the program's own folder under a name made of the file's real path, so nothing appears beside the file;
it is released when the window closes, and ignored when its program is gone.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from PySide6.QtCore import QLockFile

from viz_app.system.settings import home

FOLDER = "locks"


class SessionLock:
    """The lock of one session file, taken by `take`."""

    def __init__(self) -> None:
        self._lock: QLockFile | None = None
        self._path = ""

    def take(self, path: Path) -> bool:
        """Claims this file and releases the one before; False where another window holds it.

        Where no lock can be made at all (a folder that cannot be written), the file counts as claimed: a session must
        not become unsaveable because of that.
        """
        real = os.path.realpath(path)
        if real == self._path:
            return True
        self.release()
        folder = home() / FOLDER
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError:
            return True
        lock = QLockFile(str(folder / f"{hashlib.sha256(os.fsencode(real)).hexdigest()[:32]}.lock"))
        lock.setStaleLockTime(0)  # a lock is stale when its program is gone, however old it is
        if not lock.tryLock(0):
            return lock.error() != QLockFile.LockError.LockFailedError
        self._lock, self._path = lock, real
        return True

    def release(self) -> None:
        """Lets the file go. A second call does nothing."""
        if self._lock is not None:
            self._lock.unlock()
        self._lock, self._path = None, ""
