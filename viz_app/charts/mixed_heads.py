"""Which heads of all layers are mixed: a button that says how many, and the card on which they are chosen.

Layers and heads count from 0 here and from 1 on the screen.
"""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from viz_app.charts.chosen_heads import Place, chosen_heads, switched, text_of
from viz_app.charts.head_chips import APART, HIGH, WIDE, HeadChips
from viz_app.charts.head_hues import head_colour
from viz_app.system.language import tr
from viz_app.widgets import canvas
from viz_app.widgets import theme as themes
from viz_app.widgets.dialog import Popup
from viz_app.widgets.labels import MenuButton, plain_label, push_button
from viz_app.widgets.layout import column_of, row_of, show_part
from viz_app.widgets.painting import set_tip
from viz_app.widgets.theme import Theme

_ROOM = (480, 340)  # px at text size 100 %: where there are more chips than that, they are scrolled


class LayerChips(HeadChips):
    """A row of chips for each layer, the first of them for the whole layer; places count on from row to row. Arrows go
    from chip to chip."""

    held = Qt.KeyboardModifier.NoModifier

    def set_layers(self, size: tuple[int, int], on: Collection[Place], current: Place) -> None:
        """Shows chips for that many (layers, heads), which of them are on, and which head is looked at."""
        self._size = size
        layers, heads = size
        whole = {self._place(layer, -1) for layer in range(layers) if all((layer, head) in on for head in range(heads))}
        self.set_heads(layers * (heads + 1), frozenset(whole | {self._place(*one) for one in on}),
                       self._place(*current))  # fmt: skip

    _size = (0, 0)

    def _place(self, layer: int, head: int) -> int:
        return layer * (self._size[1] + 1) + head + 1

    def heads_at(self, place: int) -> set[Place]:
        """The heads that a chip stands for."""
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
        """Px of the chip of a whole layer."""
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
        self.chips.clicked.connect(lambda place: self._switch(place))
        self.chips.alone.connect(lambda place: self._switch(place, alone=True))
        self._area = QScrollArea(self.card)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setWidget(self.chips)
        about = tr("Click to add or remove a head or a whole layer; double-click to keep it alone.")
        about_label = plain_label(self.card, "small", about, muted=True, wrapped=True)
        self.all = push_button(self.card, tr("All heads"), tr("Mixes all heads."), self._take_all)
        self.listed = push_button(
            self.card,
            tr("Listed heads"),
            tr("Mixes only the heads that pass the filter."),
            self._take_listed,
        )
        row = row_of(1, self.listed, self.all)
        column_of(self._area, about_label, row, parent=self.card, margins=(16, 12, 16, 12), spacing=8)
        self.clicked.connect(self._open)

    def show_heads(self, out: str, size: tuple[int, int], current: Place, listed: Collection[Place]) -> None:
        """Which heads are left out of (layers, heads), which one is looked at, and which ones a filter leaves."""
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
        """Opens the card, its left edge under that of the button."""
        for _ in range(1 if self.card.isVisible() else 2):  # one that was never shown takes its size when it is
            self.card.adjustSize()
            self.card.open_at(self.mapToGlobal(QPoint(0, self.height() + APART)), self.chips)

    def _chosen(self) -> tuple[Place, ...]:
        return chosen_heads(self._out, range(self._size[0]), self._size[1])

    def _switch(self, place: int, alone: bool = False) -> None:
        self.chosen.emit(switched(self._out, self.chips.heads_at(place), self._size, over_layers=True, alone=alone))

    def _take_all(self) -> None:
        self.chosen.emit("")

    def _take_listed(self) -> None:
        self.chosen.emit(text_of(self._listed, self._size))
