"""Listeners that switch parts off, for each row of a batch other ones.

A head is replaced where its weights or its output are activations, so that an effect is what the edit of the same head
would do. Replacements are zero ablation and patterns put in place of the head's own (mean, uniform and "hard-coded"
patterns, as in Voita et al. 2019 and Raganato et al. 2020). Shapes: B rows of the batch, Q queries, M memory (keys),
H heads, K head width, T target rows, N tokens, D width.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

import numpy as np
import torch
from torch import Tensor

from model_core.record.derived_maps import ATTENTION
from model_core.record.effects import Component
from model_core.transformer.hooks import Listener
from model_core.transformer.masks import MASKS

Mean = Callable[[int, int], np.ndarray]
"""A head's mean pattern, for a map of that many queries and keys: (Q, M)."""
Means = Callable[[Component, int, int], np.ndarray]
"""The same of any head."""


@dataclass(frozen=True, eq=False)
class PatternReplacement:
    """What a head reads instead: a pattern of this name, in one row of the batch or (None) in every one. A mean is
    stretched to that many target `rows`, 0 = as many as there are source tokens."""

    row: int | None
    head: int
    name: str
    mean: Mean | None = None
    rows: int = 0


@dataclass
class PassState:
    """What listeners know of the pass at hand: its masks, and the first decoder row that it computes (those before it
    are in the cache)."""

    masks: dict[str, Tensor] = field(default_factory=dict)
    first: int = 0
    means: dict[tuple[PatternReplacement, int, int], Tensor] = field(default_factory=dict)

    def observe(self, kind: str, mask_BQM: Tensor) -> None:
        """Listens at the mask of one kind, behind whatever edits it."""
        self.masks[kind] = mask_BQM
        if kind == "decoder":
            self.first = mask_BQM.shape[2] - mask_BQM.shape[1]

    def first_query(self, kind: str) -> int:
        """The place of the first query that is computed."""
        return self.first if kind != "encoder" else 0

    def pattern(self, kind: str, reads: PatternReplacement) -> Tensor:
        """(1 or B, Q, M) weights of a pattern, masked cells left out; rows sum to 1, or to 0 where nothing is left."""
        mask_BQM = self.masks[kind]
        _, queries, keys = mask_BQM.shape
        places_Q = torch.arange(queries, device=mask_BQM.device) + self.first_query(kind)
        if reads.name == "uniform":
            wanted_QM = torch.ones(queries, keys, device=mask_BQM.device)
        elif reads.mean is not None:
            mean_QM = self._stretched(kind, reads).to(mask_BQM.device)
            wanted_QM = mean_QM[places_Q.clamp_max(mean_QM.shape[0] - 1), :keys]
            wanted_QM = torch.nn.functional.pad(wanted_QM, (0, keys - wanted_QM.shape[1]))
        else:
            back = {"itself": places_Q, "previous": places_Q - 1, "first": torch.zeros_like(places_Q)}[reads.name]
            wanted_QM = torch.nn.functional.one_hot(back.clamp(0, keys - 1), keys).float()
        weights_BQM = wanted_QM * mask_BQM
        return weights_BQM / weights_BQM.sum(-1, keepdim=True).clamp_min(1e-30)

    def _stretched(self, kind: str, reads: PatternReplacement) -> Tensor:
        """(Q, M) the mean pattern of a head for the text at hand."""
        sources = self.masks["encoder" if kind == "encoder" else "cross"].shape[2]
        rows = reads.rows or sources
        queries, keys = sources if kind == "encoder" else rows, rows if kind == "decoder" else sources
        if (reads, queries, keys) not in self.means:
            assert reads.mean is not None
            found = np.ascontiguousarray(reads.mean(queries, keys), np.float32)
            self.means[reads, queries, keys] = torch.from_numpy(found)
        return self.means[reads, queries, keys]


def ablation_listeners(
    variants: Sequence[Sequence[Component]], replacement: str = "zero", means: Means | None = None, rows: int = 0
) -> dict[str, Listener]:
    """hook name -> listener that switches the parts of variant b off in row b of the batch, of a single variant in
    every row; source tokens are masks, and no matter of these. Heads are replaced as REPLACEMENTS says; mean patterns
    are stretched to that many target `rows`. ValueError where means are needed and not there."""
    single = len(variants) == 1
    heads: dict[tuple[str, str], dict[tuple[int, int], None]] = {}
    quiet: dict[str, list[int]] = {}
    for row, parts in enumerate(variants):
        for part in parts:
            if part.group == "heads":
                path = ATTENTION[part.kind].format(layer=part.layer)
                heads.setdefault((part.kind, path), {})[row, part.index] = None
            elif part.group == "feed_forwards":
                quiet.setdefault(f"{part.kind}.layers.{part.layer}.feed_forward.output", []).append(row)
    found: dict[str, Listener] = {name: _SilencedRows(_EVERY if single else those) for name, those in quiet.items()}
    reads: dict[tuple[str, int], list[PatternReplacement]] = {}
    for (kind, path), places in heads.items():
        if replacement == "zero":
            those = _EVERY if single else [row for row, _ in places]
            found[f"{path}.head_outputs"] = _SilencedRows(those, [head for _, head in places])
            continue
        layer = int(path.split(".")[2])
        for row, head in places:
            mean = _mean_of(means, Component("heads", kind, layer, head)) if replacement == "mean" else None
            one = PatternReplacement(None if single else row, head, replacement, mean, rows)
            reads.setdefault((kind, layer), []).append(one)
    return chained(found, pattern_listeners(reads))


def pattern_listeners(reads: Mapping[tuple[str, int], Sequence[PatternReplacement]]) -> dict[str, Listener]:
    """The listeners that put patterns in place of heads' own; by (kind, layer). They have to come behind what
    changes masks."""
    here = PassState()
    found: dict[str, Listener] = {
        f"{ATTENTION[kind].format(layer=layer)}.weights": _ReplacedWeights(here, kind, tuple(those))
        for (kind, layer), those in reads.items()
    }
    return found | (mask_listeners(here) if found else {})


def mask_listeners(here: PassState) -> dict[str, Listener]:
    """What tells a Pass of its masks."""
    return {name: _MaskListener(here, kind) for kind, name in MASKS.items()}


def _mean_of(means: Means | None, part: Component) -> Mean:
    if means is None:
        raise ValueError("there are no means")
    return partial(means, part)


def chained(*all_: Mapping[str, Listener]) -> dict[str, Listener]:
    """Several listeners at one hook point as one, in their order."""
    found: dict[str, Listener] = {}
    for own in all_:
        for name, listener in own.items():
            found[name] = _ChainedListener(found[name], listener) if name in found else listener
    return found


@dataclass(frozen=True)
class _MaskListener:
    here: PassState
    kind: str

    def __call__(self, mask_BQM: Tensor) -> None:
        self.here.observe(self.kind, mask_BQM)


@dataclass(frozen=True)
class _ChainedListener:
    """One listener behind another."""

    first: Listener
    second: Listener

    def __call__(self, value: Tensor) -> Tensor | None:
        answer = self.first(value)
        again = self.second(value if answer is None else answer)
        return answer if again is None else again


_EVERY = slice(None)


@dataclass(frozen=True)
class _SilencedRows:
    """Nothing comes out of these rows of the batch, of heads out of (row, head)."""

    rows: list[int] | slice
    heads: Sequence[int] = ()

    def __call__(self, value: Tensor) -> Tensor:
        value = value.clone()
        if self.heads:
            value[self.rows, list(self.heads)] = 0.0
        else:
            value[self.rows] = 0.0
        return value


@dataclass(frozen=True)
class _ReplacedWeights:
    """Other weights for some heads of one attention."""

    here: PassState
    kind: str
    reads: Sequence[PatternReplacement]

    def __call__(self, weights_BHQM: Tensor) -> Tensor:
        weights_BHQM = weights_BHQM.clone()
        for one in self.reads:
            pattern_BQM = self.here.pattern(self.kind, one).to(weights_BHQM.dtype)
            if one.head >= weights_BHQM.shape[1]:
                continue
            if one.row is None:
                weights_BHQM[:, one.head] = pattern_BQM[: len(weights_BHQM)]
            else:
                weights_BHQM[one.row, one.head] = pattern_BQM[one.row if len(pattern_BQM) > 1 else 0]
        return weights_BHQM


__all__ = [
    "Mean",
    "Means",
    "PassState",
    "PatternReplacement",
    "ablation_listeners",
    "chained",
    "mask_listeners",
    "pattern_listeners",
]
