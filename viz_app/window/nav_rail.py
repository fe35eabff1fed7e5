"""The rail at the left: one button with icon and label for each view."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QButtonGroup, QFrame, QSizePolicy, QToolButton, QWidget

from viz_app.commands.actions import action
from viz_app.commands.bindings import key_words
from viz_app.data.depth import reaches
from viz_app.system.language import tr, view_word
from viz_app.views import DEPTH_OF, group_heading
from viz_app.widgets import icons
from viz_app.widgets import theme as themes
from viz_app.widgets.labels import Caption
from viz_app.widgets.layout import NO_LIMIT, column_of, show_part
from viz_app.widgets.painting import set_tip
from viz_app.widgets.segmented import enter_at_chosen
from viz_app.window.geometry import NARROWEST_RAIL, RAIL_HEADING_GAP, SMALLEST_RAIL_ICON

_WORD, _ICON = Qt.ToolButtonStyle.ToolButtonTextUnderIcon, Qt.ToolButtonStyle.ToolButtonIconOnly
_LOWEST = 22  # px at text size 100 %, a button's height in the last form
_Form = tuple[Qt.ToolButtonStyle, bool, int, int]
_FORMS: tuple[_Form, ...] = (
    (_WORD, True, 20, 6), (_WORD, False, 20, 6), (_WORD, False, 20, 0), (_WORD, False, 16, 0),
    (_WORD, False, SMALLEST_RAIL_ICON, 0),
    (_ICON, False, 20, 8), (_ICON, False, 20, 4), (_ICON, False, 20, 0), (_ICON, False, 16, 0),
)  # fmt: skip
"""How much is shown if space allows: icons with words and headings, with words, smaller ones close together, alone
(their tooltips say them), alone and smaller; the numbers are their side and what is between, in px at text size 100 %.
"""


class Rail(QFrame):
    """Buttons of the views in the order of VIEWS, with `group_heading` above the first of a group. `opened` carries the
    id of the one that was clicked, `beside` of one clicked with Ctrl: it is to be shown beside the current one, or
    closed again. `lessons` requests the list of lessons, `more` all views."""

    opened = Signal(str)
    beside = Signal(str)

    def __init__(self, views: Iterable[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("rail")
        self.setAccessibleName(tr("Views"))
        self.buttons: dict[str, QToolButton] = {}
        self._group = QButtonGroup(self)
        self._headings: dict[str, Caption] = {}  # by the view that begins a group
        self._heights, self._widths = dict.fromkeys(_FORMS, 0), dict.fromkeys(_FORMS, 0)
        self._measuring = True  # once, when it has its fonts
        column = self._column = column_of(parent=self, margins=(0, 4, 0, 4), spacing=4)
        for place, name in enumerate(views):
            if group_heading(name):
                column.addSpacing(RAIL_HEADING_GAP if place else 0)
                column.addWidget(self._heading(name), 0, Qt.AlignmentFlag.AlignHCenter)
            button = self._button(place, name)
            column.addWidget(button)
        self.lessons = self._plain_button(tr("Lessons"), f"{action('lessons').tip} ({action('lessons').keys[0]})")
        column.addWidget(self.lessons)
        self.more = self._plain_button(tr("More"), tr("Shows more views, every option and measure (depth Full)."))
        column.addWidget(self.more)
        column.addStretch(1)
        self.show_open(())
        themes.changed.connect(self.restyle)
        self.restyle()

    def _heading(self, name: str) -> Caption:
        heading = Caption("small", elastic=False, parent=self)
        heading.set_text(group_heading(name))
        self._headings[name] = heading
        return heading

    def _plain_button(self, word: str, about: str) -> QToolButton:
        button = QToolButton(self)
        button.setText(word)
        button.setProperty("role", "rail")
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
        button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        set_tip(button, about)
        button.setAccessibleName(word)
        return button

    def _button(self, place: int, name: str) -> QToolButton:
        word, click = view_word(name), f"{key_words('Ctrl+A')[:-1]}{tr('click')}"
        button = self._plain_button(word, f"{word} ({place + 1})" if place < 9 else word)
        button.setCheckable(True)
        button.setStatusTip(
            tr(
                "Opens the view “{word}”; {click} opens or closes it beside the current one.",
                word=word,
                click=click,
            )
        )
        button.clicked.connect(lambda: self._press(name))
        self._group.addButton(button)
        self.buttons[name] = button
        return button

    def _press(self, name: str) -> None:
        held = QApplication.keyboardModifiers() & Qt.KeyboardModifier.ControlModifier
        (self.beside if held else self.opened).emit(name)

    def show_open(self, names: Iterable[str], depth: str = "full") -> None:
        """Marks the open views; those that the depth hides are visible only while open."""
        there = set(names)
        self._show_depth(depth, there)
        self._group.setExclusive(False)
        for name, button in self.buttons.items():
            button.setChecked(name in there)
        self._group.setExclusive(len(there) < 2)
        enter_at_chosen(self.buttons.values())

    def _show_depth(self, depth: str, there: set[str]) -> None:
        before = [button.isHidden() for button in self.buttons.values()]
        shown = {name: reaches(depth, DEPTH_OF.get(name, "first")) or name in there for name in self.buttons}
        begins = ""
        self._headed = set()
        for name, button in self.buttons.items():
            begins = name if name in self._headings else begins
            show_part(button, shown[name])
            self._headed |= {begins} if shown[name] else set()
        self._headed.add(begins)  # the lessons are in the last group
        show_part(self.more, not reaches(depth, "full") and not all(shown.values()))
        if before != [button.isHidden() for button in self.buttons.values()] and not self._measuring:
            self._measure()

    def restyle(self, _theme: object = None) -> None:
        for name, button in {**self.buttons, "lessons": self.lessons, "more": self.more}.items():
            button.ensurePolished()  # else Qt puts its first font back when it is first shown
            button.setFont(themes.font("small"))
            button.setIcon(icons.icon(name if name in icons.NAMES else "model"))
        self._measure()

    # ---- room

    def _measure(self) -> None:
        """The height of the rail in each form."""
        self._measuring = True  # a change of its size must not take another form meanwhile
        self.setMinimumWidth(0)
        for form in reversed(_FORMS):
            self._take(form)
            for button in self._all():
                button.ensurePolished()
            self._column.invalidate()
            self._heights[form] = self._column.totalSizeHint().height()
            self._widths[form] = self._column.totalSizeHint().width()
        self._measuring = False
        self._fit()
        self.updateGeometry()

    def _fit(self) -> None:
        """The fullest form that fits."""
        self._take(next((form for form in _FORMS if self.height() >= self._heights[form]), _FORMS[-1]))

    def _take(self, form: _Form) -> None:
        style, headed, side, between = form
        self._column.setSpacing(between)
        self.setMinimumWidth(max(self._widths[form], themes.px(NARROWEST_RAIL)))
        for button in self._all():
            button.setIconSize(QSize(themes.px(side), themes.px(side)))
            button.setMaximumHeight(max(24, themes.px(_LOWEST)) if form == _FORMS[-1] else NO_LIMIT)
            button.setToolButtonStyle(style)
        for name, heading in self._headings.items():
            show_part(heading, headed and name in self._headed)

    def _all(self) -> tuple[QToolButton, ...]:
        return *self.buttons.values(), self.lessons, self.more

    def minimumSizeHint(self) -> QSize:
        return QSize(self.minimumWidth(), self._heights[_FORMS[-1]])

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if not self._measuring:
            self._fit()
