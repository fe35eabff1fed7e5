"""The shape and variant of a model as one frozen value. No torch.

What to compute with it is `model_core.record.run_spec`, how to train it `model_core.training.train_spec`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any, Self

from model_core import old_names
from model_core.errors import Refused, short
from model_core.schema import Choice, Codes, Range, check, ranges, read, write

KINDS = ("encoder", "decoder", "cross")
"""The three attentions: encoder self-attention, decoder self-attention, cross-attention."""

SPACE = "\u2581"
"""▁: the sign of the space before a piece of a vocabulary."""

PAD, BOS, EOS, UNK = 0, 1, 2, 3
SPECIAL_PIECES = ("<pad>", "<s>", "</s>", "<unk>")

NORM_PLACES = ("pre", "post")
NORMS = ("layer", "rms", "batch", "scalar", "unbiased")
ACTIVATIONS = ("relu", "gelu", "gelu_tanh", "silu")
POSITIONS = ("sinusoidal", "learned", "none", "relative")
POSITION_LAYOUTS = ("interleaved", "halves")
ATTENTION_SCALES = ("head", "model", "none")
MASK_PLACES = ("after", "before")
DEVICES = ("auto", "cpu", "cuda", "mps")
"""Where a model may compute: see model_core.transformer.device."""

MAX_PARAMETERS = 1_000_000_000

LEAKING = -1e3
"""A masked cell with a score above this may keep some weight."""

HIDES_NOTHING = -1e-3
"""A masked cell with a score above this counts as much as one of score 0."""


@dataclass(frozen=True)
class ModelSpec:
    """Shape and variant of one encoder-decoder; everything that decides which modules are built.

    Sizes are counts (vocabulary entries, units, layers, heads, positions); sections are those of Vaswani et al. 2017.

    A new field is declared here, used in `model_core.transformer`, repeated in `model_core.proofs.numpy_reference` and,
    where it changes a formula, in `model_core.explain`; checks, files, command line, forms and comparisons read the
    declaration.
    """

    source_vocabulary: Annotated[int, Range(5, 512_000), "number of source token ids"]
    target_vocabulary: Annotated[int, Range(5, 512_000), "number of target token ids"]
    d_model: Annotated[int, Range(2, 4096), "size of a token's vector throughout the model"] = 256
    heads: Annotated[int, Range(1, 64), "attention heads per layer"] = 4
    encoder_layers: Annotated[int, Range(1, 48), "layers that read the source"] = 3
    decoder_layers: Annotated[int, Range(1, 48), "layers that write the target"] = 3
    d_ff: Annotated[int, Range(2, 32_768), "hidden units of the feed-forward layers"] = 1024
    max_positions: Annotated[int, Range(1, 8192), "the longest sentence, in tokens"] = 256
    norm_place: Annotated[str, Choice(NORM_PLACES), '"post" (section 3.1) or "pre" (Xiong et al. 2020)'] = "pre"
    final_norm: Annotated[bool, "a final norm after the last layer of each stack"] = True
    norm: Annotated[
        str, Choice(NORMS),
        '"layer" (Ba et al. 2016), "rms" (Zhang and Sennrich 2019), "batch" (Ioffe and Szegedy 2015, per unit '
            'over all rows), "unbiased" (like "layer", but the standard deviation divides by D − 1 and eps is added '
            'outside the root), "scalar" (like "unbiased", with one scale and one shift for all units)',
    ] = "layer"  # fmt: skip
    norm_eps: Annotated[float, Range(1e-12, 1e-2), "keeps a norm from dividing by 0"] = 1e-5
    activation: Annotated[str, Choice(ACTIVATIONS), '"gelu_tanh" approximates "gelu" (Hendrycks, Gimpel 2016)'] = "relu"
    positions: Annotated[
        str, Choice(POSITIONS),
        '"relative": a learned number per head and distance is added to the scores of self-attention (Raffel et al.'
        " 2020, section 2.1)",
    ] = "sinusoidal"  # fmt: skip
    position_base: Annotated[
        float, Range(1.0, 1e9), "the longest sinusoid has a wavelength of 2π times this many tokens"
    ] = 10_000.0
    scale_embedding: Annotated[bool, "token vectors are multiplied by √D (section 3.4)"] = True
    tied: Annotated[bool, "source, target and output projection share one table (section 3.4)"] = True
    attention_bias: Annotated[bool, "biases of q, k and v"] = True
    output_bias: Annotated[bool, "a bias for each entry of the target vocabulary"] = False
    dropout: Annotated[float, Range(0.0, 0.9), "share of units set to 0 during training"] = 0.1
    pad_id: Annotated[int, Range(0, 511_999), "id of the padding token"] = PAD
    bos_id: Annotated[int, Range(0, 511_999), "id of the token that the decoder reads first"] = BOS
    eos_id: Annotated[int, Range(0, 511_999), "id of the end-of-sentence token"] = EOS
    unk_id: Annotated[int, Range(0, 511_999), "id of the unknown token"] = UNK
    d_key: Annotated[int, Range(0, 1024), "units of one head's queries and keys; 0 = d_model / heads"] = 0
    d_value: Annotated[int, Range(0, 1024), "units of one head's values; 0 = same as its keys"] = 0
    norm_bias: Annotated[bool, "norms have a learned shift (RMS norms never do)"] = True
    gated: Annotated[bool, "gated: a second linear layer multiplies the hidden units (Shazeer 2020)"] = False
    position_layout: Annotated[str, Choice(POSITION_LAYOUTS), "how sines and cosines are laid out over the units"] = (
        "interleaved"
    )
    position_offset: Annotated[int, Range(0, 64), "rows of learned positions before the first (BART has 2)"] = 0
    position_buckets: Annotated[int, Range(4, 1024), "how many distances have their own number"] = 32
    position_reach: Annotated[int, Range(4, 100_000), "distance in tokens beyond which all share a bucket"] = 128
    embedding_norm: Annotated[bool, "a norm on the sum of token and position"] = False
    attention_scale: Annotated[str, Choice(ATTENTION_SCALES), "the width whose square root divides the scores"] = "head"
    mask_value: Annotated[float | None, Range(-3e38, 0.0), "a masked cell's score; None = −∞"] = None
    mask_place: Annotated[str, Choice(MASK_PLACES), "whether it is set before or after the division"] = "after"
    attention_output_bias: Annotated[
        bool | None, "bias of the attention's output projection; None = same as q, k, v"
    ] = None
    feed_forward_bias: Annotated[bool, "biases of the feed-forward's linear layers"] = True
    output_tied: Annotated[bool, "if not tied: target embedding and output projection share one table"] = False
    logit_scale: Annotated[
        float, Range(1e-4, 1e4), "the decoder's output is multiplied by this before its projection"
    ] = 1.0
    decoder_d_ff: Annotated[int, Range(0, 32_768), "hidden units of the decoder's feed-forwards; 0 = d_ff"] = 0
    decoder_heads: Annotated[
        int, Range(0, 64), "heads of the decoder's layers, self- and cross-attention; 0 = heads"
    ] = 0

    @property
    def head_width(self) -> int:
        """Units of one head's query and key: `d_key`, or d_model / heads."""
        return self.d_key or self.d_model // self.heads

    @property
    def value_width(self) -> int:
        """Units of one head's value: `d_value`, or those of its key."""
        return self.d_value or self.head_width

    @property
    def never_written(self) -> tuple[int, ...]:
        """Ids that decoding never chooses: padding, and the start unless it is the end as well (as in BART)."""
        return (self.pad_id,) if self.bos_id in (self.pad_id, self.eos_id) else (self.pad_id, self.bos_id)

    @property
    def joint_bias(self) -> bool:
        """Whether the output projection of the attentions has a bias."""
        return self.attention_bias if self.attention_output_bias is None else self.attention_output_bias

    @property
    def score_scale(self) -> float:
        """What scores are multiplied by: 1 / √K (the paper, section 3.2.1), 1 / √D or 1."""
        width = {"head": self.head_width, "model": self.d_model, "none": 1}[self.attention_scale]
        return 1.0 / math.sqrt(width)

    @property
    def masked_score(self) -> float:
        """The score of a masked cell at the softmax: −∞, or a number."""
        if self.mask_value is None:
            return -math.inf
        return self.mask_value * (self.score_scale if self.mask_place == "before" else 1.0)

    @property
    def leaks(self) -> bool:
        """Whether masked cells may keep some weight, so that nothing is hidden from a query for certain.

        e^x of a float32 is 0 below −104; scores of trained models stay far above −1,000.
        """
        return any(self.for_stack(kind).masked_score > LEAKING for kind in ("encoder", "decoder"))

    def layers(self, kind: str) -> int:
        """Number of layers that hold an attention of this kind."""
        return self.encoder_layers if kind == "encoder" else self.decoder_layers

    def heads_of(self, kind: str) -> int:
        return self.heads if kind == "encoder" else self.decoder_heads or self.heads

    def nearest_head(self, kind: str, layer: int, head: int) -> tuple[int, int]:
        """(layer, head), or the nearest ones that there are; (0, 0) of a stack without layers."""
        return max(0, min(layer, self.layers(kind) - 1)), max(0, min(head, self.heads_of(kind) - 1))

    def for_stack(self, kind: str) -> Self:
        """The spec that the layers of one stack are built from: for "decoder" and "cross" with the decoder's sizes."""
        if kind == "encoder" or not (self.decoder_d_ff or self.decoder_heads):
            return self
        d_ff = self.decoder_d_ff or self.d_ff
        return replace(self, d_ff=d_ff, decoder_d_ff=0, heads=self.heads_of(kind), decoder_heads=0)

    def parameters(self) -> int:
        """Number of trainable parameters, by arithmetic, so that absurd sizes are refused before anything is built."""
        d, norm, bias = self.d_model, self.norm_parameters(), self.feed_forward_bias
        total = self._tables() + 2 * norm * (self.final_norm + self.embedding_norm)
        for kind, attentions in (("encoder", 1), ("decoder", 2)):
            stack = self.for_stack(kind)
            keys, values = stack.heads * stack.head_width, stack.heads * stack.value_width
            attention = 2 * d * (keys + values) + self.attention_bias * (2 * keys + values) + self.joint_bias * d
            up = 2 if self.gated else 1  # linear layers from the stream to the hidden units
            feed_forward = stack.d_ff * (up * (d + bias) + d) + bias * d
            total += self.layers(kind) * (attentions * attention + feed_forward + (attentions + 1) * norm)
            if self.positions == "learned":
                total += d * (self.max_positions + self.position_offset)
            elif self.positions == "relative":
                total += stack.heads * self.position_buckets
        return total + self.output_bias * self.target_vocabulary

    def _tables(self) -> int:
        """Parameters of the source's, the target's and the output's table, shared ones once."""
        target_tables = 1 if self.output_tied else 2
        rows = self.source_vocabulary + (0 if self.tied else target_tables * self.target_vocabulary)
        return self.d_model * rows

    def norm_parameters(self) -> int:
        """Parameters of one norm: a scale, and mostly a shift."""
        shift = self.norm != "rms" and self.norm_bias
        return (1 if self.norm == "scalar" else self.d_model) * (2 if shift else 1)

    def checked(self) -> Self:
        """This spec, if every field is in its range; raises Refused naming field, value and range otherwise."""
        check(self, _CODES)
        for name in ("pad_id", "bos_id", "eos_id", "unk_id"):
            if not 0 <= getattr(self, name) < min(self.source_vocabulary, self.target_vocabulary):
                raise Refused(
                    "E-CFG-RANGE", "{name} is {id}, which is outside the vocabulary",
                    name=name, id=short(getattr(self, name)),
                )  # fmt: skip
        if self.pad_id == self.eos_id:
            raise Refused(
                "E-CFG-IDS",
                "pad_id and eos_id are both {id}, so the end of a sentence would be masked like padding; give "
                "one of them another id",
                id=self.pad_id,
            )
        for name in ("heads", "decoder_heads"):
            if not self.d_key and self.d_model % max(1, count := getattr(self, name)):
                raise Refused(
                    "E-CFG-HEADS", "d_model {d_model} is not divisible by {count} {name}",
                    d_model=self.d_model, count=count, name=name,
                )  # fmt: skip
        if self.positions == "relative" and self.position_reach <= self.position_buckets // 2:
            raise Refused(
                "E-CFG-REACH",
                "position_reach is {reach} with {buckets} position_buckets: the nearest {half} distances have a "
                    "bucket each, so the reach must be larger than {half}",
                reach=self.position_reach, buckets=self.position_buckets, half=self.position_buckets // 2,
            )  # fmt: skip
        if self.tied and self.source_vocabulary != self.target_vocabulary:
            raise Refused(
                "E-CFG-TIED",
                "tied embeddings need one vocabulary for source and target, but the source has {source:,} "
                    "entries and the target {target:,}; set tied to false, or give both the same size",
                source=self.source_vocabulary, target=self.target_vocabulary,
            )  # fmt: skip
        if self.parameters() > MAX_PARAMETERS:
            raise Refused(
                "E-CFG-SIZE", "{parameters:,} parameters; the limit is {max_parameters:,}",
                parameters=self.parameters(), max_parameters=MAX_PARAMETERS,
            )  # fmt: skip
        return self

    def to_json(self) -> dict[str, Any]:
        """Plain JSON values by field name."""
        return write(self)

    @classmethod
    def from_json(cls, data: Any) -> Self:
        """The spec written by `to_json`, checked; raises Refused for unknown, missing or wrong fields."""
        return read(cls, data, _CODES, "the model's spec").checked()


_CODES = Codes.with_prefix("E-CFG")

LIMITS: dict[str, tuple[int, int]] = ranges(ModelSpec, int)
"""Smallest and largest value of each size of a ModelSpec, both allowed."""


if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """RunSpec and TrainSpec, which stood here in earlier versions."""
        return old_names.moved_value(__name__, name)
