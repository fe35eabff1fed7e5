"""What is read off several ways of writing one sentence: where they part, how their maps differ, why a token is cut.

Pure functions of recorded numbers; no torch. Letters of shapes: L layers, H heads, T target rows, M memory (keys),
C candidates.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from difflib import SequenceMatcher

import numpy as np

from model_core.record.edits import Decoding
from model_core.record.trace import Trace


def first_difference(one: Sequence[int], other: Sequence[int]) -> int | None:
    """The first place (from 0) at which two rows of ids differ; where one is longer, its first further place.

    None where both are the same.
    """
    for place, (a, b) in enumerate(zip(one, other, strict=False)):
        if a != b:
            return place
    return None if len(one) == len(other) else min(len(one), len(other))


def differing_places(one: Sequence[Hashable], other: Sequence[Hashable]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The places of each that are in no block of items that both have in the same order (Ratcliff and Metzener 1988).

    None anywhere for equal sequences; items that were only added or only left out differ on one side.
    """
    rest = set(range(len(one))), set(range(len(other)))
    for block in SequenceMatcher(None, one, other, autojunk=False).get_matching_blocks():
        rest[0].difference_update(range(block.a, block.a + block.size))
        rest[1].difference_update(range(block.b, block.b + block.size))
    return tuple(sorted(rest[0])), tuple(sorted(rest[1]))


def weight_difference(one_LHTM: np.ndarray, other_LHTM: np.ndarray) -> np.ndarray:
    """one − other (L, H, T, M) float32, rows and columns up to the shorter of each. ValueError for other heads."""
    if one_LHTM.ndim != 4 or one_LHTM.shape[:2] != other_LHTM.shape[:2]:
        raise ValueError(f"maps of one model are needed, got {one_LHTM.shape} and {other_LHTM.shape}")
    rows = min(one_LHTM.shape[2], other_LHTM.shape[2])
    columns = min(one_LHTM.shape[3], other_LHTM.shape[3])
    difference: np.ndarray = np.subtract(
        one_LHTM[:, :, :rows, :columns], other_LHTM[:, :, :rows, :columns], dtype=np.float32
    )
    return difference


def attention_difference(trace: Trace, kind: str, road: int) -> np.ndarray:
    """The main text's weights of one attention minus those of `trace.alternatives[road]`: (L, H, T, M), see above.

    KeyError where either was not recorded, IndexError for an alternative that there is not.
    """
    other = trace.alternatives[road]
    main = np.stack(trace.maps(kind, "weights", other.sentence))
    return weight_difference(main, other.weights[kind])


def head_difference(trace: Trace, kind: str, layer: int, head: int, road: int) -> np.ndarray:
    """The same of one head, (T, M), also where a text is too long for the maps of all heads. Errors as there."""
    other = trace.alternatives[road]
    main = trace.map(kind, layer, head, "weights", other.sentence)
    found: np.ndarray = weight_difference(main[None, None], other.weights[kind][layer, head][None, None])[0, 0]
    return found


def largest_difference(difference_LHTM: np.ndarray) -> float:
    """The largest |one − other| of all heads, or of one; 0 for no cells; what is no number does not count."""
    finite = difference_LHTM[np.isfinite(difference_LHTM)]
    return float(np.abs(finite).max()) if finite.size else 0.0


def cut_reason(rank: int, chance: float, decoding: Decoding) -> str:
    """Why the candidate of this rank (0 = the most probable) cannot be drawn: "top-k", "top-p", or "" where it can.

    `chance` is its probability after the filters. The most probable k stay first (Fan et al. 2018, section 5.1), then
    the most probable that together reach p (Holtzman et al. 2020, section 3.1).
    """
    if decoding.method != "sample" or chance > 0:
        return ""
    if 0 < decoding.top_k <= rank:
        return "top-k"
    return "top-p" if decoding.top_p < 1.0 else ""


def left_over(chances_C: np.ndarray) -> float:
    """The probability of all tokens that are none of the candidates: 1 − their sum, never below 0."""
    return max(0.0, 1.0 - float(np.asarray(chances_C, np.float64).sum()))


def probability(log_probability: float) -> float:
    """e to the power of a natural log-probability: 0 for −∞."""
    return math.exp(log_probability)


__all__ = [
    "attention_difference", "cut_reason", "first_difference", "head_difference", "largest_difference", "left_over",
    "probability", "weight_difference",
]  # fmt: skip
