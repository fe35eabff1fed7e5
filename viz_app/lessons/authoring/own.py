"""The lesson being made in this window: scenes added with one key, the sheet, its file and its slides."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
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


@dataclass(frozen=True)
class _Work:
    """A background job for a file: measuring its answers, or painting these slides."""

    path: Path
    slides: bytes = b""
    language: str = ""


class OwnLesson(FileDialogs):
    """See module. `played` carries the Lesson and the scene (from 0) to show, `news` what happened to the draft.
    `language` gives the language in which words are typed first."""

    played = Signal(object, int)
    news = Signal(str)

    def __init__(self, window: QWidget, store: Store, language: Callable[[], str]) -> None:
        super().__init__(window)
        self._store, self._language = store, language
        self._job = OneJob(self)
        self._job.ended.connect(self._finish)
        self._now: _Work | None = None
        self._waiting: list[_Work] = []
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    @cached_property
    def draft(self) -> Draft:
        """The draft, as left by the last start."""
        made = Draft.reopened()
        if made.notice:
            self.news.emit(made.notice)
        return made

    @property
    def sheet(self) -> AuthorSheet | None:
        """The sheet, if it is open."""
        return self.window.findChild(AuthorSheet)

    def add_window(self) -> None:
        """Adds the present window as the last scene; the first one opens the sheet."""
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
        """Opens the sheet, with another lesson if one is given: that is one change of the draft, which is saved
        before."""
        if lesson is not None and self._tell(self.draft.put_by):
            self.draft.change(lesson)
        sheet = self.sheet
        if sheet is None:
            sheet = AuthorSheet(self._store, self.draft, self._language(), self.window)
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
        """Hides the sheet and plays the lesson."""
        if self.draft.lesson.scenes:
            if self.sheet is not None:
                self.sheet.close()
            self.played.emit(self.draft.lesson, 0)

    def _name(self, ending: str) -> str:
        return str(file_name(self.draft, ending))

    def _keep(self) -> None:
        self._tell(self.draft.keep)

    def _tell(self, keep: Callable[[], str]) -> bool:
        """Saves the draft and says where; False, and why, if it cannot be saved."""
        try:
            if words := keep():
                self.news.emit(words)
        except (Refused, OSError) as error:
            self.notify(tr("Your lesson is not kept for the next start: {error}", error=error))
            return False
        return True

    # ---- files

    def write_lesson(self, path: Path) -> None:
        """Saves the lesson; then its answers are measured in the background and added to the file."""
        self.attempt(tr("{name} was not saved", name=path.name), lambda: self._write(path))

    def _write(self, path: Path) -> None:
        data = to_bytes(self.draft.lesson, folder=path.parent)
        self.write(path, lambda: save(path, data), lambda: self._do(_Work(path)))
        recent_files.remember(path)

    def write_slides(self, path: Path) -> None:
        """Saves the slides, painted in a process of their own."""
        self.attempt(tr("{name} was not saved", name=path.name), lambda: self._paint(path))

    def _paint(self, path: Path) -> None:
        language = self.sheet.language if self.sheet is not None else self._language()
        work = _Work(path, to_bytes(self.draft.lesson), language)
        self.notify(tr("{name} is being drawn.", name=path.name))
        self._do(work)

    def _do(self, work: _Work) -> None:
        """Starts a job after the running ones; waiting jobs for the same file are dropped."""
        self._waiting = [*(one for one in self._waiting if one.path != work.path), work]
        if self._now is not None and self._now.path == work.path:
            self._end()
        self._go_on()

    def _go_on(self) -> None:
        while self._now is None and self._waiting:
            self._now = work = self._waiting.pop(0)
            if not self.attempt(tr("{name} is incomplete", name=work.path.name), partial(self._start, work)):
                self._end()

    def _start(self, work: _Work) -> None:
        """Runs a subcommand in the background."""
        words = ["lesson", str(work.path), "--write"]
        if work.slides:
            self._folder = tempfile.TemporaryDirectory(prefix="headscope-lesson-", ignore_cleanup_errors=True)
            source = Path(self._folder.name) / "lesson.json"
            save(source, work.slides)
            words = ["lesson", str(source), "--slides", str(work.path), "--language", work.language]
        self._job.start(words)

    def _finish(self, outcome: Outcome) -> None:
        work = self._now
        self._end()
        if work is not None:
            self._report(work, outcome)
        self._go_on()

    def _report(self, work: _Work, outcome: Outcome) -> None:
        name = work.path.name
        if outcome.result is None:
            self.explain(tr("{name} is incomplete", name=name), Refused("E-LESSON-RUN", outcome.reason))
            return
        unasked = outcome.result.get("unasked", 0)
        if work.slides:
            words = tr("{name} is saved.", name=name)
        elif unasked:
            words = tr(
                "{name} is saved, its answers measured; {number} of its scenes cannot be asked.",
                name=name,
                number=unasked,
            )
        else:
            words = tr("{name} is saved, its answers measured.", name=name)
        self.notify(words)

    def _end(self) -> None:
        self._job.stop()
        self._now = None
        folder, self._folder = self._folder, None
        if folder is not None:
            folder.cleanup()

    def stop(self) -> None:
        """The window closes: saves the draft, stops background jobs."""
        self._waiting = []
        self._end()
        if "draft" in self.__dict__:
            self._keep()
        super().stop()
