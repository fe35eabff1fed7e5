"""The start of the window, in the order that shows it soonest, and its end.

First the engine's process, which loads torch by itself; then Qt and the window's empty frame; then, over turns of the
event loop, everything inside it; then the first sentence, which is translated as soon as the engine is ready. Qt and
all modules that need numpy are imported inside the functions for that reason.
"""

from __future__ import annotations

import contextlib
import faulthandler
import gc
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn, TypeVar

from model_core.errors import Refused
from model_core.io.child_process import restart_program
from model_core.io.resources import DEFAULT_MODEL, survey_folder
from model_core.io.safe_files import file_refusal
from viz_app.cli.complaints import advice
from viz_app.system import engine_process
from viz_app.system import settings as remembered
from viz_app.system.interrupts import Interrupts
from viz_app.system.language import VARIABLE, chosen, chosen_for_next_start, tr, want
from viz_app.system.qt_libraries import lacking_for_windows, leave_sources_unread
from viz_app.system.settings import Settings

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from model_core.record.trace import ModelInfo
    from viz_app.cli.idle_loader import IdleCollector, IdleLoader
    from viz_app.document.autosave import Autosave
    from viz_app.document.session import LastStart
    from viz_app.document.state import Layout, State
    from viz_app.document.store import Store
    from viz_app.system.crash_report import CrashReporter
    from viz_app.system.engine_client import EngineClient
    from viz_app.system.in_turns import Steps
    from viz_app.window.main_window import Window

NO_DISPLAY = tr(
    "headscope: no display found, so no window can open. To draw the window as a picture instead: python main.py "
    'render --view window --source "the cat sleeps" --out window.png'
)
_PLATFORMS = {"DISPLAY": "xcb", "WAYLAND_DISPLAY": "wayland"}
Style = TypeVar("Style", "Settings", "Layout")


@dataclass(frozen=True)
class LaunchOptions:
    """The window's options on the command line; None = as last time. `path` is opened as if it were dropped on the
    window."""

    model: str | None = None
    source: str | None = None
    theme: str | None = None
    text_scale: float | None = None
    survey: str | None = None
    path: str | None = None

    def styled(self, worn: Style) -> Style:
        """Settings or a layout with the theme and text size given on the command line."""
        return replace(worn, theme=self.theme or worn.theme, text_scale=self.text_scale or worn.text_scale)


def run_gui(options: LaunchOptions | None = None, interrupts: Interrupts | None = None) -> int:
    """Opens the window and returns when it is closed: 0, or 2 with one line on stderr if there is no display."""
    if interrupts is None:
        with Interrupts() as own:
            return run_gui(options, own)
    if not has_display():
        print(NO_DISPLAY, file=sys.stderr)
        return 2
    engine = engine_process.start_process()
    gc.disable()  # until the window is shown: no garbage yet, but ever more objects to visit
    asked_offscreen = "offscreen" in os.environ.get("QT_QPA_PLATFORM", "")
    fall_back()
    app = application()
    if app.platformName() == "offscreen" and not asked_offscreen:  # the display that was named does not answer
        engine_process.end_process(engine)
        lacking = lacking_for_windows()
        print(f"headscope: {advice(lacking)}" if lacking else NO_DISPLAY, file=sys.stderr)
        return 2
    program = Program(app, engine, options or LaunchOptions())
    interrupts.listen(program.window.close)
    code = program.run()
    if program.window.again:
        start_again()
    return code


def start_again() -> NoReturn:
    """Replaces this process by a new start of the program, in the language stored in the settings rather than the one
    that this start passes to its child processes."""
    os.environ.pop(VARIABLE, None)
    restart_program()


def has_display() -> bool:
    """Whether a window can be shown: always except on Linux, there if a display or a platform is named."""
    named = any(os.environ.get(name) for name in (*_PLATFORMS, "QT_QPA_PLATFORM"))
    return named or not sys.platform.startswith("linux")


def fall_back() -> None:
    """Lets Qt try the named displays and then none: a display that does not answer would end the process."""
    if sys.platform.startswith("linux") and not os.environ.get("QT_QPA_PLATFORM"):
        found = [platform for name, platform in _PLATFORMS.items() if os.environ.get(name)]
        os.environ["QT_QPA_PLATFORM"] = ";".join([*reversed(found), "offscreen"])


def application() -> QApplication:
    """The one QApplication, created on the first call."""
    from PySide6.QtWidgets import QApplication

    leave_sources_unread()
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        from viz_app.widgets import theme as themes

        app = QApplication(["headscope", "-style", "fusion"])
        app.setProperty(themes.FUSION, True)
        speak(app)
    app.setApplicationName("headscope")
    app.setApplicationDisplayName("headscope")
    app.setDesktopFileName("headscope")
    return app


def speak(app: QApplication) -> None:
    """Gives Qt's own strings (Cancel, Copy, …) the window's language, and all numbers decimal points."""
    from PySide6.QtCore import QLibraryInfo, QLocale, QTranslator

    QLocale.setDefault(QLocale.c())
    words = QTranslator(app)
    if words.load(f"qtbase_{chosen()}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
        app.installTranslator(words)


def first_state(settings: Settings, options: LaunchOptions, models: tuple[ModelInfo, ...]) -> State:
    """The State at the start: as given on the command line, otherwise that of the last session, otherwise the first
    example."""
    from model_core.record.run_spec import RunSpec
    from model_core.recordings.file_format import is_recording
    from model_core.recordings.open import recorded_run
    from viz_app.document.id_text import plain_ids
    from viz_app.document.state import Layout, State

    kept = {name: getattr(settings, name) for name in ("theme", "text_scale", "speed", "inspector", "depth")}
    desk = options.styled(Layout(**kept))
    model = settings.model if options.model is None else options.model
    model = "" if model == DEFAULT_MODEL else model
    text = options.source
    if text is None and (options.model is None or model == settings.model):
        text = settings.source
    if is_recording(model) and options.source is None:
        with contextlib.suppress(Refused):  # which the store reports
            return State(run=recorded_run(model), desk=desk)
        text = ""
    known = [info for info in models if info.folder == model]
    if text is None or not text.strip():
        ids = plain_ids(model)
        text = ids.example() if ids else known[0].examples[0] if known and known[0].examples else ""
    return State(run=RunSpec(model=model, source=tuple(text.split("\n"))), desk=desk)


def with_survey(state: State, options: LaunchOptions) -> State:
    """The State with the requested survey in view; unchanged if none is requested."""
    if options.survey is None:
        return state
    folder = os.path.abspath(survey_folder(options.survey))
    return state.with_options("survey", folder=folder).with_(desk=replace(state.desk, views=("survey",)))


def left_state(last: LastStart, options: LaunchOptions) -> State | None:
    """The State of the last session, in the theme and text size of the command line; None without one."""
    from viz_app.views import openable

    if last.session is None:
        return None
    state = last.session.state
    return state.with_(desk=replace(options.styled(state.desk), views=openable(state.desk.views)))


class Program:
    """The running program: window, store and engine, from the start until the session is saved. Everything but the
    window's frame is made in the first turns of the event loop."""

    store: Store
    engine_client: EngineClient
    faults: CrashReporter
    autosave: Autosave
    last: LastStart

    def __init__(self, app: QApplication, engine: subprocess.Popen[bytes] | None, options: LaunchOptions) -> None:
        from viz_app.system.in_turns import StepRunner
        from viz_app.window.geometry import fit_on_screen
        from viz_app.window.main_window import Window

        self.app, self._engine = app, engine
        self.settings = remembered.load()
        want(self.settings.language)
        self.window: Window = Window(None, options.styled(self.settings))
        if not self.window.restored and app.platformName() != "offscreen":  # which has no screen to overflow
            fit_on_screen(self.window, self.window.screen().availableGeometry())
        self.window.closed.connect(self.finish)
        self._held = contextlib.ExitStack()
        self._waited = True  # for the first picture
        self._finished = self._built = self._first = self._offers = False
        self._later: tuple[IdleLoader | IdleCollector, ...] = ()
        self._builder = StepRunner(self._steps(options))
        self._builder.over.connect(self._start_finished)

    def _build(self, options: LaunchOptions) -> Steps:
        """Builds everything inside the frame."""
        from model_core.engine.messages import Models
        from model_core.record.model_info import bundled_models
        from viz_app.document.autosave import Autosave
        from viz_app.document.session import LastStart, mark_start_successful, reopen
        from viz_app.document.store import Store
        from viz_app.system.crash_report import CrashReporter
        from viz_app.system.engine_client import EngineClient

        self.faults = CrashReporter(remembered.home())
        models, asked = bundled_models(), options.model is not None or options.source is not None
        self.last = LastStart() if asked else reopen()
        state = left_state(self.last, options)
        self.store = Store(with_survey(state or first_state(self.settings, options, models), options))
        self.store.accept(Models(models))
        self.engine_client = EngineClient(self._engine)
        self.autosave = Autosave(self.store)
        self._trust = mark_start_successful  # the last session led to a picture, or the user closed the window
        self._first = state is None and self.settings.source is None and options.path is None
        self._offers = self._first and not asked and options.survey is None
        self.store.changed.connect(self._changed)
        yield None
        yield from self.window.furnish(self.store, self.faults)
        self.autosave.failed.connect(self.window.notice.notify)
        self.autosave.recovered.connect(self.window.notice.withdraw)
        self.window.unkept = lambda: self.autosave.problem
        self.autosave.typed = self.window.choice.typed
        if (session := self.last.session) is not None:
            self.window.choice.take_up(session.typed)
            self.window.file_actions.asked = session  # its model may be another one by now
        self._built = True

    def _steps(self, options: LaunchOptions) -> Steps:
        """The steps of starting, one per turn of the event loop."""
        from viz_app.cli.idle_loader import load_parts

        yield load_parts
        yield from self._build(options)
        self._open()
        yield None
        self.window.desk.open_views()
        yield None
        self.window.desk.prepare()
        if options.path is not None:
            self.window.file_actions.open_path(Path(options.path), self.store.state.run.model if options.model else "")

    def run(self) -> int:
        """Shows the window and returns its exit code when it is closed. Raises what stopped the start."""
        with self._held:
            self.window.show()
            splash = self.window.splash
            self._builder.start_after(None if splash is None else splash.painted)
            code = self.app.exec()
        self.finish()
        if self._builder.failure is not None:
            raise self._builder.failure
        if self._built:
            self.faults.remove()
        return int(code)

    def _open(self) -> None:
        """The window is complete: starts listening to the engine, saving the session, and reporting faults."""
        from model_core.io.memory import trim

        self.faults.install()
        self._held.enter_context(_crash_log())
        self.store.attach(self.engine_client)
        self.autosave.start()
        if self.last.notice:
            refusal = Refused("E-SESSION-LAST", self.last.notice)
            self.window.file_actions.explain(tr("The last session was not opened"), refusal)
        trim()

    def _start_finished(self) -> None:
        """The start is over: garbage collection skips all objects made so far."""
        gc.freeze()
        gc.enable()
        if self._builder.failure is not None:
            self.app.exit(1)

    def _changed(self, names: frozenset[str]) -> None:
        if "trace" not in names or self.store.trace is None:
            return
        if self._waited:
            self._waited = False
            self._trust()
        if self._first and self.store.trace.complete:
            from viz_app.data.selection import clearest_head, telling_step

            self._first = False
            layer, head = clearest_head(self.store.trace)
            self.store.suggest(layer=layer, head=head, step=telling_step(self.store.trace))
            if self._offers:
                self.window.sheets.offer_tour()
        if not self._later and self.store.trace.complete:
            from viz_app.cli.idle_loader import IdleCollector, IdleLoader, preparations

            steps, changed = preparations(self.window.desk, self.store), self.store.changed
            self._later = IdleLoader(changed, steps, self.window), IdleCollector(changed, self.window)

    def finish(self) -> None:
        """Saves the session and settings and ends the engine. A second call does nothing."""
        if self._finished:
            return
        self._finished = True
        for one in (self._builder, *self._later):
            one.stop()
        if not self._built:
            self._give_up()
            return
        self.autosave.finish()
        self._trust()
        language = chosen_for_next_start()
        if language == self.settings.language:  # another window may have changed it
            language = remembered.load().language
        try:
            remembered.save(replace(self.window.remembered(self.settings), language=language))
        except OSError as error:
            print(f"headscope: the settings could not be saved: {file_refusal(error).message}", file=sys.stderr)
        self.engine_client.close()

    def _give_up(self) -> None:
        """The window was closed before it was complete: nothing to save."""
        if "engine_client" in self.__dict__:
            self.engine_client.close()
        elif self._engine is not None:
            engine_process.end_process(self._engine)


@contextlib.contextmanager
def _crash_log() -> Iterator[None]:
    """Writes the stack of every thread to crash.txt beside the log if native code crashes the program."""
    try:
        remembered.make_folder(remembered.home())
        file = (remembered.home() / "crash.txt").open("w", encoding="utf-8")
    except OSError:
        yield
        return
    with file:
        was_on = faulthandler.is_enabled()
        faulthandler.enable(file)
        try:
            yield
        finally:
            faulthandler.disable()
            if was_on:
                faulthandler.enable()
