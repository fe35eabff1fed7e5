"""Tutorial models written out once more as plain functions over their own state dicts: what importers are measured by.

Nothing of model_core is used here. Every function takes the state dict, the number of heads and padded ids, and gives
what the tutorial's model gives in evaluation mode.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import torch
import torch.nn.functional as F
from torch import Tensor

State = dict[str, Tensor]
SOURCES, TARGETS, WIDTH, INNER, PLACES, HEADS = 21, 25, 24, 40, 18, 4


def randoms(seed: int) -> Callable[..., Tensor]:
    """Random tensors, one after the other."""
    generator = torch.Generator().manual_seed(seed)
    return lambda *shape: torch.randn(*shape, generator=generator) * 0.3


def waves(base: float = 10_000.0, places: int = PLACES, width: int = WIDTH) -> Tensor:
    """The paper's table, interleaved, as tutorials compute it in float32."""
    table = torch.zeros(places, width)
    place = torch.arange(places, dtype=torch.float).unsqueeze(1)
    divisor = torch.exp(torch.arange(0, width, 2).float() * (-math.log(base) / width))
    table[:, 0::2], table[:, 1::2] = torch.sin(place * divisor), torch.cos(place * divisor)
    return table


def unbiased(x: Tensor, scale: Tensor, shift: Tensor, eps: float = 1e-6) -> Tensor:
    return scale * (x - x.mean(-1, keepdim=True)) / (x.std(-1, keepdim=True) + eps) + shift


def attend(q: Tensor, k: Tensor, v: Tensor, heads: int, mask: Tensor, divisor: float, value: float = -1e9) -> Tensor:
    q, k, v = (one.view(*one.shape[:2], heads, -1).transpose(1, 2) for one in (q, k, v))
    scores = (q @ k.transpose(-2, -1) / divisor).masked_fill(~mask, value)
    return (scores.softmax(-1) @ v).transpose(1, 2).flatten(2)


def masks(source: Tensor, target: Tensor, pad: int) -> tuple[Tensor, Tensor]:
    """(B, 1, 1, S) and (B, 1, T, T)."""
    real = (target != pad)[:, None, None]
    return (source != pad)[:, None, None], real & torch.ones(target.shape[1], target.shape[1], dtype=torch.bool).tril()


# ---------------------------------------------------------------- The Annotated Transformer


def annotated_state(seed: int, layers: tuple[int, int] = (2, 3)) -> State:
    made, new = {}, randoms(seed)

    def linear(path: str, rows: int, columns: int) -> None:
        made[f"{path}.weight"], made[f"{path}.bias"] = new(rows, columns), new(rows)

    def norm(path: str) -> None:
        made[f"{path}.a_2"], made[f"{path}.b_2"] = 1 + new(WIDTH), new(WIDTH)

    for side, count, attentions in (
        ("encoder", layers[0], ["self_attn"]),
        ("decoder", layers[1], ["self_attn", "src_attn"]),
    ):
        for n in range(count):
            path = f"{side}.layers.{n}"
            for attention in attentions:
                for place in range(4):
                    linear(f"{path}.{attention}.linears.{place}", WIDTH, WIDTH)
            linear(f"{path}.feed_forward.w_1", INNER, WIDTH)
            linear(f"{path}.feed_forward.w_2", WIDTH, INNER)
            for place in range(len(attentions) + 1):
                norm(f"{path}.sublayer.{place}.norm")
        norm(f"{side}.norm")
    made["src_embed.0.lut.weight"], made["tgt_embed.0.lut.weight"] = new(SOURCES, WIDTH), new(TARGETS, WIDTH)
    made["src_embed.1.pe"] = made["tgt_embed.1.pe"] = waves()[None]
    linear("generator.proj", TARGETS, WIDTH)
    return made


def annotated(state: State, heads: int, source: Tensor, target: Tensor, pad: int) -> Tensor:
    def linear(path: str, x: Tensor) -> Tensor:
        return F.linear(x, state[f"{path}.weight"], state[f"{path}.bias"])

    def norm(path: str, x: Tensor) -> Tensor:
        return unbiased(x, state[f"{path}.a_2"], state[f"{path}.b_2"])

    def attention(path: str, x: Tensor, memory: Tensor, mask: Tensor) -> Tensor:
        parts = [linear(f"{path}.linears.{n}", one) for n, one in enumerate((x, memory, memory))]
        return linear(f"{path}.linears.3", attend(*parts, heads, mask, math.sqrt(WIDTH / heads)))

    def stack(side: str, x: Tensor, own: Tensor, memory: Tensor | None = None, other: Tensor | None = None) -> Tensor:
        for n in range(sum(name.endswith("feed_forward.w_1.bias") and name.startswith(side) for name in state)):
            path = f"{side}.layers.{n}"
            y = norm(f"{path}.sublayer.0.norm", x)
            x = x + attention(f"{path}.self_attn", y, y, own)
            last = 1
            if memory is not None and other is not None:
                x = x + attention(f"{path}.src_attn", norm(f"{path}.sublayer.1.norm", x), memory, other)
                last = 2
            y = norm(f"{path}.sublayer.{last}.norm", x)
            x = x + linear(f"{path}.feed_forward.w_2", linear(f"{path}.feed_forward.w_1", y).relu())
        return norm(f"{side}.norm", x)

    def embed(side: str, ids: Tensor) -> Tensor:
        return (
            state[f"{side}_embed.0.lut.weight"][ids] * math.sqrt(WIDTH) + state[f"{side}_embed.1.pe"][:, : ids.shape[1]]
        )

    source_mask, target_mask = masks(source, target, pad)
    memory = stack("encoder", embed("src", source), source_mask)
    hidden = stack("decoder", embed("tgt", target), target_mask, memory, source_mask)
    return linear("generator.proj", hidden).log_softmax(-1)


# ---------------------------------------------------------------- hkproj


def hkproj_state(seed: int, single: bool = True, bias: bool = False, layers: tuple[int, int] = (2, 2)) -> State:
    made, new = {}, randoms(seed)
    shape = (1,) if single else (WIDTH,)

    def linear(path: str, rows: int, columns: int, shifted: bool = True) -> None:
        made[f"{path}.weight"] = new(rows, columns)
        if shifted:
            made[f"{path}.bias"] = new(rows)

    def norm(path: str) -> None:
        made[f"{path}.alpha"], made[f"{path}.bias"] = 1 + new(*shape), new(*shape)

    blocks = {"encoder": ["self_attention_block"], "decoder": ["self_attention_block", "cross_attention_block"]}
    for (side, attentions), count in zip(blocks.items(), layers, strict=True):
        for n in range(count):
            path = f"{side}.layers.{n}"
            for attention in attentions:
                for one in "qkvo":
                    linear(f"{path}.{attention}.w_{one}", WIDTH, WIDTH, bias)
            linear(f"{path}.feed_forward_block.linear_1", INNER, WIDTH)
            linear(f"{path}.feed_forward_block.linear_2", WIDTH, INNER)
            for place in range(len(attentions) + 1):
                norm(f"{path}.residual_connections.{place}.norm")
        norm(f"{side}.norm")
    made["src_embed.embedding.weight"], made["tgt_embed.embedding.weight"] = new(SOURCES, WIDTH), new(TARGETS, WIDTH)
    made["src_pos.pe"] = made["tgt_pos.pe"] = waves()[None]
    linear("projection_layer.proj", TARGETS, WIDTH)
    return made


def hkproj(state: State, heads: int, source: Tensor, target: Tensor, pad: int) -> Tensor:
    def linear(path: str, x: Tensor) -> Tensor:
        return F.linear(x, state[f"{path}.weight"], state.get(f"{path}.bias"))

    def norm(path: str, x: Tensor) -> Tensor:
        return unbiased(x, state[f"{path}.alpha"], state[f"{path}.bias"])

    def attention(path: str, x: Tensor, memory: Tensor, mask: Tensor) -> Tensor:
        parts = [linear(f"{path}.w_{one}", rows) for one, rows in (("q", x), ("k", memory), ("v", memory))]
        return linear(f"{path}.w_o", attend(*parts, heads, mask, math.sqrt(WIDTH / heads)))

    def feed(path: str, x: Tensor) -> Tensor:
        return linear(f"{path}.linear_2", linear(f"{path}.linear_1", x).relu())

    def embed(side: str, ids: Tensor) -> Tensor:
        return (
            state[f"{side}_embed.embedding.weight"][ids] * math.sqrt(WIDTH) + state[f"{side}_pos.pe"][:, : ids.shape[1]]
        )

    source_mask, target_mask = masks(source, target, pad)
    x, y = embed("src", source), embed("tgt", target)
    for n in range(sum(name.endswith(".0.norm.alpha") and name.startswith("encoder") for name in state)):
        path = f"encoder.layers.{n}"
        own = norm(f"{path}.residual_connections.0.norm", x)
        x = x + attention(f"{path}.self_attention_block", own, own, source_mask)
        x = x + feed(f"{path}.feed_forward_block", norm(f"{path}.residual_connections.1.norm", x))
    x = norm("encoder.norm", x)
    for n in range(sum(name.endswith(".0.norm.alpha") and name.startswith("decoder") for name in state)):
        path = f"decoder.layers.{n}"
        own = norm(f"{path}.residual_connections.0.norm", y)
        y = y + attention(f"{path}.self_attention_block", own, own, target_mask)
        y = y + attention(
            f"{path}.cross_attention_block", norm(f"{path}.residual_connections.1.norm", y), x, source_mask
        )
        y = y + feed(f"{path}.feed_forward_block", norm(f"{path}.residual_connections.2.norm", y))
    return linear("projection_layer.proj", norm("decoder.norm", y)).log_softmax(-1)


# ---------------------------------------------------------------- jadore801120


def jadore_state(seed: int, key: int = 5, value: int = 7, shared: bool = True) -> State:
    made, new = {}, randoms(seed)

    def norm(path: str) -> None:
        made[f"{path}.layer_norm.weight"], made[f"{path}.layer_norm.bias"] = 1 + new(WIDTH), new(WIDTH)

    for side, attentions in (("encoder", ["slf_attn"]), ("decoder", ["slf_attn", "enc_attn"])):
        for n in range(2):
            path = f"{side}.layer_stack.{n}"
            for attention in attentions:
                for name, width in (("w_qs", key), ("w_ks", key), ("w_vs", value)):
                    made[f"{path}.{attention}.{name}.weight"] = new(HEADS * width, WIDTH)
                made[f"{path}.{attention}.fc.weight"] = new(WIDTH, HEADS * value)
                norm(f"{path}.{attention}")
            made[f"{path}.pos_ffn.w_1.weight"], made[f"{path}.pos_ffn.w_1.bias"] = new(INNER, WIDTH), new(INNER)
            made[f"{path}.pos_ffn.w_2.weight"], made[f"{path}.pos_ffn.w_2.bias"] = new(WIDTH, INNER), new(WIDTH)
            norm(f"{path}.pos_ffn")
        norm(side)
        made[f"{side}.position_enc.pos_table"] = waves()[None]
    made["encoder.src_word_emb.weight"], made["decoder.trg_word_emb.weight"] = new(SOURCES, WIDTH), new(TARGETS, WIDTH)
    made["trg_word_prj.weight"] = made["decoder.trg_word_emb.weight"].clone() if shared else new(TARGETS, WIDTH)
    return made


def jadore(state: State, heads: int, source: Tensor, target: Tensor, pad: int, scaled: str = "prj") -> Tensor:
    key = state["encoder.layer_stack.0.slf_attn.w_qs.weight"].shape[0] // heads

    def norm(path: str, x: Tensor) -> Tensor:
        return F.layer_norm(x, (WIDTH,), state[f"{path}.layer_norm.weight"], state[f"{path}.layer_norm.bias"], 1e-6)

    def attention(path: str, x: Tensor, memory: Tensor, mask: Tensor) -> Tensor:
        parts = [rows @ state[f"{path}.w_{one}s.weight"].T for one, rows in (("q", x), ("k", memory), ("v", memory))]
        made = attend(*parts, heads, mask, math.sqrt(key)) @ state[f"{path}.fc.weight"].T
        return norm(path, made + x)

    def feed(path: str, x: Tensor) -> Tensor:
        inner = F.linear(x, state[f"{path}.w_1.weight"], state[f"{path}.w_1.bias"]).relu()
        return norm(path, F.linear(inner, state[f"{path}.w_2.weight"], state[f"{path}.w_2.bias"]) + x)

    def embed(side: str, name: str, ids: Tensor) -> Tensor:
        x = state[f"{side}.{name}.weight"][ids] * (math.sqrt(WIDTH) if scaled == "emb" else 1.0)
        return norm(side, x + state[f"{side}.position_enc.pos_table"][:, : ids.shape[1]])

    source_mask, target_mask = masks(source, target, pad)
    x, y = embed("encoder", "src_word_emb", source), embed("decoder", "trg_word_emb", target)
    for n in range(2):
        x = attention(f"encoder.layer_stack.{n}.slf_attn", x, x, source_mask)
        x = feed(f"encoder.layer_stack.{n}.pos_ffn", x)
    for n in range(2):
        y = attention(f"decoder.layer_stack.{n}.slf_attn", y, y, target_mask)
        y = attention(f"decoder.layer_stack.{n}.enc_attn", y, x, source_mask)
        y = feed(f"decoder.layer_stack.{n}.pos_ffn", y)
    logits = y @ state["trg_word_prj.weight"].T
    return logits * WIDTH**-0.5 if scaled == "prj" else logits


# ---------------------------------------------------------------- torch.nn.Transformer


class Translator(torch.nn.Module):
    """What PyTorch's own tutorial on translation makes of torch.nn.Transformer."""

    def __init__(self, norm_first: bool = False, activation: str = "relu") -> None:
        super().__init__()
        self.transformer = torch.nn.Transformer(
            WIDTH, HEADS, 2, 2, INNER, 0.0, activation, batch_first=True, norm_first=norm_first
        )
        self.generator = torch.nn.Linear(WIDTH, TARGETS)
        self.src_tok_emb, self.tgt_tok_emb = torch.nn.Embedding(SOURCES, WIDTH), torch.nn.Embedding(TARGETS, WIDTH)
        self.register_buffer("pos_embedding", waves()[:, None])

    def forward(self, source: Tensor, target: Tensor, pad: int) -> Tensor:
        """(B, T, V)."""
        table, count = self.get_buffer("pos_embedding")[:, 0], target.shape[1]
        x = self.src_tok_emb(source) * math.sqrt(WIDTH) + table[: source.shape[1]]
        y = self.tgt_tok_emb(target) * math.sqrt(WIDTH) + table[:count]
        later = torch.ones(count, count, dtype=torch.bool).triu(1)
        pads = source == pad
        made: Tensor = self.generator(
            self.transformer(x, y, tgt_mask=later, src_key_padding_mask=pads, memory_key_padding_mask=pads)
        )
        return made
