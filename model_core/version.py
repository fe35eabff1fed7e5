"""The version of headscope, installed as a package or not. No torch, no Qt."""

from __future__ import annotations

from functools import cache
from pathlib import Path


@cache
def version() -> str:
    """For example "0.1.0": from the installed package, else from the checkout's pyproject.toml; "?" without either."""
    import importlib.metadata  # here: dozens of modules that no start should wait for
    import tomllib

    try:
        return importlib.metadata.version("headscope")
    except importlib.metadata.PackageNotFoundError:
        pass
    try:
        project = Path(__file__).resolve().parent.parent / "pyproject.toml"
        return str(tomllib.loads(project.read_text(encoding="utf-8"))["project"]["version"])
    except (OSError, ValueError, KeyError, TypeError):
        return "?"
