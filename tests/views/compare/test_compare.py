"""The comparison: its numbers are those of the two runs, one selection moves in both, and what is offered is what one
asks for."""

from __future__ import annotations

import itertools
import math
import re
from dataclasses import fields, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QPainter, QPicture
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from model_core.analysis.two_runs import head_changes
from model_core.engine.engine import Engine
from model_core.explain.provenance import python_script, python_value, value_of
from model_core.record.edits import CellEdit, Edits, HeadPlace, MaskEdits
from model_core.record.run_spec import RunSpec
from model_core.record.trace import Trace
from model_core.recordings.open import open_recording
from model_core.recordings.save import save_recording
from model_core.spec import KINDS
from tests.made.small import small_model, small_pieces
from tests.made.traces import made_trace
from tests.support.harness import ViewStage, settled, svg_of
from viz_app.data.maps.head_names import head_names
from viz_app.data.snapshot import Snapshot
from viz_app.data.vocabulary import BROKEN
from viz_app.data.words.parts import head_number
from viz_app.document.state import Look, Pin, State
from viz_app.document.store import Store
from viz_app.views.compare import words
from viz_app.views.compare.content import CHANGE, OTHER, SAME, A, B, ComparisonMaker, RunPair, token_columns
from viz_app.views.compare.maps import both_tokens, change_rows
from viz_app.views.compare.pin_offers import offers, side_names
from viz_app.views.compare.texts import PairedTokens
from viz_app.views.compare.view import Compare
from viz_app.widgets import theme

pytestmark = pytest.mark.usefixtures("qapp")

ONE, TWO = "The baker opens the shop at six.", "The baker closes the old shop at six."


@cache
def engine() -> Engine:
    pieces = small_pieces()
    sizes = {"source_vocabulary": pieces.size, "target_vocabulary": pieces.size, "max_positions": 60}
    made = Engine("own")
    made.add("own", small_model(9, **sizes), pieces)
    made.add("other", small_model(5, **sizes), pieces)
    made.add("few", small_model(5, **sizes, heads=2, encoder_layers=1, decoder_layers=1), pieces)
    return made


@cache
def trace_of(text: str = ONE, **changes: Any) -> Trace:
    return engine().trace(RunSpec("own", (text,), max_steps=7).with_(**changes))


class Stage(ViewStage):
    """The view with a pinned run beside the present one."""

    of = Compare
    against: Trace | None
    pin: Pin | None

    def __init__(
        self, qtbot: QtBot, trace: Trace, against: Trace | None, pin: Pin | None = None, **changes: Any
    ) -> None:
        self.against = against
        self.pin = pin or (None if against is None else Pin(against.run))
        super().__init__(qtbot, trace, (1000, 640), **changes)

    def shot(self) -> Snapshot:
        shot = super().shot()
        return shot.with_(state=shot.state.with_(pin=self.pin), against=self.against)

    @property
    def found(self) -> Any:
        return self.view._comparer.compared(self.shot())


# ---------------------------------------------------------------- numbers


@pytest.mark.parametrize("kind", KINDS)
def test_the_difference_is_b_minus_a_of_the_cells_that_stand_beside_each_other(qtbot: QtBot, kind: str) -> None:
    a, b = trace_of(ONE), trace_of(TWO)
    stage = Stage(qtbot, b, a, kind=kind, layer=1, head=2)
    found, heat = stage.found, stage.view.maps.heat(CHANGE)
    shown = heat._scene.cells.values
    assert shown.shape == found.change.shape
    for row, (i, j) in enumerate(found.alignment.both_rows):
        for column, (m, n) in enumerate(found.alignment.both_columns):
            own = b.map(kind, 1, 2)[j, n] - a.map(kind, 1, 2)[i, m]
            assert shown[row, column] == own
    assert (stage.view.maps.heat(A)._scene.cells.values == a.map(kind, 1, 2)).all()
    assert (stage.view.maps.heat(B)._scene.cells.values == b.map(kind, 1, 2)).all()


def test_the_maps_end_at_one_height_however_long_their_words_are(qtbot: QtBot) -> None:
    target = "la casa blanca es muy vieja hoy"
    a = made_trace("the white characterisation is very old today", target)
    b = made_trace("the white cat is very old today", target)
    stage = Stage(qtbot, b, a)
    of_a, of_b, change = (stage.view.maps.heat(which).grid() for which in (A, B, CHANGE))
    assert of_a.rows == of_b.rows and of_a.bottom == of_b.bottom
    assert abs(change.bottom - of_a.bottom) < of_a.rows, "its rows are fewer, and as high as whole pixels let them"
    placed: list[str] = []
    for which in (A, B, CHANGE):
        stage.view.maps.heat(which).laid_out.connect(lambda which=which: placed.append(which))
    stage.draw(layer=1, head=1)
    settled()
    assert not placed, "another head has the same words"
    stage.trace = made_trace("the white internationalisations are very old today", target)
    stage.draw()
    settled()
    assert len({stage.view.maps.heat(which).grid().bottom for which in (A, B)}) == 1 and {A, B} <= set(placed)


def test_another_kind_has_each_map_laid_out_once_with_its_legend(qtbot: QtBot) -> None:
    stage = Stage(qtbot, trace_of(TWO), trace_of(ONE), part="maps")
    for kind in (*KINDS, *KINDS):  # the legend of one of them says what is hatched
        placed: list[str] = []
        for which in (A, B, CHANGE):
            stage.view.maps.heat(which).laid_out.connect(lambda which=which, placed=placed: placed.append(which))
        stage.draw(kind=kind)
        settled()
        assert sorted(placed) == sorted(set(placed)), kind
    assert stage.view.maps.panes[A].figure.legend.key.reasons == ()
    stage.draw(kind="decoder")
    assert stage.view.maps.panes[A].figure.legend.key.reasons


def test_maps_of_few_and_of_many_columns_end_at_one_height_on_the_screen_and_in_a_picture(qtbot: QtBot) -> None:
    """The words of one map fit level under wide columns, those of the other have to climb under narrow ones."""
    a = made_trace("one house", "la casa blanca es muy vieja hoy mismo")
    b = made_trace(" ".join(["characterisation of one house"] * 4), "la casa blanca es muy vieja hoy mismo")
    stage = Stage(qtbot, b, a, part="maps")
    maps = [stage.view.maps.heat(which) for which in (A, B)]
    assert abs(maps[0].grid().bottom - maps[1].grid().bottom) < maps[0].grid().rows, "rows are whole pixels"
    picture = QPicture()
    with QPainter(picture) as painter:
        saved = [heat.paint_map(painter, QRectF(heat.rect()))[0].bottom for heat in maps]
    assert abs(saved[0] - saved[1]) < maps[0].grid().rows


def test_columns_of_texts_are_as_wide_as_the_letters_that_are_drawn(qtbot: QtBot) -> None:
    """A letter without a sign of its own is written as its code."""
    a = made_trace(" ".join("abcdefghijklmnopqrstuvwxyz"), "c d")
    first, *others = a.sentences[0].source
    hidden = replace(a.sentences[0], source=(replace(first, text="\u200b"), *others))
    source = Stage(qtbot, a.with_(sentences=(hidden,)), a).view.source
    assert source.places().pitch >= source.metrics_of("strong").horizontalAdvance("U+200B") + 10


def test_all_differences_share_one_scale(qtbot: QtBot) -> None:
    a, b = trace_of(ONE), trace_of(TWO)
    largest = max(head_changes(a, b, kind).largest for kind in KINDS)
    for kind in KINDS:
        stage = Stage(qtbot, b, a, kind=kind)
        scale = stage.view.maps.heat(CHANGE)._scene.cells.scale
        assert (scale.lo, scale.hi, scale.ramp) == (pytest.approx(-largest), pytest.approx(largest), "diverging")
    stage.draw(scale="whole")
    assert stage.view.maps.heat(CHANGE)._scene.cells.scale.hi == 1.0


def test_a_run_compared_with_itself_is_reported_as_equal(qtbot: QtBot) -> None:
    stage = Stage(qtbot, trace_of(ONE), trace_of(ONE))
    assert stage.found.same and not stage.found.change.any()
    assert "every difference is 0" in stage.view.explanation(stage.shot())
    assert words.NO_WEIGHT in stage.view.maps.panes[CHANGE].title.text()
    assert all(one.how == SAME for side in ("source", "target") for one in token_columns(stage.found, side))
    target = next(part for part in stage.view.findChildren(PairedTokens) if part.side == "target")
    assert all(one.change == 0.0 and abs(one.logs[0] or 1.0) > 0.005 for one in target.columns)
    assert "0.00<" not in svg_of(target, (900, target.sizeHint().height())), "a zero is left blank"


def test_weights_that_are_no_numbers_are_not_said_to_be_equal(qtbot: QtBot) -> None:
    """A legend explains their hatch, in the map that has them and in the difference."""
    plain = trace_of(ONE)
    name = "decoder.layers.0.cross_attn.weights"
    array = plain.arrays[name].copy()
    array[0, 0, 1] = np.nan
    stage = Stage(qtbot, plain.with_(arrays={**plain.arrays, name: array}), plain, kind="cross", layer=0, head=0)
    keys = {which: pane.figure.legend.key for which, pane in stage.view.maps.panes.items()}
    assert {which: BROKEN in key.reasons for which, key in keys.items()} == {A: False, B: True, CHANGE: True}
    assert words.NO_WEIGHT not in stage.view.maps.panes[CHANGE].title.text()


def test_the_pointer_over_a_map_leaves_the_tokens_of_both_runs_alone(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = Stage(qtbot, trace_of(TWO), trace_of(ONE), part="texts")
    settled()
    tokens = [part for part in stage.view.findChildren(PairedTokens) if part.isVisible()]
    before, heat = [part.painted for part in tokens], stage.view.maps.heat(B)
    read = list[str]()
    monkeypatch.setattr(PairedTokens, "text", lambda part: read.append(part.side) or "")
    of_b = heat.painted
    for cell in ((1, 2), (2, 2), None):
        stage.draw(hover=cell)
        settled()
    assert heat.painted > of_b, "the cell is outlined"
    assert tokens and [part.painted for part in tokens] == before and not read


def test_log_probabilities_stand_under_their_tokens_and_their_difference_where_the_token_is_the_same() -> None:
    a, b = trace_of(ONE), trace_of(ONE, edits=Edits(heads_off=(HeadPlace("cross", 0, 1), HeadPlace("encoder", 0, 0))))
    shot = Snapshot(State(b.run, pin=Pin(a.run)), b, theme.current(), against=a)
    found = ComparisonMaker().compared(shot)
    assert found is not None
    columns = token_columns(found, "target")
    for one in columns:
        for trace, at, log in zip((a, b), one.places, one.logs, strict=True):
            assert log == (None if at is None else trace.numbers["log_probability"][0, at])
        assert (one.change is None) == (one.how != SAME)
        if one.change is not None:
            assert one.change == one.logs[1] - one.logs[0]  # type: ignore[operator]
    assert not any(one.logs != (None, None) for one in token_columns(found, "source"))


def test_heads_are_ranked_by_how_much_weight_moved_and_return_opens_one(qtbot: QtBot) -> None:
    a, b = trace_of(ONE), trace_of(TWO)
    stage = Stage(qtbot, b, a, part="heads")
    moved = [
        float(head_changes(a, b, kind).moved[layer, head]) for kind, layer, head in stage.found.pair.ranked_heads()
    ]
    assert moved == sorted(moved, reverse=True) and len(moved) == sum(
        b.spec.layers(k) * b.spec.heads_of(k) for k in KINDS
    )
    part = stage.view.heads
    assert part.list.bars[0].share == moved[0]
    names = head_names(b, 0)
    before, differ = head_names(a, 0), 0
    for bar, head in zip(part.list.bars, part.ranked, strict=False):
        assert bar.text == f"{head_number(*head)} {names[head]}" and names[head] in part.squares.tip_of(head)
        if before[head] != names[head]:
            differ += 1
            assert f"({before[head]} in A, {names[head]} in B)" in part.squares.tip_of(head)
            stage.draw(kind=head[0], layer=head[1], head=head[2])
            assert stage.view.heading(stage.shot()).endswith(f"({before[head]} in A, {names[head]} in B)")
    assert differ, "the two texts name no head otherwise"
    stage.draw(kind="cross", layer=0, head=0)
    part.list.setFocus()
    part.list.move_to(0)
    QTest.keyClick(part.list, Qt.Key.Key_Return)
    kind, layer, head = part.ranked[0]
    assert stage.opened == ["attention"] and stage.picked[-1] == {"kind": kind, "layer": layer, "head": head}


# ---------------------------------------------------------------- one selection


def click(stage: Stage, which: str, cell: tuple[int, int]) -> None:
    heat = stage.view.maps.heat(which)
    point = heat.cell_rect(*cell).center().toPoint()
    QTest.mouseClick(heat, Qt.MouseButton.LeftButton, pos=QPoint(point.x(), point.y()))


def test_a_cell_that_is_pinned_in_one_map_is_marked_in_all_and_the_inspector_says_its_difference(qtbot: QtBot) -> None:
    a, b = trace_of(ONE), trace_of(TWO)
    stage = Stage(qtbot, b, a, kind="encoder")
    i, j = stage.found.alignment.both_rows[2]
    m, n = stage.found.alignment.both_columns[3]
    click(stage, A, (i, m))
    assert stage.picked[-1] == {"query": j, "key": n}
    assert stage.view.maps.heat(A).marks.pinned == (i, m) and stage.view.maps.heat(B).marks.pinned == (j, n)
    assert stage.view.maps.heat(CHANGE).marks.pinned == (2, 3)
    said = stage.view.shown_number(stage.shot(), (j, n))
    value = b.map("encoder", 0, 0)[j, n] - a.map("encoder", 0, 0)[i, m]
    assert said is not None and said.title == "weight of B − A"
    assert float(said.text.replace("\u2212", "-")) == pytest.approx(float(value), abs=5e-4)
    click(stage, CHANGE, (2, 3))
    assert stage.picked[-1] == {"query": None, "key": None}


@pytest.mark.parametrize("kind", KINDS)
def test_a_difference_says_where_it_comes_from_and_its_python_gives_it_again(qtbot: QtBot, kind: str) -> None:
    a, b = trace_of(ONE), trace_of(TWO)
    stage = Stage(qtbot, b, a, kind=kind, layer=1, head=2)
    trace, source = words.cell_source(stage.found, CHANGE, (2, 1)) or pytest.fail("nothing is known")
    assert trace is b and value_of(trace, source) == stage.found.change[2, 1]
    script = python_script(trace, source)
    assert f"pinned = Engine().trace({python_value(a.run)})" in script and "weight_change(trace, pinned, " in script
    assert value_of(*words.cell_source(stage.found, A, (1, 1))) == a.map(kind, 1, 2)[1, 1]


@pytest.mark.parametrize("recorded", ["a", "b"])
def test_the_python_of_a_difference_opens_a_recording_and_runs_a_model(
    recorded: str, qtbot: QtBot, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = Engine().trace(RunSpec("tiny", ("3 1 4",)))
    maps = [one[None] for one in run.maps("encoder")]
    tokens = [one.piece for one in run.sentences[0].source]
    path = save_recording(encoder_attention=maps, encoder_tokens=tokens, path=tmp_path / "a.safetensors")
    saved = open_recording(path)
    a, b = (saved, run) if recorded == "a" else (run, saved)
    stage = Stage(qtbot, b, a, kind="encoder")
    trace, source = words.cell_source(stage.found, CHANGE, (1, 0)) or pytest.fail("nothing is known")
    exec(python_script(trace, source), {})
    assert float(capsys.readouterr().out) == pytest.approx(float(stage.found.change[1, 0]), abs=1e-6)


def test_runs_of_a_decoder_alone_have_no_empty_line_of_sources(qtbot: QtBot, tmp_path: Path) -> None:
    run = trace_of()
    maps = [one[None] for one in run.maps("decoder")]
    tokens = [one.text for one in run.sentences[0].read]
    saved = open_recording(save_recording(maps, tokens, kind="decoder", path=tmp_path / "a.safetensors"))
    alone, both = Stage(qtbot, saved, saved, kind="decoder"), Stage(qtbot, run, run)
    assert alone.view.source.isHidden() and not alone.view.target.isHidden()
    assert not both.view.source.isHidden()


def test_shift_and_an_arrow_key_move_the_pinned_cell(qtbot: QtBot) -> None:
    stage = Stage(qtbot, trace_of(TWO), trace_of(ONE), kind="encoder", query=1, key=2)
    QTest.keyClick(stage.view.maps.heat(B), Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert stage.picked == [{"query": 1, "key": 3}]
    QTest.keyClick(stage.view.maps.heat(A), Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert stage.picked[-1] == {"query": 2, "key": 3}


def test_of_a_text_too_long_for_all_maps_the_chosen_head_is_compared(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("model_core.record.derived_maps.RECORDED_CELLS", 10)
    long = []
    for text in (ONE, TWO):
        trace = trace_of(text)
        kept = {name: one for name, one in trace.arrays.kept.items() if not name.endswith(".weights")}
        long.append(trace.with_(arrays=kept))
    a, b = long
    assert not b.whole("encoder")
    stage = Stage(qtbot, b, a, kind="encoder", layer=1, head=2, part="heads")
    pairs = stage.found.alignment
    expected = [[b.map("encoder", 1, 2)[j, n] - a.map("encoder", 1, 2)[i, m] for m, n in pairs.both_columns]
                for i, j in pairs.both_rows]  # fmt: skip
    np.testing.assert_allclose(stage.view.maps.heat(CHANGE)._scene.cells.values, expected, atol=1e-6)
    assert stage.found.limit == pytest.approx(float(np.abs(expected).max())) and not stage.found.pair.changes
    assert "too long" in stage.view.heads.words.text() and stage.view.heads.list.bars == ()


def test_a_cell_that_only_one_run_has_is_described_and_pins_nothing(qtbot: QtBot) -> None:
    a, b = trace_of(TWO), trace_of(ONE)
    stage = Stage(qtbot, b, a, kind="encoder")
    alone = next(i for i, j in stage.found.alignment.rows if j is None)
    before = len(stage.picked)
    click(stage, A, (alone, 0))
    assert len(stage.picked) == before
    assert "no counterpart" in stage.view.maps.heat(A).text_of(alone, 0)


def test_the_step_moves_in_both(qtbot: QtBot) -> None:
    a, b = trace_of(ONE), trace_of(TWO)
    stage = Stage(qtbot, b, a, step=0)
    row, (i, j) = next((row, pair) for row, pair in enumerate(stage.found.alignment.both_rows) if row)
    stage.draw(step=j)
    assert stage.view.maps.heat(A).marks.step == i and stage.view.maps.heat(CHANGE).marks.step == row
    stage.view.target.pick((0, next(at for at, one in enumerate(stage.view.target.columns) if one.places[1] == 0)))
    assert stage.picked[-1] == {"step": 0}


# ---------------------------------------------------------------- what is compared


def test_two_steps_and_two_heads_of_one_run_are_compared(qtbot: QtBot) -> None:
    trace = trace_of(ONE)
    stage = Stage(qtbot, trace, trace, Pin(trace.run, step=1), step=3)
    own = trace.map("cross", 0, 0)
    assert (stage.found.change == (own[3] - own[1])[None]).all()
    assert change_rows(stage.found)[0].written and "Step 2 of A beside step 4 of B" in stage.view.explanation(
        stage.shot()
    )
    stage = Stage(qtbot, trace, trace, Pin(trace.run, kind="cross", layer=0, head=1), layer=1, head=2)
    assert (stage.found.change == trace.map("cross", 1, 2) - trace.map("cross", 0, 1)).all()
    names = head_names(trace, 0)
    called = [f"cross {layer + 1}.{head + 1} ({names['cross', layer, head]})" for layer, head in ((0, 1), (1, 2))]
    assert stage.view.heading(stage.shot()) == f"Compare · {called[0]} against {called[1]}"
    other = Stage(qtbot, trace_of(TWO), trace, Pin(trace.run, kind="cross", layer=0, head=1), layer=1, head=2)
    second = f"cross 2.3 ({head_names(trace_of(TWO), 0)['cross', 1, 2]})"
    assert other.view.heading(other.shot()) == f"Compare · {called[0]} against {second}", "each by its own text"
    stage.draw(kind="encoder")
    assert stage.found.change is None and "select a head of the same attention" in stage.found.why


@pytest.mark.parametrize(
    ("a", "b", "said"),
    [
        ("hermano", "hermana", "hermano / …a"),
        ("La", "El", "La / El"),
        ("casa", "casas", "casa / …s"),
        ("casas", "casa", "casas / casa"),
        ("is", "is", "is"),
    ],
)
def test_a_row_of_the_difference_says_once_what_both_tokens_share(a: str, b: str, said: str) -> None:
    assert both_tokens(a, b) == said


def test_models_of_other_shapes_are_compared_with_a_note_of_what_is_matched(qtbot: QtBot) -> None:
    few = engine().trace(RunSpec("few", (ONE,), max_steps=7))
    stage = Stage(qtbot, trace_of(ONE), few, layer=1, head=3)
    assert stage.found.a.head == (0, 1) and "A has no cross 2.4: cross 1.2 is shown." in stage.view.explanation(
        stage.shot()
    )
    assert stage.found.change is not None and stage.found.pair.changes["cross"].moved.shape == (1, 2)
    stage.draw(part="heads")
    squares = stage.view.heads.squares
    assert squares.rect_of(("cross", 1, 3)) is squares.rect_of(("encoder", 0, 2)) is None, "no square, and no frame"
    frame = squares.rect_of(("cross", 0, 1))
    assert frame is not None and squares.place_at(frame.center()) == ("cross", 0, 1)


def test_the_tokens_of_both_sides_begin_below_each_other(qtbot: QtBot) -> None:
    stage = Stage(qtbot, trace_of(TWO), trace_of(ONE))
    assert stage.view.source.seen() == "", "all of it has room"
    left = {pair.places().left for pair in (stage.view.source, stage.view.target)}
    assert len(left) == 1 and stage.view.target.numbers and not stage.view.source.numbers


def test_without_a_pin_it_says_how_to_pin_and_the_button_does(qtbot: QtBot) -> None:
    stage = Stage(qtbot, trace_of(ONE), None)
    assert stage.view.empty.isVisible() and "Ctrl+D" in stage.view.empty.words.text()
    stage.view.choices.pin.click()
    assert stage.pinned == [Pin(trace_of(ONE).run)]
    offered = offers(trace_of(ONE), Look())
    assert [button.accessibleName() for button in stage.view.empty.buttons] == [offer.words for offer in offered[1:]]
    assert offered[0].words == stage.view.choices.pin.text(), "one name for one thing"
    stage.view.empty.buttons[0].click()
    QApplication.processEvents()
    assert stage.pinned[-1] == offered[1].pin


@pytest.mark.parametrize(("words", "command"), [("A minimal pair", "pairs"), ("Another model", "compare.model")])
def test_nothing_is_pinned_before_something_is_chosen(qtbot: QtBot, words: str, command: str) -> None:
    """Whoever closed the list compared the run with itself."""
    stage = Stage(qtbot, trace_of(ONE), None)
    next(button for button in stage.view.empty.buttons if words in button.accessibleName()).click()
    QApplication.processEvents()
    assert stage.commanded == [command] and stage.pinned == []


def test_a_typed_target_is_pinned_and_run_in_one_change() -> None:
    trace = trace_of(ONE)
    offer = next(offer for offer in offers(trace, Look()) if offer.words == "My own target")
    pinned, asked = [], []
    offer.take(pinned.append, asked.append, pinned.append)
    assert pinned == []
    store = Store(State(run=trace.run))
    store.run(target=("a",))
    store.ask("compare", **asked[0])
    assert store.state.pin == Pin(trace.run) and store.state.run.target == asked[0]["target"]
    store.undo()
    assert store.state.pin is None and store.state.run.target == ("a",), "and what was typed just before stays"


def test_what_is_offered_leads_to_runs_that_the_engine_computes() -> None:
    edits = Edits(heads_off=(HeadPlace("cross", 0, 1),))
    trace = engine().trace(RunSpec("own", (ONE, TWO), max_steps=5, edits=edits))
    found = {offer.words: offer for offer in offers(trace, Look(step=2))}
    assert found["The same without the edits"].pin.run.edits == Edits()
    assert found[f"Sentence 2: {TWO}"].pin == Pin(trace.run, 1)
    assert {"The same with beam search", "The same with sampling"} <= set(found)
    assert [found[words].command for words in ("Another model…", "A minimal pair…")] == ["compare.model", "pairs"]
    pinning = [offer for offer in found.values() if offer.pin is not None]
    held = [offer.pin for offer in pinning if offer.pin.step is not None or offer.pin.kind]
    assert held == [Pin(trace.run, 0, "cross", 0, 0), Pin(trace.run, step=2)]
    for offer in pinning:
        assert engine().trace(offer.pin.run).complete
        other = engine().trace(offer.pin.run)
        if "With “" in offer.words:
            step = int(offer.words.split("step ")[1].split(" ")[0]) - 1
            ids = [[token.id for token in one.sentences[0].written[: step + 1]] for one in (trace, other)]
            assert ids[0][:step] == ids[1][:step] and ids[0][step] != ids[1][step]


def test_a_and_b_are_called_by_what_tells_them_apart() -> None:
    a, b = trace_of(ONE), trace_of(TWO)
    assert side_names(a, b, Pin(a.run), Look()) == (f"“{ONE}”", f"“{TWO}”")
    off = trace_of(ONE, edits=Edits(heads_off=(HeadPlace("cross", 0, 1),)))
    assert side_names(a, off, Pin(a.run), Look()) == ("as it is", "head 2 of cross-attention layer 1 off")
    assert side_names(a, a, Pin(a.run), Look()) == ("", "")
    spaced = a.with_(sentences=(replace(a.sentences[0], source_text=f" {ONE.replace(' ', '  ')}"),))
    assert side_names(a, spaced, Pin(a.run), Look()) == ("", ""), "names that look alike tell nothing apart"


@pytest.mark.parametrize("side", ["source_text", "target_text"])
def test_long_texts_are_distinguished_where_they_differ(qtbot: QtBot, side: str) -> None:
    a = trace_of(ONE, **({"target": (ONE,)} if side == "target_text" else {}))
    long = "The baker opens the shop at six and closes it again at"
    one, other = (
        trace.with_(sentences=(replace(trace.sentences[0], **{side: f"{long} {word}."}),))
        for trace, word in ((a, "noon"), (a.with_(run=a.run.with_(**{side[:6]: (TWO,)})), "nine"))
    )
    names = side_names(one, other, Pin(one.run), Look())
    assert "noon" in names[0] and "nine" in names[1]
    assert not Stage(qtbot, other, one).found.same


def test_the_token_nearest_to_being_written_is_no_runner_up_where_sampling_passed_it_over() -> None:
    about = {offer.words: offer.about for offer in offers(trace_of(ONE), Look())}
    assert [about[words] for words in about if "With “" in words] == ["The most probable token that was not written."]


def test_one_token_is_not_counted_as_many(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RunPair, "paired", ((1, 5, 0), (3, 0, 1)))
    found = Stage(qtbot, trace_of(TWO), trace_of(ONE)).found
    said = words.aligned_words(found)
    assert "source 1 paired, 5 only in A; target 3 paired, 1 only in B" in said and "1 tokens" not in said


def masked(*cells: tuple[int, int]) -> Edits:
    """So many cells of the cross-attention that may not be read."""
    return Edits(masks=MaskEdits(cells=tuple(CellEdit("cross", *cell, allowed=False) for cell in cells)))


@pytest.mark.parametrize(
    "changes",
    [
        ({"target": ("The shop opens.",)}, {"target": ("The baker closes the shop.",)}),
        ({"prefix": (5,)}, {"prefix": (7,)}),
        ({"edits": masked((0, 1), (0, 2), (1, 0))}, {"edits": masked((1, 1), (1, 3), (2, 0))}),
    ],
)
def test_runs_with_equal_descriptions_are_distinguished(qtbot: QtBot, changes: Any) -> None:
    a, b = (trace_of(**one) for one in changes)
    names = side_names(a, b, Pin(a.run), Look())
    assert all(names) and names[0] != names[1]
    stage = Stage(qtbot, b, a)
    assert not stage.found.same and "same run" not in stage.view.explanation(stage.shot())
    assert np.abs(stage.found.change).max() > 0


# ---------------------------------------------------------------- taking it away


@pytest.mark.parametrize("part", ["maps", "texts", "heads"])
def test_its_numbers_are_saved(qtbot: QtBot, part: str) -> None:
    a, b = trace_of(ONE), trace_of(TWO)
    stage = Stage(qtbot, b, a, part=part)
    table = stage.view.table()
    assert table is not None and table.name == f"compare-{part}" and table.to_csv() and table.to_npz()
    rows = [dict(zip(table.headings, row, strict=True)) for row in table.rows]
    if part == "maps":
        assert len(rows) == stage.found.change.size
        for row in rows:
            assert row["B − A"] == pytest.approx(row["B"] - row["A"], abs=1e-6)
            for name, trace in (("A", a), ("B", b)):
                (one,), at, key = trace.sentences, row[f"row {name}"], row[f"column {name}"]
                assert row[name] == trace.map("cross", 0, 0)[at, key]
                assert row[f"written {name}"].startswith(one.written[at].text)
                assert row[f"read {name}"].startswith(one.read[at].text)
                assert row[f"key {name}"].startswith(one.source[key].text)
    elif part == "texts":
        assert any(row["how"] == OTHER for row in rows) and {row["side"] for row in rows} == {"source", "target"}
        assert sum(row["place A"] < 0 or row["place B"] < 0 for row in rows) > 1
        for row in rows:
            for name, trace in (("A", a), ("B", b)):
                one, at, log = trace.sentences[0], row[f"place {name}"], row[f"log p {name}"]
                target = row["side"] == "target"
                assert row[f"token {name}"] == ("" if at == -1 else (one.written if target else one.source)[at].text)
                read = row[f"read {name}"]
                assert read.startswith(one.read[at].text) if target and at >= 0 else read == ""
                assert log == trace.numbers["log_probability"][0, at] if target and at >= 0 else math.isnan(log)
            change = row["log p B"] - row["log p A"]
            assert row["B − A"] == change if row["how"] == SAME and target else math.isnan(row["B − A"])
        for side, (name, trace) in itertools.product(("source", "target"), (("A", a), ("B", b))):
            own = trace.sentences[0].source if side == "source" else trace.sentences[0].written
            there = [row[f"place {name}"] for row in rows if row["side"] == side and row[f"place {name}"] >= 0]
            assert there == list(range(len(own))), "every token once"
    else:
        assert [row["moved"] for row in rows] == sorted((row["moved"] for row in rows), reverse=True)


def test_nothing_overlaps_in_a_low_or_narrow_view(qtbot: QtBot) -> None:
    stage = Stage(qtbot, trace_of(TWO), trace_of(ONE))
    for size in ((1000, 640), (640, 300), (360, 420), (240, 160)):
        stage.view.resize(*size)
        stage.draw()
        view = stage.view
        shown = [
            part
            for part in (view.choices, view.maps, view.parted, view.source, view.target, view.heads)
            if part.isVisible()
        ]
        tops = [(part.y(), part.y() + part.height()) for part in shown]
        assert all(first[1] <= second[0] for first, second in itertools.pairwise(tops)), size
        assert np.all([part.width() <= view.width() for part in shown])


def test_of_a_long_text_the_first_difference_is_seen_and_which_part_it_is(qtbot: QtBot) -> None:
    long = " ".join(["The baker opens the shop at six"] * 3)
    stage = Stage(qtbot, trace_of(f"{long} today."), trace_of(f"{long} here."))
    source = stage.view.source
    columns, shown = source.columns, source.places().visible()
    apart = next(at for at, one in enumerate(columns) if one.how != SAME)
    assert 0 < len(shown) < len(columns) and apart in shown
    assert [int(number) for number in re.findall("[0-9]+", source.seen())] == [
        shown[0] + 1,
        shown[-1] + 1,
        len(columns),
    ]
    assert source.seen() in svg_of(source, (source.width(), source.height()))


# ---------------------------------------------------------------- while decoding is played, and from the keyboard


def test_rows_that_are_not_written_yet_are_empty_in_all_three_maps(qtbot: QtBot) -> None:
    a, b = trace_of(ONE), trace_of(TWO)
    stage = Stage(qtbot, b, a, step=1)
    stage.draw(rows_shown=2, step=1)
    marks = {which: stage.view.maps.heat(which).marks.rows_shown for which in (A, B, CHANGE)}
    beside = [pair for pair in stage.found.alignment.both_rows if pair[1] < 2]
    assert marks == {A: max(row for row, _ in beside), B: 1, CHANGE: len(beside) - 1}
    stage.draw(kind="encoder", rows_shown=2)
    assert {stage.view.maps.heat(which).marks.rows_shown for which in (A, B, CHANGE)} == {None}


def test_the_keys_go_past_tokens_that_only_a_has(qtbot: QtBot) -> None:
    a, b = made_trace("the white house", "la casa muy blanca hoy"), made_trace("the white house", "la casa blanca hoy")
    stage = Stage(qtbot, b.with_(run=b.run.with_(max_steps=9)), a, step=0)
    target = stage.view.target
    there = [one.places[1] for one in target.columns]
    assert None in there and len(there) > 3
    for _ in there:
        QTest.keyClick(target, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
        settled()
    assert stage.look.step == max(at for at in there if at is not None)
    for _ in there:
        QTest.keyClick(target, Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
        settled()
    assert stage.look.step == 0


def test_the_keys_go_through_the_source_where_it_is_read(qtbot: QtBot) -> None:
    stage = Stage(qtbot, trace_of(TWO), trace_of(ONE), kind="cross", step=2)
    source = stage.view.source
    for _ in range(3):
        QTest.keyClick(source, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
        settled()
    keys = [one.places[1] for one in source.columns if one.places[1] is not None]
    assert (stage.look.query, stage.look.key) == (2, keys[2]) and source.chosen is not None
    stage.draw(kind="decoder")
    assert not source.chooses and source.walk(None, 0, 1) is None and not source.hint_of((0, 0))


@pytest.mark.parametrize("size", [(1000, 640), (1000, 330), (620, 640)])
@pytest.mark.parametrize("kind", ["decoder", "cross"])
def test_maps_without_a_difference_have_rows_of_the_same_height(qtbot: QtBot, size: tuple[int, int], kind: str) -> None:
    stage = Stage(qtbot, trace_of(ONE), trace_of(ONE), part="maps", kind=kind)
    stage.view.resize(*size)
    settled()
    panes = [pane.figure for pane in stage.view.maps.panes.values()]
    assert words.NO_WEIGHT in stage.view.maps.panes[CHANGE].title.text()
    assert len({(one.heat.grid().cell_rect(0, 0).top(), one.heat.grid().cell_rect(3, 0).top()) for one in panes}) == 1
    assert all(one.legend.isHidden() or one.legend.geometry().bottom() <= one.height() for one in panes)


def test_where_maps_have_no_room_their_options_are_not_offered(qtbot: QtBot) -> None:
    stage = Stage(qtbot, trace_of(TWO), trace_of(ONE), part="patching")
    stage.view.resize(1000, 400)
    assert not stage.view.maps.isVisible() and stage.view.unused(stage.shot()) == {"scale", "palette"}
    stage.view.reveal("palette")
    assert stage.opted == [{"part": "maps"}] and stage.view.maps.isVisible() and not stage.view.unused(stage.shot())


def test_maps_do_not_come_and_go_with_the_row_of_their_options(qtbot: QtBot) -> None:
    """Without the options there was room for maps, with them there was none: they took turns at every click."""
    stage, page = Stage(qtbot, trace_of(TWO), trace_of(ONE), part="heads"), QWidget()
    qtbot.addWidget(page)
    row = 40
    heights = range(200, 600, 4)
    least = next(height for height in heights if _has_maps(stage, height))
    page.resize(1000, least + row // 2)
    stage.view.setParent(page)
    stage.view.show()
    page.show()
    seen = []
    for _ in range(6):
        stage.view.resize(1000, page.height() - (0 if stage.view.unused(stage.shot()) else row))
        settled()
        seen.append(not stage.view.maps.isHidden())
    assert len(set(seen[-3:])) == 1, seen
    page.resize(1000, least + 2 * row)
    stage.view.resize(page.size())
    settled()
    assert not stage.view.maps.isHidden(), "another size is another room"


def _has_maps(stage: Stage, height: int) -> bool:
    stage.view.resize(1000, height)
    settled()
    return not stage.view.maps.isHidden()


def test_while_nothing_is_pinned_no_option_is_offered(qtbot: QtBot) -> None:
    trace = trace_of()
    alone, compared = Stage(qtbot, trace, None), Stage(qtbot, trace, trace_of(TWO))
    assert alone.view.unused(alone.shot()) == {field.name for field in fields(Compare.Options)}
    assert not compared.view.unused(compared.shot())
    alone.view.reveal("scale")
    assert "Pin a run first" in alone.hints[-1], "where the option is looked for"
