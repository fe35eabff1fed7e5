"""One picture of lines: the attentions in it, and the way between what is pointed at and the model's own cells.

With one attention its queries are the second column and its keys the first. With all three the first column is
the source, the second the target: the encoder's lines are arcs at the source, the decoder's at the target, those of
the cross-attention run between; no column is left out then, so that every token keeps its place.

A *drawn* cell is (row, column) as the lines have it. Layers, heads, rows and columns count from 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from model_core.explain.provenance import Source
from model_core.record.trace import Sentence, Trace
from viz_app.charts.head_hues import head_colour, heads_in_one
from viz_app.data.map_text import RowLabel
from viz_app.data.maps.derived_map import DerivedMap, column_names
from viz_app.data.number_sources import reading_context, shown_number
from viz_app.data.snapshot import Cell
from viz_app.data.tables import Listing, file_stem
from viz_app.system.language import tr
from viz_app.views.lines.line_selection import (
    BETWEEN,
    EARLIER_SIDE,
    LATER_SIDE,
    LineSet,
    Target,
    select_lines,
    together,
)
from viz_app.views.lines.scene import Drawing, Focus
from viz_app.widgets.theme import Theme

if TYPE_CHECKING:
    from viz_app.document.state import State

RUNS = {"cross": BETWEEN, "encoder": EARLIER_SIDE, "decoder": LATER_SIDE}
"""Where the lines of each attention run when all three are drawn."""

TITLES = {
    "encoder": (tr("keys: source"), tr("queries: source")),
    "decoder": (tr("keys: target so far"), tr("queries: target rows")),
    "cross": (tr("keys: source"), tr("queries: target rows")),
}
HEADINGS = ("attention", "layer", "head", "query", "read", "written", "key", "token", "number")
"""Of a listing of lines; the head of a line that stands for several is -1, the layer of one that does, too. Query and
key are the model's own rows and columns, of joined tokens the first."""
_DIMMED = 0.22  # the strength of lines to special tokens where those are dimmed


@dataclass(frozen=True, eq=False)
class LinePicture:
    """What is drawn: run -> DerivedMap; `whole` if all three attentions are, `kind` the selected one."""

    parts: Mapping[int, DerivedMap] = field(default_factory=dict)
    whole: bool = False
    kind: str = "cross"

    def __bool__(self) -> bool:
        """Whether there are lines between the columns."""
        return BETWEEN in self.parts

    @property
    def main(self) -> DerivedMap:
        """What runs between the columns. KeyError if nothing does."""
        return self.parts[BETWEEN]

    @property
    def run(self) -> int:
        return RUNS[self.kind] if self.whole else BETWEEN

    @property
    def part(self) -> DerivedMap | None:
        return self.parts.get(self.run)

    # ---- what is drawn

    def drawing(
        self, one: Sentence, theme: Theme, threshold: float, *, dim: bool = False, rows_shown: int | None = None
    ) -> Drawing:
        """The lines from `threshold` on, in their heads' colours; `dim`: those to special tokens paler."""
        drawn = together([self._lines(run, threshold, rows_shown) for run in self.parts])
        main = self.main
        colours = {
            run: tuple(heads_in_one(theme) if head < 0 else head_colour(head, theme) for head in part.series)
            for run, part in self.parts.items()
        }
        first = _labels(column_names(one, main.request.kind, main.keys) if self.whole else main.column_labels)
        titles = (tr("source"), tr("target")) if self.whole else TITLES[main.request.kind]
        fades = self._fades(drawn) if dim else None
        return Drawing((first, main.row_labels), titles, drawn, colours, fades, self.whole, rows_of(main, rows_shown))

    def _lines(self, run: int, threshold: float, rows_shown: int | None) -> LineSet:
        part = self.parts[run]
        rows, least = rows_of(part, rows_shown), threshold * part.share_of
        found = select_lines(part.values, part.reach, least, rows=rows, run=run)
        return replace(found, key=np.take(self._columns(part), found.key).astype(int))

    def masked(self, drawn: LineSet) -> int:
        """How many of the lines belong to cells that a mask should hide."""
        found = 0
        for run, part in self.parts.items():
            here = drawn.run == run
            columns = np.searchsorted(self._columns(part), drawn.key[here])
            found += 0 if part.reasons is None else int(np.count_nonzero(part.reasons[drawn.query[here], columns]))
        return found

    def _fades(self, drawn: LineSet) -> np.ndarray:
        """(S,) how strongly each line is painted if those to special tokens are dimmed."""
        fades = np.ones(len(drawn))
        for run, part in self.parts.items():
            special = [self._columns(part)[column] for column in part.special]
            fades[(drawn.run == run) & np.isin(drawn.key, special)] = _DIMMED
        return fades

    # ---- places

    def run_of(self, target: Target) -> int:
        """The attention of a target; a token stands for the selected one, if that has it."""
        if not target.is_token:
            return target.run
        fits = self.whole and (self.kind == "encoder") == (target.side == 0) and self.kind != "cross"
        return self.run if fits else BETWEEN

    def reads(self, target: Target) -> bool:
        """Whether a token counts as the one that reads."""
        return self.run_of(target) != BETWEEN or target.side == 1

    def part_of(self, target: Target) -> DerivedMap | None:
        return self.parts.get(self.run_of(target))

    def drawn_cell(self, cell: Cell | None) -> Cell | None:
        """The drawn position of one of the model's cells; None if it is not drawn."""
        part = self.part
        shown = None if part is None else part.shown(cell)
        return None if part is None or shown is None else (shown[0], self._columns(part)[shown[1]])

    def drawn_column(self, key: int | None) -> int | None:
        """The drawn position of a key; None if it is not drawn."""
        part = self.part
        column = None if part is None else part.column_of(key)
        return None if part is None or column is None else self._columns(part)[column]

    def drawn_row(self, query: int | None) -> int | None:
        """The drawn position of a query; None if it is not drawn."""
        return None if self.part is None else self.part.row_of(query)

    def _columns(self, part: DerivedMap) -> Sequence[int]:
        """The drawn positions of a derived map's columns: with all three attentions columns that are left out keep
        their space."""
        return part.columns if self.whole else range(part.size[1])

    def cell_of(self, target: Target) -> Cell | None:
        """The cell of its derived map that a target stands for: for a token the strongest that it reads, or that reads
        it; None for a column that is left out."""
        part = self.part_of(target)
        if part is None:
            return None
        if target.is_token and self.reads(target):
            return target.place, part.strongest_column(target.place)
        row, drawn = (None, target.place) if target.is_token else target.cell
        if drawn not in (columns := self._columns(part)):
            return None
        column = columns.index(drawn)
        return part.strongest_row(column) if row is None else row, column

    def piece(self, target: Target) -> tuple[str, Cell] | None:
        """The attention and the model's own cell that a target stands for: of several the strongest."""
        part, cell = self.part_of(target), self.cell_of(target)
        if part is None or cell is None:
            return None
        return part.request.kind, part.piece(cell, None if target.is_token else target.series)

    def number(self, trace: Trace, target: Target) -> tuple[Trace, Source] | None:
        """The number of a line; None for a token."""
        part, cell = self.part_of(target), self.cell_of(target)
        if target.is_token or part is None or cell is None:
            return None
        found = shown_number(trace, part, cell, target.series)
        return None if found is None else (trace, found)

    # ---- highlights

    def token_focus(self, drawn: LineSet, side: int, place: int, soft: bool = False) -> Focus:
        """Everything that begins or ends at a token."""
        return Focus(drawn.touching(side, place), frozenset({(side, place)}), None if soft else 1 - side, soft)

    def cell_focus(self, drawn: LineSet, run: int, cell: Cell, series: int | None = None) -> Focus:
        """The lines of a drawn cell, or that of a series; for a cell too weak for a line what its row reads."""
        chosen = drawn.at(run, cell)
        if series is not None:
            chosen = chosen & (drawn.series == series)
        first, second = {BETWEEN: (1, 0), EARLIER_SIDE: (0, 0), LATER_SIDE: (1, 1)}[run]
        if not chosen.any():
            chosen = drawn.touching(first, cell[0])
        return Focus(chosen, frozenset({(first, cell[0]), (second, cell[1])}), 0 if run == BETWEEN else None)

    # ---- export

    def table(self, state: State, trace: Trace, threshold: float) -> Listing:
        """Every line from `threshold` on (for lengths a share of the largest), the strongest first, of all attentions;
        a crowded picture draws only the strongest of them."""
        context = reading_context(state, trace, tr("Lines"), self.main)
        if self.whole:
            context = replace(context, made=tr("all three attentions · {numbers}", numbers=context.made))
        rows = [row for part in self.parts.values() for row in _rows(part, threshold)]
        rows.sort(key=lambda row: -row[-1])
        return Listing(file_stem(f"lines {context.kind} {context.made}"), context, HEADINGS, tuple(rows))


def _rows(part: DerivedMap, threshold: float) -> Iterator[tuple[Any, ...]]:
    """The lines of one attention as rows of the table."""
    layer = -1 if part.request.layers else part.request.layer
    found = select_lines(part.values, part.reach, threshold * part.share_of, most=part.values.size)
    numbers = (array.tolist() for array in (found.query, found.key, found.series, found.number))
    for row, column, series, number in zip(*numbers, strict=True):
        label = part.row_labels[row]
        yield (
            part.request.kind, layer, part.series[series], part.queries.starts[row], label.read, label.written or "",
            part.keys.starts[part.columns[column]], part.column_labels[column], number,
        )  # fmt: skip


def on_one_scale(parts: Mapping[int, DerivedMap]) -> dict[int, DerivedMap]:
    """The attentions with a common scale of widths."""
    reach = max((part.reach for part in parts.values()), default=1.0)
    return {run: replace(part, reach=reach) for run, part in parts.items()}


@lru_cache(maxsize=3)
def _labels(words: tuple[str, ...]) -> tuple[RowLabel, ...]:
    """Labels of columns are the same for every head."""
    return tuple(map(RowLabel, words))


def rows_of(part: DerivedMap, rows_shown: int | None) -> int | None:
    """How many rows of a derived map are written when that many of the decoder's are; None for all."""
    if rows_shown is None or part.request.kind == "encoder":
        return None
    last = part.row_of(max(0, min(rows_shown, part.queries.count) - 1))
    return 0 if last is None or rows_shown <= 0 else last + 1
