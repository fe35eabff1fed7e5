"""What was typed and its results, as plain text."""

from __future__ import annotations

import re

from PySide6.QtCore import QEvent, QPoint, QRectF
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QRegion,
    QResizeEvent,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
    QTextLayout,
)
from PySide6.QtWidgets import QWidget

from viz_app.system.language import tr
from viz_app.widgets import theme as themes
from viz_app.widgets.painting import set_tip
from viz_app.widgets.text_box import PlainTextBox

TONES = {"input": "source", "output": "ink", "value": "ink", "error": "error", "note": "muted"}
"""Kind of text -> its colour."""
PROMPT, MORE = ">>> ", "... "
MOST_SPOKEN = 1_000
"""Characters of one output that a screen reader announces."""
MOST_LINES, MOST_CHARACTERS = 5_000, 500_000
"""The last ones are kept."""
LONGEST_LINE = 10_000
"""Characters of one line: Qt lays a line out as a whole, and the window would wait for it."""
_CONTROLS = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")  # colours of terminals, bells …
_BREAKS = re.compile("\r\n|[\u2028\u2029]")  # as Qt breaks lines, too


class CodeBox(PlainTextBox):
    """A plain text box in the code font; Tab leaves it."""

    def __init__(self, parent: QWidget, name: str, about: str, placeholder: str, fixed: bool = False) -> None:
        super().__init__(parent)
        self.setReadOnly(fixed)
        self.setTabChangesFocus(True)
        self.setMinimumSize(1, 1)
        self.setAccessibleName(name)
        set_tip(self, about)
        self.setPlaceholderText(placeholder)
        self.ensurePolished()  # else Qt puts its first font back when the box is first shown
        self.restyle()

    def changeEvent(self, event: QEvent) -> None:
        """Keeps its font: the window's style sheet resets it when the box is first shown."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and self.font() != themes.font("code"):
            self.setFont(themes.font("code"))

    def paint_to(self, painter: QPainter, _rect: QRectF) -> None:
        """In pictures: its text, not only its frame."""
        self.render(painter, QPoint(0, 0), QRegion(), QWidget.RenderFlag.DrawChildren)

    def restyle(self) -> None:
        self.setFont(themes.font("code"))


class Transcript(CodeBox):
    """A growing text that follows its end while that is visible. `add` puts each kind of text on lines of its own.

    A line is painted in the colour of its kind: other colours do not change the text.
    """

    def __init__(self, parent: QWidget) -> None:
        begins = tr(
            'There are trace, run, model, vocab, engine, torch, np and window: try trace.map("cross", 0, 0). '
            "help(window) tells how code drives the window."
        )
        super().__init__(parent, tr("Transcript"), tr("What was run, and what came of it."), begins, fixed=True)
        self.setUndoRedoEnabled(False)
        self.setMaximumBlockCount(MOST_LINES)

    def add(self, kind: str, text: str) -> None:
        """Appends text. A carriage return goes back to the beginning of the line, as in a terminal."""
        if kind == "input":
            first, *others = text.split("\n")
            text = "\n".join([PROMPT + first, *(MORE + one for one in others)])
        follows = self._follows()
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        cursor.movePosition(QTextCursor.MoveOperation.End)
        if cursor.block().text() and (kind != "output" or self._kind(cursor) != kind):
            cursor.insertBlock()
        for number, line in enumerate(_BREAKS.sub("\n", _CONTROLS.sub("", text)).split("\n")):
            if number:
                cursor.insertBlock()
            cursor.block().setUserState(list(TONES).index(kind))
            *gone, last = line.split("\r")
            whole = last if gone else cursor.block().text() + last
            if gone or len(whole) > LONGEST_LINE:
                cursor.movePosition(QTextCursor.MoveOperation.StartOfBlock, QTextCursor.MoveMode.KeepAnchor)
                last = _shortened(whole)
            cursor.insertText(last)
        if (over := self.document().characterCount() - MOST_CHARACTERS) > 0:
            cursor.setPosition(0)
            cursor.setPosition(over, QTextCursor.MoveMode.KeepAnchor)
            cursor.removeSelectedText()
        cursor.endEditBlock()
        self._go_on(follows)
        if kind != "input" and QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text[:MOST_SPOKEN]))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keeps the end visible if it was, as when the input grows."""
        follows = self._follows()
        super().resizeEvent(event)
        self._go_on(follows)

    def _follows(self) -> bool:
        bar = self.verticalScrollBar()
        return bar.value() >= bar.maximum() - 1

    def _go_on(self, follows: bool) -> None:
        if follows:
            self.verticalScrollBar().setValue(self.verticalScrollBar().maximum())

    def lines(self) -> list[tuple[str, str]]:
        """Kind and text of each non-empty line."""
        found, block = list[tuple[str, str]](), self.document().begin()
        while block.isValid():
            if block.text():
                found.append((list(TONES)[max(0, block.userState())], block.text()))
            block = block.next()
        return found

    @staticmethod
    def _kind(cursor: QTextCursor) -> str:
        return list(TONES)[max(0, cursor.block().userState())]

    def restyle(self) -> None:
        follows = self._follows()
        super().restyle()
        self._go_on(follows)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.document().isEmpty():
            super().paintEvent(event)
            return
        chosen, inks = self._selected(), [themes.current().q(tone) for tone in TONES.values()]
        block, at = self.firstVisibleBlock(), self.contentOffset()
        with QPainter(self.viewport()) as painter:
            while block.isValid() and at.y() <= event.rect().bottom():
                painter.setPen(inks[max(0, block.userState())])
                block.layout().draw(painter, at, self._chosen_in(block, *chosen), QRectF(event.rect()))
                at.setY(at.y() + self.blockBoundingRect(block).height())
                block = block.next()

    def _selected(self) -> tuple[QTextCursor, QTextCharFormat]:
        palette, look = self.palette(), QTextCharFormat()
        look.setBackground(palette.brush(QPalette.ColorRole.Highlight))
        look.setForeground(palette.brush(QPalette.ColorRole.HighlightedText))
        return self.textCursor(), look

    @staticmethod
    def _chosen_in(block: QTextBlock, chosen: QTextCursor, look: QTextCharFormat) -> list[QTextLayout.FormatRange]:
        """The selected part of a line."""
        start, end = chosen.selectionStart() - block.position(), chosen.selectionEnd() - block.position()
        if start == end or end <= 0 or start >= block.length():
            return []
        found = QTextLayout.FormatRange()
        found.start, found.length, found.format = max(0, start), min(end, block.length()) - max(0, start), look
        return [found]


def _shortened(line: str) -> str:
    """A line with an excessive middle removed; a shortened line keeps its beginning as it grows."""
    if len(line) <= LONGEST_LINE:
        return line
    gap = tr(" … (the middle of a long line is left out) … ")
    return line[: LONGEST_LINE // 2] + gap + line[len(gap) - LONGEST_LINE // 2 :]
