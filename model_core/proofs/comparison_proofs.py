"""Proofs of two runs beside each other: a run and itself differ nowhere, and two texts by what was recorded of them.

The edit distance is found once more here, by a plain table. Both bounds are 0: recorded numbers are subtracted.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from model_core.analysis.text_comparison import Pair
from model_core.analysis.two_runs import Alignment, alignment, head_changes, weight_change
from model_core.proofs.engine_proofs import engine_of, run_of_batch, run_trace
from model_core.proofs.proof import Proof, ProofBatch
from model_core.record.trace import Trace
from model_core.spec import KINDS
from model_core.transformer.model import EncoderDecoder

ROUNDING = 1e-12
"""What the order of a sum changes in float64."""


def comparisons_hold(model: EncoderDecoder, batch: ProofBatch) -> list[Proof]:
    """The first line with itself, and with the second one."""
    trace, _ = run_trace(engine_of(model), run_of_batch(batch))
    other = min(1, len(trace.sentences) - 1)
    itself = max(head_changes(trace, trace, kind).largest for kind in KINDS)
    paired = max(_paired(trace, trace, kind, (0, other)) for kind in KINDS)
    return [
        Proof("a run and itself", "all weights of one run, and those of the same run", itself, 0.0),
        Proof("two runs", "B \u2212 A of rows and columns set beside each other, and recorded weights", paired, 0.0),
    ]


def _paired(a: Trace, b: Trace, kind: str, sentences: tuple[int, int]) -> float:
    """How far the differences of an attention are from those of the arrays; infinite for rows that are set beside each
    other at a higher cost than needed."""
    side = "source" if kind == "encoder" else "written"
    one, other = ([token.id for token in getattr(run.sentences[at], side)]
                  for run, at in zip((a, b), sentences, strict=True))  # fmt: skip
    beside, worst = alignment(a, b, kind, sentences), 0.0
    if _cost(one, other, beside.rows) != _distance(one, other):
        return float("inf")
    changes, largest = head_changes(a, b, kind, sentences), 0.0
    for layer in range(a.spec.layers(kind)):
        arrays = [run.maps(kind, "weights", at)[layer] for run, at in zip((a, b), sentences, strict=True)]
        for head in range(a.spec.heads_of(kind)):
            found = weight_change(b, a, kind, (layer, head), (layer, head), sentences)
            for row, (i, j) in enumerate(beside.both_rows):
                for column, (m, n) in enumerate(beside.both_columns):
                    own = np.float32(arrays[1][head, j, n]) - np.float32(arrays[0][head, i, m])
                    worst = max(worst, abs(float(found[row, column]) - float(own)))
                    largest = max(largest, abs(float(arrays[1][head, j, n]) - float(arrays[0][head, i, m])))
            moved = _moved(arrays[0][head], arrays[1][head], beside)
            worst = max(worst, _beyond(abs(float(changes.moved[layer, head]) - moved)))
    return max(worst, _beyond(abs(changes.largest - largest)))


def _moved(a_QM: np.ndarray, b_QM: np.ndarray, beside: Alignment) -> float:
    """The share of a row's weight that lies elsewhere, the mean of the rows that both have."""
    found = []
    for i, j in beside.both_rows:
        one, other = a_QM[i].astype(np.float64), b_QM[j].astype(np.float64)
        apart, alone = 0.0, one.sum() + other.sum()
        for m, n in beside.both_columns:
            apart, alone = apart + abs(other[n] - one[m]), alone - one[m] - other[n]
        found.append((apart + abs(alone)) / 2)
    return float(np.mean(found)) if found else 0.0


def _beyond(apart: float) -> float:
    """0 for a difference that the order of a sum in float64 makes."""
    return apart if apart > ROUNDING else 0.0


def _cost(one: Sequence[int], other: Sequence[int], pairs: Sequence[Pair]) -> int:
    """How many pairs are a change; more than any distance where a place is left out or out of order."""
    for side, ids in enumerate((one, other)):
        if [pair[side] for pair in pairs if pair[side] is not None] != list(range(len(ids))):
            return len(one) + len(other) + 1
    return sum(i is None or j is None or one[i] != other[j] for i, j in pairs)


def _distance(one: Sequence[int], other: Sequence[int]) -> int:
    """The edit distance (Wagner and Fischer 1974)."""
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        above, row = row, [i]
        for j, b in enumerate(other, 1):
            row.append(min(above[j - 1] + (a != b), above[j] + 1, row[j - 1] + 1))
    return row[-1]
