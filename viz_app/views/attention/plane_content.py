"""Queries and keys of the chosen head as points of a plane: what is shown, in words, and as a table. No Qt.

Shapes: Q queries (rows), M keys.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from model_core.analysis.heads.query_key_plane import QueryKeyPlane, head_plane
from model_core.errors import Refused
from model_core.record.trace import Trace
from viz_app.data.map_text import cell_text, row_name
from viz_app.data.maps.map_options import MapChoice
from viz_app.data.number_format import fmt_percent, fmt_score
from viz_app.data.selection import key_names, query_names
from viz_app.data.snapshot import Snapshot
from viz_app.data.tables import Context, Listing
from viz_app.system.language import tr
from viz_app.views.attention.options import map_choice

STRONG = 0.15
"""The weight from which two tokens are joined by a line, unless a larger one is chosen as the least that is shown."""
Point = tuple[str, int]
"""("query" or "key", its place)."""
HEADINGS = ("side", "place", "token", "x", "y")


@dataclass(frozen=True, eq=False)
class PlaneContent:
    """plane of a head with the names of its queries and keys, and its weights (Q, M); lines are those from `least` on.

    written  how many rows are seen so far
    """

    trace: Trace
    place: MapChoice
    plane: QueryKeyPlane
    queries: tuple[str, ...]
    keys: tuple[str, ...]
    weights: np.ndarray
    least: float
    written: int

    def lines(self) -> list[tuple[int, int, float]]:
        """(query, key, weight) of the strong ones, the strongest last."""
        strong = self.weights[: self.written] >= self.least
        cells = [(int(row), int(key), float(self.weights[row, key])) for row, key in np.argwhere(strong)]
        return sorted(cells, key=lambda cell: cell[2])

    def cell_of(self, point: Point) -> tuple[int, int]:
        """The cell that stands for a point: a query with the key it reads most, a key with the query that reads it
        most."""
        side, at = point
        if side == "query":
            return at, int(np.nan_to_num(self.weights[at], nan=-1.0).argmax())
        return int(np.nan_to_num(self.weights[: max(1, self.written), at], nan=-1.0).argmax()), at

    def words(self, point: Point) -> str:
        """A point in full: whose it is, and the cell that stands for it."""
        side, at = point
        query, key = self.cell_of(point)
        name = self.queries[at] if side == "query" else self.keys[at]
        product = float(self.plane.queries[query] @ self.plane.keys[key])
        place = self.place
        cell = cell_text(self.trace, place.kind, place.layer, place.head, place.sentence, query, key)
        whose = tr("query of {token}", token=name) if side == "query" else tr("key of {token}", token=name)
        score = tr("q·k in the plane {score} (scaled, mean key subtracted)", score=fmt_score(product, 2))
        return f"{whose}\n{cell}\n{score}"


def plane_content(shot: Snapshot, plane_of: PlaneOf) -> PlaneContent | None:
    """What is shown of the chosen head; None where its queries and keys were not recorded or are not numbers."""
    trace, place = shot.trace, map_choice(shot)
    plane = plane_of(trace, place.kind, place.layer, place.head, place.sentence)
    if plane is None or not trace.has(place.kind, "weights", place.layer):
        return None
    weights = trace.map(place.kind, place.layer, place.head, "weights", place.sentence)
    one = trace.sentences[place.sentence]
    queries = tuple(row_name(read, written or None) for read, written in query_names(one, place.kind))
    seen = len(queries) if shot.rows_shown is None or place.kind == "encoder" else shot.rows_shown
    least = max(STRONG, place.how.threshold)
    return PlaneContent(trace, place, plane, queries, key_names(one, place.kind), weights, least, seen)


PlaneOf = Callable[[Trace, str, int, int, int], QueryKeyPlane | None]
"""`plane_of`, or one that keeps what it made."""


def plane_of(trace: Trace, kind: str, layer: int, head: int, sentence: int) -> QueryKeyPlane | None:
    """The plane of a head; None where its queries and keys were not recorded or are not numbers."""
    if 0 in trace.size(kind, sentence):
        return None
    try:
        return head_plane(trace, kind, layer, head, sentence)
    except Refused:
        return None


def row_read(shot: Snapshot) -> int | None:
    """The row whose lines stand out: that of the cell that is pinned, the row that is read, else of the step."""
    if shot.look.query is not None:
        return shot.look.query
    return None if shot.look.kind == "encoder" else shot.step


def explained(shown: PlaneContent | None) -> str:
    """How a plane is read, and how much of the scores it keeps."""
    if shown is None:
        return tr("The queries and keys of this head were not recorded, or some are not numbers.")
    share = fmt_percent(shown.plane.share)
    bias = ""
    if shown.trace.spec.positions == "relative" and shown.place.kind != "cross":
        bias = tr("What this model adds for the distance between two tokens is not included.")
    words = tr(
        "Queries (circles) read the keys (squares) that lie far out in their direction. The plane keeps {share} of "
        "the squared scores: the two largest singular values of q·k after subtracting the mean key. Lines: weights "
        "from {least:g}.",
        share=share,
        least=shown.least,
    )
    return f"{words} {bias}".rstrip()


def plane_table(context: Context, shown: PlaneContent) -> Listing:
    """A line for each query and each key; places count from 0."""
    rows = [
        (side, place, name, float(x), float(y))
        for side, names, points in (
            ("query", shown.queries, shown.plane.queries), ("key", shown.keys, shown.plane.keys)
        )
        for place, (name, (x, y)) in enumerate(zip(names, points, strict=True))
    ]  # fmt: skip
    what = tr(
        "queries and keys in the plane of the two largest singular values, {share:.3f} of the squares",
        share=shown.plane.share,
    )
    return Listing("query-key-plane", replace(context, what=what, hook=""), HEADINGS, tuple(rows))
