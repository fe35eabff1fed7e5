"""Word alignments in the window: which one belongs to a sentence, and how well the heads agree with it, in words. No
Qt. Layers and heads count from 0."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import numpy as np

from model_core.analysis.heads.head_alignment import TokenAlignment, alignment_measures, alignment_of
from model_core.record.aligned_text import AlignedText
from model_core.record.trace import Trace

Head = tuple[int, int]

Alignments = tuple[AlignedText, ...]

_FIND = lru_cache(maxsize=16)(alignment_of)


def placed_in(alignments: Alignments, trace: Trace, sentence: int) -> TokenAlignment | None:
    """The alignment of this sentence, mapped to its tokens; None if there is none."""
    known = trace.complete and bool(alignments) and sentence < len(trace.sentences)
    return _FIND(alignments, trace.sentences[sentence]) if known else None


class AlignedHeads:
    """Agreement and error rate of the cross heads of one text, computed on demand and cached."""

    def __init__(self) -> None:
        self._key: object = None
        self._trace: Trace | None = None
        self._found: dict[Head, dict[str, float]] = {}

    def of(
        self, trace: Trace, sentence: int, alignments: Alignments, head: Head | None = None
    ) -> dict[Head, dict[str, float]]:
        """(layer, head) -> measure -> number; {} without an alignment, or if no weights were recorded. Heads with
        weights that are not numbers are missing. For a text whose maps are computed one by one: `head` and those
        requested before."""
        found = placed_in(alignments, trace, sentence)
        if found is None or 0 in trace.size("cross", sentence):
            return {}
        if trace is not self._trace or (sentence, found) != self._key:
            self._trace, self._key = trace, (sentence, found)
            self._found = {}
            for layer, maps_HTS in enumerate(trace.maps("cross", "weights", sentence) if trace.whole("cross") else ()):
                values = alignment_measures(maps_HTS, found)
                for own in range(len(maps_HTS)):
                    self._keep((layer, own), _of_head(values, own))
        if head is not None and head not in self._found and trace.has("cross", "weights", head[0]):
            self._keep(head, aligned_one(trace.map("cross", *head, "weights", sentence), found))
        return self._found

    def _keep(self, head: Head, values: dict[str, float]) -> None:
        if values:
            self._found[head] = values


def aligned_one(weights_TS: np.ndarray, found: TokenAlignment) -> dict[str, float]:
    """Measure -> number of one head's map; {} if its weights are not numbers."""
    return _of_head(alignment_measures(weights_TS[None], found), 0)


def _of_head(values: Mapping[str, np.ndarray], head: int) -> dict[str, float]:
    return {name: float(one[head]) for name, one in values.items() if np.isfinite(one[head])}
