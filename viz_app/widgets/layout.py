"""Small things that several views do with their parts."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QSizePolicy, QWidget

from viz_app.widgets import painting
from viz_app.widgets import theme as themes


def plain_label(parent: QWidget, role: themes.Role, muted: bool = False) -> QLabel:
    """A label that shows any text as it is."""
    label = QLabel(parent)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setFont(themes.font(role))
    if muted:
        label.setProperty("tone", "muted")
    return label


def show_part(part: QWidget, shown: bool) -> None:
    """Shows or hides a part. The focus of a hidden one goes nowhere: Qt would hand it on as if Tab had been pressed."""
    focus = QApplication.focusWidget()
    if not shown and focus is not None and (focus is part or part.isAncestorOf(focus)):
        focus.clearFocus()
    part.setVisible(shown)


def settle(root: QWidget) -> None:
    """Gives everything on a widget its place at once, instead of one round of events after the other."""
    parts = (root, *root.findChildren(QWidget))
    for part in parts:
        part.ensurePolished()
    for _ in range(3):  # what is laid out first may give the rest other sizes
        for part in parts:
            layout = part.layout()
            if layout is not None:
                layout.activate()


class SlimButton(QAbstractButton):
    """A button hardly higher than a line of small text."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.ensurePolished()  # else Qt puts the first font back
        themes.changed.connect(self._restyle)
        self._restyle()

    def set_words(self, words: str, name: str, tip: str, key: str = "") -> None:
        """What it says, what it is called, what a press does, and by which key that is done too."""
        self.setAccessibleName(name)
        self.setToolTip(painting.tip(f"{name} ({key})\n{tip}" if key else f"{name}\n{tip}"))
        self.setStatusTip(f"{name}. {tip}")
        if words != self.text():
            self.setText(words)
            self.updateGeometry()

    def sizeHint(self) -> QSize:
        metrics = QFontMetricsF(self.font())
        return QSize(math.ceil(metrics.horizontalAdvance(self.text())) + 14, round(metrics.height()) + 4)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, rect = themes.current(), QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        metrics = QFontMetricsF(self.font())
        fill = theme.wash("ink", 0.14 if self.isDown() else 0.07) if self.underMouse() else theme.q("panel")
        painter = QPainter(self)
        painting.draw_rounded(painter, rect, corner=5, fill=fill, line=theme.wash("muted", 0.6))
        painter.setFont(self.font())
        painter.setPen(theme.q("ink"))
        left = (self.width() - metrics.horizontalAdvance(self.text())) / 2
        painter.drawText(QPointF(left, (self.height() - metrics.height()) / 2 + metrics.ascent()), self.text())
        if self.hasFocus():
            painting.draw_focus_ring(painter, rect, theme, corner=5)
        painter.end()

    def changeEvent(self, event: QEvent) -> None:
        """Keeps its font: the style of the window puts the usual one back when the button is first shown."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and self.font().pointSizeF() != themes.font("small").pointSizeF():
            self.setFont(themes.font("small"))

    def _restyle(self, _theme: object = None) -> None:
        self.setFont(themes.font("small"))
        self.updateGeometry()
        self.update()


__all__ = ["SlimButton", "plain_label", "settle", "show_part"]
