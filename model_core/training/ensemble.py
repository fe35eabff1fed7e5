"""Several models that share a vocabulary, and the mean of their probabilities (an ensemble).

Shapes: B batch, T tokens read, V vocabulary.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import torch
from torch import Tensor

from model_core.checkpoints.checkpoint import Loaded, load_model
from model_core.decoding.beam import TOGETHER, Beam, search_together
from model_core.decoding.passes import Passes
from model_core.engine.batch import padded
from model_core.errors import Message, Refused
from model_core.io.limits import DECODE_STEPS
from model_core.record.edits import Decoding
from model_core.tokenizers.vocab import Vocabulary
from model_core.training.train_spec import TrainSpec
from model_core.transformer.device import device_of
from model_core.transformer.model import EncoderDecoder


class Ensemble(NamedTuple):
    """Models in evaluation mode, and the vocabulary that all of them have."""

    models: tuple[EncoderDecoder, ...]
    vocab: Vocabulary


DEFAULT = Message("the default model")


def load_ensemble(folders: Sequence[str], device: str = "cpu") -> Ensemble:
    """Open model folders (at least one) onto a device. Raises Refused if one cannot be opened, and where the
    vocabulary or the special ids of one are not those of the first."""
    first, *others = map(load_model, folders)
    for folder, other in zip(folders[1:], others, strict=True):
        _refuse_other(folder, other, first, folders[0] or DEFAULT)
    models = [one.model.requires_grad_(False).to(device_of(device)) for one in (first, *others)]
    return Ensemble(tuple(models), first.vocab)


def load_teachers(spec: TrainSpec, student: EncoderDecoder, vocab: Vocabulary) -> tuple[EncoderDecoder, ...]:
    """The teachers of a training, on its device; () without any. Raises Refused as `load_ensemble` does, for a
    vocabulary that is not the training's, for a teacher that has fewer positions than the student, and for an agreement
    of two readings of a student without dropout: they are the same."""
    if spec.agreement and not student.spec.dropout:
        words = "agreement is {agreement}, but both readings are equal without dropout: set model.dropout"
        raise Refused("E-TRAIN-SHARES", words, agreement=spec.agreement)
    found = []
    for folder in spec.teachers:
        teacher = load_model(folder)
        _refuse_other(folder, teacher, Loaded(student, vocab), Message("this training"))
        room, needed = teacher.model.spec.max_positions, student.spec.max_positions
        if room < needed:
            raise Refused(
                "E-TRAIN-TEACHERS",
                "{folder} has {room} positions, too few to teach a model with {needed}; set model.max_positions",
                folder=folder or DEFAULT, room=room, needed=needed,
            )  # fmt: skip
        found.append(teacher.model.requires_grad_(False).to(device_of(spec.device)))
    return tuple(found)


def _refuse_other(folder: str, own: Loaded, expected: Loaded, whose: str) -> None:
    """Raise Refused if a model has another vocabulary or other special ids than expected."""
    ids = [(one.model.spec.pad_id, one.model.spec.bos_id, one.model.spec.eos_id) for one in (own, expected)]
    if ids[0] != ids[1] or own.vocab.to_json() != expected.vocab.to_json():
        raise Refused(
            "E-TRAIN-VOCABULARY",
            "{folder} has a different vocabulary than {whose}: probabilities are averaged over the same tokens",
            folder=folder or DEFAULT, whose=whose,
        )  # fmt: skip


def mean_log_p(logits: Sequence[Tensor]) -> Tensor:
    """(B, V) logits of each model -> (B, V) logarithm of the mean of their probabilities, in nats."""
    if len(logits) == 1:
        return logits[0].log_softmax(-1)
    return torch.stack([one.log_softmax(-1) for one in logits]).logsumexp(0) - math.log(len(logits))


class EnsemblePasses(Passes):
    """The passes of several models over the same texts, as those of one model whose logits are the logarithm of the
    mean of their probabilities: of the last row alone, and without recorded activations.

    source_BS  padded source ids of each text, which all models have read
    capacity   the most rows of a text
    """

    def __init__(self, models: Sequence[EncoderDecoder], source_BS: Tensor, capacity: int) -> None:
        self._parts = [Passes(model, source_BS, model.encode(source_BS), capacity) for model in models]
        super().__init__(models[0], source_BS, self._parts[0].memory_BSD, 0)

    def rows(self, read_BT: Tensor) -> tuple[Tensor, dict[str, Tensor]]:
        """All ids read so far -> (B, 1, V) in nats."""
        return mean_log_p([part.rows(read_BT)[0][:, -1:] for part in self._parts]), {}

    def select(self, texts: Sequence[int], same_sources: bool) -> None:
        for part in self._parts:
            part.select(texts, same_sources)


@torch.inference_mode()
def ensemble_search(
    models: Sequence[EncoderDecoder], sources: Sequence[Sequence[int]], decoding: Decoding
) -> list[Beam]:
    """The beam search of each source (ids without the end of sentence) by the mean of the models' probabilities; each
    ends by a limit of its own."""
    spec, found = models[0].spec, list[Beam]()
    room = min(DECODE_STEPS, *(model.spec.max_positions for model in models))
    together = max(1, TOGETHER // decoding.beams)
    for first in range(0, len(sources), together):
        part = sources[first : first + together]
        searches = [Beam(spec, min(room, 2 * len(source) + 18), decoding, records=False) for source in part]
        source_BS = padded([[*source, spec.eos_id] for source in part], spec.pad_id).to(models[0].device)
        passes = EnsemblePasses(models, source_BS, max(search.max_steps for search in searches))
        for _ in search_together(passes, searches):
            pass
        found += searches
    return found
