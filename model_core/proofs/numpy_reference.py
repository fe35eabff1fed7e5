"""An independent reference for any variant: the formulas of a spec written out in float64, with NumPy alone.

Where `torch.nn.Transformer` has no counterpart for a variant (`model_core.proofs.torch_reference`), this is what a
model is compared with. Shapes: B batch, S source tokens, T target rows, N rows, M keys, D width, H heads, K head width,
V vocabulary.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch
from torch import Tensor

from model_core.proofs.proof import score_scale
from model_core.transformer.model import EncoderDecoder

Array = np.ndarray


def _erf(x: Array) -> Array:
    """The error function, number by number."""
    return np.vectorize(math.erf, otypes=[np.float64])(x)


ACTIVATIONS: dict[str, Callable[[Any], Any]] = {  # of arrays
    "relu": lambda x: np.maximum(x, 0),
    "gelu": lambda x: x * (1 + _erf(x / math.sqrt(2))) / 2,
    "gelu_tanh": lambda x: x / 2 * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3))),
    "silu": lambda x: x / (1 + np.exp(-x)),
}


@dataclass(frozen=True)
class NumpyEdits:
    """What a run changes inside the model, as plain values.

    visible  kind of attention -> (B, Q, M) bool, in place of the model's own mask; a query that may read nothing
             then has weights 0
    masked   a masked cell's score, None = the model's own
    silent   (path of an attention, head): heads whose output is 0
    places   "encoder", "decoder" -> for each token the place whose position vector it gets
    reads    (path of an attention, head) -> (Q, M) or (B, Q, M) weights in place of the head's own, before masked
             cells are left out and rows scaled to 1
    given    (path of an attention, sentence, head, query) -> key -> weight set by hand, all of cells that may be read
    quiet    paths of feed-forwards that add nothing
    cut      paths of sub-layers without their residual connection
    taken    hook name -> (sentence, head or None, place, numbers): activations put in place of a run's own
    """

    visible: Mapping[str, Array] = field(default_factory=dict)
    masked: float | None = None
    silent: frozenset[tuple[str, int]] = frozenset()
    places: Mapping[str, Sequence[int]] = field(default_factory=dict)
    reads: Mapping[tuple[str, int], Array] = field(default_factory=dict)
    given: Mapping[tuple[str, int, int, int], Mapping[int, float]] = field(default_factory=dict)
    quiet: frozenset[str] = frozenset()
    cut: frozenset[str] = frozenset()
    taken: Mapping[str, Sequence[tuple[int, int | None, int, Array]]] = field(default_factory=dict)


class NumpyTransformer:
    """The numbers of a model, copied when this is made, and its formulas; with the changes of a run, if there are."""

    def __init__(self, model: EncoderDecoder, changes: NumpyEdits | None = None) -> None:
        self.spec, self.changes = model.spec, changes or NumpyEdits()
        self.numbers = {name: tensor.detach().double().numpy() for name, tensor in model.state_dict().items()}
        self.weights: dict[str, Tensor] = {}
        self.kept: dict[str, Array] = {}

    def run(self, source_BS: Tensor, read_BT: Tensor) -> tuple[Tensor, dict[str, Tensor]]:
        """(logits (B, T, V), weights of every attention (B, H, Q, M) by the model's hook name)."""
        self.weights = {}
        source, read, pad = source_BS.numpy(), read_BT.numpy(), self.spec.pad_id
        real_source, real_read = source != pad, read != pad
        real_read[:, 0] = True
        count = read.shape[1]
        causal = np.arange(count)[:, None] >= np.arange(count)
        visible = {"encoder": real_source[:, None], "decoder": real_read[:, None] & causal}
        visible = visible | {"cross": visible["encoder"]} | dict(self.changes.visible)
        x = self._embedded("encoder", source)
        for layer in range(self.spec.encoder_layers):
            path = f"encoder.layers.{layer}"
            x = self._around(f"{path}.attn_sublayer", x, self._attending(f"{path}.self_attn", visible["encoder"]))
            x = self._around(f"{path}.ff_sublayer", x, self._feeding(f"{path}.feed_forward"))
        memory, y = self._ended("encoder", x), self._embedded("decoder", read)
        for layer in range(self.spec.decoder_layers):
            path = f"decoder.layers.{layer}"
            own = self._attending(f"{path}.self_attn", visible["decoder"])
            y = self._around(f"{path}.attn_sublayer", y, own)
            other = self._attending(f"{path}.cross_attn", visible["cross"], memory)
            y = self._around(f"{path}.cross_sublayer", y, other)
            y = self._around(f"{path}.ff_sublayer", y, self._feeding(f"{path}.feed_forward"))
        hidden = self._ended("decoder", y) * self.spec.logit_scale
        return torch.from_numpy(self._linear("to_logits", hidden)).float(), dict(self.weights)

    def read_early(self, stack: str, x: Array) -> Array:
        """(B, N, V) logits of a stack's stream (B, N, D) as if it ended there; of the encoder by the source's table."""
        hidden = self._ended(stack, x) * self.spec.logit_scale
        if stack == "decoder":
            return self._linear("to_logits", hidden)
        return hidden @ self.numbers["encoder.embed.table.weight"].T

    # -- parts ------------------------------------------------------------------------------------------------------
    def _linear(self, path: str, x: Array) -> Array:
        return x @ self.numbers[f"{path}.weight"].T + self.numbers.get(f"{path}.bias", 0.0)

    def _norm(self, path: str, x: Array) -> Array:
        """The norm at this place."""
        mean, deviation = self._moments(path, x)
        return self.numbers[f"{path}.weight"] * (x - mean) / deviation + self.numbers.get(f"{path}.bias", 0.0)

    def normed_summand(self, path: str, summand: Array, x: Array) -> Array:
        """What the norm at this place makes of one summand of x, its shift left out."""
        mean = 0.0 if self.spec.norm in ("rms", "batch") else summand.mean(-1, keepdims=True)
        return self.numbers[f"{path}.weight"] * (summand - mean) / self._moments(path, x)[1]

    def _moments(self, path: str, x: Array) -> tuple[Any, Array]:
        """What the norm at this place subtracts, and what it divides by."""
        eps, kind = self.spec.norm_eps, self.spec.norm
        mean, deviation = x.mean(-1, keepdims=True), np.sqrt(x.var(-1, keepdims=True) + eps)
        if kind == "rms":
            mean, deviation = 0.0, np.sqrt((x * x).mean(-1, keepdims=True) + eps)
        elif kind == "batch":
            mean, deviation = self.numbers[f"{path}.running_mean"], np.sqrt(self.numbers[f"{path}.running_var"] + eps)
        elif kind in ("scalar", "unbiased"):
            deviation = x.std(-1, ddof=1, keepdims=True) + eps
        return mean, deviation

    def _embedded(self, stack: str, ids: Array) -> Array:
        """(B, N, D) what the first layer reads."""
        spec, length, path = self.spec, ids.shape[1], f"{stack}.embed"
        scale = math.sqrt(spec.d_model) if spec.scale_embedding else 1.0
        x: Array = self.numbers[f"{path}.table.weight"][ids] * scale
        places = list(self.changes.places.get(stack, range(length)))[:length]
        if spec.positions == "learned":
            x = x + self.numbers[f"{path}.position.table"][spec.position_offset :][places]
        elif spec.positions == "sinusoidal":
            waves = [[self._wave(place, unit) for unit in range(spec.d_model)] for place in places]
            x = x + np.array(waves, np.float32)  # as every number of a model, the table is of float32
        return self._passed(f"{path}.input", self._norm(f"{path}.norm", x) if spec.embedding_norm else x)

    def _passed(self, name: str, x: Array) -> Array:
        """An activation, kept under its hook name, with patched activations put in."""
        for sentence, head, place, numbers in self.changes.taken.get(name, ()):
            x = x.copy()
            x[(sentence, place) if head is None else (sentence, head, place)] = numbers
        self.kept[name] = x
        return x

    def _ended(self, stack: str, x: Array) -> Array:
        """The output of a stack, after its final norm if there is one."""
        return self._norm(f"{stack}.final_norm", x) if self.spec.final_norm else x

    def _wave(self, place: int, unit: int) -> float:
        """One number of the positional table."""
        width, pairs = self.spec.d_model, (self.spec.d_model + 1) // 2
        if self.spec.position_layout == "halves":
            pair, wave = unit % pairs, math.sin if unit < pairs else math.cos
        else:
            pair, wave = unit // 2, math.cos if unit % 2 else math.sin
        return wave(place / self.spec.position_base ** (2 * pair / width))

    def _around(self, path: str, x: Array, work: Callable[[Array], Array]) -> Array:
        """The residual connection with its norm."""
        kept = np.zeros_like(x) if path in self.changes.cut else x
        if self.spec.norm_place == "pre":
            x = kept + work(self._norm(f"{path}.norm", x))
        else:
            x = self._norm(f"{path}.norm", kept + work(x))
        return self._passed(f"{path}.residual", x)

    def _feeding(self, path: str) -> Callable[[Array], Array]:
        def feed_forward(x: Array) -> Array:
            hidden = ACTIVATIONS[self.spec.activation](self._linear(f"{path}.up", x))
            if self.spec.gated:
                hidden = hidden * self._linear(f"{path}.gate", x)
            output = self._linear(f"{path}.down", hidden)
            return self._passed(f"{path}.output", output * (path not in self.changes.quiet))

        return feed_forward

    def _attending(self, path: str, visible: Array, memory: Array | None = None) -> Callable[[Array], Array]:
        """Attention of the rows to themselves, or to `memory`; `visible` is spread to (B, N, M)."""

        def attention(x: Array) -> Array:
            reads = x if memory is None else memory
            q, k, v = (self._heads(f"{path}.to_{one}", rows) for one, rows in (("q", x), ("k", reads), ("v", reads)))
            scores = np.einsum("bhnk,bhmk->bhnm", q, k)
            cells = np.broadcast_to(visible[:, None], scores.shape)
            scale = score_scale(self.spec, q.shape[-1])
            instead = -np.inf if self.spec.mask_value is None else self.spec.mask_value
            if self.spec.mask_place == "before":
                scores, instead = np.where(cells, scores, instead), instead * scale
            if self.changes.masked is not None:
                instead = self.changes.masked
            scores = np.where(cells, scores * scale + self._distances(path, x.shape[1]), instead)
            highest = scores.max(-1, keepdims=True)
            raised = np.exp(scores - np.where(np.isinf(highest), 0.0, highest))
            sums = raised.sum(-1, keepdims=True)
            weights = raised / np.where(sums == 0.0, 1.0, sums)  # no key at all: weights 0
            weights = self._set(path, weights, cells)
            self.weights[f"{path}.weights"] = torch.from_numpy(weights).float()
            outputs = np.einsum("bhnm,bhmk->bhnk", weights, v)
            outputs[:, [head for place, head in self.changes.silent if place == path]] = 0.0
            joined = self._passed(f"{path}.head_outputs", outputs).transpose(0, 2, 1, 3)
            return self._linear(f"{path}.to_out", joined.reshape(*joined.shape[:2], -1))

        return attention

    def _set(self, path: str, weights: Array, cells: Array) -> Array:
        """Weights (B, H, N, M) with those that are not the heads' own."""
        for (place, head), pattern in self.changes.reads.items():
            if place == path:
                read = np.where(cells[:, head], pattern[..., : weights.shape[2], : weights.shape[3]], 0.0)
                sums = read.sum(-1, keepdims=True)
                weights[:, head] = read / np.where(sums == 0.0, 1.0, sums)
        for (place, sentence, head, query), chosen in self.changes.given.items():
            if place != path:
                continue
            row = weights[sentence, head, query]
            rest = [key for key in range(len(row)) if key not in chosen]
            left, shares = max(0.0, 1.0 - sum(chosen.values())), row[rest].copy()
            if not shares.any():
                shares = cells[sentence, head, query][rest].astype(np.float64)
            row[rest] = shares * left / shares.sum() if shares.any() else 0.0
            for key, weight in chosen.items():
                row[key] = weight
            if row.sum() > 0:
                row /= row.sum()
        return weights

    def _heads(self, path: str, x: Array) -> Array:
        """(B, N, D) -> (B, H, N, K)."""
        made = self._linear(path, x)
        return made.reshape(*made.shape[:2], self.spec.heads_of(path.split(".")[0]), -1).transpose(0, 2, 1, 3)

    def _distances(self, path: str, rows: int) -> Any:
        """(H, N, N) the bias added to the scores of self-attention; 0 without relative positions."""
        stack = path.split(".")[0]
        if self.spec.positions != "relative" or path.endswith("cross_attn"):
            return 0.0
        table = self.numbers[f"{stack}.distances.table"]
        buckets = [[self._bucket(key - query, stack == "encoder") for key in range(rows)] for query in range(rows)]
        return table[np.array(buckets)].transpose(2, 0, 1)

    def _bucket(self, ahead: int, bidirectional: bool) -> int:
        """The row of the table for a key that many tokens later than the query."""
        count = self.spec.position_buckets // (2 if bidirectional else 1)
        first = count if bidirectional and ahead > 0 else 0
        far = abs(ahead) if bidirectional else max(0, -ahead)
        exact = count // 2
        if far < exact:
            return first + far
        share = math.log(far / exact) / math.log(self.spec.position_reach / exact)
        return first + min(count - 1, exact + int(share * (count - exact) + 1e-6))
