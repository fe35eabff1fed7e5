"""Every field of a ModelSpec as a row of a form: its group, its label, and when it applies.

A test checks that each field is in exactly one group.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from model_core.schema import describe
from model_core.spec import ModelSpec
from viz_app.system.language import capitalised, tr
from viz_app.widgets.forms import Choices, FormField

DECLARED = describe(ModelSpec)
"""Field -> its type, range, choices and meaning, as declared at the field."""
DEFAULTS: dict[str, Any] = {name: info.default for name, info in DECLARED.items()}
"""Field -> its default (vocabulary sizes have none)."""


def row(
    name: str, word: str, tip: str = "", choices: Choices = (), counts: Callable[[ModelSpec], bool] | None = None,
    only: str = "", zero: str = "",
) -> FormField:  # fmt: skip
    return FormField(DECLARED[name], word, tip, choices, counts=counts, only=only, zero=zero)


def _id(name: str, word: str) -> FormField:
    return row(name, word, tr("{meaning}; it must be within both vocabularies.", meaning=_ID_MEANINGS[name]))


_ID_MEANINGS = {
    "pad_id": tr("Padding id"),
    "bos_id": tr("Id of the token that the decoder reads first"),
    "eos_id": tr("Id of the end of a sentence"),
    "unk_id": tr("Id of tokens not in the vocabulary"),
}


def _is(name: str, value: object) -> Callable[[ModelSpec], bool]:
    return lambda spec: getattr(spec, name) == value


sinusoids = partial(row, counts=_is("positions", "sinusoidal"), only=tr("for sinusoids"))
distances = partial(row, counts=_is("positions", "relative"), only=tr("for numbers per distance"))


VOCABULARY = (
    row("source_vocabulary", tr("Source entries"), tr("How many token ids the source can have.")),
    row("target_vocabulary", tr("Target entries"), tr("How many token ids the target can have.")),
    _id("pad_id", tr("Padding")),
    _id("bos_id", tr("Start")),
    _id("eos_id", tr("End")),
    _id("unk_id", tr("Unknown")),
)
"""Rows that count for plain token ids alone: other vocabularies bring their own."""

GROUPS: dict[str, tuple[FormField, ...]] = {
    "Sizes": (
        row("d_model", tr("Width D"), tr("Width of a token's vector throughout the model.")),
        row("heads", tr("Heads H"), tr("Attention heads of each layer; they divide the width among them.")),
        row(
            "decoder_heads",
            tr("Decoder heads"),
            tr("If different from the encoder's; 0 = same as the encoder's."),
            zero=tr("as H"),
        ),
        row("encoder_layers", tr("Encoder layers"), tr("Layers that read the source.")),
        row("decoder_layers", tr("Decoder layers"), tr("Layers that write the target.")),
        row("d_ff", tr("Feed-forward F"), tr("Hidden units in each layer's feed-forward.")),
        row(
            "decoder_d_ff",
            tr("Decoder hidden units"),
            tr("If different from the encoder's; 0 = same as the encoder's."),
            zero=tr("as F"),
        ),
        row("max_positions", tr("Positions P"), tr("The longest sentence, in tokens.")),
        row("dropout", tr("Dropout"), tr("Share of units set to 0 during training; 0 everywhere else.")),
    ),
    "Attention": (
        row(
            "attention_scale",
            tr("Scores divided by"),
            tr("What q·k is divided by before the softmax: the square root of the head width, or of the model's."),
            (("head", tr("√K, head width")), ("model", tr("√D, model width")), ("none", tr("nothing"))),
        ),
        row("d_key", tr("Units of a key"), tr("Width of each head's queries and keys; 0 = D / H."), zero="D ÷ H"),
        row(
            "d_value",
            tr("Units of a value"),
            tr("Width of each head's values; 0 = same as its keys."),
            zero=tr("as its keys"),
        ),
        row(
            "mask_value",
            tr("Masked score"),
            tr("What replaces the score of a masked cell; empty = −∞, which hides it completely."),
        ),
        row(
            "mask_place",
            tr("Masked"),
            tr("Whether a score is masked before or after the division."),
            (("after", tr("after the division")), ("before", tr("before the division"))),
            lambda spec: spec.mask_value is not None,
            tr("if masked scores are a number"),
        ),
        row("attention_bias", tr("q, k and v biases"), tr("Whether their linear layers have biases.")),
        row(
            "attention_output_bias",
            tr("Joint projection bias"),
            tr("Whether the joint projection of all heads has a bias."),
            ((None, tr("as q, k and v")), (True, tr("yes")), (False, tr("no"))),
        ),
    ),
    "Norms": (
        row(
            "norm_place",
            tr("Norms"),
            tr("Post-norm is the paper's, section 3.1; pre-norm is Xiong et al. 2020."),
            (("pre", tr("before each sub-layer (pre-norm)")), ("post", tr("after each sub-layer (post-norm)"))),
        ),
        row(
            "norm",
            tr("Kind"),
            tr(
                "How each row is normalised; the last two divide by the standard deviation with D − 1, with ε added "
                "outside the root."
            ),
            (
                ("layer", "LayerNorm"),
                ("rms", tr("RMSNorm, without the mean")),
                ("batch", tr("BatchNorm, over all rows")),
                ("unbiased", tr("LayerNorm, unbiased deviation")),
                ("scalar", tr("one scale for all units")),
            ),
        ),
        row("norm_eps", "ε", tr("A small number that prevents division by 0.")),
        row(
            "norm_bias",
            tr("Shift β"),
            tr("Whether norms add a learned shift."),
            counts=lambda spec: spec.norm != "rms",
            only=tr("except for RMSNorm, which has none"),
        ),
        row("final_norm", tr("Final norms"), tr("One more norm after the last layer of each stack.")),
        row("embedding_norm", tr("Norm on the input"), tr("A norm on token + position.")),
    ),
    "Feed-forward": (
        row(
            "activation",
            tr("Activation"),
            tr("The function between its linear layers."),
            (("relu", "ReLU"), ("gelu", "GELU"), ("gelu_tanh", tr("GELU, approximated by tanh")), ("silu", "SiLU")),
        ),
        row("gated", tr("Gated"), tr("A second linear layer multiplies the hidden units (Shazeer 2020).")),
        row("feed_forward_bias", tr("Biases"), tr("Whether its linear layers have biases.")),
    ),
    "Positions": (
        row(
            "positions",
            tr("Kind"),
            tr("How the model knows where a token is."),
            (
                ("sinusoidal", tr("sinusoids")),
                ("learned", tr("learned vectors")),
                ("relative", tr("learned number per distance")),
                ("none", tr("none: order is lost")),
            ),
        ),
        sinusoids(
            "position_layout",
            tr("Sines and cosines"),
            tr("How they share the units."),
            (("interleaved", tr("interleaved")), ("halves", tr("in halves"))),
        ),
        sinusoids("position_base", tr("Base"), tr("The longest wave is 2π times this many tokens.")),
        row(
            "position_offset",
            tr("Rows before the first"),
            tr("Rows at the start of the table that belong to no position."),
            counts=_is("positions", "learned"),
            only=tr("for learned vectors"),
        ),
        distances("position_buckets", tr("Buckets"), tr("How many distances have their own number.")),
        distances(
            "position_reach", tr("Reach"), tr("From this distance on, in tokens, all distances share the last bucket.")
        ),
    ),
    "Embeddings and output": (
        row(
            "scale_embedding",
            tr("Embeddings times √D"),
            tr("Whether token vectors are multiplied by the square root of the width."),
        ),
        row(
            "tied",
            tr("One table for all"),
            tr("Source, target and output projection share one table (section 3.4 of the paper)."),
        ),
        row(
            "output_tied",
            tr("Target and output share one"),
            tr("Target embedding and output projection share one table."),
            counts=_is("tied", False),
            only=tr("if there is no single table for all"),
        ),
        row("output_bias", tr("Output bias"), tr("Whether each entry of the vocabulary has its own bias.")),
        row("logit_scale", tr("Output times"), tr("The decoder's output is multiplied by this before the projection.")),
    ),
}
"""Heading -> its rows, in the order in which a model is thought of."""


_NAMED = {one.name for rows in (VOCABULARY, *GROUPS.values()) for one in rows}
_OTHERS = tuple(row(name, name.replace("_", " ").capitalize()) for name in DECLARED if name not in _NAMED)
if _OTHERS:
    GROUPS["Further"] = _OTHERS  # a field that has no words of its own yet


def every_field() -> tuple[FormField, ...]:
    return (*(one for group in GROUPS.values() for one in group), *VOCABULARY)


_PAPER: dict[str, Any] = {
    "d_model": 512,
    "heads": 8,
    "encoder_layers": 6,
    "decoder_layers": 6,
    "d_ff": 2048,
    "attention_bias": False,
}
PRESETS: dict[str, tuple[str, dict[str, Any]]] = {
    "default": (tr("the default (pre-norm, width 256)"), {}),
    "paper": (
        tr("the paper's base model (post-norm, width 512)"),
        {**_PAPER, "norm_place": "post", "final_norm": False},
    ),
    "pre": (tr("the same with pre-norm"), {**_PAPER, "norm_place": "pre", "final_norm": True}),
}
"""What a new model may start from -> its words and the fields that differ from the defaults."""


def in_words(message: str) -> str:
    """A refusal of `ModelSpec.checked` with the form's labels instead of the names of fields."""
    words = message
    for one in sorted(every_field(), key=lambda one: -len(one.name)):
        if one.name in words.replace("'", " ").split():
            words = words.replace(one.name, f"“{one.word}”", 1)
    return f"{capitalised(words)}."
