"""A text of 1,024 tokens through a model with that many positions, seen, pointed at and zoomed."""

from __future__ import annotations

import gc
import weakref
from itertools import product

import numpy as np
import pytest
import torch
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from model_core.engine.engine import Engine
from model_core.record.derived_maps import Arrays
from model_core.record.run_spec import RunSpec
from model_core.record.trace import SCORES, VISIBLE
from model_core.spec import KINDS, ModelSpec
from model_core.tokenizers.vocab import closed_vocabulary
from model_core.transformer.hooks import recording
from model_core.transformer.model import build
from tests.support.harness import settled
from viz_app.document.state import State
from viz_app.document.store import Store
from viz_app.maps.all_heads import ThumbnailMaker
from viz_app.system.engine_client import InlineEngine
from viz_app.window.view_frame import ViewFrame
from viz_app.window.workspace import Workspace

LONGEST = 1024
WORDS = ["".join(letters) for letters in product("bdlm", "aeo", "nr")]


@pytest.fixture(scope="module")
def engine() -> Engine:
    """A model of random numbers with 1,024 positions; its maps together are over what is recorded."""
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
def stage(qtbot: QtBot, engine: Engine) -> tuple[Workspace, Store, ViewFrame]:
    """The attention view of such a text."""
    text = " ".join(WORDS[at * 7 % len(WORDS)] for at in range(LONGEST - 1))
    store = Store(State(run=RunSpec(model="long", source=(text,), target=(text,))))
    desk = Workspace(store)
    qtbot.addWidget(desk)
    lane = InlineEngine(engine, parent=store)
    store.attach(lane)
    lane.start()
    desk.resize(1000, 640)
    desk.show()
    QApplication.processEvents()
    page = desk.page("attention")
    assert page is not None
    return desk, store, page


def test_it_is_computed_whole_and_no_map_is_kept(stage: tuple[Workspace, Store, ViewFrame]) -> None:
    _desk, store, page = stage
    trace = store.trace
    assert trace is not None and trace.complete and store.problem is None
    for kind in ("encoder", "decoder", "cross"):
        assert trace.size(kind) == (LONGEST, LONGEST) and not trace.whole(kind)
        assert all(trace.has(kind, what) for what in SCORES)
        assert not any(trace.name(kind, what, 0) in trace.arrays for what in SCORES)
    assert isinstance(trace.arrays, Arrays)
    maps = 4 * 3 * 2 * 2 * LONGEST**2
    assert sum(array.nbytes for array in trace.arrays.kept.values()) < maps / 4
    assert any("computed when you look at them" in notice for notice in trace.notices)
    for what in ("scaled", "masked", "raw", "weights"):
        store.look(what=what)
        assert page.view.figure.words == ""


def test_the_map_of_a_head_is_the_forward_pass_own(stage: tuple[Workspace, Store, ViewFrame], engine: Engine) -> None:
    _desk, store, page = stage
    trace = store.trace
    assert trace is not None
    with torch.inference_mode(), recording(engine.open("long").model, keep=lambda n: n.endswith(".weights")) as kept:
        engine.open("long").model(torch.tensor(trace.ids["source"]), torch.tensor(trace.ids["read"]))
    for kind, (layer, head) in product(KINDS, ((0, 1), (1, 0))):
        store.look(kind=kind, layer=layer, head=head)
        shown = page.view.figure.heat._scene.cells.values
        own = kept[trace.name(kind, "weights", layer)][0, head].numpy()
        assert shown.shape == own.shape and float(np.abs(shown - own).max()) <= 1e-6
        assert trace.map(kind, layer, head) is trace.map(kind, layer, head), "made once while it is looked at"


@pytest.mark.parametrize(("kind", "what"), [("encoder", "weights"), ("decoder", "weights"), ("cross", "scaled")])
def test_the_small_maps_come_one_after_the_other(
    qtbot: QtBot, stage: tuple[Workspace, Store, ViewFrame], kind: str, what: str
) -> None:
    """Each block shows its largest number (of scores the one furthest from 0), so no bright cell is lost."""
    _desk, store, page = stage
    trace, overview = store.trace, page.view.findChild(ThumbnailMaker)
    assert trace is not None
    overview.pause()
    store.look(kind=kind, what=what, layer=1, head=0)
    small = overview.of(trace, kind, what, 0, (1, 0))
    assert overview.working and small.left == [(0, 0), (0, 1), (1, 1)], "the head that is looked at comes first"
    grown: list[int] = []
    overview.grown.connect(lambda: grown.append(len(small.left)))
    qtbot.waitUntil(lambda: not overview.working)
    assert grown[-1] == 0 and small.left == []
    blocks = 8, LONGEST // 8
    for layer, head in product(range(2), range(2)):
        whole = trace.map(kind, layer, head, what).reshape(blocks[1], blocks[0], blocks[1], blocks[0])
        most, least = whole.max(axis=(1, 3)), whole.min(axis=(1, 3))
        expected = np.where(-least > most, least, most) if what == "scaled" else most
        assert np.array_equal(small.maps[layer][head], expected)
    mosaic = page.view.pick.mosaic
    assert all(np.array_equal(mine, ours) for mine, ours in zip(mosaic._atlas.layers, small.maps, strict=True))
    assert overview.of(trace, kind, what, 0, (0, 0)) is small and not overview.working, "made once"


def test_a_mask_is_hidden_by_blocks_only_where_all_of_it_is(stage: tuple[Workspace, Store, ViewFrame]) -> None:
    _desk, store, page = stage
    trace = store.trace
    assert trace is not None
    small = page.view.findChild(ThumbnailMaker).of(trace, "decoder", "weights", 0, (0, 0))
    page.view.findChild(ThumbnailMaker).pause()
    reasons = small.reasons(trace.reason("decoder"))
    side = LONGEST // 8
    assert reasons.shape == (side, side)
    assert np.array_equal(reasons != VISIBLE, np.triu(np.ones((side, side), bool), 1))


def test_pointing_and_zooming_keep_to_what_is_seen(stage: tuple[Workspace, Store, ViewFrame]) -> None:
    desk, store, page = stage
    heat, mosaic = page.view.figure.heat, page.view.pick.mosaic
    page.view.findChild(ThumbnailMaker).pause()
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
    assert "reads" in heat.accessibleDescription() and "not recorded" not in heat.accessibleDescription()
    rows, columns = heat.label_areas()
    assert 8 < len(rows) < 60 and 8 < len(columns) < 60
    heat.zoom_by(heat.notch**20)
    desk.grab()
    assert heat.zoom > 10 and len(heat.grid().visible_columns()) < 120
    assert mosaic.pictures == before[1]
    rows, columns = heat.label_areas()
    assert len(columns) >= min(20, len(heat.grid().visible_columns()) // 6)


def test_nothing_of_it_stays_when_a_short_text_follows(stage: tuple[Workspace, Store, ViewFrame]) -> None:
    _, store, page = stage
    long = weakref.ref(store.trace)
    assert page.view.isVisible() and long() is not None
    store.run(source=(WORDS[0],), target=None)
    settled()
    assert store.trace is not None and len(store.trace.sentences[0].source) < 10
    assert long() is None, [type(one) for one in gc.get_referrers(long())]
