"""What a layout is: a table of names, and the forms in which numbers are stored in other programs' files.

A layout's table says which tensors of the file are which parameters of ours. Whatever is missing, left over or of
another shape is refused by name. Nothing is guessed from a tensor's place or size alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from model_core.errors import Message, Refused
from model_core.importers.foreign import ForeignCheckpoint
from model_core.spec import ModelSpec

Shape = tuple[int, ...]

NAMED = 5
"""Names that a message lists at most."""


@dataclass(frozen=True)
class Form:
    """How one tensor of a file holds one or several of ours.

    shape  of ours' shapes: the shape that the file's tensor must have
    parts  the file's tensor, and the shapes of ours -> ours
    """

    shape: Callable[[Sequence[Shape]], Shape]
    parts: Callable[[Tensor, Sequence[Shape]], Sequence[Tensor]]


def _blocks(tensor: Tensor, shapes: Sequence[Shape]) -> Sequence[Tensor]:
    """A block-diagonal matrix: the same small one for every head."""
    return [torch.block_diag(*[tensor] * (shapes[0][0] // tensor.shape[0]))]


PLAIN = Form(lambda ours: ours[0], lambda tensor, ours: [tensor])
STACKED = Form(
    lambda ours: (sum(one[0] for one in ours), *ours[0][1:]),
    lambda tensor, ours: tensor.split([one[0] for one in ours]),
)
ROW = Form(lambda ours: (1, *ours[0]), lambda tensor, ours: [tensor[0]])
"""(1, V) in the file, (V,) here."""
REPEATED = Form(lambda ours: ours[0], lambda tensor, ours: [tensor] * len(ours))
"""One in the file, several of the same numbers here."""
ONE = Form(lambda ours: (1,), lambda tensor, ours: [tensor[0]])
"""(1,) in the file, a single number here."""


def block_diagonal(width: int) -> Form:
    """One (K, K) matrix for all heads in the file, (D, D) here."""
    return Form(lambda ours: (width, width), _blocks)


@dataclass(frozen=True)
class Name:
    """A line of the table: this tensor of the file is these parameters. `optional` ones may be missing."""

    theirs: str
    ours: tuple[str, ...]
    form: Form = PLAIN
    optional: bool = False


def names(table: Mapping[str, str], form: Form = PLAIN) -> list[Name]:
    """Lines of a table theirs -> ours."""
    return [Name(theirs, (ours,), form) for theirs, ours in table.items()]


def layer_names(theirs: str, ours: str, count: int, table: Mapping[str, str]) -> list[Name]:
    """Lines for each layer: both paths have {n} where its number stands, from 0."""
    return [
        Name(f"{theirs.format(n=n)}.{own}", (f"{ours.format(n=n)}.{one}",))
        for n in range(count)
        for own, one in table.items()
    ]


def with_biases(table: Mapping[str, str]) -> dict[str, str]:
    """Of modules: the lines of their weights and of their biases."""
    return {f"{a}.{kind}": f"{b}.{kind}" for a, b in table.items() for kind in ("weight", "bias")}


@dataclass(frozen=True)
class Copy:
    """A tensor that may occur in the file a second time: it must hold the same numbers as `of`, a name of the file or a
    table that is computed, to within `apart`."""

    theirs: str
    of: str | Callable[[ModelSpec], Tensor]
    apart: float = 0.0


@dataclass(frozen=True)
class Options:
    """Settings that a file does not contain. Ids of 0 and above win over what a layout has; `changes` are fields of the
    ModelSpec.

    heads  attention heads; 0 = unknown
    tokenizers  files of the source's and the target's whole words (tokenizers' WordLevel), () for none
    names  "source", "target", "output", "positions" -> the file's own name, for layouts that leave them to their user
    """

    heads: int = 0
    ids: Mapping[str, int] = field(default_factory=dict)
    changes: Mapping[str, Any] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    tokenizers: tuple[Path, ...] = ()


@dataclass(frozen=True)
class Plan:
    """How one file becomes a model: spec, table, copies that are checked and left out, notes on what was assumed."""

    spec: ModelSpec
    names: Sequence[Name]
    copies: Sequence[Copy] = ()
    notes: Sequence[str] = ()
    dropped: Sequence[str] = ()
    """Patterns of names that hold nothing a model computes with."""


@dataclass(frozen=True)
class Layout:
    """One layout: its name, title, how it is recognised, and the plan for a file of it.

    `marks` are names of which a file of this layout has every one; `reason` says so to people. `families` are the
    values of "model_type" in a config.json that a model of this layout may have, () if none is requested.
    """

    name: str
    title: str
    marks: tuple[str, ...]
    plan: Callable[[ForeignCheckpoint, Options], Plan]
    absent: tuple[str, ...] = ()
    pattern: str = ""
    families: tuple[str, ...] = ()

    def reason(self, foreign: ForeignCheckpoint) -> str:
        """Why a file is of this layout; "" if it is not."""
        family = foreign.config.get("model_type") or ""  # null in a file says nothing, either
        if any(one in foreign.shapes for one in self.absent) or (self.families and family not in ("", *self.families)):
            return ""
        if self.pattern:
            found = next((one for one in foreign.shapes if re.fullmatch(self.pattern, one)), None)
            return Message("it has {name}", name=foreign.own_name(found)) if found else ""
        whole = all(one in foreign.shapes for one in self.marks)
        return Message("it has {name}", name=foreign.own_name(self.marks[0])) if whole else ""


def layers_of(foreign: ForeignCheckpoint, pattern: str) -> int:
    """How many layers there are: one more than the largest number that stands at {n} in a name."""
    place = re.compile(re.escape(pattern).replace(r"\{n\}", "([0-9]{1,4})") + ".*")
    numbers = [int(found[1]) for name in foreign.shapes if (found := place.fullmatch(name))]
    return max(numbers, default=-1) + 1


def adjusted(spec: ModelSpec, options: Options) -> ModelSpec:
    """The spec with the user's settings, checked."""
    unknown = sorted(set(options.changes) - set(spec.to_json()))
    if unknown:
        raise Refused("E-CFG-UNKNOWN", "unknown field {unknown} of a model's spec", unknown=f"{unknown[0][:60]!r}")
    return replace(spec, **{**options.ids, **options.changes}).checked()


def heads_of(options: Options, width: int, layout: str) -> int:
    """The number of heads, which the file does not say. Refused if the user did not give it either."""
    if options.heads:
        return options.heads
    possible = ", ".join(str(n) for n in range(1, 65) if width % n == 0)
    raise Refused(
        "E-IMPORT-HEADS",
        "a file of layout {layout} does not give the number of heads: add --heads N (for width {width}: {possible})",
        layout=layout, width=width, possible=possible,
    )  # fmt: skip


def listed_names(found: Iterable[str]) -> str:
    found = sorted(found)
    more = f" and {len(found) - NAMED} more" if len(found) > NAMED else ""
    return ", ".join(one[:80] for one in found[:NAMED]) + more
