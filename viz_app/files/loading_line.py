"""The line that says that a model is being loaded: it goes when the model's first picture is there."""

from __future__ import annotations

from viz_app.document.store import Store
from viz_app.files.file_dialogs import FileDialogs
from viz_app.system.language import tr


class LoadingLine:
    """Reports through `said` that the model just requested is being loaded."""

    def __init__(self, said: FileDialogs, store: Store) -> None:
        self._said, self._store, self._line = said, store, ""
        self._before: object = None  # the Trace that was there already
        store.changed.connect(self._changed)

    def say(self, name: str) -> None:
        self._line, self._before = tr("The model “{name}” is being loaded.", name=name), self._store.trace
        self._said.notify(self._line)

    def _changed(self, names: frozenset[str]) -> None:
        """Withdraws it for the first Trace of the model, and for a problem with it, which is reported elsewhere."""
        if not (self._line and names & {"trace", "problem"}):
            return
        trace, model = self._store.trace, self._store.state.run.model
        arrived = trace is not None and trace is not self._before and trace.run.model == model
        if arrived or self._store.problem is not None:
            self._said.withdraw(self._line)
            self._line, self._before = "", None
