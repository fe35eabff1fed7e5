"""What stands in the middle of the window while there is no picture."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from viz_app.document.store import Store
from viz_app.system.language import tr
from viz_app.widgets import theme as themes
from viz_app.widgets.labels import plain_label
from viz_app.widgets.layout import column_of


class Placeholder(QWidget):
    """A calm place in the middle: one line, and one sentence under it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.line = plain_label(self, "title")
        self.sentence = plain_label(self, "body", muted=True, wrapped=True)
        for label in (self.line, self.sentence):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column_of(2, self.line, self.sentence, 3, parent=self, margins=(32, 32, 32, 32))
        self.restyle()

    def show_message(self, line: str, sentence: str) -> None:
        """Shows other words."""
        self.line.setText(line)
        self.sentence.setText(sentence)

    def wait_for(self, store: Store) -> None:
        """Says what is missing until there is a first picture."""
        if store.problem:
            self.show_message(tr("There is no picture yet."), store.problem)
        elif store.engine in ("starting", "lost"):
            self.show_message(tr("Loading the model…"), tr("The first picture takes a moment. You can already type."))
        elif not any(line.strip() for line in store.state.run.source):
            self.show_message(tr("Type a sentence."), tr("Its translation and every head appear here as you type."))
        elif store.busy:
            self.show_message(tr("Reading the sentence…"), "")
        else:
            self.show_message(tr("Nothing is computed."), tr("Model ▸ Compute again computes this text."))

    def restyle(self) -> None:
        self.line.setFont(themes.font("title"))
        self.sentence.setFont(themes.font("body"))
