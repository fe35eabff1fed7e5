"""Proofs of the logit lens: after the decoder's last place it gives the model's own output, after the encoder's what
the decoder reads; its shares sum to the logits."""

from __future__ import annotations

import torch

from model_core.proofs.engine_proofs import batch_of_trace, engine_of, run_of_batch, run_trace
from model_core.proofs.proof import CLOSE, Proof, ProofBatch, close, difference
from model_core.transformer.model import EncoderDecoder

SHARES = 1e-4
"""Bound of a sum of shares, in float64, beside a logit of up to 10 that was computed in float32."""


def lens_holds(model: EncoderDecoder, batch: ProofBatch) -> list[Proof]:
    """The first line's target, read at the last place of the stack, and its decomposition into shares."""
    trace, _ = run_trace(engine_of(model), run_of_batch(batch))
    other = next(one for one in range(model.spec.target_vocabulary) if one not in model.spec.never_written)
    found, ids = engine_of(model).lens(trace.run, 0, (other,)), batch_of_trace(trace)
    asked = torch.tensor([[token.id, other] for token in found.written])
    with torch.inference_mode():
        logits_TV = model(ids.source_BS[:1], ids.read_BT[:1])[0, : len(asked)]  # with the padding of its run
    own, log_p = logits_TV.gather(1, asked).double(), logits_TV.log_softmax(-1).gather(1, asked).double()
    size = max(1.0, close(logits_TV) / CLOSE)
    last = difference(torch.from_numpy(found.log_p[-1]), log_p)
    sums = difference(torch.from_numpy(found.shares.sum(0)), own)
    early = engine_of(model).lens(trace.run, 0, stack="encoder")
    own_S1 = torch.tensor([[token.id] for token in early.written])
    with torch.inference_mode():
        memory_SD = model.encode(ids.source_BS[:1])[0, : len(own_S1)]
        nearest_SV = memory_SD @ model.encoder.embed.table.weight.T * model.spec.logit_scale
    read = difference(torch.from_numpy(early.log_p[-1]), nearest_SV.log_softmax(-1).gather(1, own_S1).double())
    source_sums = difference(torch.from_numpy(early.shares.sum(0)), nearest_SV.gather(1, own_S1).double())
    source_size = max(1.0, close(nearest_SV) / CLOSE)
    return [
        Proof("lens", "read after the last place, and the model's own output", last, close(logits_TV)),
        Proof("shares of a logit", "their sum over all parts, and the logit", sums, SHARES * size),
        Proof("lens of the encoder", "read after the last place, and the memory itself", read, close(nearest_SV)),
        Proof("shares in the encoder", "their sum over all parts, and the logit", source_sums, SHARES * source_size),
    ]


__all__ = ["lens_holds"]
