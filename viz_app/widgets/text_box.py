"""The base of text boxes that can be typed into."""

from __future__ import annotations

from PySide6.QtCore import QMimeData
from PySide6.QtWidgets import QPlainTextEdit


class PlainTextBox(QPlainTextEdit):
    """Plain text only; files that are dropped on it, or pasted, are left to the window."""

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return source.hasText() and not source.hasUrls()
