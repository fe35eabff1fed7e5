"""Weights set by hand in the large map: dragged, typed, taken back; what is shown, and what is asked for."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QImage, QKeyEvent, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from model_core.engine.engine import Engine
from model_core.record.edits import Edits, WeightOverride
from model_core.record.overridden_row import overridden_row
from model_core.record.run_spec import RunSpec
from model_core.record.trace import Trace
from tests.made.traces import made_trace
from tests.support.harness import settled, shown, stored
from tests.views.attention.test_attention import AttentionStage
from viz_app.data import selection
from viz_app.document.state import Layout, Look
from viz_app.inspector.facts import cell_facts
from viz_app.views.attention.weight_map import WeightMap
from viz_app.widgets import theme as themes

pytestmark = pytest.mark.usefixtures("qapp")

CELL = (2, 1)
WHOLE = themes.px(160)  # px from 0 to 1


class WeightStage(AttentionStage):
    """The view, whose edits come into force in the state at once; the picture stays that of the old run."""

    def ask(self, changes: dict[str, Edits]) -> None:
        self.run = (self.run or self.trace.run).with_(**changes)
        self.draw()

    @property
    def overrides(self) -> tuple[WeightOverride, ...]:
        return (self.run or RunSpec()).edits.overrides


@pytest.fixture
def trace() -> Trace:
    return made_trace("the white house is very old", "la casa blanca es muy vieja")


def send(stage: WeightStage, kind: QEvent.Type, point: QPoint, ctrl: bool = False) -> None:
    held = Qt.KeyboardModifier.ControlModifier if ctrl else Qt.KeyboardModifier.NoModifier
    button = Qt.MouseButton.LeftButton
    place = QPointF(point)
    event = QMouseEvent(kind, place, QPointF(stage.heat.mapToGlobal(point)), button, button, held)
    QApplication.sendEvent(stage.heat, event)


def drag(stage: WeightStage, cell: tuple[int, int], by: float, ctrl: bool = False, end: bool = True) -> None:
    """A drag that rises by so much of the whole range."""
    start = stage.at(*cell)
    send(stage, QEvent.Type.MouseButtonPress, start, ctrl)
    for share in (0.5, 1.0):
        send(stage, QEvent.Type.MouseMove, start - QPoint(0, round(by * share * WHOLE)), ctrl)
    if end:
        send(stage, QEvent.Type.MouseButtonRelease, start - QPoint(0, round(by * WHOLE)), ctrl)


def weights(stage: WeightStage) -> np.ndarray:
    """The map that is shown."""
    return np.array(stage.cells.values)


def test_a_drag_sets_a_weight_and_the_row_makes_room(qtbot: QtBot, trace: Trace) -> None:
    stage = WeightStage(qtbot, trace, override=True)
    before = weights(stage)
    assert stage.heat.weighs and stage.view.map.weights.isVisible()
    drag(stage, CELL, 0.3)
    (one,) = stage.overrides
    assert (one.kind, one.layer, one.head, one.query, one.key, one.sentence) == ("cross", 0, 0, *CELL, 0)
    assert one.weight == pytest.approx(float(before[CELL]) + 0.3, abs=0.02) and one.weight == round(one.weight, 2)
    row = weights(stage)[CELL[0]]
    np.testing.assert_allclose(
        row, overridden_row(before[CELL[0]], np.ones(len(row), bool), {CELL[1]: one.weight}), 1e-6
    )
    assert row.sum() == pytest.approx(1, abs=1e-6)
    np.testing.assert_array_equal(np.delete(weights(stage), CELL[0], 0), np.delete(before, CELL[0], 0))
    assert stage.heat.marked == (CELL,) and any("sums to 1" in hint for hint in stage.hints)
    assert len(stage.asked) == 1 and not stage.picked


def test_escape_is_offered_only_while_it_does_something(qtbot: QtBot, trace: Trace) -> None:
    stage = WeightStage(qtbot, trace, override=True)
    drag(stage, CELL, 0.3, end=False)
    assert stage.hints[-1].endswith("so that it sums to 1. Press Esc to undo.")
    send(stage, QEvent.Type.MouseButtonRelease, stage.at(*CELL))
    assert stage.overrides and stage.hints[-1].endswith("so that it sums to 1.")


def test_one_drag_is_one_change_and_a_second_one_replaces_it(qtbot: QtBot, trace: Trace) -> None:
    stage = WeightStage(qtbot, trace, override=True)
    drag(stage, CELL, 2.0)
    assert [one.weight for one in stage.overrides] == [1.0]
    drag(stage, CELL, -2.0)
    assert [one.weight for one in stage.overrides] == [0.0]
    drag(stage, (3, 0), 2.0)
    assert [(one.query, one.key, one.weight) for one in stage.overrides] == [(*CELL, 0.0), (3, 0, 1.0)]
    assert len(stage.asked) == 3 and set(stage.heat.marked) == {CELL, (3, 0)}


def test_escape_takes_a_drag_back(qtbot: QtBot, trace: Trace) -> None:
    stage = WeightStage(qtbot, trace, override=True)
    before = weights(stage)
    drag(stage, CELL, 0.3, end=False)
    assert not np.array_equal(weights(stage), before) and stage.heat.marked == (CELL,)
    asks = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier)
    asks.ignore()
    QApplication.sendEvent(stage.heat, asks)
    assert asks.isAccepted(), "else the key unpins"
    qtbot.keyClick(stage.heat, Qt.Key.Key_Escape)
    np.testing.assert_array_equal(weights(stage), before)
    send(stage, QEvent.Type.MouseButtonRelease, stage.at(*CELL))
    assert stage.asked == [] and stage.heat.marked == () and not stage.heat._weighing


def test_without_the_mode_ctrl_drags_weights_and_a_plain_drag_does_not(qtbot: QtBot, trace: Trace) -> None:
    stage = WeightStage(qtbot, trace)
    drag(stage, CELL, 0.3)
    assert stage.asked == [] and not stage.view.map.weights.isVisible()
    drag(stage, CELL, 0.3, ctrl=True)
    assert len(stage.overrides) == 1


def test_a_click_still_pins_and_a_number_is_typed_for_the_pinned_cell(qtbot: QtBot, trace: Trace) -> None:
    stage = WeightStage(qtbot, trace, override=True)
    line = stage.view.map.weights
    assert "pin one and type" in line.words.text() and not line.number.isVisible()
    assert stage.click(qtbot, stage.at(*CELL)) == {"query": 2, "key": 1}
    assert line.number.isVisible() and "casa ▸ blanca reads “white”" in line.words.text()
    assert line.number.value() == pytest.approx(float(weights(stage)[CELL]), abs=1e-3)
    line.number.setFocus()
    line.number.lineEdit().selectAll()
    qtbot.keyClicks(line.number, "0.75")
    assert stage.asked == []
    qtbot.keyClick(line.number, Qt.Key.Key_Return)
    assert [one.weight for one in stage.overrides] == [0.75]
    assert line.own.isEnabled()
    line.own.click()
    assert stage.overrides == () and not line.own.isEnabled()


@pytest.mark.parametrize("width", [500, 900, 1600])
def test_the_number_stands_beside_the_words_that_say_whose_it_is(qtbot: QtBot, trace: Trace, width: int) -> None:
    stage = WeightStage(qtbot, trace, override=True, query=CELL[0], key=CELL[1])
    stage.view.resize(width, 700)
    settled()
    line = stage.view.map.weights
    assert line.words.width() <= line.words.sizeHint().width()  # less where it is cut
    assert 0 <= line.number.x() - line.words.geometry().right() <= 12


def test_a_number_typed_over_the_map_is_the_pinned_cells_weight(qtbot: QtBot, trace: Trace) -> None:
    """In the window, where digits open views and the point goes on a step."""
    look, options = Look(kind="cross", query=2, key=1, step=2), {"attention": {"override": True}}
    store = stored(trace, look=look, options=options, desk=Layout(views=("attention",)))
    with shown(store, qtbot) as window:
        settled()
        window.activateWindow()
        window.desk.page("attention").view.map.heat.setFocus()
        for key in (Qt.Key.Key_0, Qt.Key.Key_Period, Qt.Key.Key_3, Qt.Key.Key_Return):
            QTest.keyClick(QApplication.focusWidget(), key)
            settled()
        assert [(one.query, one.key, one.weight) for one in store.state.run.edits.overrides] == [(2, 1, 0.3)]
        assert store.state.desk.views == ("attention",) and store.state.look.step == 2


def test_masked_cells_and_other_numbers_are_left_alone(qtbot: QtBot, trace: Trace) -> None:
    stage = WeightStage(qtbot, trace, override=True, kind="decoder")
    drag(stage, (1, 3), 0.5)  # a later token
    assert stage.asked == []
    stage.draw(kind="cross", what="scaled")
    drag(stage, CELL, 0.5)
    assert stage.asked == [] and "one head" in stage.view.map.weights.words.text()


def test_the_marks_of_another_head_are_not_those_of_this_one(qtbot: QtBot, trace: Trace) -> None:
    edits = Edits(overrides=(WeightOverride("cross", 0, 1, *CELL, 0.5), WeightOverride("cross", 0, 1, 3, 0, 0.5, 1)))
    stage = WeightStage(qtbot, trace.with_(run=trace.run.with_(edits=edits)))
    assert stage.heat.marked == ()
    stage.draw(head=1)
    assert stage.heat.marked == (CELL,)
    assert "set to 0.500 by you" in stage.heat.text_of(*CELL) and "by you" not in stage.heat.text_of(3, 0)
    assert any("set by hand" in note for note in stage.view.figure.legend.key.notes)
    stage.draw(what="scaled")
    assert stage.heat.marked == () and stage.view.figure.legend.key.notes == (), "scores have no frame to explain"


def test_a_mark_is_a_frame_and_a_corner_in_the_map_and_in_its_picture(qtbot: QtBot, trace: Trace) -> None:
    """Not by colour alone: the corner covers the cell, the frame its edge."""
    stage = WeightStage(qtbot, trace)
    heat: WeightMap = stage.heat
    plain = heat.grab().toImage()
    heat.set_marked((CELL,))
    found = heat.grab().toImage()
    rect = heat.cell_rect(*CELL).toRect()
    changed = [
        (x, y) for x in range(rect.left(), rect.right()) for y in range(rect.top(), rect.bottom())
        if found.pixel(x, y) != plain.pixel(x, y)
    ]  # fmt: skip
    corner = [one for one in changed if one[0] < rect.left() + 7 and one[1] < rect.top() + 7]
    opposite = [one for one in changed if one[0] > rect.right() - 7 and one[1] > rect.bottom() - 7]
    assert len(corner) > 1.5 * len(opposite) > 0
    outside = QImage(plain).copy(rect.adjusted(0, rect.height() + 2, 0, rect.height()))
    assert outside == found.copy(rect.adjusted(0, rect.height() + 2, 0, rect.height()))


def test_the_inspector_says_that_a_weight_was_set(trace: Trace) -> None:
    edits = Edits(overrides=(WeightOverride("cross", 0, 0, *CELL, 0.5),))
    for own, name, words in ((Edits(), "weight", "softmax"), (edits, "weight, edited", "hand")):
        found = trace.with_(run=trace.run.with_(edits=own))
        fact = cell_facts(found, selection.current_reading(found, Look(query=CELL[0], key=CELL[1]), None))[0]
        assert fact.name == name and words in fact.tip


def test_a_drag_that_changes_nothing_leaves_the_number_of_another_cell_free(qtbot: QtBot, trace: Trace) -> None:
    """A weight of 1 that is dragged higher: the run stays as it is, no other picture comes."""
    stage = WeightStage(qtbot, trace, override=True)
    drag(stage, CELL, 2.0)
    again = stage.trace.with_(run=stage.run)
    stage.trace = again
    stage.draw()
    asked = len(stage.asked)
    drag(stage, CELL, 2.0)
    assert len(stage.asked) == asked
    other = (CELL[0] - 1, CELL[1] + 1)
    stage.draw(query=other[0], key=other[1])
    shown = stage.view.map.weights.number.value()
    assert shown == pytest.approx(float(again.map("cross", 0, 0)[other]), abs=5e-4)


def test_a_drag_in_a_row_with_a_weight_set_shows_the_row_that_will_be_computed(qtbot: QtBot) -> None:
    """Where one weight is 1, all others are 0 in the map: their proportions are those of the softmax."""
    run = RunSpec("reverse", ("3 1 4 1 5 9",), ("9 5 1 4",))
    engine, layer, head = Engine(), 0, 0
    for kind, padded in (("cross", False), ("decoder", True)):
        whole = run.with_(source=(*run.source, "3 1 4 1 5 9 2 6"), target=("9 5 1 4", "6 2 9 5 1 4")) if padded else run
        one = WeightOverride(kind, layer, head, *CELL, 1.0)
        trace = engine.trace(whole.with_(edits=Edits(overrides=(one,))))
        stage = WeightStage(qtbot, trace, run=trace.run, override=True, kind=kind, layer=layer, head=head)
        line = stage.view.map.weights
        for weight in (0.5, 0.0):
            line._set(CELL, weight)
            computed = engine.trace(whole.with_(edits=Edits(overrides=(replace(one, weight=weight),))))
            expected = computed.map(kind, layer, head)[CELL[0]]
            np.testing.assert_allclose(weights(stage)[CELL[0]], expected, atol=1e-5)
        line._set((CELL[0], 0), 0.25)
        both = (one, WeightOverride(kind, layer, head, CELL[0], 0, 0.25))
        expected = engine.trace(whole.with_(edits=Edits(overrides=both))).map(kind, layer, head)[CELL[0]]
        np.testing.assert_allclose(weights(stage)[CELL[0]], expected, atol=1e-5)


def test_only_where_a_drag_sets_a_weight_is_it_offered(qtbot: QtBot, trace: Trace) -> None:
    recording = replace(trace, model=replace(trace.model, recorded=True))
    for of, options, can in (
        (trace, {}, True), (trace, {"mix": "mean"}, False), (trace, {"measure": "rollout"}, False),
        (trace, {"what": "scaled"}, False), (recording, {}, False),
    ):  # fmt: skip
        stage = WeightStage(qtbot, of, **options)
        stage.heat.hovered.emit(CELL)
        assert ("Ctrl+drag" in stage.hints[-1]) is ("Ctrl+drag" in stage.heat.toolTip()) is can, options
        assert "Click to pin this cell" in stage.hints[-1]
