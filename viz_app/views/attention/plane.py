"""The plane of a head's queries and keys: circles and squares, lines for strong weights. Lengths are logical pixels."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QWidget

from viz_app.charts.point_labels import PointLabels, fitted_points
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
from viz_app.widgets.canvas import ARROWS, Canvas
from viz_app.widgets.theme import Theme

_MARGIN, _DOT, _NEAR = 34.0, 4.5, 12.0  # px around the points; half of a mark; how near a pointer is on it
_WIDEST = 4.0  # px of the line of a weight of 1
_FAINT = 0.3  # opacity of lines that are not of the row that is read


class QueryKeyMap(Canvas):
    """`clicked` carries the cell (query, key) that stands for a point. Left and right arrow keys go through the tokens,
    up and down between queries and keys."""

    clicked = Signal(object)

    moves = ARROWS
    shared = True
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
        points = fitted_points(np.concatenate([plane.queries, plane.keys, np.zeros((1, 2))]), self, _MARGIN)
        found = zip(names, points, strict=True)
        return {(side, place): at for (side, place), at in found if side != "query" or place < shown.written}

    def place_at(self, point: QPointF) -> object:
        near = [
            (math.hypot(at.x() - point.x(), at.y() - point.y()), place)
            for place, at in self.places().items() if place[0] != "origin"
        ]  # fmt: skip
        best = min(near, default=(math.inf, ("", 0)))
        return best[1] if best[0] <= _NEAR else None

    def rect_of(self, place: object) -> QRectF | None:
        point = self.places().get(place) if isinstance(place, tuple) else None
        return None if point is None else QRectF(point.x() - 9, point.y() - 9, 18, 18)

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

    def draw(self, painter: QPainter, theme: Theme) -> None:
        shown = self.shown
        frame = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painting.draw_rounded(painter, frame, fill=theme.q("panel"), line=theme.q("line"))
        if shown is None:
            return
        places = self.places()
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        origin = places.pop(("origin", 0))
        painter.setPen(QPen(theme.q("line"), 1.0, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(frame.left(), origin.y()), QPointF(frame.right(), origin.y()))
        painter.drawLine(QPointF(origin.x(), frame.top()), QPointF(origin.x(), frame.bottom()))
        self._draw_lines(painter, theme, shown, places)
        for (side, _), point in places.items():
            self._draw_mark(painter, theme, side, point)
        painter.restore()
        self._draw_words(painter, theme, shown, places)
        rect = self.rect_of(self.pointed)
        if rect is not None:
            painting.draw_rounded(painter, rect, corner=9.0, line=theme.q("ink"), width=1.5)

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

    def _draw_lines(
        self, painter: QPainter, theme: Theme, shown: PlaneContent, places: dict[Point, QPointF]
    ) -> None:  # fmt: skip
        for query, key, weight in shown.lines():
            read = self._is_read(query, key)
            colour = theme.q("target" if read else "muted")
            colour.setAlphaF(0.9 if read else _FAINT)
            width = max(0.75, _WIDEST * weight)
            painter.setPen(QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            painter.drawLine(places["query", query], places["key", key])

    def _draw_words(
        self, painter: QPainter, theme: Theme, shown: PlaneContent, places: dict[Point, QPointF]
    ) -> None:  # fmt: skip
        """The tokens beside their marks as room allows, those of the row that is read first."""
        metrics, font, line = self.metrics_of("small"), self.font_of("small"), math.ceil(self.line("small"))
        labels = PointLabels(QRectF(self.rect()), places.values())
        order = sorted(places, key=lambda one: (one != self.pointed, one != ("query", self._row), one[0] == "query"))
        for side, at in order:
            name = shown.queries[at] if side == "query" else shown.keys[at]
            name = painting.visible_words(name, font)
            rect = labels.place(places[side, at], metrics.horizontalAdvance(name) + 1, line)
            if rect is not None:
                tone = "target" if side == "query" else "source"
                painting.draw_words(painter, rect, name, theme.q(tone), font=font)
