"""The input of the console: several lines, with history, indentation and completion."""

from __future__ import annotations

import codeop
import re
import warnings
from functools import partial

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QKeySequence, QTextCursor
from PySide6.QtWidgets import QMenu, QSizePolicy, QWidget

from viz_app.data.number_format import ELLIPSIS
from viz_app.system.language import tr
from viz_app.views.console.transcript import PROMPT, CodeBox
from viz_app.widgets import theme as themes
from viz_app.widgets.labels import add_entry

HISTORY = 500
"""Lines that Up and Down go back to."""
LISTED = 20
"""Completions that are listed."""
_ROWS = 8
_TAB = "    "
_NAME = re.compile(r"[A-Za-z_][\w.]*$")
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_HISTORY_KEYS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


class Prompt(CodeBox):
    """`entered` carries what is to be run, `completion_asked` a name that is begun; `interrupted`: Ctrl+C.

    Enter runs a statement that is complete, Ctrl+Enter and Shift+Enter anything. It keeps its own undo: what is typed
    here is no part of the State. The content is held here and in the transcript alone; nothing that is opened (a
    session, a lesson, a recording, a link) reaches either, since neither is made from the State.
    """

    entered = Signal(str)
    completion_asked = Signal(str)
    interrupted = Signal()

    def __init__(self, parent: QWidget) -> None:
        about = tr("Enter runs a complete statement, Ctrl+Enter anything; Up and Down go through what was run.")
        super().__init__(parent, tr("Python"), about, PROMPT.strip())
        self.can_complete = False
        self._past: list[str] = []
        self._place, self._draft = 0, ""  # in the history; what was typed before going back in it
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.document().documentLayout().documentSizeChanged.connect(lambda _: self.fit())

    # ---- its text

    def put(self, code: str) -> None:
        """Adds code at the end, for the user to read and run."""
        before = self.toPlainText().rstrip()
        self._replace(f"{before}\n{code}" if before else code)
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def enter(self) -> None:
        """Requests to run its content."""
        if self.toPlainText().strip():
            self.entered.emit(self.toPlainText().rstrip())

    def take(self) -> None:
        """The content is run: it moves into the history."""
        code = self.toPlainText().rstrip()
        self._past = [*(one for one in self._past[-HISTORY:] if one != code), code]
        self._place, self._draft = len(self._past), ""
        self.setPlainText("")

    def complete(self, names: list[str]) -> None:
        """Completes the name before the cursor to the common beginning of these; lists them if that adds nothing."""
        begun = self._begun()
        names = [name for name in names if name.startswith(begun)]
        first, last = min(names, default=begun), max(names, default=begun)
        common = first[: next((n for n, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), len(first))]
        if len(common) > len(begun):
            self.insertPlainText(common[len(begun) :])
        elif len(names) > 1:
            menu = QMenu(self)
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            for name in names[:LISTED]:
                add_entry(menu, self, name, partial(self.insertPlainText, name[len(begun) :]))
            if len(names) > LISTED:
                menu.addAction(ELLIPSIS).setEnabled(False)  # there are more: another letter finds them
            menu.popup(self.viewport().mapToGlobal(self.cursorRect().bottomLeft() + QPoint(0, 4)))

    def _replace(self, text: str) -> None:
        """Replaces the text, as one undoable change."""
        cursor = self.textCursor()
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.insertText(text)
        self.setTextCursor(cursor)
        self.ensureCursorVisible()

    def _begun(self) -> str:
        """The name before the cursor."""
        cursor = self.textCursor()
        found = _NAME.search(cursor.block().text()[: cursor.positionInBlock()])
        return "" if found is None or cursor.hasSelection() else found[0]

    def _recall(self, by: int) -> bool:
        """Goes back or forward in the history; False if there is nothing."""
        place = self._place + by
        if not 0 <= place <= len(self._past):
            return False
        if self._place == len(self._past):
            self._draft = self.toPlainText()
        self._place = place
        self._replace([*self._past, self._draft][place])
        return True

    # ---- keys

    def event(self, event: QEvent) -> bool:
        """Undo belongs to the window if nothing was typed; Tab completes a name, or indents, otherwise moves the
        focus."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            undo, redo = (event.matches(key) for key in (QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo))
            if (undo and not self.document().isUndoAvailable()) or (redo and not self.document().isRedoAvailable()):
                event.ignore()
                return False
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.key() == Qt.Key.Key_Tab:
            if self._begun() and self.can_complete:
                self.completion_asked.emit(self._begun())
                return True
            cursor = self.textCursor()
            if cursor.blockNumber() and not cursor.block().text()[: cursor.positionInBlock()].strip():
                self.insertPlainText(_TAB)
                return True
        return bool(super().event(event))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        cursor, key = self.textCursor(), event.key()
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if key in _ENTER:
            if held or self._is_complete():
                self.enter()
            else:
                self._break_line()
        elif event.matches(QKeySequence.StandardKey.Copy) and not cursor.hasSelection():
            self.interrupted.emit()
        elif key in _HISTORY_KEYS and not held and self._at_edge(key) and self._recall(_HISTORY_KEYS[Qt.Key(key)]):
            event.accept()
        else:
            super().keyPressEvent(event)

    def _at_edge(self, key: int) -> bool:
        """Whether Up or Down would leave the text."""
        cursor = self.textCursor()
        way = QTextCursor.MoveOperation.Up if key == Qt.Key.Key_Up else QTextCursor.MoveOperation.Down
        return not cursor.movePosition(way)

    def _is_complete(self) -> bool:
        """Whether Enter runs it, as in IPython: the cursor is at the end of complete statements, a block ends with an
        empty line. What can never become Python is run too, so that Python says why."""
        cursor, text = self.textCursor(), self.toPlainText()
        last = text.rpartition("\n")[2]
        if not cursor.atEnd() or (last.strip() and last[0] in " \t"):
            return False
        try:
            with warnings.catch_warnings(action="ignore"):
                whole = codeop.compile_command(text, symbol="exec") is not None
        except (SyntaxError, ValueError, OverflowError, RecursionError, MemoryError):
            return True
        return whole and not text.rstrip().endswith(":")

    def _break_line(self) -> None:
        cursor = self.textCursor()
        line = cursor.block().text()[: cursor.positionInBlock()]
        indent = line[: len(line) - len(line.lstrip())] + _TAB * line.rstrip().endswith(":")
        self.insertPlainText(f"\n{indent}")
        self.ensureCursorVisible()

    # ---- room

    def sizeHint(self) -> QSize:
        rows = max(1, min(_ROWS, round(self.document().size().height())))
        line = QFontMetricsF(self.font()).lineSpacing()
        return QSize(themes.px(200), round(line * rows + 2 * self.document().documentMargin()) + themes.px(12))

    def minimumSizeHint(self) -> QSize:
        return QSize(1, self.sizeHint().height())

    def fit(self) -> None:
        """As high as its text, up to a few lines."""
        self.setFixedHeight(self.sizeHint().height())

    def restyle(self) -> None:
        super().restyle()
        self.fit()
