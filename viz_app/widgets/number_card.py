"""The source of a number: the card that explains it, and what makes the numbers of any widget respond to a right click,
the menu key, or a click.

Menus and cards also offer to compare a number with an array of the user's, which a window handles.
"""

from __future__ import annotations

import inspect
import re
import weakref
from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFontMetricsF, QGuiApplication, QKeyEvent, QKeySequence, QMouseEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QMenu, QPushButton, QSizePolicy, QWidget

from model_core.errors import Refused
from model_core.explain import provenance
from model_core.explain.provenance import ALL, Origin, Source
from model_core.record.trace import Trace
from viz_app.data import number_format
from viz_app.system.command_queue import queued
from viz_app.system.language import capitalised, tr, translated
from viz_app.widgets import theme as themes
from viz_app.widgets.ancestry_tree import AncestryTree
from viz_app.widgets.dialog import Popup
from viz_app.widgets.labels import plain_label, push_button
from viz_app.widgets.layout import FlowLayout, add_layout, column_of, row_of, settle
from viz_app.widgets.theme import Role

_WIDTH = 500  # px at text size 100 %
_NAMES = 64  # px at text size 100 % for the names of facts
_EDGE, _GAP = 16, 12  # px around and between
_CLEAR = 16  # px at text size 100 % between a number and the card
_FOLDS = re.compile(r"[(\[] ?|, | (?=[^ ])|(?=\.\w)")  # where a line of code may go on in the next one
_INPUTS = 4  # at most this many are listed
_COPY = tr("Copy as Python")
COMPARE = tr("Compare with mine…")
_TENSOR, _FUNCTION, _CODE = tr("tensor"), tr("function"), tr("code")
"""Names of facts whose text is in the letters of code."""


class WindowOffers(QObject):
    """A child of the window that handles what cards and menus cannot: `asked` to compare, with a run and the Source, or
    Sources, that are pointed at; `scripted` to put Python into the console, with a run and a Source."""

    asked = Signal(object)
    scripted = Signal(object)


def offers_of(widget: QWidget) -> WindowOffers | None:
    """Those of the window that contains a widget or its popup; None if it has none."""
    top: QWidget = widget.window()
    while (parent := top.parentWidget()) is not None:
        top = parent.window()
    return top.findChild(WindowOffers, options=Qt.FindChildOption.FindDirectChildrenOnly)


def offer_comparison(menu: QMenu, owner: QWidget, pointed: Callable[[], object]) -> bool:
    """Adds the entry to a menu; False if the window cannot compare."""
    if (found := offers_of(owner)) is not None:
        menu.addAction(COMPARE).triggered.connect(queued(found, lambda: found.asked.emit(pointed())))
    return found is not None


def explain(owner: QWidget, trace: Trace, source: Source, at: QPoint | None = None) -> NumberCard:
    """Opens the card of one number of `trace` beside the point `at` of the screen (None: the middle of `owner`).

    A card that is already open shows the number instead. A number that the run does not have is "not recorded".
    """
    window = owner.window()
    card = next((one for one in window.findChildren(NumberCard) if one.isVisible()), None)
    if card is None:
        card = NumberCard(window)
    card.show_number(trace, source)
    card.open_beside(at if at is not None else owner.mapToGlobal(owner.rect().center()))
    return card


class NumberCard(Popup):
    """A popup about one number. Escape or a click outside closes it; inputs are links, and "Back" returns."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, tr("Where this number comes from"), once=True)
        self._trace: Trace | None = None
        self.origin: Origin | None = None  # what the card says; None for a number that the run does not have
        self._path: list[Source] = []
        self.title = plain_label(self, "strong", wrapped=True)
        self.value = plain_label(self, "title")
        self.value.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.back = push_button(self, tr("Back"), tr("Returns to the previous number."), self._go_back, role="flat")
        about = tr("Copies a script that prints this number.")
        self.copy_python = push_button(self, _COPY, about, self._copy_python, role="primary")
        about = tr("Copies the number with all its digits.")
        self.copy_value = push_button(self, tr("Copy value"), about, self._copy_value)
        about = tr("Shows what it was computed from, as a tree down to tokens and positions.")
        self.ancestry = push_button(self, tr("Ancestry…"), about, queued(self, self._show_ancestry))
        about = tr("Opens an array of yours and shows how far it is from this one.")
        self.compare = push_button(self, COMPARE, about, queued(self, self._compare))
        about = tr("Puts the script into the console, to be read and run there.")
        self.run_in_console = push_button(self, tr("Run in console"), about, queued(self, self._script))
        self._buttons = self.copy_python, self.run_in_console, self.copy_value, self.ancestry, self.compare
        for button in (self.compare, self.run_in_console):
            button.setVisible(offers_of(self) is not None)
        self._facts = QWidget(self)
        top = row_of((self.title, 1), self.back, spacing=None)
        buttons = FlowLayout(across=8)
        for one in self._buttons:
            buttons.addWidget(one)
        self._column = column_of(top, self.value, self._facts, parent=self, margins=(_EDGE, 12, _EDGE, 12))
        self._column.addSpacing(4)
        add_layout(self._column, buttons)

    # ---- what it shows

    def show_number(self, trace: Trace, source: Source) -> None:
        """Shows another number and clears the way back."""
        self._trace, self._path = trace, [source]
        self._show(source)

    def _show(self, source: Source) -> None:
        assert self._trace is not None
        self._clear()
        try:
            self.origin = provenance.origin(self._trace, source)
        except Refused as refused:
            self.origin = None
            why = translated(refused.message)
            self._show_facts(source.title or tr("A number"), tr("not recorded"), [(tr("why"), why)])
        else:
            self._show_origin(self.origin)
        for button in self._buttons:
            button.setEnabled(self.origin is not None)
        self.copy_python.setText(_COPY)
        self.back.setVisible(len(self._path) > 1)

    def _show_origin(self, origin: Origin) -> None:
        source, shape = origin.source, str(origin.shape)
        axes = f" = {' × '.join(origin.axes)}" if len(origin.axes) == len(origin.shape) and origin.axes else ""
        place = ", ".join(":" if one is ALL else str(one) for one in source.index)
        sort = _FUNCTION if source.is_function or source.script else _TENSOR
        facts = [(sort, source.name.removeprefix("model_core."))]
        given = ", ".join(f"{name} {value}" for name, value in source.arguments)
        facts += [(tr("of", "arguments of a function"), given)] if source.arguments else []
        facts += [(tr("index"), f"[{place}]  {tr('from 0')}")] if place else []
        facts += [(tr("shape"), shape + axes)] if origin.shape else []
        facts += [(tr("type"), origin.dtype)]
        facts += [(tr("formula"), translated(origin.formula))] if origin.formula else []
        facts += [(_CODE, f"{self._folded(origin.code)}\n{origin.place}")] if origin.code else []
        title = translated(origin.title) or tr("A number of this run")
        self._show_facts(title, origin.digits.replace("-", number_format.MINUS), facts)
        self._show_inputs(origin.inputs)

    def _folded(self, code: str) -> str:
        """Code wrapped to fit: lines break after an opening bracket or a space, before a dot."""
        room = self._across() - themes.px(_NAMES) - 2 * _EDGE - _GAP
        metrics, lines = QFontMetricsF(themes.font("code")), []
        for line in code.splitlines():
            while metrics.horizontalAdvance(line) > room:
                fits = next(end for end in range(len(line), 0, -1) if metrics.horizontalAdvance(line[:end]) <= room)
                ends = [at.end() for at in _FOLDS.finditer(line, len(line) - len(line.lstrip()) + 1, fits)]
                end = ends[-1] if ends else fits
                lines.append(line[:end].rstrip())
                line = f"    {line[end:].lstrip()}"
            lines.append(line)
        return "\n".join(lines)

    def _show_facts(self, title: str, value: str, facts: Sequence[tuple[str, str]]) -> None:
        self.title.setText(capitalised(title))
        self.value.setText(value)
        self.setAccessibleDescription("; ".join([title, value, *(f"{name}: {text}" for name, text in facts)]))
        for name, text in facts:
            role: Role = "code" if name in (_TENSOR, _FUNCTION, _CODE) else "body"
            label = plain_label(self._facts, role, text, wrapped=True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            self._add(name, label)

    def _show_inputs(self, inputs: Sequence[Source]) -> None:
        """Single numbers as buttons that lead to them, rows of numbers as text."""
        for place, source in enumerate(inputs[:_INPUTS]):
            words = source.words()
            if ALL in source.index:
                breaks = words.replace(", ", ",\u00a0").replace(".", ".\u200b")  # after points, not in the index
                part: QWidget = plain_label(self._facts, "code", breaks, wrapped=True)
            else:
                part = self._input_button(words, source)
            self._add("" if place else tr("from", "inputs of a number"), part)
        if len(inputs) > _INPUTS:
            more = tr("and {number:,} more", number=len(inputs) - _INPUTS)
            self._add("", plain_label(self._facts, "body", more, muted=True))

    def _input_button(self, words: str, source: Source) -> QPushButton:
        button = push_button(self, "", tr("Where does {name} come from?", name=words), role="flat")
        font = themes.font("code")
        button.setFont(font)
        room = self._across() - themes.px(_NAMES) - 2 * _EDGE - _GAP - 12
        button.setText(QFontMetricsF(font).elidedText(words, Qt.TextElideMode.ElideMiddle, room).replace("&", "&&"))
        button.setAccessibleName(tr("Input {name}", name=words))
        button.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        button.setProperty("link", True)
        button.clicked.connect(queued(self, partial(self._go_to, source)))
        return button

    def _add(self, name: str, part: QWidget) -> None:
        word = plain_label(self._facts, "body", name, muted=True)
        names = themes.px(_NAMES)
        word.setFixedWidth(names)
        if isinstance(part, QLabel):
            across = self._across() - names - 2 * _EDGE - _GAP
            part.ensurePolished()
            part.setFixedSize(across, max(1, part.heightForWidth(across)))
        grid = self._facts.layout()
        assert isinstance(grid, QGridLayout)
        line = grid.rowCount()
        grid.addWidget(word, line, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(part, line, 1)

    def _clear(self) -> None:
        """Replaces the table by an empty one."""
        old, self._facts = self._facts, QWidget(self)
        grid = QGridLayout(self._facts)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(_GAP)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(1, 1)
        self._column.insertWidget(self._column.indexOf(old), self._facts)
        old.setParent(None)  # it may live until the event loop turns, but is not part of the card any more
        old.deleteLater()

    # ---- going on and back

    def _go_to(self, source: Source) -> None:
        self._path.append(source)
        self._show(source)
        self._settle()
        self.copy_python.setFocus()

    def _go_back(self) -> None:
        if len(self._path) > 1:
            self._path.pop()
            self._show(self._path[-1])
            self._settle()
            self.copy_python.setFocus()

    def _show_ancestry(self) -> None:
        if self._trace is not None and self.origin is not None:
            AncestryTree(self._trace, self.origin.source, self.parentWidget()).show()
            self.close()

    @property
    def shown(self) -> tuple[Trace, Source] | None:
        """The run and its number that are shown; None for one that the run does not have."""
        return None if self._trace is None or self.origin is None else (self._trace, self.origin.source)

    def _compare(self) -> None:
        if (found := offers_of(self)) is not None:
            found.asked.emit(self.shown)
            self.close()

    def _script(self) -> None:
        if (found := offers_of(self)) is not None:
            found.scripted.emit(self.shown)
            self.close()

    # ---- copying

    def script(self) -> str:
        """The Python code that computes this number; "" for none."""
        return self.origin.python if self.origin is not None else ""

    def _copy_python(self) -> None:
        QGuiApplication.clipboard().setText(self.script())
        self.copy_python.setText(tr("Copied \u2713"))

    def _copy_value(self) -> None:
        if self.origin is not None:
            QGuiApplication.clipboard().setText(self.origin.digits)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape closes, Copy copies the script, Backspace goes back, Enter presses the focused button."""
        pressed = self.focusWidget() if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) else None
        if isinstance(pressed, QPushButton):
            pressed.click()
        elif event.matches(QKeySequence.StandardKey.Copy):
            self._copy_python()
        elif event.key() == Qt.Key.Key_Backspace:
            self._go_back()
        elif event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)

    def _across(self) -> int:
        """Width of the card, px."""
        return min(themes.px(_WIDTH), self.screen().availableGeometry().width())

    def _settle(self) -> None:
        """Takes the size of its content, within the screen."""
        room = self.screen().availableGeometry()
        width = self._across()
        self.setFixedWidth(width)
        settle(self)
        self.resize(width, min(self._column.totalHeightForWidth(width), room.height()))
        settle(self)
        self.place(self.pos())

    def open_beside(self, point: QPoint) -> None:
        """Shows the card below a screen position, otherwise above it, otherwise beside it, so that the number stays
        visible."""
        first = not self.isVisible()
        for _ in range(1 + first):  # what was never shown has another size when it is
            self._settle()
            self.place(self._corner_beside(point))
            self.show()
        self.copy_python.setFocus(Qt.FocusReason.PopupFocusReason)

    def _corner_beside(self, point: QPoint) -> QPoint:
        room, high, wide = self.screen().availableGeometry(), self.height(), self.width()
        clear = themes.px(_CLEAR)
        if point.y() + clear + high <= room.bottom():
            return point + QPoint(clear, clear)
        if point.y() - clear - high >= room.top():
            return QPoint(point.x() + clear, point.y() - clear - high)
        aside = 4 * clear
        fits = point.x() + aside + wide <= room.right()
        return QPoint(point.x() + aside if fits else point.x() - aside - wide, room.bottom() - high)


Find = Callable[[QPoint | None], tuple[Trace, Source] | None]
"""The number at a point of the widget, or for None the one that the keyboard is at; None if there is none."""

Pointed = tuple[Trace, tuple[Source, ...]]
"""A run and what is pointed at in it, the most particular first; ALL in an index stands for a whole axis."""

QUESTION = tr("Where does this number come from?")


class NumberQuestions(QObject):
    """Listens to one widget. `click`: a left click opens the card too, for widgets in which a click does nothing
    else."""

    def __init__(self, widget: QWidget, find: Find, click: bool = False) -> None:
        super().__init__(widget)
        self._widget, self._click = widget, click
        bound = inspect.ismethod(find)  # kept weakly: its object owns the widget, and may go when it is not needed
        self._known: Callable[[], Find | None] = weakref.WeakMethod(find) if bound else lambda: find
        self._point: QPoint | None = None
        self._menu: QMenu | None = None
        widget.installEventFilter(self)
        if click:
            widget.setCursor(Qt.CursorShape.PointingHandCursor)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Handles requests for a number's source, and nothing else."""
        if isinstance(event, QContextMenuEvent):
            keyboard = event.reason() == QContextMenuEvent.Reason.Keyboard
            return self._offer(None if keyboard else event.pos())
        if not self._click or not isinstance(event, QMouseEvent):
            return False
        if event.type() == QEvent.Type.MouseButtonPress:
            return event.button() == Qt.MouseButton.LeftButton and self.ask(event.position().toPoint())
        return event.type() == QEvent.Type.MouseButtonRelease

    def number_at(self, point: QPoint | None) -> tuple[Trace, Source] | None:
        find = self._known()
        return find(point) if find is not None else None

    def _offer(self, point: QPoint | None) -> bool:
        """Opens the menu with the entry; False if there is no number."""
        if self.number_at(point) is None:
            return False
        if self._menu is None:
            self._menu = QMenu(self._widget)
            self._menu.setAccessibleName(tr("This number"))
            self._asked = self._menu.addAction(QUESTION)
            self._asked.triggered.connect(queued(self, lambda: self.ask(self._point)))
            offer_comparison(self._menu, self._widget, lambda: self.number_at(self._point))
        self._point = point
        self._menu.popup(self._spot(point))
        return True

    def _spot(self, point: QPoint | None) -> QPoint:
        return self._widget.mapToGlobal(point if point is not None else self._widget.rect().center())

    def ask(self, point: QPoint | None = None) -> bool:
        """Opens the card of the number at a point; False if there is none."""
        found = self.number_at(point)
        if found is None:
            return False
        explain(self._widget, *found, self._spot(point))
        return True


def answer(widget: QWidget, find: Find, click: bool = False) -> NumberQuestions:
    """Makes the numbers of `widget` show their sources; `find` says which number is where."""
    return NumberQuestions(widget, find, click)
