"""Hugging Face's Marian with our weights in it, so that the same thing is computed: the logits have to agree."""

from __future__ import annotations

import importlib.util
from typing import Any

import torch
from torch import Tensor

from model_core.transformer.layers import sinusoidal_table
from model_core.transformer.model import EncoderDecoder

MISSING = "transformers is not installed (the dev extra has it); lines against Hugging Face are left out"


def there() -> bool:
    """Whether transformers is installed."""
    return importlib.util.find_spec("transformers") is not None


def marian(model: EncoderDecoder, dropout: float = 0.0) -> Any:
    """A MarianMTModel in evaluation mode that computes what `model` computes (shapes of benchmarks.engine.shapes only);
    `dropout` as in `ModelSpec.dropout`."""
    from transformers import MarianConfig, MarianMTModel
    from transformers.utils import logging

    logging.set_verbosity_error()
    spec = model.spec
    config = MarianConfig(
        vocab_size=spec.target_vocabulary, d_model=spec.d_model, max_position_embeddings=spec.max_positions,
        encoder_layers=spec.encoder_layers, decoder_layers=spec.decoder_layers,
        encoder_attention_heads=spec.heads, decoder_attention_heads=spec.heads,
        encoder_ffn_dim=spec.d_ff, decoder_ffn_dim=spec.d_ff, activation_function=spec.activation,
        scale_embedding=True, pad_token_id=spec.pad_id, bos_token_id=spec.bos_id, eos_token_id=spec.eos_id,
        decoder_start_token_id=spec.bos_id, forced_eos_token_id=None, share_encoder_decoder_embeddings=True,
        tie_word_embeddings=True, dropout=dropout,
    )  # fmt: skip
    config._attn_implementation = "eager"
    theirs = MarianMTModel(config).eval()
    theirs.load_state_dict(_weights(model), strict=False)
    theirs.tie_weights()
    check(model, theirs)
    return theirs


def _weights(model: EncoderDecoder) -> dict[str, Tensor]:
    """Ours under their names."""
    spec = model.spec
    positions = sinusoidal_table(spec.max_positions, spec.d_model)
    table = model.encoder.embed.table.weight.detach()
    found = {"model.shared.weight": table, "lm_head.weight": table}
    found["final_logits_bias"] = model.to_logits.bias.detach().unsqueeze(0)
    for side, stack in (("encoder", model.encoder), ("decoder", model.decoder)):
        found[f"model.{side}.embed_positions.weight"] = positions
        found[f"model.{side}.embed_tokens.weight"] = table
        for number, layer in enumerate(list[Any](stack.layers)):
            path = f"model.{side}.layers.{number}"
            found |= _attention(layer.self_attn, f"{path}.self_attn")
            found |= _both(layer.attn_sublayer.norm, f"{path}.self_attn_layer_norm")
            if side == "decoder":
                found |= _attention(layer.cross_attn, f"{path}.encoder_attn")
                found |= _both(layer.cross_sublayer.norm, f"{path}.encoder_attn_layer_norm")
            found |= _both(layer.feed_forward.up, f"{path}.fc1") | _both(layer.feed_forward.down, f"{path}.fc2")
            found |= _both(layer.ff_sublayer.norm, f"{path}.final_layer_norm")
    return found


def _attention(own: Any, path: str) -> dict[str, Tensor]:
    names = {"q_proj": own.to_q, "k_proj": own.to_k, "v_proj": own.to_v, "out_proj": own.to_out}
    return {key: value for name, part in names.items() for key, value in _both(part, f"{path}.{name}").items()}


def _both(part: Any, path: str) -> dict[str, Tensor]:
    return {f"{path}.weight": part.weight.detach(), f"{path}.bias": part.bias.detach()}


@torch.inference_mode()
def check(model: EncoderDecoder, theirs: Any) -> None:
    """Raises AssertionError unless both give the same logits."""
    draw = torch.Generator().manual_seed(7)
    source, read = (torch.randint(4, model.spec.source_vocabulary, (1, 9), generator=draw) for _ in range(2))
    own = model(source, read)
    other = theirs(input_ids=source, decoder_input_ids=read, use_cache=False).logits
    worst = float((own - other).abs().max())
    assert worst < 1e-3 * float(own[..., 4:].abs().max()), f"logits differ by {worst}"
