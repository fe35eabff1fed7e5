"""Where the numbers of the inspector come from. Layers, heads, rows and columns count from 0."""

from __future__ import annotations

import numpy as np

from model_core.analysis.arithmetic import score_row
from model_core.analysis.value_norms import value_weighted
from model_core.explain.provenance import Source, function
from model_core.record.trace import Trace
from viz_app.data.number_sources import cell_source, handed_over, mask_source
from viz_app.data.selection import Reading, strongest

FACTS = ("weights", "value", "raw", "scaled", "", "masked")
"""The lines of the inspector's cell -> what of Trace.name they show; "" is the mask, "value" ‖weight × v‖."""


STEP_FACTS = ("end_probability", "entropy", "step_probability", "log_probability")
"""The lines under the candidates -> names of Trace.numbers."""


def fact_source(trace: Trace, at: Reading, line: int) -> Source | None:
    """The number in a line of the inspector's cell."""
    if at.query is None or at.key is None or not 0 <= line < len(FACTS):
        return None
    if FACTS[line] == "value":
        return handed_over(trace, at.kind, at.layer, (at.sentence, at.head, at.query, at.key))
    if not FACTS[line]:
        return mask_source(trace, at.kind, (at.sentence, at.query, at.key))
    return cell_source(trace, at.kind, FACTS[line], at.layer, (at.sentence, at.head, at.query, at.key))


def head_source(trace: Trace, at: Reading, line: int) -> Source | None:
    """The number in a line of the inspector's head: the entropy of its row, the weight of the row's strongest key."""
    if at.query is None or at.row is None or not trace.has(at.kind, "weights", at.layer):
        return None
    if line == 0:
        return function("row_entropy", kind=at.kind, layer=at.layer, head=at.head, query=at.query, sentence=at.sentence)
    return bar_source(trace, at, (at.query, strongest(whole_row(trace, at)))) if line == 1 else None


def whole_row(trace: Trace, at: Reading) -> np.ndarray:
    """(M,) the weights of the row that is read, with padding where its map was recorded with it."""
    return score_row(trace, at.kind, "weights", at.layer, at.head, at.query or 0, at.sentence)


def bar_source(trace: Trace, at: Reading, cell: tuple[int, int]) -> Source | None:
    """The weight of another cell of the head that is read."""
    return cell_source(trace, at.kind, "weights", at.layer, (at.sentence, at.head, *cell))


def step_source(trace: Trace, sentence: int, step: int, line: int) -> Source | None:
    """The number in a line under the candidates."""
    if not 0 <= line < len(STEP_FACTS) or STEP_FACTS[line] not in trace.numbers:
        return None
    return Source(f"numbers.{STEP_FACTS[line]}", (sentence, step))


def number(trace: Trace, reading: Reading, what: str) -> float | None:
    """One recorded number of the cell that is read (`what` as in trace.SCORES); None: not recorded."""
    if reading.cell is None or not trace.has(reading.kind, what, reading.layer):
        return None
    query, key = reading.cell
    return float(trace.row(reading.kind, reading.layer, reading.head, query, what, reading.sentence)[key])


def contribution(trace: Trace, reading: Reading) -> float | None:
    """‖weight × v‖ of the cell that is read (analysis.value_norms); None where weight or value was not recorded."""
    weight, kind, layer = number(trace, reading, "weights"), reading.kind, reading.layer
    if weight is None or reading.cell is None or not trace.has(kind, "v", layer):
        return None
    v_K = trace.arrays[trace.name(kind, "v", layer)][reading.sentence, reading.head, reading.cell[1]]
    return float(value_weighted(np.full((1, 1, 1), weight), v_K[None, None])[0, 0, 0])


def reason(trace: Trace, reading: Reading) -> int | None:
    """Why the cell may or may not be read: a code of model_core.record.trace; None where no mask was recorded."""
    if reading.cell is None or reading.kind not in trace.reasons:
        return None
    return int(trace.reason(reading.kind, reading.sentence)[reading.cell])
