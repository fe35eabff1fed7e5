"""How the candidates of a step became chances: logits, ÷ temperature, what the filters cut, probabilities.

One line per candidate, four aligned columns with bars. Logits and scaled logits share one scale, so that the division
is seen; cut candidates are hatched and say which filter cut them. Steps count from 0 here and from 1 on the screen.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Signal
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from model_core.analysis.text_comparison import cut_reason, left_over
from model_core.record import mask_reasons
from model_core.record.edits import Decoding
from model_core.record.trace import Token, Trace
from viz_app.data import number_format
from viz_app.widgets import painting
from viz_app.widgets.canvas import UP_DOWN, Canvas, along
from viz_app.widgets.theme import Theme

NEVER = "never written"
"""Why padding and the start cannot be drawn, whatever the filters."""
_PARTS = 4
_WORDS = 0.2  # of the width, for the tokens


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


class CandidateTable(Canvas):
    """The table; a place is (rank, column), the tokens are column -1. A click on a candidate goes on from it."""

    asks = "Right click: where its number comes from."
    chosen = Signal(int)  # the id of a candidate that is to be written instead

    moves = UP_DOWN

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, "Candidates of the step: logit, scaled, filtered, probability")
        self.chances: tuple[Chance, ...] = ()
        self.decoding = Decoding()
        self.rest = 0.0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setToolTip(painting.tip("Up and down choose a candidate, Return goes on from it."))
        self.answers()

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

    def place_at(self, point: QPointF) -> tuple[int, int] | None:
        """The candidate under a point, and the number; beside the numbers the last one."""
        rank = int(point.y() // self.row_height()) - 1
        if not 0 <= rank < len(self.chances):
            return None
        return rank, next((part for part in range(_PARTS) if self.cell(part, rank).contains(point)), _PARTS - 1)

    def _one(self, place: object) -> Chance | None:
        return self.chances[place[0]] if isinstance(place, tuple) else None

    def tip_of(self, place: object) -> str:
        one = self._one(place)
        if one is None:
            return ""
        lines = [f"“{one.token.text}”"]
        if one.logit is not None and one.scaled is not None:
            lines.append(
                f"logit {number_format.fmt_score(one.logit, 3)}, ÷ temperature {number_format.fmt_score(one.scaled, 3)}"
            )
        lines.append(f"probability in the model {number_format.fmt_chance(one.plain, 4)}")
        cut = NEVER if one.cut == NEVER else f"cut by {one.cut}: cannot be drawn"
        lines.append(cut if one.cut else f"chance {number_format.fmt_chance(one.chance, 4)}")
        return "\n".join(lines)

    def hint_of(self, place: object) -> str:
        one = self._one(place)
        if one is None:
            return ""
        if one.taken:
            return f"“{one.token.text}” was written at this step."
        return f"Click to go on from “{one.token.text}” instead; both continuations stay open."

    # ---- what the user does

    def walk(self, place: object, down: int, right: int) -> tuple[int, int] | None:
        rank = along(place[0] if isinstance(place, tuple) else None, down, len(self.chances))
        return None if rank is None else (rank, _PARTS - 1)

    def pick(self, place: object) -> None:
        one = self._one(place)
        self.at = place
        if one is not None and not one.taken:
            self.chosen.emit(one.token.id)
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
        pointed, at = (place[0] if isinstance(place, tuple) else None for place in (self.pointed, self.at))
        if one.taken or rank in (pointed, at):
            fill = theme.wash("target", 0.10) if one.taken else theme.wash("ink", 0.05)
            painting.draw_rounded(painter, row.adjusted(0, 1, 0, -1), corner=4, fill=fill)
        if rank == at and self.hasFocus():
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
            painting.draw_hatched(painter, box, theme, mask_reasons.USER)
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


__all__ = ["CandidateTable", "Chance", "chances_of", "column_words"]
