"""The translation as one sentence, as large as the source: what is written, what is being written, what comes later.

Below the tokens is the text without the edits; words that are only in one of both are flagged.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from model_core.analysis.edit_effects import unedited
from model_core.analysis.text_comparison import differing_places
from model_core.analysis.token_merging import sentence_parts
from model_core.record.trace import Trace
from viz_app.data.number_format import ELLIPSIS
from viz_app.data.selection import sentence_of
from viz_app.document.state import Look
from viz_app.system.language import tr
from viz_app.text.text_edit import sentence_font
from viz_app.widgets import painting
from viz_app.widgets import theme as themes
from viz_app.widgets.labels import Caption
from viz_app.widgets.layout import row_of, show_part

MOST = 3
"""Lines shown at once; the line of the present word is among them."""

LEAST = 0.85
"""Share of its size down to which the text shrinks to stay on one line."""

Stretches = list[tuple[int, bool, str]]


class Face:
    """A font at a fraction of its size, and in bold."""

    def __init__(self, font: QFont, share: float = 1.0) -> None:
        self.font = QFont(font)
        self.font.setPointSizeF(font.pointSizeF() * share)
        self.bold = QFont(self.font)
        self.bold.setBold(True)
        self.metrics, self.wide = QFontMetricsF(self.font), QFontMetricsF(self.bold)

    def advance(self, word: str) -> float:
        """Width in px of a word in bold, as it is painted: if spelled out, with the space to the next code."""
        return _advance(word, self.bold)


@lru_cache(maxsize=8192)  # while a text is written all of its words but the last stay
def _advance(word: str, font: QFont) -> float:
    seen = readable(word, font)
    return painting.text_width(seen if seen == word else f"{seen} ", font)


def readable(words: str, font: QFont) -> str:
    """Spells out what the font cannot draw; spaces stay."""
    inner = words.strip(" ")
    return words.replace(inner, painting.visible_words(inner, font)) if inner else words


class Sentence(QWidget):
    """Words wrapped into up to MOST lines. `show_parts` gives the text, `mark` the part of the present step, `flag`
    the parts that another text lacks. `small`: one line of muted body text."""

    def __init__(self, parent: QWidget | None = None, *, small: bool = False) -> None:
        super().__init__(parent)
        self._small, self._most = small, 1 if small else MOST
        self.flags: frozenset[int] = frozenset()  # the parts that are underlined
        self._parts: tuple[str, ...] = ()
        self._lines: list[list[int]] = []  # the parts of each line
        self.current: int | None = None  # the part of the present step
        self._hidden = False
        self._room = float("inf")  # px of a line; a widget that was never laid out has no width worth wrapping to
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        themes.changed.connect(self._restyle)
        self._restyle()

    def text(self) -> str:
        """The visible text, later words only if they are shown."""
        last = len(self._parts) if self.current is None or not self._hidden else self.current + 1
        return "".join(self._parts[:last])

    def font_size(self) -> float:
        return self._face.font.pointSizeF()

    def show_parts(self, parts: tuple[str, ...]) -> None:
        if parts != self._parts:
            self._parts = parts
            self._wrap()

    def mark(self, current: int | None, *, hidden: bool = False) -> None:
        """Sets the part that is being written (None: all are written); `hidden` leaves out what comes after it."""
        if (current, hidden) != (self.current, self._hidden):
            self.current, self._hidden = current, hidden
            self._name()
            self.update()

    def fold(self, folded: bool) -> None:
        """Shows one line, that of the present word, at normal size; or up to MOST again."""
        if folded is not (self._most == 1):
            self._most = 1 if folded else MOST
            self._restyle()

    def flag(self, parts: Iterable[int]) -> None:
        """Underlines these parts and no others."""
        if (flags := frozenset(parts)) != self.flags:
            self.flags = flags
            self.update()

    def _name(self) -> None:
        self.setAccessibleName(self.text())
        painting.set_tip(self, self.text() if len(self._lines) > self._most else "")

    def _restyle(self, _theme: object = None) -> None:
        font = themes.font("body") if self._small else sentence_font(self._most == 1)
        self._faces = Face(font), Face(font, LEAST)
        self._face = self._faces[0]
        self._high = self._face.metrics.height()
        self._wrap()
        self.updateGeometry()

    def _wrap(self) -> None:
        """Breaks lines before words, and inside words longer than a line; measured in bold, so that breaks do not
        depend on the step."""
        words: list[list[int]] = []
        for place, part in enumerate(self._parts):
            if not words or part.startswith(" "):
                words.append([])
            words[-1].append(place)
        before = self.shown_lines()
        self._face, room = self._faces[0], self._room
        needed = sum(self._face.advance("".join(self._parts[place] for place in word)) for word in words)
        if LEAST * needed <= room < needed:
            self._face = self._faces[1]
        self._lines = self._broken(words, room)
        if len(self._lines) > self._most:
            self._lines = self._broken(words, room - 2 * self._face.advance(ELLIPSIS))
        self._name()
        if before != self.shown_lines():
            self.updateGeometry()
        self.update()

    def _broken(self, words: list[list[int]], room: float) -> list[list[int]]:
        """The parts of each line of this width in px."""
        lines, end = list[list[int]](), 0.0
        for word in words:
            wide = self._face.advance("".join(self._parts[place] for place in word))
            for piece in [word] if wide <= room else [[place] for place in word]:
                wide = self._face.advance("".join(self._parts[place] for place in piece))
                if not lines or end + wide > room:
                    lines.append([])
                    end = 0.0
                lines[-1] += piece
                end += wide
        return lines

    def shown_lines(self) -> int:
        return max(1, min(self._most, len(self._lines)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != self._room:
            self._room = event.size().width()
            self._wrap()

    def sizeHint(self) -> QSize:
        return QSize(themes.px(200), round(self._high * self.shown_lines()) + 2)

    def minimumSizeHint(self) -> QSize:
        return QSize(themes.px(60), self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = themes.current()
        with QPainter(self) as painter:
            for row, stretches in enumerate(self.rows()):
                above = 1 + row * self._high + (self._high - self._face.metrics.height()) / 2
                left, baseline = 0.0, above + self._face.metrics.ascent()
                for place, flagged, words in stretches:
                    face = self._face
                    font, metrics = (face.bold, face.wide) if place == 0 else (face.font, face.metrics)
                    wide = metrics.horizontalAdvance(words)
                    painter.setFont(font)
                    painter.setPen(theme.q("muted" if self._small else {-1: "ink", 0: "target", 1: "muted"}[place]))
                    painter.drawText(QPointF(left, baseline), words)
                    if flagged:
                        blank = metrics.horizontalAdvance(words[: len(words) - len(words.lstrip())])
                        under = QRectF(left + blank, baseline + 3, wide - blank, 2)
                        painter.fillRect(under, theme.q("user"))
                    left += wide

    def rows(self) -> list[Stretches]:
        """The visible lines, with … where the text continues before the first or after the last."""
        here = next((at for at, line in enumerate(self._lines) if self.current in line), 0)
        first = max(0, min(here - (self._most > 1), len(self._lines) - self._most))
        shown = self._lines[first : first + self._most]
        found = [self._stretches(line) for line in shown]
        if first and found[0]:
            found[0].insert(0, (found[0][0][0], False, ELLIPSIS))
        more = first + self._most < len(self._lines) and not (self._hidden and self.current in shown[-1])
        if more and found[-1]:
            found[-1].append((found[-1][-1][0], False, ELLIPSIS))
        return found

    def _stretches(self, line: Sequence[int]) -> Stretches:
        """The pieces of a line, flagged or not: (-1, what is written), (0, the present part), (1, what comes later)."""
        found: Stretches = []
        for place in line:
            when = -1 if self.current is None else (place > self.current) - (place < self.current)
            if (when > 0 and self._hidden) or not self._parts[place]:
                continue
            kind = when, place in self.flags
            if found and found[-1][:2] == kind:
                found[-1] = *kind, found[-1][2] + self._parts[place]
            else:
                found.append((*kind, self._parts[place]))
        if found:
            found[0] = *found[0][:2], found[0][2].lstrip()
        return [(when, flagged, readable(words, self._face.font)) for when, flagged, words in found if words]


class UneditedText(QWidget):
    """ "without edits: El gato negro está durmiendo." """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.caption = Caption("small", elastic=False, parent=self)
        self.caption.set_text(tr("without the edits"))
        self.sentence = Sentence(self, small=True)
        row_of(self.caption, (self.sentence, 1), parent=self, spacing=6)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._allowed = self._needed = self._concealed = False
        self.hide()

    def allow(self, allowed: bool) -> None:
        self._allowed = allowed
        self._show()

    def conceal(self, concealed: bool) -> None:
        """Hides it while later words are hidden."""
        self._concealed = concealed
        self._show()

    def _show(self) -> None:
        shown = self._allowed and self._needed and not self._concealed
        if shown is self.isHidden():
            show_part(self, shown)

    def show_trace(self, trace: Trace | None, look: Look) -> tuple[int, ...]:
        """Shows the unedited text of the selected sentence if the edits change it.

        Returns the tokens of the edited text that are flagged; none if both are the same.
        """
        flags: tuple[tuple[int, ...], tuple[int, ...]] = (), ()
        if trace is not None and trace.sentences:
            sentence = sentence_of(trace, look)
            if (other := unedited(trace, sentence)) is not None:
                both = other.written, trace.sentences[sentence].written
                flags = differing_places(*([token.piece for token in tokens] for tokens in both))
                self.sentence.show_parts(sentence_parts(other.written))
        self._needed = any(flags)
        self.sentence.flag(flags[0])
        self._show()
        return flags[1]
