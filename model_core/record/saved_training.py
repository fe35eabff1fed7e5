"""A training in a form to share: title, log and snapshots, without what only this machine needs. No torch.

`python -m model_core.record.saved_training FOLDER OUT [MOST]` writes one, with at most MOST snapshots.
"""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from model_core.errors import Refused, counted
from model_core.io.safe_files import read_plain
from model_core.io.whole_folder import refuse_taken, whole_folder
from model_core.record.training_log import (
    ABOUT,
    LOG,
    SNAPSHOTS,
    SnapshotPlace,
    about_bytes,
    effective,
    event_line,
    event_of,
    read_training,
    snapshots,
    without_command,
)

LOG_BYTES, FILE_BYTES = 200_000_000, 4_000_000_000
REPORTS = 500
"""Most "step" events that are kept: a curve has no more points."""
LEFT_OUT = "training-words.bin"
"""Marks words that the training has not seen; as large as everything else in a small snapshot except the weights."""


def save_training(folder: str | Path, out: Path, most: int = 0) -> tuple[SnapshotPlace, ...]:
    """Write what a training shows into a new folder; where `most` is given, that many snapshots, the first and the last
    among them. The snapshots that were written. Paths of this machine are left out of the settings.

    Raises Refused for a folder that is not a training, or has no snapshots, and where something is at `out` already;
    OSError where it cannot be written.
    """
    about = read_training(folder)
    chosen = evenly_spaced(snapshots(about.folder), most)
    if not chosen:
        raise Refused("E-SNAPSHOTS", "this training has no snapshots yet")
    refuse_taken(out, "E-TRAIN-OUT")
    with whole_folder(out) as place:
        (place / ABOUT).write_bytes(about_bytes(about.title, _without_paths(dict(about.settings)), about.about))
        (place / LOG).write_bytes(_condensed_log(Path(about.folder) / LOG))
        for one in chosen:
            own = place / SNAPSHOTS / str(one.step)
            own.mkdir(parents=True)
            for file in sorted(os.listdir(one.folder)):
                if file != LEFT_OUT:
                    _copied(Path(one.folder) / file, own / file, place / SNAPSHOTS / str(chosen[0].step) / file)
    return tuple(one for one in snapshots(out))


def evenly_spaced(places: tuple[SnapshotPlace, ...], most: int) -> tuple[SnapshotPlace, ...]:
    """At most that many of them (0 = all): the first, the last, and those between whose steps grow evenly by their
    logarithms, where heads form."""
    if not 0 < most < len(places):
        return places
    if most < 3:
        return places[:1] if most == 1 else (places[0], places[-1])
    kept = [places[0], places[-1]]
    low, high = max(1, places[-1].step // 64), max(2, places[-1].step)
    for number in range(most - 2):
        wanted = low * (high / low) ** (number / (most - 2))
        left = [one for one in places if one not in kept]
        kept.append(min(left, key=lambda one: abs(one.step - wanted)))
    return tuple(sorted(kept, key=lambda one: one.step))


def _without_paths(settings: dict[str, Any]) -> dict[str, Any]:
    """The settings with file names in place of paths."""
    for several in settings.keys() & {"data", "teachers"}:
        settings[several] = [Path(str(name)).name for name in settings[several]]
    single = {name: Path(str(settings.get(name, ""))).name for name in ("valid", "start", "tokenizer")}
    return settings | single | {"out": ""}


def _condensed_log(log: Path) -> bytes:
    """The effective lines of a log, with at most REPORTS "step" events."""
    logged = (event_of(line) for line in read_plain(log, LOG_BYTES).splitlines())
    events = [replace(event, message=without_command(event.message))  # this copy is not continued
              for event in effective(event for event in logged if event is not None)]  # fmt: skip
    steps = [event for event in events if event.kind == "step"]
    kept = {id(event) for event in steps[:: -(-len(steps) // REPORTS) or 1]}
    return b"".join(event_line(event) for event in events if event.kind != "step" or id(event) in kept)


def _copied(file: Path, to: Path, first: Path) -> None:
    """Copy a file; where the first snapshot has the same one, make a hard link if possible."""
    data = read_plain(file, FILE_BYTES)
    if to != first and first.is_file() and first.read_bytes() == data:
        try:
            os.link(first, to)
        except OSError:
            pass
        else:
            return
    to.write_bytes(data)


def main(arguments: list[str]) -> int:
    """See the module."""
    kept = save_training(arguments[0], Path(arguments[1]), int(arguments[2]) if len(arguments) > 2 else 0)
    print(f"{arguments[1]}: {counted(len(kept), 'snapshot')}, at {', '.join(f'{one.step:,}' for one in kept)} updates")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
