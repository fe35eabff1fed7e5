"""Small windows that tell something and block nothing: every key, about headscope, what went wrong."""

from __future__ import annotations

import importlib.metadata
import itertools
import platform
import sys
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from PySide6.QtCore import QSize, Qt, qVersion
from PySide6.QtWidgets import (
    QApplication,
    QGridLayout,
    QHBoxLayout,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QWidget,
)

from model_core.record.trace import ModelInfo
from model_core.version import version
from viz_app.commands.action import Action
from viz_app.commands.actions import MENUS
from viz_app.commands.bindings import key_words
from viz_app.commands.gestures import GESTURES, TAUGHT, TITLE
from viz_app.data.words.models import model_word
from viz_app.system.language import tr
from viz_app.system.settings import home
from viz_app.widgets import theme as themes
from viz_app.widgets.dialog import Dialog
from viz_app.widgets.labels import PlainLabel, plain_label, push_button
from viz_app.widgets.layout import add_layout, row_of

KEY_NOTE = tr(
    "Single keys work unless the cursor is in a text box; arrow keys while a view has the focus. Tab moves from "
    "part to part; you can also find every command by name."
)
OR = f"  {tr('or')}  "
"""Between the keys of one command."""
_AROUND = 64  # px around the columns of keys
_APART, _GAP, _BAR = 48, 24, 12  # px between two columns, between keys and words, for the scroll bar
Parts = tuple[PlainLabel] | tuple[QHBoxLayout, PlainLabel]
"""What is shown of a row: a heading, or keys and what they do."""
Row = TypeVar("Row", bound=tuple[Any, ...])
PARTS = ("torch", "PySide6-Essentials", "numpy", "tokenizers", "safetensors", "pyqtgraph")


class KeySheet(Dialog):
    """Every key, made from the tables of actions and of gestures; `teaching` puts those of lessons first."""

    def __init__(self, actions: Iterable[Action], parent: QWidget | None = None, *, teaching: bool = False) -> None:
        super().__init__(tr("Keys"), parent)
        usual, taught = key_rows(actions), taught_rows()
        rows = [*taught, *usual, *gesture_rows()] if teaching else [*usual, *taught, *gesture_rows()]
        room = self.screen().availableSize().width() - _AROUND
        inside = _columns(rows, room)
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.viewport().setAutoFillBackground(False)
        area.setWidget(inside)
        area.setAccessibleName(tr("Keys"))
        area.setToolTip(tr("All commands and their keys"))
        self.column.addWidget(area, 1)
        note = plain_label(self, "small", KEY_NOTE, muted=True, wrapped=True)
        self.column.addWidget(note)
        self.end_with_close()
        wanted = inside.sizeHint() + QSize(_AROUND, 176)
        self.resize_on_screen(wanted.width(), wanted.height())


def key_rows(actions: Iterable[Action]) -> list[tuple[str, ...]]:
    """Rows of the sheet: (menu,) as a heading, (keys, what they do) below it. What has no key of its own is run from
    the list of commands, whose key stands there."""
    known = list(actions)
    finder = next((key_words(one.keys[0]) for one in known if one.id == "find"), "")
    rows: list[tuple[str, ...]] = []
    for menu in MENUS:
        listed = [action for action in known if action.menu == menu]
        if listed:
            rows.append((MENUS[menu],))
            rows += [(OR.join(map(key_words, one.keys)) or f"{finder} …", one.text.rstrip("…")) for one in listed]
    return rows


def taught_rows() -> list[tuple[str, ...]]:
    """The same for lessons and presenting."""
    rows: list[tuple[str, ...]] = []
    for title, uses in TAUGHT.items():
        rows += [(title,), *((OR.join(map(key_words, keys)), does) for keys, does in uses)]
    return rows


def gesture_rows() -> list[tuple[str, ...]]:
    """The same for the keys that do what the mouse does in pictures."""
    return [(TITLE,), *((OR.join(map(key_words, one.keys)), f"{one.does} ({one.mouse})") for one in GESTURES)]


def in_columns(rows: list[Row], count: int) -> list[list[Row]]:
    """The rows in at most `count` columns, each cut before a heading, the longest as short as can be."""
    headings = [place for place, row in enumerate(rows) if len(row) == 1 and place]
    ways = itertools.combinations(headings, min(count - 1, len(headings)))
    cuts = [list(itertools.pairwise((0, *way, len(rows)))) for way in ways]
    best = min(cuts, key=lambda way: max(end - start for start, end in way))
    return [rows[start:end] for start, end in best]


def _columns(rows: list[tuple[str, ...]], room: int) -> QWidget:
    """The rows in as many columns as there is room for, at most three. Their parts are made once, whatever fits."""
    page = QWidget()
    page.setAutoFillBackground(False)
    parts = [_parts(page, words) for words in rows]
    ways = [in_columns(parts, count) for count in (3, 2, 1)]
    fits = (way for way in ways if sum(map(_width, way)) + _APART * (len(way) - 1) + _BAR <= room)
    columns = row_of(parent=page, margins=(0, 0, _BAR, 0), spacing=_APART)
    for some in next(fits, ways[-1]):
        add_layout(columns, _grid(some))
    return page


def _parts(page: QWidget, words: tuple[str, ...]) -> Parts:
    """A heading, or keys and what they do."""
    if len(words) == 1:
        return (plain_label(page, "strong", words[0]),)
    caps = [keycap(page, one) for one in words[0].split(OR)]
    return row_of(*caps, 1, spacing=4), plain_label(page, "body", words[1])


def _width(some: list[Parts]) -> int:
    """How wide a column of these is."""
    headings, *beside = ([row[at] for row in some if len(row) == size] for size, at in ((1, 0), (2, 0), (2, 1)))
    widest = [max((one.sizeHint().width() for one in those), default=0) for those in (headings, *beside)]
    return max(widest[0], widest[1] + _GAP + widest[2])


def _grid(some: list[Parts]) -> QGridLayout:
    grid = QGridLayout()
    grid.setHorizontalSpacing(_GAP)
    grid.setVerticalSpacing(4)
    for row, parts in enumerate(some):
        if len(parts) == 2:
            add_layout(grid, parts[0], row, 0)
            grid.addWidget(parts[1], row, 1)
        else:
            parts[0].setContentsMargins(0, 8 if row else 0, 0, 0)
            grid.addWidget(parts[0], row, 0, 1, 2)
    grid.setRowStretch(len(some), 1)
    grid.setColumnStretch(1, 1)
    return grid


def keycap(parent: QWidget, words: str) -> PlainLabel:
    """A key, or keys that are held together, as they look on a keyboard."""
    cap = plain_label(parent, "small", words, centred=True)
    cap.setProperty("keycap", True)
    cap.ensurePolished()
    cap.setMinimumWidth(max(themes.px(24), cap.sizeHint().width()))  # whole, also where the page is narrow
    cap.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
    return cap


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
