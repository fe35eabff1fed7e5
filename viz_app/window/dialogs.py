"""Small non-modal windows with information: every key, about headscope, faults, the history."""

from __future__ import annotations

import importlib.metadata
import platform
import sys
from collections.abc import Callable, Iterable

from PySide6.QtCore import QSize, Qt, qVersion
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QApplication,
    QListWidgetItem,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QWidget,
)

from model_core.record.trace import ModelInfo
from model_core.version import version
from viz_app.commands.action import Action
from viz_app.commands.actions import action
from viz_app.commands.bindings import key_words
from viz_app.commands.choice_list import WORD, ChoiceList
from viz_app.commands.key_page import TAUGHT, TYPED, KeyPage, gesture_rows, key_rows, rows_of
from viz_app.data.words.models import model_word
from viz_app.document.store import Store
from viz_app.system.command_queue import queued
from viz_app.system.language import capitalised, tr
from viz_app.system.settings import home
from viz_app.widgets import icons
from viz_app.widgets import theme as themes
from viz_app.widgets.dialog import Dialog
from viz_app.widgets.labels import plain_label, push_button

KEY_NOTE = tr(
    "Single keys work unless the cursor is in a text box. Arrow keys work while a view has the focus; on a row of "
    "choices they pick one. Tab moves from part to part; {key} finds every command by name, also those without a key."
)
_AROUND = 64  # px around the columns of keys
PARTS = ("torch", "PySide6-Essentials", "numpy", "tokenizers", "safetensors", "pyqtgraph")


class KeySheet(Dialog):
    """Every key, made from the tables of actions and of gestures; `teaching` puts those of lessons first."""

    def __init__(self, actions: Iterable[Action], parent: QWidget | None = None, *, teaching: bool = False) -> None:
        super().__init__(tr("Keys"), parent)
        usual, taught, more = key_rows(actions), rows_of(TAUGHT), [*gesture_rows(), *rows_of(TYPED)]
        rows = [*taught, *usual, *more] if teaching else [*usual, *taught, *more]
        page = KeyPage(rows)
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.viewport().setAutoFillBackground(False)
        area.setWidget(page)
        area.setAccessibleName(tr("Keys"))
        area.setToolTip(tr("All commands and their keys"))
        self.column.addWidget(area, 1)
        note = plain_label(self, "small", KEY_NOTE.format(key=key_words("Ctrl+K")), muted=True, wrapped=True)
        self.column.addWidget(note)
        self.end_with_close()
        wanted = page.wanted(self.screen().availableSize().width() - _AROUND) + QSize(_AROUND, 176)
        self.resize_on_screen(wanted.width(), wanted.height())


class AboutSheet(Dialog):
    """What headscope is, with the versions of its parts."""

    def __init__(self, info: ModelInfo | None, parent: QWidget | None = None) -> None:
        super().__init__(tr("About headscope"), parent)
        what = tr("A window into an encoder-decoder Transformer: type a sentence and watch it think.")
        self.column.addWidget(plain_label(self, "body", what))
        self.text = plain_label(self, "body", about_words(info), muted=True)
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.column.addWidget(self.text)
        self.end_with_close(_copy_button(self, self.text.text))


def _copy_button(parent: QWidget, text: Callable[[], str]) -> QPushButton:
    return push_button(parent, tr("Copy"), tr("Copies these lines."), lambda: QApplication.clipboard().setText(text()))


def about_words(info: ModelInfo | None) -> str:
    """Versions, system and model, one per line."""
    lines = [f"headscope {version()}", *(f"{name} {part_version(name)}" for name in PARTS)]
    lines += [
        tr("Qt {version} on {platform}", version=qVersion(), platform=QApplication.platformName()),
        f"Python {platform.python_version()}",
        f"{platform.system()} {platform.release()} {platform.machine()}",
        tr("Logs and settings: {folder}", folder=home()),
    ]
    if info is not None:
        mark = info.hash[:12] or tr("none")
        words = {"name": model_word(info.name), "number": info.parameters, "hash": mark}
        lines.append(tr("Model: {name}, {number:,} parameters, hash {hash}", **words))
    return "\n".join(lines)


def part_version(name: str) -> str:
    """The installed version of a package, "?" when it is not installed as one."""
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return "?"


class FaultSheet(Dialog):
    """The details of faults, to read and to copy."""

    def __init__(self, story: str, parent: QWidget | None = None) -> None:
        super().__init__(tr("What went wrong"), parent)
        kept = tr("headscope continues and your text is kept. These lines help to find the cause.")
        label = plain_label(self, "body", kept, wrapped=True)
        self.column.addWidget(label)
        self.text = QPlainTextEdit(f"{sys.version}\n{about_words(None)}\n\n{story}", self)
        self.text.setReadOnly(True)
        self.text.setAccessibleName(tr("What went wrong"))
        self.text.setToolTip(tr("To read and copy"))
        self.text.setFont(themes.font("code"))
        self.column.addWidget(self.text, 1)
        self.end_with_close(_copy_button(self, self.text.toPlainText))
        self.resize(760, 480)


START, UNCHANGED = tr("Before all of these"), tr("Nothing has been changed yet")
NOTE = tr("The ticked line is what you see. Click another one, or press Enter, to go back or forward to it.")


class HistorySheet(Dialog):
    """Follows the store's history while open. Row 0 is the state before the first recorded change."""

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
        themes.changed.connect(self._restyle)
        self.refresh()
        self.list.setFocus()

    def _button(self, name: str) -> QPushButton:
        """Undo or redo, with their keys in the main window."""
        command = action(name)
        do = self._store.undo if name == "undo" else self._store.redo
        button = push_button(self, command.text, f"{command.tip} ({key_words(command.keys[0])})", do)
        button.setAutoDefault(False)
        for key in command.keys:
            QShortcut(QKeySequence.fromString(key), self).activated.connect(queued(self, do))
        return button

    def refresh(self, _names: frozenset[str] = frozenset()) -> None:
        """Lists the current changes, if they differ."""
        found = self._store.history()
        if found == self._shown:
            return
        if self._shown is None or found[0] != self._shown[0]:
            self.list.clear()
            self.list.addItems([START if found[0] else UNCHANGED, *(capitalised(name) for name in found[0])])
        self._shown = found
        self._mark(found[1])
        for button, can in zip(self.buttons, (self._store.can_undo(), self._store.can_redo()), strict=True):
            button.setEnabled(can)

    def _mark(self, done: int) -> None:
        """Ticks the current line and labels undone ones; screen readers get both."""
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

    def _restyle(self, _theme: object = None) -> None:
        if self._shown is not None:
            self._mark(self._shown[1])

    def present(self) -> QListWidgetItem:
        """The line of the current state."""
        return self.list.item(self._store.history()[1])
