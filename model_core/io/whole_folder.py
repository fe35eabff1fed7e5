"""Folders that are written whole or not at all, even if the program is killed. No torch, no Qt.

The files go into a hidden folder beside the destination, which is moved there at the end. A program that is killed
leaves that hidden folder; the next one that writes to the same place removes it.
"""

from __future__ import annotations

import errno
import hashlib
import os
import platform
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from model_core.errors import Refused
from model_core.io.safe_files import display_name, hidden_prefix, sync_folder

_NAME_BYTES = 100  # of the folder's name that the hidden one repeats
_OLD = 86_400.0  # s: a hidden folder of this age is a leftover, whichever machine made it


@contextmanager
def whole_folder(out: Path) -> Iterator[Path]:
    """A new folder to write into, which is moved to `out` at the end of the context; `out` must be missing or empty.

    After an exception nothing is left, and `out` is unchanged. Raises OSError if the folder cannot be made or moved,
    for example because `out` is no longer empty.
    """
    made = _missing(out.parent)
    try:
        staging = staging_beside(out)
        place = staging / "folder"
        try:
            place.mkdir()
            yield place
            sync_folder(place)
            if os.name == "nt" and out.is_dir():
                out.rmdir()
            os.replace(place, out)  # of a folder that is not empty: refused by the system
        except OSError as error:
            if isinstance(error.filename, str) and Path(error.filename).is_relative_to(place):
                error.filename = str(out / Path(error.filename).relative_to(place))
            raise
        finally:
            shutil.rmtree(staging, ignore_errors=True)
    except BaseException:
        for folder in made:
            with suppress(OSError):
                folder.rmdir()
        raise
    sync_folder(out.parent)


def refuse_taken(out: Path, code: str) -> None:
    """Raises Refused with this code where a folder cannot be made: something exists there, or it is the current folder,
    which must not be replaced while a program runs in it."""
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        reason = "{out} already exists and is not empty: choose a new folder"
        raise Refused(code, reason, out=display_name(out, whole=True))
    if out.exists() and out.samefile("."):
        raise Refused(code, "this is the current folder: choose a new folder")


def staging_beside(out: Path) -> Path:
    """A new hidden folder beside `out`, on the same disk; leftovers of killed programs are removed. Raises OSError
    where none can be made."""
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        _remove_leftovers(out)
        return Path(tempfile.mkdtemp(prefix=f"{hidden_prefix(out, _NAME_BYTES)}{_owner()}-", dir=out.parent))
    except FileExistsError:  # what mkdir says of a file where a folder is needed
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(out)) from None
    except OSError as error:
        error.filename = str(out)
        raise


def _missing(folder: Path) -> list[Path]:
    """The missing folders of a path, the innermost first."""
    return [one for one in (folder, *folder.parents) if not one.exists()]


def _owner() -> str:
    """This machine and this process, for the hidden folder's name."""
    return f"{hashlib.sha256(platform.node().encode()).hexdigest()[:8]}-{os.getpid()}"


def _remove_leftovers(out: Path) -> None:
    """Remove what killed programs left beside this place."""
    prefix, machine = hidden_prefix(out, _NAME_BYTES), _owner().partition("-")[0]
    for left in out.parent.iterdir():
        parts = left.name.removeprefix(prefix).split("-")
        if left.name.startswith(prefix) and len(parts) == 3 and parts[1].isdecimal() and left.is_dir():
            dead = parts[0] == machine and not _alive(int(parts[1]))
            with suppress(OSError):
                if dead or left.stat().st_mtime < time.time() - _OLD:
                    shutil.rmtree(left, ignore_errors=True)


def _alive(process: int) -> bool:
    """Whether a process of this machine is running; True if that cannot be determined."""
    if os.name == "nt":  # os.kill ends a process there
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        pass
    return True
