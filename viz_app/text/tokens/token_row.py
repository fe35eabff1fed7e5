"""A row of token chips of a fixed height: one line that scrolls sideways, with arrows where more is hidden, or two
lines.

The row gets what it shows (`set_chips`) and what is selected (`set_marks`), and reports what is pointed at and clicked.
Marks never move chips.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QContextMenuEvent,
    QEnterEvent,
    QFocusEvent,
    QLinearGradient,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QRegion,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from viz_app.text.tokens.chip_places import BETWEEN, ChipPlaces, HorizontalScroll
from viz_app.text.tokens.token_chip import NO_MARKS, Chip, ChipFace, ChipMarks
from viz_app.widgets import icons, painting
from viz_app.widgets import theme as themes
from viz_app.widgets.canvas import ENDS, LEFT_RIGHT, Canvas, along
from viz_app.widgets.theme import Theme

_MANY = 3  # chips
_ARROW, _FADE = 22, 18  # px at text size 100 %, the width of an arrow and of the fading beside it


class ChipRow(Canvas):
    """Chips side by side. `side` is "source" or "target"; `motion` False lets it jump instead of glide. `pickable`
    False says that a click does nothing here: chips then show no hand and give no focus."""

    accessible_role = QAccessible.Role.List
    picked = Signal(int)
    menu_asked = Signal(int, QPoint)  # a chip, and where on the screen its menu belongs

    moves = {**LEFT_RIGHT, **ENDS}
    held = Qt.KeyboardModifier.NoModifier
    forgets = True
    least = 60, 0

    def __init__(self, side: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.side = side
        self.motion = self.pickable = True
        self.chips: tuple[Chip, ...] = ()
        self.marks = NO_MARKS  # as they are painted
        self._face = ChipFace(side)
        self.places = ChipPlaces()
        self.lines = 1
        self._fresh = True  # the chips are others than when the row was last scrolled to one
        self._kept: int | None = None  # the chip that was last scrolled to, None after scrolling by hand
        self.sideways = HorizontalScroll(self)
        self.sideways.moved.connect(self.update)
        self.stand_on("panel")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    # ---- what it shows

    def set_chips(self, chips: Sequence[Chip]) -> None:
        """Replaces the chips, repainting those that look different; the scroll offset stays as far as possible."""
        if tuple(chips) == self.chips:
            return
        before = _looks(self)
        self.chips = tuple(chips)
        self.at = self._kept = None
        self.unpoint()
        self._fresh = True
        self._measure()
        _update_changed(self, before)

    def set_marks(self, marks: ChipMarks) -> None:
        """Sets the marks; only chips that look different are repainted."""
        before, self.marks = self.marks, marks
        seen = () if before.same(marks) else self._chips_in(QRectF(self.rect()))
        changed = [self.chip_rect(index).toAlignedRect() for index in seen if before.of(index) != marks.of(index)]
        if len(changed) > _MANY:  # many pieces take longer than what lies between them
            changed = [reduce(QRect.united, changed)]
        for rect in changed:
            self.update(rect)

    def set_lines(self, lines: int) -> None:
        """Uses up to this many lines; chips that need more are on one that scrolls."""
        self.lines = lines
        self._measure()
        self.updateGeometry()
        self.update()

    def show_chip(self, index: int | None, glide: bool = True) -> None:
        """Scrolls just far enough, in new chips from their start, to show a chip and some of its neighbours."""
        if index is None or not 0 <= index < len(self.chips):
            return
        self._kept = index
        edge = max(_arrow() + themes.px(_FADE) + 2.0, self.width() / 5)
        chip = self.places.rect(index)
        edge = min(edge, max(0.0, (self.width() - chip.width()) / 2))
        left, right = chip.left() - edge, chip.right() + edge
        goal = min(max(0.0 if self._fresh else self.sideways.goal, right - self.width()), left)
        self._scroll_to(goal, glide and not self._fresh)  # other chips have come: nothing to follow with the eye
        self._fresh = False

    def chip_rect(self, index: int) -> QRectF:
        """The rectangle of a chip on the widget, px; IndexError for one that does not exist."""
        return self.places.rect(index).translated(-self.sideways.shift, 0)

    def chip_at(self, x: float, y: float = 1.0) -> int | None:
        """The chip at a point of the widget, None between chips, under the arrows, and for hidden ones."""
        index = None if self.arrow_at(x) else self.places.at(x + self.sideways.shift, y)
        return index if index is None or not self.marks.hides(index) else None

    def arrow_at(self, x: float) -> int:
        """-1 and 1 over the arrow that scrolls back and forward, otherwise 0."""
        if self.sideways.more_left and x < _arrow():
            return -1
        return 1 if self.sideways.more_right and x >= self.width() - _arrow() else 0

    # ---- sizes

    def sizeHint(self) -> QSize:
        high = self.lines * (self._face.height + BETWEEN) - BETWEEN + 2
        return QSize(round(self.places.length), high)

    def _measure(self) -> None:
        self.places.measure(self.chips, self._face)
        self._place()  # other chips need no other room: the row is as high as ever, and as wide as it is given

    def _place(self) -> None:
        self.places.place(self.width(), self.lines)
        self.sideways.resize(self.places.length, self.width())

    def _scroll_to(self, shift: float, glide: bool) -> None:
        self.sideways.scroll_to(shift, glide and self.motion and self.isVisible())

    def restyled(self) -> None:
        self._face = ChipFace(self.side)
        self._measure()
        self.show_chip(self._kept, glide=False)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.ApplicationFontChange):
            self._restyle()
        super().changeEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._place()
        self.show_chip(self._kept, glide=False)
        super().resizeEvent(event)

    # ---- painting

    def paintEvent(self, event: QPaintEvent) -> None:
        self.painted += 1
        with QPainter(self) as painter:
            painter.setClipRegion(event.region())
            painter.fillRect(event.rect(), themes.current().q(self.ground))
            self.draw(painter, themes.current())

    def draw(self, painter: QPainter, theme: Theme) -> None:
        """The chips within the painter's clip, with the focus ring, then the arrows."""
        region = painter.clipRegion() if painter.hasClipping() else QRegion(self.rect())
        placed = ((self.chip_rect(index), index) for index in self._chips_in(QRectF(region.boundingRect())))
        seen = [(rect, self.chips[index], index) for rect, index in placed
                if not self.marks.hides(index) and region.intersects(rect.toAlignedRect())]  # fmt: skip
        self._face.draw(painter, seen, self.marks, theme)
        ringed = next((rect for rect, _, index in seen if index == self.at), None) if self.hasFocus() else None
        if ringed is not None:
            painting.draw_focus_ring(painter, ringed.adjusted(3, 3, -3, -3), theme, corner=4)
        arrow = QRectF(0, 0, _arrow(), self._face.height + 2)
        if self.sideways.more_left:
            self._draw_arrow(painter, arrow, theme, "back")
        if self.sideways.more_right:
            self._draw_arrow(painter, arrow.translated(self.width() - arrow.width(), 0), theme, "forward")

    def _chips_in(self, area: QRectF) -> range:
        """The chips that overlap an area of the widget."""
        return self.places.between(area.left() + self.sideways.shift, area.right() + self.sideways.shift)

    def _draw_arrow(self, painter: QPainter, rect: QRectF, theme: Theme, name: str) -> None:
        """An arrow on the row's background, fading into the chips beside it."""
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

    def place_at(self, point: QPointF) -> int | None:
        return self.chip_at(point.x(), point.y())

    def rect_of(self, place: object) -> QRectF | None:
        return self.chip_rect(place) if isinstance(place, int) else None

    def tip_of(self, place: object) -> str:
        return self.chips[place].tip if isinstance(place, int) else ""

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        hand = self.arrow_at(event.position().x()) != 0 or (self.pointed is not None and self.pickable)
        self.setCursor(Qt.CursorShape.PointingHandCursor if hand else Qt.CursorShape.ArrowCursor)

    def point_at(self, place: object) -> None:
        """Hovering changes nothing here."""
        if place != self.pointed:
            self.pointed = place
            self.hovered.emit(place)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Picks a chip at once, as a press can mean nothing else."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        if direction := self.arrow_at(event.position().x()):
            self._kept = None
            self._scroll_to(self.sideways.goal + direction * 0.8 * self.width(), True)
        elif (index := self.place_at(event.position())) is not None and self.pickable:
            self.at = index
            self.picked.emit(index)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """With the mouse for the chip under it, with the keyboard for the one at the cursor."""
        mouse = event.reason() == QContextMenuEvent.Reason.Mouse
        index = self.place_at(QPointF(event.pos())) if mouse else self.at
        if isinstance(index, int) and index < len(self.chips):
            below = self.mapToGlobal(self.chip_rect(index).bottomLeft().toPoint())
            self.menu_asked.emit(index, event.globalPos() if mouse else below)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.places.length <= self.width():
            event.ignore()
            return
        turn = event.pixelDelta() if not event.pixelDelta().isNull() else event.angleDelta()
        self._kept = None
        self.sideways.jump(self.sideways.shift - (turn.x() or turn.y()))
        event.accept()

    def enterEvent(self, event: QEnterEvent) -> None:
        self.point_at(self.place_at(event.position()))

    # ---- the keyboard

    def walk(self, place: object, down: int, right: int) -> int | None:
        shown = sum(not self.marks.hides(index) for index in range(len(self.chips)))
        if place is None and right in (-1, 1):
            return along(self._start(), 0, shown)
        return along(place or 0, right, shown)

    def _start(self) -> int:
        """The initial position of the keyboard cursor: the marked chip, otherwise the first."""
        places = (self.marks.current, self.marks.key, self.marks.query)
        return next((place for place in places if place is not None), 0)

    def pick(self, place: object) -> None:
        if self.pickable:
            self.picked.emit(place)

    def move_to(self, place: object) -> None:
        self.show_chip(place if isinstance(place, int) else None)
        super().move_to(place)

    def focusInEvent(self, event: QFocusEvent) -> None:
        if event.reason() in painting.KEYBOARD_FOCUS and self.chips and self.at is None:
            self.at = min(self._start(), len(self.chips) - 1)
            self.show_chip(self.at)
        super().focusInEvent(event)


def _arrow() -> int:
    return themes.px(_ARROW)


Looks = dict[object, tuple[QRectF, object]]
"""For each chip its place and what is painted there, without the marks; for the row what is painted over all chips."""


def _looks(row: ChipRow) -> Looks:
    area = QRectF(row.rect())
    found: Looks = {row: (area, (row.sideways.more_left, row.sideways.more_right, row.at))}
    for index in row._chips_in(area):
        rect = row.chip_rect(index)
        found[index] = rect, row.chips[index].face(rect.width())
    return found


def _update_changed(row: ChipRow, before: Looks) -> None:
    """Requests repaints for what looks different."""
    after = _looks(row)
    for key in before.keys() | after.keys():
        if before.get(key) != after.get(key):
            for found in (before, after):
                if key in found:
                    row.update(found[key][0].toAlignedRect())
