"""The arrays of a recording, read from the mapped file when they are looked at."""

from __future__ import annotations

import math
import mmap
import os
from collections.abc import Iterator

import numpy as np

from model_core.errors import Refused
from model_core.io.safe_files import shown
from model_core.record.derived_maps import Heads, Stored
from model_core.record.trace import ATTENTION
from model_core.recordings.file_format import Recording, map_size, spec_of

WIDENED = 120_000_000
"""Bytes of half-precision arrays that are kept as float32 once they were looked at."""


class StoredArrays(Stored):
    """The arrays of a recording, by hook name: windows into the mapped file, half precision widened to float32.

    Weights with more cells than a run would keep are not listed, see model_core.record.derived_maps. Raises Refused
    (E-REC-CHANGED) for an array that the file no longer has because it was cut off meanwhile.
    """

    def __init__(self, recording: Recording, most: int) -> None:
        self.recording = recording
        self._map = _mapped(recording)
        cells = {name: math.prod(one.shape) for name, one in recording.tensors.items() if name.endswith(".weights")}
        large = {name for name, count in cells.items() if count > most}
        self._gaps = gaps(recording)
        self.gaps = frozenset(self._gaps)
        self.uneven = recording.uneven
        few = {name for name, shape in self._gaps.items() if math.prod(shape) <= most}
        self._listed = [*(name for name in recording.tensors if name not in large), *sorted(few)]
        self._known = frozenset(self._listed)
        self._widened = Heads(WIDENED)

    def _window(self, name: str) -> np.ndarray:
        """The array as it lies in the file; of a layer that was not recorded cells without a number."""
        if name in self._gaps:
            return np.broadcast_to(np.float32(np.nan), self._gaps[name])
        one, raw = self.recording.tensors[name], self._map
        if raw.size() < self.recording.size:
            path = shown(self.recording.path)
            raise Refused("E-REC-CHANGED", f"{path} was cut off while it was open; open it again")
        array = np.frombuffer(raw, one.dtype, math.prod(one.shape), one.start)
        return array.reshape(one.shape)

    def __getitem__(self, name: str) -> np.ndarray:
        array = self._window(name)
        return array if array.itemsize > 2 else self._widened.get(name, lambda: array.astype(np.float32))

    def __iter__(self) -> Iterator[str]:
        yield from self._listed

    def __len__(self) -> int:
        return len(self._listed)

    def __contains__(self, name: object) -> bool:
        return name in self._known

    def holds(self, name: str) -> bool:
        """See Stored."""
        return name in self.recording.tensors or name in self._gaps

    def part(self, name: str, sentence: int, head: int) -> np.ndarray:
        """See Stored."""
        if name in self._known:
            return self[name][sentence, head]
        part = self._window(name)[sentence, head]
        place = name, sentence, head
        return part if part.itemsize > 2 else self._widened.get(place, lambda: part.astype(np.float32))

    def follows(self, kind: str) -> bool:
        """See Stored."""
        return kind in self.recording.follows


def gaps(found: Recording) -> dict[str, tuple[int, ...]]:
    """The weights of layers that have none, by name, and the shape they would have: the model has more layers than
    were recorded, or the decoder's two attentions are not in every layer."""
    count = {kind: spec_of(found).layers(kind) for kind in found.layers}
    names = {
        f"{ATTENTION[kind].format(layer=layer)}.weights": kind for kind in found.layers for layer in range(count[kind])
    }
    shapes = {kind: (len(found.sides), found.heads, *map_size(found, kind)) for kind in found.layers}
    return {name: shapes[kind] for name, kind in names.items() if name not in found.tensors}


def _mapped(recording: Recording) -> mmap.mmap:
    """The file, mapped to be read. Raises Refused where it cannot be, or is not the one whose header was read."""
    try:
        handle = os.open(recording.path, os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0))
        try:
            if os.fstat(handle).st_size != recording.size:
                raise Refused("E-REC-CHANGED", f"{shown(recording.path)} changes while it is opened; open it again")
            return mmap.mmap(handle, recording.size, access=mmap.ACCESS_READ)
        finally:
            os.close(handle)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise Refused("E-FILE-READ", f"{shown(recording.path)} cannot be read: {reason}") from None


__all__ = ["StoredArrays", "gaps"]
