"""Bars: words with a probability or a weight each, as a horizontal bar and a number. Candidates of a step, mostly.

The widget reserves room for a fixed number of rows, so that nothing below it moves from step to step.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFont,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from viz_app.data import number_format
from viz_app.widgets import painting
from viz_app.widgets import theme as themes

_WORDS = 0.36  # of the width, for the words
_LEAST_WORDS = 64  # px at text size 100 %
_GAP = 8.0  # px between word, bar and number
_AIR = 3.0  # px above and below a line of text
_BAR = 0.62  # of the height of a line of text
_MOVES = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
_PICKS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


@dataclass(frozen=True)
class Bar:
    """One row: a word, a share of 1, and what its tool tip says; `strong` is the one that was taken."""

    text: str
    share: float
    tip: str = ""
    strong: bool = False


class Bars(QWidget):
    """Rows of bars in the colour `role` of the theme. `pickable` False: a click does nothing."""

    hovered = Signal(object)  # row under the pointer, None when left
    picked = Signal(int)

    def __init__(self, role: str, rows: int = 6, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.role = role
        self.pickable = True
        self._bars: tuple[Bar, ...] = ()
        self._room = rows
        self._under: int | None = None
        self._at: int | None = None
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        themes.changed.connect(self._restyle)
        self._restyle()

    @property
    def bars(self) -> tuple[Bar, ...]:
        """The rows that are shown: as many of those given as fit."""
        return self._bars[: self._room]

    @property
    def room(self) -> int:
        """How many rows fit."""
        return self._room

    @property
    def at(self) -> int | None:
        """The row that the keyboard is at."""
        return self._at

    def set_bars(self, bars: Sequence[Bar]) -> None:
        """Shows other rows."""
        if tuple(bars) == self._bars:
            return
        self._bars = tuple(bars)
        if self._at is not None and self._at >= len(self.bars):
            self._at = None
        self._under = self._under if self._under is not None and self._under < len(self.bars) else None
        self.update()

    def set_room(self, rows: int) -> None:
        """Reserves room for so many rows, at least one."""
        if max(1, rows) != self._room:
            self._room = max(1, rows)
            self._restyle()

    # ---- sizes

    @staticmethod
    def row_height() -> int:
        """Px of one row at the present text size."""
        return round(QFontMetricsF(themes.font("body")).height() + 2 * _AIR) - 2

    def sizeHint(self) -> QSize:
        return QSize(themes.px(240), self._room * self.row_height())

    def minimumSizeHint(self) -> QSize:
        return QSize(themes.px(160), self.sizeHint().height())

    def row_rect(self, row: int) -> QRectF:
        """Where a row stands, px."""
        height = self.row_height()
        return QRectF(0, row * height, self.width(), height)

    def row_at(self, y: float) -> int | None:
        """The row at a height, None below the last."""
        row = int(y // self.row_height()) if y >= 0 else -1
        return row if 0 <= row < len(self.bars) else None

    def _restyle(self, _theme: object = None) -> None:
        self._fonts = {strong: themes.font("strong" if strong else "body") for strong in (False, True)}
        self._metrics = {strong: QFontMetricsF(font) for strong, font in self._fonts.items()}
        self.updateGeometry()
        self.update()

    # ---- painting

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        number = self._metrics[True].horizontalAdvance("<0.01")
        for row, bar in enumerate(self.bars):
            self._draw_row(painter, self.row_rect(row), row, bar, number)
        painter.end()

    def _draw_row(self, painter: QPainter, rect: QRectF, row: int, bar: Bar, number: float) -> None:
        theme = themes.current()
        lit = row in (self._under, self._at) and self.pickable
        if lit:
            painting.draw_rounded(painter, rect.adjusted(-1, 0, 1, 0), corner=4, fill=theme.wash(self.role, 0.10))
        metrics = self._metrics[bar.strong]
        inset = 4.0
        words = max(themes.px(_LEAST_WORDS), rect.width() * _WORDS)
        text = QRectF(rect.left() + inset, rect.top(), words - inset, rect.height())
        self._draw_words(painter, text, bar, theme.q(self.role) if bar.strong else theme.q("ink"))
        left = text.right() + _GAP
        room = QRectF(left, 0, rect.right() - inset - number - _GAP - left, round(metrics.height() * _BAR))
        room.moveTop(round(rect.center().y() - room.height() / 2))
        strength = 1.0 if bar.strong or lit else 0.72
        painting.draw_bar(painter, room, bar.share, theme.wash(self.role, strength))
        painter.setPen(theme.q("ink") if bar.strong else theme.q("muted"))
        figure = number_format.fmt_chance(bar.share)
        baseline = (rect.height() - metrics.height()) / 2 + metrics.ascent() + rect.top()
        painter.drawText(QPointF(rect.right() - inset - metrics.horizontalAdvance(figure), baseline), figure)
        if row == self._at and self.hasFocus():
            painting.draw_focus_ring(painter, rect, theme, corner=4)

    def _draw_words(self, painter: QPainter, rect: QRectF, bar: Bar, ink: QColor) -> None:
        font, metrics = self._fonts[bar.strong], self._metrics[bar.strong]
        words = painting.shown(bar.text, font)
        painter.setFont(font)
        painter.setPen(ink)
        baseline = rect.top() + (rect.height() - metrics.height()) / 2 + metrics.ascent()
        painter.drawText(QPointF(rect.left(), baseline), painting.elided(words, metrics, rect.width()))

    # ---- pointer and keyboard

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point(self.row_at(event.position().y()))

    def leaveEvent(self, event: QEvent) -> None:
        self._point(None)

    def _point(self, row: int | None) -> None:
        if row == self._under:
            return
        self._under = row
        hand = row is not None and self.pickable
        self.setCursor(Qt.CursorShape.PointingHandCursor if hand else Qt.CursorShape.ArrowCursor)
        self.hovered.emit(row)
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        row = self.row_at(event.position().y())
        if event.button() == Qt.MouseButton.LeftButton and row is not None and self.pickable:
            self.picked.emit(row)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            row = self.row_at(event.pos().y())
            words = painting.tip(self.bars[row].tip) if row is not None else ""
            area = self.row_rect(row).toAlignedRect() if row is not None else self.rect()
            QToolTip.showText(event.globalPos(), words, self, area)
            return True
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride and self._is_mine(event):
            event.accept()
            return True
        return bool(super().event(event))

    def _is_mine(self, event: QKeyEvent) -> bool:
        plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        return plain and event.key() in (*_MOVES, *_PICKS)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self.bars or not self._is_mine(event):
            super().keyPressEvent(event)
            return
        if event.key() in _PICKS:
            if self._at is not None and self.pickable:
                self.picked.emit(self._at)
            return
        here = 0 if self._at is None else self._at + _MOVES[Qt.Key(event.key())]
        self._move_to(max(0, min(len(self.bars) - 1, here)))

    def _move_to(self, row: int) -> None:
        self._at = row
        self.setAccessibleDescription(f"{self.bars[row].text} {number_format.fmt_chance(self.bars[row].share)}")
        self.hovered.emit(row)
        self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        if event.reason() in painting.KEYBOARD_FOCUS and self.bars and self._at is None:
            self._move_to(0)
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        if self._at is not None:
            self._at = None
            self.hovered.emit(None)
        super().focusOutEvent(event)
        self.update()


_ROW_AIR = 2.0  # px above and below a line of text
_ROW_GAP = 10.0  # px between name and value


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
        """Px of one line at the present text size."""
        return round(QFontMetricsF(themes.font("body")).height() + 2 * _ROW_AIR)

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
            baseline = row * self.row_height() + _ROW_AIR + metrics.ascent()
            name = painting.elided(fact.name, metrics, self.width() * 0.62)
            painter.setPen(theme.q("muted"))
            painter.drawText(QPointF(4, baseline), name)
            room = self.width() - 8 - metrics.horizontalAdvance(name) - _ROW_GAP
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
