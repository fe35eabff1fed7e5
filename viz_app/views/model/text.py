"""The words on and about the boxes of the diagram: titles, shapes of the present sentence, parameters, what each does.

Layers and heads count from 1 in words. No Qt.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import prod

from model_core.explain.anatomy import Anatomy, Part, Shape, hidden_words
from model_core.explain.rules import divisor
from model_core.spec import ModelSpec
from viz_app.data.number_format import fmt_digits
from viz_app.views.model.variant import ACTIVATIONS, NORMS

TITLES = {"encoder": "Self-attention", "decoder": "Masked self-attention", "cross": "Cross-attention"}
STEPS = {
    "to_q": "Queries Q", "to_k": "Keys K", "to_v": "Values V", "raw_scores": "Scores Q · Kᵀ",
    "masked_scores": "Mask", "weights": "Softmax", "head_outputs": "Weights · V", "join": "Concatenate the heads",
    "to_out": "Output projection",
}  # fmt: skip
TOKENS = {"source": "Source", "read": "Read so far", "written": "Written"}
TIES = "one table"
_PLACES = {
    "sinusoidal": "Positions", "learned": "Positions", "none": "No positions", "relative": "Distances",
}  # fmt: skip
_SUMS = {False: "Token + position", True: "Norm of token + position"}


def title(kind: str, name: str, part: Part | None, spec: ModelSpec, attention: str = "") -> str:
    """What a box is called."""
    last = name.rsplit(".", 1)[-1]
    if kind in ("attention", "inside"):
        return TITLES[attention]
    if kind == "scale":
        below = divisor(spec.side(attention))
        own = f"÷ {below}" if below else "Not divided"
        return f"÷ √K = {own}" if spec.attention_scale == "head" else own
    if kind in ("linear", "scores", "mask", "weigh", "mix", "join") and last in STEPS:
        return STEPS[last]
    if kind in ("folded", "header"):
        return f"Layer {int(last) + 1} of {spec.layers(name.split('.', 1)[0])}"
    if kind == "norm":
        norm = NORMS[spec.norm]
        return f"Final {norm if spec.norm == 'rms' else norm[0].lower() + norm[1:]}" if "final" in name else norm
    gated = "gated " if spec.gated else ""
    return {
        "embedding": "Token embedding", "positions": _PLACES[spec.positions], "sum": _SUMS[spec.embedding_norm],
        "add": "Sum", "feed_forward": f"Feed-forward, {gated}{ACTIVATIONS[spec.activation]}",
        "projection": "Output projection", "softmax": "Softmax", "tokens": TOKENS.get(name, ""),
        "end": "Memory" if name.startswith("encoder") else "Output",
    }[kind]  # fmt: skip


def off_words(heads: tuple[int, ...]) -> str:
    """Which heads are switched off: "heads 1, 3 off"."""
    return f"head{'s' if len(heads) > 1 else ''} {', '.join(str(head + 1) for head in heads)} off"


def length_words(length: float) -> str:
    """The mean length of the rows of a stream: "‖x‖ 16.2"."""
    return f"‖x‖ {fmt_digits(length)}"


def shape_words(shape: Shape, known: Mapping[str, int]) -> str:
    """For example "S 7 × D 256"; a letter whose number is not known yet stands alone."""
    return " × ".join(f"{letter[0]} {known[letter]:,}" if known.get(letter) else letter[0] for letter in shape)


def short_count(count: int) -> str:
    """Three digits and a letter that stays beside them: 912, 65.8 k, 2.05 M."""
    if count < 1000:
        return str(count)
    size, letter = (count / 1e6, "\N{NO-BREAK SPACE}M") if count >= 999_500 else (count / 1e3, "\N{NO-BREAK SPACE}k")
    decimals = 2 if size < 9.995 else 1 if size < 99.95 else 0
    return f"{size:.{decimals}f}{letter}"


def parameter_words(part: Part, anatomy: Anatomy) -> tuple[str, ...]:
    """How many parameters a part has, in ever shorter words; () for a part without any."""
    shared = any(one.shared for one in part.weights)
    count = anatomy.parameters([part])
    if not count:
        return (f"{TIES}, shared", "shared") if shared else ()
    return count_words(count)


def count_words(count: int) -> tuple[str, ...]:
    """So many parameters, in ever shorter words."""
    return f"{count:,} parameters", f"{short_count(count)} parameters", f"{short_count(count)} par."


_WHAT = {
    "embedding": "Each token's id picks its row of the table{scaled}.",
    "positions": "{places}",
    "sum": "Token vector plus position vector{normed}: what the first layer reads.",
    "norm": "Brings each row to the same size: {norm}.",
    "add": "x + f(x): what the sub-layer gives is added to what went in.",
    "feed_forward": "{feed_forward}, the same for every token: D → F → D.",
    "end": "What leaves the last layer; this model has no final norm.",
    "projection": "One score (logit) for each entry of the vocabulary: D → V{logits}.",
    "softmax": "exp of each logit, divided by their sum: the probability of every next token.",
    "join": "The heads' outputs side by side: H × K units are one row of D. The numbers are those of Weights · V.",
    "scores": "Each query times each key: how well they match.",
    "scale": "{scale}",
    "mask": "{hidden} where a query may not read a key: what comes later, padding, what you forbid.{leaks}",
    "weigh": "The softmax of each row: weights that sum to 1.",
    "mix": "The values, averaged by the weights.",
    "linear": "A linear layer.",
}
_READS = {
    "encoder": "Every source token reads every source token.",
    "decoder": "Every target token reads what is already written, itself included.",
    "cross": "Every target token reads the memory: the keys and values come from the encoder's end.",
}
_TOKENS = {
    "source": "The pieces of the source that the encoder reads.",
    "read": "What the decoder has read: begin of sentence, then what was written, one step later.",
    "written": "What is written at each step: the token chosen from the softmax.",
}


def what(kind: str, name: str, spec: ModelSpec, attention: str = "") -> str:
    """One sentence on what a box does."""
    if kind in ("attention", "inside"):
        one = spec.side(attention)
        return f"{_READS[attention]} {one.heads} head{'s' if one.heads > 1 else ''} of width {one.head_width}."
    if kind in ("folded", "header"):
        return "One layer with its sub-layers, each with a connection that skips it."
    if kind == "tokens":
        return _TOKENS[name]
    if kind == "linear" and name.endswith(("to_k", "to_v")) and attention == "cross":
        return "A linear layer over the encoder's memory, cut into heads."
    if kind == "linear" and attention:
        over = "all heads together" if name.endswith("to_out") else "the stream, cut into heads"
        return f"A linear layer over {over}."
    return _WHAT[kind].format(**_variant(spec))


_NORM_RULES = {
    "layer": "minus its mean, divided by its standard deviation",
    "rms": "divided by its root mean square",
    "batch": "each unit minus its mean over all rows of the training, divided by its deviation there",
    "unbiased": "minus its mean, divided by its standard deviation (with D − 1) plus ε",
    "scalar": "minus its mean, divided by its standard deviation (with D − 1) plus ε; one scale for all units",
}
_SCALES = {
    "head": "Divided by √K, so that the softmax stays soft for wide heads.",
    "model": "Divided by √D, the root of the model's width; the paper divides by that of a head's, √K.",
    "none": "This model does not divide its scores.",
}
_ORDERS = {
    "sinusoidal": "A vector for each position, so that the model can tell order.",
    "learned": "A learned vector for each position, so that the model can tell order.",
    "none": "Nothing tells this model the order of its tokens.",
    "relative": "A learned number for each head and distance of two tokens, added to the scores of self-attention.",
}


def _variant(spec: ModelSpec) -> dict[str, str]:
    """What the sentences on boxes say of this model's variant."""
    between = f"with {ACTIVATIONS[spec.activation]} between"
    gated = f"Two linear layers {between}, a third one multiplies the hidden units"
    logits = f", of the output times {spec.logit_scale:.4g}" if spec.logit_scale != 1.0 else ""
    return {
        "scaled": ", times √D" if spec.scale_embedding else "",
        "norm": _NORM_RULES[spec.norm],
        "places": _ORDERS[spec.positions],
        "normed": ", with a norm on it" if spec.embedding_norm else "",
        "feed_forward": gated if spec.gated else f"Two linear layers {between}",
        "logits": f"{logits}, with a bias each" if spec.output_bias else logits,
        "scale": _SCALES[spec.attention_scale],
        "hidden": hidden_words(spec),
        "leaks": " So near to 0 it hides nothing." if spec.leaks else "",
    }


def about(anatomy: Anatomy) -> tuple[str, ...]:
    """The model in two lines: its sizes, and its variant."""
    spec = anatomy.spec
    tables = (anatomy.encoder.tokens, anatomy.decoder.tokens, anatomy.projection)
    counts = [anatomy.parameters(layer for one in side.layers for layer in one.parts) for side in _sides(anatomy)]
    place = "norm before each sub-layer" if spec.norm_place == "pre" else "norm after each sub-layer"
    own = "one table for target and output" if spec.output_tied else "tables of their own for source, target, output"
    table = "one table for source, target and output" if spec.tied else own
    return (
        f"{anatomy.parameters():,} parameters: encoder layers {short_count(counts[0])}, decoder layers"
        f" {short_count(counts[1])}, tables\u00a0{short_count(anatomy.parameters(tables))}",
        f"{place[0].upper()}{place[1:]} · {table}",
    )


def letters(spec: ModelSpec, known: Mapping[str, int]) -> str:
    """What the letters of the shapes stand for, with their numbers in this sentence."""
    meant = {"S": "source tokens", "T": "target rows", "D": "width", "H": "heads", "K": "width of a head"}
    parts = [(letter, known.get(letter, 0), word) for letter, word in meant.items()]
    parts.append(("V", known["Vt"], "vocabulary"))
    blank = "\N{NO-BREAK SPACE}"
    found = (f"{letter} {count:,} {word}" if count else f"{letter} {word}" for letter, count, word in parts)
    return " · ".join(one.replace(" ", blank) for one in found)


def _sides(anatomy: Anatomy) -> tuple:
    return anatomy.encoder, anatomy.decoder


def weight_words(part: Part, known: Mapping[str, int]) -> list[str]:
    """One line for each parameter array of a part and of its steps."""
    lines = []
    for one in [*part.weights, *(weight for step in part.inside for weight in step.weights)]:
        count = prod(known[letter] for letter in one.shape)
        owner = f", the numbers of {one.shared}" if one.shared else ""
        lines.append(f"{one.name}: {shape_words(one.shape, known)} = {count:,}{owner}")
    return lines
