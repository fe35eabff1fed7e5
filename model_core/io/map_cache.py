"""The arrays used last, within a number of bytes: attention maps that are made when they are looked at."""

from __future__ import annotations

import math
import sys
import weakref
from collections import OrderedDict
from collections.abc import Callable

import numpy as np

_UNUSED = 2
"""References that sys.getrefcount counts for what one variable alone refers to."""


class MapCache:
    """A cache of the most recently used maps, up to `most` bytes; the last `least` maps always stay."""

    def __init__(self, most: int = 48_000_000, least: int = 1) -> None:
        self.most, self.least = most, least
        self._maps: OrderedDict[object, np.ndarray] = OrderedDict()
        self._held = 0  # bytes of them

    def get(self, place: object, make: Callable[[], np.ndarray]) -> np.ndarray:
        """The map under this key, made by `make` where it is not in the cache. Read-only."""
        if place not in self._maps:
            made = read_only(make())
            if place in self._maps:  # another thread, which saves the run, has made it, too
                self._held -= self._maps.pop(place).nbytes
            self._maps[place] = made
            self._held += made.nbytes
            while self._is_full(0):
                self._oldest()
        self._maps.move_to_end(place)
        return self._maps[place]

    def _oldest(self) -> np.ndarray:
        """Removes the map that was used longest ago."""
        _, oldest = self._maps.popitem(last=False)
        self._held -= oldest.nbytes
        return oldest

    def _is_full(self, more: int) -> bool:
        """Whether a map has to go, with one of so many bytes to come; 0: none."""
        return len(self._maps) + (more > 0) > self.least and self._held + more > self.most

    def memory(self, shape: tuple[int, ...]) -> np.ndarray | None:
        """The memory of the oldest map, for one of this shape that takes its place: fresh memory, which the system
        clears page by page, would take a third of the time of a map. None if the oldest one can stay, is of another
        size, or is still used or known by anyone."""
        size = 4 * math.prod(shape)
        if not self._maps or not self._is_full(size):
            return None
        oldest = self._oldest()
        owner = oldest.base
        if owner is None or owner.dtype != np.float32 or owner.nbytes != size or not owner.flags.c_contiguous:
            return None
        alone = sys.getrefcount(oldest) == _UNUSED and sys.getrefcount(owner) == _UNUSED + 1  # which `oldest` views
        known = weakref.getweakrefcount(owner)  # as the numbers that it held
        return owner.reshape(shape) if alone and not known and owner.flags.writeable else None


def read_only(array: np.ndarray) -> np.ndarray:
    """A read-only view."""
    view = array.view()
    view.flags.writeable = False
    return view
