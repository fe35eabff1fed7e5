"""The description under the lines."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from viz_app.widgets.labels import plain_label


class Foot(QWidget):
    """Wrapped text. Another one that is as high leaves everything around where it is: a label would have all lay
    itself out again, up to the window."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._label = plain_label(self, "small", muted=True, wrapped=True)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def text(self) -> str:
        return self._label.text()

    def setText(self, text: str) -> None:
        before = self.heightForWidth(self.width())
        self._label.setText(text)
        if self.heightForWidth(self.width()) != before:
            self.updateGeometry()

    def heightForWidth(self, width: int) -> int:
        return self._label.heightForWidth(width)

    def sizeHint(self) -> QSize:
        return self._label.sizeHint()

    def minimumSizeHint(self) -> QSize:
        return self._label.minimumSizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._label.setGeometry(self.rect())

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.updateGeometry()
        super().changeEvent(event)
