"""The current text above the text written without the chosen part, changed words marked. Lengths are logical pixels."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QWidget

from model_core.analysis.edit_effects import divergence, unedited
from model_core.analysis.text_comparison import differing_places
from model_core.direction import in_order
from model_core.record.tokens import Token
from model_core.record.trace import Alternative, Trace
from viz_app.data.number_format import ELLIPSIS
from viz_app.data.selection import words_of
from viz_app.system.language import tr
from viz_app.views.heads import words
from viz_app.views.heads.content import EffectContent, EffectRow
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.canvas import Canvas
from viz_app.widgets.theme import Theme

_PAD, _GAP = 10.0, 14.0
_WORDS = 0.4  # of the width that words have at least, if they need it
_BEFORE = 4  # words before the first one that changed, where the beginning is left out


@dataclass(frozen=True)
class TextLine:
    """One text: its name, its words, which of them the other lacks, and its numbers as text on the right."""

    name: str
    words: tuple[str, ...]
    changed: tuple[bool, ...]
    numbers: str = ""
    strong: bool = False


@dataclass(frozen=True, eq=False)
class EditedText:
    """A text as it is written without the run's edits, `before`, and with them, `after`.

    logs   log-probabilities of their own tokens, two arrays (T,), each by its own way of writing
    first  the first step at which they differ, None if they are the same
    lost   log-probability, with the edits, of the token that is written there without them; NaN if it is none of
           the recorded candidates
    """

    before: tuple[Token, ...]
    after: tuple[Token, ...]
    logs: tuple[np.ndarray, np.ndarray]
    first: int | None
    lost: float

    @classmethod
    def from_trace(cls, trace: Trace, sentence: int) -> EditedText | None:
        """For a sentence; None if the run has no edits."""
        other, one = unedited(trace, sentence), trace.sentences[sentence]
        if other is None or not one.written or "log_probability" not in trace.numbers:
            return None
        first, lost = divergence(one, other), math.nan
        if first is not None and first < min(len(other.written), len(one.written)):
            found = (one for one in trace.candidates(first, sentence) if one.token.id == other.written[first].id)
            lost = next((math.log(one.probability) for one in found if one.probability > 0), math.nan)
        logs = other.numbers["log_probability"], trace.numbers["log_probability"][sentence, : len(one.written)]
        return cls(other.written, one.written, logs, first, lost)

    def step_words(self, step: int | None) -> str:
        """The log-probability of a step's token before and after, as long as both have the same beginning."""
        if step is None or step >= max(len(self.before), len(self.after)):
            return ""
        if self.first is not None and step > self.first:
            return tr("texts diverge at step {step}", step=self.first + 1)
        if step >= len(self.before):
            return ""
        old = float(self.logs[0][step])
        new = self.lost if step == self.first else float(self.logs[1][step])
        what = tr("step {step}: log p({token})", step=step + 1, token=self.before[step].text)
        if math.isnan(new):
            return f"{what} {words.fmt_log(old)}, {tr('no longer among the candidates')}"
        return f"{what} {words.fmt_log(old)} → {words.fmt_log(new)}"


def changed_words(tokens: Sequence[Token], others: Sequence[Token]) -> tuple[bool, ...]:
    """For each word of `tokens` whether the other text lacks it there, by their longest common parts."""
    own = words_of(tokens)
    if others is tokens:
        return (False,) * len(own)
    changed, _ = differing_places(own, words_of(others))
    return tuple(place in changed for place in range(len(own)))


def text_lines(
    shown: EffectContent,
    row: EffectRow | None,
    written: Sequence[Token],
    text: Alternative | None,
    column: int | None,
    edited: EditedText | None = None,
    now: int | None = None,
) -> tuple[TextLine, ...]:
    """The current text, and the `edited` one if the run has edits, with the probability of the token of the step `now`
    before and after; the one without the chosen part, once it is there, and the change of a column's token."""
    if not written:
        return ()
    other = written if text is None else text.written
    if edited is None:
        whole = float(shown.base.sum())
        total = "" if math.isnan(whole) or not shown.current else f"{tr('text: log p')} {words.fmt_log(whole)}"
        lines = [TextLine(tr("as it is"), words_of(written), changed_words(written, other), total)]
    else:
        lines = list(_edited_lines(edited, now))
    if row is not None and not (edited is not None and row.off):
        found = () if text is None else words_of(text.written)
        changed = () if text is None else changed_words(text.written, written)
        name = words.without(shown, row)
        name = name if edited is None else tr("{without}, too", without=name)
        lines.append(TextLine(name, found, changed, _numbers(shown, row, column), strong=edited is None))
    return tuple(lines)


def _edited_lines(edited: EditedText, step: int | None) -> tuple[TextLine, TextLine]:
    """The text without the edits above the one with them, and the change of a step's token, for None of the text."""
    before, after = edited.before, edited.after
    numbers = ["", edited.step_words(step)]
    if step is None:
        numbers = [f"{tr('text: log p')} {words.fmt_log(float(logs.sum()))}" for logs in edited.logs]
    return (
        TextLine(tr("as it is"), words_of(before), changed_words(before, after), numbers[0]),
        TextLine(tr("with the edits"), words_of(after), changed_words(after, before), numbers[1], strong=True),
    )


def _numbers(shown: EffectContent, row: EffectRow, column: int | None) -> str:
    """ "step 10: log p(verde) −0.41 → −3.30", for the text written with everything on; "" while known only for an
    earlier text."""
    value, base = row.value(column), float(shown.base.sum() if column is None else shown.base[column])
    if shown.asked.method != "removed" or not shown.current:
        return ""
    if math.isnan(value):
        return words.WAITING
    what = tr("text: log p")
    if column is not None:
        what = tr("step {step}: log p({token})", step=column + 1, token=shown.columns[column])
    return f"{what} {words.fmt_log(base)} → {words.fmt_log(base + value)}"


class TextPair(Canvas):
    """Two or three lines in a frame; words that do not fit are left out at the end, and numbers are left out first if
    they leave too little room for words."""

    passive = True
    least = 120, 0
    steady = True

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, tr("The text as it is, and without the selected part"))
        self.lines: tuple[TextLine, ...] = ()

    def show_lines(self, lines: tuple[TextLine, ...]) -> None:
        if lines != self.lines:
            before, self.lines = self.lines, lines
            if len(lines) != len(before):
                self.updateGeometry()
            painting.set_tip(self, "\n".join(map(_spoken, lines)))
            self.update()

    def _line(self) -> float:
        return math.ceil(self.line("body")) + 4.0

    def sizeHint(self) -> QSize:
        return QSize(themes.px(320), round(max(2, len(self.lines)) * self._line() + _PAD))

    def draw(self, painter: QPainter, theme: Theme) -> None:
        frame = QRectF(self.rect())
        painting.draw_rounded(painter, frame, fill=theme.q("panel"), line=theme.q("line"))
        small, body = self.font_of("small"), self.metrics_of("body")
        name = max((painting.fitted(line.name, small, math.inf)[1] for line in self.lines), default=0.0)
        name = min(name, frame.width() * 0.3)
        shown = self._numbers(frame.width() - 2 * _PAD - name - _GAP)
        for place, line in enumerate(self.lines):
            rect = QRectF(_PAD, _PAD / 2 + place * self._line(), frame.width() - 2 * _PAD, self._line())
            tone = "target" if line.strong else "muted"
            painting.draw_words(
                painter, rect.adjusted(0, 0, name - rect.width(), 0), line.name, theme.q(tone), font=small
            )
            right = QRectF(rect)
            right.setLeft(rect.right() - painting.text_width(shown[place], small))
            painting.draw_words(painter, right, shown[place], theme.q("muted"), align="right", font=small)
            rect.setLeft(rect.left() + name + _GAP)
            rect.setRight(right.left() - _GAP * bool(shown[place]))
            self._draw_text(painter, theme, rect, line, body)

    def _numbers(self, room: float) -> list[str]:
        """The numbers at the right of the lines, beside names of this width; nothing if the words need the room."""
        small, body = self.font_of("small"), self.font_of("body")
        numbers = [painting.drawable(line.numbers, small) for line in self.lines]
        left = room - max((painting.text_width(one, small) for one in numbers), default=0.0) - _GAP
        longest = max((painting.text_width(" ".join(line.words), body) for line in self.lines), default=0.0)
        return numbers if left >= min(longest, self.width() * _WORDS) else [""] * len(numbers)

    def _first(self) -> int:
        """The first word shown of lines that are too long: a few before the first one that changed."""
        places = [line.changed.index(True) for line in self.lines if True in line.changed]
        return max(0, min(places) - _BEFORE) if places else 0

    def _draw_text(self, painter: QPainter, theme: Theme, rect: QRectF, line: TextLine, metrics: QFontMetricsF) -> None:
        left, dots, blank = rect.left(), metrics.horizontalAdvance(ELLIPSIS), metrics.horizontalAdvance(" ")
        font, whole = self.font_of("body"), list(enumerate(zip(line.words, line.changed, strict=True)))
        wide = (metrics.horizontalAdvance(painting.visible_words(word, font)) + blank for word in line.words)
        if (first := self._first()) > 0 and any(needed > rect.width() for needed in accumulate(wide)):
            painting.draw_words(painter, rect, ELLIPSIS, theme.q("muted"), font=font)
            left, whole = left + dots + blank, whole[first:]
        for place, (word, changed) in whole:
            width = metrics.horizontalAdvance(painting.visible_words(word, font))
            last = place == len(line.words) - 1
            if left + width + (0 if last else blank + dots) > rect.right():
                rest = QRectF(left, rect.top(), dots + 1, rect.height())
                painting.draw_words(painter, rest, ELLIPSIS, theme.q("muted"), font=font)
                return
            room, ink = QRectF(left, rect.top(), width + 2, rect.height()), theme.q("target" if changed else "ink")
            used = painting.draw_token(painter, room, word, ink, align="left", font=font)
            if changed:
                painter.setPen(theme.q("target"))
                under = rect.center().y() + metrics.capHeight() / 2 + 3
                painter.drawLine(QPointF(used.left(), under), QPointF(used.left() + width, under))
            left += width + blank


def _spoken(line: TextLine) -> str:
    text = tr("{name}, from step 1: {text}", name=line.name, text=_read(line.words)) if line.words else line.name
    return "; ".join(filter(None, (text, line.numbers)))


@lru_cache(maxsize=4)
def _read(words: tuple[str, ...]) -> str:
    """The text of a line, without its numbers."""
    return in_order(words)
