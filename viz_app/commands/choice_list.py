"""Lists from which one line is chosen: below a box that filters them as one types, or in a dialog."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QListWidget,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from viz_app.system.command_queue import queued, run_later
from viz_app.system.language import tr
from viz_app.widgets import theme as themes
from viz_app.widgets.dialog import Popup
from viz_app.widgets.labels import Caption
from viz_app.widgets.layout import column_of, show_part
from viz_app.widgets.painting import set_tip
from viz_app.widgets.text_box import PlainLine

WORD = Qt.ItemDataRole.UserRole  # the muted word at the right end of a row
_AIR = 8  # px between words, WORD and edges
_MOVES = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_PageUp: -8, Qt.Key.Key_PageDown: 8}
_CHOOSE = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)

Index = QModelIndex | QPersistentModelIndex


class EntryDelegate(QStyledItemDelegate):
    """Paints an entry: its text on the left, its key or another WORD on the right."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        super().paint(painter, option, index)
        painter.save()
        painter.setPen(themes.current().q("muted"))
        room = option.rect.adjusted(8, 0, -12, 0)
        painter.drawText(room, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), index.data(WORD) or "")
        painter.restore()

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        """Limits the text to the space left of the WORD."""
        super().initStyleOption(option, index)
        word = index.data(WORD) or ""
        if word:
            icon = 0 if option.icon.isNull() else option.decorationSize.width() + 2 * _AIR
            room = option.rect.width() - icon - option.fontMetrics.horizontalAdvance(word) - 4 * _AIR
            option.text = QFontMetrics(option.font).elidedText(option.text, Qt.TextElideMode.ElideRight, room)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(200, option.fontMetrics.height() + themes.px(10))


def add_line(list_: QListWidget, words: str, data: Mapping[int, Any]) -> None:
    """Adds a line with data by role. A QListWidgetItem made in Python is owned by Python and by Qt, which occasionally
    crashed the process when the list was deleted."""
    list_.addItem(words)
    line = list_.model().index(list_.count() - 1, 0)
    for role, value in data.items():
        list_.model().setData(line, value, role)


class ChoiceList(QListWidget):
    """A list in a dialog whose lines are chosen by a click, Enter or the space bar; arrow keys only move the selection.
    Disabled lines are headings."""

    chosen = Signal(int)  # the row

    def __init__(self, name: str, about: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        set_tip(self, about)
        self.setItemDelegate(EntryDelegate(self))
        self.clicked.connect(self._choose)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter chooses the line instead of closing the dialog."""
        if event.key() in _CHOOSE:
            self._choose(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def _choose(self, line: QModelIndex) -> None:
        if line.isValid() and line.flags() & Qt.ItemFlag.ItemIsEnabled:
            run_later(self, partial(self.chosen.emit, line.row()))


class SearchPopup(Popup):
    """A box over a list of what matches the typed letters. It is deleted when it closes. Subclasses return the matching
    lines (`lines_for`) and act on the chosen row (`pick`)."""

    most_rows = 10  # seen at once; more are scrolled to

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent, name, once=True)
        self.box = PlainLine(self)
        self.box.textChanged.connect(self.narrow)
        self.box.returnPressed.connect(queued(self, self.take))
        self.box.installEventFilter(self)
        self.list = QListWidget(self)
        self.list.setUniformItemSizes(True)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.clicked.connect(queued(self, self.take))
        self.list.currentTextChanged.connect(self.box.setAccessibleDescription)  # the box has the keyboard
        self.nothing = Caption("body", parent=self)
        self.nothing.hide()
        self.column = column_of(self.box, self.list, self.nothing, parent=self, margins=None)
        self.setFocusProxy(self.box)

    def lines_for(self, typed: str) -> Iterable[tuple[str, Mapping[int, Any]]]:
        """The lines that match the typed text: words, and data by role."""
        raise NotImplementedError

    def pick(self, row: int) -> None:
        """Acts on a row; the popup is already closed."""
        raise NotImplementedError

    def narrow(self, typed: str) -> None:
        """Lists the matches, in a popup as high as they need."""
        self.list.clear()
        for words, data in self.lines_for(typed):
            add_line(self.list, words, data)
        self.list.setCurrentRow(0)
        rows = sum(self.list.sizeHintForRow(row) for row in range(min(self.list.count(), self.most_rows)))
        self.list.setFixedHeight(max(rows, 1) + 8)
        found = self.list.count() > 0
        self.list.setVisible(found)
        words = "" if found else tr("Nothing is called “{text}”", text=typed.strip())
        if words:
            self.box.setAccessibleDescription(words)
        self.nothing.set_text(words)
        show_part(self.nothing, not found and bool(typed.strip()))
        self.adjustSize()

    def take(self) -> None:
        """Closes and picks the chosen row."""
        row = self.list.currentRow()
        if row >= 0:
            self.close()
            self.pick(row)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Up and Down move in the list while the cursor stays in the box."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and event.key() in _MOVES:
            row = self.list.currentRow() + _MOVES[Qt.Key(event.key())]
            self.list.setCurrentRow(min(max(row, 0), max(0, self.list.count() - 1)))
            return True
        return super().eventFilter(watched, event)
