"""Small things that several views do with their parts."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from viz_app import theme as themes


def plain_label(parent: QWidget, role: themes.Role, muted: bool = False) -> QLabel:
    """A label that shows any text as it is."""
    label = QLabel(parent)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setFont(themes.font(role))
    if muted:
        label.setProperty("tone", "muted")
    return label


def show_part(part: QWidget, shown: bool) -> None:
    """Shows or hides a part. The focus of a hidden one goes nowhere: Qt would hand it on as if Tab had been pressed."""
    focus = QApplication.focusWidget()
    if not shown and focus is not None and (focus is part or part.isAncestorOf(focus)):
        focus.clearFocus()
    part.setVisible(shown)


def settle(root: QWidget) -> None:
    """Gives everything on a widget its place at once, instead of one round of events after the other."""
    parts = (root, *root.findChildren(QWidget))
    for part in parts:
        part.ensurePolished()
    for _ in range(3):  # what is laid out first may give the rest other sizes
        for part in parts:
            layout = part.layout()
            if layout is not None:
                layout.activate()


__all__ = ["plain_label", "settle", "show_part"]
