"""A Trace as the arguments of BertViz's head_view and model_view (Vig 2019), for pictures inside a notebook."""

from __future__ import annotations

from typing import Any

import torch

from model_core.errors import Refused
from model_core.record.trace import Trace
from model_core.spec import KINDS


def bertviz_arguments(trace: Trace, sentence: int = 0) -> dict[str, Any]:
    """The keyword arguments for one sentence (from 0): `head_view(**bertviz_arguments(trace))`.

    Attentions are one float32 tensor (1, H, Q, M) per layer, padding cut away; kinds that the Trace has not are left
    out, and a model with one stack gives `attention` and `tokens`. Raises Refused for a sentence that is not there, and
    where no kind has the weights of every layer; torch has to be installed.
    """
    if not 0 <= sentence < len(trace.sentences):
        raise Refused(
            "E-BERTVIZ", "there is no sentence {sentence}; the trace has {sentences_count}, counted from 0",
            sentence=sentence, sentences_count=len(trace.sentences),
        )  # fmt: skip
    one = trace.sentences[sentence]
    kinds = [kind for kind in KINDS if _recorded(trace, kind) and 0 not in trace.size(kind, sentence)]
    if not kinds:
        raise Refused("E-BERTVIZ", "the trace has no attention with weights for every layer")
    layers = {kind: _layers(trace, kind, sentence) for kind in kinds}
    texts = {"encoder": [token.text for token in one.source], "decoder": [token.text for token in one.read]}
    if kinds in (["encoder"], ["decoder"]):
        return {"attention": layers[kinds[0]], "tokens": texts[kinds[0]]}
    sides = {"encoder": {"encoder", "cross"} & set(kinds), "decoder": {"decoder", "cross"} & set(kinds)}
    return {f"{kind}_attention": layers[kind] for kind in kinds} | {
        f"{side}_tokens": texts[side] for side, needed in sides.items() if needed
    }


def _recorded(trace: Trace, kind: str) -> bool:
    """Whether every layer has its weights; of a long text each head's map is made."""
    count = trace.spec.layers(kind)
    return count > 0 and all(trace.has(kind, "weights", layer) for layer in range(count))


def _layers(trace: Trace, kind: str, sentence: int) -> tuple[torch.Tensor, ...]:
    """(1, H, Q, M) per layer."""
    heads = range(trace.spec.heads_of(kind))
    return tuple(
        torch.stack([torch.tensor(trace.map_uncached(kind, layer, head, "weights", sentence)) for head in heads])[None]
        for layer in range(trace.spec.layers(kind))
    )
