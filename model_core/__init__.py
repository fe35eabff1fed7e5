"""headscope's model core: a Transformer written from scratch, its hooks and its record. No Qt in here.

Names are handed on lazily (PEP 562): importing `model_core.spec` or `model_core.trace` loads no torch.
"""

from __future__ import annotations

import importlib
from typing import Any

_HOMES = {
    "ModelSpec": "spec",
    "RunSpec": "spec",
    "TrainSpec": "spec",
    "Refused": "failure",
    "Trace": "trace",
    "Token": "trace",
    "load_model": "checkpoint",
    "EncoderDecoder": "model",
    "recording": "hooks",
    "record": "record",
    "Engine": "engine",
    "Vocabulary": "vocab",
    "train": "train",
    "save_recording": "recordings",
    "open_recording": "replay",
    "bertviz_arguments": "bertviz",
}

__all__ = sorted(_HOMES)


def __getattr__(name: str) -> Any:
    """The public name from its home module; AttributeError for others."""
    if name not in _HOMES:
        raise AttributeError(f"module 'model_core' has no attribute {name!r}")
    return getattr(importlib.import_module(f"model_core.{_HOMES[name]}"), name)
