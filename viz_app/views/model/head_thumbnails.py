"""The weights of all heads of one attention as a row of small maps, for the attention boxes of the diagram."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from model_core.record.trace import Trace
from viz_app.data.maps.colormaps import Scale
from viz_app.maps.cells import Area
from viz_app.maps.thumbnails import Atlas
from viz_app.views.model.live_state import LiveState
from viz_app.widgets import painting
from viz_app.widgets.theme import Theme
from viz_app.widgets.vector_painting import draw_part


class HeadThumbnails:
    """Caches the pictures of one Trace and sentence."""

    def __init__(self) -> None:
        self._of: tuple[Trace | None, int] = (None, 0)
        self._kept: dict[tuple[str, int], tuple[Atlas, dict[int, list[Area]]]] = {}  # side -> masked parts of a map

    def draw(
        self, painter: QPainter, squares: list[QRectF], live: LiveState, attention: str, layer: int, theme: Theme,
        ratio: float,
    ) -> None:  # fmt: skip
        """Paints the maps of one attention into `squares`; the chosen head gets a frame, one that is off a cross."""
        atlas, masked = self._maps(live, attention, layer)
        if atlas is None:
            return
        side = max(1, round(squares[0].width() * ratio))
        image = atlas.image(side, 0, theme.dark, theme.q("panel").rgb())
        if side not in masked:  # found once for a size
            masked[side] = atlas.hidden()
        off, hidden = live.off.get((attention, layer), ()), masked[side]
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        for head, square in enumerate(squares):
            draw_part(painter, square, image, QRectF(head * side, 0, side, side))
            self._cover(painter, square, atlas, hidden, theme, live.last if attention != "encoder" else None)
            if head in off:
                self._cross_out(painter, square, theme)
            chosen = live.is_selected(attention, layer) and head == live.head
            painter.setPen(QPen(theme.q("ink" if chosen else "line"), 2 if chosen else 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(square.adjusted(-1, -1, 1, 1) if chosen else square)
        painter.restore()

    def _maps(self, live: LiveState, attention: str, layer: int) -> tuple[Atlas | None, dict[int, list[Area]]]:
        """The maps of an attention, and their mask by thumbnail size; None if there are none."""
        trace = live.trace
        if self._of != (trace, live.sentence):
            self._of, self._kept = (trace, live.sentence), {}
        if not trace.whole(attention) or 0 in trace.size(attention, live.sentence):
            return None, {}
        if (attention, layer) not in self._kept:
            rows, columns = trace.size(attention, live.sentence)
            name = trace.name(attention, "weights", layer)
            maps = trace.arrays[name][live.sentence, :, :rows, :columns]
            reasons = trace.reason(attention, live.sentence) if attention in trace.reasons else None
            atlas = Atlas()
            atlas.set([maps], reasons, Scale())
            self._kept[attention, layer] = atlas, {}
        return self._kept[attention, layer]

    @staticmethod
    def _cover(
        painter: QPainter, square: QRectF, atlas: Atlas, hidden: list[Area], theme: Theme, last: int | None
    ) -> None:
        """Hatches, and empty rows that are not written yet."""
        high, wide = (square.width() / part for part in atlas.part)
        for reason, r0, r1, c0, c1 in hidden:
            left, right = (min(square.right(), square.left() + c * wide) for c in (c0, c1))
            top, bottom = (min(square.bottom(), square.top() + r * high) for r in (r0, r1))
            painting.draw_hatched(painter, QRectF(left, top, right - left, bottom - top), theme, reason)
        if last is not None and last + 1 < atlas.size[0]:
            top = square.top() + square.height() * (last + 1) / atlas.size[0]
            painter.fillRect(QRectF(square.left(), top, square.width(), square.bottom() - top), theme.q("panel"))

    @staticmethod
    def _cross_out(painter: QPainter, square: QRectF, theme: Theme) -> None:
        """A veil and a cross in the user's colour: this head is switched off."""
        painter.fillRect(square, theme.q("panel", 0.72))
        painter.setPen(QPen(theme.q("user"), 1.5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        inset = square.width() * 0.2
        inner = square.adjusted(inset, inset, -inset, -inset)
        painter.drawLine(inner.topLeft(), inner.bottomRight())
        painter.drawLine(inner.topRight(), inner.bottomLeft())
