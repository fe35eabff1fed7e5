"""Asking for a file and reporting the outcome, for opening, saving and copying alike.

Neither a dialog nor a disk blocks the window, and every failure ends on one page that says what happened, what was kept
and what to do.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QStandardPaths, QTimer, Signal
from PySide6.QtWidgets import QFileDialog, QWidget
from shiboken6 import isValid

from model_core.errors import Refused
from viz_app.commands.drag_drop import DropTarget
from viz_app.files.dialogs import FailureDialog
from viz_app.system.background_writer import BackgroundWriter
from viz_app.system.command_queue import queued_with
from viz_app.system.language import tr
from viz_app.widgets.dialog import open_file_dialog

SAID = 8000  # ms that a line about a file is seen


class FileDialogs(QObject):
    """Base class of the File menu's actions. `message` carries a line for the status bar, "" to clear it."""

    message = Signal(str)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.window = window
        self.dialog: QFileDialog | None = None  # the one that is open
        self.folder = Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation))
        self.writer = BackgroundWriter(self)
        self._failures = 0
        self._page: FailureDialog | None = None
        self._said = ""
        self._fade = QTimer(self, singleShot=True, interval=SAID)
        self._fade.timeout.connect(self.forget)

    def finish(self) -> bool:
        """Waits for pending writes; False if a page reports that one of them failed."""
        before = self._failures
        self.writer.finish()
        return self._failures == before

    def stop(self) -> None:
        """Called when the window closes, after `finish`."""
        self._fade.stop()

    def notify(self, line: str) -> None:
        self._said = line
        self.message.emit(line)
        self._fade.start()

    def withdraw(self, line: str) -> None:
        """Clears the line if it is the last one shown."""
        if line and line == self._said:
            self._fade.stop()
            self.forget()

    def forget(self) -> None:
        """Shows no line."""
        self._said = ""
        self.message.emit("")

    def tell_others(self, paths: tuple[Path, ...]) -> None:
        """Says which one of several dropped paths is opened."""
        if len(paths) > 1:
            number, name = len(paths), paths[0].name
            self.notify(tr("Only the first of the {number} dropped files is read: {name}.", number=number, name=name))

    def explain(self, title: str, error: Refused, *, instead: bool = False) -> None:
        """Shows why something failed, `instead` of the last page so shown: of what was not opened only the newest
        matters, of what was not saved everything. What is dropped on the page goes to the window."""
        if instead and self._page is not None and isValid(self._page):
            self._page.close()
        page = FailureDialog(title, error, self.window)
        self._page = page if instead else self._page
        for drops in self.window.findChildren(DropTarget):
            drops.take_on(page)
        page.show()

    def attempt(self, failed: str, act: Callable[[], None]) -> bool:
        """Calls `act`; False, with a page that gives the reason, if it was refused."""
        try:
            act()
        except Exception as error:
            self._failed(failed, error)
            return False
        return True

    def write(self, path: Path, write: Callable[[], None], then: Callable[[], None] | None = None) -> None:
        """Writes a file in the background; then reports it and calls `then`, or opens a page with the reason."""
        self.writer.add(write, partial(self._written, path, then))

    def _written(self, path: Path, then: Callable[[], None] | None, error: Exception | None) -> None:
        if error is not None:
            self._failed(tr("{name} was not saved", name=path.name), error)
            return
        self.folder = path.parent
        self.notify(tr("{name} is saved.", name=path.name))
        if then is not None:
            then()

    def _failed(self, title: str, error: Exception) -> None:
        """The page about a failure; unforeseen errors also go to the crash report."""
        self._failures += 1
        if isinstance(error, MemoryError):
            error = Refused("E-MEMORY", tr("There is not enough memory for it. Nothing was written."))
        if not isinstance(error, Refused):
            sys.excepthook(type(error), error, error.__traceback__)
            error = Refused(
                "E-INSIDE", tr("Something went wrong in the program ({error}).", error=type(error).__name__)
            )
        self.explain(title, error)

    def ask(self, title: str, then: Callable[[Path], object], filters: list[str], name: str = "") -> QFileDialog:
        """Opens a file dialog without blocking; `name` is the default name for saving, "" opens an existing file."""
        if self.dialog is not None:
            self.dialog.close()
        folder = self.folder if os.path.isdir(self.folder) else Path.home()  # else its name is taken for a file's
        dialog = self.dialog = QFileDialog(self.window, title, str(folder))
        dialog.finished.connect(self._finished)
        if filters:
            dialog.setNameFilters(filters)
        if name:
            dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
            dialog.filterSelected.connect(lambda chosen: dialog.setDefaultSuffix(ending_of(chosen)))
            dialog.setDefaultSuffix(ending_of(filters[0]))
            dialog.selectFile(name)
        else:
            dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(queued_with(self, lambda chosen: then(Path(chosen))))
        open_file_dialog(dialog)
        return dialog

    def ask_folder(self, title: str, then: Callable[[Path], object]) -> None:
        dialog = self.ask(title, then, [])
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)

    def _finished(self) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
            self.dialog = None


def ending_of(name_filter: str) -> str:
    """ "png" of "Picture (*.png)"; "" for any suffix."""
    ending = name_filter.rsplit("*", 1)[-1].strip(".)")
    return ending if ending.isalnum() else ""
