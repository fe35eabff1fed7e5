"""Hugging Face BART: Marian's names, with learned positions (two rows before the first) and a norm on the input."""

from __future__ import annotations

from model_core.checkpoints.published import FAMILIES
from model_core.errors import Message, Refused
from model_core.importers.foreign import ACTIVATIONS, ForeignCheckpoint, flag, number, real, word
from model_core.importers.marian import UNUSED, bias_notes, layers, shape_of, unknown_id, untied_tables
from model_core.importers.table import ROW, Copy, Layout, Name, Options, Plan, adjusted, names
from model_core.io.limits import read_json
from model_core.spec import ModelSpec

TABLES = {
    "model.encoder.embed_positions.weight": "encoder.embed.position.table",
    "model.decoder.embed_positions.weight": "decoder.embed.position.table",
    "model.encoder.layernorm_embedding.weight": "encoder.embed.norm.weight",
    "model.encoder.layernorm_embedding.bias": "encoder.embed.norm.bias",
    "model.decoder.layernorm_embedding.weight": "decoder.embed.norm.weight",
    "model.decoder.layernorm_embedding.bias": "decoder.embed.norm.bias",
}
AGAIN = ("lm_head.weight", "model.encoder.embed_tokens.weight", "model.decoder.embed_tokens.weight")


def _plan(foreign: ForeignCheckpoint, options: Options) -> Plan:
    config, sizes = foreign.config, shape_of(foreign)
    spec = ModelSpec(
        target_vocabulary=sizes["source_vocabulary"],
        norm_place="post", final_norm=False, norm_eps=1e-5, positions="learned", position_offset=2, embedding_norm=True,
        activation=word(config, "activation_function", "gelu", ACTIVATIONS),
        scale_embedding=flag(config, "scale_embedding", False), output_bias=True,
        tied=flag(config, "tie_word_embeddings", True),
        dropout=min(0.9, max(0.0, real(config, "dropout", 0.1))),
        bos_id=number(config, "decoder_start_token_id", 2), unk_id=unknown_id(foreign, 3, sizes["pad_id"]), **sizes,
    )  # fmt: skip
    wanted = adjusted(spec, options)  # refuses a number of layers of which there is no list
    words = names({"model.shared.weight": "encoder.embed.table.weight"}) if spec.tied else untied_tables(foreign)
    lines = [*words, *names(TABLES), Name("final_logits_bias", ("to_logits.bias",), ROW, optional=True), *layers(spec)]
    copies = [Copy(name, "model.shared.weight") for name in AGAIN] if spec.tied else []
    notes = bias_notes(foreign)
    if _has_forced_start(foreign):
        notes.append(Message("BART writes its start token first (forced_bos_token_id): begin a typed target with it"))
    return Plan(wanted, lines, copies, notes, UNUSED)


def _has_forced_start(foreign: ForeignCheckpoint) -> bool:
    """Whether a first token is forced: newer files say so in generation_config.json."""
    path = foreign.folder / "generation_config.json"
    try:
        more = read_json(path, 1_000_000) if path.is_file() else {}
    except Refused:  # it is read for a note alone
        more = {}
    found = [one.get("forced_bos_token_id") for one in (foreign.config, more) if isinstance(one, dict)]
    return any(type(one) is int for one in found)


LAYOUT = Layout(
    "bart",
    "Hugging Face BART",
    ("model.encoder.layernorm_embedding.weight", "model.decoder.layers.0.encoder_attn.q_proj.weight"),
    _plan,
    absent=("model.encoder.layer_norm.weight",),
    families=FAMILIES["bart"],
)
