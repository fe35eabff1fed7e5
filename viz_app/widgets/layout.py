"""Parts of a view: shown and hidden, given their places at once, and in lines that break where the width ends."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLabel, QSizePolicy, QWidget

from viz_app.widgets import theme as themes
from viz_app.widgets.labels import plain_label


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


_APART = (16, 8)  # px at text size 100 % between parts of a line, and between lines


class Flow(QWidget):
    """Parts that stand beside each other as long as there is room, then in the next line; hidden ones take none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.parts: list[QWidget] = []
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def add(self, part: QWidget) -> None:
        """One more part at the end."""
        part.setParent(self)
        self.parts.append(part)
        self.updateGeometry()

    def show_only(self, parts: set[QWidget]) -> None:
        """Shows these parts and hides all others."""
        for part in self.parts:
            show_part(part, part in parts)
        self.arrange()
        self.updateGeometry()

    def places(self, width: int) -> list[tuple[QWidget, QRect]]:
        """Where each shown part stands in that width."""
        x = y = line = 0
        across, down = themes.px(_APART[0]), themes.px(_APART[1])
        found: list[tuple[QWidget, QRect]] = []
        for part in self.parts:
            if part.isHidden():
                continue
            hint = part.sizeHint()
            if x and x + hint.width() > width:
                x, y, line = 0, y + line + down, 0
            found.append((part, QRect(x, y, min(hint.width(), max(1, width - x)), hint.height())))
            x, line = x + hint.width() + across, max(line, hint.height())
        return found

    def heightForWidth(self, width: int) -> int:
        return max((rect.bottom() + 1 for _, rect in self.places(width)), default=0)

    def sizeHint(self) -> QSize:
        width = self.width() if self.width() > 200 else 640
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        widest = max((part.sizeHint().width() for part in self.parts if not part.isHidden()), default=0)
        return QSize(min(widest, themes.px(160)), self.heightForWidth(max(self.width(), widest)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.arrange()

    def arrange(self) -> None:
        """Gives each part its place."""
        for part, rect in self.places(self.width()):
            part.setGeometry(rect)


class Labelled(QWidget):
    """A control with its word before it."""

    def __init__(self, words: str, control: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.control = control
        self.label: QLabel = plain_label(self, "body", muted=True)
        self.label.setText(words)
        self.label.setBuddy(control)
        control.setParent(self)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        line.addWidget(self.label)
        line.addWidget(control)
