"""The base of pictures with a column per step. Steps count from 0 here and from 1 on the screen."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from viz_app.charts.step_columns import Columns
from viz_app.system.language import tr
from viz_app.widgets import painting
from viz_app.widgets.canvas import LEFT_RIGHT, Canvas
from viz_app.widgets.theme import Theme


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
        painting.set_tip(self, tip)

    @property
    def unit(self) -> float:
        """Px of one px at text size 100 %."""
        return self.line("body") / 15.6

    def steps(self) -> int:
        """How many steps one can go to."""
        raise NotImplementedError

    def columns(self) -> Columns:
        """Where the steps are seen."""
        raise NotImplementedError

    def place_at(self, point: QPointF) -> Any:
        """The step under a point."""
        step = self.columns().column_at(point.x())
        return step if step is not None and step < self.steps() else None

    def hint_of(self, place: Any) -> str:
        return tr("Click to go to step {step}.", step=_step(place) + 1)

    def start(self) -> object:
        return self.step

    def walk(self, place: Any, down: int, right: int) -> int | None:
        step = self.step + right
        return step if 0 <= step < self.steps() else None

    def move_to(self, place: Any) -> None:
        """The step of the picture is the cursor: going there is asked for."""
        self.pick(place)

    def pick(self, place: Any) -> None:
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


def _step(place: Any) -> int:
    """The step of a place."""
    return place[-1] if isinstance(place, tuple) else place if isinstance(place, int) else -1
