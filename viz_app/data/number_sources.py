"""The Source of each number that the window shows outside of the views made of numbers. Counted from 0."""

from __future__ import annotations

from model_core.explain.provenance import ALL, Source, function
from model_core.record.trace import Trace
from viz_app.data.mask_rows import MaskRow
from viz_app.data.selection import Reading, strongest

FACTS = ("weights", "value", "raw", "scaled", "", "masked")
"""The lines of the inspector's cell -> what of Trace.name they show; "" is the mask, "value" ‖weight × v‖."""
STEP_FACTS = ("end_probability", "entropy", "step_probability")
"""The lines under the candidates -> names of Trace.numbers."""


def cell_source(trace: Trace, kind: str, what: str, layer: int, place: tuple[int, int, int, int]) -> Source | None:
    """One cell of a map; `place` is (sentence, head, query, key); None where it was not recorded."""
    return Source(trace.name(kind, what, layer), place) if trace.has(kind, what, layer) else None


def mask_source(trace: Trace, kind: str, place: tuple[int, int, int]) -> Source | None:
    """One cell of a mask: (sentence, query, key)."""
    return Source(f"reasons.{kind}", place) if kind in trace.reasons else None


def strip_number(
    trace: Trace | None, row: MaskRow | None, sentence: int, at: tuple[int, int] | None
) -> tuple[Trace, Source] | None:
    """A number of the masks' card: `at` is (line, key), line 0 the heads, 1 the score, 2 after the mask, 3 the
    weight."""
    if trace is None or row is None or at is None or not at[0]:
        return None
    what = ("scaled", "masked", "weights")[at[0] - 1]
    found = cell_source(trace, row.kind, what, row.layer, (sentence, row.head, row.query, at[1]))
    return None if found is None else (trace, found)


def mask_number(
    trace: Trace | None, kind: str, sentence: int, cell: tuple[int, int] | None
) -> tuple[Trace, Source] | None:
    """A cell of a mask."""
    found = mask_source(trace, kind, (sentence, *cell)) if trace is not None and cell is not None else None
    return None if found is None or trace is None else (trace, found)


def fact_source(trace: Trace, at: Reading, line: int) -> Source | None:
    """The number in a line of the inspector's cell."""
    if at.query is None or at.key is None or not 0 <= line < len(FACTS):
        return None
    if FACTS[line] == "value":
        return handed_over(trace, at.kind, at.layer, (at.sentence, at.head, at.query, at.key))
    if not FACTS[line]:
        return mask_source(trace, at.kind, (at.sentence, at.query, at.key))
    return cell_source(trace, at.kind, FACTS[line], at.layer, (at.sentence, at.head, at.query, at.key))


def handed_over(trace: Trace, kind: str, layer: int, place: tuple[int, int, int, int]) -> Source | None:
    """‖weight × v‖ of a cell, from the weight and the value vector; `place` as in `cell_source`."""
    weight, name = cell_source(trace, kind, "weights", layer, place), trace.name(kind, "v", layer)
    if weight is None or name not in trace.arrays:
        return None
    sentence, head, query, key = place
    given = (("kind", kind), ("layer", layer), ("sentence", sentence), ("head", head))
    return Source(
        "model_core.analysis.value_norms.handed_over", (query, key), given,
        "length of weight × value", "‖α v‖ = α √(Σ vᵢ²)",
        (weight, Source(name, (sentence, head, key, ALL))),
    )  # fmt: skip


def head_source(trace: Trace, at: Reading, line: int) -> Source | None:
    """The number in a line of the inspector's head: the entropy of its row, the weight of the row's strongest key."""
    if at.query is None or at.row is None or not trace.has(at.kind, "weights", at.layer):
        return None
    if line == 0:
        return function("row_entropy", kind=at.kind, layer=at.layer, head=at.head, query=at.query, sentence=at.sentence)
    return bar_source(trace, at, (at.query, strongest(at.row))) if line == 1 else None


def bar_source(trace: Trace, at: Reading, cell: tuple[int, int]) -> Source | None:
    """The weight of another cell of the head that is read."""
    return cell_source(trace, at.kind, "weights", at.layer, (at.sentence, at.head, *cell))


def chip_source(trace: Trace, sentence: int, step: int, measure: str) -> Source | None:
    """The number on a target chip: "probability", "surprise" or "entropy" of the step that wrote it."""
    own = "step_probability" in trace.numbers
    measure = "step_probability" if own and measure == "probability" else measure
    if measure == "surprise":
        there = own or "log_probability" in trace.numbers
        return function("surprise", (sentence, step)) if there else None
    return Source(f"numbers.{measure}", (sentence, step)) if measure in trace.numbers else None


def step_source(trace: Trace, sentence: int, step: int, line: int) -> Source | None:
    """The number in a line under the candidates."""
    if not 0 <= line < len(STEP_FACTS) or STEP_FACTS[line] not in trace.numbers:
        return None
    return Source(f"numbers.{STEP_FACTS[line]}", (sentence, step))


def candidate_source(trace: Trace, sentence: int, step: int, token_id: int) -> Source | None:
    """The probability of a token of a step: a recorded candidate, or the token that was written."""
    if "candidates" in trace.ids and "candidates" in trace.numbers:
        found = [int(one) for one in trace.ids["candidates"][sentence, step]]
        if token_id in found:
            return Source("numbers.candidates", (sentence, step, found.index(token_id)))
    if trace.sentences[sentence].written[step].id == token_id and "probability" in trace.numbers:
        return Source("numbers.probability", (sentence, step))
    return None


def way_source(trace: Trace, sentence: int, way: int, step: int) -> Source | None:
    """A probability of the text without edits (`way` 0) or with them (1)."""
    if way:
        return Source("numbers.probability", (sentence, step)) if "probability" in trace.numbers else None
    for place, other in enumerate(trace.alternatives):
        if other.name == "unedited" and other.sentence == sentence and "probability" in other.numbers:
            return Source(f"alternatives.{place}.numbers.probability", (step,))
    return None


def sum_source(trace: Trace, side: str, sentence: int, line: int, place: tuple[int, int]) -> Source | None:
    """A number of token + position: `line` 1 the token's, 2 the position's, 3 their sum; `place` (position, unit)."""
    total = "sum" if trace.spec.embedding_norm else "input"
    name = f"{side}.embed.{('tokens', 'positions', total)[line - 1]}"
    return Source(name, place if line == 2 else (sentence, *place)) if name in trace.arrays else None
