"""One key at the end of a long text: until its picture is painted; and what of a run crosses to the window."""

from __future__ import annotations

import os
import tempfile
import threading
import time
from dataclasses import replace
from pathlib import Path

from benchmarks.machine import USUAL_IMPORT, import_processor_seconds, slower
from benchmarks.report import Line, Section, compared
from benchmarks.samples import Samples, in_turns
from benchmarks.window import screen
from benchmarks.window.long_text import PIECES, long_model
from benchmarks.window.openings import recorded_run
from benchmarks.window.restyling import away
from benchmarks.window.starting import model_there
from benchmarks.window.typing_keys import WORDS, Typist, import_seconds
from model_core.engine import wire
from model_core.record.run_spec import RunSpec
from model_core.record.trace import Trace
from viz_app.document.state import Layout, State
from viz_app.document.store import Store
from viz_app.system.engine_client import EngineClient
from viz_app.window.main_window import Window

LENGTHS = (512, 1024, 2048)
LETTERS = "so be it now"
CROSSING = (64, 512)

ABOUT = (
    "A text of so many tokens beside a translation that is given, in the view Attention; letters typed at its end, "
    "each when the picture of the one before is whole. A key's picture is the first painted one whose text has that "
    "key; the whole picture has all maps of it. Wall time, with the engine's process and everything the window draws, "
    f"divided by how much longer `import torch` takes here than the {USUAL_IMPORT} s for which the goals are given. "
    "What crosses: a run's message written to a pipe and read from it, what maps are made of against all that was "
    "recorded; processor time of both ends, divided by how much more of it `import torch` takes."
)


def measure(quick: bool) -> Section:
    """Keys at every length, then messages."""
    empty = Section("long_keys", "From key to picture, long texts", ABOUT)
    if not model_there():
        return replace(empty, skipped="there is no bundled model to type to.")
    seconds, busy = import_seconds(), import_processor_seconds()
    scale, work = (slower([one]) for one in (seconds, busy))
    lines: list[Line] = []
    with tempfile.TemporaryDirectory() as home:
        os.environ["HEADSCOPE_HOME"] = home
        screen.application()
        model = long_model(Path(home))
        for tokens in LENGTHS:
            lines += _key_lines(tokens, typed(model, tokens, LETTERS[:4] if quick else LETTERS), scale)
        for tokens in CROSSING:
            lines += _crossing(recorded_run(model, tokens), tokens, 5 if quick else 15, work)
    check = (
        f"`import torch` takes {seconds:.2f} s here, {busy:.2f} s of processor time: divided by {scale:.2f}, {work:.2f}"
    )
    return replace(empty, lines=tuple(lines), checks=(check,))


def _key_lines(tokens: int, typist: Typist, scale: float) -> tuple[Line, ...]:
    took = Samples(tuple((key.shown - key.due) * 1e3 / scale for key in typist.keys))
    whole = Samples(tuple((key.whole - key.due) * 1e3 / scale for key in typist.keys))
    return (
        Line(f"{tokens:,} tokens", took.median, "ms", took.p95, goal=f"F4 {tokens:,}"),
        Line("the whole picture", whole.median, "ms", whole.p95),
        Line("the engine, all of it", Samples(tuple(typist.engine)).median / scale, "ms"),
    )


def typed(model: str, tokens: int, letters: str) -> Typist:
    """Letters typed one by one at the end of a text of about so many tokens."""
    text = " ".join((WORDS * tokens)[: int((tokens - len(letters)) / PIECES)])
    store = Store(State(run=RunSpec(model=model, source=(text,), target=(text,)), desk=Layout(views=("attention",))))
    window, client = Window(store), EngineClient()
    typist = Typist(window, text)
    try:
        screen.show(window, 1440, 900)
        store.attach(client)
        screen.rest(lambda: store.trace is not None and store.trace.run == store.state.run, 240)
        screen.settle(1.0)
        box = window.text.source.box
        box.setFocus()
        cursor = box.textCursor()
        cursor.movePosition(cursor.MoveOperation.End)
        box.setTextCursor(cursor)
        for letter in letters:
            typist.type(letter)
            typist.text += letter
            screen.settle(0.3)
        assert box.toPlainText() == text + letters, "the box holds another text than was typed"
    finally:
        client.close()
        away(window)  # here and now: a later collection may come in a thread of the engine's pipe
    return typist


def _crossing(whole: Trace, tokens: int, rounds: int, scale: float) -> list[Line]:
    """What maps are made of against everything, in turns."""
    maps = whole.maps_only()
    found = in_turns({"maps": lambda: crossed(maps), "all": lambda: crossed(whole)}, rounds)
    scaled = {name: Samples(tuple(value / scale for value in one.values)) for name, one in found.items()}
    others = [("all that was recorded", scaled["all"], "")]
    lines = compared(f"{tokens} tokens, across a pipe", scaled["maps"], others)
    return [replace(lines[0], goal=f"F4 pipe {tokens}")]


def crossed(trace: Trace) -> float:
    """Milliseconds of processor time until a run is written to a pipe and read from it."""
    reading, writing = os.pipe()
    began = time.process_time()
    with open(reading, "rb") as source, open(writing, "wb") as target:
        writer = threading.Thread(target=wire.write, args=(target, trace))
        writer.start()
        found = wire.read(source)
        writer.join()
        took = (time.process_time() - began) * 1e3
    assert isinstance(found, Trace) and found.run == trace.run
    return took
