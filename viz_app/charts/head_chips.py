"""A chip for each head, in its colour: which heads are seen, and which one is looked at; and by what heads are sorted.

A click switches a head on or off, a double click leaves it alone or brings all back; with the keyboard Shift and an
arrow go from chip to chip and Return clicks. Heads count from 0 here and from 1 on the chips.
"""

from __future__ import annotations

import math
from collections.abc import Collection

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QColor, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from viz_app.charts.head_hues import head_colour
from viz_app.data.maps.head_order import ORDERS, PLACE, available_orders
from viz_app.system.language import tr
from viz_app.widgets import canvas, painting
from viz_app.widgets import theme as themes
from viz_app.widgets.canvas import Canvas
from viz_app.widgets.labels import MenuButton
from viz_app.widgets.painting import set_tip
from viz_app.widgets.theme import Theme

WIDE, HIGH, APART = 26, 24, 4  # px at text size 100 %


class HeadChips(Canvas):
    """`clicked` is a head that was clicked, `alone` one that was clicked twice; `set_heads` changes the chips."""

    accessible_role = QAccessible.Role.List
    clicked = Signal(int)
    alone = Signal(int)

    moves = {**canvas.ARROWS, **canvas.ENDS}
    corner = 6

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, tr("Heads"))
        self._heads, self.on, self._current = 0, frozenset[int](), 0
        self._single = False
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        painting.set_tip(
            self, tr("Which heads are shown: click to show one or leave it out, double-click to show it alone.")
        )

    # ---- what it shows

    def set_heads(self, heads: int, on: frozenset[int], current: int, single: bool = False) -> None:
        """Shows that many chips, which of them are on, and which head is looked at; `single`: a click chooses one."""
        if (heads, on, current, single) == (self._heads, self.on, self._current, self._single):
            return
        if heads != self._heads:
            self.at = self.pointed = None
        self._heads, self.on, self._current, self._single = heads, on, current, single
        self.setAccessibleDescription(self._state())
        self.updateGeometry()
        self.update()

    def _state(self) -> str:
        names = ", ".join(str(head + 1) for head in sorted(self.on))
        return tr("Shown: {names} of {heads}", names=names or tr("none", "of the heads"), heads=self._heads)

    def tip_of(self, place: int) -> str:
        if self._single:
            return tr("Head {head}: click to select it", head=place + 1)
        if place in self.on:
            return tr("Head {head}, shown: click to leave it out", head=place + 1)
        return tr("Head {head}, left out: click to show it", head=place + 1)

    # ---- places

    def _per_row(self, width: float) -> int:
        return max(1, math.floor((width + APART) / (themes.px(WIDE) + APART)))

    def heightForWidth(self, width: int) -> int:
        rows = max(1, math.ceil(self._heads / self._per_row(width)))
        return rows * (themes.px(HIGH) + APART) - APART

    def sizeHint(self) -> QSize:
        return QSize(max(1, self._heads) * (themes.px(WIDE) + APART) - APART, themes.px(HIGH))

    def minimumSizeHint(self) -> QSize:
        few = min(4, max(1, self._heads))
        return QSize(few * (themes.px(WIDE) + APART) - APART, themes.px(HIGH))

    def rect_of(self, place: object) -> QRectF:
        row, column = divmod(place if isinstance(place, int) else 0, self._per_row(self.width()))
        wide, high = themes.px(WIDE), themes.px(HIGH)
        above = max(0, self.height() - self.heightForWidth(self.width())) // 2
        return QRectF(column * (wide + APART), above + row * (high + APART), wide, high)

    def place_at(self, point: QPointF) -> int | None:
        return next((head for head in range(self._heads) if self.rect_of(head).contains(point)), None)

    # ---- painting

    def draw(self, painter: QPainter, theme: Theme) -> None:
        """The chips: filled are on, the selected one has a line under its number."""
        painter.setFont(themes.font("small"))
        for head in range(self._heads):
            self._paint_chip(painter, theme, head)

    def _face(self, place: int, theme: Theme) -> tuple[QColor, str]:
        """The colour of a chip, and what stands on it."""
        return head_colour(place, theme), str(place + 1)

    def _paint_chip(self, painter: QPainter, theme: Theme, head: int) -> None:
        rect, on = self.rect_of(head), head in self.on
        colour, words = self._face(head, theme)
        fill = colour if on else QColor(theme.panel)
        if head == self.pointed:
            fill = themes.mixed(colour, theme.panel, 0.82 if on else 0.2)
        painting.draw_rounded(painter, rect, corner=6, fill=fill, line=colour)
        ink = max(("#FFFFFF", "#14161B"), key=lambda one: themes.contrast(one, fill)) if on else theme.ink
        metrics = QFontMetricsF(painter.font())
        painter.setPen(QColor(ink))
        painting.draw_number(painter, rect.center(), words)
        if head == self._current:
            wide = metrics.horizontalAdvance(words) + 4
            y = rect.center().y() + metrics.capHeight() / 2 + 2
            painter.fillRect(QRectF(rect.center().x() - wide / 2, y, wide, 1.5), QColor(ink))

    # ---- what the user does

    def hint_of(self, place: int) -> str:
        return f"{self.tip_of(place)}."

    def start(self) -> int | None:
        return self.at if isinstance(self.at, int) else self._current if self._current < self._heads else None

    def ring_rect(self) -> QRectF:
        return self.rect_of(self.start())

    def walk(self, place: object, down: int, right: int) -> int | None:
        return canvas.along(place, down + right, self._heads)

    def pick(self, place: int) -> None:
        self.at = place
        self.clicked.emit(place)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        head = self.place_at(event.position())
        if head is not None:
            self.alone.emit(head)

    def take_key(self, event: QKeyEvent) -> bool:
        """Shift and Return leave the head alone."""
        shift = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier == Qt.KeyboardModifier.ShiftModifier
        if not shift or event.key() not in canvas.CHOOSE or self.start() is None:
            return super().take_key(event)
        self.alone.emit(self.start())
        return True


class HeadSorter(MenuButton):
    """The menu by which heads are sorted, the same in every view. `chosen` carries a word of ORDERS."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._offered: tuple[object, ...] = ()
        self.entries = self.set_choices({PLACE: ORDERS[PLACE]}, self.chosen.emit)
        set_tip(self, tr("How heads are sorted: by place, by what they read, or by their effect on the text."))

    def show_order(self, order: str, kinds: Collection[str], effects: bool = True) -> str:
        """Offers what makes sense for these attentions, with or without effects; the order that is marked as chosen."""
        if (tuple(kinds), effects) != self._offered:
            self._offered = tuple(kinds), effects
            self.entries = self.set_choices(available_orders(kinds, effects), self.chosen.emit)
        order = order if order in self.entries else PLACE
        self.entries[order].setChecked(True)
        self.set_words(tr("sorted by {word}", word=ORDERS[order][0]))
        return order
