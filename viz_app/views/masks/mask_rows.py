"""What a mask does to one cell, in recorded numbers and in words: score, score after the mask, weight, and why.

Unlike in `Trace.map`, padding is kept: rows and columns cover the whole padded batch. Shapes: Q queries (rows), M
memory (keys). Rows, keys, layers, heads and sentences count from 0.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from model_core.record.mask_reasons import HIDDEN
from model_core.record.trace import FUTURE, PADDING, USER, VISIBLE, Trace
from viz_app.data.map_text import PAD, row_phrase
from viz_app.data.number_format import fmt_masked, weight_words
from viz_app.data.selection import key_names, query_names
from viz_app.data.vocabulary import REASON_TERMS
from viz_app.system.language import tr

WHY = {
    "encoder": tr(
        "Why: the encoder reads the whole source at once, earlier and later words alike. Only padding is hidden: it "
        "fills the lines of a batch to one length and must not change any result."
    ),
    "decoder": tr(
        "Why: the decoder predicts the next token, so a row must not read what comes later. In training the whole "
        "target is present at once and could simply be copied; while writing, those tokens do not exist yet."
    ),
    "cross": tr(
        "Why: every target row may read the whole source, which is known before the first word is written. Only "
        "padding is hidden; there are no later tokens here."
    ),
}
SHORT_WHY = {
    "encoder": tr("Reads the whole source at once."),
    "decoder": tr("Must not read what comes later."),
    "cross": tr("Reads the whole source at every step."),
}


@dataclass(frozen=True)
class MaskRow:
    """One row of one head: the input and output of the softmax. Arrays are (M,), shorter if the padding at the end was
    not recorded, None if nothing was."""

    kind: str
    layer: int
    head: int
    query: int
    reasons: np.ndarray
    score: np.ndarray | None
    masked: np.ndarray | None
    weight: np.ndarray | None
    row: str
    written: str | None
    columns: tuple[str, ...]
    padded: bool

    def at(self, key: int) -> MaskCell:
        score, masked, weight = (
            None if array is None or key >= len(array) else float(array[key])
            for array in (self.score, self.masked, self.weight)
        )
        return MaskCell(self, key, int(self.reasons[key]), score, masked, weight)


@dataclass(frozen=True)
class MaskCell:
    """One cell of a MaskRow. Numbers are None if they were not recorded; `allowed` is why it may be read."""

    row: MaskRow
    key: int
    reason: int
    score: float | None
    masked: float | None
    weight: float | None
    allowed: int = VISIBLE

    def sentence(self) -> str:
        """One full sentence: which cell, whether it may be read, and what happens to its score."""
        why = REASON_TERMS[self.allowed if self.reason == VISIBLE else self.reason].why
        row = row_phrase(self.row.row, self.row.written)
        words = {"row": f"{row[0].upper()}{row[1:]}", "column": self.row.columns[self.key], "why": why}
        return f"{tr('{row}, column “{column}”: {why}.', **words)} {self.numbers()}".rstrip()

    def numbers(self) -> str:
        """Score → masked score → weight; "" while a question hides them."""
        if self.reason == HIDDEN:
            return ""
        if self.weight is None:
            return tr("Its numbers were not recorded.")
        words = {"weight": weight_words(self.weight)}
        if self.score is None or self.masked is None:
            return tr("Weight {weight}; its scores were not recorded.", **words)
        words |= {"score": fmt_masked(self.score), "masked": fmt_masked(self.masked)}
        if self.reason == VISIBLE and self.masked == self.score:
            return tr("Scaled score {score} is unchanged → weight {weight} after softmax.", **words)
        return tr("Scaled score {score} → {masked} before softmax → weight {weight}.", **words)


def shown_kinds(trace: Trace) -> tuple[str, ...]:
    """The attentions whose masks were recorded; only the encoder's in a run that has not decoded yet."""
    return tuple(kind for kind in ("encoder", "decoder", "cross") if kind in trace.reasons)


def head_of(trace: Trace, kind: str, head: tuple[int, int]) -> tuple[int, int]:
    """(layer, head), clamped to those of this kind."""
    most = trace.spec.layers(kind) - 1, trace.spec.heads_of(kind) - 1
    return max(0, min(head[0], most[0])), max(0, min(head[1], most[1]))


def mask_row(trace: Trace, kind: str, layer: int, head: int, sentence: int, query: int) -> MaskRow:
    """One row with its padding. IndexError for a row, head or sentence that does not exist."""

    def recorded(what: str) -> np.ndarray | None:
        name = trace.name(kind, what, layer)
        if name in trace.arrays:
            found = trace.arrays[name][sentence, head]
            return found[query] if query < len(found) else None
        known = query < trace.size(kind, sentence)[0] and trace.has(kind, what, layer)
        return trace.row(kind, layer, head, query, what, sentence) if known else None

    reasons, one = trace.reasons[kind][sentence], trace.sentences[sentence]
    words, columns = query_names(one, kind), key_names(one, kind)  # as they are: for each cell that is pointed at
    padded = query >= len(words)
    row, written = (PAD, "") if padded else words[query]
    return MaskRow(
        kind=kind, layer=layer, head=head, query=query, reasons=reasons[query],
        score=recorded("scaled"), masked=recorded("masked"), weight=recorded("weights"),
        row=row, written=written or None, columns=columns + (PAD,) * (reasons.shape[1] - len(columns)), padded=padded,
    )  # fmt: skip


def weights_of(trace: Trace, kind: str, sentence: int, head: tuple[int, int] | None) -> np.ndarray | None:
    """(Q, M) weights of (layer, head), 0 in padding that was not recorded; None if there are none or none are
    requested."""
    found = None if head is None else head_map(trace, kind, sentence, head_of(trace, kind, head))
    if found is None:
        return None
    rows, columns = (most - own for most, own in zip(trace.reasons[kind].shape[1:], found.shape, strict=True))
    return np.pad(found, ((0, rows), (0, columns))) if rows or columns else found


def head_map(trace: Trace, kind: str, sentence: int, head: tuple[int, int], what: str = "weights") -> np.ndarray | None:
    """(Q, M) one map of (layer, head) with its padding; None if there is none. For a long text it is computed now,
    without the padding of a shorter sentence."""
    name = trace.name(kind, what, head[0])
    if name in trace.arrays:
        return trace.arrays[name][sentence, head[1]]
    if kind not in trace.reasons or not trace.has(kind, what, head[0]):
        return None
    return trace.map(kind, *head, what, sentence)


def masked_example(trace: Trace, sentence: int, head: tuple[int, int]) -> MaskCell | None:
    """A masked cell of the last row that has one, preferably in (layer, head) of the decoder's map; None without
    any."""
    for kind in ("decoder", "cross", "encoder"):
        if kind in trace.reasons and (reasons := trace.reasons[kind][sentence]).any():
            query, key = telling_cell(reasons, len(reasons))
            return mask_row(trace, kind, *head_of(trace, kind, head), sentence, query).at(key)
    return None


def telling_cell(reasons: np.ndarray, step: int) -> tuple[int, int]:
    """A cell worth showing while nothing is pointed at: the first hidden one in the row `step` or the nearest above it.
    `reasons` is (Q, M). Without any hidden cell the first cell of that row."""
    for query in range(min(step, reasons.shape[0] - 1), -1, -1):
        hidden = np.flatnonzero(reasons[query] != VISIBLE)
        if len(hidden):
            return query, int(hidden[0])
    return min(step, reasons.shape[0] - 1), 0


def hidden_words(reasons: np.ndarray) -> str:
    """How many cells of a map (Q, M) are hidden, and why: "16 cells, 6 come later"."""
    counts = {reason: int(np.count_nonzero(reasons == reason)) for reason in (FUTURE, PADDING, USER)}
    words = {FUTURE: tr("later"), PADDING: tr("padding"), USER: tr("forbidden", "of that many cells")}
    parts = [f"{counts[reason]:,} {words[reason]}" for reason in words if counts[reason]]
    if parts:
        return tr("{number:,} cells: {reasons}", number=reasons.size, reasons=", ".join(parts))
    if reasons.size == 1:
        return tr("the one cell may be read")
    return tr("all {number:,} cells may be read", number=reasons.size)
