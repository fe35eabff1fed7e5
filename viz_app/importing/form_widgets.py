"""Widgets shared by the pages of this package: a scrolling middle, a folder field, a sentence beside a button."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QComboBox, QFileDialog, QFrame, QGridLayout, QLabel, QScrollArea, QWidget

from viz_app.commands.drag_drop import dropped_files
from viz_app.system.command_queue import queued, queued_with
from viz_app.system.language import tr
from viz_app.system.own_models import free_folder
from viz_app.widgets import theme as themes
from viz_app.widgets.application_theme import set_style_property
from viz_app.widgets.dialog import Dialog, open_file_dialog
from viz_app.widgets.forms import choice_box
from viz_app.widgets.labels import plain_label, push_button
from viz_app.widgets.layout import NO_LIMIT, add_layout, column_of, row_of
from viz_app.widgets.painting import set_tip
from viz_app.widgets.text_box import PlainLine


class Scroll(QScrollArea):
    """The middle of a page: as high as it needs while the screen has room, otherwise scrolling."""

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.inside = QWidget(self)
        self.inside.setAutoFillBackground(False)
        self.column = column_of(parent=self.inside, margins=(0, 0, 12, 0))
        self.setWidget(self.inside)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setAutoFillBackground(False)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # its fields have the focus, and come into view with it
        self.setAccessibleName(name)

    def sizeHint(self) -> QSize:
        """The full size of the content."""
        return self.inside.sizeHint() + QSize(24, 4)


class Form(QGridLayout):
    """Rows of a muted label and its control, both with the tooltip."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__()
        self._parent = parent
        self.setHorizontalSpacing(16)
        self.setVerticalSpacing(8)
        self.setColumnStretch(1, 1)

    def add_row(self, word: str, control: QWidget, about: str) -> QLabel:
        """Adds a row; returns its label."""
        row = self.rowCount()
        label = plain_label(self._parent, "body", word, muted=True)
        label.setBuddy(control)
        for part in (label, control):
            set_tip(part, about)
        control.setAccessibleName(word)
        self.addWidget(label, row, 0)
        self.addWidget(control, row, 1)
        return label


def shrinkable(box: QComboBox) -> QComboBox:
    """Lets a combo box be narrower than its longest entry."""
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    box.setMinimumContentsLength(12)
    return box


def choice(parent: QWidget, values: Iterable[tuple[Any, str]], now: object = None, ask: str = "") -> QComboBox:
    """As viz_app.widgets.forms.choice_box, at a width that fits into a form."""
    return shrinkable(choice_box(parent, values, now, ask))


class PathField(QWidget):
    """A path to type or to drop, with a button that calls `ask` for one. `changed` when it differs."""

    changed = Signal()

    def __init__(self, parent: QWidget, name: str, about: str, button: str, ask: Callable[[], QFileDialog]) -> None:
        super().__init__(parent)
        self.setAcceptDrops(True)
        self.line = PlainLine(self)
        self.line.setAccessibleName(name)
        set_tip(self.line, about)
        self.line.textChanged.connect(self.changed)
        self.button = push_button(self, tr("Choose…"), button, lambda: self._open(ask()))
        row_of((self.line, 1), self.button, parent=self)
        self.setFocusProxy(self.line)

    def _open(self, dialog: QFileDialog) -> None:
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(queued_with(self, self.take))
        open_file_dialog(dialog)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        event.setDropAction(Qt.DropAction.CopyAction)  # a move would take the file from where it was dragged from
        event.setAccepted(bool(dropped_files(event.mimeData())))

    def dropEvent(self, event: QDropEvent) -> None:
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        self.take(str(dropped_files(event.mimeData())[0]))

    def path(self) -> Path:
        return Path(self.line.text().strip())

    def take(self, chosen: str) -> None:
        self.line.setText(chosen)


class FolderField(PathField):
    """The folder to write; the button asks for its parent."""

    def __init__(self, path: Path, parent: QWidget) -> None:
        about = tr("The folder to write; it must not exist yet.")
        button = tr("Chooses where the new folder is created.")
        super().__init__(parent, tr("Folder to write"), about, button, self._dialog)
        self.line.setText(str(path))
        self.line.setCursorPosition(len(str(path)))

    def show_path(self, path: Path) -> None:
        self.line.setText(str(path))

    def _dialog(self) -> QFileDialog:
        dialog = QFileDialog(self.window(), tr("Save into"), str(_nearest(self.path().parent)))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        return dialog

    def take(self, chosen: str) -> None:
        """Shows a new folder in the chosen one, or beside the chosen file."""
        self.show_path(free_folder(_nearest(Path(chosen)), self.path().name))


def _nearest(path: Path) -> Path:
    """The path, or its nearest existing parent folder."""
    for one in (path, *path.parents):
        try:
            if one.is_dir():
                return one
        except (OSError, ValueError):
            continue
    return Path.home()


class FormDialog(Dialog):
    """A sheet with a scrolling middle; at its foot a sentence beside the button. `wanted` carries the request after the
    page was closed."""

    wanted = Signal(object)

    def __init__(self, title: str, do: str, about: str, parent: QWidget | None = None) -> None:
        super().__init__(title, parent)
        self.middle = Scroll(title, self)
        self.column.addWidget(self.middle, 1)
        self.says = plain_label(self, "body", wrapped=True)
        self.does = push_button(self, do, about, role="primary")

    def end(self, order: Callable[[], object], check: Callable[[], None], width: int) -> None:
        """Adds the foot; `order` makes what is `wanted`, `check` says whether it is possible. `width` is in px."""
        self.middle.column.addStretch(1)
        close = push_button(self, tr("Close"), tr("Closes this window (Esc); nothing is created."), self.close)
        self.does.clicked.connect(queued(self, lambda: self._do(order)))
        self.does.setDefault(True)
        add_layout(self.column, row_of((self.says, 1), close, self.does, spacing=12))
        check()
        self.fit(width)

    def _do(self, order: Callable[[], object]) -> None:
        found = order()
        self.close()
        self.wanted.emit(found)

    def show_message(self, words: str, possible: bool = True, tone: str = "") -> None:
        """The sentence beside the button, which is enabled if `possible`; `tone` as for any label."""
        self.says.setText(words)
        set_style_property(self.says, "tone", tone or ("muted" if possible else ""))
        self.does.setEnabled(possible)

    def fit(self, width: int) -> None:
        """As large as its content, within the screen."""
        room = self.screen().availableSize() if self.screen() is not None else QSize(1280, 720)
        wide = min(themes.px(width), room.width() - 32)
        self.middle.inside.setFixedWidth(wide - 48 - 16)
        inside = self.middle.inside
        high = inside.heightForWidth(wide - 64) if inside.hasHeightForWidth() else inside.sizeHint().height()
        self.middle.inside.setMinimumWidth(0)
        self.middle.inside.setMaximumWidth(NO_LIMIT)
        chrome = 20 + 20 + 3 * 12 + themes.px(28) + themes.px(40)
        self.resize(wide, min(high + chrome, room.height() - 48))
