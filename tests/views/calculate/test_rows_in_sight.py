"""Rows of the calculation that are not in sight are made when they are seen or asked for."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from model_core.engine.engine import Engine
from model_core.explain.provenance import Source
from model_core.record.run_spec import RunSpec
from model_core.record.trace import VISIBLE, Trace
from model_core.spec import KINDS
from tests.made.traces import made_trace
from tests.support.harness import svg_of
from tests.views.calculate.test_calculate import CalculateStage
from viz_app.views.calculate import blocks
from viz_app.views.calculate.blocks import STEPS, numbers_of
from viz_app.views.calculate.page_layout import PageLayout
from viz_app.views.calculate.pages import OWN
from viz_app.views.calculate.weight_blocks import SMALL

BARE = pytest.mark.parametrize("depth", ["picture", "numbers"])


@pytest.fixture
def made() -> Trace:
    """An ordinary sentence of random numbers."""
    return made_trace("the white house is very old", "la casa blanca es muy vieja")


@pytest.fixture
def placed(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often a row with each label was laid out."""
    found, whole = Counter[str](), PageLayout._place_row
    monkeypatch.setattr(
        PageLayout, "_place_row", lambda page, card, row, *of: found.update([row.label]) or whole(page, card, row, *of)
    )
    return found


def known(qtbot: QtBot, made: Trace, depth: str) -> CalculateStage:
    """The view that has shown every attention, at the last of them."""
    stage = CalculateStage(qtbot, made, (1008, 480), depth=depth)
    for kind in KINDS:
        stage.draw(kind=kind)
    return stage


def seen(stage: CalculateStage) -> QImage:
    return stage.view.grab().toImage()


@BARE
def test_another_attention_lays_out_the_rows_of_the_head_alone(
    qtbot: QtBot, made: Trace, placed: Counter[str], depth: str
) -> None:
    stage = known(qtbot, made, depth)
    for change in ({"kind": "encoder"}, {"head": 1}, {"kind": "decoder"}, {"kind": "cross", "step": 2}):
        placed.clear()
        stage.draw(**change)
        seen(stage)
        laid = stage.view.sheet.laid
        assert laid is not None and len(laid.cards) == OWN and placed.total() == len(laid.rows), change
        whole = stage.page
        assert len(whole.rows) > len(laid.rows) + 10 and whole.height == laid.height
        assert [one.rect for one in whole.numbers[: len(laid.numbers)]] == [one.rect for one in laid.numbers]
        assert [one.rect for one in whole.rows[: len(laid.rows)]] == [one.rect for one in laid.rows]


@BARE
def test_what_is_scrolled_to_is_there_and_moves_nothing(qtbot: QtBot, made: Trace, depth: str) -> None:
    stage = known(qtbot, made, depth)
    stage.draw(kind="encoder", head=1)
    bar, laid = stage.view.area.verticalScrollBar(), stage.view.sheet.laid
    first, most = seen(stage), bar.maximum()
    assert laid is not None and laid.finish is not None and most > 0
    pictures = []
    for at in range(0, most + 1, 90):
        bar.setValue(at)
        pictures.append(seen(stage))
        assert bar.maximum() == most and bar.value() == at
    assert stage.view.sheet.laid is stage.page and stage.page.finish is None
    for at, picture in zip(range(0, most + 1, 90), pictures, strict=True):
        bar.setValue(at)
        assert seen(stage) == picture, "the same with all rows made"
    assert pictures[0] == first


@pytest.mark.parametrize("kind", KINDS)
def test_a_picture_makes_the_numbers_that_it_places(
    qtbot: QtBot, made: Trace, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rows of a picture are bars: of a row of units a number with its source took longer than the row."""
    stage = known(qtbot, made, "picture")
    number, sources = blocks.Number, list[Source]()
    monkeypatch.setattr(
        blocks, "Number", lambda value, source, *of: sources.append(source) or number(value, source, *of)
    )
    stage.draw(kind=kind, head=1)
    seen(stage)
    laid = stage.view.sheet.laid
    assert laid is not None
    shown = sum(len(row.row.numbers) for row in laid.rows if row.row.label != "mask")
    assert len(sources) <= len(laid.rows) < shown / 4


def test_numbers_made_on_demand_are_those_of_a_tuple() -> None:
    values = np.array([0.5, -2.0, np.nan, 3.0], np.float32)
    for shown, look, keyed, key in (
        ((0, 1, 3), "signed", False, 7),
        ((3, 0), "weight", True, None),
        ((), "plain", False, None),
    ):
        found = numbers_of(values, shown, lambda at: Source("a", (at,)), look, keyed, key)
        every = tuple(
            blocks.Number(float(values[at]), Source("a", (at,)), look, VISIBLE, at if keyed else key) for at in shown
        )
        assert found == every and len(found) == len(every) and hash(found) == hash(every)
        assert found.floats == [one.value for one in every] and found[1:] == every[1:] and [*found] == [*every]
        assert all(found[at] is found[at] for at in range(len(found))), "each once"
        with pytest.raises(IndexError):
            found[len(every)]


@BARE
def test_a_saved_picture_and_a_table_have_all_rows(qtbot: QtBot, made: Trace, depth: str) -> None:
    stage = known(qtbot, made, depth)
    stage.draw(kind="encoder", head=1)
    assert stage.view.sheet.laid is not None and stage.view.sheet.laid.finish is not None
    picture, table = svg_of(stage.view, (1000, 1600)), stage.view.table()
    assert stage.view.sheet.laid.finish is not None, "the window has no need of them yet"
    whole = stage.page
    assert len(whole.cards) > OWN + 3 and table is not None
    for card in whole.cards:
        assert card.block.title in picture
    counted = (len(row.row.numbers) + (row.row.result is not None) for row in whole.rows)
    assert len(table.rows) == sum(counted)


def test_rows_below_are_laid_out_when_needed(qtbot: QtBot, made: Trace) -> None:
    stage = known(qtbot, made, "numbers")
    stage.draw(kind="encoder", head=1)
    sheet = stage.view.sheet
    assert sheet.laid is not None and sheet.laid.finish is not None
    low = range(sheet.height() - 150, sheet.height(), 4)
    assert any(sheet.label_at(QPointF(20, y)) for y in low), "as a screen reader asks"
    assert sheet.laid.finish is None
    stage.draw(kind="encoder", head=0)
    assert sheet.laid.finish is not None
    stage.opt({"step": len(STEPS)})
    assert sheet.laid.finish is None and stage.view.area.verticalScrollBar().value() > 0


def test_what_is_lit_includes_inputs_that_come_into_sight(qtbot: QtBot) -> None:
    trace = Engine().trace(RunSpec("reverse", ("3 1 4",)))
    assert trace.spec.d_model > SMALL
    stage = known(qtbot, trace, "numbers")
    stage.draw(kind="encoder", head=1)
    sheet = stage.view.sheet
    assert sheet.laid is not None and sheet.laid.finish is not None
    query = next(at for at, one in enumerate(sheet.laid.numbers) if one.row == 0)
    sheet.point_at(query)
    before = set(sheet._lit)
    assert sheet.page is not None and sheet.pointed == query and before < set(sheet._lit)
    assert {stage.page.rows[stage.page.numbers[at].row].row.label for at in set(sheet._lit) - before} == {"x"}


def test_keys_walk_over_all_numbers(qtbot: QtBot, made: Trace) -> None:
    stage = known(qtbot, made, "numbers")
    stage.draw(kind="encoder", head=1)
    sheet = stage.view.sheet
    for _ in range(30):
        QTest.keyClick(sheet, Qt.Key.Key_Down, Qt.KeyboardModifier.ControlModifier)
    assert sheet.lit_number is not None
    assert stage.page.rows[sheet.lit_number.row].row.step in (0, len(STEPS))
