"""Writes the folder of a training (see `model_core.record.training_log`), in its first process."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from model_core.io.safe_files import write_atomic
from model_core.io.whole_folder import whole_folder
from model_core.record.training_log import ABOUT, LOG, SNAPSHOTS, TrainEvent, event_line, snapshots
from model_core.training.schedule import is_snapshot_step, snapshot_steps


class TrainingFolder:
    """Writes training.json, the log, and at most `most` snapshots and the last one. Raises OSError if something
    cannot be written; files that were there stay whole."""

    def __init__(self, folder: Path, most: int) -> None:
        self.folder, self.most = folder, most
        self._log: BinaryIO | None = None

    def begin(self, about: bytes, anew: bool, step: int) -> None:
        """Open the log to append to it or, with `anew`, after removing what an earlier training left; without it, the
        snapshots of later updates than `step`, which will be made again."""
        kept = self.folder / SNAPSHOTS
        if anew:
            (self.folder / LOG).unlink(missing_ok=True)
            shutil.rmtree(kept, ignore_errors=True)
        for left in kept.glob(".*"):  # of a program that was killed
            shutil.rmtree(left, ignore_errors=True)
        for one in snapshots(self.folder):
            if one.step > step:
                self._remove(Path(one.folder))
        path = self.folder / ABOUT
        if not path.is_file() or path.read_bytes() != about:
            write_atomic(path, about)
        self._log = (self.folder / LOG).open("a+b", buffering=0)
        size = self._log.seek(0, os.SEEK_END)
        if size:
            self._log.seek(size - 1)
            if self._log.read(1) != b"\n":
                self._log.write(b"\n")

    def close(self) -> None:
        if self._log is not None:
            self._log.close()
            self._log = None

    def log(self, event: TrainEvent) -> None:
        """Append an event to the log, in one write."""
        if self._log is not None:
            line = event_line(event)
            if self._log.write(line) != len(line):
                raise OSError(errno.EIO, "a line could only be written in part", str(self.folder / LOG))

    def due(self, step: int) -> bool:
        """Whether a snapshot is due after this many updates."""
        return is_snapshot_step(step, self.most)

    def keep(self, step: int, files: Mapping[str, bytes], shared: Mapping[str, bytes]) -> None:
        """Write a snapshot, whole or not at all, and remove surplus ones; `shared` files are hard links to one copy
        where the file system allows it."""
        root = self.folder / SNAPSHOTS
        root.mkdir(exist_ok=True)
        for name, data in shared.items():
            if not (root / name).is_file():
                write_atomic(root / name, data)
        self._remove(root / str(step))
        with whole_folder(root / str(step)) as place:
            for name, data in files.items():
                (place / name).write_bytes(data)
            for name in shared:
                try:
                    os.link(root / name, place / name)
                except OSError:
                    shutil.copyfile(root / name, place / name)
        wanted = {step, *snapshot_steps(step, self.most)}
        for one in snapshots(self.folder):
            if one.step < step and one.step not in wanted:
                self._remove(Path(one.folder))

    @staticmethod
    def _remove(place: Path) -> None:
        """Remove a snapshot so that readers see a whole one or none."""
        hidden = place.with_name(f".gone.{place.name}")
        with suppress(FileNotFoundError):
            place.rename(hidden)
            shutil.rmtree(hidden, ignore_errors=True)
