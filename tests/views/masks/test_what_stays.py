"""The masks view: what stays as it is while cells are pointed at and heads change."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from model_core.record.edits import MaskEdits
from model_core.record.trace import Trace
from tests.made.traces import made_trace
from tests.support.harness import ViewStage, pixels_of
from viz_app.charts.number_table import NumberTable
from viz_app.data import map_text
from viz_app.maps import axes
from viz_app.views.masks import edits
from viz_app.views.masks.card import ScoreStrip
from viz_app.views.masks.mask_rows import mask_row
from viz_app.views.masks.view import Masks
from viz_app.widgets import theme

pytestmark = pytest.mark.usefixtures("qapp")

KINDS = ("encoder", "decoder", "cross")


class MasksStage(ViewStage):
    """The masks view."""

    of = Masks

    def point_at(self, kind: str, cell: tuple[int, int] | None) -> None:
        self.view.maps.maps[kind].map.point_at(cell)
        QApplication.processEvents()


class Requests(QObject):
    """Counts how often widgets are asked to lay themselves out."""

    def __init__(self, *parts: QObject) -> None:
        super().__init__()
        self.count = 0
        for part in parts:
            part.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        self.count += event.type() == QEvent.Type.LayoutRequest
        return False


@pytest.fixture(scope="module")
def batch() -> Trace:
    """Two lines: sources of 5 and 3 tokens, targets of 4 and 2 rows."""
    return made_trace(("the cat sleeps now", "good morning"), ("el gato duerme", "buenos"), layers=(1, 2), heads=2)


def test_other_words_as_high_as_the_last_have_nothing_laid_out_again(qtbot: QtBot, batch: Trace) -> None:
    stage = MasksStage(qtbot, batch, size=(1200, 700))
    stage.point_at("cross", (0, 0))
    for _ in range(3):  # what opening it has asked for
        QApplication.processEvents()
    asked, words = Requests(stage.view, stage.view.card), set[str]()
    for cell in ((0, 1), (1, 2), (2, 0), (2, 3)):
        stage.point_at("cross", cell)
        words.add(stage.view.card.cell.words.text())
    assert len(words) == 4 and asked.count == 0


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=20, deadline=None)
@given(
    gestures=st.lists(
        st.one_of(
            st.tuples(st.sampled_from(KINDS), st.tuples(st.integers(0, 1), st.integers(0, 1))),
            st.tuples(st.just("head"), st.integers(0, 1)),
            st.tuples(st.just("layer"), st.integers(0, 1)),
            st.tuples(st.just("sentence"), st.integers(0, 1)),
            st.tuples(st.just("pane"), st.sampled_from(("cell", "changes", "steps"))),
            st.tuples(st.just("size"), st.sampled_from(((1200, 700), (640, 480), (420, 640), (900, 400)))),
        ),
        min_size=1,
        max_size=8,
    )
)
def test_after_any_gestures_the_view_looks_like_a_new_one(
    qtbot: QtBot, batch: Trace, gestures: list[tuple[str, Any]]
) -> None:
    stage, size = MasksStage(qtbot, batch, size=(1200, 700)), (1200, 700)
    for name, value in gestures:
        if name in KINDS:
            stage.point_at(name, value)
        elif name == "size":
            stage.view.resize(*(size := value))
        else:
            stage.draw(**{name: value})
        QApplication.processEvents()
    for kind in KINDS:
        stage.point_at(kind, None)
    last = {name: getattr(stage.look, name) for name in ("head", "layer", "sentence", "kind")}
    fresh = MasksStage(qtbot, batch, size=size, pane=stage.options.pane, **last)
    for one in (stage, fresh):
        one.look = stage.look
        one.draw(hover=None)
    assert np.array_equal(pixels_of(stage.picture()), pixels_of(fresh.picture()))
    for one in (stage, fresh):
        one.view.deleteLater()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("sentence", [0, 1])
def test_the_words_of_a_row_are_those_of_all_rows(batch: Trace, kind: str, sentence: int) -> None:
    rows = map_text.padded_rows(batch, kind, sentence)
    for query, (read, written) in enumerate(rows):
        found = mask_row(batch, kind, 0, 0, sentence, query)
        assert (found.row, found.written) == (read, written)
        assert found.columns == tuple(map_text.padded_columns(batch, kind, sentence))


@given(st.lists(st.tuples(st.integers(60, 900), st.integers(0, 1), st.integers(0, 3)), max_size=8))
def test_whether_numbers_have_room_is_known_for_each_width_and_row(
    batch: Trace, asked: list[tuple[int, int, int]]
) -> None:
    strip = ScoreStrip()
    for width, sentence, query in asked:
        kind = KINDS[query % 3]
        strip.show_row(mask_row(batch, kind, 0, 0, sentence, min(query, batch.reasons[kind].shape[1] - 1)))
        assert strip.has_room(width) == NumberTable.has_room(strip, width)
    strip.deleteLater()


def test_another_head_asks_for_no_rule_again_but_other_edits_do(
    qtbot: QtBot, batch: Trace, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = MasksStage(qtbot, batch, size=(1200, 700))
    asked, by_hand = list[str](), edits.by_hand
    monkeypatch.setattr(
        edits, "by_hand", lambda masks, kind, sentence: (asked.append(kind), by_hand(masks, kind, sentence))[1]
    )
    stage.draw(head=1)
    assert not asked
    stage.view.editor.show(batch, 0, MaskEdits(future=False), "inspect")
    assert set(asked) == set(KINDS) and not stage.view.bar.switches["future"].isChecked()
    stage.draw(head=0)
    assert stage.view.bar.switches["future"].isChecked(), "the edits in force again"


def test_labels_are_measured_once_in_each_font_however_often_the_room_is_divided(
    qtbot: QtBot, batch: Trace, monkeypatch: pytest.MonkeyPatch
) -> None:
    measured, measure = list[object](), axes.RowAxis.__init__

    def counted(axis: axes.RowAxis, labels: Any, font: QFont) -> None:
        measured.append(labels)
        measure(axis, labels, font)

    monkeypatch.setattr(axes.RowAxis, "__init__", counted)
    stage = MasksStage(qtbot, batch, size=(1200, 700))
    measured.clear()
    for size in ((1180, 690), (700, 500), (1300, 720)):
        stage.view.resize(*size)
        QApplication.processEvents()
    assert not measured
    for kind, block in stage.view.maps.maps.items():
        for role in ("body", "small"):
            known, font = block.map.axes(theme.font(role)), theme.font(role)
            rows, columns = axes.RowAxis(block.labels[0], font), axes.ColumnAxis(block.labels[1], font)
            assert [one.labels for one in known] == [rows.labels, columns.labels], kind
            assert [one.widest for one in known] == [rows.widest, columns.widest]
