"""All heads of one kind at a glance: rows are layers, columns are heads, every map a thumbnail of one picture.

Shapes: L layers, H heads, Q queries, K keys. Layers and heads count from 0 here and from 1 on the screen.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFontMetricsF,
    QHelpEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QSizePolicy, QToolTip, QWidget

from viz_app.data.colormaps import Scale
from viz_app.maps.grid import MARGIN, Thumbnails, thumbnails
from viz_app.maps.head_grid_overlay import CORNER, Cover, Head, Over
from viz_app.maps.thumbnails import Atlas, Source
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.theme import Theme

_SMALLEST = 22.0  # px at text size 100 %: below this a mosaic scrolls instead of shrinking
_KEPT = 4  # pictures: the three kinds of one result, and one that is going on
_ARROWS = {Qt.Key.Key_Left: (0, -1), Qt.Key.Key_Right: (0, 1), Qt.Key.Key_Up: (-1, 0), Qt.Key.Key_Down: (1, 0)}


class Mosaic(QAbstractScrollArea):
    """Thumbnails of L × H maps. `describe` may give a head's tool tip: (layer, head) -> plain text.

    `surface` names the theme's colour behind everything; `largest` is a thumbnail's size in px at text size 100 %.
    The arrow keys move to the neighbouring head by `picked`.
    """

    picked = Signal(int, int)  # layer, head, from 0
    hovered = Signal(object)  # (layer, head) or None

    def __init__(self, parent: QWidget | None = None, *, surface: str = "background", largest: float = 64.0) -> None:
        super().__init__(parent)
        self.describe: Callable[[int, int], str] | None = None
        self.pictures = 0  # how often the thumbnails were painted, for measurements
        self._surface = surface
        self._largest = largest
        self._atlas = Atlas()
        self._current: Head | None = None
        self._pointed: Head | None = None
        self._off: frozenset[Head] = frozenset()
        self._dimmed: dict[Head, Sequence[int]] = {}
        self._rows_shown: int | None = None
        self._picture: QPixmap | None = None
        self._pictures: dict[object, tuple[Source, QPixmap]] = {}  # of maps that may be shown again
        self._placed: tuple[object, Thumbnails] | None = None
        self._cover = Cover(surface)
        self._stale = True
        self._strips: list[tuple[int, int]] = []  # device px of every thumbnail that are to be painted again
        self._ring = False
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setMouseTracking(True)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAccessibleName(self.tr("All heads: rows are layers, columns are heads"))
        themes.changed.connect(self._restyle)

    # ---- what it shows

    def set_maps(
        self, maps: npt.NDArray[np.float32] | Sequence[npt.ArrayLike], masked: npt.ArrayLike | None, scale: Scale
    ) -> None:
        """Shows `maps` float32 [L, H, Q, K], or one [H, Q, K] per layer; `masked` uint8 [Q, K] hatches cells of all.

        Each map is reduced to what a thumbnail can show, a block by its largest value. The arrays are kept until the
        next call, not copied and never written.
        Raises ValueError for other shapes or reason codes; the last picture stays then.
        """
        before = len(self._atlas.layers), self._atlas.heads
        self._atlas.set(maps, masked, scale)
        self._rows_shown = None
        if before != (len(self._atlas.layers), self._atlas.heads):
            self._arrange()
        self._forget()

    def set_row(self, t: int, rows: npt.NDArray[np.float32] | Sequence[npt.ArrayLike]) -> None:
        """Writes row `t` of every map, `rows` float32 [L, H, K]: a decoding step. Other rows are not touched.

        Raises ValueError for another shape and IndexError for a row that the maps do not have.
        """
        self._atlas.set_row(t, rows)
        self._pictures = {key: kept for key, kept in self._pictures.items() if kept[1] is not self._picture}
        strip = self._atlas.strip(t)
        if strip is None or self._stale or self._picture is None:
            self._forget()
            return
        self._strips.append(strip)
        for rect in self._strip_rects(strip):
            self.viewport().update(rect.toAlignedRect())

    def set_rows_shown(self, last: int | None) -> None:
        """Leaves the rows after `last` empty, as not written yet; None shows all. `set_maps` shows all again."""
        if last != self._rows_shown:
            self._rows_shown = last
            self._forget()

    def set_dimmed(self, columns: Mapping[Head, Sequence[int]]) -> None:
        """Paints these columns (from 0) of some heads as if from far away, and no others."""
        if dict(columns) != self._dimmed:
            self._dimmed = dict(columns)
            self._forget()

    def set_current(self, layer: int, head: int) -> None:
        """Frames the head on show, and scrolls to it; one that is not there is kept but not seen."""
        if self._current != (layer, head):
            self._update_frame(self._current)
            self._current = (layer, head)
            self._show_current()
            self.setAccessibleDescription(self.text_of(layer, head))
            self._update_frame(self._current)

    def set_off(self, heads: Iterable[Head]) -> None:
        """Crosses out heads that are switched off: a set of (layer, head)."""
        off = frozenset((layer, head) for layer, head in heads)
        if off != self._off:
            self._off = off
            self._forget()

    # ---- where things are

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
        """As large as 46 px thumbnails need."""
        layers, heads = max(1, len(self._atlas.layers)), max(1, self._atlas.heads)
        step = 52 * self._unit()
        return QSize(round(heads * step + 24), round(layers * step + 28))

    def minimumSizeHint(self) -> QSize:
        """Small: it scrolls."""
        return QSize(96, 64)

    def heightForWidth(self, width: int) -> int:
        """The height at which nothing scrolls in that width."""
        return math.ceil(self._places(width, None).height)

    # ---- painting

    def _forget(self) -> None:
        self._stale = True
        self.viewport().update()

    def _restyle(self) -> None:
        self._placed = None
        self._forget()

    def _arrange(self) -> None:
        """Sets the scroll bar for the present size and number of heads."""
        hidden = math.ceil(self.places().height) - self.viewport().height()
        bar = self.verticalScrollBar()
        bar.setRange(0, max(0, hidden))
        bar.setPageStep(self.viewport().height())
        bar.setSingleStep(24)
        self.updateGeometry()

    def _show_current(self) -> None:
        if self._current is None or not self._has(*self._current):
            return
        rect, bar = self.places().rect(*self._current), self.verticalScrollBar()
        top, bottom = rect.top() - self.places().gap, rect.bottom() + MARGIN - self.viewport().height()
        bar.setValue(round(min(max(bar.value(), bottom), top)))

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Paints the part that is seen now."""
        self._forget()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Lays the kept picture and paints frames and ring over it."""
        theme = themes.current()
        picture = self._kept_picture(theme) if self._atlas.layers else None
        with QPainter(self.viewport()) as painter:
            if picture is None:
                painter.fillRect(self.viewport().rect(), theme.q(self._surface))
            else:
                painter.drawPixmap(0, 0, picture)
                if self._pointed != self._current:
                    self._draw_frame(painter, self._pointed, theme.q("muted"), 1.5)
                self._draw_frame(painter, self._current, theme.q("target"), 2.0)
            if self._ring:
                painting.draw_focus_ring(painter, QRectF(self.viewport().rect()), theme)

    def _update_frame(self, head: Head | None) -> None:
        """The frame around this head comes or goes."""
        if head is not None and self._has(*head):
            self.viewport().update(self.head_rect(*head).adjusted(-5, -5, 5, 5).toAlignedRect())

    def _draw_frame(self, painter: QPainter, head: Head | None, colour: QColor, width: float) -> None:
        if head is not None and self._has(*head):
            rect = self.head_rect(*head).adjusted(-3, -3, 3, 3)
            painting.draw_rounded(painter, rect, corner=CORNER + 2, line=colour, width=width)

    def _kept_picture(self, theme: Theme) -> QPixmap:
        """The picture of the present maps; those of the maps shown before are kept while their arrays are."""
        ratio = self.devicePixelRatioF()
        size = self.viewport().size() * ratio
        if self._picture is None or self._picture.size() != size or self._picture.devicePixelRatio() != ratio:
            self._stale = True
        if self._picture is None or self._stale:
            source = self._atlas.source()
            key = self._look(source, theme, ratio)
            kept = self._pictures.get(key) if source is not None else None
            if kept is not None and source is not None and kept[0].same(source):
                self._picture = kept[1]
            else:
                self._picture = self._painted(theme, ratio)
                self._keep(key, source)
            self._stale = False
        elif self._strips:
            self._paint_strips(self._picture, theme, ratio)
        self._strips = []
        return self._picture

    def _strip_rects(self, strip: tuple[int, int]) -> list[QRectF]:
        """Where these pixels of the thumbnails lie on the viewport: one rectangle for each layer."""
        places, ratio = self.places(), self.devicePixelRatioF()
        top = places.top - self.verticalScrollBar().value() + strip[0] / ratio
        height, step = (strip[1] - strip[0]) / ratio, places.side + places.gap
        width = places.heads * step
        return [QRectF(places.left, top + layer * step, width, height) for layer in range(len(self._atlas.layers))]

    def _paint_strips(self, picture: QPixmap, theme: Theme, ratio: float) -> None:
        """Paints the changed rows of all thumbnails, and nothing else, into a picture that only this widget shows."""
        image = self._image(theme, ratio)
        cover, scrolled = self._kept_cover(theme, ratio), self.verticalScrollBar().value()
        corner = QPointF(self.places().left, self.places().top - scrolled)
        with QPainter(picture) as painter:
            for rect in [rect for strip in self._strips for rect in self._strip_rects(strip)]:
                painter.drawImage(rect, image, _scaled(rect.translated(-corner), ratio))
                painter.drawPixmap(rect, cover, _scaled(rect.translated(0, scrolled), ratio))
        self.pictures += 1

    def _image(self, theme: Theme, ratio: float) -> QImage:
        """The colours of all thumbnails with their gaps."""
        places = self.places()
        pixels = round(places.side * ratio), round(places.gap * ratio)
        image = self._atlas.image(*pixels, theme.dark, theme.q(self._surface).rgb())
        image.setDevicePixelRatio(ratio)
        return image

    def _painted(self, theme: Theme, ratio: float) -> QPixmap:
        picture = QPixmap(self.viewport().size() * ratio)
        picture.setDevicePixelRatio(ratio)
        with QPainter(picture) as painter:
            self._draw(painter, theme, ratio)
        self.pictures += 1
        return picture

    def _look(self, source: Source | None, theme: Theme, ratio: float) -> object:
        """All that a picture depends on."""
        dimmed = tuple((head, tuple(columns)) for head, columns in self._dimmed.items())
        maps = source.places if source is not None else ()
        where = self.viewport().size().toTuple(), self.verticalScrollBar().value(), self.places(), ratio
        return maps, where, theme, self._atlas.scale, self._rows_shown, self._off, dimmed

    def _keep(self, key: object, source: Source | None) -> None:
        """Keeps the picture, as one of a few; drops those whose arrays are gone."""
        kept = {look: (one, picture) for look, (one, picture) in self._pictures.items() if one.lives() and look != key}
        self._pictures = dict(list(kept.items())[1 - _KEPT :])
        if source is not None and self._picture is not None:
            self._pictures[key] = source, self._picture

    def _draw(self, painter: QPainter, theme: Theme, ratio: float) -> None:
        places = self.places()
        painter.fillRect(self.viewport().rect(), theme.q(self._surface))
        painter.translate(0, -self.verticalScrollBar().value())
        painter.drawImage(QPointF(places.left, places.top), self._image(theme, ratio))
        painter.drawPixmap(0, 0, self._kept_cover(theme, ratio))

    def _kept_cover(self, theme: Theme, ratio: float) -> QPixmap:
        """What lies over the colours and changes rarely."""
        atlas = self._atlas
        over = Over(
            self.places(), tuple(len(maps) for maps in atlas.layers), atlas.size, atlas.part, tuple(atlas.hidden()),
            self._rows_shown, self._off, tuple((head, tuple(columns)) for head, columns in self._dimmed.items()),
        )  # fmt: skip
        return self._cover.picture(over, self.viewport().width(), theme, ratio)

    # ---- pointer and keys

    def _point_at(self, head: Head | None) -> None:
        if head != self._pointed:
            self._update_frame(self._pointed)
            self._pointed = head
            self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if head else Qt.CursorShape.ArrowCursor)
            self._update_frame(head)
            self.hovered.emit(head)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Points at a head."""
        self._point_at(self.head_at(event.position()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Picks a head."""
        head = self.head_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and head is not None:
            self.picked.emit(*head)
        else:
            event.ignore()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Belongs to the press, which has already picked."""
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Moves to the neighbouring head; every other key goes on."""
        step = _ARROWS.get(Qt.Key(event.key())) if event.modifiers() == Qt.KeyboardModifier.NoModifier else None
        if step is None or self._current is None:
            event.ignore()
            return
        head = (self._current[0] + step[0], self._current[1] + step[1])
        if self._has(*head):
            self.picked.emit(*head)

    def text_of(self, layer: int, head: int) -> str:
        """What a head is called: "layer 2, head 3", counted from 1."""
        if self.describe is not None:
            return self.describe(layer, head)
        name = self.tr("layer {layer}, head {head}").format(layer=layer + 1, head=head + 1)
        return self.tr("{name}, switched off").format(name=name) if (layer, head) in self._off else name

    def viewportEvent(self, event: QEvent) -> bool:
        """Answers for tool tips and sees the pointer leave; everything else as usual."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            head = self.head_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), painting.tip(self.text_of(*head)) if head else "", self)
            return True
        if event.type() == QEvent.Type.Leave:
            self._point_at(None)
        return super().viewportEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Arranges anew."""
        self._arrange()
        self._show_current()
        self._forget()

    def changeEvent(self, event: QEvent) -> None:
        """Arranges anew when the text size changes."""
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_atlas"):
            self._placed = None
            self._arrange()
            self._forget()
        super().changeEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Shows the ring when the keyboard brought the focus."""
        self._ring = event.reason() in painting.KEYBOARD_FOCUS
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hides the ring."""
        self._ring = False
        self.viewport().update()


def _scaled(rect: QRectF, ratio: float) -> QRectF:
    """Logical pixels as device pixels."""
    return QRectF(rect.left() * ratio, rect.top() * ratio, rect.width() * ratio, rect.height() * ratio)
