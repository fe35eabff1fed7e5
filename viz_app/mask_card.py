"""The card beside the masks: one cell in a sentence, its row in numbers, and why the mask exists."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QSizePolicy, QVBoxLayout, QWidget

from viz_app import mask_cell
from viz_app import theme as themes
from viz_app.mask_cell import TITLES, MaskCell
from viz_app.parts import plain_label
from viz_app.score_strip import ScoreStrip

_PADDED = " The row holds no token itself: it is computed with the batch, and nobody reads it."


class CellCard(QFrame):
    """What the mask does to one cell. Where room is short, reasons give way first, then the row's numbers."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("card", True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.place = plain_label(self, "small", muted=True)
        self.sentence = plain_label(self, "body")
        self.strip = ScoreStrip(self)
        self.why = plain_label(self, "body", muted=True)
        column = self._column = QVBoxLayout(self)
        column.setContentsMargins(14, 10, 14, 10)
        column.setSpacing(6)
        for part in (self.place, self.sentence, self.strip, self.why):
            column.addWidget(part)
        for label in (self.place, self.sentence, self.why):
            label.setWordWrap(True)

    def show_cell(self, cell: MaskCell, example: bool) -> None:
        """Shows another cell; `example` says that nobody pointed at it."""
        row = cell.row
        place = f"{TITLES[row.kind]} · layer {row.layer + 1} · head {row.head + 1}"
        self.place.setText(f"{place} · an example: point at any cell" if example else place)
        self.sentence.setText(cell.sentence() + (_PADDED if row.padded else ""))
        self.strip.show_row(row, cell.key)
        self.why.setText(mask_cell.WHY[row.kind])

    def give_way(self, room: int, width: int) -> None:
        """Leaves out what does not fit into `room` px at that width, and takes the height that the rest needs."""
        parts: tuple[QWidget, ...] = (self.place, self.sentence)
        for part in (self.strip, self.why):
            fits = self._needs(width, (*parts, part)) <= room
            part.setVisible(fits)
            if not fits:
                self.why.setVisible(False)
                break
            parts = (*parts, part)
        self.setFixedHeight(max(1, self._needs(width, parts)))

    def _needs(self, width: int, parts: tuple[QWidget, ...]) -> int:
        """The height of a card of these parts, px."""
        edges = self._column.contentsMargins()
        inner = max(1, width - edges.left() - edges.right() - 2)
        heights = [
            part.heightForWidth(inner) if part.hasHeightForWidth() else part.sizeHint().height() for part in parts
        ]
        return sum(heights) + (len(parts) - 1) * self._column.spacing() + edges.top() + edges.bottom() + 2

    def dress(self) -> None:
        """Fonts in the text size of now."""
        self.place.setFont(themes.font("small"))
        for part in (self.sentence, self.strip, self.why):
            part.setFont(themes.font("body"))


__all__ = ["CellCard"]
