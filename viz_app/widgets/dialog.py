"""The base of small windows beside the main one: Escape closes them, closing deletes them."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog, QFileDialog, QFrame, QGridLayout, QPushButton, QToolButton, QWidget

from viz_app.system.language import tr
from viz_app.widgets import icons
from viz_app.widgets import theme as themes
from viz_app.widgets.application_theme import free_when_deleted
from viz_app.widgets.labels import plain_label, push_button
from viz_app.widgets.layout import add_layout, column_of, laid_out, order_tabs, row_of, set_hand_cursors

_ARROWS = {"backButton": "back", "forwardButton": "forward", "toParentButton": "up"}  # of Qt's file dialog -> icon
FRAME = 48  # px that a window's frame and title bar take at most


class Dialog(QDialog):
    """A window beside the main one that Escape closes and closing deletes."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(f"{title} — headscope")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        free_when_deleted(self)
        self.heading = plain_label(self, "title", title)
        self.column = column_of(self.heading, parent=self, margins=(24, 20, 24, 20), spacing=12)

    def showEvent(self, event: QShowEvent) -> None:
        set_hand_cursors(self)
        order_tabs(laid_out(self))
        super().showEvent(event)

    def room(self) -> QSize:
        """The largest size that stays on the screen with its frame."""
        return self.screen().availableSize() - QSize(32, FRAME)

    def resize_on_screen(self, width: int, height: int) -> None:
        """This size, but no larger than the screen: its buttons stay reachable at every text size."""
        self.resize(QSize(width, height).boundedTo(self.room()))

    def end_with_close(self, *before: QPushButton) -> None:
        close = push_button(self, tr("Close"), tr("Closes this window (Esc)"), self.close)
        close.setDefault(True)
        add_layout(self.column, row_of(*before, 1, close, spacing=None))


_GAP = 4  # px between a button and its card


class Popup(QFrame):
    """A card with a name for screen readers. With `once` it is deleted when it closes."""

    def __init__(self, parent: QWidget, name: str, *, once: bool = False) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setProperty("popup", True)  # the edge and corners of menus, as it lies over the window as they do
        self.setAccessibleName(name)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, once)
        free_when_deleted(self)

    def make_grid(self) -> QGridLayout:
        """A grid of controls with their labels."""
        grid = QGridLayout(self)
        grid.setContentsMargins(16, 12, 16, 12)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(8)
        return grid

    def showEvent(self, event: QShowEvent) -> None:
        set_hand_cursors(self)
        super().showEvent(event)

    def place(self, corner: QPoint) -> None:
        """Moves the upper left corner here, or as near as the screen allows."""
        screen = (self.parentWidget() or self).screen().availableGeometry()
        left = max(screen.left(), min(corner.x(), screen.right() + 1 - self.width()))
        self.move(left, max(screen.top(), min(corner.y(), screen.bottom() + 1 - self.height())))

    def open_at(self, corner: QPoint, focus: QWidget | None = None) -> None:
        """Opens at a screen position and focuses `focus`."""
        self.place(corner)
        self.show()
        if focus is not None:
            focus.setFocus(Qt.FocusReason.PopupFocusReason)

    def open_below(self, button: QWidget, focus: QWidget | None = None) -> None:
        """Opens below a button, right-aligned with it."""
        corner = button.mapToGlobal(QPoint(button.width(), button.height() + _GAP))
        for _ in range(1 if self.isVisible() else 2):  # one that was never shown takes its size when it is
            self.adjustSize()
            self.open_at(corner - QPoint(self.width(), 0), focus)


class Drawer(Popup):
    """A column of controls that do not fit elsewhere; `button` is visible while it holds some."""

    def __init__(self, page: QWidget, name: str) -> None:
        super().__init__(page, name)
        self._column = column_of(parent=self, margins=(12, 12, 12, 12))
        self.button = QToolButton(page)
        self.button.setProperty("role", "flat")
        self.button.setAccessibleName(name)
        self.button.setToolTip(name)
        self.button.clicked.connect(lambda: self.open_below(self.button))
        self.button.hide()
        self._restyle()
        themes.changed.connect(self._restyle)

    def _restyle(self, _theme: object = None) -> None:
        self.button.setIcon(icons.icon("more"))
        self.button.setIconSize(QSize(themes.px(16), themes.px(16)))

    def holds(self, part: QWidget) -> bool:
        return self._column.indexOf(part) >= 0

    def put_in(self, *parts: QWidget) -> None:
        for part in parts:
            self._column.addWidget(part)
        self.button.show()

    def take_out(self, *parts: QWidget) -> None:
        """Releases controls for another layout."""
        for part in parts:
            self._column.removeWidget(part)
        self.button.hide()
        self.hide()


def open_file_dialog(dialog: QFileDialog) -> None:
    """Opens a file dialog. If it is Qt's own, its arrows get the theme's colours, as Qt draws them black on any
    background, and some words that Qt has only in English are translated."""
    label = QFileDialog.DialogLabel
    for name, words in {
        label.LookIn: tr("Look in:"), label.FileName: tr("File name:"), label.FileType: tr("Files of type:"),
    }.items():  # fmt: skip
        dialog.setLabelText(name, words)
    dialog.open()
    for part, icon in _ARROWS.items():
        button = dialog.findChild(QToolButton, part)
        if isinstance(button, QToolButton):
            button.setIcon(icons.icon(icon))
