"""A training folder as `headscope train` writes it, without a model: log, empty snapshots, made readings."""

from __future__ import annotations

import math
from functools import cache
from pathlib import Path

import numpy as np

from model_core.analysis.heads.head_measures import measured, name_of
from model_core.record.snapshots import SnapshotReading, Snapshots, SnapshotsSpec
from model_core.record.training_log import ABOUT, LOG, SNAPSHOTS, HeadNumbers, TrainEvent, about_bytes, event_line
from model_core.spec import KINDS
from tests.made.traces import made_trace

STEPS = (0, 1, 2, 4, 8, 16, 32, 64)
DIGITS = [str(digit) for digit in range(10)]
SETTINGS = {
    "task": "reverse", "seed": 3, "stop_at": 0.99,
    "model": {"encoder_layers": 2, "decoder_layers": 2, "heads": 2, "d_model": 32},
}  # fmt: skip


def event(kind: str, step: int, **more: object) -> TrainEvent:
    """A line of the log."""
    return TrainEvent(kind, step, 0, step / 100, elapsed=step / 10, **more)  # type: ignore[arg-type]


def head_numbers(step: int) -> tuple[HeadNumbers, ...]:
    """Cross heads 1.1 and 2.1 begin to look backwards, at updates 16 and 32; the others never do."""
    found = []
    for layer in range(2):
        for head in range(2):
            born = head == 0 and step >= 16 * (layer + 1)
            name = "anti-diagonal" if born else "mixed"
            found.append(HeadNumbers("cross", layer, head, name, {"gold": 0.9 if born else 0.2, "strongest": 0.5}))
    return tuple(found)


def made_events(steps: tuple[int, ...] = STEPS) -> list[TrainEvent]:
    """Loss falls, sentences become right, heads appear."""
    found = [event("start", 0, message="new training")]
    for step in steps:
        found.append(event("step", step, loss=3 / (1 + step), rate=1e-3, tokens_per_second=5000.0, remaining=12.0))
        found.append(event("snapshot", step, heads=head_numbers(step)))
        if step >= 8:
            found.append(event("valid", step, exact=step / 64, token_accuracy=0.9, valid_loss=0.5))
    return found


def write_training(folder: Path, steps: tuple[int, ...] = STEPS, end: str = "done") -> Path:
    """Lays one on the disk; `end` is the kind of its last event, "" for one that is being written."""
    folder.mkdir(parents=True, exist_ok=True)
    about = {"name": "Reverse digits", "examples": ["3 1 4 1 5"], "known_words": DIGITS}
    (folder / ABOUT).write_bytes(about_bytes("Reverse digits", SETTINGS, about))
    events = made_events(steps) + ([event(end, steps[-1], message=f"it is {end}")] if end else [])
    (folder / LOG).write_bytes(b"".join(map(event_line, events)))
    for step in steps:
        (folder / SNAPSHOTS / str(step)).mkdir(parents=True)
        (folder / SNAPSHOTS / str(step) / "spec.json").write_text("{}")
    return folder


@cache
def made_reading(step: int, source: str = "3 1 4 1 5") -> SnapshotReading:
    """The sentence at a snapshot: nonsense before update 16, right from then on."""
    words = source.split()
    target = " ".join(reversed(words)) if step >= 16 else " ".join(words[:1] * len(words))
    trace = made_trace(source, target, (2, 2), heads=2, seed=step)
    one = trace.sentences[0]
    maps = {kind: np.stack(trace.maps(kind)).astype(np.float16) for kind in KINDS}
    values = {kind: np.stack([np.stack(list(measured(layer, kind).values()), -1) for layer in trace.maps(kind)])
              for kind in KINDS}  # fmt: skip
    names = {kind: tuple(name_of(dict(zip(measure_names()[kind], row, strict=True)))
                         for layer in values[kind].tolist() for row in layer) for kind in KINDS}  # fmt: skip
    for array in (*maps.values(), *values.values()):
        array.setflags(write=False)  # every test has the same
    return SnapshotReading(step, one.source, one.read, one.written, target, True, maps, values, names, -math.pi)


@cache
def measure_names() -> dict[str, tuple[str, ...]]:
    """What is measured of the heads of each attention."""
    trace = made_trace("3 1", "1 3", (1, 1), heads=1)
    return {kind: tuple(measured(trace.maps(kind)[0], kind)) for kind in KINDS}


def made_snapshots(asked: SnapshotsSpec) -> Snapshots:
    """The engine's answer."""
    readings = tuple(made_reading(step, asked.source) for step in asked.steps)
    return Snapshots(asked, asked.steps, readings, measure_names(), (), 1.0)
