"""The vocabulary of a toy task."""

from model_core.checkpoints.folder import TOKENIZER, model_folder
from model_core.errors import Refused
from model_core.synthetic.task import Task
from model_core.tokenizers.vocab import Vocabulary, closed_vocabulary, letter_vocabulary, load_vocabulary


def task_vocabulary(task: Task, start: str = "") -> Vocabulary:
    """The words of a task, closed; of a task of letters its letters and all bytes. It has `task.entries` entries.

    Where a task goes on from a model, `start` is that model's folder, and the vocabulary its own; Refused where that
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
