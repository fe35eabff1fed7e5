"""hkproj's pytorch-transformer and its relatives: norms with the unbiased deviation and eps outside the root.

With a norm at the end of each stack the norms stand before the sub-layers (the original); without it after them. Scale
and shift are one number each, or one for each unit (newer versions).
"""

from __future__ import annotations

from typing import Any

from model_core.errors import Message
from model_core.importers.foreign import ForeignCheckpoint
from model_core.importers.sinusoids import exact_patterns, positions
from model_core.importers.table import (
    ONE,
    PLAIN,
    Form,
    Layout,
    Name,
    Options,
    Plan,
    adjusted,
    heads_of,
    layers_of,
    names,
)
from model_core.spec import ModelSpec

TABLES = {
    "src_embed.embedding.weight": "encoder.embed.table.weight",
    "tgt_embed.embedding.weight": "decoder.embed.table.weight",
    "projection_layer.proj.weight": "to_logits.weight",
    "projection_layer.proj.bias": "to_logits.bias",
}
ATTENTION = {"w_q": "to_q", "w_k": "to_k", "w_v": "to_v", "w_o": "to_out"}
ENCODER = {
    **{f"self_attention_block.{a}": f"self_attn.{b}" for a, b in ATTENTION.items()},
    "feed_forward_block.linear_1": "feed_forward.up",
    "feed_forward_block.linear_2": "feed_forward.down",
}
DECODER = {**ENCODER, **{f"cross_attention_block.{a}": f"cross_attn.{b}" for a, b in ATTENTION.items()}}
NORMS = {"encoder": ("attn_sublayer", "ff_sublayer"), "decoder": ("attn_sublayer", "cross_sublayer", "ff_sublayer")}
FIRST = "encoder.layers.0.residual_connections.0.norm"


def _norm(path: str, ours: str, shift: str, form: Form) -> list[Name]:
    return [Name(f"{path}.alpha", (f"{ours}.weight",), form), Name(f"{path}.{shift}", (f"{ours}.bias",), form)]


def _plan(foreign: ForeignCheckpoint, options: Options) -> Plan:
    shapes = foreign.shapes
    rows, width = shapes.matrix("src_embed.embedding.weight")
    single = shapes.get(f"{FIRST}.alpha") == (1,)
    ended = "encoder.norm.alpha" in shapes
    places, lines, notes = positions(foreign, "src_pos.pe", "tgt_pos.pe")
    more: dict[str, Any] = {
        "norm": "scalar" if single else "unbiased", "norm_eps": 1e-6, "final_norm": ended,
        "norm_place": "pre" if ended else "post", "tied": False, "output_bias": True, "mask_value": -1e9,
        "attention_bias": "encoder.layers.0.self_attention_block.w_q.bias" in shapes,
        "attention_output_bias": "encoder.layers.0.self_attention_block.w_o.bias" in shapes, **places,
    }  # fmt: skip
    spec = ModelSpec(
        rows, shapes.matrix("tgt_embed.embedding.weight")[0], width, heads_of(options, width, LAYOUT.name),
        layers_of(foreign, "encoder.layers.{n}."), layers_of(foreign, "decoder.layers.{n}."),
        shapes.matrix("encoder.layers.0.feed_forward_block.linear_1.weight")[0], **more,
    )  # fmt: skip
    lines += [*names(TABLES), *_layers(spec, "beta" if f"{FIRST}.beta" in shapes else "bias", ONE if single else PLAIN)]
    before, after = "before each sub-layer", "after each sub-layer: the stacks have no final norm"
    where, units = Message(before if ended else after), Message("all units" if single else "each unit")
    notes.append(Message("norms are {where}; one scale for {units}", where=where, units=units))
    notes.append(Message("the original ends with a log-softmax: its output is log_softmax of these logits"))
    return Plan(adjusted(spec, options), lines, notes=notes, dropped=exact_patterns(["src_pos.pe", "tgt_pos.pe"]))


def _layers(spec: ModelSpec, shift: str, form: Form) -> list[Name]:
    lines: list[Name] = []
    counts = {"encoder": (spec.encoder_layers, ENCODER), "decoder": (spec.decoder_layers, DECODER)}
    for side, (count, table) in counts.items():
        for n in range(count):
            path = f"{side}.layers.{n}"
            for theirs, ours in table.items():
                bias = spec.attention_bias if ours[-2:] in ("_q", "_k", "_v") else spec.joint_bias or "feed" in ours
                kinds = ("weight", "bias") if bias else ("weight",)
                lines += [Name(f"{path}.{theirs}.{kind}", (f"{path}.{ours}.{kind}",)) for kind in kinds]
            for place, own in enumerate(NORMS[side]):
                lines += _norm(f"{path}.residual_connections.{place}.norm", f"{path}.{own}.norm", shift, form)
        if spec.final_norm:
            lines += _norm(f"{side}.norm", f"{side}.final_norm", shift, form)
    return lines


LAYOUT = Layout(
    "hkproj",
    "hkproj/pytorch-transformer and its relatives",
    ("encoder.layers.0.self_attention_block.w_q.weight", f"{FIRST}.alpha", "src_embed.embedding.weight", "src_pos.pe"),
    _plan,
)
