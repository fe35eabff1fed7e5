"""Lines of the two boxes: source lines are the sentences of a run, and target lines belong to them by their number.

When source lines come or go, what was typed for another sentence goes with that sentence.
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
    that are read as typed may have brackets, each row in its own."""
    lines = id_rows(text) if ids else tuple(line for line in text.split("\n") if line.strip())
    return lines[:SOURCE_LINES] or ("",)


def line_number(text: str, line: int) -> int:
    """Which sentence a line of the box is (from 0): blank lines do not count."""
    before = sum(1 for one in text.split("\n")[:line] if one.strip())
    return min(before, len(lines_of(text)) - 1)


def typed_targets(text: str, ids: bool = False) -> tuple[str, ...]:
    """The lines of a typed target, blank ones too: each belongs to the sentence of its number."""
    if ids:
        return id_rows(text) if "[" in text else rows_of(text.split("\n"))
    return tuple(text.split("\n"))


def target_lines(target: tuple[str, ...], lines: int) -> tuple[str, ...]:
    """Target lines, one for each of that many source lines."""
    return (*target[:lines], *("",) * (lines - len(target)))


def old_numbers(before: Sequence[str], after: Sequence[str]) -> tuple[int, ...]:
    """The number in an old source of each line of a new one, NEW where it had none.

    Equal lines are the same ones, and those between them are paired in their order; lines that are added at the end
    have the numbers after the old ones.
    """
    found = list[int]()
    for change, start, end, first, last in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        limit = end if end < len(before) else len(before) + len(after)
        if change != "delete":
            found += [start + at if start + at < limit else NEW for at in range(last - first)]
    return tuple(found)


def carried(targets: tuple[str, ...], before: Sequence[str], after: Sequence[str]) -> tuple[str, ...]:
    """Target lines of an old source as those of a new one; those that no source line has come last."""
    numbers = old_numbers(before, after)
    kept = (targets[at] if NEW < at < len(targets) else "" for at in numbers)
    return (*kept, *targets[numbers[-1] + 1 :])


def opening_for(run: RunSpec, numbers: Sequence[int]) -> dict[str, object]:
    """A run's typed beginning with another source, whose lines had these `old_numbers`: it goes where its sentence
    goes, and ends with it."""
    if not run.opening:
        return {}
    if run.prefix_sentence not in numbers:
        return {"opening": ""}
    return {"opening": run.opening, "prefix_sentence": numbers.index(run.prefix_sentence)}


def edits_for(edits: Edits, numbers: Sequence[int]) -> Edits:
    """What is changed in single sentences, where these are in a new source, whose lines had these `old_numbers`;
    without what was changed in those that it has no more."""
    places = {old: new for new, old in enumerate(numbers)}

    def kept(changed: Sequence[Any]) -> tuple[Any, ...]:
        return tuple(replace(one, sentence=places[one.sentence]) for one in changed if one.sentence in places)

    masks = replace(edits.masks, cells=kept(edits.masks.cells), hidden=kept(edits.masks.hidden))
    swaps, overrides, patches = kept(edits.swaps), kept(edits.overrides), kept(edits.patches)
    return replace(edits, masks=masks, swaps=swaps, overrides=overrides, patches=patches)
