"""How much memory is free, and whether freed memory goes back to the system. Standard library only."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from model_core.errors import Refused

LONG_TEXT = 500
"""Length of a text, in characters, above which freed memory is returned to the system at once."""

SHARE = 2
"""A model may take at most the free memory divided by this."""
_GROUP = Path("/sys/fs/cgroup")


def free_bytes() -> int | None:
    """Bytes that a program may still allocate without swapping; None if the system does not report it."""
    known = [count for count in (_linux_free(), _cgroup_free()) if count is not None]
    return min(known) if known else _posix_free()


def refuse_large(parameters: int, what: str) -> None:
    """Raises Refused if a model of that many float32 parameters would take more than its share of free memory;
    `what` names it in the message."""
    needed, free = 4 * parameters, free_bytes()
    if free is not None and needed > free // SHARE:
        asks = f"{what} has {parameters:,} parameters and needs {needed / 1000000000.0:.1f} GB of memory"
        has = f"{free / 1000000000.0:.1f} GB are free, and headscope uses at most half of that"
        raise Refused(
            "E-MODEL-MEMORY", "{asks}; {has}. Close other programs, or use a smaller model", asks=asks, has=has
        )


def _linux_free() -> int | None:
    with contextlib.suppress(OSError, ValueError, IndexError):
        for line in Path("/proc/meminfo").read_text(encoding="ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return 1024 * int(line.split()[1])
    return None


def _cgroup_free() -> int | None:
    """Bytes that a container may still allocate."""
    with contextlib.suppress(OSError, ValueError):
        most, used = ((_GROUP / name).read_text(encoding="ascii") for name in ("memory.max", "memory.current"))
        stat = (_GROUP / "memory.stat").read_text(encoding="ascii").splitlines()
        cache = sum(int(line.split()[1]) for line in stat if line.startswith("inactive_file "))
        return max(0, int(most) - int(used) + cache)
    return None


def _posix_free() -> int | None:
    with contextlib.suppress(AttributeError, OSError, ValueError):
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_AVPHYS_PAGES")
    return None


def trim() -> None:
    """Return freed memory to the system now, within a few milliseconds; does nothing without glibc."""
    if sys.platform == "linux":
        import ctypes

        with contextlib.suppress(AttributeError, OSError):
            ctypes.CDLL(None).malloc_trim(0)


def keep_freed_memory() -> None:
    """Keep freed memory of any size in this process, for a training, which allocates the same large tensors thousands
    of times: clearing the pages that the system hands out takes a fifth of a training step. Does nothing without glibc.
    """
    _set_malloc({_MMAP_THRESHOLD: 1 << 30, _TRIM_THRESHOLD: (1 << 31) - 1})


def prepare_for(text: Iterable[str]) -> None:
    """If the text is long in total, return blocks of 2 MB or more to the system as soon as they are freed from here on:
    a pass over it and its maps make many arrays of that size, and the heap would be fragmented by the small ones that
    stay. Does nothing without glibc.
    """
    if sum(map(len, text)) > LONG_TEXT:
        _set_malloc({_MMAP_THRESHOLD: 2_000_000})


def _set_malloc(options: Mapping[int, int]) -> None:
    if sys.platform == "linux":
        import ctypes

        with contextlib.suppress(AttributeError, OSError):
            for option, value in options.items():
                ctypes.CDLL(None).mallopt(option, value)


_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3
"""M_TRIM_THRESHOLD and M_MMAP_THRESHOLD of glibc's malloc.h."""
