"""One of a few words, as buttons side by side or, where there is no room for them, as a list."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QButtonGroup, QComboBox, QHBoxLayout, QPushButton, QSizePolicy, QWidget

from viz_app.widgets.layout import show_part
from viz_app.widgets.painting import tip


class Segments(QWidget):
    """`choices` are value -> (word, tip). `give_way` decides between buttons and list."""

    chosen = Signal(str)

    def __init__(self, name: str, choices: Mapping[str, tuple[str, str]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._values = tuple(choices)
        self.buttons = {value: self._make(*words) for value, words in choices.items()}
        self.list = QComboBox(self)
        self.list.setAccessibleName(name)
        self.list.setToolTip(tip("\n".join(f"{word}: {about}" for word, about in choices.values())))
        self.list.addItems([word for word, _ in choices.values()])
        self.list.activated.connect(lambda place: self.chosen.emit(self._values[place]))
        self.list.hide()
        group = QButtonGroup(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        last = len(self.buttons) - 1
        for place, (value, button) in enumerate(self.buttons.items()):
            button.setProperty("segment", {0: "first", last: "last"}.get(place, "middle"))
            button.clicked.connect(lambda _on, value=value: self.chosen.emit(value))
            group.addButton(button)
            row.addWidget(button)
        row.addWidget(self.list)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(name)
        self.show_value(self._values[0])

    def _make(self, word: str, about: str) -> QPushButton:
        button = QPushButton(word, self)
        button.setCheckable(True)
        button.setToolTip(tip(about))
        button.setAccessibleName(word)
        return button

    def show_value(self, value: str) -> None:
        """Shows another choice without telling of it."""
        self.buttons[value].setChecked(True)
        blocked = QSignalBlocker(self.list)
        self.list.setCurrentIndex(self._values.index(value))
        blocked.unblock()

    @property
    def value(self) -> str:
        """What is shown as chosen."""
        return self._values[self.list.currentIndex()]

    def wide(self) -> int:
        """Px that the buttons take."""
        for button in self.buttons.values():
            button.ensurePolished()
        return sum(button.sizeHint().width() for button in self.buttons.values())

    def give_way(self, width: int) -> None:
        """Buttons where they fit into `width` px, else a list."""
        fits = self.wide() <= width
        for button in self.buttons.values():
            show_part(button, fits)
        show_part(self.list, not fits)


__all__ = ["Segments"]
