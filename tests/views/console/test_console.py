"""The view Console: what is typed, what is shown, and how its code drives the window."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from model_core.engine.engine import Engine
from model_core.explain.provenance import ALL, Source, array_of
from model_core.record.edits import Edits, HeadPlace
from model_core.record.run_spec import RunSpec
from model_core.record.trace import Trace
from tests.made.traces import made_trace
from tests.support.harness import colours_of, pixels_of, settled, stored, svg_of
from tests.support.harness import shown as shown_window
from tests.views.test_contract import SIZE, shown, snapshot
from viz_app.document.lesson import Lesson, Scene
from viz_app.document.link import to_link
from viz_app.document.session import Session
from viz_app.document.state import Layout, State
from viz_app.views.console.prompt import LISTED, Prompt
from viz_app.views.console.transcript import LONGEST_LINE, MOST_CHARACTERS, MOST_LINES, Transcript
from viz_app.widgets import theme
from viz_app.widgets.number_card import NumberCard, explain

pytestmark = pytest.mark.usefixtures("qapp")
LONG = 60_000
"""Milliseconds that a line may take on a busy machine."""


@pytest.fixture(scope="module")
def dog() -> Trace:
    return Engine().trace(RunSpec("grammar", ("the dog",)))


class Desk:
    """A window with the console, and somebody who types."""

    def __init__(self, window: Any, qtbot: QtBot) -> None:
        self.window, self.store, self.qtbot = window, window.store, qtbot
        self.view: Any = window.desk.page("console").view
        self.prompt: Prompt = self.view.prompt

    def begin(self, code: str) -> None:
        self.prompt.put(code)
        self.qtbot.keyClick(self.prompt, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)

    def wait(self, until: Callable[[], bool] | None = None) -> None:
        self.qtbot.waitUntil(until or (lambda: not self.view.process.busy), timeout=LONG)
        settled()

    def run(self, code: str) -> str:
        """What came of a line, its own text left out."""
        before = len(self.view.transcript.lines())
        self.begin(code)
        assert self.view.process.busy and self.prompt.toPlainText() == ""
        self.wait()
        return "\n".join(text for kind, text in self.view.transcript.lines()[before:] if kind != "input")


@pytest.fixture
def desk(qtbot: QtBot, dog: Trace, prepared: None) -> Iterator[Desk]:
    store = stored(dog, desk=Layout(views=("attention", "console"), theme="light", depth="research"))
    with shown_window(store, qtbot) as window:
        settled()
        yield Desk(window, qtbot)


# ---------------------------------------------------------------- typing


@pytest.fixture
def prompt(qtbot: QtBot) -> Iterator[Prompt]:
    view: Any = shown(qtbot, "console")
    view.draw(snapshot(view, made_trace()))
    view.activateWindow()
    view.prompt.setFocus()
    view.process.run = lambda *_: None
    yield view.prompt


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        ("1 + 1", True), ("a = (1,", False), ("for x in y:", False), ("for x in y:\n    print(x)", False),
        ("for x in y:\n    print(x)\n", True), ("a = 1\nb = 2", True), ("a b", True), ("x = '''\n\n", False),
        ("1" + "+1" * 20_000, True), ("-" * 100_000 + "1", True),
        ("@f", False), ("if x: pass\nelse:", False), ("# only a remark", True), ("", False), ("   ", False),
    ],
)  # fmt: skip
def test_enter_runs_what_is_complete_and_else_breaks_the_line(
    prompt: Prompt, qtbot: QtBot, text: str, runs: bool
) -> None:
    said: list[str] = []
    prompt.entered.connect(said.append)
    prompt.insertPlainText(text)
    qtbot.keyClick(prompt, Qt.Key.Key_Return)
    assert said == ([text.rstrip()] if runs else [])
    assert prompt.toPlainText().strip() == ("" if runs else text.strip())


def test_ctrl_enter_runs_anything_and_enter_inside_the_text_does_not(prompt: Prompt, qtbot: QtBot) -> None:
    said: list[str] = []
    prompt.entered.connect(said.append)
    prompt.insertPlainText("f(")
    qtbot.keyClick(prompt, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    prompt.insertPlainText("a = 1")
    qtbot.keyClick(prompt, Qt.Key.Key_Left)
    qtbot.keyClick(prompt, Qt.Key.Key_Return)
    assert said == ["f("] and prompt.toPlainText() == "a = \n1"
    qtbot.keyClick(prompt, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert said == ["f(", "a = \n1"]


def test_a_line_is_indented_as_the_one_above_and_deeper_after_a_colon(prompt: Prompt, qtbot: QtBot) -> None:
    prompt.insertPlainText("for x in y:")
    qtbot.keyClick(prompt, Qt.Key.Key_Return)
    prompt.insertPlainText("if x:")
    qtbot.keyClick(prompt, Qt.Key.Key_Return)
    prompt.insertPlainText("a")
    qtbot.keyClick(prompt, Qt.Key.Key_Return)
    assert prompt.toPlainText() == "for x in y:\n    if x:\n        a\n        "


def test_up_and_down_go_through_what_was_run_and_keep_the_draft(prompt: Prompt, qtbot: QtBot) -> None:
    def press(key: Qt.Key) -> str:
        qtbot.keyClick(prompt, key)
        return prompt.toPlainText()

    for code in ("first", "if x:\n    second\n", "first", "third"):
        prompt.insertPlainText(code)
        prompt.take()
    prompt.insertPlainText("draft")
    found = [press(Qt.Key.Key_Up) for _ in range(3)]
    assert found == ["third", "first", "if x:\n    second"], "the same line is kept once"
    assert press(Qt.Key.Key_Up) == "if x:\n    second", "first the cursor goes up in it"
    assert press(Qt.Key.Key_Up) == "if x:\n    second", "before the oldest there is none"
    prompt.moveCursor(prompt.textCursor().MoveOperation.End)
    assert [press(Qt.Key.Key_Down) for _ in range(4)] == ["first", "third", "draft", "draft"]


def test_tab_completes_a_name_indents_a_line_and_else_goes_on(prompt: Prompt, qtbot: QtBot) -> None:
    asked: list[str] = []
    prompt.completion_asked.connect(asked.append)
    prompt.can_complete = True
    prompt.insertPlainText("x = trace.ma")
    qtbot.keyClick(prompt, Qt.Key.Key_Tab)
    assert asked == ["trace.ma"] and prompt.hasFocus()
    prompt.complete(["trace.map", "trace.maps", "trace.mapping", "else.where"])
    assert prompt.toPlainText() == "x = trace.map"
    prompt.insertPlainText("(\n")
    qtbot.keyClick(prompt, Qt.Key.Key_Tab)
    assert prompt.toPlainText().endswith("(\n    ") and prompt.hasFocus()
    prompt.insertPlainText("1)")
    qtbot.keyClick(prompt, Qt.Key.Key_Tab)
    assert not prompt.hasFocus(), "the keyboard is not caught"


@pytest.mark.parametrize("count", [2, LISTED, LISTED + 1])
def test_a_list_of_names_says_whether_there_are_more(prompt: Prompt, count: int) -> None:
    prompt.insertPlainText("n")
    prompt.complete([f"n{chr(ord('a') + number)}" for number in range(count)])
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    usable = [entry.isEnabled() for entry in menu.actions()]
    menu.close()
    assert usable == [True] * min(count, LISTED) + [False] * (count > LISTED)


def test_undo_is_the_windows_where_nothing_was_typed(desk: Desk) -> None:
    desk.store.look(head=1)
    desk.prompt.setFocus()
    desk.qtbot.keyClick(desk.prompt, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert not desk.store.can_undo()
    desk.store.look(head=1)
    desk.prompt.insertPlainText("typed")
    desk.qtbot.keyClick(desk.prompt, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert desk.prompt.toPlainText() == "" and desk.store.can_undo()


# ---------------------------------------------------------------- the transcript


@pytest.fixture
def transcript(qtbot: QtBot) -> Iterator[Transcript]:
    view: Any = shown(qtbot, "console")
    yield view.transcript


def test_each_kind_of_text_has_its_own_lines(transcript: Transcript) -> None:
    for kind, text in (("input", "f()\ng()"), ("output", "a"), ("output", "b\nc"), ("value", "1"), ("value", "2"),
                       ("output", "d\n"), ("error", "no\nway"), ("note", "quiet")):  # fmt: skip
        transcript.add(kind, text)
    assert transcript.lines() == [
        ("input", ">>> f()"), ("input", "... g()"), ("output", "ab"), ("output", "c"), ("value", "1"), ("value", "2"),
        ("output", "d"), ("error", "no"), ("error", "way"), ("note", "quiet"),
    ]  # fmt: skip


def test_what_terminals_do_is_done_or_left_out_and_text_is_never_markup(transcript: Transcript) -> None:
    transcript.add("output", "10 %\r")
    transcript.add("output", "20 %\r90 %")
    transcript.add("output", "\rdone\r\n\x1b[31m<b>red</b>\x1b[0m\a")
    assert transcript.lines() == [("output", "done"), ("output", "<b>red</b>")]


def test_every_sign_that_breaks_a_line_begins_one_of_the_same_kind(transcript: Transcript) -> None:
    transcript.add("error", "a\u2028b\u2029c\r\nd")
    assert transcript.lines() == [("error", one) for one in "abcd"]


def test_its_end_is_still_seen_in_less_room(transcript: Transcript) -> None:
    transcript.add("output", "\n".join("line" for _ in range(200)))
    bar = transcript.verticalScrollBar()
    for change in ((400, 300), (400, 120), (200, 90), (500, 250)):
        transcript.resize(*change)
        assert bar.value() == bar.maximum() > 0
    bar.setValue(7)
    transcript.resize(400, 100)
    transcript.add("output", "more")
    assert bar.value() == 7, "what is being read stays"


def test_it_never_grows_beyond_its_bounds(transcript: Transcript) -> None:
    transcript.add("output", "\n".join(map(str, range(3 * MOST_LINES))))
    assert transcript.blockCount() <= MOST_LINES and transcript.lines()[-1][1] == str(3 * MOST_LINES - 1)
    for _ in range(3):
        transcript.add("output", "\n".join(["x" * 999] * (MOST_CHARACTERS // 2_000)))
    assert MOST_CHARACTERS - 1 <= transcript.document().characterCount() <= MOST_CHARACTERS


@pytest.mark.parametrize("pieces", [1, 7], ids=["at once", "in pieces"])
def test_a_long_line_keeps_its_beginning_and_its_end(transcript: Transcript, pieces: int) -> None:
    """One of 500,000 characters was laid out for 6 s, in which the window stood still."""
    text = "".join(map(str, range(100_000)))
    size = len(text) // pieces + 1
    transcript.add("output", "before\n")
    for at in range(0, len(text), size):
        transcript.add("output", text[at : at + size])
    transcript.add("output", "\nafter")
    (_, before), (_, line), (_, after) = transcript.lines()
    assert (before, after) == ("before", "after") and len(line) == LONGEST_LINE
    parted = line.partition(" … ")
    assert text.startswith(parted[0]) and text.endswith(line.rpartition(" … ")[2]) and parted[1]
    assert min(len(parted[0]), len(line.rpartition(" … ")[2])) > LONGEST_LINE // 2 - 100
    transcript.add("output", "\rshort")
    assert transcript.lines()[-1][1] == "short", "a line begun anew is no part of the long one"


def test_what_is_selected_is_seen(transcript: Transcript) -> None:
    for line in ("one", "two", "three"):
        transcript.add("value", line)
    highlight = transcript.palette().color(QPalette.ColorRole.Highlight).rgb()
    assert highlight not in colours_of(transcript.viewport().grab().toImage())
    cursor = transcript.textCursor()
    cursor.setPosition(1)
    cursor.setPosition(5, cursor.MoveMode.KeepAnchor)  # "ne" and "t"
    transcript.setTextCursor(cursor)
    image = transcript.viewport().grab().toImage()
    rows = np.flatnonzero((pixels_of(image) == highlight).any(1))
    high = transcript.blockBoundingRect(transcript.document().begin()).height()
    assert high < len(rows) <= 2 * high + 1, "on two of the three lines"


def test_its_picture_has_what_is_seen_as_text(qtbot: QtBot) -> None:
    view: Any = shown(qtbot, "console")
    view.draw(snapshot(view, made_trace()))
    view.transcript.add("value", "forty-two")
    view.prompt.put("typed")
    picture = svg_of(view, SIZE)
    assert "forty-two" in picture and "typed" in picture


def test_its_colours_follow_the_theme(qapp: QApplication, transcript: Transcript) -> None:
    """They are no part of the text: with 5,000 lines the theme changed within 0.5 s."""
    transcript.add("error", "\u2588" * 30)
    transcript.add("value", "\u2588" * 30)
    changed: list[object] = []
    transcript.document().contentsChange.connect(lambda *what: changed.append(what))
    for one in (theme.DARK, theme.LIGHT):
        theme.apply(qapp, one, 1.0)
        transcript.restyle()
        seen = colours_of(transcript.viewport().grab().toImage())
        other = theme.LIGHT if one is theme.DARK else theme.DARK
        assert {one.q("error").rgb(), one.q("ink").rgb()} <= seen and other.q("error").rgb() not in seen
    assert not changed
    theme.apply(qapp, theme.DARK, 1.5)
    transcript.restyle()
    assert transcript.font().pointSizeF() == theme.font("code").pointSizeF()


# ---------------------------------------------------------------- Python and the window


def test_a_line_runs_in_a_process_of_its_own_that_ends_with_the_window(desk: Desk) -> None:
    assert desk.view.process.job.child is None, "none is started before the first line"
    assert desk.run("import os\nos.getpid()").splitlines()[-1] != str(os.getpid())
    child = desk.view.process.job.child.process
    assert child.poll() is None and "-P" in child.args
    desk.begin("while True: pass")
    desk.window.close()
    assert child.poll() is not None


def test_its_table_is_the_transcript(desk: Desk) -> None:
    assert desk.view.table() is None
    desk.run("1 + 1")
    rows = desk.view.table().rows
    assert ("input", ">>> 1 + 1") in rows and rows[-1] == ("value", "2")


def test_code_chooses_what_the_window_shows_one_change_each(desk: Desk) -> None:
    desk.run("window.look(kind='encoder', layer=0, head=1)\nwindow.look(head=0)\nwindow.look(head=1)")
    look = desk.store.state.look
    assert (look.kind, look.layer, look.head) == ("encoder", 0, 1) and desk.store.history()[1] == 3
    desk.store.undo()
    assert desk.store.state.look.head == 0
    desk.run("window.look(kind='cross', step=1, query=1, key=0)")
    look = desk.store.state.look
    assert (look.kind, look.step, look.query, look.key) == ("cross", 1, 1, 0)
    desk.run("window.look(kind='decoder')")
    assert desk.store.state.look.query is None, "the cell of another attention is unpinned"


def test_an_invalid_value_raises_in_the_code_and_changes_nothing(desk: Desk) -> None:
    before = desk.store.state
    for asked in (
        "look(layer=99)", "look(head=-1)", "look(kind='none')", "look(colour=1)", "look(layer='1')", "look(step=99)",
        "look(query=99, key=0)", "look(sentence=1)", "run(source=3)", "run(nothing=1)", "run(candidates=0)",
        "run(source='a', target=['b', 'c'])", "run(edits={'heads_off': [{'kind': 'x', 'layer': 0, 'head': 0}]})",
    ):  # fmt: skip
        said = desk.run(f"window.{asked}")
        assert "ValueError: " in said and desk.store.state == before and not desk.store.can_undo(), asked


def test_code_asks_for_another_run_and_the_next_line_is_about_it(desk: Desk) -> None:
    """No engine answers this window: the next line does not wait for its picture."""
    desk.run("window.run(source='the cat')")
    assert desk.store.state.run == RunSpec("grammar", ("the cat",)) and desk.store.history()[1] == 1
    said = desk.run("trace.sentences[0].source_text")
    assert "the cat" in said.splitlines()[0] and said.splitlines()[-1] == "'the cat'"
    desk.run("from model_core.record.edits import Edits, HeadPlace\n"
             "window.run(edits=Edits(heads_off=(HeadPlace('cross', 0, 0),)))")  # fmt: skip
    assert desk.store.state.run.edits == Edits(heads_off=(HeadPlace("cross", 0, 0),))
    desk.run("window.run(target='1')")
    assert desk.store.state.run.target == ("1",) and desk.store.state.desk.writer == "me"
    assert State.from_json(desk.store.state.to_json()) == desk.store.state
    desk.store.go_to(0)
    assert desk.store.state.run == RunSpec("grammar", ("the dog",)) and desk.store.state.desk.writer == "model"


def test_code_chooses_a_step_of_the_run_that_it_has_asked_for(desk: Desk) -> None:
    said = desk.run("window.run(source='the dog sees the cat')\nwindow.look(step=4, head=1)")
    assert "ValueError" not in said and desk.store.state.look.head == 1
    desk.store.accept(Engine().trace(desk.store.state.run))
    settled()
    assert desk.store.state.look.step == 4
    assert "ValueError" in desk.run("window.look(step=99)")


def test_another_run_of_the_window_is_that_of_the_next_line(desk: Desk, dog: Trace) -> None:
    desk.run("mine = 5")
    desk.store.run(source=("the cat",))
    desk.store.accept(Engine().trace(desk.store.state.run))
    settled()
    said = desk.run("mine, run.source[0]").splitlines()
    assert "the cat" in said[0] and said[1:] == ["(5, 'the cat')"]
    assert desk.run("mine").splitlines() == ["5"], "and says so once"


def test_the_end_of_a_progress_bar_stays(desk: Desk) -> None:
    assert desk.run("for n in range(5): print(n, '%', end='\\r')").splitlines()[-1] == "4 %"


def test_a_dead_process_is_reported_and_the_next_line_starts_another(desk: Desk) -> None:
    desk.run("x = 1")
    said = desk.run(f"import os\nos.kill(os.getpid(), {int(signal.SIGTERM)})")
    assert "variables are gone" in said and str(int(signal.SIGTERM)) in said
    assert "NameError" in desk.run("x") and desk.run("2 + 2") == "4"


def test_restart_and_interrupt_end_what_never_ends(desk: Desk) -> None:
    desk.begin("print('begun')\nwhile True: pass")
    desk.wait(lambda: ("output", "begun") in desk.view.transcript.lines())
    assert desk.view.buttons["interrupt"].isEnabled() and not desk.view.buttons["run"].isEnabled()
    desk.prompt.insertPlainText("waits")
    desk.qtbot.keyClick(desk.prompt, Qt.Key.Key_Return)
    assert desk.prompt.toPlainText() == "waits", "what is typed meanwhile is kept"
    desk.qtbot.keyClick(desk.prompt, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    desk.wait()
    assert "KeyboardInterrupt" in desk.view.transcript.lines()[-1][1]
    desk.prompt.clear()
    desk.begin("print('on')\nwhile True:\n    try:\n        while True: pass\n    except KeyboardInterrupt: pass")
    desk.wait(lambda: ("output", "on") in desk.view.transcript.lines())
    child = desk.view.process.job.child.process
    desk.view.buttons["restart"].click()
    assert child.poll() is not None and not desk.view.process.busy
    assert desk.run("3").splitlines()[-1] == "3"
    desk.view.buttons["clear"].click()
    assert desk.view.transcript.lines() == [] and desk.run("3") == "3"


def test_ctrl_c_copies_what_is_selected(desk: Desk) -> None:
    desk.prompt.put("word")
    desk.prompt.selectAll()
    desk.qtbot.keyClick(desk.prompt, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "word"


# ---------------------------------------------------------------- what may put code in


def test_the_python_of_a_number_is_put_into_the_console_and_not_run(desk: Desk, dog: Trace) -> None:
    desk.store.desk(views=("attention",))
    page = desk.window.desk.page("attention")
    weight = Source("decoder.layers.0.cross_attn.weights", (0, 0, 0, 0))
    card: NumberCard = explain(page, dog, weight)
    card.run_in_console.click()
    settled()
    assert desk.store.state.desk.views == ("attention", "console")
    assert "trace.arrays" in desk.prompt.toPlainText() and "Engine" not in desk.prompt.toPlainText()
    assert desk.view.process.job.child is None and desk.view.transcript.lines() == []
    desk.prompt.enter()
    desk.wait()
    assert float(desk.view.transcript.lines()[-1][1]) == pytest.approx(float(dog.arrays[weight.name][0, 0, 0, 0]))


@pytest.mark.parametrize("view", ["attention", "masks", "calculate"])
def test_the_python_of_a_view_is_put_into_the_console_and_computes_what_it_shows(desk: Desk, view: str) -> None:
    desk.store.desk(views=(view,))
    settled()
    desk.window.commands.run("python.put")
    settled()
    assert desk.store.state.desk.views == (view, "console") and "Engine" not in desk.prompt.toPlainText()
    assert desk.view.process.job.child is None and desk.view.transcript.lines() == []
    desk.prompt.enter()
    desk.wait()
    kinds = {kind for kind, _ in desk.view.transcript.lines()}
    sources = desk.window.desk.page(view).view.arrays()
    shapes = [str(array_of(desk.store.trace, one)[tuple(slice(None) if at is ALL else at for at in one.index)].shape)
              for one in sources]  # fmt: skip
    told = "\n".join(text for kind, text in desk.view.transcript.lines() if kind == "output")
    assert shapes and "error" not in kinds and all(shape in told for shape in shapes)


def test_the_python_of_a_number_of_another_run_says_which(desk: Desk) -> None:
    other = Engine().trace(RunSpec("grammar", ("the cat",)))
    card = explain(desk.window.desk.page("attention"), other, Source("numbers.probability", (0, 0)))
    card.run_in_console.click()
    settled()
    assert "Engine().trace(run)" in desk.prompt.toPlainText() and "the cat" in desk.prompt.toPlainText()


def test_nothing_that_is_opened_puts_code_in_or_runs_it(desk: Desk) -> None:
    """Sessions, links and lessons are States: whatever they say of the console changes nothing in it."""
    code = {"code": "import os", "text": "1", "prompt": "1", "transcript": "1"}
    state = desk.store.state.with_(options={"console": code})
    json_ = json.loads(json.dumps(state.to_json()))
    desk.store.set_state(State.from_json(json_))
    desk.window.file_actions.open_link(to_link(Session(state)))
    player = desk.window.sheets.lessons.player
    player.open(Lesson(scenes=(Scene(state={"desk": {"views": ["console"]}, "options": {"console": code}}),)))
    settled()
    player.leave()
    settled()
    assert desk.view.process.job.child is None
    assert desk.prompt.toPlainText() == "" and desk.view.transcript.lines() == []


def test_what_was_typed_is_in_no_session(desk: Desk) -> None:
    desk.run("secret_name = 1")
    desk.prompt.put("other_secret = 2")
    saved = json.dumps(desk.store.state.to_json())
    assert "secret" not in saved and "secret" not in to_link(Session(desk.store.state))
    assert not any("secret" in name for name in desk.store.history()[0])
