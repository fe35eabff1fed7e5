"""Proofs of what is derived from heads and tokens: summands give an attention's output, paths sum to 1, a plane keeps
the share it claims, the divergence of two heads is that of their rows. All is computed again in float64, number by
number.

Shapes: H heads, Q queries, M keys, N heads of all layers, D width.
"""

from __future__ import annotations

import math

import numpy as np
import torch

from model_core.analysis import contributions
from model_core.analysis.heads import head_likeness, query_key_plane
from model_core.proofs.engine_proofs import engine_of, run_of_batch, run_trace
from model_core.proofs.proof import CLOSE, Proof, ProofBatch, larger
from model_core.record.trace import ATTENTION, KINDS, Trace
from model_core.transformer.model import EncoderDecoder

Array = np.ndarray


class _Weights:
    """A model's own weights by name."""

    def __init__(self, model: EncoderDecoder) -> None:
        self._own = dict(model.named_parameters())

    def get(self, name: str) -> Array:
        return self._own[name].detach().cpu().double().numpy()

    def bias(self, name: str, size: int) -> Array:
        return self.get(name) if name in self._own else np.zeros(size)


def paths_hold(model: EncoderDecoder, batch: ProofBatch) -> list[Proof]:
    """Checks every attention and every row of the first line, run alone because a mask that leaks lets padding be
    read."""
    run = run_of_batch(batch)
    trace, _ = run_trace(engine_of(model), run.with_(source=run.source[:1], target=(run.target or ())[:1]))
    weights = _Weights(model)
    found = contributions.contributions(trace, weights)
    all_ = {"encoder": found.encoder, "decoder": found.decoder, "cross": found.cross}
    apart, size, sums, parts = 0.0, 1.0, 0.0, 0.0
    for kind in KINDS:
        for layer, shares in enumerate(all_[kind]):
            handed_QMD, bias_D = _handed(trace, weights, kind, layer)
            whole_QD, output_QD = handed_QMD.sum(1) + bias_D, _output(trace, kind, layer)
            apart, size = larger(apart, _largest(whole_QD - output_QD)), max(size, _largest(output_QD))
            own_QN = np.column_stack([shares.shares, shares.stays])
            sums = larger(sums, _largest(own_QN.sum(1) - 1.0))
            parts = larger(parts, _largest(own_QN - _shares(handed_QMD, _stream(trace, kind, layer), bias_D)))
    for row in range(len(trace.sentences[0].read)):
        one = contributions.paths(found, row)
        inputs = sum(float(weights.sum()) for (_, level), weights in one.weights.items() if level == 0)
        sums = larger(sums, abs(inputs - 1.0))
    return [
        Proof("summands", "what all tokens hand over, and the attention's output", apart, CLOSE * size),
        Proof("shares of tokens", "each token's share of a row, and by the definition, row by row", parts, 1e-9),
        Proof("paths", "sum of all that goes into a row, and 1", sums, 1e-9),
        *_heads(trace),
    ]


def _handed(trace: Trace, weights: _Weights, kind: str, layer: int) -> tuple[Array, Array]:
    """(Q, M, D) what each key hands over to each row, the sum over heads of weight · value · W_O; (D,) the bias."""
    path, (rows, columns) = ATTENTION[kind].format(layer=layer), trace.size(kind)
    v_HMK = trace.arrays[f"{path}.v"][0, :, :columns].astype(np.float64)
    out_DW, width = weights.get(f"{path}.to_out.weight"), v_HMK.shape[-1]
    handed_QMD = np.zeros((rows, columns, len(out_DW)))
    for head, v_MK in enumerate(v_HMK):
        map_QM = trace.map(kind, layer, head).astype(np.float64)
        handed_QMD += map_QM[..., None] * (v_MK @ out_DW[:, head * width : (head + 1) * width].T)
    return handed_QMD, weights.bias(f"{path}.to_out.bias", len(out_DW))


def _output(trace: Trace, kind: str, layer: int) -> Array:
    """(Q, D) the recorded output."""
    recorded: Array = trace.arrays[f"{ATTENTION[kind].format(layer=layer)}.output"][0, : trace.size(kind)[0]]
    return recorded.astype(np.float64)


def _stream(trace: Trace, kind: str, layer: int) -> Array:
    """(Q, D) the recorded stream that an attention adds to."""
    name = f"{kind}.layers.{layer - 1}.ff_sublayer.residual" if layer else f"{kind}.embed.input"
    if kind == "cross":
        name = f"decoder.layers.{layer}.attn_sublayer.residual"
    recorded: Array = trace.arrays[name][0, : trace.size(kind)[0]]
    return recorded.astype(np.float64)


def _shares(handed_QMD: Array, stream_QD: Array, bias_D: Array) -> Array:
    """(Q, M + 1) the importance of each key and of the stream, as shares of a row's sum (Ferrando et al. 2022)."""
    rows = []
    for handed_MD, stream_D in zip(handed_QMD, stream_QD, strict=True):
        whole_D, found = handed_MD.sum(0) + stream_D + bias_D, []
        for part_D in (*handed_MD, stream_D):
            found.append(max(0.0, float(np.abs(whole_D).sum() - np.abs(whole_D - part_D).sum())))
        rows.append([one / sum(found) for one in found] if any(found) else [0.0] * len(handed_MD) + [1.0])
    return np.array(rows)


def _heads(trace: Trace) -> list[Proof]:
    """Planes of queries and keys, and divergences of rows."""
    plane, size, rows = 0.0, 1.0, 0.0
    for kind in KINDS:
        layers, heads = trace.spec.layers(kind), trace.spec.heads_of(kind)
        for layer in range(layers):
            for head in range(heads):
                found = query_key_plane.head_plane(trace, kind, layer, head)
                scores_QM = trace.map(kind, layer, head, "scaled").astype(np.float64)
                scores_QM = scores_QM - scores_QM.mean(1, keepdims=True)
                left, values, right = np.linalg.svd(scores_QM, full_matrices=False)
                best_QM = (left[:, :2] * values[:2]) @ right[:2]
                near = values[1] - values[2] < 1e-3 * values[0] if len(values) > 2 else False
                if not near:  # of two equal singular values either may be left out
                    plane = larger(plane, _largest(found.queries @ found.keys.T - best_QM))
                    squares = values**2
                    kept = squares[:2].sum() / squares.sum() if values[0] > 1e-2 * size else found.share
                    plane = larger(plane, abs(found.share - float(kept)))
                size = max(size, _largest(scores_QM))
        if layers:
            rows = larger(rows, _divergence_apart([maps.astype(np.float64) for maps in trace.maps(kind)]))
    return [
        Proof("plane of a head", "dot products in the plane, and the scores' best of rank 2", plane, 10 * CLOSE * size),
        Proof("heads by similarity", "divergence of two heads, and row by row", rows, 1e-9),
    ]


def _divergence_apart(maps: list[Array]) -> float:
    """The divergence of the first head from every other one, summed row by row and key by key."""
    weights_NQM = np.concatenate(maps)
    found, worst = head_likeness.divergences(weights_NQM), 0.0
    for other, map_QM in enumerate(weights_NQM):
        total = 0.0
        for p, q in zip(weights_NQM[0].ravel().tolist(), map_QM.ravel().tolist(), strict=True):
            middle = (p + q) / 2
            total += sum(one * math.log2(one / middle) / 2 for one in (p, q) if one > 0)
        worst = larger(worst, abs(total - float(found[0, other])))
    return worst


def _largest(values: Array) -> float:
    return float(np.abs(values).max(initial=0.0)) if torch.isfinite(torch.from_numpy(values)).all() else math.nan
