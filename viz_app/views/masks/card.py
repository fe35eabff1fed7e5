"""The card under the masks, with one pane at a time: what the mask does to one cell, what the edits changed, or which
rows are computed in training and while writing. Each leaves out what does not fit."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from PySide6.QtCore import QPoint, QPointF, QRect, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from model_core.explain.provenance import Source
from model_core.explain.rules import mask_leaks
from model_core.record.mask_reasons import VISIBLE
from model_core.record.trace import Trace
from viz_app.charts.number_table import NumberCell, NumberLine, NumberTable
from viz_app.charts.text_comparison_table import TextComparison
from viz_app.data import map_text, number_format
from viz_app.data.maps.colormaps import Scale
from viz_app.data.number_sources import cell_source
from viz_app.data.words.parts import NOTHING_WRITTEN
from viz_app.system.language import tr
from viz_app.system.newest_dict import NewestDict
from viz_app.views.masks import cache_picture, changes, edits, mask_rows
from viz_app.views.masks.cache_picture import MaskSteps
from viz_app.views.masks.changes import MaskChanges
from viz_app.views.masks.mask_rows import MaskCell, MaskRow
from viz_app.widgets import theme as themes
from viz_app.widgets.labels import Caption, plain_label, push_button
from viz_app.widgets.layout import column_of, row_of, show_part
from viz_app.widgets.number_card import answer
from viz_app.widgets.segmented import Segmented

PANES = {
    "cell": (tr("This cell"), tr("What the mask does to the cell under the pointer, or the pinned one.")),
    "changes": (tr("What changed"), tr("The text and its probabilities with and without your edits.")),
    "steps": (tr("Training and writing"), tr("Which rows are computed at once, and which step by step.")),
}
GIVE = tr("Use as the target")
_GIVE_TIP = tr("The text stays, but is read as a whole (teacher forcing): rows may then read later tokens.")
_PADDED = tr("This row is padding: it is computed with the batch, but its result is never used.")
_APART = 6  # px between two parts of a pane
_EDGES = 14, 8, 14, 10  # px inside the card's frame
_UNPOINTED = {
    "step": tr("strongest key: point at any cell"), "word": tr("strongest word: point at any cell"),
    "example": tr("an example: point at any cell"),
}  # fmt: skip
_WEIGHTS = Scale(0.0, 1.0)
_NAMES, _SHORT_NAMES = (tr("without edits"), tr("with edits")), (tr("without"), tr("with"))


class ScoreStrip(NumberTable):
    """A table of three lines for one MaskRow, the chosen column outlined."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, tr("Scaled score, score after the mask, weight"))
        self.row: MaskRow | None = None
        self._rooms: NewestDict[object, bool] = NewestDict(4)  # of several widths; the same for any numbers
        self.stand_on("panel")  # as the card does
        self.answers(click=True)

    def show_row(self, row: MaskRow | None, key: int = 0) -> None:
        """Shows another row with the column `key` chosen; None clears it."""
        self.row = row
        total = "" if row is None or row.weight is None else f"Σ {float(np.asarray(row.weight, np.float64).sum()):.2f}"
        lines = (
            NumberLine(tr("scaled score"), tr("scaled score")), NumberLine(tr("after the mask"), tr("masked")),
            NumberLine(tr("weight"), tr("weight"), remark=total),
        )  # fmt: skip
        self.show_numbers(lines, () if row is None else row.columns, key, "" if row is None else row.at(key).sentence())

    def has_room(self, width: int) -> bool:
        key = width, themes.text_scale(), len(self.heads)
        return self._rooms.made(key, lambda: super(ScoreStrip, self).has_room(width))

    def figure(self, line: int, column: int) -> NumberCell:
        assert self.row is not None
        row, reason = self.row, int(self.row.reasons[column])
        if line == 1:
            seen = reason == VISIBLE or column == self.chosen
            return NumberCell(_text(row.score, column), "ink" if seen else "muted")
        if line == 2:
            return NumberCell(_text(row.masked, column), reason=reason)
        weight = math.nan if row.weight is None or column >= len(row.weight) else float(row.weight[column])
        if not math.isfinite(weight):
            return NumberCell(_text(row.weight, column))
        return NumberCell(number_format.fmt_chance(weight), value=weight, scale=_WEIGHTS)

    def tip_of(self, place: tuple[int, int]) -> str:
        return self.row.at(place[1]).sentence() if self.row is not None else ""


def _text(numbers: np.ndarray | None, column: int) -> str:
    return "–" if numbers is None or column >= len(numbers) else number_format.fmt_masked(float(numbers[column]))


class Pane(QWidget):
    """A column of parts, `words` among them. The words always stay, in a shorter form if necessary.

    It places its parts itself: a layout would pass other words on to all that it stands in, up to the window.
    """

    def __init__(self, parent: QWidget, above: Sequence[QWidget] = (), below: Sequence[QWidget] = ()) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        for part in above:
            part.setParent(self)
        self.words = plain_label(self, "body", wrapped=True)
        for part in below:
            part.setParent(self)
        self._texts = ("", "")
        self._parts = (*above, self.words, *below)
        self._filled: list[QWidget] = [self.words]
        self._heights: list[tuple[QWidget, int]] = []  # of the parts that have room, from above, px

    def show_content(self, words: str, short: str, *parts: QWidget) -> None:
        """Sets the words, long and short, and the other parts with content, the most important ones first."""
        self._texts, self._filled = (words, short), [self.words, *parts]
        self.words.setText(words)

    def fit(self, room: int, width: int) -> int:
        """Leaves out what does not fit into `room` px at this width; returns and takes the remaining height."""
        self.words.setText(self._texts[0])
        high = needed(width, [self.words])
        if high > room:
            self.words.setText(self._texts[1])
            high = needed(width, [self.words])
        kept: dict[QWidget, int] = {self.words: high}
        for part in self._filled[1:]:
            if isinstance(part, ScoreStrip) and not part.has_room(width):
                continue  # its numbers would cover each other
            if (with_part := high + _APART + (own := needed(width, [part]))) > room:
                break
            kept[part], high = own, with_part
        for part in self._parts:
            show_part(part, part in kept)
        self._heights = [(part, kept[part]) for part in self._parts if part in kept]
        self.setFixedHeight(max(1, high))
        self._arrange()
        return max(1, high)

    def _arrange(self) -> None:
        top = 0
        for part, high in self._heights:
            part.setGeometry(0, top, self.width(), high)
            top += high + _APART

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._arrange()

    def minimumSizeHint(self) -> QSize:
        return QSize(max((part.minimumSizeHint().width() for part, _ in self._heights), default=0), 1)


def needed(width: int, parts: Sequence[QWidget]) -> int:
    """The height of a column of these parts at this width, px."""
    heights = [part.heightForWidth(width) if part.hasHeightForWidth() else part.sizeHint().height() for part in parts]
    return sum(heights) + (len(parts) - 1) * _APART


class PaneCard(QFrame):
    """One pane at a time; `chosen` carries the name of the requested one."""

    chosen = Signal(str)
    given = Signal()  # the text that was written shall be the target, which is read as a whole

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Below the masks"))
        self.setProperty("card", True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.tabs = Segmented(tr("Shown below"), PANES, self)
        self.tabs.chosen.connect(self.chosen)
        self.remark = Caption("small", "muted", parent=self)
        self.strip, self.table, self.picture = ScoreStrip(self), TextComparison(self), MaskSteps(self)
        self.why, self.leak = (plain_label(self, "body", muted=True, wrapped=True) for _ in range(2))
        self.cell = Pane(self, below=(self.strip, self.why))
        self.changes = Pane(self, below=(self.table, self.leak))
        self.steps = Pane(self, above=(self.picture,))
        self.panes = {"cell": self.cell, "changes": self.changes, "steps": self.steps}
        self.give = push_button(self, GIVE, _GIVE_TIP, self.given)
        self.give.setStatusTip(_GIVE_TIP)
        head = row_of(self.tabs, (self.remark, 1), 0, self.give, spacing=12)
        self._column = column_of(head, *self.panes.values(), 1, parent=self, margins=_EDGES)
        self._shown: tuple[Trace, int] | None = None  # run and sentence
        self.strip.source = self._score_at
        answer(self.table, self._chance_at, click=True)
        self._changes = lru_cache(maxsize=1)(changes.mask_changes)
        self._longest = lru_cache(maxsize=1)(_longest_reason)
        self.show_pane("cell")

    def show_pane(self, name: str) -> None:
        self.tabs.show_value(name)
        for own, pane in self.panes.items():
            show_part(pane, own == name)

    def show_content(self, trace: Trace, sentence: int, cell: MaskCell, origin: str, step: int) -> None:
        """Fills the current pane; `origin` says why it is this cell."""
        name, self._shown = self.tabs.value, (trace, sentence)
        if name == "cell":
            remark = map_text.heading(cell.row.kind, cell.row.layer, cell.row.head)
            remark += f" · {_UNPOINTED[origin]}" if origin in _UNPOINTED else ""
            self._show_cell(trace, cell)
        elif name == "changes":
            remark = tr("the same run, with and without your edits")
            self._show_changes(self._changes(trace, sentence, (cell.row.layer, cell.row.head)))
        else:
            remark = tr("decoder self-attention, one head")
            self._show_steps(trace, sentence, step)
        self.remark.set_text(remark)
        show_part(self.give, name == "changes" and "step_probability" in trace.numbers)

    def _show_cell(self, trace: Trace, cell: MaskCell) -> None:
        """A sentence, the row in numbers, and why the mask exists; for a masked cell the effect of the mask's value."""
        value = edits.value_in_force(trace, cell.row.kind)
        more, padded = edits.value_words(value, cell) if cell.reason != VISIBLE else "", _PADDED * cell.row.padded
        words = " ".join(filter(None, (cell.sentence(), padded, more)))
        self.strip.show_row(cell.row, cell.key)
        self.why.setText(mask_rows.WHY[cell.row.kind])
        self.cell.show_content(words, more or cell.sentence(), self.strip, self.why)

    def _show_changes(self, changed: MaskChanges) -> None:
        """In words, token by token, and how much of the future was read."""
        found = changed.found
        self.table.show_texts(found, _NAMES, _SHORT_NAMES)
        self.leak.setText(changed.leak)
        parts = [part for part in (self.table, self.leak) if part.text()]
        self.changes.show_content(changed.words, changed.words if found is None else changes.summary(found), *parts)

    def _show_steps(self, trace: Trace, sentence: int, step: int) -> None:
        rows = len(trace.sentences[sentence].read)
        if "decoder" not in trace.reasons or not rows:
            self.steps.show_content(NOTHING_WRITTEN, NOTHING_WRITTEN)
            return
        hides, at = trace.run.edits.masks.future and not mask_leaks(trace, "decoder"), min(step, rows - 1)
        self.picture.show_step(trace.reasons["decoder"][sentence, :rows, :rows], at)
        words = cache_picture.summary(at, rows, hides), cache_picture.step_summary(at, rows)
        self.steps.show_content(*words, self.picture)

    # ---- where numbers come from

    def _score_at(self, place: tuple[int, int]) -> tuple[Trace, Source] | None:
        """The source of a number in the strip: line 1 the score, 2 after the mask, 3 the weight."""
        row, (line, key) = self.strip.row, place
        if self._shown is None or row is None or not line:
            return None
        what, (trace, sentence) = ("scaled", "masked", "weights")[line - 1], self._shown
        found = cell_source(trace, row.kind, what, row.layer, (sentence, row.head, row.query, key))
        return None if found is None else (trace, found)

    def _chance_at(self, point: QPoint | None) -> tuple[Trace, Source] | None:
        """A probability of the text without or with the edits."""
        at = self.table.chance_at(QPointF(point)) if point is not None else None
        if self._shown is None or at is None:
            return None
        found = changes.way_source(*self._shown, *at)
        return None if found is None else (self._shown[0], found)

    # ---- room

    def fit(self, room: int, width: int, steady: bool = False) -> None:
        """Takes at most `room` px at this width, as far as the pane's words allow; if `steady`, the same height for a
        cell and for what changed."""
        inner = max(1, width - _EDGES[0] - _EDGES[2] - 2)
        self.tabs.fit(inner)
        show_part(self.remark, self.tabs.is_open())
        frame, pane, cell = self._frame(), self.panes[self.tabs.value], self._cell_height(inner)
        room -= frame
        if steady and pane is not self.steps:
            least = min(room, cell)
            self.setFixedHeight(frame + max(least, pane.fit(least, inner)))
            return
        high = pane.fit(room, inner)
        self.setFixedHeight(frame + (cell if pane is self.cell and high < cell <= room else high))

    def least_height(self, width: int) -> int:
        """The height in px with the words and the numbers of any cell."""
        return self._frame() + self._cell_height(width - _EDGES[0] - _EDGES[2] - 2, whole=False)

    def _frame(self) -> int:
        """Height in px above and below the pane: edges and tabs."""
        return _EDGES[1] + _EDGES[3] + self._column.spacing() + self.tabs.sizeHint().height() + 2

    def _cell_height(self, width: int, whole: bool = True) -> int:
        """The height in px that suffices for any cell, so that the maps above keep their places; with `whole` including
        why the mask exists."""
        least = 2 * self.why.fontMetrics().height() + _APART
        least += needed(width, [self.strip]) if self.strip.has_room(width) else 0
        return least + self._longest(self.why, self.why.font(), width) + _APART if whole else least


def _longest_reason(label: QWidget, _font: object, width: int) -> int:
    """Height in px of the longest reason for a mask in a label of this width."""
    line, wrapped = QRect(0, 0, width, 1), Qt.TextFlag.TextWordWrap
    return max(label.fontMetrics().boundingRect(line, wrapped, words).height() for words in mask_rows.WHY.values())
