"""A small Marian checkpoint as Hugging Face saves it, made without its library: names, shapes, config.json."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

CONFIG: dict[str, Any] = {
    "model_type": "marian", "vocab_size": 30, "d_model": 16, "encoder_layers": 1, "decoder_layers": 1,
    "encoder_attention_heads": 2, "decoder_attention_heads": 2, "encoder_ffn_dim": 24, "decoder_ffn_dim": 24,
    "max_position_embeddings": 20, "activation_function": "swish", "scale_embedding": True, "pad_token_id": 29,
    "eos_token_id": 0, "bos_token_id": 0, "decoder_start_token_id": 29, "forced_eos_token_id": 0,
    "static_position_embeddings": True, "share_encoder_decoder_embeddings": True, "tie_word_embeddings": True,
    "normalize_before": False, "normalize_embedding": False, "add_final_layer_norm": False, "add_bias_logits": False,
    "dropout": 0.1, "num_beams": 4, "max_length": 512, "bad_words_ids": [[29]],
}  # fmt: skip


def marian_state(seed: int) -> dict[str, Tensor]:
    """Its tensors, with random numbers."""
    generator = torch.Generator().manual_seed(seed)

    def new(*shape: int) -> Tensor:
        return torch.randn(*shape, generator=generator) * 0.2

    made = {"model.shared.weight": new(30, 16), "final_logits_bias": new(1, 30)}
    for side, attentions in (("encoder", ["self_attn"]), ("decoder", ["self_attn", "encoder_attn"])):
        path = f"model.{side}.layers.0"
        for attention in attentions:
            for one in ("q", "k", "v", "out"):
                made[f"{path}.{attention}.{one}_proj.weight"] = new(16, 16)
                made[f"{path}.{attention}.{one}_proj.bias"] = new(16)
        for norm in (*(f"{attention}_layer_norm" for attention in attentions), "final_layer_norm"):
            made[f"{path}.{norm}.weight"], made[f"{path}.{norm}.bias"] = 1 + new(16), new(16)
        made[f"{path}.fc1.weight"], made[f"{path}.fc1.bias"] = new(24, 16), new(24)
        made[f"{path}.fc2.weight"], made[f"{path}.fc2.bias"] = new(16, 24), new(16)
    return made
