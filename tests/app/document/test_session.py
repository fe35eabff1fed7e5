"""Sessions come back as they were left; a failed save or load keeps the last good one; a kill never leaves a mix."""

from __future__ import annotations

import base64
import errno
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import time
import zlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from model_core.errors import Refused
from model_core.record.aligned_text import AlignedText
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
from tests.support.faults import failing, files_in
from viz_app.document import session as sessions
from viz_app.document.autosave import Autosave
from viz_app.document.link import from_link, to_link
from viz_app.document.session import Session, free_path, from_bytes, load_session, save_session, session_of, to_bytes
from viz_app.document.state import READINGS, HeadFilter, Layout, Look, Pin, State
from viz_app.document.store import Store
from viz_app.system import recent_files, settings

FIXTURES = Path(__file__).parents[2] / "fixtures" / "sessions"
FIRST = Session(State(run=RunSpec(source=("the old oak",))), "Small", "a" * 64)
SECOND = Session(State(run=RunSpec(source=("a green hill",)), look=Look(layer=2)), "Small", "a" * 64)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A saved session in a folder of its own."""
    path = tmp_path / "folder" / "lesson.json"
    path.parent.mkdir()
    save_session(path, FIRST)
    return path


# ---------------------------------------------------------------- what is kept

TEXTS = some.text(max_size=30)
PLACES = some.integers(0, 1000)
RUNS = some.builds(
    RunSpec, model=TEXTS, source=some.lists(TEXTS, min_size=1, max_size=4).map(tuple), opening=TEXTS,
    prefix=some.lists(PLACES, max_size=5).map(tuple), prefix_sentence=PLACES, candidates=some.integers(1, 100),
    max_steps=PLACES,
)  # fmt: skip
LOOKS = some.builds(
    Look, kind=some.sampled_from(KINDS), layer=PLACES, head=PLACES, step=some.none() | PLACES,
    query=some.none() | PLACES, key=some.none() | PLACES, sentence=PLACES, what=some.sampled_from(sorted(SCORES)),
    reading=some.sampled_from(READINGS),
)  # fmt: skip
PLAIN = some.none() | some.booleans() | some.integers(-(2**53), 2**53) | TEXTS | some.floats(-1e6, 1e6)
OPTIONS = some.dictionaries(TEXTS, some.dictionaries(TEXTS, PLAIN, max_size=3), max_size=3)
STATES = some.builds(
    lambda run, look, options, speed, own: State(
        run.with_(target=run.source if own else None), look, options,
        Layout(speed=speed, writer="me" if own else "model"),
    ),
    RUNS, LOOKS, OPTIONS, some.floats(0.1, 100), some.booleans(),
)  # fmt: skip


@given(STATES, TEXTS)
def test_a_session_comes_back_as_it_was(state: State, name: str) -> None:
    session = Session(state, name, "f" * 64)
    again = from_bytes(to_bytes(session), "again")
    assert again == session
    assert to_bytes(again) == to_bytes(session)


def test_half_characters_and_long_texts_come_back(tmp_path: Path) -> None:
    state = State(run=RunSpec(source=("\ud800x\udfff", "y" * 20_000, ""), opening="z" * 20_000))
    save_session(tmp_path / "a.json", Session(state))
    assert load_session(tmp_path / "a.json").state == state


def test_what_could_not_be_opened_again_is_not_saved(file: Path) -> None:
    before = files_in(file.parent)
    for state in (
        State(run=RunSpec(opening="x" * 20_001)),
        State(run=RunSpec(source=())),
        State(desk=Layout(speed=float("nan"))),
        State(look=Look(layer=-1)),
    ):
        with pytest.raises(Refused) as caught:
            save_session(file, Session(state))
        assert caught.value.code == "E-SESSION-SAVE"
    assert files_in(file.parent) == before


def test_version_1_is_read_for_ever() -> None:
    """The file was written by the first version. A change of the format needs a new fixture beside this one."""
    session = load_session(FIXTURES / "session-v1.json")
    assert session.model_name == "Copy"
    assert session.model_hash == "0123456789abcdef" * 4
    state = session.state
    assert state.run.source == ("The red fox sleeps.", "Él dijo: «¡sí!» 🙂")
    assert (state.run.model, state.run.opening, state.run.prefix_sentence) == ("copy", "el", 1)
    assert state.look == Look("decoder", 1, 2, 3, 2, 1, 1, "scaled", "column")
    assert {view: dict(values) for view, values in state.options.items()} == {
        "attention": {"scale": "row", "numbers": False}
    }
    assert (state.desk.theme, state.desk.text_scale, state.desk.speed, state.desk.inspector) == (
        "dark", 1.25, 4.0, False,
    )  # fmt: skip


def test_version_2_is_read_for_ever() -> None:
    """Like version 1, with decoding, edits and branches."""
    run = load_session(FIXTURES / "session-v2.json").state.run
    assert run.decoding == Decoding("sample", 0.7, 5, 0.9, 3, 6, 0.5)
    assert run.edits.masks == MaskEdits((CellEdit("cross", 1, 2, False),), False, True, -1e9)
    assert run.edits.positions == PositionEdits("halves", 100.0, "shuffled", 3, "decoder", 7)
    assert (run.edits.heads_off, run.edits.swaps) == ((HeadPlace("encoder", 0, 1),), (Swap(2, 41),))
    assert run.branches == (Branch((5, 6), 1),)


def test_version_3_is_read_for_ever() -> None:
    """Like version 2, with a pinned run."""
    state = load_session(FIXTURES / "session-v3.json").state
    assert state.pin == Pin(state.run.with_(source=("The red fox runs.",)), 0, "cross", 2, 1, 3)


def test_version_4_is_read_for_ever() -> None:
    """Like version 3, with an alignment; it lists all heads."""
    state = load_session(FIXTURES / "session-v4.json").state
    assert state.alignments == (AlignedText(("the", "cat"), ("el", "gato"), ((0, 0), (1, 1))),)
    assert state.look.heads == HeadFilter() and state.options["attention"]["order"] == "entropy"


def test_a_free_path_is_no_file_folder_or_link(tmp_path: Path) -> None:
    wanted = tmp_path / "a b.json"
    assert free_path(wanted) == wanted
    wanted.write_text("first")
    assert free_path(wanted).name == "a b 2.json"
    (tmp_path / "a b 2.json").mkdir()
    (tmp_path / "a b 3.json").symlink_to(tmp_path / "nowhere")
    assert free_path(wanted).name == "a b 4.json"


def newer(file: Path) -> dict[str, Any]:
    """Makes the file one of a later version, with parts that are not known here."""
    values = json.loads(file.read_bytes())
    values |= {"version": 9, "scenes": [1, 2]}
    values["run"]["temperature_of_the_sun"] = 5772
    values["look"]["kind"] = "sideways"
    file.write_text(json.dumps(values))
    return values


def test_of_a_newer_version_what_is_known_is_read(file: Path) -> None:
    newer(file)
    session = load_session(file)
    assert session.newer == 9
    assert session.left_out == ("scenes", "run.temperature_of_the_sun", "look.kind")
    assert session.state.run == FIRST.state.run
    assert session.state.look == replace(FIRST.state.look, kind="cross")
    assert (session.state.options, session.state.desk) == (FIRST.state.options, FIRST.state.desk)


def test_a_long_unknown_name_is_told_by_its_beginning(file: Path) -> None:
    values = newer(file)
    values["run"]["x" * 500] = 1
    file.write_text(json.dumps(values))
    assert f"run.{'x' * 80}" in load_session(file).left_out


def test_of_a_newer_version_parts_of_the_wrong_type_are_left_out(file: Path) -> None:
    values = newer(file)
    file.write_text(json.dumps({**values, "look": None, "options": {"attention": {"x": [1]}}}))
    session = load_session(file)
    assert (session.state.look, dict(session.state.options)) == (Look(), {})
    assert "options" in session.left_out


def test_the_last_session_of_a_newer_program_is_set_aside_whole() -> None:
    sessions.save_last(FIRST)
    values = newer(sessions.last_file())
    last = sessions.reopen()
    assert last.session is None and "version 9" in last.notice
    assert json.loads((sessions.last_file().parent / "session.aside.json").read_bytes()) == values


def test_a_session_that_was_set_aside_is_not_written_over(store: Store, isolated_settings: Path) -> None:
    sessions.save_last(FIRST)
    values = newer(sessions.last_file())
    kept = Path(re.search(r"kept as (.*?\.json)", sessions.reopen().notice)[1])
    for _start in range(3):
        autosave = Autosave(store)
        assert autosave.start()
        autosave.finish()
    assert json.loads(kept.read_bytes()) == values


# ---------------------------------------------------------------- damage

DAMAGES: list[tuple[str, Any]] = [
    ("empty", b""),
    ("blank", b"  \n"),
    ("a number", b"7"),
    ("a list", b"[]"),
    ("not JSON", b"{'format': 'headscope-session'}"),
    ("not UTF-8", b'{"format": "headscope-session", "x": "\xff"}'),
    ("deep", b"[" * 100_000),
    ("another format", {"format": "headscope-settings"}),
    ("no version", {"version": None}),
    ("version true", {"version": True}),
    ("version 1.0", {"version": 1.0}),
    ("version 0", {"version": 0}),
    ("an unknown part", {"extra": 1}),
    ("no run", {"run": None}),
    ("run a list", {"run": []}),
    ("source a text", {"run": {"source": "text"}}),
    ("source of numbers", {"run": {"source": [1]}}),
    ("no source", {"run": {"source": []}}),
    ("layer a text", {"look": {"layer": "1"}}),
    ("layer true", {"look": {"layer": True}}),
    ("layer negative", {"look": {"layer": -1}}),
    ("layer huge", {"look": {"layer": 10**30}}),
    ("kind unknown", {"look": {"kind": "sideways"}}),
    ("an unknown field", {"look": {"colour": "red"}}),
    ("options a list", {"options": []}),
    ("an option that is a list", {"options": {"attention": {"scale": []}}}),
    ("no view", {"desk": {"views": []}}),
    ("speed 0", {"desk": {"speed": 0}}),
    ("a writer who does not fit", {"desk": {"writer": "me"}}),
    ("model a text", {"model": "Small"}),
    ("model of numbers", {"model": {"name": 1}}),
]


@pytest.mark.parametrize(("words", "damage"), DAMAGES, ids=[words for words, _ in DAMAGES])
def test_damage_is_refused_in_one_line(file: Path, words: str, damage: Any) -> None:
    values = json.loads(file.read_bytes())
    file.write_bytes(damage if isinstance(damage, bytes) else json.dumps({**values, **damage}).encode())
    with pytest.raises(Refused) as caught:
        load_session(file)
    assert caught.value.code.startswith(("E-SESSION-", "E-JSON-"))
    assert "\n" not in caught.value.message
    assert len(caught.value.message) < 400


@pytest.mark.parametrize("text", ['"layer": NaN', '"layer": Infinity', '"layer": 1, "layer": 2', '"layer": 1e400'])
def test_invalid_json_is_refused(file: Path, text: str) -> None:
    data = file.read_text().replace('"layer": 0', text)
    assert text in data
    file.write_text(data)
    with pytest.raises(Refused):
        load_session(file)


def test_a_file_that_was_cut_off_anywhere_is_refused() -> None:
    data = to_bytes(SECOND).rstrip()
    for end in range(0, len(data), max(1, len(data) // 40)):
        with pytest.raises(Refused):
            from_bytes(data[:end], "cut")


@given(some.binary(max_size=40), some.integers(0, 2000))
def test_flipped_bytes_end_in_a_session_or_in_words(noise: bytes, place: int) -> None:
    data = bytearray(to_bytes(SECOND))
    place %= len(data)
    data[place : place + len(noise)] = noise
    try:
        assert isinstance(from_bytes(bytes(data), "noise"), Session)
    except Refused as error:
        assert "\n" not in error.message


def test_a_file_that_is_too_large_is_not_read(file: Path) -> None:
    with file.open("ab") as stream:
        stream.truncate(4_000_001)
    with pytest.raises(Refused, match="the limit is 4,000,000"):
        load_session(file)


# ---------------------------------------------------------------- the model


def model_folder(path: Path) -> Path:
    path.mkdir(parents=True)
    (path / "spec.json").write_text("{}")
    return path


def test_a_model_that_moved_with_the_session_is_found(tmp_path: Path) -> None:
    model = model_folder(tmp_path / "lesson" / "models" / "mine")
    file = tmp_path / "lesson" / "session.json"
    save_session(file, Session(State(run=RunSpec(model=str(model)))))
    assert load_session(file).state.run.model == str(model)
    (tmp_path / "lesson").rename(tmp_path / "moved")
    moved = load_session(tmp_path / "moved" / "session.json")
    assert Path(moved.state.run.model) == tmp_path / "moved" / "models" / "mine"


def test_a_model_next_to_a_windows_session_is_found(tmp_path: Path) -> None:
    model, file = model_folder(tmp_path / "models" / "mine"), tmp_path / "session.json"
    save_session(file, Session(State(run=RunSpec(model=str(model)))))
    values = json.loads(file.read_text(encoding="utf-8"))
    values["run"]["model"], values["model"]["beside"] = r"C:\lesson\models\mine", r"models\mine"
    file.write_text(json.dumps(values), encoding="utf-8")
    assert Path(load_session(file).state.run.model) == model


def test_a_pin_of_the_model_that_moved_is_of_where_it_is_now(tmp_path: Path) -> None:
    mine, other = model_folder(tmp_path / "lesson" / "mine"), model_folder(tmp_path / "other")
    for model in (mine, other):
        state = State(run=RunSpec(str(mine)), pin=Pin(RunSpec(str(model), ("pinned",)), step=1))
        save_session(tmp_path / "lesson" / f"{model.name}.json", Session(state))
    (tmp_path / "lesson").rename(tmp_path / "moved")
    pins = [load_session(tmp_path / "moved" / f"{name}.json").state.pin for name in ("mine", "other")]
    places = (tmp_path / "moved" / "mine", other)
    assert pins == [Pin(RunSpec(str(place), ("pinned",)), step=1) for place in places]


@pytest.fixture
def ana(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Somebody's home folder, with the program's own folder in it."""
    home = tmp_path / "home" / "ana"
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("USERPROFILE", str(home))
    monkeypatch.setenv("HEADSCOPE_HOME", str(home / "headscope"))
    return home


def of_ones_own(home: Path) -> State:
    """A State that names folders wherever a State can."""
    mine, kept = model_folder(home / "course" / "mine"), model_folder(home / "headscope" / "models" / "kept")
    survey = home / "course" / "mine-survey"
    mean = HeadPattern("cross", 0, 0, "mean", str(survey))
    trained = {"folder": str(home / "headscope" / "trainings" / "Copy"), "data": str(home / "elsewhere" / "pairs.tsv")}
    return State(
        RunSpec(str(mine), edits=Edits(patterns=(mean,))), pin=Pin(RunSpec(str(kept))),
        options={"survey": {"folder": str(survey)}, "heads": {"folder": "reverse"}, "train": trained},
    )  # fmt: skip


def test_a_session_does_not_say_whose_folders_it_names_and_opens_on_another_computer(
    ana: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state, file = of_ones_own(ana), ana / "course" / "session.json"
    save_session(file, Session(state))
    assert load_session(file).state == state
    text = file.read_text("utf-8")
    assert "ana" not in re.findall(r"\w+", text) and str(tmp_path) not in text
    assert json.loads(text)["run"]["model"] == "./mine"
    ben = tmp_path / "else" / "ben"
    ana.rename(tmp_path / "was")
    ben.parent.mkdir()
    (tmp_path / "was").rename(ben)
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(ben))
    monkeypatch.setenv("HEADSCOPE_HOME", str(ben / "headscope"))
    shutil.rmtree(ben / "course" / "mine")
    found = load_session(ben / "course" / "session.json").state
    assert found == of_ones_own_moved(state, ana, ben)


def of_ones_own_moved(state: State, ana: Path, ben: Path) -> State:
    """The State as its JSON with another home folder says it."""
    return State.from_json(json.loads(json.dumps(state.to_json()).replace(str(ana), str(ben))))


def test_a_link_does_not_say_whose_folders_it_names(ana: Path, tmp_path: Path) -> None:
    state = of_ones_own(ana)
    link = to_link(Session(state))
    packed = base64.urlsafe_b64decode(link.rpartition(":")[2] + "===")
    assert str(tmp_path).encode() not in zlib.decompress(packed) and b"~headscope/models/kept" in zlib.decompress(
        packed
    )
    assert from_link(link).state == state


def test_a_session_of_an_earlier_user_model_opens_with_its_present_folder(ana: Path) -> None:
    """It has the absolute path of another computer, whose models came along in the program's own folder."""
    kept, file = model_folder(ana / "headscope" / "models" / "kept"), ana / "session.json"
    values = State(RunSpec("/elsewhere/ben/.local/share/headscope/models/kept")).to_json()
    file.write_text(json.dumps(values), encoding="utf-8")
    assert load_session(file).state.run.model == str(kept)


def test_a_lost_survey_is_not_a_model_of_its_name(ana: Path) -> None:
    """The view said of the model's folder that it holds no survey."""
    model_folder(ana / "headscope" / "models" / "kept")
    lost, file = "/elsewhere/ben/surveys/kept", ana / "session.json"
    values = State(options={"survey": {"folder": lost}}).to_json()
    file.write_text(json.dumps(values), encoding="utf-8")
    link = to_link(Session(State(options={"survey": {"folder": lost}})))
    for state in (load_session(file).state, from_link(link).state):
        assert state.options["survey"]["folder"] == lost


def test_a_deleted_model_is_still_named(tmp_path: Path) -> None:
    state = State(run=RunSpec(model=str(tmp_path / "gone"), source=("kept",)))
    save_session(tmp_path / "a.json", Session(state))
    assert load_session(tmp_path / "a.json").state == state


def test_changed_weights_of_a_session_are_reported() -> None:
    trace = made_trace()
    session = session_of(State(run=trace.run), trace)
    assert (session.model_name, session.model_hash) == ("English → Spanish", "0" * 64)
    assert session.changed_model(trace) == ""
    other = trace.with_(model=replace(trace.model, hash="1" * 64))
    assert "(111111111111 instead of 000000000000)" in session.changed_model(other)
    assert session.changed_model(other.with_(run=other.run.with_(model="copy"))) == ""
    assert session_of(State(run=trace.run.with_(model="copy")), trace).model_hash == ""
    assert Session(session.state).changed_model(other) == ""


# ---------------------------------------------------------------- saving


def test_the_last_three_versions_are_kept(file: Path) -> None:
    for number in range(2, 7):
        save_session(file, replace(FIRST, model_name=f"version {number}"))
    names = {path.name: load_session(path).model_name for path in file.parent.iterdir()}
    assert names == {
        "lesson.json": "version 6",
        "lesson.backup1.json": "version 5",
        "lesson.backup2.json": "version 4",
        "lesson.backup3.json": "version 3",
    }


def test_saving_the_same_again_uses_up_no_backup(file: Path) -> None:
    save_session(file, SECOND)
    before = files_in(file.parent)
    save_session(file, SECOND)
    assert files_in(file.parent) == before


def test_a_folder_that_knows_no_links_gets_copies(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.EPERM, "no links here")

    monkeypatch.setattr(os, "link", refuse)
    save_session(file, SECOND)
    assert load_session(file) == SECOND
    assert load_session(file.with_name("lesson.backup1.json")) == FIRST


def test_a_backup_that_cannot_be_made_does_not_keep_from_saving(file: Path) -> None:
    file.with_name("lesson.backup1.json").mkdir()
    save_session(file, SECOND)
    assert load_session(file) == SECOND


@pytest.mark.parametrize("short", [False, True], ids=["nothing", "half of it"])
def test_a_full_disk_at_any_moment_keeps_the_last_good_session(
    file: Path, monkeypatch: pytest.MonkeyPatch, short: bool
) -> None:
    save_session(file, SECOND)
    third = replace(SECOND, model_name="third")
    refused = 0
    for at in range(30):
        with failing(monkeypatch, at, errno.ENOSPC, short) as counter:
            try:
                save_session(file, third)
            except Refused as error:
                refused += 1
                assert error.code == "E-SAVE-FULL"
                assert load_session(file) == SECOND
        assert not [name for name in files_in(file.parent) if name.startswith(".")]
        for path in file.parent.iterdir():
            assert load_session(path) in (FIRST, SECOND, third)
        if not counter.failed:
            break
        if load_session(file) == third:  # the fault hit a backup, or the folder's fsync: the save itself is good
            save_session(file, SECOND)
    assert refused == 5
    assert load_session(file) == third


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
def test_kill_minus_9_in_the_middle_of_saves_never_leaves_a_mix(tmp_path: Path) -> None:
    report = killed(tmp_path / "careful", 50, "")
    assert report["bad"] == []
    assert len(report["numbers"]) == 51
    assert report["numbers"] == sorted(report["numbers"])
    assert report["numbers"][-1] >= 50, "there were saves between the kills"
    assert report["halves"] >= 5, "kills came in the middle of saves"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
def test_the_kills_would_find_a_careless_writer(tmp_path: Path) -> None:
    assert len(killed(tmp_path / "careless", 12, "naive")["bad"]) >= 3


def killed(folder: Path, kills: int, how: str) -> dict[str, Any]:
    """The report of tests.support.kill_saves."""
    folder.mkdir()
    command = [sys.executable, "-m", "tests.support.kill_saves", str(folder / "s.json"), str(kills), "7", how]
    root = Path(__file__).resolve().parents[3]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


# ---------------------------------------------------------------- the last session


def test_the_first_start_has_no_last_session() -> None:
    assert sessions.reopen() == sessions.LastStart()


def test_the_last_session_comes_back(isolated_settings: Path) -> None:
    sessions.save_last(SECOND)
    assert sessions.reopen() == sessions.LastStart(SECOND)
    assert load_session(isolated_settings / "session.json") == SECOND


def test_the_text_that_a_recording_stands_in_place_of_is_kept_for_the_next_start(store: Store) -> None:
    autosave = Autosave(store)
    autosave.typed = lambda: ("an hour", "of typing")
    assert autosave.start()
    autosave.finish()
    kept = sessions.reopen().session
    assert kept is not None and kept.typed == ("an hour", "of typing") and kept.state == FIRST.state


def test_the_previous_session_is_kept_beside_the_new_one(store: Store, isolated_settings: Path) -> None:
    sessions.save_last(SECOND)
    autosave = Autosave(store)
    assert autosave.start()
    autosave.finish()
    assert load_session(isolated_settings / "session.before.json") == SECOND
    assert load_session(isolated_settings / "session.json").state == FIRST.state


def test_a_last_session_that_cannot_be_read_is_kept_aside(isolated_settings: Path) -> None:
    (isolated_settings / "session.json").write_bytes(b"{half")
    last = sessions.reopen()
    assert last.session is None
    assert "cannot be read" in last.notice
    assert "session.damaged.json" in last.notice
    assert files_in(isolated_settings) == {"session.damaged.json": b"{half"}
    assert sessions.reopen() == sessions.LastStart()


def test_a_session_that_ends_every_start_is_not_opened_a_third_time(isolated_settings: Path) -> None:
    sessions.save_last(SECOND)
    assert [sessions.reopen().session, sessions.reopen().session] == [SECOND, SECOND]
    third = sessions.reopen()
    assert third.session is None
    assert "2 times in a row" in third.notice
    assert load_session(isolated_settings / "session.aside.json") == SECOND
    assert sessions.reopen() == sessions.LastStart(), "and the next start is an ordinary one"


def test_a_second_window_leaves_the_session_of_the_first_alone(autosave: Autosave) -> None:
    sessions.save_last(SECOND)
    for _ in range(4):
        assert sessions.reopen() == sessions.LastStart(SECOND)
    sessions.last_file().write_bytes(b"{half")
    last = sessions.reopen()
    assert last.session is None and "stays where it is" in last.notice and sessions.last_file().exists()


def test_a_start_that_got_to_its_picture_is_trusted() -> None:
    sessions.save_last(SECOND)
    for _ in range(5):
        assert sessions.reopen().session == SECOND
        sessions.mark_start_successful()


def test_a_session_reopens_in_a_read_only_home_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    sessions.save_last(SECOND)
    with failing(monkeypatch, 0, errno.EROFS):
        assert sessions.reopen().session == SECOND


# ---------------------------------------------------------------- autosave


@pytest.fixture
def store(qapp) -> Iterator[Store]:
    yield Store(FIRST.state)


@pytest.fixture
def autosave(store: Store) -> Iterator[Autosave]:
    kept = Autosave(store, pause=0.02)
    assert kept.start()
    yield kept
    kept.finish()


def kept_source() -> tuple[str, ...]:
    return load_session(sessions.last_file()).state.run.source


def test_a_change_is_on_the_disk_soon(qtbot, store: Store, autosave: Autosave) -> None:
    assert not sessions.last_file().exists()
    store.run(source=("one",))
    qtbot.waitUntil(lambda: sessions.last_file().exists() and kept_source() == ("one",))
    store.desk(theme="dark")
    qtbot.waitUntil(lambda: load_session(sessions.last_file()).state.desk.theme == "dark")


def test_many_changes_are_few_writes(qtbot, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[Session] = []
    monkeypatch.setattr("viz_app.document.autosave.save_last", written.append)
    autosave = Autosave(store, pause=0.2)
    assert autosave.start()
    for number in range(200):
        store.run(source=(f"letter {number}",))
    assert written == []
    qtbot.waitUntil(lambda: len(written) == 1)
    autosave.finish()
    assert [session.state.run.source for session in written] == [("letter 199",)]


def test_the_window_that_closes_writes_the_last_change(store: Store, autosave: Autosave) -> None:
    store.run(source=("the last word",))
    autosave.finish()
    assert kept_source() == ("the last word",)
    store.run(source=("too late",))
    autosave.finish()
    assert kept_source() == ("the last word",)


def test_hover_and_results_write_nothing(qtbot, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("viz_app.document.autosave.save_last", lambda session: pytest.fail("written"))
    autosave = Autosave(store, pause=0.01)
    autosave.start()
    store.accept(made_trace(run=store.state.run))
    store.set_hover((0, 0))
    qtbot.wait(60)
    monkeypatch.setattr("viz_app.document.autosave.save_last", lambda session: None)
    autosave.finish()


def test_a_failed_save_is_reported_once_and_retried(
    qtbot, store: Store, autosave: Autosave, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    autosave.failed.connect(told.append)
    real, tries, broken = sessions.save_last, [], threading.Event()
    broken.set()

    def save(session: Session) -> None:
        tries.append(session)
        if broken.is_set():
            raise Refused("E-SAVE-FULL", "the disk is full")
        real(session)

    monkeypatch.setattr("viz_app.document.autosave.save_last", save)
    for number in range(3):
        store.run(source=(f"try {number}",))
        qtbot.waitUntil(lambda text=f"try {number}": bool(tries) and tries[-1].state.run.source == (text,))
    qtbot.waitUntil(lambda: bool(told))
    assert len(told) == 1 and "the disk is full" in told[0] and "Save session" in told[0]
    over: list[str] = []
    autosave.recovered.connect(over.append)
    broken.clear()  # nothing is typed any more
    qtbot.waitUntil(lambda: sessions.last_file().exists() and kept_source() == ("try 2",))
    qtbot.waitUntil(lambda: over == told)


def test_a_slow_disk_does_not_hold_up_the_window(
    qtbot, store: Store, autosave: Autosave, monkeypatch: pytest.MonkeyPatch
) -> None:
    free, began, written = threading.Event(), threading.Event(), []

    def save(session: Session) -> None:
        began.set()
        free.wait(30)
        written.append(session.state.run.source)

    monkeypatch.setattr("viz_app.document.autosave.save_last", save)
    store.run(source=("first",))
    qtbot.waitUntil(began.is_set)
    store.run(source=("second",))  # the window still answers, and nothing is written twice at a time
    qtbot.wait(80)
    assert written == []
    free.set()
    qtbot.waitUntil(lambda: written == [("first",), ("second",)])


def test_only_one_window_keeps_the_session(store: Store, autosave: Autosave, qapp) -> None:
    other_store = Store(SECOND.state)
    other = Autosave(other_store, pause=0.01)
    assert not other.start()
    other_store.run(source=("of the second window",))
    other.finish()
    store.run(source=("of the first window",))
    autosave.finish()
    assert kept_source() == ("of the first window",)
    assert other.start(), "the first window is gone"
    other.finish()


def test_a_window_keeps_its_session_when_the_other_one_is_closed(qtbot, store: Store, autosave: Autosave) -> None:
    other_store = Store(SECOND.state)
    other, told, over = Autosave(other_store, pause=0.01, retry=0.01), list[str](), list[str]()
    other.failed.connect(told.append)
    other.recovered.connect(over.append)
    assert not other.start()
    other_store.run(source=("written meanwhile",))
    tries: list[bool] = []
    other._retry.timeout.connect(lambda: tries.append(True))
    qtbot.waitUntil(lambda: len(tries) > 2)
    assert len(told) == 1 and not over and not sessions.last_file().exists(), "the other one is still there"
    autosave.finish()
    qtbot.waitUntil(lambda: sessions.last_file().exists() and kept_source() == ("written meanwhile",))
    assert over == told, "said no longer"
    other_store.run(source=("and after",))
    other.finish()
    assert kept_source() == ("and after",)


@pytest.mark.skipif(sys.platform == "win32", reason="a folder with a lock in it cannot be removed there")
def test_a_folder_on_a_missing_disk_is_not_created(
    qtbot, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mount = tmp_path / "mount"
    monkeypatch.setenv("HEADSCOPE_HOME", str(mount / "mine" / "home"))
    kept, told = Autosave(store, pause=0.01), list[str]()
    kept.failed.connect(told.append)
    assert kept.start() and sessions.last_file().parent.is_dir()
    shutil.rmtree(mount)
    store.run(source=("not kept",))
    qtbot.waitUntil(lambda: bool(told))
    with pytest.raises(OSError, match="No such file"):
        settings.save(settings.Settings())
    assert "cannot be created" in told[0] and not mount.exists()
    (mount / "mine").mkdir(parents=True)  # the disk is there again
    store.run(source=("kept",))
    qtbot.waitUntil(lambda: sessions.last_file().exists() and kept_source() == ("kept",))
    kept.finish()


def refused_start(store: Store) -> str:
    """Why an autosave cannot begin."""
    told: list[str] = []
    autosave = Autosave(store)
    autosave.failed.connect(told.append)
    assert not autosave.start()
    autosave.finish()
    (words,) = told
    assert "Save session" in words
    return words


def test_a_second_window_says_that_it_keeps_nothing(store: Store, autosave: Autosave) -> None:
    assert "another headscope window" in refused_start(store)


def test_a_folder_that_cannot_be_made_is_named(
    store: Store, isolated_settings: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (isolated_settings / "file").touch()
    monkeypatch.setenv("HEADSCOPE_HOME", str(isolated_settings / "file" / "home"))
    assert "cannot be created" in refused_start(store)


def test_the_lock_of_another_machine_is_named_and_ages(store: Store) -> None:
    lock = sessions.last_file().with_suffix(".lock")
    lock.write_text("1\nheadscope\nanother.example\nmachine\nboot\n")
    assert "another.example" in refused_start(store)
    old = time.time() - 13 * 3600
    os.utime(lock, (old, old))
    autosave = Autosave(store)
    assert autosave.start()
    autosave.finish()


def test_a_lock_that_is_used_stays_young(qtbot, store: Store, autosave: Autosave) -> None:
    lock = sessions.last_file().with_suffix(".lock")
    os.utime(lock, (0, 0))
    store.run(source=("one",))
    qtbot.waitUntil(lambda: lock.stat().st_mtime > 1000)


def test_the_lock_of_a_killed_program_is_no_lock(store: Store) -> None:
    program = "import os, signal; from PySide6.QtCore import QLockFile; import sys; lock = QLockFile(sys.argv[1]);" \
        "assert lock.tryLock(0); os.kill(os.getpid(), signal.SIGKILL)"  # fmt: skip
    lock = sessions.last_file().with_suffix(".lock")
    subprocess.run([sys.executable, "-c", program, str(lock)], capture_output=True)
    assert lock.exists()
    autosave = Autosave(store)
    assert autosave.start()
    autosave.finish()


# ---------------------------------------------------------------- who may read it


@pytest.mark.skipif(sys.platform == "win32", reason="files have no such permissions there")
def test_only_its_owner_reads_what_holds_the_users_text(tmp_path: Path, isolated_settings: Path) -> None:
    path, session = tmp_path / "lesson.json", Session(State(run=RunSpec(source=("a secret",))))
    save_session(path, session)
    assert path.stat().st_mode & 0o777 == 0o600
    path.chmod(0o644)  # shared on purpose
    save_session(path, Session(State(run=RunSpec(source=("another secret",)))))
    assert path.stat().st_mode & 0o777 == 0o644
    settings.save(settings.Settings(source="a secret"))
    recent_files.remember(path)
    found = [one for one in isolated_settings.rglob("*.json") if one.is_file()]
    assert len(found) == 2 and all(one.stat().st_mode & 0o077 == 0 for one in found)
