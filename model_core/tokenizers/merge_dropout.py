"""BPE dropout: words cut with merges skipped at random (Provilkov, Emelianenko and Voita 2020). No torch.

The random generator is the caller's, so that an epoch is the same in every process and after a resume; the library's
own dropout cannot be seeded.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from model_core.tokenizers.merge_steps import Pair

CACHED_WORDS = 65_536
"""Words whose merges are kept: most words of an epoch occur in it again and again."""

Ids = tuple[int, ...]


class MergeDropout:
    """Cuts words of a byte-pair vocabulary, given as ids, anew with merges skipped."""

    def __init__(self, table: Mapping[str, int], merges: Sequence[Pair]) -> None:
        self._merges: dict[Ids, tuple[int, int]] = {}  # two pieces -> (rank, joint piece)
        self._letters: dict[int, Ids] = {}
        for rank, (first, second) in enumerate(merges):
            pair, joint = (table[first], table[second]), table[first + second]
            self._merges.setdefault(pair, (rank, joint))
            self._letters.setdefault(joint, self._spelt(pair))
        self._steps = lru_cache(CACHED_WORDS)(self._merged)

    def cut(self, ids: list[int], words: list[int], rate: float, rng: random.Random) -> tuple[list[int], list[int]]:
        """A line's ids and word numbers, each word cut anew; `rate` is the probability that a merge is skipped."""
        found: list[int] = []
        numbers: list[int] = []
        start = 0
        for end in range(1, len(ids) + 1):
            if end == len(ids) or words[end] != words[start]:
                own = self._cut_word(tuple(ids[start:end]), rate, rng)
                found += own
                numbers += [words[start]] * len(own)
                start = end
        return found, numbers

    def _cut_word(self, word: Ids, rate: float, rng: random.Random) -> Ids:
        """One number decides how many merges of the usual way are made before the first one is skipped."""
        steps, keep = self._steps(word), 1 - rate
        if len(steps) == 1:
            return word
        place, chance, drawn = 0, keep, rng.random()
        while drawn < chance:
            place, chance = place + 1, chance * keep
            if place == len(steps) - 1:
                return word
        pieces, skipped = steps[place], 1
        while True:
            for _, at, joint in self._possible(pieces)[skipped:]:
                if rng.random() >= rate:
                    pieces = (*pieces[:at], joint, *pieces[at + 2 :])
                    break
            else:
                return pieces
            skipped = 0

    def _spelt(self, pieces: Ids) -> Ids:
        """The letters of these pieces; a byte piece stays as it is."""
        return tuple(letter for index in pieces for letter in self._letters.get(index, (index,)))

    def _merged(self, word: Ids) -> tuple[Ids, ...]:
        """The letters of a word, then its pieces after each merge of the usual way."""
        pieces = self._spelt(word)
        steps = [pieces]
        while possible := self._possible(pieces):
            _, at, joint = possible[0]
            pieces = (*pieces[:at], joint, *pieces[at + 2 :])
            steps.append(pieces)
        return tuple(steps)

    def _possible(self, pieces: Ids) -> list[tuple[int, int, int]]:
        """(rank, place, joint piece) of each merge that applies, the earliest learned first."""
        found = [(at, self._merges.get(pair)) for at, pair in enumerate(pairwise(pieces))]
        return sorted((merge[0], at, merge[1]) for at, merge in found if merge is not None)
