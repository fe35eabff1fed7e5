"""The visible part of the diagram and its scale: zoom, pan, fit. Lengths are logical pixels."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from PySide6.QtCore import QPointF, QRectF

from model_core.explain.anatomy import Anatomy
from viz_app.views.model.box_text import DiagramFonts
from viz_app.views.model.layout import (
    LOW,
    NARROWEST,
    ROOMY,
    SLIM,
    WIDEST,
    Box,
    DiagramPlan,
    DiagramSizes,
    Folding,
    plan_diagram,
)
from viz_app.widgets import theme as themes

MARGIN = 6.0  # px around the fitted diagram
MOST = 8.0  # the closest zoom, times the text size
LARGEST_FIT = 1.5  # a small model is not blown up further, times the text size
LEAST = 0.08
_MUCH_SMALLER = 0.75  # of letters, beside those elsewhere
_OVERVIEW = 110.0  # px at text size 100 %: the longer side of the small picture of all
_SIZES = (1.75, 1.5, 1.35, 1.2, 1.1, 1.0)  # of letters, beside the text size itself


@dataclass(frozen=True)
class Camera:
    """A point p of the diagram appears at p × scale + (x, y)."""

    scale: float = 1.0
    x: float = 0.0
    y: float = 0.0

    def point(self, at: QPointF) -> QPointF:
        """The screen position of a point of the diagram."""
        return QPointF(at.x() * self.scale + self.x, at.y() * self.scale + self.y)

    def rect(self, rect: QRectF) -> QRectF:
        """The screen rectangle of a rectangle of the diagram."""
        return QRectF(self.point(rect.topLeft()), self.point(rect.bottomRight()))

    def place(self, seen: QPointF) -> QPointF:
        """The point of the diagram at a screen position."""
        return QPointF((seen.x() - self.x) / self.scale, (seen.y() - self.y) / self.scale)

    def holding(self, box: Box, before: DiagramPlan | None) -> Camera:
        """Keeps a box in place while others are laid out again."""
        old = None if before is None else before.box(box.name)
        return self if old is None else self.moved((old.rect.topLeft() - box.rect.topLeft()) * self.scale)

    def zoomed(self, factor: float, seen: QPointF) -> Camera:
        """Zooms by `factor` around a screen position."""
        scale = min(MOST * themes.text_scale(), max(LEAST, self.scale * factor))
        at = self.place(seen)
        return Camera(scale, seen.x() - at.x() * scale, seen.y() - at.y() * scale)

    def moved(self, by: QPointF) -> Camera:
        """Shifted by that many px."""
        return replace(self, x=self.x + by.x(), y=self.y + by.y())

    def kept_inside(self, bounds: QRectF, room: QRectF) -> Camera:
        """Shifted back so far that a good part of the diagram stays visible."""
        seen = self.rect(bounds)
        keep_x, keep_y = min(80.0, seen.width(), room.width() / 2), min(80.0, seen.height(), room.height() / 2)
        x = max(0.0, room.left() + keep_x - seen.right()) or min(0.0, room.right() - keep_x - seen.left())
        y = max(0.0, room.top() + keep_y - seen.bottom()) or min(0.0, room.bottom() - keep_y - seen.top())
        return self.moved(QPointF(x, y))

    def showing(self, rect: QRectF, room: QRectF) -> Camera:
        """Shifted so far that a rectangle of the diagram is visible."""
        seen = self.rect(rect)
        x = max(0.0, room.left() - seen.left()) or min(0.0, room.right() - seen.right())
        y = max(0.0, room.top() - seen.top()) or min(0.0, room.bottom() - seen.bottom())
        return self.moved(QPointF(x, y))


def whole(bounds: QRectF, room: QRectF) -> float:
    """The scale at which everything is visible."""
    across = (room.width() - 2 * MARGIN) / max(1.0, bounds.width())
    down = (room.height() - 2 * MARGIN) / max(1.0, bounds.height())
    return max(LEAST, min(across, down, LARGEST_FIT * themes.text_scale()))


def fitted(bounds: QRectF, room: QRectF, least: float, focus: QRectF | None) -> Camera:
    """Everything, centred; not smaller than `least`, below which nothing would be legible. If that is too large for the
    room, `focus` (a rectangle of the diagram) is visible, and there is no gap between the diagram's edges and the
    room's without need."""
    scale = max(whole(bounds, room), least)
    target = bounds.center() if focus is None else focus.center()
    x = _along(bounds.left() * scale, bounds.right() * scale, room.left(), room.right(), target.x() * scale)
    y = _along(bounds.top() * scale, bounds.bottom() * scale, room.top(), room.bottom(), target.y() * scale)
    return Camera(scale, math.floor(x), math.floor(y))


def fit_for(anatomy: Anatomy, folding: Folding, room: QRectF) -> tuple[DiagramFonts, DiagramSizes, float]:
    """The fonts, the sizes and the width of boxes with which the diagram fills the room. Text is only as large as the
    whole diagram allows in the room, and never smaller than at text size 100 %.

    If it would be much smaller than elsewhere, boxes are low and close together, and folded layers are one box; if that
    is not enough text is small, so that as much as possible is visible, and the diagram can be panned.
    """
    unit = themes.text_scale()
    tried = [DiagramFonts(factor=factor) for factor in (1.0, *(size / unit for size in _SIZES if size < unit))]
    narrow = {sizes: plan_diagram(anatomy, replace(folding, sizes=sizes), NARROWEST).bounds for sizes in (ROOMY, LOW)}
    fonts, sizes = next(
        (
            (fonts, sizes)
            for fonts in tried
            for sizes, bounds in narrow.items()
            if least_scale(fonts) <= whole(bounds, room)
            and (sizes is ROOMY or fonts is tried[-1] or fonts.factor <= _MUCH_SMALLER)
        ),
        (tried[-1], ROOMY),
    )
    scale = max(least_scale(fonts), (room.height() - 2 * MARGIN) / narrow[sizes].height())
    wanted = (room.width() - 2 * MARGIN) / min(scale, LARGEST_FIT * unit)
    width = NARROWEST + (wanted - narrow[sizes].width()) / 2
    return fonts, sizes, round(min(WIDEST, max(NARROWEST, width)))


def least_scale(fonts: DiagramFonts) -> float:
    """The smallest scale at which a folded layer's text is legible."""
    return (fonts.line["small"] - 1) / SLIM


def fitted_to(plan: DiagramPlan, room: QRectF, fonts: DiagramFonts, attention: tuple[str, int]) -> Camera:
    """The camera that shows a whole plan or as much as is legible, around the `attention` (kind, layer)."""
    least = least_scale(fonts)
    return fitted(plan.bounds, room, least, plan.around(*attention) if whole(plan.bounds, room) < least else None)


@dataclass(frozen=True)
class DiagramOverview:
    """A small picture of the whole diagram in a corner, through a `camera` of its own, with `seen`, the visible
    part."""

    rect: QRectF
    camera: Camera
    seen: QRectF

    @classmethod
    def fitted(cls, bounds: QRectF, camera: Camera, room: QRectF) -> DiagramOverview | None:
        """None if everything is visible, or if it does not fit."""
        most = _OVERVIEW * themes.text_scale()
        scale = most / max(bounds.width(), bounds.height())
        wide, high = bounds.width() * scale, bounds.height() * scale
        if room.adjusted(-1, -1, 1, 1).contains(camera.rect(bounds)) or 2 * most > min(room.width(), room.height()):
            return None
        rect = QRectF(room.right() - wide - MARGIN, room.bottom() - high - MARGIN, wide, high)
        corner = rect.topLeft() - bounds.topLeft() * scale
        seen = QRectF(camera.place(room.topLeft()), camera.place(room.bottomRight()))
        return cls(rect, Camera(scale, corner.x(), corner.y()), seen)

    def shown(self, rect: QRectF) -> QRectF:
        """The rectangle in the overview of a rectangle of the diagram, clipped."""
        return self.camera.rect(rect).intersected(self.rect)


def _along(low: float, high: float, first: float, last: float, target: float) -> float:
    """The shift along one axis: centred if there is room, otherwise the target in the middle, no gap at the edges."""
    if high - low <= last - first - 2 * MARGIN + 1e-6:
        return (first + last - low - high) / 2
    shift = (first + last) / 2 - target
    return min(first + MARGIN - low, max(last - MARGIN - high, shift))
