"""The main path through the real program: start, engine's process, typing, stepping, heads, a lost engine, end."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import psutil
import pytest
from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from viz_app.cli import main, program
from viz_app.document.store import Store
from viz_app.files.export_actions import NUMBER_FILTERS
from viz_app.system import crash_report, engine_process, settings
from viz_app.window.main_window import Window

pytestmark = pytest.mark.usefixtures("prepared", "qapp")

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 600.0
"""Seconds after which a condition counts as never fulfilled."""

WORDS = ("red", "blue", "green", "north", "south", "east", "west")
Act = tuple[Callable[[Window], bool], Callable[[Window], object]]


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model of random numbers with a closed vocabulary and one example."""
    from model_core.checkpoints.checkpoint import save_model
    from model_core.tokenizers.vocab import closed_vocabulary
    from tests.made.small import small_model, small_spec

    vocab = closed_vocabulary(WORDS)
    sizes = {"source_vocabulary": vocab.size, "target_vocabulary": vocab.size}
    path = tmp_path_factory.mktemp("models") / "points"
    about = {"name": "Points", "examples": ["red blue green"], "known_words": list(WORDS)}
    save_model(path, small_model(**sizes).state_dict(), small_spec(**sizes), vocab, about)
    return path


class Driver(QObject):
    """Sits at the window: waits for each condition, does what follows it, and closes the window at the end."""

    def __init__(self, *acts: Act) -> None:
        super().__init__()
        self.acts = list(acts)
        self.stuck = ""
        self.seen: list[str] = []
        self._before = psutil.Process().children()
        self._left = QApplication.topLevelWidgets() if QApplication.instance() else []  # by a test that failed
        for top in self._left:
            top.hide()  # the program ends with its last window
        self.children: list[psutil.Process] = []
        self._end = time.monotonic() + PATIENCE
        self._timer = QTimer(self, interval=10)
        self._timer.timeout.connect(self._go_on)
        self._timer.start()

    def window(self) -> Window | None:
        """The window as soon as it is more than an outline."""
        there = (top for top in QApplication.topLevelWidgets() if top not in self._left)
        tops = [top for top in there if isinstance(top, Window) and top.isVisible()]
        return tops[0] if tops and tops[0].splash is None else None

    def _go_on(self) -> None:
        window = self.window()
        if window is None:
            return
        self.children = self.children or [one for one in psutil.Process().children() if one not in self._before]
        if not self.acts or time.monotonic() > self._end:
            self.stuck = f"{len(self.acts)} acts are left" if self.acts else ""
            self._timer.stop()
            self.closed_at = time.monotonic()
            window.close()
            return
        wait, act = self.acts[0]
        if wait(window):
            del self.acts[0]
            self._end = time.monotonic() + PATIENCE
            act(window)


def play(*acts: Act, words: tuple[str, ...] = ()) -> Driver:
    """Runs the program while a Driver sits at it; checks that it ended well and soon."""
    driver = Driver(*acts)
    code = main(list(words))
    took = time.monotonic() - driver.closed_at
    assert driver.stuck == ""
    assert code == 0
    assert took < 300  # a hang, not a measure of speed
    assert [child for child in driver.children if child.is_running() and child.status() != psutil.STATUS_ZOMBIE] == []
    driver.deleteLater()
    for top in QApplication.topLevelWidgets():
        top.deleteLater()
    return driver


def always(_window: Window) -> bool:
    return True


def translated(text: str) -> Callable[[Window], bool]:
    """The picture shows this text."""

    def seen(window: Window) -> bool:
        store = window.store
        return store.trace is not None and store.trace.run.source == (text,) and not store.busy

    return seen


def type_over(text: str) -> Callable[[Window], object]:
    def act(window: Window) -> None:
        window.focus_source()
        QTest.keyClicks(window.text.source.box, text)

    return act


def press(key: Qt.Key) -> Callable[[Window], object]:
    def act(window: Window) -> None:
        page = window.desk.page("attention")
        assert page is not None
        page.view.setFocus()
        QTest.keyClick(QApplication.focusWidget(), key)

    return act


def note(into: list[object], what: Callable[[Store], object]) -> Callable[[Window], object]:
    return lambda window: into.append(what(window.store))


@pytest.fixture
def awaited(monkeypatch: pytest.MonkeyPatch) -> list[subprocess.Popen[bytes]]:
    """The engine's process, which does nothing until it is told to go on: the window is there first on any machine."""
    found: list[subprocess.Popen[bytes]] = []

    def stopped() -> subprocess.Popen[bytes]:
        found.append(engine_process.start_process())
        if hasattr(signal, "SIGSTOP"):
            found[-1].send_signal(signal.SIGSTOP)
        return found[-1]

    waiting = SimpleNamespace(**{**vars(engine_process), "start_process": stopped})
    monkeypatch.setattr(program, "engine_process", waiting)  # not its function, which others import by its name
    return found


@pytest.mark.fresh
def test_the_main_path(folder: Path, awaited: list[subprocess.Popen[bytes]]) -> None:
    """First picture, typing, a step back, another head, another candidate, undo: each seen in the store's picture."""
    found: list[object] = []
    look = note(
        found, lambda store: (store.state.look.kind, store.state.look.layer, store.state.look.head, store.moment.step)
    )
    play(
        (always, note(found, lambda store: (store.engine, store.trace))),
        (always, lambda _window: awaited[0].send_signal(getattr(signal, "SIGCONT", 0))),
        (translated("red blue green"), note(found, lambda store: store.trace.complete)),
        (always, type_over("west east")),
        (translated("west east"), press(Qt.Key.Key_E)),
        (always, press(Qt.Key.Key_Home)),
        (always, lambda window: window.store.suggest(layer=0, head=0)),
        (always, press(Qt.Key.Key_Right)),
        (always, press(Qt.Key.Key_Down)),
        (always, look),
        (always, lambda window: window.store.choose(0, 5)),
        (lambda window: not window.store.busy, note(found, lambda store: store.trace.ids["written"][0, 0])),
        (always, lambda window: window.commands.run("undo")),
        (lambda window: not window.store.busy, note(found, lambda store: store.state.run.prefix)),
        words=("gui", "--model", str(folder), "--source", "red blue green", "--theme", "dark"),
    )
    assert found[0] == ("starting", None), "the window was there before the engine"
    assert found[1:] == [True, ("encoder", 1, 1, 0), 5, ()]


def test_a_killed_engine_is_reported_and_restarts_with_the_text(folder: Path) -> None:
    said: list[str] = []
    engines: list[int] = []

    def kill(window: Window) -> None:
        notice = window.notice
        window.store.changed.connect(lambda _names: said.append(notice.text.text()) if notice.isVisible() else None)
        process = window.store._engine.client._connection.process
        engines.append(process.pid)
        os.kill(process.pid, signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)

    def gone(_window: Window) -> bool:
        return bool(said)  # told from the loss until the new engine is ready, which may be there at once

    play(
        (translated("red"), type_over("blue north")),
        (translated("blue north"), kill),
        (gone, type_over("south south")),
        (translated("south south"), lambda window: engines.append(window.store._engine.client._connection.process.pid)),
        (lambda window: window.notice.isHidden() and window.store.engine == "ready", lambda window: None),
        words=("--model", str(folder), "--source", "red"),
    )
    assert len(set(engines)) == 2
    assert "engine stopped" in said[0] and "text is kept" in said[0]


def test_what_was_typed_and_chosen_is_there_at_the_next_start(folder: Path) -> None:
    play(
        (translated("red"), type_over("east west")),
        (translated("east west"), lambda window: window.commands.run("theme.dark")),
        words=("--model", str(folder), "--source", "red"),
    )
    kept = settings.load()
    assert (kept.model, kept.source, kept.theme) == (str(folder), "east west", "dark")
    found: list[object] = []
    play(
        (translated("east west"), note(found, lambda store: store.state.desk.theme)),
    )
    assert found == ["dark"]


def test_damaged_settings_do_not_stop_the_start(folder: Path) -> None:
    settings.settings_file().write_bytes(b'{"format": "headscope-settings", "settings": {"theme": 7, "geometry": "??"')
    play((translated("red"), lambda window: None), words=("--model", str(folder), "--source", "red"))
    assert json.loads(settings.settings_file().read_text(encoding="utf-8"))["settings"]["source"] == "red"


def test_the_rest_of_a_run_arrives_when_shown(folder: Path, tmp_path: Path) -> None:
    """With each key comes what maps are made of; views that show more, and files of all arrays, get the rest."""
    there: list[bool] = []
    file = tmp_path / "run.npz"

    def save_every_array(window: Window) -> None:
        there.append(window.store.trace is not None and window.store.trace.unsent)
        window.export_actions._filter_chosen(NUMBER_FILTERS[-1])
        window.export_actions.write_numbers(file)

    def calculated(window: Window) -> bool:
        page, trace = window.desk.page("calculate"), window.store.trace
        return page is not None and trace is not None and not trace.unsent and page.absence.isHidden()

    play(
        (translated("red"), save_every_array),
        (lambda _window: file.exists(), lambda window: window.store.desk(views=("calculate",))),
        (calculated, type_over("blue")),
        (lambda window: translated("blue")(window) and calculated(window), lambda _window: None),
        words=("--model", str(folder), "--source", "red"),
    )
    assert there[0], "the first picture comes with its maps alone"
    assert "encoder.layers.0.feed_forward.hidden" in np.load(file).files


def test_it_ends_at_any_moment(folder: Path) -> None:
    playing = (translated("red"), lambda window: window.store.set_playing(True))
    for acts in ((), ((always, type_over("blue")),), (playing,)):
        play(*acts, words=("--model", str(folder), "--source", "red"))


def test_a_model_that_is_not_there_is_one_line_in_the_window() -> None:
    said: list[str] = []
    play(
        (lambda window: window.store.problem is not None, lambda window: said.append(window.notice.text.text())),
        words=("--model", "/no/such/model", "--source", "hello"),
    )
    assert "/no/such/model" in said[0] and "Traceback" not in said[0]


@pytest.mark.fresh
@pytest.mark.skipif(sys.platform == "win32", reason="Windows ends a process without asking it")
def test_a_separate_program_starts_without_torch_and_ends_on_request(folder: Path, isolated_settings: Path) -> None:
    program = (
        "import sys, threading, os, signal, time\n"
        "from viz_app.cli import main\n"
        "def end():\n"
        f"    while not os.path.exists({str(isolated_settings / 'crash.txt')!r}):  # made when the window is whole\n"
        "        time.sleep(0.05)\n"
        "    time.sleep(1)\n"
        "    os.kill(os.getpid(), signal.SIGTERM)\n"
        "threading.Thread(target=end, daemon=True).start()\n"
        f"code = main(['--model', {str(folder)!r}, '--source', 'red'])\n"
        "print('torch' in sys.modules, 'pyqtgraph' in sys.modules)\n"
        "sys.exit(code)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stdout.split()) == (0, ["False", "False"]), done.stderr
    assert "Traceback" not in done.stderr
    assert (isolated_settings / "settings.json").is_file()


def test_no_fault_was_met_on_the_way(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same path with the program's own hook watched: nothing may have reached it."""
    told: list[str] = []
    report = crash_report.CrashReporter.report

    def watched(self: Any, kind: type[BaseException], error: BaseException, trace: Any) -> None:
        told.append(repr(error))
        report(self, kind, error, trace)

    monkeypatch.setattr(crash_report.CrashReporter, "report", watched)
    play(
        (translated("red"), type_over("blue east")),
        (translated("blue east"), press(Qt.Key.Key_Comma)),
        (always, lambda window: window.store.desk(speed=50.0)),
        (always, lambda window: window.commands.run("play")),
        (lambda window: not window.store.playing, lambda window: window.resize(900, 600)),
        (always, lambda window: window.commands.run("text.larger")),
        (always, lambda window: window.commands.run("theme.high_contrast")),
        words=("--model", str(folder), "--source", "red"),
    )
    assert told == []


def test_a_picture_of_the_window_is_drawn_from_the_command_line(folder: Path, tmp_path: Path, capsys) -> None:
    out = tmp_path / "window.png"
    words = ("render", "--view", "window", "--model", str(folder), "--source", "red blue", "--size", "1000x640")
    assert main([*words, "--layer", "2", "--head", "3", "--out", str(out)]) == 0
    assert str(out) in capsys.readouterr().out
    image = QImage(str(out))
    assert (image.width(), image.height()) == (1000, 640)
    assert main([*words, "--theme", "contrast", "--out", str(out)]) == 0
    assert QImage(str(out)).pixelColor(400, 10).name() == "#0a0b0e"
    capsys.readouterr()
    assert main([*words, "--layer", "9", "--out", str(tmp_path / "x.png")]) == 2
    said = capsys.readouterr().err
    assert said.startswith("headscope: ") and said.count("\n") == 1
    assert not (tmp_path / "x.png").exists()
