"""A recording in the window: every view with every part of it, opening it in each way, and what it cannot do."""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot
from safetensors import safe_open
from safetensors.numpy import save_file

from model_core import Refused, save_recording
from model_core.engine.messages import Models
from model_core.io.limits import TEXT_CHARACTERS
from model_core.record.run_spec import RunSpec
from model_core.record.snapshots import SnapshotsSpec
from model_core.record.trace import SCORES
from model_core.recordings.open import NOT_COMPUTED, recorded_run
from model_core.spec import KINDS
from tests.core.recordings.test_recordings import SOURCE, TARGET, arguments, maps, padded, softmax, vectors
from tests.daily import share
from tests.made.traces import made_model, made_trace
from tests.made.trainings import STEPS, write_training
from tests.support.harness import shown
from viz_app.cli.program import LaunchOptions, first_state
from viz_app.cli.window import is_other
from viz_app.document.lesson import Lesson, Question, Scene, from_bytes, to_bytes
from viz_app.document.link import from_link, to_link
from viz_app.document.session import Session, load_session, reopen, save_last, save_session, session_of
from viz_app.document.state import Layout, Look, Pin, State
from viz_app.document.store import Store
from viz_app.files.dialogs import FailureDialog
from viz_app.files.export_actions import _name_of
from viz_app.files.file_kinds import ForeignModel, OpenedRecording, OpenedSession, look_at
from viz_app.lessons.authoring.draft import scene_of
from viz_app.lessons.player import Player
from viz_app.system import language, recent_files
from viz_app.system.refused_files import NotOpened
from viz_app.system.settings import Settings
from viz_app.views import VIEWS
from viz_app.views.masks.view import Masks
from viz_app.widgets.labels import SlimButton
from viz_app.window.main_window import Window
from viz_app.window.status_bar import count_maps
from viz_app.window.view_frame import ViewFrame

ROOT = Path(__file__).resolve().parents[2]
SUBSETS = [kinds for size in (1, 2, 3) for kinds in itertools.combinations(KINDS, size)]


class Engine:
    """Stands for a lane: keeps what it is asked for, and answers nothing."""

    class Signal:
        def connect(self, slot: object) -> None:
            """Nothing is ever told."""

    message = Signal()

    def __init__(self) -> None:
        self.asked: list[Any] = []

    def start(self) -> None: ...
    def restart(self) -> None: ...

    def submit(self, run: Any, whole: bool = False, rest: bool = False) -> None:
        self.asked.append(run)

    def cancel(self, asked: object = None) -> None:
        self.asked.append("cancel")

    def ask_effects(self, asked: Any, part: Any = None) -> None:
        self.asked.append(asked)


def with_vectors(given: dict[str, Any], *kinds: str, decoder_heads: int = 4) -> dict[str, Any]:
    """The same with queries, keys and values that give the weights; together the heads are 32 units wide."""
    for kind in kinds:
        heads = 4 if kind == "encoder" else decoder_heads
        q, k, v = vectors(kind, width=32 // heads, heads=heads)
        scores = [a @ b.swapaxes(-1, -2) / np.float32(np.sqrt(32 // heads)) for a, b in zip(q, k, strict=True)]
        given |= {f"{kind}_attention": [softmax(one, kind == "decoder").astype(np.float32) for one in scores]}
        given |= {f"{kind}_qkv": (q, k, v)}
    return given


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    """All three attentions, and nothing else."""
    return save_recording(**arguments(*KINDS), path=tmp_path / "mine.safetensors")


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[Window]:
    """A window with a made run, whose engine answers nothing."""
    trace = made_trace("the red fox", "el zorro rojo")
    store = Store(State(run=trace.run))
    store.accept(Models((made_model(),)))
    store.accept(trace)
    store.attach(Engine())
    with shown(store, qtbot) as window:
        yield window


def opened(qtbot: QtBot, path: Path, **look: Any) -> Window:
    """A window that shows a recording."""
    store = Store(State(run=recorded_run(path), look=Look(**look)))
    store.submit()
    made = Window(store)
    qtbot.addWidget(made)
    made.resize(1440, 900)
    made.show()
    return made


def page(window: Window) -> ViewFrame:
    """The page that is seen."""
    return window.desk.open_views()[0]


def words(window: Window) -> str:
    """Everything that labels of the window say now."""
    return "\n".join(label.text() for label in window.findChildren(QLabel) if label.isVisible())


def drawn(window: Window) -> QImage:
    """What the window shows."""
    QApplication.processEvents()
    return window.grab().toImage()


def test_the_line_of_text_begins_with_the_first_token_where_that_is_a_word(qtbot: QtBot, tmp_path: Path) -> None:
    tokens = ["Once", "\u0120upon", "\u0120a", "\u0120time"]
    rows = [softmax(np.zeros((1, 2, 4, 4), np.float32), True)] * 2
    window = opened(qtbot, save_recording(rows, tokens, kind="decoder", path=tmp_path / "a.safetensors"), step=1)
    line = window.text.target.sentence
    assert line.text().startswith("Once upon a time")
    assert line._parts[line.current] == " a", "row 1 reads upon"


# ---------------------------------------------------------------- every view, with every part of it


@pytest.mark.parametrize(
    ("kinds", "vectors"),
    [*((kinds, vectors) for kinds in SUBSETS for vectors in (0, 4) if vectors or len(kinds) != 2), (KINDS, 2)],
    ids=lambda one: "+".join(one) if isinstance(one, tuple) else f"vectors of {one} decoder heads",
)
def test_every_view_shows_what_there_is(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kinds: tuple[str, ...], vectors: int
) -> None:
    """No exception for any kind, score, cell and step that can be asked for; a kind that is missing is never shown."""
    faults: list[BaseException] = []
    monkeypatch.setattr(sys, "excepthook", lambda _kind, error, _where: faults.append(error))
    given = arguments(*kinds)
    given = with_vectors(given, *kinds, decoder_heads=vectors) if vectors else given
    window = opened(qtbot, save_recording(**given, path=tmp_path / "a.safetensors"))
    store = window.store
    turn = SUBSETS.index(kinds) + bool(vectors)
    for name in share(VIEWS, 4, turn):
        store.desk(views=(name,))
        asked = itertools.product(KINDS, SCORES if name in ("attention", "masks") else ("weights",))
        for kind, what in share(asked, 3, turn):
            store.look(kind=kind, what=what, layer=2, head=3)
            assert store.state.look.kind in kinds
            store.look(query=1, key=1, step=2)
            store.set_hover((0, 0))
            drawn(window)
            store.set_hover(None)
        assert not faults, f"{name}: {faults[0]!r}"
        assert "could not be drawn" not in page(window).sentence.text()


def test_missing_parts_are_named_and_not_drawn(qtbot: QtBot, recording: Path) -> None:
    window = opened(qtbot, recording)
    missing = {"calculate": "queries and keys", "positions": "positions", "decoding": "probabilities", "model": "parts",
               "heads": "the model itself", "lens": "the model itself"}  # fmt: skip
    for name in VIEWS:
        window.store.desk(views=(name,))
        drawn(window)
        lacks = page(window).absence.text() if page(window).absence.isVisible() else ""
        assert page(window).view.isVisible() != bool(lacks)
        assert (missing[name] in lacks and "Not in this recording" in lacks) if name in missing else not lacks
    window.store.desk(views=("attention",))
    seen = words(window)
    assert "Candidates are not in this recording." in seen and "recorded elsewhere" in seen
    assert "Attention is not explanation" in seen and "Switch the head off" not in seen
    assert "√0" not in seen and "0 parameters" not in seen
    window.store.look(query=1, key=1, kind="cross")
    offered = [button.text() for button in window.findChildren(SlimButton) if button.isVisible()]
    assert not {"Follow the sum", "Change it ▾"} & set(offered), "neither can be done with a recording of weights"


def test_calculate_follows_a_recording_with_queries_and_keys(qtbot: QtBot, tmp_path: Path) -> None:
    given = with_vectors(arguments(*KINDS), "cross")
    window = opened(qtbot, save_recording(**given, path=tmp_path / "a.safetensors"))
    window.store.desk(views=("calculate",))
    calculate: Any = page(window).view
    assert calculate.isVisible() and "recording" in page(window).sentence.text()
    rows = [row.row for row in calculate.sheet.page.rows]
    weight = next(row for row in rows if row.label == "weight")
    assert [one.value for one in weight.numbers] == pytest.approx(list(given["cross_attention"][0][0, 0, 3]))
    assert {row.missing for row in rows if row.step > 6} == {"not in this recording"}
    assert not any(row.code.text for row in rows)
    window.store.look(kind="encoder")
    assert not calculate.isVisible() and "queries and keys of layer 1" in page(window).absence.text()
    window.store.look(query=1, key=1, kind="cross")
    offered = [button.text() for button in window.findChildren(SlimButton) if button.isVisible()]
    assert "Follow the sum" in offered and "Change it ▾" not in offered


def test_kinds_that_are_missing_cannot_be_chosen(qtbot: QtBot, tmp_path: Path) -> None:
    window = opened(qtbot, save_recording(maps("decoder"), TARGET, path=tmp_path / "a.safetensors"))
    attention: Any = page(window).view
    enabled = {kind: button.isEnabled() for kind, button in attention.pick.kinds.buttons.items()}
    assert enabled == {"encoder": False, "decoder": True, "cross": False}
    assert "Not in this recording." in attention.pick.kinds.buttons["cross"].toolTip()
    assert window.store.state.look.kind == "decoder"
    assert window.text.source.label.text() == "Source — not in this recording"
    assert not window.text.source.box.isVisible()


def test_a_layer_without_attention_is_hatched(qtbot: QtBot, tmp_path: Path) -> None:
    first, _, last = maps("encoder")
    path = save_recording((first, None, last), SOURCE, path=tmp_path / "a.safetensors")
    window = opened(qtbot, path, layer=1)
    heat = page(window).view.figure.heat  # type: ignore[attr-defined]
    assert heat.broken == 25
    window.store.look(layer=2)
    assert heat.broken == 0
    for name in VIEWS:
        window.store.desk(views=(name,))
        drawn(window)
        assert "could not be drawn" not in page(window).sentence.text()


@pytest.mark.parametrize("length", [1, 60, 400])
def test_short_and_long_recordings_are_drawn(qtbot: QtBot, tmp_path: Path, length: int) -> None:
    random = np.random.default_rng(3)
    layers = [softmax(random.standard_normal((1, 8, length, length))).astype(np.float16) for _ in range(6)]
    tokens = [f"▁w{at}" for at in range(length)]
    path = save_recording(layers, tokens, path=tmp_path / "a.safetensors", kind="encoder")
    window = opened(qtbot, path, layer=5, head=7)
    for name in ("attention", "lines", "masks"):
        window.store.desk(views=(name,))
        drawn(window)
        assert "could not be drawn" not in page(window).sentence.text()
    at = min(3, length - 1)
    assert window.store.trace is not None
    assert window.store.trace.map("encoder", 5, 7)[at, at] == layers[5][0, 7, at, at]


def test_a_batch_is_browsed_sentence_by_sentence(qtbot: QtBot, tmp_path: Path) -> None:
    path = save_recording(padded("encoder", [5, 3]), [SOURCE, SOURCE[:3]], path=tmp_path / "a.safetensors")
    window = opened(qtbot, path)
    assert window.text.source.box.toPlainText() == "the old oaks\nthe old oak"
    window.store.look(sentence=1)
    assert len(window.text.source.chips.chips) == 3
    assert window.store.trace is not None and window.store.trace.size("encoder", 1) == (3, 3)


# ---------------------------------------------------------------- opening


def test_a_recording_is_opened_without_the_engine(window: Window, recording: Path) -> None:
    store = window.store
    engine = store._engine.client
    assert isinstance(engine, Engine)
    before = list(engine.asked)
    assert window.file_actions.open_path(recording)
    assert store.trace is not None and store.trace.model.recorded and not store.busy and store.problem is None
    assert engine.asked == [*before, "cancel"]
    assert recent_files.recent()[0] == recording
    assert store.history()[0][-1] == "open mine.safetensors"
    assert window.bar.model.accessibleName() == "Model: mine · recording · 3+3 layers · 4 heads"
    assert "3 encoder, 3 decoder, 3 cross layers" in window.status._said
    store.undo()
    assert engine.asked[-1].source == ("the red fox",)
    store.redo()
    assert store.trace.model.recorded and store.trace.run == store.state.run


@pytest.mark.parametrize("tokens", [SOURCE, ["▁a", "▁blue", "▁hen", "</s>"]])
def test_a_recording_that_was_saved_again_is_opened_again(window: Window, tmp_path: Path, tokens: list[str]) -> None:
    """With the same text, which is the same run, as with another one."""
    store, path = window.store, tmp_path / "mine.safetensors"

    def save(tokens: list[str], seed: int) -> np.ndarray:
        random = np.random.default_rng(seed)
        layers = [softmax(random.standard_normal((1, 2, len(tokens), len(tokens)))).astype(np.float32)]
        save_recording(layers, tokens, path=path, kind="encoder")
        return layers[0][0, 1]

    save(SOURCE, 1)
    window.file_actions.open_path(path)
    wanted = save(tokens, 2)
    assert window.file_actions.open_path(path)
    assert store.trace is not None and np.array_equal(store.trace.map("encoder", 0, 1), wanted)
    assert store.trace.run == store.state.run and store.problem is None and not store.busy
    state = store.state.with_(look=Look(kind="encoder", layer=0, head=1))
    save_session(tmp_path / "lesson.json", session_of(state, store.trace))
    window.file_actions.open_path(tmp_path / "lesson.json")
    wanted = save(tokens, 3)
    window.file_actions.open_path(tmp_path / "lesson.json")
    assert np.array_equal(store.trace.map("encoder", 0, 1), wanted)


def test_what_its_opening_ended_is_asked_for_again(window: Window, recording: Path, tmp_path: Path) -> None:
    """A sentence in the snapshots of a training: other runs do not end that, but the engine gives all up here."""
    store = window.store
    asked = store._engine.client.asked  # type: ignore[union-attr]
    store.effects.follow(True)
    training = store.effects.training.of(str(write_training(tmp_path / "one", STEPS[:3])))
    assert training.source and asked[-1] == SnapshotsSpec(training.folder, training.source, steps=(2, 1, 0))
    window.file_actions.open_path(recording)
    assert store.trace is not None and store.trace.model.recorded
    assert any(isinstance(one, SnapshotsSpec) for one in asked[asked.index("cancel") :])
    store.effects.follow(False)


def test_its_text_cannot_be_typed_over(window: Window, recording: Path) -> None:
    window.file_actions.open_path(recording)
    source, target = window.text.source, window.text.target
    assert source.box.isReadOnly() and source.box.toPlainText() == "the old oaks"
    assert "Choose a model" in source.box.toolTip() and "Choose a model" in source.caption.text()
    assert not target.writer.isEnabled() and target.decoding.isHidden() and target.measure.isHidden()
    assert [chip.figure for chip in source.chips.chips] == [""] * 5, "ids are not in the file"
    window.choice.choose(made_model())
    assert window.store.state.run.model == "" and window.store.state.run.source == ("the old oaks",)
    assert not source.box.isReadOnly()


def test_what_would_have_to_be_computed_is_refused_in_words(window: Window, recording: Path) -> None:
    window.file_actions.open_path(recording)
    store = window.store
    before, levels = store.state, store.history()
    for ask in (
        lambda: store.run(source=("another text",)), lambda: store.desk(writer="me"),
        lambda: store.force_opening("la"), lambda: store.choose(0, 5),
    ):  # fmt: skip
        ask()
        assert (store.state, store.history()) == (before, levels)
        assert store.problem == NOT_COMPUTED and window.notice.isVisible()
    store.look(head=2)
    assert store.problem is None and not window.notice.isVisible(), "the next change takes the words away"
    assert not window.commands.qt_actions["head.switch"].isEnabled()


def test_its_masks_can_be_pointed_at_and_are_not_changed(window: Window, recording: Path) -> None:
    window.store.desk(views=("masks",))
    window.file_actions.open_path(recording)
    view, before = window.view(), window.store.state
    assert isinstance(view, Masks)
    hints: list[str] = []
    view.hinted.connect(hints.append)
    for kind in KINDS:
        map_ = view.maps.maps[kind].map
        for act in (map_.hovered.emit, partial(view.editor.toggle, kind)):
            hints.clear()
            act((0, 1))
            assert any("but not change them without its model" in hint for hint in hints)
    assert window.store.state == before


def test_the_reason_for_no_run_is_in_the_language_of_the_window(
    recording: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(language.VARIABLE, "es")
    language.choose("es")
    store = Store(State(run=recorded_run(recording)))
    store.submit()
    store.run(source=("another text",))
    said = store.problem
    language.choose("en")
    assert said and said != NOT_COMPUTED and "grabación" in said


def test_a_text_that_is_opened_goes_to_a_model(window: Window, recording: Path, tmp_path: Path) -> None:
    window.file_actions.open_path(recording)
    (tmp_path / "text.txt").write_text("a blue hen\n", "utf-8")
    window.file_actions.open_path(tmp_path / "text.txt")
    assert (window.store.state.run.model, window.store.state.run.source) == ("", ("a blue hen",))


def test_a_bad_recording_changes_nothing(window: Window, recording: Path) -> None:
    recording.write_bytes(recording.read_bytes()[:-1])
    before = window.store.state
    assert not window.file_actions.open_path(recording)
    page = next(sheet for sheet in window.findChildren(FailureDialog) if sheet.isVisible())
    assert "its header describes" in " ".join(one.text() for one in page.words)
    assert window.store.state == before and window.store.trace is not None and not window.store.trace.model.recorded


def test_what_it_is_is_decided_by_its_content(recording: Path, tmp_path: Path) -> None:
    found = look_at(recording)
    assert isinstance(found, OpenedRecording) and found.name == "mine" and found.run == recorded_run(recording)
    renamed = recording.rename(tmp_path / "mine.bin")
    with pytest.raises(NotOpened, match="a recording, but its name"):
        look_at(renamed)
    from safetensors.numpy import save_file

    save_file({"weight": np.zeros(3, np.float32)}, tmp_path / "weights.safetensors")
    assert look_at(tmp_path / "weights.safetensors") == ForeignModel(tmp_path / "weights.safetensors")


@pytest.mark.parametrize("order", ["library", "format", "recording"])
def test_a_recording_that_another_program_has_saved_again_is_one(recording: Path, tmp_path: Path, order: str) -> None:
    """Its JSON without spaces, and its metadata in either order."""
    with safe_open(recording, "numpy") as file:
        about, arrays = file.metadata(), {name: file.get_tensor(name) for name in list(file.keys())}
    again = tmp_path / "again.safetensors"
    if order == "library":
        save_file(arrays, again, metadata=about)
    else:
        data = recording.read_bytes()
        end = 8 + int.from_bytes(data[:8], "little")
        header = json.loads(data[8:end])
        header["__metadata__"] = {name: about[name] for name in sorted(about, key=lambda name: name != order)}
        packed = json.dumps(header, separators=(",", ":")).encode()
        again.write_bytes(len(packed).to_bytes(8, "little") + packed + data[end:])
    found = look_at(again)
    assert isinstance(found, OpenedRecording) and not is_other(str(again))
    assert found.run.source == recorded_run(recording).source


def test_a_long_recording_is_kept_in_sessions_lessons_and_links(tmp_path: Path) -> None:
    tokens = [f"▁{place}{'x' * 900}" for place in range(30)]
    even = np.full((1, 1, 30, 30), 1 / 30, np.float32)
    path = save_recording([even], tokens, kind="encoder", path=tmp_path / "long.safetensors")
    store = Store(State(recorded_run(path)))
    store.submit()
    assert store.trace is not None and len(store.state.run.source[0]) > TEXT_CHARACTERS
    session = session_of(store.wanted, store.trace)
    save_session(tmp_path / "mine.json", session)
    found = look_at(tmp_path / "mine.json")
    assert isinstance(found, OpenedSession) and found.session == session
    assert from_link(to_link(session)).state == session.state
    lesson = Lesson(scenes=(scene_of(store.state),))
    assert from_bytes(to_bytes(lesson), "a lesson").scenes[0].shown().run == store.state.run


def test_a_link_that_could_not_be_read_again_is_not_made() -> None:
    with pytest.raises(Refused):
        to_link(Session(State(RunSpec(opening="x" * (TEXT_CHARACTERS + 1)))))


def test_a_session_finds_its_recording_again(recording: Path, tmp_path: Path, qtbot: QtBot) -> None:
    window = opened(qtbot, recording, layer=2)
    save_session(tmp_path / "lesson.json", session_of(window.store.state, window.store.trace))
    assert load_session(tmp_path / "lesson.json").state == window.store.state
    (tmp_path / "moved").mkdir()
    recording.rename(tmp_path / "moved" / recording.name)
    (tmp_path / "lesson.json").rename(tmp_path / "moved" / "lesson.json")
    found = load_session(tmp_path / "moved" / "lesson.json")
    assert found.state.run.model == str(tmp_path / "moved" / recording.name)
    store = Store(found.state)
    store.submit()
    assert store.trace is not None and found.changed_model(store.trace) == ""
    store.deleteLater()


def test_a_session_shows_its_recording_as_it_was_saved_again(
    window: Window, recording: Path, tmp_path: Path, isolated_settings: Path
) -> None:
    window.file_actions.open_path(recording)
    store, other = window.store, ["▁a", "▁blue", "▁hen", "</s>"]
    store.pinned.pin(Pin(store.state.run))
    store.look(kind="encoder", layer=0)
    kept = session_of(store.state, store.trace)
    save_session(tmp_path / "lesson.json", kept)
    save_last(kept)
    layers = [np.full((1, 2, 4, 4), 0.25, np.float32)]
    save_recording(layers, other, path=recording, kind="encoder")
    window.file_actions.open_path(tmp_path / "lesson.json")
    assert store.problem is None and store.trace.sentences[0].source_text == "a blue hen"
    assert store.state.pin.run == store.state.run == store.trace.run
    assert "is not the one this session was saved with" in window.status._said
    again = Store(reopen().session.state)  # the next start
    again.submit()
    assert again.problem is None and again.trace is not None and again.trace.run.source == ("a blue hen",)
    again.deleteLater()


def test_a_missing_recording_is_reported(recording: Path) -> None:
    store = Store(State(run=recorded_run(recording)))
    recording.unlink()
    store.submit()
    assert store.trace is None and not store.busy
    assert store.problem is not None and "Cannot read" in store.problem
    store.deleteLater()


def test_a_recording_that_changes_while_open_is_reported(
    qtbot: QtBot, recording: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    faults: list[BaseException] = []
    monkeypatch.setattr(sys, "excepthook", lambda _kind, error, _where: faults.append(error))
    monkeypatch.setattr("model_core.recordings.stored_arrays.KEPT", 0)
    window = opened(qtbot, recording)
    number = count_maps(window.store.trace)
    os.truncate(recording, 4096)
    assert count_maps(window.store.trace) == number > 0, "the status line reads no map"
    window.store.look(kind="encoder", layer=2)
    assert faults and isinstance(faults[0], Refused) and faults[0].code == "E-REC-CHANGED"


@pytest.mark.usefixtures("prepared")
def test_the_command_line_opens_one(recording: Path, tmp_path: Path) -> None:
    state = first_state(Settings(source="typed last time"), LaunchOptions(model=str(recording)), ())
    assert state.run == recorded_run(recording) and state.desk == Layout()
    again = first_state(Settings(model=str(recording), source="the old oaks"), LaunchOptions(), ())
    assert again.run == recorded_run(recording)

    def call(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "main.py", *arguments]
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)

    picture, numbers = tmp_path / "view.png", tmp_path / "numbers.npz"
    done = call("render", "--model", str(recording), "--kind", "decoder", "--layer", "3", "--out", str(picture))
    assert done.returncode == 0, done.stderr
    assert QImage(str(picture)).width() == 1440 and "A recording of the weights" in done.stderr
    done = call("trace", "--model", str(recording), "--out", str(numbers))
    assert done.returncode == 0, done.stderr
    with np.load(numbers) as found:
        assert np.array_equal(found["decoder.layers.1.cross_attn.weights"], maps("cross")[1])
        assert list(found["tokens.source"][0]) == ["the", "old", "oak", "s", "</s>"]
    for bad, said in (
        (("--source", "another text"), "E-REC-RUN"), (("--layer", "4"), "no layer 4: 1 to 3"),
        (("--edits", '{"masks": {"future": false}}'), "E-REC-RUN"),
    ):  # fmt: skip
        done = call("render", "--model", str(recording), *bad, "--out", str(picture))
        assert done.returncode == 2 and said in done.stderr and len(done.stderr.splitlines()) == 1
    done = call("render", "--out", str(picture))
    assert done.returncode == 2 and "add --source" in done.stderr


def test_its_name_alone_opens_the_window_with_it(recording: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from viz_app import cli
    from viz_app.cli import program

    wishes: list[LaunchOptions] = []
    monkeypatch.setattr(program, "run_gui", lambda wish, _interrupts: wishes.append(wish) or 0)
    assert cli.main([str(recording), "--theme", "dark"]) == 0
    assert wishes == [LaunchOptions(model=str(recording), theme="dark")]


def test_the_name_of_anything_else_opens_the_window_as_if_it_were_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from safetensors.numpy import save_file

    from viz_app import cli
    from viz_app.cli import program

    folder, own = tmp_path / "gpt", tmp_path / "own"
    for one in (folder, own):
        one.mkdir()
    (folder / "config.json").write_text("{}")
    (own / "spec.json").write_text("{}")
    save_file({"a": np.zeros(2, np.float32)}, tmp_path / "a.safetensors")
    (tmp_path / "a.pt").write_bytes(b"PK")
    wishes: list[LaunchOptions] = []
    monkeypatch.setattr(program, "run_gui", lambda wish, _interrupts: wishes.append(wish) or 0)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "copy").mkdir()  # the name of a bundled model means that model
    for given in (["gpt"], ["a.safetensors"], ["a.pt"], ["--model", "gpt"], ["own"], ["copy"]):
        assert cli.main(given) == 0
    paths = [(wish.model, wish.path) for wish in wishes]
    assert paths[:4] == [(None, "gpt"), (None, "a.safetensors"), (None, "a.pt"), (None, "gpt")]
    assert paths[4:] == [(str(own), None), ("copy", None)]
    assert cli.main(["--model", "nowhere"]) == 0 and wishes[-1] == LaunchOptions(model="nowhere")
    assert cli.main(["nowhere"]) == 2 and len(wishes) == 7


def test_a_lesson_or_a_text_is_opened_with_the_model_that_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from viz_app import cli
    from viz_app.cli import program
    from viz_app.document.lesson import Lesson, to_bytes

    (tmp_path / "mine.json").write_bytes(to_bytes(Lesson("Mine")))
    (tmp_path / "mine.txt").write_text("the cat sleeps")
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "spec.json").write_text("{}")
    wishes: list[LaunchOptions] = []
    monkeypatch.setattr(program, "run_gui", lambda wish, _interrupts: wishes.append(wish) or 0)
    monkeypatch.chdir(tmp_path)
    for given in (["mine.json", "--model", "own"], ["--model", "own", "mine.json"], ["mine.txt", "--model", "copy"]):
        assert cli.main(given) == 0
    found = [(one.model, one.path) for one in wishes]
    own = str(tmp_path / "own")
    assert found == [(own, "mine.json"), (own, "mine.json"), ("copy", "mine.txt")]
    assert capsys.readouterr().err == ""
    for given in (["own", "--model", "copy"], ["mine.json", "--model", "mine.txt"]):
        assert cli.main(given) == 2 and "--model" in capsys.readouterr().err, "two models are not silently one"
    assert len(wishes) == 3


def test_no_head_is_asked_for_in_a_recording(window: Window, recording: Path) -> None:
    assert window.file_actions.open_path(recording)
    store, player = window.store, Player(window.store)
    with pytest.raises(Refused, match="recording"):
        player.ask(Question("head"))
    assert not player.active
    player.open(Lesson("Own", scenes=(Scene("one", state=store.state.changes(), question=Question("head")),)))
    assert "recording" in player.measuring.problem and player.measuring.answer is None
    player.reveal()
    assert not player.asking


def test_beside_a_view_that_a_recording_has_nothing_for_the_other_one_is_saved(window: Window, recording: Path) -> None:
    """The page said that there was no view to draw."""
    window.store.desk(views=("lens", "attention"))
    window.file_actions.open_path(recording)
    QApplication.processEvents()
    lens, attention = window.desk.open_views()
    assert lens.absence.isVisible() and window.view() is attention.view
    assert window.export_actions.drawing() is not None


def test_no_card_without_options_is_offered_where_nothing_is_drawn(window: Window, recording: Path) -> None:
    window.store.desk(views=("lens", "attention"))
    QApplication.processEvents()
    button = window.desk.open_views()[0].drawer.button
    assert button.isVisible() and button.isEnabled()
    window.file_actions.open_path(recording)
    QApplication.processEvents()
    assert not (button.isVisible() and button.isEnabled())
    window.store.undo()
    window.store.accept(made_trace("the red fox", "el zorro rojo", run=window.store.state.run))
    QApplication.processEvents()
    assert button.isVisible() and button.isEnabled()


def test_numbers_of_a_recording_are_not_named_after_the_run_before(window: Window, recording: Path) -> None:
    """Calculate, which cannot draw it, gave the file and the table the name of the cell that it had shown."""
    window.open_view("calculate")
    QApplication.processEvents()
    before = window.export_actions.context().made
    window.file_actions.open_path(recording)
    QApplication.processEvents()
    context = window.export_actions.context()
    assert before and not context.made and "calculate" not in _name_of(context)
