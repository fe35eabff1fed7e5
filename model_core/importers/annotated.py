"""The Annotated Transformer: pre-norm, norms with vectors a_2 and b_2, unbiased deviation, eps outside the root."""

from __future__ import annotations

from model_core.errors import Message
from model_core.importers.foreign import ForeignCheckpoint
from model_core.importers.sinusoids import exact_patterns, positions
from model_core.importers.table import (
    Layout,
    Name,
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
    "src_embed.0.lut.weight": "encoder.embed.table.weight",
    "tgt_embed.0.lut.weight": "decoder.embed.table.weight",
    "generator.proj.weight": "to_logits.weight",
    "generator.proj.bias": "to_logits.bias",
}
LINEARS = ("to_q", "to_k", "to_v", "to_out")
ENCODER = {
    **{f"self_attn.linears.{place}": f"self_attn.{own}" for place, own in enumerate(LINEARS)},
    "feed_forward.w_1": "feed_forward.up",
    "feed_forward.w_2": "feed_forward.down",
}
DECODER = {**ENCODER, **{f"src_attn.linears.{place}": f"cross_attn.{own}" for place, own in enumerate(LINEARS)}}
NORMS = {"encoder": ("attn_sublayer", "ff_sublayer"), "decoder": ("attn_sublayer", "cross_sublayer", "ff_sublayer")}


def _norm(path: str, ours: str) -> list[Name]:
    return [Name(f"{path}.a_2", (f"{ours}.weight",)), Name(f"{path}.b_2", (f"{ours}.bias",))]


def _plan(foreign: ForeignCheckpoint, options: Options) -> Plan:
    shapes = foreign.shapes
    rows, width = shapes.matrix("src_embed.0.lut.weight")
    places, lines, notes = positions(foreign, "src_embed.1.pe", "tgt_embed.1.pe")
    spec = ModelSpec(
        rows, shapes.matrix("tgt_embed.0.lut.weight")[0], width, heads_of(options, width, LAYOUT.name),
        layers_of(foreign, "encoder.layers.{n}."), layers_of(foreign, "decoder.layers.{n}."),
        shapes.matrix("encoder.layers.0.feed_forward.w_1.weight")[0], norm="unbiased", norm_eps=1e-6, tied=False,
        output_bias=True, mask_value=-1e9, **places,
    )  # fmt: skip
    lines += names(TABLES)
    counts = {"encoder": (spec.encoder_layers, ENCODER), "decoder": (spec.decoder_layers, DECODER)}
    for side, (count, table) in counts.items():
        lines += layer_names(f"{side}.layers.{{n}}", f"{side}.layers.{{n}}", count, with_biases(table))
        for n in range(count):
            for place, own in enumerate(NORMS[side]):
                lines += _norm(f"{side}.layers.{n}.sublayer.{place}.norm", f"{side}.layers.{n}.{own}.norm")
        lines += _norm(f"{side}.norm", f"{side}.final_norm")
    notes.append(Message("the original ends with a log-softmax: its output is log_softmax of these logits"))
    return Plan(
        adjusted(spec, options), lines, notes=notes, dropped=exact_patterns(["src_embed.1.pe", "tgt_embed.1.pe"])
    )


LAYOUT = Layout(
    "annotated-transformer",
    "The Annotated Transformer",
    ("encoder.layers.0.self_attn.linears.0.weight", "encoder.layers.0.sublayer.0.norm.a_2", "src_embed.1.pe"),
    _plan,
)
