"""Creates and connects the parts of the main window."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from model_core.explain.provenance import python_script
from viz_app.commands.actions import action
from viz_app.commands.bindings import Commands, key_words
from viz_app.commands.drag_drop import DropTarget
from viz_app.inspector.array_menu import ArrayMenu
from viz_app.inspector.inspector import Inspector
from viz_app.system import command_queue
from viz_app.system.command_queue import queued_with
from viz_app.system.language import tr
from viz_app.system.settings import DEPTHS
from viz_app.text.edit_strip import EditStrip
from viz_app.text.panel import TextPanel
from viz_app.views import VIEWS
from viz_app.widgets import theme as themes
from viz_app.widgets.layout import column_of, row_of, set_hand_cursors
from viz_app.widgets.number_card import WindowOffers
from viz_app.widgets.painting import INSPECTOR
from viz_app.widgets.view import View
from viz_app.window.banner import Banner
from viz_app.window.focus_order import focus_from, tab_through
from viz_app.window.model_menu import ModelChoice
from viz_app.window.nav_rail import Rail
from viz_app.window.split_view import Split
from viz_app.window.status_bar import StatusBar
from viz_app.window.top_bar import TopBar
from viz_app.window.workspace import Workspace

if TYPE_CHECKING:
    from model_core.explain.provenance import Source
    from model_core.record.trace import Trace
    from viz_app.files.export_actions import ExportActions
    from viz_app.files.open_save import FileActions
    from viz_app.system.crash_report import CrashReporter
    from viz_app.window.main_window import Window

SAVING = (
    "picture.save", "numbers.save", "page.save", "picture.copy", "table.copy", "link.copy", "python.copy", "python.put",
)  # fmt: skip
"""Commands that the top bar's button with the arrow offers."""


def assemble(window: Window, faults: CrashReporter | None) -> Iterator[None]:
    """Creates the parts, lays them out and connects them; the window is painted between the four groups. The window
    already has its store."""
    centre = QWidget(window)  # the parts are made in their place: Qt resolves each of a part that moves again
    _make_frame(window, centre)
    yield
    window.text = TextPanel(window.store, centre)
    window.edits = EditStrip(window.text.source)
    yield
    window.notice = Banner(window.store, centre)
    window.desk = Workspace(window.store, centre)
    window.inspector = Inspector(window.store, window.desk.shown_number, centre, yields=True)
    window.status = StatusBar(window.store, centre)
    yield
    window.commands = Commands(window, window, window.desk)
    _fill_menus(window)
    _lay_out(window, centre)
    _connect(window, faults)
    yield


def _make_frame(window: Window, centre: QWidget) -> None:
    store = window.store
    window.choice = ModelChoice(store, window)
    window.models = QMenu(window)
    window.models.aboutToShow.connect(lambda: _fill_models(window))
    window.recent = QMenu(tr("Open recent"), window)
    window.recent.aboutToShow.connect(lambda: window.file_actions.fill_recent(window.recent))
    window.split = Split(store, window)
    split = action("split")
    window.bar = TopBar(window.models, key_words("Ctrl+K"), f"{split.tip} ({key_words(split.keys[0])})")
    window.rail = Rail(VIEWS, centre)


def _fill_models(window: Window) -> None:
    window.choice.fill(window.models)
    window.models.addSeparator()
    window.models.addAction(window.commands.qt_actions["open.published"])


def _fill_menus(window: Window) -> None:
    window.menus = window.commands.fill(window.bar.menus)
    window.models.setTitle(action("model").text.rstrip("…"))
    for name, inner in (("model", window.models), ("recent", window.recent), ("beside", window.split.menu)):
        _nest(window, window.commands.qt_actions[name], inner)
    window.bar.offer(window.bar.folded, (menu.menuAction() for menu in window.menus.values()))
    window.bar.offer(window.bar.dial, (window.commands.qt_actions[f"depth.{name}"] for name in DEPTHS))
    window.inspector.offer(window.commands.qt_actions, window.commands.catch_up)
    window.bar.offer(window.bar.save, (window.commands.qt_actions[name] for name in SAVING))


def _nest(window: Window, entry: QAction, inner: QMenu) -> None:
    """A menu in place of an entry that opens it elsewhere."""
    menu = next(menu for menu in window.menus.values() if entry in menu.actions())
    menu.insertMenu(entry, inner)
    menu.removeAction(entry)


def _lay_out(window: Window, centre: QWidget) -> None:
    """Lays out every part under the splash screen."""
    window.setCentralWidget(centre)
    window.setMenuWidget(window.bar)
    window.cover()
    views = column_of(window.notice, (window.desk, 1), spacing=0)
    row = window.sheets.beside_views = row_of((views, 1), window.inspector, spacing=0)
    right = column_of(window.text, (row, 1), spacing=0)
    upper = row_of(window.rail, (right, 1), spacing=0)
    column_of((upper, 1), window.status, parent=centre, spacing=0)
    window.text.source.put_below(window.edits)
    window.inspector.setObjectName(INSPECTOR)
    set_hand_cursors(window)


class SystemLook(QObject):
    """Restyles a window when the system becomes dark or light. It ends with the window, which a lambda connected to the
    system's signals would keep alive."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._follow)

    def _follow(self) -> None:
        window: Any = self.parent()
        window.refresh(frozenset({"desk"}))


def order_parts(window: Window) -> None:
    """Makes Tab follow reading order: top bar, rail, text, edits, views, inspector, status."""
    views = window.desk.parts()
    tab_through((window.bar, window.rail, window.text, window.edits, *views, window.inspector, window.status))


def stop_views(window: Window) -> None:
    """Called when the window closes: nothing is drawn from now on, as the scenes of charts are empty."""
    window.store.changed.disconnect(window.desk.refresh)
    themes.changed.disconnect(window.desk.restyle)
    for view in window.desk.findChildren(View):
        view.stop()


def made_file_actions(window: Window) -> FileActions:
    from viz_app.files.job_runners import progress_words
    from viz_app.files.open_save import FileActions

    made, status = FileActions(window, window.store), window.status
    made.message.connect(status.set_said)
    made.titled.connect(window.show_title)
    made.news.connect(window.notice.notify)
    made.news_of_model.connect(window.notice.notify_of_model)
    made.taught.connect(window.sheets.open_lesson)
    made.part.connect(status.add_part)
    made.chosen.connect(window.choice.open)
    made.surveying.connect(lambda runner: status.survey.follow(runner.job, progress_words, runner.stop))
    return made


def made_export_actions(window: Window) -> ExportActions:
    from viz_app.files.export_actions import ExportActions

    made = ExportActions(window, window.store, window.view)
    made.message.connect(window.status.set_said)
    made.scripted.connect(lambda script: put_into_console(window, script))
    made.part.connect(window.status.add_part)
    return made


def put_number_into_console(window: Window, trace: Trace, source: Source) -> None:
    """Puts the Python code of a number into the console."""
    shown = window.store.trace
    put_into_console(window, python_script(trace, source, here=shown is not None and shown.run == trace.run))


def leave_text(window: Window) -> None:
    """The keyboard leaves the text box for the view, where the next Esc does what it does elsewhere."""
    focus_from(window.text, window.view())
    if (focus := window.text.focusWidget()) is not None and focus.hasFocus():  # no view takes it
        focus.clearFocus()


def put_into_console(window: Window, script: str) -> None:
    """Puts Python code into the console, which opens beside the view; the user reads and runs it."""
    if "console" not in window.split.open():
        window.split.show_beside("console")
    if (page := window.desk.made_page("console")) is not None:
        view: Any = page.view
        view.prompt.put(script.strip())


def _connect(window: Window, faults: CrashReporter | None) -> None:
    window.store.changed.connect(window.refresh)
    window.store.effects.requests_changed.connect(window.commands.fall_behind)
    window.closed.connect(partial(command_queue.drop, window))
    window.closed.connect(partial(window.store.effects.follow, False))
    window.closed.connect(partial(stop_views, window))
    bar, rail = window.bar, window.rail
    bar.finder.clicked.connect(lambda: window.sheets.find_command())
    for button, command in ((bar.split, "split"), (bar.present, "present"), (rail.lessons, "lessons"),
                            (rail.more, "depth.full")):  # fmt: skip
        button.clicked.connect(lambda *_, name=command: window.commands.run(name))
    rail.opened.connect(window.enter_view)
    rail.beside.connect(window.toggle_beside)
    window.split.shown.connect(partial(window.give_keyboard, typed_in=True))
    window.text.source.examples.pairs_asked.connect(partial(window.commands.run, "pairs"))
    window.text.source.examples.model_asked.connect(window.choice.choose)
    window.edits.asked.connect(lambda edits: window.store.run(edits=edits))
    window.desk.hinted.connect(window.status.set_hint)
    window.desk.commanded.connect(queued_with(window, window.commands.run))
    window.desk.drawn.connect(window.note_drawn)
    window.status.late.connect(window.desk.set_late)
    window.status.run.cancelled.connect(window.store.cancel)
    window.status.restarted.connect(partial(window.commands.run, "engine.restart"))
    if faults is not None:
        faults.message.connect(window.status.set_fault)
        window.status.more.clicked.connect(lambda: window.sheets.show_fault(faults.story()))
    ArrayMenu(window, lambda: window.sheets.arrays)
    offers = WindowOffers(window)
    offers.asked.connect(lambda found: window.sheets.arrays.take(found))
    offers.scripted.connect(lambda found: put_number_into_console(window, *found))
    window.drops = DropTarget(window)
    window.drops.files.connect(lambda paths, spot: window.sheets.arrays.take_dropped(paths, spot))
    window.drops.text.connect(lambda text: window.file_actions.open_text(text))
    for box in (window.text.source.box, window.text.target.box):
        box.link_pasted.connect(queued_with(window, lambda link: window.file_actions.open_link(link)))
        box.left.connect(partial(leave_text, window))
    SystemLook(window)
