"""Proofs of the logit lens: each place reads the stream of the formulas written out; after the decoder's last place it
gives the model's own output, after the encoder's what the decoder reads; its shares sum to the logits.

Shapes: T rows, V vocabulary, A tokens asked, C most probable tokens.
"""

from __future__ import annotations

import math

import numpy as np
import torch
from torch import Tensor

from model_core.proofs.engine_proofs import batch_of_trace, engine_of, run_of_batch, run_trace
from model_core.proofs.numpy_reference import NumpyTransformer
from model_core.proofs.proof import CLOSE, Proof, ProofBatch, close, difference, larger
from model_core.record.effects import Component
from model_core.record.lens import LensReading
from model_core.transformer.model import EncoderDecoder

SHARES = 1e-4
"""Bound for shares of up to 10, of activations in float32. A norm that divides by little makes shares far larger than
the logit that they sum to, and their rounding with them."""

SUBLAYERS = {
    "encoder": (("attn_sublayer", "self_attn", "encoder"), ("ff_sublayer", "feed_forward", "")),
    "decoder": (
        ("attn_sublayer", "self_attn", "decoder"),
        ("cross_sublayer", "cross_attn", "cross"),
        ("ff_sublayer", "feed_forward", ""),
    ),
}
"""stack -> of each sub-layer of a layer, in order: its name, that of what it adds, and its kind of attention."""


def lens_holds(model: EncoderDecoder, batch: ProofBatch) -> list[Proof]:
    """The first line's target, read at the last place of the stack, and its decomposition into shares."""
    trace, _ = run_trace(engine_of(model), run_of_batch(batch))
    other = next(one for one in range(model.spec.target_vocabulary) if one not in model.spec.never_written)
    found, ids = engine_of(model).lens(trace.run, 0, (other,)), batch_of_trace(trace)
    asked = torch.tensor([[token.id, other] for token in found.written])
    with torch.inference_mode():
        logits_TV = model(ids.source_BS[:1], ids.read_BT[:1])[0, : len(asked)]  # with the padding of its run
    own, log_p = logits_TV.gather(1, asked).double(), logits_TV.log_softmax(-1).gather(1, asked).double()
    last = difference(torch.from_numpy(found.log_p[-1]), log_p)
    sums = difference(torch.from_numpy(found.shares.sum(0)), own)
    early = engine_of(model).lens(trace.run, 0, stack="encoder")
    own_S1 = torch.tensor([[token.id] for token in early.written])
    with torch.inference_mode():
        memory_SD = model.encode(ids.source_BS[:1])[0, : len(own_S1)]
        nearest_SV = memory_SD @ model.encoder.embed.table.weight.T * model.spec.logit_scale
    last = larger(last, difference(torch.from_numpy(found.logits), own))
    formulas = NumpyTransformer(model)
    formulas.run(ids.source_BS[:1], ids.read_BT[:1])
    on_the_way = {
        "places of the lens": _places_apart(formulas, "decoder", found, asked),
        "places in the encoder": _places_apart(formulas, "encoder", early, own_S1),
    }
    sums = larger(sums, _shares_apart(formulas, "decoder", found, asked))
    read = difference(torch.from_numpy(early.log_p[-1]), nearest_SV.log_softmax(-1).gather(1, own_S1).double())
    source_sums = difference(torch.from_numpy(early.shares.sum(0)), nearest_SV.gather(1, own_S1).double())
    source_sums = larger(source_sums, _shares_apart(formulas, "encoder", early, own_S1))
    return [
        Proof("lens", "read after the last place, and the model's own output", last, close(logits_TV)),
        *(Proof(name, "read after each place, and the formulas' stream", *one) for name, one in on_the_way.items()),
        Proof("shares of a logit", "their sum and the logit, and each by the formulas", sums, _shares_bound(found)),
        Proof("lens of the encoder", "read after the last place, and the memory itself", read, close(nearest_SV)),
        Proof(
            "shares in the encoder",
            "their sum and the logit, and each by the formulas",
            source_sums,
            _shares_bound(early),
        ),
    ]


def _shares_bound(found: LensReading) -> float:
    """The bound for the shares of this reading, and for their sums."""
    return SHARES * max(1.0, float(np.abs(found.shares).max()) / 10)


def _places_apart(formulas: NumpyTransformer, stack: str, found: LensReading, asked_TA: Tensor) -> tuple[float, float]:
    """The largest difference of a reading's numbers from those of the formulas' stream at each place, and its bound;
    infinite where a rank is another one."""
    hooks = [f"{stack}.embed.input"]
    for layer in range(formulas.spec.layers(stack)):
        hooks += [f"{stack}.layers.{layer}.{name}.residual" for name, _, _ in SUBLAYERS[stack]]
    worst, bound = 0.0 if len(hooks) == len(found.places) else math.inf, CLOSE
    for hook, top, chances, log_p, rank in zip(hooks, found.top, found.chances, found.log_p, found.rank, strict=False):
        logits_TV = torch.from_numpy(formulas.read_early(stack, formulas.kept[hook][:1, : len(asked_TA)]))[0]
        log_p_TV, bound = logits_TV.log_softmax(-1), max(bound, close(logits_TV))
        own_TA, best_TC = log_p_TV.gather(1, asked_TA), log_p_TV.topk(top.shape[1]).values
        worst = larger(worst, difference(torch.from_numpy(log_p), own_TA))
        for said in (log_p_TV.gather(1, torch.from_numpy(top)), best_TC):
            worst = larger(worst, difference(torch.from_numpy(chances).double(), said.exp()))
        ranks = [(log_p_TV[:, None] > own_TA[..., None] + sign * bound).sum(-1).numpy() for sign in (1, -1)]
        worst = larger(worst, 0.0 if ((ranks[0] <= rank) & (rank <= ranks[1])).all() else math.inf)
    return worst, bound


def _shares_apart(formulas: NumpyTransformer, stack: str, found: LensReading, asked_TA: Tensor) -> float:
    """The largest difference of the shares of the embedding and of each part from those of the formulas' numbers."""
    kept, rows, post = formulas.kept, slice(len(asked_TA)), formulas.spec.norm_place == "post"
    stream_TD = kept[f"{stack}.embed.input"][0, rows]
    summands, names = [stream_TD], []
    for layer in range(formulas.spec.layers(stack)):
        path = f"{stack}.layers.{layer}"
        for sublayer, module, kind in SUBLAYERS[stack]:
            if kind:
                out_DW, z_HTK = (
                    formulas.numbers[f"{path}.{module}.to_out.weight"],
                    kept[f"{path}.{module}.head_outputs"][0],
                )
                parts = [z_TK[rows] @ w_DK.T for z_TK, w_DK in zip(z_HTK, np.split(out_DW, len(z_HTK), 1), strict=True)]
                constant = formulas.numbers.get(f"{path}.{module}.to_out.bias", 0.0)
                names += [Component("heads", kind, layer, head) for head in range(len(parts))]
            else:
                parts, constant = [kept[f"{path}.{module}.output"][0, rows]], 0.0
                names.append(Component("feed_forwards", stack, layer))
            summands += parts
            if post:
                sum_TD = stream_TD + sum(parts) + constant
                summands = [formulas.normed_summand(f"{path}.{sublayer}.norm", one, sum_TD) for one in summands]
            stream_TD = kept[f"{path}.{sublayer}.residual"][0, rows]
    if formulas.spec.final_norm:
        summands = [formulas.normed_summand(f"{stack}.final_norm", one, stream_TD) for one in summands]
    table_VD = formulas.numbers["to_logits.weight" if stack == "decoder" else "encoder.embed.table.weight"]
    own = np.einsum("ntd,tad->nta", np.stack(summands), table_VD[asked_TA.numpy()] * formulas.spec.logit_scale)
    return (
        difference(torch.from_numpy(found.shares[:-1]), torch.from_numpy(own))
        if list(found.parts) == names
        else math.inf
    )
