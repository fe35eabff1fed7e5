"""A chip for each head, in its colour: which heads are seen, and which one is looked at.

A click switches a head on or off, a double click leaves it alone or brings all back; with the keyboard Shift and an
arrow go from chip to chip and Return clicks. Heads count from 0 here and from 1 on the chips.
"""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from viz_app.maps.head_hues import head_colour
from viz_app.widgets import painting
from viz_app.widgets import theme as themes

_WIDE, _HIGH, _APART = 26, 22, 4  # px at text size 100 %
_MOVES = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


class HeadChips(QWidget):
    """`clicked` is a head that was clicked, `alone` one that was clicked twice; the chips change when they are told."""

    clicked = Signal(int)
    alone = Signal(int)
    hovered = Signal(object)  # head or None

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._heads, self._on, self._current = 0, frozenset[int](), 0
        self._single = False
        self._cursor: int | None = None
        self._under: int | None = None
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAccessibleName("Heads")
        self.setToolTip(painting.tip("Which heads are seen: a click switches one, a double click shows it alone."))
        themes.changed.connect(self._dress)

    # ---- what it shows

    @property
    def on(self) -> frozenset[int]:
        """The heads that are switched on."""
        return self._on

    def set_heads(self, heads: int, on: frozenset[int], current: int, single: bool = False) -> None:
        """Shows so many chips, which of them are on, and which head is looked at; `single`: a click chooses one."""
        if (heads, on, current, single) == (self._heads, self._on, self._current, self._single):
            return
        if heads != self._heads:
            self._cursor = self._under = None
        self._heads, self._on, self._current, self._single = heads, on, current, single
        self.setAccessibleDescription(self._state())
        self.updateGeometry()
        self.update()

    def _state(self) -> str:
        names = ", ".join(str(head + 1) for head in sorted(self._on))
        return f"Seen: {names or 'none'} of {self._heads}"

    def words(self, head: int) -> str:
        """What a chip says about itself."""
        state = "seen" if head in self._on else "switched off"
        if self._single:
            return f"Head {head + 1}: a click looks at it"
        return f"Head {head + 1}, {state}: a click switches it {'off' if head in self._on else 'on'}"

    # ---- places

    def _per_row(self, width: float) -> int:
        return max(1, math.floor((width + _APART) / (themes.px(_WIDE) + _APART)))

    def heightForWidth(self, width: int) -> int:
        """As many rows of chips as the width needs."""
        rows = max(1, math.ceil(self._heads / self._per_row(width)))
        return rows * (themes.px(_HIGH) + _APART) - _APART

    def sizeHint(self) -> QSize:
        """All chips in one row."""
        return QSize(max(1, self._heads) * (themes.px(_WIDE) + _APART) - _APART, themes.px(_HIGH))

    def minimumSizeHint(self) -> QSize:
        """A few chips; the rest goes below."""
        few = min(4, max(1, self._heads))
        return QSize(few * (themes.px(_WIDE) + _APART) - _APART, themes.px(_HIGH))

    def chip_rect(self, head: int) -> QRectF:
        """Where a chip is, px."""
        row, column = divmod(head, self._per_row(self.width()))
        wide, high = themes.px(_WIDE), themes.px(_HIGH)
        above = max(0, self.height() - self.heightForWidth(self.width())) // 2
        return QRectF(column * (wide + _APART), above + row * (high + _APART), wide, high)

    def head_at(self, point: QPointF) -> int | None:
        """The head whose chip is at a point."""
        return next((head for head in range(self._heads) if self.chip_rect(head).contains(point)), None)

    # ---- painting

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paints the chips: filled are on, the one that is looked at has a line under its number."""
        with QPainter(self) as painter:
            painter.setFont(themes.font("small"))
            for head in range(self._heads):
                self._paint_chip(painter, head)

    def _paint_chip(self, painter: QPainter, head: int) -> None:
        theme, rect, on = themes.current(), self.chip_rect(head), head in self._on
        colour = head_colour(head, theme)
        fill = colour if on else QColor(theme.panel)
        if head == self._under:
            fill = _mixed(colour, QColor(theme.panel), 0.82 if on else 0.2)
        painting.draw_rounded(painter, rect, corner=6, fill=fill, line=colour)
        ink = max(("#FFFFFF", "#14161B"), key=lambda one: themes.contrast(one, fill)) if on else theme.ink
        metrics = QFontMetricsF(painter.font())
        painter.setPen(QColor(ink))
        painting.draw_number(painter, rect.center(), str(head + 1), metrics)
        if head == self._current:
            wide = metrics.horizontalAdvance(str(head + 1)) + 4
            y = rect.center().y() + metrics.capHeight() / 2 + 2
            painter.fillRect(QRectF(rect.center().x() - wide / 2, y, wide, 1.5), QColor(ink))
        if self.hasFocus() and head == self._cursor:
            painting.draw_focus_ring(painter, rect, theme, corner=6)

    # ---- what the user does

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Points at a chip."""
        self._point_at(self.head_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        """Points at nothing."""
        self._point_at(None)

    def _point_at(self, head: int | None) -> None:
        if head != self._under:
            self._under = head
            self.setCursor(Qt.CursorShape.ArrowCursor if head is None else Qt.CursorShape.PointingHandCursor)
            self.update()
            self.hovered.emit(head)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Clicks a chip."""
        head = self.head_at(event.position())
        if head is None or event.button() != Qt.MouseButton.LeftButton:
            event.ignore()
            return
        self._cursor = head
        self.clicked.emit(head)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Leaves one head alone."""
        head = self.head_at(event.position())
        if head is not None:
            self.alone.emit(head)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Shift and an arrow move the cursor, Return clicks; with Shift it leaves the head alone."""
        key, shift = Qt.Key(event.key()), bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        at = self._current if self._cursor is None else self._cursor
        if key in _MOVES and shift and self._heads:
            self._cursor = min(max(at + _MOVES[key], 0), self._heads - 1)
            self.setAccessibleDescription(self.words(self._cursor))
            self.hovered.emit(self._cursor)
            self.update()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and at < self._heads:
            (self.alone if shift else self.clicked).emit(at)
        else:
            event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Shows the cursor when the keyboard brought the focus."""
        if event.reason() in painting.KEYBOARD_FOCUS and self._cursor is None:
            self._cursor = self._current
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hides the cursor."""
        self.update()

    def event(self, event: QEvent) -> bool:
        """Answers the question for a tool tip; everything else as usual."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            head = self.head_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), "" if head is None else painting.tip(self.words(head)), self)
            return True
        return super().event(event)

    def _dress(self, _theme: object = None) -> None:
        self.updateGeometry()
        self.update()


def _mixed(top: QColor, below: QColor, amount: float) -> QColor:
    """`top` laid over `below`: 0 is `below`, 1 is `top`."""
    parts = ((top.redF(), below.redF()), (top.greenF(), below.greenF()), (top.blueF(), below.blueF()))
    return QColor.fromRgbF(*(b + (t - b) * amount for t, b in parts))


__all__ = ["HeadChips"]
