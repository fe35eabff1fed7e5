"""From a RunSpec to a Trace, and the process that computes it."""

from __future__ import annotations

from typing import Any


def __getattr__(name: str) -> Any:
    """`Engine`, imported on first use: the messages next to it are read by processes without torch."""
    if name == "Engine":
        from model_core.engine.engine import Engine

        return Engine
    raise AttributeError(f"module 'model_core.engine' has no attribute {name!r}")
