"""Connects the store to what computes: the engine, or for a recording its file."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QTimer

from model_core.engine.messages import BackgroundRun, Question, RunQuestion, problem_of
from model_core.errors import Refused
from model_core.io.memory import prepare_for
from model_core.record.effects import Component
from model_core.record.run_spec import RunSpec
from model_core.record.snapshots import SnapshotsSpec
from model_core.record.trace import Step
from model_core.recordings.file_format import is_recording
from model_core.recordings.open import open_recording

if TYPE_CHECKING:
    from viz_app.system.engine_client import EngineClient, InlineEngine

FRAME = 16
"""Milliseconds for which Steps wait for each other: those that come meanwhile are shown together."""


class EngineLink:
    """Requests runs; `accept` gets the answers, Steps as tuples; `dropped` is called when all requests have been given
    up. Without a client nothing is computed.

    whole  all that a run records is requested, not only what maps are made of
    """

    def __init__(self, accept: Callable[[Any], None], dropped: Callable[[], None]) -> None:
        self._accept, self._dropped = accept, dropped
        self.client: EngineClient | InlineEngine | None = None
        self.whole = False
        self._asked: tuple[RunSpec | None, bool] = (None, False)
        self._steps: list[Step] = []
        self._frame = QTimer(singleShot=True, interval=FRAME)
        self._frame.timeout.connect(self._accept_steps)

    def attach(self, client: EngineClient | InlineEngine) -> None:
        """Start this client and take what it says."""
        self.client = client
        client.message.connect(self._receive)
        client.start()

    def _receive(self, event: Any) -> None:
        """Takes an event of the client; Steps are collected."""
        if isinstance(event, Step):
            self._steps.append(event)
            if not self._frame.isActive():
                self._frame.start()
            return
        if self._steps:
            self._accept_steps()
        self._accept(event)

    def _accept_steps(self) -> None:
        self._frame.stop()
        steps, self._steps = tuple(self._steps), []
        self._accept(steps)

    def ask(self, run: RunSpec) -> None:
        """Requests a run from the engine; a recording is opened here, without it."""
        prepare_for(run.source)
        if not is_recording(run.model):
            self._submit(run, self.whole)
            return
        self.cancel()
        try:
            self._accept(open_recording(run.model, run))
        except (Refused, MemoryError) as error:
            self._accept(problem_of(error, run))

    def ask_rest(self, run: RunSpec) -> None:
        """Requests, once, everything else that a run recorded whose maps have arrived."""
        if self._asked != (run, True):
            self._submit(run, True, rest=True)

    def ask_effects(self, asked: Question, part: Component | None = None) -> None:
        """Requests the effects of parts, a text read early, the text without a part, or a sentence in the snapshots of
        a training; for a recording there are none."""
        if self.client is not None and (isinstance(asked, SnapshotsSpec) or not is_recording(asked.run.model)):
            self.client.ask_effects(asked, part)

    def forget(self, asked: RunQuestion) -> None:
        """Cancels a request that nothing needs any more."""
        if self.client is not None:
            self.client.cancel(asked)

    def ask_beside(self, run: RunSpec) -> None:
        """Requests a run beside the present one; a recording is opened here."""
        if not is_recording(run.model):
            if self.client is not None:
                self.client.ask_beside(run)
            return
        try:
            self._accept(BackgroundRun(run, open_recording(run.model, run)))
        except (Refused, MemoryError) as error:
            self._accept(BackgroundRun(run, problem=problem_of(error, run).message))

    def _submit(self, run: RunSpec, whole: bool, rest: bool = False) -> None:
        self._asked = run, whole
        if self.client is not None:
            self.client.submit(run, whole, rest)

    def cancel(self) -> None:
        """Cancels the run and all requests beside it."""
        self._asked = None, False
        if self.client is not None:
            self.client.cancel()
        self._dropped()

    def restart(self) -> None:
        """Kills an engine that does not respond; a new one starts and computes the present run."""
        if self.client is not None:
            self.client.restart()
