"""The small maps on the cards of the bundled lessons: of each what its telling scene looks at, as its model gives it
(`python -m tests.lesson_maps` measures them)."""

from __future__ import annotations

import json

import numpy as np
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from model_core.io.resources import folder
from viz_app.charts.images import image_of
from viz_app.data.maps.colormaps import Scale
from viz_app.widgets import theme as themes

SIDE = 56  # px at text size 100 %


def card_maps() -> dict[str, np.ndarray]:
    """Name of a bundled lesson -> weights (Q, K) of 0 to 1."""
    found = json.loads((folder() / "lesson_maps.json").read_text(encoding="ascii"))
    return {name: np.array(rows) for name, rows in found.items()}


class CardMap(QWidget):
    """Weights (Q, K) of 0 to 1 as a map in the theme's colours, without labels; None = an empty field."""

    def __init__(self, weights: np.ndarray | None, parent: QWidget) -> None:
        super().__init__(parent)
        self.weights = weights
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def sizeHint(self) -> QSize:
        return QSize(themes.px(SIDE), themes.px(SIDE))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, room = themes.current(), QRectF(0, 0, themes.px(SIDE), themes.px(SIDE))
        with QPainter(self) as painter:
            if self.weights is not None:
                painter.drawImage(room, image_of(self.weights, Scale(), theme))
            painter.setPen(theme.q("line"))
            painter.drawRect(room.adjusted(0.5, 0.5, -0.5, -0.5))
