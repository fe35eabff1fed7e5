"""What stands above the calculation: parts in lines that break where the width ends, the steps, the segments.

Lengths are logical pixels.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetricsF, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QToolTip, QWidget

from viz_app.views.calculate.blocks import STEPS
from viz_app.views.calculate.page_widget import step_words
from viz_app.widgets import icons, painting
from viz_app.widgets import theme as themes

_APART = 8  # px between parts and lines
_TIGHT = 5  # px around a step's name, at least


class FlowBar(QWidget):
    """Its parts from left to right, in as many lines as they need; the one named `wide` takes the rest of its line."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._parts: list[QWidget] = []
        self._wide: QWidget | None = None

    def set_parts(self, parts: Sequence[QWidget], wide: QWidget) -> None:
        """The parts in their order."""
        self._parts, self._wide = list(parts), wide
        for part in parts:
            part.setParent(self)

    def arrange(self, width: int) -> int:
        """Places the parts that are not hidden inside `width` px; returns, and takes, the height they need."""
        lines: list[list[QWidget]] = [[]]
        left = 0
        for part in (one for one in self._parts if not one.isHidden()):
            need = self._need(part, width)
            if lines[-1] and left + need > width:
                lines.append([])
                left = 0
            lines[-1].append(part)
            left += need + _APART
        top = 0
        for line in lines:
            top += self._place_line(line, width, top)
        self.setFixedHeight(max(0, top - _APART) if lines[0] else 0)
        return self.height()

    def _need(self, part: QWidget, width: int) -> int:
        part.ensurePolished()
        hint = part.sizeHint()
        if part is self._wide and hint.width() > width:
            hint = part.minimumSizeHint()
        return min(max(hint.width(), part.minimumWidth()), part.maximumWidth(), width)

    def _place_line(self, line: Sequence[QWidget], width: int, top: int) -> int:
        tall = max((part.sizeHint().height() for part in line), default=0)
        needs = [self._need(part, width) for part in line]
        spare = width - sum(needs) - _APART * (len(line) - 1)
        left = 0
        for part, need in zip(line, needs, strict=True):
            own = need + (max(0, spare) if part is self._wide else 0)
            high = part.sizeHint().height()
            part.setGeometry(left, top + (tall - high) // 2, own, high)
            left += own + _APART
        return tall + _APART if line else 0


class StepBar(QWidget):
    """The steps in a row with an arrow at each end. With the focus on it, arrows, Home and End go through them."""

    chosen = Signal(int)  # step, from 1
    hinted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.step = 1
        self._under: int | None = None
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Steps of the calculation")
        self.setToolTip(painting.tip("The steps. [ and ] go back and on; here arrow keys, Home and End do too."))
        themes.changed.connect(self._restyle)

    def show_step(self, step: int) -> None:
        """Marks a step as the present one; tells nobody."""
        self.step = step
        self.setAccessibleDescription(step_words(step))
        self.update()

    # ---- where things are

    def sizeHint(self) -> QSize:
        metrics = QFontMetricsF(themes.font("small"))
        names = sum(metrics.horizontalAdvance(f"{at} {name}") + _TIGHT for at, (name, _) in enumerate(STEPS, 1))
        return QSize(round(names) + 2 * self._arrow() + 1, self._side())

    def minimumSizeHint(self) -> QSize:
        """Room for the present step's name and the numbers of the others."""
        metrics = QFontMetricsF(themes.font("small"))
        widest = max(metrics.horizontalAdvance(f"10 {name}") for name, _ in STEPS) + 12
        numbers = (len(STEPS) - 1) * (metrics.horizontalAdvance("10") + 8)
        return QSize(min(round(widest + numbers), themes.px(300)) + 2 * self._arrow(), self._side())

    @staticmethod
    def _side() -> int:
        return round(QFontMetricsF(themes.font("body")).height()) + 2 * themes.px(5) + 2

    @staticmethod
    def _arrow() -> int:
        """Px of an arrow."""
        return themes.px(22)

    def cells(self) -> list[tuple[int, QRectF, str]]:
        """(step, place, words): −1 and −2 are the arrows back and on."""
        side, arrow, metrics = self._side(), self._arrow(), QFontMetricsF(themes.font("small"))
        room = self.width() - 2 * arrow
        names = [f"{at} {name}" for at, (name, _) in enumerate(STEPS, 1)]
        wide = [metrics.horizontalAdvance(name) + _TIGHT for name in names]
        if sum(wide) > room:
            names = [name if at == self.step else str(at) for at, name in enumerate(names, 1)]
            wide = [metrics.horizontalAdvance(name) + 8 for name in names]
        if sum(wide) > room:
            names, wide = [""] * len(STEPS), [0.0] * len(STEPS)
            names[self.step - 1] = f"{self.step} of {len(STEPS)}"
            wide[self.step - 1] = room
        spare = max(0.0, room - sum(wide)) / sum(bool(width) for width in wide)
        found, left = [(-1, QRectF(0, 0, arrow, side), "")], float(arrow)
        for step, (name, width) in enumerate(zip(names, wide, strict=True), 1):
            own = width + spare if width else 0.0
            found.append((step, QRectF(left, 0, own, side), name))
            left += own
        return [*found, (-2, QRectF(self.width() - arrow, 0, arrow, side), "")]

    def _at(self, point: QPointF) -> int | None:
        """The step under a point that a click goes to, None for none."""
        for step, rect, _ in self.cells():
            if rect.contains(point):
                wanted = {-1: self.step - 1, -2: self.step + 1}.get(step, step)
                return wanted if 1 <= wanted <= len(STEPS) else None
        return None

    # ---- painting

    def paintEvent(self, event: QPaintEvent) -> None:
        """A rounded row; the present step filled."""
        theme = themes.current()
        painter = QPainter(self)
        whole = QRectF(self.rect())
        painting.draw_rounded(painter, whole, fill=theme.q("panel"), line=theme.q("edge"))
        for step, rect, words in self.cells():
            self._cell(painter, step, rect, words)
        if self.hasFocus():
            painting.draw_focus_ring(painter, whole, theme)
        painter.end()

    def _cell(self, painter: QPainter, step: int, rect: QRectF, words: str) -> None:
        theme = themes.current()
        if step < 0:
            active = self.step > 1 if step == -1 else self.step < len(STEPS)
            wide = rect.width() / 4
            spot = QRectF(rect.center().x() - wide, rect.center().y() - wide, 2 * wide, 2 * wide)
            icons.draw_icon(painter, "back" if step == -1 else "forward", spot, theme.q("ink" if active else "line"))
            return
        if not words:
            return
        font = themes.font("small")
        metrics = QFontMetricsF(font)
        here = step == self.step
        if here:
            painting.draw_rounded(painter, rect.adjusted(0, 3, 0, -3), corner=5, fill=theme.q("primary"))
        elif step == self._under:
            painting.draw_rounded(painter, rect.adjusted(0, 3, 0, -3), corner=5, fill=theme.wash("ink", 0.07))
        painter.setFont(font)
        painter.setPen(theme.q("on_primary" if here else "ink" if step < self.step else "muted"))
        painting.draw_number(painter, rect.center(), painting.elided(words, metrics, rect.width()), metrics)

    def _restyle(self, _theme: object = None) -> None:
        self.updateGeometry()
        self.update()

    # ---- what the user does

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Says what a click would do."""
        step = self._at(event.position())
        if step != self._under:
            self._under = step
            self.hinted.emit(f"Click: {step_words(step)}." if step else "")
            self.update()
        self.setCursor(Qt.CursorShape.PointingHandCursor if step else Qt.CursorShape.ArrowCursor)

    def leaveEvent(self, event: QEvent) -> None:
        """Nothing is pointed at any more."""
        self._under = None
        self.hinted.emit("")
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Goes to a step."""
        step = self._at(event.position())
        if step is not None and step != self.step:
            self.chosen.emit(step)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows, Home and End."""
        wanted = self._wanted(event)
        if wanted is None:
            event.ignore()
        elif wanted != self.step:
            self.chosen.emit(wanted)

    def _wanted(self, event: QKeyEvent) -> int | None:
        """The step that a key means, None for any other key."""
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return None
        last, key = len(STEPS), event.key()
        found = {
            int(Qt.Key.Key_Left): max(1, self.step - 1), int(Qt.Key.Key_Right): min(last, self.step + 1),
            int(Qt.Key.Key_Home): 1, int(Qt.Key.Key_End): last,
        }  # fmt: skip
        return found.get(key)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Shows the ring."""
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Takes the ring away."""
        self.update()

    def event(self, event: QEvent) -> bool:
        """Keeps its keys from the window's shortcuts; says each step's meaning in a tool tip."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            if self._wanted(event) is not None:
                event.accept()
                return True
        elif isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            step = self._at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), painting.tip(step_words(step)) if step else self.toolTip(), self)
            return True
        return bool(super().event(event))


__all__ = ["FlowBar", "StepBar"]
