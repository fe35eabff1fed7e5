"""Ten keys a second into the real window, with its lane and its engine: from each key to the picture that has it."""

from __future__ import annotations

import os
import tempfile
import time
from dataclasses import dataclass, field, replace

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication

from benchmarks import screen
from benchmarks.report import Line, Section
from benchmarks.samples import Samples
from benchmarks.starting import model_there
from model_core.record.run_spec import RunSpec
from viz_app.document.state import State
from viz_app.document.store import Store
from viz_app.system.engine_client import EngineClient
from viz_app.window.main_window import Window

EVERY = 0.1
"""Seconds from one key to the next."""

SENTENCE = "the old white house by the river is very cold in "
ENDINGS = ("winter", "summer", "spring", "autumn", "the evening", "the morning")
TOKENS = 12
ABOUT = (
    "Ten keys a second (typed and deleted letters at the end of a sentence of about 12 tokens) as key events of "
    "the window system's queue, at their times whether the window is ready or not. A key's picture is the first "
    "painted one whose text has that key: its own, or a later one's where it was overtaken. Wall time, with the "
    "engine's process and everything the window draws."
)


@dataclass
class Key:
    """One key: when it was due, the text it should lead to, the text it did lead to, when a picture had it."""

    due: float
    expected: str
    text: str = ""
    shown: float = 0.0
    own: bool = False


@dataclass
class Typist:
    """Types, and watches what is painted."""

    window: Window
    keys: list[Key] = field(default_factory=list)
    pictures: int = 0
    tokens: list[int] = field(default_factory=list)
    engine: list[float] = field(default_factory=list)

    def type(self, letters: str) -> None:
        """Sends each letter at its time ("\\b" deletes) and waits until the last one is seen."""
        store, box = self.window.store, self.window.text.source.box
        started = time.perf_counter() + 0.05
        places = iter([(index, letter) for index, letter in enumerate(letters)])

        def send() -> None:
            index, letter = next(places, (-1, ""))
            if index < 0:
                return
            self.keys.append(Key(started + index * EVERY, typed(SENTENCE, letters[: index + 1])))
            press(box, letter)
            self.keys[-1].text = "\n".join(store.state.run.source)
            timer.start(max(0, round((started + (index + 1) * EVERY - time.perf_counter()) * 1e3)))

        timer = QTimer(self.window)
        timer.setSingleShot(True)
        timer.setTimerType(Qt.TimerType.PreciseTimer)
        timer.timeout.connect(send)
        store.changed.connect(self._changed)
        timer.start(50)
        screen.rest(lambda: len(self.keys) == len(letters) and self.keys[-1].shown > 0.0, 60 + len(letters) * EVERY)
        store.changed.disconnect(self._changed)

    def _changed(self, names: frozenset[str]) -> None:
        trace = self.window.store.trace
        if "painted" not in names or trace is None:
            return
        now, text = time.perf_counter(), "\n".join(trace.run.source)
        found = [index for index, key in enumerate(self.keys) if key.text == text and not key.shown]
        if not found:
            return
        self.pictures += 1
        self.tokens.append(len(trace.sentences[0].source))
        self.engine.append(trace.milliseconds["total"])
        self.keys[found[-1]].own = True
        for key in self.keys[: found[-1] + 1]:
            key.shown = key.shown or now


def press(box: QObject, letter: str) -> None:
    """A key goes down and up."""
    code, text = (Qt.Key.Key_Backspace, "") if letter == "\b" else (Qt.Key(ord(letter.upper())), letter)
    for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        QApplication.sendEvent(box, QKeyEvent(kind, code, Qt.KeyboardModifier.NoModifier, text))


def measure(quick: bool) -> Section:
    """Types for a few seconds, or for half a minute."""
    empty = Section("typing_keys", "From key to picture, typing", ABOUT)
    if not model_there():
        return replace(empty, skipped="there is no bundled model to type to.")
    with tempfile.TemporaryDirectory() as home:
        os.environ["HEADSCOPE_HOME"] = home
        typist = _typed(script(4 if quick else 24))
    took = Samples(tuple((key.shown - key.due) * 1e3 for key in typist.keys))
    sent, own = len(typist.keys), sum(key.own for key in typist.keys)
    there = sum(key.text == key.expected for key in typist.keys)
    lines = (
        Line("key to picture", took.median, "ms", took.p95, goal="K1"),
        Line("of it the engine, own pictures", Samples(tuple(typist.engine)).median, "ms"),
        Line("keys in the text at once", there, "", None, "keys sent", sent, there / sent, "K2"),
        Line("keys with a picture of their own", own, "", None, "keys sent", sent, own / sent),
    )
    tokens = f"{min(typist.tokens)} to {max(typist.tokens)} source tokens"
    checks = ("after the last key the text in the box is exactly what was typed", f"pictures had {tokens}")
    return replace(empty, lines=lines, checks=checks)


def typed(text: str, letters: str) -> str:
    """A text after these letters were typed at its end; "\b" takes one back."""
    for letter in letters:
        text = text[:-1] if letter == "\b" else text + letter
    return text


def script(words: int) -> str:
    """Letters and deletions: endings are typed and taken back, so that the sentence stays about as long."""
    letters = ""
    for index in range(words):
        ending = ENDINGS[index % len(ENDINGS)]
        letters += ending + "\b" * len(ending)
    return letters + ENDINGS[0]


def _typed(letters: str) -> Typist:
    """The program's window on a screen, its engine ready, then the typing."""
    app = screen.application()
    store = Store(State(run=RunSpec(source=(SENTENCE,))))
    window, lane = Window(store), EngineClient()
    try:
        screen.show(window, 1440, 900)
        store.attach(lane)
        screen.wait(lambda: store.trace is not None and store.trace.run == store.state.run, 60)
        screen.settle(0.5)
        box = window.text.source.box
        box.setFocus()
        cursor = box.textCursor()
        cursor.movePosition(cursor.MoveOperation.End)
        box.setTextCursor(cursor)
        typist = Typist(window)
        typist.type(letters)
        assert box.toPlainText() == typed(SENTENCE, letters), f"the box holds {box.toPlainText()!r}"
    finally:
        window.close()
        lane.close()
        app.processEvents()
    return typist
