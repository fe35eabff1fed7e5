"""A training's folder as a whole: saved in a form to share, with title, log and snapshots but without what only this
machine needs; or deleted, never one that is being written, and never a folder that is anything else. No torch.

`python -m model_core.record.saved_training FOLDER OUT [MOST]` writes one, with at most MOST snapshots.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from model_core.errors import Refused, counted
from model_core.io.one_writer import only_writer
from model_core.io.safe_files import display_name, read_plain
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
    with_paths,
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
    OSError if it cannot be written.
    """
    about = read_training(folder)
    chosen = evenly_spaced(snapshots(about.folder), most)
    if not chosen:
        raise Refused("E-SNAPSHOTS", "this training has no snapshots yet")
    refuse_taken(out, "E-TRAIN-OUT")
    with whole_folder(out) as place:
        (place / ABOUT).write_bytes(about_bytes(about.title, _without_paths(about.settings), about.about))
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


def _without_paths(settings: Mapping[str, Any]) -> dict[str, Any]:
    """The settings with file names in place of paths."""
    return with_paths(settings, lambda path: Path(path).name) | {"out": ""}


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


# ---------------------------------------------------------------- deleting


@dataclass(frozen=True)
class WholeTraining:
    """What is deleted with a training: all `files` in its folder, with their `bytes` on the disk."""

    folder: Path
    title: str
    files: int
    bytes: int
    snapshots: int


def whole_training(folder: Path, home: Path) -> WholeTraining:
    """The training in a folder of `home`, as it could be deleted.

    Raises Refused where that is no training, where its folder is a link or in another place, and while it is written.
    """
    _check(folder, home)
    with only_writer(folder, patience=0):
        about = read_training(folder)
        files, places = list(_files(folder)), snapshots(folder)
    sizes = {(one.st_dev, one.st_ino): one.st_size for one in files}  # what has several names counts once
    return WholeTraining(folder, about.title, len(files), sum(sizes.values()), len(places))


def delete_training(folder: Path, home: Path, trash: Callable[[Path], bool] | None = None) -> None:
    """Moves the folder of a training in `home` to the `trash`, which returns whether it took it; without, deletes it.

    Raises Refused as `whole_training` does, and where the trash (E-TRAIN-TRASH) or the system (E-TRAIN-DELETE) does not
    take it; the training is as it was then, unless the system refuses a file of a folder that it let be renamed.
    """
    _check(folder, home)
    with only_writer(folder, patience=0):
        read_training(folder)
        if trash is None:
            _delete(folder)
        elif not trash(folder):
            raise Refused("E-TRAIN-TRASH", "the trash does not take {folder}", folder=display_name(folder, whole=True))


def _check(folder: Path, home: Path) -> None:
    here = os.path.realpath(folder.parent) == os.path.realpath(home) and not folder.is_symlink()
    if not here or folder.name in ("", ".", ".."):
        raise Refused(
            "E-TRAIN-ELSEWHERE", "{folder} is not among the trainings that are kept in {home}",
            folder=display_name(folder, whole=True), home=display_name(home, whole=True),
        )  # fmt: skip


def _files(folder: Path) -> Iterator[os.stat_result]:
    for inside, _, names in os.walk(folder):
        for name in names:
            with suppress(FileNotFoundError):
                yield os.lstat(os.path.join(inside, name))


def _delete(folder: Path) -> None:
    """Under another name first: what cannot be deleted stays, but is no training any more that could be opened."""
    try:
        doomed = Path(tempfile.mkdtemp(prefix=".deleted-", dir=folder.parent))
        try:
            os.replace(folder, doomed / folder.name)
        except OSError:
            doomed.rmdir()
            raise
        (doomed / folder.name / ABOUT).unlink(missing_ok=True)
        shutil.rmtree(doomed)
    except OSError as error:
        raise Refused(
            "E-TRAIN-DELETE", "{folder} cannot be deleted: {error}",
            folder=display_name(folder, whole=True), error=error.strerror or str(error),
        ) from None  # fmt: skip


def main(arguments: list[str]) -> int:
    """See the module."""
    kept = save_training(arguments[0], Path(arguments[1]), int(arguments[2]) if len(arguments) > 2 else 0)
    print(f"{arguments[1]}: {counted(len(kept), 'snapshot')}, at {', '.join(f'{one.step:,}' for one in kept)} updates")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
