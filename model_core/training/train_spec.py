"""How to train a model, as one frozen value. No torch."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Annotated, Any, Self

from model_core.errors import Refused, short
from model_core.schema import Choice, Codes, Range, check, describe, known_among, read, write
from model_core.spec import DEVICES, ModelSpec

PRECISIONS = ("auto", "fp32", "bf16")
USUAL_MINUTES = 45.0
"""Budget of a training that has no other one."""

TOY_SHAPES: dict[str, dict[str, Any]] = {
    "copy": {"d_model": 32, "heads": 1},
    "reverse": {"d_model": 32, "heads": 1},
    "sort": {"d_model": 48, "heads": 1},
    "dates": {"d_model": 48, "heads": 2},
    "grammar": {"d_model": 64, "heads": 2},
    "scripts": {"d_model": 64, "heads": 2, "encoder_layers": 2, "decoder_layers": 2},
}
"""Smallest shapes whose heads are clear to read (one layer a side unless it is said, feed-forward 4 × d_model)."""

TOY_STEPS = {"copy": 1500, "reverse": 5000, "sort": 8000, "dates": 4000, "grammar": 3000, "scripts": 8000}
"""Updates at most; mostly a task is learned to `stop_at` long before."""

TOY_SETTINGS: dict[str, Any] = {
    "batch_tokens": 300,
    "rate": 4e-3,
    "warmup": 40,
    "decay_from": 0.0,
    "final_rate": 0.05,
    "label_smoothing": 0.0,
    "weight_decay": 0.0,
    "average": 0.95,
    "average_every": 2,
    "stop_at": 0.99,
    "validate_steps": 50,
    "checkpoint_every": 10.0,
    "augment": 0.0,
    "precision": "fp32",
    "threads": 1,
}
"""Defaults of a toy training; what the caller names wins."""


OF_PAIRS = ("guide", "vocabulary", "augment", "join", "piece_dropout", "repeat_short", "repeat_long", "turned",
            "homemade", "slips", "renamed", "exclaimed")  # fmt: skip
"""Settings that say what to make of the pairs of files; of a toy task they change nothing."""


def toy_settings(task: str, width: int = 0) -> dict[str, Any]:
    """The settings of a toy training of this task, as far as they are not those of every training; of a model that is
    wider than the task's own the rate is lower by as much."""
    own = TOY_SHAPES.get(task, {}).get("d_model", width)
    rate = TOY_SETTINGS["rate"] * min(1.0, own / width if width else 1.0)
    return {**TOY_SETTINGS, "task": task, "steps": TOY_STEPS.get(task, max(TOY_STEPS.values())), "rate": rate}


@dataclass(frozen=True)
class TrainSpec:
    """One training: data, shape and schedule. Times are seconds, rates per update, sizes in target tokens.

    The schedule follows the budget: linear warm-up, constant, then linear decay. The budget is updates or epochs; only
    where neither is given it is time, and the schedule depends on how fast the machine is.
    """

    out: Annotated[str, "folder to write to"]
    data: Annotated[tuple[str, ...], "files of sentence pairs"] = ()
    valid: Annotated[str, "file of validation pairs; without one, some of `data` are held out"] = ""
    task: Annotated[str, "a toy task instead of files"] = ""
    start: Annotated[str, "model folder to start from: its weights, vocabulary and shape instead of new ones"] = ""
    tokenizer: Annotated[
        str, "model folder whose vocabulary is used instead of a new one; with teachers and no start, the first of them"
    ] = ""
    minutes: Annotated[
        float, Range(0.0, 1e6), "maximum training time; 0 = no limit, or 45 if neither steps nor epochs are given"
    ] = 0.0
    steps: Annotated[int, Range(0, 1_000_000_000), "budget in updates; takes precedence over epochs"] = 0
    epochs: Annotated[float, Range(0.0, 1e6), "budget in passes over the data"] = 0.0
    vocabulary: Annotated[
        int, Range(50, 512_000),
        "size of a new vocabulary: byte pairs; below 400, the most frequent words, with all others unknown",
    ] = 8000  # fmt: skip
    model: Annotated[dict[str, Any], "fields of the ModelSpec that differ from its defaults"] = field(
        default_factory=dict
    )
    batch_tokens: Annotated[int, Range(8, 1_000_000), "target tokens per batch"] = 1000
    rate: Annotated[float, Range(0.0, 1e6), "peak learning rate"] = 1e-3
    warmup: Annotated[int, Range(0, 1_000_000), "linear warm-up, in updates"] = 800
    decay_from: Annotated[float, Range(0.0, 1.0), "share of the budget after which the rate decays linearly"] = 0.65
    final_rate: Annotated[float, Range(0.0, 1.0), "final rate as a share of the peak rate"] = 0.02
    label_smoothing: Annotated[float, Range(0.0, 0.9), "probability spread over all tokens (label smoothing)"] = 0.1
    weight_decay: Annotated[float, Range(0.0, 1.0), "of AdamW"] = 0.01
    clip: Annotated[float, Range(1e-6, 1e6), "gradient clipping: largest norm"] = 1.0
    average: Annotated[float, Range(0.0, 1.0), "decay of the averaged weights; 0 = none"] = 0.999
    average_every: Annotated[int, Range(1, 1_000_000), "updates between two averaging steps"] = 4
    blend: Annotated[
        float,
        Range(0.0, 1.0),
        "share of the trained weights in the saved model; the rest comes from the starting model",
    ] = 1.0
    augment: Annotated[float, Range(0.0, 1.0), "share of sources varied in case and final punctuation"] = 0.3
    join: Annotated[float, Range(0.0, 1.0), "share of pairs concatenated with one to three others"] = 0.0
    piece_dropout: Annotated[float, Range(0.0, 0.9), "probability of skipping a merge (BPE dropout)"] = 0.0
    repeat_short: Annotated[
        int, Range(1, 1000),
        "how often pairs with a source of one or two words occur per epoch (people type those first)",
    ] = 1  # fmt: skip
    repeat_long: Annotated[int, Range(1, 1000), "the same for sources of thirteen words and more"] = 1
    turned: Annotated[bool, "train from the second column to the first; generated pairs go from Spanish to English"] = (
        False
    )
    homemade: Annotated[int, Range(0, 10_000_000), "additional rule-based English-Spanish pairs per epoch"] = 0
    slips: Annotated[float, Range(0.0, 1.0), "share of sources with a typing error"] = 0.0
    renamed: Annotated[float, Range(0.0, 1.0), "share of pairs in which the names are replaced on both sides"] = 0.0
    exclaimed: Annotated[float, Range(0.0, 1.0), "share of statements turned into exclamations on both sides"] = 0.0
    guide: Annotated[float, Range(0.0, 100.0), "weight of the alignment loss on one head; 0 = none"] = 0.0
    guide_layer: Annotated[int, Range(1, 1000), "cross-attention layer of that head, from 1"] = 2
    guide_head: Annotated[int, Range(1, 1000), "that head, from 1"] = 2
    teachers: Annotated[
        tuple[str, ...], "model folders with the same vocabulary; their mean probabilities are learned as well"
    ] = ()
    soft: Annotated[float, Range(0.0, 1.0), "share of the target that the teachers have; the rest is the reference"] = (
        0.0
    )
    agreement: Annotated[
        float,
        Range(0.0, 0.9),
        "share of the target that the model's own probabilities with other dropout have (R-Drop); 0 = none",
    ] = 0.0
    causal: Annotated[bool, "the decoder cannot read the token it is about to write, nor later ones"] = True
    seed: Annotated[int, Range(0, 2**62), "seed of weights, order and dropout"] = 1
    snapshots: Annotated[int, Range(0, 1000), "maximum number of snapshots, closer together early on; 0 = none"] = 40
    snapshot_megabytes: Annotated[float, Range(0.0, 1e6), "maximum total size of the snapshots"] = 100.0
    checkpoint_every: Annotated[float, Range(0.0, 1e9), "seconds between two checkpoints"] = 300.0
    validate_every: Annotated[float, Range(0.0, 1e9), "seconds between two validations"] = 600.0
    validate_steps: Annotated[
        int, Range(0, 1_000_000_000), "updates between two validations; takes precedence over seconds; 0 = none"
    ] = 0
    validate_pairs: Annotated[int, Range(0, 10_000_000), "number of validation pairs used; 0 = all"] = 0
    bleu_pairs: Annotated[int, Range(0, 10_000), "how many of these are also translated and scored with BLEU"] = 0
    precision: Annotated[str, Choice(PRECISIONS), "of the products"] = "auto"
    device: Annotated[str, Choice(DEVICES), "device to compute on; auto = the fastest available"] = "cpu"
    threads: Annotated[int, Range(0, 1024), "of the processor; 0 = all"] = 0
    stop_at: Annotated[
        float, Range(0.0, 1.0),
        "stop early once this share of the validation sentences is exactly right; 0 = never",
    ] = 0.0  # fmt: skip
    name: Annotated[str, "of the model"] = ""
    source_language: str = ""
    target_language: str = ""
    note: Annotated[str, "kept with the model"] = ""
    examples: Annotated[tuple[str, ...], "sentences that the window offers; it opens with the first"] = ()

    def checked(self) -> Self:
        """This spec, if every field is in its range; raises Refused naming field, value and range otherwise."""
        check(self, _CODES)
        unknown = sorted(set(self.model) - set(describe(ModelSpec)))
        if unknown:
            known = known_among(unknown[0], tuple(describe(ModelSpec)))
            raise Refused(
                "E-TRAIN-UNKNOWN", "unknown model setting {unknown}{known}", unknown=short(unknown[0]), known=known
            )
        idle = [name for name in OF_PAIRS if self.task and getattr(self, name) not in (0, getattr(TrainSpec, name))]
        if idle:
            raise Refused(
                "E-TRAIN-TASK", "{name} is for files of sentence pairs, but a toy task generates its own: leave it out",
                name=idle[0],
            )  # fmt: skip
        if self.soft and not self.teachers:
            raise Refused("E-TRAIN-TEACHERS", "soft is {soft}, but there are no teachers", soft=self.soft)
        if self.teachers and not self.soft:
            raise Refused("E-TRAIN-TEACHERS", "with teachers, soft must be above 0: it is their share of the target")
        if self.soft + self.agreement > 1:
            raise Refused(
                "E-TRAIN-SHARES", "soft and agreement are shares of one target: {soft} + {agreement} is more than 1",
                soft=self.soft, agreement=self.agreement,
            )  # fmt: skip
        return self

    @property
    def time_limit(self) -> float:
        """Longest training time in minutes; infinite if there is none."""
        return self.minutes or (math.inf if self.steps or self.epochs else USUAL_MINUTES)

    @property
    def known_vocabulary(self) -> str | None:
        """Folder of the model whose vocabulary a training uses; None if it learns one."""
        return self.start or self.tokenizer or (self.teachers[0] if self.teachers else None)

    @classmethod
    def from_json(cls, data: Any) -> Self:
        """The spec with these fields, the others as they are by default; Refused for unknown or wrong ones."""
        return read(cls, data, _CODES, "the training's settings").checked()

    def to_json(self) -> dict[str, Any]:
        """Plain JSON values by field name."""
        return write(self)


_CODES = Codes.with_prefix("E-TRAIN", missing="OUT")
