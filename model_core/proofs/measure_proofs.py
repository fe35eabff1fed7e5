"""Proof that the measures of every head's map equal their definitions, computed row by row and key by key.

Shapes: Q rows, M keys.
"""

from __future__ import annotations

import itertools
import math

from model_core.analysis.heads.head_measures import measured, measures_of
from model_core.proofs.engine_proofs import engine_of, run_of_batch, run_trace
from model_core.proofs.proof import CLOSE, Proof, ProofBatch, larger
from model_core.transformer.model import EncoderDecoder

Map = list[list[float]]
"""(Q, M) weights of one head."""


def measures_hold(model: EncoderDecoder, batch: ProofBatch) -> list[Proof]:
    """All measures of all heads in every line."""
    trace, _ = run_trace(engine_of(model), run_of_batch(batch))
    worst, longest = 0.0, 1
    for number in range(len(trace.sentences)):
        for kind in trace.kinds:
            longest = max(longest, *trace.size(kind, number))
            for maps_HQM in trace.maps(kind, "weights", number):
                found = measured(maps_HQM, kind)
                for head, map_QM in enumerate(maps_HQM.tolist()):
                    for name, value in _worked_out(map_QM, kind).items():
                        worst = larger(worst, abs(float(found[name][head]) - value))
                if set(found) != {one.name for one in measures_of(kind)}:
                    worst = math.inf
    return [Proof("measures", "every measure of every head, worked out weight by weight", worst, CLOSE * longest)]


def _worked_out(map_QM: Map, kind: str) -> dict[str, float]:
    """Measure's name -> number of one head."""
    queries, keys = len(map_QM), len(map_QM[0])
    rows = list(range(1 if kind == "decoder" and queries > 1 else 0, queries))
    bits = {row: -sum(one * math.log2(one) for one in map_QM[row] if one > 0) for row in rows}
    most = {row: math.log2(max(2, row + 1 if kind == "decoder" else keys)) for row in rows}
    found = {
        "entropy": _mean([bits[row] for row in rows]),
        "breadth": _mean([bits[row] / most[row] for row in rows]),
        "strongest": _mean([max(map_QM[row]) for row in rows]),
        "first": _mean([map_QM[row][0] for row in rows]),
    }
    if kind != "decoder":
        found["end"] = _mean([map_QM[row][-1] for row in rows])
    if kind != "cross":
        found["same"] = _mean([map_QM[row][row] for row in rows])
        found["previous"] = _mean([map_QM[row][row - 1] for row in range(1, queries)])
    if kind == "encoder":
        found["next"] = _mean([map_QM[row][row + 1] for row in range(keys - 1)])
    return found | (_crossing(map_QM) if kind == "cross" else {})


def _crossing(map_QM: Map) -> dict[str, float]:
    queries, keys = len(map_QM), len(map_QM[0])
    beside = []
    for row in range(queries):
        place = row * (keys - 1) / max(1, queries - 1)
        cells = {math.floor(place + 1e-9), min(math.ceil(place - 1e-9), keys - 1)}
        beside.append(sum(map_QM[row][key] for key in cells))
    centres = [sum(key * one for key, one in enumerate(row)) for row in map_QM]
    steps = [after - before >= -0.5 for before, after in itertools.pairwise(centres)]
    read = [min(1.0, sum(row[key] for row in map_QM)) for key in range(keys)]
    return {"diagonal": _mean(beside), "forward": _mean(steps) if steps else 1.0, "coverage": _mean(read)}


def _mean(values: list[float] | list[bool]) -> float:
    return sum(values) / len(values) if values else 0.0
