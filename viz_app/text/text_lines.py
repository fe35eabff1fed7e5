"""Lines of the two boxes: source lines are the sentences of a run, and target lines belong to them by their number.

When source lines come or go, what was typed for another sentence goes with that sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from model_core.io.id_rows import id_rows, rows_of
from model_core.io.limits import SOURCE_LINES
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

    The lines that both begin with and end with are the same ones, and those in between are paired in their order; lines
    that are added at the end have the numbers after the old ones.
    """
    start, shorter = _in_common(before, after), min(len(before), len(after))
    end = min(_in_common(before[::-1], after[::-1]), shorter - start)
    if not end:
        return tuple(range(len(after)))
    kept = len(before) - end
    return (*(at if at < kept else NEW for at in range(len(after) - end)), *range(kept, len(before)))


def carried(targets: tuple[str, ...], before: Sequence[str], after: Sequence[str]) -> tuple[str, ...]:
    """Target lines of an old source as those of a new one; those that no source line has come last."""
    numbers = old_numbers(before, after)
    kept = (targets[at] if NEW < at < len(targets) else "" for at in numbers)
    return (*kept, *targets[numbers[-1] + 1 :])


def opening_for(run: RunSpec, source: tuple[str, ...]) -> dict[str, object]:
    """What of a run's typed beginning changes with another source: it goes where its sentence goes."""
    if not run.opening:
        return {}
    numbers = old_numbers(run.source, source)
    if run.prefix_sentence not in numbers:
        return {"opening": ""}
    return {"prefix_sentence": numbers.index(run.prefix_sentence)}


def _in_common(one: Sequence[str], other: Sequence[str]) -> int:
    """How many lines both begin with."""
    return len(list(takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))))
