"""How much every token contributes to every other, layer by layer: a graph through the residual stream.

After an attention the stream of row i is a sum: the stream before it, what each token j contributes through all heads
(Σ over heads of weight · value · W_O), and the bias. A summand p of the sum y has the importance max(0, ‖y‖₁ − ‖y −
p‖₁): how much closer to y it is than the zero vector (Ferrando et al. 2022, section 3, "ALTI"; as a graph with a
threshold Ferrando and Voita 2024). Importances of a row are divided by their sum, leaving out the bias. In the decoder
the share that the cross-attention leaves to the stream is distributed by the self-attention (Ferrando et al. 2022b,
ALTI+). Feed-forwards and norms mix no tokens and are left out: where a norm follows the sum, the sum before the norm is
decomposed. Where the residual connection is cut the stream before is no summand. No torch. Shapes: S source tokens,
T target rows, Q queries, M keys, H heads, K head width, D width.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from model_core.analysis.arithmetic import stream_before, sublayer_of
from model_core.analysis.score_parts import Weights
from model_core.errors import Refused
from model_core.record.edits import HeadPlace, Patch
from model_core.record.patching import hook_of, is_cut, patched_places
from model_core.record.trace import ATTENTION, Trace

MOST = 6_000_000
"""Most numbers in all summands of a run that are decomposed."""
TOLERANCE = 1e-3
"""Largest difference between an attention's output and the sum of its parts, as a share of its largest number."""


@dataclass(frozen=True, eq=False)
class Shares:
    """One attention: shares (Q, M) of its keys in each row and stays (Q,) of the stream before it, which sum to 1;
    heads (Q, M) the head with the largest part. Where its residual connection is cut nothing stays, and a row to which
    no key contributes is all 0."""

    shares: np.ndarray
    stays: np.ndarray
    heads: np.ndarray


@dataclass(frozen=True, eq=False)
class Contributions:
    """The attentions of all layers, from the first on; `cross` of a decoder layer comes after its own."""

    encoder: tuple[Shares, ...]
    decoder: tuple[Shares, ...]
    cross: tuple[Shares, ...]


TokenNode = tuple[str, int, int]
"""(stack, level, token): level 0 is the embedding, level l the stream after layer l."""


@dataclass(frozen=True)
class Edge:
    """The contribution of one node to a node of the next level: `flow` is its share of the chosen row's total.

    head  the head with the largest part, from 0; None for the residual connection
    """

    start: TokenNode
    end: TokenNode
    flow: float
    head: int | None = None


@dataclass(frozen=True, eq=False)
class Flows:
    """What one attention contributes to the nodes of a level: flows (Q, M) from its keys, which are the nodes of
    `start` (stack, level); `heads` as in Shares."""

    start: tuple[str, int]
    end: tuple[str, int]
    flows: np.ndarray
    heads: np.ndarray


@dataclass(frozen=True, eq=False)
class Paths:
    """All contributions to one row of the decoder: weights (stack, level) -> (tokens,) share of the total that passes
    through each node, flows by attentions, and stays (stack, level of the end) -> (tokens,) over the residual
    connection from the same token one level below. The weights of the embeddings of both stacks sum to 1, or less
    where nothing contributes to a row whose residual connection is cut."""

    row: int
    weights: dict[tuple[str, int], np.ndarray]
    flows: tuple[Flows, ...]
    stays: dict[tuple[str, int], np.ndarray]

    def weight(self, node: TokenNode) -> float:
        """The share of the total that passes through a node."""
        return float(self.weights[node[:2]][node[2]])

    def edges(self, least: float) -> tuple[Edge, ...]:
        """The edges with a flow of at least `least`, the strongest last."""
        found = [
            Edge((*one.start, int(key)), (*one.end, int(row)), float(one.flows[row, key]), int(one.heads[row, key]))
            for one in self.flows for row, key in np.argwhere(one.flows >= max(least, 1e-12))
        ]  # fmt: skip
        for (stack, level), stays in self.stays.items():
            found += [
                Edge((stack, level - 1, int(at)), (stack, level, int(at)), float(stays[at]))
                for at in np.flatnonzero(stays >= max(least, 1e-12))
            ]
        return tuple(sorted(found, key=lambda edge: edge.flow))


def importances(parts_ND: np.ndarray, whole_D: np.ndarray) -> np.ndarray:
    """(N,) max(0, ‖y‖₁ − ‖y − p‖₁) of each part."""
    without_N = np.abs(whole_D - parts_ND).sum(1)
    return np.maximum(0.0, np.abs(whole_D).sum() - without_N)


def contributions(trace: Trace, parameters: Weights, sentence: int = 0) -> Contributions:
    """The contributions in one sentence of a run. Raises Refused if arrays were not recorded, the text is too long,
    or edits make the parts not sum to the output or not come from this sentence's tokens."""
    spec = trace.spec
    if any(_is_foreign(trace, patch, sentence) for patch in trace.run.edits.patches):
        raise Refused("E-PATHS", "an activation of another text is patched in: what it adds comes from no token here")
    sizes = [np.prod(trace.size(kind, sentence)) * spec.layers(kind) for kind in ATTENTION]
    if sum(sizes) * spec.d_model > MOST:
        raise Refused("E-PATHS", "this text is too long to compute its attention paths")
    return Contributions(
        tuple(_shares(trace, parameters, "encoder", layer, sentence) for layer in range(spec.layers("encoder"))),
        tuple(_shares(trace, parameters, "decoder", layer, sentence) for layer in range(spec.layers("decoder"))),
        tuple(_shares(trace, parameters, "cross", layer, sentence) for layer in range(spec.layers("cross"))),
    )


def _is_foreign(trace: Trace, patch: Patch, sentence: int) -> bool:
    """Whether a patch replaces an activation of this sentence."""
    stack = "encoder" if patch.kind == "encoder" else "decoder"
    places = patched_places(patch, trace.spec.bos_id)
    there = places and places[0] < trace.size(stack, sentence)[0] and hook_of(patch) in trace.arrays
    return bool(there) and patch.sentence == sentence


def _shares(trace: Trace, parameters: Weights, kind: str, layer: int, sentence: int) -> Shares:
    rows, columns = trace.size(kind, sentence)
    path = ATTENTION[kind].format(layer=layer)
    sublayer = sublayer_of(kind, layer)
    before = stream_before(sublayer)
    names = [before, f"{path}.v", f"{path}.output"]
    if missing := next((name for name in names if name not in trace.arrays), None):
        raise Refused("E-PATHS", "{missing} was not recorded", missing=missing)
    stream_QD = trace.arrays[before][sentence, :rows].astype(np.float64)
    cut = is_cut(trace.run.edits, sublayer)
    if cut:
        stream_QD[:] = 0.0
    v_HMK = trace.arrays[f"{path}.v"][sentence, :, :columns].astype(np.float64)
    weights_HQM = np.stack([trace.map(kind, layer, head, "weights", sentence) for head in range(len(v_HMK))])
    out_HKD = parameters.get(f"{path}.to_out.weight").astype(np.float64).T.reshape(len(v_HMK), v_HMK.shape[-1], -1)
    off = [head for head in range(len(v_HMK)) if HeadPlace(kind, layer, head) in trace.run.edits.heads_off]
    values_HMD = v_HMK @ out_HKD
    values_HMD[off] = 0.0
    bias_D = parameters.bias(f"{path}.to_out.bias", stream_QD.shape[-1]).astype(np.float64)
    output_QD = trace.arrays[f"{path}.output"][sentence, :rows].astype(np.float64)
    whole_QD = np.einsum("hqm,hmd->qd", weights_HQM, values_HMD) + bias_D
    if np.abs(whole_QD - output_QD).max(initial=0.0) > TOLERANCE * max(1.0, np.abs(output_QD).max(initial=0.0)):
        raise Refused(
            "E-PATHS",
            "the contributions to {path} do not sum to its output: a value was set by hand, or padding is read",
            path=path,
        )
    shares_QM, stays_Q = np.zeros((rows, columns)), np.zeros(rows)
    for row in range(rows):
        handed_MD = np.einsum("hm,hmd->md", weights_HQM[:, row], values_HMD)
        found = importances(np.vstack([handed_MD, stream_QD[row]]), stream_QD[row] + whole_QD[row])
        total = found.sum()
        shares_QM[row], stays_Q[row] = (found[:-1] / total, found[-1] / total) if total > 0 else (0.0, float(not cut))
    lengths_HM = np.abs(values_HMD).sum(-1)
    heads_QM = (weights_HQM * lengths_HM[:, None]).argmax(0)
    return Shares(shares_QM, stays_Q, heads_QM)


def paths(found: Contributions, row: int) -> Paths:
    """The contributions to one row of the decoder's last layer, followed down to the embeddings."""
    deep, memory = len(found.decoder), len(found.encoder)
    rows = len(found.decoder[0].stays) if found.decoder else row + 1
    sources = found.cross[0].shares.shape[1] if found.cross else 0
    weights = {("decoder", deep): np.zeros(rows), ("encoder", memory): np.zeros(sources)}
    weights["decoder", deep][row] = 1.0
    flows: list[Flows] = []
    stays: dict[tuple[str, int], np.ndarray] = {}
    for level in range(deep, 0, -1):
        through, cross = weights["decoder", level], found.cross[level - 1]
        flow = through[:, None] * cross.shares
        flows.append(Flows(("encoder", memory), ("decoder", level), flow, cross.heads))
        weights["encoder", memory] += flow.sum(0)
        _follow("decoder", level, found.decoder[level - 1], through * cross.stays, (weights, flows, stays))
    for level in range(memory, 0, -1):
        _follow("encoder", level, found.encoder[level - 1], weights["encoder", level], (weights, flows, stays))
    return Paths(row, weights, tuple(flows), stays)


_Parts = tuple[dict[tuple[str, int], np.ndarray], list[Flows], dict[tuple[str, int], np.ndarray]]


def _follow(stack: str, level: int, own: Shares, through: np.ndarray, into: _Parts) -> None:
    """A level's self-attention and residual connections, one level down."""
    weights, flows, stays = into
    flow = through[:, None] * own.shares
    flows.append(Flows((stack, level - 1), (stack, level), flow, own.heads))
    stays[stack, level] = through * own.stays
    weights[stack, level - 1] = flow.sum(0) + stays[stack, level]
