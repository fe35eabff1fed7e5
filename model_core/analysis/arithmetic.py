"""Numbers that follow from recorded ones by one line of arithmetic and are not recorded themselves. Pure numpy.

These are the steps inside scaled dot-product attention (Vaswani et al. 2017, section 3.2.1) and inside a residual
sub-layer (section 3.1). Everything is float32, as the model itself computes. Shapes: M keys, K head width, D width.
Layer, head, query, key and sentence count from 0. KeyError if an array was not recorded.
"""

from __future__ import annotations

import numpy as np

from model_core.record.patching import is_cut
from model_core.record.trace import ATTENTION, SCORES, Trace

SUBLAYERS = {"attn_sublayer": "self_attn", "cross_sublayer": "cross_attn", "ff_sublayer": "feed_forward"}
"""Residual sub-layers of a decoder layer, in order -> the module of the work inside; an encoder layer has the
first and the last."""


def _recorded(trace: Trace, kind: str, what: str, layer: int) -> np.ndarray:
    return trace.arrays[trace.name(kind, what, layer)]


def entropy_bits(weights: np.ndarray) -> np.ndarray:
    """Shannon entropy in bits along the last axis; cells of weight 0 count 0. (…, M) -> (…)."""
    bits = np.where(weights > 0, weights, 1.0)
    np.log2(bits, out=bits)  # in place: fresh memory for a long text's maps takes longer than the logarithms
    bits *= weights
    return -bits.sum(axis=-1)


def score_row(trace: Trace, kind: str, what: str, layer: int, head: int, query: int, sentence: int = 0) -> np.ndarray:
    """(M,) one row of a map; `what` is "raw_scores", "scores", "masked_scores" or "weights".

    For a text so long that maps are computed one head at a time, the padding of the batch is cut off.
    """
    if trace.name(kind, what, layer) in trace.arrays:
        return _recorded(trace, kind, what, layer)[sentence, head, query]
    short = next((one for one, name in SCORES.items() if name == what), what)
    return trace.row(kind, layer, head, query, short, sentence)


def products(trace: Trace, kind: str, layer: int, head: int, query: int, key: int, sentence: int = 0) -> np.ndarray:
    """(K,) query times key, unit by unit: their sum is the score q·k."""
    q_K = _recorded(trace, kind, "q", layer)[sentence, head, query]
    k_K = _recorded(trace, kind, "k", layer)[sentence, head, key]
    return np.asarray(q_K * k_K)


def raised(trace: Trace, kind: str, layer: int, head: int, query: int, sentence: int = 0) -> np.ndarray:
    """(M,) e^(score − the row's largest score), as the softmax forms it; 0 where the mask put −∞, NaN if all is −∞.

    Subtracting the largest score changes no weight and keeps e^… from overflowing.
    """
    masked_M = score_row(trace, kind, "masked_scores", layer, head, query, sentence)
    with np.errstate(invalid="ignore"):
        return np.asarray(np.exp(masked_M - masked_M.max()))


def largest_score(trace: Trace, kind: str, layer: int, head: int, query: int, sentence: int = 0) -> np.ndarray:
    """() the largest score of the row after the mask: what the softmax subtracts first."""
    return np.asarray(score_row(trace, kind, "masked_scores", layer, head, query, sentence).max())


def raised_sum(trace: Trace, kind: str, layer: int, head: int, query: int, sentence: int = 0) -> np.ndarray:
    """() sum of `raised` over the row: what every number of it is divided by."""
    return np.asarray(raised(trace, kind, layer, head, query, sentence).sum())


def weight_sum(trace: Trace, kind: str, layer: int, head: int, query: int, sentence: int = 0) -> np.ndarray:
    """() sum of the recorded weights of one row: 1, up to the rounding of float32."""
    return np.asarray(score_row(trace, kind, "weights", layer, head, query, sentence).sum())


def row_entropy(trace: Trace, kind: str, layer: int, head: int, query: int, sentence: int = 0) -> np.ndarray:
    """() entropy in bits of the recorded weights of one row: 0 where one key has all the weight."""
    return np.asarray(entropy_bits(score_row(trace, kind, "weights", layer, head, query, sentence)))


def surprise(trace: Trace) -> np.ndarray:
    """(B, T) surprise of each written token in bits: −log₂ of its probability, from the recorded natural logarithm.

    Where edited masks let rows read later tokens the probability is that of the step itself ("step_probability").
    """
    if "step_probability" in trace.numbers:
        with np.errstate(divide="ignore"):
            bits = -np.log2(trace.numbers["step_probability"])
    else:
        bits = -trace.numbers["log_probability"] / np.log(2.0)
    return np.maximum(0.0, bits) + 0.0  # of a probability of 1, or a rounding above it, 0 and not −0


def weighted(trace: Trace, kind: str, layer: int, head: int, query: int, sentence: int = 0) -> np.ndarray:
    """(M, K) weight times value, key by key: their sum over the keys is z, the head's output."""
    weights_M = score_row(trace, kind, "weights", layer, head, query, sentence)
    v_MK = _recorded(trace, kind, "v", layer)[sentence, head, : len(weights_M)]
    return np.asarray(weights_M[:, None] * v_MK)


def merged(trace: Trace, kind: str, layer: int, query: int, sentence: int = 0) -> np.ndarray:
    """(D,) the outputs z of all heads of one row, concatenated: what the output projection reads."""
    return np.asarray(_recorded(trace, kind, "head_outputs", layer)[sentence, :, query].reshape(-1))


def stream_before(sublayer: str) -> str:
    """The name of the array that enters a residual sub-layer such as "decoder.layers.1.cross_sublayer": the embedded
    input, or the stream after the sub-layer before."""
    side, _, layer, own = sublayer.split(".")
    order = [name for name in SUBLAYERS if side == "decoder" or name != "cross_sublayer"]
    place = order.index(own)
    if place:
        return f"{side}.layers.{layer}.{order[place - 1]}.residual"
    return f"{side}.layers.{int(layer) - 1}.ff_sublayer.residual" if int(layer) else f"{side}.embed.input"


def sublayer_of(kind: str, layer: int) -> str:
    """The residual sub-layer around one attention: "decoder.layers.0.cross_sublayer"."""
    path = ATTENTION[kind].format(layer=layer)
    return path.replace("self_attn", "attn_sublayer").replace("cross_attn", "cross_sublayer")


def work_output(sublayer: str) -> str:
    """The name of the array that the work inside a residual sub-layer gives: "decoder.layers.1.cross_attn.output"."""
    path, _, own = sublayer.rpartition(".")
    return f"{path}.{SUBLAYERS[own]}.output"


def added(trace: Trace, sublayer: str, query: int, sentence: int = 0) -> np.ndarray:
    """(D,) the residual sum of one row: what entered the sub-layer plus what the sub-layer gave, before any norm; the
    latter alone where the residual connection is cut."""
    given_D = trace.arrays[work_output(sublayer)][sentence, query]
    if is_cut(trace.run.edits, sublayer):
        return np.asarray(given_D)
    return np.asarray(trace.arrays[stream_before(sublayer)][sentence, query] + given_D)


def normed_input(trace: Trace, sublayer: str, query: int, sentence: int = 0) -> np.ndarray:
    """(D,) what the norm of a sub-layer reads: the stream before it ("pre"), or the residual sum ("post")."""
    if trace.spec.norm_place == "post":
        return added(trace, sublayer, query, sentence)
    return np.asarray(trace.arrays[stream_before(sublayer)][sentence, query])


def norm_mean(trace: Trace, sublayer: str, query: int, sentence: int = 0) -> np.ndarray:
    """() mean over the units of what the norm reads. KeyError for batch norm, which has learned one of each unit."""
    _refuse_batch(trace)
    return np.asarray(normed_input(trace, sublayer, query, sentence).mean())


def norm_spread(trace: Trace, sublayer: str, query: int, sentence: int = 0) -> np.ndarray:
    """() what the norm divides by: √(variance + eps) with the biased variance (layer norm), √(mean square + eps) (RMS
    norm), or eps + the unbiased deviation ("unbiased", "scalar"). KeyError for batch norm."""
    _refuse_batch(trace)
    x_D, eps = normed_input(trace, sublayer, query, sentence), np.float32(trace.spec.norm_eps)
    if trace.spec.norm in ("unbiased", "scalar"):
        return np.asarray(x_D.std(ddof=1) + eps)
    square = x_D.var() if trace.spec.norm == "layer" else np.square(x_D).mean()
    return np.asarray(np.sqrt(square + eps))


def _refuse_batch(trace: Trace) -> None:
    if trace.spec.norm == "batch":
        raise KeyError("batch norm divides each unit by a statistic from training, not by a statistic of the row")
