"""The attention view: what it takes from a Trace, what it marks, what it says, and what it costs."""

from __future__ import annotations

from dataclasses import fields, replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QMouseEvent, QPainter
from PySide6.QtWidgets import QApplication, QMenu, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from model_core.analysis.heads import head_measures
from model_core.analysis.reads import measured_in
from model_core.record import derived_maps
from model_core.record.edits import Edits, HeadPlace, MaskEdits
from model_core.record.trace import ATTENTION, FUTURE, PADDING, SCORES, USER, Trace
from tests.made.traces import made_trace
from tests.support.harness import ViewStage, svg_of, tip_text, turn_wheel
from viz_app.data import map_text, number_format, vocabulary
from viz_app.data.maps import color_range, colormaps
from viz_app.data.maps.colormaps import Scale, table
from viz_app.data.vocabulary import head_word
from viz_app.document.state import Look, fit_look
from viz_app.maps.all_heads import ThumbnailMaker
from viz_app.maps.head_grid import HeadGrid
from viz_app.maps.heatmap import HeatMap
from viz_app.views.attention import map_content, options
from viz_app.views.attention.view import Attention
from viz_app.widgets import theme

pytestmark = pytest.mark.usefixtures("qapp")

SIZE = (1008, 590)
SOURCE, TARGET = "the white house is very old", "la casa blanca es muy vieja"


@pytest.fixture
def trace() -> Trace:
    """An ordinary sentence of seven source tokens and seven rows."""
    return made_trace(SOURCE, TARGET)


class AttentionStage(ViewStage):
    """The attention view. Looks are drawn as they are: the view keeps inside the trace by itself."""

    of = Attention
    fits = False

    @property
    def heat(self) -> Any:
        return self.view.figure.heat

    @property
    def mosaic(self) -> Any:
        return self.view.pick.mosaic

    @property
    def cells(self) -> Any:
        return self.heat._scene.cells

    def at(self, query: int, key: int) -> QPoint:
        return self.heat.cell_rect(query, key).center().toPoint()

    def row_label(self, row: int) -> QPoint:
        return self.heat.label_areas()[0][row].boundingRect().center().toPoint()

    def column_label(self, column: int) -> QPoint:
        return self.heat.label_areas()[1][column].boundingRect().center().toPoint()

    def click(self, qtbot: QtBot, point: QPoint) -> dict[str, Any]:
        qtbot.mouseClick(self.heat, Qt.MouseButton.LeftButton, pos=point)
        return self.picked[-1]


def changed(trace: Trace, name: str, array: np.ndarray) -> Trace:
    """The Trace with another array of that hook name."""
    return trace.with_(arrays={**trace.arrays, name: array})


def without(trace: Trace, what: str) -> Trace:
    """The Trace without these scores, and without the queries that they could be made from."""
    lost = f".{SCORES[what]}", ".q"
    return trace.with_(arrays={name: one for name, one in trace.arrays.items() if not name.endswith(lost)})


# ---------------------------------------------------------------- the numbers are those of the Trace


@pytest.mark.parametrize("kind", ["encoder", "decoder", "cross"])
@pytest.mark.parametrize("what", list(SCORES))
def test_map_and_mosaic_hold_the_recorded_arrays(qtbot: QtBot, trace: Trace, kind: str, what: str) -> None:
    stage = AttentionStage(qtbot, trace, look=Look(kind=kind, what=what, layer=1, head=2))
    assert np.shares_memory(stage.cells.values, trace.map(kind, 1, 2, what))
    assert stage.cells.values.shape == trace.size(kind)
    for mine, recorded in zip(stage.mosaic._atlas.layers, trace.maps(kind, what), strict=True):
        assert np.shares_memory(mine, recorded) and mine.shape == recorded.shape


def test_a_sentence_of_a_batch_is_shown_without_its_padding(qtbot: QtBot) -> None:
    trace = made_trace(SOURCE, TARGET, sentences=3)
    stage = AttentionStage(qtbot, trace, look=Look(kind="decoder", sentence=2))
    assert stage.cells.values.shape == (5, 5)
    assert np.array_equal(stage.cells.values, trace.map("decoder", 0, 0, sentence=2))
    assert stage.view.heading(stage.shot()) == "Decoder self-attention · layer 1 · head 1 · sentence 3 of 3"
    stage.draw(sentence=7)
    assert stage.view.heading(stage.shot()).endswith("sentence 3 of 3")


@given(st.integers(0, 2**32 - 1), st.floats(0.0, 1.0), st.sampled_from((0.0, np.nan)))
def test_the_largest_number_that_is_seen_is_that_of_all_that_are(seed: int, hidden: float, odd: float) -> None:
    draw = np.random.default_rng(seed)
    values = draw.choice(np.array([odd, *draw.normal(size=9)], np.float32), size=(draw.integers(1, 5), 4))
    masks = (draw.random(values.shape) < hidden).astype(np.uint8)
    for reasons in (masks, None):
        seen = values if reasons is None else values[reasons == 0]
        expected = float(np.nanmax(seen)) if np.isfinite(seen).any() else 0.0
        assert map_content._largest(values, reasons) == expected


def test_a_map_that_looks_empty_offers_to_stretch_its_colours(qtbot: QtBot, trace: Trace) -> None:
    """One press shows what is there; a map with a weight that is seen offers nothing."""
    name = "decoder.layers.0.cross_attn"
    weights = trace.arrays[f"{name}.weights"]
    stage = AttentionStage(qtbot, changed(trace, f"{name}.weights", np.full_like(weights, 0.03)), kind="cross", layer=0)
    offer = stage.view.figure.offer
    assert offer.isVisible() and offer.text() == "The largest weight is 0.03: scale the colours to it"
    asked: list[dict[str, Any]] = []
    stage.view.opted.connect(asked.append)
    qtbot.mouseClick(offer, Qt.MouseButton.LeftButton)
    assert asked == [{"scale": "head"}]
    stage.opt(asked[0])
    assert not offer.isVisible()
    stage.opt({"scale": "same", "threshold": 0.2})
    qtbot.mouseClick(offer, Qt.MouseButton.LeftButton)
    assert asked[-1] == {"threshold": 0.0}
    assert not AttentionStage(qtbot, trace).view.figure.offer.isVisible()


def test_rows_are_named_by_what_is_read_and_written(qtbot: QtBot, trace: Trace) -> None:
    stage = AttentionStage(qtbot, trace)
    assert stage.heat._rows[:3] == (("<s>", "la"), ("la", "casa"), ("casa", "blanca"))
    assert stage.heat._columns == ("the", "white", "house", "is", "very", "old", "</s>")
    stage.draw(kind="decoder")
    assert stage.heat._columns[:3] == ("<s>", "la", "casa") and stage.heat._rows[-1] == ("vieja", "</s>")
    stage.draw(kind="encoder")
    assert stage.heat._rows[0] == ("the", None) and stage.heat._columns[-1] == "</s>"


def test_the_text_of_a_cell(trace: Trace) -> None:
    base = ATTENTION["cross"].format(layer=1)
    numbers = {"weights": 0.8124, "raw_scores": 23.41, "scores": 2.926}
    for name, number in numbers.items():
        array = trace.arrays[f"{base}.{name}"].copy()
        array[0, 2, 2, 1] = number
        trace = changed(trace, f"{base}.{name}", array)
    expected = "casa ▸ blanca reads “white”: weight 0.812; score 23.41; scaled 2.93; mask: visible"
    assert map_text.cell_text(trace, "cross", 1, 2, 0, 2, 1) == expected
    assert map_text.cell_text(trace, "decoder", 0, 0, 0, 1, 3).endswith("weight 0; " + _scores(trace))
    array = trace.arrays[f"{base}.weights"].copy()
    array[0, 2, 2, 1] = 0.00017
    small = changed(trace, f"{base}.weights", array)
    assert "weight <0.001;" in map_text.cell_text(small, "cross", 1, 2, 0, 2, 1), "as the inspector says of it"
    lost = map_text.cell_text(without(trace, "raw"), "cross", 1, 2, 0, 2, 1)
    assert "score not recorded; scaled 2.93" in lost
    assert map_text.cell_text(trace, "encoder", 0, 0, 0, 0, 6).startswith("the reads “</s>”: weight 0.")


def test_the_text_of_a_cell_of_a_long_text_is_made_of_its_row_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    full = made_trace(source_tokens=40, target_tokens=30)
    monkeypatch.setattr("model_core.record.derived_maps.RECORDED_CELLS", 1000)
    kept = {name: one for name, one in full.arrays.items() if not name.endswith(("scores", ".weights"))}
    trace, made = full.with_(arrays=kept), list[int]()
    own = derived_maps.attention_map
    monkeypatch.setattr(
        derived_maps, "attention_map", lambda *given: (found := own(*given), made.append(found.size))[0]
    )
    for kind in trace.kinds:
        for cell in ((0, 0), (20, 9), (3, 12)):
            words = map_text.cell_text(trace, kind, 1, 2, 0, *cell)
            assert "weight" in words and "not recorded" not in words
        assert max(made) <= trace.size(kind)[1], "no map is made"
        made.clear()


def _scores(trace: Trace) -> str:
    raw, scaled = (float(trace.map("decoder", 0, 0, what)[1, 3]) for what in ("raw", "scaled"))
    words = [number_format.fmt_score(number, 2) for number in (raw, scaled)]
    return f"score {words[0]}; scaled {words[1]}; mask: hidden, comes later"


def test_a_tool_tip_shows_tokens_as_they_are(qtbot: QtBot, trace: Trace) -> None:
    stage = AttentionStage(qtbot, trace)
    point = stage.at(0, 6)
    assert "&lt;s&gt; ▸ la reads “&lt;/s&gt;”: weight 0." in tip_text(stage.heat, point)


# ---------------------------------------------------------------- cost


def test_pointing_pinning_and_stepping_touch_no_array(
    qtbot: QtBot, trace: Trace, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = AttentionStage(qtbot, trace)
    stage.picture()
    before = stage.heat.pictures, stage.mosaic.pictures
    monkeypatch.setattr(Trace, "maps", _never)
    monkeypatch.setattr(HeadGrid, "set_maps", _never)
    for name in ("set_values", "set_rows", "set_columns"):
        monkeypatch.setattr(HeatMap, name, _never)
    for cell in ((0, 0), (3, 2), None):
        stage.draw(hover=cell, query=None if cell is None else cell[0], key=None if cell is None else cell[1])
        stage.draw(step=2)
        stage.draw(step=None, hover=cell)
    monkeypatch.undo()
    stage.picture()
    assert (stage.heat.pictures, stage.mosaic.pictures) == before


def _never(*_arguments: object, **_more: object) -> None:
    raise AssertionError("arrays or labels were taken over again")


def test_another_head_leaves_the_mosaic_alone(qtbot: QtBot, trace: Trace) -> None:
    stage = AttentionStage(qtbot, trace)
    stage.picture()
    mosaic, heat = stage.mosaic.pictures, stage.heat.pictures
    stage.draw(layer=2, head=3)
    stage.picture()
    assert stage.mosaic.pictures == mosaic and stage.heat.pictures == heat + 1
    assert stage.mosaic._current == (2, 3)


def test_an_equal_snapshot_costs_nothing(qtbot: QtBot, trace: Trace) -> None:
    stage = AttentionStage(qtbot, trace)
    first = stage.picture()
    before = stage.heat.pictures, stage.mosaic.pictures
    stage.draw()
    assert stage.picture() == first and (stage.heat.pictures, stage.mosaic.pictures) == before


# ---------------------------------------------------------------- masks


def test_only_reasons_that_occur_are_explained(qtbot: QtBot, trace: Trace) -> None:
    stage = AttentionStage(qtbot, trace)
    assert stage.view.figure.legend.key.reasons == ()
    assert "Hatched" not in stage.view.explanation(stage.shot())
    stage.draw(kind="decoder")
    assert stage.view.figure.legend.key.reasons == (FUTURE,)
    assert stage.view.explanation(stage.shot()).endswith("Each row sums to 1. Hatched = masked.")
    reasons = np.array(trace.reasons["cross"])
    reasons[0, :, 2], reasons[0, 1, 1] = PADDING, USER
    stage.draw(kind="cross", trace=trace.with_(reasons={**trace.reasons, "cross": reasons}))
    assert stage.view.figure.legend.key.reasons == (PADDING, USER)
    assert stage.cells.reason(0, 2) == PADDING and stage.cells.reason(1, 1) == USER


def test_scores_before_the_mask_are_all_shown_and_after_it_hatched(qtbot: QtBot, trace: Trace) -> None:
    stage = AttentionStage(qtbot, trace, look=Look(kind="decoder", what="raw"))
    assert stage.cells.reasons is None and np.isfinite(stage.cells.values).all()
    stage.draw(what="masked")
    assert np.isneginf(stage.cells.values[0, 1:]).all()
    assert {stage.cells.reason(0, key) for key in range(1, 7)} == {FUTURE}
    assert stage.heat.broken == 0
    assert stage.view.explanation(stage.shot()).endswith("with the mask; hatched = −∞.")


def test_a_hatched_cell_is_no_colour_of_the_ramp(qtbot: QtBot, trace: Trace) -> None:
    stage = AttentionStage(qtbot, trace, look=Look(kind="decoder"))
    image = stage.heat.grab().toImage()
    rect = stage.heat.cell_rect(0, 5).toRect()
    seen = {image.pixel(x, y) for x in range(rect.left(), rect.right()) for y in range(rect.top(), rect.bottom())}
    assert len(seen) > 1 and all((pixel >> 16 & 255) > (pixel & 255) for pixel in seen), "orange, not blue"


def test_numbers_that_are_none_are_hatched_and_named(qtbot: QtBot, trace: Trace) -> None:
    name = Trace.name("cross", "weights", 0)
    array = trace.arrays[name].copy()
    array[0, 0, 2, :] = np.nan
    stage = AttentionStage(qtbot, changed(trace, name, array))
    assert stage.heat.broken == 7
    assert stage.view.figure.legend.key.reasons == (vocabulary.BROKEN,)
    assert "not a number" in stage.view.figure.legend.words()
    stage.draw(head=1)
    assert stage.view.figure.legend.key.reasons == ()


# ---------------------------------------------------------------- what is missing


def test_unrecorded_arrays_are_reported(qtbot: QtBot, trace: Trace) -> None:
    stage = AttentionStage(qtbot, without(trace, "raw"), look=Look(what="raw"))
    assert "raw scores were not recorded" in stage.view.figure.words
    assert not stage.heat.isVisible()
    assert stage.mosaic._atlas.scale == Scale(0.0, 1.0), "the mosaic shows the weights"
    stage.draw(what="weights")
    assert stage.view.figure.words == "" and stage.heat.isVisible()
    assert np.shares_memory(stage.cells.values, stage.trace.map("cross", 0, 0))


def test_the_encoder_is_drawn_before_the_decoder_has_written(qtbot: QtBot) -> None:
    part = made_trace(SOURCE, TARGET, stage="encoded")
    stage = AttentionStage(qtbot, part)
    assert "not written anything" in stage.view.figure.words
    stage.draw(kind="encoder")
    assert stage.view.figure.words == "" and stage.cells.values.shape == (7, 7)
    last = stage.picture()
    stage.draw(kind="cross")
    assert stage.view.figure.words == "", "the last good picture stays"
    assert np.shares_memory(stage.cells.values, part.map("encoder", 0, 0))
    stage.draw(kind="encoder")
    assert stage.picture() == last


# ---------------------------------------------------------------- marks


def test_the_step_is_marked_where_the_decoder_writes(qtbot: QtBot, trace: Trace) -> None:
    stage = AttentionStage(qtbot, trace, look=Look(step=2))
    assert stage.heat.marks.step == 2
    stage.draw(kind="encoder")
    assert stage.heat.marks.step is None
    stage.draw(kind="decoder", step=None)
    assert stage.heat.marks.step == 6


def test_rows_come_as_they_are_written(qtbot: QtBot, trace: Trace) -> None:
    stage = AttentionStage(qtbot, trace, look=Look(step=2))
    whole = stage.picture()
    stage.draw(rows_shown=3)
    playing = stage.picture()
    origin = stage.heat.mapTo(stage.view, QPoint(0, 0))
    ground = theme.LIGHT.q("background")
    for row in range(7):
        spot = stage.heat.cell_rect(row, 6).topLeft().toPoint() + origin + QPoint(8, 8)
        empty = playing.pixelColor(spot) == ground
        assert empty == (row > 2), f"row {row + 1}"
        assert whole.pixelColor(spot) != ground
    small = stage.mosaic.head_rect(0, 0).bottomLeft().toPoint() + QPoint(5, -5)
    small += stage.mosaic.viewport().mapTo(stage.view, QPoint(0, 0))
    assert playing.pixelColor(small) == ground != whole.pixelColor(small)
    stage.draw(kind="encoder")
    assert stage.heat.marks.rows_shown is None, "the encoder reads everything at once"


def test_marks_outside_of_the_map_are_left_out(qtbot: QtBot, trace: Trace) -> None:
    stage = AttentionStage(qtbot, trace, look=Look(query=6, key=6))
    assert stage.heat.marks.pinned == (6, 6)
    stage.draw(trace=made_trace("hello", "hola"), hover=(5, 0))
    assert stage.heat.marks.pinned is None and stage.heat.marks.hovered is None


@given(st.tuples(st.integers(-2, 6), st.integers(-2, 6)), st.tuples(st.integers(0, 5), st.integers(0, 5)))
def test_a_cell_is_inside_where_the_map_has_it(cell: tuple[int, int], size: tuple[int, int]) -> None:
    assert options.inside(cell, size) == (cell if cell in set(np.ndindex(*size)) else None)
    assert options.inside(None, size) is None


def test_a_column_is_read_as_long_as_the_map_has_it(qtbot: QtBot, trace: Trace) -> None:
    stage, count = AttentionStage(qtbot, trace, look=Look()), trace.size("cross")[1]
    for key in (0, count - 1, count, None):
        stage.draw(kind="cross", reading="column", key=key)
        found = map_content.column_read(stage.shot(), options.map_choice(stage.shot()))
        assert found == (key if key is not None and key < count else None)
    stage.draw(reading="row", key=0)
    assert map_content.column_read(stage.shot(), options.map_choice(stage.shot())) is None


@pytest.mark.parametrize(
    ("changes", "words"),
    [({"mix": "max"}, "weight, maximum"), ({"mix": "mean"}, "weight, mean"), ({"mix": "sum"}, "weight, sum"),
     ({"mix": "max", "scale": "row"}, "weight, maximum, row by row"),
     ({"mix": "mean", "scale": "log"}, "weight, mean, log"), ({"measure": "rollout"}, "rollout"),
     ({"measure": "value"}, "‖weight × v‖")],
)  # fmt: skip
def test_the_colour_bar_says_what_was_made_of_the_heads(
    qtbot: QtBot, trace: Trace, changes: dict[str, Any], words: str
) -> None:
    stage = AttentionStage(qtbot, trace, look=Look(kind="cross"))
    stage.draw(options=Attention.Options(**changes))
    assert stage.view.figure.legend.key.word == words


# ---------------------------------------------------------------- the mouse


def move(widget: QWidget, point: QPoint) -> None:
    """The pointer over a widget."""
    none = Qt.MouseButton.NoButton
    place, where = QPointF(point), QPointF(widget.mapToGlobal(point))
    event = QMouseEvent(QEvent.Type.MouseMove, place, where, none, none, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(widget, event)


def test_a_click_pins_and_a_second_one_releases(qtbot: QtBot, trace: Trace) -> None:
    stage = AttentionStage(qtbot, trace)
    assert stage.click(qtbot, stage.at(2, 1)) == {"query": 2, "key": 1}
    assert stage.heat.marks.pinned == (2, 1)
    assert stage.click(qtbot, stage.at(3, 1)) == {"query": 3, "key": 1}
    assert stage.click(qtbot, stage.at(3, 1)) == {"query": None, "key": None}
    assert stage.heat.marks.pinned is None


def test_the_pointer_previews_and_says_what_a_click_does(qtbot: QtBot, trace: Trace) -> None:
    stage = AttentionStage(qtbot, trace)
    move(stage.heat, stage.at(1, 4))
    assert stage.hover == (1, 4)
    assert stage.heat.marks.hovered == (1, 4) and "pin this cell" in stage.hints[-1]
    assert stage.heat.accessibleDescription().startswith("la ▸ casa reads “very”: weight 0.")
    QApplication.sendEvent(stage.heat, QEvent(QEvent.Type.Leave))
    assert stage.hover is None and stage.hints[-1] == ""
    assert stage.picked == []


def test_the_double_click_hint_fits_each_zoom(qtbot: QtBot) -> None:
    stage = AttentionStage(qtbot, made_trace(source_tokens=60, target_tokens=60))
    move(stage.heat, stage.at(30, 30))
    assert "double-click to calculate it" in stage.hints[-1] and "show" not in stage.hints[-1]
    wheel(stage, 3)
    move(stage.heat, stage.at(31, 31))
    assert "double-click or 0 to show the whole map" in stage.hints[-1] and "calculate" not in stage.hints[-1]
    qtbot.mouseDClick(stage.heat, Qt.MouseButton.LeftButton, pos=stage.at(31, 31))
    assert stage.heat.zoom == 1.0 and stage.commanded == []
    qtbot.mouseDClick(stage.heat, Qt.MouseButton.LeftButton, pos=stage.at(31, 31))
    assert stage.commanded == ["follow"]


def test_a_row_label_reads_the_row_and_goes_to_its_step(qtbot: QtBot, trace: Trace) -> None:
    stage = AttentionStage(qtbot, trace)
    assert stage.click(qtbot, stage.row_label(1)) == {"reading": "row", "query": 1, "key": None, "step": 1}
    assert (stage.heat.marks.row, stage.heat.marks.column, stage.heat.marks.step) == (1, None, 1)
    assert stage.click(qtbot, stage.row_label(1))["query"] is None
    stage.draw(kind="encoder", step=5)
    assert stage.click(qtbot, stage.row_label(3)) == {"reading": "row", "query": 3, "key": None}
    assert stage.look.step == 5 and stage.heat.marks.row == 3


def test_a_column_label_selects_the_column_and_its_hint_names_that(qtbot: QtBot, trace: Trace) -> None:
    stage = AttentionStage(qtbot, trace)
    assert "Each row sums to 1." in stage.view.explanation(stage.shot())
    plain = stage.picture()
    assert stage.click(qtbot, stage.column_label(1)) == {"reading": "column", "query": None, "key": 1}
    assert stage.heat.marks.column == 1 and stage.heat.marks.row is None
    words = stage.view.explanation(stage.shot())
    assert "Column “white”" in words and "need not sum to 1" in words and "Each row sums" not in words
    edge = stage.heat.cell_rect(3, 1).topLeft().toPoint() + stage.heat.mapTo(stage.view, QPoint(-1, 20))
    assert stage.picture().pixelColor(edge) == theme.LIGHT.q("source") != plain.pixelColor(edge)
    assert stage.click(qtbot, stage.column_label(1)) == {"reading": "row", "query": None, "key": None}
    assert stage.picture() == plain


def test_the_mosaic_opens_a_head(qtbot: QtBot, trace: Trace) -> None:
    stage = AttentionStage(qtbot, trace)
    point = stage.mosaic.head_rect(2, 1).center().toPoint()
    move(stage.mosaic.viewport(), point)
    assert stage.hints == ["Click to open layer 3, head 2."]
    qtbot.mouseClick(stage.mosaic.viewport(), Qt.MouseButton.LeftButton, pos=point)
    assert stage.picked == [{"layer": 2, "head": 1}]
    assert stage.heat.accessibleName() == "Cross-attention · layer 3 · head 2"


def test_kinds_and_numbers_are_chosen(qtbot: QtBot, trace: Trace) -> None:
    stage = AttentionStage(qtbot, trace)
    buttons = {button.text(): button for button in stage.view.pick.kinds.findChildren(QPushButton)}
    assert list(buttons) == ["Encoder", "Decoder", "Cross"] and buttons["Cross"].isChecked()
    qtbot.mouseClick(buttons["Decoder"], Qt.MouseButton.LeftButton)
    assert stage.picked == [{"kind": "decoder"}] and buttons["Decoder"].isChecked()
    menu, *_ = stage.view.findChildren(QMenu)
    assert [action.text() for action in menu.actions() if not action.isSeparator()] == [
        "Weights",
        "Scaled scores",
        "Raw scores",
        "Masked scores",
        "Rollout",
        "‖weight × v‖",
    ]
    menu.actions()[3].trigger()
    assert stage.look.what == "masked" and menu.actions()[3].isChecked()
    stage.draw(kind="encoder")
    assert buttons["Encoder"].isChecked() and stage.picked[-1] == {"what": "masked"}


def wheel(stage: AttentionStage, steps: int) -> None:
    point = QPointF(stage.at(3, 3))
    turn_wheel(stage.heat, point, steps * 120)


def test_zoom_keeps_the_key_clear_of_the_map(qtbot: QtBot) -> None:
    stage = AttentionStage(qtbot, made_trace(source_tokens=60, target_tokens=60))
    for steps in (3, 4, -2):
        wheel(stage, steps)
        assert stage.heat.zoom > 1
        stage.picture()
        assert_nothing_touches(stage)
    zoom = stage.heat.zoom
    stage.draw(trace=made_trace(source_tokens=60, target_tokens=60, seed=4))
    assert stage.heat.zoom == zoom, "a run of the same size keeps the place"
    qtbot.mouseDClick(stage.heat, Qt.MouseButton.LeftButton, pos=stage.at(30, 30))
    assert stage.heat.zoom == 1.0


def assert_nothing_touches(stage: AttentionStage) -> None:
    """The key lies below every label, inside of the view, and begins where the cells begin."""
    key, heat = stage.view.figure.legend, stage.heat
    assert key.y() >= heat.y() + heat.bottom()
    assert stage.view.figure.rect().contains(key.geometry())
    assert abs(key.x() + key.indent() - heat.grid().left) <= 1


# ---------------------------------------------------------------- keys


def test_arrows_move_between_heads_and_stop_at_the_border(qtbot: QtBot, trace: Trace) -> None:
    stage = AttentionStage(qtbot, trace)
    moves = [(Qt.Key.Key_Right, (0, 1)), (Qt.Key.Key_Down, (1, 1)), (Qt.Key.Key_Left, (1, 0)), (Qt.Key.Key_Up, (0, 0))]
    for key, expected in moves:
        qtbot.keyClick(stage.heat, key)
        assert (stage.look.layer, stage.look.head) == expected
    count = len(stage.picked)
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Left):
        qtbot.keyClick(stage.heat, key)
    assert len(stage.picked) == count
    stage.draw(layer=2, head=3)
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Right):
        qtbot.keyClick(stage.heat, key)
    assert len(stage.picked) == count


def test_shift_and_arrows_move_the_pin(qtbot: QtBot, trace: Trace) -> None:
    stage, shift = AttentionStage(qtbot, trace, look=Look(step=3)), Qt.KeyboardModifier.ShiftModifier
    for key, expected in (
        (Qt.Key.Key_Right, (3, 0)),
        (Qt.Key.Key_Right, (3, 1)),
        (Qt.Key.Key_Up, (2, 1)),
        (Qt.Key.Key_Left, (2, 0)),
        (Qt.Key.Key_Left, (2, 0)),
    ):
        qtbot.keyClick(stage.heat, key, shift)
        assert (stage.look.query, stage.look.key) == expected
    assert stage.heat.accessibleDescription().startswith("casa ▸ blanca reads “the”")


def test_keys_zoom_and_the_pin_stays_in_sight(qtbot: QtBot) -> None:
    stage = AttentionStage(qtbot, made_trace(source_tokens=60, target_tokens=60), look=Look(query=0, key=0))
    shift = Qt.KeyboardModifier.ShiftModifier
    qtbot.keyClick(stage.heat, Qt.Key.Key_Minus)
    assert stage.heat.zoom == 1.0
    for key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal, Qt.Key.Key_Plus):
        before = stage.heat.zoom
        qtbot.keyClick(stage.heat, key)
        assert stage.heat.zoom > before
    for _ in range(45):
        qtbot.keyClick(stage.heat, Qt.Key.Key_Down, shift)
        assert stage.heat.grid().rect.contains(stage.heat.cell_rect(stage.look.query, 0).center())
    assert stage.look.query == 45
    qtbot.keyClick(stage.heat, Qt.Key.Key_0)
    assert stage.heat.zoom == 1.0


# ---------------------------------------------------------------- room


def test_a_low_view_leaves_the_key_out(qtbot: QtBot, trace: Trace) -> None:
    stage = AttentionStage(qtbot, trace, size=(440, 160))
    stage.picture()
    assert not stage.view.figure.legend.isVisible() and stage.heat.height() == stage.view.figure.height()
    stage.view.resize(*SIZE)
    stage.picture()
    assert stage.view.figure.legend.isVisible()
    assert_nothing_touches(stage)


@pytest.mark.parametrize(("scale", "size"), [(1.5, (1160, 360)), (2.0, (1130, 290))])
def test_the_map_has_half_of_a_low_view(
    qapp: QApplication, qtbot: QtBot, trace: Trace, scale: float, size: tuple[int, int]
) -> None:
    """With large text on a projector: what the colours mean has a key only where that leaves room for the map."""
    theme.apply(qapp, theme.LIGHT, scale)
    stage = AttentionStage(qtbot, trace, size=size)
    stage.picture()
    assert stage.heat.grid().rect.height() >= 0.5 * stage.view.figure.height()


def test_a_low_view_keeps_the_notice_in_one_line(qtbot: QtBot, trace: Trace) -> None:
    stage = AttentionStage(qtbot, with_sink(trace, 6, 0.43), size=(440, 160))
    stage.draw(options=Attention.Options(dim="sink", threshold=0.1))
    stage.picture()
    legend = stage.view.figure.legend
    assert legend.isVisible() and stage.view.figure.rect().contains(legend.geometry())
    assert legend.height() < 2 * legend.fontMetrics().height()
    assert "43\u00a0% of the weight; Weights below 0.1" in legend.toolTip()
    assert legend.y() >= stage.heat.y() + stage.heat.bottom()
    stage.draw(options=Attention.Options())
    assert not legend.isVisible()
    stage.view.resize(*SIZE)
    stage.draw(options=Attention.Options(dim="sink"))
    stage.picture()
    assert legend.height() > 2.5 * legend.fontMetrics().height(), "bar, words and notice"


@pytest.mark.parametrize("size", [(1008, 590), (848, 410), (1480, 760)])
@pytest.mark.parametrize("tokens", [1, 2, 7, 12, 60, 400])
@pytest.mark.parametrize("kind", ["decoder", "cross"])
@pytest.mark.share(3)
def test_the_key_follows_the_map(qtbot: QtBot, size: tuple[int, int], tokens: int, kind: str) -> None:
    stage = AttentionStage(qtbot, made_trace(source_tokens=tokens, target_tokens=tokens), size, look=Look(kind=kind))
    stage.picture()
    assert_nothing_touches(stage)
    assert stage.view.figure.legend.y() - (stage.heat.y() + stage.heat.bottom()) <= 13


def test_few_tokens_get_large_cells_and_many_use_the_room(qtbot: QtBot) -> None:
    stage = AttentionStage(qtbot, made_trace(source_tokens=2, target_tokens=2))
    grid = stage.heat.grid()
    assert grid.cell_w >= 150 and grid.cell_h >= 110
    stage.draw(trace=made_trace(source_tokens=60, target_tokens=64))
    grid, heat = stage.heat.grid(), stage.heat
    assert grid.width >= 0.7 * heat.width() and grid.height >= 0.7 * heat.height()


def test_a_narrow_view_gives_its_room_to_the_map(qtbot: QtBot, trace: Trace) -> None:
    stage = AttentionStage(qtbot, trace, size=(440, 500))
    stage.picture()
    assert not stage.mosaic.isVisible() and stage.heat.width() == 440
    stage.view.resize(*SIZE)
    stage.picture()
    assert stage.mosaic.isVisible() and stage.heat.mapTo(stage.view, QPoint()).x() > stage.mosaic.width()


def test_choices_of_a_narrow_view_are_whole(qtbot: QtBot, trace: Trace) -> None:
    """The attentions become a list before a word of theirs is cut."""
    stage = AttentionStage(qtbot, trace, size=(330, 500))
    stage.picture()
    pick = stage.view.pick
    assert not pick.kinds.is_open() and not pick.numbers.is_cut() and not pick.mix.is_cut()
    stage.view.resize(*SIZE)
    stage.picture()
    buttons = pick.kinds.buttons.values()
    assert pick.kinds.is_open() and all(one.width() >= one.sizeHint().width() for one in buttons)


@pytest.mark.parametrize(("layers", "heads"), [(3, 4), (6, 8), (6, 16), (12, 16), (3, 32)])
def test_the_heads_fill_their_column(qtbot: QtBot, layers: int, heads: int) -> None:
    """All are seen, and no thumbnails of a fifth more side would have room; never beyond 110 px."""
    stage = AttentionStage(qtbot, made_trace(SOURCE, TARGET, layers=(layers, layers), heads=heads))
    stage.picture()
    mosaic, places = stage.mosaic, stage.mosaic.places()
    assert stage.view.pick.width() <= 0.38 * SIZE[0] + 1 and mosaic.verticalScrollBar().maximum() == 0
    shown = [mosaic.head_rect(layer, head) for layer in range(layers) for head in range(heads)]
    assert all(mosaic.viewport().rect().contains(rect.toRect()) for rect in shown)
    assert not any(one.intersects(other) for one, other in pairwise(shown))
    assert 16 <= places.side <= 110
    left = stage.view.pick.height() - mosaic.geometry().bottom() - stage.view.pick._caution.height()
    fills_across = places.left + (places.columns + 1.2) * (places.side + places.gap) > mosaic.width()
    assert fills_across or left < 1.2 * places.lines * places.side
    if heads > 8 and layers < 12:
        assert places.folds > 1, "a layer takes several lines"


def test_the_note_has_room_in_a_low_window(qtbot: QtBot, trace: Trace) -> None:
    stage = AttentionStage(qtbot, trace)
    stage.view.resize(930, 440)
    stage.picture()
    pick = stage.view.pick
    assert pick._caution.isVisible() and pick._caution.text() == options.SHORT_CAUTION
    assert "Jain" in pick._caution.toolTip()
    assert pick._caution.height() >= pick._caution.heightForWidth(pick._caution.width())
    assert pick.mosaic.geometry().bottom() < pick._caution.geometry().top()
    assert pick.mosaic.places().side >= 70


@pytest.mark.parametrize("kind", ["encoder", "decoder", "cross"])
def test_heads_are_named_by_what_is_measured_in_this_text(qtbot: QtBot, trace: Trace, kind: str) -> None:
    stage = AttentionStage(qtbot, trace, look=Look(kind=kind))
    for layer, maps in enumerate(trace.maps(kind)):
        values = measured_in(maps, kind, trace.sentences[0])
        for head in range(len(maps)):
            one = {name: float(found[head]) for name, found in values.items()}
            assert stage.mosaic._names[layer, head] == head_word(head_measures.name_of(one), kind)
            assert f"entropy {one['entropy']:.2f} bits" in stage.mosaic.text_of(layer, head)
    assert stage.mosaic.places().word > 0
    weights = np.array(trace.arrays[Trace.name(kind, "weights", 0)])
    weights[0, 1] = np.eye(*weights.shape[2:])
    stage.draw(trace=changed(trace, Trace.name(kind, "weights", 0), weights))
    assert stage.mosaic._names[0, 1] == {"encoder": "same", "decoder": "just read", "cross": "diagonal"}[kind]


def test_a_head_that_is_off_is_faded_and_marked(qtbot: QtBot, trace: Trace) -> None:
    place = HeadPlace("cross", 1, 2)
    off = trace.with_(run=replace(trace.run, edits=Edits(heads_off=(place,))))
    stage = AttentionStage(qtbot, off, look=Look(kind="cross", layer=1, head=2))
    assert stage.view.heading(stage.shot()) == "Cross-attention · layer 2 · head 3 · off"
    assert stage.cells.dimmed == tuple(range(7)) and stage.mosaic._off == {(1, 2)}
    assert np.shares_memory(stage.cells.values, off.map("cross", 1, 2)), "its numbers stay"
    faded = stage.picture()
    stage.draw(head=1)
    assert "off" not in stage.view.heading(stage.shot()) and stage.cells.dimmed == ()
    stage.draw(head=2, trace=trace)
    assert "off" not in stage.view.heading(stage.shot()) and stage.cells.dimmed == ()
    assert stage.picture() != faded


# ---------------------------------------------------------------- colours


def test_scores_are_symmetrical_and_weights_run_from_nought(qtbot: QtBot, trace: Trace) -> None:
    stage = AttentionStage(qtbot, trace)
    assert stage.cells.scale == Scale(0.0, 1.0)
    assert [word for _, word in stage.view.figure.legend.key.ticks] == ["0", "0.5", "1"]
    stage.draw(what="scaled")
    most = max(float(np.abs(layer).max()) for layer in trace.maps("cross", "scaled"))
    assert stage.cells.scale == Scale(-most, most, "diverging") == stage.mosaic._atlas.scale
    assert stage.view.figure.legend.key.ramp == "diverging"
    assert stage.view.figure.legend.key.word == "score ÷ √8"
    stage.draw(options=Attention.Options(scale="head"))
    own = float(np.abs(trace.map("cross", 0, 0, "scaled")).max())
    assert stage.cells.scale == Scale(-own, own, "diverging")
    assert stage.view.figure.legend.key.ticks[-1] == (1.0, color_range.short_number(own))


@pytest.mark.parametrize("mix", ["one", "sum", "mean", "max", "sum_layers"])
def test_a_finite_mask_value_does_not_wash_colours_out(qtbot: QtBot, trace: Trace, mix: str) -> None:
    """Whatever is made of heads is coloured as with a mask of −∞."""
    masked = {name: one for name, one in trace.arrays.items() if name.endswith(SCORES["masked"])}
    finite = {name: np.where(np.isneginf(one), np.float32(-1e9), one) for name, one in masked.items()}
    stage = AttentionStage(qtbot, trace, look=Look(kind="decoder", what="masked"))
    for scale in ("same", "head", "row"):
        found = []
        for arrays in (masked, finite):
            stage.trace = trace.with_(arrays={**trace.arrays, **arrays})
            stage.draw(options=Attention.Options(mix=mix, scale=scale))
            found.append((stage.cells.scale, stage.mosaic._atlas.scale))
        assert found[0] == found[1], scale


def test_a_finite_mask_value_does_not_fill_the_blocks_of_a_long_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(derived_maps, "RECORDED_CELLS", 10)
    made, maker, found = made_trace(target_tokens=300, layers=(1, 1), heads=1), ThumbnailMaker(), []
    scores = tuple(SCORES.values())
    for value in (None, -1e9):
        run = made.run.with_(edits=Edits(masks=MaskEdits(value=value)))
        long = made.with_(run=run, arrays={name: one for name, one in made.arrays.items() if not name.endswith(scores)})
        assert not long.whole("decoder", "masked")
        found.append(maker.of(long, "decoder", "masked", 0, (0, 0)).maps[0])
        maker.pause()
    assert np.array_equal(*found) and found[0].any()


def test_row_by_row_changes_colours_but_no_number(qtbot: QtBot, trace: Trace) -> None:
    stage = AttentionStage(qtbot, trace)
    stage.draw(options=Attention.Options(scale="row"))
    weights = trace.map("cross", 0, 0)
    assert np.shares_memory(stage.cells.values, weights)
    assert np.allclose(stage.cells._shown.max(axis=1), stage.cells.scale.hi)
    assert np.array_equal(stage.cells._shown.argmax(axis=1), weights.argmax(axis=1))
    assert stage.cells.text(0, 0) == number_format.fmt_weight(float(weights[0, 0]))
    assert stage.view.figure.legend.key.word == "weight, row by row"
    assert stage.view.figure.legend.key.ticks == ((0.0, "0"), (1.0, "max"))


def test_every_head_of_the_mosaic_may_reach_its_own_maximum(qtbot: QtBot, trace: Trace) -> None:
    stage = AttentionStage(qtbot, trace)
    recorded = trace.maps("cross")[1]
    assert np.array_equal(stage.mosaic._atlas.layers[1], recorded)
    stage.draw(options=Attention.Options(scale="head"))
    assert np.allclose(stage.mosaic._atlas.layers[1].max(axis=(1, 2)), 1.0)
    stage.draw(options=Attention.Options(scale="row"))
    assert np.allclose(stage.mosaic._atlas.layers[1].max(axis=2), 1.0)


def test_numbers_can_be_left_out(qtbot: QtBot, trace: Trace) -> None:
    stage = AttentionStage(qtbot, trace)
    with_numbers = stage.picture()
    rect = stage.heat.cell_rect(0, int(trace.map("cross", 0, 0)[0].argmax())).toRect()
    stage.draw(options=Attention.Options(numbers=False))
    without_numbers = stage.picture()
    rect.translate(stage.heat.mapTo(stage.view, QPoint(0, 0)))
    inner = rect.adjusted(4, 4, -4, -4)
    assert len(_pixels(with_numbers.copy(inner))) > 1 == len(_pixels(without_numbers.copy(inner)))


def _pixels(image: QImage) -> set[int]:
    return {image.pixel(x, y) for x in range(image.width()) for y in range(image.height())}


# ---------------------------------------------------------------- the scale in the open


def with_sink(trace: Trace, column: int, share: float, layer: int = 0, head: int = 0) -> Trace:
    """The Trace with a head of the cross-attention that puts `share` of every row on a column."""
    name = Trace.name("cross", "weights", layer)
    array = trace.arrays[name].copy()
    one = array[0, head]
    one[:, column] = 0
    one *= (1 - share) / one.sum(axis=1, keepdims=True)
    one[:, column] = share
    return changed(trace, name, array)


def test_options_are_called_by_their_names() -> None:
    shown = [field for field in fields(Attention.Options) if field.metadata]
    words = {field.name: [word for _, word in field.metadata["choices"]] for field in shown}
    assert words["scale"] == ["0\u20131", "row maximum", "head maximum", "log"]
    assert words["palette"] == ["blue", "viridis", "cividis", "grey"]
    assert Attention.Options() == Attention.Options("same", 0.0, "none", "weights", True)
    assert {field.metadata["group"] for field in shown} == {"Scale", "Tokens", "More"}, "three buttons in the header"


def test_log_spreads_weights_but_not_scores(qtbot: QtBot, trace: Trace) -> None:
    stage = AttentionStage(qtbot, trace)
    usual = stage.picture()
    stage.draw(options=Attention.Options(scale="log"))
    assert stage.picture() != usual
    assert stage.cells.scale.log and stage.cells.scale == stage.mosaic._atlas.scale
    assert stage.view.figure.legend.key.word == "weight, log"
    assert [word for _, word in stage.view.figure.legend.key.ticks] == ["≤ 0.001", "0.01", "0.1", "1"]
    assert np.shares_memory(stage.cells.values, trace.map("cross", 0, 0))
    stage.draw(what="raw")
    assert not stage.cells.scale.log and stage.view.figure.legend.key.word == "score"


@pytest.mark.parametrize("scale", ["same", "row", "head", "log"])
def test_cells_below_the_threshold_have_the_background_colour_and_a_notice(
    qtbot: QtBot, trace: Trace, scale: str
) -> None:
    weights = trace.map("cross", 0, 0)
    small = np.argwhere((weights > 0.01) & (weights < 0.09))[0]
    large = np.unravel_index(weights.argmax(), weights.shape)
    stage = AttentionStage(qtbot, trace)
    assert stage.view.figure.legend.key.notes == ()
    stage.draw(options=Attention.Options(scale=scale, threshold=0.1))
    image = stage.heat.grab().toImage()
    rect = stage.heat.cell_rect(*small).toRect().adjusted(3, 3, -3, -3)
    assert _pixels(image.copy(rect)) == {theme.LIGHT.q("background").rgb()}, "no colour and no number"
    rect = stage.heat.cell_rect(*large).toRect().adjusted(3, 3, -3, -3)
    assert theme.LIGHT.q("background").rgb() not in _pixels(image.copy(rect))
    assert stage.view.figure.legend.key.notes == ("Weights below 0.1 are left blank",)
    assert np.shares_memory(stage.cells.values, weights), "the numbers are the recorded ones"
    assert f"weight {weights[*small]:.3f}" in stage.heat.text_of(*small)
    stage.draw(what="scaled")
    assert stage.view.figure.legend.key.notes == () and stage.cells.scale.cut == -np.inf


def test_the_threshold_of_lengths_is_a_share_of_the_largest(qtbot: QtBot, trace: Trace) -> None:
    """The key names the length below which cells are blank; small lengths are seen, and nothing else is offered."""
    for factor in (1.0, 0.01):
        arrays = {name: one * np.float32(factor) if name.endswith(".v") else one for name, one in trace.arrays.items()}
        stage = AttentionStage(qtbot, trace.with_(arrays=arrays), kind="cross", measure="value", threshold=0.2)
        lengths = stage.cells.values
        (note,) = stage.view.figure.legend.key.notes
        assert f"{0.2 * lengths.max():.3g}" in note and "of the largest" in note
        assert not stage.view.figure.offer.isVisible()
        image, ground = stage.heat.grab().toImage(), theme.LIGHT.q("background").rgb()
        for cell, length in np.ndenumerate(lengths):
            inner = stage.heat.cell_rect(*cell).toRect().adjusted(3, 3, -3, -3)
            assert (_pixels(image.copy(inner)) == {ground}) is bool(length < 0.2 * lengths.max())


@pytest.mark.parametrize("options", [{"what": "scaled", "mix": "mean"}, {"measure": "value"}, {"what": "raw"}])
def test_a_dimmed_share_is_one_of_the_weight_whatever_is_shown(
    qtbot: QtBot, trace: Trace, options: dict[str, Any]
) -> None:
    notes = []
    for shown in (options, {"mix": options.get("mix", "one")}):
        stage = AttentionStage(qtbot, trace, kind="cross", dim="special", **shown)
        notes.append(stage.view.figure.legend.key.notes)
    assert notes[0] == notes[1] and "of the weight" in notes[0][0]


def test_a_sink_is_dimmed_and_its_share_is_shown(qtbot: QtBot, trace: Trace) -> None:
    stage = AttentionStage(qtbot, with_sink(trace, 6, 0.43))
    usual = stage.picture()
    spot = stage.heat.mapTo(stage.view, stage.heat.cell_rect(3, 6).topLeft().toPoint() + QPoint(8, 8))
    stage.draw(options=Attention.Options(dim="sink"))
    assert stage.view.figure.legend.key.notes == ("</s> column dimmed: it holds 43\u00a0% of the weight",)
    assert "43\u00a0%" in stage.view.figure.legend.accessibleDescription()
    dimmed = stage.picture()
    ground, before, now = (np.array(colour.getRgb()[:3], int) for colour in (
        theme.LIGHT.q("background"), usual.pixelColor(spot), dimmed.pixelColor(spot)
    ))  # fmt: skip
    assert np.abs(now - ground).max() < 0.25 * np.abs(before - ground).max()
    assert stage.cells.scale == Scale(0.0, 1.0) and stage.cells.text(3, 6) == "0.43"
    assert np.shares_memory(stage.cells.values, stage.trace.map("cross", 0, 0))
    assert stage.mosaic._dimmed[0, 0] == (6,)
    stage.draw(options=Attention.Options())
    assert stage.picture() == usual and stage.view.figure.legend.key.notes == ()


def test_the_notice_shows_a_token_that_cannot_be_seen(qtbot: QtBot, trace: Trace) -> None:
    one = trace.sentences[0]
    tokens = (*one.source[:-1], replace(one.source[-1], text="a\u202e\nb"))
    odd = with_sink(trace, 6, 0.5).with_(sentences=(replace(one, source=tokens),))
    stage = AttentionStage(qtbot, odd)
    stage.draw(options=Attention.Options(dim="sink"))
    assert stage.view.figure.legend.key.notes[0].startswith("a U+202E U+000A b column dimmed: ")


def test_row_and_head_maximum_leave_dimmed_columns_out_and_say_so(qtbot: QtBot, trace: Trace) -> None:
    stage = AttentionStage(qtbot, with_sink(trace, 6, 0.8))
    others = np.delete(stage.trace.map("cross", 0, 0), 6, axis=1)
    stage.draw(options=Attention.Options(dim="special", scale="head"))
    assert stage.cells.scale.hi == pytest.approx(float(others.max()))
    (note,) = stage.view.figure.legend.key.notes
    assert note.endswith("; colours scale to the head maximum of the other columns")
    stage.draw(options=Attention.Options(dim="special", scale="row"))
    assert np.allclose(np.delete(stage.cells._shown, 6, axis=1).max(axis=1), stage.cells.scale.hi)
    assert np.allclose(np.delete(stage.mosaic._atlas.layers[0][0], 6, axis=1).max(axis=1), 1.0)
    assert stage.cells.text(0, 6) == "0.80"


def test_a_head_without_a_sink_is_unchanged_and_reported(qtbot: QtBot, trace: Trace) -> None:
    name = Trace.name("cross", "weights", 0)
    even = np.full_like(trace.arrays[name], 1 / 7)
    stage = AttentionStage(qtbot, changed(trace, name, even))
    stage.draw(options=Attention.Options(dim="sink"))
    assert stage.cells.dimmed == () and (0, 0) not in stage.mosaic._dimmed
    assert stage.view.figure.legend.key.notes == ("No column of this head stands out: none is dimmed",)


@pytest.mark.parametrize("palette", ["viridis", "cividis", "grey"])
def test_the_palette_is_that_of_weights_in_map_mosaic_and_key(qtbot: QtBot, trace: Trace, palette: str) -> None:
    stage = AttentionStage(qtbot, trace)
    usual = stage.picture()
    stage.draw(options=Attention.Options(palette=palette))
    assert stage.cells.scale.ramp == stage.mosaic._atlas.scale.ramp == stage.view.figure.legend.key.ramp == palette
    assert stage.picture() != usual
    stage.draw(what="raw")
    assert stage.cells.scale.ramp == "diverging", "scores have signs"


def test_a_vector_picture_says_what_is_dimmed_and_blank(qtbot: QtBot, trace: Trace) -> None:
    stage = AttentionStage(qtbot, with_sink(trace, 6, 0.43))
    stage.draw(options=Attention.Options(dim="sink", threshold=0.2))
    text = svg_of(stage.view, SIZE)
    assert "column dimmed: it holds 43\u00a0% of the weight" in text and "Weights below 0.2 are left blank" in text
    assert ">0.43<" in text and "<image" not in text
    kept = stage.trace.map("cross", 0, 0)
    assert not [word for word in (f">{one:.2f}<" for one in kept[kept < 0.195]) if word in text]


# ---------------------------------------------------------------- long inputs


@pytest.fixture(scope="module")
def long() -> Trace:
    """1,024 source tokens and 512 rows of even weights, with one bright cell in layer 2, head 2."""
    made = made_trace(source_tokens=1024, target_tokens=512, layers=(1, 2), heads=2)
    name = Trace.name("cross", "weights", 1)
    array = np.full_like(made.arrays[name], 1e-3)
    array[0, 1, 300, 701] = 1.0
    return changed(made, name, array)


def test_one_bright_cell_of_a_long_input_is_seen(qtbot: QtBot, long: Trace) -> None:
    stage = AttentionStage(qtbot, long, look=Look(layer=1, head=1, step=0))
    assert stage.cells.values.shape == (512, 1024)
    image = stage.picture()
    strongest = int(table("weights", False)[-1])
    for part, rect in (
        (stage.heat, stage.heat.cell_rect(300, 701)),
        (stage.mosaic.viewport(), stage.mosaic.head_rect(1, 1)),
    ):
        area = rect.toAlignedRect().adjusted(-1, -1, 1, 1).translated(part.mapTo(stage.view, QPoint(0, 0)))
        assert strongest in _pixels(image.copy(area))
    other = stage.mosaic.head_rect(1, 0).toAlignedRect()
    other.translate(stage.mosaic.viewport().mapTo(stage.view, QPoint(0, 0)))
    assert strongest not in _pixels(image.copy(other))


def test_pointing_at_a_long_input_paints_no_map_again_and_labels_thin_out(qtbot: QtBot, long: Trace) -> None:
    stage = AttentionStage(qtbot, long, look=Look(layer=1, head=1))
    stage.picture()
    before = stage.heat.pictures, stage.mosaic.pictures
    for cell in ((3, 4), (500, 1000), (301, 702)):
        move(stage.heat, stage.at(*cell))
        stage.picture()
        assert stage.hover is not None and abs(stage.hover[1] - cell[1]) <= 2
    assert (stage.heat.pictures, stage.mosaic.pictures) == before
    rows, columns = stage.heat.label_areas()
    assert 10 < len(rows) < 60 and 10 < len(columns) < 60
    wheel(stage, 12)
    stage.picture()
    grid = stage.heat.grid()
    assert stage.heat.zoom > 4 and len(grid.visible_columns()) < 300
    assert_nothing_touches(stage)
    assert stage.mosaic.pictures == before[1], "the overview is left alone"


def test_only_what_is_seen_of_a_zoomed_map_is_looked_at(
    qtbot: QtBot, long: Trace, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = AttentionStage(qtbot, long, look=Look(layer=1, head=1))
    wheel(stage, 40)
    stage.picture()
    sizes: list[int] = []
    index = colormaps.index

    def watched(values: np.ndarray, *others: Any, **more: Any) -> Any:
        sizes.append(values.size)
        return index(values, *others, **more)

    monkeypatch.setattr(colormaps, "index", watched)
    stage.heat.zoom_by(1 / stage.heat.notch)
    stage.picture()
    seen = stage.heat.grid()
    assert sizes and max(sizes) <= len(seen.visible_rows()) * len(seen.visible_columns()) < 4000


# ---------------------------------------------------------------- export


def test_a_vector_picture_has_every_word_and_number(qtbot: QtBot, trace: Trace) -> None:
    stage = AttentionStage(qtbot, trace, look=Look(kind="decoder", step=2, query=2, key=1))
    text = svg_of(stage.view, SIZE)
    weights = trace.map("decoder", 0, 0)
    numbers = [f"{weights[q, k]:.2f}" for q in range(7) for k in range(q + 1) if weights[q, k] >= 0.005]
    wanted = ["Decoder self-attention · layer 1 · head 1", "casa", "blanca", "&lt;s", "comes later", "weight", *numbers]
    assert not [word for word in wanted if word not in text]
    assert "<image" not in text, "shapes, no pixels"


def test_a_large_page_is_filled(qtbot: QtBot, trace: Trace) -> None:
    stage = AttentionStage(qtbot, trace)
    image = QImage(1000, 1400, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.magenta)
    with QPainter(image) as painter:
        stage.view.paint_to(painter, QRectF(image.rect()))
    assert image.pixelColor(2, 1397) == theme.LIGHT.q("background") == image.pixelColor(997, 2)


def test_the_look_fits_as_the_store_makes_it(trace: Trace) -> None:
    """What this view may ask for survives the store's own fitting."""
    assert fit_look(Look(reading="column", key=6), trace).key == 6


def test_the_tip_of_a_head_that_was_taught_to_align_says_so(qtbot: QtBot, trace: Trace) -> None:
    """A head that training taught to align is no discovery."""
    taught = replace(trace, model=replace(trace.model, taught=((0, 1),)))
    stage = AttentionStage(qtbot, taught, look=Look(kind="cross"))
    taught_words = "\nThis head was trained to align words"
    assert stage.mosaic.text_of(0, 1).startswith("layer 1, head 2\n") and taught_words in stage.mosaic.text_of(0, 1)
    assert taught_words not in stage.mosaic.text_of(0, 0)
    stage.draw(kind="encoder")
    assert taught_words not in stage.mosaic.text_of(0, 1), "only the cross-attention is taught"


def test_a_rollout_without_special_tokens_sums_to_one_and_is_labelled(qtbot: QtBot, trace: Trace) -> None:
    stage = AttentionStage(qtbot, trace, kind="cross", measure="rollout")
    assert "comes from the target so far" in stage.view.explanation(stage.shot())
    assert stage.heat.values.sum(-1).max() < 0.99
    stage.draw(dim="hidden")
    assert np.allclose(stage.heat.values.sum(-1), 1.0, atol=1e-5)
    assert stage.view.explanation(stage.shot()).endswith("each row sums to 1.")
