"""The inspector: every number is the Trace's own, candidates can be chosen, and it fits the height there is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QApplication

from model_core.engine.messages import TextWithout
from model_core.explain.provenance import Source
from model_core.record.effects import Component, Effects, EffectsSpec, parts_of
from model_core.record.run_spec import RunSpec
from model_core.record.trace import ATTENTION, Alternative
from tests.made.traces import made_trace
from tests.support.harness import settled, stored, tip_text
from viz_app.charts.bar_list import Bar, Bars, CellTitle, Fact, Facts
from viz_app.data import number_format
from viz_app.data.maps.head_names import head_names
from viz_app.data.selection import candidate_name, query_name
from viz_app.document.store import Store
from viz_app.inspector.inspector import Inspector
from viz_app.system.settings import DEPTHS
from viz_app.widgets import theme as themes
from viz_app.widgets.labels import SlimButton
from viz_app.widgets.number_card import NumberQuestions

ATTENTION_NAMES = ("encoder.layers.", "decoder.layers.")
SOURCE, TARGET = "the white house is very old", "la casa blanca es muy vieja"


@pytest.fixture(autouse=True)
def normal_text(qapp):
    """Every test begins in the light theme at 100 %."""
    themes.apply(qapp, themes.LIGHT, 1.0)
    yield
    themes.apply(qapp, themes.LIGHT, 1.0)
    qapp.setStyleSheet("")


@pytest.fixture
def inspector_of(qtbot) -> Callable[[Store], Inspector]:
    def make(store: Store, height: int = 800) -> Inspector:
        made = Inspector(store)
        qtbot.addWidget(made)
        made.resize(made.sizeHint().width(), height)
        with qtbot.waitExposed(made):
            made.show()
        qtbot.wait(2)  # parts find their places
        return made

    return make


@pytest.fixture
def store(qapp) -> Store:
    return stored(made_trace(SOURCE, TARGET))


@pytest.fixture
def inspector(store: Store, inspector_of) -> Inspector:
    return inspector_of(store)


def facts(part: Facts) -> dict[str, str]:
    """Name -> value."""
    return {fact.name: fact.value for fact in part.facts}


# ---------------------------------------------------------------- the step


@pytest.mark.parametrize("step", [0, 2, None])
def test_candidates_are_those_of_the_step(inspector: Inspector, store: Store, step) -> None:
    store.look(step=step)
    row = 6 if step is None else step
    read = query_name(store.trace.sentences[0], "decoder", row)[0]
    assert inspector.step.title.text() == f"Step {row + 1}: what comes after “{read}”?"
    bars = inspector.step.bars.bars
    recorded = store.trace.candidates(row)[: len(bars)]
    assert [(bar.text, bar.share) for bar in bars] == [(candidate_name(c.token), c.probability) for c in recorded]
    assert [bar.strong for bar in bars].count(True) == 1
    assert next(bar for bar in bars if bar.strong).text == candidate_name(store.trace.sentences[0].written[row])


def test_probabilities_of_steps_and_of_the_finished_text_are_distinguished(inspector: Inspector, store: Store) -> None:
    trace = store.trace
    own = np.full_like(trace.numbers["probability"], 0.62)
    store.accept(trace.with_(numbers={**trace.numbers, "step_probability": own}))
    assert facts(inspector.step.facts)["chosen with"] == "0.62"
    assert "finished text" in inspector.step.hint.text()


def test_end_probability_and_entropy_are_the_traces_with_their_units(inspector: Inspector, store: Store) -> None:
    store.look(step=3)
    numbers = store.trace.numbers
    assert facts(inspector.step.facts) == {
        "ends the sentence": number_format.fmt_chance(numbers["end_probability"][0, 3]),
        "entropy": f"{numbers['entropy'][0, 3]:.2f} bits",
    }


def test_a_click_on_a_candidate_decodes_on_from_it(inspector: Inspector, store: Store, qtbot) -> None:
    store.look(step=2)
    other = next(row for row, bar in enumerate(inspector.step.bars.bars) if not bar.strong)
    expected = store.trace.candidates(2)[other].token.id
    written = [token.id for token in store.trace.sentences[0].written[:2]]
    pos = inspector.step.bars.row_rect(other).center().toPoint()
    qtbot.mouseClick(inspector.step.bars, Qt.MouseButton.LeftButton, pos=pos)
    assert store.state.run.prefix == (*written, expected)
    old = tuple(token.id for token in store.trace.sentences[0].written)
    (kept,) = store.state.run.branches
    assert kept.ids == old[: len(kept.ids)] and len(kept.ids) > 2, "the text that was stays beside it"
    assert store.state.look.step == 2


def test_clicking_the_written_token_requests_nothing(inspector: Inspector, store: Store, qtbot) -> None:
    store.look(step=2)
    same = next(row for row, bar in enumerate(inspector.step.bars.bars) if bar.strong)
    before = store.state
    pos = inspector.step.bars.row_rect(same).center().toPoint()
    qtbot.mouseClick(inspector.step.bars, Qt.MouseButton.LeftButton, pos=pos)
    assert store.state == before


def test_a_token_that_is_no_candidate_is_shown_with_its_probability(inspector_of) -> None:
    trace = made_trace(SOURCE, TARGET, forced=True)
    store = stored(trace)
    inspector = inspector_of(store)
    for step in range(7):
        store.look(step=step)
        strong = [bar for bar in inspector.step.bars.bars if bar.strong]
        assert [bar.text for bar in strong] == [candidate_name(trace.sentences[0].written[step])]
        assert strong[0].share == pytest.approx(float(trace.numbers["probability"][0, step]))
        assert "given, not chosen by the model" in strong[0].tip


def test_given_tokens_are_marked_and_can_be_released(inspector_of, qtbot) -> None:
    trace = made_trace(SOURCE, TARGET)
    one = replace(trace.sentences[0], forced=2)
    run = RunSpec(source=(SOURCE,), prefix=(5, 6))
    store = stored(trace.with_(run=run, sentences=(one,)))
    inspector = inspector_of(store)
    assert inspector.step.given.isVisible()
    assert inspector.step.given.text() == "The first 2 tokens are given, not chosen."
    assert inspector.step.free.accessibleName() == "Let the model write freely again"
    qtbot.mouseClick(inspector.step.free, Qt.MouseButton.LeftButton)
    assert store.state.run.prefix == ()


def test_the_end_of_an_empty_line_cannot_be_released(inspector_of) -> None:
    trace = made_trace(SOURCE, TARGET)
    one = replace(trace.sentences[0], source_text="  ", forced=1)
    inspector = inspector_of(stored(trace.with_(sentences=(one,), run=trace.run.with_(source=("  ",)))))
    assert "nothing to translate" in inspector.step.given.text()
    assert inspector.step.given.isVisibleTo(inspector)
    assert not inspector.step.free.isVisibleTo(inspector)


def test_a_typed_target_can_be_handed_back_to_the_model(inspector_of, qtbot) -> None:
    store = stored(made_trace(SOURCE, TARGET, forced=True))
    inspector = inspector_of(store)
    qtbot.mouseClick(inspector.step.free, Qt.MouseButton.LeftButton)
    assert store.state.run.target is None and store.state.desk.writer == "model"


def test_nothing_given_means_no_button(inspector: Inspector) -> None:
    assert not inspector.step.free.isVisible() and not inspector.step.given.isVisible()


# ---------------------------------------------------------------- the cell


@pytest.mark.parametrize("kind", ["encoder", "decoder", "cross"])
@pytest.mark.parametrize("cell", [(3, 1), (5, 0)])
def test_the_numbers_of_a_cell_are_read_from_the_arrays(inspector: Inspector, store: Store, kind: str, cell) -> None:
    store.look(kind=kind, layer=2, head=3, query=cell[0], key=cell[1])
    path = ATTENTION[kind].format(layer=2)
    number = {name: store.trace.arrays[f"{path}.{name}"][0, 3][cell] for name in
              ("weights", "raw_scores", "scores", "masked_scores")}  # fmt: skip
    v = store.trace.arrays[f"{path}.v"][0, 3][cell[1]].astype(np.float64)
    assert facts(inspector.cell.facts) == {
        "weight": f"{number['weights']:.3f}",
        "‖weight × v‖": f"{float(number['weights']) * (v @ v) ** 0.5:.3f}",
        "score q·k": f"{number['raw_scores']:.2f}".replace("-", "−"),
        "scaled ÷ √8": f"{number['scores']:.2f}".replace("-", "−"),
        "mask": "visible",
        "after the mask": f"{number['masked_scores']:.2f}".replace("-", "−"),
    }


def test_a_masked_cell_says_why(inspector: Inspector, store: Store) -> None:
    store.look(kind="decoder", layer=1, head=0)
    store.set_hover((2, 5))
    shown = facts(inspector.cell.facts)
    assert shown["mask"] == "masked: comes later"
    assert (shown["weight"], shown["after the mask"]) == ("0", "−∞")
    assert "∞" not in shown["score q·k"] and shown["score q·k"] != "not recorded"


def test_numbers_are_never_computed_from_others(inspector_of) -> None:
    """An array that contradicts the others is shown as it is."""
    trace = made_trace(SOURCE, TARGET)
    name = f"{ATTENTION['cross'].format(layer=0)}.scores"
    trace = trace.with_(arrays={**trace.arrays, name: np.full_like(trace.arrays[name], 42.0)})
    store = stored(trace)
    inspector = inspector_of(store)
    store.look(query=1, key=1)
    assert facts(inspector.cell.facts)["scaled ÷ √8"] == "42.00"


def test_unrecorded_arrays_are_marked_as_not_recorded(inspector_of) -> None:
    trace = made_trace(SOURCE, TARGET)
    kept = {name: array for name, array in trace.arrays.items() if not name.endswith(("scores", ".q"))}
    store = stored(trace.with_(arrays=kept, reasons={}))
    inspector = inspector_of(store)
    store.look(query=1, key=1)
    shown = facts(inspector.cell.facts)
    assert [name for name, value in shown.items() if value == "not recorded"] == [
        "score q·k", "scaled ÷ √8", "mask", "after the mask",
    ]  # fmt: skip
    assert shown["weight"] != "not recorded"


def test_a_missing_number_is_shown_as_nan(inspector_of) -> None:
    trace = made_trace(SOURCE, TARGET)
    name = f"{ATTENTION['cross'].format(layer=0)}.weights"
    trace = trace.with_(arrays={**trace.arrays, name: np.full_like(trace.arrays[name], np.nan)})
    inspector = inspector_of(stored(trace))
    assert facts(inspector.cell.facts)["weight"] == "NaN"
    assert facts(inspector.head.facts)["strongest key"] == "none"


def heading(inspector: Inspector) -> tuple[str, str]:
    """The words of the cell, and why it is shown."""
    return inspector.cell.heading.text(), inspector.cell.origin.text()


def test_pointer_before_pin_before_step(inspector: Inspector, store: Store) -> None:
    store.look(step=2, layer=1, head=1)
    row = store.trace.map("cross", 1, 1)[2]
    strongest = store.trace.sentences[0].source[int(row.argmax())].text
    assert heading(inspector) == (f"casa ▸ blanca → {strongest}", "strongest")
    store.look(query=0, key=1)
    assert heading(inspector) == ("<s> ▸ la → white", "pinned")
    store.set_hover((4, 5))
    assert heading(inspector) == ("es ▸ muy → old", "pointed at")
    store.set_hover(None)
    assert inspector.cell.heading.text() == "<s> ▸ la → white"


def test_the_reason_for_a_cell_ends_its_line_even_after_hidden_changes(inspector: Inspector, store: Store) -> None:
    store.look(query=0, key=1)
    settled()
    origin = inspector.cell.origin
    before = origin.geometry()
    inspector.hide()
    store.look(query=None, key=None, step=2)
    inspector.show()
    settled()
    assert origin.text().startswith("strongest") and origin.width() == origin.sizeHint().width()
    assert origin.geometry().right() == before.right() and origin.width() != before.width()


def test_headings_name_rows_by_what_is_read_and_written(inspector: Inspector, store: Store) -> None:
    store.look(kind="decoder", query=2, key=1)
    assert inspector.cell.heading.text() == "casa ▸ blanca → la"
    store.look(kind="encoder", query=2, key=3)
    assert inspector.cell.heading.text() == "house → is"


def test_without_a_selected_row_the_encoder_asks_for_one(inspector: Inspector, store: Store) -> None:
    store.look(kind="encoder")
    assert inspector.cell.heading.text() == "Point at a cell or a token"
    assert inspector.cell.facts.facts == () == inspector.head.row_bars.bars


# ---------------------------------------------------------------- the head


def test_entropy_and_strongest_key_are_those_of_the_row(inspector: Inspector, store: Store) -> None:
    store.look(step=2, layer=1, head=1)
    row = store.trace.map("cross", 1, 1)[2].astype(float)
    word = store.trace.sentences[0].source[int(row.argmax())].text
    name = head_names(store.trace, 0)["cross", 1, 1]
    assert inspector.head.title.text() == f"Layer 2 · head 2 · {name}"
    shown = facts(inspector.head.facts)
    bits = -(row * np.log2(row)).sum()
    said = "one word" if bits < 0.5 else f"{2**bits:.1f} words"
    assert shown["reads mostly"] == f"{said} ({bits:.2f} bits)"
    assert shown["strongest key"] == f"{word} · {100 * row.max():.0f} %"


def test_padding_that_a_row_reads_counts_in_its_entropy_and_may_be_its_strongest_key(inspector_of) -> None:
    trace = made_trace(SOURCE, TARGET, sentences=2)
    name = f"{ATTENTION['cross'].format(layer=1)}.weights"
    weights = trace.arrays[name].copy()
    row = weights[1, 1, 2]
    row[:] = 0.3 / (len(row) - 1)
    row[-1] = 0.7  # sentence 2 is one word shorter: its last column is padding
    store = stored(trace.with_(arrays={**trace.arrays, name: weights}))
    inspector = inspector_of(store)
    store.look(sentence=1, step=2, layer=1, head=1)
    shown = facts(inspector.head.facts)
    bits = float(-(row.astype(float) * np.log2(row.astype(float))).sum())
    assert shown["reads mostly"] == f"{2**bits:.1f} words ({bits:.2f} bits)"
    assert shown["strongest key"] == "pad · 70 %"
    source = inspector.head.facts.facts[1].source
    assert source is not None and source.index == (1, 1, 2, len(row) - 1)


def test_a_head_is_read_both_ways(inspector: Inspector, store: Store) -> None:
    store.look(layer=0, head=2, query=3, key=2)
    weights = store.trace.map("cross", 0, 2)
    one = store.trace.sentences[0]
    row, column = inspector.head.row_bars.bars, inspector.head.column_bars.bars
    assert inspector.head.row_title.text() == "blanca ▸ es reads"
    assert inspector.head.column_title.text() == "house is read by"
    best = np.argsort(-weights[3], kind="stable")[: len(row)]
    assert row[0].text == one.source[best[0]].text and row[0].share == pytest.approx(float(weights[3].max()))
    assert max(bar.share for bar in column) == pytest.approx(float(weights[:, 2].max()))
    assert [bar.text for bar in row if bar.strong] == ["house"]
    assert [bar.text for bar in column if bar.strong] == ["blanca ▸ es"]


def test_the_lists_point_and_pin(inspector: Inspector, store: Store, qtbot) -> None:
    store.look(layer=0, head=2, query=3, key=2)
    weights = store.trace.map("cross", 0, 2)
    first = int(weights[3].argmax())
    inspector.head.row_bars.hovered.emit(0)
    assert store.hover == (3, first)
    inspector.head.row_bars.hovered.emit(None)
    assert store.hover is None
    who = int(weights[:, 2].argmax())
    pos = inspector.head.column_bars.row_rect(0).center().toPoint()
    qtbot.mouseClick(inspector.head.column_bars, Qt.MouseButton.LeftButton, pos=pos)
    assert (store.state.look.query, store.state.look.key) == (who, 2)


def test_the_second_sentence_has_its_own_numbers(inspector_of) -> None:
    store = stored(made_trace(SOURCE, TARGET, sentences=3))
    inspector = inspector_of(store)
    store.look(sentence=2, step=1, layer=1, head=0, query=1, key=3)
    weight = store.trace.arrays["decoder.layers.1.cross_attn.weights"][2, 0, 1, 3]
    assert facts(inspector.cell.facts)["weight"] == f"{weight:.3f}"
    entropy = store.trace.numbers["entropy"][2, 1]
    assert facts(inspector.step.facts)["entropy"] == f"{entropy:.2f} bits"
    store.desk(depth="research")
    last = len(store.trace.sentences[2].written) - 1
    store.look(step=last)
    end, other = (store.trace.sentences[at].written[last].id for at in (2, 0))
    ranks = [one.token.id for one in store.trace.candidates(last, 2)]
    assert end != other and facts(inspector.step.facts)["rank"] == str(ranks.index(end) + 1)


@pytest.mark.parametrize("sentence", [0, 1, 2])
@pytest.mark.parametrize("kind", ["cross", "encoder", "decoder"])
def test_the_explanation_is_that_of_the_selected_sentence(
    kind: str, sentence: int, inspector_of, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every number of the inspector that answers where it comes from, asked as a click or the keyboard asks."""
    store = stored(made_trace(SOURCE, TARGET, sentences=3))
    inspector = inspector_of(store, 1000)
    store.look(sentence=sentence, kind=kind, step=1, layer=1, head=2, query=2, key=1)
    asked: list[Source] = []
    monkeypatch.setattr(
        "viz_app.widgets.number_card.explain", lambda _part, _trace, source, _spot: asked.append(source)
    )
    parts = (inspector.step.bars, inspector.step.facts, inspector.cell.facts, inspector.head.facts)
    for part in (*parts, inspector.head.row_bars, inspector.head.column_bars):
        before = len(asked)
        for answering in part.findChildren(NumberQuestions):
            for line in range(part.height() // 8):
                answering.ask(QPoint(20, 8 * line + 2))
        assert len(asked) > before, f"nothing of {part.accessibleName()} was explained"
    for source in asked:
        places = [one for one in (source, *source.inputs) if one.name.startswith(("numbers.", *ATTENTION_NAMES))]
        assert {one.index[0] for one in places} <= {sentence}, f"{source} is of another sentence"
        given = dict(source.arguments)
        assert given.get("sentence", sentence) == sentence, f"{source} is of another sentence"
        if not places and "sentence" not in given:
            assert source.name.startswith("reasons.") or source.index[:1] == (sentence,), source


# ---------------------------------------------------------------- nothing there, and sizes


def test_without_a_picture_it_waits_quietly(inspector_of) -> None:
    inspector = inspector_of(Store())
    assert inspector.step.bars.bars == () and inspector.cell.facts.facts == ()
    assert "appear here" in inspector.step.hint.text()


@pytest.mark.parametrize("height", [480, 520, 640, 900])
def test_it_fits_the_height_with_fewer_rows_and_without_a_scroll_bar(inspector_of, store: Store, height: int) -> None:
    inspector = inspector_of(store, height)
    assert inspector.widget().height() <= inspector.viewport().height()
    lowest = inspector.head.column_bars
    bottom = lowest.mapTo(inspector.widget(), lowest.rect().bottomLeft()).y()
    assert bottom < inspector.viewport().height()


def test_more_height_shows_more_candidates(inspector_of, store: Store) -> None:
    rooms = [inspector_of(store, height).step.bars.room for height in (480, 560, 900)]
    assert rooms == sorted(rooms) and rooms[0] < rooms[-1]


def test_on_a_projector_several_candidates_fit(inspector_of, store: Store) -> None:
    inspector = inspector_of(store, 480)
    assert inspector.step.bars.room >= 3 and inspector.widget().height() <= inspector.viewport().height()


@pytest.mark.parametrize("height", range(300, 640, 20))
def test_the_chosen_candidate_is_never_listed_alone(inspector_of, store: Store, height: int) -> None:
    """Also where all of a step's numbers are shown: there would be nothing to go on with."""
    store.desk(depth="research")
    assert inspector_of(store, height).step.bars.room >= 2


def test_a_line_of_an_edited_run_leaves_no_hole_when_the_edit_is_taken_back(inspector: Inspector, store: Store) -> None:
    trace, usual = store.trace, inspector.step.facts.room
    own = trace.numbers["probability"]
    store.accept(trace.with_(numbers={**trace.numbers, "step_probability": own}))
    assert inspector.step.facts.room == usual + 1
    store.look(step=1)
    assert inspector.step.facts.room == usual + 1, "nothing moves from step to step"
    store.accept(trace)
    assert inspector.step.facts.room == usual == len(inspector.step.facts.facts)


def test_the_head_s_effect_is_requested_while_the_panel_is_visible(inspector: Inspector, store: Store) -> None:
    inspector.hide()
    store.look(head=1)
    assert not store.effects.incomplete
    inspector.show()
    assert store.effects.incomplete


def test_at_every_height_as_many_numbers_are_shown_as_room_is_kept_for(inspector_of, store: Store, qtbot) -> None:
    inspector = inspector_of(store, 480)
    for height in (480, 100, 900, 100, 700, 560):
        inspector.resize(inspector.width(), height)
        qtbot.wait(1)
        assert len(inspector.cell.facts.facts) == inspector.cell.facts.room, height


@pytest.mark.parametrize("depth", ["first", "full"])
@pytest.mark.parametrize("given", [False, True])
def test_a_head_has_no_line_for_what_is_never_said_of_it(inspector_of, qtbot, depth: str, given: bool) -> None:
    """A first look does not say what it reads, and a text that is given does not become another."""
    store = stored(made_trace(SOURCE, TARGET, forced=given))
    store.desk(depth=depth)
    inspector = inspector_of(store, 900)
    kept = inspector.head.facts.room
    asked, parts = EffectsSpec(store.trace.run), parts_of(store.trace.spec, 0)
    written, look = store.trace.sentences[0].written, store.state.look
    store.accept(Effects(asked, (), written, parts, np.zeros(7), np.zeros((len(parts), 7)), len(parts), 1.0))
    if not given:
        text = Alternative("without", 0, written, written, 0, True, {}, {})
        store.accept(TextWithout(asked, Component("heads", look.kind, look.layer, look.head), text))
    qtbot.wait(2)
    assert len(inspector.head.facts.facts) == inspector.head.facts.room == kept


def test_large_text_scrolls_down_and_never_sideways(qtbot, inspector_of) -> None:
    themes.apply(QApplication.instance(), themes.DARK, 2.0)
    inspector = inspector_of(stored(made_trace(SOURCE, TARGET, forced=True)), 440)
    qtbot.wait(2)
    assert inspector.widget().width() <= inspector.viewport().width()
    assert inspector.widget().height() > inspector.viewport().height()


def test_stepping_moves_no_part(inspector: Inspector, store: Store, qtbot) -> None:
    store.look(step=0)
    qtbot.wait(2)
    before = [part.geometry() for part in (inspector.step, inspector.cell, inspector.head, inspector.head.column_bars)]
    for step in range(1, 7):
        store.look(step=step)
        qtbot.wait(1)
        parts = (inspector.step, inspector.cell, inspector.head, inspector.head.column_bars)
        assert [part.geometry() for part in parts] == before


def test_another_attention_moves_no_part_and_is_laid_out_once(
    inspector_of, store: Store, qtbot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The encoder's rows are chosen by nothing: there is no cell then, and no command that is about one."""
    made, own = list[bool](), Inspector.refresh

    def counted(inspector: Inspector, step: bool = True) -> None:
        made.append(step)
        own(inspector, step)

    monkeypatch.setattr(Inspector, "refresh", counted)
    store.look(kind="cross", step=0)
    for height in (560, 700, 900):
        inspector = inspector_of(store, height)
        inspector.cell.commands.add(SlimButton(inspector)).set_words("Follow", "Follow", "", "")
        store.look(kind="cross", step=1)
        qtbot.wait(100)  # a window that was just made lays itself out in several rounds
        parts = (inspector.step, inspector.cell, inspector.head, inspector.head.column_bars)
        before = [part.geometry() for part in parts]
        for kind in ("decoder", "encoder", "cross", "encoder"):
            made.clear()
            store.look(kind=kind)
            qtbot.wait(2)
            assert inspector.cell.commands.isVisible() == (kind != "encoder")
            assert [part.geometry() for part in parts] == before, (kind, height)
            assert len(made) == 1, (kind, height)
        inspector.deleteLater()
        qtbot.wait(1)


@pytest.mark.parametrize("kind", ["encoder", "cross"])
def test_commands_that_a_recording_does_not_have_take_no_room(kind: str, inspector_of, store: Store, qtbot) -> None:
    """Of a recording without queries and keys nothing can be calculated, and nothing changed."""
    trace, high = store.trace, {}
    few = {name: array for name, array in trace.arrays.items() if name.endswith(".weights")}
    for arrays in (trace.arrays, few):
        own = stored(trace.with_(model=replace(trace.model, recorded=True), arrays=arrays))
        own.look(kind=kind, step=1)
        inspector = inspector_of(own)
        inspector.cell.commands.add(SlimButton(inspector)).set_words("Follow", "Follow", "", "")
        qtbot.wait(2)
        high[own.trace.has(kind, "raw", 0)] = inspector.cell.sizeHint().height()
    assert high[False] < high[True]


# ---------------------------------------------------------------- bars and facts


@pytest.fixture
def bars(qtbot) -> Bars:
    made = Bars("target", 3)
    qtbot.addWidget(made)
    made.resize(240, made.sizeHint().height())
    made.show()
    made.set_bars([Bar("<s>", 0.5, "tip <s>"), Bar("b", 0.25), Bar("c", 0.125), Bar("d", 0.0625)])
    return made


def test_bars_show_as_many_rows_as_fit(bars: Bars) -> None:
    assert [bar.text for bar in bars.bars] == ["<s>", "b", "c"]
    assert bars.row_at(bars.row_height() * 3 + 1) is None and bars.row_at(-1) is None
    bars.set_room(2)
    assert bars.sizeHint().height() == 2 * bars.row_height()


def test_a_bar_is_as_long_as_its_share(bars: Bars) -> None:
    image = bars.grab().toImage()
    target = themes.current().wash("target", 0.72).name()

    def length(row: int) -> int:
        y = round(bars.row_rect(row).center().y())
        return sum(target == image.pixelColor(x, y).name() for x in range(image.width()))

    assert length(0) == pytest.approx(2 * length(1), abs=3) and length(1) == pytest.approx(2 * length(2), abs=3)
    assert length(0) > 20


def test_bars_work_from_the_keyboard(bars: Bars, qtbot) -> None:
    told: list = []
    bars.hovered.connect(told.append)
    for _ in range(5):
        qtbot.keyClick(bars, Qt.Key.Key_Down)
    with qtbot.waitSignal(bars.picked) as caught:
        qtbot.keyClick(bars, Qt.Key.Key_Return)
    assert told == [0, 1, 2, 2, 2] and caught.args == [2]
    assert bars.accessibleDescription() == "c 0.12"


def test_tool_tips_of_bars_are_plain_text(bars: Bars) -> None:
    at = bars.row_rect(0).center().toPoint()
    assert "&lt;s&gt;" in tip_text(bars, at)


def test_facts_read_aloud(qtbot) -> None:
    made = Facts(2)
    qtbot.addWidget(made)
    made.set_facts([Fact("weight", "0.812"), Fact("mask", "visible")])
    assert made.accessibleDescription() == "weight: 0.812; mask: visible"
    assert made.sizeHint().height() == 2 * made.row_height()


def test_a_long_heading_is_shortened_to_its_width(qtbot) -> None:
    made = CellTitle()
    qtbot.addWidget(made)
    made.resize(160, 20)
    made.set_words([("w" * 80, "target"), ("→", "muted"), ("<s>", "source")])
    font = themes.font("strong")
    shown = made._fitted(QFontMetricsF(font), font)
    assert shown[0].endswith("…") and shown[1:] == ["→", "<s>"]
    assert made.text() == f"{'w' * 80} → <s>"


def test_while_playing_no_later_word_is_named(inspector: Inspector, store: Store) -> None:
    """So that one can guess: by whom a token is looked at tells no row to come, nor that there is one."""
    later = {token.text for token in store.trace.sentences[0].written[2:]}
    later -= {token.text for token in store.trace.sentences[0].written[:2]}
    store.look(kind="cross", step=1)

    def named() -> set[str]:
        return {word for bar in inspector.head.column_bars.bars for word in bar.text.split(" ▸ ")}

    assert named() & later
    store.set_playing(True)
    assert store.state.look.step == 1 and not named() & later
    assert {cell[0] for cell in inspector.head._cells[inspector.head.column_bars]} == {0, 1}
    store.look(query=4, key=0)
    assert (4, 0) in inspector.head._cells[inspector.head.column_bars], "a cell that is pinned is one of them"
    store.look(query=None, key=None)
    store.set_playing(False)
    assert named() & later


class LayoutRequests(QObject):
    """Counts the layout requests of all widgets while it is installed on the application."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.count += event.type() == QEvent.Type.LayoutRequest
        return False


@pytest.mark.parametrize("depth", DEPTHS)
def test_at_any_height_its_layout_comes_to_rest(store: Store, inspector_of, depth: str) -> None:
    store.desk(depth=depth)
    inspector = inspector_of(store)
    requests = LayoutRequests()
    for height in range(240, 900, 12):
        inspector.resize(inspector.width(), height)
        for _ in range(6):
            QApplication.processEvents()
        requests.count = 0
        QApplication.instance().installEventFilter(requests)
        for _ in range(4):
            QApplication.processEvents()
        QApplication.instance().removeEventFilter(requests)
        assert requests.count == 0, f"{height} px high"


def test_the_keyboard_sees_that_it_is_in_the_inspector(inspector_of, store: Store, qtbot) -> None:
    """It is a stop of Tab, from which the arrows scroll."""
    inspector = inspector_of(store)
    with qtbot.waitActive(inspector):
        inspector.activateWindow()
    before = inspector.grab().toImage()
    inspector.setProperty("keys", True)
    inspector.setFocus(Qt.FocusReason.TabFocusReason)
    assert inspector.hasFocus() and inspector.grab().toImage() != before
    inspector.setProperty("keys", False)
    assert inspector.grab().toImage() == before


def test_the_ring_stays_where_it_is_while_the_inspector_scrolls(inspector_of, store: Store, qtbot) -> None:
    """Scrolling copies what is seen and paints the rest: the ring would be copied, too."""
    inspector = inspector_of(store)
    inspector.resize(inspector.width(), 160)
    bar, painted = inspector.verticalScrollBar(), []
    settled()
    assert bar.maximum() > 20

    class Listener(QObject):
        def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
            if event.type() == QEvent.Type.Paint:
                painted.append(event.region().boundingRect())
            return False

    listener = Listener(inspector)
    inspector._page.installEventFilter(listener)
    bar.setValue(10)
    settled()
    seen = inspector._page.visibleRegion().boundingRect()
    assert any(rect.contains(seen) for rect in painted), "all that is seen is painted again"
