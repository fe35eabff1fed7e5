"""jadore801120's attention-is-all-you-need-pytorch: post-norm, a norm on the input, q, k, v and joint without bias.

Whether embeddings are multiplied by √D or logits by 1/√D is an option of its training that no tensor shows: it is read
from the settings where the file has them, else taken from whether target table and output share their numbers.
"""

from __future__ import annotations

from typing import Any

import torch

from model_core.errors import Message
from model_core.importers.foreign import ForeignCheckpoint
from model_core.importers.sinusoids import exact_patterns, positions
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
    "encoder.src_word_emb.weight": "encoder.embed.table.weight",
    "decoder.trg_word_emb.weight": "decoder.embed.table.weight",
    "trg_word_prj.weight": "to_logits.weight",
}
NORMS = {"encoder.layer_norm": "encoder.embed.norm", "decoder.layer_norm": "decoder.embed.norm"}
ATTENTION = {"w_qs": "to_q", "w_ks": "to_k", "w_vs": "to_v", "fc": "to_out"}
FEED_FORWARD = {
    "pos_ffn.w_1": "feed_forward.up",
    "pos_ffn.w_2": "feed_forward.down",
    "pos_ffn.layer_norm": "ff_sublayer.norm",
}
ATTENTIONS = {
    "encoder": {"slf_attn": ("self_attn", "attn_sublayer")},
    "decoder": {"slf_attn": ("self_attn", "attn_sublayer"), "enc_attn": ("cross_attn", "cross_sublayer")},
}
TABLE = "position_enc.pos_table"


def _scales(foreign: ForeignCheckpoint, width: int) -> tuple[dict[str, Any], str]:
    """Fields of the spec and a note: what is scaled."""
    given = foreign.settings.get("scale_emb_or_prj")
    found = foreign.tensors(["decoder.trg_word_emb.weight", "trg_word_prj.weight"])
    own, other = found.values()
    shared = own.shape == other.shape and torch.equal(own, other)
    how = given if given in ("emb", "prj", "none") else "prj"
    if not shared:
        return {"scale_embedding": False}, Message("target embedding and output projection differ: neither is scaled")
    scales = {"scale_embedding": how == "emb", "logit_scale": width**-0.5 if how == "prj" else 1.0}
    source = Message("the file's settings say so" if given == how else "its training default; --set changes it")
    what = Message("the embedding" if how == "emb" else "the output" if how == "prj" else "nothing")
    return scales, Message("scaled is {what}: {source}", what=what, source=source)


def _plan(foreign: ForeignCheckpoint, options: Options) -> Plan:
    shapes = foreign.shapes
    rows, width = shapes.matrix("encoder.src_word_emb.weight")
    given = foreign.settings.get("n_head")
    heads = options.heads or (given if type(given) is int else 0) or heads_of(options, width, LAYOUT.name)
    places, lines, notes = positions(foreign, f"encoder.{TABLE}", f"decoder.{TABLE}")
    scales, note = _scales(foreign, width)
    keys, values = (
        shapes.matrix(f"encoder.layer_stack.0.slf_attn.{one}.weight")[0] // max(1, heads) for one in ("w_qs", "w_vs")
    )
    spec = ModelSpec(
        rows, shapes.matrix("decoder.trg_word_emb.weight")[0], width, heads,
        layers_of(foreign, "encoder.layer_stack.{n}."),
        layers_of(foreign, "decoder.layer_stack.{n}."), shapes.matrix("encoder.layer_stack.0.pos_ffn.w_1.weight")[0],
        norm_place="post", final_norm=False, norm_eps=1e-6, embedding_norm=True, tied=False, attention_bias=False,
        d_key=keys, d_value=values, mask_value=-1e9, **places, **scales,
    )  # fmt: skip
    lines += [*names(TABLES), *names(with_biases(NORMS))]
    for side, count in (("encoder", spec.encoder_layers), ("decoder", spec.decoder_layers)):
        theirs, ours = f"{side}.layer_stack.{{n}}", f"{side}.layers.{{n}}"
        lines += layer_names(theirs, ours, count, with_biases(FEED_FORWARD))
        for a, (b, sublayer) in ATTENTIONS[side].items():
            weights = {f"{a}.{one}.weight": f"{b}.{own}.weight" for one, own in ATTENTION.items()}
            lines += layer_names(theirs, ours, count, weights)
            lines += layer_names(theirs, ours, count, with_biases({f"{a}.layer_norm": f"{sublayer}.norm"}))
    dropped = exact_patterns([f"encoder.{TABLE}", f"decoder.{TABLE}"])
    return Plan(adjusted(spec, options), lines, notes=[*notes, note], dropped=dropped)


LAYOUT = Layout(
    "jadore801120",
    "jadore801120/attention-is-all-you-need-pytorch",
    ("encoder.layer_stack.0.slf_attn.w_qs.weight", f"encoder.{TABLE}", "trg_word_prj.weight"),
    _plan,
)
