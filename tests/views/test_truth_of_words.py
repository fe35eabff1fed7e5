"""What views say of their numbers, where another case than the usual one is shown."""

from __future__ import annotations

import csv
import io
import json
import shutil
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from safetensors.numpy import load_file, save_file

from model_core.checkpoints import parameters
from model_core.checkpoints.folder import folder_hash
from model_core.engine.engine import Engine
from model_core.explain.anatomy import Part, anatomy
from model_core.io import resources
from model_core.record.edits import CellEdit, Decoding, Edits, MaskEdits
from model_core.record.run_spec import RunSpec
from model_core.record.trace import VISIBLE, Trace
from model_core.record.training_log import TrainingAbout
from model_core.record.training_now import TrainingNow
from model_core.spec import ModelSpec
from tests.made.small import VARIANTS, small_model, small_pieces
from tests.made.surveys import made_findings
from tests.made.traces import made_trace
from tests.made.trainings import SETTINGS, STEPS, event, made_events, measure_names
from tests.support.harness import ViewStage
from viz_app.data import tables
from viz_app.data.number_format import ELLIPSIS
from viz_app.document.state import Layout, Look, State
from viz_app.inspector import array_check
from viz_app.maps.legend import MapLegend
from viz_app.views import view_class
from viz_app.views.model import box_help
from viz_app.views.model.layout import Box
from viz_app.views.model.live_state import LiveState
from viz_app.views.model.tensor_text import trained
from viz_app.views.model.weight_panel import WeightPanel
from viz_app.views.survey import text as survey_text
from viz_app.views.train.content import TrainContent
from viz_app.views.train.curves import TrainCurves
from viz_app.widgets.application_theme import apply_theme
from viz_app.widgets.labels import Caption

pytestmark = pytest.mark.usefixtures("qapp")


def staged(qtbot: QtBot, name: str, trace: Trace, **changes: Any) -> ViewStage:
    kind = type("Stage", (ViewStage,), {"of": view_class(name)})
    return kind(qtbot, trace, (1000, 640), **changes)


def run_of(**changes: Any) -> Trace:
    pieces, engine = small_pieces(), Engine("own")
    sizes = {"source_vocabulary": pieces.size, "target_vocabulary": pieces.size, "max_positions": 60}
    engine.add("own", small_model(9, **{**sizes, **changes}), pieces)
    return engine.trace(RunSpec("own", ("The baker opens the shop at six.",), max_steps=5))


@pytest.mark.parametrize("stretch", ["same", "row", "head"])
def test_the_number_of_a_mask_is_no_end_of_the_colours_of_scores(qtbot: QtBot, stretch: str) -> None:
    trace = run_of(mask_value=-1e9)
    stage = staged(qtbot, "attention", trace, kind="decoder", what="masked", scale=stretch)
    seen = [one[..., trace.reason("decoder") == VISIBLE] for one in trace.maps("decoder", "masked")]
    largest = max(float(np.abs(one).max()) for one in seen)
    scale = stage.view.findChildren(MapLegend)[0].key
    assert not any("000000" in word for _, word in scale.ticks)
    assert stage.view.heads.most == pytest.approx(largest)
    own = staged(qtbot, "model", trace, kind="decoder", tensor="decoder.layers.0.self_attn.masked_scores")
    panel = own.view.panel
    if panel.tensor is not None:
        assert panel.tensor.scale(panel.tensor.matrix(0)).hi <= largest * (1 + 1e-6)


def test_a_bin_that_comes_later_has_no_even_share(qtbot: QtBot) -> None:
    stage = staged(qtbot, "survey", made_trace(), kind="decoder")
    stage.view.draw(stage.shot().with_(findings=made_findings()))
    content = stage.view._content
    later = np.argwhere(content.future)[-1]
    first, hidden = survey_text.cell_tip(content, 0, 0), survey_text.cell_tip(content, *map(int, later))
    assert "evenly" not in first and "%" in first.rpartition(":")[2]
    assert hidden.endswith("comes later")


@pytest.mark.parametrize("name", ["train", "survey", "positions"])
def test_no_line_beside_a_picture_is_cut_in_the_largest_text(qtbot: QtBot, name: str) -> None:
    """On a projector of 1280 × 720 they ended in …: what has room of them is whole."""
    about = TrainingAbout("/x", "Reverse digits", SETTINGS, {})
    end = "8.0 % of the validation sentences are exactly right; 8,500 updates, 6.3 epochs, 47 min of training."
    events = (*made_events()[:-1], event("done", STEPS[-1], message=end))
    training = TrainingNow("/x", about, events, measure_names=measure_names(), kept=(("/x", "Reverse digits"),))
    apply_theme(Layout(theme="light", text_scale=2.0))
    try:
        kind = type("Stage", (ViewStage,), {"of": view_class(name)})
        stage = kind(qtbot, made_trace(), (1256, 690))
        found = replace(made_findings(), data=("sentences_of_the_second_chapter.tsv",))
        stage.view.draw(stage.shot().with_(findings=found, training=training))
        QApplication.processEvents()
        seen = [one for one in stage.view.findChildren(Caption) if one.isVisible() and one.text()]
        assert seen and not [one.text() for one in seen if one.shown().endswith(ELLIPSIS)]
    finally:
        apply_theme(Layout(theme="light"))


def test_bleu_is_not_called_a_share_of_right_sentences(qtbot: QtBot) -> None:
    curves = TrainCurves()
    qtbot.addWidget(curves)
    for bleu in ({"bleu": 20.0}, {}):
        events = tuple(event("valid", step, exact=0.2, **bleu) for step in STEPS)
        curves.show_content(TrainContent.from_training(TrainingNow("/x", events=events), ""), ("cross", 0, 0), "")
        plot = curves.right.plot
        assert plot.accessibleName() in plot.toolTip() and ("BLEU" in plot.accessibleName()) is bool(bleu)


@pytest.fixture
def weight_panel(qtbot: QtBot, tmp_path: Path) -> tuple[WeightPanel, Path, Trace, dict[str, Any]]:
    """A panel on a copy of a bundled model, and the matrices of its parts by their names' ends."""
    folder = tmp_path / "own"
    shutil.copytree(resources.folder() / "models" / "reverse", folder)
    spec = ModelSpec.from_json(json.loads((folder / "spec.json").read_text())["spec"])
    trace = made_trace()
    trace = replace(trace, model=replace(trace.model, folder=str(folder), spec=spec, hash=folder_hash(folder)))
    panel = WeightPanel()
    qtbot.addWidget(panel)
    panel.resize(336, 700)
    panel.show()
    found = {one.name.split(".")[-2]: (part, one) for part in anatomy(spec).parts for one in trained(part)
             if len(one.shape) == 2}  # fmt: skip
    return panel, folder, trace, found


def test_of_weights_that_cannot_be_read_nothing_of_others_is_left(weight_panel: Any) -> None:
    panel, folder, trace, found = weight_panel
    panel.show_weight(trace, *found["to_q"])
    assert panel.stretch.isVisible() and panel.map.isVisible()
    shutil.rmtree(folder)
    for one in vars(parameters).values():
        if hasattr(one, "cache_clear"):
            one.cache_clear()
    panel.show_weight(trace, *found["to_k"])
    assert panel.words.isVisible()
    assert not any(one.isVisible() for one in (panel.map, panel.spread, panel.stretch, panel.stretch_title))


def weights_of_box(part: Part, trace: Trace) -> list[str]:
    """The trained arrays that the box of this part offers."""
    live = SimpleNamespace(trace=trace, head=0, source=0, step=0, sentence=0)
    pointed = box_help.numbers_of(Box(part.name, part.kind, QRectF(), "", part=part), None, cast(LiveState, live))
    return [] if pointed is None else [source.name for source in pointed[1] if source.found is not None]


def test_weights_of_a_model_that_was_trained_on_are_not_shown_as_those_of_the_run(weight_panel: Any) -> None:
    """Its files were written to since: also where every shape is the same."""
    panel, folder, trace, found = weight_panel
    panel.show_weight(trace, *found["to_q"])
    assert panel.matrix is not None
    tensors = load_file(folder / "model.safetensors")
    save_file({name: -tensor for name, tensor in tensors.items()}, folder / "model.safetensors")
    for weight in ("to_k", "to_q"):
        panel.show_weight(trace, *found[weight])
        assert panel.matrix is None and "changed" in panel.words.text() and not panel.map.isVisible()
    assert not weights_of_box(found["to_q"][0], trace)
    again = trace.with_(model=replace(trace.model, hash=folder_hash(folder)))
    panel.show_weight(again, *found["to_k"])
    assert panel.matrix is not None and weights_of_box(found["to_q"][0], again)


def test_the_keys_read_weights_as_the_pointer_does(weight_panel: Any) -> None:
    panel, _, trace, found = weight_panel
    panel.show_weight(trace, *found["to_q"])
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Down):
        QTest.keyClick(panel.map, key, Qt.KeyboardModifier.ShiftModifier)
    at = panel.map.marks.hovered
    assert at is not None and panel.map.accessibleDescription()
    said = panel.map.accessibleDescription()
    panel.map.point_at(None)
    panel.map.point_at(at)
    assert panel.map.accessibleDescription() == said
    assert not panel.spread.hint_of(0) and not panel.stretch.hint_of(0)


def test_numbers_of_a_box_are_those_of_a_head_that_it_has(qtbot: QtBot) -> None:
    trace = run_of(**VARIANTS["a decoder of more heads, distances, mask first"])
    stage = staged(qtbot, "model", trace, kind="cross", head=6)
    live, plan = stage.view._live, stage.view.diagram.plan
    checked = 0
    for box in plan.boxes:
        pointed = box_help.numbers_of(box, None, live)
        for source in () if pointed is None else pointed[1]:
            checked += source.name in trace.arrays and bool(array_check.arrays_at(trace, source))
    assert checked > 10


def test_words_of_a_text_take_no_column_from_what_a_table_belongs_to(qtbot: QtBot) -> None:
    source = "the head state and its model remake"
    trace = made_trace(source, "la cabeza")
    looked = Look(kind="cross", layer=1, head=2)
    state = State(run=trace.run, look=looked)
    tensor = "decoder.layers.1.cross_attn.weights"
    stage = staged(qtbot, "model", trace, kind="cross", layer=1, head=2, tensor=tensor)
    for table in (tables.table_of(state, trace).to_csv(), stage.view.table().to_csv()):
        heading, first, second, *_ = csv.reader(io.StringIO(table.decode()))
        assert len(heading) == len(set(heading)) == len(first) and {*source.split()} <= {*heading}
        about = dict(zip(heading, first, strict=True))
        assert int(about["head (context)"]) in (2, 3) and about["model (context)"] and about["source"]
        assert about["state (context)"] and not dict(zip(heading, second, strict=True))["state (context)"]


def test_words_of_a_text_take_no_column_of_the_row(qtbot: QtBot) -> None:
    trace = made_trace("I read a written row", "leo una fila")
    state = State(run=trace.run, look=Look(kind="cross"))
    stage = staged(qtbot, "model", trace, tensor="decoder.layers.0.cross_attn.weights")
    for table in (tables.table_of(state, trace).to_csv(), stage.view.table().to_csv()):
        heading, first, *_ = csv.reader(io.StringIO(table.decode()))
        assert heading[:3] == ["row", "read", "written"] and len(heading) == len(set(heading))
        about = dict(zip(heading, first, strict=True))
        assert (about["row"], about["read"], about["written"]) == ("0", "<s>", "leo")
        for place, word in ((1, "read"), (3, "written"), (4, "row")):
            assert float(about[f"{word} (token)"]) == trace.map("cross", 0, 0)[0, place]


@pytest.mark.parametrize("name", ["attention", "lines"])
@pytest.mark.parametrize(
    ("masks", "lines", "words"),
    [
        (MaskEdits(), 2, "each row sums to 1"),
        (MaskEdits(padding=False), 2, "with the padding"),
        (MaskEdits(padding=False), 1, "each row sums to 1"),
        (MaskEdits(value=-1e-20), 2, "with the padding"),
        (MaskEdits(cells=tuple(CellEdit("cross", 0, key, False, 1) for key in range(9))), 2, "nothing to 0"),
        (MaskEdits(cells=tuple(CellEdit("cross", 0, key, False) for key in range(9))), 2, "each row sums to 1"),
        (MaskEdits(cells=tuple(CellEdit("cross", 0, key, False, 1) for key in range(9)), value=-1e9), 2, "with the"),
    ],
)
def test_the_stated_sum_of_a_row_of_weights_is_its_sum(
    qtbot: QtBot, name: str, masks: MaskEdits, lines: int, words: str
) -> None:
    run = RunSpec("tiny", ("red ball", "red")[-lines:], decoding=Decoding("sample", seed=4), edits=Edits(masks))
    trace = Engine().trace(run.with_(max_steps=5))
    stage = staged(qtbot, name, trace, kind="cross", sentence=lines - 1)
    told = stage.view.explanation(stage.shot())
    sums = trace.map("cross", 0, 0, sentence=lines - 1).sum(axis=-1)
    assert words in told.lower() and ("each row" in words) == bool(np.allclose(sums, 1.0, atol=1e-5))
