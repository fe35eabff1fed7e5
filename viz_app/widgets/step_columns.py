"""Columns of equal width, one per step, of which a part is seen, and the base of the pictures that stand in them.

Lengths are px. Steps count from 0 here and from 1 on the screen.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QPointF, QRectF, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from viz_app.system.language import tr
from viz_app.widgets import painting
from viz_app.widgets.canvas import LEFT_RIGHT, Canvas
from viz_app.widgets.theme import Theme


@dataclass(frozen=True)
class Columns:
    """`count` columns of `pitch` px in a window of `width` px that begins at `left`; `shift` px are scrolled away."""

    count: int
    pitch: float
    left: float
    width: float
    shift: float = 0.0

    @classmethod
    def fitted(cls, count: int, left: float, width: float, least: float, most: float, zoom: float = 1.0) -> Columns:
        """All columns where each gets at least `least` px, else a window of columns of `least`; `zoom` times that."""
        pitch = min(most, max(least, width / max(1, count))) * zoom
        return cls(count, pitch, left, max(1.0, width))

    @property
    def whole(self) -> float:
        """Px of all columns."""
        return self.count * self.pitch

    @property
    def scrolls(self) -> bool:
        """Whether a part is out of sight."""
        return self.whole > self.width + 0.5

    def shifted(self, shift: float) -> Columns:
        """The same columns scrolled to `shift`, kept inside."""
        return replace(self, shift=min(max(0.0, self.whole - self.width), max(0.0, shift)))

    def around(self, column: int) -> Columns:
        """Scrolled so that a column is in the middle, where there are enough columns."""
        return self.shifted((column + 0.5) * self.pitch - self.width / 2)

    def x_of(self, column: float) -> float:
        """The left edge of a column; may lie outside of the window."""
        return self.left - self.shift + column * self.pitch

    def rect(self, column: int, top: float, height: float) -> QRectF:
        """A part of a column."""
        return QRectF(self.x_of(column), top, self.pitch, height)

    def column_at(self, x: float) -> int | None:
        """The visible column at a place, or None."""
        if not self.left <= x < self.left + self.width:
            return None
        column = math.floor((x - self.left + self.shift) / self.pitch)
        return column if 0 <= column < self.count else None

    def visible(self) -> range:
        """The columns of which at least a part is seen."""
        first = math.floor(self.shift / self.pitch + 1e-6)
        last = math.ceil((self.shift + self.width) / self.pitch - 1e-6)
        return range(max(0, first), min(self.count, last))


class StepCanvas(Canvas):
    """A picture with a column per step: a click on one goes there, Shift and an arrow key to the one beside it.

    A place is a step, or a tuple that ends with one.
    """

    stepped = Signal(int)

    moves = LEFT_RIGHT
    picks = ()

    def __init__(self, parent: QWidget | None, name: str, tip: str) -> None:
        super().__init__(parent, name)
        self.step = 0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        painting.set_tip(self, tip)

    @property
    def unit(self) -> float:
        """Px of one px at text size 100 %."""
        return self.line("body") / 15.6

    @property
    def pointed_step(self) -> int:
        """The step that the pointer is on, -1 for none."""
        return _step(self.pointed)

    def steps(self) -> int:
        """How many steps one can go to."""
        raise NotImplementedError

    def columns(self) -> Columns:
        """Where the steps are seen."""
        raise NotImplementedError

    def place_at(self, point: QPointF) -> object:
        """The step under a point."""
        step = self.columns().column_at(point.x())
        return step if step is not None and step < self.steps() else None

    def hint_of(self, place: object) -> str:
        return tr("Click to go to step {step}.", step=_step(place) + 1)

    def start(self) -> object:
        return self.step

    def walk(self, place: object, down: int, right: int) -> int | None:
        step = self.step + right
        return step if 0 <= step < self.steps() else None

    def move_to(self, place: object) -> None:
        """The step of the picture is the cursor: going there is asked for."""
        self.pick(place)

    def pick(self, place: object) -> None:
        if 0 <= _step(place) < self.steps():
            self.stepped.emit(_step(place))

    def draw_tokens(
        self, painter: QPainter, theme: Theme, words: Sequence[str], top: float, role: str, sample: str, air: float,
        chosen: int | None,
    ) -> None:  # fmt: skip
        """A token in each column, the chosen one in the colour `role`. Where columns are narrower than `sample` every
        n-th has `air` times its width, and the chosen one its place in any case."""
        columns, font, metrics = self.columns(), self.font_of("small"), self.metrics_of("small")
        least = metrics.horizontalAdvance(sample)
        every = 1 if columns.pitch >= least else math.ceil(least * air / columns.pitch)
        width = max(columns.pitch, least * (air - 0.1) if every > 1 else 0.0)
        for place, word in enumerate(words):
            near = chosen is not None and every > 1 and abs(place - chosen) < every
            if place != chosen and (place % every or near):
                continue
            left = min(max(0.0, columns.x_of(place) + columns.pitch / 2 - width / 2), self.width() - width)
            ink = theme.q(role if place == chosen else "muted")
            painting.draw_token(painter, QRectF(left + 1, top, width - 2, metrics.height()), word, ink, font=font)


def _step(place: object) -> int:
    """The step of a place."""
    return place[-1] if isinstance(place, tuple) else place if isinstance(place, int) else -1
