"""The messages between the window and the engine's process, other than RunSpec, Trace and Step; frozen, without torch.

Requests go to the engine's process, events come from it. `EngineLost` and `Starting` are about the process itself and
come from the window's side.
"""

from __future__ import annotations

from dataclasses import dataclass

from model_core.errors import Message, Refused
from model_core.record.effects import Component, Effects, EffectsSpec
from model_core.record.lens import Lens, LensSpec
from model_core.record.patching import Patching, PatchSpec
from model_core.record.run_spec import RunSpec
from model_core.record.snapshots import Snapshots, SnapshotsSpec
from model_core.record.trace import Alternative, ModelInfo, Step, Trace

RunQuestion = EffectsSpec | LensSpec | PatchSpec
"""Questions about one run; another run ends them. Asked again, they start over."""

# ---------------------------------------------------------------- requests


@dataclass(frozen=True)
class Run:
    """Compute this run now; it replaces the waiting and the running run.

    whole  send all arrays, not only those that maps are made of (`Trace.maps_only`)
    rest   the last answer was this run without the other arrays: where they are kept, nothing is computed again
    """

    run: RunSpec
    whole: bool = False
    rest: bool = False


@dataclass(frozen=True)
class AskText:
    """Let the model write without this part, before any question. Answered by a TextWithout; another run ends it."""

    asked: EffectsSpec
    part: Component


@dataclass(frozen=True)
class AskBackgroundRun:
    """Compute this run, to compare with the current one, when nothing else is waiting; other requests do not
    end it, only the next one of this kind does. Answered by a BackgroundRun."""

    run: RunSpec


@dataclass(frozen=True)
class Cancel:
    """Cancel the running run, the waiting one and all questions, or the question `asked` alone. Answered by Stopped if
    there was a run."""

    asked: RunQuestion | None = None


@dataclass(frozen=True)
class Close:
    """Exit the process."""


# ---------------------------------------------------------------- events


@dataclass(frozen=True)
class Models:
    """The models that come with the program, the default one first."""

    models: tuple[ModelInfo, ...]


@dataclass(frozen=True)
class Ready:
    """The engine is loaded; `milliseconds` is how long that took in its process."""

    milliseconds: float = 0.0


@dataclass(frozen=True)
class Problem:
    """A request failed: a stable code, one clear line, and the run it is about (None: no run)."""

    code: str
    message: str
    run: RunSpec | None = None


@dataclass(frozen=True)
class Stopped:
    """This run was cancelled on request; no more events of it follow."""

    run: RunSpec


@dataclass(frozen=True)
class TextWithout:
    """The text that the model writes without a part."""

    asked: EffectsSpec
    part: Component
    text: Alternative


@dataclass(frozen=True)
class BackgroundRun:
    """The run to compare with, or in one line why there is none."""

    asked: RunSpec
    trace: Trace | None = None
    problem: str = ""


@dataclass(frozen=True)
class EngineLost:
    """The engine process died; `again` says whether it is restarted."""

    message: str
    again: bool = True
    code: str = "E-ENGINE-LOST"


@dataclass(frozen=True)
class Starting:
    """The engine's process is started again."""


Question = RunQuestion | SnapshotsSpec
"""What is answered when nothing else is waiting, more than once while the answer grows. A sentence for the snapshots of
a training replaces the last such question; a run does not end it, Cancel does."""
Answer = Effects | Lens | Patching | Snapshots
Request = Run | Question | AskText | AskBackgroundRun | Cancel | Close
Event = Trace | Step | Answer | TextWithout | BackgroundRun | Models | Ready | Problem | Stopped | EngineLost | Starting


def problem_of(error: BaseException, run: RunSpec | None = None) -> Problem:
    """The Problem for an exception: a Refused with its own message, anything else as E-ENGINE in one line."""
    if isinstance(error, Refused):
        return Problem(error.code, error.message, run)
    if isinstance(error, MemoryError):
        return Problem("E-ENGINE-MEMORY", Message("Not enough memory for this run; try a shorter text"), run)
    reason = " ".join(str(error).split())[:300]
    said = f"{type(error).__name__}: {reason}" if reason else type(error).__name__
    return Problem("E-ENGINE", Message("The engine could not finish this run ({reason})", reason=said), run)
