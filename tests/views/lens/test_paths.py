"""Paths into a row in the Lens view: what is drawn of them, in words, as a table, and what clicks and keys do."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from model_core.analysis.contributions import contributions, paths
from model_core.checkpoints.parameters import Parameters
from model_core.engine.engine import Engine
from model_core.record.edits import Edits, HeadPlace, Patch, SublayerPlace
from model_core.record.patching import donor_of
from model_core.record.run_spec import RunSpec
from model_core.record.trace import Trace
from tests.support.harness import ViewStage, svg_of, tip_text
from viz_app.views.lens.path_content import TOLD
from viz_app.views.lens.view import LensView
from viz_app.widgets import painting

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture(scope="module")
def trace() -> Trace:
    return Engine().trace(RunSpec("", ("The dog sees a cat.",)))


class Stage(ViewStage):
    """The view with paths."""

    of = LensView


def test_paths_take_the_place_of_the_table_and_give_it_back(qtbot: QtBot, trace: Trace) -> None:
    stage = Stage(qtbot, trace, picture="paths", step=2)
    view = stage.view
    assert view.path_map.isVisible() and not view.table_part.isVisible() and not view.below.isVisible()
    assert view.keyboard_part() is view.path_map and view.effects_requests(stage.shot()) == ()
    stage.draw(picture="table")
    assert view.table_part.isVisible() and not view.path_map.isVisible() and view.effects_requests(stage.shot())


def test_edges_are_those_of_the_row_from_the_threshold_on(qtbot: QtBot, trace: Trace) -> None:
    stage = Stage(qtbot, trace, picture="paths", step=2, least=0.05)
    wanted = paths(contributions(trace, Parameters(trace.model)), 2)
    shown = stage.view.path_map.shown
    assert shown.edges() == wanted.edges(0.05)
    stage.draw(least=0.2)
    assert stage.view.path_map.shown.edges() == wanted.edges(0.2) and len(wanted.edges(0.2)) < len(wanted.edges(0.05))
    stage.draw(step=3)
    assert stage.view.path_map.shown.found.row == 3
    assert "lines from 20 % on" in stage.view.explanation(stage.shot())


def test_the_line_says_what_a_row_is_made_of(qtbot: QtBot, trace: Trace) -> None:
    stage = Stage(qtbot, trace, picture="paths", step=2)
    shown, text = stage.view.path_map.shown, stage.view.line.text()
    source = float(shown.found.weights["encoder", 0].sum())
    of = {"encoder": f"source {100 * source:.0f} % (", "decoder": f"target {100 - 100 * source:.0f} % ("}
    assert text.startswith(f"{shown.row}: {of['encoder']}") and f"), {of['decoder']}" in text
    parts = dict(zip(of, text.split("), "), strict=True))
    for weight, node in shown.inputs()[:TOLD]:
        assert f"{shown.word(node)} {100 * weight:.0f} %" in parts[node[0]], "in the brackets of its own text"


def test_the_line_says_that_nothing_reaches_a_row(qtbot: QtBot) -> None:
    """The last cross-attention gives nothing, and nothing goes past it."""
    heads, cut = tuple(HeadPlace("cross", 2, head) for head in range(4)), SublayerPlace("decoder", 2, "cross-attention")
    run = RunSpec("", ("The dog sees a cat.",), max_steps=4, edits=Edits(heads_off=heads, residuals_cut=(cut,)))
    stage = Stage(qtbot, Engine().trace(run), picture="paths", step=2)
    assert stage.view.line.text().endswith(": source 0 %, target 0 %")


def test_an_activation_of_another_text_leaves_no_paths(qtbot: QtBot, trace: Trace) -> None:
    donor = donor_of(Engine().trace(RunSpec("", ("We don't open.",))))
    run = RunSpec("", ("The dog sees a cat.",), edits=Edits(patches=(Patch("feed-forward", "decoder", 2, 2, donor),)))
    view = Stage(qtbot, Engine().trace(run), picture="paths", step=2).view
    assert view.path_map.shown is None and "another text" in view.path_map._reason and "%" not in view.line.text()


def test_levels_rise_and_both_texts_stand_beside_each_other(qtbot: QtBot, trace: Trace) -> None:
    stage = Stage(qtbot, trace, picture="paths", step=2)
    plane, spec = stage.view.path_map, trace.spec
    for stack in ("encoder", "decoder"):
        heights = [plane.point((stack, level, 0)).y() for level in range(spec.layers(stack) + 1)]
        assert heights == sorted(heights, reverse=True) and len(set(heights)) == len(heights)
    lefts = [plane.point(("encoder", 0, at)).x() for at in range(len(trace.sentences[0].source))]
    lefts += [plane.point(("decoder", 0, at)).x() for at in range(len(trace.sentences[0].read))]
    assert lefts == sorted(lefts) and lefts[-1] < plane.width()
    assert lefts[0] > 8 + plane.metrics_of("small").horizontalAdvance("token + position"), "no word over lines and dots"


def test_words_that_are_spelt_out_have_room_above_the_key_and_the_tree(qtbot: QtBot) -> None:
    """No font here can draw the last one: it is longer on the screen than its letters."""
    spelt = "\U0001f44f"
    trace = Engine().trace(RunSpec("", (f"The {spelt} cat.",), target=(f"El {spelt} gato.",)))
    stage = Stage(qtbot, trace, picture="paths", step=3)
    part = stage.view.path_map
    font = part.font_of("small")
    longest = max(
        part.metrics_of("small").horizontalAdvance(painting.visible_words(one, font))
        for one in part.shown.texts["decoder"]
    )
    assert part._below() >= 2 * part.line("small") + 14 + 0.6 * longest
    picture = svg_of(stage.view, (1000, 600))
    assert "U+1F44F 2/4" in picture and not re.search(r"U[+]\w* ?…", picture)


def test_a_node_says_what_comes_through_it_and_a_click_chooses_its_step(qtbot: QtBot, trace: Trace) -> None:
    stage = Stage(qtbot, trace, picture="paths", step=2)
    plane = stage.view.path_map
    top = ("decoder", trace.spec.decoder_layers, 2)
    text = tip_text(plane, plane.point(top).toPoint())
    assert f"decoder layer {trace.spec.decoder_layers}: 100 % of {plane.shown.row}" in text
    assert "stays from the level below" in text and "mostly by head cross" in text
    QTest.mouseClick(plane, Qt.MouseButton.LeftButton, pos=plane.point(("decoder", 1, 4)).toPoint())
    assert stage.picked[-1] == {"step": 4}
    assert plane.hint_of(("encoder", 0, 1)) == ""


def test_keys_go_from_node_to_node(qtbot: QtBot, trace: Trace) -> None:
    stage = Stage(qtbot, trace, picture="paths", step=2)
    plane, deep = stage.view.path_map, trace.spec.decoder_layers
    plane.setFocus()
    QTest.keyClick(plane, Qt.Key.Key_Down)
    assert plane.pointed == ("decoder", deep, 2)
    QTest.keyClick(plane, Qt.Key.Key_Down)
    assert plane.pointed == ("decoder", deep - 1, 2)
    for _ in range(3):
        QTest.keyClick(plane, Qt.Key.Key_Left)
    assert plane.pointed == ("encoder", deep - 1, len(trace.sentences[0].source) - 1)


def test_a_kept_node_is_described_again_for_another_row(qtbot: QtBot, trace: Trace) -> None:
    stage = Stage(qtbot, trace, picture="paths", step=2)
    plane = stage.view.path_map
    plane.point_at(("decoder", trace.spec.decoder_layers, 1))
    before = plane.accessibleDescription()
    stage.draw(step=1)
    assert plane.accessibleDescription() == plane.tip_of(plane.pointed) != before


def test_picture_and_table_have_all_of_it(qtbot: QtBot, trace: Trace) -> None:
    stage = Stage(qtbot, trace, picture="paths", step=2)
    shown, table = stage.view.path_map.shown, stage.view.table()
    assert len(table.rows) == len(shown.found.edges(0.0)) and table.rows[0][-1] == shown.found.edges(0.0)[-1].flow
    into = [row for row in table.rows if row[4:7] == ("decoder", trace.spec.decoder_layers, 2)]
    assert sum(row[-1] for row in into) == pytest.approx(1.0)
    picture = svg_of(stage.view, (1000, 600))
    assert "cross-attention" in picture and "layer 2" in picture and "dog" in picture


def test_a_run_whose_rest_is_pending_has_a_notice(qtbot: QtBot, trace: Trace) -> None:
    stage = Stage(qtbot, trace.maps_only(), picture="paths", step=2)
    assert stage.view.path_map.shown is None and stage.view.path_map._reason == "The rest of the run is on its way."
    stage.trace = trace
    stage.draw()
    assert stage.view.path_map.shown is not None
