"""How a model differs from the default one, field by field, in short phrases. No Qt."""

from __future__ import annotations

from collections.abc import Mapping

from model_core.schema import describe
from model_core.spec import BOS, EOS, HIDES_NOTHING, KINDS, PAD, UNK, ModelSpec
from viz_app.data.number_format import fmt_setting
from viz_app.system.language import tr

NORMS = {
    "layer": tr("Layer norm"),
    "rms": tr("RMS norm"),
    "batch": tr("Batch norm"),
    "unbiased": tr("Layer norm, unbiased"),
    "scalar": tr("Norm with one scale"),
}
"""A word of model_core.spec.NORMS -> what its box is called."""

ACTIVATIONS = {"relu": "ReLU", "gelu": "GELU", "gelu_tanh": tr("GELU by tanh"), "silu": "SiLU"}
"""A word of model_core.spec.ACTIVATIONS -> its name."""

_NORM_RULES = {
    "rms": tr("RMS norm: the mean is not subtracted"),
    "batch": tr("batch norm: over all rows, each unit separately"),
    "unbiased": tr("standard deviation in norms with D − 1, ε outside the root"),
    "scalar": tr("norms with one scale for all units, standard deviation with D − 1"),
}
_SPECIAL = {
    "pad_id": (tr("padding"), PAD), "bos_id": (tr("start"), BOS), "eos_id": (tr("end"), EOS),
    "unk_id": (tr("unknown"), UNK),
}  # fmt: skip
"""Field of a special token -> its word, its usual id."""
_UNSAID = {
    "source_vocabulary", "target_vocabulary", "d_model", "heads", "encoder_layers", "decoder_layers", "d_ff",
    "max_positions", "dropout", "mask_place", "position_offset", "position_buckets", "position_reach",
    "position_layout", "output_tied", *_SPECIAL,
}  # fmt: skip
"""Sizes, and fields that are described together with another one."""


def differences(spec: ModelSpec) -> tuple[str, ...]:
    """One phrase for each field that is not at ModelSpec's default; sizes and dropout do not count. A field without a
    phrase of its own is given by name and value."""
    said = {**_parts(spec), **_tables(spec)}
    others = []
    for name, declared in describe(ModelSpec).items():
        value, words = getattr(spec, name), name.replace("_", " ")
        if name not in said and name not in _UNSAID and value != declared.default:
            others.append({True: words, False: f"no {words}"}[value] if isinstance(value, bool) else f"{words} {value}")
    return (*(words for words in said.values() if isinstance(words, str) and words), *others)


def _parts(spec: ModelSpec) -> Mapping[str, str | bool]:
    """Field -> its phrase, or nothing if it is the default: norms, attention, feed-forward, positions."""
    joint = (
        tr("a bias in the heads' joint projection") if spec.joint_bias else tr("no bias in the heads' joint projection")
    )
    return {
        "norm_place": spec.norm_place == "post" and tr("norms after each sub-layer (post-norm)"),
        "final_norm": not spec.final_norm and tr("no final norms"),
        "norm": _NORM_RULES.get(spec.norm, ""),
        "norm_eps": spec.norm_eps != 1e-5 and tr("ε of norms {number}", number=fmt_setting(spec.norm_eps, 4)),
        "norm_bias": not spec.norm_bias and spec.norm != "rms" and tr("norms without a shift"),
        "embedding_norm": spec.embedding_norm and tr("a norm on token + position"),
        "attention_scale": {
            "model": tr("scores ÷ √D = √{width}, the model's width", width=spec.d_model),
            "none": tr("scores are not divided"),
        }.get(spec.attention_scale, ""),
        "mask_value": spec.mask_value is not None and _mask(spec, fmt_setting(spec.mask_value, 4)),
        "attention_bias": not spec.attention_bias and tr("no biases in q, k and v"),
        "attention_output_bias": spec.joint_bias != spec.attention_bias and joint,
        "d_key": bool(spec.d_key) and tr("queries and keys of {count} units per head", count=spec.head_width),
        "d_value": bool(spec.d_value) and tr("values of {count} units per head", count=spec.value_width),
        "decoder_heads": bool(spec.decoder_heads)
        and tr("{count} heads in the decoder's layers", count=spec.decoder_heads),
        "activation": spec.activation != "relu"
        and tr("{activation} in the feed-forward", activation=ACTIVATIONS[spec.activation]),
        "gated": spec.gated and tr("gated feed-forward"),
        "feed_forward_bias": not spec.feed_forward_bias and tr("no biases in the feed-forward"),
        "decoder_d_ff": bool(spec.decoder_d_ff)
        and tr("{count:,} hidden units in the decoder's feed-forward", count=spec.decoder_d_ff),
        "positions": _positions(spec),
        "position_base": spec.positions == "sinusoidal" and spec.position_base != 10_000
        and tr("positions with base {base:,g}", base=spec.position_base),
    }  # fmt: skip


def _tables(spec: ModelSpec) -> Mapping[str, str | bool]:
    """As `_parts`, for the tables of tokens, the logits and the special tokens."""
    separate = tr("separate tables for source, target and output")
    if spec.output_tied:
        separate = tr("one table for target and output, another for the source")
    ids = [f"{word} {own}" for name, (word, usual) in _SPECIAL.items() if (own := getattr(spec, name)) != usual]
    return {
        "scale_embedding": not spec.scale_embedding and tr("embeddings unscaled, not times √D"),
        "tied": not spec.tied and separate,
        "output_bias": spec.output_bias and tr("a bias for each entry of the output"),
        "logit_scale": spec.logit_scale != 1.0
        and tr("output times {factor} before its projection", factor=fmt_setting(spec.logit_scale, 4)),
        "ids": bool(ids) and tr("token ids: {ids}", ids=", ".join(ids)),
    }


def _mask(spec: ModelSpec, value: str) -> str:
    words = tr("masked scores become {value}, not −∞", value=value)
    if spec.mask_place == "before":
        words = tr("masked scores become {value} before division, not −∞", value=value)
    nothing = max(spec.for_stack(kind).masked_score for kind in KINDS) > HIDES_NOTHING
    leaks = tr("which hides nothing") if nothing else tr("which may let some weight through")
    return f"{words}, {leaks}" if spec.leaks else words


def _positions(spec: ModelSpec) -> str:
    if spec.positions == "learned" and spec.position_offset:
        return tr("learned positions, {count} rows before the first", count=spec.position_offset)
    if spec.positions == "relative":
        return tr(
            "a learned number per head and distance instead of positions, {count} buckets up to {reach:,} tokens",
            count=spec.position_buckets,
            reach=spec.position_reach,
        )
    if spec.positions == "sinusoidal":
        return tr("sines and cosines in halves") if spec.position_layout == "halves" else ""
    return tr("learned positions") if spec.positions == "learned" else tr("no positions: order is lost")
