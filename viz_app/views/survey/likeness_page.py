"""Heads among heads: the ordered matrix beside the plane, and the pair that is pointed at in words."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QWidget

from viz_app.views.survey.likeness import Head, Likeness, pair_words
from viz_app.views.survey.likeness_matrix import LikenessMatrix
from viz_app.views.survey.likeness_plane import LikenessPlane
from viz_app.widgets.labels import Caption, plain_label
from viz_app.widgets.layout import column_of, row_of, show_part


class LikenessPage(QWidget):
    """`chosen` carries the head (layer, head) that is to be seen alone."""

    chosen = Signal(object)
    hinted = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.matrix, self.plane = LikenessMatrix(self), LikenessPlane(self)
        self.line = Caption("small", "muted", parent=self)
        self.words = plain_label(self, "body", muted=True, wrapped=True, centred=True)
        self._found: Likeness | None = None
        self._head: Head = (0, 0)
        self._row = row_of((self.matrix, 1), (self.plane, 1), spacing=20)
        column_of((self._row, 1), self.line, (self.words, 1), parent=self)
        self.words.hide()
        for part in (self.matrix, self.plane):
            part.chosen.connect(self.chosen)
            part.hinted.connect(self.hinted)
            part.hovered.connect(self._show_pair)

    def show_heads(self, found: Likeness | None, head: Head, missing: str) -> None:
        """Shows these heads, one of them marked; where there are none, why."""
        self._found, self._head = found, head
        for part in (self.matrix, self.plane):
            part.show_heads(found, head)
        for one in (self.matrix, self.plane, self.line):
            show_part(one, found is not None)
        show_part(self.words, found is None)
        self.words.setText(missing if found is None else "")
        self._show_pair(None)

    def _show_pair(self, place: object) -> None:
        """The pair under the pointer, else the selected head."""
        found = self._found
        if found is None:
            return
        if isinstance(place, tuple):
            self.line.set_text(pair_words(found, *place))
            return
        at = place if isinstance(place, int) else found.heads.index(self._head) if self._head in found.heads else None
        self.line.set_text("" if at is None else pair_words(found, at, at))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Beside each other or below each other, whatever is larger."""
        super().resizeEvent(event)
        wide = self.width() >= self.height()
        way = QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom
        if way != self._row.direction():
            self._row.setDirection(way)
