"""The panes beside the masks: what the mask does to one cell, what the edits changed, and the same rows in training and
while writing. Each leaves out what does not fit."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QSizePolicy, QWidget

from model_core.analysis.edit_effects import Comparison
from model_core.record import mask_reasons
from viz_app.charts.number_table import NumberCell, NumberLine, NumberTable
from viz_app.charts.text_comparison_table import TextComparison
from viz_app.data import number_format
from viz_app.data.maps.colormaps import Scale
from viz_app.system.language import tr
from viz_app.views.masks import cache_picture, changes, mask_rows
from viz_app.views.masks.cache_picture import MaskSteps
from viz_app.views.masks.mask_rows import MaskCell, MaskRow
from viz_app.widgets import theme as themes
from viz_app.widgets.labels import plain_label
from viz_app.widgets.layout import column_of, show_part

_PADDED = tr("This row is padding: it is computed with the batch, but its result is never used.")
_APART = 6  # px between two parts
_WEIGHTS = Scale(0.0, 1.0)
NAMES, SHORT_NAMES = (tr("without edits"), tr("with edits")), (tr("without"), tr("with"))


class Pane(QWidget):
    """Parts one under the other: `words` and what a subclass puts there.

    `wanted` names the parts in the order of their importance: where room is short the last ones are left out first; the
    first one always stays, and where even that does not fit it gets shorter words.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.words = plain_label(self, "body", wrapped=True)
        self._texts = ("", "")
        self._column = column_of(parent=self, spacing=_APART)
        self._parts: list[QWidget] = []

    def add_parts(self, *parts: QWidget) -> None:
        """Adds parts under the others, in the order in which they are seen."""
        for part in parts:
            self._column.addWidget(part)
            self._parts.append(part)

    def filled_parts(self) -> list[QWidget]:
        """The parts that have something to show."""
        return [self.words]

    def show_words(self, words: str, short: str = "") -> None:
        """What the first part says, and what it says where that does not fit."""
        self._texts = words, short or words
        self.words.setText(words)

    def fit(self, room: int, width: int) -> int:
        """Leaves out what does not fit into `room` px at that width; returns and takes the height of the rest."""
        wanted, kept, high = self.filled_parts(), list[QWidget](), 0
        self.words.setText(self._texts[0])
        if needed(width, wanted[:1]) > room:
            self.words.setText(self._texts[1])
        for part in wanted:
            with_part = needed(width, [part]) + (high + _APART if kept else 0)
            if kept and with_part > room:
                break
            kept.append(part)
            high = with_part
        for part in self._parts:
            show_part(part, part in kept)
        high = max(1, high)
        self.setFixedHeight(high)
        return high

    def roomy(self, width: int) -> int:
        """A height, px, that fits whatever is pointed at next, so that the maps above keep their places; or 0."""
        return 0

    def restyle(self) -> None:
        for part in self._parts:
            part.setFont(themes.font("body"))


def needed(width: int, parts: list[QWidget]) -> int:
    """The height of these parts, one under the other at that width, px."""
    heights = [part.heightForWidth(width) if part.hasHeightForWidth() else part.sizeHint().height() for part in parts]
    return sum(heights) + max(0, len(parts) - 1) * _APART


class ScoreStrip(NumberTable):
    """A table of three lines for one MaskRow, the chosen column outlined."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, tr("Scaled score, score after the mask, weight"))
        self.row: MaskRow | None = None
        self.answers(click=True)

    def show_row(self, row: MaskRow | None, key: int = 0) -> None:
        """Shows another row with the column `key` chosen; None shows nothing."""
        self.row = row
        total = "" if row is None or row.weight is None else f"Σ {float(np.asarray(row.weight, np.float64).sum()):.2f}"
        lines = (
            NumberLine(tr("scaled score"), tr("scaled score")), NumberLine(tr("after the mask"), tr("masked")),
            NumberLine(tr("weight"), tr("weight"), remark=total),
        )  # fmt: skip
        self.show_numbers(lines, () if row is None else row.columns, key, "" if row is None else row.at(key).sentence())

    def figure(self, line: int, column: int) -> NumberCell:
        assert self.row is not None
        row, reason = self.row, int(self.row.reasons[column])
        if line == 1:
            seen = reason == mask_reasons.VISIBLE or column == self.chosen
            return NumberCell(_text(row.score, column), "ink" if seen else "muted")
        if line == 2:
            return NumberCell(_text(row.masked, column), reason=reason)
        weight = row.at(column).weight
        if weight is None or not math.isfinite(weight):
            return NumberCell(_text(row.weight, column))
        return NumberCell(number_format.fmt_chance(weight), value=weight, scale=_WEIGHTS)

    def tip_of(self, place: tuple[int, int]) -> str:
        return self.row.at(place[1]).sentence() if self.row is not None else ""


def _text(numbers: np.ndarray | None, column: int) -> str:
    return "–" if numbers is None or column >= len(numbers) else number_format.fmt_masked(float(numbers[column]))


class CellPane(Pane):
    """What the mask does to one cell: a sentence, its row in numbers, and why the mask exists."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.strip = ScoreStrip(self)
        self.why = plain_label(self, "body", muted=True, wrapped=True)
        self._reasons: tuple[object, int] = (None, 0)  # font and width, and the height of the longest of them there
        self.add_parts(self.words, self.strip, self.why)

    def show_cell(self, cell: MaskCell, more: str = "") -> None:
        """Shows another cell; `more` is a sentence on what the mask's value does to it, the last to be left out."""
        row = cell.row
        padded = _PADDED if row.padded else ""
        self.show_words(" ".join(filter(None, (cell.sentence(), padded, more))), more or cell.sentence())
        self.strip.show_row(row, cell.key)
        self.why.setText(mask_rows.WHY[row.kind])

    def filled_parts(self) -> list[QWidget]:
        return [self.words, self.strip, self.why]

    def roomy(self, width: int, whole: bool = True) -> int:
        """As for any pane; with `whole` False without the reason for the mask."""
        fonts, key = self.why.fontMetrics(), (self.why.font(), width)
        if key != self._reasons[0]:
            line, wrapped = QRect(0, 0, width, 1), Qt.TextFlag.TextWordWrap
            whole = [fonts.boundingRect(line, wrapped, words).height() for words in mask_rows.WHY.values()]
            self._reasons = key, max(whole)
        least = 2 * fonts.height() + needed(width, [self.strip]) + _APART
        return least + self._reasons[1] + _APART if whole else least


class ChangesPane(Pane):
    """What the edits did: in words, token by token, and how much of the future was read."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.table = TextComparison(self)
        self.leak = plain_label(self, "body", muted=True, wrapped=True)
        self.add_parts(self.words, self.table, self.leak)

    def show_changes(self, words: str, found: Comparison | None, leak: str) -> None:
        """Shows another comparison; without one the words stand alone."""
        self.show_words(words, "" if found is None else changes.summary(found))
        self.leak.setText(leak)
        self.table.show_texts(found, NAMES, SHORT_NAMES)

    def filled_parts(self) -> list[QWidget]:
        optional = ((self.table, self.table.text()), (self.leak, self.leak.text()))
        return [self.words, *(part for part, text in optional if text)]


class StepsPane(Pane):
    """The mask's rows in training and while writing."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._there = False
        self.picture = MaskSteps(self)
        self.add_parts(self.picture, self.words)

    def show_step(self, reasons: np.ndarray | None, step: int, future: bool) -> None:
        """Shows the decoder's mask (T, T) at a step; None where nothing is written yet."""
        self._there = reasons is not None and reasons.size > 0
        if reasons is None or not self._there:
            self.show_words(tr("The decoder has not written anything yet."))
        else:
            at, rows = min(step, len(reasons) - 1), len(reasons)
            self.picture.show_step(reasons, at)
            self.show_words(cache_picture.summary(at, rows, future), cache_picture.step_summary(at, rows))

    def filled_parts(self) -> list[QWidget]:
        return [self.words, self.picture] if self._there else [self.words]
