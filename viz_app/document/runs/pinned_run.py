"""The run that the present one is compared with: kept, and recomputed if necessary."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject

from model_core.engine.messages import BackgroundRun, EngineLost, Ready, Starting
from model_core.record.run_spec import RunSpec
from model_core.record.trace import Trace
from viz_app.document.history import pin_name
from viz_app.document.state import Pin
from viz_app.system.language import tr, translated

if TYPE_CHECKING:
    from viz_app.document.engine_link import EngineLink
    from viz_app.document.store import Store


class PinnedRun(QObject):
    """The Trace of the State's pin.

    trace    None while there is no pin, and until it is there
    problem  one line about why it cannot be computed, "" = nothing is known against it
    """

    def __init__(self, store: Store, engine: EngineLink) -> None:
        super().__init__(store)
        self._store, self._engine = store, engine
        self._shown = False
        self._asked: RunSpec | None = None
        self.trace: Trace | None = None
        self.problem = ""
        store.changed.connect(self._follow)

    def pin(self, pin: Pin | None) -> None:
        """Sets the run to compare with, None: nothing; an undoable change."""
        self._store.set_state(self._store.state.with_(pin=pin), pin_name(pin))

    @property
    def snapshot_fields(self) -> dict[str, Any]:
        return {"against": self.trace, "unpinned": self.problem}

    def set_shown(self, on: bool) -> None:
        """Whether something shows it: only then is it computed."""
        self._shown = on
        self._look()

    def accept(self, event: Any) -> set[str]:
        """Takes an event of the engine; returns the names of what changed."""
        match event:
            case BackgroundRun(asked=asked, trace=trace, problem=problem) if asked == self._pinned_spec():
                if self._is_by_other_weights(trace):  # the present run is the older one
                    self._asked = None
                    if not self._store.busy:
                        self._store.submit()
                    return set()
                reason = translated(problem)
                self.trace = trace
                self.problem = tr("The pinned run cannot be computed: {reason}", reason=reason) if reason else ""
                return {"pinned"}
            case EngineLost() | Starting():
                self._asked = None
            case Ready():
                self._look()
        return set()

    def _pinned_spec(self) -> RunSpec | None:
        pin = self._store.state.pin
        return None if pin is None else pin.run

    def _is_by_other_weights(self, trace: Trace | None) -> bool:
        """Whether the model had other weights when it computed this run than the present run's."""
        present = self._store.trace
        if trace is None or present is None or trace.model.folder != present.model.folder:
            return False
        return trace.model.hash != present.model.hash

    def _follow(self, names: frozenset[str]) -> None:
        """Reacts to another pin or trace."""
        if "reloaded" in names or self._is_by_other_weights(self.trace):
            self.trace = self._asked = None
        if names & {"pin", "trace"}:
            self._look()

    def _look(self) -> None:
        """Keeps the trace if it belongs to the pin; takes it from the present run if that is the same; otherwise
        requests it."""
        wanted, present = self._pinned_spec(), self._store.trace
        if wanted is None or (self.trace is not None and self.trace.run != wanted):
            self.trace = None
        if wanted != self._asked:
            self._asked, self.problem = None, ""
        if self.trace is None and present is not None and present.run == wanted:
            self.trace = present
        if wanted is not None and self.trace is None and self._shown and self._asked is None and present is not None:
            self._asked = wanted
            self._engine.ask_beside(wanted)
