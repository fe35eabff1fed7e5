"""Heads sorted by the same measure stand in the same order in every view that shows them, under the same words."""

from __future__ import annotations

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from model_core.analysis.heads.head_alignment import alignment_measures, on_tokens
from model_core.analysis.reads import measured_in
from model_core.record.aligned_text import AlignedText
from model_core.record.effects import Effects, EffectsSpec, parts_of
from tests.made.traces import made_trace
from tests.support.harness import ViewStage
from viz_app.charts.head_chips import HeadSorter
from viz_app.data.maps.aligned_heads import AlignedHeads
from viz_app.data.maps.head_order import ORDERS, available_orders, ordered
from viz_app.data.snapshot import Snapshot
from viz_app.document.state import HeadFilter, State
from viz_app.views.attention.view import Attention
from viz_app.views.heads.view import Heads
from viz_app.views.survey.view import Survey

pytestmark = pytest.mark.usefixtures("qapp")

TRACE = made_trace("the white house is very old", "la casa blanca es muy vieja")
WORDS = ("the", "white", "house", "is", "very", "old"), ("la", "casa", "blanca", "es", "muy", "vieja")
LINKS = AlignedText(*WORDS, ((0, 0), (2, 1), (1, 2)), ((3, 3),))


def effects() -> Effects:
    spec, one = EffectsSpec(TRACE.run), TRACE.sentences[0]
    parts = parts_of(TRACE.spec, len(one.source), ("heads",))
    changes = np.random.default_rng(3).normal(0, 0.3, (len(parts), len(one.written)))
    return Effects(spec, one.source, one.written, parts, np.full(len(one.written), -0.4), changes, len(parts), 1.0)


FOUND = effects()


class Stage(ViewStage):
    """A view with the effects of the text and its alignment."""

    def shot(self) -> Snapshot:
        shot = super().shot()
        return shot.with_(effects={FOUND.asked: FOUND}, state=shot.state.with_(alignments=(LINKS,)))


class AttentionStage(Stage):
    of = Attention


class HeadsStage(Stage):
    of = Heads


class SurveyStage(Stage):
    of = Survey


def in_heads(qtbot: QtBot, order: str) -> list[tuple[int, int]]:
    """The cross heads from the top of Heads."""
    stage = HeadsStage(qtbot, TRACE, kind="cross", step=2, everything=True, order=order)
    rows = [row.part for row in stage.view.matrix.lines]
    return [(part.layer, part.index) for part in rows if part.kind == "cross"]


@pytest.mark.parametrize("order", ["entropy", "coverage", "first", "pattern", "strongest"])
def test_a_measure_gives_one_order_everywhere(qtbot: QtBot, order: str) -> None:
    values = {
        (layer, head): {name: float(one[head]) for name, one in measured_in(maps, "cross", TRACE.sentences[0]).items()}
        for layer, maps in enumerate(TRACE.maps("cross")) for head in range(4)
    }  # fmt: skip
    expected = list(ordered(sorted(values), order, values))
    assert len(expected) == 12 and expected != sorted(expected)
    if order not in ("pattern",):
        numbers = [values[head][order] for head in expected]
        assert numbers == sorted(numbers, reverse=order != "entropy")
    grid = AttentionStage(qtbot, TRACE, kind="cross", order=order)
    assert list(grid.view.pick.mosaic.places().order) == expected
    page = AttentionStage(qtbot, TRACE, kind="cross", order=order, all_heads=True)
    assert list(page.view.page.panels["cross"].mosaic.places().order) == expected
    assert in_heads(qtbot, order) == expected
    survey = SurveyStage(qtbot, TRACE, kind="cross", order=order)
    assert list(survey.view.mosaic.places().order) == expected
    for button in (grid.view.pick.sort, page.view.page.orders):
        assert button.words() == f"sorted by {ORDERS[order][0]}"


@pytest.mark.parametrize("order", ["agreement", "error rate"])
def test_heads_are_sorted_by_an_alignment(qtbot: QtBot, order: str) -> None:
    found = on_tokens(LINKS, TRACE.sentences[0])
    numbers = {
        (layer, head): float(alignment_measures(maps, found)[order][head])
        for layer, maps in enumerate(TRACE.maps("cross")) for head in range(4)
    }  # fmt: skip
    sign = 1 if order == "error rate" else -1
    expected = sorted(numbers, key=lambda head: (sign * numbers[head], head))
    grid = AttentionStage(qtbot, TRACE, kind="cross", order=order)
    assert list(grid.view.pick.mosaic.places().order) == expected
    page = AttentionStage(qtbot, TRACE, kind="cross", order=order, all_heads=True)
    mosaic = page.view.page.panels["cross"].mosaic
    assert list(mosaic.places().order) == expected
    first = expected[0]
    shown = f"{100 * numbers[first]:.0f} %" if order == "error rate" else f"{numbers[first]:.2f}"
    assert mosaic._names[first] == f"L{first[0] + 1} H{first[1] + 1}\n{shown}"
    assert page.view.page.panels["encoder"].mosaic.places().order is None, "an alignment says nothing of the encoder"
    assert in_heads(qtbot, order) == expected


def test_effects_sort_alike_in_attention_and_heads(qtbot: QtBot) -> None:
    for order, column in (("effect", 2), ("text", None)):
        pairs = zip(FOUND.parts, FOUND.totals(column), strict=True)
        values = {(part.layer, part.index): abs(value) for part, value in pairs if part.kind == "cross"}
        expected = sorted(values, key=lambda head: -values[head])
        grid = AttentionStage(qtbot, TRACE, kind="cross", step=2, order=order)
        assert list(grid.view.pick.mosaic.places().order) == expected
        page = AttentionStage(qtbot, TRACE, kind="cross", step=2, order=order, all_heads=True)
        assert list(page.view.page.panels["cross"].mosaic.places().order) == expected


def test_only_what_makes_sense_is_offered() -> None:
    assert "coverage" not in available_orders(("encoder",)) and "next" in available_orders(("encoder",))
    assert "error rate" in available_orders(("cross",)) and "effect" not in available_orders(("cross",), effects=False)
    assert list(available_orders(("encoder", "decoder", "cross"))) == list(ORDERS)


def test_the_menu_of_orders_is_made_once_for_all_kinds_of_attention(qtbot: QtBot) -> None:
    sorter = HeadSorter()
    qtbot.addWidget(sorter)
    menu = sorter.menu()
    for kinds in (("cross",), ("encoder",), ("decoder", "cross")):
        assert sorter.show_order("coverage", kinds) == ("coverage" if "cross" in kinds else "place")
        seen = [entry.text() for entry in menu.actions() if entry.isVisible()]
        assert seen == [word[0].upper() + word[1:] for word, _ in available_orders(kinds).values()]
        assert [entry.isChecked() for entry in menu.actions()].count(True) == 1
    assert sorter.menu() is menu


def test_heads_that_are_not_measured_stand_last_by_place() -> None:
    everyone = [(0, 0), (0, 1), (1, 0)]
    assert ordered(everyone, "entropy", {(1, 0): {"entropy": 2.0}, (0, 1): {"entropy": 1.0}}) == (
        (0, 1), (1, 0), (0, 0),
    )  # fmt: skip
    assert ordered(everyone, "entropy", {}) == () and ordered(everyone, "place", {}) == ()


@pytest.mark.parametrize("parts", ["heads", "source"])
def test_heads_and_words_stand_by_place_where_that_is_chosen(qtbot: QtBot, parts: str) -> None:
    stage = HeadsStage(qtbot, TRACE, kind="cross", step=2, everything=True, order="place", parts=parts)
    rows = [row.part for row in stage.view.matrix.lines]
    assert tuple(rows) == parts_of(TRACE.spec, len(TRACE.sentences[0].source), (parts,))
    assert "sorted by place" in stage.view.explanation(stage.shot())


def test_a_click_on_a_token_sorts_by_it_again(qtbot: QtBot) -> None:
    stage = HeadsStage(qtbot, TRACE, kind="cross", step=2, order="entropy")
    assert "sorted by entropy" in stage.view.explanation(stage.shot())
    stage.view.matrix.stepped.emit(3)
    assert stage.opted == [{"order": "token"}] and stage.picked == [{"step": 3}]


def test_a_measure_beside_a_name_is_not_what_the_head_reads(qtbot: QtBot) -> None:
    by_effect, by_measure = (
        HeadsStage(qtbot, TRACE, kind="cross", step=2, **one) for one in ({}, {"order": "entropy"})
    )
    reads = {row.part: row.note for row in by_effect.view._content.rows}
    rows = by_measure.view._content.rows
    assert {row.part: row.note for row in rows} == reads, "as in the saved table and in tool tips"
    assert all(row.side_text(None) == row.number != row.note for row in rows), "the picture has the measure"


def test_old_states_are_read() -> None:
    assert State.from_json({**State().to_json(), "options": {"attention": {"sort": "effect"}}})


def test_a_long_text_is_measured_against_an_alignment_too(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a text whose maps are made one by one: the selected head at once, all where they are sorted by it."""
    monkeypatch.setattr("model_core.record.derived_maps.RECORDED_CELLS", 10)
    kept = {name: one for name, one in TRACE.arrays.items() if not name.endswith(("scores", ".weights"))}
    long = TRACE.with_(arrays=kept)
    assert not long.whole("cross")
    found = on_tokens(LINKS, TRACE.sentences[0])
    whole = AlignedHeads().of(TRACE, 0, (LINKS,))
    assert AlignedHeads().of(long, 0, (LINKS,)) == {}
    one = AlignedHeads().of(long, 0, (LINKS,), (2, 1))
    assert list(one) == [(2, 1)] and one[2, 1] == pytest.approx(whole[2, 1], abs=1e-6)
    assert found is not None
    expected = sorted(whole, key=lambda head: (whole[head]["error rate"], head))
    page = AttentionStage(qtbot, long, kind="cross", order="error rate", all_heads=True)
    qtbot.waitUntil(lambda: not page.view.page.working, timeout=20_000)
    assert list(page.view.page.panels["cross"].mosaic.places().order) == expected


@pytest.mark.parametrize("recorded", [10**9, 10])
def test_a_head_whose_weights_are_no_numbers_is_sorted_last(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, recorded: int
) -> None:
    """Of a text whose maps are made at once, and of one whose maps are made one by one."""
    monkeypatch.setattr("model_core.record.derived_maps.RECORDED_CELLS", recorded)
    names = [f"decoder.layers.1.cross_attn.{name}" for name in ("q", "weights")]
    arrays = dict(TRACE.arrays)
    for name in names:
        arrays[name] = arrays[name].copy()
        arrays[name][:, 2] = np.nan
    if recorded == 10:
        arrays = {name: one for name, one in arrays.items() if not name.endswith(("scores", ".weights"))}
    broken = TRACE.with_(arrays=arrays)
    assert (1, 2) not in AlignedHeads().of(broken, 0, (LINKS,), (1, 2))
    page = AttentionStage(qtbot, broken, kind="cross", order="error rate", all_heads=True, layer=1, head=2)
    qtbot.waitUntil(lambda: not page.view.page.working, timeout=20_000)
    assert list(page.view.page.panels["cross"].mosaic.places().order)[-1] == (1, 2)


def test_all_heads_are_a_table_with_effects_and_alignment(qtbot: QtBot) -> None:
    stage = AttentionStage(qtbot, TRACE, kind="cross", step=2, order="text", all_heads=True)
    table = stage.view.table()
    assert len(table.rows) == 36 and table.headings[:7] == (
        "part", "attention", "layer", "head", "reads", "effect on the token", "effect on the text",
    )  # fmt: skip
    whole = AlignedHeads().of(TRACE, 0, (LINKS,))
    columns = {name: table.headings.index(name) for name in table.headings}
    texts = [abs(row[columns["effect on the text"]]) for row in table.rows]
    assert texts == sorted(texts, reverse=True)
    for row in table.rows:
        for name in ("agreement", "error rate"):
            number = row[columns[name]]
            assert number == whole[row[2:4]][name] if row[1] == "cross" else np.isnan(number)
        part = next(one for one in FOUND.parts if (one.kind, one.layer, one.index) == row[1:4])
        assert row[0] == part.name == f"{row[1]} {row[2] + 1}.{row[3] + 1}", "as on the screen"
        assert row[columns["effect on the token"]] == FOUND.changes[FOUND.parts.index(part), 2]
    middle = float(np.median([one["error rate"] for one in whole.values()]))
    stage.draw(heads=HeadFilter(kind="cross", measure="error rate", side="most", bound=middle))
    kept = {("cross", *head) for head, one in whole.items() if one["error rate"] <= middle}
    assert {row[1:4] for row in stage.view.table().rows} == kept and 0 < len(kept) < 12
    stage.draw(all_heads=False)
    assert stage.view.table() is None, "the numbers are those of the map again"
