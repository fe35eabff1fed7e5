"""The switches of all heads: what a click, Shift and the keys switch, and the texts before and after."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from model_core.analysis.survey_result import Findings
from model_core.record.edits import Edits, FeedForwardPlace, HeadPattern, HeadPlace
from model_core.record.trace import Alternative, Trace
from model_core.spec import KINDS
from tests.made.surveys import made_findings
from tests.made.traces import made_trace
from tests.support.harness import ViewStage, settled, shown, stored, svg_of
from tests.views.heads.test_heads import TRACE, WRITTEN, made_effects
from viz_app.data.edit_list import INSTEAD
from viz_app.data.snapshot import Snapshot
from viz_app.document.state import Layout, Look
from viz_app.views.heads.switches import layer_of, switched
from viz_app.views.heads.texts import EditedText
from viz_app.views.heads.view import Heads
from viz_app.widgets import theme

pytestmark = pytest.mark.usefixtures("qapp")

LEFT, SHIFT = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier
NONE = Qt.KeyboardModifier.NoModifier


class Stage(ViewStage):
    """The view, whose edits come true as a run that is asked for."""

    of = Heads
    findings: Findings | None = None

    def shot(self) -> Snapshot:
        return super().shot().with_(findings=self.findings)

    def ask(self, changes: dict[str, Any]) -> None:
        self.draw(run=(self.run or self.trace.run).with_(**changes))

    @property
    def off(self) -> set[tuple[str, int, int]]:
        """The heads that the run that was asked for has off."""
        return {(one.kind, one.layer, one.head) for one in self.shot().state.run.edits.heads_off}

    def grid(self, kind: str) -> Any:
        """The switches of an attention."""
        return self.view.board.panels[kind].grid

    def click(self, kind: str, layer: int, head: int, held: Qt.KeyboardModifier = NONE) -> None:
        """A click on a head."""
        grid = self.grid(kind)
        QTest.mouseClick(grid.viewport(), LEFT, held, grid.head_rect(layer, head).center().toPoint())


def test_a_click_switches_a_head_off_and_on_again(qtbot: QtBot) -> None:
    stage = Stage(qtbot, TRACE)
    stage.click("decoder", 1, 3)
    assert stage.off == {("decoder", 1, 3)} and stage.picked[-1] == {"kind": "decoder", "layer": 1, "head": 3}
    stage.click("cross", 0, 0)
    assert stage.off == {("decoder", 1, 3), ("cross", 0, 0)}
    stage.click("decoder", 1, 3)
    assert stage.off == {("cross", 0, 0)}


def test_shift_or_the_number_of_a_layer_switches_all_of_it(qtbot: QtBot) -> None:
    stage = Stage(qtbot, TRACE)
    whole = {("encoder", 2, head) for head in range(TRACE.spec.heads_of("encoder"))}
    stage.click("encoder", 2, 1)
    stage.click("encoder", 2, 0, SHIFT)
    assert stage.off == whole
    grid = stage.grid("encoder")
    label = QPoint(3, grid.head_rect(2, 0).center().toPoint().y())
    QTest.mouseClick(grid.viewport(), LEFT, NONE, label)
    assert stage.off == set()


def test_what_is_off_is_crossed_out_and_said(qtbot: QtBot) -> None:
    """Not by colour alone: the thumbnail has other pixels inside, its words say so."""
    stage = Stage(qtbot, TRACE)
    grid = stage.grid("cross")
    rect = grid.head_rect(1, 2).toAlignedRect()
    before = grid.viewport().grab(rect).toImage()
    stage.click("cross", 1, 2)
    assert grid.viewport().grab(rect).toImage() != before
    assert "switched off" in grid.text_of(1, 2) and "switched off" in grid.accessibleDescription()
    assert "switched off" not in grid.text_of(1, 1)


def test_the_hint_says_what_the_next_click_does(qtbot: QtBot) -> None:
    """Also after a click, while the pointer stays where it is."""
    stage, said = Stage(qtbot, TRACE), list[str]()
    stage.view.board.hinted.connect(said.append)
    grid, feed_forwards = stage.grid("cross"), stage.view.board.panels["encoder"].feed_forwards
    QTest.mouseMove(grid.viewport(), grid.head_rect(1, 2).center().toPoint())
    assert "click to switch it off" in said[-1]
    stage.click("cross", 1, 2)
    assert "click to switch it on" in said[-1]
    stage.click("cross", 1, 2)
    assert "click to switch it off" in said[-1]
    box = feed_forwards.rect_of(1).center().toPoint()
    QTest.mouseMove(feed_forwards, box)
    assert said[-1] == "Click or press Space to switch it off."
    QTest.mouseClick(feed_forwards, LEFT, NONE, box)
    assert said[-1] == "Click or press Space to switch it on."


def test_keys_choose_switch_and_go_from_one_attention_to_the_next(qtbot: QtBot) -> None:
    stage = Stage(qtbot, TRACE, kind="encoder", layer=2, head=1)
    grid = stage.grid("encoder")
    grid.setFocus()
    QTest.keyClick(grid, Qt.Key.Key_Right)
    assert stage.picked[-1] == {"kind": "encoder", "layer": 2, "head": 2}
    QTest.keyClick(grid, Qt.Key.Key_Space)
    assert stage.off == {("encoder", 2, 2)}
    QTest.keyClick(grid, Qt.Key.Key_Space, SHIFT)
    assert stage.off == {("encoder", 2, head) for head in range(TRACE.spec.heads_of("encoder"))}
    QTest.keyClick(grid, Qt.Key.Key_Down)
    assert stage.picked[-1] == {"kind": "decoder", "layer": 0, "head": 2} and stage.grid("decoder").hasFocus()
    QTest.keyClick(stage.grid("decoder"), Qt.Key.Key_Up)
    assert stage.picked[-1] == {"kind": "encoder", "layer": 2, "head": 2}


def test_the_keys_work_on_the_attention_that_tab_led_to(qtbot: QtBot) -> None:
    """In the window, whose arrows else go through the heads of the selected attention."""
    store = stored(TRACE, look=Look(kind="cross"), desk=Layout(views=("heads",)))
    with shown(store, qtbot, (1440, 900)) as window:
        settled()
        window.activateWindow()
        grids = {kind: panel.grid for kind, panel in window.desk.page("heads").view.board.panels.items()}
        grids["encoder"].setFocus()

        def press(*keys: Qt.Key) -> tuple[str, int, int]:
            for key in keys:
                QTest.keyClick(QApplication.focusWidget(), key)
                settled()
            return store.state.look.kind, store.state.look.layer, store.state.look.head

        assert press(Qt.Key.Key_Right) == ("encoder", 0, 0)
        assert press(Qt.Key.Key_Right) == ("encoder", 0, 1)
        press(Qt.Key.Key_Space)
        assert store.state.run.edits.heads_off == (HeadPlace("encoder", 0, 1),)
        last = TRACE.spec.layers("encoder")
        assert press(*[Qt.Key.Key_Down] * last) == ("decoder", 0, 1) and grids["decoder"].hasFocus()


@pytest.mark.parametrize(("size", "seen"), [((1008, 590), True), ((860, 400), True), ((420, 400), False)])
def test_they_stand_beside_the_matrix_where_both_have_room(qtbot: QtBot, size: tuple[int, int], seen: bool) -> None:
    stage = Stage(qtbot, TRACE, size=size)
    assert stage.view.board.isVisible() is seen
    if seen:
        grids = [stage.grid(kind) for kind in KINDS]
        assert not any(grid.verticalScrollBar().maximum() for grid in grids), "nothing is scrolled out of sight"
        assert stage.view.matrix.width() >= stage.view.width() / 2
    stage.draw(switches=False)
    assert not stage.view.board.isVisible()


@pytest.mark.parametrize("scale", [1.0, 1.25, 1.5])
def test_three_layers_of_each_are_seen_whole_in_a_low_view(qapp: QApplication, qtbot: QtBot, scale: float) -> None:
    theme.apply(qapp, theme.LIGHT, scale)
    stage, seen = Stage(qtbot, TRACE), []
    stage.view.setMinimumSize(1, 1)
    for height in range(230, 420, 10):
        stage.view.resize(stage.view.width(), theme.px(height))
        settled()
        seen.append(stage.view.board.isVisible())
        bars = [stage.grid(kind).verticalScrollBar().maximum() for kind in KINDS]
        assert not (seen[-1] and any(bars)), "no bar for a few px of a line"
    assert seen[-1] and seen == sorted(seen)


def test_many_layers_can_be_reached_by_scrolling(qtbot: QtBot) -> None:
    trace = made_trace(layers=(12, 12), heads=16)
    stage = Stage(qtbot, trace, kind="cross", layer=11, head=15)
    grid = stage.grid("cross")
    assert grid.viewport().rect().contains(grid.head_rect(11, 15).center().toPoint())
    stage.click("cross", 11, 15)
    assert stage.off == {("cross", 11, 15)}


@pytest.mark.parametrize("pattern", ["uniform", "itself", "previous", "first"])
def test_a_head_reads_what_is_chosen_instead(qtbot: QtBot, pattern: str) -> None:
    stage = Stage(qtbot, TRACE, replacement=pattern)
    grid = stage.grid("encoder")
    rect = grid.head_rect(0, 1).toAlignedRect()
    before = grid.viewport().grab(rect).toImage()
    stage.click("encoder", 0, 1)
    edits = stage.shot().state.run.edits
    assert edits == Edits(patterns=(HeadPattern("encoder", 0, 1, pattern),))
    assert grid.viewport().grab(rect).toImage() != before
    assert INSTEAD[pattern][0] in grid.text_of(0, 1)
    stage.click("encoder", 0, 1)
    assert stage.shot().state.run.edits == Edits()
    stage.click("encoder", 0, 1, SHIFT)
    assert len(stage.shot().state.run.edits.patterns) == TRACE.spec.heads_of("encoder")


def test_the_matrix_says_which_heads_are_off_and_which_replaced(qtbot: QtBot) -> None:
    edits = Edits(heads_off=(HeadPlace("cross", 2, 3),), patterns=(HeadPattern("cross", 0, 1, "first"),))
    stage = Stage(qtbot, TRACE.with_(run=TRACE.run.with_(edits=edits)), everything=True)
    found = {line.name: line.off for line in stage.view.matrix.lines}
    assert found["cross 3.4"] == "off" and found["cross 1.2"] == "replaced" and found["cross 1.1"] == ""


def test_the_average_needs_a_survey_and_takes_its_folder(qtbot: QtBot) -> None:
    stage = Stage(qtbot, TRACE, replacement="mean")
    stage.click("cross", 1, 1)
    assert stage.asked == [] and "survey" in stage.view.board.note.text()
    stage.findings = replace(made_findings(digest=TRACE.model.hash), folder="/surveys/mine")
    stage.draw()
    stage.click("cross", 1, 1)
    (pattern,) = stage.shot().state.run.edits.patterns
    assert (pattern.pattern, pattern.survey) == ("mean", "/surveys/mine")
    assert pattern.rows == len(TRACE.sentences[0].read)


def test_feed_forwards_of_both_stacks_are_switched_by_click_and_keys(qtbot: QtBot) -> None:
    stage = Stage(qtbot, TRACE)
    boxes = {kind: panel.feed_forwards.rect_of(0) for kind, panel in stage.view.board.panels.items()}
    assert boxes["encoder"] and boxes["decoder"] and boxes["cross"] is None
    quiet = stage.view.board.panels["decoder"].feed_forwards
    rect = quiet.rect_of(1)
    assert rect.center().y() == pytest.approx(stage.grid("decoder").head_rect(1, 0).center().y(), abs=1)
    before = quiet.grab(rect.toAlignedRect()).toImage()
    QTest.mouseClick(quiet, LEFT, NONE, rect.center().toPoint())
    assert stage.shot().state.run.edits == Edits(feed_forwards_off=(FeedForwardPlace("decoder", 1),))
    assert quiet.grab(rect.toAlignedRect()).toImage() != before and "switched off" in quiet.tip_of(1)
    quiet.setFocus()
    QTest.keyClick(quiet, Qt.Key.Key_Space)
    assert stage.shot().state.run.edits == Edits()
    QTest.keyClick(quiet, Qt.Key.Key_Down)
    QTest.keyClick(quiet, Qt.Key.Key_Space)
    assert stage.shot().state.run.edits.feed_forwards_off == (FeedForwardPlace("decoder", 2),)


def test_a_layer_is_switched_on_only_when_all_of_it_is_off() -> None:
    place = HeadPlace("cross", 1, 0)
    layer = layer_of(TRACE.spec, place)
    some = switched(Edits(), layer[:2])
    assert set(some.heads_off) == set(layer[:2])
    every = switched(some, layer)
    assert set(every.heads_off) == set(layer) and len(every.heads_off) == len(layer)
    assert switched(every, layer) == Edits()


# ---------------------------------------------------------------- the texts with and without the edits


def edited(first: int | None, candidate: bool = True) -> Trace:
    """A run with a head off, beside the text without: another token at step `first`, which is still a candidate."""
    edits = Edits(heads_off=(HeadPlace("cross", 2, 3),))
    trace = TRACE.with_(run=TRACE.run.with_(edits=edits))
    logs = np.asarray(trace.numbers["log_probability"][0, : len(WRITTEN)], np.float64)
    before = list(WRITTEN)
    if first is not None:
        other = trace.candidates(first)[1].token if candidate else replace(WRITTEN[first], id=999, text="otra")
        before[first] = other
    alternative = Alternative("unedited", 0, tuple(before), tuple(before), 0, True, {"log_probability": logs - 0.5}, {})
    return trace.with_(alternatives=(alternative,))


def test_the_text_without_the_edits_stands_above_the_one_with_them(qtbot: QtBot) -> None:
    trace = edited(2)
    stage = Stage(qtbot, trace, step=1, kind="cross", layer=0, head=0)
    plain, now, too = stage.view.texts.lines
    assert (plain.name, now.name, too.name) == ("as it is", "with the edits", "without head cross 1.1, too")
    assert plain.changed.index(True) == now.changed.index(True) == 2
    old = float(trace.alternatives[0].numbers["log_probability"][1])
    new = float(trace.numbers["log_probability"][0, 1])
    assert now.numbers == f"step 2: log p(casa) {old:.2f} → {new:.2f}".replace("-", "−")


def test_where_the_texts_part_the_token_that_was_written_is_followed() -> None:
    found = EditedText.from_trace(edited(2), 0)
    assert found is not None and found.first == 2
    candidate = TRACE.candidates(2)[1]
    assert found.lost == pytest.approx(math.log(candidate.probability))
    assert f"log p({candidate.token.text})" in found.step_words(2) and "→" in found.step_words(2)
    assert found.step_words(3) == "texts diverge at step 3"
    gone = EditedText.from_trace(edited(2, candidate=False), 0)
    assert gone is not None and math.isnan(gone.lost) and gone.step_words(2).endswith("no longer among the candidates")
    same = EditedText.from_trace(edited(None), 0)
    assert same is not None and same.first is None and "→" in same.step_words(len(WRITTEN) - 1)
    assert EditedText.from_trace(TRACE, 0) is None


def test_the_head_that_is_off_has_no_line_of_what_it_would_be_without(qtbot: QtBot) -> None:
    trace = edited(2)
    stage = Stage(qtbot, trace, step=1, kind="cross", layer=2, head=3)
    assert [line.name for line in stage.view.texts.lines] == ["as it is", "with the edits"]
    assert made_effects(trace).parts[-1].head == HeadPlace("cross", 2, 3)


def test_a_saved_picture_says_which_heads_are_off_and_which_read_otherwise(qtbot: QtBot) -> None:
    """Marks of heads that the model lacks are nowhere."""
    plain = Stage(qtbot, TRACE).grid("cross")
    size = plain.width(), plain.height()
    edits = [
        Edits(heads_off=(HeadPlace("cross", 1, 2),)),
        Edits(patterns=(HeadPattern("cross", 1, 2, "previous"),)),
        Edits(patterns=(HeadPattern("cross", 1, plain._atlas.heads, "previous"),)),
    ]
    grids = [Stage(qtbot, TRACE.with_(run=TRACE.run.with_(edits=one))).grid("cross") for one in edits]
    pictures = [svg_of(grid, size) for grid in (plain, *grids)]
    assert len(set(pictures)) == 3 and pictures[0] == pictures[3]


def test_maps_show_no_row_that_is_not_written_yet(qtbot: QtBot) -> None:
    stage = Stage(qtbot, TRACE)
    stage.draw(rows_shown=2, step=1)
    shown = {kind: stage.grid(kind)._rows_shown for kind in KINDS}
    assert shown == {"encoder": None, "decoder": 1, "cross": 1}
