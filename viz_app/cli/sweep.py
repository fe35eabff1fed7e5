"""The word sweep: what every head, feed-forward or source token does to each of many sentences, as one table. No Qt.

The table grows sentence by sentence in a CSV file, so that the same command goes on where it was stopped; an NPZ is
made of it at the end. Layers, heads, places and steps count from 0.
"""

from __future__ import annotations

import argparse
import csv
import io
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import numpy as np

from model_core.errors import Refused
from model_core.io.safe_files import save
from model_core.io.text_lines import text_lines
from model_core.record.effects import Effects, EffectsSpec
from model_core.record.run_spec import RunSpec
from viz_app.cli.compute import edits_of, interruptible
from viz_app.cli.output import Output

if TYPE_CHECKING:
    from model_core.engine.engine import Engine

COLUMNS = ("sentence", "source", "part", "group", "kind", "layer", "index", "step", "written", "log_p", "change")
"""log_p is the natural log-probability of the written token as it is, change what becomes of it without the part."""
WHOLE = ("sentence", "layer", "index", "step")
REAL = ("log_p", "change")


def sweep(options: argparse.Namespace) -> int:
    """Writes the table and prints its path; Ctrl+C keeps the sentences that are done."""
    lines, asked, out = _lines(options), _asked(options), Output.of(options)
    path = Path(options.out)
    if path.suffix.lower() not in (".csv", ".npz"):
        raise Refused("E-OUT-KIND", f"{path.name}: a sweep is written as .csv or .npz")
    growing = path if path.suffix.lower() == ".csv" else path.with_suffix(".npz.part.csv")
    done = _kept(growing, lines)
    out.note(f"{done:,} of {len(lines):,} sentences are there already" if done else "")
    from model_core.engine.engine import Engine

    engine = Engine(options.model, device=options.device or "cpu")
    with interruptible() as pressed, open(growing, "a", encoding="utf-8", newline="") as file:
        if not done:
            file.seek(0)
            file.truncate()
            csv.writer(file).writerow(COLUMNS)
        for number in range(done, len(lines)):
            _write(file, number, lines[number], _found(engine, asked, lines[number]))
            out.progress((number + 1) / len(lines), f"{number + 1:,} of {len(lines):,} sentences")
            if pressed:
                out.stopped(f"stopped after {number + 1:,} sentences; the same command goes on from there")
                return 128 + pressed[0]
    out.end_progress()
    if growing != path:
        save(path, _npz(growing))
        os.remove(growing)
    out.result(str(path), path=str(path), sentences=len(lines))
    return 0


def _lines(options: argparse.Namespace) -> list[str]:
    """The sentences: those of --source, then one of each line of --data, without what stands behind a tab; blank lines
    are left out. Refused where there is none."""
    found = list(options.source or ())
    for name in options.data or ():
        with open(name, "rb") as file:
            found += [line.partition("\t")[0] for line in text_lines(file, name)]
    if not (found := [line for line in found if line.strip()]):
        raise Refused("E-ARGS", "sweep needs --source TEXT or --data FILE")
    return found[: options.limit] if options.limit else found


def _asked(options: argparse.Namespace) -> EffectsSpec:
    """What is asked of each sentence, whose run is put in later. Raises Refused."""
    groups = tuple(dict.fromkeys(one.replace("-", "_") for one in options.parts.split(",")))
    run = RunSpec(edits=edits_of(options))
    return EffectsSpec(run, 0, options.instead, groups, (), options.survey or "").checked()


def _found(engine: Engine, asked: EffectsSpec, line: str) -> Effects:
    """The effects on one sentence and what the model writes for it."""
    return engine.effects(replace(asked, run=asked.run.with_(source=(line,))))


def _write(file: IO[str], number: int, line: str, found: Effects) -> None:
    """The rows of one sentence, on the disk before the next is begun."""
    rows = csv.writer(file)
    for part, changes in zip(found.parts, found.changes, strict=True):
        for step, token in enumerate(found.written):
            numbers = repr(float(found.base[step])), repr(float(changes[step]))
            rows.writerow([number, line, part.name, part.group, part.kind, part.layer, part.index, step, token.text,
                           *numbers])  # fmt: skip
    file.flush()


def _kept(path: Path, lines: list[str]) -> int:
    """How many sentences of a table that was begun are whole; a part of the next one is cut off. Raises Refused for a
    file that is no such table, or one of other sentences."""
    if not path.exists():
        return 0
    with open(path, encoding="utf-8", newline="") as file:
        header, count, end, start = file.readline(), 0, file.tell(), file.tell()
        if header and tuple(next(csv.reader([header]))) != COLUMNS:
            raise Refused("E-SWEEP-FILE", f"{path.name} is no table of a sweep; give --out another name")
        for number, source in _rows(file):
            if number >= len(lines) or lines[number] != source:
                raise Refused("E-SWEEP-FILE", f"{path.name} is of other sentences; give --out another name")
            if number >= count:
                count, end = number + 1, start
            start = file.tell()
    whole = max(0, count - 1)  # of the last one nobody knows whether all is there
    if count:
        os.truncate(path, end)
    return whole


def _rows(file: IO[str]) -> Iterator[tuple[int, str]]:
    """(sentence, source) of each row; those that were cut off are left out."""
    while line := _record(file):
        row = next(csv.reader(io.StringIO(line, newline="")), [])
        if len(row) == len(COLUMNS) and line.endswith("\n") and row[0].isdigit():
            yield int(row[0]), row[1]


def _record(file: IO[str]) -> str:
    """The lines of one row: a source that is quoted may hold a line's end."""
    line = file.readline()
    while line and line.count('"') % 2 and (more := file.readline()):
        line += more
    return line


def _npz(path: Path) -> bytes:
    """An array for each column of a table."""
    with open(path, encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))[1:]
    arrays: dict[str, np.ndarray[Any, Any]] = {}
    for place, name in enumerate(COLUMNS):
        values = [row[place] for row in rows]
        kind = np.int64 if name in WHOLE else np.float64 if name in REAL else np.str_
        arrays[name] = np.array(values).astype(kind) if values else np.empty(0, kind)
    buffer = io.BytesIO()
    np.savez_compressed(buffer, allow_pickle=False, **arrays)
    return buffer.getvalue()


__all__ = ["COLUMNS", "sweep"]
