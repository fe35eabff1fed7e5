"""The view of effects: what stands in which row and column, in which order, and what clicks and keys ask for."""

from __future__ import annotations

import math
import re
import weakref
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from model_core.analysis.effect_order import rank_correlation
from model_core.record.edits import Edits, HeadPlace
from model_core.record.effects import Component, Effects, EffectsSpec, parts_of
from model_core.record.tokens import Token
from model_core.record.trace import Alternative, Trace
from tests.made.traces import made_trace
from tests.support.harness import ViewStage, pixels_of, settled, svg_of, tip_text
from viz_app.data.maps.head_names import head_names
from viz_app.data.number_format import fmt_score
from viz_app.data.snapshot import Snapshot
from viz_app.views.heads import cell_colours, words
from viz_app.views.heads.cell_colours import CellColours, row_colours
from viz_app.views.heads.content import TEXTS, arranged, content
from viz_app.views.heads.matrix_picture import PAD, MatrixMarks, matrix_layout
from viz_app.views.heads.texts import changed_words, words_of
from viz_app.views.heads.view import Heads
from viz_app.widgets import theme as themes

pytestmark = pytest.mark.usefixtures("qapp")

TRACE = made_trace("the white house is very old", "la casa blanca es muy vieja")
WRITTEN = TRACE.sentences[0].written


def made_effects(trace: Trace = TRACE, groups: tuple[str, ...] = ("heads",), seed: int = 1, **asked: Any) -> Effects:
    """Random effects of all parts; of the chosen head of cross-attention a large loss at the second token."""
    spec = EffectsSpec(trace.run, groups=groups, **asked)
    one = trace.sentences[spec.sentence]
    parts = parts_of(trace.spec, len(one.source), groups)
    changes = np.random.default_rng(seed).normal(0, 0.1, (len(parts), len(one.written)))
    changes[-1, 1] = -2.9
    return Effects(spec, one.source, one.written, parts, np.full(len(one.written), -0.41), changes, len(parts), 90.0)


class Stage(ViewStage):
    """The view with effects beside the trace."""

    of = Heads
    effects: dict[EffectsSpec, Effects]
    texts: dict[Any, Alternative]

    def __init__(self, qtbot: QtBot, *found: Effects, trace: Trace = TRACE, **changes: Any) -> None:
        self.effects, self.texts = {one.asked: one for one in found}, {}
        super().__init__(qtbot, trace, **changes)

    def shot(self) -> Snapshot:
        return super().shot().with_(effects=self.effects, texts=self.texts)


def names(stage: Stage) -> list[str]:
    """The rows from the top; a fold as its number."""
    return [str(line) if isinstance(line, int) else line.name for line in stage.view.matrix.lines]


# ---------------------------------------------------------------- two replacements side by side


def test_two_replacements_stand_in_one_matrix_on_one_scale(qtbot: QtBot) -> None:
    zero, uniform = made_effects(), made_effects(seed=2, replacement="uniform")
    uniform.changes[0, 0] = -5.8
    stage = Stage(qtbot, zero, uniform, step=1, everything=True, beside="uniform")
    shown = stage.view._content
    assert [request.asked for request in stage.view.effects_requests(stage.shot())] == [zero.asked, uniform.asked]
    for row in shown.rows:
        place = zero.parts.index(row.part)
        np.testing.assert_array_equal(row.values, zero.changes[place])
        np.testing.assert_array_equal(row.other, uniform.changes[place])
    both = np.abs(np.concatenate([zero.changes, uniform.changes]))
    assert shown.limit == pytest.approx(np.percentile(both, 98)) and shown.other == uniform.asked
    order = np.argsort(zero.changes[:, 1], kind="stable")
    assert names(stage) == [zero.parts[place].name for place in order], "sorted by the first"
    tip = words.cell_words(shown, shown.rows[0], 1)
    assert fmt_score(zero.base[1] + zero.changes[0, 1], 2) in tip.splitlines()[0]
    assert tip.splitlines()[1].startswith("All alike instead: log p")
    assert fmt_score(uniform.base[1] + uniform.changes[0, 1], 2) in tip.splitlines()[1]
    said = " ".join(stage.view.note.text().split())
    correlation = rank_correlation(zero.changes[:, 1], uniform.changes[:, 1])
    assert "Nothing (0) and all alike rank the heads in" in said and fmt_score(correlation, 2) in said
    assert "Left in each cell: nothing (0), right: all alike." in stage.view.explanation(stage.shot())


def test_the_chosen_word_above_its_column_is_whole(qtbot: QtBot) -> None:
    """It is larger than the others: where they are turned, there is room for it."""
    trace = made_trace("the white house is very old", "la casa blanca extraviada es muy vieja y muy bonita")
    stage = Stage(qtbot, made_effects(trace), trace=trace, size=(760, 590), step=3)
    matrix = stage.view.matrix
    assert not matrix._places().level
    above = pixels_of(matrix.grab().toImage())[: math.floor(matrix._places().top)]
    assert len(np.unique(above[0])) == 1 < len(np.unique(above)), "no letter reaches the upper edge"


@pytest.mark.parametrize(
    ("columns", "word", "level"),
    [(7, 12.0, True), (11, 60.0, True), (11, 130.0, False), (60, 40.0, False), (1774, 40.0, False), (0, 0.0, True)],
)
def test_words_are_level_where_they_fit(columns: int, word: float, level: bool) -> None:
    places = matrix_layout(900, columns, 150, word, 20, 60, 1.0, bold=1.25 * word)
    assert places.level is level
    assert places.right + places.gap + places.total <= 900
    if level:
        assert places.top < 30 and places.every(14) == 1
        assert places.cell >= 0.8 * word
    else:
        assert places.top > 1.25 * word * 0.7
        assert places.gap >= places.row, "where the sums begin, the last turned word is above the line of their name"


def test_a_word_that_is_spelt_out_has_the_room_of_what_is_painted(qtbot: QtBot) -> None:
    """No font here can draw it: it is longer on the screen than its letters."""
    traces = [
        made_trace("the white house", f"la casa es {one} y muy larga y tal vez") for one in ("\U0001f44f", "U+1F44F")
    ]
    spelt, typed = (Stage(qtbot, made_effects(one), trace=one, size=(700, 590)).view.matrix._places() for one in traces)
    assert not spelt.level and (spelt.top, spelt.cell) == (typed.top, typed.cell)


def test_a_line_that_is_no_longer_there_has_no_words(qtbot: QtBot) -> None:
    matrix = Stage(qtbot, made_effects(TRACE)).view.matrix
    assert matrix.tip_of((len(matrix.lines) - 1, 0)) and matrix.tip_of((len(matrix.lines), 0)) == ""


@pytest.mark.parametrize("differs", [False, True])
def test_the_names_of_all_heads_are_whole_beside_another_view(qtbot: QtBot, differs: bool) -> None:
    edits = Edits(heads_off=(HeadPlace("cross", 2, 3),))
    trace = TRACE.with_(run=TRACE.run.with_(edits=edits))
    stage = Stage(qtbot, made_effects(trace), trace=trace, size=(512, 600))
    content = stage.view._content
    rows = tuple(replace(row, note=row.note or "mixed", differs=differs) for row in content.rows)
    matrix = stage.view.matrix
    matrix.show_content(replace(content, rows=rows), MatrixMarks())
    body, small = matrix.metrics_of("body"), matrix.metrics_of("small")
    for row in rows:
        used = body.horizontalAdvance(words.row_label(row)) + small.horizontalAdvance(row.note) + 3 * 8
        assert used <= matrix._places().left + 0.01


def test_names_beside_the_texts_have_the_room_of_what_is_painted(qtbot: QtBot) -> None:
    from viz_app.views.heads.texts import TextLine

    texts = Stage(qtbot, made_effects()).view.texts
    pictures = []
    for name in ("\U0001f44f", "U+1F44F"):
        texts.show_lines((TextLine(name, ("la", "casa"), (False, False), name),))
        pictures.append(texts.grab().toImage())
    assert pictures[0] == pictures[1]


def test_each_head_stands_beside_itself_once_the_chosen_one_is_off(qtbot: QtBot) -> None:
    """Right: what both cost less what the chosen one costs alone; of the chosen one itself nothing."""
    alone = made_effects()
    chosen = Component("heads", "cross", 2, 3)
    both = made_effects(seed=2, together=(chosen,))
    both.changes[alone.parts.index(chosen)] = alone.of(chosen)
    stage = Stage(qtbot, alone, both, step=1, everything=True, beside="together", kind="cross", layer=2, head=3)
    assert [one.asked for one in stage.view.effects_requests(stage.shot())] == [alone.asked, both.asked]
    shown = stage.view._content
    for row in shown.rows:
        np.testing.assert_allclose(row.other, both.of(row.part) - alone.of(chosen), atol=1e-12)
        assert row.part != chosen or not row.other.any()
    row = shown.row_of(alone.parts[0])
    base = -0.41 + alone.of(chosen)[1]
    told = words.cell_words(shown, row, 1).splitlines()
    assert told[1].startswith(
        f"With cross 3.4 off, too: log p {fmt_score(base, 2)} → {fmt_score(base + row.other[1], 2)}"
    )
    assert "right: with cross 3.4 off, too" in stage.view.explanation(stage.shot())
    assert "stands in for cross 3.4" in " ".join(stage.view.note.text().split())
    table = stage.view.table()
    (line,) = (one for one in table.rows if one[0] == row.part.name and one[5] == 1 and "cross 3.4 off" in one[9])
    assert line[7] == pytest.approx(base) and line[8] == pytest.approx(row.other[1])


@pytest.mark.parametrize(("instead", "beside"), [("zero", "zero"), ("uniform", "uniform"), ("zero", "mean")])
def test_where_nothing_can_stand_beside_it_the_foot_says_why(qtbot: QtBot, instead: str, beside: str) -> None:
    """The same replacement twice, or an average without a survey."""
    stage = Stage(qtbot, made_effects(replacement=instead), replacement=instead, beside=beside)
    assert stage.view._content.other is None
    told = stage.view.note.text()
    assert ("Beside it" in told and "Instead" in told) if instead == beside else "survey" in told
    alone = Stage(qtbot, made_effects(replacement=instead), replacement=instead)
    assert "Beside it" not in alone.view.note.text()


def test_the_foot_says_what_was_done_to_heads(qtbot: QtBot) -> None:
    zero, uniform = made_effects(), made_effects(seed=2, replacement="uniform")
    foots = [
        Stage(qtbot, zero, uniform, **options).view.note.text()
        for options in ({}, {"replacement": "uniform"}, {"beside": "uniform"}, {"beside": "together"})
    ]
    assert ["switched off alone" in foot for foot in foots] == [True, False, False, True]
    assert ["replaced alone, by" in foot for foot in foots] == [False, True, True, False]
    assert "“nothing (0)” or “all alike”" in foots[2] and "nothing" not in foots[1]
    assert ["same weight" in foot for foot in foots] == [False, True, False, False], "what a replaced head reads"


def test_each_half_of_a_cell_has_the_colour_of_its_own_change(qtbot: QtBot) -> None:
    zero, uniform = made_effects(), made_effects(seed=2, replacement="uniform")
    uniform.changes[-1, 1] = 2.9
    stage = Stage(qtbot, zero, uniform, step=3, everything=True, beside="uniform")
    matrix = stage.view.matrix
    line = next(at for at, row in enumerate(matrix.lines) if row.part == zero.parts[-1])
    rect, picture = matrix.rect_of((line, 1)), matrix.grab().toImage()
    left, right = (picture.pixelColor(round(rect.left() + share * rect.width()), round(rect.top()) + 3)
                   for share in (0.1, 0.9))  # fmt: skip
    assert left.blue() > left.red() + 50, "a loss is blue, as all that is below zero"
    assert right.red() > right.blue() + 50, "a gain is orange"


def test_the_second_replacement_waits_and_is_in_the_table(qtbot: QtBot) -> None:
    zero, uniform = made_effects(), made_effects(seed=2, replacement="uniform")
    stage = Stage(qtbot, zero, step=1, beside="uniform")
    assert np.isnan(stage.view._content.rows[0].other).all() and "rank the heads" not in stage.view.note.text()
    stage.effects[uniform.asked] = uniform
    stage.draw()
    rows = stage.view.table().rows
    assert len(rows) == 2 * zero.changes.size
    assert {row[-2] for row in rows} == {"zero", "uniform"}
    assert sorted(row[-3] for row in rows if row[-2] == "uniform") == sorted(uniform.changes.ravel().tolist())
    stage.draw(parts="source")
    assert len(stage.view.effects_requests(stage.shot())) == 1


# ---------------------------------------------------------------- rows and columns


def test_rows_go_from_the_largest_loss_to_the_largest_gain_of_the_chosen_token(qtbot: QtBot) -> None:
    found = made_effects()
    stage = Stage(qtbot, found, step=1, everything=True)
    order = np.argsort(found.changes[:, 1], kind="stable")
    assert names(stage) == [found.parts[place].name for place in order]
    assert names(stage)[0] == found.parts[-1].name == "cross 3.4"
    stage.draw(step=3)
    assert names(stage)[0] == found.parts[int(found.changes[:, 3].argmin())].name
    stage.draw(order="text")
    assert names(stage)[0] == found.parts[int(found.changes.sum(1).argmin())].name


def test_what_does_not_fit_is_folded_and_the_chosen_head_stays(qtbot: QtBot) -> None:
    found = made_effects()
    weakest = found.parts[int(np.abs(found.changes[:, 1]).argmin())]
    shown = content(TRACE, found.asked, found, {})
    lines = arranged(shown, 1, 9, False, weakest)
    (folded,) = (at for at, line in enumerate(lines) if isinstance(line, int))
    above, below = lines[:folded], lines[folded + 1 :]
    assert len(lines) == 9 and lines[folded] == len(found.parts) - 8
    kept = [row.part for row in (*above, *below)]
    strongest = found.ranked(1)[:7]
    assert set(kept) == {weakest, *strongest}
    assert all(row.value(1) < 0 for row in above) and all(row.value(1) >= 0 for row in below)
    assert len(arranged(shown, 1, 9, True, weakest)) == len(found.parts)
    count = lines[folded]
    assert words.fold_words(count, shown, lines, 1) == f"{count} more", "the chosen one has less effect than they"
    strong = arranged(shown, 1, 9, False, strongest[0])
    assert words.fold_words(count, shown, strong, 1) == f"{count} more with less effect"
    waiting = content(TRACE, found.asked, None, {})
    assert "less" not in words.fold_words(count, waiting, arranged(waiting, 1, 9, False, None), 1)


@pytest.mark.parametrize("width", [500, 700, 1000])
@pytest.mark.parametrize("named", [True, False])
def test_the_number_of_folded_rows_ends_before_the_columns(qtbot: QtBot, width: int, named: bool) -> None:
    """The frame of a step crossed it where heads have no names, as in a text of one token."""
    matrix = Stage(qtbot, made_effects(), size=(width, 500), step=1).view.matrix
    rows = tuple(row if named else replace(row, note="") for row in matrix._content.rows)
    matrix.show_content(replace(matrix._content, rows=rows), MatrixMarks(1, 1))
    (folded,) = (row for row in matrix.lines if isinstance(row, int))
    said = words.fold_words(folded, matrix._content, matrix.lines, 1)
    assert PAD + matrix.metrics_of("small").horizontalAdvance(said) <= matrix._places().left


@pytest.mark.parametrize(("step", "fold"), [(1, 1), (3, 0)])
def test_the_frame_of_the_step_is_round_its_rows(qtbot: QtBot, step: int, fold: int) -> None:
    """In a low window one row and the number of the others are left: the frame is not drawn over that."""
    matrix = Stage(qtbot, made_effects(), size=(700, 500), step=step).view.matrix
    matrix.setFixedHeight(math.floor(matrix._places().top + 2.5 * matrix._row() + themes.px(34)))
    settled()
    assert [isinstance(line, int) for line in matrix.lines] == [fold == 0, fold == 1]
    places, picture = matrix._places(), pixels_of(matrix.grab().toImage())
    edge, top = round(places.column(step).left()), math.ceil(places.top) - 1
    inside = top + np.nonzero((picture[top:, edge - 2 : edge + 3] == themes.current().q("target").rgb()).any(1))[0]
    row = places.line_rect(1 - fold)
    assert len(inside) > row.height() / 2 and row.top() - 2 <= min(inside) and max(inside) <= row.bottom() + 2


@pytest.mark.parametrize("order", ["place", "entropy", "token", ""])
@pytest.mark.parametrize("everything", [False, True])
def test_the_chosen_head_is_seen_however_rows_are_sorted(qtbot: QtBot, order: str, everything: bool) -> None:
    """Folded, or below the rows that are seen, no head seemed to be chosen. Without an order: nothing is computed."""
    found = (made_effects(),) if order else ()
    stage = Stage(qtbot, *found, size=(900, 330), everything=everything, order=order or "token")
    matrix = stage.view.matrix
    for part in made_effects().parts:
        stage.draw(kind=part.kind, layer=part.layer, head=part.index)
        assert part in [row.part for row in matrix._shown() if not isinstance(row, int)]
        folded = [row for row in matrix.lines if isinstance(row, int)]
        rows = [row.part for row in matrix.lines if not isinstance(row, int)]
        assert len(set(rows)) == len(rows), "no row twice"
        assert sum(folded) + len(matrix.lines) - len(folded) == len(made_effects().parts)
        assert everything or len(matrix._shown()) == len(matrix.lines), "the fold is seen, too"


def test_until_they_are_computed_rows_stand_by_place_without_numbers(qtbot: QtBot) -> None:
    stage = Stage(qtbot, everything=True)
    assert names(stage)[:2] == ["encoder 1.1", "encoder 1.2"]
    assert "being computed" in stage.view.explanation(stage.shot())
    half = made_effects()
    half = replace(half, done=12, changes=np.where(np.arange(36)[:, None] < 12, half.changes, np.nan))
    stage.effects = {half.asked: half}
    stage.draw()
    assert "12 of 36 heads computed" in stage.view.explanation(stage.shot())


def test_cells_without_a_number_yet_have_no_colour_however_narrow(qtbot: QtBot) -> None:
    """Of a long text a row is painted as one image: blue would say that every token gains."""
    stage = Stage(qtbot, everything=True)
    stage.trace = made_trace("yes", " ".join(["casa", "verde"] * 90))
    stage.draw()
    assert "being computed" in stage.view.explanation(stage.shot())
    matrix = stage.view.matrix
    picture, theme = matrix.grab().toImage(), themes.current()
    middle = matrix.width() * 2 // 3, matrix.height() // 2
    colours = {picture.pixelColor(middle[0], middle[1] + down).name() for down in range(40)}
    assert theme.q("background").name() in colours
    assert all(QColor(name).hslSaturation() < 120 for name in colours)


def test_of_more_tokens_than_pixels_each_large_loss_and_the_sums_are_seen(qtbot: QtBot) -> None:
    trace = made_trace("yes", " ".join(["casa", "verde"] * 900), layers=(1, 1), heads=1)
    effects = made_effects(trace)
    for lost in (700, 701, 702):
        effects.changes[:] = 0.0
        effects.changes[-1, lost] = -2.9
        stage = Stage(qtbot, effects, trace=trace, order="text")
        matrix = stage.view.matrix
        places = matrix._places()
        assert names(stage)[0] == "cross 1.1" and places.column(None).right() <= matrix.width()
        row = pixels_of(matrix.grab().toImage())[round(places.top + places.row / 2)]
        assert len(np.unique(row[round(places.left) + 1 : math.floor(places.right) - 2])) > 1, lost


def test_effects_of_the_text_before_stay_until_the_new_ones_are_there(qtbot: QtBot) -> None:
    """While somebody types, rows and columns are those of the last effects, never of a mixture."""
    stage = Stage(qtbot, made_effects(), step=1, everything=True)
    before = names(stage)
    stage.trace = made_trace("the white house is very old today", "la casa blanca es muy vieja hoy mismo")
    stage.effects = {}
    stage.draw()
    assert names(stage) == before
    assert stage.view._content.columns == ("la", "casa", "blanca", "es", "muy", "vieja", "</s>")
    stage.effects = {one.asked: one for one in (made_effects(stage.trace, seed=4),)}
    stage.draw()
    assert len(stage.view._content.columns) == len(stage.trace.sentences[0].written)


def test_the_matrix_of_the_text_before_is_neither_made_nor_painted_again(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    found, without = made_effects(), Component("heads", "cross", 2, 3)
    stage = Stage(qtbot, found, step=None, everything=True)
    one = TRACE.sentences[0]
    otra = (replace(one.written[0], text="otra", id=one.written[0].id + 1), *one.written[1:])
    stage.texts = {(found.asked, without): Alternative("without", 0, one.read, otra, 0, True, {}, {})}
    stage.draw()
    matrix = stage.view.matrix
    matrix.grab()
    rows, painted, updates = matrix.lines, matrix.painted, list[int]()
    monkeypatch.setattr(matrix, "update", lambda: updates.append(1))
    monkeypatch.setattr(stage.view._kept, "names", lambda *text: pytest.fail("nobody asks what heads are called"))
    for words_ in ("la casa blanca es", "la casa blanca es muy vieja hoy mismo"):
        stage.trace, stage.effects, stage.texts = made_trace("the white house is very old today", words_), {}, {}
        stage.draw()
        assert matrix.lines is rows and not updates and matrix.painted == painted
        assert stage.view._content.row_of(without).differs, "what was known of the text before"
        assert stage.view._content.asked.run == TRACE.run and stage.view._content.trace is stage.trace
        assert matrix._number(None) is None, "a number of another text is not explained by this one"
    off = Edits(heads_off=(HeadPlace("cross", 2, 3),))
    stage.trace = stage.trace.with_(run=stage.trace.run.with_(edits=off))
    monkeypatch.setattr(stage.view._kept, "names", head_names)
    stage.draw()
    assert stage.view._content.row_of(without).off == "off" and updates, "an edit is seen at once"


def test_heads_have_the_names_of_what_they_read_and_say_that_they_are_off(qtbot: QtBot) -> None:
    edits = Edits(heads_off=(HeadPlace("cross", 2, 3),))
    trace = TRACE.with_(run=TRACE.run.with_(edits=edits))
    stage = Stage(qtbot, made_effects(trace), trace=trace, step=1)
    row = stage.view._content.row_of(Component("heads", "cross", 2, 3))
    assert row.off == "off" and row.note == head_names(trace, 0)["cross", 2, 3] != ""


def test_source_words_have_the_weight_that_is_on_them_and_say_how_well_both_agree(qtbot: QtBot) -> None:
    found = made_effects(groups=("source",))
    stage = Stage(qtbot, found, parts="source", step=2)
    shown = stage.view._content
    mean = np.stack(TRACE.maps("cross")).mean((0, 1))
    assert [row.name for row in shown.rows] == [token.text for token in TRACE.sentences[0].source]
    assert shown.rows[3].side_text(2) == f"{mean[2, 3]:.2f}"
    assert "rank correlation" in stage.view.note.text()
    best = np.argsort(np.argsort(mean[2])).astype(float)
    same = replace(found, changes=np.tile(-best[:, None], (1, len(WRITTEN))))
    assert content(TRACE, same.asked, same, {}).agreement(2) == pytest.approx(1.0)


# ---------------------------------------------------------------- what is asked for


def test_it_requests_the_shown_effects_and_the_text_without_the_chosen_part(qtbot: QtBot) -> None:
    stage = Stage(qtbot, kind="cross", layer=1, head=2)
    (request,) = stage.view.effects_requests(stage.shot())
    assert (
        request.asked == EffectsSpec(TRACE.run)
        and request.texts == (Component("heads", "cross", 1, 2),)
        and request.live
    )
    stage.draw(replacement="previous")
    assert stage.view.effects_requests(stage.shot())[0].asked.replacement == "previous"
    stage.draw(parts="feed_forwards", index=4)
    (request,) = stage.view.effects_requests(stage.shot())
    assert request.asked == EffectsSpec(TRACE.run, groups=("feed_forwards",))
    assert request.texts == (Component("feed_forwards", "decoder", 1),)
    stage.draw(replacement="mean", parts="heads")
    assert stage.view.effects_requests(stage.shot()) == () and "survey" in stage.view.note.text()


def test_keys_go_through_rows_and_tokens_and_open_the_head(qtbot: QtBot) -> None:
    stage = Stage(qtbot, made_effects(), step=1, kind="cross", layer=2, head=3, everything=True)
    matrix = stage.view.matrix
    matrix.setFocus()
    second = matrix.lines[1].part
    QTest.keyClick(matrix, Qt.Key.Key_Down)
    assert stage.picked[-1] == {"kind": second.kind, "layer": second.layer, "head": second.index}
    QTest.keyClick(matrix, Qt.Key.Key_Right)
    assert stage.picked[-1] == {"step": 2}
    QTest.keyClick(matrix, Qt.Key.Key_Return)
    assert stage.opened == ["attention"]


@pytest.mark.parametrize("everything", [False, True])
def test_the_cursor_stays_on_the_chosen_head_wherever_its_row_goes(qtbot: QtBot, everything: bool) -> None:
    """Another column sorts the rows anew: ring, text above, screen reader name the same head."""
    stage = Stage(qtbot, made_effects(), step=1, kind="cross", layer=1, head=1, everything=everything)
    matrix, lines = stage.view.matrix, set()
    matrix.setFocus()
    steps: list[Any] = [partial(QTest.keyClick, matrix, key) for key in (Qt.Key.Key_Right, Qt.Key.Key_Left)]
    for step in (*steps, partial(stage.draw, step=4), partial(stage.draw, order="text")):
        step()
        assert matrix.row_at(matrix.at).name == stage.view.texts.lines[-1].name.removeprefix("without head ")
        assert matrix.row_at(matrix.at).name in matrix.accessibleDescription().splitlines()[0]
        assert matrix.row_at(matrix.at).part == Component("heads", "cross", 1, 1)
        lines.add(matrix.at)
    assert len(lines) > 1


def test_another_column_does_not_sort_the_chosen_row_out_of_sight(qtbot: QtBot) -> None:
    stage = Stage(qtbot, made_effects(), step=0, kind="cross", layer=1, head=1, everything=True)
    matrix, places = stage.view.matrix, set()
    stage.view.resize(stage.view.width(), 300)
    stage.draw()
    matrix.setFocus()
    for key in (Qt.Key.Key_Right,) * 4 + (Qt.Key.Key_Left,) * 4:
        QTest.keyClick(matrix, key)
        line, _ = matrix.at
        assert matrix.lines[line] in matrix._shown(), "its row is seen"
        places.add(line)
    assert len(matrix._shown()) < len(matrix.lines) and max(places) - min(places) > len(matrix._shown())


def test_the_sentence_does_not_contradict_what_rows_shall_be_sorted_by(qtbot: QtBot) -> None:
    stage = Stage(qtbot, made_effects(), step=None)
    assert stage.view.explanation(stage.shot()).endswith("sorted by the whole text until a token is chosen.")
    stage.draw(order="text")
    assert stage.view.explanation(stage.shot()).endswith("sorted by the whole text.")
    stage.draw(order="token", step=1)
    assert "step 2" in stage.view.explanation(stage.shot())


def test_a_click_on_a_row_chooses_its_head_and_on_a_token_its_column(qtbot: QtBot) -> None:
    stage = Stage(qtbot, made_effects(), step=1, everything=True)
    matrix = stage.view.matrix
    point = matrix.rect_of((2, 0)).center().toPoint()
    QTest.mouseClick(matrix, Qt.MouseButton.LeftButton, pos=point)
    chosen = matrix.lines[2].part
    assert stage.picked[-1] == {"kind": chosen.kind, "layer": chosen.layer, "head": chosen.index}
    QTest.mouseClick(matrix, Qt.MouseButton.LeftButton, pos=matrix.rect_of((-1, None)).center().toPoint())
    assert stage.options.order == "text"
    QTest.mouseClick(matrix, Qt.MouseButton.LeftButton, pos=matrix.rect_of((-1, 3)).center().toPoint())
    assert stage.options.order == "token" and stage.look.step == 3


def test_what_replaces_a_head_is_offered_for_heads_alone(qtbot: QtBot) -> None:
    stage = Stage(qtbot, made_effects(), step=1)
    assert stage.view.unused(stage.shot()) == frozenset()
    for parts in ("feed_forwards", "source", "gradient", "integrated"):
        stage.draw(parts=parts)
        assert stage.view.unused(stage.shot()) == {"replacement", "beside"}, parts
    stage.view.reveal("replacement")
    assert stage.options.parts == "heads"


def test_a_cell_says_both_probabilities(qtbot: QtBot) -> None:
    stage = Stage(qtbot, made_effects(), step=1, kind="cross", layer=2, head=3)
    matrix = stage.view.matrix
    assert isinstance(matrix.rect_of((0, 1)).center(), QPointF)
    text = tip_text(matrix, matrix.rect_of((0, 1)).center().toPoint() + QPoint(0, 0))
    assert "without head cross 3.4, step 2, “casa”: log p −0.41 → −3.31, p 0.664 → 0.037" in text


# ---------------------------------------------------------------- texts, export


def word(text: str, kind: str = "word") -> Token:
    return Token(sum(map(ord, text)), text, text, kind)


def test_words_that_changed_are_found_by_their_longest_common_parts() -> None:
    one = [word("el"), word("agua"), word("fr"), word("ía", "part"), word(".", "part")]
    two = [word("el"), word("pan"), word("agua"), word("fr"), word("ío", "part"), word(".", "part")]
    assert words_of(one) == ("el", "agua", "fría.")
    assert changed_words(one, two) == (False, False, True)
    assert changed_words(two, one) == (False, True, False, True)
    assert changed_words(one, one) == (False, False, False)


def test_both_texts_stand_above_each_other_with_what_changed(qtbot: QtBot) -> None:
    found, part = made_effects(), Component("heads", "cross", 2, 3)
    stage = Stage(qtbot, found, step=1, kind="cross", layer=2, head=3)
    other = (*WRITTEN[:1], replace(WRITTEN[1], text="calle", id=77), *WRITTEN[2:])
    stage.texts = {(found.asked, part): Alternative("without", 0, other, other, 0, True, {}, {})}
    stage.draw()
    plain, without = stage.view.texts.lines
    assert plain.changed.index(True) == without.changed.index(True) == 1
    assert without.words[1] == "calle" and without.name == "without head cross 3.4"
    assert without.numbers == "step 2: log p(casa) −0.41 → −3.31"


@pytest.mark.parametrize("width", [300, 420, 900])
def test_a_text_has_room_before_its_numbers(qtbot: QtBot, width: int) -> None:
    texts = Stage(qtbot, made_effects(), step=1).view.texts
    texts.resize(width, texts.height())
    painted = re.findall(r"<text[^>]*>([^<]*)</text>", svg_of(texts, (width, texts.height())))
    assert sum("log p" in one for one in painted) == (2 if width == 900 else 0)
    assert not any("log p" in one and "…" in one for one in painted)
    assert any("blanca" in one for one in painted)


@pytest.mark.parametrize("order", ["token", "text"])
def test_beside_a_text_stand_no_numbers_of_the_text_before(qtbot: QtBot, order: str) -> None:
    """Until its effects are there, and where they were stopped for good."""
    stage = Stage(qtbot, made_effects(), step=1, order=order)
    assert all(line.numbers for line in stage.view.texts.lines)
    stage.trace, stage.effects = made_trace("my dog sleeps", "mi perro duerme"), {}
    stage.draw()
    plain, without = stage.view.texts.lines
    assert plain.words[0] == "mi" and plain.numbers == without.numbers == ""
    said = stage.view.texts.accessibleDescription()
    assert said == "as it is, from step 1: mi perro duerme </s>\nwithout head cross 1.1", "nothing where nothing is"
    stage.effects = {one.asked: one for one in (made_effects(stage.trace, seed=4),)}
    stage.draw()
    assert all(line.numbers for line in stage.view.texts.lines)


def test_small_changes_keep_enough_decimals_and_are_blank_beside_large_ones() -> None:
    cases = {
        (0.3, 2): {-0.163: "−0.16", 0.241: "+0.24", -0.02: "", math.nan: ""},
        (3.0, 1): {-2.94: "−2.9", 0.44: "+0.4", 0.2: ""},
        (0.1, 2): {-0.053: "−0.05", -0.004: ""},
    }
    for (limit, decimals), told in cases.items():
        assert words.decimals_of(limit) == decimals
        assert [words.change_words(value, limit, decimals) for value in told] == list(told.values())


def test_the_table_has_a_line_for_each_part_and_token(qtbot: QtBot) -> None:
    found = made_effects()
    stage = Stage(qtbot, found, step=1)
    table = stage.view.table()
    assert len(table.rows) == found.changes.size
    row = next(row for row in table.rows if row[:1] == ("cross 3.4",) and row[5] == 1)
    assert row[1:4] == ("cross", 2, 3) and row[6] == "casa" and row[8] == -2.9
    assert b"instead" in table.to_csv()


def test_the_table_names_words_of_the_source_by_themselves(qtbot: QtBot) -> None:
    found = made_effects(groups=("source",))
    rows = Stage(qtbot, found, parts="source").view.table().rows
    one = TRACE.sentences[0]
    assert len(rows) == found.changes.size and len({row[0] for row in rows}) == len(found.parts)
    for row in rows:
        at = next(at for at, part in enumerate(found.parts) if part.index == row[3])
        assert row[0].startswith(one.source[row[3]].text) and row[6].startswith(one.written[row[5]].text)
        assert row[7:9] == (-0.41, found.changes[at, row[5]])


def test_numbers_and_names_are_in_a_vector_picture(qtbot: QtBot) -> None:
    stage = Stage(qtbot, made_effects(), step=1)
    picture = svg_of(stage.view, (900, 600))
    assert all(word in picture for word in ("3.4", "−2.9", "whole text", "blanca"))


@pytest.mark.parametrize("total", [0.567, 81.23])
def test_the_legend_says_where_the_colours_of_both_scales_end(qtbot: QtBot, total: float) -> None:
    """The whole text's are paler at the same number; where both end alike, one number says it."""
    matrix = Stage(qtbot, made_effects(), step=1).view.matrix
    content = replace(matrix._content, limit=0.567, total_limit=total)
    matrix.show_content(content, MatrixMarks(1, 1, everything=True))
    texts = r'<text[^>]* x="([^"]*)"[^>]*>([^<]*)</text>'
    for width in (matrix.width(), 420):
        found = re.findall(texts, svg_of(matrix, (width, matrix.height())))
        (loses,), (gains,) = ([one for one in found if word in one[1]] for word in ("loses", "gains"))
        assert "0.6" in loses[1] and "0.6" in gains[1], "at every width"
        assert float(loses[0]) < float(gains[0]), "the ramp, blue to red, is between them"
        if width > 420:
            assert ("81.2" in gains[1] and "whole text" in gains[1]) is (total != 0.567)


# ---------------------------------------------------------------- gradients


@pytest.mark.parametrize("method", ["gradient", "integrated"])
def test_what_words_give_is_compared_with_what_hiding_them_costs(qtbot: QtBot, method: str) -> None:
    hidden = made_effects(groups=("source",))
    best = np.argsort(np.argsort(hidden.changes[:, 2])).astype(float)
    same = np.tile(best[:, None], (1, len(WRITTEN))) - len(best)
    given = replace(made_effects(groups=("source",), method=method), changes=same)
    stage = Stage(qtbot, parts=method, step=2)
    assert [one.asked for one in stage.view.effects_requests(stage.shot())] == [hidden.asked, given.asked]
    stage.effects = {one.asked: one for one in (hidden, given)}
    stage.draw()
    assert "the cost of hiding them: nearly the same order (1.00)" in stage.view.note.text()
    shown = stage.view._content
    row = shown.rows[3]
    assert f"contributes {fmt_score(-row.value(2), 3)} to step 3" in words.cell_words(shown, row, 2)
    table = stage.view.table()
    assert {line[-1] for line in table.rows} == {words.METHOD_NAMES[method]} and "contribution" in table.context.what
    assert not any("→" in line.numbers for line in stage.view.texts.lines)


def test_rows_say_which_parts_decide_what_is_written(qtbot: QtBot) -> None:
    """Texts are asked for without the strongest heads; a row whose text is another has a sign, and says the text."""
    found = made_effects()
    stage = Stage(qtbot, found, step=2, everything=True)
    (request,) = stage.view.effects_requests(stage.shot())
    strongest = found.ranked(2)[:TEXTS]
    assert len(request.texts) <= TEXTS + 1 and set(strongest) <= set(request.texts)
    one = TRACE.sentences[0]
    same = Alternative("without", 0, one.read, one.written, 0, True, {}, {})
    otra = replace(one.written[0], text="otra", id=one.written[0].id + 1)
    other = replace(same, written=(otra, *one.written[1:]))
    stage.texts = {(found.asked, strongest[0]): other, (found.asked, strongest[1]): same}
    stage.draw()
    rows = {row.part: row for row in stage.view.matrix.lines}
    assert rows[strongest[0]].differs and not rows[strongest[1]].differs and rows[strongest[2]].writes is None
    told = [words.row_words(stage.view._content, rows[part], 2).splitlines()[2:] for part in strongest[:3]]
    assert told[0] == [f"≠ Without it, this is written: {' '.join(words_of(other.written))}"] and "otra" in told[0][0]
    assert told[1:] == [["Without it, the same text is written."], []]
    stage.view.grab()


def test_the_text_without_any_row_that_is_pointed_at_is_asked_for_and_shown(qtbot: QtBot) -> None:
    found = made_effects()
    stage = Stage(qtbot, found, step=2, everything=True)
    view, weakest = stage.view, found.ranked(2)[-1]
    assert weakest not in stage.view.effects_requests(stage.shot())[0].texts
    line = next(at for at, row in enumerate(view.matrix.lines) if row.part == weakest)
    with qtbot.waitSignal(view.requests_changed):
        view.matrix.point_at((line, -1))
    (request,) = view.effects_requests(stage.shot())
    assert weakest in request.texts and Component("heads", "cross", 0, 0) in request.texts, "the chosen one, too"
    one = TRACE.sentences[0]
    otra = replace(one.written[0], text="otra", id=one.written[0].id + 1)
    text = Alternative("without", 0, one.read, (otra, *one.written[1:]), 0, True, {}, {})
    stage.texts = {(found.asked, weakest): text}
    stage.draw()
    assert view.texts.lines[1].name == f"without head {weakest.name}" and view.texts.lines[1].words[0] == "otra"
    assert "otra" in view.matrix.tip_of((line, -1))
    view.matrix.point_at(None)
    assert view.texts.lines[1].name != f"without head {weakest.name}", "the chosen one again"
    assert weakest not in view.effects_requests(stage.shot())[0].texts


def test_colours_that_are_kept_do_not_keep_the_changes() -> None:
    """Each of 128 rows could hold a matrix of its own."""
    kept, matrix = CellColours(), np.zeros((4, 9), dtype=np.float32)
    row, gone = matrix[1], weakref.ref(matrix)
    assert kept.of(row, (1.0, 1.0), dark=False) is kept.of(row, (1.0, 1.0), dark=False)
    del row, matrix
    assert gone() is None


def test_the_cached_colours_of_a_row_equal_fresh_ones() -> None:
    draw, kept = np.random.default_rng(5), CellColours()
    rows = [draw.normal(0, 0.2, 50) for _ in range(4)]
    rows[1][3], rows[2][:] = np.nan, np.nan
    for _ in range(2):
        for row in (*rows, np.zeros(0)):
            for limits in ((0.1, 0.5), (2.0, 0.5), (0.1, 3.0)):
                for dark in (False, True):
                    for blocks in (0, 7, 50) if len(row) else (0,):
                        known, new = kept.of(row, limits, dark, blocks), row_colours(row, limits, dark, blocks)
                        assert repr(known.cells) == repr(new.cells), "NaN is not equal to itself"
                        assert known.strip == new.strip and known.waiting == new.waiting
                        assert len(new.cells) == (1 if blocks else len(row) + 1) and (new.strip is None) == (not blocks)


def test_the_strip_of_a_row_shows_the_largest_change_of_each_pixel() -> None:
    row = np.array([0.1, -0.9, 0.0, 0.2, 0.3, 0.0])
    strip = row_colours(row, (1.0, 1.0), False, 3).strip
    assert strip is not None and (strip.width(), strip.height()) == (3, 1)
    largest = row_colours(np.array([-0.9, 0.2, 0.3]), (1.0, 1.0), False).cells[:3]
    assert [strip.pixel(at, 0) for at in range(3)] == [cell.colour for cell in largest]


def test_another_part_makes_no_colours_anew(qtbot: QtBot, monkeypatch) -> None:
    stage = Stage(qtbot, made_effects())
    made: list[object] = []
    monkeypatch.setattr(cell_colours, "row_colours", lambda *asked: (made.append(asked), row_colours(*asked))[1])
    parts = {"kind": "encoder", "layer": 0, "head": 2}, {"kind": "cross", "layer": 2, "head": 3}
    pictures = []
    for part in (*parts, *parts):  # a part that was folded is among the rows now
        before = len(made)
        stage.pick(part)
        pictures.append(stage.view.matrix.grab().toImage())
    assert pictures[:2] == pictures[2:] and pictures[0] != pictures[1] and len(made) == before
