"""One row of one head on its way through the mask: scores, scores after the mask, weights, column under column."""

from __future__ import annotations

import numpy as np
from PySide6.QtWidgets import QWidget

from model_core.record import mask_reasons
from viz_app.data import number_format
from viz_app.data.colormaps import Scale
from viz_app.data.mask_rows import MaskRow
from viz_app.widgets.number_table import NumberCell, NumberLine, NumberTable

_WEIGHTS = Scale(0.0, 1.0)


class ScoreStrip(NumberTable):
    """A table of three lines for one MaskRow, the chosen column outlined."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, "Score, score after the mask, weight")
        self.row: MaskRow | None = None
        self.answers(click=True)

    def show_row(self, row: MaskRow | None, key: int = 0) -> None:
        """Shows another row with the column `key` chosen; None shows nothing."""
        self.row = row
        total = "" if row is None or row.weight is None else f"Σ {float(np.asarray(row.weight, np.float64).sum()):.2f}"
        lines = (
            NumberLine("score", "score"), NumberLine("after the mask", "masked"),
            NumberLine("weight", "weight", remark=total),
        )  # fmt: skip
        self.show_numbers(lines, () if row is None else row.columns, key, "" if row is None else row.at(key).sentence())

    def figure(self, line: int, column: int) -> NumberCell:
        assert self.row is not None
        cell = self.row.at(column)
        visible = cell.reason == mask_reasons.VISIBLE
        if line == 1:
            return NumberCell(_text(cell.score), "ink" if visible or column == self.chosen else "muted")
        if line == 2:
            return NumberCell(_text(cell.masked), reason=cell.reason)
        if cell.weight is None or not np.isfinite(cell.weight):
            return NumberCell(_text(cell.weight))
        return NumberCell(number_format.fmt_chance(cell.weight), value=cell.weight, scale=_WEIGHTS)

    def tip_of(self, place: object) -> str:
        return self.row.at(place[1]).sentence() if self.row is not None and isinstance(place, tuple) else ""


def _text(value: float | None) -> str:
    return "–" if value is None else number_format.fmt_masked(value)
