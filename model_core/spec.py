"""What a model is, as one frozen value. No torch.

What to compute with it is `model_core.record.run_spec`, how to train it `model_core.training.train_spec`.
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, fields
from typing import TYPE_CHECKING, Any, Self

from model_core import old_names
from model_core.errors import Refused, short

KINDS = ("encoder", "decoder", "cross")
"""The three attentions: encoder self-attention, decoder self-attention, cross-attention."""

PAD, BOS, EOS, UNK = 0, 1, 2, 3
SPECIAL_PIECES = ("<pad>", "<s>", "</s>", "<unk>")

NORM_PLACES = ("pre", "post")
NORMS = ("layer", "rms", "batch", "scalar", "unbiased")
ACTIVATIONS = ("relu", "gelu", "gelu_tanh", "silu")
POSITIONS = ("sinusoidal", "learned", "none", "relative")
POSITION_LAYOUTS = ("interleaved", "halves")
ATTENTION_SCALES = ("head", "model", "none")
MASK_PLACES = ("after", "before")

LIMITS: dict[str, tuple[int, int]] = {
    "source_vocabulary": (5, 512_000),
    "target_vocabulary": (5, 512_000),
    "d_model": (2, 4096),
    "heads": (1, 64),
    "encoder_layers": (1, 48),
    "decoder_layers": (1, 48),
    "d_ff": (2, 32_768),
    "max_positions": (1, 8192),
    "d_key": (0, 1024),
    "d_value": (0, 1024),
    "position_offset": (0, 64),
    "position_buckets": (4, 1024),
    "position_reach": (4, 100_000),
}
"""Smallest and largest value of each size of a ModelSpec, both allowed."""

MAX_PARAMETERS = 1_000_000_000

LEAKING = -1e3
"""A score above this one, in the place of a forbidden cell's, leaves that cell some weight."""


@dataclass(frozen=True)
class ModelSpec:
    """Shape and variant of one encoder-decoder; everything that decides which modules are built.

    Sizes are counts (vocabulary entries, units, layers, heads, positions). `norm_place` is "post" as in
    Vaswani et al. 2017, section 3.1, or "pre" (Xiong et al. 2020). `tied` shares one table between source
    embedding, target embedding and output projection (section 3.4 of the paper).

    d_key, d_value    units of one head's queries and keys, and of its values; 0 = d_model / heads (d_value: as d_key)
    norm              "layer" (Ba et al. 2016), "rms" (Zhang and Sennrich 2019), "batch" (Ioffe and Szegedy 2015, per
                      unit over all rows), "unbiased" (as "layer", but the standard deviation divides by D − 1 and eps
                      is added to it, not under the root), "scalar" (the same with one scale and one shift for all)
    activation        "gelu" is exact, "gelu_tanh" its approximation (Hendrycks and Gimpel 2016)
    gated             a second linear layer multiplies the hidden units (Shazeer 2020)
    positions         "relative": a learned number per head and distance is added to the scores of self-attention
                      (Raffel et al. 2020, section 2.1), in `position_buckets` buckets up to `position_reach` tokens
    position_layout   sinusoids: sine and cosine "interleaved", or in "halves"
    position_offset   learned positions: rows at the table's start that stand for no position (BART has 2)
    embedding_norm    a norm on the sum of token and position
    attention_scale   what scores are divided by: the root of the "head"'s width, of the "model"'s, or nothing ("none")
    mask_value        what stands in the place of a forbidden cell's score; None = −∞
    mask_place        whether that number is put in "before" or "after" the scores are divided
    attention_bias    biases of q, k and v; `attention_output_bias` that of the heads' joint projection (None: same)
    output_tied       where not `tied`: target embedding and output projection share one table
    logit_scale       the decoder's output is multiplied by it before the output projection
    """

    source_vocabulary: int
    target_vocabulary: int
    d_model: int = 256
    heads: int = 4
    encoder_layers: int = 3
    decoder_layers: int = 3
    d_ff: int = 1024
    max_positions: int = 256
    norm_place: str = "pre"
    final_norm: bool = True
    norm: str = "layer"
    norm_eps: float = 1e-5
    activation: str = "relu"
    positions: str = "sinusoidal"
    position_base: float = 10_000.0
    scale_embedding: bool = True
    tied: bool = True
    attention_bias: bool = True
    output_bias: bool = False
    dropout: float = 0.1
    pad_id: int = PAD
    bos_id: int = BOS
    eos_id: int = EOS
    unk_id: int = UNK
    d_key: int = 0
    d_value: int = 0
    norm_bias: bool = True
    gated: bool = False
    position_layout: str = "interleaved"
    position_offset: int = 0
    position_buckets: int = 32
    position_reach: int = 128
    embedding_norm: bool = False
    attention_scale: str = "head"
    mask_value: float | None = None
    mask_place: str = "after"
    attention_output_bias: bool | None = None
    feed_forward_bias: bool = True
    output_tied: bool = False
    logit_scale: float = 1.0

    @property
    def head_width(self) -> int:
        """Units of one head's query and key: d_model / heads where `d_key` does not say otherwise."""
        return self.d_key or self.d_model // self.heads

    @property
    def value_width(self) -> int:
        """Units of one head's value: those of its key where `d_value` does not say otherwise."""
        return self.d_value or self.head_width

    @property
    def never_written(self) -> tuple[int, ...]:
        """Ids that no decoding chooses: padding, and the start, unless it is the end too (BART's is)."""
        return (self.pad_id,) if self.bos_id in (self.pad_id, self.eos_id) else (self.pad_id, self.bos_id)

    @property
    def joint_bias(self) -> bool:
        """Whether the projection of all heads together has a bias."""
        return self.attention_bias if self.attention_output_bias is None else self.attention_output_bias

    @property
    def score_scale(self) -> float:
        """What scores are multiplied by: 1 / √K (the paper, section 3.2.1), 1 / √D or 1."""
        width = {"head": self.head_width, "model": self.d_model, "none": 1}[self.attention_scale]
        return 1.0 / math.sqrt(width)

    @property
    def masked_score(self) -> float:
        """What the softmax reads in the place of a forbidden cell's score: −∞, or a number."""
        if self.mask_value is None:
            return -math.inf
        return self.mask_value * (self.score_scale if self.mask_place == "before" else 1.0)

    @property
    def leaks(self) -> bool:
        """Whether forbidden cells keep some weight, so that nothing is really hidden from a query.

        e^x of a float32 is 0 below −104; scores of trained models stay far above −1,000.
        """
        return self.masked_score > LEAKING

    def layers(self, kind: str) -> int:
        """Number of layers that hold an attention of this kind."""
        return self.encoder_layers if kind == "encoder" else self.decoder_layers

    def parameters(self) -> int:
        """Number of trainable numbers, by arithmetic, so that absurd sizes are refused before anything is built."""
        d, norm = self.d_model, self.norm_parameters()
        keys, values = self.heads * self.head_width, self.heads * self.value_width
        attention = 2 * d * keys + 2 * d * values + self.attention_bias * (2 * keys + values) + self.joint_bias * d
        up = (2 if self.gated else 1) * (d + self.feed_forward_bias) * self.d_ff
        feed_forward = up + self.d_ff * d + self.feed_forward_bias * d
        encoder = self.encoder_layers * (attention + feed_forward + 2 * norm)
        decoder = self.decoder_layers * (2 * attention + feed_forward + 3 * norm)
        places = {"learned": d * (self.max_positions + self.position_offset)}
        places["relative"] = self.position_buckets * self.heads
        more = 2 * places.get(self.positions, 0) + 2 * norm * (self.final_norm + self.embedding_norm)
        return encoder + decoder + self._tables() + more + self.output_bias * self.target_vocabulary

    def _tables(self) -> int:
        """Numbers of the source's table, the target's and the output's, shared ones once."""
        own = 0 if self.tied else 1 if self.output_tied else 2
        return self.d_model * (self.source_vocabulary + own * self.target_vocabulary)

    def norm_parameters(self) -> int:
        """Trainable numbers of one norm: a scale, and mostly a shift."""
        shift = self.norm != "rms" and self.norm_bias
        return (1 if self.norm == "scalar" else self.d_model) * (2 if shift else 1)

    def checked(self) -> Self:
        """This spec, if every field is in its range; raises Refused naming field, value and range otherwise."""
        for name, (low, high) in LIMITS.items():
            value = getattr(self, name)
            if type(value) is not int or not low <= value <= high:
                need = f"a whole number from {low} to {high:,} is needed"
                raise Refused("E-CFG-RANGE", f"{name} is {short(value)}; {need}")
        for name, allowed in _CHOICES.items():
            value = getattr(self, name)
            if value not in allowed:
                raise Refused("E-CFG-CHOICE", f"{name} is {short(value)}; known are {', '.join(allowed)}")
        _check_types(self)
        if not self.d_key and self.d_model % self.heads:
            raise Refused("E-CFG-HEADS", f"d_model {self.d_model} cannot be divided evenly by {self.heads} heads")
        if self.tied and self.source_vocabulary != self.target_vocabulary:
            own = f"the source has {self.source_vocabulary:,} entries, the target {self.target_vocabulary:,}"
            raise Refused("E-CFG-TIED", f"tied embeddings need one vocabulary for source and target, but {own}; set"
                          " tied to false, or give both the same size")  # fmt: skip
        if self.parameters() > MAX_PARAMETERS:
            raise Refused("E-CFG-SIZE", f"{self.parameters():,} parameters; at most {MAX_PARAMETERS:,} are opened")
        return self

    def to_json(self) -> dict[str, Any]:
        """Plain JSON values by field name."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        """The spec written by `to_json`, checked; raises Refused for unknown, missing or wrong fields."""
        known = {f.name for f in fields(cls)}
        if not isinstance(data, dict):
            raise Refused("E-CFG-TYPE", "the model's spec is not a JSON object")
        unknown = sorted(set(data) - known)
        if unknown:
            raise Refused("E-CFG-UNKNOWN", f"unknown field {short(unknown[0])} in the model's spec")
        missing = sorted({"source_vocabulary", "target_vocabulary"} - set(data))
        if missing:
            raise Refused("E-CFG-MISSING", f"field {missing[0]!r} is missing in the model's spec")
        return cls(**data).checked()


_CHOICES: dict[str, tuple[str, ...]] = {
    "norm_place": NORM_PLACES,
    "norm": NORMS,
    "activation": ACTIVATIONS,
    "positions": POSITIONS,
    "position_layout": POSITION_LAYOUTS,
    "attention_scale": ATTENTION_SCALES,
    "mask_place": MASK_PLACES,
}

_FLAGS = (
    "final_norm", "scale_embedding", "tied", "attention_bias", "output_bias", "norm_bias", "gated", "embedding_norm",
    "feed_forward_bias", "output_tied",
)  # fmt: skip

_RANGES = {
    "dropout": (0.0, 0.9),
    "norm_eps": (1e-12, 1e-2),
    "position_base": (1.0, 1e9),
    "logit_scale": (1e-4, 1e4),
    "mask_value": (-3e38, 0.0),
}


def _check_types(spec: ModelSpec) -> None:
    """Refuse flags that are no booleans, rates out of range and token ids outside the vocabulary."""
    for name in _FLAGS:
        if type(getattr(spec, name)) is not bool:
            raise Refused("E-CFG-TYPE", f"{name} is {short(getattr(spec, name))}; true or false is needed")
    if spec.attention_output_bias is not None and type(spec.attention_output_bias) is not bool:
        told = short(spec.attention_output_bias)
        raise Refused("E-CFG-TYPE", f"attention_output_bias is {told}; true, false or null is needed")
    for name, (low, high) in _RANGES.items():
        value = getattr(spec, name)
        if name == "mask_value" and value is None:
            continue
        if type(value) not in (int, float) or not low <= value <= high:
            raise Refused("E-CFG-RANGE", f"{name} is {short(value)}; a number from {low:g} to {high:g} is needed")
    ids = [getattr(spec, name) for name in ("pad_id", "bos_id", "eos_id", "unk_id")]
    for name, value in zip(("pad_id", "bos_id", "eos_id", "unk_id"), ids, strict=True):
        if type(value) is not int or not 0 <= value < min(spec.source_vocabulary, spec.target_vocabulary):
            raise Refused("E-CFG-RANGE", f"{name} is {short(value)}; an id inside the vocabulary is needed")


if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """RunSpec and TrainSpec, which stood here before 0.2."""
        return old_names.moved_value(__name__, name)
