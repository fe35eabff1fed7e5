"""Cells of a mask set by hand: the model's own mask, the result of a stroke over cells, and in words why a mask value
hides or does not. No Qt.

Shapes: Q queries (rows), M memory (keys), both with the padding of the batch. Rows, keys and sentences count from 0.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from model_core.errors import Refused
from model_core.record.edits import EDIT_LIMITS, CellEdit, MaskEdits
from model_core.record.trace import FUTURE, PADDING, USER, VISIBLE, Trace
from model_core.spec import ModelSpec
from viz_app.data.number_format import fmt_setting, weight_words
from viz_app.system.language import tr
from viz_app.views.masks.mask_rows import MaskCell

Cell = tuple[int, int]
"""(query, key) of one attention."""

VALUE_TIPS: dict[float | None, str] = {
    None: tr("−∞: exp(−∞) is 0, so a masked cell's weight is exactly 0."),
    -1e9: tr("−1e9, as in many programs: exp(−1e9) is too small for a float and is rounded to 0."),
    -1e-20: tr("−1e-20: almost 0, a score like any other. exp(−1e-20) is 1: the mask hides nothing."),
}
"""What may replace a forbidden cell's score -> its effect; None is −∞."""
VALUES = tuple(VALUE_TIPS)


def own_reasons(trace: Trace, kind: str, sentence: int, masks: MaskEdits) -> np.ndarray:
    """(Q, M) uint8: the mask with the two switches of `masks` and its hidden tokens, without cells set by hand."""
    _, queries, keys = trace.reasons[kind].shape
    codes = np.full((queries, keys), VISIBLE, np.uint8)
    if masks.padding:
        padded_M = trace.ids["read" if kind == "decoder" else "source"][sentence] == trace.spec.pad_id
        padded_M[:1] &= kind != "decoder"  # some models begin with the pad id
        codes[:, padded_M] = PADDING
    if kind == "decoder" and masks.future:
        codes[np.triu(np.ones((queries, keys), bool), 1)] = FUTURE
    if kind != "decoder":
        codes[:, [one.place for one in masks.hidden if one.sentence == sentence and one.place < keys]] = USER
    return codes


def opened_runs(trace: Trace, kind: str, sentence: int) -> tuple[tuple[int, int, int], ...]:
    """The cells that this run may read and the model by itself may not: in row q the columns `first` up to but not
    including `end`, as (q, first, end)."""
    if trace.run.edits.masks == MaskEdits():
        return ()
    own = own_reasons(trace, kind, sentence, MaskEdits())
    opened = (own != VISIBLE) & (trace.reasons[kind][sentence] == VISIBLE)
    edges = np.diff(np.pad(opened, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    (rows, starts), (_, ends) = np.nonzero(edges == 1), np.nonzero(edges == -1)
    return tuple(zip(rows.tolist(), starts.tolist(), ends.tolist(), strict=True))


def opened_by_rule(trace: Trace, kind: str, sentence: int, opened: tuple[tuple[int, int, int], ...]) -> bool:
    """Whether some of these `opened_runs` were not unmasked cell by cell."""
    cells = by_hand(trace.run.edits.masks, kind, sentence)
    return any((row, column) not in cells for row, first, end in opened for column in range(first, end))


def by_hand(masks: MaskEdits, kind: str, sentence: int) -> dict[Cell, bool]:
    """The cells set by hand in one map, and whether they may be read. The last edit of a cell counts."""
    return {
        (cell.query, cell.key): cell.allowed for cell in masks.cells if (cell.kind, cell.sentence) == (kind, sentence)
    }


def readable(own: np.ndarray, cells: dict[Cell, bool]) -> np.ndarray:
    """(Q, M) bool: which cells may be read, with those set by hand."""
    found: np.ndarray = own == VISIBLE
    for (query, key), allowed in cells.items():
        if query < found.shape[0] and key < found.shape[1]:
            found[query, key] = allowed
    return found


def allowed_by_hand(own: np.ndarray, cells: dict[Cell, bool]) -> tuple[Cell, ...]:
    """The cells that may be read only because they were set by hand."""
    rows, columns = own.shape
    return tuple(
        (query, key) for (query, key), allowed in cells.items()
        if allowed and query < rows and key < columns and own[query, key] != VISIBLE
    )  # fmt: skip


def with_cells(
    masks: MaskEdits, own: np.ndarray, place: tuple[str, int], cells: Iterable[Cell], allowed: bool
) -> MaskEdits:
    """`masks` with these cells of the map `place` (kind, sentence) masked or unmasked. A cell that then equals the
    model's own mask `own` (Q, M) is no longer set by hand. Raises Refused for more cells set by hand than a run may
    have."""
    kind, sentence = place
    changed = set(cells)
    kept = [
        one for one in masks.cells if (one.kind, one.sentence) != place or (one.query, one.key) not in changed
    ]  # fmt: skip
    for query, key in sorted(changed):
        if bool(own[query, key] == VISIBLE) != allowed:
            kept.append(CellEdit(kind, query, key, allowed, sentence))
    if len(kept) > EDIT_LIMITS["cells"]:
        raise Refused(
            "E-RUN-EDITS",
            tr("At most {most:,} cells can be set by hand; nothing was changed", most=EDIT_LIMITS["cells"]),
        )
    return replace(masks, cells=tuple(kept))


def between(start: Cell, end: Cell) -> list[Cell]:
    """The cells on the straight line from one to another, both included, so that a quick drag leaves no gap."""
    steps = max(abs(end[0] - start[0]), abs(end[1] - start[1]), 1)
    way = [
        (round(start[0] + (end[0] - start[0]) * at / steps), round(start[1] + (end[1] - start[1]) * at / steps))
        for at in range(steps + 1)
    ]
    return list(dict.fromkeys(way))


def whole_line(now: np.ndarray, own: np.ndarray, cells: Sequence[Cell]) -> tuple[list[Cell], bool]:
    """The effect of a click on a row's or a column's label: (cells, allowed). If any of its cells may be read, those
    are masked; otherwise all that the model itself may read are unmasked."""
    open_now = [cell for cell in cells if now[cell]]
    if open_now:
        return open_now, False
    return [cell for cell in cells if own[cell] == VISIBLE], True


def own_value(spec: ModelSpec, kind: str) -> float | None:
    """The value that a model itself gives a masked cell's score in this attention; None is −∞."""
    own = spec.for_stack(kind).masked_score
    return None if math.isinf(own) else own


def own_words(spec: ModelSpec) -> str:
    """The same for all attentions, the encoder's first if the decoder has another; "" for −∞."""
    found = dict.fromkeys(own_value(spec, kind) for kind in ("encoder", "decoder"))
    return " / ".join(fmt_setting(one) for one in found if one is not None)


def score_words(trace: Trace) -> str:
    """The same for a run: the value chosen here, otherwise the model's own."""
    chosen = trace.run.edits.masks.value
    return own_words(trace.spec) if chosen is None else fmt_setting(chosen)


def value_in_force(trace: Trace, kind: str) -> float | None:
    """The value in one attention of a run: as chosen here, otherwise the model's own; None is −∞."""
    chosen = trace.run.edits.masks.value
    return own_value(trace.spec, kind) if chosen is None else chosen


def value_words(value: float | None, cell: MaskCell | None) -> str:
    """One sentence on the effect of a mask value, with the real weight of a masked cell if one is known; "" for −∞."""
    if value is None:
        return ""
    weight = None if cell is None or cell.reason == VISIBLE else cell.weight
    words = {"value": fmt_setting(value), "weight": "" if weight is None else weight_words(weight)}
    if abs(value) < 1e-3 and weight is None:
        return tr("{value} hides nothing: its exponential is 1, as for a score of 0.", **words)
    if abs(value) < 1e-3:
        return tr(
            "{value} hides nothing: its exponential is 1, as for a score of 0: this masked cell has weight {weight}.",
            **words,
        )
    if cell is not None and cell.weight and (cell.row.reasons != VISIBLE).all():
        return tr("The whole row is masked: with {value} in every cell, softmax gives each the same weight.", **words)
    if cell is not None and cell.weight and cell.weight < 5e-4:
        words["weight"] = fmt_setting(cell.weight, 1)
        return tr("{value} hides nearly all: this masked cell has weight {weight}.", **words)
    if cell is not None and cell.weight:
        return tr("{value} is not low enough: this masked cell has weight {weight}.", **words)
    if weight is None and value > -104:  # e^x of a float32 is 0 below
        words["number"] = fmt_setting(math.exp(value), 2)
        return tr("{value} may not be low enough: its exponential is {number}.", **words)
    if weight is None:
        return tr("{value} hides by rounding only: its exponential is too small for a float.", **words)
    return tr(
        "{value} hides by rounding only: its exponential is too small for a float; the weight here is {weight}.",
        **words,
    )
