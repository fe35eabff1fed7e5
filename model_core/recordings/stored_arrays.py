"""The arrays of a recording, read from the file on access.

They are read, not mapped: a file that is cut off, written over or taken away while it is open ends no program. It is
kept open, so one that is replaced by another stays what it was.
"""

from __future__ import annotations

import math
import os
import threading
import weakref
from collections.abc import Iterator

import numpy as np

from model_core.errors import Refused
from model_core.io.map_cache import MapCache
from model_core.io.safe_files import display_name
from model_core.record.derived_maps import ArrayFile
from model_core.record.trace import ATTENTION
from model_core.recordings.file_format import Recording, Tensor, map_size, spec_of

KEPT = 160_000_000
"""Bytes of arrays that are kept once they were looked at, as float32 where the file has half precision."""

LARGEST = 2_000_000_000
"""Bytes of one array that are read at once. Of maps larger than that one head is read."""


class RecordedArrays(ArrayFile):
    """The arrays of a recording, by hook name, half precision widened to float32; the last ones read are kept.

    Weights with more cells than a run would keep are not listed, see model_core.record.derived_maps. Raises Refused
    for an array that cannot be read any more: E-REC-CHANGED where the file was written to meanwhile, E-FILE-READ where
    it cannot be reached; E-REC-LARGE for one that is larger than memory should hold.
    """

    def __init__(self, recording: Recording, most: int) -> None:
        self.recording = recording
        self._file = _File(recording)
        cells = {name: math.prod(one.shape) for name, one in recording.tensors.items() if name.endswith(".weights")}
        large = {name for name, count in cells.items() if count > most}
        self._gaps = gaps(recording)
        self.gaps = frozenset(self._gaps)
        self.uneven = recording.uneven
        few = {name for name, shape in self._gaps.items() if math.prod(shape) <= most}
        self._listed = [*(name for name in recording.tensors if name not in large), *sorted(few)]
        self._known = frozenset(self._listed)
        self._kept = MapCache(KEPT)

    def __getitem__(self, name: str) -> np.ndarray:
        if name in self._gaps:
            return _gap(self._gaps[name])
        one = self.recording.tensors[name]
        return self._kept.get(name, lambda: _single(self._file.read(one, name, one.start, one.shape)))

    def __iter__(self) -> Iterator[str]:
        yield from self._listed

    def __len__(self) -> int:
        return len(self._listed)

    def __contains__(self, name: object) -> bool:
        return name in self._known

    def holds(self, name: str) -> bool:
        """See ArrayFile."""
        return name in self.recording.tensors or name in self._gaps

    def part(self, name: str, sentence: int, head: int) -> np.ndarray:
        """See ArrayFile."""
        if name in self._known:
            return self[name][sentence, head]
        if name in self._gaps:
            return _gap(self._gaps[name])[sentence, head]
        one = self.recording.tensors[name]
        shape = one.shape[2:]
        start = one.start + (sentence * one.shape[1] + head) * math.prod(shape) * one.dtype.itemsize
        return self._kept.get((name, sentence, head), lambda: _single(self._file.read(one, name, start, shape)))

    def follows(self, kind: str) -> bool:
        """See ArrayFile."""
        return kind in self.recording.follows


def gaps(recording: Recording) -> dict[str, tuple[int, ...]]:
    """The weights of layers that have none, by name, and the shape they would have: the model has more layers than
    were recorded, or the decoder's two attentions are not in every layer."""
    count = {kind: spec_of(recording).layers(kind) for kind in recording.layers}
    names = {
        f"{ATTENTION[kind].format(layer=layer)}.weights": kind
        for kind in recording.layers
        for layer in range(count[kind])
    }
    shapes = {
        kind: (len(recording.sides), recording.heads_of(kind), *map_size(recording, kind)) for kind in recording.layers
    }
    return {name: shapes[kind] for name, kind in names.items() if name not in recording.tensors}


def _gap(shape: tuple[int, ...]) -> np.ndarray:
    """Cells without a number."""
    return np.broadcast_to(np.float32(np.nan), shape)


def _single(array: np.ndarray) -> np.ndarray:
    """Half precision widened to float32."""
    return array if array.itemsize > 2 else array.astype(np.float32)


class _File:
    """The file, kept open to be read. Raises Refused if it cannot be, or is not the one whose header was read."""

    def __init__(self, recording: Recording) -> None:
        self._recording, self._lock = recording, threading.Lock()
        try:
            handle = os.open(recording.path, os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0))
            file = os.fdopen(handle, "rb", buffering=0)
        except (OSError, ValueError) as error:
            raise self._unreadable(error) from None
        self._file = file
        weakref.finalize(self, file.close)
        self._unchanged()

    def read(self, one: Tensor, name: str, start: int, shape: tuple[int, ...]) -> np.ndarray:
        """An array, or a part of one, whose bytes begin at `start` of the file."""
        if (count := math.prod(shape) * one.dtype.itemsize) > LARGEST:
            where = f"{display_name(self._recording.path)}: {name[:80]}"
            raise Refused(
                "E-REC-LARGE", "{where} has {count:,} bytes; at most {largest:,} can be read at once",
                where=where, count=count, largest=LARGEST,
            )  # fmt: skip
        try:
            array = np.empty(shape, one.dtype)
            rest = array.data.cast("B")
            with self._lock:
                self._unchanged()
                self._file.seek(start)
                while rest:
                    if not (done := self._file.readinto(rest)):
                        break
                    rest = rest[done:]
                self._unchanged()
        except OSError as error:
            raise self._unreadable(error) from None
        except MemoryError:
            where = f"{display_name(self._recording.path)}: {name[:80]}"
            raise Refused(
                "E-REC-LARGE", "not enough memory for the {count:,} bytes of {where}", where=where, count=count
            ) from None
        return array

    def _unchanged(self) -> None:
        """Refuse a file that was written to since its header was read; OSError if that cannot be determined."""
        found = os.fstat(self._file.fileno())
        if (found.st_size, found.st_mtime_ns) != self._recording.stamp:
            path = display_name(self._recording.path)
            raise Refused("E-REC-CHANGED", "{path} was changed while it was open; open it again", path=path)

    def _unreadable(self, error: OSError | ValueError) -> Refused:
        """The message where the system does not give the file."""
        reason = getattr(error, "strerror", None) or error
        return Refused(
            "E-FILE-READ",
            "{recording} cannot be read: {reason}",
            recording=display_name(self._recording.path),
            reason=reason,
        )
