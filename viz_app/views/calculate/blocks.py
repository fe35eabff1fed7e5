"""What a page of the calculation is made of: blocks of rows of numbers, each with its source. Data only, no Qt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from model_core.explain.provenance import Source
from model_core.explain.source_lines import Line
from model_core.record.trace import VISIBLE

STEPS = (
    ("Query", "the query q of the row that looks"),
    ("Key", "the key k of the token that is looked at"),
    ("Dot product", "q·k, unit by unit and summed"),
    ("Scale, mask", "divided by √K, hidden where the mask says so"),
    ("Softmax", "scores become weights that sum to 1"),
    ("Values", "values times weights, summed: z"),
    ("Heads", "all heads’ z side by side, projected"),
    ("Residual", "added to what was there before"),
    ("Norm", "brought to one size"),
    ("Feed-forward", "each position by itself"),
)
"""Name and meaning of each step, from the query to the end of the layer."""

DEPTHS = {
    "picture": ("Picture", "Vectors as bars, with the numbers that matter."),
    "numbers": ("Numbers", "Every number, read from the run."),
    "formula": ("Formula", "How each row is computed, with its numbers put in."),
    "code": ("Code", "The lines of the model’s own source that compute it."),
}


@dataclass(frozen=True)
class Number:
    """One number on the page.

    look    how its cell is coloured: "signed" about 0, "weight" from 0 to 1, "plain", "mask" (✓ or hatched)
    reason  of a mask's cell, a code of model_core.record.trace
    key     the key it belongs to, None for none
    """

    value: float
    source: Source | None
    look: str = "signed"
    reason: int = VISIBLE
    key: int | None = None


@dataclass(frozen=True)
class PageRow:
    """One line: a label, numbers under the block's columns, and at its end a word or one more number.

    whole    all values of the row for the picture, () where the numbers are all
    scale    which rows share one colour scale
    strong   the result of its block
    formula  lines of plain mathematics; `code` the source that computes it
    missing  why there are no numbers
    figure   the word and the number that stand behind the bars of the picture
    einsum   the same product as an einsum line with the sizes of the run
    """

    step: int
    label: str
    numbers: tuple[Number, ...] = ()
    note: str = ""
    result: Number | None = None
    tone: str = "ink"
    whole: tuple[float, ...] = ()
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
    """Which columns of how many are shown, and which entry of Choice.pages turns them; `sort` -1: cannot be turned."""

    words: str
    sort: int = -1
    pages: int = 1


@dataclass(frozen=True)
class Block:
    """A card of the page. `columns` are words above the numbers; `keys` the keys they stand for, () for units. With
    `named` they are words that the picture has, too."""

    title: str
    about: str
    columns: tuple[str, ...]
    rows: tuple[PageRow, ...]
    pager: Pager | None = None
    keys: tuple[int, ...] = ()
    chosen: int | None = None  # the column of the chosen key
    tone: str = "source"  # whose colour that key has
    named: bool = False

    def steps(self) -> set[int]:
        """The steps of its rows."""
        return {row.step for row in self.rows}


def recorded_blocks(blocks: Sequence[Block]) -> list[Block]:
    """Blocks of a recording: without lines of code, for this program did not compute its numbers; what follows after
    one head is not in it."""
    bare = [replace(block, rows=tuple(replace(row, code=Line()) for row in block.rows)) for block in blocks]
    rows = tuple(
        PageRow(7 + at, name.lower(), missing="not in this recording") for at, (name, _) in enumerate(STEPS[6:])
    )
    return [*bare, Block("After this head", "what the layer makes of all heads", (), rows)]
