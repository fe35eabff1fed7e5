"""The settings of a training chosen in the window, and the command line for it. No Qt."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from pathlib import PurePath
from typing import Any, Self

from model_core.synthetic.task import Task
from model_core.synthetic.toy_tasks import TASKS
from viz_app.system.language import tr

FILE = "file"
"""The task that is a file of sentence pairs."""
RIGHT, UPDATES, EPOCHS = "right", "updates", "epochs"
"""When a training ends: once this many of the validation sentences are right, or after this many updates or epochs."""
USUAL_RATE = 0.0
HIGH_RATE, RUINOUS_RATE = 0.1, 1e5
RATES = (USUAL_RATE, 1e-4, 3e-4, 1e-3, 3e-3, 1e-2, HIGH_RATE, 1.0, RUINOUS_RATE)
"""Learning rates at their peak; the usual one is that of the task. Nothing is learnt with a high one; with a ruinous
one the loss is not a number after a few updates."""
SMOOTHING, DROPOUT = 0.1, 0.1
LAYERS, HEADS, WIDTHS = (1, 2, 3, 4, 6), (1, 2, 4, 8), (32, 64, 128, 256, 512)
FEWEST_WORDS, MOST_WORDS = 50, 32_000
OF_FILES = {"validate_steps": "100", "validate_pairs": "200", "bleu_pairs": "50", "checkpoint_every": "10",
            "warmup": "100"}  # fmt: skip
"""Settings of a training on a file: its curves grow while it is shown, and a kill costs seconds."""


def reads(task: Task | None, known: Iterable[str], typed: str) -> bool:
    """Whether a model of this task can read a text; for another model, whether it knows the words."""
    if task is None or not (task.letters or task.fused):
        return set(typed.split()) <= set(known)
    try:
        task.solve(typed)
    except ValueError:
        return False
    return True


@dataclass(frozen=True)
class TrainingChoice:
    """The choices of the view Train, as plain values of a session.

    task   a toy task's name or FILE; `data` the path of the file
    go_on  start from the loaded model's weights, shape and vocabulary instead of new ones
    until  RIGHT, UPDATES or EPOCHS, with `right` per cent, `updates` and `epochs`; `minutes` always limits it, and for
           a file `epochs` do too
    rate   learning rate, USUAL_RATE = that of the task
    """

    task: str = "reverse"
    data: str = ""
    go_on: bool = False
    layers: int = 2
    heads: int = 4
    width: int = 64
    vocabulary: int = 1000
    until: str = RIGHT
    right: int = 99
    updates: int = 3000
    epochs: int = 100
    minutes: int = 10
    no_positions: bool = False
    no_mask: bool = False
    post_norm: bool = False
    smoothing: bool = False
    dropout: bool = False
    rate: float = USUAL_RATE
    seed: int = 1

    @classmethod
    def from_options(cls, values: Mapping[str, Any]) -> Self:
        """The choice in a view's options; values that do not fit get their defaults."""
        usual = {field.name: field.default for field in fields(cls)}
        return cls(**{name: values[name] for name in usual.keys() & values.keys()
                      if type(values[name]) is type(usual[name])})  # fmt: skip

    @property
    def is_file(self) -> bool:
        """Whether the pairs come from a file."""
        return self.task not in TASKS

    @property
    def title(self) -> str:
        return PurePath(self.data).stem if self.is_file else TASKS[self.task].title

    def sentence(self, typed: str) -> tuple[str, bool]:
        """The sentence that its snapshots read, and whether it is the typed one: otherwise the task's first example."""
        task = TASKS.get(self.task)
        if task is None or (typed.strip() and reads(task, task.words, typed)):
            return typed, True
        return task.examples[0], False

    @property
    def ends_by_epochs(self) -> bool:
        """Whether epochs limit it: a task draws new sentences for each epoch, and has its own end."""
        return self.until == EPOCHS or (self.until == RIGHT and self.is_file)

    def missing(self) -> str:
        """Why it cannot be started, in a sentence; "" if it can."""
        if self.is_file and not self.data:
            return tr("Choose a file of sentence pairs first: a TSV with source and target on each line.")
        if self.is_file and not (os.path.isfile(self.data) and os.access(self.data, os.R_OK)):
            name = PurePath(self.data).name
            return tr("{file} is not there or cannot be read: choose another file of sentence pairs.", file=name)
        if not self.go_on and (self.heads < 1 or self.width % self.heads):
            return tr("{width} units cannot be divided among {heads} heads.", width=self.width, heads=self.heads)
        return ""

    def arguments(self, out: str, start: str = "") -> list[str]:
        """The command-line arguments; `start` is the folder of the loaded model."""
        words = ["train", "--out", out]
        words += ["--data", self.data] if self.is_file else ["--task", self.task]
        words += ["--minutes", f"{self.minutes:g}"]
        words += ["--until", f"{self.right if self.until == RIGHT else 0:g}"]
        words += ["--steps", str(self.updates)] if self.until == UPDATES else []
        words += ["--epochs", str(self.epochs)] if self.ends_by_epochs else []
        for name, value in self._settings(start).items():
            words += ["--set", f"{name}={value}"]
        return words

    def _settings(self, start: str) -> dict[str, str]:
        """The settings of a TrainSpec that are not defaults."""
        found = {"seed": str(self.seed), "label_smoothing": f"{SMOOTHING * self.smoothing:g}"}
        found |= OF_FILES if self.is_file else {}
        found |= {"rate": f"{self.rate:g}"} if self.rate != USUAL_RATE else {}
        found |= {"causal": "false"} if self.no_mask else {}
        if self.go_on:
            return found | {"start": start, "model.dropout": f"{DROPOUT * self.dropout:g}"}
        found |= {
            "model.encoder_layers": str(self.layers), "model.decoder_layers": str(self.layers),
            "model.heads": str(self.heads), "model.d_model": str(self.width), "model.d_ff": str(4 * self.width),
            "model.dropout": f"{DROPOUT * self.dropout:g}",
        }  # fmt: skip
        found |= {"vocabulary": str(self.vocabulary)} if self.is_file else {}
        found |= {"model.positions": "none"} if self.no_positions else {}
        return found | ({"model.norm_place": "post", "warmup": "0"} if self.post_norm else {})
