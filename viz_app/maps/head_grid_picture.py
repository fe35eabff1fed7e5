"""The picture of the thumbnails of all heads: painted once and kept while none of it changes.

Lengths are logical pixels, those of the thumbnails' image device pixels.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF
from PySide6.QtGui import QFont, QImage, QPainter, QPixmap

from viz_app.maps.head_grid_overlay import OverlayContent, OverlayPicture
from viz_app.maps.head_grid_places import Head, Thumbnails
from viz_app.maps.thumbnails import Atlas, Source
from viz_app.widgets.theme import Theme

_KEPT = 4  # pictures: the three kinds of one result, and one that is going on


@dataclass(frozen=True)
class GridShown:
    """What is seen of the thumbnails: where they lie, the size of the window onto them and how far it is scrolled, the
    last row that is written (None: all), the heads that are crossed out, the columns that are dimmed, the
    words under them."""

    places: Thumbnails
    size: tuple[int, int]
    scrolled: int
    ratio: float
    theme: Theme
    rows_shown: int | None
    off: frozenset[Head]
    dimmed: tuple[tuple[Head, tuple[int, ...]], ...]
    words: tuple[tuple[Head, str], ...] = ()


class GridPicture:
    """The picture of an Atlas; `painted` counts how often it was."""

    def __init__(self, atlas: Atlas, surface: str) -> None:
        self.painted = 0
        self._atlas, self._surface = atlas, surface
        self._picture: QPixmap | None = None
        self._pictures: dict[object, tuple[Source, QPixmap]] = {}  # of maps that may be shown again
        self._cover = OverlayPicture(surface)
        self._stale = True

    def forget(self) -> None:
        """Something of it is another now."""
        self._stale = True

    def picture(self, shown: GridShown) -> QPixmap:
        """The picture of the present maps; those of the maps shown before are kept while their arrays are."""
        size = QSize(*shown.size) * shown.ratio
        kept = self._picture
        if kept is None or self._stale or kept.size() != size or kept.devicePixelRatio() != shown.ratio:
            kept = self._known(shown)
        self._picture, self._stale = kept, False
        return kept

    def _known(self, shown: GridShown) -> QPixmap:
        """A picture that is still there, or a new one."""
        source = self._atlas.source()
        key = (source.places if source is not None else (), self._atlas.scale, shown)
        before = self._pictures.get(key) if source is not None else None
        if before is not None and source is not None and before[0].same(source):
            return before[1]
        picture = self._painted(shown)
        kept = {look: pair for look, pair in self._pictures.items() if pair[0].lives() and look != key}
        self._pictures = dict(list(kept.items())[1 - _KEPT :])
        if source is not None:
            self._pictures[key] = source, picture
        return picture

    def _painted(self, shown: GridShown) -> QPixmap:
        picture = QPixmap(QSize(*shown.size) * shown.ratio)
        picture.setDevicePixelRatio(shown.ratio)
        with QPainter(picture) as painter:
            painter.fillRect(QRectF(0, 0, *shown.size), shown.theme.q(self._surface))
            painter.translate(0, -shown.scrolled)
            self._draw_maps(painter, shown)
            painter.drawPixmap(0, 0, self._cover.picture(self._over(shown), shown.size[0], shown.theme, shown.ratio))
        self.painted += 1
        return picture

    def draw(self, painter: QPainter, shown: GridShown, font: QFont) -> None:
        """The same as shapes and text on a ground that is there, numbers and words in `font`."""
        painter.translate(0, -shown.scrolled)
        self._draw_maps(painter, shown)
        self._cover.draw(painter, self._over(shown), shown.theme, font)
        painter.translate(0, shown.scrolled)

    def _runs(self, places: Thumbnails) -> list[tuple[QRectF, QPointF]]:
        """Where neighbouring thumbnails lie before scrolling and, the corner, in the image of all."""
        across = places.side + places.gap
        return [
            (QRectF(places.rect(*head).topLeft(), QSizeF(count * across - places.gap, places.side)),
             QPointF(head[1] * across, head[0] * across))
            for head, count in places.runs() if head[0] < len(self._atlas.layers)
        ]  # fmt: skip

    def _draw_maps(self, painter: QPainter, shown: GridShown) -> None:
        """The colours of all thumbnails in their places, before scrolling."""
        image = self.image(shown)
        for rect, corner in self._runs(shown.places):
            painter.drawImage(rect, image, _scaled(QRectF(corner, rect.size()), shown.ratio))

    def image(self, shown: GridShown) -> QImage:
        """The colours of all thumbnails with their gaps."""
        pixels = round(shown.places.side * shown.ratio), round(shown.places.gap * shown.ratio)
        image = self._atlas.image(*pixels, shown.theme.dark, shown.theme.q(self._surface).rgb())
        image.setDevicePixelRatio(shown.ratio)
        return image

    def _over(self, shown: GridShown) -> OverlayContent:
        """What lies over the colours and changes rarely: sizes of maps count where something follows from them."""
        atlas, hidden = self._atlas, tuple(self._atlas.hidden())
        unwritten = shown.rows_shown is not None and shown.rows_shown + 1 < atlas.size[0]
        return OverlayContent(
            shown.places, tuple(len(maps) for maps in atlas.layers),
            atlas.size if unwritten or shown.dimmed else (0, 0), atlas.part if hidden else (0.0, 0.0), hidden,
            shown.rows_shown if unwritten else None, shown.off, shown.dimmed, shown.words,
        )  # fmt: skip


def _scaled(rect: QRectF, ratio: float) -> QRectF:
    return QRectF(rect.left() * ratio, rect.top() * ratio, rect.width() * ratio, rect.height() * ratio)
