"""A from-scratch tutorial's layout: full projections with biases, and masked scores set to −1e-20.

The number is a slip: it is 0, so that nothing is hidden from a query. The model was trained with it and needs it.
"""

from __future__ import annotations

from model_core.errors import Message
from model_core.importers.foreign import ForeignCheckpoint
from model_core.importers.table import (
    Layout,
    Options,
    Plan,
    adjusted,
    heads_of,
    layer_names,
    layers_of,
    names,
    with_biases,
)
from model_core.spec import ModelSpec

TABLES = {
    "encoder.embedding_layer.weight": "encoder.embed.table.weight",
    "encoder.positional_encoding.weight": "encoder.embed.position.table",
    "decoder.embedding_layer.weight": "decoder.embed.table.weight",
    "decoder.positional_embedding.weight": "decoder.embed.position.table",
    "decoder.fc.weight": "to_logits.weight",
    "decoder.fc.bias": "to_logits.bias",
}
ATTENTION = {"W_q": "to_q", "W_k": "to_k", "W_v": "to_v", "fc": "to_out"}
ENCODER = {
    **{f"attention.{a}": f"self_attn.{b}" for a, b in ATTENTION.items()},
    "norm1": "attn_sublayer.norm",
    "norm2": "ff_sublayer.norm",
    "fc.0": "feed_forward.up",
    "fc.2": "feed_forward.down",
}
DECODER = {
    **{f"attention.{a}": f"self_attn.{b}" for a, b in ATTENTION.items()},
    "norm": "attn_sublayer.norm",
    **{f"transformer_block.attention.{a}": f"cross_attn.{b}" for a, b in ATTENTION.items()},
    "transformer_block.norm1": "cross_sublayer.norm",
    "transformer_block.norm2": "ff_sublayer.norm",
    "transformer_block.fc.0": "feed_forward.up",
    "transformer_block.fc.2": "feed_forward.down",
}


def _plan(foreign: ForeignCheckpoint, options: Options) -> Plan:
    shapes = foreign.shapes
    rows, width = shapes.matrix("encoder.embedding_layer.weight")
    places = [shapes.matrix(name)[0] for name in list(TABLES)[1:4:2]]
    spec = ModelSpec(
        rows, shapes.matrix("decoder.embedding_layer.weight")[0], width, heads_of(options, width, LAYOUT.name),
        layers_of(foreign, "encoder.transformer_layers.{n}."), layers_of(foreign, "decoder.decoder_layers.{n}."),
        shapes.matrix("encoder.transformer_layers.0.fc.0.weight")[0], min(places), norm_place="post", final_norm=False,
        positions="learned", scale_embedding=False, tied=False, output_bias=True,
        mask_value=-1e-20, mask_place="before",
    )  # fmt: skip
    lines = [
        *names(TABLES),
        *layer_names("encoder.transformer_layers.{n}", "encoder.layers.{n}", spec.encoder_layers, with_biases(ENCODER)),
        *layer_names("decoder.decoder_layers.{n}", "decoder.layers.{n}", spec.decoder_layers, with_biases(DECODER)),
    ]
    note = Message("masked scores become −1e-20, which is 0: padding and later tokens are read too, as in the original")
    return Plan(adjusted(spec, options), lines, notes=[note])


LAYOUT = Layout(
    "full-projection-leaky-mask",
    Message("tutorial: full projections, a mask that hides nothing"),
    (
        "encoder.transformer_layers.0.attention.W_q.weight",
        "decoder.decoder_layers.0.transformer_block.attention.W_q.weight",
    ),
    _plan,
)
