"""How the candidates of a step became chances: logits, ÷ temperature, what the filters cut, probabilities.

One line per candidate, four aligned columns with bars. Logits and scaled logits share one scale, so that the division
is seen; cut candidates are hatched and say which filter cut them. Steps count from 0 here and from 1 on the screen.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from model_core.analysis.text_comparison import cut_reason, left_over
from model_core.explain.provenance import Source
from model_core.record.edits import Decoding
from model_core.record.trace import Token, Trace
from viz_app.data import cell_reasons, number_format
from viz_app.widgets import painting
from viz_app.widgets.canvas import Canvas
from viz_app.widgets.number_query import answer
from viz_app.widgets.theme import Theme

NEVER = "never written"
"""Why padding and the start cannot be drawn, whatever the filters."""
_PARTS = 4
_WORDS = 0.2  # of the width, for the tokens
_MOVES = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


@dataclass(frozen=True)
class Chance:
    """One candidate. `logit` and `scaled` are None where they were not recorded; `cut` is cut_reason's word."""

    token: Token
    logit: float | None
    scaled: float | None
    plain: float
    chance: float
    cut: str
    taken: bool


def chances_of(trace: Trace, sentence: int, step: int) -> tuple[Chance, ...]:
    """The recorded candidates of a step, most probable first; () where none were recorded."""
    if not trace.candidate_tokens or step >= len(trace.candidate_tokens[sentence]):
        return ()
    decoding, numbers = trace.run.decoding, trace.numbers
    written = trace.sentences[sentence].written[step].id
    plain = numbers["candidates"][sentence, step]
    chances = numbers.get("candidate_chances", numbers["candidates"])[sentence, step]

    def number(name: str, rank: int) -> float | None:
        return float(numbers[name][sentence, step, rank]) if name in numbers else None

    found, before = [], 0  # never written ones take no place among the top k
    for rank, token in enumerate(trace.candidate_tokens[sentence][step]):
        never = token.id in trace.spec.never_written
        cut = NEVER if never else cut_reason(before, float(chances[rank]), decoding)
        before += not never
        found.append(
            Chance(
                token, number("candidate_logits", rank), number("candidate_scaled", rank), float(plain[rank]),
                float(chances[rank]), cut, token.id == written,
            )
        )  # fmt: skip
    return tuple(found)


def column_words(decoding: Decoding) -> tuple[str, str, str, str]:
    """What the four columns are called under these settings."""
    if decoding.method != "sample":
        return "logit", "÷ 1", "no filter", "probability"
    filters = [f"top-k {decoding.top_k}"] if decoding.top_k else []
    filters += [f"top-p {decoding.top_p:g}"] if decoding.top_p < 1 else []
    return "logit", f"÷ T {decoding.temperature:g}", " · ".join(filters) or "no filter", "chance"


class ChanceTable(Canvas):
    """The table. A click on a candidate goes on from it."""

    asks = "Right click: where its number comes from."
    chosen = Signal(int)  # the id of a candidate that is to be written instead

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.chances: tuple[Chance, ...] = ()
        self.decoding = Decoding()
        self.rest = 0.0
        self.at: int | None = None
        self.source: Callable[[int, int], tuple[Trace, Source] | None] | None = None  # (rank, column) -> the number
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName("Candidates of the step: logit, scaled, filtered, probability")
        self.setToolTip(painting.tip("Up and down choose a candidate, Return goes on from it."))
        answer(self, self.number_at)

    def show_chances(self, chances: tuple[Chance, ...], decoding: Decoding) -> None:
        """Shows the candidates of a step."""
        if [one.token for one in chances] != [one.token for one in self.chances]:
            self.at = None
        self.chances, self.decoding = chances, decoding
        self.rest = left_over(np.array([one.chance for one in chances])) if chances else 0.0
        self.updateGeometry()
        self.update()

    # ---- where things are

    def row_height(self) -> float:
        """Px of one line: more where there is room."""
        line = self.line("body")
        return math.floor(max(line * 1.55, min(line * 2.3, self.height() / (len(self.chances) + 2))))

    def sizeHint(self) -> QSize:
        return QSize(560, math.ceil((len(self.chances) + 2) * self.line("body") * 1.55) + 4)

    def minimumSizeHint(self) -> QSize:
        return QSize(160, math.ceil(3 * self.line("body") * 1.55))

    def row(self, rank: int) -> QRectF:
        """The line of a candidate; the heading is line -1."""
        height = self.row_height()
        return QRectF(0, (rank + 1) * height, self.width(), height)

    def cell(self, part: int, rank: int) -> QRectF:
        """One of the four columns of a line."""
        row, words = self.row(rank), self._token_width()
        width = (self.width() - words) / _PARTS
        return QRectF(words + part * width, row.top(), width - 12, row.height())

    def _token_width(self) -> float:
        return max(self.width() * _WORDS, min(self.width() * 0.3, 5 * self.line("body")))

    def place_at(self, point: QPointF) -> int | None:
        """The candidate under a point."""
        rank = int(point.y() // self.row_height()) - 1
        return rank if 0 <= rank < len(self.chances) else None

    def number_at(self, point: QPoint | None) -> tuple[Trace, Source] | None:
        """The number under a point; for None the chance of the candidate that the keys are at."""
        place = self.at if point is None else self.place_at(QPointF(point))
        if place is None or self.source is None:
            return None
        columns = [part for part in range(_PARTS) if point is not None and self.cell(part, place).contains(point)]
        return self.source(place, columns[0] if columns else _PARTS - 1)

    def tip_of(self, place: object) -> str:
        if not isinstance(place, int):
            return ""
        one = self.chances[place]
        lines = [f"“{one.token.text}”"]
        if one.logit is not None and one.scaled is not None:
            lines.append(
                f"logit {number_format.fmt_score(one.logit, 3)}, ÷ temperature {number_format.fmt_score(one.scaled, 3)}"
            )
        lines.append(f"probability in the model {number_format.fmt_chance(one.plain, 4)}")
        cut = "never written" if one.cut == NEVER else f"cut by {one.cut}: cannot be drawn"
        lines.append(cut if one.cut else f"chance {number_format.fmt_chance(one.chance, 4)}")
        return "\n".join(lines)

    def hint_of(self, place: object) -> str:
        if not isinstance(place, int):
            return ""
        one = self.chances[place]
        if one.taken:
            return f"“{one.token.text}” was written at this step."
        return f"Click to go on from “{one.token.text}” instead; both continuations stay open."

    # ---- what the user does

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        rank = self.place_at(event.position())
        if rank is not None and event.button() == Qt.MouseButton.LeftButton:
            self.at = rank
            self._choose(rank)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        held = event.modifiers() & ~(Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier)
        if not self.chances or held != Qt.KeyboardModifier.NoModifier:
            event.ignore()
        elif key in _MOVES and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.at = min(max((-1 if self.at is None else self.at) + _MOVES[key], 0), len(self.chances) - 1)
            self.setAccessibleDescription(self.tip_of(self.at))
            self.hinted.emit(self.hint_of(self.at))
            self.update()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.at is not None:
            self._choose(self.at)
        else:
            event.ignore()

    def _choose(self, rank: int) -> None:
        if not self.chances[rank].taken:
            self.chosen.emit(self.chances[rank].token.id)
        self.update()

    # ---- painting

    def draw(self, painter: QPainter, theme: Theme) -> None:
        """Heading, one line per candidate, the rest of the vocabulary."""
        if not self.chances:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._draw_heading(painter, theme)
        logits = [value for one in self.chances for value in (one.logit, one.scaled) if value is not None]
        reach = (min([0.0, *logits]), max([0.0, *logits]) or 1.0)
        for rank, one in enumerate(self.chances):
            if self.row(rank).bottom() > self.height():
                break
            self._draw_row(painter, theme, rank, one, reach)
        last = self.row(len(self.chances))
        if last.bottom() <= self.height():
            self._draw_rest(painter, theme, last)

    def _draw_heading(self, painter: QPainter, theme: Theme) -> None:
        font, metrics = self.font_of("small"), self.metrics_of("small")
        painter.setFont(font)
        painter.setPen(theme.q("muted"))
        for part, words in enumerate(column_words(self.decoding)):
            cell = self.cell(part, -1)
            arrow = "→ " if part else ""
            text = painting.elided(f"{arrow}{words}", metrics, cell.width())
            painter.drawText(QPointF(cell.left(), cell.center().y() + metrics.capHeight() / 2), text)
        y = self.row(-1).bottom() - 0.5
        painter.setPen(QPen(theme.q("line"), 1))
        painter.drawLine(QPointF(0, y), QPointF(self.width(), y))

    def _draw_row(self, painter: QPainter, theme: Theme, rank: int, one: Chance, reach: tuple[float, float]) -> None:
        row = self.row(rank)
        if one.taken or rank in (self.pointed, self.at):
            fill = theme.wash("target", 0.10) if one.taken else theme.wash("ink", 0.05)
            painting.draw_rounded(painter, row.adjusted(0, 1, 0, -1), corner=4, fill=fill)
        if rank == self.at and self.hasFocus():
            painting.draw_focus_ring(painter, row.adjusted(0, 1, 0, -1), theme, corner=4)
        words = QRectF(8, row.top(), self._token_width() - 16, row.height())
        ink = theme.q("target") if one.taken else theme.q("muted" if one.cut else "ink")
        font = self.font_of("strong" if one.taken else "body")
        covered = painting.draw_token(painter, words, one.token.text, ink, align="left", font=font)
        if one.cut:
            painter.setPen(QPen(theme.q("muted"), 1))
            y = round(covered.center().y()) + 1.5
            painter.drawLine(QPointF(covered.left(), y), QPointF(covered.right(), y))
        self._draw_logit(painter, theme, self.cell(0, rank), one.logit, reach)
        self._draw_logit(painter, theme, self.cell(1, rank), one.scaled, reach)
        self._draw_filter(painter, theme, self.cell(2, rank), one)
        self._draw_chance(painter, theme, self.cell(3, rank), one)

    def _split(self, cell: QRectF, sample: str) -> tuple[QRectF, QRectF]:
        """Room for the bar and for the number after it."""
        number = self.metrics_of("small").horizontalAdvance(sample) + 6
        height = self.row_height() * 0.4
        bar = QRectF(cell.left(), cell.center().y() - height / 2, max(1.0, cell.width() - number), height)
        return bar, QRectF(bar.right() + 6, cell.top(), number - 6, cell.height())

    def _number(self, painter: QPainter, theme: Theme, rect: QRectF, text: str, strong: bool = False) -> None:
        font, metrics = self.font_of("small"), self.metrics_of("small")
        painter.setFont(font)
        painter.setPen(theme.q("ink" if strong else "muted"))
        x = rect.right() - metrics.horizontalAdvance(text)
        painter.drawText(QPointF(x, rect.center().y() + metrics.capHeight() / 2), text)

    def _draw_logit(
        self, painter: QPainter, theme: Theme, cell: QRectF, value: float | None, reach: tuple[float, float]
    ) -> None:
        """A bar from 0, to the right for positive numbers, to the left for negative ones."""
        bar, number = self._split(cell, "−00.00")
        if value is None:
            self._number(painter, theme, number, "–")
            return
        span = (reach[1] - reach[0]) or 1.0
        zero = bar.left() + -reach[0] / span * bar.width()
        length = abs(value) / span * bar.width() if math.isfinite(value) else 0.0
        left = zero - length if value < 0 else zero
        filled = QRectF(left, bar.top(), max(1.0, length), bar.height())
        painting.draw_rounded(painter, filled, corner=min(3.0, filled.width() / 2), fill=theme.wash("muted", 0.5))
        if reach[0] < 0:
            painter.setPen(QPen(theme.q("line"), 1))
            painter.drawLine(QPointF(zero, cell.top()), QPointF(zero, cell.bottom()))
        self._number(painter, theme, number, number_format.fmt_score(value, 2))

    def _draw_filter(self, painter: QPainter, theme: Theme, cell: QRectF, one: Chance) -> None:
        """Kept, or hatched with the filter that cut it."""
        font, metrics = self.font_of("small"), self.metrics_of("small")
        if one.cut:
            box = cell.adjusted(0, 4, 0, -4)
            painting.draw_hatched(painter, box, theme, cell_reasons.USER)
            text = painting.elided(one.cut if one.cut == NEVER else f"cut: {one.cut}", metrics, cell.width() - 8)
            width = metrics.horizontalAdvance(text) + 8
            clear = QRectF(box.center().x() - width / 2, box.top() + 2, width, box.height() - 4)
            painting.draw_rounded(painter, clear, corner=3, fill=theme.q("panel"))
        else:
            text = "stays"
        painter.setFont(font)
        painter.setPen(theme.q("ink" if one.cut else "muted"))
        if one.cut:
            painting.draw_number(painter, cell.center(), text, metrics)
        else:
            painter.drawText(QPointF(cell.left(), cell.center().y() + metrics.capHeight() / 2), text)

    def _draw_chance(self, painter: QPainter, theme: Theme, cell: QRectF, one: Chance) -> None:
        """The chance as a bar, with a tick at the model's own probability where that is another number."""
        bar, number = self._split(cell, "<0.001")
        painting.draw_rounded(painter, bar, corner=3, fill=theme.wash("ink", 0.05))
        painting.draw_bar(painter, bar, one.chance, theme.wash("target", 1.0 if one.taken else 0.6))
        if abs(one.plain - one.chance) > 5e-4:
            x = bar.left() + min(1.0, one.plain) * bar.width()
            painter.setPen(QPen(theme.q("ink"), 1.5))
            painter.drawLine(QPointF(x, bar.top() - 2), QPointF(x, bar.bottom() + 2))
        self._number(painter, theme, number, number_format.fmt_chance(one.chance, 3), one.taken)

    def _draw_rest(self, painter: QPainter, theme: Theme, row: QRectF) -> None:
        """What is left for all other tokens of the vocabulary."""
        font, metrics = self.font_of("small"), self.metrics_of("small")
        painter.setFont(font)
        painter.setPen(theme.q("muted"))
        middle = row.center().y() + metrics.capHeight() / 2
        painter.drawText(QPointF(8, middle), "all other tokens")
        bar, number = self._split(self.cell(3, len(self.chances)), "<0.001")
        painting.draw_rounded(painter, bar, corner=3, fill=theme.wash("ink", 0.05))
        painting.draw_bar(painter, bar, self.rest, theme.wash("muted", 0.5))
        self._number(painter, theme, number, number_format.fmt_chance(self.rest, 3))


__all__ = ["Chance", "ChanceTable", "chances_of", "column_words"]
