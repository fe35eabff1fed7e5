"""Lines of a text file or of standard input, in memory that does not grow with a file that has no lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from model_core.errors import Refused
from model_core.io.limits import LINE_BYTES


def text_lines(file: BinaryIO, name: str) -> Iterator[str]:
    """Lines of UTF-8 text without their ends; only "\\n" (or "\\r\\n") ends one, what is not UTF-8 is read as U+FFFD.

    Raises Refused for a line of more than LINE_BYTES: a program, an archive or a device is no text.
    """
    first = True
    while line := file.readline(LINE_BYTES + 1):
        if len(line) > LINE_BYTES:
            what = f"a line of {name} is longer than {LINE_BYTES // 1_000_000} MB: it is no text"
            raise Refused("E-FILE-LINE", what)
        text = line.decode("utf-8", "replace").removesuffix("\n").rstrip("\r")
        yield text.removeprefix("\ufeff") if first else text
        first = False


__all__ = ["text_lines"]
