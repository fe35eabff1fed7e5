"""Bases of text boxes that can be typed into: files that are dropped on them are left to what they are in."""

from __future__ import annotations

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QDragEnterEvent
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit


class PlainTextBox(QPlainTextEdit):
    """Plain text only; files that are dropped on it, or pasted, are left to the window."""

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return source.hasText() and not source.hasUrls()


class PlainLine(QLineEdit):
    """One line. The address of a web page is text, that of a file is not."""

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.ignore()
        else:
            super().dragEnterEvent(event)
