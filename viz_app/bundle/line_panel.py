"""The row above the lines: which attention or all three, which layer, which heads."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QBoxLayout, QButtonGroup, QHBoxLayout, QMenu, QPushButton, QSizePolicy, QWidget

from viz_app import theme as themes
from viz_app.bundle.head_chips import HeadChips
from viz_app.caption import QuietMenu
from viz_app.paint import tip
from viz_app.parts import plain_label

_KINDS = {
    "encoder": ("Encoder", "How the source reads itself."),
    "decoder": ("Decoder", "How the target reads what is already written."),
    "cross": ("Cross", "How the target reads the source."),
    "": ("All three", "Encoder, cross and decoder attention in one picture."),
}
_APART = 12  # px between the choices


class LinePanel(QWidget):
    """`show_choice` marks what is looked at; choices come out as signals. `chips` are the heads."""

    kind_chosen = Signal(str)
    whole_chosen = Signal()
    layer_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kinds = self._make_kinds()
        self._layer = QuietMenu(self, elastic=False)
        self._layer.setToolTip(tip("Which layer; the arrow keys up and down go to the next one."))
        self._layers = 0
        self.chips = HeadChips(self)
        self._heads = plain_label(self, "small", muted=True)
        self._heads.setText("Heads")
        self._heads.setBuddy(self.chips)
        self._lay_out()
        self._dress()
        themes.changed.connect(self._dress)

    def _make_kinds(self) -> dict[str, QPushButton]:
        group = QButtonGroup(self)
        made = {}
        for place, (kind, (word, about)) in enumerate(_KINDS.items()):
            button = made[kind] = QPushButton(word, self)
            button.setProperty("segment", ("first", "middle", "middle", "last")[place])
            button.setCheckable(True)
            button.setToolTip(tip(about))
            button.setAccessibleName(f"{word} attention" if kind else "All three attentions in one picture")
            button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
            button.clicked.connect(lambda _on, kind=kind: self._choose(kind))
            group.addButton(button)
        return made

    def _choose(self, kind: str) -> None:
        if kind:
            self.kind_chosen.emit(kind)
        else:
            self.whole_chosen.emit()

    def _lay_out(self) -> None:
        segments = QHBoxLayout()
        segments.setSpacing(0)
        for button in self._kinds.values():
            segments.addWidget(button)
        first, second = QHBoxLayout(), QHBoxLayout()
        first.setSpacing(_APART)
        first.addLayout(segments)
        first.addWidget(self._layer)
        first.addStretch(1)
        second.setSpacing(8)
        second.addWidget(self._heads)
        second.addWidget(self.chips, 1)
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(8)
        self._row.addLayout(first)
        self._row.addLayout(second, 1)

    def show_choice(self, kind: str, layer: int, layers: int) -> None:
        """Marks the attention ("" = all three) and the layer of so many; tells nobody."""
        self._kinds[kind].setChecked(True)
        if layers != self._layers:
            self._layers = layers
            self._fill_layers()
        self._layer.set_words(f"Layer {layer + 1} of {layers}")
        self._layer.setAccessibleName(f"Layer {layer + 1} of {layers}")
        actions = self._layer.menu().actions()
        actions[layer].setChecked(True)

    def _fill_layers(self) -> None:
        before = self._layer.menu()
        menu = QMenu(self._layer)
        group = QActionGroup(menu)
        for layer in range(self._layers):
            action = QAction(f"Layer {layer + 1}", menu)
            action.setCheckable(True)
            action.triggered.connect(lambda _on, layer=layer: self.layer_chosen.emit(layer))
            group.addAction(action)
            menu.addAction(action)
        self._layer.setMenu(menu)
        if before is not None:
            before.deleteLater()

    def set_narrow(self, width: int) -> None:
        """Chips below the other choices where both do not fit side by side."""
        need = sum(button.sizeHint().width() for button in self._kinds.values()) + self._layer.sizeHint().width()
        need += self._heads.sizeHint().width() + self.chips.sizeHint().width() + 4 * _APART
        narrow = need > width
        self._row.setDirection(
            QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight
        )

    def _dress(self, _theme: object = None) -> None:
        """Takes the size of text of now."""
        self._heads.setFont(themes.font("small"))
        self.updateGeometry()


__all__ = ["LinePanel"]
