"""Points in a plane that can be pointed at, labelled if there is space. Lengths are logical pixels."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from viz_app.widgets import painting
from viz_app.widgets.canvas import ARROWS, Canvas
from viz_app.widgets.theme import Theme

_BESIDE, _ABOVE = 8.0, 7.0  # px from a point to words at its side, and above or below it
_POINT = 5.0  # px around a point that words leave free


class PointPlane(Canvas):
    """Subclasses place, paint and name the points. Pointer and keyboard share one cursor."""

    moves = ARROWS
    shared = True
    margin = 30.0  # px around the points
    near = 12.0  # px from a point at which the pointer is on it
    radius = 9.0  # px, the radius of the ring around the one that is pointed at

    def points(self) -> dict[Any, QPointF]:
        """Place -> position; empty if there is nothing to show."""
        raise NotImplementedError

    def draw_points(self, painter: QPainter, theme: Theme, points: dict[Any, QPointF]) -> None:
        """Paints the background, then the points."""
        raise NotImplementedError

    def words(self) -> Iterator[tuple[Any, str, tuple[str, ...]]]:
        """(place, theme colour, possible labels, longest first), the most important place first."""
        raise NotImplementedError

    def fitted(self, plane: np.ndarray) -> list[QPointF]:
        """The points (N, 2) in widget coordinates, both axes at the same scale; the second axis points upwards."""
        low, high = plane.min(0), plane.max(0)
        span = np.maximum(high - low, 1e-9)
        scale = min((self.width() - 2 * self.margin) / span[0], (self.height() - 2 * self.margin) / span[1])
        right, up = ((plane - (low + high) / 2) * scale).T.tolist()
        centre = QPointF(self.width() / 2, self.height() / 2)
        return [QPointF(centre.x() + x, centre.y() - y) for x, y in zip(right, up, strict=True)]

    def place_at(self, point: QPointF) -> object:
        near = [(math.hypot(at.x() - point.x(), at.y() - point.y()), place) for place, at in self.points().items()]
        best = min(near, default=(math.inf, None))
        return best[1] if best[0] <= self.near else None

    def rect_of(self, place: object) -> QRectF | None:
        point, side = self.points().get(place), 2 * self.radius
        return None if point is None else QRectF(point.x() - self.radius, point.y() - self.radius, side, side)

    def draw(self, painter: QPainter, theme: Theme) -> None:
        frame, points = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), self.points()
        painting.draw_rounded(painter, frame, fill=theme.q("panel"), line=theme.q("line"))
        if not points:
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.draw_points(painter, theme, points)
        painter.restore()
        metrics, font, line = self.metrics_of("small"), self.font_of("small"), math.ceil(self.line("small"))
        labels = PointLabels(QRectF(self.rect()), points.values())
        for place, tone, texts in self.words():
            rooms = ((labels.place(points[place], metrics.horizontalAdvance(text) + 1, line), text) for text in texts)
            rect, text = next((found for found in rooms if found[0] is not None), (None, ""))
            if rect is not None:
                painting.draw_words(painter, rect, text, theme.q(tone), font=font)
        pointed = self.rect_of(self.pointed)
        if pointed is not None:
            painting.draw_rounded(painter, pointed, corner=self.radius, line=theme.q("ink"), width=1.5)


class PointLabels:
    """Finds free positions for labels inside `room`; each one returned counts as taken."""

    def __init__(self, room: QRectF, points: Iterable[QPointF]) -> None:
        self._room = room.adjusted(3, 2, -3, -2)
        size = 2 * _POINT
        self._taken = [QRectF(point.x() - _POINT, point.y() - _POINT, size, size) for point in points]

    def place(self, point: QPointF, width: float, height: float) -> QRectF | None:
        """A position right of a point, left of it, above or below; None if none is free."""
        middle, centre = point.y() - height / 2, point.x() - width / 2
        ways = (
            QRectF(point.x() + _BESIDE, middle, width, height),
            QRectF(point.x() - _BESIDE - width, middle, width, height),
            QRectF(centre, point.y() - _ABOVE - height, width, height),
            QRectF(centre, point.y() + _ABOVE, width, height),
        )
        for rect in ways:
            if self._room.contains(rect) and not any(rect.intersects(one) for one in self._taken):
                self._taken.append(rect)
                return rect
        return None
