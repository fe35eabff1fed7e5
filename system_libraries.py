"""The libraries and fonts that Qt needs from a Linux system: which are missing, and how to get them.

Part of bootstrap.py: standard library only. Windows and macOS need nothing of this.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from viz_app.system.qt_libraries import ALWAYS, FOR_X11_WINDOWS, GLIB, loads

FONTS = "fonts-dejavu-core"


class LibrariesMissing(Exception):
    """Qt cannot start on this system and this account may not change that. The text has the line to run."""


def is_linux() -> bool:
    """Whether this is Linux, the one system where Qt needs libraries that its wheel does not bring."""
    return sys.platform.startswith("linux")


def has_screen() -> bool:
    """Whether a window can be shown; Windows and macOS always can."""
    return not is_linux() or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def missing() -> dict[str, str]:
    """Library file -> Debian package, for every library that Qt needs here and the loader does not find."""
    wanted = {**ALWAYS, **(FOR_X11_WINDOWS if os.environ.get("DISPLAY") else {})}
    return {library: package_name(package) for library, package in wanted.items() if not loads(library)}


def package_name(package: str) -> str:
    """The package's name on this system: glib's got the ending t64 in Debian 13 and Ubuntu 24.04."""
    if package != GLIB or not shutil.which("apt-cache"):
        return package
    known = subprocess.run(["apt-cache", "show", f"{GLIB}t64"], capture_output=True).returncode == 0
    return f"{GLIB}t64" if known else package


def has_fonts() -> bool:
    """Whether any scalable font is installed; the one that headscope brings does not have every script."""
    places = [Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), Path.home() / ".local/share/fonts"]
    return any(file.suffix.lower() in (".ttf", ".otf", ".ttc") for place in places for file in place.rglob("*"))


def may_install() -> bool:
    """Whether this account can install Debian packages."""
    return is_linux() and shutil.which("apt-get") is not None and os.geteuid() == 0


def apt_install(packages: list[str]) -> None:
    """Install Debian packages. What fails is not raised: the next probe shows it."""
    print(f"headscope: installing system packages: {' '.join(packages)}", flush=True)
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    subprocess.call(["apt-get", "update", "-q"], env=env)
    subprocess.call(["apt-get", "install", "-y", "-q", "--no-install-recommends", *packages], env=env)


def ensure() -> None:
    """Every needed library is there afterwards, and a font where that is possible. Raises LibrariesMissing."""
    if not is_linux():
        return
    fonts = [] if has_fonts() else [FONTS]
    if (missing() or fonts) and may_install():
        apt_install([*sorted(set(missing().values())), *fonts])
    still = missing()
    if still:
        raise LibrariesMissing(advice(still, fonts))


def advice(lacking: dict[str, str], fonts: list[str]) -> str:
    """What is said to a person without the right to install."""
    packages = " ".join([*sorted(set(lacking.values())), *fonts])
    return (
        f"Qt needs system libraries that are not here: {', '.join(lacking)}\n"
        f"On Debian or Ubuntu run\n  sudo apt-get install -y --no-install-recommends {packages}\n"
        "elsewhere install the packages that hold these files. Then start this again."
    )
