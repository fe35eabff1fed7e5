"""Keys of the view Calculate."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from pytestqt.qtbot import QtBot

from model_core.record.run_spec import RunSpec
from tests.made import made_trace
from viz_app.document.state import State
from viz_app.document.store import Store
from viz_app.system.command_queue import flush
from viz_app.views.calculate.blocks import STEPS
from viz_app.views.calculate.view import Calculate
from viz_app.window.main_window import Window


def test_every_key_counts_however_fast_they_come(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also before what the first one asked for is drawn."""
    trace = made_trace("the white house", "la casa blanca")
    store = Store(State(run=RunSpec(source=trace.run.source)))
    store.accept(trace)
    window = Window(store)
    qtbot.addWidget(window)
    store.desk(views=("calculate",))
    window.show()
    qtbot.waitUntil(lambda: bool(window.findChildren(Calculate)), timeout=20_000)
    (view,) = window.findChildren(Calculate)
    monkeypatch.setattr(Calculate, "draw", lambda *_: None)  # it is slower than the fingers
    steps = []
    for key in "]]][[[[}]{[":
        view.keyPressEvent(QKeyEvent(QEvent.Type.KeyPress, ord(key), Qt.KeyboardModifier.NoModifier, key))
        flush()
        steps.append(store.state.options.get("calculate", {}).get("step", 1))
    assert steps == [2, 3, 4, 3, 2, 1, 1, len(STEPS), len(STEPS), 1, 1]
