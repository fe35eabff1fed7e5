"""The desk: which views are open, side by side, and the way from a change in the store to a picture and back.

Open views draw at once; a view that is hidden is only marked as behind and draws when it is opened. What a view says
(`picked`, `asked`, `opted`, `hovered`) becomes a change of the store. Until there is a first picture the desk says
what is being waited for.
"""

from __future__ import annotations

import dataclasses
import sys
import time
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QStackedLayout, QToolButton, QVBoxLayout, QWidget

from model_core.trace import Trace
from viz_app import icons
from viz_app import theme as themes
from viz_app.caption import Caption, plain_label
from viz_app.option_bar import OptionBar
from viz_app.store import Store
from viz_app.theme import Theme
from viz_app.view import Snapshot, View
from viz_app.views import view_class

_LOW = 280  # px at text size 100 %: in a lower page the sentence gives its room to the view
_WATCHED = frozenset(
    {"run", "look", "options", "desk", "hover", "trace", "playing", "writing", "problem", "busy", "engine"}
)


class Page(QWidget):
    """One view with its heading, its sentence and its options; narrow or low pages give their room to the view."""

    def __init__(self, name: str, view: View, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.name, self.view = name, view
        self.behind = True
        self.options = OptionBar(view.Options, self) if view.Options is not None else None
        self.heading = Caption("title", "ink", parent=self)
        self.mark = Caption("small", elastic=False, parent=self)
        self.sentence = plain_label(self, "", "body", muted=True)
        self.sentence.setWordWrap(True)
        self.mark.hide()
        self.drawer = Drawer(self)
        self._top = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._lay_out()

    def _lay_out(self) -> None:
        title = QHBoxLayout()
        title.setSpacing(12)
        title.addWidget(self.heading, 1)
        title.addWidget(self.mark)
        title.addWidget(self.drawer.button)
        self._top.setSpacing(12)
        self._top.addLayout(title, 1)
        if self.options is not None:
            self._top.addWidget(self.options, 0, Qt.AlignmentFlag.AlignLeft)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(4)
        column.addLayout(self._top)
        column.addWidget(self.sentence)
        column.addSpacing(8)
        column.addWidget(self.view, 1)

    def dress(self) -> None:
        """Fonts in the text size of now."""
        self.sentence.setFont(themes.font("body"))
        self._give_way()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where there is no room the options go below the heading or into a drawer, the sentence into a tool tip."""
        super().resizeEvent(event)
        self._give_way()

    def _give_way(self) -> None:
        options = self.options.sizeHint().width() if self.options is not None else 0
        narrow = self.heading.sizeHint().width() + options + 48 > self.width()
        low = self.height() < themes.px(_LOW)
        wanted = QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight
        if self._top.direction() != wanted:
            self._top.setDirection(wanted)
        self.sentence.setVisible(not low)
        if self.options is not None and (narrow and low) != self.drawer.holds(self.options):
            if narrow and low:
                self.drawer.take(self.options)
            else:
                self._top.addWidget(self.drawer.give(self.options), 0, Qt.AlignmentFlag.AlignLeft)

    def draw(self, shot: Snapshot) -> None:
        """Shows a snapshot; an exception of the view ends at the program's hook and stays with this page."""
        try:
            sentence = self.view.explained(shot)
            self.heading.set_text(self.view.heading(shot), sentence)
            self.sentence.setText(sentence)
            if self.options is not None:
                self.options.show_values(shot.options)
            self._give_way()
            self.view.draw(shot)
            self.behind = False
        except Exception as error:
            self.sentence.setText(f"This view could not draw: {error}. The other parts of the window go on.")
            sys.excepthook(type(error), error, error.__traceback__)

    def mark_stale(self, words: str) -> None:
        """Says that the picture is older than the text; "" takes that back."""
        self.mark.set_text(words)
        self.mark.setVisible(bool(words))


class Desk(QWidget):
    """The centre of the window. `hinted` is what a click would do; `drawn` the milliseconds that a draw took (those
    for a moving pointer are not told)."""

    hinted = Signal(str)
    drawn = Signal(float)
    opened = Signal()  # a view was made

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._pages: dict[str, Page] = {}
        self._broken: dict[str, str] = {}
        self._late = False
        self._place = Waiting(self)
        self._row = QWidget(self)
        self._views = QHBoxLayout(self._row)
        self._views.setContentsMargins(0, 0, 0, 0)
        self._views.setSpacing(0)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._place)
        self._stack.addWidget(self._row)
        self.setAccessibleName("Views")
        store.changed.connect(self.refresh)
        themes.changed.connect(self.set_theme)
        self.refresh()

    # ---- which views

    def open_views(self) -> list[Page]:
        """The pages that are seen now, from left to right."""
        wanted = self._store.state.desk.views
        pages = [page for page in (self._page(name) for name in wanted) if page is not None]
        for page in self._pages.values():
            page.setVisible(page in pages)
        return pages

    def page(self, name: str) -> Page | None:
        """The page of a view that was opened, None otherwise."""
        return self._pages.get(name)

    def _page(self, name: str) -> Page | None:
        """The page of a view, made when it is opened for the first time; None for a view that cannot be."""
        if name in self._pages or name in self._broken:
            return self._pages.get(name)
        try:
            view = view_class(name)(self)
        except Exception as error:
            self._broken[name] = str(error) or type(error).__name__
            sys.excepthook(type(error), error, error.__traceback__)
            return None
        page = self._pages[name] = Page(name, view, self._row)
        self._views.addWidget(page, 1)
        self._connect(page)
        self.opened.emit()
        return page

    def _connect(self, page: Page) -> None:
        view, store = page.view, self._store
        view.picked.connect(lambda changes: store.look(**changes))
        view.asked.connect(lambda changes: store.run(**changes))
        view.opted.connect(lambda changes: store.options(page.name, **changes))
        view.hovered.connect(store.set_hover)
        view.hinted.connect(self.hinted)
        if page.options is not None:
            page.options.changed.connect(lambda changes: store.options(page.name, **changes))

    # ---- drawing

    def refresh(self, names: frozenset[str] = _WATCHED) -> None:
        """Draws what is seen again, if any of the changed things can be seen in it."""
        if not names & _WATCHED:
            return
        if self._store.trace is None:
            self._say_what_is_missing()
            return
        pages = self.open_views()
        if not pages:
            self._place.say("This view cannot be opened.", "; ".join(self._broken.values()))
            self._stack.setCurrentWidget(self._place)
            return
        if names & {"run", "trace", "problem", "busy"}:
            self._mark_stale()
        if names & {"look", "options", "desk", "hover", "trace", "playing"}:
            self._draw(pages, measured=names != {"hover"})
        self._stack.setCurrentWidget(self._row)

    def _draw(self, pages: list[Page], measured: bool = True) -> None:
        started = time.perf_counter()
        for page in self._pages.values():
            page.behind = True
        for page in pages:
            page.draw(self.snapshot(page))
        if measured:
            self.drawn.emit((time.perf_counter() - started) * 1e3)

    def snapshot(self, page: Page) -> Snapshot:
        """All that a view may look at, now. Only called while there is a trace."""
        store = self._store
        trace = store.trace
        assert isinstance(trace, Trace)
        step = store.state.look.step
        shown = step + 1 if store.playing and step is not None else None
        options = fitted(page.view.Options, store.state.options.get(page.name, {}))
        return Snapshot(store.state, trace, themes.current(), store.hover, shown, options)

    def set_late(self, late: bool) -> None:
        """Whether the present computation takes so long that the picture has to say that it is an older one."""
        self._late = late
        self._mark_stale()

    def is_stale(self) -> bool:
        """Whether the picture belongs to another run than the one that was asked for."""
        trace = self._store.trace
        return trace is not None and trace.run != self._store.state.run

    def _mark_stale(self) -> None:
        shown = self.is_stale() and (self._late or bool(self._store.problem))
        for page in self._pages.values():
            page.mark_stale("earlier picture" if shown else "")

    def _say_what_is_missing(self) -> None:
        """The place that is seen before the first picture."""
        store = self._store
        if store.problem:
            self._place.say("There is no picture yet.", store.problem)
        elif store.engine in ("starting", "lost"):
            self._place.say("Loading the model…", "The first picture comes in a moment. You can type already.")
        elif not any(line.strip() for line in store.state.run.source):
            self._place.say("Type a sentence.", "Its translation and every head appear here as you type.")
        else:
            self._place.say("Reading the sentence…", "")
        self._stack.setCurrentWidget(self._place)

    def set_theme(self, theme: Theme) -> None:
        """New colours or a new text size."""
        self._place.dress()
        for page in self._pages.values():
            page.dress()
            page.view.set_theme(theme)
        if self._store.trace is not None:
            self._draw(self.open_views())


class Drawer(QFrame):
    """A popup that holds the options of a page without room for them; its button stands in the page."""

    def __init__(self, page: QWidget) -> None:
        super().__init__(page, Qt.WindowType.Popup)
        self.setProperty("card", True)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(12, 12, 12, 12)
        self.button = QToolButton(page)
        self.button.setProperty("role", "flat")
        self.button.setAccessibleName("Options of this view")
        self.button.setToolTip("Options of this view")
        self.button.clicked.connect(self._open)
        self.button.hide()

    def holds(self, options: QWidget) -> bool:
        """Whether the options are in here."""
        return self._row.indexOf(options) >= 0

    def take(self, options: QWidget) -> None:
        """Puts the options in here."""
        self._row.addWidget(options)
        self.button.setIcon(icons.icon("more"))
        self.button.setIconSize(QSize(themes.px(16), themes.px(16)))
        self.button.show()

    def give(self, options: QWidget) -> QWidget:
        """Hands the options back."""
        self._row.removeWidget(options)
        self.button.hide()
        self.hide()
        return options

    def _open(self) -> None:
        self.adjustSize()
        corner = self.button.mapToGlobal(self.button.rect().bottomRight())
        self.move(corner.x() - self.width(), corner.y() + 4)
        self.show()


class Waiting(QWidget):
    """A calm place in the middle: one line, and one sentence under it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.line = plain_label(self, "", "title")
        self.sentence = plain_label(self, "", "body", muted=True)
        self.sentence.setWordWrap(True)
        for label in (self.line, self.sentence):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column = QVBoxLayout(self)
        column.setContentsMargins(32, 32, 32, 32)
        column.setSpacing(8)
        column.addStretch(2)
        column.addWidget(self.line)
        column.addWidget(self.sentence)
        column.addStretch(3)
        self.dress()

    def say(self, line: str, sentence: str) -> None:
        """Shows other words."""
        self.line.setText(line)
        self.sentence.setText(sentence)

    def dress(self) -> None:
        """Fonts in the text size of now."""
        self.line.setFont(themes.font("title"))
        self.sentence.setFont(themes.font("body"))


def fitted(options: type | None, values: Any) -> Any:
    """A view's Options value from the session's plain values; a value of another type falls back to the usual one."""
    if options is None:
        return None
    good = {}
    for field in dataclasses.fields(options):
        value = values.get(field.name, field.default)
        allowed = [choice for choice, _ in field.metadata.get("choices", ())]
        same = value in allowed if allowed else type(value) is type(field.default)
        good[field.name] = value if same else field.default
    return options(**good)
