"""The start: an outline at once, everything else in turns of the event loop, nothing moves when it is there."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QRect, Qt, QTimer
from PySide6.QtGui import QFontMetrics, QInputMethodEvent, QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget

from model_core.record.run_spec import RunSpec
from viz_app.document.state import Layout, State
from viz_app.document.store import Store
from viz_app.system import settings
from viz_app.system.in_turns import StepRunner, Steps
from viz_app.system.settings import Settings
from viz_app.widgets import theme as themes
from viz_app.window import splash
from viz_app.window.main_window import Window

pytestmark = pytest.mark.usefixtures("qapp")

ROOT = Path(__file__).resolve().parents[3]


def place(part: QWidget, window: QWidget) -> QRect:
    return QRect(part.mapTo(window, QPoint(0, 0)), part.size())


# ---------------------------------------------------------------- the outline


@pytest.mark.parametrize("height", [720, 900])
@pytest.mark.parametrize("text_scale", [1.0, 1.25, 1.5, 1.75, 2.0])
def test_the_parts_appear_where_the_splash_screen_drew_them(qtbot, text_scale: float, height: int) -> None:
    window = Window(Store(State(desk=Layout(theme="light", text_scale=text_scale))))
    qtbot.addWidget(window)
    window.resize(1440, height)
    window.show()
    qtbot.waitExposed(window).__enter__()
    QApplication.processEvents()
    found = splash.sizes(window.height())
    real = (window.bar.height(), window.rail.width(), window.text.height(), window.status.height())
    assert all(abs(mine - its) <= 3 for mine, its in zip(found, real, strict=True)), f"{found} but {real}"
    if text_scale == 1.0:
        assert (found.bar, found.text, found.status) == (real[0], real[2], real[3])


def test_the_outline_leaves_room_for_the_words_of_a_language_with_longer_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    english = splash.sizes(900).rail
    word = splash.view_word("attention")
    monkeypatch.setattr(splash, "view_word", lambda _name: 3 * word)
    longer = QFontMetrics(themes.font("small")).horizontalAdvance(3 * word)
    assert splash.sizes(900).rail >= longer > english


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_window_without_a_store_shows_its_outline_in_the_remembered_theme(qtbot, theme: str) -> None:
    window = Window(None, Settings(theme=theme))
    qtbot.addWidget(window)
    window.show()
    with qtbot.waitExposed(window):
        pass
    picture = window.grab().toImage()
    assert themes.current() is themes.THEMES[theme]
    panel, ground = (themes.current().q(name).name() for name in ("panel", "background"))
    assert picture.pixelColor(700, 10).name() == panel
    assert picture.pixelColor(700, 500).name() == ground


def test_furnishing_a_visible_window_gives_the_same_window(qtbot) -> None:
    """Step by step in an open window, or before it is shown: every part has the same place and size."""

    def places(window: Window) -> list[tuple[int, ...]]:
        for _ in range(4):
            QApplication.processEvents()
        parts = (window.bar, window.rail, window.text, window.desk, window.inspector, window.status, window.bar.finder)
        return [place(part, window).getRect() for part in parts]

    def store() -> Store:
        return Store(State(run=RunSpec(source=("the white house",)), desk=Layout(theme="light")))

    before, later = Window(store()), Window(None, Settings(theme="light"))
    for window in (before, later):
        qtbot.addWidget(window)
        window.show()
        qtbot.waitExposed(window).__enter__()
    assert later.splash is not None
    for _ in later.furnish(store()):
        QApplication.processEvents()
        assert later.splash is None or later.splash.geometry() == later.rect()
    assert later.splash is None
    assert places(later) == places(before)
    assert later.focusWidget() is later.text.source.box


def test_the_window_may_close_while_it_is_an_outline(qtbot) -> None:
    window = Window(None, Settings(theme="light"))
    qtbot.addWidget(window)
    window.show()
    with qtbot.waitSignal(window.closed):
        window.close()


def test_text_typed_on_the_splash_screen_is_kept(qtbot) -> None:
    window = Window(None, Settings(theme="light"))
    qtbot.addWidget(window)
    window.show()
    qtbot.waitExposed(window).__enter__()
    assert window.splash is not None and window.focusWidget() is window.splash

    def typed(key: Qt.Key, text: str = "", modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
            QApplication.sendEvent(window.focusWidget(), QKeyEvent(kind, key, modifiers, text))

    parts = iter(("th", "e c", "a", "x"))
    store = Store(State(run=RunSpec(source=("",)), desk=Layout(theme="light")))
    for _ in window.furnish(store):
        QApplication.processEvents()
        for letter in next(parts):
            typed(Qt.Key(ord(letter.upper())), letter)
        typed(Qt.Key.Key_Q, "\x11", Qt.KeyboardModifier.ControlModifier)
    assert list(parts) == [], "the window is built in four turns"
    assert window.text.source.box.toPlainText() == "the cax"
    typed(Qt.Key.Key_Backspace, "\b")
    committed = QInputMethodEvent()
    committed.setCommitString("t ñ")
    QApplication.sendEvent(window.focusWidget(), committed)
    assert window.focusWidget() is window.text.source.box
    assert window.text.source.box.toPlainText() == "the cat ñ"
    assert store.state.run.source == ("the cat ñ",)


def test_an_outline_keeps_what_an_input_method_commits(qtbot) -> None:
    window = Window(None, Settings(theme="light"))
    qtbot.addWidget(window)
    window.show()
    committed = QInputMethodEvent()
    committed.setCommitString("niño 你好")
    QApplication.sendEvent(window.splash, committed)
    for _ in window.furnish(Store(State(run=RunSpec(source=("",)), desk=Layout(theme="light")))):
        QApplication.processEvents()
    assert window.text.source.box.toPlainText() == "niño 你好"


# ---------------------------------------------------------------- turns


def test_steps_are_done_in_order_and_others_have_their_turns_in_between(qtbot) -> None:
    done: list[str] = []

    def steps() -> Steps:
        for name in "abc":
            QTimer.singleShot(0, lambda: done.append("other"))
            done.append(name)
            yield None

    builder = StepRunner(steps())
    builder.start()
    builder.start()
    assert done == []
    with qtbot.waitSignal(builder.over):
        pass
    assert done == ["a", "other", "b", "other", "c", "other"]
    assert builder.failure is None


def test_a_timer_that_is_due_comes_between_any_two_steps(qtbot) -> None:
    """As keys and clicks do: else the window would be held by several steps at once."""
    done: list[str] = []

    def steps() -> Steps:
        for _ in range(6):
            end = time.perf_counter() + 0.01
            while time.perf_counter() < end:
                pass
            done.append("step")
            yield None

    timer = QTimer(timerType=Qt.TimerType.PreciseTimer, interval=1)
    timer.timeout.connect(lambda: done.append("timer"))
    builder = StepRunner(steps())
    with qtbot.waitSignal(builder.over):
        timer.start()
        builder.start()
    timer.stop()
    assert ("step", "step") not in itertools.pairwise(done) and done.count("step") == 6


def test_work_in_a_thread_is_done_before_the_next_step(qtbot) -> None:
    threads: list[threading.Thread] = []
    builder = StepRunner(iter([lambda: threads.append(threading.current_thread()), None]))
    with qtbot.waitSignal(builder.over):
        builder.start()
    assert len(threads) == 1 and threads[0] is not threading.main_thread()


@pytest.mark.parametrize("beside", [False, True])
def test_a_failure_ends_the_steps_and_is_kept(qtbot, beside: bool) -> None:
    def fails() -> None:
        raise ValueError("broken")

    def steps() -> Steps:
        if beside:
            yield fails
        fails()
        yield None

    builder = StepRunner(steps())
    with qtbot.waitSignal(builder.over):
        builder.start()
    assert str(builder.failure) == "broken"


# ---------------------------------------------------------------- what is loaded when

FIRST = """
import sys
from PySide6 import QtCore, QtWidgets
from viz_app.cli import main, program
from viz_app.system import engine_process
from viz_app.widgets import theme as themes

start, run, found = engine_process.start_process, program.Program.run, []
watched = (
    "numpy", "torch", "model_core.record.trace", "viz_app.document.store", "viz_app.document.state",
    "model_core.record.edits", "model_core.spec", "importlib.resources", "viz_app.cli.compute",
)

def look(window):
    found.extend(name for name in watched if name in sys.modules)
    found.extend(name for name, room in (("Qt", QtCore), ("QStyle", QtWidgets)) if name in vars(room))
    found.append(themes.current().name)
    QtCore.QTimer.singleShot(0, window.close)

def watch(life):
    life.window.splash.painted.connect(lambda: look(life.window))
    return run(life)

engine_process.start_process = lambda: start([sys.executable, "-m", "tests.support.fake_engine"])
program.Program.run = watch
print(main(["--theme", "dark", "--source", "the cat"]), *found)
"""

LOADED = """
import gc, sys, threading
from PySide6.QtCore import QObject
from viz_app.cli import idle_loader, program
program.application()
import viz_app.system.in_turns, viz_app.window.main_window
objects = lambda: {id(one) for one in gc.get_objects() if isinstance(one, QObject)}
before = objects()
thread = threading.Thread(target=idle_loader.load_parts)
thread.start()
thread.join()
made = [one for one in gc.get_objects() if isinstance(one, QObject) and id(one) not in before]
heavy = [name for name in ("torch", "tokenizers", "pyqtgraph") if name in sys.modules]
print(made, heavy, all(name in sys.modules for name in idle_loader.PARTS))
"""


def said_by(program: str) -> str:
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_the_command_line_paints_the_outline_before_what_takes_long_is_loaded(tmp_path: Path, monkeypatch) -> None:
    """Neither numpy nor the parts; and of Qt neither `Qt` nor `QStyle`, classes whose tables take 20 ms together."""
    monkeypatch.setenv("HEADSCOPE_HOME", str(tmp_path))
    assert said_by(FIRST) == "0 dark"


def test_loading_in_a_thread_makes_nothing_of_qt_and_leaves_heavy_libraries_alone() -> None:
    assert said_by(LOADED) == "[] [] True"


PROGRAM = """
import sys
from PySide6.QtCore import QTimer
from viz_app.cli import program
from viz_app.system import engine_process

engine = engine_process.start_process([sys.executable, "-m", "tests.support.fake_engine"])
life = program.Program(program.application(), engine, program.LaunchOptions())
WHEN
code = life.run()
print(code, engine.poll() is not None, life._built, getattr(getattr(life, "store", None), "trace", None) is not None)
"""


@pytest.mark.parametrize(
    ("when", "said"),
    [
        ("QTimer.singleShot(0, life.window.close)", "0 True False False"),
        ("life._builder.over.connect(life.window.close)", "0 True True False"),
    ],
)
def test_a_window_closed_while_it_is_built_ends_the_engine_too(
    when: str, said: str, tmp_path: Path, monkeypatch
) -> None:
    monkeypatch.setenv("HEADSCOPE_HOME", str(tmp_path))
    assert said_by(PROGRAM.replace("WHEN", when)).rsplit(" ", 1)[0] == said.rsplit(" ", 1)[0]


LOOK = """
look = life.store.state.look
print((look.layer, look.head) == clearest_head(life.store.trace), (look.layer, look.head))
"""


@pytest.mark.parametrize(("kept", "said"), [("", "True (1, 1)"), ("words of last time", "False (0, 0)")])
def test_the_clearest_head_is_chosen_at_the_first_start_and_only_then(
    kept: str, said: str, tmp_path: Path, monkeypatch
) -> None:
    """The engine answers with a Trace in which one head, not the first, is much the clearest."""
    monkeypatch.setenv("HEADSCOPE_HOME", str(tmp_path))
    if kept:
        settings.save(Settings(source=kept))
    program = "from viz_app.data.selection import clearest_head\n"
    program += PROGRAM.replace("WHEN", ANSWER) + LOOK
    found = said_by(program)
    assert found.endswith(said), found


ANSWER = """
from viz_app.document.store import Store
accept = Store.accept
def clear(store, event):
    if getattr(event, "stage", "") == "complete":
        arrays = {name: array.copy() for name, array in event.arrays.items()}
        for layer in range(event.spec.layers("cross")):
            arrays[event.name("cross", "weights", layer)][:] = 0.1
        arrays[event.name("cross", "weights", 1)][:, 1, :, 0] = 0.9
        event = event.with_(arrays=arrays)
    accept(store, event)
    if store.trace is not None and store.trace.complete:
        QTimer.singleShot(0, life.window.close)
Store.accept = clear
"""


def test_a_path_on_the_command_line_is_opened_once_the_window_is_complete(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv("HEADSCOPE_HOME", str(tmp_path))
    program = PROGRAM.replace("program.LaunchOptions()", f"program.LaunchOptions(path={str(tmp_path / 'no.such')!r})")
    when = "life._builder.over.connect(lambda: (print([one.windowTitle() for one in program.application()"
    when += ".topLevelWidgets() if 'was not' in one.windowTitle()], end=' '), life.window.close()))"
    assert said_by(program.replace("WHEN", when)).startswith("['no.such was not opened")


def test_what_stops_the_start_ends_the_program_with_its_reason(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv("HEADSCOPE_HOME", str(tmp_path))
    program = PROGRAM.replace("WHEN", "from viz_app.cli import idle_loader; idle_loader.PARTS = ('no_such_module',)")
    program = program.replace(
        "code = life.run()", "try:\n    code = life.run()\nexcept ImportError as error:\n    code = error"
    )
    assert said_by(program).startswith("No module named 'no_such_module' True False")
