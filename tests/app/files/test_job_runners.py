"""Surveys in a real window: opened as a folder, made beside the window, stopped, refused."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from pytestqt.qtbot import QtBot

from model_core.analysis.survey_result import RESULT, TABLES, model_of
from model_core.io import resources
from tests.app.files.test_file_kinds import model_folder
from tests.made.surveys import made_findings, write_survey
from tests.made.traces import made_trace
from tests.support.fake_engine import FakeEngine
from viz_app import cli
from viz_app.cli import program
from viz_app.cli.render import render
from viz_app.document.state import State
from viz_app.files.dialogs import FailureDialog
from viz_app.files.file_kinds import ModelFolder, OpenedSurvey, look_at
from viz_app.files.job_runners import AnimationRunner, SurveyRunner, folder_for, progress_words
from viz_app.system.command_queue import flush
from viz_app.system.job_events import JobEvent, ProgressEvent
from viz_app.system.refused_files import NotOpened
from viz_app.window.main_window import Window

CHILD = 60_000  # ms that a process may take, beside others

pytestmark = pytest.mark.usefixtures("prepared")


@pytest.fixture
def survey(tmp_path: Path) -> Path:
    return write_survey(tmp_path / "mine", made_findings())


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    path = tmp_path / "digits.tsv"
    path.write_text("".join(f"{n} 1 4\t4 1 {n}\n" for n in range(10)))
    return path


# ---------------------------------------------------------------- opening


def test_a_survey_is_known_by_its_folder_and_by_each_of_its_files(survey: Path, tmp_path: Path) -> None:
    for path in (survey, survey / RESULT, survey / TABLES):
        assert look_at(path) == OpenedSurvey(survey)
    both = model_folder(tmp_path / "model")
    (both / RESULT).write_text("{}")
    assert look_at(both) == ModelFolder(both, "Mine")
    (survey / RESULT).rename(survey / "other.json")
    with pytest.raises(NotOpened, match="not named survey"):
        look_at(survey / "other.json")


def test_opening_one_shows_it_and_is_undone_at_once(window: Window, survey: Path) -> None:
    assert window.file_actions.open_path(survey / RESULT)
    page = window.desk.page("survey")
    assert page is not None and page.isVisible()
    assert window.store.state.options["survey"]["folder"] == str(survey)
    assert "6 sentences of pairs.tsv" in page.view.bar.words.text()  # type: ignore[attr-defined]
    assert page.view.list.pairs  # type: ignore[attr-defined]
    window.store.undo()
    assert window.store.state.desk.views == ("attention",) and "survey" not in window.store.state.options


def test_a_damaged_survey_is_reported_in_the_view(window: Window, survey: Path) -> None:
    (survey / RESULT).write_text('{"format": "headscope-survey", "version": 7}')
    assert window.file_actions.open_path(survey)
    page = window.desk.page("survey")
    assert page is not None and "version 7" in page.view.bar.words.text()  # type: ignore[attr-defined]


def test_the_buttons_of_the_view_are_commands(window: Window) -> None:
    for name in ("open.survey", "survey"):
        window.desk.commanded.emit(name)
        flush()
        assert window.file_actions.dialog is not None and window.file_actions.dialog.isVisible()
        window.file_actions.dialog.reject()


# ---------------------------------------------------------------- making one


def test_a_survey_is_made_in_the_background_and_opened(qtbot: QtBot, window: Window, pairs: Path) -> None:
    window.store.run(model="reverse")
    survey_runner, told = window.file_actions.survey_runner, list[JobEvent]()
    survey_runner.job.message.connect(told.append)
    with qtbot.waitSignal(survey_runner.ended, timeout=60_000) as ended:
        window.file_actions.survey(pairs)
        assert "digits.tsv" in window.status.survey.text() and window.status.survey.cancel.isVisible()
    assert ended.args == [str(folder_for(pairs, "reverse")), ""]
    assert not window.status.survey.isVisible()
    assert any("10 of 10 sentences" in progress_words(event) for event in told)
    assert window.store.state.options["survey"]["folder"] == ended.args[0]
    assert not survey_runner.busy


def test_each_model_is_surveyed_and_resumed_in_its_own_folder(qtbot: QtBot, window: Window, pairs: Path) -> None:
    first, second = (pairs.with_name(f"digits-survey{one}") for one in ("", " 2"))
    write_survey(first, replace(made_findings(), model_folder="copy"))
    told: list[str] = []
    window.file_actions.news.connect(told.append)
    pairs.write_bytes(pairs.read_bytes() + b"no pair\n")
    window.store.run(model="reverse")
    with qtbot.waitSignal(window.file_actions.survey_runner.ended, timeout=60_000) as ended:
        window.file_actions.survey(pairs)
    assert ended.args == [str(second), ""] and model_of(first)[0] == "copy" and model_of(second)[0] == "reverse"
    assert told, "the line that is no pair"
    assert folder_for(pairs, "copy") == folder_for(pairs, "copy", "0" * 64) == first
    assert folder_for(pairs, "reverse") == second
    third = folder_for(pairs, "copy", "1" * 64)
    assert third.name == "digits-survey 3", "the model has other weights by now"
    (first / RESULT).write_bytes(b"damaged")
    assert folder_for(pairs, "copy") == third


def test_a_stopped_survey_is_reported_and_opens_nothing(qtbot: QtBot, window: Window, pairs: Path) -> None:
    window.store.run(model="reverse")
    survey_runner = window.file_actions.survey_runner
    with qtbot.waitSignal(survey_runner.ended, timeout=60_000) as ended:
        window.file_actions.survey(pairs)
        window.status.survey.cancel.click()
        window.status.survey.cancel.click()
    assert ended.args == ["", ""] and "stopped" in window.status._said
    assert "survey" not in window.store.state.options


def test_one_that_is_refused_says_why(qtbot: QtBot, window: Window, tmp_path: Path) -> None:
    (tmp_path / "empty.tsv").write_text("no pairs here\n")
    window.store.run(model="reverse")
    with qtbot.waitSignal(window.file_actions.survey_runner.ended, timeout=60_000) as ended:
        window.file_actions.survey(tmp_path / "empty.tsv")
    assert ended.args[0] == "" and "no usable line" in ended.args[1]
    pages = [sheet for sheet in window.findChildren(FailureDialog) if sheet.isVisible()]
    assert len(pages) == 1


def test_closing_the_window_ends_it(qtbot: QtBot, pairs: Path) -> None:
    survey_runner = SurveyRunner()
    survey_runner.start("reverse", pairs, folder_for(pairs))
    with pytest.raises(RuntimeError):
        survey_runner.start("reverse", pairs, folder_for(pairs))
    survey_runner.close()
    assert not survey_runner.busy
    survey_runner.stop()
    survey_runner.deleteLater()


def test_where_it_is_written_and_how_far_it_is() -> None:
    assert folder_for(Path("x/a.tsv")) == Path("x/a-survey")
    assert progress_words(ProgressEvent(0.2, "3 of 10 sentences", 4.0)) == "20 %  3 of 10 sentences  4 s left"
    assert progress_words(ProgressEvent(0.2, "3 of 10 sentences")) == "20 %  3 of 10 sentences"


# ---------------------------------------------------------------- the command line


def test_a_folder_on_the_command_line_is_opened(survey: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wishes: list[program.LaunchOptions] = []
    monkeypatch.setattr(program, "run_gui", lambda wish, _interrupts: wishes.append(wish) or 0)
    assert cli.main([str(survey), "--theme", "dark"]) == 0
    assert wishes == [program.LaunchOptions(theme="dark", survey=str(survey))]
    state = program.with_survey(State(), wishes[0])
    assert state.desk.views == ("survey",) and state.options["survey"]["folder"] == str(survey)
    assert program.with_survey(state, program.LaunchOptions()) is state
    bundled = program.with_survey(State(), program.LaunchOptions(survey="reverse")).options["survey"]["folder"]
    assert bundled == str(resources.survey_folder("reverse")) and Path(bundled).is_dir()
    monkeypatch.chdir(survey.parent)
    survey.rename("models")  # the name of a word: the word wins
    assert cli.main(["models"]) == 0 and len(wishes) == 1
    (survey.parent / "models").rename("mine")
    assert cli.main(["mine"]) == 0 and wishes[1].survey == "mine"


def test_a_survey_is_drawn_without_a_display(survey: Path, tmp_path: Path) -> None:
    run = made_trace("the red fox", "el zorro rojo").run
    out = render("survey", run, tmp_path / "a.svg", engine=FakeEngine(), options={"survey": {"folder": str(survey)}})
    assert "6 sentences of pairs.tsv" in out.read_text("utf-8")


# ---------------------------------------------------------------- an animation


@pytest.mark.parametrize("end", ["stop", "close"])
def test_of_an_animation_that_is_stopped_nothing_stays(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, end: str
) -> None:
    (pictures := tmp_path / "pictures").mkdir()
    monkeypatch.setenv("TMPDIR", str(pictures))
    line = "headscope render --view attention --model copy --source '3 1 4 1 5 9 2 6' --size 400x400 --out again.png"
    runner = AnimationRunner()
    with qtbot.waitSignal(runner.job.message, timeout=CHILD):
        runner.start(tmp_path / "a.gif", SimpleNamespace(run_facts=lambda: {"remake": line}))  # type: ignore[arg-type]
    assert list(pictures.iterdir())
    getattr(runner, end)()
    qtbot.waitUntil(lambda: not runner.busy, timeout=CHILD)
    assert not list(pictures.iterdir()) and not (tmp_path / "a.gif").exists()
