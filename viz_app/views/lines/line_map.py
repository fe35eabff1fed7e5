"""The widget of the Lines view: two columns of words and the lines between them, with pointer, zoom and export.

It signals what is pointed at; which lines are highlighted is given to it as a Focus. All lines are painted once into a
cached layer; a moving pointer draws that layer paler and repaints only the lines in focus. With another head's lines
the words stay as they were painted.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPaintEngine, QPainter, QPixmap, QResizeEvent
from PySide6.QtWidgets import QWidget

from viz_app.system.language import tr
from viz_app.views.lines.line_painting import LinePainter, strength_of_lines
from viz_app.views.lines.line_selection import Target
from viz_app.views.lines.scene import Drawing, Focus, LineScene
from viz_app.widgets import theme as themes
from viz_app.widgets.painting import is_told, pixel_font
from viz_app.widgets.pan_canvas import PanCanvas
from viz_app.widgets.theme import Theme


class LineMap(PanCanvas):
    """Paints a Drawing. `describe` gives the text of a Target for tooltips and screen readers, `hint` what a click on
    it does."""

    clicked = Signal(object)  # Target

    picks = ()
    notch = 1.2
    key_zoom = 1.44
    corner = 4.0

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, tr("Lines"))
        self.describe: Callable[[Target], str] = lambda _target: ""
        self.hint: Callable[[Target], str] = lambda _target: ""
        self.pictures = 0  # how often the lines were painted, for measurements
        self._scene = LineScene()
        self.focus: Focus | None = None  # what stands out
        self._step: int | None = None
        self._laid = False
        self._layer: QPixmap | None = None
        self._grounds: dict[object, QPixmap] = {}
        self._old_lines: set[object] = set()  # those of them with the lines of the drawing before
        self._spare: list[QPixmap] = []  # pictures that are not needed any more
        self._grabbed = 0.0  # the shift when dragging began
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMinimumSize(120, 64)

    # ---- what it shows

    def set_drawing(self, drawing: Drawing) -> None:
        """Replaces the drawing; the zoom stays if the numbers of words do."""
        scene = self._scene
        if [*map(len, scene.drawing.words)] != [*map(len, drawing.words)]:
            scene.factor, scene.shift = 1.0, 0.0
        same_words = drawing.words_like(scene.drawing)
        scene.drawing, self.focus = drawing, None
        self.unpoint()
        self._forget(keep_words=same_words)

    @property
    def drawing(self) -> Drawing:
        return self._scene.drawing

    def set_focus(self, focus: Focus | None) -> None:
        """Highlights something, or nothing."""
        if focus is not None or self.focus is not None:
            self.focus = focus
            self.update()

    def set_step(self, row: int | None) -> None:
        """Marks the word of the current step, a row of the second column; None for none."""
        if row != self._step:
            self._step = row
            self.update()

    def scene(self) -> LineScene:
        if not self._laid:
            self._laid = True
            self._scene.lay_out(QRectF(self.rect()), self.font())
        return self._scene

    def is_labelled(self, *, large: bool = False) -> bool:
        return self.scene().is_labelled(large=large)

    def most_height(self) -> int:
        """The height in px at the largest spacing of words."""
        return self._scene.most_height(self.font())

    def sizeHint(self) -> QSize:
        return QSize(640, 420)

    # ---- zoom and drag

    def zoom_by(self, factor: float, at: QPointF | None = None) -> bool:
        scene = self.scene()
        y = (scene.top + scene.bottom) / 2 if at is None else at.y()
        before = scene.factor
        scene.factor = max(1.0, before * factor)
        scene.lay_out(scene.rect, self.font())
        scene.shift = (y - scene.top + scene.shift) * scene.factor / before - (y - scene.top)
        self._forget()
        return self.scene().factor != before

    def show_all(self) -> None:
        self.zoom_by(0.0)

    def show_place(self, side: int, place: int) -> None:
        """Scrolls to make a token visible."""
        scene = self.scene()
        y = scene.y(side, place)
        if not scene.top <= y <= scene.bottom:
            scene.shift += y - (scene.top + scene.bottom) / 2
            self._forget()

    @property
    def zoom(self) -> float:
        """The zoom factor, 1 where everything is visible."""
        return self._scene.factor

    def grab_view(self) -> bool:
        self._grabbed = self._scene.shift
        return self.zoom > 1.0

    def drag_view(self, by: QPointF) -> None:
        self._scene.shift = self._grabbed - by.y()
        self._forget()

    # ---- painting

    def _forget(self, keep_words: bool = False) -> None:
        """Discards the cached picture; if `keep_words`, only its lines."""
        self._laid = False
        free = [] if self._layer is None else [self._layer]
        self._old_lines = set(self._grounds) if keep_words else set()
        if not keep_words:
            free += self._grounds.values()
            self._grounds.clear()
        self._spare = free[:2] or self._spare
        self._layer = None
        self.update()

    def restyled(self) -> None:
        self._forget()

    def _line_layer(self) -> QPixmap:
        """All lines on a transparent layer."""
        if self._layer is None:
            self._layer = self._blank(QColor(Qt.GlobalColor.transparent))
            with QPainter(self._layer) as painter:
                self._pen(painter).draw_lines(np.arange(len(self.drawing.lines)))
            self.pictures += 1
        return self._layer

    def _blank(self, ground: QColor) -> QPixmap:
        """A layer of one colour, reusing an old one: fresh memory takes longer to fill."""
        size, ratio = self.size() * self.devicePixelRatioF(), self.devicePixelRatioF()
        made = self._spare.pop() if self._spare else QPixmap()
        if made.size() != size or made.devicePixelRatio() != ratio:
            made = QPixmap(size)
            made.setDevicePixelRatio(ratio)
            made.fill(Qt.GlobalColor.transparent)  # one that can be seen through
        made.fill(ground)
        return made

    def _pen(self, painter: QPainter, vector: bool = False) -> LinePainter:
        ratio = 1.0 if vector else self.devicePixelRatioF()
        return LinePainter(painter, self._scene, themes.current(), vector=vector, ratio=ratio)

    def _ground(self, soft: bool | None) -> QPixmap:
        """Background, lines and words; `soft` says how far lines and words recede, None not at all."""
        ground = themes.current().q("background")
        if any(one.devicePixelRatio() != self.devicePixelRatioF() for one in self._grounds.values()):
            self._forget()  # the window is on another screen
        if soft not in self._grounds or soft in self._old_lines:
            layer, old = self._line_layer(), self._grounds.get(soft)
            made = self._grounds[soft] = self._blank(ground) if old is None else old
            with QPainter(made) as painter:
                if old is not None:  # its words stay
                    painter.setClipRect(self._scene.between())
                    painter.fillRect(self.rect(), ground)
                painter.setOpacity(strength_of_lines(soft))
                painter.drawPixmap(0, 0, layer)
                painter.setOpacity(1.0)
                pen = self._pen(painter)
                pen.draw_titles()  # long ones reach between the words
                if old is None:
                    pen.draw_words(soft)
        self._old_lines.discard(soft)
        return self._grounds[soft]

    def draw(self, painter: QPainter, theme: Theme) -> None:
        """Draws the cached layer and what is in focus over it."""
        self.scene()
        if painter.paintEngine().type() != QPaintEngine.Type.Raster and self.zoom == 1.0:
            painter.fillRect(self.rect(), theme.q("background"))
            self.paint_to(painter, QRectF(self.rect()))  # a window that is saved as SVG or PDF
            return
        focus, pen = self.focus, self._pen(painter)
        painter.drawPixmap(0, 0, self._ground(None if focus is None else focus.soft))
        pen.draw_step(self._step)
        if focus is not None:
            pen.draw_focus(focus, themes.font("small"))

    def paint_to(self, painter: QPainter, rect: QRectF) -> None:
        """Paints the whole drawing, including highlights, as shapes and text into `rect`, in px of the screen."""
        kept, focus = self._scene, self.focus
        self._scene = replace(kept, factor=1.0, shift=0.0)
        painter.save()
        try:
            self._scene.lay_out(rect, pixel_font(self.font()))
            soft, pen = None if focus is None else focus.soft, self._pen(painter, vector=True)
            pen.draw_lines(np.arange(len(self.drawing.lines)))
            veil = QColor(themes.current().q("background"))  # on all of them, as in the layer of `_ground`
            veil.setAlphaF(1.0 - strength_of_lines(soft))
            painter.fillRect(self._scene.rect, veil)
            pen.draw_titles()
            pen.draw_words(soft)
            pen.draw_step(self._step)
            if focus is not None:
                pen.draw_focus(focus, pixel_font(themes.font("small")))
        finally:
            painter.restore()
            self._scene = kept

    # ---- the pointer

    def place_at(self, point: QPointF) -> Target | None:
        scene, lines = self.scene(), self.drawing.lines
        side = scene.side_at(point)
        if side is not None:
            place = scene.place_at(side, point.y())
            return None if place is None else Target(side=side, place=place)
        at = scene.nearest(lines, point)
        if at is None:
            return None
        cell = int(lines.query[at]), int(lines.key[at])
        return Target(run=int(lines.run[at]), cell=cell, series=int(lines.series[at]))

    def tip_of(self, place: Target) -> str:
        """The text of a place; for a line only if no inspector shows the same."""
        return "" if is_told(self) and not place.is_token else self.describe(place)

    def spoken(self, place: Target) -> str:
        return self.describe(place)

    def hint_of(self, place: Target) -> str:
        return self.hint(place)

    def point_at(self, place: Target | None) -> None:
        if place != self.pointed:
            self.setAccessibleDescription("" if place is None else self.spoken(place))
        super().point_at(place)

    def start(self) -> object:
        return self.pointed

    def pick(self, place: Target) -> None:
        self.clicked.emit(place)

    # ---- sizes

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._forget()

    def changeEvent(self, event: QEvent) -> None:
        """Measures the words again when the font changes."""
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_scene"):
            self._forget()
        super().changeEvent(event)
