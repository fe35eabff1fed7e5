"""A sentence through a training: what the model wrote and where its heads looked at each snapshot. No torch.

Letters of shapes: L layers, H heads, Q queries, M keys.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

import numpy as np

from model_core.errors import Refused
from model_core.record.tokens import Token
from model_core.schema import Choice, Codes, Length, Range, check
from model_core.spec import KINDS

EVERY_HEAD = ""
"""Used in place of an attention's kind: the maps of all heads."""


@dataclass(frozen=True)
class SnapshotsSpec:
    """Which training, which sentence, whose maps. All count from 0."""

    folder: Annotated[str, "training folder, or the name of a bundled training"]
    source: Annotated[str, "the sentence"]
    kind: Annotated[
        str, Choice((EVERY_HEAD, *KINDS)), "attention of the head whose maps are sent; empty = all heads"
    ] = ""
    layer: Annotated[int, Range(0, 1000)] = 0
    head: Annotated[int, Range(0, 1000)] = 0
    steps: Annotated[tuple[int, ...], Length(0, 1000), "snapshots in the requested order; none = all, newest last"] = ()
    links: Annotated[
        tuple[tuple[int, int], ...], Length(0, 10_000), 'source and target token that belong together, for "gold"'
    ] = ()

    def checked(self) -> SnapshotsSpec:
        """This value if it can make sense; raises Refused naming the field otherwise."""
        check(self, Codes.uniform("E-SNAPSHOTS"))
        if not self.source.strip():
            raise Refused("E-SNAPSHOTS", "give a sentence")
        return self


@dataclass(frozen=True, eq=False)
class SnapshotReading:
    """The sentence in one snapshot of the model.

    source    its tokens, `</s>` last; `read` what the decoder read and `written` what it wrote then, row by row
    finished  whether the text ended by itself
    maps      attention's kind -> (L, H, Q, M) float16 weights; of one head (1, 1, Q, M) under its kind alone. None of
              long sentences (MAP_CELLS)
    measures  attention's kind -> (L, H, number of measures) float64, in the order of `measure_names`
    names     attention's kind -> the heads' names, layer after layer
    log_p     of the text, summed over its tokens
    """

    step: int
    source: tuple[Token, ...]
    read: tuple[Token, ...]
    written: tuple[Token, ...]
    text: str
    finished: bool
    maps: Mapping[str, np.ndarray]
    measures: Mapping[str, np.ndarray]
    names: Mapping[str, tuple[str, ...]]
    log_p: float


@dataclass(frozen=True, eq=False)
class Snapshots:
    """The readings so far; complete when every one of `steps` has a reading or is among those `lost`.

    steps          the snapshots to be read
    measure_names  attention's kind -> names of what is measured of its heads
    lost           snapshots that could not be read, usually because they were thinned out in the meantime
    """

    asked: SnapshotsSpec
    steps: tuple[int, ...]
    readings: tuple[SnapshotReading, ...]
    measure_names: Mapping[str, tuple[str, ...]]
    lost: tuple[int, ...]
    milliseconds: float

    @property
    def complete(self) -> bool:
        """Whether every snapshot has been read or is lost."""
        return len(self.readings) + len(self.lost) == len(self.steps)

    def __repr__(self) -> str:
        """What it is, in one line."""
        return f"Snapshots({len(self.readings)} of {len(self.steps)} snapshots, {self.asked.source[:40]!r})"

    def at(self, step: int) -> SnapshotReading:
        """The reading of a snapshot. KeyError if there is none yet, naming those that there are."""
        found = next((one for one in self.readings if one.step == step), None)
        if found is None:
            there = ", ".join(f"{one.step:,}" for one in self.readings) or "none yet"
            raise KeyError(f"no reading at update {step}; read are: {there}")
        return found


MAP_CELLS = 1_000_000
"""Most cells of all maps of one snapshot that are sent; for longer sentences only a single head's map is."""
