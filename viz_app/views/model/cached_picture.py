"""The diagram as a cached picture, in two parts: what a selection leaves as it is, and on it the boxes that show it."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QPainter, QPixmap

from viz_app.views.model.camera import Camera
from viz_app.views.model.layout import DiagramPlan
from viz_app.views.model.live_state import LiveState
from viz_app.views.model.painting import DiagramPainter
from viz_app.widgets.theme import Theme


class CachedPicture:
    """Everything but the tokens, painted again only where it was dropped. `painted` counts pictures, `grounds` the
    times that what is below the selected boxes was painted, too."""

    def __init__(self, painter: DiagramPainter) -> None:
        self._painter = painter
        self._ground = self._picture = QPixmap()
        self._stale_ground = self._stale = True
        self.painted = self.grounds = 0

    def drop(self, ground: bool = True) -> None:
        """Requests another picture; without `ground` only another selection."""
        self._stale = True
        self._stale_ground = self._stale_ground or ground

    def pixmap(
        self, size: QSize, ratio: float, plan: DiagramPlan, camera: Camera, live: LiveState, theme: Theme
    ) -> QPixmap:  # fmt: skip
        """The picture, `size` in logical pixels; valid until the next call."""
        if self._picture.size() != size * ratio or self._picture.devicePixelRatio() != ratio:
            self.drop()
            self._ground, self._picture = (QPixmap(size * ratio) for _ in range(2))
            for one in (self._ground, self._picture):
                one.setDevicePixelRatio(ratio)
        shown = plan, camera, live, theme, QRectF(QPointF(), size), ratio
        if self._stale_ground:
            self._ground.fill(theme.q("background"))
            with QPainter(self._ground) as painter:
                self._painter.draw_ground(painter, *shown)
            self.grounds += 1
        if self._stale:
            with QPainter(self._picture) as painter:
                painter.drawPixmap(0, 0, self._ground)
                self._painter.draw_selected(painter, *shown)
            self.painted += 1
        self._stale = self._stale_ground = False
        return self._picture
