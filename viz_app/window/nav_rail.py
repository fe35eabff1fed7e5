"""The rail at the left: one button with icon and word for each view."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QButtonGroup, QFrame, QSizePolicy, QToolButton, QWidget

from viz_app.commands.actions import view_word
from viz_app.commands.bindings import key_words
from viz_app.system.language import tr
from viz_app.views import HEADINGS
from viz_app.widgets import icons
from viz_app.widgets import theme as themes
from viz_app.widgets.labels import Caption
from viz_app.widgets.layout import column_of, show_part
from viz_app.widgets.painting import set_tip

_WORD, _ICON = Qt.ToolButtonStyle.ToolButtonTextUnderIcon, Qt.ToolButtonStyle.ToolButtonIconOnly
_APART = 4  # px more above a heading
_Form = tuple[Qt.ToolButtonStyle, bool, int, int]
_FORMS: tuple[_Form, ...] = (
    (_WORD, True, 20, 4), (_WORD, False, 20, 4), (_WORD, False, 14, 0), (_ICON, False, 20, 4), (_ICON, False, 12, 0),
)  # fmt: skip
"""How much is said where there is room: icons with words and headings, with words, smaller ones close together, alone
(their tool tips say them), alone and smaller; the numbers are their side and what is between, in px at text size 100 %.
"""


class Rail(QFrame):
    """Buttons of the views in the order of VIEWS, with HEADINGS above those that begin a group. `opened` carries the id
    of the one that was pressed, `beside` of one that was pressed with Ctrl: it is to stand beside the present one, or
    to be closed again."""

    opened = Signal(str)
    beside = Signal(str)

    def __init__(self, views: Iterable[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("rail")
        self.setAccessibleName(tr("Views"))
        self.buttons: dict[str, QToolButton] = {}
        self._group = QButtonGroup(self)
        self._headings: list[Caption] = []
        self._heights = dict.fromkeys(_FORMS, 0)
        column = self._column = column_of(parent=self, margins=(0, 8, 0, 8), spacing=4)
        for place, name in enumerate(views):
            if name in HEADINGS:
                column.addSpacing(_APART if place else 0)
                column.addWidget(self._heading(HEADINGS[name]), 0, Qt.AlignmentFlag.AlignHCenter)
            button = self._button(place, name)
            column.addWidget(button)
        column.addStretch(1)
        self.restyle()

    def _heading(self, word: str) -> Caption:
        heading = Caption("small", elastic=False, parent=self)
        heading.set_text(word)
        self._headings.append(heading)
        return heading

    def _button(self, place: int, name: str) -> QToolButton:
        button = QToolButton(self)
        button.setText(view_word(name))
        button.setProperty("role", "rail")
        button.setCheckable(True)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        word, click = view_word(name), f"{key_words('Ctrl+A')[:-1]}click"
        set_tip(button, f"{word} ({place + 1})" if place < 9 else word)
        button.setStatusTip(
            tr(
                "Opens the view “{word}”; {click} opens it beside the present one, or closes it there.",
                word=word,
                click=click,
            )
        )
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
            button.setIcon(icons.icon(name if name in icons.NAMES else "model"))
        self.setStyleSheet(f"#rail {{ background: {theme.panel}; border-right: 1px solid {theme.line}; }}")
        self._measure()

    # ---- room

    def _measure(self) -> None:
        """How high the rail is in each form."""
        self.setMinimumWidth(0)
        for form in reversed(_FORMS):
            self._take(form)
            for button in self.buttons.values():
                button.ensurePolished()
            self._column.invalidate()
            self._heights[form] = self._column.totalSizeHint().height()
        self.setMinimumWidth(self._column.totalSizeHint().width())  # the same without words
        self._fit()
        self.updateGeometry()

    def _fit(self) -> None:
        """The fullest form that there is room for."""
        self._take(next((form for form in _FORMS if self.height() >= self._heights[form]), _FORMS[-1]))

    def _take(self, form: _Form) -> None:
        style, headed, side, between = form
        self._column.setSpacing(between)
        for button in self.buttons.values():
            button.setIconSize(QSize(themes.px(side), themes.px(side)))
            button.setToolButtonStyle(style)
        for heading in self._headings:
            show_part(heading, headed)

    def minimumSizeHint(self) -> QSize:
        return QSize(self.minimumWidth(), self._heights[_FORMS[-1]])

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
