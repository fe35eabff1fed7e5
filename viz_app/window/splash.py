"""The window's frame as first painted, before anything is imported that could fill it.

Backgrounds and hairlines are where top bar, rail, text band and status bar will be, so that nothing moves when the
parts are added underneath. `QtCore.Qt` is first used after the first painting: importing its tables takes a tenth of
the time until then.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from PySide6 import QtCore
from PySide6.QtCore import QCoreApplication, QEvent, QPointF, QRect, QTimer, Signal
from PySide6.QtGui import (
    QFont,
    QFontMetrics,
    QFontMetricsF,
    QInputMethodEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPalette,
)
from PySide6.QtWidgets import QWidget

from viz_app.system.language import tr, view_word
from viz_app.text import FOLDED_BELOW, TWO_LINES_FROM
from viz_app.views import DEPTH_OF, VIEWS, group_heading
from viz_app.widgets import theme as themes
from viz_app.window.geometry import NARROWEST_RAIL, RAIL_HEADING_GAP, SMALLEST_RAIL_ICON

MOST_KEYS = 1000
"""Keys that are kept while the window is built."""


class Sizes(NamedTuple):
    """The sizes of the parts of the frame, px."""

    bar: int  # height of the top bar
    rail: int  # width of the rail
    text: int  # height of the text band with one line of source
    status: int  # height of the status line


def sizes(height: int) -> Sizes:
    """The sizes at the current text size in a window of this height, as the parts' own layouts compute them."""
    scale, body, small = themes.text_scale(), themes.font("body"), themes.font("small")
    typed = QFont(body)
    folded = height < themes.px(FOLDED_BELOW)
    typed.setPointSizeF(body.pointSizeF() * (1.0 if folded else 1.5 - 0.4 * (scale - 1)))
    line = QFontMetricsF(body).height()
    bar = int(line) + 2 * round(5 * scale) + 6 + 2 * 8
    button = themes.px(24)
    box = math.ceil(QFontMetricsF(typed).lineSpacing()) + 4 + round(8 * scale)
    lines = 2 if height >= themes.px(TWO_LINES_FROM) else 1
    chips = lines * (max(24, math.ceil(2 * 4.0 + line)) + 4) - 2
    text = (5 if folded else button + 3) + box + 3 + chips + 3 + button + 4 + 3 + 1
    status = QFontMetrics(small).height() + 5
    return Sizes(bar, _rail_width(height - bar - status, QFontMetrics(small)), text, status)


def _rail_width(height: int, metrics: QFontMetrics) -> int:
    """The rail's width at a height: that of its longest label, or of an icon if labels do not fit."""
    usual = [name for name in VIEWS if DEPTH_OF.get(name) != "research"]  # in the rail unless more is requested
    scale, words = themes.text_scale(), [*map(view_word, usual), tr("Lessons")]
    button = metrics.height() + themes.px(SMALLEST_RAIL_ICON) + 2 * round(scale) + 9
    if height < len(words) * button + (sum(map(bool, map(group_heading, VIEWS))) - 1) * RAIL_HEADING_GAP + 8:
        return themes.px(NARROWEST_RAIL)
    return max(map(metrics.horizontalAdvance, words)) + round(7 * scale) + 11


class SplashScreen(QWidget):
    """Covers a window that is being built, and keeps what is typed meanwhile. `painted` is emitted after its first
    painting."""

    painted = Signal()
    unframed = True  # where the focus is, see viz_app.widgets.application_theme

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._seen = False
        self._kept: list[QKeyEvent] = []
        self.setFocus()
        self.setAccessibleName(tr("headscope is starting"))

    def _take_input(self) -> None:
        """Accepts the focus and input methods."""
        self.setFocusPolicy(QtCore.Qt.FocusPolicy.StrongFocus)
        self.setAttribute(QtCore.Qt.WidgetAttribute.WA_InputMethodEnabled)
        self.setAttribute(QtCore.Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def event(self, event: QEvent) -> bool:
        """No letter is a command here: it belongs to the text."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and _is_typed(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keeps typed text for the part it is meant for; command keys do nothing yet."""
        if _is_typed(event) and len(self._kept) < MOST_KEYS:
            self._kept.append(event.clone())

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """Keeps what an input method has committed."""
        if event.commitString() and len(self._kept) < MOST_KEYS:
            self._kept.append(
                QKeyEvent(QEvent.Type.KeyPress, 0, QtCore.Qt.KeyboardModifier.NoModifier, event.commitString())
            )
        event.accept()

    def hand_over(self, part: QWidget) -> None:
        """Closes, and hands focus and typed text to this part."""
        kept, self._kept = self._kept, []
        self.hide()
        self.deleteLater()
        part.setFocus()
        for event in kept:
            QCoreApplication.sendEvent(part, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Backgrounds, hairlines and the program's name."""
        with QPainter(self) as painter:
            draw(painter, self.rect(), self.palette())
        if not self._seen:
            self._seen = True
            self.painted.emit()
            QTimer.singleShot(0, self, self._take_input)


def _is_typed(event: QKeyEvent) -> bool:
    command = event.modifiers() & (QtCore.Qt.KeyboardModifier.ControlModifier | QtCore.Qt.KeyboardModifier.AltModifier)
    text = event.text()
    return bool(text) and not command and (text.isprintable() or event.key() == QtCore.Qt.Key.Key_Backspace)


def draw(painter: QPainter, rect: QRect, palette: QPalette) -> None:
    """Paints the empty frame into a window of this size, the name in the painter's pen. A brush taken from the palette
    as the background's needs no table of `Qt`; every other one does."""
    found = sizes(rect.height())
    wide, lower = rect.width(), rect.height() - found.status
    middle = found.rail + (wide - found.rail - 1) // 2
    panels = (
        QRect(0, 0, wide, found.bar),
        QRect(0, found.bar, found.rail, lower - found.bar),
        QRect(found.rail, found.bar, wide - found.rail, found.text),
        QRect(0, lower, wide, found.status),
    )
    lines = (
        QRect(0, found.bar - 1, wide, 1),
        QRect(found.rail - 1, found.bar, 1, lower - found.bar),
        QRect(middle, found.bar, 1, found.text),
        QRect(found.rail, found.bar + found.text - 1, wide - found.rail, 1),
        QRect(0, lower, wide, 1),
    )
    for brush, places in ((palette.window(), (rect,)), (palette.base(), panels), (palette.midlight(), lines)):
        painter.setBackground(brush)
        for place in places:
            painter.eraseRect(place)
    title = themes.font("title")
    metrics = QFontMetricsF(title)
    painter.setFont(title)
    painter.drawText(QPointF(16, (found.bar - metrics.height()) / 2 + metrics.ascent()), "headscope")
