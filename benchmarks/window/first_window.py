"""One start, in a process of its own: python -m benchmarks.window.first_window bare|plots|ours.

Says what happened as JSON.

`at` are seconds of time.time(), so that the process that started this one can compare; `own` is the processor time
that this process had used by then, ms; `stall` are milliseconds between two ticks of a 5 ms timer, by the wall's clock
and in processor time of this process; `resident` MiB.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

TICK = 5
CALM = 0.4
"""Seconds that are watched after the first picture."""


def resident(*pids: int) -> float:
    """MiB resident of these processes; of this one where none is named. Shared pages count in each."""
    import psutil  # type: ignore[import-untyped]

    return sum(psutil.Process(pid).memory_info().rss for pid in pids or (psutil.Process().pid,)) / 2**20


class Diary:
    """What happened when; printed at the end."""

    def __init__(self) -> None:
        self.at: dict[str, float] = {}
        self.own: dict[str, float] = {}
        self.stall = {"wall": 0.0, "own": 0.0}
        self.resident: dict[str, float] = {}
        self._last: tuple[float, float] | None = None
        self._over = False

    def note(self, what: str) -> None:
        """The first time counts."""
        self.at.setdefault(what, time.time())
        self.own.setdefault(what, time.process_time() * 1e3)

    def tick(self) -> None:
        """The timer came."""
        if self._over:
            return
        now = time.perf_counter(), time.process_time()
        if self._last is not None:
            wall, own = ((b - a) * 1e3 for a, b in zip(self._last, now, strict=True))
            self.stall = {"wall": max(self.stall["wall"], wall), "own": max(self.stall["own"], own)}
        self._last = now

    @contextmanager
    def aside(self) -> Iterator[None]:
        """What is done within is the measuring's own work: no stall of the program."""
        before = time.perf_counter(), time.process_time()
        yield
        if self._last is not None:
            wall, own = time.perf_counter() - before[0], time.process_time() - before[1]
            self._last = self._last[0] + wall, self._last[1] + own

    def end(self) -> None:
        """Nothing from now on is a stall of the start: the window is closed and everything is ended."""
        self._over = True

    def message(self) -> str:
        """As one line."""
        return json.dumps({"at": self.at, "own": self.own, "stall": self.stall, "resident": self.resident})


def watch(window: Any, diary: Diary, painted: Callable[[], None]) -> None:
    """Calls `painted` in the turn of the event loop after the window was first painted, and ticks from then on. Loads
    nothing that a window does without: `Qt` alone takes 15 ms."""
    from PySide6.QtCore import QEvent, QObject, QTimer

    class First(QObject):
        """Sees the window system ask for the first picture, which is painted in the same turn."""

        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            if event.type() == QEvent.Type.Expose:
                watched.removeEventFilter(self)
                QTimer.singleShot(0, after)
            return False

    def after() -> None:
        diary.note("painted")
        painted()
        diary.tick()
        timer.start()

    window.winId()  # makes the window of the window system, as showing it would
    window.windowHandle().installEventFilter(First(window))
    timer = QTimer(window)
    timer.setInterval(TICK)  # so short that Qt makes it a precise one
    timer.timeout.connect(diary.tick)


def bare(diary: Diary, plots: bool) -> None:
    """A window of Qt with a word in it; `plots` loads pyqtgraph before."""
    if plots:
        import pyqtgraph

        assert pyqtgraph
    from PySide6.QtCore import QTimer
    from PySide6.QtGui import QPainter, QPaintEvent
    from PySide6.QtWidgets import QApplication, QMainWindow, QWidget

    class Words(QWidget):
        """Something painted."""

        def paintEvent(self, event: QPaintEvent) -> None:
            with QPainter(self) as painter:
                painter.drawText(20, 20, "a bare window")

    app = QApplication(["bare"])
    window = QMainWindow()
    window.setCentralWidget(Words())
    window.resize(1440, 900)
    watch(window, diary, lambda: diary.resident.update(window=resident()))
    window.show()
    QTimer.singleShot(1500, window.close)
    app.exec()


def ours(diary: Diary) -> None:
    """The program as the command line starts it, from its first line to the first sentence painted."""
    from viz_app.cli import main as command_line
    from viz_app.cli import program as app

    plain, opened = app.Program.run, app.Program._open

    def run(program: app.Program) -> int:
        """As always, watched."""
        watch(window_of(program), diary, lambda: None)
        return plain(program)

    def open_it(program: app.Program) -> None:
        """Everything is in its place; what comes from the engine is noted."""
        from PySide6.QtCore import QTimer

        def told(event: Any) -> None:
            name = type(event).__name__
            diary.note(f"{name} {event.stage}" if name == "Trace" else name)

        def changed(names: frozenset[str]) -> None:
            if "painted" in names and program.store.trace is not None and "picture" not in diary.at:
                diary.note("picture")
                QTimer.singleShot(round(CALM * 1e3), end)

        def painted() -> None:
            program.window.repaint()
            diary.note("furnished")
            with diary.aside():
                diary.resident.update(window=resident())

        def end() -> None:
            diary.end()
            pid = engine_of()
            diary.resident.update(window_end=resident(), engine=resident(pid))
            program.window.close()

        program.engine_client.message.connect(told)
        program.store.changed.connect(changed)
        opened(program)
        QTimer.singleShot(1, program.window, painted)  # in a turn of its own, as it is without this

    setattr(app.Program, "run", run)  # noqa: B010
    setattr(app.Program, "_open", open_it)  # noqa: B010
    status = command_line(["--source", "The white house is very old."])
    assert status == 0, f"the program ended with {status}"


def window_of(program: Any) -> Any:
    """The program's window, an outline as yet."""
    return program.window


def engine_of() -> int:
    """The process that this one started."""
    import psutil

    children = psutil.Process().children()
    assert len(children) == 1, f"{len(children)} processes were started"
    return int(children[0].pid)


def main() -> int:
    """See module."""
    diary = Diary()
    kind = sys.argv[1]
    if kind == "ours":
        ours(diary)
    else:
        bare(diary, plots=kind == "plots")
    print(diary.message())
    return 0


if __name__ == "__main__":
    sys.exit(main())
