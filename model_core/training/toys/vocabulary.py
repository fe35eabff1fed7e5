"""The vocabulary of a toy task."""

from model_core.tokenizers.vocab import Vocabulary, closed_vocabulary, letter_vocabulary
from model_core.training.task import Task


def task_vocabulary(task: Task) -> Vocabulary:
    """The words of a task, closed; of a task of letters its letters and all bytes. It has `task.entries` entries."""
    return letter_vocabulary(task.words) if task.letters else closed_vocabulary(task.words, task.fused)
