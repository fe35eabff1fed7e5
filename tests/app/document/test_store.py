"""The store: equal values change nothing, undo goes back exactly, results follow the newest run and never get lost."""

from __future__ import annotations

import gc
import math
import weakref
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from PySide6.QtCore import QObject, Signal
from pytestqt.qtbot import QtBot

from model_core.analysis.unwritten import HiddenParts
from model_core.engine.messages import EngineLost, Models, Problem, Ready, Starting, Stopped
from model_core.errors import Message
from model_core.record.edits import Branch
from model_core.record.effects import Component, EffectsSpec
from model_core.record.run_spec import RunSpec
from model_core.record.trace import Trace
from model_core.spec import KINDS
from tests.made.traces import made_model, made_steps, made_trace
from viz_app.data.number_format import fmt_weight
from viz_app.document.history import LEVELS, History
from viz_app.document.runs.effects_of_run import EffectsRequest
from viz_app.document.runs.rest_of_run import PAUSE
from viz_app.document.state import Layout, Look, Pin, State
from viz_app.document.store import Store


class Clock:
    """A time that passes when told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Watched:
    """A store with its clock and the names of all its changes."""

    def __init__(self, state: State | None = None) -> None:
        self.clock = Clock()
        self.store = Store(state, clock=self.clock)
        self.message: list[frozenset[str]] = []
        self.store.changed.connect(self.message.append)

    def names(self) -> set[str]:
        """What changed since this was asked last."""
        found = set().union(*self.message)
        self.message.clear()
        return found

    def shows(self, *arguments: Any, **words: Any) -> Trace:
        """Make a Trace the answer to the present run."""
        trace = made_trace(*arguments, **words, run=self.store.state.run)
        self.store.accept(trace)
        self.names()
        return trace


@pytest.fixture
def watched(qapp: Any) -> Iterator[Watched]:
    one = Watched(State(RunSpec(source=("the white house",))))
    yield one
    one.store.set_playing(False)
    one.store.deleteLater()


# ---------------------------------------------------------------- parts of the State


def test_each_change_announces_its_part(watched: Watched) -> None:
    store = watched.store
    store.look(layer=2)
    assert watched.names() == {"look"}
    store.options("attention", zoom=2)
    assert watched.names() == {"options"} and store.state.options == {"attention": {"zoom": 2}}
    store.desk(theme="dark")
    assert watched.names() == {"desk"}
    store.run(source=("the house",))
    assert watched.names() == {"run", "busy"}
    assert store.state == State(
        RunSpec(source=("the house",)), Look(layer=2), {"attention": {"zoom": 2}}, Layout(theme="dark")
    )


def test_equal_values_change_nothing(watched: Watched) -> None:
    store = watched.store
    store.options("attention", zoom=2)
    store.set_hover(None)
    before, history = store.state, store.history()
    watched.names()
    store.run(source=("the white house",))
    store.run(source=["the white house"])
    store.look(kind="cross", layer=0, step=None)
    store.options("attention", zoom=2)
    store.desk(theme="system", views=["attention"])
    store.set_hover(None)
    store.set_state(before)
    assert watched.message == [] and store.state is before and store.history() == history and not store.busy


def test_unknown_fields_are_mistakes(watched: Watched) -> None:
    for change in (watched.store.run, watched.store.look, watched.store.desk):
        with pytest.raises(TypeError):
            change(colour="red")
    assert watched.message == []


def test_one_signal_per_change(watched: Watched) -> None:
    watched.store.run(source=("uno",), target=("one",))
    assert watched.message == [frozenset({"run", "desk", "busy"})]


# ---------------------------------------------------------------- undo


def test_undo_and_redo_with_names(watched: Watched) -> None:
    store = watched.store
    watched.shows(layers=(3, 3), heads=4)
    store.look(layer=1, head=2)
    store.look(kind="encoder")
    store.look(what="raw")
    store.look(step=1)
    store.look(query=1, key=2)
    store.options("attention", zoom=2)
    store.desk(text_scale=1.5)
    store.run(source=("uno",))
    names = (
        *("layer 2, head 3", "encoder attention", "show raw scores", "step 2", "pin a cell"),
        *("options of attention", "text size 150 %", "type source: uno"),
    )
    assert store.history() == (names, 8)
    for _ in range(3):
        store.undo()
    assert store.history() == (names, 5)
    assert store.state.look == Look("encoder", 1, 2, 1, 1, 2, 0, "raw")
    assert (store.state.options, store.state.desk, store.state.run.source) == ({}, Layout(), ("the white house",))
    store.redo()
    assert store.state.options == {"attention": {"zoom": 2}} and store.can_redo()
    store.desk(theme="dark")
    assert not store.can_redo() and store.history()[0][-1] == "theme dark"


def test_without_changes_undo_and_redo_do_nothing(watched: Watched) -> None:
    store = watched.store
    assert not store.can_undo() and not store.can_redo()
    store.undo()
    store.redo()
    assert watched.message == []


def test_typing_is_one_change_until_it_pauses(watched: Watched) -> None:
    store = watched.store
    for text in ("t", "th", "the", "the h"):
        store.run(source=(text,))
        watched.clock.now += 0.9
    watched.clock.now += 0.2
    store.run(source=("the ho",))
    assert store.history() == (("type source: the h", "type source: the ho"), 2)
    store.undo()
    assert store.state.run.source == ("the h",)
    store.undo()
    assert store.state.run.source == ("the white house",)
    store.redo()
    assert store.state.run.source == ("the h",)


def test_only_changes_of_the_same_thing_join(watched: Watched) -> None:
    store = watched.store
    store.run(source=("a",))
    store.run(opening="b")
    store.run(source=("c",))
    store.look(layer=1)
    store.look(layer=2)
    store.look(head=1)
    store.run(model="copy")
    store.run(model="sort")
    names = ("type source: a", "force a prefix: b", "type source: c", "layer 3, head 1", "layer 3, head 2")
    assert store.history()[0] == (*names, "model Copy digits", "model Sort digits")


@pytest.mark.parametrize("redone", [False, True])
def test_a_change_after_undo_or_redo_starts_a_level(redone: bool, watched: Watched) -> None:
    """What was undone and redone is a change of its own, however fast more of the same follows it."""
    store = watched.store
    store.run(source=("a",))
    if redone:
        store.undo()
        store.redo()
    else:
        store.look(layer=1)
        store.undo()
    store.run(source=("ab",))
    assert store.history() == (("type source: a", "type source: ab"), 2)
    store.undo()
    assert store.state.run.source == ("a",)


def test_a_hundred_levels(watched: Watched) -> None:
    for number in range(LEVELS + 20):
        watched.store.desk(theme=f"theme {number}")
        watched.clock.now += 5
    assert watched.store.history()[1] == LEVELS == 100
    for _ in range(LEVELS):
        watched.store.undo()
    assert watched.store.state.desk.theme == "theme 19" and not watched.store.can_undo()


def test_hover_is_no_change_of_the_state(watched: Watched) -> None:
    watched.shows()
    watched.store.set_hover((1, 2))
    assert watched.names() == {"hover"} and watched.store.hover == (1, 2)
    assert not watched.store.can_undo()


def test_changes_of_run_and_options_by_a_view_are_one_undo_level(watched: Watched) -> None:
    store = watched.store
    before = store.state
    store.ask("positions", opening="la", options={"apply": False, "draft": "none"})
    assert store.state.run.opening == "la" and store.state.options["positions"] == {"apply": False, "draft": "none"}
    store.undo()
    assert store.state == before and not store.can_undo()
    store.ask("train", opening="la", look={"kind": "decoder", "head": 1})
    assert (store.state.run.opening, store.state.look.kind, store.state.look.head) == ("la", "decoder", 1)
    store.undo()
    assert store.state == before and not store.can_undo()
    store.ask("positions", opening="la")
    assert store.state.run.opening == "la" and "positions" not in store.state.options


def test_undo_of_a_run_computes_it_again(watched: Watched) -> None:
    store = watched.store
    watched.shows()
    store.run(source=("uno",))
    watched.shows("uno", "one")
    store.undo()
    assert store.busy and {"run", "busy"} <= watched.names()
    assert store.trace is not None and store.trace.run.source == ("uno",)
    watched.shows()
    assert not store.busy and store.trace.run.source == ("the white house",)


# ---------------------------------------------------------------- the writer


def test_a_target_makes_the_user_the_writer(watched: Watched) -> None:
    store = watched.store
    watched.shows()
    store.desk(writer="me")
    assert store.state.run.target == ("la casa blanca",) and store.busy
    assert watched.names() == {"run", "desk", "busy"}
    store.run(target=("la casa",))
    assert store.state.desk.writer == "me"
    store.desk(writer="model")
    assert store.state.run.target is None and store.state.desk.writer == "model"
    store.run(target=("el perro",))
    assert store.state.desk.writer == "me"
    store.run(target=None)
    assert store.state.desk.writer == "model"
    assert store.history()[0] == (
        "I write", "type target: la casa", "the model writes", "type target: el perro", "the model writes",
    )  # fmt: skip


def test_the_user_starts_from_nothing_where_the_picture_is_of_another_text(watched: Watched) -> None:
    watched.shows()
    watched.store.run(source=("uno", "dos"))
    watched.store.desk(writer="me")
    assert watched.store.state.run.target == ("", "")


def test_a_chosen_candidate_is_the_beginning_of_the_target(watched: Watched) -> None:
    store = watched.store
    trace = watched.shows()
    other = trace.candidates(1)[2].token
    store.look(step=3)
    store.run(opening="el")
    watched.shows()
    assert store.choose(1, other.id)
    run = store.state.run
    assert run.prefix == (trace.sentences[0].written[0].id, other.id) and run.prefix_sentence == 0
    assert (run.target, run.opening, store.state.look.step, store.busy) == (None, "", 1, True)
    assert store.history()[0][-1] == f"choose “{other.text}” at step 2"
    store.undo()
    assert store.state.run.prefix == () and store.state.look.step == 3 and store.state.run.opening == "el"


def test_a_candidate_of_the_second_sentence_while_the_user_writes(watched: Watched) -> None:
    store = watched.store
    store.run(source=("a b c", "a b"), target=("c b a", "b a"))
    trace = watched.shows(("a b c", "a b"), ("c b a", "b a"), forced=True)
    store.look(sentence=1)
    assert store.choose(2, 17)
    assert store.state.run.prefix == (*(token.id for token in trace.sentences[1].written[:2]), 17)
    assert (store.state.run.prefix_sentence, store.state.run.target, store.state.desk.writer) == (1, None, "model")
    assert store.history()[0][-1] == "choose at step 3"


def test_no_candidate_is_chosen_in_a_picture_of_another_text(watched: Watched) -> None:
    store = watched.store
    assert not store.choose(0, 5)
    watched.shows()
    assert not store.choose(4, 5) and not store.choose(-1, 5)
    store.run(source=("uno",))
    before = store.state
    assert not store.choose(0, 5) and store.state is before


def test_the_run_that_is_shown_changes_with_what_is_hidden_and_only_then(watched: Watched) -> None:
    store = watched.store
    watched.shows()
    whole = store.trace
    for words in (2, 0, 1):
        store.hiding.hide(HiddenParts(words=words))
        shown = store.trace
        assert shown is store.trace, "made once"
        assert [token.id < 0 for token in shown.sentences[0].written[:3]] == [at >= words for at in range(3)]
    store.hiding.hide(None)
    assert store.trace is whole


def test_no_id_of_a_hidden_word_gets_into_the_state(watched: Watched) -> None:
    """It is below 0: a session with one could not be read back."""
    store = watched.store
    watched.shows()
    store.hiding.hide(HiddenParts(words=1))
    before, hidden = store.state, store.trace.sentences[0].written[1].id
    assert hidden < 0
    assert not store.choose(0, hidden) and not store.choose(2, 5)
    assert store.choose(0, 5)
    store.undo()
    run = before.run.with_(prefix=(5, hidden))
    store.ask("decoding", branches=(Branch((5, hidden)),))
    store.pinned.pin(Pin(run))
    assert store.state == before and store.problem == "Hidden until you answer."
    store.hiding.hide(None)
    assert store.choose(2, 5) and store.problem is None


def test_a_prefix_does_not_outlive_its_text_or_model(watched: Watched) -> None:
    store = watched.store
    for change in ({"source": ("uno",)}, {"model": "copy"}):
        store.run(prefix=(4, 5))
        store.run(**change)
        assert store.state.run.prefix == ()
    store.run(prefix=(4,))
    store.run(source=("dos",), prefix=(7,))
    assert store.state.run.prefix == (7,)
    store.run(candidates=5)
    assert store.state.run.prefix == (7,)


def test_a_forced_opening(watched: Watched) -> None:
    store = watched.store
    store.run(target=("x",))
    store.force_opening("la casa")
    run = store.state.run
    assert (run.opening, run.target, run.prefix, store.state.desk.writer) == ("la casa", None, (), "model")
    store.run(source=("the red house",))
    assert store.state.run.opening == "la casa"
    store.force_opening("")
    assert store.state.run.opening == "" and store.history()[0][-1] == "no forced prefix"


# ---------------------------------------------------------------- what comes of a run


class Asked(QObject):
    """A client that only writes down what it was asked for."""

    message = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[tuple[str, ...], bool]] = []

    def start(self) -> None: ...
    def cancel(self, asked: object = None) -> None: ...
    def restart(self) -> None: ...
    def ask_effects(self, asked: EffectsSpec, part: Component | None = None) -> None: ...

    def submit(self, run: RunSpec, whole: bool = False, rest: bool = False) -> None:
        self.asked.append((run.source, whole))


def test_the_rest_of_a_run_is_requested_once_when_shown(watched: Watched) -> None:
    store, client = watched.store, Asked()
    store.run(source=("uno",))
    store.attach(client)
    store.accept(made_trace("uno", "one", run=store.state.run).with_(unsent=True))
    assert client.asked == [(("uno",), False)]
    store.rest.set_shown(True)
    store.accept(made_trace("uno", "one", run=store.state.run).with_(unsent=True))  # was on its way
    assert client.asked == [(("uno",), False), (("uno",), True)] and not store.busy
    store.accept(made_trace("uno", "one", run=store.state.run))
    store.run(source=("dos",))
    assert client.asked[2:] == [(("dos",), True)]
    store.rest.set_shown(False)
    store.run(source=("tres",))
    assert client.asked[3:] == [(("tres",), False)]


def test_the_rest_of_a_short_run_is_requested_in_a_pause(watched: Watched, qtbot: QtBot) -> None:
    store, client = watched.store, Asked()
    store.attach(client)
    for source in ("uno", "dos"):
        store.run(source=(source,))
        store.accept(made_trace(source, "one", run=store.state.run).with_(unsent=True))
    qtbot.waitUntil(lambda: len(client.asked) == 4)
    assert client.asked[-1] == (("dos",), True)
    long = made_trace(source_tokens=300, target_tokens=3)
    store.run(source=long.run.source)
    store.accept(long.with_(unsent=True, run=store.state.run))
    qtbot.wait(PAUSE + 100)
    assert client.asked[-1] == (long.run.source, False)
    store.rest.set_shown(False, below=True)
    assert client.asked[-1] == (long.run.source, False), "not while somebody types"
    qtbot.waitUntil(lambda: client.asked[-1] == (long.run.source, True))


def test_the_rest_of_a_run_is_requested_again_after_cancelling(watched: Watched) -> None:
    store, client = watched.store, Asked()
    store.run(source=("uno",))
    store.attach(client)
    store.accept(made_trace("uno", "one", run=store.state.run).with_(unsent=True))
    store.rest.set_shown(True)
    store.effects.request("views", EffectsRequest(EffectsSpec(store.state.run), live=True))
    rest = (("uno",), True)
    assert client.asked[1:] == [rest]
    store.cancel()
    assert client.asked[1:] == [rest]
    store.cancel()
    assert client.asked[1:] == [rest] * 2, "it goes on"
    store.cancel()
    store.rest.set_shown(True)
    assert client.asked[1:] == [rest] * 3, "it is looked at"


def test_freed_memory_goes_back_after_a_long_text_and_the_next(
    watched: Watched, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    given_back: list[tuple[str, ...]] = []
    store = watched.store
    monkeypatch.setattr("viz_app.document.runs.rest_of_run.trim", lambda: given_back.append(store.state.run.source))
    store.rest._later.setInterval(0)
    long = made_trace(source_tokens=1100, target_tokens=3, layers=(1, 1), heads=1)
    texts = [made_trace("uno", "one"), long, made_trace("dos", "two")]
    for trace in (*texts, made_trace("tres", "three")):
        store.run(source=trace.run.source)
        store.accept(trace.with_(run=store.state.run))
        qtbot.waitUntil(lambda: not store.rest._later.isActive())
    assert given_back == [texts[1].run.source, texts[2].run.source]


# ---------------------------------------------------------------- look and hover fitted


def test_what_does_not_fit_comes_back_with_a_larger_picture(watched: Watched) -> None:
    store = watched.store
    watched.shows(layers=(6, 6), heads=8)
    store.look(layer=5, head=7, step=3, query=3, key=3)
    watched.shows("uno", "one", layers=(2, 2), heads=2)
    assert store.state.look == Look(layer=1, head=1)
    store.run(source=("the white house again",))
    watched.shows(layers=(6, 6), heads=8)
    assert store.state.look == Look(layer=5, head=7, step=3, query=3, key=3)


@pytest.mark.parametrize("opened", [Look(), Look(layer=1, head=1)])
def test_a_state_that_is_opened_has_its_own_look_and_not_what_waited(watched: Watched, opened: Look) -> None:
    store = watched.store
    watched.shows(layers=(6, 6), heads=8)
    store.look(layer=5, head=7, step=3, query=3, key=3)
    watched.shows("uno", "one", layers=(2, 2), heads=2)
    assert store.state.look == Look(layer=1, head=1) and store.wanted.look != store.state.look
    store.set_state(State(RunSpec(source=("the white house again",)), opened))
    watched.shows(layers=(6, 6), heads=8)
    assert store.state.look == store.wanted.look == opened
    store.undo()
    assert store.wanted.look == Look(layer=5, head=7, step=3, query=3, key=3)


def test_what_does_not_fit_waits_in_a_state_made_from_the_present_one(watched: Watched) -> None:
    store = watched.store
    watched.shows(layers=(6, 6), heads=8)
    store.look(layer=5, step=3)
    watched.shows("uno", "one", layers=(2, 2), heads=2)
    store.set_state(store.state.with_(pin=Pin(store.state.run)))
    store.look(layer=1)  # as it is shown: no change
    store.run(source=("the white house again",))
    watched.shows(layers=(6, 6), heads=8)
    assert store.state.look == Look(layer=5, step=3) and store.history()[1] == 3


def test_a_change_that_is_not_visible_yet_is_announced(watched: Watched) -> None:
    store = watched.store
    watched.shows(layers=(6, 6), heads=8)
    store.look(layer=5)
    watched.shows("uno", "one", layers=(1, 1), heads=2)
    assert (store.state.look.layer, store.can_redo()) == (0, False)
    store.undo()  # the layer of a larger model: not to be seen in this one
    assert store.state.look.layer == 0 and store.can_redo()
    assert watched.names() == {"history"}
    store.redo()
    assert watched.names() == {"history"} and not store.can_redo()
    store.suggest()
    assert watched.names() == set()


def test_a_new_trace_announces_what_it_changed(watched: Watched) -> None:
    store = watched.store
    watched.shows()
    store.look(step=3)
    store.set_hover((3, 3))
    watched.names()
    store.run(source=("uno",))
    watched.names()
    store.accept(made_trace("uno", "one", run=store.state.run))
    assert watched.names() == {"trace", "busy", "look", "hover"}
    assert store.hover is None and store.state.look.step is None


def test_another_map_lets_pin_and_hover_go(watched: Watched) -> None:
    store = watched.store
    watched.shows(sentences=2)
    store.look(query=1, key=1)
    store.set_hover((1, 1))
    store.look(layer=2)
    assert store.state.look.query == 1 and store.hover == (1, 1)
    store.look(kind="encoder")
    assert (store.state.look.query, store.state.look.key, store.hover) == (None, None, None)
    store.look(kind="cross", query=2, key=0)
    assert (store.state.look.query, store.state.look.key) == (2, 0)
    store.look(sentence=1)
    assert store.state.look.query is None


def test_hovering_outside_the_map_is_no_cell(watched: Watched) -> None:
    store = watched.store
    store.set_hover((0, 0))
    assert store.hover is None
    watched.shows()
    for cell in ((4, 0), (0, 4), (-1, 0)):
        store.set_hover((1, 1))
        store.set_hover(cell)
        assert store.hover is None


def test_rows_and_step(watched: Watched) -> None:
    store = watched.store
    assert (store.moment.rows, store.moment.step) == (0, 0)
    watched.shows()
    assert (store.moment.rows, store.moment.step) == (4, 3)
    store.look(step=1)
    assert store.moment.step == 1


# ---------------------------------------------------------------- results


def test_a_run_as_it_arrives(watched: Watched) -> None:
    store = watched.store
    store.submit()
    assert watched.names() == {"busy"}
    full = made_trace(run=store.state.run)
    store.accept(made_trace(run=store.state.run, stage="encoded"))
    assert watched.names() == {"writing"} and store.moment.encoded is not None and store.trace is None
    for step in made_steps(full):
        store.accept(step)
    assert watched.names() == {"writing"} and [step.index for step in store.moment.writing] == [0, 1, 2, 3]
    store.accept(full)
    assert watched.names() == {"trace", "writing", "busy"}
    assert store.trace is full and store.moment.encoded is None and store.moment.writing == () and not store.busy


def test_a_new_run_forgets_the_parts_of_the_old_one_and_keeps_its_picture(watched: Watched) -> None:
    store = watched.store
    old = watched.shows()
    store.run(source=("uno",))
    first = made_trace("uno", "one", run=store.state.run, stage="encoded")
    store.accept(first)
    store.run(source=("uno dos",))
    assert store.moment.encoded is None and store.trace is old and store.busy
    watched.names()
    store.accept(first)
    store.accept(made_steps(made_trace("uno", "one", run=first.run))[0])
    assert watched.message == [] and store.moment.encoded is None and store.moment.writing == ()


def test_a_late_trace_is_used_only_until_the_newest_arrives(watched: Watched) -> None:
    store = watched.store
    late = made_trace(run=store.state.run)
    store.run(source=("uno",))
    store.accept(late)
    assert store.trace is late and store.busy
    newest = watched.shows("uno", "one")
    store.accept(late)
    assert store.trace is newest and not store.busy and watched.message == []


def test_a_problem_leaves_the_picture(watched: Watched) -> None:
    store = watched.store
    old = watched.shows()
    store.run(source=("uno",))
    watched.names()
    store.accept(Problem("E-TEST", "not this one", RunSpec(source=("other",))))
    assert watched.message == [] and store.problem is None
    store.accept(Problem("E-TEST", "not this text", store.state.run))
    assert watched.names() == {"problem", "busy"}
    assert store.problem == "Not this text [E-TEST]" and store.trace is old and not store.busy
    store.run(source=("dos",))
    assert store.problem is None and "problem" in watched.names()


def test_a_problem_begins_as_a_sentence_and_a_name_in_it_stays(watched: Watched) -> None:
    store = watched.store
    named = Message("{name} is missing", name="fox"), Message("fox.safetensors is damaged")
    for message in (*named, Message("there is no folder {name}", name="fox")):
        store.accept(Problem("E-TEST", message))
        assert store.problem == f"{message.replace('there', 'There')} [E-TEST]"


def test_a_problem_of_no_run_leaves_the_run(watched: Watched) -> None:
    watched.store.submit()
    watched.store.accept(Problem("E-ENGINE-START", "cannot be loaded"))
    assert watched.store.problem == "Cannot be loaded [E-ENGINE-START]" and watched.store.busy


def test_cancel(watched: Watched) -> None:
    store = watched.store
    store.cancel()
    assert watched.message == []
    store.submit()
    store.accept(made_trace(run=store.state.run, stage="encoded"))
    watched.names()
    store.cancel()
    assert watched.names() == {"busy", "writing"} and not store.busy and store.moment.encoded is None
    store.accept(made_steps(made_trace(run=store.state.run))[0])
    store.accept(Stopped(store.state.run))
    assert watched.message == [] and store.moment.writing == ()


def test_stopped_by_the_engine(watched: Watched) -> None:
    watched.store.submit()
    watched.names()
    watched.store.accept(Stopped(RunSpec(source=("other",))))
    assert watched.message == [] and watched.store.busy
    watched.store.accept(Stopped(watched.store.state.run))
    assert watched.names() == {"busy"} and not watched.store.busy


def test_the_engine_in_words(watched: Watched) -> None:
    store = watched.store
    assert store.engine == "starting"
    store.submit()
    assert store.engine == "starting" and watched.names() == {"busy"}
    store.accept(Models((made_model(),)))
    assert watched.names() == {"models"} and store.models == (made_model(),)
    store.accept(Ready(900.0))
    assert store.engine == "busy" and watched.names() == {"engine"}
    store.accept(made_trace(run=store.state.run))
    assert store.engine == "ready" and watched.names() == {"trace", "busy", "engine"}
    store.accept(EngineLost("it stopped", again=True))
    assert (store.engine, store.problem) == ("lost", "it stopped") and watched.names() == {"engine", "problem"}
    store.accept(Starting())
    assert (store.engine, store.problem) == ("starting", "it stopped") and watched.names() == {"engine"}
    store.accept(Ready())
    assert (store.engine, store.problem) == ("busy", None) and watched.names() == {"engine", "problem", "busy"}
    store.accept(made_trace(run=store.state.run))
    assert store.engine == "ready"
    watched.names()


def test_a_permanently_lost_engine_is_not_waited_for(watched: Watched) -> None:
    store = watched.store
    store.submit()
    store.accept(EngineLost("it stopped", again=True))
    assert store.busy
    store.accept(EngineLost("it stopped six times", again=False))
    assert not store.busy and store.problem == "it stopped six times"


def test_another_problem_is_not_cured_by_a_new_engine(watched: Watched) -> None:
    store = watched.store
    store.accept(EngineLost("it stopped"))
    store.accept(Problem("E-TEST", "not this text", store.state.run))
    store.accept(Ready())
    assert store.problem == "Not this text [E-TEST]"


def test_unknown_events_do_nothing(watched: Watched) -> None:
    watched.store.accept("news")
    assert watched.message == []


def test_painted(watched: Watched) -> None:
    watched.store.set_painted(2.5)
    assert watched.store.painted_ms == 2.5 and watched.names() == {"painted"}


# ---------------------------------------------------------------- play


def test_play_goes_to_the_last_step_and_stops(watched: Watched, qtbot: Any) -> None:
    store = watched.store
    watched.shows()
    store.desk(speed=100.0)
    steps: list[int] = []
    store.changed.connect(lambda names: steps.append(store.moment.step) if "look" in names else None)
    store.set_playing(True)
    assert store.playing and store.state.look.step == 0
    qtbot.waitUntil(lambda: not store.playing, timeout=5000)
    assert steps == [0, 1, 2, 3] and store.state.look.step is None
    assert store.history()[0][-1] == "play"
    store.undo()
    assert store.state.look.step is None


def test_play_from_the_middle_is_one_change(watched: Watched, qtbot: Any) -> None:
    store = watched.store
    watched.shows(target_tokens=9)
    store.look(step=5)
    store.desk(speed=100.0)
    store.set_playing(True)
    assert store.state.look.step == 5 and {"playing"} <= watched.names()
    qtbot.waitUntil(lambda: not store.playing, timeout=5000)
    store.undo()
    assert store.state.look.step == 5


def test_a_pinned_row_that_is_played_later_is_released(watched: Watched) -> None:
    store = watched.store
    watched.shows(target_tokens=9)
    for pinned, kept in ((2, 2), (5, None)):
        store.look(step=3, query=pinned, key=1)
        store.set_playing(True)
        assert store.playing and (store.state.look.step, store.state.look.query) == (3, kept)
        store.set_playing(False)


def test_play_can_be_stopped_and_stops_for_a_new_run(watched: Watched) -> None:
    store = watched.store
    store.set_playing(True)
    assert not store.playing and watched.message == []
    watched.shows()
    store.set_playing(True)
    store.set_playing(True)
    store.set_playing(False)
    assert not store.playing and watched.names() == {"playing", "look"}
    store.set_playing(True)
    watched.names()
    store.run(source=("uno",))
    assert not store.playing and "playing" in watched.names()


def test_the_speed_can_change_while_playing(watched: Watched, qtbot: Any) -> None:
    store = watched.store
    watched.shows()
    store.desk(speed=0.1)
    store.set_playing(True)
    store.desk(speed=50.0)
    qtbot.waitUntil(lambda: not store.playing, timeout=5000)
    assert store.moment.step == 3


# ---------------------------------------------------------------- any sequence

texts = st.lists(st.sampled_from("abcd"), min_size=0, max_size=4).map(" ".join)
small = st.integers(0, 5)
looks = st.fixed_dictionaries(
    {},
    optional={
        "kind": st.sampled_from(KINDS),
        "layer": small,
        "head": small,
        "step": st.none() | small,
        "query": st.none() | small,
        "key": st.none() | small,
        "sentence": st.integers(0, 2),
    },
)


class AnySequence(RuleBasedStateMachine):
    """Whatever is done in whatever order: undo^n redo^n gives the same State, and the look can be drawn."""

    @initialize()
    def begin(self) -> None:
        self.clock = Clock()
        self.store = Store(clock=self.clock)

    @rule(seconds=st.sampled_from([0.0, 0.5, 2.0]))
    def wait(self, seconds: float) -> None:
        self.clock.now += seconds

    @rule(lines=st.lists(texts, min_size=1, max_size=3))
    def type_source(self, lines: list[str]) -> None:
        self.store.run(source=tuple(lines))

    @rule(text=texts)
    def type_opening(self, text: str) -> None:
        self.store.force_opening(text)

    @rule(writer=st.sampled_from(["model", "me"]))
    def change_writer(self, writer: str) -> None:
        self.store.desk(writer=writer)

    @rule(model=st.sampled_from(["", "copy"]))
    def change_model(self, model: str) -> None:
        self.store.run(model=model)

    @rule(changes=looks)
    def change_look(self, changes: dict[str, Any]) -> None:
        self.store.look(**changes)

    @rule(zoom=small)
    def change_options(self, zoom: int) -> None:
        self.store.options("attention", zoom=zoom)

    @rule(step=small, token=st.integers(4, 20))
    def choose(self, step: int, token: int) -> None:
        self.store.choose(step, token)

    @rule(cell=st.none() | st.tuples(small, small))
    def hover(self, cell: tuple[int, int] | None) -> None:
        self.store.set_hover(cell)

    @rule(rows=st.integers(1, 5), layers=st.integers(1, 3), stage=st.sampled_from(["encoded", "complete"]))
    def answer(self, rows: int, layers: int, stage: str) -> None:
        run = self.store.state.run
        targets = tuple(" ".join("abcd"[: rows - 1]) for _ in run.source)
        self.store.accept(made_trace(run.source, targets, (layers, layers), heads=layers, run=run, stage=stage))

    @rule(again=st.booleans())
    def lose_the_engine(self, again: bool) -> None:
        self.store.accept(EngineLost("it stopped", again))
        self.store.accept(Ready())

    @precondition(lambda self: self.store.can_undo())
    @rule()
    def undo(self) -> None:
        self.store.undo()

    @precondition(lambda self: self.store.can_redo())
    @rule()
    def redo(self) -> None:
        self.store.redo()

    @rule()
    def back_and_forth(self) -> None:
        state, history = self.store.state, self.store.history()
        for _ in range(history[1]):
            self.store.undo()
        assert not self.store.can_undo()
        for _ in range(history[1]):
            self.store.redo()
        assert self.store.state == state and self.store.history() == history

    @invariant()
    def fits(self) -> None:
        if not hasattr(self, "store"):
            return
        store, look = self.store, self.store.state.look
        assert State.from_json(store.state.to_json()) == store.state
        assert (store.state.run.target is None) == (store.state.desk.writer == "model")
        assert store.moment.encoded is None or (store.busy and store.moment.encoded.run == store.state.run)
        if store.trace is not None:
            one = store.trace.map(look.kind, look.layer, look.head, sentence=look.sentence)
            assert look.step is None or look.step < store.moment.rows
            assert look.query is None or look.query < one.shape[0]
            assert look.key is None or look.key < one.shape[1]
            assert store.hover is None or one[store.hover] is not None


@pytest.fixture(autouse=True)
def _application(qapp: Any) -> None:
    """The stores of the state machine need one."""


AnySequence.TestCase.settings = settings(max_examples=40, stateful_step_count=40, deadline=None)
TestAnySequence = AnySequence.TestCase


@given(st.lists(st.tuples(st.integers(0, 3), st.floats(0, 3), st.booleans()), max_size=30))
def test_history_alone(moves: list[tuple[int, float, bool]]) -> None:
    """However changes join, going back and forth is exact and the first State is never lost."""
    history, present, now = History(), State(), 0.0
    first = present
    for number, (key, seconds, undo) in enumerate(moves):
        now += seconds
        if undo and history.past:
            present = history.undo(present)
        else:
            history.push(present, f"change {number}", key or None, now)
            present = State(look=Look(layer=number + 1))
    back = present
    count = len(history.past)
    for _ in range(count):
        back = history.undo(back)
    assert back == first
    for _ in range(count):
        back = history.redo(back)
    assert back == present


def test_steps_within_a_frame_are_announced_together(watched: Watched, qtbot: QtBot) -> None:
    store, client = watched.store, Asked()
    store.attach(client)
    run = store.state.run
    full = made_trace(run=run, target="uno dos tres cuatro")
    steps = made_steps(full)
    client.message.emit(made_trace(run=run, stage="encoded"))
    watched.names()
    watched.message.clear()
    for step in steps:
        client.message.emit(step)
    assert store.moment.writing == () and watched.message == []
    qtbot.waitUntil(lambda: store.moment.writing != ())
    assert store.moment.writing == tuple(steps) and watched.message == [frozenset({"writing"})]
    client.message.emit(steps[0])
    client.message.emit(full)
    assert store.trace is full and store.moment.writing == ()
    qtbot.wait(40)
    assert store.moment.writing == () and not store.busy, "nothing of an answered run comes later"


@pytest.mark.usefixtures("qapp")
def test_nan_is_a_question_mark_while_a_store_hides_something() -> None:
    asking, other = Store(), Store()
    assert fmt_weight(math.nan) == "NaN"
    asking.hiding.hide(HiddenParts(words=1))
    other.hiding.hide(HiddenParts(words=2))
    other.hiding.hide(None)
    assert fmt_weight(math.nan) == "?", "another window's answer is none here"
    asking.hiding.close()
    assert fmt_weight(math.nan) == "NaN"


@pytest.mark.usefixtures("qapp")
def test_an_unreferenced_store_is_freed_with_its_runs() -> None:
    """Each holds all arrays of a run, and timers."""
    watched = Watched()
    watched.shows("the cat", "el gato")
    training = watched.store.effects.training
    freed = [weakref.ref(one) for one in (watched.store, training)]
    del watched, training
    gc.collect()
    assert [one() for one in freed] == [None, None]
