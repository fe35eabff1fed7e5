"""New models of any variant: randomly initialised from a seed, to be compared or trained."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch

from model_core.checkpoints.checkpoint import save_model
from model_core.checkpoints.task_vocabulary import refuse_special_ids, task_vocabulary
from model_core.errors import Refused
from model_core.io.memory import refuse_large
from model_core.io.whole_folder import refuse_taken, whole_folder
from model_core.spec import ModelSpec
from model_core.synthetic.toy_tasks import TASKS
from model_core.tokenizers.foreign import IdVocabulary, Specials
from model_core.tokenizers.vocab import Vocabulary
from model_core.transformer.model import build

SIZE = 100
"""Default size of a vocabulary of plain ids."""


def new_folder(out: Path, changes: Mapping[str, Any], seed: int = 1, words: str = "") -> ModelSpec:
    """Write a model folder and return its spec: `changes` are fields of it, the others have their defaults.

    words  a toy task ("grammar", "reverse", …) whose words it reads and writes; "" = plain ids
    Raises Refused for an invalid spec, an unknown task, or a folder that is not empty; OSError if it cannot be written.
    No folder is left in these cases.
    """
    refuse_taken(out, "E-NEW-OUT")
    sizes: dict[str, Any] = {"source_vocabulary": SIZE, "target_vocabulary": SIZE}
    vocab: Vocabulary | None = None
    if words:
        if words not in TASKS:
            raise Refused(
                "E-NEW-WORDS", "unknown words {words}; choose from {tasks}",
                words=f"{words[:40]!r}", tasks=', '.join(TASKS),
            )  # fmt: skip
        vocab = task_vocabulary(TASKS[words])
        sizes = {"source_vocabulary": vocab.size, "target_vocabulary": vocab.size}
        _refuse_sizes(words, vocab.size, changes)
        refuse_special_ids(changes, {})
    spec = ModelSpec(**{**sizes, **changes}).checked()
    refuse_large(spec.parameters(), out.name)
    vocab = vocab or IdVocabulary(spec.source_vocabulary, spec.target_vocabulary, Specials.from_spec(spec))
    about = {"name": out.name, "about": f"Randomly initialised with seed {seed}; not trained.", "seed": seed}
    model = build(spec, seed)
    with whole_folder(out) as place:
        card = f"# {out.name}\n\n{about['about']}\n"
        save_model(place, model.state_dict(), spec, vocab, about, card, torch.float32)
    return spec


def _refuse_sizes(words: str, size: int, changes: Mapping[str, Any]) -> None:
    """Raises Refused if `changes` give the tables another size than the vocabulary."""
    for name in ("source_vocabulary", "target_vocabulary"):
        if changes.get(name, size) != size:
            raise Refused(
                "E-NEW-WORDS", "{words} has {size} words, but {name} is {changes}: leave out one of the two",
                words=words, size=size, name=name, changes=f"{changes[name]!r:.20}",
            )  # fmt: skip
