"""Why a text ended and where it repeats itself: the end probability and the entropy at each step as bars, and in words.

Steps count from 0 here and from 1 on the screen; entropies are in bits.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QAccessible, QPainter, QPen
from PySide6.QtWidgets import QWidget

from model_core.analysis.text_comparison import Loop, loop_of
from model_core.direction import in_order
from model_core.explain.provenance import Source
from model_core.record.trace import Trace
from viz_app.charts.step_columns import Columns
from viz_app.data.decoded_texts import DecodedText
from viz_app.data.number_format import fmt_chance, fmt_weight, p_words
from viz_app.data.selection import written_names
from viz_app.data.snapshot import Snapshot
from viz_app.data.words.parts import ASKS_ORIGIN
from viz_app.system.language import tr
from viz_app.views.decoding.parts import Answer, DecodingPanel, StepCanvas
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.layout import show_part
from viz_app.widgets.painting import draw_words
from viz_app.widgets.theme import Theme

END, ENTROPY = tr("p(end of sentence)"), tr("entropy of the next token")
_LOW = 300  # px at text size 100 %: a lower panel has no room for the entropy
_FEW = 4  # for how many texts the reason of their end is given
_WIDEST = 150.0  # px of a step at text size 100 %
_DECADES = 4  # powers of ten of a logarithmic scale
_ROUND = 10.0  # px of a step from which bars have round corners
_WORDED = 2.6  # heights of a line: lower charts have no words under their bars


class StepBars(StepCanvas):
    """One number per step as bars from 0 to `most` (None = the largest); `role` is their colour.

    `name` names the numbers above them, `words` gives the text under each bar, `unit_word` what they count. With
    `log` the scale is logarithmic, from 0.0001 on, and a line marks where the text starts to repeat itself.
    """

    accessible_role = QAccessible.Role.Chart
    asks = ASKS_ORIGIN

    def __init__(
        self, number: str, name: str, role: str, unit_word: str, most: float | None, parent: QWidget | None = None,
        *, log: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(parent, name, tr("{numbers}; Shift+arrow keys move to another step.", numbers=name))
        self.name, self.role, self.unit_word, self.most, self.log = name, role, unit_word, most, log
        self.loop: Loop | None = None
        self.values: np.ndarray = np.zeros(0)
        self._number = number  # of Trace.numbers
        self._shown: tuple[Trace, int, DecodedText] | None = None  # of which text, where it is one
        self.words: tuple[str, ...] = ()
        self.rows_shown: int | None = None
        self.follow: Callable[[], Columns | None] | None = None  # columns of another picture to align the bars with
        self.answers()

    def show_text(self, trace: Trace, sentence: int, text: DecodedText, step: int, rows_shown: int | None) -> None:
        """Shows the number of every step of a text, around a step."""
        before, self._shown = self._shown, (trace, sentence, text)
        if before is None or before[0] is not trace or before[1] != sentence or before[2] is not text:
            self.unpoint()
            self.source = partial(step_number, trace, sentence, text, self._number)
            self.loop = text_loop(text) if self.log else None
            self.values = text.numbers.get(self._number, np.zeros(0))
            self.words = tuple(written_names(text.read, text.written))
        elif (step, rows_shown) == (self.step, self.rows_shown):
            return
        self.step, self.rows_shown = step, rows_shown
        self.setAccessibleDescription(self.value_words(step))
        self.update()

    def value_words(self, step: int) -> str:
        if not 0 <= step < len(self.values):
            return ""
        number = self.figure(step)
        words = tr("{numbers} at step {step}: {number}", numbers=self.name, step=step + 1, number=number)
        return f"{words} ({tr('“{token}” is written', token=self.words[step])})" if step < len(self.words) else words

    def figure(self, step: int) -> str:
        """The number of a step with its unit; without a unit it is a probability, as small as the scale shows it."""
        value = float(self.values[step])
        chance = fmt_chance(value, 2 if value >= 0.1 else 4)
        return f"{fmt_weight(value)} {self.unit_word}" if self.unit_word else chance

    def sizeHint(self) -> QSize:
        return QSize(480, round(6 * self.line("body")))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, round(3.2 * self.line("small")))

    # ---- where things are

    def _gutter(self) -> float:
        metrics = self.metrics_of("small")
        return metrics.horizontalAdvance("0.00") + 10

    def _worded(self) -> bool:
        """Whether there are tokens under the bars."""
        return not self.log and self.height() > (_WORDED + 2.4) * self.line("small")

    def area(self) -> QRectF:
        line, foot = self.line("small"), self.line("small") + 6 if self._worded() else 3
        gutter, top = self._gutter(), math.ceil(1.5 * line) + 2  # half of the upper number is above the bars
        return QRectF(gutter, top, max(1.0, self.width() - gutter - 4), max(8.0, self.height() - top - foot))

    def steps(self) -> int:
        return len(self.values)

    def columns(self) -> Columns:
        """The columns of all steps at the present width, or those of the picture that it is aligned with."""
        followed = self.follow() if self.follow is not None else None
        if followed is not None:
            return followed
        area = self.area()
        return Columns.fitted(max(1, len(self.values)), area.left(), area.width(), 0.0, _WIDEST * self.unit)

    def tip_of(self, place: int) -> str:
        return self.value_words(place)

    def hint_of(self, place: int) -> str:
        return f"{self.tip_of(place)}. {tr('Click to go there.')}"

    # ---- painting

    def draw(self, painter: QPainter, theme: Theme) -> None:
        """Name and value above, two lines of the scale, bars, tokens."""
        if not len(self.values):
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        finite = self.values[np.isfinite(self.values)]
        most = self.most or max(1.0, math.ceil(float(finite.max()) if finite.size else 1.0))
        area, columns = self.area(), self.columns()
        self._draw_scale(painter, theme, area, most)
        painter.save()
        seen = QRectF(max(area.left(), columns.left - columns.pitch), 0, area.right(), self.height())
        painter.setClipRect(seen, Qt.ClipOperation.IntersectClip)
        self._draw_bars(painter, theme, columns, most)
        self._draw_mark(painter, theme, columns, area)
        self._draw_loop(painter, theme, columns, area)
        painter.restore()
        self._draw_head(painter, theme)
        if self._worded():
            words = self.words[: len(self.values)]
            self.draw_tokens(painter, theme, words, area.bottom() + 4, "target", "mmmm", 1.3, self.step)

    def _draw_scale(self, painter: QPainter, theme: Theme, area: QRectF, most: float) -> None:
        ticks = ((0.5, "0.01"), (1.0, "1")) if self.log else ((0.0, "0"), (1.0, f"{most:g}"))
        for share, text in ticks:
            y = round(area.bottom() - share * area.height()) + 0.5
            painter.setPen(QPen(theme.q("line"), 1))
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
            place = QRectF(0, y, area.left() - 6, 0)
            draw_words(painter, place, text, theme.q("muted"), align="right", font=self.font_of("small"))

    def _draw_bars(self, painter: QPainter, theme: Theme, columns: Columns, most: float) -> None:
        """The bars; narrow ones as plain rectangles, so that hundreds of them take no time."""
        area, air = self.area(), min(6.0, columns.pitch * 0.15)
        strong, pale = theme.q(self.role), theme.wash(self.role, 0.5)
        wide = columns.pitch >= _ROUND
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, wide)
        seen, values = columns.visible(), self.values[: self.rows_shown]
        for step in range(max(0, seen.start - 1), min(seen.stop, len(values))):
            share = self.share(float(values[step]) / most)
            height = max(1.0, share * area.height())
            bar = QRectF(columns.x_of(step) + air, area.bottom() - height, max(1.0, columns.pitch - 2 * air), height)
            fill = strong if step in (self.step, self.pointed) else pale
            if wide:
                painting.draw_rounded(painter, bar, corner=min(3.0, height / 2), fill=fill)
            else:
                painter.fillRect(bar, fill)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)

    def share(self, value: float) -> float:
        """The height of a number's bar as a share of the area, 0–1."""
        if not math.isfinite(value) or value <= 0:
            return 0.0
        return min(1.0, max(0.0, 1 + math.log10(value) / _DECADES if self.log else value))

    def _draw_loop(self, painter: QPainter, theme: Theme, columns: Columns, area: QRectF) -> None:
        """A line over the steps that repeat earlier ones."""
        if self.loop is None or self.loop.start >= len(self.values[: self.rows_shown]):
            return
        left = columns.x_of(self.loop.start)
        line = QRectF(left, area.top() - 1, columns.x_of(len(self.values)) - left, 2.5)
        painter.fillRect(line, theme.q("user"))
        words = tr("repeats since step {step}", step=self.loop.start + 1)
        room = QRectF(max(left, columns.left) + 4, area.top() + 3, area.width(), self.line("small"))
        wide = self.metrics_of("small").horizontalAdvance(words) + 8
        ground = QRectF(room.left() - 4, room.top(), wide, room.height())
        painting.draw_rounded(painter, ground, corner=3, fill=theme.q("background"))
        draw_words(painter, room, words, theme.q("user"), font=self.font_of("small"))

    def _draw_mark(self, painter: QPainter, theme: Theme, columns: Columns, area: QRectF) -> None:
        """A frame around the chosen step."""
        if 0 <= self.step < len(self.values):
            rect = QRectF(columns.x_of(self.step), area.top() - 2, max(3.0, columns.pitch), area.height() + 4)
            painting.draw_rounded(painter, rect, corner=4, line=theme.q("target"), width=1.5)

    def _draw_head(self, painter: QPainter, theme: Theme) -> None:
        """The name, and the number of the hovered or chosen step."""
        font, line = self.font_of("small"), QRectF(0, 1, self.width(), self.line("small"))
        name = tr("{numbers}, logarithmic", numbers=self.name) if self.log else self.name
        used = draw_words(painter, line, name, theme.q("muted"), font=font)
        step = self.pointed if isinstance(self.pointed, int) else self.step
        if 0 <= step < len(self.values):
            line.setLeft(used.right() + 16)
            used = draw_words(painter, line, tr("step {step}:", step=step + 1), theme.q("muted"), font=font)
            line.setLeft(used.right() + 6)
            if self.metrics_of("strong").horizontalAdvance(self.figure(step)) < line.width():
                draw_words(painter, line, self.figure(step), theme.q("ink"), font=font)


class EndPanel(DecodingPanel):
    """The sentence, both charts, and why the alternatives to the main text stopped."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, spacing=12)
        self.why, self.others = self.label(), self.label("small", muted=True)
        self.end = StepBars("end_probability", END, "target", "", 1.0, self)
        self.entropy = StepBars("entropy", ENTROPY, "source", tr("bits"), None, self)
        self.add(self.why, self.others)
        self.add(self.end, stretch=3)
        self.add(self.entropy, stretch=2)

    def show_step(self, shot: Snapshot, sentence: int, texts: Sequence[DecodedText], step: int) -> None:
        """Shows the main text's numbers, and below its reason those of the others."""
        trace = shot.trace
        for chart in (self.end, self.entropy):
            chart.show_text(trace, sentence, texts[0], step, shot.rows_shown)
        self.why.setText(why_words(trace, texts[0]))
        self.others.setText("\n".join(f"{text.name}: {stop_words(trace, text)}" for text in texts[1:_FEW]))
        self.fit()

    def fit(self) -> None:
        """The end comes first; entropy and the others' reasons are left out if the panel is low."""
        low = self.height() < themes.px(_LOW)
        show_part(self.entropy, not low)
        show_part(self.others, bool(self.others.text()) and not low)


def step_number(trace: Trace, sentence: int, text: DecodedText, name: str, step: int) -> Answer:
    """A number of one step of the main text or of an alternative."""
    if text.number(name, step) is None:
        return None
    if text.alternative is None:
        return trace, Source(f"numbers.{name}", (sentence, step))
    return trace, Source(f"alternatives.{text.place}.numbers.{name}", (step,))


def why_words(trace: Trace, text: DecodedText) -> str:
    """Why the main text ended, and where it repeats itself."""
    return f"{stop_words(trace, text, limit=trace.run.max_steps)} {loop_words(text)}".rstrip()


def stop_words(trace: Trace, text: DecodedText, *, limit: int = 0) -> str:
    """Why a text ended, in one sentence; `limit` is the run's longest target, if known."""
    rows, end = len(text.written), text.number("end_probability", len(text.written) - 1)
    own = text.number("step_probability", rows - 1) if text.finished else None
    end = end if own is None else own
    there: dict[str, object] = {"token": _end_word(trace), "probability": p_words(end or 0.0).replace("p", "p(end)", 1)}
    if not text.finished and text.forced >= rows:
        return tr("All {number} tokens were given, without {token}: {probability} there.", number=rows, **there)
    if not text.finished:
        there["number"] = min(limit or rows, rows)
        return tr("It stopped at the limit of {number} tokens, without {token}: {probability} there.", **there)
    last = {"step": rows, "token": text.written[-1].text, "probability": p_words(end or 0.0)}
    if text.forced >= rows:
        return tr("Its end was given: the model gives {token} a probability of {probability} there.", **last)
    last["probability"] = "" if end is None else f" ({p_words(end)})"
    branch = text.alternative is not None and text.alternative.name == "branch"
    how = "greedy" if branch else trace.run.decoding.method
    if how == "sample":
        return tr("It ended at step {step}: {token} was sampled{probability}.", **last)
    if how == "beam":
        return tr("It ended at step {step} with {token}{probability}: it scores best of all kept texts.", **last)
    return tr("It ended at step {step}: {token} was the most probable choice{probability}.", **last)


def loop_words(text: DecodedText) -> str:
    """From where a text repeats itself, and how much more certain the model has become; "" for no loop."""
    loop = text_loop(text)
    if loop is None:
        return ""
    round_ = in_order(token.text for token in text.written[loop.start : loop.start + min(loop.period, 4)])
    round_ += " …" if loop.period > 4 else ""
    words = tr("It has repeated “{tokens}” since step {step}", tokens=round_, step=loop.start + 1)
    chances, rounds = text.numbers.get("probability"), (len(text.written) - loop.start) // loop.period
    if chances is None or rounds < 1:
        return f"{words}."
    first = float(np.mean(chances[loop.start - loop.period : loop.start]))
    last = float(np.mean(chances[loop.start + (rounds - 1) * loop.period :][: loop.period]))
    told = {"repeats": words, "before": fmt_chance(first), "after": fmt_chance(last)}
    if last <= first or told["before"] == told["after"]:
        return f"{words}."
    return tr("{repeats}: from the first round to the last, its mean p rises from {before} to {after}.", **told)


def text_loop(text: DecodedText) -> Loop | None:
    """The loop in which a text ends, without an end of sentence that may close it."""
    return loop_of(text.ids[:-1] if text.finished else text.ids)


def _end_word(trace: Trace) -> str:
    """The text of the end token in this vocabulary."""
    tokens = (token for one in trace.sentences for token in (*one.source, *one.written))
    return next((token.text for token in tokens if token.id == trace.spec.eos_id), "</s>")
