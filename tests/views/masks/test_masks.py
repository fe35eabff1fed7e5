"""The masks view: reasons with their padding, the numbers of a cell, what is pointed at and pinned, and its room."""

from __future__ import annotations

import gc
import weakref
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QMouseEvent, QPainter
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from model_core.analysis.edit_effects import Comparison
from model_core.engine.engine import Engine
from model_core.record.edits import CellEdit, Edits, MaskEdits
from model_core.record.run_spec import RunSpec
from model_core.record.trace import FUTURE, KINDS, PADDING, SCORES, USER, VISIBLE, Trace
from model_core.tokenizers.foreign import IdVocabulary, Specials
from tests.made.small import small_model
from tests.made.traces import made_trace
from tests.support.harness import ViewStage, pixels_of, tip_text
from viz_app.data import map_text, selection
from viz_app.data.vocabulary import OPENED
from viz_app.views.calculate import blocks
from viz_app.views.masks import card, mask_rows
from viz_app.views.masks.card import ScoreStrip
from viz_app.views.masks.changes import summary
from viz_app.views.masks.edits import own_reasons
from viz_app.views.masks.mask_rows import mask_row
from viz_app.views.masks.view import Masks
from viz_app.widgets import theme

pytestmark = pytest.mark.usefixtures("qapp")

SIZE = (1008, 600)
LOST = ("scores", ".q", ".k")  # what a run without scores has not recorded
TYPED = RunSpec("own", ("5 6 7 2 0", "8 0 9 2"), ("1 5 0 6 2", "1 7 2"), ids=True)
"""Ids with padding among them."""
BATCH = (("the cat sleeps now", "good morning"), ("el gato duerme", "buenos"))


@pytest.fixture
def batch() -> Trace:
    """Two lines: sources of 5 and 3 tokens, targets of 4 and 2 rows."""
    return made_trace(*BATCH, layers=(1, 2), heads=2)


class MasksStage(ViewStage):
    """The masks view."""

    of = Masks

    def map(self, kind: str) -> Any:
        return self.view.maps.maps[kind].map

    def move_to(self, kind: str, cell: tuple[int, int] | None) -> None:
        """The pointer goes to a cell, or out of the map."""
        map_ = self.map(kind)
        point = QPointF(map_.width() - 1, map_.height() - 1) if cell is None else map_.cell_rect(*cell).center()
        none = Qt.MouseButton.NoButton
        event = QMouseEvent(QEvent.Type.MouseMove, point, point, none, none, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(map_, event)

    def click(self, qtbot: QtBot, kind: str, cell: tuple[int, int]) -> None:
        point = self.map(kind).cell_rect(*cell).center().toPoint()
        qtbot.mouseClick(self.map(kind), Qt.MouseButton.LeftButton, pos=point)

    @property
    def sentence(self) -> str:
        return self.view.card.cell.words.text()

    @property
    def place(self) -> str:
        return self.view.card.remark.text()


ROW_OF_EL, ROW_OF_BUENOS = "The row after “el” (it writes “gato”)", "The row after “buenos” (it writes “</s>”)"
FIRST_ROW = "The row after “<s>” (it writes “buenos”)"


def with_number(trace: Trace, kind: str, what: str, at: tuple[int, ...], number: float, layer: int = 0) -> Trace:
    """The Trace with one recorded number changed; `at` is (sentence, head, query, key)."""
    name = trace.name(kind, what, layer)
    array = trace.arrays[name].copy()
    array[at] = number
    return trace.with_(arrays={**trace.arrays, name: array})


def test_the_height_of_each_part_of_the_card_is_found_once_for_a_cell(qtbot: QtBot, monkeypatch, batch: Trace) -> None:
    stage = MasksStage(qtbot, batch, size=SIZE)
    stage.move_to("cross", (0, 1))
    measured, whole = Counter[str](), card.needed

    def counted(width: int, parts: list[QWidget]) -> int:
        measured.update(type(one).__name__ for one in parts)
        return whole(width, parts)

    monkeypatch.setattr(card, "needed", counted)
    stage.move_to("cross", (1, 2))
    assert measured and max(measured.values()) <= 3, "the words twice: whole, and as they are shown"


# ---------------------------------------------------------------- one cell in words and numbers


def test_a_future_cell_in_one_sentence(batch: Trace) -> None:
    trace = with_number(batch, "decoder", "scaled", (0, 1, 1, 3), -1.3678)
    cell = mask_row(trace, "decoder", 0, 1, 0, 1).at(3)
    expected = f"{ROW_OF_EL}, column “duerme”: comes later. Scaled score −1.37 → −∞ before softmax → weight exactly 0."
    assert cell.sentence() == expected
    assert cell.reason == FUTURE and cell.masked == -np.inf and cell.weight == 0.0


def test_a_cell_of_padding_in_one_sentence(batch: Trace) -> None:
    trace = with_number(batch, "cross", "scaled", (1, 0, 1, 4), 0.5249)
    cell = mask_row(trace, "cross", 0, 0, 1, 1).at(4)
    expected = (
        f"{ROW_OF_BUENOS}, column “pad”: no token there. Scaled score 0.52 → −∞ before softmax → weight exactly 0."
    )
    assert cell.sentence() == expected


def test_a_long_texts_cell_reads_one_row_of_each_map(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a text whose maps are not recorded, the numbers of a cell are those of its row alone."""
    trace = made_trace(source_tokens=6, target_tokens=5)
    expected = mask_row(trace, "cross", 0, 1, 0, 2)
    maps = tuple(trace.name("cross", what, 0) for what in SCORES)
    monkeypatch.setattr("model_core.record.derived_maps.RECORDED_CELLS", 1)
    kept = {name: np.array(trace.arrays[name]) for name in trace.arrays if name not in maps}
    short = trace.with_(arrays=kept)
    monkeypatch.setattr(Trace, "map", None)  # that makes a whole one
    found = mask_row(short, "cross", 0, 1, 0, 2)
    for what in ("score", "masked", "weight"):
        np.testing.assert_allclose(getattr(found, what), getattr(expected, what), atol=1e-6)


def test_a_short_sentence_beside_a_long_one_has_its_numbers(
    qtbot: QtBot, batch: Trace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its maps are made without their padding: of that alone the numbers are not known."""
    expected = mask_row(batch, "cross", 0, 1, 1, 1)
    maps = tuple(batch.name("cross", what, 0) for what in SCORES)
    monkeypatch.setattr("model_core.record.derived_maps.RECORDED_CELLS", 1)
    short = batch.with_(arrays={name: np.array(batch.arrays[name]) for name in batch.arrays if name not in maps})
    found, own = mask_row(short, "cross", 0, 1, 1, 1), short.size("cross", 1)[1]
    assert own < len(found.columns)
    for what in ("score", "masked", "weight"):
        for key in range(own):
            assert getattr(found.at(key), what) == pytest.approx(getattr(expected.at(key), what), abs=1e-6)
    assert "not recorded" not in found.at(own - 1).sentence() and "not recorded" in found.at(own).sentence()
    weights = mask_rows.weights_of(short, "cross", 1, (0, 1))
    assert weights is not None and weights.shape == short.reasons["cross"].shape[1:] and not weights[2:].any()
    np.testing.assert_allclose(weights[:2, :own], batch.map("cross", 0, 1, "weights", 1), atol=1e-6)
    strip = ScoreStrip()
    qtbot.addWidget(strip)
    strip.show_row(found, 0)
    assert {strip.figure(line, own).text for line in (1, 2, 3)} == {"–"} and strip.figure(3, 0).text != "–"


def test_a_visible_cell_keeps_its_score(batch: Trace) -> None:
    trace = batch
    for what, number in (("scaled", 2.0), ("masked", 2.0), ("weights", 0.4567)):
        trace = with_number(trace, "encoder", what, (0, 0, 1, 2), number)
    expected = (
        "The row of “cat”, column “sleeps”: may be read. Scaled score 2.00 is unchanged → weight 0.457 after softmax."
    )
    assert mask_row(trace, "encoder", 0, 0, 0, 1).at(2).sentence() == expected


def test_a_cell_masked_by_the_user_is_described_as_such(batch: Trace) -> None:
    codes = batch.reasons["cross"].copy()
    codes[0, 2, 1] = USER
    trace = batch.with_(reasons={**batch.reasons, "cross": codes})
    assert "column “cat”: forbidden by hand." in mask_row(trace, "cross", 0, 0, 0, 2).at(1).sentence()


def test_only_a_weight_of_exactly_0_is_called_so(batch: Trace) -> None:
    at = (0, 0, 0, 3)
    for number, words in ((1e-9, "below 0.001"), (0.0004, "below 0.001"), (0.0006, "0.001"), (float("nan"), "NaN")):
        trace = with_number(batch, "decoder", "weights", at, number)
        assert mask_row(trace, "decoder", 0, 0, 0, 0).at(3).sentence().endswith(f"weight {words}.")
    finite = with_number(batch, "decoder", "masked", at, -1e9)
    assert "→ −1e9 before softmax" in mask_row(finite, "decoder", 0, 0, 0, 0).at(3).sentence()

    kept = with_number(batch, "encoder", "masked", (0, 0, 1, 2), 7.5)
    assert "Scaled score 7.50" not in mask_row(kept, "encoder", 0, 0, 0, 1).at(2).sentence()
    assert " → 7.50 before softmax" in mask_row(kept, "encoder", 0, 0, 0, 1).at(2).sentence()


def test_scores_that_were_not_recorded_are_not_made_up(batch: Trace) -> None:
    lost = {name: one for name, one in batch.arrays.items() if not name.endswith(LOST)}
    cell = mask_row(batch.with_(arrays=lost), "decoder", 0, 0, 0, 0).at(2)
    assert cell.score is None and cell.masked is None and cell.weight == 0.0
    assert "exactly 0" in cell.numbers() and "not recorded" in cell.numbers()
    nothing = mask_row(batch.with_(arrays={}), "decoder", 0, 0, 0, 0).at(2)
    assert "not recorded" in nothing.numbers() and not any(sign.isdigit() for sign in nothing.numbers())


@pytest.mark.parametrize("kind", KINDS)
def test_a_row_is_the_recorded_one_and_its_weights_are_the_softmax_of_its_masked_scores(
    batch: Trace, kind: str
) -> None:
    for sentence in (0, 1):
        for query in range(batch.reasons[kind].shape[1]):
            row = mask_row(batch, kind, 0, 1, sentence, query)
            assert row.score is not None and row.masked is not None and row.weight is not None
            assert np.shares_memory(row.score, batch.arrays[batch.name(kind, "scaled", 0)])
            hidden = row.reasons != VISIBLE
            expected = np.where(hidden, -np.inf, row.score.astype(np.float64))
            assert np.array_equal(row.masked, expected.astype(np.float32))
            raised = np.exp(expected - expected.max())
            assert np.abs(row.weight - raised / raised.sum()).max() < 1e-6
            assert np.all(row.weight[hidden] == 0.0)


def test_rows_and_columns_run_over_the_padded_batch(batch: Trace) -> None:
    assert map_text.padded_columns(batch, "encoder", 1) == ["good", "morning", "</s>", "pad", "pad"]
    words = map_text.padded_rows(batch, "cross", 1)
    assert words == [("<s>", "buenos"), ("buenos", "</s>"), ("pad", None), ("pad", None)]
    row = mask_row(batch, "cross", 0, 0, 1, 2)
    assert row.padded and row.row == "pad" and not mask_row(batch, "cross", 0, 0, 1, 1).padded


def test_hidden_cells_are_counted_by_reason(batch: Trace) -> None:
    assert mask_rows.hidden_words(batch.reasons["decoder"][0]) == "16 cells: 6 later"
    assert mask_rows.hidden_words(batch.reasons["decoder"][1]) == "16 cells: 6 later, 3 padding"
    assert mask_rows.hidden_words(batch.reasons["encoder"][1]) == "25 cells: 10 padding"
    assert mask_rows.hidden_words(np.zeros((1, 1), np.uint8)) == "the one cell may be read"
    assert mask_rows.hidden_words(np.zeros((2, 3), np.uint8)) == "all 6 cells may be read"


@given(codes=arrays.arrays(np.uint8, st.tuples(st.integers(1, 8), st.integers(1, 8)), elements=st.integers(0, 3)),
       step=st.integers(0, 20))  # fmt: skip
def test_the_example_is_hidden_wherever_a_row_up_to_the_step_hides_something(codes: np.ndarray, step: int) -> None:
    query, key = mask_rows.telling_cell(codes, step)
    assert 0 <= query <= min(step, len(codes) - 1) and 0 <= key < codes.shape[1]
    if codes[: step + 1].any():
        assert codes[query, key] != VISIBLE and not codes[query, :key].any()


# ---------------------------------------------------------------- what is drawn


@pytest.mark.parametrize("sentence", [0, 1])
def test_the_maps_show_the_recorded_reasons_with_their_padding(qtbot: QtBot, batch: Trace, sentence: int) -> None:
    stage = MasksStage(qtbot, batch, sentence=sentence)
    for kind in KINDS:
        cells = stage.map(kind)._scene.cells
        recorded = batch.reasons[kind][sentence]
        found = np.zeros(recorded.shape, np.uint8) if cells.reasons is None else cells.reasons
        assert np.array_equal(found, recorded)
        assert stage.map(kind)._columns == tuple(map_text.padded_columns(batch, kind, sentence))
    assert stage.map("cross")._rows[0] == ("<s>", "el" if sentence == 0 else "buenos")
    assert stage.map("encoder")._rows[-1] == (("</s>", None) if sentence == 0 else ("pad", None))


def test_cells_may_show_the_recorded_weights(qtbot: QtBot, batch: Trace) -> None:
    stage = MasksStage(qtbot, batch, layer=1, head=1)
    for kind, layer in (("encoder", 0), ("decoder", 1), ("cross", 1)):  # the encoder has but one layer
        weights = batch.arrays[batch.name(kind, "weights", layer)][0, 1]
        assert np.shares_memory(stage.map(kind)._scene.cells.values, weights)
        assert np.array_equal(stage.map(kind)._scene.cells.values, weights)
        assert not stage.map(kind).ruled
    stage.draw(head=0)
    assert np.array_equal(stage.map("cross")._scene.cells.values, batch.arrays[batch.name("cross", "weights", 1)][0, 0])
    stage.options = Masks.Options(fill="mask")
    stage.draw()
    assert not stage.map("cross")._scene.cells.values.any() and stage.map("cross").ruled


def test_hatches_have_the_colours_of_their_reasons(qtbot: QtBot, batch: Trace) -> None:
    """By the picture itself: a future cell is orange, a padded one grey, one that may be read is the panel's colour."""
    stage = MasksStage(qtbot, batch, sentence=1, kind="encoder")
    stage.options = Masks.Options(fill="mask")
    stage.draw()
    picture = stage.map("decoder").grab().toImage()

    def hues(cell: tuple[int, int]) -> list[Any]:
        rect = stage.map("decoder").cell_rect(*cell).toRect().adjusted(3, 3, -3, -3)
        across, down = range(rect.left(), rect.right()), range(rect.top(), rect.bottom())
        return [picture.pixelColor(x, y) for x in across for y in down]

    warm = [max(colour.red() - colour.blue() for colour in hues(cell)) for cell in ((0, 1), (3, 2), (0, 0))]
    dark = [min(colour.value() for colour in hues(cell)) for cell in ((0, 1), (3, 2), (0, 0))]
    assert batch.reasons["decoder"][1][[0, 3, 0], [1, 2, 0]].tolist() == [FUTURE, PADDING, VISIBLE]
    assert warm[0] > 40 and abs(warm[1]) < 15 and warm[2] == 0
    assert dark[1] < 230 and dark[2] == 255


def test_rows_not_written_yet_have_neither_tint_nor_dots(qtbot: QtBot) -> None:
    """While the text is being written they are empty, on the screen and in a picture."""
    trace = made_trace()
    opened = {**trace.reasons, "decoder": np.zeros_like(trace.reasons["decoder"])}
    edits = Edits(masks=MaskEdits(future=False))
    stage = MasksStage(qtbot, trace.with_(reasons=opened, run=trace.run.with_(edits=edits)))
    stage.draw(kind="decoder", step=1, rows_shown=2)
    map_ = stage.map("decoder")
    assert 2 in {row for row, _, _ in map_.opened}
    map_.set_dots(((1, 3), (3, 0)))
    saved = QImage(map_.size(), QImage.Format.Format_RGB32)
    saved.fill(theme.LIGHT.q("background"))
    with QPainter(saved) as painter:
        grid, _ = map_.paint_map(painter, QRectF(map_.rect()))
    for image, place in ((map_.grab().toImage(), map_.grid()), (saved, grid)):
        for cell, plain in (((1, 3), False), ((2, 3), True), ((3, 0), True)):
            inner = place.cell_rect(*cell).toRect().adjusted(3, 3, -3, -3)
            assert (set(pixels_of(image.copy(inner)).flat) == {theme.LIGHT.q("background").rgb()}) is plain, cell


def test_a_run_is_given_up_with_the_next_one_where_there_is_one_mask_only(qtbot: QtBot) -> None:
    """As in a model that is a decoder alone."""

    def alone() -> Trace:
        made = made_trace()
        return made.with_(reasons={"decoder": made.reasons["decoder"]})

    stage = MasksStage(qtbot, alone(), kind="decoder")
    first = weakref.ref(stage.trace)
    stage.trace = alone()
    stage.draw()
    gc.collect()
    assert first() is None


def test_dots_are_painted_without_comparing_each_with_every_cell_under_the_brush(qtbot: QtBot) -> None:
    """A stroke may forbid thousands of cells in a map that has as many dots."""

    class Counted(tuple[int, int]):
        asked = 0
        __hash__ = tuple.__hash__

        def __eq__(self, other: object) -> bool:
            Counted.asked += 1
            return tuple.__eq__(self, other)

    map_ = MasksStage(qtbot, made_trace()).map("decoder")
    cells = [(row, column) for row in range(300) for column in range(2)]
    map_.set_dots(tuple(map(Counted, cells)))
    map_.set_sketch(tuple((row, column + 2) for row, column in cells), ())
    Counted.asked = 0
    map_.grab()
    assert Counted.asked < 4 * len(cells)


def test_a_mask_value_that_hides_nothing_is_reported_as_irrelevant_while_writing(qtbot: QtBot, batch: Trace) -> None:
    run = replace(batch.run, edits=Edits(masks=MaskEdits(value=-1e-20)))
    for trace, peeks in ((batch, False), (batch.with_(run=run), True)):
        stage = MasksStage(qtbot, trace, pane="steps")
        assert ("no step can peek" in stage.view.card.steps.words.text()) is peeks


def test_cells_opened_by_an_edit_are_tinted_and_in_the_legend(qtbot: QtBot, batch: Trace) -> None:
    stage = MasksStage(qtbot, batch)
    assert not any(stage.map(kind).opened for kind in KINDS)
    before = stage.map("decoder").grab().toImage()
    codes = batch.reasons["decoder"].copy()
    codes[codes == FUTURE] = VISIBLE
    run = replace(batch.run, edits=Edits(masks=MaskEdits(future=False)))
    stage.trace = batch.with_(reasons={**batch.reasons, "decoder": codes}, run=run)
    stage.draw()
    rows, columns = batch.reasons["decoder"][0].shape
    assert stage.map("decoder").opened == tuple((row, row + 1, columns) for row in range(rows) if row + 1 < columns)
    assert not stage.map("encoder").opened and not stage.map("cross").opened
    assert stage.view.legend.entries[OPENED] == "rule off"
    middle = stage.map("decoder").cell_rect(0, columns - 1).center().toPoint()
    tinted = stage.map("decoder").grab().toImage().pixelColor(middle)
    assert tinted.red() - tinted.blue() > 25 and before.pixelColor(middle) != tinted
    stage.options = Masks.Options(pane="cell")
    stage.draw()
    stage.move_to("decoder", (0, columns - 1))
    assert "its rule is off" in stage.sentence


def test_a_view_too_low_for_both_leaves_the_room_to_the_maps(qtbot: QtBot, batch: Trace) -> None:
    stage = MasksStage(qtbot, batch, size=(SIZE[0], 270))
    assert not stage.view.card.isVisible() and stage.view.maps.height() > 180
    stage.view.resize(*SIZE)
    QApplication.processEvents()
    assert stage.view.card.isVisible()


def test_the_step_and_what_is_not_written_yet(qtbot: QtBot, batch: Trace) -> None:
    stage = MasksStage(qtbot, batch, step=2)
    assert [stage.map(kind).marks.step for kind in KINDS] == [None, 2, 2]
    stage.rows_shown = 3
    stage.draw()
    assert [stage.map(kind).marks.rows_shown for kind in KINDS] == [None, 2, 2]


@pytest.mark.parametrize("kind", KINDS)
def test_without_a_pin_the_cell_is_the_one_that_calculate_and_the_inspector_explain(
    qtbot: QtBot, batch: Trace, kind: str
) -> None:
    for key in (1, 2):  # the strongest key of the row, whichever it is
        trace = with_number(batch, kind, "weights", (0, 1, 0 if kind == "encoder" else 2, key), 1.0)
        stage = MasksStage(qtbot, trace, kind=kind, head=1, step=2)
        at = blocks.place_of(stage.view._shot)
        assert at is not None and at.key == key
        shown = stage.view.card.strip.row
        assert shown is not None and (shown.kind, shown.head, shown.query) == (kind, 1, at.query)
        assert f"column “{shown.columns[key]}”: may be read." in stage.sentence
        if kind != "encoder":
            read = selection.current_reading(trace, stage.view._shot.look, None)
            assert read.cell == (at.query, key) and read.origin == "step"
        assert stage.place.endswith("head 2 · strongest key: point at any cell")


def test_without_a_pin_a_word_comes_before_a_stronger_end(qtbot: QtBot, batch: Trace) -> None:
    trace = batch
    for key, weight in enumerate((0.1, 0.3, 0.0, 0.0, 0.6)):
        trace = with_number(trace, "cross", "weights", (0, 0, 1, key), weight)
    stage = MasksStage(qtbot, trace, kind="cross", step=1)
    assert "column “cat”: may be read." in stage.sentence
    assert stage.place == "Cross-attention · layer 1 · head 1 · strongest word: point at any cell"
    stage.draw(query=0, key=1)
    assert stage.place == "Cross-attention · layer 1 · head 1"
    assert stage.sentence.startswith("The row after “<s>” (it writes “el”), column “cat”: may be read.")
    assert stage.view.card.why.text() == mask_rows.WHY["cross"]


def test_without_weights_the_card_shows_a_masked_cell_as_an_example(qtbot: QtBot, batch: Trace) -> None:
    stage = MasksStage(qtbot, batch.with_(arrays={}), kind="decoder", step=1)
    assert stage.sentence.startswith(f"{ROW_OF_EL}, column “gato”: comes later.")
    assert stage.place.endswith("an example: point at any cell")


def test_a_row_of_padding_is_described_as_never_read(qtbot: QtBot, batch: Trace) -> None:
    stage = MasksStage(qtbot, batch, sentence=1)
    stage.move_to("encoder", (4, 0))
    assert stage.sentence.startswith("The row of “pad”, column “good”: may be read.")
    assert stage.sentence.endswith("never used.")


def test_a_single_line_says_how_to_get_padding(qtbot: QtBot) -> None:
    stage = MasksStage(qtbot, made_trace())
    assert "second line" in stage.view.bar.switches["padding"].toolTip()
    assert not stage.view.top.chooser.isVisible()


def test_the_legend_stands_below_the_controls_where_it_has_no_room_beside_them(qtbot: QtBot, batch: Trace) -> None:
    stage = MasksStage(qtbot, batch, size=(600, 500))
    view, legend = stage.view, stage.view.legend
    assert legend not in view.bar.hidden_away and not legend.isVisible(), "no cell has such a hatch"
    stage.draw(tool="edit")
    assert legend.isVisible() and view.bar.geometry().bottom() < legend.y() < legend.geometry().bottom() < view.maps.y()
    stage.draw(tool="inspect")
    assert not legend.isVisible()
    codes = batch.reasons["cross"].copy()
    codes[0, 0, 0] = USER
    stage.draw(trace=batch.with_(reasons={**batch.reasons, "cross": codes}))
    assert legend.isVisible() and legend.x() == view.bar.x()


def test_the_legend_names_what_is_beside_no_switch(qtbot: QtBot, batch: Trace) -> None:
    legend = MasksStage(qtbot, batch, size=(1100, 600)).view.legend
    assert legend.isVisible() and list(legend.entries.values()) == ["forbidden", "allowed"]
    legend.show_reasons({VISIBLE, FUTURE, PADDING, OPENED})
    assert legend.accessibleDescription() == "forbidden by hand\nallowed by hand\nallowed, its rule is off"
    image = QImage(legend.sizeHint(), QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    with QPainter(image) as painter:
        legend.paint_to(painter, QRectF(image.rect()))
    places = [place for _, _, place in legend.places()]
    assert all(one.right() < other.left() for one, other in pairwise(places)) and places[-1].right() <= image.width()
    forbidden, allowed = (place.toRect().left() for place in places[:2])
    assert all(len(set(pixels_of(image)[6:14, left + 3 : left + 11].flat)) > 3 for left in (forbidden, allowed))


def test_neither_the_brush_nor_a_forbidden_cell_moves_the_maps(qtbot: QtBot, batch: Trace) -> None:
    stage = MasksStage(qtbot, batch, size=(1100, 600), kind="cross")
    before = [stage.map(kind).geometry() for kind in KINDS]
    stage.draw(tool="edit")
    assert [stage.map(kind).geometry() for kind in KINDS] == before
    codes = batch.reasons["cross"].copy()
    codes[0, 0, 0] = USER
    stage.trace = batch.with_(reasons={**batch.reasons, "cross": codes})
    stage.draw()
    assert [stage.map(kind).geometry() for kind in KINDS] == before


def test_a_run_that_has_not_decoded_yet_shows_the_encoder_alone(qtbot: QtBot) -> None:
    stage = MasksStage(qtbot, made_trace(BATCH[0], BATCH[1], stage="encoded"), kind="cross", sentence=1)
    assert [kind for kind in KINDS if stage.view.maps.maps[kind].isVisible()] == ["encoder"]
    assert stage.place.startswith("Encoder self-attention")


# ---------------------------------------------------------------- what the user does


def test_pointing_tells_the_others_only_of_cells_that_they_show(qtbot: QtBot, batch: Trace) -> None:
    stage = MasksStage(qtbot, batch, sentence=1, kind="cross")
    stage.move_to("cross", (1, 2))
    assert stage.hovered == [(1, 2)] and stage.sentence.startswith(f"{ROW_OF_BUENOS}, column “</s>”")
    stage.move_to("cross", (1, 4))  # padding
    assert stage.hovered == [(1, 2), None]
    assert stage.sentence.startswith(f"{ROW_OF_BUENOS}, column “pad”: no token there.")
    stage.move_to("decoder", (0, 1))  # another kind than the selected one
    assert stage.hovered == [(1, 2), None]
    assert stage.sentence.startswith(f"{FIRST_ROW}, column “buenos”: comes later.")
    assert stage.place.startswith("Decoder self-attention") and "Click to pin" in stage.hints[-1]
    stage.move_to("decoder", None)
    assert stage.hints[-1] == "" and stage.place.startswith("Cross-attention") and "strongest" in stage.place


def test_a_move_of_the_pointer_reads_one_row_and_fills_the_card_once(
    qtbot: QtBot, batch: Trace, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[str] = []

    def count(owner: object, name: str) -> None:
        own = getattr(owner, name)
        monkeypatch.setattr(owner, name, lambda *given: (calls.append(name), own(*given))[1])

    count(mask_rows, "mask_row")
    stage = MasksStage(qtbot, batch, kind="cross")
    count(type(stage.view.card), "show_content")
    for kind, cell in (("cross", (1, 1)), ("decoder", (2, 1)), ("cross", (0, 2))):
        calls.clear()
        stage.move_to(kind, cell)
        assert calls.count("mask_row") == 1 and calls.count("show_content") == 1


def test_another_view_s_pointer_is_shown_here(qtbot: QtBot, batch: Trace) -> None:
    stage = MasksStage(qtbot, batch, kind="decoder")
    stage.point((2, 0))
    assert stage.map("decoder").marks.hovered == (2, 0)
    assert stage.map("cross").marks.hovered is None
    assert stage.sentence.startswith("The row after “gato” (it writes “duerme”), column “<s>”: may be read.")


def test_a_click_pins_and_releases(qtbot: QtBot, batch: Trace) -> None:
    stage = MasksStage(qtbot, batch, kind="cross")
    stage.click(qtbot, "decoder", (1, 2))
    assert stage.picked == [{"kind": "decoder", "query": 1, "key": 2}]
    stage.move_to("decoder", None)
    assert stage.map("decoder").marks.pinned == (1, 2) and stage.map("cross").marks.pinned is None
    assert stage.sentence.startswith("The row after “el” (it writes “gato”), column “gato”: comes later.")
    stage.click(qtbot, "decoder", (1, 2))
    assert stage.picked[-1] == {"query": None, "key": None}
    stage.move_to("decoder", None)
    assert stage.map("decoder").marks.pinned is None


def test_a_cell_of_padding_is_pinned_here_alone(qtbot: QtBot, batch: Trace) -> None:
    stage = MasksStage(qtbot, batch, sentence=1, kind="cross", query=0, key=0)
    stage.click(qtbot, "encoder", (3, 4))
    assert stage.picked == [{"kind": "encoder", "query": None, "key": None}]
    stage.move_to("encoder", None)
    assert stage.map("encoder").marks.pinned == (3, 4)
    assert stage.sentence.startswith("The row of “pad”, column “pad”: no token there.")
    stage.click(qtbot, "encoder", (3, 4))
    stage.move_to("encoder", None)
    assert stage.map("encoder").marks.pinned is None
    stage.click(qtbot, "encoder", (3, 4))
    stage.draw(kind="cross", query=1, key=1)  # another view pins
    assert stage.map("encoder").marks.pinned is None


def test_shift_and_arrows_move_the_cell(qtbot: QtBot, batch: Trace) -> None:
    stage = MasksStage(qtbot, batch, sentence=1, kind="cross")
    map_, shift = stage.map("cross"), Qt.KeyboardModifier.ShiftModifier
    qtbot.keyClick(map_, Qt.Key.Key_Down, shift)
    assert stage.picked[-1] == {"kind": "cross", "query": 0, "key": 0}
    qtbot.keyClick(map_, Qt.Key.Key_Down, shift)
    qtbot.keyClick(map_, Qt.Key.Key_Right, shift)
    assert (stage.look.query, stage.look.key) == (1, 1)
    qtbot.keyClick(map_, Qt.Key.Key_End, shift)  # into the padding
    assert map_.marks.pinned == (1, 4) and stage.sentence.startswith(f"{ROW_OF_BUENOS}, column “pad”")
    qtbot.keyClick(map_, Qt.Key.Key_Right, shift)
    assert map_.marks.pinned == (1, 4)
    qtbot.keyClick(stage.view, Qt.Key.Key_Left, shift)  # anywhere in the view
    assert map_.marks.pinned == (1, 3)
    count = len(stage.picked)
    qtbot.keyClick(map_, Qt.Key.Key_Left)
    assert len(stage.picked) == count, "arrows alone belong to the heads"


def test_the_list_chooses_the_sentence(qtbot: QtBot, batch: Trace) -> None:
    stage = MasksStage(qtbot, batch)
    assert stage.view.top.chooser.isVisible() and not stage.picked
    assert [stage.view.top.chooser.itemText(place) for place in range(2)] == [
        "1  the cat sleeps now",
        "2  good morning",
    ]
    stage.view.top.chooser.setCurrentIndex(1)
    assert stage.picked == [{"sentence": 1}]
    assert stage.map("encoder")._columns[-1] == "pad"


def test_in_a_low_place_the_list_leaves_its_room_to_the_maps(qtbot: QtBot, batch: Trace) -> None:
    """The sentence is chosen over the source text, too."""
    stage = MasksStage(qtbot, batch)
    chooser = stage.view.top.chooser
    map_ = stage.map("decoder")

    def top(height: int) -> int:
        stage.view.resize(SIZE[0], height)
        qtbot.waitUntil(lambda: stage.view.height() == height)
        QApplication.processEvents()
        assert chooser.isVisible() == stage.view.top.word.isVisible() == (height >= 300)
        return map_.mapTo(stage.view, QPoint(0, 0)).y()

    assert top(310) >= top(290) + chooser.height()


def test_a_tool_tip_says_the_sentence_with_tokens_as_they_are(qtbot: QtBot, batch: Trace) -> None:
    stage = MasksStage(qtbot, batch)
    point = stage.map("decoder").cell_rect(0, 1).center().toPoint()
    words = "The row after “&lt;s&gt;” (it writes “el”), column “el”: comes later."
    assert words in tip_text(stage.map("decoder"), point)


# ---------------------------------------------------------------- room


def test_cells_are_of_one_size_and_nearly_square(qtbot: QtBot) -> None:
    stage = MasksStage(qtbot, made_trace("the white house is very old", "la casa blanca es muy vieja"))
    grids = [stage.map(kind).grid() for kind in KINDS]
    assert max(grid.cell_w for grid in grids) - min(grid.cell_w for grid in grids) <= 1.0
    assert max(grid.cell_h for grid in grids) - min(grid.cell_h for grid in grids) <= 1.0
    assert all(0.6 < grid.cell_w / grid.cell_h < 1.6 for grid in grids)
    tops = {stage.map(kind).mapTo(stage.view, QPoint(0, 0)).y() for kind in KINDS}
    assert len(tops) == 1


@pytest.mark.parametrize(("source", "target"), [(400, 4), (4, 400), (60, 3), (1, 1)])
def test_no_map_gets_too_small_to_be_read(qtbot: QtBot, source: int, target: int) -> None:
    stage = MasksStage(qtbot, made_trace(source_tokens=source, target_tokens=target, layers=(1, 1), heads=1))
    right = 0
    for kind in KINDS:
        block, grid = stage.view.maps.maps[kind], stage.map(kind).grid()
        assert min(grid.width, 24 * grid.columns) > 20 and grid.height >= 24
        assert block.x() >= right
        right = block.geometry().right()
    assert right <= stage.view.maps.width()


def test_where_there_is_no_room_for_three_the_one_that_is_looked_at_is_shown(qtbot: QtBot, batch: Trace) -> None:
    stage = MasksStage(qtbot, batch, size=(520, 500), kind="decoder")
    assert [kind for kind in KINDS if stage.view.maps.maps[kind].isVisible()] == ["decoder"]
    stage.draw(kind="encoder")
    assert [kind for kind in KINDS if stage.view.maps.maps[kind].isVisible()] == ["encoder"]
    assert stage.place.startswith("Encoder self-attention")
    stage.view.resize(*SIZE)
    QApplication.processEvents()
    assert all(stage.view.maps.maps[kind].isVisible() for kind in KINDS)


def test_in_a_high_page_the_card_stands_below_the_one_map(qtbot: QtBot, batch: Trace) -> None:
    """As beside another view: the map has the whole width."""
    view = MasksStage(qtbot, batch, size=(512, 573), kind="cross").view
    assert view.card.y() > view.maps.geometry().bottom() and view.card.width() == view.maps.width() == 512
    view.resize(520, 400)
    QApplication.processEvents()
    assert view.card.x() > view.maps.geometry().right()


def test_numbers_that_have_no_room_beside_the_map_are_left_out(qtbot: QtBot) -> None:
    """As beside another view on a small screen: they would cover their names."""
    trace = made_trace("the white house is very old now", "la casa blanca es muy vieja ya")
    view = MasksStage(qtbot, trace, size=(418, 298), kind="cross").view
    assert view.card.x() > view.maps.geometry().right()
    assert view.card.cell.words.isVisible() and not view.card.strip.isVisible()
    assert view.card.why.isVisible(), "it has the room"
    view.resize(470, 298)
    QApplication.processEvents()
    assert view.card.strip.isVisible() and view.card.strip.plan().edges[1] - view.card.strip.plan().edges[0] >= 46


def test_each_row_keeps_its_label_as_long_as_the_card_has_its_numbers(qtbot: QtBot) -> None:
    trace = made_trace("the white house is very old now", "la casa blanca es muy vieja ya")
    stage = MasksStage(qtbot, trace, size=(983, 490))
    assert all(stage.map(kind).grid().cell_h >= 17 for kind in KINDS) and stage.view.card.strip.isVisible()


def test_each_row_has_its_label_in_a_smaller_font_where_the_usual_one_has_no_room(qtbot: QtBot) -> None:
    trace = made_trace("the black cat is sleeping on the white bed", "el gato negro está durmiendo en la cama blanca")
    stage = MasksStage(qtbot, trace, size=(983, 490))
    sizes = set()
    for height in (490, 620):
        stage.view.resize(983, height)
        QApplication.processEvents()
        maps = [stage.map(kind) for kind in KINDS]
        assert all(len(one.label_areas()[0]) == one.grid().rows > 9 for one in maps)
        assert stage.view.card.strip.isVisible()
        sizes.add(*{one.font().pointSizeF() for one in maps})
    assert sizes == {theme.font("small").pointSizeF(), theme.font("body").pointSizeF()}


def test_where_rows_are_too_low_every_second_one_has_its_label_in_the_smaller_font(qtbot: QtBot) -> None:
    trace = made_trace(
        "the black cat is sleeping on the white bed of the house", "el gato negro está durmiendo en la cama de la casa"
    )
    stage = MasksStage(qtbot, trace, size=(983, 490))
    for kind in KINDS:
        shown = stage.map(kind)
        assert shown.font().pointSizeF() == theme.font("small").pointSizeF()
        assert shown.grid().rows > len(shown.label_areas()[0]) >= shown.grid().rows // 2


def test_the_card_shrinks_before_the_maps(qtbot: QtBot, batch: Trace) -> None:
    stage = MasksStage(qtbot, batch)
    stage.move_to("decoder", (2, 3))  # a masked cell has more words
    parts = (stage.view.card.strip, stage.view.card.why)
    seen = []
    for height in (600, 480, 330):
        stage.view.resize(SIZE[0], height)
        QApplication.processEvents()
        seen.append(tuple(part.isVisible() for part in parts))
        assert stage.view.card.geometry().bottom() <= height and stage.view.card.cell.words.isVisible()
        assert stage.view.maps.height() >= 0.5 * (height - stage.view.maps.y()), "the maps have at least half"
    assert seen == [(True, True), (True, False), (False, False)]


# ---------------------------------------------------------------- the parts by themselves


def test_the_strip_shows_the_chosen_column_of_any_row(qtbot: QtBot) -> None:
    trace = made_trace(source_tokens=400, target_tokens=2, layers=(1, 1), heads=1)
    strip = ScoreStrip()
    qtbot.addWidget(strip)
    strip.resize(700, strip.sizeHint().height())
    row = mask_row(trace, "cross", 0, 0, 0, 1)
    for key in (0, 7, 200, 399):
        strip.show_row(row, key)
        shown = strip.columns()
        assert key in shown and 4 < len(shown) < 20
        rects = [strip.cell_rect(2, column) for column in shown]
        assert all(one.right() <= other.left() + 0.01 for one, other in pairwise(rects))
        assert rects[0].left() > 40 and rects[-1].right() < 700
        assert strip.place_at(strip.cell_rect(2, key).center()) == (2, key)
    assert strip.place_at(QPointF(5, 5)) is None
    assert "column" in strip.accessibleDescription()
    strip.show_row(None)
    assert list(strip.columns()) == [] and not strip.grab().toImage().isNull()


def test_the_strip_draws_a_row_without_scores(qtbot: QtBot, batch: Trace) -> None:
    lost = {name: one for name, one in batch.arrays.items() if not name.endswith(LOST)}
    strip = ScoreStrip()
    qtbot.addWidget(strip)
    strip.resize(600, strip.sizeHint().height())
    strip.show_row(mask_row(batch, "decoder", 0, 0, 0, 1), 2)
    whole = strip.grab().toImage()
    strip.show_row(mask_row(batch.with_(arrays=lost), "decoder", 0, 0, 0, 1), 2)
    assert strip.grab().toImage() != whole


@pytest.mark.parametrize("bos_id", [1, 0])
def test_padding_that_was_typed_is_masked_already(qtbot: QtBot, bos_id: int) -> None:
    engine, model = Engine(), small_model(bos_id=bos_id)
    engine.add("own", model, IdVocabulary(40, 40, Specials.from_spec(model.spec)))
    trace = engine.trace(TYPED)
    for kind in KINDS:
        for sentence in (0, 1):
            assert np.array_equal(own_reasons(trace, kind, sentence, MaskEdits()), trace.reasons[kind][sentence])
    stage = MasksStage(qtbot, trace, run=trace.run)
    assert "allow" in stage.view.editor.hint("cross", (0, 4)) and "forbid" in stage.view.editor.hint("cross", (0, 3))
    stage.view.editor.toggle("cross", (0, 4))
    (asked,) = stage.asked
    asked = asked(trace.run) if callable(asked) else asked
    assert asked["edits"].masks.cells == (CellEdit("cross", 0, 4, allowed=True),)


def test_a_cell_that_a_shorter_target_does_not_have_is_not_pointed_at(qtbot: QtBot) -> None:
    long = made_trace("the white house", "la casa blanca es muy vieja")
    stage = MasksStage(qtbot, long, kind="cross")
    for cell, there in (((1, 1), True), ((6, 6), False)):
        stage.trace = long
        stage.draw()
        stage.move_to("decoder", cell)
        assert stage.hints[-1].startswith("Click to pin this cell")
        stage.trace = made_trace("the white house", "la casa", run=long.run)
        stage.draw()
        assert (stage.map("decoder").marks.hovered == cell) is there
        assert bool(stage.hints[-1]) is there


def test_small_changes_of_probabilities_are_not_denied() -> None:
    """Those of a rare token: 0.0001 more is a twelfth of it."""
    written = made_trace("the house", "la casa").sentences[0].written
    before = np.full(len(written), 0.0012)
    found = Comparison(written, written, (before, before + 1e-4), None, 0)
    assert summary(found) == "The text stays the same. No probability changes by 0.0005 or more."
    found = Comparison(written, written, (before, before + 6e-4), None, 0)
    assert "changes most: 0.001 → 0.002" in summary(found)
