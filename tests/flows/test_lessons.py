"""Lessons on the bundled model, in the real window: played from the first scene to the last, nothing told early."""

from __future__ import annotations

import gc
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QBuffer, QEvent, QIODevice, QObject, QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QKeySequence, QPainter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QLabel,
    QPlainTextEdit,
    QTableView,
    QToolTip,
    QWidget,
)
from pytestqt.qtbot import QtBot
from safetensors.numpy import save_file

from model_core.analysis.unwritten import HiddenParts
from model_core.engine.engine import Engine
from model_core.io.resources import lessons
from model_core.record.edits import CellEdit, Edits, MaskEdits
from model_core.record.model_info import bundled_models
from model_core.record.run_spec import RunSpec
from model_core.record.trace import Trace
from tests.daily import Run, share
from viz_app.commands.actions import has_brush
from viz_app.commands.key_page import TAUGHT, KeyPage
from viz_app.data import tables
from viz_app.data.maps.head_names import head_names
from viz_app.document.autosave import Autosave
from viz_app.document.lesson import FROM_THEN, Lesson, Question, Scene, load_lesson
from viz_app.document.link import to_link
from viz_app.document.session import Session, last_file, load_session, save_session
from viz_app.document.state import Layout, Look, State
from viz_app.document.store import Store
from viz_app.lessons.cards import LessonsSheet
from viz_app.lessons.largest_text import maps_in
from viz_app.lessons.overlays import HINT, LESSON_HINT, CellPen, on_window
from viz_app.maps.grid import WIDEST
from viz_app.maps.heatmap_figure import ROOMY
from viz_app.system.engine_client import InlineEngine
from viz_app.system.session_lock import SessionLock
from viz_app.system.settings import Settings
from viz_app.views import VIEWS
from viz_app.views.masks.mask_rows import mask_row
from viz_app.widgets import theme
from viz_app.widgets.canvas import Canvas
from viz_app.window.dialogs import KeySheet
from viz_app.window.main_window import Window

pytestmark = pytest.mark.usefixtures("qapp")

CAT = "The black cat is sleeping on the white bed."


class Remembering:
    """The bundled models, loaded once; what they computed for one window is there for the next."""

    def __init__(self) -> None:
        engine = Engine()
        self.run = lru_cache(32)(lambda run: tuple(engine.run(run)))
        self.answers = lru_cache(32)(lambda asked: tuple(engine.answers(asked)))
        self.without = lru_cache(32)(engine.without)


@pytest.fixture(scope="module")
def engine() -> Remembering:
    """Of all lessons."""
    return Remembering()


class Class:
    """A window in front of a class, its engine in this process."""

    def __init__(self, engine: Remembering, text_scale: float = 1.0, colours: str = "light") -> None:
        desk = Layout(text_scale=text_scale, theme=colours)
        self.store = Store(State(run=RunSpec(source=(CAT,)), look=Look(step=2), desk=desk))
        self.store.effects.at_once = True
        self.store.attach(InlineEngine(engine, bundled_models()))
        gc.freeze()  # what the engine keeps is not looked at when the window is closed
        self.window = Window(self.store)
        self.window.resize(1280, 720)
        self.window.show()
        self.lessons = self.window.sheets.lessons
        self.player, self.panel = self.lessons.player, self.lessons.panel
        settle()

    def open(self, path: Path) -> None:
        assert self.window.file_actions.open_path(path)
        settle()

    def press(self, key: Qt.Key) -> None:
        QTest.keyClick(self.window.focusWidget() or self.window, key)
        settle()


def settle() -> None:
    for _ in range(6):
        QApplication.processEvents()


@pytest.fixture
def room(engine: Remembering) -> Iterator[Class]:
    made = Class(engine)
    yield made
    made.window.close()
    made.window.deleteLater()


# ---------------------------------------------------------------- what is said anywhere in a window


def said_by(window: QWidget) -> Iterator[str]:
    """Every word that a widget of the window says, shows, or would show under the pointer."""
    for part in (window, *window.findChildren(QWidget)):
        if not part.isVisible():
            continue
        yield from (part.accessibleName(), part.accessibleDescription(), part.toolTip(), part.statusTip())
        if isinstance(part, QLabel | QAbstractButton):
            yield part.text()
        elif isinstance(part, QPlainTextEdit):
            yield part.toPlainText()
        elif isinstance(part, QComboBox):
            yield from (part.itemText(place) for place in range(part.count()))
        elif isinstance(part, QTableView):
            yield from _cells(part)
        if isinstance(part, Canvas):
            yield from _tips(part)
    yield painted(window)


def _cells(table: QTableView) -> Iterator[str]:
    model = table.model()
    roles = Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole
    for row in range(model.rowCount()):
        for column in range(model.columnCount()):
            yield from (str(model.index(row, column).data(role) or "") for role in roles)


def _tips(part: Canvas) -> Iterator[str]:
    for x in range(6, part.width(), 14):
        for y in range(6, part.height(), 14):
            yield part.tip_at(QPointF(x, y))


def painted(window: QWidget) -> str:
    """The window as shapes and words."""
    buffer, made = QBuffer(), QSvgGenerator()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    made.setOutputDevice(buffer)
    made.setSize(QSize(window.width(), window.height()))
    made.setViewBox(QRectF(QRect(0, 0, window.width(), window.height())))
    with QPainter(made) as painter:
        window.render(painter, QPoint())
    return bytes(buffer.data().data()).decode()


def test_no_view_tells_what_is_hidden(room: Class) -> None:
    """The words to come, their probabilities and the weights of the row that is asked for, wherever they may stand."""
    begun = room.store.state
    for name in share(VIEWS, 3):
        room.store.set_state(begun)
        assert_hides(room, name)


def assert_hides(room: Class, name: str) -> None:
    trace = room.store.trace
    assert trace is not None
    room.store.desk(views=(name,), inspector=True)
    written = [token.text for token in trace.sentences[0].written]
    later = re.compile(rf"\b({'|'.join(word for word in written[3:] if word.isalpha() and len(word) > 4)})\b")
    assert later.search("durmiendo") and later.search("blanca.")
    settle()
    room.store.hiding.hide(HiddenParts(words=3, chances=3))
    room.store.look(step=3)
    settle()
    said = "\n".join(said_by(room.window))
    assert written[0] in said, "the words that are written are there"
    assert not [line[:200] for line in said.split("\n") if later.search(line)]
    entries = [entry.words for entry in room.window.sheets.entries() if entry.menu != "Example"]
    assert entries and not [words for words in entries if later.search(words)]
    chance = f"{float(trace.numbers['probability'][0, 3]):.4f}"
    assert chance not in said
    assert not re.search(r"\bnan\b", said, re.IGNORECASE), "what is hidden is not a broken number"
    room.store.hiding.hide(HiddenParts(row=("cross", 2), words=3))
    room.store.look(step=2, layer=0, head=3)
    settle()
    said = "\n".join(said_by(room.window))
    weights = (rf"(?<!\d){re.escape(number)}" for number in weights_of(trace))  # not the end of a coordinate
    assert not [number for number in weights if re.search(number, said)]
    taken, numbers = "\n".join(taken_from(room, name)), exact_weights(trace)
    assert '"hidden"' in taken and not [number for number in numbers if number in taken]
    room.store.hiding.hide(None)
    settle()
    taken = "\n".join(taken_from(room, name))
    assert '"hidden"' not in taken and all(number in taken for number in numbers)


def taken_from(room: Class, name: str) -> Iterator[str]:
    """The numbers of a view, and the current map, as they are copied and as files."""
    store, page = room.store, room.window.desk.page(name)
    own, looked_at = None if page is None else page.view.table(), tables.table_of(store.state, store.trace)
    yield from (looked_at.to_tabs(), looked_at.to_csv().decode(), looked_at.to_json().decode())
    if own is not None:
        yield from (own.to_tabs(), own.to_csv().decode(), own.to_json().decode())


def exact_weights(trace: Trace) -> list[str]:
    """The weights of the row that is asked for, as files have them."""
    return [repr(float(value))[:9] for value in trace.map("cross", 0, 3)[2] if value > 0.5]


def weights_of(trace: Trace) -> list[str]:
    """The weights of the row that is asked for, as the inspector writes them."""
    found = [f"{value:.3f}" for value in trace.map("cross", 0, 3)[2] if value > 0.5]
    assert found
    return found


def test_the_effect_of_edited_masks_is_described_without_hidden_numbers(engine: Remembering, room: Class) -> None:
    room.store.desk(views=("masks",))
    edits = Edits(masks=MaskEdits(future=False))
    room.store.run(edits=edits, target=("El gato negro está durmiendo en la cama blanca.",))
    settle()
    room.store.hiding.hide(HiddenParts(chances=3))
    room.store.look(step=3)
    settle()
    said = "\n".join(said_by(room.window))
    assert "p(El) " in said and not re.search(r"\bnan\b", said, re.IGNORECASE)
    assert "is disturbed" not in said and "copies it" not in said, "whether the hidden probability rose"


def test_hidden_changes_are_not_mentioned(room: Class) -> None:
    """One cell of the future: the rows before it stay, and what becomes of its own is the question."""
    room.store.desk(views=("masks",))
    edits = Edits(masks=MaskEdits(cells=(CellEdit("decoder", 5, 6, True),)))
    room.store.run(edits=edits, target=("El gato negro está durmiendo en la cama blanca.",))
    room.store.hiding.hide(HiddenParts(chances=5))
    room.store.look(step=5)
    settle()
    assert "No probability changes" not in "\n".join(said_by(room.window))


def test_calculate_says_that_its_row_is_hidden(room: Class) -> None:
    room.store.desk(views=("calculate",))
    room.store.hiding.hide(HiddenParts(row=("cross", 2)))
    settle()
    said = "\n".join(said_by(room.window))
    assert "Hidden until you answer." in said and "has not written anything" not in said


def test_no_token_stands_out_for_a_row_that_is_hidden(room: Class) -> None:
    chips = room.window.text.source.chips
    assert chips.marks.key is not None
    room.store.hiding.hide(HiddenParts(row=("cross", 2)))
    settle()
    assert chips.marks.key is None
    assert chips.marks.shades is None or not np.nan_to_num(chips.marks.shades).any()


def test_a_hidden_row_is_not_described_as_masked(room: Class) -> None:
    """After the mask each of its scores was −∞, though nothing of it is masked."""
    room.store.hiding.hide(HiddenParts(row=("cross", 2)))
    settle()
    hidden, other = (mask_row(room.store.trace, "cross", 1, 1, 0, row) for row in (2, 3))
    assert np.isnan(hidden.masked).all() and np.array_equal(other.masked, other.score)
    assert hidden.at(0).sentence().endswith("column “The”: hidden until you answer.")


def test_no_head_is_called_anything_while_a_row_of_it_is_hidden(room: Class) -> None:
    """The other rows alone made every head "mixed", whatever it reads."""
    room.store.look(kind="cross", layer=1, head=1)
    settle()
    title = room.window.inspector.head.title
    assert title.text() == "Layer 2 · head 2 · 1-to-1" and "1-to-1" in "\n".join(said_by(room.window.desk))
    room.store.hiding.hide(HiddenParts(row=("cross", 2)))
    settle()
    said = "\n".join(said_by(room.window.desk))
    assert title.text() == "Layer 2 · head 2" and "mixed" not in said
    assert "Each row sums to 1." in said and "Hatched" not in said, "what a question hides is not hatched"
    assert {kind for kind, _, _ in head_names(room.store.trace, 0)} == {"encoder", "decoder"}
    room.store.hiding.hide(None)
    settle()
    assert title.text() == "Layer 2 · head 2 · 1-to-1"


def test_the_walk_finds_what_is_not_hidden(room: Class) -> None:
    trace = room.store.trace
    assert trace is not None
    room.store.desk(inspector=True)
    room.store.look(step=2, layer=0, head=3)
    settle()
    said = "\n".join(said_by(room.window))
    assert "durmiendo" in said and "cama" in said
    assert [number for number in weights_of(trace) if number in said]


def test_the_page_of_lessons_opens_one(room: Class) -> None:
    room.window.commands.run("lessons")
    settle()
    sheet = room.window.findChild(LessonsSheet)
    assert len(sheet.cards) == len(lessons())
    assert all(card.about.text() for card in sheet.cards)
    sheet.cards[0].click()
    settle()
    assert room.player.active and room.player.name == lessons()[0].name


# ---------------------------------------------------------------- playing


@pytest.mark.parametrize("look", [(1.0, "light", "en"), (1.5, "dark", "es")], ids=["plain", "large, dark, Spanish"])
@pytest.mark.parametrize("path", lessons(), ids=lambda path: path.stem)
@pytest.mark.share(2)
def test_a_lesson_is_played_with_the_keys_alone(engine: Remembering, path: Path, look: tuple[float, str, str]) -> None:
    """Every day in one of the two looks. In the second every scene must fit, and each answer is measured; with `--full`
    alone it is given, too."""
    scale, colours, language = look
    room = Class(engine, scale, colours)
    before = room.store.state
    room.open(path)
    player, lesson = room.player, load_lesson(path)
    room.panel.speak(language)
    passing = language != "en" and not Run.full
    for at, scene in enumerate(lesson.scenes):
        settle()
        assert player.at == at and not player.notices.get(at)
        assert room.panel.title.text() and _fits(room)
        answer = player.measuring.answer
        if scene.question is not None and scene.question.kind not in FROM_THEN:
            assert answer is not None, (scene.question, player.measuring.problem)
            assert answer.words == scene.question.answer
        if scene.question is None or passing:
            if scene.then and not passing:
                room.press(Qt.Key.Key_Return)
                assert player.state.revealed and room.store.state.desk.views == scene.after(lesson.states).desk.views
            room.press(Qt.Key.Key_PageDown)
            continue
        places: list[Any] = [one.place for one in (player.options() if answer is None else answer.options)]
        assert room.store.hiding.hidden == scene.hidden_in(scene.shown(lesson.states).look)
        right = answer.right if answer is not None else scene.question.answer
        if scene.question.kind == "tokens" and right not in map(str, places):
            QTest.keyClicks(room.panel.number, right)
            assert player.state.chosen == int(right)
            room.panel.setFocus()
        else:
            room.press(Qt.Key(Qt.Key.Key_1 + list(map(str, places)).index(str(right))))
        room.press(Qt.Key.Key_Return)
        assert player.state.revealed and room.store.hiding.hidden is None
        assert "✓" in room.panel.result.accessibleName()
        room.press(Qt.Key.Key_Right)
    asked = sum(scene.question is not None for scene in lesson.scenes)
    assert player.score == ((0, 0) if passing else (asked, asked))
    room.press(Qt.Key.Key_Left)
    assert player.at == max(0, len(lesson.scenes) - 2)
    room.press(Qt.Key.Key_Escape)
    assert not player.active and room.panel.isHidden() and room.store.state == before
    room.window.close()
    room.window.deleteLater()


def test_a_feed_forward_gives_the_same_numbers_at_two_places_that_differ_by_position_alone(engine: Remembering) -> None:
    """What lesson 14 shows of both "cold": the rows are equal without positions, and differ with them."""
    lesson = load_lesson(lessons()[0].parent / "14-calm.json")
    (scene,) = (one for one in lesson.scenes if "two positions" in str(one.title))
    apart = []
    for state in (scene.shown(lesson.states), scene.after(lesson.states)):
        *_, trace = engine.run(state.run)
        first, second = (at for at, token in enumerate(trace.sentences[0].source) if token.text == "cold")
        rows = trace.arrays[state.options["model"]["tensor"]][0]
        apart.append(float(np.abs(rows[first] - rows[second]).max()))
    assert apart[0] == 0.0 < apart[1]


def _fits(room: Class) -> bool:
    """Whether the panel can show all of its text, if need be by scrolling down."""
    page = room.panel.area.widget()
    return page.width() <= room.panel.area.viewport().width() and room.panel.width() <= room.window.width() / 2


def test_a_click_on_a_column_or_a_chip_answers(room: Class) -> None:
    room.open(lessons()[0].parent / "04-translation.json")
    room.press(Qt.Key.Key_PageDown)
    room.store.look(query=2, key=7)
    assert room.player.state.chosen == 7 and [one.place for one in room.player.options()][-1] == 7
    room.window.text.source.chips.picked.emit(1)
    settle()
    assert room.player.state.chosen == 1
    assert room.player.away
    room.player.restore()
    assert not room.player.away and room.player.state.chosen == 1
    room.player.reveal()
    assert room.player.score == (1, 1)


def test_a_click_in_an_attention_with_other_keys_is_no_answer(room: Class) -> None:
    room.open(lessons()[0].parent / "04-translation.json")
    room.press(Qt.Key.Key_PageDown)
    assert room.player.scene.shown().look.kind == "cross" and "source word" in room.panel.how.text()
    room.store.look(kind="decoder", query=2, key=1)
    settle()
    assert room.player.state.chosen is None
    room.player.restore()
    room.store.look(query=2, key=1)
    assert room.player.state.chosen == 1
    room.lessons.leave()
    state = {"run": {"source": [CAT]}, "look": {"kind": "decoder", "step": 3}}
    room.player.open(Lesson("Own", scenes=(Scene("one", state=state, question=Question("source")),)))
    settle()
    assert "source word" not in room.panel.how.text()


def test_an_answer_that_is_not_there_yet_is_shown_when_it_is(room: Class, monkeypatch: pytest.MonkeyPatch) -> None:
    state = {
        "run": {"source": ["The dog sleeps in the garden."]},
        "look": {"kind": "cross", "layer": 1, "head": 0, "step": 2},
    }
    off = {"run": {"edits": {"heads_off": [{"kind": "cross", "layer": 0, "head": 0}]}}}
    asked = Scene("one", state=state, then=off, question=Question("head"))
    client, held = room.store._engine.client, []
    ask = client.ask_effects
    monkeypatch.setattr(client, "ask_effects", lambda *one, **more: held.append((one, more)))
    room.player.open(Lesson("Own", scenes=(asked, Scene("two", state=state))))
    settle()
    room.player.choose(("cross", 0, 0))
    room.player.reveal()
    settle()
    assert room.player.asking and held and room.store.state.run == asked.shown().run
    monkeypatch.setattr(client, "ask_effects", ask)
    for one, more in held:
        ask(*one, **more)
    settle()
    assert not room.player.asking and room.player.measuring.answer is not None and len(room.player.marks) == 1
    assert room.store.state.run == asked.after().run


def test_a_class_votes(room: Class) -> None:
    room.open(lessons()[0].parent / "04-translation.json")
    room.player.go(1)
    room.panel.votes.click()
    for number in (1, 2, 2, 3, 2):
        room.press(Qt.Key(Qt.Key.Key_0 + number))
    places = [one.place for one in room.player.options()]
    assert room.player.state.votes == {places[0]: 1, places[1]: 3, places[2]: 1}
    assert room.player.state.chosen == places[1]
    assert "3" in room.panel.buttons[1].text()


def test_the_votes_of_a_class_are_counted_in_a_guess_too(room: Class) -> None:
    """Where they had been counted in a lesson they still were, and nothing could turn that off."""
    room.open(lessons()[0].parent / "04-translation.json")
    room.player.go(1)
    room.panel.votes.click()
    room.press(Qt.Key.Key_Escape)
    room.press(Qt.Key.Key_Q)
    assert room.player.guess and room.panel.votes.isVisible() and room.panel.votes.isChecked()
    room.panel.votes.click()
    room.press(Qt.Key.Key_2)
    room.press(Qt.Key.Key_1)
    assert room.player.state.chosen == room.player.options()[0].place and not room.player.state.votes


def test_an_answer_is_shown_with_the_text_it_was_measured_in(room: Class) -> None:
    """“black 1.00” was shown beside the map of the sentence that a student had typed, which has no “black”."""
    room.open(lessons()[0].parent / "04-translation.json")
    room.player.go(1)
    settle()
    room.store.run(source=("The blak cat is sleeping",))
    settle()
    assert room.player.asking and room.player.away
    room.player.reveal()
    settle()
    assert room.player.state.revealed and room.store.state.run.source == (CAT,)


def test_escape_in_a_text_box_does_not_leave_the_lesson(room: Class) -> None:
    """Who had typed a sentence in the middle of a lesson, and left the box with Esc, lost the scene and all answers."""
    room.open(lessons()[0].parent / "04-translation.json")
    room.player.go(1)
    room.window.activateWindow()
    room.window.text.source.box.setFocus()
    room.press(Qt.Key.Key_Escape)
    assert room.player.active and room.player.at == 1 and room.window.focusWidget() is room.panel
    room.press(Qt.Key.Key_Escape)
    assert not room.player.active


def test_enter_shows_the_answer_after_a_click_in_the_panel(room: Class) -> None:
    room.open(lessons()[0].parent / "04-translation.json")
    while not room.player.asking:
        room.panel.setFocus()
        QTest.mouseClick(room.panel.on, Qt.MouseButton.LeftButton)
        settle()
    QTest.mouseClick(room.panel.votes, Qt.MouseButton.LeftButton)
    at = room.player.at
    room.press(Qt.Key.Key_Return)
    assert room.player.at == at and room.player.state.revealed


def test_another_model_and_another_answer_are_both_reported(room: Class) -> None:
    lesson = load_lesson(lessons()[0].parent / "04-translation.json")
    scene = lesson.scenes[1]
    assert scene.question is not None
    other = replace(scene, question=replace(scene.question, answer="bed"))
    room.player.open(lesson.with_(scenes=(other, scene), models={"": "f" * 64}))
    settle()
    assert "was “bed”, it is “black”" in room.player.notices[0]
    room.player.go(1)
    settle()
    assert "made with another" in room.player.notices[1] and room.panel.notice.isVisible()


def test_the_guess_goes_from_the_word_to_the_row_to_the_head(room: Class) -> None:
    """By Q or, after each answer, by the key that has shown it."""
    kinds = []
    room.window.next_view()
    room.press(Qt.Key.Key_Q)
    for _ in range(3):
        scene = room.player.scene
        assert scene.question is not None and room.player.guess
        kinds.append(scene.question.kind)
        settle()
        answer = room.player.measuring.answer
        assert answer is not None
        room.player.choose(answer.right)
        room.press(Qt.Key.Key_Return)
        assert room.panel.how.text() == "Enter asks something else" and room.panel.how.isVisible()
        room.press(Qt.Key.Key_Return)
    assert kinds == ["next", "source", "head"] and room.player.score == (3, 3)
    room.press(Qt.Key.Key_Escape)
    assert not room.player.active and room.store.hiding.hidden is None


def test_the_next_start_restores_what_was_open_before_the_lesson(room: Class, isolated_settings: Path) -> None:
    """However the window ends: the lesson is not open then."""
    room.store.run(source=("a text of my own",))
    kept, own = Autosave(room.store, pause=0), room.store.state
    assert kept.start()
    room.open(lessons()[0].parent / "04-translation.json")
    room.player.go(1)
    kept.finish()
    assert room.store.state.run != own.run
    assert load_session(last_file()).state == own
    assert room.window.remembered(Settings()).source == "\n".join(own.run.source)
    room.lessons.leave()
    room.lessons.guess("next")
    room.store.run(source=("typed beside a guess",))
    assert room.window.remembered(Settings()).source == "typed beside a guess"


def test_undoing_into_a_lesson_that_was_left_keeps_the_inspector(room: Class) -> None:
    """A scene hides it for the lesson's panel, which is not there any more; the next start remembers it as well."""
    room.open(lessons()[0].parent / "04-translation.json")
    room.player.go(1)
    scene = room.store.state.run
    room.lessons.leave()
    room.store.undo()
    settle()
    assert room.store.state.run == scene
    assert room.store.state.desk.inspector and room.window.remembered(Settings()).inspector
    room.store.redo()
    room.store.desk(inspector=False)
    room.store.undo()
    assert room.store.state.desk.inspector, "hiding it by hand is still a change of its own"


def test_undoing_a_session_that_was_opened_in_a_lesson_keeps_the_inspector(room: Class, tmp_path: Path) -> None:
    save_session(tmp_path / "a.json", Session(State(run=RunSpec(source=("the red house",)))))
    room.open(lessons()[0].parent / "04-translation.json")
    scene, changes = room.store.state.run, room.store.history()[1]
    room.open(tmp_path / "a.json")
    assert room.store.history()[1] == changes + 1
    room.store.undo()
    settle()
    assert room.store.state.run == scene and room.window.remembered(Settings()).inspector


def test_a_second_click_raises_the_page_of_lessons(room: Class) -> None:
    """It opened a second page over the first, which stayed in front of the lesson chosen in the other one."""
    for _ in range(2):
        room.window.commands.run("lessons")
        settle()
    room.window.findChild(LessonsSheet).cards[3].click()
    settle()
    assert room.player.active and not room.window.findChildren(LessonsSheet)


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
def test_a_lesson_is_opened_by_the_keyboard(room: Class, key: Qt.Key) -> None:
    """Return went to the page's own button: it closed, and no lesson came."""
    room.window.commands.qt_actions["lessons"].trigger()
    settle()
    card = room.window.findChild(LessonsSheet).cards[3]
    card.setFocus()
    QTest.keyClick(card, key)
    settle()
    assert room.player.active and room.player.name == "04-translation.json"


def test_a_guess_leaves_out_what_is_known_already(room: Class) -> None:
    """The next token of a typed target is: Q only said so, though what the row reads can be guessed."""
    room.store.run(target=("El casa blanco",))
    settle()
    room.lessons.guess()
    assert room.player.guess and room.player.scene.question == Question("source")
    room.lessons.guess()
    settle()
    assert room.player.scene.question == Question("head")
    said: list[str] = []
    room.lessons.message.connect(said.append)
    room.lessons.guess("next")
    assert len(said) == 1 and said[0].startswith("Nothing to guess: ")


def test_a_session_and_a_lesson_do_not_write_over_each_other(room: Class, tmp_path: Path) -> None:
    """The session file never gets a scene, and what is opened during a lesson stays when that has ended."""
    store, actions = room.store, room.window.file_actions
    mine, scene = tmp_path / "mine.json", tmp_path / "scene.json"
    save_session(mine, Session(store.state.with_(run=RunSpec(source=("a study",)))))
    room.player.open(which_lesson())
    room.open(mine)
    assert not room.player.active and store.hiding.own is None and store.hiding.hidden is None
    assert store.state.run.source == ("a study",) and not room.window.isWindowModified()
    room.player.open(which_lesson())
    settle()
    assert not room.window.isWindowModified()
    for path, text in ((mine, "a study"), (scene, store.state.run.source[0]), (mine, "a study")):
        actions.write_session(path)
        actions.writer.finish()
        settle()
        assert load_session(path).state.run.source == (text,)
    assert actions.document is not None and actions.document.path == mine and not SessionLock().take(mine)
    actions.open_link(to_link(Session(State(run=RunSpec(source=("of a link",))))))
    settle()
    assert not room.player.active and store.state.run.source == ("of a link",)


def test_theme_text_size_and_speed_that_are_chosen_in_a_lesson_stay(room: Class) -> None:
    own = room.store.state
    room.player.open(which_lesson())
    room.store.desk(theme="dark", text_scale=1.25, speed=4.0)
    assert not room.player.away and room.panel.again.isHidden(), "there is no way back where nothing is left"
    room.store.look(layer=0, head=1)
    assert room.player.away
    room.player.restore()
    assert not room.player.away and room.store.state.desk.theme == "dark"
    room.player.go(1)
    assert room.window.remembered(Settings()).theme == "dark"
    room.lessons.leave()
    assert room.store.state == own.with_(desk=replace(own.desk, theme="dark", text_scale=1.25, speed=4.0))


def test_the_button_that_ends_a_lesson_brings_back_what_was_shown(room: Class) -> None:
    """A button hands its slot whether it is checked, which is not whether to bring it back."""
    own = room.store.state
    room.player.open(which_lesson())
    room.player.go(1)
    room.panel.end.click()
    assert room.store.state == own


def test_playing_ends_with_its_scene(room: Class) -> None:
    state = {"run": {"source": [CAT]}}
    scenes = (Scene("A", state=state), Scene("B", state={**state, "look": {"step": 2}}))
    room.player.open(Lesson("Play", scenes=scenes))
    settle()
    room.store.set_playing(True)
    assert room.store.playing
    room.player.go(1)
    assert not room.store.playing and not room.player.away


def test_the_same_click_answers_again_and_undoing_is_no_answer(room: Class) -> None:
    state = {"run": {"source": [CAT]}, "look": {"kind": "cross", "step": 1}}
    scenes = tuple(Scene(kind, state=state, question=Question(kind)) for kind in ("source", "head"))
    room.player.open(Lesson("Clicks", scenes=scenes))
    settle()
    room.store.look(key=2)
    assert room.player.state.chosen == 2
    room.player.press(1)
    assert room.player.state.chosen != 2
    room.player.restore()
    room.store.look(key=2)
    assert room.player.state.chosen == 2
    room.player.go(1)
    settle()
    room.store.look(head=2)
    assert room.player.state.chosen == ("cross", 0, 2)
    room.store.undo()
    assert room.player.state.chosen == ("cross", 0, 2)


def test_a_guess_does_not_end_a_lesson(room: Class) -> None:
    before, told = room.store.state, list[str]()
    room.lessons.message.connect(told.append)
    room.player.open(which_lesson(), at=1)
    settle()
    room.window.commands.run("guess")
    settle()
    assert not room.player.guess and room.player.at == 1 and len(told) == 1
    room.lessons.leave()
    assert room.store.state == before


def test_which_one_names_neither_text_nor_model_until_it_is_shown(room: Class) -> None:
    scene = Scene("Which?", state={"run": {"source": [CAT]}}, question=Question("which", options=("A dog.", CAT)))
    room.player.open(Lesson("Which", scenes=(scene,)))
    settle()
    model = room.window.choice.current().name
    said = "\n".join(said_by(room.window.desk)) + "\n".join(said_by(room.window.bar))
    assert not re.search(r"\b(sleeping|gato|negro)\b", said) and model not in said
    assert room.window.text.isHidden()
    room.player.press(2)
    room.player.reveal()
    settle()
    assert room.player.score == (1, 1) and room.window.text.isVisible()
    assert model in "\n".join(said_by(room.window.bar))


def test_what_changes_is_measured_when_it_is_shown(room: Class) -> None:
    asked, state = Question("changes"), {"run": {"source": [CAT]}}
    scenes = tuple(
        Scene(text, state=state, then={"run": {"source": [text]}}, question=asked) for text in (CAT, "A dog.")
    )
    room.player.open(Lesson("What changes?", scenes=scenes))
    for right in ("same", "other"):
        settle()
        room.player.choose("same")
        room.player.reveal()
        settle()
        answer = room.player.measuring.answer
        assert answer is not None and answer.right == right
        assert room.store.state.run.source == (room.player.scene.title,)
        room.player.reveal()
        settle()
    assert room.player.score == (1, 2)


def test_an_answer_that_was_seen_is_there_when_one_comes_back(room: Class) -> None:
    state = {"run": {"source": [CAT]}}
    asked = Scene("Asked", state=state, then={"run": {"source": ["A dog."]}}, question=Question("changes"))
    strong = replace(asked, question=Question("source"))
    shown = Scene("Shown", state=state, then={"run": {"source": ["A dog."]}})
    room.player.open(Lesson("Back", scenes=(asked, strong, shown, Scene("End", state=state))))
    for _ in range(3):
        room.player.press(1)
        room.player.reveal()
        settle()
        room.player.go(1)
        settle()
    marks = list(room.player.marks)
    for at in (2, 1, 0):
        room.player.go(-1)
        settle()
        assert room.player.at == at and not room.player.asking
        assert room.store.state.run.source == ("A dog.",)
        assert bool(room.panel.result.accessibleName()) is (at < 2) and room.panel.shown.isHidden()
    assert room.player.marks == marks and len(marks) == 2, "no answer counts twice"
    room.player.reveal()
    assert room.player.at == 1, "there is nothing more to show"


def test_what_changes_is_measured_against_the_scene_and_not_what_is_typed(room: Class) -> None:
    scene = Scene("Same?", state={"run": {"source": [CAT]}}, then={"look": {"head": 1}}, question=Question("changes"))
    room.player.open(Lesson("Same", scenes=(scene,)))
    settle()
    room.player.choose("same")
    room.store.run(source=("A dog.",))
    settle()
    room.player.reveal()
    settle()
    answer = room.player.measuring.answer
    assert answer is not None and answer.right == "same" and room.player.marks == [True]


def test_an_answer_waits_for_what_it_is_compared_with(room: Class, monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine may be slower than the keys: the picture of another text is nothing to compare with."""
    client, asked = room.store._engine.client, list[RunSpec]()
    submit = client.submit
    monkeypatch.setattr(client, "submit", lambda run, whole=True, rest=False: asked.append(run))
    change = {"look": {"head": 1}}
    scene = Scene("Same?", state={"run": {"source": ["A dog."]}}, then=change, question=Question("changes"))
    room.player.open(Lesson("Same", scenes=(scene,)))
    room.player.choose("same")
    room.player.reveal()
    assert room.player.asking
    submit(asked[-1])
    settle()
    room.player.reveal()
    settle()
    assert room.player.marks == [True]


def test_an_answer_that_was_not_measured_is_asked_for_again(room: Class, monkeypatch: pytest.MonkeyPatch) -> None:
    state, then = {"run": {"source": [CAT]}}, {"run": {"source": ["A dog."]}}
    scene = Scene("Same?", state=state, then=then, question=Question("changes"))
    room.player.open(Lesson("Same", scenes=(scene, Scene("End", state=state))))
    settle()
    with monkeypatch.context() as slow:
        slow.setattr(room.store._engine.client, "submit", lambda run, whole=True, rest=False: None)
        room.player.reveal()
    room.player.go(1)
    room.player.go(-1)
    settle()
    assert room.player.asking and room.store.state.run.source == (CAT,)
    room.player.reveal()
    settle()
    assert room.player.measuring.answer is not None


def test_the_key_that_a_scene_asks_for_lets_a_click_mask_a_cell(room: Class) -> None:
    room.open(lessons()[0].parent / "05-masks.json")
    assert room.player.lesson is not None
    room.player.go(len(room.player.lesson.scenes))
    settle()
    assert "Press X" in room.panel.text.text()
    room.press(Qt.Key.Key_X)
    assert has_brush(room.store)


def test_a_scene_of_a_light_goes_quiet_by_itself(room: Class, qtbot: QtBot) -> None:
    scene = Scene("Look", state={"run": {"source": [CAT]}}, spotlight="source")
    room.window.sheets.open_lesson(Path("x.json"), Lesson("Light", scenes=(scene,)))
    spot = room.window.sheets.presenter.spot
    source = room.window.text.source
    assert spot.isVisible() and on_window(source, room.window) in room.window.sheets.presenter.lit_rects()
    qtbot.waitUntil(lambda: spot.isHidden(), timeout=10_000)


def test_typing_stays_typing(room: Class) -> None:
    """The keys of a lesson are those of a text box while one has the focus; a clicker's are the lesson's."""
    room.open(lessons()[0].parent / "04-translation.json")
    room.window.focus_source()
    box = room.window.text.source.box
    QTest.keyClick(box, Qt.Key.Key_1)
    assert box.toPlainText() == "1" and room.player.at == 0
    QTest.keyClick(box, Qt.Key.Key_PageDown)
    settle()
    assert room.player.at == 1


# ---------------------------------------------------------------- presenting


def test_the_key_sheet_has_the_keys_of_lessons_and_of_presenting(room: Class) -> None:
    sheets, key = room.window.sheets, Qt.Key
    lesson, presenting = (
        {QKeySequence.fromString(one)[0].key() for keys, _ in uses for one in keys} for uses in TAUGHT.values()
    )
    others = {key.Key_Enter, *(key(key.Key_1 + number) for number in range(1, 9))}
    assert lesson | others == set(sheets.lessons.keys._acts)
    assert presenting | {Qt.Key.Key_Equal} == set(sheets.presenter.keys._acts), "= is + on many keyboards"


def test_the_keys_are_shown_when_presenting_begins(room: Class) -> None:
    presenter = room.window.sheets.presenter
    room.press(Qt.Key.Key_F5)
    assert presenter.hint.isVisible() and presenter.hint._timer.isActive() and presenter.hint.words == HINT
    room.window.sheets.show_keys()
    sheet = room.window.findChild(KeySheet)
    headings = [row[0] for row in sheet.findChild(KeyPage).rows if len(row) == 1]
    assert headings[:2] == list(TAUGHT)
    sheet.close()
    presenter.hint._timer.timeout.emit()
    assert presenter.on and presenter.hint.isHidden()
    presenter.stop()
    room.window.sheets.lessons.player.open(Lesson(scenes=(Scene(),)))
    presenter.start()
    assert presenter.hint.words == LESSON_HINT, "N and the pen are of less use there than the keys of the scenes"
    presenter.stop()
    room.window.sheets.lessons.player.leave()


def test_the_map_fills_the_screen_and_the_clicker_does_the_rest(room: Class) -> None:
    room.open(lessons()[0].parent / "04-translation.json")
    room.press(Qt.Key.Key_PageDown)
    window, scale = room.window, theme.text_scale()
    shown = [part for part in (window.bar, window.rail, window.text, window.status) if part.isVisible()]
    assert len(shown) == 4
    room.press(Qt.Key.Key_F5)
    presenter = window.sheets.presenter
    assert presenter.on and window.isFullScreen()
    window.resize(1280, 720)
    settle()
    presenter.text.begin()
    settle()
    (heat,) = maps_in(window)
    assert heat.height() >= 0.8 * 720
    assert heat.is_labelled() and theme.text_scale() > scale
    assert not any(part.isVisible() for part in shown) and room.panel.isVisible()
    for key, overlay in ((Qt.Key.Key_B, presenter.blank), (Qt.Key.Key_S, presenter.spot)):
        before = overlay.isVisible()
        room.press(key)
        assert overlay.isVisible() is not before
        room.press(key)
    room.press(Qt.Key.Key_T)
    assert room.panel.isHidden()
    room.press(Qt.Key.Key_T)
    larger = theme.text_scale()
    room.press(Qt.Key.Key_Minus)
    assert theme.text_scale() < larger
    room.press(Qt.Key.Key_R)
    assert room.player.state.revealed
    room.press(Qt.Key.Key_P)
    (pen,) = window.findChildren(CellPen)
    QTest.mouseClick(pen, Qt.MouseButton.LeftButton, pos=heat.cell_rect(2, 1).center().toPoint())
    assert pen.cells == {(2, 1)} and room.store.state.look.query is None
    room.press(Qt.Key.Key_P)
    room.press(Qt.Key.Key_PageDown)
    assert room.player.at == 2 and not pen.cells
    room.press(Qt.Key.Key_Escape)
    assert not presenter.on and room.player.active and not window.isFullScreen()
    assert all(part.isVisible() for part in shown) and theme.text_scale() == scale
    room.press(Qt.Key.Key_Escape)
    assert not room.player.active


def test_no_tool_tip_stands_above_the_black_screen(room: Class, monkeypatch: pytest.MonkeyPatch) -> None:
    hidden: list[bool] = []
    monkeypatch.setattr(QToolTip, "hideText", lambda: hidden.append(True))
    room.press(Qt.Key.Key_F5)
    room.press(Qt.Key.Key_B)
    assert room.window.sheets.presenter.blank.isVisible() and hidden
    room.press(Qt.Key.Key_Escape)


def pens_out(room: Class) -> set[bool]:
    """Whether a click on each map that is seen is the pen's."""
    clicks_pass = Qt.WidgetAttribute.WA_TransparentForMouseEvents
    pens = [heat.findChild(CellPen) for heat in maps_in(room.window)]
    return {pen is not None and pen.isVisible() and not pen.testAttribute(clicks_pass) for pen in pens}


def test_the_hidden_text_of_a_lesson_returns_only_on_request(room: Class) -> None:
    room.open(lessons()[0].parent / "04-translation.json")
    room.window.sheets.presenter.start()
    settle()
    room.press(Qt.Key.Key_T)
    assert room.panel.isHidden()
    room.store.look(layer=0, head=1)
    room.press(Qt.Key.Key_PageDown)
    room.press(Qt.Key.Key_1)
    settle()
    assert room.panel.isHidden() and room.player.at == 1
    room.press(Qt.Key.Key_T)
    assert room.panel.isVisible()
    room.press(Qt.Key.Key_T)
    room.window.sheets.presenter.stop()
    settle()
    assert room.panel.isVisible()


def test_the_pen_follows_to_other_maps_and_is_put_away_with_the_presentation(room: Class) -> None:
    presenter = room.window.sheets.presenter
    presenter.start()
    settle()
    assert pens_out(room) == {False}
    room.press(Qt.Key.Key_P)
    assert pens_out(room) == {True}
    room.store.desk(views=("masks",))
    settle()
    assert pens_out(room) == {True}
    room.store.look(kind="decoder")
    settle()
    assert pens_out(room) == {True}
    presenter.stop()
    settle()
    presenter.start()
    settle()
    assert pens_out(room) == {False}
    room.press(Qt.Key.Key_P)
    assert pens_out(room) == {True}
    presenter.stop()


def test_the_chips_are_there_when_a_scene_talks_about_them(room: Class) -> None:
    state = {"run": {"source": [CAT]}}
    room.player.open(Lesson("Chips", scenes=(Scene("A", state=state), Scene("B", state=state, spotlight="source"))))
    presenter, text = room.window.sheets.presenter, room.window.text
    presenter.start()
    settle()
    for at, shown in ((0, False), (1, True), (0, False)):
        room.player.go(at - room.player.at)
        settle()
        assert text.isVisible() is shown
    presenter.stop()


def which_lesson(**scene: Any) -> Lesson:
    """A scene that asks which text it is, and one that asks nothing."""
    asked = Scene("Which?", state={"run": {"source": [CAT]}}, question=Question("which", options=("A dog.", CAT)))
    return Lesson("Which", scenes=(replace(asked, **scene), Scene("Then", state={"run": {"source": ["A dog."]}})))


def test_the_texts_are_there_after_a_presentation_that_began_with_which_one(room: Class) -> None:
    room.player.open(which_lesson())
    presenter, text = room.window.sheets.presenter, room.window.text
    assert text.isHidden()
    presenter.start()
    room.player.reveal()
    room.player.go(1)
    settle()
    assert text.isHidden(), "while it is presented"
    presenter.stop()
    settle()
    assert text.isVisible()


def test_no_end_of_a_presentation_tells_which_one(room: Class) -> None:
    room.player.open(which_lesson(), at=1)
    presenter, text = room.window.sheets.presenter, room.window.text
    presenter.start()
    room.player.go(-1)
    settle()
    presenter.stop()
    settle()
    assert room.player.asking and text.isHidden()
    room.lessons.leave()
    assert text.isVisible()


def test_no_spotlight_is_on_a_text_that_is_to_be_guessed(room: Class) -> None:
    room.player.open(which_lesson(spotlight="source"))
    presenter, text = room.window.sheets.presenter, room.window.text
    presenter.start()
    settle()
    assert text.isHidden()
    room.player.reveal()
    settle()
    assert text.isVisible()
    presenter.stop()


def test_presenting_tries_one_text_size_in_each_turn_of_the_event_loop(room: Class) -> None:
    """Each size dresses the whole window: four of them at once held it up for seconds."""
    room.store.desk(views=("attention",))
    room.store.run(source=(" ".join(["white"] * 40),))
    settle()
    sizes: list[float] = []
    theme.changed.connect(note := lambda _theme: sizes.append(theme.text_scale()))
    presenter = room.window.sheets.presenter
    presenter.start()
    assert sizes == [2.0] and room.window.updatesEnabled(), "on X11 a window that is not painted then never is again"
    settle()
    assert all(page.view.updatesEnabled() for page in room.window.desk.open_views())
    assert sizes == [2.0, 1.75, 1.5, 1.25, 1.0], "not every label of the map has its place"
    presenter.stop()
    presenter.start()
    presenter.text.enlarge(-1)
    settle()
    assert sizes[-1] == theme.text_scale() == 1.75, "what was chosen stays"
    presenter.stop()
    theme.changed.disconnect(note)


@pytest.mark.parametrize("name", ["calculate", "masks"])
def test_a_view_has_few_sizes_on_the_way_into_a_presentation_and_out_of_it(room: Class, name: str) -> None:
    """Each size is a picture: Calculate had 16 on the way out of a presentation in a narrow window, 0.7 s."""
    room.window.resize(850, 560)
    room.store.desk(views=(name,))
    settle()
    (page,) = room.window.desk.open_views()
    sizes: list[QSize] = []

    class Sizes(QObject):
        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            if event.type() == QEvent.Type.Resize:
                sizes.append(page.view.size())
            return False

    watching = Sizes()
    page.view.installEventFilter(watching)
    room.window.sheets.presenter.start()
    assert 1 <= len(sizes) <= 4, sizes
    settle()
    sizes.clear()
    room.window.sheets.presenter.stop()
    settle()
    assert 1 <= len(sizes) <= 4, sizes
    assert page.view.size() == sizes[-1]
    page.view.removeEventFilter(watching)


def test_a_view_that_is_left_while_the_text_size_is_found_is_painted_again(room: Class) -> None:
    room.store.run(source=(" ".join(["white"] * 40),))
    settle()
    (page,) = room.window.desk.open_views()
    presenter = room.window.sheets.presenter
    presenter.start()
    assert not page.updatesEnabled()
    room.store.desk(views=("decoding",))
    presenter.text.begin()  # as when a screen comes meanwhile
    settle()
    presenter.stop()
    room.store.desk(views=("attention",))
    settle()
    assert page.updatesEnabled() and page.isVisible() and QApplication.instance().styleSheet()


def test_every_view_is_presented_without_its_captions(room: Class) -> None:
    room.store.desk(text_scale=2.0)
    begun = room.store.state
    for name in share(VIEWS, 4, 1):
        room.store.set_state(begun)
        assert_presents(room, name)
    room.store.desk(text_scale=1.0)


def assert_presents(room: Class, name: str) -> None:
    room.store.desk(views=(name,))
    settle()
    presenter = room.window.sheets.presenter
    (page,) = room.window.desk.open_views()
    presenter.start()
    room.window.resize(1280, 720)
    settle()
    assert not page.heading.isVisible() and not page.sentence.isVisible()
    assert page.view.height() >= 0.8 * 720 and page.view.width() > 1000
    room.press(Qt.Key.Key_N)
    assert room.store.state.run.source != (CAT,), "the next of the model's examples"
    presenter.stop()
    room.window.resize(1280, 720)
    settle()
    assert page.heading.isVisible() and page.view.height() < 0.8 * 720
    assert theme.text_scale() == 2.0


def test_the_next_scene_is_presented_without_options_and_plus_needs_no_key_of_its_own(room: Class) -> None:
    room.open(lessons()[0].parent / "04-translation.json")
    room.window.commands.run("present")
    settle()
    room.press(Qt.Key.Key_PageDown)
    page = room.window.desk.page("attention")
    assert page is not None and page.options is not None and page.options.isHidden() and page.heading.isHidden()
    room.press(Qt.Key.Key_Minus)
    smaller = theme.text_scale()
    QTest.keyClick(room.window.focusWidget() or room.window, Qt.Key.Key_Plus, Qt.KeyboardModifier.ShiftModifier)
    settle()
    assert theme.text_scale() > smaller
    room.press(Qt.Key.Key_Escape)


def test_the_map_of_a_short_text_is_presented_as_large_as_there_is_room(room: Class) -> None:
    room.store.run(source=("No",))
    room.store.desk(views=("attention",))
    settle()
    presenter = room.window.sheets.presenter
    (page,) = room.window.desk.open_views()
    presenter.start()
    room.window.resize(1920, 1080)
    settle()
    heat = page.view.map.heat
    assert heat.grid().rows <= 4 and heat.grid().rect.height() > 0.8 * heat.height()
    room.press(Qt.Key.Key_P)
    ring = heat.findChild(CellPen).ring(1, 1)
    for row, column in ((1, 1), (0, 1), (1, 0), (2, 1), (1, 2)):
        inside = ring.contains(heat.cell_rect(row, column).center())
        assert inside == ((row, column) == (1, 1)), "a mark leaves the numbers beside its cell alone"
    presenter.stop()
    settle()
    assert heat.grid().cell_w <= WIDEST * ROOMY * theme.text_scale()


def test_masks_are_presented_as_the_map_of_the_chosen_attention(room: Class) -> None:
    room.store.desk(views=("masks",))
    settle()
    presenter = room.window.sheets.presenter
    (page,) = room.window.desk.open_views()
    assert sum(one.isVisible() for one in page.view.maps.maps.values()) == 3
    presenter.start()
    room.window.resize(1280, 720)
    settle()
    for kind in ("decoder", "cross"):
        room.store.look(kind=kind)
        settle()
        assert [one for one, block in page.view.maps.maps.items() if block.isVisible()] == [kind]
        assert not page.view.card.isVisible() and page.view.maps.maps[kind].map.is_labelled()
    presenter.stop()
    settle()
    assert sum(one.isVisible() for one in page.view.maps.maps.values()) == 3 and page.view.card.isVisible()


@pytest.mark.parametrize("depth", ["picture", "numbers", "formula"])
def test_each_step_of_calculate_is_presented_whole(room: Class, depth: str) -> None:
    room.store.options("calculate", depth=depth)
    room.store.desk(views=("calculate",))
    settle()
    presenter = room.window.sheets.presenter
    (page,) = room.window.desk.open_views()
    everything = len(page.view.sheet.page.blocks)
    presenter.start()
    room.window.resize(1280, 720)
    settle()
    for step in range(1, 11):
        room.store.options("calculate", step=step)
        settle()
        shown = page.view.sheet.page
        assert shown is not None and step in shown.blocks[0].steps()
        assert page.view.area.verticalScrollBar().maximum() == 0 or len(shown.blocks) == 1, step
        if depth == "picture":
            assert page.view.area.verticalScrollBar().maximum() == 0 and theme.text_scale() >= 1.5, step
    presenter.stop()
    settle()
    assert len(page.view.sheet.page.blocks) == everything
    room.store.options("calculate", depth="picture")


def test_an_array_that_is_dropped_is_compared(room: Class, tmp_path: Path) -> None:
    trace = room.store.trace
    assert trace is not None
    room.store.look(layer=1, head=0)
    mine = trace.map("cross", 1, 0)
    np.save(tmp_path / "mine.npy", mine)
    np.savez(tmp_path / "mine.npz", mine)
    save_file({"mine": np.ascontiguousarray(mine)}, tmp_path / "mine.safetensors")
    for name in ("mine.npy", "mine.npz", "mine.safetensors"):
        room.window.notice.hide()
        room.window.drops.files.emit((tmp_path / name,), QPoint())
        settle()
        said = room.window.notice.text.text()
        assert name in said and "equal to weights, cross-attention layer 2 head 1" in said
        assert room.window.notice.isVisible()
