"""How the candidates of a step got their probabilities: logits, ÷ temperature, filters, probabilities.

One line per candidate, four aligned columns with bars. Logits and scaled logits share one scale, so that the division
is visible; cut candidates are hatched and say which filter cut them. Steps count from 0 here and from 1 on the screen.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Signal
from PySide6.QtGui import QAccessible, QColor, QPainter, QPen
from PySide6.QtWidgets import QWidget

from model_core.analysis.text_comparison import left_over
from model_core.direction import quoted
from model_core.record import mask_reasons
from model_core.record.edits import Decoding
from model_core.record.trace import Trace
from viz_app.data import number_format
from viz_app.data.decoded_texts import GIVEN, DecodedText
from viz_app.data.selection import candidate_name
from viz_app.data.snapshot import Snapshot
from viz_app.data.words.parts import ASKS_ORIGIN
from viz_app.system.language import tr
from viz_app.views.decoding.chances import NEVER, Chance, chance_number, chances_of, choice_words, column_words
from viz_app.views.decoding.decoding_form import DecodingForm
from viz_app.views.decoding.parts import DecodingPanel, card_of
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.canvas import UP_DOWN, along
from viz_app.widgets.layout import show_part
from viz_app.widgets.painting import draw_words
from viz_app.widgets.pan_canvas import BAR, ScrolledCanvas
from viz_app.widgets.theme import Theme

_PARTS = 4
_WORDS = 0.2  # of the width, for the tokens
_LOW, _LOWER = 240, 190  # px at text size 100 %: lower panels have no sentence, then no settings


class CandidateTable(ScrolledCanvas):
    """The table; a place is (rank, column), the tokens are column -1. A click on a candidate continues from it."""

    accessible_role = QAccessible.Role.Table
    asks = ASKS_ORIGIN
    chosen = Signal(int)  # the id of a candidate that is to be written instead

    moves = UP_DOWN

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, tr("Candidates of the step: logit, scaled, filtered, probability"))
        self.chances: tuple[Chance, ...] = ()
        self.decoding = Decoding()
        self.rest, self.others = 0.0, True
        painting.set_tip(self, tr("Up and down select a candidate, Enter continues from it."))
        self.answers()

    def show_chances(self, chances: tuple[Chance, ...], decoding: Decoding, others: bool = True) -> None:
        """Shows the candidates of a step; `others`: there are tokens that are not listed."""
        if [one.token for one in chances] != [one.token for one in self.chances]:
            self.at = None
        if chances != self.chances:
            self.unpoint()
        self.chances, self.decoding, self.others = chances, decoding, others
        listed = [one for one in chances if one.cut != NEVER]
        most = decoding.top_k if decoding.method == "sample" else 0
        cut = any(one.cut for one in listed) or 0 < most <= len(listed)  # and so is what is not listed
        self.rest = left_over(np.array([one.chance for one in chances])) if chances and not cut else 0.0
        self.updateGeometry()
        self._arrange()
        self.update()

    def _arrange(self) -> None:
        """Makes lines that do not fit scrollable."""
        height = self.row_height()
        self._scroll_over(self._lines - int(self.height() // height) if self.chances else 0)
        self._place_bar(height, self.height() - height)

    # ---- where things are

    @property
    def _lines(self) -> int:
        """The number of lines, with the heading and the rest of the vocabulary."""
        return len(self.chances) + 1 + self.others

    def row_height(self) -> float:
        """Height of one line in px: larger if there is room."""
        line = self.line("body")
        return math.floor(max(line * 1.55, min(line * 2.3, self.height() / self._lines)))

    def sizeHint(self) -> QSize:
        return QSize(560, math.ceil(self._lines * self.line("body") * 1.55) + 4)

    def minimumSizeHint(self) -> QSize:
        return QSize(160, math.ceil(3 * self.line("body") * 1.55))

    def row(self, rank: int) -> QRectF:
        """The line of a candidate; the heading is line -1 and does not scroll."""
        height, line = self.row_height(), rank + 1 - (self._bar.value() if rank >= 0 else 0)
        return QRectF(0, line * height, self.width() - (BAR if self._bar.maximum() else 0), height)

    def cell(self, part: int, rank: int) -> QRectF:
        """One of the four columns of a line."""
        row, words = self.row(rank), self._token_width()
        width = (row.width() - words) / _PARTS
        return QRectF(words + part * width, row.top(), width - 12, row.height())

    def _token_width(self) -> float:
        return max(self.width() * _WORDS, min(self.width() * 0.3, 5 * self.line("body")))

    def place_at(self, point: QPointF) -> tuple[int, int] | None:
        """The candidate and number under a point; beside the numbers the last one."""
        line = int(point.y() // self.row_height()) - 1
        rank = line + self._bar.value()
        if line < 0 or rank >= len(self.chances):
            return None
        return rank, next((part for part in range(_PARTS) if self.cell(part, rank).contains(point)), _PARTS - 1)

    def tip_of(self, place: tuple[int, int]) -> str:
        one = self.chances[place[0]]
        lines = [quoted(candidate_name(one.token))]
        if one.logit is not None and one.scaled is not None:
            logit, scaled = (number_format.fmt_score(value, 3) for value in (one.logit, one.scaled))
            lines.append(tr("logit {logit}, ÷ temperature {scaled}", logit=logit, scaled=scaled))
        lines.append(tr("probability in the model {number}", number=number_format.fmt_chance(one.plain, 4)))
        if one.cut:
            cut = tr("cut by {filter}: cannot be sampled", filter=one.cut)
            lines.append(tr("never written") if one.cut == NEVER else cut)
        elif not one.unknown:
            lines.append(tr("p {number}", number=number_format.fmt_chance(one.chance, 4)))
        return "\n".join(lines)

    def hint_of(self, place: tuple[int, int]) -> str:
        one = self.chances[place[0]]
        name = candidate_name(one.token)
        if one.cut == NEVER:
            return ""
        if one.taken:
            return tr("“{token}” was written at this step.", token=name)
        return tr("Click to continue from “{token}” instead; both continuations are kept.", token=name)

    # ---- what the user does

    def label_at(self, point: QPointF) -> str:
        """The name of a column, above the candidates."""
        parts = (part for part in range(_PARTS) if self.cell(part, -1).contains(point))
        return next((column_words(self.decoding)[part] for part in parts), "")

    def walk(self, place: object, down: int, right: int) -> tuple[int, int] | None:
        rank = along(place[0] if isinstance(place, tuple) else None, down, len(self.chances))
        return None if rank is None else (rank, _PARTS - 1)

    def move_to(self, place: tuple[int, int] | None) -> None:
        """Also scrolls there."""
        super().move_to(place)
        if place is not None:
            self._show_line(place[0], int(self.height() // self.row_height()) - 1)

    def pick(self, place: tuple[int, int]) -> None:
        one = self.chances[place[0]]
        self.at = place
        if not one.taken:
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
        for rank, one in list(enumerate(self.chances))[self._bar.value() :]:
            if self.row(rank).bottom() > self.height():
                break
            self._draw_row(painter, theme, rank, one, reach)
        last = self.row(len(self.chances))
        if self.others and last.bottom() <= self.height() and not self.chances[-1].unknown:
            self._draw_rest(painter, theme, last)

    def _draw_heading(self, painter: QPainter, theme: Theme) -> None:
        for part, words in enumerate(column_words(self.decoding)):
            text = f"{'→ ' if part else ''}{words}"
            draw_words(painter, self.cell(part, -1), text, theme.q("muted"), font=self.font_of("small"))
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
        covered = painting.draw_token(painter, words, candidate_name(one.token), ink, align="left", font=font)
        if one.cut:
            painter.setPen(QPen(theme.q("muted"), 1))
            y = round(covered.center().y()) + 1.5
            painter.drawLine(QPointF(covered.left(), y), QPointF(covered.right(), y))
        for part, value in enumerate((one.logit, one.scaled)):
            self._draw_logit(painter, theme, self.cell(part, rank), value, reach)
        self._draw_filter(painter, theme, self.cell(2, rank), one)
        self._draw_chance(painter, theme, self.cell(3, rank), one)

    def _draw_number(
        self, painter: QPainter, theme: Theme, cell: QRectF, text: str, sample: str, tone: str = "muted"
    ) -> QRectF:
        """A number at the right of a cell; returns the space left for the bar before it."""
        draw_words(painter, cell, text, theme.q(tone), align="right", font=self.font_of("small"))
        number, height = self.metrics_of("small").horizontalAdvance(sample) + 6, self.row_height() * 0.4
        return QRectF(cell.left(), cell.center().y() - height / 2, max(1.0, cell.width() - number), height)

    def _draw_logit(
        self, painter: QPainter, theme: Theme, cell: QRectF, value: float | None, reach: tuple[float, float]
    ) -> None:
        """A bar from 0, to the right for positive numbers, to the left for negative ones."""
        text = "–" if value is None else number_format.fmt_score(value, 2)
        bar = self._draw_number(painter, theme, cell, text, "−00.00")
        if value is None:
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

    def _draw_filter(self, painter: QPainter, theme: Theme, cell: QRectF, one: Chance) -> None:
        """Kept, or hatched with the filter that cut it."""
        font, metrics = self.font_of("small"), self.metrics_of("small")
        if not one.cut:
            words = "–" if one.unknown else tr("stays")
            draw_words(painter, cell, words, theme.q("muted"), font=font)
            return
        box = cell.adjusted(0, 4, 0, -4)
        painting.draw_hatched(painter, box, theme, mask_reasons.USER)
        words = tr("never written") if one.cut == NEVER else tr("cut: {filter}", filter=one.cut)
        text = painting.elided(words, metrics, cell.width() - 8)
        width = metrics.horizontalAdvance(text) + 8
        clear = QRectF(box.center().x() - width / 2, box.top() + 2, width, box.height() - 4)
        painting.draw_rounded(painter, clear, corner=3, fill=theme.q("panel"))
        draw_words(painter, cell, text, theme.q("ink"), align="centre", font=font)

    def _draw_share(
        self, painter: QPainter, theme: Theme, cell: QRectF, share: float, fill: QColor, tone: str = "muted"
    ) -> QRectF:
        """A probability as a bar from 0 to 1 and as a number; returns the space of the whole bar."""
        bar = self._draw_number(painter, theme, cell, number_format.fmt_chance(share, 3), "<0.001", tone)
        painting.draw_rounded(painter, bar, corner=3, fill=theme.wash("ink", 0.05))
        painting.draw_bar(painter, bar, share, fill)
        return bar

    def _draw_chance(self, painter: QPainter, theme: Theme, cell: QRectF, one: Chance) -> None:
        """The probability, with a tick at the model's own one if that differs."""
        fill, tone = theme.wash("target", 1.0 if one.taken else 0.6), "ink" if one.taken else "muted"
        if one.unknown:
            self._draw_number(painter, theme, cell, "–", "–")
            return
        bar = self._draw_share(painter, theme, cell, one.chance, fill, tone)
        if abs(one.plain - one.chance) > 5e-4:
            x = bar.left() + min(1.0, one.plain) * bar.width()
            painter.setPen(QPen(theme.q("ink"), 1.5))
            painter.drawLine(QPointF(x, bar.top() - 2), QPointF(x, bar.bottom() + 2))

    def _draw_rest(self, painter: QPainter, theme: Theme, row: QRectF) -> None:
        """The probability left for all other tokens of the vocabulary."""
        words = row.adjusted(8, 0, 0, 0)
        draw_words(painter, words, tr("all other tokens"), theme.q("muted"), font=self.font_of("small"))
        self._draw_share(painter, theme, self.cell(3, len(self.chances)), self.rest, theme.wash("muted", 0.5))


class CandidatePanel(DecodingPanel):
    """Settings above, the table of the step below. `asked` carries a Wish."""

    asked = Signal(object)
    chosen = Signal(int)  # id of a candidate to continue from

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, spacing=12)
        self.form = DecodingForm(self, about=False)
        self.settings = card_of(self, self.form)
        self.words = self.label()
        self.table = CandidateTable(self)
        self.add(self.settings, self.words)
        self.add(self.table, stretch=1)
        self.form.changed.connect(self.asked)
        self.table.chosen.connect(self.chosen)

    def show_step(self, shot: Snapshot, sentence: int, texts: Sequence[DecodedText], step: int) -> None:
        """The candidates of a step; the settings are those of the state's run, which may be newer than the Trace."""
        trace, run = shot.trace, shot.state.run
        self.table.source = lambda place: chance_number(trace, sentence, step, *place)
        self.form.show_decoding(run.decoding, GIVEN if run.target is not None else "")
        self.words.setText(choice_words(trace, sentence, step))
        found, used = chances_of(trace, sentence, step), _settings_used(trace, sentence, step)
        self.table.show_chances(found, used, len(found) < trace.spec.target_vocabulary)
        self.fit()

    def fit(self) -> None:
        """The table comes first: the sentence and the settings, which the text band has too, make room for it."""
        show_part(self.words, self.height() >= themes.px(_LOW))
        show_part(self.settings, self.height() >= themes.px(_LOWER))


def _settings_used(trace: Trace, sentence: int, step: int) -> Decoding:
    """The settings by which a step was chosen; none if its token was given."""
    given = trace.run.target is not None or step < trace.sentences[sentence].forced
    return Decoding() if given and trace.run.decoding.method != "sample" else trace.run.decoding
