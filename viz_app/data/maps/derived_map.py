"""What is drawn of one attention: which numbers, of which heads and mixed how, of pieces or words, with which columns.

A DerivedMap is a reading of a Trace; everything that it does to recorded numbers is a function of model_core and is
told in its `notes`. A *piece* cell is one of the model's own tokens, which selection and hover always name; a *shown*
cell is one of the derived map, where words and left-out columns may change the places.

Shapes: N series (one per head, or one for all), Q queries, M keys, pieces; R rows, C columns, as shown.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from model_core.analysis import readings, token_merging
from model_core.analysis.heads.head_mixing import mixed
from model_core.analysis.readings import ADDITIVE, key_tokens, query_tokens
from model_core.analysis.token_merging import Groups
from model_core.record.trace import Sentence, Trace
from viz_app.data.map_text import RowLabel
from viz_app.data.maps import color_range
from viz_app.data.selection import numbered, query_names
from viz_app.data.snapshot import Cell
from viz_app.system.language import tr
from viz_app.system.newest_dict import NewestDict


@dataclass(frozen=True)
class MapRequest:
    """What to derive. Layer, heads and sentence count from 0.

    measure  a key of model_core.record.trace.SCORES, "rollout" or "value" (‖weight × v‖)
    heads    which heads; rollout has none of its own and takes all
    mix      "each" (a series per head) or a word of model_core.analysis.heads.head_mixing.MIXES
    join     a word of model_core.analysis.token_merging.JOINS
    hide     columns of special tokens are left out
    read     decoder rows are joined by the word that was read instead of the word that is written
    layers   the layer of each of `heads`, where heads of several layers are mixed; () = all are of `layer`
    """

    sentence: int
    kind: str
    layer: int
    measure: str = "weights"
    heads: tuple[int, ...] = (0,)
    mix: str = "each"
    join: str = "pieces"
    hide: bool = False
    read: bool = False
    layers: tuple[int, ...] = ()

    @classmethod
    def from_heads(cls, places: Sequence[Cell], mix: str, **wanted: Any) -> MapRequest:
        """Of these (layer, head), which are of one layer unless `mix`, a key of viz_app.data.maps.map_options.MIXES or
        "each", is over layers."""
        how, _, over = mix.partition("_")
        layers, heads = zip(*places, strict=True)
        if over and wanted["measure"] != "rollout":
            return cls(layer=0, heads=heads, mix=how, layers=layers, **wanted)
        return cls(layer=layers[0], heads=heads, mix=how, **wanted)

    @property
    def places(self) -> tuple[Cell, ...]:
        """(layer, head) of each head."""
        return tuple(zip(self.layers or [self.layer] * len(self.heads), self.heads, strict=True))


@dataclass(frozen=True, eq=False)
class _Frame:
    """What all heads of an attention share.

    reasons  (R, C) uint8, why a cell is hidden; None if no mask was recorded
    columns  the groups of keys that are shown, of `keys`
    """

    reasons: np.ndarray | None
    queries: Groups
    keys: Groups
    columns: tuple[int, ...]
    row_labels: tuple[RowLabel, ...]
    column_labels: tuple[str, ...]
    special: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class DerivedMap(_Frame):
    """Numbers as drawn, and the conversion back to the model's own tokens.

    values  (N, R, C) float32, one per series
    series  the head of each series; -1 for several heads in one
    pieces  (N, Q, M) the same before anything was joined or left out
    reach   the number with the widest line and the strongest colour
    notes   plain sentences about what was done
    """

    request: MapRequest
    values: np.ndarray
    series: tuple[int, ...]
    pieces: np.ndarray
    reach: float
    notes: tuple[str, ...]

    def strongest_column(self, row: int) -> int:
        """The column of the largest number of all series in a row; NaN counts as least."""
        return int(np.nan_to_num(self.values[:, row].max(axis=0), nan=-np.inf).argmax())

    def strongest_row(self, column: int) -> int:
        """The row of the largest number of all series in a column."""
        return int(np.nan_to_num(self.values[:, :, column].max(axis=0), nan=-np.inf).argmax())

    @property
    def share_of(self) -> float:
        """What a threshold is a share of: the largest length, or a weight of 1."""
        return 1.0 if self.request.measure in ADDITIVE else self.reach

    @property
    def plain(self) -> bool:
        """Whether the shown cells are the model's own."""
        return self.queries.single and self.keys.single and len(self.columns) == len(self.keys)

    @property
    def size(self) -> tuple[int, int]:
        """(R, C)."""
        return len(self.queries), len(self.columns)

    def row_of(self, query: int | None) -> int | None:
        """The row that contains a query; None for None or if there is none."""
        return self.queries.of(query) if query is not None and 0 <= query < self.queries.count else None

    def column_of(self, key: int | None) -> int | None:
        """The column that contains a key; None if it is left out."""
        if key is None or not 0 <= key < self.keys.count:
            return None
        group = self.keys.of(key)
        return self.columns.index(group) if group in self.columns else None

    def shown(self, cell: Cell | None) -> Cell | None:
        """The shown cell that contains a cell of pieces."""
        row, column = (None, None) if cell is None else (self.row_of(cell[0]), self.column_of(cell[1]))
        return None if row is None or column is None else (row, column)

    def piece(self, cell: Cell, series: int | None = None) -> Cell:
        """The strongest piece of a shown cell, in one series or in the largest of all."""
        pieces = self.pieces if series is None else self.pieces[series]
        return token_merging.strongest_piece(pieces, self.queries.span(cell[0]), self.keys.span(self.columns[cell[1]]))


class CellMapping:
    """Converts between the cells of a map as shown and the model's own, with or without a DerivedMap."""

    def __init__(self, derived: DerivedMap | None, size: Cell) -> None:
        self.derived = derived
        self.size = size if derived is None else derived.size  # (R, C)

    def shown(self, cell: Cell | None) -> Cell | None:
        """The shown cell of one of the model's cells; None outside the map."""
        if self.derived is not None:
            return self.derived.shown(cell)
        return cell if cell is not None and 0 <= cell[0] < self.size[0] and 0 <= cell[1] < self.size[1] else None

    def piece(self, cell: Cell) -> Cell:
        """The model's own cell that a shown one stands for: the strongest."""
        return cell if self.derived is None else self.derived.piece(cell)

    def row(self, query: int | None) -> int | None:
        """The shown row of a query; one outside the map stays outside."""
        return query if self.derived is None else self.derived.row_of(query)

    def column(self, key: int | None) -> int | None:
        return key if self.derived is None else self.derived.column_of(key)

    def query(self, row: int) -> int:
        """The query that a shown row stands for: that of its strongest cell."""
        if self.derived is None:
            return row
        return self.derived.piece((row, self.derived.strongest_column(row)))[0]

    def key(self, column: int) -> int:
        """The key that a shown column stands for: that of its strongest cell."""
        if self.derived is None:
            return column
        return self.derived.piece((self.derived.strongest_row(column), column))[1]


class DerivedMapMaker:
    """Makes DerivedMaps of one Trace after the other and caches what is expensive: rollouts, and what its heads
    share."""

    def __init__(self) -> None:
        self._trace: Trace | None = None
        self._rollouts: dict[tuple[str, int], list[np.ndarray]] = {}
        self._last: NewestDict[MapRequest, DerivedMap] = NewestDict(6)
        self._frames: NewestDict[MapRequest, _Frame] = NewestDict(6)

    def arrange(self, trace: Trace, request: MapRequest) -> DerivedMap | None:
        """The derived map; None if numbers that it needs were not recorded, or there are none."""
        if trace is not self._trace:
            self._trace = trace
            self._rollouts.clear()
            self._last.clear()
            self._frames.clear()
        if request not in self._last:
            if 0 in trace.size(request.kind, request.sentence) or (pieces := self._pieces(trace, request)) is None:
                return None
            self._last[request] = _arranged(trace, request, pieces, self._frame(trace, request))
        return self._last[request]

    def _frame(self, trace: Trace, request: MapRequest) -> _Frame:
        measure = "weights" if request.measure in ADDITIVE else "raw"
        text = replace(request, layer=0, heads=(), layers=(), mix="each", measure=measure)
        return self._frames.made(text, lambda: _framed(trace, text))

    def _pieces(self, trace: Trace, request: MapRequest) -> np.ndarray | None:
        """(N, Q, M) float32 of single tokens, one per requested head."""
        try:
            if request.measure != "rollout":
                measure, heads = request.measure, request.heads
                where = trace, request.kind, request.layer
                return readings.pieces(*where, measure, heads, request.sentence, request.layers)
            place = request.kind, request.sentence
            if place not in self._rollouts:
                self._rollouts[place] = readings.rolled_out(trace, *place)
            return self._rollouts[place][request.layer][None].astype(np.float32)
        except KeyError:
            return None


def _framed(trace: Trace, request: MapRequest) -> _Frame:
    one, kind = trace.sentences[request.sentence], request.kind
    queries, keys = readings.joined(one, kind, request.measure, request.join, request.read)
    columns = readings.shown_groups(one, kind, keys, request.hide)
    special = readings.special_groups(one, kind, keys)
    reasons = trace.reason(kind, request.sentence) if kind in trace.reasons else None
    if reasons is not None:
        reasons = token_merging.merged_reasons(reasons, queries, keys)
        reasons = reasons if len(columns) == len(keys) else reasons[:, list(columns)]
    names = column_names(one, kind, keys)
    return _Frame(
        reasons, queries, keys, columns, tuple(row_words(one, kind, queries, request.read)),
        tuple(names[group] for group in columns),
        tuple(place for place, group in enumerate(columns) if group in special),
    )  # fmt: skip


def _arranged(trace: Trace, request: MapRequest, pieces: np.ndarray, frame: _Frame) -> DerivedMap:
    measure, queries, keys, columns = request.measure, frame.queries, frame.keys, frame.columns
    values, share = readings.arranged(pieces, queries, keys, columns, measure, request.mix)
    series: tuple[int, ...] = (-1,)
    if measure != "rollout" and request.mix == "each":
        series = request.heads
    elif measure != "rollout":
        pieces = mixed(pieces, range(len(pieces)), request.mix)[None]
    seen = color_range.without_masked(values, frame.reasons) if measure == "masked" else values
    most = _largest(seen) if measure not in ADDITIVE else float(len(request.heads)) if summed(request) else 1.0
    notes = tuple(_notes(trace.sentences[request.sentence], request, queries, keys, len(columns) < len(keys), share))
    return DerivedMap(
        **vars(frame), request=request, values=values, series=series, pieces=pieces, reach=most, notes=notes
    )


def summed(request: MapRequest) -> bool:
    """Whether several heads are added up: each row then sums to the number of heads."""
    return request.mix == "sum" and request.measure != "rollout"


def _largest(values: np.ndarray) -> float:
    """The largest finite magnitude above 0."""
    return max(float(np.abs(np.nan_to_num(values, posinf=0, neginf=0)).max(initial=0.0)), 1e-30)


def _notes(
    one: Sentence, request: MapRequest, queries: Groups, keys: Groups, left_out: bool, share: float
) -> Iterator[str]:
    """What was done to the numbers, in plain sentences; `share` is the weight in the shown columns."""
    additive = request.measure in ADDITIVE
    if not additive and _would_join(one, request):
        yield _UNMERGED[request.measure == "value"]
    if request.measure == "rollout":
        yield tr("Rollout has no individual heads: it averages all of them")
    if not (queries.single and keys.single):
        yield _MERGED[request.join]
    if left_out and additive:
        yield tr(
            "Special tokens left out, rows renormalised: on average {percent:.0f} % of the weight is shown",
            percent=100 * share,
        )
    elif left_out:
        yield tr("Special tokens left out, rows not renormalised")


_MERGED = {
    "characters": tr("Bytes of one character merged: weights summed over keys, averaged over queries"),
    "words": tr("Pieces of one word merged: weights summed over keys, averaged over queries"),
}
_UNMERGED = {
    False: tr("Only weights can be merged, not scores: pieces are shown"),
    True: tr("Only weights can be merged, not vector lengths: pieces are shown"),
}


def _would_join(one: Sentence, request: MapRequest) -> bool:
    """Whether the requested join would change anything here."""
    sides = key_tokens(one, request.kind), query_tokens(one, request.kind, request.read)
    return not all(token_merging.groups(tokens, request.join).single for tokens in sides)


def row_words(one: Sentence, kind: str, queries: Groups, read: bool = False) -> list[RowLabel]:
    """The labels of joined rows: the encoder's token, or "read ▸ written", each as complete as the join makes it."""
    spans = [queries.span(group) for group in range(len(queries))]
    if kind == "encoder":
        return [RowLabel(name) for name in column_names(one, kind, queries)]
    if read or queries.single:
        before, after = column_names(one, "decoder", queries), query_names(one, kind)
        return [RowLabel(name, after[span[-1]][1]) for name, span in zip(before, spans, strict=True)]
    words = [one.read[0].text] if spans else []
    names = numbered(words + [token_merging.text(one.written, span) for span in spans])
    return [RowLabel(before, after) for before, after in itertools.pairwise(names)]


def column_names(one: Sentence, kind: str, keys: Groups) -> tuple[str, ...]:
    """The names of joined columns, each as complete as the join makes it, see `numbered`."""
    words = [token_merging.text(key_tokens(one, kind), keys.span(group)) for group in range(len(keys))]
    last = [token.text for token in one.written[-1:]] if kind == "decoder" else []
    return numbered(words + last)[: len(words)]
