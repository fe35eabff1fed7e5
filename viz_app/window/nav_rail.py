"""The rail at the left: one button with icon and word for each view."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QButtonGroup, QFrame, QSizePolicy, QToolButton, QWidget

from viz_app.commands.actions import view_word
from viz_app.commands.bindings import key_words
from viz_app.widgets import icons
from viz_app.widgets import theme as themes
from viz_app.widgets.layout import column_of
from viz_app.widgets.painting import tip

_WORD, _ICON = Qt.ToolButtonStyle.ToolButtonTextUnderIcon, Qt.ToolButtonStyle.ToolButtonIconOnly


class Rail(QFrame):
    """Buttons of the views in the order of VIEWS; `opened` carries the id of the one that was pressed, `beside` of one
    that was pressed with Ctrl: it is to stand beside the present one, or to be closed again."""

    opened = Signal(str)
    beside = Signal(str)

    def __init__(self, views: Iterable[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("rail")
        self.setAccessibleName("Views")
        self.buttons: dict[str, QToolButton] = {}
        self._group = QButtonGroup(self)
        self._heights = {_ICON: 0, _WORD: 0}
        column = self._column = column_of(parent=self, margins=(0, 8, 0, 8), spacing=4)
        for place, name in enumerate(views):
            button = self._button(place, name)
            column.addWidget(button)
        column.addStretch(1)
        self.restyle()

    def _button(self, place: int, name: str) -> QToolButton:
        button = QToolButton(self)
        button.setText(view_word(name))
        button.setProperty("role", "rail")
        button.setCheckable(True)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        word, click = view_word(name), f"{key_words('Ctrl+A')[:-1]}click"
        button.setToolTip(tip(f"{word} ({place + 1})" if place < 9 else word))
        button.setStatusTip(f"Opens the view “{word}”; {click} opens it beside the present one, or closes it there.")
        button.setAccessibleName(word)
        button.clicked.connect(lambda: self._press(name))
        self._group.addButton(button)
        self.buttons[name] = button
        return button

    def _press(self, name: str) -> None:
        held = QApplication.keyboardModifiers() & Qt.KeyboardModifier.ControlModifier
        (self.beside if held else self.opened).emit(name)

    def show_open(self, names: Iterable[str]) -> None:
        """Marks the views that are open."""
        there = set(names)
        self._group.setExclusive(False)
        for name, button in self.buttons.items():
            button.setChecked(name in there)
        self._group.setExclusive(len(there) < 2)

    def restyle(self) -> None:
        theme = themes.current()
        for name, button in self.buttons.items():
            button.setFont(themes.font("small"))
            button.setIconSize(QSize(themes.px(20), themes.px(20)))
            button.setIcon(icons.icon(name if name in icons.NAMES else "model"))
        self.setStyleSheet(f"#rail {{ background: {theme.panel}; border-right: 1px solid {theme.line}; }}")
        self._measure()

    # ---- room

    def _measure(self) -> None:
        """How high the rail is with words and without them."""
        self.setMinimumWidth(0)
        for style in (_ICON, _WORD):
            for button in self.buttons.values():
                button.setToolButtonStyle(style)
                button.ensurePolished()
            self._column.invalidate()
            self._heights[style] = self._column.totalSizeHint().height()
        self.setMinimumWidth(self._column.totalSizeHint().width())  # the same without words
        self._fit()
        self.updateGeometry()

    def _fit(self) -> None:
        """Icons alone where the words do not fit; their tool tips say them."""
        style = _WORD if self.height() >= self._heights[_WORD] else _ICON
        for button in self.buttons.values():
            button.setToolButtonStyle(style)

    def minimumSizeHint(self) -> QSize:
        return QSize(self.minimumWidth(), self._heights[_ICON])

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
