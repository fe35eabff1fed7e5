"""The console's process, as the window's thread sees it, without ever waiting for it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QObject, Signal

from model_core.record.run_spec import RunSpec
from viz_app.system.child_job import OneJob, Outcome
from viz_app.system.job_events import JobEvent, NoteEvent, ProgressEvent
from viz_app.system.language import tr

SERVER = "viz_app.cli.console"
"""The module whose `main` serves; it says which requests and events there are."""


class ConsoleProcess(QObject):
    """At most one process, started with the first line that is run and again after it has ended. `told` carries a kind
    of text (output, value, error, note) and the text, `wished` "look" or "run" with the requested changes, to be
    answered by `reply`; `completed` names; `changed`: `busy` or `doing` have changed."""

    told = Signal(str, str)
    wished = Signal(str, object)
    completed = Signal(list)
    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.job = OneJob(self)
        self.job.message.connect(self._take)
        self.job.ended.connect(self._end)
        self.busy, self.doing = False, ""
        self._lines = 0  # that were run
        self._number: object = None  # of what was requested last

    @property
    def ready(self) -> bool:
        """Whether there is a process, and it is idle."""
        return self.job.child is not None and not self.busy

    def run(self, code: str, run: RunSpec) -> None:
        """Runs code on the Trace of this run. Raises Refused if no process can be started."""
        new = self.job.child is None
        if new:
            self.job.serve(SERVER)
        self._show(True, tr("Starting Python…") if new else "")
        self._lines += 1
        self._send(code=code, run=run.to_json(), number=self._lines)

    def complete(self, begun: str) -> None:
        """Asks for names with this beginning; `completed` follows."""
        self._send(complete=begun)

    def interrupt(self) -> None:
        """Raises KeyboardInterrupt in the running code; code that catches it continues."""
        if self.busy:
            self._send(interrupt=self._lines)
            self._show(True, tr("Interrupting… Restart ends what does not stop."))

    def reply(self, refused: str) -> None:
        """Answers `wished`: "" if it was done, otherwise why not."""
        self._send(reply=refused, to=self._number)

    def stop(self) -> None:
        """Kills the process; its variables are lost."""
        self.job.stop()
        self._show(False, "")

    def _send(self, **request: Any) -> None:
        if self.job.child is not None:
            self.job.child.order(f"{json.dumps(request)}\n".encode())

    def _take(self, event: JobEvent) -> None:
        if isinstance(event, ProgressEvent):
            return self._show(True, event.text)
        if not isinstance(event, NoteEvent):
            return
        kind, values = str(event.values.get("kind")), event.values
        if kind == "done":
            self._show(False, "")
        elif kind in ("look", "run"):
            self._number, changes = values.get("number"), values.get("changes")
            self.wished.emit(kind, changes if isinstance(changes, Mapping) else {})
        elif kind == "completions":
            self.completed.emit(list(values.get("names", ())))
        else:
            self.told.emit(kind, event.text)

    def _end(self, outcome: Outcome) -> None:
        why = outcome.description
        words = tr("Python has ended, and its variables are gone: {reason}. The next line starts it again.", reason=why)
        self.told.emit("error", "\n".join([*outcome.lines, words]))
        self._show(False, "")

    def _show(self, busy: bool, doing: str) -> None:
        if (busy, doing) != (self.busy, self.doing):
            self.busy, self.doing = busy, doing
            self.changed.emit()
