"""How long the chosen training will take here: a process of its own runs a few of its updates and reports.

It begins a moment after the last choice, and ends when another one is made or the choices are no longer visible.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from model_core.errors import Refused
from model_core.io.resources import bundled
from model_core.record.training_now import TrainingEstimate
from viz_app.document.trainings.training_choice import TrainingChoice
from viz_app.system.child_job import OneJob, Outcome
from viz_app.system.newest_dict import NewestDict

if TYPE_CHECKING:
    from viz_app.document.store import Store

VIEW, ESTIMATE = "train", "estimate"
"""The view, and the name of a training folder that is never made."""
PAUSE = 700
"""Milliseconds after the last choice before anything is measured."""
KEPT = 50
"""Choices whose estimates are remembered."""

Key = tuple[str, ...]
"""The words of the command line for a choice, without what does not change how long it takes."""


class TrainingProbe(QObject):
    """Measures the choice of the view Train while visible; `changed` is called after each result."""

    def __init__(self, store: Store, changed: Callable[[], None]) -> None:
        super().__init__(store)
        self._store, self._changed = store, changed
        self._found: NewestDict[Key, TrainingEstimate] = NewestDict(KEPT)
        self._wanted: Key | None = None
        self._measured: Key = ()
        self._job = OneJob(self)
        self._job.ended.connect(self._finish)
        self._timer = QTimer(self, singleShot=True, interval=PAUSE)
        self._timer.timeout.connect(self._begin)

    def follow(self, seen: bool) -> None:
        """Whether the choices are visible and nothing trains: only then it measures."""
        choice = TrainingChoice.from_options(self._store.state.options.get(VIEW, {}))
        wanted = self._key(choice) if seen and not choice.missing() else None
        if wanted == self._wanted:
            return
        self._wanted = wanted
        self._timer.stop()
        self._job.stop(wait=False)
        if wanted is not None and wanted not in self._found:
            self._timer.start()

    def estimate(self) -> TrainingEstimate | None:
        """The estimate for the present choice; None while it is measured, or if it cannot be."""
        return self._found.get(self._wanted) if self._wanted is not None else None

    def _key(self, choice: TrainingChoice) -> Key:
        model = self._store.state.run.model
        start = str(bundled(model) or model) if choice.go_on else ""  # one that is not there is the child's to refuse
        return tuple(replace(choice, seed=0, right=99).arguments(ESTIMATE, start))

    def _begin(self) -> None:
        key = self._wanted
        if key is None:
            return
        with contextlib.suppress(Refused):  # nothing is known then, as before
            self._job.start([*key, "--estimate"])
            self._measured = key

    def _finish(self, outcome: Outcome) -> None:
        key, values = self._measured, outcome.result or {}
        if values:
            known = {name: values[name] for name in ("seconds", "update", "updates") if name in values}
            self._found[key] = TrainingEstimate(**known)
        else:
            self._found[key] = TrainingEstimate(problem=outcome.reason)
        self._changed()

    def close(self) -> None:
        self._timer.stop()
        self._wanted = None
        self._job.stop()
