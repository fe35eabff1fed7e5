"""The text of a run read early, and the shares of its logits: from a Trace to a LensReading.

Shapes: P places of the stack, T target rows, V vocabulary, C candidates, A tokens asked about (the written one first).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch

from model_core.effects.lens import early_logits, logit_shares, places, wanted
from model_core.engine.batch import Batch
from model_core.errors import Refused
from model_core.record.lens import LensReading
from model_core.record.trace import Trace
from model_core.transformer.model import EncoderDecoder

TOP = 5
"""Most probable tokens that are told of each place and row."""


@torch.inference_mode()
def lens_of(trace: Trace, model: EncoderDecoder, sentence: int = 0, tokens: Sequence[int] = ()) -> LensReading:
    """The written text of one sentence of a run, under its edits, forced. `tokens` are ids that are asked about in
    every row beside the written one. Raises Refused for ids or a sentence that are not there."""
    if not 0 <= sentence < len(trace.sentences) or not trace.sentences[sentence].written:
        raise Refused("E-LENS", f"there is no text of sentence {sentence + 1}")
    if any(not 0 <= token < model.spec.target_vocabulary for token in tokens):
        raise Refused("E-LENS", f"the model has token ids from 0 to {model.spec.target_vocabulary - 1}")
    one = trace.sentences[sentence]
    batch = Batch(model, torch.from_numpy(trace.ids["source"][sentence : sentence + 1].copy()), trace.run.edits,
                  [sentence])  # fmt: skip
    batch.encode()
    batch.given([[token.id for token in one.written]])
    whole = batch.whole(wanted)
    ids_TA = torch.tensor([[token.id, *tokens] for token in one.written])
    found: dict[str, list[np.ndarray]] = {"top": [], "chances": [], "log_p": [], "rank": []}
    for logits_TV in early_logits(model, whole.kept):
        log_p_TV = logits_TV.cpu().log_softmax(-1)
        log_p_TA = log_p_TV.gather(1, ids_TA)
        values_TC, top_TC = log_p_TV.topk(min(TOP, log_p_TV.shape[1]), -1)
        found["top"].append(top_TC.numpy())
        found["chances"].append(values_TC.exp().numpy())
        found["log_p"].append(log_p_TA.double().numpy())
        found["rank"].append((log_p_TV[:, None] > log_p_TA[:, :, None]).sum(-1).numpy())
    parts, shares = logit_shares(model, whole.kept, ids_TA)
    logits_TA = whole.logits_BTV[0].gather(1, ids_TA).double().numpy()
    top, chances, log_p, rank = (np.stack(found[name]) for name in ("top", "chances", "log_p", "rank"))
    where = tuple(places(model.spec))
    return LensReading(
        one.written, tuple(tokens), where, top, chances, log_p, rank, tuple(parts), shares.numpy(), logits_TA
    )


__all__ = ["lens_of"]
