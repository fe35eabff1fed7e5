"""The table of a sweep on disk: which sentences of it are whole, and several files of it put together in order.

A file is a header and the rows of sentences one after the other. One that was stopped may end anywhere: of its last
sentence it is not known whether all is there. Beside a table stands how it was made, as JSON.
"""

from __future__ import annotations

import csv
import glob
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO

from model_core.errors import Refused
from model_core.io.limits import LINE_BYTES, parse_json
from model_core.io.safe_files import write_atomic

COLUMNS = ("sentence", "source", "part", "group", "kind", "layer", "index", "step", "written", "log_p", "change")
"""log_p is the natural log-probability of the written token as it is, change what becomes of it without the part."""
HEADER = (",".join(COLUMNS) + "\r\n").encode()

csv.field_size_limit(LINE_BYTES)  # a sentence is a whole line

Spans = dict[int, tuple[Path, int, int]]
"""Sentence -> file, first byte and end of its rows."""


def part_of(table: Path, rank: int) -> Path:
    """Where one of several processes writes its sentences."""
    return table.with_name(f"{table.name}.part{rank}")


def parts_of(table: Path) -> list[Path]:
    """The files of processes that lie beside a table."""
    return sorted(map(Path, glob.glob(f"{glob.escape(str(table))}.part*")))


def made_of(table: Path) -> Path:
    """Where it says how a table was made."""
    return table.with_name(f"{table.name}.made")


def refuse_another(table: Path, made: Mapping[str, Any]) -> None:
    """Raises Refused where there are sentences that were made in another way, by option; of an earlier version's table
    it is not known."""
    path = made_of(table)
    if not path.exists() or not (table.exists() or parts_of(table)):
        return
    try:
        before = parse_json(path.read_text("utf-8"), path.name)
    except (Refused, UnicodeDecodeError):
        before = None
    if not isinstance(before, dict):
        raise Refused(
            "E-SWEEP-FILE",
            f"{path.name} is damaged: it said how {table.name} was made; choose another --out, or, if that was with "
            f"these options, delete {path.name}",
        )
    if before.get("survey") != made["survey"] and len(str(before.get("survey"))) not in (0, 64):
        raise Refused(
            "E-SWEEP-FILE",
            f"{path.name} is of an earlier version, which kept where the survey of {table.name} was and not what it "
            f"holds; choose another --out, or, if that was this survey, delete {path.name}",
        )
    if other := [f"--{name}" for name in sorted(before.keys() | made.keys()) if before.get(name) != made.get(name)]:
        raise Refused(
            "E-SWEEP-FILE",
            f"{table.name} was made with another {', '.join(other)}; keep those, or choose another --out",
        )


def keep_made(table: Path, made: Mapping[str, Any]) -> None:
    """Write beside a table how it is made."""
    write_atomic(made_of(table), json.dumps(made, indent=1, sort_keys=True).encode())


def put_together(table: Path, lines: Sequence[str], ended: bool = False) -> frozenset[int]:
    """Makes one table, sentences in order, of the one there is and of the processes' files beside it; the sentences
    that are whole. With `ended` the last one of each file is, too.

    Raises Refused for a file that is no such table, or one of other sentences.
    """
    parts, found = parts_of(table), Spans()
    for path in (table, *parts):
        if path.exists():
            found = {**_spans(path, lines, ended), **found}
    numbers = sorted(found)
    if table.exists() and not parts and list(found) == numbers:
        os.truncate(table, max((end for _, _, end in found.values()), default=0))
        return frozenset(numbers)
    if not table.exists() and not parts:
        return frozenset()
    _write_anew(table, [found[number] for number in numbers])
    for path in parts:
        os.remove(path)
    return frozenset(numbers)


def _write_anew(table: Path, spans: Sequence[tuple[Path, int, int]]) -> None:
    """A table of these rows in place of the one there is, or none where it cannot be written: OSError names it."""
    new = table.with_name(f"{table.name}.new")
    try:
        with open(new, "wb") as file:
            file.write(HEADER)
            for path, start, end in spans:
                with open(path, "rb") as own:
                    own.seek(start)
                    file.write(own.read(end - start))
            file.flush()
            os.fsync(file.fileno())
        os.replace(new, table)
    except OSError as error:
        new.unlink(missing_ok=True)
        error.filename = str(table)
        raise


def _spans(path: Path, lines: Sequence[str], ended: bool) -> Spans:
    """The whole sentences of a file, in its order."""
    found: dict[int, tuple[Path, int, int]] = {}
    with open(path, "rb") as file:
        header = file.readline()
        if header and header != HEADER:
            raise Refused("E-SWEEP-FILE", f"{path.name} exists and is not a sweep table; choose another --out")
        for number, source, start, end in _rows(file):
            if number >= len(lines):
                raise Refused(
                    "E-SWEEP-FILE",
                    f"{path.name} has more sentences than the {len(lines):,} given now; give all of them (a larger "
                    "--limit), or choose another --out",
                )
            if lines[number] != source:
                raise Refused("E-SWEEP-FILE", f"{path.name} is a sweep of other sentences; choose another --out")
            found[number] = path, found[number][1] if number in found else start, end
    if found and not ended:
        found.popitem()
    return found


def _rows(file: BinaryIO) -> Iterator[tuple[int, str, int, int]]:
    """(sentence, source, first byte, end) of each row; one that was cut off is left out."""
    start = file.tell()
    while line := _record(file):
        row = next(csv.reader([line.decode("utf-8", "replace")]), [])
        if len(row) == len(COLUMNS) and line.endswith(b"\n") and row[0].isdigit():
            yield int(row[0]), row[1], start, start + len(line)
        start += len(line)


def _record(file: BinaryIO) -> bytes:
    """The lines of one row: a source that is quoted may hold a line's end."""
    line = file.readline()
    while line and line.count(b'"') % 2 and (more := file.readline()):
        line += more
    return line
