"""What is said where something is not installed: libraries of the system that Qt needs, modules that headscope
requires."""

from __future__ import annotations

from model_core.errors import Refused
from viz_app.system.language import tr
from viz_app.system.qt_libraries import lacking_by

REQUIRED = ("torch", "PySide6", "pyqtgraph", "tokenizers", "safetensors", "numpy", "platformdirs")
"""The modules of what pyproject.toml requires."""


def refusal_of_import(error: ImportError) -> Refused | None:
    """The Refused for what is not installed; None where it was something else that could not be imported."""
    if lacking := lacking_by(error):
        return Refused("E-SYSTEM-LIBRARY", advice(lacking))
    name = (error.name or "").partition(".")[0]
    if not isinstance(error, ModuleNotFoundError) or name not in REQUIRED:
        return None
    said = "{name} is not installed: install headscope with all its dependencies (pip install .)"
    return Refused("E-NOT-INSTALLED", said, name=name)


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
