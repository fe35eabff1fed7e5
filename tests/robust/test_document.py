"""The document as a machine of states: whatever is done in whatever order, undo and redo lead back, and files tell all.

No window: a Store, and an engine of made-up numbers that answers at once or later.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication

from model_core.engine.messages import EngineLost, Models, Ready, Starting, problem_of
from model_core.errors import Refused
from model_core.record.run_spec import RunSpec
from model_core.record.trace import SCORES, Step, Trace
from model_core.spec import KINDS
from tests.made.traces import made_model, made_steps, made_trace
from viz_app.document.history import LEVELS
from viz_app.document.session import load_session, save_session, session_of
from viz_app.document.state import READINGS, State
from viz_app.document.store import Store
from viz_app.system.settings import TEXT_SIZES, THEME_CHOICES

SHAPES = {"": ((2, 2), 2), "copy": ((1, 3), 4), "no such model": None}
"""Model id -> layers and heads; None = refused."""

WORDS = st.sampled_from(["el", "mar", "the", "<s>", "▁", "é", "日本", "\u202ex", "supercalifragil", "refuse"])
LINES = st.lists(st.lists(WORDS, min_size=1, max_size=6).map(" ".join), min_size=1, max_size=3)
PLACES = st.integers(0, 5)


class LaterEngine(QObject):
    """In the place of an EngineClient: keeps what it was asked for until `answer` is called, or answers if `eager`."""

    message = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[RunSpec] = []
        self.eager = False

    def start(self) -> None:
        """Tell the models."""
        self.message.emit(Models(tuple(made_model(*shape) for shape in SHAPES.values() if shape)))
        self.message.emit(Ready())

    def submit(self, run: RunSpec, whole: bool = False, rest: bool = False) -> None:
        """Keep a run, or answer it."""
        self.asked.append(run)
        while self.eager and self.asked:
            self.answer()

    def cancel(self, asked: object = None) -> None:
        """Forget the runs."""
        self.asked.clear()

    def answer(self, parts: int = 1000) -> None:
        """Tell the first events of the oldest run that is waited for."""
        if self.asked:
            run = self.asked.pop(0)
            for number, event in enumerate(answers(run)):
                if number < parts:
                    self.message.emit(event)


def answers(run: RunSpec) -> Iterator[Any]:
    """What an engine says to a run."""
    shape = SHAPES[run.model]
    if shape is None or "refuse" in " ".join(run.source):
        yield problem_of(Refused("E-TEST", "not this one"), run)
        return
    target = run.target or tuple(" ".join(reversed(line.split())) for line in run.source)
    made: dict[str, Any] = {"layers": shape[0], "heads": shape[1], "run": run, "forced": run.target is not None}
    yield made_trace(run.source, target, stage="encoded", **made)
    whole = made_trace(run.source, target, **made)
    yield from made_steps(whole) if run.target is None else ()
    yield whole


class Document(RuleBasedStateMachine):
    """A Store in the hands of somebody who does anything."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = TemporaryDirectory()
        self.file = Path(self.folder.name) / "lesson.json"
        self.now = 0.0
        self.store = Store(clock=lambda: self.now)
        self.engine = LaterEngine()
        self.saved: State | None = None

    @initialize(eager=st.booleans())
    def begin(self, eager: bool) -> None:
        self.engine.eager = eager
        self.store.attach(self.engine)
        self.engine.answer()

    def ends_redo(self, before: State) -> None:
        """A change that was made, not undone, leaves nothing to redo."""
        assert self.store.state == before or not self.store.can_redo()

    def is_again(self, before: State, trace: Trace | None) -> None:
        """The state is the one before; its look only as far as the picture is the same, into which it is fitted."""
        after = self.store.state
        assert (after.run, after.options, after.desk) == (before.run, before.options, before.desk)
        same = (self.store.trace and self.store.trace.run) == (trace and trace.run)
        assert after.look == before.look or not same

    # ---- what is typed and chosen

    @rule(lines=LINES)
    def type_source(self, lines: list[str]) -> None:
        target = self.store.state.run.target
        more = {} if target is None else {"target": (*target, *[""] * len(lines))[: len(lines)]}
        before = self.store.state
        self.store.run(source=lines, **more)
        self.ends_redo(before)

    @rule(text=LINES.map(lambda lines: lines[0]))
    def force_an_opening(self, text: str) -> None:
        self.store.force_opening(text)
        assert self.store.state.desk.writer == "model"

    @rule(model=st.sampled_from(list(SHAPES)))
    def choose_model(self, model: str) -> None:
        self.store.run(model=model)

    @rule(writer=st.sampled_from(["model", "me"]))
    def change_writer(self, writer: str) -> None:
        self.store.desk(writer=writer)
        assert self.store.state.desk.writer == writer

    @rule(step=PLACES, rank=PLACES)
    def choose_candidate(self, step: int, rank: int) -> None:
        before, trace, sentence = self.store.state, self.store.trace, self.store.state.look.sentence
        steps = () if trace is None else trace.candidate_tokens[sentence]
        token = steps[step][rank].id if step < len(steps) and rank < len(steps[step]) else 5
        if self.store.choose(step, token):
            assert self.store.state.run.prefix[-1] == token
            assert len(self.store.state.run.prefix) == step + 1
        else:
            assert self.store.state == before

    # ---- what is looked at

    @rule(kind=st.sampled_from(KINDS))
    def choose_kind(self, kind: str) -> None:
        before = self.store.state
        self.store.look(kind=kind)
        assert self.store.state.look.kind == kind
        self.ends_redo(before)

    @rule(layer=PLACES, head=PLACES)
    def choose_head(self, layer: int, head: int) -> None:
        self.store.look(layer=layer, head=head)

    @rule(by=st.sampled_from([-1, 1]))
    def step(self, by: int) -> None:
        self.store.look(step=max(0, self.store.moment.step + by))

    @rule(step=st.none() | PLACES)
    def jump(self, step: int | None) -> None:
        self.store.look(step=step)

    @rule(query=PLACES, key=PLACES)
    def pin(self, query: int, key: int) -> None:
        self.store.look(query=query, key=key)

    @rule()
    def unpin(self) -> None:
        self.store.look(query=None, key=None)
        assert self.store.state.look.query is None

    @rule(sentence=PLACES)
    def choose_sentence(self, sentence: int) -> None:
        self.store.look(sentence=sentence)

    @rule(what=st.sampled_from(list(SCORES)), reading=st.sampled_from(READINGS))
    def choose_scores(self, what: str, reading: str) -> None:
        self.store.look(what=what, reading=reading)

    @rule(cell=st.none() | st.tuples(PLACES, PLACES))
    def hover(self, cell: tuple[int, int] | None) -> None:
        before = self.store.state
        self.store.set_hover(cell)
        assert self.store.state == before

    # ---- the window around it

    @rule(theme=st.sampled_from(THEME_CHOICES), size=st.sampled_from(TEXT_SIZES), inspector=st.booleans())
    def change_desk(self, theme: str, size: float, inspector: bool) -> None:
        before = self.store.state
        self.store.desk(theme=theme, text_scale=size, inspector=inspector)
        self.ends_redo(before)

    @rule(value=st.sampled_from(["row", "log", 0.5, True, None]))
    def change_option(self, value: Any) -> None:
        self.store.options("attention", scale=value)

    @rule(seconds=st.sampled_from([0.1, 5.0]))
    def wait(self, seconds: float) -> None:
        self.now += seconds

    # ---- the engine

    @precondition(lambda self: bool(self.engine.asked))
    @rule(parts=st.sampled_from([1, 2, 1000]))
    def answer(self, parts: int) -> None:
        self.engine.answer(parts)

    @rule()
    def cancel(self) -> None:
        self.store.cancel()
        assert not self.store.busy

    @rule()
    def lose_the_engine(self) -> None:
        before = self.store.state
        for event in (EngineLost("The engine stopped.", True), Starting(), Ready()):
            self.engine.message.emit(event)
        assert self.store.state == before
        assert self.store.engine in ("ready", "busy")

    # ---- undo, files

    @precondition(lambda self: self.store.can_undo())
    @rule()
    def undo(self) -> None:
        self.store.undo()
        assert self.store.can_redo()

    @precondition(lambda self: self.store.can_redo())
    @rule()
    def redo(self) -> None:
        self.store.redo()
        assert self.store.can_undo()

    @rule()
    def undo_everything_and_redo_it(self) -> None:
        before, trace, (names, done) = self.store.state, self.store.trace, self.store.history()
        for _ in range(done):
            assert self.store.can_undo()
            self.store.undo()
        assert not self.store.can_undo()
        for _ in range(done):
            self.store.redo()
        assert self.store.history() == (names, done)
        self.is_again(before, trace)

    @rule()
    def save(self) -> None:
        save_session(self.file, session_of(self.store.state, self.store.trace))
        self.saved = self.store.state
        assert load_session(self.file).state == self.saved

    @precondition(lambda self: self.saved is not None)
    @rule()
    def open(self) -> None:
        before, trace = self.store.state, self.store.trace
        self.store.set_state(load_session(self.file).state)
        assert self.store.state.run == self.saved.run and self.store.state.desk == self.saved.desk
        changed = self.store.state != before
        if changed:
            self.store.undo()
            self.is_again(before, trace)
            self.store.redo()

    # ---- what is always true

    @invariant()
    def the_look_is_inside_the_picture(self) -> None:
        trace, look = self.store.trace, self.store.state.look
        if trace is None:
            return
        assert 0 <= look.sentence < len(trace.sentences)
        rows, columns = trace.size(look.kind, look.sentence)
        assert 0 <= look.layer < trace.spec.layers(look.kind)
        assert 0 <= look.head < trace.spec.heads
        assert (look.query is None) == (look.key is None)
        assert look.query is None or (0 <= look.query < rows and 0 <= look.key < columns)
        assert look.step is None or 0 <= look.step < self.store.moment.rows
        assert 0 <= self.store.moment.step < max(1, self.store.moment.rows)
        hover = self.store.hover
        assert hover is None or (0 <= hover[0] < rows and 0 <= hover[1] < columns)

    @invariant()
    def the_state_is_a_file(self) -> None:
        assert State.from_json(self.store.state.to_json()) == self.store.state

    @invariant()
    def the_history_is_bounded_and_named(self) -> None:
        names, done = self.store.history()
        assert done <= LEVELS
        assert all(names)
        assert self.store.can_undo() == (done > 0)
        assert self.store.can_redo() == (done < len(names))

    @invariant()
    def the_newest_run_is_asked_for_last(self) -> None:
        if self.engine.asked and self.store.busy:
            assert self.engine.asked[-1] == self.store.state.run

    @invariant()
    def what_is_shown_while_writing_is_of_the_newest_run(self) -> None:
        parts: list[Trace | Step] = [
            *self.store.moment.writing,
            *([self.store.moment.encoded] if self.store.moment.encoded else []),
        ]
        assert all(part.run == self.store.state.run for part in parts)
        assert self.store.busy or not parts

    def teardown(self) -> None:
        self.folder.cleanup()
        self.store.set_playing(False)
        self.store.deleteLater()
        self.engine.deleteLater()
        QApplication.sendPostedEvents()


@pytest.mark.timeout(900)
@pytest.mark.usefixtures("qapp")
def test_random_changes_of_the_document(pytestconfig: pytest.Config) -> None:
    from hypothesis.stateful import run_state_machine_as_test

    small = settings(
        max_examples=pytestconfig.getoption("machines"), stateful_step_count=40, deadline=None,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    run_state_machine_as_test(Document, settings=small)
    gc.collect()
