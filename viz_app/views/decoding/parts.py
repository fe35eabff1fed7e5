"""Shared by the parts of the Decoding view: a column of widgets, and pictures with a column per step.

Steps count from 0 here and from 1 on the screen.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Signal
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QWidget

from model_core.explain.provenance import Source
from model_core.record.trace import Trace
from viz_app.charts.step_columns import Columns
from viz_app.data.decoded_texts import DecodedText
from viz_app.data.snapshot import Snapshot
from viz_app.data.words.parts import click_to_step
from viz_app.widgets import painting
from viz_app.widgets.canvas import LEFT_RIGHT, Canvas
from viz_app.widgets.labels import plain_label
from viz_app.widgets.layout import column_of, fit_at_once
from viz_app.widgets.theme import Role, Theme

CARD_EDGES = 12, 8, 12, 8  # px inside the frame of a card
Answer = tuple[Trace, Source] | None
"""What can be asked where it comes from; None if it was not recorded."""


class DecodingPanel(QWidget):
    """Subclasses add their widgets to `column`; `fit` leaves out what does not fit."""

    stepped = Signal(int)  # another step of the main text is to be looked at
    hinted = Signal(str)

    def __init__(self, parent: QWidget | None, spacing: int) -> None:
        super().__init__(parent)
        self.column = column_of(parent=self, spacing=spacing)

    def add(self, *parts: QWidget, stretch: int = 0) -> None:
        """Adds widgets below each other, and forwards their steps and hints."""
        for part in parts:
            self.column.addWidget(part, stretch)
            if isinstance(part, Canvas):
                part.hinted.connect(self.hinted)
            if hasattr(part, "stepped"):
                part.stepped.connect(self.stepped)

    def label(self, role: Role = "body", muted: bool = False) -> QLabel:
        """A label of as many lines as it needs."""
        return plain_label(self, role, muted=muted, wrapped=True)

    def show_step(self, shot: Snapshot, sentence: int, texts: Sequence[DecodedText], step: int) -> None:
        """Shows a step (from 0) of the texts of a sentence, of which there is at least one."""
        raise NotImplementedError

    def resizeEvent(self, event: QResizeEvent) -> None:
        fit_at_once(self, self.fit)

    def fit(self) -> None:
        raise NotImplementedError


def card_of(parent: QWidget, *parts: QWidget) -> QFrame:
    """A frame around a column of widgets."""
    card = QFrame(parent)
    card.setProperty("card", True)
    column_of(*parts, parent=card, margins=CARD_EDGES)
    return card


class StepCanvas(Canvas):
    """A picture with a column per step: a click on one goes there, Shift and an arrow key to its neighbour. A place is
    a step, or a tuple that ends with one."""

    stepped = Signal(int)

    moves = LEFT_RIGHT
    picks = ()

    def __init__(self, parent: QWidget | None, name: str, tip: str) -> None:
        super().__init__(parent, name)
        self.step = 0
        painting.set_tip(self, tip)

    @property
    def unit(self) -> float:
        """The scale of lengths in px, 1 at text size 100 %."""
        return self.line("body") / 15.6

    def steps(self) -> int:
        raise NotImplementedError

    def columns(self) -> Columns:
        raise NotImplementedError

    def place_at(self, point: QPointF) -> Any:
        step = self.columns().column_at(point.x())
        return step if step is not None and step < self.steps() else None

    def hint_of(self, place: Any) -> str:
        return click_to_step(_step(place))

    def start(self) -> object:
        return self.step

    def walk(self, place: Any, down: int, right: int) -> int | None:
        step = self.step + right
        return step if 0 <= step < self.steps() else None

    def move_to(self, place: Any) -> None:
        """The cursor is the current step: requests another one."""
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
    return place[-1] if isinstance(place, tuple) else place if isinstance(place, int) else -1
