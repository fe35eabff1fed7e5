"""The sheet of changes: everything that can be undone or brought back, the present one ticked."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QListWidgetItem, QPushButton, QWidget

from viz_app.commands.actions import action
from viz_app.commands.bindings import key_words
from viz_app.commands.choice_list import WORD, ChoiceList
from viz_app.document.store import Store
from viz_app.system.command_queue import queued
from viz_app.system.language import tr
from viz_app.widgets import icons
from viz_app.widgets import theme as themes
from viz_app.widgets.dialog import Dialog
from viz_app.widgets.labels import plain_label, push_button

START = tr("Before all of these")
NOTE = tr("The ticked line is what you see. Click another one, or press Enter, to go back or forward to it.")


class HistorySheet(Dialog):
    """Follows the store's history while it is open. Row 0 is the state before the first change that is kept."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(tr("History"), parent)
        self._store = store
        self._shown: tuple[tuple[str, ...], int] | None = None
        self.list = ChoiceList(tr("Changes"), tr("Every change, in order."), self)
        self.list.setUniformItemSizes(True)
        self.list.chosen.connect(store.go_to)
        self.list.setMinimumHeight(themes.px(120))
        self.column.addWidget(self.list, 1)
        note = plain_label(self, "small", NOTE, muted=True, wrapped=True)
        self.column.addWidget(note)
        self.buttons = [self._button(name) for name in ("undo", "redo")]
        self.end_with_close(*self.buttons)
        self.resize_on_screen(themes.px(380), themes.px(480))
        store.changed.connect(self.refresh)
        themes.changed.connect(self._recolour)
        self.refresh()
        self.list.setFocus()

    def _button(self, name: str) -> QPushButton:
        """Undo or redo, with the keys that they have in the main window."""
        command = action(name)
        do = self._store.undo if name == "undo" else self._store.redo
        button = push_button(self, command.text, f"{command.tip} ({key_words(command.keys[0])})", do)
        button.setAutoDefault(False)
        for key in command.keys:
            QShortcut(QKeySequence.fromString(key), self).activated.connect(queued(self, do))
        return button

    def refresh(self, _names: frozenset[str] = frozenset()) -> None:
        """Lists the present changes, if others are listed."""
        found = self._store.history()
        if found == self._shown:
            return
        if self._shown is None or found[0] != self._shown[0]:
            self.list.clear()
            self.list.addItems([START, *(sentence_case(name) for name in found[0])])
        self._shown = found
        self._mark(found[1])
        for button, can in zip(self.buttons, (self._store.can_undo(), self._store.can_redo()), strict=True):
            button.setEnabled(can)

    def _mark(self, done: int) -> None:
        """Ticks the present line and says which ones are undone; screen readers hear both."""
        side = themes.px(16)
        self.list.setIconSize(QSize(side, side))
        for row in range(self.list.count()):
            item = self.list.item(row)
            state = tr("current") if row == done else tr("undone") if row > done else tr("done")
            item.setIcon(icons.icon("check") if row == done else icons.blank())
            item.setData(WORD, "" if row < done else tr("now") if row == done else state)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{item.text()}, {state}")
            item.setFont(themes.font("strong" if row == done else "body"))
        self.list.setCurrentRow(done)
        self.list.scrollToItem(self.list.item(done))

    def _recolour(self, _theme: object = None) -> None:
        if self._shown is not None:
            self._mark(self._shown[1])

    def present(self) -> QListWidgetItem:
        """The line of what is seen now."""
        return self.list.item(self._store.history()[1])


def sentence_case(name: str) -> str:
    """The same with a capital at its beginning."""
    return name[:1].upper() + name[1:]
