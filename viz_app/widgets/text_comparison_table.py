"""Two ways of writing one sentence, token under token, with the probability of each: where they part is marked.

As many steps as fit are shown around the first difference; nothing overlaps and nothing shrinks. Lengths are logical
px; steps count from 0 here.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from viz_app.data.number_format import fmt_near_chance
from viz_app.data.run_comparison import Comparison
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.canvas import Canvas
from viz_app.widgets.theme import Theme

_AIR, _PAD = 4.0, 16.0  # px above and below a line of text, between two tokens
_WIDEST = 150.0  # px of a token at text size 100 %


@dataclass(frozen=True)
class _Plan:
    """Where things lie: room of the names, height of a line, left edges of the shown steps (and the right end)."""

    gutter: float
    line: float
    first: int
    edges: tuple[float, ...]

    @property
    def steps(self) -> range:
        return range(self.first, self.first + len(self.edges) - 1)


class TextComparison(Canvas):
    """Lines: the first text's tokens (and probabilities), the second one's. A place is (line, step)."""

    passive = True

    def __init__(self, parent: QWidget | None = None, *, chances: bool = True) -> None:
        super().__init__(parent, "The text without and with the edits")
        self._found: Comparison | None = None
        self._names, self._short = ("without edits", "with edits"), ("without", "with")
        self.chances = chances
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_texts(self, found: Comparison | None, names: tuple[str, str], short: tuple[str, str] = ("", "")) -> None:
        """Shows another comparison under these names, the `short` ones in a narrow place. None shows nothing."""
        self._found, self._names = found, names
        self._short = short if all(short) else names
        self.setAccessibleDescription("" if found is None else self.text())
        self.update()

    def text(self) -> str:
        """Both ways as two lines of words."""
        if self._found is None:
            return ""
        ways = (self._found.before, self._found.after)
        return "\n".join(
            f"{name}: {' '.join(token.text for token in tokens)}"
            for name, tokens in zip(self._names, ways, strict=True)
        )

    # ---- where things are

    def _line(self) -> float:
        return math.ceil(QFontMetricsF(self.font()).height()) + _AIR

    def _lines(self) -> int:
        return 4 if self.chances else 2

    def sizeHint(self) -> QSize:
        return QSize(480, round(self._lines() * self._line()) + 1)

    def minimumSizeHint(self) -> QSize:
        """The same height; as narrow as one token."""
        return QSize(120, self.sizeHint().height())

    def _width(self, metrics: QFontMetricsF, step: int) -> float:
        """Px of a step: its longer token, or its probability."""
        assert self._found is not None
        ways, strong = (self._found.before, self._found.after), QFontMetricsF(themes.font("strong"))
        words = [painting.shown(way[step].text, self.font()) for way in ways if step < len(way)]
        wide = min(max(strong.horizontalAdvance(word) for word in words), _WIDEST * themes.text_scale())
        if self.chances:
            told = (fmt_near_chance(float(one[step])) for one in self._found.chances if step < len(one))
            wide = max(wide, metrics.horizontalAdvance("0.000"), *map(metrics.horizontalAdvance, told))
        return math.ceil(wide) + _PAD

    def _shown_names(self, width: float) -> tuple[str, str]:
        """The names of both ways, as long as they fit."""
        metrics = QFontMetricsF(self.font())
        wide = max(metrics.horizontalAdvance(name) for name in self._names)
        return self._names if wide <= 0.25 * width else self._short

    def _plan(self, width: float) -> _Plan:
        """The geometry for a width: as many steps as fit, from the beginning if possible, the important one among."""
        metrics, found = QFontMetricsF(self.font()), self._found
        assert found is not None
        gutter = min(max(metrics.horizontalAdvance(name) for name in self._shown_names(width)), width * 0.35) + 12
        room = width - gutter - metrics.horizontalAdvance(f"00 of {found.steps}") - 8
        moved = found.most_moved()
        important = found.first if found.first is not None else moved[0] if moved is not None else 0
        first = max(0, min(important, found.steps - 1))
        widths = [self._width(metrics, first)]
        grown = True
        while grown:
            grown = False
            last = first + len(widths)
            for step in (first - 1, last):
                if 0 <= step < found.steps and sum(widths) + (more := self._width(metrics, step)) <= room:
                    widths.insert(0, more) if step < first else widths.append(more)
                    first, grown = min(first, step), True
                    break
        edges = [gutter]
        for one in widths:
            edges.append(edges[-1] + one)
        return _Plan(gutter, self._line(), first, tuple(edges))

    def shown_steps(self) -> range:
        """The steps that are shown."""
        return range(0) if self._found is None else self._plan(self.width()).steps

    def cell_rect(self, line: int, step: int) -> QRectF:
        """The place of a shown step in a line."""
        return _place(self._plan(self.width()), line, step)

    # ---- painting

    def draw(self, painter: QPainter, theme: Theme) -> None:
        found = self._found
        if found is None:
            return
        plan, metrics = self._plan(self.width()), QFontMetricsF(self.font())
        painter.setFont(self.font())
        self._draw_names(painter, theme, plan, metrics)
        for step in plan.steps:
            self._draw_step(painter, theme, plan, step)
        self._draw_parting(painter, theme, plan)
        if len(plan.steps) < found.steps:
            painter.setFont(self.font())
            painter.setPen(theme.q("muted"))
            words = f"{len(plan.steps)} of {found.steps}"
            painter.drawText(QPointF(plan.edges[-1] + 4, plan.line / 2 + metrics.capHeight() / 2), words)

    def _draw_names(self, painter: QPainter, theme: Theme, plan: _Plan, metrics: QFontMetricsF) -> None:
        every = 2 if self.chances else 1
        for place, name in enumerate(self._shown_names(self.width())):
            shown = painting.elided(name, metrics, plan.gutter - 12)
            left = plan.gutter - 12 - metrics.horizontalAdvance(shown)
            painter.setPen(theme.q("muted" if place == 0 else "target"))
            painter.drawText(QPointF(left, (place * every + 0.5) * plan.line + metrics.capHeight() / 2), shown)

    def _draw_step(self, painter: QPainter, theme: Theme, plan: _Plan, step: int) -> None:
        found = self._found
        assert found is not None
        parted = found.first is not None and step >= found.first
        every = 2 if self.chances else 1
        for way, (tokens, chances) in enumerate(zip((found.before, found.after), found.chances, strict=True)):
            if step >= len(tokens):
                continue
            other = (found.after, found.before)[way]
            differs = parted and (step >= len(other) or other[step].id != tokens[step].id)
            font = themes.font("strong") if differs and way else self.font()
            ink = theme.q("ink" if not way or not differs else "target")
            place = _place(plan, way * every, step)
            painting.draw_token(
                painter, place.adjusted(0, 0, 4 - _PAD, 0), tokens[step].text, ink, align="left", font=font
            )
            if self.chances and step < len(chances):
                self._draw_chance(painter, theme, _place(plan, way * every + 1, step), step, way)

    def _draw_chance(self, painter: QPainter, theme: Theme, place: QRectF, step: int, way: int) -> None:
        """A probability; that of a shared step on a ground that says whether it rose (orange) or fell (blue)."""
        assert self._found is not None
        painter.setFont(self.font())
        metrics, value = QFontMetricsF(self.font()), float(self._found.chances[way][step])
        text = fmt_near_chance(value)
        ink = theme.q("muted")
        if way and step < self._found.shared:
            change = value - float(self._found.chances[0][step])
            if abs(change) >= 5e-3:
                box = QRectF(place.left() - 4, place.top() + 1, metrics.horizontalAdvance(text) + 8, place.height() - 2)
                tone = "target" if change > 0 else "source"
                painting.draw_rounded(painter, box, corner=4, fill=_tint(theme, tone, abs(change)))
                ink = theme.q("ink")
        painter.setPen(ink)
        painter.drawText(QPointF(place.left(), place.center().y() + metrics.capHeight() / 2), text)

    def _draw_parting(self, painter: QPainter, theme: Theme, plan: _Plan) -> None:
        """A line before the first step that differs."""
        assert self._found is not None
        first = self._found.first
        if first is None or first not in plan.steps:
            return
        x = round(plan.edges[first - plan.first] - _PAD / 2) + 0.5
        painter.setPen(QPen(theme.q("target"), 1))
        painter.drawLine(QPointF(x, 2), QPointF(x, self._lines() * plan.line - 2))

    # ---- words

    def place_at(self, point: QPointF) -> tuple[int, int] | None:
        if self._found is None:
            return None
        plan, line = self._plan(self.width()), int(point.y() // self._line())
        step = next((step for step in plan.steps if _column(plan, step, self._lines()).contains(point)), None)
        return None if step is None else (line, step)

    def chance_at(self, point: QPointF) -> tuple[int, int] | None:
        """(text, step) of the probability under a point: text 0 without, 1 with the edits; None for none."""
        place, found = self.place_at(point), self._found
        if place is None or found is None or not self.chances:
            return None
        text, line = divmod(place[0], 2)
        return (text, place[1]) if line == 1 and text < 2 and place[1] < len(found.chances[text]) else None

    def tip_of(self, place: object) -> str:
        return self.step_text(place[1]) if isinstance(place, tuple) else ""

    def step_text(self, step: int) -> str:
        """One step of both ways in words."""
        found = self._found
        assert found is not None
        lines = [f"Step {step + 1}"]
        for name, tokens, chances in zip(self._names, (found.before, found.after), found.chances, strict=True):
            if step < len(tokens):
                lines.append(f"{name}: {tokens[step].text}, p = {float(chances[step]):.4f}")
        if step >= found.shared:
            lines.append("After the first difference both go on from different texts.")
        return "\n".join(lines)


def _place(plan: _Plan, line: int, step: int) -> QRectF:
    left, right = plan.edges[step - plan.first], plan.edges[step - plan.first + 1]
    return QRectF(left, line * plan.line, right - left, plan.line)


def _column(plan: _Plan, step: int, lines: int) -> QRectF:
    return _place(plan, 0, step).united(_place(plan, lines - 1, step))


def _tint(theme: Theme, tone: str, amount: float) -> QColor:
    return theme.wash(tone, 0.12 + 0.3 * min(1.0, amount))
