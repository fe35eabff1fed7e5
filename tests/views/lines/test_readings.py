"""What is made of recorded weights and drawn in Attention and Lines: rollout, weight × value, mixed heads, words."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from model_core.analysis.rollout import cross_rollout, rollout
from model_core.record.trace import FUTURE, SCORES, Trace
from model_core.spec import KINDS
from tests.daily import share
from tests.made.traces import made_trace
from tests.support.harness import ViewStage, svg_of
from viz_app.data.map_text import RowLabel
from viz_app.data.maps import map_options
from viz_app.data.maps.derived_map import CellMapping, DerivedMap, DerivedMapMaker, MapRequest
from viz_app.data.vocabulary import DERIVED
from viz_app.document.state import HeadFilter
from viz_app.views.attention.view import Attention
from viz_app.widgets import theme

pytestmark = pytest.mark.usefixtures("qapp")

LONG = "the lighthousekeeper sees extraordinarily old boats"
"""A sentence in which two words are several pieces."""

SCALES = ["same", "row", "head", "log"]


@pytest.fixture(scope="module")
def trace() -> Trace:
    """A made run: source pieces the, lightho, usekeep, er, sees, extraor, dinaril, y, old, boats, </s>."""
    return made_trace(LONG, "el farero ve barcos extraordinariamente viejos", layers=(2, 3), heads=4)


def arranged(trace: Trace, **wanted: Any) -> DerivedMap:
    """An arrangement that there is."""
    found = DerivedMapMaker().arrange(trace, MapRequest(0, **{"kind": "cross", "layer": 1} | wanted))
    assert found is not None
    return found


# ---------------------------------------------------------------- arrangements


def test_without_options_it_is_the_recorded_map(trace: Trace) -> None:
    for kind in KINDS:
        part = arranged(trace, kind=kind, heads=(2,))
        assert np.array_equal(part.values[0], trace.map(kind, 1, 2))
        assert part.plain and part.size == trace.size(kind) and part.notes == () and part.series == (2,)
        assert part.shown((3, 1)) == part.piece((3, 1)) == (3, 1)


def test_words_sum_over_keys_average_over_queries_and_say_so(trace: Trace) -> None:
    part = arranged(trace, heads=(0, 3), join="words")
    assert part.column_labels == ("the", "lighthousekeeper", "sees", "extraordinarily", "old", "boats", "</s>")
    assert part.row_labels[4] == RowLabel("barcos", "extraordinariamente")
    weights = trace.map("cross", 1, 3).astype(np.float64)
    rows = [place for place, token in enumerate(trace.sentences[0].written) if token.word == 4]
    assert len(rows) == 3
    expected = weights[rows][:, [1, 2, 3]].sum(axis=1).mean()
    assert part.values[1, 4, 1] == pytest.approx(expected, abs=1e-5)
    assert part.values.sum(axis=-1) == pytest.approx(1.0, abs=1e-5)
    assert part.notes == ("Pieces of one word merged: weights summed over keys, averaged over queries",)


def test_a_merged_cell_and_its_pieces_know_each_other(trace: Trace) -> None:
    part = arranged(trace, heads=(1,), join="words")
    weights = trace.map("cross", 1, 1)
    rows = [place for place, token in enumerate(trace.sentences[0].written) if token.word == 4]
    query, key = part.piece((4, 1), 0)
    assert query in rows and key in (1, 2, 3)
    assert weights[query, key] == weights[np.ix_(rows, [1, 2, 3])].max()
    for q in rows:
        for k in (1, 2, 3):
            assert part.shown((q, k)) == (4, 1)
    assert part.shown(None) is None and part.shown((99, 0)) is None
    places = CellMapping(part, trace.size("cross"))
    assert places.query(4) in rows and places.row(rows[-1]) == 4 and places.column(10) == 6
    plain = CellMapping(None, (3, 4))
    assert plain.shown((2, 3)) == (2, 3) and plain.shown((3, 0)) is None and plain.piece((1, 1)) == (1, 1)


@pytest.mark.parametrize("join", ["pieces", "words"])
def test_the_strongest_of_a_row_is_found_in_that_row_alone(
    trace: Trace, join: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    part = arranged(trace, heads=(0, 2, 3), join=join)
    largest, own, read = part.values.max(axis=0), np.nan_to_num, list[int]()
    monkeypatch.setattr(np, "nan_to_num", lambda some, **how: (read.append(some.size), own(some, **how))[1])
    rows, columns = part.size
    assert [part.strongest_column(row) for row in range(rows)] == largest.argmax(axis=1).tolist()
    assert [part.strongest_row(column) for column in range(columns)] == largest.argmax(axis=0).tolist()
    for row in range(rows):
        query, key = part.piece((row, part.strongest_column(row)))
        assert part.shown((query, key)) == (row, part.strongest_column(row))
    assert max(read) < rows * columns < part.pieces[0].size + 1, "never a whole map"


def test_special_columns_are_left_out_and_the_remaining_share_is_shown(trace: Trace) -> None:
    part = arranged(trace, heads=(0,), hide=True)
    weights = trace.map("cross", 1, 0).astype(np.float64)
    assert part.values[0] == pytest.approx(weights[:, :-1] / weights[:, :-1].sum(axis=1, keepdims=True), abs=1e-5)
    share = weights[:, :-1].sum(axis=1).mean()
    (note,) = part.notes
    assert "left out" in note and f"{100 * share:.0f}\u00a0%" in note
    assert part.column_of(10) is None and part.column_of(9) == 9 and "</s>" not in part.column_labels


@pytest.mark.parametrize("measure", ["raw", "scaled", "masked", "value"])
def test_words_that_cannot_be_merged_stay_in_pieces_with_a_notice(trace: Trace, measure: str) -> None:
    part = arranged(trace, measure=measure, join="words", hide=True)
    assert part.queries.single and len(part.columns) == 10
    assert "can be merged" in part.notes[0] and "not renormalised" in part.notes[1]


def test_a_sentence_without_pieces_needs_no_notice() -> None:
    short = made_trace("the old boats", "los barcos")
    assert arranged(short, measure="raw", join="words").notes == ()
    assert arranged(short, join="words").notes == ()


def test_mixed_heads_are_one_series(trace: Trace) -> None:
    weights = np.stack([trace.map("cross", 1, head) for head in (0, 2, 3)]).astype(np.float64)
    mean, most, total = (arranged(trace, heads=(0, 2, 3), mix=mix) for mix in ("mean", "max", "sum"))
    assert total.values[0] == pytest.approx(weights.sum(axis=0), abs=1e-6)
    assert (mean.reach, most.reach, total.reach) == (1.0, 1.0, 3.0), "what a sum may reach"
    assert mean.values[0] == pytest.approx(weights.mean(axis=0), abs=1e-6)
    assert np.array_equal(most.values[0], weights.max(axis=0).astype(np.float32))
    assert mean.series == most.series == (-1,)


def test_rollout_is_that_of_the_definition(trace: Trace) -> None:
    maps = {kind: trace.maps(kind) for kind in KINDS}
    for layer in range(2):
        assert arranged(trace, kind="encoder", layer=layer, measure="rollout").values[0] == pytest.approx(
            rollout(maps["encoder"])[layer], abs=1e-6
        )
        found = arranged(trace, layer=layer, measure="rollout")
        assert found.values[0] == pytest.approx(
            cross_rollout(maps["decoder"], maps["cross"], maps["encoder"])[layer], abs=1e-6
        )
        assert found.series == (-1,) and "no individual heads" in found.notes[0]
    causal = arranged(trace, kind="decoder", layer=2, measure="rollout")
    assert causal.reasons is not None and not causal.values[0][causal.reasons == FUTURE].any()


def test_value_weighted_is_weight_times_the_length_of_the_value(trace: Trace) -> None:
    part = arranged(trace, measure="value", heads=(1, 2))
    v = trace.arrays[trace.name("cross", "v", 1)][0].astype(np.float64)
    for place, head in enumerate((1, 2)):
        expected = trace.map("cross", 1, head).astype(np.float64) * np.linalg.norm(v[head], axis=-1)[None]
        assert part.values[place] == pytest.approx(expected, abs=1e-5)
    assert part.reach == pytest.approx(part.values.max())


def test_what_was_not_recorded_is_none(trace: Trace) -> None:
    lost = {name: array for name, array in trace.arrays.items() if not name.endswith("cross_attn.v")}
    less = trace.with_(arrays=lost)
    assert DerivedMapMaker().arrange(less, MapRequest(0, "cross", 1, "value")) is None
    assert DerivedMapMaker().arrange(less, MapRequest(0, "encoder", 1, "value")) is not None
    part = made_trace(LONG, "el", stage="encoded")
    assert DerivedMapMaker().arrange(part, MapRequest(0, "cross", 0)) is None


def test_an_equal_request_is_not_computed_again_and_another_trace_is(trace: Trace) -> None:
    arranger, wanted = DerivedMapMaker(), MapRequest(0, "cross", 1, "rollout")
    first = arranger.arrange(trace, wanted)
    assert arranger.arrange(trace, wanted) is first
    other = arranger.arrange(made_trace(LONG, "el", seed=4), wanted)
    assert other is not first and other is not None and other.size == (2, 11)


# ---------------------------------------------------------------- the Attention view


class ReadingsStage(ViewStage):
    """The attention view."""

    of = Attention

    @property
    def values(self) -> np.ndarray:
        return self.view.figure.heat._scene.cells.values

    @property
    def notes(self) -> str:
        return "; ".join(self.view.figure.legend.key.notes)

    def trigger(self, word: str) -> None:
        actions = [action for menu in self.view.findChildren(QMenu) for action in menu.actions()]
        next(action for action in actions if action.text() == word).trigger()


def test_rollout_and_value_stand_in_the_menu_and_are_labelled(qtbot: QtBot, trace: Trace) -> None:
    stage = ReadingsStage(qtbot, trace)
    stage.trigger("Rollout")
    assert stage.options.measure == "rollout"
    maps = {kind: trace.maps(kind) for kind in KINDS}
    expected = cross_rollout(maps["decoder"], maps["cross"], maps["encoder"])[0]
    assert stage.values == pytest.approx(expected, abs=1e-6)
    assert "rollout up to layer 1" in stage.view.heading(stage.shot())
    assert "Abnar" in stage.view.explanation(stage.shot()) and stage.view.figure.legend.key.word == "rollout"
    stage.trigger("‖weight × v‖")
    assert "Kobayashi" in stage.view.explanation(stage.shot()) and "before W_O" in stage.view.explanation(stage.shot())
    assert stage.view.figure.legend.key.word == "‖weight × v‖"
    most = max(float(word) for _, word in stage.view.figure.legend.key.ticks)
    assert most == pytest.approx(float(stage.values.max()), rel=0.01)
    stage.trigger("Raw scores")
    assert stage.options.measure == "recorded" and stage.look.what == "raw"
    assert np.array_equal(stage.values, trace.map("cross", 0, 0, "raw"))


def test_what_cannot_be_chosen_does_not_look_as_if_it_could(qtbot: QtBot, trace: Trace) -> None:
    stage = ReadingsStage(qtbot, trace)
    mix = stage.view.pick.mix
    assert mix.isEnabled() and mix.cursor().shape() == Qt.CursorShape.PointingHandCursor
    words = "all heads"
    mix.set_words(words)
    with_chevron = mix.grab().toImage()
    stage.opt({"measure": "rollout"})
    assert not mix.isEnabled() and mix.words() == words and mix.cursor().shape() == Qt.CursorShape.ArrowCursor
    assert mix.grab().toImage() != with_chevron


def test_the_text_of_a_value_weighted_cell_gives_the_weight_beside_it(qtbot: QtBot, trace: Trace) -> None:
    stage = ReadingsStage(qtbot, trace, measure="value")
    text = stage.view.map.describe(2, 1)
    assert f"‖weight × v‖ {stage.values[2, 1]:.3f}, head 1" in text
    assert f"weight {trace.map('cross', 0, 0)[2, 1]:.3f}; score" in text


def test_the_text_of_a_mixed_cell_says_of_what_it_is(qtbot: QtBot, trace: Trace) -> None:
    stage = ReadingsStage(qtbot, trace, mix="mean")
    assert f"mean weight {stage.values[2, 1]:.3f}, 4 heads" in stage.view.map.describe(2, 1)
    stage.opt({"mix": "max", "heads": "0"})
    assert f"largest weight {stage.values[2, 1]:.3f}, heads 2, 3 and 4" in stage.view.map.describe(2, 1)
    stage.opt({"measure": "rollout"})
    text = stage.view.map.describe(2, 1)
    assert f"rollout {stage.values[2, 1]:.3f}" in text and "heads" not in text


def test_a_subset_of_heads_is_mixed(qtbot: QtBot, trace: Trace) -> None:
    stage = ReadingsStage(qtbot, trace)
    assert stage.view.pick.chips.isHidden()
    stage.trigger("Mean of heads")
    assert stage.view.pick.chips.isVisible()
    assert stage.values == pytest.approx(np.mean(trace.maps("cross")[0], axis=0), abs=1e-6)
    chip = stage.view.pick.chips.rect_of(1).center().toPoint()
    qtbot.mouseClick(stage.view.pick.chips, Qt.MouseButton.LeftButton, pos=chip)
    assert stage.options.heads == "1"
    assert stage.values == pytest.approx(trace.maps("cross")[0][[0, 2, 3]].mean(axis=0), abs=1e-6)
    assert "mean of heads 1, 3 and 4" in stage.view.heading(stage.shot())
    assert "sums to 1" in stage.view.explanation(stage.shot())
    grid, mark = stage.view.pick.mosaic, f'stroke="{theme.current().q("source").name()}"'
    assert svg_of(grid, (300, 300)).count(mark) == 2, "the grid frames heads 3 and 4; head 1 is looked at"
    stage.trigger("Maximum of heads")
    assert np.array_equal(stage.values, trace.maps("cross")[0][[0, 2, 3]].max(axis=0))
    stage.draw(what="scaled")
    expected = np.max([trace.map("cross", 0, head, "scaled") for head in (0, 2, 3)], axis=0)
    assert stage.values == pytest.approx(expected, abs=1e-6)


def test_a_sum_is_coloured_up_to_the_number_of_heads(qtbot: QtBot, trace: Trace) -> None:
    stage = ReadingsStage(qtbot, trace, mix="sum", heads="1")
    mean = ReadingsStage(qtbot, trace, mix="mean", heads="1")
    assert stage.values == pytest.approx(trace.maps("cross")[0][[0, 2, 3]].sum(axis=0), abs=1e-6)
    heat, key = stage.view.figure.heat, stage.view.figure.legend.key
    assert [word for _, word in key.ticks] == ["0", "1.5", "3"] and "sum" in key.word
    colours = [one.view.figure.heat._scene.cells._shown for one in (stage, mean)]
    assert colours[0] == pytest.approx(colours[1], abs=1e-6), "the colours of the mean"
    assert f"{stage.values[2, 1]:.2f}" == heat._scene.cells.text(2, 1)
    assert f"summed weight {stage.values[2, 1]:.3f}, heads 1, 3 and 4" in stage.view.map.describe(2, 1)
    assert "sums to the number of heads" in stage.view.explanation(stage.shot())
    for scale, ticks in (("log", ["≤ 0.003", "0.03", "0.3", "3"]), ("row", ["0", "max"])):
        stage.opt({"scale": scale})
        assert [word for _, word in stage.view.figure.legend.key.ticks] == ticks
    stage.opt({"scale": "head", "threshold": 0.2})
    ends = stage.view.figure.legend.key.ticks
    assert float(ends[-1][1]) == pytest.approx(stage.values.max(), rel=0.01)
    assert (heat._scene.cells._shown[stage.values >= 0.21] >= heat._scene.cells.scale.cut).all()
    assert (heat._scene.cells._shown[stage.values < 0.19] < heat._scene.cells.scale.cut).all()


def test_a_sum_of_scores_has_room_in_its_colours(qtbot: QtBot, trace: Trace) -> None:
    stage = ReadingsStage(qtbot, trace, mix="sum_layers")
    stage.draw(what="scaled")
    maps = [trace.map("cross", layer, head, "scaled") for layer in range(3) for head in range(4)]
    assert stage.values == pytest.approx(np.sum(maps, axis=0, dtype=np.float64), abs=1e-5)
    assert stage.view.figure.heat._scene.cells.scale.hi >= np.abs(stage.values).max() - 1e-5


def test_heads_of_all_layers_are_mixed_and_chosen_on_a_card(qtbot: QtBot, trace: Trace) -> None:
    stage = ReadingsStage(qtbot, trace)
    stage.trigger("Mean over all layers")
    mixed = stage.view.pick.mixed
    assert mixed.isVisible() and mixed.words() == "12 of 12 heads" and not stage.view.pick.chips.isVisible()
    every = np.stack(trace.maps("cross")).reshape(12, *trace.size("cross"))
    assert stage.values == pytest.approx(every.mean(axis=0, dtype=np.float64), abs=1e-6)
    qtbot.keyClick(mixed.chips, Qt.Key.Key_Down)
    qtbot.keyClick(mixed.chips, Qt.Key.Key_Right)
    qtbot.keyClick(mixed.chips, Qt.Key.Key_Return)  # layer 2, head 2
    assert stage.options.heads == "1.1" and mixed.words() == "11 of 12 heads"
    assert stage.values == pytest.approx(np.delete(every, 5, axis=0).mean(axis=0, dtype=np.float64), abs=1e-6)
    assert "all layers · mean of 11 of 12 heads" in stage.view.heading(stage.shot())
    mixed.chips.pick(0)
    assert stage.options.heads == "0.0,0.1,0.2,0.3,1.1" and mixed.words() == "7 of 12 heads"
    before = stage.values.copy()
    stage.draw(layer=2, head=3)
    assert np.array_equal(stage.values, before), "another head that is looked at changes nothing"
    mixed.chips.alone.emit(2 * 5 + 4)
    assert mixed.words() == "1 of 12 heads" and np.array_equal(stage.values, every[11])
    assert "layer 3, head 4" in stage.view.heading(stage.shot())
    qtbot.mouseClick(mixed.all, Qt.MouseButton.LeftButton)
    assert stage.options.heads == "" and not mixed.all.isEnabled()
    stage.opt({"measure": "rollout"})
    assert not mixed.isVisible() and "rollout up to layer 3" in stage.view.heading(stage.shot())


def test_the_heads_that_a_filter_lists_are_mixed_by_one_press(qtbot: QtBot, trace: Trace) -> None:
    stage = ReadingsStage(qtbot, trace, mix="sum_layers")
    assert stage.view.pick.mixed.listed.isHidden()
    stage.draw(heads=HeadFilter(layer=1))
    assert not stage.view.pick.mixed.listed.isHidden()
    stage.view.pick.mixed.listed.click()
    assert stage.values == pytest.approx(trace.maps("cross")[1].sum(axis=0, dtype=np.float64), abs=1e-6)
    assert not stage.view.pick.mixed.listed.isEnabled()


def test_of_a_long_text_the_heads_of_all_layers_are_not_mixed(qtbot: QtBot, trace: Trace) -> None:
    names = [trace.name("cross", "weights", layer) for layer in range(3)]
    lost = trace.with_(arrays={name: array for name, array in trace.arrays.items() if name not in names})
    stage = ReadingsStage(qtbot, lost, mix="mean_layers")
    assert "one layer are mixed" in stage.view.figure.words
    stage.opt({"mix": "mean"})
    assert not stage.view.figure.words


def test_pointing_and_pinning_in_words_names_pieces(qtbot: QtBot, trace: Trace) -> None:
    stage = ReadingsStage(qtbot, trace, join="words")
    heat = stage.view.figure.heat
    assert stage.values.shape == (7, 7) and "Pieces of one word merged" in stage.notes
    heat.clicked.emit((4, 1))
    assert stage.look.query in (4, 5, 6) and stage.look.key in (1, 2, 3)
    assert heat.marks.pinned == (4, 1)
    heat.hovered.emit((4, 1))
    assert stage.hovered == [(stage.look.query, stage.look.key)]
    heat.clicked.emit((4, 1))
    assert (stage.look.query, stage.look.key) == (None, None) and heat.marks.pinned is None
    heat.column_clicked.emit(1)
    assert stage.look.reading == "column" and stage.look.key in (1, 2, 3) and heat.marks.column == 1
    heat.row_clicked.emit(4)
    assert stage.look.query in (4, 5, 6) and stage.look.step == stage.look.query
    assert heat.marks.row == heat.marks.step == 4
    heat.row_clicked.emit(4)
    assert stage.look.query is None
    qtbot.keyClick(stage.view, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert heat.marks.pinned == (4, 0)
    qtbot.keyClick(stage.view, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert heat.marks.pinned == (4, 1)


def test_a_column_that_is_left_out_has_no_mark(qtbot: QtBot, trace: Trace) -> None:
    stage = ReadingsStage(qtbot, trace, dim="hidden")
    assert stage.values.shape[1] == 10 and "rows renormalised" in stage.notes
    stage.draw(query=2, key=10)
    assert stage.view.figure.heat.marks.pinned is None
    stage.draw(query=2, key=9)
    assert stage.view.figure.heat.marks.pinned == (2, 9)


def test_scores_are_shown_in_pieces_and_the_key_says_why(qtbot: QtBot, trace: Trace) -> None:
    stage = ReadingsStage(qtbot, trace, join="words")
    stage.draw(what="raw")
    assert stage.values.shape == trace.size("cross") and "Only weights can be merged" in stage.notes


@pytest.mark.parametrize("measure", ["recorded", *DERIVED])
@pytest.mark.parametrize("mix", list(map_options.MIXES))
@pytest.mark.parametrize("dim", ["none", "sink", "special", "hidden"])
@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.share(6)
def test_every_combination_of_options_is_drawn(
    qtbot: QtBot, trace: Trace, measure: str, mix: str, dim: str, scale: str
) -> None:
    stage = ReadingsStage(qtbot, trace, measure=measure, mix=mix, dim=dim, scale=scale, join="words", threshold=0.05)
    turn = list(map_options.MIXES).index(mix) + SCALES.index(scale)
    for kind, what in share(itertools.product(KINDS, SCORES), 3, turn):
        stage.draw(kind=kind, what=what)
        assert not stage.view.figure.words
        assert stage.view.heading(stage.shot()) and stage.view.explanation(stage.shot())


def test_unknown_option_values_of_a_session_are_harmless(qtbot: QtBot, trace: Trace) -> None:
    stage = ReadingsStage(qtbot, trace, mix="median", measure="magic", heads="x")
    assert np.shares_memory(stage.values, trace.map("cross", 0, 0))


def test_plain_again_shares_the_recorded_array(qtbot: QtBot, trace: Trace) -> None:
    stage = ReadingsStage(qtbot, trace, join="words", mix="mean", dim="hidden", measure="rollout")
    stage.options = Attention.Options()
    stage.draw()
    assert np.shares_memory(stage.values, trace.map("cross", 0, 0))
    assert len(stage.view.figure.heat._columns) == 11
    assert stage.view.figure.heat.cell_at(QPointF(0, 0)) is None


def test_the_reason_for_no_rollout_is_given(qtbot: QtBot, trace: Trace) -> None:
    stage = ReadingsStage(qtbot, made_trace(LONG, "el", stage="encoded"), measure="value")
    stage.draw(kind="encoder")
    assert not stage.view.figure.words
    arrays = {name: array for name, array in trace.arrays.items() if not name.endswith(".v")}
    stage.trace = trace.with_(arrays=arrays)
    stage.draw()
    assert "value vectors were not recorded" in stage.view.figure.words


def test_the_note_that_attention_is_no_explanation_is_shown_if_it_fits(qtbot: QtBot, trace: Trace) -> None:
    stage = ReadingsStage(qtbot, trace)
    assert "Jain & Wallace 2019" in map_options.CAUTION and "(M)" in map_options.CAUTION
    assert stage.view.pick._caution.isVisible() and stage.view.pick._caution.text() == map_options.CAUTION
    stage.view.resize(1008, 300)
    QApplication.processEvents()
    assert stage.view.pick._caution.isHidden()
