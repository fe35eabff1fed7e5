"""The ancestry of a number as a tree: what it was computed from, and those numbers in turn, down to the tokens."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from model_core.explain.ancestry import parents, paths_to_inputs
from model_core.explain.provenance import Source
from model_core.record.trace import Trace
from viz_app.data.ancestors import Ancestor, ancestor
from viz_app.system.command_queue import queued_with
from viz_app.system.language import capitalised, tr
from viz_app.widgets import theme as themes
from viz_app.widgets.dialog import Dialog
from viz_app.widgets.labels import plain_label, push_button

_SOURCE = Qt.ItemDataRole.UserRole
_SIZE = (960, 600)  # px at text size 100 %


class AncestryTree(Dialog):
    """Branches are filled when they are opened. Enter or a double click on a number opens its card."""

    def __init__(self, trace: Trace, source: Source, parent: QWidget | None = None) -> None:
        super().__init__(tr("Ancestry"), parent)
        self._trace, self._first = trace, source
        about = tr("Each line was computed from the lines under it. Enter shows a number's formula and code.")
        self.column.addWidget(plain_label(self, "body", about, muted=True, wrapped=True))
        self.tree = QTreeWidget(self)
        self.tree.setAccessibleName(tr("Where the number comes from"))
        self.tree.setHeaderLabels([tr("What it is"), tr("Value"), tr("Tensor and index, from 0")])
        self.tree.setUniformRowHeights(True)
        self.tree.setIndentation(themes.px(12))
        self.tree.setAlternatingRowColors(False)
        self.tree.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.tree.itemExpanded.connect(self._grow)
        self.tree.itemActivated.connect(queued_with(self, self._explain))
        self.column.addWidget(self.tree, 1)
        down = push_button(
            self, tr("Expand to the tokens"), tr("Expands the shortest paths to tokens and positions."), self.open_down
        )
        self.end_with_close(down)
        self._root = self._line(source)
        self.tree.addTopLevelItem(self._root)
        self._root.setExpanded(True)
        self.tree.setCurrentItem(self._root)
        self._fit()
        self.resize_on_screen(themes.px(_SIZE[0]), themes.px(_SIZE[1]))

    def source_of(self, item: QTreeWidgetItem) -> Source:
        found = item.data(0, _SOURCE)
        assert isinstance(found, Ancestor)
        return found.source

    def open_down(self) -> None:
        """Opens the shortest paths down to every token and position that the number depends on."""
        root = self._root
        for way in paths_to_inputs(self._trace, self._first):
            item = root
            for source in way[1:]:
                self.tree.expandItem(item)
                below = [item.child(row) for row in range(item.childCount())]
                item = next(one for one in below if one and self.source_of(one).place == source.place)

    def _line(self, source: Source) -> QTreeWidgetItem:
        line = ancestor(self._trace, source)
        item = QTreeWidgetItem([capitalised(line.title), line.value, line.name])
        item.setData(0, _SOURCE, line)
        item.setFont(2, themes.font("code"))
        item.setData(0, Qt.ItemDataRole.AccessibleTextRole, f"{line.title}: {line.value}; {line.name}")
        shown = QTreeWidgetItem.ChildIndicatorPolicy
        item.setChildIndicatorPolicy(shown.DontShowIndicator if line.first else shown.ShowIndicator)
        return item

    def _grow(self, item: QTreeWidgetItem) -> None:
        if not item.childCount():
            item.addChildren([self._line(one) for one in parents(self._trace, self.source_of(item))])

    def _explain(self, item: QTreeWidgetItem) -> None:
        from viz_app.widgets.number_card import explain

        explain(self.tree, self._trace, self.source_of(item), self.tree.mapToGlobal(self._spot(item)))

    def _spot(self, item: QTreeWidgetItem) -> QPoint:
        return self.tree.visualItemRect(item).bottomLeft() + QPoint(themes.px(24), self.tree.header().height())

    def _fit(self) -> None:
        header = self.tree.header()
        header.setStretchLastSection(True)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Interactive)
        self.tree.setColumnWidth(0, themes.px(340))
        self.tree.setColumnWidth(1, themes.px(100))
