"""A sentence run through the snapshots of a training: from a SnapshotsSpec to Snapshots, one snapshot at a time.

Shapes: L layers, H heads, Q queries, M keys.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import numpy as np

from model_core.analysis.heads.head_measures import measured_closely, name_of
from model_core.analysis.reads import measured_in
from model_core.errors import Refused
from model_core.record.snapshots import MAP_CELLS, SnapshotReading, Snapshots, SnapshotsSpec
from model_core.record.trace import Trace
from model_core.record.training_log import snapshots, training_folder
from model_core.spec import KINDS

TraceOf = Callable[[str], Trace]
"""The complete Trace of the sentence in the model of a folder."""


def read_snapshots(asked: SnapshotsSpec, trace_of: TraceOf) -> Iterator[Snapshots]:
    """The readings so far after each snapshot, finally all of them.

    Raises Refused for an invalid training or sentence, or where none of these snapshots can be read; those that are
    damaged or not there any more are among the `lost`.
    """
    asked.checked()
    started = time.perf_counter()
    places = {one.step: one.folder for one in snapshots(training_folder(asked.folder))}
    if not places:
        raise Refused("E-SNAPSHOTS", "this training has no snapshots yet")
    steps = asked.steps or tuple(places)
    readings: list[SnapshotReading] = []
    names: dict[str, tuple[str, ...]] = {}
    lost: list[int] = []
    reason = None
    for step in steps:
        try:
            trace = trace_of(places[step])
            readings.append(_reading(asked, step, trace, names))
        except KeyError:
            lost.append(step)
        except Refused as error:
            lost.append(step)
            reason = error
        spent = (time.perf_counter() - started) * 1e3
        if readings or reason is None or len(lost) < len(steps):
            yield Snapshots(asked, steps, tuple(readings), dict(names), tuple(lost), spent)
    if not readings and reason is not None:
        raise reason


def _reading(asked: SnapshotsSpec, step: int, trace: Trace, names: dict[str, tuple[str, ...]]) -> SnapshotReading:
    """The reading of one snapshot; adds the names of the measures to `names`. Raises Refused for a head that does not
    exist."""
    spec, one = trace.spec, trace.sentences[0]
    whole = {kind: np.stack(trace.all_maps(kind)) for kind in KINDS}
    measures: dict[str, np.ndarray] = {}
    called: dict[str, tuple[str, ...]] = {}
    for kind, maps_LHQM in whole.items():
        found = [measured_closely(maps_HQM, kind, asked.links) for maps_HQM in maps_LHQM]
        names[kind] = tuple(found[0])
        measures[kind] = np.stack([np.stack(list(own.values()), -1) for own in found])
        reads = [measured_in(maps_HQM, kind, one) for maps_HQM in maps_LHQM]
        called[kind] = tuple(  # as wherever else a head of this text is named
            name_of({name: float(values_H[head]) for name, values_H in own.items()})
            for own in reads for head in range(spec.heads_of(kind))
        )  # fmt: skip
    if asked.kind:
        if asked.layer >= spec.layers(asked.kind) or asked.head >= spec.heads_of(asked.kind):
            raise Refused(
                "E-SNAPSHOTS", "there is no head {kind} {layer}.{head}",
                kind=asked.kind, layer=asked.layer + 1, head=asked.head + 1,
            )  # fmt: skip
        own = slice(asked.layer, asked.layer + 1), slice(asked.head, asked.head + 1)
        whole = {asked.kind: whole[asked.kind][own]}
    elif sum(maps.size for maps in whole.values()) > MAP_CELLS:
        whole = {}
    log_p = float(np.sum(trace.numbers["log_probability"][0, : len(one.written)]))
    return SnapshotReading(
        step, one.source, one.read, one.written, one.target_text, one.finished,
        {kind: maps.astype(np.float16) for kind, maps in whole.items()}, measures, called, log_p,
    )  # fmt: skip
