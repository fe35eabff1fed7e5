"""Queries and keys of the chosen head as points in a plane, circles and squares, lines for strong weights: as a
picture, in words and as a table.

Lengths are logical pixels. Shapes: Q queries (rows), M keys.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QWidget

from model_core.analysis.heads.query_key_plane import QueryKeyPlane, head_plane
from model_core.errors import Refused
from model_core.record.trace import Trace
from viz_app.charts.point_plane import PointPlane
from viz_app.data.map_text import cell_text, row_name
from viz_app.data.maps.map_options import MapChoice
from viz_app.data.number_format import fmt_percent, fmt_score
from viz_app.data.selection import key_names, query_names
from viz_app.data.snapshot import Cell, Snapshot
from viz_app.data.tables import Context, Listing, context_of
from viz_app.system.language import tr
from viz_app.views.attention.options import map_choice
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.theme import Theme

STRONG = 0.15
"""The weight from which two tokens are joined by a line, unless a larger one is chosen as the least that is shown."""
Point = tuple[str, int]
"""("query" or "key", its place)."""
HEADINGS = ("side", "place", "token", "x", "y")


@dataclass(frozen=True, eq=False)
class PlaneContent:
    """The plane of a head with the names of its queries and keys, and its weights (Q, M); lines are those from `least`
    on.

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
        """A point in full: its token, and the cell that it stands for."""
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
    """The content for the chosen head; None if its queries and keys were not recorded or are not numbers."""
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
    """The plane of a head; None if its queries and keys were not recorded or are not numbers."""
    if 0 in trace.size(kind, sentence):
        return None
    try:
        return head_plane(trace, kind, layer, head, sentence)
    except Refused:
        return None


def row_read(shot: Snapshot) -> int | None:
    """The row whose lines are highlighted: that of the pinned cell, of the row being read, otherwise of the step."""
    if shot.look.query is not None:
        return shot.look.query
    return None if shot.look.kind == "encoder" else shot.step


def explained(shown: PlaneContent | None) -> str:
    """How to read the plane, and how much of the scores it keeps."""
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
    """One line per query and key; places count from 0."""
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


_DOT = 4.5  # px, half of a mark
_WIDEST = 4.0  # px of the line of a weight of 1
_FAINT = 0.3  # opacity of lines that are not of the row that is read


class QueryKeyMap(PointPlane):
    """`clicked` carries the cell (query, key) that a point stands for. Left and right arrow keys go through the tokens,
    up and down between queries and keys."""

    clicked = Signal(object)

    margin = 34.0
    corner = 8.0
    usual = 420, 360

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, tr("Queries and keys of the head in a plane"))
        self._plane_of = lru_cache(maxsize=1)(plane_of)
        self.shown: PlaneContent | None = None
        self._row: int | None = None
        painting.set_tip(self, tr("Point at a token to see what it reads or what reads it. Click to pin that cell."))

    def draw_head(self, shot: Snapshot) -> None:
        """Shows the chosen head; the lines of the row being read are highlighted."""
        before, self.shown = self.shown, plane_content(shot, self._plane_of)
        if before is None or self.shown is None or before.plane is not self.shown.plane:
            self.point_at(None)
        self._row = row_read(shot)
        self.update()

    def explanation(self, shot: Snapshot) -> str:
        return explained(plane_content(shot, self._plane_of))

    def table(self, shot: Snapshot, title: str) -> Listing | None:
        return None if self.shown is None else plane_table(context_of(shot.state, shot.trace, title), self.shown)

    # ---- places

    def places(self) -> dict[Point, QPointF]:
        """The positions of the written queries, the keys and the origin."""
        shown = self.shown
        if shown is None:
            return {}
        plane = shown.plane
        sides = ("query", len(plane.queries)), ("key", len(plane.keys)), ("origin", 1)
        names = [(side, place) for side, count in sides for place in range(count)]
        points = self.fitted(np.concatenate([plane.queries, plane.keys, np.zeros((1, 2))]))
        found = zip(names, points, strict=True)
        return {(side, place): at for (side, place), at in found if side != "query" or place < shown.written}

    def points(self) -> dict[Point, QPointF]:
        return {place: at for place, at in self.places().items() if place[0] != "origin"}

    def walk(self, place: object, down: int, right: int) -> object:
        shown = self.shown
        if shown is None:
            return None
        side, at = place if isinstance(place, tuple) else ("query", -right)
        if down:
            side = "key" if side == "query" else "query"
        count = shown.written if side == "query" else len(shown.keys)
        return (side, min(max(at + right, 0), count - 1)) if count else None

    # ---- words

    def tip_of(self, place: Point) -> str:
        return self.shown.words(place) if self.shown is not None else ""

    def hint_of(self, place: Point) -> str:
        return tr("Click to pin the cell of this token's strongest weight.")

    def cell_of(self, place: object) -> Cell | None:
        """The cell that stands for a point."""
        return self.shown.cell_of(place) if isinstance(place, tuple) and self.shown is not None else None

    def pick(self, place: Point) -> None:
        cell = self.cell_of(place)
        if cell is not None:
            self.clicked.emit(cell)

    # ---- painting

    def paint_into(self, painter: QPainter, room: QRectF) -> None:
        """The plane as on screen, fitted into `room`."""
        scale = min(room.width() / max(1, self.width()), room.height() / max(1, self.height()))
        painter.save()
        painter.translate(room.topLeft())
        painter.scale(scale, scale)
        self.paint_to(painter, QRectF(self.rect()))
        painter.restore()

    def draw_points(self, painter: QPainter, theme: Theme, points: dict[Point, QPointF]) -> None:
        frame, origin = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), self.places()["origin", 0]
        painter.setPen(QPen(theme.q("line"), 1.0, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(frame.left(), origin.y()), QPointF(frame.right(), origin.y()))
        painter.drawLine(QPointF(origin.x(), frame.top()), QPointF(origin.x(), frame.bottom()))
        self._draw_lines(painter, theme, points)
        for (side, _), point in points.items():
            self._draw_mark(painter, theme, side, point)

    def _draw_mark(self, painter: QPainter, theme: Theme, side: str, point: QPointF) -> None:
        """A circle for a query, a square for a key."""
        half = _DOT * themes.text_scale()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.q("target" if side == "query" else "source"))
        if side == "query":
            painter.drawEllipse(point, half, half)
        else:
            painter.drawRect(QRectF(point.x() - half, point.y() - half, 2 * half, 2 * half))

    def _is_read(self, query: int, key: int) -> bool:
        """Whether a line is highlighted: it belongs to the hovered token, otherwise to the row being read."""
        if isinstance(self.pointed, tuple):
            return bool(self.pointed[1] == (query if self.pointed[0] == "query" else key))
        return query == self._row

    def _draw_lines(self, painter: QPainter, theme: Theme, points: dict[Point, QPointF]) -> None:
        for query, key, weight in self.shown.lines() if self.shown is not None else ():
            read = self._is_read(query, key)
            colour = theme.q("target" if read else "muted")
            colour.setAlphaF(0.9 if read else _FAINT)
            width = max(0.75, _WIDEST * weight)
            painter.setPen(QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            painter.drawLine(points["query", query], points["key", key])

    def words(self) -> Iterator[tuple[Point, str, tuple[str, ...]]]:
        """The tokens, those of the row being read first."""
        shown, font = self.shown, self.font_of("small")
        first = ("query", self._row)
        for place in sorted(self.points(), key=lambda one: (one != self.pointed, one != first, one[0] == "query")):
            side, at = place
            if shown is not None:
                name = shown.queries[at] if side == "query" else shown.keys[at]
                yield place, "target" if side == "query" else "source", (painting.visible_words(name, font),)
