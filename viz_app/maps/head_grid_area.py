"""Where the thumbnails of all heads lie in a window that scrolls. Layers and heads count from 0; lengths in px."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QSizePolicy, QWidget

from viz_app.maps.grid import MARGIN, Thumbnails, thumbnails
from viz_app.maps.head_grid_overlay import Head
from viz_app.maps.thumbnails import Atlas
from viz_app.widgets import theme as themes

_SMALLEST = 22.0  # px at text size 100 %: below this a mosaic scrolls instead of shrinking


class HeadGridArea(QAbstractScrollArea):
    """The places of the maps of an Atlas; `largest` is a thumbnail's size in px at text size 100 %."""

    def __init__(self, parent: QWidget | None, largest: float) -> None:
        super().__init__(parent)
        self._largest = largest
        self._atlas = Atlas()
        self._placed: tuple[object, Thumbnails] | None = None
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def places(self) -> Thumbnails:
        """The present arrangement, before scrolling."""
        return self._places(self.width(), self.height())

    def head_rect(self, layer: int, head: int) -> QRectF:
        """A thumbnail on the viewport, px."""
        return self.places().rect(layer, head).translated(0, -self.verticalScrollBar().value())

    def head_at(self, point: QPointF) -> Head | None:
        """The head (layer, head) under a point of the viewport, or None."""
        found = self.places().at(point + QPointF(0, self.verticalScrollBar().value()))
        return found if found is not None and self._has(*found) else None

    def _has(self, layer: int, head: int) -> bool:
        return 0 <= layer < len(self._atlas.layers) and 0 <= head < self._atlas.layers[layer].shape[0]

    def _places(self, width: float, height: float | None) -> Thumbnails:
        layers, heads = max(1, len(self._atlas.layers)), max(1, self._atlas.heads)
        asked = width, height, layers, heads, self.devicePixelRatioF()
        if self._placed is None or self._placed[0] != asked:
            self._placed = asked, self._thumbnails(width, height, layers, heads)
        return self._placed[1]

    def _thumbnails(self, width: float, height: float | None, layers: int, heads: int) -> Thumbnails:
        metrics = QFontMetricsF(themes.font("small"))
        return thumbnails(
            QSizeF(width, -1.0 if height is None else height),
            layers,
            heads,
            left=metrics.horizontalAdvance(str(layers)) + 2 * MARGIN,
            top=metrics.height() + MARGIN,
            largest=self._largest * self._unit(),
            smallest=_SMALLEST * self._unit(),
            ratio=self.devicePixelRatioF(),
        )

    def _unit(self) -> float:
        return max(1.0, QFontMetricsF(self.font()).height() / 15.6)

    def sizeHint(self) -> QSize:
        layers, heads = max(1, len(self._atlas.layers)), max(1, self._atlas.heads)
        step = 52 * self._unit()
        return QSize(round(heads * step + 24), round(layers * step + 28))

    def minimumSizeHint(self) -> QSize:
        return QSize(96, 64)

    def heightForWidth(self, width: int) -> int:
        return math.ceil(self._places(width, None).height)

    def _arrange(self) -> None:
        """Sets the scroll bar for the present size and number of heads."""
        hidden = math.ceil(self.places().height) - self.viewport().height()
        bar = self.verticalScrollBar()
        bar.setRange(0, max(0, hidden))
        bar.setPageStep(self.viewport().height())
        bar.setSingleStep(24)
        self.updateGeometry()
