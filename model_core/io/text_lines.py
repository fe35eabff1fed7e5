"""Lines of a text file or of standard input, in bounded memory even if a file has no line ends or never ends."""

from __future__ import annotations

from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import BinaryIO

from model_core.errors import Refused
from model_core.io.limits import LINE_BYTES


def open_text(path: str | Path) -> BinaryIO:
    """A text file, open for `text_lines`. Raises Refused with the reason where it cannot be opened."""
    try:
        return open(path, "rb")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise Refused("E-FILE-READ", "cannot read {path}: {error}", path=path, error=reason) from None


def text_lines(file: BinaryIO, name: str, strange: set[int] | None = None) -> Iterator[str]:
    """Lines of UTF-8 text without their ends, which are "\\n", "\\r\\n" or "\\r" (old Macs, tables of spreadsheets);
    what is not UTF-8 is read as U+FFFD: the numbers of such lines (from 1) are added to `strange`.

    Raises Refused for a line of more than LINE_BYTES: a program, an archive or a device is not text; for UTF-16, which
    spreadsheets call Unicode text; OSError with `name` where the file cannot be read to its end.
    """
    reader = TextIOWrapper(file, "utf-8-sig", "surrogateescape")
    try:
        number = 0
        while line := _line(reader, name):
            if len(line) > LINE_BYTES:
                raise Refused(
                    "E-FILE-LINE", "{name} has a line longer than {most} MB: it is not a text file",
                    name=name, most=LINE_BYTES // 1_000_000,
                )  # fmt: skip
            number += 1
            data = line.removesuffix("\n").encode("utf-8", "surrogateescape")
            if number == 1 and _is_utf16(data):
                raise Refused("E-FILE-UTF16", "{name} is text in UTF-16: save it as UTF-8", name=name)
            if strange is not None and not line.isascii() and any("\udc80" <= c <= "\udcff" for c in line):
                strange.add(number)
            yield data.decode("utf-8", "replace")
    finally:
        with suppress(ValueError):  # it is closed already
            reader.detach()  # the file is its opener's to close


def arriving(lines: Iterator[str], most: int) -> Iterator[list[str]]:
    """Lines that come bit by bit: at each time those that are there, one at least and `most` at most. A thread of its
    own reads on meanwhile, no further than as many lines again. What `lines` raises is raised after the last ones."""
    read: Queue[str | Exception | None] = Queue(most)

    def fill() -> None:
        end: Exception | None = None
        try:
            for line in lines:
                read.put(line)
        except Exception as error:
            end = error
        read.put(end)

    thread = Thread(target=fill, name="lines", daemon=True)  # it may wait for a line that never comes
    thread.start()
    one: str | Exception | None = ""
    while isinstance(one, str):
        some, one = [], read.get()
        while isinstance(one, str):
            some.append(one)
            if len(some) == most or read.empty():
                break
            one = read.get()
        if some:
            yield some
    thread.join()
    if one is not None:
        raise one


def _is_utf16(line: bytes) -> bool:
    """Whether a first line has the mark of UTF-16, or without it every second byte 0, as its Latin letters have."""
    return line.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) or 3 * line.count(0) > len(line) > 1


def _line(reader: TextIOWrapper, name: str) -> str:
    try:
        return reader.readline(LINE_BYTES + 1)
    except OSError as error:  # of an open file, which has lost its name
        raise OSError(error.errno, error.strerror, name) from None
