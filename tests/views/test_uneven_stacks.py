"""Every view of models whose encoder has another number of heads than their decoder."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from model_core.engine.engine import Engine
from model_core.explain.provenance import value_of
from model_core.record.run_spec import RunSpec
from model_core.record.trace import Trace
from model_core.spec import KINDS
from tests.made.small import VARIANTS, small_model, small_pieces
from tests.support.harness import ViewStage
from viz_app.charts.head_hues import head_colour
from viz_app.views import VIEWS, view_class
from viz_app.views.lines.line_picture import RUNS
from viz_app.widgets import theme

pytestmark = pytest.mark.usefixtures("qapp")

UNEVEN = ("a decoder of fewer heads", "a decoder of more heads, distances, mask first")


@cache
def trace_of(variant: str, layers: int = 0) -> Trace:
    """Of a variant with as many layers in both stacks, or `layers` in the encoder alone."""
    pieces, engine = small_pieces(), Engine("own")
    sizes = {"source_vocabulary": pieces.size, "target_vocabulary": pieces.size, "max_positions": 60}
    deep = {"encoder_layers": layers} if layers else {}
    engine.add("own", small_model(9, **{**sizes, **VARIANTS[variant], **deep}), pieces)
    return engine.trace(RunSpec("own", ("The baker opens the shop at six.",), max_steps=5))


def staged(qtbot: QtBot, name: str, trace: Trace, **changes: object) -> ViewStage:
    kind = type("Stage", (ViewStage,), {"of": view_class(name)})
    return kind(qtbot, trace, (1000, 640), **changes)


@pytest.mark.parametrize("variant", UNEVEN)
@pytest.mark.parametrize("name", VIEWS)
def test_the_last_head_of_each_attention_is_drawn(qtbot: QtBot, name: str, variant: str) -> None:
    trace = trace_of(variant)
    for kind in KINDS:
        stage = staged(qtbot, name, trace, kind=kind, head=trace.spec.heads_of(kind) - 1)
        assert not stage.view.grab().toImage().isNull() and stage.view.heading(stage.shot())


@pytest.mark.parametrize("variant", UNEVEN)
def test_lines_of_all_three_attentions_have_the_colours_of_their_heads(qtbot: QtBot, variant: str) -> None:
    trace = trace_of(variant)
    stage = staged(qtbot, "lines", trace, whole=True, threshold=0.0)
    stage.view.grab()
    drawing, seen = stage.view.lines.drawing, set()
    for at, (run, series) in enumerate(zip(drawing.lines.run.tolist(), drawing.lines.series.tolist(), strict=True)):
        head = stage.view._picture.parts[run].series[series]
        assert drawing.colour(at) == head_colour(head, theme.LIGHT)
        seen.add((run, head))
    assert seen == {(RUNS[kind], head) for kind in KINDS for head in range(trace.spec.heads_of(kind))}


def test_lines_of_a_stack_of_fewer_layers_or_heads_say_which_they_are_of(qtbot: QtBot) -> None:
    trace = trace_of("a decoder of fewer heads", layers=1)
    spec = trace.spec
    assert spec.layers("decoder") > 1
    stage = staged(qtbot, "lines", trace, whole=True, kind="cross", layer=spec.layers("decoder") - 1, head=0)
    heads = spec.heads_of("encoder")
    assert stage.view.heading(stage.shot()).endswith(f"layer {spec.layers('decoder')} · {spec.heads_of('cross')} heads")
    assert f"Encoder self-attention: layer 1 · {heads} heads." in stage.view.foot.text()
    assert "Decoder" not in stage.view.foot.text() and "Cross" not in stage.view.foot.text()
    stage.draw(kind="encoder")
    said = f"layer 1 · {spec.heads_of('cross')} heads"
    assert f"Decoder self-attention: {said}. Cross-attention: {said}." in stage.view.foot.text()
    stage.draw(whole=False)
    assert "layer 1" not in stage.view.foot.text()


def test_the_panel_of_the_model_shows_a_head_that_there_is(qtbot: QtBot) -> None:
    trace = trace_of(UNEVEN[1])
    weights = "encoder.layers.0.self_attn.weights"
    panel = staged(qtbot, "model", trace, kind="cross", head=6, tensor=weights).view.panel
    assert panel.heads.currentIndex() == panel.head == 1
    own, source = panel._number((1, 2))
    assert value_of(own, source) == trace.arrays[weights][0, 1, 1, 2]
    np.testing.assert_array_equal(panel.map._scene.cells.values, trace.arrays[weights][0, 1])


def test_a_click_on_what_distances_add_pins_no_cell_of_an_attention(qtbot: QtBot) -> None:
    stage = staged(qtbot, "model", trace_of(UNEVEN[1]), kind="cross", tensor="encoder.distances.bias")
    stage.view.panel.map.clicked.emit((2, 5))
    assert not [change for change in stage.picked if "query" in change or "key" in change]
    assert "pin" not in stage.view.panel.map.toolTip()
