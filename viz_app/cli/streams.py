"""The three standard streams as every command finds them."""

from __future__ import annotations

import errno
import io
import os
import sys
from typing import Any, TextIO

_STREAMS = {"stdin": "r", "stdout": "w", "stderr": "w"}


def ready_streams() -> None:
    """Files and pipes get UTF-8 whatever the locale; no stream stops at a character that it cannot show.

    One that is closed (`>&-`, a program without a console) reads and writes nothing, and no file that is opened later
    takes its place, where what is meant for the stream would be written. See `Spoken` for one that takes no more.
    """
    while (handle := os.open(os.devnull, os.O_RDWR)) < len(_STREAMS):
        os.set_inheritable(handle, True)
    os.close(handle)
    for name, mode in _STREAMS.items():
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
        elif name != "stdin" and isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding=None if stream.isatty() else "utf-8", errors="replace")
    for name, kind in (("stdout", Spoken), ("stderr", Remarks)):
        if not isinstance(stream := getattr(sys, name), Spoken):
            setattr(sys, name, kind(stream))


class OutputLost(Exception):
    """Standard output takes no more, because of `error`; that no OSError says it keeps it apart from a file's."""

    def __init__(self, error: OSError) -> None:
        super().__init__(str(error))
        self.error = error


class Spoken:
    """Standard output: raises OutputLost once it takes no more, and is silent from then on."""

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
        """What is still to be written goes nowhere, or it would fail again at the program's end."""
        self._silence()
        raise OutputLost(OSError(error.errno or errno.EIO, error.strerror or str(error), "standard output")) from None

    def _silence(self) -> None:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, self._stream.fileno())
        os.close(nowhere)


class Remarks(Spoken):
    """Standard error: what it does not take is lost without a word, as it is not a result."""

    def _lost(self, error: OSError) -> None:
        self._silence()
