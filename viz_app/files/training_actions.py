"""Trainings in the background: started, paused, stopped, resumed, kept as models. One at a time.

The child writes its folder as `headscope train` does; windows that show it follow the folder. When a window closes or
is killed, its child saves and ends.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from model_core.checkpoints.folder import model_folder
from model_core.errors import Refused
from model_core.io import resources
from model_core.io.child_process import GO_ON, PAUSE, STOP
from model_core.io.limits import read_json
from model_core.io.safe_files import json_bytes
from model_core.io.whole_folder import whole_folder
from model_core.record.model_info import SPEC, SPEC_BYTES
from model_core.record.saved_training import save_training
from model_core.record.training_log import ABOUT, read_training
from model_core.record.training_now import TrainingJob
from viz_app.data.words.models import model_word
from viz_app.document.store import Store
from viz_app.document.trainings.followed_training import training_folder, trainings_folder
from viz_app.document.trainings.training_choice import TrainingChoice
from viz_app.files.job_status import JobStatus
from viz_app.files.open_save import PAIR_FILTERS, open_in_view
from viz_app.system.child_job import OneJob, Outcome
from viz_app.system.job_events import JobEvent, NoteEvent, ProgressEvent
from viz_app.system.language import tr
from viz_app.system.own_models import free_folder, models_folder
from viz_app.views.train.deletion import Deletion
from viz_app.views.train.words import BUSY, outcome_words, step_words

VIEW = "train"


class TrainingActions(QObject):
    """The commands of the view Train. `files` asks for paths and opens what was made."""

    def __init__(self, files: Any, window: QWidget, store: Store) -> None:
        super().__init__(window)
        self._files, self._window, self._store = files, window, store
        self._job = OneJob(self)
        self._job.message.connect(self._notify)
        self._job.ended.connect(self._finish)
        self._folder = self._before = ""  # where it trains, and what was selected when that began
        self._paused = False

    @cached_property
    def line(self) -> JobStatus:
        made = JobStatus(
            tr("Stop"), tr("Stops training; it is saved and can be resumed."), tr("training"), self._window
        )
        made.follow(self._job, step_words, self.stop)
        return made

    # ---- what may be asked

    def start(self) -> None:
        choice = TrainingChoice.from_options(self._store.state.options.get(VIEW, {}))
        if choice.missing():
            self._files.notify(choice.missing())
            return
        folder = free_folder(trainings_folder(), choice.title)
        try:
            start = str(model_folder(self._store.state.run.model)) if choice.go_on else ""
        except Refused as error:
            self._files.explain(tr("Nothing was started"), error)
            return
        self._run(str(folder), choice.arguments(str(folder), start), choice.title)

    def toggle(self) -> None:
        """Pauses the selected training, continues it, or resumes it; another one that runs here is not touched."""
        if self._job.child is None:
            self._go_on()
            return
        if self._looked_at() != self._folder:
            self._files.notify(BUSY)
            return
        self._paused = not self._paused
        self._job.child.order(PAUSE if self._paused else GO_ON)
        self.line.pause(self._paused)

    def stop(self) -> None:
        """Stops the training that runs here; it saves first."""
        if self._job.child is not None:
            self._show_job(TrainingJob("stopping"))
            self._job.child.order(STOP)

    def close(self) -> None:
        """The window closes: the child saves and ends by itself; a measurement is cancelled."""
        self._store.effects.training.probe.close()
        self._job.leave(STOP)

    def keep(self) -> None:
        """Saves the selected snapshot as a model folder, and opens it."""
        now = self._store.effects.training.of(self._looked_at())
        place = now.place(self._store.state.run.model) or (now.places[-1] if now.places else None)
        if place is not None:
            title = model_word(now.about.title) if now.about is not None else "model"
            out = free_folder(models_folder(), tr("{title} at update {number}", title=title, number=str(place.step)))
            self._files.attempt(tr("The model was not kept"), lambda: self._keep(model_folder(place.folder), out))

    def _keep(self, snapshot: Path, out: Path) -> None:
        """Names the model after its folder: several can be kept from one training."""
        with _writing(out):
            out.parent.mkdir(parents=True, exist_ok=True)
            with whole_folder(out) as folder:
                for file in sorted(snapshot.iterdir()):
                    shutil.copy(file, folder / file.name)
                described = read_json(folder / SPEC, SPEC_BYTES)
                described.setdefault("about", {})["name"] = out.name
                (folder / SPEC).write_bytes(json_bytes(described, indent=1))
        self._files.open_path(out)
        self._files.notify(tr("The model is kept in {folder}.", folder=out))

    def choose_file(self) -> None:
        self._files.ask(tr("Train on a file of sentence pairs"), self.take_file, PAIR_FILTERS)

    def take_file(self, path: Path) -> None:
        """Chooses this file as training data."""
        self._store.options(VIEW, task="file", data=str(path), page="new")

    def takes(self, path: Path) -> bool:
        """Whether an opened file of pairs becomes training data: while Train is open."""
        taken = VIEW in self._store.state.desk.views and os.path.isfile(path)
        if taken:
            self.take_file(path)
        return taken

    def open_folder(self) -> None:
        self._files.ask_folder(tr("Open a training folder"), self._files.open_path)

    def save(self) -> None:
        """Asks for a folder for a copy of the selected training."""
        folder = self._looked_at()
        if not self._store.effects.training.of(folder).places:
            self._files.notify(tr("There is no snapshot yet."))
            return
        title = tr("Save the training in a new folder inside this one")
        self._files.ask_folder(title, lambda home: self.save_in(folder, home))

    def save_in(self, folder: str, home: Path) -> None:
        """Saves a copy of a training, without what only this machine needs, in a new folder in `home`, in the
        background."""
        about = self._store.effects.training.of(folder).about
        out = free_folder(home, about.title if about is not None else VIEW)

        def save() -> None:
            with _writing(out):
                save_training(folder, out)

        self._files.write(out, save)

    def delete(self) -> None:
        Deletion(self._looked_at(), self._files, self._store).ask()

    def show(self, folder: Path) -> None:
        """The view with this training, as one change."""
        open_in_view(self._store, VIEW, folder.absolute(), page="")

    # ---- the child

    def _looked_at(self) -> str:
        state = self._store.state
        return training_folder(str(state.options.get(VIEW, {}).get("folder", "")), state.run.model)

    def _go_on(self) -> None:
        """Resumes the selected training with its own settings."""
        folder = self._looked_at()
        if not folder or resources.training(folder) is not None:
            return
        try:
            about = read_training(folder)
        except Refused as error:
            self._files.explain(tr("Training was not resumed"), error)
            return
        more = self._store.effects.training.of(folder).state == "done"
        self._run(folder, resumed(folder, longer(about.settings) if more else about.settings), about.title)

    def _run(self, folder: str, arguments: list[str], title: str) -> None:
        if self._job.child is not None:
            self._files.notify(BUSY)
            return
        try:
            with _writing(Path(folder)):
                Path(folder).parent.mkdir(parents=True, exist_ok=True)
            self._job.start(arguments, title=tr("Training {title}", title=title))
        except Refused as error:
            self._files.explain(tr("Nothing was started"), error)
            return
        self._before = str(self._store.state.options.get(VIEW, {}).get("folder", ""))
        self._folder, self._paused = folder, False
        self._show_job(TrainingJob("starting"))
        self._store.options(VIEW, folder=folder, page="")

    def _show_job(self, job: TrainingJob) -> None:
        self._store.effects.training.set_job(self._folder, job)

    def _notify(self, event: JobEvent) -> None:
        known = isinstance(event, ProgressEvent | NoteEvent)
        if known and self._store.effects.training.doing(self._folder) == "starting":
            self._show_job(TrainingJob("running"))

    def _finish(self, outcome: Outcome) -> None:
        self._show_job(TrainingJob("", outcome_words(outcome), ended=True))
        state = self._store.state
        if state.options.get(VIEW, {}).get("folder") == self._folder and not os.path.exists(Path(self._folder, ABOUT)):
            self._store.suggest(options=state.with_options(VIEW, folder=self._before, page="new").options)


@contextmanager
def _writing(out: Path) -> Iterator[None]:
    """Raises Refused with the reason if a folder cannot be written."""
    try:
        yield
    except OSError as error:
        raise Refused(
            "E-FILE-WRITE", tr("{folder} cannot be written: {error}", folder=out, error=error.strerror or error)
        ) from None


def resumed(folder: str, settings: Any) -> list[str]:
    """The command-line arguments that resume a training with these settings."""
    words = ["train", "--out", folder]
    flat = {name: value for name, value in settings.items() if name not in ("out", "model")}
    flat |= {f"model.{name}": value for name, value in settings.get("model", {}).items()}
    for name, value in flat.items():
        words += ["--set", f"{name}={json.dumps(value)}"]
    return words


def longer(settings: Mapping[str, Any]) -> dict[str, Any]:
    """The settings with twice the budget."""
    budget = {name: settings[name] for name in ("steps", "epochs", "minutes") if name in settings}
    return {**settings, **{name: 2 * value for name, value in budget.items()}}
