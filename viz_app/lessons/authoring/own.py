"""The lesson that is being made in this window: scenes added with one key, the sheet, its file and its slides."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from functools import cached_property
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from model_core.errors import Refused
from model_core.io.safe_files import save
from viz_app.document.lesson import Lesson, to_bytes
from viz_app.document.store import Store
from viz_app.files.file_dialogs import FileDialogs
from viz_app.lessons.authoring.author import AuthorSheet, file_name
from viz_app.lessons.authoring.draft import Draft, scene_of
from viz_app.system import recent_files
from viz_app.system.child_job import OneJob, Outcome
from viz_app.system.language import tr

LESSONS, SLIDES = [tr("Lesson (*.json)")], [tr("Slides (*.pdf)")]


class OwnLesson(FileDialogs):
    """See module. `played` carries the Lesson and the scene (from 0) to be shown, `news` what became of the draft."""

    played = Signal(object, int)
    news = Signal(str)

    def __init__(self, window: QWidget, store: Store) -> None:
        super().__init__(window)
        self._store = store
        self.language = "en"
        self._job = OneJob(self)
        self._job.ended.connect(self._finish)
        self._path = Path()
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    @cached_property
    def draft(self) -> Draft:
        """What was made so far, also the last time."""
        made = Draft.reopened()
        if made.notice:
            self.news.emit(made.notice)
        return made

    @property
    def sheet(self) -> AuthorSheet | None:
        """The sheet where it is open."""
        return self.window.findChild(AuthorSheet)

    def add_window(self) -> None:
        """The present window as a scene, at the end of the lesson; with the first one the sheet opens."""
        place = self.draft.add(scene_of(self._store.state))
        sheet = self.sheet
        if sheet is not None or place == 0:
            self.edit().refresh(place)
        else:
            self._keep()
        self.notify(
            tr("Scene {number} of your lesson is this window. Edit its text in File ▸ Your lesson….", number=place + 1)
        )

    def edit(self, lesson: Lesson | None = None) -> AuthorSheet:
        """Opens the sheet, with another lesson to be edited where one is given: that is one change of the draft, which
        is put by before."""
        if lesson is not None and self._tell(self.draft.put_by):
            self.draft.change(lesson)
        sheet = self.sheet
        if sheet is None:
            sheet = AuthorSheet(self._store, self.draft, self.language, self.window)
            sheet.shown.connect(lambda at: self.played.emit(self.draft.lesson, at) if at >= 0 else None)
            sheet.played.connect(self._play)
            sheet.saved.connect(
                lambda: self.ask(tr("Save the lesson"), self.write_lesson, LESSONS, self._name(".json"))
            )
            sheet.slides.connect(lambda: self.ask(tr("Save the slides"), self.write_slides, SLIDES, self._name(".pdf")))
            sheet.kept.connect(self._keep)
        sheet.show()
        sheet.raise_()
        return sheet

    def _play(self) -> None:
        """Plays the lesson, the sheet out of its way."""
        if self.draft.lesson.scenes:
            if self.sheet is not None:
                self.sheet.close()
            self.played.emit(self.draft.lesson, 0)

    def _name(self, ending: str) -> str:
        return str(file_name(self.draft, ending))

    def _keep(self) -> None:
        self._tell(self.draft.keep)

    def _tell(self, keep: Callable[[], str]) -> bool:
        """Keeps the draft and says where; False, and why, where it cannot be kept."""
        try:
            if words := keep():
                self.news.emit(words)
        except (Refused, OSError) as error:
            self.notify(tr("Your lesson is not kept for the next start: {error}", error=error))
            return False
        return True

    # ---- files

    def write_lesson(self, path: Path) -> None:
        """Saves the lesson; then its answers are measured in the background and kept in the file."""
        self.attempt(tr("{name} was not saved", name=path.name), lambda: self._write(path))

    def _write(self, path: Path) -> None:
        data = to_bytes(self.draft.lesson)
        self.write(path, lambda: save(path, data), lambda: self._measure(path))
        recent_files.remember(path)

    def _measure(self, path: Path) -> None:
        self._end()
        self._start(path, ["lesson", str(path), "--write"])

    def write_slides(self, path: Path) -> None:
        """Saves the slides: painted in a process of its own."""
        self.attempt(tr("{name} was not saved", name=path.name), lambda: self._paint(path))

    def _paint(self, path: Path) -> None:
        self._end()
        data = to_bytes(self.draft.lesson)
        self._folder = tempfile.TemporaryDirectory(prefix="headscope-lesson-", ignore_cleanup_errors=True)
        source = Path(self._folder.name) / "lesson.json"
        save(source, data)
        language = self.sheet.language if self.sheet is not None else self.language
        self._start(path, ["lesson", str(source), "--slides", str(path), "--language", language])
        self.notify(tr("{name} is being drawn.", name=path.name))

    def _start(self, path: Path, words: list[str]) -> None:
        """Runs a word of the command line in the background."""
        try:
            self._job.start(words)
        except Refused as error:
            self.notify(f"{path.name}: {error.message}")
        self._path = path

    def _finish(self, outcome: Outcome) -> None:
        self._end()
        if outcome.result is None:
            words = tr("{name} is incomplete", name=self._path.name)
            self.explain(words, Refused("E-LESSON-RUN", outcome.reason))
            return
        problems = outcome.result.get("problems", 0)
        if problems:
            words = tr(
                "{name} is saved, its answers measured; {number} of its scenes cannot be asked.",
                name=self._path.name,
                number=problems,
            )
        else:
            words = tr("{name} is saved, its answers measured.", name=self._path.name)
        self.notify(words)

    def _end(self) -> None:
        self._job.stop()
        folder, self._folder = self._folder, None
        if folder is not None:
            folder.cleanup()

    def stop(self) -> None:
        """The window closes: the draft is kept, nothing goes on beside it."""
        self._end()
        if "draft" in self.__dict__:
            self._keep()
        super().stop()
