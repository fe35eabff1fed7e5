"""One filter of heads, the same in every view that lists them: a measure or an effect, an attention, a layer."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from model_core.analysis.reads import measured_in
from model_core.record.trace import Trace
from model_core.schema import describe
from tests.views.compare.test_compare import Stage as CompareStage
from tests.views.test_head_order import FOUND, TRACE, AttentionStage, HeadsStage, SurveyStage
from viz_app.data.maps.head_filter import filter_heads, filter_words
from viz_app.data.maps.head_names import all_heads
from viz_app.data.maps.head_order import EFFECTS, KINDS_OF
from viz_app.document.state import HeadFilter

pytestmark = pytest.mark.usefixtures("qapp")

Place = tuple[str, int, int]


def by_measure(trace: Trace, name: str, least: float) -> set[Place]:
    """The heads of which a measure is at least so much, by the measures' own definition."""
    return {
        (kind, layer, head) for kind in trace.kinds for layer, maps in enumerate(trace.maps(kind))
        for head, value in enumerate(measured_in(maps, kind, trace.sentences[0]).get(name, ())) if value >= least
    }  # fmt: skip


def by_effect(column: int | None, most: float) -> set[Place]:
    values = FOUND.changes.sum(1) if column is None else FOUND.changes[:, column]
    return {(part.kind, part.layer, part.index) for part, value in zip(FOUND.parts, values, strict=True)
            if value <= most}  # fmt: skip


MEDIAN = float(np.median([measured_in(maps, "cross", TRACE.sentences[0])["entropy"] for maps in TRACE.maps("cross")]))
CASES: dict[str, tuple[HeadFilter, set[Place]]] = {
    "entropy": (HeadFilter(measure="entropy", bound=MEDIAN), by_measure(TRACE, "entropy", MEDIAN)),
    "cross": (HeadFilter(kind="cross"), {one for one in all_heads(TRACE) if one[0] == "cross"}),
    "layer": (HeadFilter(layer=1), {one for one in all_heads(TRACE) if one[1] == 1}),
    "effect": (HeadFilter(measure="effect", side="most", bound=-0.1), by_effect(2, -0.1)),
    "text": (HeadFilter(measure="text", side="most", bound=0.0), by_effect(None, 0.0)),
    "coverage": (HeadFilter(measure="coverage", bound=0.0), {one for one in all_heads(TRACE) if one[0] == "cross"}),
    "none": (HeadFilter(measure="entropy", bound=99.0), set()),
}


@pytest.mark.parametrize("case", CASES)
def test_every_view_lists_the_same_heads(qtbot: QtBot, case: str) -> None:
    asked, kept = CASES[case]
    assert case in ("none", "cross") or 0 < len(kept) < len(all_heads(TRACE)), "the case tells nothing"
    cross = sorted(one[1:] for one in kept if one[0] == "cross")
    whole = len(cross) == 12
    words = f"{len(kept)} of 36 heads"
    grid = AttentionStage(qtbot, TRACE, kind="cross", step=2, heads=asked)
    order = grid.view.pick.mosaic.places().order
    assert (order is None and whole) or list(order) == cross
    assert grid.view.heads_listed(grid.shot()).words() == words and words in grid.view.full_explanation(grid.shot())
    page = AttentionStage(qtbot, TRACE, kind="cross", step=2, heads=asked, all_heads=True)
    for kind, panel in page.view.page.panels.items():
        own = sorted(one[1:] for one in kept if one[0] == kind)
        seen = panel.mosaic.accessible_places()
        assert sorted(seen) == own and (len(own) == 12 or f"{len(own)} of 12 heads" in panel.name.text())
    rows = HeadsStage(qtbot, TRACE, kind="cross", step=2, everything=True, heads=asked)
    parts = {(row.part.kind, row.part.layer, row.part.index) for row in rows.view.matrix.lines}
    assert parts == kept and rows.view.heads_listed(rows.shot()).words() == words
    survey = SurveyStage(qtbot, TRACE, kind="cross", step=2, heads=asked)
    order = survey.view.mosaic.places().order
    assert (order is None and whole) or list(order) == cross
    for stage in (grid, page, rows, survey):
        stage.view.grab()  # heads without a place are not painted


def test_compare_lists_the_heads_that_are_left(qtbot: QtBot) -> None:
    asked, _ = CASES["cross"]
    stage = CompareStage(qtbot, TRACE, TRACE, part="heads")
    stage.view.resize(900, 700)
    all_of_them = stage.view.heads.ranked
    stage.draw(heads=asked)
    assert len(all_of_them) == 36
    assert stage.view.heads.ranked == tuple(one for one in all_of_them if one[0] == "cross")
    squares = stage.view.heads.squares
    assert squares.place_at(squares.rect_of(("cross", 0, 0)).center()) == ("cross", 0, 0)
    assert squares.place_at(squares.rect_of(("encoder", 0, 0)).center()) is None
    stage.view.grab()


def test_unknown_measures_hide_nothing_and_are_reported(qtbot: QtBot) -> None:
    asked = HeadFilter(measure="error rate", side="most", bound=0.3)
    found = filter_heads(asked, {place: {"entropy": 1.0} for place in all_heads(TRACE)}, {})
    assert found.whole and not found.known
    stage = SurveyStage(qtbot, TRACE, kind="cross")
    bare = stage.shot()
    bare = bare.with_(state=bare.state.with_(alignments=()))
    stage.view.renew(bare.with_(state=bare.state.with_(look=bare.look.__class__(heads=asked))))
    shot = stage.view._shot
    assert "unknown for these heads" in stage.view.full_explanation(shot)


def test_the_sentence_names_the_filter() -> None:
    words = filter_words(HeadFilter("cross", 1, "text", "most", -0.1))
    assert words == "cross-attention, layer 2, effect on the text ≤ −0.1"
    assert filter_words(HeadFilter(measure="anti-diagonal", bound=-0.25)) == "anti-diagonal ≥ −0.25"
    assert filter_words(HeadFilter(measure="previous")) == "previous ≥ 0.5" and filter_words(HeadFilter()) == ""


def test_arrows_reach_listed_heads_alone(qtbot: QtBot) -> None:
    asked, kept = CASES["entropy"]
    cross = sorted(one[1:] for one in kept if one[0] == "cross")
    hidden: Any = next(one[1:] for one in all_heads(TRACE) if one[0] == "cross" and one not in kept)
    stage = AttentionStage(qtbot, TRACE, kind="cross", layer=hidden[0], head=hidden[1], heads=asked)
    mosaic = stage.view.pick.mosaic
    qtbot.keyClick(mosaic, Qt.Key.Key_Right)
    assert (stage.look.layer, stage.look.head) == cross[0]
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Up):
        qtbot.keyClick(mosaic, key)
        assert (stage.look.layer, stage.look.head) in cross


def test_all_that_a_session_may_ask_for_is_offered_and_has_words() -> None:
    allowed = set(describe(HeadFilter)["measure"].choices)
    assert allowed == {"", *EFFECTS, *KINDS_OF}
    assert all(filter_words(HeadFilter(measure=name)) for name in allowed - {""})
