"""The libraries that Qt needs from a Linux system: which are missing, and how to get them. Standard library only."""

from __future__ import annotations

import os
import re
import sys
from typing import Any

GLIB = "libglib2.0-0"
ALWAYS = {
    "libGL.so.1": "libgl1",
    "libEGL.so.1": "libegl1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libgthread-2.0.so.0": GLIB,
}
"""Library file -> Debian package."""
FOR_X11_WINDOWS = {
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-shape.so.0": "libxcb-shape0",
}


def loads(library: str) -> bool:
    """Whether the system's loader finds this shared library."""
    import ctypes

    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def lacking_for_windows() -> dict[str, str]:
    """Library file -> Debian package of everything missing that an X11 window needs; {} if no X11 window is asked
    for."""
    if not os.environ.get("DISPLAY"):
        return {}
    return {library: package for library, package in FOR_X11_WINDOWS.items() if not loads(library)}


def lacking_by(error: ImportError) -> dict[str, str]:
    """The missing library that prevented the import of Qt; {} if it was something else."""
    found = re.match(r"(\S+\.so[.\d]*): cannot open shared object file", str(error))
    return {found[1]: {**ALWAYS, **FOR_X11_WINDOWS}.get(found[1], "")} if found else {}


def leave_sources_unread() -> None:
    """Keeps PySide from reading the source of each module imported later, which it does to look for `__feature__`: 50
    ms of a start and 12 MB. To be called once Qt is imported."""
    feature: Any = sys.modules.get("shibokensupport.feature")
    if feature is not None:
        feature._mod_uses_pyside = lambda module: False
