"""What is compared: two heads of two runs, which rows and columns of theirs belong together, and B − A. No Qt.

A is the pinned run, B the present one. Layers, heads, steps and places count from 0 here and from 1 in words.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from model_core.analysis import two_runs
from model_core.analysis.text_comparison import Pair
from model_core.analysis.two_runs import Alignment, HeadChanges, alignment, head_changes, paired_tokens
from model_core.record.trace import Sentence, Trace
from model_core.spec import KINDS
from viz_app.data.maps.head_names import HeadNames, head_names
from viz_app.data.selection import sentence_of
from viz_app.data.snapshot import Cell, Snapshot
from viz_app.data.words.parts import head_number
from viz_app.document.state import Look, Pin
from viz_app.system.language import tr
from viz_app.views.compare.pin_offers import side_names

MEASURED = 1_500_000
"""Cells of all heads of an attention up to which the change of every head is found."""

Head = tuple[int, int]
"""(layer, head)."""
HeadAt = tuple[str, int, int]
"""(kind, layer, head)."""


@dataclass(frozen=True, eq=False)
class RunSide:
    """One of the two runs, and the head of it that is compared; None where it has no such attention."""

    trace: Trace
    sentence: int
    kind: str
    head: Head
    name: str

    @property
    def texts(self) -> Sentence:
        """The texts and tokens."""
        return self.trace.sentences[self.sentence]

    @cached_property
    def weights(self) -> np.ndarray | None:
        """(Q, M) of the head, None where they were not recorded or nothing is written yet."""
        if 0 in self.trace.size(self.kind, self.sentence) or not self.trace.has(self.kind, "weights", self.head[0]):
            return None
        found: np.ndarray = self.trace.map(self.kind, *self.head, "weights", self.sentence)
        return found

    @property
    def reasons(self) -> np.ndarray | None:
        """Why cells are masked, None where no mask was recorded."""
        there = self.kind in self.trace.reasons
        return self.trace.reason(self.kind, self.sentence) if there else None


@dataclass(frozen=True, eq=False)
class RunComparison:
    """Two runs and all that is shown of them.

    alignment  of rows and columns, None where the two heads do not read the same kind of text
    change     (R, C) B − A of the rows and columns that both have, None where there is none: `why` says so
    changes    of all heads, by kind of attention; those whose maps were not recorded or are too many are missing
    limit      where the colours of differences end: the largest of all heads of all three attentions
    said       what of A stands in place of what it has not
    held       the step of A that stays, None where it goes along
    names      what the heads of A and of B are called by what they read, each in its own text
    sources, targets  the tokens of both set beside each other
    paired     how many tokens of the sources, and of the targets, are so, are only in A, only in B
    """

    a: RunSide
    b: RunSide
    alignment: Alignment | None
    change: np.ndarray | None
    changes: Mapping[str, HeadChanges]
    limit: float
    why: str = ""
    said: str = ""
    held: int | None = None
    names: tuple[HeadNames, HeadNames] = field(default=({}, {}))
    sources: tuple[Pair, ...] = field(default=())
    targets: tuple[Pair, ...] = field(default=())
    paired: tuple[tuple[int, int, int], ...] = field(default=())

    @property
    def same(self) -> bool:
        """Whether A and B are one run, with the same places of it looked at."""
        return not (self.a.name or self.b.name)

    def called(self, head: HeadAt) -> str:
        """What a head is called by what it reads, in both texts where that is not the same; "" where it is unknown."""
        a, b = (names.get(head, "") for names in self.names)
        if a and b and a != b:
            return tr("{a} in A, {b} in B", a=a, b=b)
        return b or a

    def to_a(self, cell: Cell | None) -> Cell | None:
        """The cell of A beside one of B, None where it has none."""
        return self._across(cell, 1, 0)

    def to_b(self, cell: Cell | None) -> Cell | None:
        """The cell of B beside one of A."""
        return self._across(cell, 0, 1)

    def _across(self, cell: Cell | None, own: int, other: int) -> Cell | None:
        if cell is None or self.alignment is None:
            return None
        pairs = self.alignment.both_rows, self.alignment.both_columns
        found = [
            next((pair[other] for pair in some if pair[own] == at), None) for some, at in zip(pairs, cell, strict=True)
        ]
        row, column = found
        return None if row is None or column is None else (row, column)

    def row_of_a(self, row: int | None) -> int | None:
        """The row of A beside one of B."""
        if row is None or self.alignment is None:
            return None
        return next((a for a, b in self.alignment.both_rows if b == row), None)

    def row_of_b(self, row: int) -> int | None:
        """The row of B beside one of A."""
        if self.alignment is None:
            return None
        return next((b for a, b in self.alignment.both_rows if a == row), None)

    def place_of(self, cell: Cell | None) -> Cell | None:
        """The place in `change` of a cell of B."""
        if cell is None or self.alignment is None:
            return None
        rows, columns = ([b for _, b in pairs] for pairs in (self.alignment.both_rows, self.alignment.both_columns))
        return (rows.index(cell[0]), columns.index(cell[1])) if cell[0] in rows and cell[1] in columns else None

    def cell_of(self, place: Cell) -> Cell:
        """The cell of B at a place in `change`."""
        assert self.alignment is not None
        return self.alignment.both_rows[place[0]][1], self.alignment.both_columns[place[1]][1]


class ComparisonMaker:
    """Makes what is compared, and keeps what is dear of the two runs that it saw last."""

    def __init__(self) -> None:
        self._runs: tuple[Trace, Trace, int, int] | None = None
        self._changes: dict[str, HeadChanges] = {}
        self._aligned: dict[str, Alignment] = {}
        self._names: tuple[HeadNames, HeadNames] = ({}, {})
        self._tokens: tuple[tuple[Pair, ...], tuple[Pair, ...]] = (), ()
        self._paired: tuple[tuple[int, int, int], ...] = ()
        self._last: tuple[object, RunComparison] | None = None

    def compared(self, shot: Snapshot) -> RunComparison | None:
        """The two runs; None while there is no pinned one."""
        pin, against, look = shot.state.pin, shot.against, shot.look
        if pin is None or against is None or not against.sentences:
            return None
        self._renew(against, shot.trace, pin, look)
        key = (pin, look.kind, look.layer, look.head, shot.step if pin.step is not None else None)
        if self._last is None or self._last[0] != key:
            self._last = key, self._compared(against, shot, pin)
        return self._last[1]

    def _renew(self, a: Trace, b: Trace, pin: Pin, look: Look) -> None:
        at = min(pin.sentence, len(a.sentences) - 1), sentence_of(b, look)
        if (before := self._runs) is not None and before[0] is a and before[1] is b and before[2:] == at:
            return
        self._runs, self._last = (a, b, *at), None
        self._tokens = paired_tokens(a, b, "source", at), paired_tokens(a, b, "written", at)
        self._paired = tuple(
            (len(two_runs.without_gaps(pairs)), sum(b is None for _, b in pairs), sum(a is None for a, _ in pairs))
            for pairs in self._tokens
        )
        self._aligned = {kind: alignment(a, b, kind, at) for kind in KINDS if kind in a.kinds and kind in b.kinds}
        self._names = head_names(a, at[0]), head_names(b, at[1])
        self._changes = {kind: found for kind in self._aligned if (found := _changes(a, b, kind, at)) is not None}

    def _compared(self, a: Trace, shot: Snapshot, pin: Pin) -> RunComparison:
        assert self._runs is not None
        b, look, (at_a, at_b) = shot.trace, shot.look, self._runs[2:]
        kind_a = pin.kind if pin.kind in a.kinds else look.kind
        kind_a = kind_a if kind_a in a.kinds else a.kinds[-1]
        wanted = (pin.layer or 0, pin.head or 0) if pin.kind else (look.layer, look.head)
        head = min(wanted[0], a.spec.layers(kind_a) - 1), min(wanted[1], a.spec.heads_of(kind_a) - 1)
        names = side_names(a, b, pin, look)
        side_a = RunSide(a, at_a, kind_a, head, names[0])
        side_b = RunSide(b, at_b, look.kind, (look.layer, look.head), names[1])
        said = ""
        if head != wanted:
            wanted_name, shown = (head_number(kind_a, *one) for one in (wanted, head))
            said = tr("A has no {wanted}: {shown} is shown.", wanted=wanted_name, shown=shown)
        limit = max((found.largest for found in self._changes.values()), default=0.0)
        found, why = self._aligned.get(look.kind), ""
        if kind_a != look.kind:
            name = head_number(kind_a, *head)
            found, why = None, tr("A is {head}: select a head of the same attention to see B − A.", head=name)
        elif pin.step is not None and found is not None and look.kind != "encoder":
            found = Alignment(((min(pin.step, len(a.sentences[at_a].read) - 1), shot.step),), found.columns)
        change = None
        if found is not None and side_a.weights is not None and side_b.weights is not None:
            change = two_runs.map_difference(side_a.weights, side_b.weights, found)
            limit = max(limit, float(np.abs(change).max(initial=0.0, where=np.isfinite(change))))
        elif not why:
            why = tr("The maps of one of the two were not recorded, or nothing has been written yet.")
        if change is not None and not change.size:
            change, why = None, tr("The two have no row in common.")
        return RunComparison(side_a, side_b, found, change, self._changes, limit, why, said, pin.step, self._names,
                        *self._tokens, self._paired)  # fmt: skip


def _changes(a: Trace, b: Trace, kind: str, at: tuple[int, int]) -> HeadChanges | None:
    """Those of all heads of an attention, None where they were not recorded or are too many cells."""
    cells = [np.prod(trace.size(kind, place)) * trace.spec.layers(kind) * trace.spec.heads_of(kind)
             for trace, place in zip((a, b), at, strict=True)]  # fmt: skip
    if max(cells) > MEASURED or not (a.whole(kind) and b.whole(kind)):
        return None
    return head_changes(a, b, kind, at)
