"""The lines of both boxes: source lines are the sentences of a run, and target lines belong to them by number.

When source lines are added or removed, what was typed for another sentence stays with that sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from typing import Any

from model_core.io.id_rows import id_rows, rows_of
from model_core.io.limits import SOURCE_LINES
from model_core.record.edits import Edits
from model_core.record.run_spec import RunSpec

NEW = -1
"""The number of a line in an old source that does not have it."""


def lines_of(text: str, ids: bool = False) -> tuple[str, ...]:
    """The sentences of a text: its lines without blank ones, at most SOURCE_LINES; ("",) for an empty text. Token ids
    that are read as typed may have brackets around each row."""
    lines = id_rows(text) if ids else tuple(line for line in text.split("\n") if line.strip())
    return lines[:SOURCE_LINES] or ("",)


def line_number(text: str, line: int) -> int:
    """The sentence (from 0) of a line of the box: blank lines do not count."""
    before = sum(1 for one in text.split("\n")[:line] if one.strip())
    return min(before, len(lines_of(text)) - 1)


def typed_targets(text: str, ids: bool = False) -> tuple[str, ...]:
    """The lines of a typed target, including blank ones: each belongs to the sentence of its number."""
    if ids:
        return id_rows(text) if "[" in text else rows_of(text.split("\n"))
    return tuple(text.split("\n"))


def target_lines(target: tuple[str, ...], lines: int) -> tuple[str, ...]:
    """Target lines, one for each of that many source lines."""
    return (*target[:lines], *("",) * (lines - len(target)))


def old_numbers(before: Sequence[str], after: Sequence[str]) -> tuple[int, ...]:
    """For each line of a new source its number in the old one, NEW if it had none. Equal lines are matched, and those
    between them are paired in order; lines added at the end are numbered after the old ones."""
    found = list[int]()
    for change, start, end, first, last in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        limit = end if end < len(before) else len(before) + len(after)
        if change != "delete":
            found += [start + at if start + at < limit else NEW for at in range(last - first)]
    return tuple(found)


def carried(targets: tuple[str, ...], before: Sequence[str], after: Sequence[str]) -> tuple[str, ...]:
    """Target lines of an old source as those of a new one; those without a source line come last."""
    numbers = old_numbers(before, after)
    kept = (targets[at] if NEW < at < len(targets) else "" for at in numbers)
    return (*kept, *targets[numbers[-1] + 1 :])


def opening_for(run: RunSpec, numbers: Sequence[int]) -> dict[str, object]:
    """A run's typed beginning for a new source, whose lines had these `old_numbers`: it moves with its sentence, and is
    dropped with it."""
    if not run.opening:
        return {}
    if run.prefix_sentence not in numbers:
        return {"opening": ""}
    return {"opening": run.opening, "prefix_sentence": numbers.index(run.prefix_sentence)}


def edits_for(edits: Edits, numbers: Sequence[int]) -> Edits:
    """The edits of single sentences for a new source, whose lines had these `old_numbers`; without those of removed
    sentences."""
    places = {old: new for new, old in enumerate(numbers)}

    def kept(changed: Sequence[Any]) -> tuple[Any, ...]:
        return tuple(replace(one, sentence=places[one.sentence]) for one in changed if one.sentence in places)

    masks = replace(edits.masks, cells=kept(edits.masks.cells), hidden=kept(edits.masks.hidden))
    swaps, overrides, patches = kept(edits.swaps), kept(edits.overrides), kept(edits.patches)
    return replace(edits, masks=masks, swaps=swaps, overrides=overrides, patches=patches)
