"""Faults of a disk, one at a time: the k-th system call of a save fails."""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

CALLS = ((os, "write"), (os, "fsync"), (os, "replace"), (os, "chmod"), (tempfile, "mkstemp"))
"""Every call by which a save reaches the disk."""


class Counter:
    """How many calls were made, and which one failed ("" = none)."""

    def __init__(self) -> None:
        self.calls = 0
        self.failed = ""


@contextmanager
def failing(
    monkeypatch: pytest.MonkeyPatch, at: int, number: int = errno.ENOSPC, short: bool = False
) -> Iterator[Counter]:
    """Lets the call number `at` (from 0) raise OSError; `short` lets a failing write keep half of its bytes first."""
    counter = Counter()

    def guarded(name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            place, counter.calls = counter.calls, counter.calls + 1
            if place != at:
                return real(*args, **kwargs)
            counter.failed = name
            if name == "write" and short:
                real(args[0], bytes(args[1])[: len(args[1]) // 2])
            named = args[0] if args and isinstance(args[0], str) else kwargs.get("dir")  # as the system names it
            raise OSError(number, os.strerror(number), *([] if named is None else [f"{named}"]))

        return call

    with monkeypatch.context() as patch:
        for module, name in CALLS:
            patch.setattr(module, name, guarded(name, getattr(module, name)))
        yield counter


def files_in(folder: Path) -> dict[str, bytes]:
    """Name -> bytes of every file of a folder, hidden ones too."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def closed(folder: Path, patch: pytest.MonkeyPatch) -> Path:
    """The folder, made so that nobody may enter it, not even who owns the machine."""
    (folder / "inside").mkdir(parents=True)
    real = os.stat

    def stat(path: Any, *rest: Any, **more: Any) -> os.stat_result:
        if isinstance(path, str | Path) and folder in Path(path).parents:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return real(path, *rest, **more)

    patch.setattr(os, "stat", stat)
    return folder
