"""The list behind Ctrl K: every command by its words, narrowed by typing, run by Enter."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QPoint, QSize, Qt
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from viz_app.system.command_queue import queued
from viz_app.widgets import theme as themes
from viz_app.widgets.dialog import Popup

SHOWN = 10  # rows that are seen at once
_MOVES = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
_AIR = 8  # px between words, WORD and edges
WORD = Qt.ItemDataRole.UserRole  # the muted word at the right end of a row

Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True)
class Entry:
    """One command of the list: where it lives ("View"), its words, its key, and what it does."""

    menu: str
    words: str
    key: str
    run: Callable[[], None]


def matching(entries: Iterable[Entry], typed: str) -> list[Entry]:
    """The entries that hold every typed word, those first whose words begin with what was typed."""
    wanted = typed.casefold().split()
    whole = " ".join(wanted)
    found = [one for one in entries if all(part in f"{one.menu} {one.words}".casefold() for part in wanted)]
    return sorted(found, key=lambda one: not one.words.casefold().startswith(whole))


class EntryDelegate(QStyledItemDelegate):
    """Paints an entry: its words left, its key or another WORD right."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """As a list paints it, and the key at its right end."""
        super().paint(painter, option, index)
        theme = themes.current()
        painter.save()
        painter.setPen(theme.q("muted"))
        room = option.rect.adjusted(8, 0, -12, 0)
        painter.drawText(room, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), index.data(WORD) or "")
        painter.restore()

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        """The words end before the WORD at their right begins."""
        super().initStyleOption(option, index)
        word = index.data(WORD) or ""
        if word:
            icon = 0 if option.icon.isNull() else option.decorationSize.width() + 2 * _AIR
            room = option.rect.width() - icon - option.fontMetrics.horizontalAdvance(word) - 4 * _AIR
            option.text = QFontMetrics(option.font).elidedText(option.text, Qt.TextElideMode.ElideRight, room)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """One line with air."""
        return QSize(200, option.fontMetrics.height() + themes.px(10))


class Palette(Popup):
    """A popup over the window; it deletes itself when it closes."""

    def __init__(self, entries: Iterable[Entry], parent: QWidget) -> None:
        super().__init__(parent, "Commands", once=True)
        self._entries = list(entries)
        self._shown: list[Entry] = []
        self.box = QLineEdit(self)
        self.box.setPlaceholderText("Type what you want to do")
        self.box.setAccessibleName("Find a command")
        self.box.setToolTip("A few letters of any command; Enter runs it.")
        self.box.textChanged.connect(self.narrow)
        self.box.returnPressed.connect(queued(self, self.run))
        self.box.installEventFilter(self)
        self.list = QListWidget(self)
        self.list.setItemDelegate(EntryDelegate(self.list))
        self.list.setUniformItemSizes(True)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setAccessibleName("Commands that fit")
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.itemClicked.connect(queued(self, self.run))
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 8)
        column.setSpacing(8)
        column.addWidget(self.box)
        column.addWidget(self.list)
        self.setFocusProxy(self.box)
        self.narrow("")

    def narrow(self, typed: str) -> None:
        """Lists what fits to the typed words."""
        self._shown = matching(self._entries, typed)
        self.list.clear()
        for entry in self._shown:
            item = QListWidgetItem(entry.words)
            item.setData(WORD, entry.key)
            item.setToolTip("")
            self.list.addItem(item)
        self.list.setCurrentRow(0)
        self._fit()

    def _fit(self) -> None:
        """As high as what is listed, no higher than fits."""
        rows = sum(self.list.sizeHintForRow(row) for row in range(min(self.list.count(), SHOWN)))
        self.list.setFixedHeight(max(rows, 1) + 8)
        self.list.setVisible(self.list.count() > 0)
        self.adjustSize()

    def run(self) -> None:
        """Closes and does the chosen command."""
        row = self.list.currentRow()
        if 0 <= row < len(self._shown):
            entry = self._shown[row]
            self.close()
            entry.run()

    def words(self) -> list[str]:
        """What is listed now."""
        return [entry.words for entry in self._shown]

    def show_over(self, window: QWidget) -> None:
        """Opens under the top of a window, in its middle."""
        width = min(themes.px(520), window.width() - 32)
        self.setFixedWidth(width)
        corner = window.mapToGlobal(window.rect().topLeft())
        self.open_at(corner + QPoint((window.width() - width) // 2, themes.px(52)), self.box)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Up and down move in the list while the cursor stays in the box."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and event.key() in _MOVES:
            by = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_PageUp: -8, Qt.Key.Key_PageDown: 8}
            row = self.list.currentRow() + by[Qt.Key(event.key())]
            self.list.setCurrentRow(min(max(row, 0), max(0, self.list.count() - 1)))
            return True
        return super().eventFilter(watched, event)


__all__ = ["WORD", "Entry", "EntryDelegate", "Palette", "matching"]
