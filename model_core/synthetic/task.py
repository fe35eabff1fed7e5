"""What a toy task is: pairs of sentences with their gold word alignment, drawn by a rule instead of read from a file.

Standard library only.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from model_core.spec import SPECIAL_PIECES


@dataclass(frozen=True)
class Pair:
    """A source sentence, its one right target, and which word stands for which.

    Words are separated by single spaces. `links` holds (source word, target word), counted from 0, sorted.
    """

    source: str
    target: str
    links: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Task:
    """A toy task to train on: every source has exactly one right target.

    `draw(rng, held_out)` gives one pair of the training side or of the held-out side, which never meet;
    `answer(source)` gives the right pair or raises ValueError. Both are plain module functions, so a task can be
    pickled. `fused`: what is written is read without the blanks between its words. `letters`: `words` are single
    letters, sources and targets ordinary text named by `languages`, and links count letters and marks, not blanks.
    """

    name: str
    title: str
    about: str
    words: tuple[str, ...]
    examples: tuple[str, ...]
    draw: Callable[[Random, bool], Pair] = field(repr=False)
    answer: Callable[[str], Pair] = field(repr=False)
    fused: bool = False
    letters: bool = False
    languages: tuple[str, str] = ("", "")

    @property
    def entries(self) -> int:
        """Entries of its vocabulary, special and byte pieces included; `model_core.checkpoints.task_vocabulary`."""
        beginning = [word for word in self.words if not unicodedata.category(word[0]).startswith("M")]
        return len(SPECIAL_PIECES) + len(self.words) + (256 + 1 + len(beginning) if self.letters else 0)

    def train(self, rng: Random, count: int) -> list[Pair]:
        """`count` pairs to learn from; the same state of `rng` gives the same pairs. Pairs may repeat."""
        return [self.draw(rng, False) for _ in range(count)]

    def test(self, rng: Random, count: int) -> list[Pair]:
        """`count` pairs for scoring; `train` never yields any of them. Pairs may repeat."""
        return [self.draw(rng, True) for _ in range(count)]

    def solve(self, source: str) -> Pair:
        """The right pair for `source` (spaces normalised). Raises ValueError with the reason if a source is not part of
        the task."""
        return self.answer(source)
