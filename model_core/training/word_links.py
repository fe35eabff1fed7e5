"""Word alignment learned from sentence pairs alone: a hidden Markov model in both directions.

IBM model 1 (Brown et al. 1993) starts the word table, the hidden Markov model (Vogel et al. 1996) adds that neighbours
tend to be aligned with neighbours; the posteriors of the two directions are multiplied (Liang et al. 2006). Used only
in training, to teach one head to align. Shapes: N sentences of one size, S source words, T target words.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.floating[Any]]
IntArray = NDArray[np.integer[Any]]
Words = Sequence[str]

ROUNDS = 5
"""Rounds of expectation maximisation of each of the two models."""

STEM = 5
"""Letters of a word that are compared: without the endings of verbs and plurals."""

NULL = 0.08
"""Prior share of words that are aligned with no word."""

REACH = 8
"""Jumps longer than this share a count."""

FLOOR = 1e-7


def stem(word: str) -> str:
    """The first letters of a word in lower case, without accents and the space sign ▁."""
    plain = unicodedata.normalize("NFD", word.replace("▁", "").casefold())
    return "".join(sign for sign in plain if not unicodedata.combining(sign))[:STEM]


def word_links(pairs: Sequence[tuple[Words, Words]]) -> list[Array]:
    """For each pair a (T, S) table of float16: the share of each source word in each target word, rows sum to 1 or 0.

    A pair with an empty side gets an empty table.
    """
    sources = [list(map(stem, source)) for source, _ in pairs]
    targets = [list(map(stem, target)) for _, target in pairs]
    forward = _posteriors(sources, targets)
    backward = _posteriors(targets, sources)
    return [_agreed(one_TS, other_ST.T) for one_TS, other_ST in zip(forward, backward, strict=True)]


def _agreed(one_TS: Array, other_TS: Array) -> Array:
    """The product of both directions where they overlap, else the first; rows with little probability become 0."""
    product_TS = one_TS * other_TS
    sum_T1 = product_TS.sum(1, keepdims=True)
    alone_T1 = one_TS.sum(1, keepdims=True)
    agreed_TS = np.where(sum_T1 > 0.02, product_TS / np.maximum(sum_T1, FLOOR), one_TS / np.maximum(alone_T1, FLOOR))
    return np.where((sum_T1 > 0.02) | (alone_T1 > 0.3), agreed_TS, 0).astype(np.float16)


@dataclass
class _Group:
    """Sentences of one size: their numbers (N,), and for each cell its row of the word table (N, T, S + 1)."""

    numbers: IntArray
    cells_NTS: IntArray


def _posteriors(sources: list[list[str]], targets: list[list[str]]) -> list[Array]:
    """For each pair (T, S): the probability that a target word was made by a source word."""
    groups, owners = _groups(sources, targets)
    table = np.full(len(owners), 1.0)
    jumps = np.ones(2 * REACH + 1)
    for _ in range(ROUNDS):
        table = _reestimated(owners, ((group, _ibm1_posteriors(table, group)) for group in groups))
    for _ in range(ROUNDS):
        counted = np.full_like(jumps, 1.0)
        table = _reestimated(owners, ((group, _hmm_posteriors(table, group, jumps, counted)) for group in groups))
        jumps = counted / counted.sum()
    found: list[Array] = [np.zeros((len(t), len(s)), np.float32) for s, t in zip(sources, targets, strict=True)]
    for group in groups:
        for number, post_TS in zip(
            group.numbers, _hmm_posteriors(table, group, jumps, np.ones_like(jumps)), strict=True
        ):
            found[number] = post_TS[:, 1:]
    return found


def _groups(sources: list[list[str]], targets: list[list[str]]) -> tuple[list[_Group], IntArray]:
    """Groups of equal sizes; and for each row of the word table the source word it belongs to. Column 0: no word."""
    ids: dict[str, int] = {"": 0}
    others: dict[str, int] = {}
    source_ids = [np.array([0, *(ids.setdefault(word, len(ids)) for word in words)]) for words in sources]
    target_ids = [np.array([others.setdefault(word, len(others)) for word in words]) for words in targets]
    sizes: dict[tuple[int, int], list[int]] = {}
    for number, (source, target) in enumerate(zip(source_ids, target_ids, strict=True)):
        if len(source) > 1 and len(target):
            sizes.setdefault((len(source), len(target)), []).append(number)
    keys = []
    for numbers in sizes.values():
        source_NS = np.stack([source_ids[number] for number in numbers]).astype(np.int64)
        target_NT = np.stack([target_ids[number] for number in numbers]).astype(np.int64)
        keys.append(source_NS[:, None, :] * len(others) + target_NT[:, :, None])
    known, rows = np.unique(np.concatenate([key.ravel() for key in keys]), return_inverse=True)
    ends = np.cumsum([key.size for key in keys])[:-1]
    parts = np.split(rows.ravel().astype(np.int32), ends)
    groups = [
        _Group(np.array(numbers), part.reshape(key.shape))
        for numbers, part, key in zip(sizes.values(), parts, keys, strict=True)
    ]
    return groups, (known // len(others)).astype(np.int64)


def _reestimated(owners: IntArray, found: Iterator[tuple[_Group, Array]]) -> Array:
    """The word table from expected counts: for each source word the probabilities of target words sum to 1."""
    counts = np.full(len(owners), 1e-3)
    for group, post_NTS in found:
        counts += np.bincount(group.cells_NTS.ravel(), post_NTS.ravel(), len(owners))
    return counts / np.bincount(owners, counts)[owners]


def _ibm1_posteriors(table: Array, group: _Group) -> Array:
    """Posteriors of IBM model 1: every source word is as near as any other."""
    likely_NTS: Array = table[group.cells_NTS]
    return likely_NTS / likely_NTS.sum(2, keepdims=True)


def _hmm_posteriors(table: Array, group: _Group, jumps: Array, counted: Array) -> Array:
    """Posteriors (N, T, S + 1) of the hidden Markov model by forward and backward sums; adds jumps to `counted`.

    Each place has two states: the word was made here, or by nothing while the place is kept.
    """
    made_NTS, none_NT = table[group.cells_NTS[:, :, 1:]] + FLOOR, table[group.cells_NTS[:, :, 0]] + FLOOR
    count, length, width = made_NTS.shape
    step_SS, from_start_S = _transitions(jumps, width)
    here = np.empty((length, count, width))
    skip = np.empty((length, count, width))
    before_NS = np.broadcast_to(from_start_S, (count, width))
    for t in range(length):
        moved_NS = before_NS if t == 0 else before_NS @ step_SS
        here[t] = (1 - NULL) * moved_NS * made_NTS[:, t]
        skip[t] = NULL * before_NS * none_NT[:, t, None]
        total_N1 = (here[t] + skip[t]).sum(1, keepdims=True)
        here[t] /= total_N1
        skip[t] /= total_N1
        before_NS = here[t] + skip[t]
    post_NTS = np.empty((count, length, width + 1))
    after_NS = np.ones((count, width))
    for t in reversed(range(length)):
        both_NS = (here[t] + skip[t]) * after_NS
        total_N1 = both_NS.sum(1, keepdims=True)
        post_NTS[:, t, 1:] = here[t] * after_NS / total_N1
        post_NTS[:, t, 0] = (skip[t] * after_NS / total_N1).sum(1)
        if t:
            ahead_NS, kept_NS = (1 - NULL) * made_NTS[:, t] * after_NS, NULL * none_NT[:, t, None] * after_NS
            _count_jumps(here[t - 1] + skip[t - 1], ahead_NS, kept_NS, step_SS, counted)
            after_NS = ahead_NS @ step_SS.T + kept_NS
            after_NS = after_NS / after_NS.max(1, keepdims=True)
    return post_NTS


def _transitions(jumps: Array, width: int) -> tuple[Array, Array]:
    """(S, S) probabilities of going from place to place, and (S,) of the first one."""
    places = np.arange(width)
    table_SS = jumps[_jump(places[None, :] - places[:, None])]
    first_S = jumps[_jump(places + 1)]
    return table_SS / table_SS.sum(1, keepdims=True), first_S / first_S.sum()


def _jump(distances: IntArray) -> IntArray:
    """The index of the counts of jumps over these distances."""
    return np.clip(distances, -REACH, REACH) + REACH


def _count_jumps(before_NS: Array, ahead_NS: Array, kept_NS: Array, step_SS: Array, counted: Array) -> None:
    """Add the expected jumps between two neighbouring rows; a row that nothing made keeps the place, without a jump."""
    each_N1 = ((before_NS @ step_SS) * ahead_NS + before_NS * kept_NS).sum(1, keepdims=True)
    found_SS = (before_NS / np.maximum(each_N1, 1e-30)).T @ ahead_NS * step_SS
    places = np.arange(before_NS.shape[1])
    jump_SS = _jump(places[None, :] - places[:, None])
    counted += np.bincount(jump_SS.ravel(), found_SS.ravel(), len(counted))
