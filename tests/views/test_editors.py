"""Masks and positions are edited: what a stroke, a switch or a table asks for, what is seen at once, and what the
views say that changed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QFontMetricsF, QImage, QMouseEvent, QPainter, QShowEvent
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from model_core.analysis import edit_effects
from model_core.engine.position_edits import edited_table, row_order
from model_core.errors import Refused
from model_core.explain.provenance import value_of
from model_core.record.edits import CellEdit, Edits, HeadPlace, MaskEdits, PositionEdits, TokenPlace
from model_core.record.run_spec import RunSpec
from model_core.record.trace import FUTURE, PADDING, USER, VISIBLE, Trace
from model_core.spec import KINDS
from model_core.transformer.positions import sinusoidal
from tests.made.alternatives import with_alternatives
from tests.made.traces import made_positions, made_trace
from tests.support.harness import ViewStage
from viz_app.charts.text_comparison_table import TextComparison
from viz_app.data import number_format
from viz_app.data.snapshot import Snapshot
from viz_app.data.vocabulary import OPENED
from viz_app.document.changes import changes_of
from viz_app.document.state import Layout, State
from viz_app.document.store import Store
from viz_app.views.masks import cache_picture, mask_rows
from viz_app.views.masks import changes as mask_changes
from viz_app.views.masks import edits as mask_edits
from viz_app.views.masks.cache_picture import MaskSteps
from viz_app.views.masks.view import Masks
from viz_app.views.positions import edits as position_edits
from viz_app.views.positions.view import Positions
from viz_app.widgets import theme
from viz_app.widgets.overflow_bar import OverflowBar
from viz_app.widgets.segmented import Segmented

pytestmark = pytest.mark.usefixtures("qapp")

SIZE = (1008, 600)
SHIFT = Qt.KeyboardModifier.ShiftModifier
PLAIN = Qt.KeyboardModifier.NoModifier
SOURCE, TARGET = "the cat sleeps now", "el gato duerme"


@pytest.fixture
def trace() -> Trace:
    """Five source tokens, four decoder rows."""
    return made_trace(SOURCE, TARGET, layers=(1, 2), heads=2)


@pytest.fixture
def batch() -> Trace:
    """Two lines: sources of 5 and 3 tokens, targets of 4 and 2 rows."""
    return made_trace((SOURCE, "good morning"), (TARGET, "buenos"), layers=(1, 2), heads=2)


def answered(trace: Trace, edits: Edits) -> Trace:
    """The Trace as a run with these mask edits would tell it: its reasons, and an alternative without the edits."""
    reasons = {}
    for kind, codes in trace.reasons.items():
        codes = codes.copy()
        for sentence in range(len(codes)):
            own = mask_edits.own_reasons(trace, kind, sentence, edits.masks)
            codes[sentence] = own
            for (query, key), allowed in mask_edits.by_hand(edits.masks, kind, sentence).items():
                codes[sentence, query, key] = VISIBLE if allowed else USER
        reasons[kind] = codes
    return with_alternatives(trace.with_(reasons=reasons, run=trace.run.with_(edits=edits)), ("unedited",), part_at=1)


class LaboratoryStage(ViewStage):
    """A view whose runs are answered by `answer`, not when they are asked for: then it draws."""

    def __init__(self, qtbot: QtBot, trace: Trace, size: tuple[int, int] = SIZE, **changes: Any) -> None:
        super().__init__(qtbot, trace, size, run=trace.run, **changes)

    def ask(self, changes: dict[str, Any]) -> None:
        changes = dict(changes)
        self.options = replace(self.options, **changes.pop("options", {}))
        self.run = self.run.with_(**changes)
        desk = Layout(writer="me" if self.run.target is not None else "model")
        assert State.from_json(State(run=self.run, desk=desk).to_json()).run == self.run

    def answer(self, trace: Trace | None = None) -> None:
        """The run that was asked for is done."""
        self.trace = answered(self.trace, self.run.edits) if trace is None else trace
        self.draw()

    @property
    def masks(self) -> MaskEdits:
        """The masks that were asked for last."""
        return self.run.edits.masks

    @property
    def positions(self) -> PositionEdits:
        return self.run.edits.positions


class Lab(LaboratoryStage):
    """The masks with a mouse."""

    of = Masks

    def map(self, kind: str) -> Any:
        return self.view.maps.maps[kind].map

    def mouse(self, kind: str, event: QEvent.Type, point: QPointF, held: Qt.KeyboardModifier = PLAIN) -> None:
        left, none = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
        moved = event == QEvent.Type.MouseMove
        buttons = none if event == QEvent.Type.MouseButtonRelease else left
        where = self.map(kind).mapToGlobal(point)
        sent = QMouseEvent(event, point, where, none if moved else left, buttons, held)
        QApplication.sendEvent(self.map(kind), sent)

    def drag(self, kind: str, *cells: tuple[int, int], held: Qt.KeyboardModifier = PLAIN, lift: bool = True) -> None:
        """Press on the first cell, move over the others, lift."""
        points = [self.map(kind).cell_rect(*cell).center() for cell in cells]
        self.mouse(kind, QEvent.Type.MouseButtonPress, points[0], held)
        for point in points[1:]:
            self.mouse(kind, QEvent.Type.MouseMove, point, held)
        if lift:
            self.mouse(kind, QEvent.Type.MouseButtonRelease, points[-1], held)


def cells(masks: MaskEdits) -> dict[tuple[str, int, int], bool]:
    return {(one.kind, one.query, one.key): one.allowed for one in masks.cells}


# ---------------------------------------------------------------- masks without a window


@pytest.mark.parametrize("kind", KINDS)
def test_the_model_s_own_mask_is_the_recorded_one(batch: Trace, kind: str) -> None:
    for sentence in (0, 1):
        own = mask_edits.own_reasons(batch, kind, sentence, MaskEdits())
        assert np.array_equal(own, batch.reasons[kind][sentence])


def test_each_rule_can_be_lifted(batch: Trace) -> None:
    peeking = mask_edits.own_reasons(batch, "decoder", 1, MaskEdits(future=False))
    assert set(np.unique(peeking)) == {VISIBLE, PADDING} and (peeking[:, :2] == VISIBLE).all()
    padded = mask_edits.own_reasons(batch, "decoder", 1, MaskEdits(padding=False))
    assert set(np.unique(padded)) == {VISIBLE, FUTURE} and padded[0, 1] == FUTURE
    assert not mask_edits.own_reasons(batch, "cross", 1, MaskEdits(padding=False)).any()
    hidden = MaskEdits(hidden=(TokenPlace(1, sentence=1),))
    assert (mask_edits.own_reasons(batch, "cross", 1, hidden)[:, 1] == USER).all()
    assert np.array_equal(mask_edits.own_reasons(batch, "encoder", 0, hidden), batch.reasons["encoder"][0])


@given(strokes=st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), st.booleans()), max_size=12))
def test_what_is_set_by_hand_is_never_what_the_model_does_anyway(strokes: list[tuple[int, int, bool]]) -> None:
    own = np.triu(np.full((4, 4), FUTURE, np.uint8), 1)
    masks, wanted = MaskEdits(), own == VISIBLE
    for query, key, allowed in strokes:
        masks = mask_edits.with_cells(masks, own, ("decoder", 0), [(query, key)], allowed)
        wanted[query, key] = allowed
    found = mask_edits.by_hand(masks, "decoder", 0)
    assert np.array_equal(mask_edits.readable(own, found), wanted)
    assert all(allowed != (own[cell] == VISIBLE) for cell, allowed in found.items())
    assert len(found) == len(masks.cells)


def test_more_cells_than_a_run_may_have_are_refused() -> None:
    own = np.zeros((70, 70), np.uint8)
    every = [(query, key) for query in range(70) for key in range(70)]
    assert len(mask_edits.with_cells(MaskEdits(), own, ("encoder", 0), every[:4096], False).cells) == 4096
    with pytest.raises(Refused, match="4,096"):
        mask_edits.with_cells(MaskEdits(), own, ("encoder", 0), every[:4097], False)


@given(ends=st.tuples(*[st.integers(0, 30)] * 4))
def test_a_quick_drag_leaves_no_gap(ends: tuple[int, int, int, int]) -> None:
    way = mask_edits.between(ends[:2], ends[2:])
    assert way[0] == ends[:2] and way[-1] == ends[2:] and len(set(way)) == len(way)
    assert all(max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1 for a, b in pairwise(way))


def test_mask_values_are_explained_with_the_weight_that_is_there(trace: Trace) -> None:
    assert [number_format.fmt_setting(value) for value in mask_edits.VALUES] == ["−∞", "−1e9", "−1e-20"]
    cell = replace(mask_rows.mask_row(trace, "decoder", 0, 0, 0, 0).at(2), weight=0.1834)
    assert mask_edits.value_words(None, cell) == ""
    assert mask_edits.value_words(-1e-20, cell).startswith("−1e-20 hides nothing")
    assert "weight 0.183" in mask_edits.value_words(-1e-20, cell)
    assert "not low enough" in mask_edits.value_words(-2.0, cell)
    nearly = mask_edits.value_words(-50.0, replace(cell, weight=2e-22))
    assert nearly == "−50 hides nearly all: this masked cell has weight 2e-22."
    rounded = mask_edits.value_words(-1e9, replace(cell, weight=0.0))
    assert "rounding" in rounded and "exactly 0" in rounded
    assert (
        number_format.fmt_masked(-1e-20) == "−1e-20"
        and number_format.fmt_masked(-1e9) == "−1e9"
        and number_format.fmt_masked(0.0) == "0.00"
    )


def test_a_fully_masked_row_is_not_explained_by_the_mask_value(trace: Trace) -> None:
    row = mask_rows.mask_row(trace, "cross", 0, 0, 0, 1)
    whole = replace(row, reasons=np.full_like(row.reasons, USER), weight=np.full(len(row.reasons), 0.25))
    said = mask_edits.value_words(-1e9, whole.at(0))
    assert "whole row is masked" in said and "not low enough" not in said
    partly = replace(whole, reasons=np.where(np.arange(len(row.reasons)), USER, VISIBLE))
    assert "not low enough" in mask_edits.value_words(-2.0, partly.at(1))


# ---------------------------------------------------------------- masks: strokes


def test_a_click_forbids_a_cell_and_a_second_one_gives_it_back(qtbot: QtBot, trace: Trace) -> None:
    lab = Lab(qtbot, trace, tool="edit")
    lab.drag("cross", (1, 2))
    assert lab.asked == [{"edits": Edits(MaskEdits((CellEdit("cross", 1, 2, False),)))}] and not lab.picked
    lab.answer()
    lab.drag("cross", (1, 2))
    assert lab.masks == MaskEdits() and len(lab.asked) == 2


def test_a_drag_is_one_change_decided_by_its_first_cell(qtbot: QtBot, trace: Trace) -> None:
    lab = Lab(qtbot, trace, tool="edit")
    lab.drag("decoder", (1, 3), (1, 0))  # from the future over what may be read already
    assert len(lab.asked) == 1
    assert cells(lab.masks) == {("decoder", 1, 2): True, ("decoder", 1, 3): True}, (
        "allowing what is allowed says nothing"
    )
    lab.answer()
    lab.drag("decoder", (3, 0), (3, 2), (2, 2))
    forbidden = {("decoder", 3, 0), ("decoder", 3, 1), ("decoder", 3, 2), ("decoder", 2, 2)}
    assert {cell for cell, allowed in cells(lab.masks).items() if not allowed} == forbidden


def test_while_dragging_the_cells_change_before_the_run_does(qtbot: QtBot, trace: Trace) -> None:
    lab = Lab(qtbot, trace, tool="edit")
    before = lab.map("cross").grab().toImage()
    lab.drag("cross", (0, 1), (2, 1), lift=False)
    assert not lab.asked and lab.map("cross").sketch == (((0, 1), (1, 1), (2, 1)), ())
    assert lab.map("cross").grab().toImage() != before
    lab.draw()  # something else was drawn meanwhile: a step, a theme
    assert lab.map("cross").sketch[0] == ((0, 1), (1, 1), (2, 1))
    end = lab.map("cross").cell_rect(2, 1).center()
    lab.mouse("cross", QEvent.Type.MouseButtonRelease, end)
    assert len(lab.asked) == 1 and lab.map("cross").sketch[0], "the sketch stays until the answer is there"
    lab.answer()
    assert lab.map("cross").sketch == ((), ())
    codes = lab.map("cross")._scene.cells.reasons
    assert (codes[:3, 1] == USER).all() and np.count_nonzero(codes) == 3


def test_strokes_before_the_answer_add_up(qtbot: QtBot, trace: Trace) -> None:
    lab = Lab(qtbot, trace, tool="edit")
    lab.drag("cross", (0, 0))
    lab.drag("cross", (1, 1))
    lab.drag("encoder", (2, 2))
    assert set(cells(lab.masks)) == {("cross", 0, 0), ("cross", 1, 1), ("encoder", 2, 2)} and len(lab.asked) == 3


def test_other_edits_of_the_run_stay(qtbot: QtBot, trace: Trace) -> None:
    own = Edits(positions=PositionEdits(shift=2), heads_off=(HeadPlace("cross", 0, 1),))
    lab = Lab(qtbot, trace.with_(run=trace.run.with_(edits=own)), tool="edit")
    lab.drag("cross", (0, 0))
    assert replace(lab.run.edits, masks=MaskEdits()) == own
    lab.view.bar.button.click()
    assert lab.run.edits == own


def test_inspecting_pins_and_shift_draws(qtbot: QtBot, trace: Trace) -> None:
    lab = Lab(qtbot, trace)
    lab.drag("cross", (1, 1))
    assert not lab.asked and lab.picked[-1] == {"kind": "cross", "query": 1, "key": 1}
    lab.drag("cross", (0, 0), (0, 2), held=SHIFT)
    assert len(lab.picked) == 1 and set(cells(lab.masks)) == {("cross", 0, key) for key in range(3)}


def test_the_tool_is_an_option_and_the_pointer_says_what_a_click_does(qtbot: QtBot, trace: Trace) -> None:
    lab = Lab(qtbot, trace)
    assert not lab.map("cross").brush
    lab.view.bar.tool.buttons["edit"].click()
    assert lab.options.tool == "edit" and lab.map("cross").brush and lab.view.bar.tool.value == "edit"
    none = Qt.MouseButton.NoButton
    for kind, cell, words in (("cross", (0, 0), "Click to forbid"), ("decoder", (0, 1), "Click to allow")):
        point = lab.map(kind).cell_rect(*cell).center()
        move = QMouseEvent(QEvent.Type.MouseMove, point, point, none, none, PLAIN)
        QApplication.sendEvent(lab.map(kind), move)
        assert lab.hints[-1].startswith(words)
    lab.drag("decoder", (0, 1))
    lab.answer()
    assert lab.hints[-1].startswith("Click to forbid"), "the pointer did not move, but the cell may be read now"
    lab.view.bar.tool.buttons["inspect"].click()
    assert lab.hints[-1].startswith("Click to pin")
    QApplication.sendEvent(lab.map("decoder"), QEvent(QEvent.Type.Leave))
    point = lab.map("cross").cell_rect(1, 1).center()
    QApplication.sendEvent(lab.map("cross"), QMouseEvent(QEvent.Type.MouseMove, point, point, none, none, PLAIN))
    assert "pin this" in lab.hints[-1] and "Shift+click to forbid it" in lab.hints[-1]


def test_a_label_takes_its_whole_line(qtbot: QtBot, trace: Trace) -> None:
    lab = Lab(qtbot, trace, tool="edit")

    def press(axis: int, place: int) -> None:
        label = lab.map("decoder").label_areas()[axis][place].boundingRect().center()
        lab.mouse("decoder", QEvent.Type.MouseButtonPress, label)
        lab.mouse("decoder", QEvent.Type.MouseButtonRelease, label)

    press(1, 0)
    assert cells(lab.masks) == {("decoder", row, 0): False for row in range(4)}
    lab.answer()
    press(1, 0)
    assert lab.masks == MaskEdits(), "a forbidden column is given back"
    lab.answer()
    press(0, 2)
    assert cells(lab.masks) == {("decoder", 2, key): False for key in range(3)}, "the future was hidden already"


def test_return_does_what_a_click_does(qtbot: QtBot, trace: Trace) -> None:
    lab = Lab(qtbot, trace, tool="edit")
    map_ = lab.map("cross")
    qtbot.keyClick(map_, Qt.Key.Key_Right, SHIFT)
    qtbot.keyClick(map_, Qt.Key.Key_Right, SHIFT)
    qtbot.keyClick(map_, Qt.Key.Key_Return)
    assert cells(lab.masks) == {("cross", 0, 1): False}
    lab.view.bar.tool.buttons["inspect"].click()
    qtbot.keyClick(map_, Qt.Key.Key_Return)
    assert len(lab.asked) == 1 and lab.picked[-1] == {"query": None, "key": None}


@pytest.mark.parametrize("size", [(1008, 600), (940, 490), (940, 400), (1500, 900), (520, 500)])
@pytest.mark.parametrize("pane", ["auto", "cell"])
def test_the_maps_stay_where_they_are_while_they_are_drawn_on(
    qtbot: QtBot, trace: Trace, size: tuple[int, int], pane: str
) -> None:
    lab = Lab(qtbot, trace, size, tool="edit", pane=pane, kind="decoder")
    seen = []
    for cell in (None, (3, 0), (0, 2), (2, 1)):
        if cell is not None:
            lab.drag("decoder", cell)
            lab.answer()
        QApplication.processEvents()
        rect = lab.map("decoder").cell_rect(2, 1)
        seen.append((lab.map("decoder").mapTo(lab.view, rect.topLeft()), rect.size()))
    assert len(lab.asked) == 3 and seen == seen[:1] * 4


def test_an_allowed_cell_has_one_word_in_the_legend(qtbot: QtBot, trace: Trace) -> None:
    lab = Lab(qtbot, trace, tool="inspect")
    lab.drag("decoder", (0, 2), held=SHIFT)
    lab.answer()
    assert OPENED not in lab.view.legend.entries and lab.map("decoder").opened


def test_cells_allowed_by_hand_have_a_dot_and_a_name(qtbot: QtBot, trace: Trace) -> None:
    lab = Lab(qtbot, trace, tool="edit", pane="cell", fill="mask")
    lab.drag("decoder", (0, 2))
    lab.answer()
    assert lab.map("decoder").dots == ((0, 2),)
    lab.look = replace(lab.look, kind="decoder", query=0, key=2)
    lab.draw()
    assert "allowed by hand." in lab.view.card.cell.words.text()
    image, rect = lab.map("decoder").grab().toImage(), lab.map("decoder").cell_rect(0, 2)
    assert image.pixelColor(rect.center().toPoint()) == theme.LIGHT.q("user")
    assert image.pixelColor(lab.map("decoder").cell_rect(3, 0).center().toPoint()) == theme.LIGHT.q("panel")


def test_too_many_cells_change_nothing_and_say_why(qtbot: QtBot) -> None:
    trace = made_trace(source_tokens=70, target_tokens=3, layers=(1, 1), heads=1)
    full = tuple(CellEdit("encoder", query, key, False) for query in range(59) for key in range(70))[:4096]
    run = trace.run.with_(edits=Edits(MaskEdits(full)))
    lab = Lab(qtbot, answered(trace.with_(run=run), run.edits), tool="edit")
    lab.drag("cross", (0, 0))
    assert not lab.asked and "4,096" in lab.hints[-1] and lab.map("cross").sketch == ((), ())


# ---------------------------------------------------------------- masks: rules and values


def test_switches_and_values_ask_for_a_run(qtbot: QtBot, trace: Trace) -> None:
    lab = Lab(qtbot, trace)
    bar = lab.view.bar
    assert not bar.button.isEnabled() and bar.switches["future"].isChecked() and bar.value.currentText() == "−∞"
    bar.switches["future"].click()
    assert lab.masks == MaskEdits(future=False)
    bar.switches["padding"].click()
    assert lab.masks == MaskEdits(future=False, padding=False)
    bar.value.setCurrentIndex(2)
    bar.value.activated.emit(2)
    assert lab.masks == MaskEdits(future=False, padding=False, value=-1e-20) and bar.button.isEnabled()
    lab.answer()
    assert "gets the score −1e-20" in lab.view.explanation(Snapshot(State(run=lab.run), lab.trace, theme.current()))
    bar.button.click()
    assert lab.masks == MaskEdits() and len(lab.asked) == 4


def test_a_value_from_a_session_is_shown_too(qtbot: QtBot, trace: Trace) -> None:
    edits = Edits(MaskEdits(value=-3.0))
    lab = Lab(qtbot, answered(trace.with_(run=trace.run.with_(edits=edits)), edits))
    assert lab.view.bar.value.currentText() == "−3"


def test_a_value_of_the_model_itself_has_room_for_its_words(qtbot: QtBot, trace: Trace) -> None:
    lab = Lab(qtbot, trace)
    before = lab.view.bar.value.sizeHint().width()
    spec = replace(trace.spec, mask_value=-1e9)
    lab.answer(trace.with_(model=replace(trace.model, spec=spec)))
    box = lab.view.bar.value
    assert box.currentText() == "−1e9, its own" and box.sizeHint().width() > before


# ---------------------------------------------------------------- masks: what changed


def test_without_edits_the_card_says_how_to_begin(qtbot: QtBot, trace: Trace) -> None:
    lab = Lab(qtbot, trace)
    assert lab.view.card.tabs.value == "cell"
    lab.view.card.tabs.buttons["changes"].click()
    assert lab.options.pane == "changes" and lab.view.card.changes.words.text() == mask_changes.UNTOUCHED
    assert not lab.view.card.table.isVisible()


def test_with_edits_the_card_shows_both_texts(qtbot: QtBot, trace: Trace) -> None:
    lab = Lab(qtbot, trace, tool="edit")
    lab.drag("cross", (0, 0))
    lab.answer()
    card = lab.view.card
    assert card.tabs.value == "changes" and card.table.isVisible()
    alternative = lab.trace.alternatives[0]
    assert f"“gato” instead of “{alternative.written[1].text}”" in card.changes.words.text()
    before, after = (float(one[0]) for one in (alternative.numbers["probability"], lab.trace.numbers["probability"][0]))
    assert (
        f"p(el) changes most: {number_format.fmt_near_chance(before)} → {number_format.fmt_near_chance(after)}"
        in card.changes.words.text()
    )
    assert card.table.text().splitlines()[1] == "with edits: el gato duerme </s>"


def forced(trace: Trace, without: Sequence[float], edited: Sequence[float]) -> Trace:
    """The trace with a given target, whose tokens have these probabilities without the edits and with them."""
    one = replace(trace.sentences[0], forced=4)
    made = trace.with_(run=trace.run.with_(edits=Edits(MaskEdits(future=False))), sentences=(one,))
    made = with_alternatives(made, ("unedited",), part_at=1)
    numbers = {"probability": np.array(without, np.float32)}
    alternative = replace(made.alternatives[0], written=one.written, numbers=numbers)
    numbers = {**made.numbers, "probability": np.array([edited], np.float32)}
    return made.with_(alternatives=(alternative,), numbers=numbers)


def test_the_same_text_names_the_probability_that_moved_most(trace: Trace) -> None:
    made = forced(trace, [0.5, 0.97, 0.71, 0.9], [0.5, 0.99, 1.0, 0.9])
    found = edit_effects.comparison(made, 0)
    assert found is not None and found.first is None and found.most_moved() == (2, pytest.approx(0.29, abs=1e-6))
    told = mask_changes.mask_changes(made, 0)
    most, mean = "p(duerme) changes most: 0.71 → 1.00.", "Mean over all 4 tokens: 0.77 → 0.85."
    assert told.words == f"The target is given, so the text stays. {most} {mean}"


def test_a_change_that_two_decimals_would_not_show_has_more(trace: Trace) -> None:
    made = forced(trace, [0.5, 0.9443, 0.9, 0.9], [0.5, 0.9382, 0.9, 0.9])
    words = mask_changes.mask_changes(made, 0).words
    assert "p(gato) changes most: 0.944 → 0.938." in words and "Mean over all 4 tokens: 0.811 → 0.810." in words


def test_a_text_that_was_written_is_given_as_the_target_by_one_click(qtbot: QtBot, batch: Trace) -> None:
    """Nothing later is there while the model writes: to peek, the text has to be given."""
    lab = Lab(qtbot, batch, pane="changes")
    lab.run = lab.run.with_(edits=Edits(MaskEdits(future=False)), prefix=(7,))
    lab.answer()
    assert lab.view.card.give.isHidden(), "nothing says that the steps were otherwise"
    own = np.full_like(batch.numbers["probability"], 0.5)
    lab.answer(lab.trace.with_(numbers={**lab.trace.numbers, "step_probability": own}))
    assert lab.view.card.give.isVisible()
    lab.view.card.give.click()
    assert lab.run.target == tuple(one.target_text for one in batch.sentences) and lab.run.prefix == ()
    lab.run = batch.run.with_(ids=True, edits=lab.run.edits)
    lab.answer(answered(batch.with_(run=lab.run), lab.run.edits))
    lab.view.card.given.emit()
    wanted = [(*one.read[:1], *one.written) for one in batch.sentences]
    assert [[int(word) for word in text.split()] for text in lab.run.target] == [
        [token.id for token in tokens] for tokens in wanted
    ], "where ids are typed, ids"
    lab.opt({"pane": "cell"})
    assert lab.view.card.give.isHidden()


def test_every_probability_of_both_texts_says_where_it_comes_from(qtbot: QtBot, batch: Trace) -> None:
    lab = Lab(qtbot, batch, pane="changes")
    lab.run = lab.run.with_(edits=Edits(MaskEdits(future=False)))
    lab.answer()
    table, alternative = lab.view.card.table, lab.trace.alternatives[0]
    for step in table.columns():
        for line, own in ((1, alternative.numbers["probability"]), (3, lab.trace.numbers["probability"][0])):
            value = own[step]
            found = lab.view.card._chance_at(table.cell_rect(line, step).center().toPoint())
            assert found is not None and value_of(*found) == value
        assert lab.view.card._chance_at(table.cell_rect(0, step).center().toPoint()) is None, "a token"
    assert table.columns()
    assert lab.view.card._chance_at(None) is None


def test_a_leak_of_the_future_is_reported_with_its_head(trace: Trace) -> None:
    assert mask_changes.leak_words(trace, 0) == ""
    name = trace.name("decoder", "weights", 1)
    weights = trace.arrays[name].copy()
    weights[0, 1] = 0.25  # rows put 3/4, 2/4 and 1/4 on later tokens
    open_ = trace.with_(arrays={**trace.arrays.kept, name: weights})
    told = mask_changes.leak_words(open_, 0)
    assert told.startswith("12 % of the decoder's attention falls on later tokens, most in layer 2, head 2: 50 %.")
    assert "did not exist" in told
    given_ = open_.with_(sentences=(replace(trace.sentences[0], forced=4),))
    assert "the answer itself" in mask_changes.leak_words(given_, 0)
    same = with_alternatives(given_.with_(run=trace.run.with_(edits=Edits(MaskEdits(future=False)))), ("unedited",))
    own = {"probability": trace.numbers["probability"][0]}
    same = same.with_(alternatives=(replace(same.alternatives[0], written=trace.sentences[0].written, numbers=own),))
    told = mask_changes.mask_changes(same, 0).leak
    assert told.endswith("its probability stays the same.") and "disturbed" not in told


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [(0.919, 0.923, "0.919 → 0.923"), (0.94, 0.002, "0.94 → 0.002"), (0.91234, 0.91241, "0.9123 → 0.9124"),
     (1.0, 0.99999, "1.0000 → 1.0000"), (0.5, 0.75, "0.50 → 0.75")],
)  # fmt: skip
def test_two_probabilities_that_differ_read_differently(before: float, after: float, words: str) -> None:
    assert " → ".join(number_format.fmt_change(before, after)) == words


@pytest.mark.parametrize(("value", "words"), [(0.0, "0.00"), (1.0, "1.00"), (0.004, "0.004"), (0.5, "0.50"),
                                              (0.9999, "0.9999"), (0.99996, "1.0000"),
                                              (0.00002, "<0.0001")])  # fmt: skip
def test_a_probability_reads_0_or_1_only_where_it_is(value: float, words: str) -> None:
    assert number_format.fmt_near_chance(value) == words


def test_the_two_texts_lie_in_columns_around_their_first_difference(qtbot: QtBot) -> None:
    trace = made_trace(source_tokens=60, target_tokens=60, layers=(1, 1), heads=1)
    edits = Edits(MaskEdits(future=False))
    made = with_alternatives(trace.with_(run=trace.run.with_(edits=edits)), ("unedited",), part_at=40)
    table = TextComparison()
    qtbot.addWidget(table)
    table.resize(500, table.sizeHint().height())
    found = edit_effects.comparison(made, 0)
    assert found is not None and found.first == 40
    table.show_texts(found, ("without edits", "with edits"))
    shown = table.columns()
    assert 40 in shown and 4 <= len(shown) < 20
    rects = [table.cell_rect(0, step) for step in shown]
    assert all(one.right() <= other.left() + 0.01 for one, other in pairwise(rects)) and rects[-1].right() < 500
    assert table.place_at(table.cell_rect(2, 40).center()) == (2, 40) and "first difference" in table.step_text(40)
    image = table.grab().toImage()
    x = round(table.cell_rect(0, 40).left() - 8)
    line = [image.pixelColor(x + shift, y) for shift in (-1, 0, 1) for y in range(3, image.height() - 4)]
    assert line.count(theme.LIGHT.q("target")) >= image.height() - 8, "a line before the first difference"


def test_small_probabilities_keep_apart(qtbot: QtBot) -> None:
    trace = made_trace(source_tokens=4, target_tokens=6, layers=(1, 1), heads=1)
    made = with_alternatives(trace.with_(run=trace.run.with_(edits=Edits(MaskEdits(future=False)))), ("unedited",))
    found = edit_effects.comparison(made, 0)
    assert found is not None
    found = replace(found, chances=(found.chances[0], np.full_like(found.chances[1], 0.0004)))
    table = TextComparison()
    qtbot.addWidget(table)
    table.resize(900, table.sizeHint().height())
    table.show_texts(found, ("without edits", "with edits"))
    wide = QFontMetricsF(table.font()).horizontalAdvance("0.0004")
    assert all(table.cell_rect(3, step).width() >= wide + 12 for step in table.columns())


def test_the_maps_stay_where_they_are_whatever_pane_was_open_before(qtbot: QtBot, trace: Trace) -> None:
    lab = Lab(qtbot, trace)
    lab.run = lab.run.with_(edits=Edits(MaskEdits(future=False)))
    lab.answer()
    seen = {}
    for pane in ("changes", "steps", "cell", "changes", "cell", "steps"):
        lab.opt({"pane": pane})
        seen.setdefault(pane, set()).add(lab.view.card.geometry().getRect())
    assert {pane: len(places) for pane, places in seen.items()} == {"changes": 1, "steps": 1, "cell": 1}


# ---------------------------------------------------------------- masks: training and writing


def test_the_counts_of_scores_follow_from_the_rows() -> None:
    assert cache_picture.counts(2, 6) == ((36, 36), (9, 91), (3, 21))
    assert cache_picture.counts(0, 1) == ((1, 1), (1, 1), (1, 1))
    assert "rows 1–3 again, or with a cache only row 3 (2 keys kept)" in cache_picture.summary(2, 6)
    assert "no step can peek" in cache_picture.summary(2, 6, future=False)


def test_rows_up_to_the_present_step_are_filled_and_later_ones_absent(qtbot: QtBot) -> None:
    picture = MaskSteps()
    qtbot.addWidget(picture)
    reasons = np.triu(np.full((6, 6), FUTURE, np.uint8), 1)
    picture.resize(900, picture.heightForWidth(900))
    picture.show_step(reasons, 2)
    image = QImage(900, picture.height(), QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    with QPainter(image) as painter:
        picture.paint_to(painter, picture.rect().toRectF())
    colours = (theme.LIGHT.wash("target", 0.35), theme.LIGHT.q("background"), theme.LIGHT.q("panel"))
    now, ground, plain = (colour.name() for colour in colours)

    def first_cells(which: int) -> list[Any]:
        square = picture.picture_rect(which, 900)
        side = square.width() / 6
        return [image.pixelColor(round(square.left() + side / 2), round(square.top() + (row + 0.5) * side)).name()
                for row in range(6)]  # fmt: skip

    assert first_cells(0) == [now] * 6
    assert first_cells(1) == [now] * 3 + [ground] * 3
    assert first_cells(2) == [plain] * 2 + [now] + [ground] * 3
    assert picture.words(1)[0] == "step 3: rows 1–3 again" and picture.words(2)[0] == "step 3: row 3, 1 new key, 2 kept"


def test_the_rows_follow_the_shared_step(qtbot: QtBot, trace: Trace) -> None:
    lab = Lab(qtbot, trace, pane="steps")
    pane = lab.view.card.steps
    assert "Step 4 of 4" in pane.words.text() and lab.view.card.picture.isVisible()
    lab.pick({"step": 1})
    assert "Step 2 of 4: rows 1–2 again" in pane.words.text()
    lab.trace = made_trace(SOURCE, TARGET, stage="encoded")
    lab.draw()
    assert pane.words.text() == "The decoder has not written anything yet." and not lab.view.card.picture.isVisible()


# ---------------------------------------------------------------- the controls' place


def line_of(qtbot: QtBot, kind: type[QPushButton]) -> tuple[QWidget, OverflowBar, list[Any]]:
    """A window with a line of five buttons of a kind, which lives as long as it is held."""
    host = QWidget()
    qtbot.addWidget(host)
    host.resize(1300, 100)
    bar = OverflowBar("Test", host)
    buttons = [kind(f"button {place}", bar) for place in range(5)]
    for button in buttons:
        bar.add(button, "word")
    host.show()
    return host, bar, buttons


def test_what_has_no_room_in_the_line_waits_in_the_card(qtbot: QtBot) -> None:
    _host, bar, buttons = line_of(qtbot, QPushButton)
    for width in (1200, 400, 150, 700, 1200):
        bar.resize(width, bar.sizeHint().height())
        QApplication.processEvents()
        inside = [button for button in buttons if button.window() is bar.window()]
        assert [*inside, *bar.hidden_away] == buttons
        assert bar.more.isVisible() == bool(bar.hidden_away)
        assert all(button.geometry().right() < width for button in inside)
        assert all(one.geometry().right() < other.geometry().left() for one, other in pairwise(inside))
    assert not bar.hidden_away
    bar.resize(300, 40)
    bar.more.click()
    assert bar.card.isVisible() and all(button.isVisible() for button in bar.hidden_away) and len(bar.hidden_away) >= 3
    bar.card.close()


class Restless(QPushButton):
    """A control that makes its bar narrower while it is shown in its place."""

    narrower = 0

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self.narrower:
            width, self.narrower = self.narrower, 0
            self.parentWidget().resize(width, 40)


def test_a_line_that_changes_while_it_is_shared_out_is_whole_afterwards(qtbot: QtBot) -> None:
    _host, bar, buttons = line_of(qtbot, Restless)
    bar.resize(150, 40)
    QApplication.processEvents()
    assert len(bar.hidden_away) > 2
    buttons[-1].narrower = 500  # it comes back into the line, and there is no room for it after all
    with qtbot.captureExceptions() as raised:
        bar.resize(1200, 40)
        QApplication.processEvents()
    inside = [button for button in buttons if button.window() is bar.window()]
    assert not raised and bar.width() == 500 and buttons[-1] in bar.hidden_away
    assert [*inside, *bar.hidden_away] == buttons and bar.more.isVisible()
    assert all(button.geometry().right() < bar.width() for button in inside)


def test_segments_become_a_list_where_they_do_not_fit(qtbot: QtBot) -> None:
    segments = Segmented("Choice", {"a": ("one", "first"), "b": ("two", "second")})
    qtbot.addWidget(segments)
    chosen: list[str] = []
    segments.chosen.connect(chosen.append)
    segments.show()
    segments.fit(1000)
    assert segments.buttons["a"].isVisible() and not segments.combo.isVisible()
    segments.fit(20)
    assert segments.combo.isVisible() and not segments.buttons["a"].isVisible()
    segments.combo.activated.emit(1)
    segments.show_value("b")
    assert chosen == ["b"] and segments.value == "b" and segments.combo.currentText() == "two"


# ---------------------------------------------------------------- positions without a window


def with_positions(trace: Trace, edits: PositionEdits) -> Trace:
    """The Trace as a run with these position edits would tell it: tables, rows and sums in force."""
    arrays = dict(trace.arrays.kept)
    for side in ("encoder", "decoder"):
        if edits.stacks in ("both", side):
            table = edited_table(np.asarray(arrays[f"{side}.embed.position.table"]), edits)
            rows = table[: len(arrays[f"{side}.embed.positions"])]
            arrays |= {f"{side}.embed.position.table": table, f"{side}.embed.positions": rows}
            arrays[f"{side}.embed.input"] = arrays[f"{side}.embed.tokens"] + rows
    run = trace.run.with_(edits=Edits(positions=edits))
    return with_alternatives(trace.with_(arrays=arrays, run=run), ("unedited",), part_at=1)


def learned(trace: Trace) -> Trace:
    """The Trace as of a model with learned positions."""
    table = np.random.default_rng(5).standard_normal((512, trace.spec.d_model)).astype(np.float32)
    arrays = dict(trace.arrays.kept)
    for side in ("encoder", "decoder"):
        rows = table[: len(arrays[f"{side}.embed.positions"])]
        arrays |= {f"{side}.embed.position.table": table, f"{side}.embed.positions": rows}
        arrays[f"{side}.embed.input"] = arrays[f"{side}.embed.tokens"] + rows
    return trace.with_(arrays=arrays, model=replace(trace.model, spec=replace(trace.spec, positions="learned")))


EDITS = (
    PositionEdits(table="halves"), PositionEdits(table="interleaved", base=50.0), PositionEdits(table="random", seed=7),
    PositionEdits(table="none"), PositionEdits(order="shuffled", seed=3), PositionEdits(order="reversed", shift=-4),
    PositionEdits(shift=5, stacks="encoder"), PositionEdits(),
)  # fmt: skip


@pytest.mark.parametrize("edits", EDITS, ids=lambda one: position_edits.draft_text(one) or "none")
def test_the_pictured_table_is_the_edited_one_before_and_after_the_run(trace: Trace, edits: PositionEdits) -> None:
    for made in (trace, learned(trace)):
        own = made.arrays["encoder.embed.position.table"]
        drawn = position_edits.pictured(made, "encoder", 0, edits)
        assert drawn is not None and np.array_equal(drawn.table, edited_table(own, edits))
        after = with_positions(made, edits)
        ran = position_edits.pictured(after, "encoder", 0, edits)
        assert ran is not None and np.array_equal(ran.table, drawn.table)
        assert np.shares_memory(ran.table, after.arrays["encoder.embed.position.table"]), "the recorded one"
        if ran.own is not None:
            assert np.allclose(ran.own, own, atol=1e-6), "the model's own is known again"
        assert position_edits.draft_of(position_edits.draft_text(edits)) == edits
    other = position_edits.pictured(with_positions(trace, edits), "decoder", 0, edits)
    assert other is not None
    if edits.stacks == "encoder":
        assert np.array_equal(other.table, trace.arrays["decoder.embed.position.table"]) and other.rows is None


def test_a_learned_table_is_not_known_behind_another_one(trace: Trace) -> None:
    after = with_positions(learned(trace), PositionEdits(table="none"))
    found = position_edits.pictured(after, "encoder", 0, PositionEdits(table="none"))
    assert found is not None and found.own is None and not found.table.any()
    kept = position_edits.pictured(after, "encoder", 0, PositionEdits(table="model"))
    assert kept is not None and np.array_equal(kept.table, after.arrays["encoder.embed.position.table"])


def test_another_size_is_drawn_by_the_same_formula(trace: Trace) -> None:
    found = position_edits.pictured(trace, "encoder", 0, PositionEdits(), (40, 12))
    assert found is not None and np.array_equal(found.table, sinusoidal(40, 12)) and found.own is None
    wide = position_edits.pictured(trace, "encoder", 0, PositionEdits(table="random"), (9, 64))
    assert wide is not None and wide.table.shape == (9, 64)
    short = position_edits.pictured(learned(trace), "encoder", 0, PositionEdits(), (10, 0))
    assert short is not None and short.table.shape == (10, trace.spec.d_model)
    never = position_edits.pictured(learned(trace), "encoder", 0, PositionEdits(), (0, 999))
    assert never is not None and never.table.shape[1] == trace.spec.d_model


@pytest.mark.parametrize("text", ["", "halves", "halves x kept 0 both 1", "halves 1e99 kept 0 both 1", "a b c d e f"])
def test_a_draft_that_cannot_be_read_is_none(text: str) -> None:
    assert position_edits.draft_of(text) == PositionEdits()


def test_edits_in_a_few_words() -> None:
    assert position_edits.short_words(PositionEdits(order="shuffled", stacks="decoder")) == "shuffled, decoder only"
    assert position_edits.short_words(PositionEdits("halves", 500.0, shift=-3)) == "halves, base 500, shifted by −3"
    assert position_edits.short_words(PositionEdits(table="none")) == "no positions"
    told = position_edits.explained(PositionEdits(shift=-2), True)
    assert "2 earlier, the first ones the table's last" in told and row_order(9, PositionEdits(shift=-2))[0] == 7
    told = position_edits.explained(PositionEdits(order="reversed", shift=2), True)
    assert "reversed; then that order is shifted by 2" in told and "reads the row 2 later" not in told
    assert row_order(9, PositionEdits(order="reversed", shift=2))[0] == 6
    assert "translation" in told
    assert "In the picture only" in position_edits.explained(PositionEdits(table="random"), False)


# ---------------------------------------------------------------- positions: controls


class Bench(LaboratoryStage):
    """The positions with their controls."""

    of = Positions

    def choose(self, box: Any, value: str) -> None:
        box.setCurrentIndex(box.findData(value))
        box.activated.emit(box.currentIndex())

    def drawn(self) -> np.ndarray:
        return self.view.pictures.table.map._scene.cells.values

    def run_it(self) -> None:
        plain = made_trace(SOURCE, TARGET, layers=(1, 2), heads=2)
        self.answer(with_positions(plain, self.positions))


def test_a_shuffle_asks_for_a_run_and_is_drawn_at_once(qtbot: QtBot, trace: Trace) -> None:
    bench = Bench(qtbot, trace)
    own = trace.arrays["encoder.embed.position.table"]
    bench.choose(bench.view.bar.form.controls["order"], "shuffled")
    assert bench.asked == [{"edits": Edits(positions=PositionEdits(order="shuffled"))}]
    expected = edited_table(own, PositionEdits(order="shuffled"))
    assert np.array_equal(bench.drawn(), expected[: len(bench.drawn())]), "before the answer is there"
    bench.run_it()
    assert np.array_equal(bench.drawn(), expected[: len(bench.drawn())])
    assert bench.view.card.check.text().startswith("✓") or not bench.view.card.isVisible()
    assert bench.view.others.isVisible() and bench.view.others.text().splitlines()[1] == "shuffled: el gato duerme </s>"
    assert bench.view.heading(Snapshot(State(run=bench.run), bench.trace, theme.current())).endswith("shuffled")


def test_every_control_changes_its_field(qtbot: QtBot, trace: Trace) -> None:
    bench = Bench(qtbot, trace)
    bar = bench.view.bar
    bar.form.controls["shift"].setValue(3)
    assert bench.positions == PositionEdits(shift=3)
    bench.choose(bar.form.controls["table"], "interleaved")
    bar.form.controls["base"].setValue(500.0)
    bench.choose(bar.form.controls["stacks"], "decoder")
    bench.choose(bar.form.controls["order"], "shuffled")
    bar.form.controls["seed"].setValue(9)
    assert bench.positions == PositionEdits("interleaved", 500.0, "shuffled", 3, "decoder", 9)
    bench.run_it()
    assert bar.form.controls["base"].value() == 500.0
    assert bar.form.controls["seed"].isEnabled() and bar.button.isEnabled()
    bar.button.click()
    assert bench.positions == PositionEdits() and not bar.button.isEnabled()
    assert bar.form.controls["base"].isEnabled() and not bar.form.controls["seed"].isEnabled()
    bar.form.controls["base"].setValue(100.0)
    assert bench.positions == PositionEdits(table="interleaved", base=100.0), "the model's own are waves of base 10,000"
    bench.choose(bar.form.controls["table"], "none")
    assert not bar.form.controls["base"].isEnabled()


def test_options_of_a_damaged_session_do_no_harm(qtbot: QtBot, trace: Trace) -> None:
    bench = Bench(qtbot, trace, width=-5, length=10**9, draft="no such thing")
    assert bench.drawn().shape == (64, 16)
    lab = Lab(qtbot, trace, tool="hammer", pane="none")
    assert lab.view.bar.tool.value == "inspect" and lab.view.card.tabs.value == "cell"


def test_what_is_not_applied_is_drawn_only(qtbot: QtBot, trace: Trace) -> None:
    bench = Bench(qtbot, trace)
    bench.view.bar.apply.click()
    assert not bench.options.apply and not bench.asked
    bench.choose(bench.view.bar.form.controls["table"], "none")
    assert not bench.asked and bench.options.draft and not bench.drawn().any()
    shot = Snapshot(State(run=bench.run), bench.trace, theme.current(), options=bench.options)
    assert bench.view.heading(shot).endswith("no positions · picture only")
    assert "In the picture only" in bench.view.explanation(shot)
    told = []
    bench.view.opted.connect(told.append)
    bench.view.bar.apply.click()
    assert bench.positions == PositionEdits(table="none") and not bench.options.draft and bench.options.apply
    bench.run_it()
    bench.view.bar.apply.click()
    assert bench.positions == PositionEdits() and bench.options.draft and not bench.drawn().any()
    assert not told and len(bench.asked) == 2, "each time one act, so that one step back undoes it"
    bench.view.bar.button.click()
    assert not bench.options.draft and bench.drawn().any()


def test_another_width_is_the_picture_s_alone(qtbot: QtBot, trace: Trace) -> None:
    bench = Bench(qtbot, trace)
    assert bench.view.bar.form.controls["width"].text() == "as the model: 16"
    bench.view.bar.form.controls["width"].setValue(64)
    bench.view.bar.form.controls["length"].setValue(32)
    assert not bench.asked and bench.drawn().shape == (32, 64)
    shot = Snapshot(State(run=bench.run), bench.trace, theme.current(), options=bench.options)
    assert "this model's width is 16" in bench.view.explanation(shot)
    assert bench.view.card.check.text().startswith("✓"), "the sum stays the recorded one"
    bench.view.bar.button.click()
    assert bench.drawn().shape[1] == 16


def test_the_model_s_own_curves_stand_pale_behind(qtbot: QtBot, trace: Trace) -> None:
    bench = Bench(qtbot, trace)
    assert not any(curve.pale for curve in bench.view.pictures.curves.curves)
    bench.view.bar.form.controls["shift"].setValue(2)
    pale = [curve for curve in bench.view.pictures.curves.curves if curve.pale]
    own = made_positions(trace.spec)
    assert len(pale) == len(bench.view.pictures.dimensions)
    for curve, dimension in zip(pale, bench.view.pictures.dimensions, strict=True):
        assert np.array_equal(curve.y, own[: len(curve.y), dimension].astype(np.float64))
    assert len(bench.view.pictures.curves.label_areas()) == len(pale), "only the others are named"
    assert bench.view.pictures.table.map.text_of(0, 1).startswith(
        "position 0 “the”, row 2 of the table, dim 1, a cosine"
    )


def test_with_two_texts_the_pictures_replace_the_sum(qtbot: QtBot, trace: Trace) -> None:
    bench = Bench(qtbot, with_positions(trace, PositionEdits(order="reversed")), size=(896, 455))
    assert sorted(bench.view.pictures.shown()) == ["alike", "curves", "distance", "map"]
    assert bench.view.others.isVisible() and not bench.view.card.isVisible()


# ---------------------------------------------------------------- the store, and a real model


def test_one_drag_is_one_level_of_undo_with_a_name(qtbot: QtBot, trace: Trace) -> None:
    store = Store(State(run=trace.run))
    store.accept(trace)
    view = Masks()
    qtbot.addWidget(view)
    view.asked.connect(lambda asked: store.run(**changes_of(asked, store.state.run)))
    view.resize(*SIZE)
    view.show()
    view.draw(Snapshot(store.state, trace, theme.current(), options=Masks.Options(tool="edit")))
    view.editor._press("cross", (0, 0))
    view.editor._draw_on("cross", (0, 3))
    view.editor._lift()
    assert len(store.state.run.edits.masks.cells) == 4 and store.history() == (("4 mask cells",), 1)
    store.undo()
    assert store.state.run.edits == Edits() and store.can_redo()
    store.redo()
    assert len(store.state.run.edits.masks.cells) == 4


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small model of random weights with a closed vocabulary."""
    from model_core.checkpoints.checkpoint import save_model
    from model_core.tokenizers.vocab import closed_vocabulary
    from tests.made.small import small_model, small_spec

    words = ("red", "blue", "green", "north", "south")
    vocab = closed_vocabulary(words)
    sizes = {"source_vocabulary": vocab.size, "target_vocabulary": vocab.size}
    path = tmp_path_factory.mktemp("models") / "points"
    save_model(path, small_model(**sizes).state_dict(), small_spec(**sizes), vocab, {"name": "Points"})
    return path


def test_a_real_run_shows_what_was_asked_for(qtbot: QtBot, folder: Path, tmp_path: Path) -> None:
    from model_core.engine.engine import Engine
    from viz_app.cli.render import render

    engine = Engine()
    run = RunSpec(model=str(folder), source=("red blue green", "north"), target=("blue red", "south"))
    by_hand = CellEdit("cross", 0, 1, False), CellEdit("decoder", 0, 2, True), CellEdit("encoder", 1, 2, True)
    masks = MaskEdits(cells=by_hand, value=-1e-20, hidden=(TokenPlace(2),))
    trace = engine.trace(run.with_(edits=Edits(masks)))
    for kind in KINDS:
        for sentence in (0, 1):
            own = mask_edits.own_reasons(trace, kind, sentence, masks)
            wanted = mask_edits.readable(own, mask_edits.by_hand(masks, kind, sentence))
            assert np.array_equal(trace.reasons[kind][sentence] == VISIBLE, wanted)
    cell = mask_rows.mask_row(trace, "cross", 0, 0, 0, 0).at(1)
    assert cell.reason == USER and cell.masked == pytest.approx(-1e-20) and cell.weight > 0
    assert mask_changes.leak_words(trace, 0) and edit_effects.comparison(trace, 0) is not None
    positions = PositionEdits(order="reversed", shift=1)
    moved = engine.trace(run.with_(edits=Edits(positions=positions)))
    found = position_edits.pictured(moved, "encoder", 0, positions)
    assert found is not None and found.sum_holds(1) and found.own is not None
    assert np.array_equal(found.own, engine.trace(run).arrays["encoder.embed.position.table"])
    plain = render("masks", run, tmp_path / "plain.png", size=(960, 560), engine=engine).read_bytes()
    drawn = render("masks", run.with_(edits=Edits(masks)), tmp_path / "m.png", size=(960, 560), engine=engine)
    assert drawn.read_bytes() != plain
    shifted = render("positions", moved.run, tmp_path / "p.svg", size=(960, 560), engine=engine).read_text("utf-8")
    assert "reversed" in shifted and "own positions" in shifted


def test_nothing_of_the_laboratory_is_cut_off_with_edits(qapp: QApplication, qtbot: QtBot, trace: Trace) -> None:
    edits = Edits(MaskEdits((CellEdit("cross", 0, 0, False),), future=False, value=-1e-20))
    for scale, size in ((1.0, (896, 455)), (2.0, (896, 420)), (1.0, (480, 420))):
        theme.apply(qapp, theme.LIGHT, scale)
        lab = Lab(qtbot, answered(trace.with_(run=trace.run.with_(edits=edits)), edits), size)
        lab.view.restyle()
        lab.draw()
        for button in lab.view.findChildren(QPushButton):
            if button.isVisible() and button.window() is lab.view:
                corner = button.mapTo(lab.view, button.rect().bottomRight())
                assert button.width() >= button.fontMetrics().horizontalAdvance(button.text())
                assert lab.view.rect().contains(corner), button.text()
        words = lab.view.card.changes.words
        assert words.isVisible() and words.height() + 1 >= words.heightForWidth(words.width())


def test_edits_can_be_given_on_the_command_line() -> None:
    from viz_app.cli import compute, parser

    def edits(text: str) -> Edits:
        options = parser().parse_args(["render", "--source", "a", "--out", "a.png", "--edits", text])
        return compute.run_of(options).edits

    cell = {"kind": "cross", "query": 0, "key": 1, "allowed": False}
    masks = MaskEdits((CellEdit("cross", 0, 1, False),), future=False)
    assert edits(json.dumps({"masks": {"future": False, "cells": [cell]}})) == Edits(masks)
    positions = PositionEdits(order="reversed", shift=2)
    assert edits('{"positions": {"order": "reversed", "shift": 2}}').positions == positions
    for wrong in ("{", "[]", '{"mask": {}}', '{"masks": {"future": 1}}', '{"positions": {"order": "sorted"}}'):
        with pytest.raises(Refused):
            edits(wrong)
