"""How to train a model, as one frozen value. No torch."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, Self

from model_core.errors import Refused, short
from model_core.schema import Choice, Codes, Range, check, describe, known_among, read, write
from model_core.spec import DEVICES, ModelSpec

PRECISIONS = ("auto", "fp32", "bf16")


@dataclass(frozen=True)
class TrainSpec:
    """One training: data, shape and schedule. Times are seconds, rates per update, sizes in target tokens.

    The schedule follows the budget: linear warm-up, constant, then linear decay.
    """

    out: Annotated[str, "folder to write to"]
    data: Annotated[tuple[str, ...], "files of sentence pairs"] = ()
    valid: Annotated[str, "file of validation pairs"] = ""
    task: Annotated[str, "a toy task instead of files"] = ""
    start: Annotated[str, "model folder to go on from: its weights, vocabulary and shape instead of new ones"] = ""
    minutes: Annotated[float, Range(0.0, 1e6), "budget of training time"] = 45.0
    steps: Annotated[int, Range(0, 1_000_000_000), "budget in updates; wins over minutes; 0 = minutes count"] = 0
    vocabulary: Annotated[int, Range(400, 512_000), "size of a new vocabulary"] = 8000
    model: Annotated[dict[str, Any], "fields of the ModelSpec that differ from its defaults"] = field(
        default_factory=dict
    )
    batch_tokens: Annotated[int, Range(8, 1_000_000), "target tokens of one batch"] = 1000
    rate: Annotated[float, Range(0.0, 10.0), "peak learning rate"] = 1e-3
    warmup: Annotated[int, Range(0, 1_000_000), "updates of linear warm-up"] = 800
    decay_from: Annotated[float, Range(0.0, 1.0), "share of the budget from which the rate falls linearly"] = 0.65
    final_rate: Annotated[float, Range(0.0, 1.0), "share of the peak rate at the end"] = 0.02
    label_smoothing: Annotated[float, Range(0.0, 0.9), "probability spread over all tokens"] = 0.1
    weight_decay: Annotated[float, Range(0.0, 1.0), "of AdamW"] = 0.01
    clip: Annotated[float, Range(1e-6, 1e6), "largest norm of the gradient"] = 1.0
    average: Annotated[float, Range(0.0, 1.0), "decay of the averaged weights; 0 = none"] = 0.999
    average_every: Annotated[int, Range(1, 1_000_000), "updates between two averages"] = 4
    blend: Annotated[float, Range(0.0, 1.0), "share of these weights in what is written; the rest is the start's"] = 1.0
    augment: Annotated[float, Range(0.0, 1.0), "share of sources varied in case and final punctuation"] = 0.3
    join: Annotated[float, Range(0.0, 1.0), "share of pairs joined with one to three others"] = 0.0
    piece_dropout: Annotated[float, Range(0.0, 0.9), "chance that a merge of pieces is left out"] = 0.0
    repeat_short: Annotated[
        int, Range(1, 1000),
        "how often pairs with a source of one or two words are read per epoch (people type those first)",
    ] = 1  # fmt: skip
    repeat_long: Annotated[int, Range(1, 1000), "the same for sources of thirteen words and more"] = 1
    turned: Annotated[bool, "from the second column to the first; pairs made by rule from Spanish to English"] = False
    homemade: Annotated[int, Range(0, 10_000_000), "English-Spanish pairs made by rule, read besides per epoch"] = 0
    slips: Annotated[float, Range(0.0, 1.0), "share of sources with a slip of the pen"] = 0.0
    renamed: Annotated[float, Range(0.0, 1.0), "share of pairs whose English and Spanish names are changed"] = 0.0
    exclaimed: Annotated[float, Range(0.0, 1.0), "share of statements called out, with the marks of both sides"] = 0.0
    guide: Annotated[float, Range(0.0, 100.0), "weight of the loss that teaches a head to align; 0 = none"] = 0.0
    guide_layer: Annotated[int, Range(1, 1000), "layer of the cross-attention with the taught head, from 1"] = 2
    guide_head: Annotated[int, Range(1, 1000), "the taught head, from 1"] = 2
    seed: Annotated[int, Range(0, 2**62), "of weights, order and dropout"] = 1
    checkpoint_every: Annotated[float, Range(0.0, 1e9), "seconds between two checkpoints"] = 300.0
    validate_every: Annotated[float, Range(0.0, 1e9), "seconds between two validations"] = 600.0
    precision: Annotated[str, Choice(PRECISIONS), "of the products"] = "auto"
    device: Annotated[str, Choice(DEVICES), "where it computes; auto = the fastest there is"] = "cpu"
    threads: Annotated[int, Range(0, 1024), "of the processor; 0 = all"] = 0
    stop_at: Annotated[
        float, Range(0.0, 1.0),
        "ends before the budget once this share of the validation sentences is exactly right; 0 = never",
    ] = 0.0  # fmt: skip
    name: Annotated[str, "of the model"] = ""
    source_language: str = ""
    target_language: str = ""
    note: Annotated[str, "kept with the model"] = ""
    examples: Annotated[tuple[str, ...], "sentences that the window offers, the first one at its start"] = ()

    def checked(self) -> Self:
        """This spec, if every field is in its range; raises Refused naming field, value and range otherwise."""
        check(self, _CODES)
        unknown = sorted(set(self.model) - set(describe(ModelSpec)))
        if unknown:
            known = known_among(unknown[0], tuple(describe(ModelSpec)))
            raise Refused("E-TRAIN-UNKNOWN", f"unknown model setting {short(unknown[0])}{known}")
        return self

    def lesson(self) -> tuple[float, int, int]:
        """Weight of the alignment loss, and the layer and head that it teaches."""
        return self.guide, self.guide_layer, self.guide_head

    @classmethod
    def from_json(cls, data: Any) -> Self:
        """The spec with these fields, the others as they are by default; Refused for unknown or wrong ones."""
        return read(cls, data, _CODES, "the training's settings").checked()

    def to_json(self) -> dict[str, Any]:
        """Plain JSON values by field name."""
        return write(self)


_CODES = Codes.of("E-TRAIN", missing="OUT")
