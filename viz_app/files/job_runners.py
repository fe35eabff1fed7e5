"""Commands of this program in the background, with progress and outcome: a survey, an animation.

A survey stays on disk: run again on the same file, it resumes.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from model_core.analysis.survey_result import RESULT, model_of
from model_core.errors import Refused
from model_core.io.resources import bundled
from model_core.io.safe_files import numbered
from viz_app.data.number_format import fmt_percent
from viz_app.data.tables import Context
from viz_app.system.child_job import OneJob, Outcome
from viz_app.system.job_events import JobEvent, NoteEvent, ProgressEvent
from viz_app.system.language import tr


class JobRunner(QObject):
    """One command at a time, in `job`. `ended` carries the path of the result, or "", and why there is none ("" = it
    was stopped); `noted` carries notes on the way."""

    noted = Signal(str)
    ended = Signal(str, str)
    gently = False
    """Whether a stopped job ends by itself and keeps its results."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.job = OneJob(self)
        self.job.message.connect(self._notify)
        self.job.ended.connect(self._finish)
        self._out = ""

    @property
    def busy(self) -> bool:
        return self.job.child is not None

    def run(self, title: str, words: Sequence[str], out: Path) -> None:
        """Runs the command with these arguments, which writes `out`, in place of the one that is running."""
        self._out = str(out)
        try:
            self.job.start([*words, "--out", self._out], title=title)
        except Refused as error:
            self.ended.emit("", error.message)

    def stop(self) -> None:
        """Stops it; `ended` follows. Without one does nothing."""
        if self.job.child is not None:
            self.job.child.cancel(self.gently)

    def close(self) -> None:
        """Called when the window closes: nothing is reported any more."""
        self.job.stop()

    def _notify(self, event: JobEvent) -> None:
        if isinstance(event, NoteEvent):
            self.noted.emit(event.text)

    def _finish(self, outcome: Outcome) -> None:
        done = outcome.status == 0 and not outcome.cancelled
        self.ended.emit(self._out if done else "", "" if done or outcome.cancelled else outcome.reason)


class AnimationRunner(JobRunner):
    """A GIF of all steps. Until it is finished its pictures are in a temporary folder, which only the process
    removes."""

    gently = True

    def close(self) -> None:
        self.stop()
        if self.job.child is not None:
            self.job.child.wait()
        super().close()

    def start(self, path: Path, context: Context) -> None:
        """Draws the picture with this context at every step into a file."""
        self.close()  # one that is drawn already
        words = shlex.split(context.run_facts()["remake"])
        self.run(tr("Drawing {name}", name=path.name), [*words[1 : words.index("--out")], "--each", "step"], path)


class SurveyRunner(JobRunner):
    """A survey of a model; when stopped it ends after the current part."""

    gently = True

    def start(self, model: str, data: Path, out: Path) -> None:
        """Surveys the model ("" = the bundled one) over a file into a folder. RuntimeError if another survey is
        running."""
        if self.busy:
            raise RuntimeError("a survey is being made already")
        words = ["survey", *(["--model", model] if model else []), "--data", str(data)]
        self.run(tr("Surveying {name}", name=data.name), words, out)


def progress_words(event: JobEvent) -> str:
    """The progress and the time left; "" for an event that does not say so."""
    if not isinstance(event, ProgressEvent):
        return ""
    left = [] if event.seconds_left is None else [tr("{number:.0f} s left", number=event.seconds_left)]
    return "  ".join([fmt_percent(event.fraction), event.text, *left])


def folder_for(data: Path, model: str = "", digest: str = "") -> Path:
    """Where the survey of a model, with this SHA-256 ("" = unknown), over a file is written: beside it, under its name;
    with a number from 2 if that folder has the result of another model."""
    return next(one for one in numbered(data.parent, f"{data.stem}-survey") if _is_free(one, model, digest))


def _is_free(folder: Path, model: str, digest: str) -> bool:
    """Whether a folder has no result, or one of this model."""
    if not os.path.lexists(folder / RESULT):
        return True
    try:
        place, known = model_of(folder)
    except Refused:
        return False
    same = place == model if bundled(model) is not None else Path(place).resolve() == Path(model).resolve()
    return same and digest in ("", known)
