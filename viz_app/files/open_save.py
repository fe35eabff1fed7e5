"""Opening and dropping, recent files, surveys.

A failure loses nothing: if a path cannot be opened, text, model and picture stay as they were.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QWidget

from model_core.checkpoints.published import PublishedModel, is_published_address, is_published_name
from model_core.checkpoints.published_address import name_at
from model_core.errors import Refused
from model_core.io.safe_files import stamp_of
from viz_app.document.changes import text_model
from viz_app.document.link import is_link
from viz_app.document.store import Store
from viz_app.files.file_kinds import (
    ForeignModel,
    ModelFolder,
    Opened,
    OpenedAlignments,
    OpenedLesson,
    OpenedRecording,
    OpenedSession,
    OpenedSurvey,
    OpenedTraining,
    Text,
    look_at,
    model_in,
    sentences,
)
from viz_app.files.job_runners import SurveyRunner, folder_for
from viz_app.files.job_status import JobStatus
from viz_app.files.loading_line import LoadingLine
from viz_app.files.session_file import Document, SessionFile
from viz_app.importing.controller import ImportController, step_words
from viz_app.importing.prune_dialog import parts_off
from viz_app.system import recent_files
from viz_app.system.command_queue import empty, queued
from viz_app.system.language import counted, tr, translated
from viz_app.system.own_models import converted
from viz_app.system.refused_files import NotOpened

if TYPE_CHECKING:
    from viz_app.files.training_actions import TrainingActions

OPEN_FILTERS = [
    tr("Texts, sessions, lessons, models, weights, recordings (*.txt *.tsv *.json *.safetensors)"),
    tr("All files (*)"),
]
PAIR_FILTERS = [tr("Sentence pairs, source<TAB>target (*.tsv)"), tr("All files (*)")]


class FileActions(SessionFile):
    """See module."""

    taught = Signal(object, object, str)  # the path, the Lesson that is to be played, its model ("" = the usual one)
    chosen = Signal(str)  # the folder of a model that is to be run
    surveying = Signal(object)  # the SurveyRunner, when it is made
    part = Signal(object)  # of the status line, for work that was begun

    def __init__(self, window: QWidget, store: Store) -> None:
        super().__init__(window, store)
        self.loading = LoadingLine(self, store)
        store.changed.connect(self._changed)

    @cached_property
    def importer(self) -> ImportController:
        """Converts and makes models, in processes of their own."""
        made = ImportController(self.window)
        self.line.follow(made.job, step_words, made.give_up)
        made.made.connect(self._open_made)
        made.named.connect(self.open_published)
        made.kept.connect(self._keep_made)
        made.failed.connect(self.explain)
        made.given_up.connect(self.notify)
        return made

    @cached_property
    def line(self) -> JobStatus:
        about = tr("Stops it at once and removes what it started.")
        made = JobStatus(tr("Cancel"), about, tr("the conversion"), self.window)
        self.part.emit(made)
        return made

    def _open_made(self, folder: Path, news: str, source: str) -> None:
        """Opens a model that has just been made."""
        try:
            found = look_at(folder)
        except Refused as error:
            self.explain(tr("{name} was not opened", name=folder.name), error, instead=True)
            return
        _computed(self._store, lambda: self._run_model(str(folder), source))
        self.loading.say(found.name if isinstance(found, ModelFolder) else folder.name)
        recent_files.remember(folder)
        self.news_of_model.emit(news)

    def _keep_made(self, folder: Path, news: str) -> None:
        """Reports a model that was saved and is not opened."""
        recent_files.remember(folder)
        self.news.emit(news)

    def _changed(self, names: frozenset[str]) -> None:
        if names & {"run", "look", "options", "desk", "pin", "alignments"}:
            self.follow_history()
            self._title()
        trace = self._store.trace
        if "trace" in names and trace is not None and self.asked is not None and trace.run == self._store.state.run:
            asked, self.asked = self.asked, None
            if words := asked.changed_model(trace):
                self.notify(words)

    # ---- opening

    def open(self) -> None:
        self.ask(tr("Open"), self.open_path, OPEN_FILTERS)

    def open_model(self) -> None:
        self.ask_folder(tr("Open a model folder"), lambda folder: self.open_path(model_in(folder)))

    def open_published(self, model: PublishedModel) -> None:
        """Opens its conversion, if there is one; otherwise downloads it and asks how to convert it."""
        if (folder := converted(model)) is not None:
            self.open_path(folder)
        else:
            self.importer.fetch(model)

    def new_model(self) -> None:
        """Asks for the fields of a new model."""
        trace = self._store.trace
        self.importer.new(None if trace is None or trace.model.recorded else trace.spec)

    def save_pruned(self) -> None:
        """Asks where to save the model without the parts that are switched off."""
        trace, run = self._store.trace, self._store.state.run
        if trace is not None:
            self.importer.prune(run.model, trace.model.name, parts_off(run.edits))

    def open_path(self, path: Path, model: str = "") -> bool:
        """Opens a path of any kind, a lesson with this model; False, and a page with the reason, if it cannot."""
        if path.suffix.lower() == ".tsv" and self.trainings.takes(path):
            return True
        if not path.is_absolute() and is_published_name(path.as_posix()):  # of the command line
            self.open_published(PublishedModel.named(path.as_posix()))
            return True
        try:
            found = look_at(path)
        except Refused as error:
            self.explain(tr("{name} was not opened", name=path.name), error, instead=True)
            return False
        self.folder = path.parent
        if isinstance(found, ForeignModel):
            self.importer.open(found.path)
            return True
        self._open(found, path, model)
        recent_files.remember(path)
        return True

    def _open(self, found: Opened, path: Path, model: str) -> None:
        match found:
            case ModelFolder():
                _computed(self._store, lambda: self._run_model(str(found.path)))
                self.loading.say(found.name)
            case OpenedRecording():
                wanted = {field.name: getattr(found.run, field.name) for field in fields(found.run)}
                _computed(self._store, lambda: self._store.run(**wanted))
                trace = self._store.trace
                if trace is not None and trace.run == found.run and trace.notices:
                    self.notify(translated(trace.notices[0]))
            case OpenedSurvey():
                open_in_view(self._store, "survey", found.path.resolve())
            case OpenedTraining():
                self.trainings.show(found.path)
            case Text():
                self._read(found, path.name)
            case OpenedAlignments():
                self.alignments.show(found)
            case OpenedSession():
                _computed(self._store, lambda: self._resume(found))
            case OpenedLesson():
                self.taught.emit(found.path, found.lesson, model)

    @cached_property
    def trainings(self) -> TrainingActions:
        from viz_app.files.training_actions import TrainingActions

        made = TrainingActions(self, self.window, self._store)
        self.part.emit(made.line)
        return made

    def open_survey(self) -> None:
        self.ask_folder(tr("Open a survey"), self.open_path)

    def survey_file(self) -> None:
        """Asks for a file of sentence pairs and surveys the model over it, in the background."""
        if self.survey_runner.busy:
            self.notify(tr("A survey is being made; stop it first."))
        else:
            self.ask(tr("Survey a file of sentence pairs"), self.survey, PAIR_FILTERS)

    def survey(self, data: Path) -> None:
        """Surveys the loaded model over a file; opens the result when it is finished."""
        if not self.survey_runner.busy:
            model, trace = self._store.state.run.model, self._store.trace
            digest = trace.model.hash if trace is not None and trace.run.model == model else ""
            self.survey_runner.start(model, data, folder_for(data, model, digest))

    @cached_property
    def survey_runner(self) -> SurveyRunner:
        made = SurveyRunner(self)
        made.ended.connect(self._surveyed)
        made.noted.connect(self.news)
        self.surveying.emit(made)
        return made

    def _surveyed(self, path: str, reason: str) -> None:
        if path:
            self.open_path(Path(path))
        elif reason:
            advice = tr("What was surveyed is kept: survey the same file again to continue.")
            self.explain(tr("No survey was made"), NotOpened("E-SURVEY-RUN", reason, advice))
        else:
            self.notify(tr("The survey was stopped; survey the same file again to continue."))

    def _run_model(self, model: str, source: str = "") -> None:
        """Switches to another model with this source; without one, with the text the model menu would give."""
        if source:
            self._store.run(model=model, source=(source,), ids=False, target=None, opening="", prefix=())
        else:
            self.chosen.emit(model)

    def _read(self, text: Text, name: str) -> None:
        model = text_model(self._store.state.run.model)
        self._store.run(model=model, source=text.lines, ids=False, target=None, prefix=(), opening="")
        self._store.look(sentence=0)
        self.notify(text.notice or f"{name}: {counted(len(text.lines), tr('sentence'), tr('sentences'))}.")

    def _resume(self, saved: OpenedSession) -> None:
        """Opens a session; theme, text size and speed stay those of this window."""
        self.asked = saved.session
        self.replacing.emit()
        state, reason, name = self.in_this_style(saved.session.state), self._only_read(saved), saved.path.name
        opened = tr("{name} is open.", name=name)
        self.notify(tr("{name} is open read-only: {reason}", name=name, reason=reason) if reason else opened)
        self._store.set_state(state, tr("open {name}", name=name))  # a recording of other numbers is reported at once
        opening, stamp = self.openings(name)[0], stamp_of(saved.path)
        self.document, self._put_by = Document(saved.path, state, reason, name, opening, stamp), None
        self._opened += 1
        self._title()

    def open_link(self, text: str) -> None:
        """Also of the address of a published model: asks before anything is downloaded."""
        if is_published_address(text):
            self.importer.choose_published(name_at(text.strip()))
        else:
            super().open_link(text)

    def open_text(self, text: str) -> None:
        """Makes a text the source, or opens what it is a link to."""
        if is_link(text) or is_published_address(text):
            return self.open_link(text)
        found = sentences(text)
        if found.lines:
            self._read(found, tr("Dropped text"))

    def open_dropped(self, paths: tuple[Path, ...]) -> None:
        """Opens the first of these paths; none means addresses that are not local files."""
        if paths:
            self.open_path(paths[0])
            return self.tell_others(paths)
        advice = tr("Save it on this computer first, then drop the file.")
        refusal = NotOpened("E-DROP-ADDRESS", tr("What you dropped is not a file on this computer"), advice)
        self.explain(tr("Nothing was opened"), refusal, instead=True)

    def fill_recent(self, menu: QMenu) -> None:
        """Lists recent files in a menu. A missing one is greyed, as is one whose drive does not answer, for which the
        window would wait."""
        empty(menu)
        there = recent_files.answers(_is_there)
        for path in recent_files.recent():
            entry = menu.addAction(_entry(path))
            entry.triggered.connect(queued(self, partial(self.open_path, path)))
            entry.setEnabled(there.get(path, False))
            gone = tr("{path} no longer exists.", path=path)
            late = tr("{path} does not answer. Open this list again to try once more.", path=path)
            entry.setStatusTip(str(path) if entry.isEnabled() else gone if path in there else late)
        if menu.isEmpty():
            menu.addAction(tr("Nothing yet")).setEnabled(False)
        menu.addSeparator()
        forget = menu.addAction(tr("Clear the list"))
        forget.triggered.connect(queued(self, recent_files.forget))
        forget.setEnabled(bool(recent_files.recent()))

    def stop(self) -> None:
        """The window closes: background jobs end, pending writes are finished."""
        if "importer" in self.__dict__:
            self.importer.stop()
            self.line.end()
        super().stop()
        if "survey_runner" in self.__dict__:
            self.survey_runner.close()
        if "trainings" in self.__dict__:
            self.trainings.close()


def _computed(store: Store, change: Callable[[], object]) -> None:
    """Makes a change that opens a file; an unchanged run is computed again, because files may have changed."""
    before, problem = store.state.run, store.problem
    change()
    if store.state.run == before and store.problem == problem:  # not refused
        store.submit()


def open_in_view(store: Store, view: str, folder: Path, **options: str) -> None:
    """A view with this folder and these options, as one change."""
    state = store.state.with_options(view, folder=str(folder), **options)
    views = state.desk.views if view in state.desk.views else (view,)
    store.set_state(state.with_(desk=replace(state.desk, views=views)), tr("open {name}", name=folder.name))


def _entry(path: Path) -> str:
    """A path as a menu entry: name first, then folder, both shortened; & is no mnemonic."""
    where = str(path.parent)
    short = where if len(where) <= 40 else f"…{where[-39:]}"
    return f"{path.name[:60]}   {short}".replace("&", "&&")


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False
