"""The plane of a head's queries and keys: circles and squares, lines for strong weights. Lengths are logical pixels."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QWidget

from viz_app.charts.point_plane import PointPlane
from viz_app.data.snapshot import Cell, Snapshot
from viz_app.data.tables import Listing, context_of
from viz_app.system.language import tr
from viz_app.views.attention.plane_content import (
    PlaneContent,
    Point,
    explained,
    plane_content,
    plane_of,
    plane_table,
    row_read,
)
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.theme import Theme

_DOT = 4.5  # px, half of a mark
_WIDEST = 4.0  # px of the line of a weight of 1
_FAINT = 0.3  # opacity of lines that are not of the row that is read


class QueryKeyMap(PointPlane):
    """`clicked` carries the cell (query, key) that stands for a point. Left and right arrow keys go through the tokens,
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
        """Shows the chosen head; the lines of the row that is read stand out."""
        before, self.shown = self.shown, plane_content(shot, self._plane_of)
        if before is None or self.shown is None or before.plane is not self.shown.plane:
            self.point_at(None)
        self._row = row_read(shot)
        self.update()

    def explanation(self, shot: Snapshot) -> str:
        """How the plane is read."""
        return explained(plane_content(shot, self._plane_of))

    def table(self, shot: Snapshot, title: str) -> Listing | None:
        """What is shown, as a table."""
        return None if self.shown is None else plane_table(context_of(shot.state, shot.trace, title), self.shown)

    # ---- places

    def places(self) -> dict[Point, QPointF]:
        """Where the written queries, the keys and the origin lie."""
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
        """The plane as it lies on the screen, fitted into `room`."""
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
        """Whether a line stands out: it is of the token that is pointed at, else of the row that is read."""
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
        """The tokens, those of the row that is read first."""
        shown, font = self.shown, self.font_of("small")
        first = ("query", self._row)
        for place in sorted(self.points(), key=lambda one: (one != self.pointed, one != first, one[0] == "query")):
            side, at = place
            if shown is not None:
                name = shown.queries[at] if side == "query" else shown.keys[at]
                yield place, "target" if side == "query" else "source", (painting.visible_words(name, font),)
