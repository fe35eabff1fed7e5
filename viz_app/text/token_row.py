"""A row of token chips of a fixed height: one line that scrolls sideways, with arrows where more is hidden, or two.

The row gets what it shows (`set_chips`) and what is looked at (`set_marks`), and reports what is pointed at and
what is clicked. Chips keep their places whatever is marked.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEasingCurve, QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, QVariantAnimation, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QEnterEvent,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QLinearGradient,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from viz_app.text.chip_places import BETWEEN, ChipPlaces
from viz_app.text.token_chip import NO_MARKS, Chip, ChipFace, ChipMarks
from viz_app.widgets import icons, painting
from viz_app.widgets import theme as themes

_ARROW, _FADE = 22, 18  # px at text size 100 %, the width of an arrow and of the fading beside it
_GLIDE = 140  # ms
_MOVES = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
_ENDS = {Qt.Key.Key_Home: 0, Qt.Key.Key_End: -1}
_PICKS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class ChipRow(QWidget):
    """Chips side by side. `side` is "source" or "target"; `motion` False lets it jump instead of glide.

    `pickable` False says that a click does nothing here: chips then show no hand and give no focus.
    """

    hovered = Signal(object)  # place of the chip under the pointer or the keyboard's cursor, None when left
    picked = Signal(int)
    menu_asked = Signal(int, QPoint)  # a chip, and where on the screen its menu belongs

    def __init__(self, side: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.side = side
        self.motion = True
        self.pickable = True
        self._chips: tuple[Chip, ...] = ()
        self._marks = NO_MARKS
        self._face = ChipFace(side)
        self._places = ChipPlaces()
        self.lines = 1
        self._shift = 0.0  # px scrolled
        self._fresh = True  # the chips are others than when the row was last scrolled to one
        self._kept: int | None = None  # the chip that was last scrolled to, None after scrolling by hand
        self._under: int | None = None  # the chip under the pointer
        self._at: int | None = None  # the keyboard's cursor
        self._glide = QVariantAnimation(self, duration=_GLIDE, easingCurve=QEasingCurve(QEasingCurve.Type.OutCubic))
        self._glide.valueChanged.connect(self._scroll_to)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        themes.changed.connect(self._restyle)

    # ---- what it shows

    @property
    def chips(self) -> tuple[Chip, ...]:
        """The chips as they are shown."""
        return self._chips

    @property
    def at(self) -> int | None:
        """The chip that the keyboard's cursor is at, None for none."""
        return self._at

    @property
    def marks(self) -> ChipMarks:
        """The marks as they are painted."""
        return self._marks

    @property
    def scrolled(self) -> float:
        """Px by which the row is scrolled to the right."""
        return self._shift

    def set_chips(self, chips: Sequence[Chip]) -> None:
        """Shows other chips; what is equal is left alone. The place scrolled to stays as far as it can."""
        if tuple(chips) == self._chips:
            return
        self._chips = tuple(chips)
        self._under = self._at = self._kept = None
        self._fresh = True
        self._measure()

    def set_marks(self, marks: ChipMarks) -> None:
        """Marks what is looked at; only chips that look different are painted again."""
        before, self._marks = self._marks, marks
        for index in self._seen(QRectF(self.rect())):
            if before.of(index) != marks.of(index):
                self.update(self.chip_rect(index).toAlignedRect())

    def set_lines(self, lines: int) -> None:
        """As many lines as there is room for; chips that need more stand in one that scrolls."""
        self.lines = lines
        self._measure()
        self.updateGeometry()

    def show_chip(self, index: int | None, glide: bool = True) -> None:
        """Scrolls just so far, in new chips from their start, that a chip and some of its neighbours can be seen."""
        if index is None or not 0 <= index < len(self._chips):
            return
        self._kept = index
        edge = max(self._arrow() + themes.px(_FADE) + 2.0, self.width() / 5)
        chip = self._places.rect(index)
        edge = min(edge, max(0.0, (self.width() - chip.width()) / 2))
        left, right = chip.left() - edge, chip.right() + edge
        goal = min(max(0.0 if self._fresh else self._goal(), right - self.width()), left)
        self._go(goal, glide and not self._fresh)  # other chips have come: nothing to follow with the eye
        self._fresh = False

    def chip_rect(self, index: int) -> QRectF:
        """Where a chip stands on the widget, px; IndexError for a chip that is not there."""
        return self._places.rect(index).translated(-self._shift, 0)

    def chip_at(self, x: float, y: float = 1.0) -> int | None:
        """The chip at a place on the widget, None between chips, under the arrows, and where one is hidden."""
        if (self._more_left() and x < self._arrow()) or (self._more_right() and x >= self.width() - self._arrow()):
            return None
        index = self._places.at(x + self._shift, y)
        return index if index is None or not self._marks.hides(index) else None

    # ---- sizes and scrolling

    def sizeHint(self) -> QSize:
        high = self.lines * (self._face.height + BETWEEN) - BETWEEN + 2
        return QSize(round(self._places.length), high)

    def minimumSizeHint(self) -> QSize:
        return QSize(themes.px(60), self.sizeHint().height())

    def _measure(self) -> None:
        self._places.measure(self._chips, self._face)
        self._places.place(self.width(), self.lines)
        self._glide.stop()
        self._shift = self._clamped(self._shift)
        self.update()  # other chips need no other room: the row is as high as ever, and as wide as it is given

    def _arrow(self) -> int:
        return themes.px(_ARROW)

    def _more_left(self) -> bool:
        return self._shift > 0.5

    def _more_right(self) -> bool:
        return self._places.length - self._shift > self.width() + 0.5

    def _clamped(self, shift: float) -> float:
        return max(0.0, min(shift, self._places.length - self.width()))

    def _goal(self) -> float:
        """Where the row is scrolling to."""
        running = self._glide.state() == QVariantAnimation.State.Running
        return float(self._glide.endValue()) if running else self._shift

    def _go(self, shift: float, glide: bool) -> None:
        goal = self._clamped(shift)
        if abs(goal - self._goal()) < 0.5:
            return
        self._glide.stop()
        if glide and self.motion and self.isVisible():
            self._glide.setStartValue(self._shift)
            self._glide.setEndValue(goal)
            self._glide.start()
        else:
            self._scroll_to(goal)

    def _scroll_to(self, shift: float) -> None:
        self._shift = self._clamped(float(shift))
        self.update()

    def _scroll_by_hand(self, shift: float) -> None:
        self._glide.stop()
        self._kept = None
        self._scroll_to(shift)

    def _restyle(self, _theme: object = None) -> None:
        self._face = ChipFace(self.side)
        self._measure()
        self.show_chip(self._kept, glide=False)
        self.updateGeometry()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.ApplicationFontChange):
            self._restyle()
        super().changeEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._glide.stop()
        self._places.place(self.width(), self.lines)
        self._shift = self._clamped(self._shift)
        self.show_chip(self._kept, glide=False)
        super().resizeEvent(event)

    # ---- painting

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = themes.current()
        painter = QPainter(self)
        region = event.region()
        for index in self._seen(QRectF(event.rect())):
            rect = self.chip_rect(index)
            if not region.intersects(rect.toAlignedRect()):
                continue
            self._face.draw(painter, rect, self._chips[index], index, self._marks, theme)
            if index == self._at and self.hasFocus():
                painting.draw_focus_ring(painter, rect.adjusted(3, 3, -3, -3), theme, corner=4)
        if self._more_left():
            self._draw_arrow(painter, QRectF(0, 0, self._arrow(), self._face.height + 2), "back")
        if self._more_right():
            right = QRectF(self.width() - self._arrow(), 0, self._arrow(), self._face.height + 2)
            self._draw_arrow(painter, right, "forward")
        painter.end()

    def _seen(self, area: QRectF) -> range:
        """The chips that reach into an area of the widget."""
        return self._places.between(area.left() + self._shift, area.right() + self._shift)

    def _draw_arrow(self, painter: QPainter, rect: QRectF, name: str) -> None:
        """An arrow on the row's own ground, fading into the chips beside it."""
        theme = themes.current()
        fade = themes.px(_FADE)
        inner = rect.right() if name == "back" else rect.left()
        shade = QLinearGradient(QPointF(inner, 0), QPointF(inner + (fade if name == "back" else -fade), 0))
        shade.setColorAt(0, theme.q("panel"))
        shade.setColorAt(1, theme.q("panel", 0.0))
        beside = QRectF(inner if name == "back" else inner - fade, 0, fade, rect.height())
        painter.fillRect(beside, shade)
        painter.fillRect(rect, theme.q("panel"))
        square = QRectF(0, 0, themes.px(14), themes.px(14))
        square.moveCenter(rect.center())
        icons.draw_icon(painter, name, square, theme.q("muted"))

    # ---- the mouse

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point(self.chip_at(event.position().x(), event.position().y()))
        arrow = self._arrow_at(event.position().x()) != 0
        hand = arrow or (self._under is not None and self.pickable)
        self.setCursor(Qt.CursorShape.PointingHandCursor if hand else Qt.CursorShape.ArrowCursor)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        x = event.position().x()
        if direction := self._arrow_at(x):
            self._kept = None
            self._go(self._goal() + direction * 0.8 * self.width(), True)
        elif (index := self.chip_at(x, event.position().y())) is not None and self.pickable:
            self._at = index
            self.picked.emit(index)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """By the mouse for the chip under it, by the keyboard for the one that its cursor is at."""
        mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        index = self.chip_at(event.pos().x(), event.pos().y()) if mouse else self._at
        if index is not None and index < len(self._chips):
            below = self.mapToGlobal(self.chip_rect(index).bottomLeft().toPoint())
            self.menu_asked.emit(index, event.globalPos() if mouse else below)

    def _arrow_at(self, x: float) -> int:
        """-1 and 1 over the arrow that scrolls back and on, else 0."""
        if self._more_left() and x < self._arrow():
            return -1
        return 1 if self._more_right() and x >= self.width() - self._arrow() else 0

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self._places.length <= self.width():
            event.ignore()
            return
        turn = event.pixelDelta() if not event.pixelDelta().isNull() else event.angleDelta()
        self._scroll_by_hand(self._shift - (turn.x() or turn.y()))
        event.accept()

    def enterEvent(self, event: QEnterEvent) -> None:
        self._point(self.chip_at(event.position().x(), event.position().y()))

    def leaveEvent(self, event: QEvent) -> None:
        self._point(None)

    def _point(self, index: int | None) -> None:
        if index != self._under:
            self._under = index
            self.hovered.emit(index)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            self._show_tip(event)
            return True
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride and self._is_mine(event):
            event.accept()  # or the window's own shortcuts would take the key
            return True
        return bool(super().event(event))

    def _show_tip(self, event: QHelpEvent) -> None:
        index = self.chip_at(event.pos().x(), event.pos().y())
        if index is None:
            QToolTip.hideText()
            return
        where: QRect = self.chip_rect(index).toAlignedRect()
        QToolTip.showText(event.globalPos(), painting.tip(self._chips[index].tip), self, where)

    # ---- the keyboard

    def _is_mine(self, event: QKeyEvent) -> bool:
        plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        return plain and event.key() in (*_MOVES, *_ENDS, *_PICKS)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._chips or not self._is_mine(event):
            super().keyPressEvent(event)
            return
        key = Qt.Key(event.key())
        last = sum(not self._marks.hides(index) for index in range(len(self._chips))) - 1
        if key in _PICKS:
            if self._at is not None and self.pickable:
                self.picked.emit(self._at)
        elif key in _ENDS:
            self._move_to(last if _ENDS[key] else 0)
        else:
            here = self._start() if self._at is None else self._at + _MOVES[key]
            self._move_to(max(0, min(last, here)))

    def _start(self) -> int:
        """Where the keyboard's cursor comes in: at the chip that is marked, else at the first."""
        places = (self._marks.current, self._marks.key, self._marks.query)
        return next((place for place in places if place is not None), 0)

    def _move_to(self, index: int) -> None:
        self._at = index
        self.show_chip(index)
        self.setAccessibleDescription(self._chips[index].tip)
        self.hovered.emit(index)
        self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        if event.reason() in painting.KEYBOARD_FOCUS and self._chips and self._at is None:
            self._at = min(self._start(), len(self._chips) - 1)
            self.show_chip(self._at)
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        if self._at is not None:
            self._at = None
            self.hovered.emit(None)
        super().focusOutEvent(event)
        self.update()
