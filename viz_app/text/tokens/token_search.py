"""A small popup to search for another token by its letters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QWidget

from model_core.checkpoints.folder import model_folder
from model_core.errors import Refused
from model_core.record.tokens import Token
from model_core.spec import SPACE
from viz_app.commands.choice_list import SearchPopup
from viz_app.data.selection import candidate_name
from viz_app.system.language import tr
from viz_app.text.tokens.token_chip import token_tip
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.labels import plain_label

MOST = 40
"""How many tokens are listed."""


class TokenSearch(SearchPopup):
    """`instead` is the token to be replaced."""

    chosen = Signal(int)  # id
    most_rows = 8

    def __init__(self, folder: str, instead: Token, parent: QWidget) -> None:
        title = tr("Instead of {token}", token=painting.visible_words(instead.text, themes.font("strong")))
        super().__init__(title, parent)
        self._folder, self._tokens = folder, list[Token]()
        self._begins = instead.kind == "word"  # a token that begins a word is replaced by such a one
        self.title = plain_label(self, "strong", title)
        self.box.setMaxLength(60)
        self.box.setPlaceholderText(tr("Letters of a token"))
        self.box.setAccessibleName(tr("Find a token"))
        self.box.setToolTip(tr("Letters of any piece in the vocabulary; Enter selects it."))
        self.list.setAccessibleName(tr("Matching tokens"))
        self.note = plain_label(self, "small", muted=True, wrapped=True)
        self.column.setContentsMargins(12, 8, 12, 8)
        self.column.insertWidget(0, self.title)
        self.column.addWidget(self.note)
        self.setFixedWidth(themes.px(280))
        self.narrow("")

    def lines_for(self, typed: str) -> Iterator[tuple[str, Mapping[int, str]]]:
        """The pieces of the vocabulary that contain the typed letters."""
        problem = ""
        try:
            from model_core.tokenizers import piece_search  # here: it loads the tokenizers' library

            vocabulary = piece_search.vocabulary_in(model_folder(self._folder))
            self._tokens = piece_search.matching_tokens(vocabulary, typed, MOST, self._begins)
        except Refused as refused:
            self._tokens, problem = [], tr("The vocabulary cannot be read: {message}", message=refused.message)
        nothing = typed.strip() and not self._tokens
        signs = tr("{space} = a space before it; without it, a piece continues a word.", space=SPACE)
        found = tr("No piece in this vocabulary has these letters.") if nothing else signs
        self.note.setText(problem or found)
        for token in self._tokens:
            words = painting.visible_words(candidate_name(token), self.list.font())
            yield words, {Qt.ItemDataRole.ToolTipRole: painting.tip(token_tip(token))}

    def pick(self, row: int) -> None:
        self.chosen.emit(self._tokens[row].id)

    def words(self) -> list[str]:
        return [token.text for token in self._tokens]

    def show_at(self, point: QPoint) -> None:
        """Opens within the screen, with its corner at this position."""
        self.adjustSize()
        screen = self.screen().availableGeometry()
        lowest = screen.bottom() - self.height() - themes.px(200)  # it grows downwards when more is listed
        self.open_at(QPoint(point.x(), min(point.y(), lowest)), self.box)
