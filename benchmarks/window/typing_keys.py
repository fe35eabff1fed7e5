"""Ten keys a second into the real window, with its lane and its engine: from each key to the picture that has it."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication

from benchmarks.machine import USUAL_IMPORT, slower
from benchmarks.report import Line, Section
from benchmarks.samples import Samples
from benchmarks.window import screen
from benchmarks.window.starting import model_there
from model_core.record.run_spec import RunSpec
from model_core.record.trace import Trace
from viz_app.document.state import Layout, State
from viz_app.document.store import Store
from viz_app.system.engine_client import EngineClient
from viz_app.views import VIEWS
from viz_app.window.main_window import Window

EVERY = 0.1
"""Seconds from one key to the next."""

LENGTHS = (5, 12, 30, 60)
"""Source tokens of the texts that are typed at."""

TEXT = """
the small garden behind our school has seven tall trees and my older sister reads her new book there while the friendly
baker next door carries warm bread through the narrow street before the first visitors arrive because a quiet river
near the station brings cool air every morning so nobody in this village needs a second blanket until winter comes back
with heavy snow over the empty fields where two brown horses sleep under an open roof
"""
WORDS = tuple(TEXT.split())
"""Words in an order in which nobody writes them: no text is typed twice, and none leads back to an earlier one."""

ABOUT = (
    "Ten keys a second, typed forward at the end of a text of so many tokens, in words that were not written before, "
    "as key events of the window system's queue, at their times whether the window is ready or not. A key's picture is "
    "the first painted one whose text has that key: its own, or a later one's where it was overtaken. Wall time, with "
    "the engine's process and everything the window draws, in some lines with one core for both, divided by how much "
    f"longer `import torch` takes here than the {USUAL_IMPORT} s for which the goals are given."
)


@dataclass
class Key:
    """One key: when it was due, the text it should lead to, the text it did lead to, when a picture had it, the first
    one and the whole."""

    due: float
    expected: str
    text: str = ""
    shown: float = 0.0
    whole: float = 0.0
    own: bool = False


class ChipsPainted(QObject):
    """Calls `then` when all that is painted with the source's chips is."""

    def __init__(self, window: Window, then: Callable[[], None]) -> None:
        super().__init__(window)
        self.then = then
        window.text.source.chips.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            QTimer.singleShot(0, self, self.then)
        return False


@dataclass
class Typist:
    """Types, and watches what is painted."""

    window: Window
    text: str = ""
    keys: list[Key] = field(default_factory=list)
    tokens: list[int] = field(default_factory=list)
    engine: list[float] = field(default_factory=list)

    def type(self, letters: str) -> None:
        """Sends each letter at its time and waits until the last one is seen."""
        store, box = self.window.store, self.window.text.source.box
        started, sent = time.perf_counter() + 0.05, len(self.keys)
        places = iter([(index, letter) for index, letter in enumerate(letters)])

        def send() -> None:
            index, letter = next(places, (-1, ""))
            if index < 0:
                return
            self.keys.append(Key(started + index * EVERY, self.text + letters[: index + 1]))
            press(box, letter)
            self.keys[-1].text = "\n".join(store.state.run.source)
            timer.start(max(0, round((started + (index + 1) * EVERY - time.perf_counter()) * 1e3)))

        timer = QTimer(self.window)
        timer.setSingleShot(True)
        timer.setTimerType(Qt.TimerType.PreciseTimer)
        timer.timeout.connect(send)
        store.changed.connect(self._changed)
        chips = ChipsPainted(self.window, self._read)
        timer.start(50)
        keys = sent + len(letters)
        screen.rest(lambda: len(self.keys) == keys and self.keys[-1].whole > 0.0, 60 + len(letters) * EVERY)
        store.changed.disconnect(self._changed)
        chips.deleteLater()

    def _changed(self, names: frozenset[str]) -> None:
        if "painted" in names:
            self._seen(self.window.store.moment.trace)

    def _read(self) -> None:
        self._seen(self.window.store.moment.encoded)

    def _seen(self, trace: Trace | None) -> None:
        """A picture of this text, or of what was read of it, was painted."""
        now, text = time.perf_counter(), "" if trace is None else "\n".join(trace.run.source)
        last = max((index for index, key in enumerate(self.keys) if key.text == text), default=None)
        if trace is None or last is None or self.keys[last].whole:
            return
        self.keys[last].own = True
        for key in self.keys[: last + 1]:
            key.shown = key.shown or now
            key.whole = key.whole or (now if trace.complete else 0.0)
        if trace.complete:
            self.tokens.append(len(trace.sentences[0].source))
            self.engine.append(trace.milliseconds["total"])


def press(box: QObject, letter: str) -> None:
    """A key goes down and up."""
    code, none = Qt.Key(ord(letter.upper())), Qt.KeyboardModifier.NoModifier
    for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        QApplication.sendEvent(box, QKeyEvent(kind, code, none, letter))


def measure(quick: bool) -> Section:
    """Types in every view at every length, in two of them also on one core; quick: in two views at two lengths, fewer
    words."""
    empty = Section("typing_keys", "From key to picture, typing", ABOUT)
    if not model_there():
        return replace(empty, skipped="there is no bundled model to type to.")
    seconds = import_seconds()
    scale = slower([seconds])
    lines: list[Line] = []
    with tempfile.TemporaryDirectory() as home:
        os.environ["HEADSCOPE_HOME"] = home
        for view in ("attention", "calculate") if quick else VIEWS:
            for length in (12, 30) if quick else LENGTHS:
                lines += _lines(view, length, _typed(view, length, 8 if quick else 30), scale)
        lines.append(_beside_attention(12, 15 if quick else 60, scale))
        with one_core() as alone:
            for view in ("attention", "calculate") if alone else ():
                for length in (12, 30) if quick else LENGTHS:
                    lines.append(_on_one_core(view, length, _typed(view, length, 8 if quick else 30), scale))
    checks = (
        "after the last key the text in the box is exactly what was typed",
        f"`import torch` takes {seconds:.2f} s here: times are divided by {scale:.2f}",
    )
    return replace(empty, lines=tuple(lines), checks=checks)


def import_seconds() -> float:
    """How long `import torch` takes in a process of its own, the second time."""
    code = "import time; t = time.perf_counter(); import torch; print(time.perf_counter() - t)"
    runs = [subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, check=True) for _ in range(2)]
    return float(runs[-1].stdout)


def _lines(view: str, length: int, typist: Typist, scale: float) -> tuple[Line, ...]:
    took = Samples(tuple((key.shown - key.due) * 1e3 / scale for key in typist.keys))
    whole = Samples(tuple((key.whole - key.due) * 1e3 / scale for key in typist.keys))
    sent, own = len(typist.keys), sum(key.own for key in typist.keys)
    there = sum(key.text == key.expected for key in typist.keys)
    engine = Samples(tuple(typist.engine)).median / scale
    return (
        Line(f"{view}, {min(typist.tokens)}–{max(typist.tokens)} tokens", took.median, "ms", took.p95, goal="F1"),
        Line("", took.median, "ms", goal="F1 median"),
        Line("the whole picture", whole.median, "ms", whole.p95),
        Line("the engine, all of it", engine, "ms"),
        Line("keys in the text at once", there, "", None, "keys sent", sent, there / sent, "F1 kept"),
        Line("keys with a picture of their own", own, "", None, "keys sent", sent, own / sent, "F1 own"),
    )


@contextmanager
def one_core() -> Iterator[bool]:
    """Window and engine share one core meanwhile; says whether this system can do that. What is started inherits it."""
    if not hasattr(os, "sched_setaffinity"):
        yield False
        return
    before = os.sched_getaffinity(0)

    def bind(cores: set[int]) -> None:
        for thread in Path("/proc/self/task").iterdir():
            with suppress(ProcessLookupError):  # it has ended meanwhile
                os.sched_setaffinity(int(thread.name), cores)

    bind({min(before)})
    try:
        yield True
    finally:
        bind(before)


def _on_one_core(view: str, length: int, typist: Typist, scale: float) -> Line:
    """Keys typed where the window and the engine have one core."""
    took = Samples(tuple((key.shown - key.due) * 1e3 / scale for key in typist.keys))
    name = f"{view}, {min(typist.tokens)}–{max(typist.tokens)} tokens, on one core"
    return Line(name, took.median, "ms", took.p95, goal="F1 one core")


def _beside_attention(length: int, words: int, scale: float) -> Line:
    """Keys typed with Heads open against the same with Attention open, in turns: the ratio of the medians."""
    took = [
        Samples(tuple((key.shown - key.due) * 1e3 / scale for key in typist.keys))
        for typist in _in_turns(("heads", "attention"), length, words)
    ]
    ours, theirs = took
    name, ratio = f"heads, {length} tokens, in turns with attention", ours.median / theirs.median
    return Line(name, ours.median, "ms", ours.p95, "attention", theirs.median, ratio, "F10 typing")


def script(length: int, words: int, seed: int) -> tuple[str, str]:
    """(a text of about `length` tokens to begin with, so many words to be typed at its end): another order for each
    seed."""
    order = random.Random(seed).sample(WORDS, len(WORDS)) + random.Random(-1 - seed).sample(WORDS, len(WORDS))
    begun = max(1, length - 3)
    return " ".join(order[:begun]) + " ", " ".join(order[begun : begun + words])


def _typed(view: str, length: int, words: int) -> Typist:
    """What was typed in one view."""
    return _in_turns((view,), length, words)[0]


def _in_turns(views: tuple[str, ...], length: int, words: int) -> list[Typist]:
    """The program's window on a screen, its engine ready, then the typing: three words in each of the views, then
    another text, beginning with another view."""
    app = screen.application()
    texts = [script(length, 3, seed) for seed in range(max(1, words // 3))]
    store = Store(State(run=RunSpec(source=(texts[0][0],)), desk=Layout(views=views[:1])))
    window, lane = Window(store), EngineClient()
    typists = [Typist(window) for _ in views]
    try:
        screen.show(window, 1440, 900)
        store.attach(lane)
        screen.wait(lambda: store.trace is not None and store.trace.run == store.state.run, 60)
        for turn, (text, letters) in enumerate(texts):
            for at in range(len(views)):
                place = (at + turn) % len(views)
                store.desk(views=views[place : place + 1])
                _type_at(typists[place], text, letters)
    finally:
        window.close()
        lane.close()
        app.processEvents()
    return typists


def _type_at(typist: Typist, text: str, letters: str) -> None:
    """Types letters at the end of a text, when all that it shows is there."""
    store, box = typist.window.store, typist.window.text.source.box
    typist.text = text
    store.run(source=(text,))
    screen.wait(lambda: store.trace is not None and store.trace.run == store.state.run, 60)
    screen.settle(0.5)
    box.setFocus()
    cursor = box.textCursor()
    cursor.movePosition(cursor.MoveOperation.End)
    box.setTextCursor(cursor)
    typist.type(letters)
    assert box.toPlainText() == text + letters, f"the box holds {box.toPlainText()!r}"
