"""How byte-pair encoding cuts a word: letters first, then the learned merges, the earliest learned first, one by one.

Sennrich, Haddow and Birch 2016. The table of merges is read from the model's tokenizer.json; the tokenizer itself does
the same in one call, and a test compares the two. No torch.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from model_core.errors import Refused
from model_core.io.limits import parse_json
from model_core.io.resources import bundled
from model_core.io.safe_files import read_plain, stamp_of

LARGEST = 64_000_000
"""Bytes of a tokenizer.json."""

Pair = tuple[str, str]


@dataclass(frozen=True)
class MergeStep:
    """The pieces after one merge, the pair that was merged and the rank of the merge (from 0); of the first step,
    before any merge, the letters without a pair."""

    pieces: tuple[str, ...]
    pair: Pair | None = None
    rank: int = -1


def merge_steps(word: str, merges: Sequence[Pair]) -> tuple[MergeStep, ...]:
    """The letters of a word, then the pieces after each merge, until none applies any more."""
    ranks = {pair: rank for rank, pair in reversed(list(enumerate(merges)))}
    pieces = tuple(word)
    steps = [MergeStep(pieces)]
    while True:
        known = [ranks[pair] for pair in pairwise(pieces) if pair in ranks]
        if not known:
            return tuple(steps)
        rank = min(known)
        pieces = _joined(pieces, merges[rank])
        steps.append(MergeStep(pieces, merges[rank], rank))


def _joined(pieces: tuple[str, ...], pair: Pair) -> tuple[str, ...]:
    """The pieces with every occurrence of this pair joined, from left to right."""
    found: list[str] = []
    at = 0
    while at < len(pieces):
        both = pieces[at : at + 2] == pair
        found.append("".join(pair) if both else pieces[at])
        at += 2 if both else 1
    return tuple(found)


def read_merges(folder: str) -> tuple[Pair, ...]:
    """The merges of a model's tokenizer in the order in which they were learned ("" = the bundled model's folder).
    Raises Refused if it has none: a vocabulary of whole words."""
    path = (bundled(folder) or Path(folder)) / "tokenizer.json"
    return _read(path, stamp_of(path))


@lru_cache(maxsize=4)
def _read(path: Path, _stamp: object) -> tuple[Pair, ...]:
    """The merges of a tokenizer.json."""
    return merges_of(parse_json(read_plain(path, LARGEST).decode("utf-8", "replace"), "tokenizer.json"))


def merges_of(values: Any) -> tuple[Pair, ...]:
    """The merges in what a tokenizer.json holds. Raises Refused like `read_merges`."""
    model = values.get("model") if isinstance(values, dict) else None
    merges = model.get("merges") if isinstance(model, dict) else None
    if not isinstance(merges, list) or not merges:
        raise Refused("E-TOK-MERGES", "this model's tokenizer has no merges")
    pairs = [tuple(one) if isinstance(one, list) else tuple(str(one).split(" ", 1)) for one in merges]
    if not all(len(pair) == 2 and all(isinstance(half, str) for half in pair) for pair in pairs):
        raise Refused("E-TOK-MERGES", "the merges of tokenizer.json are damaged")
    return tuple((first, second) for first, second in pairs)


CACHED_WORDS = 65_536
"""Words whose merges are kept: most words of an epoch occur in it again and again."""

Ids = tuple[int, ...]


class MergeDropout:
    """Cuts words of a byte-pair vocabulary, given as ids, again with merges skipped at random (BPE dropout: Provilkov,
    Emelianenko and Voita 2020).

    The random generator is the caller's, so that an epoch is the same in every process and after a resume; the
    library's own dropout cannot be seeded.
    """

    def __init__(self, table: Mapping[str, int], merges: Sequence[Pair]) -> None:
        self._merges: dict[Ids, tuple[int, int]] = {}  # two pieces -> (rank, joint piece)
        self._letters: dict[int, Ids] = {}
        for rank, (first, second) in enumerate(merges):
            pair, joint = (table[first], table[second]), table[first + second]
            self._merges.setdefault(pair, (rank, joint))
            self._letters.setdefault(joint, self._spelt(pair))
        self._steps = lru_cache(CACHED_WORDS)(self._merged)

    def cut(self, ids: list[int], words: list[int], rate: float, rng: random.Random) -> tuple[list[int], list[int]]:
        """A line's ids and word numbers, each word cut again; `rate` is the probability that a merge is skipped."""
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
