"""In what a model is unlike the default one, switch by switch, in short words. No Qt."""

from __future__ import annotations

from collections.abc import Iterator

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


def differences(spec: ModelSpec) -> tuple[str, ...]:
    """One phrase for each switch that is not as ModelSpec has it by default; sizes and dropout are not switches."""
    return (*_norms(spec), *_attention(spec), *_feed_forward(spec), *_positions(spec), *_tables(spec), *_others(spec))


def _norms(spec: ModelSpec) -> Iterator[str]:
    if spec.norm_place == "post":
        yield tr("norms after each sub-layer (post-norm)")
    if not spec.final_norm:
        yield tr("no final norms")
    if spec.norm != "layer":
        yield {
            "rms": tr("RMS norm: the mean is not subtracted"),
            "batch": tr("batch norm: over all rows, each unit separately"),
            "unbiased": tr("standard deviation in norms with D − 1, ε outside the root"),
            "scalar": tr("norms with one scale for all units, standard deviation with D − 1"),
        }[spec.norm]
    if spec.norm_eps != 1e-5:
        yield tr("ε of norms {number}", number=fmt_setting(spec.norm_eps, 4))
    if not spec.norm_bias and spec.norm != "rms":
        yield tr("norms without a shift")
    if spec.embedding_norm:
        yield tr("a norm on token + position")


def _attention(spec: ModelSpec) -> Iterator[str]:
    if spec.attention_scale == "model":
        yield tr("scores ÷ √D = √{width}, the model's width", width=spec.d_model)
    elif spec.attention_scale == "none":
        yield tr("scores are not divided")
    if spec.mask_value is not None:
        value = fmt_setting(spec.mask_value, 4)
        words = tr("masked scores become {value}, not −∞", value=value)
        if spec.mask_place == "before":
            words = tr("masked scores become {value} before division, not −∞", value=value)
        nothing = max(spec.for_stack(kind).masked_score for kind in KINDS) > HIDES_NOTHING
        leaks = tr("which hides nothing") if nothing else tr("which may let some weight through")
        yield f"{words}, {leaks}" if spec.leaks else words
    if not spec.attention_bias:
        yield tr("no biases in q, k and v")
    if spec.joint_bias != spec.attention_bias:
        with_bias, without = tr("a bias in the heads' joint projection"), tr("no bias in the heads' joint projection")
        yield with_bias if spec.joint_bias else without
    if spec.d_key:
        yield tr("queries and keys of {count} units per head", count=spec.head_width)
    if spec.d_value:
        yield tr("values of {count} units per head", count=spec.value_width)
    if spec.decoder_heads:
        yield tr("{count} heads in the decoder's layers", count=spec.decoder_heads)


def _feed_forward(spec: ModelSpec) -> Iterator[str]:
    if spec.activation != "relu":
        yield tr("{activation} in the feed-forward", activation=ACTIVATIONS[spec.activation])
    if spec.gated:
        yield tr("gated feed-forward")
    if not spec.feed_forward_bias:
        yield tr("no biases in the feed-forward")
    if spec.decoder_d_ff:
        yield tr("{count:,} hidden units in the decoder's feed-forward", count=spec.decoder_d_ff)


def _positions(spec: ModelSpec) -> Iterator[str]:
    if spec.positions == "learned":
        words = tr("learned positions")
        if spec.position_offset:
            words = tr("learned positions, {count} rows before the first", count=spec.position_offset)
        yield words
    elif spec.positions == "none":
        yield tr("no positions: order is lost")
    elif spec.positions == "relative":
        yield tr(
            "a learned number per head and distance instead of positions, {count} buckets up to {reach:,} tokens",
            count=spec.position_buckets,
            reach=spec.position_reach,
        )
    elif spec.position_layout == "halves":
        yield tr("sines and cosines in halves")
    if spec.positions == "sinusoidal" and spec.position_base != 10_000:
        yield tr("positions with base {base:,g}", base=spec.position_base)


def _tables(spec: ModelSpec) -> Iterator[str]:
    if not spec.scale_embedding:
        yield tr("embeddings unscaled, not times √D")
    if not spec.tied:
        two = tr("one table for target and output, another for the source")
        yield two if spec.output_tied else tr("separate tables for source, target and output")
    if spec.output_bias:
        yield tr("a bias for each entry of the output")
    if spec.logit_scale != 1.0:
        yield tr("output times {factor} before its projection", factor=fmt_setting(spec.logit_scale, 4))
    ids = {
        tr("padding"): (spec.pad_id, PAD),
        tr("start"): (spec.bos_id, BOS),
        tr("end"): (spec.eos_id, EOS),
        tr("unknown"): (spec.unk_id, UNK),
    }
    words = [f"{word} {own}" for word, (own, usual) in ids.items() if own != usual]
    if words:
        yield tr("token ids: {ids}", ids=", ".join(words))


_WORDED = frozenset((
    "source_vocabulary", "target_vocabulary", "d_model", "heads", "encoder_layers", "decoder_layers", "d_ff",
    "max_positions", "dropout", "norm_place", "final_norm", "norm", "norm_eps", "norm_bias", "embedding_norm",
    "attention_scale", "mask_value", "mask_place", "attention_bias", "attention_output_bias", "d_key", "d_value",
    "activation", "gated", "feed_forward_bias", "positions", "position_offset", "position_buckets",
    "position_reach", "position_layout", "position_base", "scale_embedding", "tied", "output_tied", "output_bias",
    "logit_scale", "decoder_d_ff", "decoder_heads", "pad_id", "bos_id", "eos_id", "unk_id",
))  # fmt: skip
"""Fields that have a phrase of their own above, and sizes."""


def _others(spec: ModelSpec) -> Iterator[str]:
    """Fields without a phrase of their own, by name and value."""
    for name, declared in describe(ModelSpec).items():
        value, words = getattr(spec, name), name.replace("_", " ")
        if name not in _WORDED and value != declared.default:
            yield {True: words, False: f"no {words}"}[value] if isinstance(value, bool) else f"{words} {value}"
