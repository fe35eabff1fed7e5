"""Thousands of random gestures in the real window: no exception, no warning of Qt, no long stall, no lost state.

`pytest tests/robust --events 200000 --seed 7` does more and other ones; the same seed does the very same ones again.
"""

from __future__ import annotations

import errno
import logging
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import psutil
import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QFileDialog

from benchmarks.machine import USUAL_IMPORT, import_processor_seconds, slower
from model_core.record.run_spec import RunSpec
from tests.made.traces import made_model
from tests.robust.brief_engine import BriefEngine
from tests.robust.gestures import Gesture, Hand, gestures, in_words
from viz_app.document.state import Layout, State, fit_look
from viz_app.document.store import Store
from viz_app.files.file_dialogs import FileDialogs
from viz_app.system import child_job
from viz_app.system.crash_report import CrashReporter, log
from viz_app.system.engine_client import InlineEngine
from viz_app.system.settings import SPEEDS
from viz_app.window.main_window import Window, apply_theme

LATE = 0.25
"""Seconds of one gesture that are reported."""

EVERY = 5000
"""Gestures after which it is measured once more how slow this machine is."""

STUCK = 3.0
"""Seconds of the window's own computing in one gesture that are a fault, however slow the machine is."""

STANDING = 400
"""Milliseconds after which a popup is closed that none of the gestures has closed."""

KEPT = 200
"""Gestures named when something goes wrong."""

HARMLESS = ("This plugin does not support", "Unimplemented code.")
"""What Qt says of itself without a screen."""


class Warnings(logging.Handler):
    """What was logged as a warning or worse, apart from the harmless."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keeps its words."""
        words = record.getMessage()
        if not any(part in words for part in HARMLESS):
            self.lines.append(words)


@pytest.fixture
def faults() -> CrashReporter:
    """Where the window's faults end."""
    return CrashReporter(None)


@pytest.fixture
def engine() -> BriefEngine:
    """What answers the window."""
    return BriefEngine()


@pytest.fixture
def window(
    qtbot, engine: BriefEngine, faults: CrashReporter, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Iterator[Window]:
    """A shown window with a picture. It cannot be closed; files are written without asking, none are opened, and no
    process is started: a training that a click begins would outlast the test."""
    apply_theme(Layout(theme="light"))
    store = Store(State(run=RunSpec(source=("the white house near the sea",)), desk=Layout(theme="light")))
    made = Window(store, None, faults)
    qtbot.addWidget(made)
    made.resize(1100, 720)
    store.attach(InlineEngine(engine, (made_model((2, 2), 2), made_model((2, 2), 2, name="Copy")), parent=store))
    with qtbot.waitExposed(made):
        made.show()
    made.activateWindow()
    with monkeypatch.context() as patch:
        patch.setattr(FileDialogs, "ask", answered(tmp_path))
        patch.setattr(Window, "close", lambda self: False)
        patch.setattr(child_job, "start", no_process)
        patch.setattr(log, "propagate", False)
        faults.install()
        yield made
        faults.remove()
    for top in QApplication.topLevelWidgets():
        if top is not made:
            top.close()
    made.close()
    apply_theme(Layout(theme="light"))


def no_process(*_: object) -> None:
    """In place of a start: the system has no room for another process."""
    raise OSError(errno.EAGAIN, "no process for random gestures")


def answered(folder: Path) -> Callable[..., Any]:
    """In place of a file dialog: whatever is saved goes into `folder`, nothing is opened."""

    def ask(self: FileDialogs, title: str, then: Callable[[Path], object], filters: list[str], name: str = "") -> Any:
        if name:
            then(folder / name)
        return Mock(spec=QFileDialog)  # what is set on the dialog has no effect

    return ask


@pytest.fixture
def watchdog(window: Window, qtbot) -> Iterator[Hand]:
    """A Hand that does not stay in one popup for long."""
    hand = Hand(window)
    timer = QTimer()
    timer.setInterval(STANDING)
    timer.timeout.connect(hand.wait)
    timer.start()
    yield hand
    timer.stop()


class Diary:
    """What was done, how long it took, and what went wrong.

    The window's own time is what its thread computes, without the engine, which in the program is another process.
    """

    def __init__(self, seed: int, faults: CrashReporter, warnings: Warnings, engine: BriefEngine) -> None:
        self.seed, self.faults, self.warnings, self.engine = seed, faults, warnings, engine
        self.last: deque[str] = deque(maxlen=KEPT)
        self.late = 0  # gestures over LATE by the wall's clock
        self.own: list[tuple[float, str]] = []  # gestures by the window's own time, those over LATE and the longest
        self.imports: list[float] = []  # what `import torch` took meanwhile
        self.count = 0

    def do(self, hand: Hand, gesture: Gesture) -> None:
        """Do a gesture and note it. Fails the test at the first fault."""
        self.count += 1
        self.last.append(f"{self.count}: {in_words(gesture)}")
        started, worked, waited = time.perf_counter(), self._worked(), hand.waited
        try:
            hand.do(gesture)
        except Exception:  # of a command: where tests let it follow its click, it does not reach the program's hook
            self.fail(traceback.format_exc())
        took, computed = time.perf_counter() - started, self._worked() - worked
        self.late += took > LATE and hand.waited == waited
        if computed > LATE or not self.own or computed > max(self.own)[0]:
            self.own.append((computed, f"{self.last[-1]} in {', '.join(hand.window.store.state.desk.views)}"))
        if computed > STUCK:
            self.fail(f"{computed:.1f} s of computing in one gesture")
        if words := self.trouble():
            self.fail(words)

    def _worked(self) -> float:
        return time.thread_time() - self.engine.seconds

    def trouble(self) -> str:
        """What has gone wrong by now, "" for nothing."""
        return self.faults.story() if self.faults.count else "\n".join(self.warnings.lines)

    def fail(self, words: str) -> None:
        """End the test with all that is needed to do it again."""
        done = "\n".join(self.last)
        pytest.fail(f"{words}\n\nseed {self.seed}, gesture {self.count}; the last ones:\n{done}", pytrace=False)

    def report(self) -> str:
        """Gestures of which the window itself took long, the longest first; their milliseconds are those of the
        machine for which the goals are given, where it was measured how slow this one is."""
        times = slower(self.imports) if self.imports else 1.0
        own = sorted(((seconds * 1e3 / times, words) for seconds, words in self.own), reverse=True)
        head = f"seed {self.seed}: {self.count:,} gestures, {self.late} over {LATE * 1e3:.0f} ms by the wall's clock"
        over = sum(ms > LATE * 1e3 for ms, _ in own)
        said = f"own time: {over} over {LATE * 1e3:.0f} ms, divided by {times:.2f}"
        return "\n".join([head, said, *(f"  {ms:.0f} ms {words}" for ms, words in own)])


@pytest.fixture
def diary(window: Window, engine: BriefEngine, faults: CrashReporter, pytestconfig: pytest.Config) -> Iterator[Diary]:
    """An empty diary of the seed that was asked for."""
    warnings = Warnings()
    log.addHandler(warnings)
    yield Diary(pytestconfig.getoption("seed"), faults, warnings, engine)
    log.removeHandler(warnings)


def hangs_together(window: Window) -> None:
    """What is true at any moment, whatever was done."""
    store = window.store
    state = store.state
    assert State.from_json(state.to_json()) == state
    assert fit_look(state.look, store.trace) == state.look
    assert store.trace is None or not store.busy or store.moment.encoded is not None or store.moment.writing == ()
    for name, action in window.commands.actions.items():
        assert window.commands.qt_actions[name].isEnabled() == action.when(store), name
    shown = [page.name for page in window.desk.open_views()]
    assert set(shown) <= set(state.desk.views)


@pytest.mark.timeout(1800)
def test_random_gestures(watchdog: Hand, window: Window, diary: Diary, pytestconfig: pytest.Config) -> None:
    for number, gesture in enumerate(gestures(diary.seed, pytestconfig.getoption("events"))):
        diary.do(watchdog, gesture)
        if number % 25 == 0:
            try:
                hangs_together(window)
            except Exception:  # a state that cannot be read back is refused
                diary.fail(traceback.format_exc())
        if diary.count % EVERY == 0:
            diary.imports.append(import_processor_seconds())
    print(diary.report())
    window.file_actions.open_text("the red fox sleeps")
    QApplication.processEvents()
    trace = window.store.trace
    assert trace is not None and trace.run.source == ("the red fox sleeps",), "the window still works"


def test_a_training_that_is_started_all_the_same_leaves_no_process(watchdog: Hand, window: Window) -> None:
    running = {child.pid for child in psutil.Process().children()}
    watchdog.do(("action", "train.start"))
    assert {child.pid for child in psutil.Process().children()} <= running


@pytest.mark.timeout(60)
def test_a_file_dialog_that_complains_ends_with_its_gesture(watchdog: Hand, window: Window, tmp_path: Path) -> None:
    dialog = QFileDialog(window, "Open", str(tmp_path))
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    dialog.open()
    QApplication.processEvents()
    watchdog.do(("letters", "no such file"))
    watchdog.do(("key", Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier))
    assert watchdog.waited and QApplication.activeModalWidget() is dialog
    dialog.close()
    dialog.deleteLater()


@pytest.mark.timeout(60)
def test_playback_continues_with_a_menu_open_and_does_not_keep_it_open(window: Window) -> None:
    """In each of the menu's event loops a step is played, however long it takes; then a `wait` closes it."""
    hand, button, store, played = Hand(window, patience=0), window.bar.model, window.store, list[int | None]()

    def follow(names: frozenset[str]) -> None:
        if "look" in names and QApplication.activePopupWidget() is not None:
            played.append(store.state.look.step)
            hand.wait()

    place = button.mapTo(window, button.rect().center())
    store.look(step=0)
    store.desk(speed=SPEEDS[-1])
    store.changed.connect(follow)
    button.menu().aboutToShow.connect(lambda: store.set_playing(True))
    hand.do(("drag", place.x() / window.width(), place.y() / window.height(), 0.3, 0.6))
    assert hand.waited and played == list(range(1, hand.waited + 1)), "the last step was not reached"
    assert QApplication.activePopupWidget() is None and store.playing


def test_the_same_seed_gives_the_same_gestures() -> None:
    assert list(gestures(3, 500)) == list(gestures(3, 500)) != list(gestures(4, 500))
    assert [one[0] for one in islice(gestures(3, 5000), 5000)].count("action") > 200


def test_an_exception_in_a_gesture_ends_the_test_with_the_way_to_it(
    watchdog: Hand, window: Window, diary: Diary, monkeypatch: pytest.MonkeyPatch
) -> None:
    def trip(**_: object) -> None:
        raise RuntimeError("tripped over a cell")

    monkeypatch.setattr(window.store, "look", trip)
    story = rf"(?s)tripped over a cell.*seed {diary.seed}, gesture 1;.*action 'kind\.encoder'"
    with pytest.raises(pytest.fail.Exception, match=story):
        diary.do(watchdog, ("action", "kind.encoder"))


def test_own_time_is_the_windows_without_the_engines_and_for_the_machine_of_the_goals(
    watchdog: Hand, window: Window, engine: BriefEngine, diary: Diary, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(seconds: float) -> None:
        until = time.thread_time() + seconds
        while time.thread_time() < until:
            pass

    made = BriefEngine.beginning
    monkeypatch.setattr(BriefEngine, "beginning", staticmethod(lambda line: (busy(LATE), made(line))[1]))
    diary.do(watchdog, ("text", "sea"))
    assert engine.seconds > LATE and all(seconds < LATE for seconds, _ in diary.own)
    monkeypatch.setattr(window.file_actions, "open_text", lambda text: busy(1.5 * LATE))
    diary.do(watchdog, ("text", "sea"))
    assert "own time: 1 over" in diary.report()
    diary.imports.append(20 * USUAL_IMPORT)
    assert "own time: 0 over 250 ms, divided by 20.00" in diary.report()
