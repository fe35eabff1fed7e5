"""The calculation as a picture: heading, sentence and the whole page, also what has to be scrolled to on the screen.

Lengths are logical pixels.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from viz_app.views.calculate.page_layout import PageLayout
from viz_app.views.calculate.page_painting import PagePainter
from viz_app.widgets import theme as themes
from viz_app.widgets import vector_painting


def paint_picture(
    painter: QPainter,
    rect: QRectF,
    size: tuple[int, int],
    words: tuple[str, str],
    page_of: Callable[[float], PageLayout],
    step: int,
) -> None:
    """Paints into `rect` in the proportions of a view of this `size`; `page_of` lays the page out at a width.

    A page that is too high is laid out wider and painted smaller, so that all of it is in the picture.
    """
    scale = min(rect.width() / size[0], rect.height() / size[1])
    painter.save()
    painter.translate(rect.topLeft())
    painter.scale(scale, scale)
    whole = QRectF(0, 0, rect.width() / scale, rect.height() / scale)
    painter.fillRect(whole, themes.current().q("background"))
    room = whole.adjusted(16, 12, -16, -12)
    room.setTop(vector_painting.paint_words(painter, room, *words))
    page = page_of(room.width())
    small = min(1.0, max(0.05, room.height() / max(1.0, page.height)))
    if small < 1.0:
        page = page_of(room.width() / small)
        small = min(small, room.height() / max(1.0, page.height))
    painter.translate(room.topLeft())
    painter.scale(small, small)
    PagePainter(page, step, vector=True).paint(painter)
    painter.restore()


__all__ = ["paint_picture"]
