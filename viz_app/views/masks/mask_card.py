"""What stands beside the masks: a pane that leaves out what does not fit, and the pane of a cell: a sentence, its row
in numbers, and why the mask exists."""

from __future__ import annotations

from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from viz_app.data import mask_rows
from viz_app.data.mask_rows import MaskCell
from viz_app.views.masks.score_table import ScoreStrip
from viz_app.widgets import theme as themes
from viz_app.widgets.labels import plain_label
from viz_app.widgets.layout import show_part

_PADDED = " The row holds no token itself: it is computed with the batch, and nobody reads it."
_APART = 6  # px between two parts


class Pane(QWidget):
    """Parts one under the other. `wanted` names them in the order of their importance: where room is short the last
    ones are left out first; the first one always stays."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(_APART)
        self._parts: list[QWidget] = []

    def put(self, *parts: QWidget) -> None:
        """Adds parts under the others, in the order in which they are seen."""
        for part in parts:
            self._column.addWidget(part)
            self._parts.append(part)

    def wanted(self) -> tuple[QWidget, ...]:
        """The parts that have something to show."""
        raise NotImplementedError

    def show_message(self, short: bool) -> None:
        """Fills the first part with its words, or with fewer of them where even it does not fit."""

    def fit(self, room: int, width: int) -> int:
        """Leaves out what does not fit into `room` px at that width; returns and takes the height of the rest."""
        wanted, kept = self.wanted(), list[QWidget]()
        self.show_message(short=False)
        if needed(width, wanted[:1]) > room:
            self.show_message(short=True)
        for part in wanted:
            if kept and needed(width, (*kept, part)) > room:
                break
            kept.append(part)
        for part in self._parts:
            show_part(part, part in kept)
        high = max(1, needed(width, kept))
        self.setFixedHeight(high)
        return high

    def restyle(self) -> None:
        for part in self._parts:
            part.setFont(themes.font("body"))


def needed(width: int, parts: tuple[QWidget, ...] | list[QWidget]) -> int:
    """The height of these parts, one under the other at that width, px."""
    heights = [part.heightForWidth(width) if part.hasHeightForWidth() else part.sizeHint().height() for part in parts]
    return sum(heights) + max(0, len(parts) - 1) * _APART


class CellPane(Pane):
    """What the mask does to one cell. Where space is short, the reasons are left out first, then the row's numbers."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._texts = ("", "")
        self.sentence = plain_label(self, "body")
        self.strip = ScoreStrip(self)
        self.why = plain_label(self, "body", muted=True)
        self.put(self.sentence, self.strip, self.why)
        for label in (self.sentence, self.why):
            label.setWordWrap(True)

    def show_cell(self, cell: MaskCell, more: str = "") -> None:
        """Shows another cell; `more` is a sentence on what the mask's value does to it."""
        row = cell.row
        self._texts = f"{cell.sentence()}{_PADDED if row.padded else ''} {more}".strip(), more or cell.sentence()
        self.show_message(short=False)
        self.strip.show_row(row, cell.key)
        self.why.setText(mask_rows.WHY[row.kind])

    def show_message(self, short: bool) -> None:
        """The cell's sentence; what the mask's value does to it comes first."""
        self.sentence.setText(self._texts[short])

    def wanted(self) -> tuple[QWidget, ...]:
        """The sentence, the row's numbers, the reason."""
        return self.sentence, self.strip, self.why
