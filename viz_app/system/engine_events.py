"""Which of the engine's events are still relevant, and the engine's end in words."""

from __future__ import annotations

from typing import Any

from model_core.engine.messages import Problem, Stopped
from model_core.record.run_spec import RunSpec
from model_core.record.trace import Trace
from viz_app.system.language import tr


def ends_run(event: Any) -> bool:
    return isinstance(event, Problem | Stopped) or (isinstance(event, Trace) and event.complete)


def relevant(events: list[Any], present: RunSpec | None) -> list[Any]:
    """The relevant events: all of the newest run, all that belong to no run; of overtaken runs, until the newest one
    has an event, the last complete Trace and the last "encoded" one after it."""
    runs = [getattr(event, "run", None) for event in events]
    overtaken = [index for index, run in enumerate(runs) if run is not None and run != present]
    kept = set(range(len(events))) - set(overtaken)
    if present not in [run for run in runs if run is not None]:
        traces = [index for index in overtaken if isinstance(events[index], Trace)]
        whole = [index for index in traces if events[index].complete][-1:]
        partial = [index for index in traces if not events[index].complete and index > max(whole, default=-1)]
        kept.update(whole, partial[-1:])
    return [events[index] for index in sorted(kept)]


def exit_in_words(status: int, reason: str = "") -> str:
    """Why a process ended, for the user: a signal, an exit code, or an error in its output."""
    if reason:
        return tr("its answer was damaged: {reason}", reason=reason)
    return tr("signal {number}", number=-status) if status < 0 else tr("exit code {number}", number=str(status))
