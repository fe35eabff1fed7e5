"""Text band, inspector, playback bar and status bar look at the store once per change, not once per question."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from tests.made.traces import made_steps, made_trace
from viz_app.document.state import State
from viz_app.document.store import Store
from viz_app.inspector.inspector import Inspector
from viz_app.text.panel import TextPanel
from viz_app.window.status_bar import StatusBar

ASKED = {
    "state", "trace", "encoded", "writing", "busy", "problem", "models", "engine", "playing", "rows", "step", "hover",
    "painted_ms", "moment",
}  # fmt: skip
SOURCE, TARGET = "the white house", "la casa blanca"


class Watched(Store):
    """A store that counts which module asks it for what."""

    def __getattribute__(self, name: str) -> Any:
        if name in ASKED:
            module = sys._getframe(1).f_globals["__name__"]
            if module.startswith(("viz_app.text", "viz_app.inspector", "viz_app.window.status_bar")):
                asked[module, name] += 1
        return super().__getattribute__(name)


asked: Counter[tuple[str, str]] = Counter()


@pytest.fixture
def store(qtbot) -> Iterator[Store]:
    trace = made_trace(SOURCE, TARGET)
    store = Watched(State(run=trace.run))
    store.accept(trace)
    parts = [TextPanel(store), Inspector(store), StatusBar(store)]
    for part in parts:
        qtbot.addWidget(part)
        part.resize(1000, 500)
        part.show()
    asked.clear()
    yield store
    assert len(parts) == 3, "they live as long as the test"


def test_a_key_and_its_answer_ask_the_store_a_few_times(store: Store) -> None:
    changes = []
    store.changed.connect(changes.append)
    store.run(source=("the white houses",))
    trace = made_trace("the white houses", TARGET, run=store.state.run)
    for event in (
        made_trace("the white houses", TARGET, run=store.state.run, stage="encoded"),
        *made_steps(trace),
        trace,
    ):
        store.accept(event)
    assert store.trace is trace and len(changes) >= 3
    parts = 4  # text band, inspector, playback bar, status bar
    assert sum(asked.values()) <= parts * len(changes), asked.most_common(12)


def test_a_pointer_on_a_map_asks_the_store_a_few_times(store: Store) -> None:
    store.set_hover((1, 1))
    store.set_hover((2, 0))
    assert sum(asked.values()) <= 8, asked.most_common(12)
