"""The curves of a training: loss, accuracy, a measure of each head. Imported when the view is built, because of
pyqtgraph. Lengths are logical pixels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from viz_app.charts.line_chart import CurvePlot
from viz_app.charts.plot_area import Curve
from viz_app.data.number_format import fmt_score
from viz_app.data.words.parts import head_number
from viz_app.system.language import tr
from viz_app.views.train import words
from viz_app.views.train.content import Head, Series, TrainContent, Values, last_value
from viz_app.widgets.labels import Caption, MenuButton
from viz_app.widgets.layout import column_of, row_of

NAMED = 3
"""Heads whose curves are named beside the chosen one."""


class CurvePanel(QWidget):
    """A title over a plot."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.title, self.plot = Caption("strong", "ink", parent=self), CurvePlot(self)
        self.plot.describe = self._tip
        self._x: Values = np.zeros(1)
        self._curves: list[tuple[str, Values]] = []
        self.head = row_of((self.title, 1))
        column_of(self.head, (self.plot, 1), parent=self, spacing=2)

    def call(self, title: str, name: str) -> None:
        """Sets the title; `name` is for screen readers and the tooltip."""
        self.title.set_text(title, shorter=("",) if self.head.count() > 1 else ())
        self.plot.setAccessibleName(name)
        self.plot.setToolTip(tr("{curve}. Click to see the window at that update; Shift+arrow keys move.", curve=name))

    def show_curves(self, x: Values, curves: Sequence[Curve], moment: tuple[int, int]) -> None:
        """Draws curves over the updates from 0 to the last one, the second of `moment`; the first is marked."""
        step, last = moment
        before = np.zeros(int(not len(x) or x[0] > 0))
        after = np.full(int(max(x, default=0.0) < last), float(last))
        x = np.concatenate([before, x, after])
        curves = [replace(curve, y=np.concatenate([before * np.nan, curve.y, after * np.nan])) for curve in curves]
        self._x, self._curves = x, [(curve.name, curve.y) for curve in curves]
        self.plot.set_curves(x, curves)
        self.plot.set_marked(step if last else None)

    def show_series(self, name: str, series: Series, accent: int, moment: tuple[int, int]) -> None:
        """Draws one curve, or none if there are no numbers yet."""
        self.show_curves(series.x, [Curve(name, series.y, accent)] if len(series.x) else [], moment)

    def _tip(self, x: int) -> str:
        place = int(np.abs(self._x - x).argmin())
        lines = [f"{name}: {fmt_score(float(y[place]), 3)}" for name, y in self._curves if np.isfinite(y[place])]
        return "\n".join([words.update(int(self._x[place])), *lines])


class TrainCurves(QWidget):
    """Loss, accuracy, a measure of the heads; as many as fit."""

    chosen = Signal(int)  # an update
    stepped = Signal(int)
    measured = Signal(str)  # the measure that is to be drawn

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.panels = self.loss, self.right, self.heads = CurvePanel(self), CurvePanel(self), CurvePanel(self)
        self.loss.call(tr("Loss"), tr("Loss in nats per token"))
        self.choice = MenuButton(self.heads, elastic=False)
        self.choice.setToolTip(tr("Chooses the measure shown for the heads."))
        self.heads.head.insertWidget(0, self.choice)
        self._offered: tuple[str, ...] = ()
        self.loss.plot.line_up_with(self.right.plot, self.heads.plot)
        for panel in self.panels:
            panel.plot.clicked.connect(self.chosen)
            panel.plot.stepped.connect(self.stepped)
        row_of(*((panel, 1) for panel in self.panels), parent=self, spacing=16)

    def show_content(self, content: TrainContent, head: Head, measure: str) -> None:
        """Plots the data of a training; `measure` may be one that it does not have."""
        moment = content.step, content.last.step if content.last is not None else 0
        self.loss.show_series(tr("loss"), content.loss, 0, moment)
        if content.by_bleu:
            self.right.call("BLEU", tr("BLEU of unseen sentences"))
        else:
            self.right.call(tr("Whole sentences right"), tr("Share of unseen sentences that are right"))
        self.right.show_series("BLEU" if content.by_bleu else tr("right", "correct"), content.right, 2, moment)
        self.right.plot.set_flags([(one.step, one.words) for one in content.births if one.head[0] == head[0]])
        measure = content.measure(measure, head[0])
        title = words.OF_EACH[head[0]] if measure else tr("Heads")
        self.heads.call(title, tr("A measure of each head during training"))
        x, found = content.curves(measure, head[0])
        ends = sorted(found, key=lambda one: -last_value(found[one]))
        named = dict.fromkeys([*([head] if head in found else []), *ends[:NAMED]])
        accents = {one: place for place, one in enumerate(found)}
        curves = [Curve(head_number(*one), y, accents[one], None, True) for one, y in found.items() if one not in named]
        curves += [Curve(head_number(*one), found[one], 0 if one == head else 2 + accents[one] % 6) for one in named]
        self.heads.show_curves(x, curves, moment)
        self._offer(content, head[0], measure)

    def _offer(self, content: TrainContent, kind: str, measure: str) -> None:
        offered = tuple(name for name in content.measures if content.measure(name, kind) == name)
        self.choice.setVisible(bool(offered))
        if (*offered, measure) != self._offered:
            self._offered = (*offered, measure)
            choices = {name: words.MEASURES.get(name, (name, "")) for name in offered}
            made = self.choice.set_choices(choices, self.measured.emit)
            if measure in made:
                made[measure].setChecked(True)
            self.choice.set_words(words.MEASURES.get(measure, (measure or tr("measure", "of a head"), ""))[0])

    def fit(self, width: int, unit: float) -> None:
        """Shows as many panels as fit into a width: always that of the heads, the loss only beside all others."""
        count = 3 if width >= 540 * unit else 2 if width >= 360 * unit else 1
        for place, panel in enumerate(self.panels):
            panel.title.setMinimumHeight(self.choice.sizeHint().height())  # the plots begin at one height
            panel.setVisible(place >= len(self.panels) - count)
