"""A score as the sum of four parts: token and position of the query times token and position of the key. No torch.

Only in the first layer is a vector still token + position. A norm before it divides both by one number, its spread,
which is taken as it was: the split is exact then. Biases of the norm and of W_q and W_k are not part of either; all
that they add is a fifth part. Shapes: D width of the model, K of a head.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from model_core.errors import Message
from model_core.record.patching import hook_of
from model_core.record.trace import ATTENTION, Trace

NAMES = ("token · token", "token · position", "position · token", "position · position", "biases")
"""The parts: query's before key's."""


class Weights(Protocol):
    """A model's weights by name: see `model_core.checkpoints.parameters`."""

    def get(self, name: str) -> np.ndarray: ...
    def bias(self, name: str, size: int) -> np.ndarray: ...


@dataclass(frozen=True)
class ScorePlace:
    """One cell of one head: which query reads which key, all from 0."""

    kind: str
    head: int
    query: int
    key: int
    sentence: int = 0


def why_not(trace: Trace, kind: str, layer: int, sentence: int = 0) -> str:
    """Why a score of this attention has no such parts, "" if it has."""
    spec = trace.spec
    if kind == "cross":
        return Message("the query has already read other tokens: it is no longer one token plus its position")
    if layer:
        return Message("after the first layer every vector is a mixture of tokens and positions")
    if spec.positions in ("none", "relative"):
        return Message("this model adds no positions to its tokens")
    if spec.embedding_norm:
        return Message("token and position are normalised together first")
    if spec.norm_place == "pre" and spec.norm not in ("layer", "rms"):
        return Message("this model’s norm does not divide token and position by a single statistic of their sum")
    if any(hook_of(one) == f"{kind}.embed.input" and one.sentence == sentence for one in trace.run.edits.patches):
        return Message("this run’s edits patch in the input of another text in place of token plus position")
    return ""


def score_parts(trace: Trace, parameters: Weights, place: ScorePlace) -> np.ndarray:
    """(5,) the parts of the raw score q·k in the order of NAMES; their sum is the score. See `why_not` first.

    Raises Refused if the weights cannot be read, KeyError if the run has not recorded its vectors.
    """
    spec, attention = trace.spec.for_stack(place.kind), ATTENTION[place.kind].format(layer=0)
    width = spec.head_width
    rows = slice(place.head * width, (place.head + 1) * width)
    made = {}
    for name, row in (("q", place.query), ("k", place.key)):
        weight_KD = parameters.get(f"{attention}.to_{name}.weight")[rows].astype(np.float64)
        bias_K = parameters.bias(f"{attention}.to_{name}.bias", spec.heads * width)[rows].astype(np.float64)
        token_D, position_D, rest_D = _vectors(trace, parameters, place, row)
        made[name] = weight_KD @ token_D, weight_KD @ position_D, weight_KD @ rest_D + bias_K
    (qt, qp, q0), (kt, kp, k0) = made["q"], made["k"]
    rest = q0 @ (kt + kp + k0) + (qt + qp) @ k0
    return np.array([qt @ kt, qt @ kp, qp @ kt, qp @ kp, rest])


def _vectors(
    trace: Trace, parameters: Weights, place: ScorePlace, row: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """What the attention reads of one row, (D,) each: its token's part, its position's, and what is neither."""
    side, spec = place.kind, trace.spec
    token = trace.arrays[f"{side}.embed.tokens"][place.sentence, row].astype(np.float64)
    position = trace.arrays[f"{side}.embed.positions"][row].astype(np.float64)
    if spec.norm_place == "post":
        return token, position, np.zeros_like(token)
    norm = f"{side}.layers.0.attn_sublayer.norm"
    both, scale = token + position, parameters.get(f"{norm}.weight").astype(np.float64)
    if spec.norm == "rms":
        spread = np.sqrt(np.square(both).mean() + spec.norm_eps)
        return token * scale / spread, position * scale / spread, np.zeros_like(token)
    spread = np.sqrt(both.var() + spec.norm_eps)
    shift = parameters.bias(f"{norm}.bias", spec.d_model).astype(np.float64)
    return (token - token.mean()) * scale / spread, (position - position.mean()) * scale / spread, shift
