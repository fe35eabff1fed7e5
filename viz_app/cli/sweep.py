"""The subcommand sweep: the effect of every head, feed-forward or source token on each of many sentences, as one table.
No Qt.

The table grows sentence by sentence in a CSV file, so that the same command resumes where it was stopped, with the same
number of processes or another; at the end an NPZ is made of it. Layers, heads, places and steps count from 0.

The file has a header, then the rows of one sentence after the other. If it was interrupted, its last sentence may be
incomplete. A JSON file beside it records how it was made.
"""

from __future__ import annotations

import argparse
import csv
import glob
import hashlib
import io
import json
import os
import signal
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, BinaryIO

import numpy as np

from model_core.analysis.survey_result import RESULT, RESULT_BYTES
from model_core.checkpoints.folder import folder_hash, model_folder
from model_core.errors import Refused, counted
from model_core.io.limits import LINE_BYTES, parse_json
from model_core.io.resources import survey_folder
from model_core.io.safe_files import read_plain, refuse_to_replace, save, write_atomic, write_reason
from model_core.io.text_lines import open_text, text_lines
from model_core.record.edits import Edits
from model_core.record.effects import Effects, EffectsSpec
from model_core.record.model_info import read_about
from model_core.record.run_spec import RunSpec
from model_core.schema import write
from model_core.tokenizers.vocab import clean
from viz_app.cli.arguments import name_folders
from viz_app.cli.compute import NOT_UTF8, edits_of, interruptible
from viz_app.cli.output import Output

if TYPE_CHECKING:
    from model_core.engine.engine import Engine


WHOLE = ("sentence", "layer", "index", "step")
REAL = ("log_p", "change")


def sweep(options: argparse.Namespace) -> int:
    """Writes the table and prints its path; Ctrl+C keeps the finished sentences. Under torchrun the processes share the
    sentences, each writing beside the table in one folder; the resulting table does not depend on their number."""
    (lines, notes), asked = _lines(options), _effects_spec(options)
    path = Path(options.out)
    if path.suffix.lower() not in (".csv", ".npz"):
        raise Refused("E-OUT-KIND", f"{path.name}: a sweep must be saved as .csv or .npz")
    growing = path if path.suffix.lower() == ".csv" else path.with_suffix(".npz.part.csv")
    refuse_to_replace((path, growing, made_of(growing), *parts_of(growing)), options.data or ())
    name_folders(options)
    from model_core.engine.engine import Engine
    from model_core.engine.opened import cut_note
    from model_core.training.distributed import process_group
    from model_core.transformer.device import one_thread

    with process_group() as ranks:
        out = Output.from_options(options, silent=not ranks.first)
        for note in notes:
            out.note(note)
        finished = ranks.broadcast(lambda: json.dumps(_begun(growing, lines, _made(options, asked))).encode())
        done = frozenset(json.loads(finished))
        out.note(f"{len(done):,} of {counted(len(lines), 'sentence')} already done" if done else "")
        left = [number for number in range(len(lines)) if number not in done]
        engine = Engine(options.model, device=options.device or "cpu", reload=False)
        opened = engine.open(engine.model)
        out.note(cut_note(opened.model, opened.vocab, lines))
        with interruptible() as pressed, one_thread():
            own = growing if ranks.world == 1 else part_of(growing, ranks.rank)
            for count in _written(own, engine, asked, lines, left[ranks.rank :: ranks.world]):
                ready = min(len(lines), len(done) + count * ranks.world)
                out.progress(ready / len(lines), f"{ready:,} of {counted(len(lines), 'sentence')}")
                if pressed:
                    break
            if sum(ranks.all_reduce([len(pressed)])):
                out.stopped("stopped; what is done is kept; run the same command to resume")
                return 128 + (pressed[0] if pressed else signal.SIGINT)
        out.end_progress()
        if ranks.first:
            put_together(growing, lines, ended=True)
            if growing != path:
                save(path, _npz(growing))
                os.remove(growing)
                made_of(growing).unlink(missing_ok=True)
        ranks.all_reduce([0])
    out.result(str(path), path=str(path), sentences=len(lines))
    return 0


def _made(options: argparse.Namespace, asked: EffectsSpec) -> dict[str, Any]:
    """How a table is made, by option; model and survey by their contents. Raises Refused if one cannot be used."""
    model, usual, survey = folder_hash(model_folder(options.model)), write(Edits()), ""
    if asked.replacement == "mean":
        from model_core.engine.part_edits import survey_patterns

        try:
            survey_patterns(asked.survey, read_about(model_folder(options.model))[0])
            result = read_plain(survey_folder(asked.survey) / RESULT, RESULT_BYTES)
        except Refused as error:
            raise Refused(error.code, f"--survey {asked.survey}: {error.message}") from None
        survey = hashlib.sha256(result).hexdigest()
    edits = {name: value for name, value in write(asked.run.edits).items() if value != usual[name]}
    return {"model": model, "parts": list(asked.groups), "instead": asked.replacement, "survey": survey,
            "edits": edits}  # fmt: skip


def _begun(table: Path, lines: list[str], made: dict[str, Any]) -> list[int]:
    """The sentences already in a table whose remaining ones are made in the same way. Raises Refused."""
    refuse_another(table, made)
    done = sorted(put_together(table, lines))
    write_atomic(made_of(table), json.dumps(made, indent=1, sort_keys=True).encode())
    return done


def _written(path: Path, engine: Engine, asked: EffectsSpec, lines: list[str], numbers: list[int]) -> Iterator[int]:
    """Appends these sentences to a table and yields the number written after each. Raises Refused if the disk is
    full."""
    for count, number in enumerate(numbers, start=1):
        found = _effects_of_line(engine, asked, lines[number])
        try:
            with open(path, "a", encoding="utf-8", newline="") as file:
                if not os.path.getsize(path):
                    csv.writer(file).writerow(COLUMNS)
                _write(file, number, lines[number], found)
        except OSError as error:
            if error.filename:  # it was never opened
                raise
            kept = "what is done is kept; run the same command to resume"
            raise Refused("E-FILE-WRITE", f"{path.name} cannot be written: {write_reason(error)}; {kept}") from None
        yield count


def _lines(options: argparse.Namespace) -> tuple[list[str], list[str]]:
    """(sentences, notes about them): those of --source, then one per line of --data up to a tab; blank lines are left
    out. Raises Refused if there are none."""
    found, notes = list(options.source or ()), list[str]()
    for name in options.data or ():
        strange: set[int] = set()
        with open_text(name) as file:
            found += [line.partition("\t")[0] for line in text_lines(file, name, strange)]
        if strange:
            notes.append(f"{name}: {NOT_UTF8} Affected lines: {len(strange):,}, the first is line {min(strange):,}.")
    if not options.source and not options.data:
        raise Refused("E-ARGS", "sweep needs --source TEXT or --data FILE")
    if not (found := [clean(line) for line in found if line.strip()]):
        where = ", ".join(options.data or ()) or "--source"
        raise Refused("E-TSV-EMPTY", f"nothing to sweep: there is no text in {where}")
    return found[: options.limit or None], notes


def _effects_spec(options: argparse.Namespace) -> EffectsSpec:
    """What is computed for each sentence; the run is filled in later. Raises Refused."""
    groups = tuple(dict.fromkeys(one.replace("-", "_") for one in options.parts.split(",")))
    if bool(options.survey) != (options.instead == "mean"):
        raise Refused("E-ARGS", "--instead mean and --survey DIR need each other: give both, or neither")
    run = RunSpec(edits=edits_of(options))
    return EffectsSpec(run, 0, options.instead, groups, (), options.survey or "").checked()


def _effects_of_line(engine: Engine, asked: EffectsSpec, line: str) -> Effects:
    """The effects on one sentence and the text that the model writes for it."""
    return engine.effects(replace(asked, run=asked.run.with_(source=(line,))))


def _write(file: IO[str], number: int, line: str, found: Effects) -> None:
    """Writes the rows of one sentence."""
    rows = csv.writer(file)
    for part, changes in zip(found.parts, found.changes, strict=True):
        for step, token in enumerate(found.written):
            numbers = repr(float(found.base[step])), repr(float(changes[step]))
            rows.writerow([number, line, part.name, part.group, part.kind, part.layer, part.index, step, token.text,
                           *numbers])  # fmt: skip


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


COLUMNS = ("sentence", "source", "part", "group", "kind", "layer", "index", "step", "written", "log_p", "change")
"""log_p is the natural log-probability of the written token as it is, change what becomes of it without the part."""
HEADER = (",".join(COLUMNS) + "\r\n").encode()

csv.field_size_limit(LINE_BYTES)  # a sentence is a whole line

Spans = dict[int, tuple[Path, int, int]]
"""Sentence -> file, first byte and end of its rows."""


def part_of(table: Path, rank: int) -> Path:
    """The file in which one of several processes writes its sentences."""
    return table.with_name(f"{table.name}.part{rank}")


def parts_of(table: Path) -> list[Path]:
    """The files of processes beside a table."""
    return sorted(map(Path, glob.glob(f"{glob.escape(str(table))}.part*")))


def made_of(table: Path) -> Path:
    """The file that records how a table was made."""
    return table.with_name(f"{table.name}.made")


def refuse_another(table: Path, made: Mapping[str, Any]) -> None:
    """Raises Refused if the table has sentences made with other options; tables of earlier versions do not record
    them."""
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


def put_together(table: Path, lines: Sequence[str], ended: bool = False) -> frozenset[int]:
    """Merges the existing table and the processes' files beside it into one table, sentences in order; returns the
    complete sentences. With `ended` the last sentence of each file counts as complete. Raises Refused for a file that
    is no such table, or has other sentences."""
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
    """Replaces a table by these rows; on OSError, which names it, there is no table."""
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
    """The complete sentences of a file, in its order."""
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
    """The lines of one row: a quoted source may contain a line break."""
    line = file.readline()
    while line and line.count(b'"') % 2 and (more := file.readline()):
        line += more
    return line
