"""The page of the calculation as a table that is saved or copied: every number with what it is and where it is from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from viz_app.data.tables import Context, Listing
from viz_app.views.calculate.blocks import Block, Number, PageRow
from viz_app.views.calculate.cell_position import Place

HEADINGS = ("step", "card", "row", "column", "number", "tensor")
"""`column` is a unit (from 1, as the page has it) or a key's token; `tensor` the number as code names it, from 0."""


def table_of(blocks: Sequence[Block], context: Context, place: Place) -> Listing:
    """The numbers of these blocks, which are about one cell."""
    rows = [line for block in blocks for row in block.rows for line in _lines(block, row)]
    context = replace(context, kind=place.kind, layer=place.layer, head=place.head, what="calculation", hook="")
    name = f"calculate-{place.kind}-layer{place.layer + 1}-head{place.head + 1}-row{place.query + 1}-key{place.key + 1}"
    return Listing(name, context, HEADINGS, tuple(rows))


def _lines(block: Block, row: PageRow) -> Iterator[tuple[int, str, str, str, float, str]]:
    for column, number in zip(block.columns, row.numbers, strict=False):
        yield row.step, block.title, row.label, column, number.value, _source(number)
    if row.result is not None:
        note = row.note.removesuffix("=").strip()
        yield row.step, block.title, row.label, note, row.result.value, _source(row.result)


def _source(number: Number) -> str:
    return "" if number.source is None else number.source.words()
