"""Fine curves from the target chip that is pointed at to the source chips that its row reads."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QPen, QRegion
from PySide6.QtWidgets import QWidget

from viz_app.data import selection
from viz_app.text.tokens.token_row import ChipRow
from viz_app.widgets import theme as themes

MOST, LEAST = 4, 0.04
"""How many curves are drawn at most, and the smallest weight of one."""

_DEEP = 26.0  # px below the chips at text size 100 %
_WIDEST = 4.0  # px around a curve that its stroke may take


@dataclass(frozen=True)
class Link:
    """A curve to the source chip `key`, from `start` to `end` (px of the text band)."""

    key: int
    weight: float
    start: QPointF
    end: QPointF


class Curves(QWidget):
    """Lies over the text band, where there is something to show; the pointer goes through it. It is no larger than its
    curves: what lies below a widget is painted with it. Without curves it has no size: one that is hidden has the whole
    window laid out."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._band = parent
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.links: tuple[Link, ...] = ()
        self._behind = QRect()
        self._paths: list[QPainterPath] = []
        self.setGeometry(QRect())

    def show_links(self, links: tuple[Link, ...], behind: QRect = QRect()) -> None:  # noqa: B008
        """Shows these curves and no others; they pass `behind` a control in this part of the band."""
        paths = [self._path(link) for link in links]
        if (links, paths, behind) == (self.links, self._paths, self._behind):
            return
        self.links, self._paths, self._behind = links, paths, behind
        rects = [path.boundingRect().adjusted(-_WIDEST, -_WIDEST, _WIDEST, _WIDEST) for path in paths]
        self.setGeometry(reduce(QRectF.united, rects, QRectF()).toAlignedRect())
        self.raise_()
        self.update()

    def _path(self, link: Link) -> QPainterPath:
        """A curve on the band, below the chips of both sides, of which one's may stand lower."""
        low = max(link.start.y(), link.end.y())
        deep = min(themes.px(_DEEP), self._band.height() - 3 - low)
        handles = low + deep * 4 / 3  # a curve comes down three quarters of the way to its handles
        path = QPainterPath(link.start)
        path.cubicTo(QPointF(link.start.x(), handles), QPointF(link.end.x(), handles), link.end)
        return path

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = themes.current()
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.translate(-QPointF(self.pos()))
            painter.setClipRegion(QRegion(self.geometry()) - self._behind)
            for link, path in zip(self.links, self._paths, strict=True):
                painter.setPen(QPen(theme.q("target", 0.35 + 0.65 * link.weight), 0.8 + 2.4 * link.weight))
                painter.drawPath(path)


def links_between(band: QWidget, target: ChipRow, pointed: int | None, source: ChipRow) -> tuple[Link, ...]:
    """The strongest of what the row of a target chip reads, by the shades of the source chips that are in view."""
    shades = source.marks.shades
    if pointed is None or shades is None or pointed >= len(target.chips) or target.marks.hides(pointed):
        return ()
    start = _below(band, target, pointed)
    found = []
    for key in selection.largest_weights(shades, MOST):
        rect = source.chip_rect(key) if key < len(source.chips) else None
        if rect is not None and shades[key] >= LEAST and 0 <= rect.center().x() <= source.width():
            found.append(Link(key, min(1.0, float(shades[key])), start, _below(band, source, key)))
    return tuple(found)


def _below(band: QWidget, row: ChipRow, index: int) -> QPointF:
    """The middle of a chip's lower edge on the band."""
    rect = row.chip_rect(index)
    return QPointF(row.mapTo(band, QPointF(rect.center().x(), rect.bottom())))
