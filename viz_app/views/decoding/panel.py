"""What the parts of the Decoding view share: widgets below each other, and labels in the fonts of the theme."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout, QWidget

from viz_app.widgets import theme as themes
from viz_app.widgets.canvas import Canvas
from viz_app.widgets.labels import plain_label
from viz_app.widgets.theme import Role


class DecodingPanel(QWidget):
    """Subclasses add their widgets to `column` and leave out in `fit` what there is no room for."""

    stepped = Signal(int)  # another step of the main text is to be looked at
    hinted = Signal(str)

    def __init__(self, parent: QWidget | None, spacing: int) -> None:
        super().__init__(parent)
        self._labels: list[tuple[QLabel, Role]] = []
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(spacing)

    def add(self, *parts: QWidget, stretch: int = 0) -> None:
        """Widgets below each other; steps and hints of theirs are the panel's."""
        for part in parts:
            self.column.addWidget(part, stretch)
            if isinstance(part, Canvas):
                part.hinted.connect(self.hinted)
            if hasattr(part, "stepped"):
                part.stepped.connect(self.stepped)

    def label(self, role: Role = "body", muted: bool = False, parent: QWidget | None = None) -> QLabel:
        """A label of as many lines as it needs."""
        label = plain_label(parent or self, role, muted=muted)
        label.setWordWrap(True)
        self._labels.append((label, role))
        return label

    def card(self, parts: Iterable[QWidget], spacing: int = 8) -> QFrame:
        """A frame around widgets below each other."""
        card = QFrame(self)
        card.setProperty("card", True)
        inside = QVBoxLayout(card)
        inside.setContentsMargins(12, 8, 12, 8)
        inside.setSpacing(spacing)
        for part in parts:
            inside.addWidget(part)
        return card

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.fit()

    def fit(self) -> None:
        """Shows as much as there is room for."""
        raise NotImplementedError

    def restyle(self) -> None:
        """Takes the fonts of the present text size."""
        for label, role in self._labels:
            label.setFont(themes.font(role))
        self.fit()


__all__ = ["DecodingPanel"]
