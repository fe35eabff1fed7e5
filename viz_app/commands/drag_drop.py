"""What may be dropped on the window: files and plain text, nothing else.

Other formats are never read: Qt's own item format is unpacked as Python objects.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint, Qt, QUrl, Signal
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QWidget

from model_core.checkpoints.published import is_published_address

FILES, TEXT = "text/uri-list", "text/plain"
LARGEST_TEXT = 1_000_000  # characters


def dropped_files(data: QMimeData) -> tuple[Path, ...]:
    """The local files of a drag; () if there are none."""
    if not data.hasFormat(FILES):
        return ()
    urls: list[QUrl] = data.urls()
    return tuple(Path(url.toLocalFile()) for url in urls if url.isLocalFile() and url.toLocalFile())


def dropped_address(data: QMimeData) -> str:
    """The address of a published model that a link carries; "" for none."""
    urls = (url.toString() for url in data.urls()) if data.hasFormat(FILES) else ()
    return next((url for url in urls if is_published_address(url)), "")


def dropped_text(data: QMimeData) -> str:
    """The plain text of a drag, at most a million characters; "" if there is none or files come with it."""
    if data.hasFormat(FILES) or not data.hasFormat(TEXT):
        return ""
    return data.text()[:LARGEST_TEXT]


def is_welcome(data: QMimeData) -> bool:
    """Whether a drag has a format that may be dropped."""
    return data.hasFormat(FILES) or data.hasFormat(TEXT)


class DropTarget(QObject):
    """Takes what is dropped anywhere on a window. A text that is dropped on a text box stays the box's own.

    `files` carries a tuple of paths, empty for addresses that are not files of this computer, and the point of the
    screen; `text` a plain text, or the address of a published model.
    """

    files = Signal(object, QPoint)
    text = Signal(str)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.take_on(window)

    def take_on(self, page: QWidget) -> None:
        """Takes what is dropped on this window as well."""
        page.setAcceptDrops(True)
        page.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QDropEvent):
            return self._answer(watched, event)
        return False

    def _answer(self, watched: QObject, event: QDropEvent) -> bool:
        data = event.mimeData()
        if not is_welcome(data):
            event.ignore()
            return True
        event.setDropAction(Qt.DropAction.CopyAction)  # a move would take the text from where it was dragged from
        event.accept()
        if event.type() == QEvent.Type.Drop:
            assert isinstance(watched, QWidget)
            self._take(data, watched.mapToGlobal(event.position().toPoint()))
        return True

    def _take(self, data: QMimeData, spot: QPoint) -> None:
        if address := dropped_address(data):
            self.text.emit(address)
        elif data.hasFormat(FILES):
            self.files.emit(dropped_files(data), spot)
        elif text := dropped_text(data):
            self.text.emit(text)
