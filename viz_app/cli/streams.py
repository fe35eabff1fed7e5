"""Prepares the three standard streams for every command."""

from __future__ import annotations

import errno
import io
import os
import sys
from typing import Any, TextIO

_STREAMS = {"stdin": "r", "stdout": "w", "stderr": "w"}


def ready_streams() -> None:
    """Gives files and pipes UTF-8 whatever the locale; no stream fails on a character that it cannot encode. A closed
    stream (`>&-`, a program without a console) is replaced by one that reads and writes nothing, so that no file opened
    later takes its descriptor. See `CheckedOutput` for one that fails later."""
    while (handle := os.open(os.devnull, os.O_RDWR)) < len(_STREAMS):
        os.set_inheritable(handle, True)
    os.close(handle)
    for name, mode in _STREAMS.items():
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
        elif name != "stdin" and isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding=None if stream.isatty() else "utf-8", errors="replace")
    for name, kind in (("stdout", CheckedOutput), ("stderr", LenientErrors)):
        if not isinstance(stream := getattr(sys, name), CheckedOutput):
            setattr(sys, name, kind(stream))


class OutputLost(Exception):
    """Standard output cannot be written to, because of `error`. It is no OSError, to distinguish it from a file's
    error."""

    def __init__(self, error: OSError) -> None:
        super().__init__(str(error))
        self.error = error


class CheckedOutput:
    """Standard output: raises OutputLost at the first failure, and writes nothing after that."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        try:
            return self._stream.write(text)
        except OSError as error:
            self._lost(error)
        return len(text)

    def flush(self) -> None:
        try:
            self._stream.flush()
        except OSError as error:
            self._lost(error)

    def _lost(self, error: OSError) -> None:
        """Discards what is still buffered, which would fail again at the program's end."""
        self._silence()
        raise OutputLost(OSError(error.errno or errno.EIO, error.strerror or str(error), "standard output")) from None

    def _silence(self) -> None:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, self._stream.fileno())
        os.close(nowhere)


class LenientErrors(CheckedOutput):
    """Standard error: write failures are ignored, as nothing here is a result."""

    def _lost(self, error: OSError) -> None:
        self._silence()
