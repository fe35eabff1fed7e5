"""Dialogs of the File menu: how to save a picture, why something was not opened or saved, and the numbers of a view as
a table for keyboard and screen reader."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from dataclasses import dataclass, replace

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QFontMetrics, QTextOption
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QFormLayout,
    QPlainTextEdit,
    QPushButton,
    QTableView,
    QWidget,
)

from model_core.errors import Refused
from viz_app.data.number_format import fmt_digits
from viz_app.system.language import as_sentence, tr
from viz_app.system.refused_files import NotOpened
from viz_app.widgets import theme as themes
from viz_app.widgets.dialog import Dialog
from viz_app.widgets.forms import choice_box
from viz_app.widgets.labels import plain_label, push_button
from viz_app.widgets.layout import add_layout
from viz_app.widgets.painting import set_tip

ENDINGS = {
    ".png": tr("PNG, pixels"), ".svg": tr("SVG, shapes and text"), ".pdf": tr("PDF, shapes and text"),
    ".gif": tr("GIF, every step one after the other"),
}  # fmt: skip
SCALES = (1.0, 2.0, 3.0, 4.0)
WIDTH = 460  # px at text size 100 % of the page about a failure
COMMAND_WIDTH = 560  # px at text size 100 % of one with a line for a terminal
COMMAND_LINES = 4  # lines of it that are seen


@dataclass(frozen=True)
class PictureOptions:
    """How to save a picture. `whole` is the window instead of the view, `alone` the view's map without the controls
    around it; `scale` applies to pixels only."""

    whole: bool = False
    ending: str = ".png"
    scale: float = 2.0
    caption: bool = True
    alone: bool = False


class PictureDialog(Dialog):
    """Asks what the picture of the view called `view` should contain; `measured` gives its width and height, px, if
    there is something to draw. `chosen` carries the PictureOptions, and whether to copy the picture instead of saving
    it."""

    chosen = Signal(object, bool)

    def __init__(
        self,
        options: PictureOptions,
        measured: Callable[[PictureOptions], tuple[int, int] | None],
        view: str,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(tr("Save a picture"), parent)
        self._options, self._measured = options, measured
        chosen = "window" if options.whole else "map" if options.alone else "view"
        whole, alone = tr("The view {view}", view=view), tr("Only the map of {view}, without controls", view=view)
        parts = {"view": whole, "map": alone, "window": tr("The whole window")}
        self.what = choice_box(self, parts.items(), chosen)
        self.format = choice_box(self, ENDINGS.items(), options.ending)
        self.pixels = choice_box(self, [(scale, f"{scale:g}\u00d7") for scale in SCALES], options.scale)
        self.caption = QCheckBox(tr("Text, model, layer, head and step in a caption"), self)
        self.caption.setChecked(options.caption)
        self.note = plain_label(self, "small", muted=True, wrapped=True)
        form = QFormLayout()
        form.addRow(tr("Picture of"), self.what)
        form.addRow(tr("Format"), self.format)
        form.addRow(tr("Size"), self.pixels)
        form.addRow(tr("Caption"), self.caption)
        add_layout(self.column, form)
        self.column.addWidget(self.note)
        save, copy = QPushButton(tr("Save as\u2026"), self), QPushButton(tr("Copy"), self)
        save.clicked.connect(lambda: self._choose(False))
        copy.clicked.connect(lambda: self._choose(True))
        self.end_with_close(save, copy)
        save.setDefault(True)
        save.setFocus()
        for box in (self.what, self.format, self.pixels):
            box.currentIndexChanged.connect(self._show)
        self.caption.toggled.connect(self._show)
        self._show()

    def options(self) -> PictureOptions:
        part = self.what.currentData()
        return replace(
            self._options, whole=part == "window", alone=part == "map", ending=self.format.currentData(),
            scale=self.pixels.currentData(), caption=self.caption.isChecked(),
        )  # fmt: skip

    def _show(self) -> None:
        """The size in pixels, and what else the file contains."""
        options = self.options()
        size = self._measured(options)
        self.pixels.setEnabled(options.ending in (".png", ".gif"))
        if size is not None:
            for place, scale in enumerate(SCALES):
                width, height = (round(side * scale) for side in size)
                words = tr("{width:,} × {height:,} pixels", width=width, height=height)
                self.pixels.setItemText(place, f"{scale:g}\u00d7   {words}")
        self.caption.setEnabled(options.ending != ".gif")
        where = {
            ".png": tr("its text fields"), ".svg": tr("its title and description"), ".pdf": tr("its title"),
            ".gif": tr("its comment"),
        }[options.ending]  # fmt: skip
        self.note.setText(
            tr("Text, model with its hash, layer, head and step are always kept in {place}.", place=where)
        )

    def _choose(self, copied: bool) -> None:
        options = self.options()
        self.close()
        self.chosen.emit(options, copied)


class FailureDialog(Dialog):
    """One page: what happened, what was kept, what to do."""

    def __init__(self, title: str, error: Refused, parent: QWidget | None = None) -> None:
        super().__init__(title, parent)
        said, self.command = [as_sentence(error.message)], ""
        if isinstance(error, NotOpened):
            said, self.command = [error.happened, error.kept, error.advice], error.command
        self.words = [plain_label(self, "body", words) for words in said if words]
        self.words.append(plain_label(self, "small", error.code, muted=True))
        for label in self.words:
            label.setWordWrap(True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            self.column.addWidget(label)
        self.end_with_close(*self._command_parts())
        wide = min(themes.px(COMMAND_WIDTH if self.command else WIDTH), self.room().width())
        self._fit_heading(title, wide)
        self.setMinimumWidth(wide)
        self.resize_on_screen(wide, self.column.totalHeightForWidth(wide))

    def _fit_heading(self, title: str, wide: int) -> None:
        """A name may be of any length: its middle is elided if it does not fit; the tooltip has all of it."""
        sides = self.column.contentsMargins()
        room = wide - sides.left() - sides.right()
        self.heading.setText(self.heading.fontMetrics().elidedText(title, Qt.TextElideMode.ElideMiddle, room))
        if self.heading.text() != title:
            set_tip(self.heading, title)

    def _command_parts(self) -> list[QPushButton]:
        """The shell command, to read and to copy; nothing if there is none."""
        self.column.addStretch(1)
        if not self.command:
            return []
        line = QPlainTextEdit(self.command, self)
        line.setReadOnly(True)
        line.setFont(themes.font("code"))
        line.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        line.setAccessibleName(tr("Terminal command"))
        set_tip(line, tr("Copy it into a terminal to convert the file."))
        line.setTabChangesFocus(True)
        line.setFixedHeight(QFontMetrics(line.font()).height() * COMMAND_LINES + 20)
        self.column.insertWidget(self.column.count() - 2, line)
        about = tr("Copies the command.")
        return [push_button(self, tr("Copy the line"), about, lambda: QApplication.clipboard().setText(self.command))]


_COLUMN, _LINE = 100, 30  # px at text size 100 %: the longest number fits
Index = QModelIndex | QPersistentModelIndex


class TableSheet(Dialog):
    """Shows tab-separated `text`, whose first line has the headings and first column the names of the rows; `about`
    says what it belongs to. `copy` puts it on the clipboard."""

    def __init__(self, about: str, text: str, copy: Callable[[], object], parent: QWidget | None = None) -> None:
        super().__init__(tr("Table"), parent)
        self.about = plain_label(self, "body", about, wrapped=True)
        self.table = QTableView(self)
        self.table.setModel(TextRows(text, self.table))
        self.table.setAccessibleName(tr("The numbers of this view"))
        self.table.setWordWrap(False)
        self.table.setFont(themes.font("body"))
        self.table.horizontalHeader().setDefaultSectionSize(themes.px(_COLUMN))
        self.table.horizontalHeader().setTextElideMode(Qt.TextElideMode.ElideRight)
        self.table.verticalHeader().setDefaultSectionSize(themes.px(_LINE))
        set_tip(self.table, tr("Move from cell to cell with the arrow keys."))
        self.column.addWidget(self.about)
        self.column.addWidget(self.table, 1)
        self.end_with_close(push_button(self, tr("Copy"), tr("Copies the table for a spreadsheet."), copy))
        self.resize_on_screen(themes.px(760), themes.px(520))
        self.table.setFocus()


LONG = 8
"""Characters of a number from which on it is shortened."""


def short_number(text: str) -> str:
    """A long number with four digits, for eye and ear; any other text unchanged."""
    if len(text) < LONG:
        return text
    try:
        return fmt_digits(float(text))
    except ValueError:
        return text


class TextRows(QAbstractTableModel):
    """Lines of texts with headings."""

    def __init__(self, text: str, parent: QWidget) -> None:
        super().__init__(parent)
        heads, *self.rows = list(csv.reader(io.StringIO(text), delimiter="\t")) or [[""]]
        self.heads = heads[1:]

    def rowCount(self, parent: Index | None = None) -> int:
        """Rows without the headings."""
        return len(self.rows)

    def columnCount(self, parent: Index | None = None) -> int:
        """Columns without the names of the rows."""
        return len(self.heads)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """A cell's text, right-aligned if it is a number; read aloud with its row and column. The tooltip has all of a
        long number: cut off, it would lose its exponent."""
        whole = self.rows[index.row()][index.column() + 1]
        if role == Qt.ItemDataRole.ToolTipRole:
            return whole
        text = short_number(whole)
        if role == Qt.ItemDataRole.DisplayRole:
            return text
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{self.rows[index.row()][0]}, {self.heads[index.column()]}: {text}"
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """A heading, or the name of a row."""
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        return self.heads[section] if orientation == Qt.Orientation.Horizontal else self.rows[section][0]
