"""Heads among heads in the Survey view: the numbers, their order, and what clicks and keys open."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from model_core.analysis.heads.head_likeness import MOST_HEADS
from model_core.analysis.survey_result import Findings
from tests.made.surveys import made_findings
from tests.made.traces import made_trace
from tests.support.harness import ViewStage, svg_of, tip_text
from viz_app.data.snapshot import Snapshot
from viz_app.document.state import HeadFilter
from viz_app.views.survey.likeness import likeness_of, missing, number
from viz_app.views.survey.view import Survey

pytestmark = pytest.mark.usefixtures("qapp")

TRACE = made_trace("the white house is very old", "la casa blanca es muy vieja")
FINDINGS = made_findings(digest=TRACE.model.hash)


class Stage(ViewStage):
    """The view with a survey of the model that is loaded."""

    of = Survey
    findings: Findings | None = FINDINGS

    def shot(self) -> Snapshot:
        return super().shot().with_(findings=self.findings)


def test_each_cell_is_the_divergence_of_its_two_heads() -> None:
    for kind in FINDINGS.kinds:
        found = likeness_of(FINDINGS, kind)
        assert found is not None
        heads = FINDINGS.spec.heads_of(kind)
        assert sorted(found.heads) == list(product(range(FINDINGS.spec.layers(kind)), range(heads)))
        apart = FINDINGS.arrays[f"apart.{kind}"]
        for (one, first), (other, second) in product(enumerate(found.heads), repeat=2):
            at = first[0] * heads + first[1], second[0] * heads + second[1]
            assert found.apart[one, other] == apart[at]
        distances = ((found.places[:, None] - found.places[None]) ** 2).sum(-1)
        assert (distances <= found.apart + 1e-6).all() and 0 < found.share <= 1


def test_colours_end_at_the_largest_divergence_and_the_nearest_head_has_the_least() -> None:
    found = likeness_of(FINDINGS, "cross")
    assert found is not None and found.largest == found.apart.max() > 0
    assert replace(found, apart=np.zeros((2, 2))).largest > 0, "a scale needs two ends"
    for at in range(len(found.heads)):
        others = np.delete(found.apart[at], at)
        assert found.apart[at, found.nearest(at)] == others.min() and found.nearest(at) != at
    assert replace(found, heads=found.heads[:1]).nearest(0) == 0


@pytest.mark.parametrize(
    ("apart", "single", "heads", "words"),
    [
        (np.zeros((1, 1)), False, 1, "This attention has one head in all"),
        (np.full((4, 4), np.nan), False, 4, "are not numbers"),
        (np.full((4, 4), np.nan), True, 4, "are not numbers"),
        (np.where(np.eye(4) > 0, 0.0, np.inf), False, 4, "are not numbers"),
        (None, True, 4, "This text is too long"),
        (None, False, MOST_HEADS // 2 + 1, f"at most {MOST_HEADS}; this one has {2 * (MOST_HEADS // 2 + 1):,}."),
        (None, False, MOST_HEADS // 2, "made by an earlier version"),
    ],
)
def test_why_no_heads_are_compared(apart: np.ndarray | None, single: bool, heads: int, words: str) -> None:
    arrays = {name: array for name, array in FINDINGS.arrays.items() if name != "apart.cross"}
    findings = replace(
        FINDINGS, arrays=arrays if apart is None else {**arrays, "apart.cross": apart},
        spec=replace(FINDINGS.spec, decoder_layers=2, decoder_heads=heads, d_model=64 * heads),
    )  # fmt: skip
    content: Any = SimpleNamespace(findings=findings, kind="cross", single=single)
    assert likeness_of(findings, "cross") is None and words in missing(content)


def test_the_pair_under_the_pointer_is_described_in_both_pictures(qtbot: QtBot) -> None:
    stage = Stage(qtbot, TRACE, shown="alike", kind="cross", layer=1, head=2)
    page, found = stage.view.all, likeness_of(FINDINGS, "cross")
    assert found is not None and page.isVisible() and not stage.view.pattern.isVisible()
    assert stage.view.heading(stage.shot()) == "Cross-attention · heads by similarity"
    here = found.heads.index((1, 2))
    assert found.called(here).startswith("2.3 "), "layer and head count from 1"
    assert page.line.text().startswith(f"{found.called(here)}: reads most like {found.called(found.nearest(here))}")
    text = tip_text(page.matrix.heat, page.matrix.heat.rect_of((0, 3)).center().toPoint())
    assert found.called(0) in text and found.called(3) in text and f"{found.apart[0, 3]:.2f} bits" in text
    point = page.plane.points()[5].toPoint()
    assert found.called(5) in tip_text(page.plane, point)


def test_among_all_heads_no_control_claims_to_sort_or_to_leave_out_some(qtbot: QtBot) -> None:
    stage = Stage(qtbot, TRACE, kind="cross")
    view, few = stage.view, HeadFilter("cross", 1)
    stage.draw(heads=few)
    assert not view.unused(stage.shot()) and "Listed:" in view.full_explanation(stage.shot())
    stage.draw(shown="alike")
    assert view.unused(stage.shot()) == {"order"} and view.heads_listed(stage.shot()) is None
    assert "Listed:" not in view.full_explanation(stage.shot())
    view.reveal("order")
    assert stage.options.shown == "head"


def test_a_click_opens_the_head(qtbot: QtBot) -> None:
    stage = Stage(qtbot, TRACE, shown="alike", kind="cross")
    page, found = stage.view.all, likeness_of(FINDINGS, "cross")
    assert found is not None
    QTest.mouseClick(page.plane, Qt.MouseButton.LeftButton, pos=page.plane.points()[4].toPoint())
    layer, head = found.heads[4]
    assert stage.picked[-1] == {"layer": layer, "head": head} and stage.options.shown == "head"
    assert not page.isVisible() and stage.view.pattern.isVisible()
    stage.draw(shown="alike")
    page.matrix.heat.setFocus()
    QTest.keyClick(page.matrix.heat, Qt.Key.Key_Down)
    QTest.keyClick(page.matrix.heat, Qt.Key.Key_Down)
    QTest.keyClick(page.matrix.heat, Qt.Key.Key_Return)
    layer, head = found.heads[1]
    assert stage.picked[-1] == {"layer": layer, "head": head}


def test_points_that_lie_near_each_other_are_near_in_the_plane(qtbot: QtBot) -> None:
    stage = Stage(qtbot, TRACE, shown="alike", kind="encoder")
    found, points = likeness_of(FINDINGS, "encoder"), stage.view.all.plane.points().values()
    assert found is not None
    wanted = np.hypot(*(found.places[:, None] - found.places[None]).transpose(2, 0, 1))
    drawn = np.array([[np.hypot(a.x() - b.x(), a.y() - b.y()) for b in points] for a in points])
    assert drawn / drawn.max() == pytest.approx(wanted / wanted.max(), abs=1e-9)


def test_without_a_survey_the_heads_of_the_sentence_are_compared(qtbot: QtBot) -> None:
    stage = Stage(qtbot, TRACE, shown="alike")
    stage.findings = None
    stage.draw()
    assert stage.view.all.matrix.isVisible()
    assert "mean over 7 rows" in stage.view.explanation(stage.shot())


def test_a_survey_of_an_earlier_version_explains_what_is_missing(qtbot: QtBot) -> None:
    stage = Stage(qtbot, TRACE, shown="alike")
    old = {name: array for name, array in FINDINGS.arrays.items() if not name.startswith(("apart", "reads", "read_"))}
    stage.findings = replace(FINDINGS, arrays=old)
    stage.draw()
    assert "earlier version" in stage.view.all.words.text() and not stage.view.all.matrix.isVisible()


def test_the_measures_name_heads_as_on_the_screen(qtbot: QtBot) -> None:
    table = Stage(qtbot, TRACE, shown="head").view.table()
    assert table is not None and table.headings[:4] == ("part", "attention", "layer", "head")
    assert {row[0] for row in table.rows if row[1:4] == ("cross", 0, 1)} == {"cross 1.2"}


def test_table_and_picture_have_every_pair(qtbot: QtBot) -> None:
    stage = Stage(qtbot, TRACE, shown="alike", kind="decoder")
    found, table = likeness_of(FINDINGS, "decoder"), stage.view.table()
    assert found is not None and table is not None
    count = len(found.heads)
    assert len(table.rows) == count * (count - 1) // 2
    first = table.rows[0]
    assert first[1:3] == found.heads[0] and first[4:6] == found.heads[1] and first[-1] == float(found.apart[0, 1])
    picture = svg_of(stage.view, (900, 600))
    assert all(number(head) in picture for head in found.heads)


def test_a_single_head_is_described_as_the_only_one(qtbot: QtBot) -> None:
    stage = Stage(qtbot, made_trace("the house", "la casa", layers=(1, 1), heads=1), shown="alike", kind="cross")
    stage.findings = None
    stage.draw()
    assert stage.view.all.words.isVisible() and "one head in all" in stage.view.all.words.text()
    assert "%" not in stage.view.explanation(stage.shot())
