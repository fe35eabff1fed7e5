"""The lines that are drawn, as a table that is saved or copied."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from model_core.record.trace import Trace
from viz_app.data.maps.derived_map import DerivedMap
from viz_app.data.number_sources import reading_context
from viz_app.data.tables import Listing, file_stem
from viz_app.system.language import tr
from viz_app.views.lines.line_picture import LinePicture
from viz_app.views.lines.line_selection import select_lines

if TYPE_CHECKING:
    from viz_app.document.state import State


HEADINGS = ("attention", "layer", "head", "query", "read", "written", "key", "token", "number")
"""Of a listing of lines; the head of a line that stands for several is -1, the layer of one that does, too. Query and
key are the model's own rows and columns, of joined tokens the first."""


def line_table(state: State, trace: Trace, picture: LinePicture, threshold: float) -> Listing:
    """Every line from `threshold` on (of lengths a share of the largest), the strongest first, of all attentions in the
    picture; a picture that is too full draws the strongest of them only."""
    main = picture.main
    context = reading_context(state, trace, tr("Lines"), main)
    if picture.whole:
        context = replace(context, made=tr("all three attentions · {numbers}", numbers=context.made))
    rows = [row for part in picture.parts.values() for row in _lines(part, threshold)]
    rows.sort(key=lambda row: -row[-1])
    return Listing(file_stem(f"lines {context.kind} {context.made}"), context, HEADINGS, tuple(rows))


def _lines(part: DerivedMap, threshold: float) -> Iterator[tuple[Any, ...]]:
    layer = -1 if part.request.layers else part.request.layer
    found = select_lines(part.values, part.reach, threshold * part.share_of, most=part.values.size)
    for at in range(len(found)):
        row, column = int(found.query[at]), int(found.key[at])
        label, head = part.row_labels[row], part.series[int(found.series[at])]
        yield (
            part.request.kind, layer, head, part.queries.starts[row], label.read, label.written or "",
            part.keys.starts[part.columns[column]], part.column_labels[column], float(found.number[at]),
        )  # fmt: skip
