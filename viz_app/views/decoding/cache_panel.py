"""The key/value cache at one step: what is computed, what is reused, the saving, and the proof that both give the
same."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from functools import lru_cache

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Signal
from PySide6.QtGui import QAccessible, QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from model_core.analysis.decoding_cost import PARTS, Cost, attention_widths, linear_layers, step_cost, text_cost
from model_core.explain.provenance import Source
from model_core.record.edits import MaskEdits
from model_core.record.recording_policy import STEP_BYTES
from model_core.record.trace import Trace
from model_core.spec import ModelSpec
from viz_app.data.decoded_texts import DecodedText
from viz_app.data.selection import key_names
from viz_app.data.snapshot import Snapshot
from viz_app.system.language import tr
from viz_app.views.decoding.cache_grid import CacheGrid
from viz_app.views.decoding.parts import CARD_EDGES, Answer, DecodingPanel, card_of
from viz_app.widgets import painting
from viz_app.widgets.canvas import Canvas
from viz_app.widgets.labels import push_button
from viz_app.widgets.layout import show_part
from viz_app.widgets.number_card import answer
from viz_app.widgets.painting import draw_words
from viz_app.widgets.theme import Theme

NAMES = (tr("with the cache"), tr("without it"))
WORDS = {
    "projections": tr("projections q, k, v, o"),
    "scores": "q·k",
    "values": tr("weights × v"),
    "feed_forward": tr("feed-forward"),
    "unembedding": "logits",
}
_ACCENTS = {"projections": 0, "scores": 2, "values": 3, "feed_forward": 1, "unembedding": 7}
_AGAIN = tr("Runs the same text again, row by row with the cache, and compares each row with a pass without it.")
_ROUNDING = 0.01
"""A larger difference of two log-probabilities is no proof that both ways give the same."""
_APART = 8  # px between the parts
GUESSED = tr("While you type, several rows are guessed and computed together: nothing has been read from a cache yet.")
_UNUSED = tr(
    "This model’s mask may let weight through: every row may change with every token. Each step computes all rows "
    "again, and nothing that was written is read from a cache."
)
_NOT_KEPT = tr("No proof: the log-probabilities of all steps would take too much memory to compare them with a pass.")


class CostBars(Canvas):
    """Multiplications of one step with and without the cache, as two bars of parts on one scale."""

    accessible_role = QAccessible.Role.Chart
    least = 120, 0
    steady = True

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, tr("Multiplications of this step with and without the cache"))
        self.costs: tuple[Cost, ...] = ()
        painting.set_tip(self, tr("Multiplications in this step's matrix products, by part."))

    def show_costs(self, with_cache: Cost, without: Cost) -> None:
        """Shows two costs."""
        self.costs = (with_cache, without)
        words = [f"{name} {cost.total:,}" for name, cost in zip(NAMES, self.costs, strict=True)]
        self.setAccessibleDescription("; ".join(words))
        self.update()

    # ---- where things are

    def _row(self) -> float:
        return self.line("small") * 1.5

    def sizeHint(self) -> QSize:
        return QSize(400, math.ceil(3 * self._row()) + 2)

    def _room(self) -> tuple[float, float]:
        """Where the bars begin, and the length of the longest."""
        metrics = self.metrics_of("small")
        left = max(metrics.horizontalAdvance(name) for name in NAMES) + 10
        right = metrics.horizontalAdvance(tr("{number:.2f} million", number=777.77)) + 8
        return left, max(1.0, self.width() - left - right)

    def pieces(self, number: int) -> list[tuple[str, QRectF]]:
        """The parts of a bar with their rectangles."""
        left, room = self._room()
        most = max((cost.total for cost in self.costs), default=1) or 1
        row, found = self._row(), []
        for part, count in self.costs[number].parts().items():
            width = room * count / most
            found.append((part, QRectF(left, number * row + row * 0.2, width, row * 0.6)))
            left += width
        return found

    def place_at(self, point: QPointF) -> tuple[int, str] | None:
        """(bar, part) under a point."""
        bars = range(len(self.costs))
        places = ((bar, part, rect) for bar in bars for part, rect in self.pieces(bar))
        return next(((bar, part) for bar, part, rect in places if rect.contains(point)), None)

    def tip_of(self, place: tuple[int, str]) -> str:
        number, part = place
        words = {"part": WORDS[part], "how": NAMES[number], "count": self.costs[number].parts()[part]}
        return tr("{part} {how}: {count:,} multiplications", **words)

    # ---- painting

    def draw(self, painter: QPainter, theme: Theme) -> None:
        """Names, bars, totals, and a legend."""
        font = self.font_of("small")
        for number, cost in enumerate(self.costs):
            pieces = self.pieces(number)
            for part, rect in pieces:
                colour = theme.accent(_ACCENTS[part])
                painter.fillRect(rect, colour if self.pointed in (None, (number, part)) else theme.wash("muted", 0.4))
            line = QRectF(0, number * self._row(), self.width(), self._row())
            draw_words(painter, line, NAMES[number], theme.q("muted"), font=font)
            line.setLeft(pieces[-1][1].right() + 6)
            draw_words(painter, line, number_words(cost.total), theme.q("ink"), font=font)
        self._draw_legend(painter, theme)

    def _draw_legend(self, painter: QPainter, theme: Theme) -> None:
        metrics, line = self.metrics_of("small"), QRectF(0, 2 * self._row(), self.width(), self._row())
        x, side = self._room()[0], metrics.capHeight()
        for part in PARTS if self.costs else ():
            width = side + 5 + metrics.horizontalAdvance(WORDS[part])
            if x + width > self.width():
                break
            painter.fillRect(QRectF(x, line.center().y() - side / 2, side, side), theme.accent(_ACCENTS[part]))
            line.setLeft(x + side + 5)
            draw_words(painter, line, WORDS[part], theme.q("muted"), font=self.font_of("small"))
            x += width + 14


class CachePanel(DecodingPanel):
    """Two grids, one below the other, and a card of costs. What does not fit is left out, the formula first."""

    again_asked = Signal()  # the same text, written row by row

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, _APART)
        self._shown: tuple[Trace, int, int] | None = None
        self._offered = False  # the text was not written row by row, but can be
        self.own, self.cross = CacheGrid(True, self), CacheGrid(False, self)
        self.own_words, self.cross_words = self.label(), self.label()
        self.cost, self.proof, self.formula = self.label(), self.label(), self.label("small", muted=True)
        self.bars = CostBars(self)
        self.card_of_costs = card_of(self, self.cost, self.bars, self.formula)
        self.card_of_costs.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.again = push_button(self, tr("Write it row by row"), _AGAIN, self.again_asked)
        self.again.setStatusTip(_AGAIN)
        self.again.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.add(self.own_words, self.own, self.cross_words, self.cross, self.card_of_costs, self.proof, self.again)
        self.column.addStretch(1)
        self.bars.hinted.connect(self.hinted)
        answer(self.proof, self._number, click=True)

    def show_step(self, shot: Snapshot, sentence: int, texts: Sequence[DecodedText], step: int) -> None:
        """The cache before and after step `step`."""
        trace = shot.trace
        self._shown = trace, sentence, step
        one, spec = trace.sentences[sentence], trace.spec
        for grid, kind in ((self.own, "decoder"), (self.cross, "cross")):
            grid.show_cache(key_names(one, kind), spec.decoder_layers, step, attention_widths(spec))
        self.own_words.setText(tr("Self-attention, what was written so far: {summary}.", summary=self.own.summary()))
        self.cross_words.setText(tr("Cross-attention, the source: {summary}.", summary=self.cross.summary()))
        self.cost.setText(cost_words(trace, sentence, step))
        self.formula.setText(formula_words(trace, sentence, step))
        self.proof.setText(words := proof_words(trace, sentence, step))
        self._offered = words == GUESSED
        self.bars.show_costs(*(step_cost(spec, len(one.source), step, cached) for cached in (True, False)))
        self.fit()

    def _number(self, _point: QPoint | None) -> Answer:
        """The source of the proof's difference."""
        if self._shown is None or "cache_difference" not in self._shown[0].numbers:
            return None
        trace, *at = self._shown
        return trace, Source("numbers.cache_difference", tuple(at))

    def fit(self) -> None:
        """Leaves out what does not fit: formula, bars, the source's grid, its text, the proof, the costs; if there is
        no cache, everything but the proof."""
        order: tuple[QWidget, ...] = (
            self.formula, self.bars, self.cross, self.cross_words, self.again, self.proof, self.cost, self.own_words,
        )  # fmt: skip
        shown = {self.own, *order} - (set() if self._offered else {self.again})
        for part in order:
            if self._needs(shown) > self.height():
                shown.discard(part)
        if self._shown is not None and self._shown[0].spec.leaks:
            shown = {self.proof}
        for part in (self.own, *order):
            show_part(part, part in shown)
        card = self.card_of_costs
        show_part(card, self.cost in shown)
        card.setFixedHeight(self._needs({part for part in shown if part.parentWidget() is card}) - _APART)
        for grid in (self.own, self.cross):
            grid.setMaximumHeight(grid.most_height())

    def _needs(self, parts: Collection[QWidget]) -> int:
        """The height in px of these parts, one below the other."""
        left, top, right, bottom = CARD_EDGES
        found = top + bottom + 2
        for part in parts:
            inside = part.parentWidget() is self.card_of_costs
            wide = max(1, self.width() - (left + right + 2 if inside else 0))
            least = part.minimumSizeHint().height()
            found += _APART + (part.heightForWidth(wide) if part.hasHeightForWidth() else least)
        return found


def number_words(number: int) -> str:
    """A count in words that can be compared at a glance: 860,000, 12.3 million."""
    if number >= 1_000_000_000:
        return tr("{number:.2f} billion", number=number / 1000000000.0)
    return tr("{number:.2f} million", number=number / 1000000.0) if number >= 1_000_000 else f"{number:,}"


@lru_cache(maxsize=16)
def _of_text(spec: ModelSpec, source: int, steps: int, cached: bool) -> int:
    """All multiplications of a text; cached, because every step asks for it."""
    return text_cost(spec, source, steps, cached).total


def cost_words(trace: Trace, sentence: int, step: int) -> str:
    """How many multiplications the step takes with and without the cache, and the whole text."""
    one, spec = trace.sentences[sentence], trace.spec
    source, steps = len(one.source), len(one.written)
    own, bare = (step_cost(spec, source, step, cached).total for cached in (True, False))
    times = tr("as many: the cache is still empty")
    if bare > own:
        times = tr("{times:.1f} times as many", times=bare / own)
    now = {"step": step + 1, "cached": number_words(own), "bare": number_words(bare), "times": times}
    own, bare = (_of_text(spec, source, steps, cached) for cached in (True, False))
    every = {"steps": steps, "cached": number_words(own), "bare": number_words(bare), "times": bare / own}
    return " ".join((
        tr("Step {step} takes {cached} multiplications with the cache and {bare} without it, {times}.", **now),
        tr("All {steps} steps take {cached} with the cache and {bare} without it, {times:.1f} times as many.", **every),
    ))  # fmt: skip


def formula_words(trace: Trace, sentence: int, step: int) -> str:
    """What is multiplied with what; see model_core.analysis.decoding_cost."""
    spec, source = trace.spec, len(trace.sentences[sentence].source)
    keys, values = attention_widths(spec)
    return tr(
        "L·D·A·(3r + s) + L·r·(t + S)·A + {linear}·L·r·D·F + D·V with L = {layers} layers, D = {width}, A = {keys} + "
        "{values} numbers in a key and a value of all heads, F = {hidden}, V = {vocabulary:,}, S = {source} source "
        "tokens, t = {step} tokens read; with the cache r = 1 row and s = {rows} source rows are computed, without it "
        "r = {step} and s = {source}.",
        linear=linear_layers(spec), layers=spec.decoder_layers, width=spec.d_model, keys=keys, values=values,
        hidden=spec.for_stack("decoder").d_ff, vocabulary=spec.target_vocabulary, source=source, step=step + 1,
        rows=source if step == 0 else 0,
    )  # fmt: skip


def proof_words(trace: Trace, sentence: int, step: int) -> str:
    """How far the cached step and the whole pass differ."""
    if "cache_difference" not in trace.numbers:
        if trace.run.target is not None:
            return tr("The target was given: it was read in one pass, all rows at once, without a cache.")
        return _UNUSED if trace.spec.leaks else GUESSED if _was_guessed(trace) else _NOT_KEPT
    apart = trace.numbers["cache_difference"][sentence, : len(trace.sentences[sentence].written)]
    at, most = float(apart[step]), float(apart.max())
    words = {"step": step + 1, "apart": _difference_words(at), "most": _difference_words(most)}
    if trace.run.edits.masks.reads_later(trace.spec.for_stack("decoder").masked_score):
        return tr(
            "With these masks step {step} with the cache and one full pass differ by {apart}, over all steps by "
            "{most}, in log-probability: in the full pass rows read tokens that a step cannot know yet.", **words
        )  # fmt: skip
    if not most <= _ROUNDING:
        return tr(
            "No proof: the log-probabilities of step {step} with the cache and from one full pass without it differ by "
            "{apart}, over all steps by {most}. That is more than rounding usually makes.", **words
        )  # fmt: skip
    return tr(
        "Proof: the log-probabilities of step {step} with the cache and from one full pass without it differ by at "
        "most {apart:.1e}; over all steps by {most:.1e}. That is rounding: both give the same.",
        step=step + 1, apart=at, most=most,
    )  # fmt: skip


def _was_guessed(trace: Trace) -> bool:
    """Whether rows were guessed, in a run that can record the log-probabilities of its steps."""
    run, rows = trace.run, [len(one.written) for one in trace.sentences]
    few = 4 * sum(rows) * trace.spec.target_vocabulary <= STEP_BYTES and trace.whole("encoder")
    return few and len(rows) == 1 and run.decoding.method != "beam" and run.edits.masks == MaskEdits()


def _difference_words(value: float) -> str:
    """A difference: 6.4, or 3.1e-06 for rounding."""
    return f"{value:.1e}" if value < 0.01 else f"{value:.2g}"
