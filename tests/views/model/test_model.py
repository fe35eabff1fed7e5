"""The model view: plan_diagram, camera, what the boxes say, folding, the open tensor, and what a click leads to."""

from __future__ import annotations

import csv
import io
import itertools
import json
import re
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QAction, QContextMenuEvent, QImage, QMouseEvent, QPainter
from PySide6.QtWidgets import QApplication, QMenu, QStyle, QStyleOptionComboBox, QWidget
from pytestqt.qtbot import QtBot
from safetensors.numpy import load_file, save_file

from model_core.analysis.map_blocks import block_starts
from model_core.engine.engine import Engine
from model_core.errors import Refused
from model_core.explain.anatomy import anatomy, walk_parts
from model_core.explain.tensor_summary import norm, summary
from model_core.io import resources
from model_core.record import mask_reasons
from model_core.record.edits import Edits, HeadPlace, SublayerPlace
from model_core.record.run_spec import RunSpec
from model_core.record.trace import KINDS, Trace
from model_core.spec import ModelSpec
from tests.made.traces import made_model, made_spec, made_trace
from tests.support.harness import ViewStage, live_window, settled, svg_of, tip_text, turn_wheel
from viz_app.data import vocabulary
from viz_app.data.edit_list import list_edits
from viz_app.data.maps.color_range import robust_limit
from viz_app.data.number_format import fmt_count, fmt_digits
from viz_app.data.selection import candidate_name
from viz_app.document.state import Layout, Look, State, fit_look
from viz_app.document.store import Store
from viz_app.files import picture_export
from viz_app.views.model import text as words
from viz_app.views.model import weight_panel
from viz_app.views.model.array_table import ArrayTable
from viz_app.views.model.box_help import opened_text, parse_opened
from viz_app.views.model.box_text import token_places
from viz_app.views.model.camera import Camera, DiagramOverview, fit_for, fitted, fitted_to
from viz_app.views.model.layout import SLIM, DiagramPlan, Folding, plan_diagram
from viz_app.views.model.row_plot import RowPlot
from viz_app.views.model.tensor import SOFTMAX, tensor
from viz_app.views.model.tensor_text import cell_text, source
from viz_app.views.model.view import Model
from viz_app.widgets import theme
from viz_app.widgets.number_card import NumberCard
from viz_app.window.main_window import Window

pytestmark = pytest.mark.usefixtures("qapp")

SIZE = (1008, 590)
CROSS = "decoder.layers.1.cross_attn"
WEIGHTS = f"{CROSS}.weights"
POST = {"norm_place": "post", "final_norm": False}


def whole(trace: Trace) -> Trace:
    """The Trace with the arrays that made ones leave out, by simple rules: norms and the feed-forward."""
    more: dict[str, np.ndarray] = {}
    for part in anatomy(trace.spec).parts:
        stack = part.name.split(".")[0]
        for one in part.activations:
            if one.name not in trace.arrays:
                stream = trace.arrays[f"{stack}.output"]
                times = trace.spec.d_ff // trace.spec.d_model if one.shape[-1] == "F" else 1
                more[one.name] = np.tile(stream * 0.5, times)
    return trace.with_(arrays={**trace.arrays, **more})


@pytest.fixture
def trace() -> Trace:
    """Seven source tokens, seven rows."""
    return whole(made_trace("the white house is very old", "la casa blanca es muy vieja"))


class ModelStage(ViewStage):
    """The model view, looking at the second layer."""

    of = Model

    def __init__(self, qtbot: QtBot, trace: Trace, size: tuple[int, int] = SIZE, **changes: Any) -> None:
        super().__init__(qtbot, trace, size, **{"layer": 1, **changes})

    def pick(self, changes: dict[str, Any]) -> None:
        wanted = replace(self.look, **changes)
        assert fit_look(wanted, self.trace) == wanted, "outside the trace"
        super().pick(changes)

    @property
    def plan(self) -> DiagramPlan:
        assert self.view.diagram.plan is not None
        return self.view.diagram.plan

    @property
    def names(self) -> set[str]:
        return {box.name for box in self.plan.boxes}

    def seen(self, name: str) -> QRectF:
        box = self.plan.box(name)
        assert box is not None, name
        return self.view.diagram.screen_rect(box)

    def at(self, name: str) -> QPoint:
        rect = self.seen(name)
        return QPointF(rect.right() - 5, rect.center().y()).toPoint()

    def click(self, qtbot: QtBot, name: str) -> None:
        qtbot.mouseClick(self.view.diagram, Qt.MouseButton.LeftButton, pos=self.at(name))

    def move(self, point: QPointF) -> None:
        none = Qt.MouseButton.NoButton
        event = QMouseEvent(QEvent.Type.MouseMove, point, point, none, none, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(self.view.diagram, event)

    def texts(self) -> list[str]:
        """Every text that the diagram paints, as a drawing of shapes records it."""
        return painted_words(self.view)


@pytest.fixture
def stage(qtbot: QtBot, trace: Trace) -> ModelStage:
    """The view with that run, as it is opened."""
    return ModelStage(qtbot, trace)


def painted_words(view: Model) -> list[str]:
    """The texts of the view's SVG."""
    found = re.findall(r"<text[^>]*>([^<]*)<", svg_of(view, SIZE))
    return [one.replace("&lt;", "<").replace("&gt;", ">").strip() for one in found]


# ---------------------------------------------------------------- lengths, letters, colours


def test_the_lengths_of_the_stream_stand_beside_its_sums(trace: Trace, stage: ModelStage) -> None:
    """The mean of √Σx² over the rows of the sentence, as recorded; on the picture, where it can be selected."""
    known = [one for part in anatomy(trace.spec).parts for one in part.activations if one.name.endswith("residual")]
    assert len(known) == 5 * len(range(trace.spec.decoder_layers))
    for one in known:
        rows = trace.arrays[one.name][0].astype(np.float64)
        live = stage.view.diagram.live
        assert live.stream_length(one.name) == pytest.approx(np.mean([norm(row) for row in rows]))
    shown = svg_of(stage.view, SIZE)
    first = next(one for one in known if one.name.startswith("encoder.layers.1."))
    assert f"‖x‖ {fmt_digits(stage.view.diagram.live.stream_length(first.name))}" in shown


def test_in_the_picture_of_a_window_the_diagram_is_shapes_and_text(stage: ModelStage, tmp_path: Path) -> None:
    picture_export.save_picture(tmp_path / "a.svg", picture_export.of_window(stage.view))
    assert "Token embedding" in (tmp_path / "a.svg").read_text(encoding="utf-8")


def test_the_picture_says_what_the_letters_of_the_shapes_mean(trace: Trace, stage: ModelStage) -> None:
    said = words.letters(stage.view.diagram.live.known).replace("\N{NO-BREAK SPACE}", " ")
    spec = trace.spec
    assert said.startswith("S 7 source tokens · T 7 target rows · ")
    assert f"D {spec.d_model} width · H {spec.heads} heads" in said and said.endswith(" vocabulary")
    assert "width" in svg_of(stage.view, SIZE)


def test_the_weights_of_a_box_are_those_of_the_model(qtbot: QtBot) -> None:
    """Chosen in the list of the box: the array as a map, where its numbers lie, and its singular values."""
    *_, trace = Engine().run(RunSpec(model="reverse", source=("3 1 4",)))
    assert isinstance(trace, Trace)
    stage = ModelStage(qtbot, trace, layer=0)
    stage.opt({"tensor": "encoder.layers.0.self_attn.q"})
    choice = stage.view.panel.choice
    offered = [choice.itemData(place) for place in range(choice.count())]
    name = "encoder.layers.0.self_attn.to_q.weight"
    assert f"weights:{name}" in offered
    stage.opt({"tensor": f"weights:{name}"})
    panel = stage.view.weights
    own = load_file(resources.folder() / "models" / "reverse" / "model.safetensors")[name].astype(np.float32)
    assert panel.isVisible() and not stage.view.panel.isVisible()
    assert np.array_equal(panel.matrix, own) and panel.map.describe(2, 3).endswith(fmt_digits(float(own[2, 3])))
    assert int(panel.spread.values.sum()) == own.size
    table = stage.view.table()
    assert isinstance(table, ArrayTable) and (table.name, table.context.hook) == (name, name)
    rows = list(csv.reader(io.StringIO(table.to_csv().decode())))
    assert np.array_equal(np.array([row[1 : 1 + own.shape[1]] for row in rows[1:]], np.float32), own)
    assert np.array_equal(np.load(io.BytesIO(table.to_npz()))["values"], own)
    assert json.loads(table.to_json())["rows"][2][3] == own[2, 2] and len(table.to_tabs().splitlines()) == len(own) + 1
    expected = np.linalg.svd(own.astype(np.float64), compute_uv=False)
    assert np.allclose(panel.stretch.values, expected, rtol=1e-4, atol=1e-6)
    many = replace(table, values=np.zeros((300, 1000), np.float32))
    with pytest.raises(Refused, match="too many to copy"):
        many.to_tabs()
    assert np.load(io.BytesIO(many.to_npz()))["values"].shape == (300, 1000)
    bias = [value for value in offered if value.endswith(".to_q.bias")]
    stage.opt({"tensor": bias[0]})
    assert panel.matrix.shape == (1, 32) and not panel.stretch.isVisible()
    stage.opt({"tensor": ""})
    assert not panel.isVisible()


def test_a_large_array_is_shown_before_its_singular_values_are_computed(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beside the window; what is still computed for an array that was left is not shown with the next one."""
    *_, trace = Engine().run(RunSpec(model="reverse", source=("3 1 4",)))
    assert isinstance(trace, Trace)
    go_on, compute, path = threading.Event(), weight_panel.singular_values, "encoder.layers.0.self_attn"
    monkeypatch.setattr(weight_panel, "_AT_ONCE", 10)
    monkeypatch.setattr(weight_panel, "singular_values", lambda one: go_on.wait(60) and compute(one))
    stage = ModelStage(qtbot, trace, layer=0)
    panel = stage.view.weights
    for name in ("to_q", "to_k", "to_v"):
        stage.opt({"tensor": f"weights:{path}.{name}.weight"})
        assert panel.map.isVisible() and panel.text_of(2, 3)
        assert panel.spread_title.text() == panel.stretch_title.text() == "being computed"
        assert not panel.stretch.values.size and not panel.facts.facts
    go_on.set()
    qtbot.waitUntil(lambda: bool(panel.facts.facts), timeout=20_000)
    assert np.allclose(panel.stretch.values, compute(panel.matrix), rtol=1e-4, atol=1e-6)
    assert panel.facts.facts[0].value == f"{panel.matrix.size:,}" and panel.spread_title.text() != "being computed"
    stage.opt({"tensor": f"weights:{path}.to_v.bias"})
    qtbot.waitUntil(lambda: bool(panel.facts.facts), timeout=20_000)
    assert not panel.stretch.isVisible() and int(panel.spread.values.sum()) == panel.matrix.size == 32


def test_missing_weights_are_reported(qtbot: QtBot, trace: Trace, tmp_path: Path) -> None:
    """Of a model whose folder is gone, holds another one by now, or weights that are no numbers."""
    weight = "encoder.layers.0.self_attn.to_q.weight"
    name = f"weights:{weight}"
    save_file({weight: np.full((32, 32), np.nan, np.float32)}, tmp_path / "model.safetensors")
    for folder, said in (
        ("/nowhere/at/all", "cannot be read"),
        (str(tmp_path), "NaN or infinite"),
        ("", "has changed"),
    ):
        there = trace.with_(model=replace(trace.model, folder=folder))
        stage = ModelStage(qtbot, there)
        stage.opt({"tensor": name})
        panel = stage.view.weights
        assert panel.isVisible() and said in panel.words.text() and not panel.map.isVisible()


def test_one_number_far_away_does_not_wash_a_map_out() -> None:
    """Up to one in a hundred lies beyond the colours, where it is more than 2.5 times as large; else none does."""
    numbers = np.random.default_rng(1).standard_normal((40, 64)).astype(np.float32)
    usual = robust_limit(numbers)
    assert usual == np.abs(numbers).max()
    numbers[3, 5] = 500.0
    assert 2.0 < robust_limit(numbers) < usual
    assert robust_limit(np.zeros((2, 2))) == 1.0 and robust_limit(np.zeros((0, 3))) == 1.0


def test_the_whole_drawing_is_seen_at_text_size_150(qapp: QApplication, qtbot: QtBot, trace: Trace) -> None:
    """With smaller letters where large ones ask for too much room, yet never below those of text size 100 %."""
    theme.apply(qapp, theme.LIGHT, 1.5)
    stage = ModelStage(qtbot, trace, (1000, 520))
    seen = stage.view.diagram.camera.rect(stage.plan.bounds)
    assert QRectF(stage.view.diagram.rect()).contains(seen)
    assert 1 / 1.5 <= stage.view.diagram.picture.fonts.factor < 1.0
    stage.view.resize(1000, 1100)
    assert stage.view.diagram.picture.fonts.factor == 1.0


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
@pytest.mark.parametrize(("layers", "norm", "room"), [((6, 6), "pre", (1000, 345)), ((3, 3), "post", (900, 355))])
def test_where_there_is_little_room_the_drawing_is_low_and_whole(
    qapp: QApplication, scale: float, layers: tuple[int, int], norm: str, room: tuple[int, int]
) -> None:
    """Folded layers are one box, gaps are small; letters are not below those of text size 100 %."""
    theme.apply(qapp, theme.LIGHT, scale)
    spec = replace(made_spec(layers), norm_place=norm)
    drawn, there, last = anatomy(spec), QRectF(0, 0, *room), layers[0] - 1
    opened = Folding(frozenset({("encoder", last), ("decoder", last)}))
    fonts, sizes, width = fit_for(drawn, opened, there)
    plan = plan_diagram(drawn, replace(opened, sizes=sizes), width)
    camera = fitted_to(plan, there, fonts, ("cross", last))
    assert there.contains(camera.rect(plan.bounds)) and DiagramOverview.fitted(plan.bounds, camera, there) is None
    assert fonts.fitting(SLIM * camera.scale) and fonts.factor >= 1 / scale
    folded = [box for box in plan.boxes if box.kind == "folded"]
    assert [list(box.layers) for box in folded] == [list(range(last))] * 2


def test_a_box_of_several_layers_opens_the_one_that_is_clicked(qtbot: QtBot) -> None:
    stage = ModelStage(qtbot, whole(made_trace(layers=(6, 6))), (1000, 360), layer=5)
    diagram = stage.view.diagram
    box = stage.plan.box("decoder.layers.0")
    assert box is not None and box.count == 5
    cells = dict(diagram.areas(box))
    assert list(cells) == [0, 1, 2, 3, 4] and {"2", "5"} <= set(stage.texts()) and "Layers 1–5 of 6" in stage.texts()
    stage.move(cells[3].center())
    assert diagram.pointed == (box, 3) and "Layer 4 of 6" in tip_text(diagram, cells[3].center().toPoint())
    qtbot.mouseClick(diagram, Qt.MouseButton.LeftButton, pos=cells[3].center().toPoint())
    assert stage.look.layer == 3
    runs = [list(one.layers) for one in stage.plan.boxes if one.kind == "folded" and one.stack == "decoder"]
    assert runs == [[0, 1, 2], [4, 5]]


def test_an_overview_appears_and_navigates_when_not_everything_is_visible(qtbot: QtBot, stage: ModelStage) -> None:
    diagram = stage.view.diagram
    room = QRectF(diagram.rect())

    def small() -> DiagramOverview | None:
        return DiagramOverview.fitted(stage.plan.bounds, diagram.camera, room)

    assert small() is None
    diagram.zoom_by(3.0)
    there = small()
    assert there is not None and room.contains(there.rect)
    corner = there.rect.topLeft() + QPointF(2, 2)
    assert diagram.place_at(corner) is None, "what lies under it is not pointed at"
    before = diagram.grab(there.rect.toRect()).toImage()
    qtbot.mousePress(diagram, Qt.MouseButton.LeftButton, pos=corner.toPoint())
    top = stage.plan.bounds.topLeft()
    assert room.contains(diagram.camera.point(top)) and not room.contains(diagram.camera.rect(stage.plan.bounds))
    assert diagram.grab(there.rect.toRect()).toImage() != before, "the frame goes along"
    stage.move(there.rect.bottomRight() - QPointF(2, 2))
    assert not room.contains(diagram.camera.point(top)), "a drag in it moves on"
    qtbot.mouseRelease(diagram, Qt.MouseButton.LeftButton, pos=corner.toPoint())
    diagram.show_all()
    assert small() is None


# ---------------------------------------------------------------- the plan


SPECS = st.builds(
    lambda encoder, decoder, place, tied, final: replace(
        made_spec((encoder, decoder)), norm_place=place, tied=tied, final_norm=final
    ),
    st.integers(1, 7), st.integers(1, 7), st.sampled_from(["pre", "post"]), st.booleans(), st.booleans(),
)  # fmt: skip


def folding(spec: ModelSpec, opened: str, inside: tuple[str, int] | None) -> Folding:
    counts = {"encoder": spec.encoder_layers, "decoder": spec.decoder_layers}
    every = {(stack, layer) for stack, count in counts.items() for layer in range(count)}
    chosen = {"all": every, "none": set(), "last": {(stack, count - 1) for stack, count in counts.items()}}[opened]
    return Folding(frozenset(chosen), inside)


@settings(max_examples=40)
@given(SPECS, st.sampled_from(["all", "none", "last"]), st.sampled_from([*KINDS, None]), st.floats(100, 600))
def test_no_two_boxes_overlap_and_all_lie_inside(spec: ModelSpec, opened: str, kind: str | None, width: float) -> None:
    inside = None if kind is None else (kind, spec.layers(kind) - 1)
    plan = plan_diagram(anatomy(spec), folding(spec, opened, inside), width)
    assert len({box.name for box in plan.boxes}) == len(plan.boxes)
    for box in plan.boxes:
        assert plan.bounds.adjusted(-0.1, -0.1, 0.1, 0.1).contains(box.rect), box.name
    for one, other in itertools.combinations(plan.boxes, 2):
        assert not one.rect.adjusted(0.5, 0.5, -0.5, -0.5).intersects(other.rect), (one.name, other.name)
    for wire in plan.wires:
        assert all(plan.bounds.adjusted(-1, -1, 1, 1).contains(QPointF(*point)) for point in wire.points)


@settings(max_examples=30)
@given(SPECS, st.sampled_from(["all", "none", "last"]), st.sampled_from([None, "cross"]))
def test_the_memory_enters_every_decoder_layer(spec: ModelSpec, opened: str, kind: str | None) -> None:
    inside = None if kind is None else (kind, spec.decoder_layers - 1)
    plan = plan_diagram(anatomy(spec), folding(spec, opened, inside))
    dots = [wire for wire in plan.wires if wire.kind == "memory" and wire.dot]
    assert len(dots) == spec.decoder_layers
    reached = set()
    for wire in dots:
        end = QPointF(*wire.points[-1]) + QPointF(2, 0)
        frames = [frame.rect for frame in plan.frames if frame.kind == "inside" and frame.rect.contains(end)]
        box = plan.at(end)
        if frames:
            reached.add(spec.decoder_layers - 1)
        else:
            assert box is not None and (box.kind == "folded" or box.attention == "cross"), box
            reached.add(box.layer)
    assert reached == set(range(spec.decoder_layers))


def test_every_part_has_its_box_and_every_sublayer_its_skip() -> None:
    for changes in ({}, POST):
        spec = replace(made_spec((2, 3)), **changes)
        model = anatomy(spec)
        plan = plan_diagram(model, folding(spec, "all", None))
        names = {box.name for box in plan.boxes}
        assert {part.name for part in model.parts} <= names
        assert sum(wire.kind == "skip" for wire in plan.wires) == 2 * 2 + 3 * 3
        opened = plan_diagram(model, folding(spec, "all", ("cross", 1)))
        cross = next(part for part in model.parts if part.name == "decoder.layers.1.cross_attn")
        assert {step.name for step in cross.inside} <= {box.name for box in opened.boxes}
        assert not {step.name for step in cross.inside} & names


def test_the_norm_stands_where_this_model_has_it() -> None:
    def order(**changes: Any) -> list[str]:
        spec = replace(made_spec((1, 1)), **changes)
        plan = plan_diagram(anatomy(spec), folding(spec, "all", None))
        mine = [box for box in plan.boxes if box.stack == "encoder" and box.layer == 0 and box.kind != "header"]
        return [box.kind for box in sorted(mine, key=lambda box: -box.rect.center().y())]

    assert order() == ["norm", "attention", "add", "norm", "feed_forward", "add"]
    assert order(**POST) == ["attention", "add", "norm", "feed_forward", "add", "norm"]


def test_a_shared_table_is_drawn_as_one() -> None:
    def ties(tied: bool) -> int:
        spec = replace(made_spec(), tied=tied)
        return sum(wire.kind == "tie" for wire in plan_diagram(anatomy(spec), Folding()).wires)

    assert ties(True) == 2 and ties(False) == 0


@pytest.mark.parametrize("opened", ["last", "all", "none"])
def test_the_arrows_reach_every_box(opened: str) -> None:
    spec = made_spec((3, 2))
    plan = plan_diagram(anatomy(spec), folding(spec, opened, ("cross", 1)))
    steps = ((-1, 0), (1, 0), (0, -1), (0, 1))
    reached, todo = {"source"}, ["source"]
    while todo:
        found = [plan.neighbour(todo[0], *step) for step in steps]
        new = {box.name for box in found if box is not None} - reached
        reached |= new
        todo = [*todo[1:], *new]
    assert reached == {box.name for box in plan.boxes}


def test_open_layers_survive_being_written_down() -> None:
    opened = frozenset({("encoder", 0), ("encoder", 11), ("decoder", 2)})
    assert parse_opened(opened_text(opened)) == opened
    assert parse_opened("e1 x9 d nonsense d-2 e" + "9" * 5000) == {("encoder", 1)}


# ---------------------------------------------------------------- the camera


@given(st.floats(0.2, 4), st.floats(-500, 500), st.floats(-500, 500), st.floats(0.5, 2))
def test_zooming_keeps_what_lies_under_the_pointer(scale: float, x: float, y: float, factor: float) -> None:
    camera, at = Camera(scale, x, y), QPointF(310, 240)
    place = camera.place(at)
    moved = camera.zoomed(factor, at).point(place)
    assert abs(moved.x() - at.x()) < 1e-3 and abs(moved.y() - at.y()) < 1e-3


@given(st.floats(50, 1000), st.floats(50, 1000), st.floats(100, 2000), st.floats(100, 1200))
def test_the_fit_shows_everything(wide: float, high: float, across: float, down: float) -> None:
    bounds, room = QRectF(-7, -high, wide, high), QRectF(0, 0, across, down)
    seen = fitted(bounds, room, 0.0, None).rect(bounds)
    assert room.adjusted(-1, -1, 1, 1).contains(seen)
    least = fitted(bounds, room, 2.0, QRectF(0, -high, 10, 10))
    assert least.scale >= 2.0
    assert room.intersects(least.rect(QRectF(0, -high, 10, 10)))


# ---------------------------------------------------------------- words


def test_shapes_and_counts_in_words(trace: Trace) -> None:
    known = {"S": 7, "T": 0, "D": 256, "H": 4, "Vt": 8000}
    assert words.shape_words(("S", "D"), known) == "S 7 × D 256"
    assert words.shape_words(("H", "S", "S"), known) == "H 4 × S 7 × S 7"
    assert words.shape_words(("T", "Vt"), known) == "T × V 8,000"
    counts = [fmt_count(count) for count in (912, 65_800, 263_168, 2_048_000, 999_900, 1_000_000_000)]
    expected = ("912", "65.8 k", "263 k", "2.05 M", "1.00 M", "1000 M")
    assert counts == [count.replace(" ", "\N{NO-BREAK SPACE}") for count in expected]


def test_numbers_have_four_digits() -> None:
    numbers = (0.0, -0.99999, 1234.5678, 0.00123456, -4.4444e-7, 2.5e9, float("nan"), float("-inf"))
    expected = ["0.00", "−1.000", "1235", "0.001235", "−4.444e−07", "2.500e+09", "NaN", "−∞"]
    assert [fmt_digits(value) for value in numbers] == expected


@pytest.mark.parametrize("step", [0, 1, 30, 58, 59])
@pytest.mark.parametrize("width", [90, 200, 420])
def test_tokens_stay_inside_their_box_and_the_chosen_one_is_seen(qtbot: QtBot, step: int, width: int) -> None:
    stage = ModelStage(qtbot, made_trace(source_tokens=60, target_tokens=60, layers=(1, 1)), layer=0, step=step)
    box = stage.plan.box("written")
    assert box is not None
    rect = QRectF(10, 10, width, 24)
    diagram = stage.view.diagram
    places = token_places(rect, box.name, diagram.live, diagram.picture.fonts)
    assert step in [place for place, _, _ in places]
    assert places[-1][1].right() <= rect.right() + 0.5 and places[0][1].left() >= rect.left()
    assert all(one.right() < other.left() for (_, one, _), (_, other, _) in itertools.pairwise(places))
    shown = [place for place, _, _ in places if place >= 0]
    assert shown == list(range(shown[0], shown[-1] + 1))
    assert (places[0][0] == -1) == (shown[0] > 0) and (places[-1][0] == -1) == (shown[-1] < 59)


def test_every_box_says_what_it_is() -> None:
    for changes in ({}, POST, {"norm": "rms", "positions": "learned", "tied": False, "scale_embedding": False}):
        spec = replace(made_spec((2, 2)), **changes)
        for kind in KINDS:
            plan = plan_diagram(anatomy(spec), folding(spec, "all", (kind, 1)))
            for box in plan.boxes:
                assert words.title(box.kind, box.name, spec, box.attention)
                assert words.description(box.kind, box.name, spec, box.attention).endswith(".")
    rms = replace(made_spec(), norm="rms")
    assert words.title("norm", "encoder.final_norm", rms) == "Final RMS norm"
    assert words.title("scale", "x.scores", made_spec(), "cross") == "÷ √K = ÷ √8"


# ---------------------------------------------------------------- the diagram


def test_one_layer_of_each_stack_is_open_the_selected_one(stage: ModelStage) -> None:
    assert {box.name for box in stage.plan.boxes if box.kind == "header"} == {"encoder.layers.1", "decoder.layers.1"}
    assert sum(box.kind == "folded" for box in stage.plan.boxes) == 4
    stage.pick({"layer": 2})
    assert {box.layer for box in stage.plan.boxes if box.kind == "header"} == {2}


@pytest.mark.parametrize("width", (360, 420, 480, 560))
def test_an_open_layer_is_named_whole_in_a_narrow_view(qtbot: QtBot, trace: Trace, width: int) -> None:
    """As beside another view: "Layer 2 …" stood where "Layer 2" had room."""
    names = [text for text in ModelStage(qtbot, trace, (width, 590)).texts() if text.startswith("Layer 2")]
    assert len(names) == 2 and set(names) <= {"Layer 2", "Layer 2 of 3"}, names


def test_the_diagram_names_shapes_tokens_and_parameters(trace: Trace, stage: ModelStage) -> None:
    found = stage.texts()
    for text in ("S 7 × D 32", "H 4 × T 7 × S 7", "4.22\xa0k parameters", "Cross-attention", "blanca", "one table",
                 "memory S 7 × D 32", "Masked self-attention", "Final layer norm", "Layer 1 of 3"):  # fmt: skip
        assert text in found, text
    assert not [text for text in found if text.endswith("parameters") and "," in text], "one form in all boxes"
    assert "<s>" in found or "…" in found
    assert any(text.startswith(f"{trace.spec.parameters():,} parameters") for text in found)
    assert not [text for text in found if "U+" in text]


def test_rows_not_decoded_yet_are_marked(qtbot: QtBot) -> None:
    stage = ModelStage(qtbot, made_trace("the white house", "la casa", stage="encoded"))
    found = stage.texts()
    assert "T × D 32" in found and "S 4 × D 32" in found
    assert any("nothing yet" in text for text in found)
    stage.draw(tensor=WEIGHTS)
    assert stage.view.panel.words.text() == "The decoder has not written anything yet."
    assert not stage.view.panel.save.isEnabled()


def test_what_was_not_kept_is_not_faked(qtbot: QtBot, trace: Trace) -> None:
    lost = {name: one for name, one in trace.arrays.items() if not name.endswith(("scores", ".q", "normed"))}
    stage = ModelStage(qtbot, trace.with_(arrays=lost))
    panel = stage.view.panel
    for name, said in (
        (f"{CROSS}.scores", "has neither this map"),
        ("encoder.layers.0.ff_sublayer.normed", "not recorded"),
    ):
        stage.draw(tensor=name)
        assert said in panel.words.text() and panel.words.isVisible()
        assert not panel.map.isVisible() and not panel.facts.isVisible() and not panel.copy.isEnabled()
        assert stage.view.table() is None
    stage.draw(tensor=WEIGHTS)
    assert panel.map.isVisible() and not panel.words.isVisible()


def test_of_a_long_text_one_head_is_made_at_a_time(qtbot: QtBot, trace: Trace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("model_core.record.derived_maps.RECORDED_CELLS", 10)
    short = {name: one for name, one in trace.arrays.items() if not name.endswith(("scores", ".weights"))}
    stage = ModelStage(qtbot, trace.with_(arrays=short), head=1)
    name = f"{CROSS}.masked_scores"
    assert name not in stage.trace.arrays and stage.trace.has("cross", "masked", 1)
    stage.draw(tensor=name)
    panel = stage.view.panel
    assert np.allclose(panel.map._scene.cells.values, trace.map("cross", 1, 1, "masked"), atol=1e-5)
    facts = {fact.name: fact.value for fact in panel.facts.facts}
    assert facts["shape"] == "T 7 × S 7" and panel.hook.text().endswith("from q and k")
    table = stage.view.table()
    assert table is not None and np.load(io.BytesIO(table.to_npz()))[name].shape == (7, 7)
    found = panel.tensor
    assert found is not None and source(found, 1, 2, 3).index == (0, 1, 2, 3)


def test_text_never_gets_smaller_it_goes(stage: ModelStage) -> None:
    diagram = stage.view.diagram
    many = len(stage.texts())
    for _ in range(8):
        diagram.zoom_by(0.8)
    assert diagram.camera.scale < 0.3
    assert len(stage.texts()) < many / 3
    diagram.show_all()
    assert len(stage.texts()) == many


@pytest.mark.parametrize("layers", [(1, 1), (3, 3), (6, 6), (12, 12)])
def test_folded_models_of_any_depth_can_be_read_at_once(qtbot: QtBot, layers: tuple[int, int]) -> None:
    stage = ModelStage(qtbot, made_trace(layers=layers, heads=16), layer=0)
    for box in stage.plan.boxes:
        seen = stage.view.diagram.screen_rect(box)
        assert stage.view.diagram.rect().adjusted(-1, -1, 1, 1).contains(seen.toRect()), box.name
        assert box.kind in ("add", "sum") or seen.height() >= stage.view.diagram.picture.fonts.line["small"] - 1.5
    found = stage.texts()
    assert sum(text.startswith("Layer ") and text.endswith(f"of {layers[0]}") for text in found) == 2 * layers[0]


def test_zooming_in_shows_more(stage: ModelStage) -> None:
    diagram = stage.view.diagram
    name = "decoder.layers.1.feed_forward"
    diagram.zoom_by(3.5, stage.seen(name).center())
    found = stage.texts()
    assert any("Two linear layers" in text for text in found) and f"{name}.output" in found


def test_heads_that_are_off_are_marked(trace: Trace, stage: ModelStage) -> None:
    plain = stage.view.diagram.grab().toImage()
    off = [HeadPlace("cross", 1, 2), HeadPlace("cross", 1, 0), HeadPlace("encoder", 0, 3)]
    off += [HeadPlace("cross", 1, trace.spec.heads), HeadPlace("decoder", 0, 6)]  # of others
    stage.trace = trace.with_(run=trace.run.with_(edits=Edits(heads_off=tuple(off))))
    stage.draw()
    found = stage.texts()
    assert "Cross-attention · heads 1, 3 off" in found and found.count("Layer 1 · 1 head off") == 1
    assert stage.view.diagram.grab().toImage() != plain
    stage.draw(tensor=WEIGHTS)
    heads = stage.view.panel.heads
    assert [heads.itemText(place) for place in range(4)] == ["head 1, off", "head 2", "head 3, off", "head 4"]


def test_the_head_of_a_tensor_is_described_in_full(trace: Trace, stage: ModelStage) -> None:
    """Also once it is off, which takes more words than the first one that was shown."""
    stage.draw(tensor=WEIGHTS)
    heads = stage.view.panel.heads
    for edits in (Edits(), Edits(heads_off=(HeadPlace("cross", 1, 0),))):
        stage.trace = trace.with_(run=trace.run.with_(edits=edits))
        stage.draw()
        QApplication.processEvents()
        option, field = QStyleOptionComboBox(), QStyle.SubControl.SC_ComboBoxEditField
        heads.initStyleOption(option)
        room = heads.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, field, heads).width()
        assert heads.fontMetrics().horizontalAdvance(heads.currentText()) <= room, heads.currentText()


def test_the_selected_attention_is_marked_in_the_diagram(stage: ModelStage) -> None:
    edge = theme.LIGHT.q("source").name()

    def corner_colour(name: str) -> str:
        rect = stage.seen(name)
        image: QImage = stage.view.diagram.grab().toImage()
        return image.pixelColor(int(rect.center().x() + 60), int(rect.top() + 1)).name()

    assert corner_colour(CROSS) == edge
    assert corner_colour("encoder.layers.1.self_attn") != edge
    stage.pick({"kind": "encoder"})
    assert corner_colour("encoder.layers.1.self_attn") == edge and corner_colour(CROSS) != edge


def test_inside_cross_attention_keys_and_values_are_the_sources(stage: ModelStage) -> None:
    stage.draw(inside=True)
    image: QImage = stage.view.diagram.grab().toImage()
    for step, role in (("to_q", "target"), ("to_k", "source"), ("to_v", "source"), ("weights", "target")):
        rect = stage.seen(f"{CROSS}.{step}")
        found = image.pixelColor(int(rect.left() + 2), int(rect.center().y()))
        assert (found.blue() > found.red()) == (role == "source"), step


# ---------------------------------------------------------------- folding


def test_a_click_on_a_layer_selects_it_and_a_click_on_the_open_one_folds_it(qtbot: QtBot, stage: ModelStage) -> None:
    stage.click(qtbot, "encoder.layers.0")
    assert stage.picked == [{"kind": "encoder", "layer": 0, "query": None, "key": None}]
    stage.click(qtbot, "decoder.layers.0")
    assert stage.opted == [{"layers": "own", "opened": "e0"}]
    stage.click(qtbot, "decoder.layers.2")
    assert stage.options.opened == "d2 e0"
    stage.click(qtbot, "encoder.layers.0")
    assert stage.options.opened == "d2"


def test_folding_by_key(qtbot: QtBot, stage: ModelStage) -> None:
    diagram = stage.view.diagram
    qtbot.keyClick(diagram, Qt.Key.Key_A)
    assert stage.options.layers == "all" and not any(box.kind == "folded" for box in stage.plan.boxes)
    qtbot.keyClick(diagram, Qt.Key.Key_A)
    assert stage.options.layers == "look"
    qtbot.keyClick(diagram, Qt.Key.Key_Right)  # the first step goes to what is selected
    assert diagram.cursor_box is not None and diagram.cursor_box.name == CROSS
    qtbot.keyClick(diagram, Qt.Key.Key_F)
    assert stage.options.opened == "e1" and stage.options.layers == "own"


# ---------------------------------------------------------------- opening a tensor


def test_every_box_with_a_hook_point_opens_it(trace: Trace, stage: ModelStage) -> None:
    stage.draw(inside=True)
    expected = {
        part.name: part.activations[0].name for part in walk_parts(anatomy(trace.spec).parts) if part.activations
    }
    seen = 0
    for box in list(stage.plan.boxes):
        if box.part is None or box.kind in ("softmax", "join"):
            continue
        stage.draw(tensor="", layers="look")
        stage.pick({"kind": box.attention or "cross", "layer": 1})
        stage.view._choose((box, None))
        assert stage.options.tensor == expected[box.name]
        found = stage.view.panel.tensor
        assert found is not None and found.numbers is not None, box.name
        seen += 1
    assert seen > 25


def test_a_click_on_an_attention_selects_it_and_opens_its_weights(qtbot: QtBot, trace: Trace) -> None:
    stage = ModelStage(qtbot, trace, kind="encoder", query=2, key=3)
    stage.click(qtbot, CROSS)
    assert stage.picked == [{"kind": "cross", "layer": 1, "query": None, "key": None}]
    assert stage.opted == [{"tensor": WEIGHTS}]
    panel = stage.view.panel
    assert panel.isVisible() and panel.title.text() == "Cross-attention · layer 2"
    assert np.array_equal(panel.map._scene.cells.values, trace.map("cross", 1, 0))
    assert panel.choice.itemData(0) == WEIGHTS and panel.choice.count() == 9 + 8, "hook points, then weights and biases"


def test_a_click_on_a_small_map_chooses_the_head(qtbot: QtBot, trace: Trace, stage: ModelStage) -> None:
    box = stage.plan.box(CROSS)
    assert box is not None
    square = dict(stage.view.diagram.areas(box))[2]
    stage.move(square.center())
    assert stage.hints[-1].startswith(f"Click to open {WEIGHTS}, head 3.")
    qtbot.mouseClick(stage.view.diagram, Qt.MouseButton.LeftButton, pos=square.center().toPoint())
    assert stage.picked == [{"kind": "cross", "layer": 1, "head": 2}] and stage.look.head == 2
    assert np.array_equal(stage.view.panel.map._scene.cells.values, trace.map("cross", 1, 2))


def test_the_facts_are_those_of_the_array(qtbot: QtBot, trace: Trace) -> None:
    stage = ModelStage(qtbot, trace, step=3)
    name = "decoder.layers.1.ff_sublayer.residual"
    stage.draw(tensor=name)
    facts = {fact.name: fact.value for fact in stage.view.panel.facts.facts}
    found = summary(trace.arrays[name][0])
    assert facts["shape"] == "T 7 × D 32" and facts["type"] == "float32 · 224 numbers"
    assert facts["smallest to largest"] == f"{fmt_digits(found.least)} to {fmt_digits(found.most)}"
    assert facts["length of the row"] == fmt_digits(norm(trace.arrays[name][0, 3])) and facts["not finite"] == "0"
    assert np.array_equal(stage.view.panel.bars.values, trace.arrays[name][0, 3])


def test_what_is_not_finite_is_counted_and_masked_scores_apart(qtbot: QtBot, trace: Trace) -> None:
    name = "decoder.layers.1.self_attn.masked_scores"
    broken = trace.arrays[name].copy()
    broken[0, 0, 1, 0] = np.nan
    stage = ModelStage(qtbot, trace.with_(arrays={**trace.arrays, name: broken}))
    stage.draw(tensor=name)
    fact = next(fact for fact in stage.view.panel.facts.facts if fact.name == "not finite")
    assert fact.value == f"1 · {4 * 21:,} masked" and fact.tone == "error"
    why = vocabulary.REASON_TERMS[mask_reasons.FUTURE].key  # in the language of the window
    assert why in stage.view.panel.text_of(0, 3) and why not in stage.view.panel.text_of(3, 0)


def test_a_tensor_without_a_single_number_is_drawn(qtbot: QtBot, trace: Trace) -> None:
    name = f"{CROSS}.k"
    stage = ModelStage(qtbot, trace.with_(arrays={**trace.arrays, name: np.full_like(trace.arrays[name], np.nan)}))
    stage.draw(tensor=name)
    fact = next(fact for fact in stage.view.panel.facts.facts if fact.name == "not finite")
    assert fact.value.startswith(f"{trace.arrays[name][0].size:,}") and stage.view.panel.map.broken


def test_another_hook_point_of_the_box_and_another_head(trace: Trace, stage: ModelStage) -> None:
    stage.draw(tensor=WEIGHTS)
    panel = stage.view.panel
    place = panel.choice.findData(f"{CROSS}.k")
    panel.choice.setCurrentIndex(place)
    panel.choice.activated.emit(place)
    assert stage.options.tensor == f"{CROSS}.k"
    assert np.array_equal(panel.map._scene.cells.values, trace.arrays[f"{CROSS}.k"][0, 0])
    panel.heads.activated.emit(3)
    assert stage.picked[-1] == {"kind": "cross", "layer": 1, "head": 3}
    assert np.array_equal(panel.map._scene.cells.values, trace.arrays[f"{CROSS}.k"][0, 3])


def test_a_cell_of_a_map_is_pinned_everywhere_and_pointing_is_shared(stage: ModelStage) -> None:
    stage.draw(tensor=WEIGHTS)
    panel = stage.view.panel
    panel.map.clicked.emit((4, 2))
    assert stage.picked[-1] == {"kind": "cross", "layer": 1, "query": 4, "key": 2, "step": 4}
    assert panel.map.marks.pinned == (4, 2) and panel.row == 4
    panel.map.hovered.emit((1, 1))
    assert stage.hovered == [(1, 1)] and panel.map.marks.hovered == (1, 1)
    stage.said.clear()
    stage.draw(tensor="encoder.layers.1.self_attn.weights")
    panel.map.hovered.emit((1, 1))
    assert stage.hovered == [], "another attention than the one that is looked at"
    assert panel.map.marks.pinned is None


def test_rows_follow_the_step_and_the_source_token(stage: ModelStage) -> None:
    stage.draw(tensor="decoder.output")
    panel = stage.view.panel
    panel.map.row_clicked.emit(2)
    assert stage.picked[-1] == {"step": 2} and panel.row == 2
    assert panel.row_title.text() == "step 3 “casa ▸ blanca”"
    stage.draw(tensor="encoder.output")
    panel.map.row_clicked.emit(5)
    assert stage.opted[-1] == {"source_row": 5} and panel.row == 5
    stage.pick({"query": 1, "key": 3})
    assert panel.row == 3
    panel.map.row_clicked.emit(0)
    assert stage.picked[-1] == {"key": 0} and panel.row == 0
    stage.pick({"kind": "encoder", "query": 4, "key": 1})
    assert panel.row == 4


def test_a_token_is_chosen_in_the_diagram(qtbot: QtBot, stage: ModelStage) -> None:
    for name, expected in (("written", {"step": 5}), ("source", {"source_row": 1})):
        box = stage.plan.box(name)
        assert box is not None
        diagram = stage.view.diagram
        area = dict(diagram.areas(box))[next(iter(expected.values()))]
        qtbot.mouseClick(diagram, Qt.MouseButton.LeftButton, pos=area.center().toPoint())
        assert (stage.picked if "step" in expected else stage.opted)[-1] == expected


def test_what_is_not_written_yet_is_not_shown(qtbot: QtBot, trace: Trace) -> None:
    stage = ModelStage(qtbot, trace, step=1)
    assert "vieja" in stage.texts()
    stage.rows_shown = 2
    stage.draw()
    found = stage.texts()
    assert "casa" in found and "vieja" not in found
    stage.draw(tensor=WEIGHTS)
    assert stage.view.panel.map.marks.rows_shown == 1


def test_the_candidates_stand_for_the_softmax(qtbot: QtBot, trace: Trace) -> None:
    stage = ModelStage(qtbot, trace, step=2)
    stage.click(qtbot, "softmax")
    panel = stage.view.panel
    assert stage.options.tensor == SOFTMAX.name
    assert np.array_equal(panel.bars.values, trace.numbers["candidates"][0, 2])
    assert panel.bars.words == tuple(candidate_name(token) for token in trace.candidate_tokens[0][2])


def test_a_table_of_candidates_has_their_tokens(trace: Trace, stage: ModelStage) -> None:
    stage.draw(tensor=SOFTMAX.name)
    table = stage.view.table()
    assert table is not None
    tokens = [[candidate_name(token) for token in row] for row in trace.candidate_tokens[0]]
    numbers, count = trace.numbers["candidates"][0, : len(tokens)], len(tokens[0])
    for lines in (
        csv.reader(io.StringIO(table.to_csv().decode())),
        csv.reader(table.to_tabs().splitlines(), "excel-tab"),
    ):
        heading, *rows = (line[3 : 3 + 2 * count] for line in lines)
        assert len(set(heading)) == 2 * count
        assert [[word.removeprefix("'") for word in row[::2]] for row in rows] == tokens
        assert np.array_equal(np.array([row[1::2] for row in rows], np.float32), numbers)
    data, loaded = json.loads(table.to_json()), np.load(io.BytesIO(table.to_npz()))
    assert data["tokens"] == tokens == loaded["tokens"].tolist()
    assert np.array_equal(np.array(data["values"], np.float32), numbers)
    stage.draw(tensor=WEIGHTS)
    assert "tokens" not in json.loads(stage.view.table().to_json())


def test_numbers_that_json_does_not_know_stand_as_in_every_file(trace: Trace, stage: ModelStage) -> None:
    stage.draw(tensor="decoder.layers.1.self_attn.masked_scores")
    values = np.array(json.loads(stage.view.table().to_json())["values"], object)
    assert set(values[trace.reason("decoder") != mask_reasons.VISIBLE]) == {"-Infinity"}


def test_a_sum_without_a_hook_point_is_described_as_such(qtbot: QtBot) -> None:
    info = made_model()
    trace = made_trace()
    post = trace.with_(model=replace(info, spec=replace(trace.spec, norm_place="post")))
    stage = ModelStage(qtbot, post)
    rect = stage.seen("decoder.layers.1.cross_sublayer.residual")
    qtbot.mouseClick(stage.view.diagram, Qt.MouseButton.LeftButton, pos=rect.center().toPoint())
    assert stage.options.tensor == "" and "Nothing is recorded" in stage.hints[-1]


def test_a_tensor_of_another_model_is_closed(trace: Trace, stage: ModelStage) -> None:
    stage.draw(tensor="decoder.layers.2.cross_attn.weights")
    assert stage.view.panel.isVisible()
    stage.trace, stage.look = made_trace(layers=(1, 1), heads=2), Look()
    stage.draw()
    table = stage.view.table()
    assert not stage.view.panel.isVisible() and table is not None and table.name == "model-parts"


def test_an_open_tensor_follows_the_text(qtbot: QtBot, trace: Trace) -> None:
    stage = ModelStage(qtbot, trace, step=5)
    stage.draw(tensor=WEIGHTS)
    stage.trace = whole(made_trace("good morning", "buenos días"))
    stage.pick({"step": None})
    panel = stage.view.panel
    assert np.array_equal(panel.map._scene.cells.values, stage.trace.map("cross", 1, 0))
    assert panel.map._columns == ("good", "morning", "</s>") and panel.row == 2


# ---------------------------------------------------------------- taking away, other views, provenance


def test_the_attention_opens_in_its_own_view(qtbot: QtBot, trace: Trace) -> None:
    stage = ModelStage(qtbot, trace, kind="encoder")
    stage.draw(tensor=WEIGHTS)
    stage.view.panel.attention.click()
    assert (stage.look.kind, stage.look.layer) == ("cross", 1) and stage.opened == ["attention"]
    stage.view.panel.save.click()
    assert stage.commanded == ["numbers.save"]


def test_the_table_gives_the_very_same_numbers(qtbot: QtBot, trace: Trace) -> None:
    stage = ModelStage(qtbot, trace, head=2)
    stage.draw(tensor=WEIGHTS)
    table = stage.view.table()
    assert table is not None and table.name == f"{WEIGHTS}-head3"
    expected = trace.map("cross", 1, 2)
    lines = list(csv.reader(io.StringIO(table.to_csv().decode())))
    assert lines[0][:5] == ["row", "read", "written", "the", "white"] and lines[2][:3] == ["1", "la", "casa"]
    last = 3 + expected.shape[1]
    assert np.array_equal(np.array([[float(one) for one in line[3:last]] for line in lines[1:]], np.float32), expected)
    about = dict(zip(lines[0][last:], lines[2][last:], strict=True))
    one = trace.sentences[0]
    assert (about["hook"], about["head"], about["source"], about["target"]) == (
        WEIGHTS, "2", one.source_text, one.target_text
    )  # fmt: skip
    assert about["model_sha256"] == trace.model.hash and about["program"].startswith("headscope ")
    loaded = np.load(io.BytesIO(table.to_npz()))
    assert np.array_equal(loaded[WEIGHTS], trace.arrays[WEIGHTS][0]) and loaded["columns"][1] == "white"
    assert json.loads(str(loaded["context"]))["hook"] == WEIGHTS
    data = json.loads(table.to_json())
    assert np.array_equal(np.array(data["values"], np.float32), expected)
    assert (data["context"]["source"], data["context"]["head"]) == (one.source_text, 2)
    remade = State.from_changes(json.loads(lines[1][lines[0].index("state")]))
    assert remade == stage.shot().state.with_(run=trace.run) and remade.look.head == 2, "what was on the screen"
    assert json.dumps(remade.changes()) in lines[1][lines[0].index("remake")] == remade.render_line("model")
    stage.view.panel.copy.click()
    assert QApplication.clipboard().text() == table.to_tabs()
    assert table.to_tabs().splitlines()[1].split("\t")[1] == "<s>"


def test_a_picture_of_it_holds_the_open_tensor_as_text(qtbot: QtBot, trace: Trace) -> None:
    stage = ModelStage(qtbot, trace, step=3)
    stage.draw(tensor=WEIGHTS)
    found = "\n".join(stage.texts())
    for text in (WEIGHTS, "Cross-attention · layer 2", "float32 · 196 numbers", "0.00"):
        assert text in found.splitlines(), text
    assert "step 4 “blanca\n▸\nes”" in found, "a sign of another font is a text of its own"


def test_tokens_that_look_like_formulas_are_harmless_when_copied() -> None:
    trace = made_trace("=1+1 now", "@x")
    found = tensor(trace, anatomy(trace.spec), "encoder.output", 0)
    assert found is not None
    table = found.table(0, State())
    assert table is not None and "\t'=1+1\t" in table.to_tabs() and '"=1+1"' in table.to_csv().decode()


def test_numbers_say_where_they_come_from(trace: Trace, stage: ModelStage) -> None:
    model = anatomy(trace.spec)
    for name, place, head in (
        (WEIGHTS, (3, 1), 2), (f"{CROSS}.q", (0, 5), 1), ("encoder.output", (2, 7), 0), ("logits", (4, 9), 0),
        ("encoder.embed.positions", (1, 3), 0), (SOFTMAX.name, (2, 1), 0),
    ):  # fmt: skip
        found = tensor(trace, model, name, 0)
        assert found is not None
        matrix = found.matrix(head)
        assert matrix is not None
        where = source(found, head, *place)
        array = trace.numbers["candidates"] if where.name == "numbers.candidates" else trace.arrays[where.name]
        assert array[where.index] == matrix[place], name
        assert fmt_digits(float(matrix[place])) in cell_text(found, head, *place)
    stage.draw(tensor="encoder.output")
    panel = stage.view.panel
    panel.map.clicked.emit((2, 7))
    cards = [card for card in stage.view.findChildren(NumberCard) if card.isVisible()]
    assert len(cards) == 1 and "encoder.output" in cards[0].script()
    assert stage.opted[-1] == {"source_row": 2}
    cards[0].close()


# ---------------------------------------------------------------- pointer and keyboard


def test_pointing_says_what_a_click_would_do(stage: ModelStage) -> None:
    expected = {
        CROSS: f"Click to open {WEIGHTS}.", "encoder.layers.0": "Click to expand layer 1 of the encoder.",
        "decoder.layers.1": "Click to collapse layer 2 of the decoder.", "softmax": "Click to open softmax.",
    }  # fmt: skip
    for name, hint in expected.items():
        stage.move(QPointF(stage.at(name)))
        assert stage.hints[-1].startswith(hint) and "arrows move from box to box" in stage.hints[-1]
        assert stage.view.diagram.cursor().shape() == Qt.CursorShape.PointingHandCursor
    stage.move(QPointF(2, SIZE[1] - 2))
    assert stage.hints[-1] == "" and stage.view.diagram.cursor().shape() == Qt.CursorShape.ArrowCursor


def test_a_tool_tip_names_hook_points_and_parameters(stage: ModelStage) -> None:
    point = stage.at(CROSS)
    text = tip_text(stage.view.diagram, point)
    assert f"{CROSS}.to_q.weight: D 32 × D 32 = 1,024" in text and f"{WEIGHTS}: H 4 × T 7 × S 7" in text


def test_the_keyboard_walks_opens_and_closes(qtbot: QtBot, stage: ModelStage) -> None:
    diagram = stage.view.diagram
    diagram.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(diagram, Qt.Key.Key_Up)
    qtbot.keyClick(diagram, Qt.Key.Key_Up)
    assert diagram.cursor_box is not None and diagram.cursor_box.kind == "add"
    assert "residual" in diagram.accessibleDescription()
    qtbot.keyClick(diagram, Qt.Key.Key_Return)
    assert stage.options.tensor == "decoder.layers.1.cross_sublayer.residual" and stage.view.panel.isVisible()
    qtbot.keyClick(diagram, Qt.Key.Key_Escape)
    assert stage.options.tensor == "" and not stage.view.panel.isVisible()


@pytest.mark.parametrize("inside", ["attention", "tokens"])
def test_what_was_pointed_at_may_get_too_small_to_be_seen(inside: str, stage: ModelStage) -> None:
    """The frame around a head or a token goes with it."""
    diagram = stage.view.diagram
    diagram.zoom_by(3.0, stage.seen(CROSS).center())
    box = next(box for box in stage.plan.boxes if box.kind == inside and diagram.areas(box))
    inner, area = diagram.areas(box)[-1]
    diagram.point_at((box, inner))
    assert area.isValid() and diagram.pointed == (box, inner)
    for _ in range(40):
        turn_wheel(diagram, diagram.screen_rect(box).center(), -240)
        diagram.grab()
    assert not diagram.areas(box)


def test_wheel_keys_and_dragging_move_the_picture(qtbot: QtBot, stage: ModelStage) -> None:
    diagram = stage.view.diagram
    first = diagram.camera
    at = stage.seen(CROSS).center()
    turn_wheel(diagram, at, 240)
    assert diagram.camera.scale > 1.3 * first.scale and stage.seen(CROSS).contains(at)
    before = diagram.camera
    qtbot.mousePress(diagram, Qt.MouseButton.LeftButton, pos=QPoint(300, 300))
    for x in (320, 360):
        left = Qt.MouseButton.LeftButton
        event = QMouseEvent(QEvent.Type.MouseMove, QPointF(x, 290), QPointF(x, 290), left, left,
                            Qt.KeyboardModifier.NoModifier)  # fmt: skip
        QApplication.sendEvent(diagram, event)
    qtbot.mouseRelease(diagram, Qt.MouseButton.LeftButton, pos=QPoint(360, 290))
    assert (diagram.camera.x - before.x, diagram.camera.y - before.y) == (60, -10)
    assert not stage.opted and not stage.picked, "a drag is not a click"
    qtbot.keyClick(diagram, Qt.Key.Key_0)
    assert diagram.camera == first
    qtbot.keyClick(diagram, Qt.Key.Key_Plus)
    assert diagram.camera.scale == pytest.approx(first.scale * 1.25)
    diagram.show_all()
    qtbot.mouseDClick(diagram, Qt.MouseButton.LeftButton, pos=QPoint(3, SIZE[1] - 3))
    assert diagram.camera == first


def test_the_diagram_stays_where_it_was_moved_to_when_the_text_changes(trace: Trace, stage: ModelStage) -> None:
    stage.view.diagram.zoom_by(2.0)
    kept = stage.view.diagram.camera
    stage.trace = whole(made_trace("good morning", "buenos días")).with_(model=trace.model)
    stage.draw()
    assert stage.view.diagram.camera == kept
    stage.draw(layers="all")
    assert stage.view.diagram.camera.scale == kept.scale


def test_a_change_of_step_lays_nothing_out_again(stage: ModelStage) -> None:
    stage.draw(tensor=WEIGHTS)
    plan, painted = stage.plan, stage.view.panel.map.pictures
    for step in (0, 3, 5):
        stage.pick({"step": step})
    assert stage.plan is plan and stage.view.panel.map.pictures == painted
    diagram = stage.view.diagram
    seen = diagram.grab().toImage()
    pictures = diagram._kept.painted
    stage.pick({"step": 2})
    stage.point((5, 3))  # the source token that is pointed at
    assert diagram.grab().toImage() != seen and diagram.live.source == 3, "the tokens that are looked at are others"
    assert diagram._kept.painted == pictures, "and nothing else is painted again"
    assert stage.view.panel.row == 2


def whole_picture(stage: ModelStage) -> QImage:
    """The diagram as painted in one go, nothing kept."""
    diagram = stage.view.diagram
    made = QImage(diagram.size(), QImage.Format.Format_RGB32)
    made.fill(theme.current().q("background"))
    with QPainter(made) as painter:
        room = QRectF(diagram.rect())
        diagram.picture.draw(painter, diagram.plan, diagram.camera, diagram.live, theme.current(), room)
    return made


@pytest.mark.parametrize(
    "options", [{}, {"layers": "all"}, {"layers": "none"}, {"inside": True}, {"family": "decoder"}, {"tensor": WEIGHTS}]
)
@pytest.mark.parametrize("edits", [Edits(), Edits(heads_off=(HeadPlace("cross", 1, 2), HeadPlace("encoder", 0, 1)))])
def test_a_kept_picture_with_another_selection_is_the_whole_painted_anew(
    stage: ModelStage, options: dict[str, Any], edits: Edits
) -> None:
    stage.trace = stage.trace.with_(run=stage.trace.run.with_(edits=edits))
    stage.draw(**options)
    seen = set[bytes]()
    for kind, layer, head, shown in (
        ("cross", 1, 1, None), ("cross", 1, 3, None), ("encoder", 1, 3, None), ("decoder", 1, 0, 2),
        ("decoder", 1, 0, 4), ("decoder", 2, 0, 4), ("encoder", 0, 0, None), ("cross", 1, 1, None),
    ):  # fmt: skip
        stage.rows_shown = shown
        stage.pick({"kind": kind, "layer": layer, "head": head})
        picture = stage.view.diagram.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
        assert picture == whole_picture(stage), (kind, layer, head, shown)
        seen.add(bytes(picture.constBits()))
    assert len(seen) >= 4, "the selections do not look alike"


def test_another_attention_of_the_layer_leaves_what_is_below_its_box(stage: ModelStage) -> None:
    kept = stage.view.diagram._kept
    stage.view.diagram.grab()
    before = kept.grounds, kept.painted
    for number, look in enumerate(({"head": 2}, {"kind": "decoder"}, {"head": 1}), 1):
        stage.pick(look)
        stage.view.diagram.grab()
        assert (kept.grounds, kept.painted) == (before[0], before[1] + number)
    stage.pick({"layer": 2})
    stage.view.diagram.grab()
    assert kept.grounds == before[0] + 1


def test_the_source_token_is_the_one_that_the_step_reads_most(trace: Trace, stage: ModelStage) -> None:
    """As the chips show it, until one is pointed at, pinned or chosen here."""
    stage.pick({"kind": "cross", "layer": 1, "head": 1})
    for step in range(4):
        stage.pick({"step": step})
        strongest = int(trace.map("cross", 1, 1)[step].argmax())
        assert stage.view.diagram.live.source == strongest
    stage.draw(source_row=2)
    assert stage.view.diagram.live.source == 2


def test_the_tensor_replaces_the_diagram_in_a_narrow_view(qtbot: QtBot, trace: Trace) -> None:
    stage = ModelStage(qtbot, trace, size=(560, 420))
    stage.draw(tensor=WEIGHTS)
    assert stage.view.panel.isVisible() and not stage.view.diagram.isVisible()
    stage.view.panel.close_button.click()
    assert stage.view.diagram.isVisible() and not stage.view.panel.isVisible()


PANELS = [
    *((SIZE, name) for name in (WEIGHTS, "logits", "encoder.layers.1.feed_forward.hidden")),
    ((866, 420), "logits"),
]
LOW = [((636, height), WEIGHTS) for height in (200, 240, 300, 400, 560)]


@pytest.mark.parametrize("scale", [1.0, 2.0])
@pytest.mark.parametrize(("size", "name"), PANELS + LOW)
def test_the_parts_of_the_panel_never_overlap_and_every_word_has_its_room(
    qapp: QApplication, qtbot: QtBot, trace: Trace, size: tuple[int, int], name: str, scale: float
) -> None:
    """In a low place, as at a large text size, parts are left out before they would stand on each other."""
    theme.apply(qapp, theme.LIGHT, scale)
    low = (size, name) in LOW
    size = (round(size[0] * scale), round(size[1] * scale)) if low else size
    stage = ModelStage(qtbot, trace, size=size)
    stage.draw(tensor=name)
    assert (stage.view.width(), stage.view.height()) == size
    panel = stage.view.panel
    assert panel.map.isVisible() and (panel.map.height() >= 40 * scale or not low)
    assert panel.map.bottom() <= panel.map.height()
    for button in (panel.attention, panel.copy, panel.save):
        if button.isVisible() and not low:
            assert button.width() >= button.sizeHint().width() - 1 and panel.rect().contains(button.geometry())
    shown = [part for part in panel.children() if isinstance(part, QWidget) and part.isVisible()]
    for one, other in itertools.combinations(shown, 2):
        assert not one.geometry().intersects(other.geometry()), (one, other)


# ---------------------------------------------------------------- bars


def test_bars_show_the_largest_of_every_pixel(qtbot: QtBot) -> None:
    plot = RowPlot()
    qtbot.addWidget(plot)
    plot.resize(300, 80)
    values = np.zeros(5000, np.float32)
    values[1234], values[4000] = 3.0, -2.0
    plot.show_row(values, (), "source")
    tall = {column for bar, column in plot.bars() if bar.height() > 5}
    assert tall == {1234, 4000} and plot.ends() == (-2.0, 3.0)
    noise = np.random.default_rng(3).normal(size=5000).astype(np.float32)
    plot.show_row(noise, (), "source")
    columns, blocks = [column for _, column in plot.bars()], block_starts(5000, len(plot.bars()))
    for column, first, last in zip(columns, blocks, [*blocks[1:], 5000], strict=True):
        assert first <= column < last and abs(noise[column]) == np.abs(noise[first:last]).max()
    plot.show_row(np.array([np.nan, 1.0, np.inf], np.float32), ("a", "b", "c"), "target")
    assert plot.place_at(QPointF(plot.area().right() + 1, 9)) is None, "beside the last one"
    assert plot.ends() == (0.0, 1.0) and not plot.grab().toImage().isNull()
    assert plot.place_at(QPointF(plot.area().right() - 2, 9)) == 2 and plot.place_at(QPointF(0, 9)) is None
    plot.show_row(np.zeros(0, np.float32), (), "source")
    assert plot.bars() == [] and plot.place_at(QPointF(50, 9)) is None


# ---------------------------------------------------------------- in the window


@pytest.fixture
def window(qtbot: QtBot) -> Window:
    store = Store(State(run=RunSpec(source=("the white house",)), desk=Layout(theme="light", views=("model",))))
    return live_window(store, qtbot, made_model((2, 2), 2))


def diagram_of(window: Window) -> Any:
    page = window.desk.page("model")
    assert page is not None
    return page.view.diagram  # type: ignore[attr-defined]


def test_the_arrows_belong_to_the_diagram_while_it_has_the_focus(window: Window, qtbot: QtBot) -> None:
    diagram = diagram_of(window)
    diagram.setFocus()
    before = window.store.state.look
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Down):
        qtbot.keyClick(diagram, key)
    assert window.store.state.look == before and diagram.cursor_box is not None
    qtbot.keyClick(diagram, Qt.Key.Key_A)
    assert window.store.state.options["model"] == {"layers": "all"}
    window.commands.run("undo")
    assert any(box.kind == "folded" for box in diagram.plan.boxes) is not False


def test_opening_in_attention_and_saving_go_through_the_window(window: Window, qtbot: QtBot) -> None:
    name = "decoder.layers.0.cross_attn.weights"
    window.store.options("model", tensor=name)
    QApplication.processEvents()
    page = window.desk.page("model")
    assert page is not None
    panel = page.view.panel  # type: ignore[attr-defined]
    panel.setFocus()
    panel.save.click()
    dialog = window.export_actions.dialog
    assert dialog is not None and dialog.selectedFiles()[0].endswith(f"{name}-head1.csv")
    dialog.reject()
    window.commands.run("table.copy")
    assert QApplication.clipboard().text() == page.view.table().to_tabs()  # type: ignore[union-attr]
    panel.attention.click()
    assert window.store.state.desk.views == ("attention",)


@pytest.mark.parametrize("keyboard", [False, True])
def test_the_residual_path_is_cut_at_its_arrow(window: Window, qtbot: QtBot, keyboard: bool) -> None:
    window.store.look(layer=0)
    diagram, store = diagram_of(window), window.store
    reason = QContextMenuEvent.Reason.Keyboard if keyboard else QContextMenuEvent.Reason.Mouse
    place = SublayerPlace("decoder", 0, "feed-forward")

    def entry() -> QAction:
        box = diagram.plan.box(f"decoder.layers.{place.layer}.ff_sublayer.residual")
        diagram.at = (box, None)
        spot = diagram.camera.rect(box.lane).center().toPoint()
        assert diagram.place_at(QPointF(spot)) == (box, None), "the arrow stands for its sum"
        QApplication.sendEvent(diagram, QContextMenuEvent(reason, spot, diagram.mapToGlobal(spot)))
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        menu.close()
        return menu.actions()[0]

    plain = diagram.grab().toImage()
    entry().trigger()
    settled()
    assert store.state.run.edits.residuals_cut == (place,)
    assert "without residual" in list_edits(store.state.run.edits, store.trace)[0].words
    assert diagram.grab().toImage() != plain
    box = diagram.plan.box("decoder.layers.0.ff_sublayer.residual")
    assert "f(x) instead of x + f(x)" in diagram.tip_of((box, None)) and "restore" in diagram.hint_of((box, None))
    assert entry().isChecked()
    window.commands.run("undo")
    assert store.state.run.edits == Edits()
    window.commands.run("residual.switch")
    attention = store.state.look
    (cut,) = store.state.run.edits.residuals_cut
    assert (cut.layer, cut.part) == (
        attention.layer,
        "cross-attention" if attention.kind == "cross" else "self-attention",
    )
    window.store.look(layer=1 - cut.layer)
    settled()
    folded = diagram.plan.box(f"{cut.stack}.layers.{cut.layer}")
    assert folded.kind == "folded" and "f(x) instead of x + f(x)" in diagram.tip_of((folded, None))
    view = window.desk.page("model").view  # type: ignore[union-attr]
    assert "1 path cut" in svg_of(view, (900, 700)), "a folded layer says what is cut in it"


def test_what_a_family_lacks_is_faint(stage: ModelStage) -> None:
    plain = stage.view.diagram.grab().toImage()
    live = stage.view.diagram.live
    assert live is not None and not any(live.lacks(box) for box in stage.plan.boxes)
    for family in ("encoder", "decoder"):
        stage.draw(family=family)
        live, boxes = stage.view.diagram.live, stage.plan.boxes
        assert live is not None and stage.view.diagram.grab().toImage() != plain
        there = {box.name for box in boxes if not live.lacks(box)}
        cross = {box.name for box in boxes if ".cross_" in box.name}
        assert there == {box.name for box in boxes if box.stack == family} - cross and len(cross) >= 3
        assert all(live.lacks(wire) for wire in stage.plan.wires if wire.kind == "memory")
        assert {"encoder": "BERT", "decoder": "GPT"}[family] in stage.view.said()[1]
