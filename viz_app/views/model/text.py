"""The text on and about the boxes of the diagram: titles, shapes of the current sentence, parameters, descriptions.

Layers and heads count from 1 in words. No Qt.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import exp, prod

from model_core.explain.anatomy import Anatomy, Part, Shape, lengths, masked_score_text, shape_sizes, walk_parts
from model_core.explain.rules import divisor
from model_core.record.trace import Sentence
from model_core.spec import HIDES_NOTHING, LEAKING, ModelSpec
from viz_app.data.number_format import fmt_count, fmt_setting
from viz_app.data.tables import Context, Listing
from viz_app.data.vocabulary import layers_and_heads
from viz_app.system.language import capitalised, counted, tr
from viz_app.views.model.variant import ACTIVATIONS, NORMS

TITLES = {"encoder": tr("Self-attention"), "decoder": tr("Masked self-attention"), "cross": tr("Cross-attention")}
STEPS = {
    "to_q": tr("Queries Q"),
    "to_k": tr("Keys K"),
    "to_v": tr("Values V"),
    "raw_scores": tr("Scores Q · Kᵀ"),
    "masked_scores": tr("Mask"),
    "weights": tr("Softmax"),
    "head_outputs": tr("Weights · V"),
    "join": tr("Concatenate the heads"),
    "to_out": tr("Output projection"),
}
TOKENS = {"source": tr("Source"), "read": tr("Read so far"), "written": tr("Written")}
TIES = tr("one table")
_PLACES = {
    "sinusoidal": tr("Positions"), "learned": tr("Positions"), "none": tr("No positions"), "relative": tr("Distances"),
}  # fmt: skip
_SUMS = {False: tr("Token + position"), True: tr("Norm of token + position")}


def title(kind: str, name: str, spec: ModelSpec, attention: str = "", count: int = 1) -> str:
    """The title of a box; a folded one may stand for several layers."""
    last = name.rsplit(".", 1)[-1]
    if kind in ("attention", "inside"):
        return TITLES[attention]
    if kind == "scale":
        below = divisor(spec.for_stack(attention))
        own = f"÷ {below}" if below else tr("Not divided")
        return f"÷ √K = {own}" if spec.attention_scale == "head" else own
    if kind in ("linear", "scores", "mask", "weigh", "mix", "join") and last in STEPS:
        return STEPS[last]
    if kind in ("folded", "header"):
        first, layers = int(last) + 1, spec.layers(name.split(".", 1)[0])
        if count > 1:
            return tr("Layers {first}–{last} of {layers}", first=first, last=first + count - 1, layers=layers)
        return tr("Layer {layer} of {layers}", layer=first, layers=layers)
    if kind == "norm":
        norm = NORMS[spec.norm]
        final = tr("Final {norm}", norm=norm if spec.norm == "rms" else norm[0].lower() + norm[1:])
        return capitalised(final) if "final" in name else norm
    if kind == "feed_forward":
        activation = ACTIVATIONS[spec.activation]
        plain = tr("Feed-forward, {activation}", activation=activation)
        return tr("Feed-forward, gated {activation}", activation=activation) if spec.gated else plain
    return {
        "embedding": tr("Token embedding"),
        "positions": _PLACES[spec.positions],
        "sum": _SUMS[spec.embedding_norm],
        "add": tr("Sum"),
        "projection": tr("Output projection"),
        "softmax": tr("Softmax"),
        "tokens": TOKENS.get(name, ""),
        "end": tr("Memory") if name.startswith("encoder") else tr("Output"),
    }[kind]


FAMILIES = {"": tr("encoder and decoder"), "encoder": tr("encoder only"), "decoder": tr("decoder only")}
"""Which parts of the drawing a family of models has -> its word."""


def family_words(family: str) -> str:
    """What is faint in the drawing; "" if nothing is."""
    return {
        "encoder": tr("Faint: what an encoder-only model such as BERT lacks, since it does not write word by word."),
        "decoder": tr("Faint: what a decoder-only model such as GPT lacks, a source and cross-attention to it."),
    }.get(family, "")


def sizes(spec: ModelSpec) -> str:
    """For example "3+3 layers · 4 heads · width 256"."""
    return f"{layers_and_heads(spec)} · {tr('width {width}', width=spec.d_model)}"


def off_words(heads: tuple[int, ...]) -> str:
    """Which heads are switched off: "heads 1, 3 off"."""
    names = ", ".join(str(head + 1) for head in heads)
    return tr("heads {names} off", names=names) if len(heads) > 1 else tr("head {head} off", head=names)


def shape_words(shape: Shape, known: Mapping[str, int]) -> str:
    """For example "S 7 × D 256"; a letter whose number is not known yet stays alone. "H·K": all heads' units."""
    named = ((letter, "H·K" if letter.startswith("HK") else letter[0]) for letter in shape)
    return " × ".join(f"{name} {known[letter]:,}" if known.get(letter) else name for letter, name in named)


def parameter_words(part: Part, anatomy: Anatomy) -> tuple[str, ...]:
    """The parameter count of a part, in ever shorter forms; () for a part without any."""
    shared = any(one.shared for one in part.weights)
    if count := anatomy.parameters([part]):
        return count_words(count)
    return (tr("one table, shared"), tr("shared")) if shared else ()


def count_words(count: int) -> tuple[str, ...]:
    """A parameter count, in ever shorter forms."""
    return tr("{count} parameters", count=fmt_count(count)), tr("{count} par.", count=fmt_count(count))


_WHAT = {
    "embedding": tr("Each token's id selects its row of the table{scaled}."),
    "positions": "{places}",
    "sum": tr("Token vector plus position vector{normed}: the input of the first layer."),
    "norm": tr("Normalises each row: {norm}."),
    "add": tr("x + f(x): the sub-layer's output is added to its input."),
    "feed_forward": tr("{feed_forward}, applied to every token alike: D → F → D."),
    "end": tr("The output of the last layer; this model has no final norm."),
    "projection": tr("One score (logit) for each entry of the vocabulary: D → V{logits}."),
    "softmax": tr("exp of each logit, divided by their sum: the probability of every next token."),
    "join": tr("The concatenated head outputs: H × K units form one row. The numbers are those of Weights · V."),
    "scores": tr("Each query times each key: how well they match."),
    "scale": "{scale}",
    "mask": tr("{hidden} where a query may not read a key: what comes later, padding, what you forbid.{leaks}"),
    "weigh": tr("The softmax of each row: weights that sum to 1."),
    "mix": tr("The values, weighted by the attention weights and summed."),
    "linear": tr("A linear layer."),
}
_READS = {
    "encoder": tr("Every source token reads every source token."),
    "decoder": tr("Every target token reads what is written so far, itself included."),
    "cross": tr("Every target token reads the memory: keys and values come from the encoder's output."),
}
_TOKENS = {
    "source": tr("The pieces of the source that the encoder reads."),
    "read": tr("What the decoder has read: the start token, then what was written, one step later."),
    "written": tr("What is written at each step: the token chosen from the softmax."),
}


def description(kind: str, name: str, spec: ModelSpec, attention: str = "") -> str:
    """One sentence on the function of a box."""
    if kind in ("attention", "inside"):
        one = spec.for_stack(attention)
        heads = counted(one.heads, tr("head"), tr("heads"))
        return f"{_READS[attention]} {tr('{heads} of width {width}.', heads=heads, width=one.head_width)}"
    if kind in ("folded", "header"):
        return tr("One layer with its sub-layers, each with a residual connection around it.")
    if kind == "tokens":
        return _TOKENS[name]
    if kind == "linear" and name.endswith(("to_k", "to_v")) and attention == "cross":
        return tr("A linear layer on the encoder's memory, split into heads.")
    if kind == "linear" and attention:
        if name.endswith("to_out"):
            return tr("A linear layer on all heads together.")
        return tr("A linear layer on the residual stream, split into heads.")
    return _WHAT[kind].format(**_variant(spec.for_stack(attention) if attention else spec))


_NORM_RULES = {
    "layer": tr("minus its mean, divided by its standard deviation"),
    "rms": tr("divided by its root mean square"),
    "batch": tr("each unit minus its mean over all rows in training, divided by its standard deviation there"),
    "unbiased": tr("minus its mean, divided by its standard deviation (with D − 1) plus ε"),
    "scalar": tr("minus its mean, divided by its standard deviation (with D − 1) plus ε; one scale for all units"),
}
_SCALES = {
    "head": tr("Divided by √K, so that the softmax stays soft for wide heads."),
    "model": tr("Divided by √D, the square root of the model's width; the paper divides by √K, with K the head width."),
    "none": tr("This model does not divide its scores."),
}
_ORDERS = {
    "sinusoidal": tr("A vector for each position, so that the model knows the order."),
    "learned": tr("A learned vector for each position, so that the model knows the order."),
    "none": tr("This model has no information about the order of its tokens."),
    "relative": tr("A learned number for each head and token distance, added to the scores of self-attention."),
}


def _variant(spec: ModelSpec) -> dict[str, str]:
    """What the sentences about boxes say of this model's variant."""
    activation = ACTIVATIONS[spec.activation]
    linear = tr("Two linear layers with {activation} between", activation=activation)
    if spec.gated:
        linear = tr(
            "Two linear layers with {activation} between; a third one multiplies the hidden units",
            activation=activation,
        )
    logits = tr(", of the output times {factor:.4g}", factor=spec.logit_scale) if spec.logit_scale != 1.0 else ""
    if spec.output_bias:
        logits += tr(", with a bias each")
    return {
        "scaled": tr(", times √D") if spec.scale_embedding else "",
        "norm": _NORM_RULES[spec.norm],
        "places": _ORDERS[spec.positions],
        "normed": tr(", with a norm on it") if spec.embedding_norm else "",
        "feed_forward": linear,
        "logits": logits,
        "scale": _SCALES[spec.attention_scale],
        "hidden": masked_score_text(spec),
        "leaks": _leaks(spec.masked_score),
    }


def _leaks(score: float) -> str:
    """What a masked score lets through, "" if it hides for certain."""
    if score <= LEAKING:
        return ""
    if score > HIDES_NOTHING:
        return tr(" So close to 0 it hides nothing.")
    return tr(" It may let some weight through: e to this power is {number}.", number=fmt_setting(exp(score), 2))


def about(anatomy: Anatomy) -> tuple[str, ...]:
    """The model in two lines: its sizes, and its variant."""
    spec = anatomy.spec
    tables = (anatomy.encoder.tokens, anatomy.decoder.tokens, anatomy.projection)
    encoder, decoder = (
        fmt_count(anatomy.parameters(part for layer in side.layers for part in layer.parts))
        for side in (anatomy.encoder, anatomy.decoder)
    )
    counts = tr(
        "{count:,} parameters: encoder layers {encoder}, decoder layers {decoder}, tables\xa0{tables}",
        count=anatomy.parameters(), encoder=encoder, decoder=decoder, tables=fmt_count(anatomy.parameters(tables)),
    )  # fmt: skip
    place = tr("norm before each sub-layer") if spec.norm_place == "pre" else tr("norm after each sub-layer")
    table = tr("separate tables for source, target, output")
    if spec.tied:
        table = tr("one table for source, target and output")
    elif spec.output_tied:
        table = tr("one table for target and output")
    return counts, f"{place[0].upper()}{place[1:]} · {table}"


def letters(known: Mapping[str, int]) -> str:
    """The meaning of the letters in shapes, with their numbers in this sentence."""
    meant = {
        "S": tr("source tokens"), "T": tr("target rows"), "D": tr("width"), "H": tr("heads"),
        "K": tr("width of a head"), "Vt": tr("vocabulary"),
    }  # fmt: skip
    found = (f"{shape_words((letter,), known)} {word}" for letter, word in meant.items())
    return " · ".join(one.replace(" ", "\N{NO-BREAK SPACE}") for one in found)


def part_table(context: Context, model: Anatomy, one: Sentence) -> Listing:
    """The parts as a table to save or copy, in the order of computation, with the sizes of the sentence. A weight that
    two parts share counts once, for its owner: `parameters` add up to the model's."""
    known, rows = lengths(model.spec, len(one.source), len(one.read)), []
    for part in model.parts:
        name, sizes = part.activations[0].name if part.activations else "", map(str, shape_sizes(part.shape, known))
        rows.append((part.name, part.kind, name, " × ".join(part.shape), " × ".join(sizes), model.parameters([part])))
    context = replace(context, what=tr("parts of the model"), hook="")
    return Listing("model-parts", context, ("part", "kind", "activation", "shape", "size", "parameters"), tuple(rows))


def weight_words(part: Part, known: Mapping[str, int]) -> list[str]:
    """One line for each parameter array of a part and of its steps."""
    lines = []
    for one in (weight for step in walk_parts([part]) for weight in step.weights):
        count = prod(shape_sizes(one.shape, known))
        line = f"{one.name}: {' = '.join(filter(None, (shape_words(one.shape, known), f'{count:,}')))}"
        lines.append(f"{line}, {tr('the numbers of {name}', name=one.shared)}" if one.shared else line)
    return lines
