"""All heads of one kind at a glance: rows are layers, columns are heads, every map is a thumbnail in one image.

Shapes: L layers, H heads, Q queries, K keys. Layers and heads count from 0 here and from 1 on the screen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QFont,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPaintEngine,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from viz_app.data.maps.colormaps import Scale
from viz_app.data.words.parts import head_phrase
from viz_app.maps.head_grid_area import HeadGridArea
from viz_app.maps.head_grid_picture import GridPicture, GridShown, draw_words
from viz_app.maps.head_grid_places import Head
from viz_app.system.language import tr
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.accessible import KeyboardRing, plain
from viz_app.widgets.canvas import ARROWS
from viz_app.widgets.vector_painting import clipped


class HeadGrid(KeyboardRing, HeadGridArea):
    """Thumbnails of L × H maps. `describe` may give a head's tooltip: (layer, head) -> plain text.

    The sizes are those of HeadGridArea. The arrow keys emit `picked` for the neighbouring head; a click and Enter also
    emit `opened`.
    """

    picked = Signal(int, int)  # layer, head, from 0
    opened = Signal(int, int)  # layer, head, after `picked`
    hovered = Signal(object)  # (layer, head) or None

    def __init__(self, parent: QWidget | None = None, *, largest: float = 64.0, **sizes: Any) -> None:
        super().__init__(parent, largest, **sizes)
        self.describe: Callable[[int, int], str] | None = None
        self._pointed: Head | None = None
        self._off: frozenset[Head] = frozenset()
        self._dimmed: dict[Head, Sequence[int]] = {}
        self._rows_shown: int | None = None
        self._picture = GridPicture(self._atlas)
        self.viewport().setMouseTracking(True)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("All heads: rows are layers, columns are heads"))
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

    def set_rows_shown(self, last: int | None) -> None:
        """Leaves the rows after `last` empty, as not written yet; None shows all. `set_maps` resets it."""
        if last != self._rows_shown:
            self._rows_shown = last
            self._forget()

    def set_dimmed(self, columns: Mapping[Head, Sequence[int]]) -> None:
        """Dims these columns (from 0) of some heads, and no others."""
        if dict(columns) != self._dimmed:
            self._dimmed = dict(columns)
            self._forget()

    def set_current(self, layer: int, head: int) -> None:
        """Frames the current head and scrolls to it; one that does not exist is remembered but not shown."""
        if self._current != (layer, head):
            self._update_frame(self._current)
            self._current = (layer, head)
            self._show_current()
            self._tell_current()
            self._update_frame(self._current)

    def _tell_current(self) -> None:
        """Describes the current head to screen readers."""
        self.setAccessibleDescription(self._current_text())

    def accessible_description(self) -> str:
        """The current head as it is now: `describe` changes with every text."""
        return self._current_text() or plain(self.toolTip())

    def _current_text(self) -> str:
        head = self._current
        return self.text_of(*head) if head is not None and self._has(*head) else ""

    def set_off(self, heads: Iterable[Head]) -> None:
        """Crosses out the heads that are switched off: a set of (layer, head)."""
        off = frozenset((layer, head) for layer, head in heads)
        if off != self._off:
            self._off = off
            self._tell_current()
            self._forget()

    def set_names(self, names: Mapping[Head, str]) -> None:
        """Sets the word under each thumbnail, shown where it fits: (layer, head) -> word."""
        if dict(names) != self._names:
            again, self._names = bool(names) != bool(self._names), dict(names)
            self._rearrange() if again else self._forget()

    # ---- painting

    def _rearrange(self) -> None:
        self._arrange()
        self._show_current()
        self._forget()

    @property
    def pictures(self) -> int:
        """How often the thumbnails were painted, for measurements."""
        return self._picture.painted

    def _shown(self) -> GridShown:
        dimmed = tuple((head, tuple(columns)) for head, columns in self._dimmed.items())
        size, scrolled = (self.viewport().width(), self.viewport().height()), self.verticalScrollBar().value()
        ratio, theme = self.devicePixelRatioF(), themes.current()
        words = tuple(self._listed_names().items()) if self._bars is None else ()
        return GridShown(self.places(), size, scrolled, ratio, theme, self._rows_shown, self._off, dimmed, words)

    def _forget(self) -> None:
        self._picture.forget()
        self.viewport().update()

    def _restyle(self) -> None:
        self._placed.clear()
        self._rearrange()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Repaints the part that is visible now."""
        self._forget()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = themes.current()
        picture = self._picture.picture(self._shown()) if self._atlas.layers else None
        with QPainter(self.viewport()) as painter:
            if picture is None:
                painter.fillRect(self.viewport().rect(), theme.q("background"))
            else:
                if painter.paintEngine().type() == QPaintEngine.Type.Raster:
                    painter.drawPixmap(0, 0, picture)
                else:
                    self._picture.draw(painter, self._shown(), painting.pixel_font(themes.font("small")))
                if self._pointed != self._current:
                    self._draw_frame(painter, self._pointed, theme.q("muted"), 1.5)
                self._draw_marks(painter, themes.font("small"), event.rect())
            if self.ring:
                painting.draw_focus_ring(painter, QRectF(self.viewport().rect()), theme)

    def _draw_marks(self, painter: QPainter, font: QFont, seen: QRect) -> None:
        """Frames, the current word and bars, within `seen`."""
        self._draw_mixed(painter)
        self._draw_frame(painter, self._current, themes.current().q("target"), 2.0)
        self._draw_current_word(painter, font, seen)
        self._draw_bars(painter, font, seen)

    def _draw_current_word(self, painter: QPainter, font: QFont, seen: QRect) -> None:
        """The words under the current head in the full text colour, within `seen`."""
        head = self._current
        named = self._bars is None and head in self._names
        if named and head is not None and self._has(*head) and seen.intersects(self._framed(*head)):
            painter.translate(0, -self.verticalScrollBar().value())
            draw_words(painter, self.places(), self._shown().words, "ink", font, only=head)
            painter.translate(0, self.verticalScrollBar().value())

    def _update_frame(self, head: Head | None) -> None:
        """Repaints the frame around this head."""
        if head is not None and self._has(*head):
            self.viewport().update(self._framed(*head))

    # ---- pointer and keys

    def _point_at(self, head: Head | None) -> None:
        if head != self._pointed:
            self._update_frame(self._pointed)
            self._pointed = head
            self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if head else Qt.CursorShape.ArrowCursor)
            self._update_frame(head)
            self.hovered.emit(head)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point_at(self.head_at(event.position()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        head = self.head_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and head is not None:
            self.picked.emit(*head)
            self.opened.emit(*head)
        else:
            event.ignore()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Belongs to the press, which has already picked."""
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, step = Qt.Key(event.key()), ARROWS.get(Qt.Key(event.key()))
        plain = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier == Qt.KeyboardModifier.NoModifier
        if step is not None and plain and self._order and self._current not in self._order:
            self.picked.emit(*self._order[0])
        elif self._current is None or not self._has(*self._current) or not plain:
            event.ignore()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.opened.emit(*self._current)
        elif step is not None:
            head = self.places().neighbour(self._current, step)
            if head is not None and self._has(*head):
                self.picked.emit(*head)
        else:
            event.ignore()

    def text_of(self, layer: int, head: int) -> str:
        """The name of a head: "layer 2, head 3", counted from 1."""
        if self.describe is not None:
            return self.describe(layer, head)
        return head_phrase(layer, head, (layer, head) in self._off)

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            head = self.head_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), painting.tip(self.text_of(*head)) if head else "", self)
            return True
        if event.type() == QEvent.Type.Leave:
            self._point_at(None)
        return super().viewportEvent(event)

    def paint_to(self, painter: QPainter, rect: QRectF) -> None:
        """Paints the visible part into `rect`, which lies at the origin: the maps as one image, everything over them as
        shapes and text."""
        if self._atlas.layers:
            font = painting.pixel_font(themes.font("small"))
            with clipped(painter, self):
                self._picture.draw(painter, self._shown(), font)
                self._draw_marks(painter, font, self.rect())

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._rearrange()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_atlas"):
            self._restyle()
        super().changeEvent(event)
