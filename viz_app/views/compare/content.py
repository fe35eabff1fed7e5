"""What is compared: two heads of two runs, which of their rows and columns correspond, and B − A. No Qt.

A is the pinned run, B the present one. Layers, heads, steps and places count from 0 here and from 1 in words.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from model_core.analysis import two_runs
from model_core.analysis.text_comparison import Pair
from model_core.analysis.two_runs import Alignment, HeadChanges, head_changes, paired_tokens, token_keys
from model_core.record.tokens import Token
from model_core.record.trace import Sentence, Trace
from model_core.spec import KINDS
from viz_app.data.maps.head_names import HeadNames, head_names
from viz_app.data.selection import sentence_of
from viz_app.data.snapshot import Cell, Snapshot
from viz_app.data.words.parts import head_number
from viz_app.document.state import Look, Pin
from viz_app.system.language import tr
from viz_app.views.compare.pin_offers import side_names

A, B, CHANGE = MAPS = "a", "b", "change"
"""The maps: of A, of B, of their difference."""
ONLY_A, ONLY_B, OTHER, SAME = "only in A", "only in B", "another token", "the same token"
"""How two paired tokens compare."""
MEASURED = 1_500_000
"""Cells of all heads of an attention up to which the change of every head is found."""

Head = tuple[int, int]
"""(layer, head)."""
HeadAt = tuple[str, int, int]
"""(kind, layer, head)."""


@dataclass(frozen=True, eq=False)
class RunSide:
    """One of the two runs, and its compared head; None if it has no such attention."""

    trace: Trace
    sentence: int
    kind: str
    head: Head
    name: str

    @property
    def texts(self) -> Sentence:
        return self.trace.sentences[self.sentence]

    @cached_property
    def weights(self) -> np.ndarray | None:
        """(Q, M) of the head, None if they were not recorded or nothing is written yet."""
        if 0 in self.trace.size(self.kind, self.sentence) or not self.trace.has(self.kind, "weights", self.head[0]):
            return None
        found: np.ndarray = self.trace.map(self.kind, *self.head, "weights", self.sentence)
        return found

    @property
    def reasons(self) -> np.ndarray | None:
        """Why cells are masked, None if no mask was recorded."""
        there = self.kind in self.trace.reasons
        return self.trace.reason(self.kind, self.sentence) if there else None


@dataclass(frozen=True, eq=False)
class RunPair:
    """Two runs, A the pinned one and B the present one, and which sentence of each; everything is computed on
    demand."""

    a: Trace
    b: Trace
    at: tuple[int, int]

    @cached_property
    def sources(self) -> tuple[Pair, ...]:
        """The tokens of both sources, aligned."""
        return paired_tokens(self.a, self.b, "source", self.at)

    @cached_property
    def targets(self) -> tuple[Pair, ...]:
        """The tokens of both targets, aligned."""
        return paired_tokens(self.a, self.b, "written", self.at)

    @cached_property
    def paired(self) -> tuple[tuple[int, int, int], ...]:
        """How many tokens of the sources, and of the targets, are in both, only in A, only in B."""
        return tuple(
            (len(two_runs.without_gaps(pairs)), sum(b is None for _, b in pairs), sum(a is None for a, _ in pairs))
            for pairs in (self.sources, self.targets)
        )

    @cached_property
    def alignments(self) -> dict[str, Alignment]:
        """Which rows and columns correspond, by kind of attention that both have."""
        kinds = [kind for kind in KINDS if kind in self.a.kinds and kind in self.b.kinds]
        return {kind: two_runs.alignment(self.a, self.b, kind, self.at) for kind in kinds}

    @cached_property
    def names(self) -> tuple[HeadNames, HeadNames]:
        """The names of the heads of A and of B by what they read, each in its own text."""
        return head_names(self.a, self.at[0]), head_names(self.b, self.at[1])

    @cached_property
    def changes(self) -> dict[str, HeadChanges]:
        """The changes of all heads, by kind of attention; without those whose maps were not recorded or are too
        large."""
        runs = tuple(zip((self.a, self.b), self.at, strict=True))
        cells = {
            kind: max(np.prod(trace.size(kind, at)) * trace.spec.layers(kind) * trace.spec.heads_of(kind)
                      for trace, at in runs)
            for kind in self.alignments
        }  # fmt: skip
        return {
            kind: head_changes(self.a, self.b, kind, self.at) for kind, count in cells.items()
            if count <= MEASURED and self.a.whole(kind) and self.b.whole(kind)
        }  # fmt: skip

    def called(self, head: HeadAt) -> str:
        """The name of a head by what it reads, in both texts if they differ; "" if unknown."""
        a, b = (names.get(head, "") for names in self.names)
        if a and b and a != b:
            return tr("{a} in A, {b} in B", a=a, b=b)
        return b or a

    def ranked_heads(self) -> tuple[HeadAt, ...]:
        """All heads that both models have, the most changed first."""
        heads = [
            (float(value), (kind, int(layer), int(head)))
            for kind, changes in self.changes.items()
            for (layer, head), value in np.ndenumerate(changes.moved)
        ]
        return tuple(one for _, one in sorted(heads, key=lambda pair: -pair[0]))


@dataclass(frozen=True, eq=False)
class RunComparison:
    """The comparison of one head of two runs.

    alignment  of rows and columns, None if the two heads do not read the same kind of text
    change     (R, C) B − A of the rows and columns that both have, None if there is none: `why` says so
    limit      where the colours of differences end: the largest of all heads of all three attentions
    said       a note on what is compared in place of something that A lacks
    held       the step of A that is kept, None if it follows
    """

    pair: RunPair
    a: RunSide
    b: RunSide
    alignment: Alignment | None
    change: np.ndarray | None
    limit: float
    why: str = ""
    said: str = ""
    held: int | None = None

    @property
    def same(self) -> bool:
        """Whether A and B are one run, at the same place."""
        return not (self.a.name or self.b.name)

    @cached_property
    def _beside(self) -> tuple[list[tuple[int, int, int]], ...]:
        """Of the rows, and of the columns, that both have: the places in A, in B and in the difference."""
        both = () if self.alignment is None else (self.alignment.both_rows, self.alignment.both_columns)
        return tuple([(a, b, at) for at, (a, b) in enumerate(pairs)] for pairs in both)

    def row_in(self, other: str, row: int | None, own: str = B) -> int | None:
        """The row of another map that corresponds to one of its own, None if there is none."""
        return _beside(self._beside[0], row, own, other) if self._beside else None

    def cell_in(self, other: str, cell: Cell | None, own: str = B) -> Cell | None:
        """The cell of another map that corresponds to one of its own, None if there is none."""
        if own == other or cell is None or not self._beside:
            return cell if own == other else None
        row, column = (_beside(places, at, own, other) for places, at in zip(self._beside, cell, strict=True))
        return None if row is None or column is None else (row, column)


def _beside(places: list[tuple[int, int, int]], at: int | None, own: str, other: str) -> int | None:
    mine, its = MAPS.index(own), MAPS.index(other)
    return next((one[its] for one in places if one[mine] == at), None)


class ComparisonMaker:
    """Makes comparisons, and caches the last."""

    def __init__(self) -> None:
        self._pair = lru_cache(maxsize=1)(RunPair)
        self._compared = lru_cache(maxsize=1)(_compared)

    def compared(self, shot: Snapshot) -> RunComparison | None:
        """The comparison; None while nothing is pinned."""
        pin, a, look = shot.state.pin, shot.against, shot.look
        if pin is None or a is None or not a.sentences:
            return None
        at = min(pin.sentence, len(a.sentences) - 1), sentence_of(shot.trace, look)
        step = shot.step if pin.step is not None else None
        seen = Look(look.kind, look.layer, look.head, step, sentence=look.sentence)
        return self._compared(self._pair(a, shot.trace, at), pin, seen)


def _compared(pair: RunPair, pin: Pin, look: Look) -> RunComparison:
    a, b, (at_a, at_b) = pair.a, pair.b, pair.at
    kind_a = pin.kind if pin.kind in a.kinds else look.kind
    kind_a = kind_a if kind_a in a.kinds else a.kinds[-1]
    wanted = (pin.layer or 0, pin.head or 0) if pin.kind else (look.layer, look.head)
    head = a.spec.nearest_head(kind_a, *wanted)
    names = side_names(a, b, pin, look)
    side_a = RunSide(a, at_a, kind_a, head, names[0])
    side_b = RunSide(b, at_b, look.kind, (look.layer, look.head), names[1])
    said = why = ""
    if head != wanted:
        wanted_name, shown = (head_number(kind_a, *one) for one in (wanted, head))
        said = tr("A has no {wanted}: {shown} is shown.", wanted=wanted_name, shown=shown)
    limit = max((found.largest for found in pair.changes.values()), default=0.0)
    found = pair.alignments.get(look.kind)
    if kind_a != look.kind:
        name = head_number(kind_a, *head)
        found, why = None, tr("A is {head}: select a head of the same attention to see B − A.", head=name)
    elif pin.step is not None and look.step is not None and found is not None and look.kind != "encoder":
        found = Alignment(((min(pin.step, len(a.sentences[at_a].read) - 1), look.step),), found.columns)
    change = None
    if found is not None and side_a.weights is not None and side_b.weights is not None:
        change = two_runs.map_difference(side_a.weights, side_b.weights, found)
        limit = max(limit, float(np.abs(change).max(initial=0.0, where=np.isfinite(change))))
    elif not why:
        why = tr("The maps of one of the two were not recorded, or nothing has been written yet.")
    if change is not None and not change.size:
        change, why = None, tr("The two have no row in common.")
    return RunComparison(pair, side_a, side_b, found, change, limit, why, said, pin.step)


# ---------------------------------------------------------------- tokens


@dataclass(frozen=True)
class TokenColumn:
    """A column: the tokens of A and B with their log-probabilities, None if there is none."""

    places: Pair
    tokens: tuple[Token | None, Token | None]
    logs: tuple[float | None, float | None]
    how: str

    @property
    def change(self) -> float | None:
        """B − A of the log-probabilities of one and the same token; None if that is not a number."""
        a, b = self.logs
        change = b - a if a is not None and b is not None and self.how == SAME else math.nan
        return change if math.isfinite(change) else None


def token_columns(found: RunComparison, side: str) -> tuple[TokenColumn, ...]:
    """The columns of one side, "source" or "target"."""
    a, b = found.a, found.b
    one, other = (each.texts.source if side == "source" else each.texts.written for each in (a, b))
    alike = token_keys(a.trace, b.trace, one, other)
    logs = tuple(_logs(each) if side == "target" else None for each in (a, b))
    columns = []
    for i, j in found.pair.sources if side == "source" else found.pair.targets:
        how = ONLY_B if i is None else ONLY_A if j is None else SAME if alike[0][i] == alike[1][j] else OTHER
        tokens = (None if i is None else one[i], None if j is None else other[j])
        numbers = tuple(None if at is None or values is None else float(values[at])
                        for at, values in zip((i, j), logs, strict=True))  # fmt: skip
        columns.append(TokenColumn((i, j), tokens, (numbers[0], numbers[1]), how))
    return tuple(columns)


def _logs(one: RunSide) -> np.ndarray | None:
    found = one.trace.numbers.get("log_probability")
    return None if found is None else found[one.sentence]
