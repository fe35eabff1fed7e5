"""The numbers of a view as a table to read, row by row and cell by cell: the twin of a picture for those who listen."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QTableView, QWidget

from viz_app.data.number_format import fmt_digits
from viz_app.system.language import tr
from viz_app.widgets import theme as themes
from viz_app.widgets.dialog import Dialog
from viz_app.widgets.labels import plain_label, push_button
from viz_app.widgets.painting import set_tip

_COLUMN, _LINE = 100, 30  # px at text size 100 %: the longest number has room
Index = QModelIndex | QPersistentModelIndex


class TableSheet(Dialog):
    """Shows tab-separated `text`, whose first line holds the heads and first column the names of the rows; `about` says
    what it belongs to. `copy` puts it on the clipboard."""

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


def shortened(text: str) -> str:
    """A long number with four figures, for eye and ear; any other text as it is."""
    if len(text) < LONG:
        return text
    try:
        return fmt_digits(float(text))
    except ValueError:
        return text


class TextRows(QAbstractTableModel):
    """Lines of texts with heads."""

    def __init__(self, text: str, parent: QWidget) -> None:
        super().__init__(parent)
        heads, *self.rows = list(csv.reader(io.StringIO(text), delimiter="\t")) or [[""]]
        self.heads = heads[1:]

    def rowCount(self, parent: Index | None = None) -> int:
        """Rows without the heads."""
        return len(self.rows)

    def columnCount(self, parent: Index | None = None) -> int:
        """Columns without the names of the rows."""
        return len(self.heads)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """A cell's text, at the right where it is a number; read aloud with its row and column. All of a long number
        is in its tool tip: cut off, it would lose its exponent."""
        whole = self.rows[index.row()][index.column() + 1]
        if role == Qt.ItemDataRole.ToolTipRole:
            return whole
        text = shortened(whole)
        if role == Qt.ItemDataRole.DisplayRole:
            return text
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{self.rows[index.row()][0]}, {self.heads[index.column()]}: {text}"
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """A head, or the name of a row."""
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        return self.heads[section] if orientation == Qt.Orientation.Horizontal else self.rows[section][0]
