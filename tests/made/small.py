"""Small models, sentences and vocabularies for the tests of the core. Importing this loads torch, on one thread."""

from __future__ import annotations

from functools import cache
from typing import Any

import torch

from model_core.spec import ModelSpec
from model_core.tokenizers.vocab import Vocabulary, closed_vocabulary, learn_pieces
from model_core.transformer.model import EncoderDecoder, build

torch.set_num_threads(1)

VARIANTS: dict[str, dict[str, Any]] = {
    "pre-norm": {},
    "post-norm as in the paper": {"norm_place": "post", "final_norm": False},
    "post-norm, gelu, final norm": {"norm_place": "post", "activation": "gelu"},
    "silu, no positions": {"activation": "silu", "positions": "none"},
    "root mean square, learned positions": {"norm": "rms", "positions": "learned"},
    "untied, no attention bias, output bias": {"tied": False, "attention_bias": False, "output_bias": True},
    "unscaled, no final norm": {"scale_embedding": False, "final_norm": False},
    "a wider decoder": {"decoder_d_ff": 56},
    "a decoder of fewer heads": {"decoder_heads": 2},
    "a decoder of more heads, distances, mask first": {
        "heads": 2,
        "decoder_heads": 8,
        "mask_value": -1e20,
        "mask_place": "before",
        "positions": "relative",
        "position_buckets": 8,
        "position_reach": 12,
    },
    "starts with the pad id": {"bos_id": 0},
    "one head, one layer": {"heads": 1, "encoder_layers": 1, "decoder_layers": 1},
    "batch norm, halves, other base": {
        "norm": "batch",
        "norm_place": "post",
        "position_layout": "halves",
        "position_base": 1000.0,
    },
    "one scale, divided by the model's width": {
        "norm": "scalar",
        "norm_eps": 1e-6,
        "attention_scale": "model",
        "mask_value": -1e20,
        "mask_place": "before",
    },
    "unbiased deviation, no shift": {"norm": "unbiased", "norm_bias": False, "activation": "gelu_tanh"},
    "norm on the input, offset, shared output": {
        "norm_place": "post",
        "final_norm": False,
        "embedding_norm": True,
        "positions": "learned",
        "position_offset": 2,
        "tied": False,
        "output_tied": True,
        "output_bias": True,
    },
    "distances, gate, narrow heads, no biases": {
        "norm": "rms",
        "positions": "relative",
        "position_buckets": 8,
        "position_reach": 12,
        "gated": True,
        "attention_scale": "none",
        "attention_bias": False,
        "feed_forward_bias": False,
        "d_key": 5,
        "scale_embedding": False,
        "logit_scale": 0.2,
    },
    "values of their own width, joint bias": {
        "d_key": 6,
        "d_value": 3,
        "attention_bias": False,
        "attention_output_bias": True,
    },
}
"""Changes to `small_spec` that together touch every switch of a ModelSpec."""

SENTENCES = (
    "The baker opens the shop at six.",
    "The baker closes the shop at nine.",
    "My sister paints the old boat green.",
    "My brother paints the new boat white.",
    "Don't leave the window open tonight.",
    "We don't open the old window.",
    "El panadero abre la tienda a las seis.",
    "El panadero cierra la tienda a las nueve.",
    "Mi hermana pinta de verde el barco viejo.",
    "Mi hermano pinta de blanco el barco nuevo.",
    "No dejes la ventana abierta esta noche.",
    "No abrimos la ventana vieja.",
)


def small_spec(**changes: Any) -> ModelSpec:
    """A spec of two layers on each side, small enough for milliseconds."""
    sizes = {"d_model": 32, "heads": 4, "encoder_layers": 2, "decoder_layers": 2, "d_ff": 48, "max_positions": 24}
    return ModelSpec(**{"source_vocabulary": 40, "target_vocabulary": 40, **sizes, **changes})


def small_model(seed: int = 1, **changes: Any) -> EncoderDecoder:
    """A model of `small_spec` in which no number is neutral: biases are not 0, the norms' weights not 1.

    Batch norms have averages of rows they have seen, as trained ones have: without, their stacks let rounding grow.
    """
    model = build(small_spec(**changes), seed=seed)
    if model.spec.norm == "batch":
        model.load_state_dict(_averaged(seed, model.spec))
    else:
        _shift(model, seed)
    return model


def _shift(model: EncoderDecoder, seed: int) -> None:
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.add_(torch.randn(parameter.shape, generator=generator) * 0.08)


@cache
def _averaged(seed: int, spec: ModelSpec) -> dict[str, torch.Tensor]:
    """The state of a model with batch norms after 40 passes, which take fifteen times as long as all else."""
    model = build(spec, seed=seed)
    _shift(model, seed)
    model.train()
    with torch.no_grad(), torch.random.fork_rng():
        torch.manual_seed(seed)  # of dropout
        for _ in range(40):
            model(*(torch.randint(4, size, (8, 9)) for size in (spec.source_vocabulary, spec.target_vocabulary)))
    return model.state_dict()


def varied_model(vocabulary: Vocabulary) -> EncoderDecoder:
    """A small model that writes varied text: untied, as an untrained tied one mostly writes what it has just read."""
    return small_model(4, source_vocabulary=vocabulary.size, target_vocabulary=vocabulary.size, tied=False)


def small_pieces(size: int = 420) -> Vocabulary:
    """A byte-pair vocabulary learned from SENTENCES."""
    return learn_pieces([sentence for sentence in SENTENCES for _ in range(3)], size)


def small_words() -> Vocabulary:
    """A closed vocabulary of the ten digits."""
    return closed_vocabulary("0123456789")
