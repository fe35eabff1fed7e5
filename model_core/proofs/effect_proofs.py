"""Proof that the effects of parts, computed in batches, are those of a model that lacks the part.

The other model is made here: the head's columns of the output projection, or the feed-forward's second layer, set to 0
in the weights themselves, and one whole pass for each. No listener is involved. Tokens of the source are masked in the
formulas written out. Shapes: T target rows, V vocabulary.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch
from torch import Tensor

from model_core.proofs.engine_proofs import batch_of_trace, engine_of, run_of_batch, run_trace
from model_core.proofs.numpy_reference import NumpyEdits, NumpyTransformer
from model_core.proofs.proof import CLOSE, Proof, ProofBatch, close, difference, larger
from model_core.record.derived_maps import ATTENTION
from model_core.record.effects import Component, EffectsSpec
from model_core.transformer.model import EncoderDecoder

MOST, RUNS = 96, 24
"""Most parts that are compared by a whole pass each, and by a run each; they are evenly spaced among all parts."""


def effects_hold(model: EncoderDecoder, batch: ProofBatch) -> list[Proof]:
    """Log-probabilities of the first line's target with each head, each feed-forward and each source token off."""
    engine = engine_of(model)
    trace, _ = run_trace(engine, run_of_batch(batch))
    *_, found = engine.sweep(EffectsSpec(trace.run, groups=("heads", "feed_forwards", "source")), trace)
    ids, written = batch_of_trace(trace), torch.tensor([token.id for token in found.written])
    worst, size = 0.0, CLOSE
    step = -(-len(found.parts) // MOST)
    for part in found.parts[::step]:
        if part.group == "source":
            log_p_TV = _without_token(model, ids, part.index)[: len(written)]
        else:
            with _without(model, part):
                log_p_TV = _log_p(model, ids)[: len(written)]
        size = max(size, close(log_p_TV))
        own = torch.from_numpy(found.base + found.of(part))
        worst = larger(worst, difference(own, log_p_TV.gather(1, written[:, None])[:, 0].double()))
    apart, step = 0.0, -(-len(found.parts) // RUNS)
    for part in found.parts[::step]:
        edited, _ = run_trace(engine, trace.run.with_(edits=part.switched_off(trace.run.edits, 0)))
        log_p_T = torch.tensor(edited.numbers["log_probability"][0, : len(written)]).double()
        apart = larger(apart, difference(torch.from_numpy(found.base + found.of(part)), log_p_T))
    what = "each part off, in batches, and its weights set to 0 or its token masked"
    runs = "each of them, and a run of its own with the same edit"
    return [Proof("effects", what, worst, size), Proof("effects alone", runs, apart, size)]


@torch.inference_mode()
def _log_p(model: EncoderDecoder, ids: ProofBatch) -> Tensor:
    """(T, V) of the first line."""
    logits_TV: Tensor = model(ids.source_BS[:1], ids.read_BT[:1])[0]
    return logits_TV.log_softmax(-1)


def _without_token(model: EncoderDecoder, ids: ProofBatch, place: int) -> Tensor:
    """(T, V) of the first line, by the formulas, where nothing reads a token of the source."""
    real_1S = (ids.source_BS[:1] != model.spec.pad_id).numpy()
    real_1S[:, place] = False
    changes = NumpyEdits(visible={"encoder": real_1S[:, None], "cross": real_1S[:, None]})
    logits_BTV, _ = NumpyTransformer(model, changes).run(ids.source_BS[:1], ids.read_BT[:1])
    return logits_BTV[0].log_softmax(-1)


@contextmanager
def _without(model: EncoderDecoder, part: Component) -> Iterator[None]:
    """Within this context the model's weights lack this part; afterwards they are restored bit for bit."""
    if part.group == "heads":
        layer: Any = model.get_submodule(ATTENTION[part.kind].format(layer=part.layer))
        width = layer.to_out.weight.shape[1] // layer.heads
        own = slice(part.index * width, (part.index + 1) * width)
        changed: list[tuple[Tensor, Any]] = [(layer.to_out.weight, (slice(None), own))]
    else:
        layer = model.get_submodule(f"{part.kind}.layers.{part.layer}.feed_forward.down")
        changed = [(parameter, (slice(None),)) for parameter in layer.parameters()]
    with torch.no_grad():
        before = [parameter[where].clone() for parameter, where in changed]
        for parameter, where in changed:
            parameter[where] = 0.0
    try:
        yield
    finally:
        with torch.no_grad():
            for (parameter, where), kept in zip(changed, before, strict=True):
                parameter[where] = kept
