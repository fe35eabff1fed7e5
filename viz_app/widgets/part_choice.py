"""Which part of the Decoding view is seen: segments in a row, or a list where there is no room for them."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QButtonGroup, QComboBox, QHBoxLayout, QPushButton, QSizePolicy, QWidget

from viz_app.widgets import painting
from viz_app.widgets.layout import show_part


class PartChoice(QWidget):
    """`parts`: id -> (word, tip)."""

    chosen = Signal(str)

    def __init__(self, parts: Mapping[str, tuple[str, str]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.buttons: dict[str, QPushButton] = {}
        self.list = QComboBox(self)
        self.list.setAccessibleName("Part of this view")
        self.list.setToolTip(painting.tip("Which part of this view is shown"))
        group = QButtonGroup(self)
        self._row = QWidget(self)
        line = QHBoxLayout(self._row)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(0)
        for place, (name, (word, tip)) in enumerate(parts.items()):
            button = self.buttons[name] = QPushButton(word, self._row)
            button.setProperty("segment", "first" if not place else "last" if place == len(parts) - 1 else "middle")
            button.setCheckable(True)
            button.setToolTip(painting.tip(tip))
            button.clicked.connect(lambda _on=False, name=name: self.chosen.emit(name))
            group.addButton(button)
            line.addWidget(button)
            self.list.addItem(word, name)
        self.list.activated.connect(lambda place: self.chosen.emit(self.list.itemData(place)))
        both = QHBoxLayout(self)
        both.setContentsMargins(0, 0, 0, 0)
        both.addWidget(self._row)
        both.addWidget(self.list)
        self.list.hide()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_part(self, name: str) -> None:
        """Marks the part that is seen; tells nobody."""
        self.buttons[name].setChecked(True)
        blocked = QSignalBlocker(self.list)
        self.list.setCurrentIndex(self.list.findData(name))
        blocked.unblock()

    def wanted_width(self) -> int:
        """Px that the segments take."""
        return self._row.sizeHint().width()

    def set_room(self, width: int) -> None:
        """Segments where they fit, else the list."""
        fits = self.wanted_width() <= width
        show_part(self._row, fits)
        show_part(self.list, not fits)


__all__ = ["PartChoice"]
