"""How much memory is free, and whether what was freed goes back to the system. Standard library only."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path

from model_core.errors import Refused

SHARE = 2
"""A model may take one part in this many of the memory that is free."""
_GROUP = Path("/sys/fs/cgroup")


def free() -> int | None:
    """Bytes that programs may still take without others being moved to the disk; None where the system does not say."""
    found = (_told_by_linux(), _left_to_the_group())
    return min([one for one in found if one is not None], default=_told_by_posix())


def refuse_large(parameters: int, what: str) -> None:
    """Refused where a model of that many float32 numbers would take more than its share of free memory; `what` names
    it in the message."""
    needed, there = 4 * parameters, free()
    if there is not None and needed > there // SHARE:
        asks = f"{what} has {parameters:,} parameters, {needed / 1e9:.1f} GB of memory"
        has = f"{there / 1e9:.1f} GB are free, and at most half of that is used"
        raise Refused(
            "E-MODEL-MEMORY", "{asks}; {has}. Close other programs, or take a smaller model", asks=asks, has=has
        )


def _told_by_linux() -> int | None:
    with contextlib.suppress(OSError, ValueError, IndexError):
        for line in Path("/proc/meminfo").read_text(encoding="ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return 1024 * int(line.split()[1])
    return None


def _left_to_the_group() -> int | None:
    """What a container still has of what it may take."""
    with contextlib.suppress(OSError, ValueError):
        most, used = ((_GROUP / name).read_text(encoding="ascii") for name in ("memory.max", "memory.current"))
        stat = (_GROUP / "memory.stat").read_text(encoding="ascii").splitlines()
        cache = sum(int(line.split()[1]) for line in stat if line.startswith("inactive_file "))
        return max(0, int(most) - int(used) + cache)
    return None


def _told_by_posix() -> int | None:
    with contextlib.suppress(AttributeError, OSError, ValueError):
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_AVPHYS_PAGES")
    return None


def give_back() -> None:
    """Hand it back now, within a few milliseconds; does nothing where the C library cannot be asked (not glibc)."""
    if sys.platform == "linux":
        import ctypes

        with contextlib.suppress(AttributeError, OSError):
            ctypes.CDLL(None).malloc_trim(0)


def keep_freed() -> None:
    """Freed memory stays with this process, to be taken again, whatever its size: for one that takes and frees the same
    large tensors thousands of times, and ends. The system clears each page that it hands out, a fifth of a training
    step. Does nothing where the C library cannot be asked (not glibc)."""
    if sys.platform == "linux":
        import ctypes

        with contextlib.suppress(AttributeError, OSError):
            library = ctypes.CDLL(None)
            library.mallopt(_MMAP_THRESHOLD, 1 << 30)
            library.mallopt(_TRIM_THRESHOLD, (1 << 31) - 1)


def give_back_large() -> None:
    """From now on memory of 2 MB or more goes back as soon as it is freed: of a long text a pass makes many tensors of
    that size, and between the small ones that stay the C library finds no room for the next. Does nothing where it
    cannot be asked (not glibc)."""
    if sys.platform == "linux":
        import ctypes

        with contextlib.suppress(AttributeError, OSError):
            ctypes.CDLL(None).mallopt(_MMAP_THRESHOLD, 2_000_000)


_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3
"""Of glibc's malloc.h: above how many bytes free memory goes back, and a piece is a mapping of its own."""
