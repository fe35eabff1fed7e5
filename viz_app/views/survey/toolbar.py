"""The lines around a survey's pictures: whose survey it is, and how to make one."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QWidget

from viz_app.system.language import tr
from viz_app.widgets.labels import Caption, SlimButton, without_ends
from viz_app.widgets.layout import column_of, row_of, show_part

_MAKE = tr("A survey averages every head over many sentences. Make one of this model:")
_NEEDS_A_MODEL = tr(
    "A survey averages heads over many sentences; a recording has only its own. Open a model to make one."
)


class SurveyBar(QWidget):
    """One line: which survey this is, or what is wrong with it, and what can be done."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = Caption("small", "muted", parent=self)
        self.model = _button(self, tr("Open its model"), tr("Loads the model that this survey was made with."))
        self.open = _button(self, tr("Open a survey…"), tr("Asks for a folder that holds a survey.json."))
        about, name = tr("Shows its map for the current sentence."), tr("See this head in Attention")
        self.live = _button(self, tr("See it live"), about, name)
        self.back = _button(self, tr("Back to your text"), tr("Restores the previous text."))
        row_of((self.words, 1), self.back, self.model, self.live, self.open, parent=self)
        self.model.hide()
        self.back.hide()

    def show_words(self, words: str, *, wrong: bool, other: bool) -> None:
        """Shows a text; `wrong` emphasises it; with `other` the survey's own model can be opened."""
        self.words.set_text(words, tone="error" if wrong else "muted", shorter=without_ends(words))
        show_part(self.model, other)
        show_part(self.live, not other)


class Invitation(QWidget):
    """How to make a survey, while none is open."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = Caption("body", "ink", parent=self)
        self.command = Caption("code", "muted", parent=self)
        about = tr("Copies the command that makes a survey.")
        self.copy = _button(self, tr("Copy"), about, tr("Copy the command"))
        self.make = _button(self, tr("Survey a file…"), tr("Asks for a file of sentence pairs and makes a survey."))
        self.copy.clicked.connect(lambda: QApplication.clipboard().setText(self.command.text()))
        row = row_of((self.command, 1), self.copy, self.make)
        column_of(self.words, row, 1, parent=self, spacing=4)

    def show_command(self, command: str) -> None:
        """Shows the command for another model; "" for a recording, which cannot read other sentences."""
        self.command.set_text(command)
        self.words.set_text(_MAKE if command else _NEEDS_A_MODEL)
        for button in (self.copy, self.make):
            show_part(button, bool(command))


def _button(parent: QWidget, words: str, about: str, name: str = "") -> SlimButton:
    button = SlimButton(parent)
    button.set_words(words, name or words, about)
    return button
