"""The state of a training, from its folder and from the process that trains. No torch."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from model_core.io import resources
from model_core.record.snapshots import SnapshotReading
from model_core.record.training_log import ENDS, SnapshotPlace, TrainEvent, TrainingAbout

QUIET = 60.0
"""Seconds without an event after which a training that has not ended counts as one whose process has ended."""


@dataclass(frozen=True)
class TrainingJob:
    """The process that trains, where it was started from here: "starting", "running", "stopping", or "" for none.

    words  why it ended, in a sentence, "" = as it was to
    ended  it trained here, and its process has ended
    """

    doing: str = ""
    words: str = ""
    ended: bool = False


@dataclass(frozen=True)
class TrainingEstimate:
    """How long a training that is chosen takes here, as measured on a few updates.

    seconds  at most, everything counted; `update` those of an update
    updates  how many there are at most, 0 where only the time limits them
    problem  why it cannot be trained
    """

    seconds: float = math.nan
    update: float = math.nan
    updates: int = 0
    problem: str = ""


@dataclass(frozen=True, eq=False)
class TrainingNow:
    """What is known of a training at a moment.

    folder   as it was requested
    about    what the folder says of itself; None while nothing is written yet
    events   all that happened, without what was made again after a kill
    places   the snapshots that can be looked at, by their updates
    idle     seconds since anything was written
    problem  why it cannot be read any more, in a sentence; what was read before stays
    elsewhere  whether this window trains in another folder
    unstarted  why the last start wrote nothing, in a sentence, while another training is chosen
    kept     (folder, title) of the trainings that there are to choose from
    source   the sentence that is read in the snapshots, `own` whether it is the window's; `readings` by updates
    estimate how long the next training would take, as it is chosen; None while unknown
    """

    folder: str
    about: TrainingAbout | None = None
    events: tuple[TrainEvent, ...] = ()
    places: tuple[SnapshotPlace, ...] = ()
    idle: float = math.inf
    problem: str = ""
    job: TrainingJob = TrainingJob()
    elsewhere: bool = False
    unstarted: str = ""
    source: str = ""
    own: bool = True
    kept: tuple[tuple[str, str], ...] = ()
    readings: Mapping[int, SnapshotReading] = field(default_factory=dict)
    measure_names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    estimate: TrainingEstimate | None = None

    @property
    def state(self) -> str:
        """ "empty" before anything is there, "starting", "running", "quiet" where it said no end and nothing follows,
        else the kind of its last event: "paused", "stopped", "failed", "done"."""
        if self.job.doing == "starting":
            return "starting"
        if not self.events:
            return "starting" if self.job.doing else "empty"
        last = self.events[-1].kind
        if self.job.doing:
            return "paused" if last == "paused" else "running"
        if last in ENDS:
            return last
        if self.idle > QUIET or self.job.ended:
            return "quiet"
        return "paused" if last == "paused" else "running"

    @property
    def is_nothing(self) -> bool:
        """Whether there is no training in its folder and none is starting."""
        return self.state == "empty" and not self.problem

    @property
    def can_go_on(self) -> bool:
        """Whether this window may continue the training from its checkpoint."""
        unfinished = self.state in ("stopped", "quiet") or (self.state == "done" and not self.reached)
        return unfinished and resources.training(self.folder) is None

    @property
    def reached(self) -> bool:
        """Whether the training reached the accuracy that was requested."""
        wanted = self.about.settings.get("stop_at", 0) if self.about is not None else 0
        known = [event.exact for event in self.events if math.isfinite(event.exact)]
        return bool(known) and isinstance(wanted, int | float) and 0 < wanted <= known[-1]

    def place(self, folder: str) -> SnapshotPlace | None:
        """The snapshot whose model folder this is."""
        name = resources.snapshot_name(folder)
        return next((one for one in self.places if one.folder == name), None)
