"""The Lines view and its parts: colours of heads, which lines are drawn, where they lie, what pointing does."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QMouseEvent, QPainter, QPainterPath
from PySide6.QtWidgets import QApplication, QMenu, QPushButton
from pytestqt.qtbot import QtBot

from model_core.explain.provenance import value_of
from model_core.record.edits import Edits, HeadPlace
from model_core.record.trace import Trace
from model_core.recordings.open import open_recording
from model_core.recordings.save import save_recording
from model_core.spec import KINDS
from tests.made.traces import made_trace
from tests.support.harness import ViewStage, pixels_of, svg_of, turn_wheel
from viz_app.charts.chosen_heads import chosen_heads, switched, text_of
from viz_app.charts.head_chips import HeadChips
from viz_app.charts.head_hues import head_colour
from viz_app.data.maps import derived_text, map_options
from viz_app.data.maps.colormaps import to_oklab
from viz_app.document.state import Look
from viz_app.system import command_queue
from viz_app.views.lines.line_painting import LinePainter
from viz_app.views.lines.line_selection import BETWEEN, EARLIER_SIDE, LATER_SIDE, MOST, Target, select_lines, together
from viz_app.views.lines.scene import Focus
from viz_app.views.lines.toolbar import MEASURES
from viz_app.views.lines.view import Lines
from viz_app.widgets import theme

pytestmark = pytest.mark.usefixtures("qapp")

SIZE = (1008, 590)


@pytest.fixture(scope="module")
def trace() -> Trace:
    """Source: the white lightho usekeep er is very old </s>; eight target rows."""
    return made_trace("the white lighthousekeeper is very old", "el farero blanco es muy viejo", heads=4)


class LinesStage(ViewStage):
    """The lines view. What is pointed at is not handed back to it."""

    of = Lines

    def point(self, cell: tuple[int, int] | None) -> None: ...

    @property
    def lines(self) -> Any:
        return self.view.lines

    @property
    def drawn(self) -> Any:
        return self.view.lines.drawing.lines

    def word(self, side: int, place: int) -> QPointF:
        return QPointF(self.lines.scene().word_rect(side, place).center())

    def move(self, point: QPointF) -> None:
        self._send(QEvent.Type.MouseMove, point, Qt.MouseButton.NoButton)

    def click(self, point: QPointF) -> None:
        self._send(QEvent.Type.MouseButtonPress, point, Qt.MouseButton.LeftButton)
        self._send(QEvent.Type.MouseButtonRelease, point, Qt.MouseButton.LeftButton)

    def _send(self, kind: QEvent.Type, point: QPointF, button: Qt.MouseButton) -> None:
        where = self.lines.mapToGlobal(point)
        QApplication.sendEvent(
            self.lines, QMouseEvent(kind, point, where, button, button, Qt.KeyboardModifier.NoModifier)
        )

    def middle(self, at: int) -> QPointF:
        """The middle of a line between the columns."""
        scene = self.lines.scene()
        keys, queries = scene.ends(self.drawn)
        return QPointF((scene.edges[1] + scene.edges[2]) / 2, float(keys[at] + queries[at]) / 2)


# ---------------------------------------------------------------- one colour per head


@pytest.mark.parametrize("one", theme.THEMES.values(), ids=lambda one: one.name)
def test_sixty_four_heads_have_sixty_four_colours_that_can_be_seen(one: theme.Theme) -> None:
    colours = [head_colour(head, one) for head in range(64)]
    assert len({colour.name() for colour in colours}) == 64
    for colour in colours:
        assert min(theme.contrast(colour, ground) for ground in (one.background, one.panel)) >= 3.0
    lab = to_oklab([[colour.redF(), colour.greenF(), colour.blueF()] for colour in colours])
    apart = [np.linalg.norm(a - b) for a, b in itertools.combinations(lab[:12], 2)]
    assert min(apart) > 0.05, "twelve heads are told apart at a glance"
    assert min(np.linalg.norm(a - b) for a, b in itertools.combinations(lab, 2)) > 0.005


@pytest.mark.parametrize("one", theme.THEMES.values(), ids=lambda one: one.name)
def test_no_head_is_as_blue_as_the_source_or_as_orange_as_the_target(one: theme.Theme) -> None:
    """Their hues lie at least 25° apart on the circle of OKLab."""

    def hue(colour: QColor) -> float:
        _, green, blue = to_oklab([[colour.redF(), colour.greenF(), colour.blueF()]])[0]
        return math.degrees(math.atan2(blue, green))

    for role in ("source", "target"):
        away = [(hue(head_colour(head, one)) - hue(one.q(role)) + 180) % 360 - 180 for head in range(64)]
        assert min(map(abs, away)) > 25


def test_where_the_threshold_leaves_nothing_one_press_shows_lines(qtbot: QtBot) -> None:
    trace = made_trace("one two three four", "uno dos tres")
    name = "decoder.layers.0.cross_attn.weights"
    faint = trace.with_(arrays={**trace.arrays, name: np.full_like(trace.arrays[name], 0.03)})
    stage = LinesStage(qtbot, faint, threshold=0.1)
    offer = stage.view.offer
    assert len(stage.drawn) == 0 and offer.isVisible()
    assert all(number in offer.text() for number in ("0.1", "0.03", "0.01"))
    asked: list[dict[str, object]] = []
    stage.view.opted.connect(asked.append)
    qtbot.mouseClick(offer, Qt.MouseButton.LeftButton)
    assert asked == [{"threshold": 0.01}]
    stage = LinesStage(qtbot, faint, threshold=0.01)
    assert len(stage.drawn) > 0 and not stage.view.offer.isVisible()


def test_what_was_not_recorded_offers_no_lines(qtbot: QtBot) -> None:
    trace = made_trace("one two three four", "uno dos tres")
    name = "decoder.layers.0.cross_attn.weights"
    arrays = {key: one for key, one in trace.arrays.items() if not key.endswith((".v", ".z"))}
    stage = LinesStage(qtbot, trace.with_(arrays={**arrays, name: np.full_like(arrays[name], 0.03)}), threshold=0.1)
    assert stage.view.offer.isVisible()
    stage.draw(measure="value")
    assert stage.view.words.isVisible() and not stage.view.offer.isVisible()


def test_the_lines_of_a_row_end_in_an_arrow_at_the_token_that_is_read(qtbot: QtBot) -> None:
    """Above and below the strongest line there is its colour at the key, and none at the row."""
    stage = LinesStage(qtbot, made_trace("one two three four", "uno dos tres"), look=Look(step=1))
    scene, focus = stage.lines.scene(), stage.lines.focus
    assert focus is not None
    at = int(np.flatnonzero(focus.chosen)[-1])
    keys, queries = scene.ends(stage.drawn)
    image = stage.lines.grab().toImage()
    colour = stage.lines.drawing.colour(at)

    def near(x: float, y: float) -> float:
        return min(_distance(image.pixelColor(round(x), round(y + side * 4)), colour) for side in (-1, 1))

    inner, second = scene.edges[1], scene.edges[2]
    assert near(inner + 8, float(keys[at])) < 90 < near(second - 3, float(queries[at]))


def test_a_heads_colour_depends_on_its_place_alone(qtbot: QtBot) -> None:
    few = LinesStage(qtbot, made_trace("one two", "uno", heads=2))
    many = LinesStage(qtbot, made_trace("one two", "uno", heads=16), look=Look(layer=2, kind="decoder"))
    assert many.lines.drawing.colours[BETWEEN][:2] == few.lines.drawing.colours[BETWEEN]
    assert few.lines.drawing.colours[BETWEEN] == (head_colour(0, theme.LIGHT), head_colour(1, theme.LIGHT))
    with pytest.raises(ValueError, match="from 0"):
        head_colour(-1, theme.LIGHT)


# ---------------------------------------------------------------- which lines


def test_lines_are_the_visible_cells_from_the_threshold_on_weakest_first() -> None:
    values = np.random.default_rng(5).dirichlet(np.ones(6), size=(3, 4)).astype(np.float32)
    values[:, 1, 2] = 0.0  # as a masked cell
    found = select_lines(values, 1.0, 0.2)
    expected = sorted(
        (float(values[n, q, k]), n, q, k)
        for n, q, k in np.ndindex(3, 4, 6) if values[n, q, k] >= np.float32(0.2) and (q, k) != (1, 2)
    )  # fmt: skip
    got = list(zip(found.number.tolist(), found.series.tolist(), found.query.tolist(), found.key.tolist(), strict=True))
    assert got == expected
    assert found.found == len(expected) and found.cells == 3 * (24 - 1)


def test_of_too_many_the_strongest_are_kept_and_the_others_counted() -> None:
    values = np.random.default_rng(6).random((2, 60, 60)).astype(np.float32)
    found = select_lines(values, 1.0, 0.0, most=100)
    assert len(found) == 100 and found.found == found.cells == 7200
    assert found.number.min() == np.sort(values, axis=None)[-100]
    both = together([found, select_lines(values, 1.0, 0.0, run=EARLIER_SIDE, most=100)], most=50)
    assert len(both) == 50 and both.found == 14400 and set(both.run.tolist()) == {BETWEEN, EARLIER_SIDE}
    assert len(together([])) == 0


def test_what_is_no_number_and_rows_not_written_have_no_line() -> None:
    values = np.array([[[np.nan, 0.5], [np.inf, 0.0], [0.3, 0.7]]], dtype=np.float32)
    assert select_lines(values, 1.0, 0.0).number.tolist() == pytest.approx([0.3, 0.5, 0.7])
    assert select_lines(values, 1.0, 0.0, rows=2).number.tolist() == pytest.approx([0.5])
    assert select_lines(values, 2.0, 0.4).strength.tolist() == pytest.approx([0.25, 0.35])


def test_the_view_draws_the_trace_and_says_how_many(qtbot: QtBot, trace: Trace) -> None:
    stage = LinesStage(qtbot, trace, threshold=0.1)
    weights = trace.maps("cross")[0]
    assert len(stage.drawn) == np.count_nonzero(weights >= np.float32(0.1))
    for at in range(len(stage.drawn)):
        cell = int(stage.drawn.series[at]), int(stage.drawn.query[at]), int(stage.drawn.key[at])
        assert stage.drawn.number[at] == weights[cell]
    counted = f"{len(stage.drawn)} of {weights.size} lines are drawn: those with a weight of at least 0.1"
    assert counted in stage.view.foot.text()
    assert map_options.CAUTION in stage.view.foot.text()


def test_a_long_text_says_that_weak_lines_are_left_out(qtbot: QtBot) -> None:
    stage = LinesStage(qtbot, made_trace(source_tokens=120, target_tokens=120), threshold=0.0)
    assert len(stage.drawn) == MOST
    assert f"{MOST:,} of 57,600 lines are drawn: the strongest of 57,600" in stage.view.foot.text()
    scene = stage.lines.scene()
    for side in (0, 1):
        heights = [scene.y(side, place) for place in scene.labelled(side)]
        assert len(heights) > 5 and np.diff(heights).min() >= scene.line
    stage.lines.zoom_by(100)
    assert stage.lines.scene().labelled(1) == list(range(*_ends(stage.lines.scene().labelled(1))))


def _ends(places: list[int]) -> tuple[int, int]:
    return places[0], places[-1] + 1


def test_of_a_text_whose_weights_are_not_recorded_one_head_is_drawn(qtbot: QtBot, trace: Trace) -> None:
    """Such maps are made from queries and keys, one at a time."""
    arrays = {name: array for name, array in trace.arrays.items() if not name.endswith(".weights")}
    stage = LinesStage(qtbot, trace.with_(arrays=arrays), look=Look(head=2), threshold=0.2)
    assert stage.lines.drawing.colours[BETWEEN] == (head_colour(2, theme.LIGHT),)
    assert len(stage.drawn) == np.count_nonzero(trace.map("cross", 0, 2) >= np.float32(0.2))
    assert "one head is drawn at a time" in stage.view.foot.text()
    stage.opt({"mix": "sum_layers"})
    assert "layer 1 · head 3" in stage.view.heading(stage.shot()), "and said to be"
    assert "sum of" not in stage.view.explanation(stage.shot())
    qtbot.mouseClick(stage.view.panel.chips, Qt.MouseButton.LeftButton, pos=chip(stage, 1))
    assert stage.picked == [{"head": 1}]
    stage.opt({"measure": "rollout"})
    assert stage.lines.isHidden() and "every map of every layer at once" in stage.view.words.text()


def test_masked_cells_have_no_lines(qtbot: QtBot, trace: Trace) -> None:
    stage = LinesStage(qtbot, trace, look=Look(kind="decoder"), threshold=0.0)
    assert (stage.drawn.key <= stage.drawn.query).all()


# ---------------------------------------------------------------- heads


def chip(stage: LinesStage, head: int) -> QPoint:
    return stage.view.panel.chips.rect_of(head).center().toPoint()


def test_chips_switch_heads_by_mouse_and_keys(qtbot: QtBot, trace: Trace) -> None:
    stage = LinesStage(qtbot, trace)
    chips = stage.view.panel.chips
    assert chips.on == {0, 1, 2, 3} and len(stage.lines.drawing.colours[BETWEEN]) == 4
    qtbot.mouseClick(chips, Qt.MouseButton.LeftButton, pos=chip(stage, 2))
    assert stage.options.heads == "2" and chips.on == {0, 1, 3}
    assert stage.lines.drawing.colours[BETWEEN][2] == head_colour(3, theme.LIGHT), "colours stay with their heads"
    assert "heads 1, 2 and 4" in stage.view.heading(stage.shot())
    chips.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(chips, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(chips, Qt.Key.Key_Return)
    assert stage.options.heads == "2,3"
    qtbot.keyClick(chips, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert chips.on == {3}
    qtbot.keyClick(chips, Qt.Key.Key_Return)
    assert chips.on == {3}, "the last head stays"
    qtbot.keyClick(chips, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert chips.on == {0, 1, 2, 3} and stage.options.heads == ""


def test_a_double_click_shows_a_head_alone(qtbot: QtBot, trace: Trace) -> None:
    stage = LinesStage(qtbot, trace)
    qtbot.mouseClick(stage.view.panel.chips, Qt.MouseButton.LeftButton, pos=chip(stage, 1))
    qtbot.mouseDClick(stage.view.panel.chips, Qt.MouseButton.LeftButton, pos=chip(stage, 1))
    assert stage.view.panel.chips.on == {1}


MIXTURES = {"mean": np.mean, "max": np.max, "sum": np.sum}


@pytest.mark.parametrize("over", ["", "_layers"])
@pytest.mark.parametrize("mix", MIXTURES)
def test_heads_are_mixed_into_one_line(qtbot: QtBot, trace: Trace, mix: str, over: str) -> None:
    stage = LinesStage(qtbot, trace, mix=mix + over, heads="0", threshold=0.0)
    weights = np.concatenate([maps[1:].astype(np.float64) for maps in trace.maps("cross")[: None if over else 1]])
    expected = MIXTURES[mix](weights, axis=0)
    assert len(stage.lines.drawing.colours[BETWEEN]) == 1
    for query, key, number in zip(stage.drawn.query, stage.drawn.key, stage.drawn.number, strict=True):
        assert number == pytest.approx(expected[query, key], abs=1e-6)


def test_one_head_follows_the_look_and_a_chip_chooses_it(qtbot: QtBot, trace: Trace) -> None:
    stage = LinesStage(qtbot, trace, look=Look(head=2), mix="one")
    assert stage.lines.drawing.colours[BETWEEN] == (head_colour(2, theme.LIGHT),)
    qtbot.mouseClick(stage.view.panel.chips, Qt.MouseButton.LeftButton, pos=chip(stage, 0))
    assert stage.picked == [{"head": 0}] and stage.lines.drawing.colours[BETWEEN] == (head_colour(0, theme.LIGHT),)


def test_rollout_has_no_heads_to_switch(qtbot: QtBot, trace: Trace) -> None:
    stage = LinesStage(qtbot, trace, measure="rollout")
    qtbot.mouseClick(stage.view.panel.chips, Qt.MouseButton.LeftButton, pos=chip(stage, 1))
    assert stage.options.heads == "" and stage.view.panel.chips.on == frozenset()
    assert "rollout up to layer 1" in stage.view.heading(stage.shot())
    assert "no individual heads" in stage.view.foot.text()
    assert "comes from the target so far" in stage.view.explanation(stage.shot())
    stage.draw(special="hidden")
    assert np.allclose(stage.view._picture.main.values.sum(-1), 1.0, atol=1e-5)
    assert stage.view.explanation(stage.shot()).endswith("layer by layer; each row sums to 1.")


def test_menus_choose_numbers_and_mixture(qtbot: QtBot, trace: Trace) -> None:
    stage = LinesStage(qtbot, trace)
    actions = {action.text(): action for menu in stage.view.findChildren(QMenu) for action in menu.actions()}
    actions["Maximum"].trigger()
    actions["‖weight × v‖"].trigger()
    assert (stage.options.mix, stage.options.measure) == ("max", "value")
    actions["Layer 3"].trigger()
    assert stage.look.layer == 2 and "layer 3 · maximum of 4 heads · ‖weight × v‖" in stage.view.heading(stage.shot())


def test_unknown_option_values_of_a_session_are_harmless(qtbot: QtBot, trace: Trace) -> None:
    stage = LinesStage(qtbot, trace, mix="median", measure="magic", heads="x")
    assert len(stage.lines.drawing.colours[BETWEEN]) == 4 and "4 heads" in stage.view.heading(stage.shot())


def test_chips_wrap_where_they_do_not_fit(qtbot: QtBot) -> None:
    chips = HeadChips()
    qtbot.addWidget(chips)
    chips.set_heads(64, frozenset(range(64)), 0)
    chips.resize(300, chips.heightForWidth(300))
    rects = [chips.rect_of(head) for head in range(64)]
    assert all(QRectF(chips.rect()).contains(rect) for rect in rects)
    assert not any(a.intersects(b) for a, b in itertools.combinations(rects, 2))
    assert [chips.place_at(rect.center()) for rect in rects] == list(range(64))


def test_choices_of_a_narrow_view_are_whole(qtbot: QtBot, trace: Trace) -> None:
    stage = LinesStage(qtbot, trace, size=(370, 500))
    panel = stage.view.panel
    assert not panel.kinds.is_open() and not panel.layer.is_cut()


def test_texts_of_heads() -> None:
    def kept(text: str, heads: int) -> list[int]:
        return [head for _, head in chosen_heads(text, [0], heads)]

    assert kept("0,3", 4) == [1, 2] and kept("0,1", 2) == kept("x,,9", 2) == [0, 1]
    assert chosen_heads("1,0.0", range(2), 2) == ((1, 0),) and text_of([(1, 0)], (2, 2)) == "1,0.0"

    def after(text: str, head: int, heads: int, **how: bool) -> str:
        return switched(text, {(0, head)}, (2, heads), over_layers=False, **how)

    assert after("1", 1, 2) == "" and after("1", 0, 2) == "1", "the last one stays"
    assert after("", 1, 3, alone=True) == "0,2" and after("0,2", 1, 3, alone=True) == ""
    assert after("0.1", 0, 2) == "0.1" and after("1.1", 0, 2) == "0", "in a layer all layers have what it has"
    assert derived_text.heads_phrase((2,), 4) == "head 3" and derived_text.heads_phrase(range(16), 16) == "16 heads"
    assert derived_text.heads_phrase((0, 1, 3), 4) == "heads 1, 2 and 4"
    assert derived_text.heads_phrase(range(9), 16) == "9 of 16 heads"
    assert derived_text.heads_phrase((0, 1), 8, (0, 1)) == "2 of 8 heads"


def test_a_sum_is_as_wide_as_the_mean_and_said_to_be_one(qtbot: QtBot, trace: Trace) -> None:
    total, mean = (LinesStage(qtbot, trace, mix=mix, threshold=0.0) for mix in ("sum_layers", "mean_layers"))
    assert total.drawn.strength == pytest.approx(mean.drawn.strength, abs=1e-6)
    assert total.drawn.number == pytest.approx(12 * mean.drawn.number, rel=1e-5)
    assert "the widest stands for 12" in total.view.foot.text() and "the widest" not in mean.view.foot.text()
    assert "all layers · sum of 12 heads" in total.view.heading(total.shot())
    total.opt({"threshold": 0.5})
    assert total.drawn.number.min() >= 0.5 > total.drawn.number.min() / 12, "of what is drawn, not a share of 12"
    panel = total.view.panel
    assert panel.mixed.isVisible() and not panel.chips.isVisible() and not panel.layer.isEnabled()
    panel.mixed.chips.pick(2 * 5)
    assert total.options.heads == "2.0,2.1,2.2,2.3" and "sum of 8 of 12 heads" in total.view.heading(total.shot())


# ---------------------------------------------------------------- pointing, in both directions


def test_pointing_at_a_query_shows_what_it_reads(qtbot: QtBot, trace: Trace) -> None:
    stage = LinesStage(qtbot, trace)
    stage.move(stage.word(1, 3))
    assert stage.lines.pointed == Target(side=1, place=3)
    assert np.array_equal(stage.lines.focus.chosen, stage.drawn.query == 3)
    best = int(trace.maps("cross")[0].max(axis=0)[3].argmax())
    assert stage.hovered == [(3, best)] and stage.hints[-1] == "Click to show everything this token reads."
    text = stage.view._describe(stage.lines.pointed)
    assert text.startswith("“") and " reads (weight):" in text and "head" in text
    assert stage.lines.accessibleDescription() == text


def test_pointing_at_a_key_shows_who_reads_it(qtbot: QtBot, trace: Trace) -> None:
    stage = LinesStage(qtbot, trace)
    stage.move(stage.word(0, 2))
    assert np.array_equal(stage.lines.focus.chosen, stage.drawn.key == 2)
    assert stage.hovered[0][1] == 2 and "is read by" in stage.view._describe(stage.lines.pointed)
    stage.move(QPointF(2, 2))
    assert stage.lines.focus.soft and stage.hovered == [stage.hovered[0]]


def test_what_was_pointed_at_goes_with_its_drawing(qtbot: QtBot, trace: Trace) -> None:
    stage = LinesStage(qtbot, trace)
    stage.move(stage.word(1, 3))
    (cell,) = stage.hovered
    stage.draw(threshold=0.5, hover=cell)
    command_queue.flush()
    assert stage.hovered == [cell, None] and stage.lines.pointed is None
    stage.draw(hover=None)
    stage.move(stage.word(1, 3))
    assert stage.hovered == [cell, None, cell]


def test_a_line_is_found_under_the_pointer_and_pinned_with_its_head(qtbot: QtBot, trace: Trace) -> None:
    stage = LinesStage(qtbot, trace, threshold=0.5)
    at = len(stage.drawn) - 1
    target = stage.lines.place_at(stage.middle(at))
    assert target.run == BETWEEN and target.cell == (int(stage.drawn.query[at]), int(stage.drawn.key[at]))
    stage.click(stage.middle(at))
    head = int(stage.drawn.series[at])
    assert stage.picked == [{"head": head, "query": target.cell[0], "key": target.cell[1]}]
    stage.move(QPointF(2, 2))
    assert stage.lines.focus.chosen.any() and stage.lines.focus.tokens == {(1, target.cell[0]), (0, target.cell[1])}
    stage.click(stage.middle(at))
    assert (stage.look.query, stage.look.key) == (None, None)


def test_clicks_on_words_read_rows_and_columns(qtbot: QtBot, trace: Trace) -> None:
    stage = LinesStage(qtbot, trace)
    stage.click(stage.word(1, 4))
    assert stage.picked[-1] == {"reading": "row", "query": 4, "key": None, "step": 4}
    assert np.array_equal(stage.lines.focus.chosen, stage.drawn.query == 4)
    stage.click(stage.word(1, 4))
    assert stage.look.query is None
    stage.click(stage.word(0, 1))
    assert (stage.look.reading, stage.look.query, stage.look.key) == ("column", None, 1)
    assert np.array_equal(stage.lines.focus.chosen, stage.drawn.key == 1)
    stage.click(stage.word(0, 1))
    assert (stage.look.reading, stage.look.key) == ("row", None)


def test_what_other_views_point_at_and_the_step_stand_out(qtbot: QtBot, trace: Trace) -> None:
    stage = LinesStage(qtbot, trace, threshold=0.0)
    assert stage.lines.focus.soft and np.array_equal(stage.lines.focus.chosen, stage.drawn.query == 6)
    stage.draw(step=2)
    assert stage.lines.focus.soft and np.array_equal(stage.lines.focus.chosen, stage.drawn.query == 2)
    stage.hover = (3, 1)
    stage.draw()
    assert not stage.lines.focus.soft
    assert np.array_equal(stage.lines.focus.chosen, (stage.drawn.query == 3) & (stage.drawn.key == 1))
    stage.hover = None
    stage.draw(kind="encoder")
    assert stage.lines.focus is None and stage.lines._step is None, "the encoder has no steps"
    stage.draw(kind="cross", step=None)
    assert stage.lines.focus.soft and np.array_equal(stage.lines.focus.chosen, stage.drawn.query == 6)
    assert stage.lines._step == 6, "while no step is chosen the window is at the last one"


def test_a_cell_too_weak_for_a_line_lets_its_row_stand_out(qtbot: QtBot, trace: Trace) -> None:
    stage = LinesStage(qtbot, trace, threshold=0.3)
    read = set(stage.drawn.key[stage.drawn.query == 3].tolist())
    key = next(key for key in range(trace.map("cross", 0, 0).shape[1]) if key not in read)
    stage.draw(query=3, key=key)
    focus, drawn = stage.lines.focus, stage.drawn
    assert focus.chosen.any() and np.array_equal(focus.chosen, drawn.query == 3)
    assert focus.tokens == {(1, 3), (0, key)}


def test_rows_that_are_not_written_yet_have_no_lines(qtbot: QtBot, trace: Trace) -> None:
    stage = LinesStage(qtbot, trace)
    stage.rows_shown = 3
    stage.draw()
    assert stage.drawn.query.max() == 2 and stage.lines.drawing.written == 3
    stage.draw(kind="encoder")
    assert stage.drawn.query.max() == 8 and stage.lines.drawing.written is None


def test_pointing_paints_no_line_again(qtbot: QtBot, trace: Trace) -> None:
    stage = LinesStage(qtbot, trace)
    stage.lines.grab()
    before = stage.lines.pictures
    for place in range(6):
        stage.move(stage.word(1, place))
        stage.lines.grab()
    assert stage.lines.pictures == before == 1
    stage.draw(layer=1)
    stage.lines.grab()
    assert stage.lines.pictures == 2


# ---------------------------------------------------------------- keys and zoom


def test_keys_go_through_heads_layers_and_tokens(qtbot: QtBot, trace: Trace) -> None:
    stage = LinesStage(qtbot, trace)
    view, shift = stage.view, Qt.KeyboardModifier.ShiftModifier
    qtbot.keyClick(view, Qt.Key.Key_Down)
    qtbot.keyClick(view, Qt.Key.Key_Right)
    assert stage.picked == [{"layer": 1, "head": 0}, {"layer": 1, "head": 1}]
    qtbot.keyClick(view, Qt.Key.Key_Right, shift)
    qtbot.keyClick(view, Qt.Key.Key_Up, shift)
    assert stage.look.reading == "row" and stage.look.query == 5 and stage.look.step == 5
    qtbot.keyClick(view, Qt.Key.Key_Left, shift)
    assert stage.look.reading == "column" and (stage.look.query, stage.look.key) == (None, 0)
    qtbot.keyClick(view, Qt.Key.Key_Down, shift)
    assert stage.look.key == 1 and np.array_equal(stage.lines.focus.chosen, stage.drawn.key == 1)


def test_the_wheel_zooms_and_a_drag_moves(qtbot: QtBot) -> None:
    stage = LinesStage(qtbot, made_trace(source_tokens=100, target_tokens=100))
    scene = stage.lines.scene()
    point = QPointF(500, scene.y(1, 60))
    turn_wheel(stage.lines, point, 480)
    assert stage.lines.zoom == pytest.approx(1.2**4)
    assert stage.lines.scene().y(1, 60) == pytest.approx(point.y(), abs=1.0), "what is under the pointer stays there"
    before = stage.lines.scene().y(1, 60)
    stage._send(QEvent.Type.MouseButtonPress, point, Qt.MouseButton.LeftButton)
    for y in (20, 60):
        stage._send(QEvent.Type.MouseMove, point - QPointF(0, y), Qt.MouseButton.LeftButton)
    stage._send(QEvent.Type.MouseButtonRelease, point, Qt.MouseButton.LeftButton)
    assert stage.lines.scene().y(1, 60) == pytest.approx(before - 60, abs=1.0) and not stage.picked
    qtbot.keyClick(stage.view, Qt.Key.Key_0)
    assert stage.lines.zoom == 1.0


def test_a_head_that_the_run_switches_off_is_not_called_on(qtbot: QtBot, trace: Trace) -> None:
    """Chips choose what is drawn; M switches heads off."""
    off = trace.with_(run=trace.run.with_(edits=Edits(heads_off=(HeadPlace("cross", 0, 1),))))
    chips = LinesStage(qtbot, off).view.panel.chips
    assert chips.tip_of(1) == "Head 2, shown: click to leave it out"
    chips.clicked.emit(1)
    assert chips.tip_of(1) == "Head 2, left out: click to show it"


def test_a_click_that_releases_has_a_hint_for_it(qtbot: QtBot, trace: Trace) -> None:
    stage = LinesStage(qtbot, trace, threshold=0.0)
    for target in (Target(side=1, place=2), Target(side=0, place=1), Target(run=BETWEEN, cell=(2, 1), series=0)):
        assert stage.view._hint(target).startswith(("Click to show", "Click to pin"))
        stage.lines.clicked.emit(target)
        assert stage.view._hint(target) == "Click to release it."
        stage.lines.clicked.emit(target)
        assert (stage.look.query, stage.look.key) == (None, None)


# ---------------------------------------------------------------- all three in one picture


def test_equal_words_are_numbered_in_one_picture_as_in_each(qtbot: QtBot) -> None:
    stage = LinesStage(qtbot, made_trace("the cat and the dog", "el gato y el perro"))
    names = []
    for one in (False, True):
        stage.draw(kind="cross", whole=one)
        names.append([label.read for label in stage.lines.drawing.words[0]])
    assert names[0] == names[1] and len(set(names[1])) == len(names[1])


def whole(qtbot: QtBot, trace: Trace, **options: Any) -> LinesStage:
    return LinesStage(qtbot, trace, whole=True, threshold=0.05, **options)


def test_all_three_attentions_are_in_one_picture(qtbot: QtBot, trace: Trace) -> None:
    stage = whole(qtbot, trace)
    for kind, run in (("encoder", EARLIER_SIDE), ("cross", BETWEEN), ("decoder", LATER_SIDE)):
        expected = np.count_nonzero(trace.maps(kind)[0] >= np.float32(0.05))
        assert np.count_nonzero(stage.drawn.run == run) == expected
    first, second = stage.lines.drawing.words
    assert [label.read for label in first] == [token.text for token in trace.sentences[0].source]
    assert len(second) == len(trace.sentences[0].read) and "All three" in stage.view.heading(stage.shot())


def test_the_switch_turns_it_on_and_a_kind_turns_it_off(qtbot: QtBot, trace: Trace) -> None:
    stage = LinesStage(qtbot, trace)
    buttons = {button.text(): button for button in stage.view.findChildren(QPushButton)}
    qtbot.mouseClick(buttons["All three"], Qt.MouseButton.LeftButton)
    assert stage.options.whole and buttons["All three"].isChecked()
    qtbot.mouseClick(buttons["Encoder"], Qt.MouseButton.LeftButton)
    assert not stage.options.whole and stage.look.kind == "encoder" and buttons["Encoder"].isChecked()


@pytest.mark.parametrize("kind", ["encoder", "decoder"])
def test_of_a_recording_of_one_stack_all_three_are_not_there(qtbot: QtBot, tmp_path: Path, kind: str) -> None:
    maps = [np.tril(np.ones((1, 2, 3, 3), np.float32)) / np.arange(1, 4, dtype=np.float32)[:, None]]
    file = save_recording(maps, ["a", "blue", "hen"], kind=kind, path=tmp_path / "one.safetensors")
    stage = LinesStage(qtbot, open_recording(file), kind=kind)
    for mix in ("each", "one", "mean", "mean_layers"):
        stage.draw(whole=True, mix=mix)
        assert stage.view.words.text() == "This recording has no cross-attention.", mix
        stage.draw(whole=False)
        assert len(stage.drawn)


def test_pointing_at_a_token_shows_all_that_begins_or_ends_there(qtbot: QtBot, trace: Trace) -> None:
    stage = whole(qtbot, trace)
    stage.move(stage.word(0, 1))
    drawn = stage.drawn
    encoder = (drawn.run == EARLIER_SIDE) & ((drawn.query == 1) | (drawn.key == 1))
    assert np.array_equal(stage.lines.focus.chosen, encoder | ((drawn.run == BETWEEN) & (drawn.key == 1)))
    assert stage.hovered[-1][1] == 1, "the shared cell is one of the cross-attention, which is looked at"
    stage.draw(kind="decoder")
    stage.move(QPointF(2, 2))
    stage.move(stage.word(0, 2))
    assert stage.hovered[-1] is None or stage.hovered[-1][1] != 2


def test_an_arc_is_found_and_pinned_in_its_own_attention(qtbot: QtBot, trace: Trace) -> None:
    stage = whole(qtbot, trace)
    scene, drawn = stage.lines.scene(), stage.drawn
    at = int(np.flatnonzero((drawn.run == LATER_SIDE) & (drawn.query - drawn.key >= 3))[-1])
    keys, queries = scene.ends(drawn)
    out = float(scene.bulges(drawn, keys, queries)[at]) * 0.75
    point = QPointF(scene.edges[3] + 8 + out, float(keys[at] + queries[at]) / 2)
    target = stage.lines.place_at(point)
    assert target is not None and target.run == LATER_SIDE
    stage.click(point)
    assert stage.look.kind == "decoder" and (stage.look.query, stage.look.key) == target.cell


def test_the_widest_line_of_three_attentions_is_the_largest_number_of_all(qtbot: QtBot, trace: Trace) -> None:
    stage = whole(qtbot, trace, measure="value")
    drawn = stage.drawn
    largest = float(drawn.number.max())
    kinds = {run: drawn.number[drawn.run == run].max() for run in (BETWEEN, EARLIER_SIDE, LATER_SIDE)}
    assert len(set(kinds.values())) == 3, "lengths of three attentions"
    assert np.allclose(drawn.strength, drawn.number / largest)
    assert f"the widest stands for {largest:.3g}" in stage.view.foot.text()
    assert (drawn.number >= np.float32(0.05 * largest)).all(), "shares of the largest"
    assert min(row[-1] for row in stage.view.table().rows) >= np.float32(0.05 * largest)


def test_the_notice_about_unreached_tokens_is_of_the_strongest_of_three_attentions(qtbot: QtBot, trace: Trace) -> None:
    flat = replace(
        trace, arrays={name: one * 0.1 if name.endswith("cross_attn.weights") else one * 0.3
                       if name.endswith(".weights") else one for name, one in trace.arrays.items()},
    )  # fmt: skip
    stage = LinesStage(qtbot, flat, whole=True, threshold=0.5)
    most = max(float(flat.maps(kind)[0].max()) for kind in KINDS)
    assert not len(stage.drawn) and f"the strongest has {most:.2g}" in stage.view.offer.text()


def test_words_and_left_out_columns_keep_their_places(qtbot: QtBot, trace: Trace) -> None:
    stage = whole(qtbot, trace, join="words", special="hidden")
    first, _ = stage.lines.drawing.words
    assert [label.read for label in first] == ["the", "white", "lighthousekeeper", "is", "very", "old", "</s>"]
    assert not ((stage.drawn.run != LATER_SIDE) & (stage.drawn.key == 6)).any()
    assert not ((stage.drawn.run == LATER_SIDE) & (stage.drawn.key == 0)).any(), "<s> is left out too"
    assert ((stage.drawn.run == EARLIER_SIDE) & (stage.drawn.query == 6)).any()
    stage.click(stage.word(0, 6))
    assert stage.view._hint(Target(side=0, place=6)) == "", "a click there does nothing"
    assert not stage.picked and stage.view._describe(Target(side=0, place=6)) == "Special tokens are left out."
    stage.click(stage.word(0, 2))
    assert stage.look.key in (2, 3, 4) and (0, 2) in stage.lines.focus.tokens


# ---------------------------------------------------------------- words, special tokens, measures


def test_words_are_merged_and_a_line_stands_for_its_strongest_piece(qtbot: QtBot, trace: Trace) -> None:
    stage = LinesStage(qtbot, trace, join="words", threshold=0.0, mix="one")
    weights = trace.map("cross", 0, 0)
    merged = [at for at in range(len(stage.drawn)) if stage.drawn.key[at] == 2 and stage.drawn.query[at] == 1]
    assert len(merged) == 1 and stage.drawn.number[merged[0]] == pytest.approx(weights[1, 2:5].sum(), abs=1e-6)
    stage.lines.clicked.emit(Target(run=BETWEEN, cell=(1, 2), series=0))
    assert (stage.look.query, stage.look.key) == (1, 2 + int(weights[1, 2:5].argmax()))
    assert "summed over keys, averaged over queries" in stage.view.foot.text()
    stage.hover = (1, 4)
    stage.draw(query=None, key=None)
    assert stage.lines.focus.tokens == {(1, 1), (0, 2)}


def test_special_tokens_are_dimmed_or_left_out_with_a_notice(qtbot: QtBot, trace: Trace) -> None:
    stage = LinesStage(qtbot, trace, special="dimmed")
    fades = stage.lines.drawing.fades
    assert set(fades[stage.drawn.key == 8].tolist()) == {fades.min()} and fades.min() < 0.5
    assert (fades[stage.drawn.key != 8] == 1.0).all() and "paler" in stage.view.foot.text()
    stage.opt({"special": "hidden"})
    assert stage.drawn.key.max() == 7 and stage.lines.drawing.fades is None
    assert "rows renormalised" in stage.view.foot.text() and "% of the weight is shown" in stage.view.foot.text()


def test_a_saved_line_names_the_cell_of_the_recorded_array(qtbot: QtBot, trace: Trace) -> None:
    stage = LinesStage(qtbot, trace, kind="decoder", mix="one", threshold=0.0, special="hidden")
    weights, found = trace.map("decoder", 0, 0), stage.view.table()
    for row in found.rows:
        query, key, token, number = (row[found.headings.index(name)] for name in ("query", "key", "token", "number"))
        assert number == pytest.approx(weights[query, key] / weights[query, 1:].sum(), abs=1e-5)
        assert trace.sentences[0].read[key].text == token, "<s> is left out and keeps its place"
    stage.draw(kind="encoder", join="words")
    found = stage.view.table()
    cells = {(row[3], row[6]): row[-1] for row in found.rows}
    assert 3 not in {key for _, key in cells}, "a word of three pieces is named by its first"
    merged = trace.map("encoder", 0, 0)[2:5]
    assert cells[2, 5] == pytest.approx(merged[:, 5].sum() / merged[:, :8].sum(), abs=1e-5)


@pytest.mark.parametrize("measure", list(MEASURES))
@pytest.mark.parametrize("mix", ["each", "one", "mean", "max"])
@pytest.mark.parametrize("both", [False, True])
@pytest.mark.share(3)
def test_every_mixture_is_drawn_and_labelled(qtbot: QtBot, trace: Trace, measure: str, mix: str, both: bool) -> None:
    stage = LinesStage(qtbot, trace, measure=measure, mix=mix, whole=both, join="words", special="hidden")
    for kind in KINDS:
        stage.draw(kind=kind, layer=2)
        assert len(stage.drawn) and stage.lines.isVisible()
        assert ("Kobayashi" in stage.view.explanation(stage.shot())) == (measure == "value")
        assert ("Abnar" in stage.view.explanation(stage.shot())) == (measure == "rollout")


def test_the_text_of_a_value_weighted_line_has_the_weight_beside_it(qtbot: QtBot, trace: Trace) -> None:
    stage = LinesStage(qtbot, trace, measure="value")
    text = stage.view._describe(Target(run=BETWEEN, cell=(2, 1), series=3))
    assert "‖weight × v‖" in text and f"weight {trace.map('cross', 0, 3)[2, 1]:.3f}" in text


@pytest.mark.parametrize("measure", ["weights", "value"])
def test_a_line_tells_where_its_number_is_from(qtbot: QtBot, trace: Trace, measure: str) -> None:
    stage = LinesStage(qtbot, trace, measure=measure, threshold=0.5)
    at = len(stage.drawn) - 1
    found = stage.lines.number_at(stage.middle(at).toPoint())
    assert found is not None and float(value_of(*found)) == pytest.approx(float(stage.drawn.number[at]), abs=1e-7)
    assert stage.lines.number_at(stage.word(0, 0).toPoint()) is None, "a word stands for many numbers"
    stage.opt({"mix": "mean", "threshold": 0.0})
    at = len(stage.drawn) - 1
    found = stage.lines.number_at(stage.middle(at).toPoint())
    assert found is not None and "mean of 4 heads" in found[1].title
    assert float(value_of(*found)) == pytest.approx(float(stage.drawn.number[at]), abs=1e-7)


def test_unrecorded_values_are_explained(qtbot: QtBot, trace: Trace) -> None:
    arrays = {name: array for name, array in trace.arrays.items() if not name.endswith(".v")}
    stage = LinesStage(qtbot, trace.with_(arrays=arrays), measure="value")
    assert stage.lines.isHidden() and "value vectors were not recorded" in stage.view.words.text()
    stage.opt({"measure": "weights"})
    assert stage.lines.isVisible() and stage.view.words.isHidden()


# ---------------------------------------------------------------- pictures


def test_the_picture_as_vectors_has_a_curve_for_each_line(qtbot: QtBot, trace: Trace) -> None:
    stage = whole(qtbot, trace)
    text = svg_of(stage.view, SIZE)
    assert "<image" not in text, "nothing of it is a pixel picture"
    assert text.count("<path") >= len(stage.drawn)
    for word in ("lightho", "farero", "Attention is not explanation"):
        assert word in text


@pytest.mark.parametrize("soft", [True, False])
def test_lines_that_overlap_out_of_focus_are_as_pale_in_vectors(qtbot: QtBot, trace: Trace, soft: bool) -> None:
    stage = LinesStage(qtbot, trace, threshold=0.0, mix="each")
    none = np.zeros(len(stage.drawn), bool)
    stage.lines.focus = Focus(none, soft=soft)
    image = stage.lines.grab().toImage()
    other = QImage(image.size(), image.format())
    other.fill(QColor(theme.LIGHT.background))
    with QPainter(other) as painter:
        stage.lines.paint_to(painter, QRectF(stage.lines.rect()))
    between = stage.lines.scene().between().toRect().adjusted(20, 20, -20, -20)
    darkest = [np.percentile(pixels_of(one.copy(between)) & 255, 1) for one in (image, other)]
    assert abs(darkest[0] - darkest[1]) <= 3


def test_stronger_lines_are_wider_and_in_their_colour(qtbot: QtBot) -> None:
    trace = made_trace("one two", "uno dos", heads=1)
    name = Trace.name("cross", "weights", 0)
    weights = np.zeros_like(trace.arrays[name])
    weights[0, 0, -1] = (1.0, 0.3, 0.7)
    stage = LinesStage(qtbot, trace.with_(arrays={**trace.arrays, name: weights}), threshold=0.1)
    image = stage.lines.grab().toImage()
    scene = stage.lines.scene()
    x = round((scene.edges[1] + scene.edges[2]) / 2)
    ground = QColor(theme.LIGHT.background)

    def thickness(y: float) -> int:
        near = range(round(y) - 6, round(y) + 7)
        return sum(_distance(image.pixelColor(x, one), ground) > 60 for one in near)

    keys, queries = scene.ends(stage.drawn)
    middles = {round(float(n), 1): float(a + b) / 2 for n, a, b in zip(stage.drawn.number, keys, queries, strict=True)}
    assert thickness(middles[1.0]) > thickness(middles[0.3]) >= 1
    strong = image.pixelColor(round(scene.edges[1]) + 12, round(scene.y(0, 0)))
    assert _distance(strong, head_colour(0, theme.LIGHT)) < 90


def test_each_line_has_its_own_colour_and_strength_whichever_was_drawn_before(qtbot: QtBot, trace: Trace) -> None:
    """The picture is that of the lines painted one by one: together, those of one strength share a pen."""
    stage = LinesStage(qtbot, trace, mix="each", threshold=0.05)
    drawing, scene = stage.lines.drawing, stage.lines.scene()
    assert len(drawing.colours[BETWEEN]) > 1 and len(np.unique(drawing.lines.series)) > 1

    def painted(*parts: np.ndarray) -> np.ndarray:
        image = QImage(stage.lines.size(), QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.white)
        with QPainter(image) as painter:
            for chosen in parts:
                LinePainter(painter, scene, theme.LIGHT).draw_lines(chosen)
        return pixels_of(image)

    every = np.arange(len(drawing.lines))
    together = painted(every)
    assert np.array_equal(together, painted(*every[:, None]))
    assert not np.array_equal(together, painted(every[drawing.lines.series == 0])), "the other heads' lines are seen"


def test_lines_of_one_ink_are_painted_in_one_call(qtbot: QtBot) -> None:
    trace = made_trace("one two three four", "uno dos tres", heads=2)
    name = Trace.name("cross", "weights", 0)
    stage = LinesStage(qtbot, trace.with_(arrays={**trace.arrays, name: np.full_like(trace.arrays[name], 0.2)}))
    calls: list[QPainterPath] = []

    class Counting(QPainter):
        def drawPath(self, path: QPainterPath) -> None:
            calls.append(path)

    image = QImage(stage.lines.size(), QImage.Format.Format_RGB32)
    with Counting(image) as painter:
        made = LinePainter(painter, stage.lines.scene(), theme.LIGHT)
        made.draw_lines(np.arange(len(stage.drawn)))
    assert len(calls) == 2 < len(stage.drawn), "that of each head"


def _distance(one: QColor, other: QColor) -> int:
    return abs(one.red() - other.red()) + abs(one.green() - other.green()) + abs(one.blue() - other.blue())


@pytest.mark.parametrize("length", [1, 12, 60, 400])
@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_words_never_overlap(qapp: QApplication, qtbot: QtBot, length: int, scale: float) -> None:
    theme.apply(qapp, theme.LIGHT, scale)
    stage = LinesStage(qtbot, made_trace(source_tokens=length, target_tokens=length))
    scene = stage.lines.scene()
    for side in (0, 1):
        rects = [scene.word_rect(side, place) for place in scene.labelled(side)]
        assert rects and all(rect.width() > 8 for rect in rects)
        assert all(b.top() >= a.bottom() - 1 for a, b in itertools.pairwise(rects))
        assert all(rect.left() >= 0 and rect.right() <= stage.lines.width() + 1 for rect in rects)
        last = scene.word_rect(side, length - 1)
        assert rects[0].top() >= scene.rect.top() + scene.line and last.bottom() <= stage.lines.height()


@pytest.mark.parametrize("length", [30, 45, 60, 130])
def test_no_more_words_are_left_out_than_would_touch(qtbot: QtBot, length: int) -> None:
    scene = LinesStage(qtbot, made_trace(source_tokens=length, target_tokens=length)).lines.scene()
    first, second = scene.labelled(0)[:2]
    apart = scene.y(0, second) - scene.y(0, first)
    assert scene.line <= apart <= 1.2 * scene.line + scene.cells[0]


@pytest.mark.parametrize("length", [3, 5, 8])
def test_few_words_use_the_room(qtbot: QtBot, length: int) -> None:
    """Of a view of an ordinary size not more than half stays empty, of 5 words on not more than a tenth."""
    stage = LinesStage(qtbot, made_trace(source_tokens=length, target_tokens=length))
    stage.view.resize(1008, 620)
    QApplication.processEvents()
    used = stage.view.foot.geometry().bottom() / stage.view.height()
    assert used > (0.5 if length < 5 else 0.9)


def test_the_text_of_a_line_names_its_head(qtbot: QtBot, trace: Trace) -> None:
    stage = LinesStage(qtbot, trace)
    assert stage.view._describe(Target(run=BETWEEN, cell=(2, 1), series=3)).startswith("Head 4 · ")
    hints: list[str] = []
    stage.view.hinted.connect(hints.append)
    stage.lines.point_at(Target(run=BETWEEN, cell=(2, 1), series=1))
    stage.opt({"mix": "max"})
    stage.lines.point_at(Target(run=BETWEEN, cell=(2, 1), series=0))
    assert list(filter(None, hints)) == ["Click to pin this line and go to head 2.", "Click to pin this line."]


def test_it_looks_the_same_after_another_text_came_and_went(qtbot: QtBot, trace: Trace) -> None:
    stage = LinesStage(qtbot, trace)
    first = stage.view.grab().toImage()
    stage.trace = made_trace("other words here", "otras", seed=3)
    stage.draw()
    assert stage.view.grab().toImage() != first
    stage.trace = trace
    stage.draw()
    assert stage.view.grab().toImage() == first
    assert isinstance(first, QImage)


def test_left_out_or_cut_text_is_reported_to_a_presentation(qtbot: QtBot) -> None:
    """On a projector every other word of a long text was missing, in the largest text."""
    for words, size, drawn, whole in (
        ("a b c", (900, 500), True, True),
        (" ".join("abcdefghijklmnopqrst"), (900, 200), False, False),
        ("sleepwalkers everywhere", (240, 500), True, False),
    ):
        lines = LinesStage(qtbot, made_trace(words, words), size=size).lines
        assert (lines.is_labelled(), lines.is_labelled(large=True)) == (drawn, whole), words
        scene = lines.scene()
        shown = all(len(scene.labelled(side)) == len(scene.drawing.words[side]) for side in (0, 1))
        assert shown is drawn


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("width", [420, 1008])
def test_the_titles_of_both_columns_are_whole_and_inside(
    qtbot: QtBot, width: int, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A title had the room of its words: it touched the edge, and was cut in Spanish."""
    titles = {"en": ("keys: source", "queries: target rows"), "es": ("claves: origen", "consultas: filas del destino")}
    stage = LinesStage(qtbot, made_trace("a b", "c d"), size=(width, 400))
    scene = stage.lines._scene
    scene.drawing = replace(scene.drawing, titles=titles[language])
    scene.lay_out(QRectF(12, 8, width - 24, 380), theme.font("body"))
    places = [scene.title_place(side)[0] for side in (0, 1)]
    for rect, title in zip(places, titles[language], strict=True):
        assert QFontMetricsF(scene.font).horizontalAdvance(title) <= rect.width()
        assert rect.left() >= 12 and rect.right() <= width - 12
    assert not places[0].intersects(places[1])
