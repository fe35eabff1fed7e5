"""Small windows that tell something and block nothing: every key, about headscope, what went wrong."""

from __future__ import annotations

import importlib.metadata
import platform
import sys
from collections.abc import Callable, Iterable

from PySide6.QtCore import QSize, Qt, qVersion
from PySide6.QtWidgets import (
    QApplication,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QWidget,
)

from model_core.record.trace import ModelInfo
from model_core.version import version
from viz_app.commands.action import Action
from viz_app.commands.bindings import key_words
from viz_app.commands.key_page import KeyPage, gesture_rows, key_rows, taught_rows
from viz_app.data.words.models import model_word
from viz_app.system.language import tr
from viz_app.system.settings import home
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
        usual, taught = key_rows(actions), taught_rows()
        rows = [*taught, *usual, *gesture_rows()] if teaching else [*usual, *taught, *gesture_rows()]
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
        super().__init__("headscope", parent)
        what = tr("A window into an encoder-decoder Transformer: type a sentence and watch it think.")
        self.column.addWidget(plain_label(self, "body", what))
        self.text = plain_label(self, "body", about_words(info), muted=True)
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.column.addWidget(self.text)
        self.end_with_close(_copy_button(self, self.text.text))


def _copy_button(parent: QWidget, text: Callable[[], str]) -> QPushButton:
    return push_button(parent, tr("Copy"), tr("Copies these lines."), lambda: QApplication.clipboard().setText(text()))


def about_words(info: ModelInfo | None) -> str:
    """Versions, system and model, a line each."""
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
    """The details of what went wrong, to read and to copy."""

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
