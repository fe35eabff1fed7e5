"""What a model is, what to compute with it and how to train it, as frozen values that import no torch.

The window's process imports this module and `model_core.trace`; nothing here may load torch.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any, Self

from model_core.edits import KINDS as KINDS
from model_core.edits import Branch, Decoding, Edits
from model_core.failure import Refused

PAD, BOS, EOS, UNK = 0, 1, 2, 3
SPECIAL_PIECES = ("<pad>", "<s>", "</s>", "<unk>")

NORM_PLACES = ("pre", "post")
NORMS = ("layer", "rms")
ACTIVATIONS = ("relu", "gelu", "silu")
POSITIONS = ("sinusoidal", "learned", "none")

LIMITS: dict[str, tuple[int, int]] = {
    "source_vocabulary": (5, 512_000),
    "target_vocabulary": (5, 512_000),
    "d_model": (2, 4096),
    "heads": (1, 64),
    "encoder_layers": (1, 48),
    "decoder_layers": (1, 48),
    "d_ff": (2, 32_768),
    "max_positions": (1, 8192),
}
"""Smallest and largest value of each size of a ModelSpec, both allowed."""

MAX_PARAMETERS = 1_000_000_000


@dataclass(frozen=True)
class ModelSpec:
    """Shape and variant of one encoder-decoder; everything that decides which modules are built.

    Sizes are counts (vocabulary entries, units, layers, heads, positions). `norm_place` is "post" as in
    Vaswani et al. 2017, section 3.1, or "pre" (Xiong et al. 2020). `tied` shares one table between source
    embedding, target embedding and output projection (section 3.4 of the paper).
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

    @property
    def head_width(self) -> int:
        """Units of one head's query, key and value: d_model / heads."""
        return self.d_model // self.heads

    def layers(self, kind: str) -> int:
        """Number of layers that hold an attention of this kind."""
        return self.encoder_layers if kind == "encoder" else self.decoder_layers

    def parameters(self) -> int:
        """Number of trainable numbers, by arithmetic, so that absurd sizes are refused before anything is built."""
        d, bias = self.d_model, int(self.attention_bias)
        attention = 4 * (d * d + bias * d)
        feed_forward = 2 * d * self.d_ff + self.d_ff + d
        norm = d * (2 if self.norm == "layer" else 1)
        encoder = self.encoder_layers * (attention + feed_forward + 2 * norm)
        decoder = self.decoder_layers * (2 * attention + feed_forward + 3 * norm)
        tables = d * (self.source_vocabulary + (0 if self.tied else 2 * self.target_vocabulary))
        learned = 2 * self.max_positions * d if self.positions == "learned" else 0
        bias_out = self.target_vocabulary if self.output_bias else 0
        return encoder + decoder + tables + learned + bias_out + (2 * norm if self.final_norm else 0)

    def checked(self) -> Self:
        """This spec, if every field is in its range; raises Refused naming field, value and range otherwise."""
        for name, (low, high) in LIMITS.items():
            value = getattr(self, name)
            if type(value) is not int or not low <= value <= high:
                need = f"a whole number from {low} to {high:,} is needed"
                raise Refused("E-CFG-RANGE", f"{name} is {_short(value)}; {need}")
        for name, allowed in _CHOICES.items():
            value = getattr(self, name)
            if value not in allowed:
                raise Refused("E-CFG-CHOICE", f"{name} is {_short(value)}; known are {', '.join(allowed)}")
        _check_types(self)
        if self.d_model % self.heads:
            raise Refused("E-CFG-HEADS", f"d_model {self.d_model} cannot be divided evenly by {self.heads} heads")
        if self.tied and self.source_vocabulary != self.target_vocabulary:
            raise Refused("E-CFG-TIED", "tied embeddings need one vocabulary for source and target")
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
            raise Refused("E-CFG-UNKNOWN", f"unknown field {_short(unknown[0])} in the model's spec")
        missing = sorted({"source_vocabulary", "target_vocabulary"} - set(data))
        if missing:
            raise Refused("E-CFG-MISSING", f"field {missing[0]!r} is missing in the model's spec")
        return cls(**data).checked()


_CHOICES: dict[str, tuple[str, ...]] = {
    "norm_place": NORM_PLACES,
    "norm": NORMS,
    "activation": ACTIVATIONS,
    "positions": POSITIONS,
}


def _check_types(spec: ModelSpec) -> None:
    """Refuse flags that are no booleans, rates out of range and token ids outside the vocabulary."""
    for name in ("final_norm", "scale_embedding", "tied", "attention_bias", "output_bias"):
        if type(getattr(spec, name)) is not bool:
            raise Refused("E-CFG-TYPE", f"{name} is {_short(getattr(spec, name))}; true or false is needed")
    for name, low, high in (("dropout", 0.0, 0.9), ("norm_eps", 1e-12, 1e-2), ("position_base", 1.0, 1e9)):
        value = getattr(spec, name)
        if type(value) not in (int, float) or not low <= value <= high:
            raise Refused("E-CFG-RANGE", f"{name} is {_short(value)}; a number from {low:g} to {high:g} is needed")
    ids = [getattr(spec, name) for name in ("pad_id", "bos_id", "eos_id", "unk_id")]
    for name, value in zip(("pad_id", "bos_id", "eos_id", "unk_id"), ids, strict=True):
        if type(value) is not int or not 0 <= value < min(spec.source_vocabulary, spec.target_vocabulary):
            raise Refused("E-CFG-RANGE", f"{name} is {_short(value)}; an id inside the vocabulary is needed")


def _short(value: object) -> str:
    """A value as a message can name it."""
    return f"{value!r:.60}"


@dataclass(frozen=True)
class RunSpec:
    """What to compute: one value decides the whole run, so that undo, sessions and the cache are plain comparisons.

    model       folder of the model ("" = the bundled English → Spanish one)
    source      source lines, one sentence each; several are a padded batch
    target      None: the model writes (greedy); otherwise the target lines to teacher-force, one per source line
    opening     typed beginning of the target that the model must continue (only with target None)
    prefix      token ids that the target must begin with (a click on a candidate); wins over `opening`
    prefix_sentence  which source line `prefix` and `opening` are for
    candidates  how many of the most probable tokens are recorded per step
    max_steps   longest target in tokens; 0 = a length fitted to the source, never above the model's positions
    decoding    how the next token is chosen (only with target None)
    edits       what is changed inside the model: masks, positions, heads, source tokens
    branches    other roads to keep beside the main one, each told as a Road of the Trace
    beside      with a target: let the model also write by itself, told as the Road "free"
    """

    model: str = ""
    source: tuple[str, ...] = ("",)
    target: tuple[str, ...] | None = None
    opening: str = ""
    prefix: tuple[int, ...] = ()
    prefix_sentence: int = 0
    candidates: int = 8
    max_steps: int = 0
    decoding: Decoding = field(default_factory=Decoding)
    edits: Edits = field(default_factory=Edits)
    branches: tuple[Branch, ...] = ()
    beside: bool = False

    def with_(self, **changes: Any) -> RunSpec:
        """A copy with some fields changed."""
        return replace(self, **changes)

    def to_json(self) -> dict[str, Any]:
        """Plain JSON values by field name."""
        return asdict(self)


PRECISIONS = ("auto", "fp32", "bf16")

TRAIN_LIMITS: dict[str, tuple[float, float]] = {
    "minutes": (0.0, 1e6),
    "steps": (0, 1_000_000_000),
    "vocabulary": (400, 512_000),
    "batch_tokens": (8, 1_000_000),
    "rate": (0.0, 10.0),
    "warmup": (0, 1_000_000),
    "decay_from": (0.0, 1.0),
    "final_rate": (0.0, 1.0),
    "label_smoothing": (0.0, 0.9),
    "weight_decay": (0.0, 1.0),
    "clip": (1e-6, 1e6),
    "average": (0.0, 1.0),
    "average_every": (1, 1_000_000),
    "augment": (0.0, 1.0),
    "join": (0.0, 1.0),
    "piece_dropout": (0.0, 0.9),
    "repeat_short": (1, 1000),
    "seed": (0, 2**62),
    "checkpoint_every": (0.0, 1e9),
    "validate_every": (0.0, 1e9),
    "threads": (0, 1024),
    "stop_at": (0.0, 1.0),
}
"""Smallest and largest value of each number of a TrainSpec, both allowed; whole numbers where the limits are."""


@dataclass(frozen=True)
class TrainSpec:
    """One training: data, shape and schedule. Times are seconds, rates per update, sizes in target tokens.

    The schedule follows the budget (`minutes` of training time, or `steps` when given): linear warm-up, constant,
    then linear decay from `decay_from` of the budget to `final_rate` of the peak. `augment` is the share of sources
    varied in case and final punctuation, `join` the share of pairs joined with another one to two-sentence inputs,
    `repeat_short` how often pairs with a source of one or two words are read per epoch (people type those first).
    `start` names a model folder to go on from: its weights, vocabulary and shape instead of new ones.
    `stop_at` ends a training before its budget, once that share of the validation sentences is exactly right; 0 is
    never.
    """

    out: str
    data: tuple[str, ...] = ()
    valid: str = ""
    task: str = ""
    start: str = ""
    minutes: float = 45.0
    steps: int = 0
    vocabulary: int = 8000
    model: dict[str, Any] = field(default_factory=dict)
    batch_tokens: int = 1000
    rate: float = 1e-3
    warmup: int = 800
    decay_from: float = 0.65
    final_rate: float = 0.02
    label_smoothing: float = 0.1
    weight_decay: float = 0.01
    clip: float = 1.0
    average: float = 0.999
    average_every: int = 4
    augment: float = 0.3
    join: float = 0.0
    piece_dropout: float = 0.0
    repeat_short: int = 1
    seed: int = 1
    checkpoint_every: float = 300.0
    validate_every: float = 600.0
    precision: str = "auto"
    threads: int = 0
    stop_at: float = 0.0
    name: str = ""
    source_language: str = ""
    target_language: str = ""
    note: str = ""

    def checked(self) -> Self:
        """This spec, if every field is in its range; raises Refused naming field, value and range otherwise."""
        for name, (low, high) in TRAIN_LIMITS.items():
            value, whole = getattr(self, name), isinstance(low, int)
            if type(value) not in ((int,) if whole else (int, float)) or not low <= value <= high:
                need = f"a {'whole ' if whole else ''}number from {low:g} to {high:,} is needed"
                raise Refused("E-TRAIN-RANGE", f"{name} is {_short(value)}; {need}")
        for name in ("out", "valid", "task", "start", "name", "source_language", "target_language", "note"):
            if type(getattr(self, name)) is not str:
                raise Refused("E-TRAIN-TYPE", f"{name} is {_short(getattr(self, name))}; a text is needed")
        if self.precision not in PRECISIONS:
            raise Refused("E-TRAIN-CHOICE", f"precision is {_short(self.precision)}; known are {', '.join(PRECISIONS)}")
        if not all(isinstance(path, str) for path in self.data):
            raise Refused("E-TRAIN-TYPE", f"data is {_short(self.data)}; a list of file names is needed")
        unknown = sorted(set(self.model) - {f.name for f in fields(ModelSpec)})
        if unknown:
            raise Refused("E-TRAIN-UNKNOWN", f"unknown model setting {_short(unknown[0])}")
        return self

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        """The spec with these fields, the others as they are by default; Refused for unknown or wrong ones."""
        unknown = sorted(set(data) - {f.name for f in fields(cls)})
        if unknown:
            raise Refused("E-TRAIN-UNKNOWN", f"unknown training setting {_short(unknown[0])}")
        if not isinstance(data.get("model", {}), dict) or not isinstance(data.get("data", ()), list | tuple):
            raise Refused("E-TRAIN-TYPE", "model needs an object of settings, data a list of file names")
        if "out" not in data:
            raise Refused("E-TRAIN-OUT", "a training needs a folder to write to: out")
        return cls(**{**data, "data": tuple(data.get("data", ()))}).checked()

    def to_json(self) -> dict[str, Any]:
        """Plain JSON values by field name."""
        return asdict(self)
