"""The questions of a lesson answered in a process of its own when it is opened, so that the teacher knows before the
class does which answers changed with the model."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from model_core.io.resources import lessons
from viz_app.system.child_job import ChildJob, Outcome, job_command
from viz_app.system.job_events import JobEvent, NoteEvent
from viz_app.system.language import tr


class CheckJob(QObject):
    """One check at a time. `noted` carries a scene (from 0), what there is to know of it and whether its answer changed
    or cannot be asked; `ended` how many of these there are, or -1 and why nothing is known."""

    noted = Signal(int, str, bool)
    ended = Signal(int, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._job: ChildJob | None = None
        self._found = 0

    def start(self, path: Path, model: str = "") -> None:
        """Checks the lesson in this file with a model; those that came with headscope are checked with it."""
        self.stop()
        if not model and path.resolve() in {one.resolve() for one in lessons()}:
            return
        self._found = 0
        try:
            self._job = ChildJob(job_command(["lesson", str(path), "--model", model]), parent=self)
        except OSError as error:
            self.ended.emit(-1, tr("the process could not be started: {error}", error=error))
            return
        self._job.message.connect(self._note)
        self._job.ended.connect(self._finish)

    def stop(self) -> None:
        """The lesson was left, or the window closes: nothing is reported any more."""
        job, self._job = self._job, None
        if job is not None:
            job.stop()
            job.deleteLater()

    def _note(self, event: JobEvent) -> None:
        if isinstance(event, NoteEvent) and isinstance(event.values.get("scene"), int):
            self._found += bool(event.values.get("changed"))
            self.noted.emit(event.values["scene"], event.text.partition(": ")[2], bool(event.values.get("changed")))

    def _finish(self, outcome: Outcome) -> None:
        job, self._job = self._job, None
        if job is not None:
            job.deleteLater()
        known = outcome.result is not None
        reason = outcome.refusal.message if outcome.refusal is not None else outcome.description
        self.ended.emit(self._found if known else -1, "" if known else reason)
