"""The vocabulary of a toy task."""

from collections.abc import Mapping
from typing import Any

from model_core.checkpoints.folder import TOKENIZER, model_folder
from model_core.errors import Refused
from model_core.spec import BOS, EOS, PAD, UNK
from model_core.synthetic.task import Task
from model_core.tokenizers.vocab import Vocabulary, closed_vocabulary, letter_vocabulary, load_vocabulary


def task_vocabulary(task: Task, start: str = "") -> Vocabulary:
    """The words of a task, closed; of a task of letters its letters and all bytes. It has `task.entries` entries.

    Where a task continues from a model, `start` is that model's folder, and the vocabulary its own; Refused if that
    lacks a word of the task.
    """
    if not start:
        return letter_vocabulary(task.words) if task.letters else closed_vocabulary(task.words, task.fused)
    vocab = load_vocabulary(model_folder(start) / TOKENIZER)
    lacking = [word for word in task.words if vocab.closed and word not in vocab.words()]
    if lacking:
        told = ", ".join(lacking[:5])
        raise Refused("E-TRAIN-START", "the starting model does not know the words of this task: {told}", told=told)
    return vocab


def refuse_special_ids(changes: Mapping[str, Any], usual: Mapping[str, Any]) -> None:
    """Raises Refused if `changes` make a word of the vocabulary padding, the end or the unknown word, or the start.

    usual  the vocabulary's special ids, where they are not those of the vocabularies that are made here. The start may
           be the padding or the end as well, as it is in models from elsewhere
    """
    own = {"pad_id": PAD, "bos_id": BOS, "eos_id": EOS, "unk_id": UNK, **usual}
    for name in ("pad_id", "bos_id", "eos_id", "unk_id"):
        known = (own["bos_id"], own["pad_id"], own["eos_id"]) if name == "bos_id" else (own[name],)
        if changes.get(name, own[name]) not in known:
            raise Refused(
                "E-CFG-IDS", "{name} is {id}, but the vocabulary has it at {own}: leave it out",
                name=name, id=f"{changes[name]!r:.20}", own=own[name],
            )  # fmt: skip
