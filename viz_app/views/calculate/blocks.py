"""The parts of a page of the calculation: a cell, and blocks of rows of numbers, each with its source.

Data only, no Qt. Everything counts from 0 here and from 1 on the screen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, overload

import numpy as np

from model_core.explain.provenance import Source
from model_core.explain.source_lines import Line
from model_core.record.trace import VISIBLE
from viz_app.data import selection
from viz_app.data.snapshot import Snapshot
from viz_app.data.tables import Context, Listing
from viz_app.system.language import tr

STEPS = (
    (tr("Query"), tr("the query q of the row that reads")),
    (tr("Key"), tr("the key k of the token being read")),
    (tr("Dot product"), tr("q·k, unit by unit and summed")),
    (tr("Scale, mask"), tr("scaled as this model does, masked cells hidden")),
    (tr("Softmax"), tr("scores become weights that sum to 1")),
    (tr("Values"), tr("values times weights, summed: z")),
    (tr("Heads"), tr("all heads’ z concatenated and projected")),
    (tr("Residual"), tr("added to what was there before")),
    (tr("Norm"), tr("normalised")),
    (tr("Feed-forward"), tr("each position separately")),
)
"""Name and meaning of each step, from the query to the end of the layer."""

DEPTHS = {
    "picture": (tr("Picture"), tr("Vectors as bars, with the numbers that matter.")),
    "numbers": (tr("Numbers"), tr("Every number, read from the run.")),
    "formula": (tr("Formula"), tr("How each row is computed, with the numbers filled in.")),
    "code": (tr("Code"), tr("The lines of the model’s own source code that compute it.")),
}


def step_words(step: int) -> str:
    """A step in one sentence: "Step 3 of 10 · Dot product: q·k, unit by unit and summed"."""
    name, what = STEPS[step - 1]
    return tr("Step {step} of {count} · {name}: {what}", step=step, count=len(STEPS), name=name, what=what)


@dataclass(frozen=True)
class Place:
    """One query that reads one key, in one head."""

    kind: str
    layer: int
    head: int
    sentence: int
    query: int
    key: int

    def arguments(self, *names: str) -> dict[str, Any]:
        """Some of the fields as arguments of a function of model_core.analysis.arithmetic."""
        return {name: getattr(self, name) for name in names}

    @property
    def tones(self) -> tuple[str, str]:
        """The theme colours of its query and its key: the source's or the target's."""
        return "source" if self.kind == "encoder" else "target", "target" if self.kind == "decoder" else "source"


@dataclass(frozen=True)
class Choice:
    """What fits, and what was chosen.

    units, keys  how many columns of each sort fit
    order        "first": in order, a page at a time; "most": those that add most
    pages        page (from 0) of the units of a head (K), of the model (D), of the feed-forward (F)
    """

    units: int = 8
    keys: int = 8
    order: str = "first"
    pages: tuple[int, int, int] = (0, 0, 0)


def place_of(shot: Snapshot) -> Place | None:
    """The cell that is calculated: the pinned one, otherwise the step's row with its strongest key; None for none."""
    at = selection.reading_at_rest(shot.trace, shot.look)
    if at.cell is None:
        return None
    return Place(at.kind, at.layer, at.head, at.sentence, *at.cell)


@dataclass(frozen=True)
class Number:
    """One number on the page.

    look    how its cell is coloured: "signed" about 0, "whole" so and without decimals, "weight" from 0 to 1, "plain",
            "mask" (✓ or hatched)
    reason  of a mask's cell, a code of model_core.record.trace
    key     the key it belongs to, None for none
    """

    value: float
    source: Source | None
    look: str = "signed"
    reason: int = VISIBLE
    key: int | None = None


class Numbers(Sequence[Number]):
    """Numbers that are made, each once, when they are asked for: a picture places none of most rows. `floats` are their
    values."""

    def __init__(self, floats: Sequence[float], make: Callable[[int], Number]) -> None:
        self.floats = floats
        self._make, self._made = make, dict[int, Number]()

    def __len__(self) -> int:
        return len(self.floats)

    @overload
    def __getitem__(self, at: int) -> Number: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[Number]: ...

    def __getitem__(self, at: int | slice) -> Number | Sequence[Number]:
        places = range(len(self.floats))[at]
        if not isinstance(places, int):
            return tuple(self[one] for one in places)
        if places not in self._made:
            self._made[places] = self._make(places)
        return self._made[places]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))


def numbers_of(
    values: np.ndarray, shown: Iterable[int], source: Callable[[int], Source] | None = None, look: str = "signed",
    keyed: bool = False, key: int | None = None,
) -> Numbers:  # fmt: skip
    """The shown ones of a row's values, by place; `source` gives the source of one, `keyed` says that they belong to
    keys, `key` to which one all of them do."""
    places = list(shown)
    floats: list[float] = np.asarray(values, np.float64)[places].tolist()

    def made(at: int) -> Number:
        place = places[at]
        return Number(floats[at], None if source is None else source(place), look, VISIBLE, place if keyed else key)

    return Numbers(floats, made)


@dataclass(frozen=True)
class PageRow:
    """One line: a label, numbers under the block's columns, and at its end a word or one more number.

    whole    all values of the row for the picture, none where the numbers are all
    scale    which rows share one colour scale
    strong   the result of its block
    formula  lines of plain mathematics; `code` the source that computes it
    missing  why there are no numbers
    figure   the word and the number after the bars of the picture
    einsum   the same product as an einsum line with the sizes of the run
    """

    step: int
    label: str
    numbers: Sequence[Number] = ()
    note: str = ""
    result: Number | None = None
    tone: str = "ink"
    whole: np.ndarray = field(default_factory=lambda: np.zeros(0), compare=False)
    scale: str = ""
    strong: bool = False
    formula: tuple[str, ...] = ()
    code: Line = field(default_factory=Line)
    missing: str = ""
    tip: str = ""
    figure: tuple[str, Number] | None = None
    einsum: str = ""


@dataclass(frozen=True)
class Pager:
    """Which columns of how many are shown, and which entry of Choice.pages turns them; `sort` -1: none."""

    words: str
    sort: int = -1
    pages: int = 1


@dataclass(frozen=True)
class Block:
    """A card of the page. `columns` are words above the numbers; `keys` the keys of the columns, () for units. With
    `named` they are words that the picture has, too. `card` names a card outside the steps."""

    title: str
    about: str
    columns: tuple[str, ...]
    rows: tuple[PageRow, ...]
    pager: Pager | None = None
    keys: tuple[int, ...] = ()
    chosen: int | None = None  # the column of the chosen key
    tone: str = "source"  # whose colour that key has
    named: bool = False
    card: str = ""

    @property
    def values(self) -> int:
        """The length of its longest row."""
        return max((len(row.whole) for row in self.rows), default=0)

    def steps(self) -> set[int]:
        return {row.step for row in self.rows}


HEADINGS = ("step", "card", "row", "column", "number", "tensor")
"""`column` is a unit (from 1, as the page has it) or a key's token; `tensor` the number as code names it, from 0."""


def table_of(blocks: Sequence[Block], context: Context, place: Place) -> Listing:
    """The numbers of these blocks, all about one cell."""
    rows = [line for block in blocks for row in block.rows for line in _lines(block, row)]
    context = replace(context, kind=place.kind, layer=place.layer, head=place.head, what="calculation", hook="")
    name = f"calculate-{place.kind}-layer{place.layer + 1}-head{place.head + 1}-row{place.query + 1}-key{place.key + 1}"
    return Listing(name, context, HEADINGS, tuple(rows))


def _lines(block: Block, row: PageRow) -> Iterator[tuple[int, str, str, str, float, str]]:
    numbers = list(zip(block.columns, row.numbers, strict=False))
    numbers += [] if row.result is None else [(row.note.removesuffix("=").strip(), row.result)]
    for column, number in numbers:
        source = "" if number.source is None else number.source.words()
        yield row.step, block.title, row.label, column, number.value, source
