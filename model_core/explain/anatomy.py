"""The structure of an encoder–decoder, computed from its ModelSpec: parts, hook points, shapes, parameters.

No torch: the window draws the model from this. Every activation of the real model belongs to exactly one part, every
parameter too, and the sum is `ModelSpec.parameters()`; tests compare both with the model itself.

Shapes are tuples of letters, the batch left out: S source tokens, T target rows, D width, H heads, K head width (Kv of
values, where they have another), F feed-forward width, P positions, R buckets of distances, Vs and Vt entries of the
source's and the target's vocabulary; `lengths` gives the letters their numbers. HK and HKv are the units of all heads
together, where they are not D. The order of parts is that of the computation ("Attention Is All You Need", figure 1).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import prod

from model_core.errors import Message
from model_core.spec import ModelSpec

Shape = tuple[str, ...]

SUBLAYERS = {
    "encoder": (("attn_sublayer", "self_attn"), ("ff_sublayer", "feed_forward")),
    "decoder": (("attn_sublayer", "self_attn"), ("cross_sublayer", "cross_attn"), ("ff_sublayer", "feed_forward")),
}
"""Side -> (module of the residual connection, module of the work inside it) of a layer, in the order of computation."""

ROWS = {"encoder": "S", "decoder": "T"}
"""Side -> the letter of its tokens."""


@dataclass(frozen=True)
class Activation:
    """What passes one hook point. `name` is the hook's, `words` say what it is."""

    name: str
    shape: Shape
    words: str


@dataclass(frozen=True)
class Weight:
    """One trainable array by its parameter's name. `shared` names the parameter whose numbers it reads ("": its own).

    A shared weight is counted once, at the parameter that it shares.
    """

    name: str
    shape: Shape
    shared: str = ""


@dataclass(frozen=True)
class Part:
    """One box of the model.

    name         module path, or the hook's where the part has no module of its own
    kind         "embedding", "positions", "sum", "norm", "attention", "feed_forward", "add", "end", "projection",
                 "softmax", or a step inside: "linear", "scores", "scale", "mask", "weigh", "mix", "join", "activate"
    activations  what passes its hook points, the most informative one first; () if nothing is recorded
    inside       the steps that it is made of, in order; its own activations and weights are then theirs
    """

    name: str
    kind: str
    activations: tuple[Activation, ...] = ()
    weights: tuple[Weight, ...] = ()
    inside: tuple[Part, ...] = ()

    @property
    def shape(self) -> Shape:
        """The shape of the first activation."""
        return self.activations[0].shape if self.activations else ()


@dataclass(frozen=True)
class SublayerAnatomy:
    """x + f(norm(x)) or norm(x + f(x)): the parts of one residual connection, `order` as they are computed."""

    norm: Part
    work: Part
    add: Part
    pre: bool

    @property
    def order(self) -> tuple[Part, Part, Part]:
        """Pre: norm, work, add; post: work, add, norm."""
        return (self.norm, self.work, self.add) if self.pre else (self.work, self.add, self.norm)


@dataclass(frozen=True)
class Layer:
    """One layer of a stack, its index from 0."""

    stack: str
    index: int
    sublayers: tuple[SublayerAnatomy, ...]

    @property
    def name(self) -> str:
        """Module path."""
        return f"{self.stack}.layers.{self.index}"

    @property
    def parts(self) -> tuple[Part, ...]:
        """In the order of computation."""
        return tuple(part for sublayer in self.sublayers for part in sublayer.order)


@dataclass(frozen=True)
class StackAnatomy:
    """Encoder or decoder: tokens and positions, their sum, the layers, and what leaves it (a final norm or nothing)."""

    name: str
    tokens: Part
    positions: Part
    sum: Part
    layers: tuple[Layer, ...]
    end: Part

    @property
    def parts(self) -> tuple[Part, ...]:
        """In the order of computation."""
        inner = tuple(part for layer in self.layers for part in layer.parts)
        return (self.tokens, self.positions, self.sum, *inner, self.end)


@dataclass(frozen=True)
class Anatomy:
    spec: ModelSpec
    encoder: StackAnatomy
    decoder: StackAnatomy
    projection: Part
    softmax: Part

    @property
    def parts(self) -> tuple[Part, ...]:
        """In the order of computation."""
        return (*self.encoder.parts, *self.decoder.parts, self.projection, self.softmax)

    def part(self, name: str) -> Part | None:
        """The part, or the step inside one, of this name; None if there is none."""
        return next((part for part in walk_parts(self.parts) if part.name == name), None)

    def parameters(self, parts: Iterable[Part] | None = None) -> int:
        """Trainable numbers of these parts, by default of all; shared ones are counted once."""
        known = lengths(self.spec)
        own = {one.name: one for part in walk_parts(self.parts if parts is None else parts) for one in part.weights}
        return sum(prod(known[letter] for letter in one.shape) for one in own.values() if not one.shared)


def walk_parts(parts: Iterable[Part]) -> Iterator[Part]:
    """The parts, each followed by the steps inside it."""
    for part in parts:
        yield part
        yield from walk_parts(part.inside)


def lengths(spec: ModelSpec, source: int = 0, target: int = 0) -> dict[str, int]:
    """Letter -> number, for a sentence of `source` tokens and `target` rows."""
    own = {
        f"{letter}{mark}": size
        for mark, one in (("", spec), ("d", spec.for_stack("decoder")))
        for letter, size in (
            ("H", one.heads), ("K", one.head_width), ("Kv", one.value_width), ("F", one.d_ff),
            ("HK", one.heads * one.head_width), ("HKv", one.heads * one.value_width),
        )
    }  # fmt: skip
    return own | {
        "S": source, "T": target, "D": spec.d_model,
        "P": spec.max_positions + (spec.position_offset if spec.positions == "learned" else 0),
        "Vs": spec.source_vocabulary, "Vt": spec.target_vocabulary, "R": spec.position_buckets,
    }  # fmt: skip


def shape_sizes(shape: Shape, known: Mapping[str, int]) -> tuple[int, ...]:
    """The numbers of a shape. Raises KeyError for a letter that has none."""
    return tuple(known[letter] for letter in shape)


def anatomy(spec: ModelSpec) -> Anatomy:
    encoder, decoder = _stack(spec, "encoder"), _stack(spec, "decoder")
    table = ""
    if spec.tied or spec.output_tied:
        sharing = encoder if spec.tied else decoder
        table = f"{sharing.tokens.name}.weight"
    weights = [Weight("to_logits.weight", ("Vt", "D"), table)]
    if spec.output_bias:
        weights.append(Weight("to_logits.bias", ("Vt",)))
    words = Message("logits: one score for each entry of the vocabulary")
    if spec.logit_scale != 1.0:
        scale = f"{spec.logit_scale:.4g}"
        words = Message("logits: one score for each entry of the vocabulary, of the output × {scale}", scale=scale)
    logits = Activation("logits", ("T", "Vt"), words)
    projection = Part("to_logits", "projection", (logits,), tuple(weights))
    return Anatomy(spec, encoder, decoder, projection, Part("softmax", "softmax"))


def _stack(spec: ModelSpec, stack: str) -> StackAnatomy:
    rows = ROWS[stack]
    stream = (rows, "D")
    embed = f"{stack}.embed"
    scaled = Message("token vectors × √D" if spec.scale_embedding else "token vectors")
    shared = "encoder.embed.table.weight" if spec.tied and stack == "decoder" else ""
    table = Weight(f"{embed}.table.weight", ("Vs" if stack == "encoder" or spec.tied else "Vt", "D"), shared)
    places, learned = _places(spec, stack)
    summed, own = _sum(spec, embed, stream)
    end = Activation(
        f"{stack}.output", stream, Message("memory: what the decoder reads" if stack == "encoder" else "output")
    )
    norm = _norm_weights(spec, f"{stack}.final_norm") if spec.final_norm else ()
    count = spec.encoder_layers if stack == "encoder" else spec.decoder_layers
    return StackAnatomy(
        stack,
        Part(f"{embed}.table", "embedding", (Activation(f"{embed}.tokens", stream, scaled),), (table,)),
        Part(f"{embed}.position", "positions", places, learned),
        Part(f"{embed}.input", "sum", summed, own),
        tuple(_layer(spec, stack, index) for index in range(count)),
        Part(f"{stack}.final_norm" if norm else f"{stack}.output", "norm" if norm else "end", (end,), norm),
    )


def _places(spec: ModelSpec, stack: str) -> tuple[tuple[Activation, ...], tuple[Weight, ...]]:
    """How the model represents order: vectors that are added to those of tokens, or numbers added to scores."""
    rows, heads = ROWS[stack], _widths(spec, stack)[0]
    vectors = Activation(f"{stack}.embed.positions", (rows, "D"), Message("position vectors"))
    if spec.positions == "relative":
        words = Message("added to scores: by the distance of two tokens")
        bias = Activation(f"{stack}.distances.bias", (heads, rows, rows), words)
        return (bias, vectors), (Weight(f"{stack}.distances.table", ("R", heads)),)
    learned = (Weight(f"{stack}.embed.position.table", ("P", "D")),) if spec.positions == "learned" else ()
    return (vectors,), learned


def _sum(spec: ModelSpec, embed: str, stream: Shape) -> tuple[tuple[Activation, ...], tuple[Weight, ...]]:
    """What the first layer reads, with the norm on it if there is one."""
    if not spec.embedding_norm:
        return (Activation(f"{embed}.input", stream, Message("token + position")),), ()
    plain = Activation(f"{embed}.sum", stream, Message("token + position"))
    normed = Activation(f"{embed}.input", stream, Message("norm of token + position"))
    return (normed, plain), _norm_weights(spec, f"{embed}.norm")


def _layer(spec: ModelSpec, stack: str, index: int) -> Layer:
    path, rows = f"{stack}.layers.{index}", ROWS[stack]
    made = []
    for residual, work in SUBLAYERS[stack]:
        name = f"{path}.{work}"
        if work == "feed_forward":
            inner = _feed_forward(spec, name, rows)
        else:
            inner = _attention(spec, name, rows, "S" if work == "cross_attn" else rows)
        made.append(_sublayer(spec, f"{path}.{residual}", rows, inner))
    return Layer(stack, index, tuple(made))


def _sublayer(spec: ModelSpec, path: str, rows: str, work: Part) -> SublayerAnatomy:
    """Pre-norm records what the norm gives and the sum; post-norm the norm of the sum, under both names."""
    pre = spec.norm_place == "pre"
    normed = Activation(f"{path}.normed", (rows, "D"), Message("after the norm"))
    residual = Activation(f"{path}.residual", (rows, "D"), Message("residual stream after this sub-layer"))
    norm = Part(f"{path}.norm", "norm", (normed,) if pre else (normed, residual), _norm_weights(spec, f"{path}.norm"))
    return SublayerAnatomy(norm, work, Part(f"{path}.residual", "add", (residual,) if pre else ()), pre)


def _norm_weights(spec: ModelSpec, path: str) -> tuple[Weight, ...]:
    names = ("weight", "bias") if spec.norm_bias and spec.norm != "rms" else ("weight",)
    return tuple(Weight(f"{path}.{name}", () if spec.norm == "scalar" else ("D",)) for name in names)


def _attention(spec: ModelSpec, path: str, query: str, memory: str) -> Part:
    """Sections 3.2.1 and 3.2.2 of the paper, step by step."""
    stack = path.split(".")[0]
    heads, width, value, joint_keys, joint_values = _widths(spec, stack)
    rows, keys, cells = (heads, query, width), (heads, memory, width), (heads, query, memory)

    def linear(module: str, hook: str, shape: Shape, words: str, sizes: Shape) -> Part:
        weights = [Weight(f"{path}.{module}.weight", sizes)]
        if spec.joint_bias if module == "to_out" else spec.attention_bias:
            weights.append(Weight(f"{path}.{module}.bias", sizes[:1]))
        return Part(f"{path}.{module}", "linear", (Activation(f"{path}.{hook}", shape, words),), tuple(weights))

    number = masked_score_text(spec.for_stack(stack))
    masked = Message("masked scores: {number} where a query may not read", number=number)
    if spec.positions == "relative" and query == memory:
        masked = Message(
            "masked scores: {number} where a query may not read, plus a number by the distance", number=number
        )

    def step(kind: str, hook: str, shape: Shape, words: str) -> Part:
        return Part(f"{path}.{hook}", kind, (Activation(f"{path}.{hook}", shape, words),))

    inside = (
        linear("to_q", "q", rows, Message("queries Q"), (joint_keys, "D")),
        linear("to_k", "k", keys, Message("keys K"), (joint_keys, "D")),
        linear("to_v", "v", (heads, memory, value), Message("values V"), (joint_values, "D")),
        step("scores", "raw_scores", cells, Message("scores Q·Kᵀ")),
        step("scale", "scores", cells, _SCALED[spec.attention_scale]),
        step("mask", "masked_scores", cells, masked),
        step("weigh", "weights", cells, Message("weights: the softmax of each row")),
        step("mix", "head_outputs", (heads, query, value), Message("head outputs: weights · V")),
        Part(f"{path}.join", "join"),
        linear("to_out", "output", (query, "D"), Message("output of the attention"), ("D", joint_values)),
    )
    return Part(path, "attention", _activations_of(inside, "weights"), inside=inside)


def _widths(spec: ModelSpec, stack: str) -> Shape:
    """The letters of the heads, of a key's and a value's units, of all heads' keys together, of all their values."""
    own, mark = spec.for_stack(stack), "d" if stack == "decoder" and spec.decoder_heads else ""
    value = "K" if own.value_width == own.head_width else "Kv"
    joint = [own.heads * width for width in (own.head_width, own.value_width)]
    pairs = zip(joint, ("HK", f"H{value}"), strict=True)
    names = ["D" if count == own.d_model else f"{name}{mark}" for count, name in pairs]
    return f"H{mark}", f"K{mark}", f"{value}{mark}", *names


_SCALED = {
    "head": Message("scaled scores Q·Kᵀ ÷ √K"),
    "model": Message("scaled scores Q·Kᵀ ÷ √D"),
    "none": Message("scaled scores Q·Kᵀ, not divided"),
}


def masked_score_text(spec: ModelSpec) -> str:
    return "−∞" if spec.mask_value is None else f"{spec.masked_score:.3g}".replace("-", "−", 1)


def _feed_forward(spec: ModelSpec, path: str, rows: str) -> Part:
    """Section 3.3 of the paper: two linear layers and an activation between; a third one where there is a gate."""

    def linear(module: str, hook: str, shape: Shape, sizes: Shape, words: str) -> Part:
        bias = (Weight(f"{path}.{module}.bias", sizes[:1]),) if spec.feed_forward_bias else ()
        weights = (Weight(f"{path}.{module}.weight", sizes), *bias)
        return Part(f"{path}.{module}", "linear", (Activation(f"{path}.{hook}", shape, words),), weights)

    wide = "Fd" if spec.decoder_d_ff and path.startswith("decoder") else "F"
    template = "hidden units after {activation}, times the gates" if spec.gated else "hidden units after {activation}"
    hidden = Activation(f"{path}.hidden", (rows, wide), Message(template, activation=spec.activation))
    gate = (
        linear("gate", "gates", (rows, wide), (wide, "D"), Message("gates: what the hidden units are multiplied by")),
    )
    inside = (
        linear(
            "up",
            "before",
            (rows, wide),
            (wide, "D"),
            Message("hidden units before {activation}", activation=spec.activation),
        ),
        *(gate if spec.gated else ()),
        Part(f"{path}.hidden", "activate", (hidden,)),
        linear("down", "output", (rows, "D"), ("D", wide), Message("output of the feed-forward")),
    )
    return Part(path, "feed_forward", _activations_of(inside, "output"), inside=inside)


def _activations_of(inside: Iterable[Part], first: str) -> tuple[Activation, ...]:
    """All activations of the steps; the one whose hook is called `first` stands first."""
    found = [one for part in inside for one in part.activations]
    return tuple(sorted(found, key=lambda one: not one.name.endswith(f".{first}")))
