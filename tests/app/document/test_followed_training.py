"""A training folder is followed: being written, killed, gone on with, taken away; a sentence in its snapshots."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from model_core.engine.messages import EngineLost, Problem
from model_core.io import resources
from model_core.record.run_spec import RunSpec
from model_core.record.snapshots import Snapshots, SnapshotsSpec
from model_core.record.training_log import ABOUT, LOG, SNAPSHOTS, TrainingAbout, about_bytes, event_line
from model_core.record.training_now import QUIET, TrainingJob
from model_core.synthetic.toys.dates import DATES
from tests.made.traces import made_trace
from tests.made.trainings import SETTINGS, STEPS, event, made_events, made_snapshots, write_training
from viz_app.document.state import State
from viz_app.document.store import Store
from viz_app.document.trainings.followed_training import (
    FollowedTraining,
    available_trainings,
    sentence_in,
    training_folder,
    trainings_folder,
)
from viz_app.files.training_actions import longer, resumed
from viz_app.system.child_job import Outcome
from viz_app.system.job_events import RefusalEvent
from viz_app.views.train.content import TrainContent
from viz_app.views.train.words import outcome_words

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.mark.parametrize("ages", list(permutations((1, 2, 3))))
def test_ones_own_trainings_are_listed_after_the_bundled_ones_latest_first(ages: tuple[int, ...]) -> None:
    names = dict(zip(ages, ("one", "two", "three"), strict=True))
    for age, name in names.items():
        about = trainings_folder() / name / ABOUT
        about.parent.mkdir(parents=True)
        about.write_text("{}")
        os.utime(about, (1e9 - 86400 * age,) * 2)
    listed = [Path(folder).name for folder, _ in available_trainings()]
    assert listed == [*resources.trainings(), names[1], names[2], names[3]]


class Asked:
    """In the engine's place: what it was asked for."""

    def __init__(self) -> None:
        self.specs: list[SnapshotsSpec] = []

    def ask_effects(self, asked: Any, part: object = None) -> None:
        self.specs.append(asked)


@pytest.fixture
def engine() -> Asked:
    return Asked()


@pytest.fixture
def store() -> Iterator[Store]:
    yield Store(State(run=RunSpec(source=("9 8 7",))))


@pytest.fixture
def followed(store: Store, engine: Asked) -> FollowedTraining:
    return FollowedTraining(store, engine)  # type: ignore[arg-type]


def append(folder: Path, *events: Any) -> None:
    with (folder / LOG).open("ab") as file:
        file.write(b"".join(map(event_line, events)))


@pytest.mark.parametrize(
    ("model", "shown"),
    [("reverse", "reverse"), ("reverse/snapshots/160", "reverse"), ("english-spanish", "english-spanish"),
     ("spanish-english", "english-spanish"), ("/anywhere/sort", "english-spanish")],
)  # fmt: skip
def test_where_none_was_chosen_it_is_that_of_the_model(model: str, shown: str) -> None:
    assert training_folder("", model) == shown
    assert training_folder("/own", model) == "/own"


def test_what_is_written_is_seen(tmp_path: Path, followed: FollowedTraining, store: Store, qtbot: QtBot) -> None:
    folder = write_training(tmp_path / "one", STEPS[:3], end="")
    now = followed.of(str(folder))
    assert [place.step for place in now.places] == list(STEPS[:3]) and now.state == "running"
    heard: list[frozenset[str]] = []
    store.changed.connect(heard.append)
    followed.look()
    assert heard == [], "nothing is new"
    (folder / SNAPSHOTS / "9").mkdir()
    (folder / SNAPSHOTS / "9" / "spec.json").write_text("{}")
    append(folder, event("snapshot", 9))
    followed.look()
    assert heard == [frozenset({"training"})]
    assert [place.step for place in followed.of(str(folder)).places] == [0, 1, 2, 9]
    append(folder, event("done", 9, message="reached"))
    followed.look()
    assert followed.of(str(folder)).state == "done"


def test_steps_repeated_after_a_kill_are_reported_once(tmp_path: Path, followed: FollowedTraining) -> None:
    folder = write_training(tmp_path / "one", STEPS[:5], end="")
    append(folder, event("start", 2), event("step", 3, loss=0.25))
    steps = [one.step for one in followed.of(str(folder)).events if one.kind == "step"]
    assert steps == [0, 1, 2, 3]


def test_a_silent_training_counts_as_ended(tmp_path: Path, followed: FollowedTraining) -> None:
    folder = write_training(tmp_path / "one", end="")
    long_ago = time.time() - 2 * QUIET
    os.utime(folder / LOG, (long_ago, long_ago))
    now = followed.of(str(folder))
    assert now.state == "quiet" and now.can_go_on
    followed.set_job(str(folder), TrainingJob("running"))
    assert followed.of(str(folder)).state == "running"


def test_a_folder_that_is_taken_away_leaves_what_was_read(tmp_path: Path, followed: FollowedTraining) -> None:
    folder = write_training(tmp_path / "one")
    before = followed.of(str(folder))
    shutil.rmtree(folder)
    followed.look()
    after = followed.of(str(folder))
    assert "is gone" in after.problem
    assert after.events == before.events and after.places == before.places


def test_a_training_that_begins_is_waited_for(tmp_path: Path, followed: FollowedTraining) -> None:
    folder = tmp_path / "new"
    followed.set_job(str(folder), TrainingJob("starting"))
    now = followed.of(str(folder))
    assert now.state == "starting" and not now.problem
    write_training(folder, STEPS[:2], end="")
    followed.set_job(str(folder), TrainingJob("running"))
    now = followed.of(str(folder))
    assert now.state == "running" and now.about is not None and len(now.places) == 2


def test_one_that_ended_before_it_wrote_anything_has_the_reason_of_its_process(
    tmp_path: Path, followed: FollowedTraining
) -> None:
    """Not that its folder, which nobody made, cannot be read."""
    folder = str(tmp_path / "new")
    for job in (TrainingJob("starting"), TrainingJob("", "There are no pairs.", ended=True)):
        followed.set_job(folder, job)
        now = followed.of(folder)
    assert not now.problem and now.is_nothing and now.job.words == "There are no pairs."


def test_a_user_training_that_was_never_written_counts_as_none(
    followed: FollowedTraining, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where the window was closed while its process started."""
    monkeypatch.setenv("HEADSCOPE_HOME", str(tmp_path / "home"))
    now = followed.of(str(trainings_folder() / "Copy digits"))
    assert now.is_nothing and not now.problem


def test_a_folder_without_a_training_is_reported(tmp_path: Path, followed: FollowedTraining) -> None:
    assert "not a training folder" in followed.of(str(tmp_path)).problem


def test_the_sentence_is_read_in_each_snapshot_once(tmp_path: Path, followed: FollowedTraining, engine: Asked) -> None:
    folder = write_training(tmp_path / "one")
    followed.of(str(folder))
    assert [spec.steps for spec in engine.specs] == [tuple(reversed(STEPS))] and engine.specs[0].source == "9 8 7"
    followed.of(str(folder))
    assert len(engine.specs) == 1, "it is being read"
    answer = made_snapshots(engine.specs[0])
    assert followed.accept(answer) == {"training"}
    now = followed.of(str(folder))
    assert list(now.readings) == list(STEPS) and now.readings[64].text == "7 8 9" and len(engine.specs) == 1


def test_of_token_ids_the_text_is_read_that_they_stand_for(tmp_path: Path, engine: Asked) -> None:
    """A snapshot reads texts, and its own vocabulary may have other ids."""
    folder = str(write_training(tmp_path / "one"))
    store = Store(State(run=RunSpec(source=("13 12 11 2",), ids=True)))
    followed = FollowedTraining(store, engine)  # type: ignore[arg-type]
    assert followed.of(folder).source == "3 1 4 1 5", "the task's own, before the ids are read"
    made = made_trace("9 8 7", "7 8 9")
    store.accept(made.with_(run=store.state.run))
    now = followed.of(folder)
    assert (now.source, now.own) == ("9 8 7", True)


def test_snapshots_that_a_resumed_training_makes_again_are_read_again(
    tmp_path: Path, followed: FollowedTraining, engine: Asked
) -> None:
    folder = write_training(tmp_path / "one", end="")
    followed.of(str(folder))
    followed.accept(made_snapshots(engine.specs[0]))
    append(folder, event("start", 16, message="resumed"))
    followed.look()
    now = followed.of(str(folder))
    assert list(now.readings) == [0, 1, 2, 4, 8, 16] and engine.specs[-1].steps == (64, 32)


def test_it_is_unchanged_while_someone_types(
    tmp_path: Path, followed: FollowedTraining, store: Store, engine: Asked, qtbot: QtBot
) -> None:
    folder = str(write_training(tmp_path / "one", STEPS))
    followed.set_shown(True)
    before = followed.of(folder)
    store.run(source=("9 8 7 6",))
    assert followed.of(folder) is before and len(engine.specs) == 1, "nothing is made anew, nothing is asked for"
    with qtbot.waitSignal(store.changed, check_params_cb=lambda names: "training" in names):
        pass
    assert followed.of(folder).source == "9 8 7 6" and engine.specs[-1].source == "9 8 7 6"
    followed.set_shown(False)


def test_readings_that_come_while_somebody_types_are_shown_in_the_pause(
    tmp_path: Path, followed: FollowedTraining, store: Store, engine: Asked, qtbot: QtBot
) -> None:
    folder = str(write_training(tmp_path / "one", STEPS))
    followed.set_shown(True)
    before = followed.of(folder)
    store.run(source=("9 8 7 6",))
    assert followed.accept(made_snapshots(engine.specs[0])) == set(), "nothing is drawn between two keys"
    assert followed.of(folder) is before and not before.readings
    store.run(source=("9 8 7",))  # the text to which they belong
    with qtbot.waitSignal(store.changed, check_params_cb=lambda names: "training" in names):
        pass
    assert list(followed.of(folder).readings) == list(STEPS)
    followed.set_shown(False)


def test_snapshots_that_were_thinned_out_are_not_asked_for_again(
    tmp_path: Path, followed: FollowedTraining, engine: Asked
) -> None:
    folder = write_training(tmp_path / "one", STEPS[:3])
    followed.of(str(folder))
    answer = made_snapshots(engine.specs[0])
    lost = Snapshots(answer.asked, answer.steps, answer.readings[:2], answer.measure_names, (0,), 1.0)
    followed.accept(lost)
    followed.of(str(folder))
    assert len(engine.specs) == 1


def begin_anew(folder: Path, steps: tuple[int, ...]) -> None:
    """Another training in the same folder: the log begins in the same way."""
    shutil.rmtree(folder)
    write_training(folder, steps, end="")
    settings = {**SETTINGS, "seed": 4}
    (folder / ABOUT).write_bytes(about_bytes("Second training", settings, {"examples": ["3 1 4 1 5"]}))
    events = [replace(one, loss=one.loss + 100.0 * (one.step > 0)) for one in made_events(steps)]
    (folder / LOG).write_bytes(b"".join(map(event_line, events)))


@pytest.mark.parametrize("steps", [STEPS[:2], (*STEPS, 128, 256)])
@pytest.mark.parametrize("elsewhere", [False, True], ids=["looked at", "meanwhile another one looked at"])
def test_a_new_training_in_a_folder_shows_nothing_of_the_earlier_one(
    tmp_path: Path, followed: FollowedTraining, engine: Asked, steps: tuple[int, ...], elsewhere: bool
) -> None:
    folder = write_training(tmp_path / "one", STEPS[:4])
    before = followed.of(str(folder))
    answer = made_snapshots(engine.specs[0])
    lost = Snapshots(answer.asked, answer.steps, answer.readings[:3], answer.measure_names, (STEPS[0],), 1.0)
    followed.accept(lost)
    assert before.about is not None and list(followed.of(str(folder)).readings)
    if elsewhere:
        followed.of(str(write_training(tmp_path / "other", STEPS[:1])))
    begin_anew(folder, steps)
    followed.look()
    now = followed.of(str(folder))
    assert now.about is not None and (now.about.title, now.about.settings["seed"]) == ("Second training", 4)
    assert [round(one.loss) for one in now.events if one.kind == "step" and one.step] == [
        round(3 / (1 + step) + 100) for step in steps if step
    ]
    assert not now.readings and engine.specs[-1].steps == tuple(reversed(steps))
    followed.accept(made_snapshots(engine.specs[-1]))
    assert list(followed.of(str(folder)).readings) == list(steps)


def test_what_is_read_of_a_training_that_is_no_longer_there_does_not_count(
    tmp_path: Path, followed: FollowedTraining, engine: Asked
) -> None:
    folder = write_training(tmp_path / "one", STEPS)
    followed.of(str(folder))
    begin_anew(folder, STEPS[:3])
    followed.look()
    followed.of(str(folder))
    assert followed.accept(made_snapshots(engine.specs[0])) == set()
    assert not followed.of(str(folder)).readings and len(engine.specs) == 2


def test_a_question_without_an_answer_is_asked_again_when_there_is_another_snapshot(
    tmp_path: Path, store: Store
) -> None:
    folder = write_training(tmp_path / "one", STEPS[:3], end="")
    followed, engine = store.effects.training, Asked()
    followed._engine = engine  # type: ignore[assignment]
    followed.of(str(folder))
    store.accept(Problem("E-SNAPSHOTS", "not this sentence"))
    followed.of(str(folder))
    assert len(engine.specs) == 1, "the same question has no other answer"
    (folder / SNAPSHOTS / "9").mkdir()
    (folder / SNAPSHOTS / "9" / "spec.json").write_text("{}")
    append(folder, event("snapshot", 9))
    followed.look()
    followed.of(str(folder))
    assert engine.specs[1].steps == (9, 2, 1, 0)
    store.accept(made_snapshots(engine.specs[1]))
    assert list(followed.of(str(folder)).readings) == [0, 1, 2, 9] and len(engine.specs) == 2


def test_a_lost_engine_is_asked_again(tmp_path: Path, store: Store) -> None:
    folder = write_training(tmp_path / "one", STEPS[:3])
    followed = store.effects.training
    engine = Asked()
    followed._engine = engine  # type: ignore[assignment]
    followed.of(str(folder))
    store.effects.accept(EngineLost("gone"))
    followed.of(str(folder))
    assert len(engine.specs) == 2


def test_words_unknown_to_the_task_are_replaced_by_its_example(tmp_path: Path, followed: FollowedTraining) -> None:
    about = followed.of(str(write_training(tmp_path / "one"))).about
    assert sentence_in(about, "9 8 7") == ("9 8 7", True)
    assert sentence_in(about, "the red fox") == ("3 1 4 1 5", False)
    assert sentence_in(None, "the red fox") == ("", True)


def test_a_text_that_a_task_of_letters_rejects_is_replaced_by_its_example() -> None:
    about = TrainingAbout("", "Spell", {"task": "scripts"}, {"examples": ["שלום мир"]})
    assert sentence_in(about, "κόσμος 12") == ("κόσμος 12", True)
    assert sentence_in(about, "The black cat is sleeping.") == ("שלום мир", False), "longer than any text of the task"
    assert sentence_in(about, "مرحبا") == ("שלום мир", False)


def test_a_date_is_read_as_people_write_it_and_digits_alone_are_none() -> None:
    known = {"examples": ["3 May 2024"], "known_words": list(DATES.words)}
    about = TrainingAbout("", "Dates", {"task": "dates"}, known)
    for own in ("December 24, 1999", "1 5 june 1 8 8 2"):
        assert sentence_in(about, own) == (own, True)
    for other in ("3 1 4 1 5 9", "31 February 2000"):
        assert sentence_in(about, other) == ("3 May 2024", False)


def test_a_training_goes_on_with_its_own_settings() -> None:
    words = resumed("folder", {"out": "", "task": "copy", "seed": 3, "data": ["a b.tsv"], "model": {"heads": 2}})
    assert words == ["train", "--out", "folder", "--set", 'task="copy"', "--set", "seed=3", "--set",
                     'data=["a b.tsv"]', "--set", "model.heads=2"]  # fmt: skip


def test_what_was_not_reached_goes_on_with_twice_the_budget(tmp_path: Path, followed: FollowedTraining) -> None:
    folder = write_training(tmp_path / "far", STEPS[:6])
    assert followed.of(str(folder)).can_go_on, "half of the sentences are right, 99 % were asked for"
    assert not followed.of(str(write_training(tmp_path / "there"))).can_go_on
    assert longer({"steps": 10, "minutes": 0.5, "seed": 3}) == {"steps": 20, "minutes": 1.0, "seed": 3}


def test_the_exit_of_a_process_is_described_in_words() -> None:
    def ended(status: int, *refusal: str) -> str:
        return outcome_words(Outcome(status, refusal=RefusalEvent(*refusal).error() if refusal else None))

    assert ended(0) == "" == ended(143, "E-STOPPED", "saved at step 3")
    assert "signal 9" in ended(-9) and "Resume" in ended(-9)
    assert "Free some space" in ended(2, "E-SAVE-FULL", "the disk is full")
    assert "writable" in ended(2, "E-FILE-WRITE", "it is read-only")
    assert "last good snapshot" in ended(2, "E-TRAIN-DIVERGED", "step 5 gave no finite gradient")


def test_a_thinned_out_snapshot_is_replaced_by_the_nearest(tmp_path: Path, store: Store) -> None:
    folder = write_training(tmp_path / "one", (0, 8, 16, 64), end="")
    followed = store.effects.training
    places = {place.step: place.folder for place in followed.of(str(folder)).places}
    store.run(source=("9 8",))
    store.run(model=places[16])
    store.desk(theme="dark")
    before = store.history()
    shutil.rmtree(places[16])
    append(folder, event("step", 70))
    followed.look()
    assert store.state.run.model == places[8] and store.history() == before, "nobody's change: nothing to be undone"
    while store.can_undo():
        store.undo()
        append(folder, event("step", 71))
        followed.look()
    assert store.history()[0] == before[0], "and all of it can be made again"


def test_going_through_a_training_is_one_step_back(tmp_path: Path) -> None:
    now = [0.0]
    store = Store(State(run=RunSpec(source=("9 8 7",))), clock=lambda: now[0])
    places = [str(tmp_path / "one" / SNAPSHOTS / str(step)) for step in (1, 2, 4)]
    for place in places:
        now[0] += 0.1
        store.run(model=place)
    assert store.history() == (("update 4 of the training",), 1)
    store.undo()
    assert store.state.run.model == ""


def test_a_bundled_snapshot_is_named_as_on_any_computer(followed: FollowedTraining) -> None:
    now = followed.of("reverse")
    assert [place.folder for place in now.places if place.step == 64] == ["reverse/snapshots/64"]
    whole = str(resources.folder() / "trainings" / "reverse" / "snapshots" / "64")
    assert now.place(whole) == now.place("reverse/snapshots/64") is not None, "as an earlier session names it"
    assert (
        TrainContent.from_training(now, whole).step
        == TrainContent.from_training(now, "reverse/snapshots/64").step
        == 64
    )
