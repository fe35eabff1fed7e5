"""Files written whole or not at all, and read only where they are plain files. No torch, no Qt.

Every file that headscope writes goes through `write_atomic`; `save` does the same and raises Refused with a reason.
"""

from __future__ import annotations

import errno
import itertools
import json
import os
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from model_core.errors import Message, Refused

Data = bytes | memoryview

_NAME_BYTES = 200  # of a file's name that its temporary file repeats: file systems allow 255 in all
_LEFT_BEHIND = 60.0  # s: a temporary file of this age belongs to a program that was killed
_RANDOM = 8  # characters that tempfile puts behind the prefix
_ONCE = 16_000_000  # bytes handed to one write


# ---------------------------------------------------------------- writing


def write_atomic(
    path: Path, data: Data, before: Callable[[], None] | None = None, private: bool = False, durable: bool = True
) -> None:
    """Write a file so that either the old or the new one is there, never a mix: a temporary file beside it is written,
    checked and synchronised, then put in its place, and the folder is synchronised. What need not be `durable`, and
    may be lost with the power, waits for no disk.

    A link is followed, permissions stay; a new file is readable by its owner alone where it is `private`. `before` is
    called when the new data is safe on disk and nothing has been replaced yet. Raises OSError (full disk, no
    permission, a folder or a device in its place) with the old file intact and the temporary one removed. The folder's
    own fsync may fail: the new file is whole and in its place by then.
    """
    target = _target(path)
    try:
        handle, temporary = tempfile.mkstemp(prefix=hidden_prefix(target), dir=target.parent)
    except OSError as error:
        error.filename = str(path)  # not the temporary file's
        raise
    try:
        try:
            os.chmod(temporary, _mode(target, private))
            _write_all(handle, memoryview(data).cast("B"))
            if durable:
                os.fsync(handle)
        finally:
            os.close(handle)
        if before is not None:
            before()
        os.replace(temporary, target)
    except BaseException as error:
        Path(temporary).unlink(missing_ok=True)
        if isinstance(error, OSError) and error.filename in (None, temporary):
            error.filename, error.filename2 = str(path), None
        raise
    if durable:
        sync_folder(target.parent)


def _target(path: Path) -> Path:
    """The file to write, with links resolved. Raises OSError if it exists and is not a plain file."""
    target = Path(os.path.realpath(path))
    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        return target
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "it is not a regular file", str(path))
    if not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    return target


def _write_all(handle: int, data: memoryview) -> None:
    """Write every byte and check the size; a short write raises OSError, even if the system reports none."""
    rest = data
    while rest:
        count = os.write(handle, rest[:_ONCE])
        if count <= 0:
            raise OSError(errno.EIO, "nothing more could be written")
        rest = rest[count:]
    if (size := os.fstat(handle).st_size) != len(data):
        raise OSError(errno.EIO, f"only {size:,} of {len(data):,} bytes were written")


def sync_folder(folder: Path) -> None:
    """Make the new name durable, where folders can be synchronised."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    try:
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except OSError:
        return
    try:
        os.fsync(handle)
    except OSError:
        pass
    finally:
        os.close(handle)


def _mode(path: Path, private: bool) -> int:
    """Permissions for a new version of this file: its present ones, or those of a new file (mkstemp's are private)."""
    try:
        return path.stat().st_mode & 0o777
    except OSError:
        if private:
            return 0o600
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask


def hidden_prefix(path: Path, most: int = _NAME_BYTES) -> str:
    """The prefix of the names of temporary files and folders beside this one: as much of its name as `most` bytes
    spell, without those that are not text in the file system's encoding."""
    return f".{os.fsencode(path.name)[:most].decode(sys.getfilesystemencoding(), 'ignore')}."


def json_bytes(document: Any, indent: int | None = None) -> bytes:
    """A JSON document for a file, in human-readable form. Bytes of a file's name that are not UTF-8 are kept as JSON's
    own \\udcff, which reads as the same name."""
    text = json.dumps(document, indent=indent, ensure_ascii=False, allow_nan=False)
    return f"{text}\n".encode(errors="backslashreplace")


def remove_leftovers(path: Path) -> None:
    """Remove the temporary files that killed programs left of this file; younger ones may still be in use."""
    prefix, old = hidden_prefix(path), time.time() - _LEFT_BEHIND
    try:
        names = os.listdir(path.parent)
    except OSError:
        return
    for name in names:
        if name.startswith(prefix) and len(name) == len(prefix) + _RANDOM:
            left = path.parent / name
            try:
                if left.lstat().st_mtime < old:
                    left.unlink()
            except OSError:
                continue


# ---------------------------------------------------------------- saving, with words for people


def save(
    path: Path, data: Data, before: Callable[[], None] | None = None, private: bool = False, durable: bool = True
) -> None:
    """`write_atomic`, with Refused for what cannot be saved: what happened, what was kept, what to do."""
    try:
        write_atomic(path, data, before, private, durable)
    except (OSError, ValueError) as error:
        raise _save_refusal(path, error, memoryview(data).nbytes) from None


def _save_refusal(path: Path, error: OSError | ValueError, size: int) -> Refused:
    code, reason, advice = _cause(path, error, size)
    kept = Message("The existing file is unchanged." if _is_plain(path) else "Nothing was written.")
    return Refused(
        code, "{path} could not be saved: {reason}. {kept} {advice}",
        path=display_name(path), reason=reason, kept=kept, advice=advice,
    )  # fmt: skip


def _folder_of(path: Path) -> Path:
    """The folder in which a file would be written: that of what a link leads to."""
    return Path(os.path.realpath(path)).parent if os.path.islink(path) else path.parent


def _cause(path: Path, error: OSError | ValueError, size: int) -> tuple[str, str, str]:
    """(code, reason, advice) for an error of a write."""
    number = error.errno if isinstance(error, OSError) else errno.EINVAL
    elsewhere, rename = Message("Save it elsewhere."), Message("Choose another name.")
    if number in _FULL_DISK:
        return "E-SAVE-FULL", _disk_full(path.parent, size), Message("Free some space, or save it elsewhere.")
    if number in (errno.EACCES, errno.EPERM):
        return "E-SAVE-DENIED", Message("permission denied"), elsewhere
    if number == errno.EROFS:
        return "E-SAVE-DENIED", Message("the disk is read-only"), elsewhere
    if number == errno.EISDIR:
        return "E-SAVE-FOLDER", Message("a folder with this name exists"), rename
    if number in (errno.ENOENT, errno.ENOTDIR):
        return (
            "E-SAVE-MISSING",
            Message("there is no folder {folder}", folder=display_name(_folder_of(path), whole=True)),
            elsewhere,
        )
    if number in (errno.ENAMETOOLONG, errno.ELOOP) or not isinstance(error, OSError):
        return "E-SAVE-NAME", Message("the name is not valid"), rename
    return "E-SAVE", error.strerror or type(error).__name__, elsewhere


def refuse_to_replace(written: Iterable[Path], read: Sequence[str]) -> None:
    """Raises Refused (E-OUT-READ) if one of the files that will be written is also read, through a link too."""
    for path in written:
        if path.exists() and any(os.path.exists(one) and path.samefile(one) for one in read):
            raise Refused(
                "E-OUT-READ", "{path} is among the data and would be replaced; choose another --out", path=str(path)
            )


def numbered(folder: Path, name: str, ending: str = "") -> Iterator[Path]:
    """The places of a name in a folder, with a number from the second on: "a.json", "a 2.json", "a 3.json" …"""
    yield folder / f"{name}{ending}"
    yield from (folder / f"{name} {number}{ending}" for number in itertools.count(2))


def file_refusal(error: OSError) -> Refused:
    """The Refused for a file that could not be read or written; names the file if the error does."""
    file = os.fsdecode(error.filename) if isinstance(error.filename, str | bytes) else "file"
    if error.errno in _FULL_DISK:
        return Refused("E-SAVE-FULL", "{file} could not be written: the disk is full. Free some space.", file=file)
    if error.errno == errno.EROFS:
        words = "{file} could not be written: the disk is read-only. Save it elsewhere."
        return Refused("E-SAVE-DENIED", words, file=file)
    return Refused("E-FILE", "{file}: {reason}", file=file, reason=error.strerror or str(error))


def write_reason(error: OSError) -> str:
    """Why a write failed, in words that fit into a sentence."""
    if error.errno in _FULL_DISK:
        return Message("the disk is full")
    return Message("the disk is read-only") if error.errno == errno.EROFS else error.strerror or str(error)


_FULL_DISK = (errno.ENOSPC, getattr(errno, "EDQUOT", -1), errno.EFBIG)


def _disk_full(folder: Path, size: int) -> Message:
    try:
        free = shutil.disk_usage(folder).free
    except (OSError, ValueError):
        return Message("the disk is full ({size:,} bytes needed)", size=size)
    return Message("the disk is full ({size:,} bytes needed, {free:,} free)", size=size, free=free)


def _is_plain(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def display_name(path: Path, whole: bool = False) -> str:
    """A path for a message: short, and printable whatever bytes its name has."""
    text = str(path) if whole else path.name or str(path)
    text = "".join(c if c.isprintable() else "\ufffd" for c in text.encode("utf-8", "replace").decode("utf-8"))
    return text if len(text) <= 120 else f"{text[:119]}\u2026"


# ---------------------------------------------------------------- reading


def read_plain(path: Path, limit: int) -> bytes:
    """The bytes of a plain file of at most `limit` bytes.

    Neither a pipe nor a device is waited for, and a file that grows meanwhile is not followed. Raises Refused:
    E-FILE-READ (missing, no permission, a loop of links), E-FILE-KIND (no plain file), E-FILE-SIZE.
    """
    data, size = _read(path, limit + 1)
    if len(data) > limit:
        raise Refused(
            "E-FILE-SIZE", "{path} has {size:,} bytes; the limit is {limit:,}",
            path=display_name(path), size=size, limit=limit,
        )  # fmt: skip
    return data


def read_head(path: Path, count: int) -> bytes:
    """The first `count` bytes of a plain file, all of a shorter one. Raises Refused as `read_plain`."""
    return _read(path, count)[0]


def stamp_of(*paths: Path) -> tuple[tuple[int, int], ...]:
    """(time of writing, size) of files: other ones where one has changed; () if one cannot be looked at."""
    try:
        found = [os.stat(path) for path in paths]
    except (OSError, ValueError):
        return ()
    return tuple((one.st_mtime_ns, one.st_size) for one in found)


def _read(path: Path, count: int) -> tuple[bytes, int]:
    """(at most `count` bytes, size of the file)."""
    name = display_name(path)
    try:
        _refuse_kind(name, os.stat(path).st_mode)
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        with os.fdopen(handle, "rb") as file:
            _refuse_kind(name, os.fstat(handle).st_mode)
            data = file.read(count) or b""  # a file of the system's may have nothing now
            return data, max(len(data), os.fstat(handle).st_size)
    except OSError as error:
        raise Refused(
            "E-FILE-READ", "{name} cannot be read: {error}", name=name, error=error.strerror or error
        ) from None
    except ValueError:
        raise Refused("E-FILE-READ", "{name} cannot be read: the name is not valid", name=name) from None


def _refuse_kind(name: str, mode: int) -> None:
    kinds = {
        stat.S_IFDIR: Message("a folder"), stat.S_IFIFO: Message("a pipe"), stat.S_IFCHR: Message("a device"),
        stat.S_IFBLK: Message("a device"), stat.S_IFSOCK: Message("a socket"),
    }  # fmt: skip
    if not stat.S_ISREG(mode):
        raise Refused(
            "E-FILE-KIND", "{name} is {value}, not a regular file",
            name=name, value=kinds.get(stat.S_IFMT(mode), Message("something else")),
        )  # fmt: skip
