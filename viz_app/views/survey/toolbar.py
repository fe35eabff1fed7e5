"""The lines around a survey's pictures: whose survey it is, and how one is made where there is none."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QApplication, QWidget

from viz_app.system.language import tr
from viz_app.widgets.labels import Caption, SlimButton
from viz_app.widgets.layout import column_of, row_of, show_part

_MAKE = tr("A survey averages every head over many sentences. Make one of this model:")
_NEEDS_A_MODEL = tr(
    "A survey averages heads over many sentences; a recording has only its own. Open a model to make one."
)


class SurveyBar(QWidget):
    """One line: which survey this is, or what is wrong with it, and what can be done."""

    model_asked = Signal()
    open_asked = Signal()
    live_asked = Signal()
    back_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = Caption("small", "muted", parent=self)
        self.model, self.open, self.live, self.back = (SlimButton(self) for _ in range(4))
        self.back.set_words(tr("Back to your text"), tr("Back to your text"), tr("Restores the previous text."))
        self.model.set_words(
            tr("Open its model"), tr("Open its model"), tr("Loads the model that this survey was made with.")
        )
        self.open.set_words(
            tr("Open a survey…"), tr("Open a survey…"), tr("Asks for a folder that holds a survey.json.")
        )
        self.live.set_words(
            tr("See it live"), tr("See this head in Attention"), tr("Shows its map for the current sentence.")
        )
        self.model.clicked.connect(self.model_asked)
        self.open.clicked.connect(self.open_asked)
        self.live.clicked.connect(self.live_asked)
        self.back.clicked.connect(self.back_asked)
        row_of((self.words, 1), self.back, self.model, self.live, self.open, parent=self)
        self.model.hide()
        self.back.hide()

    def show_words(self, words: str, *, wrong: bool, other: bool) -> None:
        """`wrong` makes them stand out; with `other` the survey's own model can be opened."""
        self.words.set_text(words, tone="error" if wrong else "muted")
        show_part(self.model, other)
        show_part(self.live, not other)


class Invitation(QWidget):
    """How a survey is made, where none is open."""

    survey_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = Caption("body", "ink", parent=self)
        self.command = Caption("code", "muted", parent=self)
        self.copy, self.make = SlimButton(self), SlimButton(self)
        self.copy.set_words(tr("Copy"), tr("Copy the command"), tr("Copies the command that makes a survey."))
        self.make.set_words(
            tr("Survey a file…"), tr("Survey a file…"), tr("Asks for a file of sentence pairs and makes a survey.")
        )
        self.copy.clicked.connect(lambda: QApplication.clipboard().setText(self.command.text()))
        self.make.clicked.connect(self.survey_asked)
        row = row_of((self.command, 1), self.copy, self.make)
        column_of(self.words, row, 1, parent=self, spacing=4)

    def show_command(self, command: str) -> None:
        """Another model's command; "" for a recording, which cannot read other sentences."""
        self.command.set_text(command)
        self.words.set_text(_MAKE if command else _NEEDS_A_MODEL)
        for button in (self.copy, self.make):
            show_part(button, bool(command))
