"""A card over the window that a click beside it closes, always whole on the screen."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QFrame, QWidget

_GAP = 4  # px between a button and its card


class Popup(QFrame):
    """A card with a name for screen readers. With `once` it is deleted when it closes."""

    def __init__(self, parent: QWidget, name: str, *, once: bool = False) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setProperty("card", True)
        self.setAccessibleName(name)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, once)

    def place(self, corner: QPoint) -> None:
        """Moves the upper left corner here, or as near as the screen allows."""
        screen = (self.parentWidget() or self).screen().availableGeometry()
        left = max(screen.left(), min(corner.x(), screen.right() + 1 - self.width()))
        self.move(left, max(screen.top(), min(corner.y(), screen.bottom() + 1 - self.height())))

    def open_at(self, corner: QPoint, focus: QWidget | None = None) -> None:
        """Opens at a point of the screen and gives `focus` the keyboard."""
        self.place(corner)
        self.show()
        if focus is not None:
            focus.setFocus(Qt.FocusReason.PopupFocusReason)

    def open_below(self, button: QWidget, focus: QWidget | None = None) -> None:
        """Opens under a button, right edge under right edge."""
        corner = button.mapToGlobal(QPoint(button.width(), button.height() + _GAP))
        for _ in range(1 if self.isVisible() else 2):  # one that was never shown takes its size when it is
            self.adjustSize()
            self.open_at(corner - QPoint(self.width(), 0), focus)


__all__ = ["Popup"]
