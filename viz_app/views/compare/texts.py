"""Two rows of tokens one above the other, each with its log-probability if there is one, and their difference.

Lengths are logical pixels. Columns and steps count from 0 here and from 1 on the screen.
"""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QWidget

from model_core.direction import in_order
from model_core.explain.provenance import Source
from model_core.record.trace import Trace
from viz_app.charts.number_table import coloured
from viz_app.charts.step_columns import Columns
from viz_app.data.maps.colormaps import Scale
from viz_app.data.number_format import fmt_score
from viz_app.data.words.parts import ASKS_ORIGIN, click_to_step
from viz_app.system.language import tr
from viz_app.views.compare.content import ONLY_A, ONLY_B, OTHER, SAME, RunComparison, TokenColumn, token_columns
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.canvas import LEFT_RIGHT, Canvas
from viz_app.widgets.theme import Theme

_LEAST, _MOST = 46.0, 112.0  # px of a column at text size 100 %
_PAD = 12.0
_BLANK = 0.005  # a smaller change of a log-probability reads as no change: its cell stays blank
HOW_WORDS = {ONLY_A: tr("only in A"), ONLY_B: tr("only in B"), OTHER: tr("another token"), SAME: tr("the same token")}
_NAMES = {
    "source": tr("The sources of A and B, token by token"),
    "target": tr("The targets of A and B, token by token"),
}
_SIDES = {"source": tr("source"), "target": tr("target")}
SIGNS = {ONLY_A: "\u2212", ONLY_B: "+", OTHER: "\u2260", SAME: ""}
"""How two tokens of a column compare -> the sign between them."""


class PairedTokens(Canvas):
    """One side of two runs. A place is (line, column); lines are those of `lines`. `stepped` carries a token of B."""

    stepped = Signal(int)

    still = True
    moves = LEFT_RIGHT
    asks = ASKS_ORIGIN
    steady = True

    def __init__(self, side: str, parent: QWidget | None = None) -> None:
        super().__init__(parent, _NAMES[side])
        self.side = side
        self.columns: tuple[TokenColumn, ...] = ()
        self.chosen: int | None = None
        self.chooses = True  # whether a token of this side can be looked at
        self.numbers = False
        self._found: RunComparison | None = None
        self._step: int | None = None  # the token of B that was given
        self._limit = 0.0  # where the colours of differences end
        self._widest: float | None = None  # px of the widest token, measured when first needed
        painting.set_tip(self, tr("Tokens that differ are framed; Shift+arrow keys move to another column."))
        self.answers()
        self.source = self._source

    def show_runs(self, found: RunComparison, chosen: int | None) -> None:
        """Shows one side of two runs; `chosen` is the selected token of B, None for none."""
        before, self._found = self._found, found
        other = before is None or before.pair is not found.pair
        if not other and chosen == self._step:
            return
        self._step = chosen
        if other:
            self.columns, self._widest = token_columns(found, self.side), None
            self.numbers = any(number is not None for one in self.columns for number in one.logs)
            self._limit = max((abs(one.change) for one in self.columns if one.change is not None), default=0.0)
            self.setAccessibleDescription(self.text())
        self.chosen = next(
            (at for at, one in enumerate(self.columns) if chosen is not None and one.places[1] == chosen), None
        )
        self.updateGeometry()
        self.update()

    @property
    def lines(self) -> tuple[str, ...]:
        """The contents of the lines: "a", "signs", "b", and with numbers those of both and their difference."""
        return ("a", "log a", "signs", "b", "log b", "change") if self.numbers else ("a", "signs", "b")

    def text(self) -> str:
        """Both rows as text, then the number of columns that differ."""
        words = [["·" if token is None else token.text for token in one.tokens] for one in self.columns]
        begin = tr("{run}, from step 1") if self.side == "target" else "{run}"
        rows = [f"{begin.format(run=run)}: {in_order(pair[at] for pair in words)}" for at, run in enumerate("AB")]
        return "\n".join([*rows, tr("{count} differ", count=sum(one.how != SAME for one in self.columns))])

    def restyled(self) -> None:
        self._widest = None

    # ---- where things are

    def _height(self, line: str) -> float:
        return math.ceil(self.line("body")) + 8.0 if line in ("a", "b") else math.ceil(self.line("small")) + 1.0

    def _tops(self) -> list[float]:
        """The top of each line, and the bottom of the last one."""
        return [float(top) for top in np.cumsum([0.0, *map(self._height, self.lines)])]

    def sizeHint(self) -> QSize:
        return QSize(480, math.ceil(self._tops()[-1]) + 2)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.sizeHint().height())

    def _gutter(self) -> float:
        small, found = self.metrics_of("small"), self._found
        names_ = (*_SIDES.values(), "log p", "B − A")  # of both sides: their columns begin below each other
        names = max(map(small.horizontalAdvance, names_)) + self.metrics_of("strong").horizontalAdvance("A ")
        most = 0 if found is None else max(len(found.pair.sources), len(found.pair.targets))
        return max(names, small.horizontalAdvance(_seen(most, most, most))) + _PAD

    def seen(self) -> str:
        """Which columns are visible, "" for all of them."""
        shown, count = self.places().visible(), len(self.columns)
        return "" if len(shown) >= count else _seen(shown.start + 1, shown.stop, count)

    def places(self) -> Columns:
        """The rectangles of the columns; the chosen one is visible, without one the first that differs."""
        metrics = self.metrics_of("strong")
        if self._widest is None:
            font, tokens = self.font_of("strong"), {token for one in self.columns for token in one.tokens if token}
            words = {painting.visible_words(token.text, font) for token in tokens}
            self._widest = max(map(metrics.horizontalAdvance, words), default=0.0)
        need = self._widest + _PAD
        least = min(max(themes.px(_LEAST), need), themes.px(_MOST))
        gutter = self._gutter()
        found = Columns.fitted(max(1, len(self.columns)), gutter, self.width() - gutter, least, themes.px(_MOST))
        at = self.chosen
        if at is None:
            at = next((at for at, one in enumerate(self.columns) if one.how != SAME), 0)
        return found.around(at)

    def place_at(self, point: QPointF) -> tuple[int, int] | None:
        column = self.places().column_at(point.x())
        tops = self._tops()
        if column is None or column >= len(self.columns) or not 0 <= point.y() < tops[-1]:
            return None
        return next(at for at, top in enumerate(tops[1:]) if point.y() < top), column

    def rect_of(self, place: tuple[int, int]) -> QRectF:
        return self.places().rect(place[1], 0, self._tops()[-1])

    def start(self) -> object:
        return None if self.chosen is None else (0, self.chosen)

    def walk(self, place: object, down: int, right: int) -> object:
        """The next column with a token of B; those that only A has are skipped."""
        there = [at for at, one in enumerate(self.columns) if self.chooses and one.places[1] is not None]
        if not there or not isinstance(place, tuple):
            return (0, there[0]) if there else None
        further = [at for at in there if at > place[1]] if right > 0 else [at for at in there[::-1] if at < place[1]]
        return 0, (further or [place[1]])[0]

    def move_to(self, place: object) -> None:
        """The cursor is the chosen column: requests another one."""
        if isinstance(place, tuple):
            self.pick(place)

    def pick(self, place: tuple[int, int]) -> None:
        if self.chooses and (token := self.columns[place[1]].places[1]) is not None:
            self.stepped.emit(token)

    def hint_of(self, place: tuple[int, int]) -> str:
        token = self.columns[place[1]].places[1] if self.chooses else None
        if token is None:
            return ""
        if self.side == "target":
            return click_to_step(token)
        return tr("Click to go to source token {number}.", number=token + 1)

    def tip_of(self, place: tuple[int, int]) -> str:
        one, lines = self.columns[place[1]], []
        for letter, token, at, log in zip("AB", one.tokens, one.places, one.logs, strict=True):
            if token is None or at is None:
                lines.append(f"{letter}: {tr('no token')}")
                continue
            number = "" if log is None else f", log p = {fmt_score(log, 3)}, p = {math.exp(log):.3f}"
            where = tr("token {number} is “{token}”", number=at + 1, token=token.text)
            if self.side == "target":
                where = tr("step {step} writes “{token}”", step=at + 1, token=token.text)
            lines.append(f"{letter}: {where}{number}")
        how = HOW_WORDS[one.how]
        if one.change is not None:
            how = tr("{how}, B − A of log p: {number}", how=how, number=fmt_score(one.change, 3))
        return "\n".join([*lines, how])

    def _source(self, place: object) -> tuple[Trace, Source] | None:
        """The source of a log-probability."""
        if not isinstance(place, tuple) or not self.numbers or self._found is None:
            return None
        row = 0 if place[0] < 2 else 1
        at, one = self.columns[place[1]].places[row], (self._found.a, self._found.b)[row]
        return None if at is None else (one.trace, Source("numbers.log_probability", (one.sentence, at)))

    # ---- painting

    def draw(self, painter: QPainter, theme: Theme) -> None:
        tops, columns, seen = self._tops(), self.places(), self.seen()
        strong = self.metrics_of("strong").horizontalAdvance("A ")
        for line, top in zip(self.lines, tops, strict=False):
            rect = QRectF(strong, top, columns.left - strong - 6, self._height(line))
            if line in ("a", "b"):
                letter = QRectF(0, top, strong, rect.height())
                painting.draw_words(painter, letter, line.upper(), theme.q("ink"), font=self.font_of("strong"))
            if line == "signs":
                rect.setLeft(0)
            word = {"a": _SIDES[self.side], "b": _SIDES[self.side], "change": "B − A", "signs": seen}.get(line, "log p")
            painting.draw_words(painter, rect, word, theme.q("muted"), font=self.font_of("small"))
        painter.save()
        painter.setClipRect(QRectF(columns.left, 0, columns.width, self.height()), Qt.ClipOperation.IntersectClip)
        for at in columns.visible():
            if at < len(self.columns):
                for line, top in zip(self.lines, tops, strict=False):
                    rect = columns.rect(at, top, self._height(line))
                    self._draw_line(painter, theme, rect, line, self.columns[at])
        painter.restore()
        if self.chosen is not None and self.side == "target":
            frame = columns.rect(self.chosen, 0.5, tops[-1])
            painting.draw_rounded(painter, frame, corner=4.0, line=theme.q("target"), width=1.5)

    def _draw_line(self, painter: QPainter, theme: Theme, rect: QRectF, line: str, one: TokenColumn) -> None:
        small = self.font_of("small")
        if line in ("a", "b"):
            self._draw_token(painter, theme, rect.adjusted(2, 1, -2, -1), one, line == "b")
        elif line == "signs":
            strong, ink = self.font_of("strong"), theme.q("target")
            painting.draw_words(painter, rect, SIGNS[one.how], ink, align="centre", font=strong)
        elif line == "change":
            if one.change is None:
                return
            box, limit = rect.adjusted(3, 0, -3, 0), max(self._limit, 0.1)
            ground, ink = coloured(one.change, Scale(-limit, limit, "diverging"), theme)
            painting.draw_rounded(painter, box, corner=3, fill=ground)
            if abs(one.change) >= _BLANK:
                number = fmt_score(one.change, 2)  # at least ±0.01
                number = f"+{number}" if one.change > 0 else number
                painting.draw_words(painter, box, number, ink, align="centre", font=small)
        else:
            log = one.logs[0 if line == "log a" else 1]
            if log is not None:
                painting.draw_words(painter, rect, fmt_score(log, 2), theme.q("muted"), align="centre", font=small)

    def _draw_token(self, painter: QPainter, theme: Theme, box: QRectF, one: TokenColumn, second: bool) -> None:
        """A token in its frame, bold if the other run has another one; a dashed frame if there is none."""
        token, differs = one.tokens[second], one.how != SAME
        if token is None:
            painter.setPen(QPen(theme.q("edge"), 1, Qt.PenStyle.DashLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box, 4, 4)
            painting.draw_words(painter, box, "·", theme.q("muted"), align="centre", font=self.font_of("body"))
            return
        fill = theme.wash("target", 0.10) if differs else theme.q("panel")
        line = theme.q("target") if differs else theme.q("line")
        painting.draw_rounded(painter, box, corner=4, fill=fill, line=line, width=1.5 if differs else 1.0)
        font = self.font_of("strong" if differs else "body")
        painting.draw_token(painter, box.adjusted(3, 0, -3, 0), token.text, theme.q("ink"), font=font)


def _seen(first: int, last: int, count: int) -> str:
    return tr("{first}–{last} of {count}", first=first, last=last, count=count)
