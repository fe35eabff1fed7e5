"""The main window: everything in its place, and what the window itself does with changes, keys and sizes.

Top bar; rail, text band, views and inspector; status line. The window reads the store and asks it for changes as every
other part does; it owns the theme, the commands and the measured time of painting.
"""

from __future__ import annotations

import base64
import binascii
import time
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property, partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QEvent, Qt, Signal
from PySide6.QtGui import QAction, QCloseEvent, QGuiApplication, QResizeEvent, QStatusTipEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QMainWindow, QMenu, QVBoxLayout, QWidget

from viz_app import theme as themes
from viz_app.actions import action, view_word
from viz_app.commands import Commands, key_words
from viz_app.desk import Desk as DeskArea
from viz_app.drop import DropTarget
from viz_app.faults import Faults
from viz_app.inspector import Inspector
from viz_app.model_menu import ModelChoice, model_words
from viz_app.notice import Notice
from viz_app.rail import Rail
from viz_app.settings import Settings
from viz_app.split import Split
from viz_app.state import Desk
from viz_app.status import Status
from viz_app.store import Store
from viz_app.tabs import focus_into, order_tabs
from viz_app.text_panel import TextPanel
from viz_app.theme import Theme
from viz_app.top_bar import TopBar
from viz_app.views import VIEWS

if TYPE_CHECKING:
    from viz_app.asking import Asking
    from viz_app.filing import Filing
    from viz_app.palette import Entry
    from viz_app.takeaway import Takeaway
    from viz_app.view import View

SIZE = (1440, 900)
SMALLEST = (640, 440)
_DRESSED = "headscope_dressed"  # property of the application: a theme was applied to it
NARROW = 1100  # px at text size 100 %: below this the inspector makes room for the view until it is asked for
SPLIT_NARROW = 1240  # the same for two views


class Window(QMainWindow):
    """See module. `closed` is the last thing that it says."""

    closed = Signal()

    def __init__(self, store: Store, settings: Settings | None = None, faults: Faults | None = None) -> None:
        super().__init__()
        self.store = store
        self._faults = faults
        self._drawn_ms = 0.0
        self._measure = False
        self._insisted = False  # the inspector was asked for although the window is narrow
        self._closing = False
        self.setWindowTitle("headscope")
        wear(store.state.desk)  # before there are widgets that would have to change
        self._make_parts()
        self._lay_out()
        self._connect()
        self.setMinimumSize(*SMALLEST)  # so that larger text never widens the window beyond a screen
        self.resize(*SIZE)
        if settings is not None:
            self.restore(settings)
        self._dress()
        self.refresh(frozenset({"desk", "models", "trace", "engine", "run"}))
        self.text.source.box.setFocus()

    # ---- making it

    def _make_parts(self) -> None:
        store = self.store
        self.choice = ModelChoice(store, self)
        self.models = QMenu(self)
        self.models.aboutToShow.connect(lambda: self.choice.fill(self.models))
        self.recent = QMenu("Open recent", self)
        self.recent.aboutToShow.connect(lambda: self.filing.fill_recent(self.recent))
        self.split = Split(store, self)
        split = action("split")
        self.bar = TopBar(self.models, key_words("Ctrl+K"), f"{split.tip} ({key_words(split.keys[0])})")
        self.rail = Rail(VIEWS, self)
        self.text = TextPanel(store)
        self.notice = Notice(store, self)
        self.desk = DeskArea(store, self)
        self.inspector = Inspector(store)
        self.status = Status(store, self)
        self.commands = Commands(self, self, self.desk)
        self.menus = self.commands.fill(self.bar.menus)
        self.models.setTitle("Model")
        for name, inner in (("model", self.models), ("recent", self.recent), ("beside", self.split.menu)):
            self._nest(self.commands.made[name], inner)
        self.bar.fold(self.menus.values())

    def _nest(self, entry: QAction, inner: QMenu) -> None:
        """A menu in the place of the entry that opens it elsewhere."""
        menu = next(menu for menu in self.menus.values() if entry in menu.actions())
        menu.insertMenu(entry, inner)
        menu.removeAction(entry)

    def _lay_out(self) -> None:
        centre = QWidget(self)
        views = QVBoxLayout()
        row = QHBoxLayout()
        right = QVBoxLayout()
        upper = QHBoxLayout()
        whole = QVBoxLayout(centre)
        for layout in (views, row, right, upper, whole):
            layout.setContentsMargins(0, 0, 0, 0)
            layout.setSpacing(0)
        views.addWidget(self.notice)
        views.addWidget(self.desk, 1)
        row.addLayout(views, 1)
        row.addWidget(self.inspector)
        right.addWidget(self.text)
        right.addLayout(row, 1)
        upper.addWidget(self.rail)
        upper.addLayout(right, 1)
        whole.addLayout(upper, 1)
        whole.addWidget(self.status)
        self.setMenuWidget(self.bar)
        self.setCentralWidget(centre)
        self._order_tabs()

    def _order_tabs(self) -> None:
        """The tabulator goes as one reads: top bar, rail, text, views, inspector, status line."""
        order_tabs(self, (self.bar, self.rail, self.text, *self.desk.parts(), self.inspector, self.status))

    def _connect(self) -> None:
        self.store.changed.connect(self.refresh)
        self.bar.find_asked.connect(self.find_command)
        self.bar.split_asked.connect(partial(self.commands.run, "split"))
        self.rail.opened.connect(self.open_view)
        self.rail.beside.connect(self.toggle_beside)
        self.desk.hinted.connect(self.status.set_hint)
        self.desk.drawn.connect(self._drawn)
        self.desk.opened.connect(self._order_tabs)
        self.status.late.connect(self.desk.set_late)
        self.status.cancelled.connect(self.cancel)
        self.status.restarted.connect(partial(self.commands.run, "engine.restart"))
        self.status.details.connect(self.show_faults)
        if self._faults is not None:
            self._faults.told.connect(self.status.set_fault)
        self.drops = DropTarget(self)
        self.drops.files.connect(lambda paths: self.filing.open_dropped(paths))
        self.drops.text.connect(lambda text: self.filing.open_text(text))
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._system_theme)

    # ---- what is remembered

    def restore(self, settings: Settings) -> None:
        """Takes size and place from the settings; the rest of them is in the store already."""
        try:
            raw = base64.b64decode(settings.geometry, validate=True)
        except (binascii.Error, ValueError):
            return
        if raw:
            self.restoreGeometry(QByteArray(raw))

    def remembered(self, settings: Settings) -> Settings:
        """The settings with what is to be remembered from now."""
        desk, run = self.store.state.desk, self.store.state.run
        geometry = base64.b64encode(bytes(self.saveGeometry().data())).decode("ascii")
        return replace(
            settings, theme=desk.theme, text_scale=desk.text_scale, inspector=desk.inspector, speed=desk.speed,
            geometry=geometry, model=run.model, source="\n".join(run.source)[:20_000],
        )  # fmt: skip

    # ---- changes

    def refresh(self, names: frozenset[str]) -> None:
        """Shows what the window itself shows of the store's state."""
        if "desk" in names:
            self._apply_theme()
            self._show_inspector()
            self._show_open()
        if names & {"models", "trace", "engine", "run"}:
            self.bar.show_model(self.choice.current(), self.store.engine == "starting")
        self.commands.refresh()

    def _apply_theme(self) -> None:
        if wear(self.store.state.desk):
            self._dress()

    def _system_theme(self) -> None:
        if self.store.state.desk.theme == "system":
            self._apply_theme()

    def _dress(self) -> None:
        """Colours and fonts of now for everything that does not follow by itself."""
        theme = themes.current()
        for part in (self.bar, self.rail, self.notice, self.status):
            part.dress()
        self.text.set_theme(theme)
        self.inspector.set_theme(theme)
        self.commands.recolour()
        self._show_inspector()

    # ---- files: loaded when they are first asked for

    @cached_property
    def filing(self) -> Filing:
        """Opening, recent files, sessions."""
        from viz_app.filing import Filing

        made = Filing(self, self.store)
        made.said.connect(self.status.set_tip)
        made.titled.connect(self._show_title)
        return made

    @cached_property
    def takeaway(self) -> Takeaway:
        """Pictures and numbers."""
        from viz_app.takeaway import Takeaway

        made = Takeaway(self, self.store, self.view)
        made.said.connect(self.status.set_tip)
        return made

    def view(self) -> View | None:
        """The view that has the keyboard's focus, else the first one that is open; None where none is."""
        views, focus = [page.view for page in self.desk.open_views()], self.focusWidget()
        focused = [view for view in views if focus is not None and view.isAncestorOf(focus)]
        return next(iter(focused + views), None)

    def _show_title(self, name: str, changed: bool) -> None:
        """The session file in the title, with a mark while it holds something else."""
        self.setWindowTitle(f"{name}[*] — headscope" if name else "headscope")
        self.setWindowModified(changed)

    def choose_recent(self) -> None:
        """Opens the list of recent files."""
        self.recent.popup(self.bar.mapToGlobal(self.bar.rect().bottomLeft()))

    # ---- what actions ask for

    def open_view(self, name: str) -> None:
        """Shows a view, and no other."""
        self.store.desk(views=(name,))
        self._show_open()

    def toggle_beside(self, name: str) -> None:
        """Shows a view beside the present one, or closes it there."""
        self.split.toggle_one(name)
        self._show_open()

    def _show_open(self) -> None:
        """Marks the open views, also where a press changed nothing but the button itself."""
        self.rail.show_open(self.split.open())
        self.bar.show_split(len(self.split.open()) > 1, len(VIEWS) > 1)
        self.commands.refresh()

    def next_view(self) -> None:
        """Moves the focus to the view, or from one view to the next."""
        pages, focus = [page for page in self.desk.open_views() if page.isVisible()], self.focusWidget()
        now = [place for place, page in enumerate(pages) if focus is not None and page.isAncestorOf(focus)]
        if pages:
            focus_into(pages[(now[0] + 1) % len(pages) if now else 0].view)

    def focus_source(self) -> None:
        """Puts the cursor into the source box."""
        self.activateWindow()
        self.text.focus_source()

    def show_keys(self) -> None:
        """Opens the sheet of keys."""
        from viz_app.sheets import KeySheet  # here and below: nothing that the start has to wait for

        KeySheet(self.commands.actions.values(), self).show()

    def show_history(self) -> None:
        """Opens the list of changes, or brings it to the front."""
        from viz_app.history_sheet import HistorySheet

        sheet = self.findChild(HistorySheet) or HistorySheet(self.store, self)
        sheet.show()
        sheet.raise_()
        sheet.activateWindow()

    def show_about(self) -> None:
        """Opens the words about headscope."""
        from viz_app.sheets import AboutSheet

        trace = self.store.trace
        AboutSheet(trace.model if trace is not None else self.choice.current(), self).show()

    def show_faults(self) -> None:
        """Opens the details of what went wrong and takes the line away."""
        from viz_app.sheets import FaultSheet

        FaultSheet(self._faults.story() if self._faults is not None else "", self).show()
        self.status.set_fault("")

    def find_command(self) -> None:
        """Opens the list of commands."""
        from viz_app.palette import Palette

        Palette(self.entries(), self).show_over(self)

    def entries(self) -> list[Entry]:
        """What the list of commands offers now."""
        from viz_app.palette import Entry

        made = []
        for name, one in self.commands.actions.items():
            if one.when(self.store) and name != "find":
                key = key_words(one.keys[0]) if one.keys else ""
                made.append(Entry(one.menu, one.text, key, partial(self.commands.run, name)))
        made.sort(key=lambda entry: entry.menu == "File")  # nobody looks for Quit first
        made += [
            Entry("View", f"Beside: {view_word(name)}", "", partial(self.split.show_beside, name))
            for name in VIEWS
            if name not in self.split.open()
        ]
        return made + [
            Entry("Model", f"Model: {model_words(info)}", "", partial(self.choice.choose, info))
            for info in self.store.models
        ]

    def choose_model(self) -> None:
        """Opens the list of models."""
        self.bar.model.showMenu()

    def toggle_inspector(self) -> None:
        """Shows or hides the inspector."""
        wanted = self.inspector.isHidden()
        self._insisted = wanted
        self.store.desk(inspector=wanted)
        self._show_inspector()

    def _show_inspector(self) -> None:
        least = SPLIT_NARROW if len(self.split.open()) > 1 else NARROW
        narrow = self.width() < least * (1 + (themes.text_scale() - 1) * 0.6)
        self.inspector.setVisible(self.store.state.desk.inspector and (not narrow or self._insisted))

    def cancel(self) -> None:
        """Stops the present computation."""
        self.store.cancel()

    # ---- events

    def _drawn(self, milliseconds: float) -> None:
        self._drawn_ms, self._measure = milliseconds, True

    def event(self, event: QEvent) -> bool:
        """Measures how long a new picture takes to be painted, and hands tips on to the status line."""
        if event.type() == QEvent.Type.UpdateRequest and self._measure:
            return self._measured(lambda: super(Window, self).event(event))
        if event.type() == QEvent.Type.StatusTip and isinstance(event, QStatusTipEvent):
            self.status.set_tip(event.tip())
            return True
        return super().event(event)

    def _measured(self, paint: Callable[[], bool]) -> bool:
        started = time.perf_counter()
        done = paint()
        self._measure = False
        self.store.set_painted(self._drawn_ms + (time.perf_counter() - started) * 1e3)
        return done

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lets the inspector give way."""
        super().resizeEvent(event)
        self._show_inspector()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stops what runs in the window; whoever made it ends the engine."""
        if not self._closing:
            self._closing = True
            self.store.set_playing(False)
            self.status.stop()
            for name in ("filing", "takeaway"):
                if name in self.__dict__:
                    asking: Asking = self.__dict__[name]
                    asking.stop()
            self.closed.emit()
        super().closeEvent(event)


def wear(desk: Desk) -> bool:
    """Dresses the application in a desk's theme and text size, where it does not wear them already."""
    app = QApplication.instance()
    wanted = (chosen_theme(desk.theme), desk.text_scale)
    if not isinstance(app, QApplication):
        return False
    if app.property(_DRESSED) and wanted == (themes.current(), themes.text_scale()):
        return False
    themes.apply(app, *wanted)
    app.setProperty(_DRESSED, True)
    return True


def chosen_theme(name: str) -> Theme:
    """The theme of this name; "system" is dark where the system says so, light otherwise."""
    if name in themes.THEMES:
        return themes.THEMES[name]
    dark = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
    return themes.DARK if dark else themes.LIGHT
