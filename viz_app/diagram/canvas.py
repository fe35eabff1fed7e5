"""The diagram as a widget: fitted at first, zoomed by wheel and keys, moved by dragging, walked by arrow keys.

It shows what it is told and says what is pointed at or clicked. Everything but the pointer and the keyboard's box is
kept as a picture.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPaintEngine,
    QPainter,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QSizePolicy, QToolTip, QWidget

from model_core.anatomy import Anatomy
from viz_app import paint
from viz_app import theme as themes
from viz_app.diagram.blueprint import NARROWEST, SLIM, WIDEST, Blueprint, Box, Folding, blueprint
from viz_app.diagram.camera import LARGEST_FIT, MARGIN, Camera, fitted, whole
from viz_app.diagram.live import Live
from viz_app.diagram.sketch import Sketch

_ARROWS = {
    Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1),
}  # fmt: skip
_ZOOM = {Qt.Key.Key_Plus: 1.25, Qt.Key.Key_Equal: 1.25, Qt.Key.Key_Minus: 0.8}
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_LETTERS = {Qt.Key.Key_F: "fold", Qt.Key.Key_A: "all"}
_NOTCH = 1.0015  # how much closer for each unit of the wheel; a notch is 120
_SLACK = 3.0  # px around a box that still point at it
_PLAIN = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)

Place = tuple[Box, int | None]
"""A box, and the head or the token in it that is pointed at, or None."""


class Canvas(QWidget):
    """See module. `describe` is asked for the words of a tool tip: (box, head or token) -> plain text."""

    pointed = Signal(object)  # Place, or None
    chosen = Signal(object)  # Place: clicked, or Enter
    folded = Signal(object)  # Box whose layer F opens or folds; None: A, all or one
    closed = Signal()  # Escape

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.describe: Callable[[Box, int | None], str] | None = None
        self.sketch = Sketch()
        self.plan: Blueprint | None = None
        self.live: Live | None = None
        self._folding = Folding()
        self._laid: tuple[object, ...] = ()  # what the plan was made of
        self._camera = Camera()
        self._own = False  # the user zoomed or moved
        self._picture: QPixmap | None = None
        self._hover: Place | None = None
        self._cursor = ""  # the box that the keyboard is on
        self._ring = False
        self._pressed: QPointF | None = None
        self._dragged: QPointF | None = None
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(120, 90)
        self.setAccessibleName("The model")
        self.setToolTip("The model as boxes; point at one to see what it does.")
        themes.changed.connect(self._restyle)

    # ---- what it shows

    def show_model(self, live: Live, folding: Folding) -> None:
        """Shows a moment; lays out again only where model or folding are others."""
        if self.live is not None and live.anatomy is not self.live.anatomy:
            self._own = False
        self.live, self._folding = live, folding
        self._lay_out()
        self._picture = None
        self._say()
        self.update()

    @property
    def camera(self) -> Camera:
        """Which part is seen."""
        return self._camera

    @property
    def cursor_box(self) -> Box | None:
        """The box that the keyboard is on."""
        return None if self.plan is None else self.plan.box(self._cursor)

    def _lay_out(self) -> None:
        """The plan in proportions that suit the room, and the camera: fitted, or kept where the user moved it."""
        if self.live is None or self.width() < 1 or self.height() < 1:
            return
        width = self._box_width(self.live.anatomy)
        key = (id(self.live.anatomy), self._folding, width)
        if key != self._laid or self.plan is None:
            before, self.plan = self.plan, blueprint(self.live.anatomy, self._folding, width)
            if self._own and before is not None:
                self._hold(before)
            self._laid = key
            self._hover = None
        if not self._own:
            self._camera = self.fit(self.plan, QRectF(self.rect()))

    def _box_width(self, anatomy: Anatomy) -> float:
        """The width of boxes with which the diagram fills the room; kept while the user zooms."""
        if self._own and self.plan is not None and self._laid:
            return float(self._laid[2])  # type: ignore[arg-type]
        narrow = blueprint(anatomy, self._folding, NARROWEST).bounds
        scale = max(self._least(), (self.height() - 2 * MARGIN) / narrow.height())
        wanted = (self.width() - 2 * MARGIN) / min(scale, LARGEST_FIT * themes.text_scale())
        return round(min(WIDEST, max(NARROWEST, NARROWEST + (wanted - narrow.width()) / 2)))

    def _least(self) -> float:
        """The smallest scale at which a folded layer's words can be read."""
        return (self.sketch.fonts.line["small"] - 1) / SLIM

    def fit(self, plan: Blueprint, room: QRectF) -> Camera:
        """The camera that shows all, or as much as can be read, around the attention that is looked at."""
        least = self._least()
        focus = None
        if self.live is not None and whole(plan.bounds, room, themes.text_scale()) < least:
            focus = self._focus(plan, self.live)
        return fitted(plan.bounds, room, themes.text_scale(), least, focus)

    @staticmethod
    def _focus(plan: Blueprint, live: Live) -> QRectF | None:
        """The attention that is looked at or, folded, its layer."""
        side = "encoder" if live.kind == "encoder" else "decoder"
        mine = [box.rect for box in plan.boxes if box.attention and live.is_selected(box.attention, box.layer)]
        found = mine or [box.rect for box in plan.boxes if (box.side, box.layer) == (side, live.layer)]
        whole_rect = QRectF()
        for rect in found:
            whole_rect = whole_rect.united(rect)
        return whole_rect if found else None

    def _hold(self, before: Blueprint) -> None:
        """Keeps the box at the keyboard or the pointer where it is seen while others are laid out anew."""
        name = self._cursor if before.box(self._cursor) else ""
        old, new = before.box(name), self.plan.box(name) if self.plan is not None else None
        if old is not None and new is not None:
            was, now = self._camera.point(old.rect.topLeft()), self._camera.point(new.rect.topLeft())
            self._camera = self._camera.moved(was - now)

    def reset_view(self) -> None:
        """Shows all again."""
        self._own = False
        self._moved()

    def zoom_by(self, factor: float, at: QPointF | None = None) -> None:
        """Closer, around a point of the widget, else around the keyboard's box, else the middle."""
        if self.plan is None:
            return
        box = self.cursor_box
        middle = QRectF(self.rect()).center() if box is None else self._camera.rect(box.rect).center()
        inside = middle if self.rect().contains(middle.toPoint()) else QRectF(self.rect()).center()
        camera = self._camera.zoomed(factor, at or inside, themes.text_scale())
        self._camera = camera.kept(self.plan.bounds, QRectF(self.rect()))
        self._own = True
        self._moved()

    def _moved(self) -> None:
        self._lay_out()
        self._picture = None
        self.update()

    def _restyle(self, _theme: object = None) -> None:
        self.sketch.dress()
        self._moved()

    def sizeHint(self) -> QSize:
        """A comfortable size; the diagram fits itself into any."""
        return QSize(640, 520)

    # ---- where things are

    def seen(self, box: Box) -> QRectF:
        """Where a box is seen, px."""
        return self._camera.rect(box.rect)

    def place_at(self, point: QPointF) -> Place | None:
        """The box under a point, with the head or the token in it."""
        if self.plan is None:
            return None
        box = self.plan.at(self._camera.place(point), _SLACK / self._camera.scale)
        return None if box is None else (box, self._inner(box, point))

    def _inner(self, box: Box, point: QPointF) -> int | None:
        if self.live is None:
            return None
        rect = self.seen(box)
        if box.kind == "attention":
            squares = self._squares(box)
            return next((head for head, square in enumerate(squares) if square.contains(point)), None)
        if box.kind == "tokens":
            found = self._token_places(rect, box)
            return next((place for place, area, _ in found if place >= 0 and area.contains(point)), None)
        return None

    def _squares(self, box: Box) -> list[QRectF]:
        assert self.live is not None
        return self.sketch.head_places(self.seen(box), self.live)

    def _token_places(self, rect: QRectF, box: Box) -> list[tuple[int, QRectF, str]]:
        assert self.live is not None
        return self.sketch.token_places(rect, box, self.live)

    # ---- painting

    def paintEvent(self, event: QPaintEvent) -> None:
        """The kept picture, then pointer and keyboard over it."""
        theme = themes.current()
        with QPainter(self) as painter:
            if self.plan is None or self.live is None:
                painter.fillRect(self.rect(), theme.q("background"))
            elif painter.paintEngine().type() != QPaintEngine.Type.Raster:
                painter.fillRect(self.rect(), theme.q("background"))
                self.sketch.draw(painter, self.plan, self._camera, self.live, theme, QRectF(self.rect()))
            else:
                painter.drawPixmap(0, 0, self._kept(self.plan, self.live))
                self._draw_marks(painter)

    def _kept(self, plan: Blueprint, live: Live) -> QPixmap:
        ratio, theme = self.devicePixelRatioF(), themes.current()
        size = self.size() * ratio
        if self._picture is None or self._picture.size() != size:
            self._picture = QPixmap(size)
            self._picture.setDevicePixelRatio(ratio)
            self._picture.fill(theme.q("background"))
            with QPainter(self._picture) as painter:
                self.sketch.draw(painter, plan, self._camera, live, theme, QRectF(self.rect()), ratio)
        return self._picture

    def _draw_marks(self, painter: QPainter) -> None:
        theme = themes.current()
        if self._hover is not None:
            box, inner = self._hover
            rect = self.seen(box)
            if inner is not None and box.kind == "attention":
                rect = self._squares(box)[inner].adjusted(-1, -1, 1, 1)
            elif inner is not None:
                rect = next(area for place, area, _ in self._token_places(rect, box) if place == inner)
                rect = rect.adjusted(-3, 0, 3, 0)
            paint.draw_rounded(painter, rect, corner=4, fill=theme.q("ink", 0.05), line=theme.q("ink", 0.55), width=1.5)
        box_now = self.cursor_box
        if self._ring and box_now is not None:
            paint.draw_focus_ring(painter, self.seen(box_now).adjusted(-3, -3, 3, 3), theme, corner=6)
        elif self._ring:
            paint.draw_focus_ring(painter, QRectF(self.rect()), theme, corner=4)

    def paint_to(self, painter: QPainter, rect: QRectF) -> None:
        """Paints what is seen as shapes and text into `rect`, which is as large as the widget."""
        if self.plan is None or self.live is None:
            return
        painter.save()
        painter.setClipRect(rect, Qt.ClipOperation.IntersectClip)
        painter.translate(rect.topLeft())
        room = QRectF(0, 0, rect.width(), rect.height())
        self.sketch.draw(painter, self.plan, self._camera, self.live, themes.current(), room, 2.0, fixed=True)
        painter.restore()

    # ---- the mouse

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zooms around the pointer."""
        steps = event.angleDelta().y()
        if not steps or self.plan is None:
            event.ignore()
            return
        self.zoom_by(_NOTCH**steps, event.position())
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begins a click or a drag."""
        if event.button() in (Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton):
            self._pressed = event.position()
        else:
            event.ignore()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Points, or drags while a button is held."""
        point = event.position()
        begun = self._pressed if self._dragged is None else None
        if begun is not None and (point - begun).manhattanLength() >= QApplication.startDragDistance():
            self._dragged = begun
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
        if self._dragged is not None and self.plan is not None:
            self._camera = self._camera.moved(point - self._dragged).kept(self.plan.bounds, QRectF(self.rect()))
            self._dragged, self._own = point, True
            self._moved()
            return
        self._point_at(self.place_at(point))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Ends a drag, or chooses what was clicked."""
        dragged, self._dragged = self._dragged is not None, None
        began, self._pressed = self._pressed, None
        if dragged:
            self.unsetCursor()
        elif began is not None and event.button() == Qt.MouseButton.LeftButton:
            place = self.place_at(event.position())
            if place is not None:
                self._cursor = place[0].name
                self.chosen.emit(place)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Between the boxes: shows all again. On a box the first click has already said everything."""
        self._pressed = None
        if self.place_at(event.position()) is None:
            self.reset_view()

    def _point_at(self, place: Place | None) -> None:
        if place == self._hover:
            return
        self._hover = place
        self.setCursor(Qt.CursorShape.PointingHandCursor if place else Qt.CursorShape.ArrowCursor)
        self.update()
        self.pointed.emit(place)

    def leaveEvent(self, event: QEvent) -> None:
        """Nothing is pointed at any more."""
        self._point_at(None)

    # ---- keys

    def event(self, event: QEvent) -> bool:
        """Keeps its own keys from the window's shortcuts, and answers for tool tips."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._means(event):
            event.accept()
            return True
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            place = self.place_at(QPointF(event.pos()))
            text = self.describe(*place) if place is not None and self.describe is not None else ""
            QToolTip.showText(event.globalPos(), paint.tip(text), self)
            return True
        return super().event(event)

    @staticmethod
    def _means(event: QKeyEvent) -> bool:
        key = Qt.Key(event.key())
        mine = key in _ARROWS or key in _ZOOM or key in _ENTER or key in _LETTERS or key == Qt.Key.Key_0
        return mine and event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier in _PLAIN

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows go from box to box, Enter chooses, F folds, A opens all, + - 0 zoom, Escape closes what is open."""
        key = Qt.Key(event.key())
        if key == Qt.Key.Key_Escape:
            self.closed.emit()
        elif self.plan is None or not self._means(event):
            super().keyPressEvent(event)
        elif key in _ARROWS:
            self._walk(*_ARROWS[key])
        elif key in _ZOOM:
            self.zoom_by(_ZOOM[key])
        elif key == Qt.Key.Key_0:
            self.reset_view()
        elif key in _LETTERS:
            self.folded.emit(self.cursor_box if _LETTERS[key] == "fold" else None)
        elif self.cursor_box is not None:
            self.chosen.emit((self.cursor_box, None))

    def _walk(self, across: int, down: int) -> None:
        """To the next box in a direction; the first step goes to the attention that is looked at."""
        assert self.plan is not None and self.live is not None
        box = self.plan.beside(self._cursor, across, down)
        if self.cursor_box is None:
            live = self.live
            mine = [one for one in self.plan.boxes if one.attention and live.is_selected(one.attention, one.layer)]
            box = next(iter(mine), self.plan.boxes[0])
        if box is None:
            return
        self._cursor, self._ring = box.name, True
        self._reveal(self.seen(box))
        self._say()
        self.update()
        self.pointed.emit((box, None))

    def _reveal(self, rect: QRectF) -> None:
        """Moves the diagram so far that a place is seen."""
        room = QRectF(self.rect()).adjusted(8, 8, -8, -8)
        x = max(0.0, room.left() - rect.left()) or min(0.0, room.right() - rect.right())
        y = max(0.0, room.top() - rect.top()) or min(0.0, room.bottom() - rect.bottom())
        if x or y:
            self._camera, self._own = self._camera.moved(QPointF(x, y)), True
            self._moved()

    def _say(self) -> None:
        """What a screen reader says of the box that the keyboard is on."""
        box = self.cursor_box
        self.setAccessibleDescription(self.describe(box, None) if box is not None and self.describe is not None else "")

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Shows the ring when the keyboard brought the focus."""
        self._ring = event.reason() in paint.KEYBOARD_FOCUS
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hides the ring."""
        self._ring = False
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fits anew."""
        self._moved()


__all__ = ["Canvas", "Place"]
