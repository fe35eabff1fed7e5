"""State: equal values are equal, JSON comes back, everything else is refused with the field's name."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import FrozenInstanceError, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from model_core.errors import Refused
from model_core.io.resources import folder
from model_core.record.edits import (
    Branch,
    CellEdit,
    Decoding,
    Edits,
    HeadPattern,
    HeadPlace,
    MaskEdits,
    PositionEdits,
    Swap,
)
from model_core.record.run_spec import RunSpec
from model_core.record.trace import SCORES
from model_core.spec import KINDS
from tests.made.traces import made_trace
from viz_app.document.state import Layout, Look, Pin, State, fit_look
from viz_app.system.settings import THEME_CHOICES

words = st.text(st.characters(codec=None), max_size=12)
place = st.integers(0, 500)
maybe = st.none() | place
plain = st.none() | st.booleans() | st.integers(-5, 5) | st.floats(-2, 2) | words

looks = st.builds(
    Look,
    kind=st.sampled_from(KINDS),
    layer=place,
    head=place,
    step=maybe,
    query=maybe,
    key=maybe,
    sentence=place,
    what=st.sampled_from(sorted(SCORES)),
    reading=st.sampled_from(["row", "column"]),
)


@st.composite
def states(draw: st.DrawFn) -> State:
    """Any State that a session may hold."""
    source = tuple(draw(st.lists(words, min_size=1, max_size=3)))
    target = draw(st.none() | st.just(tuple(reversed(source))))
    prefix = tuple(draw(st.lists(st.integers(0, 9000), max_size=3)))
    run = RunSpec(model=draw(words), source=source, target=target, opening=draw(words), prefix=prefix)
    desk = Layout(
        views=tuple(draw(st.lists(words, min_size=1, max_size=3))),
        theme=draw(st.sampled_from(THEME_CHOICES)),
        text_scale=draw(st.floats(1.0, 2.0)),
        speed=draw(st.floats(0.1, 100.0)),
        writer="model" if target is None else "me",
        inspector=draw(st.booleans()),
    )
    options = draw(st.dictionaries(words, st.dictionaries(words, plain, max_size=3), max_size=3))
    pin = draw(st.none() | st.builds(Pin, st.just(run), place, st.sampled_from(["", "cross"]), maybe, maybe, maybe))
    return State(run, draw(looks), options, desk, pin)


@given(states())
def test_a_session_comes_back(state: State) -> None:
    assert State.from_json(json.loads(json.dumps(state.to_json()))) == state


def test_format_and_version_are_in_it() -> None:
    data = State().to_json()
    assert (data["format"], data["version"]) == ("headscope-session", 5)


def test_a_state_cannot_be_changed() -> None:
    state = State(options={"attention": {"zoom": 2}})
    with pytest.raises(FrozenInstanceError):
        state.look.layer = 2  # type: ignore[misc]
    with pytest.raises(TypeError):
        state.options["attention"]["zoom"] = 3  # type: ignore[index]
    with pytest.raises(TypeError):
        state.options["lines"] = {}  # type: ignore[index]


def test_options_are_compared_by_value_and_kept_apart_from_their_source() -> None:
    mine = {"attention": {"zoom": 2}}
    state = State(options=mine)
    mine["attention"]["zoom"] = 9
    assert state.options["attention"]["zoom"] == 2
    assert state == State(options={"attention": {"zoom": 2}}) != State()
    more = state.with_options("attention", grid=True).with_options("lines", top=3)
    assert more.options == {"attention": {"zoom": 2, "grid": True}, "lines": {"top": 3}}
    assert state.options == {"attention": {"zoom": 2}}


# ---------------------------------------------------------------- refusals


def changed(path: str, value: Any) -> dict[str, Any]:
    """The JSON of a State with one value replaced; `path` is dotted."""
    data = State(options={"attention": {"zoom": 2}}).to_json()
    *parents, last = path.split(".")
    inner = data
    for name in parents:
        inner = inner[name]
    inner[last] = value
    return data


@pytest.mark.parametrize(
    ("path", "value", "code", "said"),
    [
        ("format", "other", "FORMAT", "not a headscope session"),
        ("version", 6, "VERSION", "newer"),
        ("version", 0, "VERSION", "can be opened"),
        ("version", "1", "VERSION", "can be opened"),
        ("version", True, "VERSION", "can be opened"),
        ("extra", 1, "UNKNOWN", "'extra'"),
        ("run", None, "TYPE", "'run'"),
        ("run.source", "text", "TYPE", "run.source"),
        ("run.source", [], "RANGE", "run.source"),
        ("run.source", [1], "TYPE", "run.source"),
        ("run.target", [None], "TYPE", "run.target"),
        ("run.target", ["uno"], "RANGE", "desk.writer"),
        ("run.prefix", [-1], "RANGE", "run.prefix"),
        ("run.prefix", [True], "TYPE", "run.prefix"),
        ("run.candidates", 0, "RANGE", "run.candidates"),
        ("run.candidates", 8.0, "TYPE", "run.candidates"),
        ("run.max_steps", True, "TYPE", "run.max_steps"),
        ("run.command", "x", "UNKNOWN", "run.command"),
        ("look", [], "TYPE", "'look'"),
        ("look.kind", "sideways", "RANGE", "look.kind"),
        ("look.what", "softmax", "RANGE", "look.what"),
        ("look.reading", "both", "RANGE", "look.reading"),
        ("look.layer", -1, "RANGE", "look.layer"),
        ("look.layer", None, "TYPE", "look.layer"),
        ("look.step", 1.5, "TYPE", "look.step"),
        ("look.key", "1", "TYPE", "look.key"),
        ("options", None, "TYPE", "'options'"),
        ("options.attention", [], "TYPE", "options.attention"),
        ("options.attention.zoom", [2], "TYPE", "options.attention.zoom"),
        ("desk.views", [], "RANGE", "desk.views"),
        ("desk.views", ["attention"] * 17, "RANGE", "desk.views"),
        ("desk.views", [["attention"]], "TYPE", "desk.views"),
        ("desk.text_scale", 9, "RANGE", "desk.text_scale"),
        ("desk.speed", 0, "RANGE", "desk.speed"),
        ("desk.speed", float("nan"), "RANGE", "desk.speed"),
        ("desk.writer", "you", "RANGE", "desk.writer"),
        ("desk.writer", "me", "RANGE", "desk.writer"),
        ("desk.inspector", 1, "TYPE", "desk.inspector"),
    ],
)
def test_what_does_not_fit_is_refused_by_name(path: str, value: Any, code: str, said: str) -> None:
    with pytest.raises(Refused) as refused:
        State.from_json(changed(path, value))
    assert refused.value.code == f"E-SESSION-{code}"
    assert said in refused.value.message and "\n" not in refused.value.message


@pytest.mark.parametrize("data", [None, [], "x", 1, {}])
def test_other_json_is_no_session(data: Any) -> None:
    with pytest.raises(Refused, match="not a headscope session"):
        State.from_json(data)


@given(st.recursive(plain | st.just([]), lambda x: st.lists(x, max_size=2) | st.dictionaries(words, x, max_size=2)))
def test_any_json_in_any_place_is_refused_or_taken(value: Any) -> None:
    for path in ("run", "look", "options", "desk", "run.target", "look.step", "options.attention", "desk.theme"):
        try:
            state = State.from_json(changed(path, value))
        except Refused:
            continue
        assert State.from_json(state.to_json()) == state


def test_missing_fields_are_as_on_the_first_day() -> None:
    data = State().to_json()
    del data["desk"]["speed"], data["look"]["reading"]
    assert State.from_json(data) == State()


# ---------------------------------------------------------------- fitting


def test_a_look_inside_stays() -> None:
    look = Look("cross", 2, 3, step=1, query=1, key=2)
    assert fit_look(look, made_trace()) == look
    assert fit_look(look, None) is look


def test_a_look_outside_is_fitted() -> None:
    trace = made_trace("uno dos", "one two three", layers=(1, 2), heads=2)
    look = Look("cross", 5, 7, step=9, query=3, key=5, sentence=4)
    assert fit_look(look, trace) == Look("cross", 1, 1, step=None, query=None, key=None, sentence=0)
    assert fit_look(replace(look, kind="encoder"), trace).layer == 0
    assert fit_look(Look("decoder", query=3, key=3), trace) == Look("decoder", query=3, key=3)
    assert fit_look(Look("encoder", query=3, key=0), trace) == Look("encoder")


@given(looks, st.integers(1, 3), st.integers(1, 6), st.integers(1, 6), st.integers(1, 3))
def test_a_fitted_look_can_be_drawn(look: Look, sentences: int, source: int, target: int, heads: int) -> None:
    trace = made_trace(source_tokens=source, target_tokens=target, layers=(1, 2), heads=heads, sentences=sentences)
    found = fit_look(look, trace)
    assert fit_look(found, trace) == found
    one = trace.map(found.kind, found.layer, found.head, found.what, found.sentence)
    if found.query is not None and found.key is not None:
        assert one[found.query, found.key] is not None
    rows = trace.sentences[found.sentence].written
    assert found.step is None or rows[found.step]


def test_neither_qt_nor_torch_is_needed() -> None:
    program = "import sys, viz_app.document.state; sys.exit(bool({'torch', 'PySide6'} & set(sys.modules)))"
    root = Path(__file__).resolve().parents[3]
    assert subprocess.run([sys.executable, "-c", program], cwd=root).returncode == 0


def test_edits_decoding_and_branches_come_back() -> None:
    edits = Edits(
        MaskEdits((CellEdit("cross", 1, 2, False), CellEdit("decoder", 0, 3, True, 1)), False, False, -1e9),
        PositionEdits("halves", 100.0, "shuffled", 3, "decoder", 7),
        (HeadPlace("encoder", 0, 1),),
        (Swap(2, 41),),
    )
    run = RunSpec(edits=edits, decoding=Decoding("beam", beams=3), branches=(Branch((5, 6)),))
    assert State.from_json(State(run=run).to_json()).run == run


@pytest.mark.parametrize(
    ("run", "said"),
    [
        (RunSpec(decoding=Decoding("dice")), "dice"),
        (RunSpec(decoding=Decoding(temperature=0.0)), "temperature"),
        (RunSpec(decoding=Decoding(top_p=float("nan"))), "top_p"),
        (RunSpec(decoding=Decoding(beams=33)), "beams"),
        (RunSpec(edits=Edits(positions=PositionEdits("spiral"))), "spiral"),
        (RunSpec(edits=Edits(positions=PositionEdits(base=1.0))), "base"),
        (RunSpec(edits=Edits(MaskEdits(value=1.0))), "value"),
        (RunSpec(edits=Edits(MaskEdits((CellEdit("sideways", 0, 0, True),)))), "sideways"),
        (RunSpec(edits=Edits(heads_off=(HeadPlace("cross", -1, 0),))), "heads_off[0].layer"),
        (RunSpec(edits=Edits(swaps=(Swap(0, 0),) * 513)), "513"),
        (RunSpec(branches=(Branch(()),)), "branches"),
        (RunSpec(branches=(Branch((1,)),) * 17), "branches is 17"),
    ],
)
def test_runs_that_make_no_sense_are_refused_by_name(run: RunSpec, said: str) -> None:
    with pytest.raises(Refused) as caught:
        State.from_json(State(run=run).to_json())
    assert said in caught.value.message


def test_a_whole_number_beyond_every_float_is_refused() -> None:
    for path in (("desk", "speed"), ("run", "decoding", "seed"), ("run", "decoding", "temperature")):
        data = State().to_json()
        inner = data
        for name in path[:-1]:
            inner = inner[name]
        inner[path[-1]] = 10**400
        with pytest.raises(Refused):
            State.from_json(data)


def test_shared_files_do_not_contain_the_paths_of_user_folders(tmp_path: Path) -> None:
    """A page, picture or table that a teacher shares; with the names, and one place, it can be made again."""
    mine = RunSpec(model=str(tmp_path / "my model"))
    pin = Pin(RunSpec(model=str(tmp_path / "training" / "snapshots" / "64")))
    folders = {"survey": {"folder": str(tmp_path / "mine-survey")}, "train": {"folder": "reverse"}}
    state = State(run=mine, pin=pin, options=folders, desk=Layout(views=("survey",)))
    assert str(tmp_path) not in json.dumps(state.shared().to_json())
    mean = Edits(patterns=(HeadPattern("cross", 0, 0, "mean", str(tmp_path / "mine-survey")),))
    more = state.with_(run=mine.with_(edits=mean)).with_options("train", data=str(tmp_path / "pairs.tsv"))
    assert str(tmp_path) not in json.dumps(more.shared().to_json()), "nor a survey in an edit, nor pairs"
    root = state.with_options("train", data=tmp_path.anchor)
    assert root.shared().options["train"]["data"] == tmp_path.anchor, "what has no folder above it has no other name"
    own = ("my model", "training/snapshots/64", "mine-survey")
    assert state.shared().own_folders() == own and state.shared().shared() == state.shared()
    assert state.shared().remaking("survey")["remake_in"] == f"the folder that holds {', '.join(own)}"
    there = State(run=RunSpec(model="reverse"), options={"survey": {"folder": str(folder() / "surveys" / "copy")}})
    assert there.shared().options["survey"]["folder"] == "copy" and there.own_folders() == ()
    assert set(there.remaking("window")) == {"remake"}
