"""The cached picture of all heads' thumbnails, and of what lies over their colours and changes rarely: hatches,
corners, crosses, veils and numbers.

Layers and heads count from 0. Lengths are logical pixels, in the thumbnails' image device pixels.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QImage, QPainter, QPainterPath, QPen, QPixmap

from viz_app.data.vocabulary import short_head_word
from viz_app.maps.cells import MOST_RECTANGLES, Area, runs, veil
from viz_app.maps.head_grid_places import MARGIN, Head, Thumbnails
from viz_app.maps.thumbnails import Atlas, Source
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.theme import Theme
from viz_app.widgets.vector_painting import draw_part

CORNER = 3.0


@dataclass(frozen=True)
class OverlayContent:
    """Everything that is painted over the thumbnails.

    heads       the number of heads in each layer
    size        rows and columns of a map, if rows are unwritten or columns dimmed
    part        height and width of a whole thumbnail in blocks of cells, if areas are hidden
    hidden      masked areas, in blocks
    rows_shown  the last written row, None for all
    off         heads that are crossed out
    dimmed      dimmed columns (from 0) of some heads
    words       the words under the thumbnails
    """

    places: Thumbnails
    heads: tuple[int, ...]
    size: tuple[int, int]
    part: tuple[float, float]
    hidden: tuple[Area, ...]
    rows_shown: int | None
    off: frozenset[Head]
    dimmed: tuple[tuple[Head, tuple[int, ...]], ...]
    words: tuple[tuple[Head, str], ...] = ()


class OverlayPicture:
    def __init__(self) -> None:
        self._picture: QPixmap | None = None
        self._key: object = None

    def picture(self, over: OverlayContent, width: int, theme: Theme, ratio: float) -> QPixmap:
        """The overlay for thumbnails `width` px wide in all; `ratio` is the device pixel ratio."""
        key = over, width, theme, ratio
        if self._picture is None or self._key != key:
            self._key, self._picture = key, self._painted(over, width, theme, ratio)
        return self._picture

    def _painted(self, over: OverlayContent, width: int, theme: Theme, ratio: float) -> QPixmap:
        picture = QPixmap(QSize(width, math.ceil(over.places.height)) * ratio)
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        with QPainter(picture) as painter:
            self._draw(painter, over, theme, themes.font("small"), self._thumbnail(over, theme, ratio))
        return picture

    def draw(self, painter: QPainter, over: OverlayContent, theme: Theme, font: QFont) -> None:
        """Paints all of it as shapes and text, numbers and words in `font`; many hatches as images."""
        shapes = len(over.hidden) * sum(over.heads) <= MOST_RECTANGLES
        self._draw(painter, over, theme, font, None if shapes else self._thumbnail(over, theme, 2.0))

    def _draw(self, painter: QPainter, over: OverlayContent, theme: Theme, font: QFont, one: QPixmap | None) -> None:
        """Paints all of it; `one` is the overlay of a single thumbnail with 1 px around it, None: as shapes."""
        listed, dimmed = over.places.order, dict(over.dimmed)
        heads = [
            (layer, head) for layer, count in enumerate(over.heads) for head in range(count)
            if listed is None or (layer, head) in listed
        ]  # fmt: skip
        for place in heads:
            rect = over.places.rect(*place)
            if place in dimmed:
                _draw_veil(painter, rect, dimmed[place], over.size[1], theme)
            if one is not None:
                painter.drawPixmap(rect.topLeft() - QPointF(1, 1), one)
            else:
                self._draw_cover(painter, rect.topLeft(), over, theme)
            if place in over.off:
                self._cross_out(painter, rect, theme)
        draw_numbers(painter, over.places, theme, font)
        draw_words(painter, over.places, over.words, "muted", font)

    def _thumbnail(self, over: OverlayContent, theme: Theme, ratio: float) -> QPixmap:
        """The overlay of one thumbnail, with 1 px around it."""
        pixels = round((over.places.side + 2) * ratio)
        cover = QPixmap(pixels, pixels)
        cover.setDevicePixelRatio(ratio)
        cover.fill(Qt.GlobalColor.transparent)
        with QPainter(cover) as painter:
            self._draw_cover(painter, QPointF(1, 1), over, theme)
        return cover

    def _draw_cover(self, painter: QPainter, corner: QPointF, over: OverlayContent, theme: Theme) -> None:
        """Hatches, rows not written yet, round corners and a hairline of the thumbnail with this corner."""
        side, (part_h, part_w) = over.places.side, over.part
        painter.save()
        painter.translate(corner)
        for reason, r0, r1, c0, c1 in over.hidden:
            left, right = (min(side, c * side / part_w) for c in (c0, c1))
            top, bottom = (min(side, r * side / part_h) for r in (r0, r1))
            painting.draw_hatched(painter, QRectF(left, top, right - left, bottom - top), theme, reason)
        if over.rows_shown is not None and over.rows_shown + 1 < over.size[0]:
            top = side * max(0, over.rows_shown + 1) / over.size[0]
            painter.fillRect(QRectF(0, top, side, side - top), theme.q("background"))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        whole, round_part = QPainterPath(), QPainterPath()
        whole.addRect(QRectF(0, 0, side, side))
        round_part.addRoundedRect(QRectF(0, 0, side, side), CORNER, CORNER)
        painter.fillPath(whole.subtracted(round_part), theme.q("background"))
        painting.draw_rounded(painter, QRectF(-1, -1, side + 2, side + 2), corner=CORNER + 0.5, line=theme.q("line"))
        painter.restore()

    def _cross_out(self, painter: QPainter, rect: QRectF, theme: Theme) -> None:
        painter.save()
        painting.draw_rounded(painter, rect, corner=CORNER, fill=theme.q("background", 0.72))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.q("muted"), 1.5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        inner = rect.adjusted(*(sign * rect.width() * 0.22 for sign in (1, 1, -1, -1)))
        painter.drawLine(inner.topLeft(), inner.bottomRight())
        painter.drawLine(inner.topRight(), inner.bottomLeft())
        painter.restore()


def _draw_veil(painter: QPainter, rect: QRectF, columns: tuple[int, ...], count: int, theme: Theme) -> None:
    """Veils dimmed columns of one thumbnail of `count` columns."""
    step = rect.width() / count
    for first, last in runs(column for column in columns if column < count):
        part = QRectF(rect.left() + first * step, rect.top(), (last - first) * step, rect.height())
        painter.fillRect(part, veil(theme))


def draw_numbers(painter: QPainter, places: Thumbnails, theme: Theme, font: QFont) -> None:
    """The numbers of heads above, if there is room, and of layers beside the thumbnails, as many as fit."""
    metrics = QFontMetricsF(font)
    painter.setFont(font)
    painter.setPen(theme.q("muted"))
    if places.order is not None:
        return
    every = _every(metrics.horizontalAdvance(str(places.columns)) + 4, places.side + places.gap)
    for head in range(0, places.columns if places.top > metrics.height() else 0, every):
        centre = QPointF(places.rect(0, head).center().x(), (places.top - MARGIN) / 2)
        painting.draw_number(painter, centre, str(head + 1))
    every = _every(metrics.height(), places.step)
    for line in range(0, places.lines, every):
        layer, fold = divmod(line, places.folds)
        centre = QPointF((places.left - MARGIN) / 2, places.rect(layer, fold * places.columns).center().y())
        if not fold:
            painting.draw_number(painter, centre, str(layer + 1))
        elif every == 1:  # the heads of this line have so much more than the number above them
            painting.draw_number(painter, centre, f"+{fold * places.columns}")


def draw_words(
    painter: QPainter, places: Thumbnails, words: Sequence[tuple[Head, str]], tone: str, font: QFont,
    only: Head | None = None,
) -> None:  # fmt: skip
    """The words under thumbnails on one line, in a colour of the theme, a space apart, of one head `only` or of all; if
    one of them does not fit, each is reduced to its last line, shortened, or if that is empty to its first word."""
    if not places.word:
        return
    metrics = QFontMetricsF(font)
    room = places.side + places.gap - metrics.horizontalAdvance(" ")
    painter.setFont(font)
    painter.setPen(themes.current().q(tone))
    whole = all(metrics.horizontalAdvance(word.replace("\n", " ")) <= room for _, word in words)
    for head, word in words:
        if only not in (None, head):
            continue
        rect, short = places.rect(*head), short_head_word(word.rpartition("\n")[2])
        spellings = (word.replace("\n", " "),) if whole else (short, short.partition(" ")[0])
        fitting = (text for text in spellings if metrics.horizontalAdvance(text) <= room)
        text = next(fitting, None) or painting.elided(short, metrics, room)
        left = rect.center().x() - metrics.horizontalAdvance(text) / 2
        painter.drawText(QPointF(left, rect.bottom() + 4 + metrics.ascent()), text)


def _every(needed: float, step: float) -> int:
    """The interval at which thumbnails can have a number: 1, 2, 4, 8 ..."""
    every = 1
    while every * step < needed:
        every *= 2
    return every


_KEPT = 4  # pictures: the three kinds of one result, and one that is going on


@dataclass(frozen=True)
class GridShown:
    """The visible state of the thumbnails: their places, the size and scroll position of the viewport, the last written
    row (None: all), the heads that are crossed out, the dimmed columns, the words."""

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
    """The picture of an Atlas; `painted` counts how often it was painted."""

    def __init__(self, atlas: Atlas) -> None:
        self.painted = 0
        self._atlas = atlas
        self._picture: QPixmap | None = None
        self._pictures: dict[object, tuple[Source, QPixmap]] = {}  # of maps that may be shown again
        self._cover = OverlayPicture()
        self._stale = True

    def forget(self) -> None:
        self._stale = True

    def picture(self, shown: GridShown) -> QPixmap:
        """The picture of the present maps; those of previous maps are kept while their arrays exist."""
        size = QSize(*shown.size) * shown.ratio
        kept = self._picture
        if kept is None or self._stale or kept.size() != size or kept.devicePixelRatio() != shown.ratio:
            kept = self._known(shown)
        self._picture, self._stale = kept, False
        return kept

    def _known(self, shown: GridShown) -> QPixmap:
        """A cached picture, or a new one."""
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
            painter.fillRect(QRectF(0, 0, *shown.size), shown.theme.q("background"))
            painter.translate(0, -shown.scrolled)
            self._draw_maps(painter, shown)
            painter.drawPixmap(0, 0, self._cover.picture(self._over(shown), shown.size[0], shown.theme, shown.ratio))
        self.painted += 1
        return picture

    def draw(self, painter: QPainter, shown: GridShown, font: QFont) -> None:
        """The same as shapes and text on an existing background, numbers and words in `font`."""
        painter.translate(0, -shown.scrolled)
        self._draw_maps(painter, shown)
        self._cover.draw(painter, self._over(shown), shown.theme, font)
        painter.translate(0, shown.scrolled)

    def _runs(self, places: Thumbnails) -> list[tuple[QRectF, QPointF]]:
        """The places of neighbouring thumbnails before scrolling and, for the corner, in the image of all."""
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
            draw_part(painter, rect, image, _scaled(QRectF(corner, rect.size()), shown.ratio))

    def image(self, shown: GridShown) -> QImage:
        """The colours of all thumbnails with their gaps."""
        pixels = round(shown.places.side * shown.ratio), round(shown.places.gap * shown.ratio)
        image = self._atlas.image(*pixels, shown.theme.dark, shown.theme.q("background").rgb())
        image.setDevicePixelRatio(shown.ratio)
        return image

    def _over(self, shown: GridShown) -> OverlayContent:
        """The overlay over the colours, with the sizes of maps that it depends on."""
        atlas, hidden = self._atlas, tuple(self._atlas.hidden())
        unwritten = shown.rows_shown is not None and shown.rows_shown + 1 < atlas.size[0]
        return OverlayContent(
            shown.places, tuple(len(maps) for maps in atlas.layers),
            atlas.size if unwritten or shown.dimmed else (0, 0), atlas.part if hidden else (0.0, 0.0), hidden,
            shown.rows_shown if unwritten else None, shown.off, shown.dimmed, shown.words,
        )  # fmt: skip


def _scaled(rect: QRectF, ratio: float) -> QRectF:
    return QRectF(rect.left() * ratio, rect.top() * ratio, rect.width() * ratio, rect.height() * ratio)
