"""A selected training: its folder, reread while a training writes it, and the user's sentence read by each of its
snapshots.

If the folder can no longer be read, what was read last stays, with the reason.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer

from model_core.engine.messages import Problem
from model_core.errors import Message, Refused
from model_core.io import resources
from model_core.record.snapshots import SnapshotReading, Snapshots, SnapshotsSpec
from model_core.record.training_log import (
    ABOUT,
    LOG,
    LogPart,
    SnapshotPlace,
    TrainEvent,
    TrainingAbout,
    effective,
    is_snapshot,
    read_log,
    read_training,
    snapshots,
)
from model_core.record.training_now import QUIET, TrainingJob, TrainingNow
from model_core.synthetic.toy_tasks import TASKS
from viz_app.document.changes import changed_run
from viz_app.document.id_text import text_of_ids
from viz_app.document.trainings.training_choice import reads
from viz_app.document.trainings.training_probe import VIEW, TrainingProbe
from viz_app.system.language import tr, translated
from viz_app.system.newest_dict import NewestDict
from viz_app.system.settings import data_folder

if TYPE_CHECKING:
    from viz_app.document.engine_link import EngineLink
    from viz_app.document.store import Store

EVERY = 400
"""Milliseconds between two looks at a folder that is being written."""
MOST_LISTED = 30
SENTENCES = 8
"""Sentences whose readings are kept."""

Events = tuple[TrainEvent, ...]


def training_folder(folder: str, model: str) -> str:
    """The selected training; if none was chosen, the bundled one of the window's model, otherwise the first bundled
    one; "" if there is none."""
    bundled = resources.trainings()
    of_model = Path(model).parents[1].name if is_snapshot(model) else Path(model).name
    return folder or (of_model if of_model in bundled else next(iter(bundled), ""))


def trainings_folder() -> Path:
    """Where this window's trainings are saved: the platform's data folder; not created here."""
    return data_folder() / "trainings"


def is_kept_here(folder: str) -> bool:
    """Whether this folder is one of a training that is kept by this window, not of a bundled or an opened one."""
    return bool(folder) and Path(folder).parent == trainings_folder()


def available_trainings() -> tuple[tuple[str, str], ...]:
    """(folder or name, title) of the bundled trainings, then of the user's, latest first."""
    try:
        own = sorted(trainings_folder().glob(f"*/{ABOUT}"), key=lambda path: -path.stat().st_mtime)
    except OSError:
        own = []
    folders = [*resources.trainings(), *(str(path.parent) for path in own[:MOST_LISTED])]
    return tuple((folder, title_of(folder)) for folder in folders)


def title_of(folder: str) -> str:
    """The title of a training in a list; for one in its own folder also the folder's name."""
    try:
        title = read_training(folder).title
    except (OSError, Refused):
        return Path(folder).name
    name = Path(folder).name
    if resources.training(folder) is not None:
        return tr("{title} (included)", title=translated(Message(title)))  # a text of the catalogue
    return title if name == title else f"{title} · {name}"


def sentence_in(about: TrainingAbout | None, typed: str) -> tuple[str, bool]:
    """The sentence that snapshots read, and whether it is the typed one: otherwise the task's first example."""
    if about is None:
        return "", True
    known, examples = about.about.get("known_words"), about.about.get("examples")
    task = TASKS.get(str(about.settings.get("task", "")))
    fits = reads(task, map(str, known) if isinstance(known, list) else typed.split(), typed)
    if (not fits or not typed.strip()) and isinstance(examples, list) and examples:
        return str(examples[0]), False
    return typed, True


class FollowedTraining(QObject):
    """Reads the selected folder while something that shows it is visible; reports news to the store."""

    def __init__(self, store: Store, engine: EngineLink) -> None:
        super().__init__(store)
        self._store, self._engine = store, engine
        self._now = TrainingNow("")
        self._jobs: dict[str, TrainingJob] = {}
        self._shown, self._unstarted = False, ""
        self._logs: NewestDict[str, tuple[Events, LogPart]] = NewestDict(MOST_LISTED)  # and what was read last of each
        self._kept: NewestDict[tuple[str, str], dict[int, SnapshotReading]] = NewestDict(SENTENCES)
        self._kept_trainings: tuple[tuple[str, str], ...] = ()
        self._lost: set[tuple[str, int]] = set()
        self._asked: SnapshotsSpec | None = None
        self._refused: SnapshotsSpec | None = None  # what was requested in vain
        self._stale: SnapshotsSpec | None = None  # asked for of a training that is no longer there
        self._given: tuple[tuple[object, ...], TrainingNow] = (), self._now
        self._late: Snapshots | None = None  # arrived during typing: its readings are shown in the next pause
        self.probe = TrainingProbe(store, self._notify)
        self._timer = QTimer(self, interval=EVERY)
        self._timer.timeout.connect(self.look)
        store.effects.breathed.connect(self._follow_sentence)

    # ---- what is selected

    def of(self, folder: str) -> TrainingNow:
        """The training in a folder ("" = a bundled one) with the present sentence, during typing that of the last
        pause; the same object while nothing changes."""
        folder = training_folder(folder, self._store.state.run.model)
        if folder != self._now.folder:
            self._now = TrainingNow(folder)
            self._read()
            self._watch()
        if not self._now.source or not self._store.effects.typing:
            self._take_sentence(self._typed())
        job, kept = self._jobs.get(folder, TrainingJob()), self._kept_trainings
        elsewhere = any(other.doing for own, other in self._jobs.items() if own != folder)
        now = replace(self._now, job=job, kept=kept, elsewhere=elsewhere)
        chosen = self._store.state.options.get(VIEW, {}).get("page") == "new" or now.is_nothing
        self.probe.follow(self._shown and chosen and not (job.doing or elsewhere))
        now = replace(now, unstarted=self._unstarted if chosen else "")
        parts = self._now, job, kept, elsewhere, now.unstarted, self.probe.estimate()
        if parts != self._given[0]:
            self._given = parts, replace(now, estimate=parts[-1])
        return self._given[1]

    def _typed(self) -> str:
        """The selected sentence; for token ids their text, once they are read."""
        run, trace, place = self._store.state.run, self._store.trace, self._store.state.look.sentence
        lines = run.source
        if run.ids:
            lines = text_of_ids(trace) if trace is not None and trace.run.ids else ()
        return lines[place] if place < len(lines) else ""

    def _follow_sentence(self) -> None:
        """After the last key: the sentence has changed, and readings may have arrived meanwhile."""
        late, self._late = self._late, None
        if late is not None:
            self._show_readings(late)
        now = self._now
        other = bool(now.folder) and sentence_in(now.about, self._typed()) != (now.source, now.own)
        if self._shown and (late is not None or other):
            self._notify()

    def set_shown(self, shown: bool) -> None:
        """Whether something that shows a training is visible."""
        if shown and not self._shown:
            self._kept_trainings = available_trainings()
        self._shown = shown
        if not shown:
            self.probe.follow(False)
        self._watch()

    def _watch(self) -> None:
        """Polls the folder while visible; a bundled one does not change."""
        wanted = self._shown and bool(self._now.folder) and resources.training(self._now.folder) is None
        if wanted != self._timer.isActive():
            self._timer.start() if wanted else self._timer.stop()

    def set_job(self, folder: str, job: TrainingJob) -> None:
        """This window's own process that trains in a folder does something else now, or the folder is deleted."""
        self._kept_trainings = available_trainings()
        self._jobs[folder] = job
        self._unstarted = "" if os.path.lexists(Path(folder, ABOUT)) else job.words
        self.look()
        self._notify()

    def doing(self, folder: str) -> str:
        """What this window's own process is doing in a folder; see TrainingJob."""
        return self._jobs.get(folder, TrainingJob()).doing

    def ask_again(self) -> None:
        """The engine has lost its requests."""
        self._asked = self._refused = None
        if self._shown:
            self._ask()

    def _notify(self) -> None:
        self._store.changed.emit(frozenset({"training"}))

    def look(self) -> None:
        if self._now.folder and self._read():
            self._notify()

    # ---- reading

    def _read(self) -> bool:
        """Whether anything changed."""
        before = self._now
        if not before.folder:
            return False
        try:
            self._read_folder(Path(resources.training(before.folder) or before.folder))
        except (OSError, Refused) as error:
            unmade = is_kept_here(before.folder) and not os.path.lexists(before.folder)
            waiting = not before.events and (unmade or before.folder in self._jobs)  # or nothing ever came: it says why
            reason = error.message if isinstance(error, Refused) else error.strerror or str(error)
            problem = "" if waiting else tr("The training cannot be read: {reason}.", reason=reason)
            if problem != before.problem:
                self._now = replace(before, problem=problem)
        return self._now is not before

    def _read_folder(self, path: Path) -> None:
        now = self._now
        if now.about is not None and not (path / LOG).exists():
            raise Refused("E-TRAIN-MISSING", tr("its folder is gone; the last picture stays"))
        about = read_training(now.folder) if now.about is None else now.about
        log, last = self._logs.get(now.folder, ((), LogPart()))
        part = read_log(path, last.after, last.tail)
        if part.anew:
            about, now = read_training(now.folder), self._forget(now)
        again = part.anew or bool(part.events) or now.about is None
        stale = (part.idle > QUIET) != (now.idle > QUIET)
        if not again and not stale and not now.problem:
            return
        log = (() if part.anew else log) + part.events
        self._logs[now.folder], self._now = (log, part), now
        self._forget_readings(one.step for one in part.events if one.kind == "start" and one is not log[0])
        now = self._now
        if again:
            places = tuple(replace(one, folder=resources.snapshot_name(one.folder)) for one in snapshots(path))
            self._replace_thinned(path, places)
            self._now = replace(
                now, about=about, events=tuple(effective(log)), places=places, idle=part.idle, problem=""
            )
        else:
            self._now = replace(now, idle=part.idle, problem="")

    def _forget(self, now: TrainingNow) -> TrainingNow:
        """Drops what was read in the snapshots of a training that another one has replaced in its folder."""
        for key in [key for key in self._kept if key[0] == now.folder]:
            del self._kept[key]
        self._lost = {one for one in self._lost if one[0] != now.folder}
        self._late, self._stale, self._asked, self._refused = None, self._asked or self._stale, None, None
        self._kept_trainings = available_trainings()
        return replace(now, readings={})

    def _forget_readings(self, resumed: Iterable[int]) -> None:
        """A training resumed at these updates: drops later readings, because those snapshots are made again with other
        weights."""
        for step in resumed:
            for folder, source in [key for key in self._kept if key[0] == self._now.folder]:
                self._kept[folder, source] = {at: one for at, one in self._kept[folder, source].items() if at <= step}
            self._lost = {(folder, at) for folder, at in self._lost if folder != self._now.folder or at <= step}
            self._now = replace(self._now, readings={at: one for at, one in self._now.readings.items() if at <= step})

    def _replace_thinned(self, path: Path, places: tuple[SnapshotPlace, ...]) -> None:
        """Shows the nearest snapshot in place of one that was deleted to thin them out."""
        run = self._store.state.run
        model = Path(run.model)
        if is_snapshot(str(model)) and model.parent.parent == path and places and not model.exists():
            step = int(model.name)
            nearest = min(places, key=lambda one: abs(one.step - step)).folder
            self._store.suggest(changed_run(run, {"model": nearest}))

    # ---- the sentence

    def _take_sentence(self, typed: str) -> None:
        source, own = sentence_in(self._now.about, typed)
        if (source, own) != (self._now.source, self._now.own):
            kept = self._kept.get((self._now.folder, source), {})
            self._now = replace(self._now, source=source, own=own, readings=dict(kept))
        self._ask()

    def _ask(self) -> None:
        """Requests the missing readings, the newest snapshot first."""
        now = self._now
        there = [place.step for place in now.places
                 if place.step not in now.readings and (now.folder, place.step) not in self._lost]  # fmt: skip
        if not now.source or not there:
            return
        asked = SnapshotsSpec(now.folder, now.source, steps=tuple(reversed(there)))
        if self._asked is not None and (self._asked.folder, self._asked.source) == (asked.folder, asked.source):
            return  # what is being read comes first
        if asked == self._refused:
            return
        self._asked, self._stale = asked, None if asked == self._stale else self._stale
        self._engine.ask_effects(asked)

    def accept(self, event: Any) -> set[str]:
        """Takes an event of the engine; returns the names of what changed. After a Problem the pending request may get
        no answer and is no longer waited for."""
        if isinstance(event, Problem) and self._asked is not None:
            self._asked, self._refused = None, self._asked
        if not isinstance(event, Snapshots) or event.asked == self._stale:
            return set()
        asked, now = event.asked, self._now
        key = asked.folder, asked.source
        self._kept[key] = self._kept.get(key, {}) | {one.step: one for one in event.readings}
        self._lost |= {(asked.folder, step) for step in event.lost}
        if asked == self._asked and event.complete:
            self._asked = None
        if key != (now.folder, now.source):
            return set()
        if self._store.effects.typing:
            self._late = event
            return set()
        self._show_readings(event)
        return {"training"}

    def _show_readings(self, told: Snapshots) -> None:
        """Shows the cached readings of the present sentence."""
        kept = self._kept.get((self._now.folder, self._now.source), {})
        self._now = replace(self._now, readings=dict(sorted(kept.items())), measure_names=told.measure_names)
