"""What a user changes inside a run: masks, positions, heads, source tokens. Frozen values; no torch.

A RunSpec holds one `Edits`; `model_core.engine.interventions` turns it into hook listeners, in recorded
passes and in decoding steps alike. Layers, heads, queries, keys and places count from 0.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from model_core.errors import Refused
from model_core.spec import KINDS

TABLES = ("model", "interleaved", "halves", "random", "none")
"""Where position vectors come from: the model's own table, sinusoids with sine and cosine in alternate units (Vaswani
et al. 2017, section 3.5) or in two halves (as tensor2tensor and Marian have them), untrained learned ones, zeros."""
ORDERS = ("kept", "shuffled", "reversed")
"""Which place gets which row of the table."""
STACKS = ("both", "encoder", "decoder")
EDIT_LIMITS = {"cells": 4096, "heads_off": 2048, "swaps": 512, "hidden": 512}
"""How many edits of one sort a run may have."""


@dataclass(frozen=True)
class CellEdit:
    """One cell of a mask set by hand: this query may (`allowed`) or may not read this key, in every layer and head."""

    kind: str
    query: int
    key: int
    allowed: bool
    sentence: int = 0


@dataclass(frozen=True)
class TokenPlace:
    """One token of a source sentence."""

    place: int
    sentence: int = 0


@dataclass(frozen=True)
class MaskEdits:
    """Masks that differ from the model's own.

    cells    cells set by hand; they win over everything else
    future   False: the decoder's self-attention may read later tokens ("no peeking ahead" off)
    padding  False: padding may be read, in all three attentions
    value    what stands in the place of a forbidden cell's scaled score: None = −∞ (its weight is exactly 0), or a
             number such as -1e9 (weight 0 by rounding) or -1e-20 (hides nothing)
    """

    cells: tuple[CellEdit, ...] = ()
    future: bool = True
    padding: bool = True
    value: float | None = None
    hidden: tuple[TokenPlace, ...] = ()

    @property
    def reads_later(self) -> bool:
        """Whether a row of a whole pass may read tokens that a step of decoding cannot know yet."""
        return not self.future or self.value is not None or any(cell.allowed for cell in self.cells)


@dataclass(frozen=True)
class PositionEdits:
    """Position vectors that differ from the model's own.

    table   one of TABLES; `base` is that of the sinusoids
    order   one of ORDERS; then every place reads the row `shift` further on (cyclically inside the table)
    stacks  whose positions are changed; `seed` decides the shuffle and the random table
    """

    table: str = "model"
    base: float = 10_000.0
    order: str = "kept"
    shift: int = 0
    stacks: str = "both"
    seed: int = 1


@dataclass(frozen=True)
class HeadPlace:
    """One head of one layer of one attention."""

    kind: str
    layer: int
    head: int


@dataclass(frozen=True)
class Swap:
    """Another token in the place of one of the source: `id` is a row of the source vocabulary."""

    place: int
    id: int
    sentence: int = 0


@dataclass(frozen=True)
class Edits:
    """All that a run does to the model; equal to `Edits()` where it does nothing.

    heads_off  heads whose output z is set to 0 before the output projection
    """

    masks: MaskEdits = field(default_factory=MaskEdits)
    positions: PositionEdits = field(default_factory=PositionEdits)
    heads_off: tuple[HeadPlace, ...] = ()
    swaps: tuple[Swap, ...] = ()

    def __bool__(self) -> bool:
        """Whether anything is changed."""
        return self != Edits()

    def checked(self) -> Edits:
        """These edits, if every field makes sense for some model; raises Refused naming the field otherwise."""
        for name, most in EDIT_LIMITS.items():
            given = getattr(self.masks if name in ("cells", "hidden") else self, name)
            if len(given) > most:
                raise Refused("E-RUN-EDITS", f"{len(given):,} edits of the sort {name!r}; at most {most:,} are made")
        for kind in (*(cell.kind for cell in self.masks.cells), *(place.kind for place in self.heads_off)):
            _check("kind", kind, KINDS)
        positions = self.positions
        for name, allowed in (("table", TABLES), ("order", ORDERS), ("stacks", STACKS)):
            _check(f"positions.{name}", getattr(positions, name), allowed)
        if not 1.0 < positions.base <= 1e9:
            raise Refused("E-RUN-EDITS", f"positions.base is {positions.base:g}; more than 1, at most 1e9, is needed")
        value = self.masks.value
        if value is not None and not -1e30 <= value <= 0.0:
            raise Refused("E-RUN-EDITS", f"masks.value is {value:g}; −1e30 to 0, or none for −∞, is needed")
        counts = [n for c in self.masks.cells for n in (c.query, c.key, c.sentence)]
        counts += [n for h in self.masks.hidden for n in (h.place, h.sentence)]
        counts += [n for p in self.heads_off for n in (p.layer, p.head)]
        counts += [n for s in self.swaps for n in (s.place, s.id, s.sentence)]
        if min(counts, default=0) < 0 or abs(positions.shift) > 1_000_000:
            raise Refused("E-RUN-EDITS", "an edit has a negative place, or a shift above a million")
        return self


def _check(where: str, value: str, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise Refused("E-RUN-EDITS", f"{where} is {value!r:.60}; known are {', '.join(allowed)}")


METHODS = ("greedy", "sample", "beam")

DECODING_LIMITS: dict[str, tuple[float, float]] = {
    "temperature": (0.01, 100.0),
    "top_k": (0, 512_000),
    "top_p": (0.0001, 1.0),
    "seed": (0, 2**62),
    "beams": (1, 32),
    "length_penalty": (-5.0, 5.0),
}


@dataclass(frozen=True)
class Decoding:
    """How the next token is chosen.

    method          greedy (the most probable), sample (drawn), beam (the best of several kept texts)
    temperature     logits are divided by it before the softmax (sampling)
    top_k           only the k most probable tokens stay, 0 = all (sampling; after temperature)
    top_p           only the most probable tokens that together reach p stay (nucleus sampling, Holtzman et al. 2020)
    seed            of the draws: the same seed gives the same text
    beams           texts kept at each step
    length_penalty  α: a text's score is its log-probability / lengthᵅ, the end of sentence counted
    """

    method: str = "greedy"
    temperature: float = 1.0
    top_k: int = 0
    top_p: float = 1.0
    seed: int = 1
    beams: int = 4
    length_penalty: float = 1.0

    def checked(self) -> Decoding:
        """This value, if every field is in its range; raises Refused naming field, value and range otherwise."""
        if self.method not in METHODS:
            raise Refused("E-RUN-DECODING", f"method is {self.method!r:.60}; known are {', '.join(METHODS)}")
        for name, (low, high) in DECODING_LIMITS.items():
            value = getattr(self, name)
            if not low <= value <= high:  # a NaN is in no range
                raise Refused("E-RUN-DECODING", f"{name} is {value!r:.40}; {low:g} to {high:,} is possible")
        return self


@dataclass(frozen=True)
class Branch:
    """Another road to keep beside the main one: the ids that its target begins with; the model goes on greedily."""

    ids: tuple[int, ...]
    sentence: int = 0


__all__ = [
    "DECODING_LIMITS", "EDIT_LIMITS", "KINDS", "METHODS", "ORDERS", "STACKS", "TABLES",
    "Branch", "CellEdit", "Decoding", "Edits", "HeadPlace", "MaskEdits", "PositionEdits", "Swap",
    "TokenPlace",
]  # fmt: skip
