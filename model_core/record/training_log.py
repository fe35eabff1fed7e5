"""A training as a folder: what is trained, what has happened so far, and the model at many moments. No torch.

    training.json      title, settings (of a TrainSpec) and what is said about the model
    log.jsonl          a TrainEvent a line, only ever appended to
    snapshots/STEP/    the model after STEP updates: an ordinary model folder that `RunSpec.model` can name
    training.safetensors, model.safetensors, …   what a training continues from, and its best model

The training process writes it, this one or another; readers poll it with `read_log`.
"""

from __future__ import annotations

import json
import math
import os
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path, PurePath
from typing import Any

from model_core.errors import Message, Refused
from model_core.io import resources
from model_core.io.limits import read_json
from model_core.io.references import located, reference
from model_core.io.safe_files import display_name, json_bytes
from model_core.record.model_info import SPEC
from model_core.schema import read_known

FORMAT, VERSION = "headscope-training", 1
ABOUT, LOG, SNAPSHOTS, RESUME = "training.json", "log.jsonl", "snapshots", "training.safetensors"
ABOUT_BYTES, PART_BYTES, TAIL_BYTES = 2_000_000, 4_000_000, 4_000
"""Bytes: largest training.json that is read, most of the log that is read at once, and how much of what was read before
has to be the same in a log that was only appended to."""

_PATHS = ("data", "teachers", "valid", "start", "tokenizer")

EVENT_KINDS = ("note", "start", "step", "valid", "snapshot", "paused", "stopped", "failed", "done")
ENDS = ("stopped", "failed", "done")
"""Kinds of events after which nothing follows until the training continues with a "start"."""


@dataclass(frozen=True)
class HeadNumbers:
    """What was measured of a head at a snapshot, over some validation sentences.

    values  measure's name -> its mean (see `head_measures`); in a task whose links of words are
            known also "gold", the share of weight that a cross head puts on the source word of the token to be written
    """

    kind: str
    layer: int
    head: int
    name: str
    values: Mapping[str, float]


@dataclass(frozen=True)
class TrainEvent:
    """One moment of a training, for a progress bar and a loss curve.

    kind      one of EVENT_KINDS; "start" stands at the beginning and wherever a training continues
    step      updates so far; `epoch` counts from 0; `fraction` of the budget used (0–1)
    loss      label-smoothed, nats per target token, mean since the last event; `valid_loss` that of validation
    rate      learning rate of the last update
    tokens_per_second   of source and target; `elapsed` and `remaining` in seconds
    token_accuracy, exact   shares (0–1) of validation tokens, and of sentences with every token right
    bleu      0–100, of texts
    heads     at a snapshot
    message   a sentence for people: at the end what was reached and how to go on
    """

    kind: str
    step: int
    epoch: int
    fraction: float
    loss: float = math.nan
    tokens_per_second: float = 0.0
    elapsed: float = 0.0
    remaining: float = math.nan
    token_accuracy: float = math.nan
    exact: float = math.nan
    valid_loss: float = math.nan
    message: str = ""
    rate: float = math.nan
    bleu: float = math.nan
    heads: tuple[HeadNumbers, ...] = ()

    def values(self) -> dict[str, Any]:
        """The known fields by name, as plain JSON; NaN and infinite numbers are left out."""
        found = {name: value for name, value in asdict(self).items() if value not in ("", ())}
        return {name: value for name, value in found.items() if not isinstance(value, float) or math.isfinite(value)}


@dataclass(frozen=True)
class TrainingAbout:
    """The description in a training folder. `settings` are the fields of a TrainSpec as they were written; `about` is
    what spec.json says of the model: name, about, examples, known_words, and its "shape"."""

    folder: str
    title: str
    settings: Mapping[str, Any]
    about: Mapping[str, Any]


@dataclass(frozen=True)
class LogPart:
    """The events of a log that are new to the reader.

    after  bytes of the log that were read, `tail` the last of them; both for the next `read_log`
    anew   the log was replaced by another one; this part is its beginning
    idle   seconds since anything was written; infinite where there is no log yet
    """

    events: tuple[TrainEvent, ...] = ()
    after: int = 0
    anew: bool = False
    idle: float = math.inf
    tail: bytes = b""


@dataclass(frozen=True)
class SnapshotPlace:
    """A snapshot: updates so far, its model folder, bytes that are its own (what all snapshots share is not)."""

    step: int
    folder: str
    bytes: int = field(compare=False, default=0)


def training_folder(folder: str | Path) -> Path:
    """The folder as a path; the name of a bundled training gives that one. Refused if there is none."""
    path = resources.training(str(folder)) or Path(folder)
    if not (path / ABOUT).is_file():
        raise Refused(
            "E-TRAIN-MISSING", "{path} is not a training folder: it has no {about}",
            path=display_name(path, whole=True), about=ABOUT,
        )  # fmt: skip
    return path


def read_training(folder: str | Path) -> TrainingAbout:
    """The description of a training folder. Raises Refused with the reason."""
    path = training_folder(folder)
    data = read_json(path / ABOUT, ABOUT_BYTES)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise Refused(
            "E-TRAIN-FORMAT",
            "{about} in {path} does not describe a training",
            about=ABOUT,
            path=display_name(path, whole=True),
        )
    if type(data.get("version")) is not int or data["version"] != VERSION:
        raise Refused(
            "E-TRAIN-VERSION", "{about} has version {found}; this headscope reads version {version}",
            about=ABOUT, found=f"{data.get('version')!r:.20}", version=VERSION,
        )  # fmt: skip
    settings, about = data.get("settings"), data.get("about", {})
    if not isinstance(settings, dict) or not isinstance(about, dict):
        raise Refused("E-TRAIN-FORMAT", "{about} has no settings", about=ABOUT)
    settings = with_paths(settings, partial(located, model=False))
    return TrainingAbout(str(path), str(data.get("title", "")) or path.name, settings, about)


def about_bytes(title: str, settings: Mapping[str, Any], about: Mapping[str, Any]) -> bytes:
    """What training.json holds; it names files below the user's home folder without that (see `io.references`)."""
    named = with_paths(settings, _named)
    return json_bytes(
        {"format": FORMAT, "version": VERSION, "title": title, "settings": named, "about": dict(about)}, indent=1
    )


def with_paths(settings: Mapping[str, Any], change: Callable[[str], str]) -> dict[str, Any]:
    """The settings of a training with every path in them changed."""
    found = dict(settings)
    for name in found.keys() & set(_PATHS):
        if isinstance(one := found[name], str):
            found[name] = one and change(one)
        elif isinstance(one, (list, tuple)):
            found[name] = [change(path) if isinstance(path, str) else path for path in one]
    return found


def _named(path: str) -> str:
    """What training.json calls a file; a path from the current folder stays one."""
    named = reference(path) if os.path.isabs(path) else path
    return named if located(named, model=False) == path else path


def with_command(reached: str, more: str) -> Message:
    """The last message of a training, with how to go on in a terminal."""
    return Message("{reached} To continue from there, run the same command with {more}.", reached=reached, more=more)


def without_command(message: str) -> str:
    """The last message without the sentence that `with_command` adds."""
    if isinstance(message, Message):  # by its fields: earlier logs have another template
        return message.fields["reached"] if {"reached", "more"} == set(message.fields) else message
    return message.partition("The same command with")[0].rstrip()  # logs from before messages had fields


def spent(updates: str, seconds: float, epochs: float | None = None) -> Message:
    """Updates, epochs (None: less than 0.1) and time of a training, from 90 seconds on in minutes."""
    time = f"{seconds:,.0f} s" if seconds < 90 else f"{seconds / 60:,.0f} min"
    if epochs is None:
        return Message("{updates}, less than 0.1 epochs, {time} of training", updates=updates, time=time)
    one, several = "{updates}, 1 epoch, {time} of training", "{updates}, {epochs:,} epochs, {time} of training"
    return Message(one if epochs == 1 else several, updates=updates, epochs=epochs, time=time)


def _renewed(message: Message) -> Message:
    """A message of an earlier version, which had seconds only, as one of this version."""
    fields: dict[str, Any] = {
        name: _renewed(one) if isinstance(one, Message) else one for name, one in message.fields.items()
    }
    return spent(**fields) if {"updates", "seconds"} <= fields.keys() else Message(message.template, **fields)


def event_line(event: TrainEvent) -> bytes:
    """The event as a line of the log; beside a message stands what it was made of."""
    said = {"said": event.message.to_json()} if isinstance(event.message, Message) else {}
    return json_bytes(event.values() | said)


def event_of(line: bytes | str) -> TrainEvent | None:
    """The event of a line of the log; None for a line that was cut off, or of an unknown kind."""
    try:
        record = json.loads(line)
        known, _ = read_known(TrainEvent, record)
        if "said" in record:
            known["message"] = _renewed(Message.from_json(record["said"]))
        if known.get("exact", 0.0) < 0:  # logs of earlier versions, where nothing had been validated
            del known["exact"]
        event = TrainEvent(**known)
    except (ValueError, TypeError, RecursionError, KeyError, AttributeError, IndexError):
        return None
    return event if event.kind in EVENT_KINDS else None


def read_log(folder: str | Path, after: int = 0, tail: bytes = b"") -> LogPart:
    """The events written since `after`; cheap if there are none. A log in which `tail` does not end there is another
    one, as of a training that began again in this folder.

    A last line without its end is left for the next call, and a damaged one is skipped. At most PART_BYTES are read:
    where `after` has moved, there may be more. Raises OSError if a log cannot be read.
    """
    try:
        with (Path(folder) / LOG).open("rb") as file:
            known = os.fstat(file.fileno())
            file.seek(max(0, after - len(tail)))
            anew = known.st_size < after or file.read(len(tail)) != tail
            start, tail = (0, b"") if anew else (after, tail)
            file.seek(start)
            data = file.read(PART_BYTES)
    except FileNotFoundError:
        return LogPart(anew=after > 0)
    whole = data[: data.rfind(b"\n") + 1]
    if not whole and len(data) == PART_BYTES:  # no line of ours is that long
        whole = data
    events = (event_of(line) for line in whole.splitlines())
    idle = abs(time.time() - known.st_mtime)  # a log of the future is not a fresh one: the clock was set back
    tail = (tail + whole)[-TAIL_BYTES:]
    return LogPart(tuple(one for one in events if one is not None), start + len(whole), anew, idle, tail)


def effective(events: Iterable[TrainEvent]) -> list[TrainEvent]:
    """The events without those that were repeated because a killed training went on from an earlier step."""
    found: list[TrainEvent] = []
    for event in events:
        if event.kind == "start":
            found = [one for one in found if one.step <= event.step]
        found.append(event)
    return found


def snapshots(folder: str | Path) -> tuple[SnapshotPlace, ...]:
    """The snapshots that are whole, by their steps; none where there is no folder."""
    try:
        inside = [one for one in os.scandir(Path(folder) / SNAPSHOTS) if one.name.isdecimal()]
    except OSError:
        return ()
    found = [SnapshotPlace(int(one.name), one.path, _own_bytes(one.path)) for one in inside
             if os.path.isfile(os.path.join(one.path, SPEC))]  # fmt: skip
    return tuple(sorted(found, key=lambda one: one.step))


def is_snapshot(folder: str) -> bool:
    """Whether a model's folder lies where a training keeps its snapshots."""
    path = PurePath(folder)
    return path.parent.name == SNAPSHOTS and path.name.isdecimal()


def _own_bytes(folder: str) -> int:
    """Bytes of the files in a folder that have no other hard link."""
    try:
        known = [one.stat() for one in os.scandir(folder)]
    except OSError:
        return 0
    return sum(one.st_size for one in known if one.st_nlink <= 1)
