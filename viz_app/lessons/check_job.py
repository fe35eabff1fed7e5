"""The questions of a lesson answered in a process of its own when it is opened, so that the teacher knows before the
class does which answers changed with the model."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from model_core.errors import Refused
from model_core.io.resources import lessons
from viz_app.system.child_job import OneJob, Outcome
from viz_app.system.job_events import JobEvent, NoteEvent


class CheckJob(QObject):
    """One check at a time. `noted` carries a scene (from 0), what there is to know of it and whether its answer changed
    or cannot be asked; `ended` how many of these there are, or -1 and why nothing is known."""

    noted = Signal(int, str, bool)
    ended = Signal(int, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._job = OneJob(self)
        self._job.message.connect(self._note)
        self._job.ended.connect(self._finish)
        self._found = 0

    def start(self, path: Path, model: str = "") -> None:
        """Checks the lesson in this file with a model; those that came with headscope are checked with it."""
        self.stop()
        if not model and path.resolve() in {one.resolve() for one in lessons()}:
            return
        self._found = 0
        try:
            self._job.start(["lesson", str(path), "--model", model])
        except Refused as error:
            self.ended.emit(-1, error.message)

    def stop(self) -> None:
        """The lesson was left, or the window closes: nothing is reported any more."""
        self._job.stop()

    def _note(self, event: JobEvent) -> None:
        if isinstance(event, NoteEvent) and isinstance(event.values.get("scene"), int):
            self._found += bool(event.values.get("changed"))
            self.noted.emit(event.values["scene"], event.text.partition(": ")[2], bool(event.values.get("changed")))

    def _finish(self, outcome: Outcome) -> None:
        known = outcome.result is not None
        self.ended.emit(self._found if known else -1, "" if known else outcome.reason)
