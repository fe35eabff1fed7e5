"""Small things that several views do with their parts."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QWidget


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


__all__ = ["settle", "show_part"]
