"""The main window: everything in its place, and what the window itself does with changes, keys and sizes.

Top bar; rail, text band, views and inspector; status line. The window reads the store and asks it for changes as every
other part does; it owns the theme, the commands and the measured time of painting.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QCloseEvent, QResizeEvent, QStatusTipEvent
from PySide6.QtWidgets import QGraphicsView, QMainWindow, QWidget

from viz_app.system.language import tr
from viz_app.system.settings import Settings
from viz_app.widgets import theme as themes
from viz_app.widgets.application_theme import apply_theme, chosen_theme, free_when_deleted, is_applied
from viz_app.window.geometry import SIZE, SMALLEST, geometry_text, held_layouts, restore_geometry
from viz_app.window.sheets import Sheets
from viz_app.window.splash import SplashScreen

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMenu

    from viz_app.commands.bindings import Commands
    from viz_app.commands.drag_drop import DropTarget
    from viz_app.document.store import Store
    from viz_app.files.export_actions import ExportActions
    from viz_app.files.open_save import FileActions
    from viz_app.inspector.inspector import Inspector
    from viz_app.system.crash_report import CrashReporter
    from viz_app.text.edit_strip import EditStrip
    from viz_app.text.panel import TextPanel
    from viz_app.widgets.view import View
    from viz_app.window.banner import Banner
    from viz_app.window.model_menu import ModelChoice
    from viz_app.window.nav_rail import Rail
    from viz_app.window.split_view import Split
    from viz_app.window.status_bar import StatusBar
    from viz_app.window.top_bar import TopBar
    from viz_app.window.view_frame import ViewFrame
    from viz_app.window.workspace import Workspace

NARROW = 1100  # px at text size 100 %: below this the inspector makes room for the view until it is requested
SPLIT_NARROW = 1240  # the same for two views


def clear_scenes(window: QWidget) -> None:
    """Deletes what charts have drawn while Python still holds all of it: in the destructor of a window that Python has
    released it may be partly deleted, and Qt would read freed memory."""
    for chart in window.findChildren(QGraphicsView):
        chart.scene().clear()


def end_files(window: Window) -> bool:
    """Ends opening and saving of files in a window, and its presentation; False if a file cannot be written, which a
    page of the window reports."""
    opened = [window.__dict__[name] for name in ("file_actions", "export_actions") if name in window.__dict__]
    if not all(one.finish() for one in opened):
        return False
    for one in opened:
        one.stop()
    if "presenter" in window.sheets.__dict__:
        window.sheets.presenter.stop()  # it is remembered with its usual size and place
    return True


class Window(QMainWindow):
    """See module. `closed` is its last signal. Without a store it is a splash screen until `furnish`; what the parts
    need is not imported with this module."""

    closed = Signal()

    store: Store
    choice: ModelChoice
    models: QMenu
    recent: QMenu
    menus: dict[str, QMenu]
    split: Split
    bar: TopBar
    rail: Rail
    text: TextPanel
    edits: EditStrip
    notice: Banner
    desk: Workspace
    inspector: Inspector
    status: StatusBar
    commands: Commands
    drops: DropTarget
    _drawn_ms, _measure = 0.0, False  # events come before __init__ has ended

    def __init__(
        self, store: Store | None = None, settings: Settings | None = None, faults: CrashReporter | None = None
    ) -> None:
        super().__init__()
        free_when_deleted(self, collect=True)
        self.sheets = Sheets(self)
        self.again = self._closing = self._furnished = self.insisted = False  # asked for the inspector, though narrow
        self.unkept: Callable[[], str] = lambda: ""  # set by who keeps the session
        self.setWindowTitle("headscope")
        self.setMinimumSize(*SMALLEST)  # so that larger text never widens the window beyond a screen
        self.resize(*SIZE)
        self.restored = settings is not None and restore_geometry(self, settings.geometry)
        self.splash: SplashScreen | None = SplashScreen(self)
        if store is None:
            apply_theme(settings or Settings())
        else:
            for _ in self.furnish(store, faults):
                pass

    # ---- making it

    def furnish(self, store: Store, faults: CrashReporter | None = None) -> Iterator[None]:
        """Builds everything that shows the store; the window can be painted at each yield."""
        from viz_app.window.assembly import assemble

        self.store, self._faults = store, faults
        apply_theme(store.state.desk)  # before there are widgets that would have to change
        yield from assemble(self, faults)
        self._furnished = True
        self._restyle()
        themes.changed.connect(self._restyle)
        self.refresh(frozenset({"desk", "models", "trace", "engine", "run"}))
        if self.splash is not None:
            self.splash.hand_over(self.text.source.box)
            self.splash = None

    def cover(self) -> None:
        """Raises the splash screen above the window's new parts."""
        if self.splash is not None:
            self.splash.setGeometry(self.rect())
            self.splash.raise_()

    def remembered(self, settings: Settings) -> Settings:
        """The settings updated with the current state."""
        state = self.store.hiding.own or self.store.state
        desk, run = state.desk, state.run
        kept = {name: getattr(desk, name) for name in ("theme", "text_scale", "inspector", "speed", "depth")}
        geometry, source = geometry_text(self, settings.geometry), "\n".join(run.source)[:20_000]
        return replace(settings, geometry=geometry, model=run.model, source=source, **kept)

    # ---- changes

    def refresh(self, names: frozenset[str]) -> None:
        """Updates what the window itself shows of the store's state."""
        if "desk" in names:
            if not is_applied(self.store.state.desk):
                with held_layouts(self.desk.parts()):
                    apply_theme(self.store.state.desk)
            self._show_inspector()
            self._show_open()
        if names & {"trace", "run"}:
            self.edits.show_edits(self.store.state.run.edits, self.store.trace)
        if names & {"models", "trace", "engine", "run"}:
            self.bar.show_model(self.choice.current(), self.store.engine == "starting")
        if names == {"hover"}:
            self.commands.refresh(("pin",))
        elif names - {"painted", "writing"}:  # which make nothing possible or impossible
            self.commands.fall_behind()

    def _restyle(self, _theme: object = None) -> None:
        """Takes colours and text size after all its parts have, being notified last."""
        self.inspector.restyle()
        self.text.fit_height(self.height())
        self.commands.restyle()
        self._show_inspector()

    # ---- files: loaded when they are first asked for

    @cached_property
    def file_actions(self) -> FileActions:
        """Opening, recent files, sessions."""
        from viz_app.window.assembly import made_file_actions

        return made_file_actions(self)

    @cached_property
    def export_actions(self) -> ExportActions:
        from viz_app.window.assembly import made_export_actions

        return made_export_actions(self)

    def view(self) -> View | None:
        """The focused view, otherwise the first open one that draws something; None without one."""
        return None if (page := self._page_in_use()) is None else page.view

    def view_in_use(self) -> str:
        """The name of the view with the hovered cell, otherwise of `view`."""
        pointed = (page for page in self.desk.open_views() if self.store.hover is not None and page.underMouse())
        page = next(pointed, None) or self._page_in_use()
        return self.store.state.desk.views[0] if page is None else page.name

    def _page_in_use(self) -> ViewFrame | None:
        """The open page with the focus, in its view or its options, otherwise the first that draws something."""
        pages, focus = sorted(self.desk.open_views(), key=lambda page: page.view.isHidden()), self.focusWidget()
        return next((page for page in pages if focus is not None and page.isAncestorOf(focus)), next(iter(pages), None))

    def show_title(self, name: str, changed: bool) -> None:
        """Shows the session file in the title, marked if it has unsaved changes."""
        self.setWindowTitle(tr("{name}[*] — headscope", name=name) if name else tr("headscope"))
        self.setWindowModified(changed)

    # ---- what actions ask for

    def open_view(self, name: str) -> None:
        self.store.desk(views=(name,))
        self._show_open()

    def enter_view(self, name: str) -> None:
        """Shows a view that was asked for by its name; the keyboard leaves the text for it."""
        self.open_view(name)
        self.give_keyboard(name)

    def give_keyboard(self, name: str, typed_in: bool = False) -> None:
        """The keyboard leaves the text for an open view; with `typed_in` only for one that text is typed in."""
        from viz_app.window.focus_order import focus_from, is_typed_in

        page = self.desk.page(name)
        if page is not None and page.isVisible() and (not typed_in or is_typed_in(page.view)):
            focus_from(self.text, page.view)

    def toggle_beside(self, name: str) -> None:
        """Shows a view beside the current one, or closes it there."""
        self.split.toggle_one(name)
        self._show_open()

    def _show_open(self) -> None:
        """Marks the open views, also after a click that changed nothing but the button itself."""
        self.rail.show_open(self.split.open(), self.store.state.desk.depth)
        self.bar.show_depth(self.store.state.desk.depth)
        self.bar.split.setChecked(len(self.split.open()) > 1)
        self.bar.split.setEnabled(len(self.rail.buttons) > 1)
        self.commands.refresh()

    def next_view(self) -> None:
        """Moves the focus to the view, or from one view to the next."""
        from viz_app.window.focus_order import focus_next

        focus_next([page.view for page in self.desk.open_views() if page.isVisible()], self.focusWidget())

    def focus_source(self) -> None:
        self.activateWindow()
        self.text.focus_source()

    def toggle_inspector(self) -> None:
        wanted = self.insisted = self.inspector.isHidden()
        self.store.desk(inspector=wanted)
        self._show_inspector()

    def _show_inspector(self) -> None:
        least = SPLIT_NARROW if len(self.split.open()) > 1 else NARROW
        narrow = self.width() - self.sheets.lesson_room() < least * (1 + (themes.text_scale() - 1) * 0.6)
        self.inspector.setVisible(self.store.state.desk.inspector and (not narrow or self.insisted))

    # ---- events

    def focusNextPrevChild(self, forward: bool) -> bool:
        from viz_app.window.assembly import order_parts

        if self._furnished:
            order_parts(self)
        return super().focusNextPrevChild(forward)

    def note_drawn(self, milliseconds: float) -> None:
        """Records how long the views took to draw; painting follows."""
        self._drawn_ms, self._measure = milliseconds, True

    def event(self, event: QEvent) -> bool:
        """Measures how long painting takes, forwards status tips."""
        if self._measure and event.type() == QEvent.Type.UpdateRequest:
            started, self._measure = time.perf_counter(), False
            done = super().event(event)
            self.store.set_painted(self._drawn_ms + (time.perf_counter() - started) * 1e3)
            return done
        if isinstance(event, QStatusTipEvent):
            self.status.set_tip(event.tip())
            return True
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Hides the inspector in a narrow window, until requested."""
        super().resizeEvent(event)
        self.cover()
        if self._furnished:
            self._show_inspector()
            self.text.fit_height(self.height())

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stops everything in the window, or keeps it open: see end_files. The owner of the engine ends it."""
        if not self._closing:
            if not end_files(self):
                return event.ignore()
            self._closing = True
            if self._furnished:
                self.store.set_playing(False)
                self.store.hiding.close()
                self.status.stop()
            self.closed.emit()
            clear_scenes(self)
        super().closeEvent(event)


__all__ = ["Window", "apply_theme", "chosen_theme"]
