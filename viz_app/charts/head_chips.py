"""A chip for each head, in its colour: which heads are shown or mixed, which one is selected, and how heads are sorted.

A click switches a head on or off, a double click leaves only that head on, or switches all back on. With the keyboard,
Shift and an arrow key move from chip to chip and Return clicks. Heads count from 0 here and from 1 on the chips.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from functools import partial

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QColor, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QWidget

from viz_app.charts.chosen_heads import Place, chosen_heads, switched, text_of
from viz_app.charts.head_hues import head_colour
from viz_app.data.maps.head_order import ORDERS, PLACE, available_orders
from viz_app.system.language import tr
from viz_app.widgets import canvas, painting
from viz_app.widgets import theme as themes
from viz_app.widgets.canvas import Canvas
from viz_app.widgets.dialog import Popup
from viz_app.widgets.labels import MenuButton, plain_label, push_button
from viz_app.widgets.layout import column_of, row_of, show_part
from viz_app.widgets.painting import set_tip
from viz_app.widgets.theme import Theme

WIDE, HIGH, APART = 26, 24, 4  # px at text size 100 %


class HeadChips(Canvas):
    """`clicked` carries a head that was clicked, `alone` one that was double-clicked; `set_heads` replaces the
    chips."""

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
        """Sets the number of chips, which are on, and the selected head; with `single` a click selects one head."""
        if (heads, on, current, single) == (self._heads, self.on, self._current, self._single):
            return
        more = heads != self._heads
        if more:
            self.at = self.pointed = None
        self._heads, self.on, self._current, self._single = heads, on, current, single
        self.setAccessibleDescription(self._state())
        if more:
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
        """Shift and Return leave only this head on."""
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
        self._made = self.set_choices(ORDERS, self.chosen.emit)
        self._offer({PLACE})
        set_tip(self, tr("How heads are sorted: by place, by what they read, or by their effect on the text."))

    def show_order(self, order: str, kinds: Collection[str], effects: bool = True) -> str:
        """Offers the orders that make sense for these attentions, with or without effects; returns the one marked as
        chosen."""
        if (tuple(kinds), effects) != self._offered:
            self._offered = tuple(kinds), effects
            self._offer(available_orders(kinds, effects))
        order = order if order in self.entries else PLACE
        self.entries[order].setChecked(True)
        self.set_words(tr("sorted by {word}", word=ORDERS[order][0]))
        return order

    def _offer(self, names: Collection[str]) -> None:
        """Shows these entries of the menu, which is made once."""
        self.entries = {name: made for name, made in self._made.items() if name in names}
        for name, made in self._made.items():
            made.setVisible(name in names)


_ROOM = (480, 340)  # px at text size 100 %: where there are more chips than that, they are scrolled


class LayerChips(HeadChips):
    """A row of chips for each layer, the first of them for the whole layer; places count on from row to row. Arrows go
    from chip to chip."""

    held = Qt.KeyboardModifier.NoModifier

    def set_layers(self, size: tuple[int, int], on: Collection[Place], current: Place) -> None:
        """Sets the (layers, heads) of the chips, which are on, and the selected head."""
        if size != self._size:
            self._size = size
            self.updateGeometry()
        layers, heads = size
        whole = {self._place(layer, -1) for layer in range(layers) if all((layer, head) in on for head in range(heads))}
        self.set_heads(layers * (heads + 1), frozenset(whole | {self._place(*one) for one in on}),
                       self._place(*current))  # fmt: skip

    _size = (0, 0)

    def _place(self, layer: int, head: int) -> int:
        return layer * (self._size[1] + 1) + head + 1

    def heads_at(self, place: int) -> set[Place]:
        layer, column = divmod(place, self._size[1] + 1)
        return {(layer, column - 1)} if column else {(layer, head) for head in range(self._size[1])}

    def _state(self) -> str:
        number = sum(place % (self._size[1] + 1) > 0 for place in self.on)
        return tr("{shown} of {all} heads", shown=number, all=self._size[0] * self._size[1])

    def tip_of(self, place: int) -> str:
        layer, column = divmod(place, self._size[1] + 1)
        name = tr("Layer {layer}, head {head}", layer=layer + 1, head=column)
        name = name if column else tr("All heads of layer {layer}", layer=layer + 1)
        if place in self.on:
            return tr("{heads}: click to remove from the mix", heads=name)
        return tr("{heads}: click to add to the mix", heads=name)

    # ---- places

    def _first(self) -> float:
        """Width in px of the chip that stands for a whole layer."""
        words = tr("Layer {layer}", layer=self._size[0])
        return QFontMetricsF(themes.font("small")).horizontalAdvance(words) + themes.px(16)

    def _per_row(self, _width: float) -> int:
        return self._size[1] + 1

    def sizeHint(self) -> QSize:
        wide, high = themes.px(WIDE) + APART, themes.px(HIGH) + APART
        return QSize(round(self._first()) + self._size[1] * wide, self._size[0] * high - APART)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def rect_of(self, place: object) -> QRectF:
        row, column = divmod(place if isinstance(place, int) else 0, self._size[1] + 1)
        wide, high, first = themes.px(WIDE), themes.px(HIGH), self._first()
        left = first + APART + (column - 1) * (wide + APART) if column else 0.0
        return QRectF(left, row * (high + APART), wide if column else first, high)

    def walk(self, place: object, down: int, right: int) -> int | None:
        return canvas.along(place, down * (self._size[1] + 1) + right, self._heads)

    def _face(self, place: int, theme: Theme) -> tuple[QColor, str]:
        layer, column = divmod(place, self._size[1] + 1)
        if column:
            return head_colour(column - 1, theme), str(column)
        return theme.q("muted"), tr("Layer {layer}", layer=layer + 1)


class MixedHeads(MenuButton):
    """`chosen` carries which heads are left out, as a text of `chosen_heads`."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, elastic=False)
        self._out, self._size, self._listed = "", (1, 1), frozenset[Place]()
        self.card = Popup(self, tr("Mixed heads"))
        self.chips = LayerChips(self.card)
        self.chips.clicked.connect(self._switch)
        self.chips.alone.connect(partial(self._switch, alone=True))
        self._area = QScrollArea(self.card)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setWidget(self.chips)
        about = tr("Click to add or remove a head or a whole layer; double-click to keep it alone.")
        about_label = plain_label(self.card, "small", about, muted=True, wrapped=True)
        self.all = push_button(self.card, tr("All heads"), tr("Mixes all heads."), lambda: self.chosen.emit(""))
        self.listed = push_button(
            self.card, tr("Listed heads"), tr("Mixes only the heads that pass the filter."),
            lambda: self.chosen.emit(text_of(self._listed, self._size)),
        )  # fmt: skip
        row = row_of(1, self.listed, self.all)
        column_of(self._area, about_label, row, parent=self.card, margins=(16, 12, 16, 12), spacing=8)
        self.clicked.connect(self._open)

    def show_heads(self, out: str, size: tuple[int, int], current: Place, listed: Collection[Place]) -> None:
        """Sets which of (layers, heads) are left out, the selected head, and the heads that a filter leaves."""
        self._out, self._size, self._listed = out, size, frozenset(listed)
        on, every = self._chosen(), size[0] * size[1]
        self.chips.set_layers(size, on, current)
        self.chips.resize(self.chips.sizeHint())
        wide, high = (themes.px(side) for side in _ROOM)
        bar = self._area.verticalScrollBar().sizeHint().width()
        wanted = self.chips.sizeHint() + QSize(bar if self.chips.height() > high else 0, 0)
        wanted += QSize(0, bar if wanted.width() > wide else 0)
        self._area.setFixedSize(wanted.boundedTo(QSize(wide, high)))
        self.set_words(tr("{shown} of {all} heads", shown=len(on), all=every))
        set_tip(self, tr("The layers and heads that are mixed."), self.words())
        self.all.setEnabled(len(on) < every)
        show_part(self.listed, 0 < len(self._listed) < every)
        self.listed.setEnabled(set(on) != self._listed)

    def _open(self) -> None:
        """Opens the card, left-aligned below the button."""
        for _ in range(1 if self.card.isVisible() else 2):  # one that was never shown takes its size when it is
            self.card.adjustSize()
            self.card.open_at(self.mapToGlobal(QPoint(0, self.height() + APART)), self.chips)

    def _chosen(self) -> tuple[Place, ...]:
        return chosen_heads(self._out, range(self._size[0]), self._size[1])

    def _switch(self, place: int, alone: bool = False) -> None:
        self.chosen.emit(switched(self._out, self.chips.heads_at(place), self._size, over_layers=True, alone=alone))
