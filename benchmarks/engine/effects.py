"""What every head does to a text: all of them switched off in batches, against one whole pass for each."""

from __future__ import annotations

import time

import numpy as np
import torch

from benchmarks.report import Line, Section
from benchmarks.samples import in_turns
from model_core.engine.batch import Batch, row_numbers
from model_core.engine.engine import Engine
from model_core.record.effects import EffectsSpec, parts_of
from model_core.record.run_spec import RunSpec
from model_core.record.trace import Trace

SENTENCE = "The little boy drank cold water in the green kitchen."
EQUAL = 1e-5
"""The two ways may differ by this: they add in another order."""
ABOUT = (
    "The 36 heads of the bundled model, each switched off alone in a text of 12 + 12 tokens that was written already; "
    "processor time on one core. Ours goes in batches: what changes the decoder shares one encoding, what changes a "
    "layer shares the layers before it. The loop computes one whole pass of the model for each head."
)


def measure(quick: bool) -> Section:
    """The bundled model."""
    torch.set_num_threads(1)
    engine, run = Engine(), RunSpec(source=(SENTENCE,))
    trace = engine.trace(run)
    asked, longest = EffectsSpec(run), list[float]()

    def batches() -> None:
        began = time.process_time()
        for _ in engine.sweep(asked, trace):
            longest.append((time.process_time() - began) * 1e3)
            began = time.process_time()

    def loop() -> None:
        _alone(engine, trace)

    found = in_turns({"ours": batches, "loop": loop}, 5 if quick else 40, clock=time.process_time)
    ours, loop = found["ours"], found["loop"]
    lines = (
        Line("36 heads", ours.median, "ms", ours.p95, "a whole pass each", loop.median, ours.over(loop), "F7"),
        Line("one batch, the longest", max(longest), "ms"),
    )
    checks = (f"the two agree within {EQUAL:g} at every head and token",)
    _check(engine, asked, trace)
    return Section("effects", "What every head does to a text", ABOUT, lines, checks)


def _alone(engine: Engine, trace: Trace) -> np.ndarray:
    """(heads, T) log-probabilities, by the edit of each head: a pass of encoder and decoder for each."""
    model = engine.open(trace.run.model).model
    source_BS, written = torch.from_numpy(trace.ids["source"].copy()), [one.id for one in trace.sentences[0].written]
    rows = []
    for part in parts_of(model.spec, 0):
        batch = Batch(model, source_BS, part.switched_off(trace.run.edits))
        batch.encode()
        batch.force_texts([written])
        whole = batch.whole_pass(lambda name: False)
        rows.append(row_numbers(whole.log_p_BTV, whole.written_BT, model.spec.eos_id)["log_probability"][0])
    return np.array(rows)


def _check(engine: Engine, asked: EffectsSpec, trace: Trace) -> None:
    """Raises ValueError where batches and single passes disagree."""
    found = engine.effects(asked)
    apart = np.abs(_alone(engine, trace) - found.base - found.changes).max()
    if not apart <= EQUAL:
        raise ValueError(f"batches and single passes differ by {apart:g}")
