"""The three standard streams as every command finds them."""

from __future__ import annotations

import io
import os
import sys

_STREAMS = {"stdin": "r", "stdout": "w", "stderr": "w"}


def ready_streams() -> None:
    """Files and pipes get UTF-8 whatever the locale; no stream stops at a character that it cannot show.

    One that is closed (`>&-`, a program without a console) reads and writes nothing, and no file that is opened later
    takes its place, where what is meant for the stream would be written.
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


def drop_output() -> int:
    """The reader closed our output (`| head`): ends quietly, with the status for that."""
    sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    return 141
