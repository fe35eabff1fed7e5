"""The workspace: which views are open side by side, and the way from a change in the store to a picture and back.

Open views draw at once, a hidden view when it is opened. The signals of a view (`picked`, `asked`, `opted`, `hovered`)
become changes of the store. Until there is a first picture the workspace says what it is waiting for.
"""

from __future__ import annotations

import dataclasses
import sys
import time
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QStackedLayout, QWidget

from model_core.analysis.unwritten import UnwrittenRun
from model_core.record.trace import Trace
from viz_app.data.depth import change_words
from viz_app.data.snapshot import Cell, ShownNumber, Snapshot
from viz_app.document.changes import changes_of
from viz_app.document.store import Store
from viz_app.system.command_queue import queued_with
from viz_app.system.in_turns import one_at_a_time
from viz_app.system.language import tr
from viz_app.views import openable, view_class
from viz_app.widgets import theme as themes
from viz_app.widgets.labels import plain_label
from viz_app.widgets.layout import column_of, set_hand_cursors
from viz_app.widgets.view import View
from viz_app.window.focus_order import focus_into
from viz_app.window.split_view import direction, replaced, side_by_side, without
from viz_app.window.view_frame import ViewFrame

if TYPE_CHECKING:
    from viz_app.document.runs.effects_of_run import EffectsRequest
    from viz_app.document.survey_results import SurveyResults


_WATCHED = frozenset(
    {"run", "look", "options", "desk", "hover", "trace", "playing", "writing", "problem", "busy", "engine", "effects",
     "pin", "pinned", "alignments", "training"}
)  # fmt: skip


_SHORT = tr("{view} needs more room: enlarge the window or reduce the text size.")


class Placeholder(QWidget):
    """A message in the centre: one line, and one sentence under it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.line = plain_label(self, "title")
        self.sentence = plain_label(self, "body", muted=True, wrapped=True)
        for label in (self.line, self.sentence):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column_of(2, self.line, self.sentence, 3, parent=self, margins=(32, 32, 32, 32))
        self.restyle()

    def show_message(self, line: str, sentence: str) -> None:
        self.line.setText(line)
        self.sentence.setText(sentence)

    def wait_for(self, store: Store) -> None:
        """Says what is missing until there is a first picture."""
        if store.problem:
            self.show_message(tr("There is no picture yet."), store.problem)
        elif store.engine in ("starting", "lost"):
            self.show_message(tr("Loading the model…"), tr("The first picture takes a moment. You can already type."))
        elif not any(line.strip() for line in store.state.run.source):
            self.show_message(tr("Type a sentence."), tr("Its translation and every head appear here as you type."))
        elif store.busy:
            self.show_message(tr("Reading the sentence…"), "")
        else:
            self.show_message(tr("Nothing is computed."), tr("Model ▸ Compute again computes this text."))

    def restyle(self) -> None:
        self.line.setFont(themes.font("title"))
        self.sentence.setFont(themes.font("body"))


class Workspace(QWidget):
    """The centre of the window. `hinted` carries what a click would do; `drawn` the milliseconds that a draw took."""

    hinted = Signal(str)
    commanded = Signal(str)  # an action, by its id, that a view asks for
    drawn = Signal(float)

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._pages: dict[str, ViewFrame] = {}
        self._broken: dict[str, str] = {}
        self._late = False
        self._unwritten = UnwrittenRun()
        self._place = Placeholder(self)
        self._row = QWidget(self)
        self._views = QBoxLayout(QBoxLayout.Direction.LeftToRight, self._row)
        self._views.setContentsMargins(0, 0, 0, 0)
        self._views.setSpacing(0)
        self._line = QFrame(self._row)
        self._line.setObjectName("divider")
        self._line.setMinimumSize(1, 1)
        self._line.hide()
        self._short = plain_label(self._row, "small", muted=True, wrapped=True)
        self._short.setContentsMargins(16, 4, 16, 4)
        self._short.hide()
        self._side_by_side: list[ViewFrame] = []
        self._used: ViewFrame | None = None  # that in which a cell was pointed at or chosen last
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._place)
        self._stack.addWidget(self._row)
        self.setAccessibleName(tr("Views"))
        store.option_words = option_words
        store.changed.connect(self.refresh)
        themes.changed.connect(self.restyle)
        self.refresh()

    # ---- which views

    def open_views(self) -> list[ViewFrame]:
        """The visible pages, from left to right."""
        wanted = side_by_side(self._store.state.desk.views)
        pages = [page for page in (self.made_page(name) for name in wanted) if page is not None]
        if pages != self._side_by_side:
            self._arrange(pages)
        return pages

    def _arrange(self, pages: list[ViewFrame]) -> None:
        """Shows these pages from left to right; the focus of a closed one moves to the one that stays."""
        focus = self.window().focusWidget()  # also while a dialog has the keyboard
        lost = focus is not None and any(page.isAncestorOf(focus) for page in self._pages.values() if page not in pages)
        self._side_by_side = list(pages)
        for page in pages:
            page.restyle()
        self._store.rest.set_shown(any(page.view.whole for page in pages))
        self._store.pinned.set_shown(any(page.view.pins for page in pages))
        self._store.effects.follow(any(page.view.trainings for page in pages))
        for page in self._pages.values():
            page.set_beside(len(pages) > 1)
        for page in reversed(pages):
            self._views.insertWidget(0, page, 1)
        self._views.insertWidget(1, self._line)
        self._views.addWidget(self._short)
        self._turn()
        if lost and focus is not None and pages:
            focus_into(pages[0].view, bool(focus.property("keys")))

    @one_at_a_time
    def _turn(self) -> None:
        """Side by side, or one above the other; if only one fits, a line names the other."""
        pages = self._side_by_side
        found, split = direction(self.width(), self.height()), len(pages) > 1
        shown = pages[:1] if split and found is None else pages
        wanted = found if split and found is not None else QBoxLayout.Direction.TopToBottom
        if self._views.direction() != wanted:
            self._views.setDirection(wanted)
        for page in sorted(self._pages.values(), key=lambda page: page in shown):
            page.setVisible(page in shown)  # the others are hidden first: a page that is shown has all the room at once
        self._line.setVisible(split and found is not None)
        self._short.setVisible(len(shown) < len(pages))
        if len(shown) < len(pages):
            self._short.setText(_SHORT.format(view=pages[1].view.title))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Stacks the views if they do not fit side by side."""
        super().resizeEvent(event)
        self._turn()

    def parts(self) -> list[QWidget]:
        """The parts in focus order, which is reading order: each page's heading, its options, its view."""
        found: list[QWidget] = []
        for page in self._side_by_side:
            found += [page.drawer.button, page.corner, *([page.options] if page.options else []), page]
        return found

    def page(self, name: str) -> ViewFrame | None:
        """The page of a view that was opened, None otherwise."""
        return self._pages.get(name)

    def made_page(self, name: str) -> ViewFrame | None:
        """The page of a view, created on demand; None for a view that cannot be."""
        if name not in self._pages and name not in self._broken:
            try:
                view = view_class(name)(self)
            except Exception as error:
                self._broken[name] = str(error) or type(error).__name__
                sys.excepthook(type(error), error, error.__traceback__)
                return None
            page = self._pages[name] = ViewFrame(name, view, self._row)
            set_hand_cursors(page)
            self._connect(page)
        return self._pages.get(name)

    def prepare(self) -> None:
        """Creates, lays out and paints, invisibly, the pages in which the first result will be drawn: fonts and styles
        take half of a first picture's time."""
        self.open_views()
        self._row.resize(self.size())
        for inner in (self._row, *self._side_by_side):
            layout = inner.layout()
            if layout is not None:
                layout.activate()
        if self._store.trace is None:
            self._row.grab()

    def _connect(self, page: ViewFrame) -> None:
        view, store = page.view, self._store
        view.hovered.connect(lambda cell: self._note_used(page) if cell is not None else None)
        view.picked.connect(lambda _: self._note_used(page))
        _change_with(store, page)
        view.hinted.connect(self.hinted)
        view.requests_changed.connect(lambda: self.refresh(frozenset({"options"})))
        view.opened.connect(queued_with(self, lambda name: self._show(page, name)))
        view.commanded.connect(self.commanded)
        page.corner.chosen.connect(lambda name: self._replace(page, name))
        page.corner.closed.connect(lambda: store.desk(views=without(side_by_side(store.state.desk.views), page.name)))
        if page.options is not None:
            page.options.changed.connect(lambda changes: store.options(page.name, **changes))
        page.filtered.connect(lambda heads: store.look(heads=heads))

    def _note_used(self, page: ViewFrame) -> None:
        self._used = page

    def _show(self, page: ViewFrame, name: str) -> None:
        """Shows another view: in place of the other page if two are open, otherwise of this one."""
        names = side_by_side(self._store.state.desk.views)
        if name not in names and openable((name,)) == (name,):
            place = next((at for at, one in enumerate(names) if one != page.name), 0)
            self._store.desk(views=replaced(names, place, name))

    def _replace(self, page: ViewFrame, name: str) -> None:
        names = side_by_side(self._store.state.desk.views)
        if page.name in names:
            self._store.desk(views=replaced(names, names.index(page.name), name))

    # ---- drawing

    def refresh(self, names: frozenset[str] = _WATCHED) -> None:
        """Redraws the visible views if they show any of what has changed."""
        if not names & _WATCHED:
            return
        if self._store.trace is None:
            self._place.wait_for(self._store)
            self._stack.setCurrentWidget(self._place)
            return
        pages = self.open_views()
        if not pages:
            self._place.show_message(tr("This view cannot be opened."), "; ".join(self._broken.values()))
            self._stack.setCurrentWidget(self._place)
            return
        if names & {"run", "trace", "problem", "busy"}:
            self._mark_stale()
        if names & {"look", "options", "desk", "trace", "playing", "pin", "pinned", "alignments"}:
            self._draw(pages)
        elif "hover" in names:
            for page in pages:
                page.point(self.snapshot(page))
        elif names & {"effects", "training"}:
            for page in pages:
                if page.view.trainings if "training" in names else page.effects_requests(self.snapshot(page)):
                    page.draw(self.snapshot(page))
        self._stack.setCurrentWidget(self._row)

    def _draw(self, pages: list[ViewFrame]) -> None:
        started = time.perf_counter()
        requests: list[EffectsRequest] = []
        shots = [(page, self.snapshot(page)) for page in pages]
        for page, shot in shots:
            page.draw(shot)
            requests += page.effects_requests(shot)
        needed = any(page.view.needs_rest(shot) for page, shot in shots)
        self._store.rest.set_shown(needed, any(page.view.whole for page in pages))
        self.drawn.emit((time.perf_counter() - started) * 1e3)
        self._store.effects.request("views", *requests)

    def snapshot(self, page: ViewFrame) -> Snapshot:
        """Everything that a view may look at, now. Only called while there is a trace."""
        store, trace, look = self._store, self._store.trace, self._store.state.look
        assert isinstance(trace, Trace)
        shown = look.step + 1 if store.playing and look.step is not None else None
        trace = self._unwritten.trace_at(trace, look.sentence, shown)
        options = typed_options(page.view.Options, store.state.options.get(page.name, {}))
        surveyed = self._shelf.of(options.folder, trace.model) if page.view.surveys else (None, "")
        found = Snapshot(store.state, trace, themes.current(), store.hover, shown, options, *surveyed)
        training = {"training": store.effects.training.of(options.folder)} if page.view.trainings else {}
        pinned = store.pinned.snapshot_fields | store.hiding.snapshot_fields(shown)
        return found.with_(**(store.effects.snapshot_fields | pinned | training))

    def shown_number(self, cell: Cell) -> ShownNumber | None:
        """What the last view in which a cell was hovered or selected, otherwise the first one, shows for a cell if it
        is not the selected head's weight."""
        pages = self._side_by_side
        if self._store.trace is None or not pages:
            return None
        page = self._used if self._used in pages else pages[0]
        own = type(page.view).shown_number is not View.shown_number  # a snapshot takes longer than the rest
        return page.view.shown_number(self.snapshot(page), cell) if own else None

    @cached_property
    def _shelf(self) -> SurveyResults:
        """The surveys that were read, created when the first view needs one."""
        from viz_app.document.survey_results import SurveyResults

        return SurveyResults()

    def set_late(self, late: bool) -> None:
        """Whether the current computation takes so long that the picture must be marked as an older one."""
        self._late = late
        self._mark_stale()

    def is_stale(self) -> bool:
        """Whether the picture belongs to another run than the requested one."""
        trace = self._store.trace
        return trace is not None and trace.run != self._store.state.run

    def _mark_stale(self) -> None:
        store = self._store
        shown = self.is_stale() and (self._late or bool(store.problem) or not store.busy)
        for page in self._pages.values():
            page.mark_stale(tr("earlier picture") if shown else "")

    def restyle(self, _theme: object = None) -> None:
        """New colours or a new text size."""
        self._place.restyle()
        for page in self._side_by_side:
            page.restyle()
        self._turn()
        if self._store.trace is not None:
            self._draw(self.open_views())


def typed_options(options: type | None, values: Any) -> Any:
    """A view's Options value from the session's plain values; a value of another type becomes the default."""
    if options is None:
        return None
    good = {}
    for field in dataclasses.fields(options):
        value = values.get(field.name, field.default)
        allowed = [choice for choice, _ in field.metadata.get("choices", ())]
        same = value in allowed if allowed else type(value) is type(field.default)
        good[field.name] = value if same else field.default
    return options(**good)


def option_words(view: str, changes: Mapping[str, Any]) -> str:
    """A name for a change of a view's options; "" for a view that was not loaded yet."""
    if f"viz_app.views.{view}.view" not in sys.modules:
        return ""
    kind = view_class(view)
    return change_words(kind.Options, kind.controls.values(), changes)


def _change_with(store: Store, page: ViewFrame) -> None:
    """Connects the signals of a page's view to changes of the store."""
    view, name = page.view, page.name
    view.picked.connect(lambda changes: store.look(**changes))
    view.asked.connect(lambda asked: store.ask(name, **changes_of(asked, store.state.run)))
    view.opted.connect(lambda changes: store.options(name, **changes))
    view.pinned.connect(store.pinned.pin)
    view.aligned.connect(lambda links: store.set_state(store.state.with_(alignments=links), tr("draw an alignment")))
    view.restated.connect(lambda wanted: store.set_state(*wanted(store.state)))
    view.hovered.connect(store.set_hover)
