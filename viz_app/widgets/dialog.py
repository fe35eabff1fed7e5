"""The base of small windows beside the main one: Escape closes them, closing deletes them."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from viz_app.widgets.labels import plain_label

FRAME = 48  # px that a window's frame and title bar take at most


class Dialog(QDialog):
    """A window beside the main one that Escape closes and closing deletes."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(f"{title} — headscope")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(24, 20, 24, 20)
        self.column.setSpacing(12)
        self.heading = plain_label(self, "title", title)
        self.column.addWidget(self.heading)

    def room(self) -> QSize:
        """The largest size that stays on the screen with its frame."""
        return self.screen().availableSize() - QSize(32, FRAME)

    def resize_on_screen(self, width: int, height: int) -> None:
        """This size, but no larger than the screen: its buttons stay in reach in every text size."""
        self.resize(QSize(width, height).boundedTo(self.room()))

    def end_with_close(self, *before: QPushButton) -> None:
        """Adds the row of buttons."""
        close = QPushButton("Close", self)
        close.setToolTip("Closes this window (Esc)")
        close.clicked.connect(self.close)
        close.setDefault(True)
        row = QHBoxLayout()
        for button in before:
            row.addWidget(button)
        row.addStretch(1)
        row.addWidget(close)
        self.column.addLayout(row)
