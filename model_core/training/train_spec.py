"""How to train a model, as one frozen value. No torch."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, fields
from typing import Any, Self

from model_core.errors import Refused, short
from model_core.spec import ModelSpec

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
                raise Refused("E-TRAIN-RANGE", f"{name} is {short(value)}; {need}")
        for name in ("out", "valid", "task", "start", "name", "source_language", "target_language", "note"):
            if type(getattr(self, name)) is not str:
                raise Refused("E-TRAIN-TYPE", f"{name} is {short(getattr(self, name))}; a text is needed")
        if self.precision not in PRECISIONS:
            raise Refused("E-TRAIN-CHOICE", f"precision is {short(self.precision)}; known are {', '.join(PRECISIONS)}")
        if not all(isinstance(path, str) for path in self.data):
            raise Refused("E-TRAIN-TYPE", f"data is {short(self.data)}; a list of file names is needed")
        unknown = sorted(set(self.model) - {f.name for f in fields(ModelSpec)})
        if unknown:
            raise Refused("E-TRAIN-UNKNOWN", f"unknown model setting {short(unknown[0])}")
        return self

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        """The spec with these fields, the others as they are by default; Refused for unknown or wrong ones."""
        unknown = sorted(set(data) - {f.name for f in fields(cls)})
        if unknown:
            raise Refused("E-TRAIN-UNKNOWN", f"unknown training setting {short(unknown[0])}")
        if not isinstance(data.get("model", {}), dict) or not isinstance(data.get("data", ()), list | tuple):
            raise Refused("E-TRAIN-TYPE", "model needs an object of settings, data a list of file names")
        if "out" not in data:
            raise Refused("E-TRAIN-OUT", "a training needs a folder to write to: out")
        return cls(**{**data, "data": tuple(data.get("data", ()))}).checked()

    def to_json(self) -> dict[str, Any]:
        """Plain JSON values by field name."""
        return asdict(self)
