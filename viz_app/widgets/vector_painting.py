"""Pictures of a view as shapes and text: each part paints itself, so that SVG and PDF stay sharp and selectable.

Lengths are logical pixels.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QImage, QPaintEngine, QPainter, QRegion
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

from viz_app.widgets import theme as themes
from viz_app.widgets.layout import settle
from viz_app.widgets.painting import pixel_font

_MARGIN = (16.0, 12.0)  # px beside and above
OPENS, CLOSES = "-90001", "-90002"  # px: where the marks of `clipped` lie, far outside every picture
_FLAGS = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap


def paint_page(
    root: QWidget, painter: QPainter, rect: QRectF, heading: str, sentence: str,
    content: Callable[[QPainter, QRectF], None] | None = None,
) -> None:  # fmt: skip
    """Paints heading, sentence and the content of `root` into `rect`, in the proportions of `root`, on a plain
    background. `content` paints instead of that, into the whole of `rect`."""
    if root.width() < 1 or root.height() < 1:
        return
    scale = min(rect.width() / root.width(), rect.height() / root.height())
    painter.save()
    painter.translate(rect.topLeft())
    painter.scale(scale, scale)
    page = QRectF(0, 0, rect.width() / scale, rect.height() / scale)
    if content is None:
        page = QRectF(0, 0, root.width(), root.height())
    painter.setClipRect(page)
    painter.fillRect(page, themes.current().q("background"))
    room = page.adjusted(_MARGIN[0], _MARGIN[1], -_MARGIN[0], -_MARGIN[1])
    room.setTop(paint_words(painter, room, heading, sentence))
    if content is None:
        for _ in range(2):
            settle(root)
            root.grab(QRect(0, 0, 1, 1))  # gives a part that was never shown its size
        small = min(room.width() / root.width(), room.height() / root.height())
        painter.translate(room.topLeft())
        painter.scale(small, small)
        paint_parts(root, painter)
    else:
        content(painter, room)
    painter.restore()


def paint_words(painter: QPainter, room: QRectF, heading: str, sentence: str) -> float:
    """Heading and sentence at the top of `room`; returns where they end."""
    theme, top = themes.current(), room.top()
    for role, tone, text in (("title", "ink", heading), ("body", "muted", sentence)):
        if text:
            painter.setFont(pixel_font(themes.font("title" if role == "title" else "body")))
            painter.setPen(theme.q(tone))
            place = painter.boundingRect(QRectF(room.left(), top, room.width(), room.height()), _FLAGS, text)
            painter.drawText(place, _FLAGS, text)
            top = place.bottom() + 4
    return top + 8


def paint_parts(root: QWidget, painter: QPainter) -> None:
    """Paints the visible widgets in `root`, first to last; one that has `paint_to` does it itself."""
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


@contextmanager
def clipped(painter: QPainter, widget: QWidget) -> Iterator[None]:
    """Clips what is painted within this context to a widget whose corner is the origin. PDF takes the painter's clip;
    Qt writes none into SVG, where two marks stand in for it, see `svg_document`."""
    painter.save()
    painter.setClipRect(widget.rect(), Qt.ClipOperation.IntersectClip)
    _mark(painter, QRectF(float(OPENS), float(OPENS), widget.width(), widget.height()))
    yield
    _mark(painter, QRectF(float(CLOSES), float(CLOSES), 1, 1))
    painter.restore()


def draw_part(painter: QPainter, target: QRectF, image: QImage, part: QRectF) -> None:
    """Paints a part of an image, in its pixels, into `target`. Qt would write all of the image into SVG."""
    if painter.paintEngine().type() == QPaintEngine.Type.SVG:
        painter.drawImage(target, image.copy(part.toRect()))
    else:
        painter.drawImage(target, image, part)


def _mark(painter: QPainter, rect: QRectF) -> None:
    if painter.paintEngine().type() == QPaintEngine.Type.SVG:
        painter.save()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(Qt.GlobalColor.black)
        painter.drawRect(rect)
        painter.restore()
