"""Reporting why a command failed, including missing system libraries for Qt and missing Python modules."""

from __future__ import annotations

import sys
import traceback

from model_core.errors import Refused
from model_core.io.installing import install_command, own_requirement
from viz_app.system.language import tr, translated
from viz_app.system.qt_libraries import lacking_by
from viz_app.system.settings import home, make_folder

REQUIRED = ("torch", "PySide6", "pyqtgraph", "tokenizers", "safetensors", "numpy", "platformdirs")
"""The modules of what pyproject.toml requires."""


def complain(error: Refused, status: int, *, debug: bool, as_json: bool, coded: bool = True) -> int:
    """Prints one line on stderr, after the traceback if requested, or an event if events are requested. Unprintable
    characters become U+FFFD. `coded`: whether people see the error code, too."""
    if debug:
        traceback.print_exc()
    if as_json:
        from viz_app.system.job_events import RefusalEvent, emit

        emit(RefusalEvent(error.code, translated(error.message)))
        return status
    line = " ".join((f"{translated(error.message)} [{error.code}]" if coded else translated(error.message)).split())
    line = "".join(character if character.isprintable() else "\ufffd" for character in line)
    print("headscope: " + line.encode("utf-8", "replace").decode(), file=sys.stderr)
    return status


def write_traceback(debug: bool) -> str:
    """Writes the traceback to a log file and returns its path; "" if it is printed anyway."""
    if debug:
        return ""
    path = home() / "failure.txt"
    try:
        make_folder(path.parent)
        path.write_text(traceback.format_exc(), encoding="utf-8", errors="replace")
    except OSError:
        return " (--debug shows where)"
    return f" (details in {path}; --debug shows them)"


def refusal_of_import(error: ImportError) -> Refused | None:
    """The Refused for something that is not installed; None for any other import error."""
    if lacking := lacking_by(error):
        return Refused("E-SYSTEM-LIBRARY", advice(lacking))
    name = (error.name or "").partition(".")[0]
    if not isinstance(error, ModuleNotFoundError) or name not in REQUIRED:
        return None
    command = install_command(own_requirement(name))
    return Refused(
        "E-NOT-INSTALLED", "{name} is not installed, and headscope needs it: {command}", name=name, command=command
    )


def advice(lacking: dict[str, str]) -> str:
    """One line: what is missing, and what to do."""
    files, packages = ", ".join(lacking), " ".join(sorted(set(filter(None, lacking.values()))))
    if not packages:
        return tr(
            "Qt needs system libraries that are missing: {files}. Install the packages that provide them",
            files=files,
        )
    return tr(
        "Qt needs system libraries that are missing: {files}. On Debian or Ubuntu: sudo apt-get install -y "
        "--no-install-recommends {packages}; elsewhere, install the packages that provide them",
        files=files,
        packages=packages,
    )
