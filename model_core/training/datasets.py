"""What a training learns from: a TSV corpus with its byte-pair vocabulary, or a toy task with its word list.

`Lessons` hides the difference from the training loop: pairs of ids per epoch, a validation set, a spec, a card.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from model_core.checkpoints.checkpoint import model_folder
from model_core.errors import Refused
from model_core.io.safe_files import write_atomic
from model_core.spec import ModelSpec
from model_core.tokenizers.vocab import (
    TOKENIZER_NAME,
    Vocabulary,
    closed_vocabulary,
    learn_pieces,
    load_vocabulary,
    vocabulary_of,
)
from model_core.training.data import IdPair, join_some, read_pairs, vary
from model_core.training.toy_tasks import TASKS
from model_core.training.train_spec import TrainSpec

TOY_SHAPES: dict[str, dict[str, Any]] = {
    "copy": {"d_model": 32, "heads": 1},
    "reverse": {"d_model": 32, "heads": 1},
    "sort": {"d_model": 48, "heads": 1},
    "grammar": {"d_model": 64, "heads": 2},
}
"""Smallest shapes whose heads are clear to read (one layer each side, feed-forward 4 × d_model)."""

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
    "minutes": 1.0,
    "stop_at": 0.995,
    "validate_every": 1.0,
    "augment": 0.0,
    "precision": "fp32",
    "threads": 1,
}
"""Defaults of a toy training; what the caller names wins."""


@dataclass
class Lessons:
    """Sentence pairs of one training. `pairs` are texts; `valid` ids; epochs are drawn anew, from the seed."""

    spec: TrainSpec
    vocab: Vocabulary
    pairs: list[tuple[str, str]]
    valid: list[IdPair]
    complaint: str = ""
    _targets: list[list[int]] = field(default_factory=list)

    def rng(self, epoch: int) -> random.Random:
        """The randomness of one epoch: the same for every process and after a resume."""
        return random.Random(f"{self.spec.seed}/{epoch}")

    def epoch(self, number: int) -> list[IdPair]:
        """The pairs of one epoch as ids: varied, with pieces dropped and sentences joined as the spec says."""
        rng = self.rng(-1 - number)
        if self.spec.task:
            fresh = TASKS[self.spec.task].train(rng, 6000)
            return self.to_ids([(pair.source, pair.target) for pair in fresh])
        if not self._targets:
            self._targets = self.vocab.ids([target for _, target in self.pairs])
        texts = [vary(source, rng, self.spec.augment) for source, _ in self.pairs]
        pairs = list(zip(self.vocab.ids(texts, self.spec.piece_dropout), self._targets, strict=True))
        return join_some(self._fitting(pairs), rng, self.spec.join, min(100, self.longest()))

    def _fitting(self, pairs: list[IdPair]) -> list[IdPair]:
        """Pairs short enough for the model's positions."""
        longest = self.longest()
        return [pair for pair in pairs if len(pair[0]) < longest and len(pair[1]) < longest]

    def longest(self) -> int:
        """Each side of a pair is shorter than this: one position is for the end of sentence, one for rounding up."""
        return self.model_spec(self.spec).max_positions - 1

    def to_ids(self, texts: list[tuple[str, str]]) -> list[IdPair]:
        """Ids of both sides."""
        sources, targets = zip(*texts, strict=True)
        return self._fitting(list(zip(self.vocab.ids(sources), self.vocab.ids(targets), strict=True)))

    def model_spec(self, spec: TrainSpec) -> ModelSpec:
        """The model's shape: the vocabulary's size plus what the training spec asks for; Refused when it is absurd."""
        shape: dict[str, Any] = {"source_vocabulary": self.vocab.size, "target_vocabulary": self.vocab.size}
        if spec.task:
            shape |= {"encoder_layers": 1, "decoder_layers": 1, "max_positions": 64, "dropout": 0.0}
            shape |= TOY_SHAPES[spec.task]
            shape["d_ff"] = 4 * spec.model.get("d_model", shape["d_model"])
        try:
            return ModelSpec(**(shape | spec.model)).checked()
        except TypeError as error:
            raise Refused("E-CFG-UNKNOWN", f"the model settings are not understood: {error}") from None

    def about(self, spec: TrainSpec) -> dict[str, Any]:
        """Name, languages, examples and known words for spec.json."""
        if spec.task:
            task = TASKS[spec.task]
            words = list(task.words)
            return {"name": task.title, "about": task.about, "examples": list(task.examples), "known_words": words}
        languages = {"source_language": spec.source_language, "target_language": spec.target_language}
        return {"name": spec.name or Path(spec.out).name, "about": spec.note} | languages

    def card(self, spec: TrainSpec, scores: dict[str, Any]) -> str:
        """A model card in Markdown with what is known at this point."""
        about = self.about(spec)
        data = f"toy task {spec.task}" if spec.task else ", ".join(Path(path).name for path in spec.data)
        lines = [f"# {about['name']}", "", about["about"], "", f"- data: {data}", f"- seed: {spec.seed}"]
        lines += [f"- {key}: {value}" for key, value in scores.items()]
        return "\n".join(lines) + "\n"


Spread = Callable[[Callable[[], bytes]], bytes]
"""Calls what it is given in one process and hands the result to all of them; see `model_core.training.distributed`."""


def alone(make: Callable[[], bytes]) -> bytes:
    """The Spread of a training in one process."""
    return make()


def lessons_for(spec: TrainSpec, spread: Spread = alone) -> Lessons:
    """Prepare the data of a training; Refused for an unknown task, no data or an unusable file."""
    lessons = _task_lessons(spec) if spec.task else _corpus_lessons(spec, spread)
    if not lessons.valid:
        raise Refused("E-TRAIN-VALID", f"no validation pair is shorter than {lessons.longest()} tokens on both sides")
    return lessons


def _task_lessons(spec: TrainSpec) -> Lessons:
    """Lessons of a toy task; Refused for an unknown one."""
    if spec.task not in TASKS:
        raise Refused("E-TRAIN-TASK", f"unknown task {spec.task!r}; known are {', '.join(TASKS)}")
    task = TASKS[spec.task]
    held_out = task.test(random.Random(spec.seed), 300)
    lessons = Lessons(spec, closed_vocabulary(task.words), [], [])
    lessons.valid = lessons.to_ids([(pair.source, pair.target) for pair in held_out])
    return lessons


def _corpus_lessons(spec: TrainSpec, spread: Spread) -> Lessons:
    """Lessons of TSV files; Refused when there are none or one cannot be used."""
    if not spec.data or not spec.valid:
        raise Refused("E-TRAIN-DATA", "training needs --data FILE.tsv and --valid FILE.tsv, or --task NAME")
    corpus, valid = read_pairs(spec.data), read_pairs([spec.valid])
    short = [pair for pair in corpus.pairs if len(pair[0].split()) <= 2]
    pairs = [*corpus.pairs, *short * (spec.repeat_short - 1)]
    lessons = Lessons(spec, _vocabulary(spec, corpus.pairs, spread), pairs, [])
    lessons.complaint = ". ".join(filter(None, (corpus.complaint(), valid.complaint())))
    lessons.valid = lessons.to_ids(list(valid.pairs))
    return lessons


def _vocabulary(spec: TrainSpec, pairs: tuple[tuple[str, str], ...], spread: Spread) -> Vocabulary:
    """The vocabulary of this training: beside its checkpoint when it resumes, the start's, or learned from the data."""
    path = Path(spec.out) / f"training.{TOKENIZER_NAME}"

    def found_or_learned() -> bytes:
        if path.exists() or spec.start:
            known = path if path.exists() else model_folder(spec.start) / TOKENIZER_NAME
            return load_vocabulary(known).to_json().encode()
        vocab = learn_pieces((text for pair in pairs for text in pair), spec.vocabulary)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomic(path, vocab.to_json().encode())
        return vocab.to_json().encode()

    return vocabulary_of(spread(found_or_learned).decode(), path.name)
