"""An independent reference: torch.nn.Transformer with a model's own parameters, and the attention weights of every
head.

Nothing of the model's forward pass is used here: embedding, positions, masks and layers are PyTorch's, or written out
once more. Shapes: B batch, S source tokens, T target rows, D width, H heads, Q queries, M keys, V vocabulary.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from model_core.proofs.proof import score_scale
from model_core.spec import ModelSpec
from model_core.transformer.model import Embedding, EncoderDecoder

ACTIVATIONS: dict[str, Callable[[Tensor], Tensor]] = {
    "relu": F.relu,
    "gelu": F.gelu,
    "gelu_tanh": partial(F.gelu, approximate="tanh"),
    "silu": F.silu,
}


def comparable(spec: ModelSpec) -> bool:
    """Whether torch.nn.Transformer can be given these parameters: heads of D / H units, its own norms, no gate, nothing
    added to scores, and a mask that hides."""
    stacks = [spec.for_stack(kind) for kind in ("encoder", "decoder")]
    even = all(one.head_width * one.heads == one.d_model and one.value_width == one.head_width for one in stacks)
    plain = spec.norm in ("layer", "rms") and not spec.gated and spec.positions != "relative"
    return even and plain and not spec.leaks


class Reference:
    """torch.nn.Transformer with the parameters of `model`, copied when this is made."""

    def __init__(self, model: EncoderDecoder) -> None:
        self.model, self.spec = model, model.spec
        self.torch = _transformer(model.spec)
        with torch.no_grad():
            _copy(model, self.torch)

    @torch.inference_mode()
    def run(self, source_BS: Tensor, read_BT: Tensor) -> tuple[Tensor, dict[str, Tensor]]:
        """(logits (B, T, V), weights of every attention (B, H, Q, M) by the model's hook name)."""
        pad, length = self.spec.pad_id, read_BT.shape[1]
        source_pads, read_pads = source_BS == pad, read_BT == pad
        read_pads[:, 0] = False  # a model may start its decoder with the pad id
        with _watching(self.torch) as weights, _slow_path():
            hidden_BTD = self.torch(
                self._embed(self.model.encoder.embed, source_BS),
                self._embed(self.model.decoder.embed, read_BT),
                tgt_mask=torch.ones(length, length, dtype=torch.bool).triu(1),
                src_key_padding_mask=source_pads,
                tgt_key_padding_mask=read_pads,
                memory_key_padding_mask=source_pads,
            )
        hidden_BTD = hidden_BTD * self.spec.logit_scale
        return F.linear(hidden_BTD, self.model.to_logits.weight, self.model.to_logits.bias), weights

    def _embed(self, embedding: Embedding, ids_BN: Tensor) -> Tensor:
        """(B, N) ids -> (B, N, D) by the formulas of the paper, sections 3.4 and 3.5."""
        scale = math.sqrt(self.spec.d_model) if self.spec.scale_embedding else 1.0
        sum_BND = embedding.table.weight[ids_BN] * scale + self._positions(embedding, ids_BN.shape[1])
        if not self.spec.embedding_norm:
            return sum_BND
        norm = _norm(self.spec)
        norm.load_state_dict(embedding.get_submodule("norm").state_dict())
        return norm(sum_BND)

    def _positions(self, embedding: Embedding, length: int) -> Tensor:
        """(N, D) position vectors."""
        if self.spec.positions == "learned":
            table_PD = embedding.position.get_parameter("table")
            return table_PD[self.spec.position_offset :][:length]
        if self.spec.positions == "none":
            return torch.zeros(length, self.spec.d_model)
        width, base = self.spec.d_model, self.spec.position_base
        if self.spec.position_layout == "halves":
            units = [2 * unit / width for unit in range((width + 1) // 2)]
            waves = [[position / base**unit for unit in units] for position in range(length)]
            return torch.tensor([[*map(math.sin, row), *map(math.cos, row)] for row in waves])[:, :width]
        angle = [[position / base ** (unit // 2 * 2 / width) for unit in range(width)] for position in range(length)]
        rows = [[math.cos(a) if unit % 2 else math.sin(a) for unit, a in enumerate(row)] for row in angle]
        return torch.tensor(rows)


def _transformer(spec: ModelSpec) -> nn.Transformer:
    """An nn.Transformer of this shape and variant, in evaluation mode, with weights still to be set."""
    more: dict[str, Any] = {
        "dropout": 0.0,
        "activation": ACTIVATIONS[spec.activation],
        "layer_norm_eps": spec.norm_eps,
        "batch_first": True,
        "norm_first": spec.norm_place == "pre",
    }
    stack = spec.for_stack("decoder")
    with torch.random.fork_rng(devices=[]):
        encoder = nn.TransformerEncoder(
            nn.TransformerEncoderLayer(spec.d_model, spec.heads, spec.d_ff, **more),
            spec.encoder_layers,
            _norm(spec) if spec.final_norm else None,
            enable_nested_tensor=False,
        )
        decoder = nn.TransformerDecoder(
            nn.TransformerDecoderLayer(spec.d_model, stack.heads, stack.d_ff, **more),
            spec.decoder_layers,
            _norm(spec) if spec.final_norm else None,
        )
        whole = nn.Transformer(spec.d_model, spec.heads, custom_encoder=encoder, custom_decoder=decoder, **more)
    for layer in [*encoder.layers, *decoder.layers]:
        for name in ("norm1", "norm2", "norm3"):
            if hasattr(layer, name):
                setattr(layer, name, _norm(spec))
    return whole.eval()


def _norm(spec: ModelSpec) -> nn.Module:
    """PyTorch's norm of this kind."""
    if spec.norm == "rms":
        return nn.RMSNorm(spec.d_model, eps=spec.norm_eps)
    return nn.LayerNorm(spec.d_model, eps=spec.norm_eps, bias=spec.norm_bias)


def _copy(model: EncoderDecoder, other: nn.Transformer) -> None:
    """Copy the model's parameters to where PyTorch keeps them."""
    for own, theirs in zip(model.encoder.layers, other.encoder.layers, strict=True):
        _copy_attention(own.self_attn, theirs.self_attn, model.spec)
        _copy_feed_forward(own.feed_forward, theirs)
        _copy_norms([own.attn_sublayer, own.ff_sublayer], theirs)
    for own, theirs in zip(model.decoder.layers, other.decoder.layers, strict=True):
        _copy_attention(own.self_attn, theirs.self_attn, model.spec)
        _copy_attention(own.cross_attn, theirs.multihead_attn, model.spec)
        _copy_feed_forward(own.feed_forward, theirs)
        _copy_norms([own.attn_sublayer, own.cross_sublayer, own.ff_sublayer], theirs)
    for own, theirs in ((model.encoder, other.encoder), (model.decoder, other.decoder)):
        if theirs.norm is not None:
            theirs.norm.load_state_dict(own.final_norm.state_dict())


def _copy_attention(own: Any, theirs: nn.MultiheadAttention, spec: ModelSpec) -> None:
    """Query, key and value projections one below the other, as PyTorch has them; a missing bias is 0.

    PyTorch divides scores by √K: where the spec has another divisor, the queries are made as much larger.
    """
    parts = [own.to_q, own.to_k, own.to_v]
    theirs.in_proj_weight.copy_(torch.cat([part.weight for part in parts]))
    theirs.out_proj.weight.copy_(own.to_out.weight)
    zero = torch.zeros(own.to_q.out_features)
    theirs.in_proj_bias.copy_(torch.cat([zero if part.bias is None else part.bias for part in parts]))
    theirs.out_proj.bias.copy_(zero if own.to_out.bias is None else own.to_out.bias)
    if spec.attention_scale != "head":
        width = theirs.embed_dim // theirs.num_heads
        for joint in (theirs.in_proj_weight, theirs.in_proj_bias):
            joint[: zero.numel()] *= score_scale(spec, width) * math.sqrt(width)


def _copy_feed_forward(own: Any, theirs: Any) -> None:
    for part, other in ((own.up, theirs.linear1), (own.down, theirs.linear2)):
        other.weight.copy_(part.weight)
        other.bias.copy_(torch.zeros_like(other.bias) if part.bias is None else part.bias)


def _copy_norms(own: list[Any], theirs: nn.Module) -> None:
    for number, sublayer in enumerate(own, 1):
        theirs.get_submodule(f"norm{number}").load_state_dict(sublayer.norm.state_dict())


@contextmanager
def _watching(whole: nn.Transformer) -> Iterator[dict[str, Tensor]]:
    """Weights per head of every attention that runs within this context, by the model's hook name."""
    found: dict[str, Tensor] = {}
    hooks = []
    for path, module in whole.named_modules():
        if isinstance(module, nn.MultiheadAttention):
            name = path.replace("multihead_attn", "cross_attn") + ".weights"
            hooks.append(module.register_forward_pre_hook(_ask, with_kwargs=True))
            hooks.append(module.register_forward_hook(_keeper(found, name)))
    try:
        yield found
    finally:
        for hook in hooks:
            hook.remove()


def _ask(module: nn.Module, args: tuple[Any, ...], words: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Make the module return the weights of each head."""
    return args, {**words, "need_weights": True, "average_attn_weights": False}


def _keeper(found: dict[str, Tensor], name: str) -> Any:
    def keep(module: nn.Module, args: Any, output: tuple[Tensor, Tensor]) -> None:
        found[name] = output[1]

    return keep


@contextmanager
def _slow_path() -> Iterator[None]:
    """Keep PyTorch from using its fused encoder kernel, which returns no weights."""
    before = torch.backends.mha.get_fastpath_enabled()
    torch.backends.mha.set_fastpath_enabled(False)
    try:
        yield
    finally:
        torch.backends.mha.set_fastpath_enabled(before)
