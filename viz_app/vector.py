"""Pictures of a view as shapes and text: each part paints itself, so that SVG and PDF stay sharp and selectable."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRectF
from PySide6.QtGui import QPainter, QRegion
from PySide6.QtWidgets import QAbstractScrollArea, QWidget


def paint_fitted(root: QWidget, painter: QPainter, rect: QRectF) -> None:
    """Paints what lies on `root` into `rect`, in its own proportions, from its upper left corner."""
    if root.width() < 1 or root.height() < 1:
        return
    scale = min(rect.width() / root.width(), rect.height() / root.height())
    painter.save()
    painter.translate(rect.topLeft())
    painter.scale(scale, scale)
    paint_parts(root, painter)
    painter.restore()


def paint_parts(root: QWidget, painter: QPainter) -> None:
    """Paints the visible widgets on `root`, first to last; one that has `paint_to` does it itself."""
    for part in root.children():
        if not isinstance(part, QWidget) or part.isHidden() or part.isWindow():
            continue
        painter.save()
        painter.translate(part.pos())
        own = getattr(part, "paint_to", None)
        if own is not None:
            own(painter, QRectF(part.rect()))
        else:
            part.render(painter, QPoint(0, 0), QRegion(), QWidget.RenderFlag(0))
            if not isinstance(part, QAbstractScrollArea):
                paint_parts(part, painter)
        painter.restore()


__all__ = ["paint_fitted", "paint_parts"]
