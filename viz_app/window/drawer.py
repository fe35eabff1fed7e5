"""The popup for the options of a view while they do not fit beside its heading."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from viz_app.widgets import icons
from viz_app.widgets import theme as themes
from viz_app.widgets.dialog import Popup


class Drawer(Popup):
    """Holds the options; its button stands beside the heading."""

    def __init__(self, page: QWidget) -> None:
        super().__init__(page, "Options of this view")
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(12, 12, 12, 12)
        self.button = QToolButton(page)
        self.button.setProperty("role", "flat")
        self.button.setAccessibleName("Options of this view")
        self.button.setToolTip("Options of this view")
        self.button.clicked.connect(lambda: self.open_below(self.button))
        self.button.hide()

    def holds(self, options: QWidget) -> bool:
        """Whether the options are in here."""
        return self._row.indexOf(options) >= 0

    def take(self, options: QWidget) -> None:
        """Puts the options in here."""
        self._row.addWidget(options)
        self.button.setIcon(icons.icon("more"))
        self.button.setIconSize(QSize(themes.px(16), themes.px(16)))
        self.button.show()

    def give(self, options: QWidget) -> QWidget:
        """Hands the options back."""
        self._row.removeWidget(options)
        self.button.hide()
        self.hide()
        return options
