"""Ensures that only one program at a time writes to an output that grows: a training, a table. No torch, no Qt.

The claim is a locked file among the system's temporary ones, named after the output. The system releases it when the
program ends, in any way. On Windows, and where no such file can be made, nothing is claimed.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from model_core.errors import Refused
from model_core.io.safe_files import display_name

if sys.platform != "win32":
    import fcntl

PATIENCE = 5.0
"""Seconds for which a program that was asked to stop may continue writing."""


@contextmanager
def only_writer(out: Path, patience: float = PATIENCE) -> Iterator[None]:
    """While entered no other program of this user and this machine may enter it for the same output.

    Raises Refused (E-OUT-BUSY) if another one has not left it within so many seconds.
    """
    late = time.monotonic() + patience
    name = hashlib.sha256(os.fsencode(os.path.realpath(out))).hexdigest()[:24]
    try:
        path = Path(tempfile.gettempdir()) / f"headscope-{name}.lock"
    except FileNotFoundError:  # there is no place for temporary files
        yield
        return
    while (handle := _claimed(path)) is None:
        if time.monotonic() > late:
            raise Refused(
                "E-OUT-BUSY", "another headscope is writing to {out}: wait until it has finished, or save to "
                              "another place",
                out=display_name(out),
            )  # fmt: skip
        time.sleep(0.05)
    try:
        yield
    finally:
        if handle >= 0:
            path.unlink(missing_ok=True)
            os.close(handle)


def _claimed(path: Path) -> int | None:
    """The open file that is the claim; -1 where none can be made, None if another program has it."""
    if sys.platform == "win32":
        return -1
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
    except OSError:
        return -1
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.path.samestat(os.fstat(handle), os.stat(path)):
            return handle
    except (BlockingIOError, FileNotFoundError):  # it is held, or its holder has just removed it
        pass
    except OSError:  # a file system without locks
        os.close(handle)
        return -1
    os.close(handle)
    return None
