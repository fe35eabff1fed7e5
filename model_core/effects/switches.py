"""Listeners that switch parts off, different ones in each row of a batch.

A head is replaced at the activations of its weights or its output, exactly as an edit of the same head would.
Replacements are zero ablation and patterns instead of the head's own (mean, uniform and "hard-coded" patterns, as
in Voita et al. 2019 and Raganato et al. 2020). Shapes: B rows of the batch, Q queries, M memory (keys), H heads, K head
width, T target rows, N tokens, D width.
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
"""The mean pattern of any head, for a map of that many queries and keys."""


@dataclass(frozen=True, eq=False)
class PatternReplacement:
    """The pattern that a head reads by instead of its own.

    row   row of the batch, None = every row
    name  one of PATTERNS; of "mean" the function that gives it is `mean`
    rows  target rows to which a mean is stretched; 0 = as many as there are source tokens
    """

    row: int | None
    head: int
    name: str
    mean: Mean | None = None
    rows: int = 0


@dataclass
class PassState:
    """What listeners know of the current pass: its masks, and the first decoder row that it computes (earlier rows are
    in the cache).

    last  (B,) or (1,) place of each source's last token, independent of the masks; None = the last key
    """

    last: Tensor | None = None
    masks: dict[str, Tensor] = field(default_factory=dict)
    first: int = 0
    means: dict[tuple[PatternReplacement, int, int], Tensor] = field(default_factory=dict)

    def observe(self, kind: str, mask_BQM: Tensor) -> None:
        """Listener at the mask of one kind of attention, called after those that edit it."""
        self.masks[kind] = mask_BQM
        if kind == "decoder":
            self.first = mask_BQM.shape[2] - mask_BQM.shape[1]

    def first_query(self, kind: str) -> int:
        return self.first if kind != "encoder" else 0

    def pattern(self, kind: str, reads: PatternReplacement) -> Tensor:
        """(1 or B, Q, M) weights of a pattern, masked cells left out; rows sum to 1, or to 0 where nothing is left."""
        mask_BQM = self.masks[kind]
        _, queries, keys = mask_BQM.shape
        places_Q = torch.arange(queries, device=mask_BQM.device) + self.first_query(kind)
        if reads.name == "uniform":
            wanted_QM = torch.ones(queries, keys, device=mask_BQM.device)
        elif reads.mean is not None:
            means = [one.to(mask_BQM.device) for one in self._stretched(kind, reads)]
            rows = [one[places_Q.clamp_max(len(one) - 1), :keys] for one in means]
            wanted_QM = torch.stack([torch.nn.functional.pad(one, (0, keys - one.shape[1])) for one in rows])
        else:
            back_Q = {"itself": places_Q, "previous": places_Q - 1, "first": torch.zeros_like(places_Q)}[reads.name]
            back_BQ = back_Q.clamp(0, keys - 1).unsqueeze(0)
            if kind == "cross" and self.last is not None:
                back_BQ = back_BQ.minimum(self.last[: len(mask_BQM), None])
            wanted_QM = torch.nn.functional.one_hot(back_BQ, keys).float()
        weights_BQM = wanted_QM * mask_BQM
        return weights_BQM / weights_BQM.sum(-1, keepdim=True).clamp_min(1e-30)

    def _stretched(self, kind: str, reads: PatternReplacement) -> list[Tensor]:
        """(Q, M) mean pattern of a head, stretched to each text of the batch without its padding."""
        padded = self.masks["encoder" if kind == "encoder" else "cross"].shape[2]
        lengths = [padded] if self.last is None else (self.last[: len(self.masks[kind])] + 1).tolist()
        found = []
        for sources in lengths:
            rows = reads.rows or sources
            queries, keys = sources if kind == "encoder" else rows, rows if kind == "decoder" else sources
            if (reads, queries, keys) not in self.means:
                assert reads.mean is not None
                mean = np.ascontiguousarray(reads.mean(queries, keys), np.float32)
                self.means[reads, queries, keys] = torch.from_numpy(mean)
            found.append(self.means[reads, queries, keys])
        return found


def last_tokens(source_BS: Tensor, pad_id: int) -> Tensor:
    """(B,) the place of each source's last token, its padding left out."""
    places_S = torch.arange(source_BS.shape[1], device=source_BS.device)
    return ((source_BS != pad_id) * places_S).amax(1)


def ablation_listeners(
    variants: Sequence[Sequence[Component]], replacement: str = "zero", means: Means | None = None, rows: int = 0,
    last: Tensor | None = None,
) -> dict[str, Listener]:  # fmt: skip
    """hook name -> listener that switches off the parts of variant b in row b of the batch; a single variant in every
    row. Heads are replaced as REPLACEMENTS says, mean patterns stretched to `rows` target rows; for `last` see
    PassState. Source tokens are hidden by masks, not here. ValueError if mean patterns are needed and `means` is
    None."""
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
    found: dict[str, Listener] = {
        name: partial(_silenced, _EVERY if single else those, ()) for name, those in quiet.items()
    }
    reads: dict[tuple[str, int], list[PatternReplacement]] = {}
    for (kind, path), places in heads.items():
        if replacement == "zero":
            those = _EVERY if single else [row for row, _ in places]
            found[f"{path}.head_outputs"] = partial(_silenced, those, [head for _, head in places])
            continue
        layer = int(path.split(".")[2])
        for row, head in places:
            mean = _mean_of(means, Component("heads", kind, layer, head)) if replacement == "mean" else None
            one = PatternReplacement(None if single else row, head, replacement, mean, rows)
            reads.setdefault((kind, layer), []).append(one)
    return chained(found, pattern_listeners(reads, last))


def pattern_listeners(
    reads: Mapping[tuple[str, int], Sequence[PatternReplacement]], last: Tensor | None = None
) -> dict[str, Listener]:
    """Listeners that replace the weights of heads by patterns, given by (kind, layer); to be called after those that
    change masks. For `last` see PassState."""
    here = PassState(last)
    found: dict[str, Listener] = {
        f"{ATTENTION[kind].format(layer=layer)}.weights": partial(_replaced, here, kind, tuple(those))
        for (kind, layer), those in reads.items()
    }
    return found | (mask_listeners(here) if found else {})


def mask_listeners(here: PassState) -> dict[str, Listener]:
    return {name: partial(here.observe, kind) for kind, name in MASKS.items()}


def _mean_of(means: Means | None, part: Component) -> Mean:
    if means is None:
        raise ValueError("there are no means")
    return partial(means, part)


def chained(*all_: Mapping[str, Listener]) -> dict[str, Listener]:
    """Several mappings of listeners as one; listeners of the same hook point are called in order."""
    found: dict[str, Listener] = {}
    for own in all_:
        for name, listener in own.items():
            found[name] = partial(_one_after_another, found[name], listener) if name in found else listener
    return found


def _one_after_another(first: Listener, second: Listener, value: Tensor) -> Tensor | None:
    answer = first(value)
    again = second(value if answer is None else answer)
    return answer if again is None else again


_EVERY = slice(None)


def _silenced(rows: list[int] | slice, heads: Sequence[int], value: Tensor) -> Tensor:
    """The output of these rows of the batch set to 0; with `heads` only that of the (row, head) pairs."""
    value = value.clone()
    if heads:
        value[rows, list(heads)] = 0.0
    else:
        value[rows] = 0.0
    return value


def _replaced(here: PassState, kind: str, reads: Sequence[PatternReplacement], weights_BHQM: Tensor) -> Tensor:
    """The weights of one attention, those of some heads replaced."""
    weights_BHQM = weights_BHQM.clone()
    for one in reads:
        pattern_BQM = here.pattern(kind, one).to(weights_BHQM.dtype)
        if one.head >= weights_BHQM.shape[1]:
            continue
        if one.row is None:
            weights_BHQM[:, one.head] = pattern_BQM[: len(weights_BHQM)]
        else:
            weights_BHQM[one.row, one.head] = pattern_BQM[one.row if len(pattern_BQM) > 1 else 0]
    return weights_BHQM
