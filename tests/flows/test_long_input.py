"""A text of 1,024 tokens through a model with that many positions, seen, pointed at and zoomed."""

from __future__ import annotations

from itertools import product

import pytest
import torch
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from model_core.engine import Engine
from model_core.model import build
from model_core.spec import ModelSpec, RunSpec
from model_core.vocab import closed_vocabulary
from viz_app.desk import Desk, Page
from viz_app.jobs import InlineLane
from viz_app.state import State
from viz_app.store import Store

LONGEST = 1024
WORDS = ["".join(letters) for letters in product("bdlm", "aeo", "nr")]


@pytest.fixture(scope="module")
def engine() -> Engine:
    """A model of random numbers with 1,024 positions; its score maps together are over what is recorded."""
    torch.manual_seed(3)
    vocab = closed_vocabulary(WORDS)
    spec = ModelSpec(
        source_vocabulary=vocab.size, target_vocabulary=vocab.size, d_model=16, heads=2, encoder_layers=2,
        decoder_layers=2, d_ff=32, max_positions=LONGEST,
    ).checked()  # fmt: skip
    made = Engine()
    made.add("long", build(spec), vocab, "Long")
    return made


@pytest.fixture
def stage(qtbot: QtBot, engine: Engine) -> tuple[Desk, Store, Page]:
    """The attention view of such a text."""
    text = " ".join(WORDS[at * 7 % len(WORDS)] for at in range(LONGEST - 1))
    store = Store(State(run=RunSpec(model="long", source=(text,), target=(text,))))
    desk = Desk(store)
    qtbot.addWidget(desk)
    lane = InlineLane(engine, parent=store)
    store.attach(lane)
    lane.start()
    desk.resize(1000, 640)
    desk.show()
    QApplication.processEvents()
    page = desk.page("attention")
    assert page is not None
    return desk, store, page


def test_it_is_computed_whole_and_only_weights_are_kept(stage: tuple[Desk, Store, Page]) -> None:
    _desk, store, page = stage
    trace = store.trace
    assert trace is not None and trace.complete and store.problem is None
    for kind in ("encoder", "decoder", "cross"):
        assert trace.size(kind) == (LONGEST, LONGEST) and trace.has(kind) and not trace.has(kind, "raw")
        assert trace.has(kind, "q") and trace.has(kind, "k"), "what scores are made of is there"
    assert page.view.figure.words == ""
    store.look(what="scaled")
    assert "not recorded in this run" in page.view.figure.words
    store.look(what="weights")
    assert page.view.figure.words == ""


def test_pointing_and_zooming_keep_to_what_is_seen(stage: tuple[Desk, Store, Page]) -> None:
    desk, store, page = stage
    heat, mosaic = page.view.figure.heat, page.view.pick.mosaic
    desk.grab()
    before = heat.pictures, mosaic.pictures
    point = heat.grid().rect.center()
    none = Qt.MouseButton.NoButton
    where = QPointF(heat.mapToGlobal(point))
    QApplication.sendEvent(
        heat, QMouseEvent(QEvent.Type.MouseMove, point, where, none, none, Qt.KeyboardModifier.NoModifier)
    )
    desk.grab()
    assert store.hover is not None and all(abs(place - LONGEST // 2) <= 2 for place in store.hover)
    assert (heat.pictures, mosaic.pictures) == before, "pointing paints no map again"
    assert "looks at" in heat.accessibleDescription() and "not recorded" in heat.accessibleDescription()
    rows, columns = heat.label_areas()
    assert 8 < len(rows) < 60 and 8 < len(columns) < 60
    heat.zoom_by(20)
    desk.grab()
    assert heat.zoom > 10 and len(heat.grid().visible_columns()) < 120
    assert mosaic.pictures == before[1]
    rows, columns = heat.label_areas()
    assert len(columns) >= min(20, len(heat.grid().visible_columns()) // 6)
