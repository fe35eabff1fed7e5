"""Hugging Face Marian (OPUS-MT): a folder with config.json, model.safetensors, source.spm, target.spm, vocab.json.

Post-norm as in the paper; positions in halves; SiLU mostly; one table for everything, mostly; the decoder starts with
the pad id. Fields that current code ignores are refused where they would mean something else.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from model_core.checkpoints.published import FAMILIES
from model_core.errors import Message, Refused
from model_core.importers.foreign import ACTIVATIONS, ForeignCheckpoint, flag, number, real, refuse_without_config, word
from model_core.importers.table import (
    REPEATED,
    ROW,
    Copy,
    Layout,
    Name,
    Options,
    Plan,
    adjusted,
    layer_names,
    with_biases,
)
from model_core.io.limits import read_json
from model_core.spec import ModelSpec
from model_core.transformer.positions import sinusoidal

ATTENTION = {"q_proj": "to_q", "k_proj": "to_k", "v_proj": "to_v", "out_proj": "to_out"}
ENCODER = {
    **{f"self_attn.{a}": f"self_attn.{b}" for a, b in ATTENTION.items()},
    "self_attn_layer_norm": "attn_sublayer.norm",
    "fc1": "feed_forward.up",
    "fc2": "feed_forward.down",
    "final_layer_norm": "ff_sublayer.norm",
}
DECODER = {
    **ENCODER,
    **{f"encoder_attn.{a}": f"cross_attn.{b}" for a, b in ATTENTION.items()},
    "encoder_attn_layer_norm": "cross_sublayer.norm",
}
TABLE_BYTES = 20_000_000
SIDES = {side: f"model.{side}.embed_tokens.weight" for side in ("encoder", "decoder")}
UNUSED = (r"model\.shared\.weight",)
"""What a file whose tables are not tied holds beside them."""
REFUSED = ("normalize_before", "normalize_embedding", "add_final_layer_norm")
"""Flags that Hugging Face's code ignores."""


def shape_of(foreign: ForeignCheckpoint) -> dict[str, Any]:
    """The sizes of a config.json that Marian and BART share; of the decoder its own where they differ."""
    config = foreign.config
    refuse_without_config(foreign)
    heads, wide = (
        {side: number(config, f"{side}_{name}") for side in ("encoder", "decoder")}
        for name in ("attention_heads", "ffn_dim")
    )
    return {
        "source_vocabulary": number(config, "vocab_size"),
        "d_model": number(config, "d_model"),
        "encoder_layers": number(config, "encoder_layers"),
        "decoder_layers": number(config, "decoder_layers"),
        "max_positions": number(config, "max_position_embeddings"),
        "pad_id": number(config, "pad_token_id"),
        "eos_id": number(config, "eos_token_id"),
        "heads": heads["encoder"],
        "d_ff": wide["encoder"],
        "decoder_d_ff": 0 if wide["decoder"] == wide["encoder"] else wide["decoder"],
        "decoder_heads": 0 if heads["decoder"] == heads["encoder"] else heads["decoder"],
    }


def layers(spec: ModelSpec) -> list[Name]:
    encoder, decoder = with_biases(ENCODER), with_biases(DECODER)
    return [
        *layer_names("model.encoder.layers.{n}", "encoder.layers.{n}", spec.encoder_layers, encoder),
        *layer_names("model.decoder.layers.{n}", "decoder.layers.{n}", spec.decoder_layers, decoder),
    ]


def _table(spec: ModelSpec) -> Tensor:
    """(P, D) positions in halves."""
    return torch.from_numpy(sinusoidal(spec.max_positions, spec.d_model, 10_000.0, halves=True))


def _plan(foreign: ForeignCheckpoint, options: Options) -> Plan:
    config = foreign.config
    sizes = shape_of(foreign)
    wrong = [name for name in REFUSED if flag(config, name, False)]
    if wrong:
        raise Refused(
            "E-IMPORT-CONFIG",
            "config.json: {wrong} is true, but Hugging Face's Marian ignores it: the model would not compute "
                "what it was trained to",
            wrong=wrong[0],
        )  # fmt: skip
    one = flag(config, "share_encoder_decoder_embeddings", True)
    shared = flag(config, "tie_word_embeddings", True)
    entries = sizes["source_vocabulary"]  # with one table for both sides decoder_vocab_size is not read
    own = not one and config.get("decoder_vocab_size") is not None
    spec = ModelSpec(
        target_vocabulary=number(config, "decoder_vocab_size") if own else entries,
        norm_place="post", final_norm=False, norm_eps=1e-5, positions="sinusoidal", position_layout="halves",
        activation=word(config, "activation_function", "gelu", ACTIVATIONS),
        scale_embedding=flag(config, "scale_embedding", False),
        tied=one and shared, output_tied=not one and shared, output_bias=True,
        dropout=min(0.9, max(0.0, real(config, "dropout", 0.1))),
        bos_id=number(config, "decoder_start_token_id"), unk_id=unknown_id(foreign, 1, 1), **sizes,
    )  # fmt: skip
    wanted = adjusted(spec, options)  # refuses a number of layers of which there is no list
    lines = [*_tables(foreign, one, shared), *layers(spec)]
    return Plan(wanted, lines, _copies(one, shared), bias_notes(foreign), UNUSED if one and not shared else ())


def unknown_id(foreign: ForeignCheckpoint, usual: int, missing: int) -> int:
    """The id of "<unk>" in the vocab.json beside the weights: `missing` where that has none, `usual` without a file."""
    path = foreign.folder / "vocab.json"
    if not path.is_file():
        return usual
    table = read_json(path, TABLE_BYTES)
    found = table.get("<unk>") if isinstance(table, dict) else None
    return found if type(found) is int and 0 <= found < len(table) else missing


def _tables(foreign: ForeignCheckpoint, one: bool, shared: bool) -> list[Name]:
    bias = Name("final_logits_bias", ("to_logits.bias",), ROW, optional=True)
    if one and not shared:
        return [*untied_tables(foreign), bias]
    lines = [Name("model.shared.weight" if one else SIDES["encoder"], ("encoder.embed.table.weight",))]
    if not one:
        lines.append(Name(SIDES["decoder"], ("decoder.embed.table.weight",)))
    if not shared:
        lines.append(Name("lm_head.weight", ("to_logits.weight",)))
    return [*lines, bias]


def untied_tables(foreign: ForeignCheckpoint) -> list[Name]:
    """Lines of tables that are not tied: newer files have one for each side, older ones one for both."""
    own = {side: name for side, name in SIDES.items() if name in foreign.shapes}
    both = tuple(f"{side}.embed.table.weight" for side in SIDES if side not in own)
    lines = [Name(name, (f"{side}.embed.table.weight",)) for side, name in own.items()]
    lines += [Name("model.shared.weight", both, REPEATED)] if both else []
    return [*lines, Name("lm_head.weight", ("to_logits.weight",))]


def _copies(one: bool, shared: bool) -> list[Copy]:
    """What older files hold once more."""
    places = [Copy(f"model.{side}.embed_positions.weight", _table, 1e-6) for side in ("encoder", "decoder")]
    target = "model.shared.weight" if one else "model.decoder.embed_tokens.weight"
    again = [Copy("lm_head.weight", target)] if shared else []
    if one and shared:
        again += [Copy(f"model.{side}.embed_tokens.weight", target) for side in ("encoder", "decoder")]
    return [*places, *again]


def bias_notes(foreign: ForeignCheckpoint) -> list[str]:
    """The note on a file without the output's bias."""
    if "final_logits_bias" in foreign.shapes:
        return []
    return [Message("final_logits_bias is not in the file: taken as 0")]


LAYOUT = Layout(
    "marian",
    "Hugging Face Marian (OPUS-MT)",
    ("model.encoder.layers.0.self_attn.q_proj.weight", "model.decoder.layers.0.encoder_attn.q_proj.weight"),
    _plan,
    absent=("model.encoder.layernorm_embedding.weight", "model.encoder.layer_norm.weight"),
    families=FAMILIES["marian"],
)
