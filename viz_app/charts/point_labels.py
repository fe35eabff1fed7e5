"""Points of a plane: where they lie in a picture, and places for words beside them where nothing else is.

Lengths are logical pixels.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtWidgets import QWidget

_BESIDE, _ABOVE = 8.0, 7.0  # px from a point to words at its side, and above or below it
_POINT = 5.0  # px around a point that words leave free


def fitted_points(plane: np.ndarray, picture: QWidget, margin: float) -> list[QPointF]:
    """Where the points (N, 2) of a plane lie on a picture, both axes in one scale; the second axis points upwards."""
    low, high = plane.min(0), plane.max(0)
    span = np.maximum(high - low, 1e-9)
    scale = min((picture.width() - 2 * margin) / span[0], (picture.height() - 2 * margin) / span[1])
    right, up = ((plane - (low + high) / 2) * scale).T.tolist()
    centre = QPointF(picture.width() / 2, picture.height() / 2)
    return [QPointF(centre.x() + x, centre.y() - y) for x, y in zip(right, up, strict=True)]


class PointLabels:
    """Finds places inside `room`; those that were given away are taken."""

    def __init__(self, room: QRectF, points: Iterable[QPointF]) -> None:
        self._room = room.adjusted(3, 2, -3, -2)
        size = 2 * _POINT
        self._taken = [QRectF(point.x() - _POINT, point.y() - _POINT, size, size) for point in points]

    def place(self, point: QPointF, width: float, height: float) -> QRectF | None:
        """Right of a point, left of it, above or below; None where there is no room."""
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
