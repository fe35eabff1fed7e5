"""Buttons side by side under the numbers of a cell or a head: commands that are about it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QSizePolicy, QWidget

from viz_app.widgets.labels import SlimButton
from viz_app.widgets.layout import row_of

_OPENS = " \u25be"


class CommandRow(QWidget):
    """Buttons that share the width: each does a command, or opens a menu of some."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row = row_of(parent=self, margins=(4, 2, 4, 0), spacing=8)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def keep_room(self, kept: bool) -> None:
        """Whether the row takes its room while it is hidden, too."""
        policy = self.sizePolicy()
        policy.setRetainSizeWhenHidden(kept)
        self.setSizePolicy(policy)

    def add(self, button: SlimButton) -> SlimButton:
        """One more button, as wide as the others."""
        button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._row.addWidget(button, 1)
        return button

    def add_command(self, words: str, command: QAction, key: str, tip: str) -> SlimButton:
        """A button that does a command, and is off where that cannot be done."""
        button = self.add(SlimButton(self))
        button.set_words(words, command.text(), tip, key)
        button.clicked.connect(command.trigger)
        command.changed.connect(lambda: button.setEnabled(command.isEnabled()))
        return button

    def add_menu(self, words: str, tip: str, entries: Sequence[QAction], renew: Callable[[], object]) -> SlimButton:
        """A button that opens a menu of commands; `renew` brings them up to date first."""
        button, menu = self.add(SlimButton(self)), QMenu(self)
        menu.setToolTipsVisible(True)
        menu.addActions(list(entries))
        button.set_words(words + _OPENS, words, tip)

        def open_menu() -> None:
            renew()
            menu.popup(button.mapToGlobal(button.rect().bottomLeft()))

        button.clicked.connect(open_menu)
        return button
