"""A small box over the window in which another token is searched by its letters, and chosen."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from model_core.checkpoints.folder import model_folder
from model_core.errors import Refused
from model_core.record.trace import Token
from viz_app.system.command_queue import queued
from viz_app.text.token_chip import SPACE, token_tip
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.dialog import Popup
from viz_app.widgets.labels import plain_label

SHOWN, MOST = 8, 40  # rows seen at once, rows listed
_MOVES = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_PageUp: -SHOWN, Qt.Key.Key_PageDown: SHOWN}


class TokenSearch(Popup):
    """A popup; it deletes itself when it closes. `instead` is the token whose place is to be taken."""

    chosen = Signal(int)  # id

    def __init__(self, folder: str, instead: Token, parent: QWidget) -> None:
        title = f"In the place of {painting.shown(instead.text, themes.font('strong'))}"
        super().__init__(parent, title, once=True)
        self._folder, self._tokens = folder, list[Token]()
        self._begins = instead.piece.startswith(SPACE)  # what begins a word is offered in the place of such a one
        self.title = plain_label(self, "strong")
        self.title.setText(title)
        self.box = QLineEdit(self)
        self.box.setMaxLength(60)
        self.box.setPlaceholderText("Letters of a token")
        self.box.setAccessibleName("Find a token")
        self.box.setToolTip("Letters of any piece of the vocabulary; Enter takes the chosen one.")
        self.box.textChanged.connect(self.narrow)
        self.box.returnPressed.connect(queued(self, self.take))
        self.box.installEventFilter(self)
        self.list = QListWidget(self)
        self.list.setUniformItemSizes(True)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setAccessibleName("Tokens that fit")
        self.list.itemClicked.connect(queued(self, self.take))
        self.note = plain_label(self, "small", muted=True)
        self.note.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 12, 8)
        column.setSpacing(8)
        for widget in (self.title, self.box, self.list, self.note):
            column.addWidget(widget)
        self.setFocusProxy(self.box)
        self.setFixedWidth(themes.px(280))
        self.narrow("")

    def narrow(self, typed: str) -> None:
        """Lists what fits to the typed letters."""
        problem = ""
        try:
            from model_core.tokenizers import piece_search  # here: it loads the tokenizers' library

            vocabulary = piece_search.vocabulary_in(model_folder(self._folder))
            self._tokens = piece_search.found(vocabulary, typed, MOST, self._begins)
        except Refused as refused:
            self._tokens, problem = [], f"The vocabulary cannot be read: {refused.message}"
        self.list.clear()
        for token in self._tokens:
            begins = token.piece.startswith(SPACE)
            item = QListWidgetItem(f"{'' if begins or token.kind == 'special' else '+ '}{self._word(token)}")
            item.setToolTip(painting.tip(token_tip(token)))
            self.list.addItem(item)
        self.list.setCurrentRow(0)
        nothing = "No piece of this vocabulary has these letters." if typed.strip() else "Pieces with + go on a word."
        self.note.setText(problem or (nothing if not self._tokens else "Pieces with + go on a word."))
        self._fit()

    def _word(self, token: Token) -> str:
        return painting.shown(token.text, self.list.font())

    def _fit(self) -> None:
        """As high as what is listed, no higher than fits."""
        rows = sum(self.list.sizeHintForRow(row) for row in range(min(self.list.count(), SHOWN)))
        self.list.setFixedHeight(max(rows, 1) + 8)
        self.list.setVisible(self.list.count() > 0)
        self.adjustSize()

    def take(self) -> None:
        """Closes and says which token was chosen."""
        row = self.list.currentRow()
        if 0 <= row < len(self._tokens):
            token = self._tokens[row].id
            self.close()
            self.chosen.emit(token)

    def words(self) -> list[str]:
        """What is listed now."""
        return [token.text for token in self._tokens]

    def show_at(self, point: QPoint) -> None:
        """Opens with its corner at a point of the screen, and inside of it."""
        self.adjustSize()
        screen = self.screen().availableGeometry()
        lowest = screen.bottom() - self.height() - themes.px(200)  # it grows downwards when more is listed
        self.open_at(QPoint(point.x(), min(point.y(), lowest)), self.box)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Up and down move in the list while the cursor stays in the box."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and event.key() in _MOVES:
            row = self.list.currentRow() + _MOVES[Qt.Key(event.key())]
            self.list.setCurrentRow(min(max(row, 0), max(0, self.list.count() - 1)))
            return True
        return super().eventFilter(watched, event)


__all__ = ["TokenSearch"]
