"""Facts: names on the left, what was measured on the right, one line each; and the heading "query → key" of a cell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize
from PySide6.QtGui import QFont, QFontMetricsF, QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from viz_app.widgets import painting
from viz_app.widgets import theme as themes

_AIR = 2.0  # px above and below a line of text
_GAP = 10.0  # px between name and value


@dataclass(frozen=True)
class Fact:
    """One line. `tone` is the theme's colour of the value; `tip` plain text."""

    name: str
    value: str
    tip: str = ""
    tone: str = "ink"


class Facts(QWidget):
    """Lines of facts; room for `rows` lines is kept, so that nothing below moves."""

    def __init__(self, rows: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._facts: tuple[Fact, ...] = ()
        self._room = rows
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        themes.changed.connect(self._restyle)

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The lines that are shown."""
        return self._facts

    def set_facts(self, facts: Sequence[Fact]) -> None:
        """Shows other lines."""
        if tuple(facts) != self._facts:
            self._facts = tuple(facts)
            self.setAccessibleDescription("; ".join(f"{fact.name}: {fact.value}" for fact in self._facts))
            if len(self._facts) > self._room:
                self._room = len(self._facts)
                self.updateGeometry()
            self.update()

    @staticmethod
    def row_height() -> int:
        """Px of one line in the text size of now."""
        return round(QFontMetricsF(themes.font("body")).height() + 2 * _AIR)

    def sizeHint(self) -> QSize:
        return QSize(themes.px(240), self._room * self.row_height())

    def minimumSizeHint(self) -> QSize:
        return QSize(themes.px(160), self.sizeHint().height())

    def _restyle(self, _theme: object = None) -> None:
        self.updateGeometry()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, font = themes.current(), themes.font("body")
        metrics = QFontMetricsF(font)
        painter = QPainter(self)
        painter.setFont(font)
        for row, fact in enumerate(self._facts):
            baseline = row * self.row_height() + _AIR + metrics.ascent()
            name = painting.elided(fact.name, metrics, self.width() * 0.62)
            painter.setPen(theme.q("muted"))
            painter.drawText(QPointF(4, baseline), name)
            room = self.width() - 8 - metrics.horizontalAdvance(name) - _GAP
            value = painting.elided(fact.value, metrics, room)
            painter.setPen(theme.q(fact.tone))
            painter.drawText(QPointF(self.width() - 4 - metrics.horizontalAdvance(value), baseline), value)
        painter.end()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            row = event.pos().y() // self.row_height()
            words = self._facts[row].tip if 0 <= row < len(self._facts) else ""
            area = QRectF(0, row * self.row_height(), self.width(), self.row_height()).toAlignedRect()
            QToolTip.showText(event.globalPos(), painting.tip(words), self, area)
            return True
        return bool(super().event(event))


class CellTitle(QWidget):
    """ "casa ▸ blanca → white": the query in the target's colour, the key in the source's, plain text on one line."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words: tuple[tuple[str, str], ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        themes.changed.connect(self._restyle)

    def text(self) -> str:
        """The whole heading as one string."""
        return " ".join(word for word, _ in self._words)

    def set_words(self, words: Sequence[tuple[str, str]]) -> None:
        """Shows (word, colour role of the theme) pieces from left to right."""
        if tuple(words) != self._words:
            self._words = tuple(words)
            self.setAccessibleName(self.text())
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(themes.px(160), round(QFontMetricsF(themes.font("strong")).height()))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.sizeHint().height())

    def _restyle(self, _theme: object = None) -> None:
        self.updateGeometry()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, font = themes.current(), themes.font("strong")
        metrics = QFontMetricsF(font)
        painter = QPainter(self)
        painter.setFont(font)
        fitted = self._fitted(metrics, font)
        blank, x = metrics.horizontalAdvance(" "), 4.0
        for (_, role), text in zip(self._words, fitted, strict=True):
            painter.setPen(theme.q(role))
            painter.drawText(QPointF(x, metrics.ascent()), text)
            x += metrics.horizontalAdvance(text) + blank
        painter.end()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), painting.tip(self.text()), self)
            return True
        return bool(super().event(event))

    def _fitted(self, metrics: QFontMetricsF, font: QFont) -> list[str]:
        """The words, the long ones shortened alike until the line fits."""
        words = [painting.shown(word, font) for word, _ in self._words]
        blanks = metrics.horizontalAdvance(" ") * max(0, len(words) - 1)
        room = self.width() - 8 - blanks
        most = room
        while most > 24 and sum(min(most, metrics.horizontalAdvance(word)) for word in words) > room:
            most -= 4
        return [painting.elided(word, metrics, most) for word in words]
