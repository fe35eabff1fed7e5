"""The lens: its numbers are the engine's, on a small model with weights of chance; what it shows, asks and exports."""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from model_core.engine.engine import Engine
from model_core.record.lens import Lens, LensReading, LensSpec
from model_core.record.run_spec import RunSpec
from model_core.record.trace import Trace
from tests.made.small import small_model, small_pieces
from tests.made.traces import made_trace
from tests.support.harness import ViewStage, svg_of, tip_text
from viz_app.data import selection
from viz_app.data.snapshot import Snapshot
from viz_app.views.lens import content as contents
from viz_app.views.lens import words
from viz_app.views.lens.content import LARGEST, content, stack
from viz_app.views.lens.table_places import shared_widths
from viz_app.views.lens.view import LensView
from viz_app.widgets import painting, theme
from viz_app.window.option_bar import OptionBar

pytestmark = pytest.mark.usefixtures("qapp")


@cache
def engine() -> Engine:
    """With one model, "own", that writes as long as it may."""
    pieces = small_pieces()
    sizes = {"source_vocabulary": pieces.size, "target_vocabulary": pieces.size, "max_positions": 80}
    made = Engine("own")
    made.add("own", small_model(4, **sizes), pieces)
    return made


@cache
def read(steps: int = 6, text: str = "We don't open.") -> tuple[Trace, Lens, LensReading]:
    """A run, what the view gets of it, and the engine's own reading."""
    run = RunSpec("own", (text,), max_steps=steps)
    trace = engine().trace(run)
    (*_, found) = engine().answers(LensSpec(run), trace)
    assert isinstance(found, Lens) and found.reading is not None
    return trace, found, engine().lens(run)


class Stage(ViewStage):
    """The view with readings beside the trace."""

    of = LensView
    lenses: dict[LensSpec, Lens]

    def __init__(self, qtbot: QtBot, trace: Trace, *found: Lens, **changes: Any) -> None:
        self.lenses = {one.asked: one for one in found}
        super().__init__(qtbot, trace, **changes)

    def shot(self) -> Snapshot:
        return super().shot().with_(lenses=self.lenses)


def shown(steps: int = 6) -> Any:
    trace, found, _ = read(steps)
    return content(trace, found.asked, found)


# ---------------------------------------------------------------- numbers


def test_its_numbers_are_those_of_the_lens() -> None:
    _, found, own = read()
    shows = shown()
    assert shows.places == own.places == stack(engine().open("own").model.spec)
    for place in range(len(own.places)):
        for row in range(len(own.written)):
            assert shows.chance(place, row) == pytest.approx(np.exp(own.log_p[place, row, 0]), abs=1e-6)
            assert shows.rank(place, row) == own.rank[place, row, 0]
    assert found.reading is not None and (found.reading.top == own.top).all()
    np.testing.assert_allclose(shows.shade("probability"), np.exp(own.log_p[:, :, 0]), atol=1e-6)
    by_rank = shows.shade("rank")
    assert ((by_rank == 1.0) == (own.rank[:, :, 0] == 0)).all() and by_rank.min() >= 0.0


def test_neighbouring_cells_have_the_words_of_each_alone() -> None:
    trace, found, own = read()
    for shows in (shown(), content(trace, LensSpec(trace.run, stack="encoder"), None)):
        for place in range(len(own.places)) if shows.reading is not None else ():
            rows = range(1, shows.rows)
            assert shows.shown_words(place, rows) == [shows.shown_word(place, row) for row in rows]
    assert shown().shown_words(0, range(0)) == [] and found.reading is not None


def test_the_last_place_says_what_is_written_and_the_other_is_the_next_best() -> None:
    trace, found, own = read()
    shows, reading = shown(), found.reading
    assert reading is not None
    for row, token in enumerate(trace.sentences[0].written):
        assert reading.top[-1, row, 0] == token.id and shows.rank(len(own.places) - 1, row) == 0
        assert reading.rivals[row] == own.top[-1, row, 1]
        assert shows.word(len(own.places) - 1, row, 1) == shows.rivals[row]
        other = shows.chance(len(own.places) - 1, row, True)
        assert other == pytest.approx(float(own.chances[-1, row, 1]), abs=1e-6)


@pytest.mark.parametrize("against", [False, True])
def test_the_bars_sum_to_the_logit_or_to_the_difference(against: bool) -> None:
    trace, found, own = read()
    shows = shown()
    for row in range(shows.rows):
        bars = shows.largest(row, against)
        logit = own.logits[row, 0]
        if against:
            assert found.reading is not None
            logit -= engine().lens(trace.run, tokens=(found.reading.rivals[row],)).logits[row, 1]
        assert sum(one.value for one in bars) == pytest.approx(logit, abs=1e-4)
        assert shows.total(row, against) == pytest.approx(logit, abs=1e-4)
        assert len(bars) == LARGEST + 1 and bars[-1].name == f"{len(own.names()) - LARGEST} others"
        smallest = min(abs(one.value) for one in bars[:-1])
        others = {one.name: one for one in shows.all_shares(row, against)}.keys() - {one.name for one in bars}
        assert all(abs(one.value) <= smallest for one in shows.all_shares(row, against) if one.name in others)


def test_places_are_described_in_order_and_the_reading_last() -> None:
    trace, found, _ = read()
    told = list(engine().answers(found.asked, trace))
    assert all(isinstance(one, Lens) for one in told)
    counts = [(one.done, one.complete) for one in told if isinstance(one, Lens)]
    places = found.places
    assert counts == [*((done, False) for done in range(places + 1)), (places, True)]


# ---------------------------------------------------------------- the view


def test_it_requests_the_reading_of_the_chosen_sentence(qtbot: QtBot) -> None:
    trace, found, _ = read()
    stage = Stage(qtbot, trace)
    (request,) = stage.view.effects_requests(stage.shot())
    assert request.asked == found.asked and request.live and not request.texts
    assert "being computed" in stage.view.explanation(stage.shot()) and stage.view.table() is None
    half = Lens(found.asked, 3, found.places, 1.0)
    stage.lenses = {found.asked: half}
    stage.draw()
    assert f"3 of {found.places} points are read" in stage.view.explanation(stage.shot())


def test_the_reading_of_the_text_before_stays_until_the_new_one_is_there(qtbot: QtBot) -> None:
    trace, found, _ = read()
    stage = Stage(qtbot, trace, found, step=1)
    before = stage.view._content.written
    stage.trace, newer, _ = read(3)
    stage.lenses = {}
    stage.draw()
    assert stage.view._content.written == before and stage.view.table() is None
    stage.lenses = {newer.asked: newer}
    stage.draw()
    assert len(stage.view._content.written) == 3 and stage.view.table() is not None


def test_a_click_chooses_a_cell_and_keys_go_on_from_it(qtbot: QtBot) -> None:
    trace, found, own = read()
    stage = Stage(qtbot, trace, found, step=1)
    table, last = stage.view.table_part, len(own.places) - 1
    QTest.mouseClick(table, Qt.MouseButton.LeftButton, pos=table.rect_of((2, 3)).center().toPoint())
    assert stage.look.step == 3 and stage.options.place == last - 2
    assert stage.view.line.text().startswith(f"after {own.places[2].name}, step 4")
    table.setFocus()
    QTest.keyClick(table, Qt.Key.Key_Up)
    assert stage.options.place == last - 3
    QTest.keyClick(table, Qt.Key.Key_Right)
    assert stage.look.step == 4
    QTest.mouseClick(table, Qt.MouseButton.LeftButton, pos=table.rect_of((-1, 0)).center().toPoint())
    assert stage.look.step == 0 and stage.options.place == last - 3
    stage.draw(step=2)
    assert table.ring_rect() == table.rect_of((last - 3, 2)), "chosen elsewhere"


def test_a_cell_says_token_probability_and_rank(qtbot: QtBot) -> None:
    trace, found, own = read()
    stage = Stage(qtbot, trace, found, step=1)
    table = stage.view.table_part
    text = tip_text(table, table.rect_of((1, 2)).center().toPoint())
    assert own.places[1].name in text and f"rank {own.rank[1, 2, 0] + 1:,}" in text
    assert f"“{stage.view._content.word(1, 2)}” p = {own.chances[1, 2, 0]:.3f}" in text


def test_the_difference_of_both_candidates_can_be_chosen(qtbot: QtBot) -> None:
    trace, found, _ = read()
    stage = Stage(qtbot, trace, found, step=2)
    title = stage.view.bars.titles()[0]
    assert "up: shares of its logit" in title
    stage.draw(shares="against")
    shows = stage.view._content
    assert f"over “{shows.rivals[2]}”" in stage.view.bars.titles()[0]
    assert sum(one.value for one in stage.view.bars.bars()) == pytest.approx(shows.total(2, True), abs=1e-4)


def test_bars_fill_the_room_that_there_is(qtbot: QtBot) -> None:
    trace, found, own = read()
    stage = Stage(qtbot, trace, found, step=2)
    bars = stage.view.bars
    counts = []
    for lines in (6, 12, len(own.names()) + 1):
        bars.resize(500, math.ceil(bars._top() + lines * bars._high()))
        counts.append(len(bars.bars()))
        assert sum(one.value for one in bars.bars()) == pytest.approx(stage.view._content.total(2, False), abs=1e-4)
    assert counts == [6, 12, len(own.names())] and "others" not in bars.bars()[-1].name


def test_a_head_of_a_narrow_chart_is_named_by_its_place_alone(qtbot: QtBot) -> None:
    trace, found, _ = read()
    bars = Stage(qtbot, trace, found, step=2).view.bars
    heads = [one.name for one in bars.bars() if one.name.startswith("cross ")]
    assert heads and all(any(name.startswith(f"{head} · ") for name in bars._names()) for head in heads)
    for width, whole in ((900, True), (240, False)):
        bars.resize(width, bars.height())
        painted = re.findall(r"<text[^>]*>([^<]*)</text>", svg_of(bars, (width, bars.height())))
        assert any(one.startswith(f"{heads[0]} · ") for one in painted) is whole
        assert whole or heads[0] in painted


def test_two_tokens_that_differ_in_the_blank_before_them_have_two_names() -> None:
    shows = shown()
    one = replace(shows, written=("la", "qué", "la₂"), rivals=("▁casa", "▁qué", "▁la"))
    assert [words.rival(one, row) for row in range(3)] == ["casa", "▁qué", "la"]
    assert words.curve_titles(one, 1) == ("p(qué) and p(▁qué) through the stack", "p(qué) and p(▁qué)")


def test_options_of_the_other_picture_are_not_in_the_way(qtbot: QtBot) -> None:
    """And one of them that is looked for brings its picture."""
    trace, found, _ = read()
    stage = Stage(qtbot, trace, found, step=2)
    assert stage.view.unused(stage.shot()) == {"least"}
    stage.view.reveal("least")
    assert stage.options.picture == "paths" and stage.view.unused(stage.shot()) == {"stack", "colour", "shares"}
    bar = OptionBar(LensView.Options)
    qtbot.addWidget(bar)
    bar.show_values(stage.options, unused=stage.view.unused(stage.shot()))
    assert bar.form.controls["colour"].isHidden() and not bar.cards["Paths"].button.isHidden()
    bar.show_values(LensView.Options(), unused=frozenset({"least"}))
    assert bar.cards["Paths"].button.isHidden() and not bar.form.controls["colour"].isHidden()


def test_a_long_text_is_shown_around_the_chosen_step_with_a_notice(qtbot: QtBot) -> None:
    trace, found, _ = read(60)
    stage = Stage(qtbot, trace, found, step=40)
    places = stage.view.table_part.places()
    assert 0 < places.count < 60 and places.first <= 40 < places.first + places.count
    picture = svg_of(stage.view, (900, 560))
    assert f"steps {places.first + 1}–{places.first + places.count}" in picture and "of 60" in picture


def test_of_thousands_of_steps_the_ones_that_are_seen_are_named_whole(qtbot: QtBot) -> None:
    trace = made_trace("yes", " ".join(["casa"] * 1800), layers=(1, 1), heads=1)
    stage = Stage(qtbot, trace, step=1500, size=(900, 560))
    places = stage.view.table_part.places()
    picture = svg_of(stage.view, (900, 560))
    assert f"{places.first + 1:,}–{places.first + places.count:,}<" in picture and "of 1,801<" in picture


@pytest.mark.parametrize("steps", [1, 12, 60])
@pytest.mark.parametrize("one", [theme.LIGHT, theme.DARK], ids=lambda one: one.name)
def test_it_draws_short_and_long_texts(qtbot: QtBot, qapp: QApplication, steps: int, one: theme.Theme) -> None:
    """Every seen cell has its colour, of the probability of the written token; the chosen column is framed."""
    theme.apply(qapp, one)
    trace, found, own = read(steps)
    assert len(own.written) == steps
    stage = Stage(qtbot, trace, found, step=steps // 2, size=(930, 540))
    table = stage.view.table_part
    image, places = table.grab().toImage(), table.places()
    rows = range(places.first, places.first + places.count)
    cells = {(place, row): table.rect_of((place, row)) for place in range(len(own.places)) for row in rows}
    lightness = {at: image.pixelColor(round(rect.left()) + 5, round(rect.top()) + 5).lightnessF()
                 for at, rect in cells.items()}  # fmt: skip
    low, high = (order(cells, key=lambda at: own.log_p[at[0], at[1], 0]) for order in (min, max))
    chances = [float(np.exp(own.log_p[at[0], at[1], 0])) for at in (low, high)]
    if chances[1] - chances[0] > 0.2:
        assert (lightness[low] > lightness[high]) != one.dark
    picture = svg_of(stage.view, (930, 540))
    assert stage.view._content.named(steps // 2).split(" ▸ ")[1] in picture
    assert all(place.name in picture for place in own.places)


def test_the_table_has_a_line_for_each_cell_and_each_share(qtbot: QtBot) -> None:
    trace, found, own = read()
    stage = Stage(qtbot, trace, found, step=1)
    table = stage.view.table()
    cells, shares = own.rank[:, :, 0].size, len(own.names()) * len(own.written)
    assert len(table.rows) == cells + shares
    place = next(row for row in table.rows if row[:3] == ("place", own.places[2].name, 3))
    assert place[8] == pytest.approx(np.exp(own.log_p[2, 3, 0]), abs=1e-6) and place[10] == own.rank[2, 3, 0]
    total = sum(row[11] for row in table.rows if row[0] == "share" and row[2] == 3)
    assert total == pytest.approx(own.logits[3, 0], abs=1e-4)
    assert b"share over other" in table.to_csv()
    assert b"share over other" in table.to_json()


# ---------------------------------------------------------------- the encoder


@cache
def source_read() -> tuple[Trace, Lens, LensReading]:
    trace, _, _ = read()
    (*_, found) = engine().answers(LensSpec(trace.run, stack="encoder"), trace)
    assert isinstance(found, Lens) and found.reading is not None
    return trace, found, engine().lens(trace.run, stack="encoder")


def test_the_encoder_can_be_chosen_and_its_columns_are_the_source(qtbot: QtBot) -> None:
    trace, found, own = source_read()
    stage = Stage(qtbot, trace, found, step=2)
    stage.draw(stack="encoder")
    (request,) = stage.view.effects_requests(stage.shot())
    assert request.asked == found.asked
    shows = stage.view._content
    assert shows.places == own.places == stack(engine().open("own").model.spec, "encoder")
    assert shows.written == tuple(token.text for token in trace.sentences[0].source)
    assert shows.chance(1, 1) == pytest.approx(np.exp(own.log_p[1, 1, 0]), abs=1e-6)
    text, table = tip_text(stage.view.table_part, stage.view.table_part.rect_of((1, 2)).center().toPoint()), None
    assert "source token 3" in text and "its own" in text and "step" not in text
    table = stage.view.table()
    assert table is not None and table.context.what.startswith("the encoder")
    total = sum(row[11] for row in table.rows if row[0] == "share" and row[2] == 2)
    assert total == pytest.approx(own.logits[2, 0], abs=1e-4)


def test_a_click_in_the_encoder_leaves_the_step_alone(qtbot: QtBot) -> None:
    trace, found, own = source_read()
    stage = Stage(qtbot, trace, found, step=2)
    stage.draw(stack="encoder")
    table = stage.view.table_part
    QTest.mouseClick(table, Qt.MouseButton.LeftButton, pos=table.rect_of((1, 3)).center().toPoint())
    assert stage.look.step == 2 and stage.options.token == 3
    assert stage.options.place == len(own.places) - 2
    assert "source token 4" in stage.view.line.text()


def test_the_reading_of_the_other_stack_is_never_shown_for_this_one(qtbot: QtBot) -> None:
    trace, found, _ = read()
    stage = Stage(qtbot, trace, found, step=1)
    stage.draw(stack="encoder")
    assert stage.view._content.reading is None and "being computed" in stage.view.explanation(stage.shot())


def test_a_cell_of_the_encoder_shows_the_nearest_other_token(qtbot: QtBot) -> None:
    trace, found, own = source_read()
    stage = Stage(qtbot, trace, found, stack="encoder")
    shows = stage.view._content
    names = {token.id: name for token in found.tokens for name in [shows.words[token.id]]}
    for place in range(len(own.places)):
        for row, token in enumerate(trace.sentences[0].source):
            others = [int(one) for one in own.top[place, row] if one != token.id]
            assert shows.shown_word(place, row) == names[others[0]]
            assert shows.framed(place, row) == (own.rank[place, row, 0] > 0)


@pytest.mark.parametrize("seen_rows", [0, 3, 99])
def test_all_cells_are_painted_with_few_pens(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, seen_rows: int) -> None:
    """A pen, a brush and a painter's state for each cell took half of another step of a long text."""
    trace, found, _ = read()
    part = Stage(qtbot, trace, found, step=1).view.table_part
    part._shown = seen_rows
    painting.fitted.cache_clear()
    pens, whole = Counter[str](), painting.draw_rounded
    monkeypatch.setattr(painting, "draw_rounded", lambda *of, **how: pens.update(["draw_rounded"]) or whole(*of, **how))
    part.grab()
    places, shows = part.places(), part._content
    assert places.lines * places.count > 12 > pens["draw_rounded"]
    cells = [(place, row) for place in range(len(shows.places)) for row in range(places.count) if row < seen_rows]
    assert places.first == 0 and places.lines == len(shows.places)
    measured = painting.fitted.cache_info().misses
    assert len({shows.shown_word(*cell) for cell in cells}) <= measured < len(cells) + 40
    part.grab()
    assert painting.fitted.cache_info().misses == measured, "a word is measured once"


@pytest.mark.parametrize("stack_read", ["decoder", "encoder"])
def test_another_reading_of_a_text_names_its_tokens_no_more(stack_read: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each part of a reading named all tokens of a long text again."""
    trace, found, own = read() if stack_read == "decoder" else source_read()
    before = content(trace, found.asked, found)
    named, whole = list[int](), selection.numbered
    for place in (selection, contents):
        monkeypatch.setattr(place, "numbered", lambda of: named.append(1) or whole(of))
    again = content(trace, found.asked, replace(found))
    waiting = content(trace, found.asked, replace(found, reading=None, done=1))
    assert not named and (again.read, again.written) == (before.read, before.written) == (waiting.read, waiting.written)
    assert all(map(str.startswith, again.written, [token.text for token in own.written]))
    earlier = content(trace, found.asked, replace(found, reading=replace(found.reading, written=own.written[:-1])))
    assert named and len(earlier.written) == len(again.written) - 1


def test_a_cell_that_was_pointed_at_goes_with_the_reading_that_had_it(qtbot: QtBot) -> None:
    """The pointer stays over a hidden view, whose model meanwhile may be one of fewer layers."""
    trace, found, own = read()
    stage = Stage(qtbot, trace, found, step=1)
    last = len(own.places) - 1
    stage.view.table_part.point_at((last, 1))
    assert stage.view.line.text()
    other = made_trace("the red fox", "el zorro", layers=(1, 1))
    stage.trace = other
    stage.draw(layer=0)
    assert len(stage.view._content.places) <= last and stage.view.table_part.pointed is None
    assert not stage.view.table_part.tip_of((last, 1))


# ---------------------------------------------------------------- room for words


def test_columns_are_equal_unless_a_word_needs_more_than_its_share() -> None:
    """Where that is too much for the room only the longest words are cut."""
    assert shared_widths([30, 40, 50], 600, 100) == [100, 100, 100]
    assert shared_widths([30, 150, 50], 390, 100) == [75, 150, 75]
    assert shared_widths([30, 150, 50], 240, 100) == [40, 150, 50]
    assert shared_widths([30, 150, 200], 230, 100) == [30, 100, 100]
    assert shared_widths([], 230, 100) == []


@pytest.mark.parametrize("width", [700, 1000])
def test_no_word_of_the_table_is_cut_while_there_is_room_for_all(qtbot: QtBot, width: int) -> None:
    """Each column had the same width, in which long words ended in … beside short ones with room to spare."""
    trace, found, _ = read()
    shows = content(trace, found.asked, found)
    table = Stage(qtbot, trace, found, step=1, size=(width, 560)).view.table_part
    long = replace(shows, written=("el", "internacionalmente", *shows.written[2:]))
    table.show_content(long, 0, 1, 99, "probability")
    places = table.places()
    picture = svg_of(table, (width, 300))
    assert places.whole and table.is_labelled(large=True)
    assert "internacionalmente" in picture and places.edges[-1] <= width
    assert places.column_rect(1, 0, 1).width() > places.column_rect(0, 0, 1).width()
    for column in range(places.count):
        for line in (-1, 0):
            middle = QPointF(places.column_rect(column, 0, 1).center().x(), places.top + (line + 0.5) * places.row)
            assert places.at(middle) == (line, column)


def test_of_a_long_text_as_many_rows_are_seen_as_have_room_for_whole_words(qtbot: QtBot) -> None:
    trace, found, _ = read(60)
    stage = Stage(qtbot, trace, found, step=40, size=(900, 560))
    table, shows = stage.view.table_part, stage.view._content
    assert table.places().whole
    before = table.places().count
    long = replace(shows, written=tuple(f"{one}{'m' * 12}" for one in shows.written))
    table.show_content(long, 0, 40, 99, "probability")
    places = table.places()
    assert places.whole and 1 < places.count < before and places.first <= 40 < places.first + places.count
    assert places.edges[-1] <= table.width()


def test_a_title_says_less_where_there_is_less_room(qtbot: QtBot) -> None:
    """Both titles and the line of the cell ended in … on a projector."""
    trace, found, _ = read()
    view = Stage(qtbot, trace, found, step=2).view
    for chart, widths in ((view.bars, (900, 320, 150)), (view.curves, (900, 150))):
        seen = []
        for width in widths:
            chart.resize(width, 200)
            seen.append(chart._title())
            assert chart._width_of(chart._title(), "strong") <= width
        assert len(set(seen)) == len(widths) and tuple(seen) == chart.titles()[: len(seen)]
    chart.resize(20, 200)
    assert chart.is_labelled() and not chart.is_labelled(large=True)
    texts = words.cell_texts(view._content, 1, 2)
    assert texts[0] == words.cell_words(view._content, 1, 2)
    assert [len(text) for text in texts] == sorted((len(text) for text in texts), reverse=True) and len(set(texts)) == 4
