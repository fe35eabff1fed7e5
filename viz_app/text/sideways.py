"""How far a row of fixed width is scrolled over what is longer than it, and the glide from one place to another."""

from __future__ import annotations

from PySide6.QtCore import QEasingCurve, QObject, QVariantAnimation, Signal

_GLIDE = 140  # ms


class Sideways(QObject):
    """Px by which something `length` px long is scrolled to the right in a row `width` px wide; never past its ends."""

    moved = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.length, self.width = 0.0, 0.0
        self.shift = 0.0
        self._glide = QVariantAnimation(self, duration=_GLIDE, easingCurve=QEasingCurve(QEasingCurve.Type.OutCubic))
        self._glide.valueChanged.connect(self._to)

    def resize(self, length: float, width: float) -> None:
        """Other sizes: the place stays as far as it can, and no glide goes on."""
        self.length, self.width = length, width
        self._glide.stop()
        self.shift = self._clamped(self.shift)

    @property
    def more_left(self) -> bool:
        """Whether something is hidden at the left."""
        return self.shift > 0.5

    @property
    def more_right(self) -> bool:
        """Whether something is hidden at the right."""
        return self.length - self.shift > self.width + 0.5

    @property
    def goal(self) -> float:
        """Where a glide will end; the present place without one."""
        running = self._glide.state() == QVariantAnimation.State.Running
        return float(self._glide.endValue()) if running else self.shift

    def go(self, shift: float, glide: bool) -> None:
        """Scrolls to a place, at once or in a glide."""
        goal = self._clamped(shift)
        if abs(goal - self.goal) < 0.5:
            return
        if not glide:
            self.jump(goal)
            return
        self._glide.stop()
        self._glide.setStartValue(self.shift)
        self._glide.setEndValue(goal)
        self._glide.start()

    def jump(self, shift: float) -> None:
        """Scrolls to a place at once; a glide ends."""
        self._glide.stop()
        self._to(shift)

    def _to(self, shift: float) -> None:
        self.shift = self._clamped(float(shift))
        self.moved.emit()

    def _clamped(self, shift: float) -> float:
        return max(0.0, min(shift, self.length - self.width))
