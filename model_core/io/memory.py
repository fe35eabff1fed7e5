"""Memory that was freed and only kept for later, handed back to the system. Standard library only."""

from __future__ import annotations

import contextlib
import sys


def give_back() -> None:
    """Hand it back now, within a few milliseconds; does nothing where the C library cannot be asked (not glibc)."""
    if sys.platform == "linux":
        import ctypes

        with contextlib.suppress(AttributeError, OSError):
            ctypes.CDLL(None).malloc_trim(0)
