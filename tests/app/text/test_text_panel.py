"""The text band: typing is a run at once, the cursor never jumps, chips say and mark what the Trace holds."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QInputMethodEvent, QKeyEvent, QTextCursor
from PySide6.QtWidgets import QApplication

from model_core.engine.engine import Engine
from model_core.io.limits import SOURCE_LINES, TEXT_CHARACTERS
from model_core.record.edits import (
    CellEdit,
    Donor,
    Edits,
    HeadPlace,
    MaskEdits,
    Patch,
    Swap,
    TokenPlace,
    WeightOverride,
)  # fmt: skip
from model_core.record.run_spec import RunSpec
from model_core.record.tokens import Token
from model_core.record.trace import Trace
from model_core.tokenizers.foreign import IdVocabulary, Specials
from tests.made.small import small_model
from tests.made.traces import made_steps, made_trace
from tests.support.harness import settled, stored, tip_text
from viz_app.data import number_format, selection
from viz_app.document.id_text import PlainIds
from viz_app.document.state import Look, State
from viz_app.document.store import Store
from viz_app.system import command_queue, language
from viz_app.text.panel import Link, TextPanel
from viz_app.text.source import hint, ids_words
from viz_app.text.target_chips import MEASURES
from viz_app.text.text_edit import without_surrogates
from viz_app.text.text_lines import NEW, carried, line_number, lines_of, old_numbers
from viz_app.widgets import painting
from viz_app.widgets import theme as themes

SOURCE, TARGET = "the white house is very old", "la casa blanca es muy vieja"


class Clock:
    """Seconds that pass when the test says so."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def panel_of(qtbot, clock) -> Callable[[Store], TextPanel]:
    """Makes a text band over a store, 1,200 px wide and shown."""

    def make(store: Store) -> TextPanel:
        made = TextPanel(store, clock=clock)
        qtbot.addWidget(made)
        made.resize(1200, made.sizeHint().height())
        made.source.chips.motion = made.target.chips.motion = False
        with qtbot.waitExposed(made):
            made.show()
        return made

    return make


@pytest.fixture
def store(qapp) -> Store:
    return stored(made_trace(SOURCE, TARGET))


@pytest.fixture
def panel(store: Store, panel_of) -> TextPanel:
    return panel_of(store)


def answer(store: Store, **kwargs) -> Trace:
    """The engine answers the present run at once."""
    run = store.state.run
    trace = made_trace(run.source, kwargs.pop("target", ["x y"] * len(run.source)), run=run, **kwargs)
    store.accept(trace)
    return trace


def paste(box, **forms: str) -> None:
    """Pastes what has these forms, e.g. text= and html=."""
    data = QMimeData()
    for form, words in forms.items():
        (data.setHtml if form == "html" else data.setText)(words)
    box.insertFromMimeData(data)


# ---------------------------------------------------------------- typing


def test_each_keystroke_is_a_run_at_once(panel: TextPanel, store: Store, qtbot) -> None:
    seen = []
    store.changed.connect(lambda names: seen.append(store.state.run.source[0]) if "run" in names else None)
    panel.source.box.selectAll()
    qtbot.keyClicks(panel.source.box, "a cat")
    assert seen == ["a", "a ", "a c", "a ca", "a cat"]


def test_the_cursor_stays_where_it_is_when_a_picture_comes(panel: TextPanel, store: Store, qtbot) -> None:
    box = panel.source.box
    box.setFocus()
    cursor = box.textCursor()
    cursor.setPosition(3)
    box.setTextCursor(cursor)
    qtbot.keyClicks(box, "n")
    answer(store)
    qtbot.keyClicks(box, "xt")
    answer(store)
    assert box.toPlainText() == "thenxt white house is very old"
    assert box.textCursor().position() == 6
    assert store.state.run.source == ("thenxt white house is very old",)


def test_undo_brings_the_old_text_back_into_the_box(panel: TextPanel, store: Store) -> None:
    store.run(source=("something else",))
    assert panel.source.box.toPlainText() == "something else"
    store.undo()
    assert panel.source.box.toPlainText() == SOURCE


def test_a_text_from_elsewhere_leaves_the_cursor_before_the_same_letters(panel: TextPanel, store: Store) -> None:
    box = panel.source.box
    cursor = box.textCursor()
    cursor.setPosition(len("the white 𝄞 house") - len("𝄞 "))  # before " is very old"
    box.setTextCursor(cursor)
    store.run(source=("the big 𝄞 house is very old",))
    position = box.textCursor().position()
    cursor = box.textCursor()
    cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
    assert cursor.selectedText() == " is very old"
    assert position == len("the big ") + 2 + len(" house")  # Qt counts the clef as two


def test_ctrl_z_in_the_box_is_the_undo_of_the_whole_program(panel: TextPanel, store: Store, qtbot) -> None:
    qtbot.keyClicks(panel.source.box, "x")
    qtbot.keyClick(panel.source.box, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert store.state.run.source == (SOURCE,)
    assert panel.source.box.toPlainText() == SOURCE
    event = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    QApplication.sendEvent(panel.source.box, event)
    assert not event.isAccepted(), "the window's own shortcut has to get it"


@pytest.mark.parametrize("side", ["source", "target"])
@pytest.mark.parametrize("answered", [True, False])
def test_undo_in_a_box_of_several_lines_takes_one_change_back_and_keeps_redo(
    panel_of, qtbot, side: str, answered: bool
) -> None:
    forced = side == "target"
    lines, targets = ["one two", "three four"], ["uno dos", "tres cuatro"]
    store = stored(made_trace(lines, targets, forced=forced), look=Look(sentence=1))
    panel = panel_of(store)
    box = (panel.target if forced else panel.source).box
    panel.activateWindow()
    box.setFocus()
    qtbot.waitUntil(box.hasFocus)
    box.moveCursor(QTextCursor.MoveOperation.End)
    before = store.state
    qtbot.keyClicks(box, "!")
    typed = box.toPlainText()
    if answered:
        answer(store, target=store.state.run.target or targets)
    qtbot.keyClick(box, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    answer(store, target=store.state.run.target or targets)
    assert store.state == before and store.can_redo()
    store.redo()
    assert box.toPlainText() == typed


def test_what_an_input_method_writes_is_run(panel: TextPanel, store: Store) -> None:
    box = panel.source.box
    box.selectAll()
    composing = QInputMethodEvent("に", [])
    QApplication.sendEvent(box, composing)
    done = QInputMethodEvent()
    done.setCommitString("日本")
    QApplication.sendEvent(box, done)
    assert store.state.run.source == ("日本",)


def test_rich_text_is_pasted_plain(panel: TextPanel, store: Store) -> None:
    panel.source.box.selectAll()
    paste(panel.source.box, html="<b>bold</b> <s>words</s>", text="bold <s> words")
    assert panel.source.box.toPlainText() == "bold <s> words"
    assert store.state.run.source == ("bold <s> words",)


def test_a_picture_or_a_file_cannot_be_pasted(panel: TextPanel) -> None:
    data = QMimeData()
    data.setData("application/octet-stream", b"\0\1")
    assert not panel.source.box.canInsertFromMimeData(data)


def test_a_paste_beyond_the_limit_is_cut_with_a_notice(panel: TextPanel, store: Store) -> None:
    panel.source.box.selectAll()
    paste(panel.source.box, text="ab " * TEXT_CHARACTERS)
    assert len(store.state.run.source[0]) == TEXT_CHARACTERS
    assert f"{2 * TEXT_CHARACTERS:,} more were left out" in panel.source.caption.text()


def test_omitted_text_is_reported_until_the_next_change(panel_of) -> None:
    store = stored(made_trace(SOURCE, TARGET, forced=True))
    panel = panel_of(store)
    source, target = panel.source, panel.target
    for box in (source.box, target.box):
        box.selectAll()
        paste(box, text="\n" * TEXT_CHARACTERS + "ab")
    run = store.state.run
    store.accept(made_trace(run.source, run.target, run=run, notices=("A notice.",)))
    words = source.caption.text()
    assert 0 <= words.find("left out") < words.find("A notice.")
    assert "left out" in target.label.text()
    for box in (source.box, target.box):
        box.selectAll()
        box.insertPlainText("one")
    assert "left out" not in source.caption.text() + target.label.text()


def test_half_characters_do_not_get_into_the_state(panel: TextPanel, store: Store) -> None:
    panel.source.box.selectAll()
    panel.source.box.insertPlainText("a\ud83db")
    assert store.state.run.source[0].encode().decode() in ("ab", "a\ufffdb")
    assert without_surrogates("a\ud83db 𝄞") == "a\ufffdb 𝄞"


def test_the_box_grows_to_three_lines_and_no_further(panel: TextPanel, qtbot) -> None:
    box, heights = panel.source.box, []
    box.clear()
    for line in ("one", "two", "three", "four", "five"):
        box.insertPlainText(f"{line}\n" if line != "five" else line)
        qtbot.wait(1)
        heights.append(box.height())
    assert heights[0] < heights[1]
    assert heights[3] == heights[4]
    assert box.shown_lines() == 3
    box.clear()
    qtbot.wait(1)
    assert box.height() < heights[0]


def test_typing_on_one_line_moves_nothing(panel: TextPanel, store: Store, qtbot) -> None:
    def places() -> list:
        side = panel.source
        return [part.geometry() for part in (side.box, side.chips, side.foot, panel.target.chips, panel.target)]

    before = places()
    for word in (" and", " very", " big"):
        qtbot.keyClicks(panel.source.box, word)
        answer(store, notices=("Something was cut.",) if word == " very" else ())
        qtbot.wait(1)
        assert places() == before


# ---------------------------------------------------------------- several sentences


def test_lines_are_sentences_and_blank_lines_are_none() -> None:
    assert lines_of("one\n\n  \ntwo\n") == ("one", "two")
    assert lines_of("") == lines_of(" \n ") == ("",)
    assert lines_of("  kept  ") == ("  kept  ",)
    assert len(lines_of("\n".join(["x"] * 500))) == SOURCE_LINES


@pytest.mark.parametrize(("line", "sentence"), [(0, 0), (1, 1), (3, 1), (4, 1)])
def test_a_line_of_the_box_belongs_to_a_sentence(line: int, sentence: int) -> None:
    assert line_number("one\n\n\ntwo\n", line) == sentence


def test_a_new_line_alone_asks_for_nothing(panel: TextPanel, store: Store) -> None:
    changes = []
    store.changed.connect(changes.append)
    panel.source.box.moveCursor(QTextCursor.MoveOperation.End)
    panel.source.box.insertPlainText("\n")
    assert not any("run" in names for names in changes)
    assert panel.source.box.toPlainText() == f"{SOURCE}\n"


def test_with_several_sentences_there_is_a_chooser(panel_of) -> None:
    store = stored(made_trace(["one & two", "three"], ["uno y dos", "tres"]))
    panel = panel_of(store)
    assert panel.source.sentences.isVisible() and panel.source.sentences.words() == "sentence 1 of 2"
    panel.source._fill_sentences()
    entries = panel.source.sentences.menu().actions()
    assert [entry.text() for entry in entries] == ["1   one && two", "2   three"]
    entries[1].trigger()
    assert store.state.look.sentence == 1
    assert [chip.text for chip in panel.source.chips.chips] == ["three", "</s>"]
    assert [chip.text for chip in panel.target.chips.chips] == ["<s>", "tres", "</s>"]


def test_one_sentence_has_no_chooser(panel: TextPanel) -> None:
    assert not panel.source.sentences.isVisible()


def test_the_line_being_typed_is_the_sentence_that_is_shown(panel: TextPanel, store: Store, qtbot) -> None:
    box = panel.source.box
    panel.activateWindow()
    box.setFocus()
    qtbot.waitUntil(box.hasFocus)
    box.moveCursor(QTextCursor.MoveOperation.End)
    box.insertPlainText("\nsmall")
    answer(store)
    assert store.state.look.sentence == 1
    box.moveCursor(QTextCursor.MoveOperation.Start)
    assert store.state.look.sentence == 0


def test_too_many_lines_are_left_out_with_a_notice(panel: TextPanel, store: Store) -> None:
    panel.source.box.selectAll()
    paste(panel.source.box, text="\n".join(["line"] * (SOURCE_LINES + 6)))
    assert len(store.state.run.source) == SOURCE_LINES
    assert f"first {SOURCE_LINES} of {SOURCE_LINES + 6} lines" in panel.source.caption.text()


# ---------------------------------------------------------------- source chips


def test_an_invalid_id_is_reported_once_in_the_language_of_the_window() -> None:
    engine, model = Engine(), small_model()
    engine.add("own", model, IdVocabulary(40, 40, Specials.from_spec(model.spec)))
    plain = PlainIds(40, 40, 0, 1, 2, 3)
    for ids, exact in ((plain, False), (None, True)):
        trace = engine.trace(RunSpec("own", ("7 x 10",), ids=exact))
        unknown, unfinished = trace.notices
        said = ids_words(ids, "7 x 10", None, trace)
        assert unfinished in said and (unknown in said) == exact
        assert unknown in ids_words(ids, "7 10", None, trace), "where nothing else says it"
        language.choose("es")
        try:
            told = ids_words(ids, "7 x 10", None, trace)
            assert language.translated(unfinished) in told and unfinished not in told and unknown not in told
        finally:
            language.choose("en")


def test_source_chips_are_the_tokens_with_their_ids(panel: TextPanel, store: Store) -> None:
    tokens = store.trace.sentences[0].source
    assert [chip.text for chip in panel.source.chips.chips] == [token.text for token in tokens]
    assert [chip.figure for chip in panel.source.chips.chips] == [str(token.id) for token in tokens]
    assert panel.source.count.text() == f"{len(tokens)} tokens"


@pytest.mark.parametrize("step", [0, 3, None])
def test_cross_attention_shades_the_source_by_the_row_of_the_step(panel: TextPanel, store: Store, step) -> None:
    store.look(kind="cross", layer=1, head=2, step=step)
    row = store.trace.map("cross", 1, 2)[6 if step is None else step]
    marks = panel.source.chips.marks
    np.testing.assert_array_equal(marks.shades, row)
    assert marks.key == int(row.argmax())


def test_the_pointer_shades_by_its_row_and_frames_its_key(panel: TextPanel, store: Store) -> None:
    store.look(layer=1, head=2, step=0, query=1, key=1)
    store.set_hover((4, 2))
    np.testing.assert_array_equal(panel.source.chips.marks.shades, store.trace.map("cross", 1, 2)[4])
    assert panel.source.chips.marks.key == 2
    assert panel.target.chips.marks.query == 4 + 1  # the chip after <s> is step 0
    store.set_hover(None)
    np.testing.assert_array_equal(panel.source.chips.marks.shades, store.trace.map("cross", 1, 2)[1])


def test_the_encoder_shades_the_source_by_what_one_of_its_tokens_reads(panel: TextPanel, store: Store) -> None:
    store.look(kind="encoder", layer=2, head=1)
    assert panel.source.chips.marks.shades is None, "no row is chosen yet"
    store.look(query=3, key=1)
    marks = panel.source.chips.marks
    np.testing.assert_array_equal(marks.shades, store.trace.map("encoder", 2, 1)[3])
    assert (marks.query, marks.key) == (3, 1)
    store.look(reading="column")
    np.testing.assert_array_equal(panel.source.chips.marks.shades, store.trace.map("encoder", 2, 1)[:, 1])


def test_decoder_attention_shades_the_target_and_leaves_the_source(panel: TextPanel, store: Store) -> None:
    store.look(kind="decoder", layer=0, head=3, step=4)
    row = store.trace.map("decoder", 0, 3)[4]
    assert panel.source.chips.marks.shades is None and not panel.source.chips.pickable
    np.testing.assert_array_equal(panel.target.chips.marks.shades, row)  # chip j is what row j reads
    assert panel.target.chips.marks.key == int(row.argmax())
    assert panel.target.chips.marks.current == 5


def test_by_column_the_target_shows_which_rows_look_at_a_source_token(panel: TextPanel, store: Store) -> None:
    store.look(kind="cross", layer=1, head=0, query=2, key=4, reading="column")
    column = store.trace.map("cross", 1, 0)[:, 4]
    assert panel.source.chips.marks.shades is None and panel.source.chips.marks.key == 4
    np.testing.assert_array_equal(panel.target.chips.marks.shades, [0.0, *column])


def click_chip(qtbot, row, index: int) -> None:
    qtbot.mouseClick(row, Qt.MouseButton.LeftButton, pos=row.chip_rect(index).center().toPoint())


def test_a_click_on_a_source_chip_pins_its_key_in_the_row_of_the_step(panel: TextPanel, store: Store, qtbot) -> None:
    store.look(step=3)
    click_chip(qtbot, panel.source.chips, 1)
    assert (store.state.look.query, store.state.look.key) == (3, 1)
    click_chip(qtbot, panel.source.chips, 4)
    assert (store.state.look.query, store.state.look.key) == (3, 4)
    click_chip(qtbot, panel.source.chips, 4)
    assert (store.state.look.query, store.state.look.key) == (None, None)


def test_pointing_at_a_source_chip_previews_its_cell(panel: TextPanel, store: Store) -> None:
    store.look(step=3)
    panel.source.chips.hovered.emit(2)
    assert store.hover == (3, 2)
    panel.source.chips.hovered.emit(None)
    assert store.hover is None


def test_in_the_encoder_a_source_chip_is_a_row_when_reading_rows(panel: TextPanel, store: Store, qtbot) -> None:
    store.look(kind="encoder", layer=1, head=1)
    click_chip(qtbot, panel.source.chips, 2)
    best = int(store.trace.map("encoder", 1, 1)[2].argmax())
    assert (store.state.look.query, store.state.look.key) == (2, best)


def test_the_empty_source_has_a_hint_and_no_error(panel_of) -> None:
    store = stored(made_trace("", ""))
    panel = panel_of(store)
    assert panel.source.box.placeholderText() == "Type an English sentence"
    assert [chip.text for chip in panel.source.chips.chips] == ["</s>"]
    assert panel.source.caption.text() == "" and panel.source.count.text() == "1 token"


def test_the_hint_names_the_words_a_small_model_knows() -> None:
    trace = made_trace()
    known = replace(trace.model, source_language="", known_words=("a", "b", "c"))
    assert hint(trace.with_(model=known)) == "Type words this model knows: a b c"
    more = replace(known, known_words=tuple("abcdefghij"))
    assert hint(trace.with_(model=more)) == "Type words this model knows: a b c d e f g h …"
    assert hint(trace.with_(model=replace(trace.model, source_language="German"))) == "Type a German sentence"
    assert hint(None) == "Type a sentence"


def test_notices_of_the_run_are_shown_under_the_chips(panel_of) -> None:
    panel = panel_of(stored(made_trace(SOURCE, TARGET, notices=("The source was cut.", "And more."))))
    assert panel.source.caption.text() == "The source was cut. And more."


def test_the_limits_are_stated_as_they_are(panel: TextPanel, store: Store) -> None:
    """Characters count in all lines together, tokens in each."""
    for words in (panel.source.count._tip, panel.source.box.toolTip()):
        assert "20,000 characters in all, 511 tokens a line" in words
    panel.source.box.selectAll()
    paste(panel.source.box, text="\n".join(["ab " * (TEXT_CHARACTERS // 4)] * 2))
    assert len("\n".join(store.state.run.source)) <= TEXT_CHARACTERS


def test_right_to_left_pieces_are_marked_and_stay_in_reading_order(panel_of) -> None:
    trace = made_trace("one שלום two", TARGET, notices=("Never seen in training.",))
    panel = panel_of(stored(trace))
    assert [chip.text for chip in panel.source.chips.chips] == ["one", "שלום", "two", "</s>"]
    assert [chip.rtl for chip in panel.source.chips.chips] == [False, True, False, False]
    assert panel.source.caption.text().startswith("Never seen in training. Tokens with ◂ are written right to left")


FIXED, UNSEEN = "Misspellings are corrected: the model reads blakc as black.", "Never seen in training: xyzzy"


@pytest.mark.parametrize(
    ("room", "seen"),
    [(1.0, f"{FIXED} {UNSEEN}. Do not trust how it is translated."),
     (0.9, f"{UNSEEN}. Do not trust how it is translated. …"), (0.5, f"{UNSEEN} …"), (0.2, UNSEEN[:8])],
)  # fmt: skip
def test_where_the_line_is_short_it_says_what_not_to_trust(
    panel_of, room: float, seen: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was corrected stood there, and that a word is unknown only in the tool tip."""
    whole = f"{FIXED} {UNSEEN}. Do not trust how it is translated."
    panel = panel_of(stored(made_trace("the xyzzy house", TARGET, notices=(FIXED, whole.removeprefix(f"{FIXED} ")))))
    caption, drawn = panel.source.caption, list[str]()
    assert caption.text() == caption.accessibleName() == whole
    draw = painting.draw_words
    monkeypatch.setattr(painting, "draw_words", lambda *given, **how: (drawn.append(given[2]), draw(*given, **how))[1])
    caption.setFixedWidth(round(room * (caption.sizeHint().width() + 2)))
    caption.grab()
    assert drawn[-1].startswith(seen)
    if room < 1:
        assert whole in tip_text(caption, QPoint(2, 2))


# ---------------------------------------------------------------- target chips


def test_target_chips_are_what_was_written_with_its_probability(panel: TextPanel, store: Store) -> None:
    one = store.trace.sentences[0]
    chips = panel.target.chips.chips
    assert [chip.text for chip in chips] == ["<s>", *(token.text for token in one.written)]
    expected = [f"{p:.2f}" for p in store.trace.numbers["probability"][0]]
    assert [chip.figure for chip in chips] == ["start", *expected]


@pytest.mark.parametrize("measure", sorted(MEASURES))
def test_the_numbers_of_the_chips_can_be_chosen(panel: TextPanel, store: Store, measure: str) -> None:
    panel.target.measures[measure].trigger()
    numbers = store.trace.numbers
    values = {
        "probability": numbers["probability"][0],
        "surprise": -numbers["log_probability"][0] / math.log(2),
        "entropy": numbers["entropy"][0],
    }[measure]
    decimals = 2 if measure == "probability" else 1
    assert [chip.figure for chip in panel.target.chips.chips[1:]] == [f"{value:.{decimals}f}" for value in values]
    full = 1.0 if measure == "probability" else 8.0
    amounts = [chip.amount for chip in panel.target.chips.chips[1:]]
    np.testing.assert_allclose(amounts, np.clip(values / full, 0, 1), rtol=1e-5)
    assert panel.target.measure.words() == MEASURES[measure]
    assert ("bits" in panel.target.chips.chips[1].tip) is (measure != "probability")


def test_the_current_step_is_framed_and_what_comes_later_is_pale(panel: TextPanel, store: Store) -> None:
    store.look(step=2)
    marks = panel.target.chips.marks
    assert (marks.current, marks.later) == (3, 4)
    assert panel.target.chips.chips[marks.current].text == "blanca"
    store.look(step=None)
    assert panel.target.chips.marks.later == len(panel.target.chips.chips)


def test_a_click_on_a_target_chip_goes_to_its_step(panel: TextPanel, store: Store, qtbot) -> None:
    click_chip(qtbot, panel.target.chips, 3)
    assert store.state.look.step == 2
    click_chip(qtbot, panel.target.chips, 0)
    assert store.state.look.step == 2, "no step wrote <s>"


def test_a_pinned_cell_comes_along_to_the_step_that_is_clicked(panel: TextPanel, store: Store, qtbot) -> None:
    store.look(step=0, query=0, key=2)
    click_chip(qtbot, panel.target.chips, 3)
    assert (store.state.look.step, store.state.look.query, store.state.look.key) == (2, 2, 2)


def test_pointing_at_a_target_chip_previews_its_row(panel: TextPanel, store: Store) -> None:
    store.look(layer=1, head=1)
    panel.target.chips.hovered.emit(4)
    assert store.hover == (3, int(store.trace.map("cross", 1, 1)[3].argmax()))
    panel.target.chips.hovered.emit(0)
    assert store.hover is None


def test_the_current_chip_of_a_long_target_is_kept_in_view(panel_of) -> None:
    store = stored(made_trace(source_tokens=60, target_tokens=200))
    panel = panel_of(store)
    for step in (0, 150, 199, 3):
        store.look(step=step)
        rect = panel.target.chips.chip_rect(step + 1)
        assert rect.left() >= 0 and rect.right() <= panel.target.chips.width()


# ---------------------------------------------------------------- who writes


def test_writing_it_oneself_starts_from_what_the_model_wrote(panel: TextPanel, store: Store, qtbot) -> None:
    assert not panel.target.box.isVisible()
    panel.target.writer.buttons["me"].click()
    command_queue.flush()
    assert store.state.run.target == (TARGET,) and store.state.desk.writer == "me"
    assert panel.target.box.isVisible() and panel.target.box.toPlainText() == TARGET
    assert panel.target.writer.buttons["me"].isChecked() and not panel.target.sentence.isVisible()
    panel.target.box.selectAll()
    qtbot.keyClicks(panel.target.box, "un")
    assert store.state.run.target == ("un",)


def test_every_typed_target_token_has_its_probability_and_no_padlock(panel_of) -> None:
    trace = made_trace(SOURCE, TARGET, forced=True)
    panel = panel_of(stored(trace))
    chips = panel.target.chips.chips[1:]
    assert [chip.figure for chip in chips] == [number_format.fmt_chance(p) for p in trace.numbers["probability"][0]]
    assert not any(chip.forced for chip in chips)
    assert all("given, not chosen by the model" in chip.tip for chip in chips)


def test_where_rows_read_later_tokens_a_chip_says_by_what_its_token_was_chosen(panel_of) -> None:
    """The whole pass over the finished text gives other numbers: they stand in the tool tip."""
    trace = made_trace(SOURCE, TARGET)
    rows = trace.numbers["probability"].shape
    own = np.linspace(0.5, 0.9, math.prod(rows), dtype=np.float32).reshape(rows)
    panel = panel_of(stored(trace.with_(numbers={**trace.numbers, "step_probability": own})))
    chips = panel.target.chips.chips[1:]
    assert [chip.figure for chip in chips] == [number_format.fmt_chance(p) for p in own[0]]
    back = [number_format.fmt_chance(p, 4) for p in trace.numbers["probability"][0]]
    assert all(f"{p} in the finished text" in chip.tip for p, chip in zip(back, chips, strict=True))
    panel.target.measures["surprise"].trigger()
    assert [chip.figure for chip in panel.target.chips.chips[1:]] == [f"{-math.log2(p):.1f}" for p in own[0]]


def test_a_second_source_line_gets_an_empty_target_line(panel_of) -> None:
    store = stored(made_trace(SOURCE, TARGET, forced=True))
    panel = panel_of(store)
    panel.source.box.moveCursor(QTextCursor.MoveOperation.End)
    panel.source.box.insertPlainText("\nand so on")
    assert store.state.run.target == (TARGET, "")
    panel.source.box.setPlainText("one")
    assert store.state.run.target == (TARGET,)


@pytest.mark.parametrize(
    ("before", "after", "numbers"),
    [
        ("a b c", "a b c", (0, 1, 2)),
        ("a b c", "a x c", (0, 1, 2)),
        ("a b c", "b c", (1, 2)),
        ("a b c", "a b", (0, 1)),
        ("b c", "a b c", (NEW, 0, 1)),
        ("a c", "a x y c", (0, NEW, NEW, 1)),
        ("a", "a b c", (0, 1, 2)),
        ("a b c d", "x d", (0, 3)),
        ("a b c", "x", (0,)),
        ("a a a", "a a", (0, 1)),
        ("a b c", "x a b", (NEW, 0, 1)),  # one was pushed out of a full box
        ("a b c", "b c d", (1, 2, 3)),  # one came into it
    ],
)
def test_a_line_of_a_new_source_has_its_number_in_the_old_one(before: str, after: str, numbers) -> None:
    assert old_numbers(before.split(), after.split()) == numbers


def test_target_lines_beyond_the_source_are_kept_for_lines_that_come_at_its_end() -> None:
    assert carried(("1", "2", "3"), "a", "ab") == ("1", "2", "3")
    assert carried(("1", "2", "3"), "ab", "xab") == ("", "1", "2", "3")
    assert carried(("1", "2", "3"), "ab", "b") == ("2", "3")
    assert carried((), "a", "xa") == ("", "")


def test_typed_targets_stay_with_their_sentences(panel_of, qtbot) -> None:
    store = stored(made_trace(["one", "two", "three"], ["uno", "dos", "tres"], forced=True))
    panel = panel_of(store)
    box = panel.source.box
    box.moveCursor(QTextCursor.MoveOperation.Start)
    box.insertPlainText("zero\n")
    assert store.state.run.target == ("", "uno", "dos", "tres")
    store.undo()
    assert store.state.run.target == ("uno", "dos", "tres")
    box.moveCursor(QTextCursor.MoveOperation.Start)
    box.moveCursor(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
    qtbot.keyClick(box, Qt.Key.Key_Delete)
    assert store.state.run.target == ("dos", "tres")
    assert panel.target.box.toPlainText() == "dos\ntres"
    qtbot.keyClicks(box, "a big dog")
    assert store.state.run.target == ("uno", "dos", "tres"), "as where it is typed over"


def test_target_lines_typed_ahead_wait_for_their_source_lines(panel_of) -> None:
    store = stored(made_trace("one", "uno", forced=True))
    panel = panel_of(store)
    source, target = panel.source.box, panel.target.box
    ahead = "uno\ndos\ntres"
    target.selectAll()
    paste(target, text=ahead)
    assert store.state.run.target == ("uno",)
    source.moveCursor(QTextCursor.MoveOperation.End)
    source.insertPlainText("\ntwo\nthree")
    assert store.state.run.target == ("uno", "dos", "tres")
    assert target.toPlainText() == ahead
    store.undo()
    assert store.state.run.target == ("uno",) and target.toPlainText() == ahead
    source.moveCursor(QTextCursor.MoveOperation.Start)
    source.insertPlainText("zero\n")
    assert store.state.run.target == ("", "uno") and target.toPlainText() == "\nuno\ndos\ntres"
    store.undo()
    assert store.state.run.target == ("uno",) and target.toPlainText() == ahead


def test_another_target_from_elsewhere_replaces_all_lines_of_the_box(panel_of) -> None:
    store = stored(made_trace("one", "uno", forced=True))
    panel = panel_of(store)
    panel.target.box.insertPlainText("un\ndos\n")
    store.run(source=("two",), target=("dos",))
    assert panel.target.box.toPlainText() == "dos"


def test_an_emptied_target_line_of_ids_stays_the_line_of_its_sentence(panel_of, qtbot) -> None:
    run = RunSpec(source=("1 5 2", "1 6 2"), target=("1 5 2", "1 7 2"), ids=True)
    store = stored(made_trace(list(run.source), list(run.target or ()), forced=True, run=run))
    box = panel_of(store).target.box
    box.moveCursor(QTextCursor.MoveOperation.Start)
    box.moveCursor(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
    qtbot.keyClick(box, Qt.Key.Key_Delete)
    assert store.state.run.target == ("", "1 7 2")
    box.selectAll()
    paste(box, text="tensor([[1, 8, 2],\n        [1, 9, 2]])")
    assert store.state.run.target == ("1 8 2", "1 9 2")


def test_the_target_line_that_is_typed_in_is_the_sentence_shown(panel_of, qtbot) -> None:
    store = stored(made_trace(["one", "two"], ["uno", "dos"], forced=True))
    panel = panel_of(store)
    panel.activateWindow()
    panel.target.box.setFocus()
    qtbot.waitUntil(panel.target.box.hasFocus)
    for where, sentence in (("Start", 0), ("End", 1)):
        panel.target.box.moveCursor(QTextCursor.MoveOperation[where])
        assert store.state.look.sentence == sentence
    panel.target.box.insertPlainText("\nmore\nand more")
    assert store.state.run.target == ("uno", "dos")
    assert panel.target.label.text().endswith("2 lines too many")


def test_a_beginning_can_be_forced_and_released(panel: TextPanel, store: Store, qtbot) -> None:
    panel.target.writer.buttons["beginning"].click()
    command_queue.flush()
    assert panel.target.box.isVisible() and panel.target.box.toPlainText() == ""
    qtbot.keyClicks(panel.target.box, "Esa")
    assert (store.state.run.opening, store.state.run.target) == ("Esa", None)
    panel.target.writer.buttons["model"].click()
    command_queue.flush()
    assert store.state.run.opening == "" and not panel.target.box.isVisible()


def test_a_beginning_goes_where_its_sentence_goes(panel_of) -> None:
    store = stored(made_trace(["one", "two"], ["uno", "dos"]), look=Look(sentence=1))
    panel = panel_of(store)
    store.force_opening("Dos")

    def where() -> tuple[str, int]:
        return store.state.run.opening, store.state.run.prefix_sentence

    box = panel.source.box
    box.selectAll()
    paste(box, text="zero\none\ntwo")
    assert where() == ("Dos", 2)
    box.selectAll()
    paste(box, text="two")
    assert where() == ("Dos", 0) and panel.target.box.toPlainText() == "Dos"
    box.insertPlainText("!")
    assert where() == ("Dos", 0), "its own text is typed"
    box.insertPlainText("\nthree")
    store.look(sentence=1)
    store.force_opening("Tres")
    box.selectAll()
    paste(box, text="two")
    assert store.state.run.opening == "" and panel.target.box.toPlainText() == ""


def test_what_is_changed_in_one_sentence_goes_where_it_goes(panel_of) -> None:
    donor = Donor("x", (1, 2))

    def edits_in(sentence: int) -> Edits:
        cell, hidden = CellEdit("encoder", 0, 1, False, sentence), TokenPlace(0, sentence)
        return Edits(
            MaskEdits((cell,), hidden=(hidden,)), heads_off=(HeadPlace("cross", 0, 1),), swaps=(Swap(0, 5, sentence),),
            overrides=(WeightOverride("encoder", 0, 0, 0, 0, 0.5, sentence),),
            patches=(Patch("head", "encoder", 0, 0, donor, 0, sentence),),
        )  # fmt: skip

    store = stored(made_trace(["one", "two"], ["uno", "dos"]), look=Look(sentence=1))
    box = panel_of(store).source.box
    store.run(edits=edits_in(1))
    box.selectAll()
    paste(box, text="zero\none\ntwo!")
    assert store.state.run.edits == edits_in(2)
    box.selectAll()
    paste(box, text="one\ntwo!")
    assert store.state.run.edits == edits_in(1)
    box.selectAll()
    paste(box, text="one")
    assert store.state.run.edits == Edits(heads_off=edits_in(0).heads_off), "its sentence is gone"
    store.undo()
    assert store.state.run.source == ("one", "two!") and store.state.run.edits == edits_in(1)


def test_the_beginning_of_another_sentence_is_not_shown_as_that_of_the_selected_one(panel_of, qtbot) -> None:
    store = stored(made_trace(["one", "two"], ["uno", "dos"]), look=Look(sentence=1))
    panel = panel_of(store)
    store.force_opening("Dos")
    box = panel.target.box
    assert box.toPlainText() == "Dos"
    store.look(sentence=0)
    assert box.toPlainText() == "" and "2" in panel.target.label.accessibleName() + panel.target.label.text()
    store.look(sentence=1)
    assert box.toPlainText() == "Dos" and store.state.run.opening == "Dos"
    store.look(sentence=0)
    qtbot.keyClicks(box, "U")
    assert (store.state.run.opening, store.state.run.prefix_sentence, box.toPlainText()) == ("U", 0, "U")
    store.undo()
    assert (store.state.run.opening, store.state.run.prefix_sentence) == ("Dos", 1) and box.toPlainText() == ""


def test_a_beginning_waits_for_its_sentence_to_be_typed_again(panel_of, qtbot) -> None:
    """Cleared with the keyboard, the sentence is away for a moment."""
    store = stored(made_trace(["one", "two"], ["uno", "dos"]), look=Look(sentence=0))
    panel = panel_of(store)
    store.force_opening("Uno")
    box = panel.source.box
    box.moveCursor(QTextCursor.MoveOperation.Start)
    box.moveCursor(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
    qtbot.keyClick(box, Qt.Key.Key_Delete)
    assert (store.state.run.source, store.state.run.opening) == (("two",), "")
    qtbot.keyClicks(box, "friends")
    run = store.state.run
    assert (run.source, run.opening, run.prefix_sentence) == (("friends", "two"), "Uno", 0)
    assert panel.target.box.toPlainText() == "Uno"


@pytest.mark.parametrize("lines", [("one", "two"), ("one", "two", "three")])
def test_what_is_typed_and_changed_waits_for_its_sentence_to_be_typed_again(panel_of, qtbot, lines) -> None:
    targets = ("uno", "dos", "tres")[: len(lines)]
    store = stored(made_trace(list(lines), list(targets)), look=Look(sentence=0))
    panel = panel_of(store)
    edits = Edits(swaps=(Swap(0, 5, 0), Swap(0, 6, 1)))
    store.run(target=targets, edits=edits)
    panel.target.box.moveCursor(QTextCursor.MoveOperation.End)
    panel.target.box.insertPlainText("\nahead")
    box = panel.source.box
    box.moveCursor(QTextCursor.MoveOperation.Start)
    box.moveCursor(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
    qtbot.keyClick(box, Qt.Key.Key_Delete)
    run = store.state.run
    assert (run.source, run.target, run.edits.swaps) == (lines[1:], targets[1:], (Swap(0, 6, 0),))
    qtbot.keyClicks(box, "friends")
    run = store.state.run
    assert (run.source, run.target, run.edits) == (("friends", *lines[1:]), targets, edits)
    assert panel.target.box.toPlainText() == "\n".join((*targets, "ahead"))
    box.moveCursor(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.MoveAnchor)
    box.moveCursor(QTextCursor.MoveOperation.StartOfBlock, QTextCursor.MoveMode.KeepAnchor)
    qtbot.keyClick(box, Qt.Key.Key_Delete)
    box.moveCursor(QTextCursor.MoveOperation.End)
    qtbot.keyClick(box, Qt.Key.Key_Return)
    qtbot.keyClicks(box, "new")
    run = store.state.run
    assert (run.source, run.target) == ((*lines[1:], "new"), (*targets[1:], "ahead"))
    assert run.edits.swaps == (Swap(0, 6, 0),), "another sentence has nothing of it"


def test_an_undone_beginning_leaves_the_box(panel: TextPanel, store: Store, qtbot) -> None:
    panel.target.writer.buttons["beginning"].click()
    command_queue.flush()
    qtbot.keyClicks(panel.target.box, "Esa")
    store.undo()
    assert panel.target.box.toPlainText() == ""


def test_no_beginning_is_typed_for_a_recording(panel: TextPanel, store: Store) -> None:
    panel.target.open_beginning()
    assert panel.target.box.isVisible()
    store.run(model="elsewhere.safetensors", source=("the old oaks",))
    assert panel.target.mode() == "model" and not panel.target.box.isVisible()


def test_tokens_forced_by_a_click_carry_a_padlock(panel_of) -> None:
    trace = made_trace(SOURCE, TARGET)
    one = replace(trace.sentences[0], forced=2)
    run = RunSpec(source=(SOURCE,), prefix=tuple(token.id for token in one.written[:2]))
    store = stored(trace.with_(run=run, sentences=(one,)))
    panel = panel_of(store)
    assert [chip.forced for chip in panel.target.chips.chips] == [False, True, True, *[False] * 5]
    assert panel.target.label.text().endswith("continues after 2 given tokens")
    assert panel.target.free.isVisible()
    panel.target.free.click()
    assert store.state.run.prefix == ()


def test_a_new_source_lets_forced_tokens_go(panel: TextPanel, store: Store, qtbot) -> None:
    store.choose(1, store.trace.candidates(1)[1].token.id)
    assert store.state.run.prefix
    qtbot.keyClicks(panel.source.box, "x")
    assert store.state.run.prefix == ()


def test_forced_tokens_stay_while_the_text_is_the_same(panel: TextPanel, store: Store, qtbot) -> None:
    store.choose(1, store.trace.candidates(1)[1].token.id)
    forced, changes = store.state.run.prefix, store.history()
    box = panel.source.box
    box.moveCursor(QTextCursor.MoveOperation.End)
    qtbot.keyClick(box, Qt.Key.Key_Return)
    QApplication.sendEvent(box, QInputMethodEvent("´", []))
    assert (store.state.run.prefix, store.history()) == (forced, changes)


def test_the_switch_shows_who_writes_after_undo_too(panel: TextPanel, store: Store) -> None:
    panel.target.writer.buttons["me"].click()
    command_queue.flush()
    assert panel.target.writer.value == "me"
    store.undo()
    assert panel.target.writer.value == "model" and not panel.target.box.isVisible()


# ---------------------------------------------------------------- while a run is computed


def begin(store: Store, trace: Trace, steps: int) -> None:
    """The engine has encoded, and written that many tokens."""
    sentences = tuple(replace(one, read=(), written=(), target_text="") for one in trace.sentences)
    store.accept(trace.with_(stage="encoded", sentences=sentences, numbers={}, candidate_tokens=()))
    for step in made_steps(trace)[:steps]:
        store.accept(step)


def test_a_quick_run_shows_what_is_read_and_replaces_the_target_at_once(panel: TextPanel, store: Store, clock) -> None:
    chips, marks = panel.target.chips.chips, panel.source.chips.marks
    store.run(source=("the small one",))
    clock.now += 0.1
    begin(store, made_trace("the small one", "uno nuevo", run=store.state.run), 2)
    assert [chip.text for chip in panel.source.chips.chips] == ["the", "small", "one", "</s>"]
    shades = panel.source.chips.marks.shades
    assert shades is not None and shades[0] == marks.shades[0] > 0, "the same token stands there"
    assert not shades[1:].any() and panel.source.chips.marks.key in (None, 0), "the picture says nothing of the others"
    assert panel.target.chips.chips == chips
    panel.source.chips.hovered.emit(0)
    assert store.hover is None, "its cell is not in the picture"
    answer(store)
    assert [chip.text for chip in panel.source.chips.chips] == ["the", "small", "one", "</s>"]
    assert [chip.text for chip in panel.target.chips.chips[1:3]] != [chip.text for chip in chips[1:3]]


def test_a_slow_run_shows_each_token_as_it_comes(panel: TextPanel, store: Store, clock: Clock) -> None:
    store.run(source=("a new one",))
    trace = made_trace("a new one", "uno muy nuevo", run=store.state.run)
    clock.now += 0.2
    begin(store, trace, 2)
    assert [chip.text for chip in panel.source.chips.chips] == ["a", "new", "one", "</s>"]
    assert [chip.text for chip in panel.target.chips.chips] == ["<s>", "uno", "muy"]
    assert panel.target.chips.marks.current == 2 and panel.target.chips.marks.later is None
    figures = [f"{p:.2f}" for p in trace.numbers["probability"][0, :2]]
    assert [chip.figure for chip in panel.target.chips.chips[1:]] == figures
    np.testing.assert_array_equal(panel.source.chips.marks.shades, trace.map("cross", 0, 0)[1])


def test_the_first_picture_comes_token_by_token(panel_of) -> None:
    store = Store(State(run=RunSpec(source=(SOURCE,))))
    store.submit()
    panel = panel_of(store)
    assert panel.source.box.toPlainText() == SOURCE
    assert panel.source.chips.chips == () == panel.target.chips.chips
    trace = made_trace(SOURCE, TARGET, run=store.state.run)
    begin(store, trace, 1)
    assert len(panel.source.chips.chips) == 7
    assert [chip.text for chip in panel.target.chips.chips] == ["<s>", "la"]


def test_a_click_while_other_tokens_are_shown_does_nothing(panel: TextPanel, store: Store, clock: Clock, qtbot) -> None:
    store.run(source=("a new one",))
    clock.now += 0.2
    begin(store, made_trace("a new one", "uno muy nuevo", run=store.state.run), 2)
    before = store.state.look
    click_chip(qtbot, panel.target.chips, 1)
    click_chip(qtbot, panel.source.chips, 1)
    panel.source.chips.hovered.emit(0)
    assert store.state.look == before and store.hover is None


def test_a_picture_that_was_painted_changes_nothing(store: Store, panel: TextPanel, monkeypatch) -> None:
    asked: list[object] = []
    for part in (panel.source, panel.target):
        monkeypatch.setattr(part, "refresh", lambda *given: asked.append(given))
    before = panel.grab().toImage()
    store.set_painted(3.0)
    assert not asked and panel.grab().toImage() == before
    store.look(head=1)
    assert len(asked) == 2


# ---------------------------------------------------------------- the reading


def test_a_reading_outside_the_map_falls_back() -> None:
    trace = made_trace(SOURCE, TARGET)
    look = Store().state.look
    assert selection.current_reading(trace, look, (99, 0)).origin in ("step", "word")
    assert selection.current_reading(None, look, None).cell is None
    gone = trace.with_(arrays={})
    assert selection.current_reading(gone, look, (0, 0)).cell is None


def test_a_row_of_no_numbers_has_a_strongest_all_the_same() -> None:
    assert selection.strongest(np.array([np.nan, np.nan])) == 0
    assert selection.largest_weights(np.array([0.0, np.nan, 0.3, 0.7]), 3) == [3, 2]
    assert selection.largest_weights(np.array([0.001, 0.9, 0.05]), 2, keep=0) == [1, 0]
    assert selection.largest_weights(np.array([0.001, 0.9, 0.05]), 1, keep=0) == [1], "the only bar is the largest"


def test_the_largest_weights_are_those_of_the_whole_row_sorted() -> None:
    draw = np.random.default_rng(3)
    for length in (1, 5, 400):
        row = np.round(draw.dirichlet(np.full(length, 0.1)), 3).astype(np.float32)  # many are alike
        row[draw.random(length) < 0.1] = np.nan
        clean = np.nan_to_num(row, nan=-1.0)
        order = [int(at) for at in np.argsort(-clean, kind="stable") if clean[at] >= selection.SMALLEST]
        for count in (1, 3, 8):
            assert selection.largest_weights(row, count) == order[:count]


# ---------------------------------------------------------------- sizes


@pytest.mark.parametrize("scale", [1.0, 2.0])
@pytest.mark.parametrize("width", [1216, 1376])
@pytest.mark.parametrize("tokens", [1, 12, 60, 400])
@pytest.mark.share(2)
def test_nothing_overlaps_or_leaves_the_band(qtbot, panel_of, width: int, scale: float, tokens: int) -> None:
    app = QApplication.instance()
    themes.apply(app, themes.DARK, scale)
    try:
        panel = panel_of(stored(made_trace(source_tokens=tokens, target_tokens=tokens)))
        panel.resize(width, panel.sizeHint().height())
        qtbot.wait(2)
        for side in (panel.source, panel.target):
            parts = [part for part in side.children() if getattr(part, "isVisible", bool)()]
            for part in parts:
                assert side.rect().contains(part.geometry()), part
                for other in parts:
                    assert other is part or not part.geometry().intersects(other.geometry()), (part, other)
        assert panel.source.width() == pytest.approx(panel.target.width(), abs=1)
    finally:
        themes.apply(app, themes.LIGHT, 1.0)
        app.setStyleSheet("")


def test_unknown_and_special_tokens_are_kept_apart(panel_of) -> None:
    trace = made_trace("one two", TARGET)
    one = trace.sentences[0]
    odd = Token(3, "<unk>", "zzz", "unknown", "a word this model does not know", 1)
    panel = panel_of(stored(trace.with_(sentences=(replace(one, source=(one.source[0], odd, one.source[2])),))))
    kinds = [chip.kind for chip in panel.source.chips.chips]
    assert kinds == ["word", "unknown", "special"]
    assert "a word this model does not know" in panel.source.chips.chips[1].tip


# ---------------------------------------------------------------- sentences


def test_the_translation_is_shown_above_its_chips_as_one_sentence(panel: TextPanel, store: Store) -> None:
    sentence = panel.target.sentence
    assert sentence.isVisible() and sentence.text() == TARGET
    assert sentence.geometry().bottom() < panel.target.chips.geometry().top()
    store.look(step=2)
    assert sentence.current == 3, "the third word, behind <s>, is being written"
    store.look(step=None)
    answer(store, target=["uno dos"])
    assert sentence.text() == "uno dos"


def test_while_playing_no_word_that_comes_later_is_shown(panel: TextPanel, store: Store, qtbot) -> None:
    store.look(step=1)
    shown = panel.target.grab().toImage()
    store.set_playing(True)
    store.look(step=1)
    chips = panel.target.chips
    assert panel.target.sentence.text() == "la casa"
    assert panel.target.sentence.accessibleName() == "la casa"
    later = chips.chip_rect(3).center()
    assert chips.chip_at(later.x(), later.y()) is None, "neither a tip nor a click"
    chips.setFocus()
    qtbot.keyClick(chips, Qt.Key.Key_End)
    assert chips.at == 2
    ground = themes.current().q("panel")
    picture = chips.grab(chips.chip_rect(3).toAlignedRect()).toImage()
    colours = {picture.pixelColor(x, y).name() for x in range(picture.width()) for y in range(picture.height())}
    assert colours == {ground.name()} or colours == {panel.palette().window().color().name()}
    store.set_playing(False)
    assert panel.target.sentence.text() == TARGET
    assert shown != picture


@pytest.mark.parametrize(("scale", "larger"), [(1.0, 1.5), (2.0, 1.1)])
def test_source_and_translation_are_larger_than_the_words_around_them(
    qtbot, panel_of, scale: float, larger: float
) -> None:
    app = QApplication.instance()
    try:
        panel = panel_of(stored(made_trace(SOURCE, TARGET)))
        themes.apply(app, themes.LIGHT, scale)  # as the window does before it is first shown
        qtbot.wait(1)
        body = themes.font("body").pointSizeF()
        assert panel.source.box.font().pointSizeF() == pytest.approx(larger * body)
        assert panel.target.sentence.font_size() == pytest.approx(larger * body)
    finally:
        themes.apply(app, themes.LIGHT, 1.0)
        app.setStyleSheet("")


def test_curves_lead_from_the_chip_under_the_pointer_to_what_its_row_reads(panel: TextPanel, store: Store) -> None:
    store.look(kind="cross", layer=1, head=1)
    panel.target.chips.hovered.emit(4)
    row = store.trace.map("cross", 1, 1)[3]
    strongest = [key for key in np.argsort(-row, kind="stable")[:4].tolist() if row[key] >= 0.04]
    assert [link.key for link in panel.curves.links] == strongest and panel.curves.isVisible()
    link = panel.curves.links[0]
    chip = panel.source.chips.chip_rect(link.key).translated(panel.source.chips.mapTo(panel, QPoint(0, 0)))
    assert (link.end.x(), link.end.y()) == (chip.center().x(), chip.bottom())
    assert link.weight == pytest.approx(float(row.max()))
    panel.target.chips.hovered.emit(None)
    assert panel.curves.links[0].start != link.start, "now from the chip of the step"
    store.look(kind="decoder")
    assert not panel.curves.links and panel.curves.size().isEmpty()
    panel.target.chips.hovered.emit(4)
    assert panel.curves.size().isEmpty(), "the decoder reads no source"


def test_letters_that_no_font_here_has_are_named_below_the_box(panel_of, monkeypatch) -> None:
    lacking = {"\u3042": "U+3042", "\U0001f600": "U+1F600"}
    monkeypatch.setattr(painting, "drawable", lambda text, font: "".join(lacking.get(one, one) for one in text))
    panel = panel_of(stored(made_trace("the \u3042 house", TARGET)))
    said = panel.source.caption.text()
    assert "U+3042" in said and "U+1F600" not in said and "the model reads what you typed" in said
    panel = panel_of(stored(made_trace("the house", TARGET)))
    assert panel.source.caption.text() == ""


def test_curves_pass_below_the_chips_of_the_lower_side(panel: TextPanel) -> None:
    """A translation of two lines has its chips below those of the source."""
    source, target = QPointF(100, 40), QPointF(600, 58)
    panel.curves.show_links((Link(0, 0.5, target, source),))
    (path,) = panel.curves._paths
    found = [path.pointAtPercent(part / 50) for part in range(51)]
    assert (found[0], found[-1]) == (target, source)
    assert all(point.y() >= target.y() for point in found if point.x() > 180), "chips begin a little to its right"
    assert max(point.y() for point in found) <= panel.height()


def test_curves_stay_on_a_band_that_becomes_lower(
    panel: TextPanel, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The chips stay where they are."""
    monkeypatch.setattr("viz_app.text.panel._DEEP", 60.0)
    store.look(kind="cross", layer=1, head=1)
    low = panel.height()
    panel.resize(panel.width(), low + 40)
    settled()
    panel.target.chips.hovered.emit(4)
    assert panel.curves.geometry().bottom() > low
    panel.resize(panel.width(), low)
    settled()
    assert panel.curves.links and panel.curves.geometry().bottom() <= low


def test_curves_that_stay_are_not_painted_again_and_others_only_where_they_lie(
    panel: TextPanel, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What lies below a widget is painted with it: the whole band at each key, before."""
    store.look(kind="cross", layer=1, head=1)
    panel.target.chips.hovered.emit(4)
    curves, updated = panel.curves, []
    assert curves.links and panel.rect().contains(curves.geometry()) and curves.height() < panel.height() / 2
    monkeypatch.setattr(type(curves), "update", lambda *given: updated.append(given))
    curves.show_links(curves.links)
    assert not updated
    curves.show_links((dataclasses.replace(curves.links[0], weight=0.5),))
    assert updated
