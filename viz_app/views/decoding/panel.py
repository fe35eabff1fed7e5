"""What the parts of the Decoding view share: widgets below each other, cards and labels."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QWidget

from viz_app.data.decoded_texts import DecodedText
from viz_app.data.snapshot import Snapshot
from viz_app.widgets.canvas import Canvas
from viz_app.widgets.labels import plain_label
from viz_app.widgets.layout import column_of
from viz_app.widgets.theme import Role


class DecodingPanel(QWidget):
    """Subclasses add their widgets to `column` and leave out in `fit` what there is no room for."""

    stepped = Signal(int)  # another step of the main text is to be looked at
    hinted = Signal(str)

    def __init__(self, parent: QWidget | None, spacing: int) -> None:
        super().__init__(parent)
        self.column = column_of(parent=self, spacing=spacing)

    def add(self, *parts: QWidget, stretch: int = 0) -> None:
        """Widgets below each other; steps and hints of theirs are the panel's."""
        for part in parts:
            self.column.addWidget(part, stretch)
            if isinstance(part, Canvas):
                part.hinted.connect(self.hinted)
            if hasattr(part, "stepped"):
                part.stepped.connect(self.stepped)

    def label(self, role: Role = "body", muted: bool = False) -> QLabel:
        """A label of as many lines as it needs."""
        return plain_label(self, role, muted=muted, wrapped=True)

    def card(self, *parts: QWidget) -> QFrame:
        """A frame around widgets below each other."""
        card = QFrame(self)
        card.setProperty("card", True)
        column_of(*parts, parent=card, margins=(12, 8, 12, 8))
        return card

    def show_step(self, shot: Snapshot, sentence: int, texts: Sequence[DecodedText], step: int) -> None:
        """Shows a step (from 0) of the texts of a sentence, of which there is at least one."""
        raise NotImplementedError

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.fit()

    def fit(self) -> None:
        """Shows as much as there is room for."""
        raise NotImplementedError

    def restyle(self) -> None:
        """Takes the present text size."""
        self.fit()
