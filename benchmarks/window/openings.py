"""Each view opened for the first time, in a window that has been idle: its modules are loaded, its page is made."""

from __future__ import annotations

import os
import tempfile
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QApplication

from benchmarks.machine import import_processor_seconds, scaled
from benchmarks.report import Line, Section
from benchmarks.samples import Samples
from benchmarks.window import screen
from benchmarks.window.long_text import PIECES, long_model
from benchmarks.window.restyling import away, until_calm
from benchmarks.window.starting import model_there
from benchmarks.window.typing_keys import WORDS
from model_core.record.run_spec import RunSpec
from model_core.record.trace import Trace
from viz_app.cli.idle_loader import preparations
from viz_app.document.state import Layout, State
from viz_app.document.store import Store
from viz_app.system.engine_client import EngineClient
from viz_app.views import VIEWS
from viz_app.window.main_window import Window

TOKENS = (12, 512)

ABOUT = (
    "A window of 1440 × 900 with a run of the bundled model, all of it there, its translation given; the modules of "
    "all views are loaded and their pages made, as an idle window does. From the choice of a view that this window has "
    "not shown yet until it is drawn, laid out and painted; processor time, divided by how much more of it `import "
    "torch` takes here, in turns with it, than the 0.85 s for which the goal is given. Every round has windows of its "
    "own."
)


def measure(quick: bool) -> Section:
    """Every view at every length."""
    empty = Section("openings", "First opening of a view", ABOUT)
    if not model_there():
        return replace(empty, skipped="there is no bundled model to show a run of.")
    screen.application()
    imports: list[float] = []
    found: dict[tuple[int, str], list[float]] = {}
    with tempfile.TemporaryDirectory() as home:
        os.environ["HEADSCOPE_HOME"] = home
        model = long_model(Path(home))
        runs = {tokens: recorded_run(model, tokens) for tokens in TOKENS}
        for _ in range(2 if quick else 9):
            imports.append(import_processor_seconds())
            for tokens, trace in runs.items():
                for name, took in openings(trace).items():
                    found.setdefault((tokens, name), []).append(took)
    scale, divided = scaled(imports)
    lines = (_line(tokens, name, Samples(tuple(took)), scale) for (tokens, name), took in found.items())
    return replace(empty, lines=tuple(lines), checks=(divided,))


def _line(tokens: int, name: str, took: Samples, scale: float) -> Line:
    return Line(f"{name}, {tokens} tokens", took.median / scale, "ms", took.p95 / scale, goal="F7 opening")


def recorded_run(model: str, tokens: int) -> Trace:
    """All that the engine records of a text of about so many tokens and a translation as long."""
    text = " ".join((WORDS * tokens)[: int((tokens - 1) / PIECES)])
    store, client = Store(State(run=RunSpec(model=model, source=(text,), target=(text,)))), EngineClient()
    try:
        store.attach(client)
        screen.rest(lambda: store.trace is not None and store.trace.complete, 240)
        store.rest.ask()
        screen.rest(lambda: store.trace is not None and not store.trace.unsent, 240)
        assert store.trace is not None
        return store.trace
    finally:
        client.close()


def openings(trace: Trace) -> dict[str, float]:
    """Milliseconds of the first opening of every view: of all but one in one window, of that one in another."""
    first, *others = VIEWS
    return _opened(trace, first, tuple(others)) | _opened(trace, others[0], (first,))


def _opened(trace: Trace, shown: str, names: tuple[str, ...]) -> dict[str, float]:
    """Views opened one after the other in a new window that begins with another one."""
    store = Store(State(run=trace.run, desk=Layout(views=(shown,))))
    window = Window(store)
    screen.show(window, 1440, 900)
    store.accept(trace)
    screen.settle(0.5)
    for beside in preparations(window.desk, store):
        if beside is not None:
            beside()
        screen.settle(0.02)
    took = {}
    for name in names:
        took[name] = until_calm(partial(store.desk, views=(name,)))
        screen.settle(0.2)
    away(window)
    QApplication.processEvents()
    return took
