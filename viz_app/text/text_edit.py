"""The text box: plain text only, one to three lines high, growing as it fills.

It has no undo history of its own: undo and redo are requested by signal, because there is one history for the whole
program. Lines are sentences; the box itself knows nothing of that.
"""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QMimeData, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QSizePolicy, QStyle, QStyleOptionFrame, QWidget

from model_core.checkpoints.published import is_published_address
from model_core.io.limits import TEXT_CHARACTERS
from viz_app.document.link import is_link
from viz_app.system.language import tr
from viz_app.widgets import theme as themes
from viz_app.widgets.text_box import PlainTextBox

_HISTORY = (QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo)
LARGER = (1.5, 1.1)  # at text size 100 and 200 %: source and translation are read from afar, and still fit


def sentence_font(plain: bool = False) -> QFont:
    """The font of source and translation as sentences, at the current text size; `plain`: that of other text."""
    font = themes.font("body")
    if plain:
        return font
    least, most = LARGER[1], LARGER[0]
    font.setPointSizeF(font.pointSizeF() * max(least, most - (most - least) * (themes.text_scale() - 1)))
    return font


class TextBox(PlainTextBox):
    """`edited` carries the whole text after each change by the user, never after `show_text`.

    `telling` is False while `show_text` changes text and cursor, whose signals then say nothing of the user.
    `most` is the largest number of lines shown at once; more scroll. `lost` counts the characters that the user's last
    change had beyond TEXT_CHARACTERS; `shortened` says that there were some. `link_pasted` carries a link to a state or
    the address of a published model, which are not text to be read; `left` says that Esc was pressed.
    """

    edited = Signal(str)
    shortened = Signal()
    link_pasted = Signal(str)
    undo_asked = Signal()
    redo_asked = Signal()
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.most, self._plain = 3, False
        self.telling, self.lost, self._length = True, 0, 0
        self.setUndoRedoEnabled(False)
        self.setTabChangesFocus(True)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(1)
        self.document().setDocumentMargin(1)
        self.textChanged.connect(self._notify)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        themes.changed.connect(self._restyle)
        self.ensurePolished()  # else Qt puts this first font back when the box is first shown
        self._restyle()

    def show_text(self, text: str) -> None:
        """Shows a text from elsewhere (undo, another model); the cursor stays before the same following characters."""
        old, text = self.toPlainText(), without_surrogates(text).lstrip("\ufeff\ufffe")  # marks of byte order turn text
        if text == old:
            return
        units = old.encode("utf-16-le", "surrogatepass")[2 * self.textCursor().position() :]
        after = units.decode("utf-16-le", "replace")
        same = 0
        while same < min(len(after), len(text)) and after[-1 - same] == text[-1 - same]:
            same += 1
        self.telling, self.lost = False, 0
        self.setPlainText(text)
        cursor = self.textCursor()
        cursor.setPosition(len(text[: len(text) - same].encode("utf-16-le")) // 2)  # as Qt counts
        self.setTextCursor(cursor)
        self.telling = True

    def show_line(self, line: int) -> None:
        """Puts the cursor at the end of a line (from 0) and shows it from its beginning."""
        block = self.document().findBlockByNumber(line)
        cursor = self.textCursor()
        cursor.setPosition(block.position() + block.length() - 1)
        self.telling = False
        self.setTextCursor(cursor)
        self.telling = True
        self.verticalScrollBar().setValue(min(block.firstLineNumber(), self.verticalScrollBar().value()))

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Suppresses horizontal scrolling, as lines are wrapped."""
        super().scrollContentsBy(dx, dy)
        if dx:
            self.horizontalScrollBar().setValue(0)

    def line(self) -> int:
        """The line (from 0) with the cursor."""
        return self.textCursor().blockNumber()

    def _notify(self) -> None:
        text = self.toPlainText()
        added, self._length = len(text) - self._length, len(text)
        if self.telling:
            self.lost = max(0, min(added, len(text) - TEXT_CHARACTERS))
            if self.lost:
                self._take_back(self.lost)
            self.edited.emit(without_surrogates(self.toPlainText()))
            if self.lost:
                self.shortened.emit()

    def _take_back(self, letters: int) -> None:
        """Deletes what was typed last, before the cursor."""
        self.telling = False
        cursor = self.textCursor()
        cursor.beginEditBlock()
        for _ in range(letters):
            cursor.deletePreviousChar()
        cursor.endEditBlock()
        self.telling = True

    # ---- its height

    def set_most(self, most: int, plain: bool = False) -> None:
        """Shows at most this many lines at once, with `plain` as large as other text."""
        if (most, plain) != (self.most, self._plain):
            self.most, self._plain = most, plain
            self._restyle()

    def sizeHint(self) -> QSize:
        return QSize(themes.px(200), self._height())

    def minimumSizeHint(self) -> QSize:
        return QSize(themes.px(60), self._height())

    def shown_lines(self) -> int:
        return max(1, min(self.most, round(self.document().size().height())))

    def _height(self) -> int:
        lines, margin = self.shown_lines(), self.document().documentMargin()
        below = margin if self._fits() else 0.0  # or the top of the next line would peep out
        line = math.ceil(QFontMetricsF(self.font()).lineSpacing())  # whole px, as Qt lays it out
        return round(line * lines + margin + below) + self._chrome()

    def _fits(self) -> bool:
        return round(self.document().size().height()) <= self.most

    def _chrome(self) -> int:
        """Height in px of border and padding, above and below together."""
        option = QStyleOptionFrame()
        self.initStyleOption(option)
        option.rect.setHeight(100)
        inner = QApplication.style().subElementRect(QStyle.SubElement.SE_FrameContents, option, self)
        return max(0, 100 - inner.height())

    def _fit(self, _size: object = None) -> None:
        height = self._height()
        if height != self.height() or height != self.maximumHeight():
            self.setFixedHeight(height)
        fits = self._fits()
        bar = Qt.ScrollBarPolicy.ScrollBarAlwaysOff if fits else Qt.ScrollBarPolicy.ScrollBarAsNeeded
        if bar != self.verticalScrollBarPolicy():
            self.setVerticalScrollBarPolicy(bar)
        if fits:
            self.verticalScrollBar().setValue(0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Keeps its font: the window's style sheet resets it when the box is first shown."""
        super().changeEvent(event)
        wanted = sentence_font(self._plain)
        if event.type() == QEvent.Type.FontChange and self.font().pointSizeF() != wanted.pointSizeF():
            self.setFont(wanted)
        if event.type() in (QEvent.Type.StyleChange, QEvent.Type.FontChange):
            self._fit()

    def _restyle(self, _theme: object = None) -> None:
        self.setFont(sentence_font(self._plain))
        self._fit()

    # ---- what comes in

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Inserts plain text only, up to the program's limit; a link is not inserted."""
        text = source.text()  # once: a clipboard may hold 50 MB
        if is_link(text) or is_published_address(text):
            self.link_pasted.emit(text)
            return
        cursor = self.textCursor()
        room = TEXT_CHARACTERS - len(self.toPlainText()) + len(cursor.selectedText())
        kept = text[: max(0, room)]
        self.insertPlainText(without_surrogates(kept).replace("\0", "\ufffd"))
        if len(kept) < len(text):
            self.lost = len(text) - len(kept)
            self.shortened.emit()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            if any(map(event.matches, _HISTORY)):
                event.ignore()  # the window's own undo and redo
                return False
            if event.matches(QKeySequence.StandardKey.Cancel):
                event.accept()  # `left` comes before the window's Esc
                return True
        return bool(super().event(event))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Undo):
            self.undo_asked.emit()
        elif event.matches(QKeySequence.StandardKey.Redo):
            self.redo_asked.emit()
        elif event.matches(QKeySequence.StandardKey.Cancel):
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def select_all(self) -> None:
        """Selects the whole text and takes the focus."""
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.selectAll()


def lost_words(lost: int) -> str:
    """How many characters of a change were left out; "" for none."""
    if not lost:
        return ""
    return tr("At most {number:,} characters are read; {lost:,} more were left out.", number=TEXT_CHARACTERS, lost=lost)


def without_surrogates(text: str) -> str:
    """The text with half characters (lone surrogates), which no file can hold, as U+FFFD."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
