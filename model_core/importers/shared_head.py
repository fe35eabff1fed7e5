"""A from-scratch tutorial's layout: one (K × K) matrix without bias for all heads, scores divided by √D, mask −1e20.

A matrix of (D × D) is an ordinary projection, in newer versions with a bias; then the file does not say how many heads
it has.
"""

from __future__ import annotations

from model_core.errors import Message, Refused
from model_core.importers.foreign import ForeignCheckpoint
from model_core.importers.table import (
    PLAIN,
    Layout,
    Name,
    Options,
    Plan,
    adjusted,
    block_diagonal,
    heads_of,
    layer_names,
    layers_of,
    names,
    with_biases,
)
from model_core.spec import ModelSpec

TABLES = {
    "encoder.word_embedding.weight": "encoder.embed.table.weight",
    "encoder.position_embedding.weight": "encoder.embed.position.table",
    "decoder.word_embedding.weight": "decoder.embed.table.weight",
    "decoder.position_embedding.weight": "decoder.embed.position.table",
    "decoder.fc_out.weight": "to_logits.weight",
    "decoder.fc_out.bias": "to_logits.bias",
}
HEADS = {"values": "to_v", "keys": "to_k", "queries": "to_q"}
ENCODER = {
    "attention.fc_out": "self_attn.to_out",
    "norm1": "attn_sublayer.norm",
    "norm2": "ff_sublayer.norm",
    "feed_forward.0": "feed_forward.up",
    "feed_forward.2": "feed_forward.down",
}
DECODER = {
    "attention.fc_out": "self_attn.to_out",
    "norm": "attn_sublayer.norm",
    "transformer_block.attention.fc_out": "cross_attn.to_out",
    "transformer_block.norm1": "cross_sublayer.norm",
    "transformer_block.norm2": "ff_sublayer.norm",
    "transformer_block.feed_forward.0": "feed_forward.up",
    "transformer_block.feed_forward.2": "feed_forward.down",
}
ATTENTIONS = {
    "encoder": {"attention": "self_attn"},
    "decoder": {"attention": "self_attn", "transformer_block.attention": "cross_attn"},
}


def _plan(foreign: ForeignCheckpoint, options: Options) -> Plan:
    shapes = foreign.shapes
    rows, width = shapes.matrix("encoder.word_embedding.weight")
    small = shapes.matrix("encoder.layers.0.attention.values.weight")[0]
    if width % small:
        raise Refused(
            "E-IMPORT-SHAPE", "heads of width {small} do not divide a model of width {width}", small=small, width=width
        )
    shared = small != width
    heads = width // small if shared else heads_of(options, width, LAYOUT.name)
    if options.heads not in (0, heads):
        raise Refused(
            "E-IMPORT-HEADS", "--heads {heads}: this file has {width} heads of width {small}",
            heads=options.heads, width=heads, small=small,
        )  # fmt: skip
    biased = "encoder.layers.0.attention.values.bias" in shapes
    places = [shapes.matrix(f"{side}.position_embedding.weight")[0] for side in ("encoder", "decoder")]
    spec = ModelSpec(
        rows, shapes.matrix("decoder.word_embedding.weight")[0], width, heads,
        layers_of(foreign, "encoder.layers.{n}."),
        layers_of(foreign, "decoder.layers.{n}."),
        shapes.matrix("encoder.layers.0.feed_forward.0.weight")[0], min(places),
        norm_place="post", final_norm=False, positions="learned", scale_embedding=False, tied=False,
        attention_bias=biased, attention_output_bias=True, output_bias=True, attention_scale="model",
        mask_value=-1e20, mask_place="before",
    )  # fmt: skip
    lines, form = names(TABLES), block_diagonal(small) if shared else PLAIN
    counts = {"encoder": (spec.encoder_layers, ENCODER), "decoder": (spec.decoder_layers, DECODER)}
    for side, (count, table) in counts.items():
        lines += layer_names(f"{side}.layers.{{n}}", f"{side}.layers.{{n}}", count, with_biases(table))
        lines += [
            Name(f"{side}.layers.{n}.{a}.{theirs}.{kind}", (f"{side}.layers.{n}.{b}.{ours}.{kind}",), how)
            for n in range(count) for a, b in ATTENTIONS[side].items() for theirs, ours in HEADS.items()
            for kind, how in (("weight", form), ("bias", PLAIN))[: 1 + biased]
        ]  # fmt: skip
    notes = [Message("all heads share one projection: it is repeated here for each head")] if shared else []
    return Plan(adjusted(spec, options), lines, notes=notes)


LAYOUT = Layout(
    "shared-head-projection",
    Message("tutorial: one projection shared by all heads"),
    ("encoder.layers.0.attention.values.weight", "decoder.layers.0.transformer_block.attention.keys.weight"),
    _plan,
)
