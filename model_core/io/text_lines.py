"""Lines of a text file or of standard input, in memory that does not grow with a file that has no lines."""

from __future__ import annotations

from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator
from typing import BinaryIO

from model_core.errors import Refused
from model_core.io.limits import LINE_BYTES

_REPLACEMENT = "\ufffd".encode()


def text_lines(file: BinaryIO, name: str, strange: set[int] | None = None) -> Iterator[str]:
    """Lines of UTF-8 text without their ends; only "\\n" (or "\\r\\n") ends one, what is not UTF-8 is read as U+FFFD:
    the numbers of such lines (from 1) are added to `strange`.

    Raises Refused for a line of more than LINE_BYTES: a program, an archive or a device is no text; for UTF-16, which
    spreadsheets call Unicode text; OSError with `name` where the file cannot be read to its end.
    """
    number = 0
    while line := _line(file, name):
        if len(line) > LINE_BYTES:
            raise Refused(
                "E-FILE-LINE", "a line of {name} is longer than {most} MB: it is no text",
                name=name, most=LINE_BYTES // 1_000_000,
            )  # fmt: skip
        if number == 0 and _is_utf16(line):
            raise Refused("E-FILE-UTF16", "{name} is text in UTF-16: save it as UTF-8", name=name)
        number += 1
        text = line.decode("utf-8", "replace").removesuffix("\n").rstrip("\r")
        if strange is not None and "\ufffd" in text and text.count("\ufffd") != line.count(_REPLACEMENT):
            strange.add(number)
        yield text.removeprefix("\ufeff") if number == 1 else text


def _is_utf16(line: bytes) -> bool:
    """Whether a first line has the mark of UTF-16, or without it every second byte 0, as its Latin letters have."""
    return line.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) or 3 * line.count(0) > len(line) > 1


def _line(file: BinaryIO, name: str) -> bytes:
    try:
        return file.readline(LINE_BYTES + 1)
    except OSError as error:  # of an open file, which has lost its name
        raise OSError(error.errno, error.strerror, name) from None


__all__ = ["text_lines"]
