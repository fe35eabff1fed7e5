"""Listeners that switch parts off, for each row of a batch other ones.

A head is replaced where its weights or its output are activations, so that an effect is what the edit of the same head
would do. Replacements are zero ablation and patterns put in the place of the head's own (mean, uniform and "hard-coded"
patterns, as in Voita et al. 2019 and Raganato et al. 2020). Shapes: B rows of the batch, Q queries, M memory (keys),
H heads, K head width, T target rows, N tokens, D width.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import torch
from torch import Tensor

from model_core.record.derived_maps import ATTENTION
from model_core.record.effects import Component
from model_core.transformer.hooks import Listener
from model_core.transformer.masks import MASKS

Means = Callable[[Component, int, int], np.ndarray]
"""A head's mean pattern, for a map of so many queries and keys: (Q, M)."""


@dataclass
class Pass:
    """What the switches know of the pass at hand: its masks, and the first decoder row that it computes (those before
    it are in the cache)."""

    masks: dict[str, Tensor] = field(default_factory=dict)
    first: int = 0

    def note(self, kind: str, mask_BQM: Tensor) -> None:
        """Listens at the mask of one kind, behind whatever edits it."""
        self.masks[kind] = mask_BQM
        if kind == "decoder":
            self.first = mask_BQM.shape[2] - mask_BQM.shape[1]

    def pattern(self, kind: str, name: str, mean_QM: Tensor | None) -> Tensor:
        """(1 or B, Q, M) weights of a pattern, masked cells left out; rows sum to 1, or to 0 where nothing is left."""
        mask_BQM = self.masks[kind]
        _, queries, keys = mask_BQM.shape
        places_Q = torch.arange(queries, device=mask_BQM.device) + (self.first if kind != "encoder" else 0)
        if name == "uniform":
            wanted_QM = torch.ones(queries, keys, device=mask_BQM.device)
        elif mean_QM is not None:
            wanted_QM = mean_QM[places_Q.clamp_max(mean_QM.shape[0] - 1), :keys]
            wanted_QM = torch.nn.functional.pad(wanted_QM, (0, keys - wanted_QM.shape[1]))
        else:
            back = {"itself": places_Q, "previous": places_Q - 1, "first": torch.zeros_like(places_Q)}[name]
            wanted_QM = torch.nn.functional.one_hot(back.clamp(0, keys - 1), keys).float()
        weights_BQM = wanted_QM * mask_BQM
        return weights_BQM / weights_BQM.sum(-1, keepdim=True).clamp_min(1e-30)


Places = dict[tuple[int, Component], None]
"""(row of the batch, head), in order and once each."""


def switches(
    variants: Sequence[Sequence[Component]],
    replacement: str,
    means: Means | None = None,
    sizes: tuple[int, int] = (0, 0),
) -> dict[str, Listener]:
    """hook name -> listener that switches the parts of variant b off in row b of the batch, of a single variant in
    every row; source tokens are masks, and no matter of these. Heads are replaced as REPLACEMENTS says; `sizes` are
    (source tokens, target rows) of the text that mean patterns are stretched to."""
    here, single = Pass(), len(variants) == 1
    heads: dict[str, Places] = {}
    quiet: dict[str, list[int]] = {}
    for row, parts in enumerate(variants):
        for part in parts:
            if part.group == "heads":
                path = ATTENTION[part.kind].format(layer=part.layer)
                heads.setdefault(path, {})[row, part] = None
            elif part.group == "feed_forwards":
                quiet.setdefault(f"{part.kind}.layers.{part.layer}.feed_forward.output", []).append(row)
    found: dict[str, Listener] = {name: _Quiet(_EVERY if single else rows) for name, rows in quiet.items()}
    for path, places in heads.items():
        if replacement == "zero":
            rows = _EVERY if single else [row for row, _ in places]
            found[f"{path}.head_outputs"] = _Quiet(rows, [part.index for _, part in places])
        else:
            patterns = _stretched(places, means, sizes) if replacement == "mean" else []
            found[f"{path}.weights"] = _Replaced(here, tuple(places), single, replacement, patterns)
    if heads and replacement != "zero":
        found |= {name: _Noted(here, kind) for kind, name in MASKS.items()}
    return found


def joined(*all_: Mapping[str, Listener]) -> dict[str, Listener]:
    """Several listeners at one hook point as one, in their order."""
    found: dict[str, Listener] = {}
    for own in all_:
        for name, listener in own.items():
            found[name] = _After(found[name], listener) if name in found else listener
    return found


def _stretched(places: Places, means: Means | None, sizes: tuple[int, int]) -> list[Tensor]:
    """The mean pattern of each of these heads for a text of these sizes. ValueError without means."""
    if means is None:
        raise ValueError("there are no means")
    size = {"encoder": (sizes[0], sizes[0]), "decoder": (sizes[1], sizes[1]), "cross": (sizes[1], sizes[0])}
    return [torch.from_numpy(np.ascontiguousarray(means(part, *size[part.kind]), np.float32)) for _, part in places]


@dataclass(frozen=True)
class _Noted:
    here: Pass
    kind: str

    def __call__(self, mask_BQM: Tensor) -> None:
        self.here.note(self.kind, mask_BQM)


@dataclass(frozen=True)
class _After:
    """One listener behind another."""

    first: Listener
    second: Listener

    def __call__(self, value: Tensor) -> Tensor | None:
        answer = self.first(value)
        again = self.second(value if answer is None else answer)
        return answer if again is None else again


_EVERY = slice(None)


@dataclass(frozen=True)
class _Quiet:
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
class _Replaced:
    """Other weights for some heads, each in a row of the batch or in `every` one; `means` are their patterns where they
    are means."""

    here: Pass
    places: Sequence[tuple[int, Component]]
    every: bool
    replacement: str
    means: Sequence[Tensor]

    def __call__(self, weights_BHQM: Tensor) -> Tensor:
        weights_BHQM = weights_BHQM.clone()
        for index, (row, part) in enumerate(self.places):
            mean_QM = self.means[index].to(weights_BHQM) if self.means else None
            pattern_BQM = self.here.pattern(part.kind, self.replacement, mean_QM).to(weights_BHQM.dtype)
            if self.every:
                weights_BHQM[:, part.index] = pattern_BQM
            else:
                weights_BHQM[row, part.index] = pattern_BQM[row if len(pattern_BQM) > 1 else 0]
        return weights_BHQM


__all__ = ["Means", "joined", "switches"]
